"""The panel of the caption editor: the list of steps, the caption as the audience reads it, and the text fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap

import pygame

from game.core import caption
from game.core.message import Text, joined, say
from game.match.lesson_text import LessonText
from game.ui.kit.fonts import font
from game.ui.kit.paper import draw_sheet, draw_table
from game.ui.kit.pen import Pen, TextRun, fitting_font, shorten
from game.ui.kit.theme import ALARM, FAINT, GOLD, GOOD, INK, LINE_INK, Metrics

MAX_LETTERS = 400
"""Most characters in a text field. Chosen: twice what fits into a caption."""
SIDE_MARGIN = 22
"""Margin at the panel's sides, in layout units."""
ROW_GAP = 8
"""Gap between two rows, and between two buttons in a row, in layout units."""
BUTTON_HEIGHT = 42
"""Height of a row of buttons, in layout units."""
STEP_HEIGHT = 30
"""Height of a line of the list of steps, in layout units."""
MIN_LISTED_STEPS = 5
"""Least number of steps listed; more if there is room."""
PREVIEW_HEIGHT = 126
"""Height of the caption as the audience reads it, in layout units."""
TITLE_HEIGHT = 30
"""Height of the title above a text field, in layout units."""
RINGS_HEIGHT = 66
"""Height kept free for the names of ringed counters and places, in layout units."""
FIELDS = {"say": say("Caption"), "notes": say("Speaker's notes"), "question": say("Question for the audience")}
"""Field of a step -> its title."""


@dataclass(frozen=True)
class CaptionLayout:
    """The panel's layout: the rectangle of each part, in window pixels. Those without a docstring are buttons."""

    sheet: pygame.Rect
    """The sheet of paper with everything else on it."""
    close: pygame.Rect
    previous: pygame.Rect
    next: pygame.Rect
    number: pygame.Rect
    """The step's number, between the buttons to the steps before and after it."""
    steps: pygame.Rect
    """The list of steps."""
    preview: pygame.Rect
    """The caption as the audience reads it."""
    entries: Mapping[str, pygame.Rect]
    """Field of a step -> its text field."""
    rings: pygame.Rect
    """The names of ringed counters and places."""
    clear: pygame.Rect
    add: pygame.Rect
    delete: pygame.Rect
    save: pygame.Rect
    present: pygame.Rect


def lay_out(rect: pygame.Rect, px: Callable[[float], int], count: int) -> CaptionLayout:
    """The panel's layout.

    :param rect: the panel's rectangle in the window.
    :param px: converts layout units to pixels.
    :param count: the number of the lesson's steps.
    """
    sheet = rect.inflate(-px(12), -px(12))
    x, width, row, gap = sheet.x + px(SIDE_MARGIN), sheet.width - 2 * px(SIDE_MARGIN), px(BUTTON_HEIGHT), px(ROW_GAP)
    number = pygame.Rect(x, sheet.y + px(82), width, row)
    buttons_top = sheet.bottom - px(18) - 2 * row - gap
    clear = pygame.Rect(x, buttons_top - gap - row, width, row)
    field_height = px(TITLE_HEIGHT) + row
    preview_y = gap + px(4)  # this and the next two: from the foot of the list of steps
    entries_y = preview_y + px(PREVIEW_HEIGHT) + px(TITLE_HEIGHT)
    rings_y = entries_y + len(FIELDS) * field_height - px(18)
    steps = pygame.Rect(x, number.bottom + gap, width, 0)
    fitting_steps = (clear.y - px(RINGS_HEIGHT) - rings_y - steps.y) // px(STEP_HEIGHT)
    steps.height = px(STEP_HEIGHT) * max(MIN_LISTED_STEPS, min(fitting_steps, count))
    preview = pygame.Rect(x, steps.bottom + preview_y, width, px(PREVIEW_HEIGHT))
    entries = {field: pygame.Rect(x, steps.bottom + entries_y + index * field_height, width, row)
               for index, field in enumerate(FIELDS)}
    rings = pygame.Rect(x, steps.bottom + rings_y, width, clear.y - steps.bottom - rings_y)
    half = (width - gap) // 2

    def pair(top: int) -> tuple[pygame.Rect, pygame.Rect]:
        """Two buttons side by side."""
        return pygame.Rect(x, top, half, row), pygame.Rect(x + width - half, top, half, row)

    close = pygame.Rect(sheet.right - px(SIDE_MARGIN) - row, sheet.y + px(16), row, row)
    previous = pygame.Rect(number.topleft, (row, row))
    following = pygame.Rect(number.right - row, number.y, row, row)
    return CaptionLayout(sheet, close, previous, following, number, steps, preview, entries, rings, clear,
                         *pair(buttons_top), *pair(buttons_top + row + gap))


