"""A system's card on the title screen, with picture, sides, story and battles; also the widths of the buttons below the
cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

import pygame

from game.core.contract import ScenarioInfo, System
from game.core.message import Text, plural, say
from game.match.lessons import paths
from game.ui.kit.fonts import Role, font
from game.ui.kit.pages import Pages
from game.ui.kit.paper import draw_sheet
from game.ui.kit.pen import Pen, fitting_font, sentences, wrap
from game.ui.kit.theme import FAINT, GOLD, INK, LINE_INK, LINK, PAPER, PAPER_SHADE, Metrics

BATTLE_HEIGHT = 36
"""Height of a battle's row, in layout units."""
TWO_LINE_BATTLE_HEIGHT = 50
"""Height of a row with the battle's length below its name, in layout units."""
MAX_ROWS = 4
"""Rows on cards side by side: battles from the top, lessons in the last; more battles are shown in pages."""
LESSON_ROW_FROM = 3
"""A card with room for more rows than this keeps the last one for the lessons."""
WIDE_CARD = 600
"""Card width in layout units from which the picture is at the left instead of the top."""
TALL_CARD = 420
"""Card height in layout units from which a wide card uses large print."""
MAX_NAME_SIZE = 20
"""The largest print of a battle's name in the narrow typeface, in layout units."""
MIN_STORY_PRINT = 17
"""Least font size in pixels of the story's first sentence, if no more of it fits."""
CLEAR_SPACES = 13
"""Font size in pixels below which spaces between words are hard to see."""
BADGE_SIDE = 30
"""Size of the square with the card's key, in layout units; beside the title if no picture is above it."""
MIN_PICTURE_HEIGHT = 64
"""Least height of a picture at the top, in layout units."""
PICTURE_RATIO = 0.64
"""The height of a picture as a share of its width, if there is room."""
PICTURE_SHARE = 0.44
"""The width of a picture below the title, beside the sides, as a share of the card's."""


@dataclass(frozen=True)
class Print:
    """Font sizes of a card and the space they need, in layout units."""

    title: int
    subtitle: int
    story: tuple[int, int]
    """Largest and smallest font size of the story, which shrinks before it is cut."""
    head: int
    """Least height above the battles, for title, sides and some lines of the story."""
    bare: int
    """The same without the story."""
    foot: int
    """Height below the battles, for instructions."""
    frame: int
    """Distance from the card's edge to its printed frame, and from there to its contents."""


LARGE_PRINT, SMALL_PRINT = Print(52, 25, (22, 17), 220, 170, 24, 20), Print(36, 20, (20, 17), 262, 146, 0, 14)


Battle = tuple[Text, Text, ScenarioInfo]
"""A row of a card: title, length, scenario."""


def entries_of(rules: System[Any], learnt: Sequence[str] = ()) -> list[Battle]:
    """The battles of a system and a row for its lessons, with the number of lessons ``learnt``."""
    examples = [info for info in rules.scenarios if info.example]
    entries: list[Battle] = [
        (info.title, plural("{count} turn", "{count} turns", info.turns) if info.turns is not None
         else say("no limit"), info)
        for info in rules.scenarios if not info.example
    ]
    if examples:
        count, learnt_count = len(paths(rules.name)), sum(each.startswith(f"{rules.name}/") for each in learnt)
        progress = say("{done} done of {count}", done=learnt_count, count=count) if learnt_count else str(count)
        entries.append((say("Lessons"), progress, examples[0]))
    return entries


