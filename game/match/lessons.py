"""Lessons: files of steps that explain a game, show it, play it, and say what must then be true.

A system's lessons are ``lessons/NAME.toml`` in its folder: its examples of play, guides for newcomers, whatever is
shown at a club. ``game.match.demo`` works out what each step shows and whether it holds.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, TypeVar

from game import catalog, files, systems
from game.core import caption
from game.core.caption import Span
from game.core.codec import BadPosition
from game.core.contract import System
from game.core.fields import Fields
from game.core.message import Message, MessageError, Text, joined, say, told
from game.core.nearest import with_nearest

FOLDER, PROGRAMME = "lessons", "programme"
"""The folder of a system's lessons, and the name of the programme in it."""
LARGEST = 2**18
"""Bytes of a lesson, at most. Chosen."""
SINGLE = ("play", "accept")
"""Lists whose only entry may be written without brackets."""
_PARTS = re.compile(rb"^\s*\[\[(?:steps|entries)\]", re.MULTILINE)
Value = str | int | bool
Part = TypeVar("Part")


class LessonError(MessageError, ValueError):
    """A lesson or programme that cannot be used: in which file, at which step, and what was expected."""

    def __init__(self, path: Path, *texts: Text) -> None:
        self.path = path
        self.lines = tuple(say("{file}: {text}", file=path, text=text) for text in texts)
        """One text for each fault."""
        super().__init__(joined(self.lines, "\n"))


@dataclass(frozen=True, slots=True)
class Show:
    """What a step brings into view and points out."""

    places: tuple[str, ...] = ()
    """Places that are ringed."""
    units: tuple[str, ...] = ()
    """Units whose counters are ringed."""
    panel: Literal["", "counter", "battle", "objectives", "turn", "legend"] = ""
    """A card laid over the map: the first unit's counter drawn large, the arithmetic of the combat, what counts for
    victory, the turn track with the phases, the map's legend."""
    arrow: tuple[str, ...] = ()
    """Places through which an arrow is drawn."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A question to the audience, put before the step's caption; the next key shows the caption, and the odds."""

    question: str
    results: tuple[str, ...] = ()
    """Results, or groups of results, whose chance is the answer; none: the caption is."""


