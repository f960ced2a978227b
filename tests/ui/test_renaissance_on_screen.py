"""Renaissance on the real screen: bases and groups held over the table, columns, paths, layers, the opening by
Space."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import catalog
from game.board.manoeuvre import moved_ahead as farther
from game.board.plane import PlaneBoard
from game.core.chance import CHANCE
from game.core.message import Message, and_list, values_in
from game.core.offer import Offer, Picked
from game.core.pose import Pose, Spot
from game.match.loading import load
from game.match.start import Start
from game.rules.renaissance import build
from game.rules.renaissance.engine.events import Deployed
from game.rules.renaissance.engine.opening import CentreRoll, ShiftPiece
from game.rules.renaissance.engine.scoring import FACTOR_NAMES, shooting_line
from game.rules.renaissance.engine.words import TYPE_NAMES, Kind
from game.rules.renaissance.screen.presentation import who_beats_whom
from game.ui.app.dialogs import QuestionSheet
from game.ui.cards.chances import side_groups
from game.ui.counters.bases import is_wide_enough_for_figures
from game.ui.screens.game_contents import GROUP_ADVICE, MAX_NAMES, NO_MORE, NO_MORE_BUT_BUTTON, middle_card
from game.ui.screens.game_map import ALONE_BY_MOUSE, HELD_BY_MOUSE
from game.ui.screens.game_sheets import PoseEntry
from game.ui.screens.roster import RosterSheet
from game.ui.sheets.planes import on_sheet
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
RULES = build(catalog.board)
BATTLE = "swedish-imperial"


@cache
def at_moves(scenario: str = BATTLE) -> Any:
    """The first tactical moves of a battle with all proposals accepted."""
    state = RULES.initial(scenario)
    while state.phase != "moves":
        main = RULES.prompt(state).main
        legal = main is not None and RULES.check(state, main)
        state, _ = RULES.apply(state, main if legal and main is not None else next(iter(RULES.candidates(state))))
    return state


def moved(state: Any, unit: str, pose: Pose) -> Any:
    """The state with a base in another place and PIPs to spend."""
    return replace(state.with_base(state.slots[unit], pose=pose), pips=6, pip_die=6)


def held(state: Any, *units: str, pose: Pose, past: tuple[Pose, ...] = ()) -> list[Offer]:
    """The rules' answer for bases held at a pose."""
    return [offer for offer in RULES.offers(state, Picked(units, pose=pose, waypoints=past)) if offer.poses]


def pose_of(state: Any, unit: str) -> Pose:
    """The pose of a base."""
    return state.placed_base(state.slots[unit]).pose  # type: ignore[no-any-return]


def test_dragging_a_base_over_an_enemy_means_contact() -> None:
    """Held over its front, a base is put flush with it, and the following combat is previewed."""
    state = moved(at_moves(), "blue-pk1", Pose(8300, 12700, 10800))
    start = pose_of(state, "red-pk1")
    for across, ahead in ((-200, 1640), (100, 1900), (-300, 1350)):
        offer = held(state, "red-pk1", pose=start._replace(x=start.x + across, y=start.y - ahead))[0]
        assert (True, "move red-pk1 8300,12700,0") == (bool(offer.verdict), offer.action and offer.action.notation)
        assert offer.preview is not None
        assert Pose(8300, 12700, 0) in offer.snaps


def test_a_forecast_counts_the_enemy_as_turned_to_face() -> None:
    """After contact with a flank the enemy turns after the moves, if it has room (14.7.4)."""
    state = moved(at_moves(), "blue-pk1", Pose(9000, 9000, 0))
    state = moved(state, "red-lh1", Pose(6500, 9500, 5400))
    crowded = moved(moved(state, "blue-pk2", Pose(9000, 9500, 0)), "blue-pk3", Pose(9000, 8500, 0))
    for at, ruling in ((state, False), (crowded, True)):
        offer = held(at, "red-lh1", pose=Pose(8500, 9500, 5400))[0]
        assert offer.preview is not None
        rules = [str(one.rule) for line in offer.preview.defenders for one in line.modifiers]
        assert ruling == ("10.4 (ruling 51)" in rules)


def test_a_base_dragged_too_far_moves_as_far_as_it_may() -> None:
    """Pikes go three MU straight, though the hand is slightly to the side."""
    state = at_moves()
    start = pose_of(state, "red-pk1")
    offer = held(state, "red-pk1", pose=start._replace(x=start.x + 400, y=start.y - 2500))[0]
    assert "move red-pk1 8500,12500,0" == (offer.action and offer.action.notation)
    assert offer.stick is not None
    assert (1500, 1500) == (offer.stick.length, offer.stick.most)


