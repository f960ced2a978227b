"""What a player can do, and its notation."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.action import Action, BadNotation, NamesNothing, NamesUnitAndPlace, parse_faces

from .units import UNITS


@dataclass(frozen=True, slots=True)
class Move(NamesUnitAndPlace):
    """A unit goes to an adjacent hex (3)."""

    unit: str
    place: str

    @property
    def notation(self) -> str:
        return f"move {self.unit} {self.place}"


@dataclass(frozen=True, slots=True)
class Attack(NamesNothing):
    """A unit attacks an adjacent enemy (4)."""

    unit: str
    target: str

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit, self.target)

    @property
    def notation(self) -> str:
        return f"attack {self.unit} {self.target}"


@dataclass(frozen=True, slots=True)
class End(NamesNothing):
    """The phase is over (2)."""

    @property
    def notation(self) -> str:
        return "end"


def parse(text: str) -> Action:
    """The action of a notation.

    :raises BadNotation: saying what was found and expected.
    """
    match text.split():
        case ["roll", *words]:
            return parse_faces(words)
        case ["move", unit, place] if unit in UNITS:
            return Move(unit, place)
        case ["attack", unit, target] if unit in UNITS and target in UNITS:
            return Attack(unit, target)
        case ["end"]:
            return End()
    raise BadNotation(f"expected 'move UNIT HEX', 'attack UNIT UNIT', 'end' or 'roll N', not {text!r}")
