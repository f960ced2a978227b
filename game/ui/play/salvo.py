"""What units of a kind could do now, each at its best, offered all in one go."""

from __future__ import annotations

from game.core.batch import FireAll
from game.core.capability import capability
from game.core.message import say
from game.core.offer import Offer
from game.core.verdict import Reason
from game.i18n.words import said
from game.ui.play.interruption import Interruption
from game.ui.play.proposals import SCREEN, Refusal
from game.ui.play.quick_play import QuickPlay
from game.ui.play.session import Session

Plan = tuple[tuple[Offer, ...], ...]
"""For each unit what it could do, the best first."""


class SalvoOffer:
    """Whether the person to act, or who interrupts, has units that could do something all in one go."""

    def __init__(self, game: Session, quick_play: QuickPlay, interruption: Interruption) -> None:
        self.game, self._quick_play, self._interruption = game, quick_play, interruption
        self._looked: tuple[object, str, Plan] = (None, "", ())

    @property
    def seat(self) -> str:
        """Whose units they are; empty where nobody is asked."""
        game = self.game
        if self._interruption.moment is not None:
            return self._interruption.asked if self._interruption.question is not None else ""
        seat = game.situation.interrupting or game.situation.prompt.to_act
        return seat if seat is not None and game.may_act and game.flow.is_human(seat) else ""

    @property
    def plan(self) -> Plan:
        game, seat = self.game, self.seat
        if not seat or not capability(game.rules, FireAll).salvo_title or self._quick_play.running or game.guided:
            return ()
        state = game.situation.state
        if self._looked[0] is not state or self._looked[1] != seat:
            self._looked = state, seat, capability(game.rules, FireAll).salvo(state, seat)
        return self._looked[2]

    @property
    def label(self) -> str:
        """The words on the button; empty where there is nothing of the kind."""
        plan = self.plan
        title = capability(self.game.rules, FireAll).salvo_title
        return said(say("{title} ({count}) …", title=title, count=len(plan))) if plan else ""

    def take(self) -> Plan:
        """What is offered, to choose from; where the question is whether to interrupt, this interrupts."""
        plan = self.plan
        if plan and self._interruption.moment is not None and self._interruption.lit:
            self._interruption.press()
        return plan

    def refuse(self) -> None:
        """Say why nothing can be done in one go."""
        if self.seat and capability(self.game.rules, FireAll).salvo_title:
            held = self.game.selection
            reasons = capability(self.game.rules, FireAll).why_no_salvo(self.game.situation.state, self.seat)
            unsaid = (Reason(SCREEN, say("None of your units could do this now")),)
            held.refusal = Refusal("", reasons or unsaid)
            self.game.dirty = True
