"""The counters of Africa 1859-60 (2.1): who they are, their types and factors."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from game.core.message import MessageError, say
from game.core.verdict import RuleRef

SYSTEM = "africa"
SPANISH, MOROCCAN = 0, 1
SEATS = ("spanish", "moroccan")
SIDES = (say("Spanish"), say("Moroccan"))
ROSTER_FILE = Path(__file__).parent / "roster.toml"

IR, NZ, IL, GM, GK, GUM, RIF, ENGINEERS = "IR", "NZ", "IL", "GM", "GK", "GUM", "RIF", "ENG"
CAVALRY, FIELD, HORSE, MOUNTAIN_GUN, ROCKETS = "CAV", "A", "AC", "AM", "ROCKET"
OFFICER, CONVOY, SHIP = "Of", "CONVOY", "NAVAL"
REGULARS = (IR, NZ)
GUNS = (FIELD, HORSE, MOUNTAIN_GUN, ROCKETS)
FOOT = (IR, NZ, IL, GM, GK, GUM, RIF, ENGINEERS)

POINTS = {IR: 3, NZ: 3, IL: 2, GM: 2, OFFICER: 0, CONVOY: 3, SHIP: 0}
"""Stacking points by type (5; convoys: 11.W.3); all others count 1."""
TITLES = {
    IR: say("line infantry"), NZ: say("nizam"), IL: say("light infantry"), GM: say("gaix madina"),
    GK: say("gaix kabila"), GUM: say("gum"), RIF: say("rif"), ENGINEERS: say("engineers"), CAVALRY: say("cavalry"),
    FIELD: say("field artillery"), HORSE: say("horse artillery"), MOUNTAIN_GUN: say("mountain artillery"),
    ROCKETS: say("rockets"), OFFICER: say("officer"), CONVOY: say("convoy"), SHIP: say("gunboat"),
}

NONE = -1
"""A factor the counter does not have."""
HIDDEN = -2
"""A shock factor that is drawn when the unit first fights hand to hand (Gaix Kabila)."""
DIE = -3
"""A factor rolled each time: 1d6 coins (Gum, Rif)."""
DIE_PLUS = -4
"""1d6 + 1 coins (Rif)."""
WRITTEN = {"hidden": HIDDEN, "d6": DIE, "1d6": DIE, "x": DIE, "x+1": DIE_PLUS}


@cache
def rule(number: str, ruling: int | None = None) -> RuleRef:
    """A citation of the rulebook of Africa."""
    return RuleRef(SYSTEM, number, ruling)


@dataclass(frozen=True, slots=True)
class Unit:
    """One counter; factors full strength first, then reduced where there are two steps."""

    id: str
    seat: int
    name: str
    kind: str
    fire: tuple[int, ...]
    """Coins in fire, or ``NONE``, ``DIE``, ``DIE_PLUS``."""
    shock: tuple[int, ...]
    """Coins in shock, or ``NONE``, ``HIDDEN``, ``DIE``."""
    attack: int = 0
    """An officer's combat support factor, in coins."""
    defence: int = 0
    """An officer's defence support factor, in coins."""
    note: str = ""

    @property
    def points(self) -> int:
        """Stacking points (5)."""
        return POINTS.get(self.kind, 1)

    @property
    def steps(self) -> int:
        return 2 if self.kind in REGULARS else 1

    @property
    def is_gun(self) -> bool:
        return self.kind in GUNS or self.kind == SHIP

    @property
    def fixed(self) -> bool:
        """The gun of the Medina has no movement allowance (11.T.3)."""
        return self.id == "m-jorge-iii"

    @property
    def areas(self) -> int:
        """Areas it moves in a turn (4); a ship in an activation (11.C.3)."""
        if self.fixed:
            return 0
        return 2 if self.kind in (CAVALRY, OFFICER, SHIP) else 1


class RosterError(MessageError, ValueError):
    """The list of counters cannot be used; says which counter and what was expected."""


def _factors(values: Any) -> tuple[int, ...]:
    return tuple(WRITTEN[value] if isinstance(value, str) else int(value) for value in values)


@cache
def roster() -> Mapping[str, Unit]:
    """Every counter by id.

    :raises RosterError: naming the counter that is wrong.
    """
    found: dict[str, Unit] = {}
    for name, row in tomllib.loads(ROSTER_FILE.read_text("utf-8")).items():
        if name == "provenance":
            continue
        try:
            found[name] = Unit(
                name, 0 if name[0] == "s" else 1, row["name"], row["kind"],
                _factors(row.get("fire", (NONE,))), _factors(row.get("shock", (NONE,))),
                row.get("attack", 0), row.get("defence", 0), row.get("note", ""),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise RosterError(say("{name}: {unit}: {error!r}; expected name, kind and factors",
                                  name=ROSTER_FILE.name, unit=name, error=error)) from error
    return found
