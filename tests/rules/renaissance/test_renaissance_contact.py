"""Contact: conforming, groups in contact, artillery, camps, breaking off, turning to face, overlap."""

from __future__ import annotations

import pytest

from game.core.offer import Picked
from game.core.pose import Pose
from game.rules.renaissance.ai.lines import candidate_moves
from game.rules.renaissance.engine.bases import (
    camp_attacked,
    contacts,
    friends_beside,
    in_contact,
    overlaps,
    touched_by_enemy,
)
from game.rules.renaissance.engine.special_moves import break_off_move
from game.rules.renaissance.engine.zones import zone_owners_at
from tests.rules.renaissance.battle import combat, events_of
from tests.rules.renaissance.board import CAMPS, computed_move, deepest_overlap, pose, table
from tests.rules.table import Table, facts


def touching(at: Table) -> set[tuple[str, str, str]]:
    """Every front edge on an edge of an enemy."""
    names = [piece.id for piece in at.state.roster]
    return {(names[one.slot], names[one.enemy], one.side) for one in contacts(at.state)}


@pytest.mark.rule("14.7.1")
@pytest.mark.parametrize(("place", "side"), [
    ("9000,7000,0", "front"), ("9000,6500,10800", "rear"), ("9500,6500,16200", "left"),
    ("8500,6500,5400", "right"), ("10000,7000,0", "overlap"),
])
def test_legal_contacts(place: str, side: str) -> None:
    """Fronts and rears touch corner to corner, flanks with front corners meeting; sides and corners without a front
    edge are no contact."""
    x, y, angle = map(int, place.split(","))
    start = {"front": "9000,9000,0", "rear": "9000,4500,10800", "left": "11500,6500,16200", "right": "6500,6500,5400"}
    at = table(f"red-lh1 {start.get(side, '10500,9000,0')}, blue-pk1 9000,7000,10800")
    done = computed_move(at, f"move red-lh1 {place}")
    if side in start:
        assert done.why is None
        after = at.play(f"move red-lh1 {place}")
        assert ("red-lh1", "blue-pk1", side) in touching(after)
        assert pose(after, "red-lh1") == (x, y, angle)
        assert len(after.position["contacted"]) == 1
    else:
        assert done.why is None
        assert dict(overlaps(at.play(f"move red-lh1 {place}").state, at.state.slots["blue-pk1"])) == {
            "left": at.state.slots["red-lh1"]}


@pytest.mark.rule("14.7.1")
@pytest.mark.rule("14.7.2")
def test_a_base_that_touches_slides_and_turns_freely() -> None:
    """A slide of up to 1 MU and a turn of up to 45 degrees cost nothing (rulings 48 and 49)."""
    at = table("red-pi1 9400,9000,0, blue-pk1 9000,7000,10800")
    done = computed_move(at, "move red-pi1 9400,7000,0")
    assert (done.why, done.length, done.ends) == (None, 2000, ((9000, 7000, 0),))
    assert computed_move(table("red-pi1 9500,9000,0, blue-pk1 9000,7000,10800"), "move red-pi1 9500,7000,0").why is None
    far = table("red-pi1 9510,9000,0, blue-pk1 9000,7000,10800, blue-pk2 8000,7000,10800")
    assert far.refusal("move red-pi1 9510,7000,0") == "14.7.2 (ruling 49)"
    turned = table("red-lh1 9000,9000,0, blue-pk1 9000,7000,11700")
    touched = computed_move(turned, "move red-lh1 9000,7130,0")
    assert (touched.why, touched.ends) == (None, ((9000, 7000, 900),))


@pytest.mark.rule("14.7.2")
def test_the_enemy_conforms_if_the_mover_is_blocked() -> None:
    """Ruling 49."""
    at = table("red-pi1 9300,9000,0, red-pk1 8295,7200,0, blue-pk1 9000,7000,10800")
    done = computed_move(at, "move red-pi1 9300,7000,0")
    assert done.why is None
    assert done.ends == ((9300, 7000, 0),)
    assert done.moved_enemies == ((at.state.slots["blue-pk1"], (9300, 7000, 10800)),)
    lined = at.play("move red-pi1 9300,7000,0").events[1]
    assert (str(lined.rule), type(lined).__name__) == ("14.7.2 (ruling 49)", "LinedUp")
    both = table("red-pi1 9300,9000,0, red-pk1 8295,7200,0, blue-pk1 9000,7000,10800, blue-pk2 10000,7000,10800")
    assert both.refusal("move red-pi1 9300,7000,0") == "14.7.2 (ruling 49)"
    held = table("red-pi1 9300,9000,0, red-pk1 8295,7200,0, red-pi2 9000,6500,10800, blue-pk1 9000,7000,10800")
    assert held.refusal("move red-pi1 9300,7000,0") == "14.7.2 (ruling 49)"


