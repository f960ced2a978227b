"""The pieces of Tours: kinds, contingents, movement allowances and names (2.2, 5.1; counts and values in
``tables.toml``); citations of the rulebook (``rule``), and refusals that several modules share."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Literal, NamedTuple, NewType, get_args

from game.core.field_types import UnitName
from game.core.indices import Seat, Slot
from game.core.message import Message, Text, say
from game.core.verdict import Illegal, Reason, RuleRef
from game.rules.tours.tables import TABLES

SeatName = Literal["frankish", "muslim"]
SEATS: tuple[SeatName, ...] = get_args(SeatName)
FRANKS, MUSLIMS = Seat(0), Seat(1)
FOE = (MUSLIMS, FRANKS)
"""Seat -> the other seat."""
SIDES = (say("Franks"), say("Muslims"))
"""Seat -> the name of its side."""

HEAVY_CAVALRY, LIGHT_CAVALRY, ARCHER, HEAVY_INFANTRY, LIGHT_INFANTRY, LEADER, WAGON = range(7)
"""Kinds of pieces; the mounted archers are the Muslims' light cavalry (7.0)."""
KIND_CODES = ("hc", "lc", "ma", "hi", "li", "leader", "wagon")
"""Kind -> its code in ids of units and in ``tables.toml``."""
KINDS = (
    say("heavy cavalry"), say("light cavalry"), say("mounted archers"), say("heavy infantry"), say("light infantry"),
    say("leader"), say("wagon train"),
)
"""Kind -> its name on screen."""
MOUNTED = frozenset((HEAVY_CAVALRY, LIGHT_CAVALRY, ARCHER))
HEAVY = frozenset((HEAVY_CAVALRY, HEAVY_INFANTRY))
ALLOWANCE = tuple(TABLES.moves[code] for code in KIND_CODES)
"""Kind -> movement points, the same in good order and disordered (2.2.1)."""

Contingent = NewType("Contingent", int)
"""A contingent, as an index of ``CONTINGENTS``; below 0 for none."""
HI, LI, HC, LC, RED, YELLOW, BLUE, GREY, GUARD = map(Contingent, range(9))
NO_CONTINGENT = Contingent(-1)
ContingentName = Literal["hi", "li", "hc", "lc", "red", "yellow", "blue", "grey", "guard"]
CONTINGENTS: tuple[ContingentName, ...] = get_args(ContingentName)
"""The four Frankish and the five Muslim contingents (5.1); the guard of the wagons is a contingent by ruling 4."""
CONTINGENT_TITLES: tuple[Message, ...] = (
    say("Heavy infantry"), say("Light infantry"), say("Heavy cavalry"), say("Light cavalry"), say("Red (Arabs)"),
    say("Yellow (Syrians)"), say("Blue (Andalusians)"), say("Grey (Berbers)"), say("Wagon guard"),
)
"""Contingent -> its name on screen."""
SEAT_NUMBER: dict[str, Seat] = {name: Seat(n) for n, name in enumerate(SEATS)}
"""Name -> the seat."""
CONTINGENT_OF: dict[str, Contingent] = {name: Contingent(n) for n, name in enumerate(CONTINGENTS)}
"""Name -> the contingent."""
CONTINGENTS_OF_SEAT = ((HI, LI, HC, LC), (RED, YELLOW, BLUE, GREY, GUARD))
"""Seat -> its contingents."""
SEAT_OF_CONTINGENT = (FRANKS,) * 4 + (MUSLIMS,) * 5
"""Contingent -> its seat."""
COMMAND_RANGE = tuple(TABLES.command[name] for name in SEATS)
"""Seat -> the command range of its leader, Charles or Abd ar-Rahman."""
TRIBES = (say("Arab"), say("Syrian"), say("Andalusian"), say("Berber"), say("Guard"))
"""The tribes in the names of Muslim units, in the order of the Muslim contingents."""


class ToursUnit(NamedTuple):
    """A piece as printed."""

    id: UnitName
    seat: Seat
    kind: int
    contingent: Contingent
    """Its contingent; -1 for leaders and wagons."""
    name: Text
    abbr: str
    """The abbreviation printed on the counter."""
    move: int
    """Movement points."""


def _combat_unit(contingent: Contingent, kind: int, n: int) -> ToursUnit:
    """The combat unit with this number among those of its kind in a contingent."""
    seat, code = SEAT_OF_CONTINGENT[contingent], KIND_CODES[kind]
    if seat == FRANKS:
        id_, name = f"{code}{n}", say("Frankish {kind} {n}", kind=KINDS[kind], n=n)
    else:
        id_ = f"{CONTINGENTS[contingent]}-{code}{n}"
        name = say("{tribe} {kind} {n}", tribe=TRIBES[contingent - RED], kind=KINDS[kind], n=n)
    return ToursUnit(UnitName(id_), seat, kind, contingent, name, f"{code.upper()} {n}", ALLOWANCE[kind])


