"""What follows from a combat result: the loser's recoil, flight or loss, garrisons driven out, the winner's pursuit
(14.10). Each decision is one class."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from game.board.manoeuvre import (
    PlacedBase,
    beside_by,
    carried,
    greatest_where,
    moved_ahead,
    normalised_angle,
    point_at,
    swept,
)
from game.board.measuring import Outline, rounded
from game.board.whereabouts import COMPASS
from game.core.action import Action
from game.core.decision import Answer, Done, apply_steps
from game.core.event import Event
from game.core.field_types import UnitName
from game.core.indices import Seat, Slot
from game.core.message import say
from game.core.offer import Offer, Picked, with_ground
from game.core.pose import DEGREE, FULL_TURN, Pose, read_pose
from game.core.verdict import Reason
from game.rules.renaissance.engine import recoils
from game.rules.renaissance.engine.actions import Flee, LeaveCamp
from game.rules.renaissance.engine.bases import (
    attached_general,
    bases_at,
    camp_at,
    contacts,
    distance_ahead,
    neighbours,
)
from game.rules.renaissance.engine.contact import conform
from game.rules.renaissance.engine.decisions import BaseOwnerDecision
from game.rules.renaissance.engine.events import BaseMoved, Fled, Pursued, Recoiled
from game.rules.renaissance.engine.ground import BAD_GOING, TOUCH_TOLERANCE
from game.rules.renaissance.engine.limits import allowance_over, full_move
from game.rules.renaissance.engine.pips import middle
from game.rules.renaissance.engine.routes import may_pass
from game.rules.renaissance.engine.scoring import DiceResult, RenaissanceCombat, is_garrison
from game.rules.renaissance.engine.state import NOBODY, RenaissanceState
from game.rules.renaissance.engine.tables import GENERALS
from game.rules.renaissance.engine.words import MU, rule

MAX_PURSUIT = MU
"""The longest pursuit in units (14.10.9)."""
CONTACT_GAP = TOUCH_TOLERANCE + 1
"""Gap in units left by a base that stops one unit short of contact."""
MAX_SWERVE_DEGREES = 90
"""The largest swerve from straight away, in degrees."""


class DrivenOut(BaseOwnerDecision):
    """The owner's choice of a place outside the camp for a garrison that must recoil or flee (14.10.10)."""

    unit: UnitName
    winner: UnitName | None = None
    """The base that sacks the camp; None after a shot."""
    name = "combat"
    rule = rule("14.10.10", 74)
    asks = say("Choose where {unit} leaves the camp", unit="")
    complete = False

    def answers(self, state: RenaissanceState) -> Iterator[Answer]:
        seat = state.roster[self.slot(state)].seat
        camp_middle, poses = middle(state.camp(seat).outline), recoils.exit_poses(state, seat)
        sides = [pose.angle for pose in poses]
        for n, pose in enumerate(poses):
            direction = rounded(pose.angle, 45 * DEGREE)
            if sides.count(pose.angle) > 1:  # two places on one side of the camp
                direction += 1 if beside_by(Pose(*camp_middle, pose.angle), pose.spot) > 0 else -1
            yield Answer(LeaveCamp(self.unit, pose), (self.unit,), pose.text, say("Leave here"),
                         say("Leave camp to the {direction}", direction=COMPASS[direction % len(COMPASS)]),
                         is_default=not n)

    def offers(self, state: RenaissanceState, picked: Picked) -> Sequence[Offer]:
        """The offers, each place with the outline of the base there."""
        base = state.element(self.slot(state)).base
        return [with_ground(offer, (base.corners(offer.action.pose),)) if (
            isinstance(offer.action, LeaveCamp) and not picked.units) else offer
            for offer in super().offers(state, picked)]

    def why_not(self, state: RenaissanceState, action: Action) -> Reason | None:
        if isinstance(action, LeaveCamp) and action.unit == self.unit:
            return recoils.why_no_exit(state, state.roster[self.slot(state)].seat, action.pose)
        return Reason(self.rule, self.question(state))

    def apply(self, state: RenaissanceState, action: Action) -> Done[RenaissanceState]:
        assert isinstance(action, LeaveCamp)
        base, pose = state.roster[self.slot(state)], action.pose
        event = Recoiled(self.rule, base.id, base.name, (state.camp(base.seat).pose.text, pose.text))
        state = state.popped().with_camp(base.seat, garrison="").with_base(self.slot(state), pose=pose)
        return _then_sack((state, (event,)), base.seat, self.winner)


