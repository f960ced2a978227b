"""Signs beside counters and places: marks on a counter's edge, outside its print, with their meanings; and flags over
objectives, which show the holder by colour, lightness and pattern.

A mark is declared by a system, under a name; a sign is the drawing of a mark.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import pygame

from game.art import Mark, ScreenData, screen_data
from game.core.message import Message, Text, say
from game.core.theme import SeatInfo, Theme
from game.ui.kit import pictures
from game.ui.kit.camera import Camera, Point
from game.ui.kit.pictures import picture_cache, render_elements

DUTY_MARK = "must-attack"
"""The mark for a duty of a counter without a duty mark of its own."""
OUTER_SIGN = 0.9
"""A sign centred farther right than this, in counter widths from the counter's left edge, begins at
``OUTER_SIGN_START`` or farther right; one centred left of the counter's left edge ends as far inside that edge at
most."""
OUTER_SIGN_START = 0.86
"""The leftmost place at which a sign at the right edge begins, in counter widths from the counter's left edge."""
LOWER_SIGN_START = 0.93
"""The highest place at which a sign centred below the lower edge begins, in counter widths from the counter's upper
edge: below the numbers."""
ORDER_LINE = "#ffd978"
"""The line colour of the sign of an order in force."""
ORDER_CHOICE_PAPER = "#fbf5e6"
"""The ground colour of an order to choose."""
ORDER_DARKENING = "#3c3c3c"
"""The colour that is subtracted from the sign of an order in force."""
ORDER_LIGHTENING = "#444444"
"""How much brighter the sign of an order to choose is than its picture: for each channel, how many 255ths of its value
are added to it."""
_STACKED_DUTY_X = 0.66
"""The position of a duty's sign along the upper edge of a counter that lies on others, in counter widths: to the right
of the symbols of those."""
_VIEW_BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


def signs_of(mark_names: Sequence[str], art: ScreenData, *, duty: bool, covered: bool) -> dict[str, Mark]:
    """Name -> mark for the marks of a counter that are drawn, in drawing order.

    :param mark_names: the names of its marks.
    :param art: the screen data of its system, with all its marks.
    :param duty: whether the counter still has a duty: shown by its own duty mark, or else by ``DUTY_MARK``.
    :param covered: whether other counters lie on it; its duty sign is then left out.
    :raises AssetError: for a mark the system does not have.
    """
    signs = {name: art.mark(name) for name in mark_names}
    if covered:
        return {name: mark for name, mark in signs.items() if not mark.duty}
    if duty and not any(mark.duty for mark in signs.values()):
        signs[DUTY_MARK] = art.mark(DUTY_MARK)
    return signs


def sign_box(mark: Mark, picture: pygame.Surface, px: int, stacked: bool = False) -> pygame.Rect:
    """The box of a sign on a counter ``px`` pixels wide, relative to the counter's upper left corner; a sign at its
    minimum size extends away from the print.

    :param stacked: whether the counter lies on others.
    """
    x, y = mark.at or (0.0, 0.0)
    x = _STACKED_DUTY_X if stacked and mark.duty else x
    box = picture.get_rect(center=(round(x * px), round(y * px)))
    if x > OUTER_SIGN:
        box.left = max(box.left, round(OUTER_SIGN_START * px))
    elif x < 0:
        box.right = min(box.right, round((1 - OUTER_SIGN_START) * px))
    if y > 1:
        box.top = max(box.top, round(LOWER_SIGN_START * px))
    return box


@picture_cache(32)
def sign_picture(mark: Mark, px: int) -> pygame.Surface:
    """The sign of a mark for a counter ``px`` pixels wide.

    :raises AssetError: if its picture is damaged.
    """
    text = _sign_svg(mark)
    view_box = _VIEW_BOX.search(text)
    height_ratio = float(view_box[2]) / float(view_box[1]) if view_box else 1.0
    width = max(mark.least, round(px * mark.width))
    height = max(mark.least, round(px * mark.height)) if mark.height else round(width * height_ratio)
    return pictures.render_svg(text, (width, height), mark.picture)


@picture_cache(32)
def square_sign(mark: Mark, px: int) -> pygame.Surface:
    """The sign of a mark as a square of ``px`` pixels.

    :raises AssetError: if its picture is damaged.
    """
    return pictures.render_svg(_sign_svg(mark), (px, px), mark.picture)


