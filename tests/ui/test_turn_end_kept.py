"""A turn that waits for the player to end it still waits after loading, and R opens the rule that the card cites."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import monotonic, sleep
from typing import Any

import pygame
import pytest

from game import catalog
from game.core.chance import CHANCE
from game.match.start import Start
from game.ui.app import settings as stored
from game.ui.app.dialogs import QuestionSheet
from game.ui.play.main_button import DOUBLE_CLICK, NO_INTERRUPT
from game.ui.play.turn_end import CONTINUE
from game.ui.screens.game import GameScreen
from game.ui.screens.menu import Menu, draw_offer_refusal
from game.ui.screens.rulebook import Rulebook
from game.ui.screens.saves import Saves
from game.ui.screens.victory import Victory
from tests.rules.table import units
from tests.ui.hand import Hand, run_out

Sit = Callable[..., Hand]
LINE = "s-cuenca casa-de-la-condesa came=b, s-luchana casa-de-la-condesa came=b, s-saboya a, m-gum-uagit " \
       "casa-de-la-condesa, m-gk-haus al-wahhab"
COMPUTERS = {"africa": {"moroccan": "random"}, "kassala": {"christian": "random"}}


@pytest.fixture
def positions(last_fight: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Positions with the last combat of a turn in Africa and Kassala."""
    rules = catalog.rules("africa")
    shock = {"scenario": "castillejos", "options": [], "turn": 2, "phase": "shock", "phasing": "spanish"}
    return {"africa": rules.position(rules.from_position({**shock, "units": units(LINE)})), "kassala": last_fight}


@pytest.fixture
def held(sit_down: Sit, positions: dict[str, dict[str, Any]]) -> Callable[[str], Hand]:
    """Returns a function that plays a system up to the stop after a turn's last combat, against a computer player."""

    def play(system: str) -> Hand:
        position, players = positions[system], COMPUTERS[system]
        start = Start("play", system, position["scenario"], seed=7, position=position, players=players)
        hand = sit_down(start, speed=8.0)
        for _ in range(200):
            game = hand.game
            if game.turn_end.shown_prompt is not None:
                return hand
            if game.flow.is_human(game.match.to_act) and not game.stage.busy:
                game.play(game.rules.candidates(game.match.state)[0])
            elif hand.rolling and not game.flow.auto_rolls and not game.stage.busy:
                hand.key("space")
            hand.wait(0.15)
        raise AssertionError("the last fight never ended")

    return play


def has_moved_on(game: Any, state: Any) -> bool:
    """Whether a game is no longer in a state."""
    return game.match.state is not state


def log_of(hand: Hand) -> list[str]:
    return [str(entry.text) for entry in hand.screen.column.log.entries if entry.kind != "remark"]


@pytest.mark.every(4)
@pytest.mark.parametrize("system", ["africa", "kassala"])
@pytest.mark.parametrize("copy", [False, True])
def test_a_turn_that_waits_for_its_end_still_waits_after_loading(held: Callable[[str], Hand], system: str,
                                                             copy: bool) -> None:
    """A game saved during the stop has the same log after loading; Space then ends the turn."""
    hand = held(system)
    before, done = log_of(hand), len(hand.game.match.plies)
    if copy:
        hand.key("s", pygame.KMOD_CTRL)
        for mark in "night":
            hand.key(mark)
        hand.key("enter")
    hand.app.return_to_title()
    hand.top.saves()
    saves = hand.top
    assert isinstance(saves, Saves)
    hand.wait()
    number = next(n for n, save in enumerate(saves.saves) if save.copy == copy)
    for _ in range(number):
        hand.key("down")
    hand.key("enter")
    hand.wait_in_steps(40, 0.2)
    assert isinstance(hand.top, GameScreen)
    assert hand.game.turn_end.shown_prompt is not None
    assert hand.screen.widgets.main.text == "End turn"
    assert len(hand.game.match.plies) == done
    assert log_of(hand) == before
    hand.key("space")
    end = monotonic() + 60
    while len(hand.game.match.plies) == done:
        assert monotonic() < end
        hand.wait(0.05)
        sleep(0.005)
    assert log_of(hand)[: len(before)] == before


