"""The common base of continued attacks and counter-attacks: possible attackers and targets (9.0, ruling 15)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import ClassVar

from game.core.action import Action
from game.core.batch import StillToDo
from game.core.decision import Answer, Done
from game.core.event import Noted
from game.core.indices import Slot
from game.core.message import Message, Text, and_list, say
from game.core.offer import Offer
from game.core.preview import Preview
from game.core.verdict import Reason
from game.rules.tours.actions import DECLINE, ContinueAttack
from game.rules.tours.decisions import AttackComposition, ToursPending, units_still_to_do
from game.rules.tours.retreats import can_retreat
from game.rules.tours.shock import in_front, not_in_front_text, why_no_target, why_unable_to_attack
from game.rules.tours.shock_odds import preview, preview_if_adjacent
from game.rules.tours.state import ToursState
from game.rules.tours.units import ids, name_of, reason, rule, slots_of


class FurtherAttack(AttackComposition, ToursPending):
    """The option of units that have just fought to attack at once: a continued attack or a counter-attack."""

    rule = rule("9.0")
    own_actions, refusal_unless_pending = (ContinueAttack,), reason("9.0", say("No attack can continue now"))
    button_label: ClassVar[Message]
    """The label of the button for such an attack."""
    decline_label: ClassVar[Message]
    """The label of the button that declines it."""
    still_possible: ClassVar[Message]
    """The notice that such an attack is possible."""

    @abstractmethod
    def possible_attackers(self, state: ToursState) -> list[Slot]:
        """The units that can still attack."""

    @abstractmethod
    def allowed_targets(self) -> tuple[Slot, ...] | None:
        """The only enemies that may be attacked; None: all in front of the attackers."""

    @abstractmethod
    def earlier_attacks(self) -> int:
        """The number of attacks before this one in the same activation."""

    @abstractmethod
    def why_no_attack(self, state: ToursState, slot: Slot) -> Message | None:
        """Why a unit may attack no enemy at all; None if it may."""

    @abstractmethod
    def decline(self, state: ToursState) -> Done[ToursState]:
        """The state if nobody attacks, with the events."""

    @abstractmethod
    def attack(self, attackers: tuple[Slot, ...], targets: tuple[Slot, ...]) -> ToursPending:
        """The roll of the combat that such an attack begins."""

    def automatic_step(self, state: ToursState) -> Done[ToursState] | None:
        return None if self.attack_pairs(state) else self.decline(state)

    def apply(self, state: ToursState, action: Action) -> Done[ToursState]:
        if not isinstance(action, ContinueAttack):
            return self.decline(state)
        attackers, targets = slots_of(action.attackers), slots_of(action.targets)
        notes = tuple(Noted(rule("8.1", 11), say("{unit} may not retreat before this attack", unit=name_of(slot)))
                      for slot in targets if can_retreat(state, slot, attackers))
        return state.swapped(self.attack(attackers, targets)), notes

    def fronts(self, state: ToursState) -> dict[Slot, tuple[frozenset[Slot], frozenset[Slot]]]:
        """Unit that could attack -> the enemies in front of it that it may attack, and those of them that it must
        attack if it attacks at all (9.0, 8.2, ruling 15)."""
        allowed = self.allowed_targets()
        attacked = {slot for combat in state.combats for slot in combat.defenders}
        fronts = {}
        for slot in self.possible_attackers(state):
            enemies = frozenset(enemy for enemy in in_front(state, slot) if allowed is None or enemy in allowed)
            if enemies:
                fronts[slot] = enemies, enemies - attacked
        return fronts

    def attack_pairs(self, state: ToursState) -> list[tuple[tuple[Slot, ...], tuple[Slot, ...]]]:
        """All legal pairs of attackers and targets."""
        fronts = self.fronts(state)
        target_sets = {tuple(sorted({*obliged, *more})): None for enemies, obliged in fronts.values()
                       for count in range(len(enemies - obliged) + 1)
                       for more in combinations(sorted(enemies - obliged), count)}
        pairs = []
        for targets in filter(None, target_sets):
            units = [slot for slot, (enemies, obliged) in fronts.items() if obliged <= set(targets) <= enemies]
            pairs += [(team, targets) for count in range(1, len(units) + 1) for team in combinations(units, count)]
        return pairs

    def main(self, state: ToursState) -> tuple[Action, Text]:
        return DECLINE, self.decline_label

    def still_to_do(self, state: ToursState) -> tuple[StillToDo, ...]:
        return units_still_to_do(self.still_possible, *self.fronts(state))

    def answers(self, state: ToursState) -> Iterator[Answer]:
        for team, targets in self.attack_pairs(state):
            yield Answer(ContinueAttack(ids(team), ids(targets)), (*ids(team), *ids(targets)))
        yield Answer(DECLINE)

    def selectable(self, state: ToursState) -> Sequence[Slot]:
        return sorted({slot for team, targets in self.attack_pairs(state) for slot in (*team, *targets)})

    def canonical(self, state: ToursState, action: Action) -> Action:
        return action if not isinstance(action, ContinueAttack) else ContinueAttack(
            ids(slots_of(action.attackers)), ids(slots_of(action.targets)))

    def preview(self, state: ToursState, action: Action) -> Preview | None:
        if not isinstance(action, ContinueAttack):
            return None
        return preview(state, slots_of(action.attackers), slots_of(action.targets), self.earlier_attacks())

    def attack_offers(self, state: ToursState, ours: tuple[Slot, ...], theirs: tuple[Slot, ...],
                      names: tuple[str, ...]) -> Iterator[Offer]:
        action = ContinueAttack(ids(ours), ids(theirs))
        yield Offer(self.check(state, action), action, names, None, self.button_label,
                    arithmetic=partial(preview_if_adjacent, state, ours, theirs, self.earlier_attacks()))

    def why_not(self, state: ToursState, action: Action) -> Reason | None:
        if not isinstance(action, ContinueAttack):
            return self.refusal_while_pending
        attackers, targets = slots_of(action.attackers), slots_of(action.targets)
        if (attackers, targets) in self.attack_pairs(state):
            return None
        refusals = [refusal for target in targets
                    if (refusal := why_no_target(state, attackers[0], target)) is not None]
        refusals += [refusal for slot in attackers
                     if state.at[slot] >= 0 and (refusal := why_unable_to_attack(state, slot)) is not None]
        return refusals[0].reasons[0] if refusals else reason("9.0", self._why_not_pair(state, attackers, targets), 15)

    def _why_not_pair(self, state: ToursState, attackers: tuple[Slot, ...], targets: tuple[Slot, ...]) -> Message:
        """Why units may not attack these enemies."""
        fronts = self.fronts(state)
        for slot in attackers:
            if (why := self.why_no_attack(state, slot)) is not None:
                return why
            if state.at[slot] < 0:
                return say("{unit} is eliminated", unit=name_of(slot))
            enemies, obliged = fronts.get(slot, (frozenset(), frozenset()))
            for target in targets:
                if state.is_unit_on_map(target) and target not in enemies and target in in_front(state, slot):
                    return say("{unit} was not in the attack that rolled the natural 1", unit=name_of(target))
                if target not in enemies:
                    return not_in_front_text(target, slot)
            still_due = sorted(obliged - set(targets))
            if still_due:
                return say("{unit} must attack all enemies in front of it, {targets} too", unit=name_of(slot),
                           targets=and_list(map(name_of, still_due)))
        return say("Each unit is named once")
