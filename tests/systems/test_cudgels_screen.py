"""Cudgels on the real screen: bases are dragged, wheeled and lined up by mouse and by keys, also in whole battles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game.core.offer import Picked
from game.core.pose import Pose, Spot, read_pose
from game.core.verdict import Illegal
from game.match.start import Start
from game.ui.app.dialogs import HandOver
from game.ui.screens.keys import keys_of
from game.ui.screens.replay import ReplayScreen
from game.ui.screens.victory import Victory
from game.ui.sheets.planes import on_sheet
from tests.rules.table import facts
from tests.systems.cudgels_table import position, rules
from tests.systems.test_cudgels_play import RECORDS
from tests.ui.hand import Hand
from tests.ui.hints import hinted

Sit = Callable[..., Hand]
LINE = ("rf1 6000,9000,0", "rf2 7000,9000,0", "rf3 8000,9000,0", "rb1 4000,9000,0", "rh1 10500,9000,0",
        "wf1 7000,6000,10800", "wb1 4000,5200,10800")


def opened(sit_down: Sit, *units: str, **more: Any) -> Hand:
    """A position on the screen, with two people playing."""
    return sit_down(Start("play", "cudgels", "green", seed=5, position=position(*units, **more)), hand_over=False)


def pixel(hand: Hand, spot: Spot) -> tuple[int, int]:
    """The window pixel of a point of the table."""
    x, y = hand.game.view.camera.to_screen(on_sheet(spot))
    return round(x), round(y)


def beside(hand: Hand, unit: str, across: int, ahead: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """The window pixel of a base, and the one at a distance to its right and above it, in units of the table."""
    start = hand.spot(unit)
    (ax, ay), (bx, by) = pixel(hand, (0, 0)), pixel(hand, (across, -ahead))
    return start, (start[0] + bx - ax, start[1] + by - ay)


def last(hand: Hand) -> str:
    """The notation of the last action."""
    return str(hand.game.match.plies[-1].action.notation)


def place(hand: Hand, unit: str) -> Pose:
    """The pose of a base."""
    found = read_pose(hand.game.situation.counters[unit].place or "")
    assert found is not None
    return found


def test_a_turn_that_runs_out_promises_nothing_more(sit_down: Sit) -> None:
    """After the last PIP, with no fight to come, the prompt shows no PIPs and asks for no move."""
    hand = opened(sit_down, *LINE, pips=1)
    start, end = beside(hand, "rf2", 0, 1500)
    hand.drag(start, end)
    hand.settle()
    assert hand.game.turn_end.holds
    assert () == hand.game.prompt_shown.budgets
    shown = hand.game.prompt_shown
    assert str(shown.text) != str(hand.game.situation.prompt.text), "nothing is asked of a turn that is over"


@pytest.mark.parametrize("dragged", [True, False])
def test_a_base_is_dragged_or_clicked_ahead(sit_down: Sit, dragged: bool) -> None:
    """A small sideways deviation still counts as straight ahead; the measuring stick shows the distance."""
    hand = opened(sit_down, *LINE)
    start, end = beside(hand, "rf2", 60, 1500)
    if dragged:
        hand.point(start)
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
        hand.wait()
    else:
        hand.click(start)
    hand.point(end)
    held = hand.game.view.held
    (stick,) = held.sticks
    assert (True, "rf2", 3000) == (held.allowed, held.poses[0][0], stick.most)
    assert abs(1500 - stick.length) < 40
    assert 7000 == held.poses[0][1].x
    assert "1 PIP" in str(hand.game.hand.cost)
    if dragged:
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=end, button=1))
        hand.wait()
    else:
        hand.click(end)
    hand.settle()
    assert last(hand) == f"move rf2 {held.poses[0][1].text}"
    assert not hand.game.view.held.poses


def test_farther_than_allowed_is_cut_off(sit_down: Sit) -> None:
    """The ghost stops at the end of the allowance; dropping puts the base there."""
    hand = opened(sit_down, "rf2 7000,9000,0")
    start, end = beside(hand, "rf2", 0, 4500)
    hand.drag(start, end)
    hand.settle()
    assert "move rf2 7000,6000,0" == last(hand)


def test_a_base_let_go_outside_the_map_says_that_it_went_back(sit_down: Sit) -> None:
    """Like a counter, it returns to its place, and the slip shows the reason."""
    hand = opened(sit_down, *LINE)
    before = place(hand, "rf2")
    hand.drag(hand.spot("rf2"), hand.screen.layout.column.center)
    found = hand.game.selection.refusal
    assert found is not None
    assert ("Red foot 2",) == facts(found.reasons[0].text)
    assert not found.reasons[0].rule.in_rulebook, "no rule refuses it"
    assert before == place(hand, "rf2")
    assert not hand.game.view.held.poses


def test_a_base_goes_back_where_the_window_gets_another_size(sit_down: Sit) -> None:
    """A resize during a drag returns the base to its place; releasing the button then does nothing."""
    hand = opened(sit_down, *LINE)
    before = place(hand, "rf2")
    start, end = beside(hand, "rf2", 0, 1500)
    hand.point(start)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
    hand.wait()
    hand.point(end)
    assert hand.game.view.held.poses
    pygame.display.set_mode((1100, 700), pygame.RESIZABLE)
    pygame.event.post(pygame.event.Event(pygame.WINDOWSIZECHANGED, x=1100, y=700))
    hand.wait_in_steps(4)
    assert not hand.game.view.held.poses
    hand.point((end[0] + 20, end[1] + 20))
    assert not hand.game.view.held.poses
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=end, button=1))
    hand.wait()
    assert [] == list(hand.game.match.plies)
    assert before == place(hand, "rf2")
    assert hand.game.selection.refusal is None


def test_a_refusal_is_red_and_says_why(sit_down: Sit) -> None:
    """A move into another base is refused with its rule, and the base does not move; Escape deselects it."""
    hand = opened(sit_down, *LINE)
    start, end = beside(hand, "rf2", 900, 700)
    hand.click(start)
    hand.point(end)
    assert not hand.game.view.held.allowed
    refusal = hand.game.hand.refusal
    assert refusal is not None
    assert "3.4" == refusal.reasons[0].rule.number
    before = len(hand.game.match.plies)
    hand.click(end)
    assert before == len(hand.game.match.plies)
    assert hand.game.selection.refusal is not None
    hand.key("escape")
    hand.wait()
    assert hand.game.selection.selected is None
    assert not hand.game.view.held.poses
    hand.drag(start, end)
    hand.settle()
    assert before == len(hand.game.match.plies)
    assert Pose(7000, 9000, 0) == place(hand, "rf2")
    hand.point((end[0], end[1] - 60))
    assert not hand.game.hand.away_from_home, "it follows no more once it was put back"


def test_the_wheel_turns_what_is_held(sit_down: Sit) -> None:
    """Notches of the mouse wheel turn it instead of zooming; it wheels about its front corner."""
    hand = opened(sit_down, "rf2 7000,9000,0")
    scale = hand.game.view.camera.scale
    start, end = beside(hand, "rf2", 300, 900)
    hand.click(start)
    hand.point(end)
    for _ in range(4):
        pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, y=-1, x=0, precise_y=-1.0, precise_x=0.0))
        hand.wait()
    assert scale == hand.game.view.camera.scale
    (_, pose), = hand.game.view.held.poses
    assert 20 * 60 == pose.angle
    hand.click(end)
    hand.settle()
    assert 20 * 60 == place(hand, "rf2").angle


def test_a_group_by_double_click_and_by_shift(sit_down: Sit) -> None:
    """A double click selects the whole line; Shift and a click add a single base."""
    hand = opened(sit_down, *LINE)
    start, end = beside(hand, "rf2", 0, 1000)
    hand.click(start)
    hand.click(start)
    assert ("rf2", "rf1", "rf3") == hand.game.hand.units
    hand.point(end)
    assert 3 == len(hand.game.view.held.poses)
    hand.click(end)
    hand.settle()
    assert last(hand).startswith("move rf2,rf1,rf3 7000,")
    assert {place(hand, unit).y for unit in ("rf1", "rf2", "rf3")} == {place(hand, "rf2").y}
    hand.key("backspace")
    hand.settle()
    hand.click(hand.spot("rf1"))
    pygame.key.set_mods(pygame.KMOD_SHIFT)
    hand.click(hand.spot("rf2"))
    pygame.key.set_mods(0)
    assert ["rf1", "rf2"] == list(hand.game.hand.units)


def test_a_base_is_lined_up_and_slides_and_turns(sit_down: Sit) -> None:
    """Near an enemy's front a base snaps to it; its animation turns it on the way."""
    hand = opened(sit_down, "rf2 7300,8600,600", "wf1 7000,6500,10800")
    while hand.game.selection.selected != "rf2":
        hand.key("tab")
    for _ in range(8):
        hand.key("up")
    hand.key("left")
    assert Pose(7000, 6500, 0) == hand.game.view.held.poses[0][1]
    hand.key("enter")
    hand.settle()
    assert "move rf2 7000,6500,0" == last(hand)
    hand.key("backspace")
    hand.settle()
    hand.game.play(rules().parse("move rf2 7000,6500,0"))
    turns = set()
    for _ in range(40):
        hand.wait(0.02)
        turns |= {pose.turn for unit, pose in hand.game.view.animator.poses().items() if unit == "rf2"}
    assert len([turn for turn in turns if turn is not None and 0 < turn < 10]) > 2


