"""Lettering on a sheet: straight, rotated, or along a river; letter-spaced as on old maps. Also the unit symbols in the
legend. Numbers without a name are shares of the letters' height, chosen by eye."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Literal

import pygame

from game.board.hexgrid import Label, Outline
from game.board.polygon import contains
from game.core.message import Message
from game.i18n.words import translate
from game.ui.kit.camera import Box, Point
from game.ui.kit.fonts import Role, font
from game.ui.kit.pictures import picture_cache, render_svg
from game.ui.sheets.shapes import crossings
from game.ui.sheets.style import Style

MIN_LETTER_HEIGHT = 5
"""The height in pixels of the smallest letters that are printed."""
MEASURING_SIZE = 256
"""The print size in pixels at which the places of letters are measured: at a small one every letter's width is rounded
to whole pixels, so that letters would run together or apart."""
SYMBOL_RATIO = 60 / 42
"""The ratio of width to height of all unit symbols."""
MIN_SYMBOL_HEIGHT = 4
"""The least height of a unit symbol, in pixels. Chosen by eye."""
MAX_FOLLOWED = 4.0
"""The distance between banks, in the sheet's units, beyond which lettering does not follow their middle line, by
default."""
MIDDLE_LINE_STEP = 0.15
"""The distance between two points of a middle line along the label, in the sheet's units. Chosen by eye."""
SMOOTHING_REACH = 4
"""The number of points on either side over which a middle line is smoothed. Chosen by eye."""


@dataclass(frozen=True, slots=True)
class MapText:
    """A piece of text on a sheet."""

    text: str
    at: Point
    """The point to which ``anchor`` refers."""
    size: float
    """The height of the letters, in the sheet's units."""
    role: Role
    colour: str
    angle: float = 0.0
    """Its direction, in degrees clockwise from left to right."""
    spacing: float = 0.0
    """Extra space between letters, in letter heights."""
    halo: str | None = None
    """The colour of the halo around the letters; None without one."""
    anchor: Literal["left", "centre", "right"] = "centre"
    path: tuple[Point, ...] = ()
    """The line for the letters to follow instead of ``at`` and ``angle``, if given."""

    def print_on(self, surface: pygame.Surface, view: Box, scale: float) -> None:
        """Print the part of the text in ``view``, in the sheet's units, at ``scale`` pixels per unit; text too small
        to be readable is left out."""
        px = round(self.size * scale)
        if px < MIN_LETTER_HEIGHT:
            return
        spots = _glyph_spots(self, px, scale)
        reach = 1.2 * self.size if len(spots) > 1 else self.size * len(self.text)
        x, y, w, h = view
        for pass_colour in ((self.halo, self.colour) if self.halo else (self.colour,)):
            for text, (lx, ly), angle in spots:
                if not (x - reach < lx < x + w + reach and y - reach < ly < y + h + reach):
                    continue
                is_halo = pass_colour != self.colour
                glyph = _glyph(text, self.role, px, pass_colour, round(angle, 1), is_halo)
                width, height = glyph.get_size()
                surface.blit(glyph, (round((lx - x) * scale - width / 2), round((ly - y) * scale - height / 2)))

    def letters(self, scale: float) -> list[Point]:
        """The centres of its letters, in the sheet's units, at ``scale`` pixels per unit."""
        spaced = replace(self, spacing=self.spacing or 0.01)  # only spaced text is divided into letters
        return [at for _, at, _ in _glyph_spots(spaced, max(MIN_LETTER_HEIGHT, round(self.size * scale)), scale)]


@dataclass(frozen=True, slots=True)
class UnitSymbol:
    """The symbol of a unit type in the legend."""

    svg: str
    """The drawing, as the text of an SVG file."""
    source: str
    """The path of that file, for error messages."""
    at: Point
    """The centre of the symbol."""
    height: float
    """Its height, in the sheet's units."""

    def print_on(self, surface: pygame.Surface, view: Box, scale: float) -> None:
        """Print it if any of it is in ``view``, in the sheet's units, at ``scale`` pixels per unit.

        :raises AssetError: when the text is no valid drawing.
        """
        (x, y), (left, top, w, h), reach = self.at, view, 2 * self.height
        if left - reach < x < left + w + reach and top - reach < y < top + h + reach:
            px = max(MIN_SYMBOL_HEIGHT, round(self.height * scale))
            picture = _picture(self.svg, self.source, px)
            surface.blit(picture, picture.get_rect(center=(round((x - left) * scale), round((y - top) * scale))))


@picture_cache(64)
def _picture(svg: str, source: str, px: int) -> pygame.Surface:
    """A unit symbol ``px`` pixels high, in the proportions common to all."""
    return render_svg(svg, (round(px * SYMBOL_RATIO), px), source)


