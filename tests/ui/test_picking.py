"""Selecting, together and alone, through the real loop: pending units stay selected, stacks move with one click."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame
import pytest

from game import catalog
from game.core.message import values_in
from game.match.start import Start
from game.rules.africa.system import Africa
from game.ui.play.planning import PICK_UP
from game.ui.play.proposals import SCREEN_RULE
from tests.rules.table import units
from tests.ui.hand import Hand

Table = Callable[..., Hand]


@pytest.fixture
def table(sit_down: Callable[..., Hand]) -> Table:
    """Two people at a position of Castillejos."""
    rules = Africa(catalog.board)

    def open_it(line: str, phase: str = "movement", phasing: str = "spanish", played: Sequence[Any] = ()) -> Hand:
        position = {"scenario": "castillejos", "options": [], "turn": 1, "phase": phase, "phasing": phasing}
        state = rules.from_position({**position, "units": units(line)})
        for action in played:
            state, _ = rules.apply(state, rules.parse(action))
        start = Start("play", "africa", "castillejos", seed=5, position=rules.position(state))
        return sit_down(start, speed=8.0, hand_over=False)

    return open_it


def notations(hand: Hand) -> list[str]:
    """The actions since the position was set up."""
    return [step.action.notation for step in hand.game.match.plies]


def refusal(hand: Hand) -> str:
    """The refusal on the slip."""
    found = hand.game.selection.refusal
    return "" if found is None else "; ".join(map(str, found.reasons))


def refused(hand: Hand) -> list[tuple[Any, ...]]:
    """Its reason: rule, ruling, names and numbers."""
    found = hand.game.selection.refusal
    return [(why.rule.number, why.rule.ruling, *values_in(why.text)) for why in found.reasons] if found else []


RETREAT = ["fire s-cuenca playa-del-tarajal", "roll 3", "roll 0"]


def test_a_unit_that_must_retreat_cannot_be_deselected(table: Table) -> None:
    """Clicks beside the map, on it, on others, and Esc leave the retreating unit selected and its destinations lit."""
    hand = table("s-cuenca a, s-luchana b, m-gum-uagit playa-del-tarajal", "fire", played=RETREAT)
    selection = hand.game.selection
    assert selection.selected == "m-gum-uagit"
    lit = set(hand.game.view.overlay.reach)
    assert lit
    for place in ("playa-del-tarajal", "b", "al-malik"):
        hand.click_place(place)
        assert (selection.selected, set(hand.game.view.overlay.reach)) == ("m-gum-uagit", lit)
    hand.click(hand.screen.layout.map.bottomleft)
    assert set(hand.game.view.overlay.reach) == lit
    hand.click_place(sorted(lit)[0])
    hand.settle()
    assert notations(hand)[-1].startswith("retreat m-gum-uagit")


def test_no_refusal_appears_without_a_request(table: Table) -> None:
    """If a retreat becomes pending while the pointer is on a closed area, there is no red mark until the pointer
    moves."""
    hand = table("s-cuenca a, s-luchana b, m-gum-uagit playa-del-tarajal", "fire", played=RETREAT[:2])
    game, closed = hand.game, hand.game.view.point_of("a")
    hand.point(closed)
    game.match.play(game.rules.parse("roll 0"))
    game.settle()
    hand.settle()
    assert game.selection.selected == "m-gum-uagit"
    screen = hand.screen
    assert (game.view.overlay.refused, screen.slip.rect.height) == (None, 0)
    hand.point(game.view.point_of("b"))
    hand.point(closed)
    assert game.view.overlay.refused == "a"


def test_putting_a_unit_on_top_keeps_it_selected(table: Table) -> None:
    """T orders the stack; the selected unit can move on at once."""
    hand = table("s-cuenca b, s-luchana b, m-gk-haus al-wahhab")
    hand.click_unit("s-luchana")
    hand.key("t")
    hand.settle()
    assert notations(hand) == ["top s-luchana"]
    assert hand.game.selection.selected == "s-luchana"
    hand.click_place("as-salam")
    hand.settle()
    assert notations(hand)[-1] == "move s-luchana as-salam"


def test_on_top_of_attackers_is_refused_in_words(table: Table) -> None:
    """With the pointer on a unit among the enemy, or on none, T gives the reason."""
    hand = table("s-cuenca casa-de-la-condesa came=b, s-luchana casa-de-la-condesa came=b, s-prim b, s-principe b, "
                 "m-gk-haus casa-de-la-condesa")
    hand.point((hand.screen.layout.map.left + 3, hand.screen.layout.map.bottom - 3))
    hand.key("t")
    assert refusal(hand) == str(PICK_UP)
    hand.point(hand.spot("s-luchana"))
    hand.rest()
    hand.key("t")
    assert refused(hand) == [("6.1", 16, "Casa de la Condesa")]
    assert notations(hand) == []


def test_an_officer_accompanies_the_selected_troops(table: Table) -> None:
    """G selects officer and troops; one click sends the troops into the enemy's area first, the officer after them."""
    hand = table("s-prim b, s-cuenca b, s-luchana b, m-gk-haus casa-de-la-condesa")
    hand.click_unit("s-prim")
    hand.key("g")
    hand.click_place("casa-de-la-condesa")
    hand.settle()
    assert notations(hand)[0].split()[1] != "s-prim"
    assert {line.split()[2] for line in notations(hand)} == {"casa-de-la-condesa"}
    assert len(notations(hand)) == 3
    assert refusal(hand) == ""


