"""Saved games and records that are read a part at a time: behind the title, and on a sheet with a way out."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

import pygame

from game.core.message import plain, say
from game.match.loading import Loaded, RecordReading
from game.match.store import Listing, SavedFile, Store
from game.ui.app.dialogs import CANCEL
from game.ui.app.panel import PanelScreen
from game.ui.app.screen import Host
from game.ui.kit.pen import Pen, TextRun
from game.ui.kit.theme import FAINT, GOLD, LINE

UNSEEN = 0.2
"""Seconds in which a record may be read without this sheet; most take less."""
SLICE = 0.04
"""Seconds of reading between two pictures: long enough to be quick, short enough for pointer and keys."""


def read_in_view(app: Host, reading: RecordReading, done: Callable[[Loaded], None]) -> None:
    """Read a record to its end, below this sheet if it takes long; ``done`` is not called where a player cancels."""
    loaded = reading.go_on(_for(UNSEEN))
    if loaded is not None:
        done(loaded)
    else:
        app.push(ReadingScreen(app, reading, done))


def _for(seconds: float) -> Callable[[], bool]:
    """Whether so many seconds are over."""
    end = perf_counter() + seconds
    return lambda: perf_counter() >= end


class ReadingScreen(PanelScreen):
    """Reads on with every frame, and gives way to what was asked for."""

    title = say("Reading the record")
    size = (820, 340)
    least = (680, 340)
    closable = False
    quits = True
    moving = True

    def __init__(self, app: Host, reading: RecordReading, done: Callable[[Loaded], None]) -> None:
        super().__init__(app)
        self.reading, self.done = reading, done

    @property
    def share(self) -> float:
        """How much of the record has been read, 0 to 1."""
        return self.reading.read / self.reading.lines

    def fill(self) -> None:
        body, width, height = self.body, self.px(220), self.px(54)
        self.button(pygame.Rect(body.right - width, body.bottom - height, width, height), CANCEL, self.escape,
                    tool_tip_text=say("Esc: go back; the record stays as it is"))

    def do(self, command: str, key: str) -> bool:
        """Space does not cancel: it was struck for the screen before."""
        return (command, key) == ("press-button", "space") or super().do(command, key)

    def update(self, dt: float, top: bool) -> None:
        super().update(dt, top)
        if self.app.stack[-1] is not self:
            return
        loaded = self.reading.go_on(_for(SLICE))
        if loaded is not None:
            self.app.pop()
            self.done(loaded)

    def paint(self, target: pygame.Surface) -> None:
        body = self.body
        pen = Pen(target, self.metrics, body.x, body.y, body.width)
        pen.line(plain(self.reading.path.name), "text", 22)
        pen.space(10)
        bar = pygame.Rect(body.x, pen.y, body.width, self.px(22))
        radius = self.px(4)
        pygame.draw.rect(target, GOLD, (bar.x, bar.y, round(bar.width * self.share), bar.height), border_radius=radius)
        pygame.draw.rect(target, LINE, bar, width=self.px(2), border_radius=radius)
        pen.y = bar.bottom + self.px(10)
        told = say("Line {read} of {lines}", read=self.reading.read, lines=self.reading.lines)
        pen.flow([TextRun(told, "ui", 18, FAINT)])


AT_FIRST, AT_A_TIME = 0.1, 0.02
"""Seconds for which saved games that are not in their index are read: when the title is seen, and each frame after."""


class KnownSaves:
    """Reads the saved games, the last written first: the one to continue is known at once."""

    def __init__(self) -> None:
        self._listing: Listing | None = None
        self.complete = False
        """Whether all saved games are known."""
        self.latest: SavedFile | None = None
        """The game to continue, as far as it is known."""
        self.on_complete: Callable[[Listing], None] | None = None
        """Told once when all saved games are known."""

    def begin(self) -> None:
        """Read them from the start with the next call of ``read_on``: games have been played or deleted."""
        self._listing, self.complete = None, False

    def read_on(self) -> bool:
        """Read for a moment, if any are left to read; whether the game to continue, or whether all are known, has
        changed."""
        if self.complete:
            return False
        if self._listing is None:
            self._listing = Store().listing()
            self._listing.read(AT_FIRST)
        elif not self._listing.complete:
            self._listing.read(AT_A_TIME)
        before = self.latest, self.complete
        self.latest, self.complete = self._listing.latest(), self._listing.complete
        return (self.latest, self.complete) != before

    def tell(self) -> None:
        """Tell ``on_complete`` once all are known."""
        if self.complete and self._listing is not None and self.on_complete is not None:
            tell, self.on_complete = self.on_complete, None
            tell(self._listing)
