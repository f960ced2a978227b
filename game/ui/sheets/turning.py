"""A sheet of hexes laid a quarter turn clockwise: how its lettering and what is drawn on it lie then.

Waters, hills and whatever runs over several hexes turn with the sheet. Words stay upright, but for those along a road
or a water, and what is drawn within a hex, such as a house, stays as it is and moves with its hex, so that its name
keeps lying beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.board.hexgrid import HexBoard, HexGrid, Label, Outline, quarter
from game.ui.kit.camera import Point
from game.ui.sheets.style import Style

SMALL = 1.2
"""Hex radii: a drawing no wider and no higher lies within its hex. Chosen."""
LINE = 1.6
"""Heights of letters within which the next line of a name lies."""


def laid_outlines(board: HexBoard) -> tuple[Outline, ...]:
    """The drawn shapes of a board as its sheet lies."""
    if not board.grid.turned:
        return board.outlines
    return tuple(_laid(board, outline) for outline in board.outlines)


def laid_labels(board: HexBoard, style: Style) -> tuple[Label, ...]:
    """The lettering of a board as its sheet lies.

    :raises AssetError: when the style has no look for some.
    """
    if not board.grid.turned:
        return board.labels
    found = []
    for lines in _by_lines(board.labels):
        look = style.look("lettering", lines[0].style)
        if lines[0].angle or look.get("turns", lines[0].style == "water"):
            found += [_turned(line) for line in lines]
            continue
        x, y = sum(line.x for line in lines) / len(lines), sum(line.y for line in lines) / len(lines)
        dx, dy = _moved(board.grid, (x, y))
        found += [replace(line, x=line.x + dx, y=line.y + dy) for line in lines]
    return tuple(found)


def _laid(board: HexBoard, outline: Outline) -> Outline:
    xs, ys = [x for x, _ in outline.points], [y for _, y in outline.points]
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    small = max(max(xs) - min(xs), max(ys) - min(ys)) <= SMALL
    if not small or replace(board.grid, turned=False).at(middle) not in board.index:
        return replace(outline, points=tuple(quarter(point) for point in outline.points))
    dx, dy = _moved(board.grid, middle)
    return replace(outline, points=tuple((x + dx, y + dy) for x, y in outline.points))


def _moved(grid: HexGrid, point: Point) -> Point:
    """How far the hex moves that a point of the printed sheet lies in."""
    printed = replace(grid, turned=False)
    name = printed.at(point)
    (ax, ay), (bx, by) = printed.centre(name), grid.centre(name)
    return bx - ax, by - ay


def _turned(label: Label) -> Label:
    """A label turned with the sheet, and flipped if it would be upside down."""
    x, y = quarter((label.x, label.y))
    angle = (label.angle + 90) % 360
    return replace(label, x=x, y=y, angle=angle if angle <= 90 else angle - 360 if angle >= 270 else angle - 180)


def _by_lines(labels: Sequence[Label]) -> list[list[Label]]:
    """The labels, each with the lines right below it, which belong to the same name."""
    found: list[list[Label]] = []
    for label in labels:
        above = found[-1][-1] if found else None
        if above is not None and (above.x, above.angle) == (label.x, label.angle) and (
            0 < label.y - above.y <= LINE * max(label.size, above.size)
        ):
            found[-1].append(label)
        else:
            found.append([label])
    return found
