"""What must still move is said in a line for each rule and area, however many units there are."""

from __future__ import annotations

from typing import Any

import pytest

from game.rules.africa.phases import NAMED, first_few
from tests.rules.table import facts


@pytest.mark.rule("5")
def test_a_crowd_is_one_duty(scene: Any) -> None:
    """Seven units in one area, two demoralized: two lines, all units behind them, the first few named."""
    crowd = ["s-cuenca", "s-luchana", "s-principe", "s-saboya", "s-cordoba"]
    line = ", ".join([*(f"{unit} playa-del-tarajal" for unit in crowd), "s-caz-vergara castillejos demoralized",
                      "s-caz-chiclana castillejos demoralized", "m-gum-uagit boca-del-rio"])
    table = scene(line, "movement")
    duties = table.rules.prompt(table.state).duties
    found = {str(duty.rule): duty for duty in duties}
    assert len(duties) == len(found) == 2
    assert set(crowd) == set(found["5 (ruling 4)"].units)
    assert (6, 3, "Príncipe (3)", "Cuenca (3)", "Playa del Tarajal", 15, 9) == facts(found["5 (ruling 4)"].text)
    assert (2, "Castillejos", "Caz. Vergara", "Caz. Chiclana") == facts(found["6.1 (ruling 6)"].text)
    assert table.refusal("done") in found


@pytest.mark.rule("6.1")
def test_one_unit_is_named_alone(scene: Any) -> None:
    """No area is needed where there is one."""
    table = scene("s-cuenca playa-del-tarajal demoralized, m-gum-uagit castillejos", "movement")
    assert [("Cuenca",)] == [facts(duty.text) for duty in table.rules.prompt(table.state).duties]


def test_names_that_are_left_out_are_counted() -> None:
    """As many as fit are named; of more, the last named ones give way to a count."""
    assert ("a", "b", "c") == facts(first_few(["a", "b", "c"]))
    assert (2, "a", "b") == facts(first_few(["a", "b", "c", "d"]))
    assert NAMED == 3


@pytest.mark.rule("5")
@pytest.mark.parametrize(("units", "said"), [
    ("principe cuenca luchana caz-vergara", "11 of 9 points: 2 must leave, one of Príncipe (3), Cuenca (3) and 2 more"),
    ("principe cuenca luchana saboya caz-vergara",
     "14 of 9 points: 5 must leave, several of Príncipe (3), Cuenca (3) and 3 more"),
    ("cuenca luchana saboya caz-vergara husares",
     "12 of 9 points: 3 must leave, Cuenca (3), Luchana (3) or Saboya (3), or Caz. Vergara (2) and more"),
])
def test_a_crowd_says_how_many_points_must_go(scene: Any, units: str, said: str) -> None:
    """Who makes room alone comes first; who does not is named with others."""
    line = ", ".join(f"s-{unit} a" for unit in units.split())
    table = scene(f"{line}, m-gum-uagit boca-del-rio", "movement")
    assert [f"A holds {said}"] == [duty.text for duty in table.rules.prompt(table.state).duties]


@pytest.mark.rule("3")
@pytest.mark.parametrize("place", ["castillejos", "playa-del-tarajal"])
def test_the_button_names_the_phase_it_ends(scene: Any, place: str) -> None:
    """Alike whether a fight follows or the whole player turn ends with the movement."""
    table = scene(f"s-cuenca playa-del-tarajal, m-gum-uagit {place}", "movement")
    assert "End movement" == str(table.rules.prompt(table.state).main_label)
