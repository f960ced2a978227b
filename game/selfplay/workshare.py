"""Work shared out: the same function for many tasks, here, in several processes or on a cluster.

Results come in the order of the tasks and depend on the tasks alone, so a function takes all it needs from its task.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread, current_thread, main_thread
from typing import TypeVar

from game.selfplay.cluster import connected

Where = int | str
"""How many processes, one being this one; or the address of a cluster's scheduler, ``tcp://HOST:PORT``."""
AHEAD = 8
"""Tasks that wait for each process, so that one long task keeps no other process idle."""

T = TypeVar("T")
R = TypeVar("R")
Begun = TypeVar("Begun")


def ordered(function: Callable[[T], R], tasks: Iterable[T], where: Where) -> Iterator[R]:
    """What the function returns for every task, in order.

    Only a few tasks are taken before the results in front of them have been, however many there are.

    :param function: one of a module, or a ``partial`` of it, as other processes have to import it.
    :raises game.selfplay.cluster.ClusterError: where a cluster cannot be used, or no longer.
    """
    if isinstance(where, str):
        with connected(where) as cluster:
            yield from _in_order(tasks, lambda task: cluster.begin(function, task), cluster.result, cluster.size)
    elif where == 1:
        yield from map(function, tasks)
    else:
        with _pool(where) as pool:
            yield from _in_order(tasks, lambda task: pool.submit(function, task), Future.result, lambda: where)


@contextmanager
def _pool(size: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that end with this one, whatever ends it, and at once where their work is broken off."""
    context = get_context("spawn")
    held, lifeline = context.Pipe(duplex=False)  # no other process has this end: it closes when this one is killed
    with held, lifeline, ProcessPoolExecutor(size, context, _begin_worker, (held,)) as pool:
        try:
            yield pool
        except BaseException:
            lifeline.close()
            raise


def _begin_worker(lifeline: Connection) -> None:
    """Prepare a process of a pool. Of an interrupt from the keyboard, which all processes get, the first one hears."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    """End this process in the midst of its work when nobody holds the other end any more."""
    with suppress(OSError, EOFError):
        lifeline.recv_bytes()
    os._exit(1)


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Let TERM and HUP break the work off as Ctrl+C does: at once, with its processes, and with everything put away.

    The exit status is 128 and the signal's number. A signal that is ignored, as under ``nohup``, stays so; a second one
    does not wait for anything.
    """
    def end(number: int, _: object) -> None:
        signal.signal(number, signal.SIG_DFL)
        raise SystemExit(128 + number)

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]  # Windows has no HUP
    ours = [number for number in numbers if signal.getsignal(number) == signal.SIG_DFL
            and current_thread() is main_thread()]
    for number in ours:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)


def _in_order(
    tasks: Iterable[T], begin: Callable[[T], Begun], result: Callable[[Begun], R], size: Callable[[], int]
) -> Iterator[R]:
    """Begin tasks, ``AHEAD`` for each process that there is at the moment, and take results from the front."""
    rest = iter(tasks)
    waiting: deque[Begun] = deque()
    while True:
        waiting.extend(begin(task) for task in islice(rest, max(0, AHEAD * size() - len(waiting))))
        if not waiting:
            return
        yield result(waiting.popleft())
