"""Colours and sizes, the same for all screens and systems; the contrast of colours on a screen, and with a projector in
a lit room.

The model of a lit room: ambient light adds the same amount everywhere, enough to leave 7 : 1 between the picture's
white and its black, the industry's requirement for a screen that is only watched (the system contrast ratio of passive
viewing). A luminance from 0 for black to 1 for white becomes ``(luminance + AMBIENT_LIGHT) / (1 + AMBIENT_LIGHT)``;
hues fade by the same light.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache

import pygame

from game.core.theme import SeatInfo, Theme
from game.i18n.words import language_code

PAPER = "#efe5cc"
PAPER_SHADE = "#dfd2b1"
"""Darker paper, for the unfilled part of bars and the tracks of sliders."""
HEAD_PAPER = "#f7efda"
"""The background of the latest event."""
INK = "#2a2119"
FAINT = "#57472f"
"""Secondary print on paper; contrast 7:1, so that small antialiased type keeps 4.5:1."""
LINE_INK = "#b7a37d"
"""The ink of thin lines on paper."""
LINK = "#1d4f7c"
"""Links to the rulebook."""
ALARM = "#8e1b12"
"""What went wrong, or is lost."""
GOOD = "#2f5d34"
"""What succeeded, or is gained."""
WARNING = "#7d4a05"
"""Warnings about an action before it is taken; contrast 5.9:1 on paper."""
AMBER = "#f2a51d"
"""Signs of warning."""
GOLD = "#c9a24a"
"""The frame of what is highlighted."""
FOCUS = "#4aa3e8"
"""The frame of the button with the keyboard focus."""
LEATHER_LIGHT = "#3a2a20"
"""The leather of title bars."""
CREAM = "#f3ead3"
"""Print on leather."""
CREAM_FAINT = "#c8b898"
"""Secondary print on leather; contrast 9:1."""

DESIGN_SIZE = (1920, 1080)
"""The window size at which one unit is one pixel."""
PROJECTOR_SIZE = (1024, 768)
"""The window size at which one unit of audience print is one pixel: an old projector."""
MAX_FRAME_GROWTH = 1.25
"""The maximum size of strips and buttons around map and cards, relative to that at an interface scale of 100."""
PANEL_FRACTION = 3
"""The panel of cards takes at most one part in ``PANEL_FRACTION`` of the window's width."""
MIN_PANEL_WIDTH = 260
"""The minimum width of the panel, in units, and in pixels at an interface scale of 100; if a third of the window is
narrower, the panel is a drawer."""
MIN_LARGE_PANEL_WIDTH = 426
"""The minimum width of the panel in units if the player chose larger print, so that cards grow with it."""
MAX_GAME_GROWTH = 1.5
"""The maximum print size of a game relative to that at an interface scale of 100: it keeps room for the map."""
MIN_GAME_WIDTH = 940
"""The minimum width of a window for a game's layout, in layout units: it keeps room for the map."""
LOW_HEIGHT = 1040
"""Height in units below which a window has less space between rows of lists and buttons."""
LIST_PRINT = 17
"""The print size of a list, in units."""
LARGE_LIST = 21
"""The print size of a list in large print, in units."""
DRAWER_SHARE = 0.44
"""The maximum share of the window's width that an open drawer covers."""
MIN_SCALE = 0.72
"""The minimum scale, in pixels per unit, at an interface scale of 100: print of 17 units is then 12 pixels high."""
PANEL_WIDTH = 456
"""The usual width of the panel of cards, in units."""
SHEET_MARGINS = 32
"""The space in pixels that a sheet leaves free in the window, both sides together."""


