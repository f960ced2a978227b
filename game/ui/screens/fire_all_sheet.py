"""The sheet for firing all units of a kind with one input, each at its best target or one chosen here."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from game.core.batch import FireAll
from game.core.capability import capability
from game.core.chance import per_cent
from game.core.message import Text, both_or_all, joined, plural, say
from game.core.offer import Offer
from game.i18n.words import translate
from game.ui.app.panel import PagedPanel
from game.ui.app.screen import Host
from game.ui.board import places
from game.ui.kit.pen import fitting_font
from game.ui.kit.theme import FAINT, INK
from game.ui.play.choosing import FireAllPlan
from game.ui.play.runs import FireAllRun, TwoRoundFireRun
from game.ui.play.situation import Situation

ROW_HEIGHT = 52
"""Height of a row, in layout units."""
FOOT_HEIGHT = 110
"""Height of the area below the rows, in layout units."""
TARGETS_LEFT = 0.29
"""Where the column of targets begins, as a share of the width; the names are to its left."""
CHANCES_LEFT = 0.83
"""Where the column of chances begins, as a share of the width."""


class FireAllSheet(PagedPanel):
    """A row for each unit, best chance first. Its button cycles through the unit's targets and, last, holding fire."""

    key_screens = "salvo"

    def __init__(self, app: Host, situation: Situation, seat: str, plan: FireAllPlan,
                 start: Callable[[TwoRoundFireRun | FireAllRun], None]) -> None:
        """:param seat: the side that fires.
        :param plan: for each unit its offers to fire, the best first.
        :param start: callback that plays the chosen actions."""
        super().__init__(app)
        self._situation, self.seat, self._start = situation, seat, start
        fires = capability(situation.rules, FireAll)
        self.title = translate(fires.fire_all_title)
        self.plan = plan
        self.chosen = [0] * len(self.plan)
        """For each unit the index of its chosen action; the index after the last means that it holds its fire."""
        self.second_round = fires.fire_all_again(situation.state, seat)
        """Whether some units can act a second time."""
        self.size = (1060, 84 + len(self.plan) * ROW_HEIGHT + FOOT_HEIGHT + 40)

    @property
    def picked(self) -> tuple[Offer, ...]:
        """The chosen actions, without the units that hold their fire."""
        pairs = zip(self.plan, self.chosen, strict=True)
        return tuple(options[number] for options, number in pairs if number < len(options))

    def fill(self) -> None:
        body = self.body
        self.break_rows([self.px(ROW_HEIGHT)] * len(self.plan), body.height - self.px(FOOT_HEIGHT))
        for line, row in enumerate(self.pages.items):
            options, number = self.plan[row], self.chosen[row]
            target = self._target(options[number]) if number < len(options) else say("holds its fire")
            left = body.x + round(TARGETS_LEFT * body.width)
            rect = pygame.Rect(left, body.y + line * self.px(ROW_HEIGHT),
                               body.x + round(CHANCES_LEFT * body.width) - left - self.px(10), self.px(46))
            self.button(rect, target, partial(self._next_choice, row), "#plain")
        height, width = self.px(54), min(self.px(330), (body.width - self.px(14)) // 2)
        count = len(self.picked)
        label = self._button_label(count)
        rect = pygame.Rect(body.right - width, body.bottom - height, width, height)
        self.button(rect, label, self.accept, "#main")
        if self.second_round and count:
            second_rect = rect.move(-width - self.px(14), 0)
            self.button(second_rect, say("{label}, then fire again", label=label), partial(self.accept, twice=True),
                        "#plain")

    def _button_label(self, count: int) -> str:
        """Label of the main button: how many of the listed units fire."""
        if not count:
            return translate(say("Hold all fire"))
        if count < len(self.plan):
            return translate(say("Fire {count} of {number}", count=count, number=len(self.plan)))
        return translate(both_or_all("Fire {count} gun", "Fire both", "Fire all {count}", count))

    def _target(self, offer: Offer) -> str:
        """The target's place, with the top enemy unit there and the number of others."""
        situation = self._situation
        place = offer.place or ""
        title = translate(places.title(situation.board, place))
        stack = reversed(situation.stacks.get(place, ()))
        names = [situation.counters[unit].name for unit in stack if situation.counters[unit].seat != self.seat]
        more = plural(" and {count} more", " and {count} more", len(names) - 1) if len(names) > 1 else ""
        return translate(say("{head}: {more}", head=title, more=joined((names[0], more), ""))) if names else title

    def _next_choice(self, row: int) -> None:
        """Switch a unit to its next choice."""
        self.chosen[row] = (self.chosen[row] + 1) % (len(self.plan[row]) + 1)
        focus = self._focus
        self.rebuild()
        self._focus = focus

    def accept(self, *, twice: bool = False) -> None:
        """Play the chosen actions.

        :param twice: whether units that can act again then take their best action left.
        """
        self.app.pop()
        if self.picked and twice:
            self._start(TwoRoundFireRun(self._situation.rules, self.seat, self.picked))
        elif self.picked:
            chosen = [offer.actions for offer in self.picked]
            self._start(FireAllRun(self._situation.rules, self.seat, chosen))

    def paint(self, target: pygame.Surface) -> None:
        body, counters = self.body, self._situation.counters
        for line, row in enumerate(self.pages.items):
            options, y = self.plan[row], body.y + line * self.px(ROW_HEIGHT)
            self._cell(target, counters[options[0].units[0]].name, 0, TARGETS_LEFT, y)
            number = self.chosen[row]
            preview = options[number].preview if number < len(options) else None
            if preview is not None:
                hope, chance = preview.hope(self.seat)
                self._cell(target, translate(joined((hope, per_cent(chance)), " ")), CHANCES_LEFT, 1, y)
        twice = say("   Shift+Enter: fire, then fire again at the best targets left") if self.second_round else ""
        keys = say("Click a target to change it.   Enter: fire{more}", more=twice)
        face = fitting_font(keys, "ui", self.px(18), body.width)
        target.blit(face.line_picture(keys, FAINT), (body.x, body.bottom - self.px(90)))

    def _cell(self, target: pygame.Surface, text: Text, start: float, end: float, y: int) -> None:
        """Print a text in a row, in the column between two shares of the width.

        :param y: upper edge of the row, in window pixels.
        """
        body = self.body
        face = fitting_font(text, "ui-bold", self.px(20), round((end - start) * body.width) - self.px(8))
        image = face.line_picture(text, INK)
        target.blit(image, image.get_rect(midleft=(body.x + round(start * body.width), y + self.px(23))))

    def do(self, command: str, key: str) -> bool:
        if command not in ("accept", "accept-twice") or self.focused is not None:
            return super().do(command, key)
        self.accept(twice=self.second_round and command == "accept-twice")
        return True
