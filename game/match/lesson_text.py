"""The text of a lesson file, edited step by step: captions, notes, questions, highlights. Everything else in the file,
including comments, is kept."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from game import files
from game.core import caption
from game.core.message import Text, say
from game.match.lessons import MAX_LESSON_BYTES, LessonError
from game.match.setup import MAX_POSITION_BYTES

_STEP = re.compile(r"^[ \t]*\[\[[ \t]*steps[ \t]*\]\]", re.MULTILINE)
"""The first line of a step: ``[[steps]]``."""
_KEY = re.compile(r"[ \t]*([A-Za-z_]+)[ \t]*(?:\.[^=\n]*)?=")
"""The beginning of an entry, e.g. ``say =``; its group is the key."""
_TABLE = re.compile(r"[ \t]*\[[ \t]*steps[ \t]*\.[ \t]*([A-Za-z_]+)")
"""The first line of a table of a step, e.g. ``[steps.show]``; its group is the key."""
SHOWING_KEYS = {"say", "notes", "show", "rules", "ask"}
"""Keys of a step that only shows something."""
EMPTY_STEP = '\n[[steps]]\nsay = ""\n'
"""The text of a new step."""


@dataclass(frozen=True, slots=True)
class StepText:
    """A step as written in the file."""

    text: str
    """Its lines, up to the next step."""
    data: Mapping[str, Any]
    """The same as parsed: key -> value."""

    @property
    def caption_text(self) -> str:
        """The caption, with its markup; empty if it is still to be written."""
        return str(self.data.get("say", ""))

    @property
    def notes(self) -> str:
        """Notes that only the speaker sees."""
        return str(self.data.get("notes", ""))

    @property
    def question(self) -> str:
        """The question to the audience; empty if none."""
        return str(self.data.get("ask", {}).get("question", ""))

    @property
    def places(self) -> tuple[str, ...]:
        """Places to highlight."""
        return tuple(self.data.get("show", {}).get("places", ()))

    @property
    def units(self) -> tuple[str, ...]:
        """Units to highlight."""
        return tuple(self.data.get("show", {}).get("units", ()))

    @property
    def only_shows(self) -> bool:
        """Whether the step neither plays nor expects anything, so that the lesson stays valid without it."""
        return set(self.data) <= SHOWING_KEYS

    @property
    def faults(self) -> tuple[Text, ...]:
        """What is wrong with the texts the audience reads."""
        empty = () if self.caption_text.strip() else (say("expected a caption"),)
        return (*empty, *caption.faults(self.caption_text), *caption.faults(self.question))


class LessonText:
    """A lesson file split into steps, with the changes not yet saved."""

    def __init__(self, path: Path) -> None:
        """Read the file.

        :raises LessonError: if it cannot be read, is not TOML, or its steps cannot be separated.
        """
        self.path = path
        try:
            text = files.read(path, MAX_LESSON_BYTES).decode()
            steps = tomllib.loads(text).get("steps")
        except files.FileRefused as error:
            raise LessonError(path, error.text) from None
        except (ValueError, RecursionError) as error:
            raise LessonError(path, say("is not valid TOML: {error}", error=error)) from None
        step_starts = [match.start() for match in _STEP.finditer(text)]
        self.head = text[:step_starts[0]] if step_starts else text
        """The text before the first step."""
        parts = [text[start:end] for start, end in pairwise((*step_starts, len(text)))]
        if not parts or [_step_data(part) for part in parts] != steps:
            raise LessonError(path, say("its captions can only be edited in a text editor: expected each [[steps]] on "
                                        "a line of its own, and nothing after the steps"))
        self.steps = [StepText(part, data) for part, data in zip(parts, steps, strict=True)]
        """The steps with their changes; the methods number them from 0."""
        self._saved_text = self.text

    @property
    def text(self) -> str:
        """The whole file with the changes."""
        return self.head + "".join(step.text for step in self.steps)

    @property
    def changed(self) -> bool:
        """Whether there are unsaved changes."""
        return self.text != self._saved_text

    @property
    def faults(self) -> tuple[tuple[int, Text], ...]:
        """Pairs of a step's number, from 0, and what is wrong with its texts."""
        return tuple((number, text) for number, step in enumerate(self.steps) for text in step.faults)

    def set(self, number: int, key: str, value: str | tuple[str, ...]) -> None:
        """Change a text or list of a step. An empty value removes it; a caption is kept, empty.

        :param key: ``say``, ``notes``, ``question``, ``places`` or ``units``.
        """
        table_key = {"question": "ask", "places": "show", "units": "show"}.get(key)
        toml_value: Any = list(value) if isinstance(value, tuple) else value
        step = self.steps[number]
        if table_key is None:
            self.steps[number] = _with_key(step, key, toml_value if toml_value or key == "say" else None)
            return
        table = {name: entry for name, entry in step.data.get(table_key, {}).items() if name != key}
        if toml_value:
            table = {key: toml_value, **table}
        elif table_key == "ask":
            table = {}  # results need a question
        self.steps[number] = _with_key(step, table_key, table or None)

    def add(self, number: int) -> None:
        """Add a step with an empty caption after step ``number``."""
        step = self.steps[number]
        if not step.text.endswith("\n"):
            self.steps[number] = replace(step, text=step.text + "\n")
        self.steps.insert(number + 1, StepText(EMPTY_STEP, {"say": ""}))

    def remove(self, number: int) -> None:
        """Remove a step that only shows something.

        :raises ValueError: for any other step, or if no other step remains.
        """
        if not self.steps[number].only_shows or len(self.steps) == 1:
            raise ValueError(number)
        del self.steps[number]

    def save(self, check: Callable[[Path], object]) -> None:
        """Write the file atomically.

        :param check: reads the lesson from a trial file in a temporary folder that also has a copy of its position,
            and raises a ``LessonError`` if it is invalid.
        :raises LessonError: naming each step whose texts cannot be shown, or what ``check`` found.
        :raises game.files.FileRefused: if the lesson or its trial cannot be written, or its position cannot be read.
        """
        if self.faults:
            raise LessonError(self.path, *(say("step {number}: {text}", number=number + 1, text=text)
                                           for number, text in self.faults))
        with TemporaryDirectory() as folder:
            trial = self._write_trial(Path(folder))
            try:
                check(trial)
            except LessonError as error:
                raise LessonError(self.path, *error.lines) from None
        files.write(self.path, self.text.encode())
        self._saved_text = self.text

    def _write_trial(self, folder: Path) -> Path:
        """Write the lesson below a temporary folder, with a copy of its position where the lesson finds it; return the
        lesson's path.

        :raises game.files.FileRefused: if the position cannot be read, or one of the two cannot be written.
        """
        position = tomllib.loads(self.head).get("position")
        if not isinstance(position, str) or not position or Path(position).is_absolute():
            position = None  # none, or found without a copy
        # As many folders down as the position may lead up, so that its copy, too, is in the temporary folder.
        depth = Path(position).parts.count("..") if position is not None else 0
        trial = folder.joinpath(*["lesson"] * depth, self.path.name)
        files.write(trial, self.text.encode())
        if position is not None:
            files.write(trial.parent / position, files.read(self.path.parent / position, MAX_POSITION_BYTES))
        return trial


