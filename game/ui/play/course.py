"""The interface through which the parts of a game in play, such as its buttons, use the game as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from game.core.action import Action
from game.core.event import Event
from game.core.message import Text
from game.core.prompt import Prompt
from game.match.hint import Hint
from game.ui.play.situation import Situation


class GameCourse(Protocol):
    """A game in play, as its parts use it. ``GameInPlay`` implements it."""

    dirty: bool
    """Whether a change has not been drawn yet."""
    hint: Hint | None
    """The hint shown; None if there is none."""
    guided: bool
    """Whether a lesson decides which step comes next: then no other questions are asked, and nothing advances
    automatically."""

    @property
    def match_situation(self) -> Situation:
        """The situation of the match, shown once all earlier animations have ended."""

    @property
    def prompt_shown(self) -> Prompt:
        """The prompt on screen: that of the question or the turn's end for which the game is held, else the rules'
        prompt."""

    @property
    def halted(self) -> bool:
        """Whether automatic progress is stopped: because a person interrupts, is asked whether to, or has not ended the
        turn yet."""

    @property
    def may_act(self) -> bool:
        """Whether a person may act now and everything before has been shown."""

    def play(self, action: Action | None) -> None:
        """Execute an action of the person at the screen; or, in a set-up, pick up the placed counter that was
        clicked."""

    def roll(self, faces: tuple[int, ...] | None = None) -> None:
        """Roll the dice, if a roll is pending.

        :param faces: the faces of real dice; None: the program rolls.
        """

    def skip(self) -> None:
        """Finish all animations at once, so that the seat to act can continue."""

    def settle(self, state: Any = None) -> None:
        """Show a state (the match's own by default) without animation."""

    def after_undo(self, text: Text) -> None:
        """Show the match after actions were undone or redone.

        :param text: the log's line about it.
        """

    def catch_up(self, events: Sequence[Event]) -> None:
        """Show the rest of the latest step, of which only a part was shown."""
