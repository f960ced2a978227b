"""Distant shooting: shooters and targets, aid, mutual shots (2.6, 6, 8, 14.8)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.core.message import values_in
from game.core.offer import Picked
from tests.rules.renaissance.battle import combat, events_of, results, roll_results, score, shots, terms
from tests.rules.renaissance.board import table
from tests.rules.table import Table, facts

TARGET = "blue-pk1 9000,8000,10800"
SHOOTER = "red-sh1 9000,9000,0"


def open_fire(line: str, **keys: object) -> Table:
    """A position at the end of red's tactical moves, followed by the shooting, if there is any."""
    return table(line, **keys).play("end")  # type: ignore[arg-type]


@pytest.mark.rule("14.8")
@pytest.mark.rule("7")
@pytest.mark.rule("14.8.7")
@pytest.mark.rule("7.1")
def test_only_the_target_suffers() -> None:
    at = shots(f"{SHOOTER}, {TARGET}")
    assert at.legal() == {"shoot blue-pk1"}
    assert score(at, "shoot blue-pk1") == (4, 3)
    assert results(at, "shoot blue-pk1") == {"none", "blue-pk1 beaten recoil", "blue-pk1 doubled destroyed"}
    chances = {one.result: one.chance for one in at.preview("shoot blue-pk1").outcomes}
    assert chances["none"] == Fraction(15, 36)
    volley = at.play("shoot blue-pk1")
    roll = volley.rules.pending_roll(volley.state)
    assert roll is not None
    assert dict(roll.outcomes) == chances
    assert volley.play((1, 6)).removed() == []
    assert events_of(volley.play((1, 6)), "Destroyed") == []
    assert events_of(volley.play((6, 1)), "Destroyed") == [("12.3", "blue-pk1")]


@pytest.mark.rule("2.6")
@pytest.mark.rule("14.8.3")
@pytest.mark.parametrize(("shooter", "red", "reach"), [
    ("sh1", "swedish", 1500), ("gu1", "swedish", 3000), ("ca1", "french", 6000), ("bw1", "french", 1500),
    ("sk1", "french", 1500), ("dr1", "polish", 1500), ("ww1", "polish", 1500)])
def test_ranges(shooter: str, red: str, reach: int) -> None:
    """Two corners of the target must be within range (ruling 58)."""
    chosen = (("war-wagons",), ()) if shooter == "ww1" else ((), ())
    near = f"red-{shooter} 9000,9000,0, blue-pk1 9000,{9000 - reach},10800"
    assert shots(near, red=red, chosen=chosen).legal() == {"shoot blue-pk1"}
    assert open_fire(near.replace(str(9000 - reach), str(8999 - reach)), red=red, chosen=chosen).now[1] == "pips"


@pytest.mark.rule("14.8.3")
def test_the_arc_is_a_base_width_wider_on_each_side() -> None:
    """Two corners must be in it (ruling 58)."""
    assert shots(f"{SHOOTER}, blue-pk1 10000,8000,10800").legal() == {"shoot blue-pk1"}
    assert open_fire(f"{SHOOTER}, blue-pk1 10003,8000,10800").now[1] == "pips"
    assert shots(f"{SHOOTER}, blue-pk1 10500,8000,5400").legal() == {"shoot blue-pk1"}
    assert open_fire(f"{SHOOTER}, blue-pk1 9000,10500,10800").now[1] == "pips"
    refused = shots(f"{SHOOTER}, {TARGET}, blue-pk2 12000,8000,10800")
    assert refused.refusal("shoot blue-pk2") == "14.8.3 (ruling 58)"


@pytest.mark.rule("14.8.3")
@pytest.mark.parametrize("where", ["9000,8000,10800", "10700,9500,16200", "9000,11000,0", "7300,9500,5400"])
def test_war_wagons_use_any_edge(where: str) -> None:
    at = shots(f"red-ww1 9000,9000,0, blue-pk1 {where}", red="polish", chosen=(("war-wagons",), ()))
    assert at.legal() == {"shoot blue-pk1"}


