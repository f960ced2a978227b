"""Colours and sizes: one look for every screen and every system."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache

from game.i18n.words import spoken

PAPER = "#efe5cc"
PAPER_SHADE = "#dfd2b1"
INK = "#2a2119"
FAINT = "#665540"
"""Secondary print on paper; 5.6:1."""
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
    def least(self) -> float:
        """The scale below which no card is set: what this window has at an interface scale of 100, or a smaller one."""
        return min(self.scale, Metrics.of(self.size).scale)

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
    interface = metrics.scale / Metrics.of(metrics.size).scale
    return metrics.width // COLUMN < NARROWEST * max(metrics.scale, interface)


@lru_cache(maxsize=64)
def _furniture(metrics: Metrics) -> Metrics:
    """Asked for every measure of a frame."""
    return metrics.at(min(metrics.scale, FURNITURE * Metrics.of(metrics.size).scale))
