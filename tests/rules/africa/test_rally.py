"""The rally of demoralized units (7)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from game.rules.africa.rolling import flip_label
from tests.rules.table import facts


def rally_chance(scene: Any, line: str, **more: Any) -> Any:
    """The end of a turn in which only demoralized units have a roll."""
    return scene(line, "movement", "moroccan", **more).play("done")


@pytest.mark.rule("7")
@pytest.mark.parametrize(("line", "coins"), [
    ("s-cuenca a demoralized, m-gum-uagit al-wahhab", 4),
    ("s-cuenca a demoralized, s-prim a, m-gum-uagit al-wahhab", 6),
    ("s-cuenca b demoralized, m-gum-uagit al-wahhab", 5),
    ("s-cuenca a demoralized, s-prim a demoralized, m-gum-uagit al-wahhab", 5),  # his 2 (ruling 11), less 1 for company
    ("s-cuenca as-salam demoralized, m-gum-uagit al-wahhab", 3),
    ("s-cuenca rio-alto demoralized, m-gum-uagit al-jabbar", 3),
    ("s-cuenca a demoralized, m-gum-uagit playa-del-tarajal", 2),
    ("s-cuenca a demoralized, s-luchana a demoralized, m-gum-uagit al-wahhab", 3),
])
def test_coins_of_a_rally(scene: Any, line: str, coins: int) -> None:
    """There are three, changed by officers, distance, terrain and other units."""
    assert [(0, coins)] == rally_chance(scene, line).dice


@pytest.mark.rule("7")
@pytest.mark.parametrize(("heads", "rallies"), [(1, False), (2, True), (4, True)])
def test_two_heads_rally(scene: Any, heads: int, rallies: bool) -> None:
    """One does not."""
    table = rally_chance(scene, "s-cuenca a demoralized, m-gum-uagit al-wahhab").play(heads)
    assert (set() if rallies else {"s-cuenca"}) == table.marked("demoralized")
    assert 2 == table.now[0]


@pytest.mark.rule("7")
def test_both_sides_rally_every_unit(scene: Any) -> None:
    """Units are rolled one after the other."""
    table = rally_chance(scene, "s-cuenca a demoralized, s-luchana b demoralized, m-nizam-nur al-wahhab demoralized")
    assert set() == table.play(2, 2, 2).marked("demoralized")


@pytest.mark.rule("7")
@pytest.mark.rule("3")
def test_rally_comes_after_the_reinforcements(scene: Any) -> None:
    """An officer who has just arrived counts."""
    line = "s-cuenca a demoralized, s-odonnell waiting, m-gum-uagit al-wahhab"
    assert [(0, 6)] == rally_chance(scene, line, turn=4).dice
    assert [(0, 4)] == rally_chance(scene, line, turn=3).dice


@pytest.mark.rule("6.1")
@pytest.mark.rule("7")
def test_rally_flips_coins_even_with_the_cup(scene: Any) -> None:
    """The cup is for fire and shock only: three of five coins, each separate, and a button that says coins."""
    table = rally_chance(scene, "s-cuenca b demoralized, m-gum-uagit al-wahhab", options=["marker-cup"])
    roll = table.rules.pending_roll(table.state)
    assert (("5 coins", False), Fraction(26, 32)) == ((roll.dice[0].name, roll.dice[0].drawn), roll.outcomes["rallied"])
    assert flip_label(roll.dice) == table.rules.prompt(table.state).main_label


@pytest.mark.rule("7")
@pytest.mark.rule("6.2")
def test_every_roll_has_the_right_owner(scene: Any) -> None:
    """Rally: the unit's side, whichever side ended the turn; fire: the firer; a factor: its unit's side; otherwise the
    attacker."""
    def phasing_seat(table: Any) -> str | None:
        found: str | None = table.rules.pending_roll(table.state).seat
        return found

    line = "s-cuenca a demoralized, s-luchana b demoralized, m-nizam-nur al-wahhab demoralized"
    table = rally_chance(scene, line)
    label, action = table.rules.autoplay_step(table.state)
    assert "both" in str(label)
    assert action is None
    assert ["spanish", "spanish", "moroccan"] == [phasing_seat(table), phasing_seat(table.play(2)),
                                                  phasing_seat(table.play(2, 2))]
    table = scene("s-cuenca b, m-gum-uagit b", "defensive-fire", "moroccan").play("fire s-cuenca b")
    assert "spanish" == phasing_seat(table)
    table = scene("s-cuenca b, m-gum-uagit b came=casa-de-la-condesa", "shock", "spanish").play("shock b")
    assert ["moroccan", "spanish"] == [phasing_seat(table), phasing_seat(table.play(3))]
    table = scene("s-montada a, m-gum-uagit playa-del-tarajal", "movement", "moroccan").play("activate s-montada")
    assert "spanish" == phasing_seat(table.play("bombard s-montada playa-del-tarajal"))


@pytest.mark.rule("7")
def test_ruling_35_units_of_an_area_rally_in_a_fixed_order(scene: Any) -> None:
    """Infantry before cavalry; a unit that has rallied no longer costs the next one a coin, and both rolls cite it."""
    line = "s-husares a demoralized, s-luchana a demoralized, s-cuenca a demoralized, m-gum-uagit al-wahhab"
    table = rally_chance(scene, line)
    first = table.rules.pending_roll(table.state)
    assert (("Cuenca",), "7 (ruling 35)") == (facts(first.title), str(first.rule))
    assert [3, 3, 3] == [at.dice[0][1] for at in (table, table.play(2), table.play(2, 0))]
    last = table.play(2, 2)
    roll = last.rules.pending_roll(last.state)
    assert (4, ("Húsares de la Princesa",), "7") == (last.dice[0][1], facts(roll.title), str(roll.rule))
