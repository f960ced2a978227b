"""Layout and animation of coins and markers in their part of the tray: to be flipped, in flight, sorted with heads
first, counted."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, cos, pi, sin
from random import Random

import pygame

from game.core.chance import Die
from game.core.chance import coins as coins_of
from game.core.message import say
from game.ui.dice import dice_pictures
from game.ui.kit.camera import ease
from game.ui.kit.fonts import font
from game.ui.kit.notice import SignMeanings

FLIGHT_SHARE, SORT_SHARE, COUNT_SHARE = 0.56, 0.18, 0.26
"""The shares of the animation time in which coins fly, are sorted, and are counted."""
AIR_SHARE = 0.72
"""The share of the flight phase that one coin spends in the air; the coins of a roll start one after the other."""
COIN_PITCH = 1.09
"""The distance between the centres of adjacent coins, in coin diameters."""
SIDES_GAP = 0.42
"""The gap between heads and crosses, in coin diameters."""
MAX_ROWS = 6
MAX_DIAMETER = 0.62
"""The largest coin diameter, as a share of the box's height."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of the tray."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class CoinPose:
    """The pose of a coin at one moment: position of its shadow (pixels), height (coin diameters), rotation (half
    turns)."""

    x: float
    y: float
    height: float
    half_turns: float


def coin_size(count: int, box: Box) -> tuple[float, int]:
    """The largest coin diameter (pixels) at which ``count`` sorted coins fit into a box, and the number of rows."""
    def across(rows: int) -> float:
        columns = ceil(count / rows) + (1 if rows > 1 else 0)
        return min(box.width / (columns * COIN_PITCH + SIDES_GAP), box.height / (rows * COIN_PITCH))

    rows = max(range(1, MAX_ROWS + 1), key=across)
    return min(across(rows), box.height * MAX_DIAMETER), rows


@lru_cache(maxsize=64)
def sorted_places(count: int, heads: int, box: Box, max_coins: int) -> tuple[tuple[float, float], ...]:
    """The centres of the sorted coins: heads first, filling columns from the left, then crosses.

    ``max_coins`` is the largest count in the roll: it sets the size, so that all groups have coins of the same size.
    """
    across, rows = coin_size(max_coins, box)
    crosses = count - heads
    columns = ceil(heads / rows) + ceil(crosses / rows)
    gap = SIDES_GAP if heads and crosses else 0.0
    left = box.x + (box.width - (columns * COIN_PITCH + gap) * across) / 2
    top = box.y + (box.height - min(rows, max(heads, crosses)) * COIN_PITCH * across) / 2
    centres = []
    for k in range(count):
        block, index = (0.0, k) if k < heads else (ceil(heads / rows) * COIN_PITCH + gap, k - heads)
        column, row = divmod(index, rows)
        centres.append((left + (block + (column + 0.5) * COIN_PITCH) * across, top + (row + 0.5) * COIN_PITCH * across))
    return tuple(centres)


@lru_cache(maxsize=64)
def scattered_coins(count: int, heads: int, box: Box, number: int, max_coins: int
                    ) -> tuple[tuple[bool, float, float], ...]:
    """The face and resting place of each coin of roll ``number``: a loose scatter without overlaps."""
    rng = Random(f"{number}/{count}/{heads}")
    across, rows = coin_size(max_coins, box)
    columns = ceil(count / rows)
    shows = [True] * heads + [False] * (count - heads)
    rng.shuffle(shows)
    step_x, step_y = box.width / columns, box.height / rows
    slack = max(0.0, step_x - across) / 2, max(0.0, step_y - across) / 2
    coins = []
    for k, show in enumerate(shows):
        column, row = divmod(k, rows)
        coins.append((show, box.x + (column + 0.5) * step_x + rng.uniform(-1, 1) * slack[0],
                      box.y + (row + 0.5) * step_y + rng.uniform(-1, 1) * slack[1]))
    return tuple(coins)


def sorted_indices(shows: tuple[bool, ...]) -> tuple[int, ...]:
    """For each coin its index in the sorted row: heads in their order, then crosses."""
    heads = [k for k, show in enumerate(shows) if show]
    order = heads + [k for k, show in enumerate(shows) if not show]
    return tuple(order.index(k) for k in range(len(shows)))


