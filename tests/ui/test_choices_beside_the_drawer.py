"""The open drawer of cards does not cover what can be chosen on the map."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game import catalog
from game.match.start import Start
from game.rules.africa.system import Africa
from game.ui.play.rolling import result_title
from tests.rules.table import units
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
SMALL = (1024, 768)
FAR_APART = "s-africa playa, s-leon torre-jeleli, m-bujari-5 tetuan"
EAST = "s-africa 3, m-bujari-5 torre-jeleli"


def tetuan(sit_down: Sit) -> Hand:
    """Spanish movement in the east of the map, in large print."""
    africa = Africa(catalog.board)
    position = {"scenario": "tetuan", "options": [], "turn": 1, "phase": "movement", "phasing": "spanish"}
    state = africa.from_position({**position, "units": units(EAST)})
    hand = sit_down(Start("play", "africa", "tetuan", position=africa.position(state)), size=SMALL)
    hand.resize(SMALL, 150)
    hand.settle()
    assert hand.game.view.camera.fitted
    return hand


def covered(hand: Hand) -> list[str]:
    """The places to choose whose middle is not in the part of the map beside the drawer."""
    view, free = hand.game.view, hand.screen.layout.free
    return [place for place in view.choice_places if not free.collidepoint(view.point_of(place))]


@pytest.mark.usefixtures("unpainted")
def test_the_drawer_covers_no_counters_if_nothing_can_be_chosen(sit_down: Sit) -> None:
    """At the start of Adua the Italian counters move beside it."""
    hand = sit_down(Start("play", "adua", seed=3), size=(1280, 720), hand_over=False)
    hand.resize((1280, 720), 150)
    hand.settle()
    hand.show_cards()
    view, free = hand.game.view, hand.screen.layout.free
    own = [each.place for each in view.counters.values() if each.seat == "italian" and each.place]
    assert own
    assert all(free.collidepoint(view.point_of(place)) for place in own)


@pytest.mark.usefixtures("unpainted")
def test_the_strip_has_the_result_that_the_closed_drawer_hides(sit_down: Sit) -> None:
    """It is the heading of the card."""
    africa = Africa(catalog.board)
    position = {"scenario": "castillejos", "options": [], "turn": 2, "phase": "fire", "phasing": "spanish"}
    line = "s-cuenca a, s-luchana b, m-gum-uagit playa-del-tarajal"
    state = africa.from_position({**position, "units": units(line)})
    state, _ = africa.apply(state, africa.parse("fire s-cuenca playa-del-tarajal"))
    hand = sit_down(Start("play", "africa", "castillejos", seed=5, position=africa.position(state)), size=SMALL,
                    hand_over=False)
    hand.resize(SMALL, 150)
    hand.settle()
    hand.key("space")
    hand.settle()
    rolled = hand.game.stage.rolled
    assert rolled is not None
    _, texts, _ = hand.screen.strip_contents(())
    assert str(result_title(rolled)) in str(texts[0])


@pytest.mark.usefixtures("unpainted")
def test_the_map_moves_from_under_the_drawer(sit_down: Sit) -> None:
    """Units that can act and the areas that a selected unit can enter are beside it; the map returns when it closes."""
    hand = tetuan(sit_down)
    before = hand.game.view.camera.centre
    hand.show_cards()
    assert hand.game.view.choice_places == ["3"]
    assert not covered(hand)
    hand.key("tab")
    hand.wait()
    assert len(hand.game.view.overlay.reach) > 3
    assert not covered(hand)
    hand.click_place("2")
    hand.settle()
    assert [step.action.notation for step in hand.game.match.plies] == ["move s-africa 2"]
    hand.key("l", pygame.KMOD_SHIFT)
    hand.wait()
    assert before == hand.game.view.camera.centre


@pytest.mark.usefixtures("unpainted")
def test_the_drawer_counts_the_choices_that_stay_hidden(sit_down: Sit) -> None:
    """Units that can act so far apart that some stay under the drawer: its button says how many, and shows them."""
    africa = Africa(catalog.board)
    position = {"scenario": "tetuan", "options": [], "turn": 1, "phase": "movement", "phasing": "spanish"}
    state = africa.from_position({**position, "units": units(FAR_APART)})
    hand = sit_down(Start("play", "africa", "tetuan", position=africa.position(state)), size=(1280, 720))
    hand.resize((1280, 720), 150)
    hand.settle()
    hand.show_cards()
    hand.wait()
    hidden, button = len(covered(hand)), hand.screen.widgets.drawer
    assert hidden
    assert hidden == hand.screen.drawer.hidden_choices
    assert str(hidden) in button.text
    hand.press(button)
    hand.wait(0.5)
    hand.wait()
    assert not covered(hand)
    assert 0 == hand.screen.drawer.hidden_choices


@pytest.mark.usefixtures("unpainted")
def test_a_player_can_move_the_map_beside_the_drawer(sit_down: Sit) -> None:
    """It stays there until there are other places to choose."""
    hand = tetuan(sit_down)
    hand.show_cards()
    view = hand.game.view
    view.pan(400, 0)
    left = view.point_of("3")
    hand.wait(0.5)
    assert left == view.point_of("3")
    assert covered(hand)
    view.pan(-2000, 0)
    x, y, width, _ = view.camera.world
    assert view.camera.to_screen((x + width, y))[0] == pytest.approx(hand.screen.layout.free.right, abs=2)


@pytest.mark.usefixtures("unpainted")
def test_a_drag_goes_on_over_the_drawer(sit_down: Sit) -> None:
    """The map follows the pointer and does not leap when the pointer comes to the drawer."""
    hand = tetuan(sit_down)
    hand.show_cards()
    view, drawer = hand.game.view, hand.screen.layout.column
    start = (drawer.left - 100, drawer.centery)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=3))
    hand.wait()
    before = view.point_of("3")
    for x in (-50, 5, 10):
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=(drawer.left + x, start[1]), rel=(0, 0),
                                             buttons=(0, 0, 1)))
        hand.wait()
    after = view.point_of("3")
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(drawer.left + 10, start[1]), button=3))
    hand.wait()
    assert before[0] < after[0] <= before[0] + 110


@pytest.mark.every(3)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("system", ["kassala", "adua", "tours"])
def test_the_place_of_the_selected_unit_is_uncovered(sit_down: Sit, system: str) -> None:
    """On a map of hexes, too, whichever unit is next."""
    hand = sit_down(Start("play", system, seed=3), size=SMALL)
    hand.resize(SMALL, 150)
    hand.settle()
    hand.show_cards()
    for _ in range(4):
        hand.key("tab")
        hand.wait()
        selected = hand.game.selection.selected
        if selected is None:
            continue
        place = hand.game.situation.counters[selected].place
        assert place is None or place not in covered(hand)


def test_a_notice_is_not_under_the_drawer(sit_down: Sit) -> None:
    """It lies on the part of the map beside the open drawer."""
    hand = tetuan(sit_down)
    notice = hand.game.view.notice
    for opened in (False, True, False):
        if hand.screen.drawer.open != opened:
            hand.key("l", pygame.KMOD_SHIFT)
            hand.wait(0.5)
        notice.say("Page Down: what happened, step by step")
        hand.wait(0.1)
        assert notice.rect.width
        assert notice.rect.right <= (hand.screen.layout.free.right if opened else SMALL[0])
        notice.dismiss()