@dataclass(frozen=True, slots=True)
class Metrics:
    """The measures that the size of all print depends on."""

    width: int
    """The width of the window in pixels."""
    height: int
    """The height of the window in pixels."""
    scale: float
    """Pixels per layout unit."""
    language: str = field(default_factory=language_code)
    """The code of the chosen language, because texts differ in length."""

    @classmethod
    def of(cls, size: tuple[int, int], interface_scale: int = 100) -> Metrics:
        """The metrics of a window at an interface scale in per cent."""
        scale = min(size[0] / DESIGN_SIZE[0], size[1] / DESIGN_SIZE[1])
        return cls(size[0], size[1], max(MIN_SCALE, scale) * interface_scale / 100)

    def px(self, units: float) -> int:
        """Convert units to pixels; at least 1 for anything positive."""
        return max(1, round(units * self.scale)) if units > 0 else round(units * self.scale)

    def fitted(self, units: tuple[int, int]) -> Metrics:
        """The same window with the scale limited so that a sheet of this size in units fits."""
        fit_scale = min((self.width - SHEET_MARGINS) / units[0], (self.height - SHEET_MARGINS) / units[1])
        return self.at(min(self.scale, fit_scale))

    @property
    def game_metrics(self) -> Metrics:
        """The same window at the scale of games, limited so that the map has room beside or below the cards."""
        max_scale = min(MAX_GAME_GROWTH * self.min_card_scale, self.width / MIN_GAME_WIDTH)
        return self.at(max(self.min_card_scale, min(self.scale, max_scale)))

    @property
    def audience_metrics(self) -> Metrics:
        """The same window at an audience's scale: one unit is one pixel of an old projector."""
        return self.at(min(self.width / PROJECTOR_SIZE[0], self.height / PROJECTOR_SIZE[1]))

    def at(self, scale: float) -> Metrics:
        """The same window at another scale."""
        return _at(self, scale)

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of the window in pixels."""
        return self.width, self.height

    @property
    def is_low(self) -> bool:
        """Whether the window is low relative to its print, so that rows are set closer."""
        return self.height < LOW_HEIGHT * self.scale

    @property
    def min_card_scale(self) -> float:
        """The minimum scale of cards: that of this window at an interface scale of 100, or the current one if
        smaller."""
        return min(self.scale, Metrics.of(self.size).scale)

    @property
    def pixel_density(self) -> float:
        """The pixel density relative to a window of 1080 lines; 1 in smaller windows."""
        return max(1.0, Metrics.of(self.size).scale)

    @property
    def interface_scale(self) -> float:
        """The print size relative to that at an interface scale of 100."""
        return self.scale / Metrics.of(self.size).scale

    @property
    def frame_metrics(self) -> Metrics:
        """The same window at the scale of strips, buttons and gaps around map and cards: they grow less than print, so
        that the map keeps its room."""
        return _frame_metrics(self)

    @property
    def has_drawer(self) -> bool:
        """Whether the panel of cards is a drawer over the map, because there is no room for it beside the map."""
        return _has_drawer(self)

    @property
    def panel_width(self) -> int:
        """The width in pixels of the panel of cards, beside the map or as an open drawer."""
        if self.has_drawer:
            return min(self.px(PANEL_WIDTH), round(self.width * DRAWER_SHARE))
        return min(max(self.width // 4, self.px(PANEL_WIDTH)), self.width // PANEL_FRACTION)


@lru_cache(maxsize=64)
def _at(metrics: Metrics, new_scale: float) -> Metrics:
    """The same window at another scale. Cached, since it is called for every measure of a screen that is fitted to the
    window; never cleared, unlike the caches of pictures."""
    return replace(metrics, scale=new_scale)


@lru_cache(maxsize=64)
def _has_drawer(metrics: Metrics) -> bool:
    """Whether the panel of cards is a drawer. Cached, since it is called for every measure of a screen."""
    min_width = MIN_PANEL_WIDTH * max(metrics.scale, metrics.interface_scale)
    if metrics.interface_scale > 1:
        min_width = max(min_width, MIN_LARGE_PANEL_WIDTH * metrics.scale)
    return metrics.width // PANEL_FRACTION < min_width


@lru_cache(maxsize=64)
def _frame_metrics(metrics: Metrics) -> Metrics:
    """The same window at the scale of strips and buttons. Cached, since it is called for every measure around map and
    cards."""
    return metrics.at(min(metrics.scale, MAX_FRAME_GROWTH * Metrics.of(metrics.size).scale))


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, from 1 for the same to 21 for black and white, by the formula of WCAG 2."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    """A colour's relative luminance, from 0 for black to 1 for white, by the formula of WCAG 2."""
    shares = (value / 255 for value in tuple(pygame.Color(colour))[:3])
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


