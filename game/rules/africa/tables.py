"""The tables of Africa, read from ``tables.toml``, which gives the provenance of each; used by rules, cards and
computer players alike."""

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
    points: Mapping[str, int]
    """Kind of counter -> stacking points; all others count 1."""


class FireModifiers(NamedTuple):
    """Modifiers to the coins of fire, other than for cover and officers."""

    crowd: int
    plus: int
    """For a unit whose fire is a die roll plus 1."""
    rockets: int
    """For rockets firing at cavalry."""
    into_water: int
    from_water: int


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
    """Number of stacking points at which an area is a good target."""
    modifiers: FireModifiers


class ArtilleryTable(NamedTuple):
    """Fire of guns (9)."""

    provenance: str
    range: int
    rocket_range: int
    rows: tuple[str, ...]
    """A row for each number of heads; a letter for each face of the die."""


class Cover(NamedTuple):
    """A kind of cover: coin modifiers for fire from outside, and for the defender in shock."""

    fire: int
    shock: int


class Covers(NamedTuple):
    """Kinds of cover."""

    provenance: str
    buildings: Cover
    rough: Cover
    works: Cover


class ShockModifiers(NamedTuple):
    """Modifiers to the coins in shock combat, other than for cover and officers (6.2)."""

    provenance: str
    demoralized: int
    from_water: int
    several: int
    open: int
    against_cover: int


class RallyTable(NamedTuple):
    """Rallying (7)."""

    provenance: str
    coins: int
    heads: int
    officer: int
    near: int
    safe: int
    mountain: int
    low: int
    company: int


class Cup(NamedTuple):
    """The markers in the cup."""

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
    cup: Cup
    kabila: Kabila


_FILE = Path(__file__).with_name("tables.toml")
TABLES: AfricaTables = Fields().read(AfricaTables, tomllib.loads(_FILE.read_text("utf-8")), _FILE.name)
