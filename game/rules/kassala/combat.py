"""The combat phase (II.E, IV.A): attacks and bombardments, and why others are illegal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from game.core.action import Action
from game.core.decision import Done, apply_steps
from game.core.event import Declared
from game.core.indices import Slot, other, slots_in
from game.core.message import Message, in_context, plural, say
from game.core.offer import Offer
from game.core.prompt import Duty
from game.core.verdict import Reason
from game.rules.kassala.actions import KassalaAdvance, KassalaAttack, KassalaBombard
from game.rules.kassala.advance import why_barred_from_advance
from game.rules.kassala.contact import (
    ContactGraph,
    attacks,
    bombardments,
    contact_graph,
    open_targets,
    provides_for_all,
    stranded_units,
    untouched_defenders,
)
from game.rules.kassala.decisions import KassalaDecision, why_no_gun
from game.rules.kassala.odds import CRT, column, column_rule, contact_text, is_shifted, totals, without_die
from game.rules.kassala.play import finish_combat
from game.rules.kassala.results import AttackRoll
from game.rules.kassala.sequence import KassalaPhase
from game.rules.kassala.state import KassalaState, enemy_zone, names_with_hexes
from game.rules.kassala.units import (
    ADJECTIVES,
    CANNONS,
    ROSTER,
    SIDE_UNITS,
    SLOT,
    KassalaUnit,
    ids,
    mask_of_ids,
    refuse,
    rule,
    titles,
)


class CombatPhase(KassalaDecision):
    """A combat phase: attacks, one after the other, until no unit must still fight (II.E.3)."""

    name = KassalaPhase.COMBAT
    rule = rule("II.E.3")
    asks = say("Choose attackers and targets; every unit next to an enemy must attack")

    def duties(self, state: KassalaState) -> tuple[Duty, ...]:
        attackers, defenders = _units_that_must_attack(state), self.possible_targets(state)
        count = attackers.bit_count()
        to_attack = plural("{count} unit must still attack", "{count} units must still attack", count)
        to_be_attacked = plural("{count} enemy unit must still be attacked",
                                "{count} enemy units must still be attacked", defenders.bit_count())
        return tuple(Duty(ids(mask), text, self.rule)
                     for mask, text in ((attackers, to_attack), (defenders, to_be_attacked)) if mask)

    def candidates(self, state: KassalaState) -> list[Action]:
        actions: list[Action] = [
            KassalaAttack(ids(attackers), ids(defenders)) for attackers, defenders in attacks(state)]
        actions += [KassalaBombard(ROSTER[slot].id, ids(target)) for slot, target in bombardments(state)]
        return actions

    def why_not(self, state: KassalaState, action: Action) -> Reason | None:
        match action:
            case KassalaAttack():
                return why_no_attack(state, action)
            case KassalaBombard():
                return why_no_bombardment(state, action)
        return super().why_not(state, action)

    def why_no_combat(self, state: KassalaState, action: Action) -> Reason:
        barred = why_barred_from_advance(state, action) if isinstance(action, KassalaAdvance) else None
        return barred or super().why_no_combat(state, action)

    def apply(self, state: KassalaState, action: Action) -> Done[KassalaState]:
        if isinstance(action, KassalaBombard):
            return resolve_bombardment(state, action)
        assert isinstance(action, KassalaAttack)
        return announce_attack(state, action)

    def selectable(self, state: KassalaState) -> int:
        in_range = contact_graph(state).targets_in_range
        return _units_that_must_attack(state) | sum(1 << slot for slot, targets in in_range.items() if targets)

    def possible_targets(self, state: KassalaState) -> int:
        return open_targets(contact_graph(state))

    def must_fight(self, state: KassalaState) -> int:
        return _units_that_must_attack(state) | self.possible_targets(state)

    def offers_for_units(self, state: KassalaState, picked: tuple[str, ...]) -> Iterator[Offer]:
        """The offer of an attack; for a single cannon also that of a bombardment, which is the first one if the attack
        is illegal; then the units that can join the attack."""
        mask, seat = mask_of_ids(picked), state.now.seat
        ours, theirs = mask & SIDE_UNITS[seat], mask & SIDE_UNITS[other(seat)]
        if not theirs:
            return
        if ours:
            offers = [self.attack_offer(state, KassalaAttack(ids(ours), ids(theirs)), in_context("verb", "Attack"))]
            if state.setting.cannon_option and ours & CANNONS and ours.bit_count() == 1:
                offers.append(self.attack_offer(state, KassalaBombard(ids(ours)[0], ids(theirs)), say("Bombard")))
            yield from offers if offers[0].verdict else reversed(offers)
        yield from (Offer(units=(unit,)) for unit in ids(self.units_that_can_join(state, ours, theirs)))

    def attack_offer(self, state: KassalaState, action: KassalaAttack | KassalaBombard, label: Message) -> Offer:
        """The offer of an attack or bombardment, with its verdict and its arithmetic."""
        return Offer(self.check(state, action), action, action.units, label=label,
                     arithmetic=partial(self.preview, state, action))

    def units_that_can_join(self, state: KassalaState, ours: int, defenders: int) -> int:
        """The mask of further units that could join an attack on the defenders and on all others that must be attacked
        together with them (II.E.1-5, ruling 7).

        :param ours: mask of the attackers so far.
        """
        if state.absent(defenders):
            return 0
        graph = contact_graph(state)
        for target in graph.targets:
            defenders |= target if target & defenders else 0
        further = [slot for slot in {*graph.adjacent_targets, *graph.targets_in_range}
                   if not (ours | state.fought) >> slot & 1]
        return sum(1 << slot for slot in further
                   if _why_not_joining(state, graph, slot, ours | 1 << slot, defenders) is None)

    def why_not_a_target(self, state: KassalaState, unit: KassalaUnit) -> Reason:
        if state.at[unit.slot] < 0:
            return refuse("I.B", say("{unit} is not on the map", unit=unit.title), unit=unit.id)
        if state.fought & unit.bit:
            return refuse("II.E.2", say("{unit} has been attacked this turn", unit=unit.title), unit=unit.id)
        if not state.obliged & unit.bit:
            text = say("{unit} was not next to any of your units when this combat began", unit=unit.title)
            return refuse("II.E.3", text, 13, unit=unit.id)
        return refuse("II.E.3", say("No unit left that could attack {unit}", unit=unit.title), 5, unit=unit.id)

    def why_own_unit_idle(self, state: KassalaState, unit: KassalaUnit) -> Reason:
        if state.fought & unit.bit:
            return refuse("II.E.4", say("{unit} has attacked this turn", unit=unit.title), unit=unit.id)
        if unit.slot in contact_graph(state).targets_in_range:
            text = say("No enemy that can still be attacked is within two hexes of {unit}", unit=unit.title)
            return refuse("IV.A.5", text, unit=unit.id)
        if state.obliged & unit.bit:
            return refuse("II.E.3", say("Every enemy next to {unit} has been attacked", unit=unit.title), 5,
                          unit=unit.id)
        if enemy_zone(state, unit.seat) >> state.at[unit.slot] & 1:
            return refuse("II.E.3", say("{unit} was not next to an enemy when this combat began", unit=unit.title), 13,
                          unit=unit.id)
        return refuse("II.E.1", say("{unit} is not next to an enemy", unit=unit.title), unit=unit.id)


def _units_that_must_attack(state: KassalaState) -> int:
    """The mask of the phasing side's units that must still attack."""
    return sum(1 << slot for slot in contact_graph(state).adjacent_targets)


