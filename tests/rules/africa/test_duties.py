"""Units that must still move are listed in a line for each rule and area, however many they are."""

from __future__ import annotations

from typing import Any

import pytest

from game.rules.africa.phases import MAX_NAMED, first_few
from tests.rules.table import facts


@pytest.mark.rule("5")
def test_a_crowd_is_one_duty(scene: Any) -> None:
    """Seven units in one area, two demoralized, give two lines with all units, the first few named."""
    crowd = ["s-cuenca", "s-luchana", "s-principe", "s-saboya", "s-cordoba"]
    line = ", ".join([*(f"{unit} playa-del-tarajal" for unit in crowd), "s-caz-vergara castillejos demoralized",
                      "s-caz-chiclana castillejos demoralized", "m-gum-uagit boca-del-rio"])
    table = scene(line, "movement")
    duties = table.rules.prompt(table.state).duties
    found = {str(duty.rule): duty for duty in duties}
    assert len(duties) == len(found) == 2
    assert set(crowd) == set(found["5 (ruling 4)"].units)
    assert (6, "Playa del Tarajal", 9, "Príncipe (3)", "Cuenca (3)") == facts(found["5 (ruling 4)"].text)
    assert (2, "Castillejos", "Caz. Vergara", "Caz. Chiclana") == facts(found["6.1 (ruling 6)"].text)
    assert table.refusal("done") in found


@pytest.mark.rule("6.1")
def test_a_single_unit_is_named(scene: Any) -> None:
    """The area is not needed."""
    table = scene("s-cuenca playa-del-tarajal demoralized, m-gum-uagit castillejos", "movement")
    assert [("Cuenca",)] == [facts(duty.text) for duty in table.rules.prompt(table.state).duties]


def test_unnamed_units_are_counted() -> None:
    """As many as fit are named; if there are more, the last names are replaced by a count."""
    assert ("a", "b", "c") == facts(first_few(["a", "b", "c"]))
    assert (2, "a", "b") == facts(first_few(["a", "b", "c", "d"]))
    assert MAX_NAMED == 3


@pytest.mark.rule("5")
@pytest.mark.parametrize(("units", "said"), [
    ("principe cuenca luchana caz-vergara",
     "A is 2 points over the limit of 9: move out one of Príncipe (3), Cuenca (3) and 2 more"),
    ("principe cuenca luchana saboya caz-vergara",
     "A is 5 points over the limit of 9: move out several units, such as Príncipe (3) and Cuenca (3)"),
    ("cuenca luchana saboya caz-vergara husares",
     "A is 3 points over the limit of 9: move out Cuenca (3), Luchana (3) or Saboya (3), or Caz. Vergara (2) and more"),
])
def test_a_crowd_shows_the_points_that_must_leave(scene: Any, units: str, said: str) -> None:
    """Units that make enough room alone come first; others are named together."""
    line = ", ".join(f"s-{unit} a" for unit in units.split())
    table = scene(f"{line}, m-gum-uagit boca-del-rio", "movement")
    assert [said] == [duty.text for duty in table.rules.prompt(table.state).duties]


@pytest.mark.rule("3")
@pytest.mark.parametrize("place", ["castillejos", "playa-del-tarajal"])
def test_the_button_names_the_phase_it_ends(scene: Any, place: str) -> None:
    """The label is the same whether a combat follows or the player turn ends with the movement."""
    table = scene(f"s-cuenca playa-del-tarajal, m-gum-uagit {place}", "movement")
    assert "End movement" == str(table.rules.prompt(table.state).main_label)
