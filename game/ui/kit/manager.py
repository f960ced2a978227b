"""The pygame_gui manager of a screen's widgets, with theme and fonts. Each screen has its own manager; the theme is
loaded once per size and shared."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
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
from pygame_gui.elements import UIButton, UIHorizontalSlider, UITooltip

from game.ui.kit.fonts import Role, Typeface, font, font_path, role_of
from game.ui.kit.notice import TIP_WIDTH, covered_area
from game.ui.kit.pen import wrap
from game.ui.kit.pictures import picture_cache
from game.ui.kit.theme import (
    ALARM,
    CREAM,
    GOLD,
    INK,
    LARGE_LIST,
    LEATHER_LIGHT,
    LINE_INK,
    LINK,
    LIST_PRINT,
    PAPER,
    PAPER_SHADE,
    Metrics,
)


def _button(normal: str, hovered: str, active: str, text: str, border: str, m: Metrics) -> dict[str, Any]:
    """A button's entry of the theme, without its font: its background at rest, under the pointer and pressed, and the
    colours of its label and border."""
    return {
        "colours": {"normal_bg": normal, "hovered_bg": hovered, "active_bg": active, "selected_bg": active,
                    "disabled_bg": "#d6c9a8", "normal_text": text, "hovered_text": text, "active_text": text,
                    "selected_text": text, "disabled_text": "#695c47", "normal_border": border, "hovered_border": text,
                    "active_border": text, "selected_border": text, "disabled_border": "#b3a27f"},
        "misc": {"shape": "rounded_rectangle", "shape_corner_radius": str(m.px(6)), "border_width": str(m.px(1.5)),
                 "shadow_width": "0", "text_horiz_alignment_padding": str(m.px(12))},
    }


def _font(role: Role, px: int) -> dict[str, str]:
    """A font entry of the theme at a size in pixels; bold and italic text have separate files."""
    italic: Role = "text-italic" if role == "text" else "ui-italic"
    return {"name": role, "size": str(px), "regular_path": str(font_path(role)), "bold_path": str(font_path("ui-bold")),
            "italic_path": str(font_path(italic)), "bold_italic_path": str(font_path("ui-bold"))}


TIP_PADDING = 24
"""The difference between a tooltip's width and that of its text, in layout units: the padding of 10 on both sides, and
4 to spare so that no line breaks."""
TIP_BORDER = 8
"""The width in pixels of a tooltip's border and shadow, left and right together."""


