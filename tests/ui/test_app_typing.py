"""Typed, pasted or stored text never crashes the program: odd digits, odd names, endless titles."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

import pygame
import pytest

from game import catalog
from game.match.loading import load
from game.match.match import Match
from game.match.record import MAX_TITLE_LENGTH, Named, seal, stated_checksum
from game.match.start import Start
from game.match.store import Store
from game.ui.app.dialogs import QuestionSheet
from game.ui.kit.fonts import font
from game.ui.kit.pen import shorten, split_word
from game.ui.screens.saveas import MAX_PATH_LENGTH, SaveAs
from game.ui.screens.saves import Saves
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
ODD = ["²", "³", "①", "٣", "Ⅳ", "½"]


def _type(hand: Hand, text: str) -> None:
    """Type each character as a separate key press."""
    for mark in text:
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_UNKNOWN, mod=0, unicode=mark))
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=mark))
        pygame.event.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_UNKNOWN, mod=0))
    hand.wait()
    hand.wait()


@pytest.mark.every(2)
@pytest.mark.parametrize("mark", ODD)
def test_a_superscript_digit_is_no_face(sit_down: Sit, udaka_fight: dict[str, Any], mark: str) -> None:
    """At the table it does nothing; in the box it is refused in words, and the game continues."""
    hand = sit_down(Start("play", "kassala", position=udaka_fight))
    attack: Any = max(hand.game.rules.candidates(hand.game.match.state), key=lambda action: len(action.notation))
    for unit in (*attack.attackers, *attack.defenders):
        hand.click_unit(unit)
    hand.press(hand.screen.widgets.choices[0])
    hand.settle()
    assert hand.rolling
    _type(hand, mark)
    faces = hand.screen.widgets.faces
    hand.click(faces.rect.center)
    _type(hand, mark)
    hand.press(hand.screen.widgets.enter)
    assert hand.rolling
    assert hand.game.selection.refusal is not None


@pytest.fixture
def saving(sit_down: Sit) -> Hand:
    """A game with the sheet for saving a copy open."""
    hand = sit_down(Start("play", "kassala", seed=3))
    hand.key("s", pygame.KMOD_CTRL)
    assert isinstance(hand.top, SaveAs)
    return hand


NO_FILES = [
    *("/", "//", "./", "/.", "..", "../", "~", "~/", "~nobody-of-that-name/x", "a/\0"),
    *("../lost", "club/night", "a\\b", "~/../lost", "/../lost", "~/a:b*?"),
]


@pytest.mark.every(2)
@pytest.mark.parametrize("name", NO_FILES)
def test_a_name_that_is_no_file_name_is_refused_in_words(saving: Hand, name: str) -> None:
    """The sheet stays open with the reason."""
    saving.top.entry.set_text("")
    _type(saving, name)
    if "\0" in name:
        assert "\0" not in saving.top.entry.get_text()
        return
    saving.key("enter")
    assert isinstance(saving.top, SaveAs)
    assert saving.top.fault
    assert not [save for save in Store().saves() if save.copy]


def test_a_relative_path_is_refused_and_nothing_is_written(
    saving: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``../lost`` gets a sentence below the field, and no file is written beside the program."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    there = sorted(tmp_path.rglob("*"))
    for name, said in (("../lost", "cannot contain"), ("sub/lost", "Names cannot contain /"),
                       ("/x/a:b*?", "cannot contain : * ?"), (".", "folder")):
        saving.top.entry.set_text("")
        _type(saving, name)
        saving.key("enter")
        assert isinstance(saving.top, SaveAs)
        assert said in saving.top.fault
    assert sorted(tmp_path.rglob("*")) == there


def test_a_copy_outside_the_list_says_where_it_is(saving: Hand, tmp_path: Path) -> None:
    """The notice has the whole path, and says that the list of saved games does not show the copy."""
    _type(saving, str(tmp_path / "lent"))
    saving.key("enter")
    said = f"Saved as {tmp_path / 'lent.jsonl'}, which is not in the list of saved games"
    assert said == saving.game.view.notice.text


def test_names_keep_their_dots(saving: Hand, tmp_path: Path) -> None:
    """``club.1`` and ``club.2`` are two files."""
    for name in ("club.1", "club.2"):
        saving.key("s", pygame.KMOD_CTRL) if not isinstance(saving.top, SaveAs) else None
        _type(saving, str(tmp_path / name))
        saving.key("enter")
    assert sorted(path.name for path in tmp_path.glob("club*")) == ["club.1.jsonl", "club.2.jsonl"]


def test_another_game_is_replaced_only_after_a_question(saving: Hand, tmp_path: Path) -> None:
    """Enter and Escape keep it; only the button replaces it."""
    path = tmp_path / "theirs.jsonl"
    Match.begin(catalog.rules("kassala"), seed=99).save(path)
    theirs = path.read_bytes()
    for answer in ("enter", "escape"):
        saving.top.entry.set_text(str(path))
        saving.key("enter")
        assert isinstance(saving.top, QuestionSheet)
        saving.key(answer)
        assert isinstance(saving.top, SaveAs)
        assert path.read_bytes() == theirs
    saving.key("enter")
    saving.press(saving.button("Replace it"))
    assert load(path).match.hash == saving.game.match.hash
    assert path.read_bytes() != theirs


def test_a_name_has_a_limit(saving: Hand) -> None:
    """The box has a maximum length; a name for the list is shorter still, with a message."""
    _type(saving, "x" * 500)
    assert len(saving.top.entry.get_text()) == MAX_PATH_LENGTH
    saving.key("enter")
    assert str(MAX_TITLE_LENGTH) in saving.top.fault
    assert not [save for save in Store().saves() if save.title]


@pytest.mark.parametrize("title", ["x" * 2000, "ab " * 700, "a\0b", "\x1b[31m\n\t"])
def test_a_very_long_title_in_a_record_is_harmless(sit_down: Sit, title: str) -> None:
    """With a forged name in the list of saves, the list, the replay and the title are drawn at once."""
    rules = catalog.rules("kassala")
    match = Store().begin(rules, seed=5)
    match.play(rules.candidates(match.state)[0])
    path = match.record
    assert path is not None
    match.release()
    sealed, _ = seal(Named(title), stated_checksum(match.lines[-1]))
    path.write_bytes(path.read_bytes() + sealed + b"\n")
    path.rename(path.with_name("od\x07d\udcffname.jsonl"))
    hand = sit_down()
    hand.app.return_to_title()
    hand.top.saves()
    assert isinstance(hand.top, Saves)
    began = process_time()
    hand.wait()
    assert process_time() - began < 1
    hand.key("r")
    hand.wait()


def test_long_words_are_measured_quickly(sit_down: Sit) -> None:
    """Breaking and shortening a word of 20,000 letters is quick, and every piece fits."""
    sit_down()
    face = font("ui", 17)
    began = process_time()
    pieces = split_word("x" * 20_000, face, 300)
    assert "".join(pieces) == "x" * 20_000
    assert max(face.size(piece)[0] for piece in pieces) <= 300
    assert face.size(shorten("x" * 20_000, face, 300))[0] <= 300
    assert process_time() - began < 1
    assert face.render("a\0b\ud800", True, "black").get_width() > 0
