"""A position as a computer player sees it: the bases with their neighbours, and the possible attacks of one base on
another.

The numbers are approximate floats: they affect only the choices of computer players. Facts about a base in its place,
and about a pair of bases, are cached from one position to the next.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from math import cos, hypot, inf, pi, sin
from typing import NamedTuple

from game.board.measuring import squared_distance
from game.core.indices import Seat, Slot, by_seat, other
from game.core.pose import BASE, FULL_TURN, Pose
from game.rules.renaissance.ai.matchups import OPEN_PLACE, FightPlace, odds, value
from game.rules.renaissance.engine.bases import contacts
from game.rules.renaissance.engine.ground import TOUCH_TOLERANCE, RenaissanceGround
from game.rules.renaissance.engine.limits import allowance_here
from game.rules.renaissance.engine.pips import SLOWING_TERRAIN, middle
from game.rules.renaissance.engine.scoring import CLOSE_COMBAT_ROWS, LITERAL_RESULTS, camp_attackers, in_sands
from game.rules.renaissance.engine.state import BLUE, NOBODY, RED, RenaissanceState
from game.rules.renaissance.engine.tables import (
    ELEMENTS,
    GENERALS,
    factor,
    support_against,
    support_behind,
    support_beside,
)
from game.rules.renaissance.engine.words import MU, Kind

NEAR_ENOUGH = 6.0
"""The tolerance, in units, for a base's place beside or behind another; chosen, to allow for rounding."""
SAME_FACING_COSINE = 0.9999
"""The least cosine of the angle between two facings that count as the same, that is within 0.8 degrees; chosen."""
NEAR_DISTANCE = 12 * MU
"""The distance, in units, within which enemies count for a base; chosen."""
SPACE_TAKEN = 0.8 * BASE
"""The distance in units between the middles of two bases, or of a base and a path, within which the one is in the way
of the other; chosen, less than a base's width, since bases may yet move aside."""
LOST_IF_FLANKED = 0.45
"""The chance that a base in a fight is lost if an enemy is on its flank, too; about that in a fight of equals."""


class Post:
    """A base's type and pose, with what the ground there means for it. Lengths are in units. Compared by identity."""

    __slots__ = ("dx", "dy", "hampers", "in_bad_going", "kind", "middle_x", "middle_y", "place", "pose",
                 "squared_crest_distances", "x", "y")

    def __init__(self, ground: RenaissanceGround, kind: Kind, pose: Pose) -> None:
        corners = ELEMENTS[kind].base.corners(pose)
        angle = pose.angle * 2 * pi / FULL_TURN
        self.kind, self.pose, self.x, self.y = kind, pose, pose.x, pose.y
        """The type, the pose, and the middle of the front edge."""
        self.dx, self.dy = sin(angle), -cos(angle)
        """The unit vector straight ahead."""
        self.middle_x, self.middle_y = self.x - self.dx * MU / 2, self.y - self.dy * MU / 2
        """The middle of a base 1 MU deep; near enough for all."""
        self.in_bad_going = ground.going(corners, camels=kind == "cm") == "bad"
        kinds_under = ground.kinds_under(corners)
        self.place = FightPlace("bad", sands=in_sands(kinds_under)) if self.in_bad_going else OPEN_PLACE
        """What affects its results there; rivers, camps and other bases are left out."""
        self.hampers = kind in GENERALS and bool(kinds_under & SLOWING_TERRAIN)
        """Whether it is a general on going that makes all orders of its side cost more."""
        spot = middle(corners)
        self.squared_crest_distances = {
            number: min(numerator / denominator for numerator, denominator in (
                squared_distance(spot, crest) for crest in crests))
            for number, (hill, crests) in enumerate(ground.crests) if hill.holds(spot)}
        """Hill under it, by number -> the squared distance from its crest in square units: the less, the higher."""

    def beside(self, x: float, y: float) -> float:
        """Distance of a point to the right of the base; negative to the left."""
        return (y - self.y) * self.dx - (x - self.x) * self.dy

    def ahead(self, x: float, y: float) -> float:
        """Distance of a point ahead of the base's front; negative behind it."""
        return (x - self.x) * self.dx + (y - self.y) * self.dy


