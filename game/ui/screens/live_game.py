"""Games within a presentation: slides of a match, and live games between computer players, played slightly ahead of the
slide shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from game import catalog
from game.core.action import Faces
from game.core.event import Moved, PhaseBegan, first_roll
from game.core.message import MessageError, Text, joined, say
from game.i18n.words import translate
from game.match import captions
from game.match.history import Ply
from game.match.lesson_frames import Frame
from game.match.lessons import LessonStep, Show
from game.match.match import Match
from game.match.programmes import ComputerGame
from game.ui.app.settings import Settings
from game.ui.board.places import plainly
from game.ui.board.trace import Trace, trace_of
from game.ui.play.recap import turn_summary
from game.ui.play.rolling import roll_result_of
from game.ui.play.situation import shown_to, viewing_seat
from game.ui.play.turn_driver import Flow
from game.ui.screens.slides import Slide, SlideFight, SlidePart, arithmetic_parts, cut_caption, sides_text

LIVE_SPEED = 8.0
"""Speed of live play relative to watching; only the computer players' thinking takes real time."""
SLIDES_AHEAD = 8
"""Number of slides that live play stays ahead of the one shown. Chosen by hand."""
SLIDES_PER_TURN = 28
"""Estimated slides for a turn not yet played, for the progress bar: about as many as Kassala's first turns have."""
GUESSED_TURNS = 10
"""Estimated turns of a game without a last turn, for the progress bar. Chosen by hand."""
MIN_SUMMARIZED = 2
"""Least number of moves and rolls in a side's turn for a summary slide; a single one has just been seen.
Chosen by hand."""


class LiveGame:
    """Plays a game between computer players and makes slides of it."""

    def __init__(self, game: ComputerGame, system: str, settings: Settings, report: Callable[[str, str], None]) -> None:
        """:param report: callback for a failing computer player, with title and text."""
        from game.ai.players import usual_level  # import the players only when a game begins

        rules: Any = catalog.rules(game.system or system)
        players = {seat: (game.players or {}).get(seat) or usual_level(rules) for seat in rules.seats}
        self._match: Match[Any] = Match.begin(rules, game.scenario, catalog.options(rules, game.options),
                                              seed=game.seed, players=players)
        self._turns = game.turns
        """Number of turns to play; None: to the end."""
        self._flow = Flow(self._match, settings, lambda ply: None, report)
        self.slides = GameSlides(self._match)
        self._closed = False
        """Whether the closing slide has been made."""

    @property
    def over(self) -> bool:
        """Whether no more of the game will be shown."""
        match = self._match
        is_past_last_turn = self._turns is not None and match.rules.prompt(match.state).turn > self._turns
        return match.result is not None or is_past_last_turn or self._flow.paused

    @property
    def thinking(self) -> Text:
        """A note with the side whose computer player is thinking."""
        match = self._match
        seat = match.to_act if match.to_act in match.rules.seats else self._flow.roller
        side = match.rules.theme.side_title(seat) or seat or ""
        return say("{side}: thinking …", side=side)

    def play(self, dt: float) -> Sequence[Slide]:
        """Advance the game by ``dt`` seconds; return the new slides."""
        count_before = len(self.slides)
        if not self.over:
            self._flow.update(LIVE_SPEED * dt, True)
            self.slides.update()
        new_slides = [self.slides[number] for number in range(count_before, len(self.slides))]
        if self.over and not self._closed:
            self._closed = True
            new_slides.append(self.slides.closing)
        return new_slides

    @property
    def slides_to_come(self) -> int:
        """Estimated number of slides still to come."""
        if self._closed:
            return 0
        match = self._match
        passed = match.rules.prompt(match.state).turn - match.rules.prompt(match.history.first_state).turn
        turn_count = _turns_shown(self._turns, self.slides.part.info.turns)
        return max((turn_count - passed - 1) * SLIDES_PER_TURN, turn_count * SLIDES_PER_TURN - len(self.slides), 1)

    def close(self) -> None:
        """End the computer players' process."""
        self._flow.close()


def _turns_shown(limit: int | None, scenario_turns: int | None) -> int:
    """Number of turns of a game that are shown.

    :param limit: number of turns to play; None: to the end.
    :param scenario_turns: length of the scenario in turns; None if it has no last turn.
    """
    return min((turns for turns in (limit, scenario_turns) if turns), default=GUESSED_TURNS)