def test_a_group_slides_at_once(sit_down: Sit) -> None:
    """All bases of the group are in motion at the same time."""
    hand = opened(sit_down, *LINE)
    hand.game.play(rules().parse("move rf1,rf2,rf3 6000,8000,0"))
    seen = set()
    for _ in range(20):
        hand.wait(0.02)
        seen.add(frozenset(hand.game.view.animator.poses()))
    assert frozenset(("rf1", "rf2", "rf3")) in seen


def test_keys_choose_turn_and_put_back(sit_down: Sit) -> None:
    """Arrows go from base to base without a selection; Enter selects; Q and E turn; Escape deselects."""
    hand = opened(sit_down, *LINE, "rf4 6000,11000,0")
    hand.key("down")
    here = hand.game.selection.cursor
    assert here is not None
    hand.game.selection.cursor = hand.game.situation.counters["rf1"].place
    hand.key("right")
    assert hand.game.situation.counters["rf2"].place == hand.game.selection.cursor
    hand.key("enter")
    assert "rf2" == hand.game.selection.selected
    hand.key("e")
    hand.key("e")
    hand.key("q")
    assert hand.game.hand.pose is not None
    assert 5 * 60 == hand.game.hand.pose.angle
    hand.key("escape")
    assert hand.game.selection.selected is None
    assert hand.game.hand.pose is None or not hand.game.hand.away_from_home


