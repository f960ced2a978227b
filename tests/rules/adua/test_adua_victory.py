"""The sequence of play (7.0) and victory (13.0): exits, Menelik, points with their halves, and the last turn."""

from __future__ import annotations

import pytest

from game.rules.adua import victory
from game.rules.adua.sides import SEATS, rule
from game.rules.adua.units import ITALIAN_COUNT, SLOT, UNITS
from tests.rules.adua.board import RULES, entry, table, told
from tests.rules.table import Table

PLACES = [f"{column}{row:02}" for column in (16, 17, 19, 20, 22) for row in (15, 16, 17, 18)]
"""Hexes beyond the blue line, where a unit counts only for its lost steps (ruling 43)."""
IDS = [unit.id for unit in UNITS[:ITALIAN_COUNT]]


def won(at: Table) -> tuple[str | None, str]:
    """The winner and the ending; empty while the battle goes on."""
    result = at.rules.result(at.state)
    return (None, "") if result is None else (result.winner, result.ending)


# ------------------------------------------------------------------------------------------------------- sequence

@pytest.mark.rule("7.0")
def test_the_sequence_of_a_turn() -> None:
    """Of the eight phases, those without actions are skipped; then the next turn begins."""
    at = table("iii-infantry 2813, gabeiehu-f1 0512", phase="orders").play("end", "end", "end")
    begun = [(event.turn, event.seat, event.phase) for event in at.events  # type: ignore[attr-defined]
             if event.type == "phase"]
    one, two = "italian", "abyssinian"
    assert [*((1, one, phase) for phase in ("move", "fire", "charge", "clean-up")),
            *((1, two, phase) for phase in ("move", "fire", "charge", "initiative", "melee")),
            (2, one, "orders")] == begun
    assert (2, "orders", "italian") == at.now
    cited = {event.phase: str(event.rule) for event in at.events if event.type == "phase"}  # type: ignore[attr-defined]
    assert "10.2 (ruling 14)" == cited.pop("charge"), "It is a part of the phase before it, not of the list of 7.0."
    assert {"7.0"} == set(cited.values())


@pytest.mark.rule("7.0")
def test_the_italians_are_first_and_give_orders() -> None:
    """No unit moves while orders are given, and no orders are given later."""
    at = table("iii-infantry 2813, dabormida 2813, gabeiehu-f1 0512", phase="orders")
    assert (1, "orders", "italian") == at.now
    assert "7.0" == at.refusal("move iii-infantry 2812")
    at = at.play("end")
    assert "7.0" == at.refusal("order dabormida iii-infantry move")
    assert "7.0" == at.refusal("move gabeiehu-f1 0612")
    at = at.play("end")
    assert (1, "move", "abyssinian") == at.now
    assert "7.0" == at.refusal("move iii-infantry 2812")


@pytest.mark.rule("7.0")
def test_melee_is_the_last_phase_and_common() -> None:
    """A melee begun by the Italians in their part is rolled in phase 8, after initiative."""
    at = table("iii-infantry 2813, maconnen-f1 2812, maconnen 2810, maconnen-f2 2710", phase="fire", phasing="italian",
               orders="dabormida iii-infantry melee", turn=6)
    at = at.play("attack iii-infantry maconnen-f1", "begin", "resolve maconnen-f1", (6, 6) + (2,) * 5 + (2, 2),
                 "charge iii-infantry maconnen-f1")
    assert (6, "move", "abyssinian") == at.now
    at = at.play("end")
    assert (6, "initiative", "abyssinian") == at.now
    assert "10.2" == at.refusal("melee 2812")
    assert at.play("end").check("melee 2812")


# ---------------------------------------------------------------------------------------------------------- leaving

