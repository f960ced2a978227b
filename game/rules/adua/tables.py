"""The tables of Adua from ``tables.toml``, for rules, cards and computer players alike (9.0, 10.1, 10.2)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from game.core.field_types import Key
from game.core.fields import Fields

Climb = Literal["plain", "first", "double", "triple", "one", "no"]
Reduced = Literal["", "one", "all"]


class SmallArmsEffect(NamedTuple):
    """The effect of a small-arms combat on units."""

    repulsed: bool = False
    disorganized: bool = False
    steps: int = 0


class FireResult(NamedTuple):
    """An entry of the small-arms table."""

    attackers: SmallArmsEffect = SmallArmsEffect()
    target: SmallArmsEffect = SmallArmsEffect()
    damage: int = 0
    """Points of damage to the attackers."""


class MeleeResult(NamedTuple):
    """An entry of the melee table. If the melee ends, the Abyssinian units retreat one hex."""

    ends: bool = False
    italian: Reduced = ""
    """Which Italian units lose a step."""
    abyssinian: Reduced = ""
    disorganized: bool = False
    """Whether the Italian units are disorganized."""


class MeleeTable(NamedTuple):
    """The melee table: die roll and column -> the key of the entry."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class AduaTables(NamedTuple):
    """The contents of ``tables.toml``."""

    terrain: Mapping[str, tuple[Climb, Climb]]
    """Kind -> the cost class of a hex of the first and of the second level of hills."""
    italian_attack: Annotated[tuple[FireResult, ...], Key("italian-attack")]
    abyssinian_attack: Annotated[tuple[FireResult, ...], Key("abyssinian-attack")]
    melee_entries: Annotated[Mapping[str, MeleeResult], Key("melee-entries")]
    melee: MeleeTable


def _load() -> Any:
    file = Path(__file__).with_name("tables.toml")
    return Fields().read(AduaTables, tomllib.loads(file.read_text("utf-8")), file.name)


TABLES: AduaTables = _load()
