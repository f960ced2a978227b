"""Drawing counters on the board: resting ones with shadows, rings, signs and front bars, moving ones, ghosts, and the
arrows that choose a facing. Proportions and colours without a name were chosen by eye."""

from __future__ import annotations

from collections import Counter as TallyOf
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import cos, hypot, radians, sin
from typing import NamedTuple

import pygame

from game.art import Mark, screen_data
from game.core.contract import Counter
from game.core.message import Text, say
from game.core.theme import Theme
from game.ui.board import overlays
from game.ui.board.animation import HELD_GHOST_OPACITY, CounterPose, Spot
from game.ui.board.banners import draw_command_flags
from game.ui.board.far_view import (
    block_surface,
    chit_room,
    draw_block_signs,
    draw_common_signs,
    draw_fight_plate,
    leader_disc,
)
from game.ui.board.label_placement import print_names
from game.ui.board.overlay import Overlay
from game.ui.board.overlays import SKY, ghost_frame
from game.ui.board.pieces import (
    INKS,
    LyingPiece,
    badge_at,
    base_side,
    draw_outline,
    draw_signs,
    has_badge,
    outline_at,
    picture_of,
    piece_shadow,
    ring_of,
    upright,
)
from game.ui.board.stack_layout import BAND_STEP, BANNER_WIDTH
from game.ui.board.stacks import FlagPosition, LyingStacks
from game.ui.counters.marks import signs_of
from game.ui.counters.pictures import BANNER_EXTRA, flag_surface
from game.ui.kit.notice import SignMeanings, frame_sides
from game.ui.kit.pictures import picture_cache, render_elements
from game.ui.sheets.lettering import MapText
from game.ui.sheets.planes import facing_of

FRONT_BAR_WIDTH = 0.84
"""The width of the bar at a counter's front, in counter widths."""
BAR_DISTANCE = 0.61
"""The distance of a front bar from the counter's centre, in counter widths."""
BLOCK_BAR_DISTANCE = 0.545
"""The distance of a front bar from the centre of a far-view block, in block widths."""
ARROW_DISTANCE = 0.98
"""The distance of the facing arrows from their place's centre, in sheet units."""
ARROW_SIZE = 0.46
"""The size of a facing arrow, in sheet units."""
MIN_ARROW_SIZE = 14
"""The minimum size of a facing arrow, in pixels."""
ARROW_REACH = 0.6
"""The distance from an arrow's centre within which a click hits the arrow, in its sizes."""
MIN_COUNTER_PIXELS = 6
"""The minimum width of a counter, in pixels."""
SHADOW_OFFSET, BASE_SHADOW_OFFSET = 0.035, 0.06
"""The distance of a resting counter's shadow to its right, and of a base's, in their widths."""
TOP_OF_STACK = say("Top of its stack")
"""The tooltip of the rank of a stack's top."""


@picture_cache(256)
def front_bar(angle: int, px: int) -> tuple[pygame.Surface, pygame.Rect]:
    """The front bar of a counter that faces ``angle`` degrees, in a picture ``px`` pixels square, with a point towards
    the gap between the hexes in front; and the bar's rectangle in the picture."""
    picture = render_elements(
        (px, px), "-50 -50 100 100",
        f'<path transform="rotate({angle})" d="M -47 10 L -41 -8 L -18 -8 L 0 -26 L 18 -8 L 41 -8 L 47 10 Z" '
        'fill="#ffd23c" stroke="#20150b" stroke-width="6" stroke-linejoin="round"/>')
    return picture, picture.get_bounding_rect()


@picture_cache(64)
def arrow(angle: int, px: int, chosen: bool) -> pygame.Surface:
    """An arrow that offers a facing, ``px`` pixels wide; gold for the chosen one."""
    fill, edge = ("#ffce4a", "#20150b") if chosen else ("#1a61ad", "#ffffff")
    return render_elements(
        (px, px), "-50 -50 100 100",
        f'<path transform="rotate({angle})" d="M 0 -40 L 40 34 L 0 16 L -40 34 Z" fill="{fill}" stroke="{edge}" '
        'stroke-width="9" stroke-linejoin="round"/>')


