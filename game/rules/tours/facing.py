"""Facing: its offers, the choice of facing after a retreat or advance, and the choice of an advance (3.3, 8.1, 8.5)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from game.board.hexgrid import Hex, hexes_in
from game.core.action import Action
from game.core.decision import Answer, Done
from game.core.event import Advanced
from game.core.indices import Slot
from game.core.message import Message, Text, say
from game.core.offer import FacingOffer, Offer
from game.core.position_checks import need
from game.core.verdict import LEGAL, Verdict
from game.rules.tours import losses
from game.rules.tours.actions import ANGLES, CLOCKWISE, COMPASS, ChangeFacing, ToursAdvance
from game.rules.tours.decisions import ToursPending
from game.rules.tours.movement import turn_events
from game.rules.tours.state import ToursPhase, ToursState
from game.rules.tours.units import FOE, SEAT, SEATS, UNITS, name_of, reason, rule, short_name


def facing_offers(state: ToursState, slot: Slot, check: Callable[[ChangeFacing], Verdict], *,
                  with_present: bool = True) -> Iterator[Offer]:
    """The offers of facings for a unit, clockwise from north; the present one only if it is legal.

    :param check: returns the verdict on a facing.
    :param with_present: whether the present facing is offered; not if the main button keeps it.
    """
    present = state.facing[slot]
    for number, vertex in enumerate(CLOCKWISE, 1):
        action = ChangeFacing(UNITS[slot].id, vertex)
        verdict = check(action)
        if vertex == present and not (with_present and verdict):
            continue
        enemy_hexes = state.ground.front_mask[state.at[slot]][vertex] & state.occupied[FOE[SEAT[slot]]]
        enemies = tuple(short_name(state.unit_in[place]) for place in hexes_in(enemy_hexes))
        label = (say("Face {compass}: {enemies}", compass=COMPASS[vertex], enemies=enemies) if enemies
                 else say("Face {compass}", compass=COMPASS[vertex]))
        yield FacingOffer(verdict, action, (action.unit,), None, label, angle=ANGLES[vertex], number=number)


class FacingChoice(ToursPending):
    """The choice of facing of a unit that has retreated or advanced (3.3)."""

    kind = "turning"
    rule = rule("3.3")
    refusal_while_pending = reason("3.3", say("Choose the facing of the unit first"))
    unit: Slot

    def seat(self, state: ToursState) -> str:
        return SEATS[SEAT[self.unit]]

    def question(self, state: ToursState) -> Message:
        return say("{unit} may turn, or keep its facing", unit=name_of(self.unit))

    def active_unit(self, state: ToursState) -> str:
        return UNITS[self.unit].id

    def main(self, state: ToursState) -> tuple[Action, Text]:
        vertex = state.facing[self.unit]
        return ChangeFacing(UNITS[self.unit].id, vertex), say(
            "Keep facing {compass}", compass=COMPASS[vertex])

    def answers(self, state: ToursState) -> Iterator[Answer]:
        unit = UNITS[self.unit].id
        return (Answer(ChangeFacing(unit, vertex), (unit,)) for vertex in range(6))

    def offers_for_unit(self, state: ToursState, slot: Slot) -> Iterator[Offer]:
        return facing_offers(state, slot, lambda _: LEGAL, with_present=False)

    def apply(self, state: ToursState, action: Action) -> Done[ToursState]:
        assert isinstance(action, ChangeFacing)
        return state.popped().turned(self.unit, action.vertex), turn_events(state, self.unit, action.vertex)

    def check_fits(self, state: ToursState, where: str) -> None:
        need(state.is_unit_on_map(self.unit) and state.phase == ToursPhase.SHOCK, where,
             say("a unit on the map, in phase IV"))


class AdvanceChoice(ToursPending):
    """The choice of a unit that advances into a vacated hex, which may be compulsory (8.1, 8.5)."""

    mode = "advance"
    own_actions, refusal_unless_pending = (ToursAdvance,), reason("8.5", say("No advance is possible now"))

    @abstractmethod
    def open_advances(self, state: ToursState) -> list[tuple[Hex, Slot]]:
        """Pairs of a vacated hex and a unit that may advance into it."""

    def answers(self, state: ToursState) -> Iterator[Answer]:
        for hex_, slot in self.open_advances(state):
            unit, place = UNITS[slot].id, state.ground.hexes[hex_]
            yield Answer(ToursAdvance(unit, place), (unit,), place, outcome=partial(self.advance, state, hex_, slot))

    @abstractmethod
    def advance(self, state: ToursState, place: Hex, slot: Slot) -> Done[ToursState]:
        """The state after a unit has advanced into a hex, and events."""

    def selectable(self, state: ToursState) -> list[Slot]:
        return sorted(slot for _, slot in self.open_advances(state))


def advance_into(state: ToursState, slot: Slot, place: Hex, number: str) -> Done[ToursState]:
    """The state after a unit advances, with its leader; its choice of facing is pending (8.1, 8.5).

    :param number: the number of the rule for the advance.
    """
    leader, before, void_attacks = state.leader_of(slot), state.at[slot], losses.void_attacks_on(state.combats, slot)
    state = replace(state.with_unit_at(slot, place), shocked=state.shocked | 1 << slot,
                    combats=losses.without_defender(state.combats, slot))
    if leader >= 0:
        state = state.with_unit_at(leader, place)
    event = Advanced(rule(number), UNITS[slot].id, name_of(slot), (state.ground.hexes[before],
                                                                        state.ground.hexes[place]))
    return state.pushed(FacingChoice(slot)), (event, *void_attacks)