class TitleCard:
    """The layout of a card, and how it is drawn, with or without a battle under the pointer."""

    def __init__(self, rules: System[Any], rect: pygame.Rect, metrics: Metrics, key: str, at: int = 0, rows: int = 0,
                 learnt: Sequence[str] = (), row: int = BATTLE_HEIGHT) -> None:
        """Lay out the card.

        :param key: the digit key that opens its new-game sheet.
        :param at: the page of its battles.
        :param rows: the most rows of any card on the page.
        :param learnt: the finished lessons.
        :param row: the height of a battle's row, in layout units; ``TWO_LINE_BATTLE_HEIGHT`` has room for its length
            below its name.
        """
        self._row = metrics.px(row)
        self.rules, self.rect, self.metrics, self.key = rules, rect, metrics, key
        self.entries = entries_of(rules, learnt)
        """Its rows; all battles have their short titles if a title does not fit."""
        px = metrics.px
        beside = rect.width >= px(WIDE_CARD)
        self.print = LARGE_PRINT if beside and rect.height >= px(TALL_CARD) else SMALL_PRINT
        frame = px(self.print.frame)
        inner = rect.inflate(-2 * frame, -2 * frame)
        if beside:
            picture = min(px(300), round(inner.width * 0.4))
            self.picture = pygame.Rect(inner.x + frame, inner.y + frame, picture, inner.height - 2 * frame)
            left = self.picture.right + px(26)
            self.text = pygame.Rect(left, inner.y + px(14), inner.right - px(22) - left, inner.height - px(26))
        else:
            left, width = inner.x + frame, inner.width - 2 * frame
            list_height = min(max(rows, len(self.entries)), MAX_ROWS) * self._row
            free = inner.height - px(36) - px(SMALL_PRINT.head) - list_height
            picture = min(round(width * PICTURE_RATIO), free) if free >= px(MIN_PICTURE_HEIGHT) else 0
            self.picture = pygame.Rect(left, inner.y + frame, width, picture)
            top = self.picture.bottom + px(10 if picture else 0)
            self.text = pygame.Rect(left, top, width, inner.bottom - px(12) - top)
        self._picture_beside_sides = not self.picture.height
        """Whether the picture is below the title, to the left of the sides."""
        if self._picture_beside_sides:
            lines = [font(role, px(size)).get_linesize() for role, size in (
                ("title", self.print.title), ("text-italic", self.print.subtitle))]
            self.picture = pygame.Rect(self.text.x + px(4), self.text.y + lines[0] + px(2),
                                       round(self.text.width * PICTURE_SHARE), lines[1] + px(42))
        self.pages = Pages()
        self._lay_rows(at, rows if not beside else 0)
        self._beside = px(BADGE_SIDE + 12) if self._picture_beside_sides else 0
        self.heads = self.head_sizes(rules)
        """Font sizes in pixels of title and subtitle; all cards use the smallest of theirs."""
        self.story = self._story_fits()
        """Largest font size in layout units at which the story fits; cards side by side use the smallest of theirs."""
        self.lengths = all(self._length_fits(entry) for entry in self.entries)
        """Whether the lengths of battles are beside their names; if one card has no room, all show them below."""
        if any(self._name_size(entry) < px(MAX_NAME_SIZE) for entry in self.entries):
            self.entries = [(title if info.example else info.short or title, length, info)
                            for title, length, info in self.entries]
        self.narrow = any(self._too_wide(entry) for entry in self.entries)
        """Whether battle names are in the narrow typeface; if one card needs it, all side by side use it."""
        self.sides: list[tuple[pygame.Rect, str]] = []
        """Each side's counter, which can be clicked to play that side; filled when the card is drawn."""

    def _lay_rows(self, at: int, rows: int) -> None:
        """Lay out the rows of battles, with the row of lessons below them.

        :param at: the page of battles.
        :param rows: the most rows of any card on the page.
        """
        px, entries = self.metrics.px, self.entries
        bottom = self.text.bottom - px(self.print.foot)
        room = (bottom - self.text.y - px(self.print.head)) // self._row
        bare = (bottom - self.text.y - px(self.print.bare)) // self._row
        wanted = min(max(rows, len(entries)), MAX_ROWS) if rows else len(entries)
        if room < wanted <= bare or room < LESSON_ROW_FROM:  # prefer all battles to the story, unless they need pages
            room = max(2, bare)
        if rows:
            room = min(room, max(MAX_ROWS, LESSON_ROW_FROM))
        paged = len(entries) > room
        keeps = entries[-1][2].example and (room > LESSON_ROW_FROM or not paged)
        self._lesson_row = entries[-1:] if keeps else []
        """The row of lessons, which stays on every page of battles."""
        count = len(entries) - len(self._lesson_row)
        self.pages.page = at
        self.pages.split(count, room - paged - len(self._lesson_row))
        more = self.pages.count > 1
        height = max(min(count, room - more - len(self._lesson_row)) + len(self._lesson_row) + more, min(rows, room))
        places = [pygame.Rect(self.text.x, bottom - (height - number) * self._row, self.text.width, self._row)
                  for number in range(height)]
        last = [places.pop()] if self._lesson_row else []
        self.more = places.pop() if more else None
        """Rectangle of the row that turns to the other battles; None if all fit."""
        self.rows_top = (places or last)[0].top
        """Window pixel of the top of the rows."""
        self.rows = [*places[:count], *last]

    def head_sizes(self, rules: System[Any]) -> tuple[int, int]:
        """Largest font sizes in pixels at which the title and subtitle of a system fit on this card."""
        return self._fitting(rules.theme.title, "title", self.print.title), self._fitting(
            rules.theme.subtitle, "text-italic", self.print.subtitle, self._at_right)

    def _fitting(self, text: Text, role: Role, size: int, beside: int | None = None) -> int:
        """Font size in pixels at which a headline fits, at most a size in layout units."""
        room = self.text.width - (self._beside if beside is None else beside)
        return fitting_font(text, role, self.metrics.px(size), room).px

    @property
    def _at_right(self) -> int:
        """Distance in pixels from the text's left edge to subtitle and sides, to the right of a picture there."""
        return self.picture.right + self.metrics.px(14) - self.text.x if self._picture_beside_sides else 0

    def turns_at(self, pos: tuple[int, int]) -> bool:
        """Whether a click at a point turns to more battles."""
        return self.more is not None and self.more.collidepoint(pos)

    @property
    def _shown_entries(self) -> list[tuple[Battle, pygame.Rect]]:
        """The entries shown, each with the rectangle of its row."""
        here = zip((self.entries[number] for number in self.pages.items), self.rows, strict=False)
        return [*here, *zip(self._lesson_row, self.rows[-1:], strict=False)]

    @property
    def battle_numbers(self) -> tuple[int, int, int]:
        """First and last number of the battles on this page (0 if there are none), and the number of all battles,
        without lessons."""
        count = sum(not info.example for _, _, info in self.entries)
        numbers = [number + 1 for number in self.pages.items if number < count]
        return (numbers[0], numbers[-1], count) if numbers else (0, 0, count)

    def entry_at(self, pos: tuple[int, int]) -> ScenarioInfo | None:
        """The scenario whose row is at a point of the window."""
        return next((entry[2] for entry, row in self._shown_entries if row.collidepoint(pos)), None)

    def side_at(self, pos: tuple[int, int]) -> str | None:
        """The seat whose counter is at a point of the window."""
        return next((seat for box, seat in self.sides if box.collidepoint(pos)), None)

    @property
    def _key_box(self) -> pygame.Rect:
        """Rectangle of the card's key on a small card."""
        corner = self.text if self._picture_beside_sides else self.picture
        return pygame.Rect(corner.topleft, (self.metrics.px(BADGE_SIDE), self.metrics.px(BADGE_SIDE)))

    def tip_at(self, pos: tuple[int, int]) -> Text:
        """Tooltip for a side's counter or for the card's key; empty elsewhere."""
        if (side := self.side_at(pos)) is not None:
            title = self.rules.theme.side(side).title
            return say("{side}: play this side against the computer", side=title)
        return say("Key {key}: set up a game", key=self.key) if (
            not self.print.foot and self._key_box.collidepoint(pos)) else ""

    def draw(
        self, target: pygame.Surface, picture: pygame.Surface | None, hover: bool, chosen: ScenarioInfo | None,
        side: str | None = None,
    ) -> None:
        """Draw the card.

        :param picture: the battle's picture, no larger than ``self.picture``; None if not drawn yet.
        :param chosen: the scenario whose row is under the pointer.
        :param side: the seat whose counter is under the pointer.
        """
        px = self.metrics.px
        draw_sheet(target, self.rect, self.metrics.scale)
        inner = self.rect.inflate(-2 * px(self.print.frame), -2 * px(self.print.frame))
        pygame.draw.rect(target, LINE_INK, inner, width=px(1))
        pygame.draw.rect(
            target, GOLD if hover else LINE_INK, inner.inflate(-px(8), -px(8)), width=px(2 if hover else 1)
        )
        self._draw_picture(target, picture)
        theme = self.rules.theme
        pen = Pen(target, self.metrics, self.text.x, self.text.y, self.text.width)
        sizes = self.print
        self._headline(pen, theme.title, "title", sizes.title, INK, self.heads[0])
        right = self._at_right
        pen.x, pen.width = pen.x + right, pen.width - right
        self._headline(pen, theme.subtitle, "text-italic", sizes.subtitle, FAINT, self.heads[1])
        self._draw_sides(target, pygame.Rect(pen.x, pen.y + px(2 if right else 8), pen.width, px(42)), side)
        pen.x, pen.width = pen.x - right, pen.width + right
        pen.y += px(62 if sizes is LARGE_PRINT else 54)
        battle = chosen is not None and not chosen.example
        self._story(pen, chosen.summary if chosen is not None and battle else theme.blurb, self.rows_top - px(8))
        self._draw_rows(target, chosen)
        if sizes.foot:
            foot = say("Click a battle or the side to play, or press {key}", key=self.key)
            Pen(target, self.metrics, pen.x, self.text.bottom - px(20), pen.width).line(
                foot, "ui", 15, FAINT, centre=True
            )
        else:
            self._draw_key(target)

    def _draw_picture(self, target: pygame.Surface, picture: pygame.Surface | None) -> None:
        """Draw the picture in its frame."""
        px = self.metrics.px
        place = picture.get_rect(center=self.picture.center) if picture is not None else self.picture
        for size, colour in ((10, "#3a281c"), (4, GOLD)):
            pygame.draw.rect(target, colour, place.inflate(px(size), px(size)))
        pygame.draw.rect(target, "#3a281c", place.inflate(px(2), px(2)))
        if picture is not None:
            target.blit(picture, place)

    def _headline(self, pen: Pen, text: Text, role: Role, size: int, colour: str, max_px: int) -> None:
        """Print a centred line in a font at most ``max_px`` pixels high; its base line and the text below keep their
        places."""
        usual, top = pen.font(role, size), pen.y
        face = font(role, max_px)
        image = face.line_picture(text, colour)
        middle = pen.x + (pen.width - image.get_width()) // 2
        at = max(middle, pen.x + self._beside if role == "title" else 0), top + usual.get_ascent() - face.get_ascent()
        pen.surface.blit(image, at)
        pen.y = top + usual.get_linesize()

    def _draw_key(self, target: pygame.Surface) -> None:
        """Draw the card's key in the corner of the picture."""
        px = self.metrics.px
        box = self._key_box
        pygame.draw.rect(target, PAPER, box, border_bottom_right_radius=px(6))
        pygame.draw.rect(target, GOLD, box, width=px(1.5), border_bottom_right_radius=px(6))
        digit = font("ui-bold", px(19)).render(self.key, True, INK)
        target.blit(digit, digit.get_rect(center=box.center))

    def _draw_sides(self, target: pygame.Surface, room: pygame.Rect, side: str | None) -> None:
        """Draw the sides as blank counters in their colours; the one under the pointer is raised, with a gold rim."""
        self.sides = []
        px, seats = self.metrics.px, self.rules.theme.seats
        gap = px(8 if self._picture_beside_sides else 18)
        width = min(px(168), (room.width - (len(seats) - 1) * gap) // len(seats))
        x = room.centerx - (len(seats) * width + (len(seats) - 1) * gap) // 2
        for number, seat in enumerate(seats):
            box = pygame.Rect(x + number * (width + gap), room.y, width, room.height)
            self.sides.append((box.copy(), seat.name))
            pointed = seat.name == side
            pygame.draw.rect(target, "#a8946b", box.move(px(2), px(3)), border_radius=px(4))
            box.y -= px(1) * pointed
            pygame.draw.rect(target, seat.paper, box, border_radius=px(4))
            if pointed:
                pygame.draw.rect(target, GOLD, box.inflate(px(6), px(6)), width=px(3), border_radius=px(6))
            space = box.width - px(8)
            fits = font("ui-bold", px(18)).size(seat.title)[0] <= space
            face = fitting_font(seat.title, "ui-bold" if fits else "table-bold", px(18 if fits else 20), space)
            name = face.line_picture(seat.title, seat.print)
            target.blit(name, name.get_rect(center=box.center))

    def _story_fits(self) -> int:
        """Font size in layout units at which the story fits."""
        pen = Pen(pygame.Surface((1, 1)), self.metrics, self.text.x, self.text.y, self.text.width)
        for size in (self.print.title, self.print.subtitle):
            pen.y += pen.font("title" if size == self.print.title else "text-italic", size).get_linesize()
        pen.y += self.metrics.px(62 if self.print is LARGE_PRINT else 54)
        return self._fit_story(pen, self.rules.theme.blurb, self.rows_top - self.metrics.px(8) - pen.y,
                          self.print.story[0])[0]

    def _too_wide(self, entry: Battle) -> bool:
        """Whether a battle's name does not fit beside its length in the usual typeface."""
        room = self.text.width - self.metrics.px(16 + 12)
        return (font("ui-bold", self.metrics.px(18)).size(entry[0])[0]
                + font("ui", self.metrics.px(17)).size(entry[1])[0] > room)

    def _name_size(self, entry: Battle) -> int:
        """The largest font size in pixels at which a battle's name in the narrow typeface fits beside its length."""
        title, length, info = entry
        beside = self.lengths or info.example
        taken = font("ui", self.metrics.px(17)).size(length)[0] + self.metrics.px(12) if beside else 0
        room = self.text.width - self.metrics.px(16) - taken
        return fitting_font(title, "table-bold", self.metrics.px(MAX_NAME_SIZE), room).px

    def _length_fits(self, entry: Battle) -> bool:
        """Whether a battle's name in the narrow typeface leaves room for its length."""
        needed = font("table-bold", self.metrics.px(16)).size(entry[0])[0] + font("ui", self.metrics.px(17)).size(
            entry[1])[0]
        return needed <= self.text.width - self.metrics.px(16 + 12)

    def _story(self, pen: Pen, text: Text, bottom: int) -> None:
        """Print as many sentences as fit, in a font no larger than on the other cards."""
        size, lines = self._fit_story(pen, text, bottom - pen.y, self.story)
        for line in lines:
            pen.line(line, "text", size, centre=True)

    def _fit_story(self, pen: Pen, text: Text, room: int, largest: int) -> tuple[int, list[str]]:
        """Font size in layout units, at most ``largest``, and the lines of as many sentences as fit a height in pixels;
        at a large scale the font shrinks further before nothing is left."""
        usual = self.print.story[1]
        parts = sentences(text)
        while parts:
            clear = min(largest, max(usual, ceil(CLEAR_SPACES / self.metrics.scale)))
            smallest = min(usual, ceil(MIN_STORY_PRINT / self.metrics.scale)) if len(parts) == 1 else clear
            for size in range(largest, smallest - 1, -1):
                face = pen.font("text", size)
                lines = wrap(" ".join(parts), face, pen.width)
                if len(lines) * face.get_linesize() <= room:
                    return size, lines
            parts.pop()
        return usual, []

    def _draw_rows(self, target: pygame.Surface, chosen: ScenarioInfo | None) -> None:
        """Draw a row for each battle, with its length beside or below its name, and one for the lessons."""
        px = self.metrics.px
        if self.more is not None:
            pygame.draw.line(target, LINE_INK, self.more.topleft, self.more.topright, px(1))
            pen = Pen(target, self.metrics, self.more.x, 0, self.more.width)
            pen.y = self.more.centery - pen.font("ui", 17).get_linesize() // 2
            first, last, count = self.battle_numbers
            text = say("Battles {first}–{last} of {count}: next  ›", first=first, last=last, count=count)
            pen.line(text if last else say("Lessons: next  ›"), "ui", 17, LINK, centre=True)
        size = min((self._name_size(entry) for entry, _ in self._shown_entries), default=0)
        for (title, length, info), row in self._shown_entries:
            pointed = chosen is not None and chosen.name == info.name
            if pointed:
                pygame.draw.rect(target, PAPER_SHADE, row, border_radius=px(4))
                pygame.draw.rect(target, GOLD, row, width=px(1.5), border_radius=px(4))
            else:
                pygame.draw.line(target, LINE_INK, row.topleft, row.topright, px(1))
            inside = row.inflate(-px(16), 0)
            face = font("ui", px(17))
            shown = face.render(length, True, INK if pointed else FAINT)
            beside = self.lengths or info.example
            pen = Pen(target, self.metrics, inside.x, 0, inside.width - beside * (shown.get_width() + px(12)))
            fits = not self.narrow and pen.font("ui-bold", 18).size(title)[0] <= pen.width
            name = font("ui-bold" if fits else "table-bold", min(size, px(18)) if fits else size)
            image = name.line_picture(title, INK)
            below = 0 if beside else min(shown.get_height(), row.height - name.get_height())
            if beside:
                target.blit(shown, shown.get_rect(midright=inside.midright))
            elif below >= face.get_ascent():
                target.blit(shown, (pen.x, row.centery + name.get_height() // 2 - below // 2))
            base = row.centery - below // 2 + (name.get_ascent() + name.get_descent()) // 2
            target.blit(image, (pen.x, base - name.get_ascent()))


def button_widths(m: Metrics, labels: Sequence[Text], *, continues: bool) -> tuple[list[int], int]:
    """Widths in pixels of the Resume button and the others, and the gap between them: the others are all alike or, in
    a narrow window, as wide as their labels need."""
    room, gap = m.width - 2 * m.px(24), m.px(16)
    wide, widths = m.px(560), [m.px(176)] * len(labels)
    if (wide + gap) * continues + sum(widths) + gap * (len(widths) - 1) > room:
        face, gap = font("ui-bold", m.px(18)), m.px(10)
        least, *widths = [face.size(label)[0] + m.px(36) for label in (say("Resume"), *labels)]
        room -= gap * (len(widths) - 1 + continues)
        if least * continues + sum(widths) > room:  # smaller print
            share = room / (least * continues + sum(widths))
            widths = [int(width * share) for width in widths]
        wide = min(wide, room - sum(widths))
    return [wide] * continues + widths, gap
