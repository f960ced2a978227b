"""The phases before the battle: both sides set up, and the Italians assign their machine guns (4.0, 5.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Annotated, NamedTuple

from game.board.hexgrid import Hex, hexes_in
from game.core.action import Action
from game.core.decision import Answer
from game.core.event import Placed
from game.core.field_types import Pairs
from game.core.indices import Slot
from game.core.message import Message, say
from game.core.offer import CatchAll, Offer
from game.core.overview import LineAction, Overview, OverviewLine
from game.core.prompt import Budget
from game.core.verdict import LEGAL, Illegal, Verdict
from game.rules.adua.actions import END_PHASE, AssignGun, ReturnGun, SetUpPiece
from game.rules.adua.ground import EASTERN_LINE, EASTERN_SHIFT, SET_UP_DISTANCE, AduaGround
from game.rules.adua.sequence import SidePhase, noted
from game.rules.adua.sides import ABYSSINIANS, ITALIANS, MACHINE_GUN_KINDS, refuse, rule
from game.rules.adua.state import NEW, UNASSIGNED_GUN, WAITING, AduaState, Done, Gun
from game.rules.adua.units import (
    ARRIVAL_TURN,
    BRIGADE_COLOURS,
    CHIEF,
    COMBAT_UNITS,
    FIGHTERS,
    KIND,
    SEAT,
    SLOT,
    SLOTS,
    UNITS,
    name_of,
)

RASES_OPTION = "rases-on-map"
"""The option with which Maconnen and Micael start on the map (ruling 1)."""
RASES = (SLOT["maconnen"], SLOT["micael"])
"""The commanders of ``RASES_OPTION``; ras is an Ethiopian title."""
CANDIDATE_SPACING = 7
"""``SetUpPhase.candidates`` lists every seventh hex for a piece; chosen, so that the list stays short."""


class ProposedSetUp(NamedTuple):
    """The set-up that the program proposes."""

    guns: tuple[Slot, ...]
    """The units with a machine gun."""
    italians: Annotated[tuple[tuple[Slot, str], ...], Pairs()]
    """Italian piece -> its hex."""
    gathering: Annotated[tuple[tuple[Slot, str], ...], Pairs()]
    """Abyssinian commander -> the hex around which the commander's units set up, if they are on the map."""


def shift_east(place: str, columns: int) -> str:
    """The name of the hex in the same row, this many columns farther east; negative: farther west."""
    return f"{int(place[:2]) + columns:02}{place[2:]}"


@lru_cache(maxsize=32)
def first_state(ground: AduaGround, set_up: ProposedSetUp, scenario: str, options: tuple[str, ...]) -> AduaState:
    """The first state of a scenario, with the proposed set-up: each Abyssinian unit on the map takes the free hex
    nearest to its commander."""
    at = [WAITING] * len(UNITS)
    for slot, place in set_up.italians:
        at[slot] = ground.index[place]
    zone, filled = ground.set_up(options)[ABYSSINIANS], set[Hex]()
    for chief, centre in set_up.gathering:
        if chief in ARRIVAL_TURN and not (chief in RASES and RASES_OPTION in options):
            continue
        middle = ground.index[shift_east(centre, EASTERN_SHIFT * (EASTERN_LINE in options))]
        at[chief] = middle
        nearest_first = sorted((ground.distance(middle, hex_), hex_) for hex_ in hexes_in(zone))
        for slot in SLOTS[:COMBAT_UNITS]:
            if CHIEF[slot] == chief and SEAT[slot] == ABYSSINIANS:
                free_hex = next(hex_ for _, hex_ in nearest_first if hex_ not in filled
                                and not ground.barred[KIND[slot]] >> hex_ & 1)
                filled.add(free_hex)
                at[slot] = free_hex
    guns = tuple(Gun(NEW, 0, slot) for slot in set_up.guns)
    return AduaState(scenario, options, tuple(at), ground, guns=guns)