@picture_cache(None)
def gui_theme(m: Metrics) -> dict[str, Any]:
    """The theme of pygame_gui at these metrics."""
    clear = "#00000000"
    paper = _button("#f6eed9", "#fff8e6", "#e3d3ab", INK, "#8d7a58", m)
    brass = _button("#e6c878,#b98f3c,270", "#f4dc98,#cda552,270", "#b98f3c,#d6b25f,270", "#231a10", "#6d521f", m)
    dark = _button("#3b2b21", "#56402f", "#251a14", CREAM, "#8a6f4a", m)
    dark["colours"] |= {"disabled_bg": "#2e221b", "disabled_text": "#a08f74", "disabled_border": "#4d3b2d"}
    ui, ui_bold = _font("ui", m.px(17)), _font("ui-bold", m.px(18))
    scroll = {
        "colours": {"dark_bg": PAPER_SHADE, "normal_bg": "#b19a70", "hovered_bg": "#8d7a58", "normal_border": LINE_INK,
                    "disabled_bg": PAPER_SHADE, "disabled_dark_bg": PAPER_SHADE, "disabled_border": LINE_INK,
                    "active_bg": "#7a6848"},
        "misc": {"border_width": "0", "shadow_width": "0", "enable_arrow_buttons": "0"},
    }
    return {
        "defaults": {
            "colours": {"dark_bg": PAPER, "normal_bg": PAPER, "normal_text": INK, "normal_border": LINE_INK,
                        "link_text": LINK, "link_hover": "#0a74c4", "link_selected": ALARM, "text_cursor": INK,
                        "selected_bg": "#e0c27a", "selected_text": INK, "hovered_bg": "#f6eed9", "hovered_text": INK,
                        "active_text": INK, "disabled_text": "#695c47", "disabled_bg": "#d6c9a8", "filled_bar": GOLD,
                        "unfilled_bar": PAPER_SHADE, "normal_text_shadow": clear},
            "font": ui,
        },
        "button": paper | {"font": ui_bold},
        "#main": brass | {"font": _font("ui-bold", m.px(22))},
        "#go": brass | {"font": _font("ui-bold", m.px(17))},
        "#check": brass | {"font": {"name": "fira_code_symbols", "size": str(m.px(22))}},
        "#dark": dark | {"font": ui_bold},
        "#tool": dark
        | {"font": _font("ui-bold", m.px(17)), "misc": dark["misc"] | {"text_horiz_alignment_padding": "2"}},
        "#lit": paper
        | {"font": _font("ui-bold", m.px(17)), "misc": paper["misc"] | {"text_horiz_alignment_padding": "2"}},
        "#plain": paper | {"font": ui},
        "#sign": paper | {"font": _font("ui-bold", m.px(26))},
        "#stay": paper | {"font": _font("ui-bold", m.px(20))},
        "#answer": paper | {"font": _font("ui-bold", m.px(22))},
        "label": {"colours": {"dark_bg": clear, "normal_text": INK}, "font": ui,
                  "misc": {"text_horiz_alignment": "left", "shadow_width": "0"}},
        "text_box": {
            "colours": {"dark_bg": clear, "normal_border": LINE_INK},
            "font": _font("text", m.px(20)),
            "misc": {"border_width": "0", "shadow_width": "0", "padding": f"{m.px(12)},{m.px(8)}",
                     "line_spacing": "1.15", "link_normal_underline": "0", "link_hover_underline": "1"},
        },
        "text_box.vertical_scroll_bar": scroll,
        "selection_list.vertical_scroll_bar": scroll,
        "scrolling_container.vertical_scroll_bar": scroll,
        "vertical_scroll_bar": scroll,
        "vertical_scroll_bar.#sliding_button": {
            "colours": {"normal_bg": "#b19a70", "hovered_bg": "#8d7a58", "active_bg": "#7a6848"}
        },
        "selection_list": {"colours": {"dark_bg": "#f6eed9", "normal_border": "#8d7a58"},
                           "misc": {"list_item_height": str(m.px(40)), "border_width": "1", "shadow_width": "0"}},
        "selection_list.button": {
            "colours": {"normal_bg": "#f6eed9", "hovered_bg": "#fff8e6", "normal_text": INK, "selected_bg": "#e0c27a",
                        "selected_text": INK, "active_bg": "#e0c27a"},
            "font": _font("ui", m.px(LIST_PRINT)),
            "misc": {"text_horiz_alignment": "left", "text_horiz_alignment_padding": str(m.px(12))},
        },
        "#large_list": {"misc": {"list_item_height": str(m.px(52))}},
        "#large_list.button": {"font": _font("ui", m.px(LARGE_LIST))},
        "drop_down_menu": {
            "misc": {"border_width": "1", "shadow_width": "0", "expand_direction": "down",
                     "open_button_width": str(m.px(40))},
            "colours": {"normal_border": "#8d7a58", "dark_bg": "#f6eed9"},
        },
        "drop_down_menu.button": {
            "colours": {"normal_bg": "#f6eed9", "hovered_bg": "#fff8e6", "normal_text": INK, "active_bg": "#e3d3ab",
                        "selected_bg": "#e3d3ab"},
            "font": ui,
        },
        "drop_down_menu.selection_list": {"misc": {"border_width": str(m.px(2)), "shadow_width": "0"},
                                          "colours": {"normal_border": "#6d521f", "dark_bg": "#f6eed9"}},
        "drop_down_menu.selection_list.button": {"misc": {"text_horiz_alignment_padding": str(m.px(14))}},
        "drop_down_menu.#expand_button": {
            "font": {"name": "fira_code_symbols", "size": str(m.px(18))},
            "colours": {"normal_bg": "#e3d3ab", "hovered_bg": "#fff8e6", "normal_text": INK},
        },
        "text_entry_line": {
            "colours": {"dark_bg": "#fbf5e6", "normal_border": "#8d7a58", "normal_text": INK, "selected_bg": "#e0c27a",
                        "selected_text": INK},
            "font": ui,
            "misc": {"border_width": "1", "shadow_width": "0", "padding": f"{m.px(8)},{m.px(4)}"},
        },
        "horizontal_slider": {
            "colours": {"dark_bg": PAPER_SHADE, "normal_border": "#8d7a58"},
            "misc": {"border_width": "1", "shadow_width": "0", "enable_arrow_buttons": "0",
                     "sliding_button_width": str(m.px(28))},
        },
        "horizontal_slider.#sliding_button": {
            "colours": {
                "normal_bg": "#c9a24a", "hovered_bg": "#e0bd6a", "active_bg": "#a8822f", "normal_border": "#6d521f",
            },
            "misc": {"border_width": "1", "shadow_width": "0"},
        },
        "tool_tip": {"misc": {"rect_width": str(m.px(TIP_WIDTH))}},
        "tool_tip.text_box": {"colours": {"dark_bg": "#fbf5e6", "normal_border": "#8d7a58"}, "font": ui,
                              "misc": {"border_width": "1", "shadow_width": "3", "padding": f"{m.px(10)},{m.px(6)}"}},
        "window": {"colours": {"dark_bg": PAPER, "normal_border": "#6d521f"},
                   "misc": {"border_width": "2", "shadow_width": "12", "title_bar_height": str(m.px(40))}},
        "window.#title_bar": {
            "colours": {"normal_bg": LEATHER_LIGHT, "hovered_bg": LEATHER_LIGHT, "normal_text": CREAM,
                        "hovered_text": CREAM, "active_bg": LEATHER_LIGHT, "active_text": CREAM},
            "font": ui_bold,
        },
        "window.#close_button": {
            "colours": {"normal_bg": LEATHER_LIGHT, "hovered_bg": ALARM, "normal_text": CREAM, "hovered_text": CREAM},
            "font": ui_bold,
        },
    }


