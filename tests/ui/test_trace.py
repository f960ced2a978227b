"""The other side's last actions stay on the map until one's own next action."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import monotonic, sleep
from typing import Any

import pygame
import pytest

from game import catalog
from game.match.start import Start
from game.ui.board.trace import Trace, TracedPath, draw_eliminated
from tests.ui.hand import Hand
from tests.ui.pictures import digest

Sit = Callable[..., Hand]


def board(hand: Hand) -> str:
    hand.wait_for_print()
    return digest(hand.app.window.subsurface(hand.screen.layout.map), "RGB")


def play(hand: Hand, *notations: str) -> None:
    for notation in notations:
        hand.game.play(hand.game.rules.parse(notation))
        hand.settle()


def test_enemy_moves_are_drawn_until_the_player_acts(sit_down: Sit) -> None:
    """With two people, the Moslem march is visible when the Christian player takes over, and gone after the first
    move."""
    hand = sit_down(Start("play", "kassala", seed=3), hand_over=False)
    view = hand.game.view
    play(hand, "move m-tcav1 0501-0502", "end-movement")
    hand.settle()
    way = view.trace.shown.paths[0]
    assert ("moslem", "0401", "0502") == (way.seat, way.path[0], way.path[-1])
    seen = board(hand)
    view.set_trace(Trace())
    assert seen != board(hand)
    first = hand.game.rules.candidates(hand.game.match.state)[0]
    hand.game.play(first)
    hand.settle()
    assert () == view.trace.shown.paths


def test_eliminated_counters_are_drawn_at_their_last_place(sit_down: Sit, udaka_fight: dict[str, Any]) -> None:
    """After an attack of the other side the eliminated counter is there, crossed out."""
    hand = sit_down(Start("play", "kassala", position=udaka_fight, seed=3), hand_over=False)
    game = hand.game
    play(hand, "attack m-tinf1 > c-port1")
    hand.key("6")
    hand.key("enter")
    hand.settle()
    assert () == game.view.trace.shown.eliminated
    play(hand, next(a.notation for a in game.rules.candidates(game.match.state)))
    while hand.rolling:
        hand.key("3")
        hand.key("enter")
        hand.settle()
    while game.match.to_act == "moslem":
        play(hand, game.rules.candidates(game.match.state)[-1].notation)
    hand.settle()
    hand.key("enter")
    hand.settle()
    assert ("m-tinf1", "0303") in game.view.trace.shown.eliminated
    seen = board(hand)
    game.view.set_trace(Trace(game.view.trace.shown.paths))
    assert seen != board(hand)


@pytest.mark.every(2)
@pytest.mark.parametrize("system", ["kassala", "africa"])
def test_a_person_sees_what_the_computer_did(sit_down: Sit, system: str) -> None:
    """After the computer player's moves, its paths are on the map when the person may act."""
    battle = {"kassala": "kassala", "africa": "tetuan"}[system]
    seats = {"kassala": ("moslem", "christian"), "africa": ("spanish", "moroccan")}[system]
    hand = sit_down(Start("play", system, battle, seed=3, players={seats[0]: "recruit"}), speed=8.0)
    game, end = hand.game, monotonic() + 90
    while not (game.may_act and any(way.seat == seats[0] for way in game.view.trace.shown.paths)):
        assert monotonic() < end
        if game.may_act:
            main = game.situation.prompt.main
            game.play(main if main is not None else game.rules.candidates(game.match.state)[0])
        if game.interruption.moment is not None:
            hand.key("enter")
        hand.pass_by(0.1)
        sleep(0.003)


def test_against_a_computer_the_speed_is_beside_the_map(sit_down: Sit) -> None:
    """Slower, Pause and Faster work by mouse; between people none of them is there."""
    hand = sit_down(Start("play", "kassala", seed=3, players={"christian": "recruit"}))
    hand.settle()
    game, before = hand.game, hand.game.flow.speed
    hand.press(hand.button("»"))
    assert game.flow.speed > before
    hand.press(hand.button("«"))
    assert game.flow.speed == before
    hand.press(hand.button("Pause"))
    assert game.flow.paused
    hand.press(hand.button("Resume"))
    assert not game.flow.paused
    people = sit_down(Start("play", "kassala", seed=3))
    assert people.screen.widgets.pace.buttons == ()


def test_watching_computers_only_the_last_turn_is_left(sit_down: Sit) -> None:
    """Without people, the acting side never has its own paths on the map."""
    players = {"moslem": "recruit", "christian": "recruit"}
    hand = sit_down(Start("play", "kassala", seed=3, players=players), watching_speed=8.0)
    game, end, seen = hand.game, monotonic() + 90, set()
    while game.match.prompt.turn < 2:
        assert monotonic() < end
        hand.pass_by(0.1)
        sleep(0.003)
        ways = {way.seat for way in game.view.trace.shown.paths}
        seen |= ways
        if not game.stage.busy and game.situation.state is game.match.state:
            assert game.flow.seat not in ways
    assert seen


