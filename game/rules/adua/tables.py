"""The tables of Adua from ``tables.toml``, for rules, cards and computer players alike (9.0, 10.1, 10.2)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from game.core.field_types import Key
from game.core.fields import Fields

Climb = Literal["plain", "first", "double", "triple", "one", "no"]
"""The cost class of a hex: 1 MP; 2 MP for the first such hex of a move, then 1; 2 MP; 3 MP; one hex a turn; prohibited
(9.0)."""
Reduced = Literal["", "one", "all"]
"""The units of a side that lose a step in a melee: none, one of them, or all (10.2)."""


class SmallArmsEffect(NamedTuple):
    """The effect of a small-arms combat on units."""

    repulsed: bool = False
    disorganized: bool = False
    steps: int = 0
    """Steps lost by each unit."""


class FireResult(NamedTuple):
    """An entry of the small-arms table (10.1)."""

    attackers: SmallArmsEffect = SmallArmsEffect()
    target: SmallArmsEffect = SmallArmsEffect()
    damage: int = 0
    """Points of damage to the attackers (ruling 48)."""


class MeleeResult(NamedTuple):
    """An entry of the melee table. If the melee ends, the Abyssinian units retreat one hex (10.2)."""

    ends: bool = False
    italian: Reduced = ""
    """Which Italian units lose a step."""
    abyssinian: Reduced = ""
    """Which Abyssinian units lose a step."""
    disorganized: bool = False
    """Whether the Italian units are disorganized."""


class MeleeTable(NamedTuple):
    """The melee table: die roll and column -> the key of the entry."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    """Row 0 is a roll of 1."""


class AduaTables(NamedTuple):
    """The contents of ``tables.toml``."""

    terrain: Mapping[str, tuple[Climb, Climb]]
    """Kind -> the cost class of a hex of the first and of the second level of hills."""
    italian_attack: Annotated[tuple[FireResult, ...], Key("italian-attack")]
    """By Italian hits less Abyssinian hits, from -1 to +3; the outermost entries stand for all differences beyond."""
    abyssinian_attack: Annotated[tuple[FireResult, ...], Key("abyssinian-attack")]
    """By the same differences."""
    melee_entries: Annotated[Mapping[str, MeleeResult], Key("melee-entries")]
    melee: MeleeTable


def _load() -> Any:
    """The tables of ``tables.toml``."""
    file = Path(__file__).with_name("tables.toml")
    return Fields().read(AduaTables, tomllib.loads(file.read_text("utf-8")), file.name)


TABLES: AduaTables = _load()
