"""Zones of control: what a base or group in an enemy's zone may do (14.6)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from game.board.manoeuvre import ahead_by, beside_by
from game.board.measuring import Base, Outline, distance
from game.core.pose import TURN, Pose
from game.core.verdict import Reason
from game.rules.renaissance.engine.bases import clash, has_zone, opposite, turned_by, zone
from game.rules.renaissance.engine.ground import TOUCH
from game.rules.renaissance.engine.routes import Leg
from game.rules.renaissance.engine.state import State
from game.rules.renaissance.engine.words import refuse, say


def zones(state: State, seat: int) -> dict[int, Outline]:
    """The zones of control of a side's bases, by slot."""
    found: dict[int, Outline] | None = state.memo.get(("zones", seat))
    if found is None:
        found = {slot: zone(state, slot) for slot in state.there(seat) if has_zone(state, slot)}
        state.memo["zones", seat] = found
    return found


def answer(state: State, slots: Sequence[int], legs: Sequence[Leg], ends: Sequence[Pose], chosen: int | None,
           touched: Collection[int]) -> Reason | None:
    """Why a move is refused for the zones that it starts in or enters; None if it is allowed.

    :param ends: the final poses, after conforming.
    :param chosen: the enemy that is answered; None: the nearest of those whose zones are met.
    :param touched: the enemies with whom it comes into legal contact.
    """
    there = zones(state, 1 - state.roster[slots[0]].seat)
    if not there:
        return None
    bases = [state.element(slot).base for slot in slots]
    starts = [state.standing(slot).pose for slot in slots]
    inside = {enemy for enemy, area in there.items()
              if any(clash(base.corners(pose), area) for base, pose in zip(bases, starts, strict=True))}
    entered: dict[int, int] = {}
    for n, leg in enumerate(legs):
        grounds = [outline for _, outline in leg.over]
        grounds += [base.corners(end) for base, end in zip(bases, ends if leg is legs[-1] else leg.ends, strict=True)]
        for enemy, area in there.items():
            if enemy not in inside and enemy not in entered and any(clash(ground, area) for ground in grounds):
                entered[enemy] = n
    met = [*sorted(inside), *entered]
    if not met:
        return None
    if chosen is None:
        chosen = min(met, key=lambda enemy: min(
            distance(pose.spot, state.standing(enemy).pose.spot) for pose in starts))
    if chosen in touched:
        return None
    name = state.roster[chosen].name
    if chosen not in met:
        return refuse("14.6", say("It meets no zone of {unit}", unit=name))
    others = [enemy for enemy in entered if enemy != chosen]
    if others and not (len(legs) == 1 and legs[0].straight):
        return refuse("14.6", say("It would enter the zone of {unit}", unit=state.roster[others[0]].name))
    first = 0 if inside else entered[chosen]
    if inside and _back_out(state, bases, starts, legs, there, inside):
        return None
    before = starts if not first else legs[first - 1].ends
    poses = [before, *(leg.ends for leg in legs[first:])]
    pose = state.standing(chosen).pose
    if any(all(_nearer(pose, a[k], b[k]) for a, b in zip(poses, poses[1:], strict=False)) for k in range(len(slots))):
        return None
    if any(opposite(pose, end) and abs(beside_by(pose, end.spot)) <= TOUCH for end in ends):
        return None
    return refuse("14.6", say("In the zone of {unit} it may only line up with it, close with it, or go straight back",
                              unit=name))


def _nearer(enemy: Pose, before: Pose, after: Pose) -> bool:
    """Whether a leg brings a front nearer to an enemy's and turns it no farther from opposite."""
    return (distance(after.spot, enemy.spot) < distance(before.spot, enemy.spot)
            and _off(enemy, after) <= _off(enemy, before))


def _off(enemy: Pose, pose: Pose) -> int:
    """Sixtieths by which a facing is off from opposite."""
    return TURN // 2 - abs(turned_by(enemy, pose))


def _back_out(state: State, bases: Sequence[Base], starts: Sequence[Pose], legs: Sequence[Leg],
              there: dict[int, Outline], inside: Collection[int]) -> bool:
    """Whether a move goes straight back, facing kept, until it has left the zones in which it started."""
    if len(legs) != 1:
        return False
    for start, end in zip(starts, legs[0].ends, strict=True):
        if start.angle != end.angle or abs(beside_by(start, end.spot)) > TOUCH or ahead_by(start, end.spot) >= 0:
            return False
    outlines = [base.corners(end) for base, end in zip(bases, legs[0].ends, strict=True)]
    return not any(clash(outline, there[enemy]) for outline in outlines for enemy in inside)
