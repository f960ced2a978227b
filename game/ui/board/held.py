"""Drawing what the player holds over a table without a grid: the ghosts of bases at their intended positions, and
measuring sticks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import atan2, cos, degrees, hypot, sin

import pygame

from game.board.manoeuvre import PlacedBase
from game.board.measuring import Base
from game.core.contract import Counter
from game.core.message import Text, in_measure, joined
from game.core.offer import Offer
from game.core.pose import BASE, Pose, Spot, Stick, read_pose
from game.core.theme import Theme
from game.i18n.words import translate
from game.ui.board.layers import wash
from game.ui.board.overlays import RED, badge
from game.ui.board.pieces import draw_outline, picture_of, piece_shadow
from game.ui.counters.bases import base_depth, turned_box
from game.ui.kit.camera import Camera, Point
from game.ui.kit.fonts import font
from game.ui.kit.notice import covered_area
from game.ui.kit.paper import draw_box
from game.ui.kit.pictures import picture_cache
from game.ui.sheets.planes import BASE_WIDTH, base_at, on_sheet

WOOD, DARK, LIGHT = "#d9b878", "#3b2613", "#fff3d6"
"""The colours of sticks and pegs, of their edges, and of the rims of ghosts."""
REFUSED = "#d98a7c"
"""The colour of a stick that is too long, and of terrain in an illegal place."""
PEG_GRIP = 1.5
"""The distance from a peg, in its radii, within which a press grips it. Chosen by hand."""
PEG_GUARD = 3.5
"""The distance from a peg, in its radii, within which a press does nothing else. Chosen by hand."""
STICK_WIDTH = 0.13
"""The width of a stick, in base widths."""
HELD_OPACITY = 175
"""The opacity of a held base, of 255."""
OUTLINE_OPACITY = 0.43
"""The opacity of held terrain, 0 to 1."""
TAG_PRINT, MIN_TAG_PRINT = 0.34, 18
"""The print size of a stick's length: in base widths, and the minimum in pixels."""
TAG_SHARES = (0.5, 0.2, 0.0, -0.3)
"""The places tried for a stick's tag, as shares of its length from its start, the best first."""
ROUNDING_ERROR = 1e-6
"""Added before a number of measures is rounded down, so that a stick of whole measures has a notch at its end."""
LEVEL_ANGLE = 30
"""The maximum slope in degrees of a stick whose tag is placed above or below it, not beside it."""


@dataclass(frozen=True)
class HeldBases:
    """What the player holds over the table."""

    poses: tuple[tuple[str, Pose], ...] = ()
    """The intended pose of each base."""
    allowed: bool = True
    """Whether these poses are legal."""
    sticks: tuple[Stick, ...] = ()
    """Measuring sticks, that of the move first."""
    stopped: bool = False
    """Whether the move ends short of where they are held."""
    outlines: tuple[tuple[Spot, ...], ...] = ()
    """The intended outlines of pieces that are part of the sheet, such as terrain."""
    pegs: tuple[Spot, ...] = ()
    """Corners at which a base or a group can be gripped and turned."""
    box: tuple[Spot, ...] = ()
    """The corners of a selection box around bases."""


NOTHING = HeldBases()
"""An empty hand."""


def held_from(offer: Offer) -> HeldBases:
    """An offer's bases, stick and outlines, as held by the player."""
    return HeldBases(offer.poses, bool(offer.verdict), (offer.stick,) if offer.stick is not None else (),
                     outlines=offer.outlines)


def placed_base_of(counter: Counter) -> PlacedBase | None:
    """A base with its pose; None if it is not on the table, or if the counter is not a base but, for example, a piece
    of terrain."""
    pose = read_pose(counter.place or "") if counter.size is not None and not counter.outline else None
    return PlacedBase(Base(*counter.size), pose) if counter.size is not None and pose is not None else None


def stick_label(stick: Stick, measure: int = BASE) -> Text:
    """The text on a stick: its length, and its maximum if it has one, in a measure given in units of the table."""
    length = in_measure(stick.length, measure)
    return length if stick.most is None else joined((length, in_measure(stick.most, measure)), " / ")


def draw_held(surface: pygame.Surface, held: HeldBases, counters: Mapping[str, Counter], theme: Theme, camera: Camera,
              px: int) -> None:
    """Draw what the player holds.

    :param px: the width of a base in pixels.
    """
    ghosts = [_draw_held_base(surface, counters[unit], pose, theme, camera, px, allowed=held.allowed)
              for unit, pose in reversed(held.poses) if not counters[unit].outline]
    for outline in held.outlines:
        _draw_ghost_outline(surface, [camera.to_screen(on_sheet(spot)) for spot in outline], px, allowed=held.allowed)
    for stick in held.sticks:
        cut_short = held.stopped and stick is held.sticks[0]
        refused = cut_short or not held.allowed or (stick.most is not None and stick.length > stick.most)
        draw_stick(surface, stick, camera, px, ghosts, refused=refused, measure=theme.measure)
    for x, y in (camera.to_screen(on_sheet(peg)) for peg in held.pegs):
        pygame.draw.circle(surface, DARK, (x, y), peg_size(px) + 1)
        pygame.draw.circle(surface, WOOD, (x, y), peg_size(px) - 1)
        pygame.draw.circle(surface, DARK, (x, y), 2)
    if held.box:
        corners = [camera.to_screen(on_sheet(spot)) for spot in held.box]
        pygame.draw.polygon(surface, DARK, corners, 4)
        pygame.draw.polygon(surface, WOOD, corners, 2)


