"""What the keys do in the position editor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.pose import Pose, read_pose
from game.ui.play.cursor import ARROWS, STRIDE, TURNS, place_that_way
from game.ui.screens.keys import Keys
from game.ui.screens.view_commands import look

if TYPE_CHECKING:
    from game.ui.screens.editor import PositionEditor


def do(screen: PositionEditor, command: str, key: str) -> bool:
    """Do a command of the table of keys; whether it means something here."""
    if screen.tool is not None and screen.tool.do(command, key):
        return True
    match command:
        case "position-status":
            screen.open_status()
        case "next-counter":
            _next(screen, -1 if key.startswith("shift") else 1)
        case "cursor" | "stride":
            _move(screen, key.removeprefix("shift+"), STRIDE if command == "stride" else 1)
        case "turn":
            screen.turn_unit(-1 if key in ",q" else 1)
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
            screen.app.push(Keys(screen.app, screen.rules, on=screen.keyboard, things=screen.things))
        case _:
            return look(screen, command, key)
    return True


def _next(screen: PositionEditor, step: int) -> None:
    """Go to the next unit: those on the map, then those of the tray."""
    units = sorted(screen.counters, key=lambda unit: screen.counters[unit].place is None)
    at = units.index(screen.selected) if screen.selected in units else -1 if step > 0 else 0
    screen.select(units[(at + step) % len(units)])
    if screen.cursor is not None:
        screen.view.show(screen.cursor)


def _move(screen: PositionEditor, key: str, times: int) -> None:
    """Move the cursor; on a table without a grid push or turn the base in hand."""
    board = screen.rules.board(screen.state)
    if board.kind == "plane":
        _push(screen, key, times)
        return
    if screen.cursor is None or not board.knows(screen.cursor):
        placed = (counter.place for counter in screen.counters.values() if counter.place is not None)
        screen.cursor = next(placed, next(iter(board.places), None))
    else:
        screen.cursor = place_that_way(screen.view, board, screen.cursor, key, ()) or screen.cursor
    if screen.cursor is not None:
        screen.view.show(screen.cursor)


def _push(screen: PositionEditor, key: str, times: int) -> None:
    pose = read_pose(screen.counters[screen.selected].place or "") if screen.selected is not None else None
    if pose is None or screen.selected is None:
        _next(screen, 1)
    elif key in TURNS:
        screen.turn_unit(TURNS[key])
    elif key in ARROWS:
        far = screen.rules.theme.nudge * times
        x, y = ARROWS[key]
        moved = Pose(max(0, pose.x + x * far), max(0, pose.y + y * far), pose.angle)
        screen.put(screen.selected, moved.text)


def _confirm(screen: PositionEditor) -> None:
    """Put the unit in hand on the place of the cursor; with none in hand take the one that is there."""
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
