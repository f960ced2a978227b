"""The materials of counters: die-cut bodies, symbols, lines of print and shadows, sharp at any size. Proportions and
colours without a name were chosen by eye."""

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
MIN_PRINT = 4
"""The least size of counter print, in pixels, even if it is then too wide."""
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
"""The least width of that rim, for small counters: this many pixels, but at most this share of the counter's width."""
RIM_DARK = "#140d06"
"""The colour of that rim, and of the outlines of an officer."""
RIM_DIRECTIONS = 32
"""Number of directions in which an outline is shifted to draw a rim around it."""
_EDGES = {"solid": (0.0, 0.0, 2.6), "dashed": (9.5, 5.8, 3.6), "dotted": (0.4, 6.6, 4.2)}
"""``SeatInfo.pattern`` -> dash, gap and width of the edge pattern, in hundredths of a counter; a dash of 0 is a line
without gaps. The pattern tells sides apart without colour."""


@picture_cache(512)
def fitted_print(text: str, colour: str, px: int, room: float, heavy: bool = False) -> pygame.Surface:
    """A line of counter print, cropped to its ink. Cached: do not draw on it.

    :param px: the size of the print in pixels.
    :param room: its maximum width in pixels, apart from the rounding of its letters' widths. It is printed smaller to
        fit, but not smaller than ``MIN_PRINT``, even if that is too wide.
    :param heavy: whether its strokes are wider.
    """
    typeface = font("counter", px)
    extra_stroke = max(1, round(px * HEAVY_STROKE)) if heavy else 0
    width = typeface.size(text)[0]
    if width + extra_stroke > room:
        typeface = font("counter", max(MIN_PRINT, int(px * (room - extra_stroke) / width)))
    image = typeface.render(text, True, colour)
    if extra_stroke:
        size = image.get_width() + extra_stroke, image.get_height() + extra_stroke
        heavy_image = pygame.Surface(size, pygame.SRCALPHA)
        heavy_image.fblits([(image, (x, y)) for x in (0, extra_stroke) for y in (0, extra_stroke)])
        image = heavy_image
    return image.subsurface(image.get_bounding_rect())


@cache
def symbol_svg(name: str) -> str:
    """The text of a picture in ``assets/counters``; ``system/name`` is one in that system's own folder of counters.

    :raises AssetError: if there is none.
    """
    return pictures.read_text(_symbol_file(name), say("the picture of the symbol {name!r}", name=name))


def _symbol_file(name: str) -> Path:
    """The file of a symbol, by a name as in ``symbol_svg``."""
    folder, _, file = name.rpartition("/")
    return systems.assets(folder) / "counters" / f"{file}.svg"


@picture_cache(256)
def symbol_picture(name: str, colour: str, width: int, height: int, paper: str = "#ffffff") -> pygame.Surface:
    """A symbol printed in a colour; ``paper`` is the colour of its ground. Cached: do not draw on it."""
    text = symbol_svg(name).replace("currentColor", colour).replace("PAPER", paper)
    return pictures.render_svg(text, (max(1, width), max(1, height)), str(_symbol_file(name)))


def stripes_svg(paper: str, print_colour: str, box: tuple[float, float, float, float]) -> str:
    """The diagonal stripes of a reverse, as an SVG path: darker on dark paper and paler on pale, so that print keeps
    its contrast and sides their lightness, in colour and in greyscale.

    :param box: left, top, width and height in hundredths of a counter.
    """
    left, top, width, height = box
    lines = []
    for number in range(ceil((width + height) / STRIPE_SPACING - 0.5)):
        x = left - height + (number + 0.5) * STRIPE_SPACING
        start, end = max(left, x), min(left + width, x + height)
        lines.append(f"M{start:.1f} {top + height - (start - x):.1f}L{end:.1f} {top + height - (end - x):.1f}")
    stripe_colour, opacity = ("#000000", 0.45) if luminance(paper) < luminance(print_colour) else ("#ffffff", 0.62)
    return (f'<path d="{"".join(lines)}" fill="none" stroke="{stripe_colour}" stroke-opacity="{opacity}" '
            'stroke-width="7.5"/>')


