"""Flight after its recoil, and pursuit (14.10.7 to 14.10.9)."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from game.board.manoeuvre import Standing, ahead, at, carried, farthest, swept
from game.board.measuring import Outline
from game.core.decision import Done
from game.core.event import Event
from game.core.message import say
from game.core.pose import DEGREE, TURN, Pose
from game.rules.renaissance.engine.bases import attached_general, camp_at, first_ahead, meeting, neighbours
from game.rules.renaissance.engine.contact import conform
from game.rules.renaissance.engine.events import Fled, Pursued
from game.rules.renaissance.engine.ground import BAD, TOUCH
from game.rules.renaissance.engine.limits import over, reach
from game.rules.renaissance.engine.outcomes import destroyed
from game.rules.renaissance.engine.routes import may_pass
from game.rules.renaissance.engine.state import State
from game.rules.renaissance.engine.words import MU, rule

PURSUIT = MU
SHORT = TOUCH + 1
"""The gap of a base that stops one unit short of touching."""
STEEPEST = 90
"""The most, in degrees, by which a base swerves from straight away."""


class Run(NamedTuple):
    """A way to run in flight."""

    pose: Pose
    """Where it ends; for a base that leaves the table, where it starts."""
    turn: int
    """Degrees by which it swerves, to the left below 0."""
    off: bool = False
    """Whether it leaves the table."""
    into: int | None = None
    """The enemy, or -1 for the enemy's camp, that stops it."""


def runs(state: State, slot: int) -> tuple[Run, ...]:
    """How a base that has recoiled may run: by the least swerve with a clear path; two where both sides are as good
    (ruling 71)."""
    for turn in range(STEEPEST + 1):
        found = tuple(run for sign in ((-1, 1) if turn else (1,)) if (run := _run(state, slot, sign * turn)))
        if found:
            return found[:1] if all(run.off for run in found) else found
    return (_stopped(state, slot),)


