"""Lessons as files: faults, their messages, and the content of a step."""

import json
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from game import catalog
from game.cli.program import command_line
from game.core.preview import Preview
from game.match.lesson_frames import accepts, frames
from game.match.lessons import LessonError, read
from tests.lessons import lesson, write_parts

HEAD = 'system = "kassala"\nscenario = "example-a"\n'
MOVES = "Two points take the infantry over the wadi."

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a lesson on Kassala's first example with these lines as its steps."""
    def written(*steps: str, head: str = HEAD) -> Path:
        return write_parts(tmp_path / "mine.toml", head, "steps", steps)

    return written


def wrong(path: Path) -> str:
    """The faults of a lesson."""
    with pytest.raises(LessonError) as caught:
        _work_out(path)
    lines = [str(line) for line in caught.value.lines]
    assert all(line.startswith(f"{path}: ") for line in lines)
    return "\n".join(line.removeprefix(f"{path}: ") for line in lines)


def _work_out(path: Path) -> None:
    lesson = read(path)
    frames(catalog.rules(lesson.system), lesson)


@pytest.mark.parametrize(("step", "told"), [
    ('says = "A"', "step 2: there is no key 'says'; did you mean 'say'?"),
    ("notes = 'a'", "step 2: expected the key 'say'"),
    ("say = 3", "step 2/say: expected a text"),
    ("say = 'A'\ncost = 'two'", "step 2/cost: expected a whole number"),
    ("say = 'A'\ncost = 2", "step 2/cost: expected only with check"),
    ("say = 'A'\nbefore = 'B'", "step 2/before: expected only with preview or faces"),
    ("say = 'A'\ncheck = 'move m-nub1 0103'", "step 2/check: expected legal with it"),
    ("say = 'A'\nshow = {plce = []}", "step 2/show: there is no key 'plce'; did you mean 'places'?"),
    ("say = 'A'\nshow = {places = ['0203', '9999']}", "step 2: show: there is no place '9999'"),
    ("say = 'A'\nshow = {units = ['m-nub9']}", "step 2: show/units: there is no 'm-nub9'"),
    ("say = 'A'\nshow = {panel = 'sums'}", "step 2/show/panel: there is no 'sums'"),
    ("say = 'A *b'", "step 2/say: expected *emphasis*, **strong** or a rule such as [II.D.7], not a single '*'"),
    ("say = 'See [II.X.9].'", "step 2: the rulebook has no II.X.9"),
    ("say = 'A'\nrules = ['II.X.9']", "step 2: the rulebook has no II.X.9"),
    ("say = 'A'\nplay = 'walk m-nub1'", "step 2: 'walk' is not an action; expected one of move"),
    ("say = 'A'\nplay = 'move m-nub1 0101'", "step 2: move m-nub1 0101: "),
    ("say = 'A'\ncheck = 'move m-nub1 0103'\nlegal = true\ncost = 1", "step 2: cost: expected 1, found 2"),
    ("say = 'A'\ncheck = 'move m-nub1 0103'\nlegal = false\nrule = 'II.D.7'", "step 2: legal: expected False, found"),
    ("say = 'A'\nplay = 'move m-nub1 0103'\nplaces = {m-nub1 = '0203'}",
     "step 2: places/m-nub1: expected 0203, found 0103"),
    ("say = 'A'\nto_act = 'christian'", "step 2: to_act: expected christian, found moslem"),
    ("say = 'A'\nposition = {turn = 3}", "step 2: position/turn: expected 3, found 1"),
    ("say = 'A'\nyours = {accept = ['move m-nub1 0101']}", "step 2: move m-nub1 0101: "),
    ("say = 'A'\nyours = {accept = []}", "step 2/yours/accept: expected an action"),
    ("say = 'A'\noptions = ['canon']", "step 2: unknown option 'canon'; did you mean 'cannon'?"),
])
def test_faults_of_a_step_are_reported(write: Write, step: str, told: str) -> None:
    """The fault has file, step, place and expected value; the valid step before it is not reported."""
    found = wrong(write("say = 'Good.'", step))
    assert found.startswith(told), found
    assert "step 1" not in found


def test_a_long_caption_is_refused(write: Write) -> None:
    """A caption has at most four lines of 45 characters; marks and the brackets of rules do not count."""
    line = "abcdefgh " * 5
    assert ["4", "45", "5"] == re.findall(r"\d+", wrong(write(f"say = '{line * 5}'")))[-3:], "lines, characters, found"
    assert read(write(f"say = '**{(line * 4).strip()}**'"))


def test_all_faults_are_reported_at_once(write: Write) -> None:
    """Every wrong step has a line."""
    found = wrong(write("say = 'A'\nto_act = 'christian'", "say = 'B'\nposition = {turn = 2}"))
    assert ["step 1: to_act", "step 2: position/turn"] == [line.rpartition(": ")[0] for line in found.split("\n")]


