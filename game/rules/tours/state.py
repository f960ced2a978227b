"""Where a game of Tours stands. Frozen values; a change makes a new state that shares the rest."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from game.rules.tours.ground import Ground
from game.rules.tours.units import COMBAT_UNITS, CONTINGENTS, FIGHTERS, HI, LEADERS, MEMBERS, MUSLIMS, SEAT, WAGONS

SETUP, INITIATIVE, WHO_FIRST, ORDERS, LEADERS_MOVE, ACTION, SHOCK, REFORM_PHASE, OVER = (
    "set-up", "initiative", "who-first", "orders", "leaders", "action", "shock", "reform", "over")
GONE = -1
"""The place of who is not on the map."""


class Moving(NamedTuple):
    """The unit that moves and fires now (6.1.1)."""

    slot: int
    left: int
    """Movement points."""
    halted: bool = False
    """Whether it has come to an enemy and may not go on (6.1)."""
    fired: bool = False
    led: bool = False
    """Whether the leader goes along."""


class Combat(NamedTuple):
    """A shock combat that has been announced (8.3)."""

    attackers: tuple[int, ...]
    defenders: tuple[int, ...]


class Reaction(NamedTuple):
    """The Muslim player is asked who fires at a unit that has come before his archers (7.2)."""

    target: int
    asked: tuple[int, ...]
    """Archers who may fire."""


class Shot(NamedTuple):
    """Fire whose die is to fall (7.3)."""

    unit: int
    target: int
    reaction: bool


class Obeying(NamedTuple):
    """A contingent's die is to fall: does it obey (5.2.2)?"""

    contingent: int


class Reforming(NamedTuple):
    """A unit's die to reform is to fall (10.1)."""

    slot: int


class Check(NamedTuple):
    """A second disorder check that is due (9.0)."""

    slot: int
    rolled: bool = False
    """Whether leaders roll for the same result before it: one whose unit it eliminates, even one who has only come to
    it since, does not roll again (12.2, ruling 20)."""


class Peril(NamedTuple):
    """A leader's life is rolled for (12.2)."""

    leader: int
    cause: str
    """``fire``, ``shock``, ``alone`` (an enemy has come next to him) or ``lost`` (his unit is eliminated)."""


class Rescued(NamedTuple):
    """A leader's player chooses with whom he is placed (12.2)."""

    leader: int
    places: tuple[int, ...]


class Vacated(NamedTuple):
    """A hex that a defender has left before shock, and its attackers: one of them may advance into it (8.1)."""

    place: int
    attackers: tuple[int, ...]


class Retreats(NamedTuple):
    """Defenders may retreat before shock, in the order their player chooses (8.1, 8.3, ruling 11)."""

    stood: tuple[int, ...] = ()
    """Defenders who stand."""
    vacated: tuple[Vacated, ...] = ()
    """The hexes left so far: attackers advance into them after the last retreat."""


class Nerve(NamedTuple):
    """Light cavalry that has retreated before heavy rolls for disorder (8.1.1)."""

    slot: int


class Follow(NamedTuple):
    """Attackers may advance into the hexes that defenders have left, one into each (8.1)."""

    vacated: tuple[Vacated, ...]


class Turning(NamedTuple):
    """A unit that has retreated or advanced may face another way (3.3)."""

    slot: int


ROLL, CHOICE, HURT, ADVANCING, GOING_ON, CONCLUDED = "roll", "choice", "hurt", "advance", "again", "concluded"


class Fight(NamedTuple):
    """A combat that is being resolved (8.0, 9.0)."""

    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    stage: str = ROLL
    previous: int = 0
    """Attacks before this one in the same activation: a continued attack has one at least (9.0)."""
    row: int = 0
    """The row of the results table that was rolled."""
    natural: int = -1
    """The die before modifiers."""
    vacated: tuple[int, ...] = ()
    """Hexes of eliminated defenders into which one must still advance (8.5)."""
    all_attackers: tuple[int, ...] = ()
    """Everybody who has attacked since the combat began."""
    answers: tuple[int, ...] = ()
    """In a counter-attack all whom it may meet (9.0)."""
    counter: bool = False
    """Whether it is a counter-attack."""
    entered: tuple[int, ...] = ()
    """Who has advanced after this roll (ruling 17)."""
    provoked: tuple[Combat, ...] = ()
    """The attacks on which a natural 1 fell, in order: each earns its defenders a counter-attack on its attackers (9.0,
    ruling 15)."""


class Counter(NamedTuple):
    """Defenders may counter-attack those who have just attacked (9.0)."""

    defenders: tuple[int, ...]
    attackers: tuple[int, ...]


Frame = (
    Obeying | Reforming | Reaction | Shot | Check | Peril | Rescued | Retreats | Nerve | Follow | Turning | Fight
    | Counter)


