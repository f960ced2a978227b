"""Runs of actions on the screen: the next action in a state, until the run is over."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from game.core.action import Action
from game.core.batch import BatchActions, FireAll
from game.core.capability import capability
from game.core.contract import System
from game.core.interrupts import Interrupts, acting_seat
from game.core.offer import Offer
from game.core.verdict import Illegal, Reason


class ActionRun(Protocol):
    """A source of actions for one seat."""

    seat: str
    quick: bool
    """Whether it is shown in quick succession, with a one-line summary."""
    rolls: bool
    """Whether it also makes its seat's rolls."""
    one_phase: bool
    """Whether it ends with the phase."""
    patient: bool
    """Whether it continues after rolls and others' decisions in between."""
    stop_reasons: tuple[Reason, ...]
    """Why it ended before it was complete, if it says so."""
    undone_together: bool
    """Whether one Undo takes back all its actions before the first roll, because they were one click."""

    def next(self, state: Any) -> Action | None:
        """The seat's next action in a state; None if there is none."""
        ...

    def note_executed(self, action: Action) -> None:
        """Note that an action of the run was executed."""
        ...

    @property
    def not_executed(self) -> int:
        """The number of units (for ``RouteRun``, of steps) whose chosen action was not executed; 0 if not counted."""
        ...

    @property
    def obstacles(self) -> tuple[Reason, ...]:
        """Why chosen actions were not executed, each reason once."""
        ...


class RemainingActionsRun:
    """The remaining actions that need no choice, by the rules, e.g. all fire of a phase."""

    quick = rolls = one_phase = undone_together = True
    not_executed = 0
    patient = False
    stop_reasons: tuple[Reason, ...] = ()
    obstacles: tuple[Reason, ...] = ()

    def __init__(self, rules: System[Any], seat: str, start: Any) -> None:
        """:param start: the state in which it starts. If that is at a decision, the run makes all decisions that come
            up; else it leaves them to the person.
        """
        self.rules, self.seat = rules, seat
        self._starts_at_decision = capability(rules, BatchActions).autoplay_decides(start)

    def next(self, state: Any) -> Action | None:
        decides = capability(self.rules, BatchActions).autoplay_decides
        if self.rules.to_act(state) != self.seat or (decides(state) and not self._starts_at_decision):
            return None
        step = capability(self.rules, BatchActions).autoplay_step(state)
        return step[1] if step is not None else None

    def note_executed(self, action: Action) -> None:
        pass


class ChosenActionsRun:
    """Actions that were chosen together, e.g. the fire of several guns; those no longer possible are skipped."""

    one_phase = patient = False
    stop_reasons: tuple[Reason, ...] = ()

    def __init__(self, rules: System[Any], seat: str, chains: Iterable[tuple[Action, ...]], *, quick: bool) -> None:
        """:param chains: for each unit the actions chosen for it, to be executed one after the other.
        :param quick: as in ``ActionRun``; such a run also makes its seat's rolls.
        """
        self.rules, self.seat = rules, seat
        self.quick = self.rolls = quick
        self.undone_together = not quick
        self._remaining = list(chains)
        """The chains still to be executed, the first one without its executed actions."""
        self._dropped = 0
        """The number of chains that were no longer possible."""
        self.obstacles: tuple[Reason, ...] = ()

    @property
    def not_executed(self) -> int:
        return self._dropped + len(self._remaining)

    def next(self, state: Any) -> Action | None:
        while self._remaining:
            actions = self._remaining[0]
            why = self._why_not(state, actions)
            if why is None:
                return actions[0]
            may_interrupt = capability(self.rules, Interrupts).may_interrupt
            may_act = self.rules.to_act(state) == self.seat or self.seat in may_interrupt(state)
            if not may_act or self.rules.prompt(state).main is None:
                return None
            self._remaining.pop(0)
            if replacement := self._replacement(state, actions):
                self._remaining.insert(0, replacement)
                continue
            self._dropped += 1
            self.obstacles = tuple(dict.fromkeys((*self.obstacles, *why[:1])))
        return None

    def _replacement(self, state: Any, actions: tuple[Action, ...]) -> tuple[Action, ...]:
        """The actions that replace a chain no longer possible; none here."""
        return ()

    def _why_not(self, state: Any, actions: tuple[Action, ...]) -> tuple[Reason, ...] | None:
        """Why a chain of actions cannot be executed one after the other, up to the last action without its roll. None
        if all are legal; an empty tuple if one of them is another seat's."""
        for action in actions:
            if acting_seat(self.rules, state, action) != self.seat:
                return ()
            if isinstance(verdict := self.rules.check(state, action), Illegal):
                return verdict.reasons
            if action is not actions[-1]:
                state, _ = self.rules.apply(state, action)
        return None

    def note_executed(self, action: Action) -> None:
        if self._remaining and self._remaining[0][0] is action:
            rest = self._remaining.pop(0)[1:]
            if rest:
                self._remaining.insert(0, rest)


