"""Paper and leather: the materials cards are made of, drawn once per size and kept."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt
import pygame

from game.ui.theme import LEATHER, LINE, PAPER

TILE = 512
"""Edge of the noise tile in pixels."""


@lru_cache(maxsize=4)
def _grain(seed: int, coarse: int) -> npt.NDArray[np.float32]:
    """A tileable field of smooth noise, shape (TILE, TILE), values -1 to 1."""
    rng = np.random.default_rng(seed)
    field = np.zeros((TILE, TILE), dtype=np.float32)
    for step, weight in ((coarse, 1.0), (coarse // 2, 0.6), (4, 0.35), (1, 0.25)):
        cells = rng.uniform(-1, 1, (TILE // step, TILE // step)).astype(np.float32)
        part = np.repeat(np.repeat(cells, step, 0), step, 1)
        if step > 1:
            part = _smooth(_smooth(part, step, 0), step, 1)
        field += weight * part
    peak: np.float32 = np.abs(field).max()
    return field / peak


def _smooth(field: npt.NDArray[np.float32], reach: int, axis: int) -> npt.NDArray[np.float32]:
    """A running mean around the edges of the tile, twice."""
    for _ in range(2):
        shifts = range(-reach // 2, reach // 2, max(1, reach // 8))
        field = np.mean([np.roll(field, shift, axis) for shift in shifts], axis=0, dtype=np.float32)
    return field


@lru_cache(maxsize=8)
def _tile(colour: str, seed: int, coarse: int, depth: int) -> pygame.Surface:
    """A square of one material; ``depth`` is how far the grain departs from the colour, in levels."""
    base = np.array(pygame.Color(colour)[:3], dtype=np.float32)
    pixels = np.clip(base + depth * _grain(seed, coarse)[..., None], 0, 255).astype(np.uint8)
    tile = pygame.Surface((TILE, TILE), depth=24)
    pygame.surfarray.blit_array(tile, pixels)
    return tile


def fill(target: pygame.Surface, material: str, rect: pygame.Rect | None = None) -> None:
    """Cover a rectangle with ``paper`` or ``leather``."""
    area = rect or target.get_rect()
    tile = _tile(LEATHER, 7, 32, 9) if material == "leather" else _tile(PAPER, 3, 64, 5)
    clip = target.get_clip()
    target.set_clip(area.clip(clip) if clip else area)
    for x in range(area.left, area.right, TILE):
        for y in range(area.top, area.bottom, TILE):
            target.blit(tile, (x, y))
    target.set_clip(clip)


@lru_cache(maxsize=32)
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