@pytest.mark.rule("14.7.1")
def test_a_flank_is_not_laid_on_an_enemy_front() -> None:
    """The enemy's front edge would be on the base's side without being lined up (ruling 48)."""
    at = table("red-lh1 12000,7300,16200, blue-pk1 9000,7000,10800")
    assert computed_move(at, "move red-lh1 9200,7500,16200").why is not None


@pytest.mark.rule("14.7.1")
def test_a_flank_may_be_put_along_an_enemy_front_with_its_corner() -> None:
    """Lined up it is normal contact, and the base turns to face afterwards (ruling 48, 14.7.4)."""
    at = table("red-pk1 8950,8800,10800, blue-sh1 9500,8500,16200")
    for order in ("move red-pk1 9000,9000,10800", "move red-pk1 9000,9000,10800 blue-sh1"):
        after = at.play(order)
        assert touching(after) == {("blue-sh1", "red-pk1", "left")}
        assert ("blue-sh1", "red-pk1", "front") in touching(after.play("end"))


@pytest.mark.rule("14.7.3")
def test_a_group_moves_with_the_base_that_touches_first() -> None:
    """Ruling 50."""
    at = table("red-pk1 9000,8000,0, red-pk2 10000,8000,0, blue-pk1 9300,7000,10800")
    done = at.play("march red-pk1,red-pk2 ahead:1000")
    assert pose(done, "red-pk1") == (9300, 7000, 0)
    assert pose(done, "red-pk2") == (10300, 7000, 0)
    assert touching(done) == {("red-pk1", "blue-pk1", "front"), ("blue-pk1", "red-pk1", "front")}


@pytest.mark.rule("14.7.3")
def test_other_enemies_slide_to_the_group() -> None:
    """They slide by up to 1 MU, if they are in no other contact (ruling 50)."""
    at = table("red-pk1 9000,8000,0, red-pk2 10000,8000,0, blue-pk1 9000,7000,10800, blue-pk2 10300,7000,10800")
    done = at.play("march red-pk1,red-pk2 ahead:1000")
    assert pose(done, "blue-pk2") == (10000, 7000, 10800)
    assert str(done.events[2].rule) == "14.7.3 (ruling 50)"
    assert ("red-pk2", "blue-pk2", "front") in touching(done)
    assert friends_beside(done.state, done.state.slots["red-pk1"]) == (done.state.slots["red-pk2"],)


@pytest.mark.rule("14.7.3")
def test_a_base_that_cannot_touch_stops_one_unit_short() -> None:
    """The group ends broken, and the bases behind stop with it (ruling 50)."""
    at = table("red-pk1 9000,8000,0, red-pk2 10000,8000,0, red-sh1 10000,8500,0, blue-pk1 9000,7000,10800, "
               "blue-pk2 10300,7000,10800, red-pi1 10300,6500,10800")
    done = computed_move(at, "march red-pk1,red-pk2,red-sh1 ahead:1000")
    assert done.why is None
    assert done.ends == ((9000, 7000, 0), (10000, 7004, 0), (10000, 7504, 0))
    assert not done.moved_enemies
    assert len(done.contacts) == 1
    assert deepest_overlap(at.play("march red-pk1,red-pk2,red-sh1 ahead:1000").state) <= 3


@pytest.mark.rule("14.7.3")
def test_the_owner_names_the_first_enemy_touched() -> None:
    """If several enemies are touched at once, the named one comes first (ruling 50)."""
    line = "red-pk1 9000,8000,0, red-pk2 10000,8000,0, blue-pk1 9200,7000,10800, blue-pk2 10300,7000,10800"
    first = table(line).play("march red-pk1,red-pk2 ahead:1000 blue-pk1")
    second = table(line).play("march red-pk1,red-pk2 ahead:1000 blue-pk2")
    assert pose(first, "red-pk1").x == 9200
    assert pose(second, "red-pk2").x == 10300


