"""The commands of buttons and keys in a game in play, except the main button; and undo, which may need the consent of
other players."""

from __future__ import annotations

from typing import Any

from game.core.chance import CHANCE
from game.core.event import PhaseBegan
from game.core.message import Text, error_text, joined, plural, say
from game.core.verdict import IllegalAction
from game.match.agreements import Agreement
from game.match.errors import MatchError
from game.match.match import Match
from game.ui.app.dialogs import QuestionSheet
from game.ui.app.screen import Host
from game.ui.app.settings import SPEEDS, next_value
from game.ui.play.choosing import FollowingUnits
from game.ui.play.controller import Controller
from game.ui.play.course import GameCourse
from game.ui.play.hand import Hand
from game.ui.play.interruption import Interruption
from game.ui.play.playback import Stage
from game.ui.play.proposals import screen_refusal
from game.ui.play.turn_driver import Flow

NOBODY_THINKS = say("No computer is thinking now")
UNDO_ALLOWED = say("Undone; computer opponents always allow it")
NO_COMPUTER = say("There is no computer player to pause")


class Commands:
    """Executes the commands of buttons and keys, except the main button's."""

    def __init__(self, course: GameCourse, flow: Flow, stage: Stage, controller: Controller, interruption: Interruption,
                 host: Host) -> None:
        self._course, self._flow, self._stage, self._controller = course, flow, stage, controller
        self._selection, self._interruption, self._host = controller.selection, interruption, host

    def pick_on_card(self, unit: str) -> None:
        """Handle a click on a counter printed on a card."""
        situation, selection = self._controller.situation, self._selection
        if self._interruption.interrupt_with(unit):
            return
        if selection.active:
            self._course.hint = None
            if situation.composing:
                self._controller.click(situation.counters[unit].place, unit)
            elif unit in (*selection.companions, *selection.group_bases):
                self._controller.stacks.toggle_unit(unit)
            elif unit in selection.eligible:
                deselects = selection.selected == unit and situation.prompt.mode != "place"
                selection.select(None if deselects else unit)
            self._host.sounds.play("click")
        self._course.dirty = True

    def plan(self, place: str | None) -> None:
        """Add a step to the route of the selected unit, to move to a place or fire at it; or show why that is
        impossible.

        :param place: the place pointed at; None if there is none, which is no reason to show a refusal.
        """
        selection, planning = self._selection, self._controller.planning
        if not planning.plan(place) and place is not None:
            refusal = planning.why_not(place)
            text = say("Point at a hex to move to, or at a target to fire at, to add it to the plan")
            selection.refusal = refusal or screen_refusal(place, text)
        self._course.dirty = True

    def move_now(self) -> None:
        """Make the thinking computer player answer at once; show a notice if there is none. One that only considers an
        interrupt in a person's turn does not count; one that works out a hint does."""
        flow = self._flow
        flow.players.hurry()
        if not flow.players.thinking or (flow.is_human(flow.seat) and not flow.hinting):
            self._stage.view.notice.say(NOBODY_THINKS)
        self._course.dirty = True

    def pause(self) -> None:
        """Pause or resume the computer players; show a notice if there are none."""
        if len(self._flow.people) == len(self._flow.match.rules.seats) and not self._flow.paused:
            self._stage.view.notice.say(NO_COMPUTER)
        else:
            self._flow.paused = not self._flow.paused
        self._course.dirty = True

    def change_speed(self, step: int) -> None:
        """Change the speed that applies to this game (that of people's own games, or that for watching), and store it.

        :param step: 1 for the next faster speed, -1 for the next slower one.
        """
        speed = next_value(SPEEDS, self._flow.speed, step)
        setattr(self._host.settings, self._flow.speed_setting, speed)
        self._stage.view.notice.say(say("Speed {speed}", speed=f"{speed:g}×"))
        self._course.dirty = True
        self._host.store_settings()


