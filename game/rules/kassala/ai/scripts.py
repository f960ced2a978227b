"""Scripts for Kassala: plans for a whole game that a seat follows by simple rules, without search.

A plan gives the destinations of units, the enemies to attack and the risk to accept. Attacks are chosen by the exact
odds of the units that can come together this turn; losses, advances and the pairing of attacks are the first choices of
a veteran's shortlist.
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
from game.rules.kassala.ai.threats import Threats, views
from game.rules.kassala.odds import CRT
from game.rules.kassala.sequence import KassalaPhase
from game.rules.kassala.state import KassalaState, enemy_zone, player_turns_left, zone_of_control
from game.rules.kassala.terrain import KASSALA, UDAKA
from game.rules.kassala.units import CAVALRY, CHRISTIAN, INFANTRY, MOSLEM, ROSTER, SIDE, SLOT

Goals = Callable[[KassalaState, Slot], int]
"""A function that returns the mask of a unit's destination hexes."""

SAFE_COLUMN = CRT.columns.index((1, 1))
"""The column on which no unit is eliminated outright; by default a unit avoids hexes where the enemy can attack it on a
better column."""
NO_RISK = -1
"""The risk of a plan that avoids every hex where the enemy can attack."""
ANY_RISK = 99
"""The risk of a plan that avoids no hex: more than any column."""
UNREACHABLE = 99
"""The distance in movement points assumed to hexes that cannot be reached."""


@dataclass(frozen=True, slots=True)
class KassalaPlan:
    """The plan of one script."""

    name: str
    title: Message
    goals: Goals
    attack_zone: Callable[[KassalaState], int]
    """The mask of hexes in which the plan attacks enemies at good odds."""
    leaves_towns: Callable[[KassalaState], bool] = lambda state: False
    """Whether the last Christian unit may leave a town."""
    risk: Callable[[KassalaState], int] = lambda state: SAFE_COLUMN
    """The best column for the enemy's attack on a unit at its destination that the plan accepts."""
    town: str = ""
    """The kind of the only town in its title; empty for a plan about both towns, or neither."""


def agrees_with_script(state: KassalaState, script: str, plan: Sequence[Action]) -> bool:
    """Whether a movement is consistent with a script for one town "with everything": no unit leaves that town, moves to
    the other town, or ends next to an enemy there."""
    seat, ground = state.now.seat, state.setting.ground
    town = next((plan.town for plan in PLANS[seat] if plan.name == script), "")
    if not town:
        return True
    other_town = ground.towns[UDAKA if town == KASSALA else KASSALA]
    elsewhere, fronts = other_town | _around(state, other_town), enemy_zone(state, seat)
    ends = {SLOT[action.unit]: ground.index[action.places[-1]] for action in plan if isinstance(action, KassalaMove)}
    for slot in slots_in(SIDE[seat]):
        here = state.at[slot]
        end = ends.get(slot, here)
        if here < 0 or end < 0:
            continue
        left = here != end and ground.towns[town] >> here & 1 and not ground.towns[town] >> end & 1
        if left or (elsewhere >> end & 1 and (here != end or fronts >> end & 1)):
            return False
    return True


def scripts_of(
    rules: Rules[KassalaState], threats: Callable[[KassalaState], Threats],
    shortlist: Callable[[KassalaState], Sequence[Weighed]], seat: Seat,
) -> Sequence[Script]:
    """The scripts of a seat.

    :param threats: gives the threat estimates of a state's setting.
    :param shortlist: gives the candidate actions in combats, with their priors.
    """
    return [Script(plan.name, plan.title, partial(_choice, plan, rules, threats, shortlist)) for plan in PLANS[seat]]


def _choice(plan: KassalaPlan, rules: Rules[KassalaState], threats: Callable[[KassalaState], Threats],
            shortlist: Callable[[KassalaState], Sequence[Weighed]], state: KassalaState) -> Action:
    if state.frame is None and state.now.phase == KassalaPhase.SETUP:
        return _best_placement(plan, rules, state)
    if state.frame is not None or state.now.phase != KassalaPhase.MOVEMENT:
        return max(shortlist(state), key=lambda option: option.prior).action
    return KassalaOrders(plan, rules, threats(state), state).next()


def _best_placement(plan: KassalaPlan, rules: Rules[KassalaState], state: KassalaState) -> Action:
    """The placement of the strongest unit yet to deploy, as near to its goal as possible."""
    found = [action for action in rules.candidates(state) if isinstance(action, KassalaPlace)]
    if not found:
        return EndSetup()
    index = state.setting.ground.index

    def order(action: KassalaPlace) -> tuple[int, int, int]:
        slot = SLOT[action.unit]
        unit = ROSTER[slot]
        return -unit.strength * (unit.arm == INFANTRY), slot, _points_to_goal(state, slot, index[action.place],
                                                                              plan.goals(state, slot))

    return min(found, key=order)