def test_a_stack_moves_with_two_inputs_by_keyboard(table: Table) -> None:
    """Without a selection G selects the next stack that can move; G again the one after; Enter sends it."""
    hand = table("s-cuenca b, s-luchana b, s-2-bateria b, s-principe a, m-gk-haus al-wahhab")
    hand.key("g")
    selection = hand.game.selection
    first = {selection.selected, *selection.group}
    hand.key("g")
    assert {selection.selected, *selection.group} != first
    hand.key("g")
    assert {selection.selected, *selection.group} == first
    assert first in ({"s-cuenca", "s-luchana"}, {"s-principe"})


STACKS = "s-cuenca b, s-luchana b, s-principe b, s-prim b, m-gk-haus al-wahhab, m-gum-uagit al-wahhab"


@pytest.mark.every(2)
@pytest.mark.parametrize("pause", [0.0, 0.2, 0.9])
def test_a_click_selects_the_visible_counter(table: Table, pause: float) -> None:
    """The visible top of a stack stays under the pointer, pressed while moving, after a while, or once the stack fans
    out."""
    hand = table(STACKS)
    for unit in ("s-cuenca", "s-luchana", "s-principe"):
        hand.point(hand.screen.layout.map.topleft)
        spot = hand.spot(unit)
        hand.point(spot)
        hand.wait_in_steps(round(pause / 0.1), 0.1)
        hand.click(spot)
        assert hand.game.selection.selected == unit
        hand.key("escape")


def test_a_click_on_a_kassala_stack_selects_the_visible_counter(sit_down: Callable[..., Hand]) -> None:
    """The top of three cannon and the infantry with them stays under the pointer once the stack fans out."""
    hand = sit_down(Start("play", "kassala", options=("cannon",), seed=3))
    view = hand.game.view
    place = next(p for p, s in hand.game.situation.stacks.items() if len(s) > 1)
    hand.point(view.rect.topleft)
    spot = hand.spot(view.stacks.units_in(place)[-1])
    seen = view.unit_at(spot)
    hand.point(spot)
    hand.rest()
    assert view.stacks.spread.place == place
    assert view.unit_at(spot) == seen


def test_no_stack_spreads_while_a_unit_is_selected(table: Table) -> None:
    """Adjacent places and costs stay in view: no stack fans out, except its own with Shift."""
    hand = table(STACKS)
    hand.click_unit("s-cuenca")
    hand.rest()
    assert hand.game.view.stacks.tray() is None
    hand.point(hand.spot("m-gk-haus"))
    hand.rest()
    assert hand.game.view.stacks.tray() is None
    pygame.key.set_mods(pygame.KMOD_SHIFT)
    hand.point(hand.spot("s-luchana"))
    hand.rest()
    assert hand.game.view.stacks.tray() is not None
    pygame.key.set_mods(0)


