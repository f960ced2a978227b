"""A side's movement phase planned as a whole: attacks first, then the best post for everybody else."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

from game.board.areas import FAR
from game.rules.africa.actions import Move, Top
from game.rules.africa.masks import bits
from game.rules.africa.movement import Way, free_walkers, ways
from game.rules.africa.posts import Posts
from game.rules.africa.scene import Scene
from game.rules.africa.state import LIMIT
from game.rules.africa.worth import FOOT_CLASS, march_share

BAR = 0.003
"""An attack must promise more than this."""
STIR = 0.0006
"""A march must be better than staying by this."""
SECOND = 0.004
"""The same for second thoughts, when the march has been made."""
ROUNDS = 3
FOLLOWED = 0.4
"""What is left of the cost of leaving a post that others can fill."""
FULL, HOSTILE = 0.7, 0.4
"""Turns lost on the way by an area full of friends, and by one the enemy holds."""
OVERSTACKED = 0.03
"""The cost of each stacking point too many."""
BATTERY = 0.004
"""What an officer's support is worth to a gun that reaches an objective, for each coin."""
IN_THE_WAY = 0.012
"""The cost of each point of foot that bars the road to guns."""


class Assault(NamedTuple):
    """A team that is to attack an area, and what it may expect."""

    gain: float
    area: int
    team: tuple[int, ...]
    officer: int
    """The officer who goes along; -1 for none."""