@pytest.mark.rule("13.0")
@pytest.mark.parametrize(("unit", "lost", "wins"), [
    ("i-ascari", 0, True), ("i-ascari", 1, True), ("i-ascari", 2, False), ("ii-infantry", 1, True),
    ("ii-infantry", 2, False), ("i-guns", 0, True), ("i-bersaglieri", 2, True), ("i-bersaglieri", 3, False)])
def test_five_points_out_by_a_pass(unit: str, lost: int, wins: bool) -> None:
    """Current combat values count: 8, 6, 4 of the Ascari, 5 of a line regiment with a step lost, 5 of a battery, of the
    Bersaglieri with two lost (ruling 22)."""
    at = table(f"{unit} 0112 lost={lost}, iv-infantry 2813").play(f"move {unit} off")
    assert (("italian", "exit") if wins else (None, "")) == won(at)
    assert "out" == entry(at, unit)["place"]


@pytest.mark.rule("13.0")
def test_points_of_several_units_are_added() -> None:
    """Four and four are enough; markers and machine guns do not count (ruling 22)."""
    at = table("i-ascari 0112 lost=2, iv-ascari 0106 lost=2 disorganized low-ammo, iii-infantry 2813")
    at = at.play("move i-ascari off")
    assert (None, "") == won(at)
    assert 4 == at.position["exited"]
    at = at.play("move iv-ascari off")
    assert ("italian", "exit") == won(at)
    assert 8 == at.position["exited"]


@pytest.mark.rule("13.0")
def test_a_machine_gun_gives_no_point() -> None:
    """Four dice and a working gun are four points (ruling 22)."""
    at = table("iii-infantry 0112 lost=2, iv-infantry 2813", guns="iii-infantry working").play("move iii-infantry off")
    assert (None, "", 4) == (*won(at), at.position["exited"])


@pytest.mark.rule("13.0")
def test_leaving_costs_a_point() -> None:
    """The line has four: three hexes to a pass and one to exit; four hexes leave nothing (ruling 22)."""
    at = table("iii-infantry 0411, v-infantry 0113, vi-infantry 2813")
    assert 4 == at.cost("move iii-infantry 0311-0211-0111 off")
    assert 1 == at.cost("move v-infantry off")


@pytest.mark.rule("13.0")
def test_too_far_to_exit() -> None:
    """After four points no point is left for the exit (ruling 22)."""
    at = table("iii-infantry 0507, iv-infantry 2813")
    assert 4 == at.cost("move iii-infantry 0407-0307-0206-0107")
    assert "13.0 (ruling 22)" == at.refusal("move iii-infantry 0407-0307-0206-0107 off")


@pytest.mark.rule("13.0")
@pytest.mark.parametrize("place", ["0109", "0101", "0125", "0212", "3407"])
def test_only_the_passes_lead_out(place: str) -> None:
    """Other hexes and the hills of the west edge do not."""
    at = table(f"iii-infantry {place}, iv-infantry 2813")
    assert "13.0" == at.refusal("move iii-infantry off")


@pytest.mark.rule("13.0")
def test_commanders_mules_and_abyssinians_do_not_exit() -> None:
    """They have no points (ruling 22)."""
    at = table("dabormida 0112, mules1 0111, iii-infantry 2813, gabeiehu-f1 0106")
    assert {"13.0 (ruling 22)"} == {at.refusal("move dabormida off"), at.refusal("move mules1 off")}
    theirs = table("iii-infantry 2813, gabeiehu-f1 0106", phasing="abyssinian")
    assert "13.0 (ruling 22)" == theirs.refusal("move gabeiehu-f1 off")


@pytest.mark.rule("9.0")
@pytest.mark.rule("13.0")
def test_no_exit_from_an_enemy_zone_just_entered() -> None:
    """A unit that enters a zone on the pass hex stops there."""
    at = table("i-ascari 0212, iii-infantry 2813, gabeiehu-f1 0111", orders="albertone i-ascari fire")
    assert "9.0" == at.refusal("move i-ascari 0112 off")


