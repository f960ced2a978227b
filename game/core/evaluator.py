"""What computer players ask of a rule system beyond its rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from math import expm1, inf, log1p
from typing import Any, NamedTuple, Protocol, TypeVar

from game.core.action import Action
from game.core.message import Text, say

Judged = TypeVar("Judged", contravariant=True)
Enough = Callable[[], bool]
"""Whether the time to think is up."""


def never() -> bool:
    """An ``Enough`` without a limit."""
    return False


class Weighed(NamedTuple):
    """An action worth a thought."""

    action: Action
    prior: float
    """How promising it looks beside the others, on any scale: the higher the better."""


def unranked(actions: Iterable[Action]) -> list[Weighed]:
    """Actions of which none looks better than the others."""
    return [Weighed(action, 0.0) for action in actions]


class Considered(NamedTuple):
    """A course, or a single action, whose worth the system works out itself."""

    actions: tuple[Action, ...]
    """At least one."""
    value: float
    """The score its seat may expect, from -1 for a certain defeat to 1 for a certain win."""
    whole: bool = False
    """Whether the plan stops here until the next roll, or the end of the phase."""


class Script(NamedTuple):
    """A plan for a whole game that a seat carries out without search, e.g. to hold a ridge.

    A bench plays against each; a computer player may take its own into account.
    """

    name: str
    """As commands and tables name it, e.g. ``hold-the-ridge``."""
    title: Text
    """As a reason names it: a noun with its article, e.g. ``the march on the northern pass``."""
    choose: Callable[[Any], Action]
    """The action in a state where the seat must act: legal, and the same for the same state."""
    interrupt: Callable[[Any], Action | None] = lambda state: None
    """The action with which it interrupts where it may; None to let play go on."""
    course: Callable[[Any], Sequence[Action]] | None = None
    """The actions it takes next, as far as they are known, beginning with ``choose``'s; None if only that one is known.
    It makes playing ahead quicker."""

    def steps(self, state: Any) -> Sequence[Action]:
        """The next actions in a state where the seat must act, as far as they are known; at least one."""
        return (self.course(state) if self.course is not None else ()) or (self.choose(state),)


class Temper(NamedTuple):
    """The personality of a computer player: how much losses, gambles and its own plan mean to it."""

    name: str = ""
    """As commands and records name it, e.g. ``bold``; empty for the neutral one."""
    title: Text = say("balanced")
    """As people choose it: an adjective, e.g. ``bold``."""
    description: Text = say("Takes losses and gambles at face value")
    losses: float = 1.0
    """How heavily own losses count: 1 is the usual."""
    risk: float = 0.0
    """How much a gamble is liked: above 0 it is worth more than its mean, below 0 less."""
    hold: float = 1.0
    """A change of plan needs a gain of this many times the usual margin."""

    def liking(self, score: float) -> float:
        """How much a score is liked: of gambles the one with the highest mean liking is chosen (exponential utility).

        The score itself where ``risk`` is 0.
        """
        return expm1(self.risk * score) / self.risk if self.risk else score

    def score(self, liking: float) -> float:
        """The inverse of ``liking``: the score with this liking; infinite if no score has it."""
        if not self.risk:
            return liking
        scaled = self.risk * liking
        return log1p(scaled) / self.risk if scaled > -1 else -inf if self.risk > 0 else inf


NEUTRAL = Temper()
"""The temper of a player without a personality."""


class Evaluator(Protocol[Judged]):
    """What things are worth in one system. Legality it leaves to the rules' ``check``.

    Two judgements stand side by side. ``worth`` is what searches maximise: made by hand, with constants of the system's
    own. From ``features`` the odds shown to people are learnt (``game.ai.estimate``): ``fit`` writes their weights into
    ``ai/weights.toml`` of the system's folder. No search uses them.

    An evaluator need not answer for acting out of turn, for phases planned as a whole or for features: it has none by
    default.
    """

    names: tuple[str, ...] = ()
    """The names of the features: lower case, digits and underscores, so that a file can name them; empty if
    odds are learnt from the found score alone."""
    seed: int = 0
    """That of the player it judges for: what he decides once for a whole game comes from it."""
    work: float = 1.0
    """The share of the usual work that ``considered`` may do; above 0, at most 1."""
    stance: str = ""
    """The script that the seat it judges for follows now; empty for none."""
    ahead: int = 3
    """Player turns that stances are played ahead: the seat's, the other side's, and the seat's again."""
    rehearsals: int = 12
    """Lines that are played ahead in a player turn at the usual work; each promising stance has one at least."""
    temper: Temper = NEUTRAL
    """The personality of the player it judges for."""
    neglect: float = 0.9
    """The chance that a regular neglects a unit in a player turn; chosen, not yet fitted in each system. The aim is 65
    to 80 % of the points against the recruit."""

    def features(self, state: Judged) -> Sequence[float]:
        """What odds are learnt from, one number a name, as the seat to act sees the state.

        Asked in every state in which the game is not over, set-up, rolls and pending decisions included, but only once
        a choice: a few milliseconds are cheap enough. Each number is finite, about one in size (1 where it matters as
        much as it usually does), positive where it speaks for the first seat and negative where it speaks for the
        second, and 0 where it says nothing; a chance or a share is taken less its usual value. Which seat must act, how
        long the game has lasted and what the player found are added by the estimator.
        """
        return ()

    def settled(self, state: Judged) -> bool:
        """Whether ``worth`` may be asked: no roll and no small decision is pending."""
        ...

    def worth(self, state: Judged, seat: str) -> float:
        """The score a seat may expect in a settled state: from -1 for a certain defeat to 1 for a certain win."""
        ...

    def plausible(self, state: Judged) -> Sequence[Action]:
        """The legal actions a beginner with sense would consider, at least one; repeats make one likelier."""
        ...

    def shortlist(self, state: Judged) -> Sequence[Weighed]:
        """The legal actions worth weighing, with rough priors; at least one."""
        ...

    def plausible_interrupts(self, state: Judged, seat: str) -> Sequence[Action]:
        """The legal actions with which a seat that is not to act might well interrupt now; usually none.

        Asked after every action wherever the rules let the seat interrupt, so it must be quick to say no.
        """
        return ()

    def plans(self, state: Judged) -> bool:
        """Whether a phase without dice goes on here, through which courses are searched."""
        return False

    def phases_to_end(self, state: Judged) -> int:
        """The number of planned phases left in the game, this one included, once it is near enough to its end to play
        lines on to the end; otherwise 0."""
        return 0

    def gist(self, state: Judged) -> Hashable:
        """The essence of a state after a planned phase: if only few courses can be weighed closely, the best of those
        with the same gist represents them all."""
        return state

    def considered(self, state: Judged, seed: int, enough: Enough) -> Sequence[Considered]:
        """What the seat that acts might do, made and weighed by hand where that is measurably better than a search:
        what it does, then what else it thought of; usually nothing.

        :param seed: what chance breaks ties with.
        :param enough: asked often; once true, the best found so far is returned.
        """
        return ()

    def shows(self, state: Judged, script: str, plan: Sequence[Action]) -> bool:
        """Whether what the seat is about to do agrees with the title of a script, so that its reason may name it.

        :param script: its name.
        :param plan: its next actions in a state, as far as they are known.
        """
        return True

    def scripts(self, scenario: str, seat: str) -> Sequence[Script]:
        """The plans that a seat can follow through a whole game of a scenario."""
        return ()

    def promising(self, state: Judged, seat: str) -> Sequence[Script]:
        """The plans that a seat may take up, or go on with, in the player turn of a state, the likeliest first;
        empty if the seat chooses no plan now, e.g. in a system without stances.

        Of its own plans a player follows the best, tried by playing ahead; of the other side's it expects the first.
        """
        return ()

    def announced(self, state: Judged, action: Action) -> Sequence[Action]:
        """What is done at once, as far as the next roll, with what an action announces; nothing where it announces
        nothing."""
        return ()

    def aims(self, state: Judged) -> Sequence[Collection[str]]:
        """In a phase that is planned: places at which units that come together act together, the most useful first.

        E.g. the hexes around an enemy, or an area that he holds.
        """
        return ()

    def why(self, state: Judged, action: Action, then: Sequence[Action] | None = None) -> Text:
        """One line on what a legal action is for, e.g. ``3-1: 67 % to clear Udaka``; ``describe`` says what it is.

        A chance is that of the whole of which the action is a step, or it is left out. The reason for the end of a
        phase may be empty.

        :param then: what is to follow in the same phase; None where that has not been planned.
        """
        ...
