"""The attacks in a side's plan for its movement phase: the team for each area, and the plan's state so far."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from game.board.areas import UNCONNECTED, Area, areas_in
from game.core.indices import Seat, Slot, other, slots_in
from game.rules.africa.ai.field import Battlefield
from game.rules.africa.ai.holding import Holding
from game.rules.africa.ai.storming import ATTACKER_HIT_LOSS
from game.rules.africa.ai.worth import FOOT_CLASS, march_share
from game.rules.africa.movement import Path, free_phase_movers, reachable
from game.rules.africa.state import STACKING_LIMIT
from game.rules.africa.terrain import AreaTerrain
from game.rules.africa.units import NOBODY

MIN_ATTACK_GAIN = 0.003
"""The smallest expected gain in score of an attack. All numbers of this module are chosen by hand."""
MIN_MOVE_GAIN = 0.0006
"""The smallest gain in score for which a unit moves."""
MIN_LATER_MOVE_GAIN = 0.004
"""The same once the side has begun to move."""
FULL_AREA_DELAY = 0.7
"""Turns lost on the way through a full friendly area."""
HOSTILE_AREA_DELAY = 0.4
"""Turns lost on the way through an enemy-held area."""
REFILLED_POST_FACTOR = 0.4
"""Factor on the cost of leaving a post that another unit can fill."""
MAX_GUN_POINTS = 2
"""The most stacking points that infantry leaves free on a road for guns behind it."""


class Assault(NamedTuple):
    """A team, the area that it is to attack, and the expected gain."""

    gain: float
    """In score."""
    area: Area
    team: tuple[Slot, ...]
    officer: Slot
    """The officer who joins; ``NOBODY`` for none."""


class Assaults:
    """The attacks in one side's plan for its movement phase, and where the plan moves units."""

    def __init__(self, field: Battlefield, seat: Seat) -> None:
        self.field = field
        self.seat = seat
        self.holding = Holding(field, seat)
        state, setting = field.state, field.setting
        self.options: dict[Slot, dict[Area, Path]] = {}
        """Unit that can move -> area in reach -> path to it."""
        for slot in slots_in(free_phase_movers(state)):
            paths = reachable(state, slot)
            if paths:
                self.options[slot] = paths
        self.at = {slot: state.at[slot] for slot in self.options}
        """Unit that can move -> its area in the plan."""
        self.teams = {area: list(own) for area, own in field.troops[seat].items()}
        """Area -> the side's fighters there in the plan."""
        self.load = {area: state.points(area, seat) for area in areas_in(state.occupied[seat])}
        """Area -> the side's stacking points there in the plan."""
        self.assaults: list[Assault] = []
        self.committed = 0
        """Mask of units with a task that the rest of the plan does not change."""
        self.convoys = setting.convoys & setting.side[seat]
        self.column: list[Slot] = []
        """Convoys to move and their escorts, in the order in which they move."""
        self.enemy = state.occupied[other(seat)]
        """Mask of areas with enemies."""
        self.room = self._road_room()
        self.foot_shares = self._foot_shares()
        self.min_move_gain = MIN_MOVE_GAIN if not state.has_begun_to_move else MIN_LATER_MOVE_GAIN

    def _road_room(self) -> dict[Area, int]:
        """Road area -> stacking points that infantry may fill there, so that guns behind it have room. Empty without
        convoys or guns."""
        ground, state, setting = self.field.ground, self.field.state, self.field.setting
        own_guns = setting.guns & setting.side[self.seat] & ~setting.ship
        guns = [state.at[i] for i in slots_in(own_guns) if state.at[i] >= 0]
        rooms = {}
        for area in areas_in(ground.roads) if setting.convoy_goal is not None and guns else ():
            adjacent_guns = sum(ground.adjacent[area] >> place & 1 for place in guns)
            rooms[area] = STACKING_LIMIT - min(adjacent_guns, MAX_GUN_POINTS)
        return rooms

    def _place(self, slot: Slot, area: Area) -> None:
        """Move a unit to an area in the plan."""
        points = self.field.setting.points[slot]
        former = self.at[slot]
        if self.field.setting.fighters >> slot & 1:
            self.teams[former].remove(slot)
            self.teams.setdefault(area, []).append(slot)
        self.load[former] = self.load.get(former, 0) - points
        self.load[area] = self.load.get(area, 0) + points
        self.at[slot] = area

    def _choose_assaults(self) -> None:
        """Plan attacks, the one with the highest gain first, as long as any gains enough."""
        field = self.field
        targets: dict[Area, list[Slot]] = {}
        for slot, reach in self.options.items():
            if field.setting.foot >> slot & 1 and not field.state.demoralized >> slot & 1:
                for area in reach:
                    if self.enemy >> area & 1:
                        targets.setdefault(area, []).append(slot)
        staff = [i for i in self.options if (field.setting.officers & ~field.state.demoralized) >> i & 1]
        while targets:
            best: Assault | None = None
            for area, units in targets.items():
                uncommitted = [i for i in units if not self.committed >> i & 1]
                candidate = self._best_team(area, uncommitted, staff)
                if candidate is not None and (best is None or candidate.gain > best.gain):
                    best = candidate
            if best is None or best.gain < MIN_ATTACK_GAIN:
                return
            self.assaults.append(best)
            for slot in best.team:
                self.committed |= 1 << slot
                self._place(slot, best.area)
            if best.officer >= 0:
                self.committed |= 1 << best.officer
                staff.remove(best.officer)
            del targets[best.area]

    def _best_team(self, area: Area, units: list[Slot], staff: list[Slot]) -> Assault | None:
        """The attack on an area with the highest gain, found by adding one unit after another; None if no attack is
        possible."""
        if not units:
            return None
        field = self.field
        officer = max((i for i in staff if self.route(i, area)), key=lambda i: (field.setting.units[i].attack, -i),
                      default=NOBODY)
        worth, state = field.worth, field.state
        units = sorted(units, key=lambda i: (-worth.coins(state, i, field.hidden_coins) / worth.strength(state, i), i))
        team: list[Slot] = []
        best: Assault | None = None
        points = field.setting.points
        load = 0
        while units:
            extension: Assault | None = None
            for slot in units:
                if load + points[slot] <= STACKING_LIMIT:
                    candidate = self.expect(area, (*team, slot), officer)
                    if extension is None or candidate.gain > extension.gain:
                        extension = candidate
            if extension is None:
                break
            slot = extension.team[-1]
            team.append(slot)
            load += points[slot]
            units.remove(slot)
            if best is None or extension.gain > best.gain:
                best = extension
        return best

    def route(self, officer: Slot, area: Area) -> Path:
        """An officer's path into an area that its troops attack; empty if out of reach."""
        ground, here = self.field.ground, self.field.state.at[officer]
        if ground.adjacent[here] >> area & 1:
            return (area,)
        if self.field.state.once >> officer & 1:
            return ()
        for middle in ground.neighbours[here]:
            if ground.adjacent[middle] >> area & 1 and not (self.enemy | ground.sea) >> middle & 1:
                return (middle, area)
        return ()

    def expect(self, area: Area, team: tuple[Slot, ...], officer: Slot) -> Assault:
        """An attack with its expected gain, compared with leaving the units in place."""
        field, seat, holding = self.field, self.seat, self.holding
        state = field.state
        origins: dict[Area, list[Slot]] = {}
        for slot in team:
            origins.setdefault(state.at[slot], []).append(slot)
        officer_coins = field.setting.units[officer].attack if officer >= 0 else 0
        own = list(team)
        hits = min(field.volley(area, other(seat), crowd=field.is_crowd(own)), float(len(own)))
        lasting_share = 1.0 - ATTACKER_HIT_LOSS * hits / len(own)
        coins = field.attack(area, own, 0, set(origins)) * lasting_share + officer_coins
        enemies = field.troops[other(seat)].get(area, [])
        fight = field.assault(area, other(seat), coins)
        team_price = field.price(own)
        first_hit_cost = min(field.worth.hit_cost(state, i) for i in own)
        average_hit_cost = sum(field.worth.hit_cost(state, i) for i in own) / len(own)
        gain = fight.win * field.prize(area, seat) * holding.kept_share(area, own) + fight.gain * field.price(enemies)
        gain -= (fight.loss * team_price * lasting_share + min(hits, 1.0) * first_hit_cost
                 + max(hits - 1.0, 0.0) * average_hit_cost)
        for place, leaving in origins.items():
            mask = 0
            for slot in leaving:
                mask |= 1 << slot
            garrison = tuple(sorted(self.teams.get(place, ())))
            remaining = tuple(i for i in garrison if not mask >> i & 1)
            change = holding.value(place, remaining) - holding.value(place, garrison)
            gain += fight.win * self._change_by_leaving(place, change, mask)
        for slot in team:
            gain += fight.win * (field.pull(slot, area) - field.pull(slot, state.at[slot]))
        return Assault(gain, area, team, officer)

    def _change_by_leaving(self, place: int, change: float, leaving: int) -> float:
        """The change in an area's value when units leave it; a loss counts less if other units can move in.

        :param change: the change without replacements, in score.
        :param leaving: the mask of the units that leave.
        """
        if change >= 0:
            return change
        fighters = self.field.setting.fighters & ~leaving & ~self.committed & ~self.field.state.demoralized
        can_be_refilled = any(
            fighters >> i & 1 and place in reach and self.at[i] == self.field.state.at[i] != place
            for i, reach in self.options.items()
        )
        return change * (REFILLED_POST_FACTOR if can_be_refilled else 1.0)

    def pull(self, slot: Slot, area: Area) -> float:
        """What a unit in an area adds to its side's score by its weight at the objectives; infantry is delayed by full
        areas and the enemy."""
        field = self.field
        if field.worth.unit_class[slot] != FOOT_CLASS:
            return field.pull(slot, area)
        pulls = field.standing.pulls[self.seat]
        return field.worth.strength(field.state, slot) * sum(
            p * r for p, r in zip(pulls, self.foot_shares[area], strict=True))

    def _foot_shares(self) -> list[tuple[float, ...]]:
        """Area -> share of infantry's weight that reaches each objective, with delays by full areas and the enemy."""
        ground = self.field.ground
        turns_to_cross = []
        for area in ground.areas:
            is_full = self.load.get(area, 0) >= STACKING_LIMIT - 1
            turns_to_cross.append(1.0 + FULL_AREA_DELAY * is_full + HOSTILE_AREA_DELAY * (self.enemy >> area & 1))
        turns_by_goal = [march_turns(ground, goal, turns_to_cross) for goal in self.field.setting.objectives]
        return [tuple(march_share(turns[area], self.field.turns_left) for turns in turns_by_goal)
                for area in ground.areas]


def march_turns(ground: AreaTerrain, goal: Area, turns_to_cross: Sequence[float]) -> list[float]:
    """For every area the turns that infantry needs to a goal; ``UNCONNECTED`` if there is no way over land.

    :param turns_to_cross: for every area the turns to leave it on the way; the goal itself counts one turn.
    """
    turns = [float(UNCONNECTED)] * len(ground.ids)
    turns[goal] = 0.0
    queue = [(0.0, goal)]
    while queue:
        turns_here, here = heappop(queue)
        if turns_here > turns[here]:
            continue
        for there in ground.neighbours[here]:
            turns_there = turns_here + (turns_to_cross[here] if here != goal else 1.0)
            if not ground.sea >> there & 1 and turns_there < turns[there]:
                turns[there] = turns_there
                heappush(queue, (turns_there, there))
    return turns
