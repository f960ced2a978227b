"""Convoys on the road (11.W.3): they go on in columns with an escort, and the others wait behind where they can."""

from __future__ import annotations

from game.board.areas import Area
from game.core.indices import slots_in
from game.rules.africa.ai.assaults import Assaults
from game.rules.africa.state import LIMIT


class Convoys(Assaults):
    """One side's plan as far as its convoys and their escorts are concerned."""

    def _send_convoys(self) -> None:
        """The foremost goes on first, where there is a choice to the safer area.

        Where others wait for the same room, an escort goes ahead that leaves them none (ruling 25).
        """
        setting, state = self.field.setting, self.field.state
        waiting = [slot for slot in slots_in(self.convoys) if slot in self.options]
        waiting.sort(key=lambda i: (setting.road_left[state.at[i]], i))
        while waiting:
            slot = waiting.pop(0)
            area = min(self.options[slot], key=lambda a: (self.holding.danger(a)[1], a))
            room = LIMIT - self._blocked(area) - setting.points[slot]
            if room < 0:
                continue
            if any(area in self.options[other] for other in waiting):
                self._escort(area, room, arriving=True)
            self.holding.shift_convoy(self.at[slot], area)
            self._go(slot, area)
            self.column.append(slot)
        for area in self._convoy_areas():
            if self.holding.danger(area)[1]:
                self._escort(area, LIMIT - self._blocked(area), arriving=False)

    def _escort(self, area: Area, room: int, arriving: bool) -> None:
        """Tell off foot for where a convoy goes or stands, of no more points than there is room.

        :param arriving: whether it must come from elsewhere, to take the room of those who wait.
        """
        field, state = self.field, self.field.state
        points = field.setting.points
        free = [
            i for i, found in self.options.items()
            if field.setting.foot >> i & 1 and self.at[i] == state.at[i]
            and not (self.committed | state.demoralized) >> i & 1
            and (area in found or (state.at[i] == area and not arriving))
        ]
        coins = {i: field.worth.coins(state, i, field.hidden) for i in free}
        free.sort(key=lambda i: (-points[i] if arriving else -coins[i] / points[i], state.at[i] != area, -coins[i], i))
        for slot in free:
            if points[slot] <= room:
                room -= points[slot]
                self.committed |= 1 << slot
                if self.at[slot] != area:
                    self._go(slot, area)
                    self.column.append(slot)

    def _convoy_areas(self) -> list[Area]:
        """Where the convoys will be, the foremost first."""
        setting, at = self.field.setting, self.field.state.at
        found = {self.at.get(slot, at[slot]) for slot in slots_in(self.convoys) if at[slot] >= 0}
        return sorted(found, key=lambda area: setting.road_left[area])

    def _blocked(self, area: Area) -> int:
        """Points in an area that make no room for a convoy: those who cannot leave it, and those who have come."""
        points, state = self.field.setting.points, self.field.state
        own = [*self.teams.get(area, ()), *(i for i in slots_in(self.convoys) if self.at.get(i, state.at[i]) == area)]
        return sum(points[i] for i in own if i not in self.options or state.at[i] != area)
