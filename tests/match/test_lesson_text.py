"""Captions edited in a lesson's file: only the edited text changes."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from game import catalog, files
from game.core.caption import MAX_LINE_LETTERS, MAX_LINES
from game.match import lessons
from game.match.lesson_frames import frames
from game.match.lesson_text import LessonText
from game.match.lessons import LessonError
from game.match.setup import encode_position

TEXT = '''\
# My evening at the club.
system = "kassala"
title = "The wadi"   # as on the poster
summary = "What a wadi costs"
scenario = "example-a"

[[steps]]
# the first picture
say = """
Old \\
"""
notes = "slowly"  # not too fast
show.places = ["0103"]
show.panel = "turn"

# now they move
[[steps]]
say = "The wadi costs one of them."
check = "move m-nub1 0103"
legal = true

[steps.ask]
question = "How many?"  # wait
'''


def lesson(folder: Path, text: str = TEXT) -> LessonText:
    """A lesson read from a file with this text."""
    path = folder / "mine.toml"
    path.write_text(text)
    return LessonText(path)


def test_a_caption_is_changed_and_all_else_is_kept(tmp_path: Path) -> None:
    """Comments, other keys and the order of lines stay; the caption's key keeps its place."""
    edited = lesson(tmp_path)
    edited.set(0, "say", 'They "run"')
    assert edited.changed
    assert edited.text == TEXT.replace('"""\nOld \\\n"""', '"They \\"run\\""')


TABLE_TEXT = '''\
system = "kassala"

[[steps]]
say = "Look"
# the show
[steps.show]
# the wadi
places = [
    "0103",  # its mouth
    "0104",
]

panel = """
# not a comment
"""
# now they move

[[steps]]
say = "They move"
'''


@pytest.mark.parametrize(("places", "shown"), [(("0105",), 'places = ["0105"], '), ((), "")])
def test_comments_in_and_after_a_table_are_kept(tmp_path: Path, places: tuple[str, ...], shown: str) -> None:
    """The table becomes one line; comments and blank lines among and below its entries stay, also that before the next
    step."""
    edited = lesson(tmp_path, TABLE_TEXT)
    edited.set(0, "places", places)
    table = TABLE_TEXT[TABLE_TEXT.index("[steps.show]"):TABLE_TEXT.index("# now they move")]
    kept = f'show = {{{shown}panel = "# not a comment\\n"}}\n# the wadi\n\n'
    assert edited.text == TABLE_TEXT.replace(table, kept)


@pytest.mark.parametrize(("key", "value"), [
    ("notes", "louder"), ("question", "Where to?"), ("places", ("0104", "0105")), ("units", ("m-nub1",)),
    ("notes", ""), ("question", ""), ("places", ()), ("say", "Ä *b* [II.D.7]")])
@pytest.mark.parametrize("number", [0, 1])
def test_every_part_of_a_step_is_changed(tmp_path: Path, number: int, key: str, value: str | tuple[str, ...]) -> None:
    """The reread file has the changes; the other step and the head are unchanged."""
    edited = lesson(tmp_path)
    before = [step.text for step in edited.steps]
    other = tomllib.loads(TEXT)["steps"][number]
    edited.set(number, key, value)
    again = lesson(tmp_path, edited.text)
    wanted = {"say": again.steps[number].caption_text, "notes": again.steps[number].notes,
              "question": again.steps[number].question, "places": again.steps[number].places,
              "units": again.steps[number].units}
    assert value == wanted[key]
    assert before[1 - number] == again.steps[1 - number].text
    data = tomllib.loads(edited.text)["steps"][number]
    table = {"question": "ask", "places": "show", "units": "show"}.get(key, key)
    assert {k: v for k, v in other.items() if k != table} == {k: v for k, v in data.items() if k != table}
    if table == "show":
        assert data.get("show", {}).get("panel") == other.get("show", {}).get("panel")
    for word in ("# the first picture", "# now they move") if number == 0 else ():
        assert word in edited.text


RIVER = "Look at the river"


def test_steps_are_added_and_removed(tmp_path: Path) -> None:
    """Steps without actions are added and removed; the rest of the file is unchanged."""
    edited = lesson(tmp_path)
    edited.add(0)
    assert [step.caption_text for step in edited.steps][1] == ""
    assert [number for number, _ in edited.faults] == [1]
    edited.set(1, "say", RIVER)
    assert not edited.faults
    assert tomllib.loads(edited.text)["steps"][1] == {"say": RIVER}
    edited.remove(1)
    assert edited.text == TEXT
    assert not edited.changed
    with pytest.raises(ValueError):
        edited.remove(1)


