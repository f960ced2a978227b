"""What has been entered of a roll lies on the felt; every die has its place there, marked until its face is known."""

from __future__ import annotations

import pygame

from game.core.chance import COIN, Die
from game.core.message import Text, say, several
from game.ui.dice import coin_pictures as coins
from game.ui.dice.coin_rows import Box
from game.ui.dice.dice_layout import Block, Group, lay_out
from game.ui.dice.dice_pictures import in_crowd, width
from game.ui.dice.dice_tray import baize, felt_of
from game.ui.dice.pad import Pad, PadField
from game.ui.dice.pool import FELT_FAINT, FELT_PRINT
from game.ui.kit.fonts import font
from game.ui.kit.pen import shorten, wrap

PLACE = (12, 22, 14, 120)
"""The colour of the place of a die that has not been entered."""
SMALLEST, LARGEST = 12, 0.62
"""Pixels of the smallest caption, and the size of the largest as a share of a die's edge."""
SURPLUS = "#ff9a86"
"""The print of a count that is too large; the words beside it say so, too."""


def draw_entered(target: pygame.Surface, rect: pygame.Rect, pad: Pad) -> None:
    """Draw the tray with what has been entered into a rectangle of the surface."""
    frame = max(6, min(rect.size) // 24)
    target.blit(baize(*rect.size, frame), rect)
    felt = felt_of(rect.size, frame)
    free = frame * 3 // 4
    bare = len(pad.fields) == 1 and not pad.field.title and _places(pad.field) == 1
    groups, first = [], 0
    for field in pad.fields:
        title, past = field.title or field.noun, first + _places(field)
        groups.append(Group("" if bare else title, tuple(range(first, past))))
        first = past
    laid = lay_out(Box(rect.x + felt.x + free, rect.y + felt.y, felt.w - 2 * free, felt.h), tuple(groups))
    for number, block in enumerate(laid.blocks):
        if not bare:
            _caption(target, block, pad, number, laid.edge)
        field = pad.fields[number]
        shown = _shown(field, pad.shown(number))
        for k, (x, y) in enumerate(block.places):
            if k >= len(shown):
                _place(target, field.die, laid.edge, (x, y))
                continue
            cast = coins.shadow(max(4, round(laid.edge)), 9)
            spot = round(x + laid.edge * 0.12), round(y + laid.edge * 0.18)
            target.blit(cast, cast.get_rect(center=spot))
            image = face_picture(field.die, shown[k], laid.edge)
            target.blit(image, image.get_rect(center=(round(x), round(y))))


def face_picture(die: Die, face: int, edge: float) -> pygame.Surface:
    """A die as it lies with a face up, or one side of a coin or marker; for a number of heads that of heads."""
    if die.counts_heads or die == COIN:
        px = max(6, round(edge * 1.15))
        return coins.marker(face > 0, px) if die.drawn else coins.coin(face > 0, px)
    return in_crowd(die, face, 0, 0, max(6, round(edge * width(die, face))))


def _places(field: PadField) -> int:
    """How many things of a field lie on the felt: coins that are counted together lie one by one."""
    return max(1, field.die.coins) if field.die.counts_heads else len(field.dice)


def _shown(field: PadField, faces: tuple[int, ...]) -> tuple[int, ...]:
    """What those that have been entered show; of coins heads first."""
    if not field.die.counts_heads or not faces:
        return faces
    return (1,) * faces[0] + (0,) * (field.die.coins - faces[0])


def _place(target: pygame.Surface, die: Die, edge: float, at: tuple[float, float]) -> None:
    """Where something will lie: a shallow mark in its outline."""
    size = round(edge * 1.08)
    mark = pygame.Surface((size, size), pygame.SRCALPHA)
    radius = size // 2 if (die.counts_heads and not die.drawn) or die == COIN else max(2, size // 5)
    pygame.draw.rect(mark, PLACE, mark.get_rect(), border_radius=radius)
    pygame.draw.rect(mark, (243, 234, 211, 70), mark.get_rect(), max(1, round(edge * 0.025)), border_radius=radius)
    target.blit(mark, mark.get_rect(center=(round(at[0]), round(at[1]))))


def _caption(target: pygame.Surface, block: Block, pad: Pad, number: int, edge: float) -> None:
    """Whose they are, and how many of them have been entered; the field that is being filled in brighter print. A head
    beside its dice is high: the title has as many lines there as fit above the figure.

    :param edge: pixels of a die; no print is larger than suits it.
    """
    head = block.head
    title, figure = block.group.title, progress(pad, number)
    size = max(SMALLEST, min(round(head.height * 0.64), round(edge * LARGEST)))
    while size > SMALLEST and font("ui-bold", size).size(f"{title}   {figure}")[0] > head.width:
        size -= 1
    face = font("ui-bold", size)
    room = pygame.Rect(round(head.x), round(head.y), round(head.width), round(head.height))
    if face.size(f"{title}   {figure}")[0] > room.width and room.height >= 2 * face.get_linesize():
        _high_caption(target, room, pad, number, title)
        return
    colour = FELT_PRINT if number == pad.at else FELT_FAINT
    had, needed = pad.total(number)
    image = face.render(figure, True, SURPLUS if had > needed else colour)
    middle = round(head.y + head.height / 2)
    target.blit(image, image.get_rect(midright=(round(head.x + head.width), middle)))
    free = max(1, round(head.width) - image.get_width() - face.get_height() // 2)
    image = face.render(shorten(title, face, free), True, colour)
    target.blit(image, image.get_rect(midleft=(round(head.x), middle)))


def _high_caption(target: pygame.Surface, room: pygame.Rect, pad: Pad, number: int, title: Text) -> None:
    """The same in a high room: the title in lines, the figure below them."""
    face = font("ui-bold", SMALLEST)
    had, needed = pad.total(number)
    colour = FELT_PRINT if number == pad.at else FELT_FAINT
    lines, most = wrap(title, face, room.width), room.height // face.get_linesize() - 1
    if len(lines) > most:
        lines = [*lines[: most - 1], " ".join(lines[most - 1:])]
    y = room.centery - (len(lines) + 1) * face.get_linesize() // 2
    for line in lines:
        image = face.render(shorten(line, face, room.width), True, colour)
        target.blit(image, (room.x, y))
        y += face.get_linesize()
    image = face.render(progress(pad, number), True, SURPLUS if had > needed else colour)
    target.blit(image, (room.x, y))


def progress(pad: Pad, number: int) -> Text:
    """How far a field has come, e.g. ``17 of 20``, ``3 heads`` or nothing yet."""
    field, (had, needed) = pad.fields[number], pad.total(number)
    if not field.die.counts_heads:
        return say("{had} of {needed}", had=had, needed=needed)
    heads = pad.shown(number)
    return several("{count} head", "{count} heads", heads[0]) if heads else "?"
