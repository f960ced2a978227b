"""Running tasks on a Dask cluster: a scheduler at an address, and workers that have the same files as this process.

Dask is imported only when a cluster is used. Its log is not shown: when a worker is lost, the scheduler gives its tasks
to others, and a failure that ends the work is a ``ClusterError``. A frozen worker keeps its connection, and the
scheduler would wait for minutes before it gives its tasks to others: this module drops the worker and logs that.
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
from game.files import DATA, PACKAGE
from game.systems import MAPS, search_path

if TYPE_CHECKING:
    from distributed import Client, Future

CONNECT_SECONDS = 5.0
"""Seconds within which a scheduler must answer a new connection; this time and those below are chosen by hand."""
REPLY_SECONDS = 10.0
"""Seconds after which a connected scheduler that does not answer counts as frozen."""
RESULT_SECONDS = 2.0
"""Seconds to wait for a result before the workers are checked."""
FAILED_CHECKS = 5
"""The number of failed checks in a row, ``RESULT_SECONDS`` apart, after which a cluster without any workers is given up
(a restarted worker takes some seconds), and a worker without a new heartbeat counts as frozen.

Five checks take ten seconds, and a heartbeat must come in less: up to 200 workers send one at least every two seconds,
more workers one every ``number / 200 + 1`` seconds (``heartbeat_interval`` of Dask's scheduler), which is less than ten
for fewer than 1,800 workers."""
LOGGERS = ("distributed", "distributed.client", "tornado", "tornado.application", "asyncio")
"""The loggers of Dask and the packages it uses."""

log = logging.getLogger(__name__)
"""Logs dropped workers; its messages are ``Message`` objects."""
_one_at_a_time = Lock()
"""Makes a worker with several threads run one task at a time: Python's threads share one core, and the caches of the
rules are not thread-safe."""

T = TypeVar("T")
"""A task."""
R = TypeVar("R")
"""The result of a task."""


class ClusterError(MessageError):
    """The cluster cannot be used, or has failed; the message says why."""


class FilesDiffer:
    """The answer of a worker whose files differ from those of the process that submitted the task."""


def is_address(text: str) -> bool:
    """Whether a text is an address of the form ``tcp://HOST:PORT``."""
    try:
        parts = urlsplit(text)
        return bool(parts.hostname and parts.port) and text == f"tcp://{parts.netloc}" and "@" not in text
    except ValueError:
        return False


@contextmanager
def connected(address: str) -> Iterator[Cluster]:
    """A connection to the cluster whose scheduler listens at ``tcp://HOST:PORT``, within a ``with`` block.

    :raises ClusterError: if Dask is not installed, or no scheduler answers.
    """
    import asyncio

    try:
        from distributed import Client
    except ImportError as error:
        raise ClusterError(say("a cluster needs a package that is not installed: {command}",
                               command='python -m pip install ".[cluster]"')) from error
    for name in LOGGERS:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        asyncio.run(asyncio.wait_for(_check_scheduler(address), CONNECT_SECONDS))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except Exception as error:
        raise ClusterError(say("no Dask scheduler responds at {address}", address=address)) from error
    try:
        yield Cluster(client, address)
    finally:
        with suppress(OSError):
            client.close(timeout=CONNECT_SECONDS)


async def _check_scheduler(address: str) -> None:
    """Check that a scheduler answers at an address. Dask itself would wait forever if another program answered.

    :raises OSError: if nothing answers.
    :raises TypeError: if the answer is not a scheduler's.
    """
    from distributed import rpc

    async with rpc(address) as scheduler:
        kind = (await scheduler.identity())["type"]
    if kind != "Scheduler":
        raise TypeError(kind)


@cache
def _hash(folders: tuple[Path, ...]) -> str:
    """A hash of all files in folders, the same for all line endings. It leaves out files that Python or editors create,
    and the folder ``DATA``, which only an installed package has."""
    digest = blake2b(digest_size=16)
    for folder in folders:
        files = [path.relative_to(folder) for path in folder.rglob("*") if path.is_file()]
        for file in sorted(files, key=Path.as_posix):
            if not any(part in ("__pycache__", DATA) or part.startswith(".") for part in file.parts):
                content = (folder / file).read_bytes().replace(b"\r\n", b"\n")
                digest.update(f"{file.as_posix()}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def fingerprint() -> str:
    """A hash of everything results depend on: code, rules and maps, including those of installed systems."""
    # The first folder of the search path is in the package.
    return _hash((PACKAGE, *sorted(filter(Path.is_dir, MAPS.iterdir())), *search_path()[1:]))


class _Task:
    """A task in the form it is sent: unpickling it runs the task, so a worker need not import anything to read it.

    A message that a worker cannot read would end the worker, and one that the scheduler cannot read would stay there.
    """

    def __init__(self, function: Callable[[T], R], task: T) -> None:
        self._pickled = pickle.dumps((function, task))

    def __reduce__(self) -> tuple[Callable[[str, bytes], Any], tuple[str, bytes]]:
        return _run_task, (fingerprint(), self._pickled)


def _run_task(sender_fingerprint: str, pickled: bytes) -> Any:
    """Run a task on a worker and return its result, or ``FilesDiffer`` if the worker's files differ from the sender's.

    :param pickled: the function and the task.
    """
    if sender_fingerprint != fingerprint():
        return FilesDiffer()
    with _one_at_a_time:
        function, task = pickle.loads(pickled)
        return function(task)


class Cluster:
    """A connection to a scheduler; valid inside ``connected``."""

    def __init__(self, client: Client, address: str) -> None:
        self._client = client
        self._address = address
        self._size = 0
        """The last count of workers, at least 1."""
        self._uses_left = 0
        """The number of calls for which ``size`` still uses the last count."""
        self._heartbeats: dict[str, float] = {}
        """Worker -> the time of its last heartbeat on the scheduler's clock."""
        self._silent_checks: dict[str, int] = {}
        """Worker -> the number of checks in a row without a new heartbeat."""

    def size(self) -> int:
        """The number of workers, at least 1. If it is n, they are counted again after n calls.

        :raises ClusterError: if the scheduler does not answer.
        """
        if not self._uses_left:
            self._size = self._uses_left = max(1, self._count_workers())
        self._uses_left -= 1
        return self._size

    def begin(self, function: Callable[[T], R], task: T) -> Future[R]:
        """Submit a task, and return the future of its result. A worker must be able to import ``function``.

        :raises ClusterError: if the scheduler is lost.
        """
        pickled = pickle.dumps(_Task(function, task))
        try:
            return self._client.submit(pickle.loads, pickled, pure=False)
        except Exception as error:
            raise self._lost_error() from error

    def result(self, future: Future[R]) -> R:
        """The result of a submitted task, even if some workers are lost meanwhile.

        :raises ClusterError: if all workers or the scheduler are lost, or a worker has other files.
        :raises Exception: whatever the task raised.
        """
        checks_without_workers = 0
        while checks_without_workers < FAILED_CHECKS:
            try:
                answer = future.result(timeout=RESULT_SECONDS)
            except Exception as error:
                if future.status == "error":
                    self._check_failure(error)
                    raise
                if not isinstance(error, TimeoutError):
                    raise self._lost_error() from error
                self._drop_frozen()
                checks_without_workers = 0 if self._count_workers() else checks_without_workers + 1
            else:
                if isinstance(answer, FilesDiffer):
                    raise self._other_version_error()
                return answer
        raise ClusterError(say("the cluster at {address} has no workers", address=self._address))

    def _count_workers(self) -> int:
        """The number of workers that the scheduler knows.

        :raises ClusterError: if it does not answer.
        """
        return len(self._request("ncores"))

    def _drop_frozen(self) -> None:
        """Drop the frozen workers; their tasks go to others.

        :raises ClusterError: if all workers are frozen.
        """
        heartbeats = {address: worker["last_seen"] for address, worker in self._request("identity")["workers"].items()}
        self._silent_checks = {
            address: self._silent_checks.get(address, 0) + 1 if heartbeat == self._heartbeats.get(address) else 0
            for address, heartbeat in heartbeats.items()
        }
        self._heartbeats = heartbeats
        frozen = [address for address, checks in self._silent_checks.items() if checks >= FAILED_CHECKS]
        if frozen and len(frozen) == len(heartbeats):
            raise ClusterError(say("no worker of the cluster at {address} responds any longer: {names}",
                                   address=self._address, names=tuple(frozen)))
        for address in frozen:
            self._request("unregister", address=address, stimulus_id="frozen")
            log.warning(say("the worker at {worker} no longer responds; others do its work", worker=address))

    def _request(self, method: str, **arguments: Any) -> Any:
        """The scheduler's answer to a request.

        :param method: the name of the scheduler's remote method, called with the arguments.
        :raises ClusterError: if the scheduler does not answer.
        """
        if self._client.status != "running":  # it may reconnect, but without the submitted tasks
            raise self._lost_error()
        try:
            return self._client.sync(getattr(self._client.scheduler, method), callback_timeout=REPLY_SECONDS,
                                     **arguments)
        except TimeoutError as error:
            raise ClusterError(say("the Dask scheduler at {address} no longer responds", address=self._address)
                               ) from error
        except Exception as error:
            raise self._lost_error() from error

    def _check_failure(self, error: Exception) -> None:
        """Check that a task failed because of its function.

        :raises ClusterError: if the cluster or other files on the workers are the cause.
        """
        from distributed import KilledWorker

        if isinstance(error, KilledWorker):
            raise ClusterError(say("the cluster at {address} lost one worker after another on the same task",
                                   address=self._address)) from error
        if isinstance(error, ImportError) and (error.name or "").partition(".")[0] == "game":
            raise self._other_version_error() from error

    def _lost_error(self) -> ClusterError:
        """The error for a scheduler that is lost."""
        return ClusterError(say("the cluster at {address} is lost", address=self._address))

    def _other_version_error(self) -> ClusterError:
        """The error for workers with other files."""
        return ClusterError(say("the workers at {address} run another version of Drumhead; restart them from a folder "
                                "with the same files", address=self._address))
