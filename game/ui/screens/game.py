"""The game screen: map, turn track, cards, dice, and what people do to the game in play that it shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame

from game.core.chance import CHANCE
from game.core.message import Text, say
from game.core.theme import SeatInfo
from game.core.verdict import Reason, RuleRef
from game.match.match import Match
from game.ui.app.screen import Host
from game.ui.cards.column import Content
from game.ui.kit import gui
from game.ui.kit.fonts import boxes_note
from game.ui.kit.strokes import struck
from game.ui.play.recap import RecapItem, first_of, recap
from game.ui.screens import concluding, game_map, phase_list, typed_faces
from game.ui.screens import game_contents as contents
from game.ui.screens import game_sheets as sheets
from game.ui.screens.game_frame import GameFrame, Tool
from game.ui.screens.game_keys import on_key
from game.ui.screens.game_mouse import Mouse
from game.ui.screens.game_picture import paint
from game.ui.screens.game_row import game_rows_needed
from game.ui.screens.game_widgets import Widgets
from game.ui.screens.keys import things_in
from game.ui.screens.leader_card import LeaderCard
from game.ui.screens.recapping import Recapping
from game.ui.screens.shares import Shares
from game.ui.screens.sign_tips import SignTips


class GameScreen(GameFrame):
    """A match on the table."""

    tabbing = False
    keyboard = "game"

    def __init__(self, app: Host, match: Match[Any]) -> None:
        super().__init__(app, match)
        self.typed = typed_faces.Typing(self)
        self.mouse = Mouse(self)
        self.recapping = Recapping(self, self._recap, lambda: self.game.settle(self.game.situation.state))
        self._announced = -1
        """The number of actions done when the key of the recap was last told."""
        self.tips = SignTips(self, self.column, self.track, self.game.stage.tray)
        self._warned = ""
        self._boxes = boxes_note()
        """What has been said about letters without a print."""
        self._handed: str | None = None
        self._things = things_in(self.game.flow)
        self._phasing = ""
        """The side whose phase it was when somebody was asked last."""

    def build(self) -> None:
        self.row_lines = game_rows_needed(self) if self.has_row else 0
        self.lay_out_map()
        self.mouse.relaid()
        self.widgets = Widgets(self)
        self.game.dirty = True

    # --- time

    def pass_time(self, dt: float, top: bool) -> None:
        game, stage = self.game, self.game.stage
        was_busy = stage.busy
        game.update(dt)
        self.mouse.look(dt)
        super().pass_time(dt, top)
        game.refusing.update(dt)
        if top:
            game.go_on(dt)
            if not stage.busy:
                self._between()
        if was_busy != stage.busy or game.selection.active != game.may_act:
            game.settle(game.situation.state)
        game.dirty |= self.drawer.update(dt, at_once=self.app.settings.reduced_motion)
        self.tips.update(dt, top, self.tray_rect if game.tray_shown else None)
        choice = next((number for number, each in enumerate(self.choices) if each.visible and each.hovered), None)
        game.dirty |= choice != game.pointing.choice
        game.pointing.choice = choice
        if game.dirty or stage.busy or game.flow.drags != self.widgets.waiting:
            self.refresh()

    def _between(self) -> None:
        """What comes up between actions: a record that cannot be written, a death, the next person, the end."""
        game = self.game
        if not self._boxes and (note := boxes_note()):
            self._boxes = note
            game.game_log.remark(note)
        trouble = str(game.match.trouble or "")
        if trouble != self._warned:
            self._warned = trouble
            if trouble:
                sheets.report_trouble(game, trouble)
                return
        if game.dead:
            if not game.dirty:  # first the screen beneath is brought up to date
                self.app.push(LeaderCard(self.app, game.theme, game.dead))
                game.dead = ()
            return
        sharing, game.selection.sharing = game.selection.sharing, None
        if sharing is not None:
            self.app.push(Shares(self.app, game, sharing))
            return
        if concluding.ask_draw(game):
            return
        self._announce_recap()
        seat = game.flow.seat
        if seat is None and not game.main.result_shown:
            if game.dirty:
                return  # first the screen beneath is brought up to date
            game.main.result_shown = True
            self.show_result()
        if seat == CHANCE and game.flow.roller == game.asked.place[0] != self._phasing:
            seat = game.flow.roller  # whose phase begins with a roll
        if game.flow.is_human(seat) and seat != self._handed and not game.turn_end.holds:
            assert seat is not None
            last = game.match.history.last
            first, self._handed = self._handed is None or (last is not None and last.actor == seat), seat
            phasing, self._phasing = self._phasing, game.asked.place[0]
            if not first and len(game.flow.people) > 1 and self.app.settings.hand_over and not game.guided:
                sheets.hand_over(game, seat, begins=seat == self._phasing != phasing)

    def refresh(self) -> None:
        """Bring cards, widgets and overlays up to date."""
        self.game.dirty = False
        if self.view.rect != self.map_rect:  # the boxes beside it have become fuller or empty
            self.lay_out_map()
            self.mouse.relaid()
        reasons = self.game.main.reasons
        listed = phase_list.content(self.game, self.lit_line)
        beside = phase_list.lay_beside(self, listed)
        drawn = self.app.metrics.drawn
        changed = self.column.arrange(
            self.column_rect, self.app.metrics, self.prompt_card(reasons, main=not drawn),
            self.middle_card(), None if beside else listed,
            (self.game.asked.turn, self.game.asked.phase, self.game.turn_end.holds, any(self.game.selection.in_hand)),
            fights=self.game.asked.mode in ("compose", "roll", "advance") and self.rules.traits.board != "plane",
        )
        self.lay_strip(*self.strip_words(reasons), answers=self.game.interruption.question is not None)
        game_map.overlay(self.game)
        game_map.slip(self)
        self.widgets.sync(not reasons, moved=changed)

    def prompt_card(self, reasons: tuple[Reason, ...], *, main: bool) -> Content:
        """What the prompt card shows."""
        return contents.prompt(self.game, reasons, main=main)

    def middle_card(self) -> Content:
        """What the card below it shows."""
        return contents.middle(self.game)

    def strip_words(self, reasons: tuple[Reason, ...]) -> tuple[SeatInfo | None, tuple[Text, ...], RuleRef | None]:
        """What the strip beside a closed drawer says."""
        return contents.strip(self.game, reasons)

    @property
    def tools(self) -> Sequence[Tool]:
        game = self.game
        return (
            (say("Undo"), say("Backspace: past a roll by consent"), lambda: game.undoing.undo()),
            (say("Hint"), say("H: what the best computer player would do"), lambda: game.hinting.ask()),
            (say("Rules"), say("R: open the rulebook at this rule"), self.open_rulebook),
            (say("Keys"), say("?: every key on one page"), self.open_keys),
            (say("Menu"), say("Esc: saving, replay, settings, leaving"), self.open_menu),
        )

    def open_menu(self) -> None:
        """What Escape opens when nothing is in hand."""
        sheets.open_menu(self.game)

    def recap(self, way: int) -> bool:
        return self.recapping.step(way)

    def _recap(self) -> tuple[RecapItem, ...]:
        """What the others did since the last action of the person to act."""
        game = self.game
        if game.stage.busy or not game.flow.people:
            return ()
        viewers = (game.flow.seat,) if game.flow.seat in game.flow.people else game.flow.people
        return recap(game.rules, game.match.history.first, game.match.plies, viewers)

    def _announce_recap(self) -> None:
        """Say once that there is something to be read, when a person is to act after a computer's turn."""
        game, done = self.game, len(self.game.match.plies)
        if done == self._announced or not game.may_act or game.situation.interrupting is not None:
            return
        self._announced = done
        after = game.match.plies[first_of(game.match.plies, game.flow.people):]
        if any(game.flow.plays(ply.actor) for ply in after) and not game.view.notice.more:
            words = say("Page Down: what happened, step by step")
            if game.view.notice.text:
                game.view.notice.more = words
            else:
                game.view.notice.say(words)

    @property
    def things(self) -> frozenset[str]:
        return self._things

    def whole_log(self) -> None:
        sheets.open_log(self.game)

    def open_rulebook(self) -> None:
        sheets.open_rulebook(self.game, self.game.asked.rule)

    def open_roster(self) -> None:
        sheets.open_roster(self.game)

    def present(self) -> None:
        self.game.skip()
        self.app.ways.present(self.game.match, len(self.game.match.plies))

    @property
    def moving(self) -> bool:
        return self.game.moving or self.drawer.moving

    # --- events

    @property
    def asking(self) -> object:
        game = self.game
        return game.main.label if game.main.stops else (game.situation.state, game.asked.text)

    def answers(self, event: pygame.event.Event) -> bool:
        if event.type == gui.UI_BUTTON_PRESSED:
            return event.ui_element in self.widgets.answering
        passing = self.game.interruption.moment is not None or bool(self.game.declining.kind)
        found = struck(event, "game", things=self.things)
        return any(each.decides or (passing and each.command == "pass-phase") for each in found)

    def handle(self, event: pygame.event.Event) -> bool:
        self.tips.note(event)
        refusal = self.game.selection.refusal
        used = self.recapping.handle(event) or typed_faces.opens_pad(self, event) or super().handle(event)
        if not (event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) and self.widgets.instead.visible
                and self.widgets.instead.rect.collidepoint(event.pos)):
            self.game.refusing.answered(event, refusal)
        return used

    def on_event(self, event: pygame.event.Event) -> bool:
        game = self.game
        game.dirty = True
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            game.leaving.text = ""
            game.quick_play.forget_said()
            if not game.turn_end.holds:
                game.turn_report.forget()
        if event.type == gui.UI_TEXT_ENTRY_FINISHED and event.ui_element is self.faces:
            typed_faces.enter(self)
            return True
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN) and self.typed.note(event):
            return True
        if event.type == pygame.KEYDOWN:
            return self.work_panel(event) or on_key(self, event)
        if self.work_panel(event):
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and game.hinting.running:
            game.hinting.stop()
            game.skip()
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            game.quick_play.rush()
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and game.stage.busy and game.flow.people:
            game.skip()
            if not self.mouse.picks_up(event.pos):
                return True
        at = pygame.mouse.get_pos()
        if event.type == pygame.MOUSEWHEEL and (self.column_rect.collidepoint(at)
                                                or self.overview_rect.collidepoint(at)):
            self.column.wheel(at, event.y)
            return True
        if event.type == pygame.MOUSEWHEEL and self.mouse.handle(event):
            return True
        return self.view.handle(self.to_map(event)) or self.mouse.handle(event)

    def escape(self) -> None:
        game = self.game
        if game.hinting.running:
            game.hinting.stop()
            game.skip()
        elif self.mouse.grasp.holds:
            self.mouse.grasp.let_go()
        elif game.measuring.out:
            game.measuring.toggle()
        elif game.quick_play.running:
            game.quick_play.stop()
        elif game.stage.busy:
            game.skip()
        elif game.interruption.moment is not None:
            game.interruption.go_on()
        elif game.selection.focus is not None:
            game.selection.look_at(None)
        elif game.planning.shorten():
            pass
        elif game.selection.droppable or game.selection.refusal or game.hint:
            game.selection.clear()
            game.hint = None
        elif game.situation.interrupting is not None:
            game.interruption.leave()
        elif self.app.metrics.drawn and self.drawer.open:
            self.toggle_panel()
        else:
            self.open_menu()
        game.dirty = True

    # --- picture

    def draw(self, target: pygame.Surface) -> None:
        paint(self, target, turns=self.mouse.facing.turns(self.mouse.at))
        self.recapping.draw(target)
        self.asking_rules.draw(target)
        self.tips.draw(target)

    def shown(self) -> None:
        game = self.game
        game.dirty = True
        if any(not game.flow.is_human(seat) for seat in game.rules.seats):
            game.flow.players.warm()

    def close(self) -> None:
        self.game.close()