def test_a_group_goes_in_line_or_in_column() -> None:
    """Held at a pose, a group is offered both, also through a bend."""
    state = replace(at_moves(), pips=6, pip_die=6)
    group = ("red-pk1", "red-pk2")
    end = pose_of(state, "red-pk1")._replace(y=12900)
    line, column = held(state, *group, pose=end)
    assert ("march red-pk1,red-pk2 ahead:1100", "") == (line.action and line.action.notation, str(line.label))
    assert ("column red-pk1,red-pk2 8500,12900,0", "Form column") == (
        column.action and column.action.notation, str(column.label))
    bend = end._replace(y=13500)
    assert ["march red-pk1,red-pk2 ahead:500>ahead:600", "column red-pk1,red-pk2 8500,13500,0>8500,12900,0"] == [
        offer.action and offer.action.notation for offer in held(state, *group, pose=end, past=(bend,))]


def test_a_base_goes_through_the_bends_of_its_way() -> None:
    """It has two legs, each straight to its pose."""
    state = replace(at_moves(), pips=6, pip_die=6)
    start = pose_of(state, "red-pi1")
    bend = start._replace(y=start.y - 400)
    end = bend._replace(y=bend.y - 300)
    offer = held(state, "red-pi1", pose=end, past=(bend,))[0]
    assert f"move red-pi1 {bend.text}>{end.text}" == (offer.action and offer.action.notation)


def pixel(hand: Hand, spot: Spot) -> tuple[int, int]:
    """The pixel of a point of the table."""
    x, y = hand.game.view.camera.to_screen(on_sheet(spot))
    return round(x), round(y)


def in_play(sit_down: Sit, state: Any, **settings: Any) -> Hand:
    """A position on screen, with two people."""
    start = Start("play", "renaissance", BATTLE, seed=7, position=RULES.position(state))
    return sit_down(start, **{"hand_over": False, **settings})


def pull(hand: Hand, *way: tuple[int, int]) -> None:
    """Press at the first pixel, move through the others, release at the last."""
    hand.point(way[0])
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=way[0], button=1))
    hand.wait()
    for pos in way[1:]:
        hand.point(pos)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=way[-1], button=1))
    hand.wait()


def test_a_box_picks_a_line_up_and_a_corner_wheels_it(sit_down: Sit) -> None:
    """It is drawn over the table around four bases; they stay in place until one of them or a corner is dragged."""
    state = moved(at_moves(), "red-gu1", Pose(12500, 16000, 0))
    state = moved(state, "red-sh4", Pose(11000, 16000, 0))
    hand = in_play(sit_down, state)
    left, right = pose_of(state, "red-pk1"), pose_of(state, "red-sh3")
    pull(hand, pixel(hand, (left.x - 700, left.y - 900)), pixel(hand, (left.x, left.y)),
         pixel(hand, (right.x + 700, right.y + 900)))
    assert {"red-pk1", "red-pk2", "red-sh2", "red-sh3"} == set(hand.game.hand.units)
    assert not hand.game.hand.away_from_home
    hand.point(pixel(hand, (9000, 10000)))
    assert hand.game.hand.away_from_home, "away from the line it follows the hand"
    hand.point(pixel(hand, (right.x, right.y)))
    assert not hand.game.hand.away_from_home, "near the line it lies there again, to be gripped"
    corner = pixel(hand, (right.x + 500, right.y))
    pull(hand, corner, (corner[0] - 2, corner[1] - 12), (corner[0] - 4, corner[1] - 24))
    hand.settle()
    kind, amount = hand.game.match.plies[-1].action.notation.split()[-1].split(":")
    assert "left" == kind
    assert 4 * 60 < int(amount) < 12 * 60


def test_a_corner_turns_one_base(sit_down: Sit) -> None:
    """It wheels about its other front corner, and snaps to a facing square to other bases."""
    state = moved(at_moves(), "red-lh1", Pose(12500, 10000, 0))
    hand = in_play(sit_down, state)
    corner = pixel(hand, (12990, 10030))
    hand.point(corner)
    assert 2 == len(hand.game.view.held.pegs)
    pull(hand, corner, (corner[0] - 3, corner[1] - 14), pixel(hand, (12000, 9000)))
    hand.settle()
    pose = pose_of(hand.game.match.state, "red-lh1")
    assert abs(pose.x - 12000) < 40 > abs(pose.y - 9500)
    assert 270 * 60 == pose.angle


def test_a_press_beside_a_corner_moves_nothing(sit_down: Sit) -> None:
    """With a group selected, a press and drag near a peg, not on it, cost no PIP; on the peg they wheel the group,
    unless released where pressed."""
    state = moved(at_moves(), "red-gu1", Pose(12500, 16000, 0))
    hand = in_play(sit_down, state)
    game = hand.game
    hand.click_unit("red-sh2")
    game.stacks.select_stack(game.situation.counters["red-sh2"].place)
    game.hand.put_back(until_away=True)
    hand.wait()
    _, right = game.hand.corners
    x, y = corner = pixel(hand, right)
    before = game.match.state
    for dx, dy in ((13, -10), (16, 0), (9, -14)):
        beside = x + dx, y + dy
        assert hand.screen.unit_at(beside) is None
        pull(hand, beside, (beside[0] + 3, beside[1] - 9), (beside[0] + 8, beside[1] - 20))
        hand.settle()
        assert game.match.state is before
    pull(hand, corner, (x - 4, y - 24), (x + 1, y + 1))
    hand.settle()
    assert game.match.state is before
    assert not game.hand.away_from_home
    pull(hand, corner, (x - 2, y - 12), (x - 4, y - 24))
    hand.settle()
    assert game.match.state is not before


