"""Lessons: files of steps that explain a game, show and play it, and state what must be true after each step.

A system's lessons are ``lessons/NAME.toml`` in its folder: its examples of play, guides for newcomers, and club
presentations. ``game.match.lesson_frames`` works out what each step shows and whether its expectations are met.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, TypeVar

from game import catalog, files, systems
from game.core import caption
from game.core.caption import Span
from game.core.codec import BadPosition
from game.core.contract import System
from game.core.fields import Fields
from game.core.message import Message, MessageError, Text, error_text, joined, say
from game.core.nearest import with_nearest

LESSON_FOLDER = "lessons"
"""The name of the lesson folder in a system's folder."""
PROGRAMME = "programme"
"""The name of the programme file in that folder, without its extension."""
MAX_LESSON_BYTES = 2**18
"""The maximum size of a lesson file in bytes. Chosen by hand."""
UNBRACKETED_KEYS = ("play", "accept")
"""Lists whose entry, if there is only one, may be written without brackets."""
_PARTS = re.compile(rb"^\s*\[\[(?:steps|entries)\]", re.MULTILINE)
"""The first line of a step of a lesson, or of an entry of a programme."""
Value = str | int | bool
"""A single value in a position."""
Part = TypeVar("Part")
"""A step of a lesson or an entry of a programme."""


class LessonError(MessageError, ValueError):
    """A lesson or programme cannot be used; the message says in which file, at which step, and what was expected."""

    def __init__(self, path: Path, *texts: Text) -> None:
        self.path = path
        self.lines = tuple(say("{file}: {text}", file=path, text=text) for text in texts)
        """One text for each fault."""
        super().__init__(joined(self.lines, "\n"))


@dataclass(frozen=True, slots=True)
class Show:
    """What a step shows and highlights."""

    places: tuple[str, ...] = ()
    """Places to highlight."""
    units: tuple[str, ...] = ()
    """Units to highlight."""
    panel: Literal["", "counter", "battle", "objectives", "turn", "legend"] = ""
    """A card over the map: the first unit's counter enlarged, the arithmetic of the combat, the victory conditions, the
    turn track with the phases, or the map's legend."""
    arrow: tuple[str, ...] = ()
    """The places along an arrow."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A question to the audience, shown before the step's caption; the next key reveals the caption, and the odds."""

    question: str
    results: tuple[str, ...] = ()
    """Results, or groups of results, whose chance is the answer; if empty, the caption is the answer."""


