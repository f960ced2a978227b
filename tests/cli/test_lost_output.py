"""With closed, full or interrupted output, no command prints a traceback, and the exit status reports it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ui.corners import crossed

ROOT = Path(__file__).parents[2]
COMMANDS = ("list", "--help", "check maps/kassala/kassala.tmx", "list --help",
            "simulate kassala example-a --games 2 --jobs 1", "simulate kassala example-a --games 2 --jobs 1 --json",
            "simulate kassala example-a --games 2 --jobs 2 --json", "referee")
LOST = {"closed": ">&-", "full": ">/dev/full", "cut off": "| true", "both closed": ">&- 2>&-",
        "all closed": "<&- >&- 2>&-"}
REQUESTS = b'{"do":"systems"}\n' * 3

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists() or not Path("/bin/bash").exists(), reason="no shell")


def _run(command: str, redirected: str, tmp_path: Path) -> subprocess.CompletedProcess[bytes]:
    line = f'set -o pipefail; "{sys.executable}" main.py {command} {redirected}'
    return subprocess.run(["/bin/bash", "-c", line], cwd=ROOT, input=REQUESTS, capture_output=True, check=False,
                          env={**os.environ, "DRUMHEAD_DATA": str(tmp_path)}, timeout=120)


@pytest.mark.every(4)
@pytest.mark.parametrize(("command", "kind"), crossed(COMMANDS, LOST))
def test_unwritable_output(tmp_path: Path, command: str, kind: str) -> None:
    """The status is 1, and the error is printed on the stream that still works."""
    if command == "referee" and kind == "all closed":
        pytest.skip("there is no request to answer")
    found = _run(command, LOST[kind], tmp_path)
    assert found.returncode == 1
    assert b"Traceback" not in found.stderr
    assert b"Exception ignored" not in found.stderr
    if kind in ("closed", "full"):
        assert b"drumhead: the output cannot be written: " in found.stderr


@pytest.mark.every(4)
@pytest.mark.parametrize(("redirected", "command"), crossed(
    ["2>&-", "2>/dev/full", "<&-", "<&- 2>&-"], ["list", "simulate kassala example-a --games 2 --jobs 1", "referee"]))
def test_a_lost_stream_that_is_not_needed(tmp_path: Path, command: str, redirected: str) -> None:
    """Without standard error, or without input, everything is still written."""
    found = _run(command, redirected, tmp_path)
    assert found.returncode == 0
    assert found.stderr == b""
    assert found.stdout or "<&-" in redirected


@pytest.mark.every(2)
@pytest.mark.parametrize("redirected", ["2>&-", "2>/dev/full", ">&- 2>&-"])
def test_an_unprintable_error_keeps_its_status(tmp_path: Path, redirected: str) -> None:
    """A wrong argument has its status whether or not the error can be printed."""
    assert _run("list --nonsense", redirected, tmp_path).returncode in (1, 2)
    assert _run("simulate nothing", redirected, tmp_path).returncode in (1, 2)


def test_a_record_never_reuses_a_closed_stream(tmp_path: Path) -> None:
    """With every stream closed, the referee's record contains only the game."""
    record = tmp_path / "game.jsonl"
    new = f'{{"do":"new","system":"kassala","seed":1,"record":"{record}"}}'
    line = f'"{sys.executable}" main.py referee >&- 2>&-'
    found = subprocess.run(["/bin/bash", "-c", line], cwd=ROOT, input=new.encode() + b"\n", capture_output=True,
                           check=False, timeout=120)
    assert found.returncode == 1
    assert not record.exists() or all(part.startswith(b"{") for part in record.read_bytes().splitlines())