def check_place(state: AduaState, action: SetUpPiece) -> Verdict:
    """Whether a piece may be set up in a hex, if necessary by exchanging places with the unit there (4.0,
    ruling 24)."""
    ground = state.ground
    slot = SLOT[action.unit]
    if SEAT[slot] != state.seat:
        return refuse("4.0", say("The other side sets up now"))
    if state.at[slot] < 0:
        return refuse("4.0", say("{unit} arrives later", unit=name_of(slot)), unit=action.unit)
    if action.place not in ground.index:
        return refuse("4.0", say("{place} is not on the map", place=action.place), place=action.place)
    place = ground.index[action.place]
    if state.at[slot] == place:
        return refuse("4.0", say("The unit is already there"), place=action.place)
    if not ground.set_up(state.options)[state.seat] >> place & 1:
        text = (say("The Italians set up north and east of the blue line") if state.seat == ITALIANS else
                say("Abyssinian units set up {apart} hexes or more from the Italian zone", apart=SET_UP_DISTANCE))
        return refuse("4.0", text, 24, place=action.place)
    if ground.barred[KIND[slot]] >> place & 1:
        return refuse("9.0", say("{place} is prohibited to {kind}", place=action.place, kind=name_of(slot)),
                      place=action.place)
    for other in state.units_in.get(place, ()):
        if slot < COMBAT_UNITS and ground.barred[KIND[other]] >> state.at[slot] & 1:
            return refuse("9.0", say("{unit} cannot change places: {place} is prohibited to it", unit=name_of(other),
                                     place=ground.hexes[state.at[slot]]), place=action.place)
    return LEGAL


def set_up_piece(state: AduaState, action: SetUpPiece) -> AduaState:
    """The state with a piece set up in another hex; units exchange places."""
    slot, place = SLOT[action.unit], state.ground.index[action.place]
    here = state.at[slot]
    if slot < COMBAT_UNITS:
        for other in state.units_in.get(place, ()):
            state = state.with_unit_at(other, here)
    return state.with_unit_at(slot, place)


def set_up_actions(state: AduaState, slot: Slot) -> Iterator[SetUpPiece]:
    """Every action that sets a piece up in a hex where it may be."""
    ground = state.ground
    for hex_, name in enumerate(ground.hexes):
        if ground.set_up(state.options)[state.seat] >> hex_ & 1:
            action = SetUpPiece(UNITS[slot].id, name)
            if check_place(state, action):
                yield action


def check_gun(state: AduaState, action: AssignGun | ReturnGun) -> Verdict:
    """Whether a unit may receive a machine gun, or return the one it has (5.1)."""
    slot = SLOT[action.unit]
    has_gun = state.gun_of(slot) >= 0
    if isinstance(action, ReturnGun):
        return LEGAL if has_gun else refuse("5.1", say("{unit} has no machine gun", unit=name_of(slot)))
    if SEAT[slot] != ITALIANS or KIND[slot] not in MACHINE_GUN_KINDS:
        return refuse("5.1", say("Only Italian infantry other than Bersaglieri may have machine guns"),
                      unit=action.unit)
    if has_gun:
        return refuse("5.1", say("{unit} has a machine gun", unit=name_of(slot)), unit=action.unit)
    if all(gun.unit >= 0 for gun in state.guns):
        return refuse("5.1", say("All machine guns are assigned; return one first"), unit=action.unit)
    return LEGAL


def assign_gun(state: AduaState, action: AssignGun | ReturnGun) -> AduaState:
    """The state with a machine gun assigned, or returned."""
    slot = SLOT[action.unit]
    units = [gun.unit for gun in state.guns if gun.unit >= 0]
    units = [*units, slot] if isinstance(action, AssignGun) else [one for one in units if one != slot]
    units.sort()
    unassigned = [UNASSIGNED_GUN] * (len(state.guns) - len(units))
    return replace(state, guns=(*(Gun(NEW, 0, one) for one in units), *unassigned))


