"""Redoing what was undone in a game, until a new action is taken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic

from game.core.contract import State
from game.core.message import say
from game.match.errors import NotNow
from game.match.history import Ply
from game.match.match import Match


class Redo(Generic[State]):
    """The undone actions of a match that can be redone: those undone since its last new action."""

    def __init__(self, match: Match[State]) -> None:
        self._match = match
        self._undone: list[tuple[tuple[int, str], tuple[Ply[State], ...]]] = []
        """For each undo, the latest last: the place in the game after it, and the undone actions."""

    @property
    def _place(self) -> tuple[int, str]:
        """The present place in the game: the number of actions, and the hash of the state."""
        return len(self._match.history), self._match.hash

    @property
    def possible(self) -> bool:
        """Whether anything can be redone."""
        return bool(self._undone) and self._undone[-1][0] == self._place

    def undo(self, to: int, *, consent: bool = False) -> None:
        """Undo actions of the match so that they can be redone.

        :param to: the number of actions that remain.
        :param consent: whether the other side consents.
        :raises NotNow: if ``Match.undo`` refuses.
        """
        continues, plies = self.possible, self._match.plies[to:]
        self._match.undo(to, consent=consent)
        if not continues:
            self._undone.clear()
        self._undone.append((self._place, plies))

    def redo(self) -> Sequence[tuple[Ply[State], Ply[State]]]:
        """Take again the actions that were undone last, with the same dice; return each old ply with its new one.

        :raises NotNow: if nothing can be redone.
        """
        if not self.possible:
            raise NotNow(say("there is nothing to redo"))
        _, plies = self._undone.pop()
        return [(ply, self._match.play(ply.action, ply.why, ply.by)) for ply in plies]