class CaptionsPanel:
    """Draws the panel and finds the listed step at a point. Changes nothing in the lesson."""

    def __init__(self, lesson: LessonText) -> None:
        self.lesson = lesson
        self.layout = lay_out(pygame.Rect(0, 0, 400, 700), round, len(lesson.steps))
        """The current layout; before ``lay``, that of a panel of an arbitrary size."""
        self._lines: list[tuple[int, pygame.Rect]] = []
        """The listed steps by number, with their rectangles."""

    def lay(self, rect: pygame.Rect, px: Callable[[float], int]) -> CaptionLayout:
        """Lay out the panel, as ``lay_out`` does; return the layout."""
        self.layout = lay_out(rect, px, len(self.lesson.steps))
        return self.layout

    def step_at(self, pos: tuple[int, int]) -> int | None:
        """The number of the listed step at a point, counted from 0; None if there is none."""
        return next((number for number, line in self._lines if line.collidepoint(pos)), None)

    def draw(self, target: pygame.Surface, metrics: Metrics, rect: pygame.Rect, number: int,
             ringed: Sequence[Text]) -> None:
        """Draw everything but the widgets.

        :param rect: the panel's rectangle in the window.
        :param number: the number of the step shown, counted from 0.
        :param ringed: the names of ringed counters and places.
        """
        px, layout, lesson = metrics.px, self.layout, self.lesson
        draw_table(target, rect)
        draw_sheet(target, layout.sheet, metrics.scale)
        pen = Pen(target, metrics, layout.number.x, layout.sheet.y + px(14), layout.number.width - px(52))
        pen.line(say("Edit the captions"), "title", 25)
        name: Text = say("{name}: unsaved changes", name=lesson.path.name) if lesson.changed else lesson.path.name
        face = fitting_font(name, "ui", px(17), pen.width)
        colour = ALARM if lesson.changed else FAINT
        target.blit(face.line_picture(shorten(name, face, pen.width), colour), (pen.x, pen.y))
        step: Text = say("Step {number} of {count}", number=number + 1, count=len(lesson.steps))
        image = font("ui-bold", px(19)).line_picture(step, INK)
        target.blit(image, image.get_rect(center=layout.number.center))
        self._draw_steps(target, metrics, number)
        self._draw_caption(target, metrics, lesson.steps[number].caption_text)
        for field, title in FIELDS.items():
            entry, image = layout.entries[field], font("ui", px(16)).line_picture(title, FAINT)
            target.blit(image, image.get_rect(bottomleft=(entry.x, entry.y - px(2))))
        self._draw_count(target, metrics, lesson.steps[number].caption_text)
        pen = Pen(target, metrics, layout.rings.x, layout.rings.y, layout.rings.width)
        text: Text = say("Ringed: {names}", names=joined(ringed, ", ")) if ringed else say(
            "Click a counter to ring it; with Shift, or on open ground, the place.")
        pen.flow([TextRun(text, "ui", 16, INK if ringed else FAINT)], leading=1.0)

    def _draw_steps(self, target: pygame.Surface, metrics: Metrics, current: int) -> None:
        """Draw the list of steps around the current one, each with the start of its caption, red if it has a fault."""
        px, room, steps = metrics.px, self.layout.steps, self.lesson.steps
        listed = room.height // px(STEP_HEIGHT)
        first = max(0, min(current - listed // 2, len(steps) - listed))
        self._lines = []
        for row, number in enumerate(range(first, min(len(steps), first + listed))):
            line = pygame.Rect(room.x, room.y + row * px(STEP_HEIGHT), room.width, px(STEP_HEIGHT - 2))
            if number == current:
                pygame.draw.rect(target, "#e6d09a", line, border_radius=px(4))
            step = steps[number]
            plain_caption: Text = caption.plain_text(step.caption_text) or say("No caption yet")
            face = font("ui-bold" if number == current else "ui", px(16))
            text: Text = say("{number}. {caption}", number=number + 1, caption=plain_caption)
            text = shorten(text, face, line.width - px(12))
            image = face.line_picture(text, ALARM if step.faults else INK)
            target.blit(image, image.get_rect(midleft=(line.x + px(6), line.centery)))
            self._lines.append((number, line))

    def _draw_caption(self, target: pygame.Surface, metrics: Metrics, text: str) -> None:
        """Draw the caption, wrapped as the audience reads it."""
        px, room = metrics.px, self.layout.preview
        pygame.draw.rect(target, "#2b1d14", room, border_radius=px(6))
        full_line = "n" * (caption.MAX_LINE_LETTERS - 6)  # letters are narrower than an n on average
        face = fitting_font(full_line, "text", px(24), room.width - px(24))
        line_height = (room.height - px(12)) // caption.MAX_LINES
        for number, line in enumerate(_wrapped(text)[:caption.MAX_LINES]):
            image = face.line_picture(line, "#f4ead2")
            target.blit(image, (room.x + px(12), room.y + px(6) + number * line_height))

    def _draw_count(self, target: pygame.Surface, metrics: Metrics, text: str) -> None:
        """Draw the caption's number of lines, with their limit, and of characters, and the frame of its preview; both
        are red if it has a fault."""
        px, room, preview = metrics.px, self.layout.entries["say"], self.layout.preview
        faults = tuple(caption.faults(text))
        lines = len(_wrapped(text))
        count_text: Text = say("{lines} of {most} lines · {letters} characters", lines=lines, most=caption.MAX_LINES,
                               letters=len(caption.plain_text(text)))
        face = fitting_font(count_text, "ui-bold", px(16), room.width * 3 // 4)
        image = face.line_picture(count_text, ALARM if faults else GOOD)
        target.blit(image, image.get_rect(bottomright=(room.right, room.y - px(2))))
        if faults:
            pygame.draw.rect(target, ALARM, preview.inflate(px(4), px(4)), px(3), border_radius=px(7))
        else:
            pygame.draw.rect(target, GOLD if text else LINE_INK, preview, px(2), border_radius=px(6))


def _wrapped(text: str) -> list[str]:
    """The lines of a caption as the audience reads it, also those above the limit."""
    return wrap(caption.plain_text(text), caption.MAX_LINE_LETTERS)
