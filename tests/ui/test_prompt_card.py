"""What the prompt card says under a button that may not be used, and whose counter the keyboard explains."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game import catalog
from game.core.message import say
from game.core.prompt import Duty, Prompt
from game.core.verdict import Reason, RuleRef
from game.match.start import Start
from game.ui.cards.prompt import ALL_FIRST, THIS_FIRST, PromptCard, shortly
from game.ui.screens.game_contents import middle
from tests.rules.table import units
from tests.ui.hand import Hand

RULE = RuleRef("x", "1")


def asked(reasons: Sequence[str], *duties: str) -> PromptCard:
    """A prompt with duties, its button refused for some reasons."""
    due = tuple(Duty((), say(text), RULE) for text in duties)
    asked = Prompt("p", 1, "a", say("Do it"), RULE, due)
    return PromptCard(asked, None, tuple(Reason(RULE, say(text)) for text in reasons))


def test_duties_are_not_said_twice() -> None:
    """Duties stand below the button; right under it only what they do not say."""
    assert THIS_FIRST == shortly(asked(["A must move"], "A must move"))
    assert ALL_FIRST == shortly(asked(["A must", "B must"], "A must", "B must"))
    assert "A must (rule 1); too many in C (rule 1)" == shortly(asked(["A must", "too many in C"], "A must"))
    assert "too many in C (rule 1)" == shortly(asked(["too many in C"], "A must"))
    assert "too many in C (rule 1)" == shortly(asked(["too many in C"]))


def test_the_keyboard_explains_the_top_counter(sit_down: Callable[..., Hand]) -> None:
    """With the cursor on an area its top counter is told, as the mouse tells the one it points at."""
    rules = catalog.rules("africa")
    line = "s-cuenca a, s-luchana a, m-gk-haus al-wahhab, m-abbas al-malik"
    state = rules.from_position({
        "scenario": "castillejos", "options": [], "turn": 3, "phase": "movement", "phasing": "spanish",
        "units": units(line),
    })
    game = sit_down(Start("play", "africa", "castillejos", seed=1, position=rules.position(state))).game
    game.pointing.keyboard, game.selection.cursor = True, "a"
    top = game.situation.counters[game.situation.stacks["a"][-1]]
    assert top.unit in {"s-cuenca", "s-luchana"}
    assert top in middle(game).key


def test_what_must_be_done_stands_between_its_button_and_the_others(sit_down: Callable[..., Hand]) -> None:
    """Under End movement in red that it waits, then for what, and only then the other buttons."""
    rules = catalog.rules("africa")
    crowd = "s-cuenca a, s-luchana a, s-saboya a, s-principe a, s-2-bateria b, m-gk-haus playa-del-tarajal"

    def gap(line: str) -> int:
        position = {"scenario": "castillejos", "options": [], "turn": 3, "phase": "movement", "phasing": "spanish"}
        full = rules.position(rules.from_position({**position, "units": units(line)}))
        screen = sit_down(Start("play", "africa", "castillejos", seed=1, position=full)).screen
        game = screen.game
        assert bool(game.asked.duties) == (line == crowd)
        assert screen.widgets.salvo.visible
        top = min(button.rect.top for button in (screen.widgets.quick_play, screen.widgets.salvo) if button.visible)
        return int(top - screen.widgets.main.rect.bottom)

    free = gap(crowd.replace("s-saboya a, s-principe a", "s-saboya b"))
    assert gap(crowd) > free + 30
