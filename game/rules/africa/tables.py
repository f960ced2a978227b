"""The tables of Africa, read from ``tables.toml``, which gives the provenance of each. Rules, cards and computer
players use the same tables. Modifiers are in coins."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, NamedTuple

from game.core.fields import Fields


class Stacking(NamedTuple):
    """Stacking points (5)."""

    provenance: str
    limit: int
    """The most points of a side in an area."""
    points: Mapping[str, int]
    """Kind of counter -> stacking points; all others count 1."""


class FireModifiers(NamedTuple):
    """Modifiers to the coins of fire, other than for cover and officers."""

    crowd: int
    """At an area with ``FireCombat.crowd`` stacking points or more."""
    plus: int
    """For a unit whose fire is a die roll plus 1."""
    rockets: int
    """For rockets firing at cavalry."""
    into_water: int
    """At a river without a bridge, or marsh."""
    from_water: int
    """Out of a river or marsh."""


class FireCombat(NamedTuple):
    """Fire combat (6.1)."""

    provenance: str
    heads: int
    """Heads needed for a hit."""
    coins: int
    """Coins flipped for the result of a hit."""
    results: tuple[Literal["retreat", "demoralization", "destroyed"], ...]
    """Result by the number of heads on these coins."""
    crowd: int
    """Stacking points from which an area is crowded: fire at it gets one more coin (ruling 2)."""
    modifiers: FireModifiers


class ArtilleryTable(NamedTuple):
    """Fire of guns (9)."""

    provenance: str
    range: int
    """In areas."""
    rocket_range: int
    rows: tuple[str, ...]
    """A row for each number of heads, the last one for more heads too; in it a letter for each face of the die."""


class Cover(NamedTuple):
    """A kind of cover: coin modifiers for fire from outside, and for the defender in shock."""

    fire: int
    shock: int


class Covers(NamedTuple):
    """Kinds of cover."""

    provenance: str
    buildings: Cover
    """Also forts."""
    rough: Cover
    """Mountain and forest."""
    works: Cover
    """Encampments and trenches."""


class ShockModifiers(NamedTuple):
    """Modifiers to the coins in shock combat, other than for cover and officers (6.2)."""

    provenance: str
    demoralized: int
    """For each demoralized defender."""
    from_water: int
    """For attackers from a river, marsh or bridge."""
    several: int
    """For attackers from several areas."""
    open: int
    """For cavalry that attacks in open ground."""
    against_cover: int
    """For cavalry that attacks cover."""


class RallyTable(NamedTuple):
    """Rally (7)."""

    provenance: str
    coins: int
    """Coins before modifiers."""
    heads: int
    """Heads needed."""
    officer: int
    """With an officer in the stack."""
    near: int
    """Next to an enemy."""
    safe: int
    """With no enemy within one area."""
    mountain: int
    low: int
    """In a river, forest or marsh area."""
    company: int
    """With another demoralized unit of the side in the area."""


class MarkerCup(NamedTuple):
    """The numbers of markers in the cup (6.1)."""

    provenance: str
    heads: int
    crosses: int


class Kabila(NamedTuple):
    """The gaix kabila (2.1, 11.C.3)."""

    provenance: str
    factors: tuple[tuple[int, int], ...]
    """Pairs (hidden shock factor, number of counters with it)."""
    away: int
    """Die face on which a tribe stays away."""


class AfricaTables(NamedTuple):
    """All tables of Africa."""

    stacking: Stacking
    fire: FireCombat
    artillery: ArtilleryTable
    cover: Covers
    shock: ShockModifiers
    rally: RallyTable
    cup: MarkerCup
    kabila: Kabila


_FILE = Path(__file__).with_name("tables.toml")
TABLES: AfricaTables = Fields().read(AfricaTables, tomllib.loads(_FILE.read_text("utf-8")), _FILE.name)