class WidgetFace(IGUIFontInterface):
    """A typeface with the interface that pygame_gui expects. Each one wraps a :class:`Typeface` of its own, because
    links switch its underline on and off."""

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
        """Pixels from the baseline to the lower edge, plus one."""
        return 1 - self._face.get_descent()

    def get_direction(self) -> int:
        return pygame.DIRECTION_LTR

    def render_premul(self, text: str, text_color: pygame.Color) -> pygame.Surface:
        return _label(self._face, text, tuple(text_color), self.underline).copy()

    def render_premul_to(self, text: str, text_colour: pygame.Color, surf_size: tuple[int, int],
                         surf_position: tuple[int, int]) -> pygame.Surface:
        """The text with premultiplied alpha on a transparent surface of ``surf_size`` pixels, beginning at
        ``surf_position[0]``, its baseline ``surf_position[1]`` pixels below the top."""
        surface = pygame.Surface(surf_size, depth=32, flags=pygame.SRCALPHA)
        image = _label(self._face, text, tuple(text_colour), self.underline)
        surface.blit(image, (surf_position[0], surf_position[1] - self._face.get_ascent()),
                     special_flags=pygame.BLEND_PREMULTIPLIED)
        return surface


@picture_cache(2048)
def _label(face: Typeface, text: str, colour: tuple[int, ...], underline: bool) -> pygame.Surface:
    """A line of print with premultiplied alpha. ``underline`` only tells cached lines apart: the face draws it."""
    image = face.render(text, True, colour).convert_alpha()
    return image.premul_alpha() if image.get_width() and image.get_height() else image


