"""The position of a battle as readable JSON values, and back."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from game.core.contract import BadPosition
from game.rules.africa.masks import bits
from game.rules.africa.sequence import END, OVER, SEQUENCE, step_of
from game.rules.africa.setting import Setting
from game.rules.africa.state import (
    OUT,
    WAITING,
    Activation,
    Barrage,
    Clash,
    Entry,
    Flight,
    Frame,
    Losses,
    Rally,
    Shot,
    State,
    holds,
)
from game.rules.africa.units import SEATS, SYSTEM

if TYPE_CHECKING:
    from game.rules.africa.system import Africa

FLAGS = ("reduced", "demoralized", "aboard", "moved", "once", "fired", "supported", "topped", "active", "second",
         "gun_moved")
"""Fields of the state that mark units, and the keys under which a unit's entry says so."""
KEYS = ("system", "scenario", "options", "turn", "phase", "phasing", "to_act", "units", "spanish_control", "captured",
        "kabila", "pending")
FRAMES = {"activation": Activation, "fire": Shot, "barrage": Barrage, "shock": Clash, "losses": Losses,
          "retreat": Flight, "rally": Rally, "entry": Entry}
MASKS = {"activation": ("units", "fired", "once", "spent", "defended", "supported", "galloped")}
AREA_MASKS = {"activation": ("entered",), "retreat": ("seen",)}


def to_position(state: State, to_act: str | None) -> dict[str, Any]:
    """Complete and readable. Units are listed area by area from the top down; reinforcements have the place None."""
    setting = state.setting
    ids, now = setting.ground.ids, state.now
    order = [slot for stack in state.stacks for slot in stack]
    order += [slot for slot, h in enumerate(state.at) if h == WAITING]
    return {
        "system": SYSTEM,
        "scenario": setting.scenario,
        "options": sorted(setting.options),
        "turn": state.turn,
        "phase": now.phase,
        "phasing": SEATS[now.phasing],
        "to_act": to_act,
        "units": [_entry(state, slot) for slot in order],
        "spanish_control": [ids[a] for a in bits(state.control)],
        "captured": [setting.units[i].id for i in bits(state.captured)],
        "kabila": {setting.units[slot].id: factor for slot, factor in state.revealed},
        "pending": [_frame_out(setting, frame) for frame in state.frames],
    }


def _entry(state: State, slot: int) -> dict[str, Any]:
    setting = state.setting
    ids = setting.ground.ids
    entry: dict[str, Any] = {"id": setting.units[slot].id, "place": state.place(slot)}
    for flag in FLAGS:
        if getattr(state, flag) >> slot & 1:
            entry[flag] = True
    shots = [ids[area] for gun, area in state.shots if gun == slot]
    if shots:
        entry["shots"] = shots
    if state.came_from(slot) >= 0:
        entry["came"] = ids[state.came_from(slot)]
    return entry


def _frame_out(setting: Setting, frame: Frame) -> dict[str, Any]:
    kind = next(name for name, cls in FRAMES.items() if type(frame) is cls)
    ids = setting.ground.ids
    found: dict[str, Any] = {"kind": kind}
    for name, value in frame._asdict().items():
        if name in MASKS.get(kind, ()):
            found[name] = [setting.units[i].id for i in bits(value)]
        elif name in AREA_MASKS.get(kind, ()):
            found[name] = [ids[a] for a in bits(value)]
        elif name == "area":
            found[name] = ids[value]
        elif name in ("unit", "target", "leader"):
            found[name] = setting.units[value].id if value >= 0 else None
        elif name == "queue":
            found[name] = [setting.units[i].id for i in value]
        elif name == "thrown":
            found[name] = {setting.units[slot].id: factor for slot, factor in value}
        elif name in ("seat", "attacker"):
            found[name] = SEATS[value]
        else:
            found[name] = value
    return found


