"""Resolution of shock combats, stage by stage: roll, losses, advance, continued attack (8.5, 8.6, 9.0)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from functools import partial
from typing import Annotated, ClassVar, TypeVar

from game.board.hexgrid import Hex
from game.core.action import Action
from game.core.decision import Answer, Done
from game.core.event import Event, Noted
from game.core.field_types import Between, Key
from game.core.indices import Slot, slots_in
from game.core.message import Message, and_list, or_list, plural, say
from game.core.position_checks import need
from game.core.preview import Preview
from game.core.verdict import Illegal, Reason
from game.rules.tours import losses
from game.rules.tours.actions import Eliminate
from game.rules.tours.continued import FurtherAttack
from game.rules.tours.decisions import DieRoll, ToursPending
from game.rules.tours.facing import AdvanceChoice, advance_into
from game.rules.tours.shock import can_attack_by_shock
from game.rules.tours.shock_odds import (
    CONTINUING_RESULTS,
    ELIMINATING_RESULTS,
    ENGAGING_RESULTS,
    KEYS,
    NATURAL_ONE,
    TABLE,
    Row,
    preview,
)
from game.rules.tours.state import NOBODY, Combat, ToursPhase, ToursState
from game.rules.tours.units import (
    COMBAT_UNITS,
    KIND,
    MOUNTED,
    SEAT,
    SEATS,
    UNITS,
    ids,
    name_of,
    reason,
    rule,
    short_names,
)

ROLL, CHOICE, LOSSES_TAKEN, ADVANCING, CONTINUED = "roll", "choice", "hurt", "advance", "again"
"""The stages of a combat by their names in positions."""
MAX_DEFENDERS = 6
"""The most enemies next to a unit, and so the most defenders of a combat."""
NO_ROW = Row(0)
"""The result of a combat before its roll."""
Stage = TypeVar("Stage", bound="ShockCombat")


class ShockCombat(ToursPending):
    """A combat being resolved (8.0, 9.0); each stage is a subclass."""

    kind = "fight"
    stages: ClassVar[tuple[str, ...]] = ()
    writes_all = True
    rule = rule("9.0")
    refusal_while_pending = reason("8.3", say("Finish the current combat first"))
    attackers: tuple[Slot, ...]
    defenders: tuple[Slot, ...]
    stage: str = ""
    """The current one of ``stages``."""
    previous: Annotated[int, Between(0, 99)] = 0
    """The number of attacks before this one in the same activation; at least one for a continued attack (9.0)."""
    result: Row = NO_ROW
    """The result that was rolled."""
    natural: Annotated[int, Between(-1, 9)] = -1
    """The face that was rolled, before modifiers; -1 before the roll."""
    places: tuple[Hex, ...] = ()
    """The hexes of the defenders; after the losses, those of eliminated defenders into which a unit must still advance
    (8.5)."""
    all_attackers: Annotated[tuple[Slot, ...], Key("all-attackers")] = ()
    """All units that have attacked since the combat began."""
    answers_to: Annotated[tuple[Slot, ...], Key("answers")] = ()
    """In a counter-attack, all enemies that it may target (9.0)."""
    counter: bool = False
    """Whether it is a counter-attack."""
    entered: tuple[Slot, ...] = ()
    """The units that have advanced after this roll (ruling 17)."""
    provoked: tuple[Combat, ...] = ()
    """The attacks with a natural 1, in order: each gives its defenders a counter-attack on its attackers (9.0,
    ruling 15)."""

    def seat(self, state: ToursState) -> str:
        return SEATS[SEAT[self.attackers[0]]]

    @property
    def key(self) -> str:
        """The result that was rolled, as a key of the table (``shock_odds.KEYS``)."""
        return KEYS[self.result]

    def at_stage(self, stage_class: type[Stage], /, **changes: object) -> Stage:
        """The combat at another stage, with some fields changed."""
        values = {field.name: getattr(self, field.name) for field in fields(self) if field.name != "stage"}
        return stage_class(**{**values, **changes})

    def check_fits(self, state: ToursState, where: str) -> None:
        adjacent, at = state.ground.adjacent, state.at
        need(state.phase == ToursPhase.SHOCK and state.resolving, where, say("a fight in phase IV"))
        need(are_opposed(self.attackers, self.defenders) and len(self.defenders) <= MAX_DEFENDERS, where,
             say("attackers and defenders"))
        need(set(self.entered) <= set(self.attackers), where, say("attackers who have advanced"))
        need(set(self.attackers) <= set(self.all_attackers) and all(
            slot < COMBAT_UNITS and SEAT[slot] == SEAT[self.attackers[0]] for slot in self.all_attackers), where,
            say("all attackers, of one side"))
        need(self.answers_to or not self.counter, where, say("units that a counter-attack may target"))
        need(not self.answers_to or (self.counter and are_opposed(self.attackers, self.answers_to)), where,
             say("units of the other side, in a counter-attack"))
        need(not (self.counter and self.provoked) and all(
            set(one.attackers) <= set(self.all_attackers) and are_opposed(one.attackers, one.defenders)
            for one in self.provoked), where, say("attacks with a natural 1, in no counter-attack"))
        need((SEAT[self.attackers[0]] == state.seat) != self.counter, where, say("attackers of the right side"))
        if self.stage in (ROLL, CHOICE):
            need(all(at[slot] >= 0 for slot in (*self.attackers, *self.defenders)), where, say("units on the map"))
            need(all(adjacent[at[a]] >> at[d] & 1 for a in self.attackers for d in self.defenders), where,
                 say("attackers next to all defenders"))
            need(all(can_attack_by_shock(state, slot) for slot in self.attackers), where,
                 say("attackers who may attack"))
            need(not self.places, where, say("no hexes yet"))
        if self.stage == LOSSES_TAKEN:
            need(len(self.places) == len(self.defenders), where, say("a hex for each defender"))


def combats_being_resolved(state: ToursState) -> list[ShockCombat]:
    """The combats that are being resolved."""
    return [one for one in state.frames if isinstance(one, ShockCombat)]


def are_opposed(ours: tuple[Slot, ...], theirs: tuple[Slot, ...]) -> bool:
    """Whether both groups are combat units, not empty, each of one army, on opposite sides."""
    return bool(ours and theirs) and all(slot < COMBAT_UNITS for slot in (*ours, *theirs)) and len(
        {SEAT[slot] for slot in ours}) == len({SEAT[slot] for slot in theirs}) == 1 and SEAT[ours[0]] != SEAT[theirs[0]]


class ShockRoll(DieRoll, ShockCombat):
    """The die roll of a combat (8.4)."""

    stages = (ROLL,)
    stage: str = ROLL

    def roll_preview(self, state: ToursState) -> Preview:
        return preview(state, self.attackers, self.defenders, self.previous)

    def title(self, state: ToursState) -> Message:
        text = say("Counter-attack: {units} against {others}") if self.counter else say("{units} against {others}")
        return text.with_values(units=and_list(map(name_of, self.attackers)),
                                others=and_list(map(name_of, self.defenders)))

    def roller(self, state: ToursState) -> tuple[str, str]:
        return UNITS[self.attackers[0]].id, ShockCombat.seat(self, state)

    def affected_units(self, state: ToursState) -> tuple[Slot, ...]:
        return self.defenders

    def result_of_face(self, state: ToursState, face: int, adjusted: int) -> str:
        return KEYS[TABLE.row_of(adjusted)]

    def apply_result(self, state: ToursState, face: int, result: str) -> Done[ToursState]:
        provoked = self.provoked
        if face == NATURAL_ONE and not self.counter:
            provoked = (*provoked, Combat(self.attackers, self.defenders))
        state = state.pushed(self.at_stage(VictimChoice, result=KEYS.index(result), natural=face, provoked=provoked))
        participants = sum(1 << slot for slot in (*self.attackers, *self.defenders))
        engaged = state.engaged | participants if result in ENGAGING_RESULTS else state.engaged & ~participants
        freed = [slot for slot in slots_in(state.engaged & ~engaged) if state.frames[-1].victims() != (slot,)]
        state = replace(state, engaged=engaged, shocked=state.shocked | sum(1 << slot for slot in self.attackers))
        return state, losses.disengaged_events(freed)


class VictimChoice(ShockCombat):
    """The attacker's choice of the unit that is eliminated, if there are several, and the losses after it (9.0)."""

    stages = (CHOICE,)
    stage: str = CHOICE
    mode = "compose"
    own_actions = (Eliminate,)
    refusal_unless_pending = reason("9.0", say("No unit has to be chosen for elimination now"))

    def victims(self) -> tuple[Slot, ...]:
        """The units of which one is eliminated."""
        return self.attackers if self.key == "AE" else self.defenders if self.key in ELIMINATING_RESULTS else ()

    def question(self, state: ToursState) -> Message:
        units = or_list(short_names(self.victims()))
        return (say("Choose which of your units to eliminate: {units}", units=units) if self.key == "AE"
                else say("Choose which enemy unit to eliminate: {units}", units=units))

    def automatic_step(self, state: ToursState) -> Done[ToursState] | None:
        victims = self.victims()
        return None if len(victims) > 1 else self.apply_losses(state, victims[0] if victims else NOBODY)

    def answers(self, state: ToursState) -> Iterator[Answer]:
        for slot in self.victims():
            unit = UNITS[slot].id
            yield Answer(Eliminate(unit), (unit,), short_label=say("Eliminate this unit"),
                         outcome=partial(self.apply_losses, state, slot))

    def why_not(self, state: ToursState, action: Action) -> Reason | None:
        if isinstance(action, Eliminate):
            return reason("9.0", say("Choose one of the marked units"))
        return self.refusal_while_pending

    def apply_losses(self, state: ToursState, victim: Slot) -> Done[ToursState]:
        """The state after the losses, with the advance to follow: the victim is eliminated, other units are disordered.

        :param victim: the eliminated unit; ``NOBODY`` for none.
        """
        state = state.swapped(self.at_stage(
            AdvanceAfterShock, stage=LOSSES_TAKEN, places=tuple(state.at[slot] for slot in self.defenders)))
        events: list[Event] = []
        disordered = {"AE": self.attackers, "AD": self.attackers, "ADE": self.attackers, "E": (),
                      "BD": (*self.defenders, *self.attackers)}.get(self.key, self.defenders)
        # What is pushed last is rolled first: the defenders' checks come before the attackers'.
        if victim >= 0:
            state, more = losses.eliminate(state, victim, self.rule)
            events += more
        for slot in reversed(disordered):
            if slot != victim:
                state, more = losses.disorder(state, slot, self.rule, "shock")
                events += more
        return state, tuple(events)


