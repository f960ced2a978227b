"""Reforming of disordered units, and the command range of leaders (10.0, 12.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from game.core.action import Action
from game.core.batch import StillToDo
from game.core.chance import D10, Modifier, shares, total
from game.core.decision import Answer, Done
from game.core.indices import Slot, slots_in
from game.core.message import Message, Text, both_or_all, joined, plural, say
from game.core.position_checks import need
from game.core.preview import Outcome, Preview, UnitLine
from game.core.tables import ResultsTable
from game.core.verdict import LEGAL, Illegal, RuleRef, Verdict
from game.rules.tours import losses
from game.rules.tours.actions import END_PHASE, REFORM, WALL, Reform
from game.rules.tours.decisions import UnitRoll, die_label, units_still_to_do
from game.rules.tours.sequence import PhaseDecision, end_player_turn
from game.rules.tours.state import ToursPhase, ToursState
from game.rules.tours.units import (
    COMBAT_UNITS,
    COMMAND_RANGE,
    CONTINGENT,
    FOE,
    FRANKS,
    HI,
    KIND,
    LEADERS,
    MUSLIMS,
    SEAT,
    SLOT,
    UNITS,
    name_of,
    reason,
    refuse,
    rule,
)

REFORMED, STILL_DISORDERED, ELIMINATED = "reformed", "disordered", "eliminated"
"""The results of a reform roll (10.2)."""
HIGHEST_REFORMING_DIE = 4
"""The highest adjusted die with which a unit reforms (10.2)."""
LOWEST_ELIMINATING_DIE = 10
"""The lowest adjusted die with which a unit is eliminated (10.2)."""
TABLE = ResultsTable(("Reform",), ((say("reformed"),), (say("disordered"),), (say("eliminated"),)),
                     (-1, HIGHEST_REFORMING_DIE + 1, LOWEST_ELIMINATING_DIE), unbounded=True)
"""The reform table (10.2)."""
IN_COMMAND_DRM, THREATENED_DRM, BESIEGED_DRM, LEADERLESS_DRM = -1, 1, 3, 2
"""The DRMs of a reform roll (10.1); the Muslims' wagon trains are threatened if Franks can reach them, and besieged if
Franks are beside them."""


def is_in_command(state: ToursState, slot: Slot) -> bool:
    """Whether a unit is in its leader's command range, traced in hexes around enemy units, closed hexes and wagon
    trains (12.1, rulings 30 and 31)."""
    return _range_reaches(state, slot, state.wagons | state.occupied[FOE[SEAT[slot]]])


def _command_rule(state: ToursState, slot: Slot) -> RuleRef:
    """The rule by which a unit is in command: ruling 31 if the range must pass through the hex of a lone enemy
    leader."""
    lone_leader = state.lone_leaders[FOE[SEAT[slot]]]
    needs_ruling = lone_leader and not _range_reaches(
        state, slot, state.wagons | state.occupied[FOE[SEAT[slot]]] | lone_leader)
    return rule("12.1", 31) if needs_ruling else rule("12.1")


def _range_reaches(state: ToursState, slot: Slot, barred: int) -> bool:
    """Whether the command range of a unit's leader reaches it around closed hexes.

    :param barred: the mask of other hexes that block the range.
    """
    ground = state.ground
    leader = LEADERS[SEAT[slot]]
    start, end = state.at[leader], state.at[slot]
    if start < 0:
        return False
    closed = ground.closed | barred
    edge = reached = 1 << start
    for _ in range(COMMAND_RANGE[SEAT[slot]]):
        if reached >> end & 1:
            return True
        edge = ground.around(edge) & ~closed & ~reached
        reached |= edge
    return bool(reached >> end & 1)


def wagons_reached(state: ToursState) -> tuple[bool, bool]:
    """Whether a Frankish unit could move next to a wagon train with its movement points, and whether one is next to a
    train (10.1, ruling 16)."""
    points = [(points_to_wagons(state, slot), UNITS[slot].move) for slot in state.army(FRANKS)]
    return (any(needed is not None and needed <= allowance for needed, allowance in points),
            any(needed == 0 for needed, _ in points))


def points_to_wagons(state: ToursState, slot: Slot) -> int | None:
    """The fewest movement points, by terrain alone, for a unit on the map to get next to a wagon train; None if it is
    too far away (``ToursGround.points_to``)."""
    ring = state.ground.around(state.wagons) & ~state.wagons
    return state.ground.points_to(ring, KIND[slot], state.wagons).get(state.at[slot])


def why_no_reform(state: ToursState, slot: Slot) -> Illegal | None:
    """Why a unit may not roll to reform now (10.0); None if it may."""
    name, contingent = name_of(slot), CONTINGENT[slot]
    if slot >= COMBAT_UNITS or SEAT[slot] != state.seat or state.at[slot] < 0:
        return refuse("10.0", say("{unit} cannot reform in this player turn", unit=name), unit=UNITS[slot].id)
    order = state.orders[contingent]
    if order != REFORM and not (contingent == HI and order == WALL and state.tried >> HI & 1):
        return refuse("10.0", say("{unit} has no order to reform", unit=name), unit=UNITS[slot].id)
    if not state.disordered >> slot & 1:
        return refuse("10.0", say("{unit} is in good order", unit=name), unit=UNITS[slot].id)
    if state.enemy_zone(SEAT[slot]) >> state.at[slot] & 1:
        return refuse("10.0", say("{unit} is next to an enemy", unit=name),
                      state.ruling_on_enemies(slot, state.at[slot]), unit=UNITS[slot].id)
    if (state.moved | state.shocked) >> slot & 1:
        return refuse("10.0", say("{unit} has moved, turned, advanced or fought in this player turn", unit=name),
                      unit=UNITS[slot].id)
    if state.tried_reform >> slot & 1:
        return refuse("10.1", say("{unit} has already tried to reform", unit=name), unit=UNITS[slot].id)
    return None


def units_to_reform(state: ToursState) -> list[Slot]:
    """The units that may roll to reform now."""
    return [slot for slot in slots_in(state.disordered)
            if SEAT[slot] == state.seat and why_no_reform(state, slot) is None]


def modifiers(state: ToursState, slot: Slot) -> tuple[Modifier, ...]:
    """All DRMs of a unit's reform roll (10.1)."""
    terms = []
    unit, seat = UNITS[slot].id, SEAT[slot]
    if state.dead >> LEADERS[seat] & 1:
        terms.append(Modifier(LEADERLESS_DRM, say("the leader is dead"), rule("10.1"), unit))
    elif is_in_command(state, slot):
        terms.append(Modifier(IN_COMMAND_DRM, say("in command"), _command_rule(state, slot), unit))
    if seat == MUSLIMS:
        can_reach, is_beside = wagons_reached(state)
        if can_reach:
            terms.append(Modifier(THREATENED_DRM, say("Franks can reach the wagons"), rule("10.1"), unit))
        if is_beside:
            terms.append(Modifier(BESIEGED_DRM, say("Franks are beside the wagons"), rule("10.1", 35), unit))
    return tuple(terms)