def _points_to_goal(state: KassalaState, slot: Slot, h: Hex, goals: int) -> int:
    """The movement points to the nearest goal, without units in the way."""
    ground, arm = state.setting.ground, ROSTER[slot].arm
    if arm not in (INFANTRY, CAVALRY):
        arm = INFANTRY
    points = ground.fewest_points(arm, h)
    return min((0 if goal == h else points.get(goal, UNREACHABLE) for goal in hexes_in(goals)), default=0)


class KassalaOrders:
    """The next actions of a plan in one movement phase."""

    def __init__(self, plan: KassalaPlan, rules: Rules[KassalaState], threats: Threats, state: KassalaState) -> None:
        self.plan, self.threats, self.state = plan, threats, state
        self.seat = state.now.seat
        self.ground = state.setting.ground
        self.left = player_turns_left(state)
        self.moves: dict[Slot, dict[Hex, KassalaMove]] = {}
        for action in rules.candidates(state):
            if isinstance(action, KassalaMove):
                ends = self.moves.setdefault(SLOT[action.unit], {})
                ends[self.ground.index[action.path[-1]]] = action
        self.zone = zone_of_control(self.ground, state.occupied[other(self.seat)])

    def next(self) -> Action:
        """The next move: into a town in the last turns, to an attack, or a march; else the end of movement."""
        for found in (self._into_town(), self._assault(), self._march()):
            if found is not None:
                slot, end = found
                return self.moves[slot][end]
        return EndMovement()

    def _free(self) -> Iterator[Slot]:
        """The units that may move, the strongest first, without those that must hold a town."""
        towns, stays = self.ground.towns.values(), not self.plan.leaves_towns(self.state)
        for slot in sorted(self.moves, key=lambda slot: (-ROSTER[slot].strength, slot)):
            here = self.state.at[slot]
            if self.seat == CHRISTIAN and stays and here in self.ground.town:
                goal = self.plan.goals(self.state, slot)
                town = next(town for town in towns if town >> here & 1)
                if goal >> here & 1 or (self.state.occupied[CHRISTIAN] & town).bit_count() == 1:
                    continue
            yield slot

    def _into_town(self) -> tuple[Slot, Hex] | None:
        """In the last turns, a move into a town without Christian units: Christians thereby hold it at the end,
        Moslems keep them out. None if there is no such move."""
        state, ground = self.state, self.ground
        if self.left > 2:
            return None
        for town in ground.towns.values():
            if not state.occupied[CHRISTIAN] & town:
                found = [(slot, end) for slot in self._free() for end in self.moves[slot] if town >> end & 1]
                if found:
                    return min(found, key=lambda pair: (bool(self.zone >> pair[1] & 1), -ROSTER[pair[0]].strength))
        return None

    def _assault(self) -> tuple[Slot, Hex] | None:
        """The first move of the best concentration against an enemy; None if no concentration gains enough."""
        state, threats, enemy = self.state, self.threats, self.state.occupied[other(self.seat)]
        seen = views(threats.skirmish.prospects, state.at, self.left - 1)
        places = list(state.at)
        mobile = [(slot, sum(1 << end for end in self.moves[slot])) for slot in self._free()]
        best: tuple[float, Team] = (threats.gain(places, (), self.seat, seen) + WORTH_IT, ())
        for h in hexes_in(enemy & self.plan.attack_zone(state)):
            team = threats.team(h, self.ground.adjacent[h], mobile)
            for size in range(1, len(team) + 1):
                best = max(best, (threats.gain(places, team[:size], self.seat, seen), team[:size]))
        return best[1][0] if best[1] else None

    def _march(self) -> tuple[Slot, Hex] | None:
        """The move of the first unit that can get nearer to its goal, or out of danger, without moving next to an
        enemy; None if no unit can."""
        state, risk = self.state, self.plan.risk(self.state)
        for slot in self._free():
            goals, here = self.plan.goals(state, slot), state.at[slot]
            now = self._unsafe(slot, here, risk), _points_to_goal(state, slot, here, goals)
            ends = sorted((_points_to_goal(state, slot, end, goals), end) for end in self.moves[slot]
                          if not self.zone >> end & 1)
            for away, end in ends:
                if (now[0] == 0 and away >= now[1]) or now[0] < 0:
                    break
                danger = self._unsafe(slot, end, risk)
                if (danger, away) < now:
                    return slot, end
        return None

    def _unsafe(self, slot: Slot, end: Hex, risk: int) -> int:
        """The number of columns by which the enemy's strongest attack on a unit in a hex exceeds the plan's risk; at
        least 0."""
        places = list(self.state.at)
        places[slot] = end
        return max(0, self.threats.strongest(places, end, other(self.seat)) - risk)


