"""The dice tray: dice tumble over green baize in a walnut frame and come to rest on given faces. Many dice land
anywhere, then slide into rows by group, and hits are ringed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi, sin
from random import Random
from threading import Thread

import pygame

from game.core.chance import D6, Die
from game.core.message import Text, plural, say
from game.i18n.words import translate
from game.ui.dice import dice_pictures
from game.ui.dice.coin_rows import Box
from game.ui.dice.dice_layout import (
    BESIDE_SHARES,
    Block,
    Group,
    complete_groups,
    die_tooltip,
    is_laid_in_rows,
    lay_out,
    loose_layout,
    pending_die_tooltip,
    scattered_places,
)
from game.ui.dice.dice_pictures import (
    MAX_TUMBLING_PX,
    TUMBLE_FRAMES,
    die_among_many,
    die_width,
    faded_die,
    flat_die,
    is_solid,
    pending_die,
    solid_module,
    traced_die,
)
from game.ui.kit.camera import ease
from game.ui.kit.fonts import Role, Typeface, font
from game.ui.kit.notice import SignMeanings
from game.ui.kit.paper import texture
from game.ui.kit.pen import fitting_font, shorten, wrap
from game.ui.kit.pictures import blurred_picture, picture_cache

FLIGHT_SHARE, SLIDE_SHARE = 0.62, 0.20
"""Shares of the animation time in which dice tumble and slide into rows; hits are counted in the remainder."""
MAX_CAPTION_HEIGHT = 0.09
"""The largest print height of captions beside dice, as a share of the felt's width."""
MAX_COUNT_WIDTH = 0.95 * BESIDE_SHARES[1]
"""The largest width of a count beside dice, as a share of the felt's width."""
NARROWER_FACES: tuple[Role, ...] = "ui-bold", "counter"
"""The typefaces of a caption that is too long for its line, tried in this order before it is cut."""
LAST_DELAY = 0.30
"""The delay of the last die's start after the first one's, as a share of the flight."""
FELT_PRINT, FELT_FAINT = "#f3ead3", "#d3d8bd"
HIT_FRAME, HIT_FRAME_DARK = "#ffce4a", "#1d1206"
BAND_COLOUR = "#ff5a45"


def draw_grouped_dice(frame: pygame.Surface, felt: pygame.Rect, dice: tuple[Die, ...], faces: tuple[int, ...],
                      groups: tuple[Group, ...], share: float, number: int, signs: SignMeanings) -> None:
    """Draw all dice of roll ``number``, ``share`` of the way from the hand to their rows; ``groups`` contain each die
    once."""
    room = Box(felt.x, felt.y, felt.w, felt.h)
    laid = lay_out(room, groups)
    scattered = scattered_places(room, len(faces), laid.edge, number)
    moved = ease((share - FLIGHT_SHARE) / SLIDE_SHARE)
    counted_share = max(0.0, (share - FLIGHT_SHARE - SLIDE_SHARE) / (1 - FLIGHT_SHARE - SLIDE_SHARE))
    for block in laid.blocks:
        hits = [k for k in block.group.dice if k in (block.group.hits or ())]
        counted = len(hits) if share >= 1 else int(len(hits) * counted_share)
        lit = frozenset(hits[:counted])
        hit_count: Text = str(counted) if block.line_width else plural("1 hit", "{count} hits", counted)
        count = (say("{hits} of {number}", hits=hit_count, number=len(block.places))
                 if counted_share and block.group.hits is not None else None)
        if moved:
            draw_caption(frame, block, translate(count or block.size_label))
        for k, (x, y) in zip(block.group.dice, block.places, strict=True):
            ax, ay = scattered[k]
            at = ax + (x - ax) * moved, ay + (y - ay) * moved
            miss = block.group.hits is not None and share >= 1 and k not in lit
            _draw_grouped_die(frame, felt, dice[k], faces[k], k, laid.edge, at, (number, share, len(faces)),
                              (k in lit, miss))
            counts = k in block.group.hits if block.group.hits is not None else None
            signs.append((_die_box(frame, at, laid.edge), die_tooltip(dice[k], faces[k], counts, block.group.title)))
        if share >= 1:
            _draw_row_bands(frame, block, laid.edge)


