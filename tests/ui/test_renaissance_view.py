"""A player's view of a Renaissance battle: the map keeps the view, papers stay clear of the hand, cards have the
odds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core.capability import capability
from game.core.pose import Pose
from game.core.presenter import MatchupTable
from game.i18n.words import capitalised
from game.match.loading import load
from game.match.start import Start
from game.rules.renaissance.engine.events import BaseMoved
from game.rules.renaissance.engine.fighting import ChooseLeader
from game.rules.renaissance.engine.words import TYPE_NAMES
from game.ui.app.dialogs import HandOver
from game.ui.screens.game_contents import middle_card, prompt_card
from game.ui.screens.game_sheets import WhoBeatsWhom
from game.ui.screens.rulebook import Rulebook
from game.ui.screens.sign_tips import meaning_at
from tests.ui.hand import Hand
from tests.ui.test_renaissance_before_battle import begin, ready, spot_on, zone
from tests.ui.test_renaissance_on_screen import RULES, at_moves, in_play, moved

Sit = Callable[..., Hand]


def at_combat() -> Any:
    """Two bases in contact, at the start of the close combat."""
    state = moved(at_moves(), "blue-pk1", Pose(8500, 10990, 10800))
    return replace(state.with_base(state.slots["red-pk1"], pose=Pose(8500, 10990, 0)), phase="combat", pips=0)


def three_fights() -> Any:
    """Three close combats, none resolved yet."""
    state = moved(at_combat(), "blue-pk2", Pose(5500, 10990, 10800))
    state = moved(state, "blue-sh1", Pose(2500, 10990, 10800))
    for unit, x in (("red-pk2", 5500), ("red-sh1", 2500)):
        state = state.with_base(state.slots[unit], pose=Pose(x, 10990, 0))
    return replace(state, pips=0)


def seen(hand: Hand) -> tuple[float, tuple[float, float]]:
    """The scale and middle of the displayed map."""
    return hand.game.view.camera.scale, hand.game.view.camera.centre


def test_the_outlines_of_a_selected_base_say_what_they_are(sit_down: Sit) -> None:
    """A general has three: its move, and two command distances, each with its sign at its top or foot; the enemy's
    zones of control have one, too."""
    hand = in_play(sit_down, at_moves())
    view = hand.game.view
    for unit, count in (("red-gn1", 4), ("red-pk1", 2)):
        hand.click(view.stacks.spots()[unit])
        hand.settle()
        titles = [layer.title for layer in hand.game.rules.layers(hand.game.match.state, unit) if layer.sign]
        assert count == len(titles)
        assert count == sum(text in {capitalised(str(title)) for title in titles} for _, text in view.tooltips)
        hand.key("escape")


# --- the map keeps a player's view

def test_the_button_of_the_next_combat_is_below_a_result(sit_down: Sit) -> None:
    """Without a selection a click on it continues, as Space does."""
    hand = in_play(sit_down, three_fights())
    hand.key("space")
    hand.settle()
    hand.key("space")
    hand.settle()
    assert hand.game.stage.rolled is not None
    hand.press(next(button for button in hand.screen.choices if button.visible))
    hand.settle()
    assert hand.rolling


def test_the_card_shows_the_chances_of_the_combat_its_button_starts(
        sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """This holds below a result, too; of several buttons the one under the pointer counts, and the buttons stay in
    place."""
    hand = in_play(sit_down, three_fights())
    hand.key("space")
    hand.settle()
    hand.key("space")
    hand.settle()
    buttons = [button for button in hand.screen.choices if button.visible]
    rooms = [button.rect.copy() for button in buttons]
    for button in buttons:
        monkeypatch.setattr(pygame.mouse, "get_pos", lambda at=button.rect.center: at)
        hand.point(button.rect.center)
        hand.wait()
        preview = next(each.preview for each in hand.game.selection.proposals if str(each.label) in button.text)
        assert preview is not None
        assert (preview.attackers[0].unit, preview.defenders[0].unit) in middle_card(hand.game).key
    assert 2 == len(buttons)
    assert hand.game.stage.rolled is not None
    assert prompt_card(hand.game, ()).key[0].status == hand.game.stage.rolled.text  # type: ignore[attr-defined]
    assert rooms == [button.rect for button in buttons]


def test_the_last_combat_of_a_bound_is_held_and_then_the_whole_table_is_shown(sit_down: Sit) -> None:
    """The other side begins only after its end has been confirmed."""
    hand = in_play(sit_down, at_combat())
    while hand.game.match.state.phase != "pips":
        assert not hand.game.view.camera.fitted
        hand.key("space")
        hand.settle()
    assert hand.game.turn_end.holds
    assert not hand.game.view.camera.fitted
    hand.key("space")
    hand.settle()
    assert not hand.game.turn_end.holds
    assert hand.game.view.camera.fitted


@pytest.mark.every(3)
@pytest.mark.parametrize("keys", ["f", "+", "ff"])
def test_a_view_chosen_by_the_player_stays(sit_down: Sit, keys: str) -> None:
    """Fit, a zoom, or a view of the contact is kept through rolls and phases."""
    hand = in_play(sit_down, at_combat())
    for key in keys:
        hand.key(key)
    mine = seen(hand)
    while hand.game.match.state.phase != "moves":
        hand.key("space")
        hand.settle()
        assert mine == seen(hand)


def test_without_following_the_map_never_moves(sit_down: Sit) -> None:
    """Switched on again, the map is shown whole, and zooms in for the next combat."""
    hand = in_play(sit_down, at_combat(), follow_action=False)
    assert hand.game.view.camera.fitted
    hand.key("space")
    hand.settle()
    assert hand.rolling
    assert hand.game.view.camera.fitted
    hand.close()
    hand = in_play(sit_down, at_combat())
    hand.key("+")
    for on in (False, True):
        hand.app.settings.follow_action = on
        hand.wait()
    hand.key("space")
    hand.settle()
    assert hand.rolling
    assert hand.game.view.camera.scale > 1.5 * hand.game.view.camera.fit_scale


def test_the_own_edge_is_in_view_when_the_camp_is_placed(sit_down: Sit) -> None:
    """This holds whatever the player viewed before."""
    hand = ready(begin(sit_down, "swedish", "imperial"), "edges")
    view = hand.game.view
    for corner in ("topleft", "bottomright"):
        for _ in range(12):
            view.zoom(1.3, getattr(view.rect, corner))
        ready(hand, "camp")
        assert all(view.rect.inflate(4, 4).collidepoint(spot_on(hand, spot)) for spot in zone(hand))
        hand.key("space")
        hand.settle()
        hand.key("space")
        hand.settle()
        assert "deployment" == hand.game.situation.prompt.phase
        for _ in range(12):
            view.zoom(1.3, view.rect.center)
        hand.key("space")
        hand.settle()


# --- papers keep off the hand

def test_the_slip_does_not_cover_the_selected_base(sit_down: Sit) -> None:
    """Held over the table's foot a base is visible, and a click there puts it down instead of opening a rule."""
    hand = ready(begin(sit_down, "swedish", "imperial"), "deployment")
    rect = hand.game.view.rect
    for y in range(rect.top + 12, rect.bottom, 24):
        hand.point((rect.centerx, y))
        assert hand.game.hand.units
        assert hand.screen.slip.rect.height
        assert not hand.screen.slip.rect.collidepoint((rect.centerx, y))
    hand.point(rect.center)
    slip = hand.screen.slip
    xs, ys = (range(start, start + long, 3) for start, long in zip(slip.rect.topleft, slip.rect.size, strict=True))
    links = [(x, y) for x in xs for y in ys if slip.link_at((x, y)) is not None]
    assert links
    hand.click(links[0])
    assert not isinstance(hand.top, Rulebook)


