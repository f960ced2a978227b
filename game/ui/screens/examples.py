"""The list of a system's lessons, its examples of play among them: to be watched, or played."""

from __future__ import annotations

from functools import partial
from typing import Any

import pygame

from game.core.contract import ScenarioInfo, System
from game.core.message import Message, say
from game.match import lessons
from game.match.lessons import Lesson, LessonError
from game.ui.app.panel import AROUND, PagedPanel
from game.ui.app.screen import Host
from game.ui.app.settings import storable
from game.ui.kit.pen import Pen, TextRun, fitted
from game.ui.kit.theme import ALARM, FAINT, GOOD, LINE
from game.ui.screens.newgame import NewGame

ROW, FOOT = 100, 36
"""Units: the height of a lesson's row at least, and of the line below all of them."""
DIGITS = 10
"""Lessons on a page from which on none has a digit."""
WIDE, BUTTONS = 1080, 320
"""Units: the width of the sheet, and what the buttons take of it."""


class ExamplesSheet(PagedPanel):
    """Every lesson of one system with what it shows, one that cannot be read, too."""

    keyboard = "examples"

    def __init__(self, app: Host, rules: System[Any]) -> None:
        super().__init__(app)
        self.rules = rules
        self.title = say("{theme}: lessons", theme=rules.theme.title)
        self.lessons = lessons.listed(rules)
        self.rows: list[tuple[Lesson | LessonError, pygame.Rect]] = []
        """The lessons on the page shown, each with its room."""

    def build(self) -> None:
        """As high as all lessons need, where there is so much room."""
        m = self.metrics
        heights = self._heights(min(m.px(WIDE), m.width - 2 * AROUND) - m.px(72))
        self.size = (WIDE, round((self.head + sum(heights)) / m.scale) + 28 + FOOT)
        super().build()

    def shown(self) -> None:
        """A lesson that was opened from here may be done now, or left at a step."""
        super().shown()
        self.rebuild()

    def _heights(self, width: int) -> list[int]:
        """The pixels of height that each lesson needs in a body so wide."""
        found = []
        for lesson in self.lessons:
            pen = Pen(pygame.Surface((1, 1)), self.metrics, 0, 0, width - self.px(BUTTONS))
            self._print(pen, lesson)
            found.append(max(self.px(ROW), pen.y + self.px(28)))
        return found

    def fill(self) -> None:
        body, heights = self.body, self._heights(self.body.width)
        self.break_rows(heights, body.height - self.px(FOOT))
        self.rows, y = [], body.y
        for number in self.pages.shown:
            self.rows.append((self.lessons[number], pygame.Rect(body.x, y, body.width, heights[number])))
            y += heights[number]
        width, height, gap = self.px(136), self.px(50), self.px(12)
        for number, (lesson, row) in enumerate(self.rows, start=1):
            watch = pygame.Rect(row.right - 2 * width - gap, row.centery - height // 2, width, height)
            words = say("Watch   [{number}]", number=number) if number < DIGITS else say("Watch")
            by_hand = isinstance(lesson, Lesson) and lesson.by_hand
            kind = "#main" if lesson is self.lessons[0] else ""
            self.button(watch, words, partial(self.watch, lesson), "" if by_hand else kind)
            if isinstance(lesson, Lesson) and lesson.by_hand:
                label = say("Go on") if self._left(lesson) else say("Play it")
                self.button(watch.move(width + gap, 0), label, partial(self.learn, lesson), kind)
            elif (info := self._set_up(lesson)) is not None:
                self.button(watch.move(width + gap, 0), say("New game"), partial(self.play, info))

    def paint(self, target: pygame.Surface) -> None:
        for lesson, row in self.rows:
            self._print(Pen(target, self.metrics, row.x, row.y + self.px(14), row.width - self.px(BUTTONS)), lesson)
            pygame.draw.line(target, LINE, row.bottomleft, row.bottomright, self.px(1))
        foot = say("Watch a lesson, make its moves yourself, or begin a game with it.")
        face = fitted(foot, "ui", self.px(16), self.body.width)
        target.blit(face.printed(foot, FAINT), (self.body.x, self.body.bottom - self.px(24)))

    def _print(self, pen: Pen, lesson: Lesson | LessonError) -> None:
        """What a lesson is called and what it shows."""
        if isinstance(lesson, LessonError):
            title, more = TextRun(lesson.path.name, "text", 25), TextRun(say("cannot be read"), "ui", 17, ALARM)
        else:
            title, more = TextRun(lesson.heading, "text", 25), TextRun(Message(lesson.summary), "ui", 17, FAINT)
        done = isinstance(lesson, Lesson) and lesson.mark in self.app.settings.learnt
        left = self._left(lesson)
        state = say("done") if done else say("left at step {number}", number=left + 1) if left else ""
        pen.flow([title, TextRun(state, "ui-bold", 17, GOOD)] if state else [title])
        pen.flow([more], leading=1.0)

    def _left(self, lesson: Lesson | LessonError) -> int:
        """The step at which a lesson was left by hand, counted from 0."""
        return self.app.settings.left.get(storable(lesson.mark), 0) if isinstance(lesson, Lesson) else 0

    def _set_up(self, lesson: Lesson | LessonError) -> ScenarioInfo | None:
        """The example of play that a lesson tells; None: it tells something else."""
        name = lesson.scenario if isinstance(lesson, Lesson) else ""
        return next((info for info in self.rules.scenarios if info.example and info.name == name), None)

    def do(self, command: str, key: str) -> bool:
        if command == "watch" and int(key) <= len(self.rows):
            self.watch(self.rows[int(key) - 1][0])
            return True
        return super().do(command, key)

    def watch(self, lesson: Lesson | LessonError) -> None:
        """Show a lesson step by step, or say what is wrong with it."""
        self.app.ways.demo(self.rules, lesson.path.stem)

    def learn(self, lesson: Lesson) -> None:
        """Play a lesson by hand."""
        self.app.ways.learn(self.rules, lesson.name)

    def play(self, info: ScenarioInfo) -> None:
        """Set a game up that starts like the example."""
        self.app.push(NewGame(self.app, self.rules, info))
