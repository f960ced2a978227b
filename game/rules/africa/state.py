"""The state of a game: immutable values; boards and counters are constants outside it."""

from __future__ import annotations

from typing import NamedTuple

from game.rules.africa.masks import bits
from game.rules.africa.sequence import SEQUENCE, PhaseEntry
from game.rules.africa.setting import Setting

OUT, WAITING = -1, -2
"""Places of units that are out of the game, and of reinforcements still to come."""
LIMIT = 9
"""Stacking points an area holds of one side (5)."""
KABILA_POOL = ((1, 3), (2, 3), (3, 2), (4, 1))
"""Hidden shock factors and how many of each: reconstructed (facts 4.5)."""
CUP = (10, 10)
"""Heads and crosses among the markers in the cup: reconstructed."""


class Activation(NamedTuple):
    """Cavalry or a gun acts out of the sequence (8, 9)."""

    seat: int
    units: int
    gun: bool
    stage: int = 0
    """0 they act, 1 defensive fire at them, 2 shock."""
    fired: int = 0
    once: int = 0
    """Units that have gone one area."""
    spent: int = 0
    """Units that go no further."""
    entered: int = 0
    """Areas with enemies that were entered."""
    defended: int = 0
    """Units that fired defensively."""
    supported: int = 0
    galloped: int = 0
    """Riders that went one area before they fired (8.1)."""
    halted: int = 0
    """Riders that the ground stops, but who may still fire and then ride on (8.1)."""
    joined: int = 0
    """Those of the areas entered in which their side was fighting already: the shock there is not theirs alone."""
    struck: int = 0
    """Units that fire has hit in it (6.1, ruling 22)."""


class Shot(NamedTuple):
    """A unit's fire that waits for its rolls (6.1)."""

    unit: int
    area: int
    target: int
    leader: int
    """Slot of the officer who helps; -1 for none."""
    defensive: bool
    factor: int = 0
    """What the die gave a unit whose fire factor is rolled; 0 before."""
    hit: bool = False
    """The coins have hit; the three of the result are due."""


class Barrage(NamedTuple):
    """A gun's fire at an area that waits for its roll (9)."""

    unit: int
    area: int
    leader: int


class Clash(NamedTuple):
    """A shock combat that waits for its rolls (6.2)."""

    area: int
    attacker: int
    thrown: tuple[tuple[int, int], ...] = ()
    """Slot -> shock factor, for those that roll for it."""


class Losses(NamedTuple):
    """A loser chooses what to eliminate (6.2)."""

    seat: int
    area: int
    left: int
    """Units still to be eliminated."""
    begun: bool = False
    """Whether one has been: then no steps can be lost instead."""


BY_FIRE, BY_ARTILLERY, BY_SHOCK, FOR_ROOM, WITH_TROOPS, UNFOUGHT = (
    "fire", "artillery", "shock", "room", "with-troops", "unfought")
CAUSES = (BY_FIRE, BY_ARTILLERY, BY_SHOCK, FOR_ROOM, WITH_TROOPS, UNFOUGHT)
"""Why units retreat: 6.1; 9; 6.2; 5 with ruling 4; officers along with the troops that guns drive off (ruling 11); and
those whose troops were driven off before the shock (10)."""


class Flight(NamedTuple):
    """Units that must retreat, the first of the queue now (5, 6.1, 6.2, 9)."""

    queue: tuple[int, ...]
    steps: int
    """Areas the first one must still go."""
    seen: int
    """Areas it has been in: it does not come back."""
    far: bool
    """Whether it must get away from every enemy (6.2, three crosses)."""
    cause: str
    """What drives them off: one of the names in ``CAUSES``."""


class Rally(NamedTuple):
    """Demoralized units that still try to rally (7)."""

    queue: tuple[int, ...]


class Entry(NamedTuple):
    """Reinforcements whose owner chooses where they come (11.C.4)."""

    queue: tuple[int, ...]


class Muster(NamedTuple):
    """Tribes that still roll for whether they take part (an option: 11.C.3, ruling 20)."""

    queue: tuple[int, ...]


class Sharing(NamedTuple):
    """A side shares out its camp before anything is done (11.T.4, ruling 18)."""

    seat: int


Frame = Activation | Shot | Barrage | Clash | Losses | Flight | Rally | Entry | Muster | Sharing


