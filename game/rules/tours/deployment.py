"""Set-up: the printed areas, the proposed set-up, and changes to it (13.0)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache, partial

from game.board.hexgrid import Hex, hexes_in
from game.core.action import Action
from game.core.decision import Done
from game.core.event import Placed
from game.core.indices import Slot
from game.core.message import Text, say
from game.core.offer import CatchAll, Offer
from game.core.verdict import LEGAL, Verdict
from game.rules.tours.actions import END_PHASE, VERTICES, ChangeFacing, ToursPlace
from game.rules.tours.facing import facing_offers
from game.rules.tours.ground import ToursGround
from game.rules.tours.sequence import PhaseDecision, begin_player_turn, phase_began_event
from game.rules.tours.state import GONE, NOBODY, ToursPhase, ToursState
from game.rules.tours.tables import TABLES
from game.rules.tours.units import (
    COMBAT_UNITS,
    CONTINGENT,
    CONTINGENTS,
    FOE,
    FRANKS,
    KIND,
    LEADERS,
    LIGHT_INFANTRY,
    MUSLIMS,
    SEAT,
    SLOT,
    SLOTS,
    UNITS,
    WAGONS,
    name_of,
    reason,
    refuse,
    rule,
)

AREA_RULES = ("13.1", "13.2")
"""Seat -> the number of the rule that lists its set-up areas."""
EAST, WEST = VERTICES.index("e"), VERTICES.index("w")
"""The facings of the Franks and of the Muslims in the proposed set-up."""
PIECE_SPACING, HEX_SPACING = 7, 5
"""``SetUp.candidates`` lists changes to every seventh piece, to every fifth of its hexes; chosen, so that the list
stays short."""
SET_UP_STRETCHES = {name: tuple(tuple(f"{place:04}" for place in range(int(ends[:4]), int(ends[5:]) + 1))
                                for ends in stretches) for name, stretches in TABLES.stretches.items()}
"""Contingent, or the camp -> the hexes for its cavalry (or all its units), and those for its infantry (13.1, 13.2)."""


@lru_cache(maxsize=128)
def set_up_hexes(slot: Slot) -> tuple[str, ...]:
    """The hexes in which a piece may be set up (13.1, 13.2); empty for a leader, which is set up with a friendly
    unit."""
    if slot in LEADERS:
        return ()
    stretches = SET_UP_STRETCHES["camp" if slot in WAGONS else CONTINGENTS[CONTINGENT[slot]]]
    return stretches[-1] if KIND[slot] == LIGHT_INFANTRY else stretches[0]


@lru_cache(maxsize=32)
def first_state(ground: ToursGround, scenario: str, options: tuple[str, ...]) -> ToursState:
    """The first state of a scenario, with the proposed set-up: pieces without a proposed hex take the first free one of
    their area."""
    at, filled = [GONE] * len(UNITS), set[str]()
    proposed = {name if name in SLOT else f"{name}{n}": place for name, places in TABLES.proposed.items()
                for n, place in enumerate(places, 1)}
    for slot, unit in zip(SLOTS, UNITS, strict=True):
        place = proposed.get(unit.id) or next(hex_ for hex_ in set_up_hexes(slot) if hex_ not in filled)
        if slot not in LEADERS:
            filled.add(place)
        at[slot] = ground.index[place]
    facing = tuple(0 if slot >= COMBAT_UNITS else EAST if SEAT[slot] == FRANKS else WEST for slot in range(len(UNITS)))
    return ToursState(scenario, options, ground, tuple(at), facing, first=FRANKS)


def _places_for(state: ToursState, slot: Slot) -> tuple[str, ...]:
    """The hexes in which a piece may be set up; for a leader those with its units."""
    if slot not in LEADERS:
        return set_up_hexes(slot)
    return tuple(state.ground.hexes[place] for place in hexes_in(state.occupied[SEAT[slot]]))


def occupant(state: ToursState, place: Hex) -> Slot:
    """The piece in a hex, not counting leaders; ``NOBODY`` if there is none."""
    return next((slot for slot in SLOTS if state.at[slot] == place and slot not in LEADERS), NOBODY)


class SetUp(PhaseDecision):
    """The phase in which a side adjusts the proposed set-up, or accepts it (13.0, ruling 21)."""

    phase = ToursPhase.SETUP
    rule = rule("13.0", 26)
    asks = say("Adjust the set-up, or accept it")
    complete = False
    own_actions, refusal_unless_pending = (ToursPlace,), reason("13.0", say("The set-up is over"))

    def main(self, state: ToursState) -> tuple[Action, Text]:
        return END_PHASE, say("Accept set-up")

    def judge(self, state: ToursState, action: Action) -> Verdict:
        """Whether a piece may be set up in a hex, if necessary by exchanging places with the piece there (13.0)."""
        assert isinstance(action, ToursPlace)
        hexes, slot, name = state.ground.hexes, SLOT[action.unit], action.place
        own_hexes = set_up_hexes(slot)
        if SEAT[slot] != state.seat:
            return refuse("13.0", say("The other side sets up now"))
        if name not in state.ground.index:
            return refuse("13.0", say("{place} is not on the map", place=name), place=name)
        place = state.ground.index[name]
        if state.at[slot] == place:
            return refuse("13.0", say("The unit is already there"), place=name)
        if slot in LEADERS:
            return LEGAL if state.occupied[SEAT[slot]] >> place & 1 else refuse(
                AREA_RULES[SEAT[slot]], say("{unit} must be set up with a friendly unit", unit=name_of(slot)),
                place=name)
        if name not in own_hexes:
            text = (say("{unit} must be set up in {first}", unit=name_of(slot), first=own_hexes[0])
                    if len(own_hexes) == 1 else
                    say("{unit} must be set up in {first} to {last}", unit=name_of(slot), first=own_hexes[0],
                        last=own_hexes[-1]))
            return refuse(AREA_RULES[SEAT[slot]], text, place=name)
        other = occupant(state, place)
        if other >= 0 and hexes[state.at[slot]] not in set_up_hexes(other):
            return refuse(AREA_RULES[SEAT[slot]], say("{other} is there and may not be set up in {place}",
                                                      other=name_of(other), place=hexes[state.at[slot]]), place=name)
        return LEGAL

    def check(self, state: ToursState, action: Action) -> Verdict:
        if not isinstance(action, ChangeFacing):
            return super().check(state, action)
        slot = SLOT[action.unit]
        if slot >= COMBAT_UNITS:
            return refuse("3.3", say("{unit} has no facing", unit=name_of(slot)), unit=action.unit)
        if SEAT[slot] != state.seat:
            return refuse("13.0", say("The other side sets up now"))
        if state.facing[slot] == action.vertex:
            return refuse("3.3", say("It already faces that way"), vertex=VERTICES[action.vertex])
        return LEGAL

    def choices(self, state: ToursState, slot: Slot) -> Iterator[Action]:
        """All legal changes to a piece in its side's set-up: other hexes and facings."""
        unit = UNITS[slot].id
        changes: list[Action] = [ToursPlace(unit, place) for place in _places_for(state, slot)]
        changes += [ChangeFacing(unit, vertex) for vertex in range(len(VERTICES))]
        return (action for action in changes if self.check(state, action))

    def candidates(self, state: ToursState) -> list[Action]:
        """Some of the legal changes, always the same in the same state, and the end of the set-up."""
        actions: list[Action] = [END_PHASE]
        for slot, unit in zip(SLOTS, UNITS, strict=True):
            if SEAT[slot] != state.seat or slot % PIECE_SPACING != 1:
                continue
            if slot < COMBAT_UNITS:
                actions.append(ChangeFacing(unit.id, (state.facing[slot] + 1) % 6))
            places = (ToursPlace(unit.id, place) for place in set_up_hexes(slot)[::HEX_SPACING])
            actions += [action for action in places if self.judge(state, action)]
        return actions

    def preview(self, state: ToursState, action: Action) -> None:
        return None

    def apply(self, state: ToursState, action: Action) -> Done[ToursState]:
        if isinstance(action, ToursPlace):
            return self.place_piece(state, SLOT[action.unit], state.ground.index[action.place])
        if isinstance(action, ChangeFacing):
            return state.turned(SLOT[action.unit], action.vertex), ()
        if state.seat == FRANKS:
            after = replace(state, first=FOE[state.first])
            return after, (phase_began_event(after),)
        return begin_player_turn(replace(state, first=MUSLIMS))

    def place_piece(self, state: ToursState, slot: Slot, place: Hex) -> Done[ToursState]:
        """The state with a piece set up in another hex; the piece there takes its place, and leaders stay with their
        units."""
        before, leader, other = state.at[slot], LEADERS[SEAT[slot]], occupant(state, place)
        leader_hex, changes = state.at[leader], [(slot, place)]
        if other >= 0 and slot != leader:
            changes.append((other, before))
        if slot < COMBAT_UNITS and leader_hex in (before, place):
            changes.append((leader, place if leader_hex == before else before))
        events = tuple(Placed(rule("13.0"), UNITS[piece].id, name_of(piece), state.ground.hexes[end])
                       for piece, end in changes)
        for piece, end in changes:
            state = state.with_unit_at(piece, end)
        return state, events

    def selectable(self, state: ToursState) -> list[Slot]:
        return [slot for slot in SLOTS if SEAT[slot] == state.seat and state.at[slot] >= 0]

    def offers_for_unit(self, state: ToursState, slot: Slot) -> Iterator[Offer]:
        unit = UNITS[slot].id
        for place in _places_for(state, slot):
            action = ToursPlace(unit, place)
            yield Offer(self.judge(state, action), action, (unit,), place)
        if slot < COMBAT_UNITS:
            yield from facing_offers(state, slot, partial(self.check, state))
        elsewhere = say("{unit} may not be set up there", unit=name_of(slot))
        yield CatchAll(refuse(AREA_RULES[SEAT[slot]], elsewhere))
