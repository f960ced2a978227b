"""Sharing out a camp of several areas before the battle begins (11.T.4, ruling 18)."""

from __future__ import annotations

from game.core.verdict import Reason
from game.rules.africa.actions import Enter
from game.rules.africa.masks import bits
from game.rules.africa.sequence import FIRE, MOVEMENT
from game.rules.africa.state import LIMIT, State
from game.rules.africa.units import rule

CITED = rule("11.T.4", 18)


def begun(state: State) -> bool:
    """Whether anything has been done in the battle."""
    over = state.turn > 1 or state.now.phase not in (FIRE, MOVEMENT) or state.now.phasing or state.frames
    return bool(over or state.fired | state.active | state.moved | state.once | state.topped)


def movable(state: State, seat: int) -> int:
    """The mask of a seat's units that may still be set up in another area of their camp."""
    setting = state.setting
    return setting.camped & setting.side[seat] if setting.camp and not begun(state) else 0


def choices(state: State, seat: int) -> list[Enter]:
    """Every such setting up, by unit and area."""
    setting = state.setting
    return [
        Enter(setting.units[slot].id, setting.ground.ids[area])
        for slot in bits(movable(state, seat)) for area in bits(setting.camp) if why_not(state, slot, area) is None
    ]


def why_not(state: State, slot: int, area: int) -> Reason | None:
    """Why a unit may not be set up in an area now, or None."""
    setting, titles = state.setting, state.setting.ground.titles
    unit = setting.units[slot]
    values = {"unit": unit.id}
    if not setting.camped >> slot & 1:
        return Reason(CITED, f"The set-up gives {unit.name} its area", values)
    if begun(state):
        return Reason(CITED, "The battle has begun; the camp is shared out before anything is done", values)
    if not setting.camp >> area & 1:
        return Reason(CITED, f"{unit.name} is set up in an area of its camp, not in {titles[area]}", values)
    if state.at[slot] == area:
        return Reason(CITED, f"{unit.name} is in {titles[area]}", values)
    if state.points(area, unit.seat) + unit.points > LIMIT:
        return Reason(rule("5"), f"{titles[area]} holds {LIMIT} stacking points", values)
    return None
