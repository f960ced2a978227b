"""The materials of counters: die-cut bodies, symbols, lines of print and shadows, sharp at any size."""

from __future__ import annotations

from functools import cache
from math import ceil, cos, pi, sin
from pathlib import Path

import pygame

from game import systems
from game.art import AssetError
from game.core.message import say
from game.core.theme import SeatInfo
from game.ui.kit import pictures
from game.ui.kit.fonts import font
from game.ui.kit.pictures import blurred_picture, picture_cache, render_elements
from game.ui.kit.theme import luminance

MOVED_CORNER = 0.30
"""The legs of the pale corner that marks a moved counter, in counter widths; abbreviations keep clear of it."""
HEAVY_STROKE = 0.03
"""The extra stroke width of heavy print, as a share of its height. Chosen by eye."""
STRIPE_SPACING = 17.0
"""The distance between the stripes of a reverse, in hundredths of a counter."""
BUST_BOX = 7.0, 6.0, 47.0, 66.0
"""The box of an officer's portrait, in hundredths of a counter: left, top, width, height."""
PORTRAIT_OVERSIZE = 3
"""The factor by which a portrait is drawn larger before it is cut out and scaled down."""
PORTRAIT_COLOURS = ("#2b1a12", "#f6ecd2")
"""Ink and paper of an officer's portrait, for either side."""
RIM_SHARE = 0.045
"""The width of the rim around a counter, as a share of the counter's width. Chosen by eye."""
MIN_RIM = (2.0, 0.06)
"""The least width of that rim, for small counters: 2 pixels, but at most this share of the width."""
RIM_DARK = "#140d06"
_EDGES = {"solid": (0.0, 0.0, 2.6), "dashed": (9.5, 5.8, 3.6), "dotted": (0.4, 6.6, 4.2)}
"""Dash, gap and width (hundredths of a counter) of each ``SeatInfo.pattern``, which tells sides apart without
colour."""


@picture_cache(512)
def fitted_print(text: str, colour: str, px: int, room: float, heavy: bool = False) -> pygame.Surface:
    """A line of counter print at most ``room`` pixels wide, cropped to its ink. Cached: do not draw on it.

    :param heavy: whether its strokes are wider.
    """
    face = font("counter", px)
    width = face.size(text)[0]
    if width > room:
        face = font("counter", max(4, int(px * room / width)))
    drawn = face.render(text, True, colour)
    if heavy:
        more = max(1, round(px * HEAVY_STROKE))
        wide = pygame.Surface((drawn.get_width() + more, drawn.get_height() + more), pygame.SRCALPHA)
        wide.fblits([(drawn, (x, y)) for x in (0, more) for y in (0, more)])
        drawn = wide
    return drawn.subsurface(drawn.get_bounding_rect())


@cache
def symbol_svg(name: str) -> str:
    """The text of a picture in ``assets/counters``; ``system/name`` is one in that system's own folder of counters.

    :raises AssetError: if there is none.
    """
    folder, _, file = name.rpartition("/")
    return pictures.read_text(_symbol_file(folder, file), say("the picture of the symbol {name!r}", name=name))


def _symbol_file(folder: str, name: str) -> Path:
    return systems.assets(folder) / "counters" / f"{name}.svg"


@picture_cache(256)
def symbol_picture(name: str, colour: str, width: int, height: int, paper: str = "#ffffff") -> pygame.Surface:
    """A symbol printed in a colour; ``paper`` is the colour of its ground. Cached: do not draw on it."""
    text = symbol_svg(name).replace("currentColor", colour).replace("PAPER", paper)
    folder, _, file = name.rpartition("/")
    return pictures.render_svg(text, (max(1, width), max(1, height)), str(_symbol_file(folder, file)))


def stripes_svg(paper: str, print_: str, box: tuple[float, float, float, float]) -> str:
    """The diagonal stripes of a reverse, as an SVG path: darker on dark paper and paler on pale, so that print keeps
    its contrast and sides their lightness, in colour and in greyscale.

    :param box: left, top, width and height in hundredths of a counter.
    """
    left, top, width, height = box
    lines = []
    for number in range(ceil((width + height) / STRIPE_SPACING)):
        x = left - height + (number + 0.5) * STRIPE_SPACING
        start, end = max(left, x), min(left + width, x + height)
        lines.append(f"M{start:.1f} {top + height - (start - x):.1f}L{end:.1f} {top + height - (end - x):.1f}")
    ink, dense = ("#000000", 0.45) if luminance(paper) < luminance(print_) else ("#ffffff", 0.62)
    return f'<path d="{"".join(lines)}" fill="none" stroke="{ink}" stroke-opacity="{dense}" stroke-width="7.5"/>'


@picture_cache(32)
def stripes_picture(paper: str, print_: str, px: int) -> pygame.Surface:
    """A square of ``px`` pixels covered with the stripes of a reverse."""
    return render_elements((px, px), "0 0 100 100", stripes_svg(paper, print_, (0, 0, 100, 100)), svg_size=(100, 100))


@picture_cache(32)
def blank_counter(side: SeatInfo, px: int) -> pygame.Surface:
    """A blank counter of a side with its edge pattern. Cached: do not draw on it.

    :raises AssetError: if the side's edge pattern is unknown.
    """
    if side.pattern not in _EDGES:
        raise AssetError(say("edge pattern {pattern!r} of {title} is unknown; expected one of {names}",
                             pattern=side.pattern, title=side.title, names=sorted(_EDGES)))
    paper = pygame.Color(side.paper)
    words = {"PAPER": side.paper, "PRINT": side.print, "EDGING": _edge_attributes(*_EDGES[side.pattern]),
             "EDGE_DARK": svg_colour(paper.lerp("#120c06", 0.55)), "EDGE_LIGHT": svg_colour(paper.lerp("#fffbe8", 0.5))}
    text = symbol_svg("body")
    for word, value in words.items():
        text = text.replace(word, value)
    return pictures.render_svg(text, (px, px), str(_symbol_file("", "body")))