def light_on_dark(picture: pygame.Surface) -> pygame.Surface:
    """A sign with brass lines on a dark ground, for an order in force."""
    # Each channel becomes ORDER_LINE * min(255, 2 * max(0, 255 - grey - ORDER_DARKENING)) / 255.
    recoloured = picture.copy()
    recoloured.fill("#ffffff", special_flags=pygame.BLEND_RGB_ADD)
    recoloured.blit(pygame.transform.grayscale(picture), (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    recoloured.fill(ORDER_DARKENING, special_flags=pygame.BLEND_RGB_SUB)
    recoloured.blit(recoloured.copy(), (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    recoloured.fill(ORDER_LINE, special_flags=pygame.BLEND_RGB_MULT)
    return recoloured


def dark_on_light(picture: pygame.Surface) -> pygame.Surface:
    """A sign with dark lines on a pale ground, for an order that can be chosen: the opposite of one in force, also in
    greyscale."""
    pale = pygame.transform.grayscale(picture)
    brightened = pale.copy()
    brightened.fill(ORDER_LIGHTENING, special_flags=pygame.BLEND_RGB_MULT)
    pale.blit(brightened, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    pale.fill(ORDER_CHOICE_PAPER, special_flags=pygame.BLEND_RGB_MULT)
    return pale


def _sign_svg(mark: Mark) -> str:
    """The text of a mark's picture."""
    return pictures.read_text(Path(mark.picture), say("the sign of a mark"))


def sign_name(mark_name: str, theme: Theme) -> Message:
    """The meaning of a mark in a system.

    :raises AssetError: for a mark the system does not have.
    """
    return Message(screen_data(theme.art).mark(mark_name).means)


def sign_names(mark_names: Iterable[str], theme: Theme) -> tuple[Text, ...]:
    """The meanings of marks in a system, without repeats."""
    return tuple(dict.fromkeys(sign_name(mark_name, theme) for mark_name in mark_names))


FLAG_HEIGHT = 0.9
"""The height of a flag with its pole, in sheet units."""
FLAG_BOX = 66, 84
"""The width and height of the drawing of a flag with its pole."""
FLAG_RATIO = FLAG_BOX[0] / FLAG_BOX[1]
"""The width of a flag with its pole, as a share of its height."""
MIN_FLAG_PX = 14
"""The minimum height of a flag in pixels."""


def draw_flags(surface: pygame.Surface, holders: Mapping[str, str], theme: Theme,
               spot_of: Callable[[str], tuple[Point, float] | None], camera: Camera, drawn_scale: float) -> None:
    """Draw the holder's flag at each place.

    :param holders: place -> the seat that holds it.
    :param spot_of: place -> the flag's centre on the sheet and its relative size; None if there is no room for one.
    :param drawn_scale: the scale in pixels per unit at which flags are drawn; they are shown at the camera's scale.
    """
    for place, seat in holders.items():
        flag_place = spot_of(place)
        if flag_place is not None:
            centre, relative_size = flag_place
            seat_index = next(k for k, info in enumerate(theme.seats) if info.name == seat)
            height = max(MIN_FLAG_PX, round(FLAG_HEIGHT * relative_size * drawn_scale))
            picture = flag_picture(theme.seats[seat_index], seat_index, height)
            if camera.scale != drawn_scale:
                picture = pygame.transform.smoothscale_by(picture, camera.scale / drawn_scale)
            x, y = camera.to_screen(centre)
            surface.blit(picture, picture.get_rect(center=(round(x), round(y))))


@picture_cache(16)
def flag_picture(side: SeatInfo, seat_index: int, px: int) -> pygame.Surface:
    """A side's flag on a pole, ``px`` pixels high: the first side's has a bar, the second's a disc and two tails.

    :param seat_index: the index of the side in its theme.
    """
    if seat_index == 0:
        cloth = "M12 8C26 2 40 14 58 8V42C40 48 26 36 12 42Z"
        emblem = "M12 19C26 13 40 25 58 19V31C40 37 26 25 12 31Z"
    else:
        cloth = "M12 8C26 2 38 14 60 6L48 24L60 44C38 48 26 36 12 42Z"
        emblem = "M20 25a9 9 0 1 0 18 0a9 9 0 1 0 -18 0Z"
    return render_elements(
        (round(px * FLAG_RATIO), px), "0 0 {} {}".format(*FLAG_BOX),
        '<ellipse cx="13" cy="79" rx="12" ry="3.600" fill="#1b120a" fill-opacity="0.45"/>'
        '<path d="M10 80V6" stroke="#fff6df" stroke-width="9" stroke-linecap="round"/>'
        f'<path d="{cloth}" fill="#fff6df" stroke="#fff6df" stroke-width="7" stroke-linejoin="round"/>'
        '<path d="M10 80V6" stroke="#1b120a" stroke-width="5" stroke-linecap="round"/>'
        f'<path d="{cloth}" fill="{side.paper}" stroke="#1b120a" stroke-width="3" stroke-linejoin="round"/>'
        f'<path d="{emblem}" fill="{side.print}"/>', svg_size=FLAG_BOX)