def flight_pose(k: int, count: int, share: float, hand: tuple[float, float], rest: tuple[float, float],
                number: int) -> CoinPose | None:
    """The pose of coin ``k`` at ``share`` of the way from the hand to its resting place; None while it is in the
    hand."""
    rng = Random(f"{number}-{k}")
    start = (1 - AIR_SHARE) * k / max(1, count)
    t = (share - start) / AIR_SHARE
    if t < 0:
        return None
    t = min(1.0, t)
    spins = rng.choice((5, 6, 7)) * 2
    arc = rng.uniform(1.5, 2.3)
    if t < 0.74:
        s = t / 0.74
        x, y = hand[0] + (rest[0] - hand[0]) * s, hand[1] + (rest[1] - hand[1]) * s
        return CoinPose(x, y, arc * sin(pi * s) + 0.05, spins * (1 - s) ** 1.15)
    s = (t - 0.74) / 0.26
    return CoinPose(rest[0], rest[1], 0.26 * abs(sin(pi * s * 2)) * (1 - s), 0.22 * sin(pi * 4 * s) * (1 - s) ** 2)


def hand_position(box: Box) -> tuple[float, float]:
    """The point the coins are thrown from: below the box's left corner."""
    return box.x + box.width * 0.10, box.y + box.height * 1.10


FELT_PRINT = "#f3ead3"
GOLD = "#ffce4a"


def is_die(die: Die) -> bool:
    """Whether it is a real die: neither a number of coins, even none, nor a draw from the cup."""
    return die.faces != coins_of(0).faces and not die.coins and not die.drawn


def is_plain(dice: tuple[Die, ...]) -> bool:
    """Whether a roll consists of dice only."""
    return all(is_die(die) for die in dice)


