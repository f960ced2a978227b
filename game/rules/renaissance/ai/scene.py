"""A position as a computer player sees it: the bases with their neighbours, and the possible attacks of one base on
another.

The numbers are approximate floats: they affect only the choices of computer players. Facts about a base in its place,
and about a pair of bases, are cached from one position to the next.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from math import cos, hypot, pi, sin
from typing import NamedTuple

from game.board.measuring import squared_distance
from game.core.indices import Seat, Slot, by_seat, other
from game.core.pose import BASE, FULL_TURN, Pose
from game.rules.renaissance.ai.matchups import OPEN_PLACE, FightPlace, odds, value
from game.rules.renaissance.engine.bases import contacts
from game.rules.renaissance.engine.ground import RenaissanceGround
from game.rules.renaissance.engine.limits import full_move
from game.rules.renaissance.engine.pips import SLOWING_TERRAIN, middle
from game.rules.renaissance.engine.scoring import CLOSE_COMBAT_ROWS, camp_attackers
from game.rules.renaissance.engine.state import BLUE, NO_SLOT, RED, RenaissanceState
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
"""The tolerance, in units, for a base's place beside or behind another."""
NEAR_DISTANCE = 12 * MU
"""The distance, in units, within which enemies count for a base."""
LOST_IF_FLANKED = 0.45
"""The chance that a base in a fight is lost if an enemy is on its flank, too; about that in a fight of equals."""


class Post:
    """A base at a pose. Compared by identity."""

    __slots__ = ("bad", "cx", "cy", "dx", "dy", "hampers", "height", "kind", "pose", "x", "y")

    def __init__(self, ground: RenaissanceGround, kind: Kind, pose: Pose) -> None:
        corners = ELEMENTS[kind].base.corners(pose)
        angle = pose.angle * 2 * pi / FULL_TURN
        self.kind, self.pose, self.x, self.y = kind, pose, pose.x, pose.y
        self.dx, self.dy = sin(angle), -cos(angle)
        self.cx, self.cy = self.x - self.dx * MU / 2, self.y - self.dy * MU / 2
        self.bad = ground.going(corners, camels=kind == "cm") == "bad"
        self.hampers = kind in GENERALS and bool(ground.kinds_under(corners) & SLOWING_TERRAIN)
        """Whether it is a general on going that makes all orders of its side cost more."""
        spot = middle(corners)
        tops = [squared_distance(spot, crest) for hill, crests in ground.crests if hill.holds(spot) for crest in crests]
        self.height = min((over / under for over, under in tops), default=None)
        """The squared distance from the crest of its hill, relative to the hill's size; None: not on a hill."""

    def beside(self, x: float, y: float) -> float:
        """Distance of a point to the right of the base; negative to the left."""
        return (y - self.y) * self.dx - (x - self.x) * self.dy

    def ahead(self, x: float, y: float) -> float:
        """Distance of a point ahead of the base's front; negative behind it."""
        return (x - self.x) * self.dx + (y - self.y) * self.dy


class Figure:
    """A base with everything that affects its fights. Compared by identity."""

    __slots__ = ("behind", "held", "left", "level", "post", "reach", "right", "value", "wheeled")

    def __init__(self, post: Post, held: bool, beside: tuple[Kind | None, Kind | None], behind: Post | None,
                 worth: float, far: int) -> None:
        self.post, self.held, self.behind, self.value, self.reach = post, held, behind, worth, far
        self.left, self.right = beside
        self.level = sum(1 for kind in beside if kind is not None and not ELEMENTS[kind].wheeled)
        """The number of friends level with it that would overlap its opponent."""
        self.wheeled = ELEMENTS[post.kind].wheeled

    def modifiers(self, foe: Figure, *, turned: bool = False) -> int:
        """The sum of modifiers to the base's factor in a fight with an enemy to its front.

        :param turned: whether it has just turned away from its friends and has no support.
        """
        one, second, total = self.post, foe.post, 0
        if (one.bad or second.bad) and CLOSE_COMBAT_ROWS["bad-going-either"].applies(one.kind):
            total -= 2
        if one.bad and CLOSE_COMBAT_ROWS["bad-going"].applies(one.kind):
            total -= 2
        if one.height is not None and (second.height is None or one.height < second.height):
            total += 1
        if turned:
            return total
        if self.behind is not None and self.behind.kind in GENERALS:
            total += 1
        elif self.behind is not None:
            row = support_behind(one.kind, self.behind.kind, second.kind, bad_going=one.bad or self.behind.bad)
            total += row.factor if row is not None else 0
        total += any(mate is not None and support_beside(one.kind, mate, second.kind)
                     for mate in (self.left, self.right))
        return total - any(mate is not None and support_against(one.kind, second.kind, mate)
                           for mate in (foe.left, foe.right))

    def combat(self, foe: Figure, *, on_flank: bool = False) -> float:
        """The expected gain of an attack on an enemy, with the support of friends beside and behind both.

        :param on_flank: whether it attacks the enemy's flank or rear; the enemy then turns to face it, without support.
        """
        one, second = self.post.kind, foe.post.kind
        mine = factor(one, second) + self.modifiers(foe) - (0 if on_flank else foe.level)
        theirs = factor(second, one) + foe.modifiers(self, turned=on_flank) - self.level
        found = odds((one, second), (mine, theirs), (_place(self.post), _place(foe.post)))
        return found.won * foe.value - found.lost * self.value


