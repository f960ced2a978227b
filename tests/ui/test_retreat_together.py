"""A retreat of several units that must go on: the question has the reason, and one answer sends all of them the same
way."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game import catalog
from game.core.message import values_in
from game.match.start import Start
from game.rules.africa.events import RetreatStep
from game.rules.africa.system import Africa
from tests.rules.table import units
from tests.ui.hand import Hand

FIGHT = "casa-de-la-condesa"
LOSERS = ("s-cuenca", "s-luchana", "s-prim")
LINE = (f"m-bujari-1 {FIGHT} came=ar-aziz, m-bujari-2 {FIGHT} came=ar-aziz, m-gum-uagit casa-del-morabito, "
        + ", ".join(f"{unit} {FIGHT}" for unit in LOSERS))


@pytest.fixture
def driven_off(sit_down: Callable[..., Hand]) -> Callable[..., Hand]:
    """The Spanish have lost a shock by three crosses: the roll is played by its keys."""

    def open_it(size: tuple[int, int] = (1280, 720), **more: object) -> Hand:
        rules = Africa(catalog.board)
        position = {"scenario": "castillejos", "options": ["facts-values"], "turn": 1, "phase": "shock",
                    "phasing": "moroccan", "units": units(LINE)}
        state, _ = rules.apply(rules.from_position(position), rules.parse(f"shock {FIGHT}"))
        start = Start("play", "africa", "castillejos", seed=5, position=rules.position(state))
        hand = sit_down(start, speed=8.0, hand_over=False, size=size, **more)
        for key in "2,0":
            hand.key(key)
        hand.key("enter")
        hand.settle()
        return hand

    return open_it


def press(hand: Hand, words: str) -> None:
    """Press the button whose label begins with some words, and let the animation finish."""
    hand.press(next(b for b in hand.screen.widgets.choices if b.visible and b.text.startswith(words)))
    hand.wait_in_steps(60, 0.15)
    hand.settle()


def test_each_button_for_all_says_where_to(driven_off: Callable[..., Hand]) -> None:
    """They are beside those for one unit."""
    hand = driven_off()
    told = [b.text for b in hand.screen.widgets.choices if b.visible and b.text.startswith("All 3")]
    assert [text.split("   ")[0].split(" to ")[1] for text in told] == ["B", "Playa del Tarajal", "Ar Aziz"]


def test_one_answer_at_each_fork_retreats_all_units(driven_off: Callable[..., Hand]) -> None:
    """All three go to B, which is next to the enemy; the prompt says why they must go on, and all three do."""
    hand = driven_off()
    game = hand.game
    assert list(values_in(game.prompt_shown.text)) == ["Cuenca"]
    press(hand, "All 3")
    assert list(values_in(game.prompt_shown.text)) == ["Cuenca", 3, "B"]
    assert game.prompt_shown.rule.number == "6.2"
    press(hand, "All 3")
    assert {game.situation.counters[unit].place for unit in LOSERS} == {"a"}
    last = [event for event in hand.told(RetreatStep) if event.unit == "s-luchana"][-1]
    assert list(values_in(last.text)) == ["Luchana", "A", "B"]
