"""What can be done in Tours, and its notation."""

from __future__ import annotations

from typing import Annotated, Literal, NewType, get_args

from game.core.field_types import UnitName
from game.core.message import say
from game.core.notation import Deed, Joined, Notation, PlaceName
from game.rules.tours.units import SLOT, ContingentName, SeatName

Vertex = NewType("Vertex", int)
"""A way to face, by its number in ``VERTICES``."""
VERTICES = ("nw", "ne", "e", "se", "sw", "w")
"""The six ways to face, clockwise: vertex k lies between sides k - 1 and k of the hex (3.3)."""
ANGLES = (330, 30, 90, 150, 210, 270)
"""The same in degrees clockwise from the top of the sheet."""
COMPASS = (say("north-east"), say("south-east"), say("south"), say("south-west"),
           say("north-west"), say("north"))
"""The same in words. North is the left edge of the printed sheet, towards Tours; must agree with the map."""
OrderNumber = NewType("OrderNumber", int)
"""An order, by its number in ``ORDERS``."""
OrderName = Literal["none", "move", "reform", "wall"]
ORDERS: tuple[OrderName, ...] = get_args(OrderName)
NO_ORDER, MOVE, REFORM, WALL = range(4)
"""What a contingent may be told (5.2)."""


class ToursEnd(Deed, example="end", said=say("End the phase")):
    """A phase is over, or what a contingent does."""


class Begin(Deed, example="begin", said=say("Resolve the attacks")):
    """The attacks that are announced are resolved (8.3)."""


class Decline(Deed, example="decline", said=say("Nothing more")):
    """The player declines what is offered."""


class Go(Deed, example="first frankish"):
    """Who won the initiative says who goes first (4.1)."""

    first: SeatName


class Order(Deed, example="order hi wall"):
    """A contingent's order; ``none`` takes its marker back (5.2.1)."""

    contingent: ContingentName
    order: OrderName


class ToursActivate(Deed, example="activate red"):
    """A contingent's turn to carry its order out: it rolls where it must (5.2.2)."""

    contingent: ContingentName


class ToursMove(Deed, example="move hi1 1706-1707 led", said=say("{unit} moves to {place}")):
    """A piece goes from hex to hex (6.0)."""

    unit: UnitName
    path: Annotated[tuple[PlaceName, ...], Joined("-")]
    led: bool = False
    """Whether the leader in its hex goes along (3.1.1)."""


class ChangeFacing(Deed, example="face hi1 e"):
    """A unit faces a vertex (3.3)."""

    unit: UnitName
    vertex: int

    @property
    def notation(self) -> str:
        return f"face {self.unit} {VERTICES[self.vertex]}"


class ToursFire(Deed, example="fire red-ma1 hi1", said=say("{unit} fire at {target}")):
    """Archers fire at a unit (7.0)."""

    unit: UnitName
    target: UnitName


class React(Deed, example="react red-ma1", said=say("{unit} fire in reaction")):
    """Archers fire in reaction (7.2)."""

    unit: UnitName


class ToursAttack(Deed, example="attack hc1 red-li1", said=say("{unit} attacks {targets}")):
    """A unit announces a shock attack on one unit or two; with others on the same (8.2)."""

    unit: UnitName
    targets: tuple[UnitName, ...]


class Withdraw(Deed, example="withdraw hc1", said=say("{unit} withdraws its attack")):
    """A unit takes the attack back that it has announced (8.3)."""

    unit: UnitName


class Resolve(Deed, example="resolve hc1", said=say("The combat of {unit} is resolved")):
    """The combat in which a unit attacks is resolved (8.3)."""

    unit: UnitName


class ContinueAttack(Deed, example="again hc1,hc2 red-li1", said=say("{attackers} attack {targets}")):
    """Units attack within a combat: a continued attack, or a counter-attack (9.0)."""

    attackers: tuple[UnitName, ...]
    targets: tuple[UnitName, ...]


class ToursPlace(Deed, example="place hi1 1606", said=say("{unit} sets up in {place}")):
    """A piece is set up elsewhere (13.0)."""

    unit: UnitName
    place: PlaceName


class ToursRetreat(Deed, example="retreat hc1 1706", said=say("{unit} retreats to {place}")):
    """A unit retreats before shock (8.1)."""

    unit: UnitName
    place: PlaceName


class Stand(Deed, example="stand hc1", said=say("{unit} stands")):
    """A unit does not retreat before shock (8.1)."""

    unit: UnitName


class ToursAdvance(Deed, example="advance hc1 1706", said=say("{unit} advances into {place}")):
    """A unit advances into a hex that the enemy has left or lost (8.1, 8.5)."""

    unit: UnitName
    place: PlaceName


class Eliminate(Deed, example="eliminate hc1", said=say("{unit} is eliminated")):
    """Of several units this one is eliminated (9.0)."""

    unit: UnitName


class Rescue(Deed, example="rescue charles 1706", said=say("{unit} escapes to {place}")):
    """A leader is placed with a friendly unit (12.2)."""

    unit: UnitName
    place: PlaceName


class Reform(Deed, example="reform hi1", said=say("{unit} rolls to reform")):
    """A disordered unit tries to reform (10.0)."""

    unit: UnitName


END, BEGIN, DECLINE = ToursEnd(), Begin(), Decline()
NOTATION = Notation(
    (ToursEnd, Begin, Decline, Go, Order, ToursActivate, ToursMove, ChangeFacing, ToursFire, React, ToursAttack,
     Withdraw, Resolve, ContinueAttack, ToursPlace, ToursRetreat, Stand, ToursAdvance, Eliminate, Rescue, Reform),
    {UnitName: lambda text: UnitName(text) if text in SLOT else None,
     int: lambda text: VERTICES.index(text) if text in VERTICES else None})
