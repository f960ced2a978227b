"""Buttons that say why they are disabled, and labels that are never cut: a text that is wider or higher than its button
is printed in smaller type."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pygame_gui.core.interfaces import IGUIFontInterface
from pygame_gui.elements import UIButton

from game.ui.kit.fonts import Role, font_path
from game.ui.kit.picture_cache import picture_cache

LEAST = 7
"""Pixels; no label is printed smaller."""
NARROW: Role = "table-bold"
"""The face in which more of a long name fits."""
TALL = 0.62
"""The size of a label's type at the most, as a share of its button's height."""

ALIKE = 0.75
"""The share of the theme's size down to which all labels of a row are set alike; a longer one alone is set smaller."""
AIR = 0.36
"""What stays free beside a label, as a share of its button's height."""


class Button(UIButton):
    """A button whose tip is shown also while it is disabled: then the tip says why. Its first label is printed in the
    size that fits at once."""

    _printed = False

    def rebuild(self) -> None:
        if not self._printed:
            self._printed = True
            self.font = _font(self, _themed(self)[0], _fitting(self, None))
        super().rebuild()  # type: ignore[no-untyped-call]

    def can_hover(self) -> bool:
        return super().can_hover() or not self.is_enabled

    def on_hovered(self) -> None:
        if self.is_enabled:
            super().on_hovered()  # type: ignore[no-untyped-call]
        else:
            self.hover_time = 0.0


def room_of(button: UIButton) -> int:
    """Pixels between a button's edges, less a little air at both ends."""
    return int(button.rect.width - max(8, round(AIR * button.rect.height)))


def fit_labels(*buttons: UIButton, narrow: bool = False, unprinted: Collection[UIButton] = ()) -> None:
    """Print the labels of a row in the largest type, up to the theme's, in which every one of them fits.

    :param narrow: whether all are set in a narrow face where one would have to be printed smaller for its width, and
        the longer ones alone smaller still where all could hardly be read.
    :param unprinted: those whose new label has not been printed yet.
    """
    share = _share(buttons, None)
    face = NARROW if narrow and share < _share(buttons, NARROW) else None
    share = share if face is None else _share(buttons, face)
    for button in buttons:
        own = share if share >= ALIKE or not narrow else max(share, min(ALIKE, _share((button,), face)))
        _print(button, face, max(LEAST, int(_themed(button)[1] * own + 1e-6)), reprint=button in unprinted)


def _share(buttons: Sequence[UIButton], face: str | None) -> float:
    """The part of the theme's size in which every label of a row fits."""
    return min((_fitting(button, face) / _themed(button)[1] for button in buttons), default=1.0)


def _themed(button: UIButton) -> tuple[str, int]:
    """The name and size in pixels of the type that the theme gives a button."""
    info = button.ui_theme.get_font_info(button.combined_element_ids)
    return str(info["name"]), int(info["size"])


def _fitting(button: UIButton, face: str | None) -> int:
    """The largest size in pixels, up to the theme's, in which a button's label fits it in a face, or its own."""
    name, size = _themed(button)
    name = face or name
    room = room_of(button)
    size = min(size, max(LEAST, int(button.rect.height * TALL)))
    while size > LEAST and (width := _width(_font(button, name, size), button.text)) > room:
        size = max(LEAST, min(size - 1, size * room // width + 1))
    return size


@picture_cache(4096)
def _width(font: IGUIFontInterface, text: str) -> int:
    """Pixels of a label in a font. Kept no longer than the size of the window: a font that is kept is an open file."""
    return font.size(text)[0]


def _font(button: UIButton, name: str, size: int) -> IGUIFontInterface:
    fonts = button.ui_theme.get_font_dictionary()
    if name == NARROW:
        fonts.add_font_path(NARROW, str(font_path(NARROW)))
    if not fonts.check_font_preloaded(fonts.create_font_id(size, name, False, False, True)):
        fonts.preload_font(size, name, force_immediate_load=True)
    return fonts.find_font(size, name)


def _print(button: UIButton, face: str | None, size: int, *, reprint: bool) -> None:
    font = _font(button, face or _themed(button)[0], size)
    if reprint or button.font is not font:
        button.font = font
        button.rebuild()
