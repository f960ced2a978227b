"""Shooting and close combat: the phases, the owners' choices, and the opposed dice (14.7 to 14.9). Each decision is one
class."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from game.board.manoeuvre import lined_up
from game.core.action import Action, Faces
from game.core.chance import D6, DiceGroup, Roll
from game.core.decision import Answer, Chance, Decision, Done, apply_steps
from game.core.event import Event, Noted
from game.core.field_types import UnitName
from game.core.indices import Seat, Slot, by_seat, by_slot, other
from game.core.message import Message, Text, joined, or_list, say
from game.core.offer import no_preview
from game.core.preview import Outcome, Preview
from game.core.prompt import Duty, Prompt
from game.core.verdict import Reason, RuleRef
from game.rules.renaissance.engine import recoils, scoring, shooting
from game.rules.renaissance.engine.actions import Aim, Face, Fight, Lead, Shoot
from game.rules.renaissance.engine.bases import camp_attacked, contacts, enemy_contacts_on, opponent
from game.rules.renaissance.engine.consequences import apply_result
from game.rules.renaissance.engine.contact import has_room
from game.rules.renaissance.engine.decisions import BaseOwnerDecision, PhasingSideDecision
from game.rules.renaissance.engine.events import BaseMoved, Destroyed, Pursued, Recoiled, ScoresRolled
from game.rules.renaissance.engine.state import SEATS, SIDES, RenaissanceState
from game.rules.renaissance.engine.words import refuse, rule


class Shooting(PhasingSideDecision):
    """Distant shooting of both sides: the phasing side names the next target (14.8.6)."""

    name = "shooting"
    rule = rule("14.8.6", 62)
    asks = say("Choose which base shoots next, on either side")

    def answers(self, state: RenaissanceState) -> Iterator[Answer]:
        is_own = {target: state.roster[target].seat == state.seat for target in shooting.targets_left(state)}
        for n, target in enumerate(sorted(is_own, key=is_own.__getitem__)):
            target_base = state.roster[target]
            leader, *others = dict.fromkeys(
                (*shooting.possible_leaders(state, target), *shooting.shooters_at(state, target)))
            values = {"unit": state.name(leader), "count": len(others), "target": target_base.name}
            text = (say("{unit} and {count} more shoot at {target}", **values) if others
                    else say("{unit} shoots at {target}", **values))
            yield Answer(Shoot(target_base.id), (target_base.id,), state.place(target), text, text, is_default=not n,
                         arithmetic=partial(self.arithmetic, state, target),
                         outcome=partial(prepare_shot, state, target))

    def arithmetic(self, state: RenaissanceState, target: Slot) -> Preview | None:
        """The arithmetic of the shot at a target, with a note if a choice precedes it."""
        leaders = shooting.possible_leaders(state, target)
        return preview(state, shooting.volley(state, target, leaders[0]),
                       partial(prepare_shot, state, target)) if leaders else None

    def duties(self, state: RenaissanceState) -> tuple[Duty, ...]:
        return (Duty(tuple(state.id(slot) for slot in shooting.targets_left(state)),
                     say("Shooting is not optional: each marked base is shot at"), rule("14.8.1")),)

    def why_not(self, state: RenaissanceState, action: Action) -> Reason | None:
        if isinstance(action, Shoot):
            return shooting.why_nobody_shoots(state, state.slots[action.target])
        return refuse("14.8.1", say("Shooting is not optional: choose the next target"))


def prepare_shot(state: RenaissanceState, target: Slot, leader: UnitName | None = None) -> Done[RenaissanceState]:
    """Prepare a shot at a base: owners choose among equally near targets and leaders of equal factor, then the owners
    of bases that may shoot back choose their targets; then the roll is pending (rulings 61 to 63)."""
    name = state.id(target)
    if leader is None:
        undecided = shooting.undecided_shooters(state, target)
        if undecided:
            return state.pushed(ChooseTarget(state.id(undecided[0]), name)), ()
        leaders = shooting.possible_leaders(state, target)
        if len(leaders) != 1:
            return (state.pushed(ChooseLeader(name)) if leaders else state), ()
        leader = state.id(leaders[0])
    slot = state.slots[leader]
    shot_back_at = shooting.targets(state, target)
    undecided = shooting.undecided_shooters(state, slot) if shot_back_at == (slot,) else ()
    if len(shot_back_at) > 1 and slot in shot_back_at:
        undecided = (target,)
    if undecided:
        return state.pushed(ChooseTarget(state.id(undecided[0]), name, leader)), ()
    return state.pushed(Volley(leader, name)), ()


class ChooseTarget(BaseOwnerDecision):
    """The choice of a shooter's owner between equally near targets (14.8.5)."""

    unit: UnitName
    target: UnitName
    """The target named for the shot."""
    leader: UnitName | None = None
    """The base that leads the shot, if settled; the choice is then about shooting back."""
    name = "shooting"
    rule = rule("14.8.5", 61)
    asks = say("Choose the target of {unit}", unit="")

    def announcement(self, state: RenaissanceState) -> Message:
        """The note in a preview that this choice comes before the roll."""
        return say("{side} still chooses the target of {unit}", side=_side_of(self, state),
                   unit=state.name(self.slot(state)))

    def answers(self, state: RenaissanceState) -> Iterator[Answer]:
        for target in shooting.targets(state, self.slot(state)):
            base, after = state.roster[target], state.popped()
            after = replace(after, chosen_enemies=(*after.chosen_enemies, (self.unit, base.id)))
            yield Answer(Aim(self.unit, base.id), (self.unit,), state.place(target), say("Shoot at it"),
                         say("Shoot at {unit}", unit=base.name), is_default=base.id == (self.leader or self.target),
                         outcome=partial(prepare_shot, after, state.slots[self.target], self.leader))


