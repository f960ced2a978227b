"""The far view of an army: if counters would be too small to read, a side's counters in one place are drawn as one
block with the sum of their strengths, and every command as a coloured ground under its blocks."""

from __future__ import annotations

from collections import Counter as TallyOf
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import dist

import pygame

from game.art import Mark, ScreenData, screen_data
from game.core.contract import Counter
from game.core.message import Message, Text, say
from game.core.theme import SeatInfo, Theme
from game.ui.board.places import COUNTER_WIDTH, Geometry
from game.ui.board.stack_layout import strength
from game.ui.counters.cardboard import draw_moved_corner, fitted_print, stripes_picture, symbol_picture
from game.ui.counters.marks import sign_box, sign_picture, square_sign
from game.ui.counters.pictures import face_surface, stripe_height
from game.ui.kit.camera import Point
from game.ui.kit.notice import SignMeanings
from game.ui.kit.pictures import picture_cache, render_elements

FAR_VIEW_PIXELS = 30
"""The counter width in pixels below which a system with commands is shown in the far view. Chosen by eye: from a few
metres the numbers of smaller counters cannot be read."""
FAR_VIEW_SHARE = 0.05
"""That counter width as a share of the view's height; the larger of both counts. The more pixels a window has, the
farther away its viewers are."""
BLOCK_WIDTH = 1.28
"""The width of a block alone in its place, in counter widths. Chosen by eye."""
CONTESTED_BLOCK_WIDTH = 1.08
"""The width of a block beside an enemy block, in counter widths. Two blocks extend beyond their hex and are drawn above
those of adjacent hexes, whose sums stay visible. Chosen by eye."""
FRONTED_BLOCK_WIDTH = 1.15
"""The width of a block that shows its front, in counter widths: fronts need room between blocks."""
LEADER_WIDTH = 0.66
"""The width of a leader's disc, in counter widths."""
LEADER_BEHIND = 0.56
"""The distance of a leader's disc behind the block's centre, in block widths, so that the block's front stays free."""
CHIT_SIZE = 0.52, 15
"""The size of an order's chit on a block: as a share of the block's width, and the minimum in pixels."""
CHIT_OVERHANG = 0.28
"""The share of a chit that overhangs the left edge of its block, where it leaves room for the sum."""
LONG_SUM_OVERHANG = 0.5
"""The share of a chit that overhangs the left edge of a block whose sum has several digits."""
FIGHT_COLOUR = "#c22a1c"
"""The colour of the plate under the blocks of enemies in one place."""
FIGHT_RIM = 0.06
"""The width of the rim of that plate, as a share of a block's height."""
COMMON_MARK_WIDTH = 0.44
"""The width of a mark that enemies in one place have in common, as a share of a block's height."""
BLOCK_EDGE = 0.03
"""The width of a block's dark edge, as a share of the block's size."""
BLOCK_FRAME = 0.055
"""The least distance of a symbol from a block's edges, as a share of the block's size."""
BLOCK_BAND = 0.42
"""The height of the part of a block above its sum, as a share of the block's size."""
SUM_HEIGHT = 0.86
"""The height of a block's sum if there is room, as a share of the block's size."""
SUM_WIDTH = 0.8
"""The maximum width of a block's sum, as a share of the block's size."""
SYMBOL_WIDTH = 0.66
"""The width of a symbol without a sum beside a chit, as a share of the block's size."""
SYMBOL_SHAPE = 0.7
"""The height of a symbol as a share of its width."""
LEADER_SYMBOL_SIZE = 0.68, 0.68 * SYMBOL_SHAPE
"""The width and height of the symbol on a leader's disc, as shares of the disc's width."""
PASSED_ORDER_SIZE = 0.72
"""The size of the chit of an order that a commander passes on, relative to other chits."""
PALE = "#fff6df"
"""The disc below the chit of an order that a commander passes on."""
DARK = "#1b120a"
"""The colour of edges."""


def far_width(view: pygame.Rect) -> float:
    """The counter width in pixels below which a view is the far view.

    :param view: the rectangle of the map in the window.
    """
    return max(FAR_VIEW_PIXELS, FAR_VIEW_SHARE * view.h)


