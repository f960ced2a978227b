"""Module 13: the armies' set-up, and its changes."""

from __future__ import annotations

import pytest

from game.core.contract import BadPosition
from game.core.event import PhaseBegan, Placed
from tests.rules.table import Table
from tests.rules.tours.board import RULES, VERTICES, facing


def stretch(column: int, first: int, last: int) -> list[str]:
    return [f"{column}{row:02}" for row in range(first, last + 1)]


MUSLIM_STRETCHES = {
    "red horse": stretch(20, 19, 23), "red foot": stretch(21, 19, 21),
    "yellow horse": stretch(20, 14, 18), "yellow foot": stretch(21, 15, 17),
    "blue horse": stretch(20, 10, 13), "blue foot": stretch(21, 10, 12),
    "grey horse": stretch(20, 5, 9), "grey foot": stretch(21, 5, 7),
    "guard horse": ["2618"], "guard foot": ["2616"],
}


@pytest.fixture
def franks() -> Table:
    """The set-up when the Franks start it."""
    return Table(RULES, RULES.initial("tours"))


@pytest.fixture
def muslims(franks: Table) -> Table:
    """The set-up when the Muslims start theirs, after the Franks."""
    return franks.play("end")


@pytest.mark.rule("13.0")
def test_ruling_26_the_franks_set_up_first(franks: Table) -> None:
    """The order is the Franks, the Muslims, then the first game turn."""
    muslims = franks.play("end")
    assert {"13.0 (ruling 26)"} == {str(at.rules.prompt(at.state).rule) for at in (franks, muslims)}
    begun = muslims.play("end")
    assert [(1, "set-up", "frankish"), (1, "set-up", "muslim"), (1, "orders", "muslim")] == [
        franks.now, muslims.now, begun.now]


@pytest.mark.rule("13.0")
def test_each_side_sets_up_its_own(franks: Table, muslims: Table) -> None:
    """A side cannot move the other's units, nor its own once its set-up is accepted."""
    assert "13.0" == franks.refusal("place red-ma1 2020")
    assert "13.0" == franks.refusal("face red-ma1 e")
    assert "13.0" == muslims.refusal("place hi1 1607")
    assert "13.0" == muslims.refusal("face hi1 w")
    assert "13.0" == muslims.play("end").refusal("place red-ma1 2020")


@pytest.mark.rule("13.0")
def test_units_start_facing_as_their_player_wishes(franks: Table, muslims: Table) -> None:
    """They may face any of the six vertices, changed as often as desired."""
    for vertex in VERTICES:
        if vertex != facing(franks, "hi1"):
            franks = franks.play(f"face hi1 {vertex}")
            assert vertex == facing(franks, "hi1")
    assert "ne" == facing(muslims.play("face grey-li1 ne"), "grey-li1")


@pytest.mark.rule("13.0")
def test_set_up_actions_are_refused_in_the_game(muslims: Table) -> None:
    """No unit is placed once the game has begun, in either side's turn."""
    begun = muslims.play("end")
    assert "13.0" == begun.refusal("place wagon1 2716")
    assert "13.0" == begun.refusal("place hc1 1220")


@pytest.mark.rule("13.1")
def test_the_franks_set_up(franks: Table) -> None:
    """Heavy infantry fills 1606 to 1622, light infantry 1505 to 1521; eight cavalry units are in 1204 to 1220."""
    found = franks.units
    assert stretch(16, 6, 22) == sorted(str(found[f"hi{n}"]) for n in range(1, 18))
    assert stretch(15, 5, 21) == sorted(str(found[f"li{n}"]) for n in range(1, 18))
    horse = {str(found[f"{kind}{n}"]) for kind in ("hc", "lc") for n in range(1, 5)}
    assert 8 == len(horse)
    assert horse <= set(stretch(12, 4, 20))


@pytest.mark.rule("13.1")
def test_the_heavy_infantry_begins_in_the_wall(franks: Table, muslims: Table) -> None:
    """The shield wall is formed before the first turn."""
    assert franks.position["wall"]
    assert muslims.play("end").position["wall"]


