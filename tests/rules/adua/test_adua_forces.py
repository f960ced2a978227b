"""A force that marches as one: the destinations of its units, and a list of forces with the number that can still
move."""

from __future__ import annotations

import pytest

from game.rules.adua.actions import MovePiece
from game.rules.adua.forces import OTHERS_CAN_MOVE
from game.rules.adua.moving import AduaMovementPhase
from game.rules.adua.units import SLOT
from tests.rules.adua.board import RULES, table
from tests.rules.table import Table, facts

FORCE = "alula 0610, alula-fv1 0610, alula-fv2 0611, alula-f1 0710, v-infantry 3010"


def marched(at: Table, place: str, *units: str) -> Table:
    for action in RULES.march(at.state, units, place):
        at = at.play(action.notation)
    return at


def place_of(at: Table, unit: str) -> str | None:
    return next(each.place for each in RULES.counters(at.state) if each.unit == unit)


@pytest.mark.rule("9.0")
def test_a_force_keeps_its_shape_on_open_ground() -> None:
    at = table(FORCE, phase="move", phasing="abyssinian")
    at = marched(at, "0810", "alula", "alula-fv1", "alula-fv2", "alula-f1")
    assert ["0810", "0810", "0811", "0910"] == [
        place_of(at, unit) for unit in ("alula", "alula-fv1", "alula-fv2", "alula-f1")]


@pytest.mark.rule("9.0")
def test_nobody_of_it_enters_an_enemy_zone_or_shares_a_hex() -> None:
    at = table("menelik-f1 2010, menelik-f2 2011, menelik-f3 2012, v-infantry 2410", phase="move",
               phasing="abyssinian")
    at = marched(at, "2409", "menelik-f1", "menelik-f2", "menelik-f3")
    places = [place_of(at, unit) for unit in ("menelik-f1", "menelik-f2", "menelik-f3")]
    assert 3 == len(set(places))
    board = RULES.board(at.state)
    assert all(place is not None and board.distance(place, "2410") >= 2 for place in places)


@pytest.mark.rule("9.0")
def test_commanders_and_mules_stay_with_their_units() -> None:
    """A commander that could outrun its infantry ends with it; a colonel with its own regiment."""
    line = "arimondi 2410, stevani 2410, brusati 2411, i-bersaglieri 2410, ii-infantry 2411, i-guns 2412"
    at = table(line, phase="move")
    at = marched(at, "1810", "arimondi", "stevani", "brusati", "i-bersaglieri", "ii-infantry", "i-guns")
    assert place_of(at, "i-bersaglieri") != "2410"
    assert place_of(at, "i-bersaglieri") == place_of(at, "stevani")
    assert place_of(at, "brusati") in (place_of(at, "ii-infantry"), place_of(at, "i-guns"))
    assert place_of(at, "arimondi") in {place_of(at, unit) for unit in (
        "i-bersaglieri", "ii-infantry", "i-guns")}


@pytest.mark.rule("10.0")
def test_a_force_sent_at_an_enemy_closes_with_it() -> None:
    """Units that can reach it end next to it, where no other enemy must be left out if possible; guns end within range;
    the commander stays with them."""
    at = table("alula 2214, alula-fv1 2214, alula-fv2 2215, alula-f1 2114, alula-a1 2115, v-infantry 2612, "
               "vi-infantry 2711, ascari-guns 3010", phase="move", phasing="abyssinian", turn=6)
    at = marched(at, "2612", "alula", "alula-fv1", "alula-fv2", "alula-f1", "alula-a1")
    board = RULES.board(at.state)
    close = [unit for unit in ("alula-fv1", "alula-fv2", "alula-f1")
             if board.distance(place_of(at, unit) or "", "2612") == 1]
    assert 2 <= len(close)
    assert any(board.distance(place_of(at, unit) or "", "2711") > 1 for unit in close)
    assert place_of(at, "alula") in {place_of(at, unit) for unit in close}
    at = at.play("end")
    assert set(close) <= {action.split()[1] for action in at.legal("attack")}