# ------------------------------------------------------------------------------------------------------ Menelik

@pytest.mark.rule("13.0")
def test_menelik_eliminated() -> None:
    """If he is cut off in an enemy zone, like any commander, the Italians win at once."""
    at = table("menelik 2812, menelik-f1 2510, iii-infantry 2813", phasing="abyssinian", turn=6).play("end")
    assert ("italian", "menelik") == won(at)


@pytest.mark.rule("13.0")
def test_menelik_is_not_dead_before_he_arrives() -> None:
    """Before turn 6 he is not on the map."""
    assert (None, "") == won(table("iii-infantry 2813").play("end"))


# --------------------------------------------------------------------------------------------------------- points

def last_turn(standing: int, halves: int = 0, turn: int = 15, scratched: int = 0) -> Table:
    """The end of a turn with this many Italian units left, some with two steps lost and others with one.

    A last melee, in which a reduced light infantry unit is eliminated on a 6, is rolled.
    """
    rows = []
    for n, (unit, place) in enumerate(zip(IDS[:standing], PLACES, strict=False)):
        lost = " lost=2" if n < halves else " lost=1" if n < halves + scratched else ""
        rows.append(f"{unit} {place}{lost}{' engaged' if n == standing - 1 else ''}")
    fight = PLACES[standing - 1]
    at = table(", ".join([*rows, f"atichim-fl1 {fight} lost=1 engaged"]), phase="melee", turn=turn)
    return at.play(f"melee {fight}", 6)


@pytest.mark.rule("13.0")
@pytest.mark.parametrize(("standing", "halves", "points", "winner", "ending"), [
    (18, 0, 0, "italian", "italian-partial"),
    (11, 0, 7, "italian", "italian-partial"),
    (11, 1, 7.5, "italian", "italian-partial"),
    (11, 2, 8, "abyssinian", "abyssinian-partial"),
    (10, 0, 8, "abyssinian", "abyssinian-partial"),
    (6, 0, 12, "abyssinian", "abyssinian-partial"),
    (7, 2, 12, "abyssinian", "abyssinian-partial"),
    (6, 1, 12.5, "abyssinian", "abyssinian-total"),
    (5, 0, 13, "abyssinian", "abyssinian-total"),
    (1, 0, 17, "abyssinian", "abyssinian-total"),
])
def test_points_after_the_last_turn(standing: int, halves: int, points: float, winner: str, ending: str) -> None:
    """A point counts for each eliminated unit, half a point for each that has lost half of its strength."""
    assert points == 18 - standing + halves / 2
    assert (winner, ending) == won(last_turn(standing, halves))


@pytest.mark.rule("13.0")
def test_one_lost_step_does_not_count() -> None:
    """Fifteen units with one lost step are at full strength; with two they are 7.5 points (ruling 3)."""
    assert ("italian", "italian-partial") == won(last_turn(17, 0, scratched=15))
    assert ("abyssinian", "abyssinian-partial") == won(last_turn(17, 15))


@pytest.mark.rule("13.0")
def test_three_lost_steps_are_half_a_point_too() -> None:
    """The printed example (ruling 3): with eleven left, one of them with three steps lost is 7.5 points, two are 8."""
    line = ", ".join(f"{unit} {place}{how}" for unit, place, how in zip(
        IDS, PLACES, [" lost=3", " lost=3"] + [""] * 8 + [" engaged"], strict=False))
    at = table(f"{line}, atichim-fl1 {PLACES[10]} lost=1 engaged", phase="melee", turn=15)
    assert ("abyssinian", "abyssinian-partial") == won(at.play(f"melee {PLACES[10]}", 6))


@pytest.mark.rule("13.0")
def test_before_the_last_turn_points_decide_nothing() -> None:
    """After turn 14 the battle continues, whatever the losses."""
    at = last_turn(1, 0, turn=14)
    assert (None, "") == won(at)
    assert (15, "orders", "italian") == at.now


