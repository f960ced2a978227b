"""Renaming a record: its content stays, and it opens as before."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from game import catalog
from game.match.errors import JournalError
from game.match.loading import load, resume
from game.match.match import Match
from game.match.naming import rename
from game.match.store import describe


@pytest.fixture
def game(tmp_path: Path) -> Match[Any]:
    """A recorded game of Kassala after one action."""
    match = Match.begin(catalog.rules("kassala"), seed=3)
    match.play(match.rules.candidates(match.state)[0])
    match.continue_in(tmp_path / "game.jsonl")
    return match


@pytest.mark.parametrize("copy", [False, True])
@pytest.mark.parametrize("names", [("club night",), ("club night", "another"), ("club night", "")])
def test_a_game_and_a_copy_are_renamed(game: Match[Any], tmp_path: Path, copy: bool, names: tuple[str, ...]) -> None:
    """Only lines are added; date, actions and kind of record stay, and the game can be resumed."""
    path = tmp_path / ("copy.jsonl" if copy else "game.jsonl")
    if copy:
        game.save(path, "old")
    game.release()
    os.utime(path, (1e9, 1e9))
    old, before = path.read_bytes(), describe(path)
    for name in names:
        rename(path, name)
    assert path.read_bytes().startswith(old)
    after = describe(path)
    assert after.title == names[-1]
    assert (after.date, after.actions, after.copy, after.interrupted, after.fault) == (
        before.date, before.actions, copy, False, "")
    loaded = resume(path)
    assert loaded.fault is None
    assert loaded.copy == copy
    assert loaded.match.title == names[-1]
    assert loaded.match.hash == game.hash
    loaded.match.release()


@pytest.mark.parametrize(("name", "shown"), [
    ("\ufe0f", ""), ("\u0301\u0302", ""), ("\u200b", ""), ("\t\n", ""), ("a\tb\nc", "a b c"), ("שלום", "שלום"),
    ("中文", "中文"), ("😀", "😀"), ("?", "?"),
])
def test_an_invisible_name_counts_as_none(game: Match[Any], tmp_path: Path, name: str, shown: str) -> None:
    """The list shows the battle instead; a non-Latin name stays, on one line."""
    game.release()
    rename(tmp_path / "game.jsonl", name)
    assert describe(tmp_path / "game.jsonl").title == shown


def test_an_interrupted_game_stays_interrupted(game: Match[Any], tmp_path: Path) -> None:
    """A renamed interrupted game is still offered for resuming."""
    path = tmp_path / "cut.jsonl"
    path.write_bytes((tmp_path / "game.jsonl").read_bytes())
    assert describe(path).interrupted
    rename(path, "club night")
    assert describe(path).interrupted
    assert load(path).match.title == "club night"


@pytest.mark.parametrize("harm", [b"", b"{", b'{"drumhead":3}\n'])
def test_a_damaged_record_keeps_its_name_and_bytes(game: Match[Any], tmp_path: Path, harm: bytes) -> None:
    """A record with a torn or wrong line, and an empty file, are not renamed."""
    path = tmp_path / "harmed.jsonl"
    path.write_bytes((tmp_path / "game.jsonl").read_bytes() + harm if harm else b"")
    game.release()
    old = path.read_bytes()
    with pytest.raises(JournalError, match="is damaged and keeps its name"):
        rename(path, "club night")
    assert path.read_bytes() == old


def test_a_game_in_use_is_renamed_by_the_match(game: Match[Any], tmp_path: Path) -> None:
    """Its file is locked; the game writes its own name, and continues."""
    path = tmp_path / "game.jsonl"
    with pytest.raises(JournalError, match="is open in another game"):
        rename(path, "club night")
    game.set_title("club night")
    game.play(next(act for act in game.rules.candidates(game.state) if game.rules.check(game.state, act)))
    game.release()
    loaded = load(path)
    assert loaded.fault is None
    assert (loaded.match.title, len(loaded.match.plies)) == ("club night", 2)
