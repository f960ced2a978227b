"""Ending a phase by its key: a warning lists remaining actions first; Enter and H at a roll; arrivals at its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game import catalog
from game.core.message import Message, values_in
from game.match.start import Start
from game.ui.play.hinting import NOT_YOURS, ROLL_FIRST
from game.ui.play.main_button import DOUBLE_CLICK
from game.ui.play.turn_end import CLICK_AGAIN, KEY_AGAIN, NOTHING_LEFT
from tests.rules.adua.board import table
from tests.rules.table import units
from tests.rules.tours.board import table as tours
from tests.ui.hand import Hand
from tests.ui.hints import hinted

Sit = Callable[..., Hand]
Scene = Callable[..., Hand]


@pytest.fixture
def scene(sit_down: Sit) -> Scene:
    """Opens a phase of Castillejos; the Moroccans are a paused computer player's."""
    rules = catalog.rules("africa")

    def make(line: str, phase: str, phasing: str = "spanish", turn: int = 2) -> Hand:
        position = {"scenario": "castillejos", "options": [], "turn": turn, "phase": phase, "phasing": phasing}
        full = rules.position(rules.from_position({**position, "units": units(line)}))
        start = Start("play", "africa", "castillejos", seed=5, position=full, players={"moroccan": "random"})
        return sit_down(start, speed=8.0)

    return make


def done(hand: Hand) -> list[str]:
    return [step.action.notation for step in hand.game.match.plies]


def left(hand: Hand, again: Message) -> list[tuple[str, ...]]:
    """The units of each kind that can still act, as on the card."""
    return [each.units for each in hand.left(again)]


@pytest.mark.parametrize(
    ("phase", "units"),
    [("fire", [("s-cuenca", "s-luchana"), ("s-husares",)]), ("movement", [("s-cuenca", "s-luchana", "s-prim")])],
)
def test_the_first_space_lists_remaining_actions(scene: Scene, phase: str, units: list[tuple[str, ...]]) -> None:
    """If nothing was done yet the card lists it below the button, and a second Space ends the phase."""
    lines = {
        "fire": "s-cuenca a, s-luchana a, s-husares a, m-gk-haus playa-del-tarajal",
        "movement": "s-cuenca a, s-luchana a, s-prim a, m-gk-haus al-wahhab",
    }
    hand = scene(lines[phase], phase)
    hand.key("space")
    screen = hand.screen
    assert done(hand) == []
    assert units == left(hand, KEY_AGAIN)
    assert screen.widgets.main.text == str(hand.game.end_phase_warning.label)
    hand.key("space")
    assert done(hand)[0] == "done"


def test_the_warning_stays_until_another_action(scene: Scene) -> None:
    """It names the press's effect while the player reads and looks at the map; then one press ends it."""
    hand = scene("s-cuenca a, s-luchana a, m-gk-haus al-wahhab", "movement")
    hand.key("space")
    main, label = hand.screen.widgets.main, hand.game.prompt_shown.main_label
    assert str(label) in main.text
    hand.wait(15.0)
    hand.key("+")
    hand.point(hand.game.view.point_of("b"))
    hand.wheel(-1)
    hand.key("f")
    assert main.text == str(hand.game.end_phase_warning.label)
    assert done(hand) == []
    hand.key("space")
    assert done(hand)[0] == "done"


@pytest.mark.parametrize("by_key", [True, False])
def test_a_double_press_does_not_confirm(scene: Scene, by_key: bool) -> None:
    """However long the program was idle before, two presses in quick succession only warn; a later one ends the
    phase."""
    hand = scene("s-cuenca a, s-luchana a, m-gk-haus al-wahhab", "movement")
    main = hand.screen.widgets.main.rect.center
    hand.point(main)

    def press(idle: float) -> None:
        keys: dict[str, Any] = {"key": pygame.K_SPACE, "mod": 0}
        downs = ([pygame.event.Event(pygame.KEYDOWN, unicode=" ", **keys), pygame.event.Event(pygame.KEYUP, **keys)]
                 if by_key else [pygame.event.Event(kind, pos=main, button=1)
                                 for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)])
        for event in downs:
            pygame.event.post(event)
        hand.wait(idle)
        hand.wait(0.0)

    press(2.0)
    press(0.1)
    assert done(hand) == []
    assert left(hand, KEY_AGAIN if by_key else CLICK_AGAIN)
    hand.wait(DOUBLE_CLICK)
    press(0.1)
    assert done(hand)[0] == "done"


