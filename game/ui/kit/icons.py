"""The icons of buttons: single-colour drawings, as sharp as the print beside them."""

from __future__ import annotations

import pygame
from pygame_gui.core.interfaces import IGUIFontInterface

from game.ui.kit.pictures import picture_cache, render_elements

ICON_SIDE = 24
"""The side of the square in which icons are drawn, in units of their paths."""
LINE = 'fill="none" stroke="{c}" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"'
"""The SVG attributes of an outline; the width of its line is in units of the paths."""
THIN = LINE.replace("2.6", "1.8")
"""The SVG attributes of a thin outline."""
SOLID = 'fill="{c}"'
"""The SVG attributes of a filled shape."""

ICONS = {
    "undo": f'<path d="M5 9H14a5.5 5.5 0 0 1 0 11H8" {LINE}/><path d="M9.5 3.5L3.5 9L9.5 14.5Z" {SOLID}/>',
    "hint": f'<path d="M8.5 16C8.5 13.5 5.5 12.5 5.5 8.8a6.5 6.5 0 0 1 13 0C18.5 12.5 15.5 13.5 15.5 16Z" {LINE}/>'
            f'<path d="M9 19.5H15M10.5 22.5H13.5" {LINE}/>',
    "rules": f'<path d="M12 6C9.5 4 6 3.6 2.5 4.2V18.8C6 18.2 9.5 18.6 12 20.6C14.5 18.6 18 18.2 21.5 18.8V4.2'
             f'C18 3.6 14.5 4 12 6ZM12 6V20" {LINE}/><path d="M5.5 9H9M5.5 13H9M15 9H18.5M15 13H18.5" {THIN}/>',
    "keys": f'<path fill-rule="evenodd" d="M3 4.5H21Q23 4.5 23 6.5V17.5Q23 19.5 21 19.5H3Q1 19.5 1 17.5V6.5Q1 4.5 3 4.5'
            f'ZM4.5 7.5V10H7V7.5ZM8.7 7.5V10H11.2V7.5ZM12.9 7.5V10H15.4V7.5ZM17.1 7.5V10H19.6V7.5ZM6.5 13.2V16H17.5'
            f'V13.2Z" {SOLID}/>',
    "menu": f'<path d="M3.5 5.5H20.5M3.5 12H20.5M3.5 18.5H20.5" {LINE}/>',
    "fit": f'<path d="M3 8.5V3H8.5M15.5 3H21V8.5M21 15.5V21H15.5M8.5 21H3V15.5" {LINE}/>'
           f'<rect x="8.2" y="8.2" width="7.6" height="7.6" {SOLID}/>',
    "zones": f'<path d="M12 2.2L20.6 7.1V16.9L12 21.8L3.4 16.9V7.1Z" fill="none" stroke="{{c}}" stroke-width="2.4" '
             f'stroke-dasharray="3.4 2.2"/><circle cx="12" cy="12" r="3.6" {SOLID}/>',
    "numbers": f'<path d="M9.5 3L7 21M17 3L14.5 21M3.5 8.5H21M3 15.5H20.5" {LINE}/>',
    "turn": f'<rect x="2.8" y="11" width="12" height="10" rx="1" {LINE}/>'
            f'<path d="M7 6.5C10 2.8 18.6 2.6 19.4 10" {LINE}/><path d="M15.4 9.6L19.8 15L23.4 9.2Z" {SOLID}/>',
    "units": f'<rect x="2.5" y="7.5" width="13" height="13" rx="1.5" {LINE}/><path d="M2.5 7.5L15.5 20.5M15.5 7.5'
             f'L2.5 20.5" {THIN}/><path d="M8 3.5H20Q21.5 3.5 21.5 5V16.5" {LINE}/>',
    "symbols": f'<rect x="2.2" y="5.5" width="19.6" height="13" {LINE}/><path d="M2.2 5.5L21.8 18.5M21.8 5.5L2.2 18.5" '
               f'{THIN}/>',
    "measure": f'<path d="M2.5 15.8L15.8 2.5L21.5 8.2L8.2 21.5Z" {LINE}/>'
               f'<path d="M6.4 12.2L8.6 14.4M9.6 9L12.6 12M12.8 5.8L15 8" {THIN}/>',
    "beats": f'<path d="M4 3L15.5 14.5M20 3L8.5 14.5" {LINE}/><path d="M13.5 18.5L19.5 12.5M17.5 16.5L21 20'
             f'M10.5 18.5L4.5 12.5M6.5 16.5L3 20" {LINE}/>',
    "legend": f'<rect x="3" y="3.5" width="4.6" height="4.6" {SOLID}/><rect x="3" y="10" width="4.6" height="4.6" '
              f'{SOLID}/><rect x="3" y="16.5" width="4.6" height="4.6" {SOLID}/>'
              f'<path d="M11.5 5.8H21M11.5 12.3H21M11.5 18.8H21" {LINE}/>',
    "ask": f'<path d="M2.5 3.5H21.5V17H11L6 21.5V17H2.5Z" {LINE}/><path d="M9.2 8.2C9.4 5.6 14.8 5.6 14.8 8.4'
           f'C14.8 10.4 12 10.2 12 12.2" {THIN}/><circle cx="12" cy="14.6" r="1.2" {SOLID}/>',
    "to-win": f'<path d="M5 2.5V22" {LINE}/><path d="M5 3.5H20.5L16.5 8.5L20.5 13.5H5Z" {SOLID}/>',
    "interrupt": f'<path d="M13.5 1.5L4.5 13.5H10.5L9 22.5L19.5 9.5H12.8Z" {SOLID}/>',
    "moments": f'<path d="M5 17.5C7 15.5 6.5 12.5 6.8 9.8a5.2 5.2 0 0 1 10.4 0C17.5 12.5 17 15.5 19 17.5Z" {LINE}/>'
               f'<path d="M10 20.8H14M12 2.2V4" {LINE}/>',
    "leave": f'<path d="M13 3H4V21H13" {LINE}/><path d="M9 12H16" {LINE}/><path d="M15 6.5L22 12L15 17.5Z" {SOLID}/>',
}
"""Name -> SVG elements, with ``{c}`` for the colour."""
MIN_ICON_SIZE = 8
"""The minimum width and height of an icon before print, in pixels."""
ICON_SHARE = 0.86
"""The width and height of an icon before print, as a share of the print's height. Chosen by eye, as the gap below."""
GAP_SHARE = 0.30
"""The gap between icon and print, as a share of the print's height."""


