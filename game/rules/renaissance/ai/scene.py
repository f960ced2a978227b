"""A position as a computer player sees it: who stands where, beside, behind; what a fight between two bases would be.

Numbers are floats and nearly right: they decide nothing but what a computer player thinks of.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from math import cos, hypot, pi, sin
from typing import NamedTuple

from game.board.measuring import squared
from game.core.pose import BASE, TURN, Pose
from game.rules.renaissance.ai.matchups import Place, odds, value
from game.rules.renaissance.engine.bases import contacts, held
from game.rules.renaissance.engine.ground import Ground
from game.rules.renaissance.engine.limits import reach
from game.rules.renaissance.engine.pips import middle
from game.rules.renaissance.engine.scoring import CLOSE
from game.rules.renaissance.engine.state import State
from game.rules.renaissance.engine.tables import (
    ELEMENTS,
    GENERALS,
    allowance,
    factor,
    support_against,
    support_behind,
    support_beside,
)
from game.rules.renaissance.engine.words import MU, Kind

NEAR_ENOUGH = 6.0
"""Units by which a base may be off its place beside or behind another."""


class Post(NamedTuple):
    """A base on the table: the middle of its front edge, its facing as a direction."""

    slot: int
    seat: int
    kind: Kind
    pose: Pose
    x: float
    y: float
    dx: float
    dy: float
    held: bool
    """Whether it is in contact with an enemy."""

    def beside(self, x: float, y: float) -> float:
        """How far a point is to its right."""
        return (y - self.y) * self.dx - (x - self.x) * self.dy

    def ahead(self, x: float, y: float) -> float:
        """How far a point is before its front."""
        return (x - self.x) * self.dx + (y - self.y) * self.dy


class Scene:
    """The bases of a state on the table, and what they could do to each other."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.posts: dict[int, Post] = {}
        touched = {slot for one in contacts(state) for slot in (one.slot, one.enemy)}
        for slot, unit in enumerate(state.units):
            if unit.pose is not None:
                piece, angle = state.roster[slot], unit.pose.angle * 2 * pi / TURN
                self.posts[slot] = Post(slot, piece.seat, piece.kind, unit.pose, unit.pose.x, unit.pose.y, sin(angle),
                                        -cos(angle), slot in touched or held(state, slot))
        self.sides = tuple([one for one in self.posts.values() if one.seat == seat] for seat in (0, 1))
        self.left: dict[int, int] = {}
        self.right: dict[int, int] = {}
        self.behind: dict[int, int] = {}
        """Base -> the friend level with it on its left, on its right, directly behind it."""
        for side in self.sides:
            self._neighbours(side)

    def _neighbours(self, side: list[Post]) -> None:
        for one in side:
            deep = ELEMENTS[one.kind].depth
            for mate in side:
                if mate is one or abs(mate.x - one.x) > 2 * BASE or abs(mate.y - one.y) > 2 * BASE:
                    continue
                if one.dx * mate.dx + one.dy * mate.dy < 0.9999:
                    continue
                across, along = one.beside(mate.x, mate.y), one.ahead(mate.x, mate.y)
                if abs(along) < NEAR_ENOUGH and abs(across - BASE) < NEAR_ENOUGH:
                    self.right[one.slot], self.left[mate.slot] = mate.slot, one.slot
                elif abs(across) < NEAR_ENOUGH and abs(along + deep) < NEAR_ENOUGH:
                    self.behind[one.slot] = mate.slot

    @cached_property
    def values(self) -> dict[int, float]:
        """Base -> what its loss counts for."""
        return {slot: value(self.state, slot) for slot in self.posts}

    def bad(self, slot: int) -> bool:
        """Whether a base is in bad going."""
        return in_bad(self.state.ground, self.posts[slot].kind, self.posts[slot].pose)

    def level(self, slot: int) -> int:
        """How many friends are level with a base at its sides, who would overlap its opponent."""
        return sum(1 for side in (self.left, self.right) if slot in side
                   and not ELEMENTS[self.posts[side[slot]].kind].wheeled)

    def modifiers(self, slot: int, enemy: int, *, turned: bool = False) -> int:
        """What is added to the factor of a base that fights an enemy to its front.

        :param turned: whether it has just turned away from its friends: nobody supports it.
        """
        one, foe = self.posts[slot], self.posts[enemy]
        bad = self.bad(slot)
        found = 0
        if CLOSE["bad-going-either"].applies(one.kind) and (bad or self.bad(enemy)):
            found -= 2
        if bad and CLOSE["bad-going"].applies(one.kind):
            found -= 2
        mine, theirs = (height(self.state.ground, each.kind, each.pose) for each in (one, foe))
        if mine is not None and (theirs is None or mine < theirs):
            found += 1
        if turned:
            return found
        mate = self.behind.get(slot)
        if mate is not None:
            if self.posts[mate].kind in GENERALS:
                found += 1
            else:
                row = support_behind(one.kind, self.posts[mate].kind, foe.kind, bad_going=bad or self.bad(mate))
                found += row.factor if row is not None else 0
        for side in (self.left, self.right):
            if slot in side and support_beside(one.kind, self.posts[side[slot]].kind, foe.kind):
                found += 1
                break
        for side in (self.left, self.right):
            if enemy in side and support_against(one.kind, foe.kind, self.posts[side[enemy]].kind):
                found -= 1
                break
        return found

    def clash(self, slot: int, enemy: int, *, on_flank: bool = False) -> float:
        """What a fight that a base picks with an enemy would be worth to it, by all that stands beside and behind.

        :param on_flank: whether it comes at the enemy's flank or rear: the enemy turns to it, without his friends.
        """
        one, foe = self.posts[slot].kind, self.posts[enemy].kind
        mine = factor(one, foe) + self.modifiers(slot, enemy)
        theirs = factor(foe, one) + self.modifiers(enemy, slot, turned=on_flank)
        if not on_flank:
            mine -= self.level(enemy)
        theirs -= self.level(slot)
        lost, won = odds((one, foe), (mine, theirs), tuple(Place("bad" if self.bad(each) else "good") for each in
                                                           (slot, enemy)))  # type: ignore[arg-type]
        return won * self.values[enemy] - lost * self.values[slot]

    def reach(self, slot: int) -> int:
        """Units that a base may move, slowed by bad going that it is in."""
        kind = self.posts[slot].kind
        return allowance(kind, "bad") if self.bad(slot) else reach(self.state, slot)

    def barred(self, one: Post, x: float, y: float, but: int) -> bool:
        """Whether another base stands in the way of a base to a point."""
        long = hypot(x - one.x, y - one.y)
        if long < MU:
            return False
        ux, uy = (x - one.x) / long, (y - one.y) / long
        for other in self.posts.values():
            if other.slot in (one.slot, but):
                continue
            ox, oy = other.x - other.dx * MU / 2 - one.x, other.y - other.dy * MU / 2 - one.y
            along = ox * ux + oy * uy
            if MU / 2 < along < long - MU / 2 and abs(oy * ux - ox * uy) < 0.8 * BASE and not (
                    other.seat == one.seat and along < MU):
                return True
        return False

    def taken(self, x: float, y: float, but: tuple[int, int]) -> bool:
        """Whether another base stands about a point."""
        return any(hypot(other.x - other.dx * MU / 2 - x, other.y - other.dy * MU / 2 - y) < 0.8 * BASE
                   for other in self.posts.values() if other.slot not in but)

    def attacks(self, seat: int) -> list[tuple[float, int, int]]:
        """The attacks that a side could make at once, each on another enemy, the best first: worth, base, enemy."""
        found = []
        for one in self.sides[seat]:
            if one.held or ELEMENTS[one.kind].wheeled:
                continue
            far = self.reach(one.slot)
            for foe in self.sides[1 - seat]:
                if abs(foe.x - one.x) > far + 2 * BASE or abs(foe.y - one.y) > far + 2 * BASE:
                    continue
                gain = self._attack(one, foe, far)
                if gain is not None and gain > 0:
                    found.append((gain, one.slot, foe.slot))
        found.sort(reverse=True)
        used: set[int] = set()
        best = []
        for gain, slot, enemy in found:
            if slot not in used and enemy not in used:
                used |= {slot, enemy}
                best.append((gain, slot, enemy))
        return best

    def _attack(self, one: Post, foe: Post, far: float) -> float | None:
        """What the best attack of a base on an enemy is worth; None if it cannot reach him."""
        turn = hypot(one.dx + foe.dx, one.dy + foe.dy) * BASE / 2
        if foe.ahead(one.x, one.y) > 0 and not foe.held and hypot(foe.x - one.x, foe.y - one.y) + turn / 2 <= far:
            if self.barred(one, foe.x, foe.y, foe.slot):
                return None
            return self.clash(one.slot, foe.slot)
        for side, mates in ((-1, self.left), (1, self.right)):
            if foe.slot in mates:
                continue
            x, y = foe.x - side * foe.dy * BASE / 2 - foe.dx * BASE / 2, foe.y + side * foe.dx * BASE / 2 - (
                foe.dy * BASE / 2)
            if side * foe.beside(one.x, one.y) < BASE / 2 or hypot(x - one.x, y - one.y) + MU / 2 > far:
                continue
            if self.taken(x - side * foe.dy * BASE / 2, y + side * foe.dx * BASE / 2, (one.slot, foe.slot)) or (
                    self.barred(one, x, y, foe.slot)):
                continue
            if foe.held:
                return 0.45 * self.values[foe.slot]
            return self.clash(one.slot, foe.slot, on_flank=True)
        return None


@lru_cache(2**15)
def in_bad(ground: Ground, kind: Kind, pose: Pose) -> bool:
    """Whether a base at a pose is in bad going."""
    return ground.going(ELEMENTS[kind].base.corners(pose), camels=kind == "cm") == "bad"


@lru_cache(2**15)
def height(ground: Ground, kind: Kind, pose: Pose) -> float | None:
    """How far a base at a pose is from the crest of the hill that it is on; None: on no hill."""
    if not ground.crests:
        return None
    spot = middle(ELEMENTS[kind].base.corners(pose))
    for hill, crest in ground.crests:
        if hill.holds(spot):
            over, under = squared(spot, crest)
            return over / under
    return None
