"""The sets of options with which every system is tested."""

from __future__ import annotations

from itertools import chain, combinations
from typing import Any

from game import catalog
from game.core.contract import OptionInfo, System
from game.core.rules import ScenarioInfo


def option_sets(rules: System[Any]) -> list[tuple[str, ...]]:
    """Every subset of a system's switches, then every alternative of its choices, with the options it needs only."""
    switches = [info.name for info in rules.options if not info.alternatives and not info.needs]
    found = list(chain.from_iterable(combinations(switches, n) for n in range(len(switches) + 1)))
    for info in rules.options:
        for each in info.alternatives or ([info.name] if info.needs else []):
            text = each if isinstance(each, str) else info.text(each.name)
            chosen = catalog.options(rules, (*needed(rules, info), text))
            if chosen not in found:
                found.append(chosen)
    return found


def mixes(rules: System[Any], scenario: ScenarioInfo) -> list[tuple[str, ...]]:
    """The sets of options with which a scenario is tested: all in the first battle; elsewhere all but those that sides
    choose for themselves, such as armies; none in later battles of a system with more than three."""
    battles = [info.name for info in rules.scenarios if not info.example]
    if len(battles) > 3 and scenario.name in battles[1:]:
        return [()]
    return [options for options in option_sets(rules) if scenario.name == battles[0] or not sided(rules, options)]


def sided(rules: System[Any], options: tuple[str, ...]) -> bool:
    """Whether a side has chosen one of the options for itself."""
    return any(info.seat is not None for info in rules.options
               for text in options if text.partition("=")[0] == info.name)


def needed(rules: System[Any], info: OptionInfo) -> tuple[str, ...]:
    """The options that an option requires."""
    if not info.needs:
        return ()
    other = next(each for each in rules.options if each.name == info.needs.partition("=")[0])
    return (*needed(rules, other), info.needs)


def options_are_sound(rules: System[Any]) -> None:
    """Names fit into their text form, choices have at least two alternatives, and required options come first."""
    names = [info.name for info in rules.options]
    assert len(names) == len(set(names))
    for number, info in enumerate(rules.options):
        alternatives = [each.name for each in info.alternatives]
        assert not set("=, ") & set("".join([info.name, *alternatives]))
        assert len(alternatives) != 1, f"{info.name}: nothing to choose"
        assert len(set(alternatives)) == len(alternatives)
        assert info.default in (alternatives or [""])
        assert info.seat in (None, *rules.seats)
        name, _, choice = info.needs.partition("=")
        if name:
            other = next(each for each in rules.options[:number] if each.name == name)
            assert choice in ([each.name for each in other.alternatives] or [""])
