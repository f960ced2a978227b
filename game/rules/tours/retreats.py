"""Retreats before shock, and the advances that follow them (8.1, 8.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from game.board.hexgrid import Hex
from game.core.action import Action
from game.core.batch import StillToDo
from game.core.decision import Answer, Done
from game.core.event import Event, Noted, Retreated
from game.core.indices import Slot
from game.core.message import EMPTY_BRIEF, Brief, Message, Text, and_list, both_or_all, plural, say
from game.core.position_checks import need
from game.core.preview import Preview
from game.core.verdict import Reason, RuleRef
from game.rules.tours import losses
from game.rules.tours.actions import DECLINE, Stand, ToursAdvance, ToursRetreat
from game.rules.tours.decisions import PlainRoll, ToursPending, units_still_to_do
from game.rules.tours.facing import AdvanceChoice, FacingChoice, advance_into
from game.rules.tours.shock import combat_of, without_attack
from game.rules.tours.state import Combat, ToursPhase, ToursState, Vacated
from game.rules.tours.units import (
    ARCHER,
    FOE,
    HEAVY_CAVALRY,
    HEAVY_INFANTRY,
    KIND,
    LIGHT_CAVALRY,
    LIGHT_INFANTRY,
    MOUNTED,
    SEAT,
    SEATS,
    SLOT,
    UNITS,
    name_of,
    reason,
    rule,
)

INFANTRY = frozenset((HEAVY_INFANTRY, LIGHT_INFANTRY))
"""The kinds before which all cavalry may retreat (8.1)."""
LIGHT_CAVALRY_KINDS = frozenset((LIGHT_CAVALRY, ARCHER))
"""The kinds that may also retreat before heavy cavalry (8.1.1)."""
LOWEST_DISORDERING_FACE = 6
"""The lowest face with which light cavalry that retreats before heavy cavalry is disordered (8.1.1)."""


def retreat_hexes(state: ToursState, slot: Slot) -> list[Hex]:
    """The hexes to which a unit may retreat before shock: adjacent, free, next to no enemy (8.1)."""
    ground = state.ground
    taken = state.occupied[0] | state.occupied[1] | state.wagons
    closed = taken | state.hostile[SEAT[slot]] | state.enemy_zone(SEAT[slot])
    return [there for there, _ in ground.steps(KIND[slot])[state.at[slot]] if not closed >> there & 1]


def _is_orderly_cavalry(state: ToursState, slot: Slot) -> bool:
    """Whether a unit is cavalry in good order."""
    return KIND[slot] in MOUNTED and not state.disordered >> slot & 1


def _is_free_cavalry(state: ToursState, slot: Slot) -> bool:
    """Whether a unit is cavalry that is neither disordered nor engaged (8.1)."""
    return _is_orderly_cavalry(state, slot) and not state.engaged >> slot & 1


def _may_retreat_before(slot: Slot, attackers: tuple[Slot, ...]) -> bool:
    """Whether cavalry may retreat before these attackers: one of a kind that it retreats before is enough (8.1, 8.1.1,
    ruling 11)."""
    kinds = INFANTRY | {HEAVY_CAVALRY} if KIND[slot] in LIGHT_CAVALRY_KINDS else INFANTRY
    return any(KIND[other] in kinds for other in attackers)


def can_retreat(state: ToursState, slot: Slot, attackers: tuple[Slot, ...]) -> bool:
    """Whether a unit can retreat before an announced attack by these units (8.1, 8.1.1)."""
    return _is_free_cavalry(state, slot) and _may_retreat_before(slot, attackers) and bool(retreat_hexes(state, slot))


def _rolls_for_disorder(slot: Slot, attackers: tuple[Slot, ...]) -> bool:
    """Whether cavalry that retreats before these attackers rolls for disorder (8.1.1, ruling 11)."""
    return KIND[slot] in LIGHT_CAVALRY_KINDS and any(KIND[other] == HEAVY_CAVALRY for other in attackers)


def _why_no_retreat(state: ToursState, slot: Slot, attackers: tuple[Slot, ...]) -> Reason:
    """Why cavalry may not retreat before these attackers (8.1, 9.0, ruling 11)."""
    unit, name = UNITS[slot].id, name_of(slot)
    if state.disordered >> slot & 1:
        return reason("8.1", say("{unit} is disordered and may not retreat", unit=name), unit=unit)
    if state.engaged >> slot & 1:
        return reason("9.0", say("{unit} is engaged and stays where it is", unit=name), unit=unit)
    if not _may_retreat_before(slot, attackers):
        return reason("8.1", say("{unit} may not retreat before {attackers}", unit=name,
                                 attackers=and_list(map(name_of, attackers))), 11, unit=unit)
    return reason("8.1", say("{unit} has no hex to retreat to", unit=name), 11, unit=unit)


def begin_resolution(state: ToursState) -> Done[ToursState]:
    """The state after the announcements: the choice of retreats before shock is pending if any defender may retreat
    (8.3); notes say why other cavalry may not."""
    choice = RetreatsBeforeShock()
    able = choice.able_to_retreat(state)
    reasons = [_why_no_retreat(state, slot, combat.attackers) for combat in state.combats for slot in combat.defenders
               if slot not in able and KIND[slot] in MOUNTED]
    state = replace(state, resolving=True)
    return state.pushed(choice) if able else state, tuple(Noted(one.rule, one.text) for one in reasons)


@dataclass(frozen=True, slots=True)
class Stood(Noted):
    """A defender stands instead of retreating before shock."""

    name: Text


def stand_summary(events: Sequence[Event]) -> Brief:
    """The number and names of the defenders that stand by some events; empty for none."""
    names = [event.name for event in events if isinstance(event, Stood)]
    head = plural("{count} unit stands", "{count} units stand", len(names))
    return Brief(head, and_list(names)) if names else EMPTY_BRIEF


class RetreatsBeforeShock(ToursPending):
    """The choice of retreats before shock, in the order that the defenders' player chooses (8.1, 8.3, ruling 11)."""

    kind = "retreats"
    rule = rule("8.1")
    refusal_while_pending = reason("8.1", say("Defenders may retreat before shock first"))
    own_actions, refusal_unless_pending = (ToursRetreat, Stand), reason("8.1", say("No attacked unit may retreat now"))
    writes_all = True
    stood: tuple[Slot, ...] = ()
    """Defenders that have chosen to stand."""
    vacated: tuple[Vacated, ...] = ()
    """The hexes vacated so far: attackers advance into them after the last retreat."""

    def seat(self, state: ToursState) -> str:
        return SEATS[FOE[state.seat]]

    def able_to_retreat(self, state: ToursState) -> list[Slot]:
        """The defenders that may still retreat."""
        return [slot for one in state.combats for slot in one.defenders
                if slot not in self.stood and can_retreat(state, slot, one.attackers)]

    def question(self, state: ToursState) -> Message:
        able = self.able_to_retreat(state)
        if len(able) == 1:
            return say("{unit} under attack: retreat or stand?", unit=name_of(able[0]))
        return say("{count} units may retreat before shock: choose the first", count=len(able))

    def cited(self, state: ToursState) -> RuleRef:
        return self.rule if len(self.able_to_retreat(state)) == 1 else rule("8.1", 11)

    def active_unit(self, state: ToursState) -> str:
        able = self.able_to_retreat(state)
        return UNITS[able[0]].id if len(able) == 1 else ""

    def automatic_step(self, state: ToursState) -> Done[ToursState] | None:
        return None if self.able_to_retreat(state) else (state.swapped(AdvanceBeforeShock(self.vacated)), ())

    def answers(self, state: ToursState) -> Iterator[Answer]:
        for slot in self.able_to_retreat(state):
            unit = UNITS[slot].id
            for place in map(state.ground.hexes.__getitem__, retreat_hexes(state, slot)):
                yield Answer(ToursRetreat(unit, place), (unit,), place, say("Retreat to {place}", place=place),
                             arithmetic=partial(self.disorder_preview, state, slot))
            yield Answer(Stand(unit), (unit,), short_label=say("Stand"))

    def disorder_preview(self, state: ToursState, slot: Slot) -> Preview | None:
        """The arithmetic of the roll for disorder after a retreat (8.1.1); None if there is none."""
        combat = combat_of(state, slot)
        if combat is None or not _rolls_for_disorder(slot, combat.attackers):
            return None
        return RetreatDisorderRoll(slot).roll_preview(state)

    def why_not(self, state: ToursState, action: Action) -> Reason | None:
        if not isinstance(action, (ToursRetreat, Stand)):
            return self.refusal_while_pending
        slot, unit = SLOT[action.unit], action.unit
        combat, name = combat_of(state, slot), name_of(slot)
        if isinstance(action, ToursRetreat) and slot in self.able_to_retreat(state):
            there = state.ground.index.get(action.place)
            barred = state.ground.adjacent[state.at[slot]] & state.enemy_zone(SEAT[slot])
            ruling = state.ruling_on_enemies(slot, there) if there is not None and barred >> there & 1 else None
            return reason("8.1", say("A retreat before shock is one hex, to a free hex not next to an enemy"),
                          ruling, place=action.place)
        if combat is None or slot not in combat.defenders:
            return reason("8.1", say("{unit} is not attacked", unit=name), unit=unit)
        if slot in self.stood:
            return reason("8.1", say("{unit} stands", unit=name), 11, unit=unit)
        if KIND[slot] not in MOUNTED:
            return reason("8.1", say("Only cavalry retreats before shock"), unit=unit)
        return _why_no_retreat(state, slot, combat.attackers)

    def apply(self, state: ToursState, action: Action) -> Done[ToursState]:
        if isinstance(action, ToursRetreat):
            return self.retreat(state, SLOT[action.unit], state.ground.index[action.place])
        assert isinstance(action, Stand)
        slot = SLOT[action.unit]
        return (state.swapped(replace(self, stood=(*self.stood, slot))),
                (Stood(rule("8.1"), say("{unit} stands", unit=name_of(slot)), name_of(slot)),))

    def retreat(self, state: ToursState, slot: Slot, place: Hex) -> Done[ToursState]:
        """The state after a defender retreats with its leader; attackers advance after the last retreat (8.1, 8.3,
        ruling 11)."""
        hexes, combat, before = state.ground.hexes, combat_of(state, slot), self.able_to_retreat(state)
        assert combat is not None
        old_hex, leader = state.at[slot], state.leader_of(slot)
        moved = replace(state.with_unit_at(slot, place), retreated=state.retreated | 1 << slot)
        if leader >= 0:
            moved = moved.with_unit_at(leader, place)
        other_defenders = tuple(other for other in combat.defenders if other != slot)
        combats = tuple(Combat(combat.attackers, other_defenders) if other == combat else other
                        for other in state.combats)
        state = replace(moved, combats=tuple(other for other in combats if other.defenders))
        state = state.swapped(replace(self, vacated=(*self.vacated, Vacated(old_hex, combat.attackers))))
        events: list[Event] = [Retreated(rule("8.1"), UNITS[slot].id, name_of(slot), (hexes[old_hex], hexes[place]))]
        spared = [other for other in combat.attackers if not other_defenders and _is_orderly_cavalry(state, other)]
        if spared:
            text = plural("{units} has not attacked and is not disordered",
                          "{units} have not attacked and are not disordered", len(spared),
                          units=and_list(map(name_of, spared)))
            events.append(Noted(rule("8.6", 32), text))
        after = self.able_to_retreat(state)
        events += [Noted(rule("8.1", 11), say("{unit} has no hex to retreat to any more", unit=name_of(other)))
                   for other in before if other not in (slot, *after)]
        state = state.pushed(FacingChoice(slot))
        if _rolls_for_disorder(slot, combat.attackers):
            state = state.pushed(RetreatDisorderRoll(slot))
        return state, tuple(events)

    def autoplay_step(self, state: ToursState) -> tuple[Message, Action | None] | None:
        able = self.able_to_retreat(state)
        if not able:
            return None
        label = both_or_all("Stand with the last one", "Stand with both", "Stand with all {count}", len(able))
        return label, Stand(UNITS[able[0]].id)

    def autoplay_label(self, state: ToursState) -> Text:
        return super().autoplay_label(state) if len(self.able_to_retreat(state)) > 1 else ""

    def check_fits(self, state: ToursState, where: str) -> None:
        attacked = {slot for one in state.combats for slot in one.defenders}
        need(state.phase == ToursPhase.SHOCK and state.resolving and set(self.stood) <= attacked, where,
             say("defenders"))
        check_vacated(state, self.vacated, where)


