"""The end of a lesson that was played by hand: what was done, what wins the whole battle, and where to go from here."""

from __future__ import annotations

from typing import Any

import pygame

from game import catalog
from game.core.message import say, several
from game.match.lessons import Lesson, listed
from game.ui.app.panel import LEAST, PanelScreen
from game.ui.app.screen import Host
from game.ui.app.settings import Settings, storable
from game.ui.cards.objectives import write_all
from game.ui.kit.pen import Pen, TextRun
from game.ui.kit.theme import FAINT
from game.ui.play.lesson import Guide
from game.ui.screens.examples import ExamplesSheet
from game.ui.screens.newgame import NewGame
from game.ui.screens.rulebook import Rulebook

PRINT = range(24, 11, -1)
"""Units: the print of the sheet, the largest that fits."""


def remember(settings: Settings, guide: Guide) -> None:
    """Remember that a lesson was played to its end, or at which step it was left."""
    mark = storable(guide.lesson.mark)
    settings.left = {lesson: at for lesson, at in settings.left.items() if lesson != mark}
    if guide.over:
        settings.learnt = tuple(dict.fromkeys((*settings.learnt, mark)))
    elif guide.at:
        settings.left[mark] = guide.at


class LessonEnd(PanelScreen):
    """Says that a lesson is done, and offers the whole battle, the next lesson and the list."""

    size = (1000, 640)
    least = LEAST

    def __init__(self, app: Host, guide: Guide) -> None:
        super().__init__(app)
        rules: Any = guide.rules
        self.rules, self.lesson = rules, guide.lesson
        self.title = say("{lesson}: done", lesson=self.lesson.heading)
        self.battle = catalog.scenario(rules, guide.match.header.scenario)
        self._moves = sum(frame.step.yours is not None for frame in guide.frames)
        self._aims = rules.objectives(guide.match.state)
        lessons = [each for each in listed(rules) if isinstance(each, Lesson)]
        at = next((number for number, each in enumerate(lessons) if each.name == self.lesson.name), len(lessons))
        self.next = next(iter(lessons[at + 1:]), None)
        """The lesson after it in the list."""
        self._pen: Pen | None = None

    def fill(self) -> None:
        body, gap, height = self.body, self.px(16), self.px(54)
        width = (body.width - 2 * gap) // 3
        room = pygame.Rect(body.right - width, body.bottom - height, width, height)
        self.button(room, say("Play the whole battle"), self.play, "#main")
        if self.next is not None:
            room = room.move(-width - gap, 0)
            self.button(room, say("Next lesson"), self.go_on)
        self.button(room.move(-width - gap, 0), say("Back to the list"), self.list_lessons)

    def paint(self, target: pygame.Surface) -> None:
        body, free = self.body, self.body.bottom - self.px(54 + 14)
        for size in PRINT:
            trial = Pen(pygame.Surface((1, 1)), self.metrics, body.x, body.y, body.width)
            self._write(trial, size)
            if trial.y <= free:
                break
        self._pen = Pen(target, self.metrics, body.x, body.y, body.width)
        self._write(self._pen, size)

    def _write(self, pen: Pen, size: int) -> None:
        moves = several("You played {count} step yourself.", "You played {count} steps yourself.", self._moves)
        pen.flow([TextRun(moves, "text", size)])
        turns = self.battle.turns
        length = several("It has {count} turn.", "It has {count} turns.", turns) if turns is not None else ""
        pen.flow([TextRun(say("The whole battle: {battle}.", battle=self.battle.title), "text", size),
                  TextRun(length, "text", size)])
        pen.space(10)
        if self._aims.held or self._aims.victory:
            head = say("How each side wins, and who held what at the end of the lesson")
            pen.flow([TextRun(head, "ui", size - 4, FAINT)])
            write_all(pen, self.rules.theme, self._aims, size)

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1 or self._pen is None:
            return False
        rule = next((link.rule for link in self._pen.links if link.rect.inflate(6, 6).collidepoint(event.pos)), None)
        if rule is not None:
            self.app.push(Rulebook(self.app, rule.system, rule.number))
        return rule is not None

    def play(self) -> None:
        """Set up a game of the whole battle."""
        self.app.replace(NewGame(self.app, self.rules, self.battle))

    def go_on(self) -> None:
        """Open the lesson after it."""
        self.app.pop()
        if self.next is not None:
            show = self.app.ways.learn if self.next.by_hand else self.app.ways.demo
            show(self.rules, self.next.name)

    def list_lessons(self) -> None:
        """Return to the list of lessons, or open it."""
        self.app.pop()
        if not isinstance(self.app.stack[-1], ExamplesSheet):
            self.app.push(ExamplesSheet(self.app, self.rules))
