"""The list of a system's lessons, and the sheet at the end of a lesson with what to do next."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import pygame

from game import catalog
from game.core.contract import ScenarioInfo, System
from game.core.message import Message, plural, say
from game.match import lessons
from game.match.lessons import Lesson, LessonError, all_lessons
from game.ui.app.panel import MIN_SHEET, PagedPanel, PanelScreen
from game.ui.app.screen import Host
from game.ui.app.settings import Settings, storable
from game.ui.cards.objectives import write_all
from game.ui.kit.pen import Pen, TextRun, fitting_font
from game.ui.kit.theme import ALARM, FAINT, GOOD, LINE_INK, SHEET_MARGINS
from game.ui.play.lesson import Guide
from game.ui.screens.newgame import NewGame
from game.ui.screens.rulebook import Rulebook

ROW_HEIGHTS = 100, 66
"""Least height of a lesson's row, in layout units: usually, and if all lessons then fit on one page."""
ROW_MARGINS = 28, 16
"""Height of a row above and below its text together, in layout units, in the same two cases."""
FOOT_HEIGHT = 36
"""Height of the line at the foot, in layout units."""
DIGIT_KEYS = 9
"""How many lessons on a page have a digit key."""
SHEET_WIDTH = 1080
"""Width of the sheet, in layout units."""
BUTTONS_WIDTH = 320
"""Width of a row's buttons, in layout units; the text is to their left."""


