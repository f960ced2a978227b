"""The sheets opened over a game, and the functions that open them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

import pygame

from game.core.capability import HiddenInformation, capability
from game.core.interrupts import Interrupts
from game.core.message import Message, MessageError, Text, error_text, say
from game.core.pose import DEGREE, FULL_TURN, Pose
from game.core.presenter import Matchups, MatchupTable
from game.core.theme import Theme
from game.core.verdict import RuleRef
from game.i18n.words import capitalised, translate
from game.ui.app.dialogs import HandOver, QuestionSheet
from game.ui.app.panel import MIN_SHEET, EntrySheet, PanelScreen
from game.ui.app.screen import Host
from game.ui.counters.pictures import plain_counter
from game.ui.kit.fonts import font
from game.ui.kit.gui import fit_labels, text_entry
from game.ui.kit.pen import Link, Pen, TextRun, cite, fitting_font
from game.ui.kit.theme import ALARM, FAINT, INK, LINE_INK
from game.ui.play.game import GameInPlay
from game.ui.play.game_log import Death, death_title
from game.ui.play.hand import Hand
from game.ui.play.pointing import Pointing
from game.ui.play.roster import RosterEntry, roster_of
from game.ui.screens.fire_all_sheet import FireAllSheet
from game.ui.screens.map_sheets import FullLog
from game.ui.screens.menu import Menu
from game.ui.screens.moments import Moments
from game.ui.screens.real_dice import RealDice
from game.ui.screens.roster import RosterSheet, centre_on
from game.ui.screens.rulebook import Rulebook
from game.ui.screens.saveas import SaveAs


def open_rulebook(game: GameInPlay, rule: RuleRef) -> None:
    """Open the rulebook at a rule, or at its beginning if the rule is not a printed one."""
    number = rule.number if rule.in_rulebook else ""
    game.host.push(Rulebook(game.host, game.rules.name, number))


def open_moments(game: GameInPlay) -> None:
    """Open the sheet that sets when play stops to ask."""
    game.host.push(Moments(game.host, game.flow, game.situation, game.interruption, game.reaction_settings))


def enter_dice(game: GameInPlay, typed: str = "") -> None:
    """Open the pad for entering a pending roll's real dice, if a person may enter them.

    :param typed: characters already typed.
    """
    roll = game.match_situation.pending_roll
    if roll is not None and game.main_button.can_enter_faces and not game.stage.busy:
        game.host.push(RealDice(game.host, roll, game.roll, typed))


def open_log(game: GameInPlay) -> None:
    """Open the full log of the game."""
    game.host.push(FullLog(game.host, game.game_log.log.entries, game.rules.name, panel_log=game.game_log.log))


def open_matchups(game: GameInPlay) -> None:
    """Open the table of who beats whom, if the system has one."""
    matchups = capability(game.rules, MatchupTable).matchups(game.match.state)
    if matchups is not None:
        game.host.push(WhoBeatsWhom(game.host, matchups))


def open_roster(game: GameInPlay) -> None:
    """Open the list of all units with place and condition; Enter or a click selects a unit or goes to its place."""
    game.skip()
    match, situation, selection = game.match, game.situation, game.selection
    units = roster_of(game.rules, match.history.first_state, match.state, match.plies, selection.eligible)

    def show(each: RosterEntry) -> None:
        place, unit = each.on_map, each.counter.unit
        if place is None:
            return
        centre_on(game.view, place)
        game.pointing.keyboard, selection.cursor = True, place
        if unit in selection.eligible and not situation.composing:
            selection.select(unit)
        game.dirty = True

    game.host.push(RosterSheet(game.host, game.rules, match.state, units, show, game.view.worded))


def type_pose(game: GameInPlay) -> bool:
    """Open the sheet for typing the pose of the held bases; return whether any are held."""
    if game.hand.units:
        game.host.push(PoseEntry(game.host, game.theme, game.hand, game.pointing))
    return bool(game.hand.units)


def open_menu(game: GameInPlay) -> None:
    """Open the game's menu."""
    game.host.push(Menu(game.host, game))


def save_as(game: GameInPlay) -> None:
    """Open the sheet that saves a copy of the game."""
    game.host.push(SaveAs(game.host, game.match, game.view.notice, game.store_picture))