class LiveGames:
    """The slides of a presentation; slides of its live games are added as they are played."""

    def __init__(self, slides: Sequence[Slide], settings: Settings, report: Callable[[str, str], None]) -> None:
        """:param report: callback for a failing computer player, with title and text."""
        self.slides = slides
        self._settings, self._report = settings, report
        self._live: LiveGame | None = None
        """The live game under way."""
        self._titles = [slide for slide in slides if slide.game] if not isinstance(slides, GameSlides) else []
        """The slides followed by a live game; none if the slides are those of a match."""
        self._begun: list[ComputerGame] = []
        """The live games that have been started."""
        self._frontier = 0
        """Index after the last slide that the live game under way has so far."""
        if not any(slide.part is not None for slide in slides):
            if not self._titles:
                raise MessageError(say("expected a lesson or a game as well as titles"))
            self.begin(next(index for index, slide in enumerate(slides) if slide.game is not None))

    def begin(self, index: int) -> bool:
        """Start the live game that follows a slide, unless it has been started before; return whether it starts now."""
        slide = self.slides[index]
        if slide.game is None or slide.game in self._begun:
            return False
        self.close()
        self._begun.append(slide.game)
        self._live = LiveGame(slide.game, slide.system, self._settings, self._report)
        self._frontier = index + 1
        self._insert(self._live.slides[:1])
        return True

    def play(self, index: int, dt: float) -> int | None:
        """Advance the live game by ``dt`` seconds while a slide is shown, if it is not far enough ahead of the slide;
        return the index of the first slide added, None if there is none."""
        frontier = self._frontier
        if self._live is not None and index >= frontier - SLIDES_AHEAD:
            self._insert(self._live.play(dt))
        return frontier if self._frontier > frontier else None

    def thinking(self, index: int) -> Text:
        """A note with the side that is thinking, if the slide after this one is still to be played; else empty."""
        live = self._live
        return live.thinking if live is not None and not live.over and index + 1 == self._frontier else ""

    @property
    def slides_to_come(self) -> int:
        """Estimated number of slides still to be added by all live games."""
        count = self._live.slides_to_come if self._live is not None else 0
        for slide in self._titles:
            if slide.game is not None and slide.game not in self._begun:
                rules = catalog.rules(slide.game.system or slide.system)
                turns = catalog.scenario(rules, slide.game.scenario).turns
                count += _turns_shown(slide.game.turns, turns) * SLIDES_PER_TURN
        return count

    def share_shown(self, index: int) -> float:
        """Share of the presentation shown up to a slide, counting slides to come."""
        return (index + 1) / (len(self.slides) + self.slides_to_come)

    def close(self) -> None:
        """End the computer players' process."""
        if self._live is not None:
            self._live.close()

    def _insert(self, slides: Sequence[Slide]) -> None:
        """Insert slides of the live game after those it has; its part of a programme ends when planned."""
        if slides:
            end_minute = self.slides[self._frontier - 1].end_minute
            added = [replace(slide, end_minute=end_minute) for slide in slides]
            self.slides = [*self.slides[:self._frontier], *added, *self.slides[self._frontier:]]
            self._frontier += len(slides)