class State(NamedTuple):
    """Everything that changes. Masks over slots; areas by index."""

    setting: Setting
    turn: int
    step: int
    at: tuple[int, ...]
    stacks: tuple[tuple[int, ...], ...]
    """Area -> slots from the top down, both sides, fighters before officers and convoys."""
    held: tuple[int, int]
    """Per seat the areas it has units in, the ship and those aboard left aside."""
    control: int
    """Areas last held by the Spanish alone; all others are Moroccan."""
    reduced: int = 0
    demoralized: int = 0
    aboard: int = 0
    moved: int = 0
    """Units that move no further in this phase."""
    once: int = 0
    """Units that may go two areas and have gone one."""
    fired: int = 0
    supported: int = 0
    """Officers who have helped one unit to fire in this phase."""
    topped: int = 0
    struck: int = 0
    """Units that fire has hit in this phase (6.1, ruling 22)."""
    active: int = 0
    """Cavalry activated this turn, guns activated once."""
    second: int = 0
    """Guns activated twice."""
    gun_moved: int = 0
    shots: tuple[tuple[int, int], ...] = ()
    """Gun and area it fired at this turn."""
    came: tuple[tuple[int, int], ...] = ()
    """Attacker -> area from which it entered the one it stands in; one where marines may still land is attacked too."""
    revealed: tuple[tuple[int, int], ...] = ()
    """Gaix Kabila -> its shock factor."""
    captured: int = 0
    frames: tuple[Frame, ...] = ()

    @property
    def now(self) -> PhaseEntry:
        return SEQUENCE[self.step]

    @property
    def frame(self) -> Frame | None:
        return self.frames[-1] if self.frames else None

    def own(self, area: int, seat: int) -> tuple[int, ...]:
        """The slots of a side in an area, from the top down, those aboard left aside."""
        side = self.setting.side[seat] & ~self.aboard & ~self.setting.ship
        return tuple([i for i in self.stacks[area] if side >> i & 1])

    def points(self, area: int, seat: int) -> int:
        """Stacking points of a side in an area (5)."""
        points = self.setting.points
        return sum([points[i] for i in self.own(area, seat)])

    @property
    def hit(self) -> int:
        """Units that fire has hit in this phase; in an activation, which is a phase of its own, those hit in it."""
        first = self.frames[0] if self.frames else None
        return first.struck if isinstance(first, Activation) else self.struck

    def target(self, area: int, seat: int) -> int:
        """The slot that fire at a side in an area meets; -1 for none.

        Its top unit, after a hit the next one below for the rest of the phase (6.1, ruling 22); once all have been hit
        the top one again; an officer only when alone. Defensive fire at those who were activated meets nobody else
        (ruling 9).
        """
        setting = self.setting
        side, hit = setting.side[seat] & ~self.aboard, self.hit
        first = self.frames[0] if self.frames else None
        if isinstance(first, Activation) and first.stage and first.seat == seat:
            side &= first.units
        top = officer = -1
        for i in self.stacks[area]:
            if side & setting.fighters & 1 << i:
                if not hit >> i & 1:
                    return i
                if top < 0:
                    top = i
            elif officer < 0 and side & setting.officers & 1 << i:
                officer = i
        return top if top >= 0 else officer

    def contested(self) -> int:
        """Areas in which both sides stand."""
        return self.held[0] & self.held[1]

    def manned(self, seat: int, areas: int = -1) -> int:
        """Areas, of some, in which a side has more than officers and convoys."""
        troops = self.setting.fighters & self.setting.side[seat] & ~self.aboard
        mask = 0
        for area in bits(self.held[seat] & areas):
            for i in self.stacks[area]:
                if troops >> i & 1:
                    mask |= 1 << area
                    break
        return mask

    def fought_in(self, seat: int) -> int:
        """Areas in which both sides stand and a side has more than officers and convoys."""
        return self.manned(seat, self.contested())

    def presence(self, seat: int) -> int:
        """Areas in which a side has units, the ship's too: next to her one is next to an enemy (ruling 24)."""
        mask = self.held[seat]
        for i in bits(self.setting.ship & self.setting.side[seat]):
            if self.at[i] >= 0:
                mask |= 1 << self.at[i]
        return mask

    def near(self, area: int, seat: int) -> int:
        """The areas with units of a side, among an area and its neighbours."""
        return (self.setting.ground.adjacent[area] | 1 << area) & self.presence(seat)

    def near_ship(self, area: int, seat: int) -> int:
        """The ship of a side, if she is its only unit in an area and next to it (ruling 24); else -1."""
        near = self.near(area, seat)
        if not near or near & self.held[seat]:
            return -1
        return bits(self.setting.ship & self.setting.side[seat])[0]

    def came_from(self, slot: int) -> int:
        """The area an attacker entered from; -1 where it has not."""
        return next((area for i, area in self.came if i == slot), -1)

    def place(self, slot: int) -> str | None:
        area = self.at[slot]
        return None if area < 0 else self.setting.ground.ids[area]


def holds(setting: Setting, stacks: tuple[tuple[int, ...], ...], aboard: int) -> tuple[int, int]:
    """Per seat the areas it has units in."""
    found = []
    for side in setting.side:
        units = side & ~aboard & ~setting.ship
        found.append(sum(1 << area for area, stack in enumerate(stacks) if any(units >> i & 1 for i in stack)))
    return found[0], found[1]


def put(state: State, slot: int, area: int, top: bool = False) -> State:
    """The state with a unit somewhere else: below the fighters that are there, or on top; officers last."""
    setting, origin = state.setting, state.at[slot]
    stacks = list(state.stacks)
    if origin >= 0:
        stacks[origin] = tuple(i for i in stacks[origin] if i != slot)
    if area >= 0:
        old = stacks[area]
        spot = 0 if top else len(old)
        if not top and setting.fighters >> slot & 1:
            spot = next((k for k, i in enumerate(old) if not setting.fighters >> i & 1), len(old))
        stacks[area] = (*old[:spot], slot, *old[spot:])
    at = (*state.at[:slot], area, *state.at[slot + 1:])
    held = list(state.held)
    for seat in (0, 1):
        units = setting.side[seat] & ~state.aboard & ~setting.ship
        for changed in (origin, area):
            if changed >= 0:
                bit = 1 << changed
                held[seat] = held[seat] & ~bit | (bit if any(units >> i & 1 for i in stacks[changed]) else 0)
    return state._replace(at=at, stacks=tuple(stacks), held=(held[0], held[1]))


