"""The results of the scores on the table: recoils, pushes, losses (12, 14.10.2 to 14.10.6)."""

from __future__ import annotations

import pytest

from game.board.manoeuvre import moved_ahead
from game.core.pose import Pose
from game.rules.renaissance.engine.events import Recoiled, ScoresRolled
from tests.rules.renaissance.battle import combat, events_of, outcome_text, results, roll_results, score
from tests.rules.renaissance.board import deepest_overlap, pose
from tests.rules.table import facts

FRONT, ENEMY = "9000,9000,0", "9000,9000,10800"


@pytest.mark.rule("12.1")
@pytest.mark.rule("14.10.2")
@pytest.mark.parametrize(("base", "red", "depth"), [
    ("pi1", "swedish", 750), ("sk1", "french", 500), ("ca1", "french", 1000)])
def test_a_recoil_is_straight_back_by_its_own_depth(base: str, red: str, depth: int) -> None:
    """The distance is the same in bad going (ruling 66)."""
    for terrain in ("", "rough 8000,10100 10000,10100 10000,12000 8000,12000"):
        at = combat(f"red-{base} {FRONT}, blue-pk1 {ENEMY}", red=red, terrain=terrain)
        enemy = "blue-pk1"
        if base == "ca1":
            assert results(at, "fight red-ca1 blue-pk1") >= {"red-ca1 beaten destroyed", "blue-pk1 doubled recoil"}
            continue
        after = at.play(f"fight red-{base} {enemy}", (1, 4) if base != "sk1" else (1, 1))
        assert pose(after, f"red-{base}") == (9000, 9000 + depth, 0)
        assert events_of(after, "Recoiled")[0][0] == "14.10.2"


@pytest.mark.rule("12")
@pytest.mark.rule("12.1")
def test_the_sheets_merged_cells_and_the_option() -> None:
    """A result that differs from the printed one says so (ruling 21)."""
    line = f"red-wb1 {FRONT}, blue-pk1 {ENEMY}"
    at = combat(line, red="scots")
    found = {one.result: str(one.rule) for one in at.preview("fight red-wb1 blue-pk1").outcomes}
    assert found["blue-pk1 beaten destroyed"] == "12.1 (ruling 21)"
    assert found["red-wb1 beaten recoil"] == "12.1"
    literal = combat(line, red="scots", options=["army-red=scots", "army-blue=imperial", "literal-results"])
    assert "blue-pk1 beaten recoil" in results(literal, "fight red-wb1 blue-pk1")
    for each, has_destroyer in ((at, True), (literal, False)):
        warband = next(counter for counter in each.rules.counters(each.state) if counter.unit == "red-wb1")
        destroyed = next(str(value) for label, value in warband.lines if str(label) == "Destroys")
        assert ("pikes" in destroyed) == has_destroyer


@pytest.mark.rule("12.3")
def test_doubled() -> None:
    at = combat(f"red-cv1 {FRONT}, blue-pk1 {ENEMY}", red="ottoman")
    assert "red-cv1 doubled flee" in results(at, "fight red-cv1 blue-pk1")
    rough = combat(f"red-cv1 {FRONT}, blue-pk1 {ENEMY}", red="ottoman",
                   terrain="rough 8000,9100 10000,9100 10000,9900 8000,9900")
    assert "red-cv1 doubled destroyed" in results(rough, "fight red-cv1 blue-pk1")


@pytest.mark.rule("12.1")
@pytest.mark.parametrize(("terrain", "expected"), [
    ("", "destroyed"), ("dunes 7000,9100 11000,9100 11000,9900 7000,9900", "destroyed"),
    ("dunes 7000,9100 11000,9100 11000,9900 7000,9900;woods 9000,9100 11000,9100 11000,9900 9000,9900", "recoil"),
    ("river/400 0,9300 18000,9300", "recoil")])
def test_the_losers_going(terrain: str, expected: str) -> None:
    """A base in dunes and woods is not only in dunes; in a river it is in neither going (ruling 20)."""
    at = combat(f"red-sk1 {FRONT}, blue-cm1 {ENEMY}", red="french", blue="moroccan", terrain=terrain, river="normal")
    assert f"red-sk1 beaten {expected}" in results(at, "fight red-sk1 blue-cm1")


@pytest.mark.rule("14.10")
@pytest.mark.rule("14.10.1")
def test_a_combat_is_completed_before_the_next() -> None:
    """The loser's move comes first, then pursuit (ruling 65)."""
    at = combat(f"red-kn1 {FRONT}, blue-pi1 {ENEMY}", red="french")
    after = at.play("fight red-kn1 blue-pi1", (3, 1))
    order = [type(event).__name__ for event in after.events if type(event).__name__ in ("Destroyed", "Pursued")]
    assert order == ["Destroyed", "Pursued"]
    assert roll_results(after) == ["blue-pi1 beaten destroyed"]


