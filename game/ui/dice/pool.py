"""Many dice on the felt: they fall anywhere, slide into their rows by group, and those that count are ringed."""

from __future__ import annotations

from math import cos, pi
from random import Random

import pygame

from game.core.chance import Die
from game.core.message import Text, say, several
from game.i18n.words import said
from game.ui.dice import coin_pictures as coins
from game.ui.dice.coin_rows import Box
from game.ui.dice.dice_layout import BESIDE, Block, Group, die_told, fallen, lay_out, waiting_told
from game.ui.dice.dice_pictures import TURNS, faded, in_crowd, is_solid, waiting, width
from game.ui.kit.fonts import font
from game.ui.kit.notice import Told
from game.ui.kit.pen import fitted, shorten, wrap

FLIGHT, SLIDE = 0.62, 0.20
"""Shares of the time in which dice tumble and are laid in rows; in the rest hits are counted."""
LINE = 0.09
"""The height of the print of captions beside dice at most, in widths of the felt."""
COUNT = 0.95 * BESIDE[1]
"""The width of a count beside dice at most, in widths of the felt."""
LAST = 0.30
"""How much later than the first die the last one leaves the hand, in flights."""
FELT_PRINT, FELT_FAINT = "#f3ead3", "#d3d8bd"
BRASS, BRASS_DARK, BAND = "#ffce4a", "#1d1206", "#ff5a45"


def lay_pool(frame: pygame.Surface, felt: pygame.Rect, dice: tuple[Die, ...], faces: tuple[int, ...],
             groups: tuple[Group, ...], share: float, number: int, signs: Told) -> None:
    """All dice of roll ``number``, ``share`` of the way from the hand to their rows; the groups name each die once."""
    room = Box(felt.x, felt.y, felt.w, felt.h)
    laid = lay_out(room, groups)
    scattered = fallen(room, len(faces), laid.edge, number)
    moved = _eased((share - FLIGHT) / SLIDE)
    done = max(0.0, (share - FLIGHT - SLIDE) / (1 - FLIGHT - SLIDE))
    for block in laid.blocks:
        hits = [k for k in block.group.dice if k in (block.group.marked or ())]
        told = len(hits) if share >= 1 else int(len(hits) * done)
        lit = frozenset(hits[:told])
        count = say("{hits} of {number}", hits=told if block.beside else _hits(told),
                    number=len(block.places)) if done and block.group.marked is not None else None
        if moved:
            caption(frame, block, said(count or _dice(block)))
        for k, (x, y) in zip(block.group.dice, block.places, strict=True):
            ax, ay = scattered[k]
            at = ax + (x - ax) * moved, ay + (y - ay) * moved
            rest = block.group.marked is not None and share >= 1 and k not in lit
            _lay(frame, felt, dice[k], faces[k], k, laid.edge, at, (number, share, len(faces)), (k in lit, rest))
            counts = k in block.group.marked if block.group.marked is not None else None
            signs.append((_spot(frame, at, laid.edge), die_told(dice[k], faces[k], counts, block.group.title)))
        if share >= 1:
            _bind_rows(frame, block, laid.edge)


def _bind_rows(frame: pygame.Surface, block: Block, edge: float) -> None:
    """A red band around dice that mean something side by side; one that goes on in the next row is open there."""
    places = dict(zip(block.group.dice, block.places, strict=True))
    wide = max(2, round(edge * 0.12))
    for row in block.group.rows:
        for y in dict.fromkeys(places[k][1] for k in row):
            xs = [places[k][0] for k in row if places[k][1] == y]
            box = pygame.Rect(0, 0, round(max(xs) - min(xs) + edge * 1.3), round(edge * 1.4))
            box.center = (round((min(xs) + max(xs)) / 2), round(y))
            pygame.draw.rect(frame, BRASS_DARK, box.inflate(2, 2), wide + 2, border_radius=max(2, round(edge * 0.3)))
            pygame.draw.rect(frame, BAND, box, wide, border_radius=max(2, round(edge * 0.3)))


def lay_waiting(frame: pygame.Surface, felt: pygame.Rect, dice: tuple[Die, ...], groups: tuple[Group, ...],
                told: Told) -> None:
    """Dice that are due, in their groups, each on a corner or without its number."""
    laid = lay_out(Box(felt.x, felt.y, felt.w, felt.h), groups)
    for block in laid.blocks:
        caption(frame, block, said(_dice(block)))
        for k, (x, y) in zip(block.group.dice, block.places, strict=True):
            image = waiting(dice[k], k % 6, _px(dice[k], dice[k].faces[0], laid.edge * 0.92))
            cast = coins.shadow(round(laid.edge), 8)
            frame.blit(cast, cast.get_rect(center=(round(x + laid.edge * 0.12), round(y + laid.edge * 0.18))))
            frame.blit(image, image.get_rect(center=(round(x), round(y))))
            told.append((_spot(frame, (x, y), laid.edge), waiting_told(dice[k], block.group.title)))


