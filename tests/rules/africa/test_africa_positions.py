"""Invalid positions are refused in words; the contract's fuzzer damages them at random, these are listed by name."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.contract import BadPosition

SHOT = {"kind": "fire", "unit": "s-cuenca", "area": "a", "target": "m-gum-uagit", "leader": None,
        "defensive": False}
RALLY = {"kind": "rally", "queue": []}


@pytest.mark.parametrize(("line", "said"), [
    ("s-cuenca b, s-cuenca b", "units/s-cuenca: expected each unit once"),
    ("s-caz-vergara b reduced", "s-caz-vergara: it has no step to lose"),
    ("s-cuenca mar-del-tarajal", "s-cuenca: it cannot be in mar-del-tarajal, which is sea"),
    ("s-ceres b", "s-ceres: it cannot sail to b"),
    ("s-marina a aboard", "s-marina: it is not aboard a ship in its area"),
    ("s-cordoba waiting moved", "s-cordoba: it is not on the map and cannot be 'moved'"),
    ("s-montada waiting defensive_shots=1", "s-montada: it is not on the map and cannot have 'defensive_shots'"),
    ("s-cordoba waiting came=a", "s-cordoba: it is not on the map and cannot have 'came'"),
    ("s-ceres mar-del-tarajal demoralized", "s-ceres: it cannot be 'demoralized'"),
    ("s-ceres mar-del-tarajal, s-marina mar-del-tarajal aboard demoralized", "s-marina: it cannot be 'demoralized'"),
    ("s-cuenca b came=castillejos", "s-cuenca: it cannot have come from castillejos"),
    ("s-cuenca b came=b", "s-cuenca: it cannot have come from b"),
    ("s-cuenca b active", "s-cuenca: it is neither cavalry nor a gun"),
    ("s-montada b second", "s-montada: it cannot be 'second'"),
    ("s-husares b active second", "s-husares: it cannot be 'second'"),
    ("s-montada b moved_active", "s-montada: it cannot be 'moved_active'"),
    ("s-montada b active moved_active defensive_shots=2", "s-montada: it cannot have fired so often"),
    ("s-montada b active moved_active defensive_shots=1 shots=a", "s-montada: it cannot have fired so often"),
    ("s-cuenca b defensive_shots=1", "s-cuenca: it cannot have fired so often"),
])
def test_units_in_impossible_places(scene: Any, line: str, said: str) -> None:
    """Terrain, steps, the ship and the origin of an attacker must fit."""
    with pytest.raises(BadPosition) as refused:
        scene(line)
    assert said in str(refused.value)


@pytest.mark.parametrize(("phase", "stands"), [("fire", False), ("end", False), ("movement", True), ("shock", True)])
def test_both_sides_in_one_area(scene: Any, phase: str, stands: bool) -> None:
    """It is possible only between entering and the shock (3)."""
    line = "s-cuenca a, m-gum-uagit a"
    if stands:
        assert scene(line, phase).state.contested()
        return
    with pytest.raises(BadPosition, match="both sides are in a; in the phase"):
        scene(line, phase, pending=[RALLY] if phase == "end" else [])


def test_no_shared_area_during_the_set_up_of_the_camp(africa: Any) -> None:
    """At Tetuan this set-up comes first, before any move (ruling 18)."""
    start = africa.position(africa.initial("tetuan"))
    units = [{"id": unit, "place": "trinchera-derecha"} for unit in ("s-cordoba", "m-gk-hozmar")]
    position = {key: start[key] for key in ("scenario", "phase", "phasing", "pending")} | {"units": units}
    with pytest.raises(BadPosition, match="both sides are in trinchera-derecha"):
        africa.from_position(position)


@pytest.mark.parametrize("given", ["moroccan", "chance", "moslem", None, 5])
def test_the_seat_to_act_must_fit_the_position(africa: Any, given: Any) -> None:
    """A position with the wrong seat to act is refused."""
    position = africa.position(africa.initial("castillejos"))
    assert position["to_act"] == "spanish"
    with pytest.raises(BadPosition, match=r"position/to_act: expected ('spanish'|a text)"):
        africa.from_position({**position, "to_act": given})


@pytest.mark.parametrize(("phase", "pending", "said"), [
    ("fire", {**SHOT, "target": "m-gk-anyera"}, "its target is not the unit to be fired at there"),
    ("fire", {**SHOT, "area": "casa-de-la-condesa", "target": "m-gum-arbaa"}, "2 coins cannot hit"),
    ("fire", {**SHOT, "area": "castillejos"}, "its area is out of range"),
    ("fire", {**SHOT, "leader": "s-zabala"}, "its officer is not in the unit's stack"),
    ("fire", {**SHOT, "factor": 3}, "its rolls do not fit its unit"),
    ("movement", SHOT, "its side does not fire now"),
    ("fire", RALLY, "it has no place in the phase 'fire'"),
    ("fire", {"kind": "shock", "area": "b", "attacker": "spanish"}, "there is no shock combat to resolve there"),
    ("fire", {"kind": "losses", "seat": "spanish", "area": "b", "left": 1}, "no shock combat was fought there"),
    ("fire", {"kind": "activation", "seat": "spanish", "units": [], "gun": False}, "its units are not all cavalry"),
    ("fire", {"kind": "barrage", "unit": "s-montada", "area": "castillejos", "leader": None}, "not an activated gun"),
    ("fire", {"kind": "retreat", "queue": ["s-zabala"], "steps": 1, "seen": [], "far": False, "cause": "fire"},
     "its units are not all of one side and on the map"),
    ("fire", {"kind": "retreat", "queue": ["s-cuenca"], "steps": 9, "seen": ["b"], "far": False, "cause": "fire"},
     "pending/0/steps: expected a whole number from 0 to 2"),
    ("fire", {"kind": "retreat", "queue": ["s-cuenca"], "steps": 1, "seen": ["b"], "far": False, "cause": "fear"},
     "pending/0/cause: there is no 'fear'"),
    ("end", {"kind": "entry", "queue": ["s-marina"]}, "its units have nothing to choose"),
    ("fire", {"kind": "storm"}, "pending/0/kind: there is no 'storm'"),
])
def test_impossible_pending_decisions(scene: Any, phase: str, pending: dict[str, Any], said: str) -> None:
    """Every kind of pending roll or choice must fit the units and the phase."""
    line = "s-cuenca b, s-montada playa-del-tarajal, m-gum-uagit a, m-gk-anyera a, m-gum-arbaa casa-de-la-condesa"
    with pytest.raises(BadPosition) as refused:
        scene(line, phase, pending=[pending])
    assert said in str(refused.value)


@pytest.mark.parametrize(("line", "pending"), [
    ("s-cuenca b demoralized", [SHOT]),
    ("s-montada b", [{**SHOT, "unit": "s-montada"}]),
    ("s-husares b", [{**SHOT, "unit": "s-husares"}]),
    ("s-cuenca b, s-husares b active", [{"kind": "activation", "seat": "spanish", "units": ["s-husares"],
                                         "gun": False}, SHOT]),
])
def test_no_fire_is_pending_by_a_unit_that_may_not_fire(scene: Any, line: str, pending: list[dict[str, Any]]) -> None:
    """A demoralized unit; a gun or cavalry that is not activated; a unit that is no part of the activation."""
    with pytest.raises(BadPosition, match="its unit cannot fire"):
        scene(f"{line}, m-gum-uagit a, m-gk-anyera a", pending=pending)


@pytest.mark.parametrize(("more", "said"), [
    ({"captured": ["m-gk-haus"]}, "captured: expected convoys"),
    ({"captured": 1.5}, "captured: expected a list"),
    ({"kabila": {"m-gk-haus": 4, "m-gk-tanja": 4}}, "kabila: expected the factor 4 only once"),
    ({"kabila": {"m-gum-uagit": 2}}, "kabila/m-gum-uagit: expected a unit with a hidden factor"),
    ({"spanish_control": {"b": 1}}, "spanish_control: expected a list"),
])
def test_other_inconsistent_values(scene: Any, more: dict[str, Any], said: str) -> None:
    """Captures, hidden factors and control must fit."""
    with pytest.raises(BadPosition) as refused:
        scene("s-cuenca b, m-gum-uagit casa-de-la-condesa", **more)
    assert said in str(refused.value)


def test_the_end_of_a_turn_needs_its_rally_and_the_end_of_a_battle_its_last_turn(scene: Any) -> None:
    """Without them the game could not continue."""
    with pytest.raises(BadPosition, match="expected the rally"):
        scene("s-cuenca b, m-gum-uagit al-wahhab", "end")
    with pytest.raises(BadPosition, match="expected 'over' after turn 15"):
        scene("s-cuenca b, m-gum-uagit al-wahhab", "over")
    assert scene("s-cuenca b, m-gum-uagit al-wahhab", "over", turn=15).now[2] is None


def test_a_pending_roll_reads_back(scene: Any) -> None:
    """Fire with pending coins continues as if it had been declared."""
    line = "s-cuenca b, m-gum-uagit a, m-gk-anyera a"
    table = scene(line, pending=[SHOT])
    assert scene(line).play("fire s-cuenca a").position["pending"] == table.position["pending"]
    assert "playa-del-tarajal" == table.play(3, 0).units["m-gum-uagit"]
