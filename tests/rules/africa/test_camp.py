"""Before the battle: the camp of Muley Achmed is set up (11.T.4, ruling 18), and tribes may be absent (ruling 20)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from game.core.contract import BadPosition
from game.core.event import PhaseBegan
from game.rules.africa.units import ADJECTIVES, MOROCCAN
from tests.pointing import pickable, why_idle

NORTH, SOUTH = "campamento-de-muley-achmed-norte", "campamento-de-muley-achmed-sur"
CAMPED = {"m-okla", "m-gk-tanja", "m-nizam-nur", "m-achmet", "m-kabul", "m-gk-anyera", "m-nizam-din"}


@pytest.mark.rule("11.T.4")
def test_each_unit_of_the_camp_may_be_in_either_area(battle: Any) -> None:
    """The seven units of the list may move to the other area; no other unit may, nor may they go elsewhere."""
    table = battle("tetuan")
    assert (1, "setup", "moroccan") == table.now
    found = dict(text.split()[1:] for text in table.legal("enter"))
    assert (CAMPED, SOUTH) == (set(found), found["m-okla"])
    assert CAMPED == set(pickable(table.rules, table.state)["act"])
    table = table.play(f"enter m-okla {SOUTH}")
    assert ["11.T.4 (ruling 18)"] == table.rules_of("moved")
    assert f"enter m-okla {NORTH}" not in table.legal()
    assert ("11.T.4 (ruling 18)", "Okla") == table.reason(f"enter m-okla {NORTH}")
    assert ("11.T.4 (ruling 18)", "Kabul", "Tetuán") == table.reason("enter m-kabul tetuan")
    assert ("11.T.4 (ruling 18)", "Abbas") == table.reason(f"enter m-abbas {NORTH}")


@pytest.mark.rule("11.T.4")
def test_nine_points_an_area(battle: Any) -> None:
    """Rule 5 applies to the camp too: ten points do not fit."""
    table = battle("tetuan").play(f"enter m-gk-tanja {SOUTH}", f"enter m-nizam-nur {SOUTH}")
    assert ("5", 1, "Campamento de Muley Achmed Sur", 9, 9) == table.reason(f"enter m-okla {SOUTH}")
    assert f"enter m-achmet {SOUTH}" in table.legal()
    (left,) = table.rules.still_to_do(table.state)
    assert set(left.units) == {text.split()[1] for text in table.legal("enter")}
    assert "m-okla" not in left.units


@pytest.mark.rule("11.T.4")
def test_no_unit_acts_before_the_camp_is_set_up(battle: Any) -> None:
    """This holds for both sides' foot, cavalry and guns, interrupts included; afterwards the camp cannot be changed."""
    table = battle("tetuan")
    for first in ("activate s-montana-2", "activate m-okla", "move s-prim 4", "fire s-prim al-bari"):
        assert ("11.T.4 (ruling 18)",) == table.reason(first), first
    assert () == table.rules.may_interrupt(table.state)
    assert str(table.rules.prompt(table.state).main_label).startswith("Accept camp")
    table = table.play("done")
    assert [(1, "fire")] == [(event.turn, event.phase) for event in table.events if isinstance(event, PhaseBegan)]
    assert ((1, "fire", "spanish"), ("moroccan",)) == (table.now, table.rules.may_interrupt(table.state))
    assert ("11.T.4 (ruling 18)",) == table.reason(f"enter m-okla {SOUTH}")


@pytest.mark.rule("11.T.4")
def test_only_a_new_battle_has_a_camp_to_set_up(africa: Any, battle: Any) -> None:
    """The Castillejos have none, nor do later turns; the position has the pending set-up."""
    assert "spanish" == battle("castillejos").now[2]
    position = battle("tetuan").position
    assert [{"kind": "sharing", "seat": "moroccan"}] == position["pending"]
    assert "moroccan" == africa.to_act(africa.from_position({"scenario": "tetuan"}))
    for wrong in ({"turn": 2}, {"phase": "movement"}, {"scenario": "castillejos", "units": [], "spanish_control": []},
                  {"pending": [{"kind": "sharing", "seat": "spanish"}]}):
        with pytest.raises(BadPosition):
            africa.from_position({**position, **wrong})


