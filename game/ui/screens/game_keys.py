"""The keys of the game screen."""

from __future__ import annotations

import pygame

from game.ui.play import commands, rolling
from game.ui.play.choosing import choose
from game.ui.play.cursor import move_cursor, steers
from game.ui.play.game import GameInPlay
from game.ui.play.holding import put_down
from game.ui.play.numbered_ways import alike, numbered
from game.ui.play.stack_commands import put_on_top
from game.ui.screens import game_sheets as sheets
from game.ui.screens import typed_faces, view_commands
from game.ui.screens.game_frame import GameFrame

DIGITS = tuple("0123456789")
ANSWERING = (pygame.K_b, pygame.K_v, *range(pygame.K_0, pygame.K_9 + 1))
"""Keys beside Space and Enter that decide something."""
PICKING = (pygame.K_TAB, pygame.K_g, pygame.K_RETURN, pygame.K_KP_ENTER)
"""Keys that pick up, as a click on the map does: the result of the last roll makes room for what is in hand."""
MODIFIERS = (pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL)
TURNING = {pygame.K_COMMA: -1, pygame.K_PERIOD: 1}
"""Keys that turn the unit in hand, to the left and to the right."""
PUSH = {pygame.K_LEFT: (1, 0), pygame.K_RIGHT: (-1, 0), pygame.K_UP: (0, 1), pygame.K_DOWN: (0, -1)}


def on_key(screen: GameFrame, event: pygame.event.Event) -> bool:
    """Do what a key means; whether it means anything."""
    game = screen.game
    key, control, shift = event.key, event.mod & pygame.KMOD_CTRL, event.mod & pygame.KMOD_SHIFT
    if game.view.carry.held and key not in MODIFIERS:
        return True
    if game.taking_all.running and key not in MODIFIERS:
        game.taking_all.stop()
        game.skip()
        return True
    if key == pygame.K_v and not control:
        game.quick_play.press(onward=bool(shift))
        return True
    if key == pygame.K_SPACE and game.quick_play.running and not game.quick_play.waits:
        if game.quick_play.will_wait:
            game.skip()
        else:
            game.quick_play.stop()
        return True
    if key == pygame.K_SPACE and game.flow.people and game.stage.roll_is_fresh:
        return True
    if game.stage.busy and game.flow.people and key not in MODIFIERS:
        seen = screen.asking
        game.skip()
        if key in (pygame.K_SPACE, pygame.K_RETURN, pygame.K_KP_ENTER) or game.quick_play.running:
            return True
        if screen.answers(event) and screen.asking != seen:
            return True
    if control:
        return _control(screen, key)
    if shift and key in PUSH:
        game.view.pan(PUSH[key][0] * screen.px(80), PUSH[key][1] * screen.px(80))
        return True
    return _plain(screen, event, key, bool(shift)) or _looking(screen, event, key)


def _control(screen: GameFrame, key: int) -> bool:
    if key == pygame.K_z:
        commands.take_back(screen.game)
    elif key == pygame.K_s:
        sheets.save_as(screen.game)
    elif key == pygame.K_p and screen.game.declining.can_always:
        screen.game.declining.always()
    else:
        return False
    return True