class WidgetFonts(UIFontDictionary):
    """The fonts of a theme: the program's typefaces, looked up by file, and pygame_gui's own symbol font."""

    def _load_single_font_style(self, font_loc: tuple[Any, bool], font_id: str, font_size: int,
                                font_style: dict[str, str | int | bool], force_immediate_load: bool = False) -> None:
        if not isinstance(font_loc[0], str):
            super()._load_single_font_style(font_loc, font_id, font_size, font_style, force_immediate_load)
            return
        resource = FontResource(font_id=font_id, size=font_size, style=font_style, location=font_loc)
        resource.loaded_font = WidgetFace(Typeface(role_of(Path(font_loc[0])), font_size))
        self.loaded_fonts[font_id] = resource

    def preload_font(self, font_size: int, font_name: str, bold: bool = False, italic: bool = False,
                     force_immediate_load: bool = False, antialiased: bool = True, script: str = "Latn",
                     direction: int = pygame.DIRECTION_LTR) -> None:
        """Load a font, unless a screen with the same theme has loaded it already."""
        if not self.check_font_preloaded(self.create_font_id(font_size, font_name, bold, italic, antialiased)):
            super().preload_font(font_size, font_name, bold, italic, force_immediate_load, antialiased, script,
                                 direction)


MAX_SHAPES = 512
"""The maximum number of cached widget backgrounds. Each is smaller than 40,000 pixels: pygame_gui caches no larger
ones."""


def tip_place(tip: pygame.Rect, button: pygame.Rect, row: pygame.Rect, others: Sequence[pygame.Rect],
              window: pygame.Rect) -> pygame.Rect:
    """The rectangle of a tooltip below, above, right or left of the row that it explains, at the pointer or ending
    where its button does: where it covers the least of other widgets, then nearest to its button. If none of these
    places is within the window, the current one, moved into the window.

    :param tip: its current rectangle; this and all others are in pixels of the window.
    :param row: the rectangle of the button, or of all that belongs together, such as a value and its buttons.
    :param others: the rectangles of the other widgets.
    """
    clamped = tip.clamp(window)
    places = [clamped.copy() for _ in range(4)]
    places[0].top, places[1].bottom = row.bottom, row.top
    places[2].midleft, places[3].midright = (row.right, button.centery), (row.left, button.centery)
    ends_at_button = [place.move(button.right - place.right, 0) for place in places[:2]]
    places += ends_at_button

    def cost(place: pygame.Rect) -> tuple[int, int]:
        """The covered area of other widgets, then the distance from the button, in pixels."""
        return (covered_area(place, others),
                max(place.left - button.right, button.left - place.right, 0)
                + max(place.top - button.bottom, button.top - place.bottom, 0))

    return min((place for place in places if window.contains(place)), key=cost, default=clamped)


