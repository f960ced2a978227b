"""An army seen from afar: where counters would be too small to be read, the counters of a side in one place are one
block with their sum, and every command is a coloured ground under its blocks with a flag that names it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot

import pygame

from game.core.contract import Counter
from game.core.message import several
from game.core.theme import SeatInfo, Theme
from game.ui.board.pile import strength
from game.ui.board.places import COUNTER, Geometry
from game.ui.counters.cardboard import hexed
from game.ui.kit.camera import Camera, Point
from game.ui.kit.fonts import font
from game.ui.kit.notice import Told
from game.ui.kit.pictures import picture_cache

FAR = 30
"""Pixels of a counter's width below which a system with commands shows them as masses. Chosen by eye: from a few metres
the numbers of smaller counters cannot be read."""
BLOCK, BLOCK_OF_TWO = 1.28, 1.0
"""The width of a block in counter widths: alone in its place, and beside one of the other side."""
REACH = 1.12
"""How far the ground of a command reaches from the middles of its places, in the sheet's units."""
RIM, TINT = 0.2, 0.4
"""The rim in the side's colour, as a share of that reach, and how much of that colour its inside has: sides are told
apart by lightness."""
NEAR = 4.0
"""Units within which places of a command are on one ground. Chosen by eye."""
GROUND = 205
"""How dense that ground is, 0..255."""
PRINT = 15
"""The size of the print on flags at least, in pixels; it grows with the view."""


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
            own = [counter for counter in there if counter.seat == seat]
            if not all(counter.face is not None and counter.face.command for counter in own):
                continue
            share = BLOCK if len(seats) == 1 else BLOCK_OF_TWO
            x, y = geometry.centre(place)
            x += (number - (len(seats) - 1) / 2) * share * COUNTER
            found.append(PlaceBlock(tuple(counter.unit for counter in own), place, _summed(own), (x, y), share))
    return tuple(found)


def fighting(counters: Iterable[Counter]) -> list[Counter]:
    """Those that have a strength of their own: neither officers nor trains."""
    return [counter for counter in counters if not counter.beside]


def _summed(own: Sequence[Counter]) -> Counter:
    """A counter that shows several."""
    units = fighting(own)
    first = max(units or own, key=strength)
    assert first.face is not None, "only counters with a command are summed"
    worn = bool(units) and all(each.face is not None and each.face.worn for each in units)
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


def masses_of(blocks: Sequence[PlaceBlock], counters: Mapping[str, Counter], theme: Theme,
              geometry: Geometry) -> tuple[Mass, ...]:
    """Every command with its places, its number of fighting units and their strength."""
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
        places = dict.fromkeys(place for _, place in members)
        masses.append(Mass(name, theme.side(seat), face.band, face.ink, sum(map(strength, units)), len(units),
                           tuple(geometry.centre(place) for place in places)))
    return tuple(masses)


def draw_grounds(surface: pygame.Surface, masses: Sequence[Mass], camera: Camera) -> None:
    """Draw the coloured ground of every command: its own colour, rimmed in its side's and in dark."""
    radius = REACH * camera.scale
    rim = max(2, round(radius * RIM))
    sheet = pygame.Surface(camera.rect.size, pygame.SRCALPHA)
    for mass in masses:
        points = [camera.to_screen(at) for at in mass.middles]
        points = [(x - camera.rect.x, y - camera.rect.y) for x, y in points]
        links = _links(points, NEAR * camera.scale)
        inside = hexed(pygame.Color(mass.band).lerp(mass.side.paper, TINT))
        for colour, far in (("#1b120a", radius + rim + 1), (mass.side.paper, radius + rim), (inside, radius)):
            for point in points:
                pygame.draw.circle(sheet, colour, point, far)
            for one, other in links:
                _bar(sheet, colour, one, other, far)
    sheet.set_alpha(GROUND)
    surface.blit(sheet, camera.rect)


def _bar(surface: pygame.Surface, colour: str, one: Point, other: Point, half: float) -> None:
    (x, y), (u, v) = one, other
    far = max(1.0, hypot(u - x, v - y))
    dx, dy = (y - v) / far * half, (u - x) / far * half
    pygame.draw.polygon(surface, colour, [(x + dx, y + dy), (u + dx, v + dy), (u - dx, v - dy), (x - dx, y - dy)])


