"""Records of older programs: those from before the second edition load unchanged; those of an older edition of the
rules whose words have changed are translated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from shutil import copy
from typing import Any

import msgspec
import pytest

from game import catalog
from game.core.action import Action, BadNotation
from game.core.capability import Migration
from game.core.chance import CHANCE
from game.core.contract import OptionInfo
from game.core.message import say
from game.match.errors import RecordError
from game.match.loading import load, resume
from game.match.match import Match
from game.match.record import FORMAT, Do, Header, Undo, read_header, read_line, seal
from game.match.store import describe
from tests.match.playing import play_out
from tests.match.toy import Pebbles, State, Take, rule
from tests.referee.talk import Talk

OLDER = Path(__file__).parent / "older"
"""Records from before the second edition, with undone actions, entered faces, interrupts, remarks, names."""
CLUB = "Saturday at the club"
"""The name of each game that is not a copy."""
FILES = sorted(OLDER.glob("*.jsonl"))


def lines_of(path: Path) -> tuple[Header, list[Any]]:
    """A record's header and its lines, as written."""
    first, *rest = path.read_bytes().splitlines()
    header, total = read_header(first)
    lines = []
    for raw in rest:
        line, total = read_line(raw, total)
        lines.append(line)
    return header, lines


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_older_record_loads(path: Path) -> None:
    """Every action, face, remark and name is there, and every hash agrees."""
    loaded = load(path)
    assert loaded.fault is None
    assert not loaded.migrated
    header, lines = lines_of(path)
    standing: list[Do] = []
    for line in lines:
        if isinstance(line, Do):
            standing.append(line)
        elif isinstance(line, Undo):
            del standing[line.n:]
    match = loaded.match
    assert [(line.action, line.hash, line.why) for line in standing] == [
        (ply.action.notation, ply.hash, ply.why) for ply in match.plies]
    assert header.options == match.header.options
    assert CLUB == match.title or loaded.copy


def test_they_hold_what_a_record_can_hold() -> None:
    """They include both systems, finished, unfinished and interrupted games, a copy, undone actions, interrupts,
    remarks and entered faces."""
    found = {path.stem: load(path) for path in FILES}
    assert {"kassala", "africa"} == {each.match.rules.name for each in found.values()}
    assert found["kassala-left-copy"].copy
    assert found["kassala-over"].match.result is not None
    assert describe(OLDER / "africa-cut.jsonl").interrupted
    assert all(any(isinstance(line, Undo) for line in lines_of(path)[1]) for path in FILES)
    for name in ("africa-cut", "africa-left"):
        match: Match[Any] = found[name].match
        states = [match.history.first_state, *(ply.state for ply in match.plies)]
        actors = {(ply.actor, match.rules.to_act(state)) for ply, state in zip(match.plies, states, strict=False)}
        assert any(actor not in (asked, CHANCE) for actor, asked in actors), "nobody interrupts"
        assert any(ply.why for ply in match.plies)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_play_goes_on(path: Path, tmp_path: Path) -> None:
    """Play continues in the same file, unless it is a copy; the added part reads back."""
    mine = Path(copy(path, tmp_path))
    before = mine.read_bytes()
    match = resume(mine).match
    if match.result is None:
        match.play(match.rules.candidates(match.state)[0])
    length = len(match.plies)
    record = match.record
    match.release()
    assert record is not None
    assert (record == mine) is not ("copy" in path.name)
    assert mine.read_bytes().startswith(before)
    again = load(record)
    assert again.fault is None
    assert length == len(again.match.plies)


class Draw(Take):
    """Taking pebbles, in the words of the second edition."""

    @property
    def notation(self) -> str:
        return super().notation.replace("take", "draw")


class NewWords(Migration, Pebbles):
    """Cups and pebbles, second edition: pebbles are drawn from bowls, and the last one loses."""

    edition = 2
    migrates = frozenset({1})
    options = (OptionInfo("last-loses", say("The last one loses"), rule("4")), OptionInfo("coins", say("Coins"),
                                                                                         rule("3")))

    def modern(self, edition: int, text: str) -> str:
        assert 1 == edition
        return text.replace("take ", "draw ").replace("misere", "last-loses")

    def modern_position(self, edition: int, position: Mapping[str, Any]) -> Mapping[str, Any]:
        place = {key: value for key, value in position.items() if key != "cups"}
        return {**place, "bowls": position["cups"], "options": [self.modern(edition, n) for n in position["options"]]}

    def parse(self, text: str) -> Action:
        if text.startswith("take"):
            raise BadNotation(f"expected 'draw N BOWL', not {text!r}")
        found = super().parse(text.replace("draw ", "take "))
        return Draw(found.count, found.cup) if isinstance(found, Take) else found

    def initial(self, scenario: str, options: Sequence[str] = ()) -> State:
        assert "misere" not in options
        return super().initial(scenario, options)

    def position(self, state: State) -> dict[str, Any]:
        place = super().position(state)
        return {**{key: value for key, value in place.items() if key != "cups"}, "bowls": place["cups"]}

    def from_position(self, position: Mapping[str, Any]) -> State:
        place = dict(position)
        if "cups" in place:
            raise AssertionError("an old word")
        bowls = place.pop("bowls", None)
        return Pebbles().from_position(place if bowls is None else {**place, "cups": bowls})


