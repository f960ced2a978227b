"""A computer player's proposal: its next action and those after it, taken one step at a time or all at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from game.core.action import Action
from game.core.chance import CHANCE
from game.core.contract import System
from game.core.interrupts import acting_seat
from game.core.message import Text
from game.match.history import Ply


@dataclass(frozen=True, slots=True)
class HintStep:
    """An action of a plan, with its arrows on the map."""

    action: Action
    paths: tuple[tuple[str, ...], ...] = ()
    """The path of a unit as places, its present one first; or for each attack the pair (from, target)."""
    attacks: bool = False
    """Whether it targets enemy units, enters their place or leads to dice; else it is a move."""
    rolls: bool = False
    """Whether it leads to a roll."""
    ending: Text = ""
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
            if step.ending:
                return count
            if step.rolls:
                return count + 1
        return len(self.steps)

    @property
    def ending(self) -> Text:
        """The label of the main button, if the last step presses it and so ends the phase; else empty."""
        return self.steps[-1].ending

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
        if not rest.steps or rules.to_act(state) == CHANCE:
            return rest if rest.steps else None
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
    place_of = {counter.unit: counter.place for counter in rules.counters(state)}
    seats = {counter.unit: counter.seat for counter in rules.counters(state)}
    steps: list[HintStep] = []
    opening: Text = rules.describe(state, plan[0])
    for action in plan:
        legal = bool(rules.check(state, action))
        after = rules.apply(state, action)[0] if legal else state
        rolls = rules.to_act(after) == CHANCE
        ending = phase_ending(rules, state, action, after) if after is not state else ""
        complete_action = rules.canonical(state, action) if legal else action
        movers = [unit for unit in complete_action.units if seats.get(unit) == seat]
        targets = {place_of.get(unit) for unit in complete_action.units if unit not in movers} or (
            set(complete_action.places[-1:]) if rolls else set())
        entered = {place for unit, place in place_of.items() if seats[unit] != seat} & set(complete_action.places[-1:])
        if targets or (movers and entered):
            targets = targets or entered
            starts = dict.fromkeys(place_of.get(unit) for unit in movers)
            arrows = tuple((a, b) for a in starts if a for b in sorted(filter(None, targets)))
            steps.append(HintStep(action, arrows, True, rolls, ending))
        elif movers and complete_action.places:
            path = tuple(filter(None, (place_of.get(movers[0]), *complete_action.places)))
            steps.append(HintStep(action, (path,), False, rolls, ending))
            place_of |= dict.fromkeys(movers, complete_action.places[-1])
        elif movers:  # a wheeling group's action contains no place
            start, end = place_of.get(movers[0]), _place(rules, after, movers[0])
            path_of_group = ((start, end),) if start and end and start != end else ()
            steps.append(HintStep(action, path_of_group, False, rolls, ending))
        else:
            steps.append(HintStep(action, rolls=rolls, ending=ending))
        if not rolls and after is not state:
            state = after
            place_of = {counter.unit: counter.place for counter in rules.counters(state)}
    return Hint(level, seat, why, tuple(steps), opening=opening)


def phase_ending(rules: System[Any], state: Any, action: Action, after: Any) -> Text:
    """The label of the main button if an action presses it and so ends the phase; else empty.

    :param after: the state after the action.
    """
    prompt = rules.prompt(state)
    return prompt.main_label if action == prompt.main and rules.prompt(after).phase_key != prompt.phase_key else ""


def _place(rules: System[Any], state: Any, unit: str) -> str | None:
    """The place of a unit; None if it has none."""
    return next((counter.place for counter in rules.counters(state) if counter.unit == unit), None)
