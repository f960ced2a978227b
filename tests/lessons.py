"""Checks of lessons, for the tests of all systems."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from game import catalog
from game.match.lesson_frames import frames
from game.match.lessons import Lesson, LessonError, LessonStep, find_lesson

WRONG: Mapping[str, Callable[[Any], Any]] = {
    "legal": lambda v: not v, "cost": lambda v: v + 1, "measured": lambda v: "1 of 1 MU", "rule": lambda v: "99",
    "attack": lambda v: v + 1, "defence": lambda v: v + 1, "total": lambda v: "1-9", "column": lambda v: "5-1",
    "modifiers": lambda v: {**v, "99": 1}, "attackers": lambda v: {**v, "99": 1}, "defenders": lambda v: {**v, "99": 1},
    "chances": lambda v: {**v, next(iter(v)): "1/7"}, "roll": lambda v: {**v, next(iter(v)): "1/7"},
    "result": lambda v: "nothing", "places": lambda v: dict.fromkeys(v, "1,1,0"),
    "marks": lambda v: {unit: [*marks, "moved twice"] for unit, marks in v.items()},
    "position": lambda v: {path: not value for path, value in v.items()}, "to_act": lambda v: "nobody",
}
"""Functions that falsify an expectation of a step."""
SHOWN = {"say", "before", "notes", "show", "ask", "yours", "rules", "back", "options", "check", "preview", "play",
         "faces"}
"""Keys of a step for what it says, shows and does."""


def lesson(system: str, name: str) -> Lesson:
    """A lesson of a system."""
    return find_lesson(catalog.rules(system), name)


def write_parts(path: Path, head: str, key: str, parts: Sequence[str]) -> Path:
    """Write the file of a lesson or programme: its head, and the lines of each of its steps or entries."""
    path.write_text(head + "".join(f"[[{key}]]\n{part}\n" for part in parts), "utf-8")
    return path


def untrue(found: Lesson) -> list[str]:
    """The expectations of a lesson that do not hold."""
    try:
        frames(catalog.rules(found.system), found)
    except LessonError as error:
        return [str(line) for line in error.lines]
    return []


def undetected(found: Lesson) -> list[str]:
    """The expectations of a lesson that can be falsified without an error."""
    missed = []
    for number, step in enumerate(found.steps):
        for key, wrong in WRONG.items():
            if (value := getattr(step, key)) is not None:
                false: Sequence[LessonStep] = (*found.steps[:number], replace(step, **{key: wrong(value)}))
                if not untrue(replace(found, steps=tuple(false))):
                    missed.append(f"{found.name} step {number + 1}: {key}")
    return missed


def expectations() -> set[str]:
    """The keys of a step's expectations."""
    return {field.name for field in fields(LessonStep)} - SHOWN
