"""What awaits the units in hand at the place pointed at, asked of the rules once for each place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.core.awaited import Awaited
from game.core.message import say, several
from game.ui.board import places
from game.ui.cards.asked import write_awaits
from game.ui.cards.column import Content
from game.ui.play.session import Session


class Awaiting:
    """Remembers the latest answer."""

    def __init__(self, game: Session) -> None:
        self.game = game
        self._asked: tuple[Any, tuple[str, ...], str] = (None, (), "")
        self._found: Sequence[Awaited] = ()

    def at(self, place: str | None) -> Sequence[Awaited]:
        """What awaits the selected unit and those that go along at a place; nothing while nobody is in hand."""
        situation, held = self.game.situation, self.game.selection
        if held.selected is None or place is None or situation.composing:
            return ()
        units = (held.selected, *held.group)
        ahead = held.route.ahead if held.route is not None else situation
        if ahead is None:
            return ()
        asked = (ahead.state, units, place)
        if asked[1:] != self._asked[1:] or asked[0] is not self._asked[0]:
            self._asked, self._found = asked, self.game.rules.awaits(*asked)
        return self._found

    def card(self, place: str | None) -> Content | None:
        """The card of it; None where nothing awaits them."""
        game, found = self.game, tuple(self.at(place))
        if not found or place is None:
            return None
        situation, held = game.situation, game.selection
        title = places.title(situation.board, place)
        first = situation.counters[held.selected or ""].name
        enemies = any(each.place == place and each.seat != situation.counters[held.selected or ""].seat
                      for each in situation.counters.values())
        if enemies and held.group:
            who = several("{unit} and {count} more against {place}?", "{unit} and {count} more against {place}?",
                          len(held.group), unit=first, place=title)
        elif enemies:
            who = say("{unit} against {place}?", unit=first, place=title)
        else:
            who = (several("{unit} and {count} more to {place}?", "{unit} and {count} more to {place}?",
                           len(held.group), unit=first, place=title)
                   if held.group else say("{unit} to {place}?", unit=first, place=title))
        counters = situation.counters
        return Content(("awaits", who, found), lambda pen: write_awaits(pen, game.theme, counters, who, found))
