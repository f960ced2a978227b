"""Section II.D: one position or more for every movement rule, with the refusal it must give."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.verdict import Legal
from game.match.errors import NotNow
from game.match.match import Match
from game.rules.kassala.system import Kassala


@pytest.mark.rule("II.D")
def test_each_unit_moves_once(movement: Any) -> None:
    """A unit that has moved is done for this portion; the others are not."""
    table = movement("m-mam1 0601, m-mam2 0701").play("move m-mam1 0602")
    assert "Mamluk cavalry 1 has moved this turn; a finished move stands: II.D.16" == table.why("move m-mam1 0603")
    assert table.check("move m-mam2 0702")


@pytest.mark.rule("II.D.1")
@pytest.mark.parametrize("moves", [0, 1, 2, 3])
def test_any_number_of_units_may_move(movement: Any, moves: int) -> None:
    """None, some or all; movement may be ended after each."""
    table = movement("m-nub1 0101, m-nub2 0201, m-nub3 0401, c-eth1 0807")
    for act in ("move m-nub1 0102", "move m-nub2 0202", "move m-nub3 0501")[:moves]:
        table = table.play(act)
    assert (1, "movement", "christian") == table.play("end-movement").now


@pytest.mark.rule("II.D.2")
def test_a_unit_need_not_go_its_whole_way(movement: Any) -> None:
    """Cavalry may go one, two or three hexes."""
    table = movement("m-mam1 0601")
    assert [1, 2, 3] == [table.cost(f"move m-mam1 {h}") for h in ("0602", "0603", "0604")]


@pytest.mark.rule("II.D.2")
def test_staying_is_no_move(movement: Any) -> None:
    """Ruling 15: a move does not end where it began, neither at once nor by a detour."""
    table = movement("m-mam1 0601")
    assert "II.D.2 (ruling 15)" == table.refusal("move m-mam1 0601")
    assert "II.D.2 (ruling 15)" == table.refusal("move m-mam1 0602-0601")


@pytest.mark.rule("II.D.2")
def test_a_detour_over_the_same_hex_is_allowed(movement: Any) -> None:
    """Ruling 15: 0601-0602-0601-0701 crosses the start again and costs three points."""
    table = movement("m-mam1 0601")
    assert 3 == table.cost("move m-mam1 0602-0601-0701")
    assert 1 == table.cost("move m-mam1 0701")
    assert "0701" == table.play("move m-mam1 0602-0601-0701").units["m-mam1"]


@pytest.mark.rule("II.D.3")
def test_points_are_neither_saved_nor_lent(movement: Any) -> None:
    """A unit that stood still has its bare factor next turn, and its neighbour gains nothing by it."""
    table = movement("m-nub1 0602, m-nub2 0101, m-nub3 0201")
    reach = table.legal("move m-nub1")
    assert reach == table.play("move m-nub2 0102").legal("move m-nub1")
    rested = table.play("end-movement", "end-movement")
    assert (2, "movement", "moslem") == rested.now
    assert reach == rested.legal("move m-nub1")
    assert "II.D.8" == rested.refusal("move m-nub1 0606")


@pytest.mark.rule("II.D.4")
def test_the_factor_is_whole_again_every_turn(movement: Any) -> None:
    """Two full moves in two turns."""
    table = movement("m-nub1 0601, c-eth1 0807").play("move m-nub1 0602-0603", "end-movement", "end-movement")
    assert 2 == table.cost("move m-nub1 0604-0605")


@pytest.mark.rule("II.D.5")
def test_one_point_a_hex(movement: Any) -> None:
    """Three plain hexes cost three points; the event says so."""
    table = movement("m-mam1 0601").play("move m-mam1 0604")
    assert ["Mamluk cavalry 1 moves 0601-0602-0603-0604 (3 MP)"] == [e.text for e in table.events]


@pytest.mark.rule("II.D.5")
def test_a_path_names_every_hex_entered(movement: Any) -> None:
    """A gap in a named path is refused."""
    assert "0604 is not next to 0602; a path names every hex entered: II.D.5" == movement("m-mam1 0601").why(
        "move m-mam1 0602-0604")


@pytest.mark.rule("II.D.6")
@pytest.mark.parametrize(("a", "b"), [("0203", "0302"), ("0302", "0203"), ("0705", "0706"), ("0706", "0705")])
def test_wadi_and_trench_cost_two_both_ways(movement: Any, a: str, b: str) -> None:
    """One point for the hex and one for the side, from either hex."""
    assert 2 == movement(f"m-nub1 {a}").cost(f"move m-nub1 {b}")


@pytest.mark.rule("II.D.6")
def test_a_trench_within_a_longer_ride(movement: Any) -> None:
    """Cavalry with three points: one hex and a trench, or a trench and one hex."""
    table = movement("m-mam1 0704")
    assert 3 == table.cost("move m-mam1 0705-0706")
    assert 3 == movement("m-mam1 0705").cost("move m-mam1 0706-0707")


@pytest.mark.rule("II.D.7")
@pytest.mark.parametrize(
    ("unit", "path", "sentence"),
    [
        ("m-nub1 0103", "0203-0302", "Crossing the wadi needs 2 movement points, 1 left: II.D.7"),
        ("m-nub1 0704", "0705-0806", "Crossing the trench needs 2 movement points, 1 left: II.D.7"),
        ("m-nub1 0601", "0602-0603-0604", "Entering 0604 needs 1 movement point, 0 left: II.D.7"),
        ("m-nub1 0302", "0203-0202", "Entering 0202 needs 1 movement point, 0 left: II.D.7"),
    ],
)
def test_enough_points_or_no_entry(movement: Any, unit: str, path: str, sentence: str) -> None:
    """The printed example, over wadi and trench, and plain hexes beyond the factor."""
    table = movement(unit)
    assert sentence == table.why(f"move {unit.split()[0]} {path}")


@pytest.mark.rule("II.D.7")
def test_values_of_a_refusal_for_want_of_points(movement: Any) -> None:
    """The offending numbers go with the sentence, and the survey gives the same reason."""
    table = movement("m-nub1 0103")
    reason = table.check("move m-nub1 0302").reasons[0]
    assert {"needed": 2, "left": 1} == dict(reason.values)
    assert str(table.rules.survey(table.state, "m-nub1")["0302"]) == str(reason)


@pytest.mark.rule("II.D.7")
def test_the_stopped_unit_crosses_next_turn(movement: Any) -> None:
    """One hex this turn, the wadi with the whole factor in the next."""
    table = movement("m-nub1 0103, c-eth1 0807").play("move m-nub1 0203", "end-movement", "end-movement")
    assert 2 == table.cost("move m-nub1 0302")


@pytest.mark.rule("II.D.8")
@pytest.mark.parametrize(
    ("unit", "end", "sentence"),
    [
        ("m-mam1 0601", "0606", "0606 is 5 hexes away, the movement factor is 3: II.D.8"),
        ("m-nub1 0601", "0605", "0605 is 4 hexes away, the movement factor is 2: II.D.8"),
    ],
)
def test_never_farther_than_the_factor(movement: Any, unit: str, end: str, sentence: str) -> None:
    """Hexes out of reach are refused with distance and factor."""
    assert sentence == movement(unit).why(f"move {unit.split()[0]} {end}")


@pytest.mark.rule("II.D.9")
def test_through_friends_but_not_onto_them(movement: Any) -> None:
    """Passing a friend costs nothing extra; ending on one is refused."""
    table = movement("m-mam1 0601, m-arab1 0602, m-can1 0603")
    assert 3 == table.cost("move m-mam1 0602-0603-0604")
    assert "Arab cavalry 1 is in 0602; no two units end in one hex: II.D.9" == table.why("move m-mam1 0602")
    assert "Moslem cannon 1 is in 0603; no two units end in one hex: II.D.9" == table.why("move m-mam1 0602-0603")


@pytest.mark.rule("II.D.9")
def test_never_onto_or_through_enemies(movement: Any) -> None:
    """An enemy's hex is closed, as the end of a move and on the way; nor is there a way around a ring."""
    table = movement("m-mam1 0602, c-eth1 0604")
    assert "II.D.9" == table.refusal("move m-mam1 0604")
    assert "Ethiopian infantry 1 holds 0604; no unit enters an enemy's hex: II.D.9" == table.why("move m-mam1 0604")
    assert "II.D.10" == table.refusal("move m-mam1 0603-0604")
    adjacent = movement("m-nub1 0101, m-mam1 0602, c-eth1 0603")
    assert "II.D.11" == adjacent.refusal("move m-mam1 0603-0604")


