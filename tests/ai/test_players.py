"""Players choose only legal actions, repeatably, and within their limit."""

from __future__ import annotations

from itertools import chain, combinations
from random import Random
from typing import Any

import pytest

from game.ai.planner import Planner
from game.ai.players import CannotPlay, make
from game.core.action import Action
from game.core.capability import seen_by
from game.core.chance import CHANCE
from game.core.evaluator import unranked
from game.levels import LEVELS
from game.rules.kassala.actions import EndMovement, KassalaAttack, KassalaLose, KassalaMove
from game.rules.kassala.system import Kassala
from tests.ai.boards import place
from tests.rules.table import facts

OPTIONS = ("cannon", "free-deployment", "mixed-attacks")
PLANNERS = ("regular", "veteran")
"""Levels whose games are slow."""
MIXES = list(chain.from_iterable(combinations(OPTIONS, n) for n in range(4)))


def game(rules: Kassala, levels: dict[str, str], options: tuple[str, ...] = (), seed: int = 1,
         scenario: str = "kassala", plies: int = 10_000, work: float = 1.0) -> tuple[Any, list[Action]]:
    """Play a game and check every choice; return the last state and the players' actions.

    :param work: the share of their usual work that players do.
    """
    state = rules.initial(scenario, options)
    players = {seat: make(level, rules, seat, seed) for seat, level in levels.items()}
    for player in players.values():
        if isinstance(player, Planner):
            player.think_less(work)
    dice = Random(seed)
    chosen: list[Action] = []
    while (actor := rules.to_act(state)) is not None and len(chosen) < plies:
        if actor == CHANCE:
            action = dice.choice(rules.candidates(state))
        else:
            choice = players[actor].choose(seen_by(rules, state, actor))
            action = choice.action
            assert rules.check(state, action), action.notation
            assert rules.canonical(state, action) in rules.candidates(state)
            assert choice.why or action == rules.prompt(state).main  # an end may have nothing to say
            assert "\n" not in str(choice.why)
            chosen.append(action)
        state = rules.apply(state, action)[0]
    return state, chosen


@pytest.mark.soak
@pytest.mark.every(8)
@pytest.mark.parametrize(("level", "options"), [
    pytest.param(level, options,
                 marks=pytest.mark.soak if level in PLANNERS and options != MIXES[-PLANNERS.index(level)] else ())
    for level in LEVELS for options in MIXES
])
def test_every_choice_is_legal(kassala: Kassala, level: str, options: tuple[str, ...]) -> None:
    """A whole game of each level against itself, with every mix of options, has only legal choices."""
    state, chosen = game(kassala, {"moslem": level, "christian": level}, options, work=0.2)
    assert kassala.result(state) is not None
    assert len(chosen) > 10


def test_every_example_can_be_played(kassala: Kassala) -> None:
    """Every example can be played, though it has no winner."""
    for info in (info for info in kassala.scenarios if info.example):
        state, _ = game(kassala, {"moslem": "veteran", "christian": "veteran"}, (), 3, info.name)
        assert kassala.to_act(state) is None


@pytest.mark.every(4)
@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_plays_the_same_game(kassala: Kassala, level: str) -> None:
    """A player's choices depend on seed, seat and position only."""
    levels = {"moslem": level, "christian": level}
    plies = 20 if level in PLANNERS else 60
    assert game(kassala, levels, seed=5, plies=plies)[1] == game(kassala, levels, seed=5, plies=plies)[1]


def test_another_seed_plays_another_game(kassala: Kassala) -> None:
    """Another seed gives other random choices."""
    levels = {"moslem": "random", "christian": "random"}
    assert game(kassala, levels, seed=5, plies=30)[1] != game(kassala, levels, seed=6, plies=30)[1]


def test_the_time_limit_is_obeyed(kassala: Kassala) -> None:
    """With a clock that jumps a second at each call, the veteran searches briefly and answers."""
    looks = [0]

    def clock() -> float:
        looks[0] += 1
        return float(looks[0])

    state = kassala.initial("kassala")
    hurried = make("veteran", kassala, "moslem", 1, clock=clock)
    assert kassala.check(state, hurried.choose(state, 3.0).action)
    assert looks[0] < 12


def test_thinking_stops_within_an_expectation(kassala: Kassala, monkeypatch: pytest.MonkeyPatch) -> None:
    """An evaluator that calls no state settled would make it play on for ever: it still answers."""
    judge, looks = kassala.evaluator(), [0]
    assert judge is not None
    monkeypatch.setattr(type(judge), "settled", lambda self, state: False)
    monkeypatch.setattr(type(judge), "plans", lambda self, state: False)
    monkeypatch.setattr(type(judge), "shortlist", lambda self, state: unranked(kassala.candidates(state)))

    def clock() -> float:
        looks[0] += 1
        return float(looks[0])

    state = kassala.initial("kassala")
    choice = make("veteran", kassala, "moslem", 1, clock=clock).choose(state, 50.0)
    assert kassala.check(state, choice.action)
    assert looks[0] < 60


