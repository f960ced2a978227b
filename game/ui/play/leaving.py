"""The end of a phase in which something is left to do: the first press says what that is, the second ends it."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

from game.core.action import Action
from game.core.bulk import Undone
from game.core.message import Text, joined, say
from game.ui.play.session import Session
from game.words import headed, said


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
            self._left = state, tuple(self.game.rules.undone(state))
        return self._left[1]

    def holds_back(self, *, by_key: bool) -> bool:
        """Whether the phase is not ended yet: something is left in it, and that had not been said.

        :param by_key: whether its key was pressed, not the button.
        """
        game = self.game
        state = game.match.state
        if state is self._told:
            return False
        left = self.left(state)
        if not left:
            return False
        self._told = state
        dangers = [say("Warning: {danger}", danger=each.text) for each in left if each.hazard]
        possible = joined(each.text for each in left if not each.hazard)
        told: list[Text] = [*dangers, *([headed(possible)] if possible else [])]
        words = joined(told, ". ")
        self.text = said(say("{left}. Press Space again to continue", left=words) if by_key else
                         say("{left}. Click again to continue", left=words))
        return True

    @property
    def said(self) -> bool:
        """Whether what is left has been said in the state that is shown."""
        return self.game.match.state is self._told

    def ends_turn(self, action: Action) -> bool:
        """Whether ending the phase would pass over others of the same player turn, where the person wants to end turns
        by hand."""
        game = self.game
        if not game.host.settings.end_turn_by_hand:
            return False
        rules, state = game.match.rules, game.match.state
        phases, place = rules.phases(state), rules.prompt(state).place
        if place not in phases:
            return False
        later = list(takewhile(lambda one: one[0] == place[0], phases[phases.index(place) + 1:]))
        after, _ = rules.apply(state, action)
        return bool(later) and rules.prompt(after).place not in later
