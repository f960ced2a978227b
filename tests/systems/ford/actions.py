"""The actions of a player."""

from __future__ import annotations

from game.board.hexgrid import HexGrid
from game.core.action import Action
from game.core.field_types import UnitName
from game.core.message import Text, say
from game.core.notation import DeclaredAction, Notation, PlaceName

from .units import UNITS


class Move(DeclaredAction, example="move guard-1 0303"):
    """A unit moves (6)."""

    unit: UnitName
    place: PlaceName


class Attack(DeclaredAction, example="attack guard-1 0703"):
    """A unit opens an attack on an adjacent hex, or joins it (8.1 and 8.2)."""

    unit: UnitName
    place: PlaceName


class Choose(DeclaredAction, example="choose raider-3"):
    """Choose a unit: to name it in secret (3.2), to react (7), or to lose it (8.4), depending on the decision."""

    unit: UnitName


class Enough(DeclaredAction, example="enough"):
    """End a decision: no reaction (7), no further unit joins the attack (8.2), or the phase is over (5)."""


def _hex(text: str) -> str | None:
    try:
        HexGrid().parse(text)
    except ValueError:
        return None
    return text


NOTATION = Notation((Move, Attack, Choose, Enough), {
    UnitName: lambda text: UNITS[text].id if text in UNITS else None, PlaceName: _hex})


def told(action: Action, secret: bool) -> Text:
    """An action in words before it is done; a unit named in secret is not mentioned."""
    match action:
        case Move(unit, place):
            return say("{unit} moves to {hex}", unit=UNITS[unit].name, hex=place)
        case Attack(unit, place):
            return say("{unit} attacks {hex}", unit=UNITS[unit].name, hex=place)
        case Choose(unit):
            return say("A counter is named in secret") if secret else UNITS[unit].name
    return say("Enough") if isinstance(action, Enough) else action.notation
