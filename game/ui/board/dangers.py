"""What awaits a unit on its way, at the places where it comes: the symbol of who does it, and the chance."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.core.message import say
from game.ui.board.foreseen import Danger
from game.ui.board.overlays import RED
from game.ui.board.signs import Ruler
from game.ui.counters.cardboard import symbol_picture
from game.ui.kit.fonts import font
from game.ui.kit.picture_cache import picture_cache
from game.ui.kit.tip import Told

PALE = "#fff6df"
HIGH, LEAST = 0.58, 16
"""The height of the plate in the sheet's units, and in pixels at least."""
ABOVE = 0.95
"""How far above the middle of its place it lies, in the sheet's units: the counter that comes there is seen below."""


def draw_dangers(surface: pygame.Surface, dangers: Sequence[Danger], ruler: Ruler, told: Told) -> None:
    """Draw a plate at each place."""
    scale = ruler.camera.scale
    for danger in dangers:
        if ruler.geometry.knows(danger.place):
            x, y = ruler.pixel(ruler.geometry.centre(danger.place))
            picture = plate(danger.sign, danger.words, max(LEAST, round(HIGH * scale)))
            place = surface.blit(picture, picture.get_rect(center=(x, y - round(ABOVE * scale))))
            told.append((place, say("An enemy can react to the move here: {chance} chance of harm",
                                    chance=danger.words)))


@picture_cache(24)
def plate(sign: str, words: str, px: int) -> pygame.Surface:
    """A symbol and a chance on a pale plate with a red rim, ``px`` pixels high."""
    word = font("counter", max(12, round(px * 0.78))).render(words, True, RED)
    wide = round(px * 1.15)
    picture = pygame.Surface((wide + word.get_width() + round(px * 0.45), px), pygame.SRCALPHA)
    box, rim = picture.get_rect(), max(2, px // 11)
    pygame.draw.rect(picture, PALE, box, border_radius=px // 4)
    pygame.draw.rect(picture, RED, box, width=rim, border_radius=px // 4)
    symbol = symbol_picture(sign, "#20150b", wide - 2 * rim, round((wide - 2 * rim) * 0.7), PALE)
    picture.blit(symbol, symbol.get_rect(center=(rim + wide // 2, px // 2)))
    ink = word.get_bounding_rect()
    picture.blit(word, (wide + rim, round(px / 2 - ink.centery)))
    return picture.convert_alpha()
