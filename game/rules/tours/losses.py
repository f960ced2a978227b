"""The losses of units and leaders: disorder, elimination, and rolls for leaders in danger (9.0, 12.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, Literal, NamedTuple

from game.board.hexgrid import Hex, hexes_in
from game.core.action import Action
from game.core.chance import Modifier
from game.core.decision import Answer, Done
from game.core.event import Event, LeaderFell, Noted, Removed, Rolled, RolledAgainst
from game.core.indices import Slot, slots_in
from game.core.message import Message, Text, and_list, joined, plural, say
from game.core.position_checks import need
from game.core.preview import Outcome, Preview, UnitLine
from game.core.verdict import Reason, RuleRef
from game.rules.tours.actions import Rescue
from game.rules.tours.decisions import PlainRoll, ToursPending, die
from game.rules.tours.state import GONE, MASKS, Combat, ToursPhase, ToursState
from game.rules.tours.units import FOE, HEAVY, KIND, LEADERS, SEAT, SEATS, SLOT, UNITS, name_of, reason, rule
from game.rules.tours.victory import LEADER_COUNTS

Danger = Literal["fire", "shock", "alone", "lost"]
"""The causes of danger to a leader (12.2, ruling 20)."""
ELIMINATION_LIMIT = 4
"""The highest sum of a second disorder check that eliminates a unit (9.0)."""
HEAVY_BONUS = 1
"""The modifier of heavy units to a second disorder check (9.0)."""


class LeaderDanger(NamedTuple):
    """A danger to a leader."""

    fatal_faces: tuple[int, ...]
    """The faces that kill the leader."""
    title: Message
    """The title of the roll for the leader's life."""


LEADER_DANGERS: dict[str, LeaderDanger] = {
    "fire": LeaderDanger((8, 9), say("{leader} in danger: arrows have hit the leader's hex")),
    "shock": LeaderDanger((9,), say("{leader} in danger: the leader's unit is disordered in shock")),
    "alone": LeaderDanger((0, 1, 2, 3, 4), say("{leader} in danger: alone, with an enemy adjacent")),
    "lost": LeaderDanger((0, 1, 2, 3, 4), say("{leader} in danger: the leader's unit is eliminated")),
}
"""Cause -> the danger to a leader (12.2, ruling 20)."""
RISK_TEXTS: dict[tuple[Danger, ...], Message] = {
    ("fire",): say("{leader} with {unit} is at risk. Result D*: dies on 8 or 9"),
    ("lost",): say("{leader} with {unit} is at risk. Unit eliminated: dies on 4 or less; captured without a roll if "
                   "surrounded or no friendly unit is left"),
    ("fire", "lost"): say("{leader} with {unit} is at risk. Result D*: dies on 8 or 9. Unit eliminated by D: dies on 4 "
                          "or less; captured without a roll if surrounded or no friendly unit is left"),
    ("shock",): say("{leader} with {unit} is at risk. Unit disordered: dies on 9"),
    ("shock", "lost"): say("{leader} with {unit} is at risk. Unit disordered: dies on 9. Unit eliminated: dies on 4 or "
                           "less; captured without a roll if surrounded or no friendly unit is left"),
}
"""Dangers to a leader with a unit -> the warning; its faces must agree with ``LEADER_DANGERS``."""
DANGERS_ALONE = ("alone", "lost")
"""The causes of danger to a leader that is without a unit."""


def eliminates_unit(kind: int, face: int) -> bool:
    """Whether a face of a second disorder check eliminates a unit of a kind (9.0)."""
    return face + HEAVY_BONUS * (kind in HEAVY) <= ELIMINATION_LIMIT


def disorder(state: ToursState, slot: Slot, cited: RuleRef, danger: Danger | None = None) -> Done[ToursState]:
    """The state after a unit is disordered; one that already was must check for elimination (9.0).

    :param danger: ``fire`` or ``shock`` if this endangers a leader with the unit (12.2, ruling 40).
    """
    leader = state.leader_of(slot)
    events: tuple[Event, ...] = ()
    if state.disordered >> slot & 1:
        state = state.pushed(DisorderCheck(slot, bool(danger)))
    else:
        state, events = mark_disordered(state, slot, cited)
    # What is pushed last is rolled first: the leader before its unit's check (ruling 20).
    return state.pushed(LeaderRoll(leader, danger)) if danger and leader >= 0 else state, events


