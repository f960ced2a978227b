"""The tables and counts of Tours from ``tables.toml``, which states where each number comes from."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, NamedTuple

from game.core.field_types import Key
from game.core.fields import Fields


class FireTable(NamedTuple):
    """Missile fire: its table, and its modifiers by range and by reason (7.3)."""

    least: tuple[int, ...]
    """Row -> the lowest adjusted die that gives it."""
    rows: tuple[tuple[str, ...], ...]
    """Row -> the results, column by column."""
    range: tuple[int, ...]
    """The modifiers for a range of 1, 2 and 3 hexes."""
    disordered: int
    shower: int
    wall: int
    woods: int


class ShockTable(NamedTuple):
    """Shock: the rows of its table, and modifiers (8.4, 9.0)."""

    least: tuple[int, ...]
    """Result, in the order of ``shock_odds.KEYS`` -> the lowest adjusted die that gives it."""
    flank: int
    rear: int
    sides: int
    """The modifier of an attack through two or more sides of a unit."""
    disordered: int
    leader: int
    hill: int
    woods: int
    mounted_in_woods: Annotated[int, Key("mounted-in-woods")]
    into_marsh: Annotated[int, Key("into-marsh")]
    out_of_marsh: Annotated[int, Key("out-of-marsh")]
    wall: int
    """The modifier of an attack on a unit in good order in the shield wall."""
    shaken_wall: Annotated[int, Key("shaken-wall")]
    """The modifier of an attack on a disordered unit in the shield wall."""


class Tables(NamedTuple):
    """All numbers, under the keys of the file."""

    moves: Mapping[str, int]
    """Kind -> movement points (2.2.1)."""
    command: Mapping[str, int]
    """Seat -> the command range of its leader in hexes (2.2.2)."""
    units: Mapping[str, Mapping[str, int]]
    """Contingent -> kind -> the number of its units (5.1)."""
    terrain: Mapping[str, tuple[int, int]]
    """Terrain -> the movement points for units on foot and for mounted units (2.3)."""
    fire: FireTable
    shock: ShockTable
    weapons: Mapping[str, Mapping[str, int]]
    """Attacker's kind -> defender's kind -> the modifier (8.4)."""
    stretches: Mapping[str, tuple[str, ...]]
    """Contingent, or ``camp`` -> its set-up areas as first and last hex (13.1, 13.2)."""
    proposed: Mapping[str, tuple[str, ...]]
    """Unit, or prefix of units -> the hexes of the proposed set-up."""


def _tables() -> Tables:
    """The contents of ``tables.toml``."""
    file = Path(__file__).with_name("tables.toml")
    tables: Tables = Fields().read(Tables, tomllib.loads(file.read_text("utf-8")), file.name)
    return tables


TABLES = _tables()