def draw_front_bar(surface: pygame.Surface, angle: int, at: tuple[float, float], px: int,
                       distance: float = BAR_DISTANCE) -> pygame.Rect:
    """Draw the bar that shows a counter's facing.

    :param angle: degrees clockwise from the top of the map.
    :param at: the counter's centre in window pixels; ``px`` is its width.
    :param distance: the bar's distance from there, in counter widths.
    :return: the window rectangle of the bar itself.
    """
    picture, bar = front_bar(angle % 360, max(8, round(FRONT_BAR_WIDTH * px)))
    place = picture.get_rect(center=_point_beside(at, angle, distance * px))
    surface.blit(picture, place)
    return bar.move(place.topleft)


def draw_arrows(surface: pygame.Surface, facings: Mapping[int, bool], at: tuple[float, float], scale: float,
                tooltips: SignMeanings) -> None:
    """Draw the facings that can be chosen as arrows around a place.

    :param facings: angle -> whether it is the current choice.
    :param at: the centre of the place in window pixels.
    :param scale: pixels per sheet unit.
    """
    for angle, chosen in facings.items():
        picture = arrow(angle % 360, max(MIN_ARROW_SIZE, round(ARROW_SIZE * scale)), chosen)
        place = surface.blit(picture, picture.get_rect(center=_point_beside(at, angle, ARROW_DISTANCE * scale)))
        tooltips.append((place, say("It faces this way") if chosen else say("Click: face this way")))


def facing_at(facings: Mapping[int, bool], at: tuple[float, float], scale: float, pos: tuple[int, int]) -> int | None:
    """The angle of the arrow under a point ``pos`` of the window; None if there is none. ``facings``, ``at`` and
    ``scale`` are as for ``draw_arrows``."""
    reach = max(MIN_ARROW_SIZE, round(ARROW_SIZE * scale)) * ARROW_REACH
    hits = []
    for angle in facings:
        x, y = _point_beside(at, angle, ARROW_DISTANCE * scale)
        distance = hypot(pos[0] - x, pos[1] - y)
        if distance <= reach:
            hits.append((distance, angle))
    return min(hits)[1] if hits else None


def _point_beside(at: tuple[float, float], angle: int, distance: float) -> tuple[float, float]:
    """The point at a distance from another one in a direction, in degrees clockwise from the top."""
    turn = radians(angle)
    return at[0] + distance * sin(turn), at[1] - distance * cos(turn)


FAR_DOT_RADIUS = 0.15
"""The radius of the disc on a block that can act, in block widths, in the far view."""
NEAR_DOT_RADIUS = 0.09
"""The radius of the disc on a block that can act, in block widths, in the near view."""
GHOST_OPACITY = 0.78
"""The opacity of a counter drawn at its destination, 0 to 1."""
LIFTED_SHADOW_STEPS = 4
"""The number of heights for which shadows of moving counters are drawn: few, as each is cached."""
LIFT_GROWTH = 0.07
"""The share by which a held counter is drawn larger."""
MIN_SHADOW_OPACITY = 0.6
"""The opacity, 0 to 1, above which a fading counter still has a shadow and a side."""


@dataclass(frozen=True, slots=True)
class RestingCounters:
    """The resting counters and how they are rendered."""

    stacks: LyingStacks
    counters: Mapping[str, Counter]
    """The counters by unit."""
    theme: Theme
    rendered_px: int
    """The width in pixels at which full-sized counters are rendered."""
    stretch: float
    """The factor by which they are enlarged while zooming."""
    carried: frozenset[str] = frozenset()
    """Units held by the player: a ghost is drawn in each one's place."""
    sheet_turn: int = 0
    """The rotation of the sheet, in degrees clockwise."""
    names: Sequence[MapText] = ()
    """The names printed on the sheet; they are printed again on the grounds of commands."""
    below_flags: Callable[[pygame.Surface], None] = lambda _: None
    """Draws what lies above counters, but below flags of commands."""


def stretched(picture: pygame.Surface, stretch: float) -> pygame.Surface:
    """A picture enlarged by a factor; the picture itself if the factor is 1."""
    return picture if stretch == 1.0 else pygame.transform.smoothscale_by(picture, stretch)


