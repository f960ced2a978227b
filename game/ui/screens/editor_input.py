"""Mouse and keyboard input of the position editor."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

import pygame

from game.core.pose import Pose, read_pose
from game.ui.play.cursor import ARROW_KEYS, ROTATE_KEYS, SHIFT_NUDGES, place_in_direction
from game.ui.screens.keys import Keys
from game.ui.screens.map_commands import do_view_command

if TYPE_CHECKING:
    from game.ui.screens.editor import PositionEditor
    from game.ui.screens.editor_tools import Tool

DRAG_DISTANCE = 6
"""Distance in pixels that a pressed counter must be pulled to start a drag."""


class EditorMouse:
    """Turns mouse events into changes of the draft."""

    def __init__(self, screen: PositionEditor) -> None:
        self._screen = screen
        self.pointer = (-1, -1)
        """The pointer's position in window pixels; off the window before it has moved."""
        self._pressed: tuple[str, tuple[int, int]] | None = None
        """The unit on which the mouse button is held, and the position at which it was pressed; else None."""
        self._dragged = False
        """Whether that unit is being dragged."""

    @property
    def carried(self) -> str | None:
        """The unit being dragged."""
        return self._pressed[0] if self._pressed is not None and self._dragged else None

    def cancel(self) -> None:
        """Cancel the press or drag under way."""
        self._pressed = None

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event; return whether it was used."""
        screen = self._screen
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.pointer = event.pos
        if screen.tool is not None and self._pass_to_tool(screen.tool, event):
            return True
        if event.type == pygame.MOUSEMOTION:
            if self._pressed is not None and hypot(event.pos[0] - self._pressed[1][0],
                                                   event.pos[1] - self._pressed[1][1]) > DRAG_DISTANCE:
                self._dragged = True
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self._press(event.pos):
            return True
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._release(event.pos)
        elif event.type == pygame.MOUSEWHEEL and screen.layout.column.collidepoint(self.pointer):
            screen.panel.wheel(event.y)
            return True
        elif event.type == pygame.MOUSEWHEEL and self._wheel_turns_unit():
            screen.turn_unit(-event.y)
            return True
        return screen.view.handle(screen.layout.to_map(event))

    def _pass_to_tool(self, tool: Tool, event: pygame.event.Event) -> bool:
        """Pass an event on the map, or a click on a tool's chip, to the tool; return whether it was used."""
        screen = self._screen
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        if screen.layout.column.collidepoint(self.pointer):
            chip = screen.panel.mark_at(self.pointer) if pressed else None
            if chip is not None:
                tool.choose(chip)
            return pressed or (event.type == pygame.MOUSEBUTTONUP and tool.handle(event))
        return (not pressed or screen.layout.on_map(self.pointer)) and tool.handle(event)

    def _unit_at(self, pos: tuple[int, int]) -> str | None:
        """The unit at a point of the window, on the map or in the tray; None if there is none."""
        screen = self._screen
        if screen.layout.column.collidepoint(pos):
            return screen.panel.unit_at(pos)
        unit = screen.view.unit_at(pos) if screen.layout.on_map(pos) else None
        return unit if unit in screen.counters else None

    def pose_at(self, unit: str, pos: tuple[int, int]) -> Pose:
        """Pose of a base dropped at a point of a table without a grid. A base gripped with the mouse moves as far as
        the pointer since then, any other is centred at the point. It keeps its facing; a base from the tray faces as
        others of its side do."""
        counters = self._screen.counters
        x, y = self._screen.view.spot_at(pos)
        before = read_pose(counters[unit].place or "")
        if before is None:
            friends = (read_pose(each.place or "") for each in counters.values() if each.seat == counters[unit].seat)
            return Pose(max(0, x), max(0, y), next((pose.angle for pose in friends if pose is not None), 0))
        if self._pressed is None:
            return Pose(max(0, x), max(0, y), before.angle)
        grip_x, grip_y = self._screen.view.spot_at(self._pressed[1])
        return Pose(max(0, before.x + x - grip_x), max(0, before.y + y - grip_y), before.angle)

    def _place_at(self, unit: str, pos: tuple[int, int]) -> str | None:
        """The place on the map for a unit at a point of the window; None off the map."""
        screen = self._screen
        if not screen.layout.on_map(pos):
            return None
        return self.pose_at(unit, pos).text if screen.rules.traits.board == "plane" else screen.view.place_at(pos)

    def _wheel_turns_unit(self) -> bool:
        """Whether the wheel turns the selected unit: the pointer is on it and Ctrl is not held."""
        screen, unit = self._screen, self._screen.selected
        return (unit is not None and screen.rules.form.turns(screen.draft.position, unit)
                and self._unit_at(self.pointer) == unit and not pygame.key.get_mods() & pygame.KMOD_CTRL)

    def _press(self, pos: tuple[int, int]) -> bool:
        """Handle a press: choose the chip of a mark or a tab on the panel, select and grip a unit, or put the selected
        unit at the place there; return whether it was used."""
        screen = self._screen
        self._dragged, self._pressed = False, None
        if screen.layout.column.collidepoint(pos):
            # the tab is a 1-tuple, because its tray's name may be None
            chip, tab = screen.panel.mark_at(pos), screen.panel.tab_at(pos)
            if chip is not None:
                screen.mark(chip)
                return True
            if tab is not None:
                screen.panel.open_tab(tab[0])
                return True
        unit = self._unit_at(pos)
        if unit is not None:
            self._pressed = unit, pos
            if unit != screen.selected:
                screen.select(unit)
            return True
        if screen.selected is not None and (place := self._place_at(screen.selected, pos)) is not None:
            screen.put(screen.selected, place)
            return True
        return False

    def _release(self, pos: tuple[int, int]) -> None:
        """Put the dragged unit, if any, into the tray or at the place under the pointer."""
        screen, unit = self._screen, self.carried
        if unit is not None:
            tray, place = screen.panel.drop_at(pos), self._place_at(unit, pos)
            if tray is not None:
                screen.put(unit, tray[0])
            elif place is not None:
                screen.put(unit, place)
        self._pressed, self._dragged = None, False


