"""Signs beside counters and places: marks, which lie on a counter's edge outside its print, and what they mean; flags
over places worth holding, whose they are by colour, lightness and pattern."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import pygame

from game.art import Additions, Mark, additions
from game.core.message import Message, Text, say
from game.core.theme import SeatInfo, Theme
from game.ui.kit import pictures
from game.ui.kit.camera import Camera, Point
from game.ui.kit.pictures import picture_cache, sketch

DUTY = "must-attack"
"""The mark of a duty that no mark of the counter names."""
OUTER, INNER = 0.9, 0.86
"""Signs that stand farther right than the one reach no farther in than the other, in counter widths; left alike."""
BRASS, PAPER, DARKER, PALER = "#ffd978", "#fbf5e6", "#3c3c3c", "#444444"
"""The lines of a sign in force and the ground of another; how much darker and paler than they were."""
_PILED = 0.66
"""Where the sign of a duty stands along the upper edge of a counter that lies on others: right of their symbols."""
_BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


def signs_of(marks: Sequence[str], known: Additions, *, duty: bool, covered: bool) -> dict[str, Mark]:
    """The marks of a counter in the order in which they are drawn.

    :param known: those of its system.
    :param duty: whether something must still be done with it; what, its own mark says, else it must attack.
    :param covered: whether other counters lie on it: the sign of a duty is left out then.
    :raises AssetError: for a mark that the system does not have.
    """
    found = {name: known.mark(name) for name in marks}
    if covered:
        return {name: mark for name, mark in found.items() if not mark.duty}
    if duty and not any(mark.duty for mark in found.values()):
        found[DUTY] = known.mark(DUTY)
    return found


def spot_of(mark: Mark, picture: pygame.Surface, px: int, piled: bool = False) -> pygame.Rect:
    """Where a sign lies on a counter ``px`` pixels wide, from its upper left corner; one that gets no smaller with it
    grows away from the print."""
    x, y = mark.at or (0.0, 0.0)
    x = _PILED if piled and mark.duty else x
    place = picture.get_rect(center=(round(x * px), round(y * px)))
    if x > OUTER:
        place.left = max(place.left, round(INNER * px))
    elif x < 0:
        place.right = min(place.right, round((1 - INNER) * px))
    return place


@picture_cache(32)
def sign(mark: Mark, px: int) -> pygame.Surface:
    """The sign of a mark for a counter ``px`` pixels wide.

    :raises AssetError: when its picture is damaged.
    """
    text = _text(mark)
    box = _BOX.search(text)
    shape = float(box[2]) / float(box[1]) if box else 1.0
    wide = max(mark.least, round(px * mark.width))
    high = max(mark.least, round(px * mark.height)) if mark.height else round(wide * shape)
    return pictures.drawing(text, (wide, high), mark.picture)


@picture_cache(32)
def chit(mark: Mark, px: int) -> pygame.Surface:
    """The sign of a mark in a square of so many pixels.

    :raises AssetError: when its picture is damaged.
    """
    return pictures.drawing(_text(mark), (px, px), mark.picture)


def light_on_dark(picture: pygame.Surface) -> pygame.Surface:
    """A sign with its dark lines in brass and its ground dark, for an order in force."""
    turned = picture.copy()
    turned.fill("#ffffff", special_flags=pygame.BLEND_RGB_ADD)
    turned.blit(pygame.transform.grayscale(picture), (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    turned.fill(DARKER, special_flags=pygame.BLEND_RGB_SUB)
    turned.blit(turned.copy(), (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    turned.fill(BRASS, special_flags=pygame.BLEND_RGB_MULT)
    return turned


def dark_on_light(picture: pygame.Surface) -> pygame.Surface:
    """A sign with its dark lines in ink and its ground as pale as paper, for an order that can be chosen: also in grey
    the opposite of one in force."""
    pale = pygame.transform.grayscale(picture)
    more = pale.copy()
    more.fill(PALER, special_flags=pygame.BLEND_RGB_MULT)
    pale.blit(more, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    pale.fill(PAPER, special_flags=pygame.BLEND_RGB_MULT)
    return pale


def _text(mark: Mark) -> str:
    return pictures.text(Path(mark.picture), say("the sign of a mark"))


def sign_name(mark: str, theme: Theme) -> Message:
    """What a mark means in a system.

    :raises AssetError: for a mark that the system does not have.
    """
    return Message(additions(theme.art).mark(mark).means)


def sign_names(marks: Iterable[str], theme: Theme) -> tuple[Text, ...]:
    """What marks mean in a system, each once."""
    return tuple(dict.fromkeys(sign_name(mark, theme) for mark in marks))


SIZE, SHAPE = 0.9, 66 / 84
"""A flag's height, pole and all, in the sheet's units, and its width as a share of that."""

LEAST = 14
"""Pixels of a flag's height at least."""


def draw_flags(surface: pygame.Surface, holders: Mapping[str, str], theme: Theme,
               spot_of: Callable[[str], tuple[Point, float] | None], camera: Camera, sharp: float) -> None:
    """Draw the flag of each place's holder.

    :param spot_of: from a place to the middle of its flag on the sheet and its share of a flag's size; None where it
        has no room for one.
    :param sharp: pixels a unit at which flags are cut; they are shown as large as the camera says.
    """
    for place, seat in holders.items():
        spot = spot_of(place)
        if spot is not None:
            at, share = spot
            order = next(k for k, info in enumerate(theme.seats) if info.name == seat)
            picture = flag(theme.seats[order], order, max(LEAST, round(SIZE * share * sharp)))
            if camera.scale != sharp:
                picture = pygame.transform.smoothscale_by(picture, camera.scale / sharp)
            x, y = camera.to_screen(at)
            surface.blit(picture, picture.get_rect(center=(round(x), round(y))))


@picture_cache(16)
def flag(side: SeatInfo, order: int, px: int) -> pygame.Surface:
    """A side's flag on a pole, ``px`` pixels high: the first side's has a bar, the second's a disc and two tails."""
    if order == 0:
        cloth = "M12 8C26 2 40 14 58 8V42C40 48 26 36 12 42Z"
        charge = "M12 19C26 13 40 25 58 19V31C40 37 26 25 12 31Z"
    else:
        cloth = "M12 8C26 2 38 14 60 6L48 24L60 44C38 48 26 36 12 42Z"
        charge = "M20 25a9 9 0 1 0 18 0a9 9 0 1 0 -18 0Z"
    return sketch(
        (round(px * 66 / 84), px), "0 0 66 84",
        '<ellipse cx="13" cy="79" rx="12" ry="3.600" fill="#1b120a" fill-opacity="0.45"/>'
        '<path d="M10 80V6" stroke="#fff6df" stroke-width="9" stroke-linecap="round"/>'
        f'<path d="{cloth}" fill="#fff6df" stroke="#fff6df" stroke-width="7" stroke-linejoin="round"/>'
        '<path d="M10 80V6" stroke="#1b120a" stroke-width="5" stroke-linecap="round"/>'
        f'<path d="{cloth}" fill="{side.paper}" stroke="#1b120a" stroke-width="3" stroke-linejoin="round"/>'
        f'<path d="{charge}" fill="{side.print}"/>', of=(66, 84))
