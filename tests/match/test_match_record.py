"""The record is written during play and reads back."""

from importlib import import_module
from pathlib import Path

import msgspec
import pytest

from game.core.contract import BadPosition, System
from game.match.errors import JournalError
from game.match.loading import branch, load, resume
from game.match.match import Match
from game.match.record import FORMAT, MAX_REMARK_LENGTH, PROGRAM_VERSION, Do, seal
from tests.match.playing import play_out
from tests.match.toy import State
from tests.rules.table import facts


def test_every_action_is_on_disk_at_once(rules: System[State], path: Path) -> None:
    match = Match.begin(rules, seed=3, record=path)
    for number, action in enumerate(["take 1 0101", "flip", "roll 1", "take 2 0102"], 2):
        match.play(action)
        assert number == len(path.read_bytes().splitlines())


@pytest.mark.parametrize("seed", range(8))
def test_a_record_reads_back_as_it_was(rules: System[State], path: Path, seed: int) -> None:
    """State, hash, steps and lines read back, including undone ones."""
    match = play_out(Match.begin(rules, seed=seed, record=path), seed)
    match.release()
    loaded = load(path)
    assert loaded.fault is None
    assert match.plies == loaded.match.plies
    assert match.hash == loaded.match.hash
    assert match.lines == loaded.match.lines


def test_undo_is_a_line_of_its_own(rules: System[State], path: Path) -> None:
    """An undo adds a line; nothing is removed from the file."""
    match = Match.begin(rules, seed=3, record=path)
    match.play("take 1 0101")
    before = path.read_bytes()
    match.undo()
    assert path.read_bytes().startswith(before)
    assert b'"line":"undo"' in path.read_bytes()


def test_continuing_appends_to_the_same_file(rules: System[State], path: Path) -> None:
    """A resumed record keeps every byte and grows."""
    match = Match.begin(rules, seed=3, record=path)
    match.play("take 1 0101")
    match.release()
    before = path.read_bytes()
    again = resume(path).match
    again.play("take 1 0102")
    again.release()
    assert path.read_bytes().startswith(before)
    assert (3, 3, 4) == load(path).match.state.cups


def test_a_loaded_game_rolls_the_same_dice(rules: System[State], path: Path) -> None:
    """A loaded game rolls the same dice as the original."""
    match = Match.begin(rules, seed=3, record=path)
    match.play("flip")
    match.release()
    loaded = load(path).match
    assert match.roll().action == loaded.roll().action


def test_two_programs_never_write_one_record(rules: System[State], path: Path) -> None:
    """A record in use is locked."""
    match = Match.begin(rules, seed=3, record=path)
    with pytest.raises(JournalError, match="open in another"):
        resume(path)
    match.release()
    resume(path).match.release()


def test_a_record_never_overwrites_a_file(rules: System[State], path: Path) -> None:
    """A record is not written over a file with content."""
    path.write_text("my thesis")
    with pytest.raises(JournalError, match=r"game\.jsonl"):
        Match.begin(rules, seed=3, record=path)
    with pytest.raises(JournalError, match="not a Drumhead record"):
        Match.begin(rules, seed=3).save(path)
    assert "my thesis" == path.read_text()


def test_a_copy_is_complete_and_closed(rules: System[State], tmp_path: Path, path: Path) -> None:
    """Saving a copy leaves the running record unchanged, and the copy loads."""
    match = Match.begin(rules, seed=3, record=path)
    match.play("take 1 0101")
    copy = tmp_path / "copy.jsonl"
    match.save(copy)
    match.play("take 1 0102")
    match.save(copy)
    loaded = load(copy)
    assert loaded.fault is None
    assert loaded.match.closed
    assert match.hash == loaded.match.hash
    assert path == match.record


@pytest.mark.parametrize("title", ["", "club night"])
@pytest.mark.parametrize("actions", [("take 1 0101",), ("take 2 0101",)])
def test_a_copy_is_never_written_to(rules: System[State], tmp_path: Path, title: str, actions: tuple[str, ...]) -> None:
    """Playing on from a copy, even of a finished game, writes to a new file; the copy stays unchanged."""
    match = Match.begin(rules, "lesson", seed=3, record=tmp_path / "game.jsonl")
    for action in actions:
        match.play(action)
    copy = tmp_path / "copy.jsonl"
    match.save(copy, title)
    kept = copy.read_bytes()
    loaded = resume(copy)
    assert loaded.copy
    loaded.match.undo(consent=True)
    loaded.match.play("take 1 0101")
    loaded.match.release()
    assert copy.read_bytes() == kept
    assert loaded.match.lines[: len(kept.splitlines())] == tuple(kept.splitlines())
    again = resume(tmp_path / "copy-2.jsonl")
    assert (again.fault, again.copy, again.match.title, len(again.match.plies)) == (None, False, title, 1)
    again.match.release()