def _step_data(text: str) -> Mapping[str, Any] | None:
    """The data of a text that is exactly one step; None if it is not."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError):
        return None
    steps = data.pop("steps", None)
    return steps[0] if not data and isinstance(steps, list) and len(steps) == 1 else None


def _with_key(step: StepText, key: str, value: Any) -> StepText:
    """A step with a key changed, all other lines kept; None removes the key.

    Comments on lines of their own in a table that is removed or replaced are kept, too. If the key's lines cannot be
    told from others, the step is rewritten without its comments.
    """
    data = {name: entry for name, entry in step.data.items() if name != key}
    if value is not None:
        data[key] = value
    lines, new_lines, index = step.text.splitlines(keepends=True), list[str](), 0
    to_write = value is not None  # whether the key's new line is still to be added
    while index < len(lines):
        table, entry = _TABLE.match(lines[index]), _KEY.match(lines[index])
        if table is not None and to_write:  # the step's own keys must precede its tables
            new_lines.append(_line(key, value))
            to_write = False
        if table is not None and table[1] == key:
            index += 1
            while index < len(lines) and not lines[index].lstrip().startswith("["):
                if _is_blank_or_comment(lines[index]):
                    new_lines.append(lines[index])
                index = _entry_end(lines, index) or index + 1
        elif entry is not None and (end := _entry_end(lines, index)) is not None:
            if entry[1] != key or any(_TABLE.match(line) for line in lines[:index]):
                new_lines += lines[index:end]
            elif to_write:
                new_lines.append(_line(key, value))
                to_write = False
            index = end
        else:
            new_lines.append(lines[index])
            index += 1
    if to_write:
        last = max(n for n, line in enumerate(new_lines) if not _is_blank_or_comment(line))
        if not new_lines[last].endswith("\n"):
            new_lines[last] += "\n"
        new_lines.insert(last + 1, _line(key, value))
    text = "".join(new_lines)
    if _step_data(text) != data:
        text = "".join(("[[steps]]\n", *(_line(name, entry) for name, entry in data.items()), "\n"))
    return StepText(text, data)


def _is_blank_or_comment(line: str) -> bool:
    """Whether a line between entries is blank or only a comment."""
    return not line.strip() or line.lstrip().startswith("#")


def _entry_end(lines: list[str], start: int) -> int | None:
    """The index of the line after an entry, or after a comment or blank line; None if the entry is incomplete."""
    for end in range(start + 1, len(lines) + 1):
        try:
            tomllib.loads("".join(lines[start:end]))
        except ValueError:
            continue
        return end
    return None


def _line(key: str, value: Any) -> str:
    """An entry as a line of TOML."""
    return f"{key} = {_toml(value)}\n"


def _toml(value: Any) -> str:
    """A value as one line of TOML; strings are written as in JSON."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_toml_key(key)} = {_toml(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _toml_key(key: str) -> str:
    """A key as TOML, in quotation marks if it needs them."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)
