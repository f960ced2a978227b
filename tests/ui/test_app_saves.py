"""Saved games on screen: listing, opening, damage, recovery, replay, copies."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pygame_gui
import pytest

from game import catalog
from game.match.loading import why_other_edition
from game.match.start import Start
from game.match.store import Store, describe
from game.ui.app.dialogs import MessageSheet, QuestionSheet
from game.ui.kit.notice import reading_time
from game.ui.kit.pen import Pen
from game.ui.screens.game import GameScreen
from game.ui.screens.menu import Menu
from game.ui.screens.replay import ReplayScreen
from game.ui.screens.save_details import fault_of, line_of, players_of
from game.ui.screens.saves import Saves
from tests.match.playing import cut_off
from tests.match.test_match_edition import older
from tests.ui.hand import Hand
from tests.ui.pictures import digest

Sit = Callable[..., Hand]


def _record(moves: int = 3) -> Path:
    """A record of a few moves in the folder of saved games."""
    rules = catalog.rules("kassala")
    match = Store().begin(rules, seed=5)
    for _ in range(moves):
        match.play(rules.candidates(match.state)[0])
    path = match.record
    assert path is not None
    match.release()
    return path


def test_saved_games_are_listed_opened_and_deleted(sit_down: Sit) -> None:
    """By keyboard: open and resume the game; delete it only after confirmation."""
    path = _record()
    hand = sit_down()
    hand.top.saves()
    assert hand.top.save.path == path
    hand.key("enter")
    assert len(hand.game.match.plies) == 3
    hand.app.return_to_title()
    hand.top.saves()
    assert hand.top.save.thumbnail.exists()
    hand.top.ask_delete()
    hand.on(QuestionSheet)
    hand.key("escape")
    assert path.exists()
    hand.top.ask_delete()
    hand.key("enter")
    assert path.exists(), "the main button keeps the game"
    hand.top.ask_delete()
    hand.press(hand.button("Delete"))
    assert not path.exists()
    assert hand.top.save is None


def test_a_damaged_record_is_named_and_its_valid_part_can_be_resumed(sit_down: Sit) -> None:
    """The dialog has file and line; the game continues from the last valid action."""
    path = _record()
    lines = path.read_bytes().split(b"\n")
    lines[2] = lines[2].replace(b"move", b"mave")
    path.write_bytes(b"\n".join(lines))
    hand = sit_down()
    if isinstance(hand.top, QuestionSheet):
        hand.key("escape")
    hand.top.saves()
    hand.top.open()
    assert isinstance(hand.top, MessageSheet)
    assert f"{path}, line 3" in str(hand.top.text)
    hand.key("enter")
    assert len(hand.game.match.plies) == 1


def test_games_of_one_battle_have_different_entries_and_a_damaged_copy_keeps_its_name(sit_down: Sit) -> None:
    """The list has players and number of actions; a name before the damage is kept, and the dialog on opening says
    so."""
    _record()
    rules = catalog.rules("kassala")
    match = Store().begin(rules, seed=6, players={"moslem": "human", "christian": "veteran"})
    for _ in range(4):
        match.play(rules.candidates(match.state)[0])
    copy = Store().new_path("kassala")
    match.save(copy, "club night")
    match.release()
    lines = copy.read_bytes().split(b"\n")
    lines[3] = lines[3][:20]
    copy.write_bytes(b"\n".join(lines))
    kept = copy.read_bytes()
    hand = sit_down()
    if isinstance(hand.top, QuestionSheet):
        hand.key("escape")
    hand.press(hand.button("Saved games"))
    shown = {line["text"].split(". ", 1)[1] for line in hand.top.list.item_list}
    assert len(shown) == 3
    for save in Store().saves():
        if not save.copy:
            told = {True: "3 ", False: "4 "}["human" == (save.players or {}).get("christian")]
            assert 1 == sum(told in line and players_of(save) in line for line in shown)
    assert any(line.startswith("× damaged · Kassala · club night · copy · Turn 1, 2 actions") for line in shown)
    hand.top.choose([save.path for save in hand.top.saves].index(copy))
    hand.wait()
    hand.press(hand.button("Resume from the intact part (2 actions)"))
    assert isinstance(hand.top, MessageSheet)
    hand.key("enter")
    assert len(hand.game.match.plies) == 2
    assert hand.game.match.record != copy
    assert copy.read_bytes() == kept


def test_an_unreadable_record_leaves_everything_as_it_is(sit_down: Sit, tmp_path: Path) -> None:
    """A file that is no record gives a dialog, over the title."""
    path = tmp_path / "nonsense.jsonl"
    path.write_text("hello\n")
    hand = sit_down(Start("replay", file=path))
    assert isinstance(hand.top, MessageSheet)
    assert str(path) in str(hand.top.text)
    hand.key("enter")
    assert type(hand.top).__name__ == "Title"


def test_an_interrupted_game_is_offered_and_resumed_at_its_last_action(sit_down: Sit) -> None:
    """For a record without its closing line, the question at the start leads to the same hash."""
    rules = catalog.rules("kassala")
    match = Store().begin(rules, seed=5)
    match.play(rules.candidates(match.state)[0])
    kept = match.hash
    cut_off(match)
    hand = sit_down()
    assert isinstance(hand.top, QuestionSheet)
    hand.key("enter")
    assert hand.game.match.hash == kept


def test_a_postponed_game_is_not_offered_again(sit_down: Sit) -> None:
    """After Not now, the next start shows the title, the game is in the list, and another interrupted one is
    offered."""
    rules = catalog.rules("kassala")
    for seed in (5, 6):
        match = Store().begin(rules, seed=seed)
        match.play(rules.candidates(match.state)[0])
        cut_off(match)
        hand = sit_down()
        assert isinstance(hand.top, QuestionSheet)
        hand.key("escape")
        assert [save.interrupted for save in Store().saves()] == [True] * (seed - 4)
        hand = sit_down()
        assert not isinstance(hand.top, QuestionSheet)


@pytest.mark.skipif(os.name != "posix" or sys.platform == "darwin", reason="file names are text there")
def test_a_game_with_an_undecodable_file_name_can_be_postponed(sit_down: Sit) -> None:
    """A name that is not UTF-8: not offered again after Not now; the game can be opened, viewed and left again."""
    rules = catalog.rules("kassala")
    match = Store().begin(rules, seed=5)
    match.play(rules.candidates(match.state)[0])
    path = match.record
    assert path is not None
    cut_off(match)
    strange = path.rename(path.with_name(os.fsdecode(b"k\xff\xfe.jsonl")))
    hand = sit_down()
    hand.on(QuestionSheet)
    hand.press(hand.button("Not now"))
    hand.close()
    hand = sit_down()
    assert not isinstance(hand.top, QuestionSheet | MessageSheet)
    hand.top.saves()
    assert hand.top.save.path == strange
    hand.wait()
    hand.key("enter")
    assert len(hand.game.match.plies) == 1


def test_a_window_closed_in_mid_game_loses_nothing(sit_down: Sit) -> None:
    """If quit during an animation, the move is on record."""
    hand = sit_down(Start("play", "kassala", seed=3))
    hand.click_place("0401")
    hand.click_place("0501")
    assert hand.game.stage.busy
    path = hand.game.match.record
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    hand.wait()
    assert not hand.app.running
    hand.close()
    saves = Store().saves()
    assert [(save.path, save.actions, save.interrupted) for save in saves] == [(path, 1, False)]


def test_a_replay_is_stepped_and_branched(sit_down: Sit) -> None:
    """Keys step back and forth, then a new game starts from the shown step; the old record stays."""
    path = _record()
    hand = sit_down(Start("replay", file=path))
    screen = hand.top
    assert isinstance(screen, ReplayScreen)
    hand.key("right")
    hand.key("right")
    assert screen.replay.actions_shown == 2
    hand.key("left")
    assert screen.replay.actions_shown == 1
    hand.key("end")
    assert screen.replay.actions_shown == 3
    hand.key("home")
    hand.key("right")
    hand.wait_in_steps(40, 0.1)
    hand.press(hand.button("New game from here"))
    hand.press(hand.button("Start the game"))
    assert len(hand.game.match.plies) == 1
    assert hand.game.match.record != path
    assert len(Store().saves()) == 2


def test_a_replay_plays_itself_at_any_speed(sit_down: Sit) -> None:
    """Play runs to the end and stops there."""
    path = _record()
    hand = sit_down(Start("replay", file=path, autoplay=True), watching_speed=8.0)
    hand.wait_in_steps(200, 0.1)
    assert hand.top.replay.actions_shown == 3
    assert not hand.top.running


def test_a_record_that_cannot_be_written_is_reported_once(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a full disk the dialog offers another place, and the game continues in memory."""
    import errno
    import os

    hand = sit_down(Start("play", "kassala", seed=3))
    whole = os.write

    def full(handle: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    hand.click_place("0401")
    hand.click_place("0501")
    hand.settle()
    monkeypatch.setattr(os, "write", whole)
    assert isinstance(hand.top, QuestionSheet)
    assert "No space left" in str(hand.top.text)
    hand.key("escape")
    assert len(hand.game.match.plies) == 1
    hand.click_place("0601")
    hand.click_place("0501" if hand.game.selection.reach.get("0501") else "0502")
    hand.settle()
    assert hand.game.match.trouble is None


def test_a_copy_is_saved_at_the_typed_path(sit_down: Sit, folders: Path) -> None:
    """A path may be typed; a plain name is saved in the folder of saved games."""
    hand = sit_down(Start("play", "kassala", seed=3))
    for text in (str(folders / "copy"), "club night"):
        hand.key("s", pygame.KMOD_CTRL)
        hand.top.entry.set_text(text)
        hand.key("enter")
        assert hand.top is hand.screen
    assert (folders / "copy.jsonl").exists()
    copy, hand_played = sorted(Store().saves(), key=lambda save: save.playing)
    assert ("club night", "") == (copy.title, hand_played.title)
    assert copy.thumbnail.exists()


def test_saving_a_copy_shows_a_notice(sit_down: Sit) -> None:
    """The notice names the copy, is visible, and disappears by itself."""
    hand = sit_down(Start("play", "kassala", seed=3))
    hand.key("s", pygame.KMOD_CTRL)
    hand.top.entry.set_text("club night")
    hand.key("enter")
    assert hand.game.view.notice.text == "Saved as club night"
    area = hand.game.view.notice.rect
    seen = digest(hand.app.window.subsurface(area), "RGB")
    hand.wait(reading_time("Saved as club night"))
    hand.wait()
    assert hand.game.view.notice.text == ""
    assert seen != digest(hand.app.window.subsurface(area), "RGB")


def test_the_current_game_is_told_from_its_copies(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is in use and cannot be deleted; scenario, options and players are in words."""
    written: list[str] = []
    row, flow = Pen.row, Pen.flow

    def note_row(pen: Pen, label: str, text: str, *more: Any, **named: Any) -> Any:
        written.append(f"{label}: {text}")
        return row(pen, label, text, *more, **named)

    def note_flow(pen: Pen, runs: Any, *more: Any, **named: Any) -> Any:
        written.extend(run.text for run in runs)
        return flow(pen, runs, *more, **named)

    hand = sit_down(Start("play", "kassala", options=("cannon",), players={"christian": "veteran"}, seed=3))
    hand.key("escape")
    monkeypatch.setattr(Pen, "row", note_row)
    monkeypatch.setattr(Pen, "flow", note_flow)
    hand.press(hand.button("Saved games"))
    rules = catalog.rules("kassala")
    title = next(info.title for info in rules.scenarios if info.name == "kassala")
    option = next(info.title for info in rules.options if info.name == "cannon")
    told = {f"Battle: {title}", f"Option: {option}", "Moslems: Human", "Christians: Veteran", "Being played now."}
    assert told <= set(written)
    assert hand.top.save.thumbnail.exists()
    assert not any("cut off" in str(text) for text in written)
    assert not hand.button("Delete").is_enabled
    hand.top.ask_delete()
    assert isinstance(hand.top, Saves)


def test_the_slider_jumps_to_a_step(sit_down: Sit) -> None:
    """Moving the slider shows its step, and stepping moves the slider."""
    hand = sit_down(Start("replay", file=_record()))
    screen = hand.top
    moved = {"ui_element": screen.scrubber, "value": 2}
    pygame.event.post(pygame.event.Event(pygame_gui.UI_HORIZONTAL_SLIDER_MOVED, moved))
    hand.wait()
    assert screen.replay.actions_shown == 2
    hand.key("left")
    assert screen.scrubber.get_current_value() == 1


def test_a_missing_picture_leaves_the_game_on_record(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the map cannot be drawn a dialog appears, and the record is intact."""
    from game.art import AssetError
    from game.ui.screens import map_screen as module

    def broken(*_: object, **__: object) -> object:
        raise AssetError("assets/kassala/style.toml: no such table")

    hand = sit_down()
    monkeypatch.setattr(module, "BoardView", broken)
    hand.top.set_up(0)
    hand.top.start()
    assert isinstance(hand.top, MessageSheet)
    assert "style.toml" in str(hand.top.text)
    (save,) = Store().saves()
    assert not save.interrupted


@pytest.mark.parametrize("edition", [1, 99])
def test_the_row_of_a_game_of_another_edition_says_so(tmp_path: Path, edition: int) -> None:
    """The list and the panel beside it have both editions; a game of the current rules has no mark."""
    path = tmp_path / "old.jsonl"
    older(path, edition)
    save = describe(path)
    assert line_of(save).startswith("× ")
    assert fault_of(save).startswith("× ")
    assert [str(edition), str(catalog.rules("africa").edition)] == re.findall(r"\d+", fault_of(save))
    older(path, catalog.rules("africa").edition)
    save = describe(path)
    assert not line_of(save).startswith("×")


def test_a_game_of_an_older_edition_is_refused_and_left_alone(sit_down: Sit) -> None:
    """The list has the reason, Enter shows it again, and the file stays unchanged."""
    path = Store().folder / "old.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    before = older(path)
    hand = sit_down()
    hand.top.saves()
    assert why_other_edition("africa", 1) == hand.top.save.fault
    hand.key("enter")
    assert isinstance(hand.top, MessageSheet)
    assert str(why_other_edition("africa", 1)) in str(hand.top.text)
    hand.key("enter")
    assert (before, [path]) == (path.read_bytes(), list(path.parent.glob("*.jsonl")))


@pytest.mark.parametrize("button", ["Saved games", "Settings"])
def test_escape_goes_back_to_the_menu(sit_down: Sit, button: str) -> None:
    """It does from every sheet that the menu opens over a game; once more returns to the game."""
    hand = sit_down(Start("play", "kassala"), reduced_motion=True)
    hand.key("escape")
    menu = hand.on(Menu)
    hand.press(hand.button(button))
    assert menu is not hand.top
    hand.key("escape")
    assert hand.on(Menu) is menu
    hand.key("escape")
    hand.on(GameScreen)
