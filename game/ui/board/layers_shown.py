"""Which layers of the rules are shown: those asked for last, while nothing moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.core.layer import Layer

Ask = Callable[[str | None], Sequence[Layer]]


class LayersShown:
    """Asks the rules only for what is shown, and once for each position and unit in hand."""

    def __init__(self) -> None:
        self.ask: Ask = lambda _: ()
        self._asked: tuple[Ask, str | None] | None = None
        self._found: tuple[Layer, ...] = ()

    def shown(self, unit: str | None, *, on: bool, keep: bool) -> tuple[Layer, ...]:
        """The layers that are shown now.

        :param unit: the one in hand.
        :param on: whether layers are switched on; if not, those that say so are shown.
        :param keep: whether the position is still being arrived at: what was shown before stays.
        """
        asked = self.ask, unit
        if asked != self._asked and not (keep and self._asked is not None):
            self._asked, self._found = asked, tuple(self.ask(unit))
        return tuple(layer for layer in self._found if not layer.pointed
                     and (on or layer.always or (layer.in_hand and unit is not None)))
