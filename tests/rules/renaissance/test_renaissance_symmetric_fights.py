"""A battle mirrored, rotated or shifted has the same shots, combats, scores and outcome moves (ruling 27)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from game.board.manoeuvre import rotated
from game.core.action import Faces
from game.core.codec import BadPosition
from game.core.pose import FULL_TURN
from game.rules.renaissance.engine.actions import Flee
from game.rules.renaissance.engine.state import RenaissanceState
from tests.rules.renaissance.battle import combat, shots
from tests.rules.renaissance.board import RULES
from tests.rules.renaissance.test_renaissance_symmetry import MIRROR, QUARTER, Way

ARMIES = {
    "swedish": ("pi1", "pi2", "lh1", "pk1", "pk2", "sh1", "sh2", "gu1"),
    "mughal": ("cv1", "cv2", "el1", "hd1", "sk1", "sh1", "lh1"),
    "french": ("kn1", "kn2", "pk1", "pk2", "bw1", "sk1", "ca1", "sh1"),
    "scots": ("wb1", "wb2", "wb3", "ra1", "sk1", "sh1", "pi1"),
}
MIDDLE = (9000, 9000)
WAYS = (MIRROR, QUARTER, Way(lambda x, y: (x + 131, y), lambda angle: angle, {}))


def melee(random: Random) -> Any:
    """A position with two ragged lines in contact, some bases behind and on flanks, rotated by any angle."""
    turn, names = random.choice((0, random.randrange(FULL_TURN))), {}
    for side in ("red", "blue"):
        army = random.choice(tuple(ARMIES))
        names[side] = [*(f"{side}-{name}" for name in ARMIES[army])], army
        random.shuffle(names[side][0])
    shooting, line = random.random() < 0.4, ["red-gn1 2000,14000,0", "blue-gn1 14000,2000,10800"]
    apart = random.randrange(400, 1400) if shooting else 0

    def put(side: str, x: int, y: int, angle: int) -> None:
        if names[side][0] and random.random() < 0.75:
            spot = rotated((x, y), MIDDLE, turn)
            line.append(f"{names[side][0].pop()} {spot[0]},{spot[1]},{(angle + turn) % FULL_TURN}")

    for file in (0, -1, 1, -2):
        x = 9000 + 1000 * file
        put("red", x, 9000 + apart, 0)
        put("blue", x, 9000, 10800)
        if random.random() < 0.5:
            put("red", x, 9000 + apart + random.choice((500, 750, 1000)), 0)
    if random.random() < 0.5:
        put("blue", 8500 + random.choice((0, -1000)), 9500 + apart, 5400)
    position = shots if shooting else combat
    return position(", ".join(line), red=names["red"][1], blue=names["blue"][1])


def told(state: RenaissanceState, action: Any, way: Way | None) -> Any:
    """Score and chances of a shot or combat, and the poses of all bases after some rolls."""
    shown = RULES.preview(state, action)
    assert shown is not None
    found: list[Any] = [shown.attack, shown.defence, {(one.result, one.chance) for one in shown.outcomes}]
    for faces in ((6, 1), (1, 6), (4, 2), (2, 4), (3, 2), (2, 3)):
        after, _ = RULES.apply(state, action)
        if RULES.pending_roll(after) is None:
            return found
        after, _ = RULES.apply(after, Faces(faces))
        found.append(tuple((way.pose(unit.pose) if way and unit.pose else unit.pose, unit.lost)
                           for unit in after.units))
        ways = {action.pose for action in RULES.candidates(after) if isinstance(action, Flee)}
        found.append({way.pose(pose) if way else pose for pose in ways})
    return found


def compared(seed: int) -> int:
    """The number of shots and combats of a position compared with those of the transformed position."""
    random, count = Random(seed), 0
    try:
        at = melee(random)
    except BadPosition:
        return 0
    for way in WAYS:
        other = way.state(at.state)
        assert {one.notation for one in RULES.candidates(other)} == at.legal()
        for action in RULES.candidates(at.state):
            assert told(other, action, None) == told(at.state, action, way), (seed, action.notation)
            count += 1
    return count


@pytest.mark.soak
@pytest.mark.rule("14.1.5")
def test_transformed_shots_and_combats_have_the_same_results() -> None:
    assert sum(compared(seed) for seed in range(8)) > 12


@pytest.mark.soak
@pytest.mark.parametrize("number", range(20))
def test_many_shots_and_fights_laid_elsewhere(number: int) -> None:
    assert sum(compared(1000 * number + seed) for seed in range(200))
