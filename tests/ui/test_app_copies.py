"""What was kept stays: copies, forks and what was prepared are never written over by playing on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game import catalog
from game.match.match import Match
from game.match.start import Start
from game.match.store import Store
from tests.ui.hand import Hand

Sit = Callable[..., Hand]


def _kept(folder: Path) -> dict[Path, bytes]:
    """Every file of the folder of saved games with its bytes."""
    return {path: path.read_bytes() for path in sorted(folder.iterdir())}


def _move(hand: Hand) -> None:
    """One march of the Turkish cavalry."""
    hand.click_place("0401")
    hand.click_place("0501")
    hand.settle()


def test_playing_on_from_a_named_copy_begins_a_new_game(sit_down: Sit) -> None:
    """Save a copy, go to the title, open the copy from the list and play: its file and picture keep every byte."""
    hand = sit_down(Start("play", "kassala", seed=3))
    hand.key("s", pygame.KMOD_CTRL)
    hand.top.entry.set_text("club night")
    hand.key("enter")
    hand.key("escape")
    hand.press(hand.button("Back to the title"))
    copy = next(save for save in Store().saves() if save.copy)
    kept = copy.path.read_bytes(), copy.thumbnail.read_bytes()
    hand.press(hand.button("Saved games"))
    hand.top._choose([save.path for save in hand.top.saves].index(copy.path))
    hand.wait()
    hand.press(hand.button("Play on from this copy"))
    assert "club night" in hand.game.view.notice.text
    _move(hand)
    assert hand.game.match.record not in (None, copy.path)
    assert len(hand.game.match.steps) == 1
    hand.close()
    assert (copy.path.read_bytes(), copy.thumbnail.read_bytes()) == kept
    found = {(save.title, save.copy): save.actions for save in Store().saves()}
    assert found == {("club night", True): 0, ("club night", False): 1, ("", False): 0}


def test_continue_means_the_game_not_its_copy(sit_down: Sit) -> None:
    """A copy saved last of all is not what the title's first button opens."""
    hand = sit_down(Start("play", "kassala", seed=3))
    _move(hand)
    record = hand.game.match.record
    hand.game.match.save(Store().new_path("kassala"), "club night")
    hand.key("escape")
    hand.press(hand.button("Back to the title"))
    hand.press(hand.button("Continue"))
    assert hand.game.match.record == record


@pytest.mark.parametrize("end", ["left", "copy"])
def test_a_fork_leaves_what_it_was_taken_from(sit_down: Sit, end: str) -> None:
    """A new game from the middle of a record, and of a copy: neither file is touched by it."""
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
    hand = sit_down(Start("replay", record=path))
    hand.key("right")
    hand.key("enter")
    hand.key("enter")
    hand.settle()
    hand.key("space")
    assert len(hand.game.match.steps) > 1
    hand.close()
    assert {file: data for file, data in _kept(Store().folder).items() if file in kept} == kept


def test_a_prepared_position_and_an_example_are_played_in_files_of_their_own(sit_down: Sit, tmp_path: Path) -> None:
    """A record somebody made ready and keeps elsewhere: taken up, replayed and forked, it stays as it was."""
    rules = catalog.rules("kassala")
    prepared = tmp_path / "prepared.jsonl"
    match = Match.begin(rules, "example-b", seed=5)
    match.save(prepared)
    kept = prepared.read_bytes()
    hand = sit_down(Start("replay", record=prepared))
    hand.key("enter")
    hand.key("enter")
    hand.settle()
    record = hand.game.match.record
    assert record is not None
    assert record.parent == Store().folder
    hand.close()
    assert prepared.read_bytes() == kept
