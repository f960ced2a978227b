"""The contract suite for any system: whole random games, damaged positions, garbled words, wrong rules."""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import copy
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from game import catalog, systems
from game.core.action import Action, BadNotation, Faces
from game.core.capability import capability
from game.core.contract import BadPosition, System
from game.core.interrupts import Interrupts
from game.core.message import say
from game.core.verdict import LEGAL, Illegal, IllegalAction, Legal, Reason, RuleRef
from game.match.hashing import hash_state
from tests.contract import bulk, checkers, interrupts, reach
from tests.contract.rule_coverage import read_rulebook


def numbers_of(system: str) -> frozenset[str]:
    """The rule numbers of a system's rulebook, wherever its folder lies."""
    return read_rulebook(systems.folder(system) / "rulebook.md").numbers


CLOSE, CLOSER = 20, 150
"""The number of states of a game that are checked thoroughly, in a usual run and in `make soak`; a longer game is
sampled."""


FIRST = 4
"""The number of states at the start of a game in which actions from the whole game are tried."""


SPOILT, WORSE = 12, 150
"""The number of states of a game whose positions are damaged, in a usual run and in `make soak`."""


@cache
def length(system: str, scenario: str) -> int:
    """Plies of a random game."""
    rules = catalog.rules(system)
    return checkers.plies(rules, rules.initial(scenario), 1)


def run(rules: System[Any], scenario: str, options: tuple[str, ...], seed: int, close: int = CLOSE) -> None:
    """Play a whole random game with every checker."""
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
        checkers.units_are_named(rules, state, choices, random.Random(len(past)))
        checkers.chance_is_exact(rules, state, choices)
        checkers.layers_lie_on_the_board(rules, state)
        if rng.random() < 0.2:
            checkers.branches_are_exact(rules, state)
        interrupts.interrupts_agree(rules, state, choices)
        if rng.random() < 0.3:
            checkers.position_round_trips(rules, state, choices)
            checkers.screen_is_told_the_truth(rules, state)
            interrupts.units_answer_for_themselves(rules, state, numbers)
            reach.offers_are_legal(rules, state)
            reach.idle_units_say_why(rules, state, numbers)
            reach.everything_is_in_reach(rules, state, choices)
            reach.compositions_are_in_reach(rules, state, rng.sample(list(choices), min(40, len(choices))))
            bulk.combinations_are_legal(rules, state, rng)
            bulk.what_is_undone_can_be_done(rules, state)
            bulk.lines_are_true(rules, state)
            interrupts.reactions_are_legal(rules, state)
        if choices:
            checkers.preview_of(rules, state, action)
            assert isinstance(action, Faces) or rules.describe(state, action)
            pool += rng.sample(list(choices), min(6, len(choices)))
            may = capability(rules, Interrupts)
            pool += [found[0] for seat in may.may_interrupt(state) if (found := may.interrupts(state, seat))]
            after, events = rules.apply(state, action)
            interrupts.moments_are_known(rules, state, action, after)
            bulk.likes_are_legal(rules, state, action, after)
            for event in events:
                assert event.rule.number in numbers
                assert event.text
    for state in (start, *(state for state, _ in past[:FIRST])):
        later = rng.sample(pool, min(12, len(pool)))
        checkers.candidates_agree(rules, state, rules.candidates(state), later)
        checkers.refusals_give_reasons(rules, state, later, numbers)
    checkers.result_is_one_of_the_seats(rules, past[-1][0], numbers)
    checkers.past_is_unchanged(rules, past)


def spoil(system: str, scenario: str, options: tuple[str, ...], most: int) -> None:
    """Damage positions from all over a game."""
    rules = catalog.rules(system)
    states = [state for state, _, _ in checkers.random_game(rules, rules.initial(scenario, options), 3)]
    closely = random.Random(4).sample(states, min(len(states), most))
    phases = {phase for _, phase in rules.theme.phases} | {"setup", "over"}
    words = sorted({word for state in closely for word in checkers.words_of(rules.position(state))} | phases)
    for number, state in enumerate(closely):
        checkers.spoilt_positions_are_refused(rules, state, number, 20, words)


def text_that_is_no_action(system: str) -> None:
    """Any text parses or is refused as notation, with the expected form."""
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


def unknown_scenario_and_option(system: str) -> None:
    """An unknown scenario or option is refused by name."""
    rules = catalog.rules(system)
    for scenario, options in (("nowhere", ()), (rules.scenarios[0].name, ("nothing",))):
        with pytest.raises(KeyError, match="no"):
            rules.initial(scenario, options)


def examples_end_without_a_winner(system: str) -> None:
    """An example of play ends as such, without a winner, whatever its actions."""
    rules = catalog.rules(system)
    for name in (info.name for info in rules.scenarios if info.example):
        state = rules.initial(name)
        while rules.to_act(state) is not None:
            state, _ = rules.apply(state, rules.candidates(state)[-1])
        result = rules.result(state)
        assert result is not None
        assert ("example", "draw") == (result.ending, result.winner), name


def broken(rules: System[Any], method: str, make: Callable[[Any], Callable[..., Any]]) -> System[Any]:
    """The same rules with one method replaced by the result of ``make``."""
    wrong = copy(rules)
    setattr(wrong, method, make(getattr(rules, method)))
    return wrong


def forgetful(position: Any) -> Callable[[Any], Any]:
    """A broken system whose positions leave out the phase."""
    return lambda state: {key: value for key, value in position(state).items() if key != "phase"}


def drifting(position: Any) -> Callable[[Any], Any]:
    """A broken system whose positions differ the second time."""
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
    "a loaded die": ("candidates", lambda f: lambda s: f(s)[:-1] if isinstance([*f(s), None][0], Faces) else f(s)),
    "nobody to act": ("to_act", lambda f: lambda s: None),
    "offers promise too much": ("offers", lambda f: lambda s, p: [replace(o, verdict=LEGAL) for o in f(s, p)]),
    "offers keep something back": ("offers", lambda f: lambda s, p: [o for o in f(s, p) if not o.action][:1]),
}
LISTED: list[Callable[[Any], Any]] = []


WRONG_BREAK_INS: dict[str, tuple[str, Callable[[Any], Callable[..., Any]]]] = {
    "nobody is told": ("may_interrupt", lambda f: lambda s: ()),
    "everybody is told": ("may_interrupt", lambda f: lambda s: f.__self__.seats),
    "one is not listed": ("interrupts", lambda f: lambda s, seat: list(f(s, seat))[1:]),
    "one is the acting seat's": ("interrupter", lambda f: lambda s, a: LISTED[1](s)),
    "no unit offers one": ("offers", lambda f: lambda s, p: () if p.seat else f(s, p)),
    "moments nobody knows": ("moments_of", lambda f: lambda s, a, after: dict.fromkeys(f(s, a, after), ("never",))),
}


def caught(system: str, method: str, make: Callable[[Any], Callable[..., Any]]) -> None:
    """Whether the suite fails on a system with a broken method, in a game of an example, which is short and in which
    armies meet at once, or of the first battle."""
    rules = catalog.rules(system)
    battle = next(info.name for info in rules.scenarios if not info.example)
    examples = [info.name for info in rules.scenarios if info.example]
    LISTED[:] = [rules.candidates, rules.to_act]
    with pytest.raises((AssertionError, BadPosition, IllegalAction)):
        some_games(broken(rules, method, make), *examples, battle)


def some_games(rules: System[Any], *scenarios: str) -> None:
    """A few whole games of each: a short one may have no roll and no interrupt."""
    for scenario in scenarios:
        for seed in range(1, 6):
            run(rules, scenario, (), seed)
