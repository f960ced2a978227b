"""Section II.D, rules 1 to 11: at least a position for every rule, with its refusal."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.contract import BadPosition
from game.rules.kassala.system import Kassala
from tests.pointing import survey
from tests.rules.table import cited


@pytest.mark.rule("II.D")
def test_each_unit_moves_once(movement: Any) -> None:
    """A unit that has moved may not move again in this phase; the others may."""
    table = movement("m-mam1 0601, m-mam2 0701").play("move m-mam1 0602")
    assert ("II.D.16 (ruling 16)", "Mamluk cavalry 1") == table.reason("move m-mam1 0603")
    assert table.check("move m-mam2 0702")
    both = table.play("move m-mam2 0702")
    assert ["II.D.16 (ruling 16)"] * 2 == [both.refusal("move m-mam1 0603"), both.refusal("move m-mam2 0703")]
    assert set() == both.legal("move")
    assert {"m-mam1", "m-mam2"} == {u["id"] for u in both.position["units"] if u.get("moved")}


@pytest.mark.rule("II.D.1")
@pytest.mark.parametrize("moves", [0, 1, 2, 3])
def test_any_number_of_units_may_move(movement: Any, moves: int) -> None:
    """Any number may move; movement may be ended after each."""
    table = movement("m-nub1 0101, m-nub2 0201, m-nub3 0401, c-eth1 0807")
    for act in ("move m-nub1 0102", "move m-nub2 0202", "move m-nub3 0501")[:moves]:
        table = table.play(act)
    assert (1, "movement", "christian") == table.play("end-movement").now


@pytest.mark.rule("II.D.2")
def test_a_unit_may_move_less_than_its_factor(movement: Any) -> None:
    """Cavalry may move one, two or three hexes."""
    table = movement("m-mam1 0601")
    assert [1, 2, 3] == [table.cost(f"move m-mam1 {h}") for h in ("0602", "0603", "0604")]


@pytest.mark.rule("II.D.2")
def test_ending_in_the_start_hex_is_no_move(movement: Any) -> None:
    """A move may not end in its start hex, directly or by a detour (ruling 15)."""
    table = movement("m-mam1 0601")
    assert "II.D.2 (ruling 15)" == table.refusal("move m-mam1 0601")
    assert "II.D.2 (ruling 15)" == table.refusal("move m-mam1 0602-0601")
    assert {"place": "0601"} == dict(table.check("move m-mam1 0602-0601").reasons[0].values)
    offered = survey(table.rules, table.state, "m-mam1")["0601"]
    assert ("II.D.2 (ruling 15)", "Mamluk cavalry 1", "0601") == cited(offered)


@pytest.mark.rule("II.D.2")
def test_a_detour_over_the_same_hex_is_allowed(movement: Any) -> None:
    """0601-0602-0601-0701 crosses the start again and costs three; friends elsewhere do not matter (ruling 15)."""
    table = movement("m-mam1 0601, m-nub1 0702, m-nub2 0807")
    assert 3 == table.cost("move m-mam1 0602-0601-0701")
    assert 1 == table.cost("move m-mam1 0701")
    assert "0701" == table.play("move m-mam1 0602-0601-0701").units["m-mam1"]


@pytest.mark.rule("II.D.3")
def test_points_are_neither_saved_nor_shared(movement: Any) -> None:
    """A unit that did not move has its normal factor next turn, and gives nothing to its neighbour."""
    table = movement("m-nub1 0602, m-nub2 0101, m-nub3 0201")
    reach = table.legal("move m-nub1")
    assert reach == table.play("move m-nub2 0102").legal("move m-nub1")
    rested = table.play("end-movement", "end-movement")
    assert (2, "movement", "moslem") == rested.now
    assert reach == rested.legal("move m-nub1")
    assert "II.D.8" == rested.refusal("move m-nub1 0606")


@pytest.mark.rule("II.D.4")
def test_the_factor_is_whole_again_every_turn(movement: Any) -> None:
    """A unit makes two full moves in two turns."""
    table = movement("m-nub1 0601, c-eth1 0807").play("move m-nub1 0602-0603", "end-movement", "end-movement")
    assert 2 == table.cost("move m-nub1 0604-0605")


@pytest.mark.rule("II.D.5")
def test_one_point_a_hex(movement: Any) -> None:
    """Three plain hexes cost three points, as in the event."""
    table = movement("m-mam1 0601").play("move m-mam1 0604")
    assert [("moved", "m-mam1", ("0601", "0602", "0603", "0604"), 3, "II.D.5")] == [
        (e.type, e.unit, e.path, e.cost, str(e.rule)) for e in table.events]


@pytest.mark.rule("II.D.5")
def test_a_path_names_every_hex_entered(movement: Any) -> None:
    """A gap in a named path is refused."""
    assert ("II.D.5", "0604", "0602") == movement("m-mam1 0601").reason("move m-mam1 0602-0604")


@pytest.mark.rule("II.D.6")
@pytest.mark.parametrize(("a", "b"), [("0203", "0302"), ("0302", "0203"), ("0705", "0706"), ("0706", "0705")])
def test_wadi_and_trench_cost_two_both_ways(movement: Any, a: str, b: str) -> None:
    """One point for the hex and one for the side, from either hex."""
    assert 2 == movement(f"m-nub1 {a}").cost(f"move m-nub1 {b}")
    assert ["II.D.6"] == [str(event.rule) for event in movement(f"m-nub1 {a}").play(f"move m-nub1 {b}").events]


@pytest.mark.rule("II.D.6")
def test_a_trench_within_a_longer_ride(movement: Any) -> None:
    """Cavalry with three points: one hex and a trench, or a trench and one hex."""
    table = movement("m-mam1 0704")
    assert 3 == table.cost("move m-mam1 0705-0706")
    assert 3 == movement("m-mam1 0705").cost("move m-mam1 0706-0707")


@pytest.mark.rule("II.D.7")
@pytest.mark.parametrize(
    ("unit", "path", "refused"),
    [
        ("m-nub1 0103", "0203-0302", ("II.D.7", 2, 1, 2)),
        ("m-nub1 0704", "0705-0806", ("II.D.7", 2, 1, 2)),
        ("m-nub1 0601", "0602-0603-0604", ("II.D.7", 1, "0604", 0, 2)),
        ("m-nub1 0302", "0203-0202", ("II.D.7", 1, "0202", 0, 2)),
    ],
)
def test_enough_points_or_no_entry(movement: Any, unit: str, path: str, refused: tuple[Any, ...]) -> None:
    """A unit without enough points may not enter: the printed example, over wadi and trench, and plain hexes beyond the
    factor."""
    table = movement(unit)
    assert refused == table.reason(f"move {unit.split()[0]} {path}")


@pytest.mark.rule("II.D.7")
def test_values_of_a_refusal_for_lack_of_points(movement: Any) -> None:
    """The refusal has the numbers, and the survey gives the same reason."""
    table = movement("m-nub1 0103")
    reason = table.check("move m-nub1 0302").reasons[0]
    assert {"needed": 2, "left": 1} == dict(reason.values)
    assert str(survey(table.rules, table.state, "m-nub1")["0302"]) == str(reason)


@pytest.mark.rule("II.D.7")
@pytest.mark.parametrize(
    ("start", "end", "refused"),
    [
        ("0101", "0302", ("II.D.7", 2, 1, 2)),
        ("0102", "0301", ("II.D.7", 2, 1, 2)),
        ("0201", "0302", ("II.D.7", 1, "0302", 0, 2)),
    ],
)
def test_the_refusal_describes_the_cheapest_path(movement: Any, start: str, end: str, refused: tuple[Any, ...]) -> None:
    """If several paths lack points, the one that lacks least is named."""
    assert refused == movement(f"m-nub1 {start}").reason(f"move m-nub1 {end}")


@pytest.mark.rule("II.D.7")
def test_a_stopped_unit_crosses_next_turn(movement: Any) -> None:
    """It moves one hex this turn, and over the wadi with the whole factor in the next."""
    table = movement("m-nub1 0103, c-eth1 0807").play("move m-nub1 0203", "end-movement", "end-movement")
    assert 2 == table.cost("move m-nub1 0302")


@pytest.mark.rule("II.D.8")
@pytest.mark.parametrize(
    ("unit", "end", "refused"),
    [
        ("m-mam1 0601", "0606", ("II.D.8", 5, "0606", 3)),
        ("m-nub1 0601", "0605", ("II.D.8", 4, "0605", 2)),
    ],
)
def test_never_farther_than_the_factor(movement: Any, unit: str, end: str, refused: tuple[Any, ...]) -> None:
    """Hexes out of reach are refused with distance and factor."""
    assert refused == movement(unit).reason(f"move {unit.split()[0]} {end}")


@pytest.mark.rule("II.D.9")
def test_through_friends_but_not_onto_them(movement: Any) -> None:
    """Passing a friend costs nothing extra; ending on one is refused."""
    table = movement("m-mam1 0601, m-arab1 0602, m-can1 0603")
    assert 3 == table.cost("move m-mam1 0602-0603-0604")
    assert ("II.D.9", "Arab cavalry 1", "0602") == table.reason("move m-mam1 0602")
    assert ("II.D.9", "Moslem cannon 1", "0603") == table.reason("move m-mam1 0602-0603")


@pytest.mark.rule("II.D.9")
def test_never_onto_or_through_enemies(movement: Any) -> None:
    """An enemy's hex is closed, as the end of a move and on the way; a ring of enemies has no way around."""
    table = movement("m-mam1 0602, c-eth1 0604")
    assert "II.D.9" == table.refusal("move m-mam1 0604")
    assert ("II.D.9", "Ethiopian infantry 1", "0604") == table.reason("move m-mam1 0604")
    assert "II.D.10" == table.refusal("move m-mam1 0603-0604")
    line = movement("m-mam1 0601, c-eth1 0603, c-eth2 0101")
    assert ("II.D.9", "Ethiopian infantry 1", "0603") == line.reason("move m-mam1 0604")
    adjacent = movement("m-nub1 0101, m-mam1 0602, c-eth1 0603")
    assert "II.D.11" == adjacent.refusal("move m-mam1 0603-0604")


