"""The keys of the game screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.ui.play.cursor import ARROWS, LETTERS, move_cursor
from game.ui.play.due import alike
from game.ui.screens import game_commands as commands
from game.ui.screens import typed_faces, view_commands
from game.ui.screens.stack_commands import put_on_top

if TYPE_CHECKING:
    from game.ui.screens.game import Game

DIGITS = tuple("0123456789")
ANSWERING = (pygame.K_b, pygame.K_v, *range(pygame.K_0, pygame.K_9 + 1))
"""Keys beside Space and Enter that decide something."""
PICKING = (pygame.K_TAB, pygame.K_g, pygame.K_RETURN, pygame.K_KP_ENTER)
"""Keys that pick up, as a click on the map does: the result of the last throw makes room for what is in hand."""
MODIFIERS = (pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL)
PUSH = {pygame.K_LEFT: (1, 0), pygame.K_RIGHT: (-1, 0), pygame.K_UP: (0, 1), pygame.K_DOWN: (0, -1)}


def on_key(game: Game, event: pygame.event.Event) -> bool:
    """Do what a key means; whether it means anything."""
    key, control, shift = event.key, event.mod & pygame.KMOD_CTRL, event.mod & pygame.KMOD_SHIFT
    if game.mouse.carrying and key not in MODIFIERS:
        return True
    if key == pygame.K_v and not control:
        game.volley.press(onward=bool(shift))
        return True
    if key == pygame.K_SPACE and game.volley.running and not game.volley.waits:
        if game.volley.will_wait:
            game.stage.skip()
        else:
            game.volley.stop()
        return True
    if key == pygame.K_SPACE and game.flow.people and game.stage.throw_is_fresh:
        return True
    if game.stage.busy and game.flow.people and key not in MODIFIERS:
        seen = game.asking
        game.stage.skip()
        if key in (pygame.K_SPACE, pygame.K_RETURN, pygame.K_KP_ENTER) or game.volley.running:
            return True
        if game.answers(event) and game.asking != seen:
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
    if key in PICKING and game.asked.mode != "roll":
        game.stage.rolled = None
    if key == pygame.K_TAB:
        game.keyboard, game.hint = True, None
        unit = game.controller.next_unit(-1 if shift else 1)
        if unit is not None and (place := game.controller.counters[unit].place) is not None:
            game.view.show(place)
    elif key in ARROWS or (key in LETTERS and game.rules.traits.board == "hex"):
        move_cursor(game, key)
    elif key in (pygame.K_RETURN, pygame.K_KP_ENTER):
        if commands.take_hint(game):
            return True
        clicked, game.keyboard, game.hint = not game.keyboard, True, None
        if game.interruption.moment is not None:
            game.interruption.go_on()
        elif game.turn_end.shown is not None:
            game.turn_end.end()
        elif game.asked.mode == "roll":
            _throw(game)
        elif clicked and game.controller.composing and any(each.verdict for each in game.controller.proposals):
            commands.main(game, by_key=True)
        else:
            game.play(game.controller.confirm() if game.may_act else None)
    elif key == pygame.K_SPACE:
        commands.main(game, by_key=True)
    elif key == pygame.K_BACKSPACE:
        commands.take_back(game)
    elif event.unicode in DIGITS and game.widgets.can_enter_faces:
        typed_faces.begin(game)
    elif pygame.K_1 <= key <= pygame.K_9:
        offered = game.controller.keys, game.controller.proposals
        commands.choose(game, alike(*offered, key - pygame.K_0) if shift else key - pygame.K_1)
    elif key == pygame.K_p and game.interruption.question is not None:
        game.interruption.pass_phase()
    elif key == pygame.K_b and game.interruption.known:
        if shift:
            commands.open_moments(game)
        else:
            game.interruption.press()
    elif key == pygame.K_t:
        put_on_top(game)
    elif key == pygame.K_a and game.rules.salvo_title:
        game.salvo.press()
    elif key == pygame.K_g:
        game.keyboard, game.hint = True, None
        game.controller.join_all()
    elif key == pygame.K_h:
        commands.hint(game)
    elif key == pygame.K_p:
        commands.pause(game)
    elif event.unicode in ("[", "]"):
        commands.change_speed(game, 1 if event.unicode == "]" else -1)
    else:
        return False
    return True


def _throw(game: Game) -> None:
    """Enter throws what is due as Space does, and like that not while the throw before has only just been shown.

    Faces that stand in their box are what fell.
    """
    if game.widgets.can_enter_faces and game.widgets.faces.get_text():
        typed_faces.enter(game)
    elif not game.stage.throw_is_fresh:
        commands.main(game, by_key=True)


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
    elif key == pygame.K_z and game.rules.traits.board == "hex":
        view_commands.toggle(game, "zones_of_control")
    elif key == pygame.K_n and game.rules.traits.board == "hex":
        view_commands.switch_numbers(game)
    elif key == pygame.K_k:
        game.app.fold_legend()
    elif key == pygame.K_o:
        game.fold_objectives()
    elif key == pygame.K_l:
        commands.open_log(game)
    elif key == pygame.K_r:
        commands.open_rulebook(game, game.asked.rule)
    elif key == pygame.K_m:
        view_commands.mute(game)
    else:
        return False
    return True
