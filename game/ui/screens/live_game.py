"""Games of computer against computer within a presentation: each is played a little ahead of what is shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from game import catalog
from game.core.message import MessageError, Text, say
from game.levels import LEVELS
from game.match.match import Match
from game.match.programmes import ComputerGame
from game.ui.app.settings import Settings
from game.ui.play.flow import Flow
from game.ui.screens.slides import GameSlides, Slide

HASTE = 8.0
"""How many times as fast as it is watched it is played ahead: only the players' thinking takes time."""
AHEAD = 8
"""Slides of a game that are played ahead of the one shown. Chosen."""
A_TURN = 28
"""Slides of a turn of a game that has not been played so far, to show how much is still to come: Kassala's first
turns have about so many."""
TURNS = 10
"""Turns of a game without a last turn, for the same. Chosen."""


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
        self._closed = False
        """Whether the slide has been made that says how it stands in the end."""

    @property
    def over(self) -> bool:
        """Whether there is nothing more to be seen of it."""
        match = self._match
        late = self._turns is not None and match.rules.prompt(match.state).turn > self._turns
        return match.result is not None or late or self._flow.paused

    @property
    def thinking(self) -> Text:
        """Who is thinking."""
        match = self._match
        seat = match.to_act if match.to_act in match.rules.seats else self._flow.roller
        side = match.rules.theme.side_title(seat) or seat or ""
        return say("{side} is thinking …", side=side)

    def play(self, dt: float) -> Sequence[Slide]:
        """Let time pass; the slides of what was done in it."""
        known = len(self.slides)
        if not self.over:
            self._flow.update(HASTE * dt, True)
            self.slides.read_on()
        found = [self.slides[number] for number in range(known, len(self.slides))]
        if self.over and not self._closed:
            self._closed = True
            found.append(self.slides.closing)
        return found

    @property
    def coming(self) -> int:
        """About how many of its slides are still to be played."""
        if self._closed:
            return 0
        match = self._match
        passed = match.rules.prompt(match.state).turn - match.rules.prompt(match.history.first).turn
        whole = _turns(self._turns, self.slides.part.info.turns)
        return max((whole - passed - 1) * A_TURN, whole * A_TURN - len(self.slides), 1)

    def close(self) -> None:
        """End the players' process."""
        self._flow.close()


def _turns(shown: int | None, whole: int | None) -> int:
    """How many turns of a game are shown."""
    return min((turns for turns in (shown, whole) if turns), default=TURNS)


class LiveGames:
    """The slides of a presentation; those of its games are added while these are played."""

    def __init__(self, slides: Sequence[Slide], settings: Settings, report: Callable[[str, str], None]) -> None:
        """:param report: told, as title and text, when a computer player fails."""
        self.slides = slides
        self._settings, self._report = settings, report
        self._live: LiveGame | None = None
        """The game that is played."""
        self._titles = [slide for slide in slides if slide.game] if not isinstance(slides, GameSlides) else []
        """The slides after which a game is played; there are none in what has happened in a game."""
        self._begun: list[ComputerGame] = []
        self._frontier = 0
        """The number of slides up to the last of that game."""
        if not any(slide.part is not None for slide in slides):
            if not self._titles:
                raise MessageError(say("expected a lesson or a game beside the titles"))
            self.begin(next(at for at, slide in enumerate(slides) if slide.game is not None))

    def begin(self, at: int) -> bool:
        """Begin the game that is played after a slide, unless it has been; whether it begins now."""
        slide = self.slides[at]
        if slide.game is None or slide.game in self._begun:
            return False
        self.close()
        self._begun.append(slide.game)
        self._live = LiveGame(slide.game, slide.system, self._settings, self._report)
        self._frontier = at + 1
        self._insert(self._live.slides[:1])
        return True

    def play(self, at: int, dt: float) -> int | None:
        """Let time pass while a slide is shown; the number of the first slide that has been added, if any has."""
        frontier = self._frontier
        if self._live is not None and at >= frontier - AHEAD:
            self._insert(self._live.play(dt))
        return frontier if self._frontier > frontier else None

    def awaited(self, at: int) -> Text:
        """Where the slide after one is of a game that has not been played so far: who is thinking; else nothing."""
        live = self._live
        return live.thinking if live is not None and not live.over and at + 1 == self._frontier else ""

    @property
    def coming(self) -> int:
        """About how many slides there will be besides those that there are, once every game has been played."""
        begun = self._live.coming if self._live is not None else 0
        return begun + sum(_turns(slide.game.turns, catalog.scenario(
            catalog.rules(slide.game.system or slide.system), slide.game.scenario).turns) * A_TURN
            for slide in self._titles if slide.game is not None and slide.game not in self._begun)

    def passed(self, at: int) -> float:
        """The share of the presentation that has been shown with a slide, counting those to come."""
        return (at + 1) / (len(self.slides) + self.coming)

    def close(self) -> None:
        """End the players' process."""
        if self._live is not None:
            self._live.close()

    def _insert(self, slides: Sequence[Slide]) -> None:
        """Put slides of the game that is played behind those of it that there are."""
        if slides:
            self.slides = [*self.slides[:self._frontier], *slides, *self.slides[self._frontier:]]
            self._frontier += len(slides)
