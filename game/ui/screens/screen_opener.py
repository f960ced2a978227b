"""Opens games, replays, lessons, presentations and the editor; a dialog reports what cannot be opened."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from game import catalog
from game.core.contract import BadPosition, System
from game.core.message import Message, MessageError, Text, error_text, joined, plural, say
from game.i18n.dates import date_of
from game.match import loading, programmes
from game.match.draft import Draft
from game.match.errors import MatchError
from game.match.game_names import branch_name, shown_name
from game.match.lessons import Lesson, all_lessons, find_lesson, read
from game.match.match import Match
from game.match.programmes import Programme
from game.match.start import Start
from game.match.store import Listing, Store
from game.ui.app.dialogs import QuestionSheet
from game.ui.app.screen import Host
from game.ui.app.settings import storable
from game.ui.play.lesson import Guide
from game.ui.screens.demo import DemoScreen
from game.ui.screens.editor import PositionEditor
from game.ui.screens.game import GameScreen
from game.ui.screens.lesson_screen import LessonScreen
from game.ui.screens.live_game import GameSlides
from game.ui.screens.newgame import NewGame
from game.ui.screens.own_file import Positions
from game.ui.screens.presentation_screen import PresentationScreen
from game.ui.screens.presentations import Presentations
from game.ui.screens.replay import ReplayScreen
from game.ui.screens.save_details import name_of, read_in_view, turn_of
from game.ui.screens.slides import chapters, lesson_slides, programme_slides, slide_number
from game.ui.screens.victory import Victory

SETTING_UP = say("Setting up the game …")
OPENING_RECORD, OPENING_LESSON = say("Opening the record …"), say("Opening the lesson …")
PRESENTATION_KEYS = say("Page Down: next. A: automatic play. ?: all keys. Esc: leave")
"""The most important keys of a presentation, shown when it begins."""
KEYS_AT_END = say("Home: from the start. Page Up: back. ?: all keys. Esc: leave")
"""The same of a game that is presented from its latest action."""
WELCOME = say("Welcome to Drumhead")
GUIDED_WELCOME = say("Drumhead puts printed wargames on your screen, against the computer or a friend.\nBegin with a "
                     "guided battle of {system}: it takes a few minutes and says what to do at each step.", system="")


class ScreenOpener:
    """Opens games and other screens; implements ``game.ui.app.screen.Navigator``."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._last_slides: dict[Path, int] = {}
        """File of a presentation -> the slide at which it was left."""

    def open_first(self, start: Start) -> None:
        """Open the screen requested at start-up, on top of the title."""
        if start.screen == "play":
            self._play_first(start)
        elif start.screen == "replay" and start.file is not None:
            self.replay(start.file, autoplay=start.autoplay)
        elif start.screen == "edit" and not start.system:
            self._host.push(Positions(self._host))
        elif start.screen == "edit":
            self.edit(catalog.rules(start.system), start.file)
        elif start.screen == "present":
            self._present_first(start)
        elif start.screen == "learn":
            self.learn(catalog.rules(start.system), start.file or start.scenario or "")
        elif start.screen == "demo" and start.scenario is not None:
            self.demo(catalog.rules(start.system), start.scenario, autoplay=start.autoplay)

    def _play_first(self, start: Start) -> None:
        """Begin the game requested. If the system has several battles and none is named, open the new-game sheet."""
        rules = catalog.rules(start.system)
        battles = [info for info in rules.scenarios if not info.example]
        if start.scenario is None and start.position is None and len(battles) > 1:
            self._host.push(NewGame(self._host, rules))
            return
        self.begin(rules, start.scenario, start.options, start.players, start.seed, start.position)

    def _present_first(self, start: Start) -> None:
        """Present the file, the lesson or the system's programme requested; without any, open the list of
        presentations."""
        if not start.system and start.file is None:
            self._show_presentations()
            return
        try:
            self.present(programmes.read_either(start.file) if start.file is not None
                         else programmes.lesson_or_programme(catalog.rules(start.system), start.scenario))
        except ValueError as error:
            self._host.error(say("This lesson cannot be shown"), error_text(error))

    def _show_presentations(self) -> None:
        """Open the list of programmes and lessons."""
        self._host.busy(say("Reading the lessons …"))
        self._host.push(Presentations(self._host))

    def begin(
        self,
        rules: System[Any],
        scenario: str | None,
        options: Sequence[str],
        players: Mapping[str, str],
        seed: int | None = None,
        position: Mapping[str, Any] | None = None,
    ) -> None:
        """Start a game with its record in the user's data folder, or report why it cannot start.

        :param scenario: None: the system's first battle.
        :param players: seat -> its player; people play the other seats.
        :param seed: the seed of the dice; None: a random one.
        :param position: the position to start from; None: the set-up of the scenario.
        """
        self._host.busy(SETTING_UP)
        try:
            match = Store().begin(rules, scenario, options, seed=seed, players=players, position=position)
        except (MatchError, BadPosition, ValueError) as error:
            self._host.error(say("The game cannot start"), error_text(error))
            return
        self.show(match)

    def show(self, match: Match[Any]) -> None:
        """Open a match's screen above the title."""
        self._host.busy(SETTING_UP)
        self._host.return_to_title()
        try:
            self._host.push(GameScreen(self._host, match))
        except (ValueError, OSError) as error:
            match.release()
            self._host.error(say("The game cannot be shown"), say("{error}\nIt is saved and can be opened again.",
                                                             error=error_text(error)))

    def resume(self, path: Path) -> None:
        """Resume a saved game. A copy, or the intact part of a damaged record, continues in a new file."""
        if self.open_match(path) is not None:
            while not isinstance(self._host.stack[-1], GameScreen):
                self._host.pop()
            return
        self._read(path, say("This game cannot be opened"), lambda loaded: self._open_loaded(path, loaded))

    def _open_loaded(self, path: Path, loaded: loading.Loaded) -> None:
        """Open a saved game that has been loaded."""
        try:
            header = loaded.match.header
            name = shown_name(loaded.match.title, header.system, header.scenario) or path.name
            loading.continue_record(loaded, path)
            _rename_continuation(loaded)
        except (MatchError, ValueError, OSError) as error:
            self._host.error(say("This game cannot be opened"), error_text(error))
            return
        self.show(loaded.match)
        if (loaded.copy or loaded.migrated) and isinstance(top := self._host.stack[-1], GameScreen):
            top.game.view.notice.say(
                say("A new game from the copy {name}; the copy stays as it is", name=name) if loaded.copy else
                say("{name}, converted to the current rules in a new file; the old file stays as it is", name=name))
        if loaded.fault is not None:
            self._host.error(
                say("Part of the record cannot be used"),
                say("Play resumes after action {number}, in a new file. The old file stays as it is.\n{fault}",
                    number=len(loaded.match.plies), fault=loaded.fault),
            )

    def open_match(self, path: Path) -> Match[Any] | None:
        """The match already open in this window for a record; None if there is none."""
        playing = (screen.game.match for screen in self._host.stack if isinstance(screen, GameScreen))
        return next((match for match in playing if match.record == path), None)

    def replay(self, path: Path, *, autoplay: bool = False, ended: bool = False) -> None:
        """Open a record as a replay: before its first action or, if ``ended``, at its end with the result sheet."""
        def show(loaded: loading.Loaded) -> None:
            self._host.busy(say("Opening the replay …"))
            self._host.push(ReplayScreen(self._host, loaded.match, autoplay=autoplay, ended=ended))
            if ended and loaded.match.result is not None:
                self._host.push(Victory(self._host, loaded.match))
            if loaded.fault is not None:
                self._host.error(say("Part of the record cannot be used"),
                                 say("{fault}\nThe part before it is shown.", fault=loaded.fault))

        self._read(path, say("This record cannot be opened"), show)

    def _read(self, path: Path, refusal: Text, done: Callable[[loading.Loaded], None]) -> None:
        """Read a record, with a progress sheet if it is long.

        :param refusal: title of the message if it is unreadable.
        :param done: callback with the record, unless it is unreadable.
        """
        self._host.busy(OPENING_RECORD)
        try:
            reading = loading.RecordReading(path)
        except (MatchError, ValueError, OSError) as error:
            self._host.error(refusal, error_text(error))
            return
        read_in_view(self._host, reading, done)

    def demo(self, rules: System[Any], lesson: str, *, autoplay: bool = False, step: int = 0) -> None:
        """Show a lesson by name, from a step counted from 0."""
        self._host.busy(OPENING_LESSON)
        try:
            screen = DemoScreen(self._host, rules, find_lesson(rules, lesson), autoplay=autoplay)
            self._host.push(screen)
            if step:
                screen.go(step)
        except ValueError as error:
            self._host.error(say("This lesson cannot be shown"), error_text(error))

    def learn(self, rules: System[Any], lesson: str | Path) -> None:
        """Open a lesson, by name or file, for the player to play, at the step where it was left."""
        self._host.busy(OPENING_LESSON)
        try:
            found = find_lesson(rules, lesson) if isinstance(lesson, str) else read(lesson)
            unfinished = self._host.settings.unfinished_lessons
            step = min(unfinished.get(storable(found.settings_key), 0), len(found.steps) - 1)
            self._host.push(screen := LessonScreen(self._host, Guide(rules, found, step)))
            if step:
                screen.view.notice.say(say("Step {at} of {number}, where you left it", at=step + 1,
                                           number=len(found.steps)), detail=say("Home starts the lesson over"))
        except ValueError as error:
            self._host.error(say("This lesson cannot be shown"), error_text(error))

    def present(self, what: Lesson | Programme | Match[Any], step: int = 0) -> None:
        """Present a lesson, a programme, or the actions of a game so far. If a presentation is open already, return to
        it instead.

        :param step: the lesson's step, or the game's action, to show first, counted from 1; 0: the slide at which the
            presentation was left, else its beginning.
        """
        already_open = next((screen for screen in self._host.stack if isinstance(screen, PresentationScreen)), None)
        if already_open is not None:
            while self._host.stack[-1] is not already_open:
                self._host.pop()
            return
        self._host.busy(OPENING_LESSON)
        try:
            if isinstance(what, Match):
                shown_slides = GameSlides(what)
                self._host.push(PresentationScreen(self._host, shown_slides, shown_slides.slide_of_action(step)))
                at_end = step >= len(what.plies) > 0
                self._host.show_notice(say("Presenting this game so far"),
                                       KEYS_AT_END if at_end else PRESENTATION_KEYS)
                return
            slides = (programme_slides(what) if isinstance(what, Programme)
                      else lesson_slides(catalog.rules(what.system), what))
            last_slide = self._last_slides.get(what.path, 0)
            resumes = not step and 0 < last_slide < len(slides) - 1
            first = last_slide if resumes else next(
                (number for number, slide in enumerate(slides) if step and slide.step == step), 0)
            store_slide = partial(self._last_slides.__setitem__, what.path)
            self._host.push(PresentationScreen(self._host, slides, first, store_slide))
            parts = chapters(slides)
            text = (plural("{count} chapter", "{count} chapters", len(parts)) if parts and not first
                    else slide_number(slides, first))
            more = say("where it was left; Home goes to the start") if resumes else PRESENTATION_KEYS
            self._host.show_notice(text, more)
        except (ValueError, MessageError) as error:
            self._host.error(say("This lesson cannot be shown"), error_text(error))

    def play_on(self, system: str, state: Any, players: Mapping[str, str] | None = None) -> None:
        """Begin a game from a position, on top of the current screens.

        :param players: the player of each seat; None: people play, and a lesson continues afterwards.
        """
        rules: Any = catalog.rules(system)
        position = rules.position(state)
        self._host.busy(SETTING_UP)
        try:
            match = Store().begin(rules, position["scenario"], position["options"], seed=None, players=players or {},
                                  position=position)
            self._host.push(screen := GameScreen(self._host, match))
            if players is None:
                screen.game.view.notice.say(say("F5 returns to the lesson"))
        except (MatchError, BadPosition, ValueError, OSError) as error:
            self._host.error(say("The game cannot start"), error_text(error))

    def edit(self, rules: System[Any], source: Any = None) -> None:
        """Open the position editor.

        :param source: a position file, or a state; None: the set-up of the system's first battle.
        """
        self._host.busy(say("Laying out the position …"))
        try:
            if isinstance(source, Path):
                draft = Draft.read(rules, source)
            else:
                battle = next((info for info in rules.scenarios if not info.example), rules.scenarios[0])
                draft = Draft.of(rules, catalog.set_up(rules, battle.name) if source is None else source)
            self._host.push(PositionEditor(self._host, rules, draft))
        except (ValueError, OSError) as error:
            self._host.error(say("This position cannot be set up"), error_text(error))

    def offer_resume(self, listing: Listing) -> None:
        """Offer to resume the latest game that was cut short, unless that was declined before. On a first start, offer
        a first lesson.

        :param listing: the saved games.
        """
        Store().tidy()
        if not self._host.settings.greeted:
            self._host.settings.greeted = True
            self._host.store_settings()
            if not any(listing.saves()):
                self._greet()
                return
        save = next((each for each in listing.unfinished() if each.system and each.actions), None)
        if save is not None and storable(save.path.name) != self._host.settings.put_off:
            when = date_of(save.date)
            self._host.push(
                QuestionSheet(
                    self._host,
                    say("A game was cut short"),
                    say("{name_of}, {turn}, last played {when}. Every action is on record. Resume it there?",
                        name_of=name_of(save), turn=turn_of(save), when=when),
                    say("Resume"),
                    lambda: self.resume(save.path),
                    say("Not now"),
                    lambda: self._put_off(save.path.name),
                )
            )

    def _greet(self) -> None:
        """Offer a newcomer the introductory lesson, if there is one."""
        lessons = ((rules, each) for rules in catalog.usable()[0] for each in all_lessons(rules))
        rules, lesson = next(((rules, each) for rules, each in lessons if isinstance(each, Lesson) and each.newcomers),
                             (None, None))
        if rules is not None and lesson is not None:
            show = self.learn if lesson.by_hand else self.demo
            welcome = QuestionSheet(
                self._host, WELCOME,
                joined([GUIDED_WELCOME.with_values(system=rules.theme.title) if lesson.by_hand else
                        say("{system}: {summary}.", system=rules.theme.title, summary=Message(lesson.summary)),
                        say("You will find it again under Lessons.")], "\n"),
                lesson.heading, lambda: show(rules, lesson.name), say("Just look around"), remote=True)
            welcome.present_action = self._show_presentations
            self._host.push(welcome)

    def _put_off(self, name: str) -> None:
        """Stop offering a game at the start; it stays among the saved games."""
        self._host.settings.put_off = storable(name)
        self._host.store_settings()


def _rename_continuation(loaded: loading.Loaded) -> None:
    """Give a new name to a game that continues in a new file, to tell it from the old one in the list."""
    match = loaded.match
    if match.title and (loaded.copy or loaded.fault or loaded.migrated):
        taken = {save.title for save in Store().saves()}
        match.set_title(branch_name(match, taken, "" if loaded.copy else match.title))
