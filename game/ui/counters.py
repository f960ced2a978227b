"""Counters as pictures: die-cut cardboard with unit symbol, abbreviation and numbers, sharp at any size."""

from __future__ import annotations

import io
from functools import lru_cache

import pygame

from game.core.contract import Counter, SeatInfo, Theme
from game.ui.fonts import font
from game.ui.sheet_style import ASSETS, AssetError

AMBER = "#f2a51d"
CORNER = 0.30
"""The legs of the pale corner of a counter that has moved, in counter widths; no abbreviation reaches it."""
_EDGES = {"solid": (0.0, 0.0, 2.6), "dashed": (9.5, 5.8, 3.6), "dotted": (0.4, 6.6, 4.2)}
"""Dash, gap and width (hundredths of a counter) of each ``SeatInfo.pattern``: a side's sign that needs no colour."""


def counter_surface(counter: Counter, theme: Theme, px: int) -> pygame.Surface:
    """A counter ``px`` pixels square on a transparent ground; one that has moved has a pale corner.

    Cached: do not draw on it.

    :raises AssetError: when the counter's symbol has no picture or its side no known edge pattern.
    """
    moved = "moved" in counter.marks
    return _counter(counter.seat, counter.abbr, counter.symbol, counter.numbers, moved, theme.seats, px)


@lru_cache(maxsize=512)
def _counter(seat: str, abbr: str, symbol: str, numbers: str, moved: bool,
             seats: tuple[SeatInfo, ...], px: int) -> pygame.Surface:
    side = next(info for info in seats if info.name == seat)
    surface = _body(side, px).copy()
    width, height = round(px * 0.46), round(px * 0.322)
    has_abbr = bool(abbr)
    left = round(px * 0.115) if has_abbr else (px - width) // 2
    surface.blit(_symbol(symbol, side.print, width, height), (left, round(px * 0.12)))
    if has_abbr:
        room = px * 0.875 - left - width - px * 0.03
        text = _fitted(abbr, side.print, round(px * 0.33), room)
        surface.blit(text, text.get_rect(center=(round(left + width + px * 0.03 + room / 2), round(px * 0.28))))
    big = _fitted(numbers, side.print, round(px * 0.57), px * 0.80)
    surface.blit(big, big.get_rect(center=(px // 2, round(px * 0.672))))
    if moved:
        _cut_corner(surface, px)
    return surface.convert_alpha()


def _fitted(text: str, colour: str, px: int, room: float) -> pygame.Surface:
    """A line of counter print no wider than ``room`` pixels, cut close around its ink."""
    face = font("counter", px)
    width = face.size(text)[0]
    if width > room:
        face = font("counter", max(4, int(px * room / width)))
    drawn = face.render(text, True, colour)
    return drawn.subsurface(drawn.get_bounding_rect())


def _svg(name: str) -> str:
    path = ASSETS / "counters" / f"{name}.svg"
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise AssetError(f"{path}: missing; expected the picture of the symbol {name!r}") from error


def rasterise(text: str, size: tuple[int, int]) -> pygame.Surface:
    """An SVG text as a picture of ``size`` pixels."""
    return pygame.image.load_sized_svg(io.BytesIO(text.encode()), size).convert_alpha()


@lru_cache(maxsize=64)
def _symbol(name: str, colour: str, width: int, height: int) -> pygame.Surface:
    return rasterise(_svg(name).replace("currentColor", colour), (max(1, width), max(1, height)))


@lru_cache(maxsize=32)
def _body(side: SeatInfo, px: int) -> pygame.Surface:
    if side.pattern not in _EDGES:
        raise AssetError(f"edge pattern {side.pattern!r} of {side.title} is unknown; expected one of {sorted(_EDGES)}")
    paper = pygame.Color(side.paper)
    words = {
        "PAPER": side.paper, "PRINT": side.print, "EDGING": _edging(*_EDGES[side.pattern]),
        "EDGE_DARK": _hex(paper.lerp("#120c06", 0.55)), "EDGE_LIGHT": _hex(paper.lerp("#fffbe8", 0.5)),
    }
    text = _svg("body")
    for word, value in words.items():
        text = text.replace(word, value)
    return rasterise(text, (px, px))


def _edging(dash: float, gap: float, width: float) -> str:
    """The pattern along a counter's edge: path data of dashes that meet evenly at the corners, and its width."""
    low, high = 6.6, 92.4
    if not dash:
        return f'd="M{low} {low}H{high}V{high - 2}H{low}Z" stroke-width="{width}"'
    count = round((high - low - dash) / (dash + gap))
    step = (high - low - dash) / count
    starts = [low + k * step for k in range(count + 1)]
    rows = "".join(f"M{s:.2f} {y}h{dash}" for s in starts for y in (low, high - 2))
    columns = "".join(f"M{x} {s - 1:.2f}v{dash}" for s in starts for x in (low, high))
    return f'd="{rows}{columns}" stroke-width="{width}" stroke-linecap="round"'


def _hex(colour: pygame.Color) -> str:
    return f"#{colour.r:02x}{colour.g:02x}{colour.b:02x}"


@lru_cache(maxsize=32)
def shadow(px: int, lift: float = 0.0) -> pygame.Surface:
    """The soft shadow of a counter of ``px`` pixels, ``lift`` 0 lying .. 1 held up; larger than the counter."""
    blur = max(2, round(px * (0.07 + 0.10 * lift)))
    size = px + 4 * blur
    shape = pygame.Surface((size, size), pygame.SRCALPHA)
    pygame.draw.rect(shape, (14, 8, 3, round(150 - 50 * lift)), (2 * blur, 2 * blur, px, px),
                     border_radius=max(2, px // 12))
    return pygame.transform.gaussian_blur(shape, blur).convert_alpha()


def _cut_corner(surface: pygame.Surface, px: int) -> None:
    """A pale upper right corner, outside the print: this unit has moved."""
    size = round(px * CORNER)
    surface.blit(_corner(size), (px - size, 0))


@lru_cache(maxsize=32)
def _corner(size: int) -> pygame.Surface:
    text = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30" width="30" height="30">'
        '<path d="M4 1.400H25.500a3 3 0 0 1 3 3V26Z" fill="#fff6df" stroke="#1b120a" stroke-width="2.800" '
        'stroke-linejoin="round"/></svg>'
    )
    return rasterise(text, (size, size))


SWORDS = (
    "M20 8L62 62M62 8L20 62M9 50L32 68M73 50L50 68M27 66L16 78M55 66L66 78"
)
"""Crossed swords in a box of 82 x 84: blades, guards and grips."""
