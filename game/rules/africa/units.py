"""The sides and units of Africa 1859-60 (2.1): seats and their names, citations of the rulebook (``rule``), the types
of masks in positions, the kinds of units, and the counters of the roster with their factors."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from game.board.areas import Area
from game.core.field_types import Members, Nothing, UnitName
from game.core.fields import Fields
from game.core.indices import Seat, Slot
from game.core.message import Message, in_context, or_list, say
from game.core.position_checks import need
from game.core.verdict import RuleRef
from game.rules.africa.tables import TABLES

SYSTEM = "africa"
SPANISH, MOROCCAN = BOTH = Seat(0), Seat(1)
SeatName = Literal["spanish", "moroccan"]
SEATS = ("spanish", "moroccan")
SIDES = (say("Spaniards"), say("Moroccans"))
ADJECTIVES = (in_context("adjective", "Spanish"), in_context("adjective", "Moroccan"))
"""The sides as adjectives, e.g. before ``units``."""


class Kind(StrEnum):
    """The kinds of counters (2.1), as abbreviated in ``roster.toml``; ``TITLES`` has their names."""

    IR, NZ, IL, GM, GK, GUM, RIF = "IR", "NZ", "IL", "GM", "GK", "GUM", "RIF"
    ENGINEERS, CAVALRY = "ENG", "CAV"
    FIELD_GUN, HORSE_GUN, MOUNTAIN_GUN, ROCKETS = "A", "AC", "AM", "ROCKET"
    OFFICER, CONVOY, SHIP = "Of", "CONVOY", "NAVAL"


REGULARS = (Kind.IR, Kind.NZ)
"""Kinds with two steps."""
GUNS = (Kind.FIELD_GUN, Kind.HORSE_GUN, Kind.MOUNTAIN_GUN, Kind.ROCKETS)
FOOT = (*REGULARS, Kind.IL, Kind.GM, Kind.GK, Kind.GUM, Kind.RIF, Kind.ENGINEERS)
"""Infantry and engineers: kinds that fire and move in their side's fire and movement phases, without activation."""

TITLES: Mapping[Kind, Message] = {
    Kind.IR: say("line infantry"), Kind.NZ: say("nizam"), Kind.IL: say("light infantry"), Kind.GM: say("gaix madina"),
    Kind.GK: say("gaix kabila"), Kind.GUM: say("gum"), Kind.RIF: say("rif"), Kind.ENGINEERS: say("engineers"),
    Kind.CAVALRY: say("cavalry"), Kind.FIELD_GUN: say("field artillery"), Kind.HORSE_GUN: say("horse artillery"),
    Kind.MOUNTAIN_GUN: say("mountain artillery"), Kind.ROCKETS: say("rockets"), Kind.OFFICER: say("officer"),
    Kind.CONVOY: say("convoy"), Kind.SHIP: say("gunboat"),
}
"""Kind -> its name on screen."""

Units = Annotated[int, Members(Slot)]
"""A mask of units; written as a list of ids in positions."""
Areas = Annotated[int, Members(Area)]
"""A mask of areas; written as a list of ids in positions."""
MARINES = "s-marina"
"""The unit that lands from the ship. When it fights in the ship's area, it counts as having entered from that same area
(11.C.3, 11.T.3, ruling 12)."""
FIXED_GUN = "m-jorge-iii"
"""The gun in the city of Tetuan, which may not move (11.T.3)."""
NOBODY = Slot(-1)
"""The slot for no unit."""
Helper = Annotated[Slot, Nothing(NOBODY)]
"""The officer that adds its support factor to the coins of a unit's fire (10); ``NOBODY`` for none."""

NO_FACTOR = -1
"""Code of a factor that the counter does not have."""
HIDDEN_FACTOR = -2
"""Code of a shock factor drawn when the unit first fights a shock combat (gaix kabila)."""
DIE_FACTOR = -3
"""Code of a factor rolled each time: 1d6 coins. ``x`` in the fire of the rif (11.W.3), ``1d6`` in the shock of gum and
rif (2.1)."""
DIE_PLUS = -4
"""Code of a fire factor rolled each time: 1d6 + 1 coins (rif, 11.W.3)."""
ROLLED_FACTORS = (DIE_FACTOR, DIE_PLUS)
"""Codes of the factors for which a unit rolls a die each time."""
FACTOR_CODES = {"hidden": HIDDEN_FACTOR, "1d6": DIE_FACTOR, "x": DIE_FACTOR, "x+1": DIE_PLUS}
"""Word for a factor in ``roster.toml`` -> its code."""


def seat_of(name: str) -> Seat:
    """The seat of a side, by its name in ``SEATS``."""
    return Seat(SEATS.index(name))


@cache
def rule(number: str, ruling: int | None = None) -> RuleRef:
    """A citation of the rulebook of Africa."""
    return RuleRef(SYSTEM, number, ruling)


