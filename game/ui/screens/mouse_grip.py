"""Presses, drags and releases of the mouse on the map of a game: carrying counters, turning a unit, and pointing from
an attacker to a target."""

from __future__ import annotations

from math import atan2, degrees, hypot
from typing import TYPE_CHECKING

import pygame

from game.board.measuring import distance
from game.ui.board.held import PEG_GRIP, PEG_GUARD, peg_reach

if TYPE_CHECKING:
    from game.ui.screens.game import GameScreen

DOUBLE_SECONDS = 0.45
"""The longest time in seconds between the two presses of a double-click."""
DRAG_DISTANCE = 7
"""Distance in pixels that the pointer must move with the button down to start a drag."""
MIN_TURN_RADIUS, MAX_TURN_RADIUS = 0.35, 1.2
"""Distances from the centre of its hex between which a dropped counter is turned, in hex radii: nearer, it keeps its
facing; farther, it is carried elsewhere. Chosen by hand."""
NO_PRESS: tuple[str | None, float, tuple[int, int]] = None, -9.0, (-1, -1)
"""No counter, pressed too long ago for a double-click."""


def is_drag(start: tuple[int, int], pos: tuple[int, int]) -> bool:
    """Whether a point of the window is far enough from where the button was pressed for a drag."""
    return hypot(pos[0] - start[0], pos[1] - start[1]) > DRAG_DISTANCE


