"""The theme of the widgets, as pygame_gui reads it."""

from __future__ import annotations

from typing import Any

from game.ui.kit.fonts import Role, font_path
from game.ui.kit.pictures import picture_cache
from game.ui.kit.theme import ALARM, CREAM, GOLD, INK, LEATHER_LIGHT, LINE, LINK, PAPER, PAPER_SHADE, Metrics

TIP = 300
"""Units of a tip's width at most."""


def _button(normal: str, hovered: str, active: str, text: str, border: str, m: Metrics) -> dict[str, Any]:
    return {
        "colours": {
            "normal_bg": normal,
            "hovered_bg": hovered,
            "active_bg": active,
            "selected_bg": active,
            "disabled_bg": "#d6c9a8",
            "normal_text": text,
            "hovered_text": text,
            "active_text": text,
            "selected_text": text,
            "disabled_text": "#695c47",
            "normal_border": border,
            "hovered_border": text,
            "active_border": text,
            "selected_border": text,
            "disabled_border": "#b3a27f",
        },
        "misc": {
            "shape": "rounded_rectangle",
            "shape_corner_radius": str(m.px(6)),
            "border_width": str(m.px(1.5)),
            "shadow_width": "0",
            "text_horiz_alignment_padding": str(m.px(12)),
        },
    }


