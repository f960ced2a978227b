"""The buttons below or beside the map: looking at it, the pace of computers, and interrupting."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pygame
from pygame_gui.elements import UIButton

from game.core.message import Text, say
from game.ui.kit.fonts import font
from game.ui.kit.labels import fit_labels
from game.ui.kit.theme import Metrics
from game.ui.play import commands
from game.ui.play.declining import TITLES
from game.ui.play.game import GameInPlay
from game.ui.screens import game_sheets as sheets
from game.ui.screens import view_commands
from game.ui.screens.game_frame import GameFrame
from game.words import headed, said

HEIGHT, GAP, EDGE = 36, 6, 14
"""Units: of a button, between two of them, and between the row's ends and the map's edges."""


LONG = 120
"""Units of width from which a button has a line of its own beside the map."""


@dataclass
class Planned:
    """A button to be made: its label, its width in units where there is room, its tip and what it does."""

    label: Text
    width: int
    tip: Text
    action: Callable[[], None]
    others: tuple[Text, ...] = ()
    """What else its label can be."""
    made: UIButton | None = field(default=None, init=False)


class MapRow:
    """Makes the row's buttons; all of them are printed in one size, whatever their labels are."""

    def __init__(self, screen: GameFrame) -> None:
        self._screen = screen
        pause, call, asks = _pause(screen.game), _call(screen.game), _asks(screen.game)
        left, right = _left(screen, pause), _right(screen.game, call, asks)
        row = self._screen.row_rect
        if self._screen.side_rect.width:
            self._lay_beside(left, right)
        elif self._screen.rows == 1:
            self._lay(left, right, row)
        else:
            self._lay(left, [], pygame.Rect(row.x, row.y, row.width, row.height // 2))
            self._lay([], right, pygame.Rect(row.x, row.centery, row.width, row.height // 2))
        self.buttons = tuple(each.made for each in (*left, *right) if each.made is not None)
        self.pause, self.interrupt, self.asks = pause.made, call.made, asks.made
        fit_labels(*self.buttons)

    def _lay_beside(self, left: list[Planned], right: list[Planned]) -> None:
        """Make the buttons upwards from the foot of the table beside the map, two in a line, long ones alone."""
        px, room = self._screen.px, self._screen.row_rect
        wide, height = room.width - 2 * px(EDGE), px(HEIGHT)
        lines = [*_in_pairs(left), *([each] for each in right)]
        gap = min(px(GAP), (room.height - px(EDGE) - len(lines) * height) // len(lines))
        y = room.bottom - px(EDGE) - len(lines) * (height + gap) + gap
        for line in lines:
            width = (wide - gap * (len(line) - 1)) // len(line)
            for number, each in enumerate(line):
                rect = pygame.Rect(room.x + px(EDGE) + number * (width + gap), y, width, height)
                each.made = self._screen.button(rect, each.label, each.action, "#tool", tool_tip_text=each.tip)
            y += height + gap

    def _lay(self, left: list[Planned], right: list[Planned], row: pygame.Rect) -> None:
        """Make the buttons, as wide as planned where there is room, else each in proportion to its longest label."""
        px = self._screen.px
        gap, height = px(GAP), px(HEIGHT)
        whole = [*left, *right]
        room = _room(self._screen.metrics, row.width, len(whole))
        widths = [px(each.width) for each in whole]
        if sum(widths) > room:
            air, needs = _air(height, self._screen.metrics), [_need(each, self._screen.metrics) for each in whole]
            widths = [air + need * (room - air * len(needs)) // sum(needs) for need in needs]
        x, y = row.x + px(EDGE), row.centery - height // 2
        for number, (each, width) in enumerate(zip(whole, widths, strict=True)):
            if number == len(left) and left:
                x = row.right - px(EDGE) - sum(widths[number:]) - gap * (len(right) - 1)
            rect = pygame.Rect(x, y, width, height)
            each.made = self._screen.button(rect, each.label, each.action, "#tool", tool_tip_text=each.tip)
            x += width + gap


def _in_pairs(buttons: list[Planned]) -> list[list[Planned]]:
    """Buttons in lines of two; a long one has a line of its own, and comes after what shares one."""
    lines: list[list[Planned]] = []
    for each in (*(one for one in buttons if one.width < LONG), *(one for one in buttons if one.width >= LONG)):
        if lines and len(lines[-1]) == 1 and each.width < LONG:
            lines[-1].append(each)
        else:
            lines.append([each])
    return lines


def rows_needed(screen: GameFrame) -> int:
    """One row of buttons below the map, or two where its labels would be printed smaller than in a plain interface."""
    m = screen.app.metrics
    row = [*_left(screen, _pause(screen.game)), *_right(screen.game, _call(screen.game), _asks(screen.game))]
    needs = sum(_need(each, m.at(m.least)) for each in row) + len(row) * _air(screen.px(HEIGHT), screen.metrics)
    return 1 if needs <= _room(screen.metrics, screen.track_rect.width, len(row)) else 2


def _room(m: Metrics, width: int, buttons: int) -> int:
    """Pixels that so many buttons share in a row."""
    return width - 2 * m.px(EDGE) - m.px(GAP) * (buttons + 3)


def _need(each: Planned, m: Metrics) -> int:
    """Pixels of the longest label that a button can have."""
    face = font("ui-bold", m.px(17))
    return max(face.size(text)[0] for text in (each.label, *each.others))


def _air(height: int, m: Metrics) -> int:
    """Pixels of a button on both sides of its label."""
    return height // 4 + m.px(4)


def _pause(game: GameInPlay) -> Planned:
    return Planned(say("Pause"), 84, say("P: the computers wait, or go on"), lambda: commands.pause(game),
                   (say("Go on"),))


def _call(game: GameInPlay) -> Planned:
    label, tip = game.interruption.label, say("B: act now, out of turn")
    return Planned(f"{label}   [B]", 270, said(tip), game.interruption.press, (f"{label} …   [B]",))


def _left(screen: GameFrame, pause: Planned) -> list[Planned]:
    """Beginning at the left: the map's own buttons, and the pace of computers where a person plays against them."""
    game = screen.game
    view = game.view
    row = [
        Planned("+", 40, say("Wheel or +: nearer"), lambda: view.zoom(1.25, view.rect.center)),
        Planned("−", 40, say("Wheel or −: farther"), lambda: view.zoom(0.8, view.rect.center)),
        Planned(say("Fit"), 56, say("F: fit map, then zoom to combats"), view.fit),
        Planned(say("Legend"), 84, say("K: hide or show the legend"),
                screen.app.fold_legend),
    ]
    if game.rules.traits.layers:
        named = dict.fromkeys(said(layer.title) for layer in game.rules.layers(game.match.state))
        tip = (say("Z: {layers}", layers=" · ".join(named).lower()) if named
               else say("Z: what the rules lay over the map"))
        row += [Planned(say("Zones"), 80, tip, lambda: view_commands.toggle(screen, "zones_of_control"))]
    if game.rules.traits.board == "hex":
        tip = say("U: a quarter clockwise, or back as it is printed")
        row += [Planned(say("Turn the sheet"), 150, tip, screen.turn_sheet)]
        tip = say("N: hex numbers, where the map is near enough")
        row += [Planned(say("Numbers"), 104, tip, screen.switch_numbers)]
    if game.rules.traits.board == "plane":
        tip = say("D: a measuring stick")
        row += [Planned(say("Measure"), 96, tip, lambda: view_commands.measure(game))]
    row += [Planned(say("Units"), 76, say("I: every unit and where it is, and the losses of both sides"),
                    lambda: sheets.open_roster(game))]
    if game.objectives.held:
        tip = say("O: objectives and what it takes to win")
        row += [Planned(say("To win"), 84, tip, screen.fold_objectives)]
    if game.flow.people and len(game.flow.people) < len(game.rules.seats):
        row += [
            Planned(say("Slower"), 84, say("[: computers and dice slower"),
                    lambda: commands.change_speed(game, -1)),
            pause,
            Planned(say("Faster"), 84, say("]: computers and dice faster"),
                    lambda: commands.change_speed(game, 1)),
        ]
    return row


def _asks(game: GameInPlay) -> Planned:
    """When people are asked; where they may be asked about one kind of reaction, how that stands now."""
    tip = say("Shift+B: the moments at which play stops to ask")
    kinds = game.declining.reactions()
    others = tuple(headed(say("{kind}: {mode} …", kind=info.kind, mode=mode))
                   for info in kinds for mode in TITLES.values())
    width = 240 if len(kinds) == 1 else 108
    return Planned(headed(game.declining.label), width, tip, lambda: sheets.open_moments(game), others)


def _right(game: GameInPlay, call: Planned, asks: Planned) -> list[Planned]:
    """Ending at the right: interrupting, and when people are asked to."""
    calls, asked = game.interruption.known, game.interruption.known or game.declining.known
    return [*([call] if calls else []), *([asks] if asked else [])]
