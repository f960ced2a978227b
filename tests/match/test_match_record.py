"""The record: written as it happens, read back, never misread."""

import errno
import os
import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game.core.contract import Rules
from game.match.errors import JournalError, RecordError
from game.match.journal import Journal
from game.match.loading import branch, load, resume
from game.match.match import Match
from game.match.record import FORMAT, PROGRAM, seal
from game.match.replay import Replay
from tests.match.toy import State


def play_out(match: Match[State], seed: int, most: int = 60) -> Match[State]:
    """Random play with some taking back."""
    chooser = random.Random(seed)
    for _ in range(most):
        if match.to_act is None:
            break
        if match.steps and chooser.random() < 0.15:
            match.undo(chooser.randrange(len(match.steps)), consent=True)
        else:
            match.play(chooser.choice(match.rules.candidates(match.state)))
    return match


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a record goes."""
    return tmp_path / "game.jsonl"


def test_every_action_is_on_disk_when_it_has_happened(rules: Rules[State], path: Path) -> None:
    """Nothing is kept back: the file holds every line at once."""
    match = Match.begin(rules, seed=3, record=path)
    for number, action in enumerate(["take 1 0101", "flip", "roll 1", "take 2 0102"], 2):
        match.play(action)
        assert number == len(path.read_bytes().splitlines())


@pytest.mark.parametrize("seed", range(8))
def test_a_record_reads_back_as_it_was(rules: Rules[State], path: Path, seed: int) -> None:
    """State, hash, steps and lines come back, undone ones included."""
    match = play_out(Match.begin(rules, seed=seed, record=path), seed)
    match.release()
    loaded = load(path)
    assert loaded.fault is None
    assert match.steps == loaded.match.steps
    assert match.hash == loaded.match.hash
    assert match.lines == loaded.match.lines


def test_taking_back_is_a_line_of_its_own(rules: Rules[State], path: Path) -> None:
    """Nothing is removed from the file."""
    match = Match.begin(rules, seed=3, record=path)
    match.play("take 1 0101")
    before = path.read_bytes()
    match.undo()
    assert path.read_bytes().startswith(before)
    assert b'"line":"undo"' in path.read_bytes()


def test_going_on_appends_to_the_same_file(rules: Rules[State], path: Path) -> None:
    """A record taken up again keeps every byte and grows."""
    match = Match.begin(rules, seed=3, record=path)
    match.play("take 1 0101")
    match.release()
    before = path.read_bytes()
    again = resume(path).match
    again.play("take 1 0102")
    again.release()
    assert path.read_bytes().startswith(before)
    assert (3, 3, 4) == load(path).match.state.cups


def test_dice_go_on_the_same_after_loading(rules: Rules[State], path: Path) -> None:
    """A game that was loaded throws what it would have thrown."""
    match = Match.begin(rules, seed=3, record=path)
    match.play("flip")
    match.release()
    loaded = load(path).match
    assert match.roll().action == loaded.roll().action


def test_two_programs_never_write_one_record(rules: Rules[State], path: Path) -> None:
    """A record being played is locked."""
    match = Match.begin(rules, seed=3, record=path)
    with pytest.raises(JournalError, match="open in another"):
        resume(path)
    match.release()
    resume(path).match.release()


def test_a_record_never_overwrites_a_file(rules: Rules[State], path: Path) -> None:
    """A file with anything in it is refused and kept."""
    path.write_text("my thesis")
    with pytest.raises(JournalError, match=r"game\.jsonl"):
        Match.begin(rules, seed=3, record=path)
    with pytest.raises(JournalError, match="no Drumhead record"):
        Match.begin(rules, seed=3).save(path)
    assert "my thesis" == path.read_text()


def test_a_copy_is_complete_and_closed(rules: Rules[State], tmp_path: Path, path: Path) -> None:
    """Saving a copy leaves the running record alone, and the copy loads."""
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


def test_a_custom_position_is_in_the_record(rules: Rules[State], path: Path) -> None:
    """A game from a position needs nothing but its record."""
    position = {**rules.position(rules.initial("ring")), "cups": {"0101": 1, "0102": 0, "0201": 7}}
    match = Match.begin(rules, "ring", seed=3, position=position, record=path)
    match.play("take 3 0201")
    match.release()
    assert (1, 0, 4) == load(path).match.state.cups


def test_a_game_over_closes_its_record(rules: Rules[State], path: Path) -> None:
    """The last line says how it ended; taking back opens it again."""
    match = Match.begin(rules, "lesson", seed=3, record=path)
    match.play("take 2 0101")
    assert b'"why":"over"' in path.read_bytes().splitlines()[-1]
    match.undo()
    assert not match.closed


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "empty"),
        (b"hello\n", "not a Drumhead record"),
        (b'{"drumhead":9}\n', "newer Drumhead"),
        (b'{"drumhead":0,"system":"pebbles"}\n', "never released"),
        (b'{"drumhead":"1"}\n', "not a Drumhead record"),
        (b'{"drumhead":1}\n', "broken off"),
        (b"\xff\xfe\x00\n", "not a Drumhead record"),
        (b"[" * 5000 + b"\n", "not a Drumhead record"),
    ],
)
def test_files_that_are_no_record(path: Path, text: bytes, said: str) -> None:
    """Each is refused with the file's name, the line and what was expected."""
    path.write_bytes(text)
    with pytest.raises(RecordError, match=said) as refused:
        load(path)
    assert str(path) in str(refused.value)