def test_a_custom_position_is_in_the_record(rules: System[State], path: Path) -> None:
    """A game from a custom position needs no file except its record."""
    position = {**rules.position(rules.initial("ring")), "cups": {"0101": 1, "0102": 0, "0201": 7}}
    match = Match.begin(rules, "ring", seed=3, position=position, record=path)
    match.play("take 3 0201")
    match.release()
    assert (1, 0, 4) == load(path).match.state.cups


def test_a_game_over_closes_its_record(rules: System[State], path: Path) -> None:
    """The last line gives the ending; an undo reopens the record."""
    match = Match.begin(rules, "lesson", seed=3, record=path)
    match.play("take 2 0101")
    assert b'"why":"over"' in path.read_bytes().splitlines()[-1]
    match.undo()
    assert not match.closed


def test_program_version_agrees_with_the_project() -> None:
    """The version in records is the project's."""
    import tomllib

    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())
    assert "version" in project["project"]["dynamic"]
    package, _, name = project["tool"]["setuptools"]["dynamic"]["version"]["attr"].rpartition(".")
    assert getattr(import_module(package), name) == PROGRAM_VERSION
    assert 5 == FORMAT


def test_a_position_must_agree_with_the_game(rules: System[State]) -> None:
    """A position of another scenario, or without a requested option, is refused."""
    position = rules.position(rules.initial("ring", ("coins",)))
    Match.begin(rules, "ring", position=position)
    with pytest.raises(BadPosition, match="lesson"):
        Match.begin(rules, "lesson", position=position)
    with pytest.raises(BadPosition, match="without misere"):
        Match.begin(rules, "ring", ("misere",), position=position)


NEARER = "nearer and nearer"


def test_a_computer_players_reason_reads_back(rules: System[State], path: Path) -> None:
    """The reason is one printed line in the action's line; the game's hashes do not include it."""
    silent, match = Match.begin(rules, seed=3), Match.begin(rules, seed=3, record=path)
    silent.play("take 1 0101")
    match.play("take 1 0101", "nearer\nand \x00 nearer")
    match.play("take 1 0102", "on " * 400)
    match.play("take 1 0201")
    match.release()
    loaded = load(path)
    assert loaded.fault is None
    assert silent.plies[0].hash == loaded.match.plies[0].hash
    assert [NEARER, MAX_REMARK_LENGTH, ""] == [
        loaded.match.plies[0].why, len(str(loaded.match.plies[1].why)), loaded.match.plies[2].why
    ]
    assert match.lines == loaded.match.lines
    assert NEARER == branch(loaded.match, 1).plies[0].why


def test_a_reason_stays_with_its_player(rules: System[State], path: Path) -> None:
    """The reason stays when another player takes the seat, and after loading; older records have none."""
    match = Match.begin(rules, seed=3, players={"left": "random", "right": "regular"})
    match.play("take 1 0101", NEARER)
    changed = branch(match, 1, path, players={"left": "regular", "right": "random"})
    changed.release()
    loaded = load(path)
    assert loaded.fault is None
    assert ["random", "random", ""] == [each.plies[0].by for each in (
        loaded.match, branch(changed, 1, players={"left": "veteran", "right": "human"}),
        branch(changed, 1, players={"left": "random", "right": "random"}))]
    header = msgspec.structs.replace(changed.header, drumhead=4)
    lines, last = [seal(header, "")[0]], seal(header, "")[1]
    lines.append(seal(Do(1, 1, "take 1 0101", changed.plies[0].hash, NEARER, "random"), last)[0])
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    assert load(path).fault is not None


def test_a_record_of_the_first_format_gets_no_reasons(rules: System[State], path: Path) -> None:
    """It loads as it is, and additions stay readable for the program that wrote it."""
    old = msgspec.structs.replace(Match.begin(rules, seed=3).header, drumhead=1)
    path.write_bytes(seal(old, "")[0] + b"\n")
    match = resume(path).match
    match.play("take 1 0101", NEARER)
    match.release()
    assert b"why" not in b"".join(line for line in path.read_bytes().splitlines() if b'"do"' in line)
    assert load(path).fault is None


@pytest.mark.parametrize(("format_", "why"), [(1, "fine"), (2, "two\nlines"), (2, "a\x00b"), (2, "long" * 100)])
def test_a_forged_reason_is_detected(rules: System[State], path: Path, format_: int, why: str) -> None:
    """A reason that is not one printed line, or that the format does not allow, is a fault of its line."""
    match = Match.begin(rules, seed=3)
    step = match.play("take 1 0101")
    head, total = seal(msgspec.structs.replace(match.header, drumhead=format_), "")
    path.write_bytes(head + b"\n" + seal(Do(1, 1, "take 1 0101", step.hash, why), total)[0] + b"\n")
    fault = load(path).fault
    assert fault is not None
    assert why[:40] in facts(fault.text)
