"""Sheets shown between the actions of a game: faulty record, leader's death, assigning shares, handing over to the next
person, the result."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.core.chance import CHANCE
from game.core.message import Text, say
from game.core.offer import Sharing
from game.core.verdict import Illegal
from game.i18n.words import translate
from game.ui.app.panel import PanelScreen
from game.ui.app.screen import Host
from game.ui.kit.fonts import boxes_note
from game.ui.kit.pen import Pen
from game.ui.kit.theme import ALARM, FAINT
from game.ui.play.course import GameCourse
from game.ui.screens.game_sheets import LeaderCard, hand_over, report_trouble
from game.ui.screens.menu import show_draw_offer

if TYPE_CHECKING:
    from game.ui.screens.game import GameScreen


class BetweenActions:
    """Opens sheets over a game while nothing moves, one at a time."""

    def __init__(self, screen: GameScreen) -> None:
        self._screen, self._game = screen, screen.game
        self._reported_trouble = ""
        """The fault of the record that was reported last."""
        self._logged_note = boxes_note()
        """The note already logged about letters missing from the fonts."""
        self._last_seat: str | None = None
        """The seat of a person that was last to act; None before the first."""
        self._last_phasing = ""
        """The phasing side at that time."""

    def open_next_sheet(self) -> None:
        """Open the next pending sheet, if any."""
        screen, game = self._screen, self._game
        if not self._logged_note and (note := boxes_note()):
            self._logged_note = note
            game.game_log.remark(note)
        trouble = str(game.match.trouble or "")
        if trouble != self._reported_trouble:
            self._reported_trouble = trouble
            if trouble:
                report_trouble(game, trouble)
                return
        if game.new_deaths:
            if not game.dirty:  # first the screen beneath is brought up to date
                screen.app.push(LeaderCard(screen.app, game.theme, game.new_deaths))
                game.new_deaths = ()
            return
        sharing, game.selection.sharing = game.selection.sharing, None
        if sharing is not None:
            screen.app.push(Shares(screen.app, game, sharing))
            return
        if show_draw_offer(game):
            return
        screen.recap_card.announce()
        seat = game.flow.seat
        if seat is None and not game.main_button.result_shown:
            if game.dirty:
                return  # first the screen beneath is brought up to date
            game.main_button.result_shown = True
            screen.show_result()
        if seat == CHANCE and game.flow.roller == game.prompt_shown.phase_key[0] != self._last_phasing:
            seat = game.flow.roller  # the phasing side, whose phase begins with a roll
        if seat is not None and game.flow.is_human(seat) and seat != self._last_seat and not game.turn_end.holds:
            self._hand_over(seat)

    def _hand_over(self, seat: str) -> None:
        """Show the banner for another person to act, unless the same person goes on, or no banner is wanted."""
        game, last = self._game, self._game.match.history.last
        goes_on = self._last_seat is None or (last is not None and last.actor == seat)
        phasing, last_phasing = game.prompt_shown.phase_key[0], self._last_phasing
        self._last_seat, self._last_phasing = seat, phasing
        wanted = len(game.flow.people) > 1 and self._screen.app.settings.hand_over and not game.guided
        if wanted and not goes_on:
            hand_over(game, seat, begins=seat == phasing != last_phasing)


ROW_HEIGHT = 56
"""Height of a row, in layout units."""
EFFECT_ROW_HEIGHT = 76
"""Height of a row with a second line for the share's effect, in layout units."""
HEAD_HEIGHT = 84
"""Height of the sheet above the rows, in layout units."""
FOOT_HEIGHT = 140
"""Height of the sheet below the rows, in layout units."""