@picture_cache(32)
def stripes_picture(paper: str, print_colour: str, px: int) -> pygame.Surface:
    """A square of ``px`` pixels covered with the stripes of a reverse."""
    stripes = stripes_svg(paper, print_colour, (0, 0, 100, 100))
    return render_elements((px, px), "0 0 100 100", stripes, svg_size=(100, 100))


@picture_cache(32)
def blank_counter(side: SeatInfo, px: int) -> pygame.Surface:
    """A blank counter of a side, ``px`` pixels square, with its edge pattern. Cached: do not draw on it.

    :raises AssetError: if the side's edge pattern is unknown.
    """
    if side.pattern not in _EDGES:
        raise AssetError(say("edge pattern {pattern!r} of {title} is unknown; expected one of {names}",
                             pattern=side.pattern, title=side.title, names=sorted(_EDGES)))
    paper = pygame.Color(side.paper)
    replacements = {"PAPER": side.paper, "PRINT": side.print, "EDGING": _edge_attributes(*_EDGES[side.pattern]),
                    "EDGE_DARK": svg_colour(paper.lerp("#120c06", 0.55)),
                    "EDGE_LIGHT": svg_colour(paper.lerp("#fffbe8", 0.5))}
    text = symbol_svg("body")
    for placeholder, value in replacements.items():
        text = text.replace(placeholder, value)
    return pictures.render_svg(text, (px, px), str(_symbol_file("body")))


@picture_cache(32)
def counter_rim(side: SeatInfo, px: int) -> pygame.Surface:
    """The rim around a counter of ``px`` pixels, which keeps it apart from any ground: dark, and with a pale line
    inside it on dark cardboard, so that it is seen on dark ground, too."""
    width = max(RIM_SHARE, min(MIN_RIM[0] / px, MIN_RIM[1])) * 100
    lines = [(RIM_DARK, width)]
    if luminance(side.paper) < luminance(side.print):
        lines = [(RIM_DARK, width / 2), (svg_colour(pygame.Color(side.print)), width / 2)]
    svg, offset = "", 0.0
    for colour, line_width in lines:
        start, length = offset + line_width / 2, 100 - 2 * offset - line_width
        svg += (f'<rect x="{start:.2f}" y="{start:.2f}" width="{length:.2f}" height="{length:.2f}" '
                f'rx="{max(1.0, 8 - start):.2f}" fill="none" stroke="{colour}" stroke-width="{line_width:.2f}"/>')
        offset += line_width
    return render_elements((px, px), "0 0 100 100", svg, svg_size=(100, 100))


def _edge_attributes(dash: float, gap: float, width: float) -> str:
    """SVG attributes of the pattern along a counter's edge, with dashes that meet evenly at the corners."""
    # The paper of ``body.svg`` is from 2.6 to 96.8 across, but only to 94.8 down, where the card's thickness shows: the
    # pattern's lower side is 2 higher.
    start, end = 6.6, 92.4
    if not dash:
        return f'd="M{start} {start}H{end}V{end - 2}H{start}Z" stroke-width="{width}"'
    count = round((end - start - dash) / (dash + gap))
    step = (end - start - dash) / count
    starts = [start + k * step for k in range(count + 1)]
    rows = "".join(f"M{dash_start:.2f} {y}h{dash}" for dash_start in starts for y in (start, end - 2))
    columns = "".join(f"M{x} {dash_start - 1:.2f}v{dash}" for dash_start in starts for x in (start, end))
    return f'd="{rows}{columns}" stroke-width="{width}" stroke-linecap="round"'


def svg_colour(colour: pygame.Color) -> str:
    """A colour in SVG notation."""
    return f"#{colour.r:02x}{colour.g:02x}{colour.b:02x}"


