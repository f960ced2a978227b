"""Part of a recorded game becomes a lesson: its steps repeat it exactly, with captions that fit."""

from __future__ import annotations

from pathlib import Path

import pytest

from game import catalog
from game.match import lesson_writer, lessons, loading
from game.match.hashing import hash_state
from game.match.lesson_frames import frames
from game.match.match import Match

RECORDS = Path(__file__).resolve().parents[1] / "records"


def recorded(system: str) -> Match[object]:
    """The shortest golden record of a system with at least fifty actions."""
    records = sorted((RECORDS / system).glob("*.jsonl"), key=lambda path: (path.stat().st_size, path.name))
    long = (path for path in records if len(path.read_bytes().splitlines()) > 50)
    return next(match for match in (loading.load(path).match for path in long) if len(match.plies) >= 50)


@pytest.mark.every(2)
@pytest.mark.parametrize("system", catalog.names())
@pytest.mark.parametrize("part", [(0, 12), (5, 30)])
def test_a_part_of_a_game_is_a_lesson(system: str, part: tuple[int, int], tmp_path: Path) -> None:
    """The lesson ends in the same state as the part of the game, and every caption fits."""
    match = recorded(system)
    first, last = part
    path = tmp_path / "from a game.toml"
    lesson_writer.write(match, first, last, path)
    lesson = lessons.read(path)
    found = frames(match.rules, lesson)
    assert match.plies[last - 1].hash == hash_state(match.rules, found[-1].state)
    assert all(step.say for step in lesson.steps)
