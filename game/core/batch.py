"""Capabilities around whole phases and turns: several actions at one input, what is left undone, a summary."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from game.core.action import Action
from game.core.capability import Capability
from game.core.event import Event
from game.core.message import NOTHING, Brief, Message, Text
from game.core.offer import Offer
from game.core.verdict import Reason

State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class Undone:
    """Something that may still be done in a phase."""

    text: Message
    """In a few words, e.g. ``4 units can move``."""
    units: tuple[str, ...]
    """The units that may do it."""
    groups: tuple[str, ...] = ()
    """The groups that actions name in their place, e.g. contingents that have not been activated."""
    hazard: bool = False
    """Whether it is a loss, not a missed chance: units that are eliminated if the phase ends now."""

    def __str__(self) -> str:
        return str(self.text)


class BatchActions(Capability[State]):
    """Several actions can be done at one input."""

    def remaining(self, state: State) -> tuple[Message, Action | None] | None:
        """What a seat may do in one go because nothing is chosen any more, e.g. all fire that is left, or the printed
        set-up where it would be free.

        :return: what the button says and the next action of it, None for the action where a roll is due that
            belongs to it; None where there is nothing of the kind.
        """
        return None

    def decides(self, state: State) -> bool:
        """Whether the next action of ``remaining`` decides something that came up in a fight, such as losses: autoplay
        stops there, and goes on when the player starts it again."""
        return False

    def remaining_words(self, state: State) -> Text:
        """What the button for ``remaining`` says; empty where there is nothing of the kind. A system says it here where
        finding the next action takes long."""
        left = self.remaining(state)
        return left[0] if left is not None else ""

    def nothing_more(self, state: State) -> Text:
        """Why ``remaining`` names nothing though units could still do something; empty if only the player decides."""
        return ""

    def fought_by(self, state: State) -> str | None:
        """The seat whose fight a roll is due in, where who does it in one go makes every roll of it, also the other
        side's; None where each side makes its own."""
        return None

    def summary(self, events: Sequence[Event]) -> Brief:
        """What such a run of actions came to: how many there were, and what became of it; empty where there is
        nothing to say."""
        return NOTHING

    def again(self, state: State, action: Action, chosen: State) -> Action | None:
        """The action of one unit, repeated for the next unit that can do it; None if no unit is left that can.

        :param chosen: the state in which that action was chosen; the unit may have moved since then.
        """
        return None


class FireAll(Capability[State]):
    """All units of a kind can do by themselves what they do best, such as firing guns."""

    salvo_title: Text = ""
    """What ``salvo`` does, as a heading, e.g. ``Fire all guns``."""

    def salvo(self, state: State, seat: str) -> tuple[tuple[Offer, ...], ...]:
        """What all units of a kind can do by themselves now: for each unit everything that leads to a roll, the
        best chance first; the unit with the best chance first. Nothing where there is no such kind."""
        return ()

    def why_no_salvo(self, state: State, seat: str) -> tuple[Reason, ...]:
        """Why none of those ``salvo`` is about could do anything now, where it names none."""
        return ()

    def salvo_again(self, state: State, seat: str) -> bool:
        """Whether some of those ``salvo`` names could do it a second time afterwards."""
        return False

    def unspent(self, count: int) -> Text:
        """That so many of those ``salvo`` names have not done it, e.g. ``4 guns have not fired``."""
        return ""


class GroupMarch(Capability[State]):
    """Several units can be sent to a place at one input."""

    def march(self, state: State, units: Sequence[str], place: str) -> tuple[Action, ...]:
        """What some units do to go to a place together, each legal after those before it; nothing where none can come
        nearer to it. A place with an enemy may mean that they close with him."""
        return ()


class TurnEnds(Capability[State]):
    """A phase can be ended too early, and a player turn by its last action."""

    def undone(self, state: State) -> tuple[Undone, ...]:
        """What the seat to act would give up by ending its phase now, each kind by itself; nothing where that gives
        nothing up."""
        return ()

    def ran_out(self, state: State, action: Action, after: State) -> str | None:
        """The seat whose player turn just ended implicitly, e.g. by its last fight; None if an action ended it or it
        goes on."""
        return None


class TurnReports(Capability[State]):
    """A game turn is summed up."""

    def report(self, before: State, after: State) -> tuple[tuple[Text, Text], ...]:
        """What a game turn came to, as labels and values; nothing where a system makes no report.

        :param before: where it began.
        :param after: where the next one begins, or the end.
        """
        return ()
