"""Moves on a table without a grid: wheels, moves ahead, groups, obstacles, lining up, and the meaning of a hand's
pose."""

from __future__ import annotations

import random

import pytest

from game.core.offer import Picked
from game.core.pose import Pose, read_pose
from game.core.verdict import Illegal
from tests.systems.cudgels_table import EAST, NORTH, Table, rules

FOOT = "rf1 6000,9000,0"
LINE = ("rf1 6000,9000,0", "rf2 7000,9000,0", "rf3 8000,9000,0")


@pytest.mark.rule("3", "3.1")
def test_straight_ahead() -> None:
    """A base moves ahead by any whole number of units up to the allowance; not sideways, not back, not by nothing."""
    table = Table(FOOT)
    assert ["", "", "3.2", "3.1", "3.1", "3.1"] == [
        table.refused(f"move rf1 {pose}")
        for pose in ("6000,8999,0", "6000,6000,0", "6000,5999,0", "6002,8000,0", "6000,9002,0", "6000,9000,0")]
    assert "6000,6000,0" == table.play("move rf1 6000,6000,0").at("rf1")
    assert "3.1" == table.refused("move rf1 6000,5000,0"), "it has moved this turn"
    assert 5 == rules().position(table.state)["pips"]


@pytest.mark.rule("3.1", "3.2")
def test_a_wheel_is_measured_at_the_outer_corner() -> None:
    """Wheeling right through 60 degrees about the right corner, the left one moves one base width in a straight line;
    two are left to go ahead."""
    table = Table(FOOT)
    pose = Pose(6250, 8567, 60 * 60)
    assert "" == table.refused(f"move rf1 {pose.text}")
    offer = table.offer_at("rf1", at=pose)
    assert offer.stick is not None
    assert (1000, 3000) == (offer.stick.length, offer.stick.most)
    far = table.offer_at("rf1", at=Pose(16000, 2900, 60 * 60))
    assert far.stick is not None
    assert (60 * 60, 3000) == (far.poses[0][1].angle, far.stick.length)
    assert "3.1" == table.refused("move rf1 6500,9000,5460"), "more than a right angle"


@pytest.mark.rule("3.2", "7", "7.1")
def test_rough_ground_halves_and_the_option_adds() -> None:
    """Rough ground on the way or under the base halves the move; the option adds one base width."""
    rough, open_ = ("rf1 12000,9800,0", "rf1 8000,9800,0")
    assert ("3.2", "") == tuple(Table(unit).refused(f"move rf1 {x},7000,0") for unit, x in ((rough, 12000),
                                                                                         (open_, 8000)))
    assert "" == Table(rough).refused("move rf1 12000,8300,0")
    longer = Table(open_, options=["long-sticks"])
    assert ["", "3.2"] == [longer.refused(f"move rf1 8000,{y},0") for y in (5800, 5799)]


@pytest.mark.rule("3.3")
def test_groups_move_as_one() -> None:
    """Three bases in line wheel about the outer corner of the group and stay in line; a separate base is no part of
    it."""
    table = Table(*LINE, "rf4 12000,9000,0")
    adjacent = {unit for offer in table.rules.offers(table.state, Picked(("rf1",))) if not offer.actions
               for unit in offer.units}
    assert {"rf2"} == adjacent, "the base that touches it; the third touches that one"
    offer = table.offer_at("rf1", "rf2", "rf3", at=Pose(6000, 8000, 20 * 60))
    assert offer.action is not None
    table.play(offer.action.notation)
    assert {"rf1", "rf2", "rf3"} == set(offer.action.units)
    poses = [read_pose(table.at(unit)) for unit in ("rf1", "rf2", "rf3")]
    assert {20 * 60} == {pose.angle for pose in poses if pose}
    assert "3.3" == Table(*LINE, "rf4 12000,9000,0").refused("move rf1,rf4 6000,8000,0")
    assert "3.3" == Table("rf1 6000,9000,0", "rf2 7010,9000,0").refused("move rf1,rf2 6000,8000,0")
    assert 5 == table.rules.position(table.state)["pips"], "one PIP for all of them"


