"""The mouse on the game screen: pointing explains, clicking picks up and goes, dragging carries."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

import pygame

from game.core.chance import CHANCE
from game.core.verdict import RuleRef
from game.ui.play.told import Over, Told
from game.ui.screens import game_commands as commands
from game.ui.screens.stack_commands import join, put_on_top

if TYPE_CHECKING:
    from game.ui.screens.game import Game

GRIP = 7
"""Pixels the pointer moves with the button down before it carries what it pressed."""
DOUBLE_SECONDS = 0.45
"""Between the two clicks of a double one, at most."""


class Mouse:
    """What the pointer's moves and the left button mean."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._down: tuple[int, int] | None = None
        """Where the button went down on a counter that is in hand now."""
        self._puts_down = False
        """Whether letting go without carrying puts that counter down."""
        self._pressed: tuple[str | None, float] = (None, -9.0)
        """The counter pressed last, and when."""
        self._now = 0.0
        self._at = (-1, -1)
        self.over: str | None = None
        """The counter under the pointer."""
        self.told = Told()
        """What the middle card explains."""

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
        """Move the pointer: what it is over explains itself; what it has gripped follows it."""
        game, self._at = self.game, pos
        self._carry(pos)
        tray = game.tray_shown and game.tray_rect.collidepoint(pos)
        game.hover = game.view.place_at(pos) if game.map_rect.collidepoint(pos) and not tray else None
        self.over = game.view.unit_at(pos) if game.hover is not None else None
        game.keyboard = False
        self._tell()
        game.app.point_at_link(self._link_at(pos) is not None)

    def _tell(self) -> None:
        """Say to the middle card what the pointer is over."""
        game, pos = self.game, self._at
        card = Over.CARD if game.column.middle.rect.collidepoint(pos) else Over.ELSEWHERE
        self.told.point(Over.MAP if game.map_rect.collidepoint(pos) else card, game.hover, self.over)

    def _link_at(self, pos: tuple[int, int]) -> RuleRef | None:
        """The rule whose number is printed at a point, on whatever paper lies there."""
        game = self.game
        above = game.rule_of_objectives(pos)
        return above or game.slip.link_at(pos) or game.column.link_at(pos)

    def look(self, dt: float) -> None:
        """Let ``dt`` seconds pass: a stack may have spread or folded beneath a pointer at rest."""
        self._now += dt
        over = self.game.view.unit_at(self._at) if self.game.hover is not None else None
        if over != self.over:
            self.over, self.game.dirty = over, True
            self._tell()
        if self.told.update(dt, (self.game.controller.state, self.game.controller.selected)):
            self.game.dirty = True

    @property
    def carrying(self) -> bool:
        """Whether counters follow the pointer."""
        carry = self.game.view.carry
        return bool(carry.units) and not carry.returning

    def let_go(self) -> None:
        """What is carried goes back to where it was, though the button is still down."""
        self._down, self._puts_down = None, False
        self.game.view.carry.put_back()
        self.game.dirty = True

    def _carry(self, pos: tuple[int, int]) -> None:
        """Lift what the button went down on once the pointer has gone far enough, and let it follow."""
        view, controller = self.game.view, self.game.controller
        if self.carrying:
            view.carry.move(pos)
            return
        if self._down is None or controller.selected is None or not controller.active:
            return
        if hypot(pos[0] - self._down[0], pos[1] - self._down[1]) > GRIP:
            view.lift((controller.selected, *controller.group), self._down)
            view.carry.move(pos)

    def _press(self, pos: tuple[int, int]) -> bool:
        self._down, self._puts_down = None, False
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
        if pygame.key.get_mods() & pygame.KMOD_SHIFT:
            join(game, pos)
            return True
        self._press_counter(pos)
        return True

    def _press_counter(self, pos: tuple[int, int]) -> None:
        """Press on the map: a counter in hand waits for what follows, anything else is clicked at once."""
        game, controller = self.game, self.game.controller
        place, unit = game.view.place_at(pos), game.view.unit_at(pos)
        twice = unit is not None and unit == self._pressed[0] and self._now - self._pressed[1] <= DOUBLE_SECONDS
        self._pressed = unit, self._now
        control = pygame.key.get_mods() & pygame.KMOD_CTRL
        held = self._in_hand(unit)
        game.app.sounds.play("click")
        whole = unit is not None and bool(control or (twice and held))
        if game.interruption.call_on(unit) or (whole and controller.take_stack(place)):
            self._pressed = (None, -9.0)
        elif held and place not in controller.meanings:
            controller.refusal, self._puts_down = None, True
        else:
            game.play(controller.click(place, unit))
        self._down = pos if self._in_hand(unit) else None

    def _in_hand(self, unit: str | None) -> bool:
        controller = self.game.controller
        return unit is not None and not controller.composing and unit in (controller.selected, *controller.group)

    def _release(self, pos: tuple[int, int]) -> bool:
        """Let go: what was carried is dropped, what was only clicked again is put down."""
        game, controller = self.game, self.game.controller
        carrying = self.carrying
        puts_down, self._down, self._puts_down = self._puts_down, None, False
        if not carrying:
            if puts_down:
                controller.select(None)
                game.dirty = True
            return puts_down
        if controller.selected is None or self._drop_on_top(pos):
            game.view.carry.put_down()
            return True
        inside = game.map_rect.collidepoint(pos)
        action = controller.drop(game.view.place_at(pos) if inside else None)
        if action is None:
            game.view.carry.put_back()
        else:
            game.view.land()
            game.play(action)
        game.dirty = True
        return True

    def _drop_on_top(self, pos: tuple[int, int]) -> bool:
        """Whether a counter was dragged onto the uppermost one of its own side in its stack, and so put there."""
        game, unit = self.game, self.game.controller.selected
        counters, onto = game.controller.counters, game.view.unit_at(pos)
        if unit is None or onto is None or onto == unit or counters[onto].place != counters[unit].place:
            return False
        stack = game.controller.stacks.get(counters[unit].place or "", ())
        own = [mate for mate in stack if counters[mate].seat == counters[unit].seat]
        if game.rules.on_top(game.match.state, unit) is None or onto != own[-1]:
            return False
        put_on_top(game, unit)
        return True
