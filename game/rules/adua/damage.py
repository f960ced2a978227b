"""The assignment of damage by the Abyssinian player to the units that attacked (10.1, ruling 13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
from game.rules.adua.losses import POINTS_PER_STEP
from game.rules.adua.sides import ABYSSINIANS, SEATS, refuse, rule
from game.rules.adua.state import AduaPhase, AduaState, Done
from game.rules.adua.units import (
    COMBAT_UNITS,
    SEAT,
    SLOT,
    STEPS,
    UNITS,
    name_in_command,
    name_of,
    names_or_count,
    short_name_of,
)


class DamageAssignment(PendingDecision):
    """The assignment of points of damage: any damage repulses a unit, and every second point costs it a step."""

    kind = "damage"
    points: Annotated[int, Between(1, 5)]
    """The points to assign."""
    units: tuple[Slot, ...]
    """The attackers that can take damage, in ascending order."""
    rule = rule("10.1")

    def seat(self, state: AduaState) -> str:
        return SEATS[ABYSSINIANS]

    def question(self, state: AduaState) -> Message:
        return say("Assign {count} damage", count=self.points)

    def selectable(self, state: AduaState) -> Sequence[Slot]:
        return self.units

    def assignment(self, points: Sequence[int]) -> AssignDamage:
        """The action that assigns points to the units.

        :param points: the points of each of ``units``; units with 0 are left out.
        """
        return AssignDamage(tuple(PointsOn(UNITS[slot].id, number) for slot, number in zip(
            self.units, points, strict=True) if number))

    def candidates(self, state: AduaState) -> list[Action]:
        """Every distribution of all points in which no unit takes more than it can."""
        maxima = [losses.most_damage(state, slot) for slot in self.units]
        distributions: list[list[int]] = [[]]
        for n, most in enumerate(maxima):
            room_on_rest = sum(maxima[n + 1:])
            distributions = [[*shares, points] for shares in distributions for points in range(most + 1)
                             if 0 <= self.points - sum(shares) - points <= room_on_rest]
        return [self.assignment(shares) for shares in distributions]

    def check(self, state: AduaState, action: Action) -> Verdict:
        if not isinstance(action, AssignDamage):
            return self.refusal(state)
        slots = [SLOT[unit] for unit, _ in action.shares]
        if any(slot not in self.units for slot in slots):
            return refuse("10.1", say("Only units that attacked take damage"), 13)
        for slot, (_, points) in zip(slots, action.shares, strict=True):
            most = losses.most_damage(state, slot)
            if not 0 < points <= most:
                text = say("{unit} can take 1 to {most} points of damage", unit=name_of(slot), most=most)
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
        assignment = self.canonical(state, action)
        assert isinstance(assignment, AssignDamage)
        state, events = state.popped(), tuple[Event, ...]()
        for unit, points in assignment.shares:
            state, repulses = losses.repulse(state, (SLOT[unit],), by_damage=True)
            state, step_losses = losses.lose_steps(state, SLOT[unit], points // POINTS_PER_STEP)
            events += repulses + step_losses
        return state, events

    def resolve_without_choice(self, state: AduaState) -> Done | None:
        """The state and events after the damage is assigned, if there is only one way to do so; None if there is a
        choice."""
        maxima = [losses.most_damage(state, slot) for slot in self.units]
        if len(self.units) > 1 and self.points != sum(maxima):
            return None
        return self.apply(state, self.assignment([min(self.points, most) for most in maxima]))

    def position_conditions(self, state: AduaState) -> Iterator[tuple[bool, Message]]:
        yield state.phase == AduaPhase.FIRE and state.resolving and state.seat == ABYSSINIANS, say(
            "damage in the Abyssinian small-arms phase")
        yield len(self.units) > 1 and all(
            slot < COMBAT_UNITS and SEAT[slot] == ABYSSINIANS and state.is_on_map(slot) for slot in self.units), say(
            "several Abyssinian units")
        yield list(self.units) == sorted(self.units), say("the units in the order of the list of units")
        yield 0 < self.points < sum(losses.most_damage(state, slot) for slot in self.units), say(
            "fewer points of damage than the units can take")

    def damage_in_order(self, state: AduaState, order: Sequence[Slot]) -> AssignDamage:
        """The damage on units in a given order, each taking as much as it can.

        :param order: all of ``units``; a unit that comes up again is skipped.
        """
        return self._damage_up_to(state, order, losses.MAX_DAMAGE)

    def _damage_up_to(self, state: AduaState, order: Sequence[Slot], limit: int) -> AssignDamage:
        """The damage on units in a given order, each taking as much as it can, but at most ``limit`` points.

        :param order: as for ``damage_in_order``.
        """
        points_left, assigned = self.points, dict.fromkeys(self.units, 0)
        for slot in order:
            if not assigned[slot]:
                assigned[slot] = min(points_left, limit, losses.most_damage(state, slot))
                points_left -= assigned[slot]
        return self.assignment(list(assigned.values()))

    def proposed(self, state: AduaState) -> AssignDamage:
        """One point on each of the weakest units if there are enough of them, so that no attacker loses a step;
        otherwise as much damage as possible on each, the weakest first, so that the others can go on into melee."""
        order = weakest_first(state, self.units)
        return self._damage_up_to(state, order, 1) if self.points <= len(order) else self.damage_in_order(state, order)

    def damage_on_many(self, state: AduaState) -> AssignDamage:
        """The damage on as many units as possible, as evenly as they can take it."""
        points, points_left = [0] * len(self.units), self.points
        while points_left:
            for n, slot in enumerate(self.units):
                if points_left and points[n] < losses.most_damage(state, slot):
                    points[n], points_left = points[n] + 1, points_left - 1
        return self.assignment(points)

    def buttons(self, state: AduaState) -> Iterator[Offer]:
        return self._offers(state, self._general_assignments(state))

    def offers_for_unit(self, state: AduaState, slot: Slot) -> Iterator[Offer]:
        """The general offers, and one to assign as much damage as possible to this unit, unless one of the others has
        the same effect."""
        assignments = self._general_assignments(state)
        on_unit = self.damage_in_order(state, (slot, *self.units))
        if all(_steps_lost(on_unit) != _steps_lost(other) for other in assignments.values()):
            label = self.effect_text(state, on_unit)
            if label in assignments:
                label = self.effect_text(state, on_unit, by_name=True)
            assignments[label] = on_unit
        return self._offers(state, assignments)

    def _general_assignments(self, state: AduaState) -> dict[Text, AssignDamage]:
        """Label -> assignment: the proposed one, one on few units and one on many; of several with the same label only
        the first."""
        assignments: dict[Text, AssignDamage] = {}
        for action in (self.proposed(state), self.damage_in_order(state, self.units), self.damage_on_many(state)):
            assignments.setdefault(self.effect_text(state, action), action)
        return assignments

    def _offers(self, state: AduaState, assignments: Mapping[Text, AssignDamage]) -> Iterator[Offer]:
        """An offer of each assignment, and one to assign the damage freely.

        :param assignments: label -> assignment.
        """
        proposed = self.proposed(state)
        for label, action in assignments.items():
            yield Offer(LEGAL, action, label=label, is_default=action == proposed)
        parts = tuple(Share(name_of(one), (UNITS[one].id,), 0, losses.most_damage(state, one)) for one in self.units)
        proposed_points = dict(proposed.shares)
        yield SharingOffer(LEGAL, label=say("Assign it another way"), sharing=Sharing(
            say("{points} damage", points=self.points), self.points, parts, self.assignment,
            proposed=tuple(proposed_points.get(UNITS[one].id, 0) for one in self.units),
            effects=lambda numbers: [_damage_text(state, one, points) for one, points in zip(
                self.units, numbers, strict=True)]))

    def effect_text(self, state: AduaState, action: AssignDamage, *, by_name: bool = False) -> Text:
        """The effect of an assignment in words: units repulsed, reduced and eliminated.

        :param by_name: whether several units with the same effect are named rather than counted.
        """
        step_losses = _steps_lost(action)
        eliminated = [slot for slot, steps in step_losses if _is_eliminated(state, slot, steps)]
        reduced = [(slot, steps) for slot, steps in step_losses if steps and slot not in eliminated]
        repulsed = [slot for slot, steps in step_losses if not steps]
        slots_by_loss = {steps: [slot for slot, lost in reduced if lost == steps] for _, steps in reduced}
        return joined((
            say("{units} eliminated", units=self._names(eliminated, by_name)) if eliminated else "",
            *(self._reduction_text(slots, steps, by_name) for steps, slots in slots_by_loss.items()),
            say("{units} repulsed", units=self._names(repulsed, by_name)) if repulsed else "",
        ))

    def _reduction_text(self, slots: Sequence[Slot], steps: int, by_name: bool) -> Text:
        """Text that each of some units loses steps.

        :param by_name: as for ``effect_text``.
        """
        if len(slots) > 1:
            return plural("{units} lose {count} step each", "{units} lose {count} steps each", steps,
                          units=self._names(slots, by_name))
        return plural("{unit} loses {count} step", "{unit} loses {count} steps", steps,
                      unit=self._names(slots, by_name))

    def _names(self, slots: Sequence[Slot], by_name: bool) -> Text:
        """The name of a single unit, without its commander's name unless another of ``units`` then has the same name:
        then it is the short name, because buttons have little room; for several units, their number.

        :param by_name: whether several units are named as well, in full.
        """
        names = [str(name_in_command(slot)) for slot in self.units]
        if len(slots) == 1:
            is_unique = names.count(str(name_in_command(slots[0]))) == 1
            return name_in_command(slots[0]) if is_unique else short_name_of(slots[0])
        return names_or_count(slots, most=len(slots) if by_name else 1)


def weakest_first(state: AduaState, slots: Iterable[Slot]) -> list[Slot]:
    """Units in ascending order of their combat value with the steps they have left; of equal ones those that have lost
    steps come first."""
    return sorted(slots, key=lambda slot: (state.value(slot), state.lost[slot] == 0, slot))


def _steps_lost(action: AssignDamage) -> list[tuple[Slot, int]]:
    """Pairs of each unit that takes damage and the steps that it loses; they are the whole effect of the damage."""
    return [(SLOT[unit], points // POINTS_PER_STEP) for unit, points in action.shares]


def _damage_text(state: AduaState, slot: Slot, points: int) -> Text:
    """The effect of points of damage on a unit, in words."""
    if not points:
        return say("unharmed")
    steps = points // POINTS_PER_STEP
    if _is_eliminated(state, slot, steps):
        return say("eliminated")
    return plural("repulsed, {count} step lost", "repulsed, {count} steps lost", steps) if steps else say("repulsed")


def _is_eliminated(state: AduaState, slot: Slot, steps: int) -> bool:
    """Whether a unit that loses steps is eliminated."""
    return state.lost[slot] + steps >= STEPS[slot]
