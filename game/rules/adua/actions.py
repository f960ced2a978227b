"""The actions of Adua and their notation."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal, NamedTuple

from game.core.action import Action, BadNotation
from game.core.field_types import Between, UnitName
from game.core.message import say
from game.core.notation import DeclaredAction, Joined, Notation, PlaceName
from game.rules.adua.units import SLOT


class OrderKind(StrEnum):
    """The eight orders by their names in notation (8.0); ``fire`` is the attack by small arms."""

    OFFENSIVE = "offensive"
    HOLD = "hold"
    RESUPPLY = "resupply"
    RALLY = "rally"
    MARCH = "move"
    SHOOT = "fire"
    ASSAULT = "melee"
    ENTRENCH = "entrench"
    __hash__ = str.__hash__  # the hash of enumerations is several times slower


ALL_REMAINING = -1
"""The number of dice in a ``DiceAt`` that stands for all remaining dice."""


class PieceAction(DeclaredAction, example=""):
    """An action of one piece, or one that concerns it."""

    unit: UnitName


class PieceToPlace(PieceAction, example=""):
    """An action of one piece with a hex."""

    place: PlaceName


class UnitOnEnemy(PieceAction, example=""):
    """An action of one unit against an enemy unit."""

    target: UnitName


class EndPhase(DeclaredAction, example="end", description=say("End the phase")):
    """The side ends its phase."""


class BeginResolving(DeclaredAction, example="begin", description=say("Resolve the attacks")):
    """All attacks are announced; their resolution begins."""


class SetUpPiece(PieceToPlace, example="place i-ascari 2412", description=say("{unit} sets up in {place}")):
    """A piece is set up in a hex (4.0)."""


class AssignGun(PieceAction, example="gun iii-infantry", description=say("{unit} has a machine gun")):
    """A unit receives a machine gun (5.1)."""


class ReturnGun(PieceAction, example="no-gun iii-infantry", description=say("{unit} returns its machine gun")):
    """A unit gives its machine gun back to the pool (5.1)."""


class GiveOrder(DeclaredAction, example="order dabormida ragni offensive"):
    """A commander gives an order to a unit or to a colonel (8.0)."""

    giver: UnitName
    target: UnitName
    """The unit or colonel that is ordered."""
    kind: OrderKind


class CancelOrder(PieceAction, example="cancel ragni", description=say("The order to {unit} is cancelled")):
    """An order is cancelled before the phase ends (8.0)."""


class MovePiece(DeclaredAction, example="move iii-infantry 2305-2205", description=say("{unit} moves to {place}")):
    """A piece moves along a path of hexes, by initiative into a melee, or at the end ``off`` the map by a pass (9.0,
    12.0, 13.0)."""

    unit: UnitName
    path: Annotated[tuple[PlaceName, ...], Joined("-")] = ()
    """The hexes it enters, in order; a single hex that is not adjacent means the cheapest path there."""
    off: Literal["", "off"] = ""
    """``off`` if it then exits by the pass."""


class LeaveMelee(PieceToPlace, example="disengage menelik-f1 2105",
                 description=say("{unit} leaves the melee for {place}")):
    """A unit leaves a melee in its movement phase (10.2)."""


class DeclareAttack(UnitOnEnemy, example="declare i-ascari menelik-f1",
                    description=say("{unit} declares an attack on {target}")):
    """A unit declares an attack during movement (ruling 9)."""


class DiceAt(NamedTuple):
    """The dice against one enemy: a number, or all that are left."""

    target: UnitName
    dice: Annotated[int, Between(0, 99)] = ALL_REMAINING


class AnnounceAttack(DeclaredAction, example="attack i-guns menelik-f1:3,menelik-f2"):
    """A unit's small-arms attack: the dice against each target; the last target gets those that are left (10.1)."""

    unit: UnitName
    shares: Annotated[tuple[DiceAt, ...], Joined(",")]


class WithdrawAttack(PieceAction, example="withdraw i-guns", description=say("{unit} withdraws its attack")):
    """A unit's announced attack is withdrawn before attacks are resolved (10.1)."""


class ResolveCombat(PieceAction, example="resolve menelik-f1",
                    description=say("The combat against {unit} is resolved")):
    """The combat against a unit is resolved (10.1)."""


class PointsOn(NamedTuple):
    """The points of damage on one unit."""

    unit: UnitName
    points: Annotated[int, Between(0, 99)]


class AssignDamage(DeclaredAction, example="damage menelik-f1:2,menelik-f2:1"):
    """Points of damage are distributed among units (10.1)."""

    shares: Annotated[tuple[PointsOn, ...], Joined(",")]


class ChargeUnit(UnitOnEnemy, example="charge menelik-c1 i-ascari", description=say("{unit} charges {target}")):
    """A unit enters the hex of an enemy, and so begins or joins a melee (10.2)."""


class TryInitiative(PieceAction, example="initiative menelik", description=say("{unit} rolls for initiative")):
    """A commander rolls for initiative (12.0)."""


class RollMelee(DeclaredAction, example="melee 1907", description=say("The melee in {place} is rolled")):
    """A melee is rolled (10.2)."""

    place: PlaceName


class LoseStep(PieceAction, example="lose i-ascari", description=say("{unit} loses a step")):
    """The unit that takes its side's step loss in a melee is chosen (10.2)."""


class RetreatUnit(PieceToPlace, example="retreat menelik-f1 2105", description=say("{unit} retreats to {place}")):
    """A unit retreats from a melee (10.2)."""


class HoldHex(PieceAction, example="stay i-ascari", description=say("{unit} stays in the hex")):
    """The unit that stays in the hex after a melee is chosen (ruling 15)."""


END_PHASE = EndPhase()
BEGIN_RESOLVING = BeginResolving()


NOTATION = Notation(
    (EndPhase, BeginResolving, SetUpPiece, AssignGun, ReturnGun, GiveOrder, CancelOrder, MovePiece, LeaveMelee,
     DeclareAttack, AnnounceAttack, WithdrawAttack, ResolveCombat, AssignDamage, ChargeUnit, TryInitiative, RollMelee,
     LoseStep, RetreatUnit, HoldHex),
    {UnitName: lambda text: text if text in SLOT else None})


def parse(text: str) -> Action:
    """The action that a notation describes.

    :raises BadNotation: with what was found and what was expected.
    """
    action = NOTATION.parse(text)
    if isinstance(action, AnnounceAttack | AssignDamage) and (
            len({unit for unit, _ in action.shares}) < len(action.shares)):
        raise BadNotation(say("A unit is named twice in {text!r}", text=text))
    if isinstance(action, MovePiece) and action.path == ("off",):
        return MovePiece(action.unit, (), "off")
    return action