def _font(role: Role, px: int) -> dict[str, str]:
    """A font entry; bold and italic text takes files of its own."""
    italic: Role = "text-italic" if role == "text" else "ui-italic"
    return {
        "name": role,
        "size": str(px),
        "regular_path": str(font_path(role)),
        "bold_path": str(font_path("ui-bold")),
        "italic_path": str(font_path(italic)),
        "bold_italic_path": str(font_path("ui-bold")),
    }


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
        "colours": {
            "dark_bg": PAPER_SHADE,
            "normal_bg": "#b19a70",
            "hovered_bg": "#8d7a58",
            "normal_border": LINE,
            "disabled_bg": PAPER_SHADE,
            "disabled_dark_bg": PAPER_SHADE,
            "disabled_border": LINE,
            "active_bg": "#7a6848",
        },
        "misc": {"border_width": "0", "shadow_width": "0", "enable_arrow_buttons": "0"},
    }
    return {
        "defaults": {
            "colours": {
                "dark_bg": PAPER,
                "normal_bg": PAPER,
                "normal_text": INK,
                "normal_border": LINE,
                "link_text": LINK,
                "link_hover": "#0a74c4",
                "link_selected": ALARM,
                "text_cursor": INK,
                "selected_bg": "#e0c27a",
                "selected_text": INK,
                "hovered_bg": "#f6eed9",
                "hovered_text": INK,
                "active_text": INK,
                "disabled_text": "#695c47",
                "disabled_bg": "#d6c9a8",
                "filled_bar": GOLD,
                "unfilled_bar": PAPER_SHADE,
                "normal_text_shadow": clear,
            },
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
        "label": {
            "colours": {"dark_bg": clear, "normal_text": INK},
            "font": ui,
            "misc": {"text_horiz_alignment": "left", "shadow_width": "0"},
        },
        "text_box": {
            "colours": {"dark_bg": clear, "normal_border": LINE},
            "font": _font("text", m.px(20)),
            "misc": {
                "border_width": "0",
                "shadow_width": "0",
                "padding": f"{m.px(12)},{m.px(8)}",
                "line_spacing": "1.15",
                "link_normal_underline": "0",
                "link_hover_underline": "1",
            },
        },
        "text_box.vertical_scroll_bar": scroll,
        "selection_list.vertical_scroll_bar": scroll,
        "scrolling_container.vertical_scroll_bar": scroll,
        "vertical_scroll_bar": scroll,
        "vertical_scroll_bar.#sliding_button": {
            "colours": {"normal_bg": "#b19a70", "hovered_bg": "#8d7a58", "active_bg": "#7a6848"}
        },
        "selection_list": {
            "colours": {"dark_bg": "#f6eed9", "normal_border": "#8d7a58"},
            "misc": {"list_item_height": str(m.px(40)), "border_width": "1", "shadow_width": "0"},
        },
        "selection_list.button": {
            "colours": {
                "normal_bg": "#f6eed9",
                "hovered_bg": "#fff8e6",
                "normal_text": INK,
                "selected_bg": "#e0c27a",
                "selected_text": INK,
                "active_bg": "#e0c27a",
            },
            "font": ui,
            "misc": {"text_horiz_alignment": "left", "text_horiz_alignment_padding": str(m.px(12))},
        },
        "drop_down_menu": {
            "misc": {
                "border_width": "1",
                "shadow_width": "0",
                "expand_direction": "down",
                "open_button_width": str(m.px(40)),
            },
            "colours": {"normal_border": "#8d7a58", "dark_bg": "#f6eed9"},
        },
        "drop_down_menu.button": {
            "colours": {
                "normal_bg": "#f6eed9",
                "hovered_bg": "#fff8e6",
                "normal_text": INK,
                "active_bg": "#e3d3ab",
                "selected_bg": "#e3d3ab",
            },
            "font": ui,
        },
        "drop_down_menu.selection_list": {
            "misc": {"border_width": str(m.px(2)), "shadow_width": "0"},
            "colours": {"normal_border": "#6d521f", "dark_bg": "#f6eed9"},
        },
        "drop_down_menu.selection_list.button": {"misc": {"text_horiz_alignment_padding": str(m.px(14))}},
        "drop_down_menu.#expand_button": {
            "font": {"name": "fira_code_symbols", "size": str(m.px(18))},
            "colours": {"normal_bg": "#e3d3ab", "hovered_bg": "#fff8e6", "normal_text": INK},
        },
        "text_entry_line": {
            "colours": {
                "dark_bg": "#fbf5e6",
                "normal_border": "#8d7a58",
                "normal_text": INK,
                "selected_bg": "#e0c27a",
                "selected_text": INK,
            },
            "font": ui,
            "misc": {"border_width": "1", "shadow_width": "0", "padding": f"{m.px(8)},{m.px(4)}"},
        },
        "horizontal_slider": {
            "colours": {"dark_bg": PAPER_SHADE, "normal_border": "#8d7a58"},
            "misc": {
                "border_width": "1",
                "shadow_width": "0",
                "enable_arrow_buttons": "0",
                "sliding_button_width": str(m.px(28)),
            },
        },
        "horizontal_slider.#sliding_button": {
            "colours": {
                "normal_bg": "#c9a24a",
                "hovered_bg": "#e0bd6a",
                "active_bg": "#a8822f",
                "normal_border": "#6d521f",
            },
            "misc": {"border_width": "1", "shadow_width": "0"},
        },
        "tool_tip": {"misc": {"rect_width": str(m.px(TIP))}},
        "tool_tip.text_box": {
            "colours": {"dark_bg": "#fbf5e6", "normal_border": "#8d7a58"},
            "font": ui,
            "misc": {"border_width": "1", "shadow_width": "3", "padding": f"{m.px(10)},{m.px(6)}"},
        },
        "window": {
            "colours": {"dark_bg": PAPER, "normal_border": "#6d521f"},
            "misc": {"border_width": "2", "shadow_width": "12", "title_bar_height": str(m.px(40))},
        },
        "window.#title_bar": {
            "colours": {
                "normal_bg": LEATHER_LIGHT,
                "hovered_bg": LEATHER_LIGHT,
                "normal_text": CREAM,
                "hovered_text": CREAM,
                "active_bg": LEATHER_LIGHT,
                "active_text": CREAM,
            },
            "font": ui_bold,
        },
        "window.#close_button": {
            "colours": {"normal_bg": LEATHER_LIGHT, "hovered_bg": ALARM, "normal_text": CREAM, "hovered_text": CREAM},
            "font": ui_bold,
        },
    }