class ChooseLeader(Decision[RenaissanceState]):
    """The owner's choice of the leader among equal shooters (14.8.6)."""

    target: UnitName
    name = "shooting"
    rule = rule("14.8.6", 62)

    def seat(self, state: RenaissanceState) -> str:
        return SEATS[other(state.roster[state.slots[self.target]].seat)]

    def question(self, state: RenaissanceState) -> Message:
        return say("Choose the base that leads the shooting at {unit}", unit=state.name(state.slots[self.target]))

    def announcement(self, state: RenaissanceState) -> Message:
        """The note in a preview that this choice comes before the roll."""
        leaders = shooting.possible_leaders(state, state.slots[self.target])
        return say("{side} still chooses which base leads: {units}", side=_side_of(self, state),
                   units=or_list(state.name(slot) for slot in leaders))

    def answers(self, state: RenaissanceState) -> Iterator[Answer]:
        target = state.slots[self.target]
        for n, slot in enumerate(shooting.possible_leaders(state, target)):
            base, outcome = state.roster[slot], partial(prepare_shot, state.popped(), target, state.id(slot))
            yield Answer(Lead(base.id), (base.id,), None, say("Lead the shooting"), say("{unit} leads", unit=base.name),
                         is_default=not n,
                         arithmetic=partial(preview, state, shooting.volley(state, target, slot), outcome),
                         outcome=outcome)


class ChooseFacing(BaseOwnerDecision):
    """The owner's choice of the enemy to face, for a base touched by several in one move (14.7.4)."""

    unit: UnitName
    enemies: tuple[UnitName, ...]
    name = "facing"
    rule = rule("14.7.4", 51)
    asks = say("Choose the enemy that {unit} turns to face", unit="")

    def answers(self, state: RenaissanceState) -> Iterator[Answer]:
        for n, name in enumerate(self.enemies):
            enemy = state.slots[name]
            yield Answer(Face(self.unit, name), (self.unit,), state.place(enemy), say("Face it"),
                         say("Face {unit}", unit=state.name(enemy)), is_default=not n,
                         outcome=partial(turn_to_enemy, state.popped(), self.slot(state), enemy))


