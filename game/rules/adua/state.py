"""The state of a game of Adua. Values are frozen; a change makes a new state that shares the rest."""

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
from game.rules.adua.actions import ALL_REMAINING, OrderKind
from game.rules.adua.ground import AduaGround
from game.rules.adua.sides import ITALIANS
from game.rules.adua.units import COMBAT_UNITS, MACHINE_GUN_COUNT, NOBODY, SEAT, SLOTS, UNITS

GONE, WAITING, EXITED = Hex(-1), Hex(-2), Hex(-3)
"""Places of pieces off the map: eliminated, yet to enter (4.0), or exited by a pass (13.0)."""
GunStatus = NewType("GunStatus", int)
"""The status of a machine gun, as an index of ``GUN_STATUS_NAMES``."""
NEW, WORKING, JAMMED, LOST = (GunStatus(n) for n in range(4))
"""The statuses of a machine gun: not tested yet, working, jammed (it may be repaired), lost for good (5.1)."""


class AduaPhase(StrEnum):
    """The phases of the game by their names in positions (7.0)."""

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
    """The turn on which it was tested, 0 before; if it failed, it may be repaired from the next turn on."""
    unit: Slot = NOBODY
    """The unit that has it; ``NOBODY`` before it is assigned."""


UNASSIGNED_GUN = Gun(NEW, 0)
"""A machine gun that no unit has."""


class DeclaredPair(NamedTuple):
    """A unit and the enemy on which it has declared an attack (ruling 9)."""

    unit: Slot
    target: Slot


class DiceShare(NamedTuple):
    """The dice that a unit rolls at a target in small-arms combat (10.1)."""

    unit: Slot
    target: Slot
    dice: Annotated[int, Between(1, 99)] = ALL_REMAINING


STATUSES = ("disorganized", "low", "entrenched", "engaged", "moved", "entered", "repulsed", "shot", "tried", "left")
"""The fields of a state that are masks of pieces: bit n is set if the piece with slot n has the status."""
WAITING_NAME, EXITED_NAME = "to-come", "out"
"""The names in positions of the places of pieces yet to enter and of pieces that have exited."""
OFF_MAP_NAMES = {WAITING: WAITING_NAME, EXITED: EXITED_NAME}
"""Place off the map -> its name in positions; eliminated pieces are left out of positions."""
GUN_STATUS_NAMES = ("new", "working", "jammed", "lost")
"""The names in positions of the statuses of a machine gun."""


StateFunction = TypeVar("StateFunction", bound=Callable[..., Any])


def once(function: StateFunction) -> StateFunction:
    """Cache a function of a state in the state itself, so that each result is computed once."""
    def cached(state: AduaState, *args: Any) -> Any:
        cache, key = state.cache, (function, args)
        result = cache.get(key, cache)  # the cache itself as default: not cached yet
        if result is cache:
            result = cache[key] = function(state, *args)
        return result

    return cast(StateFunction, cached)


