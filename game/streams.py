"""The program's standard streams. If output is lost because one is closed, full or cut off, the exit status says so,
without a traceback."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TextIO

from game.core.message import Text, say

LOST_OUTPUT_STATUS = 1
"""The exit status if not everything could be written."""
INTERRUPTED_STATUS = 130
"""The exit status after Ctrl+C, as shells give it: 128 plus the number of the signal."""


class Output(io.TextIOWrapper):
    """A standard output that remembers any write error. Characters that it cannot encode are written as escapes."""

    fault: OSError | None = None
    """The last error; None if everything could be written."""

    @classmethod
    def instead_of(cls, stream: io.TextIOWrapper) -> Output:
        """A wrapper that replaces Python's own wrapper of the same output."""
        return cls(stream.buffer, encoding=stream.encoding, errors="backslashreplace",
                   line_buffering=stream.line_buffering, write_through=stream.write_through)

    def write(self, text: str) -> int:
        try:
            return super().write(text)
        except OSError as error:
            self.fault = error
            raise

    def flush(self) -> None:
        try:
            super().flush()
        except OSError as error:
            self.fault = error
            raise


def run(command: Callable[[], int], translated: Callable[[Text], str] = str) -> int:
    """Run a command and return its exit status; ``LOST_OUTPUT_STATUS``, with a message, if not all of its standard
    output could be written.

    :param translated: a function that translates a message into the user's language.
    :raises OSError: if the command raises one that does not come from writing to a standard stream.
    """
    _open_all()
    try:
        status = command()
    except OSError:
        if _fault(sys.stdout) is None and _fault(sys.stderr) is None:
            raise
        status = LOST_OUTPUT_STATUS
    fault = _fault(sys.stdout)
    if fault is not None:
        status = report_lost(fault, translated)
    for stream in (sys.stdout, sys.stderr):
        if _fault(stream) is not None:
            silence(stream.fileno())
    return status


def report_lost(error: OSError, translated: Callable[[Text], str] = str) -> int:
    """Report on standard error that not everything could be written, and return the exit status for it.

    Nothing is reported if the reading program has closed the pipe, as ``head`` does.
    """
    if not isinstance(error, BrokenPipeError):
        with suppress(OSError):
            why = translated(say("the output cannot be written: {error}", error=error.strerror or str(error)))
            print(f"drumhead: {why}", file=sys.stderr, flush=True)
    return LOST_OUTPUT_STATUS


def silence(descriptor: int) -> None:
    """Redirect a file descriptor to the null device, so that pending output is discarded."""
    null_device = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null_device, descriptor)
    os.close(null_device)


def _open_all() -> None:
    """Open every closed standard stream on the null device, so that no record is ever opened under its descriptor, and
    make the outputs remember their errors. A standard output that was closed is opened for reading, so that writing to
    it fails and is reported; standard error is opened for writing, as nothing could report that."""
    for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            with suppress(OSError):
                _open_null_device(descriptor, os.O_WRONLY if name == "stderr" else os.O_RDONLY)
                raw = open(descriptor, "rb" if name == "stdin" else "wb", closefd=False)  # noqa: SIM115
                setattr(sys, name, io.TextIOWrapper(raw) if name == "stdin" else Output(raw))
        elif name != "stdin" and isinstance(stream := getattr(sys, name), io.TextIOWrapper):
            setattr(sys, name, Output.instead_of(stream))


def _open_null_device(descriptor: int, flags: int) -> None:
    """Open a closed file descriptor on the null device."""
    opened = os.open(os.devnull, flags)
    if opened != descriptor:
        os.dup2(opened, descriptor)
        os.close(opened)


def _fault(stream: TextIO | None) -> OSError | None:
    """The error that kept output to a stream from being written; None if everything was written."""
    try:
        if stream is not None:
            stream.flush()
    except OSError as error:
        return error
    return stream.fault if isinstance(stream, Output) else None
