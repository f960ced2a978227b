"""The referee's files: records, saves, and recovery after a crash."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from game.match.loading import resume
from tests.referee.talk import Talk

ROOT = Path(__file__).parents[2]


@pytest.fixture
def talk() -> Talk:
    """A conversation with a game of the toy."""
    talk = Talk()
    talk.ask("new", system="pebbles", seed=7)
    return talk


def test_save_and_load(talk: Talk, tmp_path: Path) -> None:
    """A saved game loads with its history; playing on does not change the file."""
    path = str(tmp_path / "game.jsonl")
    talk.ask("play", action="take 1 0101")
    talk.ask("save", path=path)
    saved = talk.ask("hash")
    text = Path(path).read_bytes()
    talk.ask("play", action="take 1 0102")
    talk.ask("load", path=path)
    assert saved == talk.ask("hash")
    talk.ask("play", action="take 1 0201")
    talk.ask("undo")
    talk.ask("undo")
    assert text == Path(path).read_bytes()
    talk.ask("save", path=path)


def test_unusable_files_are_refused(talk: Talk, tmp_path: Path) -> None:
    """Each is refused with its name; the game continues."""
    before = talk.ask("hash")
    thesis = tmp_path / "thesis.txt"
    thesis.write_text("mine")
    for path in (str(tmp_path / "nowhere" / "x"), str(tmp_path), str(thesis), "x" * 5000):
        assert path in talk.refused("bad-file", "save", path=path)["message"]
        assert path in talk.refused("bad-file", "load", path=path)["message"]
        assert path in talk.refused("bad-file", "new", system="pebbles", record=path)["message"]
    talk.refused("bad-request", "save", path="")
    talk.refused("bad-request", "load", path="a\0b")
    assert before == talk.ask("hash")


def test_a_damaged_record_is_refused_by_line_or_recovered(talk: Talk, tmp_path: Path) -> None:
    """The error names the first invalid line; on request the game continues from the last valid one."""
    path = tmp_path / "game.jsonl"
    for action in ("take 1 0101", "take 1 0102", "take 1 0201"):
        talk.ask("play", action=action)
    talk.ask("save", path=str(path))
    lines = path.read_bytes().splitlines(keepends=True)
    lines[2] = lines[2].replace(b"0102", b"0101")
    path.write_bytes(b"".join(lines))
    error = talk.refused("bad-file", "load", path=str(path))
    assert error["line"] == 3
    assert error["file"] == str(path)
    reply = talk.ask("load", path=str(path), recover=True)
    assert "line 3" in reply["warning"]
    assert talk.ask("position")["position"]["cups"] == {"0101": 3, "0102": 4, "0201": 4}


def test_the_record_is_written_during_the_game(tmp_path: Path) -> None:
    """The file has every action at once, rolls included, and loads."""
    talk = Talk()
    path = tmp_path / "game.jsonl"
    talk.ask("new", system="pebbles", seed=2, record=str(path))
    asked: list[tuple[str, dict[str, Any]]] = [("play", {"action": "flip"}), ("roll", {}), ("undo", {"consent": True})]
    for number, (do, keys) in enumerate(asked, 2):
        talk.ask(do, **keys)
        assert number == len(path.read_bytes().splitlines())
    before = talk.ask("hash")
    talk.ask("new", system="pebbles")
    talk.ask("load", path=str(path))
    assert before == talk.ask("hash")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_paths_that_name_no_file(talk: Talk, tmp_path: Path) -> None:
    """Folders, devices and pipes are refused at once, and the game continues."""
    before = talk.ask("hash")
    os.mkfifo(tmp_path / "pipe")
    for path in ("/", "//", ".", "./", "..", "/dev/zero", "/dev/null", "/dev/full", str(tmp_path / "pipe")):
        talk.refused("bad-file", "save", path=path)
        talk.refused("bad-file", "save", path=path, replace=True)
        talk.refused("bad-file", "load", path=path)
        talk.refused("bad-file", "new", system="pebbles", record=path)
        talk.refused("bad-file", "new", system="pebbles", record=path, replace=True)
    assert before == talk.ask("hash")


def test_another_game_is_replaced_only_when_asked_for(talk: Talk, tmp_path: Path) -> None:
    """``save`` and the record of a new game replace another game, or a damaged one, only on request."""
    path = str(tmp_path / "game.jsonl")
    talk.ask("save", path=path)
    talk.ask("new", system="pebbles", seed=8)
    assert "another game" in talk.refused("bad-file", "save", path=path)["message"]
    talk.ask("save", path=path, replace=True)
    talk.refused("bad-file", "new", system="pebbles", record=path)
    talk.ask("new", system="pebbles", seed=9, record=path, replace=True)
    talk.ask("play", action="take 1 0101")
    now = talk.ask("hash")
    talk.ask("new", system="pebbles", seed=9)
    Path(path).write_bytes(Path(path).read_bytes()[:-3])
    assert "damaged" in talk.refused("bad-file", "save", path=path)["message"]
    talk.ask("load", path=path, recover=True)
    assert now == talk.ask("hash")


def test_after_load_the_reply_names_the_record(talk: Talk, tmp_path: Path) -> None:
    """No record is kept unless a file is given: the loaded one, or a new one."""
    path, new = tmp_path / "game.jsonl", tmp_path / "new.jsonl"
    talk.ask("save", path=str(path))
    reply = talk.ask("load", path=str(path))
    assert reply["record"] is None
    assert "not recorded" in reply["warning"]
    reply = talk.ask("load", path=str(path), record=str(new))
    assert (reply["record"], "warning" in reply) == (str(new), False)
    talk.ask("play", action="take 1 0101")
    assert b"take 1 0101" in new.read_bytes()
    assert b"take 1 0101" not in path.read_bytes()
    reply = talk.ask("load", path=str(path), record=str(path))
    assert reply["record"] == str(path)
    talk.ask("play", action="take 1 0102")
    assert b"take 1 0102" in path.read_bytes()
    before = talk.ask("hash")
    talk.refused("bad-file", "load", path=str(path), record=str(new))
    talk.refused("bad-file", "load", path=str(path), record="x" * 5000)
    assert before == talk.ask("hash")


def test_a_record_that_cannot_be_written_begins_no_game(talk: Talk, tmp_path: Path) -> None:
    """The error names the file, and the previous game continues."""
    before = talk.ask("hash")
    path = tmp_path / "nowhere" / "game.jsonl"
    assert str(path) in talk.refused("bad-file", "new", system="pebbles", record=str(path))["message"]
    assert before == talk.ask("hash")


@pytest.mark.parametrize(("system", "scenario"), [("kassala", "kassala"), ("africa", "tetuan")])
def test_killed_in_mid_game_the_record_has_everything(path: Path, system: str, scenario: str) -> None:
    """After ``kill -9`` in a real game, every answered action is in the file, interrupts included, and the game
    continues from there."""
    command = [sys.executable, "main.py", "referee"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None

        def ask(**request: object) -> dict[str, object]:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(json.dumps(request).encode() + b"\n")
            process.stdin.flush()
            reply: dict[str, object] = json.loads(process.stdout.readline())
            assert reply["ok"], reply
            return reply

        ask(do="new", system=system, scenario=scenario, seed=9, record=str(path))
        asked = ask(do="prompt")
        for _ in range(40):
            if asked["to_act"] == "chance":
                asked = ask(do="roll")
            else:
                out_of_turn = asked["may_interject"]
                seat = out_of_turn[0] if isinstance(out_of_turn, list) and out_of_turn else asked["to_act"]
                actions = ask(do="legal", seat=seat)["actions"]
                assert isinstance(actions, list)
                asked = ask(do="play", action=actions[0])
        before = ask(do="hash")["hash"]
        process.send_signal(signal.SIGKILL)
        process.wait()
    loaded = resume(path)
    assert loaded.fault is None
    assert loaded.match.hash == before
    assert len(loaded.match.plies) == 40
    loaded.match.release()
