"""Work shared out: the same function for many tasks, here, in several processes or on a cluster.

Results come in the order of the tasks and depend on the tasks alone, so a function takes all it needs from its task.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from typing import TypeVar

from game.cluster import connected

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
    :raises game.cluster.ClusterError: where a cluster cannot be used, or no longer.
    """
    if isinstance(where, str):
        with connected(where) as cluster:
            yield from _in_order(tasks, lambda task: cluster.begin(function, task), cluster.result, cluster.size)
    elif where == 1:
        yield from map(function, tasks)
    else:
        with ProcessPoolExecutor(where, mp_context=get_context("spawn")) as pool:
            yield from _in_order(tasks, lambda task: pool.submit(function, task), Future.result, lambda: where)


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
