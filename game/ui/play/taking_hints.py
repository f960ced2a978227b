"""Doing what a hint proposes: its next step, or all that is left of it."""

from __future__ import annotations

from game.core.chance import CHANCE
from game.core.verdict import Illegal
from game.ui.play.proposals import Refusal
from game.ui.play.session import Session


class TakingAll:
    """Does all that a hint proposes, one step after the other; stops at a roll, at a question, where a person does
    something and where the next step is not legal any more, and says then why not."""

    def __init__(self, game: Session) -> None:
        self.game = game
        self.running = False

    def begin(self) -> None:
        """Do the steps of the hint that is shown, as soon as each is due."""
        self.running = self.game.hint is not None

    def stop(self) -> None:
        """Leave the rest of the steps as a hint."""
        self.running, self.game.dirty = False, True

    def update(self) -> None:
        """Do the next step once the one before has been shown."""
        game, flow = self.game, self.game.flow
        if not self.running or game.stage.busy:
            return
        if game.hint is None or (game.held and game.situation.interrupting is None) or flow.seat == CHANCE:
            self.stop()
        elif game.may_act and game.selection.active:
            self.running = take(game) and game.hint is not None


def take(game: Session) -> bool:
    """Do the next step of the hint that is shown; where it is not legal any more, say why not. Whether it was done."""
    hint = game.hint
    assert hint is not None
    verdict = game.match.rules.check(game.match.state, hint.next)
    if isinstance(verdict, Illegal):
        game.hint, game.dirty = None, True
        game.selection.refusal = Refusal("", verdict.reasons)
        return False
    game.play(hint.next)
    return True
