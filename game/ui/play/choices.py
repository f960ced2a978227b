"""What selected units can do, from the offers of the rules: places to go to and other actions; for a group going to one
place, which unit leads, which can follow, and which stay and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from game.core.chance import per_cent
from game.core.contract import System
from game.core.message import Text, joined, say
from game.core.offer import Offer, Picked
from game.core.pose import Stick
from game.core.verdict import Illegal, Legal, Reason, Verdict
from game.ui.play.proposals import Proposal, proposal_for, proposals_by_place
from game.ui.play.situation import Situation, executes


def group_offers_by_place(situation: Situation, units: Sequence[str],
                          first_offers: Sequence[Offer]) -> tuple[dict[str, Offer], dict[str, str]]:
    """The offers of several units by place, and by place the unit that the offer is for: the first unit that may go
    there, or the first unit of all if none may.

    :param first_offers: the offers for the first of the units.
    """
    offers: dict[str, Offer] = {}
    lead_units: dict[str, str] = {}
    for unit in units:
        unit_offers = offers_by_place(first_offers if unit == units[0] else situation.offers(unit))
        for place, offer in unit_offers.items():
            if place not in offers or (offer.verdict and not offers[place].verdict):
                offers[place], lead_units[place] = offer, unit
    return offers, lead_units


def offers_by_place(offers: Iterable[Offer]) -> dict[str, Offer]:
    """The first offer of a single action at every place, or its refusal; offers with poses are ignored."""
    offers_at: dict[str, Offer] = {}
    for offer in offers:
        if offer.place is not None and not offer.for_all and not offer.follow_ups and not offer.poses:
            offers_at.setdefault(offer.place, offer)
    return offers_at


def offer_elsewhere(offers: Iterable[Offer]) -> Offer | None:
    """The refusal for every place that no offer names; None if there is none."""
    return next((offer for offer in offers if offer.catch_all), None)


def _offer_at(rules: System[Any], state: Any, unit: str, place: str) -> Offer | None:
    """The offer for a unit at a place, or its refusal."""
    offers = rules.offers(state, Picked((unit,)))
    return offers_by_place(offers).get(place) or offer_elsewhere(offers)


def movable_units(situation: Situation, units: Iterable[str]) -> tuple[tuple[str, ...], dict[str, Reason]]:
    """The units of a stack that can move now; and for each other unit the reason why it cannot, if the rules give one.

    A unit that cannot move alone counts as movable if another unit's move makes its own legal, e.g. an officer with
    troops. A unit that can only go along with another in one action, as its companion, is in neither.
    """
    rules, state = situation.rules, situation.state
    offers_of = {unit: situation.offers(unit) for unit in units}
    movable = [unit for unit, offers in offers_of.items() if any(map(_can_move, offers_by_place(offers).values()))]
    companions = {unit for offers in offers_of.values() for offer in offers for unit in offer.companions}
    others = [unit for unit in offers_of if unit not in movable and unit not in companions]
    if movable and others:
        for place, offer in group_offers_by_place(situation, movable, offers_of[movable[0]])[0].items():
            if _can_move(offer):
                after = rules.apply(state, offer.actions[0])[0]
                movable += [unit for unit in others if unit not in movable and _may_go(rules, after, unit, place)]
    stay_reasons = {unit: _why_not_movable(offers_of[unit], unit) for unit in others if unit not in movable}
    return tuple(movable), {unit: why for unit, why in stay_reasons.items() if why is not None}


def left_behind(rules: System[Any], state: Any, units: Sequence[str], place: str) -> tuple[tuple[str, Reason], ...]:
    """The units that cannot go to a place, each with the reason, after the others have gone there one by one."""
    waiting = list(units)
    while True:
        reasons: list[tuple[str, Reason]] = []
        for unit in waiting:
            offer = _offer_at(rules, state, unit, place)
            if offer is not None and _can_move(offer):
                waiting.remove(unit)
                state = rules.apply(state, offer.actions[0])[0]
                break
            if offer is not None and isinstance(offer.verdict, Illegal):
                reasons.append((unit, offer.verdict.reasons[0]))
        else:
            return tuple(reasons)


def stay_reason(name: Text, reason: Reason) -> Reason:
    """The reason why a unit stays, with the unit's name in front if the reason does not name it yet."""
    if name in (reason.text.values or {}).values():
        return reason
    return Reason(reason.rule, say("{unit} stays: {why}", unit=name, why=reason.text), reason.values)


