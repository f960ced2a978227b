"""Finds every text printed in a window, with its colour and its background.

The program runs twice in the same way: as it is, and with every text printed in its own colour, without smoothing. The
pixels of that colour in the second picture show where the text is in the first; the pixels around them are its
background: paper, a button, a halo.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from inspect import currentframe
from typing import Any

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from game.ui.kit import pictures
from game.ui.kit.fonts import Typeface, printable
from tests.access.vision import Values, contrast, pixels

SOLID = 190
"""The least opacity, of 255, of a pixel that counts as print."""
MIN_PIXELS = 30
"""The least number of pixels of print of a text that is measured: with fewer the result would be chance."""
LOGO = 60
"""Pixels from which letters count as the program's logo, which is a picture."""
FULL_COLOUR_PARTS = 5
"""The colour of a text is that of one in this many of its pixels, those of the highest contrast: the others may be
smoothed edges."""
LOW_PERCENTILE = 30
"""The percentage of the pixels around a text that may have less than the required contrast with it."""
MAX_CONTRAST = 21.0
"""The contrast of black on white, the highest there is (WCAG 2.2)."""
MAP_PRINTERS = "game.ui.sheets"
"""The package whose texts keep their colours: it prints maps, whose tiles are kept between tests."""


@dataclass(frozen=True)
class Print:
    """A text as the program asked for it."""

    text: str
    role: str
    px: int

    @property
    def required_contrast(self) -> float:
        """The least contrast allowed (WCAG 2.2, 1.4.3): 3 for at least 24 pixels, or 19 in bold print; else 4.5."""
        return 3.0 if self.px >= 24 or (self.px >= 19 and "bold" in self.role) else 4.5


class Marker:
    """Prints each text in a colour of its own."""

    def __init__(self) -> None:
        self.known: list[Print] = []

    def colour(self) -> tuple[int, int, int]:
        """The next colour: full red with little green, which nothing else in the window has."""
        number = len(self.known)
        return 255, number // 200, 55 + number % 200

    def of(self, colour: NDArray[np.uint8]) -> Print | None:
        """The text printed in a colour."""
        number = int(colour[1]) * 200 + int(colour[2]) - 55
        return self.known[number] if colour[2] >= 55 and number < len(self.known) else None

    def printed(self, face: Typeface, text: Any, image: pygame.Surface) -> pygame.Surface:
        """The image of a text in its own colour."""
        image = image.convert_alpha() if image.get_width() and image.get_height() else image
        if not image.get_width() or not image.get_height() or not str(printable(text)).strip():
            return image
        alpha = pygame.surfarray.pixels_alpha(image)
        alpha[...] = np.where(alpha > SOLID, 255, 0)
        del alpha
        pygame.surfarray.pixels3d(image)[...] = self.colour()
        self.known.append(Print(str(printable(text)), face.role, face.px))
        return image


@contextmanager
def marked() -> Iterator[Marker]:
    """A context in which every text is printed in its own colour."""
    marker, render = Marker(), Typeface.render

    def own(face: Typeface, text: Any, *how: Any, **more: Any) -> pygame.Surface:
        image = render(face, text, *how, **more)
        here = currentframe()
        above = here.f_back if here is not None else None
        caller = str(above.f_globals["__name__"]) if above is not None else ""
        return image if caller.startswith(MAP_PRINTERS) else marker.printed(face, text, image)

    pictures.drop_pictures()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Typeface, "render", own)
        yield marker
    pictures.drop_pictures()


def faint(plain: pygame.Surface, coloured: pygame.Surface, marker: Marker, room: pygame.Rect,
          exempt: list[pygame.Rect]) -> tuple[list[str], int]:
    """The texts within a part of the window that contrast too little with their background, and the number of texts
    measured; ``tests/ui/test_counters_print.py`` checks the print of counters instead.

    :param plain: the window as it is.
    :param coloured: the same window with every text in its own colour (``marked``).
    :param exempt: boxes of texts that need no contrast.
    """
    room = room.clip(plain.get_rect())
    seen = pixels(plain.subsurface(room))
    colours = pygame.surfarray.array3d(coloured.subsurface(room)).swapaxes(0, 1)
    found, measured = [], 0
    red, green, blue = (colours[..., k].astype(int) for k in range(3))
    ids = np.where((red == 255) & (green < 160), green * 256 + blue, -1)
    for key in np.unique(ids[ids >= 0]):
        text = marker.of(np.array((255, key // 256, key % 256), dtype=np.uint8))
        ys, xs = np.nonzero(ids == key)
        if text is None or text.role == "counter" or text.px >= LOGO:
            continue
        if len(ys) < MIN_PIXELS or np.ptp(ys) > 2 * text.px:
            continue
        if any(box.collidepoint(room.x + int(xs.mean()), room.y + int(ys.mean())) for box in exempt):
            continue
        measured += 1
        ratio = _ratio(seen, ids, int(key), ys, xs)
        if ratio < text.required_contrast:
            found.append(f"{text.text!r} ({text.role} {text.px}): {ratio:.1f}")
    return found, measured


def _ratio(seen: Values, ids: NDArray[np.int_], key: int, ys: NDArray[np.int_], xs: NDArray[np.int_]) -> float:
    """The contrast between a text's full colour, not that of its smoothed edges, and the pixels around its letters;
    ``MAX_CONTRAST`` if there are none."""
    pad = 5
    top, left = max(0, ys.min() - pad), max(0, xs.min() - pad)
    part = (slice(top, ys.max() + pad + 1), slice(left, xs.max() + pad + 1))
    letters = ids[part] == key
    near, far = _grown(ids[part] >= 0, 2), _grown(letters, 4)
    ground = seen[part][far & ~near]
    if not len(ground):
        return MAX_CONTRAST
    print_ = seen[part][letters]
    full = np.argsort(contrast(print_, np.median(ground, axis=0)))[-max(1, len(print_) // FULL_COLOUR_PARTS):]
    return float(np.percentile(contrast(ground, np.median(print_[full], axis=0)), LOW_PERCENTILE))


def _grown(mask: NDArray[np.bool_], by: int) -> NDArray[np.bool_]:
    """A mask extended to every pixel near it."""
    grown = mask.copy()
    for _ in range(by):
        more = grown.copy()
        more[1:] |= grown[:-1]
        more[:-1] |= grown[1:]
        more[:, 1:] |= grown[:, :-1]
        more[:, :-1] |= grown[:, 1:]
        grown = more
    return grown
