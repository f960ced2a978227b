"""The tray for every roll: dice, coins or markers; coins are sorted and counted after they land. The slip below it
shows what is needed before the roll, and the result and its meaning after it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import ceil

import pygame

from game.core.chance import D6, DiceGroup, Die, Roll
from game.core.event import Event, Noted, first_roll
from game.core.message import Brief, Text, and_list, joined, plural, say
from game.i18n.words import language_code, translate
from game.ui.dice.coin_rows import (
    COUNT_SHARE,
    FLIGHT_SHARE,
    coin_room,
    draw_coins,
    draw_name_and_count,
    draw_number_marker,
    draw_pending_group,
    is_plain,
    lies_among_dice,
    roll_boxes,
)
from game.ui.dice.dice_layout import Group, is_laid_in_rows
from game.ui.dice.dice_tray import (
    DiceTray,
    baize,
    default_frame_width,
    dice_of,
    draw_dice,
    draw_pending_dice,
    felt_area,
)
from game.ui.kit.fonts import font
from game.ui.kit.notice import SignMeanings, topmost_meaning
from game.ui.kit.paper import draw_sheet
from game.ui.kit.pen import shorten

INK, FAINT = "#2a2119", "#5d4f3b"
SLIP_SHARE = 0.29
"""The share of the tray's height for the slip below it."""

USUAL_SIZE, LARGE_SIZE = (344, 250), (520, 380)
"""Wanted sizes in layout units: for most rolls, so that the tray seldom changes its size, and for many dice."""
MIN_WIDTHS = 104, 180
"""The least width in layout units for dice without text, and with a slip or captions."""
FEW_DICE, MANY_DICE = 6, 40
"""Up to ``FEW_DICE`` dice use the usual tray, ``MANY_DICE`` or more the largest."""
CAPTION_AS_DICE = 3
"""The number of dice that take as much room as the caption of a group."""
COUNTING_TIME = 1.5
"""The factor on the animation time of a roll with coins, which are also counted."""
NUMBERS_PER_ROLL = 4
"""The step between the numbers that decide how the dice of two rolls fall: each die of a roll has its own."""

LINE_FORMS = {(False, 1): ((0.31, 0.5),), (False, 2): ((0.31, 0.3), (0.31, 0.7)),
              (True, 1): ((0.44, 0.33), (0.31, 0.74)),
              (True, 2): ((0.35, 0.22), (0.27, 0.55), (0.27, 0.81)),
              (False, 3): ((0.24, 0.22), (0.24, 0.5), (0.24, 0.78)),
              (True, 3): ((0.3, 0.19), (0.2, 0.45), (0.2, 0.65), (0.2, 0.85))}
"""Size and centre of each line of the slip, as shares of its height; keyed by whether there is a heading, and by the
number of lines of the detail."""
MIN_SHRINK = 0.62
"""The least size of a line of the slip, as a share of its full size."""
MAX_TITLE_LETTERS = 50
"""The length of a roll's title up to which the slip prints it legibly. Chosen by eye."""
COINS_MEANING = say("Coins and markers as thrown: a gold ring marks a head that counts")
DICE_MEANING = say("Dice as they fell: a gold ring is a hit")


@dataclass(frozen=True, slots=True)
class SlipText:
    """The text of the slip below the tray."""

    heading: Text = ""
    """The roll."""
    detail: Text = ""
    """What is needed, or what the roll means."""
    groups: tuple[Text, ...] = ()
    """The owner of each group of coins, if several sides roll."""


NO_TEXT = SlipText()


