"""The screen of a lesson that the player plays: the game screen with the lesson's caption at its foot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Protocol

import pygame

from game.board.board import Board
from game.board.hexgrid import HexBoard
from game.core.message import Message, Text, say
from game.core.theme import SeatInfo
from game.core.verdict import Illegal, Reason, RuleRef
from game.match.match import Match
from game.ui.app.dialogs import QuestionSheet
from game.ui.app.screen import Host
from game.ui.cards import prompt as prompts
from game.ui.cards.card_pen import CardPen
from game.ui.cards.column import Content
from game.ui.cards.slip import HALL_PRINT, PLAYER_PRINT, LessonBand
from game.ui.kit.paper import draw_table
from game.ui.kit.pen import TextRun
from game.ui.kit.strokes import key_commands
from game.ui.kit.theme import FAINT, Metrics
from game.ui.play.game import GameInPlay
from game.ui.play.lesson import Guide, GuidedGame, hint_of
from game.ui.play.proposals import SCREEN_RULE, ShownRefusal
from game.ui.play.rolling import arithmetic, pending_roll_title
from game.ui.play.situation import Viewer
from game.ui.screens import game_contents as contents
from game.ui.screens import game_sheets as sheets
from game.ui.screens.examples import LessonEnd, store_progress
from game.ui.screens.game import GameScreen, Tool
from game.ui.screens.keys import Keys
from game.ui.screens.map_layout import MapLayout, Surroundings
from game.ui.screens.slides import Slide, SlidePart
from game.ui.screens.step_view import mark_slide

READ_ON = say("Read first, then press Continue")
"""The hint for a click on the map while there is nothing to do."""


class StepPresentation(Protocol):
    """A presentation whose audience plays one step of a lesson."""

    def step_played(self, *, done: bool) -> None:
        """Close the lesson's screen and go on with the slides.

        :param done: whether the step was played to its end.
        """

    def show_audience(self, picture: pygame.Surface) -> None:
        """Show a picture in the audience window, if open."""


class LessonScreen(GameScreen):
    """The screen of a match guided by a lesson. It is not recorded."""

    surroundings = Surroundings(objectives=False, overview=False, row=False)

    def __init__(self, app: Host, guide: Guide, presentation: StepPresentation | None = None) -> None:
        """:param presentation: the presentation in which only one step is played; None: all steps are played."""
        self.guide, self.presentation = guide, presentation
        self._presented_step = guide.step_index
        """The number of the step that is played in the presentation."""
        frames = guide.frames if presentation is None else (guide.frame,)
        self.band = LessonBand(guide.rules.name, ((frame.caption, hint_of(frame) or READ_ON) for frame in frames))
        self._step_shown: int | None = None
        """The number of the step shown last; None before the first."""
        self._texts: tuple[Text, Text, int] = "", "", 0
        """The caption and the hint on screen, and the number of their step."""
        self._tried_too_early = False
        """Whether the player tried to act while there was nothing to do."""
        self._pressed: tuple[int, tuple[int, int]] | None = None
        """The number of the step and the position of a press on the map with nothing selected; None if there is
        none."""
        super().__init__(app, guide.match)
        part = SlidePart(self.rules, self.info)
        self._slides: Sequence[Slide] = [Slide(frame.caption, part=part, frame=frame, step=number, done=False)
                                         for number, frame in enumerate(guide.frames, 1)]
        self.view.follows = False

    def create_game(self, match: Match[Any], viewer: Viewer) -> GameInPlay:
        self._guided = GuidedGame(self.app, self.guide, viewer, self.stage, self.column.log, self.leave)
        return self._guided

    def leave(self) -> None:
        """Leave the lesson; if it is finished, open the sheet with what to do next."""
        if self.presentation is not None:
            self.presentation.step_played(done=self.guide.step_index > self._presented_step or self.guide.complete)
        elif self.guide.complete:
            self.app.replace(LessonEnd(self.app, self.guide))
        else:
            self.app.pop()

    def ask_to_leave(self) -> None:
        """Leave the lesson, asking for confirmation once it has begun."""
        if self.presentation is None and self.guide.step_index and not self.guide.complete:
            self.app.push(QuestionSheet(
                self.app, say("Leave the lesson?"), say("It resumes at this step when you come back."),
                say("Leave"), self.leave, say("Stay")))
        else:
            self.leave()

    def close(self) -> None:
        super().close()
        if self.presentation is None:
            store_progress(self.app.settings, self.guide)
            self.app.store_settings()

    def start_over(self) -> None:
        """Go back to the first step."""
        self.game.stage.clear()
        if self.guide.go_to(0):
            self.game.settle()
        self.game.dirty = True

    def show_result(self) -> None:
        """Do nothing: the lesson itself announces the winner."""

    # --- layout

    @property
    def band_metrics(self) -> Metrics:
        """Metrics of the caption."""
        return self.app.metrics.audience_metrics if self.presentation is not None else self.app.metrics

    @property
    def prefers_whole_map(self) -> bool:
        return self.presentation is None

    @property
    def _caption_size(self) -> int:
        """The greatest font size of the caption, in layout units."""
        return HALL_PRINT if self.presentation is not None else PLAYER_PRINT

    @property
    def foot(self) -> int:
        return self.band.height(self.band_metrics, self._caption_size)

    def sheet_turned(self, board: Board, layout: MapLayout) -> bool:
        """Whether a hex map is turned: as the player has set it, else so that north is at the top: a lesson shows only
        a part of the map, so that its size does not matter."""
        if not isinstance(board, HexBoard):
            return False
        return self.app.settings.turned.get(self.rules.name, board.has_north_up_if_turned)

    def build(self) -> None:
        super().build()
        self.camera.forget()
        self._step_shown = None

    # --- steps

    def update(self, dt: float, top: bool) -> None:
        restarted = self.guide.match is not self.game.match
        if restarted and self.presentation is None:
            self.app.replace(LessonScreen(self.app, self.guide))
            return
        super().update(dt, top)
        guide = self.guide
        if top and self.presentation is not None and (guide.step_index != self._presented_step or guide.complete):
            self.leave()
            return
        if guide.step_index != self._step_shown:
            is_first, self._step_shown = self._step_shown is None, guide.step_index
            self._enter_step(at_once=is_first)
        texts = (guide.caption, self._hint_for_wrong_try, guide.step_index)
        if texts != self._texts and not self.stage.dice_rolling:
            self._texts = texts
            self._grow_band()
            self.game.dirty = True

    def keep_clear_of_drawer(self) -> None:
        """Bring the step into view again when the drawer opens or closes."""
        if self.camera.keep_clear_of_drawer():
            self._look_at_step(at_once=False)

    def _grow_band(self) -> None:
        """Lay out the screen again if the caption needs more height than before."""
        before = self.foot
        self.band.reserve_room(*self._texts[:2])
        if self.foot != before:
            self.rebuild()

    def _look_at_step(self, *, at_once: bool) -> None:
        """Bring the subject of the step into view, clear of the drawer.

        :param at_once: whether the camera jumps there rather than glides.
        """
        self.look_at(self.camera.target(self._slides, self.guide.step_index), at_once=at_once)

    def _enter_step(self, *, at_once: bool) -> None:
        """Bring the subject of a new step into view, and show the rules' refusal of the action it tries, if any."""
        self._tried_too_early = False
        self._look_at_step(at_once=at_once)
        verdict, action = self.guide.frame.verdict, self.guide.frame.asked_action
        self.game.selection.refusal = None
        if self._is_elsewhere or (self.guide.player_to_act and not self._follows_roll):
            self.game.stage.rolled = None
        if isinstance(verdict, Illegal) and action is not None:
            reasons = (replace(reason, text=say("Refused: {why}", why=reason.text)) for reason in verdict.reasons)
            self.game.selection.refusal = ShownRefusal(action.places[-1] if action.places else "", tuple(reasons))
        self.game.dirty = True

    @property
    def _is_elsewhere(self) -> bool:
        """Whether the step only shows something on the map, away from the latest roll: the dice would lie in the
        way."""
        step, places = self.guide.frame.step, self.camera.places(self.guide.frame)
        only_shows = step.faces is None and step.yours is None and not (step.play or step.preview or step.check)
        return only_shows and bool(places) and not {*places} & {*self.game.stage.places}

    @property
    def _follows_roll(self) -> bool:
        """Whether the player's task is a consequence of the previous step's roll, not another move."""
        step, moves = self.guide.step_index, self.game.rules.prompt(self.guide.frame.before).mode == "move"
        return not moves and step > 0 and self.guide.frames[step - 1].step.faces is not None

    @property
    def caption(self) -> Text:
        """The caption on screen."""
        return self._texts[0]

    @property
    def hint(self) -> Text:
        """The hint below the caption, shown after a wrong attempt."""
        return self._texts[1]

    @property
    def _hint_for_wrong_try(self) -> Text:
        """The hint after a wrong attempt, or after one while there is nothing to do; else empty."""
        return self.guide.hint or (READ_ON if self._tried_too_early else "")

    def refresh(self) -> None:
        super().refresh()
        metrics, guide = self.band_metrics, self.guide
        bottom = self.layout.strip.top
        caption, hint, step = self._texts
        count = say("{at} of {number}", at=step + 1, number=len(guide.frames)) if self.presentation is None else ""
        self.band.update(bottom, metrics, self._caption_size, caption, hint, count, wrong=guide.wrong_try)
        self._mark_step()

    def _mark_step(self) -> None:
        """Ring the units and places that the step points out; with a unit selected, only those still to click. If the
        step points out targets of an attack, only these are marked as targets."""
        overlay, guide, selection = self.view.overlay, self.guide, self.game.selection
        show = guide.frame.step.show
        if guide.player_to_act:
            overlay.targets = tuple(unit for unit in overlay.targets if unit in show.units) or overlay.targets
        if guide.player_to_act and self._has_selection:
            selected = (selection.selected, *selection.participants)
            overlay.hint = (*(unit for unit in show.units if unit not in selected), *show.places)
            return
        slide = self._slides[guide.step_index]
        if self.game.stage.busy or (guide.done and guide.frame.last_action is not None and not show.units):
            return
        held = self.view.held
        mark_slide(self.view, self.game.rules, replace(slide, done=guide.done, yours=guide.player_to_act))
        if guide.player_to_act:
            self.view.held = held

    # --- cards

    def prompt_card(self, reasons: tuple[Reason, ...], *, main: bool) -> Content:
        game = self.game
        prompt = replace(game.prompt_shown, text=self.prompt_text, rule=SCREEN_RULE, duties=(), budgets=())
        card = prompts.PromptCard(prompt, contents.side_of(game), button=game.main_button.has_place and main,
                                  second=game.main_button.has_second and main,
                                  phase=contents.phase_text(game, contents.side_of(game)), turn=game.theme.turn)
        return Content((card,), lambda pen: prompts.write(pen, card))

    @property
    def prompt_text(self) -> Message:
        """The text of the prompt."""
        roll = self._guided.pending_roll
        if self.guide.player_to_act:
            return say("Your move")
        if self.guide.complete:
            return say("The lesson is over")
        return roll.title if roll is not None else say("Read on")

    def middle_card(self) -> Content:
        preview, game, guide = self.guide.frame.preview, self.game, self.guide
        if preview is None or guide.player_to_act or game.stage.rolled is not None or game.stage.busy or (
                guide.frame.step.faces is not None):
            content = contents.middle_card(game)
            is_empty = content.key[:2] == ("place", "") and not game.selection.proposals
            return Content(("lesson",), self._write_keys) if is_empty else content
        pending_roll = self._guided.pending_roll
        title = pending_roll_title(pending_roll, preview) if pending_roll is not None else say("The odds")
        return arithmetic(game.rules, game.situation.counters, preview, (), title)

    def _write_keys(self, pen: CardPen) -> None:
        """Write the lesson's title and its keys."""
        pen.heading(self.guide.lesson.heading)
        keys = say("Page Up: back · Page Down: do this step for me · Home: start over · H: hint · Esc: leave")
        pen.flow([TextRun(keys, "ui", 16, FAINT)])

    def strip_contents(self, reasons: tuple[Reason, ...]) -> tuple[SeatInfo | None, tuple[Text, ...], RuleRef | None]:
        return contents.side_of(self.game), (self.prompt_text,), None

    @property
    def tools(self) -> Sequence[Tool]:
        game = self._guided
        return (
            (say("Back"), say("Page Up: one step back"), game.step_back, "undo"),
            (say("Hint"), say("H: a hint"), self.give_hint, "hint"),
            (say("Rules"), say("R: open the rulebook at the rule shown"), self.open_rulebook, "rules"),
            (say("Keys"), say("?: every key on one page"), self.open_keys, "keys"),
            (say("Leave"), say("Esc: leave the lesson"), self.ask_to_leave, "leave"),
        )

    def open_keys(self) -> None:
        self.app.push(Keys(self.app, self.rules, key_screens="lesson game", features=self.features))

    @property
    def features(self) -> frozenset[str]:
        return super().features | {"lesson"}

    def present(self) -> None:
        self.app.navigator.present(self.guide.lesson, self.guide.step_index + 1)

    def open_menu(self) -> None:
        self.ask_to_leave()

    def open_rulebook(self) -> None:
        frame = self.guide.frame
        rule = next(iter((*(span.rule for span in frame.step.links), *frame.cited_rules)), "")
        if rule:
            sheets.open_rulebook(self.game, RuleRef(self.guide.rules.name, rule))
        else:
            super().open_rulebook()

    def give_hint(self) -> None:
        """Show the hint for this step."""
        self.guide.hint_requested, self._tried_too_early = self.guide.player_to_act, not self.guide.player_to_act
        self.game.dirty = True

    # --- events

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and self._on_key(event):
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            if self.band.rect.collidepoint(event.pos):
                self._press_band(event.pos)
                return True
            on_map = self.layout.on_map(event.pos)
            nothing_to_do = not self.guide.player_to_act and self._guided.pending_roll is None
            if on_map and nothing_to_do and not self.game.stage.busy:
                self._tried_too_early = self.game.dirty = True
            may_select = self.guide.player_to_act and not self._has_selection and on_map
            self._pressed = (self.guide.step_index, event.pos) if may_select else None
        used = super().on_event(event)
        released = event.type == pygame.MOUSEBUTTONUP and event.button == 1
        if released and self._pressed == (self.guide.step_index, event.pos):
            had_no_effect = not self._has_selection and self.game.selection.refusal is None
            self.guide.wrong_try |= self.guide.player_to_act and had_no_effect
        return used

    @property
    def _has_selection(self) -> bool:
        """Whether a counter is selected or picked."""
        selection = self.game.selection
        return selection.selected is not None or bool(selection.participants)

    def _press_band(self, pos: tuple[int, int]) -> None:
        """Handle a press on the caption: open the rule at that point, or continue."""
        rule = self.band.link_at(pos)
        if rule is not None:
            sheets.open_rulebook(self.game, rule)
        elif not self.guide.player_to_act:
            self._guided.next_step()

    def _on_key(self, event: pygame.event.Event) -> bool:
        """Handle a key that has a meaning only in lessons, or only outside them; return whether it was used."""
        game = self._guided
        for each in key_commands(event, "lesson", features=self.features):
            match each.command:
                case "next-step":
                    game.skip_step()
                case "step-back":
                    game.step_back()
                case "lesson-hint":
                    self.give_hint()
                case "start-over" if self.presentation is None:
                    self.start_over()
            return True
        commands, commands_outside_lessons = (
            [each.command for each in key_commands(event, self.key_screens, "everywhere", features=features)]
            for features in (self.features, self.features - {"lesson"}))
        if "confirm" in commands and not self.guide.player_to_act:
            game.next_step()
            return True
        if commands_outside_lessons and not commands:
            game.view.notice.say(say("Not available in a lesson. Esc leaves it"))
            return True
        return False

    # --- picture

    def draw(self, target: pygame.Surface) -> None:
        super().draw(target)
        self.step_card.draw(target, self.layout.free, self.band_metrics, self._slides[self.guide.step_index],
                            seen_before=False)
        self.band.draw(target)
        if self.presentation is not None:
            self.presentation.show_audience(self._audience_picture(target))

    def _audience_picture(self, picture: pygame.Surface) -> pygame.Surface:
        """The audience's picture: the map and the caption of this screen, without cards and buttons."""
        audience_picture, area = pygame.Surface(picture.get_size()), self.layout.map
        draw_table(audience_picture)
        audience_picture.blit(picture, area.move((picture.get_width() - area.width) // 2 - area.x, 0), area)
        audience_picture.blit(picture, self.band.rect, self.band.rect)
        return audience_picture