@pytest.mark.rule("13.1")
def test_frankish_units_stay_in_their_zones(franks: Table) -> None:
    """A unit may be placed within its zone and nowhere else."""
    for unit, first, last, outside in (("hi1", "1606", "1622", ("1605", "1623", "1510")),
                                       ("li1", "1505", "1521", ("1504", "1522", "1610")),
                                       ("hc1", "1204", "1220", ("1203", "1221", "1310")),
                                       ("lc1", "1204", "1220", ("1203", "1221", "1310"))):
        for place in (first, last):
            assert franks.units[unit] == place or franks.check(f"place {unit} {place}"), (unit, place)
        assert ["13.1"] * 3 == [franks.refusal(f"place {unit} {place}") for place in outside]


@pytest.mark.rule("13.1")
def test_charles_begins_with_any_frankish_unit(franks: Table) -> None:
    """He starts with a combat unit of his own, of any contingent; not alone, and not with an enemy."""
    assert franks.units["charles"] in {place for unit, place in franks.units.items() if unit[:2] in (
        "hi", "li", "hc", "lc")}
    for place in ("1606", "1521", str(franks.units["hc1"]), str(franks.units["lc1"])):
        assert place == franks.units["charles"] or place == franks.play(f"place charles {place}").units["charles"]
    assert "13.1" == franks.refusal("place charles 1414")
    assert "13.1" == franks.refusal("place charles 2016")


@pytest.mark.rule("13.2")
@pytest.mark.parametrize("who", MUSLIM_STRETCHES)
def test_the_muslims_set_up(muslims: Table, who: str) -> None:
    """Each tribe's cavalry and infantry fill their zones exactly."""
    tribe, arm = who.split()
    kinds = ("li",) if arm == "foot" else ("hc", "ma")
    assert MUSLIM_STRETCHES[who] == sorted(
        str(place) for unit, place in muslims.units.items() if unit.startswith(tuple(f"{tribe}-{k}" for k in kinds)))


@pytest.mark.rule("13.2")
def test_muslim_units_stay_in_their_zones(muslims: Table) -> None:
    """A unit may exchange places within its zone only."""
    for unit, inside, outside in (("red-ma1", "2020", "2018"), ("red-li1", "2121", "2019"),
                                  ("yellow-hc1", "2014", "2013"), ("blue-li1", "2112", "2115"),
                                  ("grey-ma2", "2009", "2010"), ("guard-ma1", None, "2616"),
                                  ("guard-li1", None, "2618")):
        assert inside is None or muslims.check(f"place {unit} {inside}"), unit
        assert "13.2" == muslims.refusal(f"place {unit} {outside}"), unit


@pytest.mark.rule("13.2")
def test_the_wagon_trains(muslims: Table) -> None:
    """They are in three of the hexes 2716 to 2721."""
    places = {str(muslims.units[f"wagon{n}"]) for n in (1, 2, 3)}
    assert 3 == len(places)
    assert places <= set(stretch(27, 16, 21))
    reachable = {place for place in stretch(27, 16, 21) if place in places or muslims.check(f"place wagon1 {place}")}
    assert set(stretch(27, 16, 21)) == reachable
    assert "13.2" == muslims.refusal("place wagon1 2715")
    assert "13.2" == muslims.refusal("place wagon1 2722")


@pytest.mark.rule("13.2")
def test_abd_ar_rahman_begins_with_any_muslim_unit(muslims: Table) -> None:
    """He starts with any combat unit of his own, also the guard's; not alone, and not with a wagon train."""
    assert "2618" == muslims.play("place abd-ar-rahman 2618").units["abd-ar-rahman"]
    assert "2105" == muslims.play("place abd-ar-rahman 2105").units["abd-ar-rahman"]
    assert "13.2" == muslims.refusal("place abd-ar-rahman 2414")
    assert "13.2" == muslims.refusal("place abd-ar-rahman 1606")
    assert not muslims.check(f"place abd-ar-rahman {muslims.units['wagon1']}")


@pytest.mark.rule("13.0")
def test_units_exchange_places_at_once(franks: Table) -> None:
    """A unit placed in another's hex sends that to its own hex (ruling 21)."""
    at = franks.play("place hi1 1622")
    assert ("1622", franks.units["hi1"]) == (at.units["hi1"], at.units["hi17"])
    assert len(at.units) == len(set(at.units) | set(franks.units))


