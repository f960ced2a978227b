"""Draws the game screen, from the table up."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pygame

from game.ui.board.signs import keycap_of
from game.ui.cards.slip import draw_bar
from game.ui.kit.paper import draw_table
from game.ui.screens import phase_list
from game.ui.screens.game_map import draw_wheel_note

if TYPE_CHECKING:
    from game.ui.screens.game import GameScreen

KEY = re.compile(r"\[(\d)\]$")
"""The digit key in brackets at the end of a choice's label."""


def paint(screen: GameScreen, target: pygame.Surface, *, turns: bool = False) -> None:
    """Draw table, map, turn track, cards, dice, slip and widgets.

    :param turns: whether the wheel turns the selected unit rather than zooms.
    """
    game = screen.game
    draw_table(target, screen.layout.track.union(screen.layout.pace))
    draw_table(target, screen.layout.row)
    phase_list.draw_beside_map(screen, target)
    game.view.draw(target, (screen.slip.rect, *([screen.tray_rect] if game.tray_shown else [])))
    screen.track.draw(
        target,
        screen.layout.track,
        screen.metrics,
        game.theme,
        game.phase_track.turns,
        game.prompt_shown.turn,
        game.phase_track.phases,
        game.phase_track.current,
    )
    screen.widgets.pace.draw(target)
    screen.draw_objectives(target, game.theme)
    if game.boxes:
        overlay = game.view.overlay
        signs = dict.fromkeys(overlay.hint, "hint") | dict.fromkeys(overlay.targets, "target")
        signs |= dict.fromkeys(overlay.participants, "picked")
        signs |= {overlay.selected: "selected"} if overlay.selected else {}
        screen.boxes.lay(screen.layout.boxes, game.boxes, game.situation.counters.values(), screen.px)
        screen.boxes.draw(target, game.theme, signs, overlay.reach, screen.px)
    draw_wheel_note(target, screen, turns=turns)
    screen.minimap.on = screen.app.settings.minimap and not game.guided
    screen.minimap.draw(target, screen.px(100) / 100)
    screen.minimap.draw_north(target, screen.px(100) / 100)
    if game.tray_shown:
        game.stage.tray.draw(target, screen.tray_rect)
    if screen.slip.rect.height:
        screen.slip.draw(target)
    screen.draw_panel(target)
    if (bar := screen.waiting_slot("bar")) is not None:
        draw_bar(target, bar, game.flow.players.share)
    screen.manager.draw_ui(target)
    _draw_keycaps(screen, target)


def _draw_keycaps(screen: GameScreen, target: pygame.Surface) -> None:
    """Draw a keycap over each choice's digit in brackets, as keycaps are drawn on the map."""
    for button in screen.choices:
        number = KEY.search(button.text) if button.visible else None
        if number is None or button.font is None:
            continue
        text_width, width_before = (button.font.size(text)[0] for text in (button.text, button.text[: number.start()]))
        left, right = button.rect.centerx - text_width // 2 + width_before, button.rect.centerx + (text_width + 1) // 2
        side = min(max(right - left + 6, round(1.4 * button.font.get_point_size())), button.rect.height - 4)
        if side >= right - left:
            cap = keycap_of(int(number[1]), side)
            target.blit(cap, cap.get_rect(center=((left + right) // 2, button.rect.centery)))
