"""Who rolls: nobody is asked to roll for a computer player, and faces typed for one roll never count for another."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game import catalog
from game.core.prompt import Prompt
from game.match.start import Start
from game.ui.cards.prompt import PromptCard
from game.ui.screens.game_contents import prompt_card
from tests.rules.table import units
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
Scene = Callable[..., Hand]
LINE = "s-cuenca casa-de-la-condesa came=b, s-luchana casa-de-la-condesa came=b, m-gum-uagit casa-de-la-condesa"


@pytest.fixture
def shock(sit_down: Sit) -> Scene:
    """A shock in Castillejos against a Gum, whose factor is rolled before the coins are flipped."""
    rules = catalog.rules("africa")

    def make(**players: str) -> Hand:
        position = {"scenario": "castillejos", "options": [], "turn": 2, "phase": "shock", "phasing": "spanish"}
        full = rules.position(rules.from_position({**position, "units": units(LINE)}))
        hand = sit_down(Start("play", "africa", "castillejos", seed=5, position=full, players=players),
                        hand_over=False)
        hand.game.play(rules.parse("shock casa-de-la-condesa"))
        return hand

    return make


def done(hand: Hand) -> list[str]:
    return [step.action.notation for step in hand.game.match.plies]


def asked(hand: Hand) -> Prompt:
    return hand.game.situation.prompt


def falling(hand: Hand) -> bool:
    """Whether the computer player's die is rolling: the match already has the result, but the screen does not show it
    yet."""
    return len(done(hand)) == 2 and hand.game.stage.busy


def status(hand: Hand) -> str:
    """The status on the prompt card."""
    (card,) = prompt_card(hand.game, ()).key
    assert isinstance(card, PromptCard)
    return str(card.status)


def no_entry(hand: Hand) -> bool:
    widgets = hand.screen.widgets
    return not any(widget.visible for widget in (widgets.main, widgets.faces, widgets.enter))


def test_nobody_is_asked_for_a_computers_roll(shock: Scene) -> None:
    """From the shock until its die has been shown, there is no button and no box; the card says who rolls."""
    hand = shock(moroccan="recruit")
    hand.until(lambda: asked(hand).mode == "roll")
    frames = 0
    while len(done(hand)) < 2 or hand.game.stage.busy:
        assert no_entry(hand)
        assert "Moroccan" in status(hand)
        frames += len(done(hand)) == 2
        hand.wait(0.05)
    assert frames > 5
    hand.wait()
    assert hand.screen.widgets.faces.visible
    assert hand.command == "roll"
    assert status(hand) == ""


@pytest.mark.every(8)
@pytest.mark.parametrize("text", ["2", "6", "6,4"])
@pytest.mark.parametrize("finish", ["enter", "space"])
@pytest.mark.parametrize("falls", [False, True])
def test_faces_typed_for_a_computers_roll_do_nothing(
    shock: Scene, text: str, finish: str, falls: bool
) -> None:
    """Typed before or while its die rolls: Enter only shows a refusal, and the next key rolls."""
    hand = shock(moroccan="recruit")
    hand.until(lambda: falling(hand) if falls else asked(hand).mode == "roll")
    for mark in text:
        hand.key(mark)
    hand.until(lambda: len(done(hand)) == 2)
    hand.settle()
    assert len(done(hand)) == 2
    hand.key(finish)
    hand.settle()
    assert len(done(hand)) == 2
    refusal = hand.game.selection.refusal
    assert refusal is not None
    assert str(refusal.reasons[0].text).startswith(f"{text} was typed before")
    assert hand.screen.typing
    assert hand.screen.widgets.faces.get_text() == ""
    for mark in "3,4":
        hand.key(mark)
    hand.key("enter")
    hand.settle()
    assert done(hand)[2] == "roll 3,4"


def test_a_key_in_between_makes_the_next_enter_roll(shock: Scene) -> None:
    """A player who presses another key after the refusal and then Enter means to roll."""
    hand = shock(moroccan="recruit")
    hand.until(lambda: falling(hand))
    hand.key("2")
    hand.settle()
    hand.key("z")
    hand.key("enter")
    hand.settle()
    assert len(done(hand)) > 2


def test_each_of_two_people_types_their_own_roll(shock: Scene) -> None:
    """The Gum's die is typed first; while it rolls, no typed face counts for the coins."""
    hand = shock()
    hand.settle()
    assert hand.command == "roll"
    hand.key("4")
    hand.key("enter")
    assert hand.game.stage.busy
    for mark in "64":
        hand.key(mark)
    hand.key("space")
    hand.settle()
    assert done(hand)[1:] == ["roll 4"]
    assert hand.screen.widgets.faces.get_text() == ""


def test_faces_left_in_the_box_are_entered(shock: Scene) -> None:
    """Typed faces count after a click on the map and Enter; the program does not roll."""
    hand = shock()
    hand.settle()
    hand.key("4")
    hand.click(hand.screen.layout.map.center)
    assert not hand.screen.typing
    hand.key("enter")
    assert done(hand)[-1] == "roll 4"
    hand.settle()


def test_a_wrong_face_left_in_the_box_rolls_nothing(shock: Scene) -> None:
    """Another Enter does not roll, either."""
    hand = shock()
    hand.settle()
    hand.key("9")
    hand.click(hand.screen.layout.map.center)
    for _ in range(2):
        hand.key("enter")
        assert len(done(hand)) == 1
    hand.key("4")
    hand.key("enter")
    assert done(hand)[-1] == "roll 4"
    assert not hand.screen.typing
    pygame.event.clear()


def test_after_a_roll_there_is_no_roll_button(shock: Scene) -> None:
    """While the die rolls and its result shows, there is neither a button nor a box."""
    hand = shock()
    hand.settle()
    assert hand.screen.widgets.main.visible
    assert hand.screen.widgets.faces.visible
    hand.key("4")
    hand.key("enter")
    frames = 0
    while hand.game.situation.state is not hand.game.match.state:
        assert no_entry(hand)
        (card,) = prompt_card(hand.game, ()).key
        assert isinstance(card, PromptCard)
        assert card.entry == ""
        frames += 1
        hand.wait(0.05)
    assert frames > 3
    hand.settle()
    assert hand.screen.widgets.main.visible
