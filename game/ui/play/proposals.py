"""Offers of the rules as the screen shows them: with chances, button labels and digit keys; and refusals."""

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
from game.core.offer import FacingOffer, Offer
from game.core.preview import Preview
from game.core.verdict import AT_THE_TABLE, Illegal, Legal, Reason, RuleRef, Verdict
from game.ui.board import places
from game.ui.play.runs import ActionRun, ChosenActionsRun, GroupMarchRun, RepeatedDecisionRun, RouteRun
from game.ui.play.situation import Situation

MAX_BUTTONS = 6
"""The most actions of a unit offered as buttons; if there are more, the place must be clicked first."""


NEXT_MANNER = " manner"
"""Value of ``Proposal.toggled`` for the next way to move; no unit's id contains a space."""


@dataclass(frozen=True, slots=True)
class ShownRefusal:
    """Why something clicked or pointed at is not possible."""

    place: str
    """The place it is about; empty if it is about none."""
    reasons: tuple[Reason, ...]
    unit: str | None = None
    """The unit that it is about, if that was to be selected; None if it is about the place."""


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
    place_title: Text = ""
    """The title of the action's place; empty if it has none."""
    hoped_result: Text = ""
    """The result its side hopes for, if it leads to a roll, e.g. ``hit``."""
    chance: Fraction = Fraction(0)
    """The chance of that result."""
    heading: Text = ""
    """Its heading in a list of the same action at different places."""
    toggled: str = ""
    """The companion that it toggles between coming along and staying, or ``NEXT_MANNER``; such a proposal has no
    action."""
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
        return joined((self.offer.short_label, _hope_text(self.hoped_result, self.chance)),
                      " · ") if self.offer.short_label else self.full_label

    @property
    def action(self) -> Action:
        """The first action."""
        return self.offer.actions[0]

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions it executes, in order."""
        return self.offer.actions

    @property
    def verdict(self) -> Verdict:
        """Whether it is legal."""
        return self.offer.verdict

    @property
    def reason(self) -> Text:
        """Why it is refused, with the rule; empty if it is legal."""
        verdict = self.offer.verdict
        return verdict.reasons[0].with_rule if isinstance(verdict, Illegal) else ""

    @property
    def note(self) -> Text:
        """A consequence that the player should know beforehand, with the rule; empty if there is none."""
        verdict = self.offer.verdict
        return verdict.note.with_rule if isinstance(verdict, Legal) and verdict.note is not None else ""

    @property
    def place(self) -> str | None:
        """The place of the action; None if it has none."""
        return self.offer.place

    def run(self, rules: System[Any], state: Any) -> ActionRun | None:
        """The run of actions it stands for; None if it is a single action, or if no seat takes it (a roll)."""
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


def proposal_for(situation: Situation, offer: Offer) -> Proposal:
    """The proposal of an offer, with the result its side hopes for and the chance of that; without a label if it is
    chosen on the map alone."""
    preview = offer.preview
    hope: Text = ""
    chance = Fraction(0)
    if preview is not None and offer.action is not None and offer.place is not None:
        hope, chance = preview.hope(situation.actor(offer.action))
    title = places.title(situation.board, offer.place) if offer.place is not None else ""
    label = joined((offer.label, _hope_text(hope, chance)), " · ") if offer.label else ""
    return Proposal(offer, preview, label, title, hope, chance)


def _hope_text(hope: Text, chance: Fraction) -> Text:
    """The hoped-for result and its chance in per cent; empty without such a result."""
    return say("{result}: {chance}", result=hope, chance=per_cent(chance)) if hope else ""


def proposals_by_place(proposals: Iterable[Proposal]) -> dict[str, tuple[Proposal, ...]]:
    """The proposals of a unit by place, without duplicates: those that lead to a roll first, by falling chance. Where a
    place has several, all have a label. Proposals without a place are left out."""
    by_place: dict[str, tuple[Proposal, ...]] = {}
    for proposal in proposals:
        earlier = by_place.get(proposal.place or "", ())
        is_new = proposal.offer.sharing is not None or proposal.actions not in (other.actions for other in earlier)
        if proposal.place is not None and is_new:
            by_place[proposal.place] = (*earlier, proposal)
    for place, (first, *others) in by_place.items():
        if others:
            labelled = (replace(first, full_label=first.full_label or first.offer.short_label), *others)
            by_place[place] = tuple(sorted(labelled, key=lambda p: (p.preview is None, -p.chance)))
    return by_place


def button_proposals(proposals_at: Mapping[str, tuple[Proposal, ...]], commands: Iterable[Proposal],
                     focus: str | None) -> tuple[Proposal, ...]:
    """The proposals shown as buttons: all for a clicked place; else those that lead to a roll, and the commands.

    Moves are offered on the map, and so are facings if there are many other proposals. If there are too many targets,
    only proposals without a place are listed.

    :param proposals_at: place -> the proposals for a click there.
    :param commands: what the unit can do by a button, whether it has a place or not.
    :param focus: the place clicked; None if none was.
    """
    if focus is not None:
        return tuple(replace(p, full_label=p.label_without_place) for p in proposals_at.get(focus, ()))
    attacks = [p for proposals in proposals_at.values() for p in proposals if p.preview is not None]
    attack_actions = [p.actions for p in attacks]
    # Several actions at once without a roll are chosen at their place on the map.
    others = [p for p in commands if p.actions not in attack_actions and not (p.offer.follow_ups and p.preview is None)]
    if len(attacks) + len(others) > MAX_BUTTONS:
        others = [p for p in others if p.offer.angle is None]
    if len(attacks) + len(others) <= MAX_BUTTONS:
        target_places = {p.place for p in attacks}
        if len(target_places) == 1:
            attacks = [replace(p, full_label=p.label_without_place) for p in attacks]
        elif len(target_places) == len(attacks) and attacks and attacks[0].hoped_result and (
                len({(p.offer.short_label, p.hoped_result) for p in attacks}) == 1):
            attacks = [_labelled_by_target(p) for p in attacks]
        return (*attacks, *others)
    return tuple(p for p in others if p.place is None)[:MAX_BUTTONS]


def _labelled_by_target(proposal: Proposal) -> Proposal:
    """A proposal for a list of the same action at several places: labelled with its target if the rules name it, else
    the place, and the chance."""
    action_label = proposal.offer.short_label
    target = proposal.offer.aimed_at or proposal.place_title
    heading = say("{action}: chance of {hope}", action=action_label, hope=proposal.hoped_result)
    return replace(proposal, full_label=joined((target, per_cent(proposal.chance)), " · "), heading=heading)


MAX_KEYS = 9
"""The most destinations with digit keys of their own, 1 to 9; if there are more, none has one."""


def numbered_moves(board: Board, proposals_at: Mapping[str, tuple[Proposal, ...]], *,
                   alone: bool) -> dict[str, Proposal]:
    """Place -> the proposal to move there, labelled for a numbered button; empty if there are more places than keys.

    :param alone: whether they are the only proposals in their list, without e.g. *Stay*.
    """
    moves = {place: proposals[0] for place, proposals in proposals_at.items() if proposals[0].preview is None}
    if len(moves) > MAX_KEYS:
        return {}
    heading = say("Where to") if alone else say("Choose")
    return {
        place: Proposal(move.offer, None, places.title(board, place) if alone else
                        move.offer.short_label or places.title(board, place), heading=heading)
        for place, move in moves.items()
    }


def digit_of(proposals: Sequence[Proposal], index: int) -> tuple[int, bool]:
    """The digit key of a proposal (0 if it has none), and whether it is pressed with Shift.

    Facings use Shift. Otherwise the digit of a shot would mean a facing as soon as the shot has been taken.
    """
    offer = proposals[index].offer
    if isinstance(offer, FacingOffer) and offer.number:
        return offer.number, True
    is_facing = offer.angle is not None
    digit = sum((each.offer.angle is not None) is is_facing for each in proposals[:index + 1])
    return (digit if digit <= MAX_KEYS else 0), is_facing


def index_of_digit(proposals: Sequence[Proposal], digit: int, shift: bool) -> int | None:
    """The index of the proposal with a digit key, with or without Shift; None if there is none."""
    return next((index for index in range(len(proposals)) if digit_of(proposals, index) == (digit, shift)), None)


def index_for_all(keys: Mapping[str, int], proposals: Sequence[Proposal], digit: int) -> int | None:
    """The index of the proposal that lets all units go to the destination of a digit key; if there is no such proposal,
    that of the proposal with the digit alone, without Shift; None if there is none of either kind.

    :param keys: destination -> its digit key.
    """
    destination = next((place for place, key in keys.items() if key == digit), "")
    for_all = (n for n, each in enumerate(proposals) if each.offer.for_all and each.place == destination)
    return next(for_all, index_of_digit(proposals, digit, shift=False))
