"""The lessons of every system: each holds, fits on a projector, and finds out what is false."""

from itertools import pairwise
from pathlib import Path

import pytest

from game import catalog
from game.core.caption import bare
from game.match import lessons
from game.match.demo import frames
from tests.lessons import WRONG, expectations, undetected, untrue
from tests.ui.corners import thinned

FILES = [pytest.param(path, id=f"{system}-{path.stem}") for system in catalog.names() for path in lessons.paths(system)]


@pytest.mark.parametrize("path", FILES)
def test_every_lesson_holds(path: Path) -> None:
    """What it says, shows, does and rolls is what the rules say; every frame follows from the one before or the start.
    """
    lesson = lessons.read(path)
    assert [] == untrue(lesson)
    shown = frames(catalog.rules(lesson.system), lesson)
    for before, after in pairwise(shown):
        assert after.step.back or after.step.options is not None or after.before == before.state


@pytest.mark.parametrize("path", thinned(FILES, 2))
def test_a_falsified_step_is_found(path: Path) -> None:
    """Any expectation of the file that is turned round makes it untrue."""
    assert [] == undetected(lessons.read(path))


def test_every_expectation_can_be_falsified() -> None:
    """What a step may expect is what the test above turns round."""
    assert expectations() == set(WRONG)


@pytest.mark.parametrize("system", catalog.names())
def test_every_example_of_play_is_told(system: str) -> None:
    """Every set-up that is an example of play has a lesson that starts from it, and all lessons can be read."""
    rules = catalog.rules(system)
    listed = lessons.listed(rules)
    assert not [one for one in listed if isinstance(one, lessons.LessonError)]
    told = {one.scenario for one in listed if isinstance(one, lessons.Lesson)}
    assert {info.name for info in rules.scenarios if info.example} <= told


@pytest.mark.parametrize("path", [each for each in FILES if "first-battle" in str(each.id)])
def test_a_first_battle_is_begun_after_few_words(path: Path) -> None:
    """At most 80 words are read before the first move of one's own, and a refusal is explained."""
    steps = lessons.read(path).steps
    first = next(number for number, step in enumerate(steps) if step.yours is not None)
    assert sum(len(bare(step.say).split()) for step in steps[:first + 1]) <= 80
    assert any(step.rule for step in steps)
    assert all(step.yours.hint for step in steps if step.yours is not None)
