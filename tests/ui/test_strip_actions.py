"""With the cards in a drawer, the strip has the action of the picked units and its forecast."""

from __future__ import annotations

from collections.abc import Callable

from game import catalog
from game.match.start import Start
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
