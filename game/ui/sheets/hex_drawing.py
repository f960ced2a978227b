"""The board itself in ink: every terrain, hex-side and outline class drawn by the method its style names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from game.board.hexgrid import HexBoard, Outline
from game.ui.sheets import hex_ground as ground
from game.ui.sheets.hex_sides import hachure, sawtooth
from game.ui.sheets.ink import Ink
from game.ui.sheets.shapes import Run, feature_runs
from game.ui.sheets.style import AssetError, Style
from game.ui.sheets.towns import town

Look = Mapping[str, Any]
TERRAIN: dict[str, Callable[[Ink, HexBoard, Sequence[str], Look, Random], None]] = {
    "stipple": ground.stipple, "town": town,
}
HEXSIDE: dict[str, Callable[[Ink, Run, Look, Random], None]] = {"hachure": hachure, "sawtooth": sawtooth}
OUTLINE: dict[str, Callable[[Ink, Outline, Look, Random], None]] = {"water": ground.water, "hill": ground.hill}


def draw_board(ink: Ink, board: HexBoard, style: Style, rng: Random) -> None:
    """Draw ground, terrain, hex-sides, outlines and the grid; ``rng`` gives the same drawing for the same seed.

    :raises AssetError: when the style names a drawing method that does not exist, or misses a class.
    """
    ground.field(ink, board, style.sheet["field"])
    for outline in board.outlines:
        if outline.kind in style.outline:
            look = style.outline[outline.kind]
            _method(OUTLINE, style, "outline", outline.kind, look)(ink, outline, look, rng)
    for name in sorted(set(board.terrain.values())):
        members = [h for h in board.hexes if board.terrain[h] == name]
        look = style.look("terrain", name)
        _method(TERRAIN, style, "terrain", name, look)(ink, board, members, look, rng)
    ground.grid(ink, board, style.sheet["grid"])
    kinds = {feature.kind for features in board.sides.values() for feature in features}
    for name in sorted(kinds):
        look = style.look("hexside", name)
        method = _method(HEXSIDE, style, "hexside", name, look)
        for run in feature_runs(board, name):
            method(ink, run, look, rng)
    ground.zone_line(ink, board, style.sheet["zone"])


def _method(methods: Mapping[str, Any], style: Style, table: str, name: str, look: Look) -> Any:
    if look.get("draw") not in methods:
        known = ", ".join(sorted(methods))
        raise AssetError(f"{style.path}: [{table}.{name}] draw is {look.get('draw')!r}; expected one of {known}")
    return methods[look["draw"]]