def check_vacated(state: ToursState, vacated: tuple[Vacated, ...], where: str) -> None:
    """Check that defenders can have left these hexes before shock.

    :raises BadPosition: if they cannot.
    """
    taken = state.ground.closed | state.wagons | state.occupied[0] | state.occupied[1]
    need(len({one.place for one in vacated}) == len(vacated) and all(not taken >> one.place & 1 for one in vacated),
         where, say("hexes that defenders have left"))
    need(all(state.is_unit_on_map(slot) and SEAT[slot] == state.seat for one in vacated for slot in one.attackers),
         where, say("attackers"))


class RetreatDisorderRoll(PlainRoll):
    """The roll for disorder of light cavalry that has retreated before heavy cavalry (8.1.1)."""

    kind = "nerve"
    rule = rule("8.1.1")
    results = ("disordered", say("{unit} is disordered")), ("steady", say("{unit} stays in good order"))

    def title(self, state: ToursState) -> Message:
        return say("{unit}: retreat before heavy cavalry", unit=name_of(self.unit))

    def is_bad_face(self, face: int) -> bool:
        return face >= LOWEST_DISORDERING_FACE

    def apply_result(self, state: ToursState, face: int, result: str) -> Done[ToursState]:
        return losses.mark_disordered(state, self.unit, self.rule) if result == "disordered" else (state, ())

    def check_fits(self, state: ToursState, where: str) -> None:
        need(state.is_unit_on_map(self.unit) and SEAT[self.unit] != state.seat
             and state.phase == ToursPhase.SHOCK and not state.disordered >> self.unit & 1, where,
             say("a defender in good order"))


