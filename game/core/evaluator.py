"""What computer players ask of a rule system beyond its rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from game.core.action import Action
from game.core.message import Text

Judged = TypeVar("Judged", contravariant=True)


class Evaluator(Protocol[Judged]):
    """What things are worth in one system. Legality it leaves to the rules' ``check``.

    Who inherits it need not answer for acting out of turn or for phases planned as a whole: he does neither.
    """

    def settled(self, state: Judged) -> bool:
        """Whether ``worth`` may be asked: no roll and no small decision is pending."""
        ...

    def worth(self, state: Judged, seat: str) -> float:
        """The score a seat may expect: from -1 for a certain defeat to 1 for a certain win."""
        ...

    def plausible(self, state: Judged) -> Sequence[Action]:
        """The legal actions a beginner with sense would consider, at least one; repeats make one likelier."""
        ...

    def shortlist(self, state: Judged) -> Sequence[Action]:
        """The legal actions worth weighing, the likeliest first; at least one."""
        ...

    def plausible_interrupts(self, state: Judged, seat: str) -> Sequence[Action]:
        """The legal actions with which a seat that is not to act might well interrupt now; usually none.

        Asked after every action wherever the rules let the seat interrupt, so it must be quick to say no.
        """
        return ()

    def plans(self, state: Judged) -> bool:
        """Whether a phase without dice goes on here, which ``line`` plans as a whole."""
        return False

    def line(self, state: Judged, seed: int, enough: Callable[[], bool]) -> Sequence[Action]:
        """The best course found through a phase without dice, to its end; empty where every action weighs alone.

        :param seed: what chance breaks ties with.
        :param enough: asked often; once true, the best course found so far is returned.
        """
        return ()

    def why(self, state: Judged, action: Action, then: Sequence[Action] | None = None) -> Text:
        """One line on what a legal action is for, e.g. ``3-1: 67 % to clear Udaka``; ``describe`` says what it is.

        A chance is that of the whole of which the action is a step, or it is left out.

        :param then: what is to follow in the same phase; None where that has not been planned.
        """
        ...
