"""Whose roll it is: nobody is asked for a computer's, and what is typed for one roll never acts on another."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game import catalog
from game.core.prompt import Prompt
from game.match.start import Start
from game.ui.cards.prompt import PromptCard
from game.ui.screens.game_contents import prompt
from tests.rules.table import units
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
Scene = Callable[..., Hand]
LINE = "s-cuenca casa-de-la-condesa came=b, s-luchana casa-de-la-condesa came=b, m-gum-uagit casa-de-la-condesa"


@pytest.fixture
def shock(sit_down: Sit) -> Scene:
    """A shock of the Castillejos against a Gum, who rolls for its factor before the coins fall."""
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
    """Whether the computer's die is falling: the match is past it, the screen is not."""
    return len(done(hand)) == 2 and hand.game.stage.busy


def status(hand: Hand) -> str:
    """What the prompt card says is going on."""
    (card,) = prompt(hand.game, ()).key
    assert isinstance(card, PromptCard)
    return str(card.status)


def no_entry(hand: Hand) -> bool:
    widgets = hand.screen.widgets
    return not any(widget.visible for widget in (widgets.main, widgets.faces, widgets.enter))


def test_nobody_is_asked_for_a_computers_roll(shock: Scene) -> None:
    """From the shock on until the die has been shown: no button, no box, and the card says who rolls."""
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


@pytest.mark.parametrize("text", ["2", "6", "6,4"])
@pytest.mark.parametrize("finish", ["enter", "space"])
@pytest.mark.parametrize("falls", [False, True])
def test_what_was_typed_for_a_computers_roll_rolls_nothing(
    shock: Scene, text: str, finish: str, falls: bool
) -> None:
    """Before its die falls or while it does: the key that ends the typing says so, the next one rolls."""
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


def test_a_key_between_ends_what_was_typed_in_vain(shock: Scene) -> None:
    """Whoever looks around after it and then rolls means it."""
    hand = shock(moroccan="recruit")
    hand.until(lambda: falling(hand))
    hand.key("2")
    hand.settle()
    hand.key("z")
    hand.key("enter")
    hand.settle()
    assert len(done(hand)) > 2


def test_between_two_people_each_types_his_own(shock: Scene) -> None:
    """The Gum's die is asked for at the same screen; while it falls nothing is taken for the coins."""
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


def test_faces_left_in_their_box_are_what_fell(shock: Scene) -> None:
    """Typed, then the map clicked, then Enter: those faces, not the program's."""
    hand = shock()
    hand.settle()
    hand.key("4")
    hand.click(hand.screen.layout.map.center)
    assert not hand.screen.typing
    hand.key("enter")
    assert done(hand)[-1] == "roll 4"
    hand.settle()


def test_a_wrong_face_left_in_its_box_rolls_nothing(shock: Scene) -> None:
    """Nor does the Enter after it."""
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


def test_a_roll_made_leaves_no_button(shock: Scene) -> None:
    """While the die falls and its result is read there is nothing to roll with and nothing to type into."""
    hand = shock()
    hand.settle()
    assert hand.screen.widgets.main.visible
    assert hand.screen.widgets.faces.visible
    hand.key("4")
    hand.key("enter")
    frames = 0
    while hand.game.situation.state is not hand.game.match.state:
        assert no_entry(hand)
        (card,) = prompt(hand.game, ()).key
        assert isinstance(card, PromptCard)
        assert card.entry == ""
        frames += 1
        hand.wait(0.05)
    assert frames > 3
    hand.settle()
    assert hand.screen.widgets.main.visible
