"""The cost of moves in PIPs."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.core.message import values_in
from game.rules.renaissance.engine.events import BaseMoved
from tests.rules.renaissance.board import computed_move, table
from tests.rules.table import Table


def rules(at: Table, notation: str) -> list[str]:
    """The rules for the PIPs of a move, one for each."""
    return [str(one.rule) for one in computed_move(at, notation).pips]


BASE = ["14.5.1"]
FAR = "red-gn1 2000,16000,0"


@pytest.mark.rule("14.5.1")
def test_a_move_costs_a_pip_and_the_rest_is_lost() -> None:
    at = table("red-pi1 9000,9000,0, red-pi2 10000,9000,0", pips=1)
    done = at.play("march red-pi1,red-pi2 ahead:500")
    assert done.position.get("pips", 0) == 0
    assert done.refusal("move red-lh1 9000,8000,0") in ("14.5.1", "14.4")
    assert table("red-gu1 9000,9000,0, red-gn1 9000,16000,0, red-pi1 5000,9000,0", pips=1).cost is not None


@pytest.mark.rule("5.1")
@pytest.mark.parametrize(("unit", "army", "extra"), [
    ("ca1", "mughal", True), ("el1", "mughal", True), ("hd1", "mughal", True), ("gu1", "swedish", False),
    ("sk1", "mughal", False),
])
def test_slow_elements(unit: str, army: str, extra: bool) -> None:
    """Ruling 8: a single element is a group of one; guns cost nothing extra."""
    at = table(f"red-{unit} 9000,9000,0, red-gn1 9000,12000,0", red=army)
    assert rules(at, f"move red-{unit} 9000,8500,0") == BASE + ["5.1 (ruling 8)"] * extra


@pytest.mark.rule("5.1")
@pytest.mark.parametrize(("unit", "price"), [("sk1", 1), ("el1", 2)])
def test_the_log_has_the_price_of_a_move(unit: str, price: int) -> None:
    """If it is more than one PIP."""
    done = table(f"red-{unit} 9000,9000,0, red-gn1 9000,12000,0", red="mughal", pips=4).play(
        f"move red-{unit} 9000,8700,0")
    moved = next(event for event in done.events if isinstance(event, BaseMoved))
    assert moved.pips == price == 4 - done.position["pips"]
    assert (2 in values_in(moved.text)) == (price == 2)


@pytest.mark.rule("5.1")
def test_a_move_that_costs_too_much_names_the_rule_of_each_extra_pip() -> None:
    at = table("red-ca1 9000,9000,0, red-gn1 9000,17000,0", pips=1, red="mughal")
    assert "14.5.1" == at.refusal("move red-ca1 9000,8500,0")
    assert "(5.1, ruling 8)" in at.why("move red-ca1 9000,8500,0")


@pytest.mark.rule("5.2")
def test_more_than_16_mu_from_the_general() -> None:
    """The distance is between the nearest points, at the start of the move, for the farthest member (ruling 9)."""
    def cost(y: int) -> list[str]:
        return rules(table(f"red-pi1 9000,{y},0, red-gn1 9000,14000,0"), f"move red-pi1 9000,{y - 500},0")

    assert cost(14000 - 8000 - 750) == BASE
    assert cost(14000 - 8001 - 750) == [*BASE, "5.2 (ruling 9)"]
    group = table("red-pi1 9000,5250,0, red-pi2 9000,6000,0, red-pi3 9000,4500,0, red-gn1 9000,14000,0")
    assert rules(group, "march red-pi1,red-pi2 ahead:500") == BASE
    assert rules(group, "march red-pi1,red-pi2,red-pi3 ahead:500") == [*BASE, "5.2 (ruling 9)"]


@pytest.mark.rule("5.2")
@pytest.mark.parametrize(("terrain", "extra"), [
    ("woods 8000,10000 10000,10000 10000,11000 8000,11000", True),
    ("dunes 8000,10000 10000,10000 10000,11000 8000,11000", True),
    ("oasis 8000,10000 10000,10000 10000,11000 8000,11000", True),
    ("rough 8000,10000 10000,10000 10000,11000 8000,11000", False),
    ("gentle-hill 7000,10000 11000,10000 11000,11000 7000,11000", True),
    ("woods 9200,10000 10000,10000 10000,11000 9200,11000", False),
])
def test_more_than_8_mu_and_out_of_sight(terrain: str, extra: bool) -> None:
    """The line between the centres crosses a camp, a crest line, dunes, an oasis or woods (ruling 9)."""
    at = table("red-pi1 9000,9000,0, red-gn1 9000,13751,0", terrain=terrain)
    assert rules(at, "move red-pi1 9000,8500,0") == BASE + ["5.2 (ruling 9)"] * extra
    near = table("red-pi1 9000,9000,0, red-gn1 9000,13750,0", terrain=terrain)
    assert rules(near, "move red-pi1 9000,8500,0") == BASE


@pytest.mark.rule("5.2")
def test_the_general_is_lost() -> None:
    at = table("red-pi1 9000,9000,0")
    position = at.position
    position["units"] = [row for row in position["units"] if row["id"] != "red-gn1"]
    lost = Table(at.rules, at.rules.from_position(position))
    assert rules(lost, "move red-pi1 9000,8500,0") == [*BASE, "5.2 (ruling 9)"]


@pytest.mark.rule("5.3")
def test_the_general_in_bad_terrain() -> None:
    """It counts for his own move, too, and if any part of the base is in it (ruling 10)."""
    woods = "woods 8000,12000 9000,12000 9000,13000 8000,13000"
    at = table("red-pi1 9000,9000,0, red-gn1 9400,12100,0", terrain=woods)
    assert rules(at, "move red-pi1 9000,8500,0") == [*BASE, "5.3 (ruling 10)"]
    assert rules(at, "move red-gn1 9400,11500,0") == [*BASE, "5.3 (ruling 10)"]
    clear = table("red-pi1 9000,9000,0, red-gn1 9500,12100,0", terrain=woods)
    assert rules(clear, "move red-pi1 9000,8500,0") == BASE
    camp = table("red-pk1 3000,14000,0", red="swiss", garrisons="red-gn1")
    assert rules(camp, "move red-pk1 3000,13500,0") == [*BASE, "5.3 (ruling 10)"]


@pytest.mark.rule("5")
@pytest.mark.rule("14.5.2")
def test_the_costs_add_up_and_the_first_bound_costs_one() -> None:
    """A move costs 1 to 4 PIPs; in each side's first bound every move costs 1 (ruling 34)."""
    woods = "woods 1000,15000 4000,15000 4000,16500 1000,16500"
    line = f"red-ca1 9000,6000,0, {FAR}"
    at = table(line, red="mughal", terrain=woods)
    assert computed_move(at, "move red-ca1 9000,5500,0").price == 4
    assert table(line, red="mughal", terrain=woods, pips=3).refusal("move red-ca1 9000,5500,0") == "14.5.1"
    assert computed_move(table(line, red="mughal", terrain=woods, turn=1), "move red-ca1 9000,5500,0").price == 1