def split_group_text(names: Mapping[str, Text], staying_units: Sequence[tuple[str, Reason]]) -> Text:
    """A text that says which units of a group can go to a place and which stay, with one full reason for each rule.

    :param names: names of all units of the group, by unit.
    :param staying_units: the units that stay, each with its reason.
    """
    by_rule: dict[str, list[tuple[Text, Reason]]] = {}
    for unit, why in staying_units:
        by_rule.setdefault(str(why.rule), []).append((names[unit], why))
    staying = {unit for unit, _ in staying_units}
    parts = [say("{units} can go there", units=tuple(name for unit, name in names.items() if unit not in staying))]
    for stayers in by_rule.values():
        text, others = stayers[0][1].text, tuple(name for name, _ in stayers[1:])
        number = stayers[0][1].rule.citation
        parts.append(say("{why} ({rule}); likewise {others}", why=text, rule=number, others=others) if others
                     else say("{why} ({rule})", why=text, rule=number))
    return joined(parts, ". ")


def _can_move(offer: Offer) -> bool:
    """Whether an offer for a place is legal and has an action."""
    return bool(offer.verdict) and bool(offer.actions)


def _may_go(rules: System[Any], state: Any, unit: str, place: str) -> bool:
    """Whether a unit may go to a place in a state."""
    offer = _offer_at(rules, state, unit, place)
    return offer is not None and bool(offer.verdict)


def refusal_reasons(offers: Sequence[Offer], unit: str) -> tuple[Reason, ...]:
    """Why a unit has nothing to do now; empty if the offers for it give no reason."""
    verdicts = (offer.verdict for offer in offers if unit in offer.units and offer.place is None and not offer.actions
                and not offer.catch_all)
    return next((verdict.reasons for verdict in verdicts if isinstance(verdict, Illegal)), ())


def _why_not_movable(offers: Sequence[Offer], unit: str) -> Reason | None:
    """Why a unit cannot move: the reason why it has nothing to do at all, else the reason that bars most places; None
    if no rule forbids it, e.g. for a unit that can receive an order but cannot move now."""
    idle = refusal_reasons(offers, unit)
    if idle:
        return idle[0]
    everywhere = offer_elsewhere(offers)
    if everywhere is not None and isinstance(everywhere.verdict, Illegal):
        return everywhere.verdict.reasons[0]
    verdicts = (offer.verdict for offer in offers_by_place(offers).values())
    reasons = [verdict.reasons[0] for verdict in verdicts if isinstance(verdict, Illegal)]
    counts = Counter(str(reason) for reason in reasons)
    return max(reasons, key=lambda reason: counts[str(reason)], default=None)


