"""Damaged, edited and invalid records are reported by line and never misread."""

import random
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game.core.contract import System
from game.core.message import or_list
from game.levels import player_names
from game.match.errors import RecordError
from game.match.loading import load, resume
from game.match.match import Match
from game.match.record import MAX_TITLE_LENGTH, Do, Header, Line, Named, Undo, seal, stated_checksum
from game.match.store import describe
from tests.match.playing import play_out
from tests.match.toy import State
from tests.rules.table import facts


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "empty"),
        (b"hello\n", "not a Drumhead record"),
        (b'{"drumhead":9}\n', "newer Drumhead"),
        (b'{"drumhead":0,"system":"pebbles"}\n', "never released"),
        (b'{"drumhead":"1"}\n', "not a Drumhead record"),
        (b'{"drumhead":1}\n', "incomplete"),
        (b"\xff\xfe\x00\n", "not a Drumhead record"),
        (b"[" * 5000 + b"\n", "not a Drumhead record"),
    ],
)
def test_files_that_are_no_records(path: Path, text: bytes, said: str) -> None:
    """Each is refused with the file's name, the line and the expected content."""
    path.write_bytes(text)
    with pytest.raises(RecordError, match=said) as refused:
        load(path)
    assert str(path) in str(refused.value)


def test_a_missing_file(path: Path) -> None:
    """A missing file is named."""
    with pytest.raises(RecordError, match="cannot be read"):
        load(path)


def test_an_unknown_system_is_named(rules: System[State], path: Path) -> None:
    """A record of a system that is not installed is refused at line 1."""
    match = Match.begin(rules, seed=3)
    header = msgspec.structs.replace(match.header, system="pebble")
    path.write_bytes(seal(header, "")[0] + b"\n")
    with pytest.raises(RecordError, match="line 1: unknown system 'pebble'; did you mean 'pebbles'"):
        load(path)


@pytest.mark.parametrize("seed", range(3))
def test_one_flipped_bit_in_any_line_is_found_there(rules: System[State], path: Path, seed: int) -> None:
    """If any bit of a line changes, that line is named and everything before it is kept."""
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
def test_any_damage_is_found_or_harmless(data: st.DataObject, rules: System[State], path: Path) -> None:
    """After cut, doubled, swapped or overwritten bytes, loading names a line or gives the same game."""
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
def test_a_truncated_tail_costs_only_the_torn_line(rules: System[State], path: Path, cut: int) -> None:
    """Play continues from the last whole line, in a new file; the damaged file stays unchanged."""
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


def test_a_valid_checksum_on_a_wrong_state_is_detected(rules: System[State], path: Path) -> None:
    """A line with a valid checksum but the hash of another state is detected."""
    from game.match.record import Do

    match = Match.begin(rules, seed=3)
    sealed, total = seal(match.header, "")
    wrong, _ = seal(Do(1, 1, "take 1 0101", "00" * 16), total)
    path.write_bytes(sealed + b"\n" + wrong + b"\n")
    loaded = load(path)
    assert loaded.fault is not None
    assert ("take 1 0101",) == facts(loaded.fault.text)
    assert (4, 4, 4) == loaded.match.state.cups


def test_a_rule_that_changed_is_found(rules: System[State], path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A deliberately wrong rule makes the replay disagree at the first affected line."""
    match = Match.begin(rules, seed=3, record=path)
    match.play("take 1 0101")
    match.play("take 2 0102")
    match.release()
    right = type(rules).apply

    def wrong(self: System[State], state: State, action: object) -> object:
        after, events = right(self, state, action)  # type: ignore[arg-type]
        if "take 2" in action.notation:  # type: ignore[attr-defined]
            after = right(self, after, action)[0]  # type: ignore[arg-type]
        return after, events

    monkeypatch.setattr(type(rules), "apply", wrong)
    loaded = load(path)
    assert loaded.fault is not None
    assert 3 == loaded.fault.line


def _forged(match: Match[State], path: Path, change: Callable[[Header | Line], Header | Line]) -> None:
    """The record of a game with changed lines and valid checksums."""
    total, raw = "", []
    for number, line in enumerate(match.lines):
        body = msgspec.json.decode(line)
        del body["sum"]
        known = msgspec.convert(body, Header if number == 0 else Line)
        sealed, total = seal(change(known), total)
        raw.append(sealed + b"\n")
    path.write_bytes(b"".join(raw))


@pytest.mark.parametrize("n", [-1, -5, 2, 3, 99, 10**30])
def test_a_forged_undo_is_refused(rules: System[State], path: Path, n: int) -> None:
    """An undo of more actions than exist, or of a negative number, is refused at its line."""
    match = Match.begin(rules, seed=3)
    match.play("take 1 0101")
    match.play("take 1 0102")
    match.undo(1)
    _forged(match, path, lambda line: msgspec.structs.replace(line, n=n) if isinstance(line, Undo) else line)
    fault = load(path).fault
    assert fault is not None
    assert 4 == fault.line
    assert describe(path).turn < 100


@pytest.mark.parametrize("turn", [-1, 0, 3, 10**30])
@pytest.mark.parametrize("kind", [Do, Undo])
def test_a_forged_turn_is_refused(rules: System[State], path: Path, turn: int, kind: type[Do] | type[Undo]) -> None:
    """The turn in a line must equal the turn in the rules."""
    match = Match.begin(rules, seed=3)
    match.play("take 1 0101")
    match.undo()
    _forged(match, path, lambda line: msgspec.structs.replace(line, turn=turn) if isinstance(line, kind) else line)
    fault = load(path).fault
    assert fault is not None
    assert (2 if kind is Do else 3) == fault.line
    assert "turn" in str(fault.text)


@pytest.mark.parametrize("player", ["wizard", "", "a\0b", "x" * 3000])
def test_a_forged_player_is_refused(rules: System[State], path: Path, player: str) -> None:
    """An unknown player is refused."""
    header = Match.begin(rules, seed=3).header
    forged = msgspec.structs.replace(header, players={**header.players, "left": player})
    path.write_bytes(seal(forged, "")[0] + b"\n")
    names = or_list(player_names())
    with pytest.raises(RecordError, match=f"line 1: the player of left should be {names}, not"):
        load(path)


@pytest.mark.parametrize("title", ["a\0b", "x" * 200_000, "line\nbreak\ttab\x1b[31m", "\u202egnihton\u2028", ""])
def test_a_forged_title_is_shown_as_one_short_line(rules: System[State], path: Path, title: str) -> None:
    """A forged title is cut to one line without unprintable characters, in the list and on the screen."""
    match = Match.begin(rules, seed=3)
    sealed, _ = seal(Named(title), stated_checksum(match.lines[-1]))
    path.write_bytes(b"".join(line + b"\n" for line in (*match.lines, sealed)))
    for found in (load(path).match.title, describe(path).title):
        assert len(found) <= MAX_TITLE_LENGTH
        assert not found or found.isprintable()
