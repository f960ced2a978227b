"""Coins, markers from the cup and the cup itself as pictures: flat, turning in the air, and stacked before a roll."""

from __future__ import annotations

from functools import lru_cache

import pygame

from game import systems
from game.ui.kit.fonts import font
from game.ui.kit.pictures import blurred, picture, picture_cache

RIM, RIM_DARK = "#cfc9bd", "#4a453e"
TURNS = 14
"""Pictures of a coin from lying flat to standing on its edge."""
CARD, CARD_DARK = "#efe5cc", "#4d3a2a"
"""The paper of a marker that shows heads, and of one that shows a cross."""


@lru_cache(maxsize=2)
def _struck(heads: bool) -> pygame.Surface:
    """A face as it was struck.

    :raises AssetError: when its picture is missing or unreadable.
    """
    path = systems.ASSETS / "common" / ("coin-heads.png" if heads else "coin-cross.png")
    return picture(path).convert_alpha()


@picture_cache(48)
def coin(heads: bool, px: int) -> pygame.Surface:
    """A coin lying flat, ``px`` pixels across. Cached: do not draw on it."""
    return pygame.transform.smoothscale(_struck(heads), (px, px))


@picture_cache(160)
def turned(heads: bool, px: int, step: int) -> pygame.Surface:
    """A coin on its way over: ``step`` from 0, lying flat, to ``TURNS``, on its edge. Its thickness shows."""
    thick = max(2, round(px * 0.085 * step / TURNS))
    height = max(2, round(px * (1 - step / TURNS) ** 0.85)) if step < TURNS else 2
    picture = pygame.Surface((px, height + thick), pygame.SRCALPHA)
    pygame.draw.ellipse(picture, RIM_DARK, (0, thick, px, height))
    pygame.draw.rect(picture, RIM, (0, height // 2, px, thick))
    pygame.draw.rect(picture, RIM_DARK, (0, height // 2, max(1, px // 14), thick))
    pygame.draw.rect(picture, RIM_DARK, (px - max(1, px // 9), height // 2, px, thick))
    picture.blit(pygame.transform.smoothscale(coin(heads, px), (px, height)), (0, 0))
    return picture


@picture_cache(12)
def stack(count: int, px: int) -> pygame.Surface:
    """So many coins lying on one another, seen from the side a little from above; ``px`` pixels across."""
    thick, flat = max(3, round(px * 0.12)), max(4, round(px * 0.42))
    picture = pygame.Surface((px + 4, flat + thick * count + 2), pygame.SRCALPHA)
    for k in range(count):
        top = thick * (count - 1 - k)
        x = 2 + (1 if k % 3 == 1 else -1 if k % 3 == 2 else 0)
        pygame.draw.ellipse(picture, RIM_DARK, (x, top + thick, px, flat))
        pygame.draw.rect(picture, RIM, (x, top + flat // 2, px, thick))
        step = max(2, px // 16)
        for notch in range(x, x + px, step):
            pygame.draw.line(picture, "#9d968a", (notch, top + flat // 2 + 1), (notch, top + flat // 2 + thick - 1))
        pygame.draw.ellipse(picture, "#d9d4c8", (x, top, px, flat))
        pygame.draw.ellipse(picture, RIM_DARK, (x, top, px, flat), max(1, px // 40))
    face = pygame.transform.smoothscale(_struck(True), (px, flat))
    picture.blit(face, (2, 0))
    return picture.convert_alpha()


@picture_cache(48)
def marker(heads: bool, px: int) -> pygame.Surface:
    """A die-cut marker with a head or a cross printed on it, ``px`` pixels square."""
    picture = _card(px, CARD if heads else CARD_DARK)
    inner = round(px * 0.86)
    picture.blit(pygame.transform.smoothscale(_struck(heads), (inner, inner)), ((px - inner) // 2, (px - inner) // 2))
    return picture.convert_alpha()


@picture_cache(12)
def slip(number: int, px: int) -> pygame.Surface:
    """A drawn marker that shows a number."""
    picture = _card(px, CARD)
    print_ = font("counter", round(px * 0.82)).render(str(number), True, "#2a2119")
    picture.blit(print_, print_.get_rect(center=(px // 2, px // 2)))
    return picture.convert_alpha()


def _card(px: int, paper: str) -> pygame.Surface:
    picture = pygame.Surface((px, px), pygame.SRCALPHA)
    radius, edge = max(2, px // 9), max(1, px // 28)
    pygame.draw.rect(picture, "#170e07", picture.get_rect(), border_radius=radius)
    pygame.draw.rect(picture, paper, (0, 0, px - edge, px - edge), border_radius=radius)
    pygame.draw.rect(picture, (255, 255, 255, 90), (0, 0, px - edge, px - edge), edge, border_radius=radius)
    return picture


@picture_cache(4)
def cup(px: int) -> pygame.Surface:
    """The leather cup markers are drawn from, ``px`` pixels high, mouth up."""
    width = round(px * 0.86)
    picture = pygame.Surface((width, px), pygame.SRCALPHA)
    mouth = pygame.Rect(0, 0, width, round(px * 0.30))
    foot = round(width * 0.14)
    for x in range(width):
        share = x / max(1, width - 1)
        light = 1 - abs(share - 0.34) * 1.25
        colour = pygame.Color(*(max(0, min(255, round(c * (0.45 + 0.75 * light)))) for c in (120, 70, 40)))
        slant = foot * (1 - 2 * share)
        low = px - 1 - round(px * 0.07 * (1 - (1 - (2 * share - 1) ** 2) ** 0.5))
        pygame.draw.line(picture, colour, (x, mouth.centery), (x + slant, low), 2)
    for band in (0.42, 0.86):
        y = round(px * band)
        inset = round(foot * (band - 0.15))
        ring = (inset, y - px // 14, width - 2 * inset, px // 7)
        pygame.draw.arc(picture, "#d3ad5d", ring, 3.3, 6.13, max(2, px // 40))
    pygame.draw.ellipse(picture, "#8a5a36", mouth)
    pygame.draw.ellipse(picture, "#150b05", mouth.inflate(-width * 0.13, -px * 0.06))
    pygame.draw.ellipse(picture, "#caa06a", mouth, max(1, px // 50))
    return picture.convert_alpha()


@picture_cache(32)
def shadow(px: int, strength: int) -> pygame.Surface:
    """A soft round blot; ``strength`` of 10."""
    size = max(4, round(px * 1.3))
    blot = pygame.Surface((size, size), pygame.SRCALPHA)
    pygame.draw.circle(blot, (4, 10, 6, 21 * strength), (size // 2, size // 2), px * 0.46)
    return blurred(blot, max(1, px // 12))
