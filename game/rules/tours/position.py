"""The position of a game as JSON values, and back: what cannot be is refused in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec

from game.core.contract import BadPosition
from game.core.message import say
from game.core.position_checks import among, need, not_expected, piece
from game.rules.tours import frame_positions, sequence, victory
from game.rules.tours.actions import ORDERS, VERTICES
from game.rules.tours.position_form import MASKS, STATUSES, Document
from game.rules.tours.state import GONE, Combat, Moving, Phase, State
from game.rules.tours.units import (
    COMBAT_UNITS,
    CONTINGENT,
    CONTINGENTS,
    HI,
    KIND,
    LEADERS,
    MOUNTED,
    OF_SEAT,
    SEAT,
    SEATS,
    SIDES,
    SLOT,
    UNITS,
    WAGONS,
    bits,
    ids,
)


def written(state: State, to_act: str | None) -> dict[str, Any]:
    """The complete position."""
    ground = state.ground
    rows = []
    marked = [(status, getattr(state, mask)) for status, mask in zip(STATUSES, MASKS, strict=True)]
    for slot, place in enumerate(state.at):
        if place == GONE:
            continue
        row: dict[str, Any] = {"id": UNITS[slot].id, "place": ground.hexes[place]}
        if slot < COMBAT_UNITS:
            row["facing"] = VERTICES[state.facing[slot]]
        for status, mask in marked:
            if mask >> slot & 1:
                row[status] = True
        rows.append(row)
    moving = state.moving
    return {
        "scenario": state.scenario, "options": list(state.options), "turn": state.turn, "phase": state.phase.value,
        "to_act": to_act, "first": SEATS[state.first], "second": state.second, "wall": state.wall, "units": rows,
        "orders": {CONTINGENTS[c]: ORDERS[order] for c, order in enumerate(state.orders) if order},
        "tried": [CONTINGENTS[c] for c in bits(state.tried)], "active": [CONTINGENTS[c] for c in bits(state.active)],
        "acting": CONTINGENTS[state.acting] if state.acting >= 0 else None,
        "moving": None if moving is None else {
            "unit": UNITS[moving.slot].id, "left": moving.left, "halted": moving.halted, "fired": moving.fired,
            "led": moving.led},
        "leader-moved": state.led,
        **({"leader-helped": CONTINGENTS[state.helped]} if state.helped >= 0 else {}),
        "combats": [{"attackers": [*ids(one.attackers)], "defenders": [*ids(one.defenders)]}
                    for one in state.combats],
        "resolving": state.resolving, "under-way": [frame_positions.written(ground, frame) for frame in state.frames],
        "dead": [UNITS[slot].id for slot in bits(state.dead)], "ending": state.ending,
    }


FIELDS = tuple((status, status.replace("-", "_"), mask) for status, mask in zip(STATUSES, MASKS, strict=True))
"""Statuses, the fields of a unit's row that say so, and where the state has them."""


def read(first: State, position: Mapping[str, Any]) -> State:
    """The state of a position.

    :param first: the set-up of its scenario and options.
    :raises BadPosition: naming the key and what was expected.
    """
    try:
        found = msgspec.convert(dict(position), Document)
    except msgspec.ValidationError as error:
        raise BadPosition(say("{fault}", fault=str(error).replace("`$.", "`"))) from error
    state = _units(first, found)
    seat_first = among(found.first, SEATS, "first") if found.first is not None else first.first
    among(found.phase, [one.value for one in Phase], "phase")
    for name in found.orders:
        among(name, CONTINGENTS, "orders")
    state = replace(
        state, turn=found.turn, phase=Phase(found.phase), first=seat_first, second=found.second, wall=found.wall,
        orders=tuple(among(found.orders.get(name, "none"), ORDERS, "orders") for name in CONTINGENTS),
        tried=_mask(found.tried, "tried"), active=_mask(found.active, "active"),
        acting=among(found.acting, CONTINGENTS, "acting") if found.acting is not None else -1, led=found.leader_moved,
        helped=among(found.leader_helped, CONTINGENTS, "leader-helped") if found.leader_helped is not None else -1,
        dead=sum(1 << piece(name, SLOT, "dead") for name in set(found.dead)), ending=found.ending,
    )
    early = found.phase in (Phase.SETUP, Phase.INITIATIVE)
    if found.first is None and not early and found.to_act in SEATS and not found.under_way:
        state = replace(state, first=SEATS.index(found.to_act) ^ found.second)
    _check_turn(state, found)
    state = _with_moving(state, found)
    state = _with_combats(state, found)
    frames = tuple(frame_positions.read(state.ground, n, row) for n, row in enumerate(found.under_way))
    state = replace(state, frames=frames)
    for n, frame in enumerate(frames):
        frame.fits(state, f"under-way[{n}]")
    _check_still(state)
    return state


