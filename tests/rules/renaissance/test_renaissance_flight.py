"""Flight (14.10.7) and the general's (14.10.8)."""

from __future__ import annotations

import pytest

from game.core.pose import FULL_TURN, Pose
from game.rules.renaissance.engine.events import Destroyed
from tests.rules.renaissance.battle import combat, events_of, outcome_text, shots
from tests.rules.renaissance.board import SIDE, deepest_overlap, pose
from tests.rules.table import Table

LINE = "red-lh1 9000,9000,0, blue-sh1 9000,9000,10800"
"""Light horse doubled by shooting flees: 2 + 1 against 4 + 6."""
FIGHT, ROLL = "fight red-lh1 blue-sh1", (1, 6)


def fled(more: str = "", **keys: object) -> Table:
    """The position after red's light horse flees, up to the first choice."""
    line = LINE + (f", {more}" if more else "")
    return combat(line, **{"red": "swedish", **keys}).play(FIGHT, ROLL)


@pytest.mark.rule("14.10.7")
def test_it_recoils_turns_about_and_runs_its_full_move() -> None:
    """Ruling 71: 750 back, then 4000 from where it has turned."""
    at = fled()
    assert pose(at, "red-lh1") == (9000, 9000 + 750 + 750 + 4000, 10800)
    assert events_of(at, "Recoiled")[0][0] == "14.10.2"
    assert events_of(at, "Fled") == [("14.10.7 (ruling 71)", "red-lh1")]


@pytest.mark.rule("14.10.7")
@pytest.mark.parametrize(("terrain", "y"), [
    ("rough 8000,10600 10000,10600 10000,16000 8000,16000", 12000),
    ("rough 8000,12500 10000,12500 10000,16000 8000,16000", 12502),
    ("river/800 0,11000 18000,11000", 11500), ("gentle-hill 8000,10600 10000,10600 10000,16000 8000,16000", 14500)])
def test_slower_going_on_the_path(terrain: str, y: int) -> None:
    """It goes as far as the slowest going allows, or to its edge (ruling 71)."""
    assert pose(fled(terrain=terrain, river="normal"), "red-lh1").y == y


@pytest.mark.rule("14.10.7")
def test_it_passes_friends_with_room_beyond() -> None:
    """The rows are 13.1 to 13.3; facings are the same or opposite (13.7)."""
    dragoons = ("red-dr1 9000,12000,0", {"red": "polish"})
    at = fled(dragoons[0], **dragoons[1])
    assert pose(at, "red-lh1") == (9000, 14500, 10800)
    aslant = fled("red-dr1 9000,12000,3000", red="polish")
    assert pose(fled_to(aslant), "red-lh1") != (9000, 14500, 10800)


def fled_to(at: Table) -> Table:
    """The position after the first of the possible flights."""
    ways = sorted(at.legal("flee"))
    return at.play(ways[0]) if ways else at


@pytest.mark.rule("14.10.7")
def test_it_swerves_by_the_least_whole_degree_and_its_owner_chooses() -> None:
    """Mirrored paths are equally good, so that the owner chooses (ruling 71)."""
    at = fled("red-pk1 9000,12500,0")
    ways = sorted(at.legal("flee"))
    assert len(ways) == 2
    assert at.now[2] == "red"
    assert at.refusal("end") == "14.10.7 (ruling 71)"
    one, other = (pose(at.play(way), "red-lh1") for way in ways)
    assert one == Pose(SIDE - other.x, other.y, -other.angle % FULL_TURN)
    assert one.angle % 60 == 0
    assert deepest_overlap(at.play(ways[0]).state) <= 3


@pytest.mark.rule("14.10.7")
def test_with_one_side_open_it_swerves_there() -> None:
    at = fled("red-pk1 9400,12500,0")
    assert pose(at, "red-lh1").x < 9000
    assert not at.legal("flee")


@pytest.mark.rule("14.10.7")
def test_off_the_table_it_is_lost_straight_away() -> None:
    """It does not swerve to stay on the table."""
    line = LINE.replace("9000,9000", "9000,14000")
    at = combat(line).play(FIGHT, ROLL)
    assert at.removed() == ["red-lh1"]
    assert events_of(at, "Destroyed")[0][0] == "14.10.7"
    (lost,) = (event for event in at.events if isinstance(event, Destroyed))
    assert str(lost.cause) in outcome_text(combat(line), FIGHT, "red-lh1 doubled flee")


WALL = ", ".join(f"red-{name} {x},{y},{angle}" for name, x, y, angle in (
    ("pk1", 8400, 10900, 5400), ("pk2", 9600, 10900, 16200), ("sh1", 7950, 9500, 0), ("sh2", 10050, 9500, 0),
    ("pi1", 9000, 11600, 0)))
"""Friends all around, so that no path is clear."""