def draw_resting(surface: pygame.Surface, resting: RestingCounters, marks: Overlay,
                 draw_above: Callable[[pygame.Surface], None], tooltips: SignMeanings) -> None:
    """Draw the resting counters with their shadows and the signs around them.

    :param draw_above: draws what lies above counters, but below a fanned-out stack.
    :param tooltips: receives the tooltips of all signs.
    """
    _RestingDrawing(surface, resting, marks, draw_above, tooltips).draw()


class _Ring(NamedTuple):
    """A ring whose badge is drawn above all counters; around a base also the ring itself."""

    kind: str
    piece: LyingPiece
    render_px: int
    """The width in pixels at which the piece is rendered."""


class _Front(NamedTuple):
    """A front bar that is drawn above all counters with its counter's signs, because it lies in a gap between them."""

    angle: int
    at: Spot
    px: int
    distance: float
    """That of the bar from the counter's centre, in counter widths."""
    counter: Counter
    signs: Mapping[str, Mark]


class _BaseSigns(NamedTuple):
    """The signs of a base, drawn above all rings on a table, which would cover them."""

    piece: LyingPiece
    signs: Mapping[str, Mark]
    piled: bool


class _RestingDrawing:
    """One drawing of the resting counters of a board."""

    def __init__(self, surface: pygame.Surface, resting: RestingCounters, marks: Overlay,
                 draw_above: Callable[[pygame.Surface], None], tooltips: SignMeanings) -> None:
        self._surface, self._resting, self._marks = surface, resting, marks
        self._draw_above, self._tooltips = draw_above, tooltips
        self._stacks, self._data = resting.stacks, screen_data(resting.theme.art)
        stacks = self._stacks
        fanned_out = stacks.tray()
        self._fanned_units = fanned_out[0] if fanned_out is not None else frozenset[str]()
        """The units of the fanned-out stack."""
        self._tray = fanned_out[1] if fanned_out is not None else None
        """The area beneath the fanned-out stack, until its plate is drawn."""
        self._spots, self._widths = stacks.spots(), stacks.widths()
        self._flags, self._discs = stacks.flagged(), stacks.discs()
        self._edges, self._piles = stacks.edges(), stacks.piles()
        self._closed, self._fights = stacks.closed(), stacks.fights()
        self._covered, self._beneath = stacks.covered(), stacks.beneath()
        self._on_others = stacks.on_others()
        self._blocks, self._inside_blocks = stacks.blocks_by_top, stacks.inside_blocks()
        self._able_blocks = stacks.tops_of_blocks_with(marks.eligible)
        self._carried = resting.carried - {top for top, block in self._blocks.items()
                                           if not resting.carried.issuperset(block.units)}
        self._ring_kind_of = self._ring_kinds()
        """The kind of ring around each unit or block that has one."""
        self._duties = stacks.tops_of_blocks_with(marks.duties).union(marks.duties)
        self._ringed_below = {unit for units in self._piles.values() for unit in units
                              if self._ring_kind_of.get(unit) == "able"} - self._carried
        """The units whose ring is drawn beneath their pile: above it the ring would hide the bands."""
        self._drawn_area = surface.get_clip().inflate(3 * stacks.px, 3 * stacks.px)
        """The part of the window in which counters are drawn."""
        self._shadows: dict[object, pygame.Surface] = {}
        """The shadows drawn so far, by everything that they depend on."""
        self._blocks_drawn = TallyOf[str]()
        """The number of blocks drawn so far in each place."""
        self._rings: list[_Ring] = []
        self._fronts: list[_Front] = []
        self._base_signs: list[_BaseSigns] = []

    def _ring_kinds(self) -> dict[str, str]:
        """The kind of ring around each unit that has one; a block has the most important one of its units."""
        marks = self._marks
        kinds = dict.fromkeys(marks.eligible, "able") | dict.fromkeys(marks.hint, "hint")
        kinds |= dict.fromkeys(marks.targets, "target")
        kinds |= dict.fromkeys(marks.participants, "picked")
        if marks.selected:
            kinds[marks.selected] = "selected"
        for top, block in self._blocks.items():
            block_kinds = [kind for kind in RING_PRIORITY if any(kinds.get(unit) == kind for unit in block.units)]
            kinds.pop(top, None)
            if block_kinds:
                kinds[top] = block_kinds[0]
        return kinds

    def draw(self) -> None:
        """Draw everything, each counter above those before it."""
        resting, stacks = self._resting, self._stacks
        if stacks.masses:
            view = stacks.camera.rect.clip(self._surface.get_rect())
            print_names(self._surface.subsurface(view), resting.names, stacks.camera)
        for unit, at in self._spots.items():
            turn, counter = self._turn(unit), resting.counters[unit]
            if turn is not None and not counter.outline and unit not in self._carried and (
                    self._drawn_area.collidepoint(at)):
                self._draw_shadow(unit, counter, turn)
        for unit in self._spots:
            if unit not in self._inside_blocks:
                self._draw_counter(unit)
        if not self._fanned_units or self._tray is not None:
            self._draw_above_counters()
        self._draw_fronts_and_rings()

    def _turn(self, unit: str) -> float | None:
        """The facing of a base in degrees clockwise from the top; None for a counter."""
        return facing_of(self._stacks.place_of(unit) or "")

    def _px(self, unit: str) -> int:
        """The width of a unit's counter in pixels."""
        return max(MIN_COUNTER_PIXELS, round(self._stacks.px * self._widths.get(unit, 1.0)))

    def _render_px(self, unit: str) -> int:
        """The width in pixels at which a unit's counter is rendered."""
        return max(MIN_COUNTER_PIXELS, round(self._resting.rendered_px * self._widths.get(unit, 1.0)))

    def _stretched(self, picture: pygame.Surface) -> pygame.Surface:
        """A picture enlarged to the present zoom."""
        return stretched(picture, self._resting.stretch)

    def _ring_picture(self, kind: str, counter: Counter, render_px: int, turn: float | None) -> pygame.Surface:
        """The picture of a ring around a piece."""
        return self._stretched(ring_of(kind, counter, render_px, turn, bold=self._resting.theme.projected))

    def _draw_shadow(self, unit: str, counter: Counter, turn: float | None) -> None:
        """Draw a resting counter's shadow, below it to the right."""
        key = self._widths.get(unit, 1.0), counter.size, turn, upright(counter)
        if key not in self._shadows:
            self._shadows[key] = self._stretched(piece_shadow(counter, self._render_px(unit), turn))
        offset = self._px(unit) * (SHADOW_OFFSET if turn is None else BASE_SHADOW_OFFSET)
        (x, y), shadow = self._spots[unit], self._shadows[key]
        self._surface.blit(shadow, shadow.get_rect(center=(round(x + offset), round(y + 1.5 * offset))))

    def _draw_pile_rings(self, units: Sequence[str]) -> None:
        """Draw the rings of a pile's units that can act, beneath the pile."""
        for unit in units:
            if unit in self._ringed_below:
                px = self._px(unit)
                ring = self._ring_picture("able", self._resting.counters[unit], self._render_px(unit), None)
                place = ring.get_rect(center=self._spots[unit])
                hidden_height = 0 if unit == units[-1] or unit in self._edges else px - round(BAND_STEP * px)
                visible = pygame.Rect(0, 0, place.w, place.h - hidden_height)
                self._tooltips.extend(ring_tooltips("able", self._surface.blit(ring, place, visible), px))

    def _draw_counter(self, unit: str) -> None:
        """Draw a unit's counter, or the block of which it is the top unit, with the signs that do not lie above all
        counters."""
        counter = self._blocks[unit].counter if unit in self._blocks else self._resting.counters[unit]
        (x, y), px, turn = self._spots[unit], self._px(unit), self._turn(unit)
        if counter.outline:
            if unit in self._ring_kind_of and unit not in self._carried:
                outline = outline_at(counter, px, (x, y))
                draw_outline(self._surface, INKS[self._ring_kind_of[unit]], outline, self._stacks.px)
            return
        if not self._drawn_area.collidepoint(x, y):
            return
        if self._tray is not None and unit in self._fanned_units:
            self._draw_fan_plate(self._tray)
        if unit in self._piles:
            self._draw_pile_rings(self._piles[unit])
        flat = unit not in self._carried | self._edges and unit not in self._flags and unit not in self._discs
        if flat and turn is None:
            self._draw_shadow(unit, counter, None)
        if unit in self._blocks:
            place_of_block = self._blocks[unit].place
            if (fight := self._fights.get(place_of_block)) and not self._blocks_drawn[place_of_block]:
                draw_fight_plate(self._surface, fight)
        picture = self._stretched(self._picture(unit, counter, turn))
        if unit in self._marks.staying:
            picture = overlays.dulled(picture)
        if unit in self._carried:
            picture = picture.copy()
            picture.set_alpha(round(255 * HELD_GHOST_OPACITY))
        place = picture.get_rect(center=(x, y))
        if turn is None:  # a banner's picture is higher than wide, with the same lower edge as a counter's
            place.bottom = y + (picture.get_width() + 1) // 2
        elif unit not in self._carried and (
                side := base_side(counter, self._resting.theme, self._render_px(unit), turn)) is not None:
            side = self._stretched(side)
            self._surface.blit(side, side.get_rect(center=(x, y)))
        self._surface.blit(picture, place)
        if unit not in self._carried:
            self._draw_signs(unit, counter)

    def _draw_fan_plate(self, tray: pygame.Rect) -> None:
        """Draw everything that lies below a fanned-out stack, then its plate; signs that the plate covers lose their
        tooltips."""
        self._draw_above_counters()
        self._surface.blit(overlays.fan_plate(tray.size), tray)
        self._tooltips[:] = [(rect, text) for rect, text in self._tooltips if not tray.collidepoint(rect.center)]
        self._tray = None

    def _picture(self, unit: str, counter: Counter, turn: float | None) -> pygame.Surface:
        """The picture of a unit: a flag, a disc, a block, or its counter."""
        theme, render_px = self._resting.theme, self._render_px(unit)
        if unit in self._flags:
            end, number = self._flags[unit]
            return flag_surface(counter, theme, render_px, end, BANNER_WIDTH if end else BAND_STEP, number)
        if unit in self._discs:
            return leader_disc(counter.symbol, theme.side(counter.seat), render_px)
        if unit in self._blocks:
            free_left = chit_room(self._blocks[unit], self._data, render_px)
            return block_surface(counter, theme.side(counter.seat), render_px, free_left)
        return picture_of(counter, theme, render_px, turn, beneath=unit in self._beneath, shown=self._px(unit))

    def _draw_signs(self, unit: str, counter: Counter) -> None:
        """Draw or note the ring and the signs of a unit's counter or block."""
        at, px, turn, kind = self._spots[unit], self._px(unit), self._turn(unit), self._ring_kind_of.get(unit)
        if unit in self._flags and kind is not None:
            box = _draw_flag_ring(self._surface, kind, self._flags[unit], at, px)
            self._tooltips.append((box, RING_MEANINGS[kind]))
        elif kind is not None and unit not in self._ringed_below:
            self._rings.append(_Ring(kind, LyingPiece(counter, px, turn, at), self._render_px(unit)))
            if turn is None:
                ring = self._ring_picture(kind, counter, self._render_px(unit), turn)
                self._tooltips += ring_tooltips(kind, self._surface.blit(ring, ring.get_rect(center=at)), px)
        signs = signs_of(counter.marks, self._data, duty=unit in self._duties, covered=unit in self._covered)
        if counter.angle is not None:
            angle = self._marks.turned.get(unit, counter.angle) + self._resting.sheet_turn
            distance = BLOCK_BAR_DISTANCE if unit in self._blocks else BAR_DISTANCE
            self._fronts.append(_Front(angle, at, px, distance, counter, signs))
        elif turn is not None:
            self._base_signs.append(_BaseSigns(LyingPiece(counter, px, turn, at), signs, unit in self._on_others))
        elif unit not in self._edges:
            draw_signs(self._surface, counter, signs, at, px, turn, unit in self._on_others)
        if unit in self._blocks:
            self._draw_block_signs(unit)
        if unit in self._able_blocks and kind is None:
            radius = FAR_DOT_RADIUS if self._stacks.masses else NEAR_DOT_RADIUS
            self._tooltips.append((_draw_able_dot(self._surface, at, px, radius), RING_MEANINGS["able"]))
        self._draw_stack_signs(unit)

    def _draw_block_signs(self, unit: str) -> None:
        """Draw the marks of the block with a top unit, and those that it has in common with an enemy block."""
        block = self._blocks[unit]
        draw_block_signs(self._surface, block, self._data, self._spots[unit], self._px(unit), self._tooltips)
        self._blocks_drawn[block.place] += 1
        if self._blocks_drawn[block.place] > 1:
            draw_common_signs(self._surface, block, self._data, self._fights[block.place], self._tooltips)

    def _draw_stack_signs(self, unit: str) -> None:
        """Draw the number of counters under the top of a closed stack, and a counter's rank in its stack."""
        (x, y), px = self._spots[unit], self._px(unit)
        if unit in self._closed:
            lowest, number = self._closed[unit]
            chip = overlays.count_chip(number, px)
            top = self._spots[lowest][1] - px // 2
            place = self._surface.blit(chip, chip.get_rect(midbottom=(x, top + round(0.16 * px))))
            self._tooltips.append((place, say("Units in this stack: {number}. Point at it to see them", number=number)))
        rank = self._stacks.rank(unit)
        if rank is not None:
            disc = overlays.rank_disc(rank, px)
            place = self._surface.blit(disc, disc.get_rect(center=self._stacks.rank_spot(unit, (x, y), px)))
            self._tooltips.append((place, TOP_OF_STACK if rank == 1 else
                                   say("Number {rank} of its stack, counted from the top", rank=rank)))

    def _draw_above_counters(self) -> None:
        """Draw everything that lies above the counters, except those of a fanned-out stack."""
        self._draw_fronts_and_rings()
        self._resting.below_flags(self._surface)
        marks, stacks = self._marks, self._stacks
        draw_command_flags(
            self._surface, stacks.flags, stacks.camera, self._tooltips,
            lit=(marks.selected, *marks.participants) if marks.selected else marks.participants,
        )
        self._draw_above(self._surface)

    def _draw_fronts_and_rings(self) -> None:
        """Draw the front bars, rings, badges and the signs of bases of the counters drawn so far."""
        for front in self._fronts:
            bar = draw_front_bar(self._surface, front.angle, front.at, front.px, front.distance)
            self._tooltips.append((bar, say("Its front: it faces this way")))
        for front in self._fronts:
            draw_signs(self._surface, front.counter, front.signs, front.at, front.px, None, piled=False)
        self._fronts.clear()
        for kind, piece, render_px in self._rings:
            if piece.turn is not None:
                ring = self._ring_picture(kind, piece.counter, render_px, piece.turn)
                place = self._surface.blit(ring, ring.get_rect(center=piece.at))
                self._tooltips.extend(ring_tooltips(kind, place, piece.px))
        for piece, signs, piled in self._base_signs:
            draw_signs(self._surface, piece.counter, signs, piece.at, piece.px, piece.turn, piled)
        self._base_signs.clear()
        bases = self._bases() if self._rings else []
        badges: list[pygame.Rect] = []
        for kind, piece, render_px in self._rings:
            if has_badge(kind, piece):
                picture = self._stretched(overlays.badge(kind, render_px))
                place = badge_at(piece, picture.get_width(), bases, badges, self._surface.get_clip())
                badges.append(self._surface.blit(picture, place))
                self._tooltips.append((badges[-1], RING_MEANINGS[kind]))
        self._rings.clear()

    def _bases(self) -> list[LyingPiece]:
        """All resting bases, which badges must not cover."""
        counters = self._resting.counters
        return [LyingPiece(counters[unit], self._px(unit), turn, at) for unit, at in self._spots.items()
                if not counters[unit].outline and (turn := self._turn(unit)) is not None]