def _spot(frame: pygame.Surface, at: tuple[float, float], edge: float) -> pygame.Rect:
    """The pixels of a die, from the corner of the whole picture of which the frame is a part."""
    place = pygame.Rect(0, 0, round(edge * 1.2), round(edge * 1.2))
    place.center = round(at[0]), round(at[1])
    return place.move(frame.get_abs_offset())


def _lay(frame: pygame.Surface, felt: pygame.Rect, die: Die, face: int, k: int, edge: float, at: tuple[float, float],
         moment: tuple[int, float, int], counts: tuple[bool, bool]) -> None:
    """One die, in the air, at rest, ringed or faded."""
    number, share, many = moment
    ringed, dull = counts
    rng = Random(f"{number}/{k}/{face}")
    late = LAST * k / max(1, many)
    t = min(1.0, max(0.0, (share / FLIGHT - late) / (1 - LAST)))
    if t <= 0 and share < FLIGHT:
        return
    left = 1 - t
    hand = felt.x - edge, felt.y + felt.h * rng.uniform(0.35, 0.75)
    slide = left**1.8
    x, y = at[0] + (hand[0] - at[0]) * slide, at[1] + (hand[1] - at[1]) * slide
    up = abs(cos(pi * (0.5 + 3.4 * t**0.62))) * left**1.35 * edge * 0.8
    px = _px(die, face, edge)
    step = min(round(TURNS * left), TURNS - 2)  # no die in the air has its full size
    yaw = rng.randint(-1, 1) if step < 3 else 0
    shown = face if step < TURNS * 0.55 or not is_solid(die, face) else die.faces[0]
    cast = coins.shadow(max(4, round(edge * (1.0 + 0.3 * up / edge))), 9 if not up else 6)
    frame.blit(cast, cast.get_rect(center=(round(x + edge * 0.12 + up * 0.3), round(y + edge * 0.18 + up * 0.3))))
    if ringed:
        _ring(frame, edge, x, y)
    image = faded(die, face, yaw, px) if dull else in_crowd(die, shown, yaw, step, px)
    frame.blit(image, image.get_rect(center=(round(x), round(y - up))))


def _ring(frame: pygame.Surface, edge: float, x: float, y: float) -> None:
    """The brass tray under a die that counts: it shows around the die as a ring."""
    box = pygame.Rect(0, 0, round(edge * 1.36), round(edge * 1.45))
    box.center = (round(x), round(y))
    radius = max(2, round(edge * 0.30))
    pygame.draw.rect(frame, BRASS_DARK, box.inflate(2, 2), border_radius=radius + 1)
    pygame.draw.rect(frame, BRASS, box, border_radius=radius)
    wide = max(2, round(edge * 0.10))
    pygame.draw.rect(frame, "#3c2a12", box.inflate(-2 * wide, -2 * wide), border_radius=max(1, radius - wide))


def caption(frame: pygame.Surface, block: Block, count: str) -> None:
    """The group's title on the felt, and how many there are; the count is never cut off."""
    head = block.head
    if not head.height:
        return
    high = min(head.height, block.beside * LINE) if block.beside else head.height
    face = font("ui-bold", max(11, round(high * 0.78)))
    narrow = fitted(count, "ui-bold", max(11, round(high * 0.78)), round(block.beside * COUNT))
    colour = FELT_FAINT if block.group.marked is None else FELT_PRINT
    figure = (narrow if block.beside else face).render(count, True, colour)
    middle = round(head.y + head.height / 2)
    frame.blit(figure, figure.get_rect(midright=(round(head.x + (block.beside or head.width)), middle)))
    room = round(head.width) - (0 if block.beside else figure.get_width()) - face.get_height() // 2
    words = said(block.group.title)
    if face.size(words)[0] <= room or not block.beside:
        if face.size(words)[0] > room:
            face = font("ui-bold", max(11, round(high * 0.64)))
        lines = [shorten(words, face, max(1, room))]
    else:
        face = font("counter", max(10, min(round(high * 0.62), round(head.height / 2.5))))
        short = wrap(words, face, max(1, room * 3 // 4))  # no number alone in the second line
        first, *rest = short if len(short) == 2 else wrap(words, face, max(1, room))
        if rest and 2 * face.get_height() > head.height:  # two lines would run into the captions above and below
            lines = [shorten(words, face, max(1, room))]
        else:
            lines = [first, shorten(" ".join(rest), face, max(1, room))] if rest else [first]
    top = middle - len(lines) * face.get_height() // 2
    for number, line in enumerate(lines):
        frame.blit(face.render(line, True, FELT_PRINT), (round(head.x), top + number * face.get_height()))


def _px(die: Die, face: int, edge: float) -> int:
    return max(6, round(edge * width(die, face)))


def _dice(block: Block) -> Text:
    """How many dice a group has, in as much room as there is; nothing below a caption with one."""
    count = len(block.places)
    return str(count) if block.beside else say("{count} dice", count=count) if count > 1 else ""


def _hits(count: int) -> Text:
    return several("1 hit", "{count} hits", count)


def _eased(t: float) -> float:
    t = min(1.0, max(0.0, t))
    return t * t * (3 - 2 * t)
