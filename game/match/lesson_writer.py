"""Makes a lesson from part of a game: the steps as played, with captions to fill in."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import wrap
from typing import Any

from game import files
from game.core import caption
from game.core.action import Faces
from game.core.contract import System
from game.core.event import Rolled
from game.core.message import Text, say
from game.match import captions, lessons
from game.match.history import Ply
from game.match.lesson_frames import frames
from game.match.lessons import LessonError
from game.match.match import Match
from game.match.setup import encode_position, recordable_position

SUFFIX = ".toml"
"""The suffix of lesson files."""
_HEAD = """\
# Fill in the captions: each "say" is what the audience reads, in at most {lines} lines of {letters} letters.
# A step can also have notes for the speaker, places and units to show, and a question:
#   notes = "..."
#   show = {{places = ["..."], units = ["..."]}}
#   ask = {{question = "..."}}

"""
"""The comment at the top of a new lesson."""


def folder() -> Path:
    """The folder of lessons made from games."""
    return files.data_folder() / "lessons"


def saved_lessons() -> list[Path]:
    """The files of lessons made from games, by name."""
    try:
        return sorted(folder().glob(f"*{SUFFIX}"))
    except OSError:
        return []


def write(match: Match[Any], first: int, last: int, path: Path, title: str = "") -> None:
    """Write a lesson of a range of actions, and beside it a file with its first position.

    :param first: how many actions precede the range.
    :param last: the number of its last action.
    :param path: the lesson file; the position file has the same name.
    :param title: the lesson's title; empty means the file's name.
    :raises LessonError: if the steps cannot be replayed, such as a draw offer.
    :raises game.core.contract.BadPosition: if the first position could not be read back.
    :raises game.files.FileRefused: if a file cannot be written.
    """
    rules, plies = match.rules, match.plies
    state = plies[first - 1].state if first else match.history.first_state
    position = encode_position(rules, recordable_position(rules, state))
    position_path = path.with_suffix(".json")
    head = {"system": rules.name, "title": title or path.stem, "summary": str(_summary(rules, plies, first, last)),
            "position": position_path.name}
    steps = _steps(rules, state, plies[first:last])
    text = _HEAD.format(lines=caption.MAX_LINES, letters=caption.MAX_LINE_LETTERS) + "\n".join(
        [*(_entry(key, value) for key, value in head.items()), "",
         *("\n".join(("[[steps]]", *lines, "")) for lines in steps)])
    with TemporaryDirectory() as trial:  # the player's files are written only once the lesson is valid
        files.write(Path(trial) / position_path.name, position)
        files.write(Path(trial) / path.name, text.encode())
        try:
            frames(rules, lessons.read(Path(trial) / path.name))
        except LessonError as error:
            raise LessonError(path, *error.lines) from None
    files.write(position_path, position)
    files.write(path, text.encode())


def _summary(rules: System[Any], plies: Sequence[Ply[Any]], first: int, last: int) -> Text:
    """The lesson's summary: which steps of the game it covers."""
    turn = plies[first].turn if first < last else 0
    return say("Steps {first} to {last} of a game of {system}, turn {turn}", first=first + 1, last=last,
               system=rules.theme.title, turn=turn)


def _steps(rules: System[Any], state: Any, plies: Sequence[Ply[Any]]) -> list[list[str]]:
    """The lines of each step: an action and its roll make one step."""
    steps = list[list[str]]()
    follows_action = False
    for ply in plies:
        if isinstance(ply.action, Faces):
            rolls = [event for event in ply.events if isinstance(event, Rolled)]
            if not follows_action:
                sentence = rolls[0].text if rolls else say("The roll")
                steps.append([_entry("say", _fitting_caption(str(sentence)))])
            steps[-1] += [_entry("faces", ply.action.faces),
                          *(_entry("result", event.result) for event in rolls[:1])]
            follows_action = False
        else:
            text = captions.caption(rules, state, ply.action, ply.state, ply.actor)
            steps.append([_entry("say", _fitting_caption(str(text))), _entry("play", ply.action.notation)])
            follows_action = True
        state = ply.state
    return steps


def _fitting_caption(text: str) -> str:
    """A text as a caption: without markup characters, cut to ``caption.MAX_LINES`` lines."""
    plain = " ".join("".join(letter for letter in text if letter not in "*[]").split())
    lines = wrap(plain, caption.MAX_LINE_LETTERS)
    return plain if len(lines) <= caption.MAX_LINES else " ".join(lines[:caption.MAX_LINES])


def _entry(key: str, value: str | Sequence[int]) -> str:
    """A line of TOML; strings and lists are written as in JSON."""
    return " = ".join((key, json.dumps(value, ensure_ascii=False)))