def _draw_able_dot(surface: pygame.Surface, at: Spot, px: int, size: float) -> pygame.Rect:
    """Draw the disc at the upper right corner of a block with a unit that can act; return its rectangle.

    :param at: the block's centre in window pixels; ``px`` is its width.
    :param size: its radius as a share of the block's width.
    """
    middle, radius = (round(at[0] + 0.44 * px), round(at[1] - 0.44 * px)), max(3, round(size * px))
    pygame.draw.circle(surface, overlays.DARK, middle, radius + 2)
    pygame.draw.circle(surface, "#ffffff", middle, radius + 1)
    return pygame.draw.circle(surface, SKY, middle, radius)


def _draw_flag_ring(surface: pygame.Surface, kind: str, position: FlagPosition, at: Spot, px: int) -> pygame.Rect:
    """Draw a ring of a kind around a counter's flag at a stack; return its rectangle.

    :param position: that of the flag at the stack.
    :param at: the counter's centre in window pixels; ``px`` is its width.
    """
    if position.end:
        box = pygame.Rect(0, 0, round(BANNER_WIDTH * px), round((1 + BANNER_EXTRA / 100) * px))
        box.midbottom = round(at[0] + position.end * (1 - BANNER_WIDTH) / 2 * px), at[1] + px // 2
    else:
        box = pygame.Rect(0, 0, round(px / position.number), round(BAND_STEP * px))
        box.midtop = at[0], at[1] - px // 2
    width = max(2, round(px * (0.04 if kind == "able" else 0.08)))
    for ink, line_width in ((overlays.DARK, width + 2), (INKS[kind], width)):
        pygame.draw.rect(surface, ink, box.inflate(line_width, line_width), line_width, border_radius=max(2, px // 12))
    return box


RING_PRIORITY = ("selected", "picked", "target", "hint")
"""The rings of a block in order of priority: it shows the first that one of its counters has. Units that can act get a
disc instead of a ring, because rings this close would hide the side colours."""
RING_MEANINGS: dict[str, Text] = {
    "selected": say("Selected"), "picked": say("Taking part"), "target": say("Can be attacked"), "able": say("Can act"),
    "hint": say("The hint is about this unit")}
"""The tooltips of the rings around counters."""


def ring_tooltips(kind: str, place: pygame.Rect, px: int) -> SignMeanings:
    """Tooltips for the parts of a ring outside its counter.

    :param place: the ring's window rectangle.
    :param px: the counter's width in pixels.
    """
    inner = place.inflate(px - place.width, px - place.height)
    width = max(3, round(0.1 * px))
    return [(side, RING_MEANINGS[kind]) for side in frame_sides(inner.inflate(width, width), width)]


def draw_ghost(surface: pygame.Surface, counter: Counter, theme: Theme, angle: int | None, at: Spot, px: int) -> None:
    """Draw a counter at its destination: pale, in a dashed frame, with its front bar.

    :param angle: its facing in degrees clockwise from the top of the map; None if it has none.
    :param at: its centre in window pixels; ``px`` is its width.
    """
    picture = picture_of(counter, theme, px, None).copy()
    picture.set_alpha(round(255 * GHOST_OPACITY))
    frame = ghost_frame(px)
    surface.blit(picture, picture.get_rect(center=at))
    surface.blit(frame, frame.get_rect(center=at))
    if angle is not None:
        draw_front_bar(surface, angle, at, px)


def draw_moving(surface: pygame.Surface, counter: Counter, theme: Theme, pose: CounterPose, at: tuple[float, float],
                px: int) -> None:
    """Draw a moving counter: raised, with its shadow farther off, faded if its pose says so.

    :param at: its centre in window pixels; ``px`` is its width.
    """
    x, y = at
    shadow_offset = px * (0.05 + 0.16 * pose.lift)
    if pose.alpha > MIN_SHADOW_OPACITY:
        shadow = piece_shadow(counter, px, pose.turn, round(pose.lift * LIFTED_SHADOW_STEPS) / LIFTED_SHADOW_STEPS)
        surface.blit(shadow, shadow.get_rect(center=(round(x + shadow_offset), round(y + 1.4 * shadow_offset))))
    picture = picture_of(counter, theme, px, pose.turn)
    side = base_side(counter, theme, px, pose.turn)
    if side is not None and not pose.tilt and pose.alpha > MIN_SHADOW_OPACITY:
        surface.blit(side, side.get_rect(center=(round(x), round(y))))
    if pose.tilt or pose.lift > 0.01:
        picture = pygame.transform.rotozoom(picture, pose.tilt, 1 + LIFT_GROWTH * pose.lift)
    if pose.alpha < 0.999:
        picture = picture.copy()
        picture.set_alpha(round(255 * max(0.0, pose.alpha)))
    surface.blit(picture, picture.get_rect(center=(round(x), round(y))))
