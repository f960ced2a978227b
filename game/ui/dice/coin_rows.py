"""Layout and animation of coins and markers in their part of the tray: to be flipped, in flight, sorted with heads
first, counted. Proportions were chosen by eye."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, cos, pi, sin
from random import Random

import pygame

from game.core.chance import Die
from game.core.message import say
from game.i18n.words import translate
from game.ui.dice import dice_pictures
from game.ui.kit.camera import ease
from game.ui.kit.fonts import font
from game.ui.kit.notice import SignMeanings

FELT_PRINT, FELT_FAINT = "#f3ead3", "#d3d8bd"
"""Colours of print on the felt: usual, and faint."""
HIT_RING, RING_OUTLINE = "#ffce4a", "#1d1206"
"""Colours of the ring around a hit or a counted head, and of the outline of rings and bands."""
FLIGHT_SHARE, SORT_SHARE, COUNT_SHARE = 0.56, 0.18, 0.26
"""The shares of the animation time in which coins fly, are sorted, and are counted."""
THROW_SHARE = 0.74
"""The share of a coin's flight until it lands; it bounces in the remainder."""
RAISED_HEIGHT = 0.10
"""The height of a counted head above the felt, in coin diameters."""
AIR_SHARE = 0.72
"""The share of the flight phase that one coin spends in the air; the coins of a roll start one after the other."""
COIN_PITCH = 1.09
"""The distance between the centres of adjacent coins, in coin diameters."""
STACK_SIZE = 5
"""The most coins in a stack before they are flipped."""
STACK_PITCH = 1.15
"""The distance between the middles of adjacent stacks, in coin diameters."""
SIDES_GAP = 0.42
"""The gap between heads and crosses, in coin diameters."""
MAX_ROWS = 6
"""The most rows of sorted coins."""
MAX_DIAMETER = 0.62
"""The largest coin diameter, as a share of the box's height."""


