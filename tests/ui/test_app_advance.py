"""After combat and before the first turn: advance by one click, free set-up, and hints on the map."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from game.match.start import Start
from game.rules.kassala.system import Kassala
from game.ui.play.controller import PICK_FIRST
from game.ui.screens.game_contents import ADVICE, MAY_STAY
from tests.rules.tours.shock_board import fought, shock
from tests.ui.hand import Hand
from tests.ui.hints import hinted

Sit = Callable[..., Hand]


@pytest.fixture
def meeting(kassala: Kassala) -> dict[str, Any]:
    """The musketeers have moved among four mounted units."""
    position = kassala.position(kassala.initial("kassala"))
    places = {"c-musk1": "0703", "m-tcav1": "0704", "m-mam2": "0603", "c-galla1": "0406"}
    for unit in position["units"]:
        unit["place"] = places.get(unit["id"], unit["place"])
    return {**position, "phase": "combat", "phasing": "moslem", "to_act": "moslem"}


def to_the_advance(hand: Hand) -> None:
    """Attack and roll a result that vacates a hex, by keyboard."""
    game = hand.game
    screen = hand.screen
    rules, state = game.rules, game.match.state
    attack, face = next(
        (action, faces.faces[0])  # type: ignore[attr-defined]
        for action in rules.candidates(state)
        for after in (rules.apply(state, action)[0],)
        for faces in (rules.candidates(after) if rules.pending_roll(after) else ())
        if rules.prompt(rules.apply(after, faces)[0]).mode == "advance"
    )
    for unit in (*attack.attackers, *attack.defenders):  # type: ignore[attr-defined]
        hand.click_unit(unit)
    hand.key("space")
    hand.settle()
    hand.key(str(face))
    assert screen.widgets.faces.get_text() == str(face)
    hand.key("enter")
    hand.settle()
    assert game.situation.prompt.mode == "advance"


def test_one_click_advances(sit_down: Sit, meeting: dict[str, Any]) -> None:
    """The vacated hex glows without a selection; a click on it, or on one of several units, is enough."""
    hand = sit_down(Start("play", "kassala", seed=7, position=meeting))
    to_the_advance(hand)
    game = hand.game
    screen = hand.screen
    place, units = next(iter(game.selection.goals.items()))
    assert place in game.view.overlay.reach
    assert not game.tray_shown
    hand.click_place(place)
    if len(units) > 1:
        assert game.selection.goal == place
        assert set(units) == set(game.view.overlay.hint)
        assert screen.slip.rect.height > 0
        hand.click_unit(units[-1])
    hand.settle()
    assert any(s.action.notation == f"advance {units[-1]} {place}" for s in game.match.plies)


@pytest.mark.parametrize("compulsory", [True, False])
def test_staying_is_offered_only_if_allowed(sit_down: Sit, printed: list[str], compulsory: bool) -> None:
    """After shock one attacker of Tours must advance; into a hex vacated before shock attackers may advance."""
    if compulsory:
        at = fought(shock("red-hc1 1513 w, red-hc2 1512 w, li1 1413 e", "red"), "red-hc1 li1", "red-hc2 li1", face=9)
    else:
        at = shock("red-li1 1513 w, red-li2 1512 w, hc1 1413 e", "red")
        at = at.play("attack red-li1 hc1", "attack red-li2 hc1", "begin", "retreat hc1 1313", "face hc1 e")
    assert at.rules.prompt(at.state).mode == "advance"
    assert compulsory is (at.rules.prompt(at.state).main is None)
    hand = sit_down(Start("play", "tours", seed=7, position=at.rules.position(at.state)), hand_over=False)
    hand.wait()
    text = " ".join(printed)
    assert ADVICE["advance"].template.partition("} ")[2].partition("{")[0] in text
    assert compulsory is (MAY_STAY.template.partition(". ")[2].partition("{")[0] not in text)


def _setting_up(sit_down: Sit) -> Hand:
    return sit_down(Start("play", "kassala", options=("free-deployment",), seed=7))


def test_the_next_counter_is_selected_automatically(sit_down: Sit) -> None:
    """Two clicks set up two counters; without a selection a click on the map says what to do."""
    hand = _setting_up(sit_down)
    game = hand.game
    first, second = game.selection.waiting[:2]
    assert game.selection.selected == first
    hand.click_place("0507")
    hand.settle()
    assert game.selection.selected == second
    hand.click_place("0307")
    hand.settle()
    assert ["place " + first + " 0507", "place " + second + " 0307"] == [s.action.notation for s in game.match.plies]
    hand.key("escape")
    hand.click_place("0607")
    assert game.selection.refusal is not None
    assert PICK_FIRST == game.selection.refusal.reasons[0].text


def test_a_placed_counter_can_be_selected_again(sit_down: Sit) -> None:
    """A click on it selects it; the one placed after it stays; a click on the map places it."""
    hand = _setting_up(sit_down)
    game = hand.game
    first, second = game.selection.waiting[:2]
    for place in ("0507", "0307"):
        hand.click_place(place)
        hand.settle()
    hand.click_place("0507")
    assert game.selection.selected == first
    assert [f"place {second} 0307"] == [s.action.notation for s in game.match.plies]
    hand.click_place("0607")
    hand.settle()
    assert game.match.plies[-1].action.notation == f"place {first} 0607"
    assert game.phase_track.current[1] == "setup"


def test_tab_on_an_enemy_selects_nothing(sit_down: Sit, udaka_fight: dict[str, Any]) -> None:
    """The keyboard's ring shows the cursor; only Enter selects with the gold ring."""
    hand = sit_down(Start("play", "kassala", seed=7, position=udaka_fight))
    hand.key("tab")
    over, controller = hand.game.view.overlay, hand.game.controller
    assert controller.selection.selected is not None
    assert over.selected is None
    assert not over.participants
    hand.key("enter")
    assert over.participants == (controller.selection.selected,)