@pytest.mark.rule("II.D.9")
def test_the_printed_stack_is_the_only_one(kassala: Kassala, movement: Any) -> None:
    """Three Moslem cannon may stand in one hex; any other two units may not, not even two Christian cannon."""
    from game.core.contract import BadPosition

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
    assert "The unit must stop in 0602, next to Ethiopian infantry 1: II.D.10" == table.why(
        "move m-mam1 0602-0702-0703")
    assert "II.D.10" == table.refusal("move m-mam1 0602-0502")


@pytest.mark.rule("II.D.10")
def test_a_hex_beyond_the_enemy_is_reached_by_another_way_only(movement: Any) -> None:
    """The legal way around is found; where there is none, the refusal names the hex to stop in."""
    around = movement("m-mam1 0501, c-eth1 0703")
    assert {"move m-mam1 0502-0503"} == {a for a in around.legal("move") if a.endswith("0503")}
    blocked = movement("m-mam1 0601, c-eth1 0603")
    assert "II.D.10" == blocked.refusal("move m-mam1 0703")
    reason = blocked.check("move m-mam1 0703").reasons[0]
    assert ["c-eth1"] == reason.values["next_to"]


@pytest.mark.rule("II.D.11")
def test_a_unit_next_to_an_enemy_is_held(movement: Any) -> None:
    """It may not move at all, not even along the enemy; when the enemy is gone it may."""
    table = movement("m-mam1 0602, c-eth1 0603")
    assert "Mamluk cavalry 1 is next to Ethiopian infantry 1 and may not move away: II.D.11" == table.why(
        "move m-mam1 0601")
    assert set() == table.legal("move")
    assert movement("m-mam1 0602, c-eth1 0605").check("move m-mam1 0601")


