"""Little maps of scenarios, for the title's cards and the sheet that sets up a game."""

from __future__ import annotations

from typing import Any

import pygame

from game.board.hexgrid import HexBoard
from game.core.contract import System
from game.core.rules import NOBODY
from game.ui.kit.picture_cache import picture_cache
from game.ui.sheets.sheet import larger_turned


@picture_cache(16)
def miniature(rules: System[Any], size: tuple[int, int], scenario: str) -> pygame.Surface:
    """The map of a scenario with its counters set up, no larger than a size; the shorter way it fills it."""
    from game.ui.board.view import BoardView

    state = rules.initial(scenario)
    board = rules.board(state)
    turned = isinstance(board, HexBoard) and larger_turned(board, lambda *_: pygame.Rect((0, 0), size))
    view = BoardView(board, rules.theme, turned=turned)
    view.set_counters(rules.counters(rules.view(state, NOBODY)))
    picture = view.snapshot(size)
    edge = picture.get_at((0, 0))
    rows = [y for y in range(size[1]) if picture.get_at((size[0] // 2, y)) != edge]
    columns = [x for x in range(size[0]) if picture.get_at((x, size[1] // 2)) != edge]
    inner = pygame.Rect(columns[0], rows[0], columns[-1] - columns[0] + 1, rows[-1] - rows[0] + 1)
    return picture.subsurface(inner).copy()