@pytest.mark.rule("12")
def test_the_log_of_a_combat_has_both_scores() -> None:
    """They are the preview's scores, each with its die."""
    at = combat(f"red-kn1 {FRONT}, blue-pi1 {ENEMY}", red="french")
    red, blue = score(at, "fight red-kn1 blue-pi1")
    assert red is not None
    assert blue is not None
    rolled = next(event for event in at.play("fight red-kn1 blue-pi1", (3, 1)).events
                  if isinstance(event, ScoresRolled))
    assert rolled.scores == (red + 3, blue + 1)
    assert all(str(each) in str(rolled.text) for each in rolled.scores)


@pytest.mark.rule("13")
@pytest.mark.rule("13.5")
@pytest.mark.rule("14.10.3")
def test_a_recoil_passes_friends_until_just_clear() -> None:
    """It goes at most their total depth beyond its own recoil (ruling 67)."""
    line = f"red-pk1 {FRONT}, red-bd1 9000,9500,0, blue-sh1 {ENEMY}"
    after = combat(line, red="japanese").play("fight red-pk1 blue-sh1", (1, 3))
    assert pose(after, "red-pk1") == (9000, 10000, 0)
    assert pose(after, "red-bd1") == (9000, 9500, 0)
    apart = combat(line.replace("9000,9500,0", "9000,9700,0"), red="japanese").play("fight red-pk1 blue-sh1", (1, 3))
    assert pose(apart, "red-pk1") == (9000, 9500, 0)
    assert pose(apart, "red-bd1") == (9000, 10000, 0)


@pytest.mark.rule("14.10.3")
def test_without_room_beyond_the_friend_is_pushed() -> None:
    """It cannot end free, so the friend counts as one that cannot be passed (ruling 67)."""
    line = f"red-pk1 {FRONT}, red-bd1 9000,9500,0, red-gn1 9000,10800,10800, blue-sh1 {ENEMY}"
    at = combat(line, red="japanese")
    lost = at.play("fight red-pk1 blue-sh1", (1, 3))
    assert lost.removed() == ["red-pk1"]
    assert events_of(lost, "Destroyed")[0][0] == "14.10.5 (ruling 69)"
    roomy = combat(line.replace("10800,10800", "11000,0"), red="japanese").play("fight red-pk1 blue-sh1", (1, 3))
    assert roomy.removed() == []
    assert pose(roomy, "red-pk1") == (9000, 10000, 0)


@pytest.mark.rule("13.6")
@pytest.mark.rule("13.7")
def test_who_passes_in_a_recoil() -> None:
    passing = combat(f"red-sk1 {FRONT}, red-hd1 9000,9500,0, blue-pi1 {ENEMY}", red="mughal", garrisons="red-sh1",
                     terrain="rough 8000,9100 10000,9100 10000,9900 8000,9900").play("fight red-sk1 blue-pi1", (3, 4))
    assert pose(passing, "red-sk1") == (9000, 10250, 0)
    turned = combat(f"red-sk1 {FRONT}, red-hd1 9000,10250,10800, blue-pi1 {ENEMY}", red="mughal", garrisons="red-sh1",
                    terrain="rough 8000,9100 10000,9100 10000,9900 8000,9900").play("fight red-sk1 blue-pi1", (3, 4))
    assert turned.removed() == ["red-sk1"]


@pytest.mark.rule("13.4")
def test_mounted_pass_all_but_elephants_and_pikes() -> None:
    passing = combat(f"red-pi1 {FRONT}, red-sh1 9000,9750,0, blue-pk1 {ENEMY}").play("fight red-pi1 blue-pk1", (1, 3))
    assert pose(passing, "red-pi1") == (9000, 10250, 0)
    pushing = combat(f"red-pi1 {FRONT}, red-pk1 9000,9750,0, blue-pk1 {ENEMY}").play("fight red-pi1 blue-pk1", (1, 3))
    assert pose(pushing, "red-pk1") == (9000, 10500, 0)


@pytest.mark.rule("14.10.5")
def test_friends_are_pushed_back_in_chains() -> None:
    """Ruling 69."""
    line = f"red-pi1 {FRONT}, red-pk1 9000,9750,0, red-pk2 9000,10300,0, blue-pk1 {ENEMY}"
    at = combat(line)
    after = at.play("fight red-pi1 blue-pk1", (1, 3))
    pushed = next(event for event in after.events if isinstance(event, Recoiled) and event.pushed)
    assert str(pushed.text) in outcome_text(at, "fight red-pi1 blue-pk1", "red-pi1 beaten recoil")
    assert [pose(after, name).y for name in ("red-pi1", "red-pk1", "red-pk2")] == [9750, 10500, 11000]
    assert [rule for rule, _ in events_of(after, "Recoiled")].count("14.10.5 (ruling 69)") == 2
    assert deepest_overlap(after.state) <= 3


