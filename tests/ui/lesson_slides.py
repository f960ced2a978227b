"""The slides of every lesson, laid out once for all tests that go through them."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from game import catalog
from game.match import lessons
from game.ui.screens.slides import Slide, lesson_slides

EVERY = [pytest.param(system, path.stem, id=f"{system}-{path.stem}")
         for system in catalog.names() for path in lessons.paths(system)]


@cache
def slides_of(system: str, name: str) -> tuple[Slide, ...]:
    """The slides of a lesson."""
    rules: Any = catalog.rules(system)
    return tuple(lesson_slides(rules, lessons.find_lesson(rules, name)))