def test_a_players_own_roll_shows_no_trace_of_their_moves(sit_down: Sit) -> None:
    """With two people, during the second player's pending roll, the map does not show their own march as the
    other's."""
    hand = sit_down(Start("play", "kassala", seed=3), hand_over=False)
    game = hand.game
    play(hand, "end-movement", "move c-galla1 0703", "end-movement")
    assert game.match.to_act == "christian"
    play(hand, game.rules.candidates(game.match.state)[0].notation)
    assert hand.rolling
    assert () == game.view.trace.shown.paths


def test_the_trace_fades_when_the_player_acts(sit_down: Sit) -> None:
    """It fades for a while before it is gone; with reduced motion it is gone at once."""
    for reduced in (False, True):
        hand = sit_down(Start("play", "kassala", seed=3), hand_over=False, reduced_motion=reduced)
        view = hand.game.view
        play(hand, "move m-tcav1 0501-0502", "end-movement")
        ways = view.trace.shown.paths
        assert ways
        assert view.trace.opacity == 1.0
        hand.game.play(hand.game.rules.candidates(hand.game.match.state)[0])
        seen = []
        for _ in range(60):
            hand.wait(0.05)
            if view.trace.shown.paths and view.trace.fades:
                seen.append(view.trace.opacity)
        assert () == view.trace.shown.paths
        if reduced:
            assert [] == seen
        else:
            assert sorted(seen, reverse=True) == seen
            assert len(set(seen)) > 3


def test_a_trace_that_fades_is_paler(sit_down: Sit) -> None:
    """Half-way the arrows are there, but paler."""
    hand = sit_down(Start("play", "kassala", seed=3), hand_over=False)
    view = hand.game.view
    play(hand, "move m-tcav1 0501-0502", "end-movement")
    whole = board(hand)
    view.set_trace(Trace())
    hand.wait(0.3)
    pale = digest(hand.app.window.subsurface(hand.screen.layout.map), "RGB")
    hand.wait(1.0)
    assert len({whole, pale, board(hand)}) == 3


def test_eliminated_counters_do_not_hide_units_there(sit_down: Sit) -> None:
    """With four units eliminated in the hex of a survivor, the middle of its counter, and everything below, is
    unchanged."""
    rules = catalog.rules("adua")
    found = {counter.unit: counter for counter in rules.counters(rules.initial("adua"))}
    fallen = ("menelik-f1", "menelik-f2", "menelik-f3", "menelik-f4")
    counters = {"i-ascari": replace(found["i-ascari"], place="2010"),
                **{unit: replace(found[unit], place=None) for unit in fallen}}
    sit_down()
    surface = pygame.Surface((400, 400), pygame.SRCALPHA)
    trace = Trace(eliminated=tuple((unit, "2010") for unit in fallen))
    draw_eliminated(surface, trace, rules.theme, counters, lambda _: (200, 200), 80, [])
    printed = surface.get_bounding_rect()
    assert printed.width > 80
    assert printed.bottom <= 200 - 80 * 0.3


def test_an_eliminated_counter_covers_no_other(sit_down: Sit) -> None:
    """In a column of counters it is beside them."""
    rules = catalog.rules("africa")
    found = {counter.unit: counter for counter in rules.counters(rules.initial("castillejos"))}
    counters = {"s-luchana": replace(found["s-luchana"], place="ar-rahim"),
                "m-gum-uagit": replace(found["m-gum-uagit"], place=None)}
    sit_down()
    surface = pygame.Surface((400, 400), pygame.SRCALPHA)
    boxes = [pygame.Rect(160, top, 80, 80) for top in (75, 160, 245)]
    draw_eliminated(surface, Trace(eliminated=(("m-gum-uagit", "ar-rahim"),)), rules.theme, counters,
                    lambda _: (200, 200), 80, [], boxes)
    assert surface.get_bounding_rect().width > 20
    assert surface.get_bounding_rect().collidelist(boxes) < 0


def test_march_arrows_give_way_to_dice(sit_down: Sit, udaka_fight: dict[str, Any]) -> None:
    """While dice are on the map, the marches before the combat are not drawn."""
    hand = sit_down(Start("play", "kassala", position=udaka_fight, seed=3), hand_over=False, reduced_motion=True)
    view, marches = hand.game.view, Trace((TracedPath("christian", ("0101", "0601")),))

    def arrows_change_the_map() -> bool:
        view.set_trace(marches)
        with_arrows = board(hand)
        view.set_trace(Trace())
        return board(hand) != with_arrows

    hand.settle()
    assert arrows_change_the_map()
    play(hand, "attack m-tinf1 > c-port1")
    assert hand.rolling
    assert not arrows_change_the_map()
