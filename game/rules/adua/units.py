"""The pieces of Adua with their printed values: Italian and Abyssinian units, commanders and mules (2.0, 3.0;
``roster.toml``)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple, NewType

from game.core.field_types import Between, Names, UnitName
from game.core.fields import Fields
from game.core.indices import Seat, Slot
from game.core.message import Message, Text, and_list, plural, say
from game.rules.adua.sides import ABYSSINIANS, COMMANDER, ITALIANS, KIND_NAMES, MULES, Kind

Brigade = NewType("Brigade", int)
"""An Italian brigade, as an index of ``BRIGADES``."""
MACHINE_GUN_COUNT = 4
"""The machine guns of the Italians (5.0; reconstructed)."""
MULE_COUNTERS = 6
"""The counters of mules (5.0; reconstructed)."""
MULE_MOVE = 4
"""The movement points of mules (5.3)."""


class BrigadeRow(NamedTuple):
    """A brigade and the colour of its counters as ``#rrggbb`` (2.0)."""

    name: Message
    colour: str


class AduaUnit(NamedTuple):
    """A piece as printed; a row of ``roster.toml`` has the values that differ from these defaults."""

    id: UnitName = UnitName("")
    seat: Seat = ITALIANS
    kind: Kind = COMMANDER
    name: Message = say("")
    abbr: str = ""
    values: tuple[Annotated[int, Between(1, 12)], ...] = ()
    """The combat value at full strength and after each lost step; none for commanders and mules."""
    quality: Annotated[int, Between(0, 2)] = 0
    """The weapons quality, which is added to each die (2.0)."""
    move: Annotated[int, Between(1, 9)] = 6
    """Movement points."""
    brigade: Brigade = Brigade(-1)
    """The brigade of an Italian piece; -1 for Abyssinians."""
    chief: str = ""
    """The id of the next higher commander: an Italian unit's colonel, a colonel's general, an Abyssinian unit's only
    commander; empty if it has none."""
    range: Annotated[int, Between(0, 9)] = 0
    """The command range of a commander in hexes (3.0)."""
    value: Annotated[int, Between(0, 6)] = 0
    """A commander's command value (Italian) or initiative value (Abyssinian) (3.0)."""
    turn: Annotated[int, Between(0, 15)] = 0
    """The turn on which an Abyssinian commander enters with its units; 0: on the map from the start (4.0)."""
    stripe: str = ""
    """The colour of an Abyssinian commander's stripe as ``#rrggbb``."""
    units: Mapping[str, int] = {}
    """Type of unit, a key of ``PrintedPieces.types`` -> the number of such units under an Abyssinian commander."""


class PrintedPieces(NamedTuple):
    """The contents of ``roster.toml``."""

    brigades: Mapping[str, BrigadeRow]
    italians: Mapping[str, AduaUnit]
    """The Italian combat units."""
    types: Mapping[str, AduaUnit]
    """The types of Abyssinian units."""
    commanders: Mapping[str, AduaUnit]
    """The Italian commanders."""
    chiefs: Mapping[str, AduaUnit]
    """The Abyssinian commanders."""


def _roster() -> PrintedPieces:
    """The contents of ``roster.toml``."""
    file = Path(__file__).with_name("roster.toml")
    data = tomllib.loads(file.read_text("utf-8"))
    names = Names({Kind: KIND_NAMES, Brigade: tuple(data["brigades"])})
    printed: PrintedPieces = Fields(names).read(PrintedPieces, data, file.name)
    return printed


ROSTER = _roster()
BRIGADES = tuple(row.name for row in ROSTER.brigades.values())
"""Brigade -> its name on screen."""
BRIGADE_COLOURS = tuple(row.colour for row in ROSTER.brigades.values())
"""Brigade -> the colour of its counters."""


