"""Reasons why a unit cannot be selected: each unit with nothing to do has its own sentence and rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.pointing import pickable, why_idle
from tests.rules.table import cited

Scene = Callable[..., Any]
LINE = (
    "s-cuenca b, s-luchana casa-de-la-condesa came=b, s-2-bateria b, m-gk-haus casa-de-la-condesa, "
    "m-gk-anyera al-wahhab"
)


def idle(table: Any, unit: str) -> tuple[Any, ...]:
    """The reason of a unit: the rule, and the values of the sentence."""
    return cited(why_idle(table.rules, table.state, unit))


@pytest.mark.rule("3")
def test_the_other_sides_unit_has_that_reason(scene: Scene) -> None:
    """A click on an enemy names its side and the side to act."""
    assert ("3", "Gaix Kabila Anyera") == idle(scene(LINE, "movement"), "m-gk-anyera")


@pytest.mark.rule("6.1")
@pytest.mark.rule("6.2")
def test_each_phase_has_reasons_for_waiting_units(scene: Scene) -> None:
    """No target, engaged, not in the shock."""
    fire = scene("s-cuenca b, s-luchana a, m-gk-haus playa-del-tarajal", "fire")
    assert ("6.1", "Cuenca", "B") == idle(fire, "s-cuenca")
    assert ("6.2", "Luchana", "Casa de la Condesa") == idle(scene(LINE, "movement"), "s-luchana")
    assert ("6.2", "Cuenca") == idle(scene(LINE, "shock"), "s-cuenca")


@pytest.mark.rule("6.1")
def test_a_defender_whose_attackers_were_driven_off_has_no_target_in_its_area(scene: Scene) -> None:
    """The defensive fire goes on in another area; in its own it has the reason of a fire there."""
    line = ("m-bujari-1 castillejos, m-seyyid-2 ar-rahim, s-cuenca playa-del-tarajal, s-leon playa-del-tarajal, "
            "s-luchana casa-del-morabito")
    table = scene(line, "movement").play("activate m-seyyid-2", "activate m-bujari-1")
    table = table.play("move m-bujari-1 playa-del-tarajal", "move m-seyyid-2 casa-del-morabito")
    table = table.play("fire s-cuenca playa-del-tarajal", 3, 1)
    table = table.play("retreat m-bujari-1 castillejos", "retreat m-bujari-1 boca-del-rio")
    assert {"fire s-luchana casa-del-morabito", "done"} == table.legal()
    assert table.check("fire s-leon playa-del-tarajal").reasons == (why_idle(table.rules, table.state, "s-leon"),)


@pytest.mark.rule("6.1")
def test_units_waiting_for_a_retreat_name_the_retreating_unit(scene: Scene) -> None:
    """While one unit retreats the others wait for it."""
    table = scene("s-cuenca a, m-gum-uagit playa-del-tarajal, m-gk-haus playa-del-tarajal", "fire")
    table = table.play("fire s-cuenca playa-del-tarajal", 3, 0)
    assert table.legal("retreat")
    waits = next(u for u in ("m-gum-uagit", "m-gk-haus") if u not in pickable(table.rules, table.state)["act"])
    rule, first = idle(table, waits)
    assert "6.1" == rule
    assert first == next(counter.name for counter in table.rules.counters(table.state)
                         if counter.unit in ("m-gum-uagit", "m-gk-haus") and counter.unit != waits)


@pytest.mark.rule("11.W.3")
@pytest.mark.parametrize(("line", "phase", "action"), [
    ("m-rif-ammant jim, s-cordoba puente-busceja", "fire", "fire m-rif-ammant puente-busceja"),
    ("s-cordoba jim came=puente-busceja, m-gk-haus jim, s-castilla 1", "shock", "shock jim"),
])
def test_units_waiting_for_a_die_or_a_draw_are_not_told_of_coins(
    scene: Scene, line: str, phase: str, action: str
) -> None:
    """The reason is that of any other action, which names the roll."""
    table = scene(line, phase, "moroccan" if phase == "fire" else "spanish", "wad-ras").play(action)
    assert table.check("done").reasons == (why_idle(table.rules, table.state, "s-cordoba"),)