AWAY = ("absent-kabila",)


@pytest.mark.rule("2.1")
@pytest.mark.parametrize(("name", "tribes"), [
    ("castillejos", ["m-gk-haus", "m-gk-tanja", "m-gk-anyera"]),
    ("tetuan", ["m-gk-haus", "m-gk-tanja", "m-gk-anyera", "m-gk-hozmar"]), ("wad-ras", ["m-gk-haus"])])
def test_absent_tribes(battle: Any, name: str, tribes: list[str]) -> None:
    """With the option a die is rolled for each tribe of the set-up first; on a 1 it is absent (ruling 20)."""
    table = battle(name, AWAY)
    first = table
    for number, tribe in enumerate(tribes):
        assert ([(1, 6)], tribe) == (table.dice, table.position["pending"][-1]["queue"][0])
        assert "2.1 (ruling 20)" == str(table.rules.prompt(table.state).rule)
        roll = table.rules.pending_roll(table.state)
        assert {"absent": Fraction(1, 6), "present": Fraction(5, 6)} == roll.outcomes
        assert table.rules.may_interrupt(table.state) == ()
        table = table.play(1 if number % 2 == 0 else 2)
    assert set(tribes[::2]) == first.units.keys() - table.units.keys()
    assert ("moroccan" if name == "tetuan" else "spanish") == table.now[2]
    began = [(event.turn, event.phase) for event in table.events if isinstance(event, PhaseBegan)]
    assert ([] if name == "tetuan" else [(1, "fire")]) == began
    assert set(battle(name).units) == set(first.play(*[6] * len(tribes)).units)
    assert [] == battle(name).dice


@pytest.mark.rule("2.1")
def test_an_absent_tribe_is_not_set_up(battle: Any) -> None:
    """In the set-up of the camp the refusal names the tribe and its ruling; a tribe that is there may be placed."""
    table = battle("tetuan", AWAY).play(6, 1, 6, 6)
    camp = "campamento-de-muley-achmed-sur"
    assert ("2.1 (ruling 20)", "Gaix Kabila Tanja") == table.reason(f"enter m-gk-tanja {camp}")
    there = battle("tetuan", AWAY).play(6, 6, 6, 6)
    assert f"enter m-gk-tanja {camp}" in there.legal()


@pytest.mark.rule("11.C.3")
def test_the_dice_of_the_tribes_need_the_option(africa: Any, battle: Any) -> None:
    """In a position they are pending only with the option."""
    table = battle("castillejos", AWAY)
    assert table.state == africa.from_position(table.position)
    assert table.state == africa.from_position({"scenario": "castillejos", "options": list(AWAY)})
    assert ("6", "Gaix Kabila Haus") == table.reason("done")
    queue = [{"kind": "muster", "queue": ["m-gum-uagit"]}]
    wrongs: list[dict[str, Any]] = [{"options": []}, {"turn": 3}, {"pending": queue}]
    for wrong in wrongs:
        with pytest.raises(BadPosition):
            africa.from_position({**table.position, **wrong})


@pytest.mark.rule("11.T.4")
def test_interrupts_wait_for_the_camp(africa: Any) -> None:
    """The reason for the other side's guns and cavalry is the set-up of the camp."""
    state = africa.initial("tetuan")
    gun = state.setting.slot["s-montada"] if "s-montada" in state.setting.slot else state.setting.slot["s-a-caballo"]
    why = why_idle(africa, state, state.setting.units[gun].id, "spanish")
    asked, salvo = africa.interrupt_prompt(state, "spanish"), africa.why_no_fire_all(state, "spanish")[0]
    waits = africa.waits_for(state, "spanish")
    assert {"11.T.4 (ruling 18)"} == {str(cited.rule) for cited in (why, asked, salvo, waits)}
    assert why.text.values is not None
    assert (why.text, ADJECTIVES[MOROCCAN]) == (asked.text, why.text.values["side"])
    assert salvo.text == why.text