def test_a_hint_is_drawn_on_the_map(sit_down: Sit, udaka_fight: dict[str, Any]) -> None:
    """An attack has rings on both sides; a move has its arrow; a card gives the words."""
    hand = sit_down(Start("play", "kassala", seed=7, position=udaka_fight))
    game = hand.game
    screen = hand.screen
    attack = max(game.rules.candidates(game.match.state), key=lambda action: len(action.notation))
    game.hint = hinted(game, attack.notation)
    game.dirty = True
    hand.wait()
    assert game.view.overlay.participants == attack.attackers  # type: ignore[attr-defined]
    assert game.view.overlay.targets == attack.defenders  # type: ignore[attr-defined]
    assert any("a reason" in text for _, text in screen.column.middle.texts)
    hand.close()
    hand = sit_down(Start("play", "kassala", seed=7))
    hand.game.hint = hinted(hand.game, "move m-tcav1 0501")
    hand.game.dirty = True
    hand.wait()
    assert hand.game.view.overlay.path == ("0401", "0501")
    assert hand.game.view.overlay.selected == "m-tcav1"


def test_a_hint_is_drawn_on_an_area_map(sit_down: Sit) -> None:
    """The unit, its destination and its target are shown; nothing is played."""
    hand = sit_down(Start("play", "africa", "castillejos", seed=7))
    game = hand.game
    for notation, places in (("move s-cuenca casa-de-la-condesa", ("casa-de-la-condesa",)),
                             ("fire s-cuenca casa-de-la-condesa", ("casa-de-la-condesa",)),
                             ("activate s-husares", ())):
        game.hint = hinted(game, notation)
        game.dirty = True
        hand.wait()
        assert places == tuple(game.view.overlay.hint)
        assert notation.split()[1] == game.view.overlay.selected
    assert not game.match.plies