def test_no_base_is_marked_immobile_while_a_roll_is_shown(sit_down: Sit) -> None:
    """During the PIP roll no base can be selected, which does not mean that none can move."""
    hand = sit_down(Start("play", "renaissance", "quick-battle", seed=3), hand_over=False)
    hand.settle()
    assert hand.rolling
    hand.key("space")
    for _ in range(60):
        hand.wait(0.05)
        assert not any(isinstance(part, Message) and part.template in (NO_MORE.template, NO_MORE_BUT_BUTTON.template)
                       for part in middle_card(hand.game).key)
    hand.settle()
    assert hand.game.selection.eligible


def test_the_card_says_how_to_pick_up_a_group(sit_down: Sit) -> None:
    """While nothing is picked and several bases can move."""
    hand = in_play(sit_down, at_moves())
    how = GROUP_ADVICE["plane"].template.partition(" {")[0]

    def is_shown() -> bool:
        return any(how in str(part) for part in middle_card(hand.game).key)

    assert is_shown()
    hand.click(hand.spot("red-pk1"))
    assert not is_shown()


def test_arrows_hold_a_base_short_of_the_contact_to_which_the_mouse_brings_it(sit_down: Sit) -> None:
    """A pose to which keys pushed a base is exact until the mouse carries it again."""
    hand = in_play(sit_down, moved(at_moves(), "blue-pk1", Pose(8500, 12500, 10800)))
    x, y = hand.spot("red-pk1")
    hand.click((x, y))
    start, short = (hand.game.view.point_of(place) for place in ("8500,14000,0", "8500,12600,0"))
    hand.point((x, y - start[1] + short[1]))
    shown = hand.game.hand.preview
    assert shown is not None
    hand.key("down")
    assert hand.game.hand.away_from_home
    assert hand.game.hand.preview is None
    hand.point((x, y - start[1] + short[1] - 1))
    assert hand.game.hand.preview is not None


def join(hand: Hand, first: str, *more: str) -> None:
    """Select a base, and add others by Shift and a click."""
    hand.click(hand.spot(first))
    pygame.key.set_mods(pygame.KMOD_SHIFT)
    for unit in more:
        hand.click(hand.spot(unit))
    pygame.key.set_mods(pygame.KMOD_NONE)


def test_a_line_is_joined_click_by_click(sit_down: Sit) -> None:
    """Shift and a click add a base; the held bases return, and a click on one lifts them again."""
    hand = in_play(sit_down, moved(at_moves(), "red-gu1", Pose(12500, 16000, 0)))
    join(hand, "red-pk1", "red-pk2")
    assert ("red-pk1", "red-pk2") == hand.game.hand.units
    assert not hand.game.hand.away_from_home
    x, y = hand.spot("red-pk2")
    hand.click((x, y))
    hand.point((x, y - 30))
    assert hand.game.hand.away_from_home
    hand.click((x, y - 30))
    hand.settle()
    assert hand.game.match.plies[-1].action.notation.startswith("march red-pk1,red-pk2 ahead:")


def test_a_joined_line_goes_where_the_next_click_is(sit_down: Sit) -> None:
    """Shift and a click add a base; a click on the table puts the line down there."""
    hand = in_play(sit_down, moved(at_moves(), "red-gu1", Pose(12500, 16000, 0)))
    join(hand, "red-pk1", "red-pk2")
    start = pose_of(hand.game.match.state, "red-pk1")
    hand.click(pixel(hand, (start.x, start.y - 1600)))
    hand.settle()
    assert hand.game.match.plies[-1].action.notation == "march red-pk1,red-pk2 ahead:1500"


@pytest.mark.every(4)
@pytest.mark.parametrize("unit", ["red-pk1", "red-sh3"])
@pytest.mark.parametrize("ahead", [400, 900])
def test_a_joined_line_advances_where_a_click_is_ahead_of_one_of_its_bases(
    sit_down: Sit, unit: str, ahead: int
) -> None:
    """This holds close to the line, and ahead of any of its bases."""
    hand = in_play(sit_down, moved(at_moves(), "red-gu1", Pose(12500, 16000, 0)))
    join(hand, "red-pk1", "red-sh3")
    start = pose_of(hand.game.match.state, unit)
    hand.click(pixel(hand, (start.x, start.y - ahead)))
    hand.settle()
    march, way = hand.game.match.plies[-1].action.notation.rsplit(":", 1)
    assert "march red-pk1,red-pk2,red-sh2,red-sh3 ahead" == march
    assert abs(int(way) - ahead) < 40


