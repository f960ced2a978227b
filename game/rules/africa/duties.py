"""Who must move before the movement phase may end, gathered by rule and area."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.prompt import Duty
from game.core.verdict import RuleRef
from game.rules.africa.movement import must_move, must_withdraw
from game.rules.africa.state import LIMIT, State
from game.rules.africa.units import rule

CROWDED = rule("5", 4)
NAMED = 3
"""Units a duty calls by name at most; all of them carry its sign on the map, and Tab goes through them."""


def moving_duties(state: State) -> tuple[Duty, ...]:
    """One duty for each rule and area."""
    groups: dict[tuple[RuleRef, int], list[int]] = {}
    for slot in must_move(state):
        groups.setdefault((_why(state, slot), state.at[slot]), []).append(slot)
    return tuple(
        Duty(tuple(state.setting.units[slot].id for slot in group), _words(state, why, area, group), why)
        for (why, area), group in groups.items()
    )


def _why(state: State, slot: int) -> RuleRef:
    if state.setting.convoys >> slot & 1:
        return rule("11.W.3")
    return rule("6.1", 6) if must_withdraw(state, slot) else CROWDED


def _words(state: State, why: RuleRef, area: int, group: Sequence[int]) -> str:
    """Which units of an area must move, the first few by name."""
    names = [state.setting.units[slot].name for slot in group]
    title = state.setting.ground.titles[area]
    if why == CROWDED:
        held = f"{title} holds {state.points(area, state.now.seat)} of {LIMIT} points"
        if len(names) == 1:
            return f"{held}: {names[0]} must move"
        over = state.points(area, state.now.seat) - LIMIT
        return f"{held}: {over} must leave, {_leavers(state, group, over)}"
    if len(names) == 1:
        return f"{names[0]} must move"
    return f"{len(names)} units in {title} must move: {first_few(names)}"


def _leavers(state: State, group: Sequence[int], over: int) -> str:
    """Who can make room for so many points, those first who do it alone."""
    units = state.setting.units
    ordered = sorted(group, key=lambda slot: units[slot].points < over)
    names = [f"{units[slot].name} ({units[slot].points})" for slot in ordered]
    alone = [name for name, slot in zip(names, ordered, strict=True) if units[slot].points >= over]
    if not alone:
        return f"several of {first_few(names)}"
    if len(alone) == len(names):
        return " or ".join(names) if len(names) <= NAMED else f"one of {first_few(names)}"
    more = f"{first_few(names[len(alone):])} and more"
    return f"{' or '.join(alone) if len(alone) <= NAMED else f'one of {first_few(alone)}'}, or {more}"


def first_few(names: Sequence[str]) -> str:
    """The first few of some names and how many more there are."""
    if len(names) <= NAMED:
        return ", ".join(names)
    return f"{', '.join(names[: NAMED - 1])} and {len(names) - NAMED + 1} more"
