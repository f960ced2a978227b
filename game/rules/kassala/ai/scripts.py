"""Scripts for Kassala: plans for a whole game that a seat follows by simple rules, without search.

A plan gives the destinations of units, the enemies to attack and the risk to accept. Moves to attack are chosen by the
expected gain of the units that can come together this turn. Losses, advances and attacks are the actions with the
highest prior of the evaluator's shortlist.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from game.board.hexgrid import Hex, hexes_in
from game.core.action import Action
from game.core.contract import Rules
from game.core.evaluator import Script, Weighed
from game.core.indices import Seat, Slot, other, slots_in
from game.core.message import Message, say
from game.rules.kassala.actions import EndMovement, EndSetup, KassalaMove, KassalaPlace
from game.rules.kassala.ai.fights import Team
from game.rules.kassala.ai.threats import Threats, contexts_ahead
from game.rules.kassala.odds import CRT
from game.rules.kassala.sequence import KassalaPhase
from game.rules.kassala.state import OUT, KassalaState, enemy_zone, player_turns_left, zone_of_control
from game.rules.kassala.terrain import KASSALA, UDAKA
from game.rules.kassala.units import CAVALRY, CHRISTIAN, INFANTRY, MOSLEM, ROSTER, SIDE_UNITS, SLOT

Goals = Callable[[KassalaState, Slot], int]
"""A function that returns the mask of a unit's destination hexes."""

SAFE_COLUMN = CRT.columns.index((1, 1))
"""The best column on which defenders are never eliminated outright (no DE); by default a unit avoids hexes where the
enemy can attack it on a better column."""
NO_RISK = -1
"""The risk of a plan that avoids every hex where the enemy can attack."""
ANY_RISK = 99
"""The risk of a plan that avoids no hex: more than any column."""
UNREACHABLE = 99
"""The distance in movement points assumed to hexes that cannot be reached."""
LEAST_GAIN = 0.01
"""The least expected gain in score for which units move up to an attack; chosen by hand."""
LAST_TURN_PLAYER_TURNS = 2
"""Player turns to come, the present one included, at the start of the last turn."""
LAST_TWO_TURNS_PLAYER_TURNS = 4
"""The same at the start of the last turn but one. Units that left the towns then return to them."""
DASH_PLAYER_TURNS = 6
"""The same at the start of the last three turns, when a waiting side attacks; chosen by hand."""
SOUTH_ROW = 6
"""The northernmost row where a side that refuses battle waits; chosen: infantry reaches a town from it in two turns."""


@dataclass(frozen=True, slots=True)
class KassalaPlan:
    """The plan of one script."""

    name: str
    title: Message
    goals: Goals
    attack_zone: Callable[[KassalaState], int]
    """The mask of hexes in which the plan attacks enemies at good odds."""
    leaves_towns: Callable[[KassalaState], bool] = lambda state: False
    """Whether units may leave their posts in a town, even the last one there."""
    risk: Callable[[KassalaState], int] = lambda state: SAFE_COLUMN
    """The highest column (by index) of the enemy's attack on a unit at its destination that the plan accepts."""
    town: str = ""
    """The kind of town of a plan for one town only, e.g. ``KASSALA``; empty for a plan for both towns or neither."""


def agrees_with_script(state: KassalaState, script: str, plan: Sequence[Action]) -> bool:
    """Whether a movement is consistent with a script. In a script for one town no unit leaves that town, moves to the
    other town or next to it, or ends next to an enemy there; every movement agrees with the other scripts."""
    seat, ground = state.now.seat, state.setting.ground
    town = next((plan.town for plan in PLANS[seat] if plan.name == script), "")
    if not town:
        return True
    other_town = ground.towns[UDAKA if town == KASSALA else KASSALA]
    at_other_town, zone = other_town | _around(state, other_town), enemy_zone(state, seat)
    ends = {SLOT[action.unit]: ground.index[action.places[-1]] for action in plan if isinstance(action, KassalaMove)}
    for slot in slots_in(SIDE_UNITS[seat]):
        here = state.at[slot]
        end = ends.get(slot, here)
        if here < 0 or end < 0:
            continue
        leaves_town = here != end and ground.towns[town] >> here & 1 and not ground.towns[town] >> end & 1
        if leaves_town or (at_other_town >> end & 1 and (here != end or zone >> end & 1)):
            return False
    return True


