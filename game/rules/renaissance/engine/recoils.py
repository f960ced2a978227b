"""Recoils through or into friends, lost bases, sacked camps (14.10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from game.board.manoeuvre import PlacedBase, ahead_by, beside_by, greatest_where, moved_ahead, point_at, swept
from game.board.measuring import Outline, distance, gap
from game.core.decision import Done
from game.core.event import Event
from game.core.indices import Seat, Slot, other
from game.core.message import Message, say
from game.core.pose import FULL_TURN, Pose
from game.core.verdict import Reason, RuleRef
from game.rules.renaissance.engine import bases
from game.rules.renaissance.engine.contact import CORNER_MARGIN, has_room
from game.rules.renaissance.engine.events import Destroyed, Recoiled, Sacked
from game.rules.renaissance.engine.ground import BAD_GOING, TOUCH_TOLERANCE
from game.rules.renaissance.engine.routes import may_pass
from game.rules.renaissance.engine.state import CAMP_SIZE, BaseState, RenaissanceState
from game.rules.renaissance.engine.words import MU, refuse, rule

SHORTEST_RECOIL = MU
"""The shortest recoil in units (14.10.2)."""
Cause = tuple[Message, RuleRef]
"""Why a base is lost, with the rule."""


def destroy(state: RenaissanceState, slot: Slot, cause: Message, why: RuleRef) -> Done[RenaissanceState]:
    """Remove a base, with a general attached to it (ruling 72)."""
    events: list[Event] = []
    general = bases.attached_general(state, slot)
    for each in (slot,) if general is None else (slot, general):
        piece = state.roster[each]
        events.append(Destroyed(why, piece.id, piece.name, state.place(each) or "", cause))
        if state.camp_of(each) is not None:
            state = state.with_camp(piece.seat, garrison="")
        state = replace(state.with_base(each, **BaseState(lost=True)._asdict()), bounds_without_loss=-1)
        cause, why = say("lost with {unit}", unit=state.name(slot)), rule("14.10.8", 72)
    return state, tuple(events)


def destroy_if_flanked(state: RenaissanceState, slot: Slot) -> Done[RenaissanceState] | None:
    """Destroy a base that must go back with an enemy's front on its flank or rear (14.10.4); None if it has no such
    enemy."""
    enemies = bases.enemy_contacts_on(state, slot, "left", "right", "rear")
    if not enemies:
        return None
    cause = say("it cannot recoil or flee, with {enemy} on its flank or rear", enemy=state.name(enemies[0].slot))
    return destroy(state, slot, cause, rule("14.10.4"))


class _Recoil(NamedTuple):
    """A computed recoil."""

    poses: dict[Slot, Pose]
    """Poses of all bases that move."""
    trampled: tuple[Slot, ...] = ()
    """Friends that elephants destroy."""
    cause: Cause | None = None
    """Why the recoiling base itself is lost; None if it is not."""


def recoil(state: RenaissanceState, slot: Slot) -> Done[RenaissanceState]:
    """Move a base back by its depth, at least 1 MU in any going, with a general attached to it (14.10.2, ruling 66).
    Friends with no room beyond them are pushed (ruling 67)."""
    lost = destroy_if_flanked(state, slot)
    if lost is not None:
        return lost
    general = bases.attached_general(state, slot)
    body = (slot,) if general is None else (slot, general)
    units = _units_to_camp(state, body, max(SHORTEST_RECOIL, state.element(slot).depth))
    refused: set[Slot] = set()
    while True:
        far, passed, barred = _recoil_path(state, body, units, refused)
        end = _end_of_recoil(state, body, far, barred)
        if end.cause is None or not passed:
            break
        refused |= passed
    events: tuple[Event, ...] = ()
    for each in end.trampled:
        state, more = destroy(state, each, say("{unit} tramples it", unit=state.name(slot)), rule("14.10.6", 70))
        events += more
    if end.cause is not None:
        state, more = destroy(state, slot, *end.cause)
        return state, (*events, *more)
    for each, pose in end.poses.items():
        why = rule("14.10.2") if each == slot else rule("14.10.8", 72) if each in body else rule("14.10.5", 69)
        if state.placed_base(each).pose != pose:
            events += (Recoiled(why, *state.move_arguments(each, pose), each not in body),)
    return state.with_bases({each: {"pose": pose} for each, pose in end.poses.items()}), events


def _ground_covered(state: RenaissanceState, slot: Slot, end: Pose) -> Outline:
    one = state.placed_base(slot)
    return swept(one.corners, one.base.corners(end))


def _pose_back(state: RenaissanceState, slot: Slot, units: int) -> Pose:
    return moved_ahead(state.placed_base(slot).pose, -units)


def _units_to_camp(state: RenaissanceState, body: Sequence[Slot], units: int) -> int:
    """Units of a recoil before it meets its own camp (ruling 68)."""
    enemy = other(state.roster[body[0]].seat)
    found = greatest_where(units, lambda far: all(
        bases.camp_at(state, _ground_covered(state, slot, _pose_back(state, slot, far)), enemy) is None
        for slot in body))
    return units if found == units else max(0, found - TOUCH_TOLERANCE)


def _recoil_path(state: RenaissanceState, body: Sequence[Slot], units: int,
                 refused: set[Slot]) -> tuple[int, frozenset[Slot], list[Slot]]:
    """Length of a recoil, the friends it passes, and all other bases it meets. It goes on until just clear of the
    friends passed, at most by their depths beyond its own (ruling 67).

    :param refused: friends that count as impassable; those that leave no room are added.
    """
    far = units
    while True:
        grounds = {slot: _ground_covered(state, slot, _pose_back(state, slot, far)) for slot in body}
        met = dict.fromkeys(second for ground in grounds.values() for second in bases.bases_at(state, ground, body))
        passed = frozenset(second for second in met if second not in refused and all(
            may_pass(state, slot, state.placed_base(slot).pose, second, recoiling=True)
            for slot, ground in grounds.items() if bases.overlapping(ground, state.placed_base(second).corners)))
        need = max((-ahead_by(state.placed_base(slot).pose, spot) for second in passed for slot in body
                    for spot in state.placed_base(second).corners), default=0)
        if need > units + sum(state.element(second).depth for second in passed) + TOUCH_TOLERANCE:
            refused |= passed
            far = units
        elif need <= far:
            return far, passed, [second for second in met if second not in passed]
        else:
            far = need


def _end_of_recoil(state: RenaissanceState, body: Sequence[Slot], far: int, barred: Sequence[Slot]) -> _Recoil:
    """The result of a recoil: the bases it pushes or tramples, and whether the base is lost by it."""
    poses = {slot: _pose_back(state, slot, far) for slot in body}
    seat, el = state.roster[body[0]].seat, state.kind(body[0]) == "el"
    trampled = tuple(second for second in barred if el and state.roster[second].seat == seat)
    enemy = next((second for second in barred if state.roster[second].seat != seat), None)
    if enemy is not None:
        return _Recoil(poses, trampled, (say("it recoils into {enemy}", enemy=state.name(enemy)), rule("14.10.4")))
    cause = next((why for slot, pose in poses.items() if (why := _why_lost(state, slot, pose)) is not None), None)
    both = next((second for second in trampled if state.kind(second) == "el"), None)
    if both is not None and cause is None:
        cause = say("it recoils into {friend}", friend=state.name(both)), rule("14.10.6", 70)
    return _Recoil(poses, trampled, cause) if cause or trampled else _recoil_with_push(state, body, poses, barred)


def _why_lost(state: RenaissanceState, slot: Slot, pose: Pose) -> Cause | None:
    """Why a base that recoils to a pose is lost by the table's edge, the waterway or a camp; None if it is not."""
    ground = _ground_covered(state, slot, pose)
    if not state.ground.board.on_table(state.base_at(slot, pose).corners):
        return say("it recoils off the table"), rule("14.10.4", 68)
    if state.ground.impassable(ground):
        return say("it recoils into the waterway"), rule("14.10.4")
    return None if bases.camp_at(state, ground) is None else (say("it recoils into a camp"), rule("14.10.4", 68))


