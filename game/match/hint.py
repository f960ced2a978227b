"""A computer player's proposal: its next action and those after it, taken one step at a time or all at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from game.core.action import Action
from game.core.chance import CHANCE
from game.core.contract import System
from game.core.interrupts import acting_seat
from game.core.message import Text
from game.match.captions import ends_phase
from game.match.history import Ply


@dataclass(frozen=True, slots=True)
class HintStep:
    """An action of a plan, with its arrows on the map."""

    action: Action
    paths: tuple[tuple[str, ...], ...] = ()
    """The arrows: for a move one path, the unit's places from its present one on; for an attack a pair (from, target)
    for each place of attackers and each target. Empty if there is nothing to draw."""
    attacks: bool = False
    """Whether its arrows are those of an attack: it targets enemy units, enters their place, or leads to a roll at a
    place."""
    rolls: bool = False
    """Whether it leads to a roll."""
    end_label: Text = ""
    """The label of the main button, if the step presses it and so ends the phase; else empty."""


@dataclass(frozen=True, slots=True)
class Hint:
    """The rest of a plan, the next step first."""

    level: str
    seat: str
    why: Text
    steps: tuple[HintStep, ...]
    number: int = 1
    """The number of the next step in the whole plan, from 1."""
    opening: Text = ""
    """The first step of the whole plan in words."""

    @property
    def next_action(self) -> Action:
        """The action of the next step."""
        return self.steps[0].action

    @property
    def steps_at_once(self) -> int:
        """The number of next steps that can be executed together: up to a roll, and before a step that ends the
        phase."""
        for count, step in enumerate(self.steps):
            if step.end_label:
                return count
            if step.rolls:
                return count + 1
        return len(self.steps)

    @property
    def end_label(self) -> Text:
        """The label of the main button, if the last step presses it and so ends the phase; else empty."""
        return self.steps[-1].end_label

    @property
    def total_steps(self) -> int:
        """The number of steps in the plan."""
        return self.number + len(self.steps) - 1

    def after(self, rules: System[Any], before: Any, ply: Ply[Any]) -> Hint | None:
        """The rest of the plan after a ply; None if it is empty, if the ply was something else, if the plan's seat can
        no longer act, or if a roll has made the next step illegal.

        :param before: the state before the ply.
        """
        rest = self
        if ply.actor != CHANCE:
            if ply.actor != self.seat or not self._is_next_step(rules, before, ply):
                return None
            rest = replace(self, steps=self.steps[1:], number=self.number + 1)
        state = ply.state
        if not rest.steps:
            return None
        if rules.to_act(state) == CHANCE:
            return rest
        is_possible = acting_seat(rules, state, rest.next_action) == self.seat and (
            ply.actor != CHANCE or rules.check(state, rest.next_action))
        return rest if is_possible else None

    def _is_next_step(self, rules: System[Any], before: Any, ply: Ply[Any]) -> bool:
        """Whether the ply was the next step, or leads to the same state."""
        action = self.next_action
        if ply.action == action:
            return True
        return bool(rules.check(before, action)) and bool(rules.apply(before, action)[0] == ply.state)


def hint_of_plan(rules: System[Any], state: Any, level: str, seat: str, plan: Sequence[Action], why: Text) -> Hint:
    """A plan of at least one action as a hint, with the paths of its units.

    :param state: as the seat sees it.
    """
    place_of, seat_of = _places_and_seats(rules, state)
    steps: list[HintStep] = []
    opening: Text = rules.describe(state, plan[0])
    for action in plan:
        # Faces are unknown, so after a roll the later steps are drawn from the state before it; they may be illegal
        # there, and only ``place_of`` then says where earlier moves lead.
        after = rules.apply(state, action)[0] if rules.check(state, action) else None
        step = _step(rules, state, action, after, seat, seat_of, place_of)
        steps.append(step)
        if after is not None and not step.rolls:
            state = after
            place_of, seat_of = _places_and_seats(rules, state)
    return Hint(level, seat, why, tuple(steps), opening=opening)


def _places_and_seats(rules: System[Any], state: Any) -> tuple[dict[str, str | None], dict[str, str]]:
    """Unit -> its place, and unit -> its seat. The units may change with the state, as a base that is chosen does."""
    counters = rules.counters(state)
    return {each.unit: each.place for each in counters}, {each.unit: each.seat for each in counters}


def _step(rules: System[Any], state: Any, action: Action, after: Any, seat: str, seat_of: Mapping[str, str],
          place_of: dict[str, str | None]) -> HintStep:
    """An action of a plan with its arrows.

    :param after: the state after it; None if it is illegal in ``state``.
    :param seat: the seat of the plan.
    :param seat_of: unit -> its seat.
    :param place_of: unit -> its place before the action; the units of a move are put at its end.
    """
    rolls = rules.to_act(state if after is None else after) == CHANCE
    end_label = "" if after is None else phase_end_label(rules, state, action, after)
    complete_action = action if after is None else rules.canonical(state, action)
    movers = [unit for unit in complete_action.units if seat_of.get(unit) == seat]
    destination = set(complete_action.places[-1:])
    targets = {place_of.get(unit) for unit in complete_action.units if unit not in movers} or (
        destination if rolls else set())
    entered = destination & {place for unit, place in place_of.items() if seat_of[unit] != seat}
    if movers and not targets:
        targets = entered
    if targets:
        starts = dict.fromkeys(place_of.get(unit) for unit in movers)
        arrows = tuple((start, end) for start in starts if start for end in sorted(filter(None, targets)))
        return HintStep(action, arrows, True, rolls, end_label)
    if movers and complete_action.places:
        path = tuple(filter(None, (place_of.get(movers[0]), *complete_action.places)))
        place_of |= dict.fromkeys(movers, complete_action.places[-1])
        return HintStep(action, (path,), False, rolls, end_label)
    if movers:  # a wheeling group's action contains no place
        start, end = place_of.get(movers[0]), _place(rules, state if after is None else after, movers[0])
        path_of_group = ((start, end),) if start and end and start != end else ()
        return HintStep(action, path_of_group, False, rolls, end_label)
    return HintStep(action, rolls=rolls, end_label=end_label)


def phase_end_label(rules: System[Any], state: Any, action: Action, after: Any) -> Text:
    """The label of the main button if an action presses it and so ends the phase; else empty.

    :param after: the state after the action.
    """
    return rules.prompt(state).main_label if ends_phase(rules, state, action, after) else ""


def _place(rules: System[Any], state: Any, unit: str) -> str | None:
    """The place of a unit; None if it has none."""
    return next((counter.place for counter in rules.counters(state) if counter.unit == unit), None)