def scripts_of(
    rules: Rules[KassalaState], threats: Callable[[KassalaState], Threats],
    shortlist: Callable[[KassalaState], Sequence[Weighed]], seat: Seat,
) -> Sequence[Script]:
    """The scripts of a seat.

    :param threats: a function that returns the threat estimates of a state's setting.
    :param shortlist: a function that returns the candidate actions in combats, with their priors.
    """
    return [Script(plan.name, plan.title, partial(_choice, plan, rules, threats, shortlist)) for plan in PLANS[seat]]


def _choice(plan: KassalaPlan, rules: Rules[KassalaState], threats: Callable[[KassalaState], Threats],
            shortlist: Callable[[KassalaState], Sequence[Weighed]], state: KassalaState) -> Action:
    """The next action of a plan."""
    if state.frame is None and state.now.phase == KassalaPhase.SETUP:
        return _best_placement(plan, rules, state)
    if state.frame is not None or state.now.phase != KassalaPhase.MOVEMENT:
        return max(shortlist(state), key=lambda option: option.prior).action
    return PlannedMovement(plan, rules, threats(state), state).next()


def _best_placement(plan: KassalaPlan, rules: Rules[KassalaState], state: KassalaState) -> Action:
    """The placement of the next unit yet to deploy, as near to its goal as possible: first infantry, the strongest
    first, then other units in roster order. The end of the set-up if all are placed."""
    placements = [action for action in rules.candidates(state) if isinstance(action, KassalaPlace)]
    if not placements:
        return EndSetup()
    index = state.setting.ground.index

    def sort_key(action: KassalaPlace) -> tuple[int, int, int]:
        slot = SLOT[action.unit]
        unit = ROSTER[slot]
        return -unit.strength * (unit.arm == INFANTRY), slot, _points_to_goal(state, slot, index[action.place],
                                                                              plan.goals(state, slot))

    return min(placements, key=sort_key)


def _points_to_goal(state: KassalaState, slot: Slot, h: Hex, goals: int) -> int:
    """The movement points from a hex to the nearest goal, without units in the way; for cannon as for infantry.

    :param goals: the mask of the goals; 0 points for an empty mask.
    """
    ground, arm = state.setting.ground, ROSTER[slot].arm
    if arm not in (INFANTRY, CAVALRY):
        arm = INFANTRY
    points = ground.fewest_points(arm, h)
    return min((0 if goal == h else points.get(goal, UNREACHABLE) for goal in hexes_in(goals)), default=0)


