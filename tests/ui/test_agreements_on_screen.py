"""Agreed endings on the screen: a computer player answers a draw offer, a side resigns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game.core.message import values_in
from game.match.agreements import AgreementMade
from game.match.start import Start
from game.match.store import Store
from game.ui.app.dialogs import QuestionSheet
from game.ui.screens.menu import PLAY_ON, Menu, SideQuestion
from game.ui.screens.rulebook import Rulebook
from game.ui.screens.victory import Victory
from tests.ui.hand import Hand

WON = {"m-mam1": "0605", "m-arab2": "0704", "m-nub1": "0304", "m-nub2": "0703", "m-nub3": "0804", "c-port2": "0807",
       "c-musk1": "0707", "c-res1": "0608"}
"""A position of Kassala in which the Moslem player holds both towns, late in the game."""

SitDown = Callable[..., Hand]


def opened(sit_down: SitDown, **players: str) -> Hand:
    """That position with some computer players."""
    position: dict[str, Any] = {"scenario": "kassala", "turn": 9, "phase": "movement", "phasing": "moslem",
                                "units": [{"id": unit, "place": place} for unit, place in WON.items()]}
    return sit_down(Start("play", "kassala", seed=2, position=position, players=players))


def shown(hand: Hand) -> str:
    """The lines of the log."""
    return " / ".join(str(entry.text) for entry in hand.game.game_log.log.entries)


@pytest.mark.every(2)
@pytest.mark.parametrize(("offering", "answering", "drawn"), [
    ("moslem", "christian", True), ("christian", "moslem", False)])
def test_a_computer_player_answers_a_draw_offer(sit_down: SitDown, offering: str, answering: str, drawn: bool) -> None:
    """It answers by its odds, also in the other side's turn; its reason is in the log."""
    hand = opened(sit_down, **{answering: "veteran"})
    assert hand.game.flow.play(f"offer-draw {offering}")
    hand.until(lambda: hand.game.match.draw_offer is None)
    hand.settle()
    result = hand.game.match.result
    assert drawn == (result is not None and result.winner == "draw")
    answer = "accept-draw" if drawn else "decline-draw"
    assert [("offer-draw", offering), (answer, answering)] == [
        (event.action, event.seat) for event in hand.told(AgreementMade)]


def test_a_side_resigns(sit_down: SitDown) -> None:
    """The game is over: the phase's buttons are gone, and the result is shown."""
    hand = opened(sit_down)
    assert hand.game.flow.play("resign moslem")
    hand.settle()
    assert hand.game.match.to_act is None
    assert hand.game.prompt_shown.mode == "over"
    assert isinstance(hand.top, Victory)
    assert hand.on(Victory).result.winner == "christian"
    assert [] == hand.on(Victory).links
    assert "resigns" in shown(hand)
    hand.press(hand.button("Look at the map"))
    hand.key("r")
    assert hand.on(Rulebook).system == "kassala"


def from_menu(hand: Hand, label: str) -> None:
    """Press a button of the menu."""
    hand.game.skip()
    hand.app.push(Menu(hand.app, hand.game))
    hand.wait()
    hand.press(hand.button(label))
    hand.wait()


def test_a_person_resigns_after_a_question(sit_down: SitDown) -> None:
    """Only the person's own side can resign; Enter and Escape do not confirm it."""
    hand = opened(sit_down, christian="veteran")
    for key in ("enter", "escape"):
        from_menu(hand, "Resign")
        hand.on(QuestionSheet)
        hand.key(key)
        assert hand.top is hand.screen
        assert hand.game.match.result is None
    from_menu(hand, "Resign")
    hand.press(hand.button("Resign"))
    hand.settle()
    assert hand.on(Victory).result.winner == "christian"
    assert hand.game.match.plies[-1].action.notation == "resign moslem"


@pytest.mark.every(3)
@pytest.mark.parametrize("press", ["mouse", "enter", "space"])
@pytest.mark.parametrize(("label", "loser"), [("Moslem side", "moslem"), ("Christian side", "christian")])
def test_with_two_people_the_screen_asks_which_side_resigns(sit_down: SitDown, label: str, loser: str,
                                                            press: str) -> None:
    """This includes the side that is not to act; by key and by menu. A key presses the button with the focus."""
    hand = opened(sit_down)
    hand.key("r", pygame.KMOD_CTRL)
    hand.on(SideQuestion)
    hand.key("enter")
    assert hand.top is hand.screen
    assert hand.game.match.result is None
    from_menu(hand, "Resign")
    if press == "mouse":
        hand.press(hand.button(label))
    else:
        while hand.top.focused is None or hand.top.focused.text != label:
            hand.key("tab")
        hand.key(press)
    hand.settle()
    assert hand.game.match.plies[-1].action.notation == f"resign {loser}"
    assert hand.on(Victory).result.winner != loser


