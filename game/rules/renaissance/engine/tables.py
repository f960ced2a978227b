"""The tables of Renaissance, read from ``data/tables.toml``: element types, moves, factors, supports, interpenetration
and terrain. Every row names its rule. Lengths are in units: 500 are 1 MU.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeVar

from game.board.measuring import Base
from game.core.codec import BadPosition
from game.core.fields import Fields
from game.core.message import Message, say
from game.core.pose import BASE
from game.rules.renaissance.engine.words import MODIFIER_LABELS, ElementClass, Kind, TerrainKind, Topography

DATA: Final = Path(__file__).parent.parent / "data"
GENERALS: Final[frozenset[Kind]] = frozenset(("gn", "gf"))
Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Element:
    """An element type: one row of the tables of moves, ranges and factors (2.1, 2.6, 7.1) and its base (14.1.2)."""

    kind: Kind
    row: str
    """Its row in the sheet's tables; both generals share one."""
    vs: tuple[int, int]
    """Factors against foot and against mounted."""
    move: int
    """Full move in units."""
    depth: int
    """Depth of its base in units."""
    mounted: bool = False
    """Whether it counts as mounted; dragoons count as foot."""
    rides: bool = False
    """Whether bad going slows it like mounted although it counts as foot: dragoons."""
    shooting: tuple[int, int] | None = None
    """Factors in distant shooting if different: artillery's."""
    alphabetical: int = 0
    """Move under the option ``alphabetical-move-table``; 0 for the same."""
    range: int = 0
    """Range in units; 0 if it does not shoot."""
    artillery: bool = False
    """Whether it may not shoot in a bound in which it has moved."""
    wheeled: bool = False
    """Whether it may not enter bad going off the road nor move into contact."""
    extra_pip: bool = False
    """Whether moving it costs an extra PIP."""
    pushed: bool = True
    """Whether a recoiling friend can push it back."""
    pursues: bool = False
    """Whether it pursues an enemy that it has beaten."""

    @property
    def base(self) -> Base:
        """The size of its base."""
        return Base(BASE, self.depth)

    @property
    def symbol(self) -> str:
        """Name of its picture."""
        return "general-on-foot" if self.kind == "gf" else self.row

    @property
    def slowed(self) -> bool:
        """Whether bad going limits its move."""
        return self.mounted or self.rides


@dataclass(frozen=True, slots=True)
class TerrainType:
    """Properties of a kind of terrain (14.3)."""

    kind: TerrainKind
    area: bool = True
    """Whether it is a patch of ground; False for a waterway, a river or a road."""
    bad_going: bool = False
    camels: bool = False
    """Whether it is good going for camelry."""
    hides: bool = False
    """Whether it blocks sight, and command at a distance."""
    crest: bool = False
    """Whether it has a crest, which blocks sight and gives the higher ground."""
    impassable: bool = False
    """Whether no base may enter it."""
    slows_orders: bool = False
    """Whether a general in it makes every move of its side cost an extra PIP."""


@dataclass(frozen=True, slots=True)
class FactorRow:
    """A row of the modifiers of distant shooting (8) or close combat (10)."""

    rule: str
    name: str
    of: tuple[ElementClass, ...]
    """The elements whose score the row changes."""
    factor: int
    most: int = 0
    """Limit of the sum if the row counts several times; 0 for none."""

    @property
    def label(self) -> Message:
        """Its label in the arithmetic."""
        return MODIFIER_LABELS[self.name]

    def applies(self, kind: Kind) -> bool:
        """Whether the row applies to an element type."""
        return includes(self.of, kind)


@dataclass(frozen=True, slots=True)
class Support:
    """A row of the rear supports (9) or flank supports (11)."""

    rule: str
    of: tuple[ElementClass, ...]
    """The elements that are supported; in a row with a negative factor, the elements whose enemy is weakened."""
    by: tuple[Kind, ...]
    """The elements that support."""
    factor: int
    against: tuple[ElementClass, ...]
    """The enemies against which the support counts."""
    but: tuple[ElementClass, ...] = ()
    """Exceptions from ``against``."""


