"""The end of a battle (14.0, ruling 22)."""

from __future__ import annotations

from typing import Any

import pytest

from game.rules.tours.victory import BREAK_LOSSES, UNTUNED_BREAK_LOSSES, UNTUNED_OPTION
from tests.rules.table import Table, facts
from tests.rules.tours.board import RULES
from tests.rules.tours.shock_board import ended

pytestmark = pytest.mark.rule("14.0")

FIRST = RULES.position(RULES.initial("tours"))
MUSLIM = ("red-", "yellow-", "blue-", "grey-", "guard-")


def evening(franks: int = 0, muslims: int = 0, dead: tuple[str, ...] = (), moved: dict[str, str] | None = None,
            disordered: tuple[str, ...] = (), **keys: Any) -> Table:
    """The last phase of a game turn after this many losses: one Frank may still reform.

    :param moved: other places of some units.
    """
    left = [dict(unit) for unit in FIRST["units"]]
    ours = [unit["id"] for unit in left if unit["id"].startswith(("hi", "li"))][::-1]
    theirs = [unit["id"] for unit in left if unit["id"].startswith(MUSLIM) and "hc" not in unit["id"]]
    theirs += [unit["id"] for unit in left if unit["id"].startswith(MUSLIM) and "hc" in unit["id"]]
    gone = {*ours[:franks], *theirs[:muslims], *dead}
    units = [unit | {"place": (moved or {}).get(unit["id"], unit["place"])} for unit in left if unit["id"] not in gone]
    for unit in units:
        if unit["id"] in ("lc1", *disordered):
            unit["disordered"] = True
    position: dict[str, Any] = {
        "scenario": "tours", "turn": 2, "phase": "reform", "first": "muslim", "second": True, "units": units,
        "orders": {"lc": "reform"}, "dead": list(dead), **keys}
    return Table(RULES, RULES.from_position(position))


def end_of(at: Table) -> tuple[str, str]:
    """The ending of the game with this game turn, and the winner; both empty if it continues."""
    after = at.play("end")
    result = RULES.result(after.state)
    assert (after.now[1] == "over") == bool(ended(after)) == (result is not None)
    return ended(after), result.winner if result is not None else ""


@pytest.mark.parametrize(("franks", "muslims", "winner"), [
    (0, 0, ""), (13, 0, ""), (14, 0, "muslim"), (20, 0, "muslim"), (0, 14, ""), (0, 15, "frankish"),
    (0, 20, "frankish"), (13, 14, ""), (14, 14, "muslim"), (13, 15, "frankish")])
def test_a_side_breaks(franks: int, muslims: int, winner: str) -> None:
    """The Franks break at 14 lost units, the Muslims at 15."""
    assert winner == end_of(evening(franks, muslims))[1]


@pytest.mark.parametrize(("franks", "muslims", "winner"), [
    (14, 15, "frankish"), (15, 15, "muslim"), (14, 16, "frankish"), (15, 16, "frankish"), (17, 17, "muslim"),
    (16, 17, "frankish")])
def test_both_sides_break(franks: int, muslims: int, winner: str) -> None:
    """The side farther beyond its number has lost; on a tie, the Muslims have."""
    assert winner == end_of(evening(franks, muslims))[1]


@pytest.mark.parametrize(("franks", "muslims", "dead", "winner"), [
    (12, 0, ("charles",), "muslim"), (11, 0, ("charles",), ""), (13, 0, ("abd-ar-rahman",), ""),
    (0, 13, ("abd-ar-rahman",), "frankish"), (0, 12, ("abd-ar-rahman",), ""), (0, 13, ("charles",), ""),
    (13, 15, ("charles",), "muslim"), (12, 13, ("charles", "abd-ar-rahman"), "frankish")])
def test_a_dead_leader_counts_as_two(franks: int, muslims: int, dead: tuple[str, ...], winner: str) -> None:
    assert winner == end_of(evening(franks, muslims, dead))[1]


@pytest.mark.parametrize(("franks", "muslims", "winner"), [
    (17, 0, ""), (18, 0, "muslim"), (17, 14, ""), (17, 15, "frankish"), (18, 15, "frankish"), (19, 15, "muslim")])
def test_values_before_balancing(franks: int, muslims: int, winner: str) -> None:
    """With the option the Franks break at 18, as first reconstructed."""
    assert winner == end_of(evening(franks, muslims, options=["facts-values"]))[1]


def test_the_option_says_what_it_changes() -> None:
    """Both numbers of the Franks; that of the Muslims stays."""
    option = next(info for info in RULES.options if info.name == UNTUNED_OPTION)
    assert (BREAK_LOSSES[0], UNTUNED_BREAK_LOSSES[0]) == facts(option.summary)
    assert UNTUNED_BREAK_LOSSES[1] == BREAK_LOSSES[1]