@pytest.mark.parametrize(("answer", "drawn"), [("Accept the draw", True), ("Decline", False), ("escape", False),
                                               ("enter", False)])
def test_a_banner_offers_the_draw_to_the_other_person(sit_down: SitDown, answer: str, drawn: bool) -> None:
    """The other person accepts or declines; a stray key never ends the game."""
    hand = opened(sit_down)
    hand.app.settings.hand_over = False
    from_menu(hand, "Offer a draw")
    hand.press(hand.button("Moslem side"))
    hand.until(lambda: isinstance(hand.top, QuestionSheet))
    hand.wait()
    assert "Christian player" in str(hand.top.text)
    hand.key("space")
    hand.on(QuestionSheet)
    if answer in ("escape", "enter"):
        hand.key(answer)
    else:
        hand.press(hand.button(answer))
    hand.settle()
    result = hand.game.match.result
    assert drawn == (result is not None and result.winner == "draw")
    assert hand.game.match.draw_offer is None
    if drawn:
        hand.on(Victory)
    else:
        assert str(hand.told(AgreementMade)[-1].text) in str(hand.game.view.notice.text)
        assert ("decline-draw", "christian") == (hand.told(AgreementMade)[-1].action, hand.told(AgreementMade)[-1].seat)
        from_menu(hand, "Offer a draw")
        assert [button.text for button in hand.top.buttons if "side" in button.text] == ["Christian side"]


def test_a_computer_says_how_it_answers(sit_down: SitDown) -> None:
    """It answers at once, on the map: the odds are against a draw; then the person must play on before the next
    offer."""
    hand = opened(sit_down, moslem="veteran")
    from_menu(hand, "Offer a draw")
    hand.press(hand.button("Offer a draw"))
    hand.until(lambda: hand.game.match.draw_offer is None and bool(hand.game.view.notice.text))
    answer = hand.game.match.plies[-1]
    (declined,) = (event for event in answer.events if isinstance(event, AgreementMade))
    assert ("decline-draw", "moslem") == (declined.action, declined.seat)
    told = str(hand.game.view.notice.text)
    assert told.startswith(str(declined.text))
    assert [percent for percent in values_in(answer.why) if str(percent) in told]
    assert told.count(str(declined.text)) == 1
    hand.game.flow.paused = True
    hand.wait()
    hand.app.push(Menu(hand.app, hand.game))
    hand.wait()
    assert not hand.button("Offer a draw").is_enabled
    assert PLAY_ON == hand.top.draw_offer_refusal
    assert hand.button("Resign").is_enabled


def test_a_game_of_computer_players_offers_no_resignation(sit_down: SitDown) -> None:
    """Both buttons are disabled, and a line says why; so do the keys."""
    hand = opened(sit_down, moslem="random", christian="random")
    hand.game.flow.paused = True
    hand.app.push(Menu(hand.app, hand.game))
    hand.wait()
    assert not hand.button("Offer a draw").is_enabled
    assert not hand.button("Resign").is_enabled
    assert "Computers play both sides" == hand.top.agreement_refusal


def test_restart_begins_the_same_battle_in_a_new_record(sit_down: SitDown) -> None:
    """The position, options and players are the same; the old game stays in the list. Escape changes nothing."""
    hand = opened(sit_down)
    old = hand.game.match
    assert hand.game.flow.play(old.rules.candidates(old.state)[0])
    hand.settle()
    record = old.record
    hand.key("n", pygame.KMOD_CTRL)
    hand.key("escape")
    assert hand.game.match is old
    hand.key("n", pygame.KMOD_CTRL)
    hand.key("enter")
    hand.wait()
    assert hand.game.match is old, "Enter means the safe answer"
    from_menu(hand, "Restart")
    hand.press(hand.button("Restart"))
    new = hand.game.match
    assert new is not old
    assert (new.header.scenario, new.header.options, new.header.players, new.header.position) == (
        old.header.scenario, old.header.options, old.header.players, old.header.position)
    assert new.header.seed != old.header.seed
    assert () == new.plies
    assert new.record != record
    assert record in {save.path for save in Store().saves() if save.actions == 1}


def test_nothing_is_offered_or_foretold_after_a_resignation(sit_down: SitDown) -> None:
    """The computer moves nothing more, and nobody would win now."""
    hand = sit_down(Start("play", "adua", seed=3), hand_over=False)
    hand.settle()
    while not hand.game.quick_play.label:
        hand.end_phase()
        hand.settle()
    assert any(each.provisional for each in hand.screen.shown_objectives.entries)
    hand.game.match.resign("abyssinian")
    hand.game.settle()
    assert not hand.game.quick_play.label
    assert hand.screen.shown_objectives.entries
    assert not any(each.provisional for each in hand.screen.shown_objectives.entries)