def _place(post: Post) -> FightPlace:
    return BAD_PLACE if post.bad else OPEN_PLACE


BAD_PLACE = FightPlace("bad")
post_of = lru_cache(2**15)(Post)
figure_of = lru_cache(2**15)(Figure)


@lru_cache(2**17)
def _beside(one: Post, mate: Post) -> str:
    """The place of a friend beside a base: "right" (level on the right), "behind" (directly behind), or neither
    ("")."""
    if hypot(mate.x - one.x, mate.y - one.y) > 2 * BASE or one.dx * mate.dx + one.dy * mate.dy < 0.9999:
        return ""
    across, along = one.beside(mate.x, mate.y), one.ahead(mate.x, mate.y)
    if abs(along) < NEAR_ENOUGH and abs(across - BASE) < NEAR_ENOUGH:
        return "right"
    return "behind" if abs(across) < NEAR_ENOUGH and abs(along + ELEMENTS[one.kind].depth) < NEAR_ENOUGH else ""


class Flank(NamedTuple):
    """An attack on a flank: the places of the attacker's front and middle, and its expected gain."""

    x: float
    y: float
    cx: float
    cy: float
    gain: float


class Pair(NamedTuple):
    """The possible attacks of a base on an enemy, ignoring other bases."""

    far: float
    matched: float
    """The value of facing the enemy from farther away."""
    front: float | None
    """The expected gain of a frontal charge; None if the enemy is out of reach."""
    flanks: tuple[Flank, ...]
    aim: tuple[bool, float] | None
    """The enemy as a target: whether it is not straight ahead, and its distance; None: out of arc or range."""


@lru_cache(2**18)
def pair(figure: Figure, foe: Figure) -> Pair:
    """The possible attacks of a base on an enemy; cached."""
    a, b = figure.post, foe.post
    far = hypot(b.x - a.x, b.y - a.y)
    matched, front, flanks = 0.0, None, tuple[Flank, ...]()
    if far < NEAR_DISTANCE and a.kind not in GENERALS and b.kind not in GENERALS:
        near, mine, theirs = 1 - far / NEAR_DISTANCE, _facing_degree(a, b), _facing_degree(b, a)
        matched = (MATCHUP_WEIGHT * near * near * (mine + theirs) / 2 * figure.combat(foe)
                   + FLANKING_VALUE * near * (mine - theirs))
    if not figure.held and not figure.wheeled and far < figure.reach + 2 * BASE:
        turn = hypot(a.dx + b.dx, a.dy + b.dy) * BASE / 2
        if b.ahead(a.x, a.y) > 0 and not foe.held and far + turn / 2 <= figure.reach:
            front = figure.combat(foe)
        flanks = tuple(_flanks(figure, foe))
    return Pair(far, matched, front, flanks, _aim_at(a, b) if ELEMENTS[a.kind].range else None)


MATCHUP_WEIGHT = 0.10
"""The weight of a good match at a distance."""
FLANKING_VALUE = 0.04
"""The value of facing an enemy that faces elsewhere."""


def _facing_degree(one: Post, foe: Post) -> float:
    """The degree to which a base has an enemy in front of it, from 0 to 1."""
    ahead, wide = one.ahead(foe.x, foe.y), abs(one.beside(foe.x, foe.y))
    return 1.0 if ahead > 0 and wide < 2 * ahead + MU else 0.0


def _flanks(one: Figure, foe: Figure) -> list[Flank]:
    a, b, flanks = one.post, foe.post, []
    for side, mate in ((-1, foe.left), (1, foe.right)):
        rx, ry = -side * b.dy, side * b.dx
        x, y = b.x + (rx - b.dx) * BASE / 2, b.y + (ry - b.dy) * BASE / 2
        if mate is None and side * b.beside(a.x, a.y) > BASE / 2 and hypot(x - a.x, y - a.y) + MU / 2 <= one.reach:
            gain = LOST_IF_FLANKED * foe.value if foe.held else one.combat(foe, on_flank=True)
            flanks.append(Flank(x, y, x + rx * MU / 2, y + ry * MU / 2, gain))
    return flanks