def from_position(rules: Africa, values: Mapping[str, Any]) -> State:
    """The state of a position; what is left out is taken from the battle's start.

    :raises BadPosition: naming the key, what was found and what was expected.
    """
    for key in values:
        if key not in KEYS:
            near = get_close_matches(key, KEYS, 1)
            raise BadPosition(f"unknown key {key!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
    names = [info.name for info in rules.scenarios]
    scenario, options = values.get("scenario", names[0]), values.get("options", [])
    if values.get("system", SYSTEM) != SYSTEM:
        raise BadPosition(f"'system' is {values['system']!r}, expected {SYSTEM!r}")
    if scenario not in names:
        raise BadPosition(f"'scenario' is {scenario!r}, expected one of {', '.join(names)}")
    if not isinstance(options, list) or not all(isinstance(option, str) for option in options):
        raise BadPosition("'options' must be a list of option names")
    try:
        start = rules.initial(scenario, options)
    except KeyError as error:
        raise BadPosition(f"'options': {error.args[0]}") from None
    setting = start.setting
    turn = values.get("turn", start.turn)
    if not isinstance(turn, int) or isinstance(turn, bool) or not 1 <= turn <= setting.turns:
        raise BadPosition(f"'turn' is {turn!r}, expected a whole number from 1 to {setting.turns}")
    state = _units(start, values["units"]) if "units" in values else start
    control = values.get("spanish_control")
    state = state._replace(
        turn=turn, step=_step(values, start),
        control=state.control if control is None else sum(1 << _area(setting, a, "spanish_control") for a in control),
        captured=sum(1 << _slot(setting, u, "captured") for u in values.get("captured", ())),
        revealed=_kabila(setting, values.get("kabila", {})),
    )
    pending = values.get("pending", [])
    if not isinstance(pending, list):
        raise BadPosition("'pending' must be a list")
    state = state._replace(frames=tuple(_frame_in(setting, entry) for entry in pending))
    return _settled(state)


def _settled(state: State) -> State:
    from game.rules.africa.progress import settle

    return state if state.now.phase in (END, OVER) else settle(state)[0]


def _step(values: Mapping[str, Any], start: State) -> int:
    phase, phasing = values.get("phase", start.now.phase), values.get("phasing", SEATS[start.now.phasing])
    if phasing not in SEATS:
        raise BadPosition(f"'phasing' is {phasing!r}, expected spanish or moroccan")
    try:
        return step_of(phase, SEATS.index(phasing))
    except KeyError:
        known = ", ".join(dict.fromkeys(step.phase for step in SEQUENCE))
        raise BadPosition(f"'phase' is {phase!r}, expected one of {known}") from None


def _area(setting: Setting, name: Any, key: str) -> int:
    if not isinstance(name, str) or name not in setting.ground.index:
        raise BadPosition(f"{key!r}: {name!r} is no area of this map")
    return setting.ground.index[name]


def _slot(setting: Setting, name: Any, key: str) -> int:
    if not isinstance(name, str) or name not in setting.slot:
        near = get_close_matches(str(name), setting.slot, 1)
        raise BadPosition(f"{key!r}: no unit is called {name!r}" + (f"; did you mean {near[0]}?" if near else ""))
    return setting.slot[name]


def _units(start: State, entries: Any) -> State:
    setting = start.setting
    if not isinstance(entries, list):
        raise BadPosition("'units' must be a list of objects with 'id' and 'place'")
    at = [OUT] * len(setting.units)
    stacks: list[list[int]] = [[] for _ in setting.ground.ids]
    masks: dict[str, Any] = dict.fromkeys(FLAGS, 0)
    shots: list[tuple[int, int]] = []
    came: list[tuple[int, int]] = []
    for number, entry in enumerate(entries):
        where = f"units entry {number}"
        if not isinstance(entry, Mapping):
            raise BadPosition(f"'{where}' must be an object with 'id' and 'place'")
        unknown = set(entry) - {"id", "place", "shots", "came", *FLAGS}
        if unknown:
            raise BadPosition(f"'{where}': unknown key {sorted(unknown)[0]!r}")
        slot = _slot(setting, entry.get("id"), where)
        if at[slot] != OUT:
            raise BadPosition(f"'{where}': {entry['id']} is named twice")
        place = entry.get("place")
        at[slot] = WAITING if place is None else _area(setting, place, where)
        if place is not None:
            stacks[at[slot]].append(slot)
        for flag in FLAGS:
            if entry.get(flag, False) not in (True, False):
                raise BadPosition(f"'{where}': {flag!r} must be true or false")
            masks[flag] |= bool(entry.get(flag)) << slot
        shots += [(slot, _area(setting, name, where)) for name in entry.get("shots", ())]
        if "came" in entry:
            came.append((slot, _area(setting, entry["came"], where)))
    ordered = tuple(tuple(stack) for stack in stacks)
    return start._replace(
        at=tuple(at), stacks=ordered, held=holds(setting, ordered, masks["aboard"]), shots=tuple(sorted(shots)),
        came=tuple(sorted(came)), **masks,
    )


def _kabila(setting: Setting, known: Any) -> tuple[tuple[int, int], ...]:
    """Shock factors of the Gaix Kabila that have been shown; those of the dead count too."""
    if not isinstance(known, Mapping):
        raise BadPosition("'kabila' must be an object: unit -> shock factor")
    return tuple(sorted((_slot(setting, u, "kabila"), _whole(f, "kabila", 1, 4)) for u, f in known.items()))


def _whole(value: Any, key: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadPosition(f"{key!r}: {value!r} is no whole number from {low} to {high}")
    return value


def _frame_in(setting: Setting, entry: Any) -> Frame:
    if not isinstance(entry, Mapping) or entry.get("kind") not in FRAMES:
        raise BadPosition(f"'pending': expected objects whose 'kind' is one of {', '.join(FRAMES)}")
    kind = entry["kind"]
    cls: Any = FRAMES[kind]
    given = {key: value for key, value in entry.items() if key != "kind"}
    if not set(cls._fields) - set(cls._field_defaults) <= set(given) <= set(cls._fields):
        raise BadPosition(f"'pending' {kind!r} must have exactly the keys {', '.join(cls._fields)}")
    found: dict[str, Any] = {}
    for name, value in given.items():
        key = f"pending {kind} {name}"
        if name in MASKS.get(kind, ()):
            found[name] = sum(1 << _slot(setting, u, key) for u in _list(value, key))
        elif name in AREA_MASKS.get(kind, ()):
            found[name] = sum(1 << _area(setting, a, key) for a in _list(value, key))
        elif name == "area":
            found[name] = _area(setting, value, key)
        elif name in ("unit", "target", "leader"):
            found[name] = -1 if value is None and name == "leader" else _slot(setting, value, key)
        elif name == "queue":
            found[name] = tuple(_slot(setting, u, key) for u in _list(value, key))
        elif name == "thrown":
            if not isinstance(value, Mapping):
                raise BadPosition(f"{key!r} must be an object")
            found[name] = tuple((_slot(setting, u, key), _whole(f, key, 1, 7)) for u, f in value.items())
        elif name in ("seat", "attacker"):
            if value not in SEATS:
                raise BadPosition(f"{key!r} is {value!r}, expected spanish or moroccan")
            found[name] = SEATS.index(value)
        elif isinstance(cls._field_defaults.get(name, 0), bool) or isinstance(value, bool):
            if not isinstance(value, bool):
                raise BadPosition(f"{key!r} must be true or false")
            found[name] = value
        else:
            found[name] = _whole(value, key, 0, 99)
    frame: Frame = cls(**found)
    return frame


def _list(value: Any, key: str) -> list[Any]:
    if not isinstance(value, list):
        raise BadPosition(f"{key!r} must be a list")
    return value