@dataclass(frozen=True, slots=True)
class Interpenetration:
    """A row of the interpenetration table (13)."""

    rule: str
    mover: tuple[ElementClass, ...]
    through: tuple[ElementClass, ...]
    """The elements that may be passed."""
    but: tuple[ElementClass, ...] = ()
    """Exceptions from ``through``."""
    recoiling: bool = False
    """Whether it applies to recoils; else to tactical moves and flight."""
    reversed: bool = False
    """Whether it also applies with mover and passed element exchanged."""

    def allows(self, mover: Kind, through: Kind) -> bool:
        """Whether one element may pass through the other."""
        pairs = ((mover, through), (through, mover)) if self.reversed else ((mover, through),)
        return any(includes(self.mover, one) and includes(self.through, other) and not includes(self.but, other)
                   for one, other in pairs)


@dataclass(frozen=True, slots=True)
class TopographyRow:
    """A row of the topography table (1.1, rulings 1 and 2)."""

    compulsory: TerrainKind
    optional: tuple[tuple[TerrainKind, ...], ...]
    """One of each tuple may be chosen."""


@dataclass(frozen=True, slots=True)
class PieceLimits:
    """Limits on the number of pieces of terrain on a table (1.2, 1.3)."""

    least: int
    most: int
    compulsory: tuple[int, int]
    """Least and most pieces of the compulsory kind."""
    optional: tuple[int, int]
    """Least and most pieces of all optional kinds."""
    of_one_optional: int
    """The most pieces of one optional kind."""
    quadrants: int
    """Number of quarters of the table that must hold terrain."""
    quadrants_difficult: int
    """Number of quarters that must hold a river, a waterway or bad going."""


@dataclass(frozen=True, slots=True)
class Distances:
    """Distances from the sheet, in units; ``turn`` in sixtieths of a degree (2.2 to 2.4, 3.1 to 5.2)."""

    bad_going: int
    """The longest move of mounted elements and dragoons in bad going."""
    river: int
    """The move of every element in a river."""
    road: int
    """The move of every element but light horse along a road."""
    road_light_horse: int
    zone_depth: int
    """Depth of a deployment zone, from the base edge or the waterway."""
    zone_side: int
    """Distance of a deployment zone from the side edges."""
    general_far: int
    """Distance from the general beyond which a move costs an extra PIP."""
    general_hidden: int
    """The same if something blocks command between them."""
    centre: int
    """Terrain modification: the distance from the table's centre within which bad going counts as near it."""
    new_piece: int
    """Terrain modification: the largest side of a new piece."""
    shift: int
    """Terrain modification: the length of a shift."""
    turn: int
    """Terrain modification: the angle of a turn."""


class RenaissanceTables(NamedTuple):
    """All tables except that of results."""

    distances: Distances
    elements: Mapping[Kind, Element]
    terrain: Mapping[TerrainKind, TerrainType]
    topography: Mapping[Topography, TopographyRow]
    piece_limits: PieceLimits
    shooting: tuple[FactorRow, ...]
    close_combat: tuple[FactorRow, ...]
    rear_support: tuple[Support, ...]
    flank_support: tuple[Support, ...]
    interpenetration: tuple[Interpenetration, ...]


def read_row(cls: type[Row], data: Mapping[str, Any], where: str, **fields: Any) -> Row:
    """A row of a table read from TOML, whose keys have hyphens.

    :param fields: further fields of the row, which may not be keys of the table.
    :raises BadPosition: naming the key and what was expected.
    """
    values = {key.replace("-", "_"): value for key, value in data.items()}
    for name in fields.keys() & values.keys():
        raise BadPosition(say("{where}: there is no key {name!r}", where=where, name=name))
    row: Row = Fields().read(cls, {**fields, **values}, where)
    return row


@cache
def table_data() -> Mapping[str, Any]:
    """The values of ``data/tables.toml``."""
    return tomllib.loads((DATA / "tables.toml").read_text("utf-8"))


def _rows(cls: type[Row], name: str) -> tuple[Row, ...]:
    return tuple(read_row(cls, row, f"{name}/{n}") for n, row in enumerate(table_data()[name]))