def _recoil_with_push(state: RenaissanceState, body: Sequence[Slot], poses: dict[Slot, Pose],
                      barred: Iterable[Slot]) -> _Recoil:
    """A recoil that pushes friends straight back, in chains (14.10.5, ruling 69)."""
    moved, waiting = dict(poses), list(barred)
    while waiting:
        second = waiting.pop(0)
        pose = _pose_if_pushed(state, second, moved)
        if pose is None:
            cause = say("{friend} behind it cannot be pushed back", friend=state.name(second))
            return _Recoil(poses, (), (cause, rule("14.10.5", 69)))
        if moved.get(second) != pose:
            moved[second] = pose
            waiting += bases.bases_at(state, _ground_covered(state, second, pose), {*body, second})
    return _Recoil(moved)


def _pose_if_pushed(state: RenaissanceState, slot: Slot, moved: dict[Slot, Pose]) -> Pose | None:
    """The pose to which a base is pushed by bases that have moved; None if it cannot be pushed."""
    base, need, seat = state.placed_base(slot), 0, state.roster[slot].seat
    if (not state.element(slot).pushed or bases.touched_by_enemy(state, slot)
            or bases.camp_attacked(state, slot) is not None):
        return None
    for second, pose in moved.items():
        if second == slot or not bases.overlapping(_ground_covered(state, second, pose), base.corners):
            continue
        if state.roster[second].seat != seat or not bases.same_facing(pose, base.pose):
            return None
        need = max(need, *(-ahead_by(base.pose, spot) for spot in state.base_at(second, pose).corners))
    end = _pose_back(state, slot, need)
    return end if _why_lost(state, slot, end) is None else None