def _draw_row_bands(frame: pygame.Surface, block: Block, edge: float) -> None:
    """Draw a red band around adjacent dice that count together; a band split over two rows gets one part in each."""
    places = dict(zip(block.group.dice, block.places, strict=True))
    width = max(2, round(edge * 0.12))
    for row in block.group.rows:
        for y in dict.fromkeys(places[k][1] for k in row):
            xs = [places[k][0] for k in row if places[k][1] == y]
            box = pygame.Rect(0, 0, round(max(xs) - min(xs) + edge * 1.3), round(edge * 1.4))
            box.center = (round((min(xs) + max(xs)) / 2), round(y))
            pygame.draw.rect(frame, HIT_FRAME_DARK, box.inflate(2, 2), width + 2,
                             border_radius=max(2, round(edge * 0.3)))
            pygame.draw.rect(frame, BAND_COLOUR, box, width, border_radius=max(2, round(edge * 0.3)))


def draw_pending_groups(frame: pygame.Surface, felt: pygame.Rect, dice: tuple[Die, ...], groups: tuple[Group, ...],
                        signs: SignMeanings) -> None:
    """Draw dice still to be rolled in their groups, each on a corner or without its number."""
    laid = lay_out(Box(felt.x, felt.y, felt.w, felt.h), groups)
    for block in laid.blocks:
        draw_caption(frame, block, translate(block.size_label))
        for k, (x, y) in zip(block.group.dice, block.places, strict=True):
            image = pending_die(dice[k], k % 6, _picture_size(dice[k], dice[k].faces[0], laid.edge * 0.92))
            cast = dice_pictures.round_shadow(round(laid.edge), 8)
            frame.blit(cast, cast.get_rect(center=(round(x + laid.edge * 0.12), round(y + laid.edge * 0.18))))
            frame.blit(image, image.get_rect(center=(round(x), round(y))))
            signs.append((_die_box(frame, (x, y), laid.edge), pending_die_tooltip(dice[k], block.group.title)))


def _die_box(frame: pygame.Surface, at: tuple[float, float], edge: float) -> pygame.Rect:
    """The rectangle of a die relative to the whole picture of which ``frame`` is a subsurface."""
    place = pygame.Rect(0, 0, round(edge * 1.2), round(edge * 1.2))
    place.center = round(at[0]), round(at[1])
    return place.move(frame.get_abs_offset())


def _draw_grouped_die(frame: pygame.Surface, felt: pygame.Rect, die: Die, face: int, k: int, edge: float,
                      at: tuple[float, float], moment: tuple[int, float, int], counts: tuple[bool, bool]) -> None:
    """Draw one die: in the air, at rest, ringed or faded."""
    number, share, dice_count = moment
    ringed, dull = counts
    rng = Random(f"{number}/{k}/{face}")
    delay = LAST_DELAY * k / max(1, dice_count)
    t = min(1.0, max(0.0, (share / FLIGHT_SHARE - delay) / (1 - LAST_DELAY)))
    if t <= 0 and share < FLIGHT_SHARE:
        return
    way_left = 1 - t
    hand = felt.x - edge, felt.y + felt.h * rng.uniform(0.35, 0.75)
    slide = way_left**1.8
    x, y = at[0] + (hand[0] - at[0]) * slide, at[1] + (hand[1] - at[1]) * slide
    height = abs(cos(pi * (0.5 + 3.4 * t**0.62))) * way_left**1.35 * edge * 0.8
    px = _picture_size(die, face, edge)
    step = min(round(TUMBLE_FRAMES * way_left), TUMBLE_FRAMES - 2)  # dice in the air are drawn below full size
    yaw = rng.randint(-1, 1) if step < 3 else 0
    face_shown = face if step < TUMBLE_FRAMES * 0.55 or not is_solid(die, face) else die.faces[0]
    cast = dice_pictures.round_shadow(max(4, round(edge * (1.0 + 0.3 * height / edge))), 9 if not height else 6)
    frame.blit(cast,
               cast.get_rect(center=(round(x + edge * 0.12 + height * 0.3), round(y + edge * 0.18 + height * 0.3))))
    if ringed:
        _draw_plate(frame, edge, x, y)
    image = faded_die(die, face, yaw, px) if dull else die_among_many(die, face_shown, yaw, step, px)
    frame.blit(image, image.get_rect(center=(round(x), round(y - height))))


