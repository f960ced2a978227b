"""Candidate moves of a bound. Parts of the battle line advance, wheel, level up and close with the enemy; single bases
charge, support, overlap, fill a gap, guard a flank, break off or move back.

Lengths and angles are chosen, not measured.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, groupby, islice, pairwise, zip_longest
from math import atan2, degrees, hypot
from types import MappingProxyType

from game.board.manoeuvre import (
    PlacedBase,
    ahead_by,
    beside_by,
    lined_up,
    moved_ahead,
    normalised_angle,
    point_at,
    swept,
)
from game.board.measuring import distance, distance_moved
from game.core.field_types import UnitName
from game.core.indices import Slot, other
from game.core.pose import BASE, DEGREE, FULL_TURN, Pose
from game.rules.renaissance.ai.scene import TableScene
from game.rules.renaissance.ai.worth import Goal, camp_raid
from game.rules.renaissance.engine.actions import (
    BreakOff,
    EnterCamp,
    LeaveCamp,
    March,
    RenaissanceMove,
    Step,
    StepKind,
)
from game.rules.renaissance.engine.bases import friends_beside, outward_edges
from game.rules.renaissance.engine.contact import has_room
from game.rules.renaissance.engine.ground import BAD_GOING
from game.rules.renaissance.engine.limits import allowance_here, full_move
from game.rules.renaissance.engine.moves import why_no_move
from game.rules.renaissance.engine.routes import formation, wheel_cost, wheel_radius
from game.rules.renaissance.engine.sampling import movable_groups, room_ahead
from game.rules.renaissance.engine.special_moves import enemies_in_front, pose_in_camp
from game.rules.renaissance.engine.state import CAMP_SIZE, NOBODY, RenaissanceState
from game.rules.renaissance.engine.tables import DISTANCES, GENERALS
from game.rules.renaissance.engine.words import MU

MAX_ESCAPES = 6
"""Number of moves out of the enemy's reach tried before other moves; each base has two."""
GUARDS_TRIED = 2
"""Number of the bases nearest to the camp whose moves to guard it are tried."""
SAME_FILE_OFFSET = MU // 4
"""The largest offset sideways, in units, of bases that stand one behind the other."""
MATES_DISTANCE = 2 * BASE
"""The distance in units within which a base is near another of its side."""
MARCH_BACK_DISTANCE = 2 * BASE
"""The distance in units from the nearest enemy within which a part of the line may march back."""
PAIRS_DISTANCE = 4 * BASE
"""The distance in units from an enemy within which a line is divided into pairs, too."""
SHORTEST_MOVE = MU // 10
"""The shortest move ahead, in units, that is worth a try."""

Move = RenaissanceMove | March | BreakOff | EnterCamp | LeaveCamp
Alternatives = tuple[Move, ...]
"""Moves of which the first legal one is used."""


def candidate_moves(state: RenaissanceState, near: Collection[Slot] = (),
                    goals: Mapping[Slot, Goal] = MappingProxyType({})) -> Iterator[Alternatives]:
    """Candidate moves, the most promising kinds first.

    :param near: restricts the moves, break-offs excepted, to bases near these and to their groups; empty for all bases.
    :param goals: places towards which bases should move.
    """
    movers = [slot for slot in state.bases_on_table(state.seat) if why_no_move(state, slot) is None]
    nearby_movers = movers if not near else [
        slot for slot in movers if any(distance(state.placed_base(slot).pose.spot, state.placed_base(mate).pose.spot)
                                       < MATES_DISTANCE for mate in near)]
    scene = TableScene(state)
    likely_attacks = [(slot, enemy) for _, slot, enemy in scene.attacks(state.seat) if slot in nearby_movers]
    for slot, enemy in likely_attacks:
        yield from charges_on(state, slot, enemy)
    yield from break_offs(state)
    yield from raids(state, nearby_movers)
    yield from camp_guards(scene, nearby_movers)
    yield from islice(escapes(scene, nearby_movers), MAX_ESCAPES)
    parts = [part for part in line_parts(state, movers) if not near or not set(part).isdisjoint(nearby_movers)]
    marches_by_part = [marches(state, part) for part in parts]
    singles = single_moves(state, nearby_movers)
    # Both columns below draw from ``singles``, so that each of its moves comes once.
    ahead_or_alone = chain((advance(state, part) for part in parts), islice(singles, len(nearby_movers)))
    marches_ahead = ((march,) for alternatives in marches_by_part for march in alternatives)
    towards_goals = chain((alternatives for part in parts for alternatives in wheels(state, part, goals)),
                          moves_to_goals(state, nearby_movers, goals))
    rounds = zip_longest(charges(state, nearby_movers, likely_attacks), support_moves(state, nearby_movers),
                        chain(ahead_or_alone, marches_ahead), chain(towards_goals, singles))
    yield from (alternatives for one_round in rounds for alternatives in one_round if alternatives is not None)


