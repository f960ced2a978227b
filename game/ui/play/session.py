"""What the parts of a game in play share: the match, who plays it, what is picked up, and what is shown of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any

from game.core.action import Action
from game.core.contract import Counter
from game.core.event import Event
from game.core.message import Text
from game.core.preview import Preview
from game.core.prompt import Prompt
from game.match.match import Match
from game.ui.app.screen import Host
from game.ui.play.controller import Controller
from game.ui.play.cursor import Band, Measuring
from game.ui.play.flow import Flow
from game.ui.play.game_log import GameLog
from game.ui.play.hand import Hand
from game.ui.play.hint import Hint
from game.ui.play.pointing import Pointing
from game.ui.play.rolling import LatestResult
from game.ui.play.situation import Sight, Situation
from game.ui.play.stage import Stage


class GameSession(ABC):
    """A match on the table before people. Its parts work on it; ``GameInPlay`` puts them together."""

    guided = False
    """Whether a lesson says what comes next: nobody is asked anything else then, and nothing goes on by itself."""
    flow: Flow
    game_log: GameLog
    """The log."""

    def __init__(self, host: Host, match: Match[Any], sight: Sight, stage: Stage) -> None:
        """:param sight: what the people before the screen may see of the match.
        :param stage: the map on which it is played.
        """
        self.host = host
        self.match = match
        self.sight = sight
        self.rules = self.sight.rules
        """The rules filtered for the viewer."""
        self.theme = match.rules.theme
        self.view, self.stage = stage.view, stage
        self.controller = Controller(self.rules, match.state)
        """What clicks and keys mean. Its state is the one shown, which follows the match's once all has played out."""
        self.selection, self.planning = self.controller.selection, self.controller.planning
        """What is picked up, and where it may go."""
        self.stacks = self.controller.stacks
        self.hand = Hand(self.selection)
        """What is held over a table without a grid."""
        self.measuring = Measuring()
        self.band = Band(self.selection)
        self.pointing = Pointing()
        self.latest = LatestResult()
        self.battle: Preview | None = None
        """The arithmetic of the roll whose result is shown."""
        self.hint: Hint | None = None
        """A computer player's proposal that is shown."""
        self.dirty = True
        """Whether something changed that is not drawn yet."""

    @property
    def situation(self) -> Situation:
        """What is shown, and asked; another one as soon as that changes."""
        return self.controller.situation

    @property
    def now(self) -> Situation:
        """That of the match, which is shown once everything before has played out."""
        return self.controller.at(self.match.state)

    @property
    @abstractmethod
    def asked(self) -> Prompt:
        """What is asked on screen: what holds the game, else what the rules ask."""

    @property
    def tells(self) -> bool:
        """Whether a lesson tells something, so that nobody is to choose."""
        return False

    @property
    @abstractmethod
    def held(self) -> bool:
        """Whether nothing goes on by itself: a person interrupts, is asked, or has not ended the turn yet."""

    @property
    @abstractmethod
    def may_act(self) -> bool:
        """Whether a person may act now and everything before has been shown."""

    @abstractmethod
    def play(self, action: Action | None) -> None:
        """Do an action of the person at the screen, or take up a placed counter the controller was asked for."""

    @abstractmethod
    def roll(self, faces: tuple[int, ...] | None = None) -> None:
        """Let the dice fall, if they are due."""

    @abstractmethod
    def skip(self) -> None:
        """Show at once what is still being played out; who must act may do so then."""

    @abstractmethod
    def settle(self, state: Any = None) -> None:
        """Show a state (the match's own by default) as it stands."""

    @abstractmethod
    def lay_out(self, counters: Iterable[Counter]) -> None:
        """Lay counters on the map and into the boxes beside it."""

    @abstractmethod
    def catch_up(self, events: Sequence[Event]) -> None:
        """Show the rest of the latest step, of which only a part was shown."""

    @abstractmethod
    def undone(self, what: Text) -> None:
        """Show the match as it stands after actions were taken back; ``what`` is the log's line on it."""
