"""Stored files stay unchanged: playing on never overwrites copies, forks and prepared games."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game import catalog
from game.match.match import Match
from game.match.start import Start
from game.match.store import Store
from game.ui.app.dialogs import QuestionSheet
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
BATTLE = next(str(info.title) for info in catalog.rules("kassala").scenarios if info.name == "kassala")


def _kept(folder: Path) -> dict[Path, bytes]:
    """Every file of the folder of saved games with its bytes."""
    return {path: path.read_bytes() for path in sorted(folder.iterdir())}


def _move(hand: Hand) -> None:
    """One march of the Turkish cavalry."""
    hand.click_place("0401")
    hand.click_place("0501")
    hand.settle()


def test_resuming_a_named_copy_begins_a_new_game(sit_down: Sit) -> None:
    """Save a copy, open it from the title's list and play: its file and picture stay unchanged, and the new game has
    its own name."""
    hand = sit_down(Start("play", "kassala", seed=3))
    hand.key("s", pygame.KMOD_CTRL)
    hand.top.entry.set_text("club night")
    hand.key("enter")
    hand.key("escape")
    hand.press(hand.button("Back to title screen"))
    copy = next(save for save in Store().saves() if save.copy)
    kept = copy.path.read_bytes(), copy.thumbnail.read_bytes()
    hand.press(hand.button("Saved games"))
    hand.top.choose([save.path for save in hand.top.saves].index(copy.path))
    hand.wait()
    hand.press(hand.button("Resume from this copy"))
    assert "club night" in str(hand.game.view.notice.text)
    _move(hand)
    assert hand.game.match.record not in (None, copy.path)
    assert len(hand.game.match.plies) == 1
    hand.close()
    assert (copy.path.read_bytes(), copy.thumbnail.read_bytes()) == kept
    found = {(save.title, save.copy): save.actions for save in Store().saves()}
    (named,) = (title for title, _ in found if title.startswith(BATTLE))
    assert ["1"] == re.findall(r"\d+", named)
    assert found == {("club night", True): 0, (named, False): 1, ("", False): 0}


def test_a_copy_has_a_suggested_name_that_can_be_changed(sit_down: Sit) -> None:
    """The entry proposes battle and turn: Enter accepts it, the first typed letter replaces it."""
    hand = sit_down(Start("play", "kassala", seed=3))
    hand.key("s", pygame.KMOD_CTRL)
    named = hand.top.entry.get_text()
    assert (True, ["1"]) == (BATTLE in named, re.findall(r"\d+", named))
    hand.key("enter")
    hand.key("s", pygame.KMOD_CTRL)
    hand.key("x")
    assert hand.top.entry.get_text() == "x"
    hand.key("enter")
    assert {save.title for save in Store().saves() if save.copy} == {named, "x"}


def test_games_begun_from_a_copy_have_different_names(sit_down: Sit) -> None:
    """Two that end at the same place have numbers; the copy keeps its name."""
    match = Store().begin(catalog.rules("kassala"), seed=5)
    match.play(match.rules.candidates(match.state)[0])
    path = Store().new_path("kassala")
    match.save(path, "club night")
    match.release()
    hand = sit_down()
    for _ in range(3):
        hand.app.navigator.resume(path)
        hand.until(lambda: hand.game.match.record != path)
        hand.key("escape")
        hand.press(hand.button("Back to title screen"))
    titles = sorted(save.title for save in Store().saves())
    assert ["", "club night"] == sorted(title for title in titles if not title.startswith(BATTLE))
    assert [["1"], ["1", "2"], ["1", "3"]] == sorted(
        re.findall(r"\d+", title) for title in titles if title.startswith(BATTLE))


def test_a_game_resumed_from_a_damaged_record_is_named_after_it(sit_down: Sit) -> None:
    """The damaged file stays in the list under its name."""
    match = Store().begin(catalog.rules("kassala"), seed=5)
    match.play(match.rules.candidates(match.state)[0])
    match.set_title("club night")
    path = match.record
    assert path is not None
    match.release()
    path.write_bytes(path.read_bytes() + b"torn")
    hand = sit_down()
    hand.app.navigator.resume(path)
    hand.wait()
    hand.close()
    damaged, goes_on = sorted(save.title for save in Store().saves())
    assert "club night" == damaged
    assert goes_on.startswith("club night, ")
    assert ["1"] == re.findall(r"\d+", goes_on)


def test_continue_means_the_game_not_its_copy(sit_down: Sit) -> None:
    """The title's first button does not open a copy, even if it was saved last."""
    hand = sit_down(Start("play", "kassala", seed=3))
    _move(hand)
    record = hand.game.match.record
    hand.game.match.save(Store().new_path("kassala"), "club night")
    hand.key("escape")
    hand.press(hand.button("Back to title screen"))
    hand.press(hand.button("Resume"))
    assert hand.game.match.record == record


