"""The actions of Africa and their notations. Text that is no action is refused with what was expected."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.action import BadNotation, Faces, NamesNothing, NamesPlace, NamesUnit, NamesUnitAndPlace, parse_faces
from game.core.message import say
from game.core.nearest import with_nearest
from game.rules.africa.units import roster


@dataclass(frozen=True, slots=True)
class Move(NamesUnit):
    """A unit goes from area to area; every area entered, the last one its end (4, 8, 9)."""

    unit: str
    path: tuple[str, ...]

    @property
    def places(self) -> tuple[str, ...]:
        return self.path

    @property
    def notation(self) -> str:
        return f"move {self.unit} {' '.join(self.path)}"


@dataclass(frozen=True, slots=True)
class Fire(NamesPlace):
    """A unit fires at the top unit of an enemy stack (6.1), perhaps with an officer's support (10)."""

    unit: str
    place: str
    leader: str = ""

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit, self.leader) if self.leader else (self.unit,)

    @property
    def notation(self) -> str:
        return f"fire {self.unit} {self.place}" + (f" with {self.leader}" if self.leader else "")


@dataclass(frozen=True, slots=True)
class Bombard(NamesPlace):
    """A gun that was activated fires at all units of an area (9)."""

    unit: str
    place: str
    leader: str = ""

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit, self.leader) if self.leader else (self.unit,)

    @property
    def notation(self) -> str:
        return f"bombard {self.unit} {self.place}" + (f" with {self.leader}" if self.leader else "")


@dataclass(frozen=True, slots=True)
class Activate(NamesUnit):
    """Announce that cavalry or a gun acts now, in either player's turn (8, 9)."""

    unit: str

    @property
    def notation(self) -> str:
        return f"activate {self.unit}"


@dataclass(frozen=True, slots=True)
class Top(NamesUnit):
    """A unit is put on top of its stack (6.1)."""

    unit: str

    @property
    def notation(self) -> str:
        return f"top {self.unit}"


@dataclass(frozen=True, slots=True)
class Land(NamesUnitAndPlace):
    """The marines go ashore from the gunboat (11.C.3, 11.T.3)."""

    unit: str
    place: str

    @property
    def notation(self) -> str:
        return f"land {self.unit} {self.place}"


@dataclass(frozen=True, slots=True)
class Enter(NamesUnitAndPlace):
    """A reinforcement with a choice of areas comes onto the map (11.C.4)."""

    unit: str
    place: str

    @property
    def notation(self) -> str:
        return f"enter {self.unit} {self.place}"


@dataclass(frozen=True, slots=True)
class Shock(NamesPlace):
    """The hand-to-hand fight in an area is resolved now (6.2)."""

    place: str

    @property
    def notation(self) -> str:
        return f"shock {self.place}"


@dataclass(frozen=True, slots=True)
class Lose(NamesUnit):
    """A unit of the losing side is eliminated (6.2)."""

    unit: str

    @property
    def notation(self) -> str:
        return f"lose {self.unit}"


@dataclass(frozen=True, slots=True)
class LoseSteps(NamesNothing):
    """Each unit of the losing side loses a step instead (6.2)."""

    @property
    def notation(self) -> str:
        return "lose-steps"


@dataclass(frozen=True, slots=True)
class Retreat(NamesUnitAndPlace):
    """A unit that must retreat goes to an adjacent area (6.1, 6.2)."""

    unit: str
    place: str

    @property
    def notation(self) -> str:
        return f"retreat {self.unit} {self.place}"


@dataclass(frozen=True, slots=True)
class Done(NamesNothing):
    """The phase, or the activation, is over."""

    @property
    def notation(self) -> str:
        return "done"


AfricaAction = (
    Move | Fire | Bombard | Activate | Top | Land | Enter | Shock | Lose | LoseSteps | Retreat | Done | Faces
)
CONCRETE = (Move, Fire, Bombard, Activate, Top, Land, Enter, Shock, Lose, LoseSteps, Retreat, Done, Faces)

_ALONE: dict[str, AfricaAction] = {"done": Done(), "lose-steps": LoseSteps()}
_UNIT: dict[str, type[Activate] | type[Top] | type[Lose]] = {"activate": Activate, "top": Top, "lose": Lose}
_UNIT_PLACE: dict[str, type[Land] | type[Enter] | type[Retreat]] = {"land": Land, "enter": Enter, "retreat": Retreat}
_AIMED: dict[str, type[Fire] | type[Bombard]] = {"fire": Fire, "bombard": Bombard}
_VERBS = ("move", "shock", "roll", *_ALONE, *_UNIT, *_UNIT_PLACE, *_AIMED)


def parse(text: str) -> AfricaAction:
    """The action of a notation.

    :raises BadNotation: saying what was found and what was expected.
    """
    words = text.split()
    if not words:
        raise BadNotation(say("expected an action such as 'fire s-cuenca casa-de-la-condesa', not an empty text"))
    verb, rest = words[0], words[1:]
    if verb == "roll":
        return parse_faces(rest)
    if verb in _ALONE and not rest:
        return _ALONE[verb]
    if verb == "shock" and len(rest) == 1:
        return Shock(rest[0])
    if verb in _UNIT and len(rest) == 1:
        return _UNIT[verb](_unit(rest[0]))
    if verb in _UNIT_PLACE and len(rest) == 2:
        return _UNIT_PLACE[verb](_unit(rest[0]), rest[1])
    if verb == "move" and len(rest) in (2, 3):
        return Move(_unit(rest[0]), tuple(rest[1:]))
    if verb in _AIMED and len(rest) == 2:
        return _AIMED[verb](_unit(rest[0]), rest[1])
    if verb in _AIMED and len(rest) == 4 and rest[2] == "with":
        return _AIMED[verb](_unit(rest[0]), rest[1], _unit(rest[3]))
    if verb in _VERBS:
        raise BadNotation(say("expected {verb}, not {text!r}", verb=_SHAPES.get(verb, repr(verb)), text=text))
    raise BadNotation(with_nearest(say("unknown action {verb!r}, expected one of {names}", verb=verb,
                                       names=', '.join(sorted(_VERBS))), verb, _VERBS))


_SHAPES = {
    "move": say("'move', a unit and one or two areas"),
    "shock": say("'shock' and an area"),
    "fire": say("'fire', a unit, an area and perhaps 'with' and an officer"),
    "bombard": say("'bombard', a gun, an area and perhaps 'with' and an officer"),
    **{verb: say("{verb!r} and a unit", verb=verb) for verb in _UNIT},
    **{verb: say("{verb!r}, a unit and an area", verb=verb) for verb in _UNIT_PLACE},
}


def _unit(name: str) -> str:
    if name in roster():
        return name
    raise BadNotation(with_nearest(say("no unit is called {name!r}", name=name), name, roster()))
