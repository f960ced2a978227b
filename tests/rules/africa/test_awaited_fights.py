"""The chances shown before units enter an enemy's area are those after the move."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

LINE = ("s-cuenca playa-del-tarajal, s-luchana playa-del-tarajal, s-prim playa-del-tarajal, "
        "m-gum-uagit castillejos, m-gk-haus castillejos")


def hit_chance(preview: Any) -> Fraction:
    return sum((outcome.chance for outcome in preview.outcomes if outcome.group == "hit"), Fraction(0))


@pytest.mark.rule("6.1")
@pytest.mark.rule("6.2")
def test_hazards_equal_the_following_fire_and_shock(scene: Any) -> None:
    """Two battalions and Prim against a tribe and a gum: the chances of the fire and the whole arithmetic of the
    shock."""
    table = scene(LINE, "movement")
    fire, shock = table.rules.hazards_on(table.state, ("s-cuenca", "s-luchana", "s-prim"), "castillejos")
    moves = [f"move {unit} castillejos" for unit in ("s-cuenca", "s-luchana", "s-prim")]
    inside = table.play(*moves, "done")
    assert (1, "defensive-fire", "moroccan") == inside.now
    shots = [name for name in inside.legal() if name.startswith("fire")]
    missed = Fraction(1)
    for name in shots:
        missed *= 1 - hit_chance(inside.preview(name))
    assert 2 == len(shots) == len(fire.preview.attackers)
    assert missed == fire.preview.outcomes[0].chance
    assert 1 == sum(outcome.chance for outcome in fire.preview.outcomes)
    fought = inside.play("done")
    assert fought.preview("shock castillejos") == shock.preview
    assert any("Prim" in modifier.name for modifier in shock.preview.modifiers)


@pytest.mark.rule("8", 9)
def test_cavalry_that_joins_a_combat_sees_the_phases_shock(scene: Any) -> None:
    """The Moroccans attack there, so the Spanish have no coin for cavalry and lose the one for the demoralized."""
    line = "s-luchana playa-del-tarajal demoralized, m-gum-uagit playa-del-tarajal came=castillejos, s-husares a"
    table = scene(line, "shock", "moroccan")
    _, shock = table.rules.hazards_on(table.state, ("s-husares",), "playa-del-tarajal")
    assert ("m-gum-uagit",) == tuple(line.unit for line in shock.preview.attackers)
    joined = table.play("activate s-husares", "move s-husares playa-del-tarajal", "done")
    assert joined.preview("shock playa-del-tarajal") == shock.preview


@pytest.mark.rule("8")
def test_cavalry_has_hazards_before_its_announcement(scene: Any) -> None:
    """Cavalry that may be activated has the same answer as if it were."""
    line = "s-husares playa-del-tarajal, m-gum-uagit castillejos, m-gum-arbaa castillejos"
    table = scene(line, "movement")
    fire, shock = table.rules.hazards_on(table.state, ("s-husares",), "castillejos")
    gone = table.play("activate s-husares", "move s-husares castillejos")
    assert {shot for shot in gone.legal() if shot.startswith("fire")} == {
        f"fire {line.unit} castillejos" for line in fire.preview.attackers
    }
    assert ("s-husares",) == tuple(line.unit for line in shock.preview.attackers)


def test_no_hazards_without_enemies_or_out_of_reach(scene: Any) -> None:
    """There are none in an empty area, out of reach, for an officer alone, or in a fire phase."""
    table = scene(LINE, "movement")
    assert () == table.rules.hazards_on(table.state, ("s-cuenca",), "a")
    assert () == table.rules.hazards_on(table.state, ("s-prim",), "castillejos")
    assert () == table.rules.hazards_on(table.state, ("s-cuenca",), "nowhere")
    far = scene("s-cuenca a, m-gum-uagit castillejos", "movement")
    assert () == far.rules.hazards_on(far.state, ("s-cuenca",), "castillejos")
    fire = scene(LINE, "fire")
    assert () == fire.rules.hazards_on(fire.state, ("s-cuenca",), "castillejos")