@pytest.mark.rule("14.10.5")
@pytest.mark.parametrize("behind", [
    "red-pk1 9000,10250,10800", "red-pk1 9000,9750,0, red-gu1 9000,10250,0",
    "red-pk1 9000,9750,0, blue-lh1 9000,10600,0",
    "red-pk1 9000,9750,0, blue-lh1 10000,9750,10800"])
def test_a_chain_that_cannot_move_destroys_the_recoiling_element(behind: str) -> None:
    """The chain is blocked by another facing, guns, an enemy behind, contact with an enemy (ruling 69)."""
    at = combat(f"red-pi1 {FRONT}, blue-pk1 {ENEMY}, {behind}", chosen=((), ()))
    after = at.play("fight red-pi1 blue-pk1", (1, 3))
    assert after.removed() == ["red-pi1"]
    assert events_of(after, "Destroyed")[0][0] == "14.10.5 (ruling 69)"
    assert "cannot be pushed back" in outcome_text(at, "fight red-pi1 blue-pk1", "red-pi1 beaten recoil")


@pytest.mark.rule("14.10.4")
@pytest.mark.parametrize(("line", "keys", "number"), [
    ("red-pi1 9000,9000,0, blue-pk1 9000,9000,10800, blue-lh1 8500,9500,5400", {}, "14.10.4"),
    ("red-pi1 9000,9000,0, blue-pk1 9000,9000,10800, blue-lh1 9000,10800,10800", {}, "14.10.4"),
    ("red-pi1 9000,9000,0, blue-pk1 9000,9000,10800",
     {"terrain": "waterway 0,10000 18000,10000 18000,18000 0,18000", "camps": [
         {"x": 1500, "y": 9000, "angle": 0}, {"x": 16500, "y": 1000, "angle": 10800}]}, "14.10.4"),
    ("red-pi1 9000,17000,0, blue-pk1 9000,17000,10800", {}, "14.10.4 (ruling 68)"),
    ("red-pi1 16500,900,0, blue-pk1 16500,900,10800, blue-gn1 9000,9000,0",
     {"camps": [{"x": 1500, "y": 17000, "angle": 0}, {"x": 16500, "y": 3000, "angle": 10800}]}, "14.10.4 (ruling 68)")])
def test_blocked_recoils_destroy(line: str, keys: dict[str, object], number: str) -> None:
    """The obstacles are an enemy on the flank or behind, the waterway, the table's edge, the enemy's camp
    (ruling 68)."""
    if "terrain" in keys:
        line += ", red-gn1 2000,8000,0"
    at = combat(line, **keys)
    assert facts(at.preview("fight red-pi1 blue-pk1").note)[:2] == (1, number.split()[0])
    after = at.play("fight red-pi1 blue-pk1", (1, 3))
    assert after.removed() == ["red-pi1"]
    assert events_of(after, "Destroyed")[0][0] == number


@pytest.mark.rule("14.10.4")
@pytest.mark.parametrize(("enemy", "is_lost"), [
    ("9000,10500,0", True), ("9000,10503,0", True), ("9000,10504,0", False), ("9000,11250,10800", True),
    ("9997,10500,0", False), ("9996,10500,0", True), ("8496,10300,5400", False), ("8500,10300,5400", True),
    ("10000,9300,0", False),
], ids=str)
def test_a_recoil_that_ends_touching_an_enemy_destroys(enemy: str, is_lost: bool) -> None:
    """Its rear or a side touches the enemy by more than a corner, and did not touch it so before (ruling 68)."""
    at = combat(f"red-pi1 9000,9000,0, blue-pk1 9000,9000,10800, blue-lh1 {enemy}")
    after = at.play("fight red-pi1 blue-pk1", (1, 3))
    assert events_of(after, "Destroyed") == ([("14.10.4 (ruling 68)", "red-pi1")] if is_lost else [])
    assert is_lost or pose(after, "red-pi1") == (9000, 9750, 0)


@pytest.mark.rule("14.10.3")
@pytest.mark.parametrize("angle", range(1, 2700, 90))
def test_rounding_never_prevents_a_recoil_from_passing(angle: int) -> None:
    """At any angle, just clear of a friend directly behind is its depth beyond the recoil, within rounding
    (ruling 67)."""
    front = Pose(9000, 9000, angle)
    back = moved_ahead(front, -750)
    at = combat(f"red-lh1 {front.text}, red-bw1 {back.text}, blue-bd1 9000,9000,{angle + 10800}", red="french",
                blue="japanese")
    after = at.play("fight red-lh1 blue-bd1", (1, 1))
    assert events_of(after, "Recoiled") == [("14.10.2", "red-lh1")]


