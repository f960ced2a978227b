"""What alone is due of one unit, e.g. where it retreats to: the ways it has, each with the number that is its key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.core.contract import System
from game.core.message import say
from game.ui.board import places
from game.ui.play.proposals import Proposal

KEYS = 9
"""Ways that have a key of their own; where there are more, none has."""


def ways(rules: System[Any], state: Any, meanings: Mapping[str, tuple[Proposal, ...]]) -> dict[str, Proposal]:
    """Place -> going there, as a numbered button says it; none where there are more places than keys."""
    goes = {place: found[0] for place, found in meanings.items() if found[0].preview is None}
    if len(goes) > KEYS:
        return {}
    board = rules.board(state)
    return {
        place: Proposal(way.offer, None, places.title(board, place), heading=say("Where to"))
        for place, way in goes.items()
    }


def alike(keys: Mapping[str, int], offered: Sequence[Proposal], key: int) -> int:
    """The number, from 0, of what all do alike who may go the way of a key; that of the key itself where none may."""
    there = next((place for place, number in keys.items() if number == key), "")
    return next((n for n, each in enumerate(offered) if each.offer.together and each.place == there), key - 1)