@pytest.mark.parametrize(("head", "told"), [
    ('scenario = "example-a"\n', "expected the key 'system', or a file in a system's folder 'lessons'"),
    ('system = "kassala"\n', "expected a scenario or a position"),
    ('system = "kassala"\nscenario = "example-z"\n', "unknown scenario 'example-z'"),
    ('system = "kasala"\nscenario = "example-a"\n', "unknown system 'kasala'"),
    ('system = "kassala"\nposition = "here.json"\n', "expected a title and a summary"),
    (HEAD + "path = 'x'\n", "there is no key 'path'"),
    ("title = \n", "is not valid TOML"),
])
def test_faults_of_a_lesson_are_reported(write: Write, head: str, told: str) -> None:
    """An unknown system, a wrong set-up and missing titles are reported."""
    assert told in wrong(write("say = 'Good.'", head=head))


def test_a_lesson_starts_from_a_position(write: Write, tmp_path: Path) -> None:
    """A lesson may start from a position file beside it; faults in that file are reported with its name."""
    head = 'system = "kassala"\ntitle = "Mine"\nsummary = "Ours"\nposition = "here.json"\n'
    rules = catalog.rules("kassala")
    path = write("say = 'A'\nplay = 'move m-nub1 0103'", head=head)
    assert "here.json" in wrong(path)
    (tmp_path / "here.json").write_text(json.dumps(rules.position(rules.initial("example-a"))), "utf-8")
    assert "0103" == _place(frames(rules, read(path))[-1].state)


def _place(state: object) -> str | None:
    """The place of the first Nubian infantry."""
    return {one.unit: one.place for one in catalog.rules("kassala").counters(state)}["m-nub1"]


def test_the_move_of_the_audience(write: Write) -> None:
    """A move that is named, or leads to the same position, is accepted; the lesson continues from the first named
    move."""
    path = write(f"say = '{MOVES}'\nyours = {{accept = ['move m-nub1 0202-0201', 'move m-nub1 0103']}}",
                 "say = 'So.'")
    rules = catalog.rules("kassala")
    shown = frames(rules, read(path))
    assert ("0203", "0201") == (_place(shown[0].before), _place(shown[1].state))
    tried = {text: accepts(rules, shown[0], rules.parse(text))
             for text in ("move m-nub1 0103", "move m-nub1 0201", "move m-nub1 0303")}
    assert {"move m-nub1 0103": True, "move m-nub1 0201": True, "move m-nub1 0303": False} == tried


def test_a_move_by_hand_need_not_be_exact() -> None:
    """On a table without a grid a pose half an MU off is accepted; one MU off, or a move of another base, is not."""
    rules = catalog.rules("renaissance")
    shown = frames(rules, lesson("renaissance", "first-battle"))
    group = "march red-sh2,red-sh3,red-sh4,red-gu1"
    moves = [frame for frame in shown if frame.step.yours is not None and group in frame.step.yours.accept[0]]
    tried = {end: accepts(rules, moves[0], rules.parse(f"{group} ahead:{end}")) for end in (1500, 1300, 900)}
    assert {1500: True, 1300: True, 900: False} == tried
    assert not accepts(rules, moves[0], rules.parse("move red-sh2 10500,13800,0"))


def test_the_odds_that_are_asked_for(write: Write) -> None:
    """The answer is the sum of the chances of the named results, for a preview and for a pending roll."""
    attack = "attack m-tinf1 > c-musk1"
    path = write(f"say = 'A'\npreview = '{attack}'\nask = {{question = 'How likely?', results = ['AE']}}",
                 f"say = 'B'\nplay = '{attack}'",
                 "say = 'C'\nfaces = [1]\nresult = 'C'\nask = {question = 'Both?', results = ['C', 'AE']}",
                 head=HEAD.replace("example-a", "example-b"))
    shown = frames(catalog.rules("kassala"), read(path))
    preview = shown[0].preview
    assert isinstance(preview, Preview)
    one = sum((outcome.chance for outcome in preview.outcomes if outcome.result == "AE"), Fraction(0))
    both = one + sum((outcome.chance for outcome in preview.outcomes if outcome.result == "C"), Fraction(0))
    assert [one, None, both] == [frame.odds for frame in shown]
    assert 0 < one < both < 1


def test_the_odds_of_a_roll_that_the_step_announces(write: Write) -> None:
    """A step that announces an attack asks about the roll that is pending after it, as it would if it rolled too."""
    step = ("say = 'A'\nplay = 'attack m-tinf1 > c-musk1'\n"
            "ask = {question = 'How likely?', results = ['C', 'AE']}")
    odds = [frames(catalog.rules("kassala"), read(write(text, head=HEAD.replace("example-a", "example-b"))))[0].odds
            for text in (step, f"{step}\nfaces = [1]\nresult = 'C'")]
    assert odds[0] == odds[1]
    assert odds[0] is not None
    assert 0 < odds[0] < 1


def test_check_reports_faults_of_lessons(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    """The command line exits with status 1 for a broken lesson and 0 for a valid one."""
    assert 1 == command_line(["check", str(write("say = 'A'\nto_act = 'christian'"))])
    assert "step 1: to_act: expected christian, found moslem" in capsys.readouterr().out
    assert 0 == command_line(["check", str(write("say = 'A'"))])
    assert "no faults" in capsys.readouterr().out