def _plain(screen: GameFrame, event: pygame.event.Event, key: int, shift: bool) -> bool:
    """Keys that play."""
    game = screen.game
    if key in PICKING and game.asked.mode != "roll":
        game.stage.rolled = None
    if key == pygame.K_TAB:
        game.pointing.keyboard, game.hint = True, None
        unit = game.controller.next_unit(-1 if shift else 1)
        if unit is not None and (place := game.controller.counters[unit].place) is not None:
            game.view.show(place)
    elif key in TURNING and game.controller.turns:
        place = game.controller.cursor if game.pointing.keyboard else game.pointing.hover
        game.controller.turn(TURNING[key], place)
    elif key == pygame.K_c and game.controller.route is not None:
        commands.plan(game, game.controller.cursor if game.pointing.keyboard else game.pointing.hover)
    elif steers(game, key):
        move_cursor(game, key)
    elif key in (pygame.K_RETURN, pygame.K_KP_ENTER):
        if commands.take_hint(game, whole=shift):
            return True
        clicked, game.pointing.keyboard = not game.pointing.keyboard, True
        if game.interruption.moment is None and game.asked.mode != "roll":
            game.hint = None
        if game.hand.lifted:
            put_down(game)
            return True
        if game.interruption.moment is not None:
            game.interruption.go_on()
        elif game.turn_end.shown is not None:
            game.turn_end.end()
        elif game.asked.mode == "roll":
            _roll(screen)
        elif clicked and game.controller.composing and any(each.verdict for each in game.controller.proposals):
            game.main.press(by_key=True)
        elif game.may_act:
            _confirm(screen)
    elif key == pygame.K_SPACE and game.main.can_enter_faces and screen.faces.get_text():
        typed_faces.enter(screen)
    elif key == pygame.K_SPACE:
        game.main.press(by_key=True)
    elif key == pygame.K_BACKSPACE:
        commands.take_back(screen.game)
    elif event.unicode in DIGITS and game.main.can_enter_faces:
        if rolling.typed(game.rules.pending_roll(game.match.state)) and screen.faces.visible:
            typed_faces.begin(screen)
        else:
            sheets.enter_dice(game, event.unicode)
    elif key == pygame.K_y and game.main.can_enter_faces:
        sheets.enter_dice(game)
    elif key == pygame.K_0 and game.main.composes:
        game.main.press(by_key=True, said_so=True)
    elif pygame.K_1 <= key <= pygame.K_9:
        _choose(game, key - pygame.K_0, shift)
    elif key == pygame.K_p and game.declining.kind:
        (game.declining.for_good if shift else game.declining.for_phase)()
    elif key == pygame.K_p and game.interruption.question is not None:
        game.interruption.pass_phase()
    elif key == pygame.K_b and shift and (game.interruption.known or game.declining.known):
        sheets.open_moments(game)
    elif key == pygame.K_b and game.interruption.known:
        game.interruption.press()
    elif key == pygame.K_c and game.controller.overview.lines:
        game.pointing.line, game.hint = None, None
        game.controller.next_line(-1 if shift else 1)
    elif key == pygame.K_t:
        put_on_top(game)
    elif key == pygame.K_a and game.rules.salvo_title:
        sheets.open_salvo(game)
    elif key == pygame.K_g:
        game.pointing.keyboard, game.hint = True, None
        game.controller.join_all()
    elif key == pygame.K_h:
        commands.hint(game)
    elif key == pygame.K_x:
        commands.move_now(game)
    elif key == pygame.K_p:
        commands.pause(game)
    elif event.unicode in ("[", "]"):
        commands.change_speed(game, 1 if event.unicode == "]" else -1)
    else:
        return False
    return True


def _choose(game: GameInPlay, digit: int, shift: bool) -> None:
    """Do what a digit stands for, if it stands for anything."""
    keys, proposals = game.controller.keys, game.controller.proposals
    number = numbered(proposals, digit, shift)
    if number is None and shift:
        number = alike(keys, proposals, digit)
    if number is not None:
        choose(game, game.quick_play, number)


def _confirm(screen: GameFrame) -> None:
    """Do what Enter means where the cursor is; where it means nothing, say what is asked."""
    game, controller = screen.game, screen.game.controller
    refusal, held = controller.refusal, controller.in_hand
    action = controller.confirm()
    if action is None and controller.in_hand == held and controller.refusal in (None, refusal):
        game.main.ask_again()
    game.play(action)


def _roll(screen: GameFrame) -> None:
    """Enter rolls what is due as Space does, and like that not while the roll before has only just been shown.

    Faces that stand in their box are what fell.
    """
    game = screen.game
    if game.main.can_enter_faces and screen.faces.get_text():
        typed_faces.enter(screen)
    elif not game.stage.roll_is_fresh:
        game.main.press(by_key=True)


def _looking(screen: GameFrame, event: pygame.event.Event, key: int) -> bool:
    """Keys that only change what is seen or heard."""
    game = screen.game
    view = game.view
    if event.unicode == "?" or key == pygame.K_F1:
        sheets.open_keys(game)
    elif event.unicode == "+" or key == pygame.K_KP_PLUS or event.unicode == "=":
        view.zoom(1.25, view.rect.center)
    elif event.unicode == "-" or key == pygame.K_KP_MINUS:
        view.zoom(0.8, view.rect.center)
    elif key == pygame.K_f:
        view.fit()
    elif key == pygame.K_z and game.rules.traits.layers:
        view_commands.toggle(game, "zones_of_control")
    elif key == pygame.K_j:
        view_commands.toggle(game, "minimap")
    elif key == pygame.K_n and game.rules.traits.board == "hex":
        screen.switch_numbers()
    elif key == pygame.K_d and game.rules.traits.board == "plane":
        view_commands.measure(game)
    elif key == pygame.K_k:
        screen.app.fold_legend()
    elif key == pygame.K_u and game.rules.traits.board == "hex":
        screen.turn_sheet()
    elif key == pygame.K_o:
        screen.fold_objectives()
    elif key == pygame.K_l:
        sheets.open_log(game)
    elif key == pygame.K_r:
        sheets.open_rulebook(game, game.asked.rule)
    elif key == pygame.K_m:
        view_commands.mute(game)
    else:
        return False
    return True