def test_shooting_and_fighting_by_click(sit_down: Sit) -> None:
    """The measuring stick reaches to the target; a click on it declares the shot, then the dice are rolled."""
    hand = opened(sit_down, "rb1 4000,9000,0", "wb1 4000,6500,10800", "wf1 5100,6300,10800", phase="shoot")
    hand.click(hand.spot("rb1"))
    hand.point(hand.spot("wb1"))
    (stick,) = hand.game.view.held.sticks
    assert (2500, 3000) == (stick.length, stick.most)
    hand.click(hand.spot("wb1"))
    hand.settle()
    assert "shoot rb1 wb1" == last(hand)
    hand.key("space")
    hand.settle()
    assert last(hand).startswith("roll ")


def test_the_measuring_stick(sit_down: Sit) -> None:
    """D or its button starts measuring; a drag shows the distance and selects nothing; Escape ends it."""
    hand = opened(sit_down, *LINE)
    hand.press(hand.button("Measure"))
    hand.drag(pixel(hand, (7000, 9000)), pixel(hand, (7000, 7000)))
    (stick,) = hand.game.view.held.sticks
    assert (abs(2000 - stick.length) < 30, stick.most) == (True, None)
    assert hand.game.selection.selected is None
    hand.key("escape")
    assert () == hand.game.view.held.sticks
    hand.key("d")
    assert hand.game.measuring.active
    hand.key("d")
    assert not hand.game.measuring.active
    assert any("a ruler" in str(row[1]) for _, rows in keys_of(rules()) for row in rows)
    assert not any("hex" in str(row[1]) for _, rows in keys_of(rules()) for row in rows)