@picture_cache(512)
def _glyph_spots(lettering: MapText, px: int, scale: float) -> tuple[tuple[str, Point, float], ...]:
    """The glyphs to print, each with its centre in the sheet's units and its angle in degrees clockwise: single
    letters, or the whole of a straight, unspaced line."""
    face = font(lettering.role, px)
    if not (lettering.spacing or lettering.angle or lettering.path):
        width = face.size(lettering.text)[0] / scale
        shift = {"left": width / 2, "centre": 0.0, "right": -width / 2}[lettering.anchor]
        return ((lettering.text, (lettering.at[0] + shift, lettering.at[1]), 0.0),)
    gap, units_per_pixel = lettering.spacing * lettering.size, px / MEASURING_SIZE / scale
    width = font(lettering.role, MEASURING_SIZE).size(lettering.text)[0] * units_per_pixel
    total = width + gap * (len(lettering.text) - 1)
    offset = {"left": 0.0, "centre": -total / 2, "right": -total}[lettering.anchor]
    spots = []
    for k, (letter, left) in enumerate(zip(lettering.text, _left_edges(lettering.text, lettering.role), strict=True)):
        middle = offset + k * gap + left * units_per_pixel + face.size(letter)[0] / 2 / scale
        if letter == " ":
            continue
        if lettering.path:
            point, angle = _point_along(lettering.path, middle)
        else:
            turn = radians(lettering.angle)
            point, angle = (lettering.at[0] + middle * cos(turn), lettering.at[1] + middle * sin(turn)), lettering.angle
        spots.append((letter, point, angle))
    return tuple(spots)


@picture_cache(256)
def _left_edges(text: str, role: Role) -> tuple[int, ...]:
    """The left edge of each letter in a text set without extra spacing, in pixels at ``MEASURING_SIZE``, with overhangs
    (such as the tail of a Q or the hook of a j) and kerning taken into account."""
    # Both measured strings end in the same letters, so that only what precedes them makes a difference.
    face = font(role, MEASURING_SIZE)
    return tuple(face.size(f"{text[:k + 1]}HH")[0] - face.size(f"{text[k]}HH")[0] for k in range(len(text)))


@picture_cache(1500)
def _glyph(text: str, role: Role, px: int, colour: str, angle: float, halo: bool) -> pygame.Surface:
    """A letter, or the whole of a straight line, rotated clockwise by degrees; a halo is wider all round by about a
    tenth of its height.

    :param px: the font size, in pixels.
    :param halo: whether to draw the halo of the text, rather than the text itself.
    """
    if angle:
        large = _glyph(text, role, px * 2, colour, 0.0, halo)
        return pygame.transform.rotozoom(large, -angle, 0.5)
    plain = font(role, px).render(text, True, colour).convert_alpha()
    if not halo:
        return plain
    spread = max(1, round(px * 0.09))
    enlarged = pygame.Surface((plain.get_width() + 2 * spread, plain.get_height() + 2 * spread), pygame.SRCALPHA)
    for dx, dy in ((0, 1), (1, 0), (2, 1), (1, 2), (0.3, 0.3), (1.7, 0.3), (0.3, 1.7), (1.7, 1.7)):
        enlarged.blit(plain, (round(dx * spread), round(dy * spread)))
    return enlarged.convert_alpha()


def _point_along(path: Sequence[Point], distance: float) -> tuple[Point, float]:
    """The point at a distance from the middle of a path, and the path's angle there in degrees clockwise.

    :raises ValueError: for a path of fewer than two points.
    """
    lengths = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(path)]
    remaining = distance + sum(lengths) / 2
    for (a, b), length in zip(itertools.pairwise(path), lengths, strict=True):
        if remaining <= length or (a, b) == (path[-2], path[-1]):
            t = remaining / length
            point = (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)
            return point, degrees(atan2(b[1] - a[1], b[0] - a[0]))
        remaining -= length
    raise ValueError("a path needs two points")


def label_letterings(labels: Sequence[Label], outlines: Sequence[Outline], style: Style) -> list[MapText]:
    """The board's own lettering; text on water follows the water's middle line. Words and notes are translated, names
    are not.

    :param outlines: the drawn shapes; a label in one may follow its middle line.
    """
    letterings = []
    for printed in labels:
        label = replace(printed, text=translate(Message(printed.text))) if printed.is_translated else printed
        look = style.look("lettering", label.style)
        outline = next((o for o in outlines if contains(o.points, (label.x, label.y))), None)
        max_width = look.get("follow", MAX_FOLLOWED if label.style == "water" else 0)
        path = _middle_line(label, outline, float(max_width)) if outline is not None and max_width else ()
        letterings.append(MapText(label.text, (label.x, label.y), label.size, look["role"], look["colour"], label.angle,
                                  float(look.get("spacing", 0.0)), look.get("halo"), path=path))
    return letterings


def _middle_line(label: Label, outline: Outline, max_width: float) -> tuple[Point, ...]:
    """The line midway between the banks on both sides of a label's direction, smoothed.

    :param max_width: where the banks are further apart, in the sheet's units, the line goes straight on.
    """
    turn = radians(label.angle)
    forward, across = (cos(turn), sin(turn)), (-sin(turn), cos(turn))
    half, step = 0.45 * label.size * len(label.text) + label.size, MIDDLE_LINE_STEP
    middles: list[float] = []
    count = round(half / step)
    for k in range(-count, count + 1):
        at = (label.x + forward[0] * k * step, label.y + forward[1] * k * step)
        hits = crossings(outline.points, at, across)
        before, after = [h for h in hits if h <= 0], [h for h in hits if h > 0]
        usable = before and after and after[0] - before[-1] < max_width
        middles.append((before[-1] + after[0]) / 2 if usable else (middles[-1] if middles else 0.0))
    smooth = middles
    for _ in range(3):
        windows = [smooth[max(0, i - SMOOTHING_REACH) : i + SMOOTHING_REACH + 1] for i in range(len(smooth))]
        smooth = [sum(window) / len(window) for window in windows]
    return tuple(
        (label.x + forward[0] * k * step + across[0] * m, label.y + forward[1] * k * step + across[1] * m)
        for k, m in zip(range(-count, count + 1), smooth, strict=True)
    )
