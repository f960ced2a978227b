"""Programmes: files that list the lessons, title slides and computer games of an evening, in order.

A system's own is ``lessons/programme.toml`` in its folder; any other file may be one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from game import catalog
from game.core import caption
from game.core.codec import BadPosition
from game.core.contract import System
from game.core.field_types import Between
from game.core.fields import Fields
from game.core.message import Message, Text, error_text, say
from game.levels import computer_player, computer_players
from game.match import lessons
from game.match.dice import SEEDS
from game.match.lessons import PROGRAMME, Lesson, LessonError
from game.systems import ASSETS

ENTRY_KINDS = ("slide", "lesson", "game")
"""The keys of an entry of which exactly one must be given."""
EVENING_FILE = ASSETS / "evening.toml"
"""A programme with every system that comes with the program."""


@dataclass(frozen=True, slots=True)
class ProgrammeSlide:
    """A title on an empty screen."""

    title: str
    say: str = ""
    """The text below the title, in simple Markdown."""


@dataclass(frozen=True, slots=True)
class ComputerGame:
    """A game between computer players."""

    scenario: str
    system: str = ""
    """Empty means the programme's."""
    options: tuple[str, ...] = ()
    players: Mapping[str, str] | None = None
    """Seat -> computer player, e.g. ``veteran:bold``; seats left out are played by the strongest level."""
    seed: Annotated[int, Between(0, SEEDS[-1])] | None = None
    """None means a random seed each time."""
    turns: int | None = None
    """The number of turns to show; None means all."""
    say: str = ""
    """The caption before the game."""


@dataclass(frozen=True, slots=True)
class ProgrammeEntry:
    """One part of a programme: a slide, a lesson or a game."""

    slide: ProgrammeSlide | None = None
    lesson: str = ""
    """A name, ``SYSTEM/NAME``, or a file such as ``my-lesson.toml`` beside the programme."""
    game: ComputerGame | None = None
    notes: str = ""
    """Notes that only the speaker sees."""
    minutes: int | None = None
    """Its planned duration in minutes."""


@dataclass(frozen=True, slots=True)
class Programme:
    """A programme as read from its file."""

    title: str
    summary: str
    entries: tuple[ProgrammeEntry, ...]
    system: str = ""
    """Needed only if the file is in no system's folder and its entries do not name their system."""
    path: Path = Path()
    """The file it was read from."""

    @property
    def heading(self) -> Text:
        """Its title in a list."""
        return Message(self.title)

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems of its lessons and games, in order, without repeats.

        :raises LessonError: if a lesson cannot be read.
        """
        names = (entry.game.system or self.system if entry.game is not None else lesson_of(self, entry).system
                 for entry in self.entries if entry.game is not None or entry.lesson)
        return tuple(dict.fromkeys(name for name in names if name))


def read(path: Path) -> Programme:
    """Read a programme; the names in its entries are checked, its lessons are read, but not played.

    :raises LessonError: naming entry and key, and what was expected.
    """
    data, entries = lessons.head_and_parts(path, "entries")
    try:
        programme: Programme = Fields().read(Programme, {**data, "entries": []}, "programme")
    except BadPosition as error:
        raise LessonError(path, error_text(error)) from None
    programme = replace(programme, path=path, system=programme.system or lessons.system_of(path))
    entries_read, faults = lessons.read_parts(
        ProgrammeEntry, entries, lambda number: say("entry {number}", number=number),
        lambda where, entry: (say("{where}: {text}", where=where, text=text)
                              for text in _entry_faults(programme, entry)))
    if faults:
        raise LessonError(path, *faults)
    return replace(programme, entries=entries_read)


def read_either(path: Path) -> Lesson | Programme:
    """Read a file as a programme if it lists entries, else as a lesson.

    :raises LessonError: if it cannot be read.
    """
    return read(path) if "entries" in lessons.table(path) else lessons.read(path)


def programme_file(system: str) -> Path | None:
    """The file of a system's own programme; None if it has none."""
    path = lessons.folder(system) / f"{PROGRAMME}.toml"
    return path if path.is_file() else None


def lesson_or_programme(rules: System[Any], name: str | None) -> Lesson | Programme:
    """The lesson or programme with a name: a lesson of a system, ``programme``, or a file. Without a name it is the
    system's programme, or else its first lesson.

    :raises LessonError: if there is none, or it cannot be read.
    """
    if name is not None and name.endswith(".toml"):
        return read_either(Path(name))
    path = programme_file(rules.name)
    if path is not None and name in (None, PROGRAMME):
        return read(path)
    first_lesson = next((each for each in lessons.all_lessons(rules) if isinstance(each, Lesson)), None)
    return first_lesson if name is None and first_lesson is not None else lessons.find_lesson(rules, name or "")


def lesson_of(programme: Programme, entry: ProgrammeEntry) -> Lesson:
    """The lesson of an entry that names one.

    :raises LessonError: if there is none, or it cannot be read.
    """
    if entry.lesson.endswith(".toml"):
        return lessons.read(programme.path.parent / entry.lesson)
    system, _, name = entry.lesson.rpartition("/")
    return lessons.read(lessons.folder(system or programme.system) / f"{name}.toml")


def _entry_faults(programme: Programme, entry: ProgrammeEntry) -> Iterator[Text]:
    """Faults of an entry: unknown names, and texts that are too long for the screen."""
    if sum(bool(getattr(entry, kind)) for kind in ENTRY_KINDS) != 1:
        yield say("expected one of {kinds}", kinds=ENTRY_KINDS)
    texts = [part.say for part in (entry.slide, entry.game) if part is not None]
    yield from (fault for text in texts for fault in caption.faults(text))
    try:
        if entry.lesson:
            lesson_of(programme, entry)
        if entry.game is not None:
            yield from _game_faults(entry.game, programme.system)
    except (LessonError, catalog.BrokenSystem, catalog.UnusableName) as error:
        yield error_text(error)


def _game_faults(game: ComputerGame, system: str) -> Iterator[Text]:
    """Faults that prevent a game from being played.

    :param system: the programme's system, for a game that names none.
    :raises game.catalog.UnknownName: for an unknown system, scenario, option, seat or level.
    """
    rules: Any = catalog.rules(game.system or system)
    catalog.scenario(rules, game.scenario)
    catalog.options(rules, game.options)
    for seat, player in (game.players or {}).items():
        if seat not in rules.seats:
            raise catalog.UnknownName(say("seat"), seat, rules.seats)
        if computer_player(player) is None:
            raise catalog.UnknownName(say("player"), player, computer_players())
    if game.turns is not None and game.turns < 1:
        yield say("game/turns: expected a number from 1")
