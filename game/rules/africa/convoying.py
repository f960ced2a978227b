"""Convoys on the road (11.W.3): they go on before anybody takes their room."""

from __future__ import annotations

from game.rules.africa.assaults import Assaults
from game.rules.africa.masks import bits
from game.rules.africa.state import LIMIT


class Convoys(Assaults):
    """One side's plan as far as its convoys are concerned."""

    def _send_convoys(self) -> None:
        """Convoys go on, where there is a choice to the safer area; the others then share what room is left."""
        for slot in bits(self.convoys):
            if slot in self.options:
                area = min(self.options[slot], key=lambda a: (self.posts.danger(a)[1], a))
                if self._blocked(area) + self.scene.setting.points[slot] <= LIMIT:
                    self.posts.shift_convoy(self.at[slot], area)
                    self._go(slot, area)

    def _blocked(self, area: int) -> int:
        """Points in an area that make no room for a convoy: those who cannot leave it, and those who have come."""
        points, state = self.scene.setting.points, self.scene.state
        own = [*self.teams.get(area, ()), *(i for i in bits(self.convoys) if self.at.get(i, state.at[i]) == area)]
        return sum(points[i] for i in own if i not in self.options or state.at[i] != area)
