"""The end of a phase in which something is left to do: the first press says what that is, the second ends it."""

from __future__ import annotations

from typing import Any

from game.core.batch import TurnEnds, Undone
from game.core.capability import capability
from game.core.message import Text, joined, say
from game.i18n.words import headed, said
from game.ui.play.session import Session


class Leaving:
    """Remembers in which state it was said."""

    def __init__(self, game: Session) -> None:
        self.game = game
        self.text = ""
        """What is said now, until the next click or key."""
        self._told: Any = None
        self._left: tuple[Any, tuple[Undone, ...]] = None, ()

    def left(self, state: Any) -> tuple[Undone, ...]:
        """What the side to act could still do in a state, worked out once for it."""
        if self._left[0] is not state:
            self._left = state, tuple(capability(self.game.rules, TurnEnds).undone(state))
        return self._left[1]

    def holds_back(self, *, by_key: bool, soon: bool) -> bool:
        """Whether the phase is not ended yet: something is left in it, and that had not been said.

        :param by_key: whether its key was pressed, not the button.
        :param soon: whether the press may be meant for the phase before; it is then held back once in any case.
        """
        game = self.game
        state = game.match.state
        if state is self._told:
            return False
        left = self.left(state)
        if not (left or soon):
            return False
        self._told = state
        dangers = [say("Warning: {danger}", danger=each.text) for each in left if each.hazard]
        possible = joined(each.text for each in left if not each.hazard)
        told: list[Text] = [*dangers, *([headed(possible)] if possible else [])]
        told = told or [say("Nothing left to do in this phase")]
        words = joined(told, ". ")
        self.text = said(say("{left}. Press Space again to continue", left=words) if by_key else
                         say("{left}. Click again to continue", left=words))
        return True

    @property
    def said(self) -> bool:
        """Whether what is left has been said in the state that is shown."""
        return self.game.match.state is self._told