def hand_over(game: GameInPlay, name: str, *, begins: bool) -> None:
    """Show the hand-over banner for the next person, which covers the table if information is hidden. In the other
    side's phase a notice replaces the banner, if nothing is hidden or both sides may act at any moment.

    :param name: that person's seat.
    :param begins: whether a phase of that seat begins.
    """
    game.selection.clear()
    game.hint = None
    game.dirty = True
    prompt = game.situation.prompt
    seat = game.theme.side(name)
    hides_table = isinstance(game.rules, HiddenInformation)
    if not begins and (capability(game.rules, Interrupts).moments or not hides_table):
        names_side = seat.title in (prompt.text.values or {}).values()
        game.view.notice.say(prompt.text if names_side else say("{side}: {text}", side=seat.title, text=prompt.text))
        return
    game.selection.cursor = None  # the next player's cursor starts at that side's units
    game.host.push(HandOver(game.host, translate(seat.title), seat.paper, seat.print,
                            translate(say("{name} {turn}: {text}", name=game.theme.turn, turn=prompt.turn,
                                          text=prompt.text)), covers=hides_table))


def report_trouble(game: GameInPlay, trouble: str) -> None:
    """Say that the record cannot be written, and offer to save elsewhere.

    :param trouble: what is wrong.
    """
    game.host.push(
        QuestionSheet(
            game.host,
            say("The game is not being saved"),
            say("{trouble}\nEverything so far is kept in memory; the program tries again after each action.",
                trouble=trouble),
            say("Save elsewhere"),
            lambda: save_as(game),
            say("Continue"),
        )
    )


def open_fire_all(game: GameInPlay) -> None:
    """Open the sheet for firing all units of a kind with one input, or say why none can fire."""
    seat, plan = game.fire_all_button.seat, game.fire_all_button.take()
    if plan:
        game.host.push(FireAllSheet(game.host, game.situation, seat, plan, game.quick_play.start))
    else:
        game.fire_all_button.refuse()


class MoreEntry(NamedTuple):
    """A command on the sheet of what has no room in the window."""

    label: Text
    tip: Text
    action: Callable[[], object]
    icon: str
    barred: Text = ""
    """Why it cannot be used now; empty if it can."""


MORE_BUTTON_HEIGHT = 56
"""Height of a button on the sheet of what has no room in the window, with the gap below it, in layout units."""


