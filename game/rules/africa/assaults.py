"""Attacks of a movement phase: which teams go for which areas, and what everybody's way and weight are worth."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

from game.board.areas import FAR
from game.rules.africa.masks import bits
from game.rules.africa.movement import Path, free_walkers, ways
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
FULL, HOSTILE = 0.7, 0.4
"""Turns lost on the way by an area full of friends, and by one the enemy holds."""
FOLLOWED = 0.4
"""What is left of the cost of leaving a post that others can fill."""


class Assault(NamedTuple):
    """A team that is to attack an area, and what it may expect."""

    gain: float
    area: int
    team: tuple[int, ...]
    officer: int
    """The officer who goes along; -1 for none."""


class Assaults:
    """One side's plan for its movement phase as far as it attacks."""

    def __init__(self, scene: Scene, seat: int) -> None:
        self.scene = scene
        self.seat = seat
        self.posts = Posts(scene, seat)
        state, setting = scene.state, scene.setting
        self.options: dict[int, dict[int, Path]] = {}
        for slot in bits(free_walkers(state)):
            found = ways(state, slot)
            if found:
                self.options[slot] = found
        self.at = {slot: state.at[slot] for slot in self.options}
        self.teams = {area: list(own) for area, own in scene.troops[seat].items()}
        self.load = {area: state.points(area, seat) for area in bits(state.held[seat])}
        self.assaults: list[Assault] = []
        self.committed = 0
        self.convoys = setting.convoys & setting.side[seat]
        self.column: list[int] = []
        """Convoys that go on, each after those who go ahead of it."""
        self.enemy = state.held[1 - seat]
        self.room = self._rooms()
        self.rows = self._congested()
        self.stir = STIR if not state.moved | state.once else SECOND

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

    def _assault(self) -> None:
        scene = self.scene
        targets: dict[int, list[int]] = {}
        for slot, found in self.options.items():
            if scene.setting.foot >> slot & 1 and not scene.state.demoralized >> slot & 1:
                for area in found:
                    if self.enemy >> area & 1:
                        targets.setdefault(area, []).append(slot)
        staff = [i for i in self.options if scene.setting.officers & ~scene.state.demoralized >> i & 1]
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
        hits = min(scene.volley(area, 1 - seat, crowd=scene.crowds(own)), float(len(own)))
        lasting = 1.0 - 0.9 * hits / len(own)
        coins = scene.attack(area, own, 0, set(origins)) * lasting + help_coins
        foes = scene.troops[1 - seat].get(area, [])
        fight = scene.shock(coins, scene.defence(area, 1 - seat)) if foes else scene.shock(coins, 1.0)
        price = scene.price(own)
        first = min(scene.worth.blow(state, i) for i in own)
        average = sum(scene.worth.blow(state, i) for i in own) / len(own)
        gain = fight.win * scene.prize(area, seat) + fight.gain * scene.price(foes)
        gain -= fight.loss * price * lasting + min(hits, 1.0) * first + max(hits - 1.0, 0.0) * average
        for place, leaving in origins.items():
            mask = 0
            for slot in leaving:
                mask |= 1 << slot
            now = tuple(sorted(self.teams.get(place, ())))
            rest = tuple(i for i in now if not mask >> i & 1)
            gain += fight.win * self._left_behind(place, posts.value(place, rest) - posts.value(place, now), mask)
        for slot in team:
            gain += fight.win * (scene.pull(slot, area) - scene.pull(slot, state.at[slot]))
        return Assault(gain, area, team, officer)

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
