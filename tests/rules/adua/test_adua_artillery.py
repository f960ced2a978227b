"""Artillery and Galla cavalry (6.0): ranges, the line of sight of Figure 4, and the effect of a bombardment
(ruling 12)."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.event import RolledOnTable
from tests.rules.adua.board import BOARD, entry, marked, table
from tests.rules.table import Table

# Column 33 lies in the valley from row 06 to row 18.
FIRE = "ellena quick-guns fire, dabormida ii-guns fire, dabormida iii-infantry melee, albertone sicilian-guns fire"


def italians(line: str, orders: str = FIRE, **keys: Any) -> Table:
    """The Italian small-arms phase."""
    return table(line, phase="fire", phasing="italian", orders=orders, **keys)


def abyssinians(line: str, **keys: Any) -> Table:
    """The Abyssinian small-arms phase, kept open by another pending combat."""
    return table(f"{line}, viii-ascari 3407, menelik-gr4 3406", phase="fire", phasing="abyssinian", **keys).play(
        "attack menelik-gr4 viii-ascari")


def fell(hits: int, dice: int) -> tuple[int, ...]:
    """A roll of this many dice with this many hits."""
    return (6,) * hits + (2,) * (dice - hits)


def groups(at: Table) -> dict[str, int]:
    """Unit -> its dice in the pending roll."""
    roll = at.rules.pending_roll(at.state)
    assert roll is not None
    return {group.unit: len(group.dice) for group in roll.groups}


def lost(at: Table, unit: str) -> int:
    """Steps a unit has lost."""
    return int(entry(at, unit).get("lost", 0))


def level(place: str) -> int:
    """The level of a hex."""
    return BOARD.levels.get(place, 0)


def near(place: str) -> set[str]:
    """The hexes around a hex."""
    return {BOARD.hexes[there] for there in BOARD.neighbours[BOARD.index[place]] if there >= 0}


# ------------------------------------------------------------------------------------------------ range and sight

@pytest.mark.rule("6.0")
@pytest.mark.parametrize(("place", "reached"), [("3312", True), ("3311", True), ("3313", True), ("3314", False)])
def test_italian_guns_reach_three_hexes(place: str, reached: bool) -> None:
    """Down the valley from 3310 they reach three hexes, not four. The guns on the hill see over everything."""
    at = italians(f"quick-guns 3310, menelik-f1 {place}, iii-infantry 3013, menelik-f2 3012")
    assert reached == bool(at.check("attack quick-guns menelik-f1"))
    if not reached:
        assert "6.0" == at.refusal("attack quick-guns menelik-f1")


@pytest.mark.rule("6.0")
@pytest.mark.parametrize(("place", "reached"), [("3312", True), ("3313", True), ("3314", True), ("3315", False)])
def test_abyssinian_guns_reach_four_hexes(place: str, reached: bool) -> None:
    """They reach one hex farther."""
    at = abyssinians(f"menelik-a1 3310, iii-infantry {place}")
    assert reached == bool(at.check("attack menelik-a1 iii-infantry"))


@pytest.mark.rule("6.0")
@pytest.mark.parametrize("guns", ["ascari-guns", "sicilian-guns", "i-guns", "ii-guns", "quick-guns"])
def test_every_battery_bombards(guns: str) -> None:
    """Italian, Ascari and mountain artillery may bombard alike; they need the order to attack, like others."""
    line = f"{guns} 3314, menelik-f1 3311, iii-infantry 3013, menelik-f2 3012"
    general = {"a": "albertone", "s": "albertone", "i": "arimondi", "q": "ellena"}[guns[0]]
    general = "dabormida" if guns == "ii-guns" else general
    assert italians(line, f"{general} {guns} fire, dabormida iii-infantry fire").check(f"attack {guns} menelik-f1")
    assert "8.0" == italians(line, f"{general} {guns} move, dabormida iii-infantry fire").refusal(
        f"attack {guns} menelik-f1")


@pytest.mark.rule("6.0")
def test_only_batteries_attack_at_range() -> None:
    """Infantry and Bersaglieri attack adjacent hexes only."""
    at = italians("iii-infantry 3314, ii-guns 3414, menelik-f1 3312")
    assert "10.1" == at.refusal("attack iii-infantry menelik-f1")


@pytest.mark.rule("6.0")
def test_units_do_not_block_the_line_of_sight() -> None:
    """Neither friends nor enemies between the guns and their target block it (Figure 4: the V Regiment)."""
    assert [0, 0, 0, 0] == [level(place) for place in ("3314", "3313", "3312", "3311")]
    at = italians("ii-guns 3314, iii-infantry 3313, menelik-f1 3312, menelik-f2 3311")
    assert at.check("attack ii-guns menelik-f2")


@pytest.mark.rule("6.0")
@pytest.mark.parametrize(("guns", "target", "seen"), [
    ("2708", "2706", False), ("2707", "2710", True), ("2711", "2708", True), ("2809", "2806", False),
    ("1109", "1111", False), ("1108", "1110", True), ("1110", "1108", True)])
def test_a_hex_between_higher_than_the_guns_blocks(guns: str, target: str, seen: bool) -> None:
    """Hexes between are compared with the guns' hex only, not with the target's (Figure 4)."""
    column = int(guns[:2])
    rows = sorted((int(guns[2:]), int(target[2:])))
    between = [level(f"{column:02}{row:02}") for row in range(rows[0] + 1, rows[1])]
    assert seen == (max(between) <= level(guns))
    at = italians(f"ii-guns {guns}, menelik-f1 {target}, iii-infantry 3113, menelik-f2 3112")
    assert seen == bool(at.check("attack ii-guns menelik-f1"))


@pytest.mark.rule("6.0")
@pytest.mark.parametrize(("guns", "sides", "target", "seen"), [
    ("2108", (0, 1), "2308", True), ("2109", (1, 1), "2309", False), ("2013", (1, 1), "2213", True),
    ("3105", (1, 2), "3305", True), ("2006", (0, 0), "2206", True)])
def test_a_line_along_a_hex_side_is_free_if_either_hex_is(
        guns: str, sides: tuple[int, int], target: str, seen: bool) -> None:
    """Two columns away the line follows the side between two hexes with these levels."""
    beside = sorted(level(hex_) for hex_ in near(guns) & near(target))
    assert list(sides) == beside
    assert seen == (sides[0] <= level(guns))
    at = italians(f"ii-guns {guns}, menelik-f1 {target}, iii-infantry 3313, menelik-f2 3312")
    assert seen == bool(at.check("attack ii-guns menelik-f1"))


@pytest.mark.rule("6.0")
def test_an_adjacent_enemy_is_always_visible() -> None:
    """This holds uphill, and also on ground prohibited to the guns (Figure 4: the Veterans)."""
    assert (1, 2) == (level("1108"), level("1107"))
    at = italians("quick-guns 1108, menelik-fv1 1107")
    assert (6, 4) == ((shown := at.preview("attack quick-guns menelik-fv1")).attack, shown.defence)


@pytest.mark.rule("6.0")
def test_enemies_in_melee_are_not_bombarded() -> None:
    """Friends could be hit."""
    at = italians("ii-guns 3314, iii-infantry 3312 engaged, menelik-f1 3312 engaged, menelik-f2 3313")
    assert "6.0" == at.refusal("attack ii-guns menelik-f1")


@pytest.mark.rule("6.0")
def test_batteries_attack_adjacent_units_like_others() -> None:
    """The defender rolls its dice, and the battery takes the result like infantry."""
    at = italians("ii-guns 3314, menelik-f1 3313").play("attack ii-guns menelik-f1", "begin", "resolve menelik-f1")
    assert {"ii-guns": 6, "menelik-f1": 2} == groups(at)
    at = at.play(fell(0, 6) + fell(1, 2))
    assert ({"ii-guns"}, 1) == (marked(at, "repulsed"), lost(at, "ii-guns"))


# --------------------------------------------------------------------------------------------------- bombardment

@pytest.mark.rule("6.0")
@pytest.mark.rule("10.1")
@pytest.mark.parametrize(("hits", "steps"), [(0, 0), (1, 0), (2, 0), (3, 1), (4, 1), (6, 1)])
def test_an_italian_bombardment(hits: int, steps: int) -> None:
    """The target rolls no dice; the number of hits is the row, and three take a step. The battery suffers nothing, even
    without a hit (ruling 12)."""
    at = italians("ii-guns 3314, menelik-fv1 3312").play("attack ii-guns menelik-fv1", "begin", "resolve menelik-fv1")
    assert {"ii-guns": 6} == groups(at)
    at = at.play(fell(hits, 6))
    assert steps == lost(at, "menelik-fv1")
    assert (set(), set(), 0) == (marked(at, "repulsed"), marked(at, "disorganized"), lost(at, "ii-guns"))


@pytest.mark.rule("10.1")
def test_a_bombardment_is_not_worded_like_a_firefight() -> None:
    """Its hits are not compared, and what is hoped for is the loss of a step."""
    afar = italians("ii-guns 3314, menelik-fv1 3312").preview("attack ii-guns menelik-fv1")
    near = italians("iii-infantry 3314, menelik-fv1 3313").preview("attack iii-infantry menelik-fv1")
    assert {str(each.text) for each in afar.outcomes if each.group} == {str(afar.hope("italian")[0])}
    assert str(near.hope("italian")[0]) != str(afar.hope("italian")[0])
    assert str(near.lookup) != str(afar.lookup)


@pytest.mark.rule("6.0")
@pytest.mark.rule("10.1")
@pytest.mark.parametrize(("hits", "disorganized"), [(0, False), (1, True), (2, True), (3, True)])
def test_an_abyssinian_bombardment(hits: int, disorganized: bool) -> None:
    """Without a hit nothing happens; one or more hits are the row -1 or less. The battery takes no damage
    (ruling 12)."""
    at = abyssinians("menelik-a1 3314, iii-infantry 3311").play("attack menelik-a1 iii-infantry", "begin",
                                                                "resolve iii-infantry")
    assert {"menelik-a1": 3} == groups(at)
    at = at.play(fell(hits, 3))
    assert ({"iii-infantry"} if disorganized else set()) == marked(at, "disorganized")
    assert (0, 0, set()) == (lost(at, "iii-infantry"), lost(at, "menelik-a1"), marked(at, "repulsed"))


@pytest.mark.rule("6.0")
@pytest.mark.rule("10.1")
def test_bombardment_with_rows_swapped() -> None:
    """With the option -1 takes a step instead (ruling 25)."""
    at = abyssinians("menelik-a1 3314, iii-infantry 3311", options=["rows-swapped"]).play(
        "attack menelik-a1 iii-infantry", "begin", "resolve iii-infantry", fell(1, 3))
    assert (set(), 1) == (marked(at, "disorganized"), lost(at, "iii-infantry"))


@pytest.mark.rule("6.0")
@pytest.mark.rule("10.1")
def test_two_batteries_bombard_together() -> None:
    """Two hits by each are four (ruling 12)."""
    at = italians("ii-guns 3314, quick-guns 3413, menelik-fv1 3311").play(
        "attack ii-guns menelik-fv1", "attack quick-guns menelik-fv1", "begin", "resolve menelik-fv1",
        fell(2, 6) + fell(2, 6))
    assert 1 == lost(at, "menelik-fv1")


@pytest.mark.rule("6.0")
@pytest.mark.rule("10.1")
def test_a_battery_supports_an_attack_and_suffers_nothing() -> None:
    """Its dice are added, the defender rolls against the other attackers, and the result affects only them
    (ruling 12)."""
    at = italians("ii-guns 3314, iii-infantry 3312, menelik-fv1 3311").play(
        "attack ii-guns menelik-fv1", "attack iii-infantry menelik-fv1", "begin", "resolve menelik-fv1")
    assert {"iii-infantry": 7, "ii-guns": 6, "menelik-fv1": 3} == groups(at)
    none = at.play(fell(0, 7) + fell(0, 6) + fell(1, 3))
    assert {"iii-infantry"} == marked(none, "repulsed")
    assert (1, 0) == (lost(none, "iii-infantry"), lost(none, "ii-guns"))
    assert {"iii-infantry"} == marked(at.play(fell(0, 7) + fell(0, 6) + fell(0, 3)), "disorganized")
    helped = at.play(fell(0, 7) + fell(3, 6) + fell(0, 3))
    assert (1, set()) == (lost(helped, "menelik-fv1"), marked(helped, "repulsed"))


@pytest.mark.rule("6.0")
@pytest.mark.rule("10.1")
def test_damage_spares_a_distant_battery() -> None:
    """Points are assigned to the Guard next to the Italians; of five it can take four (rulings 12 and 13)."""
    at = abyssinians("menelik-a1 3314, menelik-gr1 3312, iii-infantry 3311").play(
        "attack menelik-a1 iii-infantry", "attack menelik-gr1 iii-infantry", "begin", "resolve iii-infantry",
        fell(0, 4) + fell(0, 3) + fell(7, 7))
    assert (2, 0, {"menelik-gr1"}) == (lost(at, "menelik-gr1"), lost(at, "menelik-a1"), marked(at, "repulsed"))


@pytest.mark.rule("6.0")
@pytest.mark.rule("10.1")
def test_a_distant_battery_does_not_matter_for_height() -> None:
    """The Guard is above the only adjacent attacker, though not above the guns: +1 (ruling 11)."""
    at = italians("ii-guns 1111, iii-infantry 1109, menelik-gr1 1108").play(
        "attack iii-infantry menelik-gr1", "attack ii-guns menelik-gr1", "begin")
    assert 5 == at.preview("resolve menelik-gr1").defence


@pytest.mark.rule("6.0")
@pytest.mark.rule("10.1")
@pytest.mark.parametrize(("target", "dice"), [("1111", 3), ("1109", 4), ("1107", 2)])
def test_height_counts_for_an_abyssinian_bombardment(target: str, dice: int) -> None:
    """A bombardment is an attack: from 1108, on the first level, -1 uphill and +1 downhill."""
    at = abyssinians(f"menelik-a1 1108, iii-infantry {target}")
    assert dice == at.preview("attack menelik-a1 iii-infantry").attack


@pytest.mark.rule("6.0")
@pytest.mark.rule("12.0")
def test_a_bombarded_unit_was_in_small_arms_combat() -> None:
    """A bombarded unit counts as attacked by small arms."""
    at = italians("ii-guns 3314, menelik-fv1 3312").play(
        "attack ii-guns menelik-fv1", "begin", "resolve menelik-fv1", fell(0, 6))
    assert {"ii-guns", "menelik-fv1"} == marked(at, "shot")


@pytest.mark.rule("6.0")
@pytest.mark.rule("10.1")
def test_a_battery_splits_its_dice_between_near_and_far() -> None:
    """Two dice are used against the adjacent infantry, four against the unit behind; only the first can hit back."""
    at = italians("ii-guns 3314, menelik-f1 3313, menelik-f2 3312").play(
        "attack ii-guns menelik-f1:2,menelik-f2", "begin")
    assert {"ii-guns": 2, "menelik-f1": 2} == groups(at.play("resolve menelik-f1"))
    assert {"ii-guns": 4} == groups(at.play("resolve menelik-f2"))


@pytest.mark.rule("6.0")
@pytest.mark.rule("10.1")
def test_a_battery_that_ignores_an_adjacent_enemy_loses_dice() -> None:
    """It bombards and leaves out the adjacent enemy: two dice less."""
    at = italians("ii-guns 3314, menelik-f1 3313, menelik-f2 3312")
    assert 4 == at.preview("attack ii-guns menelik-f2").attack


@pytest.mark.rule("10.0")
@pytest.mark.rule("6.0")
def test_a_declared_bombardment_must_be_made() -> None:
    """A battery that has declared attacks that target, whatever else it attacks (ruling 9)."""
    at = italians("ii-guns 3314 entered, menelik-f1 3312, menelik-f2 3412",
                  declared=[{"unit": "ii-guns", "target": "menelik-f1"}])
    assert "10.0 (ruling 9)" == at.refusal("attack ii-guns menelik-f2")
    assert "10.0 (ruling 9)" == at.refusal("end")
    assert at.check("attack ii-guns menelik-f2:2,menelik-f1")


@pytest.mark.rule("6.0")
def test_a_bombardment_without_effect_names_no_row() -> None:
    """It has two hits of the three it needs (ruling 12)."""
    at = italians("ii-guns 3314, menelik-f1 3312").play("attack ii-guns menelik-f1", "begin", "resolve menelik-f1",
                                                        (6, 6, 2, 2, 2, 2))
    (rolled,) = (event for event in at.events if isinstance(event, RolledOnTable))
    assert rolled.row is None
    assert rolled.column not in str(rolled.text)


@pytest.mark.rule("10.2")
@pytest.mark.rule("6.0")
def test_batteries_do_not_enter_melee() -> None:
    """They do not, even after an attack on an adjacent unit (ruling 14)."""
    at = italians("ii-guns 3314, iii-infantry 3312, menelik-f1 3313").play(
        "attack ii-guns menelik-f1", "attack iii-infantry menelik-f1", "begin", "resolve menelik-f1",
        fell(2, 7) + fell(0, 6) + fell(0, 2))
    assert "charge" == at.now[1]
    assert "10.2" == at.refusal("charge ii-guns menelik-f1")[:4]
    assert at.check("charge iii-infantry menelik-f1")
    theirs = abyssinians("menelik-a1 3314, menelik-f1 3312, iii-infantry 3313")
    assert "10.2" == theirs.refusal("charge menelik-a1 iii-infantry")[:4]


# ------------------------------------------------------------------------------------------------- Galla cavalry

RIDERS = "micael-c1 3311, micael-c2 3211, iii-infantry 3313"


@pytest.mark.rule("6.0")
def test_cavalry_that_enters_a_zone_must_charge() -> None:
    """It does not shoot, and must charge an enemy of its choice at the end of the phase (ruling 23)."""
    at = table(RIDERS, phasing="abyssinian").play("move micael-c1 3312", "end")
    assert "charge" == at.now[1]
    assert "6.0 (ruling 23)" == at.refusal("end")
    at = at.play("charge micael-c1 iii-infantry")
    assert {"micael-c1", "iii-infantry"} == marked(at, "engaged")
    assert "3313" == at.units["micael-c1"]


@pytest.mark.rule("6.0")
def test_cavalry_charges_any_adjacent_enemy() -> None:
    """It declares no target beforehand; if one of those whose zone it entered is gone, it must charge the other
    (ruling 23)."""
    both = table("micael-c1 3311, iii-infantry 3313 lost=3, iv-infantry 3412, menelik-gr1 3314",
                 phasing="abyssinian").play("move micael-c1 3312", "end")
    at = both.play("attack menelik-gr1 iii-infantry", "begin", "resolve iii-infantry", fell(0, 2) + fell(0, 4))
    assert {"charge micael-c1 iv-infantry"} == at.legal("charge micael-c1")
    assert "6.0 (ruling 23)" == at.refusal("end")
    unhurt = table("micael-c1 3312 entered, iii-infantry 3313, iv-infantry 3412", phase="charge", phasing="abyssinian")
    assert {"charge micael-c1 iii-infantry", "charge micael-c1 iv-infantry"} == unhurt.legal("charge micael-c1")


@pytest.mark.rule("6.0")
def test_cavalry_that_started_in_a_zone_may_charge() -> None:
    """Cavalry that begins the turn in a zone need not charge."""
    at = table("micael-c1 3312, iii-infantry 3313", phasing="abyssinian").play("end")
    assert at.check("charge micael-c1 iii-infantry")
    assert at.check("end")


@pytest.mark.rule("6.0")
def test_cavalry_does_not_charge_uphill_to_the_second_level() -> None:
    """Prohibited ground is in no zone (10.0)."""
    at = table("micael-c1 1108, iii-infantry 1107, micael-c2 3312, iv-infantry 3313", phasing="abyssinian").play("end")
    assert "6.0 (ruling 23)" == at.refusal("charge micael-c1 iii-infantry")
    assert "6.0 (ruling 23)" == at.refusal("charge micael-c1 iv-infantry")
    assert "6.0 (ruling 23)" == at.refusal("charge micael-c1 micael-c2")


@pytest.mark.rule("6.0")
def test_cavalry_whose_enemy_is_gone_does_nothing() -> None:
    """It had entered the zone of a unit that the infantry destroyed in the same phase (ruling 23)."""
    at = table("micael-c1 3312 entered, iii-infantry 3313 lost=3, menelik-gr1 3314", phase="fire",
               phasing="abyssinian").play("attack menelik-gr1 iii-infantry", "begin", "resolve iii-infantry",
                                          fell(0, 4) + fell(0, 2))
    assert ["iii-infantry"] == at.removed()
    assert (2, "orders", "italian") == at.now
