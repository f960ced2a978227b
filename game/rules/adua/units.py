"""The pieces of Adua: Italian and Abyssinian units, commanders and mules, with what is printed on them (2.0, 3.0;
values by the facts 4.1-4.3)."""

from __future__ import annotations

from typing import NamedTuple

from game.core.message import Message, Text, say
from game.core.verdict import Illegal, Reason, RuleRef

SYSTEM = "adua"
SEATS = ("italian", "abyssinian")
ITALIANS, ABYSSINIANS = 0, 1
SIDES = (say("Italians"), say("Abyssinians"))

(ASCARI, INFANTRY, BERSAGLIERI, ALPINI, FIELD_GUNS, ASCARI_GUNS, MOUNTAIN_GUNS, GUARD, VETERANS, WARRIORS, LIGHT,
 CAVALRY, BATTERY, COMMANDER, MULES) = range(15)
"""Kinds of pieces: rows of the terrain chart (9.0) and of Figure 1."""
KINDS = (
    say("Ascari"), say("infantry"), say("Bersaglieri"), say("Alpini"), say("artillery"), say("Ascari artillery"),
    say("mountain artillery"), say("Royal Guard"), say("veteran infantry"), say("infantry"), say("light infantry"),
    say("Galla cavalry"), say("artillery"), say("commander"), say("mules"),
)
ARTILLERY = frozenset((FIELD_GUNS, ASCARI_GUNS, MOUNTAIN_GUNS, BATTERY))
GUNNERS = frozenset((INFANTRY, ASCARI, ALPINI))
"""Kinds that may have a machine gun: infantry, the Bersaglieri excepted (5.1)."""

NATIVE, FIRST, SECOND, THIRD = range(4)
BRIGADES = (say("Native Brigade"), say("I Brigade"), say("II Brigade"), say("III Brigade"))
COLOURS = ("#2f5d9b", "#3f7a44", "#5b3a21", "#b08a55")
"""Brigade -> the colour of its counters (2.0; the third's is reconstructed)."""


class Unit(NamedTuple):
    """A piece as printed."""

    id: str
    seat: int
    kind: int
    name: Text
    abbr: str
    values: tuple[int, ...] = ()
    """The combat value at full strength and after each lost step; none for commanders and mules."""
    quality: int = 0
    move: int = 6
    brigade: int = -1
    """Italians: the brigade."""
    chief: str = ""
    """Whose stripe it has: an Italian unit's colonel, an Abyssinian one's chief; of a colonel his general."""
    range: int = 0
    value: int = 0
    """Of a commander: his command value, or his initiative value."""


def _i(id_: str, kind: int, name: Message, abbr: str, values: tuple[int, ...], quality: int, move: int, brigade: int,
       chief: str = "") -> Unit:
    return Unit(id_, ITALIANS, kind, name, abbr, values, quality, move, brigade, chief)


