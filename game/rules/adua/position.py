"""The position of a game as JSON values, and back: what cannot be is refused in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from game.core.contract import BadPosition
from game.core.fields import fields_of
from game.core.message import say
from game.core.position_checks import among, need, not_expected, piece
from game.rules.adua import consistency
from game.rules.adua.actions import ORDERS as KINDS_OF_ORDER
from game.rules.adua.actions import REST
from game.rules.adua.clashes import Loss, MeleeRoll
from game.rules.adua.combats import Danger, Fight
from game.rules.adua.damage import Damage
from game.rules.adua.decisions import Pending
from game.rules.adua.ground import Ground
from game.rules.adua.initiative import Bringing, Trying
from game.rules.adua.machine_guns import Repairing, Testing
from game.rules.adua.position_form import MASKS, OUT, STATUSES, TO_COME, Document, FrameRow, GunRow, ShareRow
from game.rules.adua.retreats import Retreats, Staying
from game.rules.adua.state import GONE, LEFT, WAITING, Gun, Order, Phase, Share, State
from game.rules.adua.supply import Supplying
from game.rules.adua.units import ABYSSINIANS, GUNNERS, KIND, MACHINE_GUNS, SEATS, SLOT, STEPS, UNITS, bits

GUN_STATUS = ("new", "working", "jammed", "lost")
FIELDS = tuple(zip((status.replace("-", "_") for status in STATUSES), MASKS, strict=True))
"""Fields of a unit's row that are statuses, and where the state has them."""


def ids(slots: tuple[int, ...]) -> list[str]:
    """The names of some pieces."""
    return [UNITS[slot].id for slot in slots]


def written(state: State, to_act: str | None) -> dict[str, Any]:
    """The complete position."""
    ground = state.ground
    rows, origins = [], dict(state.origins)
    names = {WAITING: TO_COME, LEFT: OUT}
    marked = [(status, getattr(state, mask)) for status, mask in zip(STATUSES, MASKS, strict=True)]
    for slot, place in enumerate(state.at):
        if place == GONE:
            continue
        row: dict[str, Any] = {"id": UNITS[slot].id, "place": ground.hexes[place] if place >= 0 else names[place]}
        if state.lost[slot]:
            row["lost"] = state.lost[slot]
        if slot in origins:
            row["origin"] = ground.hexes[origins[slot]]
        for status, mask in marked:
            if mask >> slot & 1:
                row[status] = True
        rows.append(row)
    return {
        "scenario": state.scenario, "options": list(state.options), "turn": state.turn, "phase": state.phase.value,
        "phasing": SEATS[state.seat], "to_act": to_act, "units": rows,
        "machine-guns": [{**({"unit": UNITS[gun.unit].id} if gun.unit >= 0 else {}), "status": GUN_STATUS[gun.status],
                          "since": gun.since} for gun in state.guns],
        "orders": [{"giver": UNITS[one.giver].id, "target": UNITS[one.target].id, "order": KINDS_OF_ORDER[one.kind]}
                   for one in state.orders],
        "declared": [{"unit": UNITS[unit].id, "target": UNITS[target].id} for unit, target in state.declared],
        "attacks": [_share(one) for one in state.shares], "resolved": [_share(one) for one in state.fought],
        "resolving": state.resolving, "melees-rolled": [ground.hexes[hex_] for hex_ in bits(state.clashed)],
        "exited": state.exited, "under-way": [_frame_written(ground, frame) for frame in state.frames],
        "ending": state.ending,
    }


def _share(one: Share) -> dict[str, Any]:
    dice = {"dice": one.dice} if one.dice != REST else {}
    return {"unit": UNITS[one.unit].id, "target": UNITS[one.target].id, **dice}


KINDS: Mapping[str, Any] = {one.kind: one for one in (
    Testing, Repairing, Fight, Damage, Danger, Supplying, Trying, Bringing, MeleeRoll, Loss, Retreats, Staying)}
"""What can be under way, by what positions call it."""
KEYS = ("guns", "unit", "units", "place", "points", "seat")


def _keys(kind: str) -> frozenset[str]:
    """The keys of something under way."""
    return frozenset(field.key for field in fields_of(KINDS[kind]).values())


def _frame_written(ground: Ground, frame: Pending) -> dict[str, Any]:
    write: dict[str, Callable[[Any], Any]] = {
        "unit": lambda slot: UNITS[slot].id, "units": ids, "guns": list, "points": int,
        "place": ground.hexes.__getitem__, "seat": SEATS.__getitem__}
    return {"kind": frame.kind, **{field.key: write[field.key](getattr(frame, name))
                                   for name, field in fields_of(KINDS[frame.kind]).items()}}


