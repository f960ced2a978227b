"""Latin, Greek and Cyrillic print in every font role; a missing character is a box, reported once."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from typing import Any, get_args

import pygame
import pytest
from pygame_gui.elements import UITextEntryLine

from game.core.message import say
from game.match.start import Start
from game.ui.kit import fonts
from game.ui.kit.fonts import Role, boxes_note, font, runs_of
from game.ui.kit.pictures import drop_pictures
from game.ui.screens.saveas import SaveAs
from game.ui.screens.settings_sheet import SettingsSheet
from tests.ui.hand import Hand
from tests.ui.pictures import digest

Sit = Callable[..., Hand]
ROLES: tuple[Role, ...] = get_args(Role)
LETTERS = "Aéßœ" "ŁőșẞĦ" "ΑΩαςώΐ" "ἈᾧῬ" "АЯабёЙѢ" "ЃҐЄїЎўЏљ" "ҒҢӘөҺ" "“–…−×½№€"
BOXED = "中ש"
"""Letters missing in all fonts."""


@pytest.fixture(autouse=True)
def _nothing_missing(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Forget all boxes drawn so far."""
    monkeypatch.setattr(fonts, "missing_characters", set())
    drop_pictures()
    yield
    drop_pictures()


@pytest.mark.parametrize("role", ROLES)
def test_every_role_prints_three_scripts(role: Role) -> None:
    """No letter looks like the box, and each has its reported width."""
    face = font(role, 40)
    boxes = {digest(face.render(mark, True, "black"), "RGBA") for mark in BOXED}
    assert len(boxes) == 1
    fonts.missing_characters.clear()
    for letter in LETTERS:
        image = face.render(letter, True, "black")
        assert digest(image, "RGBA") not in boxes, f"{letter} in {role}"
        assert image.get_bounding_rect().width > 1
        assert abs(image.get_width() - face.size(letter)[0]) <= 1
    assert not fonts.missing_characters


@pytest.mark.parametrize("role", ROLES)
def test_a_mixed_line_is_one_line(role: Role) -> None:
    """It is as high as a Latin one, on one base line, and complete."""
    face = font(role, 30)
    text = "Kassala Кассала Κασσάλα"
    image = face.render(text, True, "black")
    assert image.get_height() == face.render("Kassala", True, "black").get_height()
    assert abs(image.get_width() - face.size(text)[0]) <= 3
    latin, cyrillic = (face.render(mark, True, "black").get_bounding_rect() for mark in ("H", "Н"))
    assert abs(latin.bottom - cyrillic.bottom) <= 1


def test_a_text_is_cut_into_few_runs() -> None:
    """A space between two words of a script belongs to them, and an accent to its letter."""
    assert runs_of("Kassala", "counter") == ((0, "Kassala"),)
    assert [part for _, part in runs_of("3 роты идут to Kassala", "counter")] == ["3 ", "роты идут ", "to Kassala"]
    assert [part for _, part in runs_of("а\u0301б", "counter")] == ["а\u0301б"]


def test_accents_apart_from_their_letters_print_as_one() -> None:
    """File names on a Mac have this form."""
    face = font("ui", 30)
    assert digest(face.render("Łódź", True, "black"), "RGBA") == digest(
        face.render("Ło\u0301dz\u0301", True, "black"), "RGBA")


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("text", ["\ufe0f", "a\ufe0fb", "\u00a9\ufe0f", "я\ufe0f", "\u034f", "中\ufe0f"])
def test_marks_without_a_print_of_their_own_are_left_out(role: Role, text: str) -> None:
    """This includes the selector after many emoji, also alone."""
    face, plain = font(role, 20), "".join(mark for mark in text if mark not in "\ufe0f\u034f")
    assert face.size(plain) == face.size(text)
    assert digest(face.render(plain, True, "black"), "RGBA") == digest(face.render(text, True, "black"), "RGBA")


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("letter", "aя中")
@pytest.mark.parametrize("count", [2, 4, 80])
def test_heaped_accents_stay_in_their_line(role: Role, letter: str, count: int) -> None:
    """A name with many accents on one letter is no higher than others and covers no line above it; its letter stays on
    the base line."""
    face = font(role, 20)
    image = face.render(letter + count * "\u0301" + "H", True, "black")
    plain = face.render("H", True, "black")
    assert image.get_height() == face.size(letter + count * "\u0301")[1] == face.size(" ")[1]
    tail = image.subsurface((image.get_width() - plain.get_width(), 0, plain.get_width(), image.get_height()))
    assert abs(tail.get_bounding_rect().bottom - plain.get_bounding_rect().bottom) <= 1


def test_underlined_print_is_underlined_in_all_its_runs() -> None:
    face = fonts.Typeface("counter", 30)
    face.underline = True
    image = face.render("ab где", True, "black")
    row = max(range(image.get_height()), key=lambda y: sum(
        image.get_at((x, y)).a > 128 for x in range(image.get_width())))
    assert all(image.get_at((x, row)).a > 128 for x in (2, image.get_width() // 2, image.get_width() - 3))


def test_typed_names_print_in_the_entry(sit_down: Sit) -> None:
    """A Greek and a Russian name are visible while typed, and as wide as the cursor assumes."""
    hand = sit_down(Start("play", "kassala", seed=7))
    hand.app.push(SaveAs(hand.app, hand.game.match, hand.game.view.notice, hand.game.store_picture))
    hand.wait()
    entry = next(each for each in hand.top.manager.get_sprite_group().sprites() if isinstance(each, UITextEntryLine))
    for name in ("Κασσάλα", "Кассала"):
        entry.set_text(name)
        hand.wait()
        assert entry.font is not None
        assert entry.font.size(name) == font("ui", entry.font.get_point_size()).size(name)
        shown = pygame.Surface.copy(hand.app.window.subsurface(entry.rect))
        entry.set_text("\u4e2d" * len(name))
        hand.wait()
        assert digest(shown) != digest(hand.app.window.subsurface(entry.rect))
    assert fonts.missing_characters == {"\u4e2d"}


def test_a_character_without_a_typeface_is_reported_once(sit_down: Sit, capfd: pytest.CaptureFixture[str]) -> None:
    """It is reported on standard error, in the game's log and on the settings page."""
    hand = sit_down(Start("play", "kassala", seed=7))
    assert not boxes_note()
    hand.game.view.notice.say(say("{name}", name=BOXED))
    for _ in range(4):
        hand.wait()
    note = boxes_note()
    assert note
    entries = [entry.text for entry in hand.game.game_log.log.entries]
    assert entries.count(note) == 1
    assert capfd.readouterr().err.count("U+4E2D") == 1
    told: list[Any] = []
    real = fonts.Typeface.line_picture

    def printed(self: fonts.Typeface, text: Any, colour: str) -> pygame.Surface:
        told.append(text)
        return real(self, text, colour)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fonts.Typeface, "line_picture", printed)
        hand.app.push(SettingsSheet(hand.app))
        hand.wait()
    assert sum("U+4E2D" in str(text) for text in told) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="counts open files in /proc")
def test_sizes_open_no_files(sit_down: Sit) -> None:
    """Fonts of any number of sizes keep no file open, nor do their fallbacks."""
    hand = sit_down()
    for role in ROLES:
        font(role, 20).render("я中", True, "black")
    before = len(os.listdir("/proc/self/fd"))
    faces = [fonts.Typeface(role, px) for role in ROLES for px in range(20, 30)]
    for face in faces:
        face.render("aя中", True, "black")
    assert len(os.listdir("/proc/self/fd")) == before
    assert hand.app.running
