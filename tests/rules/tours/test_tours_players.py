"""The knowledge of computer players about Tours: odds that agree with the rules, attacks without open duties, plausible
courses."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from game import catalog
from game.ai.players import make
from game.core.action import Faces
from game.core.chance import CHANCE, total
from game.rules.tours import shock, shock_odds
from game.rules.tours.actions import END_PHASE, RESOLVE_ATTACKS, ToursAttack
from game.rules.tours.ai.choosing import choose, complete_target_sets
from game.rules.tours.system import Tours
from game.rules.tours.units import COMBAT_UNITS, SLOTS, UNITS
from game.selfplay.simulate import make_players
from tests.rules.tours import shock_board
from tests.rules.tours.board import acting, table

TENTH = 0.1
"""The share of the usual budget that a player uses."""
LONGEST = 4000
"""More plies than any game of these players has."""


@pytest.fixture(scope="module")
def rules() -> Tours:
    """The rules."""
    found = catalog.rules("tours")
    assert isinstance(found, Tours)
    return found


def played(rules: Tours, levels: tuple[str, str], seed: int) -> Iterator[Any]:
    """The states of a game between two levels."""
    state = rules.initial("tours")
    players = make_players(rules, "tours", dict(zip(rules.seats, levels, strict=True)), seed, TENTH)
    dice = Random(seed)
    for _ in range(LONGEST):
        yield state
        actor = rules.to_act(state)
        if actor is None:
            return
        action = (Faces(dice.choice(rules.branches(state)).faces) if actor == CHANCE
                  else players[actor].choose(state).action)
        state, _ = rules.apply(state, action)
    raise AssertionError(f"no end after {LONGEST} actions")


@pytest.mark.soak
@pytest.mark.every(3)
@pytest.mark.parametrize(("levels", "seed"), [(("recruit", "recruit"), 10), (("veteran", "recruit"), 10),
                                              (("recruit", "veteran"), 3)])
def test_games_end_and_odds_agree_with_the_rules(rules: Tours, levels: tuple[str, str], seed: int) -> None:
    """No game repeats itself for ever; the players' sum is that of the displayed modifiers."""
    compared = 0
    for state in played(rules, levels, seed):
        for one in state.combats if state.resolving else ():
            told = total(shock_odds.modifiers(state, *one))
            assert told == shock_odds.combat_drm(state, *one)
            compared += 1
    assert compared > 20


@pytest.mark.soak
def test_a_complete_attack_leaves_no_duty(rules: Tours) -> None:
    """After it is announced no enemy in front of the attacker is left unattacked."""
    seen = 0
    for state in played(rules, ("veteran", "recruit"), 4):
        if state.phase == "shock" and not state.resolving and not state.engaged:
            for slot in SLOTS[:COMBAT_UNITS]:
                if state.at[slot] >= 0 and shock.why_no_attack(state, slot) is None:
                    for targets in complete_target_sets(state, slot):
                        attack = ToursAttack(UNITS[slot].id, tuple(UNITS[target].id for target in targets))
                        after = shock.announce(state, attack)[0]
                        assert slot not in {who for who, _ in shock.attacks_still_due(after)}
                        seen += 1
    assert seen


def test_the_veteran_keeps_its_wall_before_fresh_cavalry(rules: Tours) -> None:
    """At the start there are no enemies in front of the wall: it stays."""
    at = table("hi1 1606 e, hi2 1607 e, hi3 1608 e, red-hc1 2019 w, red-hc2 2020 w, red-hc3 2021 w", phase="orders",
               first="frankish", wall=True)
    chosen = make("veteran", rules, "frankish", 1).choose(at.state)
    assert "order hi wall" not in [action.notation for action in chosen.plan]


def test_the_veteran_shoots_and_moves_away(rules: Tours) -> None:
    """Archers in front of a wall fire, and do not end their move next to it."""
    at = acting("red-ma1 1908 w, hi1 1606 e, hi2 1607 e, hi3 1608 e", "red", wall=True)
    plan = [action.notation for action in make("veteran", rules, "muslim", 1).choose(at.state).plan]
    assert any(notation.startswith("fire red-ma1") for notation in plan), plan


def test_a_good_attack_is_announced_and_a_hopeless_one_is_not(rules: Tours) -> None:
    """Heavy cavalry attacks light infantry from behind; light infantry does not attack a wall from the front."""
    good = table("red-hc1 1513 w, li1 1413 w", phase="shock", first="muslim", wall=False, orders={"red": "move"},
                 tried=["red"], active=["red"])
    assert "attack red-hc1 li1" == make("veteran", rules, "muslim", 1).choose(good.state).action.notation
    bad = table("red-li1 1713 w, hi1 1613 e, hi2 1614 e", phase="shock", first="muslim", wall=True,
                orders={"red": "move"}, tried=["red"], active=["red"])
    chosen = make("veteran", rules, "muslim", 1).choose(bad.state)
    assert "end" == chosen.action.notation
    assert chosen.action != RESOLVE_ATTACKS


def test_a_beginner_does_not_continue_a_hopeless_attack(rules: Tours) -> None:
    """Of three possible counter-attacks, the best is at -3: it considers none of them."""
    line = "red-hc1 1513 w, lc1 1413 e disordered, lc2 1414 e disordered"
    at = shock_board.fought(shock_board.shock(line, "red"), "red-hc1 lc1,lc2", face=1)
    assert [-4, -4, -3] == sorted(int(str(at.preview(attack).total)) for attack in at.legal("again"))
    assert ["decline"] == [action.notation for action in rules.evaluator().plausible(at.state)]


def test_every_choice_has_a_reason(rules: Tours) -> None:
    """Each has one line through a game; the end of a completed phase has none."""
    state = rules.initial("tours")
    players = make_players(rules, "tours", dict.fromkeys(rules.seats, "veteran"), 2, TENTH)
    dice, lines = Random(2), set[str]()
    for _ in range(300):
        actor = rules.to_act(state)
        if actor == CHANCE:
            state, _ = rules.apply(state, Faces(dice.choice(rules.branches(state)).faces))
            continue
        assert actor is not None
        choice = players[actor].choose(state)
        assert str(choice.why) or choice.action == END_PHASE
        lines.add(str(choice.why))
        state, _ = rules.apply(state, choice.action)
    assert len(lines) > 6


def test_a_unit_at_the_wagons_is_no_lesser_loss_than_another() -> None:
    """Disorder and elimination both end its plunder, so that of two defenders the heavier one is eliminated."""
    at = shock_board.shock("red-hc1 1813 w, hi1 1712 w, li1 1713 w, wagon1 1612", "red")
    at = shock_board.fought(at, "red-hc1 hi1,li1", face=8)
    assert {"eliminate hi1", "eliminate li1"} == at.legal()
    assert ["eliminate hi1"] == [action.notation for action in choose(at.state)[0].actions]
