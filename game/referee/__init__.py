"""The game for other programs: one JSON request per line on standard input, one JSON reply per line on standard
output."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import IO

import msgspec

from game.referee.session import Session
from game.streams import INTERRUPTED_STATUS, report_lost, silence

MAX_LINE = 2**20
"""The maximum length of a line in bytes, without its line break; chosen by hand."""


class RepliesLost(Exception):
    """Replies cannot be written; ``error`` says why."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.error = error


def converse(requests: IO[bytes], replies: IO[bytes]) -> None:
    """Answer every line until the input ends or ``quit``.

    :raises RepliesLost: if a reply cannot be written.
    """
    session = Session()
    try:
        for line in _lines(requests):
            reply = _too_long() if line is None else session.answer(line)
            _send(replies, reply)
            if session.over:
                break
    finally:
        if error := session.close():
            print(f"drumhead: {error}", file=sys.stderr)


def run() -> int:
    """Run the referee on this process's input and output. Return the exit status: 1 if a reply could not be written.

    All other output, even by a library written in C, is redirected to standard error.
    """
    with os.fdopen(os.dup(1), "wb") as replies:
        sys.stdout.flush()
        os.dup2(2, 1)
        sys.stdout = sys.stderr
        try:
            converse(sys.stdin.buffer, replies)
        except RepliesLost as lost:
            silence(replies.fileno())
            return report_lost(lost.error)
        except KeyboardInterrupt:
            return INTERRUPTED_STATUS
    return 0


def _send(replies: IO[bytes], reply: dict[str, object]) -> None:
    """Write a reply.

    :raises RepliesLost: if it cannot be written.
    """
    try:
        replies.write(msgspec.json.encode(reply) + b"\n")
        replies.flush()
    except OSError as error:
        raise RepliesLost(error) from error


def _lines(requests: IO[bytes]) -> Iterator[bytes | None]:
    """Every line without its line break; None for one that is too long."""
    while line := requests.readline(MAX_LINE + 1):
        if len(line) > MAX_LINE and not line.endswith(b"\n"):
            while (rest := requests.readline(MAX_LINE)) and not rest.endswith(b"\n"):
                pass
            yield None
        else:
            yield line.removesuffix(b"\n")


def _too_long() -> dict[str, object]:
    """The reply to a line that is too long."""
    return {"ok": False, "error": {"code": "bad-request", "message": f"a line may have at most {MAX_LINE} bytes"}}
