"""Case 7.2: fire in reaction to enemies who move before archers."""

from __future__ import annotations

import pytest

from tests.rules.table import Table
from tests.rules.tours.board import acting, marked, table

ARCHER = "red-ma1 2014 w"
"""Archers before whom 1913 and 1914 lie, at their flanks 2013 and 2015, behind them 2113 and 2114."""


def drm(at: Table, notation: str) -> int:
    """The sum of all modifiers."""
    return sum(modifier.value for modifier in at.preview(notation).modifiers)


@pytest.mark.rule("7.2")
@pytest.mark.parametrize(("origin", "goal", "before"), [
    ("1814", "1914", True), ("1813", "1913", True), ("2012", "2013", False), ("2016", "2015", False),
    ("2213", "2113", False), ("2215", "2114", False)])
@pytest.mark.parametrize("unit", ["hi1", "li1", "hc1", "lc1"])
def test_archers_react_to_who_comes_before_them(unit: str, origin: str, goal: str, before: bool) -> None:
    """Through the two front hexes alone; whoever comes to a flank or behind them is not fired at."""
    at = acting(f"{unit} {origin} e, {ARCHER}", unit[:2]).play(f"move {unit} {goal}")
    assert ({"react red-ma1"} if before else set()) == at.legal("react")
    assert ("muslim" if before else "frankish") == at.now[2]


@pytest.mark.rule("7.2")
def test_who_stands_before_archers_is_not_fired_at() -> None:
    """Only moving into the hex brings arrows: neither standing there, nor turning, nor leaving."""
    at = acting(f"hi1 1914 e, {ARCHER}", "hi")
    assert "frankish" == at.now[2]
    assert "frankish" == at.play("face hi1 ne").now[2]
    assert "frankish" == at.play("move hi1 1814").now[2]


@pytest.mark.rule("7.2")
def test_from_one_front_hex_into_the_other() -> None:
    """Each time: who goes from one of the two hexes into the other has moved into it."""
    at = acting(f"hi1 1914 e, {ARCHER}", "hi").play("move hi1 1913")
    assert {"react red-ma1"} == at.legal("react")


@pytest.mark.rule("7.2")
def test_reaction_comes_before_anything_else() -> None:
    """Until the Muslims have answered, the Frank neither turns nor goes on."""
    at = acting(f"hi1 1814 e, hi2 1815 e, {ARCHER}", "hi").play("move hi1 1914")
    assert {"react red-ma1", "decline"} == at.legal()
    assert {"7.2"} == {at.refusal(deed) for deed in ("face hi1 ne", "move hi2 1816", "end")}
    after = at.play("decline")
    assert (2, "action", "frankish") == after.now
    assert after.check("face hi1 ne")
    assert after.check("move hi2 1816")


@pytest.mark.rule("7.2")
@pytest.mark.rule("7.3")
@pytest.mark.parametrize(("die", "disordered"), [(5, False), (6, True)])
def test_reaction_is_at_range_one(die: int, disordered: bool) -> None:
    """The +1 of range one makes a 6 a 7, which disorders heavy foot."""
    at = acting(f"hi1 1814 e, {ARCHER}", "hi").play("move hi1 1914")
    assert 1 == drm(at, "react red-ma1")
    assert disordered == ("hi1" in marked(at.play("react red-ma1", die), "disordered"))


@pytest.mark.rule("7.2")
def test_archers_in_disorder_react_at_a_disadvantage() -> None:
    """+1 for the range, -1 for their disorder."""
    at = acting(f"hi1 1814 e, {ARCHER} disordered", "hi").play("move hi1 1914")
    assert 0 == drm(at, "react red-ma1")


@pytest.mark.rule("7.2")
def test_engaged_archers_do_not_react() -> None:
    """Who is engaged does not fire at anybody."""
    at = acting(f"li1 2013 e engaged, hi1 1814 e, {ARCHER} engaged", "hi").play("move hi1 1914")
    assert (2, "action", "frankish") == at.now
    assert set() == at.legal("react")


@pytest.mark.rule("7.2")
@pytest.mark.parametrize("unit", ["red-li1", "red-hc1"])
def test_others_do_not_react(unit: str) -> None:
    """Only mounted archers fire in reaction."""
    at = acting(f"hi1 1814 e, {unit} 2014 w", "hi").play("move hi1 1914")
    assert "frankish" == at.now[2]


@pytest.mark.rule("7.2")
def test_each_archer_and_each_enemy() -> None:
    """Two archers fire at one Frank, and again at the next; ruling 10: without a limit."""
    at = acting(f"hi1 1814 e, hi2 1813 e, {ARCHER}, blue-ma1 2013 sw", "hi").play("move hi1 1914")
    assert {"react red-ma1"} == at.legal("react")
    at = at.play("react red-ma1", 0, "face hi1 e", "move hi2 1913")
    assert {"react red-ma1", "react blue-ma1"} == at.legal("react")
    at = at.play("react blue-ma1", 0)
    assert {"react red-ma1"} == at.legal("react")
    at = at.play("react red-ma1", 9)
    assert {"hi2"} == marked(at, "disordered")
    assert (2, "action", "frankish") == at.now


