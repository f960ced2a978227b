"""Two points of a replay are marked, and the steps between them become a lesson for presenting."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame

from game.match import lesson_writer, lessons
from game.match.lessons import Lesson, LessonError
from game.match.start import Start
from game.ui.screens.own_file import OwnFileSheet
from game.ui.screens.presentation_screen import PresentationScreen
from game.ui.screens.presentations import Presentations
from game.ui.screens.replay import ReplayScreen
from tests.ui.hand import Hand
from tests.ui.pictures import digest

RECORD = Path(__file__).resolve().parents[1] / "records/kassala/kassala-ending-both-cleared.jsonl"
Sit = Callable[..., Hand]


def replaying(sit: Sit) -> tuple[Hand, ReplayScreen]:
    """A golden record, before its first step."""
    hand = sit(Start("replay", "kassala", file=RECORD), reduced_motion=True)
    hand.wait(0.1)
    return hand, hand.on(ReplayScreen)


def test_two_points_make_a_lesson(sit_down: Sit) -> None:
    """They are marked by E in either order, named, written and presented."""
    hand, replay = replaying(sit_down)
    replay.go(6)
    hand.key("e")
    hand.wait()
    assert hand.button("Lesson ends here")
    replay.go(2)
    hand.key("e")
    hand.wait()
    sheet = hand.on(OwnFileSheet)
    assert sheet.text_below
    room = pygame.Rect(sheet.body.x, sheet.entry.rect.bottom, sheet.body.width, sheet.px(24))
    bare = sheet.app.window.subsurface(room.move(0, room.height)).copy()
    assert digest(sheet.app.window.subsurface(room), "RGB") != digest(bare, "RGB"), "no example below the entry"
    for letter in "melee":
        hand.key(letter)
    hand.key("enter")
    hand.wait()
    lesson = lessons.read(lesson_writer.folder() / "melee.toml")
    assert lesson.title == "melee"
    assert len([action for step in lesson.steps for action in (*step.play, *(step.faces or ())[:1])]) == 4
    hand.press(hand.button("Edit the captions"))
    hand.wait()
    hand.key("f5")
    hand.wait()
    hand.on(PresentationScreen)
    (lesson_writer.folder() / "torn.toml").write_text("x")
    own = [entry.content for entry in Presentations(hand.app).entries][-2:]
    assert ["melee", "torn"] == [each.path.stem for each in own]
    assert [Lesson, LessonError] == [type(each) for each in own]


def test_marking_the_same_step_twice_makes_none(sit_down: Sit) -> None:
    """The first mark is removed; at the last step of the game none can be set."""
    hand, replay = replaying(sit_down)
    hand.key("e")
    hand.key("e")
    hand.wait()
    assert hand.button("Make a lesson")
    hand.on(ReplayScreen)
    replay.go(replay.last)
    hand.key("e")
    hand.wait()
    assert hand.button("Make a lesson")
