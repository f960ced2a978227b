"""The meaning of a hand with bases of Renaissance: offers for bases and groups held over the table."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from game import catalog
from game.board.manoeuvre import moved_ahead
from game.core.offer import Offer, Picked
from game.core.pose import DEGREE, Pose
from game.core.verdict import Illegal
from game.rules.renaissance import build
from game.rules.renaissance.screen.presentation import ENDS_IN_BAD_GOING
from tests.ui.test_renaissance_on_screen import at_moves as proposed

RULES = build(catalog.board)
BATTLE = "swedish-imperial"
PIKES = "red-pk1", "red-pk2"


@cache
def at_moves() -> Any:
    """The first tactical moves of a battle with all proposals accepted, with six PIPs."""
    return replace(proposed(), pips=6, pip_die=6)


def placed(state: Any, **poses: Pose) -> Any:
    """The state with some bases in other places."""
    for unit, pose in poses.items():
        state = state.with_base(state.slots[unit.replace("_", "-")], pose=pose)
    return state


def pose_of(state: Any, unit: str) -> Pose:
    """The pose of a base."""
    return state.placed_base(state.slots[unit]).pose  # type: ignore[no-any-return]


def held(state: Any, *units: str, pose: Pose, past: tuple[Pose, ...] = (), exact: bool = False) -> list[Offer]:
    """The rules' answer for bases held at a pose."""
    picked = Picked(units, pose=pose, waypoints=past, exact=exact)
    return [offer for offer in RULES.offers(state, picked) if offer.poses]


def done(offer: Offer) -> str:
    """The notation of an offer."""
    assert offer.action is not None
    return offer.action.notation


def test_a_line_goes_through_the_bends_of_its_way() -> None:
    """Straight, a wheel and straight again are three steps, abreast."""
    state = placed(at_moves(), **dict.fromkeys(("red_sh1", "red_sh2"), None))  # type: ignore[arg-type]
    start = pose_of(state, "red-pk1")
    first = moved_ahead(start, 400)
    line = held(state, *PIKES, pose=first._replace(angle=360 * DEGREE - 300), past=(first,))[0]
    assert ("march red-pk1,red-pk2 ahead:400>left:300", True) == (done(line), bool(line.verdict))
    bend = line.poses[0][1]
    line = held(state, *PIKES, pose=moved_ahead(bend, 500), past=(first, bend))[0]
    assert ("march red-pk1,red-pk2 ahead:400>left:300>ahead:500", True) == (done(line), bool(line.verdict))


@pytest.mark.parametrize(("aside", "is_straight"), [(0, True), (490, True), (-490, True), (510, False), (-510, False)])
def test_a_line_goes_straight_ahead_of_its_first_base(aside: int, is_straight: bool) -> None:
    """A point straight in front of the first base is reached without a wheel, one further aside by a wheel."""
    start = pose_of(at_moves(), "red-pk1")
    line = held(at_moves(), *PIKES, pose=start._replace(x=start.x + aside, y=start.y - 600))[0]
    assert is_straight == (done(line) == "march red-pk1,red-pk2 ahead:600")


@pytest.mark.parametrize(("aside", "forward", "is_straight"), [
    (1400, 1500, True), (-1400, 1500, True), (1600, 1500, False), (1000, 800, False)])
def test_a_long_line_goes_straight_ahead_of_half_its_length(aside: int, forward: int, is_straight: bool) -> None:
    """Four bases wheel only towards a point aside by more than half of their line, or more aside than ahead."""
    line = ("red-pk1", "red-pk2", "red-sh1", "red-sh2")
    start = pose_of(at_moves(), line[0])
    offer = held(at_moves(), *line, pose=start._replace(x=start.x + aside, y=start.y - forward))[0]
    assert is_straight == (done(offer) == f"march {','.join(line)} ahead:{forward}")


def test_a_line_shifts_sideways_to_line_up_with_an_enemy_ahead() -> None:
    """It is held nearer to the enemy's line than to its own; without an enemy ahead it only goes straight."""
    state = placed(at_moves(), blue_pk1=Pose(8700, 12300, 10800))
    start = pose_of(state, "red-pk1")
    aside = start._replace(x=start.x + 170, y=start.y - 600)
    assert "march red-pk1,red-pk2 shift-right:200>ahead:600" == done(held(state, *PIKES, pose=aside)[0])
    nearer = aside._replace(x=start.x + 60)
    assert "march red-pk1,red-pk2 ahead:600" == done(held(state, *PIKES, pose=nearer)[0])
    assert "ahead:600" in done(held(at_moves(), *PIKES, pose=aside._replace(x=start.x + 100))[0])


