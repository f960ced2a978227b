"""What is left of one kind, e.g. all fire of a phase, played in quick succession and summed up in a line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from game.core.action import Action
from game.core.chance import CHANCE
from game.core.event import Event, PhaseBegan
from game.core.verdict import Reason
from game.match.course import Step
from game.ui.controller import Refusal

if TYPE_CHECKING:
    from game.ui.screens.game import Game

PACE = 6.0
"""How much faster than usual the actions of a run are shown."""
COMPUTER_PACE = 2.0
"""The same for computer players in the midst of such a run."""
AT_ONCE = 4
"""Steps a frame once nothing is to be shown any more."""


class Volley:
    """Plays what the rules say is left without a choice. Stops with the phase, and where a person stops it.

    Where the other side must decide something it waits, and then goes on; it stops where that side begins something
    of its own: its fight after an activation's fire, or breaking in.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.said = ""
        """What the last run came to, until somebody clicks or strikes a key."""
        self._seat: str | None = None
        self._events: list[Event] = []
        self._doing: Action | None = None
        self._mine = False
        """Whether the latest decision was the run's own, so that its throws may fall."""
        self._at_once = False
        self._ended = False
        self._looked: tuple[Any, str] = (None, "")

    @property
    def running(self) -> bool:
        return self._seat is not None

    @property
    def offer(self) -> str:
        """The words on the button; empty where there is nothing to resolve in one go."""
        game = self.game
        if self.running:
            return "Show the end at once" if not self._at_once else "…"
        seat = game.flow.roller if game.controller.prompt.to_act == CHANCE else game.controller.prompt.to_act
        if not game.flow.is_human(seat) or game.flow.paused or game.interruption.holds:
            return ""
        state = game.controller.state
        if self._looked[0] is not state:
            left = game.rules.remaining(state)
            self._looked = (state, left[0] if left is not None else "")
        return self._looked[1]

    def press(self) -> None:
        """The button or its key: start, or while it runs show the rest at once."""
        game = self.game
        game.dirty = True
        if self.running:
            self._at_once = True
        elif self.offer and not game.stage.busy:
            game.controller.clear()
            self.said = ""
            self._seat = game.flow.roller if game.flow.seat == CHANCE else game.flow.seat
            self._events, self._mine, self._at_once, self._ended = [], game.flow.seat == CHANCE, False, False
        elif game.may_act:
            prompt = game.controller.prompt
            game.controller.refusal = Refusal("", (Reason(prompt.rule, "Nothing here can be done in one go now"),))

    def note(self, step: Step[Any]) -> None:
        """Take a step of the match into account."""
        if self.running:
            self._events += step.events
            if step.actor != CHANCE:
                self._mine = step.action is self._doing
            self._ended = self._ended or any(isinstance(event, PhaseBegan) for event in step.events)

    def pace(self, before: Any, step: Step[Any]) -> float:
        """How much faster than usual a step is shown; ``before`` is the state it was done in."""
        if self.running:
            return PACE
        actor = self.game.flow.roller_in(before) if step.actor == CHANCE else step.actor
        quick = not self.game.flow.is_human(actor) and self.game.rules.remaining(before) is not None
        return COMPUTER_PACE if quick else 1.0

    def update(self) -> None:
        """Do the next thing of the run once the one before has been shown."""
        stage = self.game.stage
        for _ in range(AT_ONCE if self._at_once else 1):
            if self._at_once:
                stage.silent = True
                stage.skip()
                stage.silent = False
            if not self.running or stage.busy or self.game.interruption.holds:
                return
            self._step()

    def _step(self) -> None:
        game, flow = self.game, self.game.flow
        if self._ended or flow.seat is None:
            self.stop()
        elif flow.seat == CHANCE:
            if self._mine and (flow.roller != self._seat or not flow.roll()):
                self.stop()
        elif flow.seat == self._seat:
            left = game.rules.remaining(game.match.state)
            self._doing = left[1] if left is not None else None
            if self._doing is None or not (game.interruption.before(self._doing) or flow.play(self._doing)):
                self.stop()
        elif game.controller.prompt.main is not None:
            self.stop()

    def stop(self) -> None:
        """End the run and say what it came to."""
        if not self.running:
            return
        self._seat, self._at_once = None, False
        self.said = self.game.rules.summary(self._events)
        if self.said:
            self.game.chronicle.remark(self.said, "result")
        self.game.dirty = True