class AdvanceAfterShock(AdvanceChoice, ShockCombat):
    """The advance of an attacker into a hex whose defender is eliminated, whatever the cause (8.5, ruling 17).

    At the stage ``LOSSES_TAKEN`` the rolls that follow from the losses come first.
    """

    stages = (LOSSES_TAKEN, ADVANCING)
    stage: str = ADVANCING
    rule = rule("8.5")

    def question(self, state: ToursState) -> Message:
        return plural("One attacker must advance: choose it, then the hex",
                      "{count} attackers must advance: choose one, then its hex", self.number_of_advances(state))

    def why_idle_on_map(self, state: ToursState, slot: Slot) -> Illegal:
        return Illegal((self.why_advance_first(state),))

    def why_advance_first(self, state: ToursState) -> Reason:
        """The refusal of all other actions before the advance."""
        places = tuple(state.ground.hexes[place] for place in sorted({place for place, _ in self.open_advances(state)}))
        count = self.number_of_advances(state)
        text = plural("An attacker in good order must advance into {places} first",
                      "{count} attackers in good order must advance into {places} first", count,
                      places=or_list(places) if count < len(places) else and_list(places))
        return reason("8.5", text, places=places)

    def active_unit(self, state: ToursState) -> str:
        return next(iter(ids(self.advancers(state, self.places[0]))), "")

    def advancers(self, state: ToursState, place: Hex) -> list[Slot]:
        """The attackers that may advance into a hex; disordered ones may not, nor may one advance twice (8.5,
        ruling 17)."""
        return [slot for slot in self.attackers if state.at[slot] >= 0 and not state.disordered >> slot & 1
                and slot not in self.entered and state.ground.adjacent[state.at[slot]] >> place & 1]

    def open_advances(self, state: ToursState) -> list[tuple[Hex, Slot]]:
        return [(place, slot) for place in self.places for slot in self.advancers(state, place)]

    def number_of_advances(self, state: ToursState) -> int:
        """The number of attackers that must still advance: one into each hex while there are any; all attackers are
        next to all of the hexes (8.2, 8.5, ruling 17)."""
        advances = self.open_advances(state)
        return min(len({place for place, _ in advances}), len({slot for _, slot in advances}))

    def automatic_step(self, state: ToursState) -> Done[ToursState] | None:
        if self.stage == LOSSES_TAKEN:
            emptied = tuple(place for place, slot in zip(self.places, self.defenders, strict=True)
                            if state.at[slot] < 0)
            return state.swapped(replace(self, stage=ADVANCING, places=emptied)), ()
        advances = self.open_advances(state)
        if not advances:
            return state.swapped(self.at_stage(ContinuedAttack, places=())), ()
        return self.advance(state, *advances[0]) if len(advances) == 1 else None

    def why_not(self, state: ToursState, action: Action) -> Reason | None:
        return self.why_advance_first(state)

    def advance(self, state: ToursState, place: Hex, slot: Slot) -> Done[ToursState]:
        other_places = tuple(hex_ for hex_ in self.places if hex_ != place)
        state = state.swapped(replace(self, places=other_places, entered=(*self.entered, slot)))
        return advance_into(state, slot, place, "8.5")


