"""Recoils through or into friends, lost bases, sacked camps (14.10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from game.board.manoeuvre import PlacedBase, ahead_by, beside_by, greatest_where, moved_ahead, point_at, swept
from game.board.measuring import Outline, distance, gap
from game.core.decision import Done
from game.core.event import Event, Noted
from game.core.indices import Seat, Slot, other
from game.core.message import Message, Text, say
from game.core.pose import FULL_TURN, Pose
from game.core.verdict import Reason, RuleRef
from game.rules.renaissance.engine import bases
from game.rules.renaissance.engine.contact import has_room
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
    """Remove a base, with a general attached to it (ruling 72).

    :param why: the rule by which the base is lost.
    """
    events: list[Event] = []
    general = bases.attached_general(state, slot)
    attached_to: Text = ""
    for each in (slot,) if general is None else (slot, general):
        base = state.roster[each]
        events.append(Destroyed(why, base.id, base.name, state.place(each) or "", cause, attached_to))
        if state.camp_of(each) is not None:
            state = state.with_camp(base.seat, garrison="")
        state = replace(state.with_base(each, **BaseState(lost=True)._asdict()), bounds_without_loss=-1)
        attached_to, why = state.name(slot), rule("14.10.8", 72)
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
    after_loss = destroy_if_flanked(state, slot)
    if after_loss is not None:
        return after_loss
    general = bases.attached_general(state, slot)
    movers = (slot,) if general is None else (slot, general)
    full_recoil = max(SHORTEST_RECOIL, state.element(slot).depth)
    units = _units_to_camp(state, movers, full_recoil)
    refused: set[Slot] = set()
    while True:
        length, passed, blockers = _recoil_path(state, movers, units, refused)
        end = _end_of_recoil(state, movers, length, blockers)
        if end.cause is None or not passed:
            break
        refused |= passed
    events: tuple[Event, ...] = ()
    for each in end.trampled:
        cause = say("it is trampled by {unit}", unit=state.name(slot))
        state, further_events = destroy(state, each, cause, rule("14.10.6", 70))
        events += further_events
    if end.cause is not None:
        state, further_events = destroy(state, slot, *end.cause)
        return state, (*events, *further_events)
    for each, pose in end.poses.items():
        why = rule("14.10.2") if each == slot else rule("14.10.8", 72) if each in movers else rule("14.10.5", 69)
        if state.placed_base(each).pose != pose:
            events += (Recoiled(why, *state.move_arguments(each, pose), each not in movers),)
    if units < full_recoil:
        events += (Noted(rule("14.10.4", 68), say("{unit} stops at its camp", unit=state.name(slot))),)
    return state.with_bases({each: {"pose": pose} for each, pose in end.poses.items()}), events


def _ground_covered(state: RenaissanceState, slot: Slot, end: Pose) -> Outline:
    """The ground that a base covers when it moves to a pose."""
    base = state.placed_base(slot)
    return swept(base.corners, base.base.corners(end))


def _pose_back(state: RenaissanceState, slot: Slot, units: int) -> Pose:
    """The pose of a base after a move straight back."""
    return moved_ahead(state.placed_base(slot).pose, -units)


def _units_to_camp(state: RenaissanceState, movers: Sequence[Slot], units: int) -> int:
    """Units of a recoil before it meets its own camp (ruling 68)."""
    enemy = other(state.roster[movers[0]].seat)
    free_units = greatest_where(units, lambda length: all(
        bases.camp_at(state, _ground_covered(state, slot, _pose_back(state, slot, length)), enemy) is None
        for slot in movers))
    return units if free_units == units else max(0, free_units - TOUCH_TOLERANCE)


def _recoil_path(state: RenaissanceState, movers: Sequence[Slot], units: int,
                 refused: set[Slot]) -> tuple[int, frozenset[Slot], list[Slot]]:
    """Length of a recoil in units, the friends it passes, and all other bases it meets. It goes on until just clear of
    the friends passed, at most by the sum of their depths (ruling 67).

    :param movers: the recoiling base, and the general attached to it.
    :param units: the length if no friend is passed.
    :param refused: friends that count as impassable; those that leave no room are added.
    """
    length = units
    while True:
        grounds = {slot: _ground_covered(state, slot, _pose_back(state, slot, length)) for slot in movers}
        bases_met = dict.fromkeys(
            each for ground in grounds.values() for each in bases.bases_at(state, ground, movers))
        passed = frozenset(each for each in bases_met if each not in refused and all(
            may_pass(state, slot, state.placed_base(slot).pose, each, recoiling=True)
            for slot, ground in grounds.items() if bases.overlapping(ground, state.placed_base(each).corners)))
        length_needed = max((-ahead_by(state.placed_base(slot).pose, spot) for friend in passed for slot in movers
                    for spot in state.placed_base(friend).corners), default=0)
        if length_needed > units + sum(state.element(friend).depth for friend in passed) + TOUCH_TOLERANCE:
            refused |= passed
            length = units
        elif length_needed <= length:
            return length, passed, [friend for friend in bases_met if friend not in passed]
        else:
            length = length_needed


def _end_of_recoil(state: RenaissanceState, movers: Sequence[Slot], length: int, blockers: Sequence[Slot]) -> _Recoil:
    """The result of a recoil: the bases it pushes or tramples, and whether the base is lost by it."""
    poses = {slot: _pose_back(state, slot, length) for slot in movers}
    seat, is_elephant = state.roster[movers[0]].seat, state.kind(movers[0]) == "el"
    trampled = tuple(blocker for blocker in blockers if is_elephant and state.roster[blocker].seat == seat)
    enemy = next((blocker for blocker in blockers if state.roster[blocker].seat != seat), None)
    if enemy is not None:
        return _Recoil(poses, trampled, (say("it recoils into {enemy}", enemy=state.name(enemy)), rule("14.10.4")))
    enemy = next((touched for slot, pose in poses.items() for touched in _enemies_touched(state, slot, pose)), None)
    if enemy is not None:
        return _Recoil(poses, trampled, (say("it recoils into {enemy}", enemy=state.name(enemy)), rule("14.10.4", 68)))
    cause = next((why for slot, pose in poses.items() if (why := _why_lost(state, slot, pose)) is not None), None)
    trampled_elephant = next((blocker for blocker in trampled if state.kind(blocker) == "el"), None)
    if trampled_elephant is not None and cause is None:
        cause = say("it recoils into {friend}", friend=state.name(trampled_elephant)), rule("14.10.6", 70)
    return _Recoil(poses, trampled, cause) if cause or trampled else _recoil_with_push(state, movers, poses, blockers)


def _enemies_touched(state: RenaissanceState, slot: Slot, pose: Pose) -> Iterator[Slot]:
    """The enemies that a base touches with its rear or a side edge, by more than a corner, after a recoil to a pose and
    not before it (ruling 68)."""
    for enemy in bases.enemies_touching(state, slot, state.base_at(slot, pose).corners):
        outline = state.placed_base(enemy).corners
        before, after = ([gap(bases.inner_edge(middle, distance(*edge)), outline) <= TOUCH_TOLERANCE
                          for middle, edge in bases.outward_edges(base)[1:]]
                         for base in (state.placed_base(slot), state.base_at(slot, pose)))
        if any(after) and not any(before):
            yield enemy


def _why_lost(state: RenaissanceState, slot: Slot, pose: Pose) -> Cause | None:
    """Why a base that recoils to a pose is lost by the table's edge, the waterway or a camp; None if it is not."""
    ground = _ground_covered(state, slot, pose)
    if not state.ground.board.on_table(state.base_at(slot, pose).corners):
        return say("it recoils off the table"), rule("14.10.4", 68)
    if state.ground.impassable(ground):
        return say("it recoils into the waterway"), rule("14.10.4")
    return None if bases.camp_at(state, ground) is None else (say("it recoils into a camp"), rule("14.10.4", 68))


