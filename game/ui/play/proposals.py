"""What picked units can do, with its chances, and why something is refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from game.board.board import Board
from game.core.action import Action
from game.core.chance import per_cent
from game.core.contract import System
from game.core.interrupts import acting_seat
from game.core.message import Message, Text, joined, say
from game.core.offer import Offer
from game.core.preview import Preview
from game.core.verdict import AT_THE_TABLE, Illegal, Legal, Reason, RuleRef, Verdict
from game.ui.board import places
from game.ui.play.runs import ActionRun, ChosenActionsRun, GroupMarchRun, RepeatedDecisionRun, RouteRun
from game.ui.play.situation import Situation

MAX_BUTTONS = 6
"""The most actions of a unit offered as buttons; if there are more, the place must be clicked first."""


NEXT_MANNER = " manner"
"""Value of ``Proposal.switches`` for the next way to move."""


@dataclass(frozen=True, slots=True)
class ShownRefusal:
    """Why something clicked or pointed at is not possible."""

    place: str
    reasons: tuple[Reason, ...]


SCREEN_RULE = RuleRef(AT_THE_TABLE, "screen")
"""The rule reference of refusals that come from no rule."""


def screen_refusal(place: str, text: Message) -> ShownRefusal:
    """A refusal by the screen itself, which quotes no rule: e.g. a counter is dropped off the map."""
    return ShownRefusal(place, (Reason(SCREEN_RULE, text),))


@dataclass(frozen=True, slots=True)
class Proposal:
    """An offer as the screen shows it: with its arithmetic and its button label."""

    offer: Offer
    preview: Preview | None = None
    full_label: Text = ""
    """Button label with place and chance; empty if the offer is chosen on the map."""
    title: Text = ""
    """The place of the action, if it has one."""
    hoped_result: Text = ""
    """The result its side hopes for, if it leads to a roll, e.g. ``hit``."""
    chance: Fraction = Fraction(0)
    """The chance of that result."""
    heading: Text = ""
    """Its heading in a list of the same action at different places."""
    switches: str = ""
    """The companion toggled between coming along and staying, or ``NEXT_MANNER``; such a proposal has no action."""
    is_route: bool = False
    """Whether its actions are steps of one unit's route: rolls and others' decisions in between are waited for, and
    steps that become impossible are dropped."""

    marches: bool = False
    """Whether it moves many units: they are shown in quick succession, and undone together."""

    @property
    def label(self) -> Text:
        """The button's label."""
        return self.full_label or self.offer.short_label

    @property
    def label_without_place(self) -> Text:
        """The button's label if the card names the place."""
        return joined((self.offer.short_label, _hoped(self.hoped_result, self.chance)),
                      " · ") if self.offer.short_label else self.full_label

    @property
    def action(self) -> Action:
        """The first action."""
        return self.offer.actions[0]

    @property
    def actions(self) -> tuple[Action, ...]:
        return self.offer.actions

    @property
    def verdict(self) -> Verdict:
        return self.offer.verdict

    @property
    def reason(self) -> Text:
        verdict = self.offer.verdict
        return verdict.reasons[0].with_rule if isinstance(verdict, Illegal) else ""

    @property
    def note(self) -> Text:
        """A consequence that the player should know beforehand."""
        verdict = self.offer.verdict
        return verdict.note.with_rule if isinstance(verdict, Legal) and verdict.note is not None else ""

    @property
    def place(self) -> str | None:
        """The place of the action; None if it has none."""
        return self.offer.place

    def run(self, rules: System[Any], state: Any) -> ActionRun | None:
        """The run of actions it stands for; None if it is just its action."""
        if not (self.offer.follow_ups or self.offer.for_all):
            return None
        seat = acting_seat(rules, state, self.action)
        if seat is None:
            return None
        if self.marches:
            return GroupMarchRun(rules, seat, [self.actions])
        if self.is_route:
            return RouteRun(rules, seat, self.actions)
        if self.offer.for_all:
            return RepeatedDecisionRun(rules, seat, self.action)
        return ChosenActionsRun(rules, seat, [self.actions], quick=False)


def proposal_for(asked: Situation, offer: Offer) -> Proposal:
    """An offer with the chance its side hopes for; without a label if it is chosen on the map alone."""
    preview = offer.preview
    hope: Text = ""
    share = Fraction(0)
    if preview is not None and offer.action is not None and offer.place is not None:
        hope, share = preview.hope(asked.actor(offer.action))
    title = places.title(asked.board, offer.place) if offer.place is not None else ""
    words = joined((offer.label, _hoped(hope, share)), " · ") if offer.label else ""
    return Proposal(offer, preview, words, title, hope, share)


