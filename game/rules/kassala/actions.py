"""Kassala's actions and their notation: ``parse`` reads it, and says what was expected if it cannot."""

from __future__ import annotations

from dataclasses import dataclass

from game.board.hexgrid import COMMON_GRID
from game.core.action import BadNotation, Faces, NamesNothing, NamesUnit, NamesUnitAndPlace, parse_faces
from game.core.message import say
from game.core.nearest import with_nearest
from game.rules.kassala.units import SLOT

_GRID = COMMON_GRID
"""The numbering of the map's hexes."""


@dataclass(frozen=True, slots=True)
class KassalaMove(NamesUnit):
    """Move a unit along a path of hexes, in order. A single hex means any legal path to it.

    The hex that the unit starts in may be named first; it is then the first of ``places``.
    """

    unit: str
    path: tuple[str, ...]

    @property
    def places(self) -> tuple[str, ...]:
        return self.path

    @property
    def notation(self) -> str:
        return f"move {self.unit} {'-'.join(self.path)}"


@dataclass(frozen=True, slots=True)
class EndMovement(NamesNothing):
    """The phasing player ends movement (II.B.2)."""

    @property
    def notation(self) -> str:
        return "end-movement"


@dataclass(frozen=True, slots=True)
class KassalaAttack(NamesNothing):
    """One attack; with the cannon option, cannon can be among the attackers. Units are in roster order."""

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]

    @property
    def units(self) -> tuple[str, ...]:
        return (*self.attackers, *self.defenders)

    @property
    def notation(self) -> str:
        return f"attack {','.join(self.attackers)} > {','.join(self.defenders)}"


@dataclass(frozen=True, slots=True)
class KassalaBombard(NamesNothing):
    """A bombardment by one cannon without other units (IV.A.7.b)."""

    unit: str
    defenders: tuple[str, ...]

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit, *self.defenders)

    @property
    def notation(self) -> str:
        return f"bombard {self.unit} > {','.join(self.defenders)}"


@dataclass(frozen=True, slots=True)
class KassalaLose:
    """The owner of the stronger force chooses its losses in an exchange (I.D, EX)."""

    units: tuple[str, ...]

    @property
    def places(self) -> tuple[str, ...]:
        return ()

    @property
    def notation(self) -> str:
        return f"lose {','.join(self.units)}"


@dataclass(frozen=True, slots=True)
class KassalaAdvance(NamesUnitAndPlace):
    """A surviving attacker enters a vacated hex (II.E.13)."""

    unit: str
    place: str

    @property
    def notation(self) -> str:
        return f"advance {self.unit} {self.place}"


@dataclass(frozen=True, slots=True)
class NoAdvance(NamesNothing):
    """The attacker leaves the vacated hexes empty (II.E.13)."""

    @property
    def notation(self) -> str:
        return "no-advance"


@dataclass(frozen=True, slots=True)
class KassalaPlace(NamesUnitAndPlace):
    """Place one unit in a hex in free deployment (IV.B)."""

    unit: str
    place: str

    @property
    def notation(self) -> str:
        return f"place {self.unit} {self.place}"


@dataclass(frozen=True, slots=True)
class EndSetup(NamesNothing):
    """The player ends free deployment (IV.B)."""

    @property
    def notation(self) -> str:
        return "end-setup"


KassalaAction = (
    KassalaMove | EndMovement | KassalaAttack | KassalaBombard | KassalaLose | KassalaAdvance | NoAdvance | KassalaPlace
    | EndSetup | Faces
)

_WITHOUT_ARGUMENTS: dict[str, KassalaAction] = {
    "end-movement": EndMovement(), "no-advance": NoAdvance(), "end-setup": EndSetup()}
_FORMS = {
    "move": "move UNIT HEX-HEX",
    "attack": "attack UNIT,UNIT > UNIT",
    "bombard": "bombard UNIT > UNIT",
    "lose": "lose UNIT,UNIT",
    "advance": "advance UNIT HEX",
    "place": "place UNIT HEX",
    "roll": "roll FACE",
    **{word: word for word in _WITHOUT_ARGUMENTS},
}
"""Verb -> the form of its notation, for messages."""


def parse(text: str) -> KassalaAction:
    """The action that a notation describes.

    :raises BadNotation: naming the wrong word and what was expected.
    """
    words = text.split()
    if not words:
        raise BadNotation(say("an empty line is not an action; expected one of {names}", names=tuple(_FORMS)))
    verb, arguments = words[0], words[1:]
    if verb == "roll":
        return parse_faces(arguments)
    if verb in _WITHOUT_ARGUMENTS and not arguments:
        return _WITHOUT_ARGUMENTS[verb]
    if verb in ("move", "advance", "place") and len(arguments) == 2:
        unit = _unit(arguments[0])
        if verb == "move":
            return KassalaMove(unit, tuple(_hex(part) for part in arguments[1].split("-")))
        return KassalaAdvance(unit, _hex(arguments[1])) if verb == "advance" else KassalaPlace(unit, _hex(arguments[1]))
    if verb == "lose" and len(arguments) == 1:
        return KassalaLose(_units(arguments[0]))
    if verb in ("attack", "bombard") and len(arguments) == 3 and arguments[1] == ">":
        if verb == "bombard":
            return KassalaBombard(_unit(arguments[0]), _units(arguments[2]))
        return KassalaAttack(_units(arguments[0]), _units(arguments[2]))
    if verb in _FORMS:
        raise BadNotation(say("expected '{forms}', not {text!r}", forms=_FORMS[verb], text=text))
    raise BadNotation(say("{verb!r} is not an action; expected one of {names}", verb=verb, names=tuple(_FORMS)))


def _unit(word: str) -> str:
    if word in SLOT:
        return word
    raise BadNotation(with_nearest(say("no unit is called {name!r}", name=word), word, SLOT))


def _units(word: str) -> tuple[str, ...]:
    units = [_unit(part) for part in word.split(",")]
    if len(set(units)) != len(units):
        raise BadNotation(say("a unit is named twice in {word!r}", word=word))
    return tuple(sorted(units, key=SLOT.__getitem__))


def _hex(word: str) -> str:
    try:
        _GRID.parse(word)
    except ValueError as error:
        raise BadNotation(str(error)) from None
    return word