@pytest.mark.rule("II.D.11")
def test_held_in_later_turns_too(movement: Any) -> None:
    """Contact in combat leaves both where they are, and both are held in their next movement."""
    table = movement("m-mam1 0601, c-eth1 0603").play("move m-mam1 0602", "end-movement", "attack m-mam1 > c-eth1", 3)
    assert (1, "movement", "christian") == table.now
    assert "II.D.11" == table.refusal("move c-eth1 0604")


@pytest.mark.rule("II.D.12")
@pytest.mark.parametrize(
    ("unit", "path", "town"),
    [("m-mam1 0404", "0304", "Udaka"), ("m-mam1 0704", "0804", "Kassala"), ("m-mam1 0704", "0805", "Kassala"),
     ("m-mam1 0803", "0804-0805", "Kassala"), ("c-res1 0404", "0304-0303", "Udaka")],
)
def test_no_cavalry_in_the_towns(movement: Any, unit: str, path: str, town: str) -> None:
    """Neither into a town nor through it, whichever side's cavalry."""
    name = unit.split()[0]
    table = movement(unit, "moslem" if name.startswith("m") else "christian")
    assert f"Cavalry may never enter {town}: II.D.12" == table.why(f"move {name} {path}")


@pytest.mark.rule("II.D.12")
def test_infantry_may_enter_the_towns(movement: Any) -> None:
    """The ban is on cavalry only; the survey shows both."""
    table = movement("m-nub1 0404, m-mam1 0403")
    assert 1 == table.cost("move m-nub1 0304")
    assert "II.D.12" == table.rules.survey(table.state, "m-mam1")["0304"].reasons[0].rule.number


@pytest.mark.rule("II.D.13")
def test_no_cavalry_over_a_wadi(movement: Any) -> None:
    """In neither direction, though the points would do; a longer way round is open."""
    table = movement("m-mam1 0203")
    assert "Cavalry may never cross a wadi: II.D.13" == table.why("move m-mam1 0302")
    assert "II.D.13" == movement("m-mam1 0302").refusal("move m-mam1 0203")
    assert 2 == movement("m-nub1 0302").cost("move m-nub1 0203")
    detour = movement("m-mam1 0501")
    assert "II.D.13" == detour.refusal("move m-mam1 0402-0401")
    assert 2 == detour.cost("move m-mam1 0402")


@pytest.mark.rule("II.D.13")
def test_cavalry_may_cross_a_trench(movement: Any) -> None:
    """At the same two points as infantry."""
    assert 2 == movement("m-mam1 0705").cost("move m-mam1 0706")


@pytest.mark.rule("II.D.14")
@pytest.mark.parametrize("options", [(), ("cannon",)])
def test_cannon_never_move(movement: Any, options: tuple[str, ...]) -> None:
    """Neither side's, with the cannon option or without it."""
    table = movement("m-can1 0302, m-can2 0302", options=options)
    assert "Cannon may never be moved: II.D.14" == table.why("move m-can1 0402")
    assert set() == table.legal("move")
    assert "II.D.14" == movement("c-can1 0506", "christian", options).refusal("move c-can1 0507")


