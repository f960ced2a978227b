"""A hint speaks of the whole its first step belongs to."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep

from game import catalog
from game.match.start import Start
from tests.ui.hand import Hand

Sit = Callable[..., Hand]


def test_the_slip_says_how_many_are_to_follow_and_the_chance_of_all(sit_down: Sit) -> None:
    """H where several units should attack: the next step's hint tells the same chance with one fewer to follow."""
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
        assert screen.slip.rect.height
        said.append(game.hint[2])
        game.play(rules.parse(game.hint[1]))
        hand.settle()
    first, second = (str(why).partition(" more to follow: ") for why in said)
    assert int(first[0].split()[-1]) - 1 == (int(second[0].split()[-1]) if second[1] else 0)
    assert first[2] == (second[2] or second[0].partition(": ")[2])
