"""Soft edges: shadows and smoke."""

from __future__ import annotations

from math import ceil

import pygame

WIDEST = 7
"""Pixels of the widest blur that is made at full size: the time that takes grows with it. Chosen by eye."""


def blurred(picture: pygame.Surface, radius: int) -> pygame.Surface:
    """A picture blurred by a radius in pixels. A wide blur is made of a smaller picture and enlarged: it looks the same
    and takes far less time."""
    coarse = ceil(radius / WIDEST)
    if coarse <= 1:
        return pygame.transform.gaussian_blur(picture, radius).convert_alpha()
    width, height = picture.get_size()
    small = pygame.transform.smoothscale(picture, (ceil(width / coarse), ceil(height / coarse)))
    soft = pygame.transform.gaussian_blur(small, round(radius / coarse))
    return pygame.transform.smoothscale(soft, (width, height)).convert_alpha()