class FireAllRun(ChosenActionsRun):
    """The fire of several units at the targets chosen for them. A unit whose target has gone fires at its best target
    left."""

    def __init__(self, rules: System[Any], seat: str, chains: Iterable[tuple[Action, ...]]) -> None:
        super().__init__(rules, seat, chains, quick=True)

    def _replacement(self, state: Any, actions: tuple[Action, ...]) -> tuple[Action, ...]:
        unit = actions[0].units[0]
        plan = capability(self.rules, FireAll).fire_all(state, self.seat)
        replacement = next((options[0].actions for options in plan if options[0].units[0] == unit), ())
        return replacement if replacement and self._why_not(state, replacement) is None else ()


class GroupMarchRun(ChosenActionsRun):
    """The moves of a whole force sent to a place by one click."""

    def __init__(self, rules: System[Any], seat: str, chains: Iterable[tuple[Action, ...]]) -> None:
        super().__init__(rules, seat, chains, quick=True)
        self.undone_together, self.rolls = True, False


class TwoRoundFireRun:
    """The fire chosen for some units, followed by a second round with their best fire at that time."""

    one_phase = patient = undone_together = False
    quick = rolls = True
    stop_reasons: tuple[Reason, ...] = ()

    def __init__(self, rules: System[Any], seat: str, chosen: Iterable[Offer]) -> None:
        """:param chosen: an offer for each unit, of the first round."""
        self.rules, self.seat = rules, seat
        offers = tuple(chosen)
        self._units = {offer.units[0] for offer in offers}
        self._round = ChosenActionsRun(rules, seat, [offer.actions for offer in offers], quick=True)
        self._first_round = self._round
        """The first round, which knows why it left out some actions."""
        self._second_round_due = True
        self._unit_of_action = {offer.actions[-1]: offer.units[0] for offer in offers}
        """The last action of each chain -> its unit."""
        self._units_done: set[str] = set()
        """The units that have fired at least once."""

    @property
    def not_executed(self) -> int:
        return len(self._units - self._units_done)

    @property
    def obstacles(self) -> tuple[Reason, ...]:
        return self._first_round.obstacles if self.not_executed else ()

    def next(self, state: Any) -> Action | None:
        action = self._round.next(state)
        if action is None and self._second_round_due and self.rules.prompt(state).main is not None:
            plan = capability(self.rules, FireAll).fire_all(state, self.seat)
            offers = [options[0] for options in plan if options[0].units[0] in self._units]
            self._second_round_due = False
            self._unit_of_action |= {offer.actions[-1]: offer.units[0] for offer in offers}
            self._round = ChosenActionsRun(self.rules, self.seat, [offer.actions for offer in offers], quick=True)
            action = self._round.next(state)
        return action

    def note_executed(self, action: Action) -> None:
        self._round.note_executed(action)
        self._units_done |= {self._unit_of_action[action]} if action in self._unit_of_action else set()


class RepeatedDecisionRun:
    """The same decision for all units that must take it now, e.g. their retreat to one area."""

    one_phase = rolls = patient = undone_together = False
    quick = True
    not_executed = 0
    stop_reasons: tuple[Reason, ...] = ()
    obstacles: tuple[Reason, ...] = ()

    def __init__(self, rules: System[Any], seat: str, first: Action) -> None:
        self.rules, self.seat = rules, seat
        self._first_action, self._first_executed = first, False
        self._first_state: Any = None
        """The state in which the first action is executed."""

    def next(self, state: Any) -> Action | None:
        if self.rules.to_act(state) != self.seat:
            return None
        if self._first_executed:
            return capability(self.rules, BatchActions).repeat_for_next(state, self._first_action, self._first_state)
        self._first_state = state
        return self._first_action

    def note_executed(self, action: Action) -> None:
        self._first_executed = True


class RouteRun:
    """The steps of one unit's route, one after the other; it ends at the first illegal one, with the reasons in
    ``stop_reasons``."""

    quick = rolls = one_phase = undone_together = False
    patient = True
    obstacles: tuple[Reason, ...] = ()

    def __init__(self, rules: System[Any], seat: str, steps: Iterable[Action]) -> None:
        self.rules, self.seat = rules, seat
        self._remaining = list(steps)
        self.stop_reasons: tuple[Reason, ...] = ()

    @property
    def not_executed(self) -> int:
        return len(self._remaining)

    def next(self, state: Any) -> Action | None:
        if not self._remaining or self.rules.to_act(state) != self.seat:
            return None
        verdict = self.rules.check(state, self._remaining[0])
        if isinstance(verdict, Illegal):
            self._remaining, self.stop_reasons = [], verdict.reasons
            return None
        return self._remaining[0]

    def note_executed(self, action: Action) -> None:
        if self._remaining and self._remaining[0] == action:
            del self._remaining[0]
