"""At the very first start a first lesson is offered, once."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game import catalog
from game.match.lessons import Lesson, all_lessons
from game.match.store import Store
from game.ui.app import settings as stored
from game.ui.app.dialogs import QuestionSheet
from game.ui.app.screen import Screen
from game.ui.screens.lesson_screen import LessonScreen
from game.ui.screens.presentations import Presentations
from game.ui.screens.screen_opener import WELCOME
from game.ui.screens.title import Title
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
ROOT = Path(__file__).resolve().parents[2]


def started(sit_down: Sit) -> Hand:
    """The program, started with the stored settings, once it has found the saved games."""
    hand = sit_down(greeted=stored.load().greeted)
    title: Any = hand.app.stack[0]
    hand.until(lambda: title.save_reader.complete)
    hand.wait()
    return hand


@pytest.mark.parametrize(("answer", "screen"), [("Your first battle", LessonScreen), ("Just look around", Title)])
def test_a_first_lesson_is_offered_once(sit_down: Sit, answer: str, screen: type[Screen]) -> None:
    """Each button opens what it names; at the next start nothing is offered."""
    hand = started(sit_down)
    assert hand.on(QuestionSheet).title == WELCOME
    assert stored.load().greeted
    hand.press(hand.button(answer))
    found = hand.on(screen)
    assert not isinstance(found, LessonScreen) or found.guide.lesson.name == "first-battle"
    hand.close()
    started(sit_down).on(Title)


@pytest.mark.every(4)
@pytest.mark.parametrize(("key", "screen"), [("page down", LessonScreen), ("space", LessonScreen),
                                             ("enter", LessonScreen), ("page up", Title), ("escape", Title),
                                             ("f5", Presentations)])
def test_a_remote_answers_the_welcome(sit_down: Sit, key: str, screen: type[Screen]) -> None:
    """Next opens the lesson, Back the title, and F5 the presentations; Escape then goes back to the
    title."""
    hand = started(sit_down)
    hand.on(QuestionSheet)
    hand.key(key)
    hand.on(screen)
    hand.key("escape")
    if screen is not Title:
        hand.on(Title)


def test_nothing_is_offered_with_a_saved_game(sit_down: Sit) -> None:
    """With a saved game nothing is offered."""
    Store().begin(catalog.rules("kassala"), seed=1).release()
    started(sit_down).on(Title)


def test_settings_of_an_older_program(sit_down: Sit, folders: Path) -> None:
    """Settings without the entry come from an older program: this is no first start."""
    (folders / "config").mkdir()
    (folders / "config" / "settings.json").write_text('{"volume": 0.5}')
    started(sit_down).on(Title)


def test_one_lesson_is_for_newcomers() -> None:
    """Of all systems' lessons only the one that is offered is marked as for newcomers."""
    every = [lesson for system in catalog.names() for lesson in all_lessons(catalog.rules(system))]
    found = [(each.system, each.name) for each in every if isinstance(each, Lesson) and each.newcomers]
    assert found == [("kassala", "first-battle")]


def test_the_first_pictures_load_only_visible_data(tmp_path: Path) -> None:
    """The splash screen does not import the rules' contract, nor the title screen numpy."""
    code = (
        "import sys; from game.ui.app.application import App; "
        "from game.ui.screens.splash import draw_splash; "
        "app = App((1280, 720)); draw_splash(app.window, app.sheet_metrics); "
        "early = {'game.core.contract', 'numpy'} & set(sys.modules); assert not early, early; "
        "from game.ui.screens.title import Title; app.push(Title(app)); app.show(); "
        "assert 'game.core.contract' in sys.modules and 'numpy' not in sys.modules"
    )
    env = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "DRUMHEAD_DATA": str(tmp_path),
           "DRUMHEAD_CONFIG": str(tmp_path)}
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, timeout=60, env=env)


def test_no_button_resumes_a_game_before_there_is_one(sit_down: Sit) -> None:
    """Without saved games the row of buttons is the same while they are looked for and afterwards."""
    hand = sit_down(greeted=True)
    title: Any = hand.app.stack[0]
    title.save_reader.restart()
    title.save_reader.latest = None
    title.build()
    first = [(button.text, tuple(button.rect)) for button in title.buttons]
    assert "Resume" not in [label for label, _ in first]
    hand.until(lambda: title.save_reader.complete)
    hand.wait()
    assert set(first) <= {(button.text, tuple(button.rect)) for button in title.buttons}
