"""Work done by a Dask cluster: a scheduler at an address, and workers, which run the same files as this process does.

Nothing of Dask is imported before a cluster is asked for. Its log is not shown: a worker that is lost is no news, for
the scheduler gives its work to the others, and what ends the work is a ``ClusterError``. A worker that is frozen keeps
its connection, and no scheduler gives its work away for minutes: it is dropped, and the log of this module says so.
"""

from __future__ import annotations

import logging
import pickle
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from game.core.message import MessageError, say
from game.systems import TOP, search_path

if TYPE_CHECKING:
    from distributed import Client, Future

PATIENCE = 5.0
"""Seconds in which a scheduler has to answer."""
SILENCE = 10.0
"""Seconds after which a connected scheduler that does not answer counts as frozen."""
LOOK = 2.0
"""Seconds without a result after which the workers are counted."""
LOOKS = 5
"""So often in a row there may be none, for one that is started again takes some seconds; and so often one that is there
may have sent no sign of life. Workers send one every half second, each of 200 or more every ``number / 200 + 1``
seconds (``heartbeat_interval`` of Dask's scheduler)."""
LOGS = ("distributed", "distributed.client", "tornado", "tornado.application", "asyncio")
"""Where Dask and what it stands on complain."""

log = logging.getLogger(__name__)
"""Told which workers are dropped, in a ``Message``."""
_one_at_a_time = Lock()
"""A worker may have many threads. Python's share one core, and what the rules keep in memory is not made for them."""

T = TypeVar("T")
R = TypeVar("R")


class ClusterError(MessageError):
    """A cluster that cannot be used, or no longer. Says why."""


class Other:
    """What a worker answers that runs other files."""


def is_address(text: str) -> bool:
    """Whether a text has the form ``tcp://HOST:PORT``."""
    try:
        parts = urlsplit(text)
        return bool(parts.hostname and parts.port) and text == f"tcp://{parts.netloc}" and "@" not in text
    except ValueError:
        return False


@contextmanager
def connected(address: str) -> Iterator[Cluster]:
    """The cluster whose scheduler listens at ``tcp://HOST:PORT``.

    :raises ClusterError: where Dask is not installed, or no scheduler answers.
    """
    import asyncio

    try:
        from distributed import Client
    except ImportError as error:
        raise ClusterError(say("a cluster needs a package that is not installed: {command}",
                               command='python -m pip install ".[cluster]"')) from error
    for name in LOGS:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        asyncio.run(asyncio.wait_for(_ask(address), PATIENCE))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            client = Client(address, timeout=PATIENCE, set_as_default=False)
    except Exception as error:
        raise ClusterError(say("no Dask scheduler answers at {address}", address=address)) from error
    try:
        yield Cluster(client, address)
    finally:
        with suppress(OSError):
            client.close(timeout=PATIENCE)


async def _ask(address: str) -> None:
    """Dask itself would wait without end for the answer of anything but a scheduler.

    :raises OSError: where nobody answers.
    :raises TypeError: where it is no scheduler.
    """
    from distributed import rpc

    async with rpc(address) as there:
        kind = (await there.identity())["type"]
    if kind != "Scheduler":
        raise TypeError(kind)


