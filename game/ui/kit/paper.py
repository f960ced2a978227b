"""Materials drawn as backgrounds: paper, leather and the walnut table below maps and screens; and sheets of paper and
boxes. Sheets and the table are composed once per size and cached."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, floor

import pygame
from pygame.typing import ColorLike, RectLike

from game import systems
from game.ui.kit.pictures import load_picture, picture_cache
from game.ui.kit.theme import LINE_INK


def blank_sheet(part: pygame.Rect, whole: tuple[int, int], colour: str) -> pygame.Surface:
    """Part of a blank sheet: a colour, mottling stretched over the whole sheet, and fibres at the screen's resolution.

    :param part: its rectangle on the sheet, in pixels.
    :param whole: the size of the whole sheet in pixels.
    """
    mottle, grain = texture("paper.jpg"), texture("grain.png")
    whole_w, whole_h = whole
    # pixels of the mottling for one pixel of the sheet; its part is cut with a pixel to spare on every side
    scale_x, scale_y = mottle.get_width() / whole_w, mottle.get_height() / whole_h
    x0, y0 = max(0, floor(part.x * scale_x) - 1), max(0, floor(part.y * scale_y) - 1)
    x1 = min(mottle.get_width(), ceil(part.right * scale_x) + 1)
    y1 = min(mottle.get_height(), ceil(part.bottom * scale_y) + 1)
    size = max(1, round((x1 - x0) / scale_x)), max(1, round((y1 - y0) / scale_y))
    crop = pygame.transform.smoothscale(mottle.subsurface((x0, y0, x1 - x0, y1 - y0)), size)
    surface = pygame.Surface(part.size).convert()
    surface.fill(colour)
    surface.blit(crop, (round(x0 / scale_x) - part.x, round(y0 / scale_y) - part.y), special_flags=pygame.BLEND_MULT)
    tile_side = grain.get_width()
    for x in range(-(part.x % tile_side), part.w, tile_side):
        for y in range(-(part.y % tile_side), part.h, tile_side):
            surface.blit(grain, (x, y), special_flags=pygame.BLEND_MULT)
    return surface


@lru_cache(maxsize=8)
def texture(name: str) -> pygame.Surface:
    """A picture of ``assets/common``, converted for blitting.

    :raises AssetError: if it is missing or unreadable.
    """
    return load_picture(systems.ASSETS / "common" / name).convert()


def draw_table(target: pygame.Surface, part: pygame.Rect | None = None) -> None:
    """Cover a surface, or part of it, with a walnut table, lighter in the middle and darker in the corners."""
    area = part or target.get_rect()
    target.blit(_table(target.get_size()), area, area)


def table_under(rect: pygame.Rect) -> pygame.Surface:
    """The part of the window's table below a rectangle of the window, or a table of the rectangle's size if that is not
    within the window. Do not draw on it."""
    window = pygame.display.get_surface() if pygame.display.get_init() else None
    table = window.get_rect() if window is not None else rect
    return _table(table.size).subsurface(rect) if table.contains(rect) else _table(rect.size)


LIGHT_SIZE = (32, 18)
"""The width and height in pixels of the small picture of the light on the table, which is enlarged to the window."""
MAX_DARKENING = 0.468
"""The share of the light that the table's corners lose. This number and those in ``_table`` are chosen by eye."""
LIGHT_ROW = 7.0
"""The row of that small picture that is lit best, counted from 0 at the top."""


@picture_cache(2)
def _table(size: tuple[int, int]) -> pygame.Surface:
    """A walnut table of a size in pixels, lit from above, a little behind its middle."""
    wood = pygame.transform.smoothscale(texture("walnut.jpg"), size)
    light = pygame.Surface(LIGHT_SIZE)
    width, height = LIGHT_SIZE
    for x in range(width):
        for y in range(height):
            across, down = (x - (width - 1) / 2) / (width / 2), (y - LIGHT_ROW) / (height / 2)
            distance = across ** 2 * 0.75 + down ** 2 * 0.6
            level = round(255 * (1.0 - min(MAX_DARKENING, 0.36 * distance)))
            light.set_at((x, y), (level, level, level))
    wood.blit(pygame.transform.smoothscale(light, size), (0, 0), special_flags=pygame.BLEND_MULT)
    return wood


LEATHER_TINT = (168, 116, 88)
"""The colour, in red, green and blue, that turns a grey picture of felt into leather."""
FRESH_PAPER = "#fff6df"
"""The colour of paper before grain and ageing turn it into the theme's."""


