"""Prompts, refusals and reports agree with the position."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.verdict import Legal
from game.rules.africa.events import Captured, Lost
from tests.rules.table import facts


def texts_of(table: Any, kind: str) -> list[str]:
    """The texts of the events of a type."""
    return [str(event.text) for event in table.events if event.type == kind]


def losses(table: Any) -> list[tuple[str, type]]:
    """Each unit removed, with the class of the event."""
    return [(event.unit, type(event)) for event in table.events if isinstance(event, Lost)]


def prompt_text(table: Any) -> str:
    """The text of the prompt."""
    return str(table.rules.prompt(table.state).text)


ARRIVING = "s-cuenca a, m-gum-uagit al-wahhab, s-ceres waiting, s-marina waiting"


@pytest.mark.rule("11.C.4")
def test_a_refusal_to_place_a_reinforcement_says_what_is_wrong(scene: Any) -> None:
    """The area is inland, the marines come with the ship, or another unit is placed first."""
    table = scene(ARRIVING, "movement", "moroccan").play("done")
    assert ("11.C.4", "B") == table.reason("enter s-ceres b")
    assert ("11.C.4", "2º Bón. Infantería de Marina", "Ceres") == table.reason("enter s-marina a")
    assert ("11.C.4", "Ceres") == table.reason("enter s-cuenca a")
    assert ("11.C.4",) == table.reason("done")
    ashore = scene(ARRIVING.replace("s-ceres waiting", "s-ceres mar-del-tarajal"), "movement", "moroccan").play("done")
    assert ("11.C.4", "B") == ashore.reason("enter s-marina b")


NEEDS_PRIM = "s-cuenca b reduced, s-caz-vergara b, s-prim b, m-gk-haus as-salam"


@pytest.mark.rule("6.1")
@pytest.mark.rule("10")
@pytest.mark.parametrize(("line", "more", "units"), [
    (NEEDS_PRIM, {}, {"s-caz-vergara", "s-cuenca"}),
    ("m-rif-tuzin benider, m-rif-ifur benider, m-gm-haz benider, m-abbas benider, s-rey bosque-de-am-sal, "
     "s-caz-navas bosque-de-am-sal", {"phasing": "moroccan", "scenario": "wad-ras"},
     {"m-rif-tuzin", "m-rif-ifur", "m-gm-haz"}),
])
def test_the_officer_helps_the_unit_that_cannot_fire_alone(
    scene: Any, line: str, more: dict[str, Any], units: set[str]
) -> None:
    """The shots left are the most that can be made, and firing all of them makes as many."""
    table = scene(line, "fire", **more)
    (left,) = table.rules.still_to_do(table.state)
    assert ((len(units),), units) == (facts(left.text), set(left.units))
    fired = set()
    while step := table.rules.autoplay_step(table.state):
        if step[1] is not None:
            fired.add(step[1].unit)
            table = table.play(step[1].notation)
        else:
            table = table.play(1 if table.dice[0][0] else 0)
    assert units == fired


@pytest.mark.rule("8.1")
def test_the_prompt_names_the_units_that_may_still_act(scene: Any) -> None:
    """A Bujari unit that has entered the enemy's area is named no longer."""
    line = "m-bujari-1 rio-castillejos, m-seyyid-1 rio-castillejos, s-cuenca ar-raham, s-luchana castillejos"
    table = scene(line, "movement", "moroccan").play("activate m-bujari-1", "activate m-seyyid-1")
    assert ["Bujari 1", "Seyyid 1"] == [name for name in ("Bujari 1", "Seyyid 1") if name in prompt_text(table)]
    after = prompt_text(table.play("move m-bujari-1 ar-raham"))
    assert ["Seyyid 1"] == [name for name in ("Bujari 1", "Seyyid 1") if name in after]


@pytest.mark.rule("8")
@pytest.mark.rule("9")
@pytest.mark.parametrize(("line", "who"), [
    ("s-montada playa-del-tarajal, s-cuenca a", "guns"), ("s-husares ar-rahim", "cavalry"),
    ("s-montada playa-del-tarajal, s-husares a", "cavalry and guns")])
def test_the_prompt_names_what_may_still_be_activated(scene: Any, line: str, who: str) -> None:
    """Guns, cavalry, or both."""
    target = "boca-del-rio" if "playa" not in line else "castillejos"
    table = scene(f"{line}, m-gum-uagit {target}", "fire")
    assert who.split(" and ") == [word for word in ("cavalry", "guns") if word in prompt_text(table)]


