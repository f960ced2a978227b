"""The keys of the game screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.board.hexgrid import HexBoard, neighbour
from game.ui.screens import game_commands as commands

if TYPE_CHECKING:
    from game.ui.screens.game import Game

STEPS = {
    pygame.K_w: 0,
    pygame.K_e: 1,
    pygame.K_d: 2,
    pygame.K_s: 3,
    pygame.K_a: 4,
    pygame.K_q: 5,
    pygame.K_UP: 0,
    pygame.K_DOWN: 3,
}
"""Hex directions, clockwise from north."""

PUSH = {pygame.K_LEFT: (1, 0), pygame.K_RIGHT: (-1, 0), pygame.K_UP: (0, 1), pygame.K_DOWN: (0, -1)}


def on_key(game: Game, event: pygame.event.Event) -> bool:
    """Do what a key means; whether it means anything."""
    key, control, shift = event.key, event.mod & pygame.KMOD_CTRL, event.mod & pygame.KMOD_SHIFT
    if (
        game.stage.busy
        and game.flow.people
        and key not in (pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL)
    ):
        game.stage.skip()
        if key in (pygame.K_SPACE, pygame.K_RETURN, pygame.K_KP_ENTER):
            return True
    if control:
        return _control(game, key)
    if shift and key in PUSH:
        game.view.pan(PUSH[key][0] * game.px(80), PUSH[key][1] * game.px(80))
        return True
    return _plain(game, event, key, bool(shift)) or _looking(game, event, key)


def _control(game: Game, key: int) -> bool:
    if key == pygame.K_z:
        commands.take_back(game)
    elif key == pygame.K_s:
        commands.save_as(game)
    else:
        return False
    return True


def _plain(game: Game, event: pygame.event.Event, key: int, shift: bool) -> bool:
    """Keys that play."""
    if key == pygame.K_TAB:
        game.keyboard, game.hint = True, None
        unit = game.controller.next_unit(-1 if shift else 1)
        if unit is not None and (place := game.controller.counters[unit].place) is not None:
            game.view.show(place)
    elif key in STEPS or key in (pygame.K_LEFT, pygame.K_RIGHT):
        move_cursor(game, key)
    elif key in (pygame.K_RETURN, pygame.K_KP_ENTER):
        game.keyboard, game.hint = True, None
        game.play(game.controller.confirm() if game.may_act else None)
    elif key == pygame.K_SPACE:
        commands.main(game)
    elif key == pygame.K_BACKSPACE:
        commands.take_back(game)
    elif event.unicode.isdigit() and game.widgets.can_enter_faces:
        game.widgets.faces.set_text("")
        game.widgets.faces.focus()
    elif pygame.K_1 <= key <= pygame.K_3:
        commands.choose(game, key - pygame.K_1)
    elif key == pygame.K_h:
        commands.hint(game)
    elif key == pygame.K_p:
        game.flow.paused = not game.flow.paused
    elif event.unicode in ("[", "]"):
        commands.change_speed(game, 1 if event.unicode == "]" else -1)
    else:
        return False
    return True


def _looking(game: Game, event: pygame.event.Event, key: int) -> bool:
    """Keys that only change what is seen or heard."""
    view = game.view
    if event.unicode == "?" or key == pygame.K_F1:
        commands.open_keys(game)
    elif event.unicode == "+" or key == pygame.K_KP_PLUS or event.unicode == "=":
        view.zoom(1.25, view.rect.center)
    elif event.unicode == "-" or key == pygame.K_KP_MINUS:
        view.zoom(0.8, view.rect.center)
    elif key == pygame.K_f:
        view.fit()
    elif key == pygame.K_z:
        commands.toggle(game, "zones_of_control")
    elif key == pygame.K_n:
        commands.toggle(game, "hex_numbers")
    elif key == pygame.K_l:
        commands.open_log(game)
    elif key == pygame.K_r:
        commands.open_rulebook(game, game.controller.prompt.rule)
    elif key == pygame.K_m:
        commands.mute(game)
    else:
        return False
    return True


def move_cursor(game: Game, key: int) -> None:
    """Move the hex cursor; left and right alternate between the two slanting directions so that a row stays a row."""
    game.keyboard = True
    board: HexBoard = game.rules.board(game.controller.state)
    controller = game.controller
    if controller.cursor is None:
        held = controller.counters[controller.selected].place if controller.selected else None
        controller.cursor = (
            held
            or (controller.counters[controller.able[0]].place if controller.able else None)
            or next(iter(controller.reach), board.hexes[0])
        )
        return
    if key in STEPS:
        wanted: tuple[int, ...] = (STEPS[key],)
    else:
        low = int(controller.cursor[:2]) % 2 == 1
        wanted = ((5, 4) if low else (4, 5)) if key == pygame.K_LEFT else ((1, 2) if low else (2, 1))
    for direction in wanted:
        there = neighbour(controller.cursor, direction)
        if there in board.index:
            controller.cursor = there
            controller.refusal = None
            game.view.show(there)
            return