@picture_cache(32)
def counter_rim(side: SeatInfo, px: int) -> pygame.Surface:
    """The rim around a counter, which keeps it apart from any ground: dark, and with a pale line inside it on dark
    cardboard, so that it is seen on dark ground, too."""
    width = max(RIM_SHARE, min(MIN_RIM[0] / px, MIN_RIM[1])) * 100
    lines = [(RIM_DARK, width)]
    if luminance(side.paper) < luminance(side.print):
        lines = [(RIM_DARK, width / 2), (svg_colour(pygame.Color(side.print)), width / 2)]
    drawn, out = "", 0.0
    for ink, thick in lines:
        at, long = out + thick / 2, 100 - 2 * out - thick
        drawn += (f'<rect x="{at:.2f}" y="{at:.2f}" width="{long:.2f}" height="{long:.2f}" rx="{max(1.0, 8 - at):.2f}" '
                  f'fill="none" stroke="{ink}" stroke-width="{thick:.2f}"/>')
        out += thick
    return render_elements((px, px), "0 0 100 100", drawn, svg_size=(100, 100))


def _edge_attributes(dash: float, gap: float, width: float) -> str:
    """SVG attributes of the pattern along a counter's edge, with dashes that meet evenly at the corners."""
    low, high = 6.6, 92.4
    if not dash:
        return f'd="M{low} {low}H{high}V{high - 2}H{low}Z" stroke-width="{width}"'
    count = round((high - low - dash) / (dash + gap))
    step = (high - low - dash) / count
    starts = [low + k * step for k in range(count + 1)]
    rows = "".join(f"M{s:.2f} {y}h{dash}" for s in starts for y in (low, high - 2))
    columns = "".join(f"M{x} {s - 1:.2f}v{dash}" for s in starts for x in (low, high))
    return f'd="{rows}{columns}" stroke-width="{width}" stroke-linecap="round"'


def svg_colour(colour: pygame.Color) -> str:
    """A colour in SVG notation."""
    return f"#{colour.r:02x}{colour.g:02x}{colour.b:02x}"


@picture_cache(32)
def counter_shadow(px: int, lift: float = 0.0, *, standing: bool = False) -> pygame.Surface:
    """The soft shadow of a counter of ``px`` pixels, larger than the counter; ``lift`` is 0 on the map to 1 held up.

    :param standing: whether the counter stands upright, so that the shadow is only around its foot.
    """
    blur = max(2, round(px * (0.07 + 0.10 * lift)))
    size = px + 4 * blur
    shape = pygame.Surface((size, size), pygame.SRCALPHA)
    place = pygame.Rect(2 * blur, 2 * blur, px, px)
    if standing:
        place.height, place.top = round(0.34 * px), place.bottom - round(0.34 * px)
    pygame.draw.rect(shape, (14, 8, 3, round(150 - 50 * lift)), place,
                     border_radius=max(2, place.height // 2 if standing else px // 12))
    return blurred_picture(shape, blur)


def draw_moved_corner(surface: pygame.Surface, px: int, legs: float = MOVED_CORNER) -> None:
    """Draw a pale upper right corner, outside the print, which marks a unit that has moved."""
    size = round(px * legs)
    surface.blit(_corner(size), (px - size, 0))


@picture_cache(32)
def _corner(size: int) -> pygame.Surface:
    return render_elements(
        (size, size), "0 0 30 30",
        '<path d="M4 1.400H25.500a3 3 0 0 1 3 3V26Z" fill="#fff6df" stroke="#1b120a" stroke-width="2.800" '
        'stroke-linejoin="round"/>')


@picture_cache(64)
def foot_plate(cloth: str, paper: str, top: float, px: int) -> pygame.Surface:
    """The foot of an officer: a plate of the corps' colour with a rim in the side's colour and a dark outline."""
    return render_elements((px, px), "0 0 100 100", (
        f'<path d="M5 {top}H95L98 {top + 27}H2Z" fill="{paper}" stroke="#140d06" stroke-width="3" '
        f'stroke-linejoin="round"/><path d="M6.500 {top + 3}H93.500L95 {top + 24}H5Z" fill="{cloth}"/>'),
        svg_size=(100, 100))


@picture_cache(64)
def bust(symbol: str, paper: str, px: int) -> pygame.Surface:
    """A portrait cut out slightly outside its outline, with a rim in the side's colour and a dark one."""
    x, y, width, height = (round(PORTRAIT_OVERSIZE * px * each / 100) for each in BUST_BOX)
    cut = pygame.Surface((PORTRAIT_OVERSIZE * px, PORTRAIT_OVERSIZE * px), pygame.SRCALPHA)
    figure = symbol_picture(symbol, PORTRAIT_COLOURS[0], width, height, PORTRAIT_COLOURS[1])
    shape = pygame.mask.from_surface(figure, 60)
    for ink, far in (("#140d06", 0.062), (paper, 0.036)):
        rim = shape.to_surface(setcolor=ink, unsetcolor=(0, 0, 0, 0))
        distance = PORTRAIT_OVERSIZE * px * far
        out = [(distance * cos(k * pi / 16), distance * sin(k * pi / 16)) for k in range(32)]
        cut.fblits([(rim, (x + round(dx), y + round(dy))) for dx, dy in out])
    cut.blit(figure, (x, y))
    return pygame.transform.smoothscale(cut, (px, px))
