"""Scripts and puzzles of every system: a script is legal and deterministic to the end of a game, a puzzle has an
answer."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from game import catalog
from game.ai.players import SCRIPT_PREFIX, make
from game.core.capability import seen_by
from game.match.agreements import other_seat
from game.match.dice import derive
from game.selfplay import puzzles
from game.selfplay.bench import battles, scripts_of
from game.selfplay.simulate import play_out

LONGEST = 6
"""The most words of a script's title, which is part of a sentence."""

SEEN = 10
"""Every this many states of a script are also given to a new player; chosen, because it takes time."""

TRIES = 100
"""The number of random attempts at a puzzle; chosen."""

LONG = ("abyssinian", "blue", "frankish")
"""Seats whose games of scripts take longest; the other of each system plays in `make test`, too."""

SCRIPTS = [
    pytest.param(system, scenario, seat, name, id=f"{system}-{scenario}-{seat}-{name.removeprefix(SCRIPT_PREFIX)}",
                 marks=(pytest.mark.soak,) if number or scenario != battles(rules)[0] or seat in LONG else ())
    for system in catalog.names()
    for rules in (catalog.rules(system),)
    for scenario in battles(rules)
    for seat in rules.seats
    for number, name in enumerate(scripts_of(rules, scenario, seat))
]
"""System, scenario, seat and script: in `make test` the first of each seat in the first battle, in `make soak` all.
Where a game takes long, in `make test` one seat's only."""


@pytest.mark.every(7)
@pytest.mark.parametrize(("system", "scenario", "seat", "name"), SCRIPTS)
def test_a_script_plays_a_whole_game(system: str, scenario: str, seat: str, name: str) -> None:
    """A script plays against the recruit. Every action is legal, since the rules would refuse it, and depends on the
    state only: in the compared states, a new player of the script chooses the same action."""
    rules = catalog.rules(system)
    player = make(name, rules, seat, 1, scenario=scenario)
    asked = 0

    def watch(state: Any) -> None:
        nonlocal asked
        if rules.to_act(state) == seat:
            asked += 1
            view = seen_by(rules, state, seat)
            action = player.choose(view).action
            if asked % SEEN == 0:
                assert action == make(name, rules, seat, 1, scenario=scenario).choose(view).action

    seed = derive(1, "script", name)
    players = {seat: player, other_seat(rules, seat): make("recruit", rules, other_seat(rules, seat), seed)}
    end, _ = play_out(rules, scenario, (), players, seed, watch)
    assert rules.result(end) is not None
    assert asked


@pytest.mark.parametrize("system", catalog.names())
def test_scripts_have_understandable_names(system: str) -> None:
    """A title is a noun with its article that fits into a sentence; names are words with hyphens."""
    rules = catalog.rules(system)
    judge = rules.evaluator()
    assert judge is not None
    for scenario in battles(rules):
        for seat in rules.seats:
            found = judge.scripts(scenario, seat)
            assert len({script.name for script in found}) == len(found)
            for script in found:
                words = str(script.title).split()
                assert words[0] in ("the", "a", "an"), words
                assert 1 < len(words) <= LONGEST, words
                assert re.fullmatch("[a-z]+(-[a-z]+)*", script.name), script.name


PUZZLES = [pytest.param(system, path, id=f"{system}-{path.stem}")
           for system in catalog.names() for path in puzzles.paths(system)]


@pytest.mark.parametrize(("system", "path"), PUZZLES)
def test_a_puzzle_is_valid(system: str, path: Path) -> None:
    """Its position is valid, its first actions are legal, and its question names existing places and units."""
    puzzle = puzzles.read(catalog.rules(system), path)
    assert puzzle.first or puzzle.after


@pytest.mark.soak
@pytest.mark.parametrize(("system", "path"), PUZZLES)
def test_the_answer_of_a_puzzle_can_be_reached(system: str, path: Path) -> None:
    """The veteran finds the answer, or one of many random players does."""
    rules = catalog.rules(system)
    puzzle = puzzles.read(rules, path)
    tries = [("veteran", seed) for seed in range(2)] + [(name, seed) for name in ("recruit", "random")
                                                        for seed in range(TRIES)]
    assert puzzle.first or any(puzzles.attempt(rules, puzzle, *each, 0.1).solved for each in tries)
