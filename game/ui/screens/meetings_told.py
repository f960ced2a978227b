"""Who meets whom in a combat, for people who see it from the back of a room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.board.hexgrid import HexBoard
from game.core.contract import System
from game.core.message import Text, joined, named, say, several
from game.core.preview import Preview
from game.i18n.places import plainly

NAMED = 3
"""Units of a side that are named before a combat, at most. Chosen."""
FARTHEST = 4
"""Hexes between two sides that meet in one place: as far as any gun reaches. Chosen."""


def meeting(rules: System[Any], state: Any, preview: Preview | None) -> Text:
    """Who meets whom in a combat, and where; empty where there are not two sides."""
    board = rules.board(state)
    counters = {counter.unit: counter for counter in rules.counters(state)}
    sides = [] if preview is None else [[counters[line.unit] for line in lines if line.unit in counters]
                                        for lines in (preview.attackers, preview.defenders)]
    if not all(sides) or not sides:
        return ""
    attackers, defenders = (_few([counter.name for counter in side]) for side in sides)
    (start, *_), (place, *_) = ([counter.place or "" for counter in side] for side in sides)
    apart = not board.knows(start) or not board.knows(place) or (
        isinstance(board, HexBoard) and board.distance(start, place) > FARTHEST)
    if board.kind == "plane" or apart:
        return say("{attackers} against {defenders}.", attackers=attackers, defenders=defenders)
    return plainly(board, say("{attackers} against {defenders}, in {place}.", attackers=attackers, defenders=defenders,
                              place=place if board.kind == "hex" else board.name_of(place)))


def _few(names: Sequence[str]) -> Text:
    """Some names, or the first of them and how many more there are."""
    if len(names) <= NAMED:
        return named(names)
    return several("{names} and {count} more", "{names} and {count} more", len(names) - NAMED + 1,
                   names=joined(names[:NAMED - 1], ", "))
