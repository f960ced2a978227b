"""The contract's checks of chance hold for rolls of twenty dice, and find faults in them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from copy import copy
from fractions import Fraction
from typing import Any

import pytest

from game.ai.budget import WorkBudget
from game.ai.players import make
from game.ai.valuation import Valuation
from game.core.action import Action, Faces
from game.core.branches import Branch
from game.core.chance import MAX_ENUMERATED, TooManyOutcomes
from game.core.contract import System
from game.core.event import Rolled
from game.match.match import Match
from game.selfplay.simulate import SimulationPlan, simulate
from tests.contract import checkers
from tests.match.install import install, remove
from tests.match.volleys import FIRE, WAIT, State, Volleys, VolleysEvaluator, mean_hits, volley
from tests.referee.talk import Talk

RULES = Volleys()
FIRING = State(firing=True)


@pytest.fixture(autouse=True)
def made_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> Any:
    """Make the catalog find the made-up system."""
    monkeypatch.setenv("DRUMHEAD_DATA", str(tmp_path / "data"))
    install()
    yield
    remove()


def tried(rules: System[Any], seed: int) -> int:
    """A whole random game with the checks of chance; returns its number of rolls of more than a few dice."""
    rng, pools = random.Random(seed), 0
    pool: list[Action] = []
    for state, choices, action in checkers.random_game(rules, State(), seed):
        checkers.candidates_agree(rules, state, choices, rng.sample(pool, min(6, len(pool))))
        checkers.notations_round_trip(rules, choices)
        checkers.chance_is_exact(rules, state, choices)
        checkers.branches_are_exact(rules, state)
        checkers.position_round_trips(rules, state, choices)
        roll = rules.pending_roll(state)
        if roll is not None:
            pools += roll.combinations > MAX_ENUMERATED
            checkers.preview_of(rules, state, action)
            pool.append(action)
    return pools


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_games_of_pools(seed: int) -> None:
    """Candidates, branches and odds agree in every state of games whose rolls are pools."""
    assert tried(RULES, seed) >= 2


def skewed(branches: Sequence[Branch]) -> list[Branch]:
    """The chances of the first two branches exchanged."""
    one, other, *rest = branches
    return [Branch(one.faces, other.chance), Branch(other.faces, one.chance), *rest]


def lumped(branches: Sequence[Branch]) -> list[Branch]:
    """Two different branches merged into one."""
    *rest, one, other = sorted(branches, key=lambda branch: branch.chance)
    return [*rest, Branch(one.faces, one.chance + other.chance)]


WRONG: dict[str, tuple[str, Callable[[Any], Callable[..., Any]]]] = {
    "a branch is missing": ("branches", lambda f: lambda s: list(f(s))[1:]),
    "branches that differ are one": ("branches", lambda f: lambda s: lumped(f(s)) if f(s) else ()),
    "branches have each other's chance": ("branches", lambda f: lambda s: skewed(f(s)) if f(s) else ()),
    "a branch is not listed": ("candidates", lambda f: lambda s: f(s)[1:] if RULES.pending_roll(s) else f(s)),
    "only what stands for others may fall": (
        "check", lambda f: lambda s, a: f(s, a) and (not isinstance(a, Faces) or a in RULES.candidates(s))),
}


@pytest.mark.parametrize("fault", WRONG)
def test_wrong_branches_of_a_pool_are_caught(fault: str) -> None:
    """The checks fail on each kind of wrong branches of a roll of twenty dice."""
    method, make_wrong = WRONG[fault]
    wrong = copy(RULES)
    setattr(wrong, method, make_wrong(getattr(RULES, method)))
    with pytest.raises((AssertionError, ValueError)):
        tried(wrong, 1)


def test_twenty_dice_have_as_many_candidates_as_branches() -> None:
    """Each candidate is a roll with its own number of hits; the 6**20 rolls are never enumerated."""
    roll = RULES.pending_roll(FIRING)
    assert roll is not None
    assert 6**20 == roll.combinations
    found = RULES.candidates(FIRING)
    assert 19 == len(found) == len({RULES.apply(FIRING, action)[0] for action in found})
    with pytest.raises(TooManyOutcomes, match="20 dice have"):
        roll.all_faces()


def test_the_expectation_of_twenty_dice_is_exact() -> None:
    """The worth counts men, so the expectation of a volley equals its mean hits."""
    score = Valuation(RULES, VolleysEvaluator()).expectation(State(), FIRE, "red", WorkBudget())
    assert score == pytest.approx(float(mean_hits(30) / 30))
    assert 1 == sum((branch.chance for branch in volley(30).values()), Fraction(0))


def test_the_veteran_fires() -> None:
    """The veteran compares a roll of twenty dice with waiting, and chooses the better."""
    assert FIRE == make("veteran", RULES, "red", 1).choose(State()).action
    assert make("recruit", RULES, "red", 1).choose(State()).action in (FIRE, WAIT)


def test_the_referee_lists_rolls_and_takes_twenty_dice() -> None:
    """``legal`` lists a roll of each branch and reports that there are more; ``roll`` accepts any faces."""
    talk = Talk()
    talk.ask("new", system="volleys", seed=7)
    asked = talk.ask("play", action="fire")
    assert 20 == len(asked["roll"]["dice"])
    listed = talk.ask("legal")
    assert (19, False) == (len(listed["actions"]), listed["complete"])
    assert talk.ask("check", action=listed["actions"][4])["legal"]
    assert talk.ask("check", action="roll " + ",".join("6" * 20))["legal"]
    assert not talk.ask("check", action="roll " + ",".join("6" * 19))["legal"]
    talk.refused("bad-roll", "roll", faces=[7] * 20)
    (event,) = talk.ask("roll", faces=[6, 1] * 10)["events"]
    assert ("rolled", "10") == (event["type"], event["result"])
    assert [("Guard", "guard"), ("Line", "line")] == [(group["title"], group["unit"]) for group in event["groups"]]
    talk.ask("play", action="fire")
    fell = talk.ask("roll")
    assert 20 == len(fell["faces"])
    talk.ask("play", action="wait")
    assert talk.ask("legal") == {"ok": True, "actions": ["fire", "wait"], "complete": True}


def test_a_record_keeps_every_face(tmp_path: Any) -> None:
    """A game of pools is saved and read back with every face."""
    from game.match.loading import load

    match: Match[Any] = Match.begin(RULES, "field", (), seed=5, record=tmp_path / "game.jsonl")
    while match.to_act is not None:
        if match.to_act == "chance":
            match.roll()
        else:
            match.play(FIRE)
    again = load(tmp_path / "game.jsonl").match
    assert match.hash == again.hash
    fell = [[e.faces for step in m.plies for e in step.events if isinstance(e, Rolled)] for m in (match, again)]
    assert fell[0] == fell[1]
    assert 20 == len(fell[0][0])
    assert json.dumps(fell[0]).count("6") > 10


def test_many_games_of_pools() -> None:
    """Computer players of every level play them to the end in simulations."""
    report = simulate(SimulationPlan("volleys", "field", (), {"red": "veteran", "white": "recruit"}, 3), 4, 1)
    assert 4 == report.games
    assert report.wins["red"] > 0
