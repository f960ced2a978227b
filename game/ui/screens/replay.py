"""A game that was played, ply by ply: back and forth, by itself at any speed, and on from any ply."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

import pygame
import pygame_gui
from pygame_gui.core import UIElement
from pygame_gui.elements import UIButton

from game.core.action import Faces
from game.core.event import PhaseBegan, Rolled
from game.core.message import Text, say
from game.core.verdict import RuleRef
from game.match import agreements
from game.match.match import Match
from game.match.replay import Replay
from game.ui.app.screen import Host
from game.ui.app.settings import SPEEDS, next_value
from game.ui.board.view import BoardView
from game.ui.cards import turntrack
from game.ui.cards.column import Column, Content
from game.ui.kit.keytable import things_of
from game.ui.kit.labels import fit_labels
from game.ui.kit.scrubber import Scrubber
from game.ui.kit.table import draw_table
from game.ui.play.battle_content import replayed
from game.ui.play.game_log import GameLog
from game.ui.play.leader_deaths import Death, announce, deaths
from game.ui.play.rolling import fallen, lay_ready
from game.ui.play.sight import onlooker, shown_to
from game.ui.play.stage import Stage
from game.ui.play.steady import SteadyLines
from game.ui.screens import phase_list
from game.ui.screens.fork import Fork
from game.ui.screens.game_layout import Layout
from game.ui.screens.keys import Keys
from game.ui.screens.replay_cards import ENDED, STEP_TIPS, write_controls, write_head
from game.ui.screens.roster import look_through
from game.ui.screens.rulebook import Rulebook
from game.ui.screens.sign_tips import SignTips
from game.ui.screens.view_commands import look
from game.ui.screens.wholelog import WholeLog
from game.words import said

Kind = TypeVar("Kind", bound=UIElement)


class ReplayScreen(Layout):
    """Shows a record on the map. Nothing can be changed here; a new game can be started from the step shown."""

    keyboard = "replay"
    tabbing = False

    moving = True

    def __init__(self, app: Host, match: Match[Any], *, autoplay: bool = False, ended: bool = False) -> None:
        """:param ended: whether it opens where the game ended, rather than before the first action."""
        super().__init__(app)
        self.match = match
        self.rules = shown_to(match.rules, lambda: onlooker(match))
        self.replay: Replay[Any] = Replay(match)
        if ended:
            self.replay.go(len(self.replay))
        board = self.rules.board(match.state)
        turned = self.lies_turned(self.rules.name, board, first=True)
        self.view = BoardView(board, self.rules.theme, turned=turned)
        self.stage = Stage(self.view, app.sounds)
        self.column, self.track = Column(), turntrack.TurnTrack()
        self.tips = SignTips(self, self.column, self.track, self.stage.tray)
        self.running = autoplay
        self._wait = 0.6
        self.game_log = GameLog(match, self.column.log)
        self._steady, self._lit = SteadyLines(), ""
        self._worked_out: tuple[tuple[int, bool], Content | None] = ((-1, False), None)
        self._show()

    @property
    def system(self) -> str:
        return self.rules.name

    @property
    def lists_phase(self) -> bool:
        return self.rules.traits.overview

    def build(self) -> None:
        self.lay_out_map()
        self._arrange()
        self.rows: list[list[UIButton]] = []
        self.play_button = self._row(
            "steps",
            (
                ("|<", lambda: self.go(0), 1.0),
                ("<", self.back, 1.0),
                (">", self.forward, 1.0),
                (">|", lambda: self.go(len(self.replay)), 1.0),
                (say("Play"), self.toggle, 1.8),
            ),
        )
        self.speed_button = self._row(
            "turns",
            (
                (say("Previous turn"), lambda: self.turn(-1), 1.2),
                (say("Next turn"), lambda: self.turn(1), 1.2),
                ("", self.faster, 1),
            ),
        )
        self.branch_button = self._row("branch", ((say("New game from here"), self.branch, 1.0),))
        self.scrubber = Scrubber(
            self._slot("scrub"), self.replay.at, (0, max(1, len(self.replay))), self.manager, click_increment=1
        )
        self._in_panel(self.scrubber)
        tools, gap = self.column.tools, self.px(8)
        third = (tools.width - 2 * gap) // 3
        self._in_panel(self.button(
            pygame.Rect(tools.x, tools.y, third, tools.height), say("Units"), self.open_roster, "#dark",
            tool_tip_text=say("I: every unit and where it is, and the losses of both sides")))
        self._in_panel(self.button(
            pygame.Rect(tools.x + third + gap, tools.y, tools.width - third - gap, tools.height),
            say("Leave the replay"), self.app.pop, "#dark"))
        self.lay_toggle("#plain")
        self._label()

    def _in_panel(self, widget: Kind) -> Kind:
        """A widget of the panel of cards, hidden where that is a closed drawer."""
        if widget.relative_rect.left >= self.app.metrics.width:
            widget.hide()  # type: ignore[no-untyped-call]
        return widget

    def toggle_panel(self) -> None:
        """Open the drawer at once, or close it: the buttons on it are made where it lies."""
        super().toggle_panel()
        if self.drawer.update(0.0, at_once=True):
            self.rebuild()

    def _slot(self, name: str) -> pygame.Rect:
        room = self.column.prompt.slot(name)
        assert room is not None
        return room

    def _row(self, slot: str, buttons: Sequence[tuple[Text, Callable[[], None], float]]) -> UIButton:
        """A row of buttons of the given shares of the card's width, printed in one size; the last one made."""
        room, gap = self.strip_slot("main") if slot == "steps" else None, self.px(8)
        room = room or self._slot(slot)
        unit = (room.width - gap * (len(buttons) - 1)) / sum(share for _, _, share in buttons)
        x = float(room.x)
        row = []
        for label, action, share in buttons:
            place = pygame.Rect(round(x), room.y, round(unit * share), room.height)
            row.append(self._in_panel(self.button(place, label, action, "#go" if action == self.toggle else "#plain",
                                                  tool_tip_text=STEP_TIPS.get(label))))
            x += unit * share + gap
        self.rows.append(row)
        return row[-1]

    def _label(self) -> None:
        self.play_button.set_text(said(say("Pause") if self.running else say("Play")))
        self.speed_button.set_text(f"× {self.app.settings.watching_speed:g}")
        for row in self.rows:
            fit_labels(*row)
        if self.app.metrics.drawn:
            self.fit_strip()

    @property
    def strip_row(self) -> list[UIButton]:
        return self.rows[0]

    @property
    def over(self) -> bool:
        """Whether the step shown is the end of a finished game, from which nothing can be played."""
        return self.replay.at == len(self.replay) and self.match.result is not None

    def _allow_branch(self) -> None:
        """Enable the button of a new game where one can begin."""
        button: Any = self.branch_button
        if self.over == button.is_enabled:
            (button.disable if self.over else button.enable)()

    def said(self) -> Text:
        """The action shown and whose it is, in people's words; of a roll what it came to."""
        at, match = self.replay.at, self.replay.match
        ply = match.plies[at - 1]
        if isinstance(ply.action, Faces):
            return ply.events[0].text if ply.events else ply.action.notation
        before = match.plies[at - 2].state if at > 1 else match.history.first
        titles = {info.name: info.title for info in self.rules.theme.seats}
        return say("{side}: {action}", side=titles.get(ply.actor, ply.actor),
                   action=agreements.describe(self.rules, before, ply.action))

    def _arrange(self) -> None:
        prompt = self.rules.prompt(self.replay.state)
        steps = say("Step {at} of {number}", at=self.replay.at, number=len(self.replay))
        when = say("Turn {turn} · {phase}", turn=prompt.turn, phase=self.rules.theme.title_of(prompt.phase))
        head = (when, self.said() if self.replay.at else say("The set-up"))
        listed = phase_list.listed(self.rules.theme, self._counters, self._overview, self._lit, False)
        beside, drawn = phase_list.lay_beside(self, listed), self.app.metrics.drawn
        self.column.arrange(
            self.column_rect,
            self.app.metrics,
            Content(("controls", steps, drawn, self.over),
                    lambda pen: write_controls(pen, steps, row=not drawn, over=self.over)),
            self.battle() or Content(("replay", head), lambda pen: write_head(pen, *head)),
            None if beside else listed,
        )
        self.lay_strip(next((seat for seat in self.rules.theme.seats if seat.name == prompt.to_act), None), head[1])

    def battle(self) -> Content | None:
        """The arithmetic of the roll shown; worked out once a ply."""
        now = self.replay.at, self.stage.busy and self.stage.rolled is None
        if self._worked_out[0] != now:
            self._worked_out = now, replayed(self.rules, self.replay, falling=now[1])
        return self._worked_out[1]

    def _show(self) -> None:
        """Show the state reached, and the log up to it."""
        counters, asked = self.rules.counters(self.replay.state), self.rules.prompt(self.replay.state)
        self.view.take(self.rules.board(self.replay.state))
        self.view.set_counters(counters)
        self._counters = {counter.unit: counter for counter in counters}
        self._overview = self._steady.keep((asked.turn, asked.place), self.rules.overview(self.replay.state))
        self._light("")
        self.view.set_holders(self.rules.holders(self.replay.state))
        self.view.set_layers(partial(self.rules.layers, self.replay.state))
        self._aims = self.rules.objectives(self.replay.state)
        self.game_log.read(self.replay.at)
        if hasattr(self, "manager") and self.scrubber.get_current_value() != self.replay.at:
            self.scrubber.set_current_value(self.replay.at, warn=False)

    def _light(self, name: str) -> None:
        """Ring the units of a line of the overview, and those they are matched with; of none where it has no name."""
        line, over = self._overview.line(name), self.view.overlay
        self._lit = name if line is not None else ""
        over.picked, over.targets = (line.units, line.against) if line is not None else ((), ())

    def go(self, at: int) -> None:
        """Jump to a ply."""
        self.stage.clear()
        self._steady = SteadyLines()
        self.replay.go(at)
        self._show()

    def back(self) -> None:
        self.go(self.replay.at - 1)

    def turn(self, direction: int) -> None:
        self.stage.clear()
        self._steady = SteadyLines()
        self.replay.next_turn(direction)
        self._show()

    def forward(self) -> None:
        """Play the next step out."""
        self.stage.skip()
        before = self.replay.state
        ply = self.replay.forward()
        if ply is None:
            self.running = False
            self._label()
            return
        if not any(isinstance(event, Rolled) for event in ply.events):
            self.stage.rolled = None
        lay_ready(self.stage, self.rules, before, {each.unit: each for each in self.rules.counters(before)})
        dead = deaths(self.rules.theme, self._counters, ply.events)
        self.stage.play(ply.events, lambda: self._shown(dead), fallen(self.rules, before, ply.action))

    def _shown(self, dead: Sequence[Death]) -> None:
        """Show the step reached; of leaders who died with it a banner tells."""
        self._show()
        announce(self.view.notice, dead)

    def toggle(self) -> None:
        if self.replay.at == len(self.replay) and not self.running:
            self.go(0)
        self.running = not self.running
        self._label()

    def faster(self) -> None:
        """The next speed, round and round."""
        now = self.app.settings.watching_speed
        self.app.settings.watching_speed = SPEEDS[0] if now >= SPEEDS[-1] else next_value(SPEEDS, now, 1)
        self._label()

    def whole_log(self) -> None:
        """Everything up to the step shown on one page."""
        self.app.push(WholeLog(self.app, self.column.log.entries, self.rules.name))

    def open_rulebook(self) -> None:
        self.app.push(Rulebook(self.app, self.rules.name, self._asked.number))

    def open_roster(self) -> None:
        """Every unit with its place and condition at the step shown; Enter or a click goes to one."""
        self.stage.skip()
        look_through(self.app, self.rules, self.view, self.match.history.first, self.replay.state,
                     self.match.plies[:self.replay.at])

    def branch(self) -> None:
        """Ask who plays on from the step shown, in a new game that shares everything up to it."""
        if self.over:
            self.view.notice.say(ENDED)
            return
        self.running = False
        self._label()
        self.app.push(Fork(self.app, self.match, self.replay.at))

    def update(self, dt: float, top: bool) -> None:
        options, settings = self.view.options, self.app.settings
        options.layers, options.hex_numbers = settings.zones_of_control, settings.hex_numbers
        options.legend = settings.legend
        self.view.use_symbols(settings.unit_symbols)
        options.reduced_motion, options.speed = settings.reduced_motion, settings.watching_speed
        self.stage.speed = settings.watching_speed
        self.stage.tray.reduced_motion = settings.reduced_motion
        self.view.update(dt)
        self.stage.update(dt)
        if top and self.running and not self.stage.busy:
            self._wait -= dt * settings.watching_speed
            if self._wait <= 0:
                self._wait = 0.35
                self.forward()
        self._arrange()
        self._allow_branch()
        tray = self.stage.tray_rect(self.map_rect, self.px)
        self.tips.update(dt, top, tray if self.stage.tray.busy or self.stage.rolled is not None else None)
        super().update(dt, top)

    def handle(self, event: pygame.event.Event) -> bool:
        self.tips.note(event)
        if event.type == pygame_gui.UI_HORIZONTAL_SLIDER_MOVED and event.ui_element is self.scrubber:
            if event.value != self.replay.at:
                self.go(int(event.value))
            return True
        return super().handle(event)

    def on_event(self, event: pygame.event.Event) -> bool:
        if self.work_panel(event):
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            rule = self.column.link_at(event.pos) or self.rule_of_objectives(event.pos)
            if rule is not None:
                self.app.push(Rulebook(self.app, rule.system, rule.number))
                return True
        if event.type == pygame.MOUSEMOTION:
            self._light(phase_list.line_at(self, event.pos) or "")
        at = pygame.mouse.get_pos()
        if event.type == pygame.MOUSEWHEEL and (self.column.rect.collidepoint(at)
                                                or self.overview_rect.collidepoint(at)):
            self.column.wheel(at, event.y)
            return True
        return self.view.handle(self.to_map(event))

    def do(self, command: str, key: str) -> bool:
        match command:
            case "forward":
                self.forward()
            case "back-step":
                self.back()
            case "next-turn":
                self.turn(1 if key == "down" else -1)
            case "start":
                self.go(0 if key == "home" else len(self.replay))
            case "run":
                self.toggle()
            case "branch":
                self.branch()
            case "speed":
                settings, step = self.app.settings, 1 if key == "]" else -1
                settings.watching_speed = next_value(SPEEDS, settings.watching_speed, step)
                self._label()
            case "roster":
                self.open_roster()
            case "keys":
                self.app.push(Keys(self.app, on="replay", things=self.things))
            case _:
                return look(self, command, key) or super().do(command, key)
        return True

    @property
    def things(self) -> frozenset[str]:
        return things_of(self.rules)

    @property
    def _asked(self) -> RuleRef:
        """The rule of what is asked in the position shown."""
        return self.rules.prompt(self.replay.state).rule

    def draw(self, target: pygame.Surface) -> None:
        prompt = self.rules.prompt(self.replay.state)
        draw_table(target, self.track_rect)
        self.view.draw(target)
        turns = next(info.turns for info in self.rules.scenarios if info.name == self.match.header.scenario)
        self.track.draw(
            target,
            self.track_rect,
            self.metrics,
            self.rules.theme,
            turns,
            prompt.turn,
            tuple(self.rules.phases(self.replay.state)),
            self.phase(prompt.place),
        )
        self.draw_objectives(target, self.rules.theme)
        phase_list.draw_beside(self, target)
        if self.stage.tray.busy or self.stage.rolled is not None:
            self.stage.tray.draw(target, self.stage.tray_rect(self.in_view(self.map_rect), self.px))
        self.draw_panel(target)
        self.manager.draw_ui(target)
        self.tips.draw(target)

    def phase(self, start: tuple[str, str]) -> tuple[str, str]:
        """The phase whose beginning was seen last."""
        for ply in reversed(self.match.plies[: self.replay.at]):
            for event in reversed(ply.events):
                if isinstance(event, PhaseBegan):
                    return event.seat, event.phase
        return start