def preview(state: ToursState, slot: Slot) -> Preview:
    """The arithmetic of a reform roll."""
    terms = modifiers(state, slot)
    drm = total(terms)
    chances = shares(D10, lambda face: str(TABLE.result("Reform", face + drm)))
    outcomes = tuple(Outcome(result, chance, meaning(slot, result), rule("10.2"), RESULT_GROUPS[result])
                     for result, chance in chances.items())
    return Preview((UnitLine(UNITS[slot].id, 0, strength_text=die_label(state)),), (), terms, None, None, f"{drm:+d}",
                   say("reforms on {face} or less", face=HIGHEST_REFORMING_DIE), "Reform", outcomes, table=TABLE,
                   note=joined(_notes(state, slot), "; "),
                   needed=say("{face} or less", face=HIGHEST_REFORMING_DIE - drm))


def _notes(state: ToursState, slot: Slot) -> Iterator[Message]:
    """Notes on modifiers that a player may expect and that do not apply (rulings 24 and 30)."""
    if SEAT[slot] == MUSLIMS and state.ground.around(state.wagons) & state.lone_leaders[FRANKS]:
        yield say("Charles, alone, does not count beside the wagons: 10.1 (ruling 24)")
    if not is_in_command(state, slot) and _range_reaches(state, slot, state.occupied[FOE[SEAT[slot]]]):
        yield say("Out of command: wagon trains block its leader's range: 12.1 (ruling 30)")


RESULT_GROUPS = {REFORMED: say("reforms"), STILL_DISORDERED: say("stays disordered"), ELIMINATED: say("flees")}
"""Result -> the short text of it on a card."""


