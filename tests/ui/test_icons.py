"""The icons of buttons: each is drawn, they differ, and they are left out if the print is empty or would be small."""

from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pygame
import pytest

from game.match.start import Start
from game.ui.kit.fonts import font
from game.ui.kit.gui import Button
from game.ui.kit.icons import ICONS, icon, with_icon
from game.ui.kit.manager import WidgetFace
from tests.ui.hand import Hand

CREAM = 247, 236, 208


def test_every_icon_is_in_the_colour_asked_for_and_differs_from_the_others(folders: Path) -> None:
    pygame.display.init()
    pygame.display.set_mode((640, 480))
    drawn = {name: icon(name, 24, CREAM) for name in ICONS}
    masks = {name: pygame.mask.from_surface(picture, 127) for name, picture in drawn.items()}
    for name, picture in drawn.items():
        assert masks[name].count() > 60, name
        solid = [tuple(picture.get_at((x, y)))[:3] for x in range(24) for y in range(24)
                 if picture.get_at((x, y)).a == 255]
        assert all(abs(a - b) <= 2 for each in solid for a, b in zip(each, CREAM, strict=True)), name
    for one, other in combinations(ICONS, 2):
        both, either = masks[one].overlap_area(masks[other], (0, 0)), masks[one].count() + masks[other].count()
        assert both < 0.42 * either, (one, other)


@pytest.mark.parametrize(("size", "drawn"), [((1920, 1080), True), ((1024, 768), False)])
def test_the_row_of_the_panel_has_icons_only_if_its_print_stays_large(
        sit_down: Callable[..., Hand], size: tuple[int, int], drawn: bool) -> None:
    hand = sit_down(Start("play", "kassala"), size=size)
    row = [button for button in hand.top.buttons if isinstance(button, Button) and button.icon]
    foot = [button for button in row if button.text in ("Undo", "Hint", "Rules", "Keys", "Menu")]
    assert len(foot) == 5
    assert {button.icon for button in row} <= set(ICONS)
    assert all(button.icon_printed is drawn for button in foot)
    for button in row:
        assert button.font is not None
        assert button.font.size(button.text)[0] <= button.rect.width


@pytest.mark.parametrize("text", ["", "Undo"])
def test_a_line_is_drawn_as_wide_as_it_is_measured(folders: Path, text: str) -> None:
    """An empty line has neither print nor icon."""
    pygame.display.init()
    pygame.display.set_mode((640, 480))
    face = with_icon(WidgetFace(font("ui-bold", 20)), "undo")
    width, height = face.size(text)
    assert face.get_rect(text).width == width
    assert face.render_premul(text, pygame.Color(CREAM)).get_width() == width
    drawn = face.render_premul_to(text, pygame.Color(CREAM), surf_size=(width, height), surf_position=(0, 15))
    assert drawn.get_width() == width