@cache
def _hash(folders: tuple[Path, ...]) -> str:
    """A hash of all files in folders, whatever their line ends, but for those that Python or editors keep there."""
    digest = blake2b(digest_size=16)
    for folder in folders:
        files = [path.relative_to(folder) for path in folder.rglob("*") if path.is_file()]
        for file in sorted(files, key=Path.as_posix):
            if not any(part == "__pycache__" or part.startswith(".") for part in file.parts):
                content = (folder / file).read_bytes().replace(b"\r\n", b"\n")
                digest.update(f"{file.as_posix()}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def fingerprint() -> str:
    """A hash of what results depend on: code, rules and maps, those of systems from elsewhere too."""
    return _hash((TOP / "game", TOP / "maps", *search_path()[1:]))


class _Task:
    """What is sent: unpickling it does the task. So a worker need not import anything to read it.

    A message that a worker cannot read would end the worker, and one that a scheduler cannot read never leaves it.
    """

    def __init__(self, function: Callable[[T], R], task: T) -> None:
        self._packed = pickle.dumps((function, task))

    def __reduce__(self) -> tuple[Callable[[str, bytes], Any], tuple[str, bytes]]:
        return _answer, (fingerprint(), self._packed)


def _answer(asked: str, packed: bytes) -> Any:
    """Do a task, on a worker, where it runs the files of who asks."""
    if asked != fingerprint():
        return Other()
    with _one_at_a_time:
        function, task = pickle.loads(packed)
        return function(task)


class Cluster:
    """A scheduler that answered, for as long as ``connected`` holds it."""

    def __init__(self, client: Client, address: str) -> None:
        self._client = client
        self._address = address
        self._size = 0
        self._takes = 0
        """How often ``size`` still answers from memory."""
        self._signs: dict[str, float] = {}
        """Worker -> when the scheduler last had a sign of life from it, by the scheduler's clock."""
        self._silent: dict[str, int] = {}
        """Worker -> looks in a row without a new one."""

    def size(self) -> int:
        """The number of workers, at least one; they are counted again after so many results."""
        if not self._takes:
            self._size = self._takes = max(1, self._workers())
        self._takes -= 1
        return self._size

    def begin(self, function: Callable[[T], R], task: T) -> Future[R]:
        """Hand a task in; ``function`` has to be one that a worker can import."""
        packed = pickle.dumps(_Task(function, task))
        try:
            return self._client.submit(pickle.loads, packed, pure=False)
        except Exception as error:
            raise self._lost() from error

    def result(self, future: Future[R]) -> R:
        """What a task that was begun comes to, whichever workers are lost meanwhile.

        :raises ClusterError: where all are, or the scheduler is, or a worker runs other files.
        """
        without = 0
        while without < LOOKS:
            try:
                answer = future.result(timeout=LOOK)
            except Exception as error:
                if future.status == "error":
                    self._judge(error)
                    raise
                if not isinstance(error, TimeoutError):
                    raise self._lost() from error
                self._drop_frozen()
                without = 0 if self._workers() else without + 1
            else:
                if isinstance(answer, Other):
                    raise self._other()
                return answer
        raise ClusterError(say("the cluster at {address} has no workers", address=self._address))

    def _workers(self) -> int:
        return len(self._asked("ncores"))

    def _drop_frozen(self) -> None:
        """Let others do the work of workers that show no sign of life any more.

        :raises ClusterError: where there are no others.
        """
        signs = {address: worker["last_seen"] for address, worker in self._asked("identity")["workers"].items()}
        self._silent = {address: self._silent.get(address, 0) + 1 if self._signs.get(address) == sign else 0
                        for address, sign in signs.items()}
        self._signs = signs
        frozen = [address for address, looks in self._silent.items() if looks >= LOOKS]
        if frozen and len(frozen) == len(signs):
            raise ClusterError(say("no worker of the cluster at {address} answers any more: {names}",
                                   address=self._address, names=tuple(frozen)))
        for address in frozen:
            self._asked("unregister", address=address, stimulus_id="frozen")
            log.warning(say("the worker at {worker} does not answer any more; others do its work", worker=address))

    def _asked(self, what: str, **about: Any) -> Any:
        """What the scheduler answers.

        :raises ClusterError: where it does not.
        """
        if self._client.status != "running":  # it may come back, but what was begun is forgotten
            raise self._lost()
        try:
            return self._client.sync(getattr(self._client.scheduler, what), callback_timeout=SILENCE, **about)
        except TimeoutError as error:
            raise ClusterError(say("the Dask scheduler at {address} does not answer any more", address=self._address)
                               ) from error
        except Exception as error:
            raise self._lost() from error

    def _judge(self, error: Exception) -> None:
        """:raises ClusterError: where a task failed by no fault of its function."""
        from distributed import KilledWorker

        if isinstance(error, KilledWorker):
            raise ClusterError(say("the cluster at {address} lost one worker after another over the same work",
                                   address=self._address)) from error
        if isinstance(error, ImportError) and (error.name or "").partition(".")[0] == "game":
            raise self._other() from error

    def _lost(self) -> ClusterError:
        return ClusterError(say("the cluster at {address} is gone", address=self._address))

    def _other(self) -> ClusterError:
        return ClusterError(say("the workers at {address} run another Drumhead than this one; they have to be started "
                                "anew from a folder with the same files", address=self._address))
