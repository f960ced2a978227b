"""Every system considers the personality, and the neutral one changes nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from game import catalog
from game.ai.players import make
from game.core.capability import seen_by
from game.core.contract import System
from game.core.evaluator import NEUTRAL, Personality
from game.levels import LEVELS, PERSONALITIES, computer_player, computer_players, player_names
from game.match.loading import load
from game.match.replay import Replay

RECORDS = Path(__file__).parent.parent / "records"
READY, SPARING = Personality("ready", losses=0.3), Personality("sparing", losses=3.0)
"""Personalities that accept losses of units, and avoid them."""
WHERE = {
    "kassala": ("kassala-cannon", 40), "africa": ("castillejos-absent-kabila", 20), "tours": ("tours-chits", 14),
    "adua": ("adua-line-in-the-east-rows-swapped", 68), "renaissance": ("open-battle", 63),
}
"""System -> golden record, and the action after which the value of losses matters."""


def met(system: str) -> tuple[System[Any], Any, str]:
    """The rules, a state as its seat to act sees it, and that seat."""
    rules: System[Any] = catalog.rules(system)
    name, at = WHERE[system]
    replay = Replay(load(RECORDS / system / f"{name}.jsonl").match)
    for _ in range(at):
        replay.forward()
    seat = rules.to_act(replay.state)
    assert seat in rules.seats
    return rules, seen_by(rules, replay.state, seat), seat


def answer(rules: System[Any], state: Any, seat: str, personality: Personality) -> object:
    """The value of a searched phase so far, or of the actions chosen by hand."""
    judge = rules.evaluator()
    assert judge is not None
    judge.personality, judge.work_share = personality, 0.1
    if judge.settled(state) and judge.plans(state):
        return judge.worth(state, seat)
    return [(made.actions, made.value) for made in judge.proposed_courses(state, 1, lambda: False)]


@pytest.mark.every(3)
@pytest.mark.parametrize("system", WHERE)
def test_own_losses_count_as_the_personality_says(system: str) -> None:
    """In every system there is a position that a player that avoids losses values differently."""
    rules, state, seat = met(system)
    assert answer(rules, state, seat, READY) != answer(rules, state, seat, SPARING)


@pytest.mark.every(3)
@pytest.mark.parametrize("system", WHERE)
def test_the_neutral_personality_changes_nothing(system: str) -> None:
    """A personality with neutral numbers but another name gives the same evaluation as the neutral one."""
    rules, state, seat = met(system)
    assert answer(rules, state, seat, NEUTRAL) == answer(rules, state, seat, Personality("other", losses=1.0))


@pytest.mark.parametrize("system", catalog.names())
@pytest.mark.parametrize("personality", PERSONALITIES.values(), ids=list(PERSONALITIES))
def test_the_evaluator_knows_the_personality(system: str, personality: Personality) -> None:
    """The personality comes from the player's name; without a personality it is neutral."""
    rules: System[Any] = catalog.rules(system)
    seat = rules.seats[0]
    for name, wanted in (("veteran", NEUTRAL), (f"veteran:{personality.name}", personality)):
        judge = rules.evaluator()
        make(name, rules, seat, 1, evaluator=judge)
        assert judge is not None
        assert judge.personality == wanted


@pytest.mark.parametrize("system", catalog.names())
def test_each_player_has_its_own_evaluator(system: str) -> None:
    """Two players of one system have separate evaluators, each with its own personality and seed."""
    rules: System[Any] = catalog.rules(system)
    first, second = rules.evaluator(), rules.evaluator()
    make("veteran:bold", rules, rules.seats[0], 1, evaluator=first)
    make("veteran:careful", rules, rules.seats[1], 2, evaluator=second)
    assert first is not None
    assert second is not None
    assert (first.personality, first.seed) == (PERSONALITIES["bold"], 1)
    assert (second.personality, second.seed) == (PERSONALITIES["careful"], 2)


def test_every_name_is_read_back() -> None:
    """Names of levels are read with and without a personality; an unknown name is read as None."""
    players = computer_players()
    assert set(LEVELS) < set(players) < set(player_names())
    assert all(player.name == name and computer_player(name) == player for name, player in players.items())
    for wrong in ("", "veteran:", "veteran:wild", "recruit:bold", "bold", "general", "veteran:bold:careful"):
        assert computer_player(wrong) is None
