"""Stacking (5): how many points an area holds, and what happens above that."""

from __future__ import annotations

from game.core.verdict import Reason
from game.rules.africa.state import LIMIT, State
from game.rules.africa.units import rule


def why_full(state: State, slot: int, area: int, leaving: int = 0) -> Reason | None:
    """Why a unit may not end in an area for want of room, or None.

    :param leaving: units there that may still go elsewhere in this phase; their points do not count (ruling 4).
    """
    unit = state.setting.units[slot]
    if not unit.points:
        return None
    points = state.setting.points
    there = sum(points[i] for i in state.own(area, unit.seat) if i != slot and not leaving >> i & 1)
    if there + unit.points <= LIMIT:
        return None
    title = state.setting.ground.titles[area]
    return Reason(rule("5", 4), f"{title} has {there} stacking points, {unit.points} more pass the limit of {LIMIT}",
                  {"points": there, "needed": unit.points, "limit": LIMIT})


def overstacked(state: State, area: int, seat: int) -> bool:
    """Whether a side has more points in an area than it holds."""
    return state.points(area, seat) > LIMIT


def excess(state: State, seat: int) -> tuple[int, ...]:
    """The units that must leave overstacked areas, from the bottom of each stack (ruling 4)."""
    found: list[int] = []
    points = state.setting.points
    for area in range(len(state.stacks)):
        total = state.points(area, seat)
        for slot in reversed(state.own(area, seat)):
            if total <= LIMIT:
                break
            if points[slot] and not state.setting.units[slot].fixed and not state.setting.convoys >> slot & 1:
                found.append(slot)
                total -= points[slot]
    return tuple(found)