@pytest.mark.rule("13.0")
def test_cavalry_of_two_contingents_exchanges_places(franks: Table) -> None:
    """All Frankish cavalry shares its zone, so heavy and light may exchange places (ruling 21)."""
    heavy, light = str(franks.units["hc1"]), str(franks.units["lc1"])
    at = franks.play(f"place hc1 {light}")
    assert (light, heavy) == (at.units["hc1"], at.units["lc1"])


@pytest.mark.rule("13.0")
def test_a_unit_may_move_to_a_free_hex_of_its_zone(franks: Table) -> None:
    """The proposed set-up is changed unit by unit (ruling 21)."""
    at = franks.play("place hc1 1220", "place lc1 1204")
    assert ("1220", "1204") == (at.units["hc1"], at.units["lc1"])
    assert "13.1" == at.refusal("place charles 1211")


@pytest.mark.rule("13.1")
def test_charles_is_never_left_alone(franks: Table) -> None:
    """If his unit is placed elsewhere, he is still with a Frankish unit."""
    here = franks.units["charles"]
    unit = next(name for name, place in franks.units.items() if place == here and name != "charles")
    at = franks.play(f"place {unit} 1220")
    others = {place for name, place in at.units.items() if name != "charles"}
    assert at.units["charles"] in others or not at.check("end")


@pytest.mark.rule("13.2")
def test_a_zone_of_one_hex_is_described_as_one() -> None:
    """The guard's cavalry has a single hex."""
    at = Table(RULES, RULES.initial("tours")).play("end")
    assert ("13.2", 1, "2618") == at.reason("place guard-ma1 2620")
    assert ("13.2", 1, "2019", "2023") == at.reason("place red-hc1 2620")


@pytest.mark.rule("13.0")
def test_the_second_set_up_is_announced_under_its_rule() -> None:
    """The Muslims set up after the Franks (ruling 26)."""
    at = Table(RULES, RULES.initial("tours")).play("end")
    began = [(str(event.rule), event.seat) for event in at.events if isinstance(event, PhaseBegan)]
    assert [("13.0 (ruling 26)", "muslim")] == began


@pytest.mark.rule("13.1")
def test_charles_goes_along_in_the_log(franks: Table) -> None:
    """The units that exchange places, and the leader with one of them, each have an event."""
    at = franks.play("place charles 1606", "place hi1 1610")
    placed = [(event.unit, event.place) for event in at.events if isinstance(event, Placed)]
    assert [("charles", "1606"), ("hi1", "1610"), ("hi5", "1606"), ("charles", "1610")] == placed


@pytest.mark.rule("13.0")
@pytest.mark.parametrize(("changes", "key"), [({"turn": 2}, "turn"), ({}, "units")])
def test_a_wrong_set_up_position_is_refused_for_what_is_wrong(changes: dict[str, int], key: str) -> None:
    """A disordered unit is wrong with the units, not with the turn."""
    position = {**RULES.position(RULES.initial("tours")), **changes}
    position["units"] = [{**unit, **({"disordered": True} if number == 0 and not changes else {})}
                         for number, unit in enumerate(position["units"])]
    with pytest.raises(BadPosition, match=key):
        RULES.from_position(position)


@pytest.mark.rule("13.1")
@pytest.mark.rule("13.2")
@pytest.mark.parametrize(("unit", "place"), [
    ("hi1", "2218"), ("hc1", "1310"), ("red-li1", "2219"), ("guard-li1", "2617"), ("wagon1", "2715"),
    ("charles", "1720"), ("abd-ar-rahman", "2414")])
def test_a_set_up_position_keeps_each_piece_in_its_area(unit: str, place: str) -> None:
    """A leader begins with a friendly unit, not alone."""
    position = RULES.position(RULES.initial("tours"))
    rows = [{**row, "place": place} if row["id"] == unit else row for row in position["units"]]
    with pytest.raises(BadPosition, match=f"^{unit}: "):
        RULES.from_position({**position, "units": rows})


@pytest.mark.rule("13.1")
def test_a_set_up_position_has_the_shield_wall() -> None:
    """The battle begins with the heavy infantry in it."""
    with pytest.raises(BadPosition, match=r"^wall: "):
        RULES.from_position({**RULES.position(RULES.initial("tours")), "wall": False})
