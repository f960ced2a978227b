"""Missile fire: possible shots, their arithmetic, and the effects of hits (7.0)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from math import prod

from game.board.hexgrid import Hex, hexes_in
from game.board.paths import Reach
from game.core.action import Action
from game.core.chance import D10, Modifier, per_cent, shares, total
from game.core.decision import Answer, Done
from game.core.event import Noted
from game.core.indices import Slot
from game.core.message import Message, Text, both_or_all, say
from game.core.offer import Offer
from game.core.position_checks import need
from game.core.preview import Outcome, Preview, UnitLine
from game.core.tables import ResultsTable
from game.core.verdict import LEGAL, Illegal, Legal, Reason, Verdict
from game.rules.tours import losses
from game.rules.tours.actions import DECLINE, React, ToursFire
from game.rules.tours.decisions import ToursPending, UnitRoll, die, die_label
from game.rules.tours.ground import BOW_RANGE, REAR
from game.rules.tours.losses import leader_risk_text
from game.rules.tours.movement import endangers_lone_leader, points_left, reacting_archers, why_no_action
from game.rules.tours.shock import not_in_front_text
from game.rules.tours.state import CurrentMove, ToursPhase, ToursState
from game.rules.tours.tables import TABLES
from game.rules.tours.units import (
    ARCHER,
    COMBAT_UNITS,
    FOE,
    FRANKS,
    KIND,
    LEADERS,
    MUSLIMS,
    SEAT,
    SEATS,
    SLOT,
    UNITS,
    name_of,
    reason,
    refuse,
    refuse_wagon,
    rule,
)

SHOT_COST = 1
"""The movement points for a shot (7.1)."""
RANGE_DRM = dict(enumerate(TABLES.fire.range, 1))
"""Range in hexes -> DRM (7.3)."""
COLUMNS = ("LI", "LC", "HI", "HC")
"""The columns of the fire table, by the kinds of targets."""
TABLE = ResultsTable(COLUMNS, TABLES.fire.rows, TABLES.fire.least, unbounded=True,
                     key=say("D disordered, D* a leader in the hex is in danger, too; columns: LI light infantry, LC "
                             "light cavalry and mounted archers, HI heavy infantry, HC heavy cavalry"))
"""The fire table (7.3)."""
TARGET_COLUMN = ("HC", "LC", "LC", "HI", "LI")
"""Kind of target -> its column of the fire table."""


def obstacle(state: ToursState, slot: Slot, target: Slot) -> tuple[str, bool]:
    """The obstacle to a shot, and whether it is shower fire. The obstacle is ``ground``, ``enemy`` or ``friend``; empty
    for none.

    A line that runs between two hexes is free if either is (ruling 8). Friends adjacent to the archers are shot over.
    """
    ground = state.ground
    here, there = state.at[slot], state.at[target]
    highest_end = max(ground.level[here], ground.level[there])
    shower = False
    seat = SEAT[slot]
    for stretch in ground.line(here, there):
        obstacles = []
        for hex_ in stretch:
            if ground.level[hex_] > highest_end:
                obstacles.append("ground")
            elif state.occupied[FOE[seat]] >> hex_ & 1:
                obstacles.append("enemy")
            elif state.occupied[seat] >> hex_ & 1:
                obstacles.append("over" if ground.adjacent[here] >> hex_ & 1 else "friend")
            else:
                obstacles.append("")
        least = min(obstacles, key=("", "over", "friend", "enemy", "ground").index, default="")
        if least not in ("", "over"):
            return least, False
        shower |= least == "over"
    return "", shower


def check_fire(state: ToursState, slot: Slot, target: Slot) -> Verdict:
    """Whether archers may fire at a unit in their own move (7.1, 7.2, 7.4)."""
    return check_aim(state, slot, target) if (refusal := _why_no_fire(state, slot)) is None else refusal


def _why_no_fire(state: ToursState, slot: Slot) -> Illegal | None:
    """Why a unit may not fire at any enemy in its own move now (7.0-7.2, 9.0); None if it may."""
    if (refusal := _why_no_archer(state, slot)) is not None:
        return refusal
    if (refusal := why_no_action(state, slot)) is not None:
        return refusal
    if state.fired >> slot & 1:
        return refuse("7.2", say("{unit} has fired", unit=name_of(slot)), unit=UNITS[slot].id)
    current_move = state.move_of(slot)
    points_left = UNITS[slot].move if current_move is None else current_move.left
    if points_left < SHOT_COST:
        return refuse("7.1", say("A shot costs {points} movement point; the unit has 0 left", points=SHOT_COST),
                      points=SHOT_COST, left=points_left)
    return None


def _why_no_archer(state: ToursState, slot: Slot) -> Illegal | None:
    """Why a unit cannot fire, in its own move or in reaction (7.0, 9.0); None if it might."""
    if KIND[slot] != ARCHER:
        return refuse("7.0", say("Only mounted archers fire"), unit=UNITS[slot].id)
    if state.at[slot] < 0:
        return refuse("9.0", say("{unit} is eliminated", unit=name_of(slot)), unit=UNITS[slot].id)
    if state.engaged >> slot & 1:
        return refuse("9.0", say("Engaged archers do not fire"), unit=UNITS[slot].id)
    return None


def check_aim(state: ToursState, slot: Slot, target: Slot) -> Verdict:
    """Whether archers can hit a unit from their hex (7.0, 7.4)."""
    if target in LEADERS and SEAT[target] != SEAT[slot]:
        return refuse("7.2", say("Archers fire at combat units only; {unit} is not one", unit=name_of(target)), 25,
                      unit=UNITS[target].id)
    if (refusal := refuse_wagon(target)) is not None:
        return refusal
    if target >= COMBAT_UNITS or SEAT[target] == SEAT[slot] or state.at[target] < 0:
        return refuse("7.0", say("{unit} cannot be shot at", unit=name_of(target)), unit=UNITS[target].id)
    distance = state.ground.distance(state.at[slot], state.at[target])
    if distance > BOW_RANGE:
        return refuse("7.0", say("{unit} is {distance} hexes away; arrows reach {range}", unit=name_of(target),
                                 distance=distance, range=BOW_RANGE), distance=distance, range=BOW_RANGE)
    blocked_by, _ = obstacle(state, slot, target)
    if blocked_by == "ground":
        return refuse("7.4", say("Higher ground hides {unit}", unit=name_of(target)), unit=UNITS[target].id)
    if blocked_by:
        text = (say("Another enemy unit in front of {unit} blocks the line of sight", unit=name_of(target))
                if blocked_by == "enemy" else
                say("A friend in front of {unit} blocks the line of sight: shower fire passes only over adjacent "
                    "friends", unit=name_of(target)))
        return refuse("7.4", text, 8 if blocked_by == "friend" else None, unit=UNITS[target].id)
    return Legal(cost=SHOT_COST)


def targets(state: ToursState, slot: Slot) -> list[Slot]:
    """The enemies that archers may fire at now, in their own move."""
    if KIND[slot] != ARCHER or _why_no_fire(state, slot) is not None:
        return []
    in_range = state.ground.in_bow_range(state.at[slot]) & state.occupied[FOE[SEAT[slot]]]
    return [state.unit_in[hex_] for hex_ in hexes_in(in_range) if not obstacle(state, slot, state.unit_in[hex_])[0]]


def moved_to_fire(state: ToursState, slot: Slot, place: Hex, reach: Reach[Hex]) -> ToursState:
    """The state with archers moved to a hex in reach, ready to fire there."""
    points = points_left(state, slot) - reach.points[place]
    return replace(state.with_unit_at(slot, place), moving=CurrentMove(slot, points))


def best_target(state: ToursState, slot: Slot) -> tuple[Slot, Fraction] | None:
    """The enemy that archers may fire at now with the best chance to hit, and that chance; None if there is no
    target."""
    chances = [(target, hit_chance(state, slot, target)) for target in targets(state, slot)]
    return max(chances, key=lambda pair: pair[1]) if chances else None


def hit_chance(state: ToursState, slot: Slot, target: Slot, reaction: bool = False) -> Fraction:
    """The chance that a shot hits.

    :param reaction: whether it is reaction fire.
    """
    return _hit_chance(TARGET_COLUMN[KIND[target]], total(modifiers(state, slot, target, reaction)))


@cache
def _hit_chance(column: str, drm: int) -> Fraction:
    """The chance that the die hits in a column with a total modifier."""
    return Fraction(sum(TABLE.result(column, face + drm) != "-" for face in D10.faces), len(D10.faces))


def modifiers(state: ToursState, slot: Slot, target: Slot, reaction: bool = False) -> tuple[Modifier, ...]:
    """All DRMs of a shot (7.3).

    :param reaction: whether it is reaction fire.
    """
    ground = state.ground
    distance = ground.distance(state.at[slot], state.at[target])
    shooter = UNITS[slot].id
    terms = [Modifier(RANGE_DRM[distance], say("range {distance}", distance=distance), rule("7.3"), shooter)]
    if state.disordered >> slot & 1:
        terms.append(Modifier(TABLES.fire.disordered, say("the archers are disordered"), rule("9.0"), shooter))
    if not reaction and obstacle(state, slot, target)[1]:
        terms.append(Modifier(TABLES.fire.shower, say("shower fire"), rule("7.4"), shooter))
    if state.in_wall(target):
        terms.append(Modifier(TABLES.fire.wall, say("shield wall"), rule("5.2.6"), UNITS[target].id))
    if state.at[target] in ground.woods:
        terms.append(Modifier(TABLES.fire.woods, say("target in woods"), rule("7.3"), UNITS[target].id))
    return tuple(terms)


def preview(state: ToursState, slot: Slot, target: Slot, reaction: bool = False) -> Preview:
    """The arithmetic of a shot.

    :param reaction: whether it is reaction fire.
    """
    terms = modifiers(state, slot, target, reaction)
    drm = total(terms)
    chances = shares(D10, lambda face: result_of(state, target, face + drm))
    outcomes = tuple(Outcome(result, chance, meaning(state, target, result), rule("7.3"),
                             say("hit") if result != "-" else "", SEATS[MUSLIMS] if result != "-" else "")
                     for result, chance in chances.items())
    column = TARGET_COLUMN[KIND[target]]
    lowest_hit = next(least for least in TABLE.least if TABLE.result(column, least) != "-")
    archer_line = UnitLine(UNITS[slot].id, 0, strength_text=die_label(state))
    target_line = UnitLine(UNITS[target].id, 0)
    return Preview((archer_line,), (target_line,), terms, None, None, f"{drm:+d}",
                   say("to the draw; the target's column") if die(state).drawn
                   else say("to the die; the target's column"), column,
                   outcomes, table=TABLE, needed=say("{least} or more", least=lowest_hit - drm),
                   risk=_leader_risk(state, target, chances.keys()))


def _leader_risk(state: ToursState, target: Slot, results: Collection[str]) -> Text:
    """The warning for a leader with a target: a result may endanger the leader, or eliminate a disordered unit (12.2,
    ruling 20); empty without a danger.

    :param results: the possible results of the shot.
    """
    is_checked = "D" in results and state.disordered >> target & 1
    return leader_risk_text(state, (target,), {"fire": "D*" in results, "lost": is_checked})


def result_of(state: ToursState, target: Slot, adjusted: int) -> str:
    """The result of an adjusted die: ``-``, ``D``, or ``D*`` if a leader is in danger, too."""
    result = str(TABLE.result(TARGET_COLUMN[KIND[target]], adjusted))
    return "D" if result == "D*" and state.leader_of(target) < 0 else result


def meaning(state: ToursState, target: Slot, result: str) -> Message:
    """The text of a result (``result_of``) for a target."""
    if result == "-":
        return say("no effect")
    effect = say("target checks for elimination") if state.disordered >> target & 1 else say("target disordered")
    return say("{hurt}, and its leader is in danger", hurt=effect) if result == "D*" else effect


def is_behind(state: ToursState, slot: Slot, target: Slot) -> bool:
    """Whether a target is behind archers: every adjacent hex that the line could cross first is in their rear."""
    ground, here, there = state.ground, state.at[slot], state.at[target]
    first = (*ground.line(here, there), (there,))[0]
    return all(ground.sector(here, state.facing[slot], hex_) == REAR for hex_ in first)


def shoot(state: ToursState, action: ToursFire) -> Done[ToursState]:
    """The state with a shot fired and its die roll pending. Events say who fires, and if the archers turn to fire
    (7.0, ruling 36)."""
    slot, target = SLOT[action.unit], SLOT[action.target]
    note = Noted(rule("7.0", 36), say("{unit}: turn, fire, turn back; facing is free in its own move",
                                      unit=name_of(slot)))
    shot = Noted(rule("7.0"), say("{unit} fires at {target}", unit=name_of(slot), target=name_of(target)))
    events = (note, shot) if is_behind(state, slot, target) else (shot,)
    moving = state.move_of(slot) or CurrentMove(slot, UNITS[slot].move)
    state = replace(state, moving=replace(moving, left=moving.left - SHOT_COST, fired=True),
                    moved=state.moved | 1 << slot, fired=state.fired | 1 << slot)
    return state.pushed(ShotRoll(slot, target, False)), events


def offer(state: ToursState, slot: Slot, target: Slot, action: ToursFire | React, *, reaction: bool = False) -> Offer:
    """The offer of a shot at an enemy, with the abbreviation printed on its counter; the label says if it cannot
    hit."""
    name = UNITS[target].abbr
    label = (say("Fire at {target}", target=name) if hit_chance(state, slot, target, reaction)
             else say("Fire at {target}, cannot hit", target=name))
    return Offer(LEGAL, action, (UNITS[slot].id,), state.ground.hexes[state.at[target]], label, label,
                 is_default=reaction, arithmetic=partial(preview, state, slot, target, reaction))


class ShotRoll(UnitRoll):
    """The die roll of a shot (7.3)."""

    kind = "shot"
    rule = rule("7.3")
    target: Slot
    reaction: bool

    def roll_preview(self, state: ToursState) -> Preview:
        return preview(state, self.unit, self.target, self.reaction)

    def title(self, state: ToursState) -> Message:
        return say("{unit} fires at {target}", unit=name_of(self.unit), target=name_of(self.target))

    def affected_units(self, state: ToursState) -> tuple[Slot, ...]:
        return (self.target,)

    def result_of_face(self, state: ToursState, face: int, adjusted: int) -> str:
        return result_of(state, self.target, adjusted)

    def apply_result(self, state: ToursState, face: int, result: str) -> Done[ToursState]:
        if result == "-":
            return state, ()
        return losses.disorder(state, self.target, self.rule, "fire" if result == "D*" else None)

    def autoplay_step(self, state: ToursState) -> tuple[Message, Action | None] | None:
        choice = state.frames[-2] if self.reaction and len(state.frames) > 1 else None
        return (choice.fire_all_label(state), None) if isinstance(choice, ReactionFire) else None

    def check_fits(self, state: ToursState, where: str) -> None:
        at, unit, target = state.at, self.unit, self.target
        need(state.is_unit_on_map(unit) and state.is_unit_on_map(target) and SEAT[unit] == FOE[SEAT[target]]
             and state.phase == ToursPhase.ACTION and (SEAT[target] == state.seat) == self.reaction
             and state.ground.in_bow_range(at[unit]) >> at[target] & 1, where, say("archers and a target in range"))
        need(not self.reaction or unit in reacting_archers(state, target), where,
             say("archers with the unit in front of them"))
        need(self is state.frames[-1], where, say("a shot as the innermost decision"))
        need(KIND[unit] == ARCHER and check_aim(state, unit, target), where, say("archers who may fire"))


class ReactionFire(ToursPending):
    """The Muslim player's choice of the archers that fire at a unit that has moved in front of them (7.2)."""

    kind = "reaction"
    rule = rule("7.2")
    refusal_while_pending = reason("7.2", say("Reaction fire comes first"))
    own_actions, refusal_unless_pending = (React,), reason("7.2", say("No enemy has just moved in front of archers"))
    interrupt = say("reaction fire")
    target: Slot
    units: tuple[Slot, ...]
    """The archers that may still fire."""

    def seat(self, state: ToursState) -> str:
        return SEATS[FOE[SEAT[self.target]]]

    def question(self, state: ToursState) -> Message:
        if len(self.units) == 1:
            return say("{unit} is in front of {archers}: fire, or hold fire", unit=name_of(self.target),
                       archers=name_of(self.units[0]))
        return say("{unit} is in front of your archers: choose who fires", unit=name_of(self.target))

    def active_unit(self, state: ToursState) -> str:
        return UNITS[self.units[0]].id

    def main(self, state: ToursState) -> tuple[Action, Text]:
        return DECLINE, say("Hold fire")

    def automatic_step(self, state: ToursState) -> Done[ToursState] | None:
        return (state.popped(), ()) if state.at[self.target] < 0 else None

    def answers(self, state: ToursState) -> Iterator[Answer]:
        for slot in self.units:
            yield Answer(React(UNITS[slot].id), (UNITS[slot].id,))
        yield Answer(DECLINE)

    def why_not(self, state: ToursState, action: Action) -> Reason | None:
        if not isinstance(action, React):
            return self.refusal_while_pending
        slot = SLOT[action.unit]
        if (refusal := _why_no_archer(state, slot)) is not None:
            return refusal.reasons[0]
        text = (say("{unit} has fired", unit=name_of(slot)) if slot in reacting_archers(state, self.target)
                else not_in_front_text(self.target, slot))
        return reason("7.2", text, unit=action.unit)

    def preview(self, state: ToursState, action: Action) -> Preview | None:
        return preview(state, SLOT[action.unit], self.target, True) if isinstance(action, React) else None

    def offers_for_unit(self, state: ToursState, slot: Slot) -> Iterator[Offer]:
        yield offer(state, slot, self.target, React(UNITS[slot].id), reaction=True)

    def apply(self, state: ToursState, action: Action) -> Done[ToursState]:
        if not isinstance(action, React):
            return state.popped(), ()
        slot = SLOT[action.unit]
        others = tuple(other for other in self.units if other != slot)
        state = state.swapped(ReactionFire(self.target, others)) if others else state.popped()
        shot = Noted(self.rule, say("{unit} fires at {target} in reaction", unit=name_of(slot),
                                    target=name_of(self.target)))
        return state.pushed(ShotRoll(slot, self.target, True)), (shot,)

    def reaction_of(self, state: ToursState, unit: str) -> Action | None:
        return React(UNITS[SLOT[unit]].id) if SLOT[unit] in self.units else None

    def autoplay_step(self, state: ToursState) -> tuple[Message, Action | None] | None:
        return self.fire_all_label(state), React(UNITS[self.units[0]].id)

    def autoplay_label(self, state: ToursState) -> Text:
        return super().autoplay_label(state) if len(self.units) > 1 else ""

    def fire_all_label(self, state: ToursState) -> Message:
        """The label for firing with all archers left: the target, and the chance that at least one hits."""
        miss_chance = prod((1 - hit_chance(state, slot, self.target, True) for slot in self.units), start=Fraction(1))
        return both_or_all("Fire with the last archers at {target}: hit {chance}",
                           "Fire with both archers at {target}: hit {chance}",
                           "Fire with all {count} archers at {target}: hit {chance}", len(self.units),
                           target=UNITS[self.target].abbr, chance=per_cent(1 - miss_chance))

    def check_fits(self, state: ToursState, where: str) -> None:
        target = self.target
        need(state.phase == ToursPhase.ACTION and state.is_unit_on_map(target) and SEAT[target] == FRANKS == state.seat
             and self.units and state.moving is not None and state.moving.slot == target, where,
             say("a Frankish unit that moves"))
        archers = reacting_archers(state, target)
        need(all(slot in archers for slot in self.units), where, say("archers with the unit in front of them"))


def with_reactions(state: ToursState, slot: Slot) -> ToursState:
    """The state with the reactions to a unit's move pending: fire by archers that have it in front, however often they
    have fired (7.2, ruling 10), and the roll for a lone leader next to it (12.2)."""
    archers = tuple(reacting_archers(state, slot))
    if archers:
        state = state.pushed(ReactionFire(slot, archers))
    if endangers_lone_leader(state, slot):
        state = state.pushed(losses.LeaderRoll(LEADERS[FOE[SEAT[slot]]], "alone"))
    return state
