"""Phases II and III: a leader's move; the moves, fire and facing of an active contingent's units; and the hazards of
planned moves (6.0, 7.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import prod

from game.board.hexgrid import Hex, hexes_in
from game.board.paths import Reach
from game.core.action import Action
from game.core.batch import StillToDo
from game.core.chance import per_cent
from game.core.decision import Done
from game.core.event import Noted
from game.core.hazard import Hazard
from game.core.indices import Slot
from game.core.message import Message, Text, plural, say
from game.core.offer import CatchAll, MoveOffer, Offer
from game.core.preview import Preview
from game.core.prompt import Budget
from game.core.verdict import Illegal, Legal, Verdict
from game.rules.tours import fire, losses, movement, shock_odds
from game.rules.tours.actions import END_PHASE, ChangeFacing, ToursFire, ToursMove
from game.rules.tours.decisions import units_still_to_do
from game.rules.tours.facing import facing_offers
from game.rules.tours.sequence import PhaseDecision, begin_phase
from game.rules.tours.shock import can_attack_by_shock
from game.rules.tours.state import ToursPhase, ToursState
from game.rules.tours.units import (
    ARCHER,
    COMBAT_UNITS,
    CONTINGENT_NAMES_IN_TEXT,
    CONTINGENT_TITLES,
    FOE,
    KIND,
    LEADERS,
    NO_CONTINGENT,
    SEAT,
    SLOT,
    UNITS,
    name_of,
    refuse,
    rule,
)

MAX_ATTACKS_SHOWN = 2
"""The most attacks shown among the hazards of a move; chosen, so that the card stays short."""


def moves(state: ToursState, slot: Slot) -> Iterator[ToursMove]:
    """Every move of a piece that may move: one to each hex, and a second one with its leader if it has one to take
    along."""
    ground, unit, start, current_move = state.ground, UNITS[slot].id, state.at[slot], state.move_of(slot)
    reach = movement.reachable(state, slot)
    can_lead = slot < COMBAT_UNITS and state.leader_of(slot) >= 0 and (
        not state.leader_moved or (current_move and current_move.led))
    paths: dict[Hex, tuple[str, ...]] = {start: ()}
    for end in reach.points:
        if end != start:
            to_previous = paths.get(reach.before[end])
            paths[end] = path = movement.path_to(ground, reach, end) if to_previous is None else (*to_previous,
                                                                                                  ground.hexes[end])
            yield ToursMove(unit, path)
            if can_lead:
                yield ToursMove(unit, path, True)


def move_offers(state: ToursState, slot: Slot) -> Iterator[Offer]:
    """The moves of a piece, alone or with its leader, and the refusals for other hexes."""
    ground, current_move, points_left = state.ground, state.move_of(slot), movement.points_left(state, slot)
    if current_move and current_move.halted:
        yield CatchAll(movement.why_halted(state, slot))
        return
    reach = movement.reachable(state, slot, points_left)
    possible_moves = sorted(moves(state, slot), key=lambda move: not move.led)
    can_lead = any(move.led for move in possible_moves)
    leader = (UNITS[state.leader_of(slot)].id,) if can_lead else ()
    for move in possible_moves:
        label: Text = (say("With its leader") if move.led else say("Without its leader")) if can_lead else ""
        end = ground.index[move.path[-1]]
        yield MoveOffer(Legal(cost=reach.points[end]), move, move.units, move.path[-1], short_label=label,
                        hit_chance=_hit_chance(state, slot, end, reach), companions=leader if move.led else ())
    nearby = ground.board.within(state.at[slot], UNITS[slot].move)
    for hex_ in hexes_in(nearby):
        if hex_ not in reach.points and not state.occupied[FOE[SEAT[slot]]] >> hex_ & 1:
            yield Offer(movement.why_not(state, slot, hex_, points_left), place=ground.hexes[hex_])
    yield from _enemy_refusals(state, slot, nearby)
    yield CatchAll(refuse("6.0", say("Out of reach: more than {count} hexes away", count=UNITS[slot].move)))


def _hit_chance(state: ToursState, slot: Slot, place: Hex, reach: Reach[Hex]) -> Fraction | None:
    """The chance that archers hit with their best shot after a move to a hex; None if they have no shot there."""
    if KIND[slot] != ARCHER or not state.ground.in_bow_range(place) & state.occupied[FOE[SEAT[slot]]]:
        return None
    best = fire.best_target(fire.moved_to_fire(state, slot, place, reach), slot)
    return best[1] if best is not None else None


def _enemy_refusals(state: ToursState, slot: Slot, hexes: int) -> Iterator[Offer]:
    """The refusals for enemies in a mask of hexes: why archers cannot fire at them, or another unit enter their
    hexes."""
    for hex_ in hexes_in(hexes & state.occupied[FOE[SEAT[slot]]]):
        verdict = (fire.check_fire(state, slot, state.unit_in[hex_]) if KIND[slot] == ARCHER
                   else movement.why_closed(state, slot, hex_))
        if isinstance(verdict, Illegal):
            yield Offer(verdict, place=state.ground.hexes[hex_])


class MoveLeader(PhaseDecision):
    """Phase II: the leader's move (4.0, ruling 1)."""

    phase = ToursPhase.LEADERS
    rule = rule("4.0", 1)
    asks = say("Move your leader")
    fixed_end_label = say("End leader move")

    def automatic_step(self, state: ToursState) -> Done[ToursState] | None:
        is_over = state.leader_moved or state.at[LEADERS[state.seat]] < 0
        return begin_phase(state, ToursPhase.ACTION) if is_over else None

    def candidates(self, state: ToursState) -> list[Action]:
        return [*moves(state, LEADERS[state.seat]), END_PHASE]

    def preview(self, state: ToursState, action: Action) -> None:
        return None

    def canonical(self, state: ToursState, action: Action) -> Action:
        return movement.canonical_move(state, action)

    def apply(self, state: ToursState, action: Action) -> Done[ToursState]:
        return movement.apply_move(state, action) if isinstance(action, ToursMove) else self.end_phase(state)

    def still_to_do(self, state: ToursState) -> tuple[StillToDo, ...]:
        leader = LEADERS[state.seat]
        can_move = len(movement.reachable(state, leader).points) > 1
        return units_still_to_do(say("{leader} has not moved", leader=name_of(leader)), leader) if can_move else ()

    def selectable(self, state: ToursState) -> list[Slot]:
        return [LEADERS[state.seat]]

    def offers_for_unit(self, state: ToursState, slot: Slot) -> Iterator[Offer]:
        return move_offers(state, slot)

    def why_own_piece_idle(self, state: ToursState, slot: Slot) -> Illegal:
        return refuse("4.0", say("Only leaders move in phase II"), 1)


