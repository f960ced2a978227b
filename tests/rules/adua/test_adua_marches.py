"""How Abyssinian computer players march and attack: no unit crowds an enemy that has enough attackers, and melee
counts."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.rules.adua import pools, smallarms
from game.rules.adua.ai import odds
from game.rules.adua.ai.scene import UNREACHABLE, assign_marches, cost_to, costs_to
from game.rules.adua.ground import AduaGround
from game.rules.adua.pools import DicePool
from game.rules.adua.sides import CAVALRY, SEATS, WARRIORS
from game.rules.adua.units import KIND, SLOT
from tests.rules.adua.board import BOARD, table

GROUND = AduaGround(BOARD)
PAIR = "v-infantry 2010, vi-infantry 2020"


def test_distances_are_those_of_the_terrain() -> None:
    """No distance is less than that of the grid, and cavalry finds no hill cheaper than foot does."""
    target = GROUND.index["2010"]
    foot, horse = (costs_to(GROUND, kind, target) for kind in (WARRIORS, CAVALRY))
    assert 0 == foot[target]
    assert all(points >= GROUND.distance(hex_, target) for hex_, points in enumerate(foot))
    highest = [hex_ for hex_, level in enumerate(GROUND.level) if level == 2]
    assert UNREACHABLE not in foot
    assert all(horse[hex_] >= foot[hex_] for hex_ in highest)


def test_reinforcements_come_by_the_nearest_pass() -> None:
    """Their distance is measured from there."""
    state = table(PAIR).state
    waiting = SLOT["menelik-gr1"]
    target = GROUND.index["2010"]
    ways = costs_to(GROUND, KIND[waiting], target)
    assert min(ways[place] for place in GROUND.passes) == cost_to(state, waiting, target)


def test_an_enemy_gets_no_more_attackers_than_needed() -> None:
    """Six units surround one enemy; those it does not need march on the other, however far."""
    near = ("gabeiehu-f1 1909", "gabeiehu-f2 1910", "gabeiehu-f3 1911", "gabeiehu-f4 1912", "gabeiehu-fv1 1908",
            "gabeiehu-fv2 1907")
    state = table(", ".join((PAIR, *near))).state
    marching = [SLOT[unit.split()[0]] for unit in near]
    one, other = SLOT["v-infantry"], SLOT["vi-infantry"]
    found = assign_marches(state, marching, {one: 4.0, other: 20.0})
    assert set(marching) == set(found)
    drawn = [slot for slot, enemy in found.items() if enemy == one]
    assert 4 <= sum(state.value(slot) for slot in drawn) <= 6


@pytest.mark.parametrize(("ours", "theirs"), [(((1, 3),), ((2, 2),)), (((0, 2), (1, 4)), ((1, 3),))])
def test_differences_are_those_of_the_dice(ours: tuple[tuple[int, int], ...], theirs: tuple[tuple[int, int], ...]
                                           ) -> None:
    """The quick sum agrees with the exact chances of the rolls."""
    dice_pools = [DicePool("", SEATS[0], str(n), dice, quality) for n, (quality, dice) in enumerate(ours)]
    dice_pools += [DicePool("", SEATS[1], f"-{n}", dice, quality) for n, (quality, dice) in enumerate(theirs)]
    exact: dict[int, Fraction] = {}
    for (gap, _), branch in pools.branches(dice_pools, SEATS, smallarms.MAX_DIFFERENCE).items():
        exact[gap] = exact.get(gap, Fraction(0)) + branch.chance
    computed = dict(odds.difference_chances(ours, theirs))
    assert {gap: float(chance) for gap, chance in exact.items()} == pytest.approx(computed)


def test_a_possible_melee_raises_the_value_of_an_attack() -> None:
    """The same attack with cavalry next to the enemy has a higher value than without."""
    state = table("v-infantry 2010, gabeiehu-fv1 1909, gabeiehu-fv2 1910").state
    team = [(SLOT["gabeiehu-fv1"], 3), (SLOT["gabeiehu-fv2"], 3)]
    target = SLOT["v-infantry"]
    assert odds.attack_gain(state, team, target, cavalry_value=8) > odds.attack_gain(state, team, target)


@pytest.mark.rule("10.2")
def test_no_melee_is_expected_of_a_battery() -> None:
    """With the foot repulsed, a battery beside it does not charge (ruling 14), and help is of no use; a unit as strong
    in its place does."""
    helped = []
    for mate in ("taitu-a1", "taitu-fv1"):
        state = table(f"iii-infantry 2813, {mate} 2812, taitu-f1 2814", phase="fire", phasing="abyssinian").state
        team, target = [(SLOT[mate], 3), (SLOT["taitu-f1"], 2)], SLOT["iii-infantry"]
        helped.append(odds.attack_gain(state, team, target, help_value=8) - odds.attack_gain(state, team, target))
    assert helped[0] == 0 < helped[1]


@pytest.mark.rule("10.1")
def test_a_bombardment_is_valued_by_the_table_in_use() -> None:
    """With the rows swapped a distant hit costs the Italian unit a step, and has a higher value."""
    found = []
    for options in ([], ["rows-swapped"]):
        at = table("iii-infantry 3310, taitu-a1 3314, taitu-f1 3311", phase="fire", phasing="abyssinian",
                   options=options)
        assert at.check("attack taitu-a1 iii-infantry")
        worth = odds.step_value(at.state, SLOT["iii-infantry"]) if options else odds.DISORGANIZATION_VALUE
        found.append(odds.attack_gain(at.state, [(SLOT["taitu-a1"], 3)], SLOT["iii-infantry"]) / worth)
    assert found[0] > 0
    assert found[0] == pytest.approx(found[1])


@pytest.mark.rule("10.1")
def test_a_bombardment_disorganizes_a_unit_once() -> None:
    """Against a unit that is disorganized already it has no value."""
    fresh, shaken = (table(f"iii-infantry 3310 {flags}, taitu-a1 3314, taitu-f1 3311", phase="fire",
                           phasing="abyssinian").state for flags in ("", "disorganized"))
    values = [odds.attack_gain(state, [(SLOT["taitu-a1"], 3)], SLOT["iii-infantry"]) for state in (fresh, shaken)]
    assert values[0] > values[1] == 0


@pytest.mark.rule("10.1")
def test_an_attacker_that_is_disorganized_already_has_less_to_lose() -> None:
    """The table can only disorganize it again."""
    fresh, shaken = (table(f"iii-infantry 3310 {flags}, menelik-fv1 3311", phase="fire",
                           phasing="abyssinian").state for flags in ("", "disorganized"))
    team = [(SLOT["iii-infantry"], 6)]
    gains = [odds.attack_gain(state, team, SLOT["menelik-fv1"]) for state in (fresh, shaken)]
    assert gains[0] < gains[1]
