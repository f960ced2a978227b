"""What has begun and is not finished in a position: activations, rolls, losses, retreats; as JSON values and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.core.contract import BadPosition
from game.core.message import Text, say, several
from game.rules.africa import closing, fire, fire_coins, muster, shock, values
from game.rules.africa.coin_tables import HIT
from game.rules.africa.masks import bits
from game.rules.africa.sequence import END, OVER
from game.rules.africa.setting import Setting
from game.rules.africa.state import (
    BY_SHOCK,
    CAUSES,
    FOR_ROOM,
    Activation,
    Barrage,
    Clash,
    Entry,
    Flight,
    Frame,
    Losses,
    Muster,
    Rally,
    Sharing,
    Shot,
    State,
)
from game.rules.africa.units import DIE, DIE_PLUS, NONE, SEATS

FRAMES: dict[str, type[Frame]] = {
    "activation": Activation, "fire": Shot, "barrage": Barrage, "shock": Clash, "losses": Losses,
    "retreat": Flight, "rally": Rally, "entry": Entry,
    "muster": Muster, "sharing": Sharing,
}
UNIT_MASKS = ("units", "fired", "once", "spent", "defended", "supported", "galloped", "halted", "struck")
AREA_MASKS = ("entered", "joined", "seen")
UNITS = ("unit", "target", "leader")
SIDES = ("seat", "attacker")
NUMBERS = {"stage": 2, "left": 99, "steps": 2, "factor": 6}
"""Plain numbers and the most they can be."""


def written(setting: Setting, frame: Frame) -> dict[str, Any]:
    """One thing that has begun, readable."""
    ids, units = setting.ground.ids, setting.units
    found: dict[str, Any] = {"kind": next(name for name, cls in FRAMES.items() if type(frame) is cls)}
    for name, value in frame._asdict().items():
        if name in UNIT_MASKS:
            found[name] = [units[i].id for i in bits(value)]
        elif name in AREA_MASKS:
            found[name] = [ids[a] for a in bits(value)]
        elif name == "area":
            found[name] = ids[value]
        elif name in UNITS:
            found[name] = units[value].id if value >= 0 else None
        elif name == "queue":
            found[name] = [units[i].id for i in value]
        elif name == "thrown":
            found[name] = {units[slot].id: factor for slot, factor in value}
        else:
            found[name] = SEATS[value] if name in SIDES else value
    return found


def read(state: State, entries: Any) -> State:
    """The state with what has begun in it.

    :raises BadPosition: naming what does not fit, in itself or to the units of the state.
    """
    for entry in values.entries(entries, "pending"):
        frame = _frame(state.setting, entry)
        why = _misfit(state, frame)
        if why:
            raise BadPosition(say("'pending' {entry!r}: {why}", entry=entry['kind'], why=why))
        state = state._replace(frames=(*state.frames, frame))
    if state.now.phase == END and not state.frames:
        raise BadPosition(say("'pending' is empty, expected the rally at the end of a turn"))
    return state


def _frame(setting: Setting, entry: Any) -> Frame:
    if not isinstance(entry, Mapping) or not isinstance(entry.get("kind"), str) or entry["kind"] not in FRAMES:
        raise BadPosition(say("'pending': expected objects whose 'kind' is one of {names}", names=', '.join(FRAMES)))
    cls: Any = FRAMES[entry["kind"]]
    given = {name: value for name, value in entry.items() if name != "kind"}
    if not set(cls._fields) - set(cls._field_defaults) <= set(given) <= set(cls._fields):
        raise BadPosition(say("'pending' {entry!r} must have exactly the keys {names}", entry=entry['kind'],
                              names=', '.join(cls._fields)))
    where = "pending", str(entry["kind"])
    frame: Frame = cls(**{
        name: _field(setting, name, value, " ".join((*where, name))) for name, value in given.items()
    })
    return frame


def _field(setting: Setting, name: str, value: Any, key: str) -> Any:
    if name in UNIT_MASKS:
        return values.units(setting, value, key)
    if name in AREA_MASKS:
        return values.areas(setting, value, key)
    if name == "area":
        return values.area(setting, value, key)
    if name in UNITS:
        return fire_coins.NOBODY if value is None and name == "leader" else values.slot(setting, value, key)
    if name == "queue":
        return values.queue(setting, value, key)
    if name == "thrown":
        return values.factors(setting, value, key, 6)
    if name in SIDES:
        return values.seat(value, key)
    if name == "cause":
        return values.one_of(value, key, CAUSES)
    return values.whole(value, key, 0, NUMBERS[name]) if name in NUMBERS else values.truth(value, key)


def _misfit(state: State, frame: Frame) -> Text:
    """What is wrong with something that has begun, on top of what a state holds; nothing where it can be."""
    below = state.frame
    if isinstance(frame, (Rally, Entry)) != (state.now.phase == END) or state.now.phase == OVER:
        return say("it has no place in the phase {phase!r}", phase=state.now.phase)
    if isinstance(frame, (Muster, Sharing)):
        return _before_the_battle(state, frame)
    if below is not None and not isinstance(below, Activation) and not isinstance(frame, Entry):
        return say("something else comes first")
    match frame:
        case Activation():
            return _activation(state, frame)
        case Shot():
            return _shot(state, frame)
        case Barrage(unit, area, leader):
            active = below if isinstance(below, Activation) else None
            if active is None or not active.gun or active.stage or active.units != 1 << unit or state.at[unit] < 0:
                return say("its unit is no gun that has been activated")
            if not state.setting.ground.in_reach(state.setting.units[unit])[state.at[unit]] >> area & 1:
                return say("its area is out of range")
            return _aim(state, unit, area, leader)
        case Clash(area, attacker, thrown):
            own = [i for seat in (0, 1) for i in shock.fighters(state, area, seat)]
            rolling = {i for i in own if state.setting.units[i].shock[0] in (DIE, DIE_PLUS)}
            if attacker != shock.attacking_seat(state) or not shock.open_clashes(state) >> area & 1:
                return say("no shock combat is due there")
            return "" if rolling >= {i for i, _ in thrown} else say("only those who roll a die for it have rolled")
        case Losses(seat, area, left):
            if not shock.open_clashes(state) >> area & 1:
                return say("no shock combat was fought there")
            count = len(shock.losers(state, area, seat))
            return "" if 1 <= left <= count else say("'left' is {left}, expected 1 to {count}", left=left, count=count)
        case Flight():
            return _flight(state, frame)
        case Rally(queue):
            shaken = all(state.demoralized >> i & 1 and state.at[i] >= 0 for i in queue)
            return "" if shaken and below is None else say("only demoralized units on the map rally")
        case Entry(queue):
            due = closing.choosing(state)
            return "" if queue == due and due and isinstance(below, Rally) else say("its units have nothing to choose")


def _before_the_battle(state: State, frame: Muster | Sharing) -> Text:
    setting, below = state.setting, state.frame
    if state.turn > 1 or state.step or not setting.objectives:
        return say("the battle has begun")
    if isinstance(frame, Sharing):
        owned = setting.camp and frame.seat == setting.camp_seat
        return "" if owned and below is None else say("its side has no camp to set up")
    tribes = {i for i in muster.queue(state) if state.at[i] >= 0} if muster.OPTION in setting.options else set()
    if not tribes >= set(frame.queue) or len(set(frame.queue)) < len(frame.queue):
        return say("only gaix kabila of the set-up roll, with the option")
    return "" if below is None or isinstance(below, Sharing) else say("something else comes first")


def _activation(state: State, frame: Activation) -> Text:
    setting = state.setting
    kinds = setting.guns if frame.gun else setting.cavalry
    other = setting.side[1 - frame.seat]
    if state.frames or not frame.units or frame.units & ~(setting.side[frame.seat] & kinds):
        return say("its units are not all cavalry, or one gun, of its seat")
    if frame.gun and frame.units.bit_count() > 1:
        return say("one gun is activated at a time")
    acting = frame.fired | frame.once | frame.spent | frame.galloped | frame.halted
    if acting & ~frame.units or frame.defended & ~other:
        return say("it names units that have no part in it")
    return ""


def _shot(state: State, frame: Shot) -> Text:
    setting = state.setting
    unit, here = setting.units[frame.unit], state.at[frame.unit]
    if unit.seat != fire.firing_seat(state) or frame.defensive != fire.is_defensive(state):
        return say("its side does not fire now")
    if here < 0 or not setting.armed >> frame.unit & 1:
        return say("its unit cannot fire")
    if frame.area != here if frame.defensive else not setting.ground.adjacent[here] >> frame.area & 1:
        return say("its area is out of range")
    if frame.target != state.target(frame.area, 1 - unit.seat):
        return say("its target is not the unit to be fired at there")
    rolls = unit.fire[0] < NONE
    if (frame.factor and not rolls) or (frame.hit and rolls and not frame.factor):
        return say("its rolls do not fit its unit")
    why = _aim(state, frame.unit, frame.area, frame.leader)
    count = fire_coins.coin_count(state, frame.unit, frame.area, frame.leader, frame.defensive, frame.factor)
    if why or count >= HIT or (rolls and not frame.factor):
        return why
    return several("{count} coin cannot hit", "{count} coins cannot hit", count)


def _aim(state: State, unit: int, area: int, leader: int) -> Text:
    """What is wrong with those a fire is at, and with the officer who helps."""
    setting = state.setting
    if state.target(area, 1 - setting.units[unit].seat) < 0:
        return say("nobody to fire at is in its area")
    if leader != fire_coins.NOBODY and leader not in fire.helpers(state, unit, 0):
        return say("its leader is no officer of the unit's stack")
    return ""


def _flight(state: State, frame: Flight) -> Text:
    setting = state.setting
    seats = {setting.units[i].seat for i in frame.queue}
    if (len(seats) != 1 and frame.cause != FOR_ROOM) or any(state.at[i] < 0 for i in frame.queue):
        return say("its units are not all of one side and on the map")
    held_fast = setting.ship | (setting.convoys if frame.cause == BY_SHOCK else setting.fixed) | state.aboard
    if any(held_fast >> i & 1 for i in frame.queue):
        return say("it names units that do not retreat")
    if not frame.seen >> state.at[frame.queue[0]] & 1:
        return say("its first unit is in none of the areas it has been in")
    return ""