@dataclass(frozen=True)
class AduaState:
    """The complete state of a game."""

    scenario: str
    options: tuple[str, ...]
    at: tuple[Hex, ...]
    """Slot -> hex index, or one of ``GONE``, ``WAITING`` and ``EXITED``."""
    ground: AduaGround = field(compare=False, repr=False)
    lost: tuple[int, ...] = (0,) * len(UNITS)
    """Slot -> steps lost."""
    turn: int = 1
    phase: AduaPhase = AduaPhase.SETUP
    seat: Seat = ITALIANS
    """The phasing side."""
    guns: tuple[Gun, ...] = (UNASSIGNED_GUN,) * MACHINE_GUN_COUNT
    orders: tuple[GivenOrder, ...] = ()
    disorganized: int = 0
    low: int = 0
    """Units low on ammunition."""
    entrenched: int = 0
    engaged: int = 0
    """Units in melee."""
    origins: tuple[tuple[Slot, Hex], ...] = ()
    """Units that have entered a melee, each with the hex it came from."""
    moved: int = 0
    """Pieces that have moved in this movement phase."""
    entered: int = 0
    """Units that have entered an enemy ZOC or declared an attack in it and must attack (10.0); later also units that
    charge."""
    declared: tuple[DeclaredPair, ...] = ()
    """The attacks declared during movement (ruling 9)."""
    shares: tuple[DiceShare, ...] = ()
    """Attacks announced in this small-arms phase and not resolved yet."""
    fought: tuple[DiceShare, ...] = ()
    """Attacks of this small-arms phase that have been resolved."""
    resolving: bool = False
    """Whether all attacks of this small-arms phase are announced and their resolution has begun."""
    repulsed: int = 0
    """Units repulsed in this game turn (10.1)."""
    shot: int = 0
    """Units that have been involved in small-arms combat in this game turn (12.0)."""
    tried: int = 0
    """Commanders that have rolled for initiative in this game turn."""
    left: int = 0
    """Units that have left a melee in the movement phase of this game turn (ruling 16)."""
    clashed: int = 0
    """The mask of hexes whose melee has been rolled in this game turn; hexes, unlike the masks of pieces above."""
    exited: int = 0
    """Combat points that have exited by the passes (13.0)."""
    frames: tuple[Any, ...] = ()
    """Pending decisions and rolls (``decisions.PendingDecision``), the innermost last."""
    ending: str = ""
    """A key of ``victory.ENDINGS``, or ``victory.EXAMPLE``, once the battle is over; else empty."""

    @cached_property
    def cache(self) -> dict[object, Any]:
        """The cache of ``once``: function and arguments -> result."""
        return {}

    @property
    def top(self) -> Any:
        """The innermost pending decision or roll; None if there is none."""
        return self.frames[-1] if self.frames else None

    @cached_property
    def units_in(self) -> dict[Hex, tuple[Slot, ...]]:
        """Hex -> the combat units in it, by ascending slot."""
        units: dict[Hex, tuple[Slot, ...]] = {}
        for slot, place in zip(SLOTS[:COMBAT_UNITS], self.at, strict=False):
            if place >= 0:
                units[place] = (*units.get(place, ()), slot)
        return units

    @cached_property
    def occupied(self) -> tuple[int, int]:
        """Seat -> the mask of hexes with its combat units."""
        sides = [0, 0]
        for slot, place in enumerate(self.at[:COMBAT_UNITS]):
            if place >= 0:
                sides[SEAT[slot]] |= 1 << place
        return sides[0], sides[1]

    @cached_property
    def melees(self) -> int:
        """The mask of hexes with a melee."""
        return self.occupied[0] & self.occupied[1]

    def is_on_map(self, slot: Slot) -> bool:
        """Whether a piece is on the map."""
        return self.at[slot] >= 0

    def value(self, slot: Slot) -> int:
        """The combat value printed for the steps that a unit has left, without markers."""
        return UNITS[slot].values[self.lost[slot]]

    def numbers(self, slot: Slot) -> str:
        """A unit's combat value and weapon quality, as on its counter."""
        return f"{self.value(slot)}{UNITS[slot].quality:+d}"

    def order_of(self, slot: Slot) -> GivenOrder | None:
        """The order a piece has received this turn; None if it has none."""
        for order in self.orders:
            if order.target == slot:
                return order
        return None

    def gun_of(self, slot: Slot) -> int:
        """The number of a unit's machine gun, its index in ``guns``; -1 if it has none or has lost it."""
        return next((n for n, gun in enumerate(self.guns) if gun.unit == slot and gun.status != LOST), -1)

    def has_working_gun(self, slot: Slot) -> bool:
        """Whether a unit has a working machine gun."""
        return any(gun.unit == slot and gun.status == WORKING for gun in self.guns)

    def with_unit_at(self, slot: Slot, place: Hex) -> AduaState:
        """The state with a piece in another place."""
        return replace(self, at=(*self.at[:slot], place, *self.at[slot + 1:]))

    def with_gun(self, number: int, **changes: Any) -> AduaState:
        """The state with a machine gun changed."""
        return replace(self, guns=(*self.guns[:number], self.guns[number]._replace(**changes), *self.guns[number + 1:]))

    def pushed(self, *frames: Any) -> AduaState:
        """The state with more decisions or rolls pending, the last of them next."""
        return replace(self, frames=(*self.frames, *frames))

    def popped(self) -> AduaState:
        """The state without its innermost pending decision or roll."""
        return replace(self, frames=self.frames[:-1])

    def swapped(self, frame: Any) -> AduaState:
        """The state with its innermost pending decision or roll replaced."""
        return replace(self, frames=(*self.frames[:-1], frame))


Done = tuple[AduaState, tuple[Event, ...]]
"""A new state and the events that led to it."""
