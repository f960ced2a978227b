"""What people call those who can take a seat."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.message import Text, say
from game.match.record import HUMAN

TITLES: Mapping[str, Text] = {
    HUMAN: say("Human"),
    "random": say("Random"),
    "recruit": say("Recruit"),
    "veteran": say("Veteran"),
}
"""Must agree with ``game.match.record.PLAYERS``."""


def player_title(player: str) -> Text:
    """A player's title; the name in a record where it is nobody we know."""
    return TITLES.get(player, player)