def test_a_line_goes_straight_back_out_of_a_zone() -> None:
    """Dragged back it goes straight back; without a zone that is refused with the rule."""
    start = pose_of(at_moves(), "red-pk1")
    behind = start._replace(x=start.x + 40, y=start.y + 700)
    out = held(placed(at_moves(), blue_pk1=Pose(8500, 13300, 10800)), *PIKES, pose=behind)[0]
    assert ("march red-pk1,red-pk2 back:700", True) == (done(out), bool(out.verdict))
    refused = held(at_moves(), *PIKES, pose=behind)[0].verdict
    assert isinstance(refused, Illegal)
    assert "14.6.4" == refused.reasons[0].rule.number


def test_a_base_goes_straight_back_out_of_a_zone() -> None:
    """Dragged back too little to leave the zone, it goes by its full move."""
    start = pose_of(at_moves(), "red-pk1")
    state = placed(at_moves(), blue_pk1=Pose(8500, 13700, 10800), red_gn1=Pose(3000, 16000, 0))
    little = held(state, "red-pk1", pose=start._replace(x=start.x + 20, y=start.y + 400))[0]
    assert f"move red-pk1 8500,{start.y + 1500},0" == done(little)
    enough = held(state, "red-pk1", pose=start._replace(x=start.x + 20, y=start.y + 800))[0]
    assert f"move red-pk1 8500,{start.y + 800},0" == done(enough)


@pytest.mark.parametrize("turn", [0, 15 * DEGREE])
def test_a_column_is_offered_no_wheel(turn: int) -> None:
    """It turns where its leader turns: whatever the hand does, the only move is the column's."""
    start = pose_of(at_moves(), "red-pk1")
    depth = at_moves().element(at_moves().slots["red-pk1"]).depth
    state = placed(at_moves(), red_pk2=moved_ahead(start, -depth), red_sh1=Pose(2000, 16000, 0))
    offers = held(state, *PIKES, pose=Pose(start.x - 200, start.y - 900, (start.angle - turn) % (360 * DEGREE)))
    assert ["column"] == [done(offer).split()[0] for offer in offers]
    assert offers[0].verdict
    assert "" == offers[0].label


def test_a_base_goes_as_far_as_something_in_the_way_lets_it() -> None:
    """It stops in front of a friend that it may not pass, with the reason."""
    start = pose_of(at_moves(), "red-pk1")
    state = placed(at_moves(), red_gu1=moved_ahead(start, 1200))
    offer = held(state, "red-pk1", pose=moved_ahead(start, 1400))[0]
    assert offer.verdict
    assert 0 < start.y - offer.poses[0][1].y < 1200
    assert "guns" in str(offer.stopped)