def test_a_file_that_is_not_there(path: Path) -> None:
    """A missing file is named."""
    with pytest.raises(RecordError, match="cannot be read"):
        load(path)


def test_an_unknown_system_is_named(rules: Rules[State], path: Path) -> None:
    """A record of a system that is not installed says so at line 1."""
    import msgspec

    match = Match.begin(rules, seed=3)
    header = msgspec.structs.replace(match.header, system="pebble")
    path.write_bytes(seal(header, "")[0] + b"\n")
    with pytest.raises(RecordError, match="line 1: unknown system 'pebble'; did you mean 'pebbles'"):
        load(path)


@pytest.mark.parametrize("seed", range(3))
def test_one_flipped_bit_in_any_line_is_found_there(rules: Rules[State], path: Path, seed: int) -> None:
    """Whatever bit of a line flips, that line is named and everything before it is kept."""
    match = play_out(Match.begin(rules, seed=seed), seed, 25)
    match.save(path)
    lines = path.read_bytes().splitlines(keepends=True)
    chooser = random.Random(seed)
    for number, line in enumerate(lines, 1):
        spoilt = bytearray(line)
        spoilt[chooser.randrange(len(line))] ^= 1 << chooser.randrange(8)
        path.write_bytes(b"".join([*lines[: number - 1], bytes(spoilt), *lines[number:]]))
        if number == 1:
            with pytest.raises(RecordError) as refused:
                load(path)
            assert 1 == refused.value.line
        else:
            loaded = load(path)
            assert loaded.fault is not None
            assert number == loaded.fault.line
            assert match.lines[: number - 1] == loaded.match.lines


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_damage_is_found_or_harmless(data: st.DataObject, rules: Rules[State], path: Path) -> None:
    """Cut, doubled, swapped or overwritten bytes: loading names a line or gives the very same game."""
    path.unlink(missing_ok=True)
    match = play_out(Match.begin(rules, seed=5), 5, 20)
    match.save(path)
    good = path.read_bytes()
    start = data.draw(st.integers(0, len(good)))
    end = data.draw(st.integers(start, len(good)))
    bad = good[:start] + data.draw(st.binary(max_size=30)) + good[end:]
    path.write_bytes(bad)
    whole = good.splitlines()
    if bad.split(b"\n")[0] != whole[0]:
        with pytest.raises(RecordError, match=r"game\.jsonl"):
            load(path)
        return
    loaded = load(path)
    kept = loaded.match.lines
    assert tuple(whole[: len(kept)]) == kept
    if loaded.fault is None:
        assert b"".join(line + b"\n" for line in kept) == bad
    else:
        assert loaded.fault.line in (len(kept), len(kept) + 1)


@pytest.mark.parametrize("cut", [1, 5, 40])
def test_a_truncated_tail_costs_only_the_torn_line(rules: Rules[State], path: Path, cut: int) -> None:
    """Play goes on from the last whole line, in a new file; the torn one stays as it is."""
    match = Match.begin(rules, seed=3, record=path)
    match.play("take 1 0101")
    match.play("take 1 0102")
    match.release()
    torn = path.read_bytes()[:-cut]
    path.write_bytes(torn)
    loaded = resume(path)
    assert loaded.fault is not None
    assert 4 == loaded.fault.line
    assert loaded.match.record == path.with_name("game-2.jsonl")
    loaded.match.play("take 1 0201")
    loaded.match.release()
    assert torn == path.read_bytes()
    assert (3, 3, 3) == load(path.with_name("game-2.jsonl")).match.state.cups


def test_an_honest_seal_on_a_wrong_state_is_found(rules: Rules[State], path: Path) -> None:
    """The detector is tested too: a line whose sum holds but whose hash is another's state is caught."""
    from game.match.record import Do

    match = Match.begin(rules, seed=3)
    sealed, total = seal(match.header, "")
    wrong, _ = seal(Do(1, 1, "take 1 0101", "00" * 16), total)
    path.write_bytes(sealed + b"\n" + wrong + b"\n")
    loaded = load(path)
    assert loaded.fault is not None
    assert "the rules come to" in str(loaded.fault)
    assert (4, 4, 4) == loaded.match.state.cups