def _hoped(hope: Text, share: Fraction) -> Text:
    """The hoped-for result and its chance; empty without one."""
    return joined((hope, per_cent(share)), " ") if hope else ""


def proposals_by_place(offers: Iterable[Proposal]) -> dict[str, tuple[Proposal, ...]]:
    """All proposals of a unit by place: those that lead to a roll first, by falling chance."""
    by_place: dict[str, tuple[Proposal, ...]] = {}
    for proposal in offers:
        there = by_place.get(proposal.place or "", ())
        new = proposal.offer.sharing is not None or proposal.actions not in (known.actions for known in there)
        if proposal.place is not None and new:
            by_place[proposal.place] = (*there, proposal)
    for place, (first, *others) in by_place.items():
        if others:
            known = (replace(first, full_label=first.full_label or first.offer.short_label), *others)
            by_place[place] = tuple(sorted(known, key=lambda p: (p.preview is None, -p.chance)))
    return by_place


def button_proposals(proposals_at: Mapping[str, tuple[Proposal, ...]], commands: Iterable[Proposal],
                     focus: str | None) -> tuple[Proposal, ...]:
    """The proposals shown as buttons: all for a clicked place; else those that lead to a roll, and the rest.

    Moves are offered on the map, and so are facings if there are many other proposals. If there are too many targets,
    only proposals without a place are listed.
    """
    if focus is not None:
        return tuple(replace(p, full_label=p.label_without_place) for p in proposals_at.get(focus, ()))
    aimed = [proposal for proposals in proposals_at.values() for proposal in proposals if proposal.preview is not None]
    aimed_actions = [proposal.actions for proposal in aimed]
    others = [p for p in commands if p.actions not in aimed_actions and not (p.offer.follow_ups and p.preview is None)]
    if len(aimed) + len(others) > MAX_BUTTONS:
        others = [p for p in others if p.offer.angle is None]
    if len(aimed) + len(others) <= MAX_BUTTONS:
        where = {proposal.place for proposal in aimed}
        if len(where) == 1:
            aimed = [replace(proposal, full_label=proposal.label_without_place) for proposal in aimed]
        elif len(where) == len(aimed) and aimed and aimed[0].hoped_result and (
                len({(p.offer.short_label, p.hoped_result) for p in aimed}) == 1):
            aimed = [_only_where(proposal) for proposal in aimed]
        return (*aimed, *others)
    return tuple(proposal for proposal in others if proposal.place is None)[:MAX_BUTTONS]


def _only_where(proposal: Proposal) -> Proposal:
    """A proposal for a list of the same action at several places: labelled with its target if the rules name it, else
    the place, and the chance."""
    deed = proposal.offer.short_label
    if named := proposal.offer.aimed_at:
        heading = say("{deed}: {hope}", deed=deed, hope=proposal.hoped_result)
    else:
        heading, named = say("{deed}: {hope} at", deed=deed, hope=proposal.hoped_result), proposal.title
    return replace(proposal, full_label=joined((named, per_cent(proposal.chance)), " · "), heading=heading)


MAX_KEYS = 9
"""The most destinations with keys of their own; if there are more, none has."""


def numbered_moves(board: Board, proposals_at: Mapping[str, tuple[Proposal, ...]]) -> dict[str, Proposal]:
    """Place -> moving there, labelled for a numbered button; empty if there are more places than keys."""
    goes = {place: proposals[0] for place, proposals in proposals_at.items() if proposals[0].preview is None}
    if len(goes) > MAX_KEYS:
        return {}
    return {
        place: Proposal(move.offer, None, places.title(board, place), heading=say("Where to"))
        for place, move in goes.items()
    }


def digit_of(offered: Sequence[Proposal], number: int) -> tuple[int, bool]:
    """The digit of an offer (0 if it has none), and whether with Shift: facings use Shift, so that a digit never means
    a shot first and a facing once the shot has been taken."""
    turns = offered[number].offer.angle is not None
    digit = sum((each.offer.angle is not None) is turns for each in offered[:number + 1])
    return (digit if digit <= MAX_KEYS else 0), turns


def index_of_digit(offered: Sequence[Proposal], digit: int, shift: bool) -> int | None:
    """The index of the offer with a digit, with or without Shift; None if there is none."""
    return next((number for number in range(len(offered)) if digit_of(offered, number) == (digit, shift)), None)


def index_for_all(keys: Mapping[str, int], offered: Sequence[Proposal], key: int) -> int:
    """The index of the offer for all units at the destination of a key; that of the key itself if there is none."""
    there = next((place for place, number in keys.items() if number == key), "")
    return next((n for n, each in enumerate(offered) if each.offer.for_all and each.place == there), key - 1)
