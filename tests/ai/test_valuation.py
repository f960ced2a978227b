"""The expectation of an action is the sum over faces, as worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from game.ai.budget import WorkBudget
from game.ai.valuation import Valuation
from game.core.evaluator import NEUTRAL, Evaluator, Personality, unranked
from game.rules.kassala.actions import EndMovement, KassalaAttack
from game.rules.kassala.odds import column
from game.rules.kassala.state import KassalaState
from game.rules.kassala.system import Kassala
from game.rules.kassala.units import SLOT, mask_of_ids
from tests.ai.boards import place


class CountsUnits:
    """The worth is the seat's units on the map less the other side's, in tenths."""

    personality = NEUTRAL

    def settled(self, state: KassalaState) -> bool:
        return state.frame is None

    def worth(self, state: KassalaState, seat: str) -> float:
        ours = sum(h >= 0 for unit, h in zip(SLOT, state.at, strict=True) if unit[0] == seat[0])
        return (2 * ours - sum(h >= 0 for h in state.at)) / 10


def judge(rules: Kassala) -> Evaluator[KassalaState]:
    """Counts units; all legal actions are on its shortlist."""
    counting = CountsUnits()
    counting.shortlist = lambda state: unranked(rules.candidates(state))  # type: ignore[attr-defined]
    return counting  # type: ignore[return-value]


def test_single_attack_of_the_rulebook(kassala: Kassala) -> None:
    """V.B, 4-1 against 2+1 at 1-1: C, EX, EX, C, C, AE. With EX the 4-2 pays for the 2-2, and no unit is left."""
    state = place(kassala, {"m-tinf1": "0204", "c-musk1": "0304", "c-eth1": "0804"}, phase="combat", phasing="moslem")
    attack = KassalaAttack(("m-tinf1",), ("c-musk1",))
    assert column(state, mask_of_ids(attack.attackers), mask_of_ids(attack.defenders)) == 3
    contact, exchange, lost = Fraction(-1, 10), Fraction(-1, 10), Fraction(-2, 10)
    by_hand = (3 * contact + 2 * exchange + lost) / 6
    expected = Valuation(kassala, judge(kassala)).expectation(state, attack, "moslem", WorkBudget())
    assert expected == pytest.approx(float(by_hand))


def test_the_other_sides_decisions_are_its_best(kassala: Kassala) -> None:
    units = {"m-tinf1": "0403", "m-egy1": "0503", "c-port1": "0404", "c-eth1": "0804"}
    state = place(kassala, units, phase="combat", phasing="moslem")
    attack = KassalaAttack(("m-tinf1", "m-egy1"), ("c-port1",))
    cleared, contact, exchange, lost = (Fraction(n, 10) for n in (1, 0, 0, -2))
    by_hand = (cleared + 2 * contact + 2 * exchange + lost) / 6
    expected = Valuation(kassala, judge(kassala)).expectation(state, attack, "moslem", WorkBudget())
    assert expected == pytest.approx(float(by_hand))


@pytest.mark.parametrize(("held", "score"), [({}, 1.0), ({"c-eth1": "0804"}, 0.0),
                                             ({"c-eth1": "0804", "c-eth2": "0304"}, -1.0)])
def test_a_finished_game_is_worth_its_result(kassala: Kassala, held: dict[str, str], score: float) -> None:
    """The last end of movement without a combat ends the game: won 1, drawn 0, lost -1."""
    state = place(kassala, {"m-egy1": "0101", **held}, turn=10, phase="movement", phasing="christian")
    over = kassala.apply(state, EndMovement())[0]
    assert score == Valuation(kassala, judge(kassala)).value(over, "moslem", WorkBudget())
    assert -score == Valuation(kassala, judge(kassala)).value(over, "christian", WorkBudget())


@pytest.mark.parametrize("attack", [
    KassalaAttack(("m-tinf1",), ("c-port1",)), KassalaAttack(("m-tinf1", "m-egy1"), ("c-port1",))])
def test_a_floor_saves_work(kassala: Kassala, attack: KassalaAttack) -> None:
    """Above the floor every score is exact; below it the answer is no higher than the floor, no lower than the score,
    and cheaper."""
    units = {"m-tinf1": "0403", "m-egy1": "0503", "c-port1": "0404", "c-eth1": "0804"}
    if len(attack.attackers) == 1:
        units["c-eth2"] = "0504"
    state = place(kassala, units, phase="combat", phasing="moslem")
    whole = WorkBudget()
    exact = Valuation(kassala, judge(kassala)).expectation(state, attack, "moslem", whole)
    for hundredths in range(-100, 101, 5):
        floor, budget = hundredths / 100, WorkBudget()
        found = Valuation(kassala, judge(kassala)).expectation(state, attack, "moslem", budget, floor)
        assert budget.spent <= whole.spent
        if exact > floor:
            assert found == exact
        else:
            assert exact - 1e-12 <= found <= floor + 1e-12
    high = WorkBudget()
    Valuation(kassala, judge(kassala)).expectation(state, attack, "moslem", high, 0.9)
    assert high.spent < whole.spent


def test_incomplete_valuations_are_not_cached(kassala: Kassala) -> None:
    """Repeated without a floor, the same valuation gives the exact score."""
    state = place(kassala, {"m-tinf1": "0204", "c-musk1": "0304", "c-eth1": "0804"}, phase="combat", phasing="moslem")
    attack, valuation = KassalaAttack(("m-tinf1",), ("c-musk1",)), Valuation(kassala, judge(kassala))
    cut = valuation.expectation(state, attack, "moslem", WorkBudget(), 0.5)
    assert cut > valuation.expectation(state, attack, "moslem", WorkBudget()) == pytest.approx(-7 / 60)


@pytest.mark.parametrize("risk", [2.0, -2.0])
def test_a_gamble_is_valued_by_the_personality(kassala: Kassala, risk: float) -> None:
    """The single attack of the rulebook: the mean of the likings lies between the worst outcome and the best; a lower
    floor changes nothing, a higher one only reports that it is not reached."""
    state = place(kassala, {"m-tinf1": "0204", "c-musk1": "0304", "c-eth1": "0804"}, phase="combat", phasing="moslem")
    attack = KassalaAttack(("m-tinf1",), ("c-musk1",))
    judging: Any = judge(kassala)
    judging.personality = Personality(risk=risk)

    def expected(*floor: float) -> float:
        return Valuation(kassala, judging).expectation(state, attack, "moslem", WorkBudget(), *floor)

    mean = (5 * -0.1 - 0.2) / 6
    liking, score = judging.personality.liking, judging.personality.score
    by_hand = score(5 / 6 * liking(-0.1) + 1 / 6 * liking(-0.2))
    assert expected() == pytest.approx(by_hand)
    assert (by_hand > mean) == (risk > 0)
    assert expected(-0.5) == pytest.approx(by_hand)
    assert by_hand <= expected(0.5) <= 0.5


@pytest.mark.parametrize("risk", [1.5, 0.5, -0.5, -1.5])
def test_score_and_liking_are_inverse(risk: float) -> None:
    """The liking of a score converts back to it, and a better score has a higher liking."""
    personality = Personality(risk=risk)
    scores = [-1.0, -0.3, 0.0, 0.4, 1.0]
    assert [personality.score(personality.liking(score)) for score in scores] == pytest.approx(scores)
    likings = [personality.liking(score) for score in (float("-inf"), *scores)]
    assert likings == sorted(set(likings))
    assert personality.score(likings[0]) == float("-inf")