def test_a_rule_that_changed_is_found(rules: Rules[State], path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A deliberately wrong rule makes the replay disagree at the first line it touches."""
    match = Match.begin(rules, seed=3, record=path)
    match.play("take 1 0101")
    match.play("take 2 0102")
    match.release()
    right = type(rules).apply

    def wrong(self: Rules[State], state: State, action: object) -> object:
        after, events = right(self, state, action)  # type: ignore[arg-type]
        return (right(self, after, action)[0] if "take 2" in action.notation else after), events  # type: ignore[attr-defined, arg-type]

    monkeypatch.setattr(type(rules), "apply", wrong)
    loaded = load(path)
    assert loaded.fault is not None
    assert 3 == loaded.fault.line


def full(handle: int, data: object) -> int:
    """A disk without room."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_does_not_stop_the_game(
    rules: Rules[State], path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error names the file, play goes on in memory, and when there is room again nothing is missing."""
    match = Match.begin(rules, seed=3, record=path)
    match.play("take 1 0101")
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        match.play("take 1 0102")
    assert match.trouble is not None
    assert str(path) in str(match.trouble)
    assert "No space left" in str(match.trouble)
    assert (3, 3, 4) == match.state.cups
    match.play("take 1 0201")
    assert match.trouble is None
    match.release()
    assert (3, 3, 3) == load(path).match.state.cups


def test_a_half_written_line_is_mended(rules: Rules[State], path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk fills in the middle of a line: the torn piece is cut off before the next attempt."""
    match = Match.begin(rules, seed=3, record=path)
    real = os.write

    def half(handle: int, data: bytes) -> int:
        if len(data) < 40:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(handle, bytes(data)[: len(data) // 2])

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", half)
        match.play("take 1 0101")
    assert match.trouble is not None
    match.play("take 1 0102")
    match.release()
    assert load(path).fault is None


def test_save_as_after_a_full_disk(rules: Rules[State], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole game goes to another file, and on from there."""
    match = Match.begin(rules, seed=3, record=tmp_path / "full.jsonl")
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        match.play("take 1 0102")
    match.continue_in(tmp_path / "roomy.jsonl")
    assert match.trouble is None
    match.play("take 1 0101")
    match.release()
    assert (3, 3, 4) == load(tmp_path / "roomy.jsonl").match.state.cups


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_device_without_room(rules: Rules[State]) -> None:
    """The real thing: a record on /dev/full is refused with its name, a copy never replaces a device."""
    with pytest.raises(JournalError, match="/dev/full: cannot be written: No space left"):
        Match.begin(rules, seed=3, record=Path("/dev/full"))
    with pytest.raises(JournalError, match="no file"):
        Match.begin(rules, seed=3).save(Path("/dev/full"))
    assert Path("/dev/full").is_char_device()


def test_a_folder_that_is_not_there(rules: Rules[State], tmp_path: Path) -> None:
    """The path is named."""
    with pytest.raises(JournalError, match="nowhere"):
        Match.begin(rules, seed=3, record=tmp_path / "nowhere" / "game.jsonl")
    with pytest.raises(JournalError, match="nowhere"):
        Match.begin(rules, seed=3).save(tmp_path / "nowhere" / "game.jsonl")


def test_a_file_changed_behind_our_back(rules: Rules[State], path: Path) -> None:
    """Nothing is appended to a file of another length than was read."""
    Match.begin(rules, seed=3, record=path).release()
    with pytest.raises(JournalError, match="bytes"):
        Journal.append(path, 5)


def test_replay_steps_back_and_forth(rules: Rules[State], path: Path) -> None:
    """A replay shows every state with its events and ends where the game does."""
    match = play_out(Match.begin(rules, seed=8), 8)
    match.save(path)
    replay = Replay(load(path).match)
    seen = [replay.state]
    while replay.forward():
        seen.append(replay.state)
    assert [match.course.first, *(step.state for step in match.steps)] == seen
    while replay.back():
        pass
    assert match.course.first == replay.state
    replay.go(10**6)
    assert len(match.steps) == replay.at
    replay.next_turn(-1)
    assert replay.at < len(match.steps)
    replay.go(0)
    replay.next_turn()
    assert match.steps[replay.at].turn != match.steps[0].turn


def test_a_new_game_from_any_step(rules: Rules[State], path: Path, tmp_path: Path) -> None:
    """The prefix is copied to a new record; the old one stays."""
    match = play_out(Match.begin(rules, seed=8, record=path), 8, 20)
    match.release()
    before = path.read_bytes()
    for count in range(len(match.steps) + 1):
        record = tmp_path / f"branch-{count}.jsonl"
        new = branch(match, count, record)
        new.release()
        assert match.steps[:count] == load(record).match.steps
    assert before == path.read_bytes()
    with pytest.raises(ValueError, match="actions"):
        branch(match, len(match.steps) + 1)


def test_program_version_agrees_with_the_project() -> None:
    """The version in records is the project's."""
    import tomllib

    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())
    assert project["project"]["version"] == PROGRAM
    assert 1 == FORMAT
