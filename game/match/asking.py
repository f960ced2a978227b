"""Rules questions at any time: may a unit move to a place, or act on another unit, and at what cost?

Nothing is changed. The question is put to the current position, and to the same position in the phases in which the
unit's side acts (``Presenter.states_when_acting``), so that there is an answer also out of turn, in replays and in
lessons.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from game.core.capability import capability
from game.core.contract import System
from game.core.interrupts import Interrupts
from game.core.message import say
from game.core.offer import Offer, Picked
from game.core.pose import BASE, Pose, read_pose
from game.core.prompt import Prompt
from game.core.verdict import Illegal, Legal, Reason, RuleRef

MAX_ANSWERS = 3
"""The maximum number of answers to a question."""
PLACE_TOLERANCE = BASE // 4
"""The distance, in units of the board along each axis, within which the end of a move counts as the place asked about:
a quarter of a base width; chosen by hand."""


@dataclass(frozen=True)
class RulesAnswer:
    """The answer of the rules in one phase."""

    state: Any
    """The position to which the question was put."""
    prompt: Prompt
    """The prompt of that position."""
    now: bool
    """Whether it is the current position; else its phase is hypothetical."""
    offer: Offer

    @property
    def legal(self) -> bool:
        """Whether it is allowed."""
        return bool(self.offer.verdict)

    @property
    def cost(self) -> int | None:
        """The movement points of a legal move; None for anything else."""
        verdict = self.offer.verdict
        return verdict.cost if isinstance(verdict, Legal) else None

    @property
    def rules(self) -> tuple[RuleRef, ...]:
        """The rules that forbid it or warn of it; the rule of the phase if it is simply legal."""
        verdict = self.offer.verdict
        if isinstance(verdict, Illegal):
            return tuple(reason.rule for reason in verdict.reasons)
        return (verdict.note.rule,) if verdict.note is not None else (self.prompt.rule,)


def ask(rules: System[Any], state: Any, unit: str, place: str | None,
        target: str | None = None) -> tuple[RulesAnswer, ...]:
    """The answers about a unit and a place, or about a unit and a target: the present moment first if the unit's side
    decides, then other phases, legal actions first; refusals only from the phases that best match the question. A phase
    has one answer, unless the unit may later in the phase do what it may not at the moment.

    :param place: None means the target's place.
    :return: empty if the unit or the target is not on the map.
    """
    counters = rules.counters(state)
    places, seats = ({counter.unit: counter.place for counter in counters},
                     {counter.unit: counter.seat for counter in counters})
    if places.get(unit) is None or (target is not None and places.get(target) is None):
        return ()
    destination = place if place is not None else places[target or unit]
    answers: list[tuple[int, RulesAnswer]] = []
    asked_prompts = set[tuple[str, ...]]()
    for position, seat in _positions(rules, state, unit, seats[unit]):
        prompt = rules.prompt(position)
        key = (*prompt.phase_key, str(prompt.text))
        if key in asked_prompts:
            continue
        asked_prompts.add(key)
        ranked_offers = _offers(rules, position, prompt, Picked((unit,), seat), destination, target, places)
        best_match = min(ranked_offers, default=None, key=lambda each: each[0])
        if best_match is None and position is state and unit != target and destination != places[unit]:
            best_match = _IDLE, _offer_of_another_step(prompt, unit)
        if best_match is not None:
            rank, offer = best_match
            answers.append((rank, RulesAnswer(position, prompt, position is state, offer)))
    if not answers:
        return ()
    best_rank = min(rank for rank, _ in answers)
    selected = [answer for rank, answer in answers
                if answer.now or rank <= _MEANT or (best_rank > _LEGAL and rank == best_rank)]
    return tuple(sorted(_one_for_each_phase(selected), key=lambda each: (not each.now, not each.legal)))[:MAX_ANSWERS]


def _offer_of_another_step(prompt: Prompt, unit: str) -> Offer:
    """A refusal that names what is to be done now, when the rules offer nothing like the action asked about."""
    text = say("Now: {prompt}", prompt=prompt.text)
    return Offer(Illegal((Reason(prompt.rule, text),)), units=(unit,))


def _one_for_each_phase(answers: Sequence[RulesAnswer]) -> list[RulesAnswer]:
    """The answers, with one for the present moment's phase; if the action is refused at the moment, that answer has the
    reasons of all refusals in the phase, and one that allows it later in the phase remains."""
    now = next((each for each in answers if each.now), None)
    if now is None:
        return list(answers)

    def in_phase(answer: RulesAnswer) -> bool:
        return answer.prompt.phase_key == now.prompt.phase_key

    if now.legal:
        return [now, *(each for each in answers if not in_phase(each))]
    refused = [each.offer.verdict for each in answers if in_phase(each) and not each.legal]
    reasons = dict.fromkeys(reason for each in refused if isinstance(each, Illegal) for reason in each.reasons)
    merged = replace(now, offer=replace(now.offer, verdict=Illegal(tuple(reasons))))
    return [merged, *(each for each in answers if each.legal or not in_phase(each))]


_FIGHTS, _LEGAL, _MEANT, _PLACED, _ELSEWHERE, _IDLE = range(6)
"""How well an offer matches the question, best first: legal with combat arithmetic, legal, refused as an action,
refused for that place, refused for all places not listed, refused altogether."""


def _positions(rules: System[Any], state: Any, unit: str, seat: str) -> Iterator[tuple[Any, str | None]]:
    """The positions to ask, each with the seat that interrupts in it, if any."""
    acting = rules.to_act(state)
    if acting == seat:
        yield state, None
    elif seat in capability(rules, Interrupts).may_interrupt(state):
        yield state, seat
    hypothetical = rules.states_when_acting(state, unit)
    yield from ((position, None) for position in hypothetical)
    if acting != seat and not hypothetical:
        yield state, None


def _offers(rules: System[Any], state: Any, prompt: Prompt, picked: Picked, place: str | None, target: str | None,
            places: dict[str, str | None]) -> Iterator[tuple[int, Offer]]:
    """The offers that match the question, each with its rank."""
    unit = picked.units[0]
    if prompt.mode == "compose" and target is not None:
        for offer in rules.offers(state, Picked((unit, target), picked.seat)):
            if offer.action is not None and {unit, target} >= set(offer.units):
                yield (_rank(offer), offer)
            elif not offer.verdict:
                yield (_IDLE, offer)
        return
    pose = read_pose(place or "")
    if pose is not None and rules.traits.board == "plane":
        yield from _moves_to_pose(rules, state, picked, pose, read_pose(places[unit] or ""), meets=target is not None)
        return
    for offer in rules.offers(state, picked):
        if offer.place is not None and offer.place == place and offer.angle is None and place != places[unit]:
            yield (_rank(offer) if offer.action is not None else _PLACED, offer)
        elif offer.catch_all and not offer.verdict:
            yield (_ELSEWHERE, offer)
        elif not offer.verdict and offer.units == (unit,) and offer.place is None and not offer.poses:
            yield (_IDLE, offer)


def _rank(offer: Offer) -> int:
    """The rank of an offer that names the place or target asked about."""
    if not offer.verdict:
        return _MEANT
    return _FIGHTS if offer.preview is not None else _LEGAL


def _moves_to_pose(
    rules: System[Any], state: Any, picked: Picked, pose: Pose, start: Pose | None, *, meets: bool
) -> Iterator[tuple[int, Offer]]:
    """On a table without a grid: the move to a pose, with the base's own facing; if an enemy is there, the nearest
    contact.

    :param meets: whether there is a base at the pose.
    """
    own_facing = pose if start is None else Pose(*pose.spot, start.angle)
    offers = _offers_at_pose(rules, state, picked, own_facing)
    snaps: Sequence[Pose] = offers[0].snaps if meets and offers and offers[0].poses else ()
    for snap in snaps:
        for offer in _offers_at_pose(rules, state, picked, snap):
            if offer.verdict and offer.poses and offer.poses[0][1] == snap:
                yield (_rank(offer), offer)
                return
    for offer in offers:
        if offer.poses:
            ends_early = offer.verdict and (meets or not _ends_near(offer.poses[0][1], pose))
            yield (_MEANT, _refused_offer(rules, state, offer)) if ends_early else (_rank(offer), offer)
        elif not offer.verdict:
            yield (_IDLE, offer)


def _ends_near(end: Pose, pose: Pose) -> bool:
    """Whether a move ends at the pose asked about."""
    return max(abs(end.x - pose.x), abs(end.y - pose.y)) <= PLACE_TOLERANCE


def _refused_offer(rules: System[Any], state: Any, offer: Offer) -> Offer:
    """The offer of a move that ends early, turned into a refusal of the whole move."""
    text = say("It can move only part of the way: {cost}", cost=offer.stopped or offer.cost)
    return replace(offer, verdict=Illegal((Reason(rules.prompt(state).rule, text),)))


def _offers_at_pose(rules: System[Any], state: Any, picked: Picked, pose: Pose) -> list[Offer]:
    """The offers if the selected unit is held at a pose."""
    return list(rules.offers(state, Picked(picked.units, picked.seat, pose)))