@pytest.mark.rule("II.D.9")
def test_the_printed_stack_is_the_only_one(kassala: Kassala, movement: Any) -> None:
    """Three Moslem cannon may share one hex; no other two units may, not even two Christian cannon."""
    assert movement("m-can1 0302, m-can2 0302, m-can3 0302")
    for pair in ("m-can1 0302, m-nub1 0302", "c-can1 0506, c-can2 0506", "m-nub1 0101, m-nub2 0101",
                 "m-nub1 0101, c-eth1 0101"):
        with pytest.raises(BadPosition, match=r"II\.D\.9"):
            movement(pair)


@pytest.mark.rule("II.D.10")
def test_a_unit_stops_next_to_an_enemy(movement: Any) -> None:
    """It may enter the zone of control, but go no farther, not even into another such hex."""
    table = movement("m-mam1 0601, c-eth1 0603")
    assert 1 == table.cost("move m-mam1 0602")
    assert ("II.D.10", "0602", "Ethiopian infantry 1") == table.reason("move m-mam1 0602-0702-0703")
    assert "II.D.10" == table.refusal("move m-mam1 0602-0502")


@pytest.mark.rule("II.D.10")
def test_a_hex_beyond_the_enemy_is_reached_by_another_way_only(movement: Any) -> None:
    """A legal path around is found; if there is none, the refusal names the hex to stop in."""
    around = movement("m-mam1 0501, c-eth1 0703")
    assert {"move m-mam1 0502-0503"} == {a for a in around.legal("move") if a.endswith("0503")}
    blocked = movement("m-mam1 0601, c-eth1 0603")
    assert "II.D.10" == blocked.refusal("move m-mam1 0703")
    reason = blocked.check("move m-mam1 0703").reasons[0]
    assert ["c-eth1"] == reason.values["next_to"]
    beyond = movement("m-mam1 0203, c-eth1 0104")
    assert ("II.D.10", "0204", "Ethiopian infantry 1") == beyond.reason("move m-mam1 0105")


