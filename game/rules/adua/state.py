"""Where a game of Adua stands. Frozen values; a change makes a new state that shares the rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Any, NamedTuple, NewType, TypeVar, cast

from game.board.hexgrid import Hex
from game.core.event import Event
from game.core.field_types import Between, Key
from game.core.indices import Seat, Slot
from game.rules.adua.actions import REST, OrderKind
from game.rules.adua.ground import AduaGround
from game.rules.adua.sides import ITALIANS
from game.rules.adua.units import COMBAT_UNITS, MACHINE_GUNS, NOBODY, SEAT, SLOTS, UNITS

GONE, WAITING, LEFT = Hex(-1), Hex(-2), Hex(-3)
"""Places of who is not on the map: eliminated, still to come (4.0), or out by a pass (13.0)."""
GunStatus = NewType("GunStatus", int)
NEW, WORKING, JAMMED, LOST = (GunStatus(n) for n in range(4))
"""What a machine gun is: not tested yet, working, out of order, gone for good (5.1)."""


class AduaPhase(StrEnum):
    """The phases of the game, by what positions call them (7.0)."""

    SETUP = "set-up"
    GUNS = "machine-guns"
    ORDERS = "orders"
    MOVE = "move"
    FIRE = "fire"
    CHARGE = "charge"
    CLEAN_UP = "clean-up"
    INITIATIVE = "initiative"
    MELEE = "melee"
    OVER = "over"


class GivenOrder(NamedTuple):
    """An order that was given (8.0)."""

    giver: Slot
    target: Slot
    kind: Annotated[OrderKind, Key("order")]


class Gun(NamedTuple):
    """A machine gun (5.1)."""

    status: GunStatus
    since: Annotated[int, Between(0, 15)]
    """The turn in which it failed: it may be repaired from the next one on."""
    unit: Slot = NOBODY
    """The unit that has it."""


NO_GUN = Gun(NEW, 0)


class DeclaredPair(NamedTuple):
    """A unit, and an enemy that it has declared to attack (ruling 9)."""

    unit: Slot
    target: Slot


class DiceShare(NamedTuple):
    """Dice that a unit throws at a target in small-arms combat (10.1)."""

    unit: Slot
    target: Slot
    dice: Annotated[int, Between(1, 99)] = REST


STATUSES = ("disorganized", "low", "entrenched", "engaged", "moved", "entered", "repulsed", "shot", "tried")
"""The masks of pieces of a state."""
TO_COME, OUT = "to-come", "out"
"""In a hex's place: a piece that is still to come, and one that has left by a pass."""
ASIDE = {WAITING: TO_COME, LEFT: OUT}
GUN_STATUS = ("new", "working", "jammed", "lost")


Asked = TypeVar("Asked", bound=Callable[..., Any])


def once(function: Asked) -> Asked:
    """A function of a state whose answers the state keeps: each is worked out once."""
    def kept(state: AduaState, *args: Any) -> Any:
        known, key = state.worked_out, (function, args)
        found = known.get(key, known)  # itself: it has not been worked out
        if found is known:
            found = known[key] = function(state, *args)
        return found

    return cast(Asked, kept)