@pytest.mark.rule("1.2", "3.4")
def test_no_move_through_others_nor_off_the_table() -> None:
    """A friend or enemy in the way, the edge of the table, and a neighbour in the wheel's path block a move."""
    assert "3.4" == Table(FOOT, "rf2 6400,8000,0").refused("move rf1 6000,7000,0")
    assert "3.4" == Table(FOOT, "wf1 6900,7500,10800").refused("move rf1 6000,6500,0")
    edge = Table("rf1 6000,11000,10800")
    assert ["", "1.2"] == [edge.refused(f"move rf1 6000,{y},10800") for y in (12000, 12001)]
    table = Table(*LINE)
    offer = table.offer_at("rf1", at=Pose(5900, 8900, 350 * 60))
    assert isinstance(offer.verdict, Illegal)
    assert "3.4" == offer.verdict.reasons[0].rule.number


@pytest.mark.rule("3.5")
def test_lining_up() -> None:
    """Near an enemy's front a base is lined up corner to corner; on a flank with its front corner."""
    table = Table(FOOT, "wf1 6300,7000,10800")
    offer = table.offer_at("rf1", at=Pose(6050, 7150, 8 * 60))
    assert (Pose(6300, 7000, NORTH),) == tuple(pose for _, pose in offer.poses)
    assert offer.verdict
    assert "3.5" == table.refused("move rf1 6000,7200,0"), "so near it must be lined up"
    flank = Table("rf1 9000,7700,16200", "wf1 6300,7000,10800")
    offer = flank.offer_at("rf1", at=Pose(7000, 7000, 16200))
    assert (True, ("rf1", Pose(6800, 6500, 16200))) == (bool(offer.verdict), offer.poses[0])


@pytest.mark.rule("3.6")
def test_a_base_in_contact_cannot_move() -> None:
    """Neither the base that touches with its front edge nor the one it touches may move."""
    table = Table("rf1 6000,7000,0", "wf1 6000,7000,10800")
    assert "3.6" == table.refused("move rf1 6000,6500,0")
    assert "rf1" not in {unit for offer in rules().offers(table.state, Picked()) for unit in offer.units}


def test_any_pose_of_the_hand_has_an_answer() -> None:
    """Anywhere, at any angle, there is a legal final pose or a reason; a legal pose means itself."""
    lots, table = random.Random(6), Table(*LINE, "wf1 7000,6900,10800", "wh1 4500,7000,8000", "rh1 3000,9000,600")
    legal = 0
    for _ in range(300):
        units = lots.choice((("rf1",), ("rf2", "rf1", "rf3"), ("rh1",)))
        pose = Pose(lots.randrange(16000), lots.randrange(12000), lots.choice((0, 0, lots.randrange(21600))))
        offer = table.offer_at(*units, at=pose)
        assert offer.action is not None
        assert bool(offer.verdict) == bool(table.rules.check(table.state, offer.action))
        if offer.verdict:
            legal += 1
            after, _ = table.rules.apply(table.state, offer.action)
            counters = {counter.unit: counter.place for counter in table.rules.counters(after)}
            assert {unit: pose.text for unit, pose in offer.poses} == {unit: counters[unit] for unit in units}
            again = table.offer_at(*units, at=offer.poses[0][1])
            assert again.action == offer.action
        else:
            assert isinstance(offer.verdict, Illegal)
            assert offer.verdict.reasons[0].text
    assert legal > 100


def test_dragging_sideways_wheels_the_base() -> None:
    """Without a turn of its own the base wheels until the hand is ahead of it, then goes there."""
    table = Table(FOOT)
    (_, pose), = table.offer_at("rf1", at=Pose(7200, 7600, NORTH)).poses
    assert (EAST > pose.angle > NORTH, abs(pose.x - 7200) < 40, abs(pose.y - 7600) < 40) == (True, True, True)
    (_, straight), = table.offer_at("rf1", at=Pose(6100, 8000, NORTH)).poses
    assert Pose(6000, 8000, NORTH) == straight, "a little aside is still straight on"
