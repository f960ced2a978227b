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
    """Whether a lesson says what comes next."""

    @property
    def now(self) -> Situation: ...

    @property
    def asked(self) -> Prompt: ...

    @property
    def held(self) -> bool: ...

    @property
    def may_act(self) -> bool: ...

    def play(self, action: Action | None) -> None: ...

    def roll(self, faces: tuple[int, ...] | None = None) -> None: ...

    def skip(self) -> None: ...

    def settle(self, state: Any = None) -> None: ...

    def undone(self, what: Text) -> None: ...

    def catch_up(self, events: Sequence[Event]) -> None: ...
