"""A game in play: a match, its progress on screen, and the selection of the person at the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from game.core.action import Action
from game.core.capability import capability
from game.core.chance import CHANCE
from game.core.contract import Counter
from game.core.event import Event, PhaseBegan, Rolled
from game.core.message import Text, joined, say
from game.core.presenter import OffMapBoxes
from game.core.preview import Preview
from game.core.prompt import Prompt
from game.match.hint import Hint
from game.match.history import Ply
from game.match.match import Match
from game.ui.app.screen import Host
from game.ui.cards.log import Log
from game.ui.dice.dice_layout import MAX_LOOSE
from game.ui.play.choosing import Choosing, FireAllButton, FollowingUnits, units_still_selected
from game.ui.play.commands import Commands, Undoing
from game.ui.play.controller import Controller
from game.ui.play.course import GameCourse
from game.ui.play.cursor import Cursor, Measuring, SelectionBox
from game.ui.play.game_log import Death, GameLog, PhaseTrack, announce_action, announce_deaths, deaths
from game.ui.play.hand import Hand
from game.ui.play.hinting import Hinting
from game.ui.play.interruption import Interruption
from game.ui.play.main_button import MainButton
from game.ui.play.pace import ComputerTurnPace, only_moves, only_sets_up
from game.ui.play.playback import Stage, picture_of, write_picture
from game.ui.play.pointing import HoverArcs, NamedUnits, Pointing
from game.ui.play.quick_play import QuickPlay
from game.ui.play.reaction_settings import ReactionSettings
from game.ui.play.recap import marks_of, trace_of_others
from game.ui.play.refusal_message import RefusalMessage
from game.ui.play.rolling import HazardCards, LatestResult, prepare_dice, roll_result_of
from game.ui.play.situation import Situation, Viewer
from game.ui.play.turn_driver import Flow
from game.ui.play.turn_end import EndPhaseWarning, TurnEnd, TurnReport


class GameInPlay(GameCourse):
    """A match played by people at a screen: advances it and provides the prompts; screens draw it and pass input on.
    Its parts use it as a ``GameCourse``."""

    guided = False

    def __init__(self, host: Host, match: Match[Any], viewer: Viewer, stage: Stage, log: Log,
                 show_result: Callable[[], None]) -> None:
        """Start from the present state of a match.

        :param viewer: what the people at the screen may see of it.
        :param stage: plays the animations on the map, and has the dice tray.
        :param log: the log card.
        :param show_result: callback that shows the result of a finished game.
        """
        self.host, self.match, self.viewer = host, match, viewer
        self.rules, self.theme = self.viewer.rules, match.rules.theme
        """The rules filtered for the viewer, and the theme."""
        self.view, self.stage = stage.view, stage
        self.controller = controller = Controller(self.rules, match.state)
        """Interprets clicks and keys. Its state is the one shown, which follows the match's once all animations have
        ended."""
        self.selection, self.planning = controller.selection, controller.planning
        """The selection, and the routes planned for it."""
        self.stacks, self.hand = controller.stacks, Hand(controller.selection)
        """Operations on stacks, and the bases held over a table without a grid."""
        self.measuring, self.selection_box, self.pointing = Measuring(), SelectionBox(self.selection), Pointing()
        self.latest_result = LatestResult()
        self.battle: Preview | None = None
        """The arithmetic of the roll whose result is shown; None without one."""
        self.hint: Hint | None = None
        self.dirty = True
        self.flow = flow = self._new_flow()
        self.interruption = Interruption(self, flow, stage, controller, host, lambda: self.quick_play.stop(),
                                         lambda: self.following_units.waiting)
        flow.hold_before = self.interruption.hold_before
        self.turn_end = TurnEnd(self, flow, controller, host)
        self.phase_track = PhaseTrack(flow, controller, self.turn_end)
        self.end_phase_warning = EndPhaseWarning(self.rules, flow, controller.selection)
        self.following_units, self.computer_pace = FollowingUnits(self, flow, stage, controller), ComputerTurnPace()
        self.hinting = Hinting(self, flow, stage, controller, self.interruption, self.turn_end,
                               self.end_phase_warning)
        self.undoing = Undoing(self, flow, stage, controller, self.hand, self.following_units, self.interruption, host)
        self.commands = Commands(self, flow, stage, controller, self.interruption, host)
        self.reaction_settings = ReactionSettings(self, flow, stage, controller, host)
        self.hazard_cards = HazardCards(controller)
        self.cursor = Cursor(self.view, self.selection, self.pointing, self.measuring, self.hand)
        self.hover_arcs = HoverArcs(stage, controller, self.pointing)
        self.named_units = NamedUnits(self.view, controller, self.pointing)
        self.turn_report = TurnReport(match, self.rules)
        """The summary of the last game turn."""
        self.quick_play = QuickPlay(self, flow, stage, controller, self.interruption, self.turn_end,
                                    lambda: self.main_button.press(confirmed=True),
                                    lambda text: self.game_log.sum_up(text, shown=not stage.busy))
        self.choosing = Choosing(self, controller, self.quick_play)
        self.main_button = self._new_button(show_result)
        self.fire_all_button = FireAllButton(self, flow, controller, self.quick_play, self.interruption)
        self.refusal_message = RefusalMessage(self, controller, self.quick_play)
        self.boxes = tuple(capability(self.rules, OffMapBoxes).boxes(match.state))
        """The boxes beside the map, in the state shown."""
        self.new_deaths: tuple[Death, ...] = ()
        """Leaders who have died and whose card has not been shown yet."""
        self._line_to_reselect: str | None = None
        """The overview line looked at before the last action; the next ``settle`` in which a person may act looks at it
        again, if it still offers anything."""
        self._units_to_reselect: tuple[str, ...] = ()
        """The unit to stay selected because it can continue, and its companions; they are selected by the next
        ``settle`` in which a person may act."""
        self._state_after_put_down: object = None
        """The match's state after bases were put down last."""
        self.game_log = GameLog(match, log)
        self.viewer.seat_asked = self._asked_out_of_turn
        self._read_log()
        self._reselect_active_unit()
        self.settle()

    @property
    def situation(self) -> Situation:
        """The situation shown, with its prompt; a new object whenever that changes."""
        return self.controller.situation

    @property
    def match_situation(self) -> Situation:
        return self.controller.situation_for(self.match.state)

    @property
    def lesson_shows(self) -> bool:
        """Whether a lesson is presenting something, so that the player has nothing to choose."""
        return False

    def _new_flow(self) -> Flow:
        """The driver of the match's steps; a lesson has another."""
        return Flow(self.match, self.host.settings, self._on_step, self.host.error)

    def _new_button(self, show_result: Callable[[], None]) -> MainButton:
        """The main button; a lesson has another."""
        return MainButton(self, self.flow, self.stage, self.controller, self.pointing, self.quick_play, self.choosing,
                          self.hinting, self.interruption, self.turn_end, self.end_phase_warning, show_result)

    def _asked_out_of_turn(self) -> str | None:
        """The seat of the person who interrupts, or is asked whether to; None if there is none."""
        is_asked = self.interruption.moment is not None and not self.stage.busy
        return self.situation.interrupting or (self.interruption.asked_seat if is_asked else None)

    def play(self, action: Action | None) -> None:
        if self.selection.relocating is not None:
            self.undoing.pick_up_again()
        proposal, self.controller.proposal = self.controller.proposal, None
        if action is None or not self.may_act or self.interruption.refuse_before_answer():
            return
        self.following_units.begin()
        self.view.notice.dismiss()
        run = proposal.run(self.rules, self.match.state) if proposal is not None else None
        if run is not None:
            self.quick_play.start(run)
        elif not self.interruption.hold_before(action):
            self.flow.play(action)

    def put_on_top(self, unit: str | None = None) -> None:
        """Put a unit (by default the selected one, else the one pointed at) on top of its stack; a refusal is shown."""
        if not self.may_act:
            return
        unit_at_cursor = self.situation.stacks.get(self.selection.cursor or "", [""])[-1] or None
        pointed_at = unit_at_cursor if self.pointing.keyboard else self.pointing.unit
        action = self.stacks.on_top(unit or self.selection.selected or pointed_at)
        if action is not None:
            self.play(action)
        self.dirty = True

    def put_down(self) -> bool:
        """Put the held bases down at their pose on a table without a grid; returns whether that did anything. If not,
        the reason is shown."""
        units, action = self.hand.units, self.hand.let_go()
        self.dirty = True
        if action is None:
            return False
        self.view.land(units)
        self.selection.cursor = None
        self.play(action)
        self._state_after_put_down = self.flow.match.state
        return True

    @property
    def last_stop(self) -> Text:
        """Where and why the last move ended short of where its bases were held, until anything else happens."""
        return self.hand.last_stop if self.flow.match.state is self._state_after_put_down else ""

    def roll(self, faces: tuple[int, ...] | None = None) -> None:
        if not self.stage.busy and self.flow.seat == CHANCE and not self.halted:
            self.flow.roll(faces)

    def skip(self) -> None:
        self.stage.skip()
        if self.selection.active != self.may_act:
            self.settle(self.situation.state)

    def update(self, dt: float) -> None:
        """Advance the timers of what is on screen by ``dt`` seconds, and show the state again if the viewer has
        changed."""
        self.main_button.update(dt)
        self.quick_play.pass_time(dt)
        self.dirty = self.hover_arcs.update(dt) or self.turn_report.update(dt) or self.dirty
        if self.viewer.changed():
            self.settle(self.situation.state)

    def advance_game(self, dt: float) -> None:
        """Let the game itself continue for ``dt`` seconds: computer players, automatic actions and questions to the
        person. Nothing happens while the card of a leader's death is open."""
        if self.new_deaths:
            return
        self.following_units.update()
        self.hinting.update()
        self.reaction_settings.update()
        self.quick_play.update()
        self.interruption.update()
        self.flow.update(dt, not self.stage.busy or self.stage.can_begin_march)

    def _read_log(self) -> None:
        """Fill the log with the events that happened before this screen opened."""
        last = self.match.history.last
        self.game_log.read(latest=self.turn_end.events(last) if last is not None else None)
        self.phase_track.read(self.match.plies)

    def after_undo(self, text: Text) -> None:
        self.game_log.after_undo(text)
        self.phase_track.read(self.match.plies)
        self.main_button.result_shown = False
        self.battle = None
        self.hinting.after_undo()
        self.following_units.stop()
        self.quick_play.forget()
        self.interruption.after_undo()
        self.turn_end.prompt, self.new_deaths = None, ()
        self.turn_report.drop()
        self._reselect_active_unit()
        self.settle()

    def _on_step(self, ply: Ply[Any]) -> None:
        """Show a step that the match has just made: tell the parts of the game about it, announce it and start its
        animation. ``_show_after`` then shows the state."""
        before, prompt = self.situation.state, self.situation.turn_prompt
        self.hinting.note(before, ply)
        self.interruption.hold_after(before, ply)
        if self.turn_end.held_events:
            self.game_log.log_events(self.turn_end.held_events)
        self.turn_end.note(before, ply)
        self.quick_play.note(ply)
        computer = self.flow.is_computer(ply.actor)
        self.computer_pace.note(ply, computer=computer)
        self.stage.pace = self.flow.pace = max(self.quick_play.pace, self.computer_pace.pace)
        if not (self._is_answer_to_result(ply) or self.quick_play.continues_route(ply)):
            self.stage.rolled = self.battle = None
            if ply.actor != CHANCE:
                self.stage.tray.clear()
        if any(isinstance(event, Rolled) for event in ply.events):
            self.battle = self.rules.preview(before, ply.action)
        self.game_log.log_reason(ply, self.flow.reasons.remaining(ply.events))
        announce_action(self.view.notice, self.rules, before, ply,
                        interrupts=ply.actor not in (CHANCE, prompt.to_act) and not self.flow.is_human(ply.actor))
        kept_units = units_still_selected(self.selection, self.match_situation, before, ply)
        self._line_to_reselect = self.selection.lines.looked_at
        self.selection.clear()
        self.selection.active = False
        self.dirty = True
        events = self.turn_end.events(ply)
        set_up = computer and only_sets_up(ply)
        if computer and not set_up:
            self.stage.follow_action(marks_of(self.rules, before, ply.action, ply.events).places)
        roll_result = roll_result_of(self.rules, before, ply.action)
        self.stage.play(events, lambda: self._show_after(ply, kept_units), roll_result,
                        marches=computer and only_moves(ply))
        if set_up:
            self.stage.skip()

    def _is_answer_to_result(self, ply: Ply[Any]) -> bool:
        """Whether a step is a computer player's choice that follows from the result in view, such as a retreat: the
        result stays in view, so that people can read it. A move, or what leads to the next roll, begins something
        new."""
        return (self.stage.rolled is not None and self.flow.is_computer(ply.actor) and not only_moves(ply)
                and ply.state is self.match.state and self.flow.seat != CHANCE)

    def _reselect_active_unit(self) -> None:
        """Select the unit that must decide now, as it was selected when the decision arose."""
        active_unit = self.match_situation.turn_prompt.active_unit
        self._units_to_reselect = (active_unit,) if active_unit else ()

    def catch_up(self, events: Sequence[Event]) -> None:
        shown = tuple(events)
        self.dirty = True
        self.view.notice.dismiss()
        self.stage.play(shown, lambda: self._caught_up(shown))

    def _caught_up(self, events: tuple[Event, ...]) -> None:
        """Log events whose animation has ended, and show the match."""
        self.game_log.log_events(events)
        self.settle()

    def _show_after(self, ply: Ply[Any], kept_units: tuple[str, ...]) -> None:
        """Log a step whose animation has ended, and show the state after it.

        :param kept_units: the units to stay selected, if the same seat is to act.
        """
        self.game_log.log_events(self.turn_end.events(ply))
        self.phase_track.note(ply)
        if (announcement := self.phase_track.announcement) is not None:
            self.view.notice.say(*announcement)
            self.game_log.mention(announcement[0])
        self._report_deaths(ply)
        if self.turn_report.note(ply, rolled=self.stage.rolled is not None):
            rows = self.turn_report.rows
            self.game_log.sum_up(joined(say("{label}: {value}", label=label, value=value) for label, value in rows),
                                 shown=True)
        elif any(isinstance(event, Rolled) for event in ply.events):
            self.turn_report.drop()
        self.settle(ply.state)
        if self.stage.rolled is None:
            self._lay_pending_dice()
        self._units_to_reselect = kept_units if ply.state is self.match.state and self.flow.seat == ply.actor else ()
        active_unit = self.situation.prompt.active_unit
        occupied = self._units_to_reselect or self.hint or self.quick_play.goes_on or self.selection.forced
        if active_unit and not occupied:
            self._units_to_reselect = (active_unit,)
        if any(isinstance(event, PhaseBegan) for event in ply.events):
            self.store_picture()

    def _report_deaths(self, ply: Ply[Any]) -> None:
        """Show leaders' deaths: on a card that stops the game if people play, otherwise in a banner."""
        fallen = deaths(self.theme, self.situation.counters, ply.events)
        if self.flow.people:
            self.new_deaths = (*self.new_deaths, *fallen)
        else:
            announce_deaths(self.view.notice, fallen)

    # --- display

    def settle(self, state: Any = None) -> None:
        shown = self.match.state if state is None else state
        self.viewer.shown = shown
        if state is not self.situation.state:
            self.interruption.update_seats(shown)
        final_prompt = self.match.prompt if self.match.result and shown is self.match.state else None
        self.controller.show(shown, self.may_act, final_prompt)
        if self.rules.traits.board == "plane" and self.selection.cursor not in self.situation.stacks:
            self.selection.cursor = None
        if (counters := self.turn_end.counters()) is not None:
            self.controller.show_counters(counters)
        if not self._offers_more(self.pointing.line):
            self.pointing.line = None
        if self._line_to_reselect is not None and self.selection.active:
            line, self._line_to_reselect = self._line_to_reselect, None
            if self._offers_more(line) and not self.selection.in_use:
                self.selection.look_at_line(line)
        if self._units_to_reselect and self.selection.active:
            kept_units, self._units_to_reselect = self._units_to_reselect, ()
            if kept_units[0] in self.selection.eligible and self.situation.prompt.mode == "move":
                self.selection.select_group(kept_units)
                self.hand.put_back()
        self.boxes = tuple(capability(self.rules, OffMapBoxes).boxes(self.situation.state))
        self.lay_out(self.situation.counters.values())
        self.view.set_trace(trace_of_others(self.flow, self.situation, self.turn_end.prompt))
        if not self.stage.busy:
            self._lay_pending_dice()
        self.dirty = True

    def _offers_more(self, name: str | None) -> bool:
        """Whether any action is still possible on an overview line."""
        line = self.selection.lines.overview.line(name)
        return line is not None and any(action.offer.verdict for action in line.actions)

    def lay_out(self, counters: Iterable[Counter]) -> None:
        """Place counters on the map and in the boxes beside it."""
        box_names, counters = {box.name for box in self.boxes}, tuple(counters)
        self.stage.show_position(self.rules, self.situation.state,
                                 tuple(counter for counter in counters if counter.place not in box_names),
                                 tuple(counter for counter in counters if counter.place in box_names))

    def _lay_pending_dice(self) -> None:
        """Put the pending dice into the tray, once the turn they belong to has begun. A player who reviews a map at the
        end of a turn sees it as before the last combat."""
        if self.turn_end.holds:
            self.stage.prepare_tray(None)
            reviewed = self.turn_end.shown_prompt if self.turn_end.is_own_turn else None
            if reviewed is not None and self.rules.traits.board != "plane":
                self.stage.bring_into_view(reviewed.text, ())
        else:
            prepare_dice(self.stage, self.situation, watched=self.flow.is_computer(self.flow.seat))

    @property
    def tray_shown(self) -> bool:
        """Whether the dice tray is visible now."""
        if self.stage.tray.is_empty or (self.turn_end.holds and not self.stage.busy and self.stage.rolled is None):
            return False
        if self.flow.seat == CHANCE or self.stage.busy:
            return self.flow.seat == CHANCE or self.stage.tray.busy or self.stage.rolled is not None
        rolled = self.stage.rolled
        if rolled is None or self.flow.seat is None:
            return False
        nothing_selected = self.selection.selected is None and not self.selection.participants
        takes_time_to_read = len(rolled.faces) > MAX_LOOSE
        stays = self.situation.prompt.main is None or takes_time_to_read
        return not self.may_act or (nothing_selected and stays)

    @property
    def prompt_shown(self) -> Prompt:
        question = self.interruption.question if self.situation.interrupting is None else None
        return question.prompt if question is not None else self.turn_end.shown_prompt or self.situation.prompt

    @property
    def first_duty(self) -> int:
        """Index of a duty on the page that the prompt card shows: the selected unit's, until the player turns the
        page."""
        context, index = self.pointing.duty
        if context == self._duty_context:
            return index
        unit = self.selection.selected
        return next((k for k, duty in enumerate(self.prompt_shown.duties) if unit in duty.units), 0)

    @property
    def _duty_context(self) -> tuple[object, str | None]:
        """The state and selection for which the page of duties is kept."""
        return id(self.situation.state), self.selection.selected

    def show_duty(self, index: int) -> None:
        """Show the page of the prompt card with a duty, given by its index; wraps round."""
        duties = self.prompt_shown.duties
        if duties:
            self.pointing.duty = self._duty_context, index % len(duties)
            self.dirty = True

    @property
    def halted(self) -> bool:
        return self.interruption.holds or self.turn_end.holds

    @property
    def may_act(self) -> bool:
        to_act = self.flow.is_human(self.flow.seat) and not self.turn_end.holds
        return not self.stage.busy and (to_act or self.situation.interrupting is not None)

    @property
    def moving(self) -> bool:
        """Whether something moves or is about to move without input."""
        flow = self.flow
        plays_by_itself = not flow.paused and (flow.auto_rolls if flow.seat == CHANCE else flow.is_computer(flow.seat))
        is_working = self.following_units.waiting or self.hinting.running or flow.players.thinking
        return plays_by_itself or is_working or self.stage.busy or self.view.changes_by_itself

    def store_picture(self, copy: Path | None = None) -> None:
        """Write the picture for the list of saved games beside the record; a failure is noted in the log.

        :param copy: a copy of the record, beside which it is written instead.
        """
        record = copy or self.match.record
        draw = partial(picture_of, self.view, self.match.rules, self.situation, self.lay_out)
        if record is not None and (error := write_picture(draw, record)):
            self.game_log.remark(error)

    def close(self) -> None:
        """Store a picture for the list of saved games and release the record."""
        self.store_picture()
        self.flow.close()
