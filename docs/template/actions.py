"""What a player can do. Each action is a class; its notation is the verb of the example and then its fields."""

from __future__ import annotations

from game.board.hexgrid import HexGrid
from game.core.field_types import UnitName
from game.core.notation import DeclaredAction, Notation, PlaceName

from .units import UNITS


class Guard(DeclaredAction, example="guard red-1"):
    """A unit is its side's guard, the other one the line (2.1)."""

    unit: UnitName


class Move(DeclaredAction, example="move red-1 0302"):
    """A unit goes to an adjacent hex (3)."""

    unit: UnitName
    place: PlaceName


class Attack(DeclaredAction, example="attack red-1 blue-1"):
    """A unit attacks an adjacent enemy (4)."""

    unit: UnitName
    target: UnitName


class Withdraw(DeclaredAction, example="withdraw blue-1 0403"):
    """A unit that is attacked goes to a hex before the die is rolled (4.1)."""

    unit: UnitName
    place: PlaceName


class Stand(DeclaredAction, example="stand"):
    """A unit that is attacked does not withdraw (4.1)."""


class End(DeclaredAction, example="end"):
    """The phase is over (2)."""


def _unit(text: str) -> UnitName | None:
    return UNITS[text].id if text in UNITS else None


def _hex(text: str) -> str | None:
    try:
        HexGrid().parse(text)
    except ValueError:
        return None
    return text


NOTATION = Notation((Guard, Move, Attack, Withdraw, Stand, End), {UnitName: _unit, PlaceName: _hex})