@dataclass(frozen=True, slots=True)
class AudienceStep:
    """A step that the audience plays."""

    accept: tuple[str, ...]
    """Accepted actions; any other that leads to the same position is accepted, too. The lesson continues from the
    first, which is also played if the step is skipped."""
    hint: str = ""
    """A hint after a wrong attempt."""


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One step of a lesson. The keys take effect in the order of the fields below."""

    say: str
    """The caption, in simple Markdown."""
    before: str = ""
    """The caption while a combat's arithmetic builds up, until the roll; empty means the units and place of the combat,
    or the title of the roll."""
    notes: str = ""
    """Notes that only the speaker sees."""
    show: Show = Show()
    ask: Ask | None = None
    yours: AudienceStep | None = None
    rules: tuple[str, ...] = ()
    """Numbers of the rules it is about."""
    back: bool = False
    """Whether to return to the lesson's start first."""
    options: tuple[str, ...] | None = None
    """Return to the lesson's start first, with these options in addition to the lesson's."""

    check: str = ""
    """An action of which the legality is shown."""
    legal: bool | None = None
    """Whether it must be legal."""
    cost: int | None = None
    """The movement points it must cost."""
    measured: str | None = None
    """On a table without a grid, its expected cost in words."""
    rule: str | None = None
    """The rule that must forbid it, with the ruling if one applies: ``4 (ruling 3)``."""

    preview: str = ""
    """An action of which the arithmetic is shown."""
    attack: int | None = None
    """The expected strength of the attackers."""
    defence: int | None = None
    """The expected strength of the defenders."""
    total: str | None = None
    """The expected total, as displayed: odds, a difference or a number."""
    column: str | None = None
    """The expected column of the results table; empty if there is no roll on a table."""
    modifiers: Mapping[str, int] | None = None
    """Rule -> the sum of its modifiers; there must be no others."""
    attackers: Mapping[str, int] | None = None
    """Rule -> the sum of its modifiers of single attacking units; there must be no others."""
    defenders: Mapping[str, int] | None = None
    """Rule -> the sum of its modifiers of single defending units; there must be no others."""
    chances: Mapping[str, str] | None = None
    """Result -> its exact chance, e.g. ``5/16``; results left out must be impossible."""

    play: tuple[str, ...] = ()
    """Actions to play."""
    roll: Mapping[str, str] | None = None
    """Result -> its exact chance in the roll then pending."""
    faces: tuple[int, ...] | None = None
    """The faces of the roll."""
    result: str | None = None
    """The expected result of the roll."""

    places: Mapping[str, str] | None = None
    """Unit -> its expected place after the step; empty means off the map."""
    marks: Mapping[str, tuple[str, ...]] | None = None
    """Unit -> the expected marks of its counter after the step; there must be no others."""
    position: Mapping[str, Value] | None = None
    """Path -> the expected value there in the position after the step, e.g. ``camps/1/sacked``; list entries by id or
    number."""
    to_act: str | None = None
    """The expected seat to act after the step, or ``chance``."""

    @property
    def returns_to_start(self) -> bool:
        """Whether the lesson returns to its start first."""
        return self.back or self.options is not None

    @property
    def caption(self) -> Text:
        """The caption as a translatable message."""
        return Message(self.say)

    @property
    def captions(self) -> dict[str, str]:
        """Key -> text, for all texts the audience reads."""
        texts = {"say": self.say, "before": self.before, "ask/question": self.ask.question if self.ask else "",
                 "yours/hint": self.yours.hint if self.yours else ""}
        return {key: text for key, text in texts.items() if text or key == "say"}

    @property
    def links(self) -> tuple[Span, ...]:
        """The links to rules in those texts."""
        return tuple(span for text in self.captions.values() for span in caption.spans(text) if span.rule)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson as read from its file."""

    steps: tuple[LessonStep, ...]
    title: str = ""
    """Empty means that of its scenario."""
    short: str = ""
    """Its title in a list; empty means the scenario's if ``title`` is that of the scenario, else ``title``."""
    summary: str = ""
    """What it shows, in one sentence; empty means that of its scenario."""
    system: str = ""
    """Needed only if the file is in no system's folder."""
    scenario: str = ""
    """The scenario whose set-up it starts from."""
    position: str = ""
    """A position file beside it to start from, instead of a scenario."""
    options: tuple[str, ...] = ()
    order: int = 99
    """Its place in the list; lessons with the same place are sorted by scenario, then by name."""
    newcomers: bool = False
    """Whether it is offered when the program is first started."""
    path: Path = Path()
    """The file it was read from."""

    @property
    def name(self) -> str:
        """Its name on the command line."""
        return self.path.stem

    @property
    def by_hand(self) -> bool:
        """Whether it can be played by hand, i.e. has a step for the player."""
        return any(step.yours is not None for step in self.steps)

    @property
    def settings_key(self) -> str:
        """Its key in the settings, e.g. ``kassala/first-battle``; for a file outside a system's folder, the path."""
        return f"{self.system}/{self.name}" if system_of(self.path) else str(self.path.resolve())

    @property
    def heading(self) -> Text:
        """Its title in a list."""
        return Message(self.short or self.title)


