"""Bases seen from above: blocks of figures or a unit symbol, with the front edge marked, sharp at any size and
rotation. Proportions and colours without a name were chosen by eye."""

from __future__ import annotations

import re
from functools import cache
from math import ceil, cos, hypot, radians, sin
from pathlib import Path

import pygame

from game import systems
from game.core.contract import Counter
from game.core.theme import SeatInfo, Theme
from game.ui.counters.cardboard import fitted_print, svg_colour, symbol_picture
from game.ui.kit import pictures
from game.ui.kit.pictures import blurred_picture, picture_cache, render_elements

MIN_OVERSIZE = 1.5
"""The minimum factor by which a base is drawn larger than shown, so that it stays sharp when rotated."""
DRAWN_WIDTHS = tuple(round(2 ** (step / 2)) for step in range(4, 24))
"""The widths, in pixels, at which bases are drawn: while a map is zoomed, most sizes are scaled from the same drawing.
With a drawing for each, a third of the frames took longer than 8 ms."""
MIN_LABEL_WIDTH = 84
"""The minimum width in pixels at which a base has its abbreviation and numbers printed along its rear, and its side's
pattern along its edges."""
MIN_FIGURE_WIDTH = 150
"""The minimum width in pixels at which a base shows figures, if its side's ``small_print_width`` is 1; it grows with
that factor. On a narrower base, as when a map zooms in for a roll in a window of 1080 lines, only the symbol of its
type is recognisable across a room (chosen by eye)."""
FRONT_BAR = 0.19
"""The depth of the bar along the front edge, as a share of the base's depth."""
BEVEL_WIDTH = 3.4
"""The width of the lit and dark edges of a base, in hundredths of its width. Chosen by eye."""
EDGE_HEIGHT = 0.05
"""The visible thickness of a base below its upper face, as a share of its width. Chosen by eye."""
LIGHT_DIRECTION = (-0.6, -0.8)
"""The unit vector towards the light on the screen, at any rotation of a base: to the upper left."""
LIGHT_STEP = 15
"""The steps of rotation, in degrees, in which the edges of a base are shaded."""
TURN_STEP = 0.5
"""The steps of rotation, in degrees, in which bases are shown."""
_DASHES = {"solid": "", "dashed": ' stroke-dasharray="7 4.5"', "dotted": ' stroke-dasharray="2.5 4"'}
"""Pattern of a side -> the dashes along the edges of its bases."""


def base_surface(counter: Counter, theme: Theme, px: int, turn: float, shown: int | None = None) -> pygame.Surface:
    """A base whose front edge is ``px`` pixels wide and faces ``turn`` degrees clockwise from the top, centred in the
    picture. Cached: do not draw on it.

    :param shown: the width at which it is shown, if its picture is stretched to that: it decides whether the
        figures and the label are drawn.
    :raises AssetError: if the counter's symbol has no picture.
    """
    side = theme.side(counter.seat)
    shown_px = px if shown is None else shown
    figures = is_wide_enough_for_figures(side, shown_px) and not theme.symbols and has_figures(counter.symbol)
    drawn_width = next(width for width in DRAWN_WIDTHS if width >= min(px * MIN_OVERSIZE, DRAWN_WIDTHS[-1]))
    return _turned_base(side, counter.abbr, counter.symbol, counter.numbers, "moved" in counter.marks, px, drawn_width,
                        base_depth(counter, drawn_width), rounded_turn(turn), figures, shown_px >= MIN_LABEL_WIDTH)


def is_wide_enough_for_figures(side: SeatInfo, px: int) -> bool:
    """Whether a side's base ``px`` pixels wide can show figures rather than the symbol of its type."""
    return px >= MIN_FIGURE_WIDTH * side.small_print_width


def base_depth(counter: Counter, px: int) -> int:
    """The depth in pixels of a base whose front edge is ``px`` wide; ``px`` for a counter that is not a base."""
    return px if counter.size is None else max(3, round(px * counter.size[1] / counter.size[0]))


def rounded_turn(turn: float) -> float:
    """A rotation in degrees, rounded to ``TURN_STEP``, from 0 to less than 360."""
    return round(turn / TURN_STEP) * TURN_STEP % 360


@picture_cache(640)
def _turned_base(side: SeatInfo, abbr: str, symbol: str, numbers: str, moved: bool, px: int, drawn_width: int,
                 drawn_depth: int, turn: float, figures: bool, labelled: bool) -> pygame.Surface:
    """A base ``px`` pixels wide, scaled and rotated from a drawing of ``drawn_width`` by ``drawn_depth`` pixels.

    :param turn: in degrees clockwise.
    :param figures: whether it shows figures rather than the symbol of its type.
    :param labelled: whether its abbreviation and numbers are printed along its rear.
    """
    drawing = _flat_base(side, abbr, symbol, numbers, moved, drawn_width, drawn_depth, 90 < turn < 270, figures,
                         labelled, round(turn / LIGHT_STEP) * LIGHT_STEP % 360)
    return pygame.transform.rotozoom(drawing, -turn, px / drawn_width).convert_alpha()


