"""The deployment of a computer player's army: foot and guns in the middle, pikes two deep with shot beside them, horse
on the wings, light troops outermost, the general behind. Shifted and mirrored variants are compared; the one that best
suits the terrain and the enemy is used. The numbers are chosen, not measured."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import hypot
from typing import NamedTuple

from game.board.manoeuvre import moved_ahead, swept
from game.core.action import Action
from game.core.indices import Slot, other
from game.core.pose import BASE, Pose
from game.rules.renaissance.ai.matchups import odds
from game.rules.renaissance.ai.scene import post_of
from game.rules.renaissance.engine.actions import END, RenaissancePlace
from game.rules.renaissance.engine.deployment import bases_to_deploy, why_not_there
from game.rules.renaissance.engine.edges import INWARD_FACING
from game.rules.renaissance.engine.ground import BAD_GOING
from game.rules.renaissance.engine.scoring import CLOSE_COMBAT_ROWS, LITERAL_RESULTS
from game.rules.renaissance.engine.state import RenaissanceState
from game.rules.renaissance.engine.tables import DISTANCES, ELEMENTS, GENERALS, factor
from game.rules.renaissance.engine.words import MU, Kind

HORSE = ("kn", "pi", "cv", "el", "cm")
"""Element types of the wings, from the centre outwards."""
LIGHT_KINDS = ("lh", "dr", "sk", "ax")
"""Element types outside the wings."""
HORSE_SHARES = (0.5, 0.0, 1.0, 0.7, 0.3)
"""Shares of the horse on the left wing that are compared."""
LIGHT_SHARES = (0.5, 0.0, 1.0)
"""Shares of the light troops on the left that are compared."""
SHIFTS = range(-8 * MU, 9 * MU, 2 * MU)
"""Shifts of the whole line along the base edge that are compared, in units."""
SHIFT_COST_PER_MU = 0.01
"""Cost to a layout of each MU by which it is shifted: the centre is preferred if all else is equal."""
GENERAL_PREFERENCE: Mapping[Kind, int] = {"pk": 3, "bd": 3, "wb": 3, "ra": 2, "kn": 2, "pi": 2, "cv": 2, "sh": 1}
"""Element type -> how well a general is placed behind it; 0 for all others."""
ILLEGAL_COST = 1.0
"""Cost to a layout of each file with a base that may not be deployed in its place."""
HAMPERING_COST = 1.0
"""Cost to a layout of a general on going that makes all orders of its side cost more."""
BAD_GOING_COST = 0.8
"""Cost to a layout of each base in bad going: its line cannot move as a group. Light foot is excepted, as it moves one
by one."""
GROUND_AHEAD = 12 * MU
"""Distance in units ahead of a base within which the terrain counts."""
SLOWED_VALUE, SUFFERING_VALUE, LIGHT_VALUE, OTHER_VALUE = -0.8, -0.4, 0.2, -0.2
"""Values of bad going ahead of a base: if it slows the base, if it lowers its score, for light foot, for others."""
DEPLOYED_MATCHUP_WEIGHT = 0.8
"""Weight of the expected gain of a fight with an enemy deployed straight opposite."""
ADVANCE_TO_MEET = 8 * MU
"""Distance in units that two opponents are thought to advance before they meet."""

File = tuple[Slot, ...]
"""Bases in column, the front one first."""


class BattleOrder(NamedTuple):
    """A battle line in the deployment zone."""

    files: tuple[File, ...]
    """The files, from the army's left to its right."""
    shift: int
    """The distance in units from the middle of the base edge to the middle of the line, positive towards the army's
    right; less if the line would leave its zone."""


def deployment_actions(state: RenaissanceState) -> tuple[Action, ...]:
    """The placements of the bases still to be deployed; if some are left, an END that deploys them as the rules
    propose; and the END that begins the battle."""
    to_deploy = bases_to_deploy(state)
    best = max(_layouts(state, to_deploy), key=lambda layout: _layout_value(state, layout))
    placements = [RenaissancePlace(state.roster[slot].id, pose) for slot, pose in _poses(state, best).items()
                  if why_not_there(state, slot, pose) is None and not _in_bad_going(state, slot, pose)]
    return (*placements, *([END] if len(placements) < len(to_deploy) else []), END)


def next_placement(state: RenaissanceState) -> Action:
    """The next placement of a partly deployed army, in the layout that it would have from the start."""
    names = {state.id(slot) for slot in bases_to_deploy(state)}
    without_bases = state.with_bases({slot: {"pose": None} for slot in state.bases_on_table(state.seat)})
    actions = deployment_actions(without_bases)
    return next((action for action in actions if isinstance(action, RenaissancePlace) and action.unit in names), END)


def _layouts(state: RenaissanceState, to_deploy: Sequence[Slot]) -> Iterator[BattleOrder]:
    """The layouts that are compared."""
    kind_of = {slot: state.roster[slot].kind for slot in to_deploy}
    general = [slot for slot in to_deploy if kind_of[slot] in GENERALS]
    horse, light = ([slot for slot in to_deploy if kind_of[slot] in kinds] for kinds in (HORSE, LIGHT_KINDS))
    foot = _foot_files(kind_of, [slot for slot in to_deploy if slot not in (*general, *horse, *light)])
    horse.sort(key=lambda slot: HORSE.index(kind_of[slot]))
    for horse_share, is_reversed, light_share in product(HORSE_SHARES, (False, True), LIGHT_SHARES):
        left_horse, left_light = round(horse_share * len(horse)), round(light_share * len(light))
        files = [*((slot,) for slot in light[:left_light]), *((slot,) for slot in reversed(horse[:left_horse])),
                 *(reversed(foot) if is_reversed else foot), *((slot,) for slot in horse[left_horse:]),
                 *((slot,) for slot in light[left_light:])]
        if general and files:
            general_file = max(range(len(files)), key=lambda n: (GENERAL_PREFERENCE.get(kind_of[files[n][0]], 0),
                                                                 -abs(2 * n - len(files))))
            files[general_file] = (*files[general_file], *general)
        for shift in SHIFTS:
            yield BattleOrder(tuple(files), shift)


