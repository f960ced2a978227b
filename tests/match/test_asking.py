"""Asking the rules about any counter and a target or place, at any time, in every system, without changing the game."""

from __future__ import annotations

from itertools import pairwise, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game import catalog
from game.core.capability import capability
from game.core.contract import System
from game.core.interrupts import Interrupts
from game.core.offer import Picked
from game.core.verdict import Illegal
from game.match.asking import RulesAnswer, ask
from game.match.loading import load

SCENES = [
    ("kassala", "kassala"), ("kassala", "example-b"), ("tours", "example-a"), ("tours", "example-e"),
    ("adua", "figure-3"), ("adua", "figure-4"), ("africa", "castillejos"), ("africa", "wad-ras"),
    ("renaissance", "quick-battle"), ("renaissance", "example-c"),
]


def _scene(system: str, scenario: str) -> tuple[System[Any], Any]:
    rules = catalog.rules(system)
    return rules, rules.initial(scenario)


def _only(answers: tuple[RulesAnswer, ...], phase: str) -> RulesAnswer:
    return next(one for one in answers if one.prompt.phase == phase)


@pytest.mark.every(2)
@pytest.mark.parametrize(("system", "scenario"), SCENES, ids="-".join)
def test_each_answer_is_what_the_rules_would_say(system: str, scenario: str) -> None:
    """Each answer's verdict equals that of ``check`` in the position of the answer, and a refusal names its rule."""
    rules, state = _scene(system, scenario)
    there = [counter for counter in rules.counters(state) if counter.place is not None]
    seats = {seat: [one for one in there if one.seat == seat][:4] for seat in rules.seats}
    before, said = rules.position(state), 0
    for one, other in product(seats[rules.seats[0]], seats[rules.seats[1]]):
        for unit, target in ((one, other), (other, one)):
            for answer in ask(rules, state, unit.unit, None, target.unit):
                said += 1
                verdict, action = answer.offer.verdict, answer.offer.action
                if answer.legal:
                    assert action is not None
                    assert rules.check(answer.state, action)
                else:
                    assert isinstance(verdict, Illegal)
                    assert all(reason.rule.in_rulebook for reason in verdict.reasons)
                assert answer.rules
    assert said
    assert before == rules.position(state)


@pytest.mark.parametrize(("system", "scenario"), SCENES, ids="-".join)
def test_both_sides_are_answered(system: str, scenario: str) -> None:
    """Units of both sides get an answer; out of turn the answer assumes that it is their turn."""
    rules, state = _scene(system, scenario)
    for seat in rules.seats:
        units = [one for one in rules.counters(state) if one.seat == seat and one.place is not None
                 and not one.off_stack]
        answers = [found for one in units[:3] for found in ask(rules, state, one.unit, units[-1].place)]
        assert answers
        if rules.to_act(state) != seat and not capability(rules, Interrupts).may_interrupt(state):
            assert any(rules.prompt(one.state).phasing_seat in (seat, None) for one in answers)


def test_kassala_says_the_odds_out_of_turn() -> None:
    """In the Moslem combat phase, the Christian musketeers next to a Turk get an answer with their own odds."""
    rules, state = _scene("kassala", "example-b")
    mine, theirs = (ask(rules, state, unit, None, other) for unit, other in (
        ("m-tinf1", "c-musk1"), ("c-musk1", "m-tinf1")))
    assert [one.now for one in mine] == [True]
    assert [(one.now, one.legal) for one in theirs] == [(False, True)]
    preview = theirs[0].offer.preview
    assert preview is not None
    assert (preview.attack, preview.defence) == (2, 4)


def test_kassala_says_what_a_move_costs_and_why_one_is_refused() -> None:
    """A place within reach has its cost, a place out of reach its rule."""
    rules, state = _scene("kassala", "kassala")
    offers = {offer.place: offer for offer in rules.offers(state, Picked(("m-tcav1",))) if offer.place}
    near = next(place for place, offer in offers.items() if offer.verdict)
    far = next(place for place, offer in offers.items() if not offer.verdict)
    assert ask(rules, state, "m-tcav1", near)[0].cost == offers[near].verdict.cost  # type: ignore[union-attr]
    assert ask(rules, state, "m-tcav1", far)[0].offer.verdict == offers[far].verdict