@pytest.mark.rule("5.4")
def test_artillery_never_moves_into_contact() -> None:
    """It touches neither with an edge nor a corner (ruling 11)."""
    at = table("red-gu1 9000,8000,0, blue-pk1 9000,7000,10800")
    assert at.refusal("move red-gu1 9000,7000,0") == "5.4 (ruling 11)"
    assert at.refusal("move red-gu1 9000,7003,0") == "5.4 (ruling 11)"
    assert computed_move(at, "move red-gu1 9000,7004,0").why is None
    corner = table("red-gu1 10000,8000,0, blue-pk1 9000,7000,10800")
    assert corner.refusal("move red-gu1 10000,7000,0") == "5.4 (ruling 11)"
    side = table("red-gu1 9995,9500,0, blue-pk1 9495,8200,5400")
    assert side.refusal("move red-gu1 9995,8000,0") == "5.4 (ruling 11)"
    camps = [{"x": 1500, "y": 17000, "angle": 0}, {"x": 9000, "y": 1000, "angle": 10800}]
    camp = table("red-gu1 9000,2500,0", camps=camps)
    assert camp.refusal("move red-gu1 9000,1000,0") == "5.4 (ruling 11)"


@pytest.mark.rule("14.7.8")
def test_contact_with_a_camp_is_unaligned() -> None:
    """Any front edge on any side is contact (ruling 55)."""
    camps = [{"x": 1500, "y": 17000, "angle": 0}, {"x": 9000, "y": 1000, "angle": 10800}]
    at = table("red-pi1 9250,2500,0, blue-pk1 2000,2000,10800", camps=camps)
    done = at.play("move red-pi1 9250,1001,0")
    assert done.refusal("move red-pi1 9250,2000,0") == "14.6.11 (ruling 47)"
    assert computed_move(at, "move red-pi1 9250,1500,600>9250,1089,600").why is None
    assert at.refusal("move red-pi1 9250,900,0") == "14.2.5 (ruling 30)"


@pytest.mark.rule("14.7.1")
@pytest.mark.rule("14.7.8")
@pytest.mark.rule("14.10.10")
@pytest.mark.parametrize(("place", "attacks"), [
    ("9250,1003,0", True), ("10246,1000,0", True), ("10247,1000,0", False), ("10250,1000,0", False),
    ("10250,500,0", False), ("10253,500,0", False), ("9250,1009,60", True), ("9250,1354,2700", False),
], ids=str)
def test_a_corner_at_a_camp_is_no_front_edge_on_it(place: str, attacks: bool) -> None:
    """More than 3 units of the front edge must lie along a side of the camp (ruling 55)."""
    camps = [{"x": 1500, "y": 17000, "angle": 0}, {"x": 9000, "y": 1000, "angle": 10800}]
    at = table(f"red-pi1 {place}, blue-pk1 2000,2000,10800", camps=camps)
    slot = at.state.slots["red-pi1"]
    assert (camp_attacked(at.state, slot) is not None) == in_contact(at.state, slot) == attacks
    assert at.play("end").position["camps"][1].get("sacked", False) == attacks


@pytest.mark.rule("14.7.8")
@pytest.mark.parametrize("held", ["9250,900,0", "9250,700,0", "9250,1000,1200", "9250,900,2400"])
def test_a_base_dragged_over_a_camp_goes_against_its_side(held: str) -> None:
    camps = [{"x": 1500, "y": 17000, "angle": 0}, {"x": 9000, "y": 1000, "angle": 10800}]
    at = table("red-pi1 9250,2500,0, blue-pk1 2000,2000,10800", camps=camps)
    offer, *_ = at.rules.offers(at.state, Picked(("red-pi1",), pose=Pose(*map(int, held.split(",")))))
    assert offer.verdict
    assert offer.action.notation == "move red-pi1 9250,1000,0"
    sacked = table("red-pi1 9250,2500,0, blue-pk1 2000,2000,10800", camps=[camps[0], dict(camps[1], sacked=True)])
    offer, *_ = sacked.rules.offers(sacked.state, Picked(("red-pi1",), pose=Pose(9250, 1000, 1200)))
    assert offer.action.notation != "move red-pi1 9250,1000,0"


