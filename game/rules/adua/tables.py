"""The tables of Adua as ``tables.toml`` has them, for rules, cards and computer players alike (9.0, 10.1, 10.2)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from game.core.field_types import Key
from game.core.fields import Fields

Climb = Literal["plain", "first", "double", "triple", "one", "no"]
Reduced = Literal["", "one", "all"]


class Hurt(NamedTuple):
    """What a small-arms combat does to units."""

    repulsed: bool = False
    disorganized: bool = False
    steps: int = 0


class FireResult(NamedTuple):
    """An entry of the small-arms table."""

    text: str
    attackers: Hurt = Hurt()
    target: Hurt = Hurt()
    damage: int = 0
    """Points on the attackers."""


class MeleeResult(NamedTuple):
    """An entry of the melee table. Where the melee ends the Abyssinian units retreat a hex."""

    ends: bool = False
    italian: Reduced = ""
    """Which Italian units are reduced."""
    abyssinian: Reduced = ""
    disorganized: bool = False
    """Whether the Italian units are."""


class MeleeTable(NamedTuple):
    """Die and column -> the key of the entry."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class AduaTables(NamedTuple):
    """``tables.toml``."""

    terrain: Mapping[str, tuple[Climb, Climb]]
    """Kind -> what a hex of the first and of the second level of hills costs."""
    italian_attack: Annotated[tuple[FireResult, ...], Key("italian-attack")]
    abyssinian_attack: Annotated[tuple[FireResult, ...], Key("abyssinian-attack")]
    melee_entries: Annotated[Mapping[str, MeleeResult], Key("melee-entries")]
    melee: MeleeTable


def _load() -> Any:
    file = Path(__file__).with_name("tables.toml")
    return Fields().read(AduaTables, tomllib.loads(file.read_text("utf-8")), file.name)


TABLES: AduaTables = _load()