LIT_ROOM_CONTRAST = 7.0
"""The contrast of white and black in a lit room: the minimum for passive viewing."""
AMBIENT_LIGHT = 1 / (LIT_ROOM_CONTRAST - 1)
"""The ambient light on the screen, relative to the projector's white."""
MIN_SIDE_CONTRAST = 3.6
"""The contrast to which the colours of two sides are brought: more than the 3 : 1 that large shapes need, as counters
have shadows and print on them. Chosen by hand."""
COLOUR_STEPS = 24
"""The number of steps in which a colour is moved towards black or white."""


def in_lit_room(light: float) -> float:
    """A luminance, 0 to 1, as it appears in a lit room."""
    return (light + AMBIENT_LIGHT) / (1 + AMBIENT_LIGHT)


def lit_room_contrast(one: str, other: str) -> float:
    """The contrast of two colours in a lit room, from 1 for the same to ``LIT_ROOM_CONTRAST`` for black and white."""
    low, high = sorted((in_lit_room(luminance(one)), in_lit_room(luminance(other))))
    return high / low


def projector_theme(theme: Theme) -> Theme:
    """A theme for a projector: bolder print, and more contrast between the sides. The caller keeps the result, because
    pictures of counters are cached by its sides."""
    return replace(theme, projected=True, seats=tuple(_with_contrast(info, theme.seats) for info in theme.seats))


def large_number_theme(theme: Theme, print_width: float) -> Theme:
    """A theme whose counters show large numbers instead of small print.

    The caller keeps the result, because pictures of counters are cached by its sides.

    :param print_width: the width of a counter, relative to the usual, up to which it has no small print.
    """
    return replace(theme, seats=tuple(replace(info, small_print_width=print_width) for info in theme.seats))


def _with_contrast(info: SeatInfo, seats: tuple[SeatInfo, ...]) -> SeatInfo:
    """A side in a darker colour if it is the darkest of all ``seats``, else in a lighter one, with black or white
    print. All sides are changed in steps until the darkest one stands out from all others in a lit room."""
    ordered = sorted(seats, key=lambda each: luminance(each.paper))
    darkest, others = ordered[0], ordered[1:]
    papers = {each.name: each.paper for each in seats}
    for step in range(COLOUR_STEPS):
        contrasts = [lit_room_contrast(papers[darkest.name], papers[each.name]) for each in others]
        if not contrasts or min(contrasts) >= MIN_SIDE_CONTRAST:
            break
        for each in seats:
            extreme = "#000000" if each is darkest else "#ffffff"
            papers[each.name] = _mix(each.paper, extreme, (step + 1) / COLOUR_STEPS)
    paper = papers[info.name]
    ink = max(("#000000", "#ffffff"), key=lambda each: lit_room_contrast(paper, each))
    return replace(info, paper=paper, print=ink, heavy=True)


def lighter(colour: str, share: float) -> str:
    """A colour mixed with a share of white, 0 to 1."""
    return _mix(colour, "#ffffff", share)


def _mix(one: str, other: str, share: float) -> str:
    """A mixture of two colours with a share of the other, 0 to 1."""
    red, green, blue, _ = pygame.Color(one).lerp(other, share)
    return f"#{red:02x}{green:02x}{blue:02x}"
