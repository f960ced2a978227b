"""The control flow of a game on screen: the seat to act, questions to computer players and their answers, dice
rolls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic, sleep
from typing import Any, Literal

from game.ai.player_process import TOO_LONG, Advice, PlayerProcess
from game.core.action import Action, BadNotation
from game.core.capability import capability, seen_by
from game.core.chance import CHANCE
from game.core.interrupts import Interrupts
from game.core.message import Text, error_text, say
from game.core.verdict import IllegalAction
from game.i18n.words import capitalised, translate
from game.levels import HUMAN
from game.match.errors import MatchError
from game.match.history import Ply
from game.match.match import Match
from game.match.plan_reasons import PlanReasons
from game.match.player_titles import player_title
from game.match.redo import Redo
from game.ui.app.settings import Settings
from game.ui.play.pace import only_moves, only_sets_up, shows_nothing
from game.ui.play.situation import people_of

LATE_HINT = say("The computer took too long and was stopped. Press H to ask again.")
"""What is shown instead of a hint if the computer player was stopped."""

PAUSE_BEFORE_ROLL = 0.45
"""Seconds before an automatic roll at normal speed, so that people see what is rolled for. Chosen by hand, like the
numbers below."""
PAUSE_BETWEEN = 0.35
"""Seconds between a computer player's actions at normal speed, so that people can follow."""
SHORT_PAUSE = 0.05
"""Seconds of either pause after a march, or after a step that shows nothing on the map."""
SET_UP_SECONDS = 0.15
"""Seconds of one frame in which a computer player may set up a group of units."""
POLL_SECONDS = 0.002
"""Seconds between two looks for its next answer in that time."""
INTERRUPT_SECONDS = 0.4
"""Seconds a computer player may think about an interrupt or an offered draw."""
HINT_SEED = 0
"""The seed for hints: different from the seeds of this game's players, so that a hint does not reveal a player's
plan."""


