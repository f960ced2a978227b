"""What has begun and is not finished in a position: activations, rolls, losses, retreats; as JSON values and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from typing import Any, cast

from game.core.contract import BadPosition
from game.core.message import Text, say
from game.rules.africa import fire_coins, values
from game.rules.africa.artillery import Barrage
from game.rules.africa.camp import Sharing
from game.rules.africa.clashes import Clash
from game.rules.africa.closing import Entry, Rally
from game.rules.africa.losses import Losses
from game.rules.africa.masks import bits
from game.rules.africa.muster import Muster
from game.rules.africa.orders import Activation
from game.rules.africa.retreats import CITED, Flight
from game.rules.africa.sequence import END, OVER
from game.rules.africa.setting import Setting
from game.rules.africa.shots import Shot
from game.rules.africa.state import Pending, State
from game.rules.africa.units import SEATS

FRAMES: dict[str, type[Pending]] = {
    one.kind: one for one in (Activation, Shot, Barrage, Clash, Losses, Flight, Rally, Entry, Muster, Sharing)}
UNIT_MASKS = ("units", "fired", "once", "spent", "defended", "supported", "galloped", "halted", "struck")
AREA_MASKS = ("entered", "joined", "seen")
UNITS = ("unit", "target", "leader")
SIDES = ("seat", "attacker")
NUMBERS = {"stage": 2, "left": 99, "steps": 2, "factor": 6}
"""Plain numbers and the most they can be."""


def _keys(cls: type[Pending]) -> dict[str, Field[Any]]:
    """The keys of a kind of entries, with its fields."""
    return {"seat" if field.name == "side" else field.name: field for field in fields(cast(Any, cls))}


def written(setting: Setting, frame: Pending) -> dict[str, Any]:
    """One thing that has begun, readable."""
    ids, units = setting.ground.ids, setting.units
    found: dict[str, Any] = {"kind": frame.kind}
    for name, field in _keys(type(frame)).items():
        value = getattr(frame, field.name)
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
        state = state.pushed(frame)
    if state.now.phase == END and not state.frames:
        raise BadPosition(say("'pending' is empty, expected the rally at the end of a turn"))
    return state


def _frame(setting: Setting, entry: Any) -> Pending:
    if not isinstance(entry, Mapping) or not isinstance(entry.get("kind"), str) or entry["kind"] not in FRAMES:
        raise BadPosition(say("'pending': expected objects whose 'kind' is one of {names}", names=', '.join(FRAMES)))
    cls = FRAMES[entry["kind"]]
    keys = _keys(cls)
    given = {name: value for name, value in entry.items() if name != "kind"}
    if not {name for name, field in keys.items() if field.default is MISSING} <= set(given) <= set(keys):
        raise BadPosition(say("'pending' {entry!r} must have exactly the keys {names}", entry=entry['kind'],
                              names=', '.join(keys)))
    where = f"pending {entry['kind']}"
    return cls(**{keys[name].name: _field(setting, name, value, f"{where} {name}") for name, value in given.items()})


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
        return values.one_of(value, key, (*CITED,))
    return values.whole(value, key, 0, NUMBERS[name]) if name in NUMBERS else values.truth(value, key)


def _misfit(state: State, frame: Pending) -> Text:
    """What is wrong with something that has begun, on top of what a state holds; nothing where it can be."""
    if frame.closes != (state.now.phase == END) or state.now.phase == OVER:
        return say("it has no place in the phase {phase!r}", phase=state.now.phase.value)
    if frame.opens and (state.turn > 1 or state.step or not state.setting.objectives):
        return say("the battle has begun")
    if state.frames and state.acting is None and not frame.opens and not frame.closes:
        return say("something else comes first")
    return frame.misfit(state)
