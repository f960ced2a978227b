"""A retreat by keyboard: every destination has the number of its key on the map, and the arrows move between
destinations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame
import pytest

from game import catalog
from game.match.start import Start
from game.rules.africa.system import Africa
from game.ui.board import signs as board_signs
from game.ui.board.counters import stretched
from game.ui.board.signs import keycap
from game.ui.play.interruption import DECIDE_FIRST
from tests.rules.table import units
from tests.ui.corners import thinned
from tests.ui.hand import Hand, font_of

Table = Callable[..., Hand]
ONE = ("s-cuenca a, s-luchana b, m-gum-uagit playa-del-tarajal", "fire",
       ("fire s-cuenca playa-del-tarajal", "roll 3", "roll 0"))
THREE = ("s-montada b, m-gum-uagit castillejos, m-gum-arbaa castillejos, m-gk-haus castillejos", "movement",
         ("activate s-montada", "bombard s-montada castillejos"))


@pytest.fixture
def table(sit_down: Callable[..., Hand]) -> Table:
    """Two people at a position of Castillejos."""
    rules = Africa(catalog.board)

    def open_it(line: str, phase: str, played: Sequence[str], size: tuple[int, int] = (1280, 720),
                **players: str) -> Hand:
        position = {"scenario": "castillejos", "options": [], "turn": 2, "phase": phase, "phasing": "spanish"}
        state = rules.from_position({**position, "units": units(line)})
        for notation in played:
            state, _ = rules.apply(state, rules.parse(notation))
        start = Start("play", "africa", "castillejos", seed=5, position=rules.position(state), players=players)
        return sit_down(start, speed=8.0, hand_over=False, size=size)

    return open_it


@pytest.fixture
def three(table: Table) -> Table:
    """A gun has just driven off three units: the roll is played by its keys."""

    def rolled(**more: tuple[int, int]) -> Hand:
        hand = table(*THREE, **more)
        rules, state = hand.game.rules, hand.game.match.state
        fell = next(f for f in rules.candidates(state) if rules.to_act(rules.apply(state, f)[0]) == "moroccan")
        for digit in ",".join(map(str, fell.faces)):  # type: ignore[attr-defined]
            hand.key(digit)
        hand.key("enter")
        hand.settle()
        return hand

    return rolled


def done(hand: Hand) -> list[str]:
    return [step.action.notation for step in hand.game.match.plies]


@pytest.mark.parametrize("number", [1, 2])
def test_a_digit_retreats_one_unit_to_its_numbered_place(table: Table, number: int) -> None:
    """The number drawn on an area is its key, and on its button."""
    hand = table(*ONE)
    keys = hand.game.view.overlay.keys
    assert sorted(keys.values()) == [1, 2]
    place = next(place for place, key in keys.items() if key == number)
    assert hand.screen.widgets.choices[number - 1].text.endswith(f"[{number}]")
    hand.key(str(number))
    hand.settle()
    assert done(hand) == [f"retreat m-gum-uagit {place}"]


def test_who_must_retreat_is_told_to_decide_that_before_an_interrupt(table: Table) -> None:
    """In the other side's phase, against a computer player; in one's own phase, one need not interrupt at all."""
    hand = table(*ONE, spanish="recruit")
    hand.settle()
    assert DECIDE_FIRST == hand.game.interruption.why_barred
    hand.key("b")
    refusal = hand.game.selection.refusal
    assert refusal is not None
    assert DECIDE_FIRST == refusal.reasons[0].text


def test_numbers_of_retreats_are_keys_and_not_costs(table: Table) -> None:
    """Destinations of a retreat have only their key; those of a move have costs and no keys."""
    over = table(*ONE).game.view.overlay
    assert set(over.reach) == set(over.keys)
    assert set(over.reach.values()) == {None}
    hand = table(*THREE[:2], ())
    hand.click_unit("s-montada")
    assert hand.game.view.overlay.keys == {}


@pytest.mark.parametrize("size", thinned([(1280, 720), (1024, 768), (1920, 1080)], 3, 1))
def test_the_numbers_are_there_beside_the_roll(three: Table, size: tuple[int, int]) -> None:
    """Three units retreat: each number has its button at once, one for the first and one for all."""
    hand = three(size=size)
    game = hand.game
    screen = hand.screen
    assert screen.column.middle.key[0] == "battle"
    ways = len(game.selection.keys)
    shown = [button for button in screen.widgets.choices if button.visible]
    assert len(shown) == 2 * ways
    names = [button.text.split("   ")[0] for button in shown[:ways]]
    for number, (name, button) in enumerate(zip(names, shown[ways:], strict=True), ways + 1):
        label, key = button.text.split("   ")
        assert (f"[{number}]", True, True) == (key, "3" in label, label.endswith(name))
    for way, everybody in zip(shown[:ways], shown[ways:], strict=True):
        assert way.rect.y == everybody.rect.y
        assert way.rect.right < everybody.rect.left
    hand.key("2")
    hand.settle()
    assert done(hand)[-1] == f"retreat m-gum-uagit {list(game.selection.keys)[1]}"
    assert game.selection.selected == "m-gum-arbaa"


def test_arrow_keys_go_through_the_retreats(three: Table) -> None:
    """However often they are struck, the cursor is at a destination, nothing is refused, and Enter goes there."""
    hand = three()
    game = hand.game
    seen = set()
    for name in ("up", "up", "down", "left", "left", "down", "right", "right", "down", "down", "left", "up"):
        hand.key(name)
        assert game.selection.cursor in game.selection.keys
        assert game.view.overlay.refused is None
        seen.add(game.selection.cursor)
    assert seen == set(game.selection.keys)
    there = game.selection.cursor
    hand.key("enter")
    hand.settle()
    assert done(hand)[-1] == f"retreat m-gum-uagit {there}"


@pytest.fixture
def six(sit_down: Callable[..., Hand]) -> Callable[[tuple[int, int]], Hand]:
    """Two units in the left trench of Tetuan, which must retreat to one of six areas, two with long names."""
    rules = catalog.rules("africa")
    position = rules.position(rules.initial("tetuan"))
    retreat = {"kind": "retreat", "queue": ["m-gk-haus", "m-nizam-akbar"], "steps": 1, "seen": ["trinchera-izquierda"],
               "far": False, "cause": "fire"}
    position |= {"phase": "fire", "turn": 2, "pending": [retreat]}

    def open_it(size: tuple[int, int]) -> Hand:
        start = Start("play", "africa", "tetuan", seed=3, position=position)
        return sit_down(start, speed=8.0, hand_over=False, size=size)

    return open_it


@pytest.mark.every(3)
@pytest.mark.parametrize(("size", "least"), [((1920, 1080), 15), ((1280, 720), 11), ((1024, 768), 11)])
def test_six_retreats_with_long_names_can_be_read(six: Callable[..., Hand], size: tuple[int, int], least: int) -> None:
    """Their common part is left out, and long names are in a narrow font; none is cut."""
    hand = six(size)
    shown = [button for button in hand.screen.widgets.choices if button.visible]
    assert shown[0].text == "Campamento de Muley Achmed Norte   [1]"
    assert hand.game.selection.proposals[0].heading == "Where to"
    assert min(font_of(button).get_point_size() for button in shown) >= least
    assert all(font_of(button).size(button.text)[0] <= button.rect.width - 8 for button in shown)


def test_several_units_have_a_key_for_each_of_six_retreats(six: Callable[..., Hand]) -> None:
    """There are twelve buttons and nine digits: all together go with Shift and the number of the destination."""
    hand = six((1280, 720))
    shown = [button.text for button in hand.screen.widgets.choices if button.visible]
    assert shown[6:] == [f"Both there   [Shift+{way}]" for way in range(1, 7)]
    place = list(hand.game.selection.keys)[4]
    hand.key("5", pygame.KMOD_LSHIFT)
    hand.settle()
    assert done(hand) == [f"retreat m-gk-haus {place}", f"retreat m-nizam-akbar {place}"]


@pytest.mark.every(3)
@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (1024, 768)])
def test_the_keys_on_the_map_cover_no_counter(
    six: Callable[..., Hand], monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    """Three of the six areas have stacks: each number is drawn beside them, in its own area."""
    drawn: dict[int, pygame.Surface] = {}

    def spy(number: int, px: int) -> pygame.Surface:
        return drawn.setdefault(number, keycap(number, px).copy())

    monkeypatch.setattr(board_signs, "keycap", spy)
    hand = six(size)
    game = hand.game
    view, window = game.view, hand.app.window
    keys = {number: place for place, number in game.selection.keys.items()}
    assert sum(any(each.place == place for each in game.situation.counters.values()) for place in keys.values()) == 3
    hand.wait_for_print()
    drawn.clear()
    blitted: dict[int, pygame.Rect] = {}

    class Noting(pygame.Surface):
        """Records the places of keys on the map."""

        def blit(
            self, source: pygame.Surface, dest: Any = (0, 0), area: Any = None, special_flags: int = 0
        ) -> pygame.Rect:
            number = next((n for n, cap in drawn.items() if cap is source), None)
            if number is not None:
                blitted[number] = source.get_rect(topleft=dest[:2])
            return super().blit(source, dest, area, special_flags)

    monkeypatch.setattr(board_signs, "stretched", lambda picture, _: stretched(picture, 1.0))
    monkeypatch.setattr("game.ui.board.board_picture.FrameCache.show", lambda *_: False)
    view.draw(Noting(window.get_size()))
    assert set(blitted) == set(keys)
    for number, cap in blitted.items():
        assert view.place_at(cap.center) == keys[number]
        spots = [(x, y) for x in range(cap.left, cap.right) for y in range(cap.top, cap.bottom)]
        assert not any(view.unit_at(spot) for spot in spots)


@pytest.mark.parametrize("key", ["space", "enter"])
def test_a_key_without_an_answer_repeats_the_question(table: Table, key: str) -> None:
    """There is no main button while a retreat must be chosen: its key, and Enter without a choice, give the reason each
    time and do nothing."""
    hand = table(*ONE)
    game = hand.game
    assert not game.main_button.shown
    for _ in range(2):
        hand.key(key)
        refusal = game.selection.refusal
        assert refusal is not None
        assert [(str(reason.text), reason.rule) for reason in refusal.reasons] == [
            (str(game.situation.prompt.text), game.situation.prompt.rule)]
        assert hand.screen.slip.rect.height > 0
    assert not done(hand)


@pytest.mark.every(2)
@pytest.mark.parametrize("key", ["space", "enter"])
def test_with_several_to_retreat_no_key_is_silent(three: Table, key: str) -> None:
    """Space and Enter select a unit, or give the prompt."""
    hand = three()
    selection = hand.game.selection
    for _ in range(3):
        before = selection.enter_state
        hand.key(key)
        assert selection.refusal is not None or selection.enter_state != before
    assert not done(hand)[1:]
