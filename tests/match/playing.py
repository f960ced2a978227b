"""Games of the toy by lot, games cut off, and programs that are gone."""

import random
import subprocess
import sys
from typing import Any

from game.match.match import Match
from tests.match.toy import State


def play_out(match: Match[State], seed: int, most: int = 60) -> Match[State]:
    """Random play with some taking back."""
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
    """Leave a match as a crash does: its file is let go of without the line that closes it."""
    path = match.record
    assert path is not None
    kept = path.read_bytes()
    match.release()
    path.write_bytes(kept)


def gone_process() -> int:
    """The number of a process that has ended."""
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        pass
    return process.pid
