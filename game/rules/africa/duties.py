"""Who must move before the movement phase may end, gathered by rule and area."""

from __future__ import annotations

from collections.abc import Sequence

from game.board.areas import Area
from game.core.indices import Slot, other
from game.core.message import Message, Text, either, joined, say, several
from game.core.prompt import Duty
from game.core.verdict import RuleRef
from game.rules.africa.movement import must_move, must_withdraw
from game.rules.africa.state import LIMIT, AfricaState
from game.rules.africa.units import NOBODY, rule

CROWDED = rule("5", 4)
WITHDRAWS = rule("6.1", 6)
NAMED = 3
"""Units a duty calls by name at most; all of them carry its sign on the map, and Tab goes through them."""


def moving_duties(state: AfricaState) -> tuple[Duty, ...]:
    """One duty for each rule and area."""
    groups: dict[tuple[RuleRef, Area], list[Slot]] = {}
    for slot in must_move(state):
        groups.setdefault((_why(state, slot), state.at[slot]), []).append(slot)
    return tuple(
        Duty(tuple(state.setting.units[slot].id for slot in group), _words(state, why, area, group), why)
        for (why, area), group in groups.items()
    )


def _why(state: AfricaState, slot: Slot) -> RuleRef:
    if state.setting.convoys >> slot & 1:
        return rule("11.W.3")
    return WITHDRAWS if must_withdraw(state, slot) else CROWDED


def _words(state: AfricaState, why: RuleRef, area: Area, group: Sequence[Slot]) -> Message:
    """Which units of an area must move, the first few by name."""
    names = [state.setting.units[slot].name for slot in group]
    title = state.setting.ground.titles[area]
    if why == CROWDED:
        points = state.points(area, state.now.seat)
        values = {"title": title, "points": points, "limit": LIMIT}
        if len(names) == 1:
            return say("{title} holds {points} of {limit} points: {unit} must move", unit=names[0], **values)
        over = points - LIMIT
        return several("{title} holds {points} of {limit} points: {count} must leave, {leavers}",
                       "{title} holds {points} of {limit} points: {count} must leave, {leavers}", over,
                       leavers=_leavers(state, group, over), **values)
    ship = state.near_ship(area, other(state.now.seat)) if why == WITHDRAWS else NOBODY
    if ship >= 0:
        return several("{units} must move away from the {ship}", "{units} must move away from the {ship}", len(names),
                       units=first_few(names), ship=state.setting.units[ship].name)
    if len(names) == 1:
        return say("{unit} must move", unit=names[0])
    return several("{count} unit in {title} must move: {units}", "{count} units in {title} must move: {units}",
                   len(names), title=title, units=first_few(names))


def _leavers(state: AfricaState, group: Sequence[Slot], over: int) -> Text:
    """Who can make room for so many points, those first who do it alone."""
    units = state.setting.units
    ordered = sorted(group, key=lambda slot: units[slot].points < over)
    names = [f"{units[slot].name} ({units[slot].points})" for slot in ordered]
    alone = [name for name, slot in zip(names, ordered, strict=True) if units[slot].points >= over]
    if not alone:
        return say("several of {units}", units=first_few(names))
    one = either(alone) if len(alone) <= NAMED else say("one of {units}", units=first_few(alone))
    if len(alone) == len(names):
        return one
    return say("{one}, or {others} and more", one=one, others=first_few(names[len(alone):]))


def first_few(names: Sequence[str]) -> Text:
    """The first few of some names and how many more there are."""
    if len(names) <= NAMED:
        return joined(names)
    return several("{names} and {count} more", "{names} and {count} more", len(names) - NAMED + 1,
                   names=tuple(names[: NAMED - 1]))