@pytest.mark.rule("14.6.11")
def test_breaking_off() -> None:
    """It goes straight back by the full allowance, or to one unit short of touching an obstacle, at least by its depth
    (ruling 47)."""
    at = table("red-pi1 9000,7000,0, blue-pk1 9000,7000,10800")
    done = at.play("break-off red-pi1")
    assert pose(done, "red-pi1") == (9000, 9000, 0)
    assert events_of(done, "BrokeOff") == [("14.6.11 (ruling 47)", "red-pi1")]
    assert facts(done.events[-1].text) == (1, "4")
    assert done.position["pips"] == 5
    blocked = table("red-pi1 9000,7000,0, red-pk1 9000,8750,0, blue-pk1 9000,7000,10800").play("break-off red-pi1")
    assert pose(blocked, "red-pi1") == (9000, 7996, 0)
    tight = table("red-pi1 9000,7000,0, red-pk1 9000,8400,0, blue-pk1 9000,7000,10800")
    assert tight.refusal("break-off red-pi1") == "14.6.11 (ruling 47)"
    through = table("red-pi1 9000,7000,0, red-sk1 9000,8000,0, blue-pk1 9000,7000,10800", red="scots")
    assert pose(through.play("break-off red-pi1"), "red-pi1") == (9000, 9000, 0)


@pytest.mark.rule("14.6.11")
@pytest.mark.parametrize(("enemy", "y"), [
    ("9000,12745,0", 11991), ("9000,12750,0", 11996), ("9000,12753,0", 11999), ("9000,12754,0", 12000),
    ("9500,12200,16200", 10946), ("9500,12500,16200", 11246), ("9503,12200,16200", 10949), ("9504,12200,16200", 12000),
    ("10000,12250,0", 11496), ("10004,12250,0", 12000),
], ids=str)
def test_a_break_off_ends_one_unit_short_of_touching_an_enemy(enemy: str, y: int) -> None:
    """It goes as far as it can, before a front behind it and beside an edge along its way (ruling 47)."""
    at = table(f"red-cv1 9000,9000,0, blue-pk1 9000,9000,10800, blue-pk2 {enemy}", red="polish")
    done = at.play("break-off red-cv1")
    assert pose(done, "red-cv1") == (9000, y, 0)
    assert not touched_by_enemy(done.state, done.state.slots["red-cv1"])


@pytest.mark.rule("14.6.11")
def test_a_break_off_passes_an_enemy_beside_its_way() -> None:
    at = table("red-lh1 9000,9000,0, blue-pk1 9000,9000,10800, blue-pk2 9500,11200,16200")
    assert pose(at.play("break-off red-lh1"), "red-lh1") == (9000, 13000, 0)


@pytest.mark.rule("5.4")
@pytest.mark.rule("14.6.11")
def test_guns_with_an_enemy_along_their_way_do_not_break_off() -> None:
    """They would end with a side against it (ruling 11)."""
    line, river = "red-gu1 9000,9000,0, blue-pk1 9000,9000,10800, blue-pk2 10000", "river/800 0,8300 18000,8300"
    beside = table(f"{line},11000,10800", terrain=river, river="normal")
    assert beside.refusal("break-off red-gu1") == "5.4 (ruling 11)"
    behind = table(f"{line},11600,10800", terrain=river, river="normal")
    assert pose(behind.play("break-off red-gu1"), "red-gu1") == (9000, 10096, 0)


@pytest.mark.rule("2.4")
@pytest.mark.rule("14.6.7")
@pytest.mark.rule("14.6.11")
@pytest.mark.parametrize(("unit", "terrain", "y"), [
    ("red-kn1", "road/500 9000,0 9000,18000", 12000),
    ("red-lh1", "road/500 9000,0 9000,18000", 13000),
    ("red-kn1", "road/500 9000,0 9000,18000;rough 8000,10000 10000,10000 10000,12000 8000,12000", 12000),
    ("red-kn1", "road/500 9000,0 9000,18000;river/800 0,11000 18000,11000", 12000),
    ("red-kn1", "road/500 9000,0 9000,11300 18000,11300", 11500),
    ("red-kn1", "rough 8000,10000 10000,10000 10000,12000 8000,12000", 10500),
], ids=["road", "light horse", "rough", "bridge", "part of the way", "no road"])
def test_a_break_off_along_a_road_has_its_distance(unit: str, terrain: str, y: int) -> None:
    """Only if it is made entirely on the road (ruling 47)."""
    line = f"{unit} 9000,9000,0, blue-sh1 9000,9000,10800"
    done = table(line, red="polish", terrain=terrain, river="normal").play(f"break-off {unit}")
    assert pose(done, unit) == (9000, y, 0)


