"""Breaking in (8, 9): which cavalry and guns may be announced, and what is left of an activation."""

from __future__ import annotations

from game.core.verdict import Reason
from game.rules.africa.artillery import all_bombards
from game.rules.africa.fire import all_fires, shooters
from game.rules.africa.movement import bits, ways
from game.rules.africa.sequence import END, OVER
from game.rules.africa.state import Activation, State
from game.rules.africa.units import SEATS, rule


def begun(state: State, slot: int) -> State:
    """The state with a unit activated, alone or beside the cavalry that already is."""
    setting = state.setting
    bit = 1 << slot
    gun = bool(setting.guns & bit)
    second = bool(gun and state.active & bit)
    state = state._replace(active=state.active | bit, second=state.second | (bit if second else 0))
    frame = state.frame
    if isinstance(frame, Activation):
        return state._replace(frames=(*state.frames[:-1], frame._replace(units=frame.units | bit)))
    return state._replace(frames=(*state.frames, Activation(setting.units[slot].seat, bit, gun)))


def why_not(state: State, slot: int) -> Reason | None:
    """Why a unit may not be activated now, or None."""
    setting, frame = state.setting, state.frame
    unit, bit = setting.units[slot], 1 << slot
    gun = bool(setting.guns & bit)
    number = "9" if gun else "8"
    values = {"unit": unit.id}
    if not (setting.cavalry | setting.guns) & bit:
        return Reason(rule("8"), f"{unit.name} is neither cavalry nor artillery", values)
    if state.now.phase in (END, OVER):
        return Reason(rule("8"), "The turn is over; nothing is activated now", values)
    if isinstance(frame, Activation):
        if gun or frame.gun or frame.seat != unit.seat or frame.stage:
            return Reason(rule("8", 9), "Play has stopped for an activation; only more of the same cavalry may join",
                          values)
    elif frame is not None:
        return Reason(rule("8", 9), "First what has begun is finished", values)
    if state.at[slot] < 0:
        return Reason(rule(number), f"{unit.name} is not on the map", values)
    if state.demoralized & bit:
        return Reason(rule("6.1"), f"{unit.name} is demoralized", values)
    if (state.second if gun else state.active) & bit:
        what = "twice" if gun else "once"
        return Reason(rule(number), f"{unit.name} has been activated {what} this turn", values)
    if state.contested() >> state.at[slot] & 1 and not setting.ship & bit:
        title = setting.ground.titles[state.at[slot]]
        return Reason(rule("6.2", 9), f"{unit.name} is engaged in {title}", values)
    if not _could_act(begun(state, slot), slot):
        return Reason(rule(number), f"{unit.name} has nothing to fire at and nowhere to go", values)
    return None


def _could_act(state: State, slot: int) -> bool:
    frame = state.frame
    assert isinstance(frame, Activation)
    if ways(state, slot):
        return True
    return bool(all_bombards(state, slot)) if frame.gun else bool(all_fires(state, [slot] if slot in shooters(state)
                                                                            else []))


def ready(state: State, seat: int) -> list[int]:
    """The units of a seat that may be activated now."""
    setting = state.setting
    units = setting.side[seat] & (setting.cavalry & ~state.active | setting.guns & ~state.second) & ~state.demoralized
    return [slot for slot in bits(units) if state.at[slot] >= 0 and why_not(state, slot) is None]


def title(state: State, frame: Activation) -> str:
    """What is going on, for a heading."""
    names = ", ".join(state.setting.units[slot].name for slot in bits(frame.units))
    return f"{SEATS[frame.seat].title()} activation: {names}"
