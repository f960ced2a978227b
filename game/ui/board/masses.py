"""An army seen from afar: where counters would be too small to be read, the counters of a side in one place are one
block with their sum, and every command is a coloured ground under its blocks."""

from __future__ import annotations

from collections import Counter as TallyOf
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot

import pygame

from game.art import Additions, Mark, additions
from game.core.contract import Counter
from game.core.message import Message, Text, say
from game.core.theme import SeatInfo, Theme
from game.ui.board.pile import strength
from game.ui.board.places import COUNTER, Geometry
from game.ui.counters.cardboard import body, cut_corner, fitted, hexed, striped, symbol_picture
from game.ui.counters.marks import chit, sign, spot_of
from game.ui.counters.pictures import face_surface, hollow_ink
from game.ui.kit.camera import Camera, Point
from game.ui.kit.notice import Told
from game.ui.kit.pictures import picture_cache, sketch

FAR, SHARE = 30, 0.05
"""A counter's width below which a system with commands shows them as masses: pixels, and a share of the view's height,
whichever is more. Chosen by eye: from a few metres the numbers of smaller counters cannot be read, and the larger a
window is in pixels, the farther off it is looked at."""
BLOCK, BLOCK_OF_TWO = 1.28, 1.0
"""The width of a block in counter widths: alone in its place, and beside one of the other side."""
FACING = 1.15
"""The width of a block that shows its front, in counter widths: room is left for fronts between blocks."""
REACH = 1.12
"""How far the ground of a command reaches from the middles of its places, in the sheet's units."""
RIM, TINT = 0.2, 0.4
"""The rim in the side's colour, as a share of that reach, and how much of that colour its inside has: sides are told
apart by lightness."""
TIGHT, BESIDE_FOES = 0.74, 2.1
"""The same of a place with an enemy within so many units, with whose ground it would mix. Chosen by eye."""
NEAR = 4.0
"""Units within which places of a command are on one ground. Chosen by eye."""
GROUND = 205
"""How dense that ground is, 0..255."""
LEADER, BEHIND = 0.66, 0.56
"""The width of the disc of a leader in counter widths, and how far behind a block's middle it lies, as a share of the
block's: its front stays free."""
CHIT = 0.52, 15
"""How large the chit of an order on a block is: a share of its width, and pixels at least."""
OVER, OVER_LONG = 0.28, 0.5
"""How much of a chit hangs over the left edge of its block, whose sum makes way for the rest; if the sum has more than
one figure."""
BAND, FIGURE, BESIDE = 0.32, 0.86, 0.66
"""How much of a block's height its symbol takes, how large its sum is set if that has room, and how wide a symbol
without a sum is beside a chit."""


def far(view: pygame.Rect) -> float:
    """The width of a counter in pixels below which a view shows masses."""
    return max(FAR, SHARE * view.h)


@dataclass(frozen=True, slots=True)
class PlaceBlock:
    """The counters of a side in one place as one."""

    units: tuple[str, ...]
    """The uppermost last."""
    place: str
    counter: Counter
    """What it shows: the symbol of its strongest unit and the sum of the strengths."""
    at: Point
    """Its middle, in the sheet's units."""
    share: float
    """Its width in counter widths."""
    led: tuple[str, ...] = ()
    """Leaders in its place that belong to no command: each is drawn as a disc behind it."""
    marks: tuple[tuple[str, int], ...] = ()
    """The marks of its fighting units, or of all if none fights, and how many units have each."""
    number: int = 0
    """How many units that are."""
    handed: tuple[str, ...] = ()
    """The marks of its officers, if it has units that fight."""

    @property
    def from_near(self) -> PlaceBlock:
        """The same block, at most as wide as a counter."""
        return self if self.share <= 1 else replace(self, share=1.0)

    @property
    def summed(self) -> bool:
        """Whether it shows the sum of its strengths; if not, it looks like its counter."""
        return self.counter.face is None or not self.counter.face.by_kind


def blocks_of(stacks: Mapping[str, Sequence[Counter]], geometry: Geometry,
              order: Sequence[str]) -> tuple[PlaceBlock, ...]:
    """The blocks of a position whose counters all fight under a command; nothing for a system without commands.

    :param stacks: the counters of every place, the uppermost last.
    :param order: the seats from left to right.
    """
    found = []
    for place, there in stacks.items():
        seats = [seat for seat in order if any(counter.seat == seat for counter in there)]
        for number, seat in enumerate(seats):
            own = [counter for counter in there if counter.seat == seat and not leads_all(counter)]
            if not own or not all(counter.face is not None and counter.face.command for counter in own):
                continue
            facing = any(counter.angle is not None for counter in own)
            share = BLOCK_OF_TWO if len(seats) > 1 else FACING if facing else BLOCK
            units = fighting(own) or own
            x, y = geometry.centre(place)
            x += (number - (len(seats) - 1) / 2) * share * COUNTER
            led = tuple(counter.unit for counter in there if counter.seat == seat and counter not in own)
            heads = dict.fromkeys(mark for each in own if each not in units for mark in each.marks)
            found.append(PlaceBlock(tuple(counter.unit for counter in own), place, _summed(own), (x, y), share, led,
                                    _counted(units), len(units), tuple(heads)))
    return tuple(found)


