"""The tables of Africa, read from ``tables.toml``, where each names its provenance: for rules, cards and computer
players alike."""

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
    """By type of counter; all others count 1."""


class FireModifiers(NamedTuple):
    """What adds to the coins of a fire, covers and officers aside."""

    crowd: int
    plus: int
    """Of a unit that rolls a die and adds to it."""
    rockets: int
    """At cavalry."""
    into_water: int
    from_water: int


class FireCombat(NamedTuple):
    """Fire combat (6.1)."""

    provenance: str
    heads: int
    """Heads that make a hit."""
    coins: int
    """Coins flipped for the result of a hit."""
    results: tuple[Literal["retreat", "demoralization", "destroyed"], ...]
    """By heads on these."""
    crowd: int
    """Stacking points that make an area a good target."""
    modifiers: FireModifiers


class ArtilleryTable(NamedTuple):
    """Fire of guns (9)."""

    provenance: str
    range: int
    rocket_range: int
    rows: tuple[str, ...]
    """By heads; a letter for each face of the die."""


class Cover(NamedTuple):
    """What a kind of cover takes from fire from outside, and gives the defender hand to hand, in coins."""

    fire: int
    shock: int


class Covers(NamedTuple):
    """Kinds of cover."""

    provenance: str
    buildings: Cover
    rough: Cover
    works: Cover


class ShockModifiers(NamedTuple):
    """What adds to coins in a shock combat, covers and officers aside (6.2)."""

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
    """Hidden shock factors and how many of each."""
    away: int
    """The face on which a tribe stays away."""


class AfricaTables(NamedTuple):
    """All of them."""

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
