"""The prompt card: whose turn it is, what is asked, what must still be done, and the main button's room."""

from __future__ import annotations

from collections.abc import Hashable

import pygame

from game.core.contract import Prompt, SeatInfo
from game.ui.cards.card import CardPen
from game.ui.cards.pen import Run, cite
from game.ui.theme import ALARM, FAINT, INK

AMBER = "#c77c11"


def key(prompt: Prompt, seat: SeatInfo | None, reason: str, status: str, entry: bool) -> Hashable:
    """What the card's print depends on."""
    return (
        prompt.turn,
        prompt.phase,
        prompt.text,
        prompt.rule,
        prompt.duties,
        prompt.main_label,
        seat,
        reason,
        status,
        entry,
    )


def write(
    pen: CardPen, prompt: Prompt, seat: SeatInfo | None, reason: str, status: str, entry: bool, button: bool
) -> None:
    """Print the card.

    ``reason`` says why the main button is disabled, ``status`` what a computer player is doing, ``entry`` leaves
    room for the faces of real dice, ``button`` for the main button.
    """
    _band(pen, prompt, seat)
    pen.space(10)
    pen.flow([Run(prompt.text, "text", 23), cite(prompt.rule)])
    for duty in prompt.duties:
        pen.space(6)
        _chevron(pen)
        pen.flow([Run(duty.text, "ui-bold", 17), cite(duty.rule)], indent=28)
    if status:
        pen.space(6)
        pen.flow([Run(status, "ui", 17, FAINT)])
    pen.space(12)
    if button:
        pen.slot("main", 56)
        if reason:
            pen.space(6)
            pen.flow([Run(reason, "ui", 16, ALARM)])
    if entry:
        pen.space(10)
        top = pen.y
        pen.y += pen.metrics.px(9)
        pen.line("Real dice show", "ui", 17, FAINT)
        pen.y = top
        pen.slot("faces", 40, left=0.46, right=0.70, move=False)
        pen.slot("faces-enter", 40, left=0.72)
    pen.space(4)


def _band(pen: CardPen, prompt: Prompt, seat: SeatInfo | None) -> None:
    """The band in the side's colour across the card's top."""
    px = pen.metrics.px
    band = pygame.Rect(px(1), px(1), pen.surface.get_width() - px(2), px(52))
    paper, ink = (seat.paper, seat.print) if seat else ("#4d3a2a", "#f3ead3")
    pygame.draw.rect(pen.surface, paper, band, border_top_left_radius=px(5), border_top_right_radius=px(5))
    pattern_edge(pen.surface, pygame.Rect(band.left, band.bottom - px(5), band.width, px(3)), seat, ink)
    title = pen.font("title", 24).render(
        seat.title if seat else "Dice" if prompt.mode == "roll" else "The game is over", True, ink
    )
    pen.surface.blit(title, title.get_rect(midleft=(pen.x, band.centery - px(2))))
    turn = pen.font("ui-bold", 17).render(f"Turn {prompt.turn} · {prompt.phase}", True, ink)
    pen.surface.blit(turn, turn.get_rect(midright=(pen.x + pen.width, band.centery - px(2))))
    pen.y = band.bottom


def pattern_edge(target: pygame.Surface, rect: pygame.Rect, seat: SeatInfo | None, ink: str) -> None:
    """The side's edge pattern, the second sign beside its colour: a whole or a broken line."""
    if seat is not None and seat.pattern != "solid":
        step = rect.height * 4
        for x in range(rect.left, rect.right, step):
            pygame.draw.rect(target, ink, (x, rect.top, min(step * 6 // 10, rect.right - x), rect.height))
    else:
        pygame.draw.rect(target, ink, rect)


def _chevron(pen: CardPen) -> None:
    """The amber sign of an open duty, the same as on the map."""
    px = pen.metrics.px
    x, y, w = pen.x, pen.y + px(3), px(18)
    points = [
        (x, y + px(14)),
        (x + w // 2, y),
        (x + w, y + px(14)),
        (x + w, y + px(19)),
        (x + w // 2, y + px(6)),
        (x, y + px(19)),
    ]
    pygame.draw.polygon(pen.surface, AMBER, points)
    pygame.draw.aalines(pen.surface, INK, True, points)
