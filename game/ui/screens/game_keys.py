"""Keyboard commands of the game screen: each key is turned into commands, and the first that applies now is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.ui.kit.strokes import MODIFIERS, KeyCommand, key_commands
from game.ui.play import rolling
from game.ui.play.cursor import SHIFT_NUDGES
from game.ui.play.game import GameInPlay
from game.ui.play.proposals import index_for_all, index_of_digit
from game.ui.screens import game_sheets as sheets
from game.ui.screens import map_commands, menu, typed_faces
from game.ui.screens.game_contents import pointed_place
from game.ui.screens.game_widgets import measure

if TYPE_CHECKING:
    from game.ui.screens.game import GameScreen

SELECT_COMMANDS = ("next-counter", "whole-stack", "confirm", "whole-hint")
"""Commands that select something, as a click on the map does; the last roll's result is then cleared from the card."""
SKIP_ONLY_COMMANDS = ("press", "confirm", "whole-hint")
"""Commands that, while an animation runs, skip it and do nothing else."""

CHOICE_COMMANDS = ("press", "choose", "confirm")
"""Commands that may play one of the choices on a card."""
REACTION_COMMANDS = ("pass-phase", "never-react", "always-react")
"""Commands whose keys only answer a question about reactions; without one they do nothing."""


def on_key(screen: GameScreen, event: pygame.event.Event) -> bool:
    """Handle a key press; return whether it was used.

    What is under way comes first, in this order: counters held with the mouse, a hint being played, the key that plays
    all remaining actions, an animation. Then a choice that is hidden in the drawer, which the key only opens. Otherwise
    the first of the key's commands that applies is done.
    """
    game, commands = screen.game, list(key_commands(event, screen.key_screens, "everywhere", features=screen.features))
    command = commands[0].command if commands else ""
    if command in REACTION_COMMANDS:
        commands = commands[:1]  # such a key must not fall through to a command that plays
    quick_play = game.quick_play
    if game.view.carry.held and event.key not in MODIFIERS:
        return True
    if game.hinting.running and event.key not in MODIFIERS:
        if command != "press":
            game.hinting.stop()
        game.skip()
        return True
    if command in ("finish", "finish-phase"):
        quick_play.press(end_phase=command == "finish-phase")
        return True
    if command == "press" and quick_play.running and not quick_play.waits:
        game.skip()
        return True
    if command == "press" and game.flow.people and game.stage.roll_is_fresh:
        return True  # a second press in a row would go past the result unseen
    if game.stage.busy and game.flow.people and event.key not in MODIFIERS:
        question = screen.current_question
        game.skip()
        if command in SKIP_ONLY_COMMANDS or quick_play.running:
            return True
        if screen.answers(event) and screen.current_question != question:
            return True  # the key was meant for the question on screen before, not for the one that follows
    if any(_hidden(screen, each) for each in commands if each.command in CHOICE_COMMANDS):
        screen.toggle_panel()
        return True
    return any(_do(screen, each, event) for each in commands)


def _hidden(screen: GameScreen, command: KeyCommand) -> bool:
    """Whether a key would play a choice printed only in the closed drawer; the key then opens the drawer instead."""
    game, proposals = screen.game, screen.game.selection.proposals
    is_closed = screen.app.metrics.has_drawer and not screen.drawer.open
    prompt = game.prompt_shown
    if not is_closed or not game.may_act or prompt is not game.situation.prompt or prompt.mode == "roll":
        return False
    if all(button.visible for button in screen.choices[:len(proposals)]):
        return False
    if command.command == "choose":
        return index_of_digit(proposals, int(command.key[-1]), command.key.startswith("shift+")) is not None
    several = sum(bool(each.verdict) for each in proposals) > 1
    return several and game.main_button.key_offer is not None and (
        command.command == "press" or game.situation.composing)


def _do(screen: GameScreen, key_command: KeyCommand, event: pygame.event.Event) -> bool:
    """Do a command; return whether it applies now."""
    return (_play(screen, key_command, event) or _answer(screen, key_command.command)
            or _change_view(screen, key_command))


