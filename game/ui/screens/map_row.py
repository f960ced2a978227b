"""The buttons below or beside the map: looking at it, the pace of computers, and breaking in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pygame
from pygame_gui.elements import UIButton

from game.ui.fonts import font
from game.ui.screens import game_commands as commands
from game.ui.screens import view_commands
from game.ui.screens.labels import fit_labels

if TYPE_CHECKING:
    from game.ui.screens.game import Game

HEIGHT, GAP, EDGE = 36, 6, 14
"""Units: of a button, between two of them, and between the row's ends and the map's edges."""


@dataclass
class Planned:
    """A button to be made: its label, its width in units where there is room, its tip and what it does."""

    label: str
    width: int
    tip: str
    action: Callable[[], None]
    others: tuple[str, ...] = ()
    """What else its label can be."""
    made: UIButton | None = field(default=None, init=False)


class MapRow:
    """Makes the row's buttons; all of them are printed in one size, whatever their labels are."""

    def __init__(self, game: Game) -> None:
        self._game = game
        pause = Planned("Pause", 84, "P: the computers wait, or go on", lambda: commands.pause(game), ("Go on",))
        label = game.interruption.label
        call = Planned(f"{label}   [B]", 270, "B: act now, out of turn", game.interruption.press, (f"{label} …   [B]",))
        left, right = self._left(pause), self._right(call)
        if game.side_rect.width:
            self._lay_beside(left, right)
        else:
            self._lay(left, right)
        self.buttons = tuple(each.made for each in (*left, *right) if each.made is not None)
        self.pause, self.break_in = pause.made, call.made
        fit_labels(*self.buttons)

    def _left(self, pause: Planned) -> list[Planned]:
        """Beginning at the left: the map's own buttons, and the pace of computers where a person plays against them."""
        game, view = self._game, self._game.view
        row = [
            Planned("+", 40, "Wheel or +: nearer", lambda: view.zoom(1.25, view.rect.center)),
            Planned("−", 40, "Wheel or −: farther", lambda: view.zoom(0.8, view.rect.center)),
            Planned("Fit", 56, "F: the whole map", view.fit),
            Planned("Legend", 84, "K: fold the legend away, for a larger map", game.app.fold_legend),
        ]
        if game.rules.traits.board == "hex":
            row += [
                Planned("Zones", 80, "Z: zones of control", lambda: view_commands.toggle(game, "zones_of_control")),
                Planned("Numbers", 104, "N: hex numbers, where the map is near enough",
                        lambda: view_commands.switch_numbers(game)),
            ]
        if game.aims.held:
            tip = "O: objectives and what it takes to win"
            row += [Planned("To win", 84, tip, game.fold_objectives)]
        if game.flow.people and len(game.flow.people) < len(game.rules.seats):
            row += [
                Planned("Slower", 84, "[: computers and dice slower", lambda: commands.change_speed(game, -1)),
                pause,
                Planned("Faster", 84, "]: computers and dice faster", lambda: commands.change_speed(game, 1)),
            ]
        return row

    def _right(self, call: Planned) -> list[Planned]:
        """Ending at the right: breaking in, and when people are asked to."""
        game = self._game
        if not game.interruption.known:
            return []
        tip = "Shift+B: the moments at which play stops to ask"
        return [call, Planned("Ask me …", 108, tip, lambda: commands.open_moments(game))]

    def _lay_beside(self, left: list[Planned], right: list[Planned]) -> None:
        """Make the buttons upwards from the foot of the table beside the map, two in a line, long ones alone."""
        game, px, room = self._game, self._game.px, self._game.row_rect
        gap, height = px(GAP), px(HEIGHT)
        wide = room.width - 2 * px(EDGE)
        lines = [left[k : k + 2] for k in range(0, len(left), 2)] + [[each] for each in right]
        y = room.bottom - px(EDGE) - len(lines) * (height + gap) + gap
        for line in lines:
            width = (wide - gap * (len(line) - 1)) // len(line)
            for number, each in enumerate(line):
                rect = pygame.Rect(room.x + px(EDGE) + number * (width + gap), y, width, height)
                each.made = game.button(rect, each.label, each.action, "#tool", tool_tip_text=each.tip)
            y += height + gap

    def _lay(self, left: list[Planned], right: list[Planned]) -> None:
        """Make the buttons, as wide as planned where there is room, else each in proportion to its longest label."""
        game, px, row = self._game, self._game.px, self._game.row_rect
        gap, height = px(GAP), px(HEIGHT)
        whole = [*left, *right]
        room = row.width - 2 * px(EDGE) - gap * (len(whole) + 3)
        widths = [px(each.width) for each in whole]
        if sum(widths) > room:
            face, air = font("ui-bold", px(17)), height // 4 + px(4)
            needs = [max(face.size(text)[0] for text in (each.label, *each.others)) for each in whole]
            widths = [air + need * (room - air * len(needs)) // sum(needs) for need in needs]
        x, y = row.x + px(EDGE), row.centery - height // 2
        for number, (each, width) in enumerate(zip(whole, widths, strict=True)):
            if number == len(left):
                x = row.right - px(EDGE) - sum(widths[number:]) - gap * (len(right) - 1)
            rect = pygame.Rect(x, y, width, height)
            each.made = game.button(rect, each.label, each.action, "#tool", tool_tip_text=each.tip)
            x += width + gap