@dataclass(frozen=True)
class State:
    """Everything there is to know."""

    scenario: str
    options: tuple[str, ...]
    ground: Ground = field(compare=False, repr=False)
    at: tuple[int, ...]
    """Slot -> hex index; ``GONE`` where it is not on the map."""
    facing: tuple[int, ...]
    """Slot -> the vertex that is faced; 0 for leaders and wagons."""
    turn: int = 1
    phase: str = SETUP
    first: int = MUSLIMS
    """Whose player turn comes first in this game turn; in the set-up who sets up."""
    second: bool = False
    """Whether the second player turn is on."""
    disordered: int = 0
    engaged: int = 0
    wall: bool = True
    """Whether the Frankish heavy infantry stands in its shield wall (5.2.6)."""
    orders: tuple[int, ...] = (0,) * len(CONTINGENTS)
    """Contingent -> the order whose marker lies on the map (``actions.ORDERS``)."""
    tried: int = 0
    """Contingents (mask) that have rolled, or carried their order out, in this player turn."""
    active: int = 0
    """Contingents (mask) that have been activated to move and attack in this player turn."""
    acting: int = -1
    """The contingent that moves and fires now."""
    moving: Moving | None = None
    moved: int = 0
    """Units that have moved, fired or turned in this player turn."""
    fired: int = 0
    shocked: int = 0
    """Units that have attacked or advanced in this player turn."""
    retreated: int = 0
    """Units that have retreated before shock in this player turn."""
    tried_reform: int = 0
    led: bool = False
    """Whether the leader of the player turn has moved."""
    helped: int = -1
    """The contingent whose die he has helped in it (5.2.3)."""
    combats: tuple[Combat, ...] = ()
    resolving: bool = False
    """Whether the combats that have been announced are being resolved."""
    frames: tuple[Frame, ...] = ()
    """What is under way, the innermost last."""
    dead: int = 0
    """Leaders who are dead (mask of slots)."""
    ending: str = ""

    @property
    def seat(self) -> int:
        """Whose player turn it is."""
        return 1 - self.first if self.second else self.first

    @property
    def top(self) -> Frame | None:
        """What is under way."""
        return self.frames[-1] if self.frames else None

    @cached_property
    def where(self) -> dict[int, int]:
        """Hex -> the combat unit in it."""
        return {place: slot for slot, place in enumerate(self.at[:COMBAT_UNITS]) if place >= 0}

    @cached_property
    def held(self) -> tuple[int, int]:
        """Seat -> the mask of hexes with its combat units."""
        sides = [0, 0]
        for slot, place in enumerate(self.at[:COMBAT_UNITS]):
            if place >= 0:
                sides[SEAT[slot]] |= 1 << place
        return sides[0], sides[1]

    @cached_property
    def lone(self) -> tuple[int, int]:
        """Seat -> the mask of the hex in which its leader stands without a combat unit."""
        found = []
        for seat, slot in enumerate(LEADERS):
            place = self.at[slot]
            found.append(1 << place if place >= 0 and not self.held[seat] >> place & 1 else 0)
        return found[0], found[1]

    @cached_property
    def wagons(self) -> int:
        """The mask of hexes with wagon trains."""
        return sum(1 << self.at[slot] for slot in WAGONS if self.at[slot] >= 0)

    def leader_of(self, slot: int) -> int:
        """The slot of the leader in a combat unit's hex; -1 where there is none."""
        leader = LEADERS[SEAT[slot]]
        return leader if self.at[leader] == self.at[slot] >= 0 else -1

    def lost(self, seat: int) -> int:
        """Combat units that a side has lost."""
        return sum(self.at[slot] < 0 for slot in FIGHTERS[seat])

    def alive(self, contingent: int) -> bool:
        """Whether any of a contingent is left."""
        return any(self.at[slot] >= 0 for slot in MEMBERS[contingent])

    def in_wall(self, slot: int) -> bool:
        """Whether a unit stands in the shield wall."""
        return self.wall and slot in MEMBERS[HI]

    def put(self, slot: int, place: int) -> State:
        """The state with a piece elsewhere."""
        return replace(self, at=(*self.at[:slot], place, *self.at[slot + 1:]))

    def turned(self, slot: int, vertex: int) -> State:
        """The state with a unit facing another vertex."""
        return replace(self, facing=(*self.facing[:slot], vertex, *self.facing[slot + 1:]))

    def pushed(self, *frames: Frame) -> State:
        """The state with more under way, the last of them next."""
        return replace(self, frames=(*self.frames, *frames))

    def popped(self) -> State:
        """The state with the innermost of what is under way done."""
        return replace(self, frames=self.frames[:-1])

    def swapped(self, frame: Frame) -> State:
        """The state with the innermost of what is under way changed."""
        return replace(self, frames=(*self.frames[:-1], frame))


def fresh_turn(state: State) -> State:
    """The state with what holds for one player turn only cleared."""
    return replace(state, orders=(0,) * len(CONTINGENTS), tried=0, active=0, acting=-1, moving=None, moved=0, fired=0,
                   shocked=0, retreated=0, tried_reform=0, led=False, helped=-1, combats=(), resolving=False)
