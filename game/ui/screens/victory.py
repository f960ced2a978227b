"""The end: who won, by which rule, and what happened."""

from __future__ import annotations

from math import ceil
from typing import Any

import pygame

from game.art import additions
from game.core.capability import capability
from game.core.contract import DRAW, Counter
from game.core.event import Advanced, Declared, Event, Removed, Rolled
from game.core.message import Message, Text, joined, say, several
from game.core.presenter import OffMapBoxes
from game.i18n.words import said
from game.match.match import Match
from game.match.player_titles import player_title
from game.ui.app.panel import PanelScreen
from game.ui.app.screen import Host
from game.ui.counters.pictures import plain_counter
from game.ui.kit.fonts import font
from game.ui.kit.pen import Link, Pen, TextRun, cite
from game.ui.kit.theme import FAINT, INK, LINE, LINK, PAPER
from game.ui.play.recap import StepLog
from game.ui.play.roster import Where, muster
from game.ui.play.situation import onlooker, shown_to
from game.ui.screens.replay import ReplayScreen
from game.ui.screens.rulebook import Rulebook
from game.ui.screens.wholelog import WholeLog

EXAMPLE_OVER = say("The example is over")


class Victory(PanelScreen):
    """The result in the winner's colour, the losses as counters, and how it came about."""

    keyboard = "victory"
    size = (1240, 900)
    least = (1000, 640)
    closable = False

    def __init__(self, app: Host, match: Match[Any]) -> None:
        super().__init__(app)
        self.lost = 0
        """Counters that both sides together have lost; on a table bases, without camps."""
        self.match = match
        self._rules = shown_to(match.rules, lambda: onlooker(match))
        result = match.result
        assert result is not None
        self.result = result
        self.links: list[Link] = []
        self.earlier: pygame.Rect | None = None
        """Where it says how many moments are not on the sheet; a click there opens the log."""
        self._ink: pygame.Surface | None = None

    def fill(self) -> None:
        body, height, gap = self.body, self.px(58), self.px(16)
        labels = (
            (say("Look at the map"), self.app.pop, ""),
            (say("Replay"), self.replay, ""),
            (say("Play again"), self.again, ""),
            (say("To the title"), self.leave, "#main"),
        )
        width = (body.width - gap * (len(labels) - 1)) // len(labels)
        for number, (label, action, kind) in enumerate(labels):
            self.button(
                pygame.Rect(body.x + number * (width + gap), body.bottom - height, width, height), label, action, kind
            )
        self._ink = None

    def paint(self, target: pygame.Surface) -> None:
        if self._ink is None:
            self._ink = pygame.Surface(target.get_size(), pygame.SRCALPHA)
            self._print(self._ink)
        target.blit(self._ink, self.sheet, self.sheet)

    def _print(self, target: pygame.Surface) -> None:
        theme = self.match.rules.theme
        winner = next((seat for seat in theme.seats if seat.name == self.result.winner), None)
        sheet = self.sheet
        band = pygame.Rect(sheet.x + self.px(2), sheet.y + self.px(2), sheet.width - self.px(4), self.px(176))
        paper, ink = (winner.paper, winner.print) if winner else ("#7b6a4f", "#f6eed9")
        pygame.draw.rect(target, paper, band, border_top_left_radius=self.px(5), border_top_right_radius=self.px(5))
        pen = Pen(target, self.metrics, band.x, band.y + self.px(22), band.width)
        scenario = next(info for info in self.match.rules.scenarios if info.name == self.match.header.scenario)
        if self.result.winner != DRAW and winner is not None:
            title = say("{winner} victory", winner=winner.described)
        else:
            title = EXAMPLE_OVER if scenario.example else say("A draw")
        pen.line(title, "title", 62, ink, centre=True)
        battle = scenario.title
        named = said(battle).startswith(said(theme.title))
        where: Text = battle if named else say("{theme} · {battle}", theme=theme.title, battle=battle)
        when = say("{where} · {name} {turn}", where=where, name=theme.turn, turn=self.match.prompt.turn)
        pen.line(when, "ui", 20, ink, centre=True)
        if not scenario.example:
            pen.space(4)
            pen.line(self.players, "ui", 20, ink, centre=True)
        body = self.body
        pen = Pen(target, self.metrics, body.x, band.bottom + self.px(20), body.width)
        pen.flow([TextRun(self.result.text, "text", 28), cite(self.result.rule, 28)])
        self.links = pen.links
        pen.space(12)
        top = pen.y
        gap = self.px(40)
        half = (body.width - gap) // 2
        left = Pen(target, self.metrics, body.x, top, half)
        bottom = body.bottom - self.px(80)
        self._losses(left, (bottom - top) * 6 // 10)
        if self.match.plies and bottom - left.y > self.px(150):
            self._decline(target, pygame.Rect(left.x, left.y, half, bottom - left.y))
        right = Pen(target, self.metrics, body.x + half + gap, top, half)
        self._holders(right)
        self._story(right, bottom)

    @property
    def players(self) -> Text:
        """Who played each side: level and personality of a computer player."""
        return joined([say("{side}: {player}", side=seat.title, player=player_title(self.match.player(seat.name)))
                       for seat in self.match.rules.theme.seats], " · ")

    @property
    def _bases(self) -> bool:
        """Whether the counters are bases on a table."""
        return self._rules.traits.board == "plane"

    def _losses(self, pen: Pen, room: int) -> None:
        """What each side lost, as counters, small enough to fit in ``room`` pixels; who never took part is no loss."""
        pen.heading(say("Losses"))
        theme = self.match.rules.theme
        words = additions(theme.art).victory
        mustered = muster(self._rules, self.match.history.first, self.match.state, self.match.plies)
        took_part = [each for each in mustered if each.where is not Where.TO_COME]
        sides = {seat.name: [each for each in took_part if each.counter.seat == seat.name] for seat in theme.seats}
        lost_by = {name: [each.counter for each in own if each.where is Where.LOST] for name, own in sides.items()}
        self.lost = sum(_base(one) or not self._bases for lost in lost_by.values() for one in lost)
        size = self.counter_size([len(lost) for lost in lost_by.values()], pen.width, room)
        for seat in theme.seats:
            own, lost = sides[seat.name], lost_by[seat.name]
            bases = sum(_base(each.counter) for each in own) if self._bases else 0
            told = (say("{seat}: {lost} of {whole} bases", seat=seat.title, lost=sum(map(_base, lost)), whole=bases)
                    if bases else say("{seat}: {lost} of {whole} units", seat=seat.title, lost=len(lost),
                                      whole=len(own)))
            if bases and words.aside and not all(map(_base, lost)):
                told = say("{told}, {aside}", told=told, aside=Message(words.aside))
            pen.line(told, "ui-bold", 18)
            pen.space(4)
            x = pen.x
            for counter in lost:
                if x + size > pen.x + pen.width:
                    x, pen.y = pen.x, pen.y + size + self.px(6)
                pen.surface.blit(plain_counter(counter, theme, size), (x, pen.y))
                x += size + self.px(6)
            pen.y += (size if lost else 0) + self.px(14)

    def counter_size(self, counts: list[int], width: int, room: int) -> int:
        """Pixels of a counter with which rows of so many counters take no more than a height."""
        gap = self.px(6)
        for units in (56, 48, 42, 36, 32):
            size = self.px(units)
            across = max(1, (width + gap) // (size + gap))
            rows = sum(-(-count // across) for count in counts)
            if rows * (size + gap) + len(counts) * self.px(46) <= room:
                break
        return size

    def _decline(self, target: pygame.Surface, room: pygame.Rect) -> None:
        """How many counters each side had on the map at the end of every turn; on a table its
        bases, without camps."""
        pen = Pen(target, self.metrics, room.x, room.y, room.width)
        pen.heading(say("Bases on the table") if self._bases else
                    say("Counters on the map, turn by turn"))
        rules = self._rules
        ends = {ply.turn: ply.state for ply in self.match.plies}
        boxes = {box.name for box in capability(self.match.rules, OffMapBoxes).boxes(self.match.state)}
        states = [self.match.history.first, *(ends[turn] for turn in sorted(ends))]
        counts = {
            seat.name: [
                sum(c.seat == seat.name and c.place is not None and c.place not in boxes and (
                    _base(c) or not self._bases) for c in rules.counters(state))
                for state in states
            ]
            for seat in rules.theme.seats
        }
        if len(states) > 2 and not any(row[0] for row in counts.values()):  # before both are set up
            counts = {name: row[1:] for name, row in counts.items()}
            states = states[1:]
        most = max(1, *(max(row) for row in counts.values()))
        face = font("table", self.px(16))
        edge = face.size(str(most))[0] + self.px(10)
        field = pygame.Rect(room.x + edge, pen.y + self.px(10), room.width - self.px(44) - edge,
                            room.bottom - pen.y - self.px(36))
        step = field.width / max(1, len(states) - 1)
        for count in _scale(most):
            y = round(field.bottom - field.height * count / most)
            pygame.draw.line(target, LINE, (field.left, y), (field.right, y), self.px(1.5 if not count else 1))
            label = face.render(str(count), True, FAINT)
            target.blit(label, label.get_rect(midright=(field.left - self.px(8), y)))
        every = ceil((face.size(str(max(ends)))[0] + self.px(8)) / step)
        for number, turn in enumerate(sorted(ends), start=len(states) - len(ends)):
            if number % every == 0:
                label = face.render(str(turn), True, FAINT)
                target.blit(label, label.get_rect(midtop=(round(field.x + number * step), field.bottom + self.px(8))))
        ends_at: list[tuple[int, int, int]] = []
        for side, seat in enumerate(rules.theme.seats):
            aside = self.px(3) * (1 - 2 * side)  # equal counts lie side by side
            points = [
                (round(field.x + number * step), round(field.bottom - field.height * count / most) + aside)
                for number, count in enumerate(counts[seat.name])
            ]
            for width, colour in ((self.px(6), INK), (self.px(4), seat.paper)):
                pygame.draw.lines(target, colour, False, points, width)
            for number, point in enumerate(points if step > self.px(14) else points[-1:]):
                solid = seat.pattern == "solid" or number % 2 == 0
                pygame.draw.circle(target, seat.paper if solid else PAPER, point, self.px(6))
                pygame.draw.circle(target, INK, point, self.px(6), width=self.px(1.5))
            ends_at.append((points[-1][1], points[-1][0] + self.px(12), counts[seat.name][-1]))
        free = field.top - self.px(20)
        for y, x, count in sorted(ends_at):
            end = font("table-bold", self.px(20)).render(str(count), True, INK)
            spot = end.get_rect(midleft=(x, max(y, free + end.get_height() // 2)))
            target.blit(end, spot)
            free = spot.bottom

    def _holders(self, pen: Pen) -> None:
        """What counted for victory, each in the colour of who holds it."""
        rules = self._rules
        held = rules.objectives(self.match.state).held
        if not held:
            return
        pen.heading(say("At the end") if any(each.tally for each in held) else say("Held at the end"))
        seats = {seat.name: seat for seat in rules.theme.seats}
        for objective in held:
            seat = seats.get(objective.seat)
            if seat is not None:
                box = pygame.Rect(pen.x, pen.y + self.px(3), self.px(26), self.px(18))
                pygame.draw.rect(pen.surface, seat.paper, box, border_radius=self.px(3))
                pygame.draw.rect(pen.surface, INK, box, width=self.px(1), border_radius=self.px(3))
            top = pen.y
            title = seat.title if seat is not None and not objective.tally else ""
            told = joined((title, objective.told)) or say("nobody")
            pen.line(told, "ui", 17, FAINT, right=True)
            pen.y = top
            pen.line(objective.title, "ui-bold", 17, x=pen.x + self.px(38))
            pen.space(3)
        pen.space(10)

    def _story(self, pen: Pen, bottom: int) -> None:
        """Figures of the game and its decisive moments, the last ones where there are too many."""
        pen.heading(say("What happened"))
        events = [(ply.turn, event) for ply in self.match.plies for event in ply.events]
        attacks = additions(self._rules.theme.art).victory.attacks
        declared = sum(isinstance(event, Declared) for _, event in events)
        if declared:
            pen.row(Message(attacks) if attacks else say("Attacks"), str(declared))
        for label, value in rolls_of([event for _, event in events]):
            pen.row(label, value)
        pen.row(say("Bases lost") if self._bases else say("Counters lost"), str(self.lost))
        pen.space(8)
        key = [(turn, event) for turn, event in events if isinstance(event, Removed | Advanced)]
        face = pen.font("ui", 16)
        room = max(0, (bottom - pen.y) // (face.get_linesize() + self.px(4)))
        self.earlier = None
        if len(key) > room:
            left_out = several("… and {count} earlier: full log   [L]", "… and {count} earlier: full log   [L]",
                               len(key) - room + 1)
            self.earlier = pygame.Rect(pen.x, pen.y, face.size(left_out)[0], face.get_linesize())
            pen.line(left_out, "ui", 16, LINK)
            key = key[len(key) - room + 1 :]
        column = max((face.size(str(turn))[0] for turn, _ in key), default=0)
        indent = column + self.px(14)
        for turn, event in key:
            top = pen.y
            pen.line(str(turn), "ui", 16, FAINT, right=True, width=column)
            pen.y = top
            pen.line(event.text, "ui", 16, x=pen.x + indent, width=pen.width - indent)
            pen.space(4)

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            link = next((link for link in self.links if link.rect.collidepoint(event.pos)), None)
            if link is not None:
                self.app.push(Rulebook(self.app, link.rule.system, link.rule.number))
                return True
            if self.earlier is not None and self.earlier.collidepoint(event.pos):
                self.whole_log()
                return True
        return False

    def do(self, command: str, key: str) -> bool:
        """Do a command. Space and the keys that turn pages were struck in the game or a replay: they do nothing here.
        Enter, Escape and its buttons close the card."""
        match command:
            case "from-play":
                pass
            case "log":
                self.whole_log()
            case "accept" if self.focused is None:
                self.leave()
            case _:
                return super().do(command, key)
        return True

    def replay(self) -> None:
        """Show the game from its first action; in the replay below the card, if there is one."""
        below = self.app.stack[-2]
        if isinstance(below, ReplayScreen):
            self.app.pop()
            below.go(0)
        else:
            self.app.push(ReplayScreen(self.app, self.match))

    def whole_log(self) -> None:
        """Everything that happened, on one page."""
        steps = StepLog(self.match)
        self.app.push(WholeLog(self.app, steps.up_to(len(self.match.plies)), self.match.rules.name))

    def again(self) -> None:
        """The same scenario, options and players with new dice."""
        header = self.match.header
        self.app.ways.begin(self.match.rules, header.scenario, header.options, header.players)

    def leave(self) -> None:
        self.app.leave_to_first()


def _base(counter: Counter) -> bool:
    """Whether a counter on a table is a base, which has numbers."""
    return bool(counter.numbers)


def _scale(most: int) -> range:
    """The numbers at the side of a graph: round ones, some four of them, from 0 up to the most there is."""
    step = next(step for power in (1, 10, 100, 1000) for step in (power, 2 * power, 5 * power) if most <= 5 * step)
    return range(0, most + 1, step)


def rolls_of(events: list[Event]) -> list[tuple[Text, Text]]:
    """What fell in a game: dice with their mean, coins with their heads."""
    found: list[tuple[Text, Text]] = []
    rolled = [event for event in events if isinstance(event, Rolled)]
    of_dice = [event for event in rolled if not event.coins]
    faces = [face for event in of_dice for face in event.numbers]
    alike = len({die for event in of_dice for die in event.dice}) == 1
    coins = sum(sum(event.coins) for event in rolled)
    heads = sum(sum(event.heads) for event in rolled)
    if faces or not coins:
        found.append((say("Dice"), say("{number}, mean {mean:.1f}", number=len(faces), mean=sum(faces) / len(faces))
                      if alike else str(len(faces))))
    if coins:
        fell = several("{coins}, {count} head ({share:.0f} %)", "{coins}, {count} heads ({share:.0f} %)", heads,
                       coins=coins, share=100 * heads / coins)
        found.append((say("Coins"), fell))
    return found
