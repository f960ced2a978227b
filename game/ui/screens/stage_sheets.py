"""What a presentation draws besides maps and combats: titles, the turn, the audience's guess, the speaker's notes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import pygame

from game import catalog
from game.core.caption import plain_text
from game.core.chance import per_cent
from game.core.message import Text, joined, say
from game.i18n.words import translate
from game.ui.cards import stage_panels
from game.ui.cards.stage_panels import TRACK_SCALE
from game.ui.cards.turntrack import TRACK_HEIGHT, TurnTrack
from game.ui.kit.fonts import Role, font
from game.ui.kit.paper import draw_sheet, draw_table
from game.ui.kit.pen import Pen, TextRun, caption_runs, fit_title, fitting_font, wrap
from game.ui.kit.theme import ALARM, CREAM, CREAM_FAINT, FAINT, INK, Metrics
from game.ui.screens.battle_picture import lesson_picture
from game.ui.screens.map_screen import MapScreen
from game.ui.screens.slides import Slide, SlidePart, chapters, slide_number

NOTES_FRACTION = 4
"""The notes take one part in this many of the window's width."""
NOTE_SIZES = range(24, 11, -1)
"""Font sizes to try for the notes, in layout units, largest first."""
CHAPTER_SIZE = 20
"""Font size of the list of chapters in the notes, in layout units."""
TITLE_SIZES = range(84, 59, -4)
"""Font sizes to try for a title on one line, in layout units; else it takes two lines."""
TITLE_MARGIN = 28
"""Margin around a title below a picture, in layout units."""
MIN_PICTURE_SHARE = 0.3
"""The least height of a picture, as a share of the window's."""
TITLE_TEXT_WIDTH = 860
"""The greatest width of the text below a title without a picture, in layout units."""
TAG_SIZE = 26
"""Font size of the turn tag, in layout units."""
TAG_PAPER = "#2a1d14"
"""Colour behind the turn tag and typed digits."""
GUESS_SIZE = 54
"""Font size of the audience's guess, in layout units."""


