"""With a unit selected, pointing at an enemy's place shows the hazards there before any action."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.core.message import values_in
from game.match.start import Start
from tests.ui.corners import crossed
from tests.ui.hand import Hand

Sit = Callable[..., Hand]


@pytest.mark.every(3)
@pytest.mark.parametrize(("battle", "unit", "place", "size"), crossed(
    [("castillejos", "s-cuenca", "casa-de-la-condesa"), ("tetuan", "s-zamora", ""), ("wad-ras", "s-caz-navas", "")],
    [(1280, 720), (1920, 1080)]))
def test_the_card_warns_before_entering_an_enemy_area(
    sit_down: Sit, battle: str, unit: str, place: str, size: tuple[int, int]
) -> None:
    """Fire and shock are on the card while the pointer is there; elsewhere it is the unit's own card."""
    hand = sit_down(Start("play", "africa", battle, seed=3), size=size)
    hand.app.settings.hand_over = False
    game = hand.game
    screen = hand.screen
    while game.situation.prompt.phase != "movement":
        hand.key("space")
        hand.settle()
    found = game.rules.hazards_on(game.match.state, (unit,), place) if place else ()
    if not found:
        for other in game.selection.eligible:
            for name in game.rules.board(game.match.state).index:
                if not found and game.situation.counters[other].seat == "spanish":
                    found = game.rules.hazards_on(game.match.state, (other,), name)
                    unit, place = (other, name) if found else (unit, place)
    if not found:
        pytest.skip("nobody stands next to an enemy when this battle begins")
    hand.click_unit(unit)
    assert unit == game.selection.selected
    hand.point(game.view.point_of(place))
    kind, _, awaited = screen.column.middle.key
    assert ("awaits", tuple(found)) == (kind, awaited)
    hand.point(screen.column.prompt.rect.center)
    assert "unit" == screen.column.middle.key[0]


@pytest.mark.every(2)
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_card_warns_before_a_move_next_to_an_enemy(sit_down: Sit, size: tuple[int, int]) -> None:
    """In Kassala the hex next to Kassala shows the stop and the odds; so does the Galla unit in the town."""
    hand = sit_down(Start("play", "kassala", seed=3), size=size)
    game = hand.game
    screen = hand.screen
    hand.click_unit("m-arab1")
    hand.point(game.view.point_of("0703"))
    _, who, found = screen.column.middle.key
    assert str(who).startswith("Arab cavalry")
    assert isinstance(found, tuple)
    assert ["II.D.10", "II.E"] == [one.rule.number for one in found]
    hand.point(game.view.point_of("0804"))
    _, _, found = screen.column.middle.key
    assert isinstance(found, tuple)
    assert ["Kassala", "0804", "0703"] == list(values_in(found[0].title))
    hand.point(game.view.point_of("0501"))
    assert "unit" == screen.column.middle.key[0]
    assert () == game.match.plies


def test_a_place_of_the_enemy_is_attacked_not_entered(sit_down: Sit) -> None:
    """The card of odds does not promise a move into a town that cavalry may never enter."""
    hand = sit_down(Start("play", "kassala", seed=3), size=(1920, 1080))
    hand.click_unit("m-arab1")
    hand.point(hand.game.view.point_of("0804"))
    _, who, found = hand.screen.column.middle.key
    assert isinstance(found, tuple)
    assert found
    assert str(who) == "Arab cavalry 1 against Kassala (0804)?"