def _play(screen: GameScreen, key_command: KeyCommand, event: pygame.event.Event) -> bool:
    """Do a command that plays, or selects something to play with; return whether it applies now."""
    game, (command, key, _) = screen.game, key_command
    main, selection, pointing = game.main_button, game.selection, game.pointing
    if command in SELECT_COMMANDS and game.prompt_shown.mode != "roll":
        game.stage.rolled = None
    match command:
        case "next-counter":
            pointing.keyboard, game.hint = True, None
            unit = game.controller.next_unit(_direction(key))
            if unit is not None and (place := game.situation.counters[unit].place) is not None:
                game.view.show(place)
        case "turn" if game.planning.can_turn:
            game.planning.turn(1 if key == "." else -1, pointed_place(game))
        case "plan" if selection.route is not None:
            game.commands.plan(pointed_place(game))
        case "change-way" if selection.change_manner():
            game.dirty = True
        case "grow" if game.stacks.add_next_unit():
            game.dirty = True
        case "snap" if game.hand.snap():
            game.dirty = True
        case "bend" if game.hand.away_from_home:
            game.hand.add_waypoint()
        case "type-pose":
            return sheets.type_pose(game)
        case "cursor":
            game.cursor.move(key)
        case "stride" if game.hand.units:
            game.cursor.move(key.removeprefix("shift+"), SHIFT_NUDGES)
        case "whole-hint":
            return game.hinting.take(all_steps=True)
        case "confirm":
            _confirm(screen)
        case "press" if main.can_enter_faces and screen.faces.get_text():
            typed_faces.roll_typed(screen)
        case "press":
            main.press(by_key=True)
        case "type-dice" if key == "0" and typed_faces.shows_no_zero(game.match_situation.pending_roll):
            return False
        case "press-main" if main.shown and game.prompt_shown.mode == "roll":
            _roll(screen)
        case "press-main" if main.shown:
            main.press(by_key=True, by_label=True)
        case "undo":
            game.undoing.undo()
        case "redo":
            game.undoing.redo()
        case "type-dice" if main.can_enter_faces:
            if rolling.can_be_typed(game.match_situation.pending_roll) and screen.faces.visible:
                typed_faces.begin_typing(screen, event)
            else:
                sheets.enter_dice(game, key)
        case "dice-pad" if main.can_enter_faces:
            sheets.enter_dice(game)
        case "choose":
            return _choose(game, int(key[-1]), shift=key.startswith("shift+"))
        case "next-line" if selection.lines.overview.lines:
            pointing.line, game.hint = None, None
            selection.next_line(_direction(key))
        case "top":
            game.put_on_top()
        case "salvo":
            sheets.open_fire_all(game)
        case "whole-stack":
            pointing.keyboard, game.hint = True, None
            game.stacks.select_whole_stack()
        case "hint":
            game.hinting.ask()
        case "move-now":
            game.commands.move_now()
        case _:
            return False
    return True


def _answer(screen: GameScreen, command: str) -> bool:
    """Do a command about acting out of turn, the computer players or the whole game; return whether it applies now."""
    game = screen.game
    reactions, interruption = game.reaction_settings, game.interruption
    match command:
        case "pass-phase" if reactions.kind:
            reactions.decline_for_phase()
        case "pass-phase" if interruption.question is not None:
            interruption.pass_phase()
        case "never-react" if reactions.kind:
            reactions.decline_always()
        case "always-react" if reactions.can_accept_always:
            reactions.accept_always()
        case "moments" if interruption.available or reactions.available:
            sheets.open_moments(game)
        case "interrupt" if interruption.available:
            interruption.press()
        case "pause":
            game.commands.pause()
        case "save":
            sheets.save_as(game)
        case "resign":
            menu.resign(game)
        case "offer-draw":
            menu.offer_draw(game)
        case "restart":
            menu.restart(game)
        case _:
            return False
    return True


