"""Computer players in a separate process: questions go out as lines of text, answers come back. The program never
waits for them."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Hashable
from contextlib import suppress
from time import monotonic
from typing import IO, Any

import msgspec

from game.ai.protocol import Hurry, PlayerAnswer, PlayerQuestion
from game.core.message import Text, say, unpacked
from game.files import PACKAGE

HURRY_SECONDS = 5.0
"""Seconds beyond its limit after which a computer player is told to answer at once."""
GRACE_SECONDS = 60.0
"""Seconds beyond its limit after which it is stopped, process start included. A loaded computer takes several times as
long as an idle one."""
MIN_TIME_SHARE = 0.02
"""The least time for each answer, as a share of the player turn's time limit, even if all of that is used up."""
PROGRESS_DELAY = 0.3
"""Seconds of thinking after which the screen shows progress."""
MIN_EXPECTED_SECONDS = 1.0
"""Progress is shown only for answers that may take, or have taken, at least so many seconds."""
WORKER_COMMAND = (sys.executable, "-P", "-m", "game.ai.worker")
"""The worker's command line; ``-P`` keeps files in the current folder from being imported."""
TOO_LONG = say("it took too long to answer and was stopped")
"""Why a computer player has no answer if it was stopped after ``GRACE_SECONDS``."""


class Advice(PlayerAnswer, frozen=True):
    """A computer player's answer to one question, its reason as text."""

    seconds: float = 0.0
    """Seconds from the question to the arrival of the answer, regardless of when it was read."""


def launch() -> subprocess.Popen[bytes]:
    """Start the worker process with pipes to and from it, in this process's folder, with this program on its path.

    :raises OSError: if it cannot be started.
    """
    path = os.pathsep.join(filter(None, (str(PACKAGE.parent), os.environ.get("PYTHONPATH"))))
    return subprocess.Popen(WORKER_COMMAND, env={**os.environ, "PYTHONPATH": path}, stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0))