@dataclass(frozen=True, slots=True)
class Yours:
    """A step that the audience plays by hand."""

    accept: tuple[str, ...]
    """Actions that are accepted, and with them all that lead to the same position. The lesson goes on from the first,
    which is also what is done where the step is skipped."""
    hint: str = ""
    """What helps after a wrong try."""


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One step of a lesson. Things are done in the order in which they stand here."""

    say: str
    """The caption, in simple Markdown."""
    before: str = ""
    """The caption while a combat's arithmetic is built up and until dice have fallen; empty: who meets whom and where,
    or what is rolled for."""
    notes: str = ""
    """What only the speaker sees."""
    show: Show = Show()
    ask: Ask | None = None
    yours: Yours | None = None
    rules: tuple[str, ...] = ()
    """Numbers of rules it is about."""
    back: bool = False
    """First return to the start."""
    options: tuple[str, ...] | None = None
    """First return to the start, with these options and those of the lesson."""

    check: str = ""
    """An action whose legality is shown."""
    legal: bool | None = None
    """What the verdict on it must be."""
    cost: int | None = None
    """Movement points it must cost."""
    measured: str | None = None
    """On a table without a grid, what it must cost in words."""
    rule: str | None = None
    """The rule that must forbid it, with its ruling if it rests on one: ``4 (ruling 3)``."""

    preview: str = ""
    """An action whose arithmetic is shown."""
    attack: int | None = None
    defence: int | None = None
    total: str | None = None
    column: str | None = None
    """Of the results table; empty: no die is rolled for one."""
    modifiers: Mapping[str, int] | None = None
    """Rule -> the sum of the modifiers under it, and no others."""
    attackers: Mapping[str, int] | None = None
    """The same of the modifiers of the attacking units alone."""
    defenders: Mapping[str, int] | None = None
    chances: Mapping[str, str] | None = None
    """Result -> its exact chance, e.g. ``5/16``; those left out must be impossible."""

    play: tuple[str, ...] = ()
    """What is done."""
    roll: Mapping[str, str] | None = None
    """Result -> its exact chance in the roll that is then pending."""
    faces: tuple[int, ...] | None = None
    """What the dice show."""
    result: str | None = None
    """How they must be read."""

    places: Mapping[str, str] | None = None
    """Unit -> where it must be then; empty: nowhere on the map."""
    marks: Mapping[str, tuple[str, ...]] | None = None
    """Unit -> the marks that its counter must have then, and no others."""
    position: Mapping[str, Value] | None = None
    """Path -> what must stand there in the position then, e.g. ``camps/1/sacked``; entries of lists by id or number."""
    to_act: str | None = None
    """The side that must be to act then: a seat, or ``chance``."""

    @property
    def caption(self) -> Text:
        """The caption, to be translated."""
        return Message(self.say)

    @property
    def captions(self) -> dict[str, str]:
        """What the audience reads, by the key where it stands."""
        found = {"say": self.say, "before": self.before, "ask/question": self.ask.question if self.ask else "",
                 "yours/hint": self.yours.hint if self.yours else ""}
        return {key: text for key, text in found.items() if text or key == "say"}

    @property
    def links(self) -> tuple[Span, ...]:
        """The links to rules in what the audience reads."""
        return tuple(span for text in self.captions.values() for span in caption.spans(text) if span.rule)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson as its file tells it."""

    steps: tuple[LessonStep, ...]
    title: str = ""
    """Empty: that of its set-up, as are the next two."""
    short: str = ""
    """Its title in a list; empty: the same."""
    summary: str = ""
    system: str = ""
    """Needed only where the file lies in no system's folder."""
    scenario: str = ""
    """The set-up that it starts from."""
    position: str = ""
    """A file beside it with the position that it starts from, instead of a set-up."""
    options: tuple[str, ...] = ()
    order: int = 99
    """Its place in the list; those of the same place are in the order of their set-ups, then of their names."""
    newcomers: bool = False
    """Whether it is offered when the program is started for the first time."""
    path: Path = Path()
    """Where it was read from."""

    @property
    def name(self) -> str:
        """Its name on the command line."""
        return self.path.stem

    @property
    def by_hand(self) -> bool:
        """Whether it can be played by hand: a step of it is the player's."""
        return any(step.yours is not None for step in self.steps)

    @property
    def mark(self) -> str:
        """What stands for it where it is remembered, e.g. ``kassala/first-battle``; of one's own its file."""
        return f"{self.system}/{self.name}" if system_of(self.path) else str(self.path.resolve())

    @property
    def heading(self) -> Text:
        """Its title in a list."""
        return Message(self.short or self.title)


def read(path: Path) -> Lesson:
    """A lesson of a file, not yet worked out.

    :raises LessonError: naming step and key, and what was expected.
    """
    data, steps = head_and_parts(path, "steps")
    texts = list[Text]()
    try:
        if "path" in data:
            raise BadPosition(say("there is no key {name!r}", name="path"))
        lesson: Lesson = replace(Fields().read(Lesson, {**data, "steps": []}, "lesson"), path=path)
        lesson = replace(lesson, system=lesson.system or system_of(path))
        if not lesson.system:
            raise BadPosition(say("expected the key {key!r}, or a file in a system's folder {folder!r}", key="system",
                                  folder=FOLDER))
        lesson = _titled(lesson)
    except (BadPosition, catalog.BrokenSystem, catalog.UnknownName) as error:
        texts.append(told(error))
    found, wrong = read_parts(
        LessonStep, map(_listed, steps), lambda number: say("step {number}", number=number),
        lambda where, step: (say("{where}/{text}", where=where, text=text) for text in _wrong(step)))
    if texts or wrong:
        raise LessonError(path, *texts, *wrong)
    return replace(lesson, steps=found)


def is_lesson_file(path: Path) -> bool:
    """Whether a TOML file is a lesson or programme, good or broken: it is in a folder of lessons, or has their parts.
    """
    try:
        return path.resolve().parent.name == FOLDER or _PARTS.search(files.read(path, LARGEST)) is not None
    except files.FileRefused:
        return False