# --- keys and tips

def test_with_shift_an_arrow_pushes_by_a_whole_mu(sit_down: Sit) -> None:
    """Without a selection it scrolls the map."""
    hand = in_play(sit_down, moved(at_moves(), "red-pk1", Pose(8500, 10990, 0)))
    hand.click(hand.spot("red-pk1"))
    held, ends = hand.game.hand, []
    for mod in (0, 0, pygame.KMOD_SHIFT, pygame.KMOD_SHIFT):
        hand.key("up", mod)
        assert held.pose is not None
        ends.append(held.pose.y)
    assert [50, 500, 500] == [before - after for before, after in pairwise(ends)]


def test_the_table_has_no_tips_while_a_base_is_selected(sit_down: Sit) -> None:
    """They would cover the ruler and the adjacent bases."""
    hand = in_play(sit_down, moved(at_moves(), "red-pk1", Pose(8500, 14000, 0)))
    x, y = hand.spot("red-pk1")
    hand.click((x, y))
    hand.point((x + 3, y - 30))
    assert hand.game.view.selected_units
    signs = [at for step in range(0, 300, 3) if meaning_at(hand.game.view, at := (x, y - step))]
    assert signs
    assert not any(hand.screen.tips.meaning(at, None) for at in signs)


def test_the_ring_disappears_when_a_base_is_deselected(sit_down: Sit) -> None:
    hand = in_play(sit_down, moved(at_moves(), "red-pk1", Pose(8500, 10990, 0)))
    hand.click(hand.spot("red-pk1"))
    hand.key("up", pygame.KMOD_SHIFT)
    hand.key("enter")
    hand.settle()
    assert hand.game.match.plies[-1].action.notation.startswith("move red-pk1")
    assert hand.game.view.overlay.cursor is None