def fighting(counters: Iterable[Counter]) -> list[Counter]:
    """Those that have a strength of their own: neither officers nor trains."""
    return [counter for counter in counters if not counter.beside]


def _counted(counters: Iterable[Counter]) -> tuple[tuple[str, int], ...]:
    """The marks of some counters and how many have each, the most frequent first."""
    return tuple(TallyOf(mark for counter in counters for mark in counter.marks).most_common())


def _summed(own: Sequence[Counter]) -> Counter:
    """A counter that shows several."""
    units = fighting(own)
    first = max(units or own, key=strength)
    assert first.face is not None, "only counters with a command are summed"
    worn = bool(units) and all(each.face is not None and each.face.worn for each in units)
    if len(own) == 1 and first.face.by_kind:
        return first
    marks = ("moved",) if all("moved" in counter.marks for counter in units or own) else ()
    return replace(first, numbers=str(sum(map(strength, units))) if units else "", marks=marks, angle=None,
                   face=replace(first.face, title="", move="", worn=worn))


@dataclass(frozen=True, slots=True)
class Mass:
    """A command on the map."""

    name: str
    side: SeatInfo
    band: str
    ink: str
    total: int
    count: int
    middles: tuple[Point, ...]
    """Of its places, in the sheet's units."""
    symbol: str = ""
    """The symbol on the flag of a leader of no command, in place of a sum."""
    by_kind: bool = False
    """Whether its number is that of its units, not a sum of strengths."""
    leader: str = ""
    """The unit that its flag stands for: its commander, or its strongest unit where that is not on the map."""
    orders: tuple[tuple[Mark, int], ...] = ()
    """What its fighting units are ordered, and how many of them, the most first."""


def masses_of(blocks: Sequence[PlaceBlock], counters: Mapping[str, Counter], theme: Theme,
              geometry: Geometry) -> tuple[Mass, ...]:
    """Every command with its places, its number of fighting units and their strength; and the leaders of none."""
    found: dict[tuple[str, str], list[tuple[Counter, str]]] = {}
    for block in blocks:
        for unit in block.units:
            counter = counters[unit]
            if counter.face is not None:
                found.setdefault((counter.seat, counter.face.command), []).append((counter, block.place))
    masses = []
    for (seat, name), members in found.items():
        face, units = members[0][0].face, fighting(counter for counter, _ in members)
        assert face is not None, "only counters with a command are in a mass"
        places, known = dict.fromkeys(place for _, place in members), additions(theme.art)
        orders = tuple((known.mark(mark), number) for mark, number in _counted(units) if known.mark(mark).order)
        total = len(units) if face.by_kind else sum(map(strength, units))
        masses.append(Mass(name, theme.side(seat), face.band, face.ink, total, len(units),
                           tuple(geometry.centre(place) for place in places), by_kind=face.by_kind,
                           leader=_leader(name, [counter for counter, _ in members]).unit, orders=orders))
    for counter in counters.values() if masses else ():
        if leads_all(counter) and counter.place:
            side = theme.side(counter.seat)
            masses.append(Mass(counter.name, side, side.print, side.paper, 0, 1, (geometry.centre(counter.place),),
                               counter.symbol, leader=counter.unit))
    return tuple(masses)


def leads_all(counter: Counter) -> bool:
    """Whether a counter is a leader of no command, and has a flag of its own."""
    return counter.beside and counter.face is None


def _leader(name: str, members: Sequence[Counter]) -> Counter:
    """The counter for which the flag of a command stands."""
    return max(members, key=lambda counter: (counter.name == name, "-" in counter.numbers and counter.beside,
                                             strength(counter)))


def chit_room(block: PlaceBlock, known: Additions, px: int) -> int:
    """How many pixels at its left a block ``px`` pixels wide keeps free for chits of orders."""
    ordered = any(known.mark(name).order for name in (*dict(block.marks), *block.handed))
    wide, over = _chit_size(block, px)
    return wide - over if ordered else 0


def _chit_size(block: PlaceBlock, px: int) -> tuple[int, int]:
    """The width of a chit on a block ``px`` pixels wide, and how much of that hangs over its edge."""
    wide = max(CHIT[1], round(CHIT[0] * px))
    return wide, round((OVER_LONG if len(block.counter.numbers) > 1 else OVER) * wide)


