"""The screens on German, French, Russian and Greek keyboards: keys run their commands, and typed text runs none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game.core.offer import FacingOffer, Offer
from game.match.start import Start
from game.ui.app.dialogs import QuestionSheet
from game.ui.play.proposals import Proposal, digit_of, index_for_all
from game.ui.screens.game import GameScreen
from game.ui.screens.keys import Keys
from game.ui.screens.map_sheets import FullLog
from game.ui.screens.newgame import NewGame
from game.ui.screens.replay import ReplayScreen
from game.ui.screens.rulebook import Rulebook
from game.ui.screens.saveas import SaveAs
from game.ui.screens.saves import Saves
from tests.rules.tours.board import acting
from tests.ui.hand import Hand, commit_largest
from tests.ui.layouts import CONTROL, LAYOUTS, SHIFT

Sit = Callable[..., Hand]
DE, FR, RU, GR = (LAYOUTS[name] for name in ("de", "fr", "ru", "gr"))
LINE = "blue-ma1 2510 w, blue-hc1 2511 w, hi1 2110 e, hi2 2109 e, charles 2109, abd-ar-rahman 2511"


@pytest.fixture
def at_kassala(sit_down: Sit) -> Hand:
    """A game of Kassala between two people."""
    return sit_down(Start("play", "kassala", seed=7), hand_over=False)


@pytest.fixture
def due(sit_down: Sit, arab_fight: dict[str, Any]) -> Hand:
    """A game of Kassala in which the roll of an attack is pending."""
    hand = sit_down(Start("play", "kassala", seed=7, position=arab_fight), hand_over=False)
    commit_largest(hand)
    return hand


@pytest.mark.parametrize("layout", [RU, GR], ids=["ru", "gr"])
def test_letters_open_their_screens_on_every_layout(at_kassala: Hand, layout: Any) -> None:
    """L opens the log and closes it again, R does the same with the rulebook, and Ctrl+S saves a copy."""
    at_kassala.strike(layout.event("l"))
    at_kassala.on(FullLog)
    at_kassala.strike(layout.event("l"))
    at_kassala.on(GameScreen)
    at_kassala.strike(layout.event("r"))
    at_kassala.on(Rulebook)
    at_kassala.strike(layout.event("r"))
    at_kassala.strike(layout.event("s", CONTROL))
    at_kassala.on(SaveAs)


def test_a_name_is_written_in_any_script(at_kassala: Hand) -> None:
    """In a text entry no letter runs a command, not even with Ctrl; the entry's own shortcuts go by key position."""
    at_kassala.key("s", pygame.KMOD_CTRL)
    page = at_kassala.on(SaveAs)
    page.entry.set_text("")
    for place in "lrs":
        at_kassala.strike(RU.event(place))
    at_kassala.strike(RU.event("s", CONTROL))
    at_kassala.strike(RU.event("q", CONTROL))
    at_kassala.on(SaveAs)
    assert "дкы" == page.entry.get_text()
    at_kassala.strike(RU.event("a", CONTROL))
    at_kassala.strike(RU.event("f"))
    assert "а" == page.entry.get_text()


def test_enter_that_ends_the_composing_of_a_character_saves_nothing(at_kassala: Hand) -> None:
    """While an input method is composing a character, Enter only accepts that character."""
    at_kassala.key("s", pygame.KMOD_CTRL)
    page = at_kassala.on(SaveAs)
    page.entry.set_text("")
    pygame.event.post(pygame.event.Event(pygame.TEXTEDITING, text="に", start=0, length=1))
    at_kassala.key("enter")
    at_kassala.on(SaveAs)
    pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text="a"))
    at_kassala.wait()
    assert "a" == page.entry.get_text()
    at_kassala.key("enter")
    assert not isinstance(at_kassala.top, SaveAs) or isinstance(at_kassala.top, QuestionSheet)


@pytest.mark.parametrize("layout", [DE, FR, GR], ids=["de", "fr", "gr"])
def test_brackets_change_the_speed(at_kassala: Hand, layout: Any) -> None:
    """One bracket makes it faster, the other undoes that."""
    before = at_kassala.app.settings.speed
    at_kassala.strike(layout.types("]"))
    assert before < at_kassala.app.settings.speed
    at_kassala.strike(layout.types("["))
    assert before == at_kassala.app.settings.speed


@pytest.mark.every(2)
@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_plus_minus_and_the_question_mark(at_kassala: Hand, layout: Any) -> None:
    """Plus zooms in, minus zooms out, and the question mark opens the page of keys."""
    camera = at_kassala.game.view.camera
    whole = camera.scale
    at_kassala.strike(layout.types("+"))
    near = camera.scale
    assert whole < near
    at_kassala.strike(layout.types("-"))
    assert near > camera.scale
    at_kassala.strike(layout.types("?"))
    at_kassala.on(Keys)


@pytest.mark.every(4)
@pytest.mark.parametrize(("mod", "layout"), [(0, FR), (SHIFT, FR), (0, DE), (0, RU)])
def test_a_six_is_typed(due: Hand, mod: int, layout: Any) -> None:
    """On French keyboards with or without Shift; it enters the face of the die and does not zoom the map."""
    scale = due.game.view.camera.scale
    due.strike(layout.event("6", mod))
    assert "6" == due.screen.widgets.faces.get_text()
    due.key("enter")
    due.settle()
    assert "roll 6" in [ply.action.notation for ply in due.game.match.plies]
    assert scale == due.game.view.camera.scale