class ContinuedAttack(FurtherAttack, ShockCombat):
    """The attackers' option to attack again after a result that allows it (9.0)."""

    stages = (CONTINUED,)
    stage: str = CONTINUED
    button_label = say("Continue the attack")
    decline_label = say("End attack")
    asks = say("Continued attack: choose attackers and targets")
    still_possible = say("the attack can continue")

    def possible_attackers(self, state: ToursState) -> list[Slot]:
        return [slot for slot in self.attackers if state.at[slot] >= 0 and not state.engaged >> slot & 1]

    def allowed_targets(self) -> tuple[Slot, ...] | None:
        return self.answers_to if self.counter else None

    def earlier_attacks(self) -> int:
        return self.previous + 1

    def why_no_attack(self, state: ToursState, slot: Slot) -> Message | None:
        if slot not in self.attackers:
            return say("{unit} was not in the attack that continues", unit=name_of(slot))
        if state.engaged >> slot & 1:
            return say("{unit} is engaged and may not continue", unit=name_of(slot))
        return None

    def automatic_step(self, state: ToursState) -> Done[ToursState] | None:
        return super().automatic_step(state) if self.key in CONTINUING_RESULTS else self.decline(state)

    def attack(self, attackers: tuple[Slot, ...], targets: tuple[Slot, ...]) -> ShockRoll:
        all_attackers = tuple(sorted({*self.all_attackers, *attackers}))
        return ShockRoll(attackers, targets, previous=self.earlier_attacks(), all_attackers=all_attackers,
                         answers_to=self.answers_to, counter=self.counter, provoked=self.provoked)

    def decline(self, state: ToursState) -> Done[ToursState]:
        """The state after the attack ends: cavalry that attacked is disordered, and then defenders may counter-attack
        (8.6, ruling 14)."""
        events: list[Event] = []
        state = state.popped()
        for slot in self.all_attackers:
            if state.at[slot] >= 0 and KIND[slot] in MOUNTED and not state.disordered >> slot & 1:
                state, more = losses.mark_disordered(state, slot, rule("8.6"))
                events += more
        counter_attacks = [CounterAttack(combat.defenders, combat.attackers) for combat in self.provoked]
        number_possible = sum(bool(counter_attack.attack_pairs(state)) for counter_attack in counter_attacks)
        if number_possible:
            events.append(Noted(rule("9.0", 15), plural(
                "A natural 1: the defenders may counter-attack",
                "{count} natural 1s: the defenders may counter-attack after each", number_possible)))
        return state.pushed(*reversed(counter_attacks)), tuple(events)