@pytest.mark.rule("14.3.2")
@pytest.mark.rule("14.6.11")
def test_allowances_are_compared_without_the_road() -> None:
    """Each in its own going, on the road too: 3 MU against 3 (ruling 47)."""
    at = table("red-kn1 9000,9000,0, blue-sh1 9000,9000,10800", red="polish",
               terrain="road/500 9000,0 9000,18000;rough 8000,9100 10000,9100 10000,12000 8000,12000")
    assert ("14.6.11 (ruling 47)", 1, "3", 1, "3") == at.reason("break-off red-kn1")


@pytest.mark.rule("14.6.11")
def test_bases_that_may_break_off() -> None:
    """Both allowances are compared, each in its own going (ruling 47)."""
    assert table("red-pk1 9000,7000,0, blue-pk1 9000,7000,10800").refusal("break-off red-pk1") == "14.6.11 (ruling 47)"
    assert table("red-pi1 9000,7000,0, blue-pi1 9000,7000,10800").refusal("break-off red-pi1") == "14.6.11 (ruling 47)"
    woods = "woods 7000,7000 11000,7000 11000,9000 7000,9000"
    slow = table("red-pi1 9000,7000,0, blue-pk1 9000,7000,10800", terrain=woods)
    assert ("14.6.11 (ruling 47)", 1, "3", 1, "3") == slow.reason("break-off red-pi1")
    flank = table("red-pi1 9000,7000,0, blue-pk1 9000,7000,10800, blue-pk2 8500,7500,5400")
    assert flank.refusal("break-off red-pi1") == "14.6.11"
    assert table("red-pi1 9000,9000,0, blue-pk1 9000,7000,10800").refusal("break-off red-pi1") == "14.6.11"
    moved = table("red-lh1 9000,7000,0 moved=1, blue-pk1 9000,7000,10800")
    assert moved.refusal("break-off red-lh1") == "14.6.8"


@pytest.mark.rule("14.6.9")
@pytest.mark.rule("14.6.11")
def test_no_breaking_off_from_an_empty_camp() -> None:
    """The refusal of a move says so, too; from an occupied camp an element may break off (ruling 47)."""
    line, leaving = "red-lh1 16500,1000,0, blue-gn1 9000,4000,10800", ("move red-lh1 16500,5000,0", "break-off red-lh1")
    empty, occupied = table(line, red="mughal"), table(line, red="mughal", garrisons="blue-cf1")
    assert [empty.refusal(each) for each in leaving] == ["14.6.11 (ruling 47)"] * 2
    assert occupied.refusal(leaving[0]) == "14.6.9 (ruling 43)"
    assert pose(occupied.play(leaving[1]), "red-lh1") == (16500, 5000, 0)
    sacked = table(line, red="mughal", camps=[CAMPS[0], dict(CAMPS[1], sacked=True)])
    assert sacked.refusal(leaving[1]) == "14.6.11"


@pytest.mark.rule("14.6.11")
def test_breaking_off_from_a_flank_attack() -> None:
    """A base whose front edge is on an enemy's flank has that enemy to its front."""
    at = table("red-lh1 9500,6500,16200, red-pi1 9000,7000,0, blue-pk1 9000,7000,10800")
    assert pose(at.play("break-off red-lh1"), "red-lh1") == (13500, 6500, 16200)