@picture_cache(32)
def counter_shadow(px: int, lift: float = 0.0, *, standing: bool = False) -> pygame.Surface:
    """The soft shadow of a counter of ``px`` pixels, centred in a picture that is wider by two blur radii on each side.

    :param lift: from 0 (on the map) to 1 (held up).
    :param standing: whether the counter stands upright, so that the shadow is only around its foot.
    """
    blur = max(2, round(px * (0.07 + 0.10 * lift)))
    size = px + 4 * blur
    shape = pygame.Surface((size, size), pygame.SRCALPHA)
    box = pygame.Rect(2 * blur, 2 * blur, px, px)
    if standing:
        box.height, box.top = round(0.34 * px), box.bottom - round(0.34 * px)
    pygame.draw.rect(shape, (14, 8, 3, round(150 - 50 * lift)), box,
                     border_radius=max(2, box.height // 2 if standing else px // 12))
    return blurred_picture(shape, blur)


def draw_moved_corner(surface: pygame.Surface, px: int, legs: float = MOVED_CORNER) -> None:
    """Draw a pale upper right corner, outside the print, which marks a unit that has moved.

    :param px: the width of the counter in pixels.
    :param legs: the legs of the corner, in counter widths.
    """
    size = round(px * legs)
    surface.blit(_corner(size), (px - size, 0))


@picture_cache(32)
def _corner(size: int) -> pygame.Surface:
    """The pale corner of a moved counter, with legs of ``size`` pixels."""
    return render_elements(
        (size, size), "0 0 30 30",
        '<path d="M4 1.4H25.5a3 3 0 0 1 3 3V26Z" fill="#fff6df" stroke="#1b120a" stroke-width="2.8" '
        'stroke-linejoin="round"/>')


@picture_cache(64)
def foot_plate(cloth: str, paper: str, top: float, px: int) -> pygame.Surface:
    """The foot of an officer: a plate of the corps' colour with a rim in the side's colour and a dark outline.

    :param cloth: the colour of the corps.
    :param paper: the colour of the side.
    :param top: its upper edge, in hundredths of a counter.
    :param px: the width of the counter in pixels.
    """
    return render_elements((px, px), "0 0 100 100", (
        f'<path d="M5 {top}H95L98 {top + 27}H2Z" fill="{paper}" stroke="{RIM_DARK}" stroke-width="3" '
        f'stroke-linejoin="round"/><path d="M6.5 {top + 3}H93.5L95 {top + 24}H5Z" fill="{cloth}"/>'),
        svg_size=(100, 100))


@picture_cache(64)
def bust(symbol: str, paper: str, px: int) -> pygame.Surface:
    """A portrait, given by its symbol, cut out slightly outside its outline, with a rim in the side's colour and a dark
    one; the picture is ``px`` pixels square."""
    x, y, width, height = (round(PORTRAIT_OVERSIZE * px * each / 100) for each in BUST_BOX)
    picture = pygame.Surface((PORTRAIT_OVERSIZE * px, PORTRAIT_OVERSIZE * px), pygame.SRCALPHA)
    portrait = symbol_picture(symbol, PORTRAIT_COLOURS[0], width, height, PORTRAIT_COLOURS[1])
    mask = pygame.mask.from_surface(portrait, 60)
    for colour, rim_width in ((RIM_DARK, 0.062), (paper, 0.036)):
        rim = mask.to_surface(setcolor=colour, unsetcolor=(0, 0, 0, 0))
        distance = PORTRAIT_OVERSIZE * px * rim_width
        angles = [2 * pi * k / RIM_DIRECTIONS for k in range(RIM_DIRECTIONS)]
        offsets = [(distance * cos(angle), distance * sin(angle)) for angle in angles]
        picture.fblits([(rim, (x + round(dx), y + round(dy))) for dx, dy in offsets])
    picture.blit(portrait, (x, y))
    return pygame.transform.smoothscale(picture, (px, px))
