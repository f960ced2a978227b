"""Ships lie on the water of their areas, clearly apart from the troops there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from game import catalog, maps
from game.match.start import Start
from game.rules.africa.system import Africa
from game.ui.area_geometry import AreaGeometry
from game.ui.moorings import Moorings

MAPS = Path(__file__).resolve().parents[2] / "maps" / "africa"


def test_the_shore_of_a_coast_area_and_the_course_of_a_river() -> None:
    """From a coast area a ship lies out in the sea beside it, on a river in its own; inland there is none."""
    board = maps.load(MAPS / "castillejos.tmx")
    geometry = AreaGeometry(board)
    moorings = Moorings(board, geometry)
    for area in board.areas:
        at = moorings.of(area.id)
        if "coastal" in area.flags:
            assert at is not None
            assert str(geometry.place_at(at)).startswith("mar-"), area.id
        elif area.terrain in ("sea", "river"):
            assert at is not None
            assert area.id == geometry.place_at(at)
    assert moorings.of("al-jabbar") is None


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
    """No counter of the troops touches hers; a click on her picks her, one on the top of the stack its top."""
    rules = Africa(catalog.board)
    units = [{"id": "s-ceres", "place": water}, {"id": "s-marina", "place": water, "aboard": True}]
    units += [{"id": unit, "place": water} for unit in troops]
    start = {"scenario": scenario, "turn": 2, "phase": "fire", "phasing": "spanish", "options": [], "units": units}
    position = rules.position(rules.from_position(start))
    hand = sit_down(Start("play", "africa", scenario, position=position, seed=3), size=size)
    hand.settle()
    stacks = hand.game.view._stacks
    stacks.spread.fold()
    spots, widths = stacks.spots(), stacks.widths()
    boxes = {}
    for unit, at in spots.items():
        boxes[unit] = pygame.Rect(0, 0, *[round(stacks.px * widths[unit])] * 2)
        boxes[unit].center = at
    for unit in troops:
        for afloat in ("s-ceres", "s-marina"):
            assert not boxes[unit].inflate(6, 6).colliderect(boxes[afloat]), unit
    top = [unit for unit in spots if unit in troops][-1]
    for unit in ("s-ceres", top):
        assert unit == hand.game.view.unit_at(spots[unit])
        assert water == hand.game.view.place_at(spots[unit])