class ActiveContingent(PhaseDecision):
    """Phase III while a contingent is active: its units move, fire and turn (6.1.1)."""

    phase = ToursPhase.ACTION
    is_second_part = True
    rule = rule("6.1.1")
    own_actions = (ToursMove, ChangeFacing, ToursFire)

    def question(self, state: ToursState) -> Message:
        title = CONTINGENT_TITLES[state.acting]
        has_archers = any(KIND[slot] == ARCHER for slot in state.units(state.acting))
        return (say("{contingent}: its units may move, fire and turn", contingent=title) if has_archers
                else say("{contingent}: its units may move and turn", contingent=title))

    def end_label(self, state: ToursState) -> Text:
        return say("End the {contingent}'s move", contingent=CONTINGENT_NAMES_IN_TEXT[state.acting])

    def button_ends_turn(self, state: ToursState) -> bool:
        return super().button_ends_turn(state) and not self.unmoved_units(state)

    def active_unit(self, state: ToursState) -> str:
        return "" if state.moving is None else UNITS[state.moving.slot].id

    def budgets(self, state: ToursState) -> tuple[Budget, ...]:
        unit_count, moving = len(state.units(state.acting)), state.moving
        units = Budget(say("Not moved yet"), len(self.unmoved_units(state)), unit_count, counts_task=True)
        if moving is None:
            return (units,)
        return Budget(say("MP of {unit}", unit=UNITS[moving.slot].abbr), moving.left, UNITS[moving.slot].move), units

    def unmoved_units(self, state: ToursState) -> list[Slot]:
        """The units of the contingent that have not acted and still could."""
        return [slot for slot in state.units(state.acting) if not (state.moved | state.engaged) >> slot & 1]

    def still_to_do(self, state: ToursState) -> tuple[StillToDo, ...]:
        unmoved = self.unmoved_units(state)
        text = plural("{count} unit can still move", "{count} units can still move", len(unmoved))
        return units_still_to_do(text, *unmoved) if unmoved else ()

    def automatic_step(self, state: ToursState) -> Done[ToursState] | None:
        return None if state.has_units(state.acting) else self.end_phase(state)

    def end_phase(self, state: ToursState) -> Done[ToursState]:
        return replace(state, acting=NO_CONTINGENT, moving=None), ()

    def judge(self, state: ToursState, action: Action) -> Verdict:
        match action:
            case ToursMove():
                return movement.check_move(state, action)
            case ChangeFacing():
                return movement.check_face(state, action)
        assert isinstance(action, ToursFire)
        return fire.check_fire(state, SLOT[action.unit], SLOT[action.target])

    def candidates(self, state: ToursState) -> list[Action]:
        actions: list[Action] = []
        for slot in self.selectable(state):
            unit, current_move = UNITS[slot].id, state.move_of(slot)
            if not (current_move and current_move.halted):
                actions += moves(state, slot)
            actions += [ToursFire(unit, UNITS[target].id) for target in fire.targets(state, slot)]
            actions += [ChangeFacing(unit, vertex) for vertex in range(6)
                        if current_move or vertex != state.facing[slot]]
        return [*actions, END_PHASE]

    def canonical(self, state: ToursState, action: Action) -> Action:
        return movement.canonical_move(state, action)

    def preview(self, state: ToursState, action: Action) -> Preview | None:
        match action:
            case ToursFire():
                return fire.preview(state, SLOT[action.unit], SLOT[action.target])
            case ToursMove() if state.lone_leaders[FOE[state.seat]]:
                slot, (after, _) = SLOT[action.unit], movement.apply_move(state, action)
                return losses.lone_leader_preview(after, slot) if movement.endangers_lone_leader(after, slot) else None
        return None

    def apply(self, state: ToursState, action: Action) -> Done[ToursState]:
        match action:
            case ToursMove(unit):
                slot, endangered_before = SLOT[unit], movement.endangers_lone_leader(state, SLOT[unit])
                state, events = movement.apply_move(state, action)
                if state.moving is None or not state.moving.halted:
                    return state, events
                if endangered_before and movement.endangers_lone_leader(state, slot):
                    text = say("{unit} was next to {leader} before: the leader is in danger again", unit=name_of(slot),
                               leader=name_of(LEADERS[FOE[SEAT[slot]]]))
                    events = (*events, Noted(rule("12.2", 34), text))
                return fire.with_reactions(state, slot), events
            case ChangeFacing():
                return movement.apply_face(state, action)
            case ToursFire():
                return fire.shoot(state, action)
        return self.end_phase(state)

    def selectable(self, state: ToursState) -> list[Slot]:
        return [slot for slot in state.units(state.acting) if movement.why_no_action(state, slot) is None]

    def offers_for_unit(self, state: ToursState, slot: Slot) -> Iterator[Offer]:
        yield from move_offers(state, slot)
        for target in fire.targets(state, slot):
            yield fire.offer(state, slot, target, ToursFire(UNITS[slot].id, UNITS[target].id))
        yield from facing_offers(state, slot, partial(movement.check_face, state))

    def why_own_piece_idle(self, state: ToursState, slot: Slot) -> Illegal:
        refusal = movement.why_no_action(state, slot) if slot < COMBAT_UNITS else None
        return super().why_own_piece_idle(state, slot) if refusal is None else refusal