WORTH_IT = 0.01
"""The least expected gain in score for which units move up to an attack; chosen by hand."""


def _around(state: KassalaState, town: int) -> int:
    return zone_of_control(state.setting.ground, town) & ~town


def _siege(kind: str, state: KassalaState, slot: Slot) -> int:
    """The destination of a Moslem unit that besieges a town: next to it, then into it; once the town is occupied, the
    other town."""
    towns = state.setting.ground.towns
    town = towns[kind]
    unit = ROSTER[slot]
    if state.occupied[CHRISTIAN] & town:
        return _around(state, town)
    mine = 1 << state.at[slot] if state.at[slot] >= 0 else 0
    if unit.arm == INFANTRY and town & (~state.occupied[MOSLEM] | mine):
        return town & (~state.occupied[MOSLEM] | mine)
    rest = towns[UDAKA if kind == KASSALA else KASSALA]
    return _around(state, rest) if state.occupied[CHRISTIAN] & rest or unit.arm == CAVALRY else rest


def _nearest_siege(state: KassalaState, slot: Slot) -> int:
    """The destination of a Moslem unit that besieges the town nearest to it."""
    towns = state.setting.ground.towns
    here = state.at[slot]
    if here < 0:
        return _siege(KASSALA if ROSTER[slot].arm == CAVALRY else UDAKA, state, slot)
    kind = min((UDAKA, KASSALA), key=lambda kind: _points_to_goal(state, slot, here, _around(state, towns[kind])))
    return _siege(kind, state, slot)


def _whole_map(state: KassalaState) -> int:
    return (1 << len(state.setting.ground.ids)) - 1


def _is_waiting(state: KassalaState) -> bool:
    return player_turns_left(state) > DASH


DASH = 6
"""Player turns to come at which a waiting side attacks: the last three turns; chosen by hand."""


def _posts(state: KassalaState, kinds: Sequence[str]) -> dict[Slot, int]:
    """Christian unit -> the mask of its posts in the defence of some towns. Each town hex goes to the nearest infantry
    unit, at equal distance the strongest; the posts of the others are all hexes next to the towns."""
    ground = state.setting.ground
    posts: dict[Slot, int] = {}
    units = [unit for unit in ROSTER if unit.seat == CHRISTIAN and state.at[unit.slot] != -1]
    foot = [unit for unit in units if unit.arm == INFANTRY]
    around = 0
    for kind in kinds:
        around |= _around(state, ground.towns[kind])
        for h in hexes_in(ground.towns[kind]):
            free = [unit for unit in foot if unit.slot not in posts]
            if free:
                chosen = min(free, key=lambda unit: (
                    _points_to_goal(state, unit.slot, state.at[unit.slot], 1 << h) if state.at[unit.slot] >= 0 else 0,
                    -unit.strength, unit.slot))
                posts[chosen.slot] = 1 << h
    for unit in units:
        posts.setdefault(unit.slot, around)
    return posts


def _post(kinds: Sequence[str], state: KassalaState, slot: Slot) -> int:
    return _posts(state, kinds)[slot]


def _in_kassala(state: KassalaState, slot: Slot) -> int:
    """A post at Kassala; in the last two turns at Kassala and Udaka."""
    return _post((KASSALA, UDAKA) if player_turns_left(state) <= 4 else (KASSALA,), state, slot)


def _out_of_reach(state: KassalaState, slot: Slot) -> int:
    """The south of the map, two turns' march from the towns; in the last two turns the towns."""
    if player_turns_left(state) <= 3:
        return _post((UDAKA, KASSALA), state, slot)
    ground = state.setting.ground
    return sum(1 << h for name, h in ground.index.items() if int(name[2:]) >= SOUTH)


SOUTH = 6
"""The northernmost row where a side that refuses battle waits; chosen: infantry reaches a town from it in two turns."""


def _around_enemies(state: KassalaState, slot: Slot) -> int:
    """The hexes next to enemy units; units in a town stay."""
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
                    leaves_towns=lambda state: player_turns_left(state) > 4, town=KASSALA),
        KassalaPlan("refuse-and-return", say("the retreat and the late return"), _out_of_reach,
                    _town_hexes, leaves_towns=lambda state: player_turns_left(state) > 3,
                    risk=lambda state: NO_RISK if player_turns_left(state) > 3 else ANY_RISK),
        KassalaPlan("sortie", say("the sortie against the nearest enemy"), _around_enemies, _whole_map),
    ),
}