class ExamplesSheet(PagedPanel):
    """All lessons of a system with their summaries, including any that cannot be read."""

    key_screens = "examples"

    def __init__(self, app: Host, rules: System[Any]) -> None:
        super().__init__(app)
        self.rules = rules
        self.title = say("{theme}: lessons", theme=rules.theme.title)
        self.lessons = lessons.all_lessons(rules)
        self.rows: list[tuple[Lesson | LessonError, pygame.Rect]] = []
        """The lessons on the current page, each with its rectangle."""

    def build(self) -> None:
        """Build the sheet, as high as its lessons need if there is room."""
        m = self.metrics
        body_width = min(m.px(SHEET_WIDTH), m.width - SHEET_MARGINS) - m.px(72)  # must agree with PanelScreen.body
        heights, _ = self._heights(body_width)
        self.size = (SHEET_WIDTH, round((self.head_height + sum(heights)) / m.scale) + 28 + FOOT_HEIGHT)
        super().build()

    def becomes_top(self) -> None:
        """Rebuild the sheet: a lesson opened from it may now be done, or left at a step."""
        super().becomes_top()
        self.rebuild()

    def _heights(self, width: int) -> tuple[list[int], list[int]]:
        """Height in pixels of each lesson's row, and its least height, in a sheet whose body has a width in pixels."""
        texts = [self._text_height(lesson, width) for lesson in self.lessons]
        usual, least = ([max(self.px(height), text + self.px(margin)) for text in texts]
                        for height, margin in zip(ROW_HEIGHTS, ROW_MARGINS, strict=True))
        return usual, least

    def _text_height(self, lesson: Lesson | LessonError, width: int) -> int:
        """Height in pixels of a lesson's text, in a sheet whose body has a width in pixels."""
        pen = Pen(pygame.Surface((1, 1)), self.metrics, 0, 0, width - self.px(BUTTONS_WIDTH))
        self._print_lesson(pen, lesson)
        return pen.y

    def _heights_on_page(self) -> list[int]:
        """Height in pixels of each lesson's row: less than usual if all lessons, each with its key, then fit on one
        page."""
        usual, least = self._heights(self.body.width)
        missing = sum(usual) - (self.body.height - self.px(FOOT_HEIGHT))
        spare = sum(usual) - sum(least)
        if not 0 < missing <= spare or len(self.lessons) > DIGIT_KEYS:
            return usual
        return [height - -(-(height - low) * missing // spare) for height, low in zip(usual, least, strict=True)]

    def fill(self) -> None:
        body, heights = self.body, self._heights_on_page()
        self.break_rows(heights, body.height - self.px(FOOT_HEIGHT))
        self.rows, y = [], body.y
        for number in self.pages.items:
            self.rows.append((self.lessons[number], pygame.Rect(body.x, y, body.width, heights[number])))
            y += heights[number]
        width, height, gap = self.px(136), self.px(50), self.px(12)
        for number, (lesson, row) in enumerate(self.rows, start=1):
            watch = pygame.Rect(row.right - 2 * width - gap, row.centery - height // 2, width, height)
            label = say("Watch   [{number}]", number=number) if number <= DIGIT_KEYS else say("Watch")
            by_hand = isinstance(lesson, Lesson) and lesson.by_hand
            look = "#main" if lesson is self.lessons[0] else ""
            self.button(watch, label, partial(self.watch, lesson), "" if by_hand else look)
            if isinstance(lesson, Lesson) and lesson.by_hand:
                label = say("Resume") if self._step_left(lesson) else say("Play it")
                self.button(watch.move(width + gap, 0), label, partial(self.learn, lesson), look)
            elif (info := self._example_scenario(lesson)) is not None:
                self.button(watch.move(width + gap, 0), say("Play from here"), partial(self.play, info))

    def paint(self, target: pygame.Surface) -> None:
        for lesson, row in self.rows:
            pen = Pen(target, self.metrics, row.x, row.y, row.width - self.px(BUTTONS_WIDTH))
            pen.y += min(self.px(ROW_MARGINS[0] // 2), (row.height - self._text_height(lesson, row.width)) // 2)
            self._print_lesson(pen, lesson)
            pygame.draw.line(target, LINE_INK, row.bottomleft, row.bottomright, self.px(1))
        foot = say("Play it: play the lesson yourself. Play from here: a full game from its position.")
        face = fitting_font(foot, "ui", self.px(16), self.body.width)
        target.blit(face.line_picture(foot, FAINT), (self.body.x, self.body.bottom - self.px(24)))

    def _print_lesson(self, pen: Pen, lesson: Lesson | LessonError) -> None:
        """Print a lesson's title, progress and summary."""
        if isinstance(lesson, LessonError):
            title, summary = TextRun(lesson.path.name, "text", 25), TextRun(say("cannot be read"), "ui", 17, ALARM)
        else:
            title, summary = TextRun(lesson.heading, "text", 25), TextRun(Message(lesson.summary), "ui", 17, FAINT)
        learnt = isinstance(lesson, Lesson) and lesson.settings_key in self.app.settings.learnt
        step = self._step_left(lesson)
        progress = say("done") if learnt else say("left at step {number}", number=step + 1) if step else ""
        pen.flow([title, TextRun(progress, "ui-bold", 17, GOOD)] if progress else [title])
        pen.flow([summary], leading=1.0)

    def _step_left(self, lesson: Lesson | LessonError) -> int:
        """The step, counted from 0, at which the player left a lesson; 0 for one that is not under way."""
        if not isinstance(lesson, Lesson):
            return 0
        return self.app.settings.unfinished_lessons.get(storable(lesson.settings_key), 0)

    def _example_scenario(self, lesson: Lesson | LessonError) -> ScenarioInfo | None:
        """The example scenario that a lesson belongs to; None if there is none."""
        name = lesson.scenario if isinstance(lesson, Lesson) else ""
        return next((info for info in self.rules.scenarios if info.example and info.name == name), None)

    def do(self, command: str, key: str) -> bool:
        if command == "watch" and int(key) <= len(self.rows):
            self.watch(self.rows[int(key) - 1][0])
            return True
        return super().do(command, key)

    def watch(self, lesson: Lesson | LessonError) -> None:
        """Show a lesson step by step, or report what is wrong with it."""
        self.app.navigator.demo(self.rules, lesson.path.stem)

    def learn(self, lesson: Lesson) -> None:
        """Open a lesson for the player to play."""
        self.app.navigator.learn(self.rules, lesson.name)

    def play(self, info: ScenarioInfo) -> None:
        """Open the new-game sheet for the example's scenario."""
        self.app.push(NewGame(self.app, self.rules, info))


PRINT_SIZES = range(24, 11, -1)
"""Font sizes to try for the sheet, in layout units, largest first."""


def store_progress(settings: Settings, guide: Guide) -> None:
    """Store in the settings that a lesson was finished, or the step at which it was left."""
    mark = storable(guide.lesson.settings_key)
    if guide.complete:
        store_finished(settings, guide.lesson)
        return
    settings.unfinished_lessons = _without(settings.unfinished_lessons, mark)
    if guide.step_index:
        settings.unfinished_lessons[mark] = guide.step_index


def store_finished(settings: Settings, lesson: Lesson) -> None:
    """Store in the settings that a lesson was played or watched to its end."""
    mark = storable(lesson.settings_key)
    settings.unfinished_lessons = _without(settings.unfinished_lessons, mark)
    settings.learnt = tuple(dict.fromkeys((*settings.learnt, mark)))


def _without(unfinished: Mapping[str, int], mark: str) -> dict[str, int]:
    """The unfinished lessons with their steps, except one."""
    return {lesson: step for lesson, step in unfinished.items() if lesson != mark}


class LessonEnd(PanelScreen):
    """Tells the player that a lesson is done, and offers the whole battle, the next lesson and the list."""

    size = (1000, 640)
    min_size = MIN_SHEET

    def __init__(self, app: Host, guide: Guide) -> None:
        super().__init__(app)
        rules: Any = guide.rules
        self.rules, self.lesson = rules, guide.lesson
        self.title = say("{lesson}: done", lesson=self.lesson.heading)
        self.battle = catalog.scenario(rules, guide.match.header.scenario)
        self.steps_played = len(guide.by_hand)
        """Number of steps that the player played."""
        self.steps_for_player = sum(frame.step.yours is not None for frame in guide.frames)
        """Number of steps that ask the player to act."""
        self._objectives = rules.objectives(guide.match.state)
        lessons = [each for each in all_lessons(rules) if isinstance(each, Lesson)]
        at = next((number for number, each in enumerate(lessons) if each.name == self.lesson.name), len(lessons))
        self.next = next(iter(lessons[at + 1:]), None)
        """The following lesson in the list; None after the last."""
        self._pen: Pen | None = None
        """The pen that last printed the text, with its links."""

    def fill(self) -> None:
        body, gap, height = self.body, self.px(16), self.px(54)
        width = (body.width - 2 * gap) // 3
        room = pygame.Rect(body.right - width, body.bottom - height, width, height)
        self.button(room, say("Play the whole battle"), self.play, "#main")
        if self.next is not None:
            room = room.move(-width - gap, 0)
            self.button(room, say("Next lesson"), self.open_next_lesson)
        self.button(room.move(-width - gap, 0), say("Back to the list"), self.list_lessons)

    def paint(self, target: pygame.Surface) -> None:
        body, free = self.body, self.body.bottom - self.px(54 + 14)
        for size in PRINT_SIZES:
            trial = Pen(pygame.Surface((1, 1)), self.metrics, body.x, body.y, body.width)
            self._write(trial, size)
            if trial.y <= free:
                break
        self._pen = Pen(target, self.metrics, body.x, body.y, body.width)
        self._write(self._pen, size)

    def _write(self, pen: Pen, size: int) -> None:
        """Print the player's steps, the whole battle, and its victory conditions, at a font size in layout units."""
        played = plural("You played {done} of {count} step yourself.", "You played {done} of {count} steps yourself.",
                        self.steps_for_player, done=self.steps_played)
        pen.flow([TextRun(played, "text", size)])
        turns = self.battle.turns
        length = plural("It has {count} turn.", "It has {count} turns.", turns) if turns is not None else ""
        pen.flow([TextRun(say("The whole battle: {battle}.", battle=self.battle.title), "text", size),
                  TextRun(length, "text", size)])
        pen.space(10)
        if self._objectives.entries or self._objectives.victory:
            head = say("How each side wins, and who held what at the end of the lesson")
            pen.flow([TextRun(head, "ui", size - 4, FAINT)])
            write_all(pen, self.rules.theme, self._objectives, size)

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1 or self._pen is None:
            return False
        rule = next((link.rule for link in self._pen.links if link.rect.inflate(6, 6).collidepoint(event.pos)), None)
        if rule is not None:
            self.app.push(Rulebook(self.app, rule.system, rule.number))
        return rule is not None

    def play(self) -> None:
        """Open the new-game sheet for the whole battle."""
        self.app.replace(NewGame(self.app, self.rules, self.battle))

    def open_next_lesson(self) -> None:
        """Open the following lesson."""
        self.app.pop()
        if self.next is not None:
            show = self.app.navigator.learn if self.next.by_hand else self.app.navigator.demo
            show(self.rules, self.next.name)

    def list_lessons(self) -> None:
        """Return to the list of lessons, opening it if needed."""
        self.app.pop()
        if not isinstance(self.app.stack[-1], ExamplesSheet):
            self.app.push(ExamplesSheet(self.app, self.rules))