def _rows_by_kind(cls: type[Row], name: str) -> dict[Any, Row]:
    return {kind: read_row(cls, row, f"{name}/{kind}", kind=kind) for kind, row in table_data()[name].items()}


@cache
def tables() -> RenaissanceTables:
    """The tables as on the sheet."""
    data = table_data()
    topography = {name: read_row(TopographyRow, row, f"topography/{name}") for name, row in data["topography"].items()}
    return RenaissanceTables(
        read_row(Distances, data["distances"], "distances"), _rows_by_kind(Element, "elements"),
        _rows_by_kind(TerrainType, "terrain"), topography, read_row(PieceLimits, data["pieces"], "pieces"),
        _rows(FactorRow, "shooting"), _rows(FactorRow, "close-combat"), _rows(Support, "rear-support"),
        _rows(Support, "flank-support"), _rows(Interpenetration, "interpenetration"))


ELEMENTS: Final[Mapping[Kind, Element]] = tables().elements
TERRAIN: Final[Mapping[TerrainKind, TerrainType]] = tables().terrain
DISTANCES: Final[Distances] = tables().distances


@lru_cache(4096)
def includes(classes: tuple[ElementClass, ...], kind: Kind) -> bool:
    """Whether an element type belongs to the classes of a row (14.1.4, rulings 24 and 25)."""
    return kind in classes or "any" in classes or ("mounted" if ELEMENTS[kind].mounted else "foot") in classes


def factor(kind: Kind, against: Kind, *, shooting: bool = False) -> int:
    """The basic factor of an element against another (7.1, ruling 12).

    :param shooting: in distant shooting, for shooter or target.
    """
    element = ELEMENTS[kind]
    values = element.shooting if shooting and element.shooting is not None else element.vs
    return values[ELEMENTS[against].mounted]


def allowance(kind: Kind, going: Literal["open", "bad", "river", "road"], *, alphabetical: bool = False) -> int:
    """Move of an element in units, as limited by going (2.1 to 2.4, ruling 4); 0 if it may not enter."""
    element = ELEMENTS[kind]
    move = element.alphabetical or element.move if alphabetical else element.move
    if going == "road":
        return DISTANCES.road_light_horse if kind == "lh" else DISTANCES.road
    if going == "river":
        return DISTANCES.river
    if going == "bad" and element.wheeled:
        return 0
    return min(move, DISTANCES.bad_going) if going == "bad" and element.slowed else move


@lru_cache(4096)
def support_behind(front: Kind, behind: Kind, against: Kind, *, camp: bool = False, bad_going: bool = False,
                   ) -> Support | None:
    """The rear support of an element for the one in front of it (9, rulings 13 and 14); None if it gives none.

    :param camp: whether the enemy is in its camp.
    :param bad_going: whether either of the two is in bad going.
    """
    if front == behind and bad_going:
        return None
    return next((row for row in tables().rear_support if front in row.of and behind in row.by and (
        (includes(row.against, against) and not includes(row.but, against)) or (camp and "camp" in row.against))), None)


@lru_cache(4096)
def support_beside(fighter: Kind, beside: Kind, against: Kind) -> Support | None:
    """The flank support for an element's own score from a friend at its side (11.1, 11.2); None if there is none."""
    return next((row for row in tables().flank_support if row.factor > 0 and fighter in row.of and beside in row.by
                 and includes(row.against, against)), None)


@lru_cache(4096)
def support_against(attacker: Kind, enemy: Kind, beside: Kind) -> Support | None:
    """The flank support that lowers a mounted element's score because its enemy has a certain friend at its side (11.3,
    ruling 18); None if there is none."""
    return next((row for row in tables().flank_support if row.factor < 0 and enemy in row.of and beside in row.by
                 and includes(row.against, attacker)), None)


@lru_cache(4096)
def passing_row(mover: Kind, through: Kind, *, recoiling: bool = False) -> Interpenetration | None:
    """The row by which an element may pass through a friend (13, ruling 23); None if it may not.

    :param recoiling: in a recoil; else in a tactical move or in flight.
    """
    return next((row for row in tables().interpenetration if row.recoiling == recoiling and row.allows(mover, through)),
                None)
