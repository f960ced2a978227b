"""Campaigns: simple plans for a whole battle, carried out one action at a time by fixed rules, without search. Chances
and movement costs are those of the veteran."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from game.board.areas import UNCONNECTED, Area, areas_in
from game.core.action import Action
from game.core.contract import Rules
from game.core.indices import Seat, Slot, mask_of, other, slots_in
from game.core.message import Message
from game.rules.africa.actions import AfricaActivate, AfricaEnd, AfricaMove
from game.rules.africa.activation import units_to_activate
from game.rules.africa.ai.assaults import march_turns
from game.rules.africa.ai.field import Battlefield
from game.rules.africa.ai.holding import Holding
from game.rules.africa.ai.storming import ATTACKER_HIT_LOSS
from game.rules.africa.movement import Path, entered_from, free_phase_movers, move_by, must_move, reachable
from game.rules.africa.orders import activate_unit
from game.rules.africa.state import OUT, STACKING_LIMIT, AfricaState
from game.rules.africa.units import MOROCCAN, NOBODY, SPANISH

ENOUGH_CHANCE = 0.9
"""The chance to win a shock from which no more units join it; this and the numbers below are chosen."""
LAST_CHANCE = 0.12
"""The least chance with which an objective is attacked in the last turn, when losses no longer matter."""
HOSTILE_AREA_TURNS = 1.0
"""Extra turns for crossing an enemy-held area."""
FULL_AREA_TURNS = 0.5
"""Extra turns for crossing a full area."""
ESCORT_POINTS = 6
"""Stacking points kept with a convoy that the enemy may reach."""
FIRST_FRONT_FACTOR, OBJECTIVE_FACTOR = 3.0, 2.0
"""Factors on the chance of an attack on the most important post in enemy hands, and on any other objective."""
NO_DASH = -1
NEVER = 1.1
"""A least chance of winning that no attack reaches."""
LED_FACTOR = 0.3
"""Factor on the need of a stack for an officer if it has one already."""
NEAR_ENEMY_STRENGTH = 6.0
"""The strength of enemies near from which the need for an officer is greatest."""
ENEMY_STRENGTH_PER_NEED = 3.0
"""The strength of enemies near that adds as much to the need for an officer as the stack's own strength."""
STAFF_MOVE_FACTOR, STAFF_MOVE_GAIN = 1.15, 0.5
"""An officer moves only to a stack whose need is greater than that of its present stack by this factor and amount."""


class Campaign(NamedTuple):
    """A plan for a battle: the areas to take or hold, the least chance for an attack, and the time of it."""

    name: str
    title: Message
    posts: Mapping[str, tuple[str, ...]]
    """Battle -> areas to take and hold, the most important first."""
    min_win_chance: float = 0.5
    """The least chance to win a shock for which the side attacks."""
    garrison: int = 3
    """Stacking points kept on a post with enemies near while another post is still to be taken."""
    waiting_areas: Mapping[str, tuple[str, ...]] = {}
    """Battle -> areas in which to wait until the dash."""
    dash: int = NO_DASH
    """How many turns before the last one the side leaves these areas for its posts; ``NO_DASH`` if it does not wait."""
    raids: Mapping[str, tuple[str, ...]] = {}
    """Battle -> areas behind the enemy that the cavalry raids; Moroccan cavalry goes for convoys first."""
    attacks_posts_only: bool = False
    """Whether the side attacks its posts only."""
    preferred: frozenset[str] = frozenset()
    """Battles in which a veteran prefers this plan and follows it in movement, except in the last player turn."""


def obligatory_move(holding: Holding, slot: Slot) -> AfricaMove:
    """The best move of a unit that must move: of a convoy to the area with the fewest enemies near, of any other unit
    to where it is worth most, if possible without an attack.

    :param holding: that of the unit's side.
    """
    field, state, setting = holding.field, holding.field.state, holding.field.setting
    paths, enemy = reachable(state, slot), state.occupied[other(holding.seat)]

    def value(area: Area) -> float:
        if setting.convoys >> slot & 1:
            return -holding.danger(area)[1]
        rally_value = field.rally_value(slot, area) if state.demoralized >> slot & 1 else 0.0
        return rally_value + field.pull(slot, area)

    return move_by(setting, slot, paths[max(paths, key=lambda a: (not enemy >> a & 1, value(a), -a))])