def _draw_plate(frame: pygame.Surface, edge: float, x: float, y: float) -> None:
    """Draw the brass plate under a hit; it shows around the die as a ring."""
    box = pygame.Rect(0, 0, round(edge * 1.36), round(edge * 1.45))
    box.center = (round(x), round(y))
    radius = max(2, round(edge * 0.30))
    pygame.draw.rect(frame, HIT_FRAME_DARK, box.inflate(2, 2), border_radius=radius + 1)
    pygame.draw.rect(frame, HIT_FRAME, box, border_radius=radius)
    width = max(2, round(edge * 0.10))
    pygame.draw.rect(frame, "#3c2a12", box.inflate(-2 * width, -2 * width), border_radius=max(1, radius - width))


def draw_caption(frame: pygame.Surface, block: Block, count: str) -> None:
    """Draw the group's title on the felt, and its count; the count is never cut off."""
    head = block.caption_box
    if not head.height:
        return
    height = min(head.height, block.line_width * MAX_CAPTION_HEIGHT) if block.line_width else head.height
    face = font("ui-bold", max(11, round(height * 0.78)))
    narrow = fitting_font(count, "ui-bold", max(11, round(height * 0.78)), round(block.line_width * MAX_COUNT_WIDTH))
    colour = FELT_FAINT if block.group.hits is None else FELT_PRINT
    figure = (narrow if block.line_width else face).render(count, True, colour)
    middle = round(head.y + head.height / 2)
    frame.blit(figure, figure.get_rect(midright=(round(head.x + (block.line_width or head.width)), middle)))
    room = max(1, round(head.width) - (0 if block.line_width else figure.get_width()) - face.get_height() // 2)
    titles = [translate(title) for title in (block.group.title, block.group.short) if title]
    forms = [_caption_lines(words, face, height, room, head.height if block.line_width else 0) for words in titles]
    face, lines = next((form for form in forms if all(form[0].size(line)[0] <= room for line in form[1])),
                       forms[-1] if forms else (face, []))
    lines = [_shorten_front(line, face, room) for line in lines]
    top = middle - len(lines) * face.get_height() // 2
    for number, line in enumerate(lines):
        frame.blit(face.render(line, True, FELT_PRINT), (round(head.x), top + number * face.get_height()))


def _shorten_front(line: str, face: Typeface, room: int) -> str:
    """A line without as many of its first words as do not fit into ``room`` pixels: what tells the units of a command
    apart is at the end of their names."""
    words = line.split(" ")
    while len(words) > 1 and face.size(" ".join(words))[0] > room:
        words = ["…", *words[2 if words[0] == "…" else 1:]]
    return shorten(" ".join(words) if words != ["…"] else line, face, room)


def _caption_lines(words: str, face: Typeface, high: float, room: int, beside: float) -> tuple[Typeface, list[str]]:
    """The lines of a caption and their typeface: one line above the dice, up to two beside them. They may still be too
    long for ``room`` pixels.

    :param high: the print height of captions.
    :param beside: the height of the caption's box beside the dice; 0 if it is above them.
    """
    if face.size(words)[0] <= room or not beside:
        smaller = (font(role, max(11, round(high * 0.64))) for role in NARROWER_FACES)
        while face.size(words)[0] > room and (narrower := next(smaller, None)) is not None:
            face = narrower
        return face, [words]
    face = font("counter", max(10, min(round(high * 0.62), round(beside / 2.5))))
    if 2 * face.get_height() > beside:  # two lines would run into the captions above and below
        return face, [words]
    short = wrap(words, face, max(1, room * 3 // 4))  # avoids a second line with only a number
    first, *rest = short if len(short) == 2 else wrap(words, face, room)
    return face, [first, " ".join(rest)] if rest else [first]


def _picture_size(die: Die, face: int, edge: float) -> int:
    return max(6, round(edge * die_width(die, face)))


@dataclass(frozen=True, slots=True)
class _RolledDice:
    dice: tuple[Die, ...]
    faces: tuple[int, ...]
    groups: tuple[Group, ...] = ()


class DiceTray:
    """A tray that shows any number of dice of any kind. ``clock`` returns monotonic milliseconds."""

    def __init__(self, faces: tuple[int, ...] = (6,), clock: Callable[[], int] = pygame.time.get_ticks) -> None:
        self.reduced_motion = False
        self.frame = 0
        """Width of the wooden frame in pixels; 0 for the default of a small tray."""
        self._clock = clock
        self._rolled = _RolledDice(dice_of(faces), faces)
        self._before = self._rolled, 0
        self._start, self._seconds, self._count = -10_000_000, 0.0, 0
        self._rest_picture: tuple[object, pygame.Surface, SignMeanings] | None = None
        self._pending_picture: tuple[object, pygame.Surface, SignMeanings] | None = None
        self.signs: SignMeanings = []
        """Rectangle and tooltip of each die as last drawn, relative to the tray's corner."""
        Thread(target=solid_module, daemon=True).start()

    @property
    def busy(self) -> bool:
        """Whether dice are still tumbling."""
        return self._share < 1.0

    @property
    def _share(self) -> float:
        return min(1.0, (self._clock() - self._start) / 1000 / self._seconds) if self._seconds > 0 else 1.0

    def roll(self, faces: tuple[int, ...], seconds: float = 1.0, dice: tuple[Die, ...] = (),
             groups: tuple[Group, ...] = (), number: int | None = None) -> None:
        """Tumble and come to rest on these faces; six-sided dice by default.

        :param number: of the roll: the same roll with the same number tumbles in the same way; None: a new number.
        """
        self._before, self._rolled = (self._rolled, self._count), _RolledDice(dice or dice_of(faces), faces, groups)
        self._start, self._seconds = self._clock(), max(0.0, seconds)
        self._count = self._count + 1 if number is None else number
        self._rest_picture = None

    def skip(self) -> None:
        """Come to rest at once."""
        self._seconds = 0.0

    def draw(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw the tray and its dice into a rectangle of the surface."""
        share, self.signs = self._share, []
        if share >= 1.0:
            key = (tuple(rect.size), self._rolled, self._count, self.frame)
            if self._rest_picture is None or self._rest_picture[0] != key:
                signs: SignMeanings = []
                self._rest_picture = (key, self._picture(rect.size, self._rolled, self._count, signs=signs), signs)
            surface.blit(self._rest_picture[1], rect)
            self.signs = self._rest_picture[2]
        elif self.reduced_motion:
            frame = self._picture(rect.size, *self._before)
            after = self._picture(rect.size, self._rolled, self._count)
            after.set_alpha(round(255 * share))
            frame.blit(after, (0, 0))
            surface.blit(frame, rect)
        else:
            surface.blit(self._picture(rect.size, self._rolled, self._count, share), rect)

    def _picture(self, size: tuple[int, int], rolled: _RolledDice, number: int, share: float = 1.0,
                 signs: SignMeanings | None = None) -> pygame.Surface:
        picture = baize(*size, self.frame).copy()
        felt = felt_area(size, self.frame)
        draw_dice(picture, share, rolled.faces, number, rolled.dice, rolled.groups, felt,
                  [] if signs is None else signs)
        return picture

    def draw_pending(self, surface: pygame.Surface, rect: pygame.Rect, dice: tuple[Die, ...],
                     groups: tuple[Group, ...] = ()) -> None:
        """Draw the tray with dice still to be rolled."""
        key = (tuple(rect.size), dice, groups, self.frame)
        if self._pending_picture is None or self._pending_picture[0] != key:
            picture = baize(*rect.size, self.frame).copy()
            signs: SignMeanings = []
            draw_pending_dice(picture, dice, groups, felt_area(rect.size, self.frame), signs)
            self._pending_picture = (key, picture, signs)
        surface.blit(self._pending_picture[1], rect)
        self.signs = self._pending_picture[2]


def dice_of(faces: tuple[int, ...]) -> tuple[Die, ...]:
    """A six-sided die for each face, as the default."""
    return (D6,) * len(faces)


def felt_area(size: tuple[int, int], frame: int = 0) -> pygame.Rect:
    """The area for dice in a tray of a size: inside its frame and the frame's shadow."""
    edge = frame or max(6, min(size) // 11)
    return pygame.Rect((0, 0), size).inflate(-round(2.7 * edge), -round(2.7 * edge))


def draw_pending_dice(frame: pygame.Surface, dice: tuple[Die, ...], groups: tuple[Group, ...], felt: pygame.Rect,
                      signs: SignMeanings) -> None:
    """Draw dice still to be rolled, each tilted on a corner, so that none seems to show a rolled face.

    :param signs: receives the rectangle and tooltip of each die.
    """
    across, height = frame.get_size()
    dice_count = len(dice)
    if is_laid_in_rows(dice_count, groups):
        draw_pending_groups(frame, felt, dice, complete_groups(dice_count, groups), signs)
        return
    edge, spots = loose_layout(dice_count, across, height)
    for k, (die, at) in enumerate(zip(dice, spots, strict=True)):
        place = _draw_die(frame, at, edge * 0.12, edge, die, None, 0.0, 1.0, Random(f"waiting {k}"))
        signs.append((place, pending_die_tooltip(die)))


def draw_dice(frame: pygame.Surface, share: float, faces: tuple[int, ...], number: int, dice: tuple[Die, ...],
              groups: tuple[Group, ...], felt: pygame.Rect, signs: SignMeanings) -> None:
    """Draw all dice of roll ``number``, ``share`` of the way from the hand to rest.

    :param felt: the area in which many dice are laid in rows.
    :param signs: receives the rectangle and tooltip of each die.
    """
    across, height = frame.get_size()
    dice_count = len(faces)
    if is_laid_in_rows(dice_count, groups):
        draw_grouped_dice(frame, felt, dice, faces, complete_groups(dice_count, groups), share, number, signs)
        return
    edge, spots = loose_layout(dice_count, across, height)
    for k, (die, face, spot) in enumerate(zip(dice, faces, spots, strict=True)):
        rng = Random(f"{number}/{k}/{face}")
        yaw, side = rng.uniform(-0.5, 0.5), rng.choice((-1, 1))
        rest = spot[0] + rng.uniform(-0.06, 0.06) * across / dice_count, spot[1] + height * rng.uniform(-0.045, 0.035)
        way_left = 1 - share
        slide = way_left**2.2
        at = (rest[0] - slide * across * 0.38 + sin(share * 7 + k) * way_left * 0.04 * across,
              rest[1] + side * slide * height * 0.20)
        bounce = abs(cos(pi * (0.5 + 3.4 * share**0.62))) * way_left**1.35
        height_above = bounce * edge * 0.85
        signs.append((_draw_die(frame, at, height_above, edge, die, face, yaw, way_left, rng), die_tooltip(die, face)))


def _draw_die(frame: pygame.Surface, at: tuple[float, float], up: float, edge: float, die: Die, face: int | None,
              yaw: float, left: float, rng: Random) -> pygame.Rect:
    """Draw one die, unrolled if ``face`` is None, and return its rectangle relative to the whole picture."""
    upper = die.faces[-1] if face is None else face
    px = max(8, round(edge * die_width(die, upper)))
    if face is None and die.faces != D6.faces:
        image = pending_die(die, 0, px)
    elif is_solid(die, upper):
        spin = left**1.7
        angles = (spin * rng.uniform(9, 12), spin * rng.uniform(3, 6)) if left > 0 else (0.0, 0.0)
        traced = min(px, MAX_TUMBLING_PX) if left > 0 else px
        image = traced_die(die, upper, yaw, angles, traced)
        if traced != px:
            image = pygame.transform.smoothscale(image, (px, px))
    else:
        image = flat_die(die, face, left**1.7 * 9, px)
    far = up / edge
    cast = _shadow(round(edge * (1.34 + 0.5 * far)), round(20 * max(0.25, 1 - 0.7 * far)))
    frame.blit(cast, cast.get_rect(center=(round(at[0] + edge * (0.16 + 0.4 * far)),
                                           round(at[1] + edge * (0.24 + 0.35 * far)))))
    return frame.blit(image, image.get_rect(center=(round(at[0]), round(at[1] - up)))).move(frame.get_abs_offset())


@picture_cache(48)
def _shadow(size: int, strength: int) -> pygame.Surface:
    """A soft shadow; ``strength`` of 20."""
    blot = pygame.Surface((size, size), pygame.SRCALPHA)
    core = pygame.Rect(0, 0, round(size * 0.52), round(size * 0.44))
    core.center = (size // 2, size // 2)
    pygame.draw.rect(blot, (4, 10, 6, 11 * strength), core, border_radius=size // 6)
    return blurred_picture(blot, max(1, size // 10))


@picture_cache(4)
def baize(width: int, height: int, frame: int = 0) -> pygame.Surface:
    """The empty tray: recessed baize in a walnut frame with mitred corners.

    :param frame: width of the frame in pixels; 0 for the default of a small tray.
    """
    tray = pygame.Surface((width, height), pygame.SRCALPHA)
    frame = frame or max(6, min(width, height) // 11)
    radius = frame // 2
    wood = pygame.transform.smoothscale(texture("walnut.jpg").subsurface((100, 300, 700, 420)), (width, height))
    wood.fill((34, 21, 12), special_flags=pygame.BLEND_ADD)
    mask = pygame.Surface((width, height), pygame.SRCALPHA)
    pygame.draw.rect(mask, "white", mask.get_rect(), border_radius=radius)
    tray.blit(wood, (0, 0))
    tray.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    inner = tray.get_rect().inflate(-2 * frame, -2 * frame)
    felt = texture("felt.jpg")
    tray.set_clip(inner)
    for x in range(inner.left, inner.right, felt.get_width()):
        for y in range(inner.top, inner.bottom, felt.get_height()):
            tray.blit(felt, (x, y))
    tray.set_clip(None)
    _draw_relief(tray, inner, frame, radius)
    return tray.convert_alpha()


def _draw_relief(tray: pygame.Surface, inner: pygame.Rect, frame: int, radius: int) -> None:
    """Draw light along the upper edges of the frame, its shadow on the baize, and mitres at the corners."""
    width, height = tray.get_size()
    soft = max(2, frame // 2)
    shade = pygame.Surface(inner.size, pygame.SRCALPHA)
    shade.fill((0, 0, 0, 150))
    shade.fill((0, 0, 0, 0), (soft, round(soft * 1.4), inner.w - round(soft * 1.4), inner.h - round(soft * 1.8)))
    tray.blit(blurred_picture(shade, soft), inner)
    for corner, inside in (((0, 0), inner.topleft), ((width, 0), inner.topright), ((0, height), inner.bottomleft),
                           ((width, height), inner.bottomright)):
        pygame.draw.aaline(tray, (24, 14, 8), corner, inside)
    lines = pygame.Surface((width, height), pygame.SRCALPHA)
    pygame.draw.rect(lines, (255, 226, 180, 70), (1, 1, width - 2, height - 2), max(1, frame // 10), radius)
    pygame.draw.rect(lines, (10, 5, 2, 190), inner.inflate(2, 2), max(1, frame // 9))
    pygame.draw.rect(lines, (10, 5, 2, 210), lines.get_rect(), 1, radius)
    tray.blit(lines, (0, 0))
