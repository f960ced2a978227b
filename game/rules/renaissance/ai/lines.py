"""Candidate moves for a player with a plan. Parts of the battle line advance, wheel, level up and close with the enemy;
single bases charge, support, overlap, fill a gap, guard a flank or retreat.

Lengths and angles are chosen, not measured.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, groupby, islice, pairwise, zip_longest
from math import atan2, degrees, hypot
from types import MappingProxyType

from game.board.manoeuvre import ahead_by, beside_by, lined_up, moved_ahead, normalised_angle, point_at, swept
from game.board.measuring import distance, distance_moved
from game.core.field_types import UnitName
from game.core.indices import Slot, other
from game.core.pose import BASE, DEGREE, FULL_TURN, Pose
from game.rules.renaissance.ai.scene import TableScene
from game.rules.renaissance.ai.worth import Goal
from game.rules.renaissance.engine.actions import BreakOff, EnterCamp, LeaveCamp, March, RenaissanceMove, Step
from game.rules.renaissance.engine.bases import friends_beside, opponent
from game.rules.renaissance.engine.contact import has_room
from game.rules.renaissance.engine.ground import BAD_GOING
from game.rules.renaissance.engine.limits import full_move
from game.rules.renaissance.engine.moves import why_no_move
from game.rules.renaissance.engine.routes import wheel_cost
from game.rules.renaissance.engine.sampling import group_of, room_ahead
from game.rules.renaissance.engine.special_moves import pose_in_camp
from game.rules.renaissance.engine.state import CAMP_SIZE, SEATS, RenaissanceState
from game.rules.renaissance.engine.tables import DISTANCES, GENERALS, allowance
from game.rules.renaissance.engine.words import MU

MAX_ESCAPES = 6
"""Number of retreats tried before other moves; each base has two candidates."""

Move = RenaissanceMove | March | BreakOff | EnterCamp | LeaveCamp
Alternatives = tuple[Move, ...]
"""Alternative moves to the same place; the first legal one is used."""


def candidate_moves(state: RenaissanceState, near: Collection[Slot] = (),
                    goals: Mapping[Slot, Goal] = MappingProxyType({})) -> Iterator[Alternatives]:
    """Candidate moves, the most promising kinds first.

    :param near: restricts the moves to bases near these and to their groups; empty for all bases.
    :param goals: places towards which bases should move.
    """
    movers = [slot for slot in state.bases_on_table(state.seat) if why_no_move(state, slot) is None]
    some = movers if not near else [slot for slot in movers if any(
        distance(state.placed_base(slot).pose.spot, state.placed_base(mate).pose.spot) < 2 * BASE for mate in near)]
    yield from retreats(state)
    yield from raids(state, some)
    yield from camp_guards(state, some)
    yield from islice(escapes(state, some), MAX_ESCAPES)
    bodies = [body for body in line_parts(state, movers) if not near or not set(body).isdisjoint(some)]
    ways = [marches(state, body) for body in bodies]
    alone = single_moves(state, some)
    first = chain((advance(state, body) for body in bodies), islice(alone, len(some)))
    lines = ((one,) for path in ways for one in path)
    drawn = chain((path for body in bodies for path in wheels(state, body, goals)), moves_to_goals(state, some, goals))
    turns = zip_longest(charges(state, some), support_moves(state, some), chain(first, lines), chain(drawn, alone))
    yield from (path for turn in turns for path in turn if path is not None)


def retreats(state: RenaissanceState) -> Iterator[Alternatives]:
    """Break-offs of bases in contact, legal or not."""
    for slot in state.bases_on_table(state.seat):
        if opponent(state, slot) is not None:
            yield (BreakOff(state.roster[slot].id),)


def line_parts(state: RenaissanceState, movers: Sequence[Slot]) -> Iterator[tuple[Slot, ...]]:
    """Parts of the phasing side's battle lines, longer ones first: whole lines, runs of bases clear of bad going, runs
    of one kind, pairs."""
    seen: set[frozenset[Slot]] = set()
    for slot in movers:
        whole = group_of(state, slot, movers)
        if len(whole) < 2:
            continue
        front = sorted((one for one in whole if not _behind_another(state, one, whole)),
                       key=lambda one: beside_by(state.placed_base(slot).pose, state.placed_base(one).pose.spot))
        runs = [tuple(front)]
        runs += [tuple(found) for clear, found in groupby(front, key=lambda one: _is_clear_ahead(state, one)) if clear]
        runs += [tuple(found) for _, found in groupby(front, key=lambda one: _move_class(state, one))]
        runs += [tuple(found) for _, found in groupby(front, key=lambda one: state.element(one).extra_pip)]
        half = len(front) // 2
        runs += [tuple(front[:half]), tuple(front[half:]), *((one,) for one in front)]
        runs += pairwise(front) if _has_enemy_near(state, slot) else ()
        for run in runs:
            body = _with_rear(state, run, whole)
            if len(body) > 1 and frozenset(body) not in seen and _is_unbroken(state, run):
                seen.add(frozenset(body))
                yield body


def _move_class(state: RenaissanceState, slot: Slot) -> tuple[bool, int]:
    return state.element(slot).mounted, full_move(state, slot)


def _behind_another(state: RenaissanceState, slot: Slot, whole: Sequence[Slot]) -> bool:
    pose = state.placed_base(slot).pose
    return any(ahead_by(pose, state.placed_base(mate).pose.spot) > MU // 2
               and abs(beside_by(pose, state.placed_base(mate).pose.spot)) < MU // 4 for mate in whole if mate != slot)


def _is_unbroken(state: RenaissanceState, run: Sequence[Slot]) -> bool:
    return all(b in friends_beside(state, a) for a, b in pairwise(run))


def _with_rear(state: RenaissanceState, run: tuple[Slot, ...], whole: Sequence[Slot]) -> tuple[Slot, ...]:
    """A part of the front with the bases behind it."""
    rest = [one for one in whole if one not in run and any(
        abs(beside_by(state.placed_base(mate).pose, state.placed_base(one).pose.spot)) < MU // 4 for mate in run)]
    return (*run, *rest)


def _has_enemy_near(state: RenaissanceState, slot: Slot) -> bool:
    """Whether an enemy is within 8 MU of a base."""
    spot = state.placed_base(slot).pose.spot
    return any(distance(state.placed_base(enemy).pose.spot, spot) < 4 * BASE
               for enemy in state.bases_on_table(other(state.seat)))


def _is_clear_ahead(state: RenaissanceState, slot: Slot) -> bool:
    """Whether the ground ahead of a base, within its move, is clear of bad going."""
    one = state.placed_base(slot)
    ground = swept(one.corners, one.base.corners(moved_ahead(one.pose, full_move(state, slot))))
    return not state.ground.kinds_under(ground) & (BAD_GOING | {"river"})


def marches(state: RenaissanceState, body: Sequence[Slot]) -> Iterator[March]:
    """Marches of a part of the line: to the enemy, level with friends, ahead by several lengths, wheels, back."""
    names = tuple(state.roster[slot].id for slot in body)
    most = min(full_move(state, slot) for slot in body)
    pose = state.placed_base(body[0]).pose
    room = room_ahead(state, body)
    lengths = [room if room is not None and room < most else most]
    lengths += [gap for mate in state.bases_on_table(state.seat)
                if mate not in body and state.placed_base(mate).pose.angle == pose.angle
                and MU // 10 < (gap := ahead_by(pose, state.placed_base(mate).pose.spot)) < most]
    lengths += [most - MU, most // 2, MU]
    for units in dict.fromkeys(lengths):
        if 0 < units <= most:
            yield March(names, (Step("ahead", units),))
    enemies = sorted(state.bases_on_table(other(state.seat)),
                     key=lambda enemy: distance(state.placed_base(enemy).pose.spot, pose.spot))
    wide = 2 * MU * sum(1 for slot in body if not _behind_another(state, slot, body))
    turns = [normalised_angle(state.placed_base(enemy).pose.angle + FULL_TURN // 2 - pose.angle)
             for enemy in enemies[:1]]
    for turn in dict.fromkeys((*turns, 10 * DEGREE, -10 * DEGREE)):
        kind, cost = ("right" if turn > 0 else "left"), wheel_cost(wide, abs(turn))
        if turn and cost < most:
            more = (Step("ahead", min(most - cost, 2 * MU)),) if room is None or room > most else ()
            yield March(names, (Step(kind, abs(turn)), *more))  # type: ignore[arg-type]
    for enemy in enemies[:2]:
        second = state.placed_base(enemy)
        aside = (beside_by(pose, second.pose.spot) + BASE // 2) % BASE - BASE // 2
        if room is not None and 0 < abs(aside) and abs(aside) + room <= most and abs(aside) <= MU:
            step = Step("shift-right" if aside > 0 else "shift-left", abs(aside))
            yield March(names, (step, Step("ahead", room)))
    if enemies and distance(state.placed_base(enemies[0]).pose.spot, pose.spot) < 2 * BASE:
        yield March(names, (Step("back", most),))


def advance(state: RenaissanceState, body: Sequence[Slot]) -> Alternatives:
    """The advance of a part of the line: to the enemy or the full move; else as far as slow going, or a single MU."""
    most, room = min(full_move(state, slot) for slot in body), room_ahead(state, body)
    full = room if room is not None and 0 < room < most else most
    names = tuple(state.roster[slot].id for slot in body)
    lengths = (full, *(units for units in (DISTANCES.bad_going, DISTANCES.river, MU) if units < full))
    return tuple(March(names, (Step("ahead", units),)) for units in dict.fromkeys(lengths))


def charges(state: RenaissanceState, movers: Sequence[Slot]) -> Iterator[Alternatives]:
    """Charges of single bases on every side of every enemy in reach, straight or by a detour: first the most promising,
    then the nearest for each base."""
    pairs = [(slot, enemy) for _, slot, enemy in TableScene(state).attacks(state.seat) if slot in movers]
    pairs += sorted(((slot, enemy) for slot in movers for enemy in state.bases_on_table(other(state.seat))
                     if not state.element(slot).wheeled and state.kind(slot) not in GENERALS),
                    key=lambda pair: distance(*(state.placed_base(base).pose.spot for base in pair)))
    for slot, enemy in dict.fromkeys(pairs):
        base, most, second = state.placed_base(slot), _allowance_here(state, slot), state.placed_base(enemy)
        if distance(base.pose.spot, second.pose.spot) <= most + BASE:
            edges = sorted(range(4), key=lambda edge: distance(lined_up(base.base, second, edge).spot, base.pose.spot))
            for edge in edges[:3]:
                yield from _moves_to(state, slot, most, lined_up(base.base, second, edge))


def _moves_to(state: RenaissanceState, slot: Slot, most: int, pose: Pose) -> Iterator[Alternatives]:
    """The moves of a base to a free place within its allowance, straight or by a detour."""
    one = state.placed_base(slot)
    ways = tuple(RenaissanceMove(state.roster[slot].id, legs) for legs in (
        (pose,), (moved_ahead(pose, -MU), pose), (moved_ahead(pose, -BASE), pose))
        if sum(distance_moved(one.base, start, end) for start, end in pairwise((one.pose, *legs))) <= most)
    if ways and has_room(state, one.base.corners(pose), {slot}):
        yield ways


def raids(state: RenaissanceState, movers: Sequence[Slot]) -> Iterator[Alternatives]:
    """Charges of single bases on every side of the enemy's camp, straight or by a detour."""
    camp = state.camps[other(state.seat)]
    if camp is None or camp.sacked:
        return
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = camp.outline
    sides = (((ax + bx) // 2, (ay + by) // 2, FULL_TURN // 2), ((bx + cx) // 2, (by + cy) // 2, 3 * FULL_TURN // 4),
             ((cx + dx) // 2, (cy + dy) // 2, 0), ((dx + ax) // 2, (dy + ay) // 2, FULL_TURN // 4))
    for slot in movers:
        if not state.element(slot).wheeled and state.kind(slot) not in GENERALS:
            most = _allowance_here(state, slot)
            for x, y, turned in sides:
                if distance(state.placed_base(slot).pose.spot, (x, y)) <= most:
                    yield from _moves_to(state, slot, most, Pose(x, y, (camp.pose.angle + turned) % FULL_TURN))


def camp_guards(state: RenaissanceState, movers: Sequence[Slot]) -> Iterator[Alternatives]:
    """Moves of the nearest foot into its own camp while an enemy is near the camp, and out of it otherwise."""
    camp = state.camps[state.seat]
    if camp is None or camp.sacked or camp.garrison == f"{SEATS[state.seat]}-cf1":
        return
    spot = camp.pose.spot
    near = any(distance(state.placed_base(enemy).pose.spot, spot) < full_move(state, enemy) + 2 * BASE
               for enemy in state.bases_on_table(other(state.seat)))
    if camp.garrison and not near:
        slot = state.slots[UnitName(camp.garrison)]
        yield (LeaveCamp(state.id(slot), moved_ahead(pose_in_camp(state, slot), CAMP_SIZE.depth)),)
    if not camp.garrison and near:
        foot = [slot for slot in movers if not state.element(slot).mounted and not state.element(slot).wheeled]
        for slot in sorted(foot, key=lambda one: distance(state.placed_base(one).pose.spot, spot))[:2]:
            yield (EnterCamp(state.id(slot)),)


def escapes(state: RenaissanceState, movers: Sequence[Slot]) -> Iterator[Alternatives]:
    """Moves back for bases that the enemy could attack with advantage, the likeliest targets first."""
    for _, _, slot in TableScene(state).attacks(other(state.seat)):
        if slot in movers:
            pose, most = state.placed_base(slot).pose, _allowance_here(state, slot)
            for units in (most, most // 2):
                yield (RenaissanceMove(state.id(slot), (moved_ahead(pose, -units),)),)


def moves_to_goals(state: RenaissanceState, movers: Sequence[Slot],
                   goals: Mapping[Slot, Goal]) -> Iterator[Alternatives]:
    """Moves of single bases straight towards their goals, as far as they may go."""
    for slot in movers:
        goal = goals.get(slot)
        if goal is None:
            continue
        pose, most = state.placed_base(slot).pose, _allowance_here(state, slot)
        far = hypot(goal.x - pose.x, goal.y - pose.y)
        if far > max(goal.within, MU):
            angle = _bearing_of(goal.x - pose.x, goal.y - pose.y)
            facing = pose._replace(angle=angle)
            long = min(most, round(far))
            yield tuple(RenaissanceMove(state.id(slot), (moved_ahead(facing, units),)) for part in (1.0, 0.8, 0.55, 0.3)
                        if (units := int(part * long)) > 0)


def wheels(state: RenaissanceState, body: Sequence[Slot], goals: Mapping[Slot, Goal]) -> Iterator[Alternatives]:
    """Wheels of a part of the line towards its goals, each followed by a march ahead."""
    wanted = [goals[slot] for slot in body if slot in goals]
    if not wanted:
        return
    pose = state.placed_base(body[0]).pose
    x, y = (sum(each[n] for each in wanted) / len(wanted) for n in (0, 1))
    if hypot(x - pose.x, y - pose.y) > max(MU, min(each.within for each in wanted)):
        names, most = tuple(state.id(slot) for slot in body), min(full_move(state, slot) for slot in body)
        turn = normalised_angle(_bearing_of(x - pose.x, y - pose.y) - pose.angle)
        wide = 2 * MU * sum(1 for slot in body if not _behind_another(state, slot, body))
        ways = []
        for part in (1.0, 0.5, 0.25):
            angle = round(abs(turn) * part)
            distance_left = most - wheel_cost(wide, angle)
            if angle >= DEGREE and distance_left > 0:
                ways.append(March(names, (Step("right" if turn > 0 else "left", angle), Step("ahead", distance_left))))
        if ways:
            yield tuple(ways)


def _bearing_of(dx: float, dy: float) -> int:
    """The facing towards a point at the given distances to the east and south."""
    return round(degrees(atan2(dx, -dy)) * DEGREE) % FULL_TURN


def support_moves(state: RenaissanceState, movers: Sequence[Slot]) -> Iterator[Alternatives]:
    """Moves to places behind and beside friends: rear support, flank support, overlap, a gap in the line, the general's
    place."""
    for slot in movers:
        piece, base, most = state.roster[slot], state.placed_base(slot), _allowance_here(state, slot)
        for mate in state.bases_on_table(state.seat):
            second = state.placed_base(mate)
            if mate == slot or distance(base.pose.spot, second.pose.spot) > most + BASE:
                continue
            rear = moved_ahead(second.pose, -second.base.depth)
            places = [rear] if piece.kind in GENERALS else [
                *([rear] if state.roster[mate].kind == piece.kind or piece.kind == "sk" else []),
                *(Pose(*point_at(second.pose, side * BASE, 0), second.pose.angle) for side in (-1, 1))]
            for pose in places:
                if MU // 10 < distance(base.pose.spot, pose.spot):
                    yield from _moves_to(state, slot, most, pose)


def single_moves(state: RenaissanceState, movers: Sequence[Slot]) -> Iterator[Alternatives]:
    """Moves of single bases: ahead, towards the nearest enemy, back. One candidate for every base comes before the
    second for any."""
    enemies = [state.placed_base(enemy).pose for enemy in state.bases_on_table(other(state.seat))]
    if not enemies:
        return
    for part in range(6):
        for slot in movers:
            name, pose, most = state.roster[slot].id, state.placed_base(slot).pose, _allowance_here(state, slot)
            near = min(enemies, key=lambda second: distance(second.spot, pose.spot))
            back = pose._replace(angle=(near.angle + FULL_TURN // 2) % FULL_TURN)
            slow = [units for units in (DISTANCES.bad_going, DISTANCES.river) if units < most]
            ways = ([moved_ahead(pose, units) for units in (most, *slow)],
                    [moved_ahead(back, most // 2), moved_ahead(back, MU)],
                    [moved_ahead(pose, most // 2)], [back], [moved_ahead(pose, -MU)], [moved_ahead(pose, -most // 2)])
            if back != pose or part not in (1, 3):
                yield tuple(RenaissanceMove(name, (end,)) for end in ways[part])


def _allowance_here(state: RenaissanceState, slot: Slot) -> int:
    """The distance in units that a base may move on the terrain at its place."""
    kind, corners, most = state.roster[slot].kind, state.placed_base(slot).corners, full_move(state, slot)
    if state.ground.going(corners, camels=kind == "cm") == "bad":
        return min(most, allowance(kind, "bad"))
    wet = state.river != "paltry" and "river" in state.ground.kinds_under(corners)
    return min(most, DISTANCES.river) if wet else most
