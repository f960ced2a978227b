"""High ground in levels: a tint for each, its edge in hachures that fall outward, its lower right in shade."""

from __future__ import annotations

from random import Random

from game.art import AssetError
from game.board.hexgrid import HexBoard
from game.core.message import say
from game.ui.sheets.contours import Rim, outlines, slopes
from game.ui.sheets.ink import Ink, closed, fill
from game.ui.sheets.layers import LEVEL, SLOPE
from game.ui.sheets.scatter import Obstacles
from game.ui.sheets.slopes import hachure
from game.ui.sheets.style import Style

FOOT = 0.13
"""What symbols keep from an edge, in hex radii."""


def draw_levels(ink: Ink, board: HexBoard, style: Style, rim: Rim, obstacles: Obstacles, rng: Random) -> None:
    """Draw every level of a board above the lowest.

    :raises AssetError: when the style has no tint for one.
    """
    top = max(board.levels.values(), default=0)
    tints = style.level["tints"] if top else []
    if not isinstance(tints, list) or len(tints) < top:
        raise AssetError(say("{path}: [level] tints are {tints!r}; expected {top}, one for each level of the map",
                             path=style.path, tints=tints, top=top))
    for level in range(1, top + 1):
        members = {name for name, height in board.levels.items() if height >= level}
        layer = LEVEL + 3 * level
        for outline, *holes in outlines(board, members, rim):
            shade = [[(x + 0.10, y + 0.13) for x, y in ring] for ring in (outline, *holes)]
            ink.add(layer, fill(style.level["shade"], 0.22), shade[0], "".join(map(closed, shade)), 0.05)
            ink.add(layer + 1, fill(tints[level - 1]), outline, "".join(map(closed, (outline, *holes))), 0.05)
        for run in slopes(board, members, rim):
            hachure(ink, SLOPE, run, style.level, rng)
            obstacles.add([*run.points, run.points[0]] if run.closed else run.points, FOOT)
