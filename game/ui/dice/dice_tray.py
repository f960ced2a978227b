"""The dice tray: dice tumble over green baize in a walnut frame and come to rest on given faces. Many dice land
anywhere, then slide into rows by group, and hits are ringed. Numbers without a name were chosen by eye."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi, sin
from random import Random
from threading import Thread
from typing import NamedTuple

import pygame

from game.core.chance import D6, Die
from game.core.message import Text, plural, say
from game.i18n.words import capitalised, language_code, translate
from game.ui.dice import dice_pictures
from game.ui.dice.coin_rows import FELT_FAINT, FELT_PRINT, HIT_RING, RING_OUTLINE, TrayBox
from game.ui.dice.dice_layout import (
    BESIDE_FACE,
    BESIDE_SHARES,
    CAPTION_SIZE,
    MIN_CAPTION_SIZE,
    Block,
    Group,
    caption_room,
    complete_groups,
    die_tooltip,
    is_laid_in_rows,
    lay_out,
    lines_beside,
    loose_layout,
    pending_die_tooltip,
    scattered_places,
)
from game.ui.dice.dice_pictures import (
    MAX_TUMBLING_PX,
    TUMBLE_FRAMES,
    TUMBLE_SLOWDOWN,
    die_among_many,
    die_width,
    dimmed,
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
MAX_COUNT_WIDTH = 0.95 * BESIDE_SHARES[1]
"""The largest width of a count beside dice, as a share of the felt's width."""
NARROWER_FACES: tuple[Role, ...] = "ui-bold", "counter"
"""The typefaces of a caption that is too long for its line, tried in this order before it is cut."""
LAST_DELAY = 0.30
"""The delay of the last die's start after the first one's, as a share of the flight."""
PENDING_POSES = 6
"""The number of different poses of pending dice among many: fewer pictures to draw."""
BAND_COLOUR = "#ff5a45"
"""Colour of the band around dice that count together."""


class _RollMoment(NamedTuple):
    """A moment in the animation of a roll."""

    number: int
    """The number of the roll."""
    share: float
    """The share of the animation time that has passed, from 0 to 1."""
    dice_count: int


def draw_grouped_dice(picture: pygame.Surface, felt: pygame.Rect, dice: tuple[Die, ...], faces: tuple[int, ...],
                      groups: tuple[Group, ...], share: float, number: int, signs: SignMeanings) -> None:
    """Draw all dice of roll ``number`` on their way from the hand to their rows.

    :param groups: the groups, which contain each die once.
    :param share: the share of the animation time, from 0 to 1.
    :param signs: receives the rectangle and tooltip of each die.
    """
    room = TrayBox(felt.x, felt.y, felt.w, felt.h)
    layout = lay_out(room, groups)
    scattered_spots = scattered_places(room, len(faces), layout.edge, number)
    slide = ease((share - FLIGHT_SHARE) / SLIDE_SHARE)
    counting_share = max(0.0, (share - FLIGHT_SHARE - SLIDE_SHARE) / (1 - FLIGHT_SHARE - SLIDE_SHARE))
    for block in layout.blocks:
        hits = [k for k in block.group.dice if k in (block.group.hits or ())]
        hits_counted = len(hits) if share >= 1 else int(len(hits) * counting_share)
        hits_shown = frozenset(hits[:hits_counted])
        hit_count: Text = str(hits_counted) if block.line_width else plural("1 hit", "{count} hits", hits_counted)
        count = (say("{hits} of {number}", hits=hit_count, number=len(block.places))
                 if counting_share and block.group.hits is not None else None)
        if slide:
            draw_caption(picture, block, translate(count or block.size_label))
        for k, (x, y) in zip(block.group.dice, block.places, strict=True):
            scattered_x, scattered_y = scattered_spots[k]
            spot = scattered_x + (x - scattered_x) * slide, scattered_y + (y - scattered_y) * slide
            is_faded = block.group.hits is not None and share >= 1 and k not in hits_shown
            _draw_grouped_die(picture, felt, dice[k], faces[k], k, layout.edge, spot,
                              _RollMoment(number, share, len(faces)), ringed=k in hits_shown, faded=is_faded)
            is_hit = k in block.group.hits if block.group.hits is not None else None
            tooltip = die_tooltip(dice[k], faces[k], is_hit, block.group.title)
            signs.append((_die_box(picture, spot, layout.edge), tooltip))
        if share >= 1:
            _draw_row_bands(picture, block, layout.edge)


