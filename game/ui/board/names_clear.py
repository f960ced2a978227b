"""Names of the map lie on no counter: one that would is printed beside the counters, smaller where it must be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import hypot

import pygame

from game.board.hexgrid import HexBoard
from game.core.contract import Counter
from game.ui.board.fittings import AnyBoard
from game.ui.kit.camera import Box, Camera, Point
from game.ui.sheets.frame import Layout
from game.ui.sheets.hex_numbers import READABLE, number_spots
from game.ui.sheets.lettering import Lettering
from game.ui.sheets.sheet import Sheet

FINE = 100
"""Parts of a unit of the sheet that overlaps are reckoned in."""
SIZES = (1.0, 0.85, 0.7)
"""Shares of its size that a moved name is tried at."""
STEP, FAR = 0.5, 4.0
"""How closely places for a name are tried and how far away, in heights of its letters."""
LINE = 1.5
"""Heights of letters within which the next line of a name lies."""


class ClearNames:
    """The names of a board's map as they are printed; worked out anew when counters lie elsewhere."""

    def __init__(self, board: AnyBoard) -> None:
        self._spots = number_spots(board) if isinstance(board, HexBoard) else []
        self._turned = isinstance(board, HexBoard) and board.grid.turned
        self._case: object = None
        """What the names below were worked out for."""
        self._names: tuple[Lettering, ...] = ()

    def printed(
        self, sheet: Sheet, lying: Sequence[tuple[Counter, Point, float]], scale: float, *, numbers: bool
    ) -> tuple[Lettering, ...]:
        """The names where they lie on no resting counter.

        :param lying: counters with their middles and widths in the sheet's units.
        :param numbers: whether hex numbers are printed.
        """
        case = sheet, scale, numbers, tuple((at, width) for _, at, width in lying)
        if case != self._case:
            spots = self._spots if numbers else []
            shunned = [pygame.Rect(*(round(FINE * side) for side in spot)) for spot in spots]
            self._case = case
            # The map was lettered for the printed sheet: on a turned one a name may stand where a number is printed.
            anew = self._turned and scale >= READABLE
            self._names = moved_clear(sheet.names, boxes(lying), _seen(sheet.layout), scale, shunned, shy=anew)
        return self._names


def _seen(layout: Layout) -> Box:
    """The part of a sheet's field that is not cut off."""
    (x, y, w, h), (_, top, _, high) = layout.field, layout.paper
    return x, max(y, top), w, min(y + h, top + high) - max(y, top)


def boxes(lying: Sequence[tuple[Counter, Point, float]]) -> list[pygame.Rect]:
    """The ground that counters cover; each is given with its middle and its width in the sheet's units."""
    return [_box(at, width, width) for at, width in sorted({(at, width) for _, at, width in lying})]


def moved_clear(
    names: Sequence[Lettering], taken: Sequence[pygame.Rect], field: Box, scale: float,
    shunned: Sequence[pygame.Rect] = (), *, shy: bool = False,
) -> tuple[Lettering, ...]:
    """The names as they are printed: those on taken ground moved to the nearest free ground in ``field``.

    :param scale: pixels a unit at which they are printed.
    :param shunned: ground that a moved name leaves free where it can, such as that of hex numbers.
    :param shy: whether names that stand over the field's edge are moved, too, and upright ones on shunned ground.
    """
    x, y, w, h = field
    limits = pygame.Rect(round(x * FINE), round(y * FINE), round(w * FINE), round(h * FINE))
    found = _by_lines(names)
    ground = [_letters(lines, scale) for lines in found]
    for number, lines in enumerate(found):
        whole = not shy or all(limits.contains(box) for box in ground[number])
        if whole and _free(ground[number], [*taken, *shunned] if shy and not lines[0].angle else taken):
            continue
        others = [*taken, *(box for other, own in enumerate(ground) if other != number for box in own)]
        moved = _nearest(lines, [*others, *shunned], limits, scale)
        if not moved and not (whole and _free(ground[number], taken)):
            moved = _nearest(lines, others, limits, scale)
        if moved:
            found[number], ground[number] = moved, _letters(moved, scale)
    return tuple(line for lines in found for line in lines)


def print_names(surface: pygame.Surface, names: Iterable[Lettering], camera: Camera) -> None:
    """Print names on a picture of the camera's rectangle."""
    x, y = camera.to_world(camera.rect.topleft)
    view = x, y, camera.rect.w / camera.scale, camera.rect.h / camera.scale
    clip = surface.get_clip()
    left, top = x + clip.left / camera.scale, y + clip.top / camera.scale
    right, bottom = x + clip.right / camera.scale, y + clip.bottom / camera.scale
    for name in names:
        (u, v), far = name.at, name.size * (len(name.text) + 1)
        if name.path or (left - far < u < right + far and top - far < v < bottom + far):
            name.print_on(surface, view, camera.scale)


def _by_lines(names: Sequence[Lettering]) -> list[tuple[Lettering, ...]]:
    """The names, each with all its lines from the top down; a line right below another like it is of one name."""
    found: list[tuple[Lettering, ...]] = []
    for name in names:
        above = found[-1][-1] if found else None
        if above is not None and (above.role, above.colour, above.size, above.angle, above.at[0]) == (
            name.role, name.colour, name.size, name.angle, name.at[0]
        ) and 0 < name.at[1] - above.at[1] < LINE * name.size:
            found[-1] = *found[-1], name
        else:
            found.append((name,))
    return found


def _nearest(
    lines: tuple[Lettering, ...], taken: Sequence[pygame.Rect], limits: pygame.Rect, scale: float
) -> tuple[Lettering, ...]:
    """The name where it lies on nothing, its lines below each other as ever; empty where no such place is near."""
    reach, size, top = round(FAR / STEP), lines[0].size, lines[0].at[1]
    steps = range(-reach, reach + 1)
    ways = sorted(((i * STEP, k * STEP) for i in steps for k in steps), key=lambda way: (hypot(*way), way))
    for share in SIZES:
        sized = tuple(_shifted(replace(line, size=size * share), 0, (share - 1) * (line.at[1] - top)) for line in lines)
        own = _letters(sized, scale)
        for across, down in ways:
            dx, dy = across * size, down * size
            shifted = [box.move(round(dx * FINE), round(dy * FINE)) for box in own]
            if _free(shifted, taken) and all(limits.contains(box) for box in shifted):
                return tuple(_shifted(line, dx, dy) for line in sized)
    return ()


def _shifted(name: Lettering, dx: float, dy: float) -> Lettering:
    path = tuple((x + dx, y + dy) for x, y in name.path)
    return replace(name, at=(name.at[0] + dx, name.at[1] + dy), path=path)


def _letters(lines: Iterable[Lettering], scale: float) -> list[pygame.Rect]:
    """The boxes of the letters of a name."""
    return [_box(at, 0.8 * line.size, 0.8 * line.size) for line in lines for at in line.letters(scale)]


def _free(own: Iterable[pygame.Rect], taken: Sequence[pygame.Rect]) -> bool:
    return all(box.collidelist(taken) < 0 for box in own)


def _box(at: Point, width: float, height: float) -> pygame.Rect:
    box = pygame.Rect(0, 0, round(width * FINE), round(height * FINE))
    box.center = round(at[0] * FINE), round(at[1] * FINE)
    return box