class Flight(BaseOwnerDecision):
    """The flight of a base, its recoil included. If it can swerve equally well to either side, its owner chooses
    (14.10.7, ruling 27)."""

    unit: UnitName
    winner: UnitName | None = None
    """The base that pursues afterwards, if any."""
    name = "combat"
    rule = rule("14.10.7", 71)
    asks = say("Choose which way {unit} swerves", unit="")

    def answers(self, state: RenaissanceState) -> Iterator[Answer]:
        after_recoil, _ = recoils.recoil(state, self.slot(state))
        if after_recoil.units[self.slot(state)].lost:
            pose = state.placed_base(self.slot(state)).pose
            yield Answer(Flee(self.unit, pose), (self.unit,), outcome=partial(_resolve_flights, state))
            return
        for n, path in enumerate(flight_paths(after_recoil, self.slot(state))):
            side = say("Swerve to the left") if path.turn < 0 else say("Swerve to the right")
            yield Answer(Flee(self.unit, path.pose), (self.unit,), path.pose.text, say("Flee here"), side,
                         is_default=not n,
                         outcome=partial(_resolve_flights, state, path.pose))


def _resolve_flights(state: RenaissanceState, chosen_pose: Pose | None = None) -> Done[RenaissanceState]:
    """Resolve the flights on top of the stack until an owner has a choice, then the pursuit.

    :param chosen_pose: the end of the first flight, if its owner has chosen it.
    """
    events: tuple[Event, ...] = ()
    winner: UnitName | None = None
    while state.stack and isinstance(state.stack[-1], Flight):
        flight, after = state.stack[-1], state.popped()
        slot, winner = flight.slot(state), flight.winner
        if not state.units[slot].lost:
            after, new_events = recoils.recoil(after, slot)
            paths = () if after.units[slot].lost else flight_paths(after, slot)
            if len(paths) > 1 and chosen_pose is None:
                return state, events
            if paths:
                path = next((path for path in paths if path.pose == chosen_pose), paths[0])
                after, new_events = apply_steps((after, new_events), partial(apply_flight, slot=slot, path=path))
            events, chosen_pose = (*events, *new_events), None
        state = after
    return _then_pursue((state, events), winner)


def apply_result(state: RenaissanceState, combat: RenaissanceCombat, result: DiceResult) -> Done[RenaissanceState]:
    """Apply a result to the loser, then the winner's pursuit (14.10.1, ruling 65)."""
    slot, winner = result.loser, result.winner
    if slot is None or winner is None or result.result == "none":
        return state, ()
    base, winner_base = state.roster[slot], state.roster[winner]
    cause = (say("shot by {enemy}", enemy=winner_base.name) if combat.shooting
             else say("doubled by {enemy}", enemy=winner_base.name) if result.comparison == "doubled"
             else say("beaten by {enemy}", enemy=winner_base.name))
    if is_garrison(state, slot):
        sacking_unit, loss_rule = None if combat.shooting else winner_base.id, result.rule
        if result.result != "destroyed":
            if recoils.exit_poses(state, base.seat):
                return state.pushed(DrivenOut(base.id, sacking_unit)), ()
            cause, loss_rule = say("no room outside the camp"), rule("14.10.10", 74)
        return _then_sack(recoils.destroy(state, slot, cause, loss_rule), base.seat, sacking_unit)
    beat_to_front = not combat.shooting and any(one.slot == winner and one.enemy == slot for one in contacts(state))
    pursuer = winner_base.id if beat_to_front else None
    if result.result == "destroyed":
        done = recoils.destroy(state, slot, cause, result.rule)
    elif result.result == "recoil":
        done = recoils.recoil(state, slot)
    else:
        after_loss = recoils.destroy_if_flanked(state, slot)
        if after_loss is None:
            general, state = attached_general(state, slot), state.pushed(Flight(base.id, pursuer))
            return _resolve_flights(state if general is None else state.pushed(Flight(state.id(general))))
        done = after_loss
    return _then_pursue(done, pursuer)


