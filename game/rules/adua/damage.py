"""Assignment of damage by the Abyssinian player to the units that attacked (10.1, ruling 13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from game.core.action import Action
from game.core.event import Event
from game.core.field_types import Between
from game.core.indices import Slot
from game.core.message import Message, Text, joined, plural, say
from game.core.offer import Offer, Share, Sharing, SharingOffer
from game.core.verdict import LEGAL, Verdict
from game.rules.adua import losses
from game.rules.adua.actions import AssignDamage, PointsOn
from game.rules.adua.decisions import PendingDecision
from game.rules.adua.sides import ABYSSINIANS, SEATS, refuse, rule
from game.rules.adua.state import AduaPhase, AduaState, Done
from game.rules.adua.units import COMBAT_UNITS, SEAT, SLOT, STEPS, UNITS, name_in_command, name_of, names_or_count

ELIMINATED = say("{units} eliminated", units="")


class DamageAssignment(PendingDecision):
    """The assignment of damage points: the first repulses a unit, each second one costs it a step."""

    kind = "damage"
    points: Annotated[int, Between(1, 5)]
    units: tuple[Slot, ...]
    rule = rule("10.1")

    def seat(self, state: AduaState) -> str:
        return SEATS[ABYSSINIANS]

    def question(self, state: AduaState) -> Message:
        return say("Assign {count} damage", count=self.points)

    def selectable(self, state: AduaState) -> Sequence[Slot]:
        return self.units

    def assignment(self, points: Sequence[int]) -> AssignDamage:
        """The action that assigns these points to the units, in their order."""
        return AssignDamage(tuple(PointsOn(UNITS[slot].id, number) for slot, number in zip(
            self.units, points, strict=True) if number))

    def candidates(self, state: AduaState) -> list[Action]:
        """Every distribution in which no unit takes more points than it can bear."""
        most = [losses.most_damage(state, slot) for slot in self.units]
        distributions: list[list[int]] = [[]]
        for n, bearable in enumerate(most):
            rest = sum(most[n + 1:])
            distributions = [[*shares, here] for shares in distributions for here in range(bearable + 1)
                             if 0 <= self.points - sum(shares) - here <= rest]
        return [self.assignment(shares) for shares in distributions]

    def check(self, state: AduaState, action: Action) -> Verdict:
        if not isinstance(action, AssignDamage):
            return self.refused(state)
        slots = [SLOT[unit] for unit, _ in action.shares]
        if any(slot not in self.units for slot in slots):
            return refuse("10.1", say("Only units that attacked take damage"), 13)
        for slot, (_, points) in zip(slots, action.shares, strict=True):
            most = losses.most_damage(state, slot)
            if not 0 < points <= most:
                text = say("{unit} takes one to {most} points", unit=name_of(slot), most=most)
                return refuse("10.1", text, 13, most=most)
        given = sum(points for _, points in action.shares)
        if given != self.points:
            return refuse("10.1", say("Assign {points} damage; {given} assigned", points=self.points, given=given), 13,
                          points=self.points)
        return LEGAL

    def canonical(self, state: AduaState, action: Action) -> Action:
        if not isinstance(action, AssignDamage):
            return action
        return AssignDamage(tuple(sorted(action.shares, key=lambda one: SLOT[one[0]])))

    def apply(self, state: AduaState, action: Action) -> Done:
        """The state after the damage, and its events."""
        shared = self.canonical(state, action)
        assert isinstance(shared, AssignDamage)
        state, events = state.popped(), tuple[Event, ...]()
        for unit, points in shared.shares:
            state, back = losses.repulse(state, (SLOT[unit],), by_damage=True)
            state, more = losses.lose_steps(state, SLOT[unit], points // 2)
            events += back + more
        return state, events

    def resolve_without_choice(self, state: AduaState) -> Done | None:
        """Damage that can be distributed in only one way is assigned automatically."""
        most = [losses.most_damage(state, slot) for slot in self.units]
        if len(self.units) > 1 and self.points != sum(most):
            return None
        return self.apply(state, self.assignment([min(self.points, bearable) for bearable in most]))

    def position_conditions(self, state: AduaState) -> Iterator[tuple[bool, Message]]:
        yield state.phase == AduaPhase.FIRE and state.resolving and state.seat == ABYSSINIANS, say(
            "damage in the Abyssinian small-arms phase")
        yield (all(slot < COMBAT_UNITS and SEAT[slot] == ABYSSINIANS and state.alive(slot) for slot in self.units)
               and len(self.units) > 1 and 0 < self.points < sum(losses.most_damage(state, slot) for slot in self.units)
               and list(self.units) == sorted(self.units)), say("several Abyssinian units")

    def on_few(self, state: AduaState, order: Sequence[Slot], limit: int = losses.MAX_DAMAGE) -> AssignDamage:
        """The damage assigned to units in this order, each taking as much as it can bear, up to a limit."""
        points_left, assigned = self.points, dict.fromkeys(self.units, 0)
        for slot in order:
            if not assigned[slot]:
                assigned[slot] = min(points_left, limit, losses.most_damage(state, slot))
                points_left -= assigned[slot]
        return self.assignment(list(assigned.values()))

    def proposed(self, state: AduaState) -> AssignDamage:
        """The damage spread evenly if no attacker then loses a step; otherwise on as few units as possible, the weakest
        first, so that the others lose nothing and can go on into melee."""
        order = sorted(self.units, key=lambda slot: (UNITS[slot].values[0], state.lost[slot] == 0, slot))
        return self.on_few(state, order, 1 if self.points <= len(order) else losses.MAX_DAMAGE)

    def spread(self, state: AduaState) -> AssignDamage:
        """The damage on as many units as possible."""
        points, points_left = [0] * len(self.units), self.points
        while points_left:
            for n, slot in enumerate(self.units):
                if points_left and points[n] < losses.most_damage(state, slot):
                    points[n], points_left = points[n] + 1, points_left - 1
        return self.assignment(points)

    def buttons(self, state: AduaState) -> Iterator[Offer]:
        return self.offers_for_unit(state, self.units[0])

    def offers_for_unit(self, state: AduaState, slot: Slot) -> Iterator[Offer]:
        """Offers to assign the damage as proposed, on few units, on many, as much as possible on this unit, or freely;
        of those with the same effect only the first."""
        proposed, labels = self.proposed(state), dict[Text, AssignDamage]()
        for action in (proposed, self.on_few(state, self.units), self.spread(state),
                       self.on_few(state, (slot, *self.units))):
            labels.setdefault(self.effect_text(state, action), action)
        for words, action in labels.items():
            yield Offer(LEGAL, action, label=words, is_default=action == proposed)
        parts = tuple(Share(name_of(one), (UNITS[one].id,), 0, losses.most_damage(state, one)) for one in self.units)
        given = dict(proposed.shares)
        yield SharingOffer(LEGAL, label=say("Assign it another way"), sharing=Sharing(
            say("{points} damage", points=self.points), self.points, parts, self.assignment,
            proposed=tuple(given.get(UNITS[one].id, 0) for one in self.units),
            effects=lambda numbers: [_damage_text(state, one, points) for one, points in zip(
                self.units, numbers, strict=True)]))

    def effect_text(self, state: AduaState, action: AssignDamage) -> Text:
        """The effect of an assignment in words: units repulsed, reduced and eliminated."""
        hit = [(SLOT[unit], points // 2) for unit, points in action.shares]
        eliminated = [slot for slot, steps in hit if state.lost[slot] + steps >= STEPS[slot]]
        reduced = [(slot, steps) for slot, steps in hit if steps and slot not in eliminated]
        repulsed = [slot for slot, steps in hit if not steps]
        steps = sum(steps for _, steps in reduced)
        return joined((
            ELIMINATED.with_values(units=self._names(eliminated)) if eliminated else "",
            plural("{count} step lost by {units}", "{count} steps lost by {units}", steps,
                    units=self._names([slot for slot, _ in reduced])) if reduced else "",
            plural("{count} repulsed", "{count} repulsed", len(repulsed)) if repulsed and (reduced or eliminated) else
            say("{units} repulsed", units=self._names(repulsed)) if repulsed else "",
        ))

    def _names(self, slots: Sequence[Slot]) -> Text:
        """The name of a single unit, short if no other attacker has the same one, or the number of several."""
        names = [str(name_in_command(slot)) for slot in self.units]
        if len(slots) == 1 and names.count(str(name_in_command(slots[0]))) == 1:
            return name_in_command(slots[0])
        return names_or_count(slots)


def _damage_text(state: AduaState, slot: Slot, points: int) -> Text:
    """The effect of points of damage on a unit, in words."""
    if not points:
        return say("unharmed")
    steps = points // 2
    if state.lost[slot] + steps >= STEPS[slot]:
        return say("eliminated")
    return plural("repulsed, {count} step lost", "repulsed, {count} steps lost", steps) if steps else say("repulsed")
