"""Marks of counters: their signs, which stand on a counter's edge outside its print, and what they mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import pygame

from game.art import Additions, Mark, additions
from game.core.message import Message, Text, say
from game.core.theme import Theme
from game.ui.kit import pictures
from game.ui.kit.pictures import picture_cache

DUTY = "must-attack"
"""The mark of a duty that no mark of the counter names."""
OUTER, INNER = 0.9, 0.86
"""Signs that stand farther right than the one reach no farther in than the other, in counter widths; left alike."""
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
    text = pictures.text(Path(mark.picture), say("the sign of a mark"))
    box = _BOX.search(text)
    shape = float(box[2]) / float(box[1]) if box else 1.0
    wide = max(mark.least, round(px * mark.width))
    high = max(mark.least, round(px * mark.height)) if mark.height else round(wide * shape)
    return pictures.drawing(text, (wide, high), mark.picture)


def sign_name(mark: str, theme: Theme) -> Message:
    """What a mark means in a system.

    :raises AssetError: for a mark that the system does not have.
    """
    return Message(additions(theme.art).mark(mark).means)


def sign_names(marks: Iterable[str], theme: Theme) -> tuple[Text, ...]:
    """What marks mean in a system, each once."""
    return tuple(dict.fromkeys(sign_name(mark, theme) for mark in marks))
