"""Where a side may set up: the zone along its base edge, and the shore on which a Littoral army lands (4, 14.2.7)."""

from __future__ import annotations

from game.board.measuring import Box, Outline, box_of
from game.core.message import say
from game.core.pose import TURN, Pose
from game.core.verdict import Reason
from game.rules.renaissance.engine.ground import near_line, rectangle
from game.rules.renaissance.engine.state import State
from game.rules.renaissance.engine.tables import DISTANCES
from game.rules.renaissance.engine.words import Edge, refuse

INWARD: dict[Edge, int] = {"north": TURN // 2, "east": 3 * TURN // 4, "south": 0, "west": TURN // 4}
"""Base edge -> the facing from it into the table."""
LANDED = 4
"""The most elements of an army that land."""


def inward(state: State, edge: Edge, along: int, deep: int) -> Pose:
    """The pose that faces into the table so far along an edge, from the west or north, and so far from it."""
    return Pose(*state.ground.spot(edge, along, deep), INWARD[edge])


def why_outside(state: State, seat: int, outline: Outline) -> Reason | None:
    """Why a base or a camp does not lie in the deployment zone of a side's base edge (4)."""
    edge, ground, aside = state.edges[seat], state.ground, DISTANCES.zone_side
    if not ground.board.on_table(outline):
        return refuse("4.1", say("It would leave the table"))
    seen = [ground.seen(edge, spot) for spot in outline]
    if any(deep > DISTANCES.zone_depth for _, deep in seen):
        return refuse("4.1", say("It must be within 10 MU of the base edge"))
    if any(not aside <= along <= ground.extent(edge)[0] - aside for along, _ in seen):
        return refuse("4.2", say("It must be at least 4 MU from the side edges"))
    return None


def zone(state: State, seat: int) -> Outline:
    """The corners of the deployment zone of a side's base edge (4)."""
    return state.ground.strip(state.edges[seat], DISTANCES.zone_depth, DISTANCES.zone_side)


def _half(state: State, seat: int) -> Box:
    """A side's half of the table, clear of the side edges."""
    edge = state.edges[seat]
    return box_of(state.ground.strip(edge, state.ground.extent(edge)[1] // 2, DISTANCES.zone_side))


def landing(state: State, seat: int) -> tuple[Outline, ...]:
    """The corners of the ground on which a Littoral army lands: near the waterway, in its half, clear of the side edges
    (14.2.7, ruling 31)."""
    if not state.armies[seat].landing:
        return ()
    half, shores = _half(state, seat), state.ground.pieces("waterway")
    return tuple(rectangle((max(left, half[0]), min(right, half[1]), max(top, half[2]), min(bottom, half[3])))
                 for left, right, top, bottom in (box_of(water.points, DISTANCES.zone_depth) for water in shores))


def lands(state: State, slot: int, outline: Outline) -> bool:
    """Whether a base lands from the waterway: at most four of a Littoral army (14.2.7, ruling 31)."""
    seat = state.roster[slot].seat
    if not state.armies[seat].landing:
        return False
    landed = [other for other in state.there(seat)
              if other != slot and why_outside(state, seat, state.standing(other).corners) is not None]
    left, right, top, bottom = _half(state, seat)
    if len(landed) >= LANDED or not all(left <= x <= right and top <= y <= bottom for x, y in outline):
        return False
    return any(all(near_line(spot, (*water.points, water.points[0]), DISTANCES.zone_depth) for spot in outline)
               for water in state.ground.pieces("waterway"))
