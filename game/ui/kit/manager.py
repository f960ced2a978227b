"""Managers of widgets: every screen has one of its own, and the theme is read once for all of one size."""

from __future__ import annotations

from copy import copy
from typing import Any

import i18n
from pygame_gui import UIManager
from pygame_gui.core import UIAppearanceTheme
from pygame_gui.core.resource_loaders import BlockingThreadedResourceLoader
from pygame_gui.core.surface_cache import SurfaceCache

from game.ui.kit.picture_cache import picture_cache
from game.ui.kit.theme import Metrics
from game.ui.kit.widget_fonts import WidgetFonts
from game.ui.kit.widget_theme import gui_theme


class Manager(UIManager):
    """The widgets of one screen."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        super().__init__(metrics.size, enable_live_theme_updates=False)
        i18n.load_path[:] = dict.fromkeys(i18n.load_path)
        # Each manager names the folder of translations again, and every label is looked up in every folder named.

    def create_new_theme(self, *_: Any) -> UIAppearanceTheme:
        """The theme at this size, with room of its own for the shapes of this screen's widgets."""
        theme = copy(_theme(self._metrics))
        theme.shape_cache = SurfaceCache()
        return theme


@picture_cache(1)
def _theme(metrics: Metrics) -> UIAppearanceTheme:
    """The theme as it is read, its fonts loaded."""
    loader = BlockingThreadedResourceLoader()
    theme = UIAppearanceTheme(loader, "en")
    theme.font_dict = WidgetFonts(loader, "en")
    theme.load_theme(gui_theme(metrics))
    loader.start()
    loader.update()
    return theme
