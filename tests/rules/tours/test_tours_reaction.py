"""Case 7.2: reaction fire at enemies that move in front of archers."""

from __future__ import annotations

import pytest

from tests.rules.table import Table
from tests.rules.tours.board import acting, marked, table

ARCHER = "red-ma1 2014 w"
"""Archers with 1913 and 1914 in front, 2013 and 2015 at their flanks, 2113 and 2114 behind."""


def drm(at: Table, notation: str) -> int:
    """The sum of all modifiers."""
    return sum(modifier.value for modifier in at.preview(notation).modifiers)


@pytest.mark.rule("7.2")
@pytest.mark.parametrize(("origin", "goal", "before"), [
    ("1814", "1914", True), ("1813", "1913", True), ("2012", "2013", False), ("2016", "2015", False),
    ("2213", "2113", False), ("2215", "2114", False)])
@pytest.mark.parametrize("unit", ["hi1", "li1", "hc1", "lc1"])
def test_archers_react_to_enemies_in_front(unit: str, origin: str, goal: str, before: bool) -> None:
    """Only their two front hexes count, not flanks or rear."""
    at = acting(f"{unit} {origin} e, {ARCHER}", unit[:2]).play(f"move {unit} {goal}")
    assert ({"react red-ma1"} if before else set()) == at.legal("react")
    assert ("muslim" if before else "frankish") == at.now[2]


@pytest.mark.rule("7.2")
def test_only_entering_draws_reaction_fire() -> None:
    """Neither staying, nor turning, nor leaving draws it."""
    at = acting(f"hi1 1914 e, {ARCHER}", "hi")
    assert "frankish" == at.now[2]
    assert "frankish" == at.play("face hi1 ne").now[2]
    assert "frankish" == at.play("move hi1 1814").now[2]


@pytest.mark.rule("7.2")
def test_from_one_front_hex_into_the_other() -> None:
    """A unit that moves from one of the two hexes into the other is fired at again."""
    at = acting(f"hi1 1914 e, {ARCHER}", "hi").play("move hi1 1913")
    assert {"react red-ma1"} == at.legal("react")


@pytest.mark.rule("7.2")
def test_reaction_comes_before_anything_else() -> None:
    """Until the Muslims decide, the Frank neither turns nor moves on."""
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
    """The +1 of range one makes a 6 a 7, which disorders heavy infantry."""
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
    """An engaged unit does not fire."""
    at = acting(f"li1 2013 e engaged, hi1 1814 e, {ARCHER} engaged", "hi").play("move hi1 1914")
    assert (2, "action", "frankish") == at.now
    assert set() == at.legal("react")


@pytest.mark.rule("7.2")
@pytest.mark.parametrize("unit", ["red-li1", "red-hc1"])
def test_other_units_do_not_react(unit: str) -> None:
    """Only mounted archers have reaction fire."""
    at = acting(f"hi1 1814 e, {unit} 2014 w", "hi").play("move hi1 1914")
    assert "frankish" == at.now[2]


@pytest.mark.rule("7.2")
def test_each_archer_fires_at_each_enemy() -> None:
    """Two archers fire at one Frank, and again at the next, without a limit (ruling 10)."""
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
    """A unit that moves in once is fired at once by each archer."""
    at = acting(f"hi1 1814 e, {ARCHER}", "hi").play("move hi1 1914", "react red-ma1", 0)
    assert (2, "action", "frankish") == at.now


@pytest.mark.rule("7.2")
def test_only_archers_facing_the_hex_react() -> None:
    """Other archers within range do not."""
    at = acting(f"hi1 1814 e, {ARCHER}, blue-ma1 2016 w", "hi").play("move hi1 1914")
    assert "7.2" == at.refusal("react blue-ma1")


@pytest.mark.rule("7.2")
def test_reaction_does_not_use_the_shot_of_an_activation() -> None:
    """Archers that reacted may fire in their own activation (ruling 10)."""
    at = table(f"hi1 1814 e, {ARCHER}", first="frankish", orders={"hi": "move"})
    at = at.play("activate hi", 0, "move hi1 1914", "react red-ma1", 0)
    while at.now[1:] != ("orders", "muslim"):
        at = at.play("end")
    at = at.play("order red move", "end", "activate red", 0)
    assert at.check("fire red-ma1 hi1")


