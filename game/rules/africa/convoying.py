"""Convoys on the road (11.W.3): they follow the army, or are kept back by it."""

from __future__ import annotations

from game.rules.africa.assaults import Assaults
from game.rules.africa.masks import bits
from game.rules.africa.state import LIMIT


class Convoys(Assaults):
    """One side's plan as far as its convoys are concerned."""

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
