"""Sections II.A to II.C: the printed set-up, the sequence of play, zones of control."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from game.rules.kassala.system import Kassala
from tests.rules.table import facts

FACTS: dict[str, Any] = tomllib.loads((Path(__file__).parents[2] / "facts" / "kassala.toml").read_text("utf-8"))
APART = "m-nub1 0101, c-eth1 0807"
"""Two units out of each other's reach."""


@pytest.mark.rule("II.A")
@pytest.mark.rule("II.A.1")
def test_printed_set_up(battle: Any) -> None:
    """Every counter is in its printed hex, the Moslem player moves first, and there is no set-up."""
    table = battle()
    expected = sorted(row[4] for side in ("moslem", "christian") for row in FACTS["setup"][side])
    assert expected == sorted(table.units.values())
    assert (1, "movement", "moslem") == table.now
    assert "II.A.1" == table.refusal("place m-nub1 0102")
    assert "II.A.1" == table.refusal("end-setup")


@pytest.mark.rule("II.A.1")
def test_three_moslem_cannon_start_in_one_hex(battle: Any) -> None:
    """The printed stack is in 0302 without any option."""
    assert ["0302"] * 3 == [place for unit, place in battle().units.items() if unit.startswith("m-can")]


@pytest.mark.rule("II")
@pytest.mark.rule("II.B")
def test_order_of_a_turn(movement: Any) -> None:
    """Moslem movement and combat, Christian movement and combat, then the next turn."""
    table = movement("m-nub1 0404, c-eth1 0405")
    order = [table.now]
    for act in ("end-movement", "attack m-nub1 > c-eth1", 3, "end-movement", "attack c-eth1 > m-nub1", 1):
        table = table.play(act)
        if table.now[2] != "chance":
            order.append(table.now)
    assert [
        (1, "movement", "moslem"), (1, "combat", "moslem"), (1, "movement", "christian"), (1, "combat", "christian"),
        (2, "movement", "moslem"),
    ] == order


@pytest.mark.rule("II.B")
def test_combat_without_contact_is_skipped(movement: Any) -> None:
    """If no units are in contact the combat phase is skipped."""
    table = movement(APART).play("end-movement")
    assert (1, "movement", "christian") == table.now
    assert (2, "movement", "moslem") == table.play("end-movement").now


@pytest.mark.rule("II.B")
def test_the_log_has_each_phase(movement: Any) -> None:
    """Each phase that begins has one line, with the turn if it is a movement."""
    table = movement("m-nub1 0404, c-eth1 0405").play(
        "end-movement", "attack m-nub1 > c-eth1", 3, "end-movement", "attack c-eth1 > m-nub1", 1)
    assert [(1, "combat", "moslem"), (1, "movement", "christian"), (1, "combat", "christian"),
            (2, "movement", "moslem")] == [(e.turn, e.phase, e.seat) for e in table.events if e.type == "phase"]
    assert [(), (1,), (), (2,)] == [facts(e.text) for e in table.events if e.type == "phase"]


@pytest.mark.rule("II.B.1")
def test_only_moslem_units_move_in_their_phase(movement: Any) -> None:
    """A Christian unit is refused with the phase."""
    table = movement(APART)
    assert "II.B.1" == table.refusal("move c-eth1 0707")
    assert table.check("move m-nub1 0202")


@pytest.mark.rule("II.B.2")
def test_moslem_combat_follows_the_movement(movement: Any) -> None:
    """Ending movement starts the Moslem attacks; no unit may move, and the phase cannot be left."""
    table = movement("m-nub1 0404, m-nub2 0101, c-eth1 0405").play("end-movement")
    assert (1, "combat", "moslem") == table.now
    assert "II.B.2" == table.refusal("move m-nub2 0202")
    assert "II.B.2" == table.refusal("end-movement")
    assert {"attack m-nub1 > c-eth1"} == table.legal()


@pytest.mark.rule("II.B.2")
def test_no_attack_during_movement(movement: Any) -> None:
    """An attack is refused until the combat phase."""
    assert "II.B.1" == movement("m-nub1 0404, c-eth1 0405").refusal("attack m-nub1 > c-eth1")


@pytest.mark.rule("II.B.3")
def test_only_christian_units_move_in_their_phase(movement: Any) -> None:
    """After the Moslem combat the Christian player moves."""
    table = movement(APART).play("end-movement")
    assert "II.B.3" == table.refusal("move m-nub1 0202")
    assert table.check("move c-eth1 0707")


@pytest.mark.rule("II.B.4")
def test_christian_units_attack_in_their_combat(movement: Any) -> None:
    """In the Christian combat Moslem units cannot attack."""
    table = movement("m-nub1 0404, c-eth1 0405", "christian").play("end-movement")
    assert (1, "combat", "christian") == table.now
    assert "II.E" == table.refusal("attack m-nub1 > c-eth1")
    assert {"attack c-eth1 > m-nub1"} == table.legal()
    assert "II.B.4" == table.refusal("move c-eth1 0406")


@pytest.mark.rule("II.B.5")
def test_the_turn_is_marked(movement: Any) -> None:
    """The turn number increases after the Christian phases only."""
    table = movement(APART, turn=4).play("end-movement")
    assert 4 == table.now[0]
    table = table.play("end-movement")
    assert 5 == table.now[0]
    assert ["II.B.5"] == [e.rule.number for e in table.events if e.type == "noted"]


@pytest.mark.rule("II.B.6")
def test_ten_turns_and_no_more(movement: Any) -> None:
    """The game ends after ten turns, not nine; then no action is legal."""
    table = movement(APART)
    for _ in range(19):
        table = table.play("end-movement")
        assert table.rules.result(table.state) is None
    assert (10, "movement", "christian") == table.now
    table = table.play("end-movement")
    assert (10, "over", None) == table.now
    assert table.rules.result(table.state) is not None
    assert set() == table.legal()
    assert "II.B.6" == table.refusal("end-movement")


@pytest.mark.rule("II.C")
@pytest.mark.rule("II.C.1")
@pytest.mark.parametrize("blocker", ["c-eth1", "c-can1", "c-res1"])
def test_every_unit_controls_the_six_hexes_around_it(movement: Any, blocker: str) -> None:
    """In each of the six hexes adjacent to an enemy of any arm, and in no other, cavalry must stop."""
    ring = {"0602", "0702", "0703", "0604", "0503", "0502"}
    outside = {"0601", "0701", "0803", "0605", "0504", "0704"}
    for here in ring | outside:
        table = movement(f"m-mam1 {here}, {blocker} 0603")
        assert (here in ring) == (not table.legal("move")), here


@pytest.mark.rule("II.C.2")
def test_control_holds_movement_and_forces_combat(movement: Any, combat: Any) -> None:
    """The unit that stops an enemy must be attacked by it, and by no unit outside its zone."""
    table = movement("m-mam1 0601, m-mam2 0801, c-eth1 0603")
    assert "II.D.10" == table.refusal("move m-mam1 0602-0702-0703")
    table = table.play("move m-mam1 0602", "end-movement")
    assert {"attack m-mam1 > c-eth1"} == table.legal()
    assert (("m-mam1",), ("c-eth1",)) == tuple(d.units for d in table.rules.prompt(table.state).duties)


def test_the_phases_on_the_turn_track(kassala: Kassala) -> None:
    """The turn track shows the four phases of II.B in order."""
    assert (("moslem", "movement"), ("moslem", "combat"), ("christian", "movement"), ("christian", "combat")) == (
        kassala.theme.phases)