def _draw_row_bands(picture: pygame.Surface, block: Block, edge: float) -> None:
    """Draw a red band around adjacent dice that count together; a band split over two rows gets one part in each."""
    places = dict(zip(block.group.dice, block.places, strict=True))
    width = max(2, round(edge * 0.12))
    for row in block.group.rows:
        for y in dict.fromkeys(places[k][1] for k in row):
            xs = [places[k][0] for k in row if places[k][1] == y]
            box = pygame.Rect(0, 0, round(max(xs) - min(xs) + edge * 1.3), round(edge * 1.4))
            box.center = (round((min(xs) + max(xs)) / 2), round(y))
            pygame.draw.rect(picture, RING_OUTLINE, box.inflate(2, 2), width + 2,
                             border_radius=max(2, round(edge * 0.3)))
            pygame.draw.rect(picture, BAND_COLOUR, box, width, border_radius=max(2, round(edge * 0.3)))


def draw_pending_groups(picture: pygame.Surface, felt: pygame.Rect, dice: tuple[Die, ...], groups: tuple[Group, ...],
                        signs: SignMeanings) -> None:
    """Draw dice still to be rolled in their groups, none of which seems to show a rolled face.

    :param signs: receives the rectangle and tooltip of each die.
    """
    layout = lay_out(TrayBox(felt.x, felt.y, felt.w, felt.h), groups)
    for block in layout.blocks:
        draw_caption(picture, block, translate(block.size_label))
        for k, (x, y) in zip(block.group.dice, block.places, strict=True):
            px = _picture_size(dice[k], dice[k].faces[0], layout.edge * 0.92)
            image = pending_die(dice[k], k % PENDING_POSES, px)
            shadow = dice_pictures.round_shadow(round(layout.edge), 8)
            picture.blit(shadow, shadow.get_rect(center=(round(x + layout.edge * 0.12), round(y + layout.edge * 0.18))))
            picture.blit(image, image.get_rect(center=(round(x), round(y))))
            signs.append((_die_box(picture, (x, y), layout.edge), pending_die_tooltip(dice[k], block.group.title)))


def _die_box(picture: pygame.Surface, spot: tuple[float, float], edge: float) -> pygame.Rect:
    """The rectangle of a die, relative to the whole tray of which ``picture`` may be a part."""
    place = pygame.Rect(0, 0, round(edge * 1.2), round(edge * 1.2))
    place.center = round(spot[0]), round(spot[1])
    return place.move(picture.get_abs_offset())


def _draw_grouped_die(picture: pygame.Surface, felt: pygame.Rect, die: Die, face: int, k: int, edge: float,
                      rest_spot: tuple[float, float], moment: _RollMoment, *, ringed: bool, faded: bool) -> None:
    """Draw one die: in the air, at rest, ringed or faded.

    :param k: its index in the roll.
    :param edge: its edge length in pixels.
    :param rest_spot: where it comes to rest before it slides into its row, or where it is while it slides.
    :param ringed: whether it is marked as a hit.
    :param faded: whether it is dimmed, as no hit.
    """
    number, share, dice_count = moment
    rng = Random(f"{number}/{k}/{face}")
    delay = LAST_DELAY * k / max(1, dice_count)
    progress = min(1.0, max(0.0, (share / FLIGHT_SHARE - delay) / (1 - LAST_DELAY)))
    if progress <= 0 and share < FLIGHT_SHARE:
        return
    way_left = 1 - progress
    hand = felt.x - edge, felt.y + felt.h * rng.uniform(0.35, 0.75)
    slide_left = way_left**1.8
    x, y = rest_spot[0] + (hand[0] - rest_spot[0]) * slide_left, rest_spot[1] + (hand[1] - rest_spot[1]) * slide_left
    height = _bounce(progress) * edge * 0.8
    px = _picture_size(die, face, edge)
    step = min(round(TUMBLE_FRAMES * way_left), TUMBLE_FRAMES - 2)  # dice in the air are drawn below full size
    yaw = rng.randint(-1, 1) if step < 3 else 0
    face_shown = face if step < TUMBLE_FRAMES * 0.55 or not is_solid(die, face) else die.faces[0]
    shadow = dice_pictures.round_shadow(max(4, round(edge * (1.0 + 0.3 * height / edge))), 9 if not height else 6)
    middle = round(x + edge * 0.12 + height * 0.3), round(y + edge * 0.18 + height * 0.3)
    picture.blit(shadow, shadow.get_rect(center=middle))
    if ringed:
        _draw_plate(picture, edge, x, y)
    image = faded_die(die, face, yaw, px) if faded else die_among_many(die, face_shown, yaw, step, px)
    picture.blit(image, image.get_rect(center=(round(x), round(y - height))))


