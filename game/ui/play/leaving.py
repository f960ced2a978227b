"""The end of a phase in which something is left to do: the first press says what that is, the second ends it."""

from __future__ import annotations

from typing import Any

from game.core.event import PhaseBegan
from game.core.message import Message, say
from game.ui.play.session import Session
from game.words import said


class Leaving:
    """Remembers in which state it was said."""

    def __init__(self, game: Session) -> None:
        self.game = game
        self.text = ""
        """What is said now, until the next click or key."""
        self._told: Any = None

    def holds_back(self, again: Message) -> bool:
        """Whether the phase is not ended yet: something is left in it, and that had not been said.

        :param again: what is to be pressed once more to end it, in words.
        """
        game = self.game
        state = game.match.state
        if state is self._told:
            return False
        left = tuple(each.text for each in game.rules.undone(state))
        if not left:
            return False
        self._told = state
        label = game.asked.main_label
        self.text = said(say("Nothing done yet: {left}. {again} again: {label}", left=left, again=again, label=label)
                         if self._untouched() else
                         say("Still possible: {left}. {again} again: {label}", left=left, again=again, label=label))
        return True

    @property
    def said(self) -> bool:
        """Whether what is left has been said in the state that is shown."""
        return self.game.match.state is self._told

    def _untouched(self) -> bool:
        """Whether the seat to act has done nothing since the phase began."""
        seat = self.game.flow.seat
        for ply in reversed(self.game.match.plies):
            if any(isinstance(event, PhaseBegan) for event in ply.events):
                return True
            if ply.actor == seat:
                return False
        return True