def test_two_digits_are_typed_without_shift(due: Hand) -> None:
    """A French keyboard types further digits into the entry, although its keys type other characters."""
    for place in "16":
        due.strike(FR.event(place))
    assert "16" == due.screen.widgets.faces.get_text()


@pytest.mark.parametrize("mod", [0, SHIFT])
def test_the_pad_takes_french_digits(due: Hand, mod: int) -> None:
    """Without Shift, too."""
    due.key("y")
    due.strike(FR.event("6", mod))
    assert (6,) == due.top.pad.faces


def test_the_keypad_rolls(due: Hand) -> None:
    """Its digits enter faces, and its Enter rolls."""
    due.strike(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_KP_4, mod=0, unicode="4", scancode=pygame.KSCAN_KP4))
    due.strike(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_KP_ENTER, mod=0, unicode="\r",
                                  scancode=pygame.KSCAN_KP_ENTER))
    due.settle()
    assert "roll 4" in [ply.action.notation for ply in due.game.match.plies]


def test_the_title_and_its_sheets(sit_down: Sit) -> None:
    """A French digit sets up the first game and writes its seed; a Greek letter opens the saved games."""
    hand = sit_down()
    hand.wait_in_steps(8, 0.1)
    hand.strike(GR.event("l"))
    hand.on(Saves)
    hand.key("escape")
    hand.strike(FR.event("1"))
    page = hand.on(NewGame)
    hand.click(page.seed_field.rect.center)
    for place in "16":
        hand.strike(FR.event(place))
    assert "16" == page.seed_field.get_text()
    assert not page.seed_refused


def test_a_replay_by_letters_of_another_script(at_kassala: Hand) -> None:
    """The keys of the map work in a replay: zones of control, hex numbers, speed, the page of keys."""
    at_kassala.app.push(ReplayScreen(at_kassala.app, at_kassala.game.match))
    at_kassala.wait()
    options, settings = at_kassala.top.view.options, at_kassala.app.settings
    before = options.layers, options.hex_numbers, settings.watching_speed
    for event in (RU.event("z"), RU.event("n"), DE.types("]")):
        at_kassala.strike(event)
    assert all(one != other for one, other in zip(
        before, (options.layers, options.hex_numbers, settings.watching_speed), strict=True))
    at_kassala.strike(RU.types("?"))
    told = [str(row) for _, rows in at_kassala.on(Keys).groups for row in rows]
    assert any("one step back" in row for row in told)
    assert not any("counter" in row for row in told)


@pytest.mark.every(4)
@pytest.mark.parametrize("layout", [LAYOUTS["us"], DE, FR, GR], ids=["us", "de", "fr", "gr"])
def test_a_facing_is_chosen_with_shift_and_its_number(sit_down: Sit, layout: Any) -> None:
    """Facings are chosen by Shift and a digit, also on keyboards on which Shift types the digit."""
    at = acting(LINE, "blue")
    start = Start("play", "tours", "tours", seed=3, position=dict(at.rules.position(at.state)))
    hand = sit_down(start, hand_over=False)
    hand.click_unit("blue-ma1")
    offered = hand.game.selection.proposals
    number = next(n for n, each in enumerate(offered) if each.offer.angle is not None and each.verdict)
    digit, shift = digit_of(offered, number)
    assert shift
    hand.strike(layout.event(str(digit), SHIFT))
    hand.settle()
    assert offered[number].action in [ply.action for ply in hand.game.match.plies]


def test_shift_and_a_digit_that_is_no_facing_choose_what_the_digit_alone_chooses() -> None:
    """Between an attack and a command are six facings, which are not counted; a digit of nothing chooses nothing."""
    offers = (Offer(label="Attack"), *(FacingOffer(angle=60 * k, number=k + 1) for k in range(6)), Offer(label="Rest"))
    proposals = [Proposal(offer) for offer in offers]
    assert [index_for_all({}, proposals, digit) for digit in (1, 2, 7)] == [0, 7, None]


@pytest.mark.every(3)
@pytest.mark.parametrize(("options", "players", "shown", "hidden"), [
    ((), {}, {"H", "N", "Space"}, {"V", "P", "X", "B", "T"}),
    (("free-deployment",), {}, {"V"}, {"P", "X"}),
    ((), {"moslem": "recruit"}, {"P", "X"}, {"V"}),
])
def test_the_page_shows_the_keys_available_in_the_game(
    sit_down: Sit, options: tuple[str, ...], players: dict[str, str], shown: set[str], hidden: set[str]
) -> None:
    """V is shown if a set-up can be automated, P and X if a computer player plays."""
    hand = sit_down(Start("play", "kassala", seed=7, options=options, players=players), hand_over=False)
    hand.key("?")
    keys = {key for _, rows in hand.on(Keys).groups for row, _ in rows
            for key in str(row).split("  ")}
    assert shown <= keys
    assert not hidden & keys