@picture_cache(128)
def block_surface(counter: Counter, side: SeatInfo, px: int, kept: int = 0) -> pygame.Surface:
    """A block, ``px`` pixels square: a symbol on its command's colour, and its sum as large as there is room for; the
    symbol alone if it has none. Cached: do not draw on it.

    :param kept: pixels at its left that its sum leaves free; a symbol alone goes up and right instead.
    """
    assert counter.face is not None, "only counters with a command are summed"
    if counter.face.by_kind:
        return face_surface(counter.face, counter.abbr, counter.symbol, counter.numbers, "moved" in counter.marks, side,
                            px)
    face, surface = counter.face, body(side, px).copy()
    band, ink = (side.paper, hollow_ink(face, side)) if face.worn else (face.band, face.ink)
    rim, high = max(2, round(px * 0.07)), round(px * BAND)
    if face.worn:
        surface.blit(striped(side.paper, side.print, px), (rim, high), (rim, high, px - 2 * rim, px - high - rim))
    if not counter.numbers:
        high = px - rim
    pygame.draw.rect(surface, band, (rim, rim, px - 2 * rim, high - rim), border_radius=max(1, px // 16))
    wide = min(round((high - rim) / 0.7), px - 3 * rim)
    if kept and not counter.numbers:
        wide = min(wide, round(BESIDE * px))
    picture = symbol_picture(counter.symbol, ink, wide, round(wide * 0.7), band)
    if kept and not counter.numbers:
        surface.blit(picture, picture.get_rect(topright=(px - rim, rim)))
    else:
        surface.blit(picture, picture.get_rect(center=(px // 2, (rim + high) // 2)))
    if counter.numbers:
        size, room, across = round(px * FIGURE), px - rim - high, min(px * 0.8, px - kept - 1)
        figure = fitted(counter.numbers, side.print, size, across, side.heavy)
        if figure.get_height() > room:
            size = size * room // figure.get_height()
            figure = fitted(counter.numbers, side.print, size, across, side.heavy)
        middle = px // 2 if not kept else min(px - 1 - figure.get_width() // 2, (kept + px) // 2)
        surface.blit(figure, figure.get_rect(center=(middle, high + room // 2)))
    if "moved" in counter.marks:
        cut_corner(surface, px)
    return surface.convert_alpha()


@picture_cache(16)
def leader_disc(symbol: str, side: SeatInfo, px: int) -> pygame.Surface:
    """The disc of a leader behind a block: its symbol in the colours of its side. Cached: do not draw on it."""
    picture = sketch((px, px), "0 0 100 100", '<circle cx="50" cy="50" r="49" fill="#1b120a"/>'
                     f'<circle cx="50" cy="50" r="42" fill="{side.print}"/>', of=(100, 100)).copy()
    emblem = symbol_picture(symbol, side.paper, round(px * 0.68), round(px * 0.476), side.print)
    picture.blit(emblem, emblem.get_rect(center=(px // 2, px // 2)))
    return picture.convert_alpha()


def draw_block_signs(surface: pygame.Surface, block: PlaceBlock, known: Additions, at: tuple[int, int], px: int,
                     told: Told) -> None:
    """Draw what the marks of a block say that can be seen from afar: states where they lie on a counter, orders as
    chits upward from its lower left corner, over its edge and the room that its print leaves them.

    :param known: the marks of its system.
    :param at: its middle in window pixels; ``px`` is its width.
    """
    left, top = at[0] - px // 2, at[1] - px // 2
    marks = [(known.mark(name), count) for name, count in block.marks]
    taken = []
    for mark, count in marks:
        if mark.afar and not mark.order:
            picture = sign(mark, px)
            taken.append(surface.blit(picture, spot_of(mark, picture, px).move(left, top)))
            told.append((taken[-1], share_told(mark, count, block.number)))
    wide, over = _chit_size(block, px)
    spot = pygame.Rect(left - over, top + px - wide + wide // 6, wide, wide)
    for mark, count in marks:
        if mark.order:
            spot = _clear(spot, taken)
            told.append((surface.blit(chit(mark, wide), spot), share_told(mark, count, block.number)))
            taken.append(spot)
    for name in block.handed:
        if (mark := known.mark(name)).order:
            spot = _clear(spot, taken)
            taken.append(_handed(surface, chit(mark, round(0.72 * wide)), spot.center))
            told.append((taken[-1], say("{mark}, to a commander here", mark=Message(mark.means))))


def _clear(spot: pygame.Rect, taken: Sequence[pygame.Rect]) -> pygame.Rect:
    """A spot as far up as it must go to lie on nothing that is drawn."""
    while (number := spot.inflate(-2, -2).collidelist(list(taken))) >= 0:
        spot = spot.copy()
        spot.bottom = taken[number].top + 1
    return spot


def _handed(surface: pygame.Surface, picture: pygame.Surface, at: tuple[int, int]) -> pygame.Rect:
    """Draw the chit of an order that a commander passes on, on a round pale disc."""
    radius = round(0.64 * picture.get_width())
    pygame.draw.circle(surface, "#1b120a", at, radius + 1)
    disc = pygame.draw.circle(surface, "#fff6df", at, radius)
    surface.blit(picture, picture.get_rect(center=at))
    return disc


def share_told(mark: Mark, count: int, of: int) -> Text:
    """The meaning of a mark that ``count`` of ``of`` units have."""
    return Message(mark.means) if count == of else say("{mark} ({count} of {all})", mark=Message(mark.means),
                                                       count=count, all=of)


def draw_grounds(surface: pygame.Surface, masses: Sequence[Mass], camera: Camera) -> None:
    """Draw the coloured ground of every command: its own colour, rimmed in its side's and in dark. Beside enemies it is
    tighter, and it never reaches across them."""
    if not masses:
        return
    rim = max(2, round(REACH * camera.scale * RIM))
    sheet = pygame.Surface(camera.rect.size, pygame.SRCALPHA)
    for mass in masses:
        if mass.symbol:
            continue
        foes = [at for other in masses if other.side.name != mass.side.name for at in other.middles]
        spots = []
        for at in mass.middles:
            x, y = camera.to_screen(at)
            spots.append((at, (x - camera.rect.x, y - camera.rect.y), reach_of(at, foes) * camera.scale))
        near = {at: (point, radius) for at, point, radius in spots}
        links = [(near[one], near[other]) for one, other in ground_links(mass.middles, foes)]
        inside = hexed(pygame.Color(mass.band).lerp(mass.side.paper, TINT))
        for colour, more in (("#1b120a", rim + 1), (mass.side.paper, rim), (inside, 0)):
            for _, point, radius in spots:
                pygame.draw.circle(sheet, colour, point, radius + more)
            for (one, wide), (other, narrow) in links:
                _bar(sheet, colour, one, other, min(wide, narrow) + more)
    sheet.set_alpha(GROUND)
    surface.blit(sheet, camera.rect)


def reach_of(at: Point, foes: Iterable[Point]) -> float:
    """How far the ground of a command reaches from the middle of one of its places, given those of its enemies."""
    return TIGHT if any(_gap(at, foe) <= BESIDE_FOES for foe in foes) else REACH


def ground_links(middles: Sequence[Point], foes: Sequence[Point]) -> list[tuple[Point, Point]]:
    """The links that tie the places of a command to one ground: the shortest, none that an enemy stands on."""
    return [(one, other) for one, other in _links(list(dict.fromkeys(middles)), NEAR)
            if not any(_off(foe, one, other) < REACH for foe in foes)]


def _gap(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def _off(point: Point, one: Point, other: Point) -> float:
    """How far a point lies from the line between two others."""
    (x, y), (u, v) = one, other
    along = ((point[0] - x) * (u - x) + (point[1] - y) * (v - y)) / max(1e-9, _gap(one, other) ** 2)
    share = max(0.0, min(1.0, along))
    return _gap(point, (x + share * (u - x), y + share * (v - y)))


def _bar(surface: pygame.Surface, colour: str, one: Point, other: Point, half: float) -> None:
    (x, y), (u, v) = one, other
    far = max(1.0, hypot(u - x, v - y))
    dx, dy = (y - v) / far * half, (u - x) / far * half
    pygame.draw.polygon(surface, colour, [(x + dx, y + dy), (u + dx, v + dy), (u - dx, v - dy), (x - dx, y - dy)])


def _links(points: Sequence[Point], most: float) -> list[tuple[Point, Point]]:
    """The shortest links that tie points together, none longer than that."""
    found, tied, free = [], list(points[:1]), list(points[1:])
    while free:
        one, other = min(((a, b) for a in tied for b in free), key=lambda pair: _gap(*pair))
        if _gap(one, other) <= most:
            found.append((one, other))
        tied.append(other)
        free.remove(other)
    return found


def main_body(points: Sequence[Point], most: float) -> list[Point]:
    """The largest group of points that links no longer than that tie together; of equal groups the first."""
    groups = [[point] for point in points]
    for one, other in _links(points, most):
        a, b = (next(group for group in groups if point in group) for point in (one, other))
        if a is not b:
            a.extend(b)
            groups.remove(b)
    return max(groups, key=len, default=[])
