"""The game screen's picture, from the table up."""

from __future__ import annotations

import pygame

from game.ui.cards.thinking import draw_bar
from game.ui.kit.table import draw_table
from game.ui.screens import phase_list
from game.ui.screens.game_frame import GameFrame
from game.ui.screens.route_shown import draw_wheel


def paint(screen: GameFrame, target: pygame.Surface, *, turns: bool = False) -> None:
    """Draw table, map, turn track, cards, dice, slip and widgets.

    :param turns: whether the wheel turns what is in hand rather than zooms.
    """
    game = screen.game
    draw_table(target, screen.track_rect)
    draw_table(target, screen.row_rect)
    phase_list.draw_beside(screen, target)
    game.view.draw(target)
    screen.track.draw(
        target,
        screen.track_rect,
        screen.metrics,
        game.theme,
        game.track.turns,
        game.asked.turn,
        game.track.phases,
        game.track.current,
    )
    screen.draw_objectives(target, game.theme)
    if game.boxes:
        over = game.view.overlay
        signs = dict.fromkeys(over.hint, "hint") | dict.fromkeys(over.targets, "target")
        signs |= dict.fromkeys(over.picked, "picked") | ({over.selected: "selected"} if over.selected else {})
        screen.boxes.lay(screen.boxes_rect, game.boxes, game.controller.counters.values(), screen.px)
        screen.boxes.draw(target, game.theme, signs, over.reach, screen.px)
    draw_wheel(target, screen, turns=turns)
    screen.minimap.on = screen.app.settings.minimap
    screen.minimap.draw(target, screen.px(100) / 100)
    if game.tray_shown:
        game.stage.tray.draw(target, screen.tray_rect)
    if screen.slip.rect.height:
        screen.slip.draw(target)
    screen.draw_panel(target)
    if (bar := screen.waiting_slot("bar")) is not None:
        draw_bar(target, bar, game.flow.players.share)
    screen.manager.draw_ui(target)
