"""The actions of Africa, with their texts; the notation of each is derived from its fields and its example."""

from __future__ import annotations

from typing import Annotated, NamedTuple, cast

from game.core.action import BadNotation, Faces
from game.core.field_types import UnitName
from game.core.message import Message, in_context, say
from game.core.nearest import with_nearest
from game.core.notation import After, DeclaredAction, Joined, Notation, PlaceName
from game.rules.africa.units import roster


class Phrases(NamedTuple):
    """The texts of an action: with its unit, with its area only, and with neither. Instead of a missing text the one
    before it is used."""

    sentence: Message
    label: Message | None = None
    short_label: Message | None = None


FIRE_PHRASES = Phrases(say("{unit} fires at {area}"), say("Fire at {area}"), in_context("verb", "Fire"))


class AfricaMove(DeclaredAction, example="move s-husares casa-de-la-condesa castillejos"):
    """Move a unit from area to area; the path holds every area entered, the last one its destination (4, 8, 9)."""

    phrases = Phrases(say("{unit} to {area}"), say("To {area}"))
    unit: UnitName
    path: Annotated[tuple[PlaceName, ...], Joined(" ")]


class AfricaFire(DeclaredAction, example="fire s-cuenca casa-de-la-condesa with s-prim"):
    """Fire with a unit at the top unit of an enemy stack (6.1), perhaps with an officer's support (10)."""

    phrases = FIRE_PHRASES
    unit: UnitName
    place: PlaceName
    officer: Annotated[UnitName, After("with")] = UnitName("")
    """The officer who helps; empty for none (10)."""


class AfricaBombard(DeclaredAction, example="bombard s-montada castillejos with s-prim"):
    """Fire with an activated gun at all units of an area (9)."""

    phrases = FIRE_PHRASES
    unit: UnitName
    place: PlaceName
    officer: Annotated[UnitName, After("with")] = UnitName("")
    """The officer who helps; empty for none (10)."""


class AfricaActivate(DeclaredAction, example="activate s-husares"):
    """Activate cavalry or a gun, in either player's turn (8, 9)."""

    phrases = Phrases(say("Activate {unit}"))
    unit: UnitName


class PutOnTop(DeclaredAction, example="top s-cuenca"):
    """Put a unit on top of its stack (6.1)."""

    phrases = Phrases(say("Put {unit} on top of its stack"))
    unit: UnitName


class Land(DeclaredAction, example="land s-marina playa-del-tarajal"):
    """Land the marines from the gunboat (11.C.3, 11.T.3)."""

    phrases = Phrases(say("{unit} lands in {area}"), say("Land in {area}"), say("Land"))
    unit: UnitName
    place: PlaceName


class Enter(DeclaredAction, example="enter s-marina playa-del-tarajal"):
    """Set up a reinforcement that has a choice of areas (11.C.4)."""

    phrases = Phrases(say("{unit} is set up in {area}"), say("Set up in {area}"), say("Set up"))
    unit: UnitName
    place: PlaceName


class Shock(DeclaredAction, example="shock casa-de-la-condesa"):
    """Resolve the shock combat in an area now (6.2)."""

    phrases = Phrases(say("Shock combat in {area}"), None, say("Shock combat"))
    place: PlaceName


class AfricaLose(DeclaredAction, example="lose s-cuenca"):
    """Eliminate a unit of the losing side (6.2)."""

    phrases = Phrases(say("Lose {unit}"))
    unit: UnitName


class LoseSteps(DeclaredAction, example="lose-steps"):
    """Take one step from each unit of the losing side instead of eliminating units (6.2)."""

    phrases = Phrases(say("Each unit loses a step"))


class AfricaRetreat(DeclaredAction, example="retreat s-cuenca b"):
    """Retreat a unit to an adjacent area (6.1, 6.2)."""

    phrases = Phrases(say("{unit} retreats to {area}"), say("Retreat to {area}"))
    unit: UnitName
    place: PlaceName


class AfricaEnd(DeclaredAction, example="done"):
    """End the phase or the activation."""


AfricaAction = (
    AfricaMove | AfricaFire | AfricaBombard | AfricaActivate | PutOnTop | Land | Enter | Shock | AfricaLose | LoseSteps
    | AfricaRetreat | AfricaEnd | Faces
)
DECLARED_ACTIONS = (AfricaMove, AfricaFire, AfricaBombard, AfricaActivate, PutOnTop, Land, Enter, Shock, AfricaLose,
                    LoseSteps, AfricaRetreat, AfricaEnd)
ALL_ACTIONS = (*DECLARED_ACTIONS, Faces)


def _unit(name: str) -> UnitName:
    """:raises BadNotation: if no unit has this id."""
    if name in roster():
        return UnitName(name)
    raise BadNotation(with_nearest(say("no unit is called {name!r}", name=name), name, roster()))


_NOTATION = Notation(DECLARED_ACTIONS, {UnitName: _unit})


def parse(text: str) -> AfricaAction:
    """The action that a notation describes.

    :raises BadNotation: naming the wrong word and what was expected.
    """
    return cast(AfricaAction, _NOTATION.parse(text))