@pytest.mark.rule("14.10.4")
@pytest.mark.parametrize("free", [250, 0])
def test_against_its_own_camp_it_stops_short(free: int) -> None:
    """Ruling 68. The log and the forecast say so, even if it does not move at all."""
    y = 16250 - free
    at = combat(f"red-pi1 1500,{y},0, blue-pk1 1500,{y},10800, red-gn1 9000,9000,0")
    after = at.play("fight red-pi1 blue-pk1", (1, 3))
    assert after.removed() == []
    assert 16240 <= pose(after, "red-pi1").y <= 16250
    assert deepest_overlap(after.state) == 0
    stopped = next(event for event in after.events if str(event.rule) == "14.10.4 (ruling 68)")
    assert facts(stopped.text) == (1,)
    assert len(events_of(after, "Recoiled")) == (1 if free else 0)
    assert str(stopped.text) in outcome_text(at, "fight red-pi1 blue-pk1", "red-pi1 beaten recoil")
    elsewhere = combat(f"red-pi1 {FRONT}, blue-pk1 {ENEMY}").play("fight red-pi1 blue-pk1", (1, 3))
    assert events_of(elsewhere, "Noted") == []


@pytest.mark.rule("14.10.6")
def test_elephants_trample_bases_they_cannot_pass() -> None:
    """They finish their recoil; two elephants are both lost; a friend that they can pass survives (ruling 70)."""
    line = f"red-el1 {FRONT}, blue-pi1 {ENEMY}"
    turned = combat(f"{line}, red-hd1 9000,10750,10800", red="mughal").play("fight red-el1 blue-pi1", (1, 3))
    assert turned.removed() == ["red-hd1"]
    assert pose(turned, "red-el1") == (9000, 10000, 0)
    assert events_of(turned, "Destroyed")[0][0] == "14.10.6 (ruling 70)"
    passed = combat(f"{line}, red-hd1 9000,10000,0", red="mughal").play("fight red-el1 blue-pi1", (1, 3))
    assert passed.removed() == []
    assert pose(passed, "red-el1") == (9000, 10750, 0)
    both = combat(f"{line}, red-el2 9000,10000,0", red="mughal", chosen=(("elephants",), ()))
    assert set(both.play("fight red-el1 blue-pi1", (1, 3)).removed()) == {"red-el1", "red-el2"}


@pytest.mark.rule("14.10.3")
@pytest.mark.rule("14.10.6")
@pytest.mark.parametrize(("further_back", "lost", "y"), [
    ("red-hd1 9000,11500,10800", {"red-hd1"}, 10500), ("red-el2 9000,10750,0", {"red-el1", "red-sh1", "red-el2"}, None),
    ("red-hd1 9000,11950,10800", {"red-hd1"}, 10500), ("red-el2 9000,11200,0", {"red-sh1"}, 10000)])
def test_elephants_pass_friends_if_nothing_beyond_stops_them(further_back: str, lost: set[str], y: int | None) -> None:
    """A friend that they trample leaves clear space; another elephant does not, and then they trample the friend that
    they could pass (rulings 67 and 70)."""
    at = combat(f"red-el1 {FRONT}, red-sh1 9000,10000,0, {further_back}, blue-pi1 {ENEMY}", red="mughal",
                chosen=(("elephants",), ()))
    after = at.play("fight red-el1 blue-pi1", (1, 3))
    assert set(after.removed()) == lost
    if y is not None:
        assert pose(after, "red-el1") == (9000, y, 0)


@pytest.mark.rule("14.10.8")
def test_the_attached_general_recoils_and_is_lost_with_his_element() -> None:
    """Elephants with the general behind them do not trample him (ruling 72)."""
    at = combat(f"red-el1 {FRONT}, red-gn1 9000,10000,0, blue-pi1 {ENEMY}", red="mughal")
    after = at.play("fight red-el1 blue-pi1", (1, 4))
    assert after.removed() == []
    assert pose(after, "red-gn1") == (9000, 11000, 0)
    assert events_of(after, "Recoiled")[1][0] == "14.10.8 (ruling 72)"
    lost = combat(f"red-sh1 {FRONT}, red-gn1 9000,9500,0, blue-pi1 {ENEMY}").play("fight red-sh1 blue-pi1", (1, 6))
    assert lost.removed() == ["red-sh1", "red-gn1"]


@pytest.mark.rule("14.10.8")
def test_nobody_passes_an_attached_general() -> None:
    """He and his element are pushed together (ruling 72)."""
    line = f"red-kn1 {FRONT}, red-pk1 12000,9750,0, red-gn1 9000,10250,0, red-pk2 9000,9750,0, blue-pk1 {ENEMY}"
    after = combat(line, red="french").play("fight red-kn1 blue-pk1", (1, 3))
    assert [pose(after, name).y for name in ("red-kn1", "red-pk2", "red-gn1")] == [9750, 10500, 11000]