class PlannedMovement:
    """The next action of a plan in a movement phase."""

    def __init__(self, plan: KassalaPlan, rules: Rules[KassalaState], threats: Threats, state: KassalaState) -> None:
        self.plan, self.threats, self.state = plan, threats, state
        self.seat = state.now.seat
        self.ground = state.setting.ground
        self.turns_left = player_turns_left(state)
        self.moves: dict[Slot, dict[Hex, KassalaMove]] = {}
        """Unit that can move -> end hex -> its move there."""
        for action in rules.candidates(state):
            if isinstance(action, KassalaMove):
                ends = self.moves.setdefault(SLOT[action.unit], {})
                ends[self.ground.index[action.path[-1]]] = action
        self.zone = enemy_zone(state, self.seat)

    def next(self) -> Action:
        """The next move: into a town in the last turn, to an attack, or a march; else the end of movement."""
        for choice in (self._into_town(), self._assault(), self._march()):
            if choice is not None:
                slot, end = choice
                return self.moves[slot][end]
        return EndMovement()

    def _available_units(self) -> Iterator[Slot]:
        """The units that can move, the strongest first, without those that must hold a town."""
        towns, holds_towns = self.ground.towns.values(), not self.plan.leaves_towns(self.state)
        for slot in sorted(self.moves, key=lambda slot: (-ROSTER[slot].strength, slot)):
            here = self.state.at[slot]
            if self.seat == CHRISTIAN and holds_towns and here in self.ground.town:
                goal = self.plan.goals(self.state, slot)
                town = next(town for town in towns if town >> here & 1)
                if goal >> here & 1 or (self.state.occupied[CHRISTIAN] & town).bit_count() == 1:
                    continue
            yield slot

    def _into_town(self) -> tuple[Slot, Hex] | None:
        """In the last turn, a move into a town without Christian units: Christians thereby hold it at the end, Moslems
        keep them out. None if there is no such move."""
        state, ground = self.state, self.ground
        if self.turns_left > LAST_TURN_PLAYER_TURNS:
            return None
        for town in ground.towns.values():
            if not state.occupied[CHRISTIAN] & town:
                entries = [
                    (slot, end) for slot in self._available_units() for end in self.moves[slot] if town >> end & 1]
                if entries:
                    return min(entries, key=lambda pair: (bool(self.zone >> pair[1] & 1), -ROSTER[pair[0]].strength))
        return None

    def _assault(self) -> tuple[Slot, Hex] | None:
        """The first move of the best concentration against an enemy; None if no concentration gains enough."""
        state, threats, enemy = self.state, self.threats, self.state.occupied[other(self.seat)]
        contexts = contexts_ahead(threats.combats.prospects, state.at, self.turns_left - 1)
        places = list(state.at)
        mobile = [(slot, sum(1 << end for end in self.moves[slot])) for slot in self._available_units()]
        best: tuple[float, Team] = (threats.gain(places, (), self.seat, contexts) + LEAST_GAIN, ())
        for h in hexes_in(enemy & self.plan.attack_zone(state)):
            team = threats.team(h, self.ground.adjacent[h], mobile)
            for size in range(1, len(team) + 1):
                best = max(best, (threats.gain(places, team[:size], self.seat, contexts), team[:size]))
        return best[1][0] if best[1] else None

    def _march(self) -> tuple[Slot, Hex] | None:
        """The move of the first unit that can get nearer to its goal, or out of danger, without moving next to an
        enemy; None if no unit can."""
        state, risk = self.state, self.plan.risk(self.state)
        for slot in self._available_units():
            goals, here = self.plan.goals(state, slot), state.at[slot]
            danger_here, points_here = self._excess_danger(slot, here, risk), _points_to_goal(state, slot, here, goals)
            ends = sorted((_points_to_goal(state, slot, end, goals), end) for end in self.moves[slot]
                          if not self.zone >> end & 1)
            for points, end in ends:
                if danger_here == 0 and points >= points_here:
                    break
                danger = self._excess_danger(slot, end, risk)
                if (danger, points) < (danger_here, points_here):
                    return slot, end
        return None

    def _excess_danger(self, slot: Slot, end: Hex, risk: int) -> int:
        """The number of columns by which the enemy's strongest attack on a unit in a hex exceeds the plan's risk; at
        least 0."""
        places = list(self.state.at)
        places[slot] = end
        return max(0, self.threats.strongest_column(places, end, other(self.seat)) - risk)


def _around(state: KassalaState, town: int) -> int:
    """The mask of hexes next to those of a mask, without them."""
    return zone_of_control(state.setting.ground, town) & ~town


def _siege(kind: str, state: KassalaState, slot: Slot) -> int:
    """The mask of the destinations of a Moslem unit that besieges a town: next to it while Christians hold it; then,
    for infantry, its free hexes. The others go on to the other town: next to it while Christians hold it, and cavalry
    in any case; else into it."""
    towns = state.setting.ground.towns
    town = towns[kind]
    unit = ROSTER[slot]
    if state.occupied[CHRISTIAN] & town:
        return _around(state, town)
    own_hex = 1 << state.at[slot] if state.at[slot] >= 0 else 0
    open_hexes = town & (~state.occupied[MOSLEM] | own_hex)
    if unit.arm == INFANTRY and open_hexes:
        return open_hexes
    other_town = towns[UDAKA if kind == KASSALA else KASSALA]
    stays_outside = unit.arm == CAVALRY or bool(state.occupied[CHRISTIAN] & other_town)
    return _around(state, other_town) if stays_outside else other_town


def _nearest_siege(state: KassalaState, slot: Slot) -> int:
    """The mask of the destinations of a Moslem unit that besieges the town nearest to it."""
    towns = state.setting.ground.towns
    here = state.at[slot]
    if here < 0:
        return _siege(KASSALA if ROSTER[slot].arm == CAVALRY else UDAKA, state, slot)
    kind = min((UDAKA, KASSALA), key=lambda kind: _points_to_goal(state, slot, here, _around(state, towns[kind])))
    return _siege(kind, state, slot)


def _whole_map(state: KassalaState) -> int:
    return (1 << len(state.setting.ground.ids)) - 1


def _is_waiting(state: KassalaState) -> bool:
    return player_turns_left(state) > DASH_PLAYER_TURNS


