"""Several units of a stack go to the same place: one action after the other, each checked by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.verdict import Illegal, Legal
from game.ui.controller import Refusal

if TYPE_CHECKING:
    from game.ui.screens.game import Game


class March:
    """The units that still follow the first one. A refusal stops them, and says which rule it is."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._rest: tuple[tuple[str, str], ...] = ()
        self._seat: str | None = None

    def begin(self) -> None:
        """Take over who follows the action that is about to be done."""
        controller = self.game.controller
        self._rest, controller.march = controller.march, ()
        self._seat = self.game.flow.seat

    def stop(self) -> None:
        """Let nobody follow any more."""
        self._rest = ()

    def update(self) -> None:
        """Let the next unit go once the one before has arrived."""
        game = self.game
        if not self._rest or game.stage.busy or game.interruption.holds:
            return
        if game.flow.seat != self._seat or not game.may_act:
            self.stop()
            return
        (unit, place), self._rest = self._rest[0], self._rest[1:]
        verdict = game.rules.survey(game.match.state, unit).get(place)
        if isinstance(verdict, Legal) and verdict.action is not None:
            rest = self._rest
            game.play(verdict.action)
            self._rest = rest
        else:
            self.stop()
            if isinstance(verdict, Illegal):
                game.controller.select(unit)
                game.controller.refusal = Refusal(place, verdict.reasons)
            game.dirty = True
