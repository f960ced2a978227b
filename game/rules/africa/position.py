"""The position of a battle as readable JSON values, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from game.core.contract import BadPosition
from game.core.message import Text, joined, say, several
from game.core.nearest import with_nearest
from game.rules.africa import pending, values
from game.rules.africa.masks import bits
from game.rules.africa.phases import settle
from game.rules.africa.sequence import END, FIRE, OVER, SEQUENCE, step_of
from game.rules.africa.setting import Setting
from game.rules.africa.state import KABILA_POOL, OUT, WAITING, State, holds
from game.rules.africa.units import HIDDEN, SEATS, SHIP, SYSTEM
from game.rules.africa.victory import verdict

LANDS = "s-marina"
"""The unit that comes by ship, and may attack from its own area."""
FLAGS = ("reduced", "demoralized", "aboard", "moved", "once", "fired", "supported", "topped", "struck", "active",
         "second", "gun_moved")
"""Fields of the state that mark units, and the keys under which a unit's entry says so."""
KEYS = ("system", "scenario", "options", "turn", "phase", "phasing", "to_act", "units", "spanish_control", "captured",
        "kabila", "pending")


def to_position(state: State, to_act: str | None) -> dict[str, Any]:
    """Complete and readable. Units are listed area by area from the top down; reinforcements have the place None."""
    setting = state.setting
    ids, now = setting.ground.ids, state.now
    order = [slot for stack in state.stacks for slot in stack]
    order += [slot for slot, h in enumerate(state.at) if h == WAITING]
    marked = [(flag, getattr(state, flag)) for flag in FLAGS]
    return {
        "system": SYSTEM,
        "scenario": setting.scenario,
        "options": sorted(setting.options),
        "turn": state.turn,
        "phase": now.phase.value,
        "phasing": SEATS[now.phasing],
        "to_act": to_act,
        "units": [_entry(state, slot, marked) for slot in order],
        "spanish_control": [ids[a] for a in bits(state.control)],
        "captured": [setting.units[i].id for i in bits(state.captured)],
        "kabila": {setting.units[slot].id: factor for slot, factor in state.revealed},
        "pending": [pending.written(setting, frame) for frame in state.frames],
    }


def _entry(state: State, slot: int, marked: Sequence[tuple[str, int]]) -> dict[str, Any]:
    setting = state.setting
    ids = setting.ground.ids
    entry: dict[str, Any] = {"id": setting.units[slot].id, "place": state.place(slot)}
    for flag, mask in marked:
        if mask >> slot & 1:
            entry[flag] = True
    shots = [ids[area] for gun, area in state.shots if gun == slot]
    if shots:
        entry["shots"] = shots
    if state.came_from(slot) >= 0:
        entry["came"] = ids[state.came_from(slot)]
    return entry


def from_position(
    scenarios: Sequence[str], initial: Callable[[str, Sequence[str]], State], given: Mapping[str, Any]
) -> State:
    """The state of a position; what is left out is taken from the battle's start.

    :param scenarios: the names of the battles; the first is meant where none is named.
    :param initial: the set-up of a battle under options.
    :raises BadPosition: naming the key, what was found and what was expected.
    """
    for key in given:
        if key not in KEYS:
            raise BadPosition(with_nearest(say("unknown key {key!r}", key=key), str(key), KEYS))
    start = _start(scenarios, initial, given)
    setting = start.setting
    state = _units(start, given["units"]) if "units" in given else start
    control = given.get("spanish_control")
    state = state._replace(
        turn=values.whole(given.get("turn", start.turn), "turn", 1, setting.turns), step=_step(given, start),
        control=state.control if control is None else values.areas(setting, control, "spanish_control"),
        captured=_captured(state, given.get("captured", [])),
        revealed=_kabila(setting, given.get("kabila", {})), frames=(),
    )
    if set(given) <= {"system", "scenario", "options"}:
        return settle(start)[0]
    state = pending.read(state, given.get("pending", []))
    _mixed(state)
    if state.now.phase != OVER:
        state = settle(state)[0]
        _mixed(state)
        return state
    if state.turn != setting.turns and not (state.turn == setting.early and verdict(state, True)):
        raise BadPosition(say("'phase' is {over!r} in turn {turn}, expected it after turn {turns}", over=OVER.value,
                              turn=state.turn, turns=setting.turns))
    return state


def _mixed(state: State) -> None:
    """Refuse both sides in one area but between entering and the shock (3, 5)."""
    phase, ids = state.now.phase, state.setting.ground.ids
    early = state.frame is None or state.frame.sets_up
    for area in bits(state.contested()):
        if phase == END or (phase == FIRE and early):
            raise BadPosition(say("'units': both sides are in {area}; in the phase {phase!r} the shock there is over "
                                  "(3)", area=ids[area], phase=phase.value))


def _start(
    names: Sequence[str], initial: Callable[[str, Sequence[str]], State], given: Mapping[str, Any]
) -> State:
    """The battle's start."""
    scenario = given.get("scenario", names[0])
    if given.get("system", SYSTEM) != SYSTEM:
        raise BadPosition(say("'system' is {given!r}, expected {system!r}", given=given['system'], system=SYSTEM))
    if scenario not in names:
        raise BadPosition(say("'scenario' is {scenario!r}, expected one of {names}", scenario=scenario,
                              names=', '.join(names)))
    options = values.entries(given.get("options", []), "options")
    if not all(isinstance(option, str) for option in options):
        raise BadPosition(say("'options' must be a list of option names"))
    try:
        return initial(scenario, options)
    except KeyError as error:
        raise BadPosition(say("'options': {args}", args=error.args[0])) from None