def _posts(state: KassalaState, kinds: Sequence[str]) -> dict[Slot, int]:
    """Christian unit -> the mask of its posts in the defence of some towns. Each town hex goes to the nearest infantry
    unit, at equal distance the strongest; the posts of the others are all hexes next to the towns."""
    ground = state.setting.ground
    posts: dict[Slot, int] = {}
    units = [unit for unit in ROSTER if unit.seat == CHRISTIAN and state.at[unit.slot] != OUT]
    infantry = [unit for unit in units if unit.arm == INFANTRY]
    around = 0
    for kind in kinds:
        around |= _around(state, ground.towns[kind])
        for h in hexes_in(ground.towns[kind]):
            without_post = [unit for unit in infantry if unit.slot not in posts]
            if without_post:
                chosen = min(without_post, key=lambda unit: (
                    _points_to_goal(state, unit.slot, state.at[unit.slot], 1 << h) if state.at[unit.slot] >= 0 else 0,
                    -unit.strength, unit.slot))
                posts[chosen.slot] = 1 << h
    for unit in units:
        posts.setdefault(unit.slot, around)
    return posts


def _post(kinds: Sequence[str], state: KassalaState, slot: Slot) -> int:
    """The mask of a Christian unit's posts in the defence of some towns."""
    return _posts(state, kinds)[slot]


def _in_kassala(state: KassalaState, slot: Slot) -> int:
    """The mask of a Christian unit's posts at Kassala; in the last two turns at Kassala and Udaka."""
    return _post((KASSALA, UDAKA) if _is_in_last_two_turns(state) else (KASSALA,), state, slot)


def _out_of_reach(state: KassalaState, slot: Slot) -> int:
    """The mask of the south of the map, two turns' march from the towns; in the last two turns a unit's posts at the
    towns."""
    if _is_in_last_two_turns(state):
        return _post((UDAKA, KASSALA), state, slot)
    ground = state.setting.ground
    return sum(1 << h for name, h in ground.index.items() if int(name[2:]) >= SOUTH_ROW)


def _is_in_last_two_turns(state: KassalaState) -> bool:
    return player_turns_left(state) <= LAST_TWO_TURNS_PLAYER_TURNS


def _around_enemies(state: KassalaState, slot: Slot) -> int:
    """The mask of the hexes next to Moslem units; for a unit in a town or yet to be set up, its posts in the defence of
    both towns."""
    if state.at[slot] in state.setting.ground.town or state.at[slot] < 0:
        return _post((UDAKA, KASSALA), state, slot)
    return _around(state, state.occupied[MOSLEM])


def _town_hexes(state: KassalaState) -> int:
    return state.setting.ground.town_mask


PLANS: dict[Seat, tuple[KassalaPlan, ...]] = {
    MOSLEM: (
        KassalaPlan("all-on-kassala", say("the all-out attack on Kassala"), partial(_siege, KASSALA),
                    _whole_map, town=KASSALA),
        KassalaPlan("all-on-udaka", say("the all-out attack on Udaka"), partial(_siege, UDAKA), _whole_map,
                    town=UDAKA),
        KassalaPlan("both-towns", say("the attack on both towns"), _nearest_siege, _whole_map),
        KassalaPlan("wait-and-dash", say("the dash in the last turns"), _nearest_siege,
                    lambda state: 0 if _is_waiting(state) else _whole_map(state),
                    risk=lambda state: NO_RISK if _is_waiting(state) else ANY_RISK),
        KassalaPlan("storm", say("the assault at any cost"), _nearest_siege, _whole_map, risk=lambda state: ANY_RISK),
    ),
    CHRISTIAN: (
        KassalaPlan("hold-both", say("the defence of both towns"), partial(_post, (UDAKA, KASSALA)), _town_hexes),
        KassalaPlan("hold-and-strike", say("the active defence of both towns"),
                    partial(_post, (UDAKA, KASSALA)), _whole_map),
        KassalaPlan("all-in-kassala", say("the all-out defence of Kassala"), _in_kassala, _whole_map,
                    leaves_towns=lambda state: not _is_in_last_two_turns(state), town=KASSALA),
        KassalaPlan("refuse-and-return", say("the retreat and the late return"), _out_of_reach,
                    _town_hexes, leaves_towns=lambda state: not _is_in_last_two_turns(state),
                    risk=lambda state: ANY_RISK if _is_in_last_two_turns(state) else NO_RISK),
        KassalaPlan("sortie", say("the sortie against the nearest enemy"), _around_enemies, _whole_map),
    ),
}
