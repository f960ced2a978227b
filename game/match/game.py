"""A game in progress: seat to act, legal actions, result. ``Match`` adds dice and the record."""

from __future__ import annotations

from typing import Generic

from game.core.action import Action
from game.core.contract import Result, State, System
from game.core.interrupts import acting_seat
from game.core.message import Text, say
from game.core.prompt import Prompt
from game.core.verdict import Illegal, IllegalAction, Reason, Verdict
from game.match import agreements
from game.match.agreements import Agreement
from game.match.errors import NotNow
from game.match.history import History, Ply


class Game(Generic[State]):
    """A game under the rules of a system, which the sides may also end by agreement (``agreements``)."""

    def __init__(self, rules: System[State], history: History[State]) -> None:
        self.rules = rules
        self.history = history

    @property
    def state(self) -> State:
        """The current state."""
        return self.history.state

    @property
    def plies(self) -> tuple[Ply[State], ...]:
        """All actions that have not been undone, oldest first."""
        return self.history.plies

    @property
    def hash(self) -> str:
        """The hash of the current state."""
        return self.history.hash

    @property
    def to_act(self) -> str | None:
        """The seat that must act, ``chance``, or None when the game is over."""
        return None if agreements.conclusion(self.rules, self.history.last) else self.history.to_act

    @property
    def prompt(self) -> Prompt:
        """The current prompt; one without a seat to act if the players ended the game by agreement."""
        prompt, agreed_result = self.rules.prompt(self.state), agreements.conclusion(self.rules, self.history.last)
        if agreed_result is None:
            return prompt
        return Prompt(prompt.phase, prompt.turn, None, agreed_result.text, agreed_result.rule, mode="over",
                      phasing_seat=prompt.phase_key[0])

    @property
    def result(self) -> Result | None:
        """The result of the game: by the rules, or by a resignation or an agreed draw."""
        return agreements.conclusion(self.rules, self.history.last) or self.rules.result(self.state)

    @property
    def draw_offer(self) -> str | None:
        """The seat with an open draw offer, which the other seat may accept or decline."""
        return agreements.draw_offer(self.plies)

    @property
    def agreements(self) -> tuple[Agreement, ...]:
        """The legal agreements now: resign; offer, accept or decline a draw."""
        return () if self.result else agreements.legal(self.rules, self.plies)

    def check(self, action: Action) -> Verdict:
        """Whether an action is legal now, with reasons if not."""
        result = agreements.conclusion(self.rules, self.history.last)
        if isinstance(action, Agreement):
            result = result or self.rules.result(self.state)
        if result is not None:
            return Illegal((Reason(result.rule, say("The game is over")),))
        if isinstance(action, Agreement):
            return agreements.check(self.rules, self.plies, action)
        return self.rules.check(self.state, action)

    def actor(self, action: Action) -> str | None:
        """The seat that takes an action."""
        return action.seat if isinstance(action, Agreement) else acting_seat(self.rules, self.state, action)

    def parse(self, text: str, seat: str | None = None) -> Action:
        """The action that a text notates: one of the rules, or an agreement.

        :param seat: the acting seat if the text names none. By default an accepted or declined draw is by the seat that
            was offered it, anything else by the seat to act.
        :raises game.core.action.BadNotation: for a text that is no action.
        """
        text = text.strip()
        if text.partition(" ")[0] not in agreements.KINDS:
            return self.rules.parse(text)
        if seat is None:
            is_answer = text in (agreements.AcceptDraw.verb, agreements.DeclineDraw.verb)
            offering_seat = self.draw_offer if is_answer else None
            seat = self.to_act if offering_seat is None else agreements.other_seat(self.rules, offering_seat)
        return agreements.parse(self.rules, text, seat) or self.rules.parse(text)

    def enact(self, action: Action, why: Text = "", by: str = "") -> Ply[State]:
        """Do an action without recording it; see ``History.play`` for the parameters and errors."""
        if agreements.conclusion(self.rules, self.history.last) is not None:
            raise NotNow(say("the game is over"))
        if not isinstance(action, Agreement):
            return self.history.play(action, why, by)
        if self.rules.result(self.state) is not None:
            raise NotNow(say("the game is over"))
        verdict = self.check(action)
        if isinstance(verdict, Illegal):
            raise IllegalAction(action, verdict)
        return self.history.add(action.seat, action, (agreements.agreement_event(self.rules, action),), why, by)
