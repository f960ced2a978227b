"""Free set-up: a counter that stands on the map is taken up again, to be placed elsewhere."""

from __future__ import annotations

from typing import Any

from game.match.match import Match


def take_up(match: Match[Any], unit: str) -> bool:
    """Take the placement of a unit back and do the later placements of the same seat again.

    Nothing is done, and False returned, where the unit was not placed by the seat to act in its present set-up.

    :raises game.match.errors.MatchError: when the match refuses to take back.
    """
    steps, seat = match.plies, match.to_act
    index = len(steps)
    while index and steps[index - 1].actor == seat:
        index -= 1
        before = match.history.first if index == 0 else steps[index - 1].state
        waited = any(c.unit == unit and "waiting" in c.marks for c in match.rules.counters(before))
        if waited:
            later = steps[index + 1 :]
            match.undo(index)
            for again in later:
                match.play(again.action, again.why)
            return True
    return False
