"""Ships are on the water of their areas, clearly apart from the troops there."""

from __future__ import annotations

from math import hypot
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import catalog, maps
from game.match.start import Start
from game.rules.africa.system import Africa
from game.ui.board.arrangement import AreaMoorings
from game.ui.sheets.areas import AreaGeometry

MAPS = Path(__file__).resolve().parents[2] / "maps" / "africa"


def test_the_shore_of_a_coast_area_and_the_course_of_a_river() -> None:
    """For a coast area a ship is in the adjacent sea, on a river in its own area; inland it has no place."""
    board = maps.load(MAPS / "castillejos.tmx")
    geometry = AreaGeometry(board)
    moorings = AreaMoorings(board, geometry)
    for area in board.areas:
        at = moorings.of(area.id)
        if "coastal" in area.flags:
            assert at is not None
            assert str(geometry.place_at(at)).startswith("mar-"), area.id
        elif area.terrain in ("sea", "river"):
            assert at is not None
            assert area.id == geometry.place_at(at)
    assert moorings.of("al-jabbar") is None


@pytest.mark.every(4)
@pytest.mark.parametrize(
    ("scenario", "water", "troops"),
    [
        ("castillejos", "playa-del-tarajal", ("s-cuenca", "s-luchana", "s-principe")),
        ("castillejos", "castillejos", ("m-gum-uagit",)),
        ("tetuan", "rio-martin-3", ("s-cuenca", "s-luchana")),
        ("tetuan", "rio-martin-3", ("s-cuenca", "s-luchana", "s-principe", "s-saboya", "s-cordoba")),
    ],
)
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_ceres_lies_apart_from_the_troops(
    sit_down: Any, scenario: str, water: str, troops: tuple[str, ...], size: tuple[int, int]
) -> None:
    """No counter of the troops touches the ship's; a click on it selects it, one on the top of the stack its top."""
    rules = Africa(catalog.board)
    units = [{"id": "s-ceres", "place": water}, {"id": "s-marina", "place": water, "aboard": True}]
    units += [{"id": unit, "place": water} for unit in troops]
    start = {"scenario": scenario, "turn": 2, "phase": "fire", "phasing": "spanish", "options": [], "units": units}
    position = rules.position(rules.from_position(start))
    hand = sit_down(Start("play", "africa", scenario, position=position, seed=3), size=size)
    hand.settle()
    stacks = hand.game.view.stacks
    stacks.spread.fold()
    spots, widths = stacks.spots(), stacks.widths()
    boxes = {}
    for unit, at in spots.items():
        boxes[unit] = pygame.Rect(0, 0, *[round(stacks.px * widths[unit])] * 2)
        boxes[unit].center = at
    for unit in troops:
        for at_sea in ("s-ceres", "s-marina"):
            assert not boxes[unit].inflate(6, 6).colliderect(boxes[at_sea]), unit
    top = [unit for unit in spots if unit in troops][-1]
    for unit in ("s-ceres", top):
        assert unit == hand.game.view.unit_at(spots[unit])
        assert water == hand.game.view.place_at(spots[unit])


@pytest.mark.every(2)
@pytest.mark.parametrize(("unit", "move"), [
    ("s-ceres", ("activate s-ceres", "move s-ceres castillejos boca-del-rio")),
    ("s-cuenca", ("move s-cuenca castillejos",)),
])
def test_a_counter_goes_straight_to_where_it_will_lie(sit_down: Any, unit: str, move: tuple[str, ...]) -> None:
    """It starts in its old place without a jump at either end; a ship does not pass through the middle of an area."""
    rules = Africa(catalog.board)
    units = [{"id": "s-ceres", "place": "playa-del-tarajal"}, {"id": "s-cuenca", "place": "playa-del-tarajal"}]
    units += [{"id": "s-luchana", "place": "castillejos"}, {"id": "s-principe", "place": "castillejos"}]
    start = {"scenario": "castillejos", "turn": 2, "phase": "movement", "phasing": "spanish", "options": []}
    position = rules.position(rules.from_position({**start, "units": units}))
    hand = sit_down(Start("play", "africa", "castillejos", position=position, seed=3), size=(1920, 1080))
    game, view = hand.game, hand.game.view
    for notation in move[:-1]:
        game.play(rules.parse(notation))
        hand.settle()
    view.stacks.spread.fold()
    lay = view.camera.to_world(view.stacks.spots()[unit])
    game.play(rules.parse(move[-1]))
    shown = []
    for _ in range(200):
        hand.wait(0.02)
        pose = view.animator.poses().get(unit)
        if pose is not None:
            shown.append((pose.at[0], pose.at[1] + 0.10 * pose.lift))
    lies = view.camera.to_world(view.stacks.spots()[unit])
    assert len(shown) > 5
    assert hypot(shown[0][0] - lay[0], shown[0][1] - lay[1]) < 0.1
    assert hypot(shown[-1][0] - lies[0], shown[-1][1] - lies[1]) < 0.1
    if unit == "s-ceres":
        stands = [view.geometry.centre(place) for place in ("playa-del-tarajal", "castillejos", "boca-del-rio")]
        assert min(hypot(x - u, y - v) for x, y in shown for u, v in stands) > 0.6
