"""With the cards in a drawer, the strip has the action of the picked units and its forecast."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game import catalog
from game.core.verdict import RuleRef
from game.match.start import Start
from game.ui.kit.fonts import font
from game.ui.kit.theme import Metrics
from game.ui.screens.drawer import LEADING, LEAST_SIZES, STRIP_HEIGHT, Drawer
from tests.rules.table import units
from tests.ui.hand import Hand


def test_an_attack_is_read_and_made_on_the_strip(sit_down: Callable[..., Hand]) -> None:
    """Its button takes the place of the main button, and the strip prints a text for each possible result."""
    rules = catalog.rules("kassala")
    position = rules.position(rules.from_position({
        "phase": "combat", "phasing": "moslem", "turn": 1,
        "units": units("m-nub1 0204, c-port1 0304")}))
    hand = sit_down(Start("play", "kassala", position=position), size=(1024, 768))
    hand.resize((1024, 768), 150)
    strip = hand.screen.strip_slot("main")
    assert not hand.screen.drawer.open
    hand.click_place("0204")
    hand.click_place("0304")
    hand.settle()
    (attack,) = (button for button in hand.screen.widgets.choices if button.visible)
    assert strip == attack.rect
    _, (_, *chances), _ = hand.screen.strip_contents(())
    preview = hand.game.selection.proposals[0].preview
    assert preview is not None
    assert len(chances) == sum(bool(outcome.chance) for outcome in preview.outcomes)
    hand.show_cards()
    hand.settle()
    assert strip == attack.rect, "it stays there while the cards are open"
    hand.press(attack)
    assert hand.game.prompt_shown.mode == "roll"
    assert strip == hand.screen.widgets.main.rect


READING = "each side adds a die; only the target is affected"
CHANCES = ("38.9 % Red pistols 2 is beaten and recoils", "2.8 % Red pistols 2 is doubled and destroyed",
           "58.3 % no effect")


@pytest.mark.parametrize(("size", "scale"), [((1024, 768), 150), ((1280, 720), 150), ((900, 700), 150)])
def test_a_forecast_is_as_large_as_other_prompts(size: tuple[int, int], scale: int) -> None:
    """If the whole of it has no room in large print, its rule and the reading of its total are left out."""
    pygame.init()
    pygame.display.set_mode(size)
    m, drawer = Metrics.of(size, scale), Drawer()
    room = pygame.Rect(0, 0, size[0], m.px(STRIP_HEIGHT))
    shorter = (("4 against 4", *CHANCES), CHANCES)
    drawer.lay(room, m, None, (f"4 against 4: {READING}", *CHANCES), RuleRef("renaissance", "14.8.6"), shorter=shorter)
    ((area, text),) = drawer.strip.texts
    assert all(chance in text for chance in CHANCES)
    assert area.height >= 2 * font("text", m.px(LEAST_SIZES[0])).get_linesize() * LEADING - 1


def test_a_forecast_without_room_keeps_the_most_likely_results() -> None:
    """They come last among the shorter texts."""
    pygame.init()
    pygame.display.set_mode((1024, 768))
    m, drawer = Metrics.of((1024, 768), 150), Drawer()
    chances = tuple(f"{chance} % target loses a step, attackers take {chance} damage" for chance in (7, 11, 18, 63))
    drawer.lay(pygame.Rect(0, 0, 1024, m.px(STRIP_HEIGHT)), m, None, ("6 dice against 7", *chances), None,
               shorter=(chances, chances[::-1]))
    ((_, text),) = drawer.strip.texts
    assert chances[3] in text
    assert chances[0] not in text