def break_offs(state: RenaissanceState) -> Iterator[Alternatives]:
    """Break-offs of bases with their front on an enemy or an occupied camp, legal or not."""
    for slot in state.bases_on_table(state.seat):
        if enemies_in_front(state, slot):
            yield (BreakOff(state.roster[slot].id),)


def line_parts(state: RenaissanceState, movers: Sequence[Slot]) -> Iterator[tuple[Slot, ...]]:
    """Parts of the phasing side's battle lines: whole lines, runs with clear ground ahead, runs of one move class or
    PIP cost, halves, single files, pairs near the enemy."""
    parts_yielded: set[frozenset[Slot]] = set()
    for group in movable_groups(state, movers):
        pose = state.placed_base(group[0]).pose
        front = sorted((each for each in group if not _behind_another(state, each, group)),
                       key=lambda each: beside_by(pose, state.placed_base(each).pose.spot))
        runs = [tuple(front)]
        runs += [tuple(run) for is_clear, run in groupby(front, key=lambda each: _is_clear_ahead(state, each))
                 if is_clear]
        runs += [tuple(run) for _, run in groupby(front, key=lambda each: _move_class(state, each))]
        runs += [tuple(run) for _, run in groupby(front, key=lambda each: state.element(each).extra_pip)]
        half = len(front) // 2
        runs += [tuple(front[:half]), tuple(front[half:]), *((each,) for each in front)]
        runs += pairwise(front) if any(_has_enemy_near(state, each) for each in group) else ()
        for run in runs:
            part = _with_rear(state, run, group)
            if len(part) > 1 and frozenset(part) not in parts_yielded and _is_unbroken(state, run):
                parts_yielded.add(frozenset(part))
                yield part


def _move_class(state: RenaissanceState, slot: Slot) -> tuple[bool, int]:
    """Whether a base is mounted, and its full move: bases that share both move well together."""
    return state.element(slot).mounted, full_move(state, slot)


def _behind_another(state: RenaissanceState, slot: Slot, group: Sequence[Slot]) -> bool:
    """Whether a base stands behind another of its group."""
    pose = state.placed_base(slot).pose
    return any(ahead_by(pose, state.placed_base(mate).pose.spot) > MU // 2
               and abs(beside_by(pose, state.placed_base(mate).pose.spot)) < SAME_FILE_OFFSET
               for mate in group if mate != slot)


def _is_unbroken(state: RenaissanceState, run: Sequence[Slot]) -> bool:
    """Whether every base of a part of the front touches the next."""
    return all(b in friends_beside(state, a) for a, b in pairwise(run))


def _with_rear(state: RenaissanceState, run: tuple[Slot, ...], group: Sequence[Slot]) -> tuple[Slot, ...]:
    """A part of the front with the bases behind it."""
    behind = [each for each in group if each not in run and any(
        abs(beside_by(state.placed_base(mate).pose, state.placed_base(each).pose.spot)) < SAME_FILE_OFFSET
        for mate in run)]
    return (*run, *behind)


def _has_enemy_near(state: RenaissanceState, slot: Slot) -> bool:
    """Whether an enemy is within ``PAIRS_DISTANCE`` of a base."""
    spot = state.placed_base(slot).pose.spot
    return any(distance(state.placed_base(enemy).pose.spot, spot) < PAIRS_DISTANCE
               for enemy in state.bases_on_table(other(state.seat)))


def _is_clear_ahead(state: RenaissanceState, slot: Slot) -> bool:
    """Whether the ground ahead of a base, within its move, is clear of bad going and rivers."""
    base = state.placed_base(slot)
    ground = swept(base.corners, base.base.corners(moved_ahead(base.pose, full_move(state, slot))))
    return not state.ground.kinds_under(ground) & (BAD_GOING | {"river"})


