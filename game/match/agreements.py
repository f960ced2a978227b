"""Ending a game by agreement: a side resigns, or both agree on a draw. The same for every system.

These are actions of the match, not of its rules: they leave the state, its hash and future dice unchanged. The record
writes them like any other action. A draw offer is open until the other side accepts or declines it, or takes a game
action.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from game.core.action import BadNotation, NamesNothing
from game.core.chance import CHANCE
from game.core.contract import DRAW, Result, System
from game.core.event import Noted
from game.core.message import Message, Text, or_list, say
from game.core.verdict import AT_THE_TABLE, LEGAL, Illegal, Reason, RuleRef, Verdict
from game.match.history import Ply

RESIGNATION_RULE, DRAW_RULE = (RuleRef(AT_THE_TABLE, number) for number in ("resignation", "draw"))
"""The rule references that refusals, events and results of these actions cite; no rulebook has such a rule."""


@dataclass(frozen=True, slots=True)
class Agreement(NamesNothing):
    """An action of a side outside the rules of the system."""

    verb: ClassVar[str]
    seat: str
    """The seat that takes the action."""

    @property
    def notation(self) -> str:
        return f"{self.verb} {self.seat}"


class Resign(Agreement):
    """Resign: the other side wins."""

    __slots__ = ()
    verb = "resign"


class OfferDraw(Agreement):
    """Offer a draw."""

    __slots__ = ()
    verb = "offer-draw"


class AcceptDraw(Agreement):
    """Accept the other side's draw offer, which ends the game."""

    __slots__ = ()
    verb = "accept-draw"


class DeclineDraw(Agreement):
    """Decline the other side's draw offer."""

    __slots__ = ()
    verb = "decline-draw"


KINDS: dict[str, type[Agreement]] = {kind.verb: kind for kind in (Resign, OfferDraw, AcceptDraw, DeclineDraw)}
"""Verb -> the class of its action."""


@dataclass(frozen=True, slots=True)
class AgreementMade(Noted):
    """Event: a side has resigned, or offered, accepted or declined a draw. The other side has seen it, so Undo needs
    consent."""

    type: ClassVar[str] = "agreement"
    reveals: ClassVar[bool] = True
    action: str
    """E.g. ``offer-draw``."""
    seat: str


def parse(rules: System[Any], text: str, seat: str | None = None) -> Agreement | None:
    """The agreement that a text notates; None if it is not one.

    :param seat: the acting seat if the text names none.
    :raises BadNotation: for an unknown seat, or if the text must name one.
    """
    verb, *names = text.split() or [""]
    kind = KINDS.get(verb)
    if kind is None:
        return None
    names = names or [seat or ""]
    if len(names) != 1 or names[0] not in rules.seats:
        raise BadNotation(say("expected '{verb}' and a seat, {seats}, not {text!r}", verb=verb,
                              seats=or_list(rules.seats), text=text))
    return kind(names[0])


def other_seat(rules: System[Any], seat: str) -> str:
    """The other side."""
    return next(name for name in rules.seats if name != seat)


def draw_offer(plies: Sequence[Ply[Any]]) -> str | None:
    """The seat with an open draw offer; None if there is none."""
    acted_since: set[str] = set()
    for ply in reversed(plies):
        match ply.action:
            case OfferDraw(seat):
                return seat if acted_since <= {seat} else None
            case Agreement():
                return None
        if ply.actor != CHANCE:
            acted_since.add(ply.actor)
            if len(acted_since) > 1:
                return None
    return None


def check(rules: System[Any], plies: Sequence[Ply[Any]], action: Agreement) -> Verdict:
    """Whether an agreement is legal in a game that is not over."""
    offering_seat = draw_offer(plies)
    if isinstance(action, AcceptDraw | DeclineDraw):
        if offering_seat is None or offering_seat == action.seat:
            return _refused(say("No draw is offered to the {side} side", side=_adjective(rules, action.seat)))
    elif isinstance(action, OfferDraw):
        if offering_seat == action.seat:
            return _refused(say("The {side} side has offered a draw already", side=_adjective(rules, action.seat)))
        if offering_seat is not None:
            return _refused(say("The other side offers a draw: accept or decline it"))
        if _must_act_before_offering(plies, action.seat):
            return _refused(say("The {side} side has offered a draw; it must act before it offers one again",
                                side=_adjective(rules, action.seat)))
    return LEGAL


def legal(rules: System[Any], plies: Sequence[Ply[Any]]) -> tuple[Agreement, ...]:
    """All legal agreements in a game that is not over."""
    actions = (kind(seat) for seat in rules.seats for kind in KINDS.values())
    return tuple(action for action in actions if check(rules, plies, action))


def agreement_event(rules: System[Any], action: Agreement) -> AgreementMade:
    """The event of an agreement."""
    rule = RESIGNATION_RULE if isinstance(action, Resign) else DRAW_RULE
    return AgreementMade(rule, sentence(rules, action), action.verb, action.seat)


def sentence(rules: System[Any], action: Agreement) -> Message:
    """The sentence for the log that says what a side has done."""
    side = _adjective(rules, action.seat)
    match action:
        case Resign():
            return say("The {side} side resigns", side=side)
        case OfferDraw():
            return say("The {side} side offers a draw", side=side)
        case AcceptDraw():
            return say("The {side} side accepts the draw", side=side)
    return say("The {side} side declines the draw", side=side)


def conclusion(rules: System[Any], last: Ply[Any] | None) -> Result | None:
    """The result if the players ended the game by agreement, else None.

    :param last: the latest action that has not been undone; no action is legal after one that ends the game.
    """
    action = last.action if last is not None else None
    if isinstance(action, Resign):
        winner = other_seat(rules, action.seat)
        text = say("The {loser} side resigns: {winner} victory", loser=_adjective(rules, action.seat),
                   winner=_adjective(rules, winner))
        return Result(winner, text, RESIGNATION_RULE, "resignation")
    if isinstance(action, AcceptDraw):
        return Result(DRAW, say("The sides agree on a draw"), DRAW_RULE, "agreement")
    return None


def _must_act_before_offering(plies: Sequence[Ply[Any]], seat: str) -> bool:
    """Whether a side has offered a draw, and has taken no game action since."""
    for ply in reversed(plies):
        if ply.actor == seat and not isinstance(ply.action, AcceptDraw | DeclineDraw):
            return isinstance(ply.action, OfferDraw)
    return False


def _adjective(rules: System[Any], seat: str) -> Text:
    """The adjective of a side for a message, e.g. *Italian*."""
    return rules.theme.side(seat).described


def _refused(text: Message) -> Illegal:
    """A refusal with one sentence as its reason."""
    return Illegal((Reason(DRAW_RULE, text),))
