"""A free set-up of Kassala on screen: by hand, or by one key as printed."""

from __future__ import annotations

from collections.abc import Callable

from game import catalog
from game.match.start import Start
from game.ui.cards.selection import PICK_TO_PLACE
from game.ui.play.controller import PICK_FIRST
from game.ui.play.game import GameInPlay
from tests.ui.hand import Hand

Sit = Callable[..., Hand]


def _run(hand: Hand) -> None:
    """Let a run of placements finish."""
    for _ in range(200):
        hand.settle()
        if not hand.game.quick_play.running:
            return
    raise AssertionError("the run never ended")


def _places(game: GameInPlay) -> dict[str, str | None]:
    return {counter.unit: counter.place for counter in game.rules.counters(game.match.state)}


def test_one_key_sets_up_a_side_as_printed(sit_down: Sit) -> None:
    """V, Space, and the same for the other side, give the printed set-up, and the slip has the number placed."""
    hand = sit_down(Start("play", "kassala", options=("free-deployment",), seed=3), hand_over=False)
    game = hand.game
    screen = hand.screen
    hand.wait()
    assert screen.widgets.quick_play.text.startswith("Use")
    for seat, count in (("christian", 10), ("moslem", 13)):
        assert hand.to_act == seat
        hand.key("v")
        _run(hand)
        assert game.quick_play.summary_line.endswith(f"{count} units")
        assert not screen.widgets.quick_play.visible
        hand.key("space")
        hand.settle()
    rules = catalog.rules("kassala")
    assert _places(game) == {counter.unit: counter.place for counter in rules.counters(rules.initial("kassala"))}


def test_the_button_keeps_units_already_placed(sit_down: Sit) -> None:
    """A counter placed by hand stays; the button places the others."""
    hand = sit_down(Start("play", "kassala", options=("free-deployment",), seed=3), hand_over=False)
    game = hand.game
    screen = hand.screen
    game.play(game.rules.parse("place c-eth1 0507"))
    hand.settle()
    assert "as printed" in screen.widgets.quick_play.text
    hand.press(screen.widgets.quick_play)
    _run(hand)
    assert _places(game)["c-eth1"] == "0507"
    assert sum(step.action.notation.startswith("place") for step in game.match.plies) >= 9


def test_a_placed_counter_is_picked_up_and_later_ones_stay(sit_down: Sit) -> None:
    """A click on a counter placed by hand undoes its placement alone, and selects it."""
    hand = sit_down(Start("play", "kassala", options=("free-deployment",), seed=3), hand_over=False)
    game = hand.game
    for text in ("place c-eth1 0507", "place c-eth2 0508"):
        game.play(game.rules.parse(text))
        hand.settle()
    hand.key("escape")
    hand.click_unit("c-eth1")
    hand.settle()
    assert ["place c-eth2 0508"] == [ply.action.notation for ply in game.match.plies]
    assert _places(game)["c-eth1"] is None
    assert game.selection.selected == "c-eth1"


def test_explanations_keep_their_author_when_a_counter_is_picked_up(sit_down: Sit) -> None:
    """A later placement that another player of the side made and explained stays that player's."""
    hand = sit_down(Start("play", "kassala", options=("free-deployment",), seed=3), hand_over=False)
    game = hand.game
    game.play(game.rules.parse("place c-eth1 0507"))
    hand.settle()
    game.match.play("place c-eth2 0508", "near", "veteran")
    game.settle()
    hand.key("escape")
    hand.click_unit("c-eth1")
    hand.settle()
    assert [("near", "veteran")] == [(ply.why, ply.by) for ply in game.match.plies]


def test_without_a_picked_unit_the_card_and_the_map_say_to_pick_one(sit_down: Sit) -> None:
    """After Esc the card of units to place says to click one, and a click on a hex is refused."""
    hand = sit_down(Start("play", "kassala", options=("free-deployment",), seed=3), hand_over=False)
    card = hand.screen.column.middle
    assert all(text != str(PICK_TO_PLACE) for _, text in card.texts)
    hand.key("escape")
    assert any(text == str(PICK_TO_PLACE) for _, text in card.texts)
    hand.click_place("0507")
    refusal = hand.game.selection.refusal
    assert refusal is not None
    assert [PICK_FIRST] == [reason.text for reason in refusal.reasons]
    hand.key("tab")
    assert hand.game.selection.selected is not None
