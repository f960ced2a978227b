"""The actions of Pickets and their notation."""

from __future__ import annotations

import re
from dataclasses import dataclass

from game.board.hexgrid import DIRECTIONS
from game.core.action import Action, BadNotation, NamesNothing, NamesUnit, NamesUnitAndPlace, parse_faces

WORDS = ("end", "done", "begin", "decline")
SIMPLE = ("order", "exit", "react", "withdraw", "resolve")


@dataclass(frozen=True, slots=True)
class Word(NamesNothing):
    """An action without units: ``end`` a phase, be ``done`` with an order, ``begin`` to resolve, ``decline``."""

    notation: str


END, DONE, BEGIN, DECLINE = map(Word, WORDS)


@dataclass(frozen=True, slots=True)
class Simple(NamesUnit):
    """An action of one counter without further values: take an ``order``, ``exit``, ``react``, ``withdraw`` or
    ``resolve``."""

    deed: str
    unit: str

    @property
    def notation(self) -> str:
        return f"{self.deed} {self.unit}"


@dataclass(frozen=True, slots=True)
class Move(NamesUnit):
    """Move along hexes to a final facing; without hexes turn in place."""

    unit: str
    path: tuple[str, ...]
    facing: int

    @property
    def places(self) -> tuple[str, ...]:
        return self.path

    @property
    def notation(self) -> str:
        way = "-".join(self.path)
        return f"move {self.unit} {way}/{DIRECTIONS[self.facing]}"


@dataclass(frozen=True, slots=True)
class Enter(NamesUnitAndPlace):
    """Enter the map."""

    unit: str
    place: str

    @property
    def notation(self) -> str:
        return f"enter {self.unit} {self.place}"


@dataclass(frozen=True, slots=True)
class Fire(NamesUnit):
    """Fire along a line of hexes; the last one is the target."""

    unit: str
    path: tuple[str, ...]

    @property
    def places(self) -> tuple[str, ...]:
        return self.path

    @property
    def notation(self) -> str:
        return f"fire {self.unit} {'-'.join(self.path)}"


@dataclass(frozen=True, slots=True)
class Volley(NamesUnit):
    """Share out a battery's dice among targets."""

    unit: str
    shares: tuple[tuple[int, str], ...]

    @property
    def places(self) -> tuple[str, ...]:
        return tuple(place for _, place in self.shares)

    @property
    def notation(self) -> str:
        return f"volley {self.unit} {','.join(f'{dice}@{place}' for dice, place in self.shares)}"


@dataclass(frozen=True, slots=True)
class Assault:
    """Counters assault a hex together."""

    units: tuple[str, ...]
    place: str

    @property
    def places(self) -> tuple[str, ...]:
        return (self.place,)

    @property
    def notation(self) -> str:
        return f"assault {','.join(self.units)} {self.place}"


_UNIT, _HEX = r"[bg][fhg]\d\d", r"\d{4}"
_MOVE = re.compile(rf"move ({_UNIT}) ((?:{_HEX}(?:-{_HEX})*)?)/([a-z]+)", re.ASCII)
_ENTER = re.compile(rf"enter ({_UNIT}) ({_HEX})", re.ASCII)
_FIRE = re.compile(rf"fire ({_UNIT}) ({_HEX}(?:-{_HEX})*)", re.ASCII)
_VOLLEY = re.compile(rf"volley ({_UNIT}) (\d\d?@{_HEX}(?:,\d\d?@{_HEX})*)", re.ASCII)
_ASSAULT = re.compile(rf"assault ({_UNIT}(?:,{_UNIT})*) ({_HEX})", re.ASCII)
_SIMPLE = re.compile(rf"({'|'.join(SIMPLE)}) ({_UNIT})", re.ASCII)


def parse(text: str) -> Action:
    """The action of a notation.

    :raises BadNotation: with the expected form.
    """
    if text in WORDS:
        return Word(text)
    if text.split()[:1] == ["roll"]:
        return parse_faces(text.split()[1:])
    if found := _SIMPLE.fullmatch(text):
        return Simple(found[1], found[2])
    if (found := _MOVE.fullmatch(text)) and found[3] in DIRECTIONS:
        return Move(found[1], tuple(found[2].split("-")) if found[2] else (), DIRECTIONS.index(found[3]))
    if found := _ENTER.fullmatch(text):
        return Enter(found[1], found[2])
    if found := _FIRE.fullmatch(text):
        return Fire(found[1], tuple(found[2].split("-")))
    if found := _VOLLEY.fullmatch(text):
        shares = (part.split("@") for part in found[2].split(","))
        return Volley(found[1], tuple((int(dice), place) for dice, place in shares))
    if found := _ASSAULT.fullmatch(text):
        return Assault(tuple(found[1].split(",")), found[2])
    raise BadNotation(f"expected a word ({', '.join(WORDS)}), 'roll', or a deed such as 'move bf01 1023-1022/ne', "
                      f"not {text!r}")
