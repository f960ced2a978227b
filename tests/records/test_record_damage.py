"""Damaged records of real games: the error names the line, the lines before it are kept, and no other error is
raised."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from game import catalog
from game.match.errors import RecordError
from game.match.loading import load

FOLDER = Path(__file__).parent
SHORT = 40
"""The number of lines of a record that is damaged in every way."""
RECORDS = [
    path for system in catalog.names() for path in sorted((FOLDER / system).glob("*.jsonl"))
    if path.read_bytes().count(b"\n") <= SHORT
]


def damaged(lots: Random, lines: list[bytes]) -> tuple[list[bytes], int]:
    """The lines with one of them altered, dropped, doubled or swapped with the next, and the index of the first wrong
    line."""
    at = lots.randrange(1, len(lines) - 1)
    kind = lots.randrange(4)
    if kind == 0:
        spoilt = bytearray(lines[at])
        spoilt[lots.randrange(len(spoilt) - 1)] ^= 1 << lots.randrange(7)
        return [*lines[:at], bytes(spoilt), *lines[at + 1 :]], at + 1
    if kind == 1:
        return [*lines[:at], *lines[at + 1 :]], at + 1
    if kind == 2:
        return [*lines[: at + 1], lines[at], *lines[at + 1 :]], at + 2
    return [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]], at + 1


@pytest.mark.every(8)
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_damage_is_named_where_it_is(path: Path, tmp_path: Path) -> None:
    """Each of twenty damages is reported at its line; the game before the damage equals the original."""
    lots = Random(path.stem)
    lines = path.read_bytes().splitlines(keepends=True)
    whole = load(path).match
    copy = tmp_path / "game.jsonl"
    for _ in range(20):
        bad, line = damaged(lots, lines)
        copy.write_bytes(b"".join(bad))
        loaded = load(copy)
        assert loaded.fault is not None
        assert line == loaded.fault.line
        assert [s.hash for s in loaded.match.plies] == [s.hash for s in whole.plies[: len(loaded.match.plies)]]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_damaged_header_is_refused(path: Path, tmp_path: Path) -> None:
    """A damaged header makes the record unplayable: the error names the file and its first line."""
    lots = Random(path.stem)
    data = path.read_bytes()
    copy = tmp_path / "game.jsonl"
    for _ in range(20):
        spoilt = bytearray(data)
        spoilt[lots.randrange(data.index(b"\n"))] ^= 1 << lots.randrange(7)
        copy.write_bytes(spoilt)
        with pytest.raises(RecordError, match=r"game\.jsonl") as refused:
            load(copy)
        assert 1 == refused.value.line
