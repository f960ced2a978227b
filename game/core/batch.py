"""Capabilities for whole phases and turns: several actions with one input, reminders, summaries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from game.core.action import Action
from game.core.capability import Capability
from game.core.event import Event
from game.core.message import EMPTY_BRIEF, Brief, Message, Text
from game.core.offer import Offer
from game.core.verdict import Reason

State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class StillToDo:
    """Something that may still be done in a phase."""

    text: Message
    """A short description, e.g. ``4 units can move``."""
    units: tuple[str, ...]
    """The units that may do it."""
    groups: tuple[str, ...] = ()
    """The groups that actions name instead of units, e.g. contingents that have not been activated."""
    is_loss: bool = False
    """Whether it is a loss rather than a missed chance: units that are eliminated if the phase ends now."""

    def __str__(self) -> str:
        return str(self.text)


class BatchActions(Capability[State]):
    """Autoplay: the program does several actions for a player with one input."""

    def autoplay_step(self, state: State) -> tuple[Message, Action | None] | None:
        """The next step of what the program can do in one go for the seat to act: actions that leave no choice, e.g.
        all remaining fire; actions that it chooses itself, e.g. as a veteran would; or the printed set-up where set-up
        is free.

        :return: the label of the button and the next action, None for the action if a roll that belongs to it is
            pending; None if there is nothing to do in one go.
        """
        return None

    def autoplay_decides(self, state: State) -> bool:
        """Whether the next action of ``autoplay_step`` makes a decision that came up in a fight, such as losses.
        Autoplay stops before such a decision, and makes it only if the player starts autoplay there."""
        return False

    def autoplay_label(self, state: State) -> Text:
        """The label of the button for autoplay; empty if there is nothing to do. Systems override it if finding the
        next action is slow, or if there is no such button for a single action left, which has one of its own."""
        step = self.autoplay_step(state)
        return step[0] if step is not None else ""

    def why_no_autoplay(self, state: State) -> Text:
        """The reason that ``autoplay_step`` is None though units could still act; empty if only the player can
        decide."""
        return ""

    def autoplay_rest(self, state: State) -> Text:
        """What autoplay has left undone on purpose once it ends, e.g. ``2 units stay where they are``; empty for
        nothing."""
        return ""

    def resolving_seat(self, state: State) -> str | None:
        """The seat whose fight a pending roll belongs to, if autoplay by that seat includes the other side's rolls in
        it; None if each side makes its own rolls."""
        return None

    def summary(self, events: Sequence[Event]) -> Brief:
        """The summary of several actions done with one input, by autoplay, ``FireAll`` or a repetition: how many
        there were and their results; empty if there is nothing to report.

        :param events: the events of all of them.
        """
        return EMPTY_BRIEF

    def repeat_for_next(self, state: State, action: Action, state_when_chosen: State) -> Action | None:
        """The action of one unit repeated for the next eligible unit; None if no eligible unit is left.

        :param state_when_chosen: the state in which the action was chosen; the unit may have moved since then.
        """
        return None


class FireAll(Capability[State]):
    """All units of a kind can do their best action by themselves, such as firing guns."""

    fire_all_title: Text = ""
    """The heading for ``fire_all``, e.g. ``Fire all guns``."""

    def fire_all(self, state: State, seat: str) -> tuple[tuple[Offer, ...], ...]:
        """What all units of a kind can do by themselves now: for each unit every offer that leads to a roll, the best
        chance first; the unit with the best chance first. Empty if none can act now, or there is no such kind."""
        return ()

    def why_no_fire_all(self, state: State, seat: str) -> tuple[Reason, ...]:
        """The reasons that no unit of that kind can act now, if ``fire_all`` is empty."""
        return ()

    def fire_all_again(self, state: State, seat: str) -> bool:
        """Whether some units of ``fire_all`` could act a second time afterwards."""
        return False

    def fire_all_rest(self, count: int) -> Text:
        """The message saying how many of the units chosen by ``fire_all`` have not acted, e.g. ``4 guns have not
        fired``; empty if there is no such kind.

        :param count: the number of those units.
        """
        return ""


class GroupMarch(Capability[State]):
    """Several units can be sent to a place with one input."""

    def march(self, state: State, units: Sequence[str], place: str) -> tuple[Action, ...]:
        """The actions that take some units to a place together, each legal after those before it; empty if no unit can
        get closer. Towards a place with an enemy, the actions may include attacking it."""
        return ()


class TurnEnds(Capability[State]):
    """A phase can be ended too early, and a player turn can end implicitly with its last action."""

    def still_to_do(self, state: State) -> tuple[StillToDo, ...]:
        """What the seat to act would give up by ending its phase now, one entry for each kind; empty for nothing."""
        return ()

    def turn_ended_for(self, state: State, action: Action, after: State) -> str | None:
        """The seat whose player turn just ended implicitly, e.g. with its last fight; None if an action ended it
        explicitly or it continues."""
        return None


class TurnReports(Capability[State]):
    """Each game turn can be summarised."""

    def report(self, before: State, after: State) -> tuple[tuple[Text, Text], ...]:
        """The summary of a game turn, as labels and values; empty if the system has none.

        :param before: the state at its start.
        :param after: the state at the start of the next turn, or at the end of the game.
        """
        return ()
