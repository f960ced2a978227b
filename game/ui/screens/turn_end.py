"""The end of a turn that nobody ended in so many words: the screen stops until the person says so."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from game.core.contract import Prompt
from game.match.course import Step

if TYPE_CHECKING:
    from game.ui.screens.game import Game


class TurnEnd:
    """Holds the game after a person's last fight, so that he sees what came of it before the other side begins.

    The match is already in the next phase: no action is recorded for it.
    """

    label = "End the turn"

    def __init__(self, game: Game) -> None:
        self.game = game
        self.prompt: Prompt | None = None
        """What is asked while the game holds."""

    @property
    def holds(self) -> bool:
        return self.prompt is not None

    @property
    def shown(self) -> Prompt | None:
        """What is asked, once the last fight has been shown."""
        game = self.game
        return self.prompt if game.controller.aside is None and game.controller.state is game.match.state else None

    def note(self, before: Any, step: Step[Any]) -> None:
        """Hold the game if a step let a person's turn run out."""
        rules = self.game.rules
        self.prompt = None
        if not self.game.app.settings.end_turn_by_hand or rules.to_act(step.state) is None:
            return
        seat = rules.ran_out(before, step.action, step.state)
        if seat in self.game.flow.people:
            asked = rules.prompt(before)
            text = "Your last fight is done. Look around; then end your turn"
            self.prompt = replace(asked, to_act=seat, text=text, duties=(), main=None, mode="move", whose=seat)

    def end(self) -> None:
        """Let the other side begin."""
        self.prompt = None
        self.game.settle()
