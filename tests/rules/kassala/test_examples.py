"""The examples of play (V.A-V.D): every step of every example file, as the demonstration shows it, is true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from game import catalog
from game.board.hexgrid import COMMON, HexBoard
from game.core.action import Faces
from game.core.event import Rolled
from game.core.verdict import Illegal, Legal
from game.rules.kassala.state import State
from game.rules.kassala.system import Kassala

NUMBERS = {"example-a": "V.A", "example-b": "V.B", "example-c": "V.C", "example-d": "V.D"}


def differences(rules: Kassala, name: str, steps: tuple[Mapping[str, Any], ...]) -> Iterator[str]:
    """Run the steps of an example; every expectation that does not hold."""
    state = rules.initial(name)
    options: list[str] = []
    for number, step in enumerate(steps, 1):
        if "options" in step:
            options = step["options"]
        if "options" in step or step.get("back"):
            state = rules.initial(name, options)
        for problem in (*_checked(rules, state, step), *_previewed(rules, state, step)):
            yield f"{name} step {number}: {problem}"
        if "play" in step:
            state, _ = rules.apply(state, rules.parse(step["play"]))
        if "faces" in step:
            state, events = rules.apply(state, Faces(tuple(step["faces"])))
            results = [event.result for event in events if isinstance(event, Rolled)]
            if results != [step["result"]]:
                yield f"{name} step {number}: the table gives {results}, not {step['result']}"


def _checked(rules: Kassala, state: State, step: Mapping[str, Any]) -> Iterator[str]:
    if "check" not in step:
        return
    verdict = rules.check(state, rules.parse(step["check"]))
    if bool(verdict) != step["legal"]:
        yield f"{step['check']} is {verdict}"
    if isinstance(verdict, Illegal) and verdict.reasons[0].rule.number != step.get("rule"):
        yield f"forbidden by {verdict.reasons[0].rule}, not by {step.get('rule')}"
    if isinstance(verdict, Legal) and "cost" in step and verdict.cost != step["cost"]:
        yield f"costs {verdict.cost}, not {step['cost']}"


def _previewed(rules: Kassala, state: State, step: Mapping[str, Any]) -> Iterator[str]:
    if "preview" not in step:
        return
    preview = rules.preview(state, rules.parse(step["preview"]))
    assert preview is not None
    found: dict[str, Any] = {"column": preview.column}
    if preview.column is not None:
        found |= {"attack": preview.attack, "defence": preview.defence, "ratio": preview.total}
    for key, value in found.items():
        if step.get(key) != value:
            yield f"{key} is {value}, not {step.get(key)}"
    sums: Counter[str] = Counter()
    for modifier in preview.modifiers:
        sums[modifier.rule.number] += modifier.value
    if "mixed" in step and ("IV.C" in sums) != step["mixed"]:
        yield f"modifiers are {dict(sums)}, mixed should be {step['mixed']}"
    if "modifiers" in step and dict(sums) != step["modifiers"]:
        yield f"modifiers are {dict(sums)}, not {step['modifiers']}"


@pytest.mark.rule("V")
def test_every_printed_example_has_its_file(kassala: Kassala) -> None:
    """The four examples of section V are there, marked as examples, each with steps."""
    examples = {info.name for info in kassala.scenarios if info.example}
    assert set(NUMBERS) == examples
    assert all(kassala.steps(name) for name in NUMBERS)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("example-a", marks=pytest.mark.rule("V.A")),
        pytest.param("example-b", marks=pytest.mark.rule("V.B")),
        pytest.param("example-c", marks=pytest.mark.rule("V.C")),
        pytest.param("example-d", marks=pytest.mark.rule("V.D")),
    ],
)
def test_every_step_holds(kassala: Kassala, name: str) -> None:
    """What the demonstration says is what the rules answer."""
    assert [] == list(differences(kassala, name, kassala.steps(name)))


@pytest.mark.parametrize("name", NUMBERS)
def test_a_falsified_step_is_found(kassala: Kassala, name: str) -> None:
    """Turning round any expectation of the file makes the run fail."""
    steps = kassala.steps(name)
    wrong: dict[str, Callable[[Any], Any]] = {
        "legal": lambda v: not v, "mixed": lambda v: not v, "column": lambda v: "5-1", "cost": lambda v: v + 1,
        "attack": lambda v: v + 1, "defence": lambda v: v + 1, "ratio": lambda v: "1-9", "result": lambda v: "AE",
        "rule": lambda v: "II.D.1", "modifiers": lambda v: {},
    }
    for number, step in enumerate(steps):
        for key in wrong.keys() & step.keys():
            false = (*steps[:number], {**step, key: wrong[key](step[key])}, *steps[number + 1:])
            assert [] != list(differences(kassala, name, false)), f"{name} step {number + 1}: {key} is not tested"


def test_lettered_hexes_are_where_the_units_are(kassala: Kassala) -> None:
    """The letters on the example maps stand in the hexes the steps speak of."""
    places = {
        "example-a": {"a": "0103", "b": "0303", "c": "0201", "d": "0202"},
        "example-b": {"a": "0102", "b": "0202"},
        "example-c": {"a": "0103", "b": "0102", "c": "0202", "d": "0301", "e": "0302", "f": "0203"},
        "example-d": {"a": "0201", "b": "0302", "c": "0202", "d": "0204"},
    }
    for name, letters in places.items():
        board = catalog.board(f"kassala/{name}.tmx")
        found = {label.text: _nearest(board, label.x, label.y) for label in board.labels if len(label.text) == 1}
        assert letters == found


def _nearest(board: HexBoard, x: float, y: float) -> str:
    return min(board.hexes, key=lambda h: (COMMON.centre(h)[0] - x) ** 2 + (COMMON.centre(h)[1] - y) ** 2)
