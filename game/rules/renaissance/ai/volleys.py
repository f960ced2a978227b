"""The shots to come in a position, nearly by the rules: shooters, targets and expected losses."""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

from game.core.indices import Slot, by_seat, other
from game.core.pose import BASE
from game.rules.renaissance.ai.matchups import CombatOdds, odds
from game.rules.renaissance.ai.scene import Fighter, TableScene, pair
from game.rules.renaissance.engine.scoring import SHOOTING_ROWS
from game.rules.renaissance.engine.tables import ELEMENTS, GENERALS, factor
from game.rules.renaissance.engine.words import MU

MAX_AID = 2
"""The most bases whose aid counts (8.4)."""


def targets(scene: TableScene) -> dict[Slot, Slot]:
    """Base that can shoot -> its target."""
    target_of = {}
    for seat, side in by_seat(scene.sides):
        for slot, fighter in side.items():
            element = ELEMENTS[fighter.post.kind]
            if not element.range or fighter.in_contact or (
                    element.artillery and scene.state.units[slot].moves_made and seat == scene.state.seat):
                continue
            ranked_aims = sorted((*aim, enemy) for enemy, foe in scene.sides[other(seat)].items()
                          if not foe.in_contact and (aim := pair(fighter, foe).aim) is not None)
            target = next((enemy for *_, enemy in ranked_aims if not _is_screened(scene, slot, enemy)), None)
            if target is not None:
                target_of[slot] = target
    return target_of


def _is_screened(scene: TableScene, slot: Slot, target: Slot) -> bool:
    """Whether another base is between a shooter and its target. A target less than 1 MU away is never screened."""
    shooter, foe = scene.fighters[slot].post, scene.fighters[target].post
    length = hypot(foe.x - shooter.x, foe.y - shooter.y)
    if length < MU:
        return False
    ux, uy = (foe.x - shooter.x) / length, (foe.y - shooter.y) / length
    for third, fighter in scene.fighters.items():
        if third not in (slot, target):
            ox, oy = fighter.post.x - shooter.x, fighter.post.y - shooter.y
            if MU / 4 < ox * ux + oy * uy < length - MU / 4 and abs(oy * ux - ox * uy) < BASE / 2:
                return True
    return False


class LikelyShot(NamedTuple):
    """A shot to come."""

    leader: Slot
    target: Slot
    odds: CombatOdds
    """The expected losses of the leader and the target, in elements, weighed with their values, and the chances that
    they are destroyed."""


def volleys(scene: TableScene) -> list[LikelyShot]:
    """The shots of both sides."""
    target_of = targets(scene)
    shooters_at: dict[Slot, list[Slot]] = {}
    for slot, target in target_of.items():
        shooters_at.setdefault(target, []).append(slot)
    shots = []
    shots_counted: set[tuple[Slot, Slot]] = set()
    for target, shooters in shooters_at.items():
        foe = scene.fighters[target]
        leader = max(shooters, key=lambda slot: (factor(
            scene.fighters[slot].post.kind, foe.post.kind, shooting=True), -slot))
        mutual = target_of.get(target) == leader
        if mutual and (target, leader) in shots_counted:
            continue
        shots_counted.add((leader, target))
        shooter = scene.fighters[leader]
        kinds = shooter.post.kind, foe.post.kind
        our_factor, their_factor = factor(*kinds, shooting=True), factor(*kinds[::-1], shooting=True)
        their_factor += _shot_at_modifiers(foe) - min(MAX_AID, len(shooters) - 1)
        if mutual:
            aiding_target = sum(1 for slot in shooters_at.get(leader, ()) if slot != target)
            our_factor += _shot_at_modifiers(shooter) - min(MAX_AID, aiding_target)
        chances = odds(kinds, (our_factor, their_factor), (shooter.post.place, foe.post.place), shooting=True,
                       mutual=mutual, literal=shooter.literal)
        shots.append(LikelyShot(leader, target, chances.counted(shooter.value, foe.value)))
    return shots


def _shot_at_modifiers(fighter: Fighter) -> int:
    """The sum of the modifiers of a base that is shot at: for its type, and for a general behind it (8.1, 8.3)."""
    rows = SHOOTING_ROWS
    type_modifier = rows["shot-at"].factor if rows["shot-at"].applies(fighter.post.kind) else 0
    has_general = fighter.behind is not None and fighter.behind.kind in GENERALS
    return type_modifier + (rows["general"].factor if has_general else 0)
