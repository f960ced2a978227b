"""A position of Kassala as an immutable value; everything constant hangs on its ``Setting``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from game.board.hexgrid import Hex
from game.core.indices import Seat, Slot, other
from game.rules.kassala.sequence import SEQUENCE, KassalaPhase, KassalaPhaseEntry
from game.rules.kassala.terrain import HexTerrain
from game.rules.kassala.units import MOSLEM, ROSTER

OUT, WAITING = Hex(-1), Hex(-2)
"""Places of a unit that is out of the game, and of one not yet set up."""


class KassalaSetting:
    """What stays the same throughout a game: scenario, options and ground. Compared by identity."""

    __slots__ = ("cannon", "free", "ground", "mixed", "options", "printed", "scenario", "turns")

    def __init__(self, ground: HexTerrain, scenario: str, options: frozenset[str], turns: int,
                 printed: Mapping[str, str]) -> None:
        """:param printed: unit -> hex of the printed set-up."""
        self.ground = ground
        self.scenario = scenario
        self.options = options
        self.turns = turns
        self.printed = printed
        self.cannon = "cannon" in options
        self.free = "free-deployment" in options
        self.mixed = "mixed-attacks" in options


class KassalaState(NamedTuple):
    """Masks ``moved``, ``duty``, ``done`` are over unit slots; ``occupied`` over hex indices, one a seat."""

    setting: KassalaSetting
    turn: int
    step: int
    """Index into ``SEQUENCE``."""
    at: tuple[Hex, ...]
    """Hex index of every unit in roster order, or OUT, or WAITING."""
    occupied: tuple[int, int]
    """For each seat the hexes its units stand in. Derived from ``at``; must agree with it."""
    moved: int = 0
    duty: int = 0
    """Units obliged by II.E.3 at the start of the combat phase, both sides."""
    done: int = 0
    """Units that have attacked or been attacked in this combat phase."""
    frame: Any = None
    """The decision (``decisions.Interrupt``) that a combat waits for, or None."""

    @property
    def now(self) -> KassalaPhaseEntry:
        return SEQUENCE[self.step]

    def units_in(self, hexes: int) -> int:
        """The mask of units standing in a mask of hexes."""
        mask = 0
        for i, h in enumerate(self.at):
            if h >= 0 and hexes >> h & 1:
                mask |= 1 << i
        return mask

    def hexes_of(self, units: int) -> int:
        """The mask of hexes a mask of units stands in."""
        mask = 0
        for i, h in enumerate(self.at):
            if units >> i & 1 and h >= 0:
                mask |= 1 << h
        return mask

    def absent(self, units: int) -> int:
        """Those of a mask of units that are not on the map."""
        return sum(1 << i for i, h in enumerate(self.at) if h < 0 and units >> i & 1)

    def hex_names(self, units: int) -> tuple[str, ...]:
        """The ids of the hexes a mask of units stands in, ascending."""
        hexes = self.hexes_of(units)
        return tuple(name for i, name in enumerate(self.setting.ground.ids) if hexes >> i & 1)

    def place(self, slot: Slot) -> str | None:
        """The id of the hex a unit stands in."""
        h = self.at[slot]
        return self.setting.ground.ids[h] if h >= 0 else None


def player_turns_left(state: KassalaState) -> int:
    """Player turns to come, the present one included."""
    if state.now.phase == KassalaPhase.OVER:
        return 0
    whole = 2 * (state.setting.turns - state.turn)
    return whole + 2 if state.now.seat == MOSLEM or state.now.phase == KassalaPhase.SETUP else whole + 1


def occupation(at: tuple[Hex, ...]) -> tuple[int, int]:
    """The hexes each seat stands in."""
    masks = [0, 0]
    for unit, h in zip(ROSTER, at, strict=True):
        if h >= 0:
            masks[unit.seat] |= 1 << h
    return masks[0], masks[1]


def zone_of_control(ground: HexTerrain, occupied: int) -> int:
    """Every hex adjacent to a hex of the mask (II.C.1)."""
    adjacent = ground.adjacent
    zone = 0
    while occupied:
        low = occupied & -occupied
        zone |= adjacent[low.bit_length() - 1]
        occupied ^= low
    return zone


_ZONES: dict[tuple[int, int], int] = {}


def enemy_zone(state: KassalaState, seat: Seat) -> int:
    """Every hex in the zone of control of a seat's enemies (II.C.1)."""
    ground = state.setting.ground
    key = (id(ground), state.occupied[other(seat)])
    zone = _ZONES.get(key)
    if zone is None:
        if len(_ZONES) > 20_000:
            _ZONES.clear()
        zone = _ZONES[key] = zone_of_control(ground, state.occupied[other(seat)])
    return zone