class MouseGrip:
    """Handles pressing, carrying and releasing with the left mouse button."""

    def __init__(self, screen: GameScreen) -> None:
        self._screen, self.game = screen, screen.game
        game, self._view = screen.game, screen.view
        self._controller, self._selection = game.controller, game.selection
        self._hand, self._measuring, self._selection_box = game.hand, game.measuring, game.selection_box
        self._press_pos: tuple[int, int] | None = None
        """Position of the press on a counter that is now selected; None if there was none."""
        self._deselects = False
        """Whether releasing without a drag deselects that counter."""
        self._selected_group = False
        """Whether the press selected a group; it stays where it is until the pointer has left it."""
        self._ambiguous_press: tuple[str, str, tuple[int, int]] | None = None
        """A counter pressed at a place the selected unit can go to, with that place and the press position: releasing
        sends the selected unit there, dragging carries the pressed counter."""
        self._last_press = NO_PRESS
        """The counter pressed last, with the time in seconds and the position of the press."""
        self._idle_press: tuple[str, str, tuple[int, int], str | None] | None = None
        """A pressed counter of the player that cannot act, its place, the press position, and the unit selected before:
        dragging it says why it stays, whatever the press has selected."""
        self._grip_pos: tuple[int, int] | None = None
        """Where the held bases were gripped on a table without a grid; None before that."""
        self.dragging = False
        """Whether held bases are dragged with the button down, so that its release puts them down."""
        self._now = 0.0
        """Seconds since the screen was opened."""
        self.facing, self._aiming = FacingMouse(screen), AimingMouse(screen)

    def pass_time(self, dt: float) -> None:
        """Advance by ``dt`` seconds."""
        self._now += dt

    def reset(self) -> None:
        """Forget the last press of the button, before the next one is handled."""
        self._press_pos, self._deselects, self._ambiguous_press, self._idle_press = None, False, None, None

    @property
    def holds(self) -> bool:
        """Whether something is being carried or dragged."""
        return bool(self._view.carry.held) or self.dragging or self.facing.awaits_release

    def put_back(self) -> None:
        """Put back what is carried, with the button still down."""
        self.reset()
        self.dragging = False
        self.facing.cancel()
        self._view.carry.put_back()
        self._hand.put_back()
        self.game.dirty = True

    def on_relayout(self) -> None:
        """React to a new layout of the window: put back what is carried."""
        if self._view.carry.held or self.dragging:
            self.put_back()
        self.reset()

    def carry(self, pos: tuple[int, int]) -> None:
        """Lift the pressed counter once the pointer has moved far enough, and let it follow; say why a counter that
        cannot act stays."""
        view, selection = self._view, self._selection
        if self._view.carry.held:
            view.carry.move(pos)
            return
        if self._ambiguous_press is not None and is_drag(self._ambiguous_press[2], pos):
            (unit, _, self._press_pos), self._ambiguous_press = self._ambiguous_press, None
            selection.select(unit)
        if self._idle_press is not None and is_drag(self._idle_press[2], pos):
            (unit, place, _, selected_before), self._idle_press = self._idle_press, None
            self._controller.refuse_to_drag(place, unit, selected_before)
            self.game.dirty = True
        if self._press_pos is None or selection.selected is None or not selection.active:
            return
        if is_drag(self._press_pos, pos):
            if self._hand.units:
                self.dragging = True
                return
            view.lift((selection.selected, *selection.group, *selection.companions_coming), self._press_pos)
            view.carry.move(pos)

    def press(self, pos: tuple[int, int]) -> None:
        """Handle a press on the map: on the arrow of a facing, on a peg, with Ctrl on a place of the path, and else
        on a counter or place. A counter that is then selected can be dragged."""
        game, selection = self.game, self._selection
        angle = self._view.facing_at(pos)
        if angle is not None:
            game.play(self._controller.face(angle))
            return
        parked, at_home = self._hand.parked, self._hand.parked_at_home
        if parked and self._beside_a_peg(pos):
            return
        if parked and self._grip(pos):
            self._press_pos = pos
            return
        place, unit = self._screen.place_at(pos), self._screen.unit_at(pos)
        if at_home and unit is None:
            unit = self._held_base_near(pos)
        last_unit, last_time, last_pos = self._last_press
        is_double = (unit is not None and unit == last_unit and self._now - last_time <= DOUBLE_SECONDS
                     and not is_drag(last_pos, pos))
        self._last_press = unit, self._now, pos
        control = pygame.key.get_mods() & pygame.KMOD_CTRL
        is_selected = self._is_selected(unit)
        self._aiming.press(unit, pos)
        self._screen.app.sounds.play("click")
        if control and self._hand.away_from_home:
            self._hand.add_waypoint()
            return
        if control and selection.route is not None and selection.route.legs:
            game.commands.plan(place)
            return
        if control and game.planning.plan(place):
            return
        wants_stack = unit is not None and bool(control or (is_double and is_selected))
        takes_stack = wants_stack and game.stacks.select_stack(place)
        if takes_stack or game.interruption.interrupt_with(unit):
            self._last_press = NO_PRESS
        else:
            if at_home and unit is None:
                self._bring_held_bases(pos)
            if not self._press_one(pos, place, unit, is_selected=is_selected, parked=parked):
                return
        self._press_pos = pos if takes_stack or self._is_selected(unit) else None
        if self._press_pos is not None and self._hand.units and not self._hand.away_from_home:
            self._grip(pos)
            self._selected_group = takes_stack

    def _press_one(self, pos: tuple[int, int], place: str | None, unit: str | None, *, is_selected: bool,
                   parked: bool) -> bool:
        """Handle a press on one counter or place; return whether a counter may now be dragged from there.

        :param is_selected: whether the counter was selected before the press.
        :param parked: whether held bases were parked before the press.
        """
        game, selection = self.game, self._selection
        if self._press_puts_down(pos, place, unit):
            self._put_down()
        elif is_selected and place not in selection.choices.proposals_at:
            selection.refusal, self._deselects = None, not parked
            return True
        elif place is not None and unit is not None and self._is_ambiguous(place, unit):
            self._ambiguous_press = unit, place, pos
        elif self.facing.press(place, unit, pos):
            pass  # its release plays the place
        elif (choice := game.choosing.choice_at(self._view.spot_at(pos))) is not None:
            game.choosing.choose(choice)
        else:
            selected_before, action = selection.selected, self._controller.click(place, unit)
            if action is None and place is not None and unit is not None and self._is_idle(unit):
                self._idle_press = unit, place, pos, selected_before
            game.play(action)
            return True
        return False

    def _is_idle(self, unit: str) -> bool:
        """Whether a counter of the player to act cannot act, while another one is selected."""
        situation, selection = self.game.situation, self._selection
        own = situation.counters[unit].seat == situation.prompt.to_act
        return (own and selection.selected is not None and unit not in selection.eligible
                and not self._is_selected(unit) and not situation.composing)

    def _put_down(self) -> None:
        """Put down the bases held by the mouse; if refused, return them to their place, still held."""
        if not self.game.put_down() and not self._hand.question:
            self._hand.put_back()

    def _held_base_near(self, pos: tuple[int, int]) -> str | None:
        """The held base that a point only just misses: a press there grips it, rather than sending it there."""
        offsets = (0, DRAG_DISTANCE), (0, -DRAG_DISTANCE), (DRAG_DISTANCE, 0), (-DRAG_DISTANCE, 0)
        return next((unit for dx, dy in offsets if (unit := self._screen.unit_at((pos[0] + dx, pos[1] + dy)))
                     in self._hand.units), None)

    def _grip(self, pos: tuple[int, int]) -> bool:
        """Grip the held bases at a point; return whether it is a corner. A drag from a corner turns them, a drag from
        any other point carries them."""
        self._grip_pos = pos
        return self._hand.grip(self._view.spot_at(pos), self.peg_radius(PEG_GRIP))

    def peg_radius(self, times: float = PEG_GUARD) -> int:
        """Radius in table units of an area around a peg, the sign at a corner at which held bases are gripped to turn
        them.

        :param times: the radius as a multiple of the peg's own.
        """
        return peg_reach(self._view.stacks.px, self._view.camera, times)

    def _beside_a_peg(self, pos: tuple[int, int]) -> bool:
        """Whether a point is near a peg of the held bases, but neither on it nor on a base; a press there moves
        nothing."""
        spot = self._view.spot_at(pos)
        peg_distance = min((distance(corner, spot) for corner in self._hand.corners), default=0)
        return self.peg_radius(PEG_GRIP) < peg_distance <= self.peg_radius() and self._screen.unit_at(pos) is None

    def _bring_held_bases(self, pos: tuple[int, int]) -> None:
        """Move bases parked at home to a press beside them."""
        spot = self._view.spot_at(pos)
        self._hand.follow(spot, near=True)
        self._hand.move(spot)

    def _press_puts_down(self, pos: tuple[int, int], place: str | None, unit: str | None) -> bool:
        """Whether a press puts down the bases held over a table without a grid: not if it means something else, nor if
        it is on one of them and the pointer or the bases have hardly moved since they were gripped."""
        hand, selection = self._hand, self._selection
        if not hand.away_from_home or place in selection.choices.proposals_at:
            return False
        if self._is_selected(unit):
            return self._away_from_grip(pos) and not hand.hardly_moved
        return unit not in selection.eligible

    def _away_from_grip(self, pos: tuple[int, int]) -> bool:
        """Whether a point is away from where the held bases were gripped."""
        return self._grip_pos is None or is_drag(self._grip_pos, pos)

    def _is_ambiguous(self, place: str, unit: str) -> bool:
        """Whether the selected unit can go to the place of a counter that could be carried itself."""
        situation, selection = self.game.situation, self._selection
        is_elsewhere = selection.selected is not None and situation.counters[selection.selected].place != place
        can_carry = selection.active and not situation.composing and unit in selection.eligible
        return can_carry and is_elsewhere and place in selection.choices.proposals_at

    def _is_selected(self, unit: str | None) -> bool:
        """Whether a unit is the selected one or one of its group, and can be carried."""
        situation, selection = self.game.situation, self._selection
        return unit is not None and not situation.composing and unit in (selection.selected, *selection.group)

    def release(self, pos: tuple[int, int]) -> bool:
        """Handle the release of the button: end what the press began, or drop what was carried, or deselect what was
        only clicked again. Return whether it was used."""
        game, selection, controller = self.game, self._selection, self._controller
        carrying, dragging = self._view.carry.held, self.dragging
        deselects, self._press_pos, self._deselects, self.dragging = self._deselects, None, False, False
        ambiguous_press, self._ambiguous_press, self._idle_press = self._ambiguous_press, None, None
        selected_group, self._selected_group = self._selected_group, False
        if self._measuring.laying:
            self._measuring.end()
            return True
        if self._selection_box.end():
            self._hand.put_back(until_away=True)
            game.dirty = True
            return True
        if dragging:
            self._drop_bases(pos)
            return True
        if ambiguous_press is not None:
            unit, place, _ = ambiguous_press
            game.play(controller.click(place, unit))
            return True
        if selected_group:
            self._hand.put_back(until_away=True)
            game.dirty = True
            return True
        if self.facing.release(pos) or self._aiming.release(pos):
            return True
        if carrying:
            self._drop_counters(pos)
            return True
        if deselects and game.planning.ends_at(selection.place_after_route):
            game.play(controller.execute_plan())
        elif deselects:
            selection.select(None)
        game.dirty = game.dirty or deselects
        return deselects

    def _drop_bases(self, pos: tuple[int, int]) -> None:
        """Put down the dragged bases at a point, or put them back if it is off the map or too near for a move."""
        if not self._screen.layout.on_map(pos):
            self._controller.refuse_drop()
            self._hand.put_back()
        elif not self._away_from_grip(pos):
            self._hand.put_back(until_away=True)
        else:
            self._put_down()

    def _drop_counters(self, pos: tuple[int, int]) -> None:
        """Drop the carried counters at a point: turn the selected one, put it on top of its stack, or do what the rules
        allow at that place; otherwise put them back."""
        game, selection, controller = self.game, self._selection, self._controller
        counters = game.situation.counters
        if self.facing.turns_if_dropped(pos) and (
                selection.place_after_route == counters[selection.selected or ""].place):
            self._view.carry.put_down()
            game.play(controller.execute_plan())
            return
        on_top = game.stacks.dropped_on_top(self._screen.unit_at(pos))
        if selection.selected is None or on_top:
            if on_top:
                game.put_on_top(selection.selected)
            self._view.carry.put_down()
            return
        action = controller.drop(self._screen.place_at(pos) if self._screen.on_table(pos) else None)
        if action is None:
            self._view.carry.put_back()
        else:
            self._view.land()
            game.play(action)
        game.dirty = True