def read(path: Path) -> Lesson:
    """Read a lesson; it is not yet worked out.

    :raises LessonError: naming step and key, and what was expected.
    """
    data, steps, step_faults = _contents(path)
    texts = list[Text]()
    try:
        if "path" in data:
            raise BadPosition(say("there is no key {name!r}", name="path"))
        lesson: Lesson = replace(Fields().read(Lesson, {**data, "steps": []}, "lesson"), path=path)
        lesson = replace(lesson, system=lesson.system or system_of(path))
        if not lesson.system:
            raise BadPosition(say("expected the key {key!r}, or a file in a system's folder {folder!r}", key="system",
                                  folder=LESSON_FOLDER))
        lesson = _with_titles(lesson)
    except (BadPosition, catalog.BrokenSystem, catalog.UnusableName) as error:
        texts.append(error_text(error))
    if texts or step_faults:
        raise LessonError(path, *texts, *step_faults)
    return replace(lesson, steps=steps)


def _contents(path: Path) -> tuple[dict[str, Any], tuple[LessonStep, ...], tuple[Text, ...]]:
    """The top-level keys of a lesson's file, its readable steps, and the faults of all steps.

    :raises LessonError: if the file cannot be read, or lists no steps.
    """
    try:
        stat = path.stat()
    except OSError:
        return _parsed(path, 0, 0)
    return _parsed(path, stat.st_mtime_ns, stat.st_size)


@lru_cache(256)
def _parsed(path: Path, _changed: int, _size: int) -> tuple[dict[str, Any], tuple[LessonStep, ...], tuple[Text, ...]]:
    """What `_contents` returns; a file is parsed again once its time of change or its size differs."""
    data, steps = head_and_parts(path, "steps")
    steps_read, step_faults = read_parts(
        LessonStep, map(_with_lists, steps), lambda number: say("step {number}", number=number),
        lambda where, step: (say("{where}/{text}", where=where, text=text) for text in _step_faults(step)))
    return data, steps_read, tuple(step_faults)


def is_lesson_file(path: Path) -> bool:
    """Whether a TOML file is a lesson or programme, valid or not: it is in a folder of lessons, or has steps or
    entries."""
    try:
        return (path.resolve().parent.name == LESSON_FOLDER
                or _PARTS.search(files.read(path, MAX_LESSON_BYTES)) is not None)
    except files.FileRefused:
        return False


def table(path: Path) -> dict[str, Any]:
    """The data of a TOML file.

    :raises LessonError: if it cannot be read or parsed.
    """
    try:
        return tomllib.loads(files.read(path, MAX_LESSON_BYTES).decode())
    except files.FileRefused as error:
        raise LessonError(path, error.text) from None
    except (ValueError, RecursionError) as error:
        raise LessonError(path, say("is not valid TOML: {error}", error=error)) from None


def head_and_parts(path: Path, key: str) -> tuple[dict[str, Any], list[Any]]:
    """The top-level keys of a TOML file, and its list of parts.

    :raises LessonError: if it cannot be read, or lists no parts.
    """
    data = table(path)
    parts = data.pop(key, None)
    if not isinstance(parts, list) or not parts:
        raise LessonError(path, say("expected [[{key}]]", key=key))
    return data, parts


def read_parts(type_: type[Part], parts: Iterable[Any], title: Callable[[int], Text],
               faults: Callable[[Text, Part], Iterable[Text]]) -> tuple[tuple[Part, ...], list[Text]]:
    """Read the parts of a lesson or programme; return the readable ones, and the faults of all.

    :param title: the name of a part in errors, given its number from 1.
    :param faults: the faults of a readable part, given its title.
    """
    readable, texts = list[Part](), list[Text]()
    for number, part in enumerate(parts, 1):
        where = title(number)
        try:
            readable.append(Fields().read(type_, part, str(where)))
            texts += faults(where, readable[-1])
        except BadPosition as error:
            texts.append(error_text(error))
    return tuple(readable), texts


def folder(system: str) -> Path:
    """The folder of a system's lessons."""
    return systems.folder(system) / LESSON_FOLDER