def test_a_key_closes_a_tip(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    hand = in_play(sit_down, at_moves())
    symbols = hand.button("Symbols")
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: symbols.rect.center)
    hand.wait_in_steps(30, 0.1)
    assert symbols.tool_tip is not None
    hand.key("m")
    hand.wait_in_steps(30, 0.1)
    assert symbols.tool_tip is None


def test_symbols_have_a_button(sit_down: Sit) -> None:
    hand = in_play(sit_down, at_moves())
    hand.press(hand.button("Symbols"))
    assert hand.game.view.theme.symbols
    assert hand.app.settings.unit_symbols
    hand.press(hand.button("Symbols"))
    assert not hand.game.view.theme.symbols
    assert hand.game.view.notice.text, "bases too small for figures look alike both ways: that is said"


# --- what lies over the table

def test_a_selected_base_shows_its_reach(sit_down: Sit) -> None:
    """Every base that may move does, not only the general; tips explain it, and the boxes in front of enemies."""
    hand = in_play(sit_down, at_moves(), size=(1920, 1080))
    view = hand.game.view
    hand.click(hand.spot("red-pk1"))
    far = next(layer for layer in view.layers_seen if layer.name == "reach")
    pose = hand.game.match.state.placed_base(hand.game.match.state.slots["red-pk1"]).pose
    low = min(y for _, y in far.outlines[0])
    assert abs(pose.y - 1500 - low) <= 4 if low else pose.y <= 1500
    meant = {view.unit_at(at) is None and meaning_at(view, at) for at in (
        spot_on(hand, (x, y)) for x in range(pose.x - 1500, pose.x + 1500, 250) for y in range(low, pose.y, 250))}
    assert far.title in meant
    zones = next(layer for layer in view.layers_seen if layer.name == "zone-blue")
    x, y = (sum(each) // 4 for each in zip(*zones.outlines[0], strict=True))
    assert str(zones.title) in str(meaning_at(view, spot_on(hand, (x, y))))


def test_zones_of_control_are_named_where_they_are_shown(sit_down: Sit) -> None:
    """While a base is selected, a plate on the enemy's zones says what they are, once, and clear of bases."""
    hand = in_play(sit_down, at_moves())
    view = hand.game.view
    hand.click(hand.spot("red-pk1"))
    hand.wait()
    zones, reach = (next(layer for layer in view.layers_seen if layer.name == name) for name in ("zone-blue", "reach"))
    plates = {str(text): box for box, text in view.tooltips}
    assert {str(zones.title), str(reach.title)} <= plates.keys()
    assert plates[str(zones.title)].collidelist(list(view.stacks.boxes(0).values())) < 0


# --- who beats whom

def test_the_sheet_of_matchups(sit_down: Sit) -> None:
    """It has the types in play, as in the tables; W and a button open it, W closes it."""
    state = at_moves()
    found = capability(RULES, MatchupTable).matchups(state)
    assert found is not None
    types = [str(name) for name in found.types]
    assert {str(TYPE_NAMES[piece.kind][1]) for piece in state.roster if piece.kind != "cf"} == set(types)
    beaten, doubled = found.fates[types.index("pikes")][types.index("pistols")]
    assert [("destroyed", True)] * 2 == [(str(fate), end) for fate, end in (beaten, doubled)]
    beaten, doubled = found.fates[types.index("light horse")][types.index("pikes")]
    assert [("recoil", False), ("flee", False)] == [(str(fate), end) for fate, end in (beaten, doubled)]
    hand = in_play(sit_down, state)
    hand.key("w")
    hand.on(WhoBeatsWhom)
    hand.key("w")
    hand.press(hand.button("Match-ups"))
    hand.on(WhoBeatsWhom)


def test_the_next_player_takes_over_before_the_pip_die(sit_down: Sit) -> None:
    """The banner appears when the bound begins, and not again after its roll."""
    hand = in_play(sit_down, replace(at_moves(), pips=0), hand_over=True)
    hand.key("space")
    hand.settle()
    for _ in range(20):
        if isinstance(hand.top, HandOver):
            break
        hand.key("space")
        hand.settle()
    assert ("pips", "Blue") == (hand.game.match.state.phase, hand.top.side)
    hand.take_over()
    hand.key("space")
    hand.settle()
    assert "moves" == hand.game.match.state.phase
    assert hand.top is hand.screen


def test_the_log_has_one_line_for_a_group(sit_down: Sit) -> None:
    """It has the leading base, the number of bases, and the distance."""
    hand = in_play(sit_down, replace(at_moves(), pips=6, pip_die=6))
    before = len(hand.game.game_log.log.entries)
    hand.game.play(RULES.parse("march red-pk1,red-pk2 ahead:400"))
    hand.settle()
    moved = [(each.unit, each.count, each.cost) for each in hand.told(BaseMoved) if not each.led]
    assert [("red-pk1", 2, 400)] == moved
    assert before + 1 == len(hand.game.game_log.log.entries)


@pytest.mark.every(3)
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1920, 1080)])
def test_the_help_for_a_picked_base_covers_no_base(sit_down: Sit, size: tuple[int, int]) -> None:
    """It lies beside the camp and the general in the middle of the table's edge."""
    hand = in_play(sit_down, at_moves(), size=size)
    hand.click_unit("red-sh1")
    hand.settle()
    slip = hand.screen.slip.rect
    assert slip.height
    assert slip.collidelist(list(hand.game.view.unit_boxes(0).values())) == -1


def test_one_shot_keeps_its_view(sit_down: Sit) -> None:
    """From the choice of the shot, over the question who leads it, to its roll."""
    match = load(Path("tests/records/renaissance/polish-swedish.jsonl")).match
    shot = next(at for at, ply in enumerate(match.plies) if ply.state.stack
                and isinstance(ply.state.stack[-1], ChooseLeader))
    hand = sit_down(Start("play", "renaissance", match.header.scenario,
                          position=RULES.position(match.plies[shot - 1].state)), hand_over=False)
    views = set[object]()
    for ply in match.plies[shot: shot + 2]:
        views.add(seen(hand))
        hand.game.play(ply.action)
        hand.settle()
        hand.wait(1.0)
    assert not hand.game.view.camera.fitted
    assert views == {seen(hand)}
