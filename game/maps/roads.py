"""Roads on a Tiled map of hexes: polylines through the centres of hexes."""

from __future__ import annotations

from collections.abc import Container
from itertools import pairwise
from typing import Any

from game.board.fault import FaultKind
from game.board.hexgrid import STEPS, HexGrid
from game.core.message import say
from game.maps.lattice import Lattice
from game.maps.reading import COMPARISON_STEPS, Reading, position_text
from game.maps.tiled import object_class, points


def road_hexes(reading: Reading, lattice: Lattice, hexes: Container[str], layer: Any, obj: Any) -> tuple[str, ...]:
    """The hexes along a road, each adjacent to the one before; empty, with faults, if it is invalid.

    A segment between two points leads to an adjacent hex, or along a straight row of hexes.
    """
    kind, drawn_points, faults_before = object_class(obj), points(obj), len(reading.faults)
    hex_names: list[str | None] = []
    for point in drawn_points:
        name = lattice.centred(point)
        if name is None:
            fault = say("the {kind} point {point} lies in the middle of no hex", kind=kind, point=position_text(point))
            reading.fault(FaultKind.PLACE, fault, say("the centre of a hex"), layer, obj)
        elif name not in hexes:
            fault = say("the {kind} point {point} lies in {name}, off the board", kind=kind,
                        point=position_text(point), name=name)
            reading.fault(FaultKind.OFF_BOARD, fault, say("the centre of a hex of the board"), layer, obj)
        hex_names.append(name)
    road = [name for name in hex_names[:1] if name is not None]
    for i, (a, b) in enumerate(pairwise(hex_names)):
        if a is None or b is None:
            continue
        reading.spend(COMPARISON_STEPS * lattice.grid.distance(a, b))
        row = row_between(lattice.grid, a, b)
        ends = {"kind": kind, "start": position_text(drawn_points[i]), "end": position_text(drawn_points[i + 1])}
        if row is None:
            fault = say("the {kind} from {start} to {end} follows no row of hexes", **ends)
            reading.fault(FaultKind.STEP, fault, say("a step to an adjacent hex"), layer, obj)
        elif off_board := [name for name in row if name not in hexes]:
            if b not in off_board:  # the point in ``b`` has been reported above
                fault = say("the {kind} from {start} to {end} runs through {off}, off the board", off=off_board[0],
                            **ends)
                reading.fault(FaultKind.OFF_BOARD, fault, say("hexes of the board"), layer, obj)
        else:
            road += row
    return tuple(road) if len(reading.faults) == faults_before else ()


def row_between(grid: HexGrid, a: str, b: str) -> tuple[str, ...] | None:
    """The hexes from one to another along a straight row, without the first; None if they are not in a row."""
    (aq, ar), (bq, br), length = grid.axial(a), grid.axial(b), grid.distance(a, b)
    for dq, dr in STEPS:
        if length and (aq + dq * length, ar + dr * length) == (bq, br):
            return tuple(grid.from_axial(aq + dq * k, ar + dr * k) for k in range(1, length + 1))
    return None
