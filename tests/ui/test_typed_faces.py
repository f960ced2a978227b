"""Rolls by keyboard: the box for real dice returns the keyboard to the game, and the key that rolls ends no phase."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game.core.chance import D6, D10, Roll, coins
from game.core.message import say, values_in
from game.core.verdict import RuleRef
from game.match.start import Start
from game.ui.app.screen import KEY_REPEAT
from game.ui.screens.game import GameScreen
from game.ui.screens.typed_faces import UnreadFaces, parse_faces
from tests.ui.hand import Hand, commit_largest

Sit = Callable[..., Hand]

TWO, POOL = (D6, D6), (coins(12), coins(9))


def _roll(*dice: Any) -> Roll:
    return Roll(dice, say("A roll"), RuleRef("kassala", "I.D"), {})


@pytest.mark.parametrize(
    ("text", "dice", "faces"),
    [
        ("4", (D6,), (4,)),
        (" 4 ", (D6,), (4,)),
        ("0", (D10,), (0,)),
        ("12", (coins(15),), (12,)),
        *[(text, TWO, (4, 1)) for text in ("4,1", "4 1", "4;1", "4 , 1", "4, 1,", "41", " 41")],
        ("113", POOL, (11, 3)),
        ("11 3", POOL, (11, 3)),
        ("7", TWO, (7,)),
        ("4 1 2", TWO, (4, 1, 2)),
        ("49", TWO, (49,)),
    ],
)
def test_faces_are_read_with_any_separator(text: str, dice: tuple[Any, ...], faces: tuple[int, ...]) -> None:
    """Blanks, commas, semicolons or none; the match checks whether the dice have these faces."""
    assert faces == parse_faces(text, _roll(*dice))


@pytest.mark.parametrize(
    ("text", "dice", "why"),
    [
        ("", (D6,), ["3"]),
        (" , ", TWO, ["3,4"]),
        ("²", (D6,), ["²"]),
        ("4x", (D6,), ["4x"]),
        ("123", (coins(12), coins(24)), ["123", "1,23", "12,3"]),
    ],
)
def test_unreadable_faces_are_refused_with_the_reason(text: str, dice: tuple[Any, ...], why: list[str]) -> None:
    """The text is no number, or its digits can be separated in more than one way."""
    with pytest.raises(UnreadFaces) as caught:
        parse_faces(text, _roll(*dice))
    assert why == list(values_in(caught.value.text))


@pytest.fixture
def shelling(sit_down: Sit) -> Hand:
    """A battery bombards the fort; coins and a die are pending."""
    hand = sit_down(Start("play", "africa", "castillejos", seed=3))
    for notation in ("done", "activate s-2-bateria", "bombard s-2-bateria casa-de-la-condesa"):
        hand.game.play(hand.game.rules.parse(notation))
        hand.settle()
    assert hand.rolling
    return hand


@pytest.fixture
def due(sit_down: Sit, arab_fight: dict[str, Any]) -> Hand:
    """An attack of Kassala is announced and its die is pending."""
    hand = sit_down(Start("play", "kassala", seed=7, position=arab_fight), hand_over=False)
    commit_largest(hand)
    return hand


@pytest.mark.every(4)
@pytest.mark.parametrize("text", ["2,5", "2 5", "25", "2;5"])
@pytest.mark.parametrize("by_mouse", [False, True])
def test_a_roll_is_typed(shelling: Hand, text: str, by_mouse: bool) -> None:
    """By keyboard alone or after a click into the box; a blank separates the numbers and does not roll."""
    game = shelling.game
    screen = shelling.screen
    if by_mouse:
        shelling.click(screen.widgets.faces.rect.center)
    for letter in text:
        _blank(shelling) if letter == " " else shelling.key(letter)
    assert shelling.rolling
    assert text == screen.widgets.faces.get_text()
    shelling.key("enter")
    shelling.settle()
    assert "roll 2,5" == game.match.plies[-1].action.notation
    assert "" == screen.widgets.faces.get_text()


def _blank(hand: Hand) -> None:
    """Press the space bar as a keyboard sends it: a key and a character."""
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" "))
    pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=" "))
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_SPACE, mod=0))
    hand.wait()


@pytest.mark.every(2)
@pytest.mark.parametrize("finish", ["enter", "button"])
def test_after_typing_a_roll_keys_are_commands_again(due: Hand, finish: str) -> None:
    """The box was clicked and the roll entered with Enter or the button; no further click is needed."""
    screen = due.screen
    due.click(screen.widgets.faces.rect.center)
    due.key("4")
    if finish == "enter":
        due.key("enter")
    else:
        due.press(screen.widgets.enter)
    due.settle()
    game = due.game
    assert any(step.action.notation == "roll 4" for step in game.match.plies)
    due.key("l")
    assert not isinstance(due.top, GameScreen)
    due.key("escape")
    assert isinstance(due.top, GameScreen)


def test_a_box_that_closes_releases_the_keyboard(due: Hand) -> None:
    """The player clicks the box, but rolls the program's dice; afterwards keys are commands again."""
    game = due.game
    screen = due.screen
    due.click(screen.widgets.faces.rect.center)
    due.key("3")
    game.roll()
    due.settle()
    assert not screen.typing
    assert "" == screen.widgets.faces.get_text()


