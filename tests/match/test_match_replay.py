"""Replays: forward and back, and new games from any step."""

from pathlib import Path

import pytest

from game.core.contract import System
from game.match.loading import branch, load
from game.match.match import Match
from game.match.replay import Replay
from tests.match.playing import play_out
from tests.match.toy import State


def test_replay_steps_back_and_forth(rules: System[State], path: Path) -> None:
    """A replay shows every state with its events and ends where the game does."""
    match = play_out(Match.begin(rules, seed=8), 8)
    match.save(path)
    replay = Replay(load(path).match)
    seen = [replay.state]
    while replay.forward():
        seen.append(replay.state)
    assert [match.history.first_state, *(step.state for step in match.plies)] == seen
    while replay.back():
        pass
    assert match.history.first_state == replay.state
    replay.go(10**6)
    assert len(match.plies) == replay.actions_shown
    replay.next_turn(-1)
    assert replay.actions_shown < len(match.plies)
    replay.go(0)
    replay.next_turn()
    assert match.plies[replay.actions_shown].turn != match.plies[0].turn


def test_a_new_game_from_any_step(rules: System[State], path: Path, tmp_path: Path) -> None:
    """The prefix is copied to a new record; the old one stays."""
    match = play_out(Match.begin(rules, seed=8, record=path), 8, 20)
    match.release()
    before = path.read_bytes()
    for count in range(len(match.plies) + 1):
        record = tmp_path / f"branch-{count}.jsonl"
        new = branch(match, count, record)
        new.release()
        assert match.plies[:count] == load(record).match.plies
    assert before == path.read_bytes()
    with pytest.raises(ValueError, match="actions"):
        branch(match, len(match.plies) + 1)
