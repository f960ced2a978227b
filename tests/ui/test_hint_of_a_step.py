"""A hint describes the whole that its first step belongs to."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep

import pytest

from game import catalog
from game.core.message import Text
from game.match.start import Start
from game.ui.cards import slip
from game.ui.cards.card_pen import CardPen
from tests.ui.hand import Hand

Sit = Callable[..., Hand]


def test_the_card_names_the_units_to_follow_and_the_overall_chance(sit_down: Sit) -> None:
    """On H for an attack with several units, the next step's hint has the same chance with one name fewer."""
    rules = catalog.rules("africa")
    units = [{"id": unit, "place": "playa-del-tarajal"} for unit in ("s-cuenca", "s-luchana", "s-caz-vergara")]
    units += [{"id": "s-prim", "place": "playa-del-tarajal"}, {"id": "m-gum-uagit", "place": "castillejos"}]
    start = {"scenario": "castillejos", "turn": 14, "phase": "movement", "phasing": "spanish", "options": []}
    position = rules.position(rules.from_position({**start, "units": units}))
    hand = sit_down(Start("play", "africa", "castillejos", position=position, seed=3))
    game, said = hand.game, []
    screen = hand.screen
    for _ in range(2):
        end = monotonic() + 60
        hand.key("h")
        while game.hint is None:
            assert monotonic() < end
            hand.wait(0.1)
            sleep(0.005)
        hand.wait()
        assert any("together with" in text for _, text in screen.column.middle.texts)
        said.append(game.hint.why)
        game.play(game.hint.next_action)
        game.hint = None
        hand.settle()
    first, second = (str(why).partition(": ") for why in said)
    assert first[2].startswith(second[2])  # the first names the stance behind it
    assert " together with " in first[0]
    assert len(second[0]) < len(first[0])


@pytest.mark.every(3)
@pytest.mark.parametrize(("start", "said"), [
    (("africa", "castillejos", "fire", "spanish", {"s-cuenca": "a", "m-gum-uagit": "playa-del-tarajal"}),
     "The computer (Veteran) suggests: Cuenca fires at Playa del Tarajal – to drive off Gum Uagit, "
     "the only target in range: "),
    (("kassala", "kassala", "movement", "moslem", {}), "The computer (Veteran) suggests: "),
    (("tours", "tours", "setup", "frankish", {}), "The computer (Veteran) suggests: Accept set-up – "),
])
def test_the_slip_prints_the_action_once_and_then_its_reason(
    sit_down: Sit, monkeypatch: pytest.MonkeyPatch, start: tuple[str, str, str, str, dict[str, str]], said: str
) -> None:
    """On H in a fire phase and in a movement, the action's words are not repeated after the dash."""
    system, scenario, phase, phasing, where = start
    rules = catalog.rules(system)
    position = None
    if where:
        units = [{"id": unit, "place": place} for unit, place in where.items()]
        given = {"scenario": scenario, "turn": 2, "phase": phase, "phasing": phasing, "options": [], "units": units}
        position = rules.position(rules.from_position(given))
    shown: list[str] = []
    written = slip.write_hint

    def noted(pen: CardPen, text: Text, steps: int, first: Text) -> None:
        shown.append(str(text))
        written(pen, text, steps, first)

    monkeypatch.setattr(slip, "write_hint", noted)
    hand = sit_down(Start("play", system, scenario, position=position, seed=3))
    end = monotonic() + 60
    hand.key("h")
    while not shown:
        assert monotonic() < end
        hand.wait(0.1)
        sleep(0.005)
    assert shown[-1].startswith(said)
    action, _, why = shown[-1].removeprefix("The computer (Veteran) suggests: ").partition(" – ")
    assert why
    assert not {"fires", "moves", "at", *action.split()[-1:]} & set(why.split())