@lru_cache(maxsize=2)
def _tile(material: str) -> pygame.Surface:
    """A square tile of ``paper`` or ``leather``."""
    if material == "leather":
        hide = pygame.transform.grayscale(texture("felt.jpg"))
        hide.fill(LEATHER_TINT, special_flags=pygame.BLEND_MULT)
        return hide.convert()
    grain = texture("grain.png")
    tile = pygame.Surface(grain.get_size()).convert()
    tile.fill(FRESH_PAPER)
    tile.blit(grain, (0, 0), special_flags=pygame.BLEND_MULT)
    return tile


def fill(target: pygame.Surface, material: str, rect: pygame.Rect | None = None) -> None:
    """Cover a rectangle with ``paper`` or ``leather``."""
    area = rect or target.get_rect()
    tile = _tile(material)
    clip = target.get_clip()
    target.set_clip(area.clip(clip))
    for x in range(area.left, area.right, tile.get_width()):
        for y in range(area.top, area.bottom, tile.get_height()):
            target.blit(tile, (x, y))
    target.set_clip(clip)
    if material == "paper":
        _age(target, area)


def _age(target: pygame.Surface, area: pygame.Rect) -> None:
    """Darken paper slightly and unevenly, as if used."""
    paper = texture("paper.jpg")
    middle = paper.subsurface(paper.get_rect().inflate(-240, -200))  # without its edges
    target.blit(pygame.transform.smoothscale(middle, area.size), area, special_flags=pygame.BLEND_MULT)


@picture_cache(32)
def sheet(size: tuple[int, int], radius: int, scale: float) -> pygame.Surface:
    """A paper sheet with rounded corners, a darker edge and a soft shadow.

    The surface is larger than the paper by ``shadow_width(scale)`` on every side.

    :param size: the paper's width and height in pixels.
    :param radius: of its corners, in pixels.
    :param scale: pixels per layout unit, for shadow and edge.
    """
    margin = shadow_width(scale)
    width, height = size
    picture = pygame.Surface((width + 2 * margin, height + 2 * margin), pygame.SRCALPHA)
    body = pygame.Rect(margin, margin, width, height)
    for step in range(margin, 0, -1):
        alpha = round(10 + 46 * (1 - step / margin) ** 2) // 2
        shadow = body.inflate(step * 2 - margin // 2, step * 2 - margin // 2).move(0, margin // 3)
        pygame.draw.rect(picture, (0, 0, 0, alpha), shadow, border_radius=radius + step)
    paper = pygame.Surface(size, pygame.SRCALPHA)
    fill(paper, "paper")
    edge = max(1, round(scale))
    for ring in range(5 * edge):
        shade = pygame.Surface(size, pygame.SRCALPHA)
        pygame.draw.rect(shade, (96, 70, 30, max(1, 9 - 2 * ring // edge)),
                         shade.get_rect().inflate(-2 * ring, -2 * ring), width=1, border_radius=radius)
        paper.blit(shade, (0, 0))
    pygame.draw.rect(paper, LINE_INK, paper.get_rect(), width=edge, border_radius=radius)
    mask = pygame.Surface(size, pygame.SRCALPHA)
    pygame.draw.rect(mask, (255, 255, 255, 255), mask.get_rect(), border_radius=radius)
    paper.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    picture.blit(paper, body)
    return picture


def draw_box(target: pygame.Surface, box: RectLike, ground: ColorLike, edge: ColorLike, width: int, radius: int = -1
             ) -> None:
    """Fill a box and draw its border, ``width`` pixels wide, with corners rounded by ``radius`` pixels."""
    pygame.draw.rect(target, ground, box, border_radius=radius)
    pygame.draw.rect(target, edge, box, width, border_radius=radius)


def shadow_width(scale: float) -> int:
    """The width in pixels of the shadow around a sheet, at a scale in pixels per layout unit."""
    return max(4, round(8 * scale))


def draw_sheet(target: pygame.Surface, rect: pygame.Rect, scale: float) -> None:
    """Draw a paper sheet on a surface, with its shadow around ``rect``.

    :param scale: pixels per layout unit, for shadow, edge and corners.
    """
    margin = shadow_width(scale)
    target.blit(sheet(rect.size, max(3, round(5 * scale)), scale), rect.move(-margin, -margin))