def _bounce(progress: float) -> float:
    """The height of a bouncing die, as a share of its greatest height, at a share of its way to rest."""
    height: float = abs(cos(pi * (0.5 + 3.4 * progress**0.62))) * (1 - progress) ** 1.35
    return height


def _draw_plate(picture: pygame.Surface, edge: float, x: float, y: float) -> None:
    """Draw a brass plate below a die that is a hit; what is seen of it around the die is the ring.

    :param edge: the edge length of the die, in pixels; ``x`` and ``y`` are its centre.
    """
    box = pygame.Rect(0, 0, round(edge * 1.36), round(edge * 1.45))
    box.center = (round(x), round(y))
    radius = max(2, round(edge * 0.30))
    pygame.draw.rect(picture, RING_OUTLINE, box.inflate(2, 2), border_radius=radius + 1)
    pygame.draw.rect(picture, HIT_RING, box, border_radius=radius)
    width = max(2, round(edge * 0.10))
    pygame.draw.rect(picture, "#3c2a12", box.inflate(-2 * width, -2 * width), border_radius=max(1, radius - width))


def draw_caption(picture: pygame.Surface, block: Block, count: str) -> None:
    """Draw the group's title on the felt, and at the right its count, which is never cut off. A long title has two
    lines if there is room, else it is replaced by its short form, or loses its first words.

    :param count: the number of dice or of hits, as text.
    """
    box, is_beside_dice = block.caption_box, block.line_width > 0
    if not box.height:
        return
    size = block.size_beside or block.caption_size
    typeface = count_typeface = font("ui-bold", size)
    if is_beside_dice:
        count_typeface = fitting_font(count, "ui-bold", size, round(block.line_width * MAX_COUNT_WIDTH))
    colour = FELT_FAINT if block.group.hits is None else FELT_PRINT
    count_image = count_typeface.render(count, True, colour)
    middle_y = round(box.y + box.height / 2)
    right = round(box.x + (block.line_width if is_beside_dice else box.width))
    picture.blit(count_image, count_image.get_rect(midright=(right, middle_y)))
    titles = [capitalised(title) for title in (block.group.title, block.group.short) if title]
    if is_beside_dice:
        typeface = font(BESIDE_FACE, size)
        room = caption_room(box.width, typeface)
        fitting = (lines_beside(title, size, box.width, box.height) for title in titles)
        lines = next(filter(None, fitting), titles[-1:])
    else:
        room = caption_room(box.width, typeface, count_image.get_width())
        height = box.height / block.caption_lines
        forms = [_lines_above(title, typeface, height, room, block.caption_lines) for title in titles]
        typeface, lines = next((form for form in forms if all(form[0].size(line)[0] <= room for line in form[1])),
                               forms[-1] if forms else (typeface, []))
    lines = [_shorten_front(line, typeface, room) for line in lines]
    top = middle_y - len(lines) * typeface.get_height() // 2
    for number, line in enumerate(lines):
        picture.blit(typeface.render(line, True, FELT_PRINT), (round(box.x), top + number * typeface.get_height()))


def _shorten_front(line: str, typeface: Typeface, room: int) -> str:
    """A line shortened to ``room`` pixels by leaving out its first words, since the units of a command differ in the
    last words of their names."""
    words = line.split(" ")
    while len(words) > 1 and typeface.size(" ".join(words))[0] > room:
        words = ["…", *words[2 if words[0] == "…" else 1:]]
    return shorten(" ".join(words) if words != ["…"] else line, typeface, room)


