"""Managers of widgets, and their fonts: every screen has its own, and a theme is read once for all of one size."""

from __future__ import annotations

from collections import OrderedDict
from copy import copy
from pathlib import Path
from typing import Any

import i18n
import pygame
from pygame_gui import UIManager
from pygame_gui.core import UIAppearanceTheme, UIElement, UIFontDictionary
from pygame_gui.core.interfaces import IGUIFontInterface, IUITooltipInterface
from pygame_gui.core.resource_loaders import BlockingThreadedResourceLoader
from pygame_gui.core.surface_cache import SurfaceCache
from pygame_gui.core.utility import FontResource

from game.ui.kit.fonts import Typeface, font, role_of
from game.ui.kit.pen import wrap
from game.ui.kit.pictures import picture_cache
from game.ui.kit.theme import Metrics
from game.ui.kit.widget_theme import TIP, gui_theme


class WidgetFace(IGUIFontInterface):
    """A face as pygame_gui asks for it. Each has a :class:`Face` of its own: links underline it."""

    underline_adjustment = 0.0

    def __init__(self, face: Typeface) -> None:
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
def _label(face: Typeface, text: str, colour: tuple[int, ...], underline: bool) -> pygame.Surface:
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
        resource.loaded_font = WidgetFace(Typeface(role_of(Path(font_loc[0])), font_size))
        self.loaded_fonts[font_id] = resource


SHAPES = 512
"""Backgrounds of widgets that are kept, each smaller than 40,000 pixels: the largest limit pygame_gui keeps."""


class Manager(UIManager):
    """The widgets of one screen."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        super().__init__(metrics.size, enable_live_theme_updates=False, resource_loader=theme_at(metrics).loader)
        i18n.load_path[:] = dict.fromkeys(i18n.load_path)
        # Each manager names the folder of translations again, and every label is looked up in every folder named.

    def create_tool_tip(self, text: str, *arguments: Any, wrap_width: int | None = None, **more: Any
                        ) -> IUITooltipInterface:
        """A tip as wide as its text, up to the theme's width."""
        m = self._metrics
        face = font("ui", m.px(17))
        line = max(map(face.size, wrap(text, face, m.px(TIP - 24))), default=(0, 0))[0]
        width = min(m.px(TIP), line + m.px(24) + 8)
        return super().create_tool_tip(text, *arguments, wrap_width=wrap_width or width, **more)

    def process_events(self, event: pygame.event.Event) -> bool:
        """As the base class; at a key the tip of a widget goes away until the pointer comes to it again."""
        if event.type == pygame.KEYDOWN:
            for element in self.get_sprite_group().sprites():
                if isinstance(element, UIElement) and element.tool_tip is not None:
                    element.on_unhovered()
                    element.hover_time = float("-inf")
        return bool(super().process_events(event))

    def create_new_theme(self, *_: Any) -> UIAppearanceTheme:
        """The theme at this size, with room of its own for the shapes of this screen's widgets."""
        return copy(theme_at(self._metrics))


class WidgetTheme(UIAppearanceTheme):
    """A theme that has read all it needs, whose shapes are drawn once for all screens."""

    def __init__(self, loader: BlockingThreadedResourceLoader) -> None:
        super().__init__(loader, "en")
        self.loader = loader
        self.shape_cache = Shapes()


class Shapes(SurfaceCache):
    """The backgrounds of widgets, each kept under what it is drawn from, those that were used last."""

    def __init__(self) -> None:
        # Not what the base class sets up: sheets of four megabytes for each screen, on which shapes are gathered.
        self._kept: OrderedDict[str, pygame.Surface] = OrderedDict()

    def add_surface_to_cache(self, surface: pygame.Surface, string_id: str) -> None:
        self._kept[string_id] = surface
        if len(self._kept) > SHAPES:
            self._kept.popitem(last=False)

    def find_surface_in_cache(self, lookup_id: str) -> pygame.Surface | None:
        found = self._kept.get(lookup_id)
        if found is not None:
            self._kept.move_to_end(lookup_id)
        return found

    def remove_user_from_cache_item(self, string_id: str) -> None:
        """Nothing: what is used stays of itself."""

    def update(self) -> None:
        """Nothing: nothing is gathered."""


@picture_cache(1)
def theme_at(metrics: Metrics) -> WidgetTheme:
    """The theme as it is read, its fonts loaded."""
    loader = BlockingThreadedResourceLoader()
    theme = WidgetTheme(loader)
    theme.font_dict = WidgetFonts(loader, "en")
    theme.load_theme(gui_theme(metrics))
    loader.start()
    loader.update()
    return theme
