"""The result sheet: the winner and the rule, the field, losses, the chart of the battle, and what happened. The field
is the picture of the map at the end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import ceil
from typing import Any

import pygame

from game.art import screen_data
from game.core.capability import capability
from game.core.contract import DRAW, Counter
from game.core.event import Declared, Removed
from game.core.message import Message, Text, joined, plural, say
from game.core.presenter import OffMapBoxes
from game.i18n.words import contains_name
from game.match.luck import luck_of
from game.match.match import Match
from game.match.player_titles import player_title
from game.ui.app.panel import PanelScreen
from game.ui.app.screen import Host
from game.ui.counters.marks import flag_picture
from game.ui.counters.pictures import plain_counter
from game.ui.kit.pen import Link, Pen, TextRun, cite
from game.ui.kit.theme import FAINT, GOLD, LINK, Metrics
from game.ui.play.recap import StepLog
from game.ui.play.roster import Whereabouts, losses, roster_of
from game.ui.play.situation import shown_to, viewing_seat
from game.ui.screens.battle_picture import draw_whole
from game.ui.screens.map_sheets import FullLog
from game.ui.screens.replay import ReplayScreen
from game.ui.screens.rulebook import Rulebook
from game.ui.screens.victory_figures import (
    LOSSES_PLATE_HEIGHT,
    ChartData,
    SideLosses,
    draw_chart,
    draw_losses_plate,
    draw_luck,
    draw_objective,
    objective_width,
    strike_out,
)

EXAMPLE_OVER = say("The example is over")
"""The title of the sheet after an example of play without a winner."""
CHART_HEIGHTS = (210, 180, 150, 132)
"""Heights to try for the chart of the battle, in layout units, largest first."""
MOMENTS_HEIGHT = 200
"""Height in layout units reserved for the decisive moments and a gap; the chart gets smaller to allow it, if it still
fits."""
MAX_LOSSES_HEIGHT, MIN_LOSSES_HEIGHT = 60, 12
"""Most and least height for the lost counters, in per cent of the height of the figures."""
LOSSES_STEP = 8
"""Steps in which less height for them is tried, in per cent."""
LOSSES_BESIDE_HEIGHT = 14
"""Height for the lost counters when it is tried whether the figures leave room for the chart beside a whole field, in
per cent of the field's height."""
COUNTER_SIZES = (56, 48, 42, 36, 32, 28, 24)
"""Sizes to try for lost counters, in layout units, largest first."""
LOST_GAP = 6
"""The gap between lost counters, in layout units."""
COUNTERS_MARGIN = 38
"""Height to leave free above and below lost counters together, in layout units."""
FIELD_WIDTH = 53
"""Largest width of the field, in per cent of the sheet's."""
MAX_FIELD_SHARE = 0.62
"""Largest share of the sheet's height for a field above the chart."""
MAX_SCALE = 9.0
"""Largest scale of the sheet."""
FLAG_HEIGHT = 92
"""Height of the winner's flags, in layout units."""
FLAG_DISTANCE = 84
"""Distance from the sheet's edge to the centres of the flags, in layout units."""
KEYS_IGNORED = 1.0
"""Seconds for which keys do not close the sheet, because a key meant for the game may be pressed late."""


