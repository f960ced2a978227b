"""Programmes of an evening: their entries, and refusals."""

from collections.abc import Callable
from pathlib import Path

import pytest

from game import catalog
from game.cli.program import command_line
from game.match import programmes
from game.match.lessons import LessonError
from tests.lessons import write_parts

HEAD = 'title = "Mine"\nsummary = "Ours"\nsystem = "kassala"\n'
LESSON = 'system = "kassala"\nscenario = "example-a"\n'

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a programme of entries."""
    def written(*entries: str, head: str = HEAD) -> Path:
        return write_parts(tmp_path / "evening.toml", head, "entries", entries)

    return written


def test_every_kind_of_entry(write: Write, tmp_path: Path) -> None:
    """Slides, lessons of this system and another, a lesson beside it, and games are listed."""
    write_parts(tmp_path / "mine.toml", LESSON, "steps", ['say = "A"'])
    path = write("slide = {title = 'Kassala', say = 'Muskets *far* from home'}\nminutes = 1", "lesson = 'example-b'",
                 "lesson = 'tours/example-a'\nnotes = 'Slowly'", "lesson = 'mine.toml'",
                 "game = {scenario = 'kassala', options = ['cannon'], players = {moslem = 'recruit'}, turns = 2}")
    programme = programmes.read(path)
    told = [programmes.lesson_of(programme, entry) for entry in programme.entries if entry.lesson]
    assert [("kassala", "example-b"), ("tours", "example-a"), ("kassala", "mine")] == [
        (one.system, one.name) for one in told]
    assert 0 == command_line(["check", str(path)])


@pytest.mark.parametrize(("entry", "told"), [
    ("lessen = 'example-a'", "entry 2: there is no key 'lessen'; did you mean 'lesson'?"),
    ("minutes = 3", "entry 2: expected one of slide, lesson, game"),
    ("lesson = 'example-a'\nslide = {title = 'A'}", "entry 2: expected one of"),
    ("lesson = 'example-z'", "example-z.toml"),
    ("slide = {title = 'A', say = 'a *b'}", "entry 2: expected *emphasis*"),
    ("game = {scenario = 'kasala'}", "entry 2: unknown scenario 'kasala'; did you mean 'kassala'?"),
    ("game = {scenario = 'kassala', options = ['guns']}", "entry 2: unknown option 'guns'"),
    ("game = {scenario = 'kassala', players = {turk = 'veteran'}}", "entry 2: unknown seat 'turk'"),
    ("game = {scenario = 'kassala', players = {moslem = 'general'}}", "entry 2: unknown player 'general'"),
    ("game = {scenario = 'kassala', turns = 0}", "entry 2: game/turns: expected a number from 1"),
    ("game = {scenario = 'kassala', seed = -1}", "entry 2/game/seed: expected a whole number from 0"),
    ("game = {scenario = 'kassala', seed = 9223372036854775808}", "entry 2/game/seed: expected a whole number from 0"),
])
def test_faults_of_an_entry_are_reported(write: Write, entry: str, told: str) -> None:
    """The fault has file, entry and expected value."""
    path = write("slide = {title = 'A'}", entry)
    with pytest.raises(LessonError) as caught:
        programmes.read(path)
    assert [line for line in caught.value.lines if str(line).startswith(f"{path}: entry 2") and told in str(line)]


def test_a_broken_lesson_of_a_programme_is_found(write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
                                                 ) -> None:
    """``check`` validates the lessons of a programme."""
    write_parts(tmp_path / "mine.toml", LESSON, "steps", ['say = "A"\nto_act = "christian"'])
    assert 1 == command_line(["check", str(write("lesson = 'mine.toml'"))])
    assert "mine.toml: step 1: to_act" in capsys.readouterr().out


@pytest.mark.parametrize("system", catalog.names())
def test_every_system_has_a_programme(system: str) -> None:
    """Each system's programme can be read; it has the guides for newcomers, and ends with a game to watch."""
    path = programmes.programme_file(system)
    assert path is not None
    entries = programmes.read(path).entries
    assert {"what-you-see", "one-turn", "first-battle"} <= {entry.lesson for entry in entries}
    assert entries[-1].game is not None
