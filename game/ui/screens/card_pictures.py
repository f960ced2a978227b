"""The pictures of battles on the title's cards: which are there, and which have still to be drawn."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.core.contract import ScenarioInfo
from game.core.message import Text, say, told
from game.ui.screens.battle_picture import battle_picture, picture_file
from game.ui.screens.titlecard import TitleCard


class CardPictures:
    """The pictures of the cards. A card shows the picture of its first battle, or of the row pointed at. Pictures drawn
    ahead are ready at once; those of systems that a user added are drawn one after the other."""

    def __init__(self) -> None:
        self.complete = False
        """Whether every card in view has the picture of its first battle, or cannot have it."""
        self.drawn: set[tuple[str, str]] = set()
        """Systems and scenarios whose pictures are there."""
        self._tried: set[tuple[str, str]] = set()
        """The same with those whose picture cannot be drawn."""

    def lay(self, cards: Sequence[TitleCard]) -> None:
        """Take the cards that are in view now: at another scale they may be more."""
        for card in cards:
            self._take(card, _first(card))
        self.complete = not self._missing(cards)

    def _take(self, card: TitleCard, scenario: str) -> None:
        """Take a picture that was drawn ahead."""
        key = card.rules.name, scenario
        if key not in self._tried and picture_file(*key).is_file() and self.draw(card, scenario):
            self._tried.discard(key)  # what is wrong is said when its turn comes

    def _missing(self, cards: Sequence[TitleCard]) -> list[TitleCard]:
        """The cards without the picture of their first battle, if it can be drawn."""
        return [card for card in cards if (card.rules.name, _first(card)) not in self._tried]

    def draw(self, card: TitleCard, scenario: str) -> Text:
        """Draw the picture of a scenario; what is wrong if it cannot be drawn, else empty."""
        self._tried.add((card.rules.name, scenario))
        if not card.picture.height:
            return ""
        try:
            battle_picture(card.rules, card.picture.size, scenario)
        except (ValueError, OSError) as error:
            return say("{name}: {error}", name=card.rules.name, error=told(error))
        self.drawn.add((card.rules.name, scenario))
        return ""

    def draw_next(self, cards: Sequence[TitleCard]) -> Text:
        """Draw the picture of the next card without one; what is wrong if it cannot be drawn, else empty."""
        missing = self._missing(cards)
        self.complete = len(missing) < 2
        return self.draw(missing[0], _first(missing[0])) if missing else ""

    def of(self, card: TitleCard, chosen: ScenarioInfo | None) -> pygame.Surface | None:
        """What a card shows: the row pointed at, or until its picture is there, the first battle."""
        if not card.picture.height:
            return None
        if chosen is not None:
            self._take(card, chosen.name)
        names = [info.name for info in (chosen, card.entries[0][2]) if info is not None]
        name = next((name for name in names if (card.rules.name, name) in self.drawn), None)
        return battle_picture(card.rules, card.picture.size, name) if name is not None else None


def _first(card: TitleCard) -> str:
    """The name of a card's first battle."""
    return card.entries[0][2].name
