"""The screen that shows a lesson step by step: the caption, the verdict of the rules, and the action on the map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame

from game import catalog
from game.core.capability import SPECTATOR
from game.core.caption import plain_text
from game.core.contract import System
from game.core.event import PhaseBegan
from game.core.message import Message, Text, joined, plural, say
from game.core.verdict import Illegal, Legal, RuleRef
from game.i18n.words import translate
from game.match.lesson_frames import Frame, frames
from game.match.lessons import Lesson
from game.ui.app.screen import Host
from game.ui.board.trace import Trace
from game.ui.cards import battle
from game.ui.cards.card_pen import CardPen
from game.ui.cards.column import Content
from game.ui.cards.headline import LogEntry, entry_of
from game.ui.kit.camera import Box
from game.ui.kit.gui import UIButton
from game.ui.kit.pen import TextRun, caption_runs, cite
from game.ui.kit.theme import ALARM, FAINT, LINK
from game.ui.play.game_log import announce_deaths, deaths
from game.ui.play.rolling import as_they_fell, result_title, roll_result_of
from game.ui.play.situation import shown_to
from game.ui.screens.examples import store_finished
from game.ui.screens.map_layout import Surroundings
from game.ui.screens.roster import open_unit_viewer
from game.ui.screens.slides import Slide, SlidePart
from game.ui.screens.step_screen import StepScreen
from game.ui.screens.step_view import mark_step, move_of, point_out

READING_SECONDS = (1.5, 0.045)
"""Seconds that a step is shown when a lesson plays by itself: a fixed time, and a time for each letter of the
caption."""

DONE_FOR_PLAYER = say("This is done for you here. To do it yourself, choose \"Play it\" in the list of lessons.")
"""Small print of a step that asks the player to act when the lesson is played."""


class DemoScreen(StepScreen):
    """Shows a lesson on its map, without letting the viewer change anything."""

    key_screens = "example"
    small_map = False
    surroundings = Surroundings(strip=92, overview=False)

    def __init__(self, app: Host, rules: System[Any], lesson: Lesson, *, autoplay: bool = False) -> None:
        """:raises game.match.lessons.LessonError: if a step is invalid."""
        self.lesson, self.frames = lesson, frames(rules, lesson)
        info = catalog.scenario(rules, rules.position(self.frames[0].before).get("scenario"))
        part = SlidePart(shown_to(rules, lambda: SPECTATOR), info)
        self._slides = [Slide(part=part, frame=frame) for frame in self.frames]
        """The steps as slides for the camera."""
        self.at, self._speed = 0, 1.0
        super().__init__(app, part.rules, info, self.frames[0].before, running=autoplay)
        self._uncovered = -1
        """The step for which the dice were last moved off counters that had arrived beneath them; -1: none."""
        self._enter(animate=True)

    @property
    def speed(self) -> float:
        """The lesson's speed, apart from that of computer players: the viewer needs time to read its texts."""
        return self._speed

    def set_speed(self, speed: float) -> None:
        self._speed = speed

    @property
    def frame(self) -> Frame:
        """The current frame."""
        return self.frames[self.at]

    @property
    def state(self) -> Any:
        """The position on the map: before the step while its action is playing, after it otherwise."""
        return self.frame.before if self.stage.busy else self.frame.state

    @property
    def step(self) -> int:
        return self.at

    @property
    def last(self) -> int:
        return len(self.frames) - 1

    def build(self) -> None:
        self.lay_map_row()
        self._arrange()
        strip = self.strip_slot("main")
        row: list[tuple[Text, Callable[[], None], float]] = [
            ("<", self.back, 1.0), (say("Play"), self.toggle, 1.6), (">", self.forward, 1.0),
            (say("Leave"), self.app.pop, 1.6)]
        if strip is None:  # the strip has no room for |< and >|
            row = [("|<", lambda: self.go(0), 1.0), *row[:3], (">|", lambda: self.go(self.last), 1.0), *row[3:]]
        self._row = self.lay_row(strip or self.column.tools, row, "#dark")
        self.lay_drawer_button("#dark")
        self.update_labels()

    @property
    def play_button(self) -> UIButton:
        return self._row[1 if self.app.metrics.has_drawer else 2]

    def step_box(self) -> Box | None:
        return self.camera.target(self._slides, self.at)

    def step_places(self) -> Sequence[str]:
        return self.camera.places(self.frame)

    @property
    def strip_row(self) -> list[UIButton]:
        return self._row

    def _enter(self, *, animate: bool, asked: bool = True) -> None:
        """Show the current frame.

        :param animate: whether to play its events on the map; otherwise its result is shown at once.
        :param asked: whether the viewer asked for it, rather than the lesson playing by itself.
        """
        frame, self._uncovered = self.frame, -1
        self.stage.clear()
        fell = roll_result_of(self.rules, frame.before, frame.last_action)
        if not animate:
            self.stage.show_result(frame.events, fell)
        self._wait = READING_SECONDS[0] + READING_SECONDS[1] * len(plain_text(translate(caption_of(frame))))
        self.show_position(frame.before if animate else frame.state)
        if animate and frame.events:
            self.view.set_trace(Trace())
        else:
            self._leave_last_trace(self.at)
        self._mark(moved=not animate)
        self.follow(asked=asked)
        if self.at_end:
            store_finished(self.app.settings, self.lesson)
            self.app.store_settings()
        if animate and frame.events:
            self.column.log.show(self._log_after(self.at))
            number = self.at
            self.stage.play(frame.events, lambda: self._settle(number), fell)
        else:
            self.column.log.show(self._log_after(self.at + 1))

    def _settle(self, number: int) -> None:
        """Show the position after a step."""
        frame = self.frames[number]
        before = {counter.unit: counter for counter in self.rules.counters(frame.before)}
        announce_deaths(self.view.notice, deaths(self.rules.theme, before, frame.events))
        self.show_position(frame.state)
        self._leave_last_trace(number)
        self._mark(moved=True)
        self.column.log.show(self._log_after(number + 1))

    def _mark(self, *, moved: bool) -> None:
        """Mark the step's action, and ring the units and places that it points out.

        :param moved: whether its action has been shown: the trace then shows the moves.
        """
        mark_step(self.view, self.rules, self.frame)
        point_out(self.view, self.frame, moved=moved)

    def _leave_last_trace(self, step: int) -> None:
        """Leave a trace on the map of the last action up to a step; none if the lesson has returned to its start."""
        while step and not self.frames[step].events and self.frames[step].before is self.frames[step - 1].state:
            step -= 1
        self.leave_trace(self.frames[step].before, self.frames[step].events)

    def update(self, dt: float, top: bool) -> None:
        super().update(dt, top)
        if not self.stage.busy and self._uncovered != self.at:
            self._uncovered, tray, frame = self.at, self._tray, self.frame
            if tray is not None and any(map(tray.colliderect, self.view.counter_boxes((), 0)[1])):
                self.stage.show_result(frame.events, roll_result_of(self.rules, frame.before, frame.last_action))

    def draw(self, target: pygame.Surface) -> None:
        super().draw(target)
        if self.frame.step.show.panel == "counter":
            self.step_card.draw(target, self.layout.free, self.metrics, self._slides[self.at], seen_before=False)

    def _log_after(self, count: int) -> list[LogEntry]:
        """The log after a number of frames."""
        return [entry_of(event, self.rules.theme) for frame in self.frames[:count] for event in frame.events
                if not event.folded]

    def step_of(self, line: int) -> int:
        return next(step for step in range(len(self.frames)) if len(self._log_after(step + 1)) > line)

    def _arrange(self) -> None:
        """Lay out the cards of the current frame."""
        frame, move = self.frame, move_of(self.rules, self.frame)
        steps = say("{at} of {number}", at=self.at + 1, number=len(self.frames))
        noun = self.rules.board(frame.before).kind
        self.column.arrange(
            self.layout.column,
            self.app.metrics,
            Content(("say", self.at), lambda pen: write_step(
                pen, self.lesson.heading, steps, frame, noun, self.rules.name, move.cost if move is not None else "",
                self.remarks, self.summary)),
            self._middle_card(frame),
            scene=self.at,
        )
        self.lay_strip(None, (plain_text(translate(caption_of(frame))), *self.remarks))

    @property
    def remarks(self) -> tuple[Text, ...]:
        """Small print below the caption: that a step for the player is played automatically here."""
        return (DONE_FOR_PLAYER,) if self.frame.step.yours is not None else ()

    @property
    def summary(self) -> Text:
        """The lesson's summary at its first step, else empty."""
        return Message(self.lesson.summary) if not self.at else ""

    def _middle_card(self, frame: Frame) -> Content:
        """The card below the caption: a combat's arithmetic, or else the keys."""
        is_after = frame.preview_after is not None and not self.stage.busy
        preview, state = (frame.preview_after, frame.state) if is_after else (frame.preview, frame.before)
        if preview is None:
            return Content(("keys",), write_keys)
        counters = {counter.unit: counter for counter in self.rules.counters(state)}
        rolled = self.stage.rolled
        title = result_title(rolled) if rolled else say("The arithmetic")
        brief = result_title(rolled, brief=True) if rolled else ""
        theme, lit = self.rules.theme, rolled.result if rolled else ""
        row, fell = rolled.row if rolled else None, as_they_fell(rolled, preview, counters)
        return Content(
            ("battle", self.at, row, lit, is_after),
            lambda pen: battle.write(pen, theme, counters, preview, (), title, row, lit, brief, fell),
        )

    def forward(self, *, asked: bool = True) -> None:
        if self.stage.busy:
            self.stage.skip()
        elif not self.at_end:
            self.at += 1
            self._enter(animate=True, asked=asked)
        else:
            self.running = False
            self.update_labels()

    def go(self, number: int) -> None:
        self.at = max(0, min(number, self.last))
        self._enter(animate=False)

    def present(self) -> None:
        self.stage.skip()
        self.app.navigator.present(self.lesson, self.at + 1)

    def open_roster(self) -> None:
        """Open the list of all units with place and condition; Enter or a click goes to one."""
        self.stage.skip()
        open_unit_viewer(self.app, self.rules, self.view, self.frames[0].before, self.state)

    def phase(self) -> tuple[str, str]:
        """The phase that began last, as (seat, phase); before the first, the phase in which the lesson starts."""
        state = self.state
        for frame in reversed(self.frames[: self.at if self.stage.busy else self.at + 1]):
            if frame.state is not state:
                break
            for event in reversed(frame.events):
                if isinstance(event, PhaseBegan):
                    return event.seat, event.phase
            state = frame.before
        return self.rules.prompt(state).phase_key


