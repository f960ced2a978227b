"""The screen of a game in play: map, turn track, cards and dice, and the input of the people who play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame

from game import catalog
from game.core.message import Text, say
from game.core.objective import Objectives
from game.core.overview import OverviewColumn
from game.core.theme import SeatInfo
from game.core.verdict import Reason, RuleRef
from game.match.hint import Hint
from game.match.match import Match
from game.ui.app.screen import Host
from game.ui.app.settings import Settings
from game.ui.board.minimap import SMALL_MAP, Minimap
from game.ui.cards.card import Card
from game.ui.cards.column import CardColumn, Content
from game.ui.kit import gui
from game.ui.kit.gui import UIButton, UITextEntryLine
from game.ui.kit.strokes import key_commands
from game.ui.play.game import GameInPlay
from game.ui.play.situation import Viewer
from game.ui.screens import game_contents as contents
from game.ui.screens import game_keys, game_map, phase_list, typed_faces
from game.ui.screens import game_sheets as sheets
from game.ui.screens.between_actions import BetweenActions
from game.ui.screens.boxes import BoxStrip, strip_height
from game.ui.screens.game_mouse import Mouse
from game.ui.screens.game_picture import paint
from game.ui.screens.game_widgets import Widgets, game_rows_needed
from game.ui.screens.keys import Keys, key_features_in
from game.ui.screens.map_screen import MapScreen
from game.ui.screens.recap_card import GameRecapCard
from game.ui.screens.sign_tips import SignTips
from game.ui.screens.victory import Victory

Tool = tuple[Text, Text, Callable[[], object], str]
"""A button at the foot of the panel: label, tooltip, callback, icon."""


class GameScreen(MapScreen):
    """The screen of a match in play."""

    focus_by_keys = False
    key_screens = "game"
    choices: Sequence[UIButton]
    """The buttons of the offered choices."""
    faces: UITextEntryLine
    """The text field for the faces of real dice."""

    def __init__(self, app: Host, match: Match[Any]) -> None:
        viewer = Viewer(match)
        super().__init__(app, viewer.rules, catalog.scenario(match.rules, match.header.scenario), match.state)
        self.column, self.slip = CardColumn(), Card()
        self.boxes, self.minimap = BoxStrip(), Minimap(self.view, lambda: self.free_table)
        self.game = self.create_game(match, viewer)
        self.lost_input = typed_faces.LostInputGuard(self)
        self.mouse = Mouse(self)
        self.recap_card = GameRecapCard(self, self.game)
        self.tips = SignTips(self, self.column, self.track, self.game.stage.tray)
        self._between_actions = BetweenActions(self)
        self._answer_context: tuple[int, Hint | None] | None = None
        """Number of actions done, and the hint shown, when the rules' answer appeared; None: no answer is shown."""
        self._key_features = key_features_in(self.game.flow)
        self._opened = False
        """Whether the screen has been shown before; if so, the player's view of the map is kept."""
        self._fitted_to: object = None
        """The phase, the map's size and the counters to which the view was last fitted."""
        self.wheel_note: pygame.Rect | None = None
        """Where the note on the mouse wheel was shown last, in window pixels; None before it has been shown."""
        self._choices_uncovered: object = None
        """The choices for which the map was last moved from under the open drawer; None while the drawer is closed."""
        self._phase_start: tuple[object, dict[str, str | None]] = None, {}
        """The phase, and the places of all counters when it began."""

    def create_game(self, match: Match[Any], viewer: Viewer) -> GameInPlay:
        """Create the game in play from the match and its viewer."""
        return GameInPlay(self.app, match, viewer, self.stage, self.column.log, self.show_result)

    def build(self) -> None:
        self.row_lines = game_rows_needed(self) if self.surroundings.row else 0
        self._reserve_boxes()
        was_fitted = self.view.camera.fitted
        self.lay_out_map()
        if self.camera.keep_clear_of_drawer() and was_fitted:  # the drawer has another width in another window
            self.view.camera.fit()
        self.mouse.on_relayout()
        self.widgets = Widgets(self)
        self.game.dirty = True

    # --- layout

    def _reserve_boxes(self) -> None:
        """Reserve the height that the boxes beside the map now need."""
        self.boxes_height = self.px(strip_height(self.game.boxes, self.game.situation.stacks))

    @property
    def small_map_height(self) -> int:
        return self.minimap.height_beside(self.layout_unit)

    @property
    def covering(self) -> list[pygame.Rect]:
        return [self.minimap.place(self.layout_unit)]

    @property
    def computers(self) -> bool:
        flow = self.game.flow
        return len(flow.people) < len(self.game.rules.seats)

    def waiting_slot(self, name: str) -> pygame.Rect | None:
        """Rectangle for the progress bar (``bar``) or the button ``move-now`` while a computer player thinks for long:
        on the slip while a hint is computed, else on the prompt card."""
        if not self.game.flow.is_slow:
            return None
        return (self.slip if self.game.flow.hinting else self.column.prompt).slot(name)

    def place_at(self, pos: tuple[int, int]) -> str | None:
        """The place at a point of the window, on the map or in a box; None if there is none."""
        if self.layout.column.collidepoint(pos):
            return None
        if self.layout.boxes.collidepoint(pos):
            return self.boxes.place_at(pos)
        return self.game.view.place_at(pos) if self.layout.on_map(pos) else None

    def unit_at(self, pos: tuple[int, int]) -> str | None:
        """The unit of the counter at a point of the window, on the map or in a box; None if there is none."""
        if self.layout.column.collidepoint(pos):
            return None
        return self.boxes.unit_at(pos) if self.layout.boxes.collidepoint(pos) else self.game.view.unit_at(pos)

    def text_at(self, pos: tuple[int, int]) -> str:
        """The line of text at a point of the window, on a button, a card, the log or the strip; empty if there is none.
        The slip is left out, because it passes clicks on to the map."""
        button = next((choice for choice in self.choices if choice.visible and choice.rect.collidepoint(pos)), None)
        if button is not None:
            return button.text
        return self.drawer.strip.text_at(pos) or self.column.text_at(pos)

    def event_places_at(self, pos: tuple[int, int]) -> tuple[str, ...]:
        """The places of the event in the log line at a point of the window; empty if there is no line."""
        line = self.column.line_at(pos)
        entries = self.column.log.entries
        return entries[line].places if line is not None and line < len(entries) else ()

    def on_table(self, pos: tuple[int, int]) -> bool:
        """Whether a point of the window is on the map, on the boxes beside it, or on the dice tray."""
        on_boxes = self.layout.boxes.collidepoint(pos) and not self.layout.column.collidepoint(pos)
        return self.layout.on_map(pos) or on_boxes or (self.game.tray_shown and self.tray_rect.collidepoint(pos))

    def sign_at(self, pos: tuple[int, int]) -> Text | None:
        if self.slip.rect.height and self.slip.rect.collidepoint(pos):
            return self.slip.tip_at(pos)[0]
        if self.layout.boxes.collidepoint(pos):
            return self.boxes.tip_at(pos)
        if self.minimap.place(self.layout_unit).collidepoint(pos):
            return SMALL_MAP
        return None

    # --- what is shown

    @property
    def state(self) -> Any:
        return self.game.match.state

    @property
    def shown_objectives(self) -> Objectives:
        shown = super().shown_objectives
        return shown.at_the_end if self.game.flow.seat is None else shown

    @property
    def switches(self) -> Settings:
        return self.app.settings

    @property
    def speed(self) -> float:
        return self.game.flow.speed

    @property
    def cursor_place(self) -> str | None:
        return self.game.selection.cursor if self.game.pointing.keyboard else None

    @property
    def selected_unit(self) -> str | None:
        return self.game.selection.selected

    @property
    def highlighted_line(self) -> str | None:
        """The overview line under the pointer, else the one selected; None if there is neither."""
        return self.game.pointing.line or self.game.selection.lines.looked_at

    # --- time

    def pass_time(self, dt: float, top: bool) -> None:
        game, stage = self.game, self.game.stage
        was_busy = stage.busy
        game.update(dt)
        self.mouse.update(dt)
        super().pass_time(dt, top)
        game.refusal_message.update(dt)
        self._close_old_answer()
        if top:
            game.advance_game(dt)
            if not stage.busy:
                self._show_acting_side()
                self._between_actions.open_next_sheet()
        if was_busy != stage.busy or game.selection.active != game.may_act:
            game.settle(game.situation.state)
        game.dirty |= self.drawer.update(dt, at_once=self.app.settings.reduced_motion)
        self.tips.update(dt, top, self.tray_rect if game.tray_shown else None)
        choice = next((n for n, button in enumerate(self.choices) if button.visible and button.hovered), None)
        game.dirty |= choice != game.pointing.choice
        game.pointing.choice = choice
        if game.dirty or stage.busy or game.flow.is_slow != self.widgets.waiting:
            self.refresh()
        self.keep_clear_of_drawer()

    def keep_clear_of_drawer(self) -> None:
        """Move the map, once for each set of choices, so that the open drawer does not cover what can be chosen on it,
        or else the counters of the side to watch; back once the drawer is closed."""
        self.camera.keep_clear_of_drawer()
        if not self.view.camera.covered:
            self._choices_uncovered = None
        elif not (self.view.held_by_player or self.game.stage.busy or self.game.prompt_shown.mode == "roll"):
            choices = self.view.choice_places, self._fitted_to, self.view.camera.covered
            if choices != self._choices_uncovered:
                self._choices_uncovered = choices
                self.view.uncover_choices(self._side_to_watch(self.game.prompt_shown.to_act or ""))
        self._count_hidden_choices()

    def _count_hidden_choices(self) -> None:
        """Tell the open drawer, for its button, how many places to choose come into view when it is closed."""
        view, layout, hidden = self.view, self.layout, 0
        if view.camera.covered and self.game.prompt_shown.mode != "roll":
            shown_when_closed = layout.map.union(layout.map.move(-view.camera.covered, 0))
            points = map(view.point_of, view.choice_places)
            hidden = sum(shown_when_closed.collidepoint(at) and not layout.free.collidepoint(at) for at in points)
        self.game.dirty |= hidden != self.drawer.hidden_choices
        self.drawer.hidden_choices = hidden

    def _show_acting_side(self) -> None:
        """Bring the acting side into view when a phase begins, a counter has moved or the map's part of the window
        changes: a person's counters and the units that they may attack, or the counters that a computer player has
        moved in this phase. Do nothing in a phase that both sides share, or while the map shows a combat or an
        action."""
        game, phase = self.game, self.game.prompt_shown.phase_key
        places = {unit: counter.place for unit, counter in self.view.counters.items()}
        if phase != self._phase_start[0]:
            self._phase_start = phase, places
        acting, people = phase[0], game.flow.people
        other_units = tuple(game.selection.targets) if acting in people else tuple(
            unit for unit, place in places.items() if place != self._phase_start[1].get(unit))
        fit_to = phase, self.view.rect.size, places, other_units
        if acting in game.rules.seats and people and fit_to != self._fitted_to and not self.view.shows_action:
            self._fitted_to = fit_to
            self.view.keep_side_in_view(self._side_to_watch(acting), self.opening_zoom, other_units)

    def _side_to_watch(self, acting: str) -> str:
        """The acting side, or the first side that a person plays if a computer player acts."""
        people = self.game.flow.people
        return acting if acting in people or not people else people[0]

    def _close_old_answer(self) -> None:
        """Close the rules' answer once a person has acted since, or a new hint is shown."""
        game, plies = self.game, self.game.match.plies
        context = (len(plies), game.hint) if self.rules_question.shown else None
        if context is not None and self._answer_context is not None:
            count, hint = self._answer_context
            has_acted = len(plies) < count or any(ply.actor in game.flow.people for ply in plies[count:])
            if has_acted or (game.hint is not None and game.hint is not hint):
                self.rules_question.dismiss()
                context = None
            else:
                context = self._answer_context
        self._answer_context = context

    def refresh(self) -> None:
        """Update cards, widgets and map overlays."""
        if self.widgets.lacks_button:
            self.rebuild()
        self.game.dirty = False
        self._reserve_boxes()
        if self.view.rect != self.layout.map:  # the boxes have changed their height
            self.lay_out_map()
            self.mouse.on_relayout()
        reasons = self.game.main_button.reasons
        overview = self._overview_card()
        is_beside = phase_list.lay_beside_map(self, overview)
        self.column.describe_places(self.view.board, self.view.worded, number=self.view.shows_numbers)
        self.column.arrange(
            self.layout.column, self.app.metrics, self.prompt_card(reasons, main=not self.app.metrics.has_drawer),
            self.middle_card(), None if is_beside else overview,
            self.game.prompt_shown.phase_key,
            has_lists=not is_beside and isinstance(self.rules, OverviewColumn),
        )
        side, texts, rule = self.strip_contents(reasons)
        if self.drawer.open and not self.game.main_button.warning:
            texts, rule = ("",), None  # the open cards show all of it
        self.lay_strip(side, texts, rule, answers=self.widgets.plan_strip(), more=True,
                       shorter=contents.shorter_forecasts(self.game, texts))
        game_map.fill_overlay(self.game)
        self.slip.set_wording(self.view.worded, (id(self.view.board), self.view.shows_numbers))
        game_map.write_slip(self)
        self.widgets.sync(not reasons)

    def _overview_card(self) -> Content | None:
        """The overview card; None if the phase has no overview, or while the end of the turn awaits confirmation."""
        game, lines, pointing = self.game, self.game.selection.lines, self.game.pointing
        if game.turn_end.holds:
            return None
        shown = lines.overview
        if game.may_act:
            shown = phase_list.with_explanation(shown, pointing.line, pointing.sign)
        return phase_list.overview_card(game.theme, game.situation.counters, shown, self.highlighted_line, game.may_act,
                                        lines.heads,
                                        lines.looked_at or lines.overview.line_of_unit(game.selection.selected or ""),
                                        keeps_scroll=pointing.line is not None,
                                        next_key=game.selection.route is None)

    def prompt_card(self, reasons: tuple[Reason, ...], *, main: bool) -> Content:
        """Contents of the prompt card.

        :param reasons: why the phase cannot end yet.
        :param main: whether the card has room for the main button.
        """
        return contents.prompt_card(self.game, reasons, main=main)

    def middle_card(self) -> Content:
        """Contents of the middle card, below the prompt card."""
        return contents.middle_card(self.game)

    def strip_contents(self, reasons: tuple[Reason, ...]) -> tuple[SeatInfo | None, tuple[Text, ...], RuleRef | None]:
        """Contents of the strip beside a closed drawer: side, texts and rule.

        :param reasons: why the phase cannot end yet.
        """
        return contents.strip_contents(self.game, reasons)

    @property
    def tools(self) -> Sequence[Tool]:
        game = self.game
        return (
            (say("Undo"), say("Backspace: undo your last action; asks the other player before a roll is undone. "
                              "With Shift: redo it"), self._undo_or_redo, "undo"),
            (say("Hint"), say("H: what the best computer player would do"), game.hinting.ask, "hint"),
            (say("Rules"), say("R: open the rulebook at the rule shown"), self.open_rulebook, "rules"),
            (say("Keys"), say("?: every key on one page"), self.open_keys, "keys"),
            (say("Menu"), say("Esc: saving, replay, settings, leaving"), self.open_menu, "menu"),
        )

    def _undo_or_redo(self) -> None:
        """Handle a click on the undo button; with Shift it redoes."""
        if pygame.key.get_mods() & pygame.KMOD_SHIFT:
            self.game.undoing.redo()
        else:
            self.game.undoing.undo()

    def open_keys(self) -> None:
        """Open the page of keys that apply in this game."""
        self.app.push(Keys(self.app, self.game.rules, features=key_features_in(self.game.flow)))

    def show_result(self) -> None:
        """Open the result sheet."""
        self.app.push(Victory(self.app, self.game.match))

    def toggle_panel(self) -> None:
        super().toggle_panel()
        self.game.dirty = True

    def changed(self) -> None:
        self.game.dirty = True

    def open_menu(self) -> None:
        """Open the menu, for Escape with nothing selected."""
        sheets.open_menu(self.game)

    def recap(self, direction: int) -> bool:
        return self.recap_card.step(direction)

    @property
    def features(self) -> frozenset[str]:
        return self._key_features

    def open_log(self) -> None:
        sheets.open_log(self.game)

    def open_rulebook(self) -> None:
        sheets.open_rulebook(self.game, self.game.prompt_shown.rule)

    def open_roster(self) -> None:
        sheets.open_roster(self.game)

    def present(self) -> None:
        self.game.skip()
        self.app.navigator.present(self.game.match, len(self.game.match.plies))

    @property
    def moving(self) -> bool:
        return self.game.moving or self.drawer.moving

    # --- events

    @property
    def current_question(self) -> object:
        game = self.game
        return game.main_button.label if game.main_button.stops else (game.situation.state, game.prompt_shown.text)

    def answers(self, event: pygame.event.Event) -> bool:
        if event.type == gui.UI_BUTTON_PRESSED:
            return event.ui_element in self.widgets.answering
        return any(each.decides for each in key_commands(event, "game", features=self.features))

    def handle(self, event: pygame.event.Event) -> bool:
        self.tips.follow_pointer(event)
        refusal = self.game.selection.refusal
        typed_faces.leave_empty_field(self, event)
        used = self.recap_card.handle(event) or typed_faces.open_pad_by_key(self, event) or super().handle(event)
        if not (event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) and self.widgets.alternative.visible
                and self.widgets.alternative.rect.collidepoint(event.pos)):
            self.game.refusal_message.dismiss_after(event, refusal)
        return used

    def on_event(self, event: pygame.event.Event) -> bool:
        game = self.game
        game.dirty = True
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            game.quick_play.dismiss_summary()
            if not game.turn_end.holds:
                game.turn_report.dismiss()
        if event.type == gui.UI_TEXT_ENTRY_FINISHED and event.ui_element is self.faces:
            typed_faces.roll_typed(self)
            return True
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN) and self.lost_input.note(event):
            return True
        if event.type == pygame.KEYDOWN:
            return self.handle_panel_click(event) or game_keys.on_key(self, event)
        if self.handle_panel_click(event):
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and game.hinting.running:
            game.hinting.stop()
            game.skip()
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            game.quick_play.finish_at_once()
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and game.stage.busy and game.flow.people:
            game.skip()
            if not self.mouse.would_select(event.pos):
                return True
        pointer = pygame.mouse.get_pos()
        if event.type == pygame.MOUSEWHEEL and (self.layout.column.collidepoint(pointer)
                                                or self.layout.overview.collidepoint(pointer)):
            if self.column.prompt.rect.collidepoint(pointer):
                self.mouse.turn_duty_pages(-event.y)
            self.column.wheel(pointer, event.y)
            return True
        if event.type == pygame.MOUSEWHEEL and self.mouse.handle(event):
            return True
        return self.view.handle(self.layout.to_map(event)) or self.mouse.handle(event)

    def escape(self) -> None:
        game_keys.escape(self)

    # --- picture

    def draw(self, target: pygame.Surface) -> None:
        paint(self, target)
        self.recap_card.draw(target)
        self.rules_question.draw(target)
        self.tips.draw(target)

    def becomes_top(self) -> None:
        game = self.game
        game.dirty = True
        game.end_phase_warning.remove()
        if not self._opened:
            self._opened = True
            game.view.open_on_armies(self.opening_zoom, [self._side_to_watch(game.match.to_act or "")])
        if any(not game.flow.is_human(seat) for seat in game.rules.seats):
            game.flow.players.start_early()

    def close(self) -> None:
        self.game.close()
