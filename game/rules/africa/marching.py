"""A side's movement phase planned as a whole: attacks first, then the best post for everybody else."""

from __future__ import annotations

from typing import NamedTuple

from game.rules.africa.actions import Move, Top
from game.rules.africa.masks import bits
from game.rules.africa.movement import Way, free_walkers, ways
from game.rules.africa.posts import Posts
from game.rules.africa.scene import Scene
from game.rules.africa.state import LIMIT

BAR = 0.003
"""An attack must promise more than this."""
STIR = 0.0006
"""A march must be better than staying by this."""
SECOND = 0.004
"""The same for second thoughts, when the march has been made."""
ROUNDS = 3
OVERSTACKED = 0.03
"""The cost of each stacking point too many."""


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
        self.stir = STIR if not state.moved | state.once else SECOND

    def search(self) -> None:
        """Find the plan."""
        self._send_convoys()
        self._assault()
        walkers = [i for i in self.options if self.scene.setting.fighters >> i & 1]
        walkers.sort(key=lambda i: (-self.scene.worth.strength(self.scene.state, i), i))
        for _ in range(ROUNDS):
            moved = self._advance(walkers)
            if not self._improve(walkers) and not moved:
                break
        self._place_staff()

    def _rooms(self) -> dict[int, int]:
        """Points that foot may fill of the bridges, where guns wait to follow it."""
        ground, state, setting = self.scene.ground, self.scene.state, self.scene.setting
        found = {}
        for area, flags in enumerate(ground.flags):
            if "bridge" in flags and setting.goal is not None:
                near = [
                    i for i in bits(setting.guns & setting.side[self.seat] & ~setting.ship)
                    if state.at[i] >= 0 and ground.adjacent[area] >> state.at[i] & 1
                ]
                found[area] = LIMIT - min(len(near), 3)
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

    def _send_convoys(self) -> None:
        for slot in bits(self.convoys):
            if slot in self.options:
                near = self.posts.danger
                self._go(slot, min(self.options[slot], key=lambda a: (near(a)[1], a)))

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
            gain += fight.take * (posts.value(place, rest) - posts.value(place, now))
        for slot in team:
            gain += fight.take * (scene.pull(slot, area) - scene.pull(slot, state.at[slot]))
        return Assault(gain, area, team, officer)

    # posts

    def _advance(self, walkers: list[int]) -> bool:
        """Send whole stacks where they are worth more together; whether anything changed."""
        scene, posts = self.scene, self.posts
        points = scene.setting.points
        groups: dict[int, list[int]] = {}
        for slot in walkers:
            if not self.committed >> slot & 1 and not scene.state.demoralized >> slot & 1:
                if self.at[slot] == scene.state.at[slot]:
                    groups.setdefault(self.at[slot], []).append(slot)
        changed = False
        for here, group in groups.items():
            if len(group) < 2:
                continue
            load = sum(points[i] for i in group)
            own = tuple(sorted(self.teams[here]))
            rest = tuple(i for i in own if i not in group)
            leave = posts.value(here, rest) - posts.value(here, own) - sum(scene.pull(i, here) for i in group)
            best, target = self.stir * len(group), here
            for area in set(self.options[group[0]]).intersection(*(self.options[i] for i in group[1:])):
                if self.enemy >> area & 1 or self.load.get(area, 0) + load > self.room.get(area, LIMIT):
                    continue
                team = tuple(sorted(self.teams.get(area, ())))
                joined = posts.value(area, tuple(sorted((*team, *group)))) - posts.value(area, team)
                gain = leave + joined + sum(scene.pull(i, area) for i in group)
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
            start = scene.state.at[slot]
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
        value = scene.pull(slot, area)
        if scene.state.demoralized >> slot & 1:
            value += scene.rallying(slot, area)
        return value

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
        return value + 0.3 * scene.price(shaken)

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
        for slot, area in self.at.items():
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
