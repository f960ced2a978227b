"""A game of computer against computer within a presentation: it is played a little ahead of what is shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from game import catalog
from game.levels import LEVELS
from game.match.match import Match
from game.match.programmes import ComputerGame
from game.ui.app.settings import Settings
from game.ui.play.flow import Flow
from game.ui.screens.slides import GameSlides, Slide

HASTE = 8.0
"""How many times as fast as it is watched it is played ahead: only the players' thinking takes time."""


class LiveGame:
    """Plays on and makes slides of what happens."""

    def __init__(self, game: ComputerGame, system: str, settings: Settings, report: Callable[[str, str], None]) -> None:
        """:param report: told, as title and text, when a computer player fails."""
        rules: Any = catalog.rules(game.system or system)
        players = {seat: (game.players or {}).get(seat, tuple(LEVELS)[-1]) for seat in rules.seats}
        self._match: Match[Any] = Match.begin(rules, game.scenario, catalog.options(rules, game.options),
                                              seed=game.seed, players=players)
        self._turns = game.turns
        self._flow = Flow(self._match, settings, lambda ply: None, report)
        self.slides = GameSlides(self._match)

    @property
    def over(self) -> bool:
        """Whether there is nothing more to be seen of it."""
        match = self._match
        late = self._turns is not None and match.rules.prompt(match.state).turn > self._turns
        return match.result is not None or late or self._flow.paused

    def play(self, dt: float) -> Sequence[Slide]:
        """Let time pass; the slides of what was done in it."""
        known = len(self.slides)
        if not self.over:
            self._flow.update(HASTE * dt, True)
            self.slides.read_on()
        return [self.slides[number] for number in range(known, len(self.slides))]

    def close(self) -> None:
        """End the players' process."""
        self._flow.close()