def test_a_move_that_stops_at_once_takes_a_second_click(sit_down: Sit) -> None:
    """The slip says where and why it stops, before the click and after the move."""
    start = pose_of(at_moves(), "red-pk1")
    hand = in_play(sit_down, moved(at_moves(), "red-gu1", farther(start, 1200)))
    hand.click(hand.spot("red-pk1"))
    there = pixel(hand, (start.x, start.y - 3000))
    hand.point(there)
    hand.wait()
    shown = [hand.screen.slip.key[0]]
    hand.click(there)
    assert pose_of(hand.game.match.state, "red-pk1") == start
    shown.append(hand.screen.slip.key[0])
    hand.click(there)
    hand.settle()
    shown.append(hand.screen.slip.key[0])
    assert shown == ["stopped", "question", "told"]
    assert 0 < start.y - pose_of(hand.game.match.state, "red-pk1").y < 500
    assert "guns" in str(hand.game.last_stop)


def test_a_selected_base_tells_how_to_select_its_group(sit_down: Sit) -> None:
    """The slip says so until the group is selected."""
    hand = in_play(sit_down, at_moves())
    spot = hand.spot("red-pk1")
    hand.click(spot)
    assert ("held", ALONE_BY_MOUSE) == hand.screen.slip.key
    hand.click(spot)
    assert ("held", HELD_BY_MOUSE) == hand.screen.slip.key


def test_a_second_click_on_a_base_is_no_move(sit_down: Sit) -> None:
    """Even a slow one, a little aside: it deselects the base, and spends no PIP."""
    hand = in_play(sit_down, at_moves())
    x, y = hand.spot("red-pk1")
    hand.click((x, y - 3))
    hand.wait(1.0)
    hand.click((x - 9, y + 3))
    hand.settle()
    assert not hand.game.match.plies
    assert not hand.game.hand.units


def test_a_group_selected_by_double_click_wheels_at_a_corner(sit_down: Sit) -> None:
    """It is selected, so that its outer corners can be dragged."""
    hand = in_play(sit_down, at_moves())
    spot = hand.spot("red-pk1")
    hand.click(spot)
    hand.click(spot)
    _, right = hand.game.hand.corners
    corner = pixel(hand, right)
    hand.point(corner)
    assert not hand.game.hand.away_from_home
    hand.drag(corner, (corner[0], corner[1] - 20))
    hand.settle()
    march, wheel = hand.game.match.plies[-1].action.notation.rsplit(" ", 1)
    assert march.startswith("march red-pk1,red-pk2,")
    assert wheel.startswith("left:")


def test_enter_puts_down_a_group_that_was_not_moved(sit_down: Sit) -> None:
    """The only offer is another way to move, which is no action."""
    hand = in_play(sit_down, at_moves("swedish-imperial"))
    hand.key("tab")
    hand.key("g")
    assert len(hand.game.hand.units) > 1
    hand.key("enter")
    assert not hand.game.hand.units
    assert not hand.game.match.plies


def test_a_line_is_joined_as_far_as_a_base(sit_down: Sit) -> None:
    """Shift and a click on the far end of a line add those between; Shift+G adds one after the other."""
    hand = in_play(sit_down, moved(at_moves(), "red-gu1", Pose(12500, 16000, 0)))
    line = ("red-pk1", "red-pk2", "red-sh2", "red-sh3")
    hand.click(hand.spot("red-pk1"))
    pygame.key.set_mods(pygame.KMOD_SHIFT)
    hand.click(hand.spot("red-sh3"))
    pygame.key.set_mods(pygame.KMOD_NONE)
    assert line == hand.game.hand.units
    hand.key("escape")
    hand.click(hand.spot("red-sh3"))
    for length in (2, 3, 4):
        hand.key("g", pygame.KMOD_SHIFT)
        assert line[::-1][:length] == hand.game.hand.units
    while len(hand.game.hand.units) > 1:
        hand.key("g", pygame.KMOD_SHIFT)
    assert ("red-sh3",) == hand.game.hand.units


def test_a_pose_is_typed(sit_down: Sit) -> None:
    """T opens a sheet with the place in MU and the facing in degrees, which refuses invalid text."""
    hand = in_play(sit_down, moved(at_moves(), "red-gu1", Pose(12500, 16000, 0)))
    hand.key("t")
    assert not isinstance(hand.top, PoseEntry)
    hand.click(hand.spot("red-pk1"))
    hand.key("t")
    sheet = hand.on(PoseEntry)
    assert "17, 28, 0" == sheet.entry.get_text()
    sheet.entry.set_text("17, 27")
    hand.key("enter")
    assert hand.on(PoseEntry).fault
    assert Pose(8500, 14000, 0) == pose_of(hand.game.match.state, "red-pk1")
    sheet.entry.set_text("17 26.5 10.5")
    hand.key("enter")
    assert Pose(8500, 13250, 630) == hand.game.hand.pose
    hand.key("enter")
    hand.settle()
    assert "move red-pk1 8500,13250,630" == hand.game.match.plies[-1].action.notation