class Tray:
    """The tray with dice ready to roll, tumbling or at rest.

    :param clock: returns the time in milliseconds, which never goes back.
    """

    def __init__(self, clock: Callable[[], int] = pygame.time.get_ticks) -> None:
        self._clock = clock
        self.dice = DiceTray(clock=clock)
        """The tray for rolls of dice only."""
        self._pending: tuple[Die, ...] = ()
        self._pending_text = NO_TEXT
        self._pending_groups: tuple[Group, ...] = ()
        self._groups: tuple[Group, ...] = ()
        self._rolled: tuple[Die, ...] = ()
        self._faces: tuple[int, ...] = ()
        self._text = NO_TEXT
        self._start, self._seconds, self._number = 0, 0.0, 0
        """Of the last roll: when it began in milliseconds, how long it takes (0: it is at rest), and its number."""
        self._rest_picture: tuple[object, pygame.Surface, SignMeanings] | None = None
        self._signs: SignMeanings = []
        self.slip_line = ""
        """The slip's current text."""

    @property
    def reduced_motion(self) -> bool:
        """Whether a roll is faded in rather than tumbling."""
        return self.dice.reduced_motion

    @reduced_motion.setter
    def reduced_motion(self, on: bool) -> None:
        self.dice.reduced_motion = on

    @property
    def busy(self) -> bool:
        """Whether dice still tumble or coins are still being counted."""
        return self.dice.busy or self._share < 1.0

    @property
    def pending_text(self) -> SlipText:
        """The slip's text for the pending roll."""
        return self._pending_text

    @property
    def rolled_dice(self) -> tuple[Die, ...]:
        """The dice of the last roll, as long as they are in the tray."""
        return self._rolled

    @property
    def has_cached_frames(self) -> bool:
        """Whether the last roll's pictures are cached while it tumbles, as for coins or many dice."""
        return bool(self._rolled) and (not is_plain(self._rolled) or is_laid_in_rows(len(self._rolled), self._groups))

    @property
    def has_pending_roll(self) -> bool:
        """Whether the tray holds a pending roll."""
        return bool(self._pending)

    @property
    def tooltip(self) -> Text:
        """The tooltip of the tray: the pending dice, or the meaning of the gold rings."""
        if self._pending:
            return say("To be rolled: {dice}", dice=joined(dict.fromkeys(die.title for die in self._pending)))
        if not is_plain(self._rolled):
            return COINS_MEANING
        return DICE_MEANING

    def tooltip_at(self, pos: tuple[int, int]) -> Text:
        """The tooltip at a point relative to the tray's corner: of a die or coin, else of the tray."""
        return topmost_meaning(self._signs, pos) or self.tooltip

    @property
    def _share(self) -> float:
        """The share of the animation time that has passed, from 0 to 1."""
        return min(1.0, (self._clock() - self._start) / 1000 / self._seconds) if self._seconds > 0 else 1.0

    @property
    def group_count(self) -> int:
        """The number of dice groups in the tray."""
        return len(self._pending_groups if self._pending else self._groups)

    @property
    def wanted_size(self) -> tuple[int, int]:
        """The wanted width and height in layout units: usual for a few dice, largest for forty."""
        if not is_plain(self._shown_dice):
            return USUAL_SIZE
        dice_and_captions = len(self._shown_dice) + CAPTION_AS_DICE * len(self._shown_groups)
        share = min(1.0, max(0.0, (dice_and_captions - FEW_DICE) / (MANY_DICE - FEW_DICE)))
        width, height = (round(low + (high - low) * share) for low, high in zip(USUAL_SIZE, LARGE_SIZE, strict=True))
        return width, height

    @property
    def least_width(self) -> float:
        """The minimum width in layout units at which all text is readable."""
        return MIN_WIDTHS[bool(self._shown_groups) or not is_plain(self._shown_dice)]

    @property
    def _shown_dice(self) -> tuple[Die, ...]:
        """The pending dice, or else those of the last roll."""
        return self._pending or self._rolled

    @property
    def _shown_groups(self) -> tuple[Group, ...]:
        """The groups of these dice."""
        return self._pending_groups if self._pending else self._groups

    def set_pending(self, dice: tuple[Die, ...], lines: SlipText = NO_TEXT, groups: tuple[Group, ...] = ()) -> None:
        """Put pending dice into the tray; an empty tuple leaves the last roll there. Ignored while dice tumble.

        :param groups: the groups in which they will be laid once rolled; for rolls of dice only.
        """
        if not self.busy:
            self._pending, self._pending_text, self._pending_groups = dice, lines, groups

    def clear(self) -> None:
        """Empty the tray, because the card its dice belonged to has gone."""
        self._pending, self._rolled, self._faces = (), (), ()
        self._pending_text = self._text = NO_TEXT
        self._pending_groups = self._groups = ()
        self.skip()

    @property
    def is_empty(self) -> bool:
        """Whether the tray is empty."""
        return not self._pending and not self._rolled

    def roll(self, faces: tuple[int, ...], seconds: float = 1.0, dice: tuple[Die, ...] = (),
             groups: tuple[Group, ...] = (), number: int | None = None) -> None:
        """Tumble a roll of dice only onto these faces; six-sided dice by default.

        :param number: of the roll, see ``roll_pending``.
        """
        self._pending, self._rolled, self._faces = (), dice or dice_of(faces), faces
        self._text, self._groups = NO_TEXT, groups
        self._seconds = 0.0
        self.dice.roll(faces, seconds, dice, groups, number)

    def roll_pending(self, dice: tuple[Die, ...], faces: tuple[int, ...], lines: SlipText, seconds: float = 1.0,
                     before: SlipText = NO_TEXT, groups: tuple[Group, ...] = (), number: int | None = None) -> None:
        """Roll the pending dice, one face for each; coins take half as long again, to be counted.

        :param before: the slip's text while they tumble, if these dice were not in the tray before.
        :param groups: for rolls of dice only: the groups to lay them in, with owners and hits; without groups they are
            laid in rolled order.
        :param number: of the roll: the same roll with the same number tumbles in the same way; None: a new number.
        """
        if is_plain(dice) and lines == NO_TEXT:
            self.roll(faces, seconds, dice, groups, number)
            return
        if self._pending != dice:
            self._pending_text = before
        self._pending, self._rolled, self._faces, self._text = (), dice, faces, lines
        self._groups = groups if is_plain(dice) else ()
        self._start, self._seconds = self._clock(), max(0.0, seconds * COUNTING_TIME)
        self._number = self._number + 1 if number is None else number

    def skip(self) -> None:
        """Come to rest at once."""
        self._seconds = 0.0
        self.dice.skip()

    def draw(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw the tray with its dice and slip into a rectangle of the surface."""
        pending = bool(self._pending) and not self.busy
        if is_plain(self._pending if pending else self._rolled) and self._text_of(pending) == NO_TEXT:
            if pending:
                self.dice.draw_pending(surface, rect, self._pending, self._pending_groups)
            else:
                self.dice.draw(surface, rect)
            self._signs = self.dice.signs
            return
        self._signs = []
        share = 0.0 if pending else self._share
        if pending or share >= 1.0:
            key = (rect.size, pending, self._pending, self._pending_text, self._pending_groups, self._rolled,
                   self._faces, self._text, self._groups, self._number, language_code())
            if self._rest_picture is None or self._rest_picture[0] != key:
                signs: SignMeanings = []
                self._rest_picture = (key, self._picture(rect.size, share, pending, signs), signs)
            surface.blit(self._rest_picture[1], rect)
            self._signs = self._rest_picture[2]
        elif self.reduced_motion:
            surface.blit(self._picture(rect.size, 0.0, True, []), rect)
            end_picture = self._picture(rect.size, 1.0, False, [])
            end_picture.set_alpha(round(255 * share))
            surface.blit(end_picture, rect)
        else:
            surface.blit(self._picture(rect.size, share, False, []), rect)

    def _text_of(self, pending: bool) -> SlipText:
        """The slip's text for the pending roll, or for the last one."""
        return self._pending_text if pending else self._text

    def _picture(self, size: tuple[int, int], share: float, pending: bool, signs: SignMeanings) -> pygame.Surface:
        """The whole tray: the pending dice if ``pending``, else the roll at ``share`` of the way to rest."""
        width, height = size
        lines = self._text_of(pending and bool(self._pending))
        slip_height = round(height * SLIP_SHARE) if lines.heading else 0
        picture = pygame.Surface(size, pygame.SRCALPHA)
        picture.blit(baize(width, height - slip_height), (0, 0))
        frame_width = default_frame_width((width, height - slip_height))
        inside_frame = pygame.Rect(0, 0, width, height - slip_height).inflate(-2 * frame_width, -2 * frame_width)
        felt = inside_frame.inflate(-frame_width, -frame_width // 2)
        dice = self._pending or self._rolled if pending else self._rolled
        boxes = roll_boxes(dice, felt)
        for k, (die, box) in enumerate(zip(dice, boxes, strict=True)):
            name = translate(lines.groups[k]) if k < len(lines.groups) else ""
            if lies_among_dice(die):
                continue
            if pending:
                draw_pending_group(picture, die, box, name, signs)
            else:
                self._draw_rolled(picture, k, die, box, share, name, signs)
        self._draw_dice(picture, dice, boxes, (width, height - slip_height), share, signs, pending=pending)
        if slip_height:
            slip = pygame.Rect(frame_width // 2, height - slip_height + frame_width // 4, width - frame_width,
                               slip_height - frame_width // 2)
            self._print_slip(picture, slip, lines, share, pending)
        return picture

    def _draw_dice(self, picture: pygame.Surface, dice: tuple[Die, ...], boxes: list[pygame.Rect],
                   tray: tuple[int, int], share: float, signs: SignMeanings, *, pending: bool) -> None:
        """Draw the dice of a roll: in the box beside the coins, or over the whole felt for many dice or groups."""
        indices = [k for k, die in enumerate(dice) if lies_among_dice(die)]
        if not indices:
            return
        groups = (self._pending_groups if pending and self._pending
                  else self._groups) if len(indices) == len(dice) else ()
        over_felt = len(indices) == len(dice) and is_laid_in_rows(len(indices), groups)
        target = picture.subsurface(((0, 0), tray) if over_felt else boxes[indices[0]])
        felt = felt_area(tray) if over_felt else target.get_rect()
        dice_only = tuple(dice[k] for k in indices)
        if pending:
            draw_pending_dice(target, dice_only, groups, felt, signs)
        else:
            faces = tuple(self._faces[k] for k in indices)
            dice_share = share if over_felt else min(1.0, share / FLIGHT_SHARE)
            number = self._number * NUMBERS_PER_ROLL + indices[0]
            draw_dice(target, dice_share, faces, number, dice_only, groups, felt, signs)

    def _draw_rolled(self, picture: pygame.Surface, k: int, die: Die, box: pygame.Rect, share: float, name: str,
                     signs: SignMeanings) -> None:
        """Draw a marker or a group of coins of the last roll, at a share of the animation time."""
        face, number = self._faces[k], self._number * NUMBERS_PER_ROLL + k
        if not die.coins and die.drawn:
            draw_number_marker(picture, face, box, min(1.0, share / FLIGHT_SHARE), signs, name)
        elif die.coins:
            draw_coins(picture, die, face, coin_room(box, name), share, number, max(d.coins for d in self._rolled),
                       signs)
            if name:
                settled = share >= 1 - COUNT_SHARE
                count = say("{face} of {coins}", face=face, coins=die.coins) if settled else die.title
                draw_name_and_count(picture, box, name, translate(count))

    def _print_slip(self, picture: pygame.Surface, slip: pygame.Rect, lines: SlipText, share: float,
                    pending: bool) -> None:
        """Print the slip: what is needed while the coins are in the air, then the running count, then the meaning."""
        draw_sheet(picture, slip, max(0.6, slip.h / 64))
        heading, detail = translate(lines.heading), translate(lines.detail)
        in_flight = not pending and share < 1 - COUNT_SHARE
        if pending or in_flight:  # a roll that is faded in begins as pending dice, without its result
            heading, detail = translate(self._pending_text.heading), translate(self._pending_text.detail)
        elif not pending and share < 1.0:
            detail = ""
            if self._rolled[0].coins and len(lines.groups) < 2:
                heads_counted = ceil(self._faces[0] * (share - 1 + COUNT_SHARE) / COUNT_SHARE) if self._faces[0] else 0
                heading = " ".join(str(n) for n in range(1, heads_counted + 1)) + " …"
        room = slip.w - slip.h // 4
        colour = FAINT if pending or in_flight or not heading else INK
        self.slip_line = f"{heading}: {detail}" if heading and detail else heading or detail
        detail_lines = split_lines(detail, slip.h, room, bool(heading))
        texts = (heading, *detail_lines) if heading else detail_lines
        for text, (size, middle) in zip(texts, LINE_FORMS[bool(heading), len(detail_lines)], strict=True):
            longest = heading if text is heading else max(detail_lines, key=len)
            image = _fitted_line(text, longest, slip.h * size, INK if text is heading else colour, room)
            picture.blit(image, image.get_rect(center=(slip.centerx, slip.y + round(slip.h * middle))))


def split_lines(text: str, slip_height: float, room: int, has_heading: bool) -> tuple[str, ...]:
    """A text split into lines of about equal length: two if the print of one line would have to be clearly smaller,
    three if two would be shortened.

    :param slip_height: the height of the slip in pixels.
    :param room: the width of a line in pixels.
    :param has_heading: whether there is a heading above.
    """
    typeface = font("ui-bold", round(slip_height * 0.31))
    words = text.split()
    if len(words) < 2 or typeface.size(text)[0] * 0.92 <= room:
        return (text,)
    smallest_typeface = font("ui-bold", round(slip_height * LINE_FORMS[has_heading, 2][-1][0] * MIN_SHRINK))
    lines: tuple[str, ...] = (text,)
    for count in (2, 3):
        breaks = combinations(range(1, len(words)), count - 1)
        splits = [tuple(" ".join(words[a:b]) for a, b in pairwise((0, *each, len(words)))) for each in breaks]
        lines = min(splits, key=lambda split: max(typeface.size(line)[0] for line in split), default=lines)
        if max(smallest_typeface.size(line)[0] for line in lines) <= room:
            break
    return lines


def _fitted_line(text: str, longest: str, px: float, colour: str, room: int) -> pygame.Surface:
    """A line of print in the size at which ``longest`` fits into ``room`` pixels; at the least size if that is smaller,
    and shortened.

    :param px: the full size of the print in pixels.
    """
    size, min_size = round(px), round(px * MIN_SHRINK)
    while size > min_size and font("ui-bold", size).size(longest)[0] > room:
        size -= 1
    typeface = font("ui-bold", size)
    return typeface.render(shorten(text, typeface, room), True, colour)


def pending_slip_text(roll: Roll, needed: Text = "") -> SlipText:
    """The slip's text for a pending roll: its dice and what is needed. Rolls of dice only need no text.

    Numbers drawn from a cup show the roll's title if it is short instead of ``needed``, which describes a later result.
    """
    dice = roll.dice
    if is_plain(dice):
        return NO_TEXT
    if not any(die.coins for die in dice):
        drawn = plural("One draw from the cup", "{count} draws from the cup", len(dice))
        groups = group_titles(len(dice), roll.groups) if len(dice) > 1 else ()
        title = roll.title or dice[0].title
        return SlipText(drawn, title if len(translate(title)) <= MAX_TITLE_LETTERS else "", groups)
    coins = [die for die in dice if die.coins]
    heading: Text
    if len(coins) == 2 == len(dice):
        heading = say("{one} against {other}", one=coins[0].title, other=coins[1].coins)
    else:
        heading = and_list(say("a die") if die == D6 else die.title for die in dice)
    return SlipText(heading, needed, group_titles(len(dice), roll.groups))


def group_titles(count: int, groups: Sequence[DiceGroup]) -> tuple[Text, ...]:
    """The title of the group of each of ``count`` dice; empty if there are no groups."""
    return tuple(next((group.title for group in groups if k in group.dice), "") for k in range(count)) if groups else ()


def result_slip_text(events: Sequence[Event]) -> SlipText:
    """The slip's text for a roll, from the events it produced. Rolls of dice only need no text."""
    rolled = first_roll(events)
    if rolled is None:
        brief_text = next((event.brief for event in events if isinstance(event, Noted) or event.brief.more), None)
        return SlipText(*brief_text) if brief_text is not None else NO_TEXT
    if not rolled.coins:
        drawn = len(rolled.dice) > 1 and any(die.drawn for die in rolled.dice)
        return SlipText(groups=group_titles(len(rolled.dice), rolled.groups)) if drawn else NO_TEXT
    if len(rolled.coins) > 1:
        brief = rolled.verdict if rolled.verdict.head else Brief(rolled.meaning)
        return SlipText(brief.head, brief.more, group_titles(len(rolled.dice), rolled.groups))
    results = joined((rolled.heads_text, *(say("die {face}", face=number) for number in rolled.numbers)))
    meaning = (say("{needed} needed: {meaning}", needed=rolled.needed, meaning=rolled.meaning) if rolled.needed
               else rolled.meaning)
    return SlipText(results, meaning)