class Undoing:
    """Undo and redo of a person's last action, with the questions that an undo needs."""

    def __init__(self, course: GameCourse, flow: Flow, stage: Stage, controller: Controller, hand: Hand,
                 following_units: FollowingUnits, interruption: Interruption, host: Host) -> None:
        self._course, self._flow, self._stage, self._controller = course, flow, stage, controller
        self._selection = controller.selection
        self._hand, self._following_units = hand, following_units
        self._interruption, self._host = interruption, host
        self._rules = controller.situation.rules

    @property
    def why_barred(self) -> Text:
        """Why no person at this screen can ever undo anything in this game; empty if one can."""
        return "" if self._flow.people else say("Nothing to undo: computers play both sides")

    def undo(self) -> None:
        """Undo the latest action of a person; past a roll only with the other side's consent, which a
        computer always gives.

        If there is a waypoint, a planned step, units picked together or an action held back for a question, that is
        undone instead.
        """
        self._stage.clear()
        self._following_units.stop()
        if self._hand.remove_waypoint() or self._controller.planning.shorten():
            self._course.dirty = True
            return
        # Undo clears several units picked together and stops there; a single selected unit is deselected, and the
        # latest action is undone as well. During set-up it stays selected for the next placement.
        composed = bool(self._selection.participants)
        if self._selection.clearable and (composed or self._controller.situation.prompt.mode != "place"):
            self._selection.clear()
            self._course.dirty = True
            if composed:
                return
        if self._interruption.withdraw():
            self._stage.view.notice.say(say("Undone"))
            return
        remaining = self._flow.undo_target()  # the number of actions left after the undo, also in the methods below
        if remaining is None:
            self._stage.view.notice.say(say("Nothing to undo"))
            self._course.dirty = True
        elif self._undoes_computer_turn(remaining):
            self._confirm_turn_undo(remaining)
        elif remaining < self._flow.match.history.undo_limit():
            self._ask_consent(remaining)
        elif self._flow.is_human(self._flow.seat) and self._flow.match.plies[remaining].actor != self._flow.seat:
            self._confirm_opponents_action_undo(remaining)
        else:
            self._undo(remaining, say("Undone"), consent=False)

    def redo(self) -> None:
        """Redo what was undone last, unless something new has been done since."""
        self._stage.clear()
        if self._flow.can_redo:
            self._flow.redo()
            self._course.after_undo(say("Redone"))
        else:
            self._stage.view.notice.say(say("Nothing to redo"))
            self._course.dirty = True

    def _undoes_computer_turn(self, remaining: int) -> bool:
        """Whether a computer player has acted in a phase of its own since the action to be undone."""
        seats_with_phase: set[str] = set()
        for ply in self._flow.match.plies[remaining:]:
            if ply.actor in seats_with_phase and not self._flow.is_human(ply.actor):
                return True
            seats_with_phase |= {event.seat for event in ply.events if isinstance(event, PhaseBegan)}
        return False

    def _confirm_turn_undo(self, remaining: int) -> None:
        """Ask before a computer player's whole turn is undone as well: an accidental key press should not do that."""
        target, prompt = self._rules.prompt(self._flow.match.history.state_at(remaining)), self._flow.match.prompt
        undone = self._flow.match.plies[remaining:]
        rolls = sum(ply.actor == CHANCE for ply in undone)
        if target.turn != prompt.turn:
            title = say("Undo back to {turn_noun} {turn}?", turn_noun=self._rules.theme.turn_noun, turn=target.turn)
        elif target.phase != prompt.phase:
            title = say("Undo back to {phase}?", phase=self._rules.theme.title_of(target.phase))
        else:
            title = say("Undo the opponent's turn as well?")
        self._host.push(
            QuestionSheet(
                self._host,
                title,
                say("Everything done since is undone too: {lost}. Repeating the same moves gives the same rolls.",
                    lost=joined((plural("1 decision", "{count} decisions", len(undone) - rolls),
                                 plural("1 roll", "{count} rolls", rolls) if rolls else ""), say(" and "))),
                say("Undo"),
                lambda: self._undo(remaining, UNDO_ALLOWED, consent=True),
            )
        )

    def _confirm_opponents_action_undo(self, remaining: int) -> None:
        """Ask before the person to act undoes the last action of the other person at the screen."""
        actor = self._rules.theme.side(self._flow.match.plies[remaining].actor).title
        self._host.push(
            QuestionSheet(self._host, say("Undo the opponent's last action?"),
                          say("That was an action by {side}. Do you both agree to undo it?", side=actor), say("Undo"),
                          lambda: self._undo(remaining, say("Undone; both agree"), consent=True))
        )

    def _ask_consent(self, remaining: int) -> None:
        """Ask the other person at the screen for consent; a computer player always agrees."""
        undoing_seat = self._flow.match.plies[remaining].actor
        other_person = next((info.described for info in self._rules.theme.seats
                             if info.name in self._flow.people and info.name != undoing_seat), None)
        if other_person is None:
            self._undo(remaining, UNDO_ALLOWED, consent=True)
            return

        self._host.push(
            QuestionSheet(
                self._host,
                say("Does the {side} player consent?", side=other_person),
                say("Dice or coins have been thrown since then: the other player must agree to the undo. "
                    "Repeating the same moves gives the same rolls."),
                say("They agree"),
                lambda: self._undo(remaining, say("Undone by consent"), consent=True),
            )
        )

    def _undo(self, remaining: int, text: Text, *, consent: bool) -> None:
        """Undo, and log a text about it with the first action undone.

        :param consent: whether the other side consents, which is needed past a roll.
        """
        match = self._flow.match
        ply, before = match.plies[remaining], match.history.state_at(remaining)
        action = ply.events[0].text if isinstance(ply.action, Agreement) else self._rules.describe(before, ply.action)
        if self._flow.undo(remaining, consent=consent):
            self._course.after_undo(say("{undone}: {action}", undone=text, action=action))

    def pick_up_again(self) -> None:
        """In a set-up, undo the placement of the clicked counter and select it, so that it can be placed elsewhere."""
        unit, self._selection.relocating = self._selection.relocating, None
        if unit is None or not self._course.may_act:
            return
        name = self._controller.situation.counters[unit].name
        try:
            undone = _undo_placement(self._flow.match, unit)
        except MatchError as error:
            self._host.error(say("This cannot be undone"), error_text(error))
            return
        except IllegalAction:
            text = say("To place {unit} again, undo the later actions first", unit=name)
            self._selection.refusal = screen_refusal("", text)
            self._course.dirty = True
            return
        if undone:
            self._course.after_undo(say("{counter}: placement undone", counter=name))
            self._selection.select(unit)


def _undo_placement(match: Match[Any], unit: str) -> bool:
    """Undo the placement of a unit and repeat the later actions of the same seat.

    Returns False, without any change, if the seat to act has not placed the unit since another seat last acted.

    :raises game.match.errors.MatchError: if the match refuses to undo.
    :raises IllegalAction: if the rules refuse one of the later actions without the placement; nothing has changed then.
    """
    plies, seat = match.plies, match.to_act
    index = len(plies)
    while index and plies[index - 1].actor == seat:
        index -= 1
        state_before = match.history.state_at(index)
        was_waiting = any(c.unit == unit and "waiting" in c.marks for c in match.rules.counters(state_before))
        if was_waiting:
            later_plies = plies[index + 1 :]
            if index >= match.history.undo_limit():  # otherwise the match refuses to undo
                # apply the later actions first, so that nothing has changed if the rules refuse one
                state = state_before
                for ply in later_plies:
                    state, _ = match.rules.apply(state, ply.action)
            match.undo(index)
            for ply in later_plies:
                match.play(ply.action, ply.why, ply.by)
            return True
    return False