@pytest.mark.rule("8.0")
def test_italians_close_only_with_the_order_to_attack() -> None:
    line = "romero 2410, v-infantry 2410, vi-infantry 2411, nava 2411, taitu-f1 2610"
    at = table(line, phase="move", orders="romero v-infantry fire")
    at = marched(at, "2610", "romero", "v-infantry")
    assert 1 == RULES.board(at.state).distance(place_of(at, "v-infantry") or "", "2610")
    at = marched(table(line, phase="move", orders="romero v-infantry fire"), "2610", "nava", "vi-infantry")
    assert RULES.board(at.state).distance(place_of(at, "vi-infantry") or "", "2610") >= 2


@pytest.mark.rule("4.0")
def test_those_who_wait_come_by_the_passes_towards_the_place() -> None:
    waiting = ", ".join(f"guangul-{unit} to-come" for unit in ("fv1", "f1", "f2", "f3", "f4", "f5", "fl1", "fl2"))
    at = table(f"v-infantry 3010, guangul to-come, {waiting}", phase="move", phasing="abyssinian", turn=4)
    units = [line.units for line in RULES.overview(at.state).lines if line.name == "guangul"]
    assert units
    actions = RULES.march(at.state, units[0], "0511")
    ends = {action.path[-1] for action in actions if isinstance(action, MovePiece) and action.unit != "guangul"}
    assert 8 == len(ends)


@pytest.mark.rule("9.0")
def test_the_list_counts_who_can_still_move() -> None:
    at = table(FORCE, phase="move", phasing="abyssinian")
    assert ["3/3"] == [line.value for line in RULES.overview(at.state).lines if line.name == "alula"]
    at = at.play("move alula-f1 0711")
    assert ["2/3"] == [line.value for line in RULES.overview(at.state).lines if line.name == "alula"]


@pytest.mark.rule("9.0")
def test_the_rest_is_moved_like_a_veterans() -> None:
    """One key does it: each move is legal, until the veteran would stay in place."""
    at = table(FORCE, phase="move", phasing="abyssinian")
    assert AduaMovementPhase.veteran_label == RULES.autoplay_label(at.state)
    moves = 0
    while (rest := RULES.autoplay_step(at.state)) is not None and rest[1] is not None:
        at, moves = at.play(rest[1].notation), moves + 1
    assert moves >= 3
    assert "move" == RULES.prompt(at.state).phase


def test_nothing_marches_to_what_is_no_hex() -> None:
    at = table(FORCE, phase="move", phasing="abyssinian")
    assert () == RULES.march(at.state, ("alula",), "9999")


@pytest.mark.rule("9.0")
def test_the_list_says_when_no_unit_can_move() -> None:
    """The units of a force and their combat value, as on its flag on the map, and the commander that can still move."""
    at = table(FORCE, phase="move", phasing="abyssinian")
    strength = sum(at.state.value(SLOT[name]) for name in ("alula-fv1", "alula-fv2", "alula-f1"))
    line = next(each for each in RULES.overview(at.state).lines if each.name == "alula")
    assert ("3/3", (3, strength)) == (line.value, facts(line.subtitle))
    at = marched(at, "0810", "alula-fv1", "alula-fv2", "alula-f1")
    line = next(each for each in RULES.overview(at.state).lines if each.name == "alula")
    assert ("0/3", OTHERS_CAN_MOVE[1, False].template, (3, strength)) == (
        line.value, getattr(line.subtitle, "template", ""), facts(line.subtitle))
    at = marched(at, "0810", "alula")
    line = next(each for each in RULES.overview(at.state).lines if each.name == "alula")
    assert ("0/3", "done", (3, strength)) == (line.value, line.progress, facts(line.subtitle))


@pytest.mark.rule("4.0")
def test_the_list_counts_the_units_that_wait_off_the_map() -> None:
    """Their commander is no unit."""
    line = "alula to-come, alula-fv1 to-come, alula-fv2 to-come, "
    for place, counted in (("0610", (3, 2, 2)), ("to-come", (3,))):
        at = table(f"{line}alula-f1 {place}", phase="move", phasing="abyssinian", turn=6)
        row = next(each for each in RULES.overview(at.state).lines if each.name == "alula")
        assert facts(row.subtitle) == counted
