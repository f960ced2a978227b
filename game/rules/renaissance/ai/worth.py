"""What a position is worth to the side that has just moved, in elements.

All weights are chosen, not measured, unless they say otherwise.
"""

from __future__ import annotations

from math import hypot

from game.core.pose import BASE
from game.rules.renaissance.ai.matchups import GENERAL, clash_worth
from game.rules.renaissance.ai.scene import Post, Scene
from game.rules.renaissance.ai.volleys import volleys
from game.rules.renaissance.engine.bound import ended_moves
from game.rules.renaissance.engine.fighting import fights, unturned
from game.rules.renaissance.engine.pending import turned
from game.rules.renaissance.engine.scoring import Clash
from game.rules.renaissance.engine.state import State
from game.rules.renaissance.engine.tables import GENERALS
from game.rules.renaissance.engine.words import MU

NEAR = 12 * MU
"""Units within which enemies count for a base."""
SHOTS = 1.6
"""How much a shot counts: most can be repeated in the enemy's bound."""
ORDERED = (1.0, 0.85, 0.65, 0.45)
"""The chance that a side has the PIPs for its first, second, third and fourth attack."""
NEXT = 0.6
"""How much the attacks count that the enemy could make in his next bound: he sees them first."""
LATER = 0.3
"""How much those count that a side could make in its own next bound."""
CLOSING = 0.03
"""The worth of each MU nearer to the enemy to a base."""
FACING = 0.10
"""The worth of a good match far off."""
CAMP = 2.0


def worth(state: State, seat: int, scene: Scene | None = None) -> float:
    """What a position is worth to the side whose moves have just ended.

    :param state: with every base turned to face, or between bounds.
    """
    scene = scene or Scene(state)
    found = material(state, seat)
    for one, other in fights(state):
        gain = clash_worth(state, Clash(one, other))
        found += gain if state.roster[one].seat == seat else -gain
    for gain, leader, _ in volleys(scene):
        found += SHOTS * (gain if scene.posts[leader].seat == seat else -gain)
    for side, weight in ((1 - seat, -NEXT), (seat, LATER)):
        for chance, (gain, *_) in zip(ORDERED, scene.attacks(side), strict=False):
            found += weight * chance * gain
    found += _facing(scene, seat)
    for side, sign in ((seat, 1), (1 - seat, -1)):
        found += sign * (_order(scene, side) + _general(scene, side) - _camp(scene, side))
    return found + eagerness(state, seat, scene)


def eagerness(state: State, seat: int, scene: Scene | None = None) -> float:
    """What it is worth to a side to be near the enemy, the more the longer nothing has been lost; below 0.

    It is for the side's own moves: each brings both sides nearer.
    """
    scene = scene or Scene(state)
    found = 0.0
    for one in scene.sides[seat]:
        if one.kind not in GENERALS and scene.sides[1 - seat]:
            near = min(hypot(foe.x - one.x, foe.y - one.y) for foe in scene.sides[1 - seat])
            found -= max(0.0, near - 2 * BASE) / MU
    return CLOSING * (1 + max(0, state.quiet) / 4) * found


def material(state: State, seat: int) -> float:
    """What losses are worth to a side."""
    found = 0.0
    for side, sign in ((seat, -1), (1 - seat, 1)):
        lost = state.losses(side)
        found += sign * (lost + 0.35 * max(0, lost - 1) ** 1.5)
        if state.units[state.general(side)].lost:
            found += sign * GENERAL
    return found


def _facing(scene: Scene, seat: int) -> float:
    """How bases match those enemies that they face from farther off, and whose flank they threaten."""
    found = 0.0
    for one in scene.sides[seat]:
        for foe in scene.sides[1 - seat]:
            far = hypot(foe.x - one.x, foe.y - one.y)
            if far > NEAR or one.kind in GENERALS or foe.kind in GENERALS:
                continue
            near = 1 - far / NEAR
            mine, theirs = _fronts(one, foe), _fronts(foe, one)
            found += FACING * near * near * (mine + theirs) / 2 * scene.clash(one.slot, foe.slot)
            found += 0.04 * near * (mine - theirs)
    return found


def _fronts(one: Post, foe: Post) -> float:
    """How much a base has an enemy before its front, from 0 to 1."""
    ahead, wide = one.ahead(foe.x, foe.y), abs(one.beside(foe.x, foe.y))
    return 1.0 if ahead > 0 and wide < 2 * ahead + MU else 0.0


def _order(scene: Scene, seat: int) -> float:
    """A side's order: bases level with a friend, so that one PIP moves many."""
    return 0.012 * sum((one.slot in scene.left) + (one.slot in scene.right) for one in scene.sides[seat])


def _general(scene: Scene, seat: int) -> float:
    """A general with the troops, out of the enemy's way unless he stands behind a base."""
    for one in scene.sides[seat]:
        if one.kind in GENERALS:
            attached = one.slot in scene.behind.values()
            mates = scene.sides[seat]
            far = sum(hypot(one.x - mate.x, one.y - mate.y) for mate in mates) / len(mates)
            near = min((hypot(one.x - foe.x, one.y - foe.y) for foe in scene.sides[1 - seat]), default=NEAR)
            exposed = 0.0 if attached else 0.05 * max(0.0, 6 - near / MU)
            return (0.05 if attached else 0.0) - 0.012 * max(0.0, far / MU - 5) - exposed
    return 0.0


def _camp(scene: Scene, seat: int) -> float:
    """How much a side's camp is in danger."""
    camp = scene.state.camps[seat]
    if camp is None or camp.sacked:
        return 0.0
    x, y = camp.pose.x, camp.pose.y
    foes = [(hypot(foe.x - x, foe.y - y), foe) for foe in scene.sides[1 - seat] if not foe.held]
    if not foes:
        return 0.0
    far, foe = min(foes, key=lambda each: each[0])
    rounds = max(0.0, far - 1.5 * MU) / max(1, scene.reach(foe.slot))
    if rounds > 2 or scene.barred(foe, x, y, -1):
        return 0.0
    return CAMP * (0.4 if rounds <= 1 else 0.12) * (0.6 if camp.garrison else 1.0)


def faced(state: State) -> State:
    """The state after the moves: empty camps fallen, every base turned to face that an enemy has touched."""
    after, _ = ended_moves(state)
    done: set[int] = set()
    while not after.stack:
        waiting = next(((slot, enemies) for slot, enemies in unturned(after) if slot not in done), None)
        if waiting is None:
            break
        done.add(waiting[0])
        after, _ = turned(after, waiting[0], waiting[1][0])
    return after