@dataclass(frozen=True)
class AduaState:
    """Everything there is to know."""

    scenario: str
    options: tuple[str, ...]
    at: tuple[Hex, ...]
    """Slot -> hex index, or one of ``GONE``, ``WAITING`` and ``LEFT``."""
    ground: AduaGround = field(compare=False, repr=False)
    lost: tuple[int, ...] = (0,) * len(UNITS)
    """Slot -> steps lost."""
    turn: int = 1
    phase: AduaPhase = AduaPhase.SETUP
    seat: Seat = ITALIANS
    """Whose phase it is."""
    guns: tuple[Gun, ...] = (NO_GUN,) * MACHINE_GUNS
    orders: tuple[GivenOrder, ...] = ()
    disorganized: int = 0
    low: int = 0
    entrenched: int = 0
    engaged: int = 0
    """Units in melee (mask of slots, like those above and below)."""
    origins: tuple[tuple[Slot, Hex], ...] = ()
    """Italian units that have entered a melee -> the hex they came from."""
    moved: int = 0
    """Pieces that have moved in this movement phase."""
    entered: int = 0
    """Units that have entered an enemy zone in it, or declared: they must attack (10.0)."""
    declared: tuple[DeclaredPair, ...] = ()
    """Unit -> whom it has declared to attack during movement (ruling 9)."""
    shares: tuple[DiceShare, ...] = ()
    """Attacks announced in this small-arms phase and not resolved yet."""
    fought: tuple[DiceShare, ...] = ()
    """Those of it that have been resolved."""
    resolving: bool = False
    repulsed: int = 0
    """Units repulsed in this game turn (10.1)."""
    shot: int = 0
    """Units that have taken part in small-arms combat in this game turn (12.0)."""
    tried: int = 0
    """Commanders who have tried their initiative in this game turn."""
    clashed: int = 0
    """Hexes (mask) whose melee has been rolled in this game turn."""
    exited: int = 0
    """Points of combat value that have left by the passes (13.0)."""
    frames: tuple[Any, ...] = ()
    """Pending decisions and rolls (``decisions.PendingDecision``), the innermost last."""
    ending: str = ""

    @cached_property
    def worked_out(self) -> dict[object, Any]:
        """Answers about this state that were worked out, by what was asked (``once``)."""
        return {}

    @property
    def top(self) -> Any:
        """The innermost of what is under way; None if a phase is."""
        return self.frames[-1] if self.frames else None

    @cached_property
    def there(self) -> dict[Hex, tuple[Slot, ...]]:
        """Hex -> the combat units in it, ascending."""
        found: dict[Hex, tuple[Slot, ...]] = {}
        for slot, place in zip(SLOTS[:COMBAT_UNITS], self.at, strict=False):
            if place >= 0:
                found[place] = (*found.get(place, ()), slot)
        return found

    @cached_property
    def held(self) -> tuple[int, int]:
        """Seat -> the mask of hexes with its combat units."""
        sides = [0, 0]
        for slot, place in enumerate(self.at[:COMBAT_UNITS]):
            if place >= 0:
                sides[SEAT[slot]] |= 1 << place
        return sides[0], sides[1]

    @cached_property
    def melees(self) -> int:
        """The mask of hexes in which a melee is on."""
        return self.held[0] & self.held[1]

    def alive(self, slot: Slot) -> bool:
        """Whether a piece is on the map."""
        return self.at[slot] >= 0

    def value(self, slot: Slot) -> int:
        """The combat value as printed for the steps a unit has left."""
        return UNITS[slot].values[self.lost[slot]]

    def numbers(self, slot: Slot) -> str:
        """A unit's dice and weapons' quality as its counter has them."""
        return f"{self.value(slot)}{UNITS[slot].quality:+d}"

    def order_of(self, slot: Slot) -> GivenOrder | None:
        """The order a piece has received this turn."""
        for order in self.orders:
            if order.target == slot:
                return order
        return None

    def gun_of(self, slot: Slot) -> int:
        """The number of a unit's machine gun; -1 where it has none."""
        return next((n for n, gun in enumerate(self.guns) if gun.unit == slot and gun.status != LOST), -1)

    def has_working_gun(self, slot: Slot) -> bool:
        """Whether a unit has a machine gun that works."""
        return any(gun.unit == slot and gun.status == WORKING for gun in self.guns)

    def put(self, slot: Slot, place: Hex) -> AduaState:
        """The state with a piece elsewhere."""
        return replace(self, at=(*self.at[:slot], place, *self.at[slot + 1:]))

    def with_gun(self, number: int, **changes: Any) -> AduaState:
        """The state with a machine gun changed."""
        return replace(self, guns=(*self.guns[:number], self.guns[number]._replace(**changes), *self.guns[number + 1:]))

    def pushed(self, *frames: Any) -> AduaState:
        """The state with more under way, the last of them next."""
        return replace(self, frames=(*self.frames, *frames))

    def popped(self) -> AduaState:
        """The state with the innermost of what is under way done."""
        return replace(self, frames=self.frames[:-1])

    def swapped(self, frame: Any) -> AduaState:
        """The state with the innermost of what is under way changed."""
        return replace(self, frames=(*self.frames[:-1], frame))


Done = tuple[AduaState, tuple[Event, ...]]
"""A state and what happened on the way to it."""