@dataclass(frozen=True)
class Choices:
    """Everything the selected unit and its companions can do in one state; empty without a selection."""

    survey: Mapping[str, Verdict] = field(default_factory=dict)
    """Place -> whether they may go there."""
    refusal_elsewhere: Verdict | None = None
    """Why they may not go to any place missing from ``survey``."""
    proposals_at: Mapping[str, tuple[Proposal, ...]] = field(default_factory=dict)
    """Place -> everything they may do there, the most likely first."""
    commands: tuple[Proposal, ...] = ()
    """What a single unit may do apart from going to a place; empty for several."""
    lead_units: Mapping[str, str] = field(default_factory=dict)
    """Place -> the unit that goes there first."""
    joint_offers: tuple[Offer, ...] = ()
    """Offers that all units with the same decision as the selected one can take together."""
    companions: tuple[str, ...] = ()
    """Other units that can go along, or be left behind."""
    holdable: bool = False
    """Whether the unit can be held over the board at any pose, with the rules' offers for that pose."""

    @property
    def costs(self) -> dict[str, int | None]:
        """Place they may go to -> its cost."""
        return {place: verdict.cost for place, verdict in self.survey.items() if isinstance(verdict, Legal)}

    @property
    def stamps(self) -> dict[str, Text]:
        """Place -> a short word, printed there, for why the unit may not go there, or for a hazard there."""
        reasons = {place: v.note if isinstance(v, Legal) else v.reasons[0] for place, v in self.survey.items()}
        return {place: reason.sign for place, reason in reasons.items() if reason is not None and reason.sign}

    @property
    def hit_chances(self) -> dict[str, Text]:
        """Place they may go to -> chance to hit of the best shot from there, if the rules give it."""
        chances = ((place, proposals[0].offer.hit_chance) for place, proposals in self.proposals_at.items())
        return {place: per_cent(chance) for place, chance in chances if chance is not None}

    @property
    def target_places(self) -> tuple[str, ...]:
        """Places at which they may do something that leads to a roll, e.g. attack."""
        return tuple(place for place, proposals in self.proposals_at.items()
                     if any(p.preview is not None for p in proposals))

    def cost(self, place: str | None) -> Text:
        """The cost, in words, of the action that a click or a drop on a place means; empty if there is none."""
        proposals = self.proposals_at.get(place or "", ())
        return proposals[0].offer.cost if proposals else ""

    def stick_to(self, place: str | None) -> Stick | None:
        """The measuring stick to a place that they aim at; None if there is none."""
        proposals = self.proposals_at.get(place or "", ())
        return proposals[0].offer.stick if proposals else None

    def warning(self, place: str | None) -> Reason | None:
        """A consequence of going to a place, which the player should know beforehand; None if there is none."""
        verdict = self.survey.get(place or "")
        return verdict.note if isinstance(verdict, Legal) else None

    def path_to(self, place: str | None) -> tuple[str, ...]:
        """The places on the path to a place, that place included; empty if no move leads there."""
        proposals = self.proposals_at.get(place or "", ())
        return proposals[0].actions[-1].places if proposals and proposals[0].preview is None else ()


NO_CHOICES = Choices()
"""Choices without a selection."""


def offers_with_companions(offers: Sequence[Offer], staying: Collection[str]) -> list[Offer]:
    """The offers without those that take a staying unit along, and without plain moves to a place where a companion
    could go along.

    :param staying: the units told to stay.
    """
    if not any(offer.companions for offer in offers):
        return list(offers)
    able_offers = [offer for offer in offers if not set(offer.companions) & set(staying)]
    reached = {offer.place for offer in able_offers if offer.companions and offer.verdict}
    return [offer for offer in able_offers
            if offer.companions or offer.place not in reached or not is_plain_move(offer)]


def is_plain_move(offer: Offer) -> bool:
    """Whether the offer is a plain move to a place and nothing else."""
    plain = offer.angle is None and not offer.for_all and not offer.follow_ups and offer.sharing is None
    return plain and offer.place is not None and offer.action is not None and offer.preview is None


def choices_of(situation: Situation, units: Sequence[str], here: str | None, staying: Collection[str] = ()) -> Choices:
    """What some units can do, from the rules' offers.

    :param units: the selected one first, then those that go along.
    :param here: the selected unit's place.
    :param staying: units that could go along but are told to stay.
    """
    offers = situation.offers(units[0])
    companions = tuple(dict.fromkeys(unit for offer in offers if offer.verdict for unit in offer.companions))
    unit_offers = offers_with_companions([offer for offer in offers if not offer.poses], staying)
    offers_at, lead_units = group_offers_by_place(situation, units, unit_offers)
    elsewhere = offer_elsewhere(unit_offers)
    # Turning in place, and a labelled offer for a place off the map, are commands.
    moves = [offer for offer in offers_at.values()
             if offer.verdict and executes(offer) and not (offer.angle is not None and offer.place == here)
             and (situation.board.knows(offer.place or "") or not offer.label)]
    other_offers = [] if len(units) > 1 else [
        offer for offer in unit_offers
        if offer.verdict and executes(offer) and offer not in moves and not offer.for_all
    ]
    commands = tuple(proposal_for(situation, offer) for offer in other_offers)
    return Choices(
        survey={place: offer.verdict for place, offer in offers_at.items()},
        refusal_elsewhere=elsewhere.verdict if elsewhere is not None else None,
        proposals_at=proposals_by_place([*(proposal_for(situation, offer) for offer in moves), *commands]),
        commands=commands,
        lead_units=lead_units,
        joint_offers=tuple(offer for offer in unit_offers if offer.for_all),
        companions=companions,
        holdable=any(offer.poses for offer in offers),
    )
