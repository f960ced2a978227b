"""Little maps of scenarios, for the sheet that sets up a game and the list of lessons."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pygame

from game import catalog
from game.board.hexgrid import HexBoard
from game.core.capability import NOBODY, seen_by
from game.core.contract import System
from game.core.message import say
from game.ui.kit.pictures import picture_cache

SIZES = (512, 1024, 2048)
"""Pixels of the longer side at which maps are drawn; what is shown is one of them made smaller."""


@picture_cache(32)
def miniature(rules: System[Any], size: tuple[int, int], scenario: str) -> pygame.Surface:
    """The map of a scenario with its counters set up, no larger than a size; the shorter way it fills it.

    :raises game.catalog.BrokenSystem: where the system's code fails in showing it.
    """
    try:
        return _fitted(rules, size, scenario)
    except (ValueError, OSError):
        raise
    except Exception as error:
        raise catalog.BrokenSystem(say("system {name} cannot show {scenario}: {error}", name=rules.name,
                                       scenario=scenario, error=catalog.complaint(error))) from error


def _fitted(rules: System[Any], size: tuple[int, int], scenario: str) -> pygame.Surface:
    """The map no larger than a size. What draws one needs numpy, which the title's first picture does not wait for."""
    from game.ui.sheets.sheet import larger_turned

    board = rules.board(catalog.set_up(rules, scenario))
    turned = isinstance(board, HexBoard) and larger_turned(board, lambda *_: pygame.Rect((0, 0), size))
    drawn = _drawn(rules, scenario, turned, next((side for side in SIZES if side >= max(size)), SIZES[-1]))
    scale = min(size[0] / drawn.get_width(), size[1] / drawn.get_height())
    return pygame.transform.smoothscale(drawn, (max(1, round(drawn.get_width() * scale)),
                                                max(1, round(drawn.get_height() * scale))))


@lru_cache(16)
def _drawn(rules: System[Any], scenario: str, turned: bool, side: int) -> pygame.Surface:
    """A map in a square: drawn once for all sizes of the window."""
    from game.ui.board.view import BoardView

    state = catalog.set_up(rules, scenario)
    view = BoardView(rules.board(state), rules.theme, turned=turned)
    view.set_counters(rules.counters(seen_by(rules, state, NOBODY)))
    picture = view.snapshot((side, side))
    edge = picture.get_at((0, 0))
    rows = [y for y in range(side) if picture.get_at((side // 2, y)) != edge]
    columns = [x for x in range(side) if picture.get_at((x, side // 2)) != edge]
    inner = pygame.Rect(columns[0], rows[0], columns[-1] - columns[0] + 1, rows[-1] - rows[0] + 1)
    return picture.subsurface(inner).copy()