def _recoil_with_push(state: RenaissanceState, movers: Sequence[Slot], poses: dict[Slot, Pose],
                      blockers: Iterable[Slot]) -> _Recoil:
    """A recoil that pushes friends straight back, in chains (14.10.5, ruling 69)."""
    pushed_poses, to_push = dict(poses), list(blockers)
    while to_push:
        friend = to_push.pop(0)
        pose = _pose_if_pushed(state, friend, pushed_poses)
        if pose is None:
            cause = say("{friend} behind it cannot be pushed back", friend=state.name(friend))
            return _Recoil(poses, (), (cause, rule("14.10.5", 69)))
        if pushed_poses.get(friend) != pose:
            pushed_poses[friend] = pose
            to_push += bases.bases_at(state, _ground_covered(state, friend, pose), {*movers, friend})
    return _Recoil(pushed_poses)


def _pose_if_pushed(state: RenaissanceState, slot: Slot, pushed_poses: dict[Slot, Pose]) -> Pose | None:
    """The pose to which a base is pushed by bases that have moved; None if it cannot be pushed."""
    base, units, seat = state.placed_base(slot), 0, state.roster[slot].seat
    if (not state.element(slot).pushed or bases.touched_by_enemy(state, slot)
            or bases.camp_attacked(state, slot) is not None):
        return None
    for pusher, pose in pushed_poses.items():
        if pusher == slot or not bases.overlapping(_ground_covered(state, pusher, pose), base.corners):
            continue
        if state.roster[pusher].seat != seat or not bases.same_facing(pose, base.pose):
            return None
        units = max(units, *(-ahead_by(base.pose, spot) for spot in state.base_at(pusher, pose).corners))
    end = _pose_back(state, slot, units)
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
        middle, offsets = point_at(side, 0, base.depth // 2), []
        for turn, sign in ((FULL_TURN // 4, 1), (-FULL_TURN // 4, -1)):
            sideways = Pose(*middle, (side.angle + turn) % FULL_TURN)
            offsets += [sign * (far - base.width // 2) for outline in obstacles
                      if (far := bases.distance_ahead(sideways, base.depth, outline)) is not None]
        poses = [(abs(offset), Pose(*point_at(side, offset, base.depth), side.angle)) for offset in {0, *offsets}]
        poses_with_room = [(far, pose) for far, pose in poses if why_no_exit(state, seat, pose) is None]
        free_poses += [pose for far, pose in sorted(poses_with_room) if far == min(poses_with_room)[0]]
    return tuple(free_poses)


def why_no_exit(state: RenaissanceState, seat: Seat, pose: Pose) -> Reason | None:
    """Why a driven-out garrison may not be placed at a pose; None if it may: its rear edge must be on a side of the
    camp that no enemy touches (ruling 74)."""
    slot = state.slots[state.camp(seat).garrison]
    base = state.element(slot).base
    outline = base.corners(pose)
    if not any(pose.angle == side.angle and abs(ahead_by(side, pose.spot) - base.depth) <= TOUCH_TOLERANCE
               and 2 * abs(beside_by(side, pose.spot)) < length + base.width
               for side, length in _free_camp_sides(state, seat)):
        return refuse("14.10.10", say("The base must touch the camp on a side without an enemy, and face away"), 74)
    if has_room(state, outline, ()) and not (state.element(slot).wheeled and state.ground.going(outline) == "bad"):
        return None
    return refuse("14.10.10", say("{unit} has no room there", unit=state.name(slot)), 74)


def _free_camp_sides(state: RenaissanceState, seat: Seat) -> Iterator[tuple[Pose, int]]:
    """The sides of a camp that no enemy touches, each as the pose on its middle, with its length."""
    enemies = [state.placed_base(enemy).corners for enemy in state.bases_on_table(other(seat))]
    for side, (left, right) in bases.outward_edges(PlacedBase(CAMP_SIZE, state.camp(seat).pose)):
        length = distance(left, right)
        if not any(gap(bases.inner_edge(side, length), enemy) <= TOUCH_TOLERANCE for enemy in enemies):
            yield side, length


def sack_camp(state: RenaissanceState, seat: Seat, by: Slot) -> Done[RenaissanceState]:
    """Sack a camp; the base that took it plunders in its side's next bound (14.10.10)."""
    bound = state.bound + (2 if state.roster[by].seat == state.seat else 1)
    state = replace(state.with_camp(seat, garrison="", sacked=True), bounds_without_loss=-1)
    state = state.with_base(by, plunder_bound=bound)
    return state, (Sacked(rule("14.10.10", 74), say("{unit} sacks the camp", unit=state.name(by))),)
