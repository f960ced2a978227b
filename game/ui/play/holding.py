"""Putting down what is held over a table without a grid."""

from __future__ import annotations

from game.ui.play.session import Session


def put_down(game: Session) -> bool:
    """Let go of what is held where it is held; whether anything came of it. Where not, it is said why."""
    units, action = game.hand.units, game.hand.let_go()
    game.dirty = True
    if action is None:
        return False
    game.view.land(units)
    game.selection.cursor = None
    game.play(action)
    return True


def drop(game: Session) -> None:
    """Put down what is held by the mouse; what is refused lies where it stands again, still in hand."""
    if not put_down(game):
        game.hand.put_back()