@picture_cache(256)
def _flat_base(side: SeatInfo, abbr: str, symbol: str, numbers: str, moved: bool, px: int, depth: int,
               upside_down: bool, figures: bool, labelled: bool, turn: int) -> pygame.Surface:
    """A base facing the top, ``px`` by ``depth`` pixels within a narrow transparent margin. Its print and the light on
    its edges are already those of the base rotated by ``turn`` degrees."""
    margin = 4
    picture = pygame.Surface((px + 2 * margin, depth + 2 * margin), pygame.SRCALPHA)
    picture.blit(_blank_base(side, px, depth, moved, labelled, turn), (margin, margin))
    bar_depth = round(depth * FRONT_BAR)
    label_height = round((depth - bar_depth) * 0.3) if labelled else 0
    room = pygame.Rect(margin + px // 33, margin + bar_depth + depth // 30, px - 2 * (px // 33),
                       depth - bar_depth - label_height - depth // 12)
    if figures:
        _draw_figures(picture, room, side, symbol)
    else:
        width = min(room.w, round(room.h * 60 / 42))
        symbol_image = symbol_picture(symbol, side.print, width, round(width * 42 / 60), side.paper)
        symbol_image = pygame.transform.rotate(symbol_image, 180) if upside_down else symbol_image
        picture.blit(symbol_image, symbol_image.get_rect(center=room.center))
    if label_height:
        label = _label(side, abbr, numbers, px, label_height)
        picture.blit(pygame.transform.rotate(label, 180) if upside_down else label,
                     (margin, margin + depth - label_height - depth // 16))
    return picture.convert_alpha()


def _label(side: SeatInfo, abbr: str, numbers: str, px: int, height: int) -> pygame.Surface:
    """The abbreviation and numbers of a base in one line, ``px`` by ``height`` pixels."""
    label = pygame.Surface((px, height), pygame.SRCALPHA)
    name, number = (fitted_print(text, side.print, height, px * 0.4, side.heavy) for text in (abbr, numbers))
    label.blit(name, name.get_rect(midleft=(round(px * 0.07), height // 2)))
    label.blit(number, number.get_rect(midright=(round(px * 0.93), height // 2)))
    return label


def _figures_path(symbol: str) -> Path:
    """The file with the picture of a type's figures."""
    folder, _, name = symbol.rpartition("/")
    return systems.assets(folder) / "figures" / f"{name}.svg"


@cache
def _figures_text(symbol: str) -> str:
    """The picture of a type's figures, as SVG."""
    return pictures.read_text(_figures_path(symbol), symbol)


@cache
def has_figures(symbol: str) -> bool:
    """Whether there is a picture of a type's figures seen from above: one column of figures, as deep as the
    block."""
    return _figures_path(symbol).is_file()


def _draw_figures(picture: pygame.Surface, room: pygame.Rect, side: SeatInfo, symbol: str) -> None:
    """Draw as many columns of figures side by side as there is room for."""
    text = _figures_text(symbol).replace("currentColor", side.print).replace("PAPER", side.paper)
    width, height = map(int, re.findall(r'viewBox="0 0 (\d+) (\d+)"', text)[0])
    count = max(1, round(room.w * height / (room.h * width)))
    column_width = min(room.w / count, room.h * width / height)
    size = max(1, round(column_width)), max(1, min(room.h, round(column_width * height / width)))
    column_picture = pictures.render_svg(text, size, str(_figures_path(symbol)))
    for number in range(count):
        middle = room.x + room.w * (2 * number + 1) / (2 * count), room.centery
        picture.blit(column_picture, column_picture.get_rect(center=(round(middle[0]), middle[1])))


def _blank_base(side: SeatInfo, px: int, depth: int, moved: bool, labelled: bool, turn: int) -> pygame.Surface:
    """The block without its print: a bar with two notches along the front, the side's pattern along the edges of a
    labelled base, and a light corner on one that has moved."""
    w, h = 100.0, 100.0 * depth / px
    bar = h * FRONT_BAR
    dark = svg_colour(pygame.Color(side.paper).lerp("#120c06", 0.6))
    notch = "".join(f'<path d="M{x - 7} {bar}L{x} {bar * 0.15:.2f}L{x + 7} {bar}Z" fill="{side.paper}"/>'
                    for x in (25, 75))
    edge_pattern = "" if not labelled else (
        f'<rect x="2.4" y="{bar + 1:.2f}" width="{w - 4.8}" height="{h - bar - 3.4:.2f}" fill="none" '
        f'stroke="{side.print}" stroke-opacity="0.6" stroke-width="1.1"{_DASHES.get(side.pattern, "")}/>')
    corner = f'<path d="M{w - 1.5} {h - 13}V{h - 1.5}H{w - 13}Z" fill="#fff6df" stroke="#1b120a" stroke-width="1.4"/>'
    return render_elements(
        (px, depth), f"0 0 {w} {h:.2f}",
        f'<rect x="0.8" y="0.8" width="{w - 1.6}" height="{h - 1.6:.2f}" rx="1.6" fill="{side.paper}" stroke="{dark}" '
        f'stroke-width="1.6"/>{edge_pattern}'
        f'<path d="M1 1H{w - 1}V{bar:.2f}H1Z" fill="{side.print}"/>{notch}'
        f'{_bevel_svg(w, h, turn)}{corner if moved else ""}')


def _bevel_svg(w: float, h: float, turn: int) -> str:
    """The edges of a block as SVG, to be rotated: bright towards the light, dark away from it."""
    e = BEVEL_WIDTH
    paths = []
    for k, shape in enumerate((f"M0 0H{w}L{w - e} {e}H{e}Z", f"M{w} 0V{h:.2f}L{w - e} {h - e:.2f}V{e}Z",
                               f"M{w} {h:.2f}H0L{e} {h - e:.2f}H{w - e}Z", f"M0 {h:.2f}V0L{e} {e}V{h - e:.2f}Z")):
        light = sin(radians(turn + 90 * k)) * LIGHT_DIRECTION[0] - cos(radians(turn + 90 * k)) * LIGHT_DIRECTION[1]
        colour, opacity = ("#fffbe8", 0.72 * light) if light > 0 else ("#120c06", -0.66 * light)
        paths.append(f'<path d="{shape}" fill="{colour}" fill-opacity="{opacity:.3f}"/>')
    return "".join(paths)


@picture_cache(128)
def edge_picture(side: SeatInfo, px: int, depth: int, turn: float) -> pygame.Surface:
    """The visible edge of a block below its upper face, with the same centre: the side's colour, darkened."""
    edge_height = max(1, round(px * EDGE_HEIGHT))
    drawing = pygame.Surface((2 * px + 8, 2 * depth + 8), pygame.SRCALPHA)
    drawing.fill(pygame.Color(side.paper).lerp("#120c06", 0.62), (4, 4, 2 * px, 2 * depth))
    upper_face = pygame.transform.rotozoom(drawing, -turn, 0.5)
    picture = pygame.Surface((upper_face.get_width(), upper_face.get_height() + 2 * edge_height), pygame.SRCALPHA)
    for step in range(1, edge_height + 1):
        picture.blit(upper_face, (0, edge_height + step))
    return picture.convert_alpha()


def base_edge(counter: Counter, theme: Theme, px: int, turn: float) -> pygame.Surface:
    """The visible edge of a base that is ``px`` wide, at a rotation."""
    return edge_picture(theme.side(counter.seat), px, base_depth(counter, px), rounded_turn(turn))


@picture_cache(256)
def shadow_picture(px: int, depth: int, turn: float, lift: float = 0.0) -> pygame.Surface:
    """The soft shadow of a base, centred in the picture; ``lift`` from 0 (on the table) to 1 (held up)."""
    blur = max(2, round(px * (0.075 + 0.08 * lift)))
    size = ceil(hypot(px, depth)) + 4 * blur
    shape = pygame.Surface((size, size), pygame.SRCALPHA)
    pygame.draw.polygon(shape, (8, 10, 4, round(190 - 70 * lift)), turned_box(px, depth, turn, (size / 2, size / 2)))
    return blurred_picture(shape, blur)


def base_shadow(counter: Counter, px: int, turn: float, lift: float = 0.0) -> pygame.Surface:
    """The shadow of a base, with the width rounded to 4 pixels and the rotation to 3 degrees, so that few are drawn."""
    width = max(4, round(px / 4) * 4)
    return shadow_picture(width, base_depth(counter, width), round(turn / 3) * 3 % 360, lift)


def turned_box(px: float, depth: float, turn: float, centre: tuple[float, float]) -> list[tuple[float, float]]:
    """The corners of a box of ``px`` by ``depth`` pixels about a point, rotated clockwise by ``turn`` degrees: front
    left, front right, rear right, rear left."""
    sine, cosine = sin(radians(turn)), cos(radians(turn))
    return [(centre[0] + x * cosine - y * sine, centre[1] + x * sine + y * cosine)
            for x, y in ((-px / 2, -depth / 2), (px / 2, -depth / 2), (px / 2, depth / 2), (-px / 2, depth / 2))]
