"""The melee phase: melee rolls, and the choices that their results leave (10.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated

from game.board.hexgrid import Hex, hexes_in
from game.core.action import Action
from game.core.chance import D6, DiceGroup, signed
from game.core.decision import Answer
from game.core.event import Event, Noted, RolledOnTable
from game.core.field_types import Key
from game.core.indices import Seat, Slot
from game.core.message import Message, joined, plural, say
from game.core.offer import Offer
from game.core.overview import EMPTY_OVERVIEW, LineAction, Overview, OverviewLine
from game.core.preview import Preview
from game.core.verdict import LEGAL, Illegal, Verdict
from game.rules.adua import losses, melee, previews, retreats, supply
from game.rules.adua.actions import LoseStep, RollMelee
from game.rules.adua.decisions import DiceRoll
from game.rules.adua.retreats import MeleeHexDecision, Retreats, UnitChoice
from game.rules.adua.sequence import SidePhase
from game.rules.adua.sides import ABYSSINIANS, ITALIANS, SEATS, refuse, rule
from game.rules.adua.state import AduaPhase, AduaState, Done
from game.rules.adua.units import SLOT, UNITS, name_of


class MeleePhase(SidePhase):
    """The phase in which the Abyssinian player chooses the next melee to roll (ruling 47)."""

    rule = rule("10.2", 47)

    def melees_to_roll(self, state: AduaState) -> Sequence[Hex]:
        """The hexes of melees not yet rolled this turn."""
        return hexes_in(state.melees & ~state.clashed)

    def is_idle(self, state: AduaState) -> bool:
        return not self.melees_to_roll(state)

    def question(self, state: AduaState) -> Message:
        return plural("{count} melee to resolve", "{count} melees to resolve", len(self.melees_to_roll(state)))

    def main(self, state: AduaState) -> tuple[Action, Message]:
        place = state.ground.hexes[self.melees_to_roll(state)[0]]
        return RollMelee(place), _label(place)

    def answers(self, state: AduaState) -> Iterator[Answer]:
        for hex_ in self.melees_to_roll(state):
            place = state.ground.hexes[hex_]
            yield Answer(RollMelee(place), tuple(UNITS[slot].id for slot in state.units_in[hex_]), place,
                         _label(place), arithmetic=partial(previews.of_melee, state, hex_))

    def may_end(self, state: AduaState) -> Verdict:
        return refuse("10.2", say("Resolve the remaining melees first"))

    def overview(self, state: AduaState) -> Overview:
        return Overview(say("Melees"), tuple(_line(state, hex_) for hex_ in hexes_in(state.melees))) if (
            state.melees) else EMPTY_OVERVIEW

    def why_idle(self, state: AduaState, slot: Slot) -> Illegal:
        return refuse("10.2", say("{unit} is not in a melee still to be resolved", unit=name_of(slot)),
                      unit=UNITS[slot].id)

    def carry_out(self, state: AduaState, action: Action) -> Done:
        place = state.ground.index[action.places[0]]
        guns = supply.untested_guns(state, state.units_in[place])
        return state.pushed(MeleeRoll(place), *([supply.MachineGunTests(guns)] if guns else [])), ()


def _label(place: str) -> Message:
    """The label of the button that resolves the melee in a hex."""
    return say("Resolve the melee in {place}", place=place)


def _line(state: AduaState, hex_: Hex) -> OverviewLine:
    """The line of the melee in a hex, with a button that rolls it."""
    place = state.ground.hexes[hex_]
    rolled = bool(state.clashed >> hex_ & 1)
    rolling = any(isinstance(frame, MeleeRoll) and frame.place == hex_ for frame in state.frames)
    deciding = any(isinstance(frame, MeleeHexDecision) and frame.place == hex_ for frame in state.frames)
    sides = melee.sides(state, hex_)
    ours, theirs = (sum(melee.value(state, slot) for slot in side) for side in sides)
    names = [joined(map(name_of, side)) for side in sides]
    units = [tuple(UNITS[slot].id for slot in side) for side in sides]
    roll = LineAction(Offer(LEGAL, RollMelee(place), label=say("Roll")))
    actions = () if rolled or state.top is not None else (roll,)
    title = say("Hex {place}: Italian {ours} \N{MINUS SIGN} Abyssinian {theirs}", place=place, ours=ours, theirs=theirs)
    return OverviewLine(place, say("{ours} against {theirs}", ours=names[0], theirs=names[1]), units[0], units[1],
                        subtitle=say("Hex {place}", place=place) if rolled else title,
                        value="" if rolled else signed(ours - theirs).replace("+0", "0"),
                        progress="acting" if rolling or deciding else "done" if rolled else "",
                        status=(say("result") if deciding else say("done") if rolled else say("rolling") if rolling
                                else say("difference")),
                        actions=actions,
                        arithmetic=partial(previews.of_melee, state, hex_))


class MeleeRoll(DiceRoll):
    """The die roll of a melee."""

    place: Hex
    kind = "clash"

    def title(self, state: AduaState) -> Message:
        return say("Melee in {place}", place=state.ground.hexes[self.place])

    def sides_text(self, state: AduaState) -> Message:
        """The two sides of the melee and its hex, in words."""
        ours, theirs = melee.sides(state, self.place)
        return say("{ours} against {theirs} in {place}", place=state.ground.hexes[self.place],
                   ours=name_of(ours[0]) if len(ours) == 1 else say("{count} Italian units", count=len(ours)),
                   theirs=name_of(theirs[0]) if len(theirs) == 1 else say("{count} Abyssinian units",
                                                                          count=len(theirs)))

    def side(self, state: AduaState) -> str:
        return SEATS[ITALIANS]

    def odds(self, state: AduaState) -> Preview:
        return previews.of_melee(state, self.place)

    def resolve(self, state: AduaState, faces: tuple[int, ...]) -> Done:
        place, ground, title = self.place, state.ground, self.title(state)
        column = melee.column(melee.difference(state, place))
        key = melee.ROWS[faces[0] - 1][column]
        event = RolledOnTable(
            self.rule, (D6,), faces, key, melee.MEANINGS[key], self.sides_text(state),
            column=melee.COLUMNS[column], row=faces[0],
            groups=(DiceGroup(title, (0,), self.side(state), ""),), places=(ground.hexes[place],))
        entry, (ours, theirs) = melee.ENTRIES[key], melee.sides(state, place)
        events: tuple[Event, ...] = (event,)
        state = replace(state.popped(), clashed=state.clashed | 1 << place)
        if entry.disorganized:
            state, more = losses.disorganize(state, ours)
            events += more
        decisions: list[StepLossChoice | Retreats] = [Retreats(place, theirs)] if entry.ends else []
        for reduced, units, seat in ((entry.abyssinian, theirs, ABYSSINIANS), (entry.italian, ours, ITALIANS)):
            if reduced == "one" and len(units) > 1:
                decisions.append(StepLossChoice(place, seat))
            elif reduced:
                for slot in units:
                    state, more = losses.lose_steps(state, slot)
                    events += more
        if not decisions:
            state, more = _after_losses(state, place)
            events += more
        return state.pushed(*decisions), events

    def position_conditions(self, state: AduaState) -> Iterator[tuple[bool, Message]]:
        yield state.phase == AduaPhase.MELEE and bool((state.melees & ~state.clashed) >> self.place & 1), say(
            "a melee still to be rolled")


def _after_losses(state: AduaState, place: Hex) -> Done:
    """The state after a melee's losses; a melee that was to continue ends if a side has no unit left in it."""
    end_notes = () if state.melees >> place & 1 else (Noted(rule("10.2"), say(
        "The melee in {place} is over: a side has no unit left there", place=state.ground.hexes[place])),)
    state, more = retreats.settle_hex(state, place)
    return state, end_notes + more


