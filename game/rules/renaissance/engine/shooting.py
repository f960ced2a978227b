"""Distant shooting: who may shoot at whom, compulsory targets, leaders and aid (6, 14.8)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from game.board.manoeuvre import Standing, ahead_by, beside_by
from game.board.measuring import Outline, gap, inside, overlap
from game.core.pose import BASE, TURN, Pose, Spot
from game.rules.renaissance.engine.bases import clash, contacts
from game.rules.renaissance.engine.contact import at
from game.rules.renaissance.engine.pips import middle, place_of
from game.rules.renaissance.engine.scoring import Clash, garrisoned
from game.rules.renaissance.engine.state import CAMP, State
from game.rules.renaissance.engine.tables import MU, TERRAIN, factor

SCREENS = tuple(kind for kind, terrain in TERRAIN.items() if terrain.hides)
"""Terrain that blocks sight, but for its outermost 2 MU around shooter or target."""
DEEP = 2 * MU


def engaged(state: State, slot: int) -> bool:
    """Whether a base is in front, flank or rear contact with an enemy."""
    return any(slot in (one.slot, one.enemy) for one in contacts(state))


def may_shoot(state: State, slot: int) -> bool:
    """Whether a base shoots in this bound at all, targets apart."""
    unit, piece = state.units[slot], state.roster[slot]
    if not piece.element.range or unit.shot or unit.lost:
        return False
    if unit.pose is None and not garrisoned(state, slot):
        return False
    if piece.element.artillery and unit.moved:
        return False
    return not engaged(state, slot) and not _camp_beset(state, slot)


def _camp_beset(state: State, slot: int) -> bool:
    """Whether a base holds a camp with an enemy front on it."""
    from game.rules.renaissance.engine.bases import camp_attacked

    seat = state.roster[slot].seat
    return garrisoned(state, slot) and any(camp_attacked(state, enemy) == seat for enemy in state.there(1 - seat))


def shooting_edges(state: State, slot: int) -> tuple[tuple[Pose, int], ...]:
    """The edges from which a base shoots, as poses of a front, each with its width: of a war wagon any, of a garrison
    any side of its camp."""
    piece = state.roster[slot]
    one = state.standings[slot]
    if one is None:
        camp = state.camps[piece.seat]
        assert camp is not None
        return _all_edges(Standing(CAMP, camp.pose))
    return _all_edges(one) if piece.kind == "ww" else ((one.pose, one.base.width),)


def _all_edges(one: Standing) -> tuple[tuple[Pose, int], ...]:
    pose, base = one.pose, one.base
    quarter = TURN // 4
    right = Pose(*at(pose, base.width // 2, -base.depth // 2), (pose.angle + quarter) % TURN)
    rear = Pose(*at(pose, 0, -base.depth), (pose.angle + 2 * quarter) % TURN)
    left = Pose(*at(pose, -base.width // 2, -base.depth // 2), (pose.angle + 3 * quarter) % TURN)
    return ((pose, base.width), (right, base.depth), (rear, base.width), (left, base.depth))


def may_be_shot(state: State, slot: int) -> bool:
    """Whether a base may be shot at: on the table or in its camp, in no contact with an enemy."""
    unit = state.units[slot]
    if unit.lost or engaged(state, slot):
        return False
    return unit.pose is not None or garrisoned(state, slot)


def lawful(state: State, slot: int, target: int) -> bool:
    """Whether a base may shoot at an enemy: at least two corners in arc and range, and a clear sight of one edge."""
    if not may_shoot(state, slot) or not may_be_shot(state, target):
        return False
    return _sees(state, slot, target)


def _sees(state: State, slot: int, target: int) -> bool:
    outline = place_of(state, target)
    assert outline is not None
    reach = state.element(slot).range
    own = place_of(state, slot)
    assert own is not None
    if gap(own, outline) > reach or _same_screen(state, own, outline):
        return False
    return any(_edge_sees(state, slot, target, pose, width, outline, reach)
               for pose, width in shooting_edges(state, slot))


def _edge_sees(state: State, slot: int, target: int, pose: Pose, width: int, outline: Outline, reach: int) -> bool:
    left, right = at(pose, -width // 2, 0), at(pose, width - width // 2, 0)
    good = [_in_arc(pose, width, spot) and gap((spot,), (left, right)) <= reach for spot in outline]
    for n in range(len(outline)):
        a, b = outline[n], outline[(n + 1) % len(outline)]
        if not (good[n] and good[(n + 1) % len(outline)]):
            continue
        first, second = sorted((a, b), key=lambda spot: beside_by(pose, spot))
        if all(_clear(state, slot, target, line) for line in ((left, first), (right, second))):
            return True
    return False


def _in_arc(pose: Pose, width: int, spot: Spot) -> bool:
    """Whether a point lies in the strip ahead of an edge, a base width wider on each side."""
    return ahead_by(pose, spot) >= 0 and abs(beside_by(pose, spot)) <= width // 2 + BASE


def _clear(state: State, slot: int, target: int, line: tuple[Spot, Spot]) -> bool:
    """Whether a line of sight is clear of bases, camps, crests and cover."""
    ground = state.ground
    over = state.element(slot).artillery and _on_hill(state, slot)
    own, theirs = place_of(state, slot), place_of(state, target)
    for other, outline in enumerate(state.outlines):
        if outline is None or other in (slot, target) or not _crosses(line, outline):
            continue
        if not (over and not _on_hill(state, other)):
            return False
    for camp in state.camps:
        if camp is not None and camp.outline not in (own, theirs) and _crosses(line, camp.outline):
            return False
    for hill, crest in ground.crests:
        del hill
        if gap(line, crest) == 0 and all(place is not None and gap(place, crest) > 0 for place in (own, theirs)):
            return False
    return all(_through(piece.points, line, own, theirs) for piece in ground.pieces(*SCREENS))


def _crosses(line: tuple[Spot, Spot], outline: Outline) -> bool:
    """Whether a line crosses the interior of a base."""
    return overlap(line, outline) > 0 if gap(line, outline) == 0 else False


def _through(points: Outline, line: tuple[Spot, Spot], own: Outline | None, theirs: Outline | None) -> bool:
    """Whether cover lets a line of sight through: at most 2 MU of the piece in which shooter or target stands."""
    long = depth_in(points, line)
    if not long:
        return True
    stands = any(place is not None and inside(middle(place), points) for place in (own, theirs))
    return stands and long <= DEEP


@lru_cache(2**12)
def depth_in(points: Outline, line: tuple[Spot, Spot]) -> int:
    """Units of a line that lie in an outline, measured to an eighth of an MU, rounded up."""
    from game.board.measuring import distance, rounded

    (ax, ay), (bx, by) = line
    long = distance(*line)
    count = max(1, -(-long // (MU // 8)))
    held = sum(inside((ax + rounded((bx - ax) * (2 * k + 1), 2 * count), ay + rounded((by - ay) * (2 * k + 1), 2 * count)),
                      points) for k in range(count))
    return -(-long * held // count)


def _same_screen(state: State, own: Outline, theirs: Outline) -> bool:
    """Whether shooter and target stand in the same woods or oasis (14.3)."""
    return any(piece.holds(middle(own)) and piece.holds(middle(theirs)) for piece in state.ground.pieces("woods", "oasis"))


def _on_hill(state: State, slot: int) -> bool:
    """Whether the middle of a base is on a hill."""
    place = place_of(state, slot)
    return place is not None and any(hill.holds(middle(place)) for hill, _ in state.ground.crests)


def targets(state: State, slot: int) -> tuple[int, ...]:
    """The compulsory targets of a base: several only if they are equally near; nothing if it has none (14.8)."""
    if not may_shoot(state, slot):
        return ()
    seat = state.roster[slot].seat
    open_to = [enemy for enemy, piece in enumerate(state.roster) if piece.seat != seat and lawful(state, slot, enemy)]
    straight = [enemy for enemy in open_to if _straight_ahead(state, slot, enemy)]
    of_these = straight or open_to
    if not of_these:
        return ()
    far = {enemy: _far(state, slot, enemy) for enemy in of_these}
    least = min(far.values())
    nearest = tuple(enemy for enemy in of_these if far[enemy] == least)
    name = state.roster[slot].id
    aimed = next((state.slots[target] for shooter, target in state.aims if shooter == name), None)
    return (aimed,) if aimed in nearest else nearest


def _straight_ahead(state: State, slot: int, enemy: int) -> bool:
    """Whether an enemy meets the strip straight ahead of a shooting edge, as wide as the edge."""
    outline = place_of(state, enemy)
    assert outline is not None
    reach = state.element(slot).range
    return any(clash(_strip(pose, width, reach), outline) for pose, width in shooting_edges(state, slot))


def _strip(pose: Pose, width: int, reach: int) -> Outline:
    half = width // 2
    return (at(pose, -half, reach), at(pose, width - half, reach), at(pose, width - half, 0), at(pose, -half, 0))


def _far(state: State, slot: int, enemy: int) -> int:
    outline = place_of(state, enemy)
    assert outline is not None
    return min(gap((at(pose, -width // 2, 0), at(pose, width - width // 2, 0)), outline)
               for pose, width in shooting_edges(state, slot))


def shooters_at(state: State, target: int) -> tuple[int, ...]:
    """The bases whose compulsory target, or one of whose equally near targets, an enemy is."""
    seat = state.roster[target].seat
    return tuple(slot for slot, piece in enumerate(state.roster) if piece.seat != seat and target in targets(state, slot))


def left(state: State) -> tuple[int, ...]:
    """The targets, of both sides, that are still to be shot at."""
    found = {enemy for slot in range(len(state.roster)) for enemy in targets(state, slot)}
    return tuple(sorted(found))


def undecided(state: State, target: int) -> tuple[int, ...]:
    """Shooters that have this target among several equally near ones: their owner chooses."""
    return tuple(slot for slot in shooters_at(state, target) if len(targets(state, slot)) > 1)


def leaders(state: State, target: int) -> tuple[int, ...]:
    """The shooters at a target with the highest factor: the owner of several names the one that leads."""
    there = shooters_at(state, target)
    kind = state.roster[target].kind
    if not there:
        return ()
    most = max(factor(state.roster[slot].kind, kind, shooting=True) for slot in there)
    return tuple(slot for slot in there if factor(state.roster[slot].kind, kind, shooting=True) == most)


def volley(state: State, target: int, leader: int) -> Clash:
    """The shot at a target: who leads, who aids, and whether the target shoots back."""
    aid = tuple(slot for slot in shooters_at(state, target) if slot != leader)
    back: tuple[int, ...] | None = None
    if targets(state, target) == (leader,):
        back = tuple(slot for slot in shooters_at(state, leader) if slot != target and targets(state, slot) == (leader,))
    return Clash(leader, target, True, aid, back)


def spent(state: State, shot: Clash) -> Iterator[int]:
    """Everybody who has shot with a volley."""
    yield shot.one
    yield from shot.aid
    if shot.back is not None:
        yield shot.other
        yield from shot.back