@pytest.mark.rule("13.0")
def test_units_that_have_exited_are_not_lost() -> None:
    """Units out by the passes are not eliminated: ten on the map and one out are seven points."""
    rows = ", ".join(f"{unit} {place}" for unit, place in zip(IDS[1:10], PLACES[1:], strict=False))
    at = table(f"i-ascari out lost=2, {rows}, {IDS[10]} {PLACES[10]} engaged, atichim-fl1 {PLACES[10]} lost=1 engaged",
               phase="melee", turn=15, exited=4)
    # Eleven not eliminated make 7, and half a point for the one that left with two steps lost: 7.5.
    assert ("italian", "italian-partial") == won(at.play(f"melee {PLACES[10]}", 6))


# ------------------------------------------------------------------------------------- units behind the blue line

BEHIND = [f"{column}{row:02}" for column in (20, 22, 24, 26, 28) for row in (6, 8, 10, 12)]
"""In the Italian set-up zone; the first four are west of column 24."""


def stayed(behind: int, beyond: int = 0, *, lost: int = 0, options: tuple[str, ...] = ()) -> Table:
    """The end of the battle with these numbers of Italian units behind the blue line and beyond it, all others
    eliminated."""
    places = [*BEHIND[:behind], *PLACES[1:beyond + 1]]
    rows = [f"{unit} {place} lost={lost}" for unit, place in zip(IDS[1:], places, strict=False)]
    fight = f"i-ascari {PLACES[0]} engaged, atichim-fl1 {PLACES[0]} lost=1 engaged"
    at = table(", ".join([fight, *rows]), phase="melee", turn=15, options=list(options))
    return at.play(f"melee {PLACES[0]}", 6)


@pytest.mark.rule("13.0")
@pytest.mark.parametrize(("behind", "beyond", "points", "winner"), [
    (0, 17, 0, "italian"), (15, 2, 7.5, "italian"), (16, 1, 8, "abyssinian"), (1, 9, 7.5, "italian"),
    (2, 8, 8, "abyssinian"), (10, 6, 6, "italian")])
def test_half_a_point_for_a_unit_behind_the_blue_line(behind: int, beyond: int, points: float, winner: str) -> None:
    """It counts after turn 15, in addition to a point for each eliminated unit (ruling 43)."""
    assert points == 17 - behind - beyond + behind / 2
    assert winner == won(stayed(behind, beyond))[0]


@pytest.mark.rule("13.0")
@pytest.mark.parametrize(("options", "first"), [((), 24), (("line-in-the-east",), 29)])
def test_the_house_rule_names_the_columns_south_of_the_line(options: tuple[str, ...], first: int) -> None:
    """They follow the line, which an option puts farther east (rulings 29 and 43)."""
    state = RULES.initial("adua", options)
    (note,) = [each for each in RULES.objectives(state).victory if each.rule == rule("13.0", 43)]
    columns = {name: value for name, value in (note.text.values or {}).items() if name in ("first", "last")}
    assert {"first": first, "last": 34} == columns
    counted = {int(place[:2]) for place in state.ground.hexes if int(place[2:]) > 18 and (
        state.ground.behind(state.options) >> state.ground.index[place] & 1)}
    assert set(range(first, 35)) == counted


@pytest.mark.rule("13.0")
def test_units_behind_the_line_are_noted() -> None:
    """Their number and points are reported before the result, with the ruling that counts them (ruling 43)."""
    noted = [event for event in stayed(16, 1).events if event.rule == rule("13.0", 43)]
    assert {"count": 16} == {name: value for name, value in (noted[0].text.values or {}).items() if name == "count"}
    assert not [event for event in stayed(0, 17).events if event.rule == rule("13.0", 43)]


@pytest.mark.rule("13.0")
@pytest.mark.parametrize(("behind", "beyond", "ruling", "points"), [
    (16, 1, 43, "8 points"), (0, 17, 3, "0 points"), (1, 8, 3, "8½ points"), (2, 8, 43, "8 points")])