@pytest.mark.rule("14.6.11")
@pytest.mark.parametrize(("line", "garrisons"), [
    ("red-lh1 9500,6500,16200, red-pi1 9000,7000,0, blue-pk1 9000,7000,10800", ""),
    ("red-lh1 9000,6500,10800, red-pi1 9000,7000,0, blue-pk1 9000,7000,10800", ""),
    ("red-lh1 16500,1000,0, blue-gn1 9000,4000,10800", "blue-cf1"),
], ids=["flank", "rear", "camp"])
def test_break_offs_from_flanks_and_camps_are_offered(line: str, garrisons: str) -> None:
    """Lists of moves, the screen and computer players have every break-off of ruling 47."""
    at = table(line, garrisons=garrisons)
    break_off = at.rules.parse("break-off red-lh1")
    assert break_off in list(at.rules.candidates(at.state))
    assert break_off in [offer.action for offer in at.rules.offers(at.state, Picked(("red-lh1",))) if offer.verdict]
    assert ("red-lh1",) in [offer.units for offer in at.rules.offers(at.state, Picked())]
    assert (break_off,) in list(candidate_moves(at.state))


@pytest.mark.rule("14.7.4")
def test_turning_to_face() -> None:
    """It puts front to front with corners meeting, after all moves; a base that fights to its front does not turn
    (ruling 51)."""
    at = table("red-lh1 11500,6500,16200, blue-pk1 9000,7000,10800")
    done = at.play("move red-lh1 9500,6500,16200", "end")
    assert pose(done, "blue-pk1") == (9500, 6500, 5400)
    front = table("red-lh1 11500,6500,16200, red-pi1 9000,7000,0, blue-pk1 9000,7000,10800")
    assert pose(front.play("move red-lh1 9500,6500,16200", "end"), "blue-pk1") == (9000, 7000, 10800)


@pytest.mark.rule("14.7.6")
def test_overlap() -> None:
    """Bases face opposite ways, front corner on front corner or side along side, once for each side (ruling 53)."""
    def found(line: str) -> dict[str, str]:
        at = table(f"{line}, blue-pk1 9000,7000,10800")
        state = at.state
        return {side: state.roster[enemy].id for side, enemy in overlaps(state, state.slots["blue-pk1"])}

    assert found("red-pi1 10000,7000,0") == {"left": "red-pi1"}
    assert found("red-pi1 8000,6800,0") == {"right": "red-pi1"}
    assert found("red-pi1 9000,7000,0, red-pi2 10000,7000,0, red-pi3 8000,7000,0") == {
        "left": "red-pi2", "right": "red-pi3"}
    assert found("red-pi1 10004,7000,0") == {}
    assert found("red-pi1 10000,7000,20") == {}
    assert found("red-pi1 10000,7500,10800") == {}


@pytest.mark.rule("14.7.1")
def test_a_front_may_touch_a_second_enemy() -> None:
    """A flank attack on supported pikes also touches those behind, which is no contact (ruling 48)."""
    at = table("red-pk1 10500,7000,16200, blue-pk1 9000,7000,10800, blue-pk2 9000,6500,10800")
    done = at.play("move red-pk1 9500,6500,16200")
    assert touching(done) == {("red-pk1", "blue-pk1", "left")}
    assert computed_move(at, "move red-pk1 9500,6300,16200").ends == ((9500, 6500, 16200),)


@pytest.mark.rule("14.6.10")
@pytest.mark.rule("14.6.11")
def test_zones_bind_a_base_that_breaks_off() -> None:
    """It may go straight back through a zone, but not through two (rulings 45 and 46)."""
    line = "red-lh1 9000,7000,0, blue-pk1 9000,7000,10800, blue-sh1 8000,8300,5400"
    assert pose(table(line).play("break-off red-lh1"), "red-lh1") == (9000, 11000, 0)
    two = table(f"{line}, blue-sh2 10000,9500,16200")
    assert two.refusal("break-off red-lh1") == "14.6.10 (ruling 46)"