@picture_cache(256)
def icon(name: str, px: int, colour: tuple[int, ...]) -> pygame.Surface:
    """The picture of an icon.

    :param px: its width and height in pixels.
    :param colour: red, green, blue and optionally alpha, 0 to 255.
    :raises KeyError: if there is no such icon.
    """
    ink = "#" + "".join(f"{part:02x}" for part in colour[:3])
    return render_elements((px, px), f"0 0 {ICON_SIDE} {ICON_SIDE}", ICONS[name].format(c=ink))


class IconFace(IGUIFontInterface):
    """A face that prints an icon before each line; an empty line has none."""

    underline_adjustment = 0.0

    def __init__(self, face: IGUIFontInterface, name: str) -> None:
        """Put an icon before the print of a face.

        :param name: the name of the icon in ``ICONS``.
        """
        self._face, self._name = face, name
        height = face.size("X")[1]
        self._px = max(MIN_ICON_SIZE, round(ICON_SHARE * height))
        """The width and height of the icon, in pixels."""
        self._icon_width = self._px + round(GAP_SHARE * height)
        """The width of the icon and the gap after it, in pixels."""

    @property
    def underline(self) -> bool:
        return bool(self._face.underline)

    @underline.setter
    def underline(self, value: bool) -> None:
        self._face.underline = value

    def size(self, text: str) -> tuple[int, int]:
        width, height = self._face.size(text)
        return width + self._icon_width * bool(text), height

    def get_rect(self, text: str) -> pygame.Rect:
        rect = self._face.get_rect(text).copy()
        rect.width += self._icon_width * bool(text)
        return rect

    def get_metrics(self, text: str) -> object:
        return self._face.get_metrics(text)

    def get_point_size(self) -> int:
        return int(self._face.get_point_size())

    def get_padding_height(self) -> int:
        return int(self._face.get_padding_height())

    def get_direction(self) -> int:
        return int(self._face.get_direction())

    def render_premul(self, text: str, text_color: pygame.Color) -> pygame.Surface:
        return self._with_icon(text, self._face.render_premul(text, text_color), text_color)

    def render_premul_to(self, text: str, text_colour: pygame.Color, surf_size: tuple[int, int],
                         surf_position: tuple[int, int]) -> pygame.Surface:
        text_size = (max(1, surf_size[0] - self._icon_width), surf_size[1]) if text else surf_size
        line = self._face.render_premul_to(text, text_colour, text_size, surf_position)
        return self._with_icon(text, line, text_colour)

    def _with_icon(self, text: str, line: pygame.Surface, colour: pygame.Color) -> pygame.Surface:
        """A picture of the icon and a text after it, with premultiplied alpha.

        :param line: the picture of the text; it is returned as it is if the text is empty.
        """
        if not text:
            return line
        picture = pygame.Surface((line.get_width() + self._icon_width, line.get_height()), pygame.SRCALPHA, 32)
        icon_picture = icon(self._name, self._px, tuple(colour)).premul_alpha()
        picture.blit(icon_picture, (0, (line.get_height() - self._px) // 2), special_flags=pygame.BLEND_PREMULTIPLIED)
        picture.blit(line, (self._icon_width, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
        return picture


@picture_cache(512)
def with_icon(face: IGUIFontInterface, name: str) -> IGUIFontInterface:
    """A face that prints an icon before each line; cached, so that the same face and icon give the same object."""
    return IconFace(face, name)
