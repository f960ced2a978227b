"""The title: games in order, the target of Continue, no delays; slow steps have a notice; no click gets lost."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import catalog, files
from game.core.message import Text
from game.core.theme import SeatInfo
from game.match.start import Start
from game.match.store import Store
from game.systems import SYSTEMS_VARIABLE, by_difficulty
from game.ui.app.application import LOADING, App
from game.ui.app.dialogs import QuestionSheet
from game.ui.kit.notice import Notice
from game.ui.screens.game import GameScreen
from game.ui.screens.save_details import battle_of, resume_text, turn_of
from game.ui.screens.saveas import SAVING
from game.ui.screens.saves import Saves
from game.ui.screens.screen_opener import OPENING_LESSON, OPENING_RECORD, SETTING_UP
from game.ui.screens.settings_sheet import SettingsSheet
from game.ui.screens.title import Title
from game.ui.screens.titlecard import TWO_LINE_BATTLE_HEIGHT
from game.ui.screens.victory import KEYS_IGNORED, Victory
from tests.copies import copy_template
from tests.match.playing import cut_off
from tests.ui.hand import Hand

Sit = Callable[..., Hand]


def left(seed: int, when: int) -> Path:
    """A game of Kassala with some actions, last written at a time in seconds since 1970."""
    match = Store().begin(catalog.rules("kassala"), seed=seed)
    match.play(match.rules.candidates(match.state)[0])
    assert match.record is not None
    path = match.record
    match.close()
    match.release()
    os.utime(path, (when, when))
    return path


def test_a_narrow_window_shows_how_long_battles_are(sit_down: Callable[..., Hand]) -> None:
    """Where names and lengths have no room side by side, the rows are tall enough for the length below the name."""
    wide, narrow = (sit_down(size=size).on(Title) for size in ((1920, 1080), (1024, 768)))
    assert all(card.lengths_beside for card in wide.cards)
    assert not any(card.lengths_beside for card in narrow.cards)
    assert all(card.rows[0].height >= narrow.px(TWO_LINE_BATTLE_HEIGHT) for card in narrow.cards)


def test_the_order_of_games_is_data_of_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the number in its file; a system without one, or with an unreadable file, comes last, by name."""
    for name, text in (("zebra", "difficulty = 0.5\n"), ("bream", ""), ("carp", "difficulty = [\n"),
                       ("ant", 'difficulty = "easy"\n')):
        (copy_template(tmp_path, name, name) / "shelf.toml").write_text(text)
    (tmp_path / "bream" / "shelf.toml").unlink()
    monkeypatch.setenv(SYSTEMS_VARIABLE, str(tmp_path))
    assert by_difficulty() == ("zebra", "kassala", "tours", "africa", "renaissance", "adua", "ant", "bream",
                                 "carp")


@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1920, 1080)])
def test_all_games_are_on_one_page(sit_down: Sit, size: tuple[int, int]) -> None:
    """They come easiest first, each with its map, room for its story and its battles, perhaps in pages; nothing
    overlaps."""
    hand = sit_down()
    hand.resize(size, 100)
    hand.wait_in_steps(8)
    title = hand.on(Title)
    assert ["kassala", "tours", "africa", "renaissance", "adua"] == [card.rules.name for card in title.cards]
    assert title.shelf.pages.count == 1
    for card in title.cards:
        assert card.picture_area.height
        assert card.rows[0].top - card.sides[0][0].bottom > title.px(50)
        assert card.more is None or len(card.entries) > 5
        boxes = [card.picture_area, *(box for box, _ in card.sides), *card.rows]
        assert all(card.rect.contains(box) for box in boxes)
        assert all(box.collidelist(boxes[n + 1:]) < 0 for n, box in enumerate(boxes))


def test_the_title_says_what_continue_continues(sit_down: Sit, folders: Path) -> None:
    """Battle, turn and date of the last game; Enter presses the highlighted button wherever the pointer is."""
    left(3, 10**9)
    latest = left(4, 10**9 + 86400)
    hand = sit_down()
    save = next(save for save in Store().saves() if save.path == latest)
    told = resume_text(save).values
    assert told is not None
    assert battle_of(save)[0] == told["game"]
    assert told["turn"] == turn_of(save)
    assert "10 Sep" in str(told["when"])
    hand.point(hand.title_card("kassala").rect.center)
    hand.key("enter")
    assert latest == hand.on(GameScreen).game.match.record