def _check_still(state: State) -> None:
    """Whether somebody must decide or a die is due, so that nothing would follow by itself."""
    after, _ = sequence.proceed(state)
    if after == state:
        return
    for slot in bits(state.engaged & ~after.engaged):
        raise BadPosition(say("{unit}: engaged, but no enemy is next to it", unit=UNITS[slot].id))
    if after.frames != state.frames or (after.phase, after.seat, after.turn) == (state.phase, state.seat, state.turn):
        raise BadPosition(say("under-way: nobody has anything to decide or to roll: it would be settled by itself"))
    raise BadPosition(say("phase: nobody has anything to decide in {phase!r}: it would end by itself, and play would "
                          "go on to {after!r} of the {seat}", phase=state.phase.value, after=after.phase.value,
                          seat=SIDES[after.seat]))


def _mask(names: list[str], where: str) -> int:
    return sum(1 << among(name, CONTINGENTS, where) for name in set(names))


def _units(first: State, found: Document) -> State:
    if found.units is None:
        return first
    ground = first.ground
    at, facing = [GONE] * len(UNITS), list(first.facing)
    masks = dict.fromkeys(MASKS, 0)
    taken: dict[int, str] = {}
    for row in found.units:
        slot, name = piece(row.id, SLOT, "units"), row.id
        if at[slot] != GONE:
            raise not_expected(name, say("each piece once"))
        if row.place not in ground.index:
            raise not_expected(name, say("a hex of the map"))
        place = ground.index[row.place]
        if ground.closed >> place & 1:
            raise not_expected(name, say("no hex of the river"))
        at[slot] = place
        if slot not in LEADERS:
            if place in taken:
                raise not_expected(name, say("a hex for itself; {other} is there", other=taken[place]))
            taken[place] = name
        if slot < COMBAT_UNITS:
            facing[slot] = among(row.facing, VERTICES, name) if row.facing is not None else first.facing[slot]
        elif row.facing is not None:
            raise not_expected(name, say("no facing"))
        for status, field, mask in FIELDS:
            if getattr(row, field):
                need(slot < COMBAT_UNITS, name, say("no {status} for leaders and wagon trains", status=status))
                masks[mask] |= 1 << slot
    for slot in LEADERS:
        there = taken.get(at[slot])
        need(there is None or (SEAT[SLOT[there]] == SEAT[slot] and SLOT[there] not in WAGONS), UNITS[slot].id,
             say("no hex with an enemy or a wagon train"))
    need(at[LEADERS[0]] != at[LEADERS[1]] or at[LEADERS[0]] == GONE, UNITS[LEADERS[0]].id, say("another hex"))
    return replace(first, at=tuple(at), facing=tuple(facing), disordered=masks["disordered"], engaged=masks["engaged"],
                   moved=masks["moved"], fired=masks["fired"], shocked=masks["shocked"],
                   retreated=masks["retreated"], tried_reform=masks["tried_reform"])


