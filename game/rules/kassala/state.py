"""The state of a game of Kassala as an immutable value; everything constant is in its ``KassalaSetting``."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any, NamedTuple

from game.board.hexgrid import Hex
from game.core.indices import Seat, Slot, other, slots_in
from game.core.message import Text, and_list, say
from game.rules.kassala.sequence import SEQUENCE, KassalaPhase, KassalaPhaseEntry
from game.rules.kassala.terrain import HexTerrain
from game.rules.kassala.units import MOSLEM, ROSTER

OUT, WAITING = Hex(-1), Hex(-2)
"""Places of a unit that is out of the game, and of one not yet set up."""


class KassalaSetting:
    """The constants of a game: scenario, options and terrain. Compared by identity."""

    __slots__ = ("cannon_option", "free_deployment", "ground", "mixed_attacks", "options", "printed_hexes", "scenario",
                 "turns")

    def __init__(self, ground: HexTerrain, scenario: str, options: frozenset[str], turns: int,
                 printed_hexes: Mapping[str, str]) -> None:
        """:param printed_hexes: unit id -> id of its hex in the printed set-up."""
        self.ground = ground
        self.scenario = scenario
        self.options = options
        self.turns = turns
        self.printed_hexes = printed_hexes
        self.cannon_option = "cannon" in options
        """Whether the optional rules for cannon are in play (IV.A)."""
        self.free_deployment = "free-deployment" in options
        """Whether the players place their own units (IV.B)."""
        self.mixed_attacks = "mixed-attacks" in options
        """Whether attacks by infantry and cavalry together are resolved one column to the right (IV.C)."""


class KassalaState(NamedTuple):
    """The state of a game. ``moved``, ``obliged`` and ``fought`` are masks of unit slots; the masks of ``occupied`` are
    over hex indices."""

    setting: KassalaSetting
    turn: int
    step: int
    """Index into ``SEQUENCE``."""
    at: tuple[Hex, ...]
    """Slot -> hex index, or OUT, or WAITING."""
    occupied: tuple[int, int]
    """For each seat the mask of hexes with its units. Derived from ``at``; must agree with it."""
    moved: int = 0
    """Units that have moved in this movement phase."""
    obliged: int = 0
    """Units of both sides that must fight, as determined at the start of the combat phase (II.E.3)."""
    fought: int = 0
    """Units that have attacked or been attacked in this combat phase."""
    frame: Any = None
    """The pending decision of a combat (``decisions.CombatStep``), or None."""

    @property
    def now(self) -> KassalaPhaseEntry:
        """The present phase."""
        return SEQUENCE[self.step]

    def units_in(self, hexes: int) -> int:
        """The mask of units in the hexes of a mask."""
        mask = 0
        for i, h in enumerate(self.at):
            if h >= 0 and hexes >> h & 1:
                mask |= 1 << i
        return mask

    def hexes_of(self, units: int) -> int:
        """The mask of hexes of the units of a mask."""
        mask = 0
        for i, h in enumerate(self.at):
            if units >> i & 1 and h >= 0:
                mask |= 1 << h
        return mask

    def absent(self, units: int) -> int:
        """The units of a mask that are not on the map, as a mask."""
        return sum(1 << i for i, h in enumerate(self.at) if h < 0 and units >> i & 1)

    def hex_names(self, units: int) -> tuple[str, ...]:
        """The ids of the hexes of the units of a mask, ascending."""
        hexes = self.hexes_of(units)
        return tuple(name for i, name in enumerate(self.setting.ground.ids) if hexes >> i & 1)

    def place(self, slot: Slot) -> str | None:
        """The id of a unit's hex; None if it is not on the map."""
        h = self.at[slot]
        return self.setting.ground.ids[h] if h >= 0 else None


def player_turns_left(state: KassalaState) -> int:
    """Player turns to come, the present one included."""
    if state.now.phase == KassalaPhase.OVER:
        return 0
    after_this_turn = 2 * (state.setting.turns - state.turn)
    is_first_of_turn = state.now.seat == MOSLEM or state.now.phase == KassalaPhase.SETUP
    return after_this_turn + (2 if is_first_of_turn else 1)


def occupation(at: tuple[Hex, ...]) -> tuple[int, int]:
    """For each seat the mask of hexes with its units."""
    masks = [0, 0]
    for unit, h in zip(ROSTER, at, strict=True):
        if h >= 0:
            masks[unit.seat] |= 1 << h
    return masks[0], masks[1]


def zone_of_control(ground: HexTerrain, occupied: int) -> int:
    """The mask of hexes adjacent to any hex of a mask (II.C.1)."""
    adjacent = ground.adjacent
    zone = 0
    while occupied:
        low = occupied & -occupied
        zone |= adjacent[low.bit_length() - 1]
        occupied ^= low
    return zone


MOST_CACHED_ZONES = 20_000
"""The ZOCs cached at a time, so that a long search does not fill the memory."""
_ZONES: dict[tuple[HexTerrain, int], int] = {}
"""(terrain, occupied hexes) -> the ZOC of the units in these hexes."""


def enemy_zone(state: KassalaState, seat: Seat) -> int:
    """The mask of hexes in the ZOC of a seat's enemies (II.C.1)."""
    ground = state.setting.ground
    key = (ground, state.occupied[other(seat)])
    zone = _ZONES.get(key)
    if zone is None:
        if len(_ZONES) > MOST_CACHED_ZONES:
            _ZONES.clear()
        zone = _ZONES[key] = zone_of_control(ground, state.occupied[other(seat)])
    return zone


def names_with_hexes(state: KassalaState, mask: int) -> Text:
    """The names of units with their hexes, for a sentence: ``Arab cavalry (0703) and 2 Moslem cannon (0803)``. A unit
    off the map has its title."""
    texts: list[Text] = []
    for (name, place), group in groupby(slots_in(mask), lambda slot: (ROSTER[slot].name, state.place(slot))):
        alike = list(group)
        if place is None:
            texts += [ROSTER[slot].title for slot in alike]
        elif len(alike) == 1:
            texts.append(say("{unit} ({place})", unit=name, place=place))
        else:
            texts.append(say("{count} {unit} ({place})", count=len(alike), unit=name, place=place))
    return and_list(texts)