def test_enter_leaves_no_stack_spread(table: Table) -> None:
    """The cursor has fanned out its stack; once the unit has moved there everything is closed."""
    hand = table(STACKS)
    hand.key("tab")
    hand.key("escape")
    for key in ("left", "right"):
        hand.key(key)
    hand.rest()
    assert hand.game.view.stacks.tray() is not None
    hand.end_phase()
    hand.settle()
    assert hand.game.view.stacks.tray() is None


def press(kind: int, pos: tuple[int, int]) -> None:
    """Press or release the left button."""
    pygame.event.post(pygame.event.Event(kind, pos=pos, button=1))


def test_a_dragged_counter_follows_the_pointer_and_lands(table: Table) -> None:
    """It follows while the button is pressed, and ends where it is released."""
    hand = table("s-cuenca b, m-gk-haus al-wahhab")
    start, end = hand.spot("s-cuenca"), hand.game.view.point_of("as-salam")
    hand.point(start)
    press(pygame.MOUSEBUTTONDOWN, start)
    hand.wait()
    hand.point(end)
    carry = hand.game.view.carry
    assert (carry.units, carry.at) == (("s-cuenca",), end)
    press(pygame.MOUSEBUTTONUP, end)
    hand.settle()
    assert notations(hand) == ["move s-cuenca as-salam"]
    assert carry.units == ()


@pytest.mark.parametrize(("place", "rule"), [
    ("al-malik", "4"), (None, SCREEN_RULE.number),
])
def test_a_counter_dropped_on_an_illegal_place_returns(table: Table, place: str | None, rule: str) -> None:
    """It slides back, the slip gives the reason, and it stays selected."""
    hand = table("s-cuenca b, m-gk-haus al-wahhab")
    view = hand.game.view
    hand.drag(hand.spot("s-cuenca"), view.point_of(place) if place else (hand.screen.layout.map.right + 60, 300))
    assert view.carry.returning
    hand.wait(0.3)
    assert view.carry.units == ()
    ((cited, _, *told),) = refused(hand)
    assert (rule, True) == (cited, "Cuenca" in map(str, told))
    assert hand.game.selection.selected == "s-cuenca"
    assert notations(hand) == []


@pytest.mark.parametrize("way", ["double", "ctrl"])
def test_a_stack_moves_with_two_inputs_by_mouse(table: Table, way: str) -> None:
    """A double click or a click with Ctrl selects the stack, one click sends it; the gun stays, with its reason."""
    hand = table("s-cuenca b, s-luchana b, s-2-bateria b, m-gk-haus al-wahhab")
    spot = hand.spot("s-luchana")
    if way == "ctrl":
        pygame.key.set_mods(pygame.KMOD_CTRL)
    hand.click(spot)
    if way == "double":
        hand.click(spot)
    pygame.key.set_mods(0)
    selection = hand.game.selection
    assert {selection.selected, *selection.group} == {"s-cuenca", "s-luchana"}
    assert [(why.rule.number, *values_in(why.text)) for why in selection.cannot_join.values()] == [("9", "2ª Batería")]
    hand.click_place("as-salam")
    hand.settle()
    assert {line.split()[1] for line in notations(hand)} == {"s-cuenca", "s-luchana"}


def test_a_full_area_shows_it_before_a_unit_goes_there(table: Table) -> None:
    """It has a stamp, and the slip explains the consequence."""
    full = "s-principe as-salam, s-cordoba as-salam, s-saboya as-salam"
    hand = table(f"s-cuenca b, {full}, m-gk-anyera al-wahhab")
    hand.click_unit("s-cuenca")
    hand.point(hand.game.view.point_of("as-salam"))
    hand.wait()
    assert hand.game.view.overlay.stamps == {"as-salam": "full"}
    assert "as-salam" in hand.game.selection.reach
    warning = hand.game.selection.choices.warning("as-salam")
    assert warning is not None
    assert (warning.rule.number, warning.rule.ruling, *values_in(warning.text)) == ("5", 4, "As Salam")