def test_a_base_dragged_near_a_road_snaps_to_it() -> None:
    """Snapped to it, it faces along it, and moves six MU instead of its own three."""
    (ax, ay), (bx, by) = at_moves().ground.pieces("road")[0].points[3:5]
    assert by < ay
    on_it = next(offer for offer in held(at_moves(), "red-pk1", pose=Pose((ax + bx) // 2, ay, 90 * DEGREE)))
    road = [pose for pose in on_it.snaps if at_moves().ground.on_road(pose.spot, pose.spot)]
    assert len(road) == 1
    state = placed(at_moves(), red_pk1=road[0])
    assert 60 * DEGREE < road[0].angle < 90 * DEGREE
    far = held(state, "red-pk1", pose=moved_ahead(road[0], 480))[0]
    assert (3000, True) == (far.stick and far.stick.most, bool(far.verdict))


def test_a_group_snaps_squarely_before_an_enemy() -> None:
    """It wheels and goes ahead, so that one of its bases is in contact with corners meeting."""
    state = placed(at_moves(), blue_pk1=Pose(8900, 12600, 10500),
                   **dict.fromkeys(("red_sh1", "red_sh2"), None))  # type: ignore[arg-type]
    start = pose_of(state, "red-pk1")
    snap = held(state, *PIKES, pose=start._replace(y=start.y - 900))[0].snaps[0]
    assert 360 * DEGREE - 300 == snap.angle
    contact = held(state, *PIKES, pose=snap)[0]
    assert contact.verdict
    assert contact.preview is not None


@pytest.mark.parametrize("units", [PIKES[:1], PIKES])
def test_a_move_dragged_a_hair_short_of_an_enemy_goes_into_contact(units: tuple[str, ...]) -> None:
    """A typed pose stays short of it, and the slip says that no close combat follows."""
    state = placed(at_moves(), blue_pk1=Pose(8500, 12500, 10800))
    start = pose_of(state, "red-pk1")
    gap = start.y - 12500
    assert 0 < gap <= 1500
    short = moved_ahead(start, gap - 75)
    contact = held(state, *units, pose=short)[0]
    assert contact.verdict
    assert contact.preview is not None
    assert 12500 == contact.poses[0][1].y
    typed = held(state, *units, pose=short, exact=True)[0]
    assert (short, None) == (typed.poses[0][1], typed.preview)
    assert "0.15 MU" in str(typed.cost)
    assert "0.15 MU" not in str(contact.cost)
    farther = held(state, *units, pose=moved_ahead(start, gap - 400))[0]
    assert moved_ahead(start, gap - 400) == farther.poses[0][1]


def test_the_slip_names_going_and_zones() -> None:
    """They are those at the move's end."""
    start = Pose(6500, 14000, 0)
    woods = held(placed(at_moves(), red_sh3=start), "red-sh3", pose=start._replace(x=start.x - 900, y=start.y - 900))[0]
    assert str(ENDS_IN_BAD_GOING) in str(woods.cost)
    state = placed(at_moves(), blue_pk1=Pose(8500, 12500, 10800))
    zone = held(state, "red-pk1", pose=moved_ahead(pose_of(state, "red-pk1"), 900))[0]
    assert "Blue pikes 1" in str(zone.cost)


def test_a_line_leaves_out_a_base_in_the_woods() -> None:
    """With it abreast no base could move, so it is not offered with the two on open ground."""
    base = at_moves().element(at_moves().slots["red-sh1"]).base
    ground, y = at_moves().ground, 12800

    def wooded(x: int) -> bool:
        return bool(ground.kinds_under(base.corners(Pose(x, y, 0))))

    edge = next(x for x in range(4000, 9000, 50) if wooded(x) and not wooded(x + 1000))
    state = placed(at_moves(), red_pk1=Pose(edge, y, 0), red_sh1=Pose(edge + 1000, y, 0),
                   red_sh2=Pose(edge + 2000, y, 0))
    offers = RULES.offers(state, Picked(("red-sh1",)))
    assert {"red-sh2"} == {unit for offer in offers if offer.action is None for unit in offer.units}


def test_a_base_goes_out_of_its_line_before_it_goes_aside() -> None:
    """It goes straight ahead first, past the guns beside it, in two legs; if that does not clear them, only straight
    ahead."""
    state = placed(at_moves(), red_gu1=Pose(9500, 13700, 0), red_pk2=Pose(2000, 16500, 0))
    start = pose_of(state, "red-pk1")
    over = held(state, "red-pk1", pose=start._replace(x=start.x + 450, y=start.y - 900))[0]
    assert ("move red-pk1 8500,13100,0>8950,13100,0", True) == (done(over), bool(over.verdict))
    low = held(state, "red-pk1", pose=start._replace(x=start.x + 600, y=start.y - 250))[0]
    assert ("move red-pk1 8500,13750,0", True) == (done(low), bool(low.verdict))
    assert "guns" in str(low.stopped)


@pytest.mark.parametrize(("units", "over"), [(PIKES[:1], "4.22"), (PIKES, "4.2")])
def test_the_slip_says_what_prevents_a_contact(units: tuple[str, ...], over: str) -> None:
    """If S snaps a base to a contact beyond its move, the message has the distance and the rule."""
    state = placed(at_moves(), blue_pk1=Pose(8500 if units == PIKES else 8300, 11900, 10800),
                   **dict.fromkeys(("red_sh1", "red_sh2"), None))  # type: ignore[arg-type]
    start = pose_of(state, "red-pk1")
    contact = held(state, *units, pose=start._replace(y=12200))[0].snaps[0]
    offer = held(state, *units, pose=contact)[0]
    assert offer.verdict
    assert 12499 < offer.poses[0][1].y < 12600
    assert f"would take {over} MU (2.1)" in str(offer.cost)


@pytest.mark.every(3)
@pytest.mark.parametrize(("units", "aside"), [(PIKES[:1], 0), (PIKES[:1], 3000), (PIKES, 0)])
def test_the_slip_gives_the_length_of_a_path_beyond_reach(units: tuple[str, ...], aside: int) -> None:
    """The length is given straight ahead and sideways; within reach there is no message."""
    state = at_moves()
    start = pose_of(state, units[0])
    far = held(state, *units, pose=start._replace(x=start.x - aside, y=start.y - 4000))[0]
    assert far.verdict
    assert "(2.1)" in str(far.cost)
    assert "(2.1)" not in str(held(state, *units, pose=moved_ahead(start, 300))[0].cost)
