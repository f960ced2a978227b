"""How well one colour reads on another, and what a projector in a lit room leaves of that.

The model: the room's light adds as much light everywhere as leaves 7 : 1 between the picture's white and its black,
which the trade asks of a screen that is only watched (the system contrast ratio of passive viewing). A luminance of 0
for black to 1 for white becomes ``(luminance + ROOM) / (1 + ROOM)``; hues fade by the same light.
"""

from __future__ import annotations

from dataclasses import replace

import pygame

from game.core.theme import SeatInfo, Theme


def contrast(one: str, other: str) -> float:
    """How far apart two colours are in lightness, from 1 for the same to 21 for black and white (WCAG 2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    """A colour's relative luminance, from 0 for black to 1 for white (WCAG 2)."""
    shares = (value / 255 for value in tuple(pygame.Color(colour))[:3])
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


LEFT = 7.0
"""White against black in a lit room; the least for passive viewing."""
ROOM = 1 / (LEFT - 1)
"""The room's light on the screen, the projector's white being 1."""
APART = 3.6
"""How far apart the colours of two sides are brought: more than the 3 : 1 that large shapes need, as counters have
shadows and print on them. Chosen."""
STEPS = 24
"""In how many steps a colour is brought nearer to black or white."""


def washed(light: float) -> float:
    """What is left of a luminance, 0 to 1, in a lit room."""
    return (light + ROOM) / (1 + ROOM)


def apart(one: str, other: str) -> float:
    """How far apart two colours are in a lit room, from 1 for the same to ``LEFT`` for black and white."""
    low, high = sorted((washed(luminance(one)), washed(luminance(other))))
    return high / low


def projected(theme: Theme) -> Theme:
    """The theme as it is printed for a projector: heavier, and the sides further apart. Keep it: pictures of counters
    are kept by its sides."""
    return replace(theme, projected=True, seats=tuple(_strong(info, theme.seats) for info in theme.seats))


def _strong(info: SeatInfo, seats: tuple[SeatInfo, ...]) -> SeatInfo:
    """A side in a darker colour where it is the darkest, else in a lighter one, its print black or white."""
    ordered = sorted(seats, key=lambda each: luminance(each.paper))
    dark, others = ordered[0], ordered[1:]
    papers = {each.name: each.paper for each in seats}
    for step in range(STEPS):
        if not others or min(apart(papers[dark.name], papers[each.name]) for each in others) >= APART:
            break
        for each in seats:
            end = "#000000" if each is dark else "#ffffff"
            papers[each.name] = _mixed(each.paper, end, (step + 1) / STEPS)
    paper = papers[info.name]
    ink = max(("#000000", "#ffffff"), key=lambda each: apart(paper, each))
    return replace(info, paper=paper, print=ink, heavy=True)


def lighter(colour: str, share: float) -> str:
    """A colour nearer to white by a share."""
    return _mixed(colour, "#ffffff", share)


def _mixed(one: str, other: str, share: float) -> str:
    red, green, blue, _ = pygame.Color(one).lerp(other, share)
    return f"#{red:02x}{green:02x}{blue:02x}"
