"""The keyboard's cursor where no game is played: it goes to places, and through the counters of a stack."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.core.contract import Counter
from game.core.message import Text, say
from game.core.pose import Pose, read_pose
from game.i18n import places
from game.ui.kit.theme import GOLD, INK
from game.ui.play.cursor import ARROWS, STRIDE, place_that_way

if TYPE_CHECKING:
    from game.ui.screens.map_screen import MapScreen


class MapCursor:
    """Where the keyboard points. Without a grid the arrows lead from base to base; with Shift over the open table."""

    def __init__(self, screen: MapScreen) -> None:
        self._screen = screen
        self.place: str | None = None
        """None: the keyboard has not pointed anywhere yet."""
        self._level = 0
        """Which counter of the stack, from the uppermost."""

    def forget(self) -> None:
        """Point nowhere."""
        self.place, self._level = None, 0

    @property
    def stack(self) -> list[Counter]:
        """The counters at the cursor, the uppermost first."""
        found = self._screen.rules.counters(self._screen.state) if self.place is not None else ()
        return [counter for counter in found if counter.place == self.place]

    @property
    def counter(self) -> Counter | None:
        """The counter that is pointed at."""
        stack = self.stack
        return stack[self._level % len(stack)] if stack else None

    @property
    def told(self) -> Text:
        """What is pointed at, in words."""
        board, stack, counter = self._screen.rules.board(self._screen.state), self.stack, self.counter
        where: Text = "" if board.kind == "plane" or self.place is None else places.title(board, self.place)
        if counter is None:
            return where or say("the open table")
        if len(stack) > 1:
            return say("{unit}, {number} of {count}, {place}", unit=counter.name, number=stack.index(counter) + 1,
                       count=len(stack), place=where)
        return say("{unit}, {place}", unit=counter.name, place=where) if where else counter.name

    def start(self) -> bool:
        """Point somewhere if the keyboard points nowhere yet: where the screen's own cursor is, else at the first
        counter; whether that was needed."""
        if self.place is not None:
            return False
        screen = self._screen
        known = screen.rules.board(screen.state).knows
        there = [each.place for each in screen.rules.counters(screen.state) if each.place is not None]
        wanted = (screen.cursor_place, *there)
        self._go(next((place for place in wanted if place is not None and known(place)), None))
        return True

    def move(self, key: str) -> None:
        """Go to the place that a key leads to."""
        screen = self._screen
        board = screen.rules.board(screen.state)
        if self.start() or self.place is None:
            return
        way, pose = key.removeprefix("shift+"), read_pose(self.place)
        if way != key and board.kind == "plane" and pose is not None:
            far, (x, y) = screen.rules.theme.nudge * STRIDE, ARROWS[way]
            there = Pose(max(0, pose.x + x * far), max(0, pose.y + y * far), 0).text
            self._go(there if screen.view.point_on_map(there) is not None else self.place)
        else:
            taken = {each.place for each in screen.rules.counters(screen.state) if each.place is not None}
            self._go(place_that_way(screen.view, board, self.place, way, taken) or self.place)

    def next(self, step: int) -> None:
        """Go to the next counter of the stack, round and round; with none there to the next stack."""
        if self.start() or len(self.stack) > 1:
            self._level += step if self.place is not None else 0
            return
        there = list(dict.fromkeys(each.place for each in self._screen.rules.counters(self._screen.state)
                                   if each.place is not None))
        if there:
            at = there.index(self.place) if self.place in there else -1 if step > 0 else 0
            self._go(there[(at + step) % len(there)])

    def _go(self, place: str | None) -> None:
        self.place, self._level = place, 0
        if place is not None:
            self._screen.view.show(place)

    def draw(self, target: pygame.Surface) -> None:
        """Draw brackets around what is pointed at."""
        screen, counter = self._screen, self.counter
        lying = screen.view.stacks.spots().get(counter.unit) if counter is not None else None
        spot = lying or (screen.view.point_on_map(self.place) if self.place is not None else None)
        if spot is None:
            return
        wide = screen.view.stacks.px * 3 // 2
        for colour, line in ((INK, 7), (GOLD, 4)):
            for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                corner = spot[0] + x * wide // 2, spot[1] + y * wide // 2
                pygame.draw.lines(target, colour, False, (
                    (corner[0] - x * wide // 4, corner[1]), corner, (corner[0], corner[1] - y * wide // 4)),
                    screen.px(line))
