"""The plan of a side's whole movement phase: attacks first, then the best post for every other unit."""

from __future__ import annotations

from game.board.areas import Area
from game.core.indices import Slot, mask_of, slots_in
from game.rules.africa.actions import AfricaMove, PutOnTop
from game.rules.africa.ai.assaults import Assaults
from game.rules.africa.coin_tables import CROWD_POINTS
from game.rules.africa.movement import move_by
from game.rules.africa.state import STACKING_LIMIT

IMPROVEMENT_ROUNDS = 3
"""The most rounds in which stacks and single units are moved to better posts. All numbers of this module are chosen;
values and costs are in score."""
OVERSTACKING_COST = 0.03
"""Cost of each stacking point over the limit."""
GUN_SUPPORT_VALUE = 0.004
"""Value of an officer's support to a gun that reaches an objective, for each coin."""
GUN_SUPPORT_RANGE = 2
"""Range in areas to an objective at which a gun needs such support."""
ESCORT_OFFICER_VALUE = 0.06
"""Value of the first officer with the escort of a convoy that has enemies near."""
BLOCKED_ROAD_COST = 0.012
"""Cost of each point of infantry that blocks the road for guns."""
MUST_WITHDRAW = 1.0
"""Gain of a demoralized unit that leaves an area next to the enemy: it must (6.1)."""
ROUNDING_ERROR = 1e-9
"""Values that differ by less count as equal."""
SHARED_POST_COST = 0.01
"""Cost of an officer in an area to which the plan has sent an officer already, for each of those."""
OFFICER_IN_DANGER_COST, LONE_OFFICER_COST = 0.05, 0.01
"""Costs of an officer without troops: where the enemy can attack, and elsewhere."""
OFFICER_VALUE = 0.0012
"""Value of an officer to troops, for each point of their strength; up to three times as much with enemies near."""
NEAR_ENEMY_STRENGTH = 6.0
"""The strength of enemies near from which that value is highest."""
RALLY_HELP_SHARE = 0.3
"""Value of an officer to demoralized troops, as a share of theirs."""
MIN_HIT_SAVING = 0.001
"""The least saving by a better target for which a unit is put on top of its stack."""