def roll_boxes(dice: tuple[Die, ...], inner: pygame.Rect) -> list[pygame.Rect]:
    """A rectangle for each die of a roll: groups of coins below one another, dice at their right."""
    beside = [die for die in dice if is_die(die)]
    groups = len(dice) - len(beside)
    width = round(inner.w * min(0.5, 0.18 + 0.12 * len(beside))) if beside and groups else 0
    left = pygame.Rect(inner.x, inner.y, inner.w - width, inner.h)
    boxes, row = [], 0
    for die in dice:
        if is_die(die):
            room = pygame.Rect(left.right, inner.y, width, inner.h) if groups else inner
            boxes.append(room)
        else:
            boxes.append(pygame.Rect(left.x, left.y + row * left.h // groups, left.w, left.h // groups))
            row += 1
    return boxes


def coin_room(box: pygame.Rect, name: str) -> Box:
    """The part of a box for a group's coins: below the group's name, if it has one."""
    head = round(box.h * 0.27) if name else 0
    return Box(box.x, box.y + head, box.w, box.h - head)


def draw_name_and_count(picture: pygame.Surface, box: pygame.Rect, name: str, count: str) -> None:
    """Draw a side's name and the number beside it on the felt above its coins."""
    face = font("ui-bold", max(11, round(box.h * 0.22)))
    picture.blit(face.render(name, True, FELT_PRINT), (box.x, box.y - round(box.h * 0.03)))
    image = face.render(count, True, FELT_PRINT)
    picture.blit(image, image.get_rect(topright=(box.right, box.y - round(box.h * 0.03))))


def draw_pending_group(picture: pygame.Surface, die: Die, box: pygame.Rect, name: str, signs: SignMeanings) -> None:
    """Draw coins still to be flipped, in stacks of five, or the cup with markers still to be drawn."""
    signs.append((box, say("To be rolled: {dice}", dice=die.title)))
    if die.drawn:
        box = _below_name(picture, box, name)
        tall = round(min(box.h * 0.86, box.w * 0.4))
        vessel = dice_pictures.cup(tall)
        picture.blit(vessel, vessel.get_rect(center=box.center))
        return
    if name:
        draw_name_and_count(picture, box, name, die.name)
    room = coin_room(box, name)
    stacks = [min(5, die.coins - k) for k in range(0, die.coins, 5)]
    across = round(min(room.height * 0.72, room.width / (len(stacks) * 1.15 + 0.3),
                       max(box.w * 0.24, min(box.size) * 0.42))) if stacks else 1
    for k, count in enumerate(stacks):
        pile = dice_pictures.coin_stack(count, across)
        x = room.x + room.width / 2 + (k - (len(stacks) - 1) / 2) * across * 1.15
        foot = round(room.y + room.height * 0.5 + across * 0.45)
        cast = dice_pictures.round_shadow(across, 10)
        picture.blit(cast, cast.get_rect(center=(round(x + across * 0.08), foot - round(across * 0.16))))
        picture.blit(pile, pile.get_rect(midbottom=(round(x), foot)))


def _below_name(picture: pygame.Surface, box: pygame.Rect, name: str) -> pygame.Rect:
    """Print the name of the drawing side, if given, and return the rectangle below it."""
    if not name:
        return box
    draw_name_and_count(picture, box, name, "")
    room = coin_room(box, name)
    return pygame.Rect(round(room.x), round(room.y), round(room.width), round(room.height))


def draw_number_marker(picture: pygame.Surface, number: int, box: pygame.Rect, share: float, signs: SignMeanings,
                       name: str = "") -> None:
    """Draw a numbered marker on its way out of the cup, ``share`` of the way, below the name of the drawing side."""
    box = _below_name(picture, box, name)
    tall = round(min(box.h * 0.86, box.w * 0.4))
    vessel = dice_pictures.cup(tall)
    at = vessel.get_rect(center=(box.x + box.w * 3 // 10, box.centery))
    picture.blit(vessel, at)
    px = round(box.h * 0.56)
    x = at.centerx + (box.x + box.w * 0.72 - at.centerx) * share
    y = at.y + (box.centery - at.y) * share - 0.3 * box.h * (1 - (2 * share - 1) ** 2)
    card = dice_pictures.number_marker(number, px)
    if share < 1:
        card = pygame.transform.smoothscale(card, (max(2, round(px * abs(cos(pi * 1.5 * (1 - share))))), px))
    signs.append((picture.blit(card, card.get_rect(center=(round(x), round(y)))), say("Drawn: {face}", face=number)))


def draw_coins(picture: pygame.Surface, die: Die, heads: int, room: Box, share: float, number: int,
               max_coins: int, signs: SignMeanings) -> None:
    """Draw a group of coins or markers in flight, being sorted, or being counted."""
    count = die.coins
    across = coin_size(max_coins, room)[0]
    rests = scattered_coins(count, heads, room, number, max_coins)
    places = sorted_places(count, heads, room, max_coins)
    order = sorted_indices(tuple(show for show, _, _ in rests))
    px = max(6, round(across))
    moved = ease((share - FLIGHT_SHARE) / SORT_SHARE)
    counted = heads if share >= 1 else heads * max(0.0, share - FLIGHT_SHARE - SORT_SHARE) / COUNT_SHARE
    for k, (shows, x, y) in sorted(enumerate(rests), key=lambda item: item[1][2]):
        if share < FLIGHT_SHARE:
            pose = flight_pose(k, count, share / FLIGHT_SHARE, hand_position(room), (x, y), number)
            if pose is not None:
                highest = (pose.y - room.y + px * 0.1) / px
                _draw_coin(picture, die.drawn, shows, px, pose.x, pose.y, min(pose.height, highest), pose.half_turns)
            continue
        tx, ty = places[order[k]]
        lit = shows and order[k] < counted
        _draw_coin(picture, die.drawn, shows, px, x + (tx - x) * moved, y + (ty - y) * moved, 0.10 if lit else 0.0, 0.0)
        if share >= 1:
            spot = pygame.Rect(0, 0, px, px)
            spot.center = round(tx), round(ty)
            signs.append((spot, say("Heads: counts") if shows else say("Cross")))
        if lit:
            _draw_ring(picture, die.drawn, px, x + (tx - x) * moved, y + (ty - y) * moved - 0.10 * px)


def _draw_coin(picture: pygame.Surface, card: bool, shows: bool, px: int, x: float, y: float, up: float,
               turns: float) -> None:
    """Draw one coin or marker with its shadow; after an odd number of half turns its other face shows."""
    cast = dice_pictures.round_shadow(px, max(3, round(10 - 2.4 * up)))
    picture.blit(cast, cast.get_rect(center=(round(x + px * (0.06 + 0.22 * up)), round(y + px * (0.08 + 0.20 * up)))))
    heads_up = shows if round(abs(turns)) % 2 == 0 else not shows
    step = round((1 - abs(cos(pi * turns))) * dice_pictures.FLIP_FRAMES)
    if card:
        image = dice_pictures.marker(heads_up, px)
        if step:
            narrow = max(2, round(px * (1 - step / dice_pictures.FLIP_FRAMES)))
            image = pygame.transform.smoothscale(image, (narrow, px))
    else:
        image = dice_pictures.turning_coin(heads_up, px, step) if step else dice_pictures.coin(heads_up, px)
    picture.blit(image, image.get_rect(center=(round(x), round(y - up * px))))


def _draw_ring(picture: pygame.Surface, card: bool, px: int, x: float, y: float) -> None:
    """Draw the gold ring around a counted head."""
    width = max(2, px // 13)
    box = pygame.Rect(0, 0, px + width, px + width)
    box.center = (round(x), round(y))
    radius = px // 8 if card else box.w // 2
    pygame.draw.rect(picture, "#1d1206", box.inflate(2, 2), width + 2, border_radius=radius + 1)
    pygame.draw.rect(picture, GOLD, box, width, border_radius=radius)
