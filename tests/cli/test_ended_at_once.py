"""Programs ended by a signal leave no process behind, and their output ends for its reader."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.ai.ponderer import PONDERER
from tests.ui.corners import crossed

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of this kind are POSIX's")

ROOT = Path(__file__).parents[2]
SIDES = ("--moslem", "veteran", "--christian", "veteran")
WORK = {
    "simulate": ("simulate", "kassala", "--games", "5000", "--jobs", "2", *SIDES),
    "fit": ("fit", "kassala", "--games", "5000", "--jobs", "2", "--dry-run"),
}
ENDS = {"SIGTERM": 128 + 15, "SIGHUP": 128 + 1, "SIGINT": 130, "SIGKILL": -9}


def family(group: int) -> set[int]:
    """The running processes of a process group."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,pgid=,stat="], capture_output=True, text=True, check=True).stdout
    rows = [row.split() for row in listed.splitlines()]
    return {int(pid) for pid, of, state in rows if int(of) == group and not state.startswith("Z")}


def until(true: Callable[[], bool], what: str) -> None:
    late = monotonic() + 60
    while not true():
        assert monotonic() < late, what
        sleep(0.05)


def _hear() -> None:
    for each in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_DFL)


@contextmanager
def running(*words: str, **more: int) -> Iterator[subprocess.Popen[bytes]]:
    """A program in a process group of its own, all of it killed at the end of the test. No signal is ignored,
    even if the tests run in the background and ignore some."""
    process = subprocess.Popen([sys.executable, *words], cwd=ROOT, stdout=subprocess.PIPE, start_new_session=True,
                               preexec_fn=_hear, **more)  # type: ignore[call-overload]
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@pytest.mark.every(4)
@pytest.mark.parametrize(("work", "sent"), crossed(WORK, ENDS))
def test_the_workers_end_with_it(work: str, sent: str) -> None:
    """Worker processes end too, even during a game; the exit status has the signal."""
    with running("main.py", *WORK[work], stderr=subprocess.DEVNULL) as process:
        until(lambda: len(family(process.pid)) >= 4, "two workers and what multiprocessing adds never started")
        sleep(1.0)
        process.send_signal(getattr(signal, sent))
        process.communicate(timeout=60)
        assert ENDS[sent] == process.returncode
        until(lambda: not family(process.pid), "processes are left")


def test_an_ignored_signal_stays_ignored() -> None:
    """A signal that was ignored before, as under nohup, does not end the work."""
    words = ("import signal, sys, main; signal.signal(signal.SIGHUP, signal.SIG_IGN); "
             "signal.raise_signal(signal.SIGHUP); "
             "import game.cli.signals as s\n"
             "with s.ended_by_signals(): signal.raise_signal(signal.SIGHUP)\n"
             "print('done')")
    with running("-c", words) as process:
        assert b"done\n" == process.communicate(timeout=60)[0]


def test_a_signal_is_handled_only_during_the_work() -> None:
    """Before and after the work, signals have their usual handlers."""
    words = ("import signal\nimport game.cli.signals as s\n"
             "with s.ended_by_signals(): assert signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL\n"
             "print(signal.getsignal(signal.SIGTERM) is signal.SIG_DFL)")
    with running("-c", words) as process:
        assert b"True\n" == process.communicate(timeout=60)[0]


PARENT = """
import subprocess, sys
worker = subprocess.Popen([sys.executable, "-c", sys.argv[1]], stdin=subprocess.PIPE, bufsize=0)
worker.stdin.write(sys.argv[2].encode() + b"\\n")
sys.stdin.read()
"""


def test_a_thinking_computer_player_ends_with_the_window(tmp_path: Path) -> None:
    """The player's process ends when its program is killed, although it would think for minutes."""
    asked = {"number": 7, "level": "veteran", "seat": "moslem", "seed": 3, "limit": 500.0,
             "position": {"system": "kassala", "scenario": "kassala", "options": []}}
    sign, loop = tmp_path / "it thinks", "        while not self.hurry():"
    assert loop in PONDERER
    player = PONDERER.replace(loop, f"        open({str(sign)!r}, 'w').close()\n{loop}")
    with running("-c", PARENT, player, json.dumps(asked), stdin=subprocess.PIPE) as process:
        until(sign.exists, "the worker never thought")
        process.kill()
        process.communicate(timeout=60)
        until(lambda: not family(process.pid), "the worker is left")
