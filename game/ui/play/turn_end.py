"""Confirmation before play passes to the other side when a turn ended implicitly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from game.art import Additions, additions
from game.core.batch import TurnEnds
from game.core.capability import capability
from game.core.contract import Counter
from game.core.event import Event, PhaseBegan, TurnOver
from game.core.message import say
from game.core.prompt import Prompt
from game.match.history import Ply
from game.ui.play.session import Session


def _with_turn(counter: Counter, before: Counter, known: Additions) -> Counter:
    """A counter as it stands after the last fight, with the marks of the turn that it had before."""
    kept = tuple(name for name in before.marks if name not in counter.marks
                 and (known.mark(name).acted or known.mark(name).of_turn))
    return replace(counter, marks=(*kept, *counter.marks)) if kept else counter


class TurnEnd:
    """Holds the game after a person's last fight, so that its result is seen before the other side begins.

    The match is already in the next phase: no action is recorded for it. What the same step brought of that is kept
    back until the turn is ended.
    """

    label = say("End turn")

    def __init__(self, game: Session) -> None:
        self.game = game
        self.prompt: Prompt | None = None
        """What is asked while the game holds."""
        self.before: Any = None
        """The state before the step that ended the turn."""
        self._step: Ply[Any] | None = None
        self._recall()

    def _recall(self) -> None:
        """Hold a game that is taken up again where its latest step let a person's turn run out."""
        steps = self.game.match.plies
        if steps:
            self.note(steps[-2].state if len(steps) > 1 else self.game.match.history.first, steps[-1])

    @property
    def holds(self) -> bool:
        return self.prompt is not None

    @property
    def stands(self) -> bool:
        """Whether the turn that ran out is still on: its last fight has been shown, and all who interrupt after it only
        think about it so far."""
        return self.holds and self.game.situation.state is self.game.match.state

    @property
    def shown(self) -> Prompt | None:
        """What is asked, once the last fight has been shown."""
        return self.prompt if self.stands and self.game.situation.interrupting is None else None

    def note(self, before: Any, ply: Ply[Any]) -> None:
        """Hold the game if a step let a person's turn run out."""
        rules = self.game.rules
        self.prompt, self.before, self._step = None, before, ply
        if self.game.guided or not self.game.host.settings.end_turn_by_hand or self.game.match.history.to_act is None:
            return
        seat = capability(rules, TurnEnds).ran_out(before, ply.action, ply.state)
        if seat in self.game.flow.people:
            asked = rules.prompt(before)
            text = say("Nothing left to do this turn. Review the map, then end your turn")
            self.prompt = replace(asked, to_act=seat, text=text, duties=(), main=None, mode="move", whose=seat,
                                  budgets=())

    def events(self, ply: Ply[Any]) -> tuple[Event, ...]:
        """What is shown of a step now: while the game holds after it, nothing that belongs to the next turn."""
        return ply.events[: self._first(ply)] if self.holds and ply is self._step else ply.events

    @property
    def kept(self) -> tuple[Event, ...]:
        """What the step that ended the turn brought of the next one, while that is kept back."""
        return self._step.events[self._first(self._step):] if self.holds and self._step is not None else ()

    @staticmethod
    def _first(ply: Ply[Any]) -> int:
        """The number of the first event of the next turn."""
        began = (k for k, event in enumerate(ply.events) if isinstance(event, PhaseBegan | TurnOver))
        return next(began, len(ply.events))

    def counters(self) -> Sequence[Counter] | None:
        """The counters as the last fight left them, marks of the turn included; None where nothing is kept back."""
        if not self.shown or self._step is None:
            return None
        rules, told = self.game.rules, {getattr(event, "unit", None) for event in self.events(self._step)}
        before = {counter.unit: counter for counter in rules.counters(self.before)}
        known = additions(rules.theme.art)
        return [c if c.unit in told else _with_turn(c, before[c.unit], known)
                for c in rules.counters(self._step.state)]

    def end(self) -> None:
        """Let the other side begin: what was kept back is shown first."""
        kept, self.prompt = self.kept, None
        self.game.catch_up(kept)
