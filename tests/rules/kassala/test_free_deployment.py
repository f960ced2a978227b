"""Option IV.B: the players set up in their own halves, the Christian player first."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from game.core.message import values_in
from game.core.verdict import Legal
from game.rules.kassala.units import ROSTER
from tests.pointing import offered, survey
from tests.rules.table import cited

NORTH = set(tomllib.loads((Path(__file__).parents[2] / "facts" / "kassala.toml").read_text("utf-8"))["terrain"][
    "north_of_dotted_line"])
FREE = ("free-deployment",)
CHRISTIANS = {
    "c-port1": "0304", "c-port2": "0305", "c-musk1": "0406", "c-galla1": "0804", "c-galla2": "0805", "c-eth1": "0607",
    "c-eth2": "0806", "c-res1": "0507", "c-can1": "0506", "c-can2": "0706",
}


def christians_placed(battle: Any, *options: str) -> Any:
    """The Christian side is in its printed set-up and has ended it."""
    table = battle(FREE + options)
    return table.play(*(f"place {u} {h}" for u, h in CHRISTIANS.items()), "end-setup")


@pytest.mark.rule("IV.B")
def test_the_whole_set_up(battle: Any) -> None:
    """After the Christian and the Moslem set-up, turn 1 begins with the Moslem movement."""
    table = battle(FREE)
    assert (1, "setup", "christian") == table.now
    assert {None} == set(table.units.values())
    table = christians_placed(battle)
    assert (1, "setup", "moslem") == table.now
    moslems = [u.id for u in ROSTER if u.seat == 0]
    for unit, place in zip(moslems, sorted(NORTH), strict=False):
        table = table.play(f"place {unit} {place}")
    assert {"end-setup"} == table.legal()
    table = table.play("end-setup")
    assert (1, "movement", "moslem") == table.now
    assert len(ROSTER) == sum(place is not None for place in table.units.values())


@pytest.mark.rule("IV.B")
@pytest.mark.parametrize("options", [(), ("cannon",), ("cannon", "mixed-attacks")])
def test_both_sides_can_set_up_as_printed(battle: Any, options: tuple[str, ...]) -> None:
    """One placement after the other is offered until all units have their printed hexes."""
    table = battle(FREE + options)
    for seat, count in (("christian", 10), ("moslem", len(ROSTER) - 10)):
        assert (1, "setup", seat) == table.now
        said = "Use the printed set-up"
        for _ in range(count):
            label, action = table.rules.autoplay_step(table.state)
            assert said == label
            table, said = table.play(action.notation), "Place the rest as printed"
        assert table.rules.autoplay_step(table.state) is None
        assert {"end-setup"} == table.legal()
        table = table.play("end-setup")
    assert table.units == battle(options).units
    assert table.rules.autoplay_step(table.state) is None


@pytest.mark.rule("IV.B")
def test_units_placed_by_hand_stay_when_the_rest_is_as_printed(battle: Any) -> None:
    """A unit whose printed hex is taken is left to place, as the label and the summary say."""
    taken = battle().units["c-eth1"]
    table = battle(FREE).play(f"place c-res1 {taken}")
    assert [8, 9] == list(values_in(table.rules.autoplay_step(table.state)[0]))
    while (left := table.rules.autoplay_step(table.state)) is not None:
        table = table.play(left[1].notation)
    assert taken == table.units["c-res1"]
    assert [unit.id for unit in ROSTER if unit.seat == 1 and table.units[unit.id] is None] == ["c-eth1"]
    assert [1] == list(values_in(table.rules.autoplay_rest(table.state)))
    assert not table.rules.autoplay_rest(table.play("place c-eth1 0507").state)


@pytest.mark.rule("IV.B")
def test_only_with_the_option(battle: Any) -> None:
    """Without it the printed set-up is used and no unit may be placed."""
    assert (1, "movement", "moslem") == battle().now
    assert "II.A.1" == battle().refusal("place c-eth1 0507")


@pytest.mark.rule("IV.B.1")
def test_christians_deploy_south_of_the_line(battle: Any) -> None:
    """All Christian units and no others may be placed, in every hex south of the line and none north."""
    table = battle(FREE)
    board = table.rules.board(table.state)
    south = {notation.split()[2] for notation in table.legal("place c-eth1")}
    assert set(board.hexes) - NORTH == south
    assert ("IV.B.1", "0302") == table.reason("place c-eth1 0302")
    assert "IV.B.1" == table.refusal("place m-nub1 0101")
    assert ("IV.B.1", "Nubian infantry 1") == table.reason("place m-nub1 0507")
    assert ("IV.B.1", 10) == table.reason("end-setup")
    placed = table.play("place c-eth1 0507")
    assert ("IV.B.1 (ruling 19)", "Ethiopian infantry 1") == placed.reason("place c-eth1 0508")
    assert "II.D.15" == table.refusal("place c-eth1 0106")


@pytest.mark.rule("IV.B.2")
def test_moslems_deploy_north_of_the_line(battle: Any) -> None:
    """They may be placed in every hex north of it and none south, after the Christian player."""
    table = christians_placed(battle)
    assert {n.split()[2] for n in table.legal("place m-nub1")} == NORTH
    assert ("IV.B.2", "0303") == table.reason("place m-nub1 0303")
    assert "IV.B.2" == table.refusal("place c-eth1 0507")
    first = table.play("place m-nub1 0101")
    assert ("IV.B.2 (ruling 19)", "Nubian infantry 1") == first.reason("place m-nub1 0102")
    lacking = {**table.position, "units": [u for u in table.position["units"] if u["id"] != "m-nub1"]}
    state = table.rules.from_position(lacking)
    verdict = table.rules.check(state, table.rules.parse("place m-nub1 0101"))
    assert ("IV.B.2", "Nubian infantry 1") == cited(verdict)
    assert ("IV.B.2", 13) == table.reason("end-setup")


@pytest.mark.rule("IV.B")
@pytest.mark.rule("II.D.9")
def test_stacking_in_free_deployment_without_the_cannon_option(battle: Any) -> None:
    """The Moslem cannon may be stacked or separate; no other units may share a hex, not even Christian cannon
    (ruling 9)."""
    table = christians_placed(battle).play("place m-can1 0302")
    assert table.check("place m-can2 0302")
    assert table.check("place m-can2 0301")
    assert ("II.D.9 (ruling 9)", "Moslem cannon 1", "0302") == table.reason("place m-nub1 0302")
    three = table.play("place m-can2 0302", "place m-can3 0302")
    assert ["0302"] * 3 == [p for u, p in three.units.items() if u.startswith("m-can")]
    company = christians_placed(battle).play("place m-nub1 0302")
    assert ("II.D.9 (ruling 9)", "Nubian infantry 1", "0302") == company.reason("place m-can1 0302")
    guns = battle(FREE).play("place c-can1 0506")
    assert "II.D.9 (ruling 9)" == guns.refusal("place c-can2 0506")


@pytest.mark.rule("IV.B")
@pytest.mark.rule("IV.A.2")
def test_stacking_in_free_deployment_with_the_cannon_option(battle: Any) -> None:
    """Three cannon and one other unit of either side may share a hex."""
    table = battle((*FREE, "cannon")).play("place c-can1 0506", "place c-can2 0506", "place c-eth1 0506")
    assert "IV.A.2" == table.refusal("place c-eth2 0506")
    four = christians_placed(battle, "cannon").play("place m-nub1 0302", "place m-can1 0302", "place m-can2 0302")
    assert four.check("place m-can3 0302")
    assert "IV.A.2" == four.refusal("place m-nub2 0302")


@pytest.mark.rule("II.D.12")
@pytest.mark.parametrize("town", ["0304", "0804", "0805"])
def test_no_cavalry_deployed_in_a_town(battle: Any, town: str) -> None:
    """The reserve cavalry may not be set up where cavalry may not move (ruling 10)."""
    table = battle(FREE)
    assert "II.D.12 (ruling 10)" == table.refusal(f"place c-res1 {town}")
    assert table.check(f"place c-eth1 {town}")


@pytest.mark.rule("IV.B.2")
def test_moslems_may_deploy_next_to_christians(battle: Any) -> None:
    """The line leaves no gap: a unit set up in contact is held and must fight in turn 1."""
    places = {**CHRISTIANS, "c-port1": "0303"}
    table = battle(FREE).play(*(f"place {u} {h}" for u, h in places.items()), "end-setup")
    others = [u.id for u in ROSTER if u.seat == 0 and u.id != "m-nub1"]
    hexes = sorted(NORTH - {"0403"})
    table = table.play("place m-nub1 0403", *(f"place {u} {h}" for u, h in zip(others, hexes, strict=False)))
    table = table.play("end-setup")
    assert "II.D.11" == table.refusal("move m-nub1 0503")
    table = table.play("end-movement")
    assert (1, "combat", "moslem") == table.now
    assert {"m-nub1", "c-port1"} <= set(table.position["obliged"])


def test_survey_of_a_unit_to_place(battle: Any) -> None:
    """The survey has every hex with the placement or the reason."""
    table = battle(FREE)
    found = survey(table.rules, table.state, "c-res1")
    ways = {action.notation for (action,) in offered(table.rules, table.state, "c-res1")}
    for place, verdict in found.items():
        checked = table.check(f"place c-res1 {place}")
        assert bool(checked) == bool(verdict), place
        if isinstance(verdict, Legal):
            assert f"place c-res1 {place}" in ways
        else:
            assert str(checked) == str(verdict)
    assert len(found) == 58
