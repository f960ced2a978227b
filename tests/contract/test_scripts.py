"""Scripts and puzzles of every system: a script is legal and deterministic to the end of a game, a puzzle has an
answer."""

from __future__ import annotations

import re
from typing import Any

import pytest

from game import catalog
from game.ai.players import SCRIPT, make
from game.core.capability import seen_by
from game.match.agreements import other
from game.match.dice import derive
from game.selfplay import puzzles
from game.selfplay.bench import battles, scripts_of
from game.selfplay.simulate import play_out

LONGEST = 6
"""Words of a script's title: it stands within a sentence."""

SCRIPTS = [
    pytest.param(system, scenario, seat, name, id=f"{system}-{scenario}-{seat}-{name.removeprefix(SCRIPT)}",
                 marks=(pytest.mark.soak,) if number or scenario != battles(rules)[0] else ())
    for system in catalog.names()
    for rules in (catalog.rules(system),)
    for scenario in battles(rules)
    for seat in rules.seats
    for number, name in enumerate(scripts_of(rules, scenario, seat))
]
"""System, scenario, seat and script: in `make test` the first of each seat in the first battle, in `make soak` all."""


@pytest.mark.parametrize(("system", "scenario", "seat", "name"), SCRIPTS)
def test_a_script_plays_a_whole_game(system: str, scenario: str, seat: str, name: str) -> None:
    """Against the recruit; every action is legal, else the rules refuse it, and two of a script choose the same."""
    rules = catalog.rules(system)
    player, shadow = (make(name, rules, seat, 1, scenario=scenario) for _ in range(2))
    asked = 0

    def watch(state: Any) -> None:
        nonlocal asked
        if rules.to_act(state) == seat:
            asked += 1
            view = seen_by(rules, state, seat)
            assert player.choose(view).action == shadow.choose(view).action == player.choose(view).action

    seed = derive(1, "script", name)
    players = {seat: player, other(rules, seat): make("recruit", rules, other(rules, seat), seed)}
    end, _ = play_out(rules, scenario, (), players, seed, watch)
    assert rules.result(end) is not None
    assert asked


@pytest.mark.parametrize("system", catalog.names())
def test_scripts_have_names_that_a_player_understands(system: str) -> None:
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


@pytest.mark.parametrize("path", [path for system in catalog.names() for path in puzzles.paths(system)],
                         ids=lambda path: f"{path.parts[-4]}-{path.stem}")
def test_a_puzzle_has_an_answer(path: Any) -> None:
    """It reads, its first actions are legal, and it has not been answered by doing nothing at all."""
    rules = catalog.rules(path.parts[-4])
    puzzle = puzzles.read(rules, path)
    state = rules.from_position(puzzle.position)
    if not puzzle.first:
        first = rules.candidates(state)[0]
        assert not puzzles.is_solved(rules, puzzle, first, state), "what is asked for holds already"