class Flow:
    """Advances a match. It draws nothing; the screen tells it when earlier steps have been shown."""

    def __init__(self, match: Match[Any], settings: Settings, on_step: Callable[[Ply[Any]], None],
                 on_error: Callable[[str, str], None]) -> None:
        self.match, self._redo = match, Redo(match)
        self.settings = settings
        self.players, self.reasons = PlayerProcess(), PlanReasons()
        self.paused = False
        self.pace = 1.0
        """The speed of a computer player after the latest ply, as a factor of the usual pace."""
        self.held = False
        """Whether the game is held for people who interrupt, are asked whether to, or review the end of a turn;
        automatic progress stops meanwhile."""
        self.hold_before: Callable[[Action], bool] = lambda action: False
        """Callback before a computer player's action is executed; returns whether people hold it back."""
        self._advised: tuple[Action, Text] | None = None
        """The action of a computer player's latest answer, and the text to show with it, until it is executed; else
        None."""
        self._consulted: set[tuple[int, str]] = set()
        """The computer players already asked whether they interrupt, as pairs: number of actions executed, seat."""
        self._consulting: tuple[int, str] | None = None
        """Such a pair for the one being asked now; None if none is."""
        self._allowed_count = -1
        """The action count up to which a person has let a computer player continue in step-by-step mode."""
        self._all_consulted_count = -1
        """The action count at which no computer player was left to be asked whether it interrupts."""
        self._awaiting_draw_answer = False
        """Whether a computer player has been asked about a draw and has not answered yet."""
        self._joined_plies: list[Ply[Any]] = []
        """Plies that are undone together with the one before."""
        self._on_step, self._on_error = on_step, on_error
        self._seconds = 0.0
        """Seconds since the latest step, at this game's speed."""
        self._roller_cache: list[tuple[Any, str | None]] = []
        """The latest states given to ``roller_in``, each with the answer."""
        self._show_hint: Callable[[Sequence[Action], Text], None] | None = None
        """Callback for the awaited hint, see ``ask_hint``; None if none is awaited."""

    @property
    def seat(self) -> str | None:
        """The seat to act; ``chance`` while a roll is pending, None once the game is over."""
        return self.match.to_act

    def is_human(self, seat: str | None) -> bool:
        """Whether a seat is played by a person."""
        return seat is not None and seat != CHANCE and self.match.player(seat) == HUMAN

    def is_computer(self, seat: str | None) -> bool:
        """Whether a seat is played by a computer."""
        return seat is not None and seat != CHANCE and self.match.player(seat) != HUMAN

    @property
    def people(self) -> tuple[str, ...]:
        """The seats played by people."""
        return people_of(self.match)

    @property
    def speed_setting(self) -> Literal["speed", "watching_speed"]:
        """The name of the setting for this game's speed: a person's own, or the one for watching."""
        return "speed" if self.people else "watching_speed"

    @property
    def speed(self) -> float:
        """This game's speed, as a factor of the usual one."""
        return float(getattr(self.settings, self.speed_setting))

    @property
    def roller(self) -> str | None:
        """The seat that makes the pending roll; without one, or if it belongs to no seat, the seat that acted last."""
        return self.roller_in(self.match.state)

    def roller_in(self, state: Any) -> str | None:
        """The seat that makes the pending roll in a state of this game, that of the match or the one still shown. For a
        roll that belongs to no single seat: a person's seat among its groups, else the seat that acted last."""
        for known_state, seat in self._roller_cache:
            if known_state is state:
                return seat
        roll = self.match.rules.pending_roll(state)
        last_actor = next((ply.actor for ply in reversed(self.match.plies) if ply.actor != CHANCE), None)
        groups = roll.groups if roll is not None else ()
        default = next((group.seat for group in groups if group.seat and self.is_human(group.seat)), last_actor)
        seat = roll.seat if roll is not None and roll.seat is not None else default
        self._roller_cache = [(state, seat), *self._roller_cache[:1]]
        return seat

    @property
    def auto_rolls(self) -> bool:
        """Whether the pending dice are rolled without a click."""
        return self.auto_rolls_in(self.match.state)

    def auto_rolls_in(self, state: Any) -> bool:
        """Whether the pending dice in a state, possibly the one still shown, are rolled without a click."""
        roller = self.roller_in(state)
        return self.settings.auto_roll or (roller is not None and not self.is_human(roller)) or not self.people

    def play(self, action: Action | str) -> bool:
        """Execute an action and return whether that worked. A refusal is shown; nothing is lost."""
        self._forget()
        advised, self._advised = self._advised, None
        try:
            ply = self.match.play(action, advised[1] if advised is not None and advised[0] == action else "")
        except (IllegalAction, BadNotation, MatchError) as error:
            self._on_error(translate(say("That cannot be done")), translate(error_text(error)))
            return False
        self._seconds = 0.0
        self._on_step(ply)
        return True

    def roll(self, faces: tuple[int, ...] | None = None) -> bool:
        """Roll the pending dice and return whether that worked. A refusal is shown.

        :param faces: the faces of real dice; None: the program rolls.
        """
        try:
            ply = self.match.roll(faces)
        except MatchError as error:
            self._on_error(translate(say("The dice cannot show this")), translate(error_text(error)))
            return False
        self._seconds = 0.0
        self._on_step(ply)
        return True

    def update(self, dt: float, all_shown: bool) -> None:
        """Advance by ``dt`` seconds.

        :param all_shown: whether no animation of earlier steps is running on screen.
        """
        if self.held and self._show_hint is not None:
            self._receive_hint()
        if not all_shown or self.held:
            return
        if self.waits:
            return
        self._seconds += dt * self.speed * self.pace
        if self._settles_draw_offer():
            return
        seat = self.seat
        if seat == CHANCE:
            pause = PAUSE_BEFORE_ROLL if self._pause > SHORT_PAUSE else SHORT_PAUSE
            if self.auto_rolls and not self.paused and self._seconds >= pause:
                self.roll()
        elif self._show_hint is not None:
            self._receive_hint()
        elif seat is not None and not self._asks_about_interrupts() and not self.is_human(seat):
            self._advance_computer(seat)
            self._set_up_more(seat)

    @property
    def _sets_up(self) -> bool:
        """Whether the last step was a unit set up by a computer player."""
        last = self.match.plies[-1] if self.match.plies else None
        return last is not None and self.is_computer(last.actor) and only_sets_up(last)

    def _set_up_more(self, seat: str) -> None:
        """Let a computer player go on setting up for a moment, so that its units appear in groups."""
        deadline = monotonic() + SET_UP_SECONDS
        while (self._sets_up and self.seat == seat and monotonic() < deadline
               and not (self.paused or self.held or self.waits)):
            self._advance_computer(seat)
            sleep(POLL_SECONDS)

    @property
    def _pause(self) -> float:
        """Seconds before a computer player's next action; none while it sets its units up."""
        if self._sets_up:
            return 0.0
        last = self.match.plies[-1] if self.match.plies else None
        is_quick = last is not None and self.is_computer(last.actor) and (only_moves(last) or shows_nothing(last))
        return SHORT_PAUSE if is_quick else PAUSE_BETWEEN

    @property
    def waits(self) -> bool:
        """Whether step-by-step mode holds a computer player until a person lets it continue."""
        plies = self.match.plies
        if not self.settings.step_by_step or not self.people or not plies or self._allowed_count == len(plies):
            return False
        last_actor = next((ply.actor for ply in reversed(plies) if ply.actor != CHANCE), None)
        next_actor = self.roller if self.seat == CHANCE else self.seat
        return self.is_computer(last_actor) and self.is_computer(next_actor)

    def allow_next_step(self) -> None:
        """Let a waiting computer player do its next action."""
        self._allowed_count = len(self.match.plies)

    def _forget(self) -> None:
        """Drop all open questions, because their state is outdated."""
        self.players.forget()
        self._show_hint = self._consulting = None
        self._all_consulted_count = -1
        self._awaiting_draw_answer = False

    def _settles_draw_offer(self) -> bool:
        """Let a computer player answer a draw offer, once no hint is awaited; returns whether its answer is still
        awaited or has just arrived."""
        offering = self.match.draw_offer
        if offering is None or self.paused or self.hinting:
            return False
        seat = next(name for name in self.match.rules.seats if name != offering)
        if self.is_human(seat):
            return False
        if not self._awaiting_draw_answer:
            if self._seconds >= PAUSE_BETWEEN:
                self._forget()
                self._awaiting_draw_answer = True
                self._ask(seat, self.match.player(seat), draw=True)
            return True
        answer = self.players.answer()
        if answer is None:
            return True
        self._awaiting_draw_answer = False
        if answer.accepts is None:
            self._fail(seat, answer.why)
        else:
            self._seconds = 0.0
            self._on_step(self.match.answer_draw(accept=answer.accepts, why=answer.why))
        return True

    def _asks_about_interrupts(self) -> bool:
        """Ask computer players whether they interrupt, once in each state; returns whether play must wait for that."""
        if self._consulting is None:
            rules, executed = self.match.rules, len(self.match.history)
            interrupts = capability(rules, Interrupts)
            too_early = self.paused or self._seconds < self._pause
            if too_early or not interrupts.moments or executed == self._all_consulted_count:
                return False
            able = interrupts.may_interrupt(self.match.state)
            seats = [s for s in rules.seats if not self.is_human(s) and s != self.seat
                     and (executed, s) not in self._consulted and s in able]
            if not seats:
                self._all_consulted_count = executed
                return False
            self._consulting = (executed, seats[0])
            self._consulted.add(self._consulting)
            self._ask(seats[0], self.match.player(seats[0]), interrupt=True)
            return True
        answer = self.players.answer()
        if answer is None:
            return True
        seat, self._consulting = self._consulting[1], None
        action = self._parsed_action(seat, answer) if answer.action or answer.why else None
        if action is not None and not self.hold_before(action):
            self.play(action)
        return bool(answer.action or answer.why)

    def _parsed_action(self, seat: str, answer: Advice) -> Action | None:
        """The action of a computer player's answer, whose reason is kept to be shown with it; None, with play paused,
        if the player failed."""
        if not answer.action:
            self._fail(seat, answer.why)
            return None
        try:
            action = self.match.rules.parse(answer.action)
        except BadNotation as error:
            self._fail(seat, translate(error_text(error)))
            return None
        action_text = self.match.rules.describe(self.match.state, action)
        self._advised = (action, self.reasons.text_with(seat, answer, action_text))
        return action

    def _fail(self, seat: str, why: str) -> None:
        """Report that a computer player has no answer, and pause."""
        self.paused = True
        side = self.match.rules.theme.side_title(seat) or seat
        text = say("{player} ({side}): {why}\nThe game is paused, nothing is lost. Resume to ask again, or change the "
                   "players in the menu.", player=player_title(self.match.player(seat)), side=side, why=why)
        self._on_error(translate(say("The computer player failed")), translate(text))

    def _advance_computer(self, seat: str) -> None:
        """Ask the computer player of a seat, or execute its answer."""
        if self.paused:
            return
        if not self.players.thinking:
            if self._seconds >= self._pause:
                self._ask(seat, self.match.player(seat))
            return
        answer = self.players.answer()
        if answer is None:
            return
        action = self._parsed_action(seat, answer)
        if action is not None and not self.hold_before(action) and not self.play(action):
            self.paused = True

    def _ask(self, seat: str, level: str, *, interrupt: bool = False, draw: bool = False) -> None:
        """Ask a computer level what to do for a seat; or whether to interrupt, or to accept a draw."""
        from game.ai.players import limit_for  # imported lazily, when a player is first asked

        rules, state = self.match.rules, self.match.state
        position, prompt = rules.position(seen_by(rules, state, seat)), rules.prompt(state)
        turn = None if interrupt or draw or self.is_human(seat) else (prompt.turn, prompt.phase_key[0])
        limit = INTERRUPT_SECONDS if interrupt or draw else limit_for(level, rules)
        seed = HINT_SEED if self.hinting else self.match.player_seed(seat, level)
        self.players.ask(position, level, seat, seed, limit, interrupt=interrupt, draw=draw, system=rules.name,
                         turn=turn)

    @property
    def is_slow(self) -> bool:
        """Whether a computer player thinks for so long that the screen should show progress; not for interrupts."""
        return (self.hinting or not self.paused) and self._consulting is None and self.players.is_slow

    @property
    def hinting(self) -> bool:
        """Whether a hint is being worked out."""
        return self._show_hint is not None

    def ask_hint(self, level: str, show: Callable[[Sequence[Action], Text], None],
                 interrupting: str | None = None) -> None:
        """Ask a computer level what it would do for the person to act; ``show`` receives its plan, the next action
        first, and its reason.

        :param interrupting: the seat of a person who interrupts, or is asked whether to; the hint is for it instead,
            and the plan is empty if the level would not interrupt.
        """
        seat = interrupting or self.seat
        if seat is not None and self.is_human(seat):
            self._consulted.discard(self._consulting or (-1, ""))
            self._consulting, self._all_consulted_count = None, -1
            self._awaiting_draw_answer = False
            self._show_hint = show
            self._ask(seat, level, interrupt=interrupting is not None)

    def _receive_hint(self) -> None:
        """Show the awaited hint once it has arrived, or report why there is none."""
        answer = self.players.answer()
        if answer is None or self._show_hint is None:
            return
        show, self._show_hint = self._show_hint, None
        if not answer.action and answer.why:
            why: Text = LATE_HINT if answer.why == TOO_LONG else answer.why
            self._on_error(translate(say("No hint")), capitalised(why))
            return
        if not answer.action:
            show((), "")
            return
        try:
            show([self.match.rules.parse(notation) for notation in answer.plan or (answer.action,)], answer.why)
        except BadNotation as error:
            self._on_error(translate(say("No hint")), translate(error_text(error)))

    def status(self, seat: str | None) -> Text:
        """The prompt card's text about the computer player in a seat, or about an awaited hint; else empty."""
        if seat is None or not self.is_computer(seat):
            return say("Asking for a hint …") if self._show_hint is not None else ""
        return say("The computer is paused") if self.paused else say("The computer is thinking …")

    def undo_target(self) -> int | None:
        """The number of actions left after undoing a person's latest action; None if there is none."""
        for index in range(len(self.match.plies) - 1, -1, -1):
            ply = self.match.plies[index]
            if self.is_human(ply.actor) and not any(ply is joined_ply for joined_ply in self._joined_plies):
                return index
        return None

    def undo_with_previous(self, ply: Ply[Any]) -> None:
        """Mark an action as part of the same click as the one before it: both are undone together."""
        self._joined_plies.append(ply)

    def undo(self, count: int, *, consent: bool = False) -> bool:
        """Drop every action after the first ``count`` and return whether that worked."""
        self._forget()
        try:
            self._redo.undo(count, consent=consent)
        except MatchError as error:
            self._on_error(translate(say("This cannot be undone")), translate(error_text(error)))
            return False
        self.players.forget_turns()
        self.reasons.forget()
        self._consulted = {(index, seat) for index, seat in self._consulted if index <= count}
        self._seconds = 0.0
        return True

    @property
    def can_redo(self) -> bool:
        """Whether the latest undo can be taken back: nothing has been done since."""
        return self._redo.possible

    def redo(self) -> None:
        """Do again what was undone last, with the same dice.

        :raises game.match.errors.NotNow: if nothing can be redone.
        """
        self._forget()
        joined_plies = tuple(self._joined_plies)
        for before, ply in self._redo.redo():
            if any(before is joined_ply for joined_ply in joined_plies):
                self.undo_with_previous(ply)
        self._seconds = 0.0

    def close(self) -> None:
        """End the computer players' process and release the record."""
        self.players.close()
        self.match.release()
