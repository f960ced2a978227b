"""The examples of play: every step of every example, as the demonstration shows it, is what the rules answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from game.core.action import Faces
from game.core.event import Rolled
from game.core.pose import read_pose
from game.core.preview import UnitLine
from game.core.verdict import Illegal
from game.rules import renaissance
from game.rules.renaissance.engine.state import State
from tests.contract.rule_coverage import read_rulebook
from tests.rules.renaissance.board import RULES

EXAMPLES = [info.name for info in RULES.scenarios if info.example]
KEYS = {"say", "rules", "back", "check", "legal", "cost", "rule", "preview", "attack", "defence", "attackers",
        "defenders", "play", "faces", "result", "poses", "sacked"}
"""What a step may hold; done in this order. ``attackers`` and ``defenders`` are the modifiers of each side by rule,
``poses`` where bases are afterwards, empty for one that is lost."""
NEAR = 2
"""Units by which a computed pose may differ for rounding."""
STEPS = Sequence[Mapping[str, Any]]


def differences(name: str, steps: STEPS) -> Iterator[str]:
    """Run the steps of an example; every expectation that does not hold."""
    state = RULES.initial(name)
    for number, step in enumerate(steps, 1):
        state = RULES.initial(name) if step.get("back") else state
        results: list[str] = []
        found = [*_checked(state, step), *_previewed(state, step)]
        for action in _done(step):
            state, events = RULES.apply(state, action)
            results += [event.result for event in events if isinstance(event, Rolled)]
        if results != ([step["result"]] if "result" in step else []):
            found.append(f"the dice give {results}, not {step.get('result')}")
        for problem in (*found, *_placed(state, step)):
            yield f"{name} step {number}: {problem}"


def _done(step: Mapping[str, Any]) -> Iterator[Any]:
    if "play" in step:
        yield RULES.parse(step["play"])
    if "faces" in step:
        yield Faces(tuple(step["faces"]))


def _checked(state: State, step: Mapping[str, Any]) -> Iterator[str]:
    if "check" not in step:
        return
    action = RULES.parse(step["check"])
    verdict, offer = RULES.check(state, action), RULES.worked_out(state, action)
    if bool(verdict) != step["legal"]:
        yield f"{step['check']} is {verdict}"
    rule = verdict.reasons[0].rule.number if isinstance(verdict, Illegal) else None
    if rule != step.get("rule"):
        yield f"forbidden by {rule}, not by {step.get('rule')}"
    assert offer is not None
    if str(offer.cost) != step.get("cost", ""):
        yield f"costs {offer.cost}, not {step.get('cost')}"


def _previewed(state: State, step: Mapping[str, Any]) -> Iterator[str]:
    if "attack" not in step:
        return
    preview = RULES.preview(state, RULES.parse(step["preview"]))
    assert preview is not None
    assert sum(outcome.chance for outcome in preview.outcomes) == 1
    found = {"attack": preview.attack, "defence": preview.defence, "attackers": _by_rule(preview.attackers),
             "defenders": _by_rule(preview.defenders)}
    for key, value in found.items():
        if step[key] != value:
            yield f"{key} is {value}, not {step[key]}"


def _by_rule(lines: Sequence[UnitLine]) -> dict[str, int]:
    sums: Counter[str] = Counter()
    for modifier in (modifier for line in lines for modifier in line.modifiers):
        sums[modifier.rule.number] += modifier.value
    return dict(sums)


def _placed(state: State, step: Mapping[str, Any]) -> Iterator[str]:
    places = {counter.unit: counter.place for counter in RULES.counters(state)}
    for unit, wanted in step.get("poses", {}).items():
        one, other = read_pose(places[unit] or ""), read_pose(wanted)
        if one is None or other is None:
            if one is not other:
                yield f"{unit} is at {places[unit]}, not {wanted}"
        elif max(abs(one.x - other.x), abs(one.y - other.y)) > NEAR or one.angle != other.angle:
            yield f"{unit} is at {one.text}, not {wanted}"
    sacked = [camp["sacked"] for camp in RULES.position(state)["camps"] if camp.get("sacked")]
    if len(sacked) != step.get("sacked", 0):
        yield f"{len(sacked)} camps are sacked"


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_step_holds(name: str) -> None:
    """What the demonstration says is what the rules answer."""
    assert [] == list(differences(name, RULES.steps(name)))


def test_there_are_twelve() -> None:
    """Each with a position of its own, and with steps that hold nothing unknown."""
    assert len(EXAMPLES) == 12
    numbers = read_rulebook(Path(renaissance.__file__).parent / "rulebook.md").numbers
    for name in EXAMPLES:
        steps = RULES.steps(name)
        assert steps
        assert {key for step in steps for key in step} <= KEYS
        assert {number for step in steps for number in step.get("rules", ())} <= numbers
        assert RULES.from_position(RULES.position(RULES.initial(name))) == RULES.initial(name)


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_falsified_step_is_found(name: str) -> None:
    """Any expectation of the file that is changed makes the run fail."""
    steps = RULES.steps(name)
    wrong: dict[str, Callable[[Any], Any]] = {
        "legal": lambda v: not v, "cost": lambda v: "1 of 1 MU", "rule": lambda v: "2.6",
        "attack": lambda v: v + 1, "defence": lambda v: v + 1, "attackers": lambda v: {**v, "9.3": 1},
        "defenders": lambda v: {**v, "9.3": 1}, "result": lambda v: "nothing",
        "poses": lambda v: dict.fromkeys(v, "1,1,0"), "sacked": lambda v: 2,
    }
    for number, step in enumerate(steps):
        for key in wrong.keys() & step.keys():
            false = (*steps[:number], {**step, key: wrong[key](step[key])}, *steps[number + 1:])
            assert [] != list(differences(name, false)), f"{name} step {number + 1}: {key} is not tested"
