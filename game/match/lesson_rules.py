"""The rules that lessons are about, and the rule numbers of a rulebook."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from game import systems
from game.core.contract import System
from game.core.message import Text
from game.match.lessons import LessonError, all_lessons


@dataclass(frozen=True, slots=True)
class CitingStep:
    """A step of a lesson that is about a rule."""

    lesson: str
    """The lesson's name."""
    heading: Text
    step: int
    """The number of the step, from 0."""


def steps_by_rule(rules: System[Any]) -> dict[str, tuple[CitingStep, ...]]:
    """Rule number -> for each lesson that shows it, or expects a refusal by it, the first such step."""
    by_rule: dict[str, dict[str, CitingStep]] = {}
    for lesson in all_lessons(rules):
        if isinstance(lesson, LessonError):
            continue
        for step_number, step in enumerate(lesson.steps):
            linked_rules = (span.rule for span in step.links)
            refusing_rule = [step.rule.split(" (")[0]] if step.rule else ()  # without the ruling
            for number in (*step.rules, *linked_rules, *refusing_rule):
                by_rule.setdefault(number, {}).setdefault(lesson.name,
                                                          CitingStep(lesson.name, lesson.heading, step_number))
    return {number: tuple(each.values()) for number, each in by_rule.items()}


@cache
def rule_numbers(system: str) -> frozenset[str | int]:
    """The rule numbers in the headings of a system's rulebook, and the numbers of its rulings."""
    try:
        text = (systems.folder(system) / "rulebook.md").read_text("utf-8")
    except (OSError, ValueError):
        return frozenset()
    return frozenset((*re.findall(r"^#+ ((?:[IVX]+|\d+)(?:\.[A-Za-z0-9]+)*)\.? ", text, re.MULTILINE),
                      *map(int, re.findall(r"^> \*\*Ruling (\d+)\.\*\*", text, re.MULTILINE))))