class FacingMouse:
    """Handles wheel and dragging while a facing can be chosen."""

    def __init__(self, screen: GameScreen) -> None:
        self._screen, self.game = screen, screen.game
        self._pressed: tuple[str, tuple[int, int]] | None = None
        """A pressed place without a counter to which the selected unit can go, and the press position; None if no press
        awaits the release."""
        self._pulled = False
        """Whether the facing follows the pointer."""

    @property
    def awaits_release(self) -> bool:
        """Whether a press awaits the release of the button."""
        return self._pressed is not None

    def wheel(self, notches: int, pos: tuple[int, int]) -> bool:
        """Handle the wheel over a hex where a facing can be chosen; return whether it was used.

        :param notches: positive away from the user, which turns counter-clockwise.
        """
        return self.wheel_turns(pos) and self.turn(-notches, pos)

    def wheel_turns(self, pos: tuple[int, int]) -> bool:
        """Whether the wheel at a point of the window turns the unit rather than zooms."""
        game = self.game
        zooms = pygame.key.get_mods() & pygame.KMOD_CTRL or not self._screen.layout.on_map(pos)
        return not zooms and game.may_act and game.planning.can_turn_at(self._screen.place_at(pos))

    def turn(self, step: int, pos: tuple[int, int]) -> bool:
        """Turn the selected unit, at the destination under the pointer or else where it is; return whether it
        turned.

        :param step: number of facings clockwise; negative counter-clockwise.
        """
        game = self.game
        place = game.selection.cursor if game.pointing.keyboard else self._screen.place_at(pos)
        game.dirty = True
        return game.planning.turn(step, place)

    def press(self, place: str | None, unit: str | None, pos: tuple[int, int]) -> bool:
        """Handle a press that may become a drag; return whether it awaits the release of the button."""
        selection, planning = self.game.selection, self.game.planning
        self._pressed, self._pulled = None, False
        if place is None or unit is not None or not planning.can_turn_at(place) or selection.focus is not None:
            return False
        self._pressed = place, pos
        return True

    def pull(self, pos: tuple[int, int]) -> None:
        """Handle pointer movement with the button down: set the facing at a pressed destination, or by dragging the
        unit's own counter."""
        game, selection, planning = self.game, self.game.selection, self.game.planning
        if self._pressed is not None:
            place, start = self._pressed
            self._pulled = self._pulled or is_drag(start, pos)
            if self._pulled:
                self._turn_to(place, pos)
        elif game.view.carry.held and planning.can_turn and selection.place_after_route is not None and selection.route:
            centre = game.view.point_on_map(selection.place_after_route)
            if centre is not None and self.turns_if_dropped(pos):
                self._pulled = True
                self._turn_to(selection.place_after_route, pos)
                game.view.carry.rest(centre)
            elif self._pulled:
                self._pulled, selection.route.turn = False, None

    def turns_if_dropped(self, pos: tuple[int, int]) -> bool:
        """Whether the carried counter is turned if it is dropped at a point: around its own hex, but not at its
        centre."""
        selection, planning, view = self.game.selection, self.game.planning, self.game.view
        if not planning.can_turn or selection.place_after_route is None:
            return False
        centre = view.point_on_map(selection.place_after_route)
        if centre is None:
            return False
        radius = hypot(pos[0] - centre[0], pos[1] - centre[1]) / view.camera.scale
        return MIN_TURN_RADIUS <= radius <= MAX_TURN_RADIUS

    def release(self, pos: tuple[int, int]) -> bool:
        """Handle the release of the button: play the pressed place with the dragged facing; return whether one was
        pressed."""
        if self._pressed is None:
            return False
        (place, _), self._pressed = self._pressed, None
        self.game.play(self.game.controller.click(place, None))
        self.game.dirty = True
        return True

    def cancel(self) -> None:
        """Cancel the press."""
        if self._pulled and self.game.selection.route is not None:
            self.game.selection.route.turn = None
        self._pressed, self._pulled = None, False

    def _turn_to(self, place: str, pos: tuple[int, int]) -> None:
        """Set the facing at a place towards a point of the window."""
        centre = self.game.view.point_on_map(place)
        if centre is None:
            return
        angle = degrees(atan2(pos[0] - centre[0], centre[1] - pos[1]))
        self.game.planning.turn_to((angle - self.game.view.geometry.turn) % 360, place)
        self.game.dirty = True


class AimingMouse:
    """Handles dragging from an attacker to a target while attacks are being composed."""

    def __init__(self, screen: GameScreen) -> None:
        self._screen = screen
        self._pressed: tuple[str, tuple[int, int]] | None = None
        """The counter pressed, and the press position; None if there is none."""

    def press(self, unit: str | None, pos: tuple[int, int]) -> None:
        """Note the counter pressed, if any."""
        self._pressed = (unit, pos) if unit is not None and self._screen.game.situation.composing else None

    def release(self, pos: tuple[int, int]) -> bool:
        """Handle the release of the button: over another counter, pick both; return whether it was such a drag."""
        pressed, self._pressed = self._pressed, None
        game, situation = self._screen.game, self._screen.game.situation
        if pressed is None or not situation.composing or not is_drag(pressed[1], pos):
            return False
        place, target = self._screen.place_at(pos), self._screen.unit_at(pos)
        if target is None or target == pressed[0]:
            return False
        for unit, unit_place in ((pressed[0], situation.counters[pressed[0]].place), (target, place)):
            if unit not in game.selection.participants:
                game.play(game.controller.click(unit_place, unit))
        game.dirty = True
        return True
