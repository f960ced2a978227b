"""Paper and leather: the materials cards are made of, put together once per size and kept."""

from __future__ import annotations

from functools import lru_cache

import pygame

from game.ui.kit.picture_cache import picture_cache
from game.ui.kit.texture import texture
from game.ui.kit.theme import LINE

LEATHER_TINT = (168, 116, 88)
FRESH = "#fff6df"
"""Paper before grain and age make it the theme's."""


@lru_cache(maxsize=2)
def _tile(material: str) -> pygame.Surface:
    """A square of ``paper`` or ``leather`` to lay side by side."""
    if material == "leather":
        hide = pygame.transform.grayscale(texture("felt.jpg"))
        hide.fill(LEATHER_TINT, special_flags=pygame.BLEND_MULT)
        return hide.convert()
    grain = texture("grain.png")
    tile = pygame.Surface(grain.get_size()).convert()
    tile.fill(FRESH)
    tile.blit(grain, (0, 0), special_flags=pygame.BLEND_MULT)
    return tile


def fill(target: pygame.Surface, material: str, rect: pygame.Rect | None = None) -> None:
    """Cover a rectangle with ``paper`` or ``leather``."""
    area = rect or target.get_rect()
    tile = _tile(material)
    clip = target.get_clip()
    target.set_clip(area.clip(clip) if clip else area)
    for x in range(area.left, area.right, tile.get_width()):
        for y in range(area.top, area.bottom, tile.get_height()):
            target.blit(tile, (x, y))
    target.set_clip(clip)
    if material == "paper":
        _age(target, area)


def _age(target: pygame.Surface, area: pygame.Rect) -> None:
    """Darken paper a little unevenly, as if it had been handled."""
    whole = texture("paper.jpg")
    middle = whole.subsurface(whole.get_rect().inflate(-240, -200))
    target.blit(pygame.transform.smoothscale(middle, area.size), area, special_flags=pygame.BLEND_MULT)


@picture_cache(32)
def sheet(size: tuple[int, int], radius: int, scale: float) -> pygame.Surface:
    """A paper card with rounded corners, a darker edge and a soft shadow.

    The surface is larger than the card by ``shadow_of(scale)`` on every side.
    """
    margin = shadow_of(scale)
    width, height = size
    card = pygame.Surface((width + 2 * margin, height + 2 * margin), pygame.SRCALPHA)
    body = pygame.Rect(margin, margin, width, height)
    for step in range(margin, 0, -1):
        alpha = round(10 + 46 * (1 - step / margin) ** 2) // 2
        spread = body.inflate(step * 2 - margin // 2, step * 2 - margin // 2).move(0, margin // 3)
        pygame.draw.rect(card, (0, 0, 0, alpha), spread, border_radius=radius + step)
    paper = pygame.Surface(size, pygame.SRCALPHA)
    fill(paper, "paper")
    edge = max(1, round(scale))
    for ring in range(5 * edge):
        shade = pygame.Surface(size, pygame.SRCALPHA)
        pygame.draw.rect(
            shade,
            (96, 70, 30, max(1, 9 - 2 * ring // edge)),
            shade.get_rect().inflate(-2 * ring, -2 * ring),
            width=1,
            border_radius=radius,
        )
        paper.blit(shade, (0, 0))
    pygame.draw.rect(paper, LINE, paper.get_rect(), width=edge, border_radius=radius)
    mask = pygame.Surface(size, pygame.SRCALPHA)
    pygame.draw.rect(mask, (255, 255, 255, 255), mask.get_rect(), border_radius=radius)
    paper.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    card.blit(paper, body)
    return card


def shadow_of(scale: float) -> int:
    """Pixels a card's shadow reaches beyond it."""
    return max(4, round(8 * scale))


def draw_sheet(target: pygame.Surface, rect: pygame.Rect, scale: float) -> None:
    """Lay a paper card on a surface."""
    margin = shadow_of(scale)
    target.blit(sheet(rect.size, max(3, round(5 * scale)), scale), rect.move(-margin, -margin))
