"""Overlays on the table: zones, shots, arcs of fire, reach, command distances."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import isqrt

from game.board.manoeuvre import TOUCH_TOLERANCE, PlacedBase, point_at
from game.board.measuring import Base, Outline, distance
from game.core.indices import Seat, Slot, by_seat
from game.core.layer import Layer
from game.core.message import Text, say
from game.core.pose import BASE, DEGREE, FULL_TURN, Pose, Spot, read_pose
from game.rules.renaissance.engine.consequences import apply_result
from game.rules.renaissance.engine.edges import EdgeRoll, deployment_zone, landing_zones
from game.rules.renaissance.engine.events import Fled, Pursued, Recoiled
from game.rules.renaissance.engine.fighting import OpposedRoll
from game.rules.renaissance.engine.limits import full_move
from game.rules.renaissance.engine.moves import why_no_move
from game.rules.renaissance.engine.opening import ShiftRoll
from game.rules.renaissance.engine.scoring import result_chances
from game.rules.renaissance.engine.shooting import shooting_edges, targets
from game.rules.renaissance.engine.state import SEATS, RenaissanceState
from game.rules.renaissance.engine.tables import DISTANCES
from game.rules.renaissance.engine.words import EDGE_LETTERS, MU, Edge
from game.rules.renaissance.engine.zones import has_zone, zone
from game.rules.renaissance.screen.terrain_dragging import outline_of

CURVE_STEP = 10 * DEGREE
"""Angle between the points of a curve (chosen by hand)."""


def layers(state: RenaissanceState, unit: str | None) -> Iterator[Layer]:
    """The overlays of the table: edges, deployment and landing zones, zones of control, shots to come, the possible
    moves after a pending roll.

    :param unit: the id of the base selected or under the mouse: its reach, arc and range are shown as well, or the
        command distances of a general; None if there is none.
    """
    if state.phase in ("terrain", "modification", "edges", "camp", "deployment"):
        yield from _table_labels(state)
    if state.stack and isinstance(state.stack[-1], ShiftRoll):
        piece = state.laid_pieces[state.stack[-1].piece]
        yield Layer("rolled-for", say("The piece that is rolled for"), seat=SEATS[state.seat], always=True,
                    outlines=(outline_of(state, piece),))
    if state.phase in ("camp", "deployment"):
        yield Layer("deployment", say("Deployment zone"), seat=SEATS[state.seat], always=True,
                    outlines=(deployment_zone(state, state.seat),))
    if state.phase == "deployment" and (landing := landing_zones(state, state.seat)):
        yield Layer("landing", say("Landing zone"), seat=SEATS[state.seat], always=True, outlines=landing)
    slot = state.slots.get(unit or "")
    is_placed = slot is not None and state.placed_bases[slot] is not None
    for seat, name in by_seat(SEATS):
        zones = tuple(zone(state, each) for each in state.bases_on_table(seat) if has_zone(state, each))
        is_enemy = is_placed and slot is not None and state.roster[slot].seat != seat
        yield Layer(f"zone-{name}", say("Zones of control"), seat=name, while_selected=is_enemy, outlines=zones,
                    sign=say("zones of control") if is_enemy else "")
        if shots := tuple(_shot_lines(state, seat)):
            yield Layer(f"shots-{name}", say("Shoots at its compulsory target"), links=shots, seat=name, always=True)
        if moves := [event for event in _outcome_moves(state) if state.roster[state.slots[event.unit]].seat == seat]:
            ends = tuple(state.element(state.slots[event.unit]).base.corners(pose) for event in moves
                         if (pose := read_pose(event.path[-1])) is not None)
            yield Layer(f"outcomes-{name}", say("Possible recoil, flight or pursuit"), seat=name, always=True,
                        links=tuple((event.path[0], event.path[-1]) for event in moves), outlines=ends)
    if slot is None or not is_placed:
        return
    base = state.roster[slot]
    if state.phase == "moves" and base.seat == state.seat and why_no_move(state, slot) is None:
        # the front edge alone, as a base of hardly any depth
        front = PlacedBase(Base(base.element.base.width, TOUCH_TOLERANCE), state.placed_base(slot).pose)
        outline = _on_table(state, _outline_around(front, full_move(state, slot)))
        yield Layer("reach", say("The farthest its front can reach, over open ground"), seat=SEATS[base.seat],
                    while_selected=True, outlines=(outline,),
                    sign=say("move {distance} MU", distance=full_move(state, slot) // MU))
    if base.element.range:
        arcs = tuple(_arc_outline(state, slot, n) for n in range(len(shooting_edges(state, slot))))
        yield Layer("arc", say("Arc and range"), seat=SEATS[base.seat], while_selected=True, outlines=arcs,
                    sign=say("range {distance} MU", distance=base.element.range // MU))
    if slot == state.general(base.seat):
        inner, outer = DISTANCES.general_hidden, DISTANCES.general_far
        text = say("Command distance: {near} and {far} MU", near=inner // MU, far=outer // MU)
        signs = {inner: say("command {distance} MU, out of sight", distance=inner // MU),
                 outer: say("command {distance} MU", distance=outer // MU)}
        for distance_units, sign in signs.items():
            outline = _on_table(state, _outline_around(state.placed_base(slot), distance_units))
            yield Layer(f"command-{distance_units}", text, while_selected=True, outlines=(outline,),
                        sign=sign)


def _table_labels(state: RenaissanceState) -> Iterator[Layer]:
    """Labels on the table: edge numbers while the edge roll is pending, initials of the edges while a side chooses;
    else north."""
    width, height = state.ground.board.size
    labels: list[tuple[Spot, Text]] = [((width - MU, MU), EDGE_LETTERS["north"])]
    is_edge_roll_pending = bool(state.stack) and isinstance(state.stack[-1], EdgeRoll)
    if state.phase == "edges":
        middles: dict[Edge, Spot] = {
            "north": (width // 2, MU), "south": (width // 2, height - MU), "west": (MU, height // 2),
            "east": (width - MU, height // 2)}
        numbers = {edge: str(number) for number, edge in enumerate(state.edges_by_number, 1)
                   } if is_edge_roll_pending else {}
        edge_labels = ((spot, numbers.get(edge, EDGE_LETTERS[edge])) for edge, spot in middles.items())
        labels = [*(labels if is_edge_roll_pending else ()), *edge_labels]
    label_places = [Pose(*spot, 0).text for spot, _ in labels]
    yield Layer("edges", say("North, and the base edges"), always=True,
                links=tuple(zip(label_places, label_places, strict=True)),
                labels=tuple(sign for _, sign in labels))


def _shot_lines(state: RenaissanceState, seat: Seat) -> Iterator[tuple[str, str]]:
    """Lines from each shooting base of a side to its target: those of the pending roll, else all that are left."""
    pending = state.stack[-1] if state.stack else None
    shot = pending.combat(state) if isinstance(pending, OpposedRoll) else None
    if shot is not None and shot.shooting:
        pairs = [(slot, shot.second) for slot in (shot.first, *shot.aiding)]
        if shot.aiding_target is not None:
            pairs += [(slot, shot.first) for slot in (shot.second, *shot.aiding_target)]
    elif state.phase == "shooting":
        pairs = [(slot, target) for slot in state.slots.values() for target in targets(state, slot)]
    else:
        return
    for pair in pairs:
        start, end = (state.units[slot].pose for slot in pair)
        if state.roster[pair[0]].seat == seat and start is not None and end is not None:
            yield start.text, end.text


def _outcome_moves(state: RenaissanceState) -> Iterator[Recoiled | Fled | Pursued]:
    """The moves that may result from a pending roll, each once."""
    pending = state.stack[-1] if state.stack else None
    if not isinstance(pending, OpposedRoll):
        return
    combat, without_stack, paths_yielded = pending.combat(state), replace(state, stack=()), set()
    for result, _ in result_chances(state, combat).values():
        for event in apply_result(without_stack, combat, result)[1]:
            if isinstance(event, Recoiled | Fled | Pursued) and event.path not in paths_yielded:
                paths_yielded.add(event.path)
                yield event


def _arc_outline(state: RenaissanceState, slot: Slot, number: int) -> Outline:
    """The outline of the area that a shooting edge can shoot into: up to a base width to either side of it, and as far
    as its range from it.

    :param number: the edge's index in ``shooting_edges``.
    """
    pose, edge = shooting_edges(state, slot)[number]
    max_range, half_width = state.element(slot).range, distance(*edge) // 2
    right_end = [(half_width + aside, isqrt(max_range**2 - aside**2)) for aside in range(0, BASE + 1, BASE // 4)]
    far_edge = [*((-right, ahead) for right, ahead in reversed(right_end)), *right_end]
    corners = ((-half_width - BASE, 0), *far_edge, (half_width + BASE, 0))
    return tuple(point_at(pose, right, ahead) for right, ahead in corners)


def _on_table(state: RenaissanceState, outline: Outline) -> Outline:
    """An outline with corners outside the table moved to its edges."""
    width, height = state.ground.board.size
    return tuple((min(width, max(0, x)), min(height, max(0, y))) for x, y in outline)


def _outline_around(base: PlacedBase, distance_units: int) -> Outline:
    """The outline at a distance around a base, clockwise: a quarter circle about each corner."""
    return tuple(point_at(Pose(*corner, (base.pose.angle + (number - 1) * FULL_TURN // 4 + turn) % FULL_TURN), 0,
                          distance_units)
                 for number, corner in enumerate(base.corners) for turn in range(0, FULL_TURN // 4 + 1, CURVE_STEP))