def hazards_on(state: ToursState, slot: Slot, place: Hex) -> Iterator[Hazard]:
    """The hazards of a unit's move to a hex, in the order in which they occur."""
    ground = state.ground
    if state.at[slot] < 0 or SEAT[slot] != state.seat:
        return
    if slot in LEADERS and state.phase == ToursPhase.LEADERS:
        is_alone = not state.occupied[SEAT[slot]] >> place & 1
        if is_alone and movement.reacting_archers(state.with_unit_at(slot, place), slot):
            yield Hazard(say("No reaction fire at a leader alone"), rule("7.2", 25))
    if slot >= COMBAT_UNITS or movement.why_no_action(state, slot) is not None:
        return
    if state.occupied[0] >> place & 1 or state.occupied[1] >> place & 1:
        return
    reach = movement.reachable(state, slot)
    if place not in reach.points:
        return
    after = state.with_unit_at(slot, place)
    yield from _reaction_hazards(state, slot, movement.path_to(ground, reach, place))
    if movement.endangers_lone_leader(after, slot):
        yield _leader_hazard(after, slot)
    if KIND[slot] == ARCHER and not state.fired >> slot & 1:
        ready = fire.moved_to_fire(state, slot, place, reach)
        halted = state.enemy_zone(SEAT[slot]) >> place & 1
        points_left = 0 if halted else movement.points_left(ready, slot) - fire.SHOT_COST
        if (best_shot := fire.best_target(ready, slot)) is not None:
            target, chance = best_shot
            shown = fire.preview(ready, slot, target)
            text = plural("{chance} to hit {unit} from here, {count} movement point left",
                          "{chance} to hit {unit} from here, {count} movement points left",
                          points_left, chance=per_cent(chance), unit=name_of(target))
            yield Hazard(say("Best shot: {unit}", unit=name_of(target)), rule("7.1"), text, shown)
    elif can_attack_by_shock(state, slot):
        enemies = [state.unit_in[hex_] for hex_ in hexes_in(ground.adjacent[place] & state.occupied[FOE[SEAT[slot]]])]
        for target in enemies[:MAX_ATTACKS_SHOWN]:
            yield Hazard(say("Attack on {unit} by this unit alone", unit=name_of(target)), rule("8.0"),
                          preview=shock_odds.preview(after, (slot,), (target,)))


