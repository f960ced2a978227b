"""Announcing attacks: choosing attackers and targets, and splitting the dice of each attacker (10.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations

from game.board.hexgrid import hexes_in
from game.core.action import Action
from game.core.event import Declared
from game.core.indices import Slot
from game.core.message import Message, Text, and_list, joined, plural, say
from game.core.offer import Offer, Picked, Share, Sharing, SharingOffer
from game.core.overview import Overview
from game.core.preview import Preview
from game.core.prompt import Duty
from game.core.verdict import LEGAL, Illegal, Verdict
from game.rules.adua import aiming, combats, previews, smallarms
from game.rules.adua.actions import ALL_REMAINING, BEGIN_RESOLVING, END_PHASE, AnnounceAttack, DiceAt, WithdrawAttack
from game.rules.adua.sequence import SidePhase, noted
from game.rules.adua.sides import refuse, rule
from game.rules.adua.state import AduaState, Done
from game.rules.adua.units import COMBAT_UNITS, SEAT, SLOT, UNITS, name_of, names_or_count, short_name_of


class AnnouncingPhase(SidePhase):
    """The phase in which a side announces its small-arms attacks."""

    rule = rule("10.1")
    mode = "compose"
    complete = False
    unused_text = plural("{count} unit can attack", "{count} units can attack", 0)
    veteran_label = say("Let the computer announce attacks")

    def is_idle(self, state: AduaState) -> bool:
        return not state.shares and not smallarms.units_able_to_attack(state)

    def can_play_on(self, state: AduaState) -> bool:
        return bool(self.able_pieces(state))

    def able_pieces(self, state: AduaState) -> tuple[str, ...]:
        """Units that can attack and have no announced attack."""
        attackers = {share.unit for share in state.shares}
        return tuple(UNITS[slot].id for slot in smallarms.units_able_to_attack(state) if slot not in attackers)

    def question(self, state: AduaState) -> Message:
        return say("Announce or change attacks") if state.shares else say("Choose attackers and a target")

    def main(self, state: AduaState) -> tuple[Action, Text]:
        return (BEGIN_RESOLVING, say("Resolve the attacks")) if state.shares else (END_PHASE, say("End small arms"))

    def duties(self, state: AduaState) -> tuple[Duty, ...]:
        return smallarms.duties(state)

    def candidates(self, state: AduaState) -> list[Action]:
        """Withdrawals, attacks, and last the actions with which the phase goes on: attacks that must be made, or if
        there are none, the end of announcing."""
        obliged = smallarms.units_obliged_to_attack(state)
        actions: list[Action] = [WithdrawAttack(UNITS[slot].id)
                                 for slot in dict.fromkeys(share.unit for share in state.shares)]
        for slot in (*(one for one in smallarms.units_able_to_attack(state) if one not in obliged), *obliged):
            actions += [attack for attack in sample_attacks(state, slot) if smallarms.check(state, attack)]
        if not obliged:
            actions.append(BEGIN_RESOLVING if state.shares else END_PHASE)
        return actions

    def may_end(self, state: AduaState) -> Verdict:
        return (refuse("10.1", say("Resolve or withdraw the announced attacks first")) if state.shares
                else smallarms.check_duties(state))

    def check_own(self, state: AduaState, action: Action) -> Verdict | None:
        if action == BEGIN_RESOLVING:
            if not state.shares:
                return refuse("10.1", say("No attack is announced"))
            return smallarms.check_duties(state)
        if isinstance(action, AnnounceAttack):
            return smallarms.check(state, action)
        if not isinstance(action, WithdrawAttack):
            return None
        if any(share.unit == SLOT[action.unit] for share in state.shares):
            return LEGAL
        return refuse("10.1", say("{unit} has announced no attack", unit=name_of(SLOT[action.unit])), unit=action.unit)

    def roll_preview(self, state: AduaState, action: Action) -> Preview | None:
        if not isinstance(action, AnnounceAttack):
            return None
        return previews.of_combat(smallarms.announce(state, action), SLOT[action.shares[0].target])

    def selectable(self, state: AduaState) -> Sequence[Slot]:
        """Units that can attack, and the enemies in reach of any of them."""
        able, reach = smallarms.units_able_to_attack(state), 0
        for slot in able:
            reach |= aiming.hexes_in_reach(state, slot)
        return [*able, *(slot for hex_ in hexes_in(reach) for slot in state.units_in[hex_])]

    def overview(self, state: AduaState) -> Overview:
        return combats.attack_overview(state)

    def offers(self, state: AduaState, picked: Picked) -> Sequence[Offer]:
        if not picked.units:
            return super().offers(state, picked)
        return [*self.attack_offers(state, picked.units), *self.why_not_in_attack(state, picked.units)]

    def attack_offers(self, state: AduaState, names: tuple[str, ...]) -> Iterator[Offer]:
        """The offers for the selected attackers and targets together."""
        slots = [SLOT[name] for name in names]
        attackers = [slot for slot in slots if SEAT[slot] == state.seat and slot < COMBAT_UNITS]
        targets = [slot for slot in slots if SEAT[slot] != state.seat and slot < COMBAT_UNITS]
        if attackers and targets:
            yield _joint_attack(state, names, attackers, targets)
            if len(attackers) == 1 and len(targets) > 1 and state.is_on_map(attackers[0]):
                yield from _sharing_offer(state, attackers[0], targets)
        for slot in attackers:
            if any(share.unit == slot for share in state.shares):
                yield Offer(LEGAL, WithdrawAttack(UNITS[slot].id), (UNITS[slot].id,),
                            label=say("Withdraw the attack of {unit}", unit=name_of(slot)))
        for name in self.selectable_names(state):
            if name not in names and _can_join(state, SLOT[name], attackers, targets):
                yield Offer(units=(name,))

    def why_not_in_attack(self, state: AduaState, units: tuple[str, ...]) -> Iterator[Offer]:
        """The offer that says why the unit selected last can neither attack nor be attacked; none if it can, or if it
        is an enemy selected after others: their joint attack then gives the reason."""
        slot = SLOT[units[-1]]
        is_own = SEAT[slot] == state.seat
        if units[-1] in self.selectable_names(state) or (len(units) > 1 and not is_own):
            return
        verdict = smallarms.check_attacker(state, slot) if is_own else LEGAL
        yield Offer(verdict if isinstance(verdict, Illegal) else self.why_idle(state, slot), units=units[-1:])

    def canonical(self, state: AduaState, action: Action) -> Action:
        """The action; an attack has its shares sorted by target, the share of all remaining dice last."""
        if not isinstance(action, AnnounceAttack):
            return action
        fixed = sorted((share for share in action.shares if share.dice != ALL_REMAINING),
                       key=lambda share: SLOT[share.target])
        return AnnounceAttack(action.unit, (*fixed, *(share for share in action.shares if share.dice == ALL_REMAINING)))

    def carry_out(self, state: AduaState, action: Action) -> Done:
        if action == BEGIN_RESOLVING:
            return smallarms.begin_resolving(state), ()
        slot = SLOT[action.units[0]]
        if not isinstance(action, AnnounceAttack):
            return _without_attack(state, slot), noted("10.1", say("{unit} withdraws its attack", unit=name_of(slot)))
        targets = [SLOT[target] for target, _ in action.shares]
        note = aiming.closed_ground_note(state, slot, targets)
        return smallarms.announce(state, action), (Declared(
            self.rule if note is None else note.rule, (action.unit,), action.units[1:],
            say("{unit} attacks {targets}", unit=name_of(slot), targets=and_list(map(name_of, targets)))),)


def _without_attack(state: AduaState, slot: Slot) -> AduaState:
    """The state without the announced attack of a unit, if it has one."""
    return replace(state, shares=tuple(share for share in state.shares if share.unit != slot))


def _can_join(state: AduaState, slot: Slot, attackers: list[Slot], targets: list[Slot]) -> bool:
    """Whether a unit could be added to the selected attackers and targets: as another attacker that reaches every
    target, or as another target in reach of every attacker."""
    if SEAT[slot] == state.seat:
        return all(_reaches(state, slot, target) for target in targets)
    return all(_reaches(state, attacker, slot) for attacker in attackers)


def _reaches(state: AduaState, slot: Slot, target: Slot) -> bool:
    """Whether a unit could fire at the hex of another; both must be on the map."""
    return min(state.at[slot], state.at[target]) >= 0 and bool(
        aiming.hexes_in_reach(state, slot) >> state.at[target] & 1)


def _joint_attack(state: AduaState, names: tuple[str, ...], attackers: list[Slot], targets: list[Slot]) -> Offer:
    """The offer of an attack by all selected attackers on all selected enemies, each attacker with even shares.

    :param names: the ids of all of them.
    """
    actions, announced = [], state
    for slot in attackers:
        action = (even_split(announced, slot, targets) if state.is_on_map(slot) else
                  split_dice(slot, targets, [1] * len(targets)))  # off the map it has no dice; ``check`` says why not
        verdict = smallarms.check(announced, action)
        if not verdict:
            return Offer(verdict, action, names, label=_attack_label(attackers, targets))
        actions.append(action)
        announced = smallarms.announce(announced, action)
    return Offer(LEGAL, actions[0], names, None, _attack_label(attackers, targets), follow_ups=tuple(actions[1:]),
                 arithmetic=partial(previews.of_combat, announced, targets[0]))


def _attack_label(attackers: list[Slot], targets: list[Slot]) -> Text:
    """The label of the button for an attack."""
    names = short_name_of(targets[0]) if len(targets) == 1 else names_or_count(targets)
    if len(attackers) == 1:
        return say("Attack {targets} with {unit}", unit=short_name_of(attackers[0]), targets=names)
    return say("Attack {targets} with {number} units", number=len(attackers), targets=names)


def _sharing_offer(state: AduaState, slot: Slot, targets: list[Slot]) -> Iterator[Offer]:
    """The offer to split the dice of one unit among several enemies; none if the unit may not attack them all."""
    unit = UNITS[slot].id
    equal = even_split(state, slot, targets)
    if not smallarms.check(_without_attack(state, slot), equal):  # the even split may be its announced attack
        return
    after = smallarms.announce(state, equal)
    dice_count, shares = smallarms.attack_dice(after, slot), smallarms.dice_by_target(after, slot)
    parts = tuple(Share(name_of(target), (UNITS[target].id,), 1) for target in targets)

    def effects(numbers: tuple[int, ...]) -> list[Text]:
        """The chances of each combat with these numbers of dice, in words."""
        after = smallarms.announce(state, split_dice(slot, targets, numbers))
        combats_shown = [previews.of_combat(after, target) for target in targets]
        return [joined((previews.chances_text(after, target, shown), previews.hitting_faces_of_sides(shown)), "; ")
                for target, shown in zip(targets, combats_shown, strict=True)]

    yield SharingOffer(LEGAL, units=(unit,), label=say("Split its dice"), sharing=Sharing(
        say("{dice} dice", dice=dice_count), dice_count, parts, partial(split_dice, slot, tuple(targets)),
        proposed=tuple(shares[target] for target in targets), effects=effects))


def sample_attacks(state: AduaState, slot: Slot) -> Iterator[AnnounceAttack]:
    """A unit's attacks with all dice on one enemy, and with the dice split evenly between any two; they need not be
    legal."""
    enemies = aiming.enemies_in_reach(state, slot)
    declared_target = next((target for unit, target in state.declared if unit == slot), None)
    for target in enemies:
        yield AnnounceAttack(UNITS[slot].id, (DiceAt(UNITS[target].id),))
    for pair in combinations(enemies, 2):
        if declared_target is None or declared_target in pair:
            yield even_split(state, slot, pair)


def even_split(state: AduaState, slot: Slot, targets: Sequence[Slot]) -> AnnounceAttack:
    """A unit's attack with its dice split evenly among enemies, at least one each; the first targets get the
    remainder."""
    ids = [UNITS[target].id for target in targets]
    one_each = smallarms.announce(state, AnnounceAttack(UNITS[slot].id, tuple(DiceAt(name, 1) for name in ids)))
    share, remainder = divmod(smallarms.attack_dice(one_each, slot), len(ids))
    numbers = [max(1, share + (n < remainder)) for n in range(len(ids) - 1)]
    return AnnounceAttack(UNITS[slot].id, tuple(map(DiceAt, ids, (*numbers, ALL_REMAINING))))


def split_dice(slot: Slot, targets: Sequence[Slot], numbers: Sequence[int]) -> AnnounceAttack:
    """A unit's attack with these numbers of dice at the enemies; the last one gets all remaining dice."""
    ids = [UNITS[target].id for target in targets]
    return AnnounceAttack(UNITS[slot].id, tuple(map(DiceAt, ids, (*numbers[:-1], ALL_REMAINING))))


def with_die_moved(state: AduaState, slot: Slot, target: Slot, step: int) -> AnnounceAttack | None:
    """An announced attack with one die more or fewer at a target. The die comes from the other target with the most
    dice, or goes to the one with the fewest. None if that is not possible.

    :param step: 1 for a die more, -1 for a die fewer.
    """
    shares = smallarms.dice_by_target(state, slot)
    other_targets = sorted((one for one in shares if one != target), key=lambda one: (-step * shares[one], one))
    if target not in shares or not other_targets:
        return None
    shares[target] += step
    shares[other_targets[0]] -= step
    if min(shares.values()) < 1:
        return None
    action = split_dice(slot, tuple(shares), tuple(shares.values()))
    return action if smallarms.check(state, action) else None
