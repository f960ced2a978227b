"""The list of saves, and recovery after a crash."""

import os
import signal
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from game.core.contract import System
from game.files import data_folder
from game.match.errors import JournalError
from game.match.loading import load, resume
from game.match.store import Store
from tests.match.playing import cut_off
from tests.match.toy import State
from tests.rules.table import facts

ROOT = Path(__file__).parents[2]

PLAYER = """
import random, sys
from pathlib import Path
from tests.match.install import install
install()
from game import catalog
from game.match.store import Store
chooser = random.Random(4)
match = Store(Path(sys.argv[1])).begin(catalog.rules("pebbles"), seed=4)
while True:
    # A game that is over is not unfinished: it never comes to its end.
    rules, state = match.rules, match.state
    open_ended = [a for a in rules.candidates(state) if rules.to_act(rules.apply(state, a)[0]) is not None]
    if not open_ended or len(match.plies) > 25:
        match.undo(0, consent=True)
        continue
    match.play(chooser.choice(open_ended))
    print(len(match.lines), match.hash, flush=True)
"""


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A separate folder for this test."""
    return Store(tmp_path / "games")


def test_the_data_folder_can_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """``DRUMHEAD_DATA`` sets the folder; otherwise the platform's default is used."""
    monkeypatch.setenv("DRUMHEAD_DATA", str(tmp_path))
    assert tmp_path == data_folder()
    monkeypatch.delenv("DRUMHEAD_DATA")
    assert data_folder().name == "drumhead"


def test_an_empty_store(store: Store) -> None:
    """A missing folder has no saves, and listing does not create it."""
    assert store.saves() == []
    assert store.unfinished() == []
    assert not store.folder.exists()


def test_a_save_has_its_description(rules: System[State], store: Store) -> None:
    """Date, turn, seats, name and the picture's path are known without replaying the game."""
    match = store.begin(rules, seed=1, players={"right": "veteran"}, now=datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC))
    match.play("take 1 0101")
    match.play("take 1 0101")
    match.release()
    (save,) = store.saves()
    assert save.path.name.startswith("20260102-030405-pebbles-")
    assert save.thumbnail == save.path.with_suffix(".png")
    assert (save.system, save.scenario, save.turn, save.actions) == ("pebbles", "ring", 3, 2)
    assert save.players == {"left": "human", "right": "veteran"}
    assert save.title == ""
    assert not save.interrupted


def test_a_copy_has_the_name_and_the_game_none(rules: System[State], store: Store) -> None:
    """Both have the same turn and actions; the copy is closed, and the original is still being played, without a
    name."""
    match = store.begin(rules, seed=1)
    match.play("take 1 0101")
    copy = store.new_path("pebbles")
    title = "Before the coin"
    match.save(copy, title)
    saves = {save.path: save for save in store.saves()}
    assert match.record is not None
    hand = saves[match.record]
    assert (title, "", "") == (saves[copy].title, hand.title, match.title)
    assert (hand.turn, hand.actions) == (saves[copy].turn, saves[copy].actions)
    assert (True, False) == (hand.playing, hand.interrupted)
    assert (False, False) == (saves[copy].playing, saves[copy].interrupted)
    loaded = load(copy)
    assert loaded.fault is None
    assert (title, match.hash) == (loaded.match.title, loaded.match.hash)
    match.play("take 1 0101")
    assert load(match.record).fault is None
    match.release()


def test_a_new_record_never_has_the_name_of_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if both were begun in the same second and chance gives them the same letters."""
    letters = iter(("ab12", "ab12", "cd34"))
    monkeypatch.setattr("game.match.store.token_hex", lambda _: next(letters))
    store, now = Store(tmp_path), datetime(2026, 1, 2, tzinfo=UTC)
    (first := store.new_path("kassala", now)).touch()
    assert store.new_path("kassala", now) != first


def test_a_set_up_in_mid_game_shows_its_turn(rules: System[State], store: Store) -> None:
    """Before the first action the turn is the position's."""
    match = store.begin(rules, seed=1)
    match.play("take 1 0101")
    store.begin(rules, seed=1, position=rules.position(match.state)).release()
    match.release()
    assert [2, 2] == [save.turn for save in store.saves()]


def test_a_finished_game_can_be_copied_under_a_name(rules: System[State], store: Store) -> None:
    """The copy also shows the result."""
    match = store.begin(rules, "lesson", seed=1)
    match.play("take 2 0101")
    copy = store.new_path("pebbles")
    match.save(copy, "The lesson")
    match.release()
    assert {("The lesson", "left wins"), ("", "left wins")} == {(s.title, s.result) for s in store.saves()}