@pytest.mark.rule("14.6.10")
@pytest.mark.rule("14.6.11")
@pytest.mark.parametrize(("terrain", "enemy_y", "length"), [
    ("river/3000 0,9500 18000,9500", 7350, 1000),
    ("woods 7000,8000 11000,8000 11000,10000 7000,10000", 7700, 1500),
], ids=["river", "woods"])
def test_the_full_move_of_a_break_off_is_that_of_the_ground_behind(terrain: str, enemy_y: int, length: int) -> None:
    """It may end in a second enemy's zone only if it has used its full move (ruling 45)."""
    line = f"red-lh1 9000,7000,0, blue-pk1 9000,7000,10800, blue-sh1 8000,{enemy_y},8100"
    at = table(line, terrain=terrain)
    done = at.play("break-off red-lh1")
    assert pose(done, "red-lh1") == (9000, 7000 + length, 0)
    slots = done.state.slots
    assert slots["blue-sh1"] in zone_owners_at(done.state, (slots["red-lh1"],))
    assert break_off_move(at.state, at.state.slots["red-lh1"]).allowance == length
    blocked = table(f"{line.replace(str(enemy_y), '7350')}, red-pk1 9000,8600,0", terrain=terrain)
    assert blocked.refusal("break-off red-lh1") == "14.6.10 (ruling 45)"


@pytest.mark.rule("14.6.2")
def test_a_base_shifts_aside_in_front_of_an_enemy() -> None:
    """Ruling 36: the corridor does not reach beyond the line of the front edge."""
    at = table("red-pi1 9300,7200,0, blue-pk1 9000,7000,10800")
    assert computed_move(at, "move red-pi1 9000,7200,0").why is None
    assert at.refusal("move red-pi1 9000,7400,0") == "14.6.10 (ruling 45)"


@pytest.mark.rule("14.7.1")
def test_front_edges_share_no_more_than_a_corner() -> None:
    """Along 3 units corners meet, along more the front edge is on the enemy (rulings 26 and 48)."""
    for shared, rule in ((0, None), (3, None), (4, "14.7.2 (ruling 49)"), (10, "14.7.2 (ruling 49)")):
        at = table(f"red-sh1 9000,11500,5400, blue-el1 9537,{12500 - shared},16200", blue="mughal")
        done = computed_move(at, "move red-sh1 9537,11500,5400")
        assert done.contacts == ()
        assert (None if done.why is None else str(done.why.rule)) == rule


@pytest.mark.rule("14.7.5")
@pytest.mark.rule("14.6.9")
def test_an_edge_left_unaligned_by_an_outcome_move_is_no_contact() -> None:
    """The knights pursue past the pikes on their flank, which are then free to move (ruling 52)."""
    at = combat("red-kn1 9000,9000,0, blue-sh1 9000,9000,10800, blue-pi1 8500,9500,5400", red="french")
    assert ("blue-pi1", "red-kn1", "left") in touching(at)
    at = at.play("fight red-kn1 blue-sh1", (6, 1))
    assert pose(at, "red-kn1") == (9000, 8500, 0)
    assert not [one for one in touching(at) if "blue-pi1" in one]


@pytest.mark.rule("14.3.5")
@pytest.mark.rule("14.7.2")
def test_a_base_that_lines_up_into_an_unknown_river_needs_a_roll() -> None:
    """It touches the enemy beside the river and slides into it (ruling 33); so does an enemy that conforms."""
    line = "red-pi1 8550,9000,0, blue-sh1 9000,8000,10800"
    at = table(line, terrain="river/600 9500,18000 9500,8400 18000,8400")
    assert computed_move(at, "move red-pi1 8550,8000,0").into_river
    after = at.play("move red-pi1 8550,8000,0")
    assert set(after.rules.pending_roll(after.state).outcomes) == {"paltry", "normal"}
    assert after.play(3).now == (3, "moves", "red")
    blocked = table(f"{line}, red-pk1 9560,8600,0", terrain="river/400 8200,0 8200,7600")
    conforming = computed_move(blocked, "move red-pi1 8550,8000,0")
    assert conforming.moved_enemies
    assert conforming.into_river


@pytest.mark.rule("14.3.5")
@pytest.mark.rule("14.7.4")
def test_a_base_that_turns_into_an_unknown_river_needs_a_roll() -> None:
    """It turns to face after the moves; the roll comes before the combat (ruling 33)."""
    at = table("red-pi1 7000,8400,5400, blue-pk1 9000,8000,0", terrain="river/600 8900,18000 8900,8900 18000,8900")
    turned = at.play("move red-pi1 8500,8500,5400").play("end")
    assert turned.now == (3, "facing", "chance")
    assert turned.rules.position(turned.rules.from_position(turned.position)) == turned.position
    after = turned.play(2)
    assert (after.position["river"], after.legal("fight")) == ("paltry", {"fight red-pi1 blue-pk1"})
