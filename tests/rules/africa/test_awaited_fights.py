"""The chances shown before units enter an enemy's area are those after the move."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from game.core.message import Message

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


@pytest.mark.rule("11.W.3")
def test_convoys_alone_are_no_hazard(scene: Any) -> None:
    """They are captured at once, without fire or shock (ruling 27)."""
    table = scene("m-nizam-nur ta, s-convoy-1 puente-busceja, s-cordoba 1", "movement", "moroccan", "wad-ras")
    assert () == table.rules.hazards_on(table.state, ("m-nizam-nur",), "puente-busceja")
    assert ["s-convoy-1"] == table.play("move m-nizam-nur puente-busceja").removed()


@pytest.mark.rule("11.W.3")
def test_a_unit_that_rolls_for_its_fire_is_shown_with_a_die(scene: Any) -> None:
    """The coins of the rif are not known before the roll."""
    line = "m-rif-ammant jim, m-rif-bu-yahi jim, m-nizam-nur jim, s-cordoba puente-busceja"
    table = scene(line, "movement", "spanish", "wad-ras")
    fire, _ = table.rules.hazards_on(table.state, ("s-cordoba",), "jim")
    shown = {line.unit: line.strength_text or line.strength for line in fire.preview.attackers}
    assert {"m-rif-ammant": "1d6", "m-rif-bu-yahi": "1d6 + 1", "m-nizam-nur": 4} == shown


@pytest.mark.rule("6.1")
@pytest.mark.parametrize(("units", "is_on_top"), [(("s-cuenca", "s-luchana"), True), (("s-husares",), False)])
def test_the_target_of_the_fire_is_on_top_only_of_others(scene: Any, units: tuple[str, ...], is_on_top: bool) -> None:
    """Cavalry that joins a combat is the target at the bottom of the stack (ruling 9)."""
    line = ("s-cuenca playa-del-tarajal, s-luchana playa-del-tarajal, s-husares playa-del-tarajal, "
            "m-nizam-nur castillejos")
    table = scene(line, "movement")
    if not is_on_top:
        table = table.play("move s-cuenca castillejos")
    fire, _ = table.rules.hazards_on(table.state, units, "castillejos")
    assert is_on_top == isinstance(fire.details.values["target"], Message)