class MoreSheet(PanelScreen):
    """The buttons that have no room in the window, two to a row; each closes the sheet first."""

    title = say("More")

    def __init__(self, app: Host, entries: Sequence[MoreEntry]) -> None:
        super().__init__(app)
        self._entries = entries
        self.size = (680, 130 + MORE_BUTTON_HEIGHT * ((len(entries) + 1) // 2))

    def fill(self) -> None:
        body, gap = self.body, self.px(10)
        width, step = (body.width - gap) // 2, self.px(MORE_BUTTON_HEIGHT)
        buttons = []
        for number, each in enumerate(self._entries):
            place = pygame.Rect(body.x + number % 2 * (width + gap), body.y + number // 2 * step, width, step - gap)
            buttons.append(self.button(place, each.label, partial(self._take, each), icon=each.icon,
                                       tool_tip_text=each.tip))
            self.enable_unless(buttons[-1], each.barred)
        fit_labels(*buttons)

    def _take(self, entry: MoreEntry) -> None:
        """Close the sheet and do what an entry does."""
        self.app.pop()
        entry.action()


NOTE_HEIGHT = 30
"""Height of a line above the grid, in layout units."""
FIRST_COLUMN_WIDTH = 150
"""Width of the grid's first column, in layout units."""
MAX_CELL_PRINT = 20
"""Largest font size in the grid, in layout units."""
MAX_ROW_HEIGHT = 72
"""Greatest height of a row, in layout units."""
CELL_PADDING = 6
"""Padding of a cell, in layout units."""


class WhoBeatsWhom(PanelScreen):
    """A grid with losers at the left and winners at the top; each cell shows the result for a beaten and for a doubled
    loser."""

    key_screens = "matchups"
    title = say("Match-ups: who beats whom")
    size = (1340, 940)
    min_size = MIN_SHEET

    def __init__(self, app: Host, matchups: Matchups) -> None:
        super().__init__(app)
        self.matchups = matchups

    def paint(self, target: pygame.Surface) -> None:
        px, body, types = self.px, self.body, self.matchups.types
        for number, note in enumerate(self.matchups.notes):
            self._print(target, note, pygame.Rect(body.x, body.y + number * px(NOTE_HEIGHT), body.w, px(NOTE_HEIGHT)),
                        left_aligned=True)
        top = body.y + len(self.matchups.notes) * px(NOTE_HEIGHT) + px(CELL_PADDING)
        width = (body.w - px(FIRST_COLUMN_WIDTH)) // len(types)
        height = min(px(MAX_ROW_HEIGHT), (body.bottom - top) // (len(types) + 1))
        size = min(_largest(capitalised(translate(name)), min(px(MAX_CELL_PRINT), height - 2),
                            width - 2 * px(CELL_PADDING))
                   for name in types)
        for n, name in enumerate(types):
            head = pygame.Rect(body.x + px(FIRST_COLUMN_WIDTH) + n * width, top, width, height)
            self._print(target, capitalised(translate(name)), head, bold=True, size=size)
            row = pygame.Rect(body.x, top + (n + 1) * height, px(FIRST_COLUMN_WIDTH), height)
            pygame.draw.line(target, LINE_INK, row.topleft, (head.x - n * width + len(types) * width, row.y))
            self._print(target, capitalised(translate(name)), row, bold=True, left_aligned=True, size=size)
            for column, results in enumerate(self.matchups.fates[n]):
                cell = pygame.Rect(body.x + px(FIRST_COLUMN_WIDTH) + column * width, row.y, width, height)
                pygame.draw.line(target, LINE_INK, cell.topleft, cell.bottomleft)
                for half, (text, lost) in enumerate(results):
                    room = pygame.Rect(cell.x, cell.y + half * height // 2, width, height // 2)
                    self._print(target, text, room, bold=lost, colour=ALARM if lost else INK if text else FAINT)

    def _print(self, target: pygame.Surface, text: Text, room: pygame.Rect, *, bold: bool = False,
               left_aligned: bool = False, colour: str = INK, size: int | None = None) -> None:
        """Print a line centred in a rectangle, or at its left.

        :param size: font size in pixels; None for the largest that fits.
        """
        text, inner = translate(text), room.inflate(-2 * self.px(CELL_PADDING), 0)
        face = fitting_font(text, "ui-bold" if bold else "ui", size or min(self.px(MAX_CELL_PRINT), room.h - 2),
                            inner.w)
        image = face.line_picture(text, colour)
        place = image.get_rect(midleft=inner.midleft) if left_aligned else image.get_rect(center=inner.center)
        target.blit(image, place)

    def do(self, command: str, key: str) -> bool:
        if command != "close":
            return super().do(command, key)
        self.app.pop()
        return True


def _largest(text: str, max_px: int, width: int) -> int:
    """Largest font size in pixels, at most ``max_px``, at which a heading fits a width."""
    return next((px for px in range(max_px, 1, -1) if font("ui-bold", px).size(text)[0] <= width), 1)


EMPTY_CARD_HEIGHT = 210
"""Height of the card without its leaders, in layout units."""
LEADER_HEIGHT = 136
"""Height of each leader's entry, in layout units."""
COUNTER_SIDE = 92
"""Size of a leader's counter, in layout units."""


class LeaderCard(PanelScreen):
    """The card for killed leaders: their names, the rule and the consequences. Only Enter or the button closes it, not
    the keys of play."""

    key_screens = "leader"
    closable = False

    def __init__(self, app: Host, theme: Theme, deaths: Sequence[Death]) -> None:
        super().__init__(app)
        self.theme, self.deaths = theme, deaths
        self.title = death_title(deaths)
        self.size = (860, EMPTY_CARD_HEIGHT + LEADER_HEIGHT * len(deaths))
        self.links: list[Link] = []
        """The rule numbers printed on the card."""

    def fill(self) -> None:
        body, width, height = self.body, self.px(260), self.px(54)
        self.button(pygame.Rect(body.right - width, body.bottom - height, width, height), say("Continue   [Enter]"),
                    self.app.pop, "#main")

    def paint(self, target: pygame.Surface) -> None:
        body, size = self.body, self.px(COUNTER_SIDE)
        self.links = []
        for number, death in enumerate(self.deaths):
            top = body.y + number * self.px(LEADER_HEIGHT)
            stripe = pygame.Rect(body.x, top, self.px(10), size)
            pygame.draw.rect(target, death.side.paper, stripe)
            target.blit(plain_counter(death.counter, self.theme, size), (stripe.right + self.px(10), top))
            left = stripe.right + size + self.px(28)
            pen = Pen(target, self.metrics, left, top, body.right - left)
            pen.line(say("{side}: {leader}", side=death.side.title, leader=death.counter.name), "ui-bold", 20)
            pen.flow([TextRun(death.cause or say("Killed"), "text", 22), cite(death.rule, 22)])
            if death.outcome:
                pen.flow([TextRun(death.outcome, "text", 22)])
            self.links += pen.links

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            link = next((link for link in self.links if link.rect.collidepoint(event.pos)), None)
            if link is not None:
                self.app.push(Rulebook(self.app, link.rule.system, link.rule.number))
                return True
        return super().on_event(event)

    def do(self, command: str, key: str) -> bool:
        if command != "accept":
            return super().do(command, key)
        self.app.pop()
        return True


MAX_POSE_LENGTH = 40
"""Most characters of a typed pose."""
POSE_DECIMALS = 4
"""Most decimals of a number of a pose: enough for every table unit and minute of angle."""
CHARACTERS = list("0123456789.,;- ")
"""Characters allowed in a typed pose."""


class BadPose(MessageError, ValueError):
    """The text typed is not a pose; the message says why."""


def pose_text(pose: Pose, measure: int) -> str:
    """A pose as text to type: distance from the left and from the top in measuring units, and facing in degrees.

    :param measure: length of a measuring unit, in table units.
    """
    return ", ".join(f"{round(float(value), POSE_DECIMALS):.8g}" for value in (
        Fraction(pose.x, measure), Fraction(pose.y, measure), Fraction(pose.angle, DEGREE)))


def parse_pose(text: str, measure: int, name: Text) -> Pose:
    """The pose given by three numbers, as ``pose_text`` writes them, rounded to whole table units.

    :param measure: length of a measuring unit, in table units.
    :param name: the plural noun of the measuring unit.
    :raises BadPose: for a text that is not three numbers.
    """
    words = re.split(r"[\s,;]+", text.strip())
    number = rf"-?\d{{1,4}}(\.\d{{1,{POSE_DECIMALS}}})?"
    if len(words) != 3 or not all(re.fullmatch(number, word, re.ASCII) for word in words):
        raise BadPose(_pose_instructions(name))
    x, y, angle = (round(Fraction(word) * unit) for word, unit in zip(words, (measure, measure, DEGREE), strict=True))
    return Pose(x, y, angle % FULL_TURN)


def _pose_instructions(name: Text) -> Message:
    """What to type for a pose, with the plural noun of the measuring unit."""
    return say("Type three numbers: {name} from the left, {name} from the top, degrees clockwise from the top",
               name=name)


class PoseEntry(EntrySheet):
    """Entry for the pose of the first held base, as three numbers. The base is then held there until a key or a click
    puts it down."""

    title = say("Place and facing")
    size = (760, 330)
    min_size = (680, 330)
    note_offset = 116
    key_screens = "name"

    def __init__(self, app: Host, theme: Theme, hand: Hand, pointing: Pointing) -> None:
        super().__init__(app)
        self._theme, self._hand, self._pointing = theme, hand, pointing
        self.text = pose_text(hand.current_pose, theme.measure) if hand.current_pose is not None else ""

    def fill(self) -> None:
        body = self.body
        box = pygame.Rect(body.x, body.y + self.px(62), body.width, self.px(50))
        self.entry = text_entry(box, self.manager, MAX_POSE_LENGTH, text=self.text)
        self.entry.set_allowed_characters(CHARACTERS)
        self.entry.focus()
        self.entry.select_range = [0, len(self.text)]
        self.lay_buttons(say("Put it there"))

    def paint(self, target: pygame.Surface) -> None:
        pen = Pen(target, self.metrics, self.body.x, self.body.y, self.body.width)
        pen.flow([TextRun(_pose_instructions(self._theme.measure_name), "text", 19, FAINT)])
        self.print_below(pen, self.fault)

    def accept(self) -> None:
        """Move the held bases to the pose typed."""
        try:
            pose = parse_pose(self.entry.get_text(), self._theme.measure, self._theme.measure_name)
        except BadPose as error:
            self.fault = translate(error_text(error))
            return
        self.app.pop()
        self._hand.go_to(pose)
        self._pointing.keyboard = True