@dataclass(frozen=True, slots=True)
class TrayBox:
    """A rectangle of the tray, in pixels."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class CoinPose:
    """The pose of a coin at one moment: the point of the felt below it (pixels), height (coin diameters), rotation
    (half turns)."""

    x: float
    y: float
    height: float
    half_turns: float


def coin_size(count: int, box: TrayBox) -> tuple[float, int]:
    """The largest coin diameter (pixels) at which ``count`` sorted coins fit into a box, and the number of rows."""
    def diameter(rows: int) -> float:
        # heads and crosses fill separate columns: at most one more than all coins together
        columns = ceil(count / rows) + (1 if rows > 1 else 0)
        return min(box.width / (columns * COIN_PITCH + SIDES_GAP), box.height / (rows * COIN_PITCH))

    rows = max(range(1, MAX_ROWS + 1), key=diameter)
    return min(diameter(rows), box.height * MAX_DIAMETER), rows


@lru_cache(maxsize=64)
def sorted_places(count: int, heads: int, box: TrayBox, max_coins: int) -> tuple[tuple[float, float], ...]:
    """The centres of the sorted coins: heads first, filling columns from the left, then crosses.

    :param max_coins: the largest count in the roll; it sets the size, so that all groups have coins of the same size.
    """
    diameter, rows = coin_size(max_coins, box)
    crosses = count - heads
    columns = ceil(heads / rows) + ceil(crosses / rows)
    gap = SIDES_GAP if heads and crosses else 0.0
    left = box.x + (box.width - (columns * COIN_PITCH + gap) * diameter) / 2
    top = box.y + (box.height - min(rows, max(heads, crosses)) * COIN_PITCH * diameter) / 2
    centres = []
    for k in range(count):
        column_offset, index = (0.0, k) if k < heads else (ceil(heads / rows) * COIN_PITCH + gap, k - heads)
        column, row = divmod(index, rows)
        centres.append((left + (column_offset + (column + 0.5) * COIN_PITCH) * diameter,
                        top + (row + 0.5) * COIN_PITCH * diameter))
    return tuple(centres)


@lru_cache(maxsize=64)
def scattered_coins(count: int, heads: int, box: TrayBox, number: int, max_coins: int
                    ) -> tuple[tuple[bool, float, float], ...]:
    """For each coin of a group whether it shows heads, and its resting place: a loose scatter without overlaps.

    :param max_coins: the largest count in the roll, as in ``sorted_places``.
    """
    rng = Random(f"{number}/{count}/{heads}")
    diameter, rows = coin_size(max_coins, box)
    columns = max(1, ceil(count / rows))
    faces = [True] * heads + [False] * (count - heads)
    rng.shuffle(faces)
    step_x, step_y = box.width / columns, box.height / rows
    slack = max(0.0, step_x - diameter) / 2, max(0.0, step_y - diameter) / 2
    coins = []
    for k, shows_heads in enumerate(faces):
        column, row = divmod(k, rows)
        coins.append((shows_heads, box.x + (column + 0.5) * step_x + rng.uniform(-1, 1) * slack[0],
                      box.y + (row + 0.5) * step_y + rng.uniform(-1, 1) * slack[1]))
    return tuple(coins)


def sorted_indices(faces: tuple[bool, ...]) -> tuple[int, ...]:
    """For each coin its index in the sorted row: heads in their order, then crosses."""
    heads = [k for k, shows_heads in enumerate(faces) if shows_heads]
    order = heads + [k for k, shows_heads in enumerate(faces) if not shows_heads]
    return tuple(order.index(k) for k in range(len(faces)))


def flight_pose(k: int, count: int, share: float, hand: tuple[float, float], rest: tuple[float, float],
                number: int) -> CoinPose | None:
    """The pose of coin ``k`` of a group at a share (0 to 1) of the group's flight; None while it is in the hand.

    :param count: number of coins of the group; they start one after the other.
    :param hand: the point from which it is thrown.
    :param rest: its resting place.
    :param number: a number of its own for every group of every roll; it decides how the coins spin.
    """
    rng = Random(f"{number}-{k}")
    start = (1 - AIR_SHARE) * k / max(1, count)
    progress = (share - start) / AIR_SHARE
    if progress < 0:
        return None
    progress = min(1.0, progress)
    spins = rng.choice((5, 6, 7)) * 2
    arc = rng.uniform(1.5, 2.3)
    if progress < THROW_SHARE:
        phase = progress / THROW_SHARE
        x, y = hand[0] + (rest[0] - hand[0]) * phase, hand[1] + (rest[1] - hand[1]) * phase
        return CoinPose(x, y, arc * sin(pi * phase) + 0.05, spins * (1 - phase) ** 1.15)
    phase = (progress - THROW_SHARE) / (1 - THROW_SHARE)
    return CoinPose(rest[0], rest[1], 0.26 * abs(sin(pi * phase * 2)) * (1 - phase),
                    0.22 * sin(pi * 4 * phase) * (1 - phase) ** 2)


def hand_position(box: TrayBox) -> tuple[float, float]:
    """The point the coins are thrown from: below the box's left corner."""
    return box.x + box.width * 0.10, box.y + box.height * 1.10


def lies_among_dice(die: Die) -> bool:
    """Whether it is drawn among the dice: a die or a single coin, not coins counted together (even none) or a draw from
    the cup."""
    return not die.counts_heads and not die.drawn


def is_plain(dice: tuple[Die, ...]) -> bool:
    """Whether everything in a roll is drawn among the dice: no coins counted together, no draw from the cup."""
    return all(lies_among_dice(die) for die in dice)