@pytest.mark.parametrize("finish", ["enter", "button"])
def test_a_face_that_the_die_does_not_have_is_refused_beside_the_box(due: Hand, finish: str) -> None:
    """For a 9 on a six-sided die, the box is cleared for the next try, and no sheet covers the game."""
    game = due.game
    screen = due.screen
    due.key("9")
    if finish == "enter":
        due.key("enter")
    else:
        due.press(screen.widgets.enter)
    assert due.rolling
    assert due.top is due.screen
    assert game.selection.refusal is not None
    assert [9] == list(values_in(game.selection.refusal.reasons[0].text))
    assert "" == screen.widgets.faces.get_text()
    assert screen.typing
    due.key("4")
    due.key("enter")
    due.settle()
    assert any(step.action.notation == "roll 4" for step in game.match.plies)


@pytest.mark.parametrize(
    ("text", "named"),
    [("1", {2, "2,4", "1"}), ("9,2", {0, 2, 9}), ("1,9", {9})],
)
def test_a_wrong_roll_is_refused_in_one_sentence(shelling: Hand, text: str, named: set[int | str]) -> None:
    """It says how many numbers are needed, or which face is impossible."""
    for letter in text:
        shelling.key(letter)
    shelling.key("enter")
    assert shelling.rolling
    refusal = shelling.game.selection.refusal
    assert refusal is not None
    assert named == set(values_in(refusal.reasons[0].text))


def test_after_a_refusal_the_program_can_roll(due: Hand) -> None:
    """Esc leaves the box; Space rolls, and the box is empty again."""
    screen = due.screen
    due.key("7")
    due.key("enter")
    due.key("escape")
    due.key("space")
    due.settle()
    assert not due.rolling
    assert "" == screen.widgets.faces.get_text()


def test_space_rolls_if_the_box_was_emptied_by_hand(due: Hand) -> None:
    """After a refusal it does not, since the box then waits for the result."""
    due.key("7")
    due.key("enter")
    _blank(due)
    assert due.rolling
    due.key("4")
    due.key("backspace")
    assert due.screen.typing
    _blank(due)
    due.settle()
    assert not due.rolling


def test_0_rolls_if_no_die_has_that_face(due: Hand, shelling: Hand) -> None:
    """It presses the main button; for coins it is typed as 0 heads."""
    due.key("0")
    due.settle()
    assert not due.rolling
    assert due.game.selection.refusal is None
    shelling.key("0")
    assert shelling.rolling
    assert "0" == shelling.screen.widgets.faces.get_text()


def test_repeated_presses_of_space_after_a_roll_end_no_phase(due: Hand) -> None:
    """While the die rolls, while its result is lit and for 400 ms afterwards, Space does nothing more."""
    game = due.game
    due.key("space")
    done = len(game.match.plies)
    for _ in range(400):
        due.key("space")
        if not game.stage.busy:
            break
    assert not game.stage.busy
    for _ in range(3):
        due.key("space")
    assert len(game.match.plies) == done
    assert game.turn_end.holds
    due.wait(0.4)
    due.key("space")
    assert not game.turn_end.holds


def test_enter_skips_the_rolling_of_a_die(due: Hand) -> None:
    """The player need not wait until the die stops."""
    due.key("space")
    assert due.game.stage.busy
    due.key("enter")
    assert not due.game.stage.busy


def test_held_keys_repeat_again_after_the_box(due: Hand) -> None:
    """After a click on the map closes the box, held arrow keys repeat again."""
    due.click(due.screen.widgets.faces.rect.center)
    assert due.screen.typing
    due.click(due.screen.layout.map.center)
    assert not due.screen.typing
    assert pygame.key.get_repeat() == KEY_REPEAT
