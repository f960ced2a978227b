"""A board's sheet as it lies on the table: as printed or, where it is of hexes, a quarter turn clockwise."""

from __future__ import annotations

from game.board.hexgrid import HexBoard
from game.core.theme import Theme
from game.i18n.words import spoken
from game.ui.board.fittings import AnyBoard
from game.ui.sheets.sheet import Sheet


class LaidSheet:
    """Draws the sheet once for each way it lies, in the language spoken."""

    def __init__(self, board: AnyBoard, theme: Theme, turned: bool) -> None:
        """:param turned: whether a sheet of hexes lies a quarter turn clockwise.

        :raises AssetError: when the system's style or pictures cannot be used.
        """
        self._board, self._theme = board, theme
        self.board = board.turned if turned and isinstance(board, HexBoard) else board
        """The board as its sheet lies."""
        self._language = spoken()
        self._drawn: dict[bool, Sheet] = {}
        self.sheet = self._draw()

    @property
    def turned(self) -> bool:
        """Whether it lies a quarter turn clockwise."""
        return self.board is not self._board

    def turn(self, turned: bool) -> bool:
        """Lay it a quarter turn clockwise, or as it is printed; whether it lay otherwise. Other boards than of hexes
        have no sheet that turns."""
        if turned == self.turned or not isinstance(self._board, HexBoard):
            return False
        self.board = self._board.turned if turned else self._board
        self._lay()
        return True

    def take(self, board: AnyBoard) -> None:
        """Draw the sheet of another board of the same size, which lies as it is printed."""
        self._board = self.board = board
        self._drawn.clear()
        self._lay()

    def speak(self) -> bool:
        """Draw it in the language spoken now; whether that is another."""
        if self._language == spoken():
            return False
        self._language = spoken()
        self._drawn.clear()
        self._lay()
        return True

    def _lay(self) -> None:
        folded, self.sheet = self.sheet.folded, self._draw()
        self.sheet.fold(folded)

    def _draw(self) -> Sheet:
        if self.turned not in self._drawn:
            self._drawn[self.turned] = Sheet(self.board, self._theme)
        return self._drawn[self.turned]
