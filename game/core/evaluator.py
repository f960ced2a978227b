"""What computer players need from a rule system in addition to its rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from math import expm1, inf, log1p
from typing import Any, NamedTuple, Protocol, TypeVar

from game.core.action import Action
from game.core.message import Text, say

Judged = TypeVar("Judged", contravariant=True)
Enough = Callable[[], bool]
"""A function that returns whether the time to think is up."""


def never() -> bool:
    """Always return False: an ``Enough`` without a limit."""
    return False


class Weighed(NamedTuple):
    """An action worth considering, with its prior."""

    action: Action
    prior: float
    """How promising it looks compared with the others, on any scale; higher is better."""


def unranked(actions: Iterable[Action]) -> list[Weighed]:
    """Actions with equal priors."""
    return [Weighed(action, 0.0) for action in actions]


class ProposedCourse(NamedTuple):
    """A course, or a single action, with a value that the system computes itself."""

    actions: tuple[Action, ...]
    """The actions; at least one."""
    value: float
    """The expected score of its seat, from -1 for a certain defeat to 1 for a certain win."""
    is_complete: bool = False
    """Whether the actions are the complete plan until the next roll or the end of the phase."""


class Script(NamedTuple):
    """A plan for a whole game that a seat can carry out without search, e.g. to hold a ridge.

    A benchmark plays against each; a computer player may take its own into account.
    """

    name: str
    """The name in commands and tables, e.g. ``hold-the-ridge``."""
    title: Text
    """The name in a reason: a noun with its article, e.g. ``the march on the northern pass``."""
    choose: Callable[[Any], Action]
    """The action in a state in which the seat must act: legal, and the same for the same state."""
    interrupt: Callable[[Any], Action | None] = lambda state: None
    """The action with which the seat interrupts when it may; None to let play continue."""
    course: Callable[[Any], Sequence[Action]] | None = None
    """The next actions as far as they are known, beginning with that of ``choose``; None if only that one is known.
    Speeds up playing ahead."""

    def steps(self, state: Any) -> Sequence[Action]:
        """The next actions in a state in which the seat must act, as far as they are known; at least one."""
        return (self.course(state) if self.course is not None else ()) or (self.choose(state),)


class Personality(NamedTuple):
    """The personality of a computer player: its attitude to losses, gambles and its own plan."""

    name: str = ""
    """The name in commands and records, e.g. ``bold``; empty for the neutral one."""
    title: Text = say("balanced")
    """The name for display: an adjective, e.g. ``bold``."""
    description: Text = say("Neither seeks nor avoids losses and gambles")
    losses: float = 1.0
    """The weight of its own losses; 1 is the usual."""
    risk: float = 0.0
    """The liking for gambles: above 0 a gamble is worth more than its mean, below 0 less."""
    persistence: float = 1.0
    """The factor on the usual margin that a change of plan must gain."""

    def liking(self, score: float) -> float:
        """The utility of a score: of several gambles, the one with the highest mean utility is chosen (exponential
        utility).

        It is the score itself if ``risk`` is 0.
        """
        return expm1(self.risk * score) / self.risk if self.risk else score

    def score(self, liking: float) -> float:
        """The inverse of ``liking``: the score with this utility; infinite if no score has it."""
        if not self.risk:
            return liking
        scaled = self.risk * liking
        return log1p(scaled) / self.risk if scaled > -1 else -inf if self.risk > 0 else inf


NEUTRAL = Personality()
"""The personality of a player for whom none is chosen."""


class Evaluator(Protocol[Judged]):
    """The evaluation of states and actions in one system. Legality is left to the rules' ``check``.

    There are two kinds of judgement. Searches maximise ``worth``, which is written by hand with the system's own
    constants. The odds shown to people are learnt from ``features`` (``game.ai.estimate``): ``fit`` writes their
    weights into ``ai/weights.toml`` of the system's folder. No search uses them.

    Acting out of turn, phases planned as a whole, and features are optional: the defaults say that there are none.
    """

    names: tuple[str, ...] = ()
    """The names of the features: lower case, digits and underscores, as they are keys in a file; empty if odds are
    learnt from the search score alone."""
    seed: int = 0
    """The seed of its player: decisions made once for a whole game are drawn from it."""
    work_share: float = 1.0
    """The share of the usual work that ``proposed_courses`` and the choice of a stance may do; above 0, at most 1."""
    stance: str = ""
    """The script that its seat currently follows; empty for none."""
    turns_ahead: int = 3
    """The number of player turns for which stances are played ahead; by default the seat's, the other side's, and the
    seat's again."""
    rehearsals: int = 12
    """How often stances are played ahead in a player turn at the usual work, all stances together; each promising
    stance at least once."""
    personality: Personality = NEUTRAL
    """The personality of its player."""
    neglect: float = 0.9
    """The probability that a regular neglects a unit in a player turn; chosen, not yet fitted in each system. The aim
    is 65 to 80 % of the points against the recruit."""

    def features(self, state: Judged) -> Sequence[float]:
        """The features from which odds are learnt, one number for each name, as the seat to act sees the state.

        Called in every state in which the game is not over, including set-up, rolls and pending decisions, but only
        once per choice: a few milliseconds are acceptable. Each number is finite, about one in size (1 if it matters as
        much as it usually does), positive in favour of the first seat and negative in favour of the second, and 0 for
        neither; a probability or a share is given minus its usual value. The estimator adds which seat must act, how
        long the game has lasted and what the search found.
        """
        return ()

    def settled(self, state: Judged) -> bool:
        """Whether ``worth`` may be called: no roll and no small decision is pending."""
        ...

    def worth(self, state: Judged, seat: str) -> float:
        """The expected score of a seat in a settled state: from -1 for a certain defeat to 1 for a certain win."""
        ...

    def plausible(self, state: Judged) -> Sequence[Action]:
        """The legal actions that a sensible beginner would consider, at least one; repeated ones are likelier."""
        ...

    def shortlist(self, state: Judged) -> Sequence[Weighed]:
        """The legal actions worth evaluating, with rough priors; at least one."""
        ...

    def plausible_interrupts(self, state: Judged, seat: str) -> Sequence[Action]:
        """The legal actions with which a seat that is not to act could sensibly interrupt now; usually none.

        Called after every action if the rules let the seat interrupt, so it must return quickly if there are none.
        """
        return ()

    def plans(self, state: Judged) -> bool:
        """Whether the state is in a phase without dice that is to be searched for courses."""
        return False

    def phases_to_end(self, state: Judged) -> int:
        """The number of planned phases left in the game, one per player turn and including this one, once the end is
        near enough for playouts to reach it; otherwise 0."""
        return 0

    def essentials(self, state: Judged) -> Hashable:
        """The essential features of a state after a planned phase: if only few courses can be examined closely, the
        best of several courses with the same features represents the others."""
        return state

    def proposed_courses(self, state: Judged, seed: int, enough: Enough) -> Sequence[ProposedCourse]:
        """The courses that the system constructs and values itself where that is measurably better than a search: first
        the seat's choice, then the alternatives considered; usually none.

        :param seed: the random seed for breaking ties.
        :param enough: called often; once it returns true, the best found so far is returned.
        """
        return ()

    def fits_script(self, state: Judged, script: str, plan: Sequence[Action]) -> bool:
        """Whether the seat's next actions agree with the title of a script, so that its reason may name it.

        :param script: the name of the script.
        :param plan: the seat's next actions in the state, as far as they are known.
        """
        return True

    def scripts(self, scenario: str, seat: str) -> Sequence[Script]:
        """The plans that a seat can follow through a whole game of a scenario."""
        return ()

    def promising_scripts(self, state: Judged, seat: str) -> Sequence[Script]:
        """The plans that a seat may adopt, or continue, in the player turn of a state, the likeliest first; empty if
        the seat chooses no plan now, e.g. in a system without stances.

        A player follows the best of its own plans, compared by playing ahead; it expects the other side to follow the
        first.
        """
        return ()

    def follow_ups(self, state: Judged, action: Action) -> Sequence[Action]:
        """The follow-up actions that an announced action entails, up to the next roll; empty if it announces
        nothing."""
        return ()

    def aims(self, state: Judged) -> Sequence[Collection[str]]:
        """In a planned phase: groups of places where units act together if they gather there, the most useful first.

        E.g. the hexes around an enemy, or an area held by the enemy.
        """
        return ()

    def why(self, state: Judged, action: Action, then: Sequence[Action] | None = None) -> Text:
        """The purpose of a legal action in one line, e.g. ``3-1: 67 % to clear Udaka``; ``describe`` says what the
        action is.

        Any probability is that of the whole plan of which the action is a step, or is left out. The reason for the end
        of a phase may be empty.

        :param then: the planned actions that follow in the same phase; None if nothing has been planned.
        """
        ...