def test_snapping_without_a_target_says_so(sit_down: Sit) -> None:
    hand = in_play(sit_down, moved(at_moves(), "red-gu1", Pose(14500, 9500, 0)))
    hand.click(hand.spot("red-gu1"))
    hand.key("s")
    assert "snap" in str(hand.game.selection.refusal)


def test_a_stick_lies_between_bases(sit_down: Sit) -> None:
    """It is between their nearest points; by mouse, and from base to base by keys."""
    hand = in_play(sit_down, moved(at_moves(), "blue-pk1", Pose(9500, 12000, 10800)))
    hand.key("d")
    pull(hand, hand.spot("red-pk2"), hand.spot("red-pk1"), hand.spot("blue-pk1"))
    (stick,) = hand.game.view.held.sticks
    assert 2000 == stick.length
    hand.key("d")
    hand.key("tab")
    while hand.game.selection.selected != "red-pk2":
        hand.key("tab")
    hand.key("d")
    hand.key("up")
    (stick,) = hand.game.view.held.sticks
    assert 2000 == stick.length
    assert not hand.game.hand.away_from_home
    hand.key("enter")
    assert not hand.game.measuring.laying


def test_the_map_zooms_in_for_a_roll_and_back(sit_down: Sit) -> None:
    """It does not if a player has zoomed."""
    state = moved(at_moves(), "blue-pk1", Pose(8500, 13990, 10800))
    state = replace(state.with_base(state.slots["red-pk1"], pose=Pose(8500, 13990, 0)), phase="combat", pips=0)
    hand = in_play(sit_down, state)
    hand.key("space")
    hand.settle()
    assert hand.rolling
    near = hand.game.view.stacks.px
    for _ in range(2):  # the roll, and the end of the bound
        hand.key("space")
        hand.settle()
    assert "pips" == hand.game.match.state.phase
    assert near > 2 * hand.game.view.stacks.px
    hand.close()
    hand = in_play(sit_down, state)
    hand.key("+")
    hand.wait()
    mine = hand.game.view.camera.scale
    hand.key("space")
    hand.settle()
    assert mine == hand.game.view.camera.scale


@pytest.mark.every(2)
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), pytest.param((3840, 2160), marks=pytest.mark.soak)])
def test_bases_show_the_symbols_of_their_types_during_a_roll(sit_down: Sit, size: tuple[int, int]) -> None:
    """They are recognisable across a room; figures appear at a larger zoom."""
    state = moved(at_moves(), "blue-pk1", Pose(8500, 13990, 10800))
    state = replace(state.with_base(state.slots["red-pk1"], pose=Pose(8500, 13990, 0)), phase="combat", pips=0)
    hand = in_play(sit_down, state, size=size)
    hand.key("space")
    hand.settle()
    assert hand.rolling
    view = hand.game.view
    assert not is_wide_enough_for_figures(view.theme.seats[0], view.stacks.px)
    for _ in range(20):
        hand.key("+")
    assert is_wide_enough_for_figures(view.theme.seats[0], view.stacks.px)


def test_arrows_lead_from_shooters_to_targets() -> None:
    """All that are left to shoot have one; in a pending roll only its shooters and targets. The card has the reason for
    the target, and the possible recoils of both sides are shown on the table."""
    state = moved(moved(at_moves(), "red-sh4", Pose(14000, 16500, 0)), "red-gu1", Pose(12500, 14000, 0))
    state = moved(state, "blue-sh1", Pose(10500, 12800, 10800))
    state = replace(state, phase="shooting")
    links = {layer.name: len(layer.links) for layer in RULES.layers(state) if layer.links}
    assert {"shots-red": 2, "shots-blue": 1} == links
    after = RULES.apply(state, RULES.parse("shoot red-sh2"))[0]
    due = [layer for layer in RULES.layers(after) if layer.always]
    shots = [layer for layer in due if layer.name.startswith("shots")]
    assert ({"shots-red", "shots-blue"}, 3) == ({layer.name for layer in shots}, sum(len(one.links) for one in shots))
    recoils = {layer.name: layer.outlines for layer in due if layer not in shots}
    back = pose_of(state, "red-sh2")._replace(y=14500)
    assert {"outcomes-red", "outcomes-blue"} == set(recoils)
    assert (state.element(state.slots["red-sh2"]).base.corners(back),) == recoils["outcomes-red"]
    preview = RULES.preview(after, RULES.parse("roll 1,1"))
    assert preview is not None
    assert "nearest enemy straight ahead" in str(preview.note)