def peg_size(px: int) -> int:
    """The radius of a peg at a corner, in pixels."""
    return max(6, px // 11)


def peg_reach(px: int, camera: Camera, times: float) -> int:
    """A number of peg radii (``times``) in units of the table.

    :param px: the width of a base in pixels.
    """
    return round(times * peg_size(px) * BASE / (BASE_WIDTH * camera.scale))


def _draw_ghost_outline(surface: pygame.Surface, points: Sequence[Point], px: int, *, allowed: bool) -> None:
    """Draw the intended outline of a piece of terrain: pale, with a red rim if it is illegal."""
    wash(surface, LIGHT if allowed else REFUSED, OUTLINE_OPACITY, points)
    draw_outline(surface, LIGHT if allowed else RED, points, px)


def _draw_held_base(surface: pygame.Surface, counter: Counter, pose: Pose, theme: Theme, camera: Camera, px: int, *,
                    allowed: bool) -> pygame.Rect:
    """Draw a held base, with a cross at its upper right corner if it may not be put down; return its bounding box in
    window pixels.

    :param px: the width of a standard base in pixels.
    """
    assert counter.size is not None, "only bases are held over a table"
    position = base_at(counter.size, pose)
    width = round(px * counter.size[0] / BASE)
    x, y = (round(each) for each in camera.to_screen(position.middle))
    shadow = piece_shadow(counter, width, position.turn, 0.5)
    surface.blit(shadow, shadow.get_rect(center=(x + px // 14, y + px // 9)))
    picture = picture_of(counter, theme, width, position.turn).copy()
    picture.set_alpha(HELD_OPACITY)
    surface.blit(picture, picture.get_rect(center=(x, y)))
    depth = base_depth(counter, width)
    rim = turned_box(width + 3, depth + 3, position.turn, (x, y))
    pygame.draw.polygon(surface, DARK, rim, max(3, px // 22))
    pygame.draw.polygon(surface, LIGHT if allowed else RED, rim, max(1, px // 40))
    if not allowed:
        sign = badge("refused", px)
        surface.blit(sign, sign.get_rect(center=max(rim, key=lambda corner: corner[0] - corner[1])))
    xs, ys = [x for x, _ in rim], [y for _, y in rim]
    return pygame.Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def draw_stick(surface: pygame.Surface, stick: Stick, camera: Camera, px: int, others: Sequence[pygame.Rect] = (), *,
               refused: bool = False, measure: int = BASE) -> None:
    """Draw a wooden stick between two points, notched at every measure, with its length on a tag beside its middle.

    :param px: the width of a base in pixels.
    :param others: boxes in window pixels that the tag avoids if possible.
    :param measure: the length of the measure in units of the table.
    """
    (ax, ay), (bx, by) = (camera.to_screen(on_sheet(spot)) for spot in (stick.start, stick.end))
    length = hypot(bx - ax, by - ay)
    if length >= 2:
        angle = atan2(by - ay, bx - ax)
        half = max(3.0, px * STICK_WIDTH / 2)
        across = -sin(angle) * half, cos(angle) * half
        body = [(ax + across[0], ay + across[1]), (bx + across[0], by + across[1]),
                (bx - across[0], by - across[1]), (ax - across[0], ay - across[1])]
        pygame.draw.polygon(surface, REFUSED if refused else WOOD, body)
        pygame.draw.polygon(surface, DARK, body, max(1, px // 45))
        notch_distance = BASE_WIDTH * camera.scale * measure / BASE
        for number in range(1, int(length / notch_distance + ROUNDING_ERROR) + 1):
            x, y = ax + cos(angle) * notch_distance * number, ay + sin(angle) * notch_distance * number
            pygame.draw.line(surface, DARK, (x + across[0], y + across[1]), (x - across[0] / 4, y - across[1] / 4),
                             max(1, px // 40))
        for x, y in ((ax, ay), (bx, by)):
            pygame.draw.circle(surface, DARK, (x, y), max(3, px // 22))
    tag = _length_tag(translate(stick_label(stick, measure)), max(MIN_TAG_PRINT, round(px * TAG_PRINT)), refused)
    surface.blit(tag, _tag_position(tag.get_size(), (ax, ay), (bx, by), others).clamp(surface.get_clip()))


def _tag_position(size: tuple[int, int], start: Point, end: Point, others: Sequence[pygame.Rect]) -> pygame.Rect:
    """The position of a tag beside a stick: at its middle or towards an end, on the side where it covers least."""
    width, height = size
    slope = degrees(atan2(end[1] - start[1], end[0] - start[0])) % 180
    level = slope < LEVEL_ANGLE or slope > 180 - LEVEL_ANGLE
    offset = (0.0, height * 0.9) if level else (width * 0.62, 0.0)
    positions: list[pygame.Rect] = []
    for share in TAG_SHARES:
        x, y = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
        for side in (-1, 1):
            position = pygame.Rect((0, 0), size)
            position.center = round(x + side * offset[0]), round(y + side * offset[1])
            positions.append(position)
    return min(positions, key=lambda position: covered_area(position, others))


@picture_cache(64)
def _length_tag(text: str, px: int, refused: bool) -> pygame.Surface:
    """A length on a paper tag, red if refused, at a print size in pixels."""
    words = font("counter", px).render(text, True, LIGHT if refused else "#2a2119")
    tag = pygame.Surface((words.get_width() + px // 2, words.get_height() + px // 8), pygame.SRCALPHA)
    draw_box(tag, tag.get_rect(), RED if refused else "#f6efdc", LIGHT if refused else DARK, max(1, px // 14), px // 5)
    tag.blit(words, words.get_rect(center=tag.get_rect().center))
    return tag.convert_alpha()
