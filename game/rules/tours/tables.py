"""The numbers of Tours from ``tables.toml``, where their provenance is given."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, NamedTuple

from game.core.field_types import Key
from game.core.fields import Fields


class FireTable(NamedTuple):
    """Missile fire: its table, and its modifiers by range and by reason."""

    least: tuple[int, ...]
    rows: tuple[tuple[str, ...], ...]
    range: tuple[int, ...]
    disordered: int
    shower: int
    wall: int
    woods: int


class ShockTable(NamedTuple):
    """Shock: the rows of its table, and modifiers."""

    least: tuple[int, ...]
    flank: int
    rear: int
    sides: int
    disordered: int
    leader: int
    hill: int
    woods: int
    mounted_in_woods: Annotated[int, Key("mounted-in-woods")]
    into_marsh: Annotated[int, Key("into-marsh")]
    out_of_marsh: Annotated[int, Key("out-of-marsh")]
    wall: int
    shaken_wall: Annotated[int, Key("shaken-wall")]


class Tables(NamedTuple):
    """All numbers, under the keys of the file."""

    moves: Mapping[str, int]
    command: Mapping[str, int]
    units: Mapping[str, Mapping[str, int]]
    terrain: Mapping[str, tuple[int, int]]
    fire: FireTable
    shock: ShockTable
    weapons: Mapping[str, Mapping[str, int]]
    stretches: Mapping[str, tuple[str, ...]]
    proposed: Mapping[str, tuple[str, ...]]


def _tables() -> Tables:
    file = Path(__file__).with_name("tables.toml")
    found: Tables = Fields().read(Tables, tomllib.loads(file.read_text("utf-8")), file.name)
    return found


TABLES = _tables()
