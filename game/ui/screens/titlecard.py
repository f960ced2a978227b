"""A system's card on the title screen, with picture, sides, story and battles; also the widths of the buttons below the
cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, NamedTuple

import pygame

from game.core.contract import ScenarioInfo, System
from game.core.message import Text, plural, say
from game.match.lessons import paths
from game.ui.kit.fonts import Role, Typeface, font
from game.ui.kit.pages import Pages
from game.ui.kit.paper import draw_sheet
from game.ui.kit.pen import Pen, fitting_font, sentences, wrap
from game.ui.kit.theme import FAINT, GOLD, INK, LINE_INK, LINK, PAPER, PAPER_SHADE, Metrics

BATTLE_HEIGHT = 36
"""Height of a battle's row, in layout units."""
TWO_LINE_BATTLE_HEIGHT = 50
"""Height of a row with the battle's length below its name, in layout units."""
MAX_ROWS = 4
"""Most rows on cards side by side: battles from the top, lessons in the last; more battles are shown in pages."""
ROWS_WITHOUT_LESSONS = 3
"""Number of rows up to which a card with pages does not keep its last row for the lessons."""
WIDE_CARD = 600
"""Card width in layout units from which the picture is at the left instead of the top."""
TALL_CARD = 420
"""Card height in layout units from which a wide card uses large print."""
NAME_SIZE = 18
"""Font size of a battle's name in the usual typeface, in layout units."""
MAX_NAME_SIZE = 20
"""The largest font size of a battle's name in the narrow typeface, in layout units."""
MIN_NAME_SIZE = 16
"""Font size of a battle's name in the narrow typeface, in layout units, at which its length must fit beside it."""
PREVIOUS_SHARE = 0.25
"""The left share of the row that turns the pages of battles where a click turns back. Chosen by hand."""
LENGTH_SIZE = 17
"""Font size of a battle's length, in layout units."""
NAME_GAP, ROW_MARGINS = 12, 16
"""Gap between a battle's name and its length, and margins of a row together, in layout units."""
MIN_STORY_PRINT = 17
"""Least font size in pixels of the story's first sentence, if no more of it fits."""
MIN_CLEAR_PRINT = 13
"""Font size in pixels below which spaces between words are hard to see."""
BADGE_SIDE = 30
"""Size of the square with the card's key, in layout units."""
MIN_PICTURE_HEIGHT = 64
"""Least height of a picture at the top, in layout units."""
SIDE_SIZE, SIDES_GAP = (168, 42), 18
"""Largest size of a side's blank counter beside the other's, and the gap between them, in layout units."""
STACKED_SIDE_HEIGHT, STACKED_SIDES_GAP = 28, 4
"""Height of a side's blank counter above the other's, and the gap between them, in layout units."""
PICTURE_RATIO = 0.64
"""The height of a picture as a share of its width, if there is room."""
PICTURE_SHARE = 0.44
"""The width of a picture below the headlines, beside the sides, as a share of the width of the card's text."""


@dataclass(frozen=True)
class CardPrint:
    """Font sizes of a card and the space they need, in layout units."""

    title: int
    subtitle: int
    story: tuple[int, int]
    """Largest and smallest font size of the story, which shrinks before it is cut."""
    head: int
    """Least height above the battles, for title, sides and some lines of the story."""
    head_without_story: int
    """Least height above the battles, for title and sides only."""
    foot: int
    """Height below the battles, for instructions; 0: there are none, and the card's key is shown on it."""
    frame: int
    """Distance from the card's edge to its printed frame, and from there to its contents."""


LARGE_PRINT = CardPrint(title=52, subtitle=25, story=(22, 17), head=220, head_without_story=170, foot=24, frame=20)
"""Print of a large wide card."""
SMALL_PRINT = CardPrint(title=36, subtitle=20, story=(20, 17), head=262, head_without_story=146, foot=0, frame=14)
"""Print of any other card."""