def gold(hand: Hand) -> list[Any]:
    """The visible buttons in gold, of which a screen has one at most: the one to press next."""
    return [button for button in hand.screen.buttons if button.visible and button.object_ids[-1] == "#main"]


@pytest.mark.every(2)
@pytest.mark.parametrize("size", [(1280, 720), (900, 700)])
def test_a_hint_removes_the_warning_and_is_the_only_thing_to_press(scene: Scene, size: tuple[int, int]) -> None:
    """A second Space cannot pass over the hint: it takes the hint's first step, as its button says."""
    hand = scene("s-cuenca a, s-luchana a, m-gk-haus al-wahhab", "movement")
    hand.resize(size, 100)
    hand.key("space")
    widgets, warning = hand.screen.widgets, hand.game.end_phase_warning
    assert [widgets.main] == gold(hand)
    hand.key("h")
    assert not warning.is_current
    hand.until(lambda: hand.game.hint is not None)
    hint = hand.game.hint
    assert hint is not None
    assert [widgets.hint_buttons["hint-next"]] == gold(hand)
    assert "[Space]" in widgets.hint_buttons["hint-next"].text
    hand.key("space")
    hand.settle()
    assert [hint.next_action.notation] == done(hand)
    assert not warning.is_current


@pytest.mark.parametrize("hinted_at", [True, False])
def test_space_does_not_end_an_activation_with_a_shot_left(scene: Scene, hinted_at: bool) -> None:
    """With a hint it fires as the hint says; without one it warns first."""
    hand = scene("s-montada b, m-gum-uagit castillejos, s-cuenca a", "movement")
    hand.game.play(hand.game.rules.parse("activate s-montada"))
    hand.settle()
    if hinted_at:
        hand.game.hint = hinted(hand.game, next(
            each.notation for each in hand.game.rules.candidates(hand.game.match.state) if each.notation != "done"))
        hand.wait()
    hand.key("space")
    hand.settle()
    assert "done" not in done(hand)
    assert hinted_at == (len(done(hand)) > 1)
    assert hinted_at == (not hand.game.end_phase_warning.is_current)


@pytest.mark.every(2)
@pytest.mark.parametrize("deed", ["pick up", "by key", "escape", "refused", "another screen", "nothing"])
def test_the_warning_disappears_after_a_while_or_another_action(scene: Scene, deed: str) -> None:
    """It leaves the card, and the next press repeats it and ends nothing; the one after that ends the phase."""
    hand = scene("s-cuenca a, s-luchana a, m-gk-haus al-wahhab", "movement")
    hand.key("space")
    assert hand.game.end_phase_warning.is_current
    if deed == "pick up":
        hand.click_unit("s-cuenca")
    elif deed == "by key":
        hand.key("tab")
        hand.key("escape")
    elif deed == "escape":
        hand.key("escape")
        assert hand.top is hand.screen
    elif deed == "refused":
        hand.click_unit("m-gk-haus")
        assert hand.game.selection.refusal is not None
    elif deed == "another screen":
        hand.key("?")
        hand.key("escape")
    else:
        hand.wait(60.0)
    hand.wait(1.0)
    assert not hand.game.end_phase_warning.is_current
    assert hand.game.end_phase_warning.text == ""
    hand.key("space")
    assert done(hand) == []
    assert left(hand, KEY_AGAIN)
    assert hand.screen.widgets.main.text == str(hand.game.end_phase_warning.label)
    hand.key("space")
    assert done(hand)[0] == "done"


def test_space_ends_a_phase_at_once_if_nothing_is_left(scene: Scene) -> None:
    """Cavalry alone has nothing to do in the movement phase: it moves when announced."""
    hand = scene("s-husares a, m-gk-haus al-wahhab", "movement")
    hand.key("space")
    assert done(hand)[0] == "done"


