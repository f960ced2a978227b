"""Leaving a melee: retreats and disengagement, the commanders that go along, and the unit that holds the hex (10.2)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from game.board.hexgrid import Hex
from game.core.action import Action
from game.core.event import Event, Noted, Removed, Retreated
from game.core.indices import Slot
from game.core.message import Message, and_list, say
from game.core.offer import Offer
from game.core.prompt import Duty
from game.core.verdict import LEGAL, Illegal, Legal, Reason, Verdict
from game.rules.adua import losses, zones
from game.rules.adua.actions import HoldHex, LeaveMelee, LoseStep, RetreatUnit
from game.rules.adua.decisions import PendingDecision
from game.rules.adua.ground import AduaGround
from game.rules.adua.sides import ABYSSINIANS, ITALIANS, SEATS, refuse, rule
from game.rules.adua.state import EXITED, GONE, WAITING, AduaPhase, AduaState, Done
from game.rules.adua.units import COMBAT_UNITS, COMMANDERS, SEAT, SLOT, UNITS, name_of


@dataclass(frozen=True, slots=True)
class LeftHeldHex(Retreated):
    """A unit left the hex of a finished melee to the unit that stays there: it went to the hex from which it had
    entered (ruling 15) or to another (ruling 44)."""

    type: ClassVar[str] = "went-back"

    @property
    def text(self) -> Message:
        return say("{unit} goes to {place}", unit=self.name, place=self.path[-1])


def refuges(state: AduaState, slot: Slot) -> tuple[Hex, ...]:
    """The adjacent hexes into which an Abyssinian unit may leave a melee: free of units, not prohibited, in no enemy
    ZOC (10.2). Declared attacks cancel ZOCs during movement (rulings 9, 16)."""
    ground = state.ground
    barred = zones.closed_hexes(state, slot) | state.occupied[SEAT[slot]]
    enemy_zones = zones.enemy_zones(state, SEAT[slot])
    return tuple(hex_ for hex_ in ground.adjacent_hexes[state.at[slot]] if not (barred | enemy_zones) >> hex_ & 1)


def check_disengage(state: AduaState, action: LeaveMelee) -> Verdict:
    """Whether a unit may leave its melee in its movement phase (10.2, ruling 16)."""
    slot = SLOT[action.unit]
    if SEAT[slot] != ABYSSINIANS or slot >= COMBAT_UNITS:
        if SEAT[slot] == ABYSSINIANS:
            return refuse("10.2", say("{unit} leaves a melee only with the last Abyssinian unit in the hex",
                                      unit=name_of(slot)), 36, unit=action.unit)
        return refuse("10.2", say("Only Abyssinian units may leave a melee"), unit=action.unit)
    if state.seat != SEAT[slot]:
        return refuse("10.2", say("Abyssinian units may leave a melee only in their own movement phase"), 16)
    if not state.engaged >> slot & 1:
        return refuse("10.2", say("{unit} is not in melee", unit=name_of(slot)), unit=action.unit)
    return check_refuge(state, slot, action.place)


def check_refuge(state: AduaState, slot: Slot, name: str) -> Verdict:
    """Whether a unit may leave its melee for a hex (10.2)."""
    place = state.ground.index.get(name, GONE)
    if place in refuges(state, slot):
        return LEGAL
    if place >= 0 and zones.zone_resumed(state, SEAT[slot], place):
        return refuse("10.2", say("{place} is in an enemy ZOC: units that have fought this turn regain theirs",
                                  place=name), 39, place=name)
    return refuse("10.2", say("{unit} needs an adjacent free hex, open to it and outside enemy ZOCs; {place} is not "
                              "one", unit=name_of(slot), place=name), place=name)


def leave_melee(state: AduaState, slot: Slot, place: Hex) -> Done:
    """The state after a unit leaves a melee in its movement phase, with the commanders that go along. The unit fights
    no more in this turn (ruling 16)."""
    here = state.at[slot]
    movers = (slot, *companions(state, slot, place))
    state, events = move_out(state, slot, place)
    state = replace(state, moved=state.moved | sum(1 << one for one in movers), left=state.left | 1 << slot)
    state, more = settle_hex(state, here)
    return state, events + more


def companions(state: AduaState, slot: Slot, place: Hex) -> tuple[Slot, ...]:
    """The commanders that leave a melee with a unit: those in its hex, if no other unit of its side stays there. Of
    units that must retreat, those that will have no hex to retreat to do not count (ruling 36).

    :param place: the hex to which the unit goes.
    """
    here, seat = state.at[slot], SEAT[slot]
    others = [one for one in state.units_in[here] if one != slot and SEAT[one] == seat]
    if state.phase == AduaPhase.MELEE:
        after = state.with_unit_at(slot, place)
        others = [one for one in others if refuges(after, one)]
    return () if others else tuple(one for one in COMMANDERS[seat] if state.at[one] == here)


def note_on_companions(state: AduaState, action: LeaveMelee | RetreatUnit) -> Reason | None:
    """A note that commanders leave a melee with a unit; None if none do."""
    commanders = companions(state, SLOT[action.unit], state.ground.index[action.place])
    return Reason(rule("10.2", 36), say("{pieces} will also move to {place}", place=action.place,
                                        pieces=and_list(map(name_of, commanders)))) if commanders else None


def move_out(state: AduaState, slot: Slot, place: Hex) -> Done:
    """The state after a unit, and commanders with it, moves from its melee to another hex."""
    movers = (slot, *companions(state, slot, place))
    for mover in movers:
        state = state.with_unit_at(mover, place)
    state = replace(state, engaged=state.engaged & ~(1 << slot),
                    origins=tuple(pair for pair in state.origins if pair[0] != slot))
    return state, tuple(Retreated(rule("10.2", 36 if mover >= COMBAT_UNITS else None), UNITS[mover].id, name_of(mover),
                                  (state.ground.hexes[place],)) for mover in movers)


def settle_hex(state: AduaState, place: Hex) -> Done:
    """The state after the end of a melee in a hex, if only one side is left there: its units are no longer engaged, and
    of several units one must be chosen to stay (ruling 15)."""
    units = state.units_in.get(place, ())
    if not units or state.melees >> place & 1:
        return state, ()
    mask = sum(1 << slot for slot in units)
    state = replace(state, engaged=state.engaged & ~mask)
    if len(units) > 1:
        return state.pushed(HexHolderChoice(place)), ()
    return replace(state, origins=tuple(pair for pair in state.origins if pair[0] not in units)), _note_on_holder(
        state.ground, units[0], place)


def _note_on_holder(ground: AduaGround, slot: Slot, place: Hex) -> tuple[Event, ...]:
    """A note that an Italian unit holds the hex that the Abyssinians left: the only advance in the game (ruling 41)."""
    if SEAT[slot] != ITALIANS:
        return ()
    return (Noted(rule("10.2", 41), say("{unit} holds {place}", unit=name_of(slot), place=ground.hexes[place])),)


def hold_hex(state: AduaState, slot: Slot) -> Done:
    """The state after one unit stays in the hex of a finished melee; the others go to the hexes from which they entered
    it, or to other adjacent hexes, or are eliminated (rulings 15 and 44).

    :param slot: the unit that stays.
    """
    ground = state.ground
    place = state.at[slot]
    origins = dict(state.origins)
    events: tuple[Event, ...] = ()
    state = state.popped()
    leaving = [other for other in state.units_in[place] if other != slot]

    def closed(unit: Slot) -> int:
        """The mask of hexes that are closed to a unit now."""
        return zones.closed_hexes(state, unit) | state.occupied[SEAT[unit]]

    returning = {origins[other]: other for other in reversed(leaving)  # reversed: of two from one hex, the first
                 if other in origins and not closed(other) >> origins[other] & 1}
    for other in sorted(leaving, key=lambda one: (one not in returning.values(), one)):
        adjacent = ground.adjacent_hexes[place]
        open_hexes = [hex_ for hex_ in (origins.get(other, GONE), *adjacent)
                      if hex_ in adjacent and not closed(other) >> hex_ & 1]
        if open_hexes:
            state = state.with_unit_at(other, open_hexes[0])
            cited = rule("10.2", 15) if open_hexes[0] == origins.get(other) else rule("10.2", 44)
            events += (LeftHeldHex(cited, UNITS[other].id, name_of(other), (ground.hexes[open_hexes[0]],)),)
        else:
            state, more = losses.eliminate(state, other, rule("10.2", 15))
            events += (Noted(rule("10.2", 15), say("{unit} has no free hex to go to", unit=name_of(other))), *more)
    out_of_melee = (slot, *(one for one, _ in state.origins if not state.engaged >> one & 1))
    events += _note_on_holder(ground, slot, place)
    return replace(state, origins=tuple(pair for pair in state.origins if pair[0] not in out_of_melee)), events


def note_on_return(state: AduaState, slot: Slot) -> Reason:
    """A note on where the other units go if one stays in the hex of a finished melee (rulings 15 and 44)."""
    _, events = hold_hex(state, slot)
    notes = (event.text for event in events if isinstance(event, (LeftHeldHex, Removed)))
    cited = next((event.rule for event in events if event.rule.ruling == 44), rule("10.2", 15))
    return Reason(cited, say("If {unit} stays, {others}", unit=name_of(slot), others=and_list(notes)))


class MeleeHexDecision(PendingDecision):
    """A decision about units in the hex of a melee."""

    place: Hex

    def duties(self, state: AduaState) -> tuple[Duty, ...]:
        return (Duty(self.selectable_names(state), self.question(state), self.rule),)

    def active_unit(self, state: AduaState) -> str:
        names = self.selectable_names(state)
        return names[0] if len(names) == 1 else ""


class UnitChoice(MeleeHexDecision):
    """The choice of one of the units in a hex."""

    choice: ClassVar[type[LoseStep | HoldHex]]
    """The action that chooses a unit."""
    selected_label: ClassVar[Message]
    """The button label while the unit is selected."""
    label: ClassVar[Message]
    """The button label for a unit while nothing is selected; it names the unit."""

    @abstractmethod
    def proposal_rank(self, state: AduaState, slot: Slot) -> tuple[int, ...]:
        """The sort key for the proposal: the unit with the lowest key is proposed."""

    @abstractmethod
    def why_not_choosable(self, state: AduaState, slot: Slot) -> Illegal:
        """Why a unit cannot be chosen."""

    def candidates(self, state: AduaState) -> list[Action]:
        return [self.choice(UNITS[slot].id) for slot in self.selectable(state)]

    def check(self, state: AduaState, action: Action) -> Verdict:
        if not isinstance(action, self.choice):
            return self.refusal(state)
        slot = SLOT[action.unit]
        return LEGAL if slot in self.selectable(state) else self.why_not_choosable(state, slot)

    def ranked(self, state: AduaState) -> list[Slot]:
        """The units that can be chosen, the proposed one first."""
        return sorted(self.selectable(state), key=lambda slot: (*self.proposal_rank(state, slot), slot))

    def proposed(self, state: AduaState) -> Action:
        return self.choice(UNITS[self.ranked(state)[0]].id)

    def verdict(self, state: AduaState, slot: Slot) -> Legal:
        """The verdict on choosing a unit, with a note on what it means for others."""
        return Legal()

    def offers_for_unit(self, state: AduaState, slot: Slot) -> Iterator[Offer]:
        unit = UNITS[slot].id
        yield Offer(self.verdict(state, slot), self.choice(unit), (unit,), label=self.selected_label)

    def buttons(self, state: AduaState) -> Iterator[Offer]:
        for n, slot in enumerate(self.ranked(state)):
            yield Offer(self.verdict(state, slot), self.choice(UNITS[slot].id),
                        label=self.label.with_values(unit=name_of(slot)), is_default=not n)


class HexHolderChoice(UnitChoice):
    """The choice of the unit that stays in the hex of a finished melee (ruling 15)."""

    kind = "staying"
    rule = rule("10.2", 15)
    allows_several_units = True
    choice = HoldHex
    selected_label = say("Keep this unit in the hex")
    label = say("Keep {unit} in the hex", unit="")

    def seat(self, state: AduaState) -> str:
        return SEATS[SEAT[state.units_in[self.place][0]]]

    def question(self, state: AduaState) -> Message:
        return say("One unit must hold {place}: choose which", place=state.ground.hexes[self.place])

    def selectable(self, state: AduaState) -> Sequence[Slot]:
        return state.units_in[self.place]

    def proposal_rank(self, state: AduaState, slot: Slot) -> tuple[int, ...]:
        return (-state.value(slot),)

    def why_not_choosable(self, state: AduaState, slot: Slot) -> Illegal:
        return refuse("10.2", say("{unit} is not in {place}", unit=name_of(slot),
                                  place=state.ground.hexes[self.place]), 15)

    def verdict(self, state: AduaState, slot: Slot) -> Legal:
        return Legal(note=note_on_return(state, slot))

    def apply(self, state: AduaState, action: Action) -> Done:
        return hold_hex(state, SLOT[action.units[0]])

    def position_conditions(self, state: AduaState) -> Iterator[tuple[bool, Message]]:
        yield len(state.units_in.get(self.place, ())) > 1 and not state.melees >> self.place & 1, say(
            "several units of a side in a hex")


class Retreats(MeleeHexDecision):
    """Abyssinian units retreat from a melee, in the order chosen by their player (10.2)."""

    units: tuple[Slot, ...]
    """The units that have still to retreat."""
    allows_several_units = True

    def seat(self, state: AduaState) -> str:
        return SEATS[ABYSSINIANS]

    def question(self, state: AduaState) -> Message:
        if len(self.units) > 1:
            return say("{number} units must retreat, in the order you choose", number=len(self.units))
        return say("{unit} must retreat", unit=name_of(self.units[0]))

    def selectable(self, state: AduaState) -> Sequence[Slot]:
        return self.units

    def possible_retreats(self, state: AduaState, slot: Slot) -> list[RetreatUnit]:
        """The retreats that a unit can make."""
        return [RetreatUnit(UNITS[slot].id, state.ground.hexes[hex_]) for hex_ in refuges(state, slot)]

    def candidates(self, state: AduaState) -> list[Action]:
        return [retreat for slot in self.units for retreat in self.possible_retreats(state, slot)]

    def check(self, state: AduaState, action: Action) -> Verdict:
        if not isinstance(action, RetreatUnit):
            return self.refusal(state)
        slot = SLOT[action.unit]
        if slot not in self.units:
            return refuse("10.2", say("{unit} does not retreat now", unit=name_of(slot)), unit=action.unit)
        return check_refuge(state, slot, action.place)

    def proposed(self, state: AduaState) -> Action:
        return self.possible_retreats(state, self.units[0])[0]

    def offers_for_unit(self, state: AduaState, slot: Slot) -> Iterator[Offer]:
        for n, retreat in enumerate(self.possible_retreats(state, slot)):
            yield Offer(Legal(note=note_on_companions(state, retreat)), retreat, (retreat.unit,), retreat.place,
                        say("Retreat"),
                        say("Retreat"), is_default=not n)

    def buttons(self, state: AduaState) -> Iterator[Offer]:
        for n, slot in enumerate(self.units if len(self.units) > 1 else ()):
            retreat = self.possible_retreats(state, slot)[0]
            yield Offer(Legal(note=note_on_companions(state, retreat)), retreat, is_default=not n,
                        label=say("Retreat {unit} to hex {place}", unit=name_of(slot), place=retreat.place))

    def apply(self, state: AduaState, action: Action) -> Done:
        slot, ground = SLOT[action.units[0]], state.ground
        remaining = Retreats(self.place, tuple(one for one in self.units if one != slot))
        return move_out(state.swapped(remaining), slot, ground.index[action.places[0]])

    def resolve_without_choice(self, state: AduaState) -> Done | None:
        """Units without a hex to retreat to are eliminated, and those already gone are dropped; after the last one the
        hex is settled."""
        events = tuple[Event, ...]()
        for slot in self.units:
            if state.at[slot] == self.place and not refuges(state, slot):
                state, more = losses.eliminate(state, slot, rule("10.2"))
                events += (Noted(rule("10.2"), say("{unit} has no hex to retreat to", unit=name_of(slot))), *more)
        units = tuple(slot for slot in self.units if state.at[slot] == self.place)
        if units:
            return None if units == self.units else (state.swapped(Retreats(self.place, units)), events)
        state, more = settle_hex(state.popped(), self.place)
        return state, events + more

    def position_conditions(self, state: AduaState) -> Iterator[tuple[bool, Message]]:
        yield state.phase == AduaPhase.MELEE and all(
            slot < COMBAT_UNITS and SEAT[slot] == ABYSSINIANS and state.at[slot] in (self.place, GONE, WAITING, EXITED)
            for slot in self.units), say("Abyssinian units in the hex")