def _aim_at(post: Post, foe: Post) -> tuple[bool, float] | None:
    """Whether an enemy is not straight ahead, and its distance; None if it is out of arc or range."""
    half, depth, longest_range = BASE / 2, ELEMENTS[foe.kind].depth, ELEMENTS[post.kind].range
    corners_in_arc, nearest, straight = 0, 9e9, False
    for across, back in ((-half, 0), (half, 0), (half, depth), (-half, depth)):
        x, y = foe.x - across * foe.dy - back * foe.dx, foe.y + across * foe.dx - back * foe.dy
        aside, ahead = abs(post.beside(x, y)), post.ahead(x, y)
        distance = hypot(max(0.0, aside - half), ahead)
        if distance <= longest_range and (post.kind == "ww" or (ahead >= 0 and aside <= 3 * half + 3)):
            corners_in_arc += 1
            straight = straight or aside <= half
        nearest = min(nearest, distance)
    return (not straight, nearest) if corners_in_arc > 1 else None


class TableScene:
    """The bases of a state on the table, and their possible attacks on each other."""

    def __init__(self, state: RenaissanceState) -> None:
        self.state = state
        touched = {slot for figure in contacts(state) for slot in (figure.slot, figure.enemy)}
        touched |= {slot for seat in (RED, BLUE) for slot in camp_attackers(state, seat)}
        posts = [{slot: post_of(state.ground, state.roster[slot].kind, pose) for slot in state.bases_on_table(seat)
                  if (pose := state.units[slot].pose) is not None} for seat in (RED, BLUE)]
        self.left: dict[Slot, Slot] = {}
        self.right: dict[Slot, Slot] = {}
        self.behind: dict[Slot, Slot] = {}
        """Three dicts: base -> the friend level with it on its left, on its right, directly behind it."""
        self.sides: tuple[dict[Slot, Figure], dict[Slot, Figure]] = ({}, {})
        for seat, side in by_seat(posts):
            for slot, figure in side.items():
                for second, mate in side.items():
                    near = (mate is not figure
                            and abs(mate.x - figure.x) <= 2 * BASE and abs(mate.y - figure.y) <= 2 * BASE)
                    where = _beside(figure, mate) if near else ""
                    if where == "right":
                        self.right[slot], self.left[second] = second, slot
                    elif where:
                        self.behind[slot] = second
            lost = state.losses(seat)
            for slot, figure in side.items():
                behind = side.get(self.behind.get(slot, NO_SLOT))
                beside = [side[each].kind if each is not None else None
                          for each in (self.left.get(slot), self.right.get(slot))]
                worth = value(figure.kind, lost, attached=behind is not None and behind.kind in GENERALS)
                far = allowance(figure.kind, "bad") if figure.bad else full_move(state, slot)
                self.sides[seat][slot] = figure_of(figure, slot in touched, (beside[0], beside[1]), behind, worth, far)
        self.figures: dict[Slot, Figure] = {**self.sides[0], **self.sides[1]}

    @cached_property
    def pairs(self) -> tuple[dict[Slot, dict[Slot, Pair]], dict[Slot, dict[Slot, Pair]]]:
        """Seat -> base -> enemy -> the possible attacks on it."""
        red, blue = ({slot: {enemy: pair(one, foe) for enemy, foe in self.sides[other(seat)].items()}
                      for slot, one in self.sides[seat].items()} for seat in (RED, BLUE))
        return red, blue

    def barred(self, slot: Slot, x: float, y: float, except_base: Slot = NO_SLOT) -> bool:
        """Whether another base is between a base and a point."""
        post = self.figures[slot].post
        length = hypot(x - post.x, y - post.y)
        if length < MU:
            return False
        ux, uy = (x - post.x) / length, (y - post.y) / length
        for third_base, figure in self.figures.items():
            if third_base not in (slot, except_base):
                ox, oy = figure.post.cx - post.x, figure.post.cy - post.y
                along = ox * ux + oy * uy
                if MU < along < length - MU / 2 and abs(oy * ux - ox * uy) < 0.8 * BASE:
                    return True
        return False

    def taken(self, x: float, y: float, *but: Slot) -> bool:
        """Whether another base is at or near a point."""
        return any(hypot(figure.post.cx - x, figure.post.cy - y) < 0.8 * BASE
                   for slot, figure in self.figures.items() if slot not in but)

    def attacks(self, seat: Seat) -> list[tuple[float, Slot, Slot]]:
        """The attacks that a side could make at once, each on a different enemy, as (expected gain, base, enemy), the
        best first."""
        attacks = []
        for slot, figure in self.sides[seat].items():
            if figure.held or figure.wheeled:
                continue
            for enemy, (_, _, front, flanks, _) in self.pairs[seat][slot].items():
                if front is None and not flanks:
                    continue
                foe = self.figures[enemy]
                if front is not None and front > 0 and not self.barred(slot, foe.post.x, foe.post.y, enemy):
                    attacks.append((front, slot, enemy))
                attacks += [(each.gain, slot, enemy) for each in flanks if each.gain > 0 and not self.taken(
                    each.cx, each.cy, slot, enemy) and not self.barred(slot, each.x, each.y, enemy)]
        attacks.sort(reverse=True)
        committed: set[Slot] = set()
        chosen = []
        for gain, slot, enemy in attacks:
            if slot not in committed and enemy not in committed:
                committed |= {slot, enemy}
                chosen.append((gain, slot, enemy))
        return chosen
