"""The shots to come in a position, nearly by the rules: shooters, targets and expected losses."""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

from game.core.indices import Slot, by_seat, other
from game.core.pose import BASE
from game.rules.renaissance.ai.matchups import OPEN_PLACE, CombatOdds, odds
from game.rules.renaissance.ai.scene import BAD_PLACE, Figure, TableScene, pair
from game.rules.renaissance.engine.scoring import SHOOTING_ROWS
from game.rules.renaissance.engine.tables import ELEMENTS, GENERALS, factor
from game.rules.renaissance.engine.words import MU

MAX_AID = 2
"""The most bases whose aid counts (8)."""


def targets(scene: TableScene) -> dict[Slot, Slot]:
    """Base that can shoot -> its target."""
    target_of = {}
    for seat, side in by_seat(scene.sides):
        for slot, figure in side.items():
            element = ELEMENTS[figure.post.kind]
            if not element.range or figure.held or (
                    element.artillery and scene.state.units[slot].moves_made and seat == scene.state.seat):
                continue
            aims = sorted((*aim, enemy) for enemy, foe in scene.sides[other(seat)].items()
                          if not foe.held and (aim := pair(figure, foe).aim) is not None)
            target = next((enemy for *_, enemy in aims if not _is_screened(scene, slot, enemy)), None)
            if target is not None:
                target_of[slot] = target
    return target_of


def _is_screened(scene: TableScene, slot: Slot, target: Slot) -> bool:
    """Whether another base is between two bases."""
    shooter, foe = scene.figures[slot].post, scene.figures[target].post
    length = hypot(foe.x - shooter.x, foe.y - shooter.y)
    if length < MU:
        return False
    ux, uy = (foe.x - shooter.x) / length, (foe.y - shooter.y) / length
    for second, figure in scene.figures.items():
        if second not in (slot, target):
            ox, oy = figure.post.x - shooter.x, figure.post.y - shooter.y
            if MU / 4 < ox * ux + oy * uy < length - MU / 4 and abs(oy * ux - ox * uy) < BASE / 2:
                return True
    return False


class LikelyShot(NamedTuple):
    """A shot to come."""

    leader: Slot
    target: Slot
    odds: CombatOdds
    """The expected losses of the leader and the target, in value."""


def volleys(scene: TableScene) -> list[LikelyShot]:
    """The shots of both sides."""
    aims = targets(scene)
    shooters_at: dict[Slot, list[Slot]] = {}
    for slot, target in aims.items():
        shooters_at.setdefault(target, []).append(slot)
    shots = []
    counted: set[tuple[Slot, Slot]] = set()
    for target, shooters in shooters_at.items():
        foe = scene.figures[target]
        leader = max(shooters, key=lambda slot: (factor(
            scene.figures[slot].post.kind, foe.post.kind, shooting=True), -slot))
        mutual = aims.get(target) == leader
        if mutual and (target, leader) in counted:
            continue
        counted.add((leader, target))
        shooter = scene.figures[leader]
        kinds = shooter.post.kind, foe.post.kind
        our_factor, their_factor = factor(*kinds, shooting=True), factor(*kinds[::-1], shooting=True)
        their_factor += _shot_at(foe) - min(MAX_AID, len(shooters) - 1)
        if mutual:
            our_factor += _shot_at(shooter) - min(MAX_AID,
                                                  sum(1 for slot in shooters_at.get(leader, ()) if slot != target))
        places = BAD_PLACE if shooter.post.bad else OPEN_PLACE, BAD_PLACE if foe.post.bad else OPEN_PLACE
        chances = odds(kinds, (our_factor, their_factor), places, shooting=True, mutual=mutual)
        shots.append(LikelyShot(leader, target, chances.counted(shooter.value, foe.value)))
    return shots


def _shot_at(figure: Figure) -> int:
    factor_ = SHOOTING_ROWS["shot-at"].factor if SHOOTING_ROWS["shot-at"].applies(figure.post.kind) else 0
    return factor_ + (1 if figure.behind is not None and figure.behind.kind in GENERALS else 0)
