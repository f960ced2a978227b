"""What the parts of a game in play may do with the whole of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from game.core.action import Action
from game.core.event import Event
from game.core.message import Text
from game.core.prompt import Prompt
from game.ui.play.hint import Hint
from game.ui.play.situation import Situation


class GameCourse(Protocol):
    """What a part of a game in play may do with the whole."""

    dirty: bool
    """Whether something changed that is not drawn yet."""
    hint: Hint | None
    """A computer player's proposal that is shown."""
    guided: bool
    """Whether a lesson says what comes next: nobody is asked anything else then, and nothing goes on by itself."""

    @property
    def now(self) -> Situation:
        """The situation of the match, which is shown once everything before has played out."""

    @property
    def asked(self) -> Prompt:
        """What is asked on screen: what holds the game, else what the rules ask."""

    @property
    def held(self) -> bool:
        """Whether nothing goes on by itself: a person interrupts, is asked, or has not ended the turn yet."""

    @property
    def may_act(self) -> bool:
        """Whether a person may act now and everything before has been shown."""

    def play(self, action: Action | None) -> None:
        """Do an action of the person at the screen, or take up a placed counter the controller was asked for."""

    def roll(self, faces: tuple[int, ...] | None = None) -> None:
        """Let the dice fall, if they are due."""

    def skip(self) -> None:
        """Show at once what is still being played out, so that the seat to act can go on."""

    def settle(self, state: Any = None) -> None:
        """Show a state (the match's own by default) as it stands."""

    def undone(self, what: Text) -> None:
        """Show the match as it stands after actions were taken back; ``what`` is the log's line on it."""

    def catch_up(self, events: Sequence[Event]) -> None:
        """Show the rest of the latest step, of which only a part was shown."""