def announce_attack(state: KassalaState, action: KassalaAttack) -> Done[KassalaState]:
    """The state after an attack is announced, and the event: its die roll is pending, except for an individual attack
    by cannon, which is over without one (IV.A.7.c, ruling 11)."""
    attackers, defenders = mask_of_ids(action.attackers), mask_of_ids(action.defenders)
    announced = state._replace(fought=state.fought | attackers | defenders)
    names = {"attackers": names_with_hexes(state, attackers), "defenders": names_with_hexes(state, defenders)}
    if without_die(state, attackers):
        sentence = plural(
            "{attackers} makes an individual attack on {defenders}, without a die: {result}",
            "{attackers} make an individual attack on {defenders}, without a die: {result}", attackers.bit_count(),
            **names, result=contact_text(state))
        declared = Declared(rule("IV.A.7.c"), action.attackers, action.defenders, sentence, has_roll=False)
        return apply_steps((announced, (declared,)), finish_combat)
    attack, defence = totals(state, attackers, defenders)
    heading = CRT.column_heading(column(state, attackers, defenders))
    values = {**names, "attack": attack, "defence": defence, "column": heading}
    if is_shifted(state, attackers, defenders):
        sentence = say("{attackers} attack {defenders} at {attack} to {defence}, column {column}: one column right "
                       "for a mixed attack", **values)
    else:
        sentence = plural("{attackers} attacks {defenders} at {attack} to {defence}, column {column}",
                          "{attackers} attack {defenders} at {attack} to {defence}, column {column}",
                          attackers.bit_count(), **values)
    declared = Declared(column_rule(state, attackers, defenders), action.attackers, action.defenders, sentence)
    return announced._replace(frame=AttackRoll(attackers, defenders)), (declared,)


