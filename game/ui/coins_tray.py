"""The tray for every throw: dice, coins or markers, whatever is due; coins are sorted and counted once they lie."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, cos, pi

import pygame

from game.core.chance import D6, Die
from game.ui import coins
from game.ui.cards.paper import draw_sheet
from game.ui.cards.pen import shorten
from game.ui.coins_layout import COUNT, FLIGHT, SORT, Box, flying, hand_of, landed, size_of, slots, sorted_places
from game.ui.dice import DiceTray, baize, draw_dice
from game.ui.fonts import font

FELT_PRINT, GOLD, INK, FAINT = "#f3ead3", "#ffce4a", "#2a2119", "#5d4f3b"
FOOT = 0.27
"""The part of the tray's height that the slip below it takes."""


@dataclass(frozen=True, slots=True)
class Lines:
    """What the slip below the tray says: what was had, and what it means."""

    first: str = ""
    second: str = ""
    groups: tuple[str, ...] = ()
    """Whose coins they are, where several sides throw."""


NOTHING = Lines()


class Tray:
    """Shows what lies ready, tumbles and rests. ``clock`` gives milliseconds that only grow."""

    def __init__(self, clock: Callable[[], int] = pygame.time.get_ticks) -> None:
        self._clock = clock
        self.dice = DiceTray(clock=clock)
        """The tray of throws that are dice alone."""
        self._due: tuple[Die, ...] = ()
        self._due_lines = NOTHING
        self._thrown: tuple[Die, ...] = ()
        self._faces: tuple[int, ...] = ()
        self._lines = NOTHING
        self._start, self._seconds, self._number = -10_000_000, 0.0, 0
        self._still: tuple[object, pygame.Surface] | None = None

    @property
    def reduced_motion(self) -> bool:
        return self.dice.reduced_motion

    @reduced_motion.setter
    def reduced_motion(self, on: bool) -> None:
        self.dice.reduced_motion = on

    @property
    def busy(self) -> bool:
        """Whether something still tumbles or is counted."""
        return self.dice.busy or self._share < 1.0

    @property
    def _share(self) -> float:
        return min(1.0, (self._clock() - self._start) / 1000 / self._seconds) if self._seconds > 0 else 1.0

    @property
    def units(self) -> tuple[int, int]:
        """Width and height it wants, in units: dice alone need less room."""
        return (236, 176) if _plain(self._due or self._thrown) else (344, 250)

    def ready(self, dice: tuple[Die, ...], lines: Lines = NOTHING) -> None:
        """Put what is due into the tray; nothing leaves the last throw there."""
        if not self.busy:
            self._due, self._due_lines = dice, lines

    def roll(self, faces: tuple[int, ...], seconds: float = 1.0) -> None:
        """Tumble dice onto these faces.

        :raises ValueError: as :meth:`DiceTray.roll`.
        """
        self._due, self._thrown, self._faces = (), (D6,) * len(faces), faces
        self._seconds = 0.0
        self.dice.roll(faces, seconds)

    def throw(
        self, dice: tuple[Die, ...], faces: tuple[int, ...], lines: Lines, seconds: float = 1.0, before: Lines = NOTHING
    ) -> None:
        """Throw what was due, one face for each die; coins take half as long again, to be counted.

        :param before: what the slip says meanwhile, where the throw did not lie ready.
        """
        if _plain(dice) and lines == NOTHING:
            self.roll(faces, seconds)
            return
        if self._due != dice:
            self._due_lines = before
        self._due, self._thrown, self._faces, self._lines = (), dice, faces, lines
        self._start, self._seconds = self._clock(), max(0.0, seconds * 1.5)
        self._number += 1

    def skip(self) -> None:
        """Come to rest at once."""
        self._seconds = 0.0
        self.dice.skip()

    def draw(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw tray, slip and what lies in it into a rectangle of the surface."""
        due = bool(self._due) and not self.busy
        if _plain(self._due if due else self._thrown) and self._lines_of(due) == NOTHING:
            self.dice.draw(surface, rect)
            return
        share = 0.0 if due else self._share
        if due or share >= 1.0:
            key = (rect.size, due, self._due, self._due_lines, self._thrown, self._faces, self._lines, self._number)
            if self._still is None or self._still[0] != key:
                self._still = (key, self._picture(rect.size, share, due))
            surface.blit(self._still[1], rect)
        elif self.reduced_motion:
            surface.blit(self._picture(rect.size, 0.0, True), rect)
            after = self._picture(rect.size, 1.0, False)
            after.set_alpha(round(255 * share))
            surface.blit(after, rect)
        else:
            surface.blit(self._picture(rect.size, share, False), rect)

    def _lines_of(self, due: bool) -> Lines:
        return self._due_lines if due else self._lines

    def _picture(self, size: tuple[int, int], share: float, due: bool) -> pygame.Surface:
        """The whole tray; ``due`` shows what lies ready, else the throw ``share`` of the way to rest."""
        width, height = size
        lines = self._lines_of(due and bool(self._due))
        foot = round(height * FOOT) if lines.first else 0
        picture = pygame.Surface(size, pygame.SRCALPHA)
        picture.blit(baize(width, height - foot), (0, 0))
        edge = max(6, min(width, height - foot) // 11)
        inner = pygame.Rect(edge, edge, width - 2 * edge, height - foot - 2 * edge).inflate(-edge, -edge // 2)
        dice = self._due or self._thrown if due else self._thrown
        boxes = _boxes(dice, inner)
        for k, (die, box) in enumerate(zip(dice, boxes, strict=True)):
            name = lines.groups[k] if k < len(lines.groups) else ""
            if due:
                _lay_ready(picture, die, box, name)
            else:
                self._lay_thrown(picture, k, die, box, share, name)
        if foot:
            slip = pygame.Rect(edge // 2, height - foot + edge // 4, width - edge, foot - edge // 2)
            self._print(picture, slip, lines, share, due)
        return picture

    def _lay_thrown(self, picture: pygame.Surface, k: int, die: Die, box: pygame.Rect, share: float, name: str) -> None:
        face, number = self._faces[k], self._number * 4 + k
        if _is_die(die):
            part = picture.subsurface(box)
            draw_dice(part, min(1.0, share / FLIGHT), (face,), number)
        elif not die.coins and die.drawn:
            _lay_number(picture, face, box, min(1.0, share / FLIGHT))
        elif die.coins:
            _lay_coins(picture, die, face, _room(box, name), share, number, max(d.coins for d in self._thrown))
            if name:
                done = share >= 1 - COUNT
                _label(picture, box, name, f"{face} of {die.coins}" if done else f"{die.coins} coins")

    def _print(self, picture: pygame.Surface, slip: pygame.Rect, lines: Lines, share: float, due: bool) -> None:
        """The paper below: first what is needed, then the count as it goes on, then what it means."""
        draw_sheet(picture, slip, max(0.6, slip.h / 64))
        first, second = lines.first, lines.second
        if not due and share < 1 - COUNT:
            first, second = "", self._due_lines.second or self._due_lines.first
        elif not due and share < 1.0:
            second = ""
            if self._thrown[0].coins and len(lines.groups) < 2:
                told = ceil(self._faces[0] * (share - 1 + COUNT) / COUNT) if self._faces[0] else 0
                first = " ".join(str(n) for n in range(1, told + 1)) + " …"
        room = slip.w - slip.h // 4
        middle = 0.5 if not first else 0.74
        if first:
            image = _fitted(first, slip.h * 0.44, INK, room)
            picture.blit(image, image.get_rect(center=(slip.centerx, slip.y + round(slip.h * 0.33))))
        if second:
            image = _fitted(second, slip.h * 0.31, FAINT if due or not first else INK, room)
            picture.blit(image, image.get_rect(center=(slip.centerx, slip.y + round(slip.h * middle))))


def _fitted(text: str, px: float, colour: str, room: int) -> pygame.Surface:
    """A line of print no wider than a room in pixels: smaller, and at last shortened."""
    face = font("ui-bold", round(px))
    if face.size(text)[0] > room:
        face = font("ui-bold", round(px * max(0.62, room / face.size(text)[0])))
    return face.render(shorten(text, face, room), True, colour)


def _is_die(die: Die) -> bool:
    return die.faces == D6.faces and not die.coins and not die.drawn


def _plain(dice: tuple[Die, ...]) -> bool:
    """Whether a throw is six-sided dice alone."""
    return all(_is_die(die) for die in dice)


def _boxes(dice: tuple[Die, ...], inner: pygame.Rect) -> list[pygame.Rect]:
    """Room for each die of a throw: groups of coins above one another, a die with them at the right."""
    beside = [die for die in dice if _is_die(die)]
    groups = len(dice) - len(beside)
    wide = round(inner.w * 0.30) if beside and groups else 0
    left = pygame.Rect(inner.x, inner.y, inner.w - wide, inner.h)
    found, row = [], 0
    for die in dice:
        if _is_die(die):
            room = pygame.Rect(left.right, inner.y, wide, inner.h) if groups else inner
            found.append(room)
        else:
            found.append(pygame.Rect(left.x, left.y + row * left.h // groups, left.w, left.h // groups))
            row += 1
    return found


def _room(box: pygame.Rect, name: str) -> Box:
    """Where a group's coins lie: below its name, where it has one."""
    head = round(box.h * 0.27) if name else 0
    return Box(box.x, box.y + head, box.w, box.h - head)


def _label(picture: pygame.Surface, box: pygame.Rect, name: str, count: str) -> None:
    """The name of a side and what it had, on the felt above its coins."""
    face = font("ui-bold", max(11, round(box.h * 0.22)))
    picture.blit(face.render(name, True, FELT_PRINT), (box.x, box.y - round(box.h * 0.03)))
    image = face.render(count, True, FELT_PRINT)
    picture.blit(image, image.get_rect(topright=(box.right, box.y - round(box.h * 0.03))))


def _lay_ready(picture: pygame.Surface, die: Die, box: pygame.Rect, name: str) -> None:
    """What is due: coins in stacks of five, the cup, or a die at rest."""
    if _is_die(die):
        draw_dice(picture.subsurface(box), 1.0, (6,), 0)
        return
    if die.drawn:
        tall = round(min(box.h * 0.86, box.w * 0.4))
        vessel = coins.cup(tall)
        picture.blit(vessel, vessel.get_rect(center=box.center))
        return
    if name:
        _label(picture, box, name, f"{die.coins} coins")
    room = _room(box, name)
    stacks = [min(5, die.coins - k) for k in range(0, die.coins, 5)]
    across = round(min(room.height * 0.72, room.width / (len(stacks) * 1.15 + 0.3), box.w * 0.24)) if stacks else 1
    for k, count in enumerate(stacks):
        pile = coins.stack(count, across)
        x = room.x + room.width / 2 + (k - (len(stacks) - 1) / 2) * across * 1.15
        foot = round(room.y + room.height * 0.5 + across * 0.45)
        cast = coins.shadow(across, 10)
        picture.blit(cast, cast.get_rect(center=(round(x + across * 0.08), foot - round(across * 0.16))))
        picture.blit(pile, pile.get_rect(midbottom=(round(x), foot)))


def _lay_number(picture: pygame.Surface, number: int, box: pygame.Rect, share: float) -> None:
    """A marker with a number, drawn from the cup."""
    tall = round(min(box.h * 0.86, box.w * 0.4))
    vessel = coins.cup(tall)
    at = vessel.get_rect(center=(box.x + box.w * 3 // 10, box.centery))
    picture.blit(vessel, at)
    px = round(box.h * 0.56)
    x = at.centerx + (box.x + box.w * 0.72 - at.centerx) * share
    y = at.y + (box.centery - at.y) * share - 0.3 * box.h * (1 - (2 * share - 1) ** 2)
    card = coins.slip(number, px)
    if share < 1:
        card = pygame.transform.smoothscale(card, (max(2, round(px * abs(cos(pi * 1.5 * (1 - share))))), px))
    picture.blit(card, card.get_rect(center=(round(x), round(y))))


def _lay_coins(picture: pygame.Surface, die: Die, heads: int, room: Box, share: float, number: int,
               most: int) -> None:
    """A group of coins or markers in flight, being sorted, or being counted."""
    count = die.coins
    across = size_of(most, room)[0]
    rests = landed(count, heads, room, number, most)
    places = sorted_places(count, heads, room, most)
    order = slots(tuple(show for show, _, _ in rests))
    px = max(6, round(across))
    moved = _eased((share - FLIGHT) / SORT)
    told = heads if share >= 1 else heads * max(0.0, share - FLIGHT - SORT) / COUNT
    for k, (shows, x, y) in sorted(enumerate(rests), key=lambda item: item[1][2]):
        if share < FLIGHT:
            pose = flying(k, count, share / FLIGHT, hand_of(room), (x, y), across, number)
            if pose is not None:
                highest = (pose.y - room.y + px * 0.1) / px
                _fly(picture, die.drawn, shows, px, pose.x, pose.y, min(pose.up, highest), pose.turns)
            continue
        tx, ty = places[order[k]]
        lit = shows and order[k] < told
        _fly(picture, die.drawn, shows, px, x + (tx - x) * moved, y + (ty - y) * moved, 0.10 if lit else 0.0, 0.0)
        if lit:
            _ring(picture, die.drawn, px, x + (tx - x) * moved, y + (ty - y) * moved - 0.10 * px)


def _eased(t: float) -> float:
    t = min(1.0, max(0.0, t))
    return t * t * (3 - 2 * t)


def _fly(picture: pygame.Surface, card: bool, shows: bool, px: int, x: float, y: float, up: float,
         turns: float) -> None:
    """One coin or marker with its shadow; after an odd number of half turns the other face is seen."""
    cast = coins.shadow(px, max(3, round(10 - 2.4 * up)))
    picture.blit(cast, cast.get_rect(center=(round(x + px * (0.06 + 0.22 * up)), round(y + px * (0.08 + 0.20 * up)))))
    seen = shows if round(abs(turns)) % 2 == 0 else not shows
    step = round((1 - abs(cos(pi * turns))) * coins.TURNS)
    if card:
        image = coins.marker(seen, px)
        if step:
            image = pygame.transform.smoothscale(image, (max(2, round(px * (1 - step / coins.TURNS))), px))
    else:
        image = coins.turned(seen, px, step) if step else coins.coin(seen, px)
    picture.blit(image, image.get_rect(center=(round(x), round(y - up * px))))


def _ring(picture: pygame.Surface, card: bool, px: int, x: float, y: float) -> None:
    """The gold ring of a head that has been counted."""
    wide = max(2, px // 13)
    box = pygame.Rect(0, 0, px + wide, px + wide)
    box.center = (round(x), round(y))
    radius = px // 8 if card else box.w // 2
    pygame.draw.rect(picture, "#1d1206", box.inflate(2, 2), wide + 2, border_radius=radius + 1)
    pygame.draw.rect(picture, GOLD, box, wide, border_radius=radius)