class PlayerProcess:
    """The worker process, started at the first question and restarted if it has died."""

    def __init__(self, clock: Callable[[], float] = monotonic,
                 start: Callable[[], subprocess.Popen[bytes]] = launch) -> None:
        """:param clock: seconds since some fixed moment.
        :param start: starts a worker process.
        """
        self._start = start
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: queue.SimpleQueue[Advice] = queue.SimpleQueue()
        self._number = 0
        """The number of the latest question."""
        self._open = False
        """Whether its answer is still awaited."""
        self._clock = clock
        self._asked_at = self._due_at = 0.0
        """The times, by the clock, when it was asked and when the answer is due."""
        self._hurried = False
        """Whether the open question has been told to be answered at once."""
        self._limit = self._time_left = self._time_used_before = 0.0
        """Of the player turn that the awaited answer belongs to, in seconds: its limit, the time left for the answer,
        and the time used by earlier answers."""
        self._turn: tuple[str, str, Hashable] = "", "", None
        """Level, seat and player turn of the awaited answer."""
        self._times_used: dict[tuple[str, str], tuple[Hashable, float]] = {}
        """Level and seat -> the latest player turn and the seconds of thinking used in it."""

    def ask(self, position: dict[str, Any], level: str, seat: str, seed: int, limit: float = 1.0, *,
            interrupt: bool = False, draw: bool = False, system: str = "", turn: Hashable = None) -> int:
        """Ask what a level would do in a position, dropping earlier questions. Returns the question's number.

        :param limit: thinking time in seconds.
        :param interrupt: whether the seat may interrupt; an answer with neither action nor reason means it does not.
        :param draw: whether the question is to accept an offered draw; the answer is in ``accepts``.
        :param system: the position's system; empty if the position names it.
        :param turn: the player turn that the limit is for: the time of earlier answers in it is subtracted; None if the
            limit is for this answer alone.
        """
        self.forget()
        self._number += 1
        self._open = True
        self._turn = level, seat, turn
        last_turn, used = self._times_used.get((level, seat), (None, 0.0))
        self._time_used_before = used if turn is not None and turn == last_turn else 0.0
        self._limit, self._time_left = limit, max(limit - self._time_used_before, MIN_TIME_SHARE * limit)
        self._asked_at = self._clock()
        self._due_at, self._hurried = self._asked_at + self._time_left, False
        try:
            self._send(PlayerQuestion(self._number, level, seat, seed, self._time_left, position, interrupt, draw,
                                      system))
        except OSError as error:
            self._process = None
            why = say("the computer player's process cannot be reached: {error}", error=error)
            self._answers.put(Advice(self._number, "", why))
        return self._number

    def _send(self, request: PlayerQuestion | Hurry) -> None:
        """Write a line to the process.

        :raises OSError: if it cannot be started or reached.
        """
        self._stream().write(msgspec.json.encode(request) + b"\n")
        self._stream().flush()

    def hurry(self) -> None:
        """Ask for an immediate answer to the open question, with the best action found so far."""
        self._stop_thinking(dropped=False)

    def _stop_thinking(self, *, dropped: bool) -> None:
        """Tell the process to stop thinking; if it has died, ``answer`` reports that.

        :param dropped: whether the answer is no longer wanted.
        """
        self._hurried = True
        if self._open and self._process is not None and self._process.poll() is None:
            with suppress(OSError):
                self._send(Hurry(self._number, dropped))

    def start_early(self) -> None:
        """Start the process before the first question. If that fails, the next question tries again."""
        try:
            self._stream()
        except OSError as error:
            why = say("the computer player's process cannot start: {error}", error=error)
            self._answers.put(Advice(self._number, "", why))

    def _stream(self) -> IO[bytes]:
        """The pipe to the process, which is started if it does not run."""
        if self._process is None or self._process.poll() is not None:
            self._process = self._start()
            threading.Thread(target=self._listen, args=(self._process,), daemon=True).start()
        assert self._process.stdin is not None
        return self._process.stdin

    def _listen(self, process: subprocess.Popen[bytes]) -> None:
        """Pass answers on until the process ends; then report why it ended."""
        assert process.stdout is not None
        assert process.stderr is not None
        for line in process.stdout:
            try:
                advice = msgspec.json.decode(line, type=Advice)
                seconds = self._clock() - self._asked_at
                self._answers.put(msgspec.structs.replace(advice, why=unpacked(advice.why), seconds=seconds))
            except msgspec.MsgspecError as error:
                why = say("the computer player's answer cannot be read: {error}", error=error)
                self._answers.put(Advice(self._number, "", why))
        error_lines = process.stderr.read().decode(errors="replace").strip().splitlines()
        if process.wait() and process is self._process:
            cause: Text = error_lines[-1] if error_lines else say("exit status {status}", status=process.returncode)
            self._answers.put(Advice(self._number, "", say("the computer player's process ended: {what}", what=cause)))

    def answer(self) -> Advice | None:
        """The answer to the latest question, returned once; None until it has arrived.

        A late player is first told to answer at once, and later stopped; the answer then says so.
        """
        while not self._answers.empty():
            advice = self._answers.get()
            if advice.number == self._number and self._open:
                self._open = False
                level, seat, turn = self._turn
                if turn is not None:
                    self._times_used[level, seat] = turn, self._time_used_before + advice.seconds
                return advice
        overtime = self._clock() - self._due_at if self._open else 0.0
        if overtime > GRACE_SECONDS:
            self.close()
            return Advice(self._number, "", TOO_LONG)
        if overtime > HURRY_SECONDS and not self._hurried:
            self.hurry()
        return None

    def forget(self) -> None:
        """Drop the latest question; its answer will be discarded."""
        self._stop_thinking(dropped=True)
        self._open = False

    @property
    def thinking(self) -> bool:
        """Whether an answer is awaited."""
        return self._open

    @property
    def is_slow(self) -> bool:
        """Whether the answer takes so long that the screen should show progress."""
        waited = self._clock() - self._asked_at
        return self._open and waited >= PROGRESS_DELAY and max(waited, self._time_left) >= MIN_EXPECTED_SECONDS

    @property
    def share(self) -> float:
        """The used share of the player turn's time, from 0 to 1, while an answer is awaited."""
        used = self._time_used_before + self._clock() - self._asked_at
        return min(1.0, used / self._limit) if self._limit > 0 else 1.0

    def forget_turns(self) -> None:
        """Reset the thinking time used, because actions were undone."""
        self._times_used.clear()

    def close(self) -> None:
        """End the process at once, even while it thinks: its answer is not read, and it has no data to save."""
        process, self._process = self._process, None
        self._open = False
        if process is None:
            return
        process.kill()
        if process.stdin is not None:
            with suppress(BrokenPipeError):
                process.stdin.close()
        process.wait()