UNITS: tuple[AduaUnit, ...] = (
    *(unit._replace(id=UnitName(id_)) for id_, unit in ROSTER.italians.items()),
    *(unit._replace(id=UnitName(f"{id_}-{code}{n}"), seat=ABYSSINIANS, abbr=f"{code.upper()} {n}", chief=id_,
                    name=say("{commander}'s {kind} {n}", commander=chief.name, kind=unit.name, n=n))
      for id_, chief in ROSTER.chiefs.items() for code, unit in ROSTER.types.items()
      for n in range(1, chief.units.get(code, 0) + 1)),
    *(unit._replace(id=UnitName(id_)) for id_, unit in ROSTER.commanders.items()),
    *(unit._replace(id=UnitName(id_), seat=ABYSSINIANS) for id_, unit in ROSTER.chiefs.items()),
    *(AduaUnit(UnitName(f"mules{n}"), ITALIANS, MULES, say("Mule train {n}", n=n), f"MUL{n}", move=MULE_MOVE,
               brigade=Brigade(min(n, len(BRIGADES)) - 1)) for n in range(1, MULE_COUNTERS + 1)),
)
"""All pieces; the index of a piece in this list is its slot: combat units first, the Italian ones before the others."""
SLOTS = tuple(Slot(n) for n in range(len(UNITS)))
ITALIAN_COUNT = len(ROSTER.italians)
"""The number of Italian combat units."""
COMBAT_UNITS = next(slot for slot, unit in enumerate(UNITS) if unit.kind == COMMANDER)
"""The number of combat units; a slot from this one on is a commander or mules."""
FIGHTERS = (SLOTS[:ITALIAN_COUNT], SLOTS[ITALIAN_COUNT:COMBAT_UNITS])
"""Seat -> the slots of its combat units."""
PIECES_OF_SIDE = tuple(tuple(slot for slot, unit in zip(SLOTS, UNITS, strict=True) if unit.seat == seat)
                for seat in (ITALIANS, ABYSSINIANS))
"""Seat -> its pieces."""
SLOT: Mapping[str, Slot] = {unit.id: slot for slot, unit in zip(SLOTS, UNITS, strict=True)}
"""Id of a piece -> its slot."""
NOBODY = Slot(-1)
"""No piece."""
KIND = tuple(unit.kind for unit in UNITS)
SEAT = tuple(unit.seat for unit in UNITS)
QUALITY = tuple(unit.quality for unit in UNITS)
"""Slot -> the kind, the seat and the weapons quality of the piece."""
STEPS = tuple(len(unit.values) if unit.values else 2 if unit.kind == MULES else 1 for unit in UNITS)
"""Slot -> its number of steps: a counter of mules stands for two mules (5.3), a commander is one man."""
CHIEF = tuple(SLOT.get(unit.chief, NOBODY) for unit in UNITS)
"""Slot -> its next higher commander (``AduaUnit.chief``); ``NOBODY`` if it has none."""
COMMANDERS = (tuple(SLOT[id_] for id_ in ROSTER.commanders), tuple(SLOT[id_] for id_ in ROSTER.chiefs))
"""Seat -> its commanders."""
GENERALS = tuple(slot for slot in COMMANDERS[ITALIANS] if CHIEF[slot] < 0)
"""Brigade -> its general."""
COLONELS = tuple(slot for slot in COMMANDERS[ITALIANS] if CHIEF[slot] >= 0)
GENERAL = tuple(GENERALS[unit.brigade] if unit.brigade >= 0 else NOBODY for unit in UNITS)
"""Slot -> the general of its brigade; ``NOBODY`` for Abyssinians."""
MULE_SLOTS = tuple(slot for slot in SLOTS if KIND[slot] == MULES)
MENELIK = SLOT["menelik"]
UNITS_OF_CHIEF = {chief: tuple(slot for slot in SLOTS[:COMBAT_UNITS] if CHIEF[slot] == chief)
            for side in COMMANDERS for chief in side}
"""Commander -> the units with its stripe."""
UNITS_OF_BRIGADE = tuple(tuple(slot for slot in FIGHTERS[ITALIANS] if UNITS[slot].brigade == n)
                         for n in range(len(BRIGADES)))
"""Brigade -> its units."""
ARRIVAL_TURN = {slot: UNITS[slot].turn for slot in COMMANDERS[ABYSSINIANS] if UNITS[slot].turn}
"""Abyssinian commander -> the turn on which it enters with its units (4.0)."""
STRIPE_COLOUR = {slot: UNITS[slot].stripe for slot in COMMANDERS[ABYSSINIANS]}
"""Abyssinian commander -> the colour of its stripe."""


def name_of(slot: Slot) -> Text:
    """A piece's name on screen."""
    return UNITS[slot].name


def short_name_of(slot: Slot) -> Text:
    """A piece's name where there is little room: as abbreviated on its counter, with its commander."""
    unit = UNITS[slot]
    if unit.seat == ABYSSINIANS and unit.chief:
        return say("{commander}'s {unit}", commander=ROSTER.chiefs[unit.chief].name, unit=unit.abbr)
    return unit.abbr or unit.name


def names_or_count(slots: Sequence[Slot], most: int = 1) -> Text:
    """The names of units, or only their number if there are more than ``most``."""
    return and_list(map(name_of, slots)) if len(slots) <= most else plural("{count} unit", "{count} units", len(slots))


def name_in_command(slot: Slot) -> Text:
    """A piece's name on screen without that of its commander, e.g. ``infantry 3``."""
    values = UNITS[slot].name.values or {}
    return say("{kind} {n}", kind=values["kind"], n=values["n"]) if "commander" in values else UNITS[slot].name
