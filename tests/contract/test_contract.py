"""One suite for every system, scenario and option set (DESIGN, held by tests 1, 2, 3, 7, 8 and 9)."""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import copy
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from game import catalog
from game.board.areas import AreaBoard
from game.board.board import Board
from game.board.hexgrid import HexBoard
from game.board.sight import line
from game.core.action import Action, BadNotation, Faces
from game.core.contract import BadPosition, System
from game.core.message import say
from game.core.verdict import LEGAL, Illegal, IllegalAction, Legal, Reason, RuleRef
from game.match.hashing import hash_state
from tests.contract import breaking_in, bulk, checkers, reach
from tests.contract.rule_coverage import read_rulebook

PHASES = {phase for system in catalog.names() for _, phase in catalog.rules(system).theme.phases} | {"setup", "over"}
ROOT = Path(__file__).parents[2]
GAMES = [
    pytest.param(system, info.name, options, id="-".join((system, info.name, *options)))
    for system in catalog.names()
    for info in catalog.rules(system).scenarios
    for options in checkers.option_sets(catalog.rules(system))
]
BATTLES = {
    system: [info.name for info in catalog.rules(system).scenarios if not info.example] for system in catalog.names()
}


def numbers_of(system: str) -> frozenset[str]:
    return read_rulebook(ROOT / "game" / "rules" / system / "rulebook.md").numbers


CLOSE, CLOSER = 40, 150
"""States of a game that are looked at closely, always and in `make soak`; all of one that is no longer, else so many
taken by lot."""


SPOILT, WORSE = 30, 150
"""States of a game whose positions are spoilt, always and in `make soak`."""


@cache
def length(system: str, scenario: str) -> int:
    """Plies of a random game."""
    rules = catalog.rules(system)
    return checkers.plies(rules, rules.initial(scenario), 1)


def run(rules: System[Any], scenario: str, options: tuple[str, ...], seed: int, close: int = CLOSE) -> None:
    """A whole random game with every checker on the way."""
    numbers = numbers_of(rules.name)
    rng = random.Random(seed)
    start = rules.initial(scenario, options)
    share = close / length(rules.name, scenario)
    past: list[tuple[Any, str]] = []
    pool: list[Action] = []
    for state, choices, action in checkers.random_game(rules, start, seed):
        if choices and rng.random() >= share:
            continue
        past.append((state, hash_state(rules, state)))
        others = rng.sample(pool, min(12, len(pool)))
        checkers.candidates_agree(rules, state, choices, others)
        checkers.refusals_give_reasons(rules, state, others, numbers)
        checkers.notations_round_trip(rules, choices)
        checkers.chance_is_exact(rules, state, choices)
        checkers.layers_lie_on_the_board(rules, state)
        if rng.random() < 0.2:
            checkers.branches_are_exact(rules, state)
        breaking_in.break_ins_agree(rules, state, choices)
        if rng.random() < 0.3:
            checkers.position_round_trips(rules, state, choices)
            checkers.screen_is_told_the_truth(rules, state)
            breaking_in.units_answer_for_themselves(rules, state, numbers)
            reach.offers_are_legal(rules, state)
            reach.idle_units_say_why(rules, state, numbers)
            reach.everything_is_in_reach(rules, state, choices)
            reach.compositions_are_in_reach(rules, state, rng.sample(list(choices), min(40, len(choices))))
            bulk.combinations_are_legal(rules, state, rng)
            bulk.what_is_undone_can_be_done(rules, state)
        if choices:
            checkers.preview_of(rules, state, action)
            pool += rng.sample(list(choices), min(6, len(choices)))
            pool += [found[0] for seat in rules.may_interject(state) if (found := rules.interjections(state, seat))]
            after, events = rules.apply(state, action)
            breaking_in.moments_are_known(rules, state, action, after)
            bulk.likes_are_legal(rules, state, action, after)
            for event in events:
                assert event.rule.number in numbers
                assert event.text
    checkers.result_is_one_of_the_seats(rules, past[-1][0], numbers)
    checkers.past_is_unchanged(rules, past)