def turn_next_base(state: RenaissanceState) -> Done[RenaissanceState] | None:
    """Turn the next base to face, or ask its owner which enemy it faces; None once all have turned (14.7.4)."""
    undecided = next((each for each in unturned_bases(state) if enemy_to_face(state, each[0]) is None), None)
    if undecided is None:
        return None
    slot, enemies = undecided
    return turn_to_enemy(state, slot, enemies[0]) if len(enemies) == 1 else (state.pushed(ChooseFacing(
        state.id(slot), tuple(state.id(enemy) for enemy in enemies))), ())


def after_turning(state: RenaissanceState) -> RenaissanceState:
    """The position after all bases have turned to face, up to an owner's choice (14.7.4)."""
    while (done := turn_next_base(state)) is not None and not done[0].stack:
        state = done[0]
    return state


def turn_to_enemy(state: RenaissanceState, slot: Slot, enemy: Slot) -> Done[RenaissanceState]:
    """Turn a base to face an enemy; without room it stays as it is and fights that enemy (14.7.4)."""
    state = replace(state, chosen_enemies=(*state.chosen_enemies, (state.id(slot), state.id(enemy))))
    pose = lined_up(state.element(slot).base, state.placed_base(enemy), 0)
    if not has_room(state, state.base_at(slot, pose).corners, {slot}):
        return state, ()
    return state.with_base(slot, pose=pose), (BaseMoved(rule("14.7.4", 51), *state.move_arguments(slot, pose), 0),)


class CloseCombat(PhasingSideDecision):
    """Close combat: the phasing side chooses the order (14.9.1)."""

    name = "combat"
    rule = rule("14.9.1")
    asks = say("Choose the next close combat")

    def answers(self, state: RenaissanceState) -> Iterator[Answer]:
        for n, (own, enemy) in enumerate(combats_left(state)):
            own_base, enemy_base = state.roster[own], state.roster[enemy]
            ids, outcome = (own_base.id, enemy_base.id), partial(self.begin, state, own, enemy)
            yield Answer(Fight(*ids), ids, state.place(enemy), say("Fight"),
                         say("{unit} fights {enemy}", unit=own_base.name, enemy=enemy_base.name), is_default=not n,
                         arithmetic=partial(preview, state, scoring.RenaissanceCombat(own, enemy), outcome),
                         outcome=outcome)

    def begin(self, state: RenaissanceState, own: Slot, enemy: Slot) -> Done[RenaissanceState]:
        """Begin the chosen combat; if several enemies attack the garrison's camp, their owner first names one."""
        if scoring.is_garrison(state, own) and len(attackers_left(state, state.seat)) > 1:
            return state.pushed(ChooseAttacker(state.seat)), ()
        return begin_combat(state, own, enemy)

    def duties(self, state: RenaissanceState) -> tuple[Duty, ...]:
        return (Duty(tuple(state.id(own) for own, _ in combats_left(state)), say("Every combat must be fought"),
                     rule("14.7.5")),)

    def why_not(self, state: RenaissanceState, action: Action) -> Reason | None:
        if not isinstance(action, Fight):
            return refuse("14.7.5", say("Every close combat must be fought: choose the next"))
        own, enemy = state.slots[action.unit], state.slots[action.enemy]
        names = {"unit": state.name(own), "enemy": state.name(enemy)}
        if state.roster[own].seat != state.seat or state.roster[enemy].seat == state.seat:
            return refuse("14.9.1", say("Choose a base of the phasing side, then an enemy"))
        for slot in (own, enemy):
            if state.units[slot].fought:
                return refuse("14.7.5", say("{unit} has fought in this bound", unit=state.name(slot)), 52)
        if any({own, enemy} == {each.slot, each.enemy} for each in contacts(state)):
            text = say("{unit} and {enemy} do not fight each other: one of them fights another enemy", **names)
            return refuse("14.7.5", text, 52)
        return refuse("14.7.5", say("Neither {unit} nor {enemy} has its front edge against the other", **names))


