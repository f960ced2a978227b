"""The captions of a lesson, edited on screen by mouse and keys: typed, ringed, added, saved, presented."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from game import catalog
from game.match import lesson_writer, lessons
from game.match.lesson_frames import frames
from game.match.loading import load
from game.ui.app.dialogs import MessageSheet, QuestionSheet
from game.ui.screens.captions import CaptionEditor, edit_captions
from game.ui.screens.presentation_screen import PresentationScreen
from game.ui.screens.presentations import Presentations
from game.ui.screens.replay import ReplayScreen
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
SIZES = [(1024, 768), (1280, 720), (1920, 1080)]
RECORDS = {"adua": "figure-2", "africa": "castillejos", "kassala": "kassala", "renaissance": "quick-battle",
           "tours": "example-a"}


def made(system: str, first: int = 0, last: int = 3) -> Path:
    """A lesson made from a recorded game, in the folder of such lessons."""
    match = load(Path(f"tests/records/{system}/{RECORDS[system]}.jsonl")).match
    path = lesson_writer.folder() / "club.toml"
    lesson_writer.write(match, first, last, path)
    path.write_text("# My comment\n" + path.read_text())
    return path


def editing(sit: Sit, system: str = "kassala", size: tuple[int, int] = (1280, 720)) -> tuple[Hand, CaptionEditor]:
    """The caption editor of a lesson made from a game."""
    hand = sit(size=size, reduced_motion=True)
    edit_captions(hand.app, made(system))
    hand.wait()
    return hand, hand.on(CaptionEditor)


def typed(hand: Hand, text: str) -> None:
    """Type letters into the focused field."""
    for letter in text:
        hand.key(letter)


def test_from_a_replay_to_captions_that_are_presented(sit_down: Sit) -> None:
    """E marks part of a game, the dialog leads to the captions; the typed text is shown to the audience."""
    hand = sit_down(reduced_motion=True)
    hand.app.push(ReplayScreen(hand.app, load(Path("tests/records/kassala/kassala.jsonl")).match))
    hand.wait()
    hand.key("e")
    for _ in range(3):
        hand.key("right")
    hand.key("e")
    hand.wait()
    hand.wait()
    typed(hand, "club")
    hand.key("enter")
    hand.wait()
    hand.on(QuestionSheet)
    hand.press(hand.button("Edit the captions"))
    hand.wait()
    editor = hand.on(CaptionEditor)
    hand.key("down")
    hand.key("enter")
    hand.key("a", pygame.KMOD_CTRL)
    typed(hand, "hold-the-ford")
    hand.key("tab")
    typed(hand, "slowly")
    hand.key("tab")
    typed(hand, "why")
    hand.key("s", pygame.KMOD_CTRL)
    hand.wait()
    assert not editor.lesson.changed
    lesson = lessons.read(editor.lesson.path)
    step = lesson.steps[1]
    assert (step.say, step.notes, step.ask and step.ask.question) == ("hold-the-ford", "slowly", "why")
    hand.key("escape")
    hand.key("f5")
    hand.wait()
    assert hand.on(PresentationScreen)


@pytest.mark.every(4)
@pytest.mark.parametrize("system", catalog.names())
def test_counters_and_places_are_ringed_by_the_mouse(sit_down: Sit, system: str) -> None:
    """A click on a counter rings it, another removes the ring; with Shift it is the place. The lesson stays valid."""
    hand, editor = editing(sit_down, system)
    spots = editor.view.stacks.spots()
    unit = next(unit for unit, at in sorted(spots.items())
                if editor.layout.on_map(at) and editor.view.unit_at(at) == unit)
    hand.click(spots[unit])
    assert editor.lesson.steps[0].units == (unit,)
    before = pygame.key.get_mods()
    pygame.key.set_mods(pygame.KMOD_SHIFT)
    hand.click(spots[unit])
    pygame.key.set_mods(before)
    assert len(editor.lesson.steps[0].places) == 1
    editor.save()
    assert not editor.lesson.changed
    again = lessons.read(editor.lesson.path)
    assert again.steps[0].show.units == (unit,)
    assert editor.lesson.path.read_text().startswith("# My comment\n")
    frames(editor.rules, again)
    hand.click(spots[unit])
    assert not editor.lesson.steps[0].units
    hand.press(hand.button("Remove rings"))
    assert not editor.lesson.steps[0].places


def test_counters_are_ringed_by_keys_alone(sit_down: Sit) -> None:
    """G, then the cursor of questions to the rules: Enter rings the counter, Space the place."""
    hand, editor = editing(sit_down)
    hand.key("g")
    hand.key("tab")
    hand.wait()
    counter = editor.cursor.counter
    assert counter is not None
    hand.key("enter")
    assert editor.lesson.steps[0].units == (counter.unit,)
    hand.key("space")
    assert editor.lesson.steps[0].places == (counter.place,)
    hand.key("escape")
    hand.wait()
    assert hand.on(CaptionEditor) is editor
    hand.key("down")
    hand.wait()
    assert editor.at == 1


def test_a_step_is_added_and_deleted(sit_down: Sit) -> None:
    """Only a step that shows something; one that plays an action cannot be deleted, with a reason."""
    hand, editor = editing(sit_down)
    count = len(editor.lesson.steps)
    assert not hand.button("Delete step").is_enabled
    hand.press(hand.button("Add a step"))
    hand.wait()
    assert (editor.at, len(editor.lesson.steps)) == (1, count + 1)
    typed(hand, "look-here")
    assert editor.lesson.steps[1].caption_text == "look-here"
    editor.save()
    assert not editor.lesson.changed
    assert tomllib.loads(editor.lesson.path.read_text())["steps"][1] == {"say": "look-here"}
    assert len(frames(editor.rules, lessons.read(editor.lesson.path))) == count + 1
    hand.key("escape")
    hand.press(hand.button("Delete step"))
    assert len(editor.lesson.steps) == count


def test_a_caption_without_room_is_refused(sit_down: Sit) -> None:
    """The dialog names file and step; the editor goes there; file and typed text stay."""
    hand, editor = editing(sit_down)
    before = editor.lesson.path.read_text()
    editor.lesson.set(1, "say", "too long " * 30)
    hand.key("s", pygame.KMOD_CTRL)
    hand.wait()
    message = str(hand.on(MessageSheet).text)
    assert "club.toml" in message
    assert "step 2" in message
    hand.key("enter")
    hand.wait()
    assert hand.on(CaptionEditor).at == 1
    assert editor.lesson.changed
    assert editor.lesson.path.read_text() == before
    hand.key("escape")
    hand.wait()
    assert isinstance(hand.top, QuestionSheet)
    hand.key("escape")
    hand.wait()
    assert hand.on(CaptionEditor) is editor


@pytest.mark.parametrize("text", ["{", 'system = "kassala"\n', 'system = "nobody"\n[[steps]]\nsay = "a"\n'])
def test_a_broken_file_is_reported(sit_down: Sit, text: str) -> None:
    """The error has its name; the file is unchanged."""
    hand = sit_down(reduced_motion=True)
    path = made("kassala")
    path.write_text(text)
    edit_captions(hand.app, path)
    hand.wait()
    assert "club.toml" in str(hand.on(MessageSheet).text)
    assert path.read_text() == text


def test_own_lessons_are_edited_from_the_list(sit_down: Sit) -> None:
    """E on the framed card, or a click on its button; shipped lessons have none."""
    hand = sit_down(reduced_motion=True)
    made("kassala")
    hand.app.push(page := Presentations(hand.app))
    hand.wait()
    hand.key("e")
    hand.wait()
    assert hand.top is page, "a lesson that ships was opened"
    hand.key("end")
    hand.key("e")
    hand.wait()
    editor = hand.on(CaptionEditor)
    editor.lesson.set(0, "say", "Mended")
    editor.save()
    assert not editor.lesson.changed
    hand.key("escape")
    hand.wait()
    assert hand.top is page


@pytest.mark.every(4)
@pytest.mark.parametrize("size", SIZES)
def test_everything_on_the_panel_has_room(sit_down: Sit, size: tuple[int, int]) -> None:
    """Its parts are below one another on the sheet."""
    _, editor = editing(sit_down, size=size)
    room = editor.panel.layout
    parts = [room.number, room.steps, room.preview, *room.entries.values(), room.rings, room.clear, room.add, room.save]
    for above, below in pairwise(parts):
        assert above.bottom <= below.top
    assert all(room.sheet.contains(part) for part in parts)
    assert room.rings.height > 0


def test_as_many_steps_are_listed_as_have_room(sit_down: Sit) -> None:
    """More of a long lesson than its minimum, the current one among them; the names of rings keep their room."""
    hand = sit_down(reduced_motion=True)
    edit_captions(hand.app, made("kassala", 0, 12))
    hand.wait()
    editor = hand.on(CaptionEditor)
    room = editor.panel.layout.steps
    listed = {editor.panel.step_at((room.centerx, y)) for y in range(room.top, room.bottom)} - {None}
    assert len(listed) > 5
    assert editor.at in listed
    assert editor.panel.layout.rings.height >= hand.app.metrics.px(60)


def test_the_only_step_is_kept_with_its_own_reason(sit_down: Sit) -> None:
    """The key says what the disabled button's tooltip says."""
    hand = sit_down(reduced_motion=True)
    path = made("kassala")
    head = path.read_text().split("[[steps]]")[0]
    path.write_text(f'{head}[[steps]]\nsay = "The armies"\n')
    edit_captions(hand.app, path)
    hand.wait()
    editor = hand.on(CaptionEditor)
    hand.key("delete")
    assert hand.button("Delete step").tool_tip_text == str(editor.view.notice.text)
    assert 1 == len(editor.lesson.steps)


def test_a_second_click_removes_the_ring_of_a_spot_on_a_table(sit_down: Sit) -> None:
    """Anywhere within the ring; a click elsewhere adds another ring."""
    hand, editor = editing(sit_down, "renaissance")
    view, area = editor.view, editor.layout.map
    x, y = next((x, y) for x in range(area.left + 60, area.right - 60, 20)
                for y in range(area.top + 60, area.bottom, 20)
                if view.unit_at((x, y)) is None and view.unit_at((x + 40, y)) is None)
    near, far = max(1, view.stacks.px // 3), 2 * view.stacks.px
    counts = []
    for dx in (0, far, near, 0):
        hand.click((x + dx, y))
        counts.append(len(editor.lesson.steps[0].places))
    assert [1, 2, 1, 2] == counts
