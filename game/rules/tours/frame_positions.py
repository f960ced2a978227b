"""Pending decisions in positions: written and read by the types of their fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from game.core.message import say
from game.core.position_checks import among, need, piece
from game.rules.tours.decisions import KINDS, Pending
from game.rules.tours.ground import Ground
from game.rules.tours.position_form import CombatRow, PendingRow, VacatedRow
from game.rules.tours.shock_odds import KEYS
from game.rules.tours.state import Combat, Vacated
from game.rules.tours.units import CONTINGENTS, SLOT, UNITS, ids


@cache
def _keys(kind: str) -> Mapping[str, tuple[str, Any]]:
    """Key of a row -> the field of a decision of a kind, and its type; all stages of a fight have the same."""
    one: Any = next(each for (name, _), each in KINDS.items() if name == kind)
    hints = get_type_hints(one, include_extras=True)
    return {each.metadata.get("key", each.name): (each.name, hints[each.name]) for each in fields(one)}


def written(ground: Ground, frame: Pending) -> dict[str, Any]:
    """A pending decision as JSON values."""
    named = {"slot": [unit.id for unit in UNITS], "hex": ground.hexes, "contingent": CONTINGENTS, "row": KEYS}

    def out(kind: Any, value: Any) -> Any:
        if get_origin(kind) is tuple:
            return [out(get_args(kind)[0], each) for each in value]
        if get_origin(kind) is Annotated:
            return named[get_args(kind)[1]][value]
        if isinstance(value, Combat):
            return {"attackers": [*ids(value.attackers)], "defenders": [*ids(value.defenders)]}
        if isinstance(value, Vacated):
            return {"place": ground.hexes[value.place], "attackers": [*ids(value.attackers)]}
        return value

    found = ((key, kind, getattr(frame, name)) for key, (name, kind) in _keys(frame.kind).items())
    return {"kind": frame.kind, **{key.replace("_", "-"): out(kind, value) for key, kind, value in found
                                   if value or key not in frame.optional}}


def read(ground: Ground, number: int, row: PendingRow) -> Pending:
    """A pending decision from its row.

    :raises BadPosition: for other keys than belong to it, and for names and places there are not.
    """
    where = f"under-way[{number}]"
    kinds = {stage: each for (kind, stage), each in KINDS.items() if kind == row.kind}
    keys, optional = _keys(row.kind), next(iter(kinds.values())).optional
    given = {key for key in PendingRow.__struct_fields__ if key != "kind" and getattr(row, key) is not None}
    need(given - optional == keys.keys() - optional, where,
         say("the keys {keys}", keys=tuple(sorted(keys.keys() - optional))))

    def hex_of(name: str) -> int:
        need(name in ground.index, where, say("hexes of the map"))
        return ground.index[name]

    def slots(names: list[str]) -> tuple[int, ...]:
        found = tuple(piece(name, SLOT, where) for name in names)
        need(len(set(found)) == len(found), where, say("each unit once"))
        return found

    one: Mapping[str, Callable[[str], int]] = {
        "slot": lambda name: piece(name, SLOT, where), "hex": hex_of,
        "contingent": lambda name: among(name, CONTINGENTS, where), "row": lambda name: among(name, KEYS, where)}

    def taken(kind: Any, value: Any) -> Any:
        match value:
            case CombatRow():
                return Combat(slots(value.attackers), slots(value.defenders))
            case VacatedRow():
                return Vacated(hex_of(value.place), slots(value.attackers))
            case list():
                part = get_args(kind)[0]
                whole = get_origin(part) is Annotated and get_args(part)[1] == "slot"
                return slots(value) if whole else tuple(taken(part, each) for each in value)
        return one[get_args(kind)[1]](value) if get_origin(kind) is Annotated else value

    need((row.stage or "") in kinds, where, say("a stage of a fight"))
    return kinds[row.stage or ""](**{keys[key][0]: taken(keys[key][1], getattr(row, key))
                                     for key in keys if key in given})