@pytest.mark.parametrize(("text", "told"), [
    ("{", "TOML"), ("title = 3\n", "steps"), ('steps = [{say = "a"}]\n', "line of its own"),
    ('[[steps]]\nsay = """\n[[steps]]\n"""\n', "line of its own"),
    ('[[steps]]\nsay = "a"\n[other]\nb = 1\n', "nothing after")])
def test_what_cannot_be_edited_is_refused_and_not_touched(tmp_path: Path, text: str, told: str) -> None:
    """The error names the file, which stays unchanged."""
    with pytest.raises(LessonError, match=told) as caught:
        lesson(tmp_path, text)
    assert "mine.toml" in str(caught.value)
    assert (tmp_path / "mine.toml").read_text() == text


def test_a_caption_with_no_room_is_not_saved(tmp_path: Path) -> None:
    """The error names the step; the file stays unchanged."""
    edited = lesson(tmp_path)
    edited.set(1, "say", "word " * (MAX_LINE_LETTERS * MAX_LINES // 5 + 20))
    with pytest.raises(LessonError, match="step 2"):
        edited.save(lessons.read)
    assert edited.path.read_text() == TEXT


def test_what_the_lesson_refuses_is_not_saved(tmp_path: Path) -> None:
    """The error names the player's file instead of the temporary one."""
    edited = lesson(tmp_path, TEXT.replace('scenario = "example-a"', 'scenario = "nowhere"'))
    edited.set(0, "say", "New")
    before = edited.path.read_text()
    with pytest.raises(LessonError, match="nowhere") as caught:
        edited.save(lessons.read)
    assert str(edited.path) in str(caught.value)
    assert edited.path.read_text() == before


def starting_from(folder: Path, position: str) -> LessonText:
    """A lesson in a sub-folder that starts from a position file, which is not written yet."""
    (folder / "lessons").mkdir()
    text = TEXT.replace('scenario = "example-a"', f"position = {json.dumps(position)}")
    return lesson(folder / "lessons", text)


def check(path: Path) -> None:
    """Play a lesson from its file.

    :raises LessonError: if it is invalid.
    """
    frames(catalog.rules("kassala"), lessons.read(path))


@pytest.mark.parametrize("position", [
    "a.json", "start/a.json", "../a.json", "../start/a.json", "start/../a.json", "start/../../a.json",
    "{folder}/a.json"])
def test_a_lesson_from_a_position_in_another_folder_is_saved(tmp_path: Path, position: str) -> None:
    """The position file may be anywhere that the lesson can name; it is not changed."""
    edited = starting_from(tmp_path, position.format(folder=tmp_path))
    rules = catalog.rules("kassala")
    file = edited.path.parent / position.format(folder=tmp_path)
    (edited.path.parent / "start").mkdir()
    files.write(file, encode_position(rules, rules.position(rules.initial("example-a"))))
    before = file.read_bytes(), file.stat().st_mtime_ns
    check(edited.path)
    edited.set(0, "say", "New")
    edited.save(check)
    assert lessons.read(edited.path).steps[0].say == "New"
    assert before == (file.read_bytes(), file.stat().st_mtime_ns)


@pytest.mark.parametrize("position", ["none.json", "folder", "folder/none.json", "a\0b", "large.json"])
def test_a_lesson_whose_position_cannot_be_read_is_not_saved(tmp_path: Path, position: str) -> None:
    """The refusal names the position file in the player's folder; the lesson stays unchanged."""
    edited = starting_from(tmp_path, position)
    (edited.path.parent / "folder").mkdir()
    with (edited.path.parent / "large.json").open("wb") as file:
        file.truncate(2**40)
    before = edited.path.read_text()
    with pytest.raises(files.FileRefused) as refused:
        edited.save(check)
    assert edited.path.parent / position == refused.value.path
    assert edited.path.read_text() == before


def shipped() -> list[Path]:
    """Every lesson that comes with the program."""
    return [path for system in catalog.names() for path in lessons.paths(system)]


@pytest.mark.parametrize("path", shipped(), ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_shipped_lessons_are_edited(path: Path, tmp_path: Path) -> None:
    """Each step gets another caption and ring; all other data stay the same."""
    edited = LessonText(path)
    assert edited.text == path.read_text()
    before = tomllib.loads(edited.text)
    for number in range(len(edited.steps)):
        edited.set(number, "say", f"Step {number}")
        edited.set(number, "places", ("here",))
    after = tomllib.loads(edited.text)
    for number, step in enumerate(before["steps"]):
        step["say"] = f"Step {number}"
        step["show"] = {**step.get("show", {}), "places": ["here"]}
    assert before == after