def leader_risk_text(state: ToursState, slots: Iterable[Slot], dangers: Mapping[Danger, object]) -> Text:
    """A warning that leaders are with units in danger (12.2); empty if none are, or without a danger.

    :param dangers: the dangers in the order of a key of ``RISK_TEXTS``, each with whether it is possible.
    """
    possible = tuple(danger for danger, is_possible in dangers.items() if is_possible)
    warnings: Iterable[Message] = (RISK_TEXTS[possible].with_values(
        leader=name_of(state.leader_of(slot)), unit=name_of(slot))
        for slot in slots if possible and state.leader_of(slot) >= 0)
    return joined(warnings, ". ")


def mark_disordered(state: ToursState, slot: Slot, cited: RuleRef) -> Done[ToursState]:
    """The state with a unit in good order disordered, without further effects: no leader rolls (12.2, ruling 40)."""
    event = Noted(cited, say("{unit} is disordered", unit=name_of(slot)))
    return replace(state, disordered=state.disordered | 1 << slot), (event,)


def eliminate(state: ToursState, slot: Slot, cited: RuleRef, *, rolled: bool = False) -> Done[ToursState]:
    """The state without an eliminated unit; a leader with it is now alone and in danger (9.0, 12.2, ruling 20).

    :param rolled: whether the leader has already rolled for the same result: it is then placed with friends, or
        captured, without another roll.
    """
    leader, place = state.leader_of(slot), state.at[slot]
    events = (Removed(cited, UNITS[slot].id, name_of(slot), state.ground.hexes[place]),
              *void_attacks_on(state.combats, slot))
    moving = None if state.move_of(slot) else state.moving
    unmarked: dict[str, Any] = {mask: getattr(state, mask) & ~(1 << slot) for mask in MASKS}
    state = replace(state.with_unit_at(slot, GONE), **unmarked, moving=moving,
                    combats=without_defender(state.combats, slot))
    if leader < 0:
        return state, events
    if not rolled:
        return state.pushed(LeaderRoll(leader, "lost")), events
    if is_captured_without_roll(state, leader):
        state, more = kill_leader(state, leader, captured=True)
        return state, (*events, *more)
    note = Noted(rule("12.2", 20), say("{leader} has already made this casualty roll", leader=name_of(leader)))
    state, more = spare_leader(state, leader, "lost")
    return state, (*events, note, *more)


def without_defender(combats: tuple[Combat, ...], slot: Slot) -> tuple[Combat, ...]:
    """The combats still to be resolved, without a defender that has been eliminated, e.g. by a continued attack, or has
    left its hex (9.0, ruling 15)."""
    reduced = (Combat(combat.attackers, tuple(other for other in combat.defenders if other != slot))
               for combat in combats)
    return tuple(combat for combat in reduced if combat.defenders)


def void_attacks_on(combats: tuple[Combat, ...], slot: Slot) -> Iterator[Event]:
    """The event of an announced attack on a unit alone that is void because the unit is eliminated or leaves its hex
    (9.0, ruling 15)."""
    return (void_attack_event(rule("9.0", 15), *combat) for combat in combats if combat.defenders == (slot,))


def void_attack_event(cited: RuleRef, attackers: tuple[Slot, ...], targets: tuple[Slot, ...]) -> Event:
    """The event that units no longer attack their announced targets."""
    units, enemies = and_list(map(name_of, attackers)), and_list(map(name_of, targets))
    return Noted(cited, say("The attack of {units} on {targets} is void", units=units, targets=enemies))


def is_captured_without_roll(state: ToursState, leader: Slot) -> bool:
    """Whether a leader alone and in danger is captured without a roll: every adjacent hex has an enemy or is closed, or
    no friendly unit is left (12.2, rulings 20 and 27)."""
    ground = state.ground
    open_hexes = ground.adjacent[state.at[leader]] & ~ground.closed & ~state.wagons
    return not open_hexes & ~state.occupied[FOE[SEAT[leader]]] or not has_friends(state, leader)


def has_friends(state: ToursState, leader: Slot) -> bool:
    """Whether any friendly unit is left with which a leader could be placed; if not, a leader in danger is captured
    (12.2, ruling 27)."""
    return bool(state.occupied[SEAT[leader]])


def nearest_friends(state: ToursState, leader: Slot) -> tuple[Hex, ...]:
    """The hexes of the friendly units nearest to a leader; there must be any (12.2)."""
    distances = {place: state.ground.distance(state.at[leader], place)
                 for place in hexes_in(state.occupied[SEAT[leader]])}
    least = min(distances.values())
    return tuple(place for place, distance in distances.items() if distance == least)