class Fighter:
    """A base on the table with everything that affects its fights. Compared by identity.

    :param in_contact: whether it is in contact with an enemy, or attacks a camp, and may only break off.
    :param kinds_beside: the types of the friends level with it on its left and right; None for none.
    :param post_behind: the friend directly behind it.
    :param base_value: its value in elements.
    :param reach: its move in units on the ground where it is.
    :param literal: whether the results are those as printed.
    """

    __slots__ = ("behind", "in_contact", "left", "literal", "overlapping_friends", "post", "reach", "right", "value",
                 "wheeled")

    def __init__(self, post: Post, in_contact: bool, kinds_beside: tuple[Kind | None, Kind | None],
                 post_behind: Post | None, base_value: float, reach: int, literal: bool) -> None:
        self.post, self.in_contact, self.behind = post, in_contact, post_behind
        self.value, self.reach, self.literal = base_value, reach, literal
        self.left, self.right = kinds_beside
        self.overlapping_friends = sum(1 for kind in kinds_beside if kind is not None and not ELEMENTS[kind].wheeled)
        """The number of friends level with it that would overlap its opponent."""
        self.wheeled = ELEMENTS[post.kind].wheeled

    def modifiers(self, foe: Fighter, *, turned: bool = False) -> int:
        """The sum of modifiers to the base's factor in a fight with an enemy to its front (9 to 11).

        :param turned: whether it has just turned away from its friends and has no support.
        """
        own, enemy, total, rows = self.post, foe.post, 0, CLOSE_COMBAT_ROWS
        if (own.in_bad_going or enemy.in_bad_going) and rows["bad-going-either"].applies(own.kind):
            total += rows["bad-going-either"].factor
        if own.in_bad_going and rows["bad-going"].applies(own.kind):
            total += rows["bad-going"].factor
        if any(distance < enemy.squared_crest_distances.get(hill, inf)
               for hill, distance in own.squared_crest_distances.items()):
            total += rows["height-or-bank"].factor
        if turned:
            return total
        if self.behind is not None and self.behind.kind in GENERALS:
            total += rows["general"].factor
        elif self.behind is not None:
            in_bad_going = own.in_bad_going or self.behind.in_bad_going
            row = support_behind(own.kind, self.behind.kind, enemy.kind, bad_going=in_bad_going)
            total += row.factor if row is not None else 0
        total += any(mate is not None and support_beside(own.kind, mate, enemy.kind)
                     for mate in (self.left, self.right))
        return total - any(mate is not None and support_against(own.kind, enemy.kind, mate)
                           for mate in (foe.left, foe.right))

    def combat(self, foe: Fighter, *, on_flank: bool = False) -> float:
        """The expected gain of an attack on an enemy, with the support of friends beside and behind both.

        :param on_flank: whether it attacks the enemy's flank or rear; the enemy then turns to face it, without support.
        """
        own_kind, enemy_kind = self.post.kind, foe.post.kind
        own_score = factor(own_kind, enemy_kind) + self.modifiers(foe) - (0 if on_flank else foe.overlapping_friends)
        enemy_score = factor(enemy_kind, own_kind) + foe.modifiers(self, turned=on_flank) - self.overlapping_friends
        chances = odds((own_kind, enemy_kind), (own_score, enemy_score), (self.post.place, foe.post.place),
                       literal=self.literal)
        return chances.won * foe.value - chances.lost * self.value


post_of = lru_cache(2**15)(Post)
"""Makes a ``Post``, or returns the one made before."""
fighter_of = lru_cache(2**15)(Fighter)
"""Makes a ``Fighter``, or returns the one made before."""


@lru_cache(2**17)
def _beside(base: Post, mate: Post) -> str:
    """The place of a friend beside a base: "right" (level on the right), "behind" (directly behind), or neither
    ("")."""
    cosine_of_turn = base.dx * mate.dx + base.dy * mate.dy
    if hypot(mate.x - base.x, mate.y - base.y) > 2 * BASE or cosine_of_turn < SAME_FACING_COSINE:
        return ""
    right_distance, ahead_distance = base.beside(mate.x, mate.y), base.ahead(mate.x, mate.y)
    if abs(ahead_distance) < NEAR_ENOUGH and abs(right_distance - BASE) < NEAR_ENOUGH:
        return "right"
    gap_behind = -ahead_distance - ELEMENTS[base.kind].depth
    return "behind" if abs(right_distance) < NEAR_ENOUGH and abs(gap_behind) < NEAR_ENOUGH else ""


@lru_cache(2**10)
def _relations(posts: tuple[Post, ...]) -> tuple[tuple[int, int, str], ...]:
    """The bases of a side that stand beside or behind one another, as (number of a base, number of the friend, place of
    the friend as in ``_beside``); a number is an index into ``posts``."""
    return tuple((number, mate_number, relation)
                 for number, post in enumerate(posts) for mate_number, mate in enumerate(posts)
                 if mate is not post and abs(mate.x - post.x) <= 2 * BASE and abs(mate.y - post.y) <= 2 * BASE
                 and (relation := _beside(post, mate)))


class Flank(NamedTuple):
    """An attack on a flank: the middles of the attacker's front and of its base, and its expected gain."""

    x: float
    y: float
    middle_x: float
    middle_y: float
    gain: float
    """In elements."""