def unturned_bases(state: RenaissanceState) -> tuple[tuple[Slot, tuple[Slot, ...]], ...]:
    """The bases that enemy fronts touch only on flank or rear, in order of contact, each with the enemies that touched
    it first. Each turns to face one of these, or without room fights it as it is (14.7.4)."""
    order = {(mover, enemy): n for mover, enemy, n in state.contacts_made}
    first_touched = []
    for slot, base in by_slot(state.roster):
        if state.outlines[slot] is None or opponent(state, slot) is not None or camp_attacked(state, slot) is not None:
            continue
        touching = [(order.get((state.id(contact.slot), base.id), 0), contact.slot)
                    for contact in enemy_contacts_on(state, slot, "left", "right", "rear")
                    if opponent(state, contact.slot) is None]
        if touching:
            first_move = min(n for n, _ in touching)
            first_touched.append((first_move, slot, tuple(enemy for n, enemy in sorted(touching) if n == first_move)))
    return tuple((slot, enemies) for _, slot, enemies in sorted(first_touched))


def enemy_to_face(state: RenaissanceState, slot: Slot) -> Slot | None:
    """The enemy that a base's owner has chosen for it to face in this bound, if still in contact."""
    chosen = {state.slots[enemy] for unit, enemy in state.chosen_enemies if unit == state.id(slot)}
    return next((one.slot for one in enemy_contacts_on(state, slot) if one.slot in chosen), None)


def combats_left(state: RenaissanceState) -> tuple[tuple[Slot, Slot], ...]:
    """The close combats still to be fought, as (base of the phasing side, enemy) (14.7.5, ruling 52): one for each
    front-to-front pair; one for a base without room to turn, against the enemy that it would have faced; one for each
    garrison, against any attacker of its camp."""
    pairs = [(contact.slot, contact.enemy) for contact in contacts(state)
             if contact.side == "front" and contact.slot < contact.enemy]
    for slot, enemies in unturned_bases(state):
        enemy = enemy_to_face(state, slot)
        pairs.append((slot, enemies[0] if enemy is None else enemy))
    for seat, camp in by_seat(state.camps):
        if camp is not None and camp.garrison:
            pairs += ((state.slots[camp.garrison], enemy) for enemy in attackers_left(state, seat)
                      if opponent(state, enemy) is None)
    ordered_pairs = (pair if state.roster[pair[0]].seat == state.seat else pair[::-1] for pair in pairs)
    return tuple(pair for pair in ordered_pairs if not any(state.units[slot].fought for slot in pair))


def attackers_left(state: RenaissanceState, seat: Seat) -> tuple[Slot, ...]:
    """The enemies that touch a camp with their fronts and have not fought in this bound."""
    return tuple(enemy for enemy in scoring.camp_attackers(state, seat) if not state.units[enemy].fought)


class ChooseAttacker(Decision[RenaissanceState]):
    """The owner's choice among several bases at an enemy camp: the one that fights its garrison, or sacks it
    (14.7.8)."""

    camp: Seat
    """The seat that owns the camp."""
    name = "combat"
    rule = rule("14.7.8", 55)
    asks = say("Choose the base that attacks the camp")

    def seat(self, state: RenaissanceState) -> str:
        return SEATS[other(self.camp)]

    def rule_in(self, state: RenaissanceState) -> RuleRef:
        """The rule by which a base is chosen: that of an attack on the garrison, or of the fall of an empty camp."""
        return self.rule if state.camp(self.camp).garrison else rule("14.10.10", 74)

    def why_not(self, state: RenaissanceState, action: Action) -> Reason | None:
        return Reason(self.rule_in(state), self.question(state))

    def why_unable(self, state: RenaissanceState, unit: str) -> Reason:
        return Reason(self.rule_in(state), self.question(state))

    def prompt(self, state: RenaissanceState, turn: int) -> Prompt:
        return replace(super().prompt(state, turn), rule=self.rule_in(state))

    def announcement(self, state: RenaissanceState) -> Message:
        """The note in a preview that this choice comes before the roll."""
        return say("{side} still chooses which base attacks the camp: {units}", side=_side_of(self, state),
                   units=or_list(state.name(slot) for slot in attackers_left(state, self.camp)))

    def answers(self, state: RenaissanceState) -> Iterator[Answer]:
        camp, after = state.camp(self.camp), state.popped()
        for n, slot in enumerate(attackers_left(state, self.camp)):
            base, arithmetic = state.roster[slot], no_preview
            outcome = partial(recoils.sack_camp, after, self.camp, slot)
            if camp.garrison:
                garrison = state.slots[camp.garrison]
                arithmetic = partial(preview, state, scoring.RenaissanceCombat(garrison, slot))
                outcome = partial(begin_combat, after, garrison, slot)
            yield Answer(Lead(base.id), (base.id,), None, say("Attack the camp"),
                         say("{unit} attacks the camp", unit=base.name), is_default=not n, arithmetic=arithmetic,
                         outcome=outcome)


