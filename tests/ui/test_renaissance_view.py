"""What a player sees of a Renaissance battle: the map keeps his view, papers keep off his hand, cards tell odds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from game.core.pose import Pose
from game.systems import UNFINISHED
from game.ui.screens.rulebook import Rulebook
from tests.ui.hand import Hand
from tests.ui.test_renaissance_before_battle import begin, ready, spot_on, zone
from tests.ui.test_renaissance_on_screen import at_moves, in_play, moved

Sit = Callable[..., Hand]


@pytest.fixture(autouse=True)
def _found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unfinished systems are found, too."""
    monkeypatch.setenv(UNFINISHED, "1")


def at_combat() -> Any:
    """Two bases in contact, at the beginning of the close combat."""
    state = moved(at_moves(), "blue-pk1", Pose(8500, 13990, 10800))
    return replace(state.put(state.slots["red-pk1"], pose=Pose(8500, 13990, 0)), phase="combat", pips=0)


def seen(hand: Hand) -> tuple[float, tuple[float, float]]:
    """Scale and middle of what the map shows."""
    return hand.game.view.camera.scale, hand.game.view.camera.centre


# --- the map keeps a player's view

def test_the_whole_table_is_shown_after_a_fight(sit_down: Sit) -> None:
    hand = in_play(sit_down, at_combat())
    assert not hand.game.view.camera.fitted
    while hand.game.match.state.phase != "pips":
        hand.key("space")
        hand.settle()
    assert hand.game.view.camera.fitted


@pytest.mark.parametrize("keys", ["f", "+", "ff"])
def test_what_a_player_has_chosen_to_see_stays(sit_down: Sit, keys: str) -> None:
    """Fit, a zoom, or a look at where the sides meet: through rolls and phases."""
    hand = in_play(sit_down, at_combat())
    for key in keys:
        hand.key(key)
    mine = seen(hand)
    while hand.game.match.state.phase != "moves":
        hand.key("space")
        hand.settle()
        assert mine == seen(hand)


def test_without_following_the_map_never_moves(sit_down: Sit) -> None:
    """Switched on again, it is shown whole, and comes near for the next fight."""
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


def test_the_own_edge_is_seen_when_the_camp_is_set_down(sit_down: Sit) -> None:
    """Whatever the player looked at before."""
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
        assert "deployment" == hand.game.controller.prompt.phase
        for _ in range(12):
            view.zoom(1.3, view.rect.center)
        hand.key("space")
        hand.settle()


# --- papers keep off the hand

def test_the_slip_keeps_off_the_base_in_hand(sit_down: Sit) -> None:
    """Held over the table's foot a base is seen, and a click there puts it down rather than opening a rule."""
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