class CampaignPlayer:
    """Chooses one side's next move in a campaign."""

    def __init__(self, plan: Campaign, field: Battlefield, seat: Seat) -> None:
        self.plan, self.field, self.seat = plan, field, seat
        self.state, self.setting, self.ground = field.state, field.setting, field.ground
        self.enemy = self.state.occupied[other(seat)]
        """Mask of areas with enemy units."""
        self.holding = Holding(field, seat)
        self.waits = plan.dash >= 0 and field.turns_left > plan.dash
        """Whether the side still waits for its dash."""
        names = (plan.waiting_areas if self.waits else plan.posts)[self.setting.scenario]
        self.posts = [self.ground.index[name] for name in names]
        """The areas to take and hold now, the most important first."""
        self._turns_to: dict[Area, list[float]] = {}
        movable = slots_in(free_phase_movers(self.state))
        self.options = {slot: paths for slot in movable if (paths := reachable(self.state, slot))}
        """Unit that can move -> area in reach -> path to it."""
        self.foot = [i for i in self.options if (self.setting.foot & ~self.state.demoralized) >> i & 1]
        """Infantry in good order that can move."""
        self.staff = [i for i in self.options if self.setting.officers >> i & 1]
        """Officers that can move."""
        self.only_occupied_count = self.state.turn == self.setting.early_turn
        """Whether only areas in which a side's troops are alone count at the end of this turn (ruling 14)."""
        self.held = (self.state.areas_with_troops(seat, ~self.enemy) if self.only_occupied_count
                     else self.state.control if seat == SPANISH else ~self.state.control)
        """Mask of areas that count as the side's at the end of this turn: those that it controls, or occupies alone."""

    def action(self) -> Action | None:
        """The next move or activation of cavalry; None if nothing is left to do."""
        return self.march() or self._start_raid()

    def march(self) -> Action | None:
        """The next move of infantry, officers and convoys; None if nothing is left to do."""
        return (self._obligatory() or self._seize() or self._attack() or self._march_foot() or self._march_staff()
                or self._make_room())

    def turns_to(self, goal: Area) -> list[float]:
        """For every area, the turns that infantry needs to a goal; cached. Enemy-held and full areas cost extra turns,
        so the way leads around them where that is shorter."""
        turns = self._turns_to.get(goal)
        if turns is None:
            ground, state = self.ground, self.state
            turns_to_cross = [
                1.0 + HOSTILE_AREA_TURNS * (self.enemy >> area & 1)
                + FULL_AREA_TURNS * (state.points(area, self.seat) >= STACKING_LIMIT - 1) for area in ground.areas]
            turns = self._turns_to[goal] = march_turns(ground, goal, turns_to_cross)
        return turns

    def _move(self, slot: Slot, area: Area) -> AfricaMove:
        return move_by(self.setting, slot, self.options[slot][area])

    def _obligatory(self) -> Action | None:
        """The next move that is obligatory: convoys, the foremost first, then demoralized units away from the enemy."""
        setting, state = self.setting, self.state
        obligatory = [i for i in must_move(state) if (setting.convoys | state.demoralized) >> i & 1]
        if setting.convoy_goal is not None:
            obligatory.sort(key=lambda i: (not setting.convoys >> i & 1, setting.road_distances[state.at[i]], i))
        return obligatory_move(self.holding, obligatory[0]) if obligatory else None

    def _needs(self) -> Iterator[tuple[Area, int]]:
        """The areas to garrison, the most important first, each with the stacking points of infantry that it needs:
        convoys in danger, then the posts of the side, as full as possible if no post is still to be taken."""
        for area in self.field.convoys:
            if self.seat == SPANISH and self.holding.danger(area)[1]:
                convoy_points = sum(self.setting.points[i] for i in self.field.convoys[area])
                yield area, min(ESCORT_POINTS, STACKING_LIMIT - convoy_points)
        fronts = self.fronts()
        for post in self.posts:
            if post not in fronts:
                if not fronts or self.waits:
                    yield post, STACKING_LIMIT
                elif self.holding.danger(post)[1]:
                    yield post, self.plan.garrison if post in self.setting.objectives else 0

    def fronts(self) -> list[Area]:
        """The posts that the side does not hold, the most important first."""
        return [post for post in self.posts if self.enemy >> post & 1 or not self.held >> post & 1]

    def assign_posts(self) -> dict[Slot, Area]:
        """Infantry unit -> its post: units that must hold an objective stay, the nearest units garrison, and all others
        go to the first post still to be taken or, while the side waits, to the nearest area in which it waits."""
        points, at = self.setting.points, self.state.at
        posts = {i: at[i] for i in self.foot if self._must_hold(i)}
        unposted = set(self.foot) - posts.keys()
        settled = self.setting.foot & self.setting.side[self.seat] & ~mask_of(unposted) & ~self.state.demoralized
        for area, need in self._needs():
            need -= sum(points[i] for i in slots_in(settled) if at[i] == area)
            turns = self.turns_to(area)
            for slot in sorted(unposted, key=lambda i: (turns[at[i]], -points[i], i)):
                if points[slot] <= need and turns[at[slot]] < UNCONNECTED:
                    need -= points[slot]
                    posts[slot] = area
                    unposted.discard(slot)
        fronts = self.fronts() or self.posts
        for slot in unposted:
            posts[slot] = fronts[0] if not self.waits else min(self.posts, key=lambda a: self.turns_to(a)[at[slot]])
        return posts

    def _must_hold(self, slot: Slot) -> bool:
        """Whether a unit is the last in an objective that counts at the end of this turn only while it is occupied."""
        area = self.state.at[slot]
        return (self.only_occupied_count and area in self.setting.objectives
                and len(self.field.troops[self.seat].get(area, ())) == 1)

    def _seize(self) -> Action | None:
        """The next move into an empty objective in the last turn. The objective within reach of the fewest units comes
        first. Units that are not on an objective go first, of these the one that can reach the fewest objectives."""
        setting, state = self.setting, self.state
        if self.field.turns_left:
            return None
        closed = self.held | self.enemy | mask_of(self.field.troops[self.seat])
        goals = [a for a in setting.objectives if not closed >> a & 1]
        able = {a: [i for i in self.foot if a in self.options[i] and not self._must_hold(i)] for a in goals}
        in_reach = [a for a in able if able[a]]
        if not in_reach:
            return None
        goal = min(in_reach, key=lambda a: (len(able[a]), a))
        return self._move(min(able[goal], key=lambda i: (
            state.at[i] in setting.objectives, sum(i in able[a] for a in in_reach), -setting.points[i], i)), goal)

    def _attack(self) -> Action | None:
        """The move of the next unit in the best attack; attacks already begun come first."""
        state, fronts = self.state, self.fronts()
        posted_units = {i for i, area in self.assign_posts().items() if state.at[i] == area and area not in fronts}
        best_value, best_move = 0.0, None
        for area in areas_in(self.enemy):
            able = [i for i in self.foot if i not in posted_units and area in self.options[i]]
            officer = self._best_officer(area)
            inside = self.field.troops[self.seat].get(area, [])
            if state.contested() >> area & 1 and self.win_chance(area, inside, officer, {}) < ENOUGH_CHANCE:
                if team := self._team(area, inside, able, officer)[0]:
                    return self._move(team[0], area)
                if officer >= 0 and area in self.options[officer] and not self.field.staff[self.seat].get(area):
                    return self._move(officer, area)
            if not able or state.contested() >> area & 1:
                continue
            team, chance = self._team(area, inside, able, officer)
            value = chance * (FIRST_FRONT_FACTOR if area in fronts[:1]
                              else OBJECTIVE_FACTOR if area in self.setting.objectives else 1.0)
            if team and chance >= self._min_win_chance(area) and value > best_value:
                best_value, best_move = value, self._move(team[0], area)
        return best_move

    def _best_officer(self, area: Area) -> Slot:
        """The best officer near enough to join an attack on an area; ``NOBODY`` for none."""
        units, distances = self.setting.units, self.ground.board.distances[area]
        able = [i for i in self.staff if not self.state.demoralized >> i & 1
                and distances[self.state.at[i]] <= units[i].allowance]
        return max(able, key=lambda i: (units[i].attack, -i), default=NOBODY)

    def _min_win_chance(self, area: Area) -> float:
        """The least chance of winning for which an area is attacked; ``NEVER`` if it is not."""
        if not self.field.turns_left:
            return LAST_CHANCE if area in self.setting.objectives else NEVER
        if self.waits or (self.plan.attacks_posts_only and area not in self.posts):
            return NEVER
        return self.plan.min_win_chance

    def _team(self, area: Area, inside: list[Slot], able: list[Slot], officer: Slot) -> tuple[list[Slot], float]:
        """The units to join an attack, the strongest first until their chance is enough, and that chance to win it.

        :param inside: units that have entered the area already.
        :param able: units that can enter it.
        """
        state, field, points = self.state, self.field, self.setting.points
        load, paths = sum(points[i] for i in inside), {i: self.options[i][area] for i in able}
        team: list[Slot] = []
        chance = 0.0
        for slot in sorted(able, key=lambda i: (-field.worth.coins(state, i, field.hidden_coins) / points[i], i)):
            if load + points[slot] <= STACKING_LIMIT:
                load += points[slot]
                team.append(slot)
                chance = self.win_chance(area, [*inside, *team], officer, paths)
                if chance >= ENOUGH_CHANCE:
                    break
        return team, chance

    def win_chance(self, area: Area, team: Sequence[Slot], officer: Slot, paths: Mapping[Slot, Path]) -> float:
        """The chance (0 to 1) that a team wins the shock in an area, after the defensive fire.

        :param paths: the path into the area of each unit of the team that is elsewhere.
        """
        field, state = self.field, self.state
        own = list(team)
        hits = min(field.volley(area, other(self.seat), crowd=field.is_crowd(own)), float(len(own)))
        origins = {entered_from(paths[i], state.at[i]) if state.at[i] != area else state.came_from(i)
                   for i in own} - {OUT}
        coins = field.attack(area, own, 0, origins) * (1.0 - ATTACKER_HIT_LOSS * hits / max(len(own), 1))
        officer_coins = self.setting.units[officer].attack if officer >= 0 else 0
        officer_coins = max(officer_coins, field.officer_coins(field.staff[self.seat].get(area, []), attacking=True))
        return field.assault(area, other(self.seat), coins + officer_coins).win

    def _march_foot(self) -> Action | None:
        """The next move of infantry towards its post, the unit nearest to its post first."""
        state = self.state
        posts = self.assign_posts()
        for slot in sorted(self.foot, key=lambda i: (self.turns_to(posts[i])[state.at[i]], i)):
            turns = self.turns_to(posts[slot])
            here = state.at[slot]
            steps = [a for a in self.options[slot] if not self.enemy >> a & 1 and turns[a] < turns[here]
                     and (a == posts[slot] or not self._is_exposed(slot, a, posts))]
            if steps:
                return self._move(slot, min(steps, key=lambda a: (turns[a], a)))
        return None

    def _is_exposed(self, slot: Slot, area: Area, posts: Mapping[Slot, Area]) -> bool:
        """Whether an enemy that accepts the same chances as this side would attack an area on a unit's way, held by all
        units that can be there this turn.

        :param posts: infantry unit -> its post.
        """
        coins, _ = self.holding.danger(area)
        if not coins:
            return False
        room, team = STACKING_LIMIT, list[Slot]()
        for i in [*self.field.troops[self.seat].get(area, ()), slot,
                  *(i for i in self.foot if i != slot and self.ground.adjacent[self.state.at[i]] >> area & 1
                    and self.turns_to(posts[i])[area] < self.turns_to(posts[i])[self.state.at[i]])]:
            if self.setting.points[i] <= room and i not in team:
                room -= self.setting.points[i]
                team.append(i)
        return self.field.shock(coins, self.field.defence(area, self.seat, team)).win > self.plan.min_win_chance

    def _march_staff(self) -> Action | None:
        """The move of an officer to the stack that needs one most: a strong or threatened stack, preferably without an
        officer; None if no officer gains enough."""
        state = self.state
        for slot in self.staff:
            def need(area: Area, slot: Slot = slot) -> float:
                """How much the stack in an area needs this officer; negative if there is none and enemies are near."""
                team = self.field.troops[self.seat].get(area, [])
                has_officer = any(i != slot for i in self.field.staff[self.seat].get(area, ()))
                strength = sum(self.field.worth.strength(state, i) for i in team)
                near_strength = min(self.holding.danger(area)[1], NEAR_ENEMY_STRENGTH)
                if not team:
                    return -near_strength
                return strength * (1.0 + near_strength / ENEMY_STRENGTH_PER_NEED) * (LED_FACTOR if has_officer else 1.0)

            areas = [a for a in self.options[slot] if not self.enemy >> a & 1]
            best = max(areas, key=lambda a: (need(a), -a), default=state.at[slot])
            if areas and need(best) > STAFF_MOVE_FACTOR * need(state.at[slot]) + STAFF_MOVE_GAIN:
                return self._move(slot, best)
        return None

    def _make_room(self) -> Action | None:
        """The move of the first unit that must make room for others; None if no unit must."""
        slots = must_move(self.state)
        return obligatory_move(self.holding, slots[0]) if slots else None

    def raid_targets(self) -> list[Area]:
        """The areas that cavalry raids: those with convoys, if Moroccan, then the raids of the plan that the side does
        not hold; empty for a plan without raids in this battle."""
        names = self.plan.raids.get(self.setting.scenario, ())
        convoys = [*self.field.convoys] if names and self.seat == MOROCCAN else []
        return [*convoys, *(a for a in map(self.ground.index.__getitem__, names) if not self.held >> a & 1)]

    def _start_raid(self) -> Action | None:
        """The activation of cavalry that can start a raid; None if there is none."""
        for slot in units_to_activate(self.state, self.seat) if self.raid_targets() else ():
            if self.setting.cavalry >> slot & 1 and self._raid_move(slot, activate_unit(self.state, slot)):
                return AfricaActivate(self.setting.units[slot].id)
        return None

    def _raid_move(self, slot: Slot, state: AfricaState) -> AfricaMove | None:
        """The next move of a raid, past the enemy or into an area where it will likely win; None if the unit stays.

        :param state: the state with the unit activated.
        """
        if self._must_hold(slot):
            return None
        paths = reachable(state, slot)
        here = self.state.at[slot]
        for goal in self.raid_targets():
            turns = self.turns_to(goal)
            steps = [area for area, path in paths.items() if turns[area] < turns[here] and (
                not self.enemy >> area & 1
                or self.win_chance(area, [slot], NOBODY, {slot: path}) >= self.plan.min_win_chance)]
            if steps:
                return move_by(self.setting, slot, paths[min(steps, key=lambda a: (turns[a], a))])
        return None

    def next_raid_action(self) -> Action | None:
        """The next action of cavalry activated for a raid; None if this is no raid."""
        acting = self.state.acting
        if acting is None or acting.gun or acting.stage or acting.side != self.seat or not self.raid_targets():
            return None
        for slot in slots_in(acting.units & ~acting.spent):
            if not acting.fired >> slot & 1 and (move := self._raid_move(slot, self.state)):
                return move
        return AfricaEnd() if acting.once | acting.spent and not acting.fired else None


def march_moves(
    rules: Rules[AfricaState], state: AfricaState, campaign: Campaign, field: Callable[[AfricaState], Battlefield]
) -> tuple[Action, ...]:
    """The moves with which a campaign plays a movement phase.

    :param field: a function that returns the field of a state.
    """
    moves: list[Action] = []
    seat, step = state.now.seat, state.step
    while state.frame is None and state.step == step and len(moves) < len(state.at):
        action = CampaignPlayer(campaign, field(state), seat).march()
        if action is None:
            break
        moves.append(action)
        state = rules.apply(state, action)[0]
    return tuple(moves)