@pytest.mark.rule("II.D.15")
@pytest.mark.parametrize("off", ["0106", "0209", "0808", "0901", "0001", "0100"])
def test_hexes_only(movement: Any, off: str) -> None:
    """River, margin and the hexes no map has."""
    table = movement("m-nub1 0105, m-nub2 0208, m-nub3 0807")
    for unit in ("m-nub1", "m-nub2", "m-nub3"):
        assert f"There is no hex {off} on this map: II.D.15" == table.why(f"move {unit} {off}")


@pytest.mark.rule("II.D.15")
def test_units_out_of_the_game_do_not_move(movement: Any) -> None:
    """A unit that is not on the map is refused."""
    assert "II.D.15" == movement("m-nub1 0101").refusal("move m-nub2 0102")


@pytest.mark.rule("II.D.16")
def test_a_move_is_taken_back_freely_until_the_die_falls(kassala: Kassala) -> None:
    """Undo is free within a stretch without dice; a roll stops it, and the opponent's consent opens it again."""
    position = {
        "phase": "movement", "phasing": "moslem",
        "units": [{"id": "m-mam1", "place": "0601"}, {"id": "c-eth1", "place": "0603"},
                  {"id": "c-eth2", "place": "0807"}],
    }
    match = Match.begin(kassala, "kassala", seed=1, position=position)
    match.play("move m-mam1 0602")
    first = match.hash
    match.undo()
    match.play("move m-mam1 0602")
    assert first == match.hash
    match.play("end-movement")
    match.play("attack m-mam1 > c-eth1")
    match.undo(0)
    for act in ("move m-mam1 0602", "end-movement", "attack m-mam1 > c-eth1"):
        match.play(act)
    fell = match.roll([2])
    with pytest.raises(NotNow, match="consent"):
        match.undo()
    with pytest.raises(NotNow, match="consent"):
        match.undo(0)
    assert fell.hash == match.hash
    match.undo(0, consent=True)
    assert "0601" == {u["id"]: u["place"] for u in kassala.position(match.state)["units"]}["m-mam1"]


@pytest.mark.rule("II.D.16")
def test_taking_back_does_not_roll_again(kassala: Kassala) -> None:
    """The program's die shows the same when a roll is taken back by consent and repeated."""
    position = {"phase": "combat", "phasing": "moslem",
                "units": [{"id": "m-mam1", "place": "0602"}, {"id": "c-eth1", "place": "0603"}]}
    for seed in range(6):
        match = Match.begin(kassala, "kassala", seed=seed, position=position)
        match.play("attack m-mam1 > c-eth1")
        first = match.roll().action
        match.undo(0, consent=True)
        match.play("attack m-mam1 > c-eth1")
        assert first == match.roll().action


@pytest.mark.rule("II.D.17")
def test_advance_is_no_part_of_movement(combat: Any) -> None:
    """A held unit advances after combat, and still has its whole factor in its next movement."""
    table = combat("m-tcav1 0602, c-musk1 0603").play("attack m-tcav1 > c-musk1", 1)
    assert {"advance m-tcav1 0603", "no-advance"} == table.legal()
    table = table.play("advance m-tcav1 0603", "end-movement")
    assert (2, "movement", "moslem") == table.now
    assert 3 == table.cost("move m-tcav1 0606")


def test_survey_agrees_with_check(movement: Any) -> None:
    """For every unit and hex the survey and the refusal of the same move tell the same."""
    table = movement("m-mam1 0601, m-nub1 0203, m-arab1 0602, c-eth1 0604, c-res1 0404, m-can1 0302, m-tinf1 0303")
    for unit in ("m-mam1", "m-nub1", "m-arab1", "m-can1", "m-tinf1", "c-eth1"):
        for place, verdict in table.rules.survey(table.state, unit).items():
            checked = table.check(f"move {unit} {place}")
            assert bool(checked) == bool(verdict), (unit, place)
            if isinstance(verdict, Legal):
                assert verdict.action is not None
                assert verdict.cost == checked.cost
                assert verdict.action.notation in table.legal("move")
            elif table.units[unit] != place:
                assert str(checked) == str(verdict), (unit, place)


@pytest.mark.rule("II.D.5")
def test_a_path_may_name_the_hex_it_starts_from(kassala: Kassala) -> None:
    """Naming the first hex changes nothing; it still has to be the hex the unit stands in."""
    state = kassala.initial("kassala")
    assert kassala.apply(state, kassala.parse("move m-nub3 0203-0303")) == kassala.apply(
        state, kassala.parse("move m-nub3 0303")
    )
    verdict = kassala.check(state, kassala.parse("move m-nub3 0202-0303"))
    assert not verdict