@pytest.mark.rule("14.8.1")
def test_bases_that_do_not_shoot() -> None:
    """Bases in contact, and artillery that moved in this bound; each base shoots once a bound (ruling 56)."""
    touched = f"{SHOOTER}, {TARGET}, blue-lh1 8500,9500,5400, red-pi1 7750,9500,5400"
    assert open_fire(touched).now[1] == "combat"
    gun = "red-gu1 9000,9000,0{}, blue-pk1 9000,7000,10800"
    assert shots(gun.format("")).legal() == {"shoot blue-pk1"}
    assert open_fire(gun.format(" moved=1")).now[1] == "pips"
    once = shots(f"{SHOOTER}, {TARGET}").play("shoot blue-pk1", (1, 2))
    assert once.now[1] == "pips"
    assert roll_results(once) == ["none"]
    assert shots(f"{SHOOTER}, {TARGET}").refusal("end") == "14.8.1"


@pytest.mark.rule("14.8.1")
@pytest.mark.rule("14.4")
def test_both_sides_shoot_in_every_bound() -> None:
    at = shots("red-pk1 9000,9000,0, blue-sh1 9000,8000,10800")
    assert at.now[2] == "red"
    assert at.legal() == {"shoot red-pk1"}


@pytest.mark.rule("6")
@pytest.mark.rule("6.1")
def test_shooting_from_and_into_overlap() -> None:
    line = ("red-pi1 9000,9000,0, blue-pi1 9000,9000,10800, red-sh1 8000,9000,0, blue-pk1 8000,8000,10800, "
            "blue-sh1 10000,9000,10800, red-pk1 10000,10000,0")
    at = open_fire(line)
    assert at.legal() == {"shoot blue-pk1", "shoot red-pk1"}


@pytest.mark.rule("14.8.2")
def test_no_shooting_at_an_enemy_in_contact() -> None:
    at = open_fire("red-sh1 9000,9000,0, blue-pk1 9000,8000,10800, red-pi1 9000,7500,10800")
    assert at.now[1] == "combat"
    line = f"{SHOOTER}, blue-pk1 8000,8000,10800, red-pi1 11000,8000,0, blue-pk2 11000,8000,10800"
    assert shots(line).refusal("shoot blue-pk2") == "14.8.2 (ruling 57)"


@pytest.mark.rule("14.8.5")
def test_the_compulsory_target() -> None:
    """It is the first base met straight ahead in a strip one base width wide, otherwise the nearest (ruling 61)."""
    aside = "blue-pk2 10000,8500,10800"
    at = shots(f"{SHOOTER}, {TARGET}, {aside}")
    assert at.legal() == {"shoot blue-pk1"}
    assert at.refusal("shoot blue-pk2") == "14.8.5 (ruling 61)"
    inside = shots(f"{SHOOTER}, {TARGET}, blue-pk2 9990,8500,10800")
    assert inside.legal() == {"shoot blue-pk2"}
    assert shots(f"{SHOOTER}, blue-pk1 10000,7900,10800, blue-pk2 8000,8000,10800").legal() == {"shoot blue-pk2"}


@pytest.mark.rule("14.8.5")
def test_of_equally_near_targets_the_owner_chooses() -> None:
    """The phasing player names the target, the owner decides; the choice holds for the bound (ruling 61)."""
    line = "red-pk1 8000,8000,0, red-pk2 10000,8000,0, blue-sh1 9000,7000,10800"
    at = shots(line)
    assert at.legal() == {"shoot red-pk1", "shoot red-pk2"}
    asked = at.play("shoot red-pk1")
    assert asked.now[2] == "blue"
    assert asked.legal() == {"aim blue-sh1 red-pk1", "aim blue-sh1 red-pk2"}
    assert asked.refusal("end") == "14.8.5 (ruling 61)"
    other = asked.play("aim blue-sh1 red-pk2")
    assert other.now[2] == "red"
    assert other.legal() == {"shoot red-pk2"}
    assert asked.play("aim blue-sh1 red-pk1").now[2] == "chance"