def draw_title(target: pygame.Surface, metrics: Metrics, slide: Slide, right: int) -> None:
    """Draw a title slide on the table: the title, the text below it, and above it the lesson's picture as large as
    possible.

    :param right: right edge of the available area, in pixels.
    """
    draw_table(target)
    m, window = metrics, pygame.Rect(0, 0, right, target.get_height())
    width = window.width - 2 * m.px(48)
    title_face, title_lines = fit_title(slide.title, "title", [m.px(size) for size in TITLE_SIZES], width)
    face = font("text-italic", m.px(stage_panels.CAPTION_PRINT))
    text_width = width if slide.pictured_lesson is not None else min(width, m.px(TITLE_TEXT_WIDTH))
    text_lines = wrap(plain_text(translate(slide.caption)), face, text_width)
    title_height, gap = len(title_lines) * title_face.get_linesize(), m.px(34)
    y = window.centery - m.px(10) - title_height
    height = window.height - 2 * gap - title_height - m.px(TITLE_MARGIN) - len(text_lines) * face.get_linesize()
    if slide.pictured_lesson is not None and height >= window.height * MIN_PICTURE_SHARE:
        place = pygame.Rect(window.centerx - min(width, height * 2) // 2, gap, min(width, height * 2), height)
        lesson = slide.pictured_lesson
        target.blit(lesson_picture(catalog.rules(lesson.system), place.size, lesson.path), place)
        pygame.draw.rect(target, CREAM, place.inflate(m.px(8), m.px(8)), m.px(4))
        y = place.bottom + m.px(TITLE_MARGIN) // 2
    for line in title_lines:
        image = title_face.line_picture(line, CREAM)
        target.blit(image, image.get_rect(midtop=(window.centerx, y)))
        y += title_face.get_linesize()
    y = max(y, window.centery + m.px(24))
    for line in text_lines:
        image = face.line_picture(line, CREAM_FAINT)
        target.blit(image, image.get_rect(midtop=(window.centerx, y)))
        y += face.get_linesize()


def draw_guess(target: pygame.Surface, metrics: Metrics, bottom: int, slide: Slide,
               guesses: Mapping[tuple[SlidePart | None, int], int]) -> None:
    """Draw the audience's guess beside the answer, on a slide that gives an answer.

    :param bottom: lower edge of the available area, in pixels.
    :param guesses: a slide's ``guess_key`` -> the audience's guess in per cent.
    """
    guess, frame = guesses.get(slide.guess_key), slide.frame
    if guess is None or frame is None or frame.odds is None or slide.asks or frame.step.ask is None:
        return
    if slide.fight is not None and not slide.fight.odds:
        return
    m = metrics
    text = say("The room: {guess} %   The odds: {odds}", guess=guess, odds=per_cent(frame.odds))
    image = fitting_font(text, "ui-bold", m.px(GUESS_SIZE), target.get_width() - m.px(80)).line_picture(text, INK)
    room = image.get_rect(midbottom=(target.get_width() // 2, bottom - m.px(26)))
    draw_sheet(target, room.inflate(m.px(48), m.px(20)), m.scale)
    target.blit(image, room)


def draw_notes(
    target: pygame.Surface, metrics: Metrics, slides: Sequence[Slide], at: int, seconds: float, bottom: int, *,
    more: bool, frozen: bool,
) -> None:
    """Draw the speaker's notes in the right part of the window: chapter, place in it, notes, next slide, time, and if
    there is room the list of chapters with the numbers of their first slides.

    :param at: number of the current slide, counted from 0.
    :param seconds: time since the presentation began.
    :param bottom: lower edge of the notes in pixels, above the caption.
    :param more: whether more slides are still to come.
    :param frozen: whether the audience window is frozen.
    """
    m, slide, last = metrics, slides[at], len(slides)
    width = target.get_width() // NOTES_FRACTION
    room = pygame.Rect(target.get_width() - width, 0, width, bottom)
    draw_sheet(target.subsurface((0, 0, target.get_width(), bottom)), room, m.scale)
    inner = room.inflate(-2 * m.px(14), -2 * m.px(14)).clip(target.get_rect())
    parts = chapters(slides)
    now, minutes = datetime.now().strftime("%H:%M"), round(seconds) // 60

    def write(pen: Pen, size: int) -> None:
        """Print everything but the list of chapters, at a font size in layout units."""
        heading = say("Slide {number} of {whole}", number=at + 1, whole=last) if not more else say(
            "Slide {at} of {last} so far", at=at + 1, last=last)
        if parts:
            pen.flow([TextRun(slide_number(slides, at), "ui-bold", size + 2, INK)])
            pen.flow([TextRun(heading, "ui", size, FAINT)], leading=1.0)
            pen.space(6)
        else:
            pen.heading(heading)
        if frozen:
            pen.flow([TextRun(say("The audience's window is frozen"), "ui-bold", size)], leading=1.0)
        pen.line(say("{now}, {minutes} min", now=now, minutes=minutes), "ui-bold", size)
        if slide.end_minute is not None:
            late = minutes >= slide.end_minute
            pen.flow([TextRun(say("This part is planned to end at {minutes} min", minutes=slide.end_minute),
                              "ui-bold" if late else "ui", size, ALARM if late else FAINT)], leading=1.0)
        pen.space(8)
        if slide.notes:
            pen.flow([TextRun(slide.notes, "ui", size, INK)])
            pen.space(14)
        if at + 1 < last:
            pen.heading(say("Next"))
            pen.flow(caption_runs(slides[at + 1].title or slides[at + 1].caption, "", size, FAINT))

    def write_chapters(pen: Pen, size: int) -> None:
        """Print the list of chapters; the speaker goes to one by typing its number and Enter."""
        pen.space(10)
        pen.heading(say("Chapters"))
        for chapter in parts:
            is_current = chapter.first <= at < chapter.end
            role: Role = "ui-bold" if is_current else "ui"
            top, colour = pen.y, INK if is_current else FAINT
            pen.line(str(chapter.first + 1), role, size, colour, right=True)
            pen.y = top
            with pen.narrowed(right=m.px(3 * size)):
                pen.flow([TextRun(chapter.title, role, size, colour)], leading=1.0)

    for size in NOTE_SIZES:
        write(trial := Pen(pygame.Surface((1, 1)), m, 0, 0, inner.width), size)
        if trial.y <= inner.height:
            break
    pen = Pen(target.subsurface(inner), m, 0, 0, inner.width)
    write(pen, size)
    if parts:
        write_chapters(trial, CHAPTER_SIZE)
        if trial.y <= inner.height:
            write_chapters(pen, CHAPTER_SIZE)


def _draw_corner_text(target: pygame.Surface, metrics: Metrics, text: Text, right: int) -> None:
    """Draw a line of text in the upper right corner.

    :param right: right edge of the available area, in pixels.
    """
    m = metrics
    image = font("ui-bold", m.px(TAG_SIZE)).line_picture(text, CREAM)
    room = image.get_rect(topright=(right - m.px(24), m.px(18)))
    pygame.draw.rect(target, TAG_PAPER, room.inflate(m.px(24), m.px(12)), border_radius=m.px(8))
    target.blit(image, room)


def draw_typed(target: pygame.Surface, metrics: Metrics, bottom: int, digits: str, *, guess: bool) -> None:
    """Draw the digits typed so far: of a slide's number in the upper right corner, or of the audience's guess at the
    place where it is later shown beside the answer.

    :param bottom: lower edge of the area for the guess, in pixels.
    :param guess: whether they are a guess.
    """
    text: Text = (say("The room guesses {number} %", number=digits) if guess
                  else say("Go to {number}", number=digits))
    image = font("ui-bold", metrics.px(40)).line_picture(text, CREAM)
    room = image.get_rect(topright=(target.get_width() - metrics.px(30), metrics.px(24)))
    if guess:  # clear of the combat
        room.midbottom = target.get_width() // 2, bottom - metrics.px(26)
    pygame.draw.rect(target, TAG_PAPER, room.inflate(metrics.px(28), metrics.px(14)), border_radius=metrics.px(8))
    target.blit(image, room)


class StageTurn:
    """Draws the turn tag and the turn bar."""

    def __init__(self, screen: MapScreen) -> None:
        self._screen = screen
        self._track = TurnTrack()

    def draw_tag(self, target: pygame.Surface, metrics: Metrics, slide: Slide, right: int) -> None:
        """Draw the turn and the phasing side, on slides of a game's actions.

        :param right: right edge of the available area, in pixels.
        """
        part, frame = slide.part, slide.frame
        if part is None or frame is None or not part.game or slide.turn_summary is not None or frame.step.show.panel:
            return
        rules, last = self._screen.rules, self._screen.info.turns
        prompt = rules.prompt(frame.before)
        name = self._screen.theme.turn
        turn = (say("{name} {turn} of {last}", name=name, turn=prompt.turn, last=last) if last is not None
                else say("{name} {turn}", name=name, turn=prompt.turn))
        text = joined((turn, self._screen.theme.side_title(prompt.phase_key[0])), ", ")
        _draw_corner_text(target, metrics, text, right)

    def bar_height(self, metrics: Metrics) -> int:
        """The height of the bar of turns, in pixels."""
        return metrics.px(TRACK_SCALE * TRACK_HEIGHT)

    def draw_bar(self, target: pygame.Surface, area: pygame.Rect, metrics: Metrics, state: Any) -> None:
        """Draw turns and phases on the table at the upper edge of an area."""
        rules, screen = self._screen.rules, self._screen
        room = pygame.Rect(area.x, area.y, area.width, self.bar_height(metrics))
        draw_table(target, pygame.Rect(0, room.y, target.get_width(), room.height))
        prompt = rules.prompt(state)
        self._track.draw(target, room, metrics.at(TRACK_SCALE * metrics.scale), screen.theme, screen.info.turns,
                         prompt.turn, tuple(rules.phases(state)), prompt.phase_key)
