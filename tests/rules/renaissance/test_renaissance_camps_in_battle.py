"""Camps in shooting and close combat (8.2, 10.1, 14.7.8, 14.10.10)."""

from __future__ import annotations

import re

import pytest

from game.core.offer import Picked
from game.core.verdict import Legal
from game.rules.renaissance.engine.actions import NOTATION, SetCamp
from tests.rules.renaissance.battle import combat, events_of, shots, terms
from tests.rules.renaissance.board import RULES, pose, table
from tests.rules.table import Table, facts

AWAY = "blue-gn1 9000,4000,10800"
ATTACKER = f"red-pi1 16500,1000,0, {AWAY}"


def labels(at: Table) -> list[str]:
    """The buttons of a decision."""
    return [str(offer.label) for offer in RULES.offers(at.state, Picked()) if offer.label]


@pytest.mark.rule("10.1")
@pytest.mark.rule("14.7.8")
def test_the_garrison_fights_from_its_camp() -> None:
    """Attackers need not be aligned; no overlap, flank or rear counts, and the garrison does not turn (ruling 55)."""
    for where in ("16500,1000,0", "15750,500,5400", "16100,1000,0", "16500,1058,400"):
        at = combat(f"red-pi1 {where}, {AWAY}", garrisons="blue-sh1")
        assert terms(at, "fight red-pi1 blue-sh1", "blue-sh1") == ["+2 10.1"]
    beset = combat(f"{ATTACKER}, red-pi2 15750,500,5400, blue-lh1 16000,1500,5400", garrisons="blue-sh1")
    assert terms(beset, "fight red-pi1 blue-sh1", "red-pi1") == []
    assert terms(beset, "fight red-pi1 blue-sh1", "blue-sh1") == ["+2 10.1"]


@pytest.mark.rule("14.7.8")
def test_the_owner_chooses_the_attacker_that_fights() -> None:
    """The attackers' owner chooses, also in the bound of the garrison's side (ruling 55)."""
    line = f"{ATTACKER}, red-pi2 15750,500,5400"
    at = combat(line, garrisons="blue-sh1")
    assert at.legal("fight") == {"fight red-pi1 blue-sh1", "fight red-pi2 blue-sh1"}
    assert at.play("fight red-pi2 blue-sh1", (3, 1)).now[1] != "combat"
    assert not at.preview("fight red-pi2 blue-sh1").note
    theirs = combat(line, garrisons="blue-sh1", side="blue")
    assert facts(theirs.preview("fight blue-sh1 red-pi1").note) == (1, 2)
    theirs = theirs.play("fight blue-sh1 red-pi1")
    assert theirs.now[2] == "red"
    assert theirs.legal() == {"lead red-pi1", "lead red-pi2"}
    assert theirs.refusal("end") == "14.7.8 (ruling 55)"
    lead = theirs.rules.parse("lead red-pi2")
    assert (2,) == facts(theirs.rules.describe(theirs.state, lead))
    after = theirs.play("lead red-pi2")
    assert after.state.stack[-1].enemy == "red-pi2"


@pytest.mark.rule("14.10.10")
def test_the_camp_is_sacked_with_its_garrison() -> None:
    """The victor stays and may not move in its next bound (ruling 74)."""
    at = combat(ATTACKER, garrisons="blue-cf1")
    after = at.play("fight red-pi1 blue-cf1", (6, 1))
    assert after.removed() == ["blue-cf1"]
    assert after.position["camps"][1]["sacked"]
    assert events_of(after, "Sacked") == [("14.10.10 (ruling 74)", "")]
    assert pose(after, "red-pi1") == (16500, 1000, 0)
    assert next(row["plunders"] for row in after.position["units"] if row["id"] == "red-pi1") == 5