@dataclass(frozen=True, slots=True)
class PlaceBlock:
    """A side's counters in one place, drawn as one block."""

    units: tuple[str, ...]
    """Its units, the top one last."""
    place: str
    counter: Counter
    """The counter drawn: the symbol of the strongest unit and the sum of the strengths."""
    at: Point
    """Its centre, in sheet units."""
    width: float
    """In counter widths."""
    leaders: tuple[str, ...] = ()
    """Leaders in its place that belong to no command: each is drawn as a disc behind the block."""
    marks: tuple[tuple[str, int], ...] = ()
    """The marks of its fighting units (of all units if none fights), and the number of units with each."""
    number: int = 0
    """The number of its fighting units, or of all units if none fights."""
    officer_marks: tuple[str, ...] = ()
    """The marks of its officers, if it has fighting units."""
    contested: bool = False
    """Whether an enemy block is beside it: orders are then not shown on it."""
    common: tuple[str, ...] = ()
    """Marks that all units in its place have, enemies too: drawn once, between the blocks."""

    @property
    def command(self) -> tuple[str, Text]:
        """The seat and the name of the command whose colour it shows: that of its strongest unit."""
        return self.counter.seat, self.counter.face.command if self.counter.face is not None else ""

    @property
    def near_view(self) -> PlaceBlock:
        """The same block, at most one counter wide."""
        return self if self.width <= 1 else replace(self, width=1.0)

    @property
    def shows_sum(self) -> bool:
        """Whether it shows the sum of its strengths; if not, it shows its counter's own face."""
        return self.counter.face is None or not self.counter.face.by_kind


def blocks_of(stacks: Mapping[str, Sequence[Counter]], geometry: Geometry,
              order: Sequence[str]) -> tuple[PlaceBlock, ...]:
    """The blocks of a position, for places where all of a side's counters have a command; empty for a system without
    commands.

    :param stacks: the counters of every place, the top one last.
    :param order: the seats from left to right.
    """
    all_blocks = []
    for place, stack in stacks.items():
        seats, blocks = [seat for seat in order if any(counter.seat == seat for counter in stack)], []
        for number, seat in enumerate(seats):
            members = [counter for counter in stack if counter.seat == seat and not has_no_command(counter)]
            if not members or not all(counter.face is not None and counter.face.command for counter in members):
                continue
            has_facing = any(counter.angle is not None for counter in members)
            width = CONTESTED_BLOCK_WIDTH if len(seats) > 1 else FRONTED_BLOCK_WIDTH if has_facing else BLOCK_WIDTH
            units = fighting(members) or members
            x, y = geometry.centre(place)
            x += (number - (len(seats) - 1) / 2) * width * COUNTER_WIDTH
            leaders = tuple(counter.unit for counter in stack if counter.seat == seat and counter not in members)
            officer_marks = dict.fromkeys(mark for each in members if each not in units for mark in each.marks)
            blocks.append(PlaceBlock(tuple(counter.unit for counter in members), place, _summed_counter(members),
                                     (x, y), width, leaders, _counted_marks(units), len(units), tuple(officer_marks),
                                     len(seats) > 1))
        all_blocks += _blocks_with_common_marks(blocks)
    return tuple(all_blocks)


def _blocks_with_common_marks(blocks: Sequence[PlaceBlock]) -> list[PlaceBlock]:
    """The blocks of a place; a mark that all units of several sides have is moved to their common marks."""
    if len(blocks) < 2:
        return list(blocks)
    common = tuple(mark for mark, _ in blocks[0].marks
                   if all(dict(block.marks).get(mark) == block.number for block in blocks))
    return [replace(block, common=common, marks=tuple(each for each in block.marks if each[0] not in common))
            for block in blocks]


def fighting(counters: Iterable[Counter]) -> list[Counter]:
    """The counters with a strength of their own: neither officers nor trains."""
    return [counter for counter in counters if not counter.off_stack]


def _counted_marks(counters: Iterable[Counter]) -> tuple[tuple[str, int], ...]:
    """The marks of some counters and the number of counters with each, the most frequent first."""
    return tuple(TallyOf(mark for counter in counters for mark in counter.marks).most_common())


def _summed_counter(members: Sequence[Counter]) -> Counter:
    """One counter that represents several: the strongest one with the sum of their strengths."""
    units = fighting(members)
    strongest = max(units or members, key=strength)
    assert strongest.face is not None, "only counters with a command are summed"
    all_reduced = bool(units) and all(each.face is not None and each.face.reduced for each in units)
    if len(members) == 1 and strongest.face.by_kind:
        return strongest
    marks = ("moved",) if all("moved" in counter.marks for counter in units or members) else ()
    return replace(strongest, numbers=str(sum(map(strength, units))) if units else "", marks=marks, angle=None,
                   face=replace(strongest.face, title="", move="", reduced=all_reduced))


