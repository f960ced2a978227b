"""The replay screen: goes through a game action by action, forward and back or automatically; a new game can start
from any step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame

from game.core.action import Faces
from game.core.capability import capability
from game.core.event import PhaseBegan, Rolled
from game.core.message import Text, joined, say
from game.core.overview import OverviewColumn
from game.match import captions
from game.match.lesson_frames import Frame
from game.match.lessons import LessonStep
from game.match.match import Match
from game.match.replay import Replay
from game.ui.app.screen import Host
from game.ui.app.settings import SPEEDS, next_value
from game.ui.board.trace import Trace
from game.ui.cards.column import Content
from game.ui.kit import gui
from game.ui.kit.camera import Box
from game.ui.kit.gui import Scrubber, UIButton, fit_labels
from game.ui.play.game_log import Death, announce_deaths, deaths
from game.ui.play.lines import StableLines
from game.ui.play.recap import RecapItem, StepLog, StepMarks, marks_of, recap
from game.ui.play.rolling import prepare_dice, replay_card, roll_result_of
from game.ui.play.situation import Situation, shown_to, viewing_seat
from game.ui.screens import phase_list
from game.ui.screens.map_sheets import FullLog
from game.ui.screens.own_file import LessonFile, OwnFileSheet
from game.ui.screens.recap_card import RecapCard
from game.ui.screens.roster import open_unit_viewer
from game.ui.screens.seating import BranchSheet
from game.ui.screens.step_screen import GAME_OVER, StepScreen, write_action, write_controls

STEP_SECONDS = 0.35
"""Seconds between two steps of automatic play at speed 1."""
MIN_VIEW = 1.6
"""Least part of the sheet in view, as a multiple of that in a presentation: more, because a game's actions are all over
the map. Chosen by hand."""
STEPS_AHEAD = 100
"""Number of steps of the log computed in advance per frame; few enough to take no noticeable time."""


class ReplayScreen(StepScreen):
    """Shows a record on the map, without letting the viewer change anything; a new game can be started from the current
    step."""

    key_screens = "replay"
    focus_by_keys = False
    min_view = MIN_VIEW

    def __init__(self, app: Host, match: Match[Any], *, autoplay: bool = False, ended: bool = False) -> None:
        """:param ended: whether it opens at the game's end instead of its start."""
        self.match = match
        self.replay: Replay[Any] = Replay(match)
        if ended:
            self.replay.go(len(self.replay))
        info = next(info for info in match.rules.scenarios if info.name == match.header.scenario)
        super().__init__(app, shown_to(match.rules, lambda: viewing_seat(match)), info, match.state, running=autoplay)
        self._log = StepLog(match)
        self._stable_lines = StableLines()
        self._lit = ""
        """The overview line under the pointer; empty if there is none."""
        self._marks = StepMarks()
        """The units and places of the current step."""
        self._lesson_from: int | None = None
        """First step of the lesson being marked; None: no step is marked."""
        self._battle_card: tuple[tuple[int, bool], Content | None] = ((-1, False), None)
        """The cached battle card, preceded by its step and whether the dice are still falling."""
        self.recap_card = RecapCard(self, self._recap, self._show)
        self._show()

    @property
    def state(self) -> Any:
        return self.replay.state

    @property
    def step(self) -> int:
        return self.replay.actions_shown

    @property
    def last(self) -> int:
        return len(self.replay)

    # --- widgets

    def build(self) -> None:
        self.lay_map_row()
        self._arrange()
        self.rows: list[list[UIButton]] = []
        self._play_button = self._row("steps", (
            ("|<", lambda: self.go(0), 1.0), ("<", self.back, 1.0), (">", self.forward, 1.0),
            (">|", lambda: self.go(self.last), 1.0), (say("Play"), self.toggle, 1.8)))
        self.speed_button = self._row("turns", (
            (say("Previous {turn_noun}", turn_noun=self.rules.theme.turn_noun), lambda: self.turn(-1), 1.2),
            (say("Next {turn_noun}", turn_noun=self.rules.theme.turn_noun), lambda: self.turn(1), 1.2),
            ("", self.next_speed, 1)))
        self.branch_button = self._row("branch", ((self._lesson_label, self.mark_lesson, 1.0),
                                                  (say("New game from here"), self.branch, 1.2)))
        self.scrubber = Scrubber(
            self._slot("scrub"), self.replay.actions_shown, (0, max(1, len(self.replay))), self.manager,
            click_increment=1,
        )
        self.in_panel(self.scrubber)
        self.in_panel(self.button(self.column.tools, say("Leave the replay"), self.app.pop, "#dark",
                                  tool_tip_text=say("Esc: back to where you came from")))
        self.lay_drawer_button("#plain")
        self.update_labels()

    def toggle_panel(self) -> None:
        """Open or close the drawer without animation, and place its buttons."""
        super().toggle_panel()
        if self.drawer.update(0.0, at_once=True):
            self.rebuild()

    def _slot(self, name: str) -> pygame.Rect:
        """The rectangle of a slot on the card of controls."""
        room = self.column.prompt.slot(name)
        assert room is not None
        return room

    def _row(self, slot: str, buttons: Sequence[tuple[Text, Callable[[], None], float]]) -> UIButton:
        """Create a row of buttons in a slot, or in the strip if it is the row of steps and the panel is a drawer;
        return the last one."""
        strip = self.strip_slot("main") if slot == "steps" else None
        uncovered = strip or self.column.prompt.rect
        self.rows.append(self.lay_row(strip or self._slot(slot), buttons, "#plain", uncovered))
        return self.rows[-1][-1]

    @property
    def play_button(self) -> UIButton:
        return self._play_button

    def update_labels(self) -> None:
        self.speed_button.set_text(f"× {self.speed:g}")
        super().update_labels()
        for row in self.rows[0 if not self.app.metrics.has_drawer else 1:]:
            fit_labels(*row)

    @property
    def strip_row(self) -> list[UIButton]:
        return self.rows[0] if self.app.metrics.has_drawer else []

    @property
    def over(self) -> bool:
        """Whether the current step is the end of a finished game, from which no new game can start."""
        return self.at_end and self.match.result is not None

    # --- cards

    @property
    def turns(self) -> int | None:
        return self.info.turns_with(self.rules.options, self.match.header.options)

    def action_text(self) -> Text:
        """The current action as text, with its side; for a roll its result."""
        ply = self.replay.ply
        if ply is None:
            return say("The set-up")
        if isinstance(ply.action, Faces):
            sentences = [event.text for event in ply.events if isinstance(event, Rolled)] or [
                event.text for event in ply.events[:1]]
            return joined(sentences, ". ") if sentences else ply.action.notation
        return captions.caption(self.rules, self._state_before, ply.action, ply.state, ply.actor)

    @property
    def _state_before(self) -> Any:
        """The state before the current step."""
        return self.match.plies[self.step - 2].state if self.step > 1 else self.match.history.first_state

    def _arrange(self) -> None:
        prompt = self.rules.prompt(self.replay.state)
        steps = say("Step {at} of {number}", at=self.replay.actions_shown, number=len(self.replay))
        when = say("{name} {turn} · {phase}", name=self.rules.theme.turn, turn=prompt.turn,
                   phase=prompt.aside or self.rules.theme.title_of(prompt.phase))
        head = (when, self.view.worded(self.action_text()))
        overview = phase_list.overview_card(self.rules.theme, self.view.counters, self.overview, self._lit, False)
        is_beside, has_drawer = phase_list.lay_beside_map(self, overview), self.app.metrics.has_drawer
        self.column.arrange(
            self.layout.column,
            self.app.metrics,
            Content(("controls", steps, has_drawer, self.over),
                    lambda pen: write_controls(pen, steps, row=not has_drawer, over=self.over)),
            self.battle() or Content(("replay", head), lambda pen: write_action(pen, *head)),
            None if is_beside else overview,
            self.replay.actions_shown,
        )
        self.lay_strip(next((seat for seat in self.rules.theme.seats if seat.name == prompt.to_act), None), (head[1],))

    def battle(self) -> Content | None:
        """The card with the current roll's arithmetic, cached for the step; None if the step is no roll."""
        falling = self.stage.busy and self.stage.rolled is None
        key = self.replay.actions_shown, falling
        if self._battle_card[0] != key:
            self._battle_card = key, replay_card(self.rules, self.replay, rolling=falling)
        return self._battle_card[1]

    # --- what is shown

    def _show(self) -> None:
        """Show the current state, its last action, and the log up to it."""
        state = self.replay.state
        self.show_position(state)
        prompt = self.rules.prompt(state)
        overview = capability(self.rules, OverviewColumn).overview(state)
        self.overview = self._stable_lines.keep((prompt.turn, prompt.phase_key), overview)
        ply = self.replay.ply
        self._marks = marks_of(self.rules, self._state_before, ply.action, ply.events) if ply else StepMarks()
        self.leave_trace(self._state_before, ply.events if ply else ())
        self._light("")
        self.column.log.show(self._log.up_to(self.step))
        if hasattr(self, "manager") and self.scrubber.get_current_value() != self.replay.actions_shown:
            self.scrubber.set_current_value(self.replay.actions_shown, warn=False)

    def _light(self, name: str) -> None:
        """Ring the units of an overview line, with their opponents as targets; without a line, those of the current
        step."""
        line, overlay = self.overview.line(name), self.view.overlay
        self._lit = name if line is not None else ""
        overlay.participants, overlay.targets = (line.units, line.against) if line is not None else (
            self._marks.actors, self._marks.targets)

    def _jump(self, move: Callable[[], None]) -> None:
        """Go to another step without animation.

        :param move: moves the replay to it.
        """
        self.stage.clear()
        self._stable_lines = StableLines()
        move()
        self._show()
        self.follow()

    def go(self, number: int) -> None:
        self._jump(lambda: self.replay.go(number))

    def turn(self, direction: int) -> None:
        """Go to the next turn, or the previous one for a direction of -1."""
        self._jump(lambda: self.replay.next_turn(direction))

    def forward(self, *, asked: bool = True) -> None:
        self.stage.skip()
        self._wait = STEP_SECONDS
        state_before = self.replay.state
        ply = self.replay.forward()
        if ply is None:
            self.running = False
            self.update_labels()
            return
        if not any(isinstance(event, Rolled) for event in ply.events):
            self.stage.rolled = None
        self._marks = marks_of(self.rules, state_before, ply.action, ply.events)
        self.view.set_trace(Trace())
        self._light("")
        prepare_dice(self.stage, Situation(self.rules, state_before))
        self.follow(asked=asked)
        dead_leaders = deaths(self.rules.theme, self.view.counters, ply.events)
        self.stage.play(ply.events, lambda: self._settle(dead_leaders),
                        roll_result_of(self.rules, state_before, ply.action))

    def _settle(self, dead_leaders: Sequence[Death]) -> None:
        """Show the current step once its events have played, with a banner for leaders who died in it."""
        self._show()
        announce_deaths(self.view.notice, dead_leaders)

    @property
    def frame(self) -> Frame:
        """The current step as a lesson frame."""
        ply = self.replay.ply
        if ply is None:
            return Frame(LessonStep(""), self.state, self.state)
        return Frame(LessonStep(""), self._state_before, ply.state, tuple(ply.events), last_action=ply.action)

    def step_box(self) -> Box | None:
        if self.replay.ply is None:  # the start: the view with which a game opens
            self.camera.forget()
            return self.view.armies_box
        return self.camera.follow(self.frame, hurried=self.hurried)

    def step_places(self) -> Sequence[str]:
        return self._marks.places

    # --- commands

    def next_speed(self) -> None:
        """Switch to the next speed, wrapping round."""
        self.set_speed(SPEEDS[0] if self.speed >= SPEEDS[-1] else next_value(SPEEDS, self.speed, 1))
        self.update_labels()

    def present(self) -> None:
        self.stage.skip()
        self.app.navigator.present(self.match, self.step)

    def open_roster(self) -> None:
        """Open the list of all units with place and condition at the current step; Enter or a click goes to one."""
        self.stage.skip()
        open_unit_viewer(self.app, self.rules, self.view, self.match.history.first_state, self.replay.state,
                         self.match.plies[:self.replay.actions_shown])

    def open_log(self) -> None:
        """Open the log of the whole game at the current step; a click on a line goes to its step."""
        past_entries = len(self._log.up_to(self.step))
        self.app.push(FullLog(self.app, self._log.up_to(self.last), self.rules.name, past_entries=past_entries,
                              show_step=lambda line: self.go(self.step_of(line)), panel_log=self.column.log))

    def step_of(self, line: int) -> int:
        return self._log.step_of(line)

    def branch(self) -> None:
        """Ask for the players of a new game that shares everything up to the current step."""
        if self.over:
            self.view.notice.say(GAME_OVER)
            return
        self.running = False
        self.update_labels()
        self.app.push(BranchSheet(self.app, self.match, self.replay.actions_shown))

    @property
    def _lesson_label(self) -> Text:
        """The label of the button that marks a lesson."""
        return say("Make a lesson") if self._lesson_from is None else say("Lesson ends here")

    def mark_lesson(self) -> None:
        """Mark the current step as the start of a lesson or, at the second call, as its last step, and then ask for a
        name."""
        self.running = False
        first, step = self._lesson_from, self.step
        if first is None and step < self.last:
            self._lesson_from = step
            self.view.notice.say(say("The lesson begins here. Go to its last step and press E again"))
        elif first is None:
            self.view.notice.say(say("This is the last step. Go to where the lesson should begin"))
        elif first == step:
            self._lesson_from = None
            self.view.notice.say(say("A lesson cannot end at the step where it begins"))
        else:
            self._lesson_from = None
            lesson = LessonFile(self.app, self.match, min(first, step), max(first, step))
            self.app.push(OwnFileSheet(self.app, lesson))
        self.rebuild()

    def update(self, dt: float, top: bool) -> None:
        super().update(dt, top)
        if self.over and self.branch_button.is_enabled:
            self.branch_button.disable()
        elif not self.over and not self.branch_button.is_enabled:
            self.branch_button.enable()
        if not self._log.complete:
            self._log.write_on(STEPS_AHEAD)

    def handle(self, event: pygame.event.Event) -> bool:
        if self.recap_card.handle(event):
            return True
        if event.type == gui.UI_HORIZONTAL_SLIDER_MOVED and event.ui_element is self.scrubber:
            if event.value != self.replay.actions_shown:
                self.go(int(event.value))
            return True
        return super().handle(event)

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            self._light(phase_list.line_at(self, event.pos) or "")
        return super().on_event(event)

    def do(self, command: str, key: str) -> bool:
        match command:
            case "next-turn":
                self.turn(1 if key == "down" else -1)
            case "branch":
                self.branch()
            case "mark-lesson":
                self.mark_lesson()
            case "recap":
                self.running = False
                self.update_labels()
                self.stage.skip()
                self.recap_card.step(1)
            case _:
                return super().do(command, key)
        return True

    def _recap(self) -> tuple[RecapItem, ...]:
        """The actions of the side that acted last, since the other side's last action."""
        shown_plies = self.match.plies[:self.step]
        last_seat = next((ply.actor for ply in reversed(shown_plies) if ply.actor in self.rules.seats), None)
        viewers = [seat for seat in self.rules.seats if seat != last_seat]
        items = recap(self.rules, self.match.history.first_state, shown_plies, viewers)
        if not items:
            self.view.notice.say(say("No moves or combat yet"))
        return items

    def draw(self, target: pygame.Surface) -> None:
        super().draw(target)
        self.recap_card.draw(target)

    def phase(self) -> tuple[str, str]:
        for ply in reversed(self.match.plies[: self.replay.actions_shown]):
            for event in reversed(ply.events):
                if isinstance(event, PhaseBegan):
                    return event.seat, event.phase
        return self.rules.prompt(self.replay.state).phase_key