def system_of(path: Path) -> str:
    """The system whose folder a lesson is in; empty if it is in none."""
    folders = {folder(name): name for name in systems.folders()}
    if path.parent in folders and not path.is_symlink():  # resolve only what may be a link to elsewhere
        return folders[path.parent]
    resolved = path.resolve().parent
    return next((name for lesson_folder, name in folders.items() if resolved == lesson_folder.resolve()), "")


def _with_titles(lesson: Lesson) -> Lesson:
    """Fill in missing titles of a lesson from its scenario.

    :raises BadPosition: if it has no titles at all, or does not have either a scenario or a position.
    :raises game.catalog.UnknownName: for an unknown scenario or system.
    :raises game.catalog.BrokenSystem: if its system cannot be used.
    """
    if bool(lesson.scenario) is bool(lesson.position):
        raise BadPosition(say("expected a scenario or a position"))
    if lesson.scenario:
        info = catalog.scenario(catalog.rules(lesson.system), lesson.scenario)
        if not lesson.title:
            lesson = replace(lesson, title=str(info.title), short=lesson.short or str(info.short))
        return replace(lesson, summary=lesson.summary or str(info.summary))
    if not lesson.title or not lesson.summary:
        raise BadPosition(say("expected a title and a summary"))
    return lesson


def _with_lists(value: Any) -> Any:
    """A step as read, with single entries turned into lists."""
    if not isinstance(value, Mapping):
        return value
    return {key: [entry] if key in UNBRACKETED_KEYS and isinstance(entry, str) else _with_lists(entry)
            for key, entry in value.items()}


_NEEDS = {"legal": "check", "cost": "check", "measured": "check", "rule": "check", "attack": "preview",
          "defence": "preview", "total": "preview", "column": "preview", "modifiers": "preview",
          "attackers": "preview", "defenders": "preview", "chances": "preview", "result": "faces"}
"""Expectation -> the key it needs."""


def _step_faults(step: LessonStep) -> Iterator[Text]:
    """Faults of a step: texts that cannot be shown, and keys that do not go together."""
    for key, text in step.captions.items():
        yield from (say("{key}: {text}", key=key, text=text) for text in caption.faults(text))
    for key, needed in _NEEDS.items():
        if getattr(step, key) is not None and getattr(step, needed) in ("", None):
            yield say("{key}: expected only with {needed}", key=key, needed=needed)
    if step.before and not step.preview and step.faces is None:
        yield say("{key}: expected only with {needed}", key="before", needed=say("preview or faces"))
    if step.check and step.legal is None:
        yield say("check: expected {key} with it", key="legal")
    if step.yours is not None and (step.play or step.faces is not None):
        yield say("yours: expected without play and faces")
    if step.yours is not None and not step.yours.accept:
        yield say("yours/accept: expected an action")


def paths(system: str) -> list[Path]:
    """The files of a system's lessons, by name."""
    try:
        return sorted(path for path in folder(system).glob("*.toml") if path.stem != PROGRAMME)
    except OSError:
        return []


def all_lessons(rules: System[Any]) -> tuple[Lesson | LessonError, ...]:
    """A system's lessons in the order of the list, those that cannot be read last."""
    lessons, errors = list[Lesson](), list[LessonError]()
    for path in paths(rules.name):
        try:
            lessons.append(read(path))
        except LessonError as error:
            errors.append(error)
    names = [info.name for info in rules.scenarios]
    lessons.sort(key=lambda lesson: (
        lesson.order, names.index(lesson.scenario) if lesson.scenario in names else -1, lesson.name))
    return (*lessons, *errors)


def find_lesson(rules: System[Any], name: str) -> Lesson:
    """A system's lesson with a name.

    :raises LessonError: if there is none, or it cannot be read.
    """
    path = folder(rules.name) / f"{name}.toml"
    names = [each.stem for each in paths(rules.name)]
    if name not in names:
        raise LessonError(path, with_nearest(say("there is no lesson {name!r}", name=name), name, names))
    return read(path)