def _lines_above(words: str, typeface: Typeface, print_height: float, room: int, most_lines: int
                 ) -> tuple[Typeface, list[str]]:
    """The lines of a caption above its dice, and their typeface. They may still be too long for ``room`` pixels.

    :param print_height: the height for a line of print, in pixels.
    :param most_lines: the number of lines for which there is room.
    """
    narrower_face = font("counter", max(MIN_CAPTION_SIZE, round(print_height * CAPTION_SIZE)))
    for face in (typeface, narrower_face) if most_lines > 1 else ():
        lines = wrap(words, face, room)
        if len(lines) <= most_lines and all(face.size(line)[0] <= room for line in lines):
            return face, lines
    smaller = (font(role, max(MIN_CAPTION_SIZE, round(print_height * 0.64))) for role in NARROWER_FACES)
    while typeface.size(words)[0] > room and (narrower := next(smaller, None)) is not None:
        typeface = narrower
    return typeface, [words]


def _picture_size(die: Die, face: int, edge: float) -> int:
    """The size in pixels of the picture of a die with a given edge."""
    return max(6, round(edge * die_width(die, face)))


@dataclass(frozen=True, slots=True)
class _RolledDice:
    """A roll in the tray."""

    dice: tuple[Die, ...]
    faces: tuple[int, ...]
    groups: tuple[Group, ...] = ()


class DiceTray:
    """A tray that shows any number of dice of any kind.

    :param faces: the faces of the dice that lie in it at first.
    :param clock: returns the time in milliseconds, which never goes back.
    """

    def __init__(self, faces: tuple[int, ...] = (6,), clock: Callable[[], int] = pygame.time.get_ticks) -> None:
        self.reduced_motion = False
        """Whether a roll is faded in rather than tumbling."""
        self.frame_width = 0
        """Width of the wooden frame in pixels; 0 for the default of a small tray."""
        self._clock = clock
        self._rolled = _RolledDice(dice_of(faces), faces)
        self._before = self._rolled, 0
        """The roll before the last one, and its number."""
        self._start, self._seconds, self._count = 0, 0.0, 0
        """Of the last roll: when it began in milliseconds, how long it takes (0: it is at rest), and its number."""
        self._rest_picture: tuple[object, pygame.Surface, SignMeanings] | None = None
        self._pending_picture: tuple[object, pygame.Surface, SignMeanings] | None = None
        self.signs: SignMeanings = []
        """Rectangle and tooltip of each die as last drawn, relative to the tray's corner."""
        if "game.ui.dice.solid" not in sys.modules:
            Thread(target=solid_module, daemon=True).start()  # load numpy before the first roll

    @property
    def busy(self) -> bool:
        """Whether dice are still tumbling."""
        return self._share < 1.0

    @property
    def _share(self) -> float:
        """The share of the animation time that has passed, from 0 to 1."""
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
            key = (tuple(rect.size), self._rolled, self._count, self.frame_width, language_code())
            if self._rest_picture is None or self._rest_picture[0] != key:
                signs: SignMeanings = []
                self._rest_picture = (key, self._picture(rect.size, self._rolled, self._count, signs=signs), signs)
            surface.blit(self._rest_picture[1], rect)
            self.signs = self._rest_picture[2]
        elif self.reduced_motion:
            picture = self._picture(rect.size, *self._before)
            next_picture = self._picture(rect.size, self._rolled, self._count)
            next_picture.set_alpha(round(255 * share))
            picture.blit(next_picture, (0, 0))
            surface.blit(picture, rect)
        else:
            surface.blit(self._picture(rect.size, self._rolled, self._count, share), rect)

    def _picture(self, size: tuple[int, int], rolled: _RolledDice, number: int, share: float = 1.0,
                 signs: SignMeanings | None = None) -> pygame.Surface:
        """The whole tray with a roll at a share of the animation time."""
        picture = baize(*size, self.frame_width).copy()
        felt = felt_area(size, self.frame_width)
        draw_dice(picture, share, rolled.faces, number, rolled.dice, rolled.groups, felt,
                  [] if signs is None else signs)
        return picture

    def draw_pending(self, surface: pygame.Surface, rect: pygame.Rect, dice: tuple[Die, ...],
                     groups: tuple[Group, ...] = ()) -> None:
        """Draw the tray with dice still to be rolled."""
        key = (tuple(rect.size), dice, groups, self.frame_width, language_code())
        if self._pending_picture is None or self._pending_picture[0] != key:
            picture = baize(*rect.size, self.frame_width).copy()
            signs: SignMeanings = []
            draw_pending_dice(picture, dice, groups, felt_area(rect.size, self.frame_width), signs)
            self._pending_picture = (key, picture, signs)
        surface.blit(self._pending_picture[1], rect)
        self.signs = self._pending_picture[2]


