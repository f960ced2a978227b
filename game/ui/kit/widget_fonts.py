"""The fonts of pygame_gui's widgets: the program's own faces, so that typed text and labels print what cards print."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
from pygame_gui.core import UIFontDictionary
from pygame_gui.core.interfaces import IGUIFontInterface
from pygame_gui.core.utility import FontResource

from game.ui.kit.fonts import Face, role_of
from game.ui.kit.picture_cache import picture_cache


class WidgetFace(IGUIFontInterface):
    """A face as pygame_gui asks for it. Each has a :class:`Face` of its own: links underline it."""

    underline_adjustment = 0.0

    def __init__(self, face: Face) -> None:
        self._face = face

    @property
    def underline(self) -> bool:
        return self._face.underline

    @underline.setter
    def underline(self, value: bool) -> None:
        self._face.underline = value

    def size(self, text: str) -> tuple[int, int]:
        return self.get_rect(text).size

    def get_rect(self, text: str) -> pygame.Rect:
        return pygame.Rect((0, self._face.get_ascent()), self._face.size(text)) if text else pygame.Rect(0, 0, 0, 0)

    def get_metrics(self, text: str) -> Any:
        return self._face.metrics(text)

    def get_point_size(self) -> int:
        return self._face.px

    def get_padding_height(self) -> int:
        """Pixels from the base line to the lower edge, and one."""
        return 1 - self._face.get_descent()

    def get_direction(self) -> int:
        return pygame.DIRECTION_LTR

    def render_premul(self, text: str, text_color: pygame.Color) -> pygame.Surface:
        return _label(self._face, text, tuple(text_color), self.underline).copy()

    def render_premul_to(
        self, text: str, text_colour: pygame.Color, surf_size: tuple[int, int], surf_position: tuple[int, int]
    ) -> pygame.Surface:
        """The text on a clear surface, its base line ``surf_position[1]`` pixels below the top."""
        surface = pygame.Surface(surf_size, depth=32, flags=pygame.SRCALPHA)
        image = _label(self._face, text, tuple(text_colour), self.underline)
        surface.blit(image, (surf_position[0], surf_position[1] - self._face.get_ascent()),
                     special_flags=pygame.BLEND_PREMULTIPLIED)
        return surface


@picture_cache(2048)
def _label(face: Face, text: str, colour: tuple[int, ...], underline: bool) -> pygame.Surface:
    """A line of print with its alpha multiplied in: a button shows the same label in each of its states."""
    image = face.render(text, True, colour).convert_alpha()
    return image.premul_alpha() if image.get_width() and image.get_height() else image


class WidgetFonts(UIFontDictionary):
    """The fonts of one theme: faces of the program by their files, and pygame_gui's own signs."""

    def _load_single_font_style(
        self, font_loc: tuple[Any, bool], font_id: str, font_size: int, font_style: dict[str, str | int | bool],
        force_immediate_load: bool = False,
    ) -> None:
        if not isinstance(font_loc[0], str):
            super()._load_single_font_style(font_loc, font_id, font_size, font_style, force_immediate_load)
            return
        resource = FontResource(font_id=font_id, size=font_size, style=font_style, location=font_loc)
        resource.loaded_font = WidgetFace(Face(role_of(Path(font_loc[0])), font_size))
        self.loaded_fonts[font_id] = resource
