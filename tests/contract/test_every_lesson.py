"""The lessons of every system hold, fit on a projector, and detect false expectations."""

from itertools import pairwise
from pathlib import Path

import pytest

from game import catalog
from game.core.caption import plain_text
from game.match import lessons
from game.match.lesson_frames import frames
from tests.lessons import WRONG, expectations, undetected, untrue

FILES = [pytest.param(path, id=f"{system}-{path.stem}") for system in catalog.names() for path in lessons.paths(system)]


@pytest.mark.every(4)
@pytest.mark.parametrize("path", FILES)
def test_every_lesson_holds(path: Path) -> None:
    """A lesson's texts, actions and rolls agree with the rules; every frame follows from the previous one or the
    start."""
    lesson = lessons.read(path)
    assert [] == untrue(lesson)
    shown = frames(catalog.rules(lesson.system), lesson)
    for before, after in pairwise(shown):
        assert after.step.back or after.step.options is not None or after.before == before.state


@pytest.mark.every(12)
@pytest.mark.parametrize("path", FILES)
def test_a_falsified_step_is_found(path: Path) -> None:
    """Any falsified expectation of the file is reported."""
    assert [] == undetected(lessons.read(path))


def test_every_expectation_can_be_falsified() -> None:
    """The test above falsifies every kind of expectation."""
    assert expectations() == set(WRONG)


@pytest.mark.parametrize("system", catalog.names())
def test_every_example_of_play_has_a_lesson(system: str) -> None:
    """Every set-up of an example of play has a lesson that starts from it, and all lessons can be read."""
    rules = catalog.rules(system)
    listed = lessons.all_lessons(rules)
    assert not [one for one in listed if isinstance(one, lessons.LessonError)]
    told = {one.scenario for one in listed if isinstance(one, lessons.Lesson)}
    assert {info.name for info in rules.scenarios if info.example} <= told


@pytest.mark.parametrize("path", [each for each in FILES if "first-battle" in str(each.id)])
def test_a_first_battle_starts_after_few_words(path: Path) -> None:
    """At most 80 words come before the learner's first move, and a refusal is explained."""
    steps = lessons.read(path).steps
    first = next(number for number, step in enumerate(steps) if step.yours is not None)
    assert sum(len(plain_text(step.say).split()) for step in steps[:first + 1]) <= 80
    assert any(step.rule for step in steps)
    assert all(step.yours.hint for step in steps if step.yours is not None)