def sack_empty_camp(state: RenaissanceState, seat: Seat) -> Done[RenaissanceState]:
    """Sack an empty camp after the moves if an enemy's front touches it (14.10.10)."""
    camp, attackers = state.camps[seat], attackers_left(state, seat)
    if camp is None or camp.garrison or not attackers:
        return state, ()
    if len(attackers) > 1:
        return state.pushed(ChooseAttacker(seat)), ()
    return recoils.sack_camp(state, seat, attackers[0])


def begin_combat(state: RenaissanceState, own: Slot, enemy: Slot) -> Done[RenaissanceState]:
    """Begin a close combat: both bases are marked as having fought, and the roll is pending."""
    state = state.with_bases({own: {"fought": True}, enemy: {"fought": True}})
    return state.pushed(Melee(state.id(own), state.id(enemy))), ()


class OpposedRoll(Chance[RenaissanceState]):
    """Two opposed dice, one for each side."""

    def combat(self, state: RenaissanceState) -> scoring.RenaissanceCombat:
        """The two bases compared."""
        raise NotImplementedError

    def roll(self, state: RenaissanceState) -> Roll:
        combat = self.combat(state)
        bases = (state.roster[combat.first], state.roster[combat.second])
        groups = tuple(DiceGroup(base.name, (n,), SEATS[base.seat], base.id) for n, base in enumerate(bases))
        names = {"unit": bases[0].name, "enemy": bases[1].name}
        if not combat.shooting:
            title = say("{unit} fights {enemy}", **names)
        elif combat.mutual:
            title = say("{unit} and {enemy} shoot at each other", **names)
        else:
            title = say("{unit} shoots at {enemy}", **names)
        chances = {key: chance for key, (_, chance) in scoring.result_chances(state, combat).items()}
        return Roll((D6, D6), title, self.rule, chances, SEATS[bases[0].seat], groups)

    def preview(self, state: RenaissanceState, action: Action) -> Preview | None:
        return preview(state, self.combat(state)) if isinstance(action, Faces) else None

    def resolve(self, state: RenaissanceState, faces: tuple[int, ...]) -> Done[RenaissanceState]:
        roll, combat = self.roll(state), self.combat(state)
        own_score, enemy_score = scoring.scores(scoring.score_lines(state, combat))
        result = scoring.dice_result(state, combat, (faces[0], faces[1]), (own_score, enemy_score))
        event = ScoresRolled(self.rule, roll.dice, faces, result.key(state), result.text(state), roll.title,
                             groups=roll.groups, scores=(own_score + faces[0], enemy_score + faces[1]))
        after = state.popped()
        if combat.shooting:
            after = after.with_bases({slot: {"shot": True} for slot in shooting.shooters_in(after, combat)})
        return apply_steps((after, (event,)), partial(apply_result, combat=combat, result=result))


class Volley(OpposedRoll):
    """The roll for a shot: leader against target, with aiding bases (14.8.7)."""

    leader: UnitName
    target: UnitName
    name = "shooting"
    rule = rule("14.8.7")

    def combat(self, state: RenaissanceState) -> scoring.RenaissanceCombat:
        return shooting.volley(state, state.slots[self.target], state.slots[self.leader])


