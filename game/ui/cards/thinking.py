"""Who thinks, how much of the time is gone, and room for the button that ends it: part of a card or of a slip."""

from __future__ import annotations

import pygame

from game.core.message import Text
from game.ui.cards.card import CardPen
from game.ui.kit.theme import GOLD, INK

HEIGHT, BAR = 56, 22
"""Units: of all of it, and of the bar at its foot."""
MARKS = 4
"""Into so many parts the bar is ruled."""
TROUGH, LIGHT, EDGE, RULE = "#4d3a2a", "#e9cf86", "#fff8e4", "#b89a6a"


def write(pen: CardPen, text: Text) -> None:
    """Print who thinks, above the room of the bar and beside that of the button."""
    top, foot = pen.y, pen.y + pen.metrics.px(HEIGHT)
    pen.slot("move-now", HEIGHT, left=0.6, move=False)
    room = round(pen.width * 0.57)
    size = next((px for px in range(21, 15, -1) if pen.font("ui-bold", px).size(text)[0] <= room), 15)
    pen.line(text, "ui-bold", size, width=room)
    pen.y = foot - pen.metrics.px(BAR)
    pen.slot("bar", BAR, right=0.57)
    pen.y = max(pen.y, top + pen.metrics.px(HEIGHT))


def draw_bar(target: pygame.Surface, room: pygame.Rect, share: float) -> None:
    """Fill the bar as far as the time is gone.

    :param share: of the time, from 0 to 1.
    """
    edge = max(2, room.height // 9)
    pygame.draw.rect(target, TROUGH, room, border_radius=room.height // 4)
    inside = room.inflate(-2 * edge, -2 * edge)
    full = pygame.Rect(inside.x, inside.y, round(inside.width * share), inside.height)
    if full.width:
        corner = max(1, inside.height // 5)
        pygame.draw.rect(target, GOLD, full, border_radius=corner)
        pygame.draw.rect(target, LIGHT, (*full.topleft, full.width, max(1, full.height // 3)), border_radius=corner)
        pygame.draw.line(target, EDGE, (full.right, room.y), (full.right, room.bottom - 1), edge)
    for k in range(1, MARKS):
        x = inside.x + inside.width * k // MARKS
        ink = INK if x < full.right else RULE
        pygame.draw.line(target, ink, (x, inside.centery), (x, inside.bottom - 1), max(1, edge // 2))
    pygame.draw.rect(target, INK, room, width=max(1, edge // 2), border_radius=room.height // 4)