def _then_pursue(done: Done[RenaissanceState], winner: UnitName | None) -> Done[RenaissanceState]:
    """Let the winner, if any, pursue after what has been done."""
    return done if winner is None else apply_steps(done, lambda state: pursue(state, state.slots[winner]))


def _then_sack(done: Done[RenaissanceState], seat: Seat, sacking_unit: UnitName | None) -> Done[RenaissanceState]:
    """Sack the camp after its garrison is gone, if a base beat it in close combat; after a shot the camp is only
    empty."""
    if sacking_unit is None:
        return done
    return apply_steps(done, lambda state: recoils.sack_camp(state, seat, state.slots[sacking_unit]))


class FlightPath(NamedTuple):
    """A possible path of flight."""

    pose: Pose
    """The final pose; for a base that leaves the table, the pose from which it starts."""
    turn: int
    """Degrees of swerve; negative to the left."""
    leaves_table: bool = False
    """Whether the base leaves the table."""
    runs_into: Slot | None = None
    """The enemy that stops it; ``NOBODY`` for the enemy's camp; None for neither."""


def flight_paths(state: RenaissanceState, slot: Slot) -> tuple[FlightPath, ...]:
    """The possible flights of a base that has recoiled: by the least swerve with a clear path, two if that swerve is
    clear to both sides; straight away to the first obstacle if no path is clear (ruling 71)."""
    for turn in range(MAX_SWERVE_DEGREES + 1):
        paths = tuple(path for sign in ((-1, 1) if turn else (1,)) if (path := _clear_flight(state, slot, sign * turn)))
        if paths:
            return paths[:1] if all(path.leaves_table for path in paths) else paths
    return (_stopped_flight(state, slot),)


