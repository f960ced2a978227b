"""The history of a game in memory: every state, the actions between them, and the hash chain of the dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from game.core.action import Action, Faces
from game.core.chance import CHANCE, Roll
from game.core.contract import State, System
from game.core.event import Event
from game.core.face_words import misfit
from game.core.interrupts import acting_seat
from game.core.message import Text, say
from game.core.verdict import Illegal, IllegalAction
from game.match.dice import first_link, next_link, roll_faces
from game.match.errors import BadRoll, NotNow
from game.match.hashing import hash_state


@dataclass(frozen=True, slots=True)
class Ply(Generic[State]):
    """One action and its outcome."""

    actor: str
    """The seat that acted, or ``chance``."""
    action: Action
    """The action as given, not in canonical form: a path is the path the player chose."""
    events: tuple[Event, ...]
    state: State
    """The state after it."""
    hash: str
    """The hash of that state."""
    turn: int
    """The turn in which the action was taken."""
    why: Text = ""
    """The computer player's explanation of the action; empty if a person took it, or for a roll."""
    by: str = ""
    """The player that gave the explanation, if it is not the one that has the seat now."""

    @property
    def barrier(self) -> bool:
        """Whether undoing it needs the other side's consent: it is a roll, or has an event that ``reveals``."""
        return self.actor == CHANCE or any(event.reveals for event in self.events)


class History(Generic[State]):
    """The list of states of a game. States are only appended or dropped at the end, never changed."""

    def __init__(
        self, rules: System[State], scenario: str, options: Sequence[str], seed: int, first_state: State
    ) -> None:
        """:param seed: the seed of the program's dice."""
        self.rules = rules
        self.first_state = first_state
        self.first_hash = hash_state(rules, first_state)
        self._plies: list[Ply[State]] = []
        self._turns: list[int] = []
        """Number of actions -> the turn after them, as far as computed."""
        self._links = [first_link(seed, rules.name, scenario, options, self.first_hash)]
        """Number of actions -> the link of the hash chain after them, which decides the faces of the next roll."""
        self._acting: tuple[State, str | None] | None = None
        """The cache of ``to_act``: the last state asked about, and its seat to act."""

    @property
    def to_act(self) -> str | None:
        """The seat to act by the rules, ``chance``, or None when the game is over; cached for the current state."""
        if self._acting is None or self._acting[0] is not self.state:
            self._acting = self.state, self.rules.to_act(self.state)
        return self._acting[1]

    @property
    def plies(self) -> tuple[Ply[State], ...]:
        """All actions that have not been undone, oldest first."""
        return tuple(self._plies)

    def __len__(self) -> int:
        return len(self._plies)

    @property
    def last(self) -> Ply[State] | None:
        """The latest action that has not been undone; None if there is none."""
        return self._plies[-1] if self._plies else None

    @property
    def state(self) -> State:
        """The current state."""
        return self._plies[-1].state if self._plies else self.first_state

    @property
    def hash(self) -> str:
        """The hash of the current state."""
        return self._plies[-1].hash if self._plies else self.first_hash

    def hash_at(self, actions: int) -> str:
        """The hash of the state after a number of actions."""
        return self._plies[actions - 1].hash if actions else self.first_hash

    def ply_at(self, number: int) -> Ply[State]:
        """The action with a number, counted from 1."""
        return self._plies[number - 1]

    def state_at(self, actions: int) -> State:
        """The state after a number of actions."""
        return self._plies[actions - 1].state if actions else self.first_state

    def turn_at(self, actions: int) -> int:
        """The turn after a number of actions; cached."""
        for number in range(len(self._turns), actions + 1):
            self._turns.append(self.rules.prompt(self.state_at(number)).turn)
        return self._turns[actions]

    def play(self, action: Action, why: Text = "", by: str = "") -> Ply[State]:
        """Do an action; rolls are ``Faces``.

        :param why: the explanation of the computer player that takes it.
        :param by: the player that gave the explanation, if it is not the one that has the seat.
        :raises NotNow: if the game is over, or the action is not a roll while one is pending, or a roll while none is.
        :raises BadRoll: for faces the dice cannot show.
        :raises IllegalAction: if the rules refuse it; nothing has changed then.
        """
        state = self.state
        to_act = self.to_act
        if to_act is None:
            raise NotNow(say("the game is over"))
        if isinstance(action, Faces):
            self._check_faces(action.faces)
        elif to_act == CHANCE:
            raise NotNow(say("the dice must be rolled first: {roll}", roll=self.pending_roll.title))
        else:
            verdict = self.rules.check(state, action)
            if isinstance(verdict, Illegal):
                raise IllegalAction(action, verdict)
        canonical_action = self.rules.canonical(state, action)
        turn = self.turn_at(len(self._plies))
        after, events = self.rules.apply(state, action)
        actor = acting_seat(self.rules, state, action, to_act)
        assert actor is not None, "the game is not over"
        ply = Ply(actor, action, events, after, hash_state(self.rules, after), turn, why, by)
        self._links.append(next_link(self._links[-1], canonical_action.notation))
        self._plies.append(ply)
        return ply

    def add(self, actor: str, action: Action, events: tuple[Event, ...], why: Text = "",
            by: str = "") -> Ply[State]:
        """Append an action outside the rules, such as a draw offer: the state and future dice are unchanged.

        :param why: the explanation of the computer player that takes it.
        :param by: the player that gave the explanation, if it is not the one that has the seat.
        """
        ply = Ply(actor, action, events, self.state, self.hash, self.turn_at(len(self._plies)), why, by)
        self._links.append(self._links[-1])
        self._plies.append(ply)
        return ply

    @property
    def pending_roll(self) -> Roll:
        """The pending roll.

        :raises NotNow: if no roll is pending.
        """
        roll = self.rules.pending_roll(self.state) if self.to_act == CHANCE else None
        if roll is None:
            raise NotNow(say("no roll is pending"))
        return roll

    def faces(self) -> Faces:
        """The faces of the program's dice for the pending roll; always the same at this point of the game.

        :raises NotNow: if no roll is pending.
        """
        return Faces(roll_faces(self._links[-1], self.pending_roll))

    def undo_limit(self) -> int:
        """The number of actions, from the first, that can be undone only with the other side's consent."""
        return next((i + 1 for i in range(len(self._plies) - 1, -1, -1) if self._plies[i].barrier), 0)

    def undo(self, to: int, *, consent: bool = False) -> None:
        """Drop the last actions.

        :param to: the number of actions that remain.
        :param consent: whether the other side consents, which is needed if fewer than ``undo_limit()`` actions would
            remain.
        :raises NotNow: if there is nothing to undo, or consent is needed and missing.
        """
        if not 0 <= to < len(self._plies):
            raise NotNow(say("there is nothing to undo"))
        barrier = None if consent else next((ply for ply in reversed(self._plies[to:]) if ply.barrier), None)
        if barrier is not None:
            if barrier.actor == CHANCE:
                raise NotNow(say("undoing past a roll needs the other side's consent"))
            raise NotNow(say("undoing a reveal, a draw offer or a resignation needs the other side's consent"))
        del self._plies[to:]
        del self._links[to + 1 :]
        del self._turns[to + 1 :]

    def _check_faces(self, faces: tuple[int, ...]) -> None:
        """Check that the dice of the pending roll can show some faces.

        :raises NotNow: if no roll is pending.
        :raises BadRoll: if they cannot.
        """
        roll = self.pending_roll
        if not roll.fits(faces):
            raise BadRoll(say("{roll}: {misfit}", roll=roll.title, misfit=misfit(roll, faces)))