def test_after_an_action_space_still_lists_remaining_actions(scene: Scene) -> None:
    """One move is not enough while others could still move; the button warns once as well."""
    hand = scene("s-cuenca a, s-luchana a, m-gk-haus al-wahhab", "movement")
    hand.click_unit("s-cuenca")
    hand.click_place("b")
    hand.settle()
    hand.key("space")
    assert done(hand) == ["move s-cuenca b"]
    assert left(hand, KEY_AGAIN) == [("s-luchana",)]
    hand.key("space")
    assert done(hand)[:2] == ["move s-cuenca b", "done"]
    other = scene("s-cuenca a, s-luchana a, m-gk-haus al-wahhab", "movement")
    other.press(other.screen.widgets.main)
    assert done(other) == []
    assert left(other, CLICK_AGAIN) == [("s-cuenca", "s-luchana")]
    other.press(other.screen.widgets.main)
    assert done(other)[0] == "done"


@pytest.mark.parametrize("pause", [0.0, 0.6, 1.3, 5.0])
def test_each_phase_has_its_own_warning(scene: Scene, pause: float) -> None:
    """However fast the clicks: a click that ends the fire does not end the movement, and the next warns about it. The
    fire's warning came before looking at the map, so one click ends it."""
    hand = scene("s-cuenca a, s-luchana a, m-gk-haus playa-del-tarajal", "fire")
    main = hand.screen.widgets.main
    hand.press(main)
    assert done(hand) == []
    assert left(hand, CLICK_AGAIN)
    hand.key("tab")
    hand.key("escape")
    hand.press(main)
    assert done(hand) == []
    hand.press(main)
    assert done(hand) == ["done"]
    hand.wait(pause)
    hand.press(main)
    assert done(hand) == ["done"]
    assert left(hand, CLICK_AGAIN) == [("s-cuenca", "s-luchana")]
    hand.press(main)
    assert done(hand)[:2] == ["done", "done"]


def test_a_click_soon_after_a_phase_does_not_end_an_empty_one(scene: Scene) -> None:
    """Cavalry fires and moves at once: the movement has nothing left. The click was meant for the fire."""
    hand = scene("s-husares a, m-gk-haus playa-del-tarajal", "fire")
    main = hand.screen.widgets.main
    hand.press(main)
    hand.press(main)
    assert done(hand) == ["done"]
    hand.wait(0.9)
    hand.press(main)
    assert done(hand) == ["done"]
    assert left(hand, CLICK_AGAIN) == []
    assert str(NOTHING_LEFT) in str(hand.game.end_phase_warning.text)
    hand.press(main)
    assert done(hand)[:2] == ["done", "done"]


@pytest.mark.parametrize("phase", ["fire", "movement"])
def test_0_presses_the_main_button(scene: Scene, phase: str) -> None:
    """It does so even if the button has no number; like Space it warns once."""
    hand = scene("s-cuenca a, s-luchana a, m-gk-haus playa-del-tarajal", phase)
    hand.key("0")
    assert done(hand) == []
    assert left(hand, KEY_AGAIN)
    hand.key("0")
    assert done(hand)[0] == "done"


def test_kassala_lists_remaining_actions_too(sit_down: Sit) -> None:
    """The first movement of the battle."""
    hand = sit_down(Start("play", "kassala", seed=3), speed=8.0)
    hand.key("space")
    assert done(hand) == []
    ((*movers,),) = left(hand, KEY_AGAIN)
    assert {"m-arab1", "m-arab2"} <= set(movers)
    hand.key("space")
    assert done(hand) == ["end-movement"]


def fire(scene: Scene) -> Hand:
    hand = scene("s-cuenca a, s-luchana a, m-gk-haus playa-del-tarajal", "fire")
    hand.click_unit("s-cuenca")
    hand.click_place("playa-del-tarajal")
    hand.settle()
    assert hand.rolling
    return hand


def test_enter_rolls(scene: Scene) -> None:
    """Enter rolls like Space; an extra Enter right after it rolls nothing else."""
    hand = fire(scene)
    before = len(done(hand))
    hand.key("enter")
    assert len(done(hand)) == before + 1
    assert done(hand)[-1].startswith("roll")