def test_hint_last_moves_and_struck_bases(sit_down: Sit) -> None:
    """A hint marks the base and its destination; the other side's last moves stay marked on the table."""
    hand = opened(sit_down, *LINE)
    hand.game.hint = hinted(hand.game, "move rf2 7000,7000,0")
    hand.game.dirty = True
    hand.wait()
    assert "rf2" == hand.game.view.overlay.selected
    assert ("7000,9000,0", "7000,7000,0") == hand.game.view.overlay.path
    assert (("rf2", Pose(7000, 7000, 0)),) == hand.game.view.held.poses
    hand.game.hint = None
    hand.game.play(rules().parse("move rf2 7000,7500,0"))
    hand.settle()
    hand.key("space")
    hand.settle()
    hand.key("space")
    hand.settle()
    ways = hand.game.view.trace.shown.paths
    assert [("7000,9000,0", "7000,7500,0")] == [way.path for way in ways]


def test_a_computer_gives_hints_and_plays(sit_down: Sit) -> None:
    """H shows the computer player's move as a ghost, and Enter plays it; then the computer player has its turn."""
    hand = sit_down(Start("play", "cudgels", "green", seed=5, players={"white": "recruit"}), speed=8.0)
    hand.key("space")
    hand.settle()
    hand.key("h")
    _until(hand, lambda: hand.game.hint is not None)
    hint = hand.game.hint
    assert hint is not None
    hand.wait()
    assert hand.game.view.held.poses
    hand.key("enter")
    hand.settle()
    assert hint.next_action.notation == last(hand)
    while hand.game.prompt_shown.phase == "move" and hand.game.match.to_act == "red":
        hand.end_phase()
        hand.settle()
    _until(hand, lambda: any(ply.actor == "white" for ply in hand.game.match.plies))


def _until(hand: Hand, done: Callable[[], bool]) -> None:
    """Run the loop until a condition holds; the computer player's process needs time."""
    for _ in range(3000):
        if done():
            return
        hand.wait(0.05)
        pygame.time.wait(20)
    raise AssertionError("it never came")


def test_the_pointer_explains_terrain(sit_down: Sit) -> None:
    """A piece of terrain shows its name and kind; the open table shows nothing."""
    hand = opened(sit_down, *LINE)
    hand.point(pixel(hand, (3800, 5000)))
    assert hand.game.pointing.place is not None
    board = rules().board(hand.game.match.state)
    assert ("The Thicket", ("rough",)) == (board.title_of(hand.game.pointing.place),
                                           board.ground_of(hand.game.pointing.place))
    hand.point(pixel(hand, (12000, 1000)))
    assert hand.game.pointing.place is None


CLOSE = ("rf1 6000,8400,0", "rf2 7000,8400,0", "rf3 8000,8400,0", "rb1 4500,8400,0", "rh1 10500,8400,0",
         "wf1 6000,5600,10800", "wf2 7000,5600,10800", "wf3 8000,5600,10800", "wb1 4500,5600,10800",
         "wh1 10500,5600,10800", "rf4 3000,11000,0", "wf4 3000,1000,10800", "rb2 1000,11000,0", "wb2 1000,1000,10800")


def wanted(hand: Hand) -> tuple[str, Pose] | None:
    """A base that can move, and the pose to drag it to: on the nearest enemy."""
    game = hand.game
    for unit in game.selection.eligible:
        home, seat = place(hand, unit), game.situation.counters[unit].seat
        enemies = [pose for other, counter in game.situation.counters.items()
                   if counter.seat != seat and (pose := read_pose(counter.place or "")) is not None]
        near = min(enemies, key=lambda pose: abs(pose.x - home.x) + abs(pose.y - home.y))
        held = home._replace(x=near.x, y=near.y)
        offer = next(each for each in game.rules.offers(game.match.state, Picked((unit,), pose=held)) if each.poses)
        if offer.verdict:
            return unit, held
    return None