def test_the_result_names_the_points_and_the_ruling_it_depends_on(behind: int, beyond: int, ruling: int,
                                                                  points: str) -> None:
    """It is ruling 43 if units behind the blue line make the difference, otherwise ruling 3."""
    at = stayed(behind, beyond)
    result = at.rules.result(at.state)
    assert result is not None
    assert rule("13.0", ruling) == result.rule
    assert [f"The Abyssinians have {points}"] == told(at)[-1:]
    assert ("points" in (result.text.values or {})) == (ruling == 43)


@pytest.mark.rule("13.0")
def test_no_unit_counts_twice() -> None:
    """One with two lost steps is half a point behind the line as beyond it: 8.5 points, not 13.5 (ruling 43)."""
    assert ("abyssinian", "abyssinian-partial") == won(stayed(10, 7, lost=2))
    assert won(stayed(10, 7, lost=2)) == won(stayed(0, 17, lost=2))
    assert ("italian", "italian-partial") == won(stayed(8, 9, lost=0))


@pytest.mark.rule("13.0")
def test_the_printed_points_only() -> None:
    """With the option only losses count (ruling 43)."""
    assert ("italian", "italian-partial") == won(stayed(17, options=("behind-the-line=printed",)))
    assert ("abyssinian", "abyssinian-partial") == won(stayed(17))


@pytest.mark.rule("13.0")
@pytest.mark.parametrize(("place", "options", "counts"), [
    ("2315", (), False), ("2415", (), True), ("3425", (), True), ("1915", (), False), ("1914", (), True),
    ("2415", ("line-in-the-east",), False), ("2915", ("line-in-the-east",), True),
    ("3425", ("behind-the-line=printed",), False)])
def test_south_of_the_zone_the_east_of_the_map_is_behind_the_line(place: str, options: tuple[str, ...],
                                                                  counts: bool) -> None:
    """The area begins five columns farther east than the zone (ruling 43)."""
    at = table(f"i-ascari {place}", options=list(options))
    assert counts == victory.counts_behind(at.state, at.state.at[SLOT["i-ascari"]])


@pytest.mark.rule("13.0")
def test_the_line_is_the_one_played() -> None:
    """With the line before column 24 units west of it are beyond it (rulings 29 and 43)."""
    assert "abyssinian" == won(stayed(16, 1))[0]
    assert "italian" == won(stayed(16, 1, options=("line-in-the-east",)))[0]


@pytest.mark.rule("13.0")
def test_no_action_after_the_end() -> None:
    at = last_turn(18)
    assert {"13.0"} == {at.refusal("end"), at.refusal("move i-ascari 2611"), at.refusal("melee 2813")}
    assert None is at.now[2]


@pytest.mark.rule("13.0")
@pytest.mark.parametrize(("gone", "ending"), [(0, "italian-partial"), (7, "italian-partial"), (8, "abyssinian-partial"),
                                              (13, "abyssinian-total")])
def test_the_result_if_the_battle_ended_now_is_announced(gone: int, ending: str) -> None:
    """In every turn, with the side that would win; not once the battle is over."""
    line = ", ".join(f"{unit} {place}" for unit, place in zip(IDS[gone:], PLACES, strict=False))
    at = table(f"{line}, menelik-f1 0512, menelik 0512", turn=3)
    last = at.rules.objectives(at.state).entries[-1]
    assert (victory.ENDINGS[ending][0], victory.VICTORY_LEVELS[ending]) == (SEATS.index(last.seat), last.status)
    over = table("i-ascari 0112, iv-infantry 2015").play("move i-ascari off")
    assert won(over) == ("italian", "exit")
    assert not {one.status for one in over.rules.objectives(over.state).entries} & set(victory.VICTORY_LEVELS.values())