class ShotAim(NamedTuple):
    """An enemy as a target. Of several, the least is the best: one straight ahead before others, then the nearest."""

    is_oblique: bool
    """Whether it is not straight ahead."""
    distance: float
    """In units."""


class Pair(NamedTuple):
    """The possible attacks of a base on an enemy, ignoring other bases."""

    distance: float
    """Units between the middles of the two front edges."""
    facing_value: float
    """The value of facing the enemy from farther away."""
    front: float | None
    """The expected gain of a frontal charge; None if the enemy is out of reach."""
    flanks: tuple[Flank, ...]
    aim: ShotAim | None
    """The enemy as a target; None if it is out of arc or range."""


@lru_cache(2**18)
def pair(fighter: Fighter, foe: Fighter) -> Pair:
    """The possible attacks of a base on an enemy; cached."""
    own, enemy = fighter.post, foe.post
    distance = hypot(enemy.x - own.x, enemy.y - own.y)
    facing_value, front, flanks = 0.0, None, tuple[Flank, ...]()
    if distance < NEAR_DISTANCE and own.kind not in GENERALS and enemy.kind not in GENERALS:
        nearness = 1 - distance / NEAR_DISTANCE
        faces_enemy, enemy_faces = _has_in_front(own, enemy), _has_in_front(enemy, own)
        facing_value = (MATCHUP_WEIGHT * nearness * nearness * (faces_enemy + enemy_faces) / 2 * fighter.combat(foe)
                        + FLANKING_VALUE * nearness * (faces_enemy - enemy_faces))
    if not fighter.in_contact and not fighter.wheeled and distance < fighter.reach + 2 * BASE:
        turn_length = hypot(own.dx + enemy.dx, own.dy + enemy.dy) * BASE / 2
        if enemy.ahead(own.x, own.y) > 0 and not foe.in_contact and distance + turn_length / 2 <= fighter.reach:
            front = fighter.combat(foe)
        flanks = tuple(_flanks(fighter, foe))
    return Pair(distance, facing_value, front, flanks, _aim_at(own, enemy) if ELEMENTS[own.kind].range else None)


MATCHUP_WEIGHT = 0.10
"""The weight of the gain of a later fight with an enemy that is faced from a distance; chosen."""
FLANKING_VALUE = 0.04
"""The value of facing an enemy that faces elsewhere, in elements; chosen."""


def _has_in_front(base: Post, foe: Post) -> bool:
    """Whether a base has an enemy more or less in front of it."""
    ahead, aside = base.ahead(foe.x, foe.y), abs(base.beside(foe.x, foe.y))
    return ahead > 0 and aside < 2 * ahead + MU


def _flanks(attacker: Fighter, foe: Fighter) -> list[Flank]:
    """The attacks on those flanks of an enemy that no friend covers and that the attacker can reach.

    Attacks on the rear are left out. With them the veteran scored as much against the scripts: 59 % of 29 quick
    battles, and 58 % of 55 without, at a tenth of the budget. From 50 positions in which an enemy could reach the
    general, it was lost in 15 of 300 bounds played out without them, and in 18 with them and with more moves away.
    """
    own, enemy, flanks = attacker.post, foe.post, []
    for side, mate in ((-1, foe.left), (1, foe.right)):
        flank_x, flank_y = -side * enemy.dy, side * enemy.dx  # the unit vector towards this side
        x, y = enemy.x + (flank_x - enemy.dx) * BASE / 2, enemy.y + (flank_y - enemy.dy) * BASE / 2
        in_reach = hypot(x - own.x, y - own.y) + MU / 2 <= attacker.reach
        if mate is None and side * enemy.beside(own.x, own.y) > BASE / 2 and in_reach:
            gain = LOST_IF_FLANKED * foe.value if foe.in_contact else attacker.combat(foe, on_flank=True)
            flanks.append(Flank(x, y, x + flank_x * MU / 2, y + flank_y * MU / 2, gain))
    return flanks


def _aim_at(post: Post, foe: Post) -> ShotAim | None:
    """An enemy as a target; None if it is out of arc or range."""
    half, depth, longest_range = BASE / 2, ELEMENTS[foe.kind].depth, ELEMENTS[post.kind].range
    corners_in_arc, nearest, straight = 0, inf, False
    for right, behind in ((-half, 0), (half, 0), (half, depth), (-half, depth)):
        x, y = foe.x - right * foe.dy - behind * foe.dx, foe.y + right * foe.dx - behind * foe.dy
        aside_distance, ahead = abs(post.beside(x, y)), post.ahead(x, y)
        distance = hypot(max(0.0, aside_distance - half), ahead)
        in_arc = post.kind == "ww" or (ahead >= 0 and aside_distance <= 3 * half + TOUCH_TOLERANCE)
        if distance <= longest_range and in_arc:
            corners_in_arc += 1
            straight = straight or aside_distance <= half
        nearest = min(nearest, distance)
    return ShotAim(not straight, nearest) if corners_in_arc > 1 else None


