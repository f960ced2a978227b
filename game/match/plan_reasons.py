"""When the reasons of computer players are told: those of a plan of several actions together, at its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.ai.player_process import Advice
from game.core.event import Event, GameOver, PhaseBegan, TurnOver
from game.core.message import Text, joined, names_in, say

MAX_REASONS = 5
"""The most reasons kept for one plan: about that many lines of the log. Chosen by hand."""

REPEATED_NAMES = 2
"""A reason with at least this many names and numbers, all of them in earlier reasons, counts as a repetition; a single
one, e.g. a town, may have many reasons."""


class PlanReasons:
    """Holds back the reasons of multi-action plans until the plan is complete or its phase is over."""

    def __init__(self) -> None:
        self._collected: dict[str, dict[Text, Text]] = {}
        """Seat -> the reasons of its plans not shown yet -> the reason with its step, to be shown."""
        self._next_steps: dict[str, Sequence[str]] = {}
        """Seat -> the planned actions after its latest one."""

    def text_with(self, seat: str, advice: Advice, action_text: Text) -> Text:
        """The text to show with an action. With the last step of a plan: all reasons collected so far. With a single
        action, even between two steps, e.g. an answer to an interrupt: its own reason. With other steps: nothing.

        Each reason names its step, because it is shown later than the step. The reason of the last step is left out,
        and so are those that say nothing new.

        :param action_text: the action in words.
        """
        why: Text = advice.why
        plan, collected = advice.plan, self._collected.setdefault(seat, {})
        continues_plan = bool(plan and collected) and tuple(plan) == tuple(self._next_steps.get(seat, ()))
        if len(plan) < 2 and not continues_plan:
            return why
        if not continues_plan or (len(plan) > 1 and len(collected) < MAX_REASONS and _is_new(why, collected)):
            collected.setdefault(why, say("{action}: {why}", action=action_text, why=why) if why else "")
        if len(plan) < 2:
            return self._take_reasons(seat)
        self._next_steps[seat] = plan[1:]
        return ""

    def remaining(self, events: Sequence[Event]) -> list[tuple[str, Text]]:
        """Seats and the reasons of their plans still to show when a step has ended a phase; empty while the phase
        lasts."""
        if not any(isinstance(event, PhaseBegan | TurnOver | GameOver) for event in events):
            return []
        return [(seat, text) for seat in tuple(self._collected) if (text := self._take_reasons(seat))]

    def forget(self) -> None:
        """Forget all plans, because actions were undone."""
        self._collected.clear()
        self._next_steps.clear()

    def _take_reasons(self, seat: str) -> Text:
        """The collected reasons of a seat's plan, which is forgotten."""
        self._next_steps.pop(seat, None)
        return joined(self._collected.pop(seat, {}).values(), "; ")


def _is_new(why: Text, collected: Mapping[Text, Text]) -> bool:
    """Whether a reason says something new, rather than repeating attackers, targets and chances.

    :param collected: the earlier reasons, each with its step.
    """
    names = set(names_in(why))
    known = {name for text in collected.values() for name in names_in(text)}
    return bool(why) and why not in collected and (len(names) < REPEATED_NAMES or not names <= known)
