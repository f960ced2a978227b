"""Colours and sizes: one look for every screen and every system; how well one colour reads on another, and what a
projector in a lit room leaves of that.

The model: the room's light adds as much light everywhere as leaves 7 : 1 between the picture's white and its black,
which the trade asks of a screen that is only watched (the system contrast ratio of passive viewing). A luminance of 0
for black to 1 for white becomes ``(luminance + ROOM) / (1 + ROOM)``; hues fade by the same light."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache

import pygame

from game.core.theme import SeatInfo, Theme
from game.i18n.words import spoken

PAPER = "#efe5cc"
PAPER_SHADE = "#dfd2b1"
HEAD_PAPER = "#f7efda"
"""The ground of what just happened."""
INK = "#2a2119"
FAINT = "#57472f"
"""Secondary print on paper; 7:1, so that small type keeps 4.5:1 when it is smoothed."""
LINE = "#b7a37d"
LINK = "#1d4f7c"
ALARM = "#8e1b12"
GOOD = "#2f5d34"
WARNING = "#7d4a05"
"""What should be known before something is done; 5.9:1 on paper."""
GOLD = "#c9a24a"
FOCUS = "#4aa3e8"
"""The frame of the button the keyboard has chosen."""
LEATHER_LIGHT = "#3a2a20"
CREAM = "#f3ead3"
CREAM_FAINT = "#c8b898"
"""Secondary print on leather; 9:1."""

DESIGN = (1920, 1080)
"""The window in which one unit is one pixel."""
PROJECTOR = (1024, 768)
"""The window in which one unit of what an audience reads is one pixel: an old projector."""
FURNITURE = 1.25
"""How much larger than at an interface scale of 100 strips and buttons around map and cards get at most."""
COLUMN = 3
"""The panel of cards takes at most one part in so many of the window's width."""
NARROWEST = 260
"""Units, or pixels at an interface scale of 100: where a third of the window is narrower, the panel is a drawer."""
SPACIOUS = 426
"""Units: the same where the player has asked for larger print, so that cards grow by as much as was asked."""
GREATEST, PLAYED = 1.5, 940
"""How much larger than at an interface scale of 100 a game is printed at most, and units of a window's width in which
it can be laid out: its map keeps its room then."""
LOW = 1040
"""Units: in a window lower than that rows of lists and buttons lie closer to each other."""
DRAWER = 0.5
"""The share of the window's width that an open drawer covers at most."""


@dataclass(frozen=True, slots=True)
class Metrics:
    """What all print depends on: the window's size in pixels, the unit every measure is scaled by, the language."""

    width: int
    height: int
    scale: float
    language: str = field(default_factory=spoken)

    @classmethod
    def of(cls, size: tuple[int, int], interface_scale: int = 100) -> Metrics:
        """Metrics of a window at an interface scale in per cent."""
        fit = min(size[0] / DESIGN[0], size[1] / DESIGN[1])
        return cls(size[0], size[1], max(0.72, fit) * interface_scale / 100)

    def px(self, units: float) -> int:
        """Pixels of a measure given in units; at least 1 for anything positive."""
        return max(1, round(units * self.scale)) if units > 0 else round(units * self.scale)

    def fitted(self, units: tuple[int, int]) -> Metrics:
        """The same window, the scale no larger than lets a sheet of that many units fit into it."""
        room = min((self.width - 32) / units[0], (self.height - 32) / units[1])
        return self.at(min(self.scale, room))

    @property
    def played(self) -> Metrics:
        """The same window at the scale of games: no larger than leaves the map its room beside or below the cards."""
        return self.at(max(self.least, min(self.scale, GREATEST * self.least, self.width / PLAYED)))

    @property
    def projected(self) -> Metrics:
        """The same window at the scale of an audience: one unit is one pixel of an old projector."""
        return self.at(min(self.width / PROJECTOR[0], self.height / PROJECTOR[1]))

    def at(self, scale: float) -> Metrics:
        """The same window at another scale."""
        return _at(self, scale)

    @property
    def size(self) -> tuple[int, int]:
        return self.width, self.height

    @property
    def low(self) -> bool:
        """Whether the window is low for its print."""
        return self.height < LOW * self.scale

    @property
    def least(self) -> float:
        """The scale below which no card is set: what this window has at an interface scale of 100, or a smaller one."""
        return min(self.scale, Metrics.of(self.size).scale)

    @property
    def fine(self) -> float:
        """How many pixels lie where a window of 1080 lines has one; 1 in smaller windows."""
        return max(1.0, Metrics.of(self.size).scale)

    @property
    def interface(self) -> float:
        """How many times as large as at an interface scale of 100 everything is printed."""
        return self.scale / Metrics.of(self.size).scale

    @property
    def furniture(self) -> Metrics:
        """The same window at the scale of what stands around map and cards: strips, buttons and gaps grow less than
        print, so that the map keeps its room."""
        return _furniture(self)

    @property
    def drawn(self) -> bool:
        """Whether the panel of cards is a drawer over the map, as it has no room beside it."""
        return _drawn(self)

    @property
    def column(self) -> int:
        """Width of the panel of cards: beside the map, or of the open drawer."""
        if self.drawn:
            return min(self.px(456), round(self.width * DRAWER))
        return min(max(self.width // 4, self.px(456)), self.width // COLUMN)


@lru_cache(maxsize=64)
def _at(metrics: Metrics, other: float) -> Metrics:
    """Asked for every measure of a screen that fits its sheet into the window. No picture, so that it is kept."""
    return replace(metrics, scale=other)


@lru_cache(maxsize=64)
def _drawn(metrics: Metrics) -> bool:
    """Asked as often."""
    least = NARROWEST * max(metrics.scale, metrics.interface)
    if metrics.interface > 1:
        least = max(least, SPACIOUS * metrics.scale)
    return metrics.width // COLUMN < least


@lru_cache(maxsize=64)
def _furniture(metrics: Metrics) -> Metrics:
    """Asked for every measure of a frame."""
    return metrics.at(min(metrics.scale, FURNITURE * Metrics.of(metrics.size).scale))


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


def enlarged(theme: Theme, larger: float) -> Theme:
    """The theme with counters that keep large numbers, in place of small print, until they are so many times as wide as
    usual. Keep it, as with ``projected``."""
    return replace(theme, seats=tuple(replace(info, larger=larger) for info in theme.seats))


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
