"""The selection card: the unit picked up or pointed at, and the stack it stands in."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.core.contract import Counter, Theme
from game.ui.cards.card import CardPen, Spot
from game.ui.cards.pen import Run
from game.ui.cards.plain import plain_counter
from game.ui.theme import FAINT, GOLD

LARGE, SMALL = 108, 54


def write_unit(pen: CardPen, theme: Theme, counter: Counter, stack: Sequence[Counter]) -> None:
    """Print a unit: its counter large, its values, where it stands and what stands with it."""
    seat = next(info for info in theme.seats if info.name == counter.seat)
    pen.heading("Selected", seat.title)
    px = pen.metrics.px
    image = plain_counter(counter, theme, px(LARGE))
    top, left, width = pen.y, pen.x, pen.width
    pen.surface.blit(image, (left, top + px(4)))
    pen.x, pen.width = left + px(LARGE + 18), width - px(LARGE + 18)
    pen.flow([Run(counter.name, "text", 25)], leading=1.0)
    pen.space(2)
    for label, value in counter.lines:
        pen.row(label, value)
    pen.x, pen.width = left, width
    pen.y = max(pen.y, top + px(LARGE + 14))
    if len(stack) > 1:
        _stack(pen, theme, counter, stack)


def _stack(pen: CardPen, theme: Theme, chosen: Counter, stack: Sequence[Counter]) -> None:
    """Every counter of a stack; each can be clicked."""
    px = pen.metrics.px
    pen.space(6)
    pen.line(f"Stack of {len(stack)}", "ui-bold", 16, FAINT)
    x = pen.x
    for counter in stack:
        if x + px(SMALL) > pen.x + pen.width:
            x, pen.y = pen.x, pen.y + px(SMALL + 10)
        place = pygame.Rect(x, pen.y + px(2), px(SMALL), px(SMALL))
        if counter.unit == chosen.unit:
            pygame.draw.rect(pen.surface, GOLD, place.inflate(px(6), px(6)), width=px(3), border_radius=px(6))
        pen.surface.blit(plain_counter(counter, theme, px(SMALL)), place)
        pen.spots.append(Spot(place, counter.unit))
        x = place.right + px(10)
    pen.y += px(SMALL + 8)


def write_waiting(pen: CardPen, theme: Theme, waiting: Sequence[Counter], chosen: str | None) -> None:
    """Print the counters that wait to be set up; each can be clicked."""
    pen.heading("Waiting to be set up", str(len(waiting)))
    px = pen.metrics.px
    x = pen.x
    size = px(64)
    for counter in waiting:
        if x + size > pen.x + pen.width:
            x, pen.y = pen.x, pen.y + size + px(12)
        place = pygame.Rect(x, pen.y + px(2), size, size)
        if counter.unit == chosen:
            pygame.draw.rect(pen.surface, GOLD, place.inflate(px(8), px(8)), width=px(3), border_radius=px(6))
        pen.surface.blit(plain_counter(counter, theme, size), place)
        pen.spots.append(Spot(place, counter.unit))
        x = place.right + px(12)
    pen.y += size + px(10)


def write_place(pen: CardPen, theme: Theme, place: str, ground: str, stack: Sequence[Counter], advice: str) -> None:
    """Print the hex pointed at, or what the mouse can do where nothing is."""
    if not place:
        pen.heading("Selection")
        pen.flow([Run(advice, "text", 21, FAINT)])
        return
    pen.heading(f"Hex {place}", ground)
    if stack:
        px = pen.metrics.px
        for counter in stack:
            top = pen.y
            spot = pygame.Rect(pen.x, top + px(2), px(SMALL), px(SMALL))
            pen.surface.blit(plain_counter(counter, theme, px(SMALL)), spot)
            pen.spots.append(Spot(spot, counter.unit))
            left, width = pen.x, pen.width
            pen.x, pen.width = left + px(SMALL + 14), width - px(SMALL + 14)
            pen.flow([Run(counter.name, "ui-bold", 18)], leading=1.0)
            values = " · ".join(f"{label} {value}" for label, value in counter.lines)
            pen.flow([Run(values, "ui", 16, FAINT)], leading=1.0)
            pen.x, pen.width = left, width
            pen.y = max(pen.y, top + px(SMALL + 10))
    else:
        pen.flow([Run(advice, "text", 21, FAINT)])