class Shares(PanelScreen):
    """The sheet that divides an amount into shares, such as points of damage among units: a row for each share with
    buttons for one less and one more, and the amount assigned so far. Enter accepts a legal division."""

    key_screens = "shares"

    def __init__(self, app: Host, course: GameCourse, sharing: Sharing) -> None:
        super().__init__(app)
        self._course, self.sharing = course, sharing
        self.title = translate(sharing.title)
        self.amounts = list(sharing.proposed) or [share.least for share in sharing.shares]
        """The amount of each share."""
        self.row = 0
        """Index of the share selected by keyboard."""
        self.fault = ""
        """Why the division was not accepted; else empty."""
        self._row_height = EFFECT_ROW_HEIGHT if sharing.effects is not None else ROW_HEIGHT
        self._described: tuple[list[int], Sequence[Text]] = [], ()
        """The amounts last described, and the text of their effect."""
        self.size = (860, HEAD_HEIGHT + self._row_height * len(sharing.shares) + FOOT_HEIGHT)

    @property
    def unassigned(self) -> int:
        """The amount not assigned yet."""
        return self.sharing.whole - sum(self.amounts)

    def fill(self) -> None:
        body = self.body
        for number in range(len(self.sharing.shares)):
            y = body.y + number * self.px(self._row_height)
            for x, label, step in ((470, "−", -1), (610, "+", 1)):
                rect = pygame.Rect(body.x + self.px(x), y, self.px(54), self.px(46))
                self.button(rect, label, partial(self.change, number, step), "#plain",
                            tool_tip_text=say("One less") if step < 0 else say("One more"))
            rect = pygame.Rect(body.x + self.px(676), y, self.px(90), self.px(46))
            self.button(rect, translate(say("All")), partial(self.change, number, self.sharing.whole), "#plain")
        width, height = self.px(240), self.px(54)
        self.button(pygame.Rect(body.right - width, body.bottom - height, width, height),
                    translate(say("Done   [Enter]")), self.accept, "#main")

    def change(self, number: int, step: int) -> None:
        """Raise or lower a share, within its limits and what is not assigned yet.

        :param number: index of the share.
        :param step: the change; it is cut to what is possible.
        """
        share = self.sharing.shares[number]
        maximum = self.amounts[number] + self.unassigned
        maximum = min(maximum, share.most) if share.most is not None else maximum
        self.amounts[number] = max(share.least, min(maximum, self.amounts[number] + step))
        self.row, self.fault = number, ""

    def accept(self) -> None:
        """Play the division, or show why it is not allowed."""
        if self.unassigned and not self.sharing.may_leave_rest:
            self.fault = translate(say("{count} of {whole} not assigned yet", count=self.unassigned,
                                  whole=self.sharing.whole))
            return
        action = self.sharing.action(tuple(self.amounts))
        verdict = self._course.match_situation.check(action)
        if isinstance(verdict, Illegal):
            self.fault = translate(verdict.reasons[0].with_rule)
            return
        self.app.pop()
        self._course.play(action)

    def _effects(self) -> Sequence[Text]:
        """The effect of each amount as text, once everything is assigned."""
        if self.sharing.effects is None or self.unassigned:
            return ()
        if self._described[0] != self.amounts:
            self._described = list(self.amounts), self.sharing.effects(tuple(self.amounts))
        return self._described[1]

    def paint(self, target: pygame.Surface) -> None:
        body, effects = self.body, self._effects()
        for number, share in enumerate(self.sharing.shares):
            y = body.y + number * self.px(self._row_height) + self.px(9)
            if number == self.row:
                frame = pygame.Rect(body.x - self.px(8), y - self.px(9), self.px(460), self.px(self._row_height - 10))
                pygame.draw.rect(target, FAINT, frame, width=self.px(2), border_radius=self.px(6))
            pen = Pen(target, self.metrics, body.x, y, self.px(440))
            pen.line(share.title, "ui-bold", 21)
            if effects:
                pen.line(effects[number], "ui", 17, FAINT)
            Pen(target, self.metrics, body.x + self.px(524), y, self.px(86)).line(
                str(self.amounts[number]), "title", 24, centre=True)
        pen = Pen(target, self.metrics, body.x, body.bottom - self.px(84), body.width - self.px(260))
        shared = self.sharing.whole - self.unassigned
        pen.line(say("{shared} of {whole}", shared=shared, whole=self.sharing.whole), "ui-bold", 22)
        pen.space(4)
        if self.fault:
            pen.line(self.fault, "ui", 18, ALARM)
        else:
            pen.line(say("Up, down: select; left, right or a digit: how many"), "ui", 17, FAINT)

    def do(self, command: str, key: str) -> bool:
        match command:
            case "accept" if self.focused is None:
                self.accept()
            case "line":
                self.row = (self.row + (1 if key == "down" else -1)) % len(self.amounts)
            case "amount" if key in ("left", "right"):
                self.change(self.row, 1 if key == "right" else -1)
            case "amount":
                self.change(self.row, int(key) - self.amounts[self.row])
            case _:
                return super().do(command, key)
        return True