class Melee(OpposedRoll):
    """The roll for a close combat: a base of the phasing side against an enemy (14.9.1)."""

    unit: UnitName
    enemy: UnitName
    name = "combat"
    rule = rule("14.9.1")

    def combat(self, state: RenaissanceState) -> scoring.RenaissanceCombat:
        return scoring.RenaissanceCombat(state.slots[self.unit], state.slots[self.enemy])


def _side_of(choice: ChooseTarget | ChooseLeader | ChooseAttacker, state: RenaissanceState) -> Message:
    """The name of the side that makes a choice."""
    return SIDES[SEATS.index(choice.seat(state))]


def preview(state: RenaissanceState, combat: scoring.RenaissanceCombat,
            begin: Callable[[], Done[RenaissanceState]] | None = None) -> Preview:
    """The arithmetic of a shot or a close combat, with the exact chance and the consequences of each outcome; the base
    of the phasing side, or the leader of the shot, comes first.

    :param begin: begins it, with a roll or a choice pending; a note announces the choice. None if it has begun.
    """
    own_line, enemy_line = scoring.score_lines(state, combat)
    own_score, enemy_score = scoring.scores((own_line, enemy_line))
    pending = begin()[0].stack[-1:] if begin is not None else ()
    notes: list[Text] = [each.announcement(state) for each in pending
                         if isinstance(each, ChooseTarget | ChooseLeader | ChooseAttacker)]
    if combat.shooting:
        notes.append(shooting.why_target(state, combat.first, combat.second))
    outcomes = []
    for key, (result, chance) in scoring.result_chances(state, combat).items():
        _, events = apply_result(replace(state, stack=()), combat, result)
        outcomes.append(Outcome(key, chance, _outcome_text(state, result, events), result.rule,
                                **_winner_fields(state, combat, result)))
        notes.append(_loss_text(state, result, events))
    text = say("{attack} against {defence}", attack=own_score, defence=enemy_score)
    reading = (say("each side adds a die; a loser with half the winner's score or less is doubled") if combat.mutual
               else say("each side adds a die; only the target is affected"))
    return Preview((own_line,), (enemy_line,), (*own_line.modifiers, *enemy_line.modifiers), own_score, enemy_score,
                   text, reading, None, tuple(outcomes), joined(dict.fromkeys(notes), ". "),
                   attacker_modifiers=len(own_line.modifiers))


def _winner_fields(state: RenaissanceState, combat: scoring.RenaissanceCombat,
                   result: scoring.DiceResult) -> dict[str, Any]:
    """The seat for which an outcome is good, with a group label if either side can lose the roll."""
    if result.winner is None:
        return {}
    seat = state.roster[result.winner].seat
    return {"seat": SEATS[seat]} | ({"group": say("{side} wins", side=SIDES[seat])} if combat.mutual else {})


def _loss_text(state: RenaissanceState, result: scoring.DiceResult, events: Sequence[Event]) -> Text:
    """The note that the loser of a roll is lost if it must recoil or flee; empty if it is not, or is destroyed
    anyway."""
    if result.loser is None or result.result == "destroyed":
        return ""
    unit = state.id(result.loser)
    loss = next((event for event in events if isinstance(event, Destroyed) and event.unit == unit), None)
    if loss is None:
        return ""
    values = {"unit": loss.name, "rule": loss.rule.citation}
    return (say("{unit} is lost if it must flee ({rule})", **values) if result.result == "flee"
            else say("{unit} is lost if it must recoil ({rule})", **values))


def _outcome_text(state: RenaissanceState, result: scoring.DiceResult, events: Sequence[Event]) -> Message:
    """Text of an outcome with its effects on other bases: pursuits, bases pushed back, losses, a sacked camp; and
    whether a recoil stops at the camp."""
    is_loss = result.result == "destroyed"
    consequences = joined((event.text for event in events if isinstance(event, Pursued | Noted)
                           or (isinstance(event, Recoiled) and event.pushed)
                           or (isinstance(event, Destroyed) and not (is_loss and event is events[0]))), "; ")
    outcome = result.text(state)
    return say("{outcome}; {more}", outcome=outcome, more=consequences) if consequences else outcome