def by_mouse(hand: Hand) -> None:
    """One decision with the mouse alone."""
    game = hand.game
    phase = game.prompt_shown.phase
    if phase == "move":
        goal = wanted(hand)
        if goal is None:
            hand.press(hand.screen.widgets.main)
            return
        unit, pose = goal
        home = place(hand, unit)
        start, end = beside(hand, unit, pose.x - home.x, home.y - pose.y)
        hand.drag(start, end)
        return
    unit = game.selection.eligible[0]
    hand.click(hand.spot(unit))
    target = next(name for name, counter in game.situation.counters.items()
                  if counter.place in game.selection.choices.proposals_at)
    hand.click(hand.spot(target))


def by_keys(hand: Hand) -> None:
    """One decision with keys alone."""
    game = hand.game
    if game.prompt_shown.phase == "move":
        goal = wanted(hand)
        if goal is None:
            hand.end_phase()
            return
        unit, pose = goal
        home = place(hand, unit)
        while game.selection.selected != unit:
            hand.key("tab")
        for _ in range(abs(pose.x - home.x) // 250):
            hand.key("right" if pose.x > home.x else "left")
        for _ in range(abs(pose.y - home.y) // 250):
            hand.key("down" if pose.y > home.y else "up")
        if isinstance(game.hand.offer.verdict if game.hand.offer is not None else None, Illegal):
            hand.key("escape")
            hand.end_phase()
            return
        hand.key("enter")
        return
    hand.key("tab")
    for _ in range(40):
        if game.selection.cursor in game.selection.choices.proposals_at:
            break
        hand.key("up" if game.prompt_shown.to_act == "red" else "down")
    if game.selection.cursor not in game.selection.choices.proposals_at:
        hand.key("1")
    else:
        hand.key("enter")


@pytest.mark.every(2)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize(("do", "roll"), [
    (by_mouse, lambda hand: hand.press(hand.screen.widgets.main)), (by_keys, lambda hand: hand.key("space"))],
    ids=["mouse", "keys"])
def test_a_whole_battle(sit_down: Sit, do: Callable[[Hand], None], roll: Callable[[Hand], None]) -> None:
    """A battle from close combat to the victory screen, with moves, fights and rolls on the way."""
    hand = opened(sit_down, *CLOSE, spare=False, turn=5)
    for _ in range(300):
        hand.settle()
        if isinstance(hand.top, HandOver):
            hand.take_over()
            continue
        if isinstance(hand.top, Victory):
            break
        before = len(hand.game.match.plies)
        if hand.game.turn_end.holds or hand.rolling:
            ended = hand.game.turn_end.holds
            roll(hand)
            hand.settle()
            assert ended or len(hand.game.match.plies) == before + 1
            continue
        do(hand)
        hand.settle()
        assert len(hand.game.match.plies) == before + 1, str(hand.game.prompt_shown.text)
    assert hand.game.match.result is not None
    deeds = {ply.action.notation.split()[0] for ply in hand.game.match.plies}
    assert deeds >= {"move", "fight", "roll"}


def test_a_record_is_replayed(sit_down: Sit) -> None:
    """The golden record opens in the replay; at several steps bases stand where the match has them."""
    hand = sit_down(Start("replay", file=RECORDS[0]))
    screen = hand.on(ReplayScreen)
    for number in (3, 8, 20, len(screen.match.plies)):
        screen.go(number)
        hand.wait()
        state = screen.match.plies[number - 1].state
        stands = {counter.unit: counter.place for counter in screen.rules.counters(state)}
        assert stands == {unit: counter.place for unit, counter in screen.view.counters.items()}
    screen.go(3)
    hand.key("right")
    assert screen.replay.actions_shown > 3