@dataclass(frozen=True, slots=True)
class Mass:
    """A command, or a leader without a command, on the map in the far view."""

    name: Text
    side: SeatInfo
    band: str
    """The command's own colour; for a leader that of its side's print."""
    total: int
    """The strength of its fighting units, or their number if ``by_kind``."""
    count: int
    """The number of its fighting units."""
    middles: tuple[Point, ...]
    """The centres of its places, in sheet units."""
    totals: tuple[int, ...]
    """The part of its total in each of these places; 0 for a leader."""
    places: tuple[str, ...] = ()
    """The places whose block shows its colour; without those where an enemy block is beside it."""
    symbol: str = ""
    """The symbol on the flag of a leader without a command, instead of a sum; empty for a command."""
    by_kind: bool = False
    """Whether its total is the number of its units, not a sum of strengths."""
    leader: str = ""
    """The unit that its flag represents: its commander, or its strongest unit if the commander is not on the map."""
    orders: tuple[tuple[Mark, int], ...] = ()
    """The orders of its fighting units and the number of units with each, the most frequent first."""


def masses_of(blocks: Sequence[PlaceBlock], counters: Mapping[str, Counter], shown_at: Mapping[str, str], theme: Theme,
              geometry: Geometry, moving: Collection[str] = ()) -> tuple[Mass, ...]:
    """Every command with its places, its number of fighting units and their strength; and each leader without a
    command.

    :param shown_at: the place where each unit is shown, which may be where it was.
    :param moving: units that are drawn on their way: each counts in the place of its command that is nearest to its
        destination.
    """
    moving_by_command: dict[tuple[str, Text], list[Counter]] = {}
    for counter in fighting(counters[unit] for unit in moving if unit in counters):
        if counter.face is not None and counter.place is not None and geometry.knows(counter.place):
            moving_by_command.setdefault((counter.seat, counter.face.command), []).append(counter)
    members_of_commands: dict[tuple[str, Text], list[tuple[Counter, str]]] = {}
    for block in blocks:
        for unit in block.units:
            counter = counters[unit]
            if counter.face is not None:
                command = counter.seat, counter.face.command
                members_of_commands.setdefault(command, []).append((counter, block.place))
    masses = []
    for (seat, name), members in members_of_commands.items():
        face = members[0][0].face
        assert face is not None, "only counters with a command are in a mass"
        places, data = dict.fromkeys(place for _, place in members), screen_data(theme.art)
        coloured = tuple(block.place for block in blocks if not block.contested and block.command == (seat, name))
        fighters = [(counter, place) for counter, place in members if not counter.off_stack]
        for counter in moving_by_command.get((seat, name), ()):
            end = geometry.centre(counter.place or "")
            fighters.append((counter, min(places, key=lambda place: dist(geometry.centre(place), end))))
        totals = dict.fromkeys(places, 0)
        for counter, place in fighters:
            totals[place] += 1 if face.by_kind else strength(counter)
        marks = _counted_marks(counter for counter, _ in fighters)
        orders = tuple((data.mark(mark), number) for mark, number in marks if data.mark(mark).order)
        masses.append(Mass(name, theme.side(seat), face.band, sum(totals.values()), len(fighters),
                           tuple(map(geometry.centre, places)), tuple(totals.values()), coloured,
                           by_kind=face.by_kind,
                           leader=_leader_counter(name, [counter for counter, _ in members]).unit, orders=orders))
    for unit, place in shown_at.items() if masses else ():
        counter = counters[unit]
        if has_no_command(counter):
            side = theme.side(counter.seat)
            masses.append(Mass(counter.name, side, side.print, 0, 1, (geometry.centre(place),),
                               (0,), symbol=counter.symbol, leader=counter.unit))
    return tuple(masses)


def has_no_command(counter: Counter) -> bool:
    """Whether a counter is a leader without a command, with a flag of its own."""
    return counter.off_stack and counter.face is None


def _leader_counter(name: Text, members: Sequence[Counter]) -> Counter:
    """The counter that the flag of a command represents."""
    return max(members, key=lambda counter: (counter.name == name, _is_officer(counter), strength(counter)))


def _is_officer(counter: Counter) -> bool:
    """Whether a counter of a command is an officer: it lies beside the stack and prints two numbers, a train only
    one."""
    return counter.off_stack and "-" in counter.numbers