class Manager(UIManager):
    """The widgets of one screen."""

    def __init__(self, metrics: Metrics, printed_areas: Callable[[], Sequence[pygame.Rect]] = tuple) -> None:
        """Create a manager without widgets.

        :param printed_areas: the parts of the window, in pixels, that no tooltip of a button outside them covers if
            possible.
        """
        self._metrics, self._printed_areas = metrics, printed_areas
        self._pointer: tuple[int, int] | None = None
        """The pointer's position at the last update."""
        self.pointer_rests = True
        """Whether the pointer is where it was at the last update."""
        super().__init__(metrics.size, enable_live_theme_updates=False, resource_loader=theme_at(metrics).loader)
        # Each manager adds the folder of translations again, and every label is looked up in every folder of the list:
        # remove the duplicates.
        i18n.load_path[:] = dict.fromkeys(i18n.load_path)

    def update(self, time_delta: float) -> None:
        """Extend the base class: note whether the pointer has moved."""
        before, self._pointer = self._pointer, pygame.mouse.get_pos()
        self.pointer_rests = before in (None, self._pointer)
        super().update(time_delta)

    def create_tool_tip(self, text: str, *arguments: Any, wrap_width: int | None = None, **options: Any
                        ) -> IUITooltipInterface:
        """Create a tooltip as wide as its text, up to the theme's width, placed beside the row it explains so that it
        covers no other button or slider if possible."""
        m = self._metrics
        face = font("ui", m.px(17))
        line_width = max(map(face.size, wrap(text, face, m.px(TIP_WIDTH - TIP_PADDING))), default=(0, 0))[0]
        width = min(m.px(TIP_WIDTH), line_width + m.px(TIP_PADDING) + TIP_BORDER)
        tip = super().create_tool_tip(text, *arguments, wrap_width=wrap_width or width, **options)
        parent = options.get("parent_element")
        if isinstance(parent, UIButton) and isinstance(tip, UITooltip):
            others = [each.rect for each in self.get_sprite_group().sprites()
                      if isinstance(each, UIButton | UIHorizontalSlider) and each is not parent and each.visible]
            others += [area for area in self._printed_areas() if not area.colliderect(parent.rect)]
            row, window = getattr(parent, "tip_row", None) or parent.rect, pygame.Rect((0, 0), m.size)
            tip.set_position(tip_place(tip.rect, parent.rect, row, others, window).topleft)
        return tip

    def process_events(self, event: pygame.event.Event) -> bool:
        """Extend the base class: a key press hides tooltips until the pointer enters their widget again."""
        if event.type == pygame.KEYDOWN:
            for element in self.get_sprite_group().sprites():
                if isinstance(element, UIElement) and element.tool_tip is not None:
                    element.on_unhovered()
                    element.hover_time = float("-inf")
        return bool(super().process_events(event))

    def draw_ui(self, window_surface: pygame.Surface) -> None:
        """Extend the base class: widgets made since the last update are drawn, too."""
        if self.ui_group.should_update_visibility:
            self.ui_group.update_visibility()
        super().draw_ui(window_surface)

    def create_new_theme(self, *_: Any) -> UIAppearanceTheme:
        """The theme at this size; each screen gets a copy of its own."""
        return copy(theme_at(self._metrics))


class WidgetTheme(UIAppearanceTheme):
    """A theme of pygame_gui, with one cache of drawn shapes for all screens."""

    def __init__(self, loader: BlockingThreadedResourceLoader) -> None:
        super().__init__(loader, "en")
        self.loader = loader
        """The loader of its fonts, which the managers share."""
        self.shape_cache = ShapeCache()


class ShapeCache(SurfaceCache):
    """A cache of at most ``MAX_SHAPES`` widget backgrounds, keyed by their parameters; the least recently used are
    dropped."""

    def __init__(self) -> None:
        # Without the base class's set-up, which allocates four-megabyte atlases of shapes for each screen.
        self._shapes: OrderedDict[str, pygame.Surface] = OrderedDict()

    def add_surface_to_cache(self, surface: pygame.Surface, string_id: str) -> None:
        self._shapes[string_id] = surface
        if len(self._shapes) > MAX_SHAPES:
            self._shapes.popitem(last=False)

    def find_surface_in_cache(self, lookup_id: str) -> pygame.Surface | None:
        shape = self._shapes.get(lookup_id)
        if shape is not None:
            self._shapes.move_to_end(lookup_id)
        return shape

    def remove_user_from_cache_item(self, string_id: str) -> None:
        """Do nothing: the cache drops the least recently used entries itself."""

    def update(self) -> None:
        """Do nothing: unlike the base class's atlases, this cache needs no upkeep."""


@picture_cache(1)
def theme_at(metrics: Metrics) -> WidgetTheme:
    """The loaded theme with its fonts, at these metrics."""
    loader = BlockingThreadedResourceLoader()
    theme = WidgetTheme(loader)
    theme.font_dict = WidgetFonts(loader, "en")
    theme.load_theme(gui_theme(metrics))
    loader.start()
    loader.update()
    return theme
