"""The game screen's picture, from the table up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.ui.kit.table import draw_table

if TYPE_CHECKING:
    from game.ui.screens.game import Game


def paint(game: Game, target: pygame.Surface) -> None:
    """Draw table, map, turn track, cards, dice, slip and widgets."""
    draw_table(target, game.track_rect)
    draw_table(target, game.row_rect)
    game.view.draw(target)
    game.track.draw(
        target,
        game.track_rect,
        game.metrics,
        game.theme,
        game.turns,
        game.asked.turn,
        game.current_phase,
    )
    game.draw_objectives(target, game.theme)
    game.column.draw(target)
    if game.tray_shown:
        game.stage.tray.draw(target, game.tray_rect)
    if game.slip.rect.height:
        game.slip.draw(target)
    game.manager.draw_ui(target)