def exit_poses(state: RenaissanceState, seat: Seat) -> tuple[Pose, ...]:
    """Poses outside its camp for a driven-out garrison (ruling 74): on each side with room, those nearest to its
    middle."""
    slot = state.slots[state.camp(seat).garrison]
    base, free_poses = state.element(slot).base, []
    kinds = ("waterway", *BAD_GOING) if state.element(slot).wheeled else ("waterway",)
    obstacles = [outline for outline in (*state.outlines, *state.camp_outlines) if outline is not None]
    obstacles += [piece.points for piece in state.ground.pieces(*kinds)]
    for side, _ in _free_camp_sides(state, seat):
        middle, spans = point_at(side, 0, base.depth // 2), []
        for turn, sign in ((FULL_TURN // 4, 1), (-FULL_TURN // 4, -1)):
            aside = Pose(*middle, (side.angle + turn) % FULL_TURN)
            spans += [sign * (far - base.width // 2) for thing in obstacles
                      if (far := bases.distance_ahead(aside, base.depth, thing)) is not None]
        poses = [(abs(off), Pose(*point_at(side, off, base.depth), side.angle)) for off in {0, *spans}]
        fit = [(far, pose) for far, pose in poses if why_no_exit(state, seat, pose) is None]
        free_poses += [pose for far, pose in sorted(fit) if far == min(fit)[0]]
    return tuple(free_poses)


def why_no_exit(state: RenaissanceState, seat: Seat, pose: Pose) -> Reason | None:
    """Why a driven-out garrison may not be placed at a pose; None if it may: its rear edge must be on a side of the
    camp that no enemy touches (ruling 74)."""
    slot = state.slots[state.camp(seat).garrison]
    base = state.element(slot).base
    outline = base.corners(pose)
    if not any(pose.angle == side.angle and abs(ahead_by(side, pose.spot) - base.depth) <= TOUCH_TOLERANCE
               and 2 * abs(beside_by(side, pose.spot)) < long + base.width
               for side, long in _free_camp_sides(state, seat)):
        return refuse("14.10.10", say("The base must touch the camp on a side without an enemy, and face away"), 74)
    if has_room(state, outline, ()) and not (state.element(slot).wheeled and state.ground.going(outline) == "bad"):
        return None
    return refuse("14.10.10", say("{unit} has no room there", unit=state.name(slot)), 74)


def _free_camp_sides(state: RenaissanceState, seat: Seat) -> Iterator[tuple[Pose, int]]:
    """The sides of a camp that no enemy touches, each as the pose on its middle, with its length."""
    enemies = [state.placed_base(enemy).corners for enemy in state.bases_on_table(other(seat))]
    for side, (left, right) in bases.outward_edges(PlacedBase(CAMP_SIZE, state.camp(seat).pose)):
        long = distance(left, right)
        inner = point_at(side, CORNER_MARGIN - long // 2, 0), point_at(side, long // 2 - CORNER_MARGIN, 0)
        if not any(gap(inner, enemy) <= TOUCH_TOLERANCE for enemy in enemies):
            yield side, long


def sack_camp(state: RenaissanceState, seat: Seat, by: Slot) -> Done[RenaissanceState]:
    """Sack a camp; the base that took it plunders in its side's next bound (14.10.10)."""
    bound = state.bound + (2 if state.roster[by].seat == state.seat else 1)
    state = replace(state.with_camp(seat, garrison="", sacked=True), bounds_without_loss=-1)
    state = state.with_base(by, plunder_bound=bound)
    return state, (Sacked(rule("14.10.10", 74), say("{unit} sacks the camp", unit=state.name(by))),)
