"""Several units of a stack going to the same place: who leads, who can follow, who stays and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from game.core.contract import System
from game.core.message import Text, joined, say
from game.core.offer import Offer, Picked
from game.core.verdict import Illegal, Reason
from game.ui.play.situation import Situation


def ways(asked: Situation, units: Sequence[str], first: Sequence[Offer]) -> tuple[dict[str, Offer], dict[str, str]]:
    """For every place the offer of the first unit that may go there, else of the first of all; and who that is.

    :param first: what is offered to the first of the units.
    """
    found: dict[str, Offer] = {}
    leads: dict[str, str] = {}
    for unit in units:
        mine = going(first if unit == units[0] else asked.offers(unit))
        for place, offer in mine.items():
            if place not in found or (offer.verdict and not found[place].verdict):
                found[place], leads[place] = offer, unit
    return found, leads


def going(offers: Iterable[Offer]) -> dict[str, Offer]:
    """For every place the first offer of a single action for it, or why there is none; poses are not counted."""
    found: dict[str, Offer] = {}
    for offer in offers:
        if offer.place is not None and not offer.together and not offer.then and not offer.poses:
            found.setdefault(offer.place, offer)
    return found


def elsewhere(offers: Iterable[Offer]) -> Offer | None:
    """The refusal of every place that none of the offers names; None where there is none."""
    return next((offer for offer in offers if offer.elsewhere), None)


def _at(rules: System[Any], state: Any, unit: str, place: str) -> Offer | None:
    """What is offered to a unit at a place, or why nothing is."""
    offers = rules.offers(state, Picked((unit,)))
    return going(offers).get(place) or elsewhere(offers)


def who_goes(asked: Situation, units: Iterable[str]) -> tuple[tuple[str, ...], dict[str, Reason]]:
    """Those of a stack that go somewhere now, and for the others why they stay, where a rule keeps them.

    A unit that may go nowhere alone goes along where another's going first makes it legal: an officer with troops.
    """
    rules, state = asked.rules, asked.state
    found = {unit: asked.offers(unit) for unit in units}
    goers = [unit for unit, offers in found.items() if any(map(_moves, going(offers).values()))]
    taken = {unit for offers in found.values() for offer in offers for unit in offer.along}
    others = [unit for unit in found if unit not in goers and unit not in taken]
    if goers and others:
        for place, offer in ways(asked, goers, found[goers[0]])[0].items():
            if _moves(offer):
                after = rules.apply(state, offer.actions[0])[0]
                goers += [unit for unit in others if unit not in goers and _may_go(rules, after, unit, place)]
    kept = {unit: _why(found[unit], unit) for unit in others if unit not in goers}
    return tuple(goers), {unit: why for unit, why in kept.items() if why is not None}


def left_behind(rules: System[Any], state: Any, units: Sequence[str], place: str) -> tuple[tuple[str, Reason], ...]:
    """Who of some units cannot go to a place, and why, when all who can go there one after the other."""
    waiting = list(units)
    while True:
        there = {unit: _at(rules, state, unit, place) for unit in waiting}
        able = next(((unit, offer.actions[0]) for unit, offer in there.items() if offer and _moves(offer)), None)
        if able is None:
            verdicts = ((unit, offer.verdict) for unit, offer in there.items() if offer is not None)
            return tuple((unit, verdict.reasons[0]) for unit, verdict in verdicts if isinstance(verdict, Illegal))
        waiting.remove(able[0])
        state = rules.apply(state, able[1])[0]


def stays(name: str, reason: Reason) -> Reason:
    """The reason with the name of who stays where it does not name it."""
    if name in (reason.text.values or {}).values():
        return reason
    return Reason(reason.rule, say("{unit} stays: {why}", unit=name, why=reason.text), reason.values)


def parted(names: Mapping[str, str], left: Sequence[tuple[str, Reason]]) -> Text:
    """Who of a group goes to a place and who stays, with the reason of the first whom each rule keeps.

    :param names: of all of the group, by unit.
    """
    kept: dict[str, list[tuple[str, Reason]]] = {}
    for unit, why in left:
        kept.setdefault(str(why.rule), []).append((names[unit], why))
    staying = {unit for unit, _ in left}
    told = [say("{units} can go there", units=tuple(name for unit, name in names.items() if unit not in staying))]
    for number, found in kept.items():
        kept_by, others = found[0][1].text, tuple(name for name, _ in found[1:])
        told.append(say("{why} ({rule}); likewise {others}", why=kept_by, rule=number, others=others) if others
                    else say("{why} ({rule})", why=kept_by, rule=number))
    return joined(told, ". ")


def _moves(offer: Offer) -> bool:
    return bool(offer.verdict) and bool(offer.actions)


def _may_go(rules: System[Any], state: Any, unit: str, place: str) -> bool:
    offer = _at(rules, state, unit, place)
    return offer is not None and bool(offer.verdict)


def refused(offers: Sequence[Offer], unit: str) -> tuple[Reason, ...]:
    """Why a unit has nothing to do now, where the offers for it say so."""
    verdicts = (offer.verdict for offer in offers if unit in offer.units and offer.place is None and not offer.actions
                and not offer.elsewhere)
    return next((verdict.reasons for verdict in verdicts if isinstance(verdict, Illegal)), ())


def _why(offers: Sequence[Offer], unit: str) -> Reason | None:
    """What keeps a unit: its own reason where it has nothing to do at all, else what bars most places; None where no
    rule does, as for a unit that can be given an order but goes nowhere now."""
    idle = refused(offers, unit)
    if idle:
        return idle[0]
    everywhere = elsewhere(offers)
    if everywhere is not None and isinstance(everywhere.verdict, Illegal):
        return everywhere.verdict.reasons[0]
    verdicts = (offer.verdict for offer in going(offers).values())
    reasons = [verdict.reasons[0] for verdict in verdicts if isinstance(verdict, Illegal)]
    counted = Counter(str(reason) for reason in reasons)
    return max(reasons, key=lambda reason: counted[str(reason)], default=None)