@pytest.mark.rule("9")
@pytest.mark.parametrize(("units", "faces", "text"), [
    ("m-nizam-nur playa-del-tarajal", (5, 6), "losses"),
    ("m-nizam-nur playa-del-tarajal, m-gum-uagit playa-del-tarajal", (5, 6), "losses"),
    ("m-gk-haus playa-del-tarajal, m-gum-uagit playa-del-tarajal", (5, 6), "losses; others demoralized"),
    ("m-nizam-nur playa-del-tarajal, m-omar playa-del-tarajal", (5, 5), "all troops demoralized"),
    ("m-omar playa-del-tarajal", (5, 5), "all demoralized"),
    ("m-omar playa-del-tarajal", (5, 3), "all retreat"),
])
def test_the_report_of_a_guns_fire_names_no_unit_that_it_spares(
    scene: Any, units: str, faces: tuple[int, int], text: str
) -> None:
    """A regular that lost a step, and an officer with troops, are not demoralized (9, ruling 11)."""
    table = scene(f"s-montada a, {units}", "movement")
    table = table.play("activate s-montada", "bombard s-montada playa-del-tarajal")
    preview = table.rules.preview(table.state, table.rules.parse("roll 0,1"))
    texts = {outcome.result: str(outcome.text) for outcome in preview.outcomes}
    assert units.startswith("m-omar") is not ("troops" in texts["D"])
    assert texts_of(table.play(faces), "rolled")[0].endswith(f": {text}")


@pytest.mark.rule("6.2")
@pytest.mark.rule("10")
def test_officers_are_captured_with_the_loss_of_their_troops(scene: Any) -> None:
    """An officer who was alone is eliminated (ruling 11)."""
    riders = "m-bujari-1 castillejos came=ar-rahim, m-bujari-2 castillejos came=ar-rahim"
    lost = scene(f"{riders}, s-caz-vergara castillejos, s-prim castillejos", "shock", "moroccan")
    lost = lost.play("shock castillejos", (5, 0))
    assert [("s-caz-vergara", Lost), ("s-prim", Captured)] == losses(lost)
    alone = scene(f"{riders}, s-prim castillejos", "shock", "moroccan").play("shock castillejos", (5, 0))
    assert [("s-prim", Lost)] == losses(alone)


@pytest.mark.rule("5")
def test_the_movement_phase_lasts_until_all_have_room(scene: Any) -> None:
    """A unit that must retreat for want of room keeps the phase open (ruling 4)."""
    line = "s-cordoba a moved, s-saboya a moved, s-leon a moved, s-ingenieros a moved, m-gum-uagit casa-de-la-condesa"
    table = scene(line, "movement").play("done")
    prompt = table.rules.prompt(table.state)
    assert prompt_text(table).startswith("No room")
    assert ("movement", "spanish") == (prompt.phase, prompt.phasing_seat)


@pytest.mark.rule("5")
@pytest.mark.rule("11.C.3")
def test_a_landing_in_a_full_area_warns_as_a_move_does(scene: Any) -> None:
    """Nine points that can leave make room (ruling 4)."""
    line = "s-ceres mar-de-los-castillejos, s-marina mar-de-los-castillejos aboard, m-gum-uagit al-wahhab"
    nine = ", ".join(f"s-{name} castillejos" for name in ("cordoba", "saboya", "leon"))
    verdict = scene(f"{line}, {nine}", "movement").check("land s-marina castillejos")
    assert isinstance(verdict, Legal)
    assert verdict.note is not None
    assert "5 (ruling 4)" == str(verdict.note.rule)
    assert scene(line, "movement").check("land s-marina castillejos") == Legal()


@pytest.mark.rule("6.2")
def test_attackers_without_a_way_back_do_not_leave(scene: Any) -> None:
    """On a tie the marines, who came from the sea, must leave, and are lost (ruling 10)."""
    ring = ", ".join(f"m-gum-{name} {area}" for name, area in (
        ("uagit", "castillejos"), ("arbaa", "playa-del-tarajal"), ("hamsa", "casa-del-morabito"),
        ("sitta", "ar-rahim"), ("sabaa", "boca-del-rio")))
    line = "s-marina castillejos came=mar-de-los-castillejos, s-ceres mar-de-los-castillejos"
    table = scene(f"{line}, {ring}", "shock").play("shock castillejos", 2, (1, 1))
    assert ["must" in text for text in texts_of(table, "noted")] == [True]
    assert ["s-marina"] == table.removed()
