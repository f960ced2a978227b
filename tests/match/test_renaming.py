"""A record gets another name: what stands in it stays, and it opens as before."""

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
    """A game of Kassala after one action, on record."""
    match = Match.begin(catalog.rules("kassala"), seed=3)
    match.play(match.rules.candidates(match.state)[0])
    match.continue_in(tmp_path / "game.jsonl")
    return match


@pytest.mark.parametrize("copy", [False, True])
@pytest.mark.parametrize("names", [("club night",), ("club night", "another"), ("club night", "")])
def test_a_game_and_a_copy_are_renamed(game: Match[Any], tmp_path: Path, copy: bool, names: tuple[str, ...]) -> None:
    """Only lines are added; date, actions and what kind of record it is stay; it goes on as before."""
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
def test_a_name_of_which_nothing_is_seen_is_none(game: Match[Any], tmp_path: Path, name: str, shown: str) -> None:
    """The list says the battle in its place; a name that is no Latin one stays, on one line."""
    game.release()
    rename(tmp_path / "game.jsonl", name)
    assert describe(tmp_path / "game.jsonl").title == shown


def test_a_game_that_was_cut_off_stays_so(game: Match[Any], tmp_path: Path) -> None:
    """It is still offered to be resumed."""
    path = tmp_path / "cut.jsonl"
    path.write_bytes((tmp_path / "game.jsonl").read_bytes())
    assert describe(path).interrupted
    rename(path, "club night")
    assert describe(path).interrupted
    assert load(path).match.title == "club night"


@pytest.mark.parametrize("harm", [b"", b"{", b'{"drumhead":3}\n'])
def test_what_is_damaged_keeps_its_name_and_every_byte(game: Match[Any], tmp_path: Path, harm: bytes) -> None:
    """A torn line, a false one, an empty file."""
    path = tmp_path / "harmed.jsonl"
    path.write_bytes((tmp_path / "game.jsonl").read_bytes() + harm if harm else b"")
    game.release()
    old = path.read_bytes()
    with pytest.raises(JournalError, match="is damaged and keeps its name"):
        rename(path, "club night")
    assert path.read_bytes() == old


def test_a_game_being_played_is_renamed_by_itself(game: Match[Any], tmp_path: Path) -> None:
    """Its file is locked; the game notes its own name, and goes on."""
    path = tmp_path / "game.jsonl"
    with pytest.raises(JournalError, match="is open in another game"):
        rename(path, "club night")
    game.name("club night")
    game.play(next(act for act in game.rules.candidates(game.state) if game.rules.check(game.state, act)))
    game.release()
    loaded = load(path)
    assert loaded.fault is None
    assert (loaded.match.title, len(loaded.match.plies)) == ("club night", 2)