def _links(points: Sequence[Point], most: float) -> list[tuple[Point, Point]]:
    """The shortest links that tie points together, none longer than that."""
    found, tied, free = [], list(points[:1]), list(points[1:])
    while free:
        one, other = min(((a, b) for a in tied for b in free), key=lambda pair: hypot(
            pair[0][0] - pair[1][0], pair[0][1] - pair[1][1]))
        if hypot(one[0] - other[0], one[1] - other[1]) <= most:
            found.append((one, other))
        tied.append(other)
        free.remove(other)
    return found


def _main_body(points: Sequence[Point], most: float) -> list[Point]:
    """The largest group of points that links no longer than that tie together; of equal groups the first."""
    groups = [[point] for point in points]
    for one, other in _links(points, most):
        a, b = (next(group for group in groups if point in group) for point in (one, other))
        if a is not b:
            a.extend(b)
            groups.remove(b)
    return max(groups, key=len, default=[])


def draw_banners(surface: pygame.Surface, masses: Sequence[Mass], blocks: Sequence[pygame.Rect], camera: Camera,
                 told: Told) -> None:
    """Draw a flag at every command: its strength on its side's colour, its name on its own.

    :param blocks: what no flag should cover, in window pixels.
    """
    high = max(PRINT, round(camera.rect.h / 42))
    taken = list(blocks)
    for mass in sorted(masses, key=lambda mass: -mass.total):
        points = _main_body([camera.to_screen(at) for at in mass.middles], NEAR * camera.scale)
        if not any(camera.rect.collidepoint(point) for point in points):
            continue
        picture = banner(mass.name, mass.total, mass.side, mass.band, mass.ink, high)
        spots = _spots(picture.get_size(), points, REACH * camera.scale)
        best = min(enumerate(spots), key=lambda each: (
            _covered(each[1], taken) + (0 if camera.rect.contains(each[1]) else 10**6), each[0]))[1]
        taken.append(surface.blit(picture, best.clamp(camera.rect)))
        told.append((taken[-1], several("{command}: {count} unit, strength {total}",
                                        "{command}: {count} units, strength {total}", mass.count, command=mass.name,
                                        total=mass.total)))


def _spots(size: tuple[int, int], points: Sequence[Point], radius: float) -> list[pygame.Rect]:
    """Where a flag may stand about the ground of a command, the best first: above, below, at either side."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, right, top, bottom = min(xs) - radius, max(xs) + radius, min(ys) - radius, max(ys) + radius
    x, y = (left + right) / 2, (top + bottom) / 2
    wide, high = size
    found = []
    for off in (0.0, 0.5, 1.0, 1.6, 2.4):
        gap = off * high
        middles = [(x, top - high / 2 - gap), (x, bottom + high / 2 + gap)]
        middles += [(right + wide / 2 + gap, v) for v in (y, top, bottom)]
        middles += [(left - wide / 2 - gap, v) for v in (y, top, bottom)]
        for middle in middles:
            place = pygame.Rect(0, 0, wide, high)
            place.center = round(middle[0]), round(middle[1])
            found.append(place)
    return found


def _covered(place: pygame.Rect, taken: Sequence[pygame.Rect]) -> int:
    """How many pixels of what is drawn already a flag would cover."""
    parts = (place.clip(each) for each in taken)
    return sum(part.w * part.h for part in parts)


@picture_cache(64)
def banner(name: str, total: int, side: SeatInfo, band: str, ink: str, high: int) -> pygame.Surface:
    """The flag of a command: its strength on a plate in its side's colours, its name on cloth with two tails."""
    face, pad = font("counter", high), max(4, high // 4)
    sum_, words = face.render(str(total), True, side.print), face.render(name, True, ink)
    tall = sum_.get_height() + 2
    plate, cloth = sum_.get_width() + 2 * pad, words.get_width() + 2 * pad + tall // 2
    picture = pygame.Surface((plate + cloth + 2, tall + 2), pygame.SRCALPHA)
    right, bottom = plate + cloth, tall + 1
    shape = [(1, 1), (right, 1), (right - tall // 2, 1 + tall // 2), (right, bottom - 1), (1, bottom - 1)]
    pygame.draw.polygon(picture, band, shape)
    pygame.draw.rect(picture, side.paper, (1, 1, plate, tall - 1))
    pygame.draw.line(picture, "#1b120a", (plate + 1, 1), (plate + 1, bottom - 1))
    pygame.draw.polygon(picture, "#1b120a", shape, 2)
    picture.blit(sum_, (1 + pad, 2))
    picture.blit(words, (plate + 1 + pad, 2))
    return picture.convert_alpha()