@pytest.mark.rule("II.D.10")
def test_friends_stop_no_unit(movement: Any) -> None:
    """The reason for a stop names the enemies nearby only, and friends alone stop no unit."""
    table = movement("m-mam1 0601, m-nub1 0503, m-nub2 0502, c-eth1 0603")
    reason = table.check("move m-mam1 0602-0702").reasons[0]
    assert ("0602", ["c-eth1"]) == (reason.values["stops_in"], reason.values["next_to"])
    assert 2 == movement("m-mam1 0601, m-nub1 0503, m-nub2 0502").cost("move m-mam1 0602-0702")


@pytest.mark.rule("II.D.11")
def test_a_unit_next_to_an_enemy_is_held(movement: Any) -> None:
    """It may not move at all, not even along the enemy; when the enemy has left it may."""
    table = movement("m-mam1 0602, c-eth1 0603")
    assert ("II.D.11", "Mamluk cavalry 1", "Ethiopian infantry 1") == table.reason("move m-mam1 0601")
    assert set() == table.legal("move")
    assert movement("m-mam1 0602, c-eth1 0605").check("move m-mam1 0601")


@pytest.mark.rule("II.D.10")
def test_a_unit_is_free_when_the_enemy_has_advanced_away(combat: Any) -> None:
    """The enemy that held it need not be destroyed (ruling 18)."""
    table = combat("m-egy1 0404, m-nub1 0604, c-can1 0304, c-port1 0504").play("attack m-egy1 > c-can1", 1)
    table = table.play("advance m-egy1 0304", "attack m-nub1 > c-port1", 6)
    assert (1, "movement", "christian") == table.now
    assert table.check("move c-port1 0505")


