"""The shots to come in a position, nearly as the rules would have them: who shoots at whom, and what it is worth."""

from __future__ import annotations

from math import hypot

from game.core.pose import BASE
from game.rules.renaissance.ai.matchups import OPEN, Place, odds
from game.rules.renaissance.ai.scene import Post, Scene
from game.rules.renaissance.engine.scoring import SHOOTING
from game.rules.renaissance.engine.tables import ELEMENTS, GENERALS, factor
from game.rules.renaissance.engine.words import MU

MOST_AID = 2
"""Bases whose aid counts (8)."""


def targets(scene: Scene) -> dict[int, int]:
    """Every base that can shoot, with its target."""
    found = {}
    for one in scene.posts.values():
        element = ELEMENTS[one.kind]
        if not element.range or one.held or (
                element.artillery and scene.state.units[one.slot].moved and one.seat == scene.state.seat):
            continue
        aims = [aim for foe in scene.sides[1 - one.seat] if not foe.held
                and (aim := _aim(scene, one, foe, element.range)) is not None]
        if aims:
            found[one.slot] = min(aims)[2]
    return found


def _aim(scene: Scene, one: Post, foe: Post, most: int) -> tuple[bool, float, int] | None:
    """Whether a target is not straight ahead, how far it is, and which it is; None if it cannot be shot at."""
    if abs(foe.x - one.x) > most + 2 * BASE or abs(foe.y - one.y) > most + 2 * BASE:
        return None
    half, deep = BASE / 2, ELEMENTS[foe.kind].depth
    around = one.kind == "ww"
    inside, near, straight = 0, 9e9, False
    for across, back in ((-half, 0), (half, 0), (half, deep), (-half, deep)):
        x, y = foe.x - across * foe.dy - back * foe.dx, foe.y + across * foe.dx - back * foe.dy
        aside, ahead = abs(one.beside(x, y)), one.ahead(x, y)
        far = hypot(max(0.0, aside - half), ahead)
        if around or (ahead >= 0 and aside <= 3 * half + 3 and far <= most):
            inside += 1
            straight = straight or aside <= half
        near = min(near, far)
    if inside < 2 or near > most or _screened(scene, one, foe):
        return None
    return not straight, near, foe.slot


def _screened(scene: Scene, one: Post, foe: Post) -> bool:
    """Whether another base stands between two bases."""
    fx, fy = foe.x, foe.y
    long = hypot(fx - one.x, fy - one.y)
    if long < MU:
        return False
    ux, uy = (fx - one.x) / long, (fy - one.y) / long
    for other in scene.posts.values():
        if other is one or other is foe:
            continue
        ox, oy = other.x - one.x, other.y - one.y
        along = ox * ux + oy * uy
        if MU / 4 < along < long - MU / 4 and abs(oy * ux - ox * uy) < BASE / 2:
            return True
    return False


def volleys(scene: Scene) -> list[tuple[float, int, int]]:
    """The shots of both sides: what each is worth to the side that leads it, the base that leads, the target."""
    aims = targets(scene)
    at: dict[int, list[int]] = {}
    for slot, target in aims.items():
        at.setdefault(target, []).append(slot)
    found = []
    done: set[tuple[int, int]] = set()
    for target, shooters in at.items():
        foe = scene.posts[target]
        leader = max(shooters, key=lambda slot: (factor(scene.posts[slot].kind, foe.kind, shooting=True), -slot))
        mutual = aims.get(target) == leader
        if mutual and (target, leader) in done:
            continue
        done.add((leader, target))
        one = scene.posts[leader]
        mine, theirs = factor(one.kind, foe.kind, shooting=True), factor(foe.kind, one.kind, shooting=True)
        theirs += _shot_at(scene, foe) - min(MOST_AID, len(shooters) - 1)
        if mutual:
            mine += _shot_at(scene, one) - min(MOST_AID, sum(1 for slot in at.get(leader, ()) if slot != target))
        places = tuple(Place("bad") if scene.bad(each) else OPEN for each in (leader, target))
        lost, won = odds((one.kind, foe.kind), (mine, theirs), places, shooting=True,  # type: ignore[arg-type]
                         mutual=mutual)
        found.append((won * scene.values[target] - lost * scene.values[leader], leader, target))
    return found


def _shot_at(scene: Scene, one: Post) -> int:
    found = SHOOTING["shot-at"].factor if SHOOTING["shot-at"].applies(one.kind) else 0
    mate = scene.behind.get(one.slot)
    return found + (1 if mate is not None and scene.posts[mate].kind in GENERALS else 0)