def test_the_chances_of_a_combat_are_shown_by_side() -> None:
    """Each outcome is good for one side; their sums and the tie add up to one."""
    state = moved(at_moves(), "blue-pk1", Pose(8500, 13990, 10800))
    state = replace(state.with_base(state.slots["red-pk1"], pose=Pose(8500, 13990, 0)), phase="combat", pips=0)
    preview = next(offer.preview for offer in RULES.offers(state, Picked()) if offer.preview is not None)
    assert (("Red wins", "red"), ("Blue wins", "blue")) == side_groups(preview.outcomes)
    tie = sum(one.chance for one in preview.outcomes if not one.seat)
    assert 1 == tie + sum(preview.hope(seat)[1] for seat in ("red", "blue"))


def test_layers_over_the_table() -> None:
    """Zones of both sides; a shooter's arc; the general's 8 and 16 MU."""
    state = at_moves()
    assert {"zone-red", "zone-blue"} == {layer.name for layer in RULES.layers(state)}
    zone = next(layer for layer in RULES.layers(state, "red-sh1") if layer.name == "zone-blue")
    assert zone.while_selected
    arc = next(layer for layer in RULES.layers(state, "red-sh1") if layer.name == "arc").outlines[0]
    x, y = pose_of(state, "red-sh1").spot
    assert (x - 1500, x + 1500, y - 1500, y) == (
        min(a for a, _ in arc), max(a for a, _ in arc), min(b for _, b in arc), max(b for _, b in arc))
    general = pose_of(state, "red-gn1")
    reach = [min(b for _, b in layer.outlines[0]) for layer in RULES.layers(state, "red-gn1")
             if layer.name.startswith("command")]
    assert [general.y - 4000, general.y - 8000] == reach


def test_a_sum_names_the_factor_of_a_shot_as_the_card_does() -> None:
    """Cannon shoot with another factor than they fight with."""
    state = at_moves()
    guns = state.slots["red-gu1"]
    line = shooting_line(state, guns, state.slots["blue-pi1"], shot_at=False, aiding=0)
    card = next(each for each in RULES.counters(state) if each.unit == "red-gu1")
    assert f"+{line.strength}" in str({str(name): value for name, value in card.lines}["Shooting"])
    assert line.strength_name == FACTOR_NAMES[True, True]


def test_a_large_group_is_listed_by_type(sit_down: Sit) -> None:
    """A double click selects the whole line."""
    hand = in_play(sit_down, at_moves())
    for _ in range(2):
        hand.click(hand.spot("red-pk1"))
    hand.wait()
    assert len(hand.game.hand.units) > MAX_NAMES
    assert any("2 pikes" in str(part) for part in middle_card(hand.game).key)


def test_a_base_is_left_out_of_its_group_by_a_click_on_the_card(sit_down: Sit) -> None:
    """The card prints every base of the group. If the first one is clicked, the next one leads."""
    hand = in_play(sit_down, at_moves())
    join(hand, "red-pk1", "red-pk2", "red-sh1")
    for unit, left in (("red-sh1", ("red-pk1", "red-pk2")), ("red-pk1", ("red-pk2",))):
        card = hand.screen.column.middle
        place = next(card.window_rect(spot.rect) for spot in card.spots if spot.name == unit)
        assert place is not None
        hand.click(place.center)
        assert left == hand.game.hand.units
    assert not hand.game.match.plies


def types(*kinds: Kind) -> str:
    """The names of types of elements as a list."""
    return str(and_list(TYPE_NAMES[kind][1] for kind in kinds))


def test_a_card_says_who_destroys_whom() -> None:
    """Knights, pistols and warbands destroy pikes."""
    pikes = next(one for one in RULES.counters(at_moves()) if one.unit == "red-pk1")
    told = {str(label): str(value) for label, value in pikes.lines}
    assert (types("gu", "ca"), types("kn", "pi", "wb")) == (told["Destroys"], told["Destroyed by"])


def test_the_roster_says_what_each_base_can_do(sit_down: Sit) -> None:
    """Factors, move, range, and the types it destroys; for most types the exceptions."""
    hand = in_play(sit_down, at_moves())
    hand.key("i")
    sheet = hand.on(RosterSheet)
    told = {each.counter.unit: sheet.values(each) for each in sheet.shown_units}
    assert "+4 against foot, +4 against mounted · Move: 3 MU · Range: 3 MU" in told["red-sh1"]
    assert f": {types('kn', 'pi', 'wb')}" in told["red-pk1"]
    title, beaten = who_beats_whom("gu")[-1]
    assert f"{title}: {beaten} ·" in told["red-gu1"]
    assert not list(values_in(beaten)), "all destroy guns"
    assert all(told.values())