@pytest.mark.rule("II.D.11")
def test_only_enemies_hold_a_unit(movement: Any) -> None:
    """A friend next to it does not hold it, and the refusal names the enemies only."""
    table = movement("m-mam1 0602, m-nub1 0502, c-eth1 0603, c-eth2 0702")
    reason = table.check("move m-mam1 0601").reasons[0]
    assert ["c-eth1", "c-eth2"] == reason.values["next_to"]
    assert ("II.D.11", "Mamluk cavalry 1", "Ethiopian infantry 1", "Ethiopian infantry 2") == cited(reason)
    assert movement("m-mam1 0602, m-nub1 0502").check("move m-mam1 0601")


@pytest.mark.rule("II.D.9")
@pytest.mark.rule("II.D.10")
@pytest.mark.rule("II.D.11")
def test_the_same_holds_for_the_christian_player(movement: Any) -> None:
    """Enemies block, stop and hold Christian units in the same way, also in the survey."""
    table = movement("c-res1 0601, c-eth1 0701, m-nub1 0603", "christian")
    for end, refused in {
        "0603": ("II.D.9", "Nubian infantry 1", "0603"),
        "0701": ("II.D.9", "Ethiopian infantry 1", "0701"),
        "0703": ("II.D.10", "0602", "Nubian infantry 1"),
        "0604": ("II.D.9", "Nubian infantry 1", "0603"),
    }.items():
        assert refused == table.reason(f"move c-res1 {end}")
        assert refused == cited(survey(table.rules, table.state, "c-res1")[end])
    assert 1 == table.cost("move c-res1 0602")
    reason = table.check("move c-res1 0602-0702").reasons[0]
    assert ["m-nub1"] == reason.values["next_to"]
    held = movement("c-res1 0602, m-nub1 0603", "christian").check("move c-res1 0601").reasons[0]
    assert ("II.D.11", ["m-nub1"]) == (held.rule.number, held.values["next_to"])


@pytest.mark.rule("II.D.11")
def test_held_in_later_turns_too(movement: Any) -> None:
    """Contact in combat leaves both in place, and both are held in their next movement."""
    table = movement("m-mam1 0601, c-eth1 0603").play("move m-mam1 0602", "end-movement", "attack m-mam1 > c-eth1", 3)
    assert (1, "movement", "christian") == table.now
    assert "II.D.11" == table.refusal("move c-eth1 0604")