class CardEntry(NamedTuple):
    """A row of a card: a battle, or the lessons."""

    title: Text
    length: Text
    """A battle's number of turns, or what else limits it; the number of lessons, and of those finished if any are."""
    scenario: ScenarioInfo
    """The battle, or the first example of play for the lessons."""


def entries_of(rules: System[Any], learnt: Sequence[str] = ()) -> list[CardEntry]:
    """The rows of a system's card: its battles, and one for its lessons with the number of those finished.

    :param learnt: the finished lessons of all systems.
    """
    examples = [info for info in rules.scenarios if info.example]
    entries = [
        CardEntry(info.title, plural("{count} turn", "{count} turns", info.turns) if info.turns is not None
                  else info.limit or say("no limit"), info)
        for info in rules.scenarios if not info.example
    ]
    if examples:
        count, learnt_count = len(paths(rules.name)), sum(each.startswith(f"{rules.name}/") for each in learnt)
        progress = plural("{count} done of {total}", "{count} done of {total}", learnt_count,
                          total=count) if learnt_count else str(count)
        entries.append(CardEntry(say("Lessons"), progress, examples[0]))
    return entries


class TitleCard:
    """A system's card: its layout, and how it is drawn, with or without a battle under the pointer."""

    def __init__(self, rules: System[Any], rect: pygame.Rect, metrics: Metrics, key: str, page: int = 0,
                 max_entries: int = 0, learnt: Sequence[str] = (), row_height: int = BATTLE_HEIGHT) -> None:
        """Lay out the card.

        :param key: the digit key that opens its new-game sheet.
        :param page: the page of its battles.
        :param max_entries: the most entries of any card beside it.
        :param learnt: the finished lessons of all systems.
        :param row_height: the height of a battle's row, in layout units; ``TWO_LINE_BATTLE_HEIGHT`` has room for its
            length below its name.
        """
        self._row_height = metrics.px(row_height)
        self.rules, self.rect, self.metrics, self.key = rules, rect, metrics, key
        self.entries = entries_of(rules, learnt)
        """Its rows, on all pages; all battles have their short titles if a title does not fit."""
        px = metrics.px
        is_wide = rect.width >= px(WIDE_CARD)
        self.print = LARGE_PRINT if is_wide and rect.height >= px(TALL_CARD) else SMALL_PRINT
        self._lay_areas(max_entries, is_wide=is_wide)
        self.pages = Pages()
        self._lay_rows(page, max_entries if not is_wide else 0)
        self.headline_sizes = self.fitting_headline_sizes(rules)
        """Font sizes in pixels of title and subtitle; all cards use the smallest of theirs."""
        self.side_face = self.fitting_side_face(seat.title for seat in rules.theme.seats)
        """The font of the sides' names; all cards use the same."""
        self.story_size = self._fitting_story_size()
        """Largest font size in layout units at which the story fits, 0 if none does. Cards side by side use the
        smallest of theirs, so all have a story or none."""
        self.lengths_beside = all(self._length_fits(entry) for entry in self.entries)
        """Whether the lengths of battles are beside their names; if one card has no room, all show them below."""
        if any(self._name_size(entry) < px(MAX_NAME_SIZE) for entry in self.entries):
            self.entries = [entry if entry.scenario.example else entry._replace(
                title=entry.scenario.short or entry.title) for entry in self.entries]
        self.has_narrow_names = any(self._is_too_wide(entry) for entry in self.entries)
        """Whether battle names are in the narrow typeface; if one card needs it, all side by side use it."""

    def _lay_areas(self, max_entries: int, *, is_wide: bool) -> None:
        """Lay out the areas of the picture and of the text.

        :param max_entries: the most entries of any card beside it.
        :param is_wide: whether the picture is at the left.
        """
        px, frame = self.metrics.px, self.metrics.px(self.print.frame)
        inner = self.rect.inflate(-2 * frame, -2 * frame)
        if is_wide:
            picture_width = min(px(300), round(inner.width * 0.4))
            self.picture_area = pygame.Rect(inner.x + frame, inner.y + frame, picture_width, inner.height - 2 * frame)
            left = self.picture_area.right + px(26)
            self.text_area = pygame.Rect(left, inner.y + px(14), inner.right - px(22) - left, inner.height - px(26))
        else:
            left, width = inner.x + frame, inner.width - 2 * frame
            list_height = min(max(max_entries, len(self.entries)), MAX_ROWS) * self._row_height
            free = inner.height - px(36) - px(SMALL_PRINT.head) - list_height
            picture_height = min(round(width * PICTURE_RATIO), free) if free >= px(MIN_PICTURE_HEIGHT) else 0
            self.picture_area = pygame.Rect(left, inner.y + frame, width, picture_height)
            top = self.picture_area.bottom + px(10) if picture_height else inner.y + px(4)
            self.text_area = pygame.Rect(left, top, width, inner.bottom - px(12) - top)
        self._lay_sides()

    def _lay_sides(self) -> None:
        """Lay out the sides below the headlines, and a picture beside them if there is no room for it elsewhere."""
        px, seats = self.metrics.px, self.rules.theme.seats
        room = self.text_area.copy()
        room.top += px(8) + sum(font(role, px(size)).get_linesize() for role, size in (
            ("title", self.print.title), ("text-italic", self.print.subtitle)))
        count, (max_width, height), gap = len(seats), map(px, SIDE_SIZE), px(SIDES_GAP)
        width = min(max_width, (room.width - (count - 1) * gap) // count)
        start, step = (room.centerx - (count * (width + gap) - gap) // 2, room.y), (width + gap, 0)
        if not self.picture_area.height:
            height, gap = px(STACKED_SIDE_HEIGHT), px(STACKED_SIDES_GAP)
            self.picture_area = pygame.Rect(room.x + px(4), room.y, round(room.width * PICTURE_SHARE),
                                            count * (height + gap) - gap)
            start, step = (self.picture_area.right + px(14), room.y), (0, height + gap)
            width = room.right - start[0]
        self.sides = [(pygame.Rect(start[0] + number * step[0], start[1] + number * step[1], width, height), seat.name)
                      for number, seat in enumerate(seats)]
        """Each side's counter, which can be clicked to play that side."""
        self._story_top = self.sides[-1][0].bottom + px(4)
        """The upper edge of the story, in window pixels."""

    def _lay_rows(self, page: int, max_entries: int) -> None:
        """Lay out the rows of battles, with the row of lessons below them.

        :param page: the page of battles.
        :param max_entries: the most entries of any card beside it; 0 on a wide card, which is as high as it needs.
        """
        px, entries = self.metrics.px, self.entries
        bottom = self.text_area.bottom - px(self.print.foot)
        room = (bottom - self.text_area.y - px(self.print.head)) // self._row_height
        room_without_story = (bottom - self.text_area.y - px(self.print.head_without_story)) // self._row_height
        wanted = min(max(max_entries, len(entries)), MAX_ROWS) if max_entries else len(entries)
        # prefer all battles to the story, unless they need pages
        if room < wanted <= room_without_story or room < ROWS_WITHOUT_LESSONS:
            room = max(2, room_without_story)
        if max_entries:
            room = min(room, MAX_ROWS)
        has_pages = len(entries) > room
        keeps_lessons = entries[-1].scenario.example and (room > ROWS_WITHOUT_LESSONS or not has_pages)
        self._lesson_row = entries[-1:] if keeps_lessons else []
        """The row of lessons, if it stays on every page of battles."""
        lesson_rows = len(self._lesson_row)
        count = len(entries) - lesson_rows
        self.pages.page = page
        self.pages.split(count, room - has_pages - lesson_rows)
        has_more = self.pages.count > 1
        rows = max(min(count, room - has_more - lesson_rows) + lesson_rows + has_more, min(max_entries, room))
        top, height = bottom - rows * self._row_height, self._row_height
        places = [pygame.Rect(self.text_area.x, top + number * height, self.text_area.width, height)
                  for number in range(rows)]
        last = [places.pop()] if self._lesson_row else []
        self.more = places.pop() if has_more else None
        """Rectangle of the row that turns to the other battles; None if all fit."""
        self.rows_top = (places or last)[0].top
        """Upper edge of the rows, in window pixels."""
        self.rows = [*places[:count], *last]
        """Rectangles of the entries shown."""

    def fitting_headline_sizes(self, rules: System[Any]) -> tuple[int, int]:
        """Largest font sizes in pixels at which the title and subtitle of a system fit on this card."""
        return (self._fitting(rules.theme.title, "title", self.print.title),
                self._fitting(rules.theme.subtitle, "text-italic", self.print.subtitle))

    def _fitting(self, text: Text, role: Role, size: int) -> int:
        """Font size in pixels at which a headline fits, at most a size in layout units."""
        return fitting_font(text, role, self.metrics.px(size), self.text_area.width).px

    def fitting_side_face(self, names: Iterable[Text]) -> Typeface:
        """The largest font in which all of some sides' names fit on this card's blank counters: the narrow typeface if
        one does not fit in the usual one."""
        px, names = self.metrics.px, tuple(names)
        space, usual = self.sides[0][0].width - px(8), font("ui-bold", px(NAME_SIZE))
        if all(usual.size(name)[0] <= space for name in names):
            return usual
        return min((fitting_font(name, "table-bold", px(MAX_NAME_SIZE), space) for name in names),
                   key=lambda face: face.px)

    def turns_at(self, pos: tuple[int, int]) -> int:
        """How many pages of battles a click at a point turns: 1 forward, -1 back at the left of the row, else 0."""
        if self.more is None or not self.more.collidepoint(pos):
            return 0
        return -1 if self.pages.page and pos[0] < self.more.left + PREVIOUS_SHARE * self.more.width else 1

    @property
    def _shown_entries(self) -> list[tuple[CardEntry, pygame.Rect]]:
        """The entries shown, each with the rectangle of its row."""
        on_page = zip((self.entries[number] for number in self.pages.items), self.rows, strict=False)
        return [*on_page, *zip(self._lesson_row, self.rows[-1:], strict=False)]

    @property
    def battle_numbers(self) -> tuple[int, int, int]:
        """First and last number of the battles on this page (0 if there are none), and the number of all battles,
        without lessons."""
        count = sum(not entry.scenario.example for entry in self.entries)
        numbers = [number + 1 for number in self.pages.items if number < count]
        return (numbers[0], numbers[-1], count) if numbers else (0, 0, count)

    def entry_at(self, pos: tuple[int, int]) -> ScenarioInfo | None:
        """The scenario whose row is at a point of the window; None if there is none."""
        return next((entry.scenario for entry, row in self._shown_entries if row.collidepoint(pos)), None)

    def side_at(self, pos: tuple[int, int]) -> str | None:
        """The seat whose counter is at a point of the window; None if there is none."""
        return next((seat for box, seat in self.sides if box.collidepoint(pos)), None)

    @property
    def _key_box(self) -> pygame.Rect:
        """Rectangle of the card's key on a small card."""
        return pygame.Rect(self.picture_area.topleft, (self.metrics.px(BADGE_SIDE), self.metrics.px(BADGE_SIDE)))

    def tip_at(self, pos: tuple[int, int]) -> Text:
        """Tooltip for a side's counter, the pages of battles or the card's key; empty elsewhere."""
        if (side := self.side_at(pos)) is not None:
            title = self.rules.theme.side(side).title
            return say("{side}: play this side against the computer", side=title)
        if step := self.turns_at(pos):
            return say("[,]: previous battles") if step < 0 else say("[.]: next battles")
        return say("Key {key}: set up a game", key=self.key) if (
            not self.print.foot and self._key_box.collidepoint(pos)) else ""

    def draw(
        self, target: pygame.Surface, picture: pygame.Surface | None, hover: bool, scenario: ScenarioInfo | None,
        side: str | None = None,
    ) -> None:
        """Draw the card.

        :param picture: the battle's picture, no larger than ``picture_area``; None if not drawn yet.
        :param hover: whether the card is under the pointer.
        :param scenario: the scenario whose row is under the pointer.
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
        pen = Pen(target, self.metrics, self.text_area.x, self.text_area.y, self.text_area.width)
        sizes = self.print
        self._headline(pen, theme.title, "title", sizes.title, INK, self.headline_sizes[0])
        self._headline(pen, theme.subtitle, "text-italic", sizes.subtitle, FAINT, self.headline_sizes[1])
        self._draw_sides(target, side)
        pen.y = self._story_top
        is_battle = scenario is not None and not scenario.example
        story = scenario.summary if scenario is not None and is_battle else theme.blurb
        self._print_story(pen, story, self.rows_top - px(8))
        self._draw_rows(target, scenario)
        if sizes.foot:
            foot = say("Click a battle or the side to play, or press {key}", key=self.key)
            Pen(target, self.metrics, pen.x, self.text_area.bottom - px(20), pen.width).line(
                foot, "ui", 15, FAINT, centre=True
            )
        else:
            self._draw_key(target)

    def _draw_picture(self, target: pygame.Surface, picture: pygame.Surface | None) -> None:
        """Draw the picture in its frame; the empty frame for None."""
        px = self.metrics.px
        place = picture.get_rect(center=self.picture_area.center) if picture is not None else self.picture_area
        for size, colour in ((10, "#3a281c"), (4, GOLD)):
            pygame.draw.rect(target, colour, place.inflate(px(size), px(size)))
        pygame.draw.rect(target, "#3a281c", place.inflate(px(2), px(2)))
        if picture is not None:
            target.blit(picture, place)

    def _headline(self, pen: Pen, text: Text, role: Role, size: int, colour: str, font_px: int) -> None:
        """Print a centred line. Its base line and the text below are where a font of the usual size would put them.

        :param size: the usual font size, in layout units.
        :param font_px: the font size used, in pixels.
        """
        usual, top = pen.font(role, size), pen.y
        face = font(role, font_px)
        image = face.line_picture(text, colour)
        x = pen.x + (pen.width - image.get_width()) // 2
        pen.surface.blit(image, (x, top + usual.get_ascent() - face.get_ascent()))
        pen.y = top + usual.get_linesize()

    def _draw_key(self, target: pygame.Surface) -> None:
        """Draw the card's key in the corner of the picture."""
        px = self.metrics.px
        box = self._key_box
        pygame.draw.rect(target, PAPER, box, border_bottom_right_radius=px(6))
        pygame.draw.rect(target, GOLD, box, width=px(1.5), border_bottom_right_radius=px(6))
        digit = font("ui-bold", px(19)).render(self.key, True, INK)
        target.blit(digit, digit.get_rect(center=box.center))

    def _draw_sides(self, target: pygame.Surface, side: str | None) -> None:
        """Draw the sides as blank counters in their colours; the one under the pointer is raised, with a gold rim."""
        px = self.metrics.px
        for (area, name), seat in zip(self.sides, self.rules.theme.seats, strict=True):
            is_hovered = name == side
            pygame.draw.rect(target, "#a8946b", area.move(px(2), px(3)), border_radius=px(4))
            box = area.move(0, -px(1) * is_hovered)
            pygame.draw.rect(target, seat.paper, box, border_radius=px(4))
            if is_hovered:
                pygame.draw.rect(target, GOLD, box.inflate(px(6), px(6)), width=px(3), border_radius=px(6))
            title = self.side_face.line_picture(seat.title, seat.print)
            target.blit(title, title.get_rect(center=box.center))

    def _fitting_story_size(self) -> int:
        """Largest font size in layout units at which the system's story fits; 0 if none does."""
        pen = Pen(pygame.Surface((1, 1)), self.metrics, self.text_area.x, self.text_area.y, self.text_area.width)
        room = self.rows_top - self.metrics.px(8) - self._story_top
        return self._fit_story(pen, self.rules.theme.blurb, room, self.print.story[0])[0]

    def _length_width(self, length: Text) -> int:
        """Width in pixels of a battle's length."""
        return font("ui", self.metrics.px(LENGTH_SIZE)).size(length)[0]

    def _is_too_wide(self, entry: CardEntry) -> bool:
        """Whether a battle's name does not fit beside its length in the usual typeface."""
        room = self.text_area.width - self.metrics.px(ROW_MARGINS + NAME_GAP)
        name_width = font("ui-bold", self.metrics.px(NAME_SIZE)).size(entry.title)[0]
        return name_width + self._length_width(entry.length) > room

    def _name_size(self, entry: CardEntry) -> int:
        """The largest font size in pixels at which a battle's name in the narrow typeface fits beside or above its
        length."""
        is_beside = self._has_length_beside(entry)
        width_beside = self._length_width(entry.length) + self.metrics.px(NAME_GAP) if is_beside else 0
        room = self.text_area.width - self.metrics.px(ROW_MARGINS) - width_beside
        return fitting_font(entry.title, "table-bold", self.metrics.px(MAX_NAME_SIZE), room).px

    def _has_length_beside(self, entry: CardEntry) -> bool:
        """Whether a row's length is beside its name, as on the other rows or because there is no room below it."""
        is_one_line = self._row_height < self.metrics.px(TWO_LINE_BATTLE_HEIGHT)
        return self.lengths_beside or entry.scenario.example or (is_one_line and self._length_fits(entry))

    def _length_fits(self, entry: CardEntry) -> bool:
        """Whether a battle's name in small narrow print leaves room for its length beside it."""
        name_width = font("table-bold", self.metrics.px(MIN_NAME_SIZE)).size(entry.title)[0]
        room = self.text_area.width - self.metrics.px(ROW_MARGINS + NAME_GAP)
        return name_width + self._length_width(entry.length) <= room

    def _print_story(self, pen: Pen, text: Text, bottom: int) -> None:
        """Print as many sentences as fit above ``bottom``, in a font no larger than on the other cards; nothing if one
        of them has no room for its story."""
        size, lines = self._fit_story(pen, text, bottom - pen.y, self.story_size) if self.story_size else (0, [])
        for line in lines:
            pen.line(line, "text", size, centre=True)

    def _fit_story(self, pen: Pen, text: Text, room: int, largest: int) -> tuple[int, list[str]]:
        """Font size in layout units, and the lines of as many sentences as fit; 0 and no lines if not even the first
        does. For the first sentence alone the font may shrink further at a large scale.

        :param room: height in pixels.
        :param largest: the largest font size, in layout units.
        """
        usual = self.print.story[1]
        parts = sentences(text)
        while parts:
            min_clear = min(largest, max(usual, ceil(MIN_CLEAR_PRINT / self.metrics.scale)))
            smallest = min(usual, ceil(MIN_STORY_PRINT / self.metrics.scale)) if len(parts) == 1 else min_clear
            for size in range(largest, smallest - 1, -1):
                face = pen.font("text", size)
                lines = wrap(" ".join(parts), face, pen.width)
                if len(lines) * face.get_linesize() <= room:
                    return size, lines
            parts.pop()
        return 0, []

    def _draw_rows(self, target: pygame.Surface, scenario: ScenarioInfo | None) -> None:
        """Draw a row for each battle, with its length beside or below its name, and one for the lessons.

        :param scenario: the scenario whose row is under the pointer.
        """
        px = self.metrics.px
        if self.more is not None:
            pygame.draw.line(target, LINE_INK, self.more.topleft, self.more.topright, px(1))
            pen = Pen(target, self.metrics, self.more.x, 0, self.more.width)
            pen.y = self.more.centery - pen.font("ui", LENGTH_SIZE).get_linesize() // 2
            first, last, count = self.battle_numbers
            text = say("Battles {first}–{last} of {count}: next  ›", first=first, last=last, count=count)
            short_text = say("{first}–{last} of {count}: next  ›", first=first, last=last, count=count)
            if self.pages.page:
                room = round((1 - PREVIOUS_SHARE) * pen.width) - px(LENGTH_SIZE)
                text = text if pen.font("ui", LENGTH_SIZE).size(text)[0] <= room else short_text
                top = pen.y
                pen.line(say("‹  back"), "ui", LENGTH_SIZE, LINK)
                pen.y = top
            pen.line(text if last else say("Lessons: next  ›"), "ui", LENGTH_SIZE, LINK, centre=not self.pages.page,
                     right=bool(self.pages.page))
        size = min((self._name_size(entry) for entry, _ in self._shown_entries), default=0)
        for entry, row in self._shown_entries:
            title, length, info = entry
            is_hovered = scenario is not None and scenario.name == info.name
            if is_hovered:
                pygame.draw.rect(target, PAPER_SHADE, row, border_radius=px(4))
                pygame.draw.rect(target, GOLD, row, width=px(1.5), border_radius=px(4))
            else:
                pygame.draw.line(target, LINE_INK, row.topleft, row.topright, px(1))
            inside = row.inflate(-px(ROW_MARGINS), 0)
            length_face = font("ui", px(LENGTH_SIZE))
            length_image = length_face.render(length, True, INK if is_hovered else FAINT)
            is_beside = self._has_length_beside(entry)
            room = inside.width - is_beside * (length_image.get_width() + px(NAME_GAP))
            fits = not self.has_narrow_names and font("ui-bold", px(NAME_SIZE)).size(title)[0] <= room
            face = font("ui-bold" if fits else "table-bold", min(size, px(NAME_SIZE)) if fits else size)
            image = face.line_picture(title, INK)
            height_below = 0 if is_beside else min(length_image.get_height(), row.height - face.get_height())
            if is_beside:
                target.blit(length_image, length_image.get_rect(midright=inside.midright))
            elif height_below >= length_face.get_ascent():
                y = row.centery + face.get_height() // 2 - height_below // 2
                target.blit(length_image, (inside.x, y))
            base_line = row.centery - height_below // 2 + (face.get_ascent() + face.get_descent()) // 2
            target.blit(image, (inside.x, base_line - face.get_ascent()))


RESUME_WIDTH, BUTTON_WIDTH = 560, 176
"""Usual width of the Resume button and of the other buttons below the cards, in layout units."""


def button_widths(m: Metrics, labels: Sequence[Text], *, can_resume: bool) -> tuple[list[int], int]:
    """Widths in pixels of the buttons below the cards, and the gap between them: all equally wide or, in a narrow
    window, as wide as their labels need.

    :param labels: the labels of all buttons but Resume.
    :param can_resume: whether there is a Resume button, the first.
    """
    room, gap = m.width - 2 * m.px(24), m.px(16)
    resume_width, widths = m.px(RESUME_WIDTH), [m.px(BUTTON_WIDTH)] * len(labels)
    if (resume_width + gap) * can_resume + sum(widths) + gap * (len(widths) - 1) > room:
        face, gap = font("ui-bold", m.px(18)), m.px(10)
        min_resume_width, *widths = [face.size(label)[0] + m.px(36) for label in (say("Resume"), *labels)]
        room -= gap * (len(widths) - 1 + can_resume)
        if min_resume_width * can_resume + sum(widths) > room:  # smaller print
            share = room / (min_resume_width * can_resume + sum(widths))
            widths = [int(width * share) for width in widths]
        resume_width = min(resume_width, room - sum(widths))
    return [resume_width] * can_resume + widths, gap
