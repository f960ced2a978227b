"""A line that names units: pointing at it rings them on the map, a click shows them; duties are on the drawer's
strip."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game import catalog
from game.core.message import and_list, say
from game.match.start import Start
from game.ui.cards.headline import LogEntry
from game.ui.kit.pen import sentences
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
TOGETHER = {"2": "3", "7": "6"}
"""Areas of Tetuan, and the one into which the Spanish there are moved, above its limit."""


@pytest.fixture(scope="module")
def crowded() -> dict[str, Any]:
    """Spanish movement at Tetuan, with two areas over their limit."""
    rules = catalog.rules("africa")
    start = rules.position(rules.initial("tetuan"))
    units = [{**unit, "place": TOGETHER.get(unit["place"], unit["place"])} if unit["id"].startswith("s-") else unit
             for unit in start["units"]]
    moving = {"phase": "movement", "phasing": "spanish", "to_act": "spanish", "turn": 2, "pending": [], "units": units}
    return rules.position(rules.from_position({**start, **moving}))


@pytest.fixture
def tetuan(sit_down: Sit, crowded: dict[str, Any]) -> Callable[..., Hand]:
    def open_it(size: tuple[int, int] = (1280, 720), scale: int = 100) -> Hand:
        start = Start("play", "africa", "tetuan", seed=7, position=crowded)
        return sit_down(start, size=size, interface_scale=scale, hand_over=False)

    return open_it


def line(hand: Hand, part: str) -> tuple[int, int]:
    """A pixel on the line of the prompt card with this text."""
    card = hand.screen.column.prompt
    place = next(card.window_rect(print_) for print_, text in card.texts if part in text)
    assert place is not None
    return place.x + 8, place.y + 6


@pytest.mark.every(2)
@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 200), ((1024, 768), 200)])
def test_the_strip_prints_whole_duties(tetuan: Callable[..., Hand], size: tuple[int, int], scale: int) -> None:
    """It has as many as fit, and the number of others; nothing is printed below the strip."""
    hand = tetuan(size, scale)
    hand.resize(size, scale)
    strip, duties = hand.screen.drawer.strip, hand.game.prompt_shown.duties
    ((place, told),) = strip.texts
    assert len(duties) == 2
    first, more = told.split("; ", 1)
    assert first == str(duties[0].text)
    assert more == str(duties[1].text) or ["1"] == re.findall(r"\d+", more)
    assert place.bottom <= strip.rect.height


def test_no_sentence_ends_after_an_abbreviation() -> None:
    """Names of battalions begin with one."""
    text = say("{one} must move. So must {others}.", one="Vol. Cataluña", others=and_list(["Caz. Figueras", "Prim"]))
    assert ["Vol. Cataluña must move.", "So must Caz. Figueras and Prim."] == sentences(text)


def test_pointing_at_a_duty_rings_its_units(tetuan: Callable[..., Hand]) -> None:
    """The rings stay while the pointer does, also on units lower in a stack and on those its text leaves out."""
    hand = tetuan()
    game = hand.game
    duty = next(duty for duty in game.prompt_shown.duties if "Area 3" in str(duty.text))
    named = {c.unit for c in game.situation.counters.values() if c.place == "3" and str(c.name) in str(duty.text)}
    assert 2 <= len(named) < len(duty.units)
    hand.point(line(hand, "Area 3"))
    assert set(duty.units) == set(game.view.overlay.hint)
    hand.point(hand.screen.layout.map.center)
    assert set(duty.units).isdisjoint(game.view.overlay.hint)


def test_pointing_at_a_duty_leaves_the_choice_in_view(sit_down: Sit, last_fight: dict[str, Any]) -> None:
    """Selected units keep their rings, and no other unit gets a similar one; afterwards all is as before."""
    hand = sit_down(Start("play", "kassala", "kassala", position=last_fight, seed=3), size=(1600, 900))
    hand.click_unit("c-galla1")
    hand.click_unit("m-tcav1")
    over = hand.game.view.overlay
    before = over.participants, over.targets, over.hint, over.duties
    hand.point(line(hand, "must still attack"))
    named = hand.game.pointing.named_units
    assert len(named) > 1
    assert (over.participants, over.hint, over.duties) == (before[0], named, before[3])
    assert set(over.targets).isdisjoint(named)
    hand.point(hand.screen.layout.map.center)
    assert (over.participants, over.targets, over.hint, over.duties) == before


def test_a_click_on_a_duty_goes_to_its_units(tetuan: Callable[..., Hand]) -> None:
    """Their stack fans out, each counter large enough for its name; no unit is selected."""
    hand = tetuan()
    game, view = hand.game, hand.game.view
    view.zoom(4, view.rect.topleft)
    before = view.point_of("3")
    assert not view.rect.collidepoint(before)
    hand.click(line(hand, "Area 3"))
    hand.rest()
    assert (view.rect.collidepoint(view.point_of("3")), game.selection.cursor) == (True, "3")
    assert view.stacks.spread.place == "3"
    assert view.stacks.fanned_width("3") >= 58
    assert (game.selection.selected, len(game.match.plies)) == (None, 0)


def test_a_line_of_the_log_rings_its_unit(tetuan: Callable[..., Hand]) -> None:
    """The whole name counts: a name with the same start is another unit's."""
    hand = tetuan()
    counter = hand.game.situation.counters["s-zamora"]
    hand.screen.column.log.add(LogEntry(f"{counter.name} moves"), LogEntry(f"{counter.name}no moves"))
    hand.game.dirty = True
    hand.wait()
    log = hand.screen.column.log
    found = []
    for y in range(log.rect.y, log.rect.bottom, 4):
        hand.point((log.rect.x + 60, y))
        found.append((log.text_at((log.rect.x + 60, y)), hand.game.view.overlay.hint))
    rung = dict(found)
    assert rung[f"{counter.name} moves"] == ("s-zamora",)
    assert rung[f"{counter.name}no moves"] == ()


def test_a_click_on_the_same_line_goes_to_the_next_unit(tetuan: Callable[..., Hand]) -> None:
    """If it names units of two places, the clicks alternate between them."""
    hand = tetuan()
    game = hand.game
    counters = game.situation.counters
    one = next(c for c in counters.values() if c.place == "3")
    other = next(c for c in counters.values() if c.place == "8")
    game.named_units.show(game.named_units.units(f"{one.name} and {other.name}"))
    assert game.selection.cursor == "3"
    game.named_units.show(game.named_units.units(f"{one.name} and {other.name}"))
    assert game.selection.cursor == "8"


def test_the_pointer_is_a_hand_over_such_a_line(tetuan: Callable[..., Hand], monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[int] = []
    hand = tetuan()
    monkeypatch.setattr(pygame.mouse, "set_cursor", shown.append)
    hand.point(line(hand, "Area 3"))
    assert shown == [pygame.SYSTEM_CURSOR_HAND]