def test_pointing_at_a_base_shows_its_card_before_the_pip_roll(sit_down: Sit) -> None:
    """No unit takes part in the roll; away from the bases the roll's card is back."""
    hand = in_play(sit_down, replace(at_moves(), phase="pips", pips=0, pip_die=0))
    assert hand.rolling
    hand.point(hand.spot("blue-pk1"))
    hand.wait(0.4)
    assert "unit='blue-pk1'" in str(middle_card(hand.game).key)
    hand.point(hand.game.view.point_of(Pose(3000, 9000, 0).text))
    hand.wait(0.4)
    assert "battle" == middle_card(hand.game).key[0]


@pytest.mark.every(2)
@pytest.mark.parametrize("scenario", [BATTLE, "open-battle"])
def test_space_alone_leads_to_the_first_pip_roll(sit_down: Sit, scenario: str) -> None:
    """The sheet shows the terrain placed on the way; the log prints no coordinates."""
    hand = sit_down(Start("play", "renaissance", scenario, seed=7), hand_over=False)
    presses = 0
    while hand.game.situation.state.phase != "moves":
        hand.key("space")
        hand.settle()
        presses += 1
        assert presses < 40
    game = hand.game
    assert RULES.board(game.match.state) == game.view.board
    board = game.view.board
    assert isinstance(board, PlaneBoard)
    assert board.terrain
    told = [event for ply in game.match.plies for event in ply.events]
    assert not [event for event in told if "00," in str(event.text)]
    deployed = {event.unit for event in told if isinstance(event, Deployed) and event.part}
    assert "red-pk1" in deployed or scenario != BATTLE


def test_before_the_battle_against_the_computer(sit_down: Sit) -> None:
    """Enter accepts the army; the person rolls for aggression; Undo names the undone action, and leaves no ring."""
    start = Start("play", "renaissance", "open-battle", players={"blue": "recruit"}, seed=7)
    hand = sit_down(start, speed=8.0)
    game = hand.game
    hand.key("enter")
    hand.until(lambda: game.match.state.phase == "aggression" and not game.stage.busy)
    hand.wait(2.0)
    assert (2, True) == (len(game.match.plies), game.main_button.can_enter_faces)
    hand.key("backspace")
    assert [2] == list(values_in(hand.on(QuestionSheet).text))
    hand.key("escape")
    game.roll((6, 1))
    while not isinstance(RULES.decision(game.match.state), ShiftPiece):
        hand.until(lambda: game.match.to_act in (CHANCE, "red") and not game.stage.busy)
        game.roll((6 if isinstance(RULES.decision(game.match.state), CentreRoll) else 1,))
    hand.settle()
    hand.key("tab")
    assert game.selection.cursor is not None
    hand.key("backspace")
    hand.key("backspace")
    question = hand.on(QuestionSheet)
    assert isinstance(question.title, Message)
    assert {"phase": RULES.theme.title_of(RULES.prompt(game.match.history.first_state).phase)} == question.title.values
    hand.key("enter")
    assert not game.match.plies
    assert game.view.overlay.cursor is None


def test_one_key_rolls_for_all_terrain(sit_down: Sit) -> None:
    """On the ready-made table of arable land it rolls up to the first change to choose."""
    state = RULES.initial("open-battle", ("defender=blue",))
    for action in ("end", "end", "table arable 0", "end"):
        state, _ = RULES.apply(state, RULES.parse(action))
    start = Start("play", "renaissance", "open-battle", ("defender=blue",), position=RULES.position(state), seed=7)
    hand = sit_down(start, hand_over=False)
    hand.key("v")
    hand.until(lambda: hand.game.match.to_act != CHANCE and not hand.game.stage.busy)
    changes = isinstance(RULES.decision(hand.game.match.state), ShiftPiece)
    rolled = [ply.actor for ply in hand.game.match.plies]
    assert rolled == [CHANCE] * len(rolled)
    assert changes or len(rolled) >= len(state.pieces_to_modify)


def test_column_by_key_and_base_by_nudge(sit_down: Sit) -> None:
    """C switches to the column and back; an arrow moves by a tenth of an MU; S snaps; B shows unit symbols."""
    state = moved(at_moves(), "blue-pk1", Pose(8300, 12700, 10800))
    hand = sit_down(Start("play", "renaissance", BATTLE, seed=7, position=RULES.position(state)), hand_over=False)
    hand.click(hand.spot("red-pk1"))
    game = hand.game
    hand.key("up")
    assert Pose(8500, 13950, 0) == game.hand.pose
    for _ in range(20):
        hand.key("up")
    hand.key("s")
    assert Pose(8300, 12700, 0) == game.hand.pose
    hand.key("enter")
    hand.settle()
    assert "move red-pk1 8300,12700,0" == game.match.plies[-1].action.notation
    hand.click(hand.spot("red-pk2"))
    game.stacks.toggle_unit("red-sh2")
    before = game.hand.offer
    hand.key("c")
    assert before is not None
    assert game.hand.offer is not None
    assert ("", "Form column") == (str(before.label), str(game.hand.offer.label))
    hand.key("c")
    assert "" == str(game.hand.offer.label)
    hand.key("b")
    hand.settle()
    assert game.view.theme.symbols