@pytest.mark.rule("7.2")
def test_an_archer_fires_once_at_a_move() -> None:
    """One unit that moves in once is fired at once by each archer."""
    at = acting(f"hi1 1814 e, {ARCHER}", "hi").play("move hi1 1914", "react red-ma1", 0)
    assert (2, "action", "frankish") == at.now


@pytest.mark.rule("7.2")
def test_only_those_before_whom_it_came_react() -> None:
    """Other archers, though in range, do not."""
    at = acting(f"hi1 1814 e, {ARCHER}, blue-ma1 2016 w", "hi").play("move hi1 1914")
    assert "7.2" == at.refusal("react blue-ma1")


@pytest.mark.rule("7.2")
def test_reaction_is_not_the_shot_of_an_activation() -> None:
    """Ruling 10: archers who fired in reaction fire in their own activation."""
    at = table(f"hi1 1814 e, {ARCHER}", first="frankish", orders={"hi": "move"})
    at = at.play("activate hi", 0, "move hi1 1914", "react red-ma1", 0)
    while at.now[1:] != ("orders", "muslim"):
        at = at.play("end")
    at = at.play("order red move", "end", "activate red", 0)
    assert at.check("fire red-ma1 hi1")


@pytest.mark.rule("7.2")
def test_archers_react_though_they_have_fired() -> None:
    """Ruling 10: a shot in the Muslims' own turn takes nothing from the reaction."""
    at = table(f"hi1 1814 e, {ARCHER}", orders={"red": "move"}).play("activate red", 0, "fire red-ma1 hi1", 0)
    while at.now[1:] != ("orders", "frankish"):
        at = at.play("end")
    at = at.play("order hi move", "end", "activate hi", 0, "move hi1 1914")
    assert {"react red-ma1"} == at.legal("react")


@pytest.mark.rule("7.2")
@pytest.mark.parametrize(("check", "gone"), [(3, True), (4, False)])
def test_arrows_may_eliminate_who_comes(check: int, gone: bool) -> None:
    """A disordered unit that is hit checks; if it falls, its move is over and the next one begins."""
    at = acting(f"hi1 1814 e disordered, hi2 1810 e, {ARCHER}", "hi").play("move hi1 1914", "react red-ma1", 9, check)
    assert (["hi1"] if gone else []) == at.removed()
    assert (2, "action", "frankish") == at.now
    assert at.check("move hi2 1811")
    assert gone != bool("hi1" in at.units and at.check("face hi1 ne"))


@pytest.mark.rule("7.2")
def test_the_muslims_own_moves_bring_no_reaction() -> None:
    """The Franks have nothing to fire with."""
    at = acting("red-hc1 2014 w, hi1 1814 e, lc1 1815 e", "red").play("move red-hc1 1914")
    assert (2, "action", "muslim") == at.now


@pytest.mark.rule("7.2")
def test_a_leader_with_the_unit_is_in_danger() -> None:
    """Who goes along before archers is in the target's hex: an 8 is a 9 at range one, and he rolls."""
    at = acting(f"hi1 1814 e, charles 1814, {ARCHER}", "hi").play("move hi1 1914 led")
    assert "frankish" == at.play("react red-ma1", 7).now[2]
    at = at.play("react red-ma1", 8)
    assert "chance" == at.now[2]
    assert "charles" not in at.play(9).units


@pytest.mark.rule("7.2")
def test_a_lone_leader_beside_the_archers_does_not_silence_them() -> None:
    """Who comes next to a lone leader endangers him, and is still fired at."""
    at = acting(f"hi1 1814 e, {ARCHER}, abd-ar-rahman 1915", "hi").play("move hi1 1914")
    seen = set()
    for face in (0, 0, 0):
        seen |= at.legal("react")
        at = at.play("react red-ma1") if at.legal("react") else at
        at = at.play(face) if at.now[2] == "chance" else at
    assert {"react red-ma1"} == seen
    assert "abd-ar-rahman" not in at.units


@pytest.mark.rule("7.2")
def test_ruling_25_a_leader_alone_draws_no_arrows() -> None:
    """He moves before archers, is told that before he goes, and is not fired at; nor in their own move."""
    line = "red-ma1 2013 w, charles 1713, hi1 1713 e, abd-ar-rahman 2306, red-li1 2306 w"
    at = table(line, phase="leaders", first="frankish", orders={"hi": "move"})
    told = at.rules.hazards_on(at.state, ("charles",), "1913")
    assert ["7.2 (ruling 25)"] == [str(one.rule) for one in told]
    assert () == at.rules.hazards_on(at.state, ("charles",), "1712")
    after = at.play("move charles 1913")
    assert ("1913", "frankish", set()) == (after.units["charles"], after.now[2], after.legal("react"))
    own = acting(line.replace("charles 1713", "charles 1913"), "red")
    assert "7.2 (ruling 25)" == own.refusal("fire red-ma1 charles")


@pytest.mark.rule("7.2")
def test_ruling_25_with_a_unit_he_shares_the_fire_at_it() -> None:
    """The unit he goes along with is fired at, and he is in danger."""
    at = acting("red-ma1 2013 w, charles 1813, hi1 1813 e, abd-ar-rahman 2306, red-li1 2306 w", "hi")
    at = at.play("move hi1 1913 led")
    assert {"react red-ma1", "decline"} == at.legal()
    assert "chance" == at.play("react red-ma1", 8).now[2]
