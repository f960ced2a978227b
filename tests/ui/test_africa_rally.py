"""Rally on the screen: each side flips for its own units, a computer player automatically, a person by key or with
entered faces."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from game import catalog
from game.core.chance import CHANCE
from game.match.start import Start
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
UNITS = {"s-cuenca": "a", "s-luchana": "b", "m-nizam-nur": "al-wahhab", "m-gum-uagit": "monte-negron"}
SHAKEN = ("s-cuenca", "s-luchana", "m-nizam-nur", "m-gum-uagit")


@pytest.fixture
def start() -> dict[str, Any]:
    """The end of a turn: two of each side try to rally."""
    rules = catalog.rules("africa")
    units = [{"id": unit, "place": place, "demoralized": True} for unit, place in UNITS.items()]
    given = {"scenario": "castillejos", "turn": 2, "phase": "end", "options": [], "units": units,
             "pending": [{"kind": "rally", "queue": list(SHAKEN)}]}
    return dict(rules.position(rules.from_position(given)))


def test_a_computers_coins_fall_by_themselves_and_a_persons_do_not(sit_down: Sit, start: dict[str, Any]) -> None:
    """The Spanish person flips for two together; the Moroccan computer player's flips need no key."""
    hand = sit_down(Start("play", "africa", "castillejos", position=start, seed=3, players={"moroccan": "random"}))
    game = hand.game
    assert ("spanish", False, True) == (game.flow.roller, game.flow.auto_rolls, game.main_button.can_enter_faces)
    assert ("roll", True) == (hand.in_one_go[0], "both" in hand.game.quick_play.label)
    hand.wait(3)
    assert 0 == len(game.match.plies)
    hand.key("v")
    for _ in range(100):
        hand.wait(0.1)
        if game.flow.roller == "moroccan":
            break
    assert 2 == len(game.match.plies)
    assert ("moroccan", True, False) == (game.flow.roller, game.flow.auto_rolls, game.main_button.can_enter_faces)
    for _ in range(100):
        hand.wait(0.1)
        if game.flow.seat != CHANCE:
            break
    assert 4 == len(game.match.plies)


def test_two_people_flip_for_their_own_units(sit_down: Sit, start: dict[str, Any]) -> None:
    """Flipping all stops before the other side's coins."""
    hand = sit_down(Start("play", "africa", "castillejos", position=start, seed=3))
    game = hand.game
    hand.key("v")
    for _ in range(100):
        hand.wait(0.1)
        if not game.quick_play.running and not game.stage.busy:
            break
    assert (2, "moroccan", True) == (len(game.match.plies), game.flow.roller, game.main_button.can_enter_faces)