def test_a_base_breaks_off_by_its_button(sit_down: Sit) -> None:
    """In front contact it is the only move: the card offers it, and a key does it."""
    state = moved(moved(at_moves(), "blue-pk4", Pose(13500, 9000, 10800)), "red-lh1", Pose(13500, 9000, 0))
    hand = in_play(sit_down, state)
    hand.click(hand.spot("red-lh1"))
    assert ["Break off"] == [str(each.label) for each in hand.game.selection.proposals]
    hand.key("1")
    hand.settle()
    assert "break-off red-lh1" == hand.game.match.plies[-1].action.notation
    assert 9000 < pose_of(hand.game.match.state, "red-lh1").y


def test_the_only_shot_is_on_the_main_button(sit_down: Sit) -> None:
    """After the moves are ended by mouse the button names shooter and target, and a click leads to the dice; the
    warning about ending the moves is gone."""
    hand = in_play(sit_down, moved(at_moves(), "blue-ca1", Pose(8500, 9500, 10800)))
    button = next(button for button in hand.screen.buttons if button.text == "End moves")
    for _ in range(2):
        hand.press(button)
        hand.settle()
    hand.wait(2.0)
    assert hand.game.match.state.phase == "shooting"
    assert button.text == hand.game.main_button.label == str(hand.game.selection.proposals[0].label)
    assert all(name in button.text for name in ("Blue cannon 1", "Red pikes 1"))
    assert not hand.game.end_phase_warning.is_current
    for unit in ("blue-ca1", "red-pk1"):
        assert hand.game.view.camera.uncovered.collidepoint(hand.spot(unit))
    hand.press(button)
    assert hand.rolling


def test_a_shot_of_the_other_side_is_announced_without_a_banner(sit_down: Sit) -> None:
    """Once both armies are on the table nothing is hidden, so a notice says who shoots in the other side's phase."""
    hand = in_play(sit_down, moved(at_moves(), "blue-ca1", Pose(8500, 9500, 10800)), hand_over=True)
    if hand.top is not hand.screen:
        hand.take_over()
    button = next(button for button in hand.screen.buttons if button.text == "End moves")
    for _ in range(2):
        hand.press(button)
        hand.settle()
    assert hand.game.match.state.phase == "shooting"
    hand.press(button)
    hand.settle()
    assert hand.rolling
    assert hand.top is hand.screen


def refused_spot(hand: Hand) -> tuple[int, int]:
    """A pixel that the pikes may not enter, because their neighbour is in the way."""
    start = pose_of(hand.game.match.state, "red-pk1")
    return pixel(hand, (start.x + 1500, start.y + 1500))


@pytest.mark.parametrize("how", ["drag", "click", "drag what follows"])
def test_a_refused_base_returns_and_stays_selected(sit_down: Sit, how: str) -> None:
    """However it was dropped, it is in its place wherever the pointer is, with the reason; the next click on the table
    moves it there."""
    hand = in_play(sit_down, at_moves())
    spot, there = hand.spot("red-pk1"), refused_spot(hand)
    if how == "drag":
        hand.drag(spot, there)
    else:
        hand.click(spot)
        hand.point((there[0] + 20, there[1]))
        hand.click(there) if how == "click" else hand.drag((there[0] + 20, there[1]), there)
    game, start = hand.game, pose_of(hand.game.match.state, "red-pk1")
    for aside in (0, 40):
        hand.point((there[0] + aside, there[1]))
        assert game.selection.selected == "red-pk1"
        assert not game.hand.away_from_home
        assert game.selection.refusal is not None
    done = len(game.match.plies)
    hand.click(pixel(hand, (start.x, start.y - 700)))
    hand.settle()
    assert game.match.plies[done].action.notation.startswith("move red-pk1")


def test_a_base_pushed_by_keys_stays_where_it_is_refused(sit_down: Sit) -> None:
    """One more arrow key may make the pose legal."""
    hand = in_play(sit_down, at_moves())
    hand.click(hand.spot("red-pk1"))
    for _ in range(6):
        hand.key("right", pygame.KMOD_SHIFT)
    hand.key("enter")
    assert hand.game.selection.refusal is not None
    assert hand.game.hand.away_from_home


def test_a_choice_between_buttons_asks_for_no_click_on_a_base(sit_down: Sit) -> None:
    """Which way a base swerves is chosen by a button alone."""
    match = load(Path("tests/records/renaissance/open-battle-losses-3.jsonl")).match
    rules = match.rules
    hand = sit_down(Start("play", "renaissance", "open-battle", seed=5,
                          position=dict(rules.position(match.history.state_at(0)))), hand_over=False)
    hand.settle()
    card = hand.screen.column.middle
    assert len(hand.game.selection.proposals) == 2
    assert card.key[:2] == ("picked", ())
    assert not card.key[-1], "advice"