@pytest.mark.rule("14.10.7")
def test_without_a_path_it_stops_at_the_obstacle() -> None:
    """It is destroyed if the obstacle is an enemy (ruling 71)."""
    at = fled(WALL)
    assert at.removed() == []
    assert pose(at, "red-lh1").x == 9000
    assert pose(at, "red-lh1").angle == 10800
    assert 11590 <= pose(at, "red-lh1").y <= 11600
    assert deepest_overlap(at.state) <= 3
    enemy = fled(WALL.replace("red-pi1 9000,11600,0", "blue-pi1 9000,11600,0"))
    assert enemy.removed() == ["red-lh1"]
    assert events_of(enemy, "Destroyed")[0][0] == "14.10.7 (ruling 71)"


@pytest.mark.rule("14.10.7")
def test_blocked_in_the_recoil_it_is_destroyed() -> None:
    at = fled("blue-pk1 9000,10300,10800")
    assert at.removed() == ["red-lh1"]
    assert events_of(at, "Destroyed")[0][0] == "14.10.4"


@pytest.mark.rule("14.10.4")
def test_with_an_enemy_on_the_flank_it_is_destroyed() -> None:
    """A general behind it that the enemy also touches is not attached and stays (ruling 64)."""
    at = fled("red-gn1 9000,9750,0, blue-lh1 8500,9500,5400")
    assert at.removed() == ["red-lh1"]


@pytest.mark.rule("14.10.8")
def test_the_general_flees_first() -> None:
    """Ruling 72."""
    at = fled("red-gn1 9000,9750,0")
    at = at.play(sorted(at.legal("flee"))[0])  # the element has to swerve about him
    events = [event.unit for event in at.events if event.type == "retreated"]  # type: ignore[attr-defined]
    assert events == ["red-gn1", "red-gn1", "red-lh1", "red-lh1"]
    assert pose(at, "red-gn1") == (9000, 9750 + 1500 + 3000, 10800)
    assert at.removed() == []


@pytest.mark.rule("14.10.7")
@pytest.mark.parametrize("mate", ["red-gn1", "red-pk1"])
def test_without_room_beyond_a_friend_it_swerves(mate: str) -> None:
    """Skirmishers pass through any friends, but do not end on one (ruling 23)."""
    line = "red-sk1 9000,9000,0, blue-sh1 9000,8000,10800"
    free = shots(line, red="french").play("shoot red-sk1", (6, 1))
    assert pose(free, "red-sk1") == (9000, 12000, 10800)
    at = fled_to(shots(f"{line}, {mate} 9000,11700,0", red="french").play("shoot red-sk1", (6, 1)))
    assert pose(at, "red-sk1") not in ((9000, 12000, 10800), (9000, 9000, 0))
    assert deepest_overlap(at.state) <= 3


@pytest.mark.rule("14.10.7")
def test_flight_after_a_shot() -> None:
    at = shots("red-lh1 9000,9000,0, blue-ca1 9000,5000,10800")
    after = at.play("shoot red-lh1", (1, 1))
    assert pose(after, "red-lh1") == (9000, 14500, 10800)
    assert not events_of(after, "Pursued")


@pytest.mark.rule("14.3.5")
def test_a_recoil_into_an_unknown_river_needs_a_roll() -> None:
    at = combat("red-pi1 9000,9000,0, blue-pk1 9000,9000,10800", terrain="river/500 0,10200 18000,10200")
    after = at.play("fight red-pi1 blue-pk1", (1, 4))
    roll = after.rules.pending_roll(after.state)
    assert roll is not None
    assert set(roll.outcomes) == {"paltry", "normal"}
    assert after.play(2).position["river"] == "paltry"


@pytest.mark.rule("14.3.5")
@pytest.mark.parametrize(("terrain", "y"), [
    ("river/500 0,10350 18000,10350", 11500), ("river/600 0,10400 18000,10400", 11500)])
def test_a_flight_across_an_unknown_river_needs_a_roll(terrain: str, y: int) -> None:
    """Also if it ends beyond the river (ruling 33); a flight that does not reach the river needs none."""
    at = fled(terrain=terrain)
    assert pose(at, "red-lh1").y == y
    assert set(at.rules.pending_roll(at.state).outcomes) == {"paltry", "normal"}
    assert at.play(3).position["river"] == "normal"
    clear = fled(terrain="river/500 0,15000 18000,15000")
    assert "paltry" not in clear.rules.pending_roll(clear.state).outcomes


@pytest.mark.rule("14.3.5")
@pytest.mark.rule("14.10.8")
def test_the_river_is_rolled_before_the_next_flight_is_chosen() -> None:
    """The general flees into the river; his element then swerves about him, as far as a paltry river lets it."""
    at = fled("red-gn1 9000,9750,0", terrain="river/500 0,12000 18000,12000")
    assert not at.legal("flee")
    ends = [pose(after.play(sorted(after.legal("flee"))[0]), "red-lh1").y for after in (at.play(1), at.play(3))]
    assert ends[0] > ends[1]
    loaded = at.rules.from_position(at.position)
    assert at.rules.position(loaded) == at.position