@pytest.mark.rule("7.2")
def test_archers_react_after_a_shot_in_their_own_turn() -> None:
    """That shot does not use up the reaction (ruling 10)."""
    at = table(f"hi1 1814 e, {ARCHER}", orders={"red": "move"}).play("activate red", 0, "fire red-ma1 hi1", 0)
    while at.now[1:] != ("orders", "frankish"):
        at = at.play("end")
    at = at.play("order hi move", "end", "activate hi", 0, "move hi1 1914")
    assert {"react red-ma1"} == at.legal("react")


@pytest.mark.rule("7.2")
@pytest.mark.parametrize(("check", "gone"), [(3, True), (4, False)])
def test_reaction_fire_may_eliminate_the_mover(check: int, gone: bool) -> None:
    """A disordered unit that is hit checks; if it is eliminated, its move is over and the next one begins."""
    at = acting(f"hi1 1814 e disordered, hi2 1810 e, {ARCHER}", "hi").play("move hi1 1914", "react red-ma1", 9, check)
    assert (["hi1"] if gone else []) == at.removed()
    assert (2, "action", "frankish") == at.now
    assert at.check("move hi2 1811")
    assert gone != bool("hi1" in at.units and at.check("face hi1 ne"))


@pytest.mark.rule("7.2")
def test_muslim_moves_draw_no_reaction() -> None:
    """The Franks have no missiles."""
    at = acting("red-hc1 2014 w, hi1 1814 e, lc1 1815 e", "red").play("move red-hc1 1914")
    assert (2, "action", "muslim") == at.now


@pytest.mark.rule("7.2")
def test_a_leader_with_the_unit_is_in_danger() -> None:
    """A leader that moves along is in the target's hex: an 8 is a 9 at range one, and he rolls."""
    at = acting(f"hi1 1814 e, charles 1814, {ARCHER}", "hi").play("move hi1 1914 led")
    assert "frankish" == at.play("react red-ma1", 7).now[2]
    at = at.play("react red-ma1", 8)
    assert "chance" == at.now[2]
    assert "charles" not in at.play(9).units


@pytest.mark.rule("7.2")
def test_a_lone_leader_next_to_the_archers_does_not_stop_reaction() -> None:
    """A unit that moves next to a lone leader endangers him, and is still fired at."""
    at = acting(f"hi1 1814 e, {ARCHER}, abd-ar-rahman 1915", "hi").play("move hi1 1914")
    seen = set()
    for face in (0, 0, 0):
        seen |= at.legal("react")
        at = at.play("react red-ma1") if at.legal("react") else at
        at = at.play(face) if at.now[2] == "chance" else at
    assert {"react red-ma1"} == seen
    assert "abd-ar-rahman" not in at.units


@pytest.mark.rule("7.2")
def test_ruling_25_a_leader_alone_is_not_fired_at() -> None:
    """This holds for his moves in front of archers, as shown beforehand, and in their own move."""
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
def test_ruling_25_with_a_unit_he_shares_its_danger() -> None:
    """The unit he moves with is fired at, and he is in danger."""
    at = acting("red-ma1 2013 w, charles 1813, hi1 1813 e, abd-ar-rahman 2306, red-li1 2306 w", "hi")
    at = at.play("move hi1 1913 led")
    assert {"react red-ma1", "decline"} == at.legal()
    assert "chance" == at.play("react red-ma1", 8).now[2]


@pytest.mark.rule("7.2")
@pytest.mark.rule("9.0")
@pytest.mark.parametrize(("tried", "number"), [
    ("react red-ma2", "9.0"), ("react grey-ma1", "7.2"), ("react red-hc1", "7.0"), ("react blue-ma1", "9.0")])
def test_archers_that_cannot_react_have_a_reason(tried: str, number: str) -> None:
    """They are engaged, have the enemy at their flank, are no archers, or are gone; some have fired at this enemy."""
    at = acting("lc1 1812 e, hi1 2014 e engaged, red-ma2 2013 w engaged, red-ma1 2012 w, grey-ma1 1913 e, "
                "yellow-ma1 1911 se, red-hc1 2113 w", "lc")
    at = at.play("move lc1 1912")
    assert number == at.refusal(tried)
    fired = at.play("react red-ma1", 0)
    assert "7.2" == fired.refusal("react red-ma1")