def _foot_files(kind_of: dict[Slot, Kind], foot: Sequence[Slot]) -> list[File]:
    """The files of the centre: pikes in pairs, one behind the other, between the shot; guns and other bases whose moves
    cost an extra PIP at the end, where they do not delay others."""
    pikes = [slot for slot in foot if kind_of[slot] == "pk"]
    slow = [slot for slot in foot if ELEMENTS[kind_of[slot]].wheeled or ELEMENTS[kind_of[slot]].extra_pip]
    shot = [slot for slot in foot if kind_of[slot] in ("sh", "bw")]
    slow_files: list[File] = [(slot,) for slot in slow]
    shot_files: list[File] = [(slot,) for slot in shot]
    main_files: list[File] = [tuple(pikes[n:n + 2]) for n in range(0, len(pikes), 2)]
    main_files += [(slot,) for slot in foot if slot not in (*pikes, *slow, *shot)]
    line: list[File] = []
    for n in range(max(len(main_files), len(shot_files))):
        line += [*shot_files[n:n + 1], *main_files[n:n + 1]]
    return [*line, *slow_files]


def _poses(state: RenaissanceState, layout: BattleOrder) -> dict[Slot, Pose]:
    """Base -> its pose in a layout."""
    edge = state.base_edges[state.seat]
    table_width, table_height = state.ground.board.size
    edge_length = table_width if edge in ("north", "south") else table_height
    first_along = edge_length // 2 + layout.shift - (len(layout.files) - 1) * BASE // 2
    least_along, most_along = DISTANCES.zone_side + MU, edge_length - DISTANCES.zone_side - MU
    first_along = max(least_along, min(first_along, most_along - (len(layout.files) - 1) * BASE))
    poses = {}
    for n, file in enumerate(layout.files):
        along, from_edge = first_along + n * BASE, DISTANCES.zone_depth
        for slot in file:
            spot = {"north": (table_width - along, from_edge), "south": (along, table_height - from_edge),
                    "west": (from_edge, along), "east": (table_width - from_edge, table_height - along)}[edge]
            poses[slot] = Pose(*spot, INWARD_FACING[edge])
            from_edge -= state.element(slot).depth
    return poses


def _in_bad_going(state: RenaissanceState, slot: Slot, pose: Pose) -> bool:
    """Whether a pose puts a mounted base in bad going; such a base is deployed as the rules propose instead."""
    kind = state.roster[slot].kind
    return ELEMENTS[kind].mounted and post_of(state.ground, kind, pose).in_bad_going


def _is_light_foot(kind: Kind) -> bool:
    """Whether a base is light and bad going does not slow it: dragoons ride (2.2)."""
    return kind in LIGHT_KINDS and not ELEMENTS[kind].slowed


def bad_going_ahead_value(kind: Kind) -> float:
    """The value, in elements, of bad going ahead of a base."""
    if ELEMENTS[kind].slowed or ELEMENTS[kind].wheeled:
        return SLOWED_VALUE
    if CLOSE_COMBAT_ROWS["bad-going"].applies(kind):
        return SUFFERING_VALUE
    return LIGHT_VALUE if _is_light_foot(kind) else OTHER_VALUE


def _layout_value(state: RenaissanceState, layout: BattleOrder) -> float:
    """The value of a layout in elements, by terrain and enemy."""
    score = 0.0
    poses = _poses(state, layout)
    literal = LITERAL_RESULTS in state.options
    enemies = [(state.roster[enemy].kind, state.placed_base(enemy).pose)
               for enemy in state.bases_on_table(other(state.seat))]
    for file in layout.files:
        slot = file[0]
        kind, pose, base = state.roster[slot].kind, poses[slot], state.element(slot).base
        if any(why_not_there(state, each, poses[each]) is not None for each in file):
            score -= ILLEGAL_COST
        score -= HAMPERING_COST * sum(post_of(state.ground, state.roster[each].kind, poses[each]).hampers
                                      for each in file)
        score -= sum(BAD_GOING_COST for each in file if not _is_light_foot(state.roster[each].kind)
                     and post_of(state.ground, state.roster[each].kind, poses[each]).in_bad_going)
        ground_ahead = swept(base.corners(pose), base.corners(moved_ahead(pose, GROUND_AHEAD)))
        if state.ground.kinds_under(ground_ahead) & BAD_GOING:
            score += bad_going_ahead_value(kind)
        for foe, foe_pose in enemies:
            x, y = moved_ahead(pose, ADVANCE_TO_MEET).spot
            foe_x, foe_y = moved_ahead(foe_pose, ADVANCE_TO_MEET).spot
            distance = hypot(x - foe_x, y - foe_y)
            if distance < 2 * BASE and foe not in GENERALS:
                gain = odds((kind, foe), (factor(kind, foe), factor(foe, kind)), literal=literal).gain
                score += DEPLOYED_MATCHUP_WEIGHT * gain * (1 - distance / (2 * BASE))
    return score - SHIFT_COST_PER_MU * abs(layout.shift) / MU