def resolve_bombardment(state: KassalaState, action: KassalaBombard) -> Done[KassalaState]:
    """The state after a bombardment, and the event: it has no effect and needs no die (IV.A.7.b)."""
    gun, defenders = mask_of_ids((action.unit,)), mask_of_ids(action.defenders)
    sentence = say("{cannon} bombards {defenders}: no effect", cannon=names_with_hexes(state, gun),
                   defenders=names_with_hexes(state, defenders))
    declared = Declared(rule("IV.A.7.b"), (action.unit,), action.defenders, sentence, has_roll=False)
    return apply_steps((state._replace(fought=state.fought | gun | defenders), (declared,)), finish_combat)


def why_no_attack(state: KassalaState, action: KassalaAttack) -> Reason | None:
    """Why an attack is illegal (II.E.1-7, rulings 1, 7 and 8); None if it is legal."""
    attackers, defenders = mask_of_ids(action.attackers), mask_of_ids(action.defenders)
    graph = contact_graph(state)
    refusals = (_why_not_joining(state, graph, slot, attackers, defenders) for slot in slots_in(attackers))
    return (_why_barred_from_combat(state, attackers, defenders) or next(filter(None, refusals), None)
            or _why_stranding(graph, attackers, defenders))


def why_no_bombardment(state: KassalaState, action: KassalaBombard) -> Reason | None:
    """Why a bombardment is illegal (IV.A.5, IV.A.6, IV.A.7.b); None if it is legal."""
    slot, defenders = SLOT[action.unit], mask_of_ids(action.defenders)
    graph = contact_graph(state)
    why = why_no_gun(state, action) or _why_barred_from_combat(state, 1 << slot, defenders)
    if why is not None:
        return why
    hexes = state.hexes_of(defenders)
    if hexes.bit_count() > 1:
        return refuse("IV.A.7.b", say("A bombardment is aimed at one enemy hex"), defenders=list(action.defenders))
    if hexes & ~state.setting.ground.within_two[state.at[slot]]:
        return refuse("IV.A.5", _too_far(slot, defenders), unit=action.unit, defenders=list(ids(defenders)))
    if defenders & ~state.obliged:
        return _not_in_contact(state, defenders & ~state.obliged)
    if defenders not in graph.targets:
        return _hex_in_part(state.units_in(hexes) & ~defenders)
    if defenders & ~graph.bombardable[slot]:
        return refuse("IV.A.6", say("No other friendly unit is next to {units}", units=titles(defenders)),
                      defenders=list(ids(defenders)))
    return _why_stranding(graph, 1 << slot, defenders)


def _why_barred_from_combat(state: KassalaState, attackers: int, defenders: int) -> Reason | None:
    """Why some of the units may take no part in any attack now: wrong side, not on the map, or have fought (II.E.2,
    II.E.4); None if all may."""
    seat = state.now.seat
    not_own = attackers & ~SIDE_UNITS[seat]
    if not_own:
        text = say("{units} cannot attack in the {side} player's combat", units=titles(not_own), side=ADJECTIVES[seat])
        return refuse("II.E", text, units=list(ids(not_own)))
    not_enemy = defenders & ~SIDE_UNITS[other(seat)]
    if not_enemy:
        text = plural("{units} is not an enemy", "{units} are not enemies", not_enemy.bit_count(),
                      units=titles(not_enemy))
        return refuse("II.E", text, units=list(ids(not_enemy)))
    absent = state.absent(attackers | defenders)
    if absent:
        text = plural("{units} is not on the map", "{units} are not on the map", absent.bit_count(),
                       units=titles(absent))
        return refuse("I.B", text, units=list(ids(absent)))
    fought = attackers & state.fought
    if fought:
        text = plural("{units} has attacked this turn", "{units} have attacked this turn", fought.bit_count(),
                      units=titles(fought))
        return refuse("II.E.4", text, units=list(ids(fought)))
    fought = defenders & state.fought
    if fought:
        text = plural("{units} has been attacked this turn", "{units} have been attacked this turn",
                      fought.bit_count(), units=titles(fought))
        return refuse("II.E.2", text, units=list(ids(fought)))
    return None


