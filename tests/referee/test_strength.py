"""Players of an earlier commit through its referee; here the commit is this one."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.strength import Encounter, RulesChanged, earlier_player, play
from game import catalog

ROOT = Path(__file__).parents[2]


@pytest.mark.every(2)
@pytest.mark.parametrize(("scenario", "seat"), [("example-a", "moslem"), ("example-a", "christian")])
def test_a_game_against_an_earlier_commit(scenario: str, seat: str) -> None:
    """The game ends, and the same seed gives the same game; rolls, actions and advice keep both sides in step."""
    encounter = Encounter(ROOT, "kassala", scenario, seat, 0.01, 5)
    points = [play(encounter, number) for number in (1, 1)]
    assert points[0] == points[1]
    assert points[0] in (0.0, 0.5, 1.0)


def test_a_refusal_ends_the_game() -> None:
    """A refused request ends the game, because the rules may have changed."""
    rules = catalog.rules("kassala")
    encounter = Encounter(ROOT, "kassala", "kassala", "moslem", 0.01, 5)
    with pytest.raises(RulesChanged, match="move nobody"), earlier_player(encounter, rules, 3) as player:
        player.ask(do="play", action="move nobody 0101")


def test_a_game_that_the_earlier_commit_cannot_begin_is_not_counted() -> None:
    """Its referee refuses the new game, here of a scenario that it does not have."""
    assert play(Encounter(ROOT, "kassala", "not-yet-there", "moslem", 0.01, 5), 1) is None