@pytest.mark.rule("14.10.10")
def test_a_garrison_that_recoils_is_placed_outside_by_its_owner() -> None:
    """It is placed touching the camp, facing away, on a side without an enemy (ruling 74)."""
    line = f"red-sh1 16500,1000,0, {AWAY}"
    at = combat(line, garrisons="blue-pk1").play("fight red-sh1 blue-pk1", (3, 1))
    assert at.now[2] == "blue"
    assert at.legal() == {"leave blue-pk1 17750,500,5400", "leave blue-pk1 15250,500,16200"}
    assert at.refusal("leave blue-pk1 16500,1500,10800") == at.refusal("end") == "14.10.10 (ruling 74)"
    marked = [offer.outlines for offer in RULES.offers(at.state, Picked()) if offer.label]
    assert len(set(marked)) == 2
    assert [label.split()[-1] for label in labels(at)] == ["west", "east"]
    assert all(len(outlines) == 1 for outlines in marked)
    after = at.play("leave blue-pk1 15250,500,16200")
    assert after.position["camps"][1]["sacked"]
    assert pose(after, "blue-pk1") == (15250, 500, 16200)
    walled = combat(f"{line}, blue-sh1 17500,500,16200, blue-sh2 15000,600,0", garrisons="blue-pk1")
    lost = walled.play("fight red-sh1 blue-pk1", (3, 1))
    assert lost.removed() == ["blue-pk1"]
    assert lost.position["camps"][1]["sacked"]
    assert events_of(lost, "Destroyed")[0][0] == "14.10.10 (ruling 74)"


@pytest.mark.rule("14.10.10")
def test_a_garrison_may_be_placed_anywhere_along_a_side() -> None:
    """A friend in front of the middle of the side does not destroy it (ruling 74)."""
    camps = [{"x": 1500, "y": 17000, "angle": 0}, {"x": 9000, "y": 1000, "angle": 10800, "garrison": "blue-sh1"}]
    line = f"red-sh1 8250,500,5400, red-sh2 9750,500,16200, blue-pk1 8100,1600,10800, {AWAY}"
    at = combat(line, camps=camps).play("fight red-sh1 blue-sh1", (6, 1))
    assert not at.removed()
    assert at.legal() == {"leave blue-sh1 9100,1500,10800"}
    for x, legal in ((9096, False), (9100, True), (9250, True), (10249, True), (10250, False)):
        assert isinstance(at.check(f"leave blue-sh1 {x},1500,10800"), Legal) == legal
    assert at.refusal("leave blue-sh1 9250,1500,0") == "14.10.10 (ruling 74)"
    assert at.refusal("leave blue-sh1 9250,1504,10800") == "14.10.10 (ruling 74)"
    assert pose(at.play("leave blue-sh1 9250,1500,10800"), "blue-sh1") == (9250, 1500, 10800)
    middle = combat(line.replace("8100,1600", "9000,1600"), camps=camps).play("fight red-sh1 blue-sh1", (6, 1))
    assert middle.legal() == {"leave blue-sh1 8000,1500,10800", "leave blue-sh1 10000,1500,10800"}
    assert sorted(label.split()[-1] for label in labels(middle)) == ["south-east", "south-west"]
    full = combat(f"{line}, blue-pk2 9900,1600,10800", camps=camps).play("fight red-sh1 blue-sh1", (6, 1))
    assert full.removed() == ["blue-sh1"]


@pytest.mark.rule("14.10.10")
def test_an_empty_camp_falls_at_the_end_of_movement() -> None:
    """If several bases touch it, the owner chooses the one that sacks it (ruling 74)."""
    at = table(ATTACKER).play("end")
    assert at.position["camps"][1]["sacked"]
    two = table(f"{ATTACKER}, red-pi2 15750,500,5400").play("end")
    assert two.legal() == {"lead red-pi1", "lead red-pi2"}
    assert two.now[1:] == ("facing", "red")
    assert str(two.rules.prompt(two.state).rule) == two.refusal("end") == "14.10.10 (ruling 74)"
    after = two.play("lead red-pi2")
    assert next(row["plunders"] for row in after.position["units"] if row["id"] == "red-pi2") == 5


