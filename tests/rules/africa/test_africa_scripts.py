"""Scripts at Africa are legal through whole games, deterministic, and true to their names."""

from __future__ import annotations

import pytest

from game.rules.africa.system import Africa
from game.rules.africa.units import SEATS
from tests.rules.africa.test_africa_players import BATTLES

LINE_UP = [(battle, seat) for battle in BATTLES for seat in SEATS]


def names(africa: Africa, battle: str, seat: str) -> list[str]:
    return [script.name for script in africa.evaluator().scripts(battle, seat)]


@pytest.mark.parametrize(("battle", "seat"), LINE_UP)
def test_each_side_has_scripts_in_each_battle(africa: Africa, battle: str, seat: str) -> None:
    """There are at least three different ones."""
    found = names(africa, battle, seat)
    assert len(found) == len({*found}) >= 3


@pytest.mark.parametrize(("battle", "seat"), LINE_UP)
def test_titles_are_short_nouns(africa: Africa, battle: str, seat: str) -> None:
    """A title has an article and at most six words, because a reason has it in brackets."""
    titles = [str(script.title) for script in africa.evaluator().scripts(battle, seat)]
    assert all(title.startswith("the ") and len(title.split()) <= 6 for title in titles), titles