def dice_of(faces: tuple[int, ...]) -> tuple[Die, ...]:
    """A six-sided die for each face, as the default."""
    return (D6,) * len(faces)


def felt_area(size: tuple[int, int], frame_width: int = 0) -> pygame.Rect:
    """The area for dice in a tray of a size: inside its frame and the frame's shadow."""
    frame_width = frame_width or default_frame_width(size)
    return pygame.Rect((0, 0), size).inflate(-round(2.7 * frame_width), -round(2.7 * frame_width))


def default_frame_width(size: tuple[int, int]) -> int:
    """The width in pixels of the frame of a tray of a size."""
    return max(6, min(size) // 11)


def draw_pending_dice(picture: pygame.Surface, dice: tuple[Die, ...], groups: tuple[Group, ...], felt: pygame.Rect,
                      signs: SignMeanings) -> None:
    """Draw dice still to be rolled, each on a corner, on a point or without its number, so that none seems to show a
    rolled face.

    :param signs: receives the rectangle and tooltip of each die.
    """
    width, height = picture.get_size()
    dice_count = len(dice)
    if is_laid_in_rows(dice_count, groups):
        draw_pending_groups(picture, felt, dice, complete_groups(dice_count, groups), signs)
        return
    edge, spots = loose_layout(dice_count, width, height)
    for k, (die, spot) in enumerate(zip(dice, spots, strict=True)):
        place = _draw_die(picture, spot, edge * 0.12, edge, die, None, 0.0, 1.0, Random(f"waiting {k}"))
        signs.append((place, pending_die_tooltip(die)))


def draw_dice(picture: pygame.Surface, share: float, faces: tuple[int, ...], number: int, dice: tuple[Die, ...],
              groups: tuple[Group, ...], felt: pygame.Rect, signs: SignMeanings) -> None:
    """Draw all dice of roll ``number`` on their way from the hand to rest.

    :param share: the share of the animation time, from 0 to 1.
    :param felt: the area in which many dice are laid in rows.
    :param signs: receives the rectangle and tooltip of each die.
    """
    width, height = picture.get_size()
    dice_count = len(faces)
    if is_laid_in_rows(dice_count, groups):
        draw_grouped_dice(picture, felt, dice, faces, complete_groups(dice_count, groups), share, number, signs)
        return
    edge, spots = loose_layout(dice_count, width, height)
    for k, (die, face, spot) in enumerate(zip(dice, faces, spots, strict=True)):
        rng = Random(f"{number}/{k}/{face}")
        yaw, side = rng.uniform(-0.5, 0.5), rng.choice((-1, 1))
        rest_spot = (spot[0] + rng.uniform(-0.06, 0.06) * width / dice_count,
                     spot[1] + height * rng.uniform(-0.045, 0.035))
        way_left = 1 - share
        slide_left = way_left**2.2
        now_spot = (rest_spot[0] - slide_left * width * 0.38 + sin(share * 7 + k) * way_left * 0.04 * width,
                    rest_spot[1] + side * slide_left * height * 0.20)
        box = _draw_die(picture, now_spot, _bounce(share) * edge * 0.85, edge, die, face, yaw, way_left, rng)
        signs.append((box, die_tooltip(die, face)))


def _draw_die(picture: pygame.Surface, spot: tuple[float, float], height: float, edge: float, die: Die,
              face: int | None, yaw: float, way_left: float, rng: Random) -> pygame.Rect:
    """Draw one die, and return its rectangle relative to the whole tray of which ``picture`` may be a part.

    :param height: its height above the felt in pixels; ``edge`` is its edge length.
    :param face: None for a die still to be rolled.
    :param yaw: its rotation about the vertical, in radians.
    :param way_left: the share of the way left to rest, from 1 to 0.
    """
    shown_face = die.faces[-1] if face is None else face
    px = max(8, round(edge * die_width(die, shown_face)))
    if face is None and die.faces != D6.faces:
        image = pending_die(die, 0, px)
    elif is_solid(die, shown_face):
        spin = way_left**TUMBLE_SLOWDOWN
        angles = (spin * rng.uniform(9, 12), spin * rng.uniform(3, 6)) if way_left > 0 else (0.0, 0.0)
        traced = min(px, MAX_TUMBLING_PX) if way_left > 0 else px
        image = traced_die(die, shown_face, yaw, angles, traced)
        if traced != px:
            image = pygame.transform.smoothscale(image, (px, px))
        image = image if face is not None else dimmed(image)
    else:
        image = flat_die(die, face, way_left**TUMBLE_SLOWDOWN * 9, px)
    height_in_edges = height / edge
    shadow = _shadow(round(edge * (1.34 + 0.5 * height_in_edges)), round(20 * max(0.25, 1 - 0.7 * height_in_edges)))
    middle = (round(spot[0] + edge * (0.16 + 0.4 * height_in_edges)),
              round(spot[1] + edge * (0.24 + 0.35 * height_in_edges)))
    picture.blit(shadow, shadow.get_rect(center=middle))
    box = picture.blit(image, image.get_rect(center=(round(spot[0]), round(spot[1] - height))))
    return box.move(picture.get_abs_offset())


@picture_cache(48)
def _shadow(size: int, strength: int) -> pygame.Surface:
    """The soft shadow of a single die, ``size`` pixels square; ``strength`` from 0 to 20 (darkest)."""
    blot = pygame.Surface((size, size), pygame.SRCALPHA)
    core = pygame.Rect(0, 0, round(size * 0.52), round(size * 0.44))
    core.center = (size // 2, size // 2)
    pygame.draw.rect(blot, (4, 10, 6, 11 * strength), core, border_radius=size // 6)
    return blurred_picture(blot, max(1, size // 10))


@picture_cache(4)
def baize(width: int, height: int, frame_width: int = 0) -> pygame.Surface:
    """The empty tray: recessed baize in a walnut frame with mitred corners.

    :param frame_width: width of the frame in pixels; 0 for the default of a small tray.
    """
    tray = pygame.Surface((width, height), pygame.SRCALPHA)
    frame_width = frame_width or default_frame_width((width, height))
    radius = frame_width // 2
    wood = pygame.transform.smoothscale(texture("walnut.jpg").subsurface((100, 300, 700, 420)), (width, height))
    wood.fill((34, 21, 12), special_flags=pygame.BLEND_ADD)
    mask = pygame.Surface((width, height), pygame.SRCALPHA)
    pygame.draw.rect(mask, "white", mask.get_rect(), border_radius=radius)
    tray.blit(wood, (0, 0))
    tray.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    inner = tray.get_rect().inflate(-2 * frame_width, -2 * frame_width)
    felt = texture("felt.jpg")
    tray.set_clip(inner)
    for x in range(inner.left, inner.right, felt.get_width()):
        for y in range(inner.top, inner.bottom, felt.get_height()):
            tray.blit(felt, (x, y))
    tray.set_clip(None)
    _draw_relief(tray, inner, frame_width, radius)
    return tray.convert_alpha()


def _draw_relief(tray: pygame.Surface, inner: pygame.Rect, frame_width: int, radius: int) -> None:
    """Draw light along the upper edges of the frame, its shadow on the baize, and mitres at the corners."""
    width, height = tray.get_size()
    soft = max(2, frame_width // 2)
    shade = pygame.Surface(inner.size, pygame.SRCALPHA)
    shade.fill((0, 0, 0, 150))
    shade.fill((0, 0, 0, 0), (soft, round(soft * 1.4), inner.w - round(soft * 1.4), inner.h - round(soft * 1.8)))
    tray.blit(blurred_picture(shade, soft), inner)
    for corner, inside in (((0, 0), inner.topleft), ((width, 0), inner.topright), ((0, height), inner.bottomleft),
                           ((width, height), inner.bottomright)):
        pygame.draw.aaline(tray, (24, 14, 8), corner, inside)
    lines = pygame.Surface((width, height), pygame.SRCALPHA)
    pygame.draw.rect(lines, (255, 226, 180, 70), (1, 1, width - 2, height - 2), max(1, frame_width // 10), radius)
    pygame.draw.rect(lines, (10, 5, 2, 190), inner.inflate(2, 2), max(1, frame_width // 9))
    pygame.draw.rect(lines, (10, 5, 2, 210), lines.get_rect(), 1, radius)
    tray.blit(lines, (0, 0))