def meaning(slot: Slot, result: str) -> Message:
    """The text of a result for a unit."""
    if result == REFORMED:
        return say("{unit} reforms", unit=name_of(slot))
    return (say("{unit} stays disordered", unit=name_of(slot)) if result == STILL_DISORDERED
            else say("{unit} flees and is eliminated", unit=name_of(slot)))


class ReformRoll(UnitRoll):
    """The reform roll of a disordered unit (10.1)."""

    kind = "reforming"
    rule = rule("10.2")

    def roll_preview(self, state: ToursState) -> Preview:
        return preview(state, self.unit)

    def title(self, state: ToursState) -> Message:
        return say("{unit} tries to reform", unit=name_of(self.unit))

    def result_of_face(self, state: ToursState, face: int, adjusted: int) -> str:
        return str(TABLE.result("Reform", adjusted))

    def apply_result(self, state: ToursState, face: int, result: str) -> Done[ToursState]:
        if result == REFORMED:
            return replace(state, disordered=state.disordered & ~(1 << self.unit)), ()
        return losses.eliminate(state, self.unit, self.rule) if result == ELIMINATED else (state, ())

    def autoplay_step(self, state: ToursState) -> tuple[Message, Action | None] | None:
        count = len(units_to_reform(state.popped()))
        return (_reform_all_label(count), None) if count else None

    def check_fits(self, state: ToursState, where: str) -> None:
        need(state.phase == ToursPhase.REFORM and state.is_unit_on_map(self.unit) and SEAT[self.unit] == state.seat
             and len(state.frames) == 1 and state.disordered >> self.unit & 1 and state.tried_reform >> self.unit & 1,
             where, say("a disordered unit that rolls to reform, in phase V"))


def _reform_all_label(count: int) -> Message:
    """The label of the button that rolls for all units that may still reform."""
    return both_or_all("Roll to reform the last unit", "Roll to reform both units",
                       "Roll to reform all {count} units", count)


class ReformUnits(PhaseDecision):
    """Phase V: disordered units with the order roll to reform (10.0)."""

    phase = ToursPhase.REFORM
    rule = rule("10.0")
    fixed_end_label = say("End your turn")
    own_actions, refusal_unless_pending = (Reform,), reason("4.0", say("Units reform in phase V"))

    def question(self, state: ToursState) -> Message:
        return plural("{count} unit may reform", "{count} units may reform", len(units_to_reform(state)))

    def automatic_step(self, state: ToursState) -> Done[ToursState] | None:
        return None if units_to_reform(state) else self.end_phase(state)

    def end_phase(self, state: ToursState) -> Done[ToursState]:
        return end_player_turn(state)

    def judge(self, state: ToursState, action: Action) -> Verdict:
        refusal = why_no_reform(state, SLOT[action.units[0]])
        return LEGAL if refusal is None else refusal

    def answers(self, state: ToursState) -> Iterator[Answer]:
        for slot in units_to_reform(state):
            unit = UNITS[slot].id
            yield Answer(Reform(unit), (unit,), short_label=say("Roll to reform"), is_default=True,
                         arithmetic=partial(preview, state, slot))
        yield Answer(END_PHASE)

    def apply(self, state: ToursState, action: Action) -> Done[ToursState]:
        if not isinstance(action, Reform):
            return self.end_phase(state)
        slot = SLOT[action.unit]
        return replace(state, tried_reform=state.tried_reform | 1 << slot).pushed(ReformRoll(slot)), ()

    def still_to_do(self, state: ToursState) -> tuple[StillToDo, ...]:
        units = units_to_reform(state)
        return units_still_to_do(plural("{count} unit may reform", "{count} units may reform", len(units)), *units)

    def autoplay_step(self, state: ToursState) -> tuple[Message, Action | None] | None:
        units = units_to_reform(state)
        return (_reform_all_label(len(units)), Reform(UNITS[units[0]].id)) if units else None

    def autoplay_label(self, state: ToursState) -> Text:
        return super().autoplay_label(state) if len(units_to_reform(state)) > 1 else ""

    def why_own_piece_idle(self, state: ToursState, slot: Slot) -> Illegal:
        refusal = why_no_reform(state, slot)
        return super().why_own_piece_idle(state, slot) if refusal is None else refusal