def marches(state: RenaissanceState, part: Sequence[Slot]) -> Iterator[March]:
    """Marches of a part of the line: to the enemy, level with friends, ahead by several lengths, wheels, shifts, back;
    legal or not."""
    names = tuple(state.roster[slot].id for slot in part)
    full_length = min(full_move(state, slot) for slot in part)
    pose = state.placed_base(part[0]).pose
    room = room_ahead(state, part)
    lengths = [_length_ahead(room, full_length)]
    lengths += [gap for mate in state.bases_on_table(state.seat)
                if mate not in part and state.placed_base(mate).pose.angle == pose.angle
                and SHORTEST_MOVE < (gap := ahead_by(pose, state.placed_base(mate).pose.spot)) < full_length]
    lengths += [full_length - MU, full_length // 2, MU]
    for units in dict.fromkeys(lengths):
        if 0 < units <= full_length:
            yield March(names, (Step("ahead", units),))
    enemies = sorted(state.bases_on_table(other(state.seat)),
                     key=lambda enemy: distance(state.placed_base(enemy).pose.spot, pose.spot))
    places = formation(state, part) or ()
    turns = [normalised_angle(state.placed_base(enemy).pose.angle + FULL_TURN // 2 - pose.angle)
             for enemy in enemies[:1]]
    for turn in dict.fromkeys((*turns, 10 * DEGREE, -10 * DEGREE)) if places else ():
        kind: StepKind = "right" if turn > 0 else "left"
        cost = wheel_cost(wheel_radius(places, kind), abs(turn))
        if turn and cost < full_length:
            then_ahead = (Step("ahead", min(full_length - cost, 2 * MU)),
                          ) if room is None or room > full_length else ()
            yield March(names, (Step(kind, abs(turn)), *then_ahead))
    for enemy in enemies[:2]:
        enemy_base = state.placed_base(enemy)
        sideways = (beside_by(pose, enemy_base.pose.spot) + BASE // 2) % BASE - BASE // 2
        if room is not None and 0 < abs(sideways) and abs(sideways) + room <= full_length and abs(sideways) <= MU:
            step = Step("shift-right" if sideways > 0 else "shift-left", abs(sideways))
            yield March(names, (step, Step("ahead", room)))
    if enemies and distance(state.placed_base(enemies[0]).pose.spot, pose.spot) < MARCH_BACK_DISTANCE:
        yield March(names, (Step("back", full_length),))


def advance(state: RenaissanceState, part: Sequence[Slot]) -> Alternatives:
    """The advance of a part of the line: to the enemy or the full move; if that is illegal, as far as bad going or a
    river allows, or 1 MU."""
    full_length, room = min(full_move(state, slot) for slot in part), room_ahead(state, part)
    full, names = _length_ahead(room, full_length), tuple(state.id(slot) for slot in part)
    lengths = (full, *(units for units in (DISTANCES.bad_going, DISTANCES.river, MU) if units < full))
    return tuple(March(names, (Step("ahead", units),)) for units in dict.fromkeys(lengths))


def _length_ahead(room: int | None, full_length: int) -> int:
    """The length of a march straight ahead: to the enemy in the way, or the full length.

    :param room: the distance ahead to the enemy, in units; None if none is in the way.
    """
    return room if room is not None and 0 < room < full_length else full_length


def charges(state: RenaissanceState, movers: Sequence[Slot],
            except_pairs: Collection[tuple[Slot, Slot]] = ()) -> Iterator[Alternatives]:
    """Charges of single bases on every enemy in reach, the nearest first.

    :param except_pairs: pairs of base and enemy that are left out.
    """
    pairs = sorted(((slot, enemy) for slot in movers for enemy in state.bases_on_table(other(state.seat))
                    if not state.element(slot).wheeled and state.kind(slot) not in GENERALS),
                   key=lambda pair: distance(*(state.placed_base(base).pose.spot for base in pair)))
    for slot, enemy in pairs:
        if (slot, enemy) not in except_pairs:
            yield from charges_on(state, slot, enemy)


def charges_on(state: RenaissanceState, slot: Slot, enemy: Slot) -> Iterator[Alternatives]:
    """Charges of a base on the three nearest sides of an enemy, straight or by a detour; none if it is out of reach."""
    base, allowance, target = state.placed_base(slot), allowance_here(state, slot), state.placed_base(enemy)
    if distance(base.pose.spot, target.pose.spot) <= allowance + BASE:
        edges = sorted(range(4), key=lambda edge: distance(lined_up(base.base, target, edge).spot, base.pose.spot))
        for edge in edges[:3]:
            yield from _moves_to(state, slot, allowance, lined_up(base.base, target, edge))


def _moves_to(state: RenaissanceState, slot: Slot, allowance: int, pose: Pose) -> Iterator[Alternatives]:
    """The moves of a base to a free place within its allowance, straight or by a detour.

    :param allowance: units that the base may move.
    """
    placed = state.placed_base(slot)
    moves = tuple(RenaissanceMove(state.roster[slot].id, legs) for legs in (
        (pose,), (moved_ahead(pose, -MU), pose), (moved_ahead(pose, -BASE), pose))
        if sum(distance_moved(placed.base, start, end)
               for start, end in pairwise((placed.pose, *legs))) <= allowance)
    if moves and has_room(state, placed.base.corners(pose), {slot}):
        yield moves


def raids(state: RenaissanceState, movers: Sequence[Slot]) -> Iterator[Alternatives]:
    """Charges of single bases on every side of the enemy's camp, straight or by a detour."""
    camp = state.camps[other(state.seat)]
    if camp is None or camp.sacked:
        return
    sides = [side for side, _ in outward_edges(PlacedBase(CAMP_SIZE, camp.pose))]
    for slot in movers:
        if not state.element(slot).wheeled and state.kind(slot) not in GENERALS:
            allowance = allowance_here(state, slot)
            for side in sides:
                if distance(state.placed_base(slot).pose.spot, side.spot) <= allowance:
                    inward = side._replace(angle=(side.angle + FULL_TURN // 2) % FULL_TURN)
                    yield from _moves_to(state, slot, allowance, inward)


def camp_guards(scene: TableScene, movers: Sequence[Slot]) -> Iterator[Alternatives]:
    """Moves of the nearest bases to guard their camp, if an enemy can be there before them: back towards it, and of
    foot into it. If no enemy threatens the camp, the move of a garrison out of it."""
    state = scene.state
    camp = state.camps[state.seat]
    if camp is None or camp.sacked:
        return
    raid, spot = camp_raid(scene, state.seat), camp.pose.spot
    garrison = state.slots[UnitName(camp.garrison)] if camp.garrison else NOBODY
    if raid is None and garrison != NOBODY and state.kind(garrison) != "cf":
        yield (LeaveCamp(state.id(garrison), moved_ahead(pose_in_camp(state, garrison), CAMP_SIZE.depth)),)
    if raid is None or not raid.delay:
        return
    guards = sorted((slot for slot in movers if not state.element(slot).wheeled and state.kind(slot) not in GENERALS),
                    key=lambda each: distance(state.placed_base(each).pose.spot, spot))
    if not camp.garrison:
        for slot in [each for each in guards if not state.element(each).mounted][:GUARDS_TRIED]:
            yield (EnterCamp(state.id(slot)),)
    front = moved_ahead(camp.pose, CAMP_SIZE.depth)
    yield from moves_to_goals(state, guards[:GUARDS_TRIED], dict.fromkeys(guards, Goal(front.x, front.y, pull=0.0)))


def escapes(scene: TableScene, movers: Sequence[Slot]) -> Iterator[Alternatives]:
    """Moves back for bases that the enemy could attack with advantage, the most valuable targets first."""
    state = scene.state
    for _, _, slot in scene.attacks(other(state.seat)):
        if slot in movers:
            pose, allowance = state.placed_base(slot).pose, allowance_here(state, slot)
            for units in (allowance, allowance // 2):
                yield (RenaissanceMove(state.id(slot), (moved_ahead(pose, -units),)),)


def moves_to_goals(state: RenaissanceState, movers: Sequence[Slot],
                   goals: Mapping[Slot, Goal]) -> Iterator[Alternatives]:
    """Moves of single bases straight towards their goals, as far as they may go."""
    for slot in movers:
        goal = goals.get(slot)
        if goal is None:
            continue
        pose, allowance = state.placed_base(slot).pose, allowance_here(state, slot)
        goal_distance = hypot(goal.x - pose.x, goal.y - pose.y)
        if goal_distance > max(goal.within, MU):
            angle = _bearing_of(goal.x - pose.x, goal.y - pose.y)
            facing = pose._replace(angle=angle)
            length = min(allowance, round(goal_distance))
            yield tuple(RenaissanceMove(state.id(slot), (moved_ahead(facing, units),)) for part in (1.0, 0.8, 0.55, 0.3)
                        if (units := int(part * length)) > 0)


def wheels(state: RenaissanceState, part: Sequence[Slot], goals: Mapping[Slot, Goal]) -> Iterator[Alternatives]:
    """Wheels of a part of the line towards its goals, each followed by a march ahead."""
    part_goals, places = [goals[slot] for slot in part if slot in goals], formation(state, part)
    if not part_goals or places is None:
        return
    pose = state.placed_base(part[0]).pose
    x, y = (sum(each[n] for each in part_goals) / len(part_goals) for n in (0, 1))
    goal_distance = hypot(x - pose.x, y - pose.y)
    if goal_distance > max(MU, min(each.within for each in part_goals)):
        names, full_length = tuple(state.id(slot) for slot in part), min(full_move(state, slot) for slot in part)
        turn = normalised_angle(_bearing_of(x - pose.x, y - pose.y) - pose.angle)
        kind: StepKind = "right" if turn > 0 else "left"
        radius, alternatives = wheel_radius(places, kind), []
        for share in (1.0, 0.5, 0.25):
            angle = round(abs(turn) * share)
            length = min(full_length - wheel_cost(radius, angle), round(goal_distance))
            if angle >= DEGREE and length > 0:
                alternatives.append(March(names, (Step(kind, angle), Step("ahead", length))))
        if alternatives:
            yield tuple(alternatives)


def _bearing_of(dx: float, dy: float) -> int:
    """The facing towards a point at the given distances to the east and south."""
    return round(degrees(atan2(dx, -dy)) * DEGREE) % FULL_TURN


def support_moves(state: RenaissanceState, movers: Sequence[Slot]) -> Iterator[Alternatives]:
    """Moves to places behind and beside friends: rear support, flank support, overlap, a gap in the line, the general's
    place."""
    for slot in movers:
        mover, base, allowance = state.roster[slot], state.placed_base(slot), allowance_here(state, slot)
        for mate in state.bases_on_table(state.seat):
            mate_base = state.placed_base(mate)
            if mate == slot or distance(base.pose.spot, mate_base.pose.spot) > allowance + BASE:
                continue
            rear = moved_ahead(mate_base.pose, -mate_base.base.depth)
            places = [rear] if mover.kind in GENERALS else [
                *([rear] if state.roster[mate].kind == mover.kind or mover.kind == "sk" else []),
                *(Pose(*point_at(mate_base.pose, side * BASE, 0), mate_base.pose.angle) for side in (-1, 1))]
            for pose in places:
                if SHORTEST_MOVE < distance(base.pose.spot, pose.spot):
                    yield from _moves_to(state, slot, allowance, pose)


def single_moves(state: RenaissanceState, movers: Sequence[Slot]) -> Iterator[Alternatives]:
    """Moves of single bases: ahead, towards the nearest enemy, back. The first candidates of all bases come before the
    second ones."""
    enemies = [state.placed_base(enemy).pose for enemy in state.bases_on_table(other(state.seat))]
    if not enemies:
        return
    for option in range(6):
        for slot in movers:
            name, pose = state.roster[slot].id, state.placed_base(slot).pose
            allowance = allowance_here(state, slot)
            turned = _turned_to(pose, min(enemies, key=lambda enemy: distance(enemy.spot, pose.spot)))
            slow_lengths = [units for units in (DISTANCES.bad_going, DISTANCES.river) if units < allowance]
            ends_turned = [moved_ahead(turned, allowance // 2), moved_ahead(turned, MU)] if turned != pose else []
            ends_by_option = ([moved_ahead(pose, units) for units in (allowance, *slow_lengths)],
                              ends_turned, [moved_ahead(pose, allowance // 2), moved_ahead(pose, MU)],
                              [turned] if turned != pose else [], [moved_ahead(pose, -MU)],
                              [moved_ahead(pose, -allowance // 2)])
            if ends := ends_by_option[option]:
                yield tuple(RenaissanceMove(name, (end,)) for end in ends)


def _turned_to(pose: Pose, enemy: Pose) -> Pose:
    """A pose turned parallel to an enemy's front if the enemy is then ahead, else straight towards the enemy."""
    parallel = pose._replace(angle=(enemy.angle + FULL_TURN // 2) % FULL_TURN)
    return (parallel if ahead_by(parallel, enemy.spot) > 0
            else pose._replace(angle=_bearing_of(enemy.x - pose.x, enemy.y - pose.y)))