def test_the_newest_save_comes_first(rules: System[State], store: Store) -> None:
    """The list is in the order of the last change."""
    paths = []
    for age in (30, 10, 20):
        match = store.begin(rules, seed=age)
        assert match.record is not None
        paths.append(match.record)
        match.release()
        os.utime(paths[-1], (1_000_000 - age, 1_000_000 - age))
    assert [paths[1], paths[2], paths[0]] == [save.path for save in store.saves()]


def test_a_finished_game_shows_its_result(rules: System[State], store: Store) -> None:
    match = store.begin(rules, "lesson", seed=1)
    match.play("take 2 0101")
    match.release()
    assert store.saves()[0].result == "left wins"
    assert store.unfinished() == []


def test_deleting_removes_record_and_picture(rules: System[State], store: Store) -> None:
    """A game in use cannot be deleted; a closed one is deleted with its picture."""
    match = store.begin(rules, seed=1)
    (save,) = store.saves()
    save.thumbnail.write_bytes(b"picture")
    with pytest.raises(JournalError, match="being played"):
        store.delete(save)
    match.release()
    store.delete(save)
    assert list(store.folder.iterdir()) == []


def test_unreadable_files_are_listed_with_their_fault(rules: System[State], store: Store) -> None:
    """A file that is not a record is listed with the reason, beside the other saves."""
    store.begin(rules, seed=1).release()
    (store.folder / "junk.jsonl").write_bytes(b"\xff\x00")
    faults = {save.path.name: save.fault for save in store.saves()}
    assert len(faults) == 2
    assert 1 in facts(faults["junk.jsonl"]), "the line"
    assert store.unfinished() == []


def test_a_store_that_cannot_be_written_does_not_stop_the_game(rules: System[State], tmp_path: Path) -> None:
    """The game starts in memory and reports the fault."""
    (tmp_path / "games").write_text("a file where the folder should be")
    match = Store(tmp_path / "games").begin(rules, seed=1)
    assert match.trouble is not None
    assert "games" in str(match.trouble)
    match.play("take 1 0101")
    assert match.state.cups == (3, 4, 4)


def test_a_running_game_is_not_offered_for_recovery(rules: System[State], store: Store) -> None:
    """A record that a program holds open is not offered for recovery."""
    match = store.begin(rules, seed=1)
    assert store.unfinished() == []
    match.release()


def test_killed_at_any_moment_it_resumes_exactly_there(rules: System[State], store: Store) -> None:
    """``kill -9`` during a game: the next start finds the record, with the last reported state."""
    command = [sys.executable, "-c", PLAYER, str(store.folder)]
    for lines in (1, 17, 60):
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            heard = [process.stdout.readline() for _ in range(lines)]
            process.send_signal(signal.SIGKILL)
            heard += process.stdout
            process.wait()
        told = next(line for line in reversed(heard) if line.endswith("\n")).split()
        assert process.returncode == -signal.SIGKILL
        (save,) = store.unfinished()
        loaded = resume(save.path)
        assert loaded.fault is None
        written = len(loaded.match.lines) - 1
        assert int(told[0]) <= written <= int(told[0]) + 2
        if written == int(told[0]):
            assert loaded.match.hash == told[1]
        assert store.unfinished() == []
        loaded.match.release()
        assert store.unfinished() == []


def test_killed_right_after_resuming_it_is_offered_again(rules: System[State], store: Store) -> None:
    """A resumed record is open; a crash before the first action counts too."""
    match = store.begin(rules, seed=1)
    match.play("take 1 0101")
    match.release()
    (save,) = store.saves()
    again = resume(save.path).match
    cut_off(again)
    assert [save.path] == [found.path for found in store.unfinished()]


def test_a_damaged_record_is_offered_once(rules: System[State], store: Store) -> None:
    """After a crash that damaged the last line, resuming makes a new file, and the damaged one is not offered again."""
    match = store.begin(rules, seed=1)
    match.play("take 1 0101")
    path = match.record
    assert path is not None
    match.release()
    path.write_bytes(path.read_bytes()[:-7])
    (save,) = store.unfinished()
    assert save.fault
    loaded = resume(save.path)
    loaded.match.release()
    assert store.unfinished() == []
    assert {found.path for found in store.saves()} == {path, path.with_name(f"{path.stem}-2.jsonl")}


def test_a_record_damaged_twice_is_offered_once(rules: System[State], store: Store) -> None:
    """A record that continues another is not offered again either, once a third one continues it."""
    match = store.begin(rules, seed=1)
    for _ in range(2):
        match.play("take 1 0101")
        path = match.record
        assert path is not None
        match.release()
        path.write_bytes(path.read_bytes()[:-7])
        assert [path] == [save.path for save in store.unfinished()]
        match = resume(path).match
    match.release()
    assert store.unfinished() == []
