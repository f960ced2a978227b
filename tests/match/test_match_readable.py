"""Every written record can be read back: games started from positions of all kinds, in every system."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game import catalog
from game.core.capability import capability
from game.core.contract import BadPosition, System
from game.core.interrupts import Interrupts
from game.match import record
from game.match.copies import write_whole
from game.match.errors import JournalError
from game.match.loading import branch, load, resume
from game.match.match import Match
from game.match.record import Opened, read_line, stated_checksum
from game.match.store import Store
from tests.contract.checkers import random_game, spoilt, words_of
from tests.match.playing import cut_off, play_out
from tests.match.toy import Pebbles, State
from tests.referee.talk import Talk

SYSTEMS = ("adua", "africa", "kassala", "tours", "pebbles", "volleys")
PENDING = ("pending", "under-way", "frames", "queue")
"""Keys of positions that describe unfinished business."""


def battles() -> Iterator[tuple[str, str]]:
    """Every battle of the printed systems."""
    for name in SYSTEMS[:4]:
        yield from ((name, info.name) for info in catalog.rules(name).scenarios if not info.example)


def waits(rules: System[Any], state: Any) -> bool:
    """Whether something is pending: a roll, a decision of the other side, an interrupt."""
    place = rules.position(state)
    return bool(capability(rules, Interrupts).may_interrupt(state) or rules.pending_roll(state)
                or any(place.get(key) for key in PENDING))


def reads_back(match: Match[Any], path: Path) -> None:
    """Check that the record reads back to the same position without a fault."""
    found = load(path)
    assert found.fault is None
    assert match.hash == found.match.hash


@pytest.mark.every(4)
@pytest.mark.parametrize(("system", "battle"), list(battles()))
def test_games_begun_in_the_middle_of_something_are_read_back(system: str, battle: str, tmp_path: Path) -> None:
    """A few actions are played from such a position; the record, a copy and a fork read back to the same position."""
    rules = catalog.rules(system)
    states = [state for state, choices, _ in random_game(rules, rules.initial(battle), 11) if choices]
    pending = [state for state in states if waits(rules, state)]
    chooser = random.Random(12)
    chosen = chooser.sample(pending, min(12, len(pending))) + chooser.sample(states, 3)
    for number, state in enumerate(chosen):
        path, copy, fork = (tmp_path / f"{name}-{number}.jsonl" for name in ("game", "copy", "fork"))
        match = Match.begin(rules, battle, rules.position(state)["options"], position=rules.position(state),
                            seed=number, record=path)
        for _ in range(4):
            if match.to_act == "chance":
                match.roll()
            elif match.to_act is not None:
                match.play(chooser.choice(rules.candidates(match.state)))
        match.save(copy)
        reads_back(match, copy)
        forked = branch(match, min(2, len(match.plies)), fork)
        reads_back(forked, fork)
        forked.release()
        match.release()
        reads_back(match, path)


@pytest.mark.every(4)
@pytest.mark.parametrize(("system", "battle"), list(battles()))
def test_a_changed_position_is_refused_or_read_back(system: str, battle: str, tmp_path: Path) -> None:
    """A position with a few changed values either starts no game and makes no file, or reads back."""
    rules = catalog.rules(system)
    states = [state for state, choices, _ in random_game(rules, rules.initial(battle), 5) if choices]
    chooser = random.Random(6)
    waiting = [state for state in states if waits(rules, state)] or states
    closely = chooser.sample(waiting, min(10, len(waiting)))
    words = sorted({word for state in closely for word in words_of(rules.position(state))})
    begun = refused = 0
    for state in closely:
        plain = json.loads(json.dumps(rules.position(state)))
        for _ in range(15):
            path = tmp_path / f"{begun}-{refused}.jsonl"
            place = spoilt(chooser, plain, words)
            if not isinstance(place, Mapping):
                continue
            try:
                match = Match.begin(rules, battle, plain["options"], position=place, record=path)
            except BadPosition:
                assert not path.exists()
                refused += 1
                continue
            match.release()
            reads_back(match, path)
            begun += 1
    assert refused


def unfinished_melee() -> dict[str, Any]:
    """The battle of Castillejos during a cavalry move that has just reached an enemy, without the entered area."""
    rules = catalog.rules("africa")
    for seed in range(50):
        for state, _, _ in random_game(rules, rules.initial("castillejos"), seed):
            place = rules.position(state)
            ridden = [frame for frame in place["pending"] if frame["kind"] == "activation" and frame.get("entered")]
            if ridden and len(place["pending"]) == 1 and place["phase"] == "fire":
                return {**place, "pending": [{key: value for key, value in frame.items() if key != "entered"}
                                             for frame in place["pending"]]}
    raise AssertionError("no cavalry ever came to an enemy")


def test_a_position_that_changes_when_read_is_refused(tmp_path: Path) -> None:
    """A cavalry move that ends with both sides in one area is no position of its phase: neither a game nor the referee
    starts from it."""
    place = unfinished_melee()
    with pytest.raises(BadPosition, match="both sides are in") as caught:
        catalog.rules("africa").from_position(place)
    path = tmp_path / "game.jsonl"
    refused = Talk().refused("bad-position", "new", position=place, record=str(path))
    assert str(caught.value) in refused["message"]
    assert not path.exists()


class Forgetful(Pebbles):
    """Rules that write less than they read, or values that they do not read."""

    def __init__(self, wrong: str) -> None:
        self.wrong = wrong

    def position(self, state: State) -> dict[str, Any]:
        place = super().position(state)
        if self.wrong == "unreadable":
            return {**place, "cups": "three"}
        return {**place, "turn": place["turn"] + 1}


@pytest.mark.parametrize("wrong", ["unreadable", "another"])
def test_rules_that_do_not_read_what_they_write(wrong: str, path: Path) -> None:
    """If a system cannot read its own positions, the game does not start and no file is made."""
    rules = Forgetful(wrong)
    place = Pebbles().position(Pebbles().initial("ring"))
    with pytest.raises(BadPosition, match="its record could not be read back"):
        Match.begin(rules, "ring", position=place, record=path)
    assert not path.exists()


def test_an_unknown_player_starts_no_game(rules: System[State], path: Path) -> None:
    """A player that the reader of the record would refuse cannot take a seat."""
    with pytest.raises(catalog.UnknownName, match="unknown player 'wizard'"):
        Match.begin(rules, players={"left": "wizard"}, record=path)
    assert not path.exists()


@pytest.mark.skipif(os.name != "posix", reason="names of files are text there")
def test_a_damaged_record_whose_name_is_no_text(rules: System[State], tmp_path: Path) -> None:
    """Play continues in a new file, which reads back; the old one is no longer offered."""
    store = Store(tmp_path)
    old = tmp_path / os.fsdecode(b"g\xe4me.jsonl")
    match = play_out(Match.begin(rules, seed=4, record=old), 4, 8)
    cut_off(match)
    with old.open("ab") as file:
        file.write(b"torn")
    loaded = resume(old)
    new = loaded.match.record
    assert new is not None
    reads_back(loaded.match, new)
    raw = new.read_bytes().splitlines()
    opened = read_line(raw[-1], stated_checksum(raw[-2]))[0]
    assert isinstance(opened, Opened)
    assert r"g\xe4me.jsonl" == opened.continues
    cut_off(loaded.match)
    assert [new.name] == [save.path.name for save in store.unfinished()]


def test_a_record_never_grows_beyond_what_is_read(
    rules: System[State], path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game continues unsaved, with a warning; the written part is readable. Larger copies are not written
    either."""
    match = Match.begin(rules, seed=4, record=path)
    limit = path.stat().st_size + 500
    monkeypatch.setattr(record, "MAX_RECORD_BYTES", limit)
    for _ in range(20):
        match.play("take 1 0101")
        match.undo()
    assert match.trouble is not None
    assert "is full" in str(match.trouble)
    assert path.stat().st_size <= limit
    assert load(path).fault is None
    with pytest.raises(JournalError, match="is full"):
        match.save(tmp_path / "copy.jsonl")
    with pytest.raises(JournalError, match="is full"):
        write_whole(tmp_path / "copy.jsonl", match.lines)
    assert [path.name] == [each.name for each in tmp_path.glob("*.jsonl")]


def test_a_name_that_cannot_be_encoded(rules: System[State], path: Path) -> None:
    """A copy is saved under the printable part of the name."""
    Match.begin(rules, seed=4).save(path, "club \udce4 night")
    assert "club night" == load(path).match.title
    assert msgspec.json.decode(path.read_bytes().splitlines()[-2])["title"] == "club night"