class MarchPlan(Assaults):
    """One side's plan for its movement phase. Convoys move in columns with an escort (11.W.3); those without room wait
    behind them if possible. Call ``search`` once, then ``moves`` and ``tops``."""

    def search(self) -> None:
        """Work out the plan: convoys, attacks, posts for the other units, and officers."""
        self._send_convoys()
        self._choose_assaults()
        movable_fighters = [i for i in self.options if self.field.setting.fighters >> i & 1]
        movable_fighters.sort(key=lambda i: (-self.field.worth.strength(self.field.state, i), i))
        for _ in range(IMPROVEMENT_ROUNDS):
            moved = self._move_stacks(movable_fighters)
            if not self._move_single_units(movable_fighters) and not moved:
                break
        self._place_staff()

    def _send_convoys(self) -> None:
        """Move the convoys, the foremost first, to the safer area if there is a choice. If other convoys compete for
        the same room, an escort moves first and leaves them none (ruling 25)."""
        setting, state = self.field.setting, self.field.state
        waiting = [slot for slot in slots_in(self.convoys) if slot in self.options]
        waiting.sort(key=lambda i: (setting.road_distances[state.at[i]], i))
        while waiting:
            slot = waiting.pop(0)
            area = min(self.options[slot], key=lambda a: (self.holding.danger(a)[1], a))
            room = STACKING_LIMIT - self._blocked(area) - setting.points[slot]
            if room < 0:
                continue
            if any(area in self.options[convoy] for convoy in waiting):
                self._escort(area, room, arriving=True)
            self.holding.shift_convoy(self.at[slot], area)
            self._place(slot, area)
            self.column.append(slot)
        for area in self._convoy_areas():
            if self.holding.danger(area)[1]:
                self._escort(area, STACKING_LIMIT - self._blocked(area), arriving=False)

    def _escort(self, area: Area, room: int, arriving: bool) -> None:
        """Assign infantry to a convoy's area.

        :param room: the stacking points that may be filled.
        :param arriving: whether the escort must come from another area, to fill the room that waiting convoys would
            take.
        """
        field, state = self.field, self.field.state
        points = field.setting.points
        available = [
            i for i, reachable_areas in self.options.items()
            if field.setting.foot >> i & 1 and self.at[i] == state.at[i]
            and not (self.committed | state.demoralized) >> i & 1
            and (area in reachable_areas or (state.at[i] == area and not arriving))
        ]
        coins = {i: field.worth.coins(state, i, field.hidden_coins) for i in available}
        available.sort(key=lambda i: (
            -points[i] if arriving else -coins[i] / points[i], state.at[i] != area, -coins[i], i))
        for slot in available:
            if points[slot] <= room:
                room -= points[slot]
                self.committed |= 1 << slot
                if self.at[slot] != area:
                    self._place(slot, area)
                    self.column.append(slot)

    def _convoy_areas(self) -> list[Area]:
        """The convoys' areas after their moves, the foremost first."""
        setting, at = self.field.setting, self.field.state.at
        areas = {self.at.get(slot, at[slot]) for slot in slots_in(self.convoys) if at[slot] >= 0}
        return sorted(areas, key=lambda area: setting.road_distances[area])

    def _blocked(self, area: Area) -> int:
        """Stacking points in an area that leave no room for a convoy: units that cannot leave, and units that have
        arrived."""
        points, state = self.field.setting.points, self.field.state
        own = [*self.teams.get(area, ()), *(i for i in slots_in(self.convoys) if self.at.get(i, state.at[i]) == area)]
        return sum(points[i] for i in own if i not in self.options or state.at[i] != area)

    def _move_stacks(self, movable_fighters: list[Slot]) -> bool:
        """Move whole stacks to where they are worth more together; return whether anything changed."""
        field, holding = self.field, self.holding
        points = field.setting.points
        groups: dict[Area, list[Slot]] = {}
        for slot in movable_fighters:
            has_post = self.committed >> slot & 1 or self.at[slot] != field.state.at[slot]
            if not has_post and not field.state.demoralized >> slot & 1:
                groups.setdefault(self.at[slot], []).append(slot)
        changed = False
        for here, group in groups.items():
            if len(group) < 2:
                continue
            load = sum(points[i] for i in group)
            garrison = tuple(sorted(self.teams[here]))
            remaining = tuple(i for i in garrison if i not in group)
            mask = mask_of(group)
            change = holding.value(here, remaining) - holding.value(here, garrison)
            gain_of_leaving = self._change_by_leaving(here, change, mask)
            gain_of_leaving -= sum(self.pull(i, here) for i in group)
            best, target = self.min_move_gain * len(group), here
            for area in set(self.options[group[0]]).intersection(*(self.options[i] for i in group[1:])):
                if self.enemy >> area & 1 or self.load.get(area, 0) + load > self.room.get(area, STACKING_LIMIT):
                    continue
                team = tuple(sorted(self.teams.get(area, ())))
                gain_of_joining = holding.value(area, tuple(sorted((*team, *group)))) - holding.value(area, team)
                gain = gain_of_leaving + gain_of_joining + sum(self.pull(i, area) for i in group)
                if gain > best + ROUNDING_ERROR or (gain > best - ROUNDING_ERROR and area < target):
                    best, target = gain, area
            if target != here:
                for slot in group:
                    self._place(slot, target)
                changed = True
        return changed

    def _move_single_units(self, movable_fighters: list[Slot]) -> bool:
        """Move single units to where they are worth most while the others stay; return whether anything changed."""
        field, holding = self.field, self.holding
        points = field.setting.points
        changed = False
        for slot in movable_fighters:
            if self.committed >> slot & 1:
                continue
            here = self.at[slot]
            garrison = tuple(sorted(self.teams[here]))
            remaining = tuple(i for i in garrison if i != slot)
            demoralized = field.state.demoralized >> slot & 1
            gain_of_leaving = holding.value(here, remaining) - holding.value(here, garrison)
            gain_of_leaving -= self.single_value(slot, here)
            gain_of_leaving += OVERSTACKING_COST * min(points[slot], max(self.load[here] - STACKING_LIMIT, 0))
            gain_of_leaving += BLOCKED_ROAD_COST * min(points[slot],
                                                       max(self.load[here] - self.room.get(here, STACKING_LIMIT), 0))
            start = field.state.at[slot]
            if demoralized and here == start and field.ground.adjacent[here] & self.enemy:
                gain_of_leaving += MUST_WITHDRAW
            best, target = self.min_move_gain, here
            for area in (start, *self.options[slot]):
                if area == here or self.enemy >> area & 1:
                    continue
                if self.load.get(area, 0) + points[slot] > self.room.get(area, STACKING_LIMIT):
                    continue
                if demoralized and area == start and field.ground.adjacent[area] & self.enemy:
                    continue
                team = tuple(sorted(self.teams.get(area, ())))
                gain_of_joining = holding.value(area, tuple(sorted((*team, slot)))) - holding.value(area, team)
                gain = gain_of_leaving + self.single_value(slot, area) + gain_of_joining
                if gain > best:
                    best, target = gain, area
            if target != here:
                self._place(slot, target)
                changed = True
        return changed

    def single_value(self, slot: Slot, area: Area) -> float:
        """Value in score of an area to a single unit: what it adds by its weight at the objectives and, if demoralized,
        its chance to rally. Demoralized units ignore the delays of ``self.pull``."""
        field = self.field
        if field.state.demoralized >> slot & 1:
            return field.pull(slot, area) + field.rally_value(slot, area)
        return self.pull(slot, area)

    def _place_staff(self) -> None:
        """Move the officers that lead no attack to the stack they help most."""
        field = self.field
        state = field.state
        sent: dict[Area, int] = {}
        """Area -> the number of officers that the plan sends there."""
        endangered = {area for area in self._convoy_areas() if self.holding.danger(area)[1]}
        for slot in self.options:
            if not field.setting.officers >> slot & 1 or self.committed >> slot & 1:
                continue
            best, target = -1.0, self.at[slot]
            for area in (state.at[slot], *self.options[slot]):
                if self.enemy >> area & 1:
                    continue
                value = self._officer_value(slot, area) - SHARED_POST_COST * sent.get(area, 0)
                value += ESCORT_OFFICER_VALUE * (area in endangered and area not in sent)
                if value > best + (self.min_move_gain if area != state.at[slot] else 0.0):
                    best, target = value, area
            sent[target] = sent.get(target, 0) + 1
            self.at[slot] = target

    def _officer_value(self, slot: Slot, area: Area) -> float:
        """Value in score of an officer in an area, with the units that the plan has there."""
        field, state = self.field, self.field.state
        team = self.teams.get(area, [])
        coins, near_strength = self.holding.danger(area)
        value = field.pull(slot, area)
        if not team:
            return value - (OFFICER_IN_DANGER_COST if coins else LONE_OFFICER_COST)
        strength = sum(field.worth.strength(state, i) for i in team)
        value += OFFICER_VALUE * strength * (
            1.0 + 2 * min(near_strength, NEAR_ENEMY_STRENGTH) / NEAR_ENEMY_STRENGTH)
        demoralized = [i for i in team if state.demoralized >> i & 1]
        guns = sum(1 for i in team if self._has_target(i, area))
        return (value + RALLY_HELP_SHARE * field.price(demoralized)
                + GUN_SUPPORT_VALUE * guns * field.setting.units[slot].attack)

    def _has_target(self, slot: Slot, area: Area) -> bool:
        """Whether a unit is a gun, not demoralized, with an enemy-held objective within ``GUN_SUPPORT_RANGE``."""
        field = self.field
        if not field.setting.guns >> slot & 1 or field.state.demoralized >> slot & 1:
            return False
        distances = field.ground.fire_distances[area]
        return any(self.enemy >> goal & 1 and 0 < distances[goal] <= GUN_SUPPORT_RANGE
                   for goal in field.setting.objectives)

    def moves(self) -> list[AfricaMove]:
        """The moves in a legal order: columns, then attackers (the cheapest first), then all others."""
        field, state = self.field, self.field.state
        marching = [slot for slot, area in self.at.items() if area != state.at[slot] and not self.committed >> slot & 1]
        ordered = [self._march(slot) for slot in self.column]
        for assault in self.assaults:
            for slot in sorted(assault.team, key=lambda i: (field.worth.hit_cost(state, i), i)):
                ordered.append(move_by(field.setting, slot, self.options[slot][assault.area]))
            if assault.officer >= 0:
                ordered.append(move_by(field.setting, assault.officer, self.route(assault.officer, assault.area)))
        return [*ordered, *(self._march(slot) for slot in marching if not self.convoys >> slot & 1)]

    def _march(self, slot: Slot) -> AfricaMove:
        """The move of a unit to its post."""
        return move_by(self.field.setting, slot, self.options[slot][self.at[slot]])

    def _stacks_after_moves(self) -> dict[Area, list[Slot]]:
        """Area -> the side's fighters there after the moves, from the top down; new arrivals are below the others
        (ruling 16)."""
        field = self.field
        ends = {field.setting.slot[move.unit]: field.ground.index[move.path[-1]] for move in self.moves()}
        stacks = {area: [i for i in own if i not in ends] for area, own in sorted(field.troops[self.seat].items())}
        for slot, area in ends.items():
            if field.setting.fighters >> slot & 1:
                stacks.setdefault(area, []).append(slot)
        return stacks

    def tops(self) -> list[PutOnTop]:
        """The actions that put units on top of their stacks after the moves, where enemy fire threatens and they would
        suffer less than the top unit."""
        field, state = self.field, self.field.state
        actions = []
        for area, own in self._stacks_after_moves().items():
            if len(own) < 2 or self.enemy >> area & 1 or state.topped & mask_of(own):
                continue
            hits = self.holding.expected_hits(area, self.load[area] >= CROWD_POINTS)
            best = min(own, key=lambda i: (field.worth.hit_cost(state, i), own.index(i)))
            saving = field.worth.hit_cost(state, own[0]) - field.worth.hit_cost(state, best)
            if saving * min(hits, 1.0) > MIN_HIT_SAVING:
                actions.append(PutOnTop(field.setting.units[best].id))
        return actions
