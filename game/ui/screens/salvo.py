"""What units of a kind could do now, each at its best: all at one input, or another choice for single ones."""

from __future__ import annotations

from functools import partial

import pygame

from game.core.chance import per_cent
from game.core.message import say, several
from game.core.offer import Offer
from game.ui.app.panel import PanelScreen
from game.ui.board import places
from game.ui.kit.pen import Pen
from game.ui.kit.theme import FAINT
from game.ui.play.game import GameInPlay
from game.ui.play.runs import Chains, Salvos
from game.ui.play.salvo import Plan
from game.words import said

ROW, ROWS = 52, 14
"""Units: the height of a row; rows that find room."""


class Salvo(PanelScreen):
    """One row a unit, the best chance first; its button goes through what it could do, and leaves it out at the end."""

    keyboard = "salvo"

    def __init__(self, game: GameInPlay, seat: str, plan: Plan) -> None:
        super().__init__(game.host)
        self.game, self.seat = game, seat
        self.title = said(game.rules.salvo_title)
        self.plan = plan[:ROWS]
        self.chosen = [0] * len(self.plan)
        """For each unit the number of what it does; that after the last: nothing."""
        self.again = game.rules.salvo_again(game.match.state, seat)
        """Whether they could do it a second time."""
        self.size = (1060, 84 + len(self.plan) * ROW + 150)

    @property
    def picked(self) -> tuple[Offer, ...]:
        """What is done."""
        pairs = zip(self.plan, self.chosen, strict=True)
        return tuple(options[number] for options, number in pairs if number < len(options))

    def fill(self) -> None:
        body = self.body
        for row, options in enumerate(self.plan):
            number = self.chosen[row]
            words = self._target(options[number]) if number < len(options) else say("holds its fire")
            rect = pygame.Rect(body.x + self.px(290), body.y + row * self.px(ROW), self.px(530), self.px(46))
            self.button(rect, words, partial(self._turn, row), "#plain")
        height, width = self.px(54), self.px(330)
        count = len(self.picked)
        label = self._said(count)
        rect = pygame.Rect(body.right - width, body.bottom - height, width, height)
        self.button(rect, label, self.accept, "#main")
        if self.again and count:
            left = rect.move(-width - self.px(14), 0)
            self.button(left, say("{label}, then again", label=label), partial(self.accept, twice=True), "#plain")

    def _said(self, count: int) -> str:
        """What the button does: how many of those listed fire."""
        if not count:
            return said(say("Nobody fires"))
        who = say("{count} of {number}", count=count,
                  number=len(self.plan)) if count < len(self.plan) else say("All {count}",
                                                                            count=count) if count > 1 else say("It")
        return f"{who} {'fire' if count > 1 else 'fires'}"

    def _target(self, offer: Offer) -> str:
        """Where a unit aims, and who of the enemy stands there from the top of the stack down."""
        controller = self.game.controller
        place = offer.place or ""
        title = said(places.title(self.game.rules.board(controller.state), place))
        there = reversed(controller.stacks.get(place, ()))
        names = [controller.counters[unit].name for unit in there if controller.counters[unit].seat != self.seat]
        more = several(" and {count} more", " and {count} more", len(names) - 1) if len(names) > 1 else ""
        return f"{title}: {names[0]}{more}" if names else title

    def _turn(self, row: int) -> None:
        """The next thing a unit could do."""
        self.chosen[row] = (self.chosen[row] + 1) % (len(self.plan[row]) + 1)
        focus = self._focus
        self.rebuild()
        self._focus = focus

    def accept(self, *, twice: bool = False) -> None:
        """Do what is picked.

        :param twice: whether the same units do afterwards once more what is best for them then.
        """
        self.app.pop()
        if self.picked and twice:
            self.game.quick_play.start(Salvos(self.game.rules, self.seat, self.picked))
        elif self.picked:
            chosen = [offer.actions for offer in self.picked]
            self.game.quick_play.start(Chains(self.game.rules, self.seat, chosen, quick=True))

    def paint(self, target: pygame.Surface) -> None:
        body, counters = self.body, self.game.controller.counters
        for row, options in enumerate(self.plan):
            y = body.y + row * self.px(ROW) + self.px(9)
            Pen(target, self.metrics, body.x, y, self.px(285)).line(counters[options[0].units[0]].name, "ui-bold", 20)
            number = self.chosen[row]
            preview = options[number].preview if number < len(options) else None
            if preview is not None:
                said, chance = preview.hope(self.seat)
                pen = Pen(target, self.metrics, body.x + self.px(832), y, body.width - self.px(832))
                pen.line(f"{said} {per_cent(chance)}", "ui-bold", 20)
        pen = Pen(target, self.metrics, body.x, body.bottom - self.px(90), body.width)
        more = say("   Shift+Enter: do it, then fire again at the best targets left") if self.again else ""
        pen.line(say("Click a target to change it.   Enter: do it{more}", more=more), "ui", 18, FAINT)

    def do(self, command: str, key: str) -> bool:
        if command not in ("accept", "accept-twice") or self.focused is not None:
            return super().do(command, key)
        self.accept(twice=self.again and command == "accept-twice")
        return True