def _step(given: Mapping[str, Any], start: State) -> int:
    phase = given.get("phase", start.now.phase)
    phasing = values.seat(given.get("phasing", SEATS[start.now.phasing]), "phasing")
    try:
        return step_of(phase, phasing)
    except KeyError:
        known = ", ".join(dict.fromkeys(step.phase for step in SEQUENCE))
        raise BadPosition(say("'phase' is {phase!r}, expected one of {known}", phase=phase, known=known)) from None


def _units(start: State, entries: Any) -> State:
    setting = start.setting
    at = [OUT] * len(setting.units)
    stacks: list[list[int]] = [[] for _ in setting.ground.ids]
    masks: dict[str, Any] = dict.fromkeys(FLAGS, 0)
    shots: list[tuple[int, int]] = []
    came: list[tuple[int, int]] = []
    for number, given in enumerate(values.entries(entries, "units")):
        where = say("units entry {number}", number=number)
        entry = values.table(given, where)
        unknown = sorted(map(str, set(entry) - {"id", "place", "shots", "came", *FLAGS}))
        if unknown:
            raise BadPosition(say("'{where}': unknown key {unknown!r}", where=where, unknown=unknown[0]))
        slot = values.slot(setting, entry.get("id"), where)
        if at[slot] != OUT:
            raise BadPosition(say("'{where}': {entry} is named twice", where=where, entry=entry['id']))
        place = entry.get("place")
        at[slot] = WAITING if place is None else values.area(setting, place, where)
        if place is not None:
            stacks[at[slot]].append(slot)
        for flag in FLAGS:
            if flag in entry and values.truth(entry[flag], joined((where, flag), " ")):
                masks[flag] |= 1 << slot
        shots += [(slot, values.area(setting, a, where)) for a in values.entries(entry.get("shots", []), where)]
        if "came" in entry:
            came.append((slot, values.area(setting, entry["came"], where)))
    ordered = tuple(tuple(sorted(stack, key=lambda i: not setting.fighters >> i & 1)) for stack in stacks)
    state = start._replace(
        at=tuple(at), stacks=ordered, held=holds(setting, ordered, masks["aboard"]), shots=tuple(sorted(shots)),
        came=tuple(sorted(came)), **masks,
    )
    for slot in range(len(at)):
        why = _misplaced(state, slot)
        if why:
            raise BadPosition(say("'units': {why}", why=why))
    return state


def _misplaced(state: State, slot: int) -> Text:
    """What is wrong with where a unit is and what marks it; nothing where it can be so."""
    setting, bit, here = state.setting, 1 << slot, state.at[slot]
    unit, ground = setting.units[slot], setting.ground
    flags = [flag for flag in FLAGS if getattr(state, flag) & bit and flag != "reduced"]
    shots, home = sum(gun == slot for gun, _ in state.shots), state.came_from(slot)
    if here < 0:
        return say("{id} is not on the map and cannot be {flag!r}", id=unit.id, flag=flags[0]) if flags else ""
    if state.reduced & bit and not setting.regulars & bit:
        return say("{id} has no step to lose", id=unit.id)
    if unit.kind == SHIP and not ground.afloat(setting.anchored) >> here & 1:
        return say("{id} cannot sail to {area}", id=unit.id, area=ground.ids[here])
    ships = [i for i in bits(setting.ship) if state.at[i] == here]
    if state.aboard & bit and (unit.id != LANDS or not ships):
        return say("{id} is not aboard a ship in its area", id=unit.id)
    if ground.sea >> here & 1 and not (setting.ship | state.aboard) & bit:
        return say("{id} cannot be in {area}, which is sea", id=unit.id, area=ground.ids[here])
    riders = setting.cavalry | setting.guns
    if state.active & bit and not riders & bit:
        return say("{id} is neither cavalry nor a gun and cannot be 'active' (8, 9)", id=unit.id)
    if state.second & bit and not (setting.guns & state.active) & bit:
        return say("{id} cannot be 'second': only a gun that is 'active' acts a second time (9)", id=unit.id)
    if len({area for gun, area in state.shots if gun == slot}) < shots:
        return say("{id} cannot have fired at one area twice (9)", id=unit.id)
    if shots > 2 or (shots and not setting.guns & bit):
        return say("{id} cannot have fired so often", id=unit.id)
    if home >= 0 and not (ground.adjacent[here] | (1 << here if unit.id == LANDS else 0)) >> home & 1:
        return say("{id} cannot have come from {area}", id=unit.id, area=ground.ids[home])
    return ""


def _captured(state: State, given: Any) -> int:
    mask = values.units(state.setting, given, "captured")
    if mask & ~state.setting.convoys or any(state.at[slot] != OUT for slot in bits(mask)):
        raise BadPosition(say("'captured' must list convoys, none of which is among the units"))
    return mask


def _kabila(setting: Setting, given: Any) -> tuple[tuple[int, int], ...]:
    """Shock factors of the Gaix Kabila that have been shown; those of the dead count too."""
    found = tuple(sorted(values.factors(setting, given, "kabila", max(factor for factor, _ in KABILA_POOL))))
    for slot, _ in found:
        if setting.units[slot].shock[0] != HIDDEN:
            raise BadPosition(say("'kabila': {id} has no hidden factor", id=setting.units[slot].id))
    for factor, count in KABILA_POOL:
        if sum(known == factor for _, known in found) > count:
            raise BadPosition(several(
                "'kabila': the factor {factor} is there only once",
                "'kabila': the factor {factor} is there only {count} times", count, factor=factor))
    return found