@pytest.mark.rule("14.10.10")
def test_shots_leave_a_camp_empty_and_sack_nothing() -> None:
    at = shots(f"red-gu1 16500,3000,0, {AWAY}", garrisons="blue-sk1", blue="aztec")
    after = at.play("shoot blue-sk1", (6, 1))
    assert after.now[1:] == ("shooting", "blue")
    after = after.play(sorted(after.legal("leave"))[0])
    camp = after.state.camps[1]
    assert not camp.sacked
    assert camp.garrison == ""


@pytest.mark.rule("8.2")
@pytest.mark.rule("14.8.2")
def test_a_garrison_is_shot_at_as_the_whole_camp() -> None:
    """An empty camp, or one with an enemy's front on it, is no target (ruling 57)."""
    shooter = f"red-sh1 16000,1600,0, {AWAY}"
    at = shots(shooter, garrisons="blue-pk1")
    assert terms(at, "shoot blue-pk1", "blue-pk1") == ["+2 8.2"]
    beset = combat(f"{shooter}, red-pi1 15750,500,5400", garrisons="blue-pk1")
    assert beset.legal("fight")
    ended = table(f"{shooter}, red-pi1 15750,500,5400", garrisons="blue-pk1").play("end")
    assert ended.now[1] == "combat"


@pytest.mark.rule("14.8.1")
def test_a_garrison_shoots_from_any_side_of_its_camp() -> None:
    """Ruling 56."""
    for where in ("16500,2400,0", "17400,1900,0", "14400,500,5400"):
        at = shots(f"red-pi1 {where}, {AWAY}", garrisons="blue-sh1")
        assert at.legal("shoot") == {"shoot red-pi1"}
    besieged = table(f"{ATTACKER}, red-pi2 13500,500,5400", garrisons="blue-sh1").play("end")
    assert besieged.now[1] == "combat"


@pytest.mark.rule("14.10.10")
def test_uphill_counts_at_a_camp() -> None:
    hill = "gentle-hill 15000,0 18000,0 18000,900 15000,900"
    at = combat(ATTACKER, garrisons="blue-sh1", terrain=hill)
    assert terms(at, "fight red-pi1 blue-sh1", "blue-sh1") == ["+2 10.1", "+1 10.3 (ruling 15)"]


def test_a_camp_chosen_to_fight_is_refused_in_words_that_fit() -> None:
    """It neither moves nor fights (14.2.5)."""
    at = combat(ATTACKER, garrisons="blue-sh1")
    (offer,) = at.rules.offers(at.state, Picked(("red-camp",)))
    assert str(offer.verdict.reasons[0].text) == "A camp cannot move, shoot or attack"


@pytest.mark.rule("14.1.1")
def test_a_camp_is_no_base() -> None:
    """Every action that names a camp where a base belongs is refused, in every phase of a battle; only setting it down
    names it."""
    for name in ("example-a", "example-e", "example-f", "open-battle"):
        state = RULES.initial(name)
        for _ in range(12):
            for example in NOTATION.examples:
                action = RULES.parse(re.sub(r"\b(red|blue)-[a-z]+\d", r"\1-camp", example))
                if not isinstance(action, SetCamp) and set(action.units) & {"red-camp", "blue-camp"}:
                    assert not RULES.check(state, action), example
            if RULES.to_act(state) is None:
                break
            state = RULES.apply(state, RULES.candidates(state)[-1])[0]


@pytest.mark.parametrize("terrain", ["", "river/600 0,1700 18000,1700"])
def test_a_garrison_that_leaves_has_no_odds_as_a_reason(terrain: str) -> None:
    """The roll for an unknown river has no winner, so a player gives no chances for it."""
    at = table(f"{AWAY}, red-pi1 9000,16000,0", garrisons="blue-sh1", side="blue", terrain=terrain)
    leave = RULES.parse("leave blue-sh1 16500,1600,10800")
    preview = RULES.preview(at.state, leave)
    assert (preview is not None) == bool(terrain)
    assert RULES.evaluator().why(at.state, leave) == ""