@dataclass(frozen=True, slots=True)
class AfricaUnit:
    """One counter. ``fire`` and ``shock`` hold its factor at full strength; those of a regular, which has two steps,
    may hold a second factor for its reduced side."""

    id: UnitName
    seat: Seat
    name: str
    kind: Kind
    fire: tuple[int, ...]
    """Coins in fire, or ``NO_FACTOR``, ``DIE_FACTOR``, ``DIE_PLUS``."""
    shock: tuple[int, ...]
    """Coins in shock, or ``NO_FACTOR``, ``HIDDEN_FACTOR``, ``DIE_FACTOR``."""
    attack: int = 0
    """An officer's combat support factor, in coins."""
    defence: int = 0
    """An officer's defence support factor, in coins."""
    note: str = ""
    """A remark on the unit, e.g. ``elite in shock``."""
    short: str = ""
    """Short name for the counter's band; empty if the last word of the name will do."""
    symbol: str = ""
    """Name of its own picture; empty for that of its kind (``faces.SYMBOLS``)."""
    corps: str = ""
    """Its own corps, which decides the colours of the counter's band: a key of the theme's ``CORPS``; empty for that of
    its kind."""

    @property
    def points(self) -> int:
        """Stacking points (5)."""
        return TABLES.stacking.points.get(self.kind, 1)

    @property
    def steps(self) -> int:
        """The number of steps at full strength (2.1)."""
        return 2 if self.kind in REGULARS else 1

    def fire_factor(self, reduced: int) -> int:
        """The fire factor of its reduced side, or of its full-strength side: coins, or one of the codes in ``fire``.

        :param reduced: 1 or True for the reduced side. A side without a factor of its own has that of full strength.
        """
        return self.fire[min(reduced, len(self.fire) - 1)]

    def shock_factor(self, reduced: int) -> int:
        """The shock factor of its reduced side, or of its full-strength side (``fire_factor``)."""
        return self.shock[min(reduced, len(self.shock) - 1)]

    @property
    def is_gun(self) -> bool:
        """Whether it acts as a gun (9), as the ship does (ruling 24)."""
        return self.kind in GUNS or self.kind == Kind.SHIP

    @property
    def immobile(self) -> bool:
        """Whether the unit never moves: only ``FIXED_GUN``."""
        return self.id == FIXED_GUN

    @property
    def allowance(self) -> int:
        """Movement allowance in areas for a turn (4); for a ship, for an activation (11.C.3)."""
        if self.immobile:
            return 0
        return 2 if self.kind in (Kind.CAVALRY, Kind.OFFICER, Kind.SHIP) else 1


SPANISH_PREFIX = "s-"
"""The beginning of the ids of Spanish units; those of Moroccan units begin with ``m-``."""


class CounterRow(NamedTuple):
    """A counter as read from ``roster.toml``; its fields are explained at ``AfricaUnit``."""

    name: str
    kind: Kind
    fire: tuple[int | str, ...] = (NO_FACTOR,)
    shock: tuple[int | str, ...] = (NO_FACTOR,)
    attack: int = 0
    defence: int = 0
    note: str = ""
    short: str = ""
    symbol: str = ""
    corps: str = ""


def factors_of(values: tuple[int | str, ...], where: str) -> tuple[int, ...]:
    """The factors of a counter, with words replaced by their codes (``FACTOR_CODES``).

    :param where: the place in the file, for the error message.
    :raises BadPosition: naming the place, if a word is unknown.
    """
    for value in values:
        need(not isinstance(value, str) or value in FACTOR_CODES, where, or_list(FACTOR_CODES))
    return tuple(FACTOR_CODES[value] if isinstance(value, str) else value for value in values)


@cache
def roster() -> Mapping[str, AfricaUnit]:
    """Every counter by id.

    :raises BadPosition: naming the counter with an invalid value.
    """
    file = Path(__file__).with_name("roster.toml")
    data = tomllib.loads(file.read_text("utf-8"))
    rows: Mapping[str, CounterRow] = Fields().read(Mapping[str, CounterRow], data["counters"], file.name)
    return {id_: AfricaUnit(id=UnitName(id_), seat=SPANISH if id_.startswith(SPANISH_PREFIX) else MOROCCAN,
                            name=row.name, kind=row.kind, fire=factors_of(row.fire, f"{file.name}.{id_}.fire"),
                            shock=factors_of(row.shock, f"{file.name}.{id_}.shock"), attack=row.attack,
                            defence=row.defence, note=row.note, short=row.short, symbol=row.symbol, corps=row.corps)
            for id_, row in rows.items()}


def name_of(unit_id: str) -> str:
    """The name of a counter; its id if there is no such counter."""
    unit = roster().get(unit_id)
    return unit_id if unit is None else unit.name
