"""Pictures of counters: cardboard with symbol, abbreviation and numbers; or, if a counter has a face, a corps band with
symbol and type code, or a stripe above them, name and factors; officers and trains with a picture; and flags of
officers beside a stack. Proportions and colours without a name were chosen by eye."""

from __future__ import annotations

import re
from dataclasses import replace

import pygame

from game.core.contract import Counter
from game.core.face import DIE_SIGN, CounterFace
from game.core.theme import SeatInfo, Theme
from game.ui.counters.cardboard import (
    MOVED_CORNER,
    blank_counter,
    bust,
    counter_rim,
    draw_moved_corner,
    fitted_print,
    foot_plate,
    stripes_picture,
    stripes_svg,
    symbol_picture,
)
from game.ui.kit.fonts import font
from game.ui.kit.pictures import picture_cache, render_elements
from game.ui.kit.theme import contrast

SYMBOL_RATIO = 0.7
"""The height of a symbol, as a share of its width."""
MIN_FULL_WIDTH = 58
"""Width in pixels below which counters have larger factors and no small print, which would be illegible."""
SIDE_EDGE = 7.0
"""The edge in the side's colour around the band of a counter without small print, in hundredths of its width."""
USUAL_HEIGHTS = 0.60, 0.36
"""The heights of strength and movement on a counter without a face, in counter widths."""
LARGE_HEIGHTS = 0.72, 0.32
"""The same heights if the player chose larger print and the counter has no room for small print."""
TINY_WIDTH = 40
"""Width in pixels below which counters have larger print on their bands, and less of it."""
FOOT_TOP = 71.0
"""The upper edge of an officer's foot, in hundredths of a counter."""
MIN_NAME_ROWS = 5
"""The minimum height in pixels of an officer's name; a longer one is abbreviated."""
MIN_NAME_SIZE = 9
"""The minimum print size of a name, in pixels; a name that is still too long is cut off."""
FACE_MOVED_CORNER = 0.23
"""The legs of the corner that marks a moved counter with a face, in counter widths: smaller than ``MOVED_CORNER``, to
keep the code visible."""
SMALL_PRINT_WIDTH = 80
"""Width in pixels below which officers have larger numbers, without plus signs."""
MIN_NAME_SHRINK = 0.8
"""The share of its size down to which a name on a tiny counter shrinks before it is cut off."""
BAND_EDGES = {"low": 46.0, "unit": 44.0, "beneath": 35.0, "named": 24.0}
"""The lower edge of the band in hundredths of a counter, by what is on it: a large symbol alone, on a small counter;
symbol and code; the same on a counter beneath others; the name of a train.

A stack on the map shows the upper part of the counters below its top one, ``stack_layout.BAND_STEP`` high: their corps
and type must be in it."""
STRIPE_EDGE = 16.0
"""The lower edge of the stripe of a command in hundredths of a counter: the least that shows its colour from across a
room (looked at in pictures scaled to a quarter)."""
MIN_STRIPE = 4
"""The minimum height of that stripe in pixels, with the rim."""
SYMBOL_EDGES = {"low": 0.565, "unit": 0.46, "beneath": 0.36}
"""The lower edge of a symbol below a stripe in counter widths, by the shape of a band in its place: see
``BAND_EDGES``."""
FIGURE_HEIGHT = 0.72
"""The height of figures as a share of their print size (measured)."""
MIN_PRINT_CONTRAST = 3.0
"""The minimum contrast of print on a counter (WCAG 2, large print); below it the print on a hollow band has the colour
of its side's print."""