def _check_turn(state: State, found: Document) -> None:
    """What orders, activations and the end of the game may be in a phase."""
    for name in ("tried", "active", "dead"):
        names = getattr(found, name)
        need(len(set(names)) == len(names), name, say("each name once"))
    for slot in LEADERS:
        need(state.dead >> slot & 1 == (state.at[slot] < 0), "dead", say("exactly the leaders who are off the map"))
    need(not state.dead & ~sum(1 << slot for slot in LEADERS), "dead", say("leaders only"))
    own = OF_SEAT[state.seat]
    for c, order in enumerate(state.orders):
        need(not order or c in own, "orders", say("contingents of the side whose player turn it is"))
        need(ORDERS[order] != "wall" or c == HI, "orders", say("the shield wall for the heavy infantry only"))
        need(not state.tried >> c & 1 or ORDERS[order] in ("move", "wall"), "tried", say("contingents with orders"))
        need(not order or state.alive(c) or state.phase not in (Phase.ORDERS, Phase.LEADERS), "orders",
             say("contingents of which somebody is left"))
    walled = state.orders[HI] == ORDERS.index("move") and state.wall
    need(not walled, "orders", say("no Move/Attack for the shield wall"))
    need(not state.active & ~state.tried, "active", say("contingents that have tried"))
    if ORDERS[state.orders[HI]] == "wall" and state.tried >> HI & 1:
        need(bool(state.active >> HI & 1) != state.wall, "wall", say("it left by those who are active"))
    need(state.helped < 0 or (state.tried >> state.helped & 1 and ORDERS[state.orders[state.helped]] == "move"),
         "leader-helped", say("a contingent that has rolled"))
    early = state.phase in (Phase.SETUP, Phase.INITIATIVE, Phase.WHO_FIRST, Phase.OVER)
    need(not (early and any(state.orders)), "orders", say("none before a player turn"))
    before = early or state.phase in (Phase.ORDERS, Phase.LEADERS)
    need(not (before and state.tried), "tried", say("none before phase III"))
    need(state.acting < 0 or (state.phase == Phase.ACTION and state.active >> state.acting & 1), "acting",
         say("an active contingent, in phase III"))
    done = state.moved | state.fired | state.shocked | state.tried_reform
    need(not (before and done), "units", say("nobody who has done something before phase III"))
    need(not state.tried_reform or state.phase == Phase.REFORM, "units", say("nobody who has tried to reform"))
    need(not state.shocked or state.phase in (Phase.SHOCK, Phase.REFORM), "units", say("nobody who has attacked"))
    for slot in bits(state.retreated):
        need(SEAT[slot] != state.seat and KIND[slot] in MOUNTED and state.phase in (Phase.SHOCK, Phase.REFORM),
             UNITS[slot].id, say("no retreat but of cavalry, from the other side's attacks, from phase IV on"))
    for slot in bits(state.moved):
        need(state.active >> CONTINGENT[slot] & 1, UNITS[slot].id, say("a contingent that is active, to have moved"))
    need(not state.fired & ~state.moved, "units", say("moved where fired"))
    need(not state.led or state.phase not in (Phase.SETUP, Phase.INITIATIVE, Phase.WHO_FIRST, Phase.OVER, Phase.ORDERS),
         "leader-moved", say("false before phase II"))
    need(state.phase not in (Phase.SETUP, Phase.INITIATIVE) or not state.second, "second", say("false"))
    if state.phase == Phase.SETUP:
        need(state.turn == 1 and not state.engaged and not state.disordered, "phase", say("a first turn to set up"))
        need(all(place >= 0 for place in state.at), "units", say("everybody in the set-up"))
    need((state.phase == Phase.OVER) == bool(state.ending), "ending", say("one exactly where the game is over"))
    endings = (victory.EXAMPLE,) if state.scenario != sequence.BATTLE else tuple(victory.ENDINGS)
    need(not state.ending or state.ending in endings, "ending", say("one of {names}", names=endings))


def _with_moving(state: State, found: Document) -> State:
    row = found.moving
    if row is None:
        return state
    slot = piece(row.unit, SLOT, "moving")
    need(state.acting >= 0 and CONTINGENT[slot] == state.acting and state.at[slot] >= 0, "moving",
         say("a unit of the contingent that acts"))
    need(state.moved >> slot & 1 and row.left <= UNITS[slot].move and not state.engaged >> slot & 1, "moving",
         say("a unit that has moved and may go on"))
    need(row.fired == bool(state.fired >> slot & 1), "moving", say("fired as its unit says"))
    need(not row.led or (state.led and state.leader_of(slot) >= 0), "moving", say("a leader with it"))
    return replace(state, moving=Moving(slot, row.left, row.halted, row.fired, row.led))


def _with_combats(state: State, found: Document) -> State:
    need(state.phase == Phase.SHOCK or not (found.combats or found.resolving), "combats", say("none in this phase"))
    combats, seen = [], set[int]()
    for row in found.combats:
        attackers, defenders = _sorted(row.attackers), _sorted(row.defenders)
        everybody = {*attackers, *defenders}
        need(attackers and 0 < len(defenders) < 3, "combats", say("attackers, and one or two defenders"))
        need(len(everybody) == len(row.attackers) + len(row.defenders) and not everybody & seen, "combats",
             say("each unit in one combat"))
        need(all(map(state.stands, everybody)), "combats",
             say("units on the map"))
        need({SEAT[slot] for slot in attackers} == {state.seat} != {SEAT[slot] for slot in defenders}, "combats",
             say("attackers of the side whose player turn it is, and enemies"))
        need(all(state.ground.adjacent[state.at[a]] >> state.at[d] & 1 for a in attackers for d in defenders),
             "combats", say("attackers next to all defenders"))
        seen |= everybody
        combats.append(Combat(attackers, defenders))
    return replace(state, combats=tuple(combats), resolving=found.resolving)


def _sorted(names: list[str]) -> tuple[int, ...]:
    return tuple(sorted({piece(name, SLOT, "combats") for name in names}))
