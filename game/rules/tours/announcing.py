"""Phase IV: announcing attacks, then resolving them one by one (8.0-8.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from game.core.action import Action
from game.core.batch import StillToDo
from game.core.decision import Answer, Done
from game.core.event import Noted
from game.core.indices import Slot
from game.core.message import Message, Text, and_list, in_context, plural, say
from game.core.offer import Offer
from game.core.preview import Preview
from game.core.prompt import Duty
from game.core.verdict import LEGAL, Illegal, Legal, Verdict
from game.rules.tours import shock, shock_odds
from game.rules.tours.actions import END_PHASE, RESOLVE_ATTACKS, Resolve, ToursAttack, Withdraw
from game.rules.tours.decisions import AttackComposition, units_still_to_do
from game.rules.tours.fight import ShockRoll
from game.rules.tours.retreats import begin_resolution
from game.rules.tours.sequence import PhaseDecision
from game.rules.tours.shock_odds import preview_if_adjacent, with_variants
from game.rules.tours.state import Combat, ToursPhase, ToursState
from game.rules.tours.units import (
    COMBAT_UNITS,
    SLOT,
    UNITS,
    ids,
    name_of,
    name_of_id,
    reason,
    refuse,
    rule,
    short_names,
    slots_of,
)


def _announcement_offer(state: ToursState, ours: tuple[Slot, ...], theirs: tuple[Slot, ...], names: tuple[str, ...], *,
                        instead: bool) -> Offer | None:
    """The offer of an attack by units, each with its own announcement; those that have announced another attack
    withdraw it first. None if all of them have announced this one.

    :param ours: the attackers.
    :param theirs: the targets.
    :param names: the ids of the selected units.
    :param instead: whether it leaves out enemies of announced attacks that involve any of these units or targets.
    """
    combats = {slot: shock.combat_of(state, slot) for slot in ours}
    changed = [slot for slot, combat in combats.items() if combat is None or combat.defenders != theirs]
    if not changed:
        return None
    reassigned = [slot for slot in changed if combats[slot] is not None]
    after = state
    for slot in reassigned:
        after = shock.without_attack(after, slot)
    attacks = [ToursAttack(UNITS[slot].id, ids(theirs)) for slot in changed]
    for attack in attacks:
        verdict = shock.check_attack(after, attack)
        if isinstance(verdict, Illegal):
            return _offer(state, verdict, (attack,), names, ours, theirs)
        after = shock.announce(after, attack)[0]
    combat = next(each for each in after.combats if changed[0] in each.attackers)
    note = shock.note_on_attacks_due(after, tuple(changed))
    return _offer(after, Legal(note=note), (*map(Withdraw, ids(reassigned)), *attacks), names,
                  combat.attackers, theirs, attack_text(ours, theirs, instead=instead) if reassigned else ATTACK)


ATTACK = in_context("verb", "Attack")
"""The label of an attack that replaces no other."""


def attack_text(ours: tuple[Slot, ...], theirs: tuple[Slot, ...], *, instead: bool = False) -> Message:
    """The text of an attack, with the abbreviations printed on the counters.

    :param instead: whether it replaces an attack on more or other enemies.
    """
    units, targets = (and_list(short_names(slots)) for slots in (ours, theirs))
    if instead:
        return plural("{units} attacks {targets} instead", "{units} attack {targets} instead", len(ours), units=units,
                       targets=targets)
    return plural("{units} attacks {targets}", "{units} attack {targets}", len(ours), units=units, targets=targets)


def _offer(state: ToursState, verdict: Verdict, actions: tuple[Action, ...], names: tuple[str, ...],
           ours: tuple[Slot, ...], theirs: tuple[Slot, ...], label: Message = ATTACK) -> Offer:
    """The offer of actions that result in an attack.

    :param names: the ids of the selected units.
    :param ours: all attackers of the combat.
    :param theirs: its defenders.
    """
    return Offer(verdict, actions[0], names, state.ground.hexes[state.at[theirs[0]]], label, follow_ups=actions[1:],
                 arithmetic=partial(preview_if_adjacent, state, ours, theirs))


def _notes_without_attacks(state: ToursState) -> tuple[Noted, ...]:
    """Why no unit can attack, if units of the phasing side have enemies in front of them; else empty."""
    in_contact = [slot for slot in state.army(state.seat) if shock.in_front(state, slot)]
    in_wall = [slot for slot in in_contact if state.in_wall(slot)]
    archers = [slot for slot in in_contact if not state.in_wall(slot) and not shock.can_attack_by_shock(state, slot)]
    idle_count = len(in_contact) - len(in_wall) - len(archers)
    notes = [Noted(rule("5.2.6"), say("No attacks by units in the shield wall"))] if in_wall else []
    if archers:
        notes.append(Noted(rule("8.0"), say("No shock attacks by mounted archers")))
    if idle_count:
        notes.append(Noted(rule("8.0"), plural(
            "No attack by {count} unit in contact: neither activated nor engaged",
            "No attacks by {count} units in contact: neither activated nor engaged", idle_count)))
    return tuple(notes)


class AnnounceAttacks(AttackComposition, PhaseDecision):
    """Phase IV: the phasing side announces attacks (8.3)."""

    phase = ToursPhase.SHOCK
    rule = rule("8.3")
    fixed_end_label = say("End shock combat")
    own_actions = (ToursAttack, Withdraw)
    refusal_unless_pending = reason("8.3", say("Attacks are announced and withdrawn in phase IV, before any retreat or "
                                               "combat"))

    def question(self, state: ToursState) -> Message:
        return (say("Announce attacks, or resolve them") if state.combats
                else say("Announce attacks: choose attackers and targets"))

    def main(self, state: ToursState) -> tuple[Action, Text] | None:
        return (RESOLVE_ATTACKS, say("Resolve the attacks")) if state.combats else super().main(state)

    def duties(self, state: ToursState) -> tuple[Duty, ...]:
        return tuple(Duty(ids((slot, *targets)), shock.must_attack_text(slot, targets), rule("8.0"))
                     for slot, targets in shock.attacks_still_due(state))

    def still_to_do(self, state: ToursState) -> tuple[StillToDo, ...]:
        idle = [slot for slot in state.army(state.seat) if shock.target_sets(state, slot)]
        text = plural("{count} unit could attack", "{count} units could attack", len(idle))
        return units_still_to_do(text, *idle) if idle else ()

    def automatic_step(self, state: ToursState) -> Done[ToursState] | None:
        if any(shock.why_no_attack(state, slot) is None and shock.in_front(state, slot)
               for slot in state.army(state.seat)):
            return None
        after, events = self.end_phase(state)
        return after, (*_notes_without_attacks(state), *events)

    def judge(self, state: ToursState, action: Action) -> Verdict:
        if isinstance(action, ToursAttack):
            return shock.check_attack(state, action)
        slot = SLOT[action.units[0]]
        if any(slot in combat.attackers for combat in state.combats):
            return LEGAL
        return refuse("8.3", say("{unit} has announced no attack", unit=name_of(slot)), unit=UNITS[slot].id)

    def may_end(self, state: ToursState) -> Verdict:
        if state.combats:
            return refuse("8.3", say("Attacks have been announced: resolve them, or withdraw them"))
        return shock.may_resolve(state)

    def check(self, state: ToursState, action: Action) -> Verdict:
        if action == RESOLVE_ATTACKS:
            return shock.may_resolve(state) if state.combats else refuse("8.3", say("No attack has been announced"))
        return super().check(state, action)

    def candidates(self, state: ToursState) -> list[Action]:
        actions: list[Action] = [ToursAttack(UNITS[slot].id, ids(targets)) for slot in state.army(state.seat)
                                 for targets in shock.target_sets(state, slot)]
        actions += [Withdraw(UNITS[slot].id) for combat in state.combats for slot in combat.attackers]
        if shock.may_resolve(state):
            actions.append(RESOLVE_ATTACKS if state.combats else END_PHASE)
        return actions

    def canonical(self, state: ToursState, action: Action) -> Action:
        return ToursAttack(action.unit, ids(slots_of(action.targets))) if isinstance(action, ToursAttack) else action

    def preview(self, state: ToursState, action: Action) -> Preview | None:
        if not isinstance(action, ToursAttack):
            return None
        combat = shock.combat_of(shock.announce(state, action)[0], SLOT[action.unit])
        assert combat is not None
        return with_variants(state, *combat)

    def apply(self, state: ToursState, action: Action) -> Done[ToursState]:
        if isinstance(action, ToursAttack):
            after, events = shock.announce(state, action)
            note = shock.note_on_attacks_due(after, (SLOT[action.unit],))
            return after, (*events, Noted(note.rule, note.text)) if note is not None else events
        if isinstance(action, Withdraw):
            event = Noted(rule("8.3", 18), action.describe(name_of_id))
            return shock.without_attack(state, SLOT[action.unit]), (event,)
        return begin_resolution(state) if action == RESOLVE_ATTACKS else self.end_phase(state)

    def selectable(self, state: ToursState) -> list[Slot]:
        units: list[Slot] = []
        for slot in state.army(state.seat):
            if shock.why_no_attack(state, slot) is None and (front := shock.in_front(state, slot)):
                units += [slot, *front]
        return units

    def attack_offers(self, state: ToursState, ours: tuple[Slot, ...], theirs: tuple[Slot, ...],
                      names: tuple[str, ...]) -> Iterator[Offer]:
        """The attacks that these units can announce on these enemies, the widest first.

        If announced attacks involve any of them, either all attackers of those join these units against all the
        targets, or only the selected units attack only the selected enemies and withdraw attacks they have announced
        (8.2, 8.3, ruling 18).
        """
        involved = [combat for combat in state.combats
                    if {*ours, *theirs} & {*combat.attackers, *combat.defenders}]
        all_attackers = tuple(sorted({*ours, *(slot for combat in involved for slot in combat.attackers)}))
        all_targets = tuple(sorted({*theirs, *(slot for combat in involved for slot in combat.defenders)}))
        alone = _announcement_offer(state, ours, theirs, names, instead=all_targets != theirs)
        together = _announcement_offer(state, all_attackers, all_targets, names, instead=False)
        offers = [offer for offer in (together, alone) if offer is not None and offer.verdict]
        if not offers and alone is None:
            (combat,) = involved
            text = say("{units} against {targets} is already announced; add or replace a unit to change it",
                       units=and_list(map(name_of, combat.attackers)), targets=and_list(map(name_of, theirs)))
            alone = _offer(state, refuse("8.3", text, 18), (ToursAttack(UNITS[ours[0]].id, ids(theirs)),), names,
                           combat.attackers, theirs)
        if not offers and alone is not None:
            yield alone
        for number, offer in enumerate(offers):
            if offer.actions not in (other.actions for other in offers[:number]):
                yield offer

    def offers_without_target(self, state: ToursState, ours: tuple[Slot, ...]) -> Iterator[Offer]:
        for slot in ours:
            if shock.combat_of(state, slot) is not None:
                action = Withdraw(UNITS[slot].id)
                yield Offer(LEGAL, action, action.units,
                            label=say("Withdraw the attack") if len(ours) == 1 else action.describe(name_of_id))

    def why_own_piece_idle(self, state: ToursState, slot: Slot) -> Illegal:
        if slot >= COMBAT_UNITS:
            return super().why_own_piece_idle(state, slot)
        refusal = shock.why_no_attack(state, slot)
        if refusal is not None:
            return refusal
        return refuse("8.0", say("No enemy is in front of {unit}", unit=name_of(slot)))


class ResolveAttacks(PhaseDecision):
    """Phase IV: the phasing side chooses the next announced combat to resolve (8.3)."""

    phase = ToursPhase.SHOCK
    is_second_part = True
    rule = rule("8.3")
    asks = say("Choose the next combat to resolve")
    own_actions, refusal_unless_pending = (Resolve,), reason("8.3", say("No combat can be resolved now"))

    def main(self, state: ToursState) -> tuple[Action, Text]:
        combat = state.combats[0]
        return Resolve(UNITS[combat.attackers[0]].id), say(
            "Resolve the attack on {targets}", targets=and_list(short_names(combat.defenders)))

    def automatic_step(self, state: ToursState) -> Done[ToursState] | None:
        return None if state.combats else self.end_phase(replace(state, resolving=False))

    def may_end(self, state: ToursState) -> Verdict:
        return refuse("8.3", say("Resolve the announced combats first"))

    def judge(self, state: ToursState, action: Action) -> Verdict:
        slot = SLOT[action.units[0]]
        return LEGAL if any(slot in combat.attackers for combat in state.combats) else why_no_combat(slot)

    def combat_of_attacker(self, state: ToursState, unit: str) -> Combat:
        """The combat in which a unit attacks."""
        return next(combat for combat in state.combats if SLOT[unit] in combat.attackers)

    def answers(self, state: ToursState) -> Iterator[Answer]:
        for combat in state.combats:
            yield Answer(Resolve(UNITS[combat.attackers[0]].id), ids(combat.attackers),
                         state.ground.hexes[state.at[combat.defenders[0]]],
                         say("Attack {targets}", targets=and_list(map(name_of, combat.defenders))), is_default=True,
                         arithmetic=partial(shock_odds.preview, state, *combat))

    def canonical(self, state: ToursState, action: Action) -> Action:
        if not isinstance(action, Resolve):
            return action
        return Resolve(UNITS[self.combat_of_attacker(state, action.unit).attackers[0]].id)

    def preview(self, state: ToursState, action: Action) -> Preview | None:
        return super().preview(state, self.canonical(state, action))

    def apply(self, state: ToursState, action: Action) -> Done[ToursState]:
        assert isinstance(action, Resolve)
        combat = self.combat_of_attacker(state, action.unit)
        state = replace(state, combats=tuple(other for other in state.combats if other != combat))
        return state.pushed(ShockRoll(*combat, all_attackers=combat.attackers)), ()

    def why_own_piece_idle(self, state: ToursState, slot: Slot) -> Illegal:
        return why_no_combat(slot) if slot < COMBAT_UNITS else super().why_own_piece_idle(state, slot)


def why_no_combat(slot: Slot) -> Illegal:
    """The refusal for a unit that attacks in none of the remaining combats."""
    return refuse("8.3", say("{unit} has no combat left to resolve", unit=name_of(slot)), unit=UNITS[slot].id)
