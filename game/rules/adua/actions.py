"""What can be done in Adua, and its notation."""

from __future__ import annotations

import re
from typing import Annotated, Literal, NamedTuple, NewType, get_args

from game.core.action import Action, BadNotation
from game.core.fields import UnitName
from game.core.message import say
from game.core.notation import Deed, Joined, Notation, PlaceName
from game.rules.adua.units import SLOT

OrderName = Literal["offensive", "hold", "resupply", "rally", "move", "fire", "melee", "entrench"]
ORDERS: tuple[OrderName, ...] = get_args(OrderName)
OrderKind = NewType("OrderKind", int)
"""What is ordered, by its number in ``ORDERS``."""
OFFENSIVE, HOLD, RESUPPLY, RALLY, MARCH, SHOOT, ASSAULT, ENTRENCH = (OrderKind(n) for n in range(8))
"""What may be ordered (8.0): the eight actions, ``fire`` being small arms."""
NUMBER_OF = {name: OrderKind(n) for n, name in enumerate(ORDERS)}
"""Order -> its number."""
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


class EndPhase(Deed, example="end"):
    """The side ends its phase."""


class BeginResolving(Deed, example="begin"):
    """All attacks are announced, and are resolved."""


class SetUpPiece(PieceToPlace, example="place i-ascari 2412"):
    """A piece is set up in a hex (4.0)."""


class AssignGun(OfPiece, example="gun iii-infantry"):
    """A unit gets a machine gun (5.1)."""


class ReturnGun(OfPiece, example="no-gun iii-infantry"):
    """A unit gives its machine gun back (5.1)."""


class GiveOrder(Deed, example="order dabormida ragni offensive"):
    """A commander orders something of a unit or of a colonel (8.0)."""

    giver: UnitName
    target: UnitName
    kind: OrderName


class CancelOrder(OfPiece, example="cancel ragni"):
    """An order is taken back before the phase ends (8.0)."""


class MovePiece(Deed, example="move iii-infantry 2305-2205"):
    """A piece moves hex by hex; by initiative into a melee; ``off`` the map by a pass at the end (9.0, 12.0, 13.0)."""

    unit: UnitName
    path: Annotated[tuple[PlaceName, ...], Joined("-")] = ()
    """The hexes it enters; with a single one that is not beside it, the cheapest way there."""
    off: Literal["", "off"] = ""


class LeaveMelee(PieceToPlace, example="disengage menelik-f1 2105"):
    """A unit leaves a melee in its movement phase (10.2)."""


class DeclareAttack(UnitOnEnemy, example="declare i-ascari menelik-f1"):
    """A unit declares an attack during movement (ruling 9)."""


class DiceAt(NamedTuple):
    """Dice at an enemy: so many, or all that are left."""

    target: UnitName
    dice: int = REST

    @property
    def text(self) -> str:
        """E.g. ``menelik-f1:3``."""
        return self.target if self.dice == REST else f"{self.target}:{self.dice}"


class AnnounceAttack(Deed, example="attack i-guns menelik-f1:3,menelik-f2"):
    """A unit's small-arms attack: how many dice at whom; the last one takes what is left (10.1)."""

    unit: UnitName
    shares: Annotated[tuple[DiceAt, ...], Joined(",")]

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit, *(target for target, _ in self.shares))


class WithdrawAttack(OfPiece, example="withdraw i-guns"):
    """A unit's attack is taken back before attacks are resolved (10.1)."""


class ResolveCombat(OfPiece, example="resolve menelik-f1"):
    """The combat against a unit is resolved (10.1)."""


class PointsOn(NamedTuple):
    """Points of damage on a unit."""

    unit: UnitName
    points: int

    @property
    def text(self) -> str:
        """E.g. ``menelik-f1:2``."""
        return f"{self.unit}:{self.points}"


class AssignDamage(Deed, example="damage menelik-f1:2,menelik-f2:1"):
    """Points of damage fall on units (10.1)."""

    shares: Annotated[tuple[PointsOn, ...], Joined(",")]

    @property
    def units(self) -> tuple[str, ...]:
        return tuple(unit for unit, _ in self.shares)


class ChargeUnit(UnitOnEnemy, example="charge menelik-c1 i-ascari"):
    """A unit enters the hex of an enemy (10.2)."""


class TryInitiative(OfPiece, example="initiative menelik"):
    """A commander tries his initiative (12.0)."""


class RollMelee(Deed, example="melee 1907"):
    """A melee is rolled (10.2)."""

    place: PlaceName


class LoseStep(OfPiece, example="lose i-ascari"):
    """A unit is the one of its side in a melee that loses a step (10.2)."""


class RetreatUnit(PieceToPlace, example="retreat menelik-f1 2105"):
    """A unit retreats from a melee (10.2)."""


class HoldHex(OfPiece, example="stay i-ascari"):
    """A unit is the one to stay in the hex of a melee that is over (ruling 15)."""


END, BEGIN = EndPhase(), BeginResolving()


def _dice_at(text: str) -> DiceAt | None:
    unit, colon, number = text.partition(":")
    if unit not in SLOT or (colon and not re.fullmatch(r"\d{1,2}", number, re.ASCII)):
        return None
    return DiceAt(UnitName(unit), int(number) if colon else REST)


def _points_on(text: str) -> PointsOn | None:
    found = _dice_at(text)
    return None if found is None or found.dice == REST else PointsOn(*found)


NOTATION = Notation(
    (EndPhase, BeginResolving, SetUpPiece, AssignGun, ReturnGun, GiveOrder, CancelOrder, MovePiece, LeaveMelee,
     DeclareAttack, AnnounceAttack, WithdrawAttack, ResolveCombat, AssignDamage, ChargeUnit, TryInitiative, RollMelee,
     LoseStep, RetreatUnit, HoldHex),
    {UnitName: lambda text: text if text in SLOT else None, DiceAt: _dice_at, PointsOn: _points_on})


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