@pytest.mark.parametrize("end", ["left", "copy"])
def test_a_fork_does_not_change_its_original(sit_down: Sit, end: str) -> None:
    """A new game from the middle of a record, or of a copy, changes neither file."""
    rules = catalog.rules("kassala")
    match = Store().begin(rules, seed=5)
    for _ in range(3):
        match.play(rules.candidates(match.state)[0])
    path = match.record
    assert path is not None
    if end == "copy":
        path = Store().new_path("kassala")
        match.save(path, "club night")
    match.release()
    kept = _kept(Store().folder)
    hand = sit_down(Start("replay", file=path))
    hand.key("right")
    hand.key("enter")
    hand.key("enter")
    hand.settle()
    hand.end_phase()
    assert len(hand.game.match.plies) > 1
    hand.close()
    assert {file: data for file, data in _kept(Store().folder).items() if file in kept} == kept


def test_games_from_a_position_and_an_example_have_their_own_files(sit_down: Sit, tmp_path: Path) -> None:
    """A prepared record in another folder stays unchanged when played, replayed and forked."""
    rules = catalog.rules("kassala")
    prepared = tmp_path / "prepared.jsonl"
    match = Match.begin(rules, "example-b", seed=5)
    match.save(prepared)
    kept = prepared.read_bytes()
    hand = sit_down(Start("replay", file=prepared))
    hand.key("enter")
    hand.key("enter")
    hand.settle()
    record = hand.game.match.record
    assert record is not None
    assert record.parent == Store().folder
    hand.close()
    assert prepared.read_bytes() == kept


def _save_again(hand: Hand) -> None:
    """Save a copy, play on, and save another one under the same name, up to the question."""
    _move(hand)
    _save_copy(hand)
    hand.game.flow.play("end-movement")
    hand.settle()
    _save_copy(hand)
    assert isinstance(hand.top, QuestionSheet)


def _save_copy(hand: Hand) -> None:
    hand.key("s", pygame.KMOD_CTRL)
    hand.top.entry.set_text("club night")
    hand.key("enter")


def test_a_copy_replaces_one_of_the_same_name_on_confirmation(sit_down: Sit) -> None:
    """The list has one row, with the later actions."""
    hand = sit_down(Start("play", "kassala", seed=3), speed=8.0, hand_over=False)
    _save_again(hand)
    before = [save.actions for save in Store().saves() if save.copy]
    hand.press(hand.button("Replace it"))
    copies = [save for save in Store().saves() if save.copy]
    assert [save.title for save in copies] == ["club night"]
    assert copies[0].actions == len(hand.game.match.plies) > before[0]
    assert copies[0].thumbnail.is_file()
    assert hand.top is hand.screen


@pytest.mark.parametrize("key", ["enter", "escape"])
def test_declining_to_replace_a_copy_suggests_another_name(sit_down: Sit, key: str) -> None:
    """Enter and Escape keep the old copy; the entry proposes a free name, and Enter saves under it."""
    hand = sit_down(Start("play", "kassala", seed=3), speed=8.0, hand_over=False)
    _save_again(hand)
    kept = {save.path: save.path.read_bytes() for save in Store().saves() if save.copy}
    hand.key(key)
    assert hand.top.entry.get_text() == "club night 2"
    hand.key("enter")
    assert sorted(save.title for save in Store().saves() if save.copy) == ["club night", "club night 2"]
    assert {path: path.read_bytes() for path in kept} == kept


def test_a_copy_of_another_game_may_have_the_same_name(sit_down: Sit) -> None:
    """The list distinguishes systems: there is no question for a copy of Africa."""
    other = Match.begin(catalog.rules("africa"), "castillejos", seed=1)
    path = Store().new_path("africa")
    path.parent.mkdir(parents=True, exist_ok=True)
    other.save(path, "club night")
    hand = sit_down(Start("play", "kassala", seed=3), speed=8.0)
    _save_copy(hand)
    assert hand.top is hand.screen
    assert [save.title for save in Store().saves() if save.copy] == ["club night", "club night"]
