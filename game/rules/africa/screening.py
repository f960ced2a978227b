"""Putting foot on top of riders and guns where troops have arrived (ruling 16): what meets the next fire there."""

from __future__ import annotations

from game.core.message import Message, several
from game.rules.africa.actions import Top
from game.rules.africa.masks import bits
from game.rules.africa.stacking import toppable
from game.rules.africa.state import State


def foot_below(state: State) -> tuple[int, ...]:
    """Foot that lies below riders or guns where somebody has arrived in this phase, and may be put on top.

    The undermost of each stack first, so that they keep their order; demoralized foot stays where it is.
    """
    setting = state.setting
    free = toppable(state) & ~state.demoralized
    foot = setting.fighters & ~(setting.cavalry | setting.guns)
    arrived = state.moved | state.once | state.active
    seat = state.now.seat
    found: list[int] = []
    for area in bits(state.held[seat]) if free else ():
        stack = [slot for slot in state.own(area, seat) if setting.fighters >> slot & 1]
        if not any(arrived >> slot & 1 for slot in stack):
            continue
        first = next((k for k, slot in enumerate(stack) if not foot >> slot & 1), len(stack))
        found += [slot for slot in reversed(stack[first:]) if foot & free & 1 << slot]
    return tuple(found)


def next_on_top(state: State) -> tuple[Message, Top] | None:
    """What the button says and the next unit to be put on top; None where no foot lies below riders or guns."""
    below = foot_below(state)
    if not below:
        return None
    stacks = len({state.at[slot] for slot in below})
    return several("Foot on top in {count} stack", "Foot on top in {count} stacks",
                   stacks), Top(state.setting.units[below[0]].id)
