"""The position of a game of Pickets as JSON values, and back; invalid positions are refused in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from game.board.hexgrid import DIRECTIONS
from game.core.contract import BadPosition

from . import combat, movement, sequence
from .ground import FULL, Ground
from .resolve import ENDINGS, RESOLVE
from .state import (
    COMBAT,
    DONE,
    FIRED,
    GONE,
    INITIATIVE,
    LOW,
    ORDERS,
    OVER,
    SHAKEN,
    Combat,
    Frame,
    March,
    Order,
    Reaction,
    Shot,
    State,
    Unit,
)
from .units import INDEX, SEATS, TYPES, Type, arrivals, exits

KEYS = ("scenario", "options", "turn", "phase", "to_act", "first", "second", "orders", "resolve", "scored", "units",
        "frames", "combats", "begun", "rolling", "ending")
ORDER = "order"
"""The status of a counter with an order in this player turn, completed or in progress (a frame)."""
STATUSES = (FIRED, SHAKEN, LOW)


def written(state: State, to_act: str | None) -> dict[str, Any]:
    """The complete position, with the counters in the game: on the map or in a box."""
    return {
        "scenario": state.scenario, "options": list(state.options), "turn": state.turn, "phase": state.phase,
        "to_act": to_act, "first": SEATS[state.first], "second": state.second, "orders": state.orders,
        "resolve": list(state.resolve), "scored": list(state.scored),
        "units": [_unit_written(state, kind, unit) for kind, unit in zip(TYPES, state.units, strict=True)
                  if unit.place is not None],
        "frames": [_frame_written(frame) for frame in state.frames],
        "combats": [
            {"kind": one.kind, "units": list(one.units), "targets": list(one.targets), "dice": list(one.dice)}
            for one in state.combats
        ],
        "begun": state.begun, "rolling": state.rolling, "ending": state.ending,
    }


def _unit_written(state: State, kind: Type, unit: Unit) -> dict[str, Any]:
    moving = state.ordered is not None and state.ordered.unit == kind.id
    ordered = {ORDER: True} if moving or DONE in unit.marks else {}
    return {"id": kind.id, "place": unit.place, "facing": DIRECTIONS[unit.facing], "lost": kind.steps - unit.steps,
            **ordered, **{mark: True for mark in STATUSES if mark in unit.marks}}


def _frame_written(frame: Frame) -> dict[str, Any]:
    match frame:
        case Order(unit, left):
            return {"is": "order", "unit": unit, "left": left}
        case March(path, facing):
            return {"is": "march", "path": list(path), "facing": DIRECTIONS[facing]}
        case Shot(unit):
            return {"is": "shot", "unit": unit}
    return {"is": "reaction"}


def need(holds: object, what: str, expected: str) -> None:
    """Require a condition.

    :raises BadPosition: if it does not hold.
    """
    if not holds:
        raise BadPosition(f"{what}: expected {expected}")


def number(value: object, least: int, most: int, what: str) -> int:
    """A whole number within bounds."""
    need(type(value) is int and least <= value <= most, what, f"a whole number from {least} to {most}")
    return value  # type: ignore[return-value]


def word(value: object, known: Sequence[str], what: str) -> str:
    """One of the known words."""
    need(isinstance(value, str) and value in known, what, " or ".join(known[:12]))
    return value  # type: ignore[return-value]


def words(value: object, known: Sequence[str], what: str) -> tuple[str, ...]:
    """A list of known words."""
    need(isinstance(value, list), what, "a list")
    return tuple(word(one, known, what) for one in value)  # type: ignore[attr-defined]


def table(value: object, keys: Sequence[str], what: str) -> Mapping[str, Any]:
    """A table with exactly these keys."""
    need(isinstance(value, dict) and set(value) == set(keys), what, f"a table of {', '.join(keys)}")
    return value  # type: ignore[return-value]


def among(value: object, keys: Sequence[str], what: str) -> Mapping[str, Any]:
    """A table with no keys but these."""
    need(isinstance(value, dict) and set(value) <= set(keys), what, f"nothing but {', '.join(keys)}")
    return value  # type: ignore[return-value]


def flag(value: object, what: str) -> bool:
    """True or false."""
    need(isinstance(value, bool), what, "true or false")
    return bool(value)


def read(ground: Ground, first: State, position: Mapping[str, Any]) -> State:
    """The state of a position; missing keys are as in the set-up, or as its phase requires.

    :param first: the set-up of its scenario.

    :raises BadPosition: naming the key and the expected value.
    """
    found = {**written(first, None), **_of_phase(first, position), **among(dict(position), KEYS, "position")}
    resolve, scored = found["resolve"], found["scored"]
    need(isinstance(resolve, list) and len(resolve) == 2, "resolve", "two numbers")
    need(isinstance(scored, list) and len(scored) == 2, "scored", "true or false for either side")
    state = replace(
        first,
        units=_units(ground, found["units"], first),
        resolve=(number(resolve[0], 0, RESOLVE, "resolve"), number(resolve[1], 0, RESOLVE, "resolve")),
        turn=number(found["turn"], 1, 999, "turn"),
        phase=word(found["phase"], (INITIATIVE, ORDERS, COMBAT, OVER), "phase"),
        first=SEATS.index(word(found["first"], SEATS, "first")),
        second=flag(found["second"], "second"),
        orders=number(found["orders"], 0, sequence.budget(first), "orders"),
        scored=(flag(scored[0], "scored"), flag(scored[1], "scored")),
        begun=flag(found["begun"], "begun"), rolling=flag(found["rolling"], "rolling"),
        ending=word(found["ending"], ("", *ENDINGS), "ending"),
    )
    need(state.phase != INITIATIVE or not state.second, "second", "false before the first player turn")
    _check_end(state)
    state = _with_combats(ground, state, found["combats"])
    need(isinstance(found["frames"], list), "frames", "a list")
    frames = tuple(_frame(ground, frame) for frame in found["frames"])
    need(not frames or state.phase == ORDERS, "frames", "nothing under way outside the orders")
    return _with_frames(ground, state, frames)


def _of_phase(first: State, position: Mapping[str, Any]) -> dict[str, Any]:
    """The missing keys that follow from the phase and the seat to act: the phasing side, and all its orders still
    unused."""
    phase, to_act = position.get("phase"), position.get("to_act")
    found: dict[str, Any] = {"orders": sequence.budget(first)} if phase == ORDERS else {}
    if phase in (ORDERS, COMBAT) and to_act in SEATS and not {"first", "second", "frames"} & set(position):
        found["first"] = to_act
    return found


def _units(ground: Ground, rows: object, first: State) -> tuple[Unit, ...]:
    """The counters; those not listed are out of the game."""
    need(isinstance(rows, list), "units", "a list")
    units: dict[str, Unit] = {}
    for row in rows:  # type: ignore[attr-defined]
        found = among(row, ("id", "place", "facing", "lost", ORDER, *STATUSES), "units")
        name = word(found.get("id"), tuple(INDEX), "units")
        need(name not in units, name, "each counter once")
        need(name in first.roster, name, "counters of the scenario alone")
        kind, set_up = TYPES[INDEX[name]], first.unit(name)
        place, facing = found.get("place", set_up.place), found.get("facing", DIRECTIONS[set_up.facing])
        known = isinstance(place, str) and (
            ground.board.knows(place) or place in (arrivals(kind.seat), exits(kind.seat)))
        need(known, name, "a place; who is out of the game is left out")
        lost = number(found.get("lost", 0), 0, kind.steps - 1, f"{name} lost")
        marks = {mark for key, mark in (*zip(STATUSES, STATUSES, strict=True), (ORDER, DONE))
                 if flag(found.get(key, False), f"{name} {key}")}
        units[name] = Unit(place, DIRECTIONS.index(word(facing, DIRECTIONS, name)), kind.steps - lost, frozenset(marks))
    state = tuple(units.get(kind.id, GONE) for kind in TYPES)
    there: dict[str, list[int]] = {}
    for kind, unit in zip(TYPES, state, strict=True):
        if unit.place in ground.board.index:
            there.setdefault(unit.place or "", []).append(kind.seat)
    for place, seats in there.items():
        need(len(seats) <= FULL and len(set(seats)) == 1, place, f"at most {FULL} counters of one side")
    return state


def _check_end(state: State) -> None:
    over = state.phase == OVER
    need(over == bool(state.ending), "ending", "one exactly where the game is over")
    spent = sum(not left for left in state.resolve)
    if not over or state.ending == "example":
        need(not spent or over, "resolve", "some left on both sides")
        need(not over or state.example, "ending", "an example's only in an example")
    else:
        need(spent == (2 if state.ending == "draw" else 1), "resolve", "none left of who has lost")


def _with_combats(ground: Ground, state: State, rows: object) -> State:
    need(isinstance(rows, list), "combats", "a list")
    need(not rows or state.phase == COMBAT, "combats", "none in this phase")
    need(rows or not (state.begun or state.rolling), "begun", "combats to resolve")
    need(state.begun or not state.rolling, "rolling", "combats that are resolved")
    for row in rows:  # type: ignore[attr-defined]
        row = table(row, ("kind", "units", "targets", "dice"), "combats")
        names = words(row["units"], tuple(INDEX), "combats")
        places = words(row["targets"], ground.board.hexes, "combats")
        kind = word(row["kind"], ("fire", "volley", "assault"), "combats")
        need(isinstance(row["dice"], list), "combats", "a list of dice")
        dice = tuple(number(n, 1, 99, "combats") for n in row["dice"])
        need(names and places and (kind == "assault" or len(names) == 1), "combats", "who and at whom")
        need(len(dice) == (len(places) if kind == "volley" else 0), "combats", "dice for each target of a volley")
        need(kind == "volley" or len(places) == 1, "combats", "one target")
        one = Combat(kind, names, places, dice)
        need(one == combat.declared(combat.action_of(ground, state, one)), "combats", "them in order")
        need(not any(combat.combat_of(state, name) for name in names), "combats", "each counter in one of them")
        verdict = combat.verdict_on(ground, state, one)
        need(verdict, "combats", f"what may be declared ({verdict})")
        state = replace(state, combats=(*state.combats, one))
    return state


def _frame(ground: Ground, row: object) -> Frame:
    need(isinstance(row, dict), "frames", "tables")
    kind = word(row.get("is"), ("order", "march", "reaction", "shot"), "frames")  # type: ignore[attr-defined]
    keys = {"order": ("is", "unit", "left"), "march": ("is", "path", "facing"), "reaction": ("is",),
            "shot": ("is", "unit")}[kind]
    found = table(row, keys, "frames")
    if kind == "march":
        return March(words(found["path"], ground.board.hexes, "path"),
                     DIRECTIONS.index(word(found["facing"], DIRECTIONS, "facing")))
    if kind == "reaction":
        return Reaction()
    unit = word(found["unit"], tuple(INDEX), "frames")
    return Shot(unit) if kind == "shot" else Order(unit, number(found["left"], 0, TYPES[INDEX[unit]].move, "left"))


def _with_frames(ground: Ground, state: State, frames: tuple[Frame, ...]) -> State:
    order_of_frames = (Order, March, Reaction, Shot)
    need(len(frames) in (0, 1, 3, 4), "frames", "an order, and with a march who is asked")
    need(all(map(isinstance, frames, order_of_frames)), "frames", "order, march, reaction, shot")
    if not frames:
        return state
    order = frames[0]
    assert isinstance(order, Order)
    unit = state.unit(order.unit)
    mine = TYPES[INDEX[order.unit]].seat == state.seat
    need(mine and unit.place in ground.board.index, "frames", "a counter that moves")
    need(DONE in unit.marks, order.unit, f"an {ORDER}, which it carries out")
    need(order.left or len(frames) > 1, "frames", "an order that goes on")
    state = replace(state.put(order.unit, unit._replace(marks=unit.marks - {DONE})), frames=frames)
    shot = frames[-1]
    if isinstance(shot, Shot):
        fired = state.unit(shot.unit)
        need(FIRED in fired.marks, "frames", "the mark of who has fired")
        before = state.put(shot.unit, fired._replace(marks=fired.marks - {FIRED}))
        need(shot.unit in movement.reactors(ground, before), "frames", "a shot that may be fired")
    elif len(frames) > 1:
        need(movement.reactors(ground, state), "frames", "somebody who may fire")
    return state