def _leader_hazard(after: ToursState, slot: Slot) -> Hazard:
    """The danger to a lone enemy leader from a unit that moves next to it (12.2).

    :param after: the state after the move.
    """
    leader = LEADERS[FOE[SEAT[slot]]]
    shown = losses.lone_leader_preview(after, slot)
    capture = next((one for one in shown.outcomes if one.result == "captured"), None)
    place = after.ground.hexes[after.at[leader]]
    title = losses.LeaderRoll(leader, "alone").title(after)
    if capture is not None:
        return Hazard(title, capture.rule, capture.text, None, place, "tours/leader", Fraction(1), theirs=True)
    return Hazard(title, rule("12.2"), "", shown, place, "tours/leader", shown.chance_of("killed"), theirs=True)


def _reaction_hazards(state: ToursState, slot: Slot, path: Sequence[str]) -> Iterator[Hazard]:
    """Each reaction shot on a path, hex by hex (7.2); the first one states the total chance of a hit."""
    hazards = []
    for place in path:
        after = state.with_unit_at(slot, state.ground.index[place])
        for archer in movement.reacting_archers(after, slot):
            chance = fire.hit_chance(after, archer, slot, True)
            hazards.append((archer, place, fire.preview(after, archer, slot, True), chance))
    miss_chance = prod((1 - chance for *_, chance in hazards), start=Fraction(1))
    text = plural("{count} shot in reaction: {chance} to hit",
                  "{count} shots in reaction: {chance} that at least one hits", len(hazards),
                  chance=per_cent(1 - miss_chance))
    for number, (archer, place, shown, chance) in enumerate(hazards):
        yield Hazard(say("Reaction fire of {unit} in {place}", unit=name_of(archer), place=place), rule("7.2"),
                      "" if number else text, shown, place, "bow", chance)