def test_adua_answers_for_fire_beyond_the_zone() -> None:
    """In their fire phase, Menelik's veterans get the reason why they cannot reach the Bersaglieri."""
    rules, state = _scene("adua", "figure-3")
    answer = _only(ask(rules, state, "menelik-fv1", None, "i-bersaglieri"), "fire")
    assert answer.now
    assert [str(rule) for rule in answer.rules] == ["10.1"]


def test_africa_asks_cavalry_as_if_it_were_activated() -> None:
    """Out of turn, Moroccan cavalry may move to the next area, as if it were activated."""
    rules, state = _scene("africa", "castillejos")
    riders = [one.unit for one in rules.counters(state) if one.unit.startswith("m-bujari")]
    near = {unit: [name for name in rules.board(state).ids if any(
        one.legal and not one.now for one in ask(rules, state, unit, name))] for unit in riders}
    assert any(near.values())


def test_the_first_answer_is_for_the_present_moment() -> None:
    """While damage is assigned, nobody attacks: the first answer says so, the others name their phases."""
    match = load(Path("tests/records/adua/adua-behind-the-line=printed.jsonl")).match
    rules, state = match.rules, next(before.state for before, ply in pairwise(match.plies)
                                     if ply.action.notation.startswith("damage "))
    now, *others = ask(rules, state, "taitu-fl2", None, "viii-ascari")
    assert (True, False) == (now.now, now.legal)
    assert str(rules.prompt(state).text) in str(now.offer.verdict)
    assert ["move", "fire"] == [one.prompt.phase for one in others if one.legal and not one.now]


def test_a_phase_has_one_refusal() -> None:
    """A gun that has not been activated, asked about an area far out of its reach during another activation, has both
    reasons in one answer; asked about one in reach, it may go there at another time."""
    rules, state = _scene("africa", "wad-ras")
    acting, _ = rules.apply(state, rules.parse("activate s-husares"))
    (refusal,) = ask(rules, acting, "s-montana-1", "entrada-del-fondak")
    assert isinstance(refusal.offer.verdict, Illegal)
    assert (True, 2) == (refusal.now, len(refusal.offer.verdict.reasons))
    assert [(True, False), (False, True)] == [(one.now, one.legal) for one in ask(rules, acting, "s-montana-1", "2")]


def test_renaissance_answers_for_moves_shooting_and_combat() -> None:
    """Of two generals, one can move only part of the way, cannot shoot, and is not in contact."""
    rules, state = _scene("renaissance", "quick-battle")
    answers = ask(rules, state, "blue-gn1", None, "red-gn1")
    assert ["moves", "shooting", "combat"] == [one.prompt.phase for one in answers]
    assert not any(one.legal or one.now for one in answers)


def test_a_missing_unit_or_target_has_no_answer() -> None:
    rules, state = _scene("kassala", "kassala")
    assert ask(rules, state, "nobody", "0401") == ()
    assert ask(rules, state, "m-tcav1", None, "nobody") == ()


@pytest.mark.every(3)
@pytest.mark.parametrize("system", catalog.names())
def test_anything_can_be_asked_at_any_time_of_a_game(system: str) -> None:
    """In positions throughout a game, any pair of counters on the map gets an answer, whatever is pending."""
    match = load(sorted(Path("tests/records", system).glob("*.jsonl"))[0]).match
    rules, chosen = match.rules, Random(1)
    for ply in match.plies[::max(1, len(match.plies) // 12)]:
        there = [counter for counter in rules.counters(ply.state) if counter.place is not None]
        for _ in range(8 if there else 0):
            one, other = chosen.choice(there), chosen.choice(there)
            found = ask(rules, ply.state, one.unit, other.place, other.unit if one.seat != other.seat else None)
            assert found or one.place == other.place
            for answer in found:
                assert answer.rules
                assert not answer.legal or answer.offer.action is not None