def test_wagons_do_not_count() -> None:
    """Missing trains are no losses."""
    at = evening(0, 14)
    units = [unit for unit in at.position["units"] if not unit["id"].startswith("wagon")]
    assert ("", "") == end_of(Table(RULES, RULES.from_position({**at.position, "units": units})))


CAMP = {"hc1": "2617", "hc2": "2719"}
"""2617 is next to the train in 2717, 2719 to those in 2718 and 2720."""


@pytest.mark.parametrize(("moved", "disordered", "winner"), [
    (CAMP, (), "frankish"),
    ({"hc1": "2617"}, (), ""),
    ({"hc1": "2618"}, (), "frankish"),
    ({"hc1": "2616"}, (), ""),
    ({"hc1": "2715"}, (), ""),
    ({"hc1": "2716"}, (), ""),
    ({"hc1": "2716", "hc2": "2721"}, (), "frankish"),
    ({"hc1": "2716", "hc2": "2721"}, ("hc2",), ""),
    ({"hc1": "2719"}, (), "frankish"),
    ({"hc1": "2719"}, ("hc1",), ""),
])
def test_plunder(moved: dict[str, str], disordered: tuple[str, ...], winner: str) -> None:
    """The Muslims lose if Frankish units in good order are next to two wagon trains; one unit may be next to both."""
    # The guard stands aside, so that its hexes are free.
    places = {"guard-li1": "2214", "guard-ma1": "2216", "charles": "1214", **moved}
    ending, won = end_of(evening(moved=places, disordered=disordered))
    assert (("plunder" if winner else ""), winner) == (ending, won)


def test_ruling_24_a_leader_alone_does_not_plunder() -> None:
    """Charles next to the second train is no unit in good order; the objectives say so."""
    places = {"guard-li1": "2214", "guard-ma1": "2216", "charles": "2719", "hc1": CAMP["hc1"]}
    at = evening(moved=places)
    shown = at.rules.objectives(at.state).victory
    assert ("", ["14.0 (ruling 24)"]) == (end_of(at)[0], [str(n.rule) for n in shown if n.rule.ruling == 24])
    assert [] == [n for n in RULES.objectives(evening().state).victory if n.rule.ruling == 24]


def test_victory_is_checked_after_both_player_turns() -> None:
    """It is not checked after the first."""
    after = evening(16, 0, first="frankish", second=False).play("end")
    assert ((2, "orders", "muslim"), "") == (after.now, ended(after))
    plundered = {"guard-li1": "2214", "guard-ma1": "2216", "charles": "1214", **CAMP}
    after = evening(moved=plundered, first="frankish", second=False).play("end")
    assert ((2, "orders", "muslim"), "") == (after.now, ended(after))


def test_a_loss_in_the_last_phase_counts() -> None:
    """A unit that flees while reforming is the last loss needed: 11, two for Charles, and itself."""
    at = evening(11, 0, dead=("charles",)).play("reform lc1")
    assert "franks-break" == ended(at.play(8))
    assert "" == ended(at.play(7))


@pytest.mark.parametrize(("turn", "options", "winner"), [
    (19, ["turn-limit"], ""), (20, ["turn-limit"], "frankish"), (20, [], ""), (59, [], ""), (60, [], "frankish")])
def test_ruling_22_the_franks_hold_the_road(turn: int, options: list[str], winner: str) -> None:
    """After turn 20 with the option, after turn 60 without it."""
    assert ("time" if winner else "", winner) == end_of(evening(turn=turn, options=options))


@pytest.mark.parametrize(("keys", "cited"), [
    ({"turn": 60}, "14.0 (ruling 22)"), ({"turn": 20, "options": ["turn-limit"]}, "14.0 (ruling 22)"),
    ({"franks": 14}, "14.0")])
def test_ruling_22_is_cited_by_the_result_it_decides(keys: dict[str, Any], cited: str) -> None:
    """The result cites it with and without the option, but not if a side has broken."""
    result = RULES.result(evening(**keys).play("end").state)
    assert result is not None
    assert cited == str(result.rule)


def test_ruling_22_breaking_decides_on_the_last_turn_too() -> None:
    """The turn limit counts only if neither side has broken."""
    assert "muslim" == end_of(evening(16, 0, turn=20, options=["turn-limit"]))[1]


def test_the_next_turn_begins_with_the_initiative() -> None:
    """There is no winner: the game continues."""
    assert (3, "initiative", "chance") == evening(13, 14).play("end").now


@pytest.mark.parametrize(("options", "turns"), [((), 60), (("turn-limit",), 20)])
def test_the_option_says_how_long_the_battle_lasts(options: tuple[str, ...], turns: int | None) -> None:
    """The screen counts turns up to the one after which the Franks have held the road."""
    info = next(info for info in RULES.scenarios if info.name == "tours")
    assert info.turns_with(RULES.options, options) == turns


def test_losses_are_counts_not_holdings() -> None:
    """The screen names the side once."""
    held = RULES.objectives(evening().state).entries
    assert [each.tally for each in held] == [True, True, True]