@pytest.mark.parametrize(("level", "seat", "said"), [("marshal", "moslem", "no player 'marshal'"),
                                                      ("recruit", "greek", "no seat 'greek'"),
                                                      ("script:march", "greek", "no seat 'greek'")])
def test_unknown_levels_and_seats_are_refused(kassala: Kassala, level: str, seat: str, said: str) -> None:
    """An unknown level or seat is refused when the player is made."""
    with pytest.raises(CannotPlay, match=said):
        make(level, kassala, seat, 1)


def test_a_system_without_an_evaluator(kassala: Kassala, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the random player works without an evaluator."""
    monkeypatch.setattr(kassala, "evaluator", lambda: None)
    make("random", kassala, "moslem", 1)
    with pytest.raises(CannotPlay, match="veteran cannot play kassala"):
        make("veteran", kassala, "moslem", 1)


def test_the_recruit_never_leaves_a_town_it_holds(kassala: Kassala) -> None:
    """The recruit's movement never leaves a held town empty."""
    state = kassala.apply(kassala.initial("kassala"), EndMovement())[0]
    judge = kassala.evaluator()
    assert judge is not None
    moves = [action for action in judge.plausible(state) if isinstance(action, KassalaMove)]
    assert moves
    assert {"c-port1", "c-galla1", "c-galla2"}.isdisjoint(move.unit for move in moves)


def test_the_recruit_makes_no_foolish_attack(kassala: Kassala) -> None:
    """If a joint attack at 2-1 is possible, no unit attacks alone at 1-3."""
    units = {"m-tinf1": "0403", "m-egy1": "0503", "m-nub1": "0405", "c-port1": "0404", "c-port2": "0504"}
    state = place(kassala, units, phase="combat", phasing="moslem")
    judge = kassala.evaluator()
    assert judge is not None
    for action in judge.plausible(state):
        preview = kassala.preview(state, action)
        assert preview is not None
        assert preview.column not in ("1-4", "1-3")


def test_the_recruit_counts_the_cannon_of_a_stack(kassala: Kassala) -> None:
    """3 against 6 in Kassala is 1-2, with two cannon 3 against 8 is 1-3: the recruit stays away, as the hex defends as
    a whole."""
    judge = kassala.evaluator()
    assert judge is not None
    for cannon, comes in (({}, True), ({"c-can1": "0804", "c-can2": "0804"}, False)):
        state = place(kassala, {"m-nub1": "0802", "c-eth1": "0804", **cannon}, options=["cannon"], phase="movement")
        ends = {action.path[-1] for action in judge.plausible(state) if isinstance(action, KassalaMove)}
        assert comes == ("0803" in ends)


def test_the_recruit_pays_with_the_cheapest_unit(kassala: Kassala) -> None:
    """An exchange that a 3-3 can pay is not paid with a 4-2."""
    units = {"m-mam1": "0403", "m-tinf1": "0503", "c-musk1": "0404", "c-eth1": "0804"}
    pending = {"exchange": {"seat": "moslem", "pool": ["m-mam1", "m-tinf1"], "needed": 2,
                            "attackers": ["m-mam1", "m-tinf1"], "vacated": ["0404"]}}
    del units["c-musk1"]
    state = place(kassala, units, phase="combat", phasing="moslem", pending=pending)
    judge = kassala.evaluator()
    assert judge is not None
    assert [KassalaLose(("m-mam1",))] == list(judge.plausible(state))


def test_the_veteran_gives_the_reason_for_its_attack(kassala: Kassala) -> None:
    """A reason names the column, the chance and the town."""
    state = place(kassala, {"m-tinf1": "0303", "m-egy1": "0404", "c-port1": "0304"}, phase="combat", phasing="moslem")
    choice = make("veteran", kassala, "moslem", 1).choose(state)
    assert choice.action == KassalaAttack(("m-tinf1", "m-egy1"), ("c-port1",))
    assert facts(choice.why) == ("1-1", "33.3 %", "Udaka")


def test_the_veteran_reoccupies_an_empty_town(kassala: Kassala) -> None:
    """The last Christian move saves what can be saved."""
    units = {"c-eth1": "0305", "c-eth2": "0806", "m-nub1": "0101"}
    state = place(kassala, units, turn=10, phase="movement", phasing="christian")
    player = make("veteran", kassala, "christian", 1)
    while kassala.to_act(state) == "christian":
        state = kassala.apply(state, player.choose(state).action)[0]
    result = kassala.result(state)
    assert result is not None
    assert result.ending == "both-held"


@pytest.mark.soak
@pytest.mark.parametrize("seeds", [range(1, 2), pytest.param(range(3), marks=pytest.mark.soak)])
def test_the_veteran_beats_the_random_player(kassala: Kassala, seeds: range) -> None:
    """The veteran wins a game from each side, several in `make soak`, with seeded dice."""
    points = 0.0
    for seed in seeds:
        for side, other in (("moslem", "christian"), ("christian", "moslem")):
            state, _ = game(kassala, {side: "veteran", other: "random"}, seed=seed)
            result = kassala.result(state)
            assert result is not None
            points += 1.0 if result.winner == side else 0.5 if result.winner == "draw" else 0.0
    assert points >= 1.5 * len(seeds)