ITALIAN_UNITS = (
    _i("i-ascari", ASCARI, say("I Ascari"), "I ASC", (8, 6, 4, 2), 1, 5, NATIVE, "turitto"),
    _i("iv-ascari", ASCARI, say("IV Ascari"), "IV ASC", (8, 6, 4, 2), 1, 5, NATIVE, "turitto"),
    _i("vii-ascari", ASCARI, say("VII Ascari"), "VII ASC", (8, 6, 4, 2), 1, 5, NATIVE),
    _i("viii-ascari", ASCARI, say("VIII Ascari"), "VIII ASC", (8, 6, 4, 2), 1, 5, NATIVE),
    _i("ascari-guns", ASCARI_GUNS, say("Ascari Artillery"), "ART ASC", (4, 3, 2, 1), 1, 4, NATIVE),
    _i("sicilian-guns", MOUNTAIN_GUNS, say("Sicilian Mountain Artillery"), "AM SIC", (5, 4, 2, 1), 2, 4, NATIVE),
    _i("i-bersaglieri", BERSAGLIERI, say("I Bersaglieri"), "I BERS", (10, 8, 5, 3), 2, 5, FIRST, "stevani"),
    _i("ii-infantry", INFANTRY, say("II Infantry"), "II FAN", (7, 5, 4, 2), 2, 4, FIRST, "brusati"),
    _i("i-guns", MOUNTAIN_GUNS, say("I Mountain Artillery"), "I AM", (5, 4, 2, 1), 2, 4, FIRST, "brusati"),
    _i("iii-infantry", INFANTRY, say("III Infantry"), "III FAN", (7, 5, 4, 2), 2, 4, SECOND, "ragni"),
    _i("ii-guns", MOUNTAIN_GUNS, say("II Mountain Artillery"), "II AM", (6, 4, 3, 1), 2, 4, SECOND, "ragni"),
    _i("iv-infantry", INFANTRY, say("IV Infantry"), "IV FAN", (7, 5, 4, 2), 2, 4, SECOND, "airaghi"),
    _i("militia", ASCARI, say("Native Mobile Militia"), "MIL", (6, 5, 3, 2), 1, 5, SECOND, "airaghi"),
    _i("v-infantry", INFANTRY, say("V Infantry"), "V FAN", (7, 5, 4, 2), 2, 4, THIRD, "romero"),
    _i("vi-infantry", INFANTRY, say("VI Infantry"), "VI FAN", (7, 5, 4, 2), 2, 4, THIRD, "nava"),
    _i("alpini", ALPINI, say("Alpini"), "ALP", (9, 7, 5, 2), 2, 4, THIRD, "nava"),
    _i("iii-ascari", ASCARI, say("III Ascari"), "III ASC", (8, 6, 4, 2), 1, 5, THIRD),
    _i("quick-guns", FIELD_GUNS, say("Quick-fire Artillery"), "ART TR", (6, 4, 3, 1), 2, 4, THIRD, "romero"),
)
TYPES = {
    "gr": (GUARD, say("Royal Guard"), (4, 3, 2, 1), 1, 5), "fv": (VETERANS, say("veterans"), (3, 2), 1, 5),
    "f": (WARRIORS, say("infantry"), (2, 1), 0, 5), "fl": (LIGHT, say("light infantry"), (1, 1), 0, 6),
    "c": (CAVALRY, say("cavalry"), (4, 2), 0, 8), "a": (BATTERY, say("battery"), (3, 1), 1, 3),
}
"""Abyssinian types: kind, name, values, quality, move (facts 4.3)."""
CHIEFS = (
    ("menelik", say("Menelik"), 3, 6, 6, (4, 8, 7, 4, 3, 4)),
    ("maconnen", say("Maconnen"), 2, 4, 6, (0, 4, 10, 3, 0, 0)),
    ("micael", say("Micael"), 2, 4, 6, (0, 1, 5, 2, 5, 0)),
    ("taitu", say("Taitu"), 2, 4, 3, (0, 3, 8, 3, 1, 1)),
    ("guangul", say("Uascium Guangul"), 2, 3, 4, (0, 1, 5, 2, 0, 0)),
    ("alula", say("Alula"), 3, 4, 5, (0, 4, 8, 2, 0, 1)),
    ("gabeiehu", say("Gabeiehu"), 3, 3, 0, (0, 2, 4, 0, 0, 0)),
    ("atichim", say("Mangascia Atichim"), 1, 3, 0, (0, 0, 3, 1, 0, 0)),
    ("tecla", say("Tecla Haimanot"), 2, 4, 0, (0, 1, 4, 1, 0, 0)),
)
"""Commander, initiative, range, the turn he comes on (0: on the map), and his units by ``TYPES`` (4.0, facts 4.3)."""
STRIPES = ("#b8860b", "#2e6f40", "#7a2f8a", "#b03a2e", "#1f6f8b", "#8a5a2b", "#444444", "#c06c84", "#5d6d2e")
"""Chief -> the colour of his stripe; ours."""


def _abyssinian_units() -> list[Unit]:
    found = []
    for id_, name, _, _, _, counts in CHIEFS:
        for code, count in zip(TYPES, counts, strict=True):
            kind, title, values, quality, move = TYPES[code]
            for n in range(1, count + 1):
                called = say("{chief}: {kind} {n}", chief=name, kind=title, n=n)
                found.append(Unit(f"{id_}-{code}{n}", ABYSSINIANS, kind, called, f"{code.upper()} {n}", values, quality,
                                  move, -1, id_))
    return found


def _general(id_: str, name: Message, brigade: int, range_: int, value: int, chief: str = "") -> Unit:
    return Unit(id_, ITALIANS, COMMANDER, name, "", (), 0, 6, brigade, chief, range_, value)


