"""A screen with a map: what is watched, told or presented on it, with a camera that follows what is told."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from functools import partial
from typing import Any

from game.core.contract import Counter, System
from game.core.rules import ScenarioInfo
from game.core.theme import Theme
from game.ui.app.screen import Host
from game.ui.app.settings import Settings
from game.ui.board.view import BoardView
from game.ui.kit.camera import Box
from game.ui.kit.glide import Glide
from game.ui.kit.keytable import things_of
from game.ui.play.stage import Stage
from game.ui.screens.game_layout import Layout


class MapScreen(Layout):
    """The map, its dice and its camera. Nothing on it can be changed: a game in play has a screen of its own."""

    moving = True

    def __init__(self, app: Host, rules: System[Any], info: ScenarioInfo, first: Any) -> None:
        """:param rules: filtered for the viewer.
        :param first: the state that is shown first.
        """
        super().__init__(app)
        self._rules, self.info = rules, info
        self._switches = copy(app.settings)
        self._counters: dict[str, Counter] = {}
        self.glide = Glide()
        """The camera on its way to what is told."""
        self._set_out(first)

    def _set_out(self, state: Any) -> None:
        """Make the map of a state's board, and what plays out on it."""
        board = self._rules.board(state)
        self.view = BoardView(board, self.theme, turned=self.lies_turned(self._rules.name, board, first=True))
        self.view.uncovered = lambda: (self.in_view(self.map_rect), [])
        self.view.follows = self.app.settings.follow_action
        self.stage = Stage(self.view, self.app.sounds)

    @property
    def rules(self) -> System[Any]:
        return self._rules

    @property
    def theme(self) -> Theme:
        """How map and counters look here."""
        return self._rules.theme

    @property
    def switches(self) -> Settings:
        return self._switches

    @property
    def things(self) -> frozenset[str]:
        return things_of(self.rules)

    def lay(self, state: Any) -> None:
        """Show a position on the map."""
        counters = self.rules.counters(state)
        self._counters = {counter.unit: counter for counter in counters}
        self.view.take(self.rules.board(state))
        self.view.set_counters(counters)
        self.view.set_holders(self.rules.holders(state))
        self.view.set_layers(partial(self.rules.layers, state))
        self._aims = self.rules.objectives(state)

    def places_of(self, units: Iterable[str]) -> list[str]:
        """Where units stand on the map, in the position shown."""
        found = (self._counters[unit].place for unit in units if unit in self._counters)
        return [place for place in found if place is not None and self.view.geometry.knows(place)]

    def look_at(self, box: Box | None, *, at_once: bool) -> None:
        """Move the map to a part of the sheet; None: to the whole sheet."""
        self.glide.to(self.view.camera, box, at_once=at_once or self.app.settings.reduced_motion)

    def obey(self) -> None:
        """Show and move everything as the player has set it."""
        self.stage.obey(self.app.settings, self.switches, self.app.settings.watching_speed)

    def update(self, dt: float, top: bool) -> None:
        self.glide.update(dt)
        self.obey()
        self.view.update(dt)
        self.stage.update(dt)
        super().update(dt, top)