class Victory(PanelScreen):
    """The result in the winner's colour, with the losses as counters and the course of the battle."""

    key_screens = "victory"
    size = (1480, 860)
    min_size = (1240, 860)
    closable = False

    def __init__(self, app: Host, match: Match[Any]) -> None:
        super().__init__(app)
        self.match = match
        self._rules = shown_to(match.rules, lambda: viewing_seat(match))
        result = match.result
        assert result is not None
        self.result = result
        self.side_losses = self._side_losses()
        """The losses of each side."""
        self.links: list[Link] = []
        """The links to the rulebook."""
        self.log_link: pygame.Rect | None = None
        """Rectangle of the link to the full log."""
        self._printed: pygame.Surface | None = None
        """Everything printed on the sheet; None to print it again."""
        self._field_picture: pygame.Surface | None = None
        """The picture of the whole field at the end, once drawn."""
        self._chart_height = 0
        """Height of the chart in pixels."""
        self._age = 0.0
        """Seconds since the sheet was first shown."""

    @property
    def metrics(self) -> Metrics:
        """Metrics with which the sheet fills the window at every interface scale, because everybody looks at it."""
        return self.app.metrics.at(MAX_SCALE).fitted(self.min_size)

    def update(self, dt: float, top: bool) -> None:
        self._age += dt
        super().update(dt, top)

    def handle(self, event: pygame.event.Event) -> bool:
        is_early = event.type == pygame.KEYDOWN and self._age < KEYS_IGNORED
        return (is_early and self.answers(event)) or super().handle(event)

    def fill(self) -> None:
        body, height, gap = self.body, self.px(58), self.px(16)
        label_of_map = say("Look at the table") if self._has_bases else say("Look at the map")
        buttons = ((label_of_map, self.app.pop, ""), (say("Watch replay"), self.replay, ""),
                   (say("Play again"), self.play_again, ""), (say("Back to title screen"), self.leave, "#main"))
        width = (body.width - gap * (len(buttons) - 1)) // len(buttons)
        for number, (label, action, look) in enumerate(buttons):
            place = pygame.Rect(body.x + number * (width + gap), body.bottom - height, width, height)
            self.button(place, label, action, look)
        self._printed = None

    def paint(self, target: pygame.Surface) -> None:
        if self._printed is None:
            self._printed = pygame.Surface(target.get_size(), pygame.SRCALPHA)
            self._print(self._printed)
        target.blit(self._printed, self.sheet, self.sheet)

    def _print(self, target: pygame.Surface) -> None:
        """Print everything on the sheet: at the left the field, at the right the figures, and the chart below the field
        or, beside a whole field, below the figures."""
        body, gap = self.body, self.px(36)
        pen = Pen(target, self.metrics, body.x, self._headline(target) + self.px(14), body.width)
        pen.flow([TextRun(self.result.text, "text", 28), cite(self.result.rule, 28)])
        self.links = pen.links
        top, bottom = pen.y + self.px(10), body.bottom - self.px(76)
        field = self._draw_fitting_field(target, pygame.Rect(body.x, top, body.width, bottom - top))
        has_chart, chart_top = bool(self.match.plies), field.bottom + self.px(14)
        pen = Pen(target, self.metrics, body.x + field.width + gap, top, body.width - field.width - gap)
        if not has_chart:
            self._print_fitting_figures(pen, bottom, top)
        elif bottom - chart_top >= self._chart_height:
            self._print_fitting_figures(pen, bottom, top)
            self._draw_chart(target, pygame.Rect(body.x, chart_top, field.width, bottom - chart_top))
        else:
            height = self._chart_height
            self._print_fitting_figures(pen, bottom - height - self.px(10), top)
            self._draw_chart(target, pygame.Rect(pen.x, bottom - height, pen.width, height))

    def _draw_fitting_field(self, target: pygame.Surface, room: pygame.Rect) -> pygame.Rect:
        """Draw the field: whole and as high as the sheet if the figures beside it leave room for the chart; else
        smaller, above the chart. Return the rectangle used, and choose the height of the chart."""
        picture = self._field_picture or draw_whole(self._rules, self.match.state, self._counters, room.height)
        self._field_picture = picture
        gap, (field_width, field_height) = self.px(36), picture.get_size()
        max_width = (room.width - gap) * FIELD_WIDTH // 100
        frame = pygame.Rect(room.x, room.y, min(max_width, round(room.height * field_width / field_height)),
                            room.height)
        frame.height = min(frame.height, round(frame.width * field_height / field_width))
        trial = Pen(pygame.Surface((1, 1)), self.metrics, 0, room.y, room.width - gap - frame.width)
        losses_height = room.height * LOSSES_BESIDE_HEIGHT // 100
        figures_bottom = self._print_figures(trial, losses_height, room.y)  # without decisive moments
        fitting = [units for units in CHART_HEIGHTS if figures_bottom + self.px(units + 10) <= room.bottom]
        with_moments = [units for units in fitting if figures_bottom + self.px(units + MOMENTS_HEIGHT) <= room.bottom]
        self._chart_height = self.px(next(iter(with_moments or fitting), CHART_HEIGHTS[-1]))
        if self.match.plies and not fitting:
            scale = min(max_width / field_width, room.height * MAX_FIELD_SHARE / field_height)
            frame = pygame.Rect(room.topleft, (max_width, round(field_height * scale)))
            field = pygame.Rect(0, room.y, round(field_width * scale), frame.height)
            field.centerx = frame.centerx
            self.draw_field(target, field, picture)
        else:
            self.draw_field(target, frame, picture)
        return frame

    def _print_fitting_figures(self, pen: Pen, bottom: int, top: int) -> None:
        """Print the figures beside the field, with lost counters small enough for all to end above ``bottom``, and
        overlapping if even the smallest are not. Only as many decisive moments are printed as have room then."""
        height = bottom - top
        shares = (*range(MAX_LOSSES_HEIGHT, MIN_LOSSES_HEIGHT, -LOSSES_STEP), MIN_LOSSES_HEIGHT)
        for overlap, percent in product((False, True), shares):
            trial = Pen(pygame.Surface((1, 1)), pen.metrics, pen.x, top, pen.width)
            if self._print_figures(trial, height * percent // 100, top, overlap=overlap) <= bottom:  # without moments
                break
        self._print_figures(pen, height * percent // 100, bottom, overlap=overlap)

    def _print_figures(self, pen: Pen, losses_height: int, bottom: int, *, overlap: bool = False) -> int:
        """Print losses, objectives, luck, the number of attacks and the decisive moments; return their lower edge in
        pixels.

        :param losses_height: height in pixels for lost counters.
        :param bottom: lower limit of the decisive moments, in pixels; none are printed if it is above them.
        :param overlap: whether lost counters overlap if that height has no room for them side by side.
        """
        self._print_losses(pen, losses_height, overlap=overlap)
        self._print_objectives(pen)
        self._print_luck(pen)
        self._print_course(pen, bottom)
        return pen.y

    def _draw_chart(self, target: pygame.Surface, room: pygame.Rect) -> None:
        """Draw the chart of the battle."""
        draw_chart(target, self.metrics, room, self._rules.theme, self._chart_data())

    def _headline(self, target: pygame.Surface) -> int:
        """Print winner, battle and turn on a band in the winner's colour; return its lower edge in window pixels."""
        theme, sheet = self.match.rules.theme, self.sheet
        winner = next((seat for seat in theme.seats if seat.name == self.result.winner), None)
        band = pygame.Rect(sheet.x + self.px(2), sheet.y + self.px(2), sheet.width - self.px(4), self.px(124))
        paper, ink = (winner.paper, winner.print) if winner else ("#7b6a4f", "#f6eed9")
        pygame.draw.rect(target, paper, band, border_top_left_radius=self.px(5), border_top_right_radius=self.px(5))
        pygame.draw.rect(target, GOLD, (band.x, band.bottom, band.width, self.px(3)))
        pen = Pen(target, self.metrics, band.x, band.y, band.width)
        scenario = next(info for info in self.match.rules.scenarios if info.name == self.match.header.scenario)
        if self.result.winner != DRAW and winner is not None:
            title = say("{winner} victory", winner=winner.described)
        else:
            title = EXAMPLE_OVER if scenario.example else say("A draw")
        pen.line(title, "title", 64, ink, centre=True)
        battle = scenario.title
        game: Text = battle if contains_name(battle, theme.title) else say("{theme} · {battle}", theme=theme.title,
                                                                           battle=battle)
        line: Text = say("{where} · {name} {turn}", where=game, name=theme.turn, turn=self.match.prompt.turn)
        if not scenario.example:
            line = joined([line, self.players], " · ")
        pen.line(line, "ui", 20, ink, centre=True)
        flags = (winner, winner) if winner is not None else (theme.seats[0], theme.seats[-1])
        for seat, x in zip(flags, (band.left + self.px(FLAG_DISTANCE), band.right - self.px(FLAG_DISTANCE)),
                           strict=True):
            picture = flag_picture(seat, theme.seats.index(seat), self.px(FLAG_HEIGHT))
            target.blit(picture, picture.get_rect(center=(x, band.centery)))
        return band.bottom + self.px(3)

    @property
    def _counters(self) -> Sequence[Counter]:
        """The counters at the end."""
        return self._rules.counters(self.match.state)

    def draw_field(self, target: pygame.Surface, frame: pygame.Rect, whole: pygame.Surface) -> None:
        """Draw the field in a dark frame, cropped to its shape.

        :param whole: the picture of the whole field.
        """
        scale = max(frame.width / whole.get_width(), frame.height / whole.get_height())
        part = pygame.Rect(0, 0, min(whole.get_width(), round(frame.width / scale)),
                           min(whole.get_height(), round(frame.height / scale)))
        part.center = whole.get_rect().center
        target.blit(pygame.transform.smoothscale(whole.subsurface(part), frame.size), frame)
        pygame.draw.rect(target, "#3a281c", frame.inflate(self.px(6), self.px(6)), width=self.px(5))
        pygame.draw.rect(target, GOLD, frame, width=self.px(2))

    @property
    def players(self) -> Text:
        """The player of each side; for computer players level and personality."""
        return joined([say("{side}: {player}", side=seat.title, player=player_title(self.match.player(seat.name)))
                       for seat in self.match.rules.theme.seats], " · ")

    @property
    def _has_bases(self) -> bool:
        """Whether the counters are bases on a table without a grid."""
        return self._rules.traits.board == "plane"

    def _side_losses(self) -> list[SideLosses]:
        """The losses of each side among the units that took part; units that never arrived are counted separately.
        Steps are counted for both sides, if a side has more of them than units."""
        theme, match = self.match.rules.theme, self.match
        texts = screen_data(theme.art).victory
        roster = roster_of(self._rules, match.history.first_state, match.state, match.plies)
        arrived = [each for each in roster if each.where is not Whereabouts.TO_COME]
        steps = {seat.name: losses(arrived, seat.name) for seat in theme.seats}
        has_steps = any(side.total_steps > side.total_units for side in steps.values())
        side_losses = []
        for seat in theme.seats:
            own = [each for each in roster if each.counter.seat == seat.name]
            own_arrived = [each for each in arrived if each.counter.seat == seat.name]
            lost = [each.counter for each in own_arrived if each.where is Whereabouts.LOST]
            bases = sum(_is_base(each.counter) for each in own_arrived) if self._has_bases else 0
            number = sum(map(_is_base, lost)) if bases else len(lost)
            text = (plural("of {whole} base lost", "of {whole} bases lost", bases, whole=bases) if bases else
                    plural("of {whole} counter lost", "of {whole} counters lost", len(own_arrived),
                           whole=len(own_arrived)))
            side, missing, more = steps[seat.name], len(own) - len(own_arrived), list[Text]()
            if has_steps:
                more.append(plural("{count} of {whole} steps lost", "{count} of {whole} steps lost", side.steps,
                                   whole=side.total_steps))
            if missing:
                more.append(say("{number} more never arrived", number=missing))
            if bases and texts.aside and not all(map(_is_base, lost)):
                more.append(Message(texts.aside))
            side_losses.append(SideLosses(seat, lost, number, text, more))
        return side_losses

    def _print_losses(self, pen: Pen, height: int, *, overlap: bool) -> None:
        """Print each side's losses on a plate in its colours, and as counters below, small enough to fit a height in
        pixels; if even the smallest have no room side by side, they overlap or take more height."""
        gap, side_losses = self.px(16), self.side_losses
        width = (pen.width - gap * (len(side_losses) - 1)) // len(side_losses)
        size = self.counter_size(max((len(each.lost) for each in side_losses), default=0), width, height)
        bottom = top = pen.y + self.px(LOSSES_PLATE_HEIGHT)
        for number, of_side in enumerate(side_losses):
            plate = pygame.Rect(pen.x + number * (width + gap), pen.y, width, self.px(LOSSES_PLATE_HEIGHT))
            draw_losses_plate(pen.surface, self.metrics, plate, of_side)
            first = plate.x, top + self.px(8)
            for counter, (x, y) in zip(of_side.lost, self.places_of_lost(
                    len(of_side.lost), size, width, height if overlap else None), strict=True):
                picture = plain_counter(counter, self.match.rules.theme, size)
                spot = pen.surface.blit(picture, (first[0] + x, first[1] + y))
                strike_out(pen.surface, spot)
                bottom = max(bottom, first[1] + y + size)
        pen.y = bottom + self.px(10)

    def places_of_lost(self, count: int, size: int, width: int, height: int | None) -> list[tuple[int, int]]:
        """The places of lost counters in rows, in pixels from the first: side by side if they fit a width and a height
        in pixels, else overlapping in as many rows as fit.

        :param size: the size of a counter in pixels.
        :param height: None if there may be any number of rows.
        """
        gap = self.px(LOST_GAP)
        columns = max(1, (width + gap) // (size + gap))
        step = float(size + gap)
        if height is not None:
            rows = max(1, (height - self.px(COUNTERS_MARGIN)) // (size + gap))
            if ceil(count / columns) > rows:
                columns = ceil(count / rows)
                step = (width - size) / (columns - 1)
        return [(round(number % columns * step), number // columns * (size + gap)) for number in range(count)]

    def counter_size(self, count: int, width: int, height: int) -> int:
        """The size in pixels at which a number of lost counters fits a width and a height in pixels; the smallest size
        if none fits."""
        gap = self.px(LOST_GAP)
        for units in COUNTER_SIZES:
            size = self.px(units)
            columns = max(1, (width + gap) // (size + gap))
            if ceil(count / columns) * (size + gap) + self.px(COUNTERS_MARGIN) <= height:
                break
        return size

    def _chart_data(self) -> ChartData:
        """The number of each side's counters on the map at the start and at the end of every turn; on a table that of
        its bases, without camps."""
        rules = self._rules
        ends = {ply.turn: ply.state for ply in self.match.plies}
        boxes = {box.name for box in capability(self.match.rules, OffMapBoxes).boxes(self.match.state)}
        states = [self.match.history.first_state, *(ends[turn] for turn in sorted(ends))]
        counts = {
            seat.name: [
                sum(c.seat == seat.name and c.place is not None and c.place not in boxes and (
                    _is_base(c) or not self._has_bases) for c in rules.counters(state))
                for state in states
            ]
            for seat in rules.theme.seats
        }
        if len(states) > 2 and not any(row[0] for row in counts.values()):  # skip the start if nothing was set up yet
            counts = {name: row[1:] for name, row in counts.items()}
        title = say("Bases on the table") if self._has_bases else say("Counters on the map")
        return ChartData(counts, sorted(ends), title)

    def _print_luck(self, pen: Pen) -> None:
        """Print how lucky each side was with its dice."""
        draw_luck(pen, self._rules.theme, luck_of(self.match.rules, self.match.history.first_state, self.match.plies))

    def _print_objectives(self, pen: Pen) -> None:
        """Print the objectives, each with the side that holds it."""
        theme, held = self._rules.theme, self._rules.objectives(self.match.state).at_the_end.entries
        if not held:
            return
        pen.heading(say("At the end"))
        gap = self.px(28)
        half = (pen.width - gap) // 2
        columns = 2 if len(held) > 2 and all(objective_width(pen, theme, each) <= half for each in held) else 1
        width = half if columns == 2 else pen.width
        top = bottom = pen.y
        rows = ceil(len(held) / columns)
        for number in range(columns):
            column = Pen(pen.surface, pen.metrics, pen.x + number * (width + gap), top, width)
            for objective in held[number * rows:(number + 1) * rows]:
                draw_objective(column, theme, objective)
            bottom = max(bottom, column.y)
        pen.y = bottom + self.px(8)

    def _print_course(self, pen: Pen, bottom: int) -> None:
        """Print the link to the full log, the number of attacks, and the decisive moments: every removal of a unit, or
        as many of the last ones as have room.

        :param bottom: lower limit of the decisive moments, in pixels.
        """
        events = [(ply.turn, event) for ply in self.match.plies for event in ply.events]
        attacks_label = screen_data(self._rules.theme.art).victory.attacks
        attacks = [event for _, event in events if isinstance(event, Declared)]
        unrolled = sum(not attack.has_roll for attack in attacks)
        attack_count: Text = (say("{number} ({unrolled} without a roll)", number=len(attacks), unrolled=unrolled)
                              if unrolled else str(len(attacks)))
        moments = [(turn, event) for turn, event in events if isinstance(event, Removed)]
        face = pen.font("ui", 17)
        max_lines = (bottom - pen.y - self.px(76)) // (face.get_linesize() + self.px(4))
        moments = moments[max(0, len(moments) - max_lines):] if max_lines > 0 else []
        link = say("Full log   [L]")
        self.log_link = pygame.Rect(0, pen.y + self.px(2), face.size(link)[0], face.get_linesize())
        self.log_link.right = pen.x + pen.width
        pen.surface.blit(face.line_picture(link, LINK), self.log_link)
        if moments:
            pen.heading(say("What happened"))
        if attacks:
            label: Text = Message(attacks_label) if attacks_label else say("Attacks by both sides")
            with pen.narrowed(right=0 if moments else self.log_link.width + self.px(40)):
                pen.line(say("{what}: {number}", what=label, number=attack_count), "ui", 17, FAINT)
        pen.space(6)
        turn_width = max((face.size(str(turn))[0] for turn, _ in moments), default=0)
        for turn, event in moments:
            top, indent = pen.y, turn_width + self.px(14)
            pen.line(str(turn), "ui", 17, FAINT, right=True, width=turn_width)
            pen.y = top
            pen.line(event.text, "ui", 17, x=pen.x + indent, width=pen.width - indent)
            pen.space(4)

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            link = next((link for link in self.links if link.rect.collidepoint(event.pos)), None)
            if link is not None:
                self.app.push(Rulebook(self.app, link.rule.system, link.rule.number))
                return True
            if self.log_link is not None and self.log_link.collidepoint(event.pos):
                self.open_log()
                return True
        return False

    def do(self, command: str, key: str) -> bool:
        """Do a command. Space and the page keys are ignored, as they may still be meant for the game or replay; Enter,
        Escape and the buttons close the sheet."""
        match command:
            case "from-play":
                pass
            case "log":
                self.open_log()
            case "accept" if self.focused is None:
                self.leave()
            case _:
                return super().do(command, key)
        return True

    def replay(self) -> None:
        """Show the game from its first action, in the replay below this sheet if there is one."""
        below = self.app.stack[-2]
        if isinstance(below, ReplayScreen):
            self.app.pop()
            below.go(0)
        else:
            self.app.push(ReplayScreen(self.app, self.match))

    def open_log(self) -> None:
        """Open the full log."""
        steps = StepLog(self.match)
        self.app.push(FullLog(self.app, steps.up_to(len(self.match.plies)), self.match.rules.name))

    def play_again(self) -> None:
        """Start the same scenario with the same options and players, and new dice."""
        header = self.match.header
        self.app.navigator.begin(self.match.rules, header.scenario, header.options, header.players)

    def leave(self) -> None:
        """Return to the title."""
        self.app.return_to_title()


def _is_base(counter: Counter) -> bool:
    """Whether a counter on a table is a base, which has numbers, rather than e.g. a camp."""
    return bool(counter.numbers)
