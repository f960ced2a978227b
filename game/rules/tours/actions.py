"""The actions of Tours and their notation."""

from __future__ import annotations

from typing import Annotated, Literal, NewType, get_args

from game.core.field_types import UnitName
from game.core.message import say
from game.core.notation import DeclaredAction, Joined, Notation, PlaceName
from game.rules.tours.units import SLOT, ContingentName, SeatName

Vertex = NewType("Vertex", int)
"""A facing, as an index of ``VERTICES``."""
VERTICES = ("nw", "ne", "e", "se", "sw", "w")
"""The six facings, clockwise: vertex k is between sides k - 1 and k of the hex (3.3)."""
ANGLES = (330, 30, 90, 150, 210, 270)
"""The facings in degrees clockwise from the top of the sheet."""
COMPASS = (say("north-east"), say("south-east"), say("south"), say("south-west"),
           say("north-west"), say("north"))
"""The facings as compass directions. North is the left edge of the printed sheet, towards Tours; must agree with the
map."""
CLOCKWISE = (5, 0, 1, 2, 3, 4)
"""The facings clockwise from north."""
OrderNumber = NewType("OrderNumber", int)
"""An order, as an index of ``ORDERS``."""
OrderName = Literal["none", "move", "reform", "wall"]
ORDERS: tuple[OrderName, ...] = get_args(OrderName)
"""The names of the orders in notation and positions."""
NO_ORDER, MOVE, REFORM, WALL = range(4)
"""The orders that a contingent can have (5.2)."""


class ToursEnd(DeclaredAction, example="end", description=say("End the phase")):
    """A phase, or a contingent's activation, ends."""


class BeginResolution(DeclaredAction, example="begin", description=say("Resolve the attacks")):
    """The announcements end, and the announced attacks are resolved (8.3)."""


class Decline(DeclaredAction, example="decline", description=say("No further action")):
    """The player declines an optional action, e.g. an advance, a further attack or reaction fire."""


class ChooseFirstPlayer(DeclaredAction, example="first frankish"):
    """The winner of the initiative chooses the first player (4.1)."""

    first: SeatName


class Order(DeclaredAction, example="order hi wall"):
    """A contingent receives an order; ``none`` cancels it (5.2.1)."""

    contingent: ContingentName
    order: OrderName


class ToursActivate(DeclaredAction, example="activate red"):
    """A contingent is activated to carry out its order; it rolls if necessary (5.2.2)."""

    contingent: ContingentName


class ToursMove(DeclaredAction, example="move hi1 1706-1707 led", description=say("{unit} moves to {place}")):
    """A piece moves from hex to hex (6.0)."""

    unit: UnitName
    path: Annotated[tuple[PlaceName, ...], Joined("-")]
    led: bool = False
    """Whether the leader in its hex moves with it (3.1.1)."""


class ChangeFacing(DeclaredAction, example="face hi1 e"):
    """A unit changes its facing to a vertex (3.3)."""

    unit: UnitName
    vertex: int
    """The facing, as an index of ``VERTICES``."""

    @property
    def notation(self) -> str:
        return f"face {self.unit} {VERTICES[self.vertex]}"


class ToursFire(DeclaredAction, example="fire red-ma1 hi1", description=say("{unit} fires at {target}")):
    """Archers fire at a unit (7.0)."""

    unit: UnitName
    target: UnitName


class React(DeclaredAction, example="react red-ma1", description=say("{unit}: reaction fire")):
    """Archers fire in reaction (7.2)."""

    unit: UnitName


class ToursAttack(DeclaredAction, example="attack hc1 red-li1", description=say("{unit} attacks {targets}")):
    """A unit announces a shock attack on one unit or two; other units may attack the same targets with it (8.2)."""

    unit: UnitName
    targets: tuple[UnitName, ...]


class Withdraw(DeclaredAction, example="withdraw hc1", description=say("{unit} withdraws its attack")):
    """A unit withdraws its announced attack (8.3)."""

    unit: UnitName


class Resolve(DeclaredAction, example="resolve hc1", description=say("The combat of {unit} is resolved")):
    """The combat in which a unit attacks is resolved (8.3)."""

    unit: UnitName


class ContinueAttack(DeclaredAction, example="again hc1,hc2 red-li1", description=say("{attackers} attack {targets}")):
    """Units attack within a combat: a continued attack, or a counter-attack (9.0)."""

    attackers: tuple[UnitName, ...]
    targets: tuple[UnitName, ...]


class ToursPlace(DeclaredAction, example="place hi1 1606", description=say("{unit} sets up in {place}")):
    """A piece is set up in another hex (13.0)."""

    unit: UnitName
    place: PlaceName


class ToursRetreat(DeclaredAction, example="retreat hc1 1706", description=say("{unit} retreats to {place}")):
    """A unit retreats before shock (8.1)."""

    unit: UnitName
    place: PlaceName


class Stand(DeclaredAction, example="stand hc1", description=say("{unit} stands")):
    """A unit stands instead of retreating before shock (8.1)."""

    unit: UnitName


class ToursAdvance(DeclaredAction, example="advance hc1 1706", description=say("{unit} advances into {place}")):
    """A unit advances into a hex that the enemy has left or lost (8.1, 8.5)."""

    unit: UnitName
    place: PlaceName


class Eliminate(DeclaredAction, example="eliminate hc1", description=say("{unit} is eliminated")):
    """The one of several units that is eliminated is chosen (9.0)."""

    unit: UnitName


class Rescue(DeclaredAction, example="rescue charles 1706", description=say("{unit} escapes to {place}")):
    """A leader is placed with a friendly unit (12.2)."""

    unit: UnitName
    place: PlaceName


class Reform(DeclaredAction, example="reform hi1", description=say("{unit} rolls to reform")):
    """A disordered unit rolls to reform (10.0)."""

    unit: UnitName


END_PHASE = ToursEnd()
RESOLVE_ATTACKS = BeginResolution()
DECLINE = Decline()
"""The actions without parameters."""
NOTATION = Notation(
    (ToursEnd, BeginResolution, Decline, ChooseFirstPlayer, Order, ToursActivate, ToursMove, ChangeFacing, ToursFire,
     React, ToursAttack, Withdraw, Resolve, ContinueAttack, ToursPlace, ToursRetreat, Stand, ToursAdvance, Eliminate,
     Rescue, Reform),
    {UnitName: lambda text: UnitName(text) if text in SLOT else None,
     int: lambda text: VERTICES.index(text) if text in VERTICES else None})