def kill_leader(state: ToursState, leader: Slot, *, captured: bool = False) -> Done[ToursState]:
    """The state after a leader's death or capture, which counts as death, and events (12.2).

    :param captured: whether it is captured without a roll.
    """
    cited = rule("12.2")
    text = say("{leader} is killed", leader=name_of(leader))
    if captured and not has_friends(state, leader):
        text, cited = say("{leader} is captured: no friendly unit is left", leader=name_of(leader)), rule("12.2", 27)
    elif captured:
        text = say("{leader} is captured and killed", leader=name_of(leader))
    outcome = say("No command range, and no help with initiative, activation or reforming. This counts as {count} lost "
                  "units.", count=LEADER_COUNTS)
    place = state.ground.hexes[state.at[leader]]
    death = LeaderFell(cited, UNITS[leader].id, name_of(leader), place, text, outcome)
    return replace(state.with_unit_at(leader, GONE), dead=state.dead | 1 << leader), (death, Noted(cited, text))


def spare_leader(state: ToursState, leader: Slot, cause: str) -> Done[ToursState]:
    """The state after a leader survives; one that is without a unit is then placed with the nearest friends (12.2).

    :param cause: the cause of the danger (``LEADER_DANGERS``).
    """
    if cause not in DANGERS_ALONE:
        return state, (Noted(rule("12.2"), say("{leader} is unhurt", leader=name_of(leader))),)
    return state.pushed(LeaderPlacement(leader, nearest_friends(state, leader))), ()


def without_idle_engagements(state: ToursState) -> Done[ToursState]:
    """The state in which units without an enemy unit next to them are no longer engaged (9.0, ruling 12)."""
    if not state.engaged:
        return state, ()
    next_to_enemies = tuple(state.ground.around(state.occupied[FOE[seat]]) for seat in (0, 1))
    idle = sum(1 << slot for slot in slots_in(state.engaged)
               if state.at[slot] < 0 or not next_to_enemies[SEAT[slot]] >> state.at[slot] & 1)
    return replace(state, engaged=state.engaged & ~idle), disengaged_events(slots_in(idle))


def disengaged_events(slots: Iterable[Slot]) -> tuple[Event, ...]:
    """The event that units are no longer engaged; none without units (9.0, ruling 12)."""
    names = list(map(name_of, slots))
    text = plural("{units} is no longer engaged", "{units} are no longer engaged", len(names), units=and_list(names))
    return (Noted(rule("9.0", 12), text),) if names else ()


class DisorderCheck(PlainRoll):
    """The check of a disordered unit that is disordered again: whether it is eliminated (9.0)."""

    kind = "check"
    rule = rule("9.0")
    results = ("eliminated", say("{unit} is eliminated")), ("stays", say("{unit} survives, still disordered"))
    rolled: bool = False
    """Whether the fire or shock that caused it also endangers leaders, so that one with the unit rolls before it. If
    the unit is then eliminated, no leader rolls again, not even one that has joined the unit since (12.2, ruling
    20)."""

    def title(self, state: ToursState) -> Message:
        return say("Second disorder: {unit}", unit=name_of(self.unit))

    def terms(self) -> tuple[Modifier, ...]:
        is_heavy = KIND[self.unit] in HEAVY
        return (Modifier(HEAVY_BONUS, say("heavy"), self.rule, UNITS[self.unit].id),) if is_heavy else ()

    def is_bad_face(self, face: int) -> bool:
        return eliminates_unit(KIND[self.unit], face)

    def event(self, state: ToursState, shown: Preview, face: int, result: str) -> Rolled:
        """The event for the log, with the sum if a heavy unit adds to the die (9.0)."""
        if not shown.modifiers:
            return super().event(state, shown, face, result)
        meaning = dict(self.results)[result].with_values(unit=name_of(self.unit))
        return RolledAgainst(self.rule, (die(state),), (face,), result, meaning, self.title(state),
                             groups=self.dice_groups(state), modifiers=shown.modifiers,
                             limit=say("{limit} or more", limit=ELIMINATION_LIMIT + 1))

    def apply_result(self, state: ToursState, face: int, result: str) -> Done[ToursState]:
        if result == "stays":
            return state, ()
        return eliminate(state, self.unit, self.rule, rolled=self.rolled)

    def check_fits(self, state: ToursState, where: str) -> None:
        need(state.is_unit_on_map(self.unit) and state.disordered >> self.unit & 1
             and state.phase in (ToursPhase.ACTION, ToursPhase.SHOCK), where, say("a disordered unit"))


