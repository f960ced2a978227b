"""The examples of play: every step of every example file, as the demonstration shows it, is true.

The rulebook prints none, so the positions are ours; what they must come to is reckoned by hand in the files, and once
more here by counting rolls, never taken from the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from game.core.action import Faces
from game.core.event import Rolled
from game.core.verdict import Illegal
from game.rules.africa.scenario import STEP_KEYS
from game.rules.africa.state import State
from game.rules.africa.system import Africa

EXAMPLES = ["example-a", "example-b", "example-c", "example-d", "example-e"]
MARKS = {"reduced", "demoralized"}
"""Flags of units that an ``after`` line says all of."""


def differences(rules: Africa, name: str, steps: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Run the steps of an example; every expectation that does not hold."""
    state = rules.initial(name)
    options: list[str] = []
    for number, step in enumerate(steps, 1):
        if "options" in step:
            options = step["options"]
        if "options" in step or step.get("back"):
            state = rules.initial(name, options)
        problems = [*_checked(rules, state, step), *_previewed(rules, state, step)]
        if "play" in step:
            state, _ = rules.apply(state, rules.parse(step["play"]))
        if "roll" in step:
            roll = rules.pending_roll(state)
            possible = {result: chance for result, chance in roll.outcomes.items() if chance} if roll else {}
            problems += _unlike("roll", possible, _fractions(step["roll"]))
        if "faces" in step:
            state, events = rules.apply(state, Faces(tuple(step["faces"])))
            results = [event.result for event in events if isinstance(event, Rolled)]
            problems += _unlike("result", results, [step["result"]] if "result" in step else [])
        problems += [p for line in step.get("after", ()) for p in _after(rules, state, line)]
        if "asked" in step:
            problems += _unlike("asked", rules.to_act(state), step["asked"])
        for problem in problems:
            yield f"{name} step {number}: {problem}"


def _unlike(what: str, found: Any, expected: Any) -> list[str]:
    return [] if found == expected else [f"{what} is {found}, not {expected}"]


def _fractions(written: Mapping[str, str]) -> dict[str, Fraction]:
    return {name: Fraction(chance) for name, chance in written.items()}


def _checked(rules: Africa, state: State, step: Mapping[str, Any]) -> Iterator[str]:
    if "check" not in step:
        return
    verdict = rules.check(state, rules.parse(step["check"]))
    yield from _unlike(step["check"], bool(verdict), step["legal"])
    cited = str(verdict.reasons[0].rule) if isinstance(verdict, Illegal) else None
    yield from _unlike(f"what forbids {step['check']}", cited, step.get("rule"))


def _previewed(rules: Africa, state: State, step: Mapping[str, Any]) -> Iterator[str]:
    if "preview" not in step:
        return
    preview = rules.preview(state, rules.parse(step["preview"]))
    assert preview is not None
    yield from _unlike("coins", preview.attack, step["coins"])
    yield from _unlike("against", preview.defence, step.get("against", 0))
    sums: Counter[str] = Counter()
    for modifier in preview.modifiers:
        sums[modifier.rule.number] += modifier.value
    yield from _unlike("modifiers", dict(sums), step["modifiers"])
    if "chances" in step:
        possible = {outcome.result: outcome.chance for outcome in preview.outcomes if outcome.chance}
        yield from _unlike("chances", possible, _fractions(step["chances"]))


def _after(rules: Africa, state: State, line: str) -> list[str]:
    """Whether a unit is where a line says, with exactly these markers; ``gone``: eliminated."""
    unit, place, *marks = line.split()
    entry = next((u for u in rules.position(state)["units"] if u["id"] == unit), {"place": "gone"})
    found = [entry["place"], *sorted(mark for mark in MARKS if entry.get(mark))]
    return _unlike(unit, found, [place, *sorted(marks)])


def test_there_is_an_example_of_each_mechanism(africa: Africa) -> None:
    """Fire, shock, rally, Algarabia and artillery; listed after the battles, each with steps."""
    found = [info.name for info in africa.scenarios]
    assert ["castillejos", "tetuan", "wad-ras", *EXAMPLES] == found
    assert all(africa.steps(name) for name in EXAMPLES)
    assert not any(africa.steps(name) for name in found[:3])


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("example-a", marks=[pytest.mark.rule("6.1"), pytest.mark.rule("10")]),
        pytest.param("example-b", marks=[pytest.mark.rule("6.2"), pytest.mark.rule("10")]),
        pytest.param("example-c", marks=[pytest.mark.rule("6.1"), pytest.mark.rule("7")]),
        pytest.param("example-d", marks=[pytest.mark.rule("8"), pytest.mark.rule("8.1")]),
        pytest.param("example-e", marks=pytest.mark.rule("9")),
    ],
)
def test_every_step_holds(africa: Africa, name: str) -> None:
    """What the demonstration says is what the rules answer."""
    assert [] == list(differences(africa, name, africa.steps(name)))