@pytest.mark.rule("14.8.6")
@pytest.mark.rule("8.4")
def test_all_bases_with_the_target_shoot_together() -> None:
    """Two aid, any others have shot too (ruling 62)."""
    line = ("red-sh1 9000,9000,0, red-sh2 8000,9000,0, red-sh3 10000,9000,0, red-sh4 9000,9500,0, "
            "blue-pk1 9000,8000,10800")
    at = shots(line)
    assert terms(at, "shoot blue-pk1", "blue-pk1") == ["-2 8.4 (ruling 62)"]
    assert facts(at.preview("shoot blue-pk1").note) == (1, 2, 3, "2")
    asked = at.play("shoot blue-pk1")
    assert asked.legal() == {"lead red-sh1", "lead red-sh2", "lead red-sh3"}
    assert facts(asked.preview("lead red-sh2").note) == ("2",)
    assert asked.refusal("end") == "14.8.6 (ruling 62)"
    after = asked.play("lead red-sh2", (1, 3))
    assert len(roll_results(after)) == 1
    assert not after.legal("shoot")
    guns = shots(line.replace("red-sh4 9000,9500,0", "red-gu1 11000,9000,0"))
    assert terms(guns, "shoot blue-pk1", "blue-pk1") == ["-2 8.4 (ruling 62)"]
    assert guns.play("shoot blue-pk1", "lead red-sh1", (1, 3)).legal("shoot") == set()


@pytest.mark.rule("14.8.6")
def test_the_highest_factor_leads() -> None:
    """Ruling 62: bows have 2 against foot, shot 4."""
    at = shots("red-bw1 9000,9000,0, red-sh1 8000,9000,0, blue-pk1 8500,8000,10800", red="french")
    assert at.play("shoot blue-pk1").state.stack[-1].leader == "red-sh1"
    assert terms(at, "shoot blue-pk1", "blue-pk1") == ["-1 8.4 (ruling 62)"]


@pytest.mark.rule("14.8.6")
def test_a_mutual_shot() -> None:
    """The target must have the leader as its own target and not have shot; its friends then aid it (ruling 63)."""
    line = "red-sh1 9000,9000,0, blue-sh1 9000,8000,10800"
    at = shots(line)
    assert at.legal() == {"shoot blue-sh1", "shoot red-sh1"}
    assert {"red-sh1 beaten recoil", "blue-sh1 beaten recoil"} <= results(at, "shoot blue-sh1")
    after = at.play("shoot blue-sh1", (1, 3))
    assert roll_results(after) == ["red-sh1 beaten recoil"]
    assert after.now[1] == "pips"
    spent = shots(line.replace("10800", "10800 shot"))
    assert "red-sh1 beaten recoil" not in results(spent, "shoot blue-sh1")
    aided = shots(f"{line}, blue-sh2 8000,8000,10800")
    assert terms(aided, "shoot blue-sh1", "red-sh1") == ["-1 8.4 (ruling 62)"]
    assert roll_results(aided.play("shoot blue-sh1", (3, 1))) == ["blue-sh1 beaten recoil"]


@pytest.mark.rule("8.3")
@pytest.mark.rule("14.9.3")
def test_in_a_mutual_shot_the_leaders_general_counts() -> None:
    """The leader is also shot at (ruling 64)."""
    line = "red-sh1 9000,9000,0, red-gn1 9000,9500,0, blue-sh1 9000,8000,10800{}"
    assert terms(shots(line.format("")), "shoot blue-sh1", "red-sh1") == ["+1 8.3 (ruling 64)"]
    assert terms(shots(line.format(" shot")), "shoot blue-sh1", "red-sh1") == []


