"""What the screen can do: whatever is legal must be in reach of somebody who clicks. Raises AssertionError."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from game.core.action import Action
from game.core.chance import CHANCE
from game.core.contract import Rules
from game.core.verdict import Legal


def offers_are_legal(rules: Rules[Any], state: Any) -> None:
    """The commands of a unit and the next of what is left to do are legal; what is composed of a unit is canonical."""
    units = [counter.unit for counter in rules.counters(state)]
    for unit in units:
        for action in rules.commands(state, unit):
            assert rules.check(state, action), f"{unit} is offered {action.notation}"
    rest = rules.remaining(state)
    if rest is not None:
        label, action = rest
        assert label
        assert (action is None) == (rules.to_act(state) == CHANCE)
        assert action is None or rules.check(state, action), action.notation


def idle_units_say_why(rules: Rules[Any], state: Any, numbers: frozenset[str]) -> None:
    """A unit that cannot be picked up has a reason in words, under a rule of the rulebook."""
    found = rules.pickable(state)
    for counter in rules.counters(state):
        if counter.unit not in (*found["act"], *found["target"]):
            reason = rules.why_idle(state, counter.unit)
            assert reason.text
            assert reason.rule.number in numbers, str(reason)


def everything_is_in_reach(rules: Rules[Any], state: Any, choices: Sequence[Action]) -> None:
    """Every action of a single unit can be done by picking the unit: by a place, a button, or as it is composed.

    A unit that can be put on top of its stack, and nothing else, need not be among those with something to do.
    What is aimed at units (an attack, a bombardment) is composed of all the units it names.
    """
    if rules.to_act(state) in (CHANCE, None):
        return
    known = frozenset(counter.unit for counter in rules.counters(state))
    prompt = rules.prompt(state)
    picked = rules.pickable(state)["act"]
    surveys: dict[str, dict[str, Action | None]] = {}
    for action in choices:
        unit = getattr(action, "unit", None)
        if not isinstance(unit, str) or len(units_named(action, known)) > 1:
            continue
        if unit not in surveys:
            ways = rules.survey(state, unit)
            surveys[unit] = {place: v.action for place, v in ways.items() if isinstance(v, Legal)}
        there = _end(action)
        found = surveys[unit].get(there) if there else None
        reached = found is not None and type(found) is type(action)
        reached = reached or action in rules.commands(state, unit) or action in rules.compose(state, (unit,))
        on_top = rules.on_top(state, unit)
        reached = reached or action in (prompt.main, on_top)
        assert reached, f"out of reach: {action.notation}"
        assert unit in picked or action == on_top, f"cannot be picked for {action.notation}: {unit}"


def compositions_are_in_reach(rules: Rules[Any], state: Any, choices: Sequence[Action]) -> None:
    """Where units are composed: an action of several is offered once they, who can all be picked, are picked."""
    if rules.to_act(state) in (CHANCE, None) or rules.prompt(state).mode != "compose":
        return
    known = frozenset(counter.unit for counter in rules.counters(state))
    picked = rules.pickable(state)
    for action in choices:
        units = units_named(action, known)
        if len(units) > 1:
            assert action in rules.compose(state, units), f"out of reach: {action.notation}"
            out = [unit for unit in units if unit not in (*picked["act"], *picked["target"])]
            assert not out, f"cannot be picked for {action.notation}: {', '.join(out)}"


def units_named(action: Action, known: frozenset[str]) -> tuple[str, ...]:
    """The units among the values of an action."""
    names = []
    for field in fields(action):  # type: ignore[arg-type]
        value = getattr(action, field.name)
        names += [value] if isinstance(value, str) else value if isinstance(value, tuple) else []
    return tuple(name for name in names if name in known)


def _end(action: Action) -> str | None:
    """The place an action leads to or is aimed at."""
    path = getattr(action, "path", None)
    place = path[-1] if path else getattr(action, "place", None)
    return place if isinstance(place, str) else None
