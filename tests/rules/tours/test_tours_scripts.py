"""The scripts of Tours: each plays whole games by the rules, and does what its title says."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from game import catalog
from game.ai.players import make
from game.core.action import Faces
from game.core.chance import CHANCE
from game.rules.tours.ai.camp import key_hexes
from game.rules.tours.ai.reasons import TRAINS_IN_REACH
from game.rules.tours.ai.scripts import CORNER_HEX, FRANKISH, MUSLIM
from game.rules.tours.state import ToursState
from game.rules.tours.units import GUARD, HC, HI, LC, MUSLIMS, WAGONS
from game.selfplay import puzzles
from game.selfplay.puzzles import Puzzle
from tests.rules.tours.board import RULES

LONGEST = 20_000
"""More plies than any game of these players has."""


def played(frankish: str, muslim: str, seed: int) -> Iterator[ToursState]:
    """The states of a game between two players in which a seat is to act."""
    state: ToursState = catalog.set_up(RULES, "tours", ())
    named = {"frankish": frankish, "muslim": muslim}
    seated = {seat: make(name, RULES, seat, seed, scenario="tours") for seat, name in named.items()}
    dice = Random(seed)
    for _ in range(LONGEST):
        actor = RULES.to_act(state)
        if actor is None:
            return
        if actor == CHANCE:
            state, _ = RULES.apply(state, Faces(dice.choice(RULES.branches(state)).faces))
            continue
        yield state
        action = seated[actor].choose(state).action
        assert RULES.check(state, action), action.notation
        state, _ = RULES.apply(state, action)
    raise AssertionError(f"no end after {LONGEST} actions")


def until(frankish: str, muslim: str, turn: int, seed: int = 1) -> ToursState:
    """The last state of a game before a turn begins."""
    *_, last = (state for state in played(frankish, muslim, seed) if state.turn < turn)
    return last


def test_scripts_have_different_names_and_titles() -> None:
    """There are at least three for each side."""
    for stances in (FRANKISH, MUSLIM):
        assert len({one.name for one in stances}) == len({str(one.title) for one in stances}) == len(stances) >= 3


@pytest.mark.soak
def test_a_script_is_deterministic() -> None:
    """This also holds if another player of the script has computed other states before."""
    for seat, name in (("frankish", "raid"), ("muslim", "right")):
        states = islice((one for one in played("recruit", "recruit", 5) if RULES.to_act(one) == seat), 0, 200, 20)
        one = make(f"script:{name}", RULES, seat, 1, scenario="tours")
        for state in states:
            fresh = make(f"script:{name}", RULES, seat, 2, scenario="tours")
            assert one.choose(state).action == fresh.choose(state).action


@pytest.mark.soak
def test_the_shield_wall_is_never_left() -> None:
    """It holds for five turns against the attack along the whole line."""
    states = (state for state in played("script:shield-wall", "script:frontal", 2) if state.turn < 6)
    assert all(state.wall for state in islice(states, 300))


@pytest.mark.soak
def test_the_raid_approaches_the_camp() -> None:
    """After five turns some cavalry is much closer to the wagon trains than any was at first."""
    def away(state: ToursState) -> int:
        riders = [slot for c in (HC, LC) for slot in state.units(c)]
        return min(state.ground.distance(state.at[slot], state.at[wagon]) for slot in riders for wagon in WAGONS)

    start = next(played("script:raid", "script:bows", 1))
    assert away(until("script:raid", "script:bows", 6)) < away(start) - 5


@pytest.mark.soak
def test_the_stand_in_the_corner_goes_there() -> None:
    """The heavy infantry approaches the corner in four turns."""
    def away(state: ToursState) -> float:
        row = state.ground.distances(state.ground.index[CORNER_HEX])
        units = state.units(HI)
        return float(sum(row[state.at[slot]] for slot in units)) / len(units)

    assert away(until("script:corner", "script:bows", 5)) < away(next(played("script:corner", "script:bows", 1))) - 2


@pytest.mark.soak
def test_masses_go_to_opposite_ends() -> None:
    """The mass on the left is in higher rows than that on the right."""
    def row(name: str) -> float:
        state = until("script:shield-wall", name, 4)
        army = state.army(MUSLIMS)
        return sum(int(state.ground.hexes[state.at[slot]][2:]) for slot in army) / len(army)

    assert row("script:left") > row("script:right") + 2


def test_the_guard_of_the_camp_fills_the_hex_between_two_trains() -> None:
    """The trains are apart, so that a Frank is next to at most two of them, in a single hex, which a guard occupies."""
    for state in played("script:shield-wall", "script:camp", 1):
        keys = key_hexes(state)
        if state.turn > 1:
            assert keys.bit_count() == 1
        if any(keys >> state.at[slot] & 1 for slot in state.units(GUARD)):
            break
        assert state.turn < 12, "no guard has come"


@pytest.mark.parametrize("puzzle", puzzles.read_all(RULES), ids=lambda puzzle: puzzle.name)
def test_the_veteran_solves_the_puzzles(puzzle: Puzzle) -> None:
    """They are the camp, the last word and the end of the battle; each answer is known."""
    assert puzzles.attempt(RULES, puzzle, "veteran", 1, 0.1).solved


def test_the_veteran_gives_its_reason_for_going_last() -> None:
    """Raiders are within reach of the wagon trains."""
    puzzle = next(one for one in puzzles.read_all(RULES) if one.name.startswith("01-"))
    state = RULES.from_position({**puzzle.position, "phase": "who-first", "first": "muslim", "second": False,
                                 "orders": {}, "tried": [], "active": [], "acting": None})
    choice = make("veteran", RULES, "muslim", 1).choose(state)
    assert choice.action == RULES.parse("first frankish")
    assert str(TRAINS_IN_REACH) in str(choice.why)
