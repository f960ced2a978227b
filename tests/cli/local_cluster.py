"""A real cluster for tests: a scheduler and workers in separate processes, on free ports."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

from distributed import Client

from game.systems import SYSTEMS_VARIABLE
from tests.cli.cluster_tasks import LONGEST, wait_for
from tests.match.install import SYSTEMS

ROOT = Path(__file__).parents[2]


class LocalCluster:
    """The scheduler, and the workers that are running."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.workers: list[subprocess.Popen[bytes]] = []
        file = folder / "scheduler.json"
        self.scheduler = self._start(folder, "scheduler", "--port", "0", "--dashboard-address", "127.0.0.1:0",
                                     "--scheduler-file", str(file))
        wait_for(file)
        late = monotonic() + LONGEST
        while not (written := file.read_text()).endswith("}") and monotonic() < late:
            sleep(0.05)
        self.address: str = json.loads(written)["address"]
        self._client = Client(self.address, timeout=LONGEST, set_as_default=False)

    def add(self, place: Path = ROOT) -> subprocess.Popen[bytes]:
        """Start a worker in a folder, and wait until the scheduler knows it."""
        self.workers.append(self._start(place, "worker", self.address, "--no-nanny", "--nthreads", "1",
                                        "--local-directory", str(self._folder)))
        self._wait()
        return self.workers[-1]

    def addresses(self) -> list[str]:
        """The addresses of its workers."""
        return list(self._client.nthreads())

    def address_of(self, worker: subprocess.Popen[bytes]) -> str:
        """The address of one of its workers."""
        numbers: dict[str, int] = self._client.run(os.getpid)
        return next(address for address, number in numbers.items() if number == worker.pid)

    def kill(self, worker: subprocess.Popen[bytes]) -> None:
        """Kill a worker without warning, like a power cut."""
        worker.kill()
        worker.wait()
        self.workers.remove(worker)

    def empty(self) -> None:
        """Kill every worker, and wait until the scheduler has noticed."""
        for worker in list(self.workers):
            self.kill(worker)
        self._wait()

    def close(self) -> None:
        """Stop the scheduler and every worker."""
        self._client.close()
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()

    def _wait(self) -> None:
        end = monotonic() + LONGEST
        while len(self._client.nthreads()) != len(self.workers):
            assert monotonic() < end, (self._folder / "log").read_text()
            sleep(0.02)

    def _start(self, place: Path, *words: str) -> subprocess.Popen[bytes]:
        environment = {**os.environ, SYSTEMS_VARIABLE: SYSTEMS, "DASK_DISTRIBUTED__WORKER__MEMORY__TERMINATE": "0"}
        with (self._folder / "log").open("ab") as log:
            return subprocess.Popen([sys.executable, "-m", "dask", *words, "--host", "127.0.0.1", "--no-dashboard"],
                                    cwd=place, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)


@contextmanager
def local_cluster(folder: Path) -> Iterator[LocalCluster]:
    """A cluster without workers, torn down at the end; its scheduler is started in an empty folder."""
    cluster = LocalCluster(folder)
    try:
        yield cluster
    finally:
        cluster.close()
