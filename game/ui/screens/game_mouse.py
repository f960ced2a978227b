"""The mouse on the game screen: pointing explains, clicking picks up and goes, dragging drops."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.core.chance import CHANCE
from game.core.verdict import RuleRef
from game.ui.screens import game_commands as commands
from game.ui.screens.stack_commands import join, put_on_top

if TYPE_CHECKING:
    from game.ui.screens.game import Game


class Mouse:
    """What the pointer's moves and the left button mean."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._pressed: tuple[str | None, bool] = (None, False)
        """The place the button went down on, and whether that picked a counter up."""
        self._held: str | None = None
        """The counter the button went down on."""
        self.over: str | None = None
        """The counter under the pointer."""

    def handle(self, event: pygame.event.Event) -> bool:
        """Take a mouse event; whether it was used."""
        if event.type == pygame.MOUSEMOTION:
            self._point(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._press(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            return self._release(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 3 and self.game.map_rect.collidepoint(event.pos):
            self.game.controller.clear()
            return True
        return False

    def _point(self, pos: tuple[int, int]) -> None:
        """Move the pointer: what it is over explains itself."""
        game = self.game
        tray = game.tray_shown and game.tray_rect.collidepoint(pos)
        game.hover = game.view.place_at(pos) if game.map_rect.collidepoint(pos) and not tray else None
        self.over = game.view.unit_at(pos) if game.hover is not None else None
        game.keyboard = False
        game.app.point_at_link(self._link_at(pos) is not None)

    def _link_at(self, pos: tuple[int, int]) -> RuleRef | None:
        """The rule whose number is printed at a point, on whatever paper lies there."""
        game = self.game
        above = game.objectives.link_at(pos) if game.objectives_rect.collidepoint(pos) else None
        return above or game.slip.link_at(pos) or game.column.link_at(pos)

    def _press(self, pos: tuple[int, int]) -> bool:
        self._pressed = (None, False)
        game = self.game
        rule = self._link_at(pos)
        if rule is not None:
            commands.open_rulebook(game, rule)
            return True
        spot = game.column.middle.spot_at(pos)
        if spot is not None:
            commands.pick_spot(game, spot)
            return True
        if not game.map_rect.collidepoint(pos):
            return False
        game.hint = None
        if game.stage.rolled is not None and not game.stage.busy:
            game.stage.rolled = None
        if game.tray_rect.collidepoint(pos) and game.flow.seat == CHANCE:
            game.roll()
            return True
        place, unit = game.view.place_at(pos), game.view.unit_at(pos)
        before = game.controller.selected
        if pygame.key.get_mods() & pygame.KMOD_SHIFT:
            join(game, pos)
            return True
        action = game.controller.click(place, unit)
        game.app.sounds.play("click")
        game.play(action)
        held = game.controller.selected
        self._pressed = (place, action is None and held is not None and held != before)
        self._held = unit
        return True

    def _release(self, pos: tuple[int, int]) -> bool:
        """Drop a counter that was dragged to another place, or onto the uppermost one of its stack."""
        place, lifted = self._pressed
        self._pressed = (None, False)
        if self._drop_on_top(pos):
            return True
        if not lifted or not self.game.map_rect.collidepoint(pos):
            return False
        there = self.game.view.place_at(pos)
        if there is None or there == place or self.game.controller.composing:
            return False
        self.game.play(self.game.controller.click(there, None))
        return True

    def _drop_on_top(self, pos: tuple[int, int]) -> bool:
        """Whether a counter was dragged onto the uppermost one of its own side in its stack, and so put there."""
        game, unit = self.game, self._held
        self._held = None
        if unit is None or not game.may_act:
            return False
        counters, onto = game.controller.counters, game.view.unit_at(pos)
        if onto is None or onto == unit or counters[onto].place != counters[unit].place:
            return False
        stack = game.controller.stacks.get(counters[unit].place or "", ())
        own = [mate for mate in stack if counters[mate].seat == counters[unit].seat]
        if game.rules.on_top(game.match.state, unit) is None or onto != own[-1]:
            return False
        put_on_top(game, unit)
        return True