def test_h_at_a_roll_says_that_there_is_nothing_to_decide(scene: Scene) -> None:
    """It names the keys that roll; afterwards the roll is still pending."""
    hand = fire(scene)
    hand.key("h")
    assert ROLL_FIRST == hand.game.view.notice.text
    hand.key("enter")
    assert done(hand)[-1].startswith("roll")


def test_h_during_the_enemys_turn_says_so(scene: Scene) -> None:
    """H says so instead of doing nothing."""
    hand = scene("s-cuenca a, s-luchana a, m-gk-haus al-wahhab", "movement")
    hand.game.flow.paused = True
    hand.game.flow.play("done")
    hand.settle()
    hand.key("h")
    assert NOT_YOURS == hand.game.view.notice.text


def test_the_gunboat_is_shown_and_its_places_are_lit(scene: Scene) -> None:
    """Its card names it, the prompt says sea or shore and the units aboard, both are lit, and one click places it."""
    hand = scene("s-cuenca a, m-gk-haus al-wahhab, s-ceres waiting, s-marina waiting", "movement", "moroccan", turn=1)
    game = hand.game
    screen = hand.screen
    game.flow.play("done")
    hand.settle()
    assert "Ceres" in values_in(game.situation.prompt.text)
    assert {"mar-de-monte-negron", "monte-negron"} <= set(game.view.overlay.reach)
    assert "al-wahhab" not in game.view.overlay.reach
    assert screen.column.middle.spots[0].name == "s-ceres"
    hand.click_place("mar-de-monte-negron")
    hand.settle()
    assert done(hand)[-1] == "enter s-ceres mar-de-monte-negron"


def test_units_that_would_be_lost_are_a_warning(sit_down: Sit) -> None:
    """The remaining actions are listed after it."""
    at = table("dabormida 1414, iii-infantry 1212, menelik-f1 1514", phase="move")
    start = Start("play", "adua", "adua", seed=5, players={}, position=at.rules.position(at.state))
    hand = sit_down(start, speed=8.0, hand_over=False)
    hand.settle()
    hand.key("space")
    assert done(hand) == []
    assert left(hand, KEY_AGAIN) == [("dabormida",), ("iii-infantry",)]
    danger, chance = hand.left(KEY_AGAIN)
    assert (danger.is_loss, chance.is_loss) == (True, False)
    assert "1414" in values_in(danger.text)


@pytest.mark.parametrize("by_hand", [True, False])
def test_a_click_that_ends_the_whole_turn_lists_remaining_actions(sit_down: Sit, by_hand: bool) -> None:
    """No contingent has an order, so phases III to V would be skipped. The next click ends the turn."""
    at = tours("red-hc1 2019 w, yellow-hc1 2014 w, hi1 1606 e, charles 1606, abd-ar-rahman 2019", phase="leaders")
    start = Start("play", "tours", "tours", seed=5, players={}, position=at.rules.position(at.state))
    hand = sit_down(start, speed=8.0, hand_over=False, end_turn_by_hand=by_hand)
    hand.wait(1.0)
    assert str(hand.game.situation.prompt.main_label).endswith(" turn")
    hand.press(hand.screen.widgets.main)
    assert done(hand) == []
    assert left(hand, CLICK_AGAIN) == [("abd-ar-rahman",)]
    hand.wait(1.0)
    hand.press(hand.screen.widgets.main)
    assert done(hand) == ["end"]


def test_a_click_that_ends_one_phase_asks_once(sit_down: Sit) -> None:
    """One contingent has an order, another could still get one."""
    at = tours("red-hc1 2019 w, yellow-hc1 2014 w, hi1 1606 e, charles 1606, abd-ar-rahman 2019", phase="orders",
               orders={"red": "move"})
    start = Start("play", "tours", "tours", seed=5, players={}, position=at.rules.position(at.state))
    hand = sit_down(start, speed=8.0, hand_over=False)
    hand.wait(1.0)
    hand.press(hand.screen.widgets.main)
    assert done(hand) == []
    hand.press(hand.screen.widgets.main)
    assert done(hand) == ["end"]
