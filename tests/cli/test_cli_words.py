"""The command line: what its commands start, and what it refuses."""

import json
import os
import re
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from game import catalog
from game.cli.program import command_line
from game.match.loading import load
from game.match.match import Match
from game.match.start import Start
from game.match.store import Store
from tests.match.toy import Pebbles

ROOT = Path(__file__).parents[2]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Start]:
    """The arguments with which the screen would have been opened."""
    found: list[Start] = []
    monkeypatch.setattr("game.ui.program.run", found.append)
    return found


def test_play_with_everything(started: list[Start]) -> None:
    """Scenario, options, seats and seed are passed on."""
    words = "play pebbles --scenario lesson --left human --right=random --options coins,misere --seed 7"
    assert command_line(words.split()) == 0
    assert started == [
        Start(
            screen="play",
            system="pebbles",
            scenario="lesson",
            options=("misere", "coins"),
            players={"left": "human", "right": "random"},
            seed=7,
        )
    ]


def test_a_file_of_a_lesson_is_presented(
    started: list[Start], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No system is needed beside it; a broken lesson is refused with its place, and nothing opens."""
    lesson = ROOT / "game" / "rules" / "kassala" / "lessons" / "example-b.toml"
    assert command_line(["present", str(lesson)]) == 0
    assert started == [Start(screen="present", file=lesson)]
    broken = tmp_path / "broken.toml"
    broken.write_text('title = "Mine"\nsystem = "kassala"\nscenario = "kassala"\n[[steps]]\nsay = 3\n')
    assert command_line(["present", str(broken)]) == 1
    assert "broken.toml: step 1/say" in capsys.readouterr().err
    assert len(started) == 1


def test_play_kassala_as_the_issue_has_it(started: list[Start]) -> None:
    """The command of the issue starts the game directly."""
    words = "play kassala --moslem human --christian veteran --options cannon,mixed-attacks --seed 7"
    assert command_line(words.split()) == 0
    assert started[0].players == {"moslem": "human", "christian": "veteran"}
    assert started[0].options == ("cannon", "mixed-attacks")


def test_play_africa(started: list[Start]) -> None:
    """With several battles, the battle is an option, or the word after the system."""
    words = "--spanish human --moroccan=random --options marker-cup --seed 7"
    assert command_line(f"play africa tetuan {words}".split()) == 0
    assert command_line(f"play africa --scenario tetuan {words}".split()) == 0
    assert started[0] == started[1]
    assert started[0].scenario == "tetuan"
    assert started[0].players == {"spanish": "human", "moroccan": "random"}
    assert started[0].options == ("marker-cup",)


def test_demo_without_arguments(started: list[Start]) -> None:
    """``demo`` opens the first lesson of the first system that has one."""
    assert command_line(["demo"]) == 0
    assert (started[0].screen, started[0].system, started[0].scenario) == ("demo", "adua", "first-battle")


@pytest.mark.parametrize("words", ["learn kassala", "learn kassala first-battle"])
def test_learn_plays_a_lesson_by_hand(started: list[Start], words: str) -> None:
    """Without a name the first lesson with moves is opened."""
    assert command_line(words.split()) == 0
    assert started == [Start(screen="learn", system="kassala", scenario="first-battle")]


def test_learn_refuses_a_lesson_without_moves(started: list[Start], capsys: pytest.CaptureFixture[str]) -> None:
    """A lesson that is only shown is refused with the command that shows it; of an unknown one the others are named.
    """
    for lesson, told in (("what-you-see", "demo kassala what-you-see"), ("no-such-lesson", "first-battle")):
        assert command_line(["learn", "kassala", lesson]) == 2
        assert told in capsys.readouterr().err
    assert not started


MINE = """
title = "Mine"
summary = "One move"
system = "kassala"
scenario = "example-a"

[[steps]]
say = "Move."
"""


EVENING = """
title = "Evening"
summary = "One slide"

[[entries]]
slide = { title = "Welcome" }
"""


@pytest.mark.parametrize("before", [[], ["kassala"]])
def test_learn_opens_a_file(started: list[Start], tmp_path: Path, before: list[str]) -> None:
    """A lesson file from any folder is opened, with or without its system."""
    path = tmp_path / "mine.toml"
    path.write_text(MINE + 'yours = {accept = ["move m-nub1 0103"]}\n')
    assert command_line(["learn", *before, str(path)]) == 0
    assert started == [Start(screen="learn", system="kassala", file=path)]


@pytest.mark.parametrize(("text", "told"), [
    (MINE, "played by hand"), (MINE.replace("say", "sya"), "sya"), (EVENING, "programme"),
    ("title =", "mine.toml"), (None, "mine.toml"),
])
def test_learn_says_what_is_wrong_with_a_file(started: list[Start], tmp_path: Path, text: str | None, told: str,
                                              capsys: pytest.CaptureFixture[str]) -> None:
    """As with ``present``, the file and the expected content are named, and no window opens."""
    path = tmp_path / "mine.toml"
    if text is not None:
        path.write_text(text)
    assert command_line(["learn", str(path)]) == 1
    said = capsys.readouterr().err
    assert told in said
    assert "mine.toml" in said
    assert not started


def test_edit_opens_its_argument(started: list[Start], tmp_path: Path) -> None:
    """``edit`` opens the list, a system's set-up, or a position file; one that the rules refuse opens for repair."""
    path = tmp_path / "one.json"
    path.write_text('{"system": "kassala", "scenario": "kassala", "turn": 99}')
    for words in ([], ["tours"], [str(path)]):
        assert command_line(["edit", *words]) == 0
    assert [("edit", "", None), ("edit", "tours", None), ("edit", "kassala", path)] == [
        (each.screen, each.system, each.file) for each in started]


@pytest.mark.parametrize(("text", "told"), [("{", "JSON"), ("{}", "system"), ('{"system": "nothing"}', "nothing")])
def test_edit_refuses_what_is_no_position(text: str, told: str, tmp_path: Path,
                                          capsys: pytest.CaptureFixture[str]) -> None:
    """The expected content is named, as for any wrong argument."""
    path = tmp_path / "bad.json"
    path.write_text(text)
    assert command_line(["edit", str(path)]) != 0
    assert told in capsys.readouterr().err


def test_every_map_is_valid(capsys: pytest.CaptureFixture[str]) -> None:
    maps = sorted(map(str, (ROOT / "maps").glob("*/*.tmx")))
    assert len(maps) > 7
    assert command_line(["check", *maps]) == 0
    assert len(maps) == capsys.readouterr().out.count("no faults")


def test_play_a_position(started: list[Start], tmp_path: Path) -> None:
    """``play`` starts a game from a file with the output of the referee's ``position``."""
    rules = Pebbles()
    file = tmp_path / "position.json"
    position = rules.position(rules.initial("ring", ("misere",)))
    file.write_text(json.dumps({"system": "pebbles", **position, "cups": {"0101": 1, "0102": 2, "0201": 3}}))
    assert command_line(["play", "pebbles", "--position", str(file)]) == 0
    (start,) = started
    assert start.options == ("misere",)
    assert start.position is not None
    assert rules.from_position(start.position).cups == (1, 2, 3)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "JSON"),
        ("[]", "JSON"),
        ('{"cup": 1}', "unknown key"),
        ('{"system": "kassala"}', "kassala"),
        ('{"scenario": "rung"}', "did you mean 'ring'"),
        ('{"options": 3}', "options"),
    ],
)
def test_positions_that_cannot_stand(
    started: list[Start], tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    """Each is refused with the file's name."""
    file = tmp_path / "position.json"
    file.write_text(text)
    assert command_line(["play", "pebbles", "--position", str(file)]) == 1
    told = capsys.readouterr().err
    assert str(file) in told
    assert said in told
    assert started == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("paly", "did you mean 'play'"),
        ("play kasala", "did you mean 'kassala'"),
        ("play", "which system? (available: adua, africa, kassala"),
        ("play --left human", "name the system before"),
        ("play pebbles --lefty human", "did you mean '--left'"),
        ("play pebbles --sede 7", "did you mean '--seed'"),
        ("play pebbles --left", "needs a player"),
        ("play pebbles --left humam", "did you mean 'human'"),
        ("play pebbles --left human --left human", "twice"),
        ("play pebbles --left veteran", "veteran cannot play pebbles"),
        ("play pebbles human", "unknown scenario 'human'"),
        ("play pebbles ring lesson", "unexpected word 'lesson'"),
        ("play pebbles ring --scenario lesson", "two scenarios are named: ring and lesson"),
        ("play africa", "which scenario? (available: castillejos, tetuan, wad-ras"),
        ("simulate africa --games 1", "which scenario?"),
        ("simulate africa tetaun", "did you mean 'tetuan'"),
        ("play africa tetuan --spansh human", "did you mean '--spanish'"),
        ("play africa tetuan --moroccan human --options marker-cap", "did you mean 'marker-cup'"),
        ("play pebbles --scenario rign", "did you mean 'ring'"),
        ("play pebbles --options miser", "did you mean 'misere'"),
        ("play pebbles --seed x", "--seed"),
        ("play pebbles --seed -1", "--seed"),
        ("play pebbles --seed 99999999999999999999", "--seed"),
        ("simulate pebbles --games 0", "--games"),
        ("simulate pebbles --jobs x", "--jobs"),
        ("simulate pebbles --left human", "unknown player for --left 'human'"),
        ("demo kassala ring", "unknown lesson 'ring'"),
        ("demo kassala exampel-a", "did you mean 'example-a'"),
        ("demo pebbles", "pebbles has no lessons"),
        ("demo pebbles ring", "pebbles has no lessons"),
        ("demo pebbels", "did you mean 'pebbles'"),
        ("referee now", "now"),
        ("check", "FILE"),
        ("--wrong", "--wrong"),
    ],
)
def test_wrong_words(started: list[Start], capsys: pytest.CaptureFixture[str], words: str, said: str) -> None:
    """Wrong arguments give status 2 and one clear sentence with the valid values."""
    assert command_line(words.split()) == 2
    told = capsys.readouterr().err
    assert said in told
    assert "Traceback" not in told
    assert started == []