def chit_room(block: PlaceBlock, data: ScreenData, px: int) -> int:
    """The pixels at the left of a block ``px`` pixels wide that are reserved for chits of orders; 0 if it has none.

    :param data: the marks of its system.
    """
    names = (*dict(block.marks), *block.officer_marks)
    has_order = not block.contested and any(data.mark(name).order for name in names)
    width, overhang = _chit_size(block, px)
    return width - overhang if has_order else 0


def _chit_size(block: PlaceBlock, px: int) -> tuple[int, int]:
    """The width of a chit on a block ``px`` pixels wide, and how much of it overhangs the edge."""
    width = max(CHIT_SIZE[1], round(CHIT_SIZE[0] * px))
    return width, round((LONG_SUM_OVERHANG if len(block.counter.numbers) > 1 else CHIT_OVERHANG) * width)


@picture_cache(128)
def block_surface(counter: Counter, side: SeatInfo, px: int, free_left: int = 0) -> pygame.Surface:
    """A block, ``px`` pixels square, in its side's colour: a stripe in its command's, a symbol, and its sum as large as
    possible; only the symbol if it has no sum. A counter that is drawn by kind has its own face instead. Cached: do not
    draw on it.

    :param free_left: pixels at its left that the sum leaves free; a symbol without a sum moves up and right instead.
    """
    assert counter.face is not None, "only counters with a command are summed"
    if counter.face.by_kind:
        return face_surface(counter.face, counter.abbr, counter.symbol, counter.numbers, "moved" in counter.marks, side,
                            px)
    face, edge, radius = counter.face, max(1, round(px * BLOCK_EDGE)), max(1, px // 16)
    frame = edge + max(1, round(px * BLOCK_FRAME * (1 if counter.numbers else 2)))
    stripe_bottom = stripe_height(px)
    height = round(px * BLOCK_BAND) if counter.numbers else px - frame
    ground = pygame.Rect(edge, edge, px - 2 * edge, px - 2 * edge)
    surface = pygame.Surface((px, px), pygame.SRCALPHA)
    pygame.draw.rect(surface, DARK, (0, 0, px, px), border_radius=radius)
    pygame.draw.rect(surface, side.paper, ground, border_radius=radius)
    if face.reduced:
        lower = ground.clip((0, height if counter.numbers else stripe_bottom, px, px))
        surface.blit(stripes_picture(side.paper, side.print, px), lower, lower)
    stripe = pygame.Rect(edge, edge, ground.width, stripe_bottom - edge)
    pygame.draw.rect(surface, face.band, stripe, border_top_left_radius=radius, border_top_right_radius=radius)
    width = min(round((height - stripe_bottom) / SYMBOL_SHAPE), px - 2 * frame)
    if free_left and not counter.numbers:
        width = min(width, round(SYMBOL_WIDTH * px))
    picture = symbol_picture(counter.symbol, side.print, width, round(width * SYMBOL_SHAPE), side.paper)
    if free_left and not counter.numbers:
        surface.blit(picture, picture.get_rect(topright=(px - frame, stripe_bottom)))
    else:
        surface.blit(picture, picture.get_rect(center=(px // 2, (stripe_bottom + height) // 2)))
    if counter.numbers:
        size, room, max_width = round(px * SUM_HEIGHT), ground.bottom - height, min(px * SUM_WIDTH, px - free_left - 1)
        figure = fitted_print(counter.numbers, side.print, size, max_width, side.heavy)
        if figure.get_height() > room:
            size = size * room // figure.get_height()
            figure = fitted_print(counter.numbers, side.print, size, max_width, side.heavy)
        middle = px // 2 if not free_left else min(px - 1 - figure.get_width() // 2, (free_left + px) // 2)
        surface.blit(figure, figure.get_rect(center=(middle, height + room // 2)))
    if "moved" in counter.marks:
        draw_moved_corner(surface, px)
    return surface.convert_alpha()


@picture_cache(16)
def leader_disc(symbol: str, side: SeatInfo, px: int) -> pygame.Surface:
    """The disc of a leader behind a block, ``px`` pixels wide: its symbol in its side's colours. Cached: do not draw on
    it."""
    picture = render_elements((px, px), "0 0 100 100", f'<circle cx="50" cy="50" r="49" fill="{DARK}"/>'
                              f'<circle cx="50" cy="50" r="43" fill="{side.print}"/>'
                              f'<circle cx="50" cy="50" r="37" fill="{side.paper}"/>', svg_size=(100, 100)).copy()
    emblem = symbol_picture(symbol, side.print, round(px * LEADER_SYMBOL_SIZE[0]), round(px * LEADER_SYMBOL_SIZE[1]),
                            side.paper)
    picture.blit(emblem, emblem.get_rect(center=(px // 2, px // 2)))
    return picture.convert_alpha()


def draw_block_signs(surface: pygame.Surface, block: PlaceBlock, data: ScreenData, at: tuple[int, int], px: int,
                     tooltips: SignMeanings) -> None:
    """Draw the marks of a block that are visible in the far view: states where they lie on a counter, orders as chits
    upwards from its lower left corner, partly over its edge.

    :param data: the marks of its system.
    :param at: its centre in window pixels; ``px`` is its width.
    """
    left, top = at[0] - px // 2, at[1] - px // 2
    marks = [(data.mark(name), count) for name, count in block.marks]
    drawn = []
    for mark, count in marks:
        if mark.afar and not mark.order:
            picture = sign_picture(mark, px)
            drawn.append(surface.blit(picture, sign_box(mark, picture, px).move(left, top)))
            tooltips.append((drawn[-1], mark_tooltip(mark, count, block.number)))
    if block.contested:
        return
    width, overhang = _chit_size(block, px)
    spot = pygame.Rect(left - overhang, top + px - width + width // 6, width, width)
    for mark, count in marks:
        if mark.order:
            spot = _clear_spot(spot, drawn)
            tooltips.append((surface.blit(square_sign(mark, width), spot), mark_tooltip(mark, count, block.number)))
            drawn.append(spot)
    for name in block.officer_marks:
        if (mark := data.mark(name)).order:
            spot = _clear_spot(spot, drawn)
            drawn.append(_draw_passed_order(surface, square_sign(mark, round(PASSED_ORDER_SIZE * width)), spot.center))
            tooltips.append((drawn[-1], say("{mark}, to a commander here", mark=Message(mark.means))))


def draw_fight_plate(surface: pygame.Surface, box: pygame.Rect) -> None:
    """Draw the plate under the blocks of enemies in one place, so that they are seen as one group.

    :param box: the blocks together, in window pixels.
    """
    rim = max(2, round(FIGHT_RIM * box.h))
    for colour, extra in ((DARK, 2 * rim + 4), (FIGHT_COLOUR, 2 * rim)):
        pygame.draw.rect(surface, colour, box.inflate(extra, extra), border_radius=2 * rim)


def draw_common_signs(surface: pygame.Surface, block: PlaceBlock, data: ScreenData, box: pygame.Rect,
                      tooltips: SignMeanings) -> None:
    """Draw the marks that enemies in one place have in common on the lower edge of the plate, between their blocks.

    :param data: the marks of its system.
    :param box: the blocks together, in window pixels.
    """
    marks = [mark for mark in map(data.mark, block.common) if mark.afar and not mark.order]
    width = max(CHIT_SIZE[1], round(COMMON_MARK_WIDTH * box.h))
    spot = pygame.Rect(0, 0, width * len(marks), width)
    spot.midbottom = box.centerx, box.bottom + width // 3
    for k, mark in enumerate(marks):
        tooltips.append((surface.blit(square_sign(mark, width), spot.move(k * width, 0)), Message(mark.means)))


def _clear_spot(spot: pygame.Rect, taken: Sequence[pygame.Rect]) -> pygame.Rect:
    """A spot moved up until it overlaps none of the rectangles in ``taken``."""
    while (number := spot.inflate(-2, -2).collidelist(list(taken))) >= 0:
        spot = spot.copy()
        spot.bottom = taken[number].top + 1
    return spot


def _draw_passed_order(surface: pygame.Surface, picture: pygame.Surface, at: tuple[int, int]) -> pygame.Rect:
    """Draw the chit of an order that a commander passes on, on a round pale disc; return the disc's rectangle."""
    radius = round(0.64 * picture.get_width())
    pygame.draw.circle(surface, DARK, at, radius + 1)
    disc = pygame.draw.circle(surface, PALE, at, radius)
    surface.blit(picture, picture.get_rect(center=at))
    return disc


def mark_tooltip(mark: Mark, count: int, of: int) -> Text:
    """The tooltip of a mark that ``count`` of ``of`` units have."""
    return Message(mark.means) if count == of else say("{mark} ({count} of {all})", mark=Message(mark.means),
                                                       count=count, all=of)