def roll_boxes(dice: tuple[Die, ...], inner: pygame.Rect) -> list[pygame.Rect]:
    """For each die of a roll the rectangle in which it is drawn: one for each group of coins, below one another; all
    dice share the one at their right, or the whole felt if there are no coins."""
    dice_beside = [die for die in dice if lies_among_dice(die)]
    groups = len(dice) - len(dice_beside)
    width = round(inner.w * min(0.5, 0.18 + 0.12 * len(dice_beside))) if dice_beside and groups else 0
    coin_area = pygame.Rect(inner.x, inner.y, inner.w - width, inner.h)
    boxes, row = [], 0
    for die in dice:
        if lies_among_dice(die):
            room = pygame.Rect(coin_area.right, inner.y, width, inner.h) if groups else inner
            boxes.append(room)
        else:
            top = coin_area.y + row * coin_area.h // groups
            boxes.append(pygame.Rect(coin_area.x, top, coin_area.w, coin_area.h // groups))
            row += 1
    return boxes


def coin_room(box: pygame.Rect, name: str) -> TrayBox:
    """The part of a box for a group's coins: below the group's name, if it has one."""
    head = round(box.h * 0.27) if name else 0
    return TrayBox(box.x, box.y + head, box.w, box.h - head)


def draw_name_and_count(picture: pygame.Surface, box: pygame.Rect, name: str, count: str) -> None:
    """Draw a side's name on the felt above its coins, and the count at the right end of the line."""
    typeface = font("ui-bold", max(11, round(box.h * 0.22)))
    picture.blit(typeface.render(name, True, FELT_PRINT), (box.x, box.y - round(box.h * 0.03)))
    image = typeface.render(count, True, FELT_PRINT)
    picture.blit(image, image.get_rect(topright=(box.right, box.y - round(box.h * 0.03))))


def draw_pending_group(picture: pygame.Surface, die: Die, box: pygame.Rect, name: str, signs: SignMeanings) -> None:
    """Draw coins still to be flipped, in stacks of five, or the cup with markers still to be drawn.

    :param signs: receives the rectangle and tooltip of the group.
    """
    signs.append((box, say("To be rolled: {dice}", dice=die.title)))
    if die.drawn:
        box = _below_name(picture, box, name)
        _draw_cup(picture, box, box.center)
        return
    if name:
        draw_name_and_count(picture, box, name, translate(die.title))
    room = coin_room(box, name)
    stacks = [min(STACK_SIZE, die.coins - k) for k in range(0, die.coins, STACK_SIZE)]
    diameter = round(min(room.height * 0.72, room.width / (len(stacks) * STACK_PITCH + 0.3),
                         max(box.w * 0.24, min(box.size) * 0.42))) if stacks else 1
    for k, count in enumerate(stacks):
        stack_image = dice_pictures.coin_stack(count, diameter)
        x = room.x + room.width / 2 + (k - (len(stacks) - 1) / 2) * diameter * STACK_PITCH
        foot = round(room.y + room.height * 0.5 + diameter * 0.45)
        shadow = dice_pictures.round_shadow(diameter, 10)
        picture.blit(shadow, shadow.get_rect(center=(round(x + diameter * 0.08), foot - round(diameter * 0.16))))
        picture.blit(stack_image, stack_image.get_rect(midbottom=(round(x), foot)))


def _below_name(picture: pygame.Surface, box: pygame.Rect, name: str) -> pygame.Rect:
    """Print the name of the drawing side, if given, and return the rectangle below it."""
    if not name:
        return box
    draw_name_and_count(picture, box, name, "")
    room = coin_room(box, name)
    return pygame.Rect(round(room.x), round(room.y), round(room.width), round(room.height))


def draw_number_marker(picture: pygame.Surface, number: int, box: pygame.Rect, share: float, signs: SignMeanings,
                       name: str = "") -> None:
    """Draw a numbered marker on its way out of the cup, below the name of the drawing side.

    :param share: the share of the way, from 0 to 1.
    :param signs: receives the rectangle and tooltip of the marker.
    """
    box = _below_name(picture, box, name)
    cup_rect = _draw_cup(picture, box, (box.x + box.w * 3 // 10, box.centery))
    px = round(box.h * 0.56)
    x = cup_rect.centerx + (box.x + box.w * 0.72 - cup_rect.centerx) * share
    y = cup_rect.y + (box.centery - cup_rect.y) * share - 0.3 * box.h * (1 - (2 * share - 1) ** 2)
    image = dice_pictures.number_marker(number, px)
    if share < 1:
        turned_width = max(2, round(px * abs(cos(pi * 1.5 * (1 - share)))))
        image = pygame.transform.smoothscale(image, (turned_width, px))
    signs.append((picture.blit(image, image.get_rect(center=(round(x), round(y)))), say("Drawn: {face}", face=number)))


def _draw_cup(picture: pygame.Surface, box: pygame.Rect, centre: tuple[int, int]) -> pygame.Rect:
    """Draw the cup as large as fits into a box, which is the same before and during a draw; return its rectangle."""
    image = dice_pictures.cup(round(min(box.h * 0.86, box.w * 0.4)))
    return picture.blit(image, image.get_rect(center=centre))


def draw_coins(picture: pygame.Surface, die: Die, heads: int, room: TrayBox, share: float, number: int,
               max_coins: int, signs: SignMeanings) -> None:
    """Draw a group of coins or markers in flight, being sorted, or being counted.

    :param share: the share of the animation time, from 0 to 1.
    :param number: a number of its own for every group of every roll; it decides how the coins scatter and spin.
    :param signs: receives the rectangle and tooltip of each coin at rest.
    """
    count = die.coins
    diameter = coin_size(max_coins, room)[0]
    resting_coins = scattered_coins(count, heads, room, number, max_coins)
    places = sorted_places(count, heads, room, max_coins)
    order = sorted_indices(tuple(show for show, _, _ in resting_coins))
    px = max(6, round(diameter))
    slide = ease((share - FLIGHT_SHARE) / SORT_SHARE)
    heads_counted = heads if share >= 1 else heads * max(0.0, share - FLIGHT_SHARE - SORT_SHARE) / COUNT_SHARE
    for k, (shows_heads, x, y) in sorted(enumerate(resting_coins), key=lambda item: item[1][2]):
        if share < FLIGHT_SHARE:
            pose = flight_pose(k, count, share / FLIGHT_SHARE, hand_position(room), (x, y), number)
            if pose is not None:
                highest = (pose.y - room.y + px * 0.1) / px
                _draw_coin(picture, die.drawn, shows_heads, px, pose.x, pose.y, min(pose.height, highest),
                           pose.half_turns)
            continue
        sorted_x, sorted_y = places[order[k]]
        is_lit = shows_heads and order[k] < heads_counted
        now_x, now_y = x + (sorted_x - x) * slide, y + (sorted_y - y) * slide
        _draw_coin(picture, die.drawn, shows_heads, px, now_x, now_y, RAISED_HEIGHT if is_lit else 0.0, 0.0)
        if share >= 1:
            spot = pygame.Rect(0, 0, px, px)
            spot.center = round(sorted_x), round(sorted_y)
            signs.append((spot, say("Heads: counts") if shows_heads else say("Cross")))
        if is_lit:
            _draw_ring(picture, die.drawn, px, now_x, now_y - RAISED_HEIGHT * px)


def _draw_coin(picture: pygame.Surface, is_marker: bool, shows_heads: bool, px: int, x: float, y: float, height: float,
               half_turns: float) -> None:
    """Draw one coin or marker with its shadow; after an odd number of half turns its other face shows.

    :param px: its width in pixels.
    :param height: its height above the felt, in coin diameters.
    """
    shadow = dice_pictures.round_shadow(px, max(3, round(10 - 2.4 * height)))
    shadow_x, shadow_y = x + px * (0.06 + 0.22 * height), y + px * (0.08 + 0.20 * height)
    picture.blit(shadow, shadow.get_rect(center=(round(shadow_x), round(shadow_y))))
    heads_up = shows_heads if round(abs(half_turns)) % 2 == 0 else not shows_heads
    step = round((1 - abs(cos(pi * half_turns))) * dice_pictures.FLIP_FRAMES)
    if is_marker:
        image = dice_pictures.marker(heads_up, px)
        if step:
            narrow_width = max(2, round(px * (1 - step / dice_pictures.FLIP_FRAMES)))
            image = pygame.transform.smoothscale(image, (narrow_width, px))
    else:
        image = dice_pictures.turning_coin(heads_up, px, step) if step else dice_pictures.coin(heads_up, px)
    picture.blit(image, image.get_rect(center=(round(x), round(y - height * px))))


def _draw_ring(picture: pygame.Surface, is_marker: bool, px: int, x: float, y: float) -> None:
    """Draw the gold ring around a counted head."""
    width = max(2, px // 13)
    box = pygame.Rect(0, 0, px + width, px + width)
    box.center = (round(x), round(y))
    radius = px // 8 if is_marker else box.w // 2
    pygame.draw.rect(picture, RING_OUTLINE, box.inflate(2, 2), width + 2, border_radius=radius + 1)
    pygame.draw.rect(picture, HIT_RING, box, width, border_radius=radius)
