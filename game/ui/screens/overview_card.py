"""The overview of a phase on the game screen: laid beside the map where there is table, else in the column; pointing at
a line lights its units, a click does what its signs stand for or offers what can be done with it."""

from __future__ import annotations

import pygame

from game.ui.cards import overview
from game.ui.cards.column import Content
from game.ui.kit.table import draw_table
from game.ui.play.choosing import choose
from game.ui.screens.game_frame import GameFrame

EDGE = 10
"""Units between the card and the map and column beside it."""


def content(screen: GameFrame) -> Content | None:
    """What the card shows; None where the phase has nothing of the kind."""
    game, shown, lit = screen.game, screen.game.controller.overview, screen.lit_line
    if not shown.lines:
        return None
    counters = game.controller.counters
    seen = tuple(counters.get(unit) for line in shown.lines if line.against for unit in (*line.units, *line.against))
    active = game.may_act
    return Content((shown, lit, seen, active),
                   lambda pen: overview.write(pen, game.theme, counters, shown, lit, active))


def lay_beside(screen: GameFrame, listed: Content | None) -> bool:
    """Lay the card on the table beside the map; whether there is room for it."""
    room, card, m = screen.overview_rect, screen.column.overview, screen.app.metrics
    if listed is None:
        card.place(0, 0, 0)
        card.rect.width = 0
        return bool(room.width)
    if not room.width:
        return False
    edge = screen.px(EDGE)
    high = room.height - 2 * edge
    card.write(listed.key, room.width - 2 * edge, m.at(min(m.scale, screen.metrics.scale)), listed.write, high)
    card.place(room.x + edge, room.y + edge, min(card.height, high))
    return True


def draw_beside(screen: GameFrame, target: pygame.Surface) -> None:
    """Draw the table beside the map, and the card where something is listed."""
    room, card = screen.overview_rect, screen.column.overview
    if room.width:
        draw_table(target, room)
        if card.rect.width and card.rect.height:
            card.draw(target)


def line_at(screen: GameFrame, pos: tuple[int, int]) -> str | None:
    """The line under a point of the window."""
    card = screen.column.overview
    spot = card.spot_at(pos) if card.rect.collidepoint(pos) else None
    return overview.meant(spot)[0] if spot is not None else None


def press(screen: GameFrame, pos: tuple[int, int]) -> bool:
    """A click on the card: do what a sign stands for, or look at a line; whether it was there."""
    card, game = screen.column.overview, screen.game
    spot = card.spot_at(pos) if card.rect.collidepoint(pos) else None
    if spot is None:
        return False
    name, number = overview.meant(spot)
    game.hint, game.dirty = None, True
    game.controller.look_along(name if number is not None or name != game.controller.looked_at else None)
    if number is not None:
        choose(game, game.quick_play, number)
    return True
