"""The saved games behind the title, read a few at a time, and the one that it continues."""

from __future__ import annotations

from collections.abc import Callable

from game.match.store import Listing, SavedFile, Store

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