class StepLossChoice(UnitChoice):
    """The choice of the unit in a melee that takes its side's step loss."""

    kind = "loss"
    of: Annotated[Seat, Key("seat")]
    """The side that loses the step."""
    allows_several_units = True
    choice = LoseStep
    selected_label = say("Reduce this unit")
    label = say("Reduce {unit}", unit="")

    def seat(self, state: AduaState) -> str:
        return SEATS[self.of]

    def question(self, state: AduaState) -> Message:
        return say("Choose the unit in {place} that loses a step", place=state.ground.hexes[self.place])

    def selectable(self, state: AduaState) -> Sequence[Slot]:
        return melee.sides(state, self.place)[self.of]

    def proposal_rank(self, state: AduaState, slot: Slot) -> tuple[int, ...]:
        return state.lost[slot], -state.value(slot)

    def why_not_choosable(self, state: AduaState, slot: Slot) -> Illegal:
        return refuse("10.2", say("{unit} is not one of the units that may lose the step", unit=name_of(slot)), 26)

    def apply(self, state: AduaState, action: Action) -> Done:
        state, events = losses.lose_steps(state.popped(), SLOT[action.units[0]])
        if state.top is None:
            state, more = _after_losses(state, self.place)
            events += more
        return state, events

    def position_conditions(self, state: AduaState) -> Iterator[tuple[bool, Message]]:
        yield state.phase == AduaPhase.MELEE and len(self.selectable(state)) > 1, say("several units in a hex")
