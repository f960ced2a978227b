"""Setting up, and who has the machine guns (4.0, 5.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Annotated, NamedTuple

from game.board.hexgrid import Hex, hexes_in
from game.core.fields import Pairs
from game.core.indices import Slot
from game.core.message import say
from game.core.verdict import LEGAL, Verdict
from game.rules.adua.actions import AssignGun, ReturnGun, SetUpPiece
from game.rules.adua.ground import AduaGround
from game.rules.adua.sides import ABYSSINIANS, GUNNERS, ITALIANS, refuse
from game.rules.adua.state import NEW, NO_GUN, WAITING, AduaState, Gun
from game.rules.adua.units import ARRIVES, CHIEF, COMBAT_UNITS, FIGHTERS, KIND, SEAT, SLOT, SLOTS, UNITS, name_of

ZONE = "italian-setup"
"""The name of the Italian zone on the map."""
EAST = "line-in-the-east"
"""The option with which the blue line runs before column 24, as the facts reconstruct it (ruling 29)."""
BACK = 5
"""How many columns that is to the east. The line of the map was tuned so that both sides win often enough."""
APART = 12
"""Hexes between an Abyssinian unit and the Italian zone (4.0)."""
ON_MAP = "rases-on-map"
"""The option with which Maconnen and Micael begin on the map (ruling 1)."""
RASES = (SLOT["maconnen"], SLOT["micael"])


class ProposedSetUp(NamedTuple):
    """The set-up that the program proposes."""

    guns: tuple[Slot, ...]
    """The units with a machine gun."""
    italians: Annotated[tuple[tuple[Slot, str], ...], Pairs()]
    gathering: Annotated[tuple[tuple[Slot, str], ...], Pairs()]
    """Abyssinian commander -> the hex around which his units stand, if they are on the map."""


def shifted(place: str, columns: int) -> str:
    """The hex so many columns farther east."""
    return f"{int(place[:2]) + columns:02}{place[2:]}"


@lru_cache(8)
def zones(ground: AduaGround, options: tuple[str, ...]) -> tuple[int, int]:
    """The masks of hexes in which either side may set up."""
    on_map = ground.board.zones.get(ZONE, ())
    first = min((int(name[:2]) for name in on_map), default=0) + BACK * (EAST in options)
    names = [name for name in on_map if int(name[:2]) >= first]
    italian = sum(1 << ground.index[name] for name in names)
    near = italian
    for hex_ in range(len(ground.hexes)):
        if italian >> hex_ & 1:
            near |= ground.within(hex_, APART - 1)
    return italian, ((1 << len(ground.hexes)) - 1) & ~near


@lru_cache(maxsize=32)
def first(ground: AduaGround, set_up: ProposedSetUp, scenario: str, options: tuple[str, ...]) -> AduaState:
    """The set-up the program proposes."""
    at = [WAITING] * len(UNITS)
    for slot, place in set_up.italians:
        at[slot] = ground.index[place]
    allowed, taken = zones(ground, options)[ABYSSINIANS], set[Hex]()
    for chief, centre in set_up.gathering:
        if chief in ARRIVES and not (chief in RASES and ON_MAP in options):
            continue
        middle = ground.index[shifted(centre, BACK * (EAST in options))]
        at[chief] = middle
        near = sorted((ground.distance(middle, hex_), hex_) for hex_ in hexes_in(allowed))
        for slot in SLOTS[:COMBAT_UNITS]:
            if CHIEF[slot] == chief and SEAT[slot] == ABYSSINIANS:
                here = next(hex_ for _, hex_ in near if hex_ not in taken and not ground.barred[KIND[slot]] >> hex_ & 1)
                taken.add(here)
                at[slot] = here
    guns = tuple(Gun(NEW, 0, slot) for slot in set_up.guns)
    return AduaState(scenario, options, tuple(at), ground, guns=guns)


def check_place(state: AduaState, action: SetUpPiece) -> Verdict:
    """Whether a piece may be set up in a hex, changing places with a unit there (4.0, ruling 24)."""
    ground = state.ground
    slot = SLOT[action.unit]
    if SEAT[slot] != state.seat:
        return refuse("4.0", say("The other side sets up now"))
    if state.at[slot] < 0:
        return refuse("4.0", say("{unit} comes later", unit=name_of(slot)), unit=action.unit)
    if action.place not in ground.index:
        return refuse("4.0", say("{place} is not on the map", place=action.place), place=action.place)
    place = ground.index[action.place]
    if state.at[slot] == place:
        return refuse("4.0", say("The unit is already there"), place=action.place)
    if not zones(ground, state.options)[state.seat] >> place & 1:
        text = (say("The Italians set up north and east of the blue line") if state.seat == ITALIANS else
                say("Abyssinian units set up {apart} hexes or more from the Italian zone", apart=APART))
        return refuse("4.0", text, 24, place=action.place)
    if ground.barred[KIND[slot]] >> place & 1:
        return refuse("9.0", say("{place} is prohibited to it", place=action.place), place=action.place)
    for other in state.there.get(place, ()):
        if slot < COMBAT_UNITS and ground.barred[KIND[other]] >> state.at[slot] & 1:
            return refuse("9.0", say("{unit} cannot change places with it", unit=name_of(other)), place=action.place)
    return LEGAL


def placed(state: AduaState, action: SetUpPiece) -> AduaState:
    """The state with a piece set up elsewhere; units change places."""
    slot, place = SLOT[action.unit], state.ground.index[action.place]
    here = state.at[slot]
    if slot < COMBAT_UNITS:
        for other in state.there.get(place, ()):
            state = state.put(other, here)
    return state.put(slot, place)


def places(state: AduaState, slot: Slot) -> Iterator[SetUpPiece]:
    """Every hex a piece may be set up in."""
    ground = state.ground
    for hex_, name in enumerate(ground.hexes):
        if zones(ground, state.options)[state.seat] >> hex_ & 1:
            action = SetUpPiece(UNITS[slot].id, name)
            if check_place(state, action):
                yield action


def gunners(state: AduaState) -> list[Slot]:
    """Who may have a machine gun: Italian infantry, the Bersaglieri excepted (5.1)."""
    return [slot for slot in FIGHTERS[ITALIANS] if KIND[slot] in GUNNERS and state.at[slot] >= 0]


def check_gun(state: AduaState, action: AssignGun | ReturnGun) -> Verdict:
    """Whether a unit may be given a machine gun, or lose the one it was given (5.1)."""
    slot = SLOT[action.unit]
    has = state.gun_of(slot) >= 0
    if isinstance(action, ReturnGun):
        return LEGAL if has else refuse("5.1", say("{unit} has no machine gun", unit=name_of(slot)))
    if SEAT[slot] != ITALIANS or KIND[slot] not in GUNNERS:
        return refuse("5.1", say("Only Italian infantry, the Bersaglieri excepted, has machine guns"), unit=action.unit)
    if has:
        return refuse("5.1", say("{unit} has a machine gun", unit=name_of(slot)), unit=action.unit)
    if all(gun.unit >= 0 for gun in state.guns):
        return refuse("5.1", say("All machine guns are assigned; take one back first"), unit=action.unit)
    return LEGAL


def assigned(state: AduaState, action: AssignGun | ReturnGun) -> AduaState:
    """The state with a machine gun given, or taken back."""
    slot = SLOT[action.unit]
    units = [gun.unit for gun in state.guns if gun.unit >= 0]
    units = [*units, slot] if isinstance(action, AssignGun) else [one for one in units if one != slot]
    units.sort()
    return replace(state, guns=(*(Gun(NEW, 0, one) for one in units), *[NO_GUN] * (len(state.guns) - len(units))))
