"""What can be done in Adua, and its notation."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal, NamedTuple

from game.core.action import Action, BadNotation
from game.core.field_types import Between, UnitName
from game.core.message import say
from game.core.notation import Deed, Joined, Notation, PlaceName
from game.rules.adua.units import SLOT


class OrderKind(StrEnum):
    """What may be ordered (8.0): the eight actions, ``fire`` being small arms."""

    OFFENSIVE = "offensive"
    HOLD = "hold"
    RESUPPLY = "resupply"
    RALLY = "rally"
    MARCH = "move"
    SHOOT = "fire"
    ASSAULT = "melee"
    ENTRENCH = "entrench"
    __hash__ = str.__hash__  # that of enumerations is several times slower


REST = -1
"""In a share of dice: all that are left."""


class OfPiece(Deed, example=""):
    """What one piece does, or is done to it."""

    unit: UnitName


class PieceToPlace(OfPiece, example=""):
    """What one piece does at a place."""

    place: PlaceName


class UnitOnEnemy(OfPiece, example=""):
    """What one unit does to an enemy."""

    target: UnitName


class EndPhase(Deed, example="end", said=say("End the phase")):
    """The side ends its phase."""


class BeginResolving(Deed, example="begin", said=say("Resolve the attacks")):
    """All attacks are announced, and are resolved."""


class SetUpPiece(PieceToPlace, example="place i-ascari 2412", said=say("{unit} sets up in {place}")):
    """A piece is set up in a hex (4.0)."""


class AssignGun(OfPiece, example="gun iii-infantry", said=say("{unit} has a machine gun")):
    """A unit gets a machine gun (5.1)."""


class ReturnGun(OfPiece, example="no-gun iii-infantry", said=say("{unit} returns its machine gun")):
    """A unit gives its machine gun back (5.1)."""


class GiveOrder(Deed, example="order dabormida ragni offensive"):
    """A commander orders something of a unit or of a colonel (8.0)."""

    giver: UnitName
    target: UnitName
    kind: OrderKind


class CancelOrder(OfPiece, example="cancel ragni", said=say("The order to {unit} is cancelled")):
    """An order is taken back before the phase ends (8.0)."""


class MovePiece(Deed, example="move iii-infantry 2305-2205", said=say("{unit} moves to {place}")):
    """A piece moves hex by hex; by initiative into a melee; ``off`` the map by a pass at the end (9.0, 12.0, 13.0)."""

    unit: UnitName
    path: Annotated[tuple[PlaceName, ...], Joined("-")] = ()
    """The hexes it enters; with a single one that is not beside it, the cheapest way there."""
    off: Literal["", "off"] = ""


class LeaveMelee(PieceToPlace, example="disengage menelik-f1 2105", said=say("{unit} leaves the melee for {place}")):
    """A unit leaves a melee in its movement phase (10.2)."""


class DeclareAttack(UnitOnEnemy, example="declare i-ascari menelik-f1",
                    said=say("{unit} declares an attack on {target}")):
    """A unit declares an attack during movement (ruling 9)."""


class DiceAt(NamedTuple):
    """Dice at an enemy: so many, or all that are left."""

    target: UnitName
    dice: Annotated[int, Between(0, 99)] = REST


class AnnounceAttack(Deed, example="attack i-guns menelik-f1:3,menelik-f2"):
    """A unit's small-arms attack: how many dice at whom; the last one takes what is left (10.1)."""

    unit: UnitName
    shares: Annotated[tuple[DiceAt, ...], Joined(",")]


class WithdrawAttack(OfPiece, example="withdraw i-guns", said=say("{unit} withdraws its attack")):
    """A unit's attack is taken back before attacks are resolved (10.1)."""


class ResolveCombat(OfPiece, example="resolve menelik-f1", said=say("The combat against {unit} is resolved")):
    """The combat against a unit is resolved (10.1)."""


class PointsOn(NamedTuple):
    """Points of damage on a unit."""

    unit: UnitName
    points: Annotated[int, Between(0, 99)]


class AssignDamage(Deed, example="damage menelik-f1:2,menelik-f2:1"):
    """Points of damage fall on units (10.1)."""

    shares: Annotated[tuple[PointsOn, ...], Joined(",")]


class ChargeUnit(UnitOnEnemy, example="charge menelik-c1 i-ascari", said=say("{unit} charges {target}")):
    """A unit enters the hex of an enemy (10.2)."""


class TryInitiative(OfPiece, example="initiative menelik", said=say("{unit} rolls for initiative")):
    """A commander tries his initiative (12.0)."""


class RollMelee(Deed, example="melee 1907", said=say("The melee in {place} is rolled")):
    """A melee is rolled (10.2)."""

    place: PlaceName


class LoseStep(OfPiece, example="lose i-ascari", said=say("{unit} loses a step")):
    """A unit is the one of its side in a melee that loses a step (10.2)."""


class RetreatUnit(PieceToPlace, example="retreat menelik-f1 2105", said=say("{unit} retreats to {place}")):
    """A unit retreats from a melee (10.2)."""


class HoldHex(OfPiece, example="stay i-ascari", said=say("{unit} stays in the hex")):
    """A unit is the one to stay in the hex of a melee that is over (ruling 15)."""


END, BEGIN = EndPhase(), BeginResolving()


NOTATION = Notation(
    (EndPhase, BeginResolving, SetUpPiece, AssignGun, ReturnGun, GiveOrder, CancelOrder, MovePiece, LeaveMelee,
     DeclareAttack, AnnounceAttack, WithdrawAttack, ResolveCombat, AssignDamage, ChargeUnit, TryInitiative, RollMelee,
     LoseStep, RetreatUnit, HoldHex),
    {UnitName: lambda text: text if text in SLOT else None})


def parse(text: str) -> Action:
    """The action of a notation.

    :raises BadNotation: saying what was found and what was expected.
    """
    found = NOTATION.parse(text)
    if isinstance(found, AnnounceAttack | AssignDamage) and len({unit for unit, _ in found.shares}) < len(found.shares):
        raise BadNotation(say("A unit is named twice in {text!r}", text=text))
    if isinstance(found, MovePiece) and found.path == ("off",):
        return MovePiece(found.unit, (), "off")
    return found
