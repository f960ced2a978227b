"""An ordered parallel map: one function for many tasks, in this process, in several, or on a cluster.

Results come in the order of the tasks and depend on the tasks alone: a function takes all its input from its task.
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
from threading import Thread
from typing import TypeVar

from game.selfplay.cluster import connected

Executor = int | str
"""The number of processes (1: this process only), or the address of a cluster's scheduler, ``tcp://HOST:PORT``."""
QUEUED_TASKS = 8
"""Tasks queued per process, so that one long task does not leave other processes idle; chosen by hand."""

T = TypeVar("T")
"""A task."""
R = TypeVar("R")
"""The result of a task."""
Begun = TypeVar("Begun")
"""The handle of a task that was begun, from which its result is obtained."""


def map_ordered(function: Callable[[T], R], tasks: Iterable[T], executor: Executor) -> Iterator[R]:
    """The results of the function for the tasks, in order.

    Only a few tasks are taken ahead of the results already consumed.

    :param function: a function at the top level of a module, or a ``partial`` of one, since other processes must import
        it.
    :raises game.selfplay.cluster.ClusterError: if the cluster cannot be used, or fails.
    """
    if isinstance(executor, str):
        with connected(executor) as cluster:
            yield from _in_order(tasks, lambda task: cluster.begin(function, task), cluster.result, cluster.size)
    elif executor == 1:
        yield from map(function, tasks)
    else:
        with _pool(executor) as pool:
            yield from _in_order(tasks, lambda task: pool.submit(function, task), Future.result, lambda: executor)


@contextmanager
def _pool(size: int) -> Iterator[ProcessPoolExecutor]:
    """A pool of processes that end when this one ends, however it ends, and at once if their work is interrupted."""
    context = get_context("spawn")
    # No other process holds ``own_end``: it closes when this process ends, even if killed, and the workers notice.
    worker_end, own_end = context.Pipe(duplex=False)
    with worker_end, own_end, ProcessPoolExecutor(size, context, _begin_worker, (worker_end,)) as pool:
        try:
            yield pool
        except BaseException:
            own_end.close()
            raise


def _begin_worker(worker_end: Connection) -> None:
    """Prepare a process of a pool: it ends when the pipe closes, and ignores keyboard interrupts, which all processes
    get; the main process handles them.

    :param worker_end: the end of the pipe from which the workers read; nothing is ever written to it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_when_closed, args=(worker_end,), daemon=True).start()


def _end_when_closed(worker_end: Connection) -> None:
    """End this process, even during its work, when the other end of the pipe is closed."""
    with suppress(OSError, EOFError):
        worker_end.recv_bytes()
    os._exit(1)


def _in_order(
    tasks: Iterable[T], begin: Callable[[T], Begun], result: Callable[[Begun], R], size: Callable[[], int]
) -> Iterator[R]:
    """Begin tasks, ``QUEUED_TASKS`` for each process available at the moment, and yield the results in order."""
    remaining = iter(tasks)
    waiting: deque[Begun] = deque()
    while True:
        waiting.extend(begin(task) for task in islice(remaining, max(0, QUEUED_TASKS * size() - len(waiting))))
        if not waiting:
            return
        yield result(waiting.popleft())
