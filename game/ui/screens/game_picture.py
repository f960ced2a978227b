"""Draws the game screen: table, map, turn track, cards, dice tray and buttons."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pygame

from game.ui.board.signs import keycap
from game.ui.cards.slip import draw_bar
from game.ui.kit.paper import draw_table
from game.ui.screens import phase_list
from game.ui.screens.game_map import draw_wheel_note

if TYPE_CHECKING:
    from game.ui.screens.game import GameScreen

DIGIT_KEY = re.compile(r"\[(\d)\]$")
"""The digit key in brackets at the end of a choice's label."""
KEYCAP_MARGIN = 6
"""Least width in pixels by which a keycap is wider than the bracketed digit beneath it."""
KEYCAP_HEIGHT = 1.4
"""Least side of a keycap, as a multiple of the label's font size."""


def paint(screen: GameScreen, target: pygame.Surface) -> None:
    """Draw table, map, turn track, cards, dice, slip and widgets."""
    game = screen.game
    draw_table(target, screen.layout.track.union(screen.layout.pace))
    draw_table(target, screen.layout.row)
    phase_list.draw_beside_map(screen, target)
    game.view.trace.hides_arrows = game.tray_shown
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
    draw_wheel_note(target, screen)
    screen.minimap.on = screen.app.settings.minimap and not game.guided
    screen.minimap.draw(target, screen.layout_unit)
    screen.minimap.draw_north(target, screen.layout_unit)
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
        match = DIGIT_KEY.search(button.text) if button.visible else None
        if match is None or button.font is None:
            continue
        text_width, width_before = (button.font.size(text)[0] for text in (button.text, button.text[: match.start()]))
        left, right = button.rect.centerx - text_width // 2 + width_before, button.rect.centerx + (text_width + 1) // 2
        side = min(max(right - left + KEYCAP_MARGIN, round(KEYCAP_HEIGHT * button.font.get_point_size())),
                   button.rect.height - 4)  # within the button's border
        if side >= right - left:  # otherwise the digit would show beside the keycap
            picture = keycap(int(match[1]), side)
            target.blit(picture, picture.get_rect(center=((left + right) // 2, button.rect.centery)))
