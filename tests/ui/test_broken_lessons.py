"""If a lesson cannot be read or replayed, a dialog shows the reason, and the other lessons still work."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from game import catalog
from game.match import lessons
from game.ui.app.dialogs import MessageSheet
from game.ui.screens.demo import DemoScreen
from game.ui.screens.examples import ExamplesSheet
from tests.ui.hand import Hand

Sit = Callable[..., Hand]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Kassala's lessons in the test's own folder."""
    own = tmp_path / "lessons"
    shutil.copytree(lessons.folder("kassala"), own)
    monkeypatch.setattr(lessons, "folder", lambda system: own if system == "kassala" else tmp_path / system)
    return own


@pytest.mark.parametrize(("text", "told"), [
    ("[[steps]", "is not valid TOML"),
    ('scenario = "example-a"\n[[steps]]\nsays = "A"\n', "step 1: there is no key 'says'"),
    ('scenario = "example-a"\n[[steps]]\nsay = "A"\nto_act = "christian"\n', "step 1: to_act: expected christian"),
])
def test_a_broken_lesson_says_so_when_it_is_opened(sit_down: Sit, folder: Path, text: str, told: str) -> None:
    """The list shows it with the others, which still work."""
    (folder / "zzz.toml").write_text(text, "utf-8")
    hand = sit_down()
    rules = catalog.rules("kassala")
    hand.app.push(ExamplesSheet(hand.app, rules))
    hand.wait()
    listed = hand.on(ExamplesSheet).lessons
    hand.on(ExamplesSheet).watch(next(one for one in listed if one.path.stem == "zzz"))
    hand.wait()
    assert told in str(hand.on(MessageSheet).text)
    assert "zzz.toml" in str(hand.on(MessageSheet).text)
    hand.key("enter")
    hand.on(ExamplesSheet).watch(next(one for one in listed if one.path.stem == "example-b"))
    hand.wait()
    assert "example-b" == hand.on(DemoScreen).lesson.name