@picture_cache(512)
def face_surface(face: CounterFace, code: str, symbol: str, numbers: str, moved: bool, side: SeatInfo,
                 px: int, beneath: bool = False) -> pygame.Surface:
    """A counter with a face, ``px`` pixels square; a pale corner marks it as moved. Cached: do not draw on it.

    :param code: the code of its type.
    :param numbers: its factors; empty for a train.
    :param beneath: whether it lies under others that leave only its upper part visible.
    :raises AssetError: if the symbol has no picture or the side's edge pattern is unknown.
    """
    if face.by_kind:
        picture = _silhouette_counter(face, symbol, numbers, side, px)
    elif face.portrait:
        picture = _officer_counter(face, symbol, numbers, side, px, beneath)
    elif face.command:
        picture = _striped_counter(face, code, symbol, numbers, side, px, beneath)
    else:
        picture = _banded_counter(face, code, symbol, numbers, side, px, beneath)
    if moved:
        draw_moved_corner(picture, px, FACE_MOVED_CORNER)
    return picture.convert_alpha()


def _banded_counter(face: CounterFace, code: str, symbol: str, numbers: str, side: SeatInfo, px: int, beneath: bool
                    ) -> pygame.Surface:
    """A unit or a train with a band in the colour of its corps."""
    picture = blank_counter(side, px).copy()
    band_shape = _band_shape(numbers, side, px, beneath)
    band = _band_picture(face.band, side.paper, side.print, face.reduced, band_shape, px, is_full(side, px))
    picture.blit(band, (0, 0))
    if not numbers:
        _draw_train(picture, face, symbol, side, px)
    else:
        _draw_unit(picture, face, code, symbol, numbers, side, px, band_shape)
    picture.blit(counter_rim(side, px), (0, 0))
    return picture


def stripe_height(px: int) -> int:
    """The height of the stripe of a command on a counter ``px`` pixels wide, with the rim."""
    return max(MIN_STRIPE, round(px * STRIPE_EDGE / 100))