def table(path: Path) -> dict[str, Any]:
    """What a TOML file holds.

    :raises LessonError: if it cannot be read or parsed.
    """
    try:
        return tomllib.loads(files.read(path, LARGEST).decode())
    except files.FileRefused as error:
        raise LessonError(path, error.text) from None
    except (ValueError, RecursionError) as error:
        raise LessonError(path, say("is not valid TOML: {error}", error=error)) from None


def head_and_parts(path: Path, key: str) -> tuple[dict[str, Any], list[Any]]:
    """What a TOML file says of the whole, and its list of parts.

    :raises LessonError: where it cannot be read, or lists no parts.
    """
    data = table(path)
    parts = data.pop(key, None)
    if not isinstance(parts, list) or not parts:
        raise LessonError(path, say("expected [[{key}]]", key=key))
    return data, parts


def read_parts(type_: type[Part], parts: Iterable[Any], title: Callable[[int], Text],
               faults: Callable[[Text, Part], Iterable[Text]]) -> tuple[tuple[Part, ...], list[Text]]:
    """The parts of a lesson or programme that can be read, and what is wrong with all of them.

    :param title: what errors call a part, by its number from 1.
    :param faults: what is wrong with a part that can be read, by its title.
    """
    found, texts = list[Part](), list[Text]()
    for number, part in enumerate(parts, 1):
        where = title(number)
        try:
            found.append(Fields().read(type_, part, str(where)))
            texts += faults(where, found[-1])
        except BadPosition as error:
            texts.append(told(error))
    return tuple(found), texts


def folder(system: str) -> Path:
    """The folder of a system's lessons."""
    return systems.folder(system) / FOLDER


def system_of(path: Path) -> str:
    """The system in whose folder a lesson is; empty if it is in none."""
    folders = {folder(name): name for name in systems.folders()}
    if path.parent in folders and not path.is_symlink():  # links are followed only where they may lead elsewhere
        return folders[path.parent]
    here = path.resolve().parent
    return next((name for known, name in folders.items() if here == known.resolve()), "")


def _titled(lesson: Lesson) -> Lesson:
    """A lesson with the titles of its set-up where it has none of its own.

    :raises BadPosition: where it has none at all, or neither a set-up nor a position.
    :raises game.catalog.UnknownName: where there is no such set-up, or no such system.
    :raises game.catalog.BrokenSystem: where its system cannot be used.
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


def _listed(value: Any) -> Any:
    """A step as read, its single entries as lists."""
    if not isinstance(value, Mapping):
        return value
    return {key: [one] if key in SINGLE and isinstance(one, str) else _listed(one) for key, one in value.items()}


_NEEDS = {"legal": "check", "cost": "check", "measured": "check", "rule": "check", "attack": "preview",
          "defence": "preview", "total": "preview", "column": "preview", "modifiers": "preview",
          "attackers": "preview", "defenders": "preview", "chances": "preview", "result": "faces"}
"""Expectation -> what it is expected of."""


def _wrong(step: LessonStep) -> Iterator[Text]:
    """What cannot be shown of a step, or never holds."""
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


def listed(rules: System[Any]) -> tuple[Lesson | LessonError, ...]:
    """A system's lessons in the order of the list, those that cannot be read last."""
    good, broken = list[Lesson](), list[LessonError]()
    for path in paths(rules.name):
        try:
            good.append(read(path))
        except LessonError as error:
            broken.append(error)
    names = [info.name for info in rules.scenarios]
    good.sort(key=lambda one: (one.order, names.index(one.scenario) if one.scenario in names else -1, one.name))
    return (*good, *broken)


def named(rules: System[Any], name: str) -> Lesson:
    """A system's lesson by its name.

    :raises LessonError: where there is none, or it cannot be read.
    """
    path = folder(rules.name) / f"{name}.toml"
    known = [each.stem for each in paths(rules.name)]
    if name not in known:
        raise LessonError(path, with_nearest(say("there is no lesson {name!r}", name=name), name, known))
    return read(path)
