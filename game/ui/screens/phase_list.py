"""The overview of a phase, the list of what can act, in games and replays: its card, its place, and the line under the
pointer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pygame

from game.core.contract import Counter
from game.core.message import Text, say
from game.core.overview import Overview, OverviewLine
from game.core.theme import Theme
from game.core.verdict import Illegal
from game.ui.cards import overview
from game.ui.cards.column import Content
from game.ui.kit.paper import draw_table
from game.ui.screens.map_layout import OVERVIEW_WIDTH
from game.ui.screens.map_screen import MapScreen

CARD_MARGIN = 10
"""Margin between the card and the map and panel beside it, in layout units."""


def overview_card(theme: Theme, counters: Mapping[str, Counter], shown: Overview, lit: str | None,
                  active: bool, unfolded: tuple[str, ...] = (), selected: str | None = None, *,
                  keeps_scroll: bool = False, next_key: bool = True) -> Content | None:
    """The card of an overview; None if it has no lines.

    :param lit: the highlighted line: the one under the pointer, or selected.
    :param active: whether its lines can be acted on.
    :param unfolded: the lines that are unfolded.
    :param selected: the selected line, which is scrolled into view.
    :param keeps_scroll: whether not to scroll to it, because the pointer is on the list.
    :param next_key: whether C goes to the next line, rather than plans a path.
    """
    if not shown.lines:
        return None
    # a combat's line draws its counters; other lines only count them
    drawn_counters = tuple(counters.get(unit) for line in shown.lines if line.against
                           for unit in (*line.units, *line.against))
    return Content((shown, lit, drawn_counters, active, unfolded, selected, next_key),
                   lambda pen: overview.write(pen, theme, counters, shown, lit, active, unfolded, selected,
                                              still=keeps_scroll, next_key=next_key),
                   long=overview.is_long(shown), title=shown.title)


def lay_beside_map(screen: MapScreen, listed: Content | None) -> bool:
    """Place the card on the table beside the map, or clear that space if there is no card; return whether there is
    room for a card."""
    room, card, m = screen.layout.overview, screen.column.overview, screen.app.metrics
    if listed is None:
        card.place(0, 0, 0)
        card.rect.width = 0
        return bool(room.width)
    if not room.width:
        return False
    edge = screen.px(CARD_MARGIN)
    height = room.height - 2 * edge
    scale = max(m.min_card_scale,
                min(m.scale, screen.metrics.scale, room.width / OVERVIEW_WIDTH))  # smaller print if narrow
    card.write(listed.key, room.width - 2 * edge, m.at(scale), listed.write, height, shrinks=not listed.long)
    card.place(room.x + edge, room.y + edge, min(card.height, height))
    return True


def draw_beside_map(screen: MapScreen, target: pygame.Surface) -> None:
    """Draw the table to the right of the map: with the list of the phase or, without one, with the map's legend."""
    room, card = screen.layout.overview, screen.column.overview
    if room.width:
        draw_table(target, room)
        if card.rect.width and card.rect.height:
            card.draw(target)
        elif (legend := screen.list_legend) is not None:
            target.blit(legend, screen.list_table)


def line_and_sign_at(screen: MapScreen, pos: tuple[int, int]) -> tuple[str | None, int | None]:
    """The name of the line at a point of the window, and the index in its ``actions`` of the sign there; None if there
    is none."""
    card = screen.column.overview
    spot = card.spot_at(pos) if card.rect.collidepoint(pos) else None
    return overview.line_and_action(spot) if spot is not None else (None, None)


def line_at(screen: MapScreen, pos: tuple[int, int]) -> str | None:
    """The name of the line at a point of the window; None if there is none."""
    return line_and_sign_at(screen, pos)[0]


def with_explanation(shown: Overview, name: str | None, number: int | None) -> Overview:
    """The overview with an explanation in the line pointed at. On a sign: what it does, or the rule against it.
    Elsewhere on a barred line: why nothing can be done with it.

    :param name: the name of the line pointed at; None if there is none.
    :param number: the index in the line's ``actions`` of the sign under the pointer; None if there is none.
    """
    line = shown.line(name)
    explanation = _explanation(line, number) if line is not None else None
    if explanation is None:
        return shown
    return replace(shown, lines=tuple(replace(each, explanation=explanation) if each is line else each
                                      for each in shown.lines))


def _explanation(line: OverviewLine, number: int | None) -> Text | None:
    """The explanation of a line or of one of its signs; None if there is none."""
    if number is None:
        # the rules refuse all of its actions: the first reason is shown for them
        refused = line.actions[0].offer.verdict if line.barred else None
        return refused.reasons[0].with_rule if isinstance(refused, Illegal) else None
    if number >= len(line.actions):  # the sign has gone since the pointer last moved
        return None
    offer = line.actions[number].offer
    if isinstance(offer.verdict, Illegal):
        return say("{order}: not allowed by {rule}", order=offer.label, rule=offer.verdict.reasons[0].rule.citation)
    return offer.label