WRONG: dict[str, Callable[[Any], Any]] = {
    "legal": lambda v: not v, "rule": lambda v: "11.C.1", "coins": lambda v: v + 1, "against": lambda v: v + 1,
    "modifiers": lambda v: {"11.C.1": 1}, "result": lambda v: "nothing", "asked": lambda v: "nobody",
    "chances": lambda v: {**v, next(iter(v)): "1/7"}, "roll": lambda v: {**v, next(iter(v)): "1/7"},
    "after": lambda v: [*v[:-1], v[-1] + " reduced demoralized"],
}
"""Ways to falsify what a step expects."""


def test_every_expectation_can_be_falsified() -> None:
    """What a step may expect is what the next test turns round."""
    shown = {"say", "back", "options", "check", "preview", "play", "faces"}
    assert set(STEP_KEYS) - shown == set(WRONG)


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_falsified_step_is_found(africa: Africa, name: str) -> None:
    """Turning round any expectation of the file makes the run fail."""
    steps = africa.steps(name)
    for number, step in enumerate(steps):
        for key in WRONG.keys() & step.keys():
            false = (*steps[:number], {**step, key: WRONG[key](step[key])}, *steps[number + 1:])
            assert [] != list(differences(africa, name, false)), f"{name} step {number + 1}: {key} is not tested"


def all_heads(coins: int) -> Iterator[int]:
    """The heads of every one of the rolls of so many coins, all equally likely."""
    return (sum(flips) for flips in product((0, 1), repeat=coins))


def counted(results: Iterator[str]) -> dict[str, Fraction]:
    """The share of each of a list of equally likely results."""
    found = Counter(results)
    return {result: Fraction(number, found.total()) for result, number in found.items()}


def fire(coins: int) -> dict[str, Fraction]:
    """The fire results with so many coins (6.1; the table: facts 4.1)."""
    table = ("retreat", "retreat", "demoralization", "destroyed")
    return counted(table[three] if heads >= 3 else "miss" for heads in all_heads(coins) for three in all_heads(3))


def barrage(coins: int, distance: int) -> dict[str, Fraction]:
    """The results of a gun (9; the table: facts 4.3), by die less the range beyond 1."""
    table = ("------", "-----R", "----RR", "---RRD", "--RRDD", "-RRDDX")
    return counted(
        table[min(heads, 5)][max(die - distance + 1, 1) - 1] for heads in all_heads(coins) for die in range(1, 7)
    )


def shock(ours: int, theirs: int) -> dict[str, Fraction]:
    """Winner and crosses of a Spanish attack (6.2)."""
    def read(a: int, d: int) -> str:
        if a == d:
            return "tie"
        crosses = ours - a if a > d else theirs - d
        return f"{'spanish' if a > d else 'moroccan'} {crosses if crosses < 4 else '4+'}"

    return counted(read(a, d) for a in all_heads(ours) for d in all_heads(theirs))


def rally(coins: int) -> dict[str, Fraction]:
    """Two heads rally (7)."""
    return counted("rallied" if heads >= 2 else "-" for heads in all_heads(coins))


def expected(africa: Africa, name: str, key: str) -> list[dict[str, Fraction]]:
    """What the steps of an example expect of their previews or rolls."""
    return [_fractions(step[key]) for step in africa.steps(name) if key in step]


def test_the_chances_in_the_files_are_those_of_all_rolls(africa: Africa) -> None:
    """Every chance an example expects, by counting all rolls of its coins."""
    assert [fire(3), fire(7), fire(4), fire(4)] == expected(africa, "example-a", "chances")
    assert [fire(4)] == expected(africa, "example-b", "chances")
    assert [shock(7, 5)] == expected(africa, "example-b", "roll")
    assert [fire(6)] == expected(africa, "example-c", "chances")
    assert [rally(6), rally(4)] == expected(africa, "example-c", "roll")[1:]
    assert [fire(4)] == expected(africa, "example-d", "chances")
    assert [barrage(7, 2), barrage(7, 3)] == expected(africa, "example-e", "chances")
