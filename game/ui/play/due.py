"""What alone is due of one unit, e.g. where it retreats to: the ways it has, each with the number that is its key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pygame

from game.core.contract import System
from game.ui.board import places
from game.ui.counters.cardboard import rasterise
from game.ui.kit.fonts import font
from game.ui.kit.picture_cache import picture_cache
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
        place: Proposal(way.offer, None, places.title(board, place), heading="Where to")
        for place, way in goes.items()
    }


def alike(keys: Mapping[str, int], offered: Sequence[Proposal], key: int) -> int:
    """The number, from 0, of what all do alike who may go the way of a key; that of the key itself where none may."""
    there = next((place for place, number in keys.items() if number == key), "")
    return next((n for n, each in enumerate(offered) if each.offer.together and each.place == there), key - 1)


@picture_cache(32)
def keycap(number: int, scale: float) -> pygame.Surface:
    """The key that goes to a place: square, so that it is not taken for a cost; ``scale`` pixels a radius."""
    size = max(14, round(0.86 * scale))
    cap = rasterise(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 40 40">'
        '<rect x="2" y="2" width="36" height="36" rx="7" fill="#120a04"/>'
        '<rect x="4" y="4" width="32" height="32" rx="5" fill="#b99a55"/>'
        '<rect x="4" y="4" width="32" height="28" rx="5" fill="#fbf5e6"/></svg>', (size, size),
    )
    print_ = font("counter", max(11, round(0.66 * size))).render(str(number), True, "#20150b")
    cap.blit(print_, print_.get_rect(center=(size // 2, round(size * 0.46))))
    return cap