class GameSlides(Sequence[Slide]):
    """Slides of a match, action by action; each is created when first shown."""

    def __init__(self, match: Match[Any]) -> None:
        self._match = match
        self._plies = match.plies
        rules = shown_to(match.rules, lambda: viewing_seat(match))
        self.part = SlidePart(rules, catalog.scenario(match.rules, match.header.scenario), game=True)
        """The slide part shared by all its slides."""
        self._summarized: dict[int, int] = {}
        """Number of the last action of a side's turn -> number of its first action, of turns with a summary slide."""
        prompt = match.rules.prompt(match.history.first_state)
        self._turn, self._first = (prompt.turn, prompt.phase_key[0]), 0
        """The current turn and phasing side, and its first action, counted from 0."""
        self._starts = [1]
        """Index of each action's first slide; slide 0 is the set-up."""
        self._count_slides()
        self._created: dict[int, tuple[Slide, ...]] = {}
        """Index of an action -> its slides, once created."""

    def update(self) -> None:
        """Read the actions that have happened since."""
        self._plies = self._match.plies
        self._count_slides()

    def _count_slides(self) -> None:
        """Count the slides of each new action."""
        for number in range(len(self._starts) - 1, len(self._plies)):
            ply = self._plies[number]
            began = [(event.turn, event.seat) for event in ply.events if isinstance(event, PhaseBegan) and event.seat]
            if began and began[-1] != self._turn:
                if sum(map(_is_move_or_roll, self._plies[self._first:number + 1])) >= MIN_SUMMARIZED:
                    self._summarized[number] = self._first
                self._turn, self._first = began[-1], number + 1
            slides = (3 if isinstance(ply.action, Faces) else 1) + (number in self._summarized)
            self._starts.append(self._starts[-1] + slides)

    def __len__(self) -> int:
        return self._starts[-1]

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        index %= len(self)
        if not index:
            first = self._match.history.first_state
            frame = Frame(LessonStep(""), first, first)
            return Slide(self.part.info.title, part=self.part, frame=frame)
        number = next(k for k, start in enumerate(self._starts) if start > index) - 1
        if number not in self._created:
            self._created[number] = (*self._slides_of_ply(number), *self._slides_of_turn(number))
        return self._created[number][index - self._starts[number]]

    @property
    def closing(self) -> Slide:
        """The closing slide after the last known action: the winner or that there is none yet, with the objectives."""
        match, state = self._match, self._match.state
        first_turn, turn = (match.rules.prompt(each).turn for each in (match.history.first_state, state))
        text: Text = (match.result.text if match.result is not None
                      else say("{turn_title} {turn} is over with no winner yet. The objectives so far",
                               turn_title=match.rules.theme.turn, turn=turn - 1)
                      if turn > first_turn else say("No winner yet. The objectives so far"))
        frame = Frame(LessonStep("", show=Show(panel="objectives")), state, state)
        return Slide(cut_caption(plainly(self.part.rules.board(state), text)), part=self.part, frame=frame,
                     step=len(self._plies))

    def slide_of_action(self, number: int) -> int:
        """Index of an action's last slide; actions are counted from 1, and 0 is the set-up."""
        return self._starts[number] - 1

    def _slides_of_turn(self, number: int) -> Iterator[Slide]:
        """The summary slide of the turn that ended with an action, if any."""
        if number not in self._summarized:
            return
        first, rules, state = self._summarized[number], self.part.rules, self._plies[number].state
        before = self._plies[first - 1].state if first else self._match.history.first_state
        prompt = rules.prompt(before)
        side = rules.theme.side_title(prompt.phase_key[0])
        summary = turn_summary(rules, before, self._plies[first:number + 1], side, prompt.turn)
        caption = plainly(rules.board(state), joined((summary.title, joined(summary.lines, ", ")), ": "))
        frame = Frame(LessonStep(""), state, state)
        yield Slide(cut_caption(caption), part=self.part, frame=frame, step=number + 1, turn_summary=summary,
                    trace=summary.trace)

    def _slides_of_ply(self, number: int) -> Iterator[Slide]:
        """The slides of an action: one, or for a roll three: what is rolled, the faces, and what follows from them."""
        ply, rules = self._plies[number], self.part.rules
        before = self._plies[number - 1].state if number else self._match.history.first_state
        frame = Frame(LessonStep(""), before, ply.state, tuple(ply.events), last_action=ply.action)
        board = rules.board(before)
        if not isinstance(ply.action, Faces):
            caption = captions.caption(rules, before, ply.action, ply.state, ply.actor)
            yield Slide(cut_caption(plainly(board, caption)), part=self.part, frame=frame, step=number + 1, plays=True,
                        trace=self._trace(before, ply))
            return
        preview = rules.preview(before, ply.action)
        rolled = first_roll(frame.events)
        roll_result = roll_result_of(rules, before, ply.action)
        fight = SlideFight(preview, arithmetic_parts(preview) if preview is not None else 0, odds=True)
        roll_title = sides_text(rules, before, preview) or (
            plainly(board, roll_result.roll.title) if roll_result is not None else "")
        caption = rolled.text if rolled is not None else joined([event.text for event in ply.events[:1]])
        slide = Slide(cut_caption(plainly(board, caption)), part=self.part, frame=frame, step=number + 1)
        fight = replace(fight, roll_result=roll_result)
        yield replace(slide, caption=cut_caption(translate(roll_title)), done=False, fight=fight)
        yield replace(slide, done=False, fight=replace(fight, rolled=rolled))
        yield replace(slide, plays=True, trace=self._trace(before, ply))

    def _trace(self, before: Any, ply: Ply[Any]) -> Trace:
        """The arrows and marks left by an action's moves and attacks."""
        return trace_of(ply.events, {counter.unit: counter for counter in self.part.rules.counters(before)})


def _is_move_or_roll(ply: Ply[Any]) -> bool:
    """Whether an action moved a unit or was a roll."""
    return isinstance(ply.action, Faces) or any(isinstance(event, Moved) for event in ply.events)
