"""Managers of widgets: every screen has one of its own, and the theme is read once for all of one size."""

from __future__ import annotations

from collections import OrderedDict
from copy import copy
from typing import Any

import i18n
import pygame
from pygame_gui import UIManager
from pygame_gui.core import UIAppearanceTheme, UIElement
from pygame_gui.core.interfaces import IUITooltipInterface
from pygame_gui.core.resource_loaders import BlockingThreadedResourceLoader
from pygame_gui.core.surface_cache import SurfaceCache

from game.ui.kit.fonts import font
from game.ui.kit.pen import wrap
from game.ui.kit.picture_cache import picture_cache
from game.ui.kit.theme import Metrics
from game.ui.kit.widget_fonts import WidgetFonts
from game.ui.kit.widget_theme import TIP, gui_theme

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


class Theme(UIAppearanceTheme):
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
def theme_at(metrics: Metrics) -> Theme:
    """The theme as it is read, its fonts loaded."""
    loader = BlockingThreadedResourceLoader()
    theme = Theme(loader)
    theme.font_dict = WidgetFonts(loader, "en")
    theme.load_theme(gui_theme(metrics))
    loader.start()
    loader.update()
    return theme