def test_a_full_area_says_that_a_retreat_must_continue(table: Table) -> None:
    """There are nine points in the woods: the retreating Gum may enter, but must go on."""
    names = ("nizam-kabir", "nizam-nur", "gum-ignani", "gum-zalaza", "gum-arbaa")
    full = ", ".join(f"m-{name} casa-de-la-condesa" for name in names)
    hand = table(f"s-cuenca a, m-gum-uagit playa-del-tarajal, {full}", "fire", played=RETREAT)
    assert hand.game.selection.selected == "m-gum-uagit"
    hand.wait()
    assert hand.game.view.overlay.stamps == {"casa-de-la-condesa": "full"}
    warning = hand.game.selection.choices.warning("casa-de-la-condesa")
    assert warning is not None
    assert {"Casa de la Condesa", "Gum Uagit"} <= set(values_in(warning.text))


def test_a_spread_stack_does_not_catch_a_counter_dragged_from_it(table: Table) -> None:
    """A large stack fans out over adjacent areas; dropped on one of them its counters still go there."""
    hand = table("s-cuenca a, s-luchana a, s-cordoba a, s-saboya a, s-zabala a, s-prim a, m-gk-haus al-wahhab")
    view, target = hand.game.view, hand.game.view.point_of("b")
    hand.point(view.point_of("a"))
    hand.rest()
    covered = [(x, y) for x in range(target[0] - 120, target[0] + 120, 6)
               for y in range(target[1] - 120, target[1] + 120, 6)
               if view.place_at((x, y)) == "a" and view.geometry.place_at(view.camera.to_world((x, y))) == "b"]
    assert covered
    start, end = hand.spot("s-saboya"), covered[len(covered) // 2]
    hand.point(start)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
    hand.wait()
    for _ in range(3):
        hand.point(end)
        hand.wait(0.2)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=end, button=1))
    hand.wait()
    hand.settle()
    assert notations(hand) == ["move s-saboya b"]


def test_a_right_click_on_a_counter_keeps_several_selected(sit_down: Callable[..., Hand],
                                                            udaka_fight: dict[str, Any]) -> None:
    """It only looks at the counter; beside the counters, or with one selected, a right click deselects."""
    hand = sit_down(Start("play", "kassala", position=udaka_fight), hand_over=False)
    selection = hand.game.selection
    for unit in ("m-nub1", "m-tinf1"):
        hand.click_unit(unit)
    picked = selection.participants
    hand.click(hand.spot("m-arab2"), pygame.BUTTON_RIGHT)
    assert ("m-nub1", "m-tinf1") == picked == selection.participants
    open_ground = next(place for place in ("0507", "0101") if place not in hand.game.situation.stacks)
    hand.click(hand.game.view.point_of(open_ground), pygame.BUTTON_RIGHT)
    assert len(selection.participants) == 0
    hand.click_unit("m-nub1")
    hand.click(hand.spot("m-arab2"), pygame.BUTTON_RIGHT)
    assert selection.selected is None


def test_the_reason_against_an_attack_is_told_once(sit_down: Callable[..., Hand], udaka_fight: dict[str, Any]) -> None:
    """Below the attack's button, also after it has been pressed; with the cards in a drawer on the map."""
    next(unit for unit in udaka_fight["units"] if unit["id"] == "c-galla1")["place"] = "0703"
    hand = sit_down(Start("play", "kassala", position=udaka_fight), hand_over=False)
    screen, selection = hand.screen, hand.game.selection
    for unit in ("m-arab2", "m-nub1", "c-galla1"):
        hand.click_unit(unit)
    hand.key("space")
    assert selection.refusal is not None
    told = str(selection.refusal.reasons[0].rule.number)
    cards = screen.column.prompt, screen.column.middle, screen.slip
    assert [True, False, False] == [any(f"({told})" in text for _, text in card.texts) for card in cards]
    assert not screen.slip.rect.height
    hand.resize((1280, 720), 200)
    hand.key("space")
    assert screen.slip.rect.height
