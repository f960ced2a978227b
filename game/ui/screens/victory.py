"""The result sheet: the winner, the rule, and the course of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame

from game.art import screen_data
from game.core.capability import capability
from game.core.contract import DRAW, Counter
from game.core.event import Declared, Removed
from game.core.message import Message, Text, joined, plural, say
from game.core.presenter import OffMapBoxes
from game.i18n.words import translate
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
from game.ui.screens.full_log import FullLog
from game.ui.screens.replay import ReplayScreen
from game.ui.screens.rulebook import Rulebook
from game.ui.screens.victory_chart import (
    LOSSES_PLATE,
    ChartData,
    SideLosses,
    draw_course,
    draw_losses_plate,
    draw_luck,
    draw_objective,
    objective_width,
    strike_out,
)

EXAMPLE_OVER = say("The example is over")
CHART_HEIGHTS = (210, 180, 150, 132)
"""Heights to try for the chart of the battle, in layout units, largest first."""
STORY_HEIGHT = 200
"""Height in layout units reserved for the decisive moments and a gap; the chart gets smaller to allow it, if it still
fits."""
MAX_LOSSES_HEIGHT = 60
"""Most height for the lost counters, in per cent of the field's."""
LOSSES_BESIDE_HEIGHT = 14
"""The same beside a whole field."""
MIN_LOSSES_HEIGHT = 12
"""Least height for the lost counters, in per cent of the field's."""
MAX_FIELD_SHARE = 0.62
"""Largest share of the sheet's height for a field above the chart."""
MAX_SCALE = 9.0
"""Largest scale of the sheet."""
FLAG_HEIGHT = 92
"""Height of the winner's flags, in layout units."""
FLAG_DISTANCE = 84
"""Distance from the sheet's edge to the centres of the flags, in layout units."""
KEYS_IGNORED = 1.0
"""Seconds for which keys do not close the sheet, as a key meant for the game may come late."""


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
        self.log_link: pygame.Rect | None = None
        """Rectangle of the link to the full log."""
        self._ink: pygame.Surface | None = None
        self._whole: pygame.Surface | None = None
        """The picture of the field at the end."""
        self._chart_high = 0
        """Height of the chart in pixels."""
        self._seen_for = 0.0
        """Seconds since the sheet was first shown."""

    @property
    def metrics(self) -> Metrics:
        """Metrics that fill the window at every interface scale, since everybody looks at this sheet."""
        return self.app.metrics.at(MAX_SCALE).fitted(self.min_size)

    def update(self, dt: float, top: bool) -> None:
        self._seen_for += dt
        super().update(dt, top)

    def handle(self, event: pygame.event.Event) -> bool:
        early = event.type == pygame.KEYDOWN and self._seen_for < KEYS_IGNORED
        return (early and self.answers(event)) or super().handle(event)

    def fill(self) -> None:
        body, height, gap = self.body, self.px(58), self.px(16)
        labels = ((say("Look at the map"), self.app.pop, ""), (say("Replay"), self.replay, ""),
                  (say("Play again"), self.play_again, ""), (say("Back to the title"), self.leave, "#main"))
        width = (body.width - gap * (len(labels) - 1)) // len(labels)
        for number, (label, action, kind) in enumerate(labels):
            place = pygame.Rect(body.x + number * (width + gap), body.bottom - height, width, height)
            self.button(place, label, action, kind)
        self._ink = None

    def paint(self, target: pygame.Surface) -> None:
        if self._ink is None:
            self._ink = pygame.Surface(target.get_size(), pygame.SRCALPHA)
            self._print(self._ink)
        target.blit(self._ink, self.sheet, self.sheet)

    def _print(self, target: pygame.Surface) -> None:
        body, gap = self.body, self.px(36)
        pen = Pen(target, self.metrics, body.x, self._headline(target) + self.px(14), body.width)
        pen.flow([TextRun(self.result.text, "text", 28), cite(self.result.rule, 28)])
        self.links = pen.links
        top, bottom = pen.y + self.px(10), body.bottom - self.px(76)
        left = self._field_beside(target, pygame.Rect(body.x, top, body.width, bottom - top))
        width, chart = left.width, bool(self.match.plies)
        below = left.bottom + self.px(14)
        right = Pen(target, self.metrics, body.x + width + gap, top, body.width - width - gap)
        if not chart:
            self._beside(right, bottom, top)
        elif bottom - below >= self._chart_high:
            self._beside(right, bottom, top)
            self._chart(target, pygame.Rect(body.x, below, width, bottom - below))
        else:
            height = self._chart_high
            self._beside(right, bottom - height - self.px(10), top)
            self._chart(target, pygame.Rect(right.x, bottom - height, right.width, height))

    def _field_beside(self, target: pygame.Surface, room: pygame.Rect) -> pygame.Rect:
        """Draw the field: whole and as high as the sheet if the figures beside it leave room for the chart; else
        smaller, above the chart. Return the rectangle used."""
        self._whole = self._whole or draw_whole(self._rules, self.match.state, self._counters, room.height)
        gap, field = self.px(36), self._whole.get_size()
        width = (room.width - gap) * 53 // 100
        frame = pygame.Rect(room.x, room.y, min(width, round(room.height * field[0] / field[1])), room.height)
        frame.height = min(frame.height, round(frame.width * field[1] / field[0]))
        nowhere = Pen(pygame.Surface((1, 1)), self.metrics, 0, room.y, room.width - gap - frame.width)
        ends = self._figures(nowhere, room.height * LOSSES_BESIDE_HEIGHT // 100, room.y)
        fits = [units for units in CHART_HEIGHTS if ends + self.px(units + 10) <= room.bottom]
        fitting = [units for units in fits if ends + self.px(units + STORY_HEIGHT) <= room.bottom]
        self._chart_high = self.px(next(iter(fitting or fits), CHART_HEIGHTS[-1]))
        if self.match.plies and not fits:
            scale = min(width / field[0], room.height * MAX_FIELD_SHARE / field[1])
            frame = pygame.Rect(room.topleft, (width, round(field[1] * scale)))
            shown = pygame.Rect(0, room.y, round(field[0] * scale), frame.height)
            shown.centerx = frame.centerx
            self.draw_field(target, shown, self._whole)
        else:
            self.draw_field(target, frame, self._whole)
        return frame

    def _beside(self, pen: Pen, bottom: int, top: int) -> None:
        """Print the figures beside the field, with counters small enough to end above ``bottom``."""
        height = bottom - top
        for each in (*range(MAX_LOSSES_HEIGHT, MIN_LOSSES_HEIGHT, -8), MIN_LOSSES_HEIGHT):
            trial = Pen(pygame.Surface((1, 1)), pen.metrics, pen.x, top, pen.width)
            if self._figures(trial, height * each // 100, top) <= bottom:
                break
        self._figures(pen, height * each // 100, bottom)

    def _figures(self, pen: Pen, losses: int, bottom: int) -> int:
        """Print losses, objectives, luck and decisive moments; return the pixel below them.

        :param losses: height in pixels for lost counters.
        :param bottom: lower limit of the decisive moments, in pixels.
        """
        self._losses(pen, losses)
        self._holders(pen)
        self._luck(pen)
        self._story(pen, bottom)
        return pen.y

    def _chart(self, target: pygame.Surface, room: pygame.Rect) -> None:
        draw_course(target, self.metrics, room, self._rules.theme, self._course())

    def _headline(self, target: pygame.Surface) -> int:
        """Print winner, battle and turn on a band in the winner's colour; return the window pixel below it."""
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
        named = translate(battle).startswith(translate(theme.title))
        where: Text = battle if named else say("{theme} · {battle}", theme=theme.title, battle=battle)
        when = say("{where} · {name} {turn}", where=where, name=theme.turn, turn=self.match.prompt.turn)
        pen.line(when if scenario.example else joined([when, self.players], " · "), "ui", 20, ink, centre=True)
        shown = (winner, winner) if winner is not None else (theme.seats[0], theme.seats[-1])
        for seat, x in zip(shown, (band.left + self.px(FLAG_DISTANCE), band.right - self.px(FLAG_DISTANCE)),
                           strict=True):
            picture = flag_picture(seat, theme.seats.index(seat), self.px(FLAG_HEIGHT))
            target.blit(picture, picture.get_rect(center=(x, band.centery)))
        return band.bottom + self.px(3)

    @property
    def _counters(self) -> Sequence[Counter]:
        """The counters at the end."""
        return self._rules.counters(self.match.state)

    def draw_field(self, target: pygame.Surface, frame: pygame.Rect, whole: pygame.Surface) -> None:
        """Draw the field as it was at the end, in a dark frame and cropped to it."""
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
    def _bases(self) -> bool:
        """Whether the counters are bases on a table without a grid."""
        return self._rules.traits.board == "plane"

    def _side_losses(self) -> list[SideLosses]:
        """The losses of each side among the units that took part; units that never arrived are counted separately, and
        for both sides the steps if a side has more of them than units."""
        theme, match = self.match.rules.theme, self.match
        words = screen_data(theme.art).victory
        mustered = roster_of(self._rules, match.history.first_state, match.state, match.plies)
        active = [each for each in mustered if each.where is not Whereabouts.TO_COME]
        steps = {seat.name: losses(active, seat.name) for seat in theme.seats}
        stepped = any(side.of_steps > side.of_units for side in steps.values())
        rows = []
        for seat in theme.seats:
            own = [each for each in mustered if each.counter.seat == seat.name]
            came = [each for each in active if each.counter.seat == seat.name]
            lost = [each.counter for each in came if each.where is Whereabouts.LOST]
            bases = sum(_is_base(each.counter) for each in came) if self._bases else 0
            number = sum(map(_is_base, lost)) if bases else len(lost)
            text = (plural("of {whole} base lost", "of {whole} bases lost", bases, whole=bases) if bases else
                    plural("of {whole} unit lost", "of {whole} units lost", len(came), whole=len(came)))
            side, missing, more = steps[seat.name], len(own) - len(came), list[Text]()
            if stepped:
                more.append(plural("{count} of {whole} steps lost", "{count} of {whole} steps lost", side.steps,
                                   whole=side.of_steps))
            if missing:
                more.append(say("{number} never arrived", number=missing))
            if bases and words.aside and not all(map(_is_base, lost)):
                more.append(Message(words.aside))
            rows.append(SideLosses(seat, lost, number, bases or len(came), text, more))
        return rows

    def _losses(self, pen: Pen, room: int) -> None:
        """Print each side's losses on a plate in its colours, and as counters below, small enough to fit ``room``
        pixels."""
        gap, side_losses = self.px(16), self.side_losses
        width = (pen.width - gap * (len(side_losses) - 1)) // len(side_losses)
        size = self.counter_size([max((len(toll.lost) for toll in side_losses), default=0)], width, room)
        foot = top = pen.y + self.px(LOSSES_PLATE)
        for number, toll in enumerate(side_losses):
            plate = pygame.Rect(pen.x + number * (width + gap), pen.y, width, self.px(LOSSES_PLATE))
            draw_losses_plate(pen.surface, self.metrics, plate, toll)
            x, y = plate.x, top + self.px(8)
            for counter in toll.lost:
                if x + size > plate.right:
                    x, y = plate.x, y + size + self.px(6)
                spot = pen.surface.blit(plain_counter(counter, self.match.rules.theme, size), (x, y))
                strike_out(pen.surface, spot)
                x += size + self.px(6)
            foot = max(foot, y + size if toll.lost else top)
        pen.y = foot + self.px(10)

    def counter_size(self, counts: list[int], width: int, room: int) -> int:
        """Size in pixels of a counter at which rows of so many counters fit a height."""
        gap = self.px(6)
        for units in (56, 48, 42, 36, 32, 28, 24):
            size = self.px(units)
            across = max(1, (width + gap) // (size + gap))
            rows = sum(-(-count // across) for count in counts)
            if rows * (size + gap) + len(counts) * self.px(38) <= room:
                break
        return size

    def _course(self) -> ChartData:
        """Number of each side's counters on the map at the end of every turn; on a table its bases, without camps."""
        rules = self._rules
        ends = {ply.turn: ply.state for ply in self.match.plies}
        boxes = {box.name for box in capability(self.match.rules, OffMapBoxes).boxes(self.match.state)}
        states = [self.match.history.first_state, *(ends[turn] for turn in sorted(ends))]
        counts = {
            seat.name: [
                sum(c.seat == seat.name and c.place is not None and c.place not in boxes and (
                    _is_base(c) or not self._bases) for c in rules.counters(state))
                for state in states
            ]
            for seat in rules.theme.seats
        }
        if len(states) > 2 and not any(row[0] for row in counts.values()):  # skip the start if nothing was set up yet
            counts = {name: row[1:] for name, row in counts.items()}
        return ChartData(counts, sorted(ends), say("Bases on the table") if self._bases else say("Counters on the map"))

    def _luck(self, pen: Pen) -> None:
        draw_luck(pen, self._rules.theme, luck_of(self.match.rules, self.match.history.first_state, self.match.plies))

    def _holders(self, pen: Pen) -> None:
        """Print the objectives, each with the side that holds it."""
        theme, held = self._rules.theme, self._rules.objectives(self.match.state).entries
        if not held:
            return
        pen.heading(say("At the end"))
        gap = self.px(28)
        half = (pen.width - gap) // 2
        columns = 2 if len(held) > 2 and all(objective_width(pen, theme, each) <= half for each in held) else 1
        width = half if columns == 2 else pen.width
        top = foot = pen.y
        deep = -(-len(held) // columns)
        for number in range(columns):
            part = Pen(pen.surface, pen.metrics, pen.x + number * (width + gap), top, width)
            for objective in held[number * deep:(number + 1) * deep]:
                draw_objective(part, theme, objective)
            foot = max(foot, part.y)
        pen.y = foot + self.px(8)

    def _story(self, pen: Pen, bottom: int) -> None:
        """Print the number of attacks and the decisive moments; if there are too many, the last ones."""
        events = [(ply.turn, event) for ply in self.match.plies for event in ply.events]
        attacks = screen_data(self._rules.theme.art).victory.attacks
        declared = sum(isinstance(event, Declared) for _, event in events)
        key = [(turn, event) for turn, event in events if isinstance(event, Removed)]
        face = pen.font("ui", 17)
        room = (bottom - pen.y - self.px(76)) // (face.get_linesize() + self.px(4))
        key = key[max(0, len(key) - room):] if room > 0 else []
        link = say("Full log   [L]")
        self.log_link = pygame.Rect(0, pen.y + self.px(2), face.size(link)[0], face.get_linesize())
        self.log_link.right = pen.x + pen.width
        pen.surface.blit(face.line_picture(link, LINK), self.log_link)
        if key:
            pen.heading(say("What happened"))
        with pen.narrowed(right=0 if key else self.log_link.width + self.px(40)):
            label: Text = Message(attacks) if attacks else say("Attacks by both sides")
            pen.row(label if declared else "", str(declared or ""))
        pen.space(6)
        column = max((face.size(str(turn))[0] for turn, _ in key), default=0)
        for turn, event in key:
            top, indent = pen.y, column + self.px(14)
            pen.line(str(turn), "ui", 17, FAINT, right=True, width=column)
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
        self.app.return_to_title()


def _is_base(counter: Counter) -> bool:
    """Whether a counter on a table is a base, which has numbers, rather than e.g. a camp."""
    return bool(counter.numbers)
