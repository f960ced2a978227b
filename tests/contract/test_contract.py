"""One suite for every system, scenario and option set (DESIGN, held by tests 1, 2, 3, 7, 8 and 9)."""

from __future__ import annotations

from typing import Any

import pytest

from game import catalog
from game.board.areas import AreaBoard
from game.board.hexgrid import HexBoard
from game.core.contract import System
from game.core.interrupts import Interrupts
from tests.contract import board_suite, option_sets, suite


def always(rules: System[Any], scenario: str, options: tuple[str, ...]) -> bool:
    """Whether a set of options is tested each time: none, all and each alone in the first battle; in the others none
    and all by turns. On a table, where every state takes long, all in the first only, and never other armies."""
    names = [info.name for info in rules.scenarios]
    number = names.index(scenario)
    known = option_sets.mixes(rules, rules.scenarios[number])
    first, most = not number, max(map(len, option_sets.option_sets(rules)))
    if rules.traits.board == "plane" and (option_sets.sided(rules, options) or not first):
        return not options
    if first:
        return len(options) in (0, 1, most)
    return len(options) == (max(map(len, known)) if number % 2 else 0)


def close(rules: System[Any], scenario: str, options: tuple[str, ...], states: int) -> int:
    """The number of states of a game to check thoroughly; a quarter with one option of several, and in a table's
    battles between the first and the last."""
    battles = [info.name for info in rules.scenarios if not info.example]
    alone = len(options) == 1 < max(map(len, option_sets.option_sets(rules)))
    few = alone or (rules.traits.board == "plane" and scenario not in (battles[0], battles[-1]))
    return states // 4 if few else states


GAMES = [
    pytest.param(system, info.name, options, id="-".join((system, info.name, *options)),
                 marks=() if always(catalog.rules(system), info.name, options) else pytest.mark.soak)
    for system in catalog.names()
    for info in catalog.rules(system).scenarios
    for options in option_sets.mixes(catalog.rules(system), info)
]
"""Every battle with its sets of options; most of them are tested only in `make soak`."""


@pytest.mark.every(14)
@pytest.mark.parametrize(("system", "scenario", "options"), GAMES)
def test_random_play(system: str, scenario: str, options: tuple[str, ...]) -> None:
    """Candidates, check, apply, position, notation, chance, prompt and result agree in every state; the game ends."""
    rules = catalog.rules(system)
    suite.run(rules, scenario, options, 1 + len(options), close(rules, scenario, options, suite.CLOSE))


@pytest.mark.soak
@pytest.mark.parametrize(("system", "scenario", "options"), GAMES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_more_random_play(system: str, scenario: str, options: tuple[str, ...], seed: int) -> None:
    """The same holds in more games, with more states checked."""
    suite.run(catalog.rules(system), scenario, options, seed, suite.CLOSER)


@pytest.mark.every(16)
@pytest.mark.parametrize(("system", "scenario", "options"), GAMES)
def test_spoilt_positions(system: str, scenario: str, options: tuple[str, ...]) -> None:
    """Positions with one change, from all over a game, are refused in words or can be played."""
    suite.spoil(system, scenario, options, close(catalog.rules(system), scenario, options, suite.SPOILT))


@pytest.mark.soak
@pytest.mark.parametrize(("system", "scenario", "options"), GAMES)
def test_more_spoilt_positions(system: str, scenario: str, options: tuple[str, ...]) -> None:
    """The same holds for more positions."""
    suite.spoil(system, scenario, options, suite.WORSE)


@pytest.mark.parametrize("system", catalog.names())
def test_text_that_is_no_action(system: str) -> None:
    """Any text parses or is refused as notation, with the expected form."""
    suite.text_that_is_no_action(system)


@pytest.mark.parametrize("system", catalog.names())
def test_unknown_scenario_and_option(system: str) -> None:
    """An unknown scenario or option is refused by name."""
    suite.unknown_scenario_and_option(system)


@pytest.mark.parametrize("system", catalog.names())
def test_examples_end_without_a_winner(system: str) -> None:
    """An example of play ends as such, without a winner, whatever its actions."""
    suite.examples_end_without_a_winner(system)


def boards() -> dict[str, Any]:
    """Every board of every scenario, by system and map."""
    return {
        f"{system}:{info.map}": catalog.board(info.map)
        for system in catalog.names()
        for info in catalog.rules(system).scenarios
    }


@pytest.mark.parametrize("name", boards())
def test_what_every_board_answers(name: str) -> None:
    """Any board has places known by id, mutual neighbours, and the same distances from either end."""
    board_suite.every_board_answers(boards()[name])


@pytest.mark.every(4)
@pytest.mark.parametrize("name", [name for name, board in boards().items() if isinstance(board, HexBoard)])
def test_hex_board_symmetries(name: str) -> None:
    """Distance, adjacency, directions and hexsides are the same from either end; coordinates round-trip."""
    board_suite.hex_board_is_symmetric(boards()[name])


@pytest.mark.parametrize("name", [name for name, board in boards().items() if isinstance(board, AreaBoard)])
def test_area_board_symmetries(name: str) -> None:
    """Adjacency and distance are the same from either end; ids and indices correspond."""
    board_suite.area_board_is_symmetric(boards()[name])


@pytest.mark.every(4)
@pytest.mark.parametrize("system", catalog.names())
@pytest.mark.parametrize("fault", suite.WRONG)
def test_a_wrong_rule_is_caught(system: str, fault: str) -> None:
    """Each kind of wrong answer makes the suite fail."""
    suite.caught(system, *suite.WRONG[fault])


@pytest.mark.every(6)
@pytest.mark.parametrize("system", [name for name in catalog.names() if isinstance(catalog.rules(name), Interrupts)])
@pytest.mark.parametrize("fault", suite.WRONG_BREAK_INS)
def test_a_wrong_interrupt_is_caught(system: str, fault: str) -> None:
    """Each kind of wrong answer about acting out of turn makes the suite fail."""
    suite.caught(system, *suite.WRONG_BREAK_INS[fault])


@pytest.mark.parametrize("system", catalog.names())
def test_options_are_sound(system: str) -> None:
    """Text forms of options are distinct, and required options come first."""
    option_sets.options_are_sound(catalog.rules(system))
