"""The unit that is pointed at for a moment: its arcs appear around it, and go when the pointer leaves them."""

from __future__ import annotations

from game.ui.board.marked import Arc
from game.ui.play.session import Session

PATIENCE = 0.3
"""Seconds for which a unit is pointed at before its arcs appear (chosen): who only crosses it sees none."""


class Glance:
    """Which unit is pointed at, since when, and what the rules say of its sides."""

    def __init__(self, game: Session) -> None:
        self.game = game
        self._unit: str | None = None
        self._since = 0.0
        self._asked: tuple[object, str | None] = (None, None)
        self._found: tuple[Arc, ...] = ()

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; whether arcs appear or go."""
        before, unit = bool(self.arcs), self._pointed()
        self._since = self._since + dt if unit == self._unit else 0.0
        self._unit = unit
        return before != bool(self.arcs)

    def _pointed(self) -> str | None:
        """The unit under the pointer, or the uppermost with a facing at the keyboard's cursor."""
        game = self.game
        held, situation, counters = game.selection, game.situation, game.situation.counters
        if game.stage.busy or game.view.carry.held:
            return None
        stack = situation.stacks.get(held.cursor or "", ()) if game.pointing.keyboard else ()
        facing = (unit for unit in reversed(stack) if counters[unit].angle is not None)
        unit = next(facing, None) if game.pointing.keyboard else game.pointing.over
        if unit is None and self.arcs and game.view.at_arcs(game.pointing.at):
            unit = self._unit  # on the way to a letter at its border, to read what that means
        counter = counters.get(unit or "")
        return unit if counter is not None and counter.angle is not None and counter.place is not None else None

    @property
    def arcs(self) -> tuple[Arc, ...]:
        """The sides of the unit pointed at; nothing until it has been for a moment."""
        if self._unit is None or self._since < PATIENCE:
            return ()
        state = self.game.situation.state
        if self._asked[0] is not state or self._asked[1] != self._unit:
            self._asked = state, self._unit
            here = self.game.situation.counters[self._unit].place or ""
            layers = self.game.rules.layers(state, self._unit)
            self._found = tuple(Arc(here, layer.places, layer.line, layer.sign, layer.title)
                                for layer in layers if layer.pointed)
        return self._found
