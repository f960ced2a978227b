"""The examples of play: every step of every example file, as the demonstration shows it, is true."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from game import catalog
from game.core.action import Faces
from game.core.event import Rolled
from game.core.verdict import Illegal, Legal

RULES = catalog.rules("adua")
EXAMPLES = {"figure-2": "3.0", "figure-3": "12.0", "figure-4": "6.0", "figure-5": "10.1", "figure-6-guard": "10.1",
            "figure-6-bersaglieri": "10.1", "bombardment": "6.0", "jam": "5.1", "long-melee": "10.2"}
"""Example -> a rule it shows."""


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
    """The detector finds a wrong cost, a wrong verdict, a wrong total, a wrong rule and a wrong result."""
    steps = tuple(RULES.steps("figure-2"))

    def wrong(key: str, value: object) -> list[str]:
        at = next(n for n, step in enumerate(steps) if key in step)
        return list(differences("figure-2", (*steps[:at], {**steps[at], key: value})))

    assert [] == list(differences("figure-2", steps))
    for key, value in (("cost", 4), ("legal", True), ("total", "5 dice against 2"), ("rule", "9.0"), ("result", "0")):
        assert wrong(key, value), key


def test_every_example_is_listed() -> None:
    """The files and the table above name the same examples."""
    assert set(EXAMPLES) == {info.name for info in RULES.scenarios if info.example}
