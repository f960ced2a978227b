"""Signals of the operating system that end long work of the command line."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Let TERM and HUP interrupt the work as Ctrl+C does: at once, with all its processes, and with clean-up.

    The exit status is 128 plus the signal's number. A signal that is ignored, as under ``nohup``, stays ignored; a
    second signal ends the process without clean-up.
    """
    def end(number: int, _: object) -> None:
        signal.signal(number, signal.SIG_DFL)
        raise SystemExit(128 + number)

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]  # Windows has no HUP
    handled = [number for number in numbers if signal.getsignal(number) == signal.SIG_DFL
               and current_thread() is main_thread()]
    for number in handled:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in handled:
            signal.signal(number, signal.SIG_DFL)
