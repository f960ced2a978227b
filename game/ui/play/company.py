"""Several units of a stack going to the same place: who leads, who can follow, who stays and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from game.core.contract import Rules
from game.core.message import Text, joined, say
from game.core.verdict import Illegal, Legal, Reason, Verdict


def survey(
    rules: Rules[Any], state: Any, units: Sequence[str]
) -> tuple[dict[str, Verdict], dict[str, str]]:
    """For every place the verdict of the first unit that may go there, else of the first of all; and who that is."""
    verdicts: dict[str, Verdict] = {}
    leads: dict[str, str] = {}
    for unit in units:
        for place, verdict in rules.survey(state, unit).items():
            if place not in verdicts or (verdict and not verdicts[place]):
                verdicts[place], leads[place] = verdict, unit
    return verdicts, leads


def company(rules: Rules[Any], state: Any, units: Iterable[str]) -> tuple[tuple[str, ...], dict[str, Reason]]:
    """Those of a stack that go somewhere now, and for all others why they stay.

    A unit that may go nowhere alone goes along where another's going first makes it legal: an officer with troops.
    """
    found = {unit: rules.survey(state, unit) for unit in units}
    goers = [unit for unit, ways in found.items() if any(_moves(verdict) for verdict in ways.values())]
    others = [unit for unit in found if unit not in goers]
    if goers and others:
        for place, verdict in survey(rules, state, goers)[0].items():
            if isinstance(verdict, Legal) and verdict.action is not None:
                after = rules.apply(state, verdict.action)[0]
                goers += [unit for unit in others if unit not in goers and rules.survey(after, unit).get(place)]
    return tuple(goers), {unit: _why(rules, state, unit, found[unit]) for unit in others if unit not in goers}


def left_behind(rules: Rules[Any], state: Any, units: Sequence[str], place: str) -> tuple[tuple[str, Reason], ...]:
    """Who of some units cannot go to a place, and why, when all who can go there one after the other."""
    waiting = list(units)
    while True:
        verdicts = {unit: rules.survey(state, unit).get(place) for unit in waiting}
        able = next(((unit, v.action) for unit, v in verdicts.items() if isinstance(v, Legal) and v.action), None)
        if able is None:
            return tuple((unit, v.reasons[0]) for unit, v in verdicts.items() if isinstance(v, Illegal))
        waiting.remove(able[0])
        state = rules.apply(state, able[1])[0]


def stays(name: str, reason: Reason) -> Reason:
    """The reason with the name of who stays where it does not name it."""
    if name in (reason.text.values or {}).values():
        return reason
    return Reason(reason.rule, say("{unit} stays: {why}", unit=name, why=reason.text), reason.values)


def parted(names: Mapping[str, str], left: Sequence[tuple[str, Reason]]) -> Text:
    """Who of a group goes to a place and who stays, with the reason of the first whom each rule keeps.

    :param names: of all of the group, by unit.
    """
    kept: dict[str, list[tuple[str, Reason]]] = {}
    for unit, why in left:
        kept.setdefault(str(why.rule), []).append((names[unit], why))
    staying = {unit for unit, _ in left}
    told = [say("{units} can go there", units=tuple(name for unit, name in names.items() if unit not in staying))]
    for number, found in kept.items():
        kept_by, others = found[0][1].text, tuple(name for name, _ in found[1:])
        told.append(say("{why} ({rule}); likewise {others}", why=kept_by, rule=number, others=others) if others
                    else say("{why} ({rule})", why=kept_by, rule=number))
    return joined(told, ". ")


def _moves(verdict: Verdict) -> bool:
    return isinstance(verdict, Legal) and verdict.action is not None


def _why(rules: Rules[Any], state: Any, unit: str, ways: Mapping[str, Verdict]) -> Reason:
    """What keeps a unit: its own reason where it has nothing to do at all, else what bars most places."""
    may = rules.pickable(state)
    if unit not in (*may.get("act", ()), *may.get("target", ())):
        return rules.why_idle(state, unit)
    reasons = [verdict.reasons[0] for verdict in ways.values() if isinstance(verdict, Illegal)]
    counted = Counter(str(reason) for reason in reasons)
    return max(reasons, key=lambda reason: counted[str(reason)])