class TableScene:
    """The bases of a state on the table, and their possible attacks on each other."""

    def __init__(self, state: RenaissanceState) -> None:
        self.state = state
        slots_in_contact = {slot for contact in contacts(state) for slot in (contact.slot, contact.enemy)}
        slots_in_contact |= {slot for seat in (RED, BLUE) for slot in camp_attackers(state, seat)}
        posts_by_seat = [{slot: post_of(state.ground, state.roster[slot].kind, pose)
                          for slot in state.bases_on_table(seat) if (pose := state.units[slot].pose) is not None}
                         for seat in (RED, BLUE)]
        self.left: dict[Slot, Slot] = {}
        self.right: dict[Slot, Slot] = {}
        self.behind: dict[Slot, Slot] = {}
        """Three dicts: base -> the friend level with it on its left, on its right, directly behind it."""
        self.sides: tuple[dict[Slot, Fighter], dict[Slot, Fighter]] = ({}, {})
        for seat, posts in by_seat(posts_by_seat):
            slots = tuple(posts)
            for number, mate_number, relation in _relations(tuple(posts.values())):
                slot, mate_slot = slots[number], slots[mate_number]
                if relation == "right":
                    self.right[slot], self.left[mate_slot] = mate_slot, slot
                else:
                    self.behind[slot] = mate_slot
            losses, literal = state.losses(seat), LITERAL_RESULTS in state.options
            for slot, post in posts.items():
                post_behind = posts.get(self.behind.get(slot, NOBODY))
                kinds_beside = [posts[each].kind if each is not None else None
                                for each in (self.left.get(slot), self.right.get(slot))]
                base_value = value(post.kind, losses, attached=post_behind is not None and post_behind.kind in GENERALS)
                self.sides[seat][slot] = fighter_of(post, slot in slots_in_contact, (kinds_beside[0], kinds_beside[1]),
                                                    post_behind, base_value, allowance_here(state, slot), literal)
        self.fighters: dict[Slot, Fighter] = {**self.sides[0], **self.sides[1]}

    @cached_property
    def pairs(self) -> tuple[dict[Slot, dict[Slot, Pair]], dict[Slot, dict[Slot, Pair]]]:
        """Seat -> base -> enemy -> the possible attacks on it."""
        red, blue = ({slot: {enemy: pair(fighter, foe) for enemy, foe in self.sides[other(seat)].items()}
                      for slot, fighter in self.sides[seat].items()} for seat in (RED, BLUE))
        return red, blue

    def is_way_blocked(self, slot: Slot, x: float, y: float, except_base: Slot = NOBODY) -> bool:
        """Whether another base is between a base and a point given in units."""
        post = self.fighters[slot].post
        length = hypot(x - post.x, y - post.y)
        if length < MU:
            return False
        ux, uy = (x - post.x) / length, (y - post.y) / length
        for third_base, fighter in self.fighters.items():
            if third_base not in (slot, except_base):
                ox, oy = fighter.post.middle_x - post.x, fighter.post.middle_y - post.y
                along = ox * ux + oy * uy
                if MU < along < length - MU / 2 and abs(oy * ux - ox * uy) < SPACE_TAKEN:
                    return True
        return False

    def is_occupied(self, x: float, y: float, *ignored: Slot) -> bool:
        """Whether a base other than those of ``ignored`` is at or near a point given in units."""
        return any(hypot(fighter.post.middle_x - x, fighter.post.middle_y - y) < SPACE_TAKEN
                   for slot, fighter in self.fighters.items() if slot not in ignored)

    def attacks(self, seat: Seat) -> list[tuple[float, Slot, Slot]]:
        """The attacks that a side could make at once, each on a different enemy, as (expected gain, base, enemy), the
        best first."""
        attacks = []
        for slot, fighter in self.sides[seat].items():
            if fighter.in_contact or fighter.wheeled:
                continue
            for enemy, (_, _, front, flanks, _) in self.pairs[seat][slot].items():
                if front is None and not flanks:
                    continue
                foe = self.fighters[enemy]
                if front is not None and front > 0 and not self.is_way_blocked(slot, foe.post.x, foe.post.y, enemy):
                    attacks.append((front, slot, enemy))
                attacks += [(each.gain, slot, enemy) for each in flanks if each.gain > 0 and not self.is_occupied(
                    each.middle_x, each.middle_y, slot, enemy) and not self.is_way_blocked(slot, each.x, each.y, enemy)]
        attacks.sort(reverse=True)
        committed: set[Slot] = set()
        chosen = []
        for gain, slot, enemy in attacks:
            if slot not in committed and enemy not in committed:
                committed |= {slot, enemy}
                chosen.append((gain, slot, enemy))
        return chosen
