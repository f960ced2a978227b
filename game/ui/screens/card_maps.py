"""The little maps on the title's cards: drawn one by one after the first picture, which does not wait for them."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.core.contract import ScenarioInfo
from game.core.message import Text, say, told
from game.ui.screens.miniature import miniature
from game.ui.screens.titlecard import TitleCard


class CardMaps:
    """Draws the maps and knows which are drawn. A card shows the map of its first battle, or of the row pointed at."""

    def __init__(self) -> None:
        self.complete = False
        """Whether every card in view has the map of its first battle, or cannot have it."""
        self.drawn: set[tuple[str, str]] = set()
        """Systems and scenarios whose maps are drawn."""
        self._tried: set[tuple[str, str]] = set()
        """The same with those whose map cannot be drawn."""

    def lay(self, cards: Sequence[TitleCard]) -> None:
        """Take the cards that are in view now: at another scale they may be more."""
        self.complete = self.complete and not self._missing(cards)

    def _missing(self, cards: Sequence[TitleCard]) -> list[TitleCard]:
        """The cards without the map of their first battle, if it can be drawn."""
        return [card for card in cards if (card.rules.name, card.entries[0][2].name) not in self._tried]

    def draw(self, card: TitleCard, scenario: str) -> Text:
        """Draw the map of a scenario; what is wrong if it cannot be drawn, else empty."""
        self._tried.add((card.rules.name, scenario))
        try:
            miniature(card.rules, card.picture.size, scenario)
        except (ValueError, OSError) as error:
            return say("{name}: {error}", name=card.rules.name, error=told(error))
        self.drawn.add((card.rules.name, scenario))
        return ""

    def draw_next(self, cards: Sequence[TitleCard]) -> Text:
        """Draw the map of the next card without one; what is wrong if it cannot be drawn, else empty."""
        missing = self._missing(cards)
        self.complete = len(missing) < 2
        return self.draw(missing[0], missing[0].entries[0][2].name) if missing else ""

    def of(self, card: TitleCard, chosen: ScenarioInfo | None) -> pygame.Surface | None:
        """The map that a card shows: of the row pointed at, or until that is drawn, of its first battle."""
        names = [info.name for info in (chosen, card.entries[0][2]) if info is not None]
        name = next((name for name in names if (card.rules.name, name) in self.drawn), None)
        return miniature(card.rules, card.picture.size, name) if name is not None else None
