"""The position of a game as readable JSON values, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.core.contract import BadPosition
from game.core.message import say
from game.core.nearest import with_nearest
from game.core.position_fields import MemberField, SwitchField
from game.core.position_form import Aside, PositionForm
from game.rules.kassala.contact import obliged
from game.rules.kassala.deployment import crowding
from game.rules.kassala.pursuit import Pursuit
from game.rules.kassala.results import Battle, Exchange
from game.rules.kassala.sequence import Phase, step_of
from game.rules.kassala.state import OUT, WAITING, Setting, State, enemy_zone, occupation
from game.rules.kassala.terrain import TOWN_NAMES
from game.rules.kassala.units import CANNONS, CAVALRY, ROSTER, SEATS, SIDE, SLOT, SYSTEM, ids, slots

KEYS = ("system", "scenario", "options", "turn", "phase", "phasing", "to_act", "units", "obliged", "done", "pending")

FORM = PositionForm(marks=(SwitchField("moved", say("has moved")),),
                    details=(MemberField("/done", say("has attacked in this combat phase")),),
                    aside=(Aside(None, say("To be set up")),), passing=("obliged", "done", "pending"))


def to_position(state: State, to_act: str | None) -> dict[str, Any]:
    """Complete and readable. Unplaced units have the place None; units out of the game are left out."""
    now = state.now
    units: list[dict[str, Any]] = []
    for unit, h in zip(ROSTER, state.at, strict=True):
        if h != OUT:
            entry: dict[str, Any] = {"id": unit.id, "place": None if h == WAITING else state.setting.ground.ids[h]}
            if state.moved & unit.bit:
                entry["moved"] = True
            units.append(entry)
    position: dict[str, Any] = {
        "system": SYSTEM,
        "scenario": state.setting.scenario,
        "options": sorted(state.setting.options),
        "turn": state.turn,
        "phase": now.phase,
        "phasing": SEATS[now.seat],
        "to_act": to_act,
        "units": units,
    }
    if now.phase == Phase.COMBAT:
        position["obliged"] = list(ids(state.duty))
        position["done"] = list(ids(state.done))
    if state.frame is not None:
        position["pending"] = _frame_out(state, state.frame)
    return position


def _hexes_out(setting: Setting, mask: int) -> list[str]:
    return [name for i, name in enumerate(setting.ground.ids) if mask >> i & 1]


def _frame_out(state: State, frame: Any) -> dict[str, Any]:
    if isinstance(frame, Battle):
        return {"roll": {"attackers": list(ids(frame.attackers)), "defenders": list(ids(frame.defenders))}}
    vacated = _hexes_out(state.setting, frame.vacated)
    if isinstance(frame, Pursuit):
        return {"advance": {"attackers": list(ids(frame.attackers)), "vacated": vacated}}
    return {
        "exchange": {
            "seat": SEATS[frame.payer],
            "pool": list(ids(frame.pool)),
            "needed": frame.needed,
            "attackers": list(ids(frame.attackers)),
            "vacated": vacated,
        }
    }


def from_position(setting: Setting, start: State, position: Mapping[str, Any]) -> State:
    """The state of a position; what is left out is taken from the scenario's ``start``.

    :raises BadPosition: naming the key, what was found and what was expected.
    """
    for key in position:
        if key not in KEYS:
            raise BadPosition(with_nearest(say("unknown key {key!r}", key=key), key, KEYS))
    turn = position.get("turn", start.turn)
    if not isinstance(turn, int) or isinstance(turn, bool) or not 1 <= turn <= setting.turns:
        raise BadPosition(say("'turn' is {turn!r}, expected a whole number from 1 to {turns}", turn=turn,
                              turns=setting.turns))
    phase = position.get("phase", start.now.phase)
    seat = _phasing(position, start)
    try:
        step = step_of(phase, seat)
    except KeyError:
        raise BadPosition(say("'phase' is {phase!r}, expected setup, movement, combat or over", phase=phase)) from None
    if phase == Phase.SETUP and not (setting.free and setting.ground.zone):
        raise BadPosition(say("'phase' is 'setup', which needs the option 'free-deployment' and a map with zones for "
                              "it"))
    at, moved = (start.at, 0) if "units" not in position else _units(setting, position["units"])
    state = State(setting, turn, step, at, occupation(at), moved)
    _lawful(state)
    if phase == Phase.COMBAT:
        state = _combat(state, position)
    elif any(position.get(key) for key in ("obliged", "done", "pending")):
        raise BadPosition(say("'obliged', 'done' and 'pending' belong to combat, not to the phase {phase!r}",
                              phase=phase))
    return state


def _phasing(position: Mapping[str, Any], start: State) -> int:
    name = position.get("phasing", position.get("to_act"))
    if "phasing" not in position and name == "chance":
        raise BadPosition(say("'to_act' is 'chance'; 'phasing' must say whose combat it is"))
    if name is None:
        return start.now.seat
    if name not in SEATS:
        key = "phasing" if "phasing" in position else "to_act"
        raise BadPosition(say("{key!r} is {name!r}, expected moslem or christian", key=key, name=name))
    return SEATS.index(name)


def _units(setting: Setting, entries: Any) -> tuple[tuple[int, ...], int]:
    if not isinstance(entries, list):
        raise BadPosition(say("'units' must be a list of objects with 'id' and 'place'"))
    at = [OUT] * len(ROSTER)
    moved = 0
    for number, entry in enumerate(entries):
        where = say("'units' entry {number}", number=number)
        if not isinstance(entry, Mapping) or not isinstance(entry.get("id"), str):
            raise BadPosition(say("{where} must be an object with 'id' and 'place'", where=where))
        name = entry["id"]
        if name not in SLOT:
            raise BadPosition(with_nearest(say("{where}: no unit is called {name!r}", where=where, name=name), name,
                                           SLOT))
        unknown = set(entry) - {"id", "place", "moved"}
        if unknown:
            raise BadPosition(say("{where} ({name}): unknown key {names!r}", where=where, name=name,
                                  names=sorted(unknown)[0]))
        slot = SLOT[name]
        if at[slot] != OUT:
            raise BadPosition(say("{where}: {name} is named twice", where=where, name=name))
        place = entry.get("place")
        if place is None and setting.free:
            at[slot] = WAITING
        elif isinstance(place, str) and place in setting.ground.index:
            at[slot] = setting.ground.index[place]
        else:
            raise BadPosition(say("{where} ({name}): 'place' is {place!r}, expected a hex of the map such as '0304'",
                                  where=where, name=name, place=place))
        if entry.get("moved", False) not in (True, False):
            raise BadPosition(say("{where} ({name}): 'moved' must be true or false", where=where, name=name))
        moved |= bool(entry.get("moved")) << slot
    return tuple(at), moved


def _lawful(state: State) -> None:
    """Refuse what no game can come to: stacks and cavalry where the rules never allow them, units unplaced."""
    for unit, h in zip(ROSTER, state.at, strict=True):
        if h == WAITING and state.now.phase != Phase.SETUP:
            raise BadPosition(say("'units': {id} is not placed, and the phase is not setup", id=unit.id))
        if h < 0:
            continue
        crowd = crowding(state, unit.slot, h)
        if crowd is not None:
            raise BadPosition(say("'units': {id}: {crowd}", id=unit.id, crowd=crowd))
        if unit.arm == CAVALRY and h in state.setting.ground.town:
            raise BadPosition(
                say("'units': {id} in {ids}: cavalry may never be in {town_names}: II.D.12", id=unit.id,
                    ids=state.setting.ground.ids[h], town_names=TOWN_NAMES[state.setting.ground.town[h]])
            )


def _combat(state: State, position: Mapping[str, Any]) -> State:
    duty = _mask(position, "obliged") if "obliged" in position else obliged(state)
    done = _mask(position, "done")
    if done & ~(duty | CANNONS):
        raise BadPosition(say("'done': {id} is not among the 'obliged'",
                              id=ROSTER[slots(done & ~(duty | CANNONS))[0]].id))
    frame = _frame(state, position.get("pending"))
    state = state._replace(duty=duty, done=done, frame=frame)
    zones = enemy_zone(state, 0), enemy_zone(state, 1)
    # Once somebody has fought, those next to a bound unit may be gone (ruling 5).
    for i in slots(0 if done else duty):
        h = state.at[i]
        if h >= 0 and not zones[ROSTER[i].seat] >> h & 1:
            raise BadPosition(say("'obliged': {id} is next to no enemy", id=ROSTER[i].id))
    return state


def _mask(values: Mapping[str, Any], key: str) -> int:
    names = values.get(key, [])
    if not isinstance(names, list) or not all(isinstance(name, str) and name in SLOT for name in names):
        raise BadPosition(say("{key!r} must be a list of unit ids", key=key))
    mask = 0
    for name in names:
        if mask >> SLOT[name] & 1:
            raise BadPosition(say("{key!r}: {name} is named twice", key=key, name=name))
        mask |= 1 << SLOT[name]
    return mask


def _frame(state: State, pending: Any) -> Any:
    if pending is None:
        return None
    kinds = {"roll": {"attackers", "defenders"}, "exchange": {"seat", "pool", "needed", "attackers", "vacated"},
             "advance": {"attackers", "vacated"}}
    if not isinstance(pending, Mapping) or len(pending) != 1 or next(iter(pending)) not in kinds:
        raise BadPosition(say("'pending' must be an object with one of the keys 'roll', 'exchange', 'advance'"))
    kind, values = next(iter(pending.items()))
    if not isinstance(values, Mapping) or set(values) != kinds[kind]:
        raise BadPosition(say("'pending' {kind!r} must have exactly the keys {names}", kind=kind,
                              names=', '.join(sorted(kinds[kind]))))
    attackers = _mask(values, "attackers")
    seat = state.now.seat
    if attackers & ~SIDE[seat] or (kind == "roll" and _mask(values, "defenders") & ~SIDE[1 - seat]):
        raise BadPosition(say("'pending' {kind!r}: the attackers must be units of {seats}, the defenders enemies",
                              kind=kind, seats=SEATS[seat]))
    if kind == "roll":
        frame = Battle(attackers, _mask(values, "defenders"))
        if not attackers or not frame.defenders or any(state.at[i] < 0 for i in slots(attackers | frame.defenders)):
            raise BadPosition(say("'pending' 'roll' needs attackers and defenders that are on the map"))
        return frame
    vacated = _hexes(state.setting, values["vacated"])
    if kind == "advance":
        return Pursuit(attackers, vacated)
    pool, needed = _mask(values, "pool"), values["needed"]
    if values["seat"] not in SEATS or not isinstance(needed, int) or isinstance(needed, bool) or needed < 1 or not pool:
        raise BadPosition(say("'pending' 'exchange' needs a seat, a pool of units and the strength needed"))
    if pool & ~SIDE[SEATS.index(values["seat"])]:
        raise BadPosition(say("'pending' 'exchange': the pool must be units of {values}", values=values['seat']))
    if sum(ROSTER[i].strength for i in slots(pool)) < needed or any(state.at[i] < 0 for i in slots(pool)):
        raise BadPosition(say("'pending' 'exchange': the pool on the map cannot pay the strength needed"))
    return Exchange(SEATS.index(values["seat"]), pool, needed, attackers, vacated)


def _hexes(setting: Setting, names: Any) -> int:
    if not isinstance(names, list) or not all(isinstance(n, str) and n in setting.ground.index for n in names):
        raise BadPosition(say("'vacated' must be a list of hexes of the map"))
    return sum(1 << setting.ground.index[name] for name in set(names))


