"""The examples of play: every step of every example file, as the demonstration shows it, is true."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from game import catalog
from game.core.action import Faces
from game.core.event import Rolled
from game.core.verdict import Illegal, Legal

RULES = catalog.rules("tours")
EXAMPLES = {"example-a": "6.1", "example-b": "6.1.2", "example-c": "7.1", "example-d": "7.2", "example-e": "8.2",
            "example-f": "5.2.6", "example-g": "8.1", "example-h": "9.0"}


def differences(name: str, steps: tuple[Mapping[str, Any], ...]) -> Iterator[str]:
    """Run the steps of an example; every expectation that does not hold."""
    state = RULES.initial(name)
    for number, step in enumerate(steps, 1):
        if step.get("back"):
            state = RULES.initial(name)
        for problem in _shown(state, step):
            yield f"{name} step {number}: {problem}"
        if "play" in step:
            state, _ = RULES.apply(state, RULES.parse(step["play"]))
        if "faces" in step:
            state, events = RULES.apply(state, Faces(tuple(step["faces"])))
            results = [event.result for event in events if isinstance(event, Rolled)]
            if results != [step["result"]]:
                yield f"{name} step {number}: the table gives {results}, not {step['result']}"


def _shown(state: Any, step: Mapping[str, Any]) -> Iterator[str]:
    if "check" in step:
        verdict = RULES.check(state, RULES.parse(step["check"]))
        if bool(verdict) != step["legal"]:
            yield f"{step['check']} is {verdict}"
        if isinstance(verdict, Illegal) and verdict.reasons[0].rule.number != step.get("rule"):
            yield f"forbidden by {verdict.reasons[0].rule}, not by {step.get('rule')}"
        if isinstance(verdict, Legal) and "cost" in step and verdict.cost != step["cost"]:
            yield f"costs {verdict.cost}, not {step['cost']}"
    if "preview" in step:
        preview = RULES.preview(state, RULES.parse(step["preview"]))
        if preview is None or str(preview.total) != step["total"]:
            yield f"comes to {preview and preview.total}, not {step['total']}"


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.rule(number))
                                  for name, number in EXAMPLES.items()])
def test_every_step_holds(name: str) -> None:
    """What an example says, checks, does and rolls is what the rules say."""
    steps = tuple(RULES.steps(name))
    assert steps
    assert [] == list(differences(name, steps))


def test_a_wrong_step_is_found() -> None:
    """The detector finds a wrong cost, a wrong verdict, a wrong total and a wrong result."""
    for change in ({"cost": 5}, {"legal": False, "rule": "6.1"}):
        step = {**RULES.steps("example-c")[0], **change}
        assert list(differences("example-c", (step,)))
    first, second, third, *_ = RULES.steps("example-c")
    assert list(differences("example-c", (first, {**second, "total": "+1"})))
    assert list(differences("example-c", (first, second, {**third, "result": "-"})))


def test_every_example_is_listed() -> None:
    """The files and the table above name the same examples."""
    assert set(EXAMPLES) == {info.name for info in RULES.scenarios if info.example}
