"""Random games of the toy, interrupted games, and ended processes."""

import random
import subprocess
import sys
from typing import Any

from game.match.match import Match
from tests.match.toy import State


def play_out(match: Match[State], seed: int, most: int = 60) -> Match[State]:
    """Play at random, with some undone actions."""
    chooser = random.Random(seed)
    for _ in range(most):
        if match.to_act is None:
            break
        if match.plies and chooser.random() < 0.15:
            match.undo(chooser.randrange(len(match.plies)), consent=True)
        else:
            match.play(chooser.choice(match.rules.candidates(match.state)))
    return match


def cut_off(match: Match[Any]) -> None:
    """Leave a match as a crash would: its file is closed without the closing line."""
    path = match.record
    assert path is not None
    kept = path.read_bytes()
    match.release()
    path.write_bytes(kept)


def gone_process() -> int:
    """The id of a process that has ended."""
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        pass
    return process.pid
