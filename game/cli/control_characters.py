"""Protection of the terminal from control characters in what is printed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from typing import Any, TextIO, cast

from game.core.message import plain


class EscapingStream:
    """A text stream that writes only printable characters, tabs and line ends; others are replaced with codes."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write a text and return its length."""
        self.stream.write(plain(text, "\n\t"))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


@contextmanager
def escape_control_characters() -> Iterator[None]:
    """Guard standard output and error, so that no text from a file can control the terminal."""
    with ExitStack() as stack:
        for stream, redirect in ((sys.stdout, redirect_stdout), (sys.stderr, redirect_stderr)):
            if stream is not None:
                stack.enter_context(redirect(cast(TextIO, EscapingStream(stream))))
        yield


def terminal(stream: TextIO) -> TextIO:
    """The stream below the guard, for code that controls the terminal itself: progress bars, bold print."""
    return stream.stream if isinstance(stream, EscapingStream) else stream