class SetUpPhase(SidePhase):
    """The phase in which a side adjusts the proposed set-up."""

    rule = rule("4.0")
    asks = say("Adjust the set-up, or accept it")
    end_label = say("Accept set-up")
    checks = ((SetUpPiece, check_place),)
    complete = False

    def selectable(self, state: AduaState) -> Sequence[Slot]:
        return [slot for slot, place in zip(SLOTS, state.at, strict=True) if place >= 0 and SEAT[slot] == state.seat]

    def candidates(self, state: AduaState) -> list[Action]:
        """Some hexes for one piece, always the same in the same state; only the end of the phase for a side without
        pieces."""
        pieces = self.selectable(state)
        if not pieces:
            return [END_PHASE]
        # Any number will do that is always the same in the same state and differs between similar states.
        mixed = sum(place * (n + 1) for n, place in enumerate(state.at)) % 8191
        actions = list(set_up_actions(state, pieces[mixed % len(pieces)]))
        return [END_PHASE, *actions[mixed % CANDIDATE_SPACING::CANDIDATE_SPACING]]

    def all_actions_of(self, state: AduaState, slot: Slot) -> Iterator[Action]:
        """Every hex in which a piece of the side can be set up."""
        return set_up_actions(state, slot) if SEAT[slot] == state.seat else iter(())

    def offers_for_unit(self, state: AduaState, slot: Slot) -> Iterator[Offer]:
        for action in set_up_actions(state, slot):
            yield Offer(action=action, units=action.units, place=action.place)
        yield CatchAll(refuse("4.0", say("Outside the set-up area"), 24))

    def carry_out(self, state: AduaState, action: Action) -> Done:
        assert isinstance(action, SetUpPiece)
        after = set_up_piece(state, action)
        mover = SLOT[action.unit]
        moved = (mover, *(slot for slot in SLOTS if slot != mover and state.at[slot] != after.at[slot]))
        return after, tuple(Placed(self.rule, UNITS[slot].id, name_of(slot), state.ground.hexes[after.at[slot]])
                            for slot in moved)


class MachineGunPhase(SidePhase):
    """The phase in which the Italian player assigns the machine guns."""

    rule = rule("5.1")
    end_label = say("Accept machine guns")
    checks = ((AssignGun, check_gun), (ReturnGun, check_gun))
    all_assigned = say("All machine guns are assigned: accept or change")

    def guns_left(self, state: AduaState) -> int:
        """The number of machine guns still to assign."""
        return sum(gun.unit < 0 for gun in state.guns)

    def question(self, state: AduaState) -> Message:
        if self.guns_left(state):
            return say("Assign the machine guns")
        return self.all_assigned

    def budgets(self, state: AduaState) -> tuple[Budget, ...]:
        guns_left = self.guns_left(state)
        return (Budget(say("Machine guns still to assign"), guns_left, len(state.guns)),) if guns_left else ()

    def answers(self, state: AduaState) -> Iterator[Answer]:
        offers = (self.offer(state, slot) for slot in FIGHTERS[ITALIANS])
        return (Answer(one.action, one.units, short_label=one.label) for one in offers if one.verdict and one.action)

    def offer(self, state: AduaState, slot: Slot) -> Offer:
        """The offer to assign a machine gun to a unit, or to return it."""
        action_class, label = (ReturnGun, say("Return its machine gun")) if state.gun_of(slot) >= 0 else (
            AssignGun, say("Assign a machine gun"))
        action = action_class(UNITS[slot].id)
        return Offer(check_gun(state, action), action, action.units, label=label)

    def overview(self, state: AduaState) -> Overview:
        """The units that may have a machine gun; a click assigns or returns one."""
        return Overview(say("Machine guns"), tuple(OverviewLine(
            UNITS[slot].id, name_of(slot), (UNITS[slot].id,), (), BRIGADE_COLOURS[UNITS[slot].brigade],
            actions=(LineAction(self.offer(state, slot), "machine-gun", state.gun_of(slot) >= 0, say("Machine gun")),),
            value=state.numbers(slot)) for slot in FIGHTERS[ITALIANS]
            if KIND[slot] in MACHINE_GUN_KINDS and state.is_on_map(slot)))

    def why_not_able(self, state: AduaState, slot: Slot) -> Illegal:
        verdict = check_gun(state, AssignGun(UNITS[slot].id))
        return verdict if isinstance(verdict, Illegal) else refuse(
            "5.1", say("{unit} already has a machine gun", unit=name_of(slot)), unit=UNITS[slot].id)

    def carry_out(self, state: AduaState, action: Action) -> Done:
        assert isinstance(action, AssignGun | ReturnGun)
        name = name_of(SLOT[action.unit])
        text = (say("{unit} has a machine gun", unit=name) if isinstance(action, AssignGun) else
                say("{unit} has no machine gun", unit=name))
        return assign_gun(state, action), noted("5.1", text)