UNITS: tuple[ToursUnit, ...] = (
    *(_combat_unit(contingent, KIND_CODES.index(code), n) for name, contingent in CONTINGENT_OF.items()
      for code, count in TABLES.units[name].items() for n in range(1, count + 1)),
    ToursUnit(UnitName("charles"), FRANKS, LEADER, NO_CONTINGENT, say("Charles"), "Charles", ALLOWANCE[LEADER]),
    ToursUnit(UnitName("abd-ar-rahman"), MUSLIMS, LEADER, NO_CONTINGENT, say("Abd ar-Rahman"), "Abd",
              ALLOWANCE[LEADER]),
    *(ToursUnit(UnitName(f"wagon{n}"), MUSLIMS, WAGON, NO_CONTINGENT, say("Wagon train {n}", n=n), "Wagons",
                ALLOWANCE[WAGON])
      for n in (1, 2, 3)),
)
"""All pieces; the index of a piece in this list is its slot. Combat units come first, the Franks' before the
Muslims'."""
COMBAT_UNITS = len(UNITS) - 5
"""The number of combat units; a slot from this one on is a leader or a wagon train."""
SLOTS = tuple(map(Slot, range(len(UNITS))))
LEADERS = (SLOTS[COMBAT_UNITS], SLOTS[COMBAT_UNITS + 1])
"""The slots of Charles and Abd ar-Rahman."""
WAGONS = SLOTS[COMBAT_UNITS + 2:]
"""The slots of the wagon trains."""
IDS = tuple(unit.id for unit in UNITS)
"""Slot -> the id of the piece in notation and positions."""
SLOT: dict[str, Slot] = {unit.id: slot for slot, unit in zip(SLOTS, UNITS, strict=True)}
"""Id of a piece -> its slot."""
KIND = tuple(unit.kind for unit in UNITS)
SEAT = tuple(unit.seat for unit in UNITS)
CONTINGENT = tuple(unit.contingent for unit in UNITS)
"""Slot -> the kind, the seat and the contingent of the piece."""
UNITS_OF_CONTINGENT = tuple(tuple(slot for slot in SLOTS if CONTINGENT[slot] == contingent)
                             for contingent in range(len(CONTINGENTS)))
"""Contingent -> the slots of its units."""
FIGHTERS = tuple(tuple(slot for slot in SLOTS[:COMBAT_UNITS] if SEAT[slot] == seat) for seat in (FRANKS, MUSLIMS))
"""Seat -> the slots of its combat units."""
SYSTEM = "tours"


@cache
def rule(number: str, ruling: int | None = None) -> RuleRef:
    """A citation of the rulebook."""
    return RuleRef(SYSTEM, number, ruling)


def reason(number: str, text: Message, ruling: int | None = None, **values: object) -> Reason:
    """A reason for a refusal, with its rule."""
    return Reason(rule(number, ruling), text, values)


def refuse(number: str, text: Message, ruling: int | None = None, **values: object) -> Illegal:
    """A refusal with one reason."""
    return Illegal((reason(number, text, ruling, **values),))


def refuse_wagon(target: Slot) -> Illegal | None:
    """The refusal of an attack on a wagon train, by shock or with arrows (11.0); None for another piece."""
    if KIND[target] != WAGON:
        return None
    return refuse("11.0", say("Wagon trains cannot be attacked"), unit=UNITS[target].id)


def refuse_in_wall() -> Illegal:
    """The refusal of moves and attacks by the heavy infantry in the shield wall (5.2.6, ruling 3)."""
    return refuse("5.2.6", say("Units in a shield wall may not move or attack. Order 'Leave the shield wall' first"), 3)


def refuse_failed_contingent(contingent: Contingent) -> Illegal:
    """The refusal for a contingent that has failed its activation roll in this player turn (5.2.4)."""
    return refuse("5.2.4", say("{contingent} has failed its activation roll and may not act this player turn",
                               contingent=CONTINGENT_TITLES[contingent]), contingent=CONTINGENTS[contingent])


CONTINGENT_NAMES_IN_TEXT: tuple[Message, ...] = (
    KINDS[HEAVY_INFANTRY], KINDS[LIGHT_INFANTRY], KINDS[HEAVY_CAVALRY], KINDS[LIGHT_CAVALRY],
    say("red contingent"), say("yellow contingent"), say("blue contingent"), say("grey contingent"),
    say("wagon guard"),
)
"""Contingent -> its name in the middle of a sentence."""
MUSLIM_WORDS = {RED: say("red"), YELLOW: say("yellow"), BLUE: say("blue"), GREY: say("grey"), GUARD: say("guard")}
"""Muslim contingent -> the word before the abbreviations of its units: the colour of their stripe, or ``guard``."""


def short_name(slot: Slot) -> Text:
    """The abbreviation printed on a unit's counter; before a Muslim one its word in ``MUSLIM_WORDS``, because each
    contingent numbers its own units."""
    unit = UNITS[slot]
    word = MUSLIM_WORDS.get(unit.contingent)
    return unit.abbr if word is None else say("{stripe} {unit}", stripe=word, unit=unit.abbr)


def short_names(slots: Iterable[Slot]) -> list[Text]:
    """The abbreviations printed on several counters; as ``short_name`` if two of them are the same."""
    slots = tuple(slots)
    printed: list[Text] = [UNITS[slot].abbr for slot in slots]
    return printed if len(set(printed)) == len(printed) else list(map(short_name, slots))


def name_of(slot: Slot) -> Text:
    """A piece's name on screen."""
    return UNITS[slot].name


def name_of_id(unit: str) -> Text:
    """A piece's name on screen, by its id."""
    return UNITS[SLOT[unit]].name


def slots_of(names: Iterable[str]) -> tuple[Slot, ...]:
    """The slots of units with these ids, ascending."""
    return tuple(sorted(map(SLOT.__getitem__, names)))


def ids(slots: Iterable[Slot]) -> tuple[UnitName, ...]:
    """The ids of units, which stand for them in notation."""
    return tuple(UNITS[slot].id for slot in slots)