class LeaderRoll(PlainRoll):
    """A roll for a leader's life (12.2)."""

    kind = "peril"
    rule = rule("12.2")
    results = ("killed", say("{unit} is killed")), ("spared", say("{unit} survives"))
    cause: Danger
    """``fire``, ``shock``, ``alone`` (an enemy has moved next to the leader) or ``lost`` (its unit is eliminated)."""

    def title(self, state: ToursState) -> Message:
        return LEADER_DANGERS[self.cause].title.with_values(leader=name_of(self.unit))

    def result_rule(self) -> RuleRef:
        return rule("12.2", 20) if self.cause == "lost" else self.rule

    def is_bad_face(self, face: int) -> bool:
        return face in LEADER_DANGERS[self.cause].fatal_faces

    def automatic_step(self, state: ToursState) -> Done[ToursState] | None:
        if state.at[self.unit] < 0:
            return state.popped(), ()
        if self.cause in DANGERS_ALONE and is_captured_without_roll(state, self.unit):
            return kill_leader(state.popped(), self.unit, captured=True)
        return None

    def apply_result(self, state: ToursState, face: int, result: str) -> Done[ToursState]:
        return kill_leader(state, self.unit) if result == "killed" else spare_leader(state, self.unit, self.cause)

    def check_fits(self, state: ToursState, where: str) -> None:
        need(self.unit in LEADERS and state.phase in (ToursPhase.ACTION, ToursPhase.SHOCK, ToursPhase.REFORM), where,
             say("a leader"))


def lone_leader_preview(state: ToursState, slot: Slot) -> Preview:
    """The arithmetic of the danger to a lone enemy leader once a unit has moved next to it: a roll for its life, or
    capture without a roll if it is surrounded or has no friends left (12.2, rulings 20 and 27)."""
    leader = LEADERS[FOE[SEAT[slot]]]
    shown = LeaderRoll(leader, "alone").roll_preview(state)
    shown = replace(shown, attackers=(UnitLine(UNITS[slot].id, 0),), defenders=shown.attackers)
    if not is_captured_without_roll(state, leader):
        return shown
    ruling = 20 if has_friends(state, leader) else 27
    text = say("{leader} is captured without a roll", leader=name_of(leader))
    return replace(shown, reading=text, outcomes=(Outcome("captured", Fraction(1), text, rule("12.2", ruling)),))


class LeaderPlacement(ToursPending):
    """The choice of the hex in which a leader that is alone is placed with the nearest friends (12.2)."""

    kind = "rescued"
    rule = rule("12.2")
    refusal_while_pending = reason("12.2", say("The leader must be placed first"))
    own_actions, refusal_unless_pending = (Rescue,), reason("12.2", say("No leader has to be placed now"))
    unit: Slot
    places: tuple[Hex, ...]

    def seat(self, state: ToursState) -> str:
        return SEATS[SEAT[self.unit]]

    def question(self, state: ToursState) -> Message:
        return say("Choose where to place {leader}", leader=name_of(self.unit))

    def active_unit(self, state: ToursState) -> str:
        return UNITS[self.unit].id

    def automatic_step(self, state: ToursState) -> Done[ToursState] | None:
        return self.place_leader(state, self.places[0]) if len(self.places) == 1 else None

    def answers(self, state: ToursState) -> Iterator[Answer]:
        unit, hexes = UNITS[self.unit].id, state.ground.hexes
        for place in self.places:
            yield Answer(Rescue(unit, hexes[place]), (unit,), hexes[place],
                         outcome=partial(self.place_leader, state, place))

    def why_not(self, state: ToursState, action: Action) -> Reason | None:
        if isinstance(action, Rescue) and SLOT[action.unit] == self.unit:
            return reason("12.2", say("The nearest friends are in {places}",
                                      places=tuple(state.ground.hexes[place] for place in self.places)))
        return self.refusal_while_pending

    def place_leader(self, state: ToursState, place: Hex) -> Done[ToursState]:
        """The state with the leader placed with friends."""
        event = Noted(self.rule, say("{leader} escapes to {place}", leader=name_of(self.unit),
                                     place=state.ground.hexes[place]))
        return state.popped().with_unit_at(self.unit, place), (event,)

    def check_fits(self, state: ToursState, where: str) -> None:
        need(self.unit in LEADERS and state.at[self.unit] >= 0 and has_friends(state, self.unit)
             and self.places == nearest_friends(state, self.unit)
             and state.phase in (ToursPhase.ACTION, ToursPhase.SHOCK, ToursPhase.REFORM), where,
             say("a leader and the nearest friends"))
