"""The actions. Each is a class; its notation is the first word of the example, followed by the fields."""

from __future__ import annotations

from game.board.hexgrid import HexGrid
from game.core.field_types import UnitName
from game.core.notation import DeclaredAction, Notation, PlaceName

from .units import UNITS


class Guard(DeclaredAction, example="guard red-1"):
    """Choose a unit as the side's guard; the other one is the line (2.1)."""

    unit: UnitName


class Move(DeclaredAction, example="move red-1 0302"):
    """Move a unit to an adjacent hex (3)."""

    unit: UnitName
    place: PlaceName


class Attack(DeclaredAction, example="attack red-1 blue-1"):
    """Attack an adjacent enemy (4)."""

    unit: UnitName
    target: UnitName


class Withdraw(DeclaredAction, example="withdraw blue-1 0403"):
    """Withdraw an attacked unit to a hex before the die is rolled (4.1)."""

    unit: UnitName
    place: PlaceName


class Stand(DeclaredAction, example="stand"):
    """Leave the attacked unit where it is (4.1)."""


class End(DeclaredAction, example="end"):
    """End the phase (2)."""


def _unit(text: str) -> UnitName | None:
    return UNITS[text].id if text in UNITS else None


def _hex(text: str) -> str | None:
    try:
        HexGrid().parse(text)
    except ValueError:
        return None
    return text


NOTATION = Notation((Guard, Move, Attack, Withdraw, Stand, End), {UnitName: _unit, PlaceName: _hex})