ITALIAN_COMMANDERS = (
    _general("albertone", say("Albertone"), NATIVE, 5, 4),
    _general("turitto", say("Turitto"), NATIVE, 3, 2, "albertone"),
    _general("arimondi", say("Arimondi"), FIRST, 5, 3), _general("stevani", say("Stevani"), FIRST, 3, 1, "arimondi"),
    _general("brusati", say("Brusati"), FIRST, 3, 2, "arimondi"),
    _general("dabormida", say("Dabormida"), SECOND, 5, 3), _general("ragni", say("Ragni"), SECOND, 3, 2, "dabormida"),
    _general("airaghi", say("Airaghi"), SECOND, 3, 2, "dabormida"),
    _general("ellena", say("Ellena"), THIRD, 4, 3), _general("romero", say("Romero"), THIRD, 3, 2, "ellena"),
    _general("nava", say("Nava"), THIRD, 3, 2, "ellena"),
)
UNITS: tuple[Unit, ...] = (
    *ITALIAN_UNITS, *_abyssinian_units(), *ITALIAN_COMMANDERS,
    *(Unit(id_, ABYSSINIANS, COMMANDER, name, "", (), 0, 6, -1, "", range_, value)
      for id_, name, value, range_, _, _ in CHIEFS),
    *(Unit(f"mules{n}", ITALIANS, MULES, say("Mules {n}", n=n), "", (), 0, 4, min(n - 1, THIRD)) for n in range(1, 7)),
)
"""Every piece; its place in this list is its slot: combat units first, the Italian ones before the others."""
ITALIAN_COUNT = len(ITALIAN_UNITS)
COMBAT_UNITS = next(slot for slot, unit in enumerate(UNITS) if unit.kind == COMMANDER)
SLOT = {unit.id: slot for slot, unit in enumerate(UNITS)}
KIND = tuple(unit.kind for unit in UNITS)
SEAT = tuple(unit.seat for unit in UNITS)
QUALITY = tuple(unit.quality for unit in UNITS)
STEPS = tuple(len(unit.values) if unit.values else 2 if unit.kind == MULES else 1 for unit in UNITS)
"""Slot -> how many steps it has: a mule counter stands for two mules (5.3), a commander is one man."""
CHIEF = tuple(SLOT[unit.chief] if unit.chief else -1 for unit in UNITS)
COMMANDERS = (tuple(s for s, u in enumerate(UNITS) if u.kind == COMMANDER and u.seat == ITALIANS),
              tuple(s for s, u in enumerate(UNITS) if u.kind == COMMANDER and u.seat == ABYSSINIANS))
"""Seat -> its commanders."""
GENERALS = tuple(slot for slot in COMMANDERS[ITALIANS] if CHIEF[slot] < 0)
COLONELS = tuple(slot for slot in COMMANDERS[ITALIANS] if CHIEF[slot] >= 0)
GENERAL = tuple(GENERALS[unit.brigade] if unit.seat == ITALIANS and 0 <= unit.brigade else -1 for unit in UNITS)
"""Slot -> the general of its brigade; -1 for Abyssinians."""
MULE_SLOTS = tuple(s for s, unit in enumerate(UNITS) if unit.kind == MULES)
MENELIK = SLOT["menelik"]
FIGHTERS = (tuple(range(ITALIAN_COUNT)), tuple(range(ITALIAN_COUNT, COMBAT_UNITS)))
"""Seat -> the slots of its combat units."""
OF_CHIEF = {slot: tuple(s for s in range(COMBAT_UNITS) if CHIEF[s] == slot) for side in COMMANDERS for slot in side}
"""Commander -> the units with his stripe."""
OF_BRIGADE = tuple(tuple(s for s in range(ITALIAN_COUNT) if UNITS[s].brigade == b) for b in range(len(BRIGADES)))
ARRIVES = {SLOT[id_]: turn for id_, _, _, _, turn, _ in CHIEFS if turn}
"""Abyssinian commander -> the turn on which he comes with his units (4.0)."""
MACHINE_GUNS = 4


def rule(number: str, ruling: int | None = None) -> RuleRef:
    """A citation of the rulebook."""
    return RuleRef(SYSTEM, number, ruling)


def refuse(number: str, text: Message, ruling: int | None = None, **values: object) -> Illegal:
    """A refusal with one reason."""
    return Illegal((Reason(rule(number, ruling), text, values),))


def name_of(slot: int) -> Text:
    """A piece's name for people."""
    return UNITS[slot].name


def bits(mask: int) -> list[int]:
    """The numbers of the bits of a mask, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