def read(first: State, position: Mapping[str, Any]) -> State:
    """The state of a position.

    :param first: the set-up of its scenario and options.
    :raises BadPosition: naming the key and what was expected.
    """
    try:
        found = msgspec.convert(dict(position), Document)
    except msgspec.ValidationError as error:
        raise BadPosition(say("{fault}", fault=str(error).replace("`$.", "`"))) from error
    phase = tuple(Phase)[among(found.phase, tuple(Phase), "phase")]
    seat = first.seat
    if found.phasing is not None:
        seat = among(found.phasing, SEATS, "phasing")
    elif phase in consistency.OF_ABYSSINIANS:
        seat = ABYSSINIANS
    state = _units(first, found)
    state = replace(state, turn=found.turn, phase=phase, seat=seat, resolving=found.resolving,
                    exited=found.exited, ending=found.ending,
                    clashed=sum(1 << _hex(first.ground, name, "melees-rolled") for name in set(found.melees_rolled)))
    state = _guns(state, found.machine_guns)
    state = replace(
        state, orders=tuple(sorted(_orders(found))),
        declared=tuple(sorted((piece(one.unit, SLOT, "declared"), piece(one.target, SLOT, "declared"))
                              for one in found.declared)),
        shares=tuple(sorted(_read_share(one, "attacks") for one in found.attacks)),
        fought=tuple(_read_share(one, "resolved") for one in found.resolved),
    )
    state = replace(state, frames=tuple(_frame_read(first.ground, n, row) for n, row in enumerate(found.under_way)))
    consistency.check(state)
    return state


def _hex(ground: Ground, name: str, where: str) -> int:
    if name not in ground.index:
        raise not_expected(where, say("a hex of the map, not {name!r}", name=name))
    return ground.index[name]


def _units(first: State, found: Document) -> State:
    ground = first.ground
    if found.units is None:
        return first
    at, lost = [GONE] * len(UNITS), list(STEPS)
    masks: dict[str, Any] = dict.fromkeys(MASKS, 0)
    origins = []
    seen = set[int]()
    for row in found.units:
        slot = piece(row.id, SLOT, "units")
        if slot in seen:
            raise not_expected("units", say("{unit} once", unit=row.id))
        seen.add(slot)
        if row.place in (TO_COME, OUT):
            at[slot] = WAITING if row.place == TO_COME else LEFT
        else:
            at[slot] = _hex(ground, row.place, row.id)
        if row.lost >= STEPS[slot]:
            raise not_expected(row.id, say("fewer than {steps} steps lost", steps=STEPS[slot]))
        lost[slot] = row.lost
        for field, mask in FIELDS:
            if getattr(row, field):
                masks[mask] |= 1 << slot
        if row.origin is not None:
            origins.append((slot, _hex(ground, row.origin, row.id)))
    return replace(first, at=tuple(at), lost=tuple(lost), origins=tuple(sorted(origins)), **masks)


def _guns(state: State, rows: list[GunRow] | None) -> State:
    if rows is None:
        return replace(state, guns=tuple(gun if gun.unit >= 0 and state.at[gun.unit] != GONE else Gun()
                                         for gun in state.guns))
    need(len(rows) == MACHINE_GUNS, "machine-guns", say("{count} of them", count=MACHINE_GUNS))
    found = []
    for row in rows:
        slot = piece(row.unit, SLOT, "machine-guns") if row.unit is not None else -1
        need(slot < 0 or KIND[slot] in GUNNERS, "machine-guns", say("units that may have one, not {unit}",
                                                                    unit=row.unit))
        need(row.status in ("new", "lost") or slot >= 0, "machine-guns", say("a unit with one that was used"))
        need(slot < 0 or state.at[slot] != GONE or row.status == "lost", "machine-guns", say(
            "{unit} in the game, or its machine gun lost", unit=row.unit))
        found.append(Gun(slot, GUN_STATUS.index(row.status), row.since))
    owners = [gun.unit for gun in found if gun.unit >= 0]
    need(len(owners) == len(set(owners)), "machine-guns", say("no unit with two"))
    return replace(state, guns=tuple(found))


def _orders(found: Document) -> list[Order]:
    orders = [Order(piece(one.giver, SLOT, "orders"), piece(one.target, SLOT, "orders"),
                    among(one.order, KINDS_OF_ORDER, "orders")) for one in found.orders]
    need(len({one.target for one in orders}) == len(orders), "orders", say("one order for each target"))
    return orders


def _read_share(row: ShareRow, where: str) -> Share:
    return Share(piece(row.unit, SLOT, where), piece(row.target, SLOT, where), REST if row.dice is None else row.dice)


def _frame_read(ground: Ground, number: int, row: FrameRow) -> Pending:
    where = f"under-way/{number + 1}"
    given = {key: value for key in KEYS if (value := getattr(row, key)) is not None}
    keys = _keys(row.kind)
    need(given.keys() == keys, where, say("the keys {keys}", keys=tuple(sorted(keys))))
    read: dict[str, Callable[[Any], Any]] = {
        "unit": lambda name: piece(name, SLOT, where), "units": lambda names: _pieces(names, where),
        "guns": lambda guns: _guns_of(guns, where), "points": int, "place": lambda name: _hex(ground, name, where),
        "seat": lambda name: among(name, SEATS, where)}
    found: Pending = KINDS[row.kind](**{name: read[field.key](given[field.key])
                                        for name, field in fields_of(KINDS[row.kind]).items()})
    return found


def _pieces(names: Sequence[str], where: str) -> tuple[int, ...]:
    units = tuple(piece(name, SLOT, where) for name in names)
    need(units, where, say("somebody in units"))
    need(len(set(units)) == len(units), where, say("everybody once"))
    return units


def _guns_of(guns: Sequence[int], where: str) -> tuple[int, ...]:
    need(guns and len(set(guns)) == len(guns), where, say("machine guns, each once"))
    return tuple(guns)