@pytest.mark.parametrize(("words", "lesson"),
                         [("demo kassala", "first-battle"), ("demo kassala example-b", "example-b")])
def test_demo_opens_a_lesson(started: list[Start], words: str, lesson: str) -> None:
    """Without a lesson's name the first lesson of the list is opened."""
    assert command_line(words.split()) == 0
    assert started == [Start(screen="demo", system="kassala", scenario=lesson, autoplay=True)]


def test_replay_checks_the_file_first(
    started: list[Start], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A valid record opens; a damaged one opens up to the damage, with a warning; other files are refused."""
    file = tmp_path / "game.jsonl"
    match = Match.begin(Pebbles(), seed=1)
    match.play("take 1 0101")
    match.save(file)
    assert command_line(["replay", str(file)]) == 0
    assert started == [Start(screen="replay", system="pebbles", file=file)]
    file.write_bytes(file.read_bytes()[:-9])
    assert command_line(["replay", str(file)]) == 0
    assert "line 3" in capsys.readouterr().err
    assert command_line(["replay", str(tmp_path / "none.jsonl")]) == 1
    assert "none.jsonl" in capsys.readouterr().err


def test_check_names_every_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """``check`` names every fault of maps and records; the status is 1 if there is one."""
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    match = Match.begin(Pebbles(), seed=1)
    match.play("take 1 0101")
    match.save(good)
    bad.write_bytes(good.read_bytes().replace(b"take 1", b"take 2"))
    assert command_line(["check", str(good), str(ROOT / "maps/kassala/kassala.tmx")]) == 0
    assert "no faults" in capsys.readouterr().out
    assert command_line(["check", str(good), str(bad), str(tmp_path / "none.tmx")]) == 1
    told = capsys.readouterr().out
    assert f"{bad}, line 2: " in told
    assert "none.tmx" in told


def test_list_shows_everything_available(capsys: pytest.CaptureFixture[str]) -> None:
    """``list`` shows systems with scenarios, options and seats, players, and saved games with their faults."""
    from game.match.store import Store

    Store().begin(Pebbles(), seed=1).release()
    Store().begin(catalog.rules("renaissance"), "quick-battle", seed=1).release()
    (Store().folder / "junk.jsonl").write_text("junk")
    assert command_line(["list"]) == 0
    told = capsys.readouterr().out
    assert re.search(r"renaissance bound \d", told)
    for word in ("africa", "spanish", "wad-ras", "marker-cup"):
        assert word in told
    for word in ("kassala", "moslem", "free-deployment", "veteran", "lesson", "junk.jsonl"):
        assert word in told


def drumhead(*words: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """A process of the real program."""
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    return subprocess.run(
        [sys.executable, "main.py", *words],
        input=stdin, cwd=ROOT, capture_output=True, timeout=120, check=False, env=environment,
    )


@pytest.mark.every(8)
@pytest.mark.parametrize(
    ("words", "status"),
    [(["paly"], 2), (["play", "kasala"], 2), (["simulate", "kassala", "--game", "3"], 2), (["check", "none.tmx"], 1),
     (["replay", "none.jsonl"], 1), (["--help"], 0), (["play", "--help"], 0), (["list"], 0)],
)
def test_exit_statuses(words: list[str], status: int) -> None:
    """The process exits with the right status, and never with a traceback."""
    done = drumhead(*words)
    assert done.returncode == status
    assert b"Traceback" not in done.stderr
    assert bool(done.stderr) == (status == 2 or words[0] == "replay")


def test_a_record_from_the_referee_replays(tmp_path: Path) -> None:
    """A record written by one command can be read by another."""
    file = tmp_path / "game.jsonl"
    requests = [
        {"do": "new", "system": "kassala", "seed": 7, "record": str(file)},
        {"do": "play", "action": "move m-nub1 0103"},
        {"do": "quit"},
    ]
    done = drumhead("referee", stdin=b"".join(json.dumps(request).encode() + b"\n" for request in requests))
    assert done.returncode == 0
    loaded = load(file)
    assert loaded.fault is None
    assert loaded.match.closed
    assert drumhead("check", str(file)).returncode == 0


def test_simulations_never_import_the_screen() -> None:
    """``simulate`` imports no pygame, and no rich for the screen."""
    code = (
        "import sys, game.cli.program, game.selfplay.simulate, game.cli.simulation_report; "
        "assert 'pygame' not in sys.modules; "
        "assert 'pygame_gui' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, timeout=60)
    code = "import sys, game.cli.program; from game.match.start import Start; assert 'rich' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, timeout=60)


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the clock's zone cannot be changed here")
@pytest.mark.parametrize(("zone", "shown"), [
    ("UTC", "2026-01-05 23:30"), ("XXX-5:45", "2026-01-06 05:15"), ("YYY+9", "2026-01-05 14:30"),
])
def test_the_list_shows_the_time_of_this_computer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], zone: str, shown: str
) -> None:
    """A saved game's time is that of this computer's time zone."""
    monkeypatch.setenv("DRUMHEAD_DATA", str(tmp_path))
    match = Store().begin(catalog.rules("kassala"), seed=5)
    path = match.record
    assert path is not None
    match.release()
    written = datetime(2026, 1, 5, 23, 30, tzinfo=UTC).timestamp()
    os.utime(path, (written, written))
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        assert 0 == command_line(["list"])
    finally:
        monkeypatch.undo()
        time.tzset()
    assert f"{path}  {shown} kassala" in capsys.readouterr().out
