"""Positions of a game as JSON values: writing, reading and checking them. Impossible ones are refused with a reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Annotated, Any, ClassVar, NamedTuple

from game.board.hexgrid import Hex
from game.core.codec import BadPosition
from game.core.field_types import Between, Key, Members, Names, Nothing, Pairs
from game.core.fields import Fields
from game.core.indices import Seat, Slot, slots_in
from game.core.message import or_list, say
from game.core.position_checks import need, not_expected
from game.rules.tours import sequence, victory
from game.rules.tours.actions import MOVE, ORDERS, VERTICES, WALL, OrderNumber, Vertex
from game.rules.tours.decisions import PENDING_CLASSES, ToursPending
from game.rules.tours.deployment import set_up_hexes
from game.rules.tours.ground import ToursGround
from game.rules.tours.shock_odds import KEYS, Row
from game.rules.tours.state import GONE, MASKS, Combat, CurrentMove, ToursPhase, ToursState
from game.rules.tours.units import (
    COMBAT_UNITS,
    CONTINGENT,
    CONTINGENT_OF,
    CONTINGENTS,
    CONTINGENTS_OF_SEAT,
    FOE,
    HI,
    IDS,
    KIND,
    LEADERS,
    MOUNTED,
    MUSLIMS,
    NO_CONTINGENT,
    SEAT,
    SEAT_NUMBER,
    SEATS,
    SIDES,
    SLOTS,
    UNITS,
    WAGONS,
    Contingent,
)

NO_VERTEX = Vertex(-1)
"""The value of a facing that a position leaves out."""


class ToursUnitRow(NamedTuple):
    """A piece on the map."""

    id: Slot
    place: Hex
    facing: Annotated[Vertex, Nothing(-1)] = NO_VERTEX
    disordered: bool = False
    engaged: bool = False
    moved: bool = False
    fired: bool = False
    attacked: bool = False
    retreated: bool = False
    reform_tried: Annotated[bool, Key("reform-tried")] = False


UNMARKED = (False,) * len(MASKS)
"""The marks of a piece without any: the fields of ``ToursUnitRow`` from ``disordered`` on."""


@dataclass(frozen=True)
class ToursPosition:
    """A position without its pending decisions; omitted fields are as in the set-up of its scenario."""

    scenario: str
    options: tuple[str, ...]
    turn: Annotated[int, Between(1, victory.LAST_TURN)] = 1
    phase: ToursPhase = ToursPhase.SETUP
    to_act: str | None = None
    first: Seat = MUSLIMS
    second: bool = False
    wall: bool = True
    units: tuple[ToursUnitRow, ...] | None = None
    orders: Annotated[tuple[tuple[Contingent, OrderNumber], ...], Pairs()] = ()
    tried: Annotated[int, Members(Contingent)] = 0
    active: Annotated[int, Members(Contingent)] = 0
    acting: Annotated[Contingent, Nothing(-1)] = NO_CONTINGENT
    moving: CurrentMove | None = None
    leader_moved: Annotated[bool, Key("leader-moved")] = False
    helped: Annotated[Contingent, Nothing(-1), Key("leader-helped")] = NO_CONTINGENT
    combats: tuple[Combat, ...] = ()
    resolving: bool = False
    dead: Annotated[int, Members(Slot)] = 0
    ending: str = ""
    writes_all: ClassVar[bool] = True
    """Fields that have their defaults are written, too (``core.fields``)."""


SHARED_FIELDS = tuple(field.name for field in fields(ToursPosition) if field.name not in ("to_act", "units", "orders"))
"""The fields of a position that a state has under the same name."""


@lru_cache(4)
def _codec(ground: ToursGround) -> Fields:
    """The codec that writes and reads the names of pieces, hexes and all the rest."""
    return Fields(Names({Slot: IDS, Hex: ground.hexes, Contingent: CONTINGENTS, Seat: SEATS, Vertex: VERTICES,
                         OrderNumber: ORDERS, Row: KEYS}))


@lru_cache(8192)
def _unit_row(ground: ToursGround, slot: Slot, place: Hex, facing: int, marks: tuple[bool, ...]) -> dict[str, Any]:
    """The row of a piece as a JSON value, which the caller must copy. Cached, because most pieces are the same in many
    positions."""
    vertex = Vertex(facing) if slot < COMBAT_UNITS else NO_VERTEX
    written: dict[str, Any] = _codec(ground).write(ToursUnitRow, ToursUnitRow(slot, place, vertex, *marks))
    return written


def _without(row: dict[str, Any], key: str) -> dict[str, Any]:
    """The row, changed so that it leaves out the key if its value is empty or false."""
    if not row.get(key):
        row.pop(key, None)
    return row


def write(state: ToursState, to_act: str | None) -> dict[str, Any]:
    """The complete position of a state, as a JSON value.

    :param to_act: the seat to act.
    """
    ground, codec, masks = state.ground, _codec(state.ground), [getattr(state, mask) for mask in MASKS]
    marked = 0
    for mask in masks:
        marked |= mask
    units = [{**_unit_row(ground, slot, place, facing,
                       tuple([mask >> slot & 1 == 1 for mask in masks]) if marked >> slot & 1 else ())}
             for slot, place, facing in zip(SLOTS, state.at, state.facing, strict=True) if place != GONE]
    row = codec.write(ToursPosition, ToursPosition(
        **{name: getattr(state, name) for name in SHARED_FIELDS}, to_act=to_act,
        orders=tuple((c, OrderNumber(state.orders[c])) for c in CONTINGENT_OF.values() if state.orders[c])))
    # The keys leader-helped and provoked are newer than the others. Without a value they are left out, so that older
    # positions and their hashes stay the same.
    return {**_without(row, "leader-helped"), "units": units, "under-way": [
        _without({"kind": frame.kind, **codec.write(type(frame), frame)}, "provoked") for frame in state.frames]}


def read(first: ToursState, position: Mapping[str, Any]) -> ToursState:
    """The state of a position.

    :param first: the set-up of its scenario and options.
    :raises BadPosition: naming the key and what was expected.
    """
    rows = position.get("under-way", [])
    need(isinstance(rows, list), "under-way", say("a list"))
    codec = _codec(first.ground)
    frames = tuple(_pending(codec, row, f"under-way/{n}") for n, row in enumerate(rows))
    given: ToursPosition = codec.read(ToursPosition, {
        "scenario": first.scenario, "options": list(first.options), "first": SEATS[first.first],
        **{key: value for key, value in position.items() if key != "under-way"}}, "position")
    combats = tuple(Combat(*(tuple(sorted(side)) for side in combat)) for combat in given.combats)
    orders = dict(given.orders)
    state = replace(
        first, **_piece_fields(first, given.units) if given.units is not None else {},
        **{name: getattr(given, name) for name in SHARED_FIELDS} | {"options": first.options, "combats": combats},
        orders=tuple(orders.get(c, 0) for c in CONTINGENT_OF.values()), frames=frames)
    if "first" not in position and not frames:
        state = replace(state, first=_first_seat(given, state.first))
    _check_turn(state)
    _check_moving(state)
    _check_combats(state)
    for n, frame in enumerate(frames):
        frame.check_fits(state, f"under-way/{n}")
    _check_pending(state)
    return state


def _first_seat(given: ToursPosition, default: Seat) -> Seat:
    """The side with the first player turn in a position without ``first`` and without pending decisions, which the
    other side may have to make: the side to act is the phasing one. In the set-up and for the initiative it says
    nothing about the order of the player turns.

    :param default: the side if nothing says which.
    """
    if given.phase in (ToursPhase.SETUP, ToursPhase.INITIATIVE) or given.to_act not in SEAT_NUMBER:
        return default
    phasing = SEAT_NUMBER[given.to_act]
    return FOE[phasing] if given.second else phasing


def _pending(codec: Fields, row: Any, where: str) -> ToursPending:
    """The pending decision of a row.

    :raises BadPosition: for keys that do not belong to it, and for unknown names and places.
    """
    need(isinstance(row, Mapping), where, say("a table with a kind"))
    classes = {stage: class_ for (kind, stage), class_ in PENDING_CLASSES.items() if kind == row.get("kind")}
    need(classes, f"{where}/kind", or_list(tuple(dict.fromkeys(kind for kind, _ in PENDING_CLASSES))))
    stage = row.get("stage", "")
    need(isinstance(stage, str) and ("" in classes or stage in classes), where, say("a stage of a fight"))
    decision: ToursPending = codec.read(classes.get(stage) or classes[""], {
        key: value for key, value in row.items() if key != "kind"}, where)
    for value in vars(decision).values():
        _check_once(value, where)
    return decision


def _check_once(value: object, where: str) -> None:
    """Check that lists of units or of hexes in a field of a pending decision name each only once.

    :raises BadPosition: if they do not.
    """
    if isinstance(value, tuple):
        numbers = [item for item in value if type(item) is int]
        need(len(set(numbers)) == len(numbers), where, say("each unit once"))
        for item in value:
            _check_once(item, where)


def _check_pending(state: ToursState) -> None:
    """Check that a decision or roll is pending, so that nothing would follow automatically.

    :raises BadPosition: if something would.
    """
    after, _ = sequence.proceed(state)
    if after == state:
        return
    for slot in slots_in(state.engaged & ~after.engaged):
        raise BadPosition(say("{unit}: engaged, but no enemy is next to it", unit=UNITS[slot].id))
    if after.frames != state.frames or (after.phase, after.seat, after.turn) == (state.phase, state.seat, state.turn):
        raise BadPosition(say("under-way: nothing to decide or to roll: it would be settled by itself"))
    raise BadPosition(say("phase: nothing to decide in {phase!r}: it would end by itself, and play would continue "
                          "with {after!r} of the {seat}", phase=state.phase.value, after=after.phase.value,
                          seat=SIDES[after.seat]))


def _piece_fields(first: ToursState, rows: tuple[ToursUnitRow, ...]) -> Mapping[str, Any]:
    """The fields of the state that hold the places, facings and marks of the pieces.

    :raises BadPosition: for a piece that may not be in its hex or have its marks.
    """
    ground, at, facing = first.ground, [GONE] * len(UNITS), list(first.facing)
    masks: dict[str, Any] = dict.fromkeys(MASKS, 0)
    unit_in: dict[Hex, Slot] = {}
    for row in rows:
        slot, place, vertex = row[:3]
        unit, is_marked = UNITS[slot].id, row[3:] != UNMARKED
        if at[slot] != GONE:
            raise not_expected(unit, say("each piece once"))
        at[slot] = place
        if ground.closed >> place & 1:
            raise not_expected(unit, say("a hex outside the river"))
        if slot not in LEADERS:
            if place in unit_in:
                raise not_expected(unit, say("a hex for itself; {other} is there", other=UNITS[unit_in[place]].id))
            unit_in[place] = slot
        if slot >= COMBAT_UNITS and (vertex >= 0 or is_marked):
            raise not_expected(unit, say("neither facing nor marks of a leader or a wagon train"))
        if vertex >= 0:
            facing[slot] = vertex
        if is_marked:
            for mask, holds in zip(MASKS, row[3:], strict=True):
                masks[mask] |= holds << slot
    for slot in LEADERS:
        other = unit_in.get(at[slot])
        need(other is None or (SEAT[other] == SEAT[slot] and other not in WAGONS), UNITS[slot].id,
             say("no hex with an enemy or a wagon train"))
    charles, abd_ar_rahman = LEADERS
    need(at[charles] != at[abd_ar_rahman] or at[charles] == GONE, UNITS[charles].id, say("another hex"))
    return {"at": tuple(at), "facing": tuple(facing), **masks}


def _check_turn(state: ToursState) -> None:
    """Check that orders, activations, marks and the ending are possible in the phase. Either side may go first even in
    turn 1 (4.1, ruling 38).

    :raises BadPosition: for the first that is not.
    """
    for slot in LEADERS:
        need(state.dead >> slot & 1 == (state.at[slot] < 0), "dead", say("exactly the leaders who are off the map"))
    need(not state.dead & ~sum(1 << slot for slot in LEADERS), "dead", say("leaders only"))
    own, phase = CONTINGENTS_OF_SEAT[state.seat], state.phase
    for c, order in zip(CONTINGENT_OF.values(), state.orders, strict=True):
        need(not order or c in own, "orders", say("contingents of the side whose player turn it is"))
        need(order != WALL or c == HI, "orders", say("the shield wall for the heavy infantry only"))
        need(not state.tried >> c & 1 or order in (MOVE, WALL), "tried", say("contingents with orders"))
        need(not order or state.has_units(c) or phase not in (ToursPhase.ORDERS, ToursPhase.LEADERS), "orders",
             say("contingents with units left"))
    need(state.orders[HI] != MOVE or not state.wall, "orders", say("no Move/Attack for the shield wall"))
    need(not state.active & ~state.tried, "active", say("contingents that have rolled for activation"))
    if state.orders[HI] == WALL and state.tried >> HI & 1:
        need(bool(state.active >> HI & 1) != state.wall, "wall", say("a shield wall unless its contingent is active"))
    need(state.helped < 0 or (state.tried >> state.helped & 1 and state.orders[state.helped] == MOVE),
         "leader-helped", say("a contingent that has rolled"))
    no_player_turn = phase in (ToursPhase.SETUP, ToursPhase.INITIATIVE, ToursPhase.WHO_FIRST, ToursPhase.OVER)
    need(not (no_player_turn and any(state.orders)), "orders", say("none before a player turn"))
    before_action = no_player_turn or phase in (ToursPhase.ORDERS, ToursPhase.LEADERS)
    need(not (before_action and state.tried), "tried", say("none before phase III"))
    need(state.acting < 0 or (phase == ToursPhase.ACTION and state.active >> state.acting & 1), "acting",
         say("an active contingent, in phase III"))
    acted = state.moved | state.fired | state.shocked | state.tried_reform
    need(not (before_action and acted), "units", say("no unit that has acted before phase III"))
    need(not state.tried_reform or phase == ToursPhase.REFORM, "units", say("no unit that has tried to reform"))
    need(not state.shocked or phase in (ToursPhase.SHOCK, ToursPhase.REFORM), "units",
         say("no unit that has attacked or advanced"))
    for slot in slots_in(state.retreated):
        need(SEAT[slot] != state.seat and KIND[slot] in MOUNTED and phase in (ToursPhase.SHOCK, ToursPhase.REFORM),
             UNITS[slot].id, say("retreats only of cavalry of the other side, from phase IV on"))
    for slot in slots_in(state.moved):
        need(state.active >> CONTINGENT[slot] & 1, UNITS[slot].id, say("an active contingent if it has moved"))
    need(not state.fired & ~state.moved, "units", say("moved if fired"))
    need(not state.leader_moved or not (no_player_turn or phase == ToursPhase.ORDERS), "leader-moved",
         say("false before phase II"))
    need(phase not in (ToursPhase.SETUP, ToursPhase.INITIATIVE) or not state.second, "second", say("false"))
    if phase == ToursPhase.SETUP:
        need(state.turn == 1, "turn", say("1 before the battle"))
        need(not state.engaged and not state.disordered, "units", say("units in good order in the set-up"))
        need(all(place >= 0 for place in state.at), "units", say("every unit in the set-up"))
        _check_set_up(state)
    need((phase == ToursPhase.OVER) == bool(state.ending), "ending", say("one if, and only if, the game is over"))
    is_example = state.scenario != sequence.BATTLE
    endings = tuple(name for name in victory.ENDINGS if (name == victory.EXAMPLE) == is_example)
    need(not state.ending or state.ending in endings, "ending", say("one of {names}", names=endings))


def _check_set_up(state: ToursState) -> None:
    """Check that every piece is in its set-up area, and the heavy infantry in the shield wall (13.1, 13.2).

    :raises BadPosition: if one is not.
    """
    need(state.wall, "wall", say("true in the set-up"))
    for slot in SLOTS:
        areas, place = set_up_hexes(slot), state.ground.hexes[state.at[slot]]
        if slot in LEADERS:
            need(state.occupied[SEAT[slot]] >> state.at[slot] & 1, UNITS[slot].id, say("the hex of a friendly unit"))
        elif len(areas) == 1:
            need(place in areas, UNITS[slot].id, say("its set-up hex {place}", place=areas[0]))
        else:
            need(place in areas, UNITS[slot].id,
                 say("a hex of its set-up area {first} to {last}", first=areas[0], last=areas[-1]))


def _check_moving(state: ToursState) -> None:
    """Check that the move of the unit that is moving or firing now is possible.

    :raises BadPosition: if it is not.
    """
    if state.moving is None:
        return
    slot, moving = state.moving.slot, state.moving
    need(state.acting >= 0 and CONTINGENT[slot] == state.acting and state.at[slot] >= 0, "moving",
         say("a unit of the contingent that acts"))
    need(state.moved >> slot & 1 and moving.left <= UNITS[slot].move and not state.engaged >> slot & 1, "moving",
         say("a unit that has moved and may continue"))
    need(moving.fired == bool(state.fired >> slot & 1), "moving", say("fired if, and only if, its unit has fired"))
    need(not moving.led or state.leader_moved, "moving", say("a leader that has moved"))


def _check_combats(state: ToursState) -> None:
    """Check that the combats can have been announced.

    :raises BadPosition: if they cannot.
    """
    need(state.phase == ToursPhase.SHOCK or not (state.combats or state.resolving), "combats",
         say("none in this phase"))
    units_in_combats: set[Slot] = set()
    for attackers, defenders in state.combats:
        participants = {*attackers, *defenders}
        need(attackers and 0 < len(defenders) < 3, "combats", say("attackers, and one or two defenders"))
        need(len(participants) == len(attackers) + len(defenders) and not participants & units_in_combats, "combats",
             say("each unit in one combat"))
        need(all(map(state.is_unit_on_map, participants)), "combats", say("units on the map"))
        need({SEAT[slot] for slot in attackers} == {state.seat} != {SEAT[slot] for slot in defenders}, "combats",
             say("attackers of the side whose player turn it is, and enemies"))
        need(all(state.ground.adjacent[state.at[a]] >> state.at[d] & 1 for a in attackers for d in defenders),
             "combats", say("attackers next to all defenders"))
        units_in_combats |= participants
