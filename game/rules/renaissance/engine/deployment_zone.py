"""Where a side may set up: the zone along its base edge, and the shore on which a Littoral army lands (4, 14.2.7)."""

from __future__ import annotations

from game.board.measuring import Outline, box_of
from game.core.message import say
from game.core.pose import TURN, Pose
from game.core.verdict import Reason
from game.rules.renaissance.engine.ground import near_line
from game.rules.renaissance.engine.state import State
from game.rules.renaissance.engine.tables import DISTANCES
from game.rules.renaissance.engine.words import Edge, refuse

INWARD: dict[Edge, int] = {"north": TURN // 2, "east": 3 * TURN // 4, "south": 0, "west": TURN // 4}
"""Base edge -> the facing from it into the table."""
LANDED = 4
"""The most elements of an army that land."""


def length_of(state: State, edge: Edge) -> int:
    """Units along an edge of the table."""
    wide, high = state.ground.board.size
    return wide if edge in ("north", "south") else high


def inward(state: State, edge: Edge, across: int, deep: int) -> Pose:
    """The pose that faces into the table so far along an edge, from the west or north, and so far from it."""
    wide, high = state.ground.board.size
    spot = {"north": (across, deep), "south": (across, high - deep), "west": (deep, across),
            "east": (wide - deep, across)}[edge]
    return Pose(*spot, INWARD[edge])


def edge_distance(state: State, edge: Edge, outline: Outline) -> tuple[int, int]:
    """How near to an edge the nearest, and how far from it the farthest, corner of an outline is."""
    left, right, top, bottom = box_of(outline)
    wide, high = state.ground.board.size
    return {"north": (top, bottom), "south": (high - bottom, high - top), "west": (left, right),
            "east": (wide - right, wide - left)}[edge]


def _sides(edge: Edge) -> tuple[Edge, Edge]:
    return ("east", "west") if edge in ("north", "south") else ("north", "south")


def why_outside(state: State, seat: int, outline: Outline) -> Reason | None:
    """Why a base or a camp does not lie in the deployment zone of a side's base edge (4)."""
    edge = state.edges[seat]
    if not state.ground.board.on_table(outline):
        return refuse("4.1", say("It would leave the table"))
    if edge_distance(state, edge, outline)[1] > DISTANCES.zone_depth:
        return refuse("4.1", say("It must be within 10 MU of the base edge"))
    if any(edge_distance(state, side, outline)[0] < DISTANCES.zone_side for side in _sides(edge)):
        return refuse("4.2", say("It must be at least 4 MU from the side edges"))
    return None


def zone(state: State, seat: int) -> Outline:
    """The corners of the deployment zone of a side's base edge (4)."""
    wide, high = state.ground.board.size
    deep, side = DISTANCES.zone_depth, DISTANCES.zone_side
    left, right, top, bottom = {
        "north": (side, wide - side, 0, deep), "south": (side, wide - side, high - deep, high),
        "west": (0, deep, side, high - side), "east": (wide - deep, wide, side, high - side)}[state.edges[seat]]
    return (left, top), (right, top), (right, bottom), (left, bottom)


def landing(state: State, seat: int) -> tuple[Outline, ...]:
    """The corners of the ground on which a Littoral army lands: near the waterway, in its half, clear of the side edges
    (14.2.7, ruling 31)."""
    if not state.armies[seat].landing:
        return ()
    (wide, high), deep, side = state.ground.board.size, DISTANCES.zone_depth, DISTANCES.zone_side
    low, most = {"north": ((side, 0), (wide - side, high // 2)), "south": ((side, high // 2), (wide - side, high)),
                 "west": ((0, side), (wide // 2, high - side)),
                 "east": ((wide // 2, side), (wide, high - side))}[state.edges[seat]]
    found = []
    for water in state.ground.pieces("waterway"):
        left, right, top, bottom = box_of(water.points, deep)
        left, right = max(left, low[0]), min(right, most[0])
        top, bottom = max(top, low[1]), min(bottom, most[1])
        found.append(((left, top), (right, top), (right, bottom), (left, bottom)))
    return tuple(found)


def lands(state: State, slot: int, outline: Outline) -> bool:
    """Whether a base lands from the waterway: at most four of a Littoral army (14.2.7, ruling 31)."""
    seat = state.roster[slot].seat
    if not state.armies[seat].landing or not state.ground.board.on_table(outline):
        return False
    edge = state.edges[seat]
    landed = [other for other in state.there(seat)
              if other != slot and why_outside(state, seat, state.standing(other).corners) is not None]
    wide, high = state.ground.board.size
    half = (high if edge in ("north", "south") else wide) // 2
    if len(landed) >= LANDED or edge_distance(state, edge, outline)[1] > half:
        return False
    if any(edge_distance(state, side, outline)[0] < DISTANCES.zone_side for side in _sides(edge)):
        return False
    return any(all(near_line(spot, (*water.points, water.points[0]), DISTANCES.zone_depth) for spot in outline)
               for water in state.ground.pieces("waterway"))