def _change_view(screen: GameScreen, key_command: KeyCommand) -> bool:
    """Do a command that changes only the view or the playback; return whether it applies now."""
    game, (command, key, _) = screen.game, key_command
    match command:
        case "speed":
            game.commands.change_speed(1 if key == "]" else -1)
        case "recap":
            return screen.recap(-1 if key == "pageup" else 1)
        case "measure":
            measure(game)
        case "matchups":
            sheets.open_matchups(game)
        case "keys":
            screen.open_keys()
        case _:
            return map_commands.do_view_command(screen, command, key)
    return True


def _direction(key: str) -> int:
    """Step of a key: -1 with Shift, else 1."""
    return -1 if key.startswith("shift+") else 1


def _choose(game: GameInPlay, digit: int, *, shift: bool) -> bool:
    """Play the choice with a digit, or with Shift and a digit; return whether there is one."""
    keys, proposals = game.selection.keys, game.selection.proposals
    number = index_of_digit(proposals, digit, shift)
    if number is None and shift:
        number = index_for_all(keys, proposals, digit)
    if number is None:
        return False
    game.choosing.choose(number)
    return True


def _confirm(screen: GameScreen) -> None:
    """Handle Enter: take the next step of a hint, roll, or act at the cursor."""
    game = screen.game
    interruption, pointing = game.interruption, game.pointing
    if game.hinting.take():
        return
    used_mouse, pointing.keyboard = not pointing.keyboard, True
    if interruption.moment is None and game.prompt_shown.mode != "roll":
        game.hint = None
    if game.measuring.active:
        game.cursor.measure_here()
    elif game.hand.away_from_home:
        game.put_down()
    elif interruption.moment is not None:
        interruption.go_on()
    elif game.turn_end.shown_prompt is not None:
        game.turn_end.end()
    elif game.prompt_shown.mode == "roll":
        _roll(screen)
    elif used_mouse and game.situation.composing and any(each.verdict for each in game.selection.proposals):
        game.main_button.press(by_key=True)
    elif game.may_act:
        _confirm_place(screen)


def _confirm_place(screen: GameScreen) -> None:
    """Handle Enter at the cursor; if it has no effect, say what is missing there. With no cursor on the map and nothing
    selected, press the main button, unless there are units to move."""
    game, selection = screen.game, screen.game.selection
    has_subject = selection.cursor is not None or selection.selected is not None or selection.participants
    if not has_subject and (game.situation.prompt.mode == "place" or not selection.eligible):
        game.main_button.press(by_key=True)
        return
    before, selection.refusal = selection.enter_state, None
    action = game.controller.confirm()
    if action is None and selection.enter_state == before and selection.refusal is None:
        game.main_button.refuse_cursor_place()
    game.play(action)


def _roll(screen: GameScreen) -> None:
    """Make the pending roll, for Enter and 0 as for Space, unless the previous roll has only just been shown. Faces
    typed in their text field are used instead."""
    game = screen.game
    if game.main_button.can_enter_faces and screen.faces.get_text():
        typed_faces.roll_typed(screen)
    elif not game.stage.roll_is_fresh:
        game.main_button.press(by_key=True)


def escape(screen: GameScreen) -> None:
    """Stop, put back or deselect what was begun last; if there is nothing of the kind, open the menu."""
    game = screen.game
    selection, grip = game.selection, screen.mouse.grip
    if game.hinting.running:
        game.hinting.stop()
        game.skip()
    elif grip.holds:
        grip.put_back()
    elif game.measuring.active:
        game.measuring.toggle()
    elif game.quick_play.running:
        game.quick_play.stop()
    elif game.stage.busy:
        game.skip()
    elif game.interruption.moment is not None:
        game.interruption.go_on()
    elif game.end_phase_warning.is_current:
        game.end_phase_warning.remove()
    elif selection.focus is not None:
        selection.look_at(None)
    elif game.planning.shorten():
        pass
    elif selection.clearable or selection.refusal or game.hint:
        selection.clear()
        game.hint = None
    elif game.situation.interrupting is not None:
        game.interruption.leave()
    elif screen.app.metrics.has_drawer and screen.drawer.open:
        screen.toggle_panel()
    else:
        screen.open_menu()
    game.dirty = True
