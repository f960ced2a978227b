"""What alone is due of one unit, e.g. where it retreats to: the ways it has, each with the number that is its key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.board.board import Board
from game.core.message import say
from game.ui.board import places
from game.ui.play.proposals import Proposal

KEYS = 9
"""Ways that have a key of their own; where there are more, none has."""


def ways(board: Board, meanings: Mapping[str, tuple[Proposal, ...]]) -> dict[str, Proposal]:
    """Place -> going there, as a numbered button says it; none where there are more places than keys."""
    goes = {place: found[0] for place, found in meanings.items() if found[0].preview is None}
    if len(goes) > KEYS:
        return {}
    return {
        place: Proposal(way.offer, None, places.title(board, place), heading=say("Where to"))
        for place, way in goes.items()
    }


def digit_of(offered: Sequence[Proposal], number: int) -> tuple[int, bool]:
    """The digit of something offered, 0 where it has none, and whether with Shift: facings have it, so that no digit
    means a shot now and a facing once the shot has been taken."""
    turns = offered[number].offer.angle is not None
    digit = sum((each.offer.angle is not None) is turns for each in offered[:number + 1])
    return (digit if digit <= KEYS else 0), turns


def numbered(offered: Sequence[Proposal], digit: int, shift: bool) -> int | None:
    """The number, from 0, of what is offered that has a digit, with Shift or without; None where nothing has."""
    return next((number for number in range(len(offered)) if digit_of(offered, number) == (digit, shift)), None)


def alike(keys: Mapping[str, int], offered: Sequence[Proposal], key: int) -> int:
    """The number, from 0, of what all do alike who may go the way of a key; that of the key itself where none may."""
    there = next((place for place, number in keys.items() if number == key), "")
    return next((n for n, each in enumerate(offered) if each.offer.together and each.place == there), key - 1)