@pytest.mark.rule("14.8.6")
def test_a_base_that_may_shoot_back_chooses_first() -> None:
    """The target has the leader among equally near enemies (ruling 63)."""
    at = shots("red-sh1 8000,9000,0, red-pk1 10000,9000,0, blue-sh1 9000,8000,10800")
    asked = at.play("shoot blue-sh1")
    assert asked.now[2] == "blue"
    assert asked.legal() == {"aim blue-sh1 red-sh1", "aim blue-sh1 red-pk1"}
    mutual = asked.play("aim blue-sh1 red-sh1", (1, 3))
    assert roll_results(mutual) == ["red-sh1 beaten recoil"]
    assert not mutual.legal("shoot")
    single = asked.play("aim blue-sh1 red-pk1", (1, 3))
    assert roll_results(single) == ["none"]
    assert single.legal() == {"shoot red-pk1"}


@pytest.mark.rule("14.8.6")
def test_results_apply_at_once() -> None:
    """An element gone before its turn does not shoot (ruling 62)."""
    line = "red-gu1 9000,9000,0, blue-sh1 9000,7000,10800, red-pk1 10000,8000,0"
    at = shots(line)
    assert at.legal() == {"shoot blue-sh1", "shoot red-pk1"}
    assert not at.play("shoot blue-sh1", (6, 1)).legal("shoot")


@pytest.mark.rule("8")
@pytest.mark.rule("8.1")
@pytest.mark.rule("8.3")
def test_modifiers_of_the_target() -> None:
    at = shots("red-sh1 9000,9000,0, blue-bd1 9000,8000,10800, blue-gn1 9000,7500,10800", blue="japanese")
    assert terms(at, "shoot blue-bd1", "blue-bd1") == ["-1 8.1", "+1 8.3 (ruling 64)"]
    own = shots("red-sh1 9000,9000,0, red-gn1 9000,9500,0, blue-pk1 9000,8000,10800")
    assert terms(own, "shoot blue-pk1", "red-sh1") == []


@pytest.mark.rule("7.1")
def test_artillery_shot_at_uses_its_shooting_factor() -> None:
    """Ruling 12."""
    at = shots("red-sh1 9000,9000,0, blue-ca1 9000,8000,10800 moved=1", side="blue")
    assert score(at, "shoot blue-ca1") == (4, 4)


@pytest.mark.rule("7.2")
def test_dragoons_are_shot_at_as_foot() -> None:
    at = shots("red-bw1 9000,9000,0, blue-dr1 9000,8000,10800", red="french", blue="parliament")
    assert score(at, "shoot blue-dr1")[0] == 2


@pytest.mark.rule("14.7.5")
def test_a_base_that_has_shot_still_fights() -> None:
    at = combat("red-sh1 9000,9000,0 shot, blue-pi1 9000,9000,10800")
    assert at.legal() == {"fight red-sh1 blue-pi1"}


@pytest.mark.rule("14.8.6")
def test_own_shots_are_offered_first() -> None:
    """The enemy's follow; the button names shooter and target, or the leader and the number of others."""
    at = shots("red-sh1 9000,10000,0, blue-sh1 9000,8500,10800, red-pk1 11000,10000,0, blue-sh2 11000,8500,10800")
    offers = [offer for offer in at.rules.offers(at.state, Picked()) if offer.action]
    assert [tuple(map(str, offer.label.values.values()))[::2] for offer in offers] == [
        ("Red shot 1", "Blue shot 1"), ("Blue shot 2", "Red pikes 1"), ("Blue shot 1", "Red shot 1")]
    assert [offer.is_default for offer in offers] == [True, False, False]
    at = shots("red-sh1 9000,10000,0, red-sh2 10000,10000,0, blue-pk1 9500,9000,10800")
    (offer,) = (offer for offer in at.rules.offers(at.state, Picked()) if offer.action)
    assert (1, 1, 1) == facts(offer.label)


def test_a_shot_is_described_with_the_base_that_shoots() -> None:
    """Also an enemy's shot, which the phasing side lets be resolved."""
    at = shots(f"{SHOOTER}, {TARGET}")
    action = at.rules.parse("shoot blue-pk1")
    shot, pikes = 1, 1
    assert [shot, pikes] == list(values_in(at.rules.describe(at.state, action)))