def _why_not_joining(state: KassalaState, graph: ContactGraph, slot: Slot, attackers: int,
                     defenders: int) -> Reason | None:
    """Why one attacker may not take part in an attack on all these defenders; None if it may.

    :param attackers: mask of all attackers, this one included.
    """
    unit = ROSTER[slot]
    around = state.setting.ground.adjacent[state.at[slot]]
    if slot not in graph.targets_in_range and not state.units_in(around) & defenders:
        return refuse("II.E.1", say("{unit} is not next to {units}", unit=unit.title, units=titles(defenders)),
                      unit=unit.id, not_next_to=list(ids(defenders)))
    not_obliged = defenders & ~state.obliged
    if not_obliged:
        return _not_in_contact(state, not_obliged)
    unnamed = sum(target & ~defenders for target in graph.targets if target & defenders)
    if unnamed:
        return _hex_in_part(unnamed)
    not_adjacent = defenders & ~graph.adjacent_targets.get(slot, 0)
    if not not_adjacent:
        return None
    if slot in graph.targets_in_range:
        is_mixed_attack = bool(attackers & ~CANNONS)
        if not graph.targets_in_range[slot] & defenders:
            return refuse("IV.A.7.a" if is_mixed_attack else "IV.A.5", _too_far(slot, defenders), unit=unit.id,
                          defenders=list(ids(defenders)))
        if is_mixed_attack:
            return None
        if not_adjacent != defenders:
            text = say("{unit} is not next to {units}; alone it can attack adjacent enemies only", unit=unit.title,
                       units=titles(not_adjacent))
            return refuse("IV.A.7.c", text, unit=unit.id, defenders=list(ids(not_adjacent)))
        return refuse("IV.A.7.b", say("{unit} is not next to {units}; alone it can only bombard", unit=unit.title,
                                      units=titles(not_adjacent)),
                      unit=unit.id, defenders=list(ids(not_adjacent)))
    if slot not in graph.adjacent_targets:
        return refuse("II.E.3", say("{unit} was not next to an enemy when this combat began", unit=unit.title), 13,
                      unit=unit.id)
    return refuse("II.E.1", say("{unit} is not next to {units}", unit=unit.title, units=titles(not_adjacent)),
                  unit=unit.id, not_next_to=list(ids(not_adjacent)))


def _not_in_contact(state: KassalaState, units: int) -> Reason:
    """The refusal of an attack on enemies next to no unit of the attacker, or next to none when this combat began.

    :param units: mask of these enemies.
    """
    zone = enemy_zone(state, other(state.now.seat))
    not_adjacent = sum(1 << slot for slot in slots_in(units) if not zone >> state.at[slot] & 1)
    if not_adjacent:
        return refuse("IV.A.6", say("None of your units is next to {units}", units=titles(not_adjacent)),
                      units=list(ids(not_adjacent)))
    text = plural("{units} was not next to an enemy when this combat began",
                   "{units} were not next to an enemy when this combat began", units.bit_count(), units=titles(units))
    return refuse("II.E.3", text, 13, units=list(ids(units)))


def _hex_in_part(unnamed: int) -> Reason:
    """The refusal of an attack on only some of the units in a hex (IV.A.3, ruling 7).

    :param unnamed: the mask of the units in the hex that the attack leaves out.
    """
    return refuse("IV.A.3", say("All units in a hex defend together: include {units}", units=titles(unnamed)), 7,
                  units=list(ids(unnamed)))


def _too_far(slot: Slot, defenders: int) -> Message:
    """Text that defenders are out of a cannon's range."""
    return plural("{units} is more than two hexes from {unit}", "{units} are more than two hexes from {unit}",
                   defenders.bit_count(), units=titles(defenders), unit=ROSTER[slot].title)


def _why_stranding(graph: ContactGraph, attackers: int, defenders: int) -> Reason | None:
    """Why an attack is illegal because it would leave units without an opponent (rulings 1 and 8); None if it would
    not."""
    if provides_for_all(graph, attackers, defenders):
        return None
    stranded = stranded_units(graph, attackers, defenders) or untouched_defenders(graph, defenders)
    who = titles(stranded) if stranded else say("another unit")
    ruling = 8 if graph.targets_in_range else 1
    return refuse("II.E.3", say("{who} would be left without an opponent", who=who), ruling, units=list(ids(stranded)))