def _pose_turned(base: PlacedBase, turn: int) -> Pose:
    """The pose of a base turned to the rear on its middle, and by ``turn`` degrees more."""
    middle = point_at(base.pose, 0, -base.base.depth // 2)
    angle = (base.pose.angle + FULL_TURN // 2 + turn * DEGREE) % FULL_TURN
    return Pose(*point_at(Pose(*middle, angle), 0, base.base.depth - base.base.depth // 2), angle)


def ground_covered(state: RenaissanceState, event: Recoiled | Fled | Pursued | BaseMoved) -> Outline:
    """The ground that a base covered in an outcome move; in any other move, that on which it ended."""
    base = state.element(state.slots[UnitName(event.unit)]).base
    start, end = (pose for text in event.path if (pose := read_pose(text)) is not None)
    if isinstance(event, BaseMoved):
        return base.corners(end)
    if isinstance(event, Fled):
        turn = normalised_angle(end.angle - start.angle - FULL_TURN // 2)
        start = _pose_turned(PlacedBase(base, start), turn // DEGREE)
    return swept(base.corners(start), base.corners(end))


def _flight_length(state: RenaissanceState, slot: Slot, pose: Pose) -> int:
    """Units that a base runs from a pose: its full move; less if slower going on the way limits it."""
    return greatest_where(full_move(state, slot), lambda units: units <= allowance_over(
        state, slot, state.ground.kinds_under(_ground_ahead(state, slot, pose, units))).allowance)


def _ground_ahead(state: RenaissanceState, slot: Slot, pose: Pose, units: int) -> Outline:
    """The ground that a base covers when it moves straight ahead from a pose."""
    base = state.element(slot).base
    return swept(base.corners(pose), base.corners(moved_ahead(pose, units)))


def _blocks_flight(state: RenaissanceState, slot: Slot, pose: Pose, ground: Outline,
                   refused: Collection[Slot] = ()) -> bool:
    """Whether a base, a camp or water blocks a flight; friends that may be passed do not.

    :param refused: friends with no room beyond them, which block it too.
    """
    return state.ground.impassable(ground) or camp_at(state, ground) is not None or any(
        obstacle in refused or not may_pass(state, slot, pose, obstacle)
        for obstacle in bases_at(state, ground, (slot,)))


def _clear_flight(state: RenaissanceState, slot: Slot, turn: int) -> FlightPath | None:
    """The flight in a direction; None unless the whole path is clear."""
    pose = _pose_turned(state.placed_base(slot), turn)
    units = _flight_length(state, slot, pose)
    end = moved_ahead(pose, units)
    outline = state.base_at(slot, end).corners
    if _blocks_flight(state, slot, pose, _ground_ahead(state, slot, pose, units)):
        return None
    if not state.ground.board.on_table(outline):
        return FlightPath(Pose(max(0, pose.x), max(0, pose.y), pose.angle), turn, leaves_table=True)
    return FlightPath(end, turn) if next(bases_at(state, outline, (slot,)), None) is None else None


def _stopped_flight(state: RenaissanceState, slot: Slot) -> FlightPath:
    """A flight straight away that ends at the first obstacle. A friend that could be passed is an obstacle if there is
    no room beyond it."""
    pose, base = _pose_turned(state.placed_base(slot), 0), state.element(slot).base
    flight_length = _flight_length(state, slot, pose)
    refused: set[Slot] = set()
    while True:
        units = greatest_where(flight_length, lambda length: not _blocks_flight(
            state, slot, pose, _ground_ahead(state, slot, pose, length), refused))
        without_room = set(bases_at(state, base.corners(moved_ahead(pose, units)), {slot, *refused}))
        if not without_room:
            break
        refused.update(without_room)
    if units == flight_length:
        return FlightPath(moved_ahead(pose, units), 0)
    seat, ground_beyond = state.roster[slot].seat, _ground_ahead(state, slot, pose, units + CONTACT_GAP)
    enemy = next((each for each in bases_at(state, ground_beyond, (slot,)) if state.roster[each].seat != seat), None)
    if enemy is None and camp_at(state, ground_beyond, seat) is not None:
        enemy = NOBODY
    return FlightPath(moved_ahead(pose, max(0, units - TOUCH_TOLERANCE)), 0, runs_into=enemy)


def apply_flight(state: RenaissanceState, slot: Slot, path: FlightPath) -> Done[RenaissanceState]:
    """Apply a flight (14.10.7)."""
    if path.leaves_table:
        return recoils.destroy(state, slot, say("it flees off the table"), rule("14.10.7"))
    if path.runs_into is not None:
        enemy = say("the enemy camp") if path.runs_into < 0 else state.name(path.runs_into)
        return recoils.destroy(state, slot, say("it flees into {enemy}", enemy=enemy), rule("14.10.7", 71))
    return state.with_base(slot, pose=path.pose), (Fled(rule("14.10.7", 71), *state.move_arguments(slot, path.pose)),)


def pursue(state: RenaissanceState, slot: Slot) -> Done[RenaissanceState]:
    """Move a base that has beaten an enemy to its front up to 1 MU ahead, with the bases that follow it (14.10.9)."""
    if state.outlines[slot] is None or not state.element(slot).pursues:
        return state, ()
    base, seat = state.placed_base(slot), state.roster[slot].seat
    pursuers = _pursuers(state, slot)
    obstacles_ahead: list[tuple[int, Slot | None]] = [(MAX_PURSUIT, None)]
    """The longest pursuit up to each obstacle, in units, and the enemy touched there, if any."""
    ground = _ground_ahead(state, slot, base.pose, MAX_PURSUIT + CONTACT_GAP)
    for blocker in bases_at(state, ground, pursuers, touching=True):
        distance = distance_ahead(base.pose, base.base.width, state.placed_base(blocker).corners)
        if distance is not None and distance >= -TOUCH_TOLERANCE:
            may_touch = state.roster[blocker].seat != seat and not state.units[blocker].broke_off
            obstacles_ahead.append((max(0, distance), blocker) if may_touch else (max(0, distance - CONTACT_GAP), None))
    camp_distances = [distance_ahead(base.pose, base.base.width, outline) for outline in state.camp_outlines]
    obstacles_ahead += [(max(0, distance - CONTACT_GAP), None) for distance in camp_distances
                        if distance is not None and distance >= -TOUCH_TOLERANCE]
    units = min(length for length, _ in obstacles_ahead)
    enemies = [enemy for length, enemy in obstacles_ahead if length == units and enemy is not None]
    free_units = greatest_where(
        units, lambda length: _may_pursue_over(state, slot, _ground_ahead(state, slot, base.pose, length)))
    if free_units < units:
        units, enemies = free_units if free_units > TOUCH_TOLERANCE else 0, []
    touched: Slot | None = None
    ends = {mate: moved_ahead(state.placed_base(mate).pose, units) for mate in pursuers}
    if enemies:
        mates = {mate: end for mate, end in ends.items() if mate != slot}
        conformed = conform(state, slot, ends[slot], enemies[0], pursuers, mates) if len(enemies) == 1 else None
        if conformed is None or conformed.enemy_pose != state.placed_base(enemies[0]).pose:
            ends = {mate: moved_ahead(state.placed_base(mate).pose, max(0, units - CONTACT_GAP)) for mate in pursuers}
        else:
            touched = enemies[0]
            ends = {mate: carried(end, ends[slot], conformed.pose) for mate, end in ends.items()}
    return _move_pursuers(state, slot, ends, touched)


def _move_pursuers(state: RenaissanceState, slot: Slot, ends: dict[Slot, Pose],
                   touched: Slot | None) -> Done[RenaissanceState]:
    """Move the pursuers to their new poses.

    :param touched: the enemy that the first pursuer touches, if any.
    """
    events = tuple(Pursued(rule("14.10.8", 72) if state.kind(mate) in GENERALS else rule("14.10.9", 73),
                           *state.move_arguments(mate, end))
                   for mate, end in ends.items() if end != state.placed_base(mate).pose)
    state = state.with_bases({mate: {"pose": end} for mate, end in ends.items()})
    return (state if touched is None or not events else state.with_contacts([(slot, touched)])), events


def _may_pursue_over(state: RenaissanceState, slot: Slot, ground: Outline) -> bool:
    """Whether the ground of a pursuit is on the table, not in the waterway and, except for warbands, in no kind of bad
    going in which the pursuer is not already (14.10.9, ruling 73)."""
    if not state.ground.board.on_table(ground) or state.ground.impassable(ground):
        return False
    return state.kind(slot) == "wb" or not (
        state.ground.kinds_under(ground) & BAD_GOING) - state.ground.kinds_under(state.placed_base(slot).corners)


def _pursuers(state: RenaissanceState, slot: Slot) -> tuple[Slot, ...]:
    """A pursuer, a warband directly behind it, and a general attached to either (rulings 72 and 73)."""
    follower = neighbours(state, slot).get("behind")
    pursuers = (slot, follower) if follower is not None and state.kind(follower) == "wb" else (slot,)
    return (*pursuers, *(general for each in pursuers if (general := attached_general(state, each)) is not None))