@pytest.fixture
def old_record(path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A named first-edition game with options and remarks, started from a position; the second edition is installed."""
    rules = catalog.rules("pebbles")
    start = rules.position(rules.initial("ring", ("misere",))) | {"turn": 3}
    match: Match[Any] = Match.begin(rules, "ring", ("misere",), seed=8, position=start, record=path)
    match.set_title("An old game")
    match.play("flip")
    match.roll([1 - match.history.faces().faces[0]])
    match.play("peek", "to know")
    play_out(match, 4, 12)
    match.release()
    monkeypatch.setattr(catalog, "rules", lambda name: NewWords())
    return path


def test_words_are_translated_and_hashes_recomputed(old_record: Path) -> None:
    """Entered faces and undone actions are kept; the new record is complete by itself."""
    before = old_record.read_bytes()
    header, lines = lines_of(old_record)
    loaded = resume(old_record)
    match = loaded.match
    assert (None, True) == (loaded.fault, loaded.migrated)
    assert ("last-loses",) == match.header.options
    assert (2, FORMAT, header.seed, "An old game") == (match.header.edition, match.header.drumhead, match.header.seed,
                                                      match.title)
    assert header.hash != match.header.hash
    assert match.header.position is not None
    assert {"bowls"} <= match.header.position.keys()
    rolls = [line.action for line in lines if isinstance(line, Do) and line.action.startswith("roll")]
    assert rolls[0] == match.plies[1].action.notation
    assert "to know" in [ply.why for ply in match.plies]
    assert old_record.read_bytes() == before
    record, actions = match.record, len(match.plies)
    match.release()
    assert record is not None
    assert record != old_record
    _, new_lines = lines_of(record)
    old_undone, new_undone = ([(line.n, line.consent) for line in each if isinstance(line, Undo)]
                              for each in (lines, new_lines))
    assert new_undone == old_undone
    again = load(record)
    assert (None, False, actions) == (again.fault, again.migrated, len(again.match.plies))
    assert old_record.name in [line.continues for line in lines_of(record)[1] if hasattr(line, "continues")]


def test_the_list_and_the_referee_accept_it(old_record: Path) -> None:
    """The game is not refused for its edition; the referee does not write to the old file."""
    assert not describe(old_record).barred
    before = old_record.read_bytes()
    talk = Talk()
    talk.refused("bad-file", "load", path=str(old_record), record=str(old_record))
    assert talk.ask("load", path=str(old_record))["record"] is None
    assert old_record.read_bytes() == before


def test_a_line_that_does_not_fit_is_a_fault(old_record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A word without a translation ends the migration; the part before it is kept."""
    monkeypatch.setattr(NewWords, "modern", lambda self, edition, text: text.replace("misere", "last-loses"))
    loaded = load(old_record)
    assert loaded.fault is not None
    assert "take" in str(loaded.fault)
    assert 3 <= len(loaded.match.plies)


def test_an_undo_with_another_turn_is_a_fault(old_record: Path) -> None:
    """As in a record of the present edition, the turn after an undo must be that of the game."""
    header, lines = lines_of(old_record)
    raw, checksum = seal(header, "")
    sealed = [raw]
    place = next(number for number, line in enumerate(lines) if isinstance(line, Undo))
    lines[place] = msgspec.structs.replace(lines[place], turn=lines[place].turn + 5)
    for line in lines:
        raw, checksum = seal(line, checksum)
        sealed.append(raw)
    old_record.write_bytes(b"\n".join([*sealed, b""]))
    loaded = load(old_record)
    assert loaded.fault is not None
    assert f"line {place + 2}" in str(loaded.fault)


def test_unknown_formats_and_editions_are_refused(old_record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unknown format or edition, too new or too old, is refused in a sentence."""
    monkeypatch.setattr(NewWords, "migrates", frozenset())
    with pytest.raises(RecordError, match="begun under an older edition of the rules of Cups and Pebbles"):
        load(old_record)
    header = msgspec.json.decode(old_record.read_bytes().splitlines()[0])
    old_record.write_bytes(msgspec.json.encode(header | {"drumhead": FORMAT + 1}) + b"\n")
    with pytest.raises(RecordError, match=f"written by a newer Drumhead .format {FORMAT + 1}.; this one reads"):
        load(old_record)
    assert f"newer Drumhead (format {FORMAT + 1})" in str(describe(old_record).fault)
