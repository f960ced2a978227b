"""Pictures of counters: cardboard with symbol, abbreviation and numbers; or, if a counter has a face, a corps band with
symbol and type code, name and factors; officers and trains with a picture; and flags of officers beside a stack."""

from __future__ import annotations

import re
from dataclasses import replace

import pygame

from game.core.contract import Counter
from game.core.face import DIE_SIGN, CounterFace
from game.core.theme import SeatInfo, Theme
from game.ui.counters.cardboard import (
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

MIN_FULL_WIDTH = 58
"""Width in pixels below which counters have larger factors and no small print, which would be illegible."""
SIDE_EDGE = 7.0
"""The edge in the side's colour around the band of a counter without small print, in hundredths of its width."""
LARGE_HEIGHTS = 0.72, 0.32
"""The heights of strength and movement, in counter widths, if the player chose larger print."""
TINY_WIDTH = 40
"""Width in pixels below which counters have larger print on their bands, and less of it."""
FOOT_TOP = 71.0
"""The upper edge of an officer's foot, in hundredths of a counter."""
MIN_NAME_SIZE = 9
"""The minimum print size of a name, in pixels; a name that is still too long is cut off."""
MOVED_CORNER = 0.23
"""The legs of the corner that marks a moved counter: small, to keep the code visible."""
SMALL_PRINT_WIDTH = 80
"""Width in pixels below which officers have larger numbers, without plus signs."""
MIN_NAME_SHRINK = 0.8
"""The share of its size down to which a name on a tiny counter shrinks before it is cut off."""
BAND_EDGES = {"low": 46.0, "unit": 44.0, "beneath": 35.0, "named": 24.0}
"""The lower edge of the band in hundredths of a counter: with a large symbol alone on a small counter; with symbol and
code; on a counter beneath others; with the name of an officer or train, or above a silhouette.

A stack on the map shows the upper 0.37 of the counters below its top one: their corps and type."""
MIN_PRINT_CONTRAST = 3.0
"""The minimum contrast of print on a counter (WCAG 2, large print); below it a hollow band is printed in its side's
colour."""


@picture_cache(512)
def face_surface(face: CounterFace, code: str, symbol: str, numbers: str, moved: bool, side: SeatInfo,
                 px: int, beneath: bool = False) -> pygame.Surface:
    """A counter with a band, ``px`` pixels square; a pale corner marks it as moved. Cached: do not draw on it.

    :param beneath: whether it lies under others that leave only its upper part visible.
    :raises AssetError: if the symbol has no picture or the side's edge pattern is unknown.
    """
    if face.by_kind or face.portrait:
        surface = (_silhouette_counter(face, symbol, numbers, side, px) if face.by_kind
                   else _officer_counter(face, symbol, numbers, side, px, beneath))
        if face.by_kind:
            surface.blit(counter_rim(side, px), (0, 0))
        if moved:
            draw_moved_corner(surface, px, MOVED_CORNER)
        return surface.convert_alpha()
    surface = blank_counter(side, px).copy()
    shape = "named" if not is_tiny(side, px) and not numbers else (
        "beneath" if beneath or not numbers else "unit" if is_full(side, px) else "low")
    surface.blit(_band_picture(face.band, side.paper, side.print, face.reduced, shape, px, is_full(side, px)), (0, 0))
    if not numbers:
        _draw_train(surface, face, symbol, side, px)
    else:
        _draw_unit(surface, face, code, symbol, numbers, side, px, shape)
    surface.blit(counter_rim(side, px), (0, 0))
    if moved:
        draw_moved_corner(surface, px, MOVED_CORNER)
    return surface.convert_alpha()


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
               px: int, shape: str) -> None:
    """Draw symbol and code on the band, the name below it, then the factors and the movement allowance."""
    ink, ground = (hollow_ink(face, side), side.paper) if face.reduced else (face.ink, face.band)
    _draw_type(surface, code, symbol, ink, ground, px, shape, is_tiny(side, px))
    ink, ground = side.print, side.paper
    if not is_full(side, px):
        room = (BAND_EDGES[shape] + 3) / 100, 0.93
        big = _factors_picture(numbers, ink, ground, round(px * 0.58), px * 0.82, side.heavy)
        surface.blit(big, big.get_rect(center=(px // 2, round(px * (sum(room) / 2 - 0.005)))))
        return
    _draw_name(surface, face.title, side.print, (0.095, 0.575), 0.155, 0.80, px)
    big = _factors_picture(numbers, ink, ground, round(px * 0.42), px * 0.64, side.heavy)
    surface.blit(big, big.get_rect(midbottom=(round(px * 0.415), round(px * 0.90))))
    _draw_small_print(surface, face.move, ink, (0.86, 0.895), px, 0.2)


def _draw_type(surface: pygame.Surface, code: str, symbol: str, ink: str, ground: str, px: int, shape: str,
               tiny: bool) -> None:
    """Draw symbol and code on the band; only a larger symbol on a small top counter, or if the code would be
    illegible."""
    size, room = (0.36, 0.42) if tiny else (0.30, 0.35)
    if shape == "unit":
        picture = symbol_picture(symbol, ink, round(px * 0.50), round(px * 0.35), ground)
        surface.blit(picture, (round(px * 0.085), round(px * 0.07)))
        letters = fitted_print(code, ink, round(px * 0.27), px * 0.235)
        surface.blit(letters, letters.get_rect(center=(round(px * 0.725), round(px * 0.25))))
        return
    alone = tiny and font("counter", round(px * size)).size(code)[0] > px * room
    if shape == "low" or alone:
        width, middle = (0.60, 0.245) if shape == "low" else (0.42, 0.19)
        picture = symbol_picture(symbol, ink, round(px * width), round(px * width * 0.7), ground)
        surface.blit(picture, picture.get_rect(center=(px // 2, round(px * middle))))
        return
    picture = symbol_picture(symbol, ink, round(px * 0.36), round(px * 0.252), ground)
    surface.blit(picture, (round(px * 0.09), round(px * 0.068)))
    letters = fitted_print(code, ink, round(px * size), px * room)
    surface.blit(letters, letters.get_rect(center=(round(px * 0.665), round(px * 0.194))))


def _silhouette_counter(face: CounterFace, symbol: str, numbers: str, side: SeatInfo, px: int) -> pygame.Surface:
    """A unit whose type decides its combats: a large silhouette below the colour of its command, with a small movement
    allowance if legible. Its reverse is striped, so that sides keep their lightness."""
    surface, rim, full = blank_counter(side, px).copy(), max(1, round(px * 0.03)), is_full(side, px)
    height = round(px * 0.20)
    ground = pygame.Rect(rim, rim, px - 2 * rim, px - 3 * rim)
    if face.reduced or not full:
        pygame.draw.rect(surface, side.paper, ground, border_radius=max(1, px // 16))
    if face.reduced:
        surface.blit(stripes_picture(side.paper, side.print, px), ground, ground)
    pygame.draw.rect(surface, face.band, (rim, rim, px - 2 * rim, height - rim), border_radius=max(1, px // 16))
    room = ground.bottom - height - (round(px * 0.16) if full else 0)
    width = round(0.94 * min(px - 4 * rim, room / 0.7))
    picture = symbol_picture(symbol, side.print, width, round(width * 0.7), side.paper)
    surface.blit(picture, picture.get_rect(center=(px // 2, height + room // 2)))
    if full:
        _draw_small_print(surface, numbers, side.print, (0.885, 0.895), px, 0.2)
        _draw_small_print(surface, face.title, side.print, (0.42, 0.895), px, 0.15)
    return surface


def _draw_train(surface: pygame.Surface, face: CounterFace, symbol: str, side: SeatInfo, px: int) -> None:
    """Draw the print of a counter without factors: its name on the band, a large symbol and the movement allowance."""
    width, top = 0.70, 0.38 if is_tiny(side, px) else 0.29
    _draw_title(surface, face, side, px)
    picture = symbol_picture(symbol, side.print, round(px * width), round(px * 0.7 * width), side.paper)
    surface.blit(picture, picture.get_rect(midtop=(px // 2, round(px * top))))
    _draw_small_print(surface, face.move, side.print, (0.86, 0.87), px)


def _draw_name(surface: pygame.Surface, text: str, ink: str, at: tuple[float, float], size: float, room: float,
               px: int) -> None:
    """Draw a name from a point of its baseline, at most ``room`` wide; all measures in counter widths."""
    height, free = round(px * size), px * room
    width = font("counter", height).size(text)[0]
    face = font("counter", height if width <= free else max(4, int(height * free / width)))
    surface.blit(face.render(text, True, ink), (round(px * at[0]), round(px * at[1]) - face.get_ascent()))


def _draw_title(surface: pygame.Surface, face: CounterFace, side: SeatInfo, px: int) -> None:
    """Draw the name of an officer or train on its band; on tiny counters the legible part of it."""
    if not is_tiny(side, px):
        _draw_name(surface, face.title, face.ink, (0.08, 0.20), 0.215, 0.74, px)
        return
    text, room, size = face.title, round(px * 0.92), round(max(MIN_NAME_SIZE * side.small_print_width, px * 0.34))
    least = round(MIN_NAME_SHRINK * size)
    while size > least and font("counter", size).size(text)[0] > room:
        size -= 1
    print_ = font("counter", size)
    while len(text) > 1 and print_.size(text)[0] > room:
        text = text[:-1]
    drawn = print_.render(text, True, face.ink)
    drawn = drawn.subsurface(drawn.get_bounding_rect())
    surface.blit(drawn, drawn.get_rect(center=(px // 2, round(px * 0.185))))


def _officer_counter(face: CounterFace, symbol: str, numbers: str, side: SeatInfo, px: int, beneath: bool
                     ) -> pygame.Surface:
    """An officer: a cut-out bust on a foot with the name in the corps' colour; at its right the attack bonus, on a
    filled plate, and the defence bonus, on a shield. Beneath another counter the name is at the top."""
    tiny, small = is_tiny(side, px), px < SMALL_PRINT_WIDTH * side.small_print_width
    size = max(MIN_NAME_SIZE, round(px * (0.31 if tiny else 0.27)))
    foot, down = (3.0, 25.0) if beneath else (FOOT_TOP, 0.0)
    surface = pygame.Surface((px, px), pygame.SRCALPHA)
    surface.blit(bust(symbol, side.paper, px), (0, round(px * down / 100)))
    surface.blit(foot_plate(face.band, side.paper, foot, px), (0, 0))
    text = face.title
    while tiny and len(text) > 1 and font("counter", size).size(text)[0] > 1.02 * px:
        text = text[:-1]
    name = fitted_print(text, face.ink, size, px * 0.86)
    surface.blit(name, name.get_rect(center=(round(px * 0.5), round(px * (foot + 12.5) / 100))))
    for k, (text, top) in enumerate(zip(numbers.split("-"), (8.0, 39.5), strict=True)):
        plate = _plate_picture(side.print, side.paper, bool(k), round(px * 0.43))
        place = plate.get_rect(topright=(px, round(px * (top + down) / 100)))
        surface.blit(plate, place)
        figure = fitted_print(text if small else f"+{text}", side.print if k else side.paper,
                        round(px * (0.36 if small else 0.27)), px * 0.32)
        surface.blit(figure, figure.get_rect(
            center=(place.centerx, round(px * (top + down + (15 if k else 16)) / 100))))
    return surface


def _draw_small_print(surface: pygame.Surface, text: str, ink: str, at: tuple[float, float], px: int,
                      size: float = 0.25) -> None:
    """Draw small print with its lower right corner at a point in counter widths."""
    print_ = fitted_print(text, ink, max(4, round(px * size)), px * 0.3)
    surface.blit(print_, print_.get_rect(bottomright=(round(at[0] * px), round(at[1] * px))))


@picture_cache(256)
def _factors_picture(numbers: str, ink: str, paper: str, px: int, room: float, heavy: bool) -> pygame.Surface:
    """Factors at most ``room`` pixels wide; a rolled one is shown as a die."""
    height = fitted_print("0", ink, px, room).get_height()
    pieces = re.findall(f"{DIE_SIGN}|[^{DIE_SIGN}]+", numbers)
    prints = [_die_picture(ink, paper, height) if piece == DIE_SIGN else fitted_print(piece, ink, px, 9 * room, heavy)
              for piece in pieces]
    gap = max(1, px // 24)
    width = sum(print_.get_width() for print_ in prints) + gap * (len(prints) - 1)
    if width > room and px > 6:
        return _factors_picture(numbers, ink, paper, min(px - 1, int(px * room / width)), room, heavy)
    line = pygame.Surface((width, height), pygame.SRCALPHA)
    x = 0
    for print_ in prints:
        line.blit(print_, (x, (height - print_.get_height()) // 2))
        x += print_.get_width() + gap
    return line


@picture_cache(32)
def _die_picture(ink: str, paper: str, size: int) -> pygame.Surface:
    pips = "".join(f'<circle cx="{x}" cy="{y}" r="9.500" fill="{paper}"/>'
                   for x, y in ((28, 28), (72, 28), (50, 50), (28, 72), (72, 72)))
    body = f'<rect x="2" y="2" width="96" height="96" rx="18" fill="{ink}"/>{pips}'
    return render_elements((size, size), "0 0 100 100", body, svg_size=(100, 100))


@picture_cache(128)
def _band_picture(colour: str, paper: str, print_: str, worn: bool, shape: str, px: int, full: bool) -> pygame.Surface:
    """The band alone: filled, or hollow above the striped factors of the reverse. On a counter without small print it
    leaves an edge in the side's colour."""
    low, left = BAND_EDGES[shape], 2.6 if full else SIDE_EDGE
    drawn = (f'<path d="M{left} {low}V{left + 6}a6 6 0 0 1 6-6H{93.4 - left}a6 6 0 0 1 6 6V{low}Z" '
             f'fill="{colour}"/>')
    if worn:
        top = {"unit": 59.5, "beneath": 54.5 if full else 41.5}.get(shape, low + 3.5)
        drawn += (f'<path d="M5.200 {low - 3.2}V9a3.800 3.800 0 0 1 3.800-3.800H90.400a3.800 3.800 0 0 1 3.800 3.800'
                  f'V{low - 3.2}Z" fill="{paper}"/>' + stripes_svg(paper, print_, (2.6, top, 94.2, 91.5 - top)))
    else:
        drawn += f'<path d="M2.600 {low}H96.800" stroke="{print_}" stroke-width="1.600" stroke-opacity="0.7"/>'
    return render_elements((px, px), "0 0 100 100", drawn, svg_size=(100, 100))


@picture_cache(32)
def _plate_picture(ink: str, paper: str, shield: bool, wide: int) -> pygame.Surface:
    """The ground of an officer's number: a plate in the side's ink, or a shield in its paper."""
    if shield:
        drawn = ('<path d="M1.500 1.500H32.500V12C32.500 19 26 23.500 17 26C8 23.500 1.500 19 1.500 12Z" '
                 f'fill="{paper}" stroke="#140d06" stroke-width="2.600"/>')
    else:
        drawn = (f'<rect x="1.500" y="1.500" width="31" height="23" rx="4" fill="{ink}" stroke="{paper}" '
                 'stroke-width="2"/><rect x="0.500" y="0.500" width="33" height="25" rx="5" fill="none" '
                 'stroke="#140d06" stroke-width="1"/>')
    return render_elements((wide, round(wide * 27.5 / 34)), "0 0 34 27.500", drawn, svg_size=(34, 27.5))


AMBER = "#f2a51d"
SWORDS = ("M20 8L62 62M62 8L20 62M9 50L32 68M73 50L50 68M27 66L16 78M55 66L66 78")
"""Crossed swords in a box of 82 x 84: blades, guards and grips."""


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
    return _plain_counter(counter.seat, counter.abbr, counter.symbol, counter.numbers, moved, theme.seats, px)


@picture_cache(512)
def _plain_counter(seat: str, abbr: str, symbol: str, numbers: str, moved: bool,
                   seats: tuple[SeatInfo, ...], px: int) -> pygame.Surface:
    side = next(info for info in seats if info.name == seat)
    surface = blank_counter(side, px).copy()
    has_abbr, alone = bool(abbr), not (abbr or numbers)
    width, height = (round(px * 0.80), round(px * 0.56)) if alone else (round(px * 0.50), round(px * 0.35))
    left = round(px * 0.115) if has_abbr else (px - width) // 2
    top = (px - height) // 2 if alone else round(px * 0.115)
    surface.blit(symbol_picture(symbol, side.print, width, height, side.paper), (left, top))
    if has_abbr:
        room = px * 0.875 - left - width - px * 0.03
        text = fitted_print(abbr, side.print, round(px * 0.33), room)
        surface.blit(text, text.get_rect(center=(round(left + width + px * 0.03 + room / 2), round(px * 0.295))))
    strength, dash, movement = numbers.partition("-")
    loud, low = (0.60, 0.36) if is_full(side, px) or side.small_print_width == 1 else LARGE_HEIGHTS
    big = fitted_print(strength, side.print, round(px * loud), px * 0.80, side.heavy)
    small = fitted_print(dash + movement, side.print, round(px * low), px * 0.40, side.heavy) if dash else None
    gap = round(px * 0.03)
    wide = big.get_width() + (gap + small.get_width() if small is not None else 0)
    place = big.get_rect(midleft=((px - wide) // 2, round(px * 0.69)))
    surface.blit(big, place)
    if small is not None:
        surface.blit(small, small.get_rect(bottomleft=(place.right + gap, place.bottom)))
    surface.blit(counter_rim(side, px), (0, 0))
    if moved:
        draw_moved_corner(surface, px)
    return surface.convert_alpha()


def plain_counter(counter: Counter, theme: Theme, px: int) -> pygame.Surface:
    """A counter without marks, ``px`` pixels wide."""
    return counter_surface(replace(counter, marks=()), theme, px)


BANNER_EXTRA = 22
"""How much higher than a counter a banner beside a stack is, in hundredths of a counter."""


def flag_surface(counter: Counter, theme: Theme, px: int, end: int, seen: float, number: int = 1) -> pygame.Surface:
    """An officer or train as a flag at its stack, in a picture as wide as a counter and with the same lower edge: its
    symbol, and its name if there is room. Its number is left out, as it could be taken for the counter's.

    Cached: do not draw on it.

    :param end: -1 for a banner at the left of the stack, 1 at its right; 0 for a flag above it.
    :param seen: the visible part of the picture beside or above the stack, in counter widths.
    :param number: how many flags share the width above the stack.
    """
    side = theme.side(counter.seat)
    cloth, ink = (counter.face.band, counter.face.ink) if counter.face is not None else (side.print, side.paper)
    name = counter.face.title if counter.face is not None else counter.abbr
    return _flag_picture(counter.symbol, name, side, cloth, ink, px, end, seen, number)


@picture_cache(128)
def _flag_picture(symbol: str, name: str, side: SeatInfo, cloth: str, ink: str, px: int, end: int,
                  seen: float, number: int) -> pygame.Surface:
    room, tall = 100 * seen, BANNER_EXTRA if end else 0
    if end:
        width, height, x, y = room * 0.86, 84.0 + tall, room * 0.07 + (100 - room if end > 0 else 0), 5.0
        shape = f"M{x} {y}h{width}v{height}l{-width / 2} -12l{-width / 2} 12Z"
        pole = f"M{x - 2} {y}h{width + 4}M{x + width / 2} {y}V{99 + tall}"
        emblem = x, 9.0, width, 60.0
    else:
        width, height, y = 92 / number - 6, room - 4, 4.0
        x = 50 - width / 2
        shape = f"M{x} {y}h{width}l-{7} {height / 2}l7 {height / 2}h{-width}Z"
        pole = f"M{x} {y}V60"
        emblem = x + 2, y, width - 8, height
    box = pygame.Rect(*(round(px * each / 100) for each in emblem))
    surface = render_elements(
        (px, round(px * (100 + tall) / 100)), f"0 0 100 {100 + tall}",
        f'<path d="{pole}" stroke="#1b120a" stroke-width="6" stroke-linecap="round"/>'
        f'<path d="{shape}" fill="{cloth}" stroke="#1b120a" stroke-width="6" stroke-linejoin="round"/>'
        f'<path d="{shape}" fill="none" stroke="{side.paper}" stroke-width="2.4" stroke-linejoin="round"/>',
        svg_size=(100, 100 + tall))
    _draw_emblem(surface, symbol, name, ink, cloth, box, px, upright=bool(end))
    return surface.convert_alpha()


def _draw_emblem(surface: pygame.Surface, symbol: str, name: str, ink: str, cloth: str, box: pygame.Rect, px: int, *,
                 upright: bool) -> None:
    """Draw the symbol on a flag, and its name below it or to its right if legible."""
    width = min(box.w * (0.96 if upright else 0.9), box.h * 60 / 42 * 0.92)
    picture = symbol_picture(symbol, ink, round(width), round(width * 0.7), cloth)
    size = font("counter", round(px * 0.26))
    if upright:
        surface.blit(picture, picture.get_rect(midtop=(box.centerx, box.top + round(px * 0.05))))
        letters = fitted_print(name, ink, round(px * 0.26), box.w * 0.86)
        if letters.get_height() >= MIN_NAME_SIZE * 0.6:
            surface.blit(letters, letters.get_rect(center=(box.centerx, round(px * 0.62))))
        return
    free = box.w - picture.get_width() - px * 0.06
    if px < TINY_WIDTH or size.size(name)[0] * 0.72 > free:
        surface.blit(picture, picture.get_rect(center=(box.centerx, box.centery)))
        return
    surface.blit(picture, picture.get_rect(midleft=(box.left + round(px * 0.02), box.centery)))
    letters = fitted_print(name, ink, round(px * 0.26), free)
    surface.blit(letters, letters.get_rect(midleft=(box.left + picture.get_width() + round(px * 0.05), box.centery)))