class CounterAttack(FurtherAttack):
    """The defenders' option to attack the units that have just attacked them (9.0)."""

    kind = "counter"
    refusal_while_pending = reason("9.0", say("The counter-attack comes first"))
    button_label = say("Counter-attack")
    decline_label = say("Skip counter-attack")
    asks = say("Counter-attack: choose attackers and targets")
    still_possible = say("a counter-attack is possible")
    defenders: tuple[Slot, ...]
    attackers: tuple[Slot, ...]

    def seat(self, state: ToursState) -> str:
        return SEATS[SEAT[self.defenders[0]]]

    def possible_attackers(self, state: ToursState) -> list[Slot]:
        return [slot for slot in self.defenders if state.at[slot] >= 0 and can_attack_by_shock(state, slot)]

    def allowed_targets(self) -> tuple[Slot, ...] | None:
        return self.attackers

    def earlier_attacks(self) -> int:
        return 0

    def why_no_attack(self, state: ToursState, slot: Slot) -> Message | None:
        if slot in self.defenders:
            return None
        return say("{unit} was not attacked with a natural 1", unit=name_of(slot))

    def decline(self, state: ToursState) -> Done[ToursState]:
        return state.popped(), ()

    def attack(self, attackers: tuple[Slot, ...], targets: tuple[Slot, ...]) -> ShockRoll:
        return ShockRoll(attackers, targets, all_attackers=attackers, answers_to=self.attackers, counter=True)

    def check_fits(self, state: ToursState, where: str) -> None:
        need(state.phase == ToursPhase.SHOCK and state.resolving and are_opposed(self.defenders, self.attackers), where,
             say("defenders and attackers, in phase IV"))
