"""The computer players' process with its messages, and one that answers only on a test's command."""

from __future__ import annotations

import subprocess
from queue import SimpleQueue
from threading import Event
from typing import IO, Any, cast

import msgspec

from game.ai.player_process import Advice, launch


class Workers:
    """Starts worker processes, and keeps them and the messages sent to them."""

    def __init__(self) -> None:
        self.started: list[subprocess.Popen[bytes]] = []
        self.sent: list[dict[str, Any]] = []
        """Every line that was sent, in order."""

    def __call__(self) -> subprocess.Popen[bytes]:
        process = launch()
        assert process.stdin is not None
        process.stdin = cast("IO[bytes]", Tee(process.stdin, self.sent))
        self.started.append(process)
        return process


class Tee:
    """A pipe to a process that keeps the messages, and sends them if there is a process."""

    def __init__(self, pipe: IO[bytes] | None, sent: list[dict[str, Any]]) -> None:
        self._pipe, self._sent = pipe, sent

    def write(self, line: bytes) -> int:
        self._sent.append(msgspec.json.decode(line))
        return self._pipe.write(line) if self._pipe is not None else len(line)

    def flush(self) -> None:
        if self._pipe is not None:
            self._pipe.flush()

    def close(self) -> None:
        if self._pipe is not None:
            self._pipe.close()


class Puppet:
    """A fake process that answers on command. ``start`` of ``PlayerProcess`` can be ``lambda: puppet``."""

    stderr = ()
    returncode = 0

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.stdin = Tee(None, self.sent)
        self.stdout = self
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        self._read, self._given = Event(), False

    def start(self) -> subprocess.Popen[bytes]:
        return cast("subprocess.Popen[bytes]", self)

    def poll(self) -> int | None:
        return None

    def answer(self, advice: Advice) -> None:
        """Answer, and return once the answer has been read."""
        self._read.clear()
        self._lines.put(msgspec.json.encode(advice) + b"\n")
        assert self._read.wait(60)

    def __iter__(self) -> Puppet:
        return self

    def __next__(self) -> bytes:
        if self._given:
            self._read.set()
        self._given = True
        return self._lines.get()