def test_a_turn_ended_by_the_player_is_not_held_again_after_loading(two_people: Hand) -> None:
    """A game left just after "End turn" opens in the next phase, also in another run of the program; once that step is
    undone and made again, it waits again."""
    hand, game = two_people, two_people.game
    record = game.match.record
    assert record is not None
    hand.key("space")
    hand.settle()
    done, phase = len(game.match.plies), game.phase_track.current
    assert not game.turn_end.holds
    assert stored.load().ended_turns == hand.app.settings.ended_turns != ()
    hand.app.return_to_title()
    hand.app.navigator.resume(record)
    hand.settle()
    assert hand.game is not game
    assert len(hand.game.match.plies) == done
    assert not hand.game.turn_end.holds
    assert hand.game.phase_track.current == phase == ("moroccan", "movement")
    last = hand.game.match.plies[-1]
    hand.game.match.undo(done - 1)
    hand.game.after_undo("")
    if last.actor == CHANCE:
        hand.game.flow.roll()
    else:
        hand.game.play(last.action)
    hand.settle()
    assert hand.game.turn_end.holds
    assert not hand.app.settings.ended_turns


@pytest.mark.every(2)
@pytest.mark.parametrize("by_key", [False, True])
def test_the_rulebook_opens_at_the_rule_that_the_card_cites(held: Callable[[str], Hand], by_key: bool) -> None:
    """After the last shock the card cites the rule of shock; R and the Rules button open that rule, not the next
    phase's."""
    hand = held("africa")
    assert hand.game.prompt_shown.rule.number == "6.2"
    if by_key:
        hand.key("r")
    else:
        hand.press(next(button for button in hand.screen.buttons if button.text == "Rules"))
    assert isinstance(hand.top, Rulebook)
    assert (hand.top.number, hand.top.section) == ("6.2", "6")


def test_the_end_of_a_turn_cites_the_phase_and_not_its_last_roll(held: Callable[[str], Hand]) -> None:
    """After Kassala's last combat the card cites the rule of the combat phase, not that of the attack's odds."""
    game = held("kassala").game
    first = game.rules.prompt(game.match.history.first_state)
    rolls = [ply.state for ply in game.match.plies if game.rules.prompt(ply.state).mode == "roll"]
    assert first.rule == game.prompt_shown.rule
    assert first.rule not in [game.rules.prompt(state).rule for state in rolls]


@pytest.fixture
def two_people(sit_down: Sit) -> Hand:
    """A game of two people after the last Spanish shock; a Spanish gun could still interrupt the Moroccan fire that
    follows."""
    rules = catalog.rules("africa")
    line = "s-cuenca casa-de-la-condesa came=b, s-luchana casa-de-la-condesa came=b, s-montada b, m-gum-uagit " \
           "casa-de-la-condesa, m-gk-haus castillejos"
    shock = {"scenario": "castillejos", "options": [], "turn": 2, "phase": "shock", "phasing": "spanish"}
    position = rules.position(rules.from_position({**shock, "units": units(line)}))
    hand = sit_down(Start("play", "africa", "castillejos", seed=7, position=position), speed=8.0, hand_over=False)
    for _ in range(200):
        game = hand.game
        if game.turn_end.shown_prompt is not None:
            hand.settle()
            return hand
        if game.may_act:
            game.play(game.rules.candidates(game.match.state)[0])
        elif hand.rolling and not game.stage.busy:
            hand.key("space")
        hand.wait(0.15)
    raise AssertionError("the last fight never ended")