@pytest.mark.rule("14.5.1")
def test_without_pips_every_move_is_refused_in_the_same_words() -> None:
    """Breaking off is no exception."""
    at = table("red-lh1 9000,9000,0, blue-pk1 9000,9000,10800, red-pk1 4000,9000,0", pips=0)
    for move in ("break-off red-lh1", "move red-pk1 4000,8500,0", "march red-pk1 ahead:500"):
        assert at.why(move) == "No PIPs left (14.5.1)"


@pytest.mark.rule("14.5.1")
def test_the_bases_that_can_still_move_are_listed() -> None:
    """They have not moved, are not held by the enemy, and cost no more than the PIPs left."""
    def open_to(at: Table) -> set[str]:
        return {unit for each in at.rules.still_to_do(at.state) for unit in each.units}

    line = "red-pk1 9000,9000,0, red-ca1 7000,9000,0, red-pi1 11000,9000,0 moved=1"
    assert open_to(table(line, red="spanish", pips=2)) == {"red-pk1", "red-ca1", "red-gn1"}
    assert open_to(table(line, red="spanish", pips=1)) == {"red-pk1", "red-gn1"}
    assert open_to(table(line, red="spanish", pips=0)) == set()


@pytest.mark.rule("14.5")
def test_the_pip_roll_has_its_chances_and_their_use() -> None:
    """Each number of PIPs is as likely as any other."""
    at = table("red-pi1 9000,9000,0, red-gn1 9000,16000,0, blue-pi1 9000,3000,180").play("end")
    shown = at.preview("roll 3")
    assert [str(n) for n in range(1, 7)] == [each.result for each in shown.outcomes]
    assert {Fraction(1, 6)} == {each.chance for each in shown.outcomes}
    assert shown.reading
    assert shown.note
