"""Defeat, sacked camps and draws (14.11)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.rules.renaissance.battle import combat
from tests.rules.renaissance.board import bases
from tests.rules.table import Table, facts

RED = ("gn1", "pi1", "pi2", "pi3", "lh1", "pk1", "pk2", "sh1", "sh2", "sh3", "sh4", "gu1")
BLUE = ("gn1", "pi1", "pi2", "pi3", "lh1", "pk1", "pk2", "pk3", "pk4", "sh1", "sh2", "ca1")
FIGHT = "red-pk1 9000,9000,0, blue-pk4 9000,9000,10800"


def battle(red_lost: Sequence[str] = (), blue_lost: Sequence[str] = (), **keys: object) -> Table:
    """Two almost whole armies in two rows far apart; red's pikes 1 fight blue's pikes 4, with equal scores."""
    line = FIGHT
    for side, names, lost, y, angle in (("red", RED, red_lost, 14000, 0), ("blue", BLUE, blue_lost, 4000, 10800)):
        line += "".join(f", {side}-{name} {2500 + 1200 * n},{y},{angle}" for n, name in enumerate(names)
                        if name not in (*lost, "pk4") and not (side == "red" and name == "pk1"))
    if "gn1" in (*red_lost, *blue_lost):
        given = bases(line)
        keys["units"] = given
    return combat(line, **keys).play("fight red-pk1 blue-pk4", (3, 3))


def outcome(at: Table) -> tuple[str, str, str] | None:
    result = at.rules.result(at.state)
    return (result.winner or "", result.ending, str(result.rule)) if result is not None else None


@pytest.mark.rule("14.11")
@pytest.mark.rule("14.11.1")
@pytest.mark.parametrize(("red", "blue", "winner"), [
    (("sh1", "sh2", "sh3"), (), None), (("sh1", "sh2", "sh3", "sh4"), (), "blue"),
    (("sh1", "sh2", "sh3", "sh4"), ("pk1", "pk2", "pk3", "sh1"), None),
    (("sh1", "sh2", "sh3", "sh4", "gu1"), ("pk1", "pk2", "pk3", "sh1"), "blue"),
    (("gn1",), (), "blue"), (("gn1",), ("sh1",), None), (("gn1", "sh1"), ("gn1",), "blue"), (("gn1",), ("gn1",), None),
    (("sh1", "sh2"), ("gn1",), None)])
def test_defeat(red: tuple[str, ...], blue: tuple[str, ...], winner: str | None) -> None:
    """A side is defeated if its general or four elements are lost, and it has lost more than the other side
    (ruling 75)."""
    found = outcome(battle(red, blue))
    assert (found[0] if found else None) == winner
    if found:
        assert found[2] == "14.11.1 (ruling 75)"


@pytest.mark.rule("14.11.1")
@pytest.mark.parametrize(("red", "text"), [
    (("gn1",), "Red has lost its general and has 1 loss in all, Blue 0"),
    (("gn1", "sh1"), "Red has lost its general and has 2 losses in all, Blue 0"),
    (("sh1", "sh2", "sh3", "sh4"), "Red has 4 losses, Blue 0")])
def test_defeat_in_words(red: tuple[str, ...], text: str) -> None:
    at = battle(red)
    result = at.rules.result(at.state)
    assert result is not None
    assert str(result.text) == text


@pytest.mark.rule("14.11.1")
def test_followers_do_not_count() -> None:
    assert battle(("sh1", "sh2", "sh3")).state.losses(0) == 3


@pytest.mark.rule("14.11.2")
def test_a_sacked_camp_counts_as_two() -> None:
    """Ruling 76."""
    camps = [{"x": 1500, "y": 17000, "angle": 0, "sacked": True}, {"x": 16500, "y": 1000, "angle": 10800}]
    found = outcome(battle(("sh1", "sh2"), (), camps=camps))
    assert found is not None
    assert found[0] == "blue"
    assert outcome(battle(("sh1",), (), camps=camps)) is None
    assert outcome(battle(("sh1", "sh2"), ("pk1", "pk2", "pk3", "sh1"), camps=camps)) is None


@pytest.mark.rule("14.11.3")
def test_draws() -> None:
    """The game is drawn after 30 bounds of each side, or 16 in a row without a loss (ruling 77)."""
    assert outcome(battle(turn=60)) == ("draw", "nightfall", "14.11.3 (ruling 77)")
    assert outcome(battle(turn=59)) is None
    assert outcome(battle(quiet=15, turn=20)) == ("draw", "stalemate", "14.11.3 (ruling 77)")
    assert outcome(battle(quiet=14, turn=20)) is None


@pytest.mark.rule("14.11.3")
def test_a_bound_with_a_loss_begins_the_count() -> None:
    """Ruling 77."""
    at = combat("red-pk1 9000,9000,0, blue-pi1 9000,9000,10800", quiet=10, turn=20)
    assert at.play("fight red-pk1 blue-pi1", (1, 4)).position.get("quiet", 0) == 0
    assert at.play("fight red-pk1 blue-pi1", (4, 4)).position["quiet"] == 11


@pytest.mark.rule("14.11.1")
def test_the_sentence_has_the_numbers() -> None:
    at = battle(("sh1", "sh2", "sh3", "sh4"), ("pk1",))
    result = at.rules.result(at.state)
    assert result is not None
    assert (4, 1) == facts(result.text)
