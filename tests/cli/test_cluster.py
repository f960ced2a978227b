"""A cluster gives the same results, even if workers fail; an unusable cluster is reported."""

from __future__ import annotations

import json
import logging
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import astuple
from pathlib import Path
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Thread
from typing import Any

import pytest
from packaging.requirements import Requirement

from game.cli.program import command_line
from game.core.message import say
from game.selfplay.cluster import (
    CONNECT_SECONDS,
    FAILED_CHECKS,
    REPLY_SECONDS,
    RESULT_SECONDS,
    ClusterError,
    is_address,
)
from game.selfplay.gathering import GatherPlan, gather
from game.selfplay.simulate import SimulationPlan, play_game, play_games, simulate
from game.selfplay.workshare import QUEUED_TASKS, map_ordered
from tests.cli.cluster_tasks import GATE, divided_by, gated_square, sum_of_digits, wait_for
from tests.cli.local_cluster import ROOT, LocalCluster, local_cluster
from tests.rules.table import facts

GAMES = 30
PLAN = SimulationPlan("kassala", "kassala", (), {"moslem": "recruit", "christian": "random"}, 11)
TIMES = {"seconds", "plies_per_s", "games_per_s"}
SIMULATE = """
import json, sys
from game.selfplay.simulate import SimulationPlan, simulate

done = 0

def on_game():
    global done
    done += 1
    print("game", flush=True)
    if done == 3:
        assert sys.stdin.readline()

address, games, *plan = json.loads(sys.argv[1])
report = simulate(SimulationPlan(*plan), games, address, on_game)
print(json.dumps([report.as_json(), {seat: report.mean_losses(seat) for seat in report.seats}]))
"""
"""A program that plays games, reports after each, and waits for a word after the third."""


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCluster]:
    """A scheduler for all tests of this module, started in a folder without the program: only workers need it."""
    with local_cluster(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster


@pytest.fixture
def cluster(scheduler: LocalCluster) -> Iterator[LocalCluster]:
    """The cluster of this module without workers; tests add some."""
    scheduler.empty()
    yield scheduler
    scheduler.empty()


@pytest.fixture
def staffed(scheduler: LocalCluster) -> LocalCluster:
    """The cluster of this module with a healthy worker, which it keeps for the next test of this kind."""
    if not scheduler.workers:
        scheduler.add()
    return scheduler


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shortens all time limits, so that a missing answer counts at once."""
    monkeypatch.setattr("game.selfplay.cluster.CONNECT_SECONDS", 0.5)


@pytest.mark.soak
def test_a_worker_is_killed_during_a_run(cluster: LocalCluster) -> None:
    """One of two workers is killed after three games, before all have started: the report is the same, without
    noise."""
    assert QUEUED_TASKS * 2 + 3 < GAMES
    killed = cluster.add()
    cluster.add()
    words = json.dumps([cluster.address, GAMES, *astuple(PLAN)])
    process = subprocess.Popen([sys.executable, "-c", SIMULATE, words], cwd=ROOT, text=True, stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert ["game\n"] * 3 == [process.stdout.readline() for _ in range(3)]
    cluster.kill(killed)
    out, complaints = process.communicate("go on\n", timeout=300)
    assert (0, "") == (process.returncode, complaints)
    *games, last = out.splitlines()
    assert ["game"] * (GAMES - 3) == games
    report, losses = json.loads(last)
    alone = simulate(PLAN, GAMES, 1)
    assert without_times(alone.as_json()) == without_times(report)
    assert {seat: alone.mean_losses(seat) for seat in alone.seats} == losses


def without_times(report: dict[str, Any]) -> dict[str, Any]:
    """The parts of a report that do not depend on time."""
    return {key: value for key, value in report.items() if key not in TIMES}


def test_a_worker_is_killed_at_its_task(cluster: LocalCluster, tmp_path: Path) -> None:
    """Both workers are busy when one is killed; the other does its task, and order and results are kept."""
    workers = [cluster.add(), cluster.add()]
    results = map_ordered(gated_square, [(number, str(tmp_path)) for number in range(60)], cluster.address)
    begun = [next(results) for _ in range(3)]
    for worker in workers:
        wait_for(tmp_path / f"at-it-{worker.pid}")
    cluster.kill(workers[1])
    (tmp_path / GATE).touch()
    assert [number * number for number in range(60)] == begun + list(results)


def test_a_cluster_gets_a_few_tasks_at_a_time(staffed: LocalCluster) -> None:
    """However many tasks there are, only a few are submitted at once; unread results are released."""
    taken = 0

    def tasks() -> Iterator[int]:
        nonlocal taken
        for number in range(10**9):
            taken = number + 1
            yield number

    results = map_ordered(sum_of_digits, tasks(), staffed.address)
    assert [sum(map(int, str(number))) for number in range(30)] == [next(results) for _ in range(30)]
    assert taken < 30 + QUEUED_TASKS


def test_the_command_line_shares_with_a_cluster(
    staffed: LocalCluster, capfd: pytest.CaptureFixture[str]
) -> None:
    """The report equals that of one process, and standard output has nothing else."""
    reports = []
    for more in (["--cluster", staffed.address], ["--jobs", "1"]):
        words = ["simulate", "kassala", "--games", "9", "--seed", "5", "--christian", "recruit", "--json"]
        assert command_line([*words, *more]) == 0
        told = capfd.readouterr()
        assert "" == told.err
        reports.append(without_times(json.loads(told.out)))
    assert reports[0] == reports[1]


def test_a_fit_is_shared_with_a_cluster(staffed: LocalCluster) -> None:
    """A fit plays its games on a cluster."""
    plan = GatherPlan("kassala", ("kassala",), 1, 0.001)
    assert list(gather(plan, range(2), 1)) == list(gather(plan, range(2), staffed.address))


def test_systems_from_elsewhere(staffed: LocalCluster) -> None:
    """Workers find systems on the search path of this process."""
    plan = SimulationPlan("pebbles", "ring", (), {"left": "random", "right": "random"}, 3)
    assert [play_game(plan, number) for number in range(5)] == list(play_games(plan, 5, staffed.address))


def test_an_error_of_a_task_is_reported_unchanged(staffed: LocalCluster) -> None:
    """A fault of the program is not reported as one of the cluster."""
    results = map_ordered(divided_by, [4, 0, 2], staffed.address)
    assert next(results) == 0.25
    with pytest.raises(ZeroDivisionError):
        next(results)


def copy_of_the_program(folder: Path) -> Path:
    """A copy of this program in another folder."""
    for name in ("game", "maps", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "records"))
    return folder


def test_workers_with_the_same_files(cluster: LocalCluster, tmp_path: Path) -> None:
    """Another folder, other line ends and an editor's backup file do not matter."""
    place = copy_of_the_program(tmp_path)
    file = place / "game" / "catalog.py"
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    (place / "game" / ".catalog.py.swp").touch()
    cluster.add(place)
    assert [1, 2] == list(map_ordered(sum_of_digits, [10, 11], cluster.address))


@pytest.mark.every(2)
@pytest.mark.parametrize("other", ["maps/kassala/kassala.tmx", "game/rules/kassala/movement.py"])
def test_workers_with_another_program(cluster: LocalCluster, tmp_path: Path, other: str) -> None:
    """If one file differs, nothing is played, and a sentence says why."""
    place = copy_of_the_program(tmp_path)
    with (place / other).open("a") as file:
        file.write("\n")
    cluster.add(place)
    with pytest.raises(ClusterError, match="run another version of Drumhead"):
        list(play_games(PLAN, 4, cluster.address))


def test_workers_without_the_program(
    cluster: LocalCluster, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Workers started in another folder without the program cannot play, say so, and keep running."""
    worker = cluster.add(tmp_path)
    assert command_line(["simulate", "kassala", "--games", "20", "--cluster", cluster.address]) == 1
    told = capfd.readouterr()
    assert ("", 1) == (told.out, told.err.count("\n"))
    assert "run another version of Drumhead" in told.err
    assert worker.poll() is None


def test_all_workers_are_lost(cluster: LocalCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without any worker, the run ends after a while; a busy scheduler may still list the worker, which is silent."""
    monkeypatch.setattr("game.selfplay.cluster.RESULT_SECONDS", 0.1)
    worker = cluster.add()
    results = map_ordered(gated_square, [(number, str(tmp_path)) for number in range(9)], cluster.address)
    assert [0, 1, 4] == [next(results) for _ in range(3)]
    cluster.kill(worker)
    with pytest.raises(ClusterError, match=r"has no workers|no worker of the cluster"):
        next(results)


@pytest.mark.soak
def test_the_scheduler_is_lost(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """If the scheduler ends during a run, only one sentence is printed."""
    with local_cluster(tmp_path) as cluster:
        cluster.add()
        results = map_ordered(gated_square, [(number, str(tmp_path)) for number in range(9)], cluster.address)
        assert [0, 1, 4] == [next(results) for _ in range(3)]
        capfd.readouterr()
        cluster.scheduler.kill()
        cluster.scheduler.wait()
        with pytest.raises(ClusterError, match="is lost"):
            next(results)
        assert ("", "") == capfd.readouterr()


def nobody() -> str:
    """An address without a listener."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"tcp://127.0.0.1:{free.getsockname()[1]}"


class Greeting(BaseRequestHandler):
    """A server with another protocol."""

    def handle(self) -> None:
        self.request.sendall(b"SSH-2.0-Nothing-of-the-kind " * 9)


@pytest.mark.usefixtures("impatient")
def test_no_scheduler_answers(staffed: LocalCluster, capfd: pytest.CaptureFixture[str]) -> None:
    """No listener, a silent server, another protocol, and a worker: each gives one sentence."""
    with socket.create_server(("127.0.0.1", 0)) as silent, ThreadingTCPServer(("127.0.0.1", 0), Greeting) as other:
        Thread(target=other.serve_forever, daemon=True).start()
        ports = [server.getsockname()[1] for server in (silent, other.socket)]
        for address in (nobody(), *(f"tcp://127.0.0.1:{port}" for port in ports), *staffed.addresses()):
            assert command_line(["simulate", "pebbles", "--cluster", address]) == 1
            told = capfd.readouterr()
            assert "" == told.out
            assert told.err.startswith("drumhead: ")
            assert told.err.endswith(f" {address}\n")
            assert 1 == told.err.count("\n")
        other.shutdown()


@pytest.mark.usefixtures("impatient")
@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no process can be stopped here")
def test_the_scheduler_freezes_in_mid_run(
    cluster: LocalCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stopped scheduler keeps its connections but does not answer: this is reported, and the run ends. With the
    players' time limit it takes less than 20 seconds."""
    assert RESULT_SECONDS + REPLY_SECONDS + CONNECT_SECONDS < 20
    monkeypatch.setattr("game.selfplay.cluster.REPLY_SECONDS", 1.0)
    cluster.add()
    results = map_ordered(gated_square, [(number, str(tmp_path)) for number in range(60)], cluster.address)
    assert [0, 1, 4] == [next(results) for _ in range(3)]
    cluster.scheduler.send_signal(signal.SIGSTOP)
    try:
        with pytest.raises(ClusterError, match=r"the Dask scheduler at .* no longer responds"):
            next(results)
    finally:
        cluster.scheduler.send_signal(signal.SIGCONT)
        (tmp_path / GATE).touch()


@pytest.fixture
def quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checks workers more often; with the players' time limit a frozen worker is reported within 20 seconds."""
    assert RESULT_SECONDS * (FAILED_CHECKS + 2) < 20
    monkeypatch.setattr("game.selfplay.cluster.RESULT_SECONDS", 0.6)


@pytest.mark.soak
@pytest.mark.usefixtures("quick_looks")
@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no process can be stopped here")
def test_a_worker_freezes_at_its_task(
    cluster: LocalCluster, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A stopped worker keeps its connection and results: it is named and dropped, and the other does all its work."""
    workers = [cluster.add(), cluster.add()]
    results = map_ordered(gated_square, [(number, str(tmp_path)) for number in range(40)], cluster.address)
    begun = [next(results) for _ in range(3)]
    for worker in workers:
        wait_for(tmp_path / f"at-it-{worker.pid}")
    frozen, address = workers[0], cluster.address_of(workers[0])
    frozen.send_signal(signal.SIGSTOP)
    try:
        (tmp_path / GATE).touch()
        assert [number * number for number in range(40)] == begun + list(results)
    finally:
        cluster.kill(frozen)
    told: list[Any] = [record.msg for record in caplog.records if record.name.startswith("game.")]
    assert [(address,)] == [facts(message) for message in told]


@pytest.mark.soak
@pytest.mark.usefixtures("quick_looks")
@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no process can be stopped here")
def test_the_only_worker_freezes(cluster: LocalCluster, tmp_path: Path) -> None:
    """The run ends with an error that names the worker."""
    worker = cluster.add()
    results = map_ordered(gated_square, [(number, str(tmp_path)) for number in range(9)], cluster.address)
    assert [0, 1, 4] == [next(results) for _ in range(3)]
    address = cluster.address_of(worker)
    worker.send_signal(signal.SIGSTOP)
    try:
        with pytest.raises(ClusterError, match=rf"no worker .* responds any longer: {address}"):
            next(results)
    finally:
        cluster.kill(worker)


def test_notices_reach_standard_error(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A warning is a line on standard error; standard output has only the report."""
    def play(*_: object) -> None:
        logging.getLogger("game.selfplay.cluster").warning(say("the worker at {worker} is gone",
                                                               worker="tcp://a\x1b[2J"))
        raise ClusterError(say("enough"))

    monkeypatch.setattr("game.selfplay.simulate.simulate", play)
    assert command_line(["simulate", "pebbles", "--jobs", "1"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.splitlines()[0].startswith("drumhead: ")
    assert "tcp://a" in told.err.splitlines()[0]
    assert "\x1b" not in told.err


@pytest.mark.usefixtures("impatient")
def test_without_dask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Without dask the sentence says what to install."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert command_line(["simulate", "pebbles", "--cluster", nobody()]) == 1
    told = capsys.readouterr().err
    assert 1 == told.count("\n")
    assert "pip install" in told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--cluster nonsense", "'nonsense'"),
        ("--cluster 127.0.0.1:8786", "tcp://127.0.0.1:8786"),
        ("--cluster tcp://127.0.0.1", "an address looks like"),
        ("--cluster tcp://127.0.0.1:http", "an address looks like"),
        ("--cluster tcp://127.0.0.1:99999", "an address looks like"),
        ("--cluster=", "an address looks like"),
        ("--cluster tcp://127.0.0.1:8786 --jobs 2", "--jobs and --cluster"),
    ],
)
def test_wrong_words(capsys: pytest.CaptureFixture[str], words: str, said: str) -> None:
    """Wrong arguments give status 2 and a sentence, before any connection."""
    assert command_line(["simulate", "pebbles", *words.split()]) == 2
    told = capsys.readouterr().err
    assert 1 == told.count("\n")
    assert said in told


@pytest.mark.parametrize("address", ["tcp://localhost:1", "tcp://192.0.2.7:8786", "tcp://[::1]:8786"])
def test_addresses(address: str) -> None:
    """Hosts may be given by name or by number."""
    assert is_address(address)


def test_dask_is_not_imported_for_processes() -> None:
    """A run without a cluster does not import dask."""
    code = ("import sys; from game.cli.program import command_line; "
            "assert not command_line(['simulate', 'kassala', '--games', '2', '--jobs', '2', '--json']); "
            "assert not {'dask', 'distributed', 'tornado'} & set(sys.modules)")
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, timeout=120)


def test_the_checks_install_the_extra() -> None:
    """Both name the same package in the same range."""
    import tomllib

    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    lines = (ROOT / "requirements-dev.txt").read_text("utf-8").splitlines()
    needed = [Requirement(line) for line in lines if line[:1].isalpha()]
    for wanted in map(Requirement, extras["cluster"]):
        assert [wanted.specifier] == [each.specifier for each in needed if each.name == wanted.name]
