"""How well one colour reads on another."""

from __future__ import annotations

import pygame


def contrast(one: str, other: str) -> float:
    """How far apart two colours are in lightness, from 1 for the same to 21 for black and white (WCAG 2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    """A colour's relative luminance, from 0 for black to 1 for white (WCAG 2)."""
    shares = (value / 255 for value in tuple(pygame.Color(colour))[:3])
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
