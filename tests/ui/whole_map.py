"""A board at rest with all of its map in view, without a game around it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame

from game.core.contract import Counter, System
from game.ui.board.view import BoardView


def whole_map(rules: System[Any], state: Any, window: pygame.Rect, *, counters: Sequence[Counter] | None = None,
              turned: bool = False) -> BoardView:
    """A position with all of its map in view.

    :param counters: replaces the position's own counters.
    """
    pygame.display.init()
    pygame.display.set_mode(window.size)
    view = BoardView(rules.board(state), rules.theme, turned=turned)
    view.resize(window)
    view.set_counters(counters or rules.counters(state))
    view.camera.fit()
    painted(view)
    return view


def painted(view: BoardView) -> pygame.Surface:
    """A picture of it, at rest."""
    surface = pygame.display.get_surface()
    assert surface is not None
    for _ in range(3):
        view.update(0.2)
        view.draw(surface)
    return surface