def _turned(one: Standing, turn: int) -> Pose:
    """A base that has turned about on its middle, and so many degrees more."""
    middle = at(one.pose, 0, -one.base.depth // 2)
    angle = (one.pose.angle + TURN // 2 + turn * DEGREE) % TURN
    return Pose(*at(Pose(*middle, angle), 0, one.base.depth - one.base.depth // 2), angle)


def _reach(state: State, slot: int, pose: Pose) -> int:
    """How far a base runs from a pose: its full move; where slower going is met no farther than that allows, or to its
    edge."""
    return farthest(reach(state, slot), lambda units: units <= over(
        state, slot, state.ground.under(_path(state, slot, pose, units))).most)


def _path(state: State, slot: int, pose: Pose, units: int) -> Outline:
    base = state.element(slot).base
    return swept(base.corners(pose), base.corners(ahead(pose, units)))


def _bars(state: State, slot: int, pose: Pose, ground: Outline, refused: Collection[int] = ()) -> bool:
    """Whether a base, a camp or water bars a run; friends that may be passed do not.

    :param refused: friends beyond whom there is no room.
    """
    return state.ground.impassable(ground) or camp_at(state, ground) is not None or any(
        other in refused or not may_pass(state, slot, pose, other) for other in meeting(state, ground, (slot,)))


def _run(state: State, slot: int, turn: int) -> Run | None:
    """The run in a direction, if the whole path is clear; None if it is not."""
    pose = _turned(state.standing(slot), turn)
    units = _reach(state, slot, pose)
    end = ahead(pose, units)
    outline = state.at(slot, end).corners
    if _bars(state, slot, pose, _path(state, slot, pose, units)):
        return None
    if not state.ground.board.on_table(outline):
        return Run(Pose(max(0, pose.x), max(0, pose.y), pose.angle), turn, off=True)
    return Run(end, turn) if next(meeting(state, outline, (slot,)), None) is None else None


def _stopped(state: State, slot: int) -> Run:
    """A run straight away that stops at what bars it; a friend without room beyond bars it, too."""
    pose, base = _turned(state.standing(slot), 0), state.element(slot).base
    most = _reach(state, slot, pose)
    refused: set[int] = set()
    while True:
        units = farthest(most, lambda way: not _bars(state, slot, pose, _path(state, slot, pose, way), refused))
        more = set(meeting(state, base.corners(ahead(pose, units)), {slot, *refused}))
        if not more:
            break
        refused.update(more)
    if units == most:
        return Run(ahead(pose, units), 0)
    seat, beyond = state.roster[slot].seat, _path(state, slot, pose, units + SHORT)
    into = next((other for other in meeting(state, beyond, (slot,)) if state.roster[other].seat != seat), None)
    if into is None and camp_at(state, beyond, seat) is not None:
        into = -1
    return Run(ahead(pose, max(0, units - TOUCH)), 0, into=into)


def ran(state: State, slot: int, run: Run) -> Done[State]:
    """A base has run (14.10.7)."""
    if run.off:
        return destroyed(state, slot, say("it flees off the table"), rule("14.10.7"))
    if run.into is not None:
        enemy = say("the enemy camp") if run.into < 0 else state.name(run.into)
        return destroyed(state, slot, say("it flees into {enemy}", enemy=enemy), rule("14.10.7", 71))
    piece, before = state.roster[slot], state.standing(slot).pose
    return state.put(slot, pose=run.pose), (
        Fled(rule("14.10.7", 71), piece.id, piece.name, (before.text, run.pose.text)),)


def pursue(state: State, slot: int) -> Done[State]:
    """A base that has beaten an enemy to its front goes up to 1 MU ahead, with the bases that follow (14.10.9)."""
    if state.outlines[slot] is None or not state.element(slot).pursues:
        return state, ()
    one, seat = state.standing(slot), state.roster[slot].seat
    body = _body(state, slot)
    stops: list[tuple[int, int | None]] = [(PURSUIT, None)]
    """How far it goes for each thing ahead, and the enemy that it touches there."""
    for other in meeting(state, _path(state, slot, one.pose, PURSUIT + SHORT), body, touching=True):
        far = first_ahead(one.pose, one.base.width, state.standing(other).corners)
        if far is not None and far >= -TOUCH:
            enemy = state.roster[other].seat != seat and not state.units[other].broke_off
            stops.append((max(0, far), other) if enemy else (max(0, far - SHORT), None))
    far_camps = [first_ahead(one.pose, one.base.width, outline) for outline in state.camp_outlines]
    stops += [(max(0, far - SHORT), None) for far in far_camps if far is not None and far >= -TOUCH]
    units = min(way for way, _ in stops)
    enemies = [other for way, other in stops if way == units and other is not None]
    room = farthest(units, lambda way: _free(state, slot, _path(state, slot, one.pose, way)))
    if room < units:
        units, enemies = room if room > TOUCH else 0, []
    touched: int | None = None
    ends = {mate: ahead(state.standing(mate).pose, units) for mate in body}
    if enemies:
        mates = {mate: end for mate, end in ends.items() if mate != slot}
        found = conform(state, slot, ends[slot], enemies[0], body, mates) if len(enemies) == 1 else None
        if found is None or found.enemy_pose != state.standing(enemies[0]).pose:
            ends = {mate: ahead(state.standing(mate).pose, max(0, units - SHORT)) for mate in body}
        else:
            touched = enemies[0]
            ends = {mate: carried(end, ends[slot], found.pose) for mate, end in ends.items()}
    return _pursued(state, slot, ends, touched)


def _pursued(state: State, slot: int, ends: dict[int, Pose], touched: int | None) -> Done[State]:
    events: list[Event] = []
    for mate, end in ends.items():
        piece, before = state.roster[mate], state.standing(mate).pose
        if end != before:
            why = rule("14.10.9", 73) if piece.kind not in ("gn", "gf") else rule("14.10.8", 72)
            events.append(Pursued(why, piece.id, piece.name, (before.text, end.text)))
    state = state.put_all({mate: {"pose": end} for mate, end in ends.items()})
    return (state if touched is None or not events else state.with_contacts([(slot, touched)])), tuple(events)


def _free(state: State, slot: int, ground: Outline) -> bool:
    """Whether the ground of a pursuit is free of water and the table's edge, and of bad going for all but warbands."""
    if not state.ground.board.on_table(ground) or state.ground.impassable(ground):
        return False
    return state.kind(slot) == "wb" or not (
        state.ground.under(ground) & BAD) - state.ground.under(state.standing(slot).corners)


def _body(state: State, slot: int) -> tuple[int, ...]:
    """A pursuer, a warband directly behind, and a general attached to either (rulings 72 and 73)."""
    mate = neighbours(state, slot).get("behind")
    body = (slot, mate) if mate is not None and state.kind(mate) == "wb" else (slot,)
    return (*body, *(general for each in body if (general := attached_general(state, each)) is not None))
