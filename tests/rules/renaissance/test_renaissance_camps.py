"""Entering and leaving the camp by a single move."""

from __future__ import annotations

import pytest

from tests.rules.renaissance.board import CAMPS, RULES, pose, table


@pytest.mark.rule("14.2.5")
def test_foot_enters_its_camp() -> None:
    """It enters by a single move, measured to the middle of the camp (ruling 30)."""
    at = table("red-sh1 1500,16000,0, red-pi1 3500,16000,0, red-pk1 1500,15700,10800")
    done = at.play("enter red-sh1")
    assert done.position["camps"][0]["garrison"] == "red-sh1"
    assert done.position["pips"] == 5
    assert at.refusal("enter red-pi1") == "14.2.5 (ruling 30)"
    assert done.refusal("enter red-pk1") == "14.2.5 (ruling 30)"
    assert ("14.2.5 (ruling 30)", 1) == done.reason("enter red-pk1")
    assert table("red-sh1 1500,15750,0").play("enter red-sh1")
    assert table("red-sh1 1500,15749,0").refusal("enter red-sh1") == "2.1"
    assert done.refusal("leave red-sh1 1500,16000,0") == "14.6.8"


@pytest.mark.rule("14.2.5")
def test_the_path_into_the_camp_is_clear() -> None:
    """It may pass friends as in any single move (13.3)."""
    assert table("red-sh1 1500,15800,0, red-pk1 1500,16400,0").play("enter red-sh1")
    assert table("red-sh1 1500,15750,0, red-pi1 2400,16250,0").refusal("enter red-sh1") == "13 (ruling 23)"


@pytest.mark.rule("14.2.5")
def test_a_garrison_leaves() -> None:
    """It leaves by a single move, clear of the camp, but not through friends (ruling 30)."""
    at = table("red-pk1 9000,9000,0", garrisons="red-sh1")
    done = at.play("leave red-sh1 1500,16500,0")
    assert pose(done, "red-sh1") == (1500, 16500, 0)
    assert [str(event.text) for event in done.events] == ["Red shot 1 moves 1.5 MU"]
    assert "garrison" not in done.position["camps"][0]
    assert at.refusal("leave red-sh1 1500,16600,0") == "14.2.5 (ruling 30)"
    assert at.refusal("leave red-sh1 1500,15700,0") == "2.1"
    assert at.refusal("move red-sh1 1500,16000,0") == "14.2.5 (ruling 30)"
    assert at.refusal("leave red-pk1 1500,16000,0") == "14.2.5 (ruling 30)"
    followers = table("red-pk1 9000,9000,0", garrisons="red-cf1")
    assert followers.refusal("leave red-cf1 1500,16500,0") == "14.2.5"


@pytest.mark.rule("14.2.5")
def test_nobody_enters_or_leaves_with_the_enemy_at_the_camp() -> None:
    at = table("blue-pk1 1500,17000,10800, red-sh2 4500,17400,16200", garrisons="red-sh1")
    assert at.refusal("leave red-sh1 1500,16000,0") == "14.2.5 (ruling 30)"
    sacked = table("red-sh2 1500,16000,0", camps=[dict(CAMPS[0], sacked=True), CAMPS[1]])
    assert sacked.refusal("enter red-sh2") == "14.2.5 (ruling 30)"
    empty = table("blue-pk1 1500,17000,10800, red-sh2 4500,17400,16200")
    assert empty.refusal("enter red-sh2") == "14.2.5 (ruling 30)"


@pytest.mark.parametrize(("garrisons", "keys"), [
    ("", {"sacked"}), ("red-sh1", {"moved", "shot", "fought", "sacked"})])
def test_the_position_editor_offers_a_camp_what_it_can_have(garrisons: str, keys: set[str]) -> None:
    """Each field that it offers gives a position that can be read; a sacked camp has no garrison."""
    at, form = table("red-pi1 9000,9000,0", garrisons=garrisons), RULES.form
    fields = [each for each in (*form.marks, *form.details) if form.allows(each, at.position, "red-camp")]
    assert {each.key for each in fields} == keys
    for field in fields:
        if not (garrisons and field.key == "sacked"):
            RULES.from_position(form.set(at.position, field, field.after(None), "red-camp"))