@pytest.mark.parametrize(("system", "scenario", "options"), GAMES)
def test_random_play(system: str, scenario: str, options: tuple[str, ...]) -> None:
    """Candidates, check, apply, position, notation, chance, prompt and result agree in every state; the game ends."""
    run(catalog.rules(system), scenario, options, seed=1 + len(options))


@pytest.mark.soak
@pytest.mark.parametrize(("system", "scenario", "options"), GAMES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_more_random_play(system: str, scenario: str, options: tuple[str, ...], seed: int) -> None:
    """The same in more games, of which more states are looked at."""
    run(catalog.rules(system), scenario, options, seed, CLOSER)


def spoil(system: str, scenario: str, options: tuple[str, ...], most: int) -> None:
    """Spoil positions taken all over a game."""
    rules = catalog.rules(system)
    states = [state for state, _, _ in checkers.random_game(rules, rules.initial(scenario, options), 3)]
    closely = random.Random(4).sample(states, min(len(states), most))
    words = sorted({word for state in closely for word in checkers.words_of(rules.position(state))} | PHASES)
    for number, state in enumerate(closely):
        checkers.spoilt_positions_are_refused(rules, state, number, 20, words)


@pytest.mark.parametrize(("system", "scenario", "options"), GAMES)
def test_spoilt_positions(system: str, scenario: str, options: tuple[str, ...]) -> None:
    """Positions with one thing changed, taken all over a game, are refused in words or can be played."""
    spoil(system, scenario, options, SPOILT)


@pytest.mark.soak
@pytest.mark.parametrize(("system", "scenario", "options"), GAMES)
def test_more_spoilt_positions(system: str, scenario: str, options: tuple[str, ...]) -> None:
    """The same with more positions."""
    spoil(system, scenario, options, WORSE)


@pytest.mark.parametrize("system", catalog.names())
def test_text_that_is_no_action(system: str) -> None:
    """Whatever is typed parses or is refused as notation, saying what was expected."""
    rules = catalog.rules(system)
    start = rules.initial(rules.scenarios[0].name)
    good = [action.notation for action in rules.candidates(start)]
    rng = random.Random(5)
    for _ in range(500):
        letters = list(rng.choice(good))
        for _ in range(rng.randrange(1, 4)):
            letters.insert(rng.randrange(len(letters) + 1), rng.choice(" -,>0129amz\t\n\x00é½²"))
        text = "".join(letters)
        try:
            action = rules.parse(text)
        except BadNotation as error:
            said = str(error)
        else:
            said = "read back as it was" if action == rules.parse(action.notation) else ""
        assert len(said) > 10, text
    for text in ("", " ", "roll", "roll x", "roll ²", "roll 1,", "nonsense", ">"):
        with pytest.raises(BadNotation):
            rules.parse(text)


@pytest.mark.parametrize("system", catalog.names())
def test_unknown_scenario_and_option(system: str) -> None:
    """Both are refused by name."""
    rules = catalog.rules(system)
    for scenario, options in (("nowhere", ()), (rules.scenarios[0].name, ("nothing",))):
        with pytest.raises(KeyError, match="no"):
            rules.initial(scenario, options)


@pytest.mark.parametrize("system", catalog.names())
def test_examples_end_without_a_winner(system: str) -> None:
    """Nobody wins an example of play: it ends as one, whatever is done in it."""
    rules = catalog.rules(system)
    for name in (info.name for info in rules.scenarios if info.example):
        state = rules.initial(name)
        while rules.to_act(state) is not None:
            state, _ = rules.apply(state, rules.candidates(state)[-1])
        result = rules.result(state)
        assert result is not None
        assert ("example", "draw") == (result.ending, result.winner), name


def boards() -> dict[str, Any]:
    """Every board of every scenario, by system and map."""
    return {
        f"{system}:{info.map}": catalog.board(info.map)
        for system in catalog.names()
        for info in catalog.rules(system).scenarios
    }


@pytest.mark.parametrize("name", boards())
def test_what_every_board_answers(name: str) -> None:
    """Whatever the kind: places known by id, neighbours mutual and one place away, distances the same from either end,
    zones and objectives of places that exist."""
    board: Board = boards()[name]
    assert board.name
    assert board.title
    assert len(set(board.places)) == len(board.places)
    for group in (*board.zones.values(), *board.objectives.values()):
        assert group <= set(board.places)
    for place in board.places:
        assert board.knows(place)
        assert board.title_of(place)
        assert board.name_of(place)
        assert board.ground_of(place)[0]
        assert board.level_of(place) >= 0
        beside = board.neighbours_of(place)
        assert set(board.directions_of(place)) <= set(beside)
        assert set(board.roads_of(place)) <= set(beside)
        for other in beside:
            assert place in board.neighbours_of(other)
            assert 1 == board.distance(place, other)
            assert sorted(f.kind for f in board.between(place, other)) == sorted(
                f.kind for f in board.between(other, place)
            )
    rng = random.Random(5)
    for _ in range(200 if board.places else 0):
        a, b = rng.choices(board.places, k=2)
        assert board.distance(a, b) == board.distance(b, a)
    assert not board.knows("nowhere")


@pytest.mark.parametrize("name", [name for name, board in boards().items() if isinstance(board, HexBoard)])
def test_hex_board_symmetries(name: str) -> None:
    """Distance, neighbourhood, directions and hex-sides are the same seen from either end; coordinates round-trip."""
    board: HexBoard = boards()[name]
    for a in board.hexes:
        assert a == board.grid.name(*board.grid.parse(a)) == board.grid.from_axial(*board.grid.axial(a))
        assert board.grid.distance(a, a) == 0
        for d in range(6):
            there = board.grid.neighbour(a, d)
            assert not board.knows(there) or a == board.grid.neighbour(there, (d + 3) % 6)
        for b in board.hexes:
            apart = board.grid.distance(a, b)
            assert board.grid.distance(b, a) == apart
            assert line(board.grid, a, b) == line(board.grid, b, a)[::-1]
            i, j = board.index[a], board.index[b]
            assert (apart == 1) == bool(board.adjacent[i] >> j & 1) == bool(board.adjacent[j] >> i & 1)
            assert (apart in (1, 2)) == bool(board.within_two[i] >> j & 1)
            (ax, ay), (bx, by) = board.grid.centre(a), board.grid.centre(b)
            assert (apart == 1) == (0 < (ax - bx) ** 2 + (ay - by) ** 2 < 3.01)
            if apart == 1:
                there, back = board.direction(a, b), board.direction(b, a)
                assert {("n", "s"), ("s", "n"), ("ne", "sw"), ("sw", "ne"), ("se", "nw"), ("nw", "se")} >= {
                    (there, back)}
                assert {(f.kind, not f.here) for f in board.side(a, b)} == {(f.kind, f.here) for f in board.side(b, a)}
    rng = random.Random(4)
    for _ in range(300):
        a, b, c = rng.choices(board.hexes, k=3)
        assert board.grid.distance(a, c) <= board.grid.distance(a, b) + board.grid.distance(b, c)


@pytest.mark.parametrize("name", [name for name, board in boards().items() if isinstance(board, AreaBoard)])
def test_area_board_symmetries(name: str) -> None:
    """Neighbourhood and distance are the same seen from either end; ids and indices go together."""
    board: AreaBoard = boards()[name]
    for i, area in enumerate(board.ids):
        assert i == board.index[area]
        assert 0 == board.distances[i][i]
        assert sorted(board.neighbours[i]) == sorted(board.index[other] for other in board.borders[area])
        for j in range(len(board.ids)):
            apart = board.distances[i][j]
            assert board.distances[j][i] == apart
            assert (apart == 1) == bool(board.adjacent[i] >> j & 1) == (j in board.neighbours[i])
            assert all(apart <= board.distances[i][k] + board.distances[k][j] for k in range(len(board.ids)))


def broken(rules: System[Any], method: str, make: Callable[[Any], Callable[..., Any]]) -> System[Any]:
    """The same rules with one method replaced by what ``make`` makes of it."""
    wrong = copy(rules)
    setattr(wrong, method, make(getattr(rules, method)))
    return wrong


def forgetful(position: Any) -> Callable[[Any], Any]:
    """A position that leaves out the phase."""
    return lambda state: {key: value for key, value in position(state).items() if key != "phase"}


def drifting(position: Any) -> Callable[[Any], Any]:
    """A position that is not the same the second time."""
    calls = [0]

    def wrong(state: Any) -> Any:
        calls[0] += 1
        return {**position(state), "turn": calls[0]}

    return wrong


NEVER = Illegal((Reason(RuleRef("none", "0"), say("Nothing is allowed")),))
WRONG: dict[str, tuple[str, Callable[[Any], Callable[..., Any]]]] = {
    "check allows everything": ("check", lambda f: lambda s, a: Legal()),
    "check forbids everything": ("check", lambda f: lambda s, a: NEVER),
    "an action is not listed": ("candidates", lambda f: lambda s: list(f(s))[1:] or f(s)),
    "an action is listed twice": ("candidates", lambda f: lambda s: [*f(s), *f(s)[:1]]),
    "a dead end": ("candidates", lambda f: lambda s: [] if len(f(s)) == 1 else f(s)),
    "never over": ("result", lambda f: lambda s: None),
    "apply does what is refused": ("apply", lambda f: lambda s, a: f(s, a) if a in LISTED[0](s) else (s, ())),
    "position forgets": ("position", forgetful),
    "position drifts": ("position", drifting),
    "notation misread": ("parse", lambda f: lambda text: f("roll 1")),
    "a loaded die": ("candidates", lambda f: lambda s: f(s)[:-1] if isinstance(f(s)[0], Faces) else f(s)),
    "nobody to act": ("to_act", lambda f: lambda s: None),
    "offers promise too much": ("offers", lambda f: lambda s, p: [replace(o, verdict=LEGAL) for o in f(s, p)]),
    "offers keep something back": ("offers", lambda f: lambda s, p: [o for o in f(s, p) if not o.action][:1]),
}
LISTED: list[Callable[[Any], Any]] = []


WRONG_BREAK_INS: dict[str, tuple[str, Callable[[Any], Callable[..., Any]]]] = {
    "nobody is told": ("may_interject", lambda f: lambda s: ()),
    "everybody is told": ("may_interject", lambda f: lambda s: f.__self__.seats),
    "one is not listed": ("interjections", lambda f: lambda s, seat: list(f(s, seat))[1:]),
    "one is the acting seat's": ("actor", lambda f: lambda s, a: LISTED[1](s)),
    "no unit offers one": ("offers", lambda f: lambda s, p: () if p.seat else f(s, p)),
    "moments nobody knows": ("moments_of", lambda f: lambda s, a, after: dict.fromkeys(f(s, a, after), ("never",))),
}


@pytest.mark.parametrize("system", BATTLES)
@pytest.mark.parametrize("fault", WRONG)
def test_a_wrong_rule_is_caught(system: str, fault: str) -> None:
    """Each kind of wrong answer makes the suite fail."""
    caught(system, *WRONG[fault])


@pytest.mark.parametrize("system", [system for system in BATTLES if catalog.rules(system).moments])
@pytest.mark.parametrize("fault", WRONG_BREAK_INS)
def test_a_wrong_break_in_is_caught(system: str, fault: str) -> None:
    """Each kind of wrong answer about acting out of turn makes the suite fail."""
    caught(system, *WRONG_BREAK_INS[fault])


def caught(system: str, method: str, make: Callable[[Any], Callable[..., Any]]) -> None:
    """The suite fails on a system with a method gone wrong, in the first battle it has."""
    rules = catalog.rules(system)
    LISTED[:] = [rules.candidates, rules.to_act]
    with pytest.raises((AssertionError, BadPosition, IllegalAction)):
        run(broken(rules, method, make), BATTLES[system][0], (), 1)