def _striped_counter(face: CounterFace, code: str, symbol: str, numbers: str, side: SeatInfo, px: int, beneath: bool
                     ) -> pygame.Surface:
    """A unit on its side's ground, below a stripe in the colour of its command; diagonal stripes on its reverse. A
    commander's name is there once."""
    code = "" if code == face.title and is_full(side, px) else code
    picture, height = blank_counter(side, px).copy(), stripe_height(px)
    rim = max(1, round(px * 0.026))
    shape = "beneath" if beneath else "unit" if is_full(side, px) else "low"
    bottom = SYMBOL_EDGES[shape] if numbers or beneath else 0.93
    shown_height = round(px * bottom) - height
    if not is_full(side, px):
        pygame.draw.rect(picture, side.paper, (rim, rim, px - 2 * rim, px - 3 * rim), border_radius=max(1, px // 16))
    if face.reduced:
        ground = pygame.Rect(rim, height + shown_height, px - 2 * rim, round(px * 0.93) - height - shown_height)
        picture.blit(stripes_picture(side.paper, side.print, px), ground, ground)
    stripe = pygame.Rect(rim, rim, px - 2 * rim, height - rim)
    pygame.draw.rect(picture, face.band, stripe, border_top_left_radius=px // 16, border_top_right_radius=px // 16)
    pygame.draw.line(picture, side.print, stripe.bottomleft, (stripe.right - 1, stripe.bottom), max(1, px // 60))
    middle = height + round(shown_height * 0.51)
    width = round(min(0.62 * px, shown_height * (1.0 if shape == "low" else 0.88) / SYMBOL_RATIO))
    code_size, code_room = round(px * 0.27), px * (0.885 - 0.09 - 0.04) - width
    code_image = fitted_print(code, side.print, code_size, code_room)
    has_code = bool(code) and shape != "low" and not (
        is_tiny(side, px) and font("counter", code_size).size(code)[0] > code_room)
    symbol_image = symbol_picture(symbol, side.print, width, round(width * SYMBOL_RATIO), side.paper)
    if has_code:
        picture.blit(symbol_image, symbol_image.get_rect(midleft=(round(px * 0.09), middle)))
        picture.blit(code_image, code_image.get_rect(center=(round(px * 0.885 - code_room / 2), middle)))
    else:
        picture.blit(symbol_image, symbol_image.get_rect(center=(px // 2, middle)))
    if numbers:
        _draw_factors(picture, face, numbers, side, px, bottom + 0.02)
    picture.blit(counter_rim(side, px), (0, 0))
    return picture


def _band_shape(numbers: str, side: SeatInfo, px: int, beneath: bool) -> str:
    """The key of ``BAND_EDGES`` for a unit, or for a train, which has no numbers."""
    if not numbers:
        return "beneath" if is_tiny(side, px) else "named"
    if beneath:
        return "beneath"
    return "unit" if is_full(side, px) else "low"


def moved_corner_legs(counter: Counter) -> float:
    """The legs of the corner that marks a counter as moved, in counter widths."""
    return MOVED_CORNER if counter.face is None else FACE_MOVED_CORNER


def is_full(side: SeatInfo, px: int) -> bool:
    """Whether a side's counter of this width has room for small print beside its number."""
    return px >= MIN_FULL_WIDTH * side.small_print_width


def is_tiny(side: SeatInfo, px: int) -> bool:
    """Whether a side's counter of this width is too small for all the print on its band."""
    return px < TINY_WIDTH * side.small_print_width


def hollow_ink(face: CounterFace, side: SeatInfo) -> str:
    """The print colour on the hollow band of a reverse."""
    return face.band if contrast(face.band, side.paper) >= MIN_PRINT_CONTRAST else side.print


def _draw_unit(surface: pygame.Surface, face: CounterFace, code: str, symbol: str, numbers: str, side: SeatInfo,
               px: int, band_shape: str) -> None:
    """Draw symbol and code on the band, the name below it, then the factors and the movement allowance."""
    ink, background = (hollow_ink(face, side), side.paper) if face.reduced else (face.ink, face.band)
    _draw_type(surface, code, symbol, ink, background, px, band_shape, is_tiny(side, px))
    _draw_factors(surface, face, numbers, side, px, (BAND_EDGES[band_shape] + 3) / 100)


def _draw_factors(surface: pygame.Surface, face: CounterFace, numbers: str, side: SeatInfo, px: int, top: float
                  ) -> None:
    """Draw the name, the factors below it and the movement allowance; without small print only larger factors.

    :param top: the upper edge of their part of the counter, in counter widths.
    """
    ink, background = side.print, side.paper
    if not is_full(side, px):
        size = min(0.58, (0.93 - top) / FIGURE_HEIGHT)
        factors_image = _factors_picture(numbers, ink, background, round(px * size), px * 0.82, side.heavy)
        middle = px // 2, round(px * ((top + 0.93) / 2 - 0.005))
        surface.blit(factors_image, factors_image.get_rect(center=middle))
        return
    _draw_name(surface, face.title, side.print, (0.095, 0.575), 0.155, 0.80, px)
    factors_image = _factors_picture(numbers, ink, background, round(px * 0.42), px * 0.64, side.heavy)
    surface.blit(factors_image, factors_image.get_rect(midbottom=(round(px * 0.415), round(px * 0.90))))
    _draw_small_print(surface, face.move, ink, (0.86, 0.895), px, 0.2)


def _draw_type(surface: pygame.Surface, code: str, symbol: str, ink: str, background: str, px: int, band_shape: str,
               is_tiny_counter: bool) -> None:
    """Draw symbol and code on the band; only a larger symbol on a small top counter, or if the code would be
    illegible."""
    code_size, code_room = (0.36, 0.42) if is_tiny_counter else (0.30, 0.35)
    if band_shape == "unit":
        symbol_image = symbol_picture(symbol, ink, round(px * 0.50), round(px * 0.35), background)
        surface.blit(symbol_image, (round(px * 0.085), round(px * 0.07)))
        code_image = fitted_print(code, ink, round(px * 0.27), px * 0.235)
        surface.blit(code_image, code_image.get_rect(center=(round(px * 0.725), round(px * 0.25))))
        return
    is_code_left_out = is_tiny_counter and font("counter", round(px * code_size)).size(code)[0] > px * code_room
    if band_shape == "low" or is_code_left_out:
        width, middle = (0.60, 0.245) if band_shape == "low" else (0.42, 0.19)
        symbol_image = symbol_picture(symbol, ink, round(px * width), round(px * width * SYMBOL_RATIO), background)
        surface.blit(symbol_image, symbol_image.get_rect(center=(px // 2, round(px * middle))))
        return
    symbol_image = symbol_picture(symbol, ink, round(px * 0.36), round(px * 0.252), background)
    surface.blit(symbol_image, (round(px * 0.09), round(px * 0.068)))
    code_image = fitted_print(code, ink, round(px * code_size), px * code_room)
    surface.blit(code_image, code_image.get_rect(center=(round(px * 0.665), round(px * 0.194))))


def _silhouette_counter(face: CounterFace, symbol: str, numbers: str, side: SeatInfo, px: int) -> pygame.Surface:
    """A unit whose type decides its combats: a large silhouette below the colour of its command, with a small movement
    allowance if legible. Its reverse is striped, so that sides keep their lightness."""
    surface, rim_width, has_small_print = blank_counter(side, px).copy(), max(1, round(px * 0.03)), is_full(side, px)
    band_height = round(px * 0.20)
    inner = pygame.Rect(rim_width, rim_width, px - 2 * rim_width, px - 3 * rim_width)
    if face.reduced or not has_small_print:
        pygame.draw.rect(surface, side.paper, inner, border_radius=max(1, px // 16))
    if face.reduced:
        surface.blit(stripes_picture(side.paper, side.print, px), inner, inner)
    band = pygame.Rect(rim_width, rim_width, px - 2 * rim_width, band_height - rim_width)
    pygame.draw.rect(surface, face.band, band, border_radius=max(1, px // 16))
    room_height = inner.bottom - band_height - (round(px * 0.16) if has_small_print else 0)
    width = round(0.94 * min(px - 4 * rim_width, room_height / SYMBOL_RATIO))
    symbol_image = symbol_picture(symbol, side.print, width, round(width * SYMBOL_RATIO), side.paper)
    surface.blit(symbol_image, symbol_image.get_rect(center=(px // 2, band_height + room_height // 2)))
    if has_small_print:
        _draw_small_print(surface, numbers, side.print, (0.885, 0.895), px, 0.2)
        _draw_small_print(surface, face.title, side.print, (0.42, 0.895), px, 0.15)
    surface.blit(counter_rim(side, px), (0, 0))
    return surface


def _draw_train(surface: pygame.Surface, face: CounterFace, symbol: str, side: SeatInfo, px: int) -> None:
    """Draw the print of a train, which has no factors: its name on the band, a large symbol and the movement
    allowance."""
    width, top = 0.70, 0.38 if is_tiny(side, px) else 0.29
    _draw_train_name(surface, face, side, px)
    symbol_image = symbol_picture(symbol, side.print, round(px * width), round(px * SYMBOL_RATIO * width), side.paper)
    surface.blit(symbol_image, symbol_image.get_rect(midtop=(px // 2, round(px * top))))
    _draw_small_print(surface, face.move, side.print, (0.86, 0.87), px)


def _draw_name(surface: pygame.Surface, text: str, ink: str, baseline: tuple[float, float], print_size: float,
               room: float, px: int) -> None:
    """Draw a name from a point of its baseline, at most ``room`` wide; all measures in counter widths."""
    pixel_height, max_width = round(px * print_size), px * room
    width = font("counter", pixel_height).size(text)[0]
    typeface = font("counter", pixel_height if width <= max_width else max(4, int(pixel_height * max_width / width)))
    x, y = round(px * baseline[0]), round(px * baseline[1])
    surface.blit(typeface.render(text, True, ink), (x, y - typeface.get_ascent()))


def _draw_train_name(surface: pygame.Surface, face: CounterFace, side: SeatInfo, px: int) -> None:
    """Draw the name of a train on its band; on tiny counters as many letters as are legible."""
    if not is_tiny(side, px):
        _draw_name(surface, face.title, face.ink, (0.08, 0.20), 0.215, 0.74, px)
        return
    text, room, size = face.title, round(px * 0.92), round(max(MIN_NAME_SIZE * side.small_print_width, px * 0.34))
    min_size = round(MIN_NAME_SHRINK * size)
    while size > min_size and font("counter", size).size(text)[0] > room:
        size -= 1
    typeface = font("counter", size)
    while len(text) > 1 and typeface.size(text)[0] > room:
        text = text[:-1]
    image = typeface.render(text, True, face.ink)
    image = image.subsurface(image.get_bounding_rect())
    surface.blit(image, image.get_rect(center=(px // 2, round(px * 0.185))))


def _officer_counter(face: CounterFace, symbol: str, numbers: str, side: SeatInfo, px: int, beneath: bool
                     ) -> pygame.Surface:
    """An officer: a cut-out bust on a foot with the name in the corps' colour; at its right the attack bonus, on a
    filled plate, and the defence bonus, on a shield. Beneath another counter the name is at the top."""
    is_tiny_counter, has_large_numbers = is_tiny(side, px), px < SMALL_PRINT_WIDTH * side.small_print_width
    size = max(MIN_NAME_SIZE, round(px * (0.31 if is_tiny_counter else 0.27)))
    foot_top, shift = (3.0, 25.0) if beneath else (FOOT_TOP, 0.0)
    surface = pygame.Surface((px, px), pygame.SRCALPHA)
    surface.blit(bust(symbol, side.paper, px), (0, round(px * shift / 100)))
    surface.blit(foot_plate(face.band, side.paper, foot_top, px), (0, 0))
    name = fitted_print(face.title, face.ink, size, px * 0.86)
    for letters in range(len(face.title) - 1, 0, -1):
        if name.get_height() >= MIN_NAME_ROWS:
            break
        name = fitted_print(f"{face.title[:letters]}.", face.ink, size, px * 0.86)
    surface.blit(name, name.get_rect(center=(round(px * 0.5), round(px * (foot_top + 12.5) / 100))))
    for number, is_defence, top in zip(numbers.split("-"), (False, True), (8.0, 39.5), strict=True):
        plate = _plate_picture(side.print, side.paper, is_defence, round(px * 0.43))
        plate_box = plate.get_rect(topright=(px, round(px * (top + shift) / 100)))
        surface.blit(plate, plate_box)
        number_image = fitted_print(number if has_large_numbers else f"+{number}",
                                    side.print if is_defence else side.paper,
                                    round(px * (0.36 if has_large_numbers else 0.27)), px * 0.32)
        surface.blit(number_image, number_image.get_rect(
            center=(plate_box.centerx, round(px * (top + shift + (15 if is_defence else 16)) / 100))))
    return surface


def _draw_small_print(surface: pygame.Surface, text: str, ink: str, corner: tuple[float, float], px: int,
                      size: float = 0.25) -> None:
    """Draw small print with its lower right corner at a point in counter widths."""
    image = fitted_print(text, ink, max(4, round(px * size)), px * 0.3)
    surface.blit(image, image.get_rect(bottomright=(round(corner[0] * px), round(corner[1] * px))))


@picture_cache(256)
def _factors_picture(numbers: str, ink: str, paper: str, px: int, room: float, heavy: bool) -> pygame.Surface:
    """Factors at most ``room`` pixels wide; a rolled one is shown as a die."""
    height = fitted_print("0", ink, px, room).get_height()
    parts = re.findall(f"{DIE_SIGN}|[^{DIE_SIGN}]+", numbers)
    images = [_die_picture(ink, paper, height) if part == DIE_SIGN else fitted_print(part, ink, px, 9 * room, heavy)
              for part in parts]
    gap = max(1, px // 24)
    width = sum(image.get_width() for image in images) + gap * (len(images) - 1)
    if width > room and px > 6:
        return _factors_picture(numbers, ink, paper, min(px - 1, int(px * room / width)), room, heavy)
    line = pygame.Surface((width, height), pygame.SRCALPHA)
    x = 0
    for image in images:
        line.blit(image, (x, (height - image.get_height()) // 2))
        x += image.get_width() + gap
    return line


@picture_cache(32)
def _die_picture(ink: str, paper: str, size: int) -> pygame.Surface:
    """A die with five pips, ``size`` pixels square, which stands for a rolled factor."""
    pips = "".join(f'<circle cx="{x}" cy="{y}" r="9.500" fill="{paper}"/>'
                   for x, y in ((28, 28), (72, 28), (50, 50), (28, 72), (72, 72)))
    body = f'<rect x="2" y="2" width="96" height="96" rx="18" fill="{ink}"/>{pips}'
    return render_elements((size, size), "0 0 100 100", body, svg_size=(100, 100))


@picture_cache(128)
def _band_picture(colour: str, paper: str, print_colour: str, is_reverse: bool, shape: str, px: int,
                  full: bool) -> pygame.Surface:
    """The band alone: filled, or on the reverse hollow, with stripes below it for the factors. On a counter without
    small print it leaves an edge in the side's colour.

    :param paper: the side's colour; ``print_colour`` is that of its print.
    :param shape: a key of ``BAND_EDGES``.
    :param full: whether the counter has small print.
    """
    bottom, left = BAND_EDGES[shape], 2.6 if full else SIDE_EDGE
    svg = (f'<path d="M{left} {bottom}V{left + 6}a6 6 0 0 1 6-6H{93.4 - left}a6 6 0 0 1 6 6V{bottom}Z" '
           f'fill="{colour}"/>')
    if is_reverse:
        top = {"unit": 59.5, "beneath": 54.5 if full else 41.5}.get(shape, bottom + 3.5)
        svg += (f'<path d="M5.200 {bottom - 3.2}V9a3.800 3.800 0 0 1 3.800-3.800H90.400a3.800 3.800 0 0 1 3.800 3.800'
                f'V{bottom - 3.2}Z" fill="{paper}"/>'
                + stripes_svg(paper, print_colour, (2.6, top, 94.2, 91.5 - top)))
    else:
        svg += f'<path d="M2.600 {bottom}H96.800" stroke="{print_colour}" stroke-width="1.600" stroke-opacity="0.7"/>'
    return render_elements((px, px), "0 0 100 100", svg, svg_size=(100, 100))


@picture_cache(32)
def _plate_picture(ink: str, paper: str, is_shield: bool, width: int) -> pygame.Surface:
    """The ground of an officer's number: a plate in the side's ink, or a shield in its paper."""
    if is_shield:
        svg = ('<path d="M1.500 1.500H32.500V12C32.500 19 26 23.500 17 26C8 23.500 1.500 19 1.500 12Z" '
                 f'fill="{paper}" stroke="#140d06" stroke-width="2.600"/>')
    else:
        svg = (f'<rect x="1.500" y="1.500" width="31" height="23" rx="4" fill="{ink}" stroke="{paper}" '
                 'stroke-width="2"/><rect x="0.500" y="0.500" width="33" height="25" rx="5" fill="none" '
                 'stroke="#140d06" stroke-width="1"/>')
    return render_elements((width, round(width * 27.5 / 34)), "0 0 34 27.500", svg, svg_size=(34, 27.5))


def counter_surface(counter: Counter, theme: Theme, px: int, *, beneath: bool = False) -> pygame.Surface:
    """A counter ``px`` pixels square on a transparent ground; a pale corner marks it as moved.

    Cached: do not draw on it.

    :param beneath: whether it lies under others that leave only its upper part visible.
    :raises AssetError: if the counter's symbol has no picture or its side's edge pattern is unknown.
    """
    moved = "moved" in counter.marks
    if counter.face is not None:
        side = theme.side(counter.seat)
        return face_surface(counter.face, counter.abbr, counter.symbol, counter.numbers, moved, side, px, beneath)
    return _faceless_counter(counter.seat, counter.abbr, counter.symbol, counter.numbers, moved, theme.seats, px)


@picture_cache(512)
def _faceless_counter(seat: str, abbr: str, symbol: str, numbers: str, moved: bool,
                   seats: tuple[SeatInfo, ...], px: int) -> pygame.Surface:
    """A counter without a face: a symbol, an abbreviation beside it and its numbers below; the symbol is larger if it
    is alone."""
    side = next(info for info in seats if info.name == seat)
    surface = blank_counter(side, px).copy()
    has_abbr, symbol_only = bool(abbr), not (abbr or numbers)
    width, height = (round(px * 0.80), round(px * 0.56)) if symbol_only else (round(px * 0.50), round(px * 0.35))
    left = round(px * 0.115) if has_abbr else (px - width) // 2
    top = (px - height) // 2 if symbol_only else round(px * 0.115)
    surface.blit(symbol_picture(symbol, side.print, width, height, side.paper), (left, top))
    if has_abbr:
        room = px * 0.875 - left - width - px * 0.03
        text = fitted_print(abbr, side.print, round(px * 0.33), room)
        surface.blit(text, text.get_rect(center=(round(left + width + px * 0.03 + room / 2), round(px * 0.295))))
    strength, dash, movement = numbers.partition("-")
    has_usual_print = is_full(side, px) or side.small_print_width == 1
    strength_height, movement_height = USUAL_HEIGHTS if has_usual_print else LARGE_HEIGHTS
    strength_image = fitted_print(strength, side.print, round(px * strength_height), px * 0.80, side.heavy)
    movement_image = (fitted_print(dash + movement, side.print, round(px * movement_height), px * 0.40, side.heavy)
                      if dash else None)
    gap = round(px * 0.03)
    total_width = strength_image.get_width() + (gap + movement_image.get_width() if movement_image is not None else 0)
    strength_box = strength_image.get_rect(midleft=((px - total_width) // 2, round(px * 0.69)))
    surface.blit(strength_image, strength_box)
    if movement_image is not None:
        corner = strength_box.right + gap, strength_box.bottom
        surface.blit(movement_image, movement_image.get_rect(bottomleft=corner))
    surface.blit(counter_rim(side, px), (0, 0))
    if moved:
        draw_moved_corner(surface, px)
    return surface.convert_alpha()


def plain_counter(counter: Counter, theme: Theme, px: int) -> pygame.Surface:
    """A counter without marks, ``px`` pixels wide. Cached: do not draw on it."""
    return counter_surface(replace(counter, marks=()), theme, px)


FLAG_STRIPE = 9.0
"""The height of a command's stripe on a flag beside a stack, in hundredths of a counter."""
BANNER_EXTRA = 22
"""The height by which a banner beside a stack exceeds a counter, in hundredths of a counter."""


def flag_surface(counter: Counter, theme: Theme, px: int, end: int, visible: float, number: int = 1) -> pygame.Surface:
    """An officer or train as a flag at its stack, in a picture as wide as a counter and with the same lower edge: its
    symbol, and its name if there is room. Its number is left out, as it could be taken for the counter's.

    Cached: do not draw on it.

    :param end: -1 for a banner at the left of the stack, 1 at its right; 0 for a flag above it.
    :param visible: the visible part of the picture beside or above the stack, in counter widths.
    :param number: number of flags that share the width above the stack.
    """
    side, face = theme.side(counter.seat), counter.face
    cloth, ink, stripe = side.paper, side.print, ""
    if face is not None and face.command:
        stripe = face.band
    elif face is not None:
        cloth, ink = face.band, face.ink
    name = face.title if face is not None else counter.abbr
    return _flag_picture(counter.symbol, name, side, cloth, ink, stripe, px, end, visible, number)


@picture_cache(128)
def _flag_picture(symbol: str, name: str, side: SeatInfo, cloth: str, ink: str, stripe: str, px: int, end: int,
                  visible: float, number: int) -> pygame.Surface:
    """The picture of ``flag_surface``: a banner with a swallowtail, or a flag on a short pole.

    :param stripe: the colour of the stripe along its upper edge; empty for none.
    """
    room, extra = 100 * visible, BANNER_EXTRA if end else 0
    if end:
        width, height, x, y = room * 0.86, 84.0 + extra, room * 0.07 + (100 - room if end > 0 else 0), 5.0
        shape = f"M{x} {y}h{width}v{height}l{-width / 2} -12l{-width / 2} 12Z"
        pole = f"M{x - 2} {y}h{width + 4}M{x + width / 2} {y}V{99 + extra}"
        emblem_box = x, 9.0 + (FLAG_STRIPE if stripe else 0), width, 60.0
        stripe_shape = f"M{x} {y}h{width}v{FLAG_STRIPE}h{-width}Z"
    else:
        width, height, y = 92 / number - 6, room - 4, 4.0
        x = 50 - width / 2
        shape = f"M{x} {y}h{width}l-7 {height / 2}l7 {height / 2}h{-width}Z"
        pole = f"M{x} {y}V60"
        emblem_box = x + 2, y + (FLAG_STRIPE if stripe else 0), width - 8, height - (FLAG_STRIPE if stripe else 0)
        slant = 7 * FLAG_STRIPE / (height / 2)
        stripe_shape = f"M{x} {y}h{width}l{-slant} {FLAG_STRIPE}H{x}Z"
    box = pygame.Rect(*(round(px * each / 100) for each in emblem_box))
    surface = render_elements(
        (px, round(px * (100 + extra) / 100)), f"0 0 100 {100 + extra}",
        f'<path d="{pole}" stroke="#1b120a" stroke-width="6" stroke-linecap="round"/>'
        f'<path d="{shape}" fill="{cloth}" stroke="#1b120a" stroke-width="6" stroke-linejoin="round"/>'
        + (f'<path d="{stripe_shape}" fill="{stripe}"/>' if stripe else "")
        + f'<path d="{shape}" fill="none" stroke="{side.print if cloth == side.paper else side.paper}" '
          'stroke-width="2.4" stroke-linejoin="round"/>',
        svg_size=(100, 100 + extra))
    _draw_emblem(surface, symbol, name, ink, cloth, box, px, upright=bool(end))
    return surface.convert_alpha()


def _draw_emblem(surface: pygame.Surface, symbol: str, name: str, ink: str, cloth: str, box: pygame.Rect, px: int, *,
                 upright: bool) -> None:
    """Draw the symbol on a flag, and its name below it or to its right if legible."""
    width = min(box.w * (0.96 if upright else 0.9), box.h / SYMBOL_RATIO * 0.92)
    picture = symbol_picture(symbol, ink, round(width), round(width * SYMBOL_RATIO), cloth)
    typeface = font("counter", round(px * 0.26))
    if upright:
        surface.blit(picture, picture.get_rect(midtop=(box.centerx, box.top + round(px * 0.05))))
        name_image = fitted_print(name, ink, round(px * 0.26), box.w * 0.86)
        if name_image.get_height() >= MIN_NAME_SIZE * 0.6:
            surface.blit(name_image, name_image.get_rect(center=(box.centerx, round(px * 0.62))))
        return
    name_room = box.w - picture.get_width() - px * 0.06
    if px < TINY_WIDTH or typeface.size(name)[0] * 0.72 > name_room:
        surface.blit(picture, picture.get_rect(center=(box.centerx, box.centery)))
        return
    surface.blit(picture, picture.get_rect(midleft=(box.left + round(px * 0.02), box.centery)))
    name_image = fitted_print(name, ink, round(px * 0.26), name_room)
    left = box.left + picture.get_width() + round(px * 0.05)
    surface.blit(name_image, name_image.get_rect(midleft=(left, box.centery)))