def test_an_interrupt_at_the_end_of_a_turn_leaves_the_phase_track(two_people: Hand) -> None:
    """B and "Do not interrupt" leave the phase track unchanged; ending the turn moves it on."""
    hand, game = two_people, two_people.game
    assert game.phase_track.current == ("spanish", "shock")
    phases = game.phase_track.phases
    assert not any(str(info.title) in game.interruption.label for info in game.theme.seats)
    hand.key("b")
    assert game.situation.interrupting == "spanish"
    assert hand.screen.widgets.main.text == NO_INTERRUPT
    assert (game.phase_track.current, game.phase_track.phases) == (("spanish", "shock"), phases)
    hand.key("space")
    assert game.situation.interrupting is None
    assert hand.screen.widgets.main.text == "End turn"
    assert (game.phase_track.current, game.phase_track.phases) == (("spanish", "shock"), phases)
    hand.key("space")
    assert hand.screen.widgets.main.text == "End turn", "half of a double stroke ended it"
    hand.wait(DOUBLE_CLICK)
    hand.key("space")
    hand.settle()
    assert game.phase_track.current == ("moroccan", "movement")


@pytest.mark.every(2)
@pytest.mark.parametrize(("choice", "done"), [
    (0, ["activate s-montada", "bombard s-montada casa-de-la-condesa"]), (2, ["activate s-montada"]),
])
def test_an_interrupt_at_the_end_of_a_turn_ends_the_turn(two_people: Hand, choice: int, done: list[str]) -> None:
    """Whether the gun fires or is only activated, the log shows the start of the interrupted phase before its
    action."""
    hand, game = two_people, two_people.game
    steps = len(game.match.plies)
    began = [str(entry.text) for entry in hand.screen.column.log.entries if entry.kind == "phase"]
    hand.key("b")
    hand.click_unit("s-montada")
    hand.press(hand.screen.widgets.choices[choice])
    hand.settle()
    run_out(hand)
    assert [ply.action.notation for ply in game.match.plies[steps:]] == done
    phases = [str(entry.text) for entry in hand.screen.column.log.entries if entry.kind == "phase"]
    assert len(phases) > len(began)
    assert game.phase_track.current == ("moroccan", "movement")
    shown = log_of(hand)
    game.game_log.read()
    assert log_of(hand) == shown


def test_a_hint_disappears_when_the_turn_ends(held: Callable[[str], Hand]) -> None:
    """The notice "nothing to decide" does not stay during the enemy's turn."""
    hand = held("kassala")
    hand.key("h")
    told = str(hand.game.view.notice.text)
    assert told
    assert draw_offer_refusal(hand.game)
    hand.wait(DOUBLE_CLICK)
    hand.key("space")
    assert not hand.game.turn_end.holds
    assert told != str(hand.game.view.notice.text)


@pytest.mark.parametrize("system", ["africa", "kassala"])
def test_a_player_resigns_before_confirming_the_end_of_the_turn(held: Callable[[str], Hand], system: str) -> None:
    """By the menu, after the usual question; the game is over at once, and the log has what was held back."""
    hand = held(system)
    (person,) = hand.game.flow.people
    hand.app.push(Menu(hand.app, hand.game))
    hand.wait()
    hand.press(hand.button("Resign"))
    hand.wait()
    hand.on(QuestionSheet)
    hand.press(hand.button("Resign"))
    hand.settle()
    assert hand.game.match.plies[-1].action.notation == f"resign {person}"
    assert not hand.game.turn_end.holds
    assert hand.on(Victory).result.winner != person
    shown = log_of(hand)
    hand.game.game_log.read()
    assert log_of(hand) == shown


def test_a_roll_of_a_player_that_ends_the_other_sides_turn_is_held(sit_down: Sit) -> None:
    """The last melee of Adua, in the Abyssinian turn, is rolled by the Italian player; the computer's retreat after it
    ends the turn. Its result stays until the player continues."""
    hand = sit_down(Start("play", "adua", "long-melee", seed=1, players={"abyssinian": "recruit"}))
    hand.settle()
    game = hand.game
    turn = game.match.state.turn
    while (state := game.match.state).turn == turn:
        if game.match.to_act == "abyssinian":
            hand.until(partial(has_moved_on, game, state))
        else:
            hand.key("space")
        hand.settle()
    assert game.turn_end.holds
    assert "italian" == game.prompt_shown.to_act
    assert game.turn_end.label == CONTINUE
    hand.key("space")
    hand.settle()
    assert not game.turn_end.holds