def test_the_first_picture_reads_no_record(folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It appears before the first of three hundred is opened; later each frame opens a few, none twice."""
    first = left(3, 10**9)
    for number in range(300):
        shutil.copy(first, first.with_name(f"copy-{number}.jsonl"))
    opened: list[str] = []
    real = files.open_regular

    def counting(path: Path, flags: int = os.O_RDONLY) -> int:
        if path.suffix == ".jsonl":
            opened.append(path.name)
        return real(path, flags)

    monkeypatch.setattr(files, "open_regular", counting)
    app = App((1280, 720))
    try:
        app.push(Title(app))
        app.show()
        assert opened == []
        while app.stack[-1].moving:
            app.step()
        assert len(opened) == 301 == len(set(opened))
        opened.clear()
        app.push(Saves(app))
        app.pop()
        for _ in range(5):
            app.step()
        assert opened == []
    finally:
        app.close()


def test_an_interrupted_game_is_offered_once_all_records_are_read(sit_down: Sit, folders: Path) -> None:
    match = Store().begin(catalog.rules("kassala"), seed=3)
    match.play(match.rules.candidates(match.state)[0])
    cut_off(match)
    hand = sit_down()
    hand.wait()
    hand.on(QuestionSheet)


def test_long_lists_of_games_are_read_in_view(sit_down: Sit, folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page of saved games is shown meanwhile, and then has them all."""
    first = left(3, 10**9)
    for number in range(5):
        shutil.copy(first, first.with_name(f"copy-{number}.jsonl"))
    monkeypatch.setattr("game.ui.screens.saves.READ_SECONDS", 0.0)
    hand = sit_down(Start("play", "kassala", seed=7))
    hand.app.push(Saves(hand.app))
    assert hand.on(Saves).saves == []
    hand.wait_in_steps(8)
    assert len(hand.on(Saves).saves) == 7, "six, and the one that is on the table"


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts of notices over the picture."""
    texts: list[str] = []
    real = Notice.say

    def saying(self: Notice, text: Text, side: SeatInfo | None = None) -> None:
        texts.append(str(text))
        real(self, text, side)

    monkeypatch.setattr(Notice, "say", saying)
    return texts


def test_slow_steps_name_their_work(sit_down: Sit, said: list[str]) -> None:
    """A new game, a saved one, a replay, an example, another scale, the legend, a rotated sheet: a notice before each,
    once."""
    hand = sit_down()
    rules: Any = catalog.rules("kassala")
    hand.app.navigator.begin(rules, "kassala", (), dict.fromkeys(rules.seats, "human"), 3)
    path = hand.screen.game.match.record
    hand.screen.game.match.play(rules.candidates(hand.screen.game.match.state)[0])
    assert path is not None
    steps: tuple[Callable[[], None], ...] = (
        partial(hand.app.navigator.resume, path), partial(hand.app.navigator.replay, path),
        partial(hand.app.navigator.demo, rules, "example-a"))
    for step in steps:
        hand.wait()
        hand.app.return_to_title()
        hand.wait()
        step()
    hand.wait()
    hand.app.settings.interface_scale = 125
    hand.app.apply_settings()
    for key in ("k", "u"):
        hand.wait()
        hand.key(key)
    hand.wait()
    signs = [text for text in said if text.endswith(" …")]
    assert signs == list(map(str, (SETTING_UP, OPENING_RECORD, OPENING_RECORD, OPENING_LESSON, *3 * [LOADING])))


@pytest.mark.parametrize("name", ["club night", "/a file"])
def test_saving_a_copy_says_so(sit_down: Sit, said: list[str], tmp_path: Path, name: str) -> None:
    """This holds for a name and for a file: a long record takes some seconds."""
    hand = sit_down(Start("play", "kassala", seed=3))
    hand.key("s", pygame.KMOD_CTRL)
    hand.top.entry.set_text(name.replace("/", f"{tmp_path}/"))
    said.clear()
    hand.key("enter")
    assert said[0] == SAVING
    assert said[1].startswith("Saved as")


def _mouse(kind: int, pos: tuple[int, int]) -> None:
    pygame.event.post(pygame.event.Event(kind, pos=pos, button=1))


def test_quick_clicks_on_the_interface_scale_all_count(sit_down: Sit) -> None:
    """Two clicks before the new layout are two steps."""
    hand = sit_down()
    hand.app.push(SettingsSheet(hand.app))
    hand.wait()
    plus = next(button for button in hand.top.buttons if button.text == "+").rect.center
    hand.point(plus)
    for _ in range(2):
        _mouse(pygame.MOUSEBUTTONDOWN, plus)
        _mouse(pygame.MOUSEBUTTONUP, plus)
        hand.wait()
    hand.wait_in_steps(4)
    assert hand.app.settings.interface_scale == 125


def test_a_click_may_begin_before_a_new_layout_and_end_after_it(sit_down: Sit) -> None:
    """It is pressed on the old button and released over the new one in its place."""
    hand = sit_down()
    hand.app.push(SettingsSheet(hand.app))
    hand.wait()
    plus = next(button for button in hand.top.buttons if button.text == "+").rect.center
    hand.point(plus)
    _mouse(pygame.MOUSEBUTTONDOWN, plus)
    hand.wait()
    hand.app.settings.interface_scale = 90
    hand.app.apply_settings()
    hand.wait()
    _mouse(pygame.MOUSEBUTTONUP, plus)
    hand.wait_in_steps(3)
    assert hand.app.settings.interface_scale == 100


def test_the_victory_card_stays_until_a_deliberate_key(sit_down: Sit, last_fight: dict[str, Any]) -> None:
    """Space and the paging keys may come from play; Escape, Enter and the buttons close it."""
    hand = sit_down(Start("play", "kassala", position={**last_fight, "turn": 10}))
    rules, match = hand.game.rules, hand.game.match
    while match.to_act is not None:
        if match.to_act == "chance":
            match.roll()
        else:
            match.play(rules.candidates(match.state)[-1])
    hand.until(lambda: isinstance(hand.top, Victory))
    hand.wait()
    for key in ("space", "page up", "page down", "home", "end", "space", "tab", "space", "right", "page down"):
        hand.key(key)
        hand.on(Victory)
    hand.key("escape")
    assert hand.top is hand.screen
    hand.app.push(Victory(hand.app, match))
    hand.wait()
    hand.key("enter")
    hand.on(Victory)  # it may have been meant for the game
    hand.wait(KEYS_IGNORED)
    hand.key("enter")
    hand.on(Title)
