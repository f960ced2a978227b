"""Room (5, rulings 4 and 25): units that still make some, and units that only seem to."""

from __future__ import annotations

from typing import Any

import pytest

HELD = ("s-cordoba b reduced{}, s-caz-vergara b moved, s-caz-arapiles b moved, s-caz-simancas b moved, s-saboya a "
        "reduced, m-gum-uagit casa-de-la-condesa, m-gk-tanja as-salam, m-gk-aros playa-del-tarajal")
"""Foot surrounded by the enemy: demoralized it has no retreat, and its three points stay."""
BOXED_IN = ("s-cordoba a, s-saboya a, s-leon a, s-caz-vergara b, s-principe b moved, s-cuenca b moved, s-ingenieros b "
            "moved, {}s-navarra playa-del-tarajal moved, s-caz-arapiles playa-del-tarajal moved, "
            "s-montada playa-del-tarajal, m-gum-uagit al-wahhab")
"""Nine points in A can only go to areas full of units that cannot leave, unless the beach has room."""


@pytest.mark.rule("5")
@pytest.mark.parametrize(("line", "move", "free"), [
    (HELD.format(" demoralized"), "move s-saboya b", False),
    (HELD.format(""), "move s-saboya b", True),
    (BOXED_IN.format("s-luchana playa-del-tarajal moved, "), "move s-caz-vergara a", False),
    (BOXED_IN.format(""), "move s-caz-vergara a", True),
])
def test_units_that_cannot_leave_make_no_room(scene: Any, line: str, move: str, free: bool) -> None:
    """Units held by ruling 6, or blocked by friends, keep their points in place (ruling 4)."""
    table = scene(line, "movement", turn=4)
    assert free == (move in table.legal())
    if not free:
        assert not table.legal("move s-cordoba")
        assert "5 (ruling 4)" == table.refusal(move)


@pytest.mark.rule("5")
def test_two_full_areas_may_change_places(scene: Any) -> None:
    """Ruling 4: each of them can go where the other makes room."""
    line = ("s-cordoba a, s-saboya a moved, s-leon a moved, s-luchana b, s-principe b moved, s-cuenca b moved, "
            "m-gum-uagit al-wahhab")
    table = scene(line, "movement", turn=4)
    assert {"move s-cordoba b", "move s-luchana a"} <= table.legal("move")
    assert "done" in table.play("move s-cordoba b", "move s-luchana a").legal()


@pytest.mark.rule("5")
@pytest.mark.rule("11.W.3")
def test_a_convoy_without_room_ahead_makes_none(scene: Any) -> None:
    """The bridge is full of units that have moved; neither foot nor cavalry may enter the convoy's area (ruling 25)."""
    line = ("s-convoy-2 ta, s-cordoba ta moved, s-zamora ta moved, s-castilla puente-busceja moved, s-saboya "
            "puente-busceja moved, s-rey puente-busceja moved, s-caz-navas 2, s-husares 2, m-gum-sitta "
            "entrada-del-fondak")
    table = scene(line, "movement", scenario="wad-ras", turn=4)
    assert not table.legal("move s-convoy-2")
    assert "5 (ruling 4)" == table.refusal("move s-caz-navas ta")
    assert "5 (ruling 4)" == table.play("activate s-husares").refusal("move s-husares ta")


@pytest.mark.rule("11.W.3")
def test_no_room_is_reserved_by_units_that_cannot_leave(scene: Any) -> None:
    """Six points on the bridge cannot leave it; a further unit blocks the convoy (ruling 25)."""
    line = ("s-castilla puente-busceja demoralized, s-saboya puente-busceja moved, s-convoy-2 ta, s-rey ta, "
            "m-gum-sabaa jim, m-gum-hamsa rio-busceja-2, m-gum-uagit rio-busceja-3, m-gum-arbaa ba, "
            "m-gum-sitta entrada-del-fondak")
    table = scene(line, "movement", scenario="wad-ras", turn=4)
    assert "11.W.3 (ruling 25)" == table.refusal("move s-rey puente-busceja")
    assert "5 (ruling 4)" == table.play("move s-convoy-2 puente-busceja").refusal("move s-rey puente-busceja")


@pytest.mark.rule("11.W.3")
def test_a_convoy_whose_escort_leaves_is_captured(scene: Any) -> None:
    """It is captured at once, also in an activation (ruling 27)."""
    line = "s-convoy-1 jim, s-husares jim, m-nizam-nur aduar-am-sal, s-rey 2"
    table = scene(line, "movement", "moroccan", "wad-ras", turn=4)
    table = table.play("move m-nizam-nur jim", "activate s-husares", "move s-husares puente-busceja")
    assert ["s-convoy-1"] == table.position["captured"]


@pytest.mark.rule("9")
@pytest.mark.rule("11.W.3")
def test_a_convoy_retreats_towards_room(scene: Any) -> None:
    """All areas behind it are full, so it stays instead of crowding one of them (ruling 27)."""
    line = ("s-convoy-1 ta, s-caz-navas ta, s-rey 2, s-castilla 2, s-saboya 2, s-toledo 3, s-cordoba 3, s-zamora 3, "
            "m-kabul jim, m-abbas jim, m-gum-sitta puente-busceja")
    table = scene(line, "fire", "moroccan", "wad-ras", turn=4)
    table = table.play("activate m-kabul", "bombard m-kabul ta with m-abbas", (5, 4))
    assert "ta" == table.units["s-convoy-1"]


@pytest.mark.rule("5")
def test_demoralized_units_in_a_crowd_cite_the_crowd(scene: Any) -> None:
    """Without an enemy near, ruling 4 makes them move."""
    line = "s-africa ta demoralized, s-princesa ta, s-rey ta, s-ingenieros ta, m-gum-uagit waw"
    table = scene(line, "movement", scenario="wad-ras", turn=4)
    assert ["5 (ruling 4)"] == [str(duty.rule) for duty in table.rules.prompt(table.state).duties]
    assert "5 (ruling 4)" == table.refusal("done")


@pytest.mark.rule("8")
def test_no_unit_joins_the_activation_of_a_gun(scene: Any) -> None:
    """The refusal cites ruling 9."""
    line = "m-kabul jim, m-seyyid-3 aduar-am-sal, s-rey 2, s-caz-navas ta"
    table = scene(line, "fire", "moroccan", "wad-ras", turn=4).play("activate m-kabul")
    assert ("8 (ruling 9)",) == table.reason("activate m-seyyid-3")