class AdvanceBeforeShock(AdvanceChoice):
    """The attackers' option to advance into vacated hexes, one unit into each (8.1)."""

    kind = "follow"
    rule = rule("8.1", 11)
    refusal_while_pending = reason("8.1", say("Attackers may advance into vacated hexes first"))
    vacated: tuple[Vacated, ...]

    def seat(self, state: ToursState) -> str:
        return SEATS[state.seat]

    def open_advances(self, state: ToursState) -> list[tuple[Hex, Slot]]:
        """Vacated hexes with the attackers that may advance into them; engaged units may not (8.1, 9.0)."""
        return [(one.place, slot) for one in self.vacated for slot in one.attackers
                if not (state.shocked | state.engaged) >> slot & 1
                and state.ground.adjacent[state.at[slot]] >> one.place & 1]

    def question(self, state: ToursState) -> Message:
        places = {place for place, _ in self.open_advances(state)}
        return (say("Advance one attacker into {place}?", place=state.ground.hexes[min(places)]) if len(places) == 1
                else say("Advance attackers into vacated hexes, or end advances"))

    def active_unit(self, state: ToursState) -> str:
        units = {slot for _, slot in self.open_advances(state)}
        return UNITS[min(units)].id if len(units) == 1 else ""

    def main(self, state: ToursState) -> tuple[Action, Text]:
        places = {place for place, _ in self.open_advances(state)}
        return DECLINE, say("Skip advance") if len(places) == 1 else say("End advances")

    def automatic_step(self, state: ToursState) -> Done[ToursState] | None:
        return None if self.open_advances(state) else (state.popped(), ())

    def answers(self, state: ToursState) -> Iterator[Answer]:
        yield from super().answers(state)
        yield Answer(DECLINE, outcome=lambda: (state.popped(), ()))

    def why_not(self, state: ToursState, action: Action) -> Reason | None:
        if not isinstance(action, ToursAdvance):
            return self.refusal_while_pending
        place, slot = action.place, SLOT[action.unit]
        name, unit = name_of(slot), action.unit
        vacated = next((one for one in self.vacated if one.place == state.ground.index.get(place)), None)
        if vacated is None:
            return reason("8.1", say("No defender has left {place}, or an attacker has entered it", place=place),
                          place=place)
        if slot not in vacated.attackers:
            return reason("8.1", say("{unit} did not attack the unit that left {place}", unit=name, place=place),
                          unit=unit)
        if state.engaged >> slot & 1:
            return reason("9.0", say("{unit} is engaged and stays where it is", unit=name), unit=unit)
        return reason("8.1", say("{unit} has advanced", unit=name), unit=unit)

    def still_to_do(self, state: ToursState) -> tuple[StillToDo, ...]:
        able = sorted({slot for _, slot in self.open_advances(state)})
        return units_still_to_do(plural("an attacker can advance", "{count} attackers can advance", len(able)), *able)

    def advance(self, state: ToursState, place: Hex, slot: Slot) -> Done[ToursState]:
        """The state after an attacker advances; it may not attack any more, and nobody has to attack its targets
        instead (8.1, ruling 41)."""
        state = state.swapped(AdvanceBeforeShock(tuple(one for one in self.vacated if one.place != place)))
        combat = combat_of(state, slot)
        state, events = advance_into(without_attack(state, slot), slot, place, "8.1")
        void = () if combat is None else (losses.void_attack_event(rule("8.1", 41), (slot,), combat.defenders),)
        return state, (*events, *void)

    def check_fits(self, state: ToursState, where: str) -> None:
        need(state.phase == ToursPhase.SHOCK and state.resolving, where, say("phase IV"))
        check_vacated(state, self.vacated, where)