def caption_of(frame: Frame) -> Text:
    """The caption of a step; if its arithmetic is shown, preceded by the line that introduces the combat."""
    before = Message(frame.step.before) if frame.step.before and frame.step.preview else ""
    return joined((before, frame.caption), " ") if before else frame.caption


def write_step(pen: CardPen, title: Text, steps: Text, frame: Frame, noun: str, system: str, cost: Text,
               remarks: Sequence[Text] = (), summary: Text = "") -> None:
    """Write the caption and the verdict of the rules.

    :param steps: the number of the step, and how many there are, as text.
    :param noun: the board's word for a place.
    :param cost: the cost of a move on a table without a grid; else empty.
    :param remarks: small print below the caption.
    :param summary: the lesson's summary, above the caption.
    """
    pen.heading(title, steps)
    pen.space(6)
    if summary:
        pen.flow([TextRun(summary, "text-italic", 21, FAINT)])
        pen.space(6)
    pen.flow(caption_runs(caption_of(frame), system, 25))
    for remark in remarks:
        pen.flow([TextRun(remark, "ui", 16, FAINT)])
    if frame.cited_rules:
        pen.flow([TextRun(say("Rules:"), "ui", 16, FAINT), *(TextRun(number, "ui", 16, LINK, RuleRef(system, number))
                                                             for number in frame.cited_rules)])
    if isinstance(frame.verdict, Illegal):
        pen.space(6)
        for reason in frame.verdict.reasons[:2]:
            text = say("× {text}", text=reason.text)
            pen.flow([TextRun(text, "ui-bold", 17, ALARM), cite(reason.rule, 17)])
    elif isinstance(frame.verdict, Legal):
        pen.space(6)
        sentence = say("The rules allow it: {cost}.", cost=cost) if cost else _allowed(frame.verdict.cost, noun)
        pen.flow([TextRun(sentence, "ui-bold", 17)])


def _allowed(cost: int | None, noun: str) -> Text:
    """Text saying that the rules allow the action, with its cost in areas or movement points."""
    if cost is None:
        return say("The rules allow it.")
    if noun == "area":
        return plural("The rules allow it: {count} area.", "The rules allow it: {count} areas.", cost)
    return plural("The rules allow it: {count} movement point.", "The rules allow it: {count} movement points.", cost)


def write_keys(pen: CardPen) -> None:
    """Write how to step through the lesson by keyboard."""
    text = say("Space: play or pause; arrow keys: step. Rule numbers open the rulebook.")
    pen.flow([TextRun(text, "ui", 16, FAINT)])