def do_command(screen: PositionEditor, command: str, key: str) -> bool:
    """Do a keyboard command; return whether it applies here."""
    if screen.tool is not None and screen.tool.do(command, key):
        return True
    match command:
        case "position-status":
            screen.open_status()
        case "next-counter":
            _select_next(screen, -1 if key.startswith("shift") else 1)
        case "cursor" | "stride":
            _move_cursor(screen, key.removeprefix("shift+"), SHIFT_NUDGES if command == "stride" else 1)
        case "turn":
            screen.turn_unit(-1 if key in (",", "q") else 1)
        case "confirm":
            _confirm(screen)
        case "remove":
            screen.remove_selected()
        case "mark":
            screen.mark(int(key) - 1)
        case "turn-number":
            screen.turn_by(-1 if key.startswith("shift") else 1)
        case "phase":
            screen.phase_by(-1 if key.startswith("shift") else 1)
        case "position-options":
            screen.open_options()
        case "undo":
            screen.undo()
        case "redo":
            screen.redo()
        case "save":
            screen.save()
        case "play-position":
            screen.play()
        case "keys":
            screen.app.push(Keys(screen.app, screen.rules, key_screens=screen.key_screens, features=screen.features))
        case _:
            return do_view_command(screen, command, key)
    return True


def _select_next(screen: PositionEditor, step: int) -> None:
    """Select the next unit, or the previous one for a step of -1: first those on the map, then those in the tray."""
    units = sorted(screen.counters, key=lambda unit: screen.counters[unit].place is None)
    current = units.index(screen.selected) if screen.selected in units else -1 if step > 0 else 0
    screen.select(units[(current + step) % len(units)])
    if screen.cursor is not None:
        screen.view.show(screen.cursor)


def _move_cursor(screen: PositionEditor, key: str, nudges: int) -> None:
    """Move the cursor; on a table without a grid, move or turn the selected base.

    :param nudges: how many nudges to move a base.
    """
    board = screen.rules.board(screen.state)
    if board.kind == "plane":
        _nudge(screen, key, nudges)
        return
    if screen.cursor is None or not board.knows(screen.cursor):
        placed = (counter.place for counter in screen.counters.values() if counter.place is not None)
        screen.cursor = next(placed, next(iter(board.places), None))
    else:
        screen.cursor = place_in_direction(screen.view, board, screen.cursor, key, ()) or screen.cursor
    if screen.cursor is not None:
        screen.view.show(screen.cursor)


def _nudge(screen: PositionEditor, key: str, nudges: int) -> None:
    """Move or turn the selected base; if none is selected on the table, select the next one."""
    pose = read_pose(screen.counters[screen.selected].place or "") if screen.selected is not None else None
    if pose is None or screen.selected is None:
        _select_next(screen, 1)
    elif key in ROTATE_KEYS:
        screen.turn_unit(ROTATE_KEYS[key])
    elif key in ARROW_KEYS:
        distance = screen.rules.theme.nudge * nudges
        x, y = ARROW_KEYS[key]
        moved = Pose(max(0, pose.x + x * distance), max(0, pose.y + y * distance), pose.angle)
        screen.put(screen.selected, moved.text)


def _confirm(screen: PositionEditor) -> None:
    """Put the selected unit on the cursor's place, or deselect it if it is there; with none selected, select the unit
    there. On a table without a grid, put a base from the tray in the middle of the view."""
    if screen.rules.traits.board == "plane":
        if screen.selected is not None and screen.counters[screen.selected].place is None:
            screen.put(screen.selected, screen.mouse.pose_at(screen.selected, screen.view.rect.center).text)
    elif screen.selected is not None and screen.cursor is not None and (
            screen.counters[screen.selected].place != screen.cursor):
        screen.put(screen.selected, screen.cursor)
    elif screen.selected is None:
        screen.select(next((unit for unit, each in screen.counters.items() if each.place == screen.cursor), None))
    else:
        screen.select(None)