class March:
    """One side's plan for its movement phase."""

    def __init__(self, scene: Scene, seat: int) -> None:
        self.scene = scene
        self.seat = seat
        self.posts = Posts(scene, seat)
        state, setting = scene.state, scene.setting
        self.options: dict[int, dict[int, Way]] = {}
        for slot in bits(free_walkers(state)):
            found = ways(state, slot)
            if found:
                self.options[slot] = found
        self.at = {slot: state.at[slot] for slot in self.options}
        self.teams = {area: list(own) for area, own in scene.troops[seat].items()}
        self.load = {area: state.points(area, seat) for area in bits(state.held[seat])}
        self.assaults: list[Assault] = []
        self.committed = 0
        self.convoys = setting.convoys
        self.enemy = state.held[1 - seat]
        self.room = self._rooms()
        self.rows = self._congested()
        self.stir = STIR if not state.moved | state.once else SECOND

    def search(self) -> None:
        """Find the plan."""
        self._assault()
        walkers = [i for i in self.options if self.scene.setting.fighters >> i & 1]
        walkers.sort(key=lambda i: (-self.scene.worth.strength(self.scene.state, i), i))
        for _ in range(ROUNDS):
            moved = self._advance(walkers)
            if not self._improve(walkers) and not moved:
                break
        if self._send_convoys():
            self._improve(walkers)
        self._place_staff()

    def _rooms(self) -> dict[int, int]:
        """Points that foot may fill of the road on which guns wait to follow it."""
        ground, state, setting = self.scene.ground, self.scene.state, self.scene.setting
        guns = [state.at[i] for i in bits(setting.guns & setting.side[self.seat] & ~setting.ship) if state.at[i] >= 0]
        found = {}
        for area in bits(ground.roads) if setting.goal is not None and guns else ():
            found[area] = LIMIT - min(sum(ground.adjacent[area] >> place & 1 for place in guns), 2)
        return found

    def _go(self, slot: int, area: int) -> None:
        points = self.scene.setting.points[slot]
        here = self.at[slot]
        if self.scene.setting.fighters >> slot & 1:
            self.teams[here].remove(slot)
            self.teams.setdefault(area, []).append(slot)
        self.load[here] = self.load.get(here, 0) - points
        self.load[area] = self.load.get(area, 0) + points
        self.at[slot] = area

    def _send_convoys(self) -> bool:
        """Convoys go on wherever those who have come before leave room; whether any does."""
        changed = False
        for slot in bits(self.convoys):
            if slot in self.options:
                area = min(self.options[slot], key=lambda a: (self.posts.danger(a)[1], a))
                room = LIMIT - self.scene.setting.points[slot]
                if self._blocked(area) <= room and not self._block(area, room):
                    self.posts.shift_convoy(self.at[slot], area)
                    self._go(slot, area)
                    changed = True
        return changed

    def _blocked(self, area: int) -> int:
        """Points in an area that make no room for a convoy: those who cannot leave it, and those who have come."""
        points, state = self.scene.setting.points, self.scene.state
        own = [*self.teams.get(area, ()), *(i for i in bits(self.convoys) if self.at.get(i, state.at[i]) == area)]
        return sum(points[i] for i in own if i not in self.options or state.at[i] != area)

    def _block(self, area: int, room: int) -> bool:
        """Keep convoys back by troops that come into the area before them and leave them no room (11.W.3, ruling 4)."""
        points, goals = self.scene.setting.points, self.scene.setting.objectives
        idle = [i for i in self.options if self._is_idle(i)]
        come: list[int] = []
        blocked = self._blocked(area)
        able = [i for i in idle if self.at[i] != area and area in self.options[i]]
        for slot in sorted(able, key=lambda i: (self.at[i] in goals, -points[i], i)):
            if blocked <= room and blocked + points[slot] <= LIMIT:
                come.append(slot)
                blocked += points[slot]
        if blocked <= room:
            return False
        load = dict(self.load)
        for slot in come:
            load[self.at[slot]] -= points[slot]
            load[area] = load.get(area, 0) + points[slot]
        gone: list[tuple[int, int]] = []
        for slot in sorted((i for i in idle if self.at[i] == area), key=lambda i: (-points[i], i)):
            free = [a for a in self.options[slot] if not self.enemy >> a & 1 and load.get(a, 0) + points[slot] <= LIMIT]
            if load[area] > LIMIT and free:
                there = max(free, key=lambda a: (self.scene.pull(slot, a), -a))
                gone.append((slot, there))
                load[area] -= points[slot]
                load[there] = load.get(there, 0) + points[slot]
        if load[area] > LIMIT:
            return False
        for slot, there in (*((i, area) for i in come), *gone):
            self._go(slot, there)
        return True

    def _is_idle(self, slot: int) -> bool:
        """Whether a fighter that may move stays where it is so far."""
        state = self.scene.state
        able = self.scene.setting.fighters & ~self.committed & ~state.demoralized
        return bool(able >> slot & 1) and self.at[slot] == state.at[slot]

    # attacks

    def _assault(self) -> None:
        scene = self.scene
        targets: dict[int, list[int]] = {}
        for slot, found in self.options.items():
            if scene.setting.foot >> slot & 1 and not scene.state.demoralized >> slot & 1:
                for area in found:
                    if self.enemy >> area & 1:
                        targets.setdefault(area, []).append(slot)
        staff = [i for i in self.options if scene.setting.officers >> i & 1]
        while targets:
            best: Assault | None = None
            for area, units in targets.items():
                free = [i for i in units if not self.committed >> i & 1]
                found_one = self._best_team(area, free, staff)
                if found_one is not None and (best is None or found_one.gain > best.gain):
                    best = found_one
            if best is None or best.gain < BAR:
                return
            self.assaults.append(best)
            for slot in best.team:
                self.committed |= 1 << slot
                self._go(slot, best.area)
            if best.officer >= 0:
                self.committed |= 1 << best.officer
                staff.remove(best.officer)
            del targets[best.area]

    def _best_team(self, area: int, units: list[int], staff: list[int]) -> Assault | None:
        """The team that gains most in an area, built up unit by unit."""
        if not units:
            return None
        scene = self.scene
        officer = max(
            (i for i in staff if self._can_join(i, area)), key=lambda i: (scene.setting.units[i].attack, -i), default=-1
        )
        worth, state = scene.worth, scene.state
        units = sorted(units, key=lambda i: (-worth.coins(state, i, scene.hidden) / worth.strength(state, i), i))
        team: list[int] = []
        best: Assault | None = None
        points = scene.setting.points
        load = 0
        while units:
            top: Assault | None = None
            for slot in units:
                if load + points[slot] <= LIMIT:
                    tried = self.expect(area, (*team, slot), officer)
                    if top is None or tried.gain > top.gain:
                        top = tried
            if top is None:
                break
            slot = top.team[-1]
            team.append(slot)
            load += points[slot]
            units.remove(slot)
            if best is None or top.gain > best.gain:
                best = top
        return best

    def _can_join(self, officer: int, area: int) -> bool:
        return bool(self.route(officer, area))

    def route(self, officer: int, area: int) -> tuple[int, ...]:
        """An officer's way into an area his troops attack; empty where it is too far."""
        ground, here = self.scene.ground, self.scene.state.at[officer]
        if ground.adjacent[here] >> area & 1:
            return (area,)
        if self.scene.state.once >> officer & 1:
            return ()
        for middle in ground.neighbours[here]:
            if ground.adjacent[middle] >> area & 1 and not (self.enemy | ground.sea) >> middle & 1:
                return (middle, area)
        return ()

    def expect(self, area: int, team: tuple[int, ...], officer: int) -> Assault:
        """What an attack on an area may expect, against leaving everybody where he is."""
        scene, seat, posts = self.scene, self.seat, self.posts
        state = scene.state
        origins: dict[int, list[int]] = {}
        for slot in team:
            origins.setdefault(state.at[slot], []).append(slot)
        help_coins = scene.setting.units[officer].attack if officer >= 0 else 0
        own = list(team)
        hits = min(scene.volley(area, 1 - seat), float(len(own)))
        lasting = 1.0 - 0.9 * hits / len(own)
        coins = scene.attack(area, own, 0, set(origins)) * lasting + help_coins
        foes = scene.troops[1 - seat].get(area, [])
        fight = scene.shock(coins, scene.defence(area, 1 - seat)) if foes else scene.shock(coins, 1.0)
        price = scene.price(own)
        first = min(scene.worth.blow(state, i) for i in own)
        average = sum(scene.worth.blow(state, i) for i in own) / len(own)
        gain = fight.take * scene.prize(area, seat) + fight.gain * scene.price(foes)
        gain -= fight.loss * price * lasting + min(hits, 1.0) * first + max(hits - 1.0, 0.0) * average
        for place, leaving in origins.items():
            mask = 0
            for slot in leaving:
                mask |= 1 << slot
            now = tuple(sorted(self.teams.get(place, ())))
            rest = tuple(i for i in now if not mask >> i & 1)
            gain += fight.take * self._left_behind(place, posts.value(place, rest) - posts.value(place, now), mask)
        for slot in team:
            gain += fight.take * (scene.pull(slot, area) - scene.pull(slot, state.at[slot]))
        return Assault(gain, area, team, officer)

    # posts

    def _left_behind(self, place: int, change: float, leaving: int) -> float:
        """What it costs or brings that units leave a place: less where others can follow them into it."""
        if change >= 0:
            return change
        fighters = self.scene.setting.fighters & ~leaving & ~self.committed & ~self.scene.state.demoralized
        follow = any(
            fighters >> i & 1 and place in found and self.at[i] == self.scene.state.at[i] != place
            for i, found in self.options.items()
        )
        return change * (FOLLOWED if follow else 1.0)

    def _advance(self, walkers: list[int]) -> bool:
        """Send whole stacks where they are worth more together; whether anything changed."""
        scene, posts = self.scene, self.posts
        points = scene.setting.points
        groups: dict[int, list[int]] = {}
        for slot in walkers:
            placed = self.committed >> slot & 1 or self.at[slot] != scene.state.at[slot]
            if not placed and not scene.state.demoralized >> slot & 1:
                groups.setdefault(self.at[slot], []).append(slot)
        changed = False
        for here, group in groups.items():
            if len(group) < 2:
                continue
            load = sum(points[i] for i in group)
            own = tuple(sorted(self.teams[here]))
            rest = tuple(i for i in own if i not in group)
            mask = sum(1 << i for i in group)
            leave = self._left_behind(here, posts.value(here, rest) - posts.value(here, own), mask)
            leave -= sum(self.pull(i, here) for i in group)
            best, target = self.stir * len(group), here
            for area in set(self.options[group[0]]).intersection(*(self.options[i] for i in group[1:])):
                if self.enemy >> area & 1 or self.load.get(area, 0) + load > self.room.get(area, LIMIT):
                    continue
                team = tuple(sorted(self.teams.get(area, ())))
                joined = posts.value(area, tuple(sorted((*team, *group)))) - posts.value(area, team)
                gain = leave + joined + sum(self.pull(i, area) for i in group)
                if gain > best + 1e-9 or (gain > best - 1e-9 and area < target):
                    best, target = gain, area
            if target != here:
                for slot in group:
                    self._go(slot, target)
                changed = True
        return changed

    def _improve(self, walkers: list[int]) -> bool:
        """Send each unit where it is worth most, the others staying; whether anything changed."""
        scene, posts = self.scene, self.posts
        points = scene.setting.points
        changed = False
        for slot in walkers:
            if self.committed >> slot & 1:
                continue
            here = self.at[slot]
            own = sorted(self.teams[here])
            without = tuple(i for i in own if i != slot)
            shaken = scene.state.demoralized >> slot & 1
            leave = posts.value(here, without) - posts.value(here, tuple(own)) - self.spot(slot, here)
            leave += OVERSTACKED * min(points[slot], max(self.load[here] - LIMIT, 0))
            leave += IN_THE_WAY * min(points[slot], max(self.load[here] - self.room.get(here, LIMIT), 0))
            start = scene.state.at[slot]
            if shaken and here == start and scene.ground.adjacent[here] & self.enemy:
                leave += 1.0
            best, target = self.stir, here
            for area in (start, *self.options[slot]):
                if area == here or self.enemy >> area & 1:
                    continue
                if self.load.get(area, 0) + points[slot] > self.room.get(area, LIMIT):
                    continue
                if shaken and area == start and scene.ground.adjacent[area] & self.enemy:
                    continue
                team = self.teams.get(area, [])
                joined = posts.value(area, tuple(sorted((*team, slot)))) - posts.value(area, tuple(sorted(team)))
                gain = leave + self.spot(slot, area) + joined
                if gain > best:
                    best, target = gain, area
            if target != here:
                self._go(slot, target)
                changed = True
        return changed

    def spot(self, slot: int, area: int) -> float:
        """What a place is worth to a single unit: its weight there, and rallying where it is shaken."""
        scene = self.scene
        if scene.state.demoralized >> slot & 1:
            return scene.pull(slot, area) + scene.rallying(slot, area)
        return self.pull(slot, area)

    def pull(self, slot: int, area: int) -> float:
        """What a unit's weight adds to its side's score from an area, by ways that are open."""
        scene = self.scene
        if scene.worth.kind[slot] != FOOT_CLASS:
            return scene.pull(slot, area)
        pulls = scene.outlook.pulls[self.seat]
        return scene.worth.strength(scene.state, slot) * sum(
            p * r for p, r in zip(pulls, self.rows[area], strict=True))

    def _congested(self) -> list[tuple[float, ...]]:
        """Area -> how much of the weight of foot reaches each objective, round full areas and the enemy."""
        scene, state = self.scene, self.scene.state
        ground = scene.ground
        cost = []
        for area in range(len(ground.ids)):
            full = self.load.get(area, 0) >= LIMIT - 1
            cost.append(1.0 + FULL * full + HOSTILE * (self.enemy >> area & 1))
        columns = []
        for goal in scene.setting.objectives:
            away = [float(FAR)] * len(ground.ids)
            away[goal] = 0.0
            edge = [(0.0, goal)]
            while edge:
                far, here = heappop(edge)
                if far > away[here]:
                    continue
                for there in ground.neighbours[here]:
                    step = far + (cost[here] if here != goal else 1.0)
                    if not ground.sea >> there & 1 and step < away[there]:
                        away[there] = step
                        heappush(edge, (step, there))
            columns.append(away)
        left = scene.left
        return [tuple(march_share(column[area], left) for column in columns) for area in range(len(state.stacks))]

    def _place_staff(self) -> None:
        """Officers go with their attacks, or to the stack they serve best."""
        scene = self.scene
        state = scene.state
        taken: dict[int, int] = {}
        for slot in self.options:
            if not scene.setting.officers >> slot & 1 or self.committed >> slot & 1:
                continue
            best, target = -1.0, self.at[slot]
            for area in (state.at[slot], *self.options[slot]):
                if self.enemy >> area & 1:
                    continue
                value = self._staff_spot(slot, area) - 0.01 * taken.get(area, 0)
                if value > best + (self.stir if area != state.at[slot] else 0.0):
                    best, target = value, area
            taken[target] = taken.get(target, 0) + 1
            self.at[slot] = target

    def _staff_spot(self, slot: int, area: int) -> float:
        scene, state = self.scene, self.scene.state
        team = self.teams.get(area, [])
        coins, near = self.posts.danger(area)
        value = scene.pull(slot, area)
        if not team:
            return value - (0.05 if coins else 0.01)
        value += 0.0012 * sum(scene.worth.strength(state, i) for i in team) * (1.0 + min(near, 6.0) / 3)
        shaken = [i for i in team if state.demoralized >> i & 1]
        guns = sum(1 for i in team if self._has_target(i, area))
        return value + 0.3 * scene.price(shaken) + BATTERY * guns * scene.setting.units[slot].attack

    def _has_target(self, slot: int, area: int) -> bool:
        """Whether a unit is a gun with an enemy-held objective within two areas."""
        scene = self.scene
        if not scene.setting.guns >> slot & 1 or scene.state.demoralized >> slot & 1:
            return False
        ranges = scene.ground.ranges(area)
        return any(self.enemy >> goal & 1 and 0 < ranges[goal] <= 2 for goal in scene.setting.objectives)

    # the plan as actions

    def moves(self) -> list[Move]:
        """The marches in an order in which each is legal: attackers, the cheapest to be hit first; then the rest."""
        scene = self.scene
        state, units, ids = scene.state, scene.setting.units, scene.ground.ids
        found: list[Move] = []
        for assault in self.assaults:
            for slot in sorted(assault.team, key=lambda i: (scene.worth.blow(state, i), i)):
                path = self.options[slot][assault.area].path
                found.append(Move(units[slot].id, tuple(ids[a] for a in path)))
            if assault.officer >= 0:
                route = self.route(assault.officer, assault.area)
                found.append(Move(units[assault.officer].id, tuple(ids[a] for a in route)))
        for slot, area in sorted(self.at.items(), key=lambda pair: self.convoys >> pair[0] & 1):
            if area != state.at[slot] and not self.committed >> slot & 1:
                path = self.options[slot][area].path
                found.append(Move(units[slot].id, tuple(ids[a] for a in path)))
        return found

    def tops(self) -> list[Top]:
        """Units to be put on top where fire threatens and another would suffer less."""
        scene, state = self.scene, self.scene.state
        found = []
        for area in bits(state.held[self.seat] & ~state.contested()):
            own = scene.troops[self.seat].get(area, [])
            if len(own) < 2 or state.topped & sum(1 << i for i in own):
                continue
            hits = self.posts.fire(area, state.points(area, self.seat) >= 7)
            best = min(own, key=lambda i: (scene.worth.blow(state, i), own.index(i)))
            saved = scene.worth.blow(state, own[0]) - scene.worth.blow(state, best)
            if saved * min(hits, 1.0) > 0.001:
                found.append(Top(scene.setting.units[best].id))
        return found
