"""Several units of a stack go to the same place: one action after the other, each checked by itself."""

from __future__ import annotations

from game.core.offer import Picked
from game.ui.play import group_move
from game.ui.play.proposals import Refusal
from game.ui.play.session import Session


class March:
    """The units that still follow the first one. Who may go goes; when nobody may any more it is said who stays."""

    def __init__(self, game: Session) -> None:
        self.game = game
        self._rest: tuple[tuple[str, str], ...] = ()
        self._seat: str | None = None

    def begin(self) -> None:
        """Take over who follows the action that is about to be done."""
        controller = self.game.controller
        self._rest, controller.march = controller.march, ()
        self._seat = self.game.flow.seat

    @property
    def waiting(self) -> bool:
        """Whether somebody still follows."""
        return bool(self._rest)

    def stop(self) -> None:
        """Let nobody follow any more."""
        self._rest = ()

    def update(self) -> None:
        """Let the next unit go once the one before has arrived."""
        game = self.game
        if not self._rest or game.stage.busy or game.held:
            return
        if game.flow.seat != self._seat:
            self.stop()
            return
        if not game.selection.active:
            return
        for k, (unit, place) in enumerate(self._rest):
            offer = group_move.going(game.rules.offers(game.match.state, Picked((unit,)))).get(place)
            if offer is not None and offer.verdict and offer.actions:
                rest = (*self._rest[:k], *self._rest[k + 1 :])
                game.controller.march = rest
                game.play(offer.actions[0])
                return
        self._say_who_stays()

    def _say_who_stays(self) -> None:
        """Nobody else may go: name those who stay, each with the rule that keeps it."""
        game, rest = self.game, self._rest
        self.stop()
        counters, state = game.situation.counters, game.match.state
        found = group_move.left_behind(game.rules, state, [unit for unit, _ in rest], rest[0][1])
        if found:
            reasons = tuple(group_move.stays(counters[unit].name, reason) for unit, reason in found)
            game.selection.refusal = Refusal("", reasons)
        game.dirty = True
