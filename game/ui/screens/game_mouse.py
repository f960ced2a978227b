"""Mouse input of the game screen: what is under the pointer is explained, a click selects or moves, and a drag moves
units."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.board.measuring import Outline
from game.core.chance import CHANCE
from game.core.message import say
from game.core.verdict import RuleRef
from game.ui.cards.prompt import DUTY_SPOT, MORE_SPOT, duty_spot
from game.ui.play.cursor import outline_of
from game.ui.play.pointing import PointerOver
from game.ui.play.proposals import screen_refusal
from game.ui.screens import game_sheets as sheets
from game.ui.screens import phase_list
from game.ui.screens.mouse_grip import MouseGrip

if TYPE_CHECKING:
    from game.ui.screens.game import GameScreen

DICE_FIRST = say("Roll the dice first: they are in the tray")
"""The refusal of a click on the map while dice are pending."""


class Mouse:
    """Handles pointer movement, the wheel and the mouse buttons on the game screen."""

    def __init__(self, screen: GameScreen) -> None:
        self._screen, self.game = screen, screen.game
        game, self._view, self._stage = screen.game, screen.view, screen.stage
        self._flow, self._controller, self._selection = game.flow, game.controller, game.selection
        self._pointing, self._hand, self._measuring = game.pointing, game.hand, game.measuring
        self._selection_box = game.selection_box
        self.grip = MouseGrip(screen)
        self.facing = self.grip.facing
        self.pointer = (-1, -1)
        """The pointer's position in window pixels; off the window before it has moved."""

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle a mouse event; return whether it was used."""
        if event.type == pygame.MOUSEMOTION:
            self._move_pointer(event.pos)
        elif event.type == pygame.MOUSEWHEEL:
            return self._turn_wheel(event.y)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._press(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            return self._screen.minimap.release() or self.grip.release(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 3 and self._screen.layout.on_map(event.pos):
            if not self._selection.several or self._screen.unit_at(event.pos) is None:
                self._selection.clear()
            return True
        return False

    def _move_pointer(self, pos: tuple[int, int]) -> None:
        """Handle pointer movement: explain what is under the pointer, and let what is gripped follow it."""
        game, self.pointer = self.game, pos
        self._pointing.pixel = pos
        if self._screen.minimap.drag(pos, self._screen.layout_unit):
            game.dirty = True
            return
        self.grip.carry(pos)
        self.facing.pull(pos)
        self._move_held(pos)
        tray = game.tray_shown and self._screen.tray_rect.collidepoint(pos)
        self._pointing.place = self._screen.place_at(pos) if not tray else None
        self._pointing.unit = self._screen.unit_at(pos) if self._pointing.place is not None else None
        self._pointing.keyboard = False
        self._pointing.line, self._pointing.sign = phase_list.line_and_sign_at(self._screen, pos)
        self._explain_pointer()
        self._pointing.named_units = self._named_units_at(pos)
        click_shows_on_map = bool(self._pointing.named_units or self._screen.event_places_at(pos))
        self._screen.app.set_link_cursor(self._link_at(pos) is not None or click_shows_on_map)

    def _explain_pointer(self) -> None:
        """Tell the middle card what is under the pointer."""
        pos = self.pointer
        if self._screen.on_table(pos):
            over = PointerOver.MAP
        elif self._screen.column.middle.rect.collidepoint(pos):
            over = PointerOver.CARD
        else:
            over = PointerOver.ELSEWHERE
        self._pointing.hover_subject.point(over, self._pointing.place, self._pointing.unit)

    def _link_at(self, pos: tuple[int, int]) -> RuleRef | None:
        """The rule whose number is printed at a point, on any card; None if there is none. The slip does not count
        while bases of a table without a grid are held, because they may be put down beneath it."""
        objective_rule = self._screen.rule_of_objectives(pos)
        slip_rule = self._screen.slip.link_at(pos) if not self._hand.units else None
        return objective_rule or slip_rule or self._screen.column.link_at(pos)

    def _named_units_at(self, pos: tuple[int, int]) -> tuple[str, ...]:
        """The units on the map named by the line of text at a point."""
        return self._duty_units(self._screen.column.prompt.spot_at(pos)) or self.game.named_units.units(
            self._screen.text_at(pos))

    def _duty_units(self, spot: str | None) -> tuple[str, ...]:
        """The units on the map that a duty on the prompt card concerns; none if the spot is not a duty."""
        counters, duties = self.game.situation.counters, self.game.prompt_shown.duties
        units = next((duty.units for k, duty in enumerate(duties) if duty_spot(k) == spot), ())
        return tuple(unit for unit in units if unit in counters and counters[unit].place is not None)

    def update(self, dt: float) -> None:
        """Advance by ``dt`` seconds: a stack may have fanned out or closed beneath the resting pointer."""
        self.grip.pass_time(dt)
        unit = self._screen.unit_at(self.pointer) if self._pointing.place is not None else None
        if unit != self._pointing.unit:
            self._pointing.unit, self.game.dirty = unit, True
            self._explain_pointer()
        named = self._named_units_at(self.pointer) if self._pointing.named_units else ()
        if self._pointing.named_units != named:
            self._pointing.named_units, self.game.dirty = named, True
        if self._pointing.hover_subject.update(dt, (self.game.situation.state, self._selection.selected)):
            self.game.dirty = True

    def turn_duty_pages(self, pages: int) -> None:
        """Turn to the next page of duties on the prompt card or, if ``pages`` is negative, to the previous one."""
        shown = [int(spot.name.removeprefix(DUTY_SPOT)) for spot in self._screen.column.prompt.spots
                 if spot.name.startswith(DUTY_SPOT)]
        if shown and pages:
            self.game.show_duty(shown[-1] + 1 if pages > 0 else shown[0] - 1)

    def _move_held(self, pos: tuple[int, int]) -> None:
        """Let the measuring stick, the selection box or the held bases follow the pointer."""
        game = self.game
        if not self._screen.layout.on_map(pos):
            return
        spot = self._view.spot_at(pos)
        self._measuring.move(self._stick_end(pos))
        if self._selection_box.active:
            self._selection_box.move(spot)
            game.dirty = True
        elif self._hand.units and not self._measuring.active:
            self._hand.move(spot, self.grip.peg_radius())
            game.dirty = True

    def _stick_end(self, pos: tuple[int, int]) -> Outline:
        """The end of a measuring stick at a point: the outline of the base there, else the point."""
        unit = self._screen.unit_at(pos)
        return outline_of(self.game.situation.counters.get(unit or ""), self._view.spot_at(pos))

    def _turn_wheel(self, notches: int) -> bool:
        """Handle the wheel: turn what is held, or change a number on an arrow; return whether it was used."""
        game = self.game
        if self.facing.wheel(notches, self.pointer) or self._change_number(notches):
            return True
        if not self._hand.units or not self._screen.layout.on_map(self.pointer):
            return False
        self._hand.turn(-notches)
        game.dirty = True
        return True

    def _change_number(self, notches: int = 0) -> bool:
        """Raise or lower the number of units on an arrow: by the wheel over it, or by a press on one of its signs.
        Return whether the input was used.

        :param notches: notches of the wheel; 0 for a press.
        """
        game = self.game
        if not self._screen.layout.on_map(self.pointer) or not self._flow.is_human(self._flow.seat):
            return False
        if self._stage.busy and self._view.number_at(self.pointer) is not None:
            game.skip()
        number = self._view.number_at(self.pointer)
        if number is None:
            return False
        pressed = [action for _, box, action in number.buttons if box.collidepoint(self.pointer)]
        if not notches and not pressed:
            return False
        action = pressed[0] if not notches else number.increase if notches > 0 else number.decrease
        if action is not None and game.may_act:
            game.play(action)
        return True

    def _press(self, pos: tuple[int, int]) -> bool:
        """Handle a press of the left button, on the cards or on the map; return whether it was used."""
        self.grip.reset()
        game = self.game
        rule = self._link_at(pos)
        if rule is not None:
            sheets.open_rulebook(game, rule)
            return True
        if self._press_overview(pos):
            return True
        if self._screen.minimap.press(pos, self._screen.layout_unit):
            game.dirty = True
            return True
        if self._screen.column.prompt.spot_at(pos) == MORE_SPOT:
            self.turn_duty_pages(1)
            return True
        spot = self._screen.column.middle.spot_at(pos)
        if spot is not None:
            game.commands.pick_on_card(spot)
            return True
        named, event_places = self._named_units_at(pos), self._screen.event_places_at(pos)
        if named or event_places:
            game.named_units.show(named, event_places)
            return True
        if not self._screen.on_table(pos) or (game.hint is not None and self._screen.slip.rect.collidepoint(pos)):
            return False
        if self._flow.seat != CHANCE:
            game.hint = None
        if self._stage.rolled is not None and not self._stage.busy:
            self._stage.rolled = None
        if self._flow.seat == CHANCE and not self._stage.busy and not game.halted:
            self._roll(pos)
            return True
        if self._measuring.active:
            self._measuring.begin(self._stick_end(pos))
            return True
        if pygame.key.get_mods() & pygame.KMOD_SHIFT:
            self._join(pos)
            self._hand.put_back(until_away=True)
            return True
        self.pointer = pos
        moves_bases = game.may_act and game.rules.traits.board == "plane" and game.situation.prompt.mode == "move"
        if moves_bases and self._selection.selected is None and self._screen.unit_at(pos) is None:
            self._selection_box.begin(self._view.spot_at(pos))
        if not self._change_number():
            self.grip.press(pos)
        return True

    def _press_overview(self, pos: tuple[int, int]) -> bool:
        """Handle a click on the overview: do the command of a line's sign, or select the line; return whether it was on
        a line."""
        game, (name, number) = self.game, phase_list.line_and_sign_at(self._screen, pos)
        if name is None:
            return False
        game.hint, game.dirty = None, True
        self._selection.look_at_line(name if number is not None or name != self._selection.lines.looked_at else None,
                                     on_list=True, unfold=number is None)
        if number is not None:
            game.choosing.choose(number)
        return True

    def _roll(self, pos: tuple[int, int]) -> None:
        """Handle a press while dice are pending: on the tray, roll them; on a place or counter, say that the roll comes
        first."""
        game = self.game
        if self._screen.tray_rect.collidepoint(pos):
            game.roll()
            return
        place = self._screen.place_at(pos)
        if place is not None and self._flow.is_human(self._flow.roller):
            self._selection.refusal = screen_refusal(place, DICE_FIRST)

    def would_select(self, pos: tuple[int, int]) -> bool:
        """Whether a press would only select a counter that can act, with none selected yet."""
        game, selection = self.game, self._selection
        if not self._screen.layout.on_map(pos) or self._screen.tray_rect.collidepoint(pos):
            return False
        can_select = selection.selected is None and game.interruption.moment is None
        return can_select and self._screen.unit_at(pos) in selection.eligible

    def _join(self, pos: tuple[int, int]) -> None:
        """Handle a Shift+click: add the counter to the group, or its whole stack if nothing is selected yet."""
        game, selection = self.game, self._selection
        unit, place = self._view.unit_at(pos), self._view.place_at(pos)
        game.dirty = True
        if not selection.active or unit is None:
            return
        if place is not None:
            selection.cursor, selection.cursor_moved = place, True
        if selection.selected is None and not any(other in selection.eligible for other in game.situation.stacks.get(
                place or "", (unit,))):
            game.play(self._controller.click(place, unit))  # shows why nothing can be picked up there
        elif selection.selected is None:
            game.stacks.select_whole_stack()
        else:
            game.stacks.toggle_unit(unit)

    def on_relayout(self) -> None:
        """React to a new layout of the window: put back what is carried, and update the place under the pointer."""
        self.grip.on_relayout()
        if self._pointing.place is not None:
            self._pointing.place = self._screen.place_at(self.pointer)
