"""The saved games that are known: read with the program in view, and told in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from time import perf_counter
from typing import Any

import pygame

from game import catalog
from game.core.contract import DRAW
from game.core.message import Message, Text, joined, plain, say, several
from game.core.option import title_of
from game.core.theme import TURN
from game.i18n.dates import short_date
from game.i18n.words import said
from game.levels import HUMAN
from game.match.loading import Loaded, RecordReading
from game.match.match import Match
from game.match.player_titles import player_title
from game.match.record import TITLE, one_line, plain_title
from game.match.store import Listing, SavedFile, Store
from game.ui.app.dialogs import CANCEL
from game.ui.app.panel import PanelScreen
from game.ui.app.screen import Host
from game.ui.kit.pen import Pen, TextRun
from game.ui.kit.theme import FAINT, GOLD, LINE

SHOWN = 4
"""Options that the pane beside the list names."""
WIDEST_NAME = 46
"""Characters of a name in the list with the marks about it; the pane beside the list has all of it."""
BATTLE = 36
"""Characters of a game's name in that of one that leaves it: they leave room for the turn and a number."""


FORMS = ("count players when", "state players when", "state brief when", "count when", "when", "state", "")
"""What a line of the list says of a game beside its name, from the longest form to the shortest."""


def line_of(save: SavedFile, form: str = FORMS[0]) -> str:
    """A save in one line, told from others of the same battle by its players and its actions.

    :param form: one of ``FORMS``.
    """
    sign = said(_begun_under(save)) if save.barred else said(say("× damaged · ")) if save.fault else ""
    copy = said(say(" · copy")) if save.copy else ""
    name = with_system(save, one_line(name_of(save), WIDEST_NAME - len(sign) - len(copy))) + copy
    if not save.system:
        return said(say("× unreadable · {name} · {when}", name=name, when=_when(save)) if "when" in form else
                    say("× unreadable · {name}", name=name))
    state = ((ending_of(save) or said(say("over"))) if save.result
             else said(turn_of(save)))
    when = said(say("being played now")) if save.playing else _when(save)
    parts = {"count": f"{state}, {_count(save)}", "players": players_of(save), "brief": players_of(save, brief=True),
             "when": when}
    known = ["state", "when"] if form == "when" else form.split()
    return " · ".join([f"{sign}{name}", *((parts | {"state": state})[part] for part in known)])


def players_of(save: SavedFile, *, brief: bool = False) -> str:
    """Who plays which side, in a few words; briefly without the computers' sides."""
    titles = sides_of(save)
    players = save.players or {}
    people = [titles[seat] for seat, player in players.items() if player == HUMAN]
    if len(people) == len(players) > 1:
        return said(say("people on both sides"))
    computers = [(titles[seat], said(player_title(player))) for seat, player in players.items() if player != HUMAN]
    told = [player if brief else f"{side}: {player}" for side, player in computers]
    return ", ".join([*(said(say("you as {side}", side=title)) for title in people), *told])


def ending_of(save: SavedFile) -> str:
    """Who won a game that is over; empty where its record does not say it."""
    if save.winner == DRAW:
        return said(say("a draw"))
    return said(say("{sides} won", sides=sides_of(save)[save.winner]) if save.winner in (save.players or {}) else "")


def name_of(save: SavedFile) -> str:
    """What a save is called: the name it was given, or its battle."""
    return save.title or (battle_of(save)[0] if save.system else "") or plain_title(save.path.name)


def branch_name(match: Match[Any], taken: set[str], of: str = "") -> str:
    """What a game is called that leaves another one where it is now: its battle and the place, with a number if a game
    has that name.

    :param of: the name of the game it leaves, in place of the battle.
    """
    prompt, rules = match.prompt, match.rules
    seat, phase = prompt.place
    side = rules.theme.side_title(seat)
    battle = of or said(next(info.title for info in rules.scenarios if info.name == match.header.scenario))
    values = {"battle": battle if len(battle) <= BATTLE else battle[:BATTLE - 1].rstrip() + "…",
              "turn": prompt.turn, "phase": joined((side, rules.theme.title_of(phase)), " ")}
    names = (_fitting(said(say("{battle}, from turn {turn} ({number}): {phase}", number=number, **values)
                           if number > 1 else say("{battle}, from turn {turn}: {phase}", **values)),
                      said(say("{battle}, from turn {turn} ({number})", number=number, **values)
                           if number > 1 else say("{battle}, from turn {turn}", **values))) for number in count(1))
    return next(name for name in names if name not in taken)


def _fitting(whole: str, short: str) -> str:
    """A name with its phase, or without it if there is no room."""
    return plain_title(whole if len(whole) <= TITLE else short)


def resume_words(save: SavedFile) -> Message:
    """What the title says about the game it continues: system, battle, turn and when it was played last."""
    game = with_system(save, battle_of(save)[0])
    return say("{game} · {turn} · {when}", game=game, turn=turn_of(save), when=short_date(save.date))


def with_system(save: SavedFile, name: str) -> str:
    """A name of a game behind that of its system, unless it says that itself."""
    system = said(system_of(save)) if save.system else ""
    return name if system in name else f"{system} · {name}"


def turn_of(save: SavedFile) -> Message:
    """The turn a save has come to, as its system calls turns, e.g. "Bound 5"."""
    try:
        name = catalog.rules(save.system).theme.turn
    except (catalog.UnknownName, catalog.BrokenSystem):
        name = TURN
    return say("{name} {turn}", name=name, turn=save.turn or 1)


def system_of(save: SavedFile) -> Text:
    """The title of a save's system; its name where the program has no such system now."""
    try:
        return catalog.rules(save.system).theme.title
    except (catalog.UnknownName, catalog.BrokenSystem):
        return save.system


def battle_of(save: SavedFile) -> tuple[str, tuple[str, ...]]:
    """The titles of a save's scenario and options; their names where the program has no such system now."""
    try:
        rules = catalog.rules(save.system)
    except (catalog.UnknownName, catalog.BrokenSystem):
        return save.scenario, save.options
    scenarios = {info.name: info.title for info in rules.scenarios}
    return said(scenarios.get(save.scenario, save.scenario)), tuple(
        said(title_of(text, rules.options)) for text in save.options)


def some(options: Sequence[str]) -> tuple[str, ...]:
    """The titles of options, of many only the first and how many more there are."""
    if len(options) <= SHOWN:
        return tuple(options)
    return (*options[:SHOWN - 1], said(several("and {count} more", "and {count} more", len(options) - SHOWN + 1)))


def way_in(save: SavedFile) -> str:
    """The words on the main button."""
    if save.result:
        return said(say("Show how it ended"))
    if save.fault and save.system and not save.barred:
        if not save.actions:
            return said(say("Play on from the intact part"))
        return said(say("Play on from the intact part ({actions})", actions=_count(save)))
    return said(say("Play on from this copy") if save.copy else say("Resume"))


def fault_of(save: SavedFile) -> str:
    """What is wrong with a record, without its technical detail."""
    if save.barred:
        named = {"edition": save.edition, "here": catalog.rules(save.system).edition}
        return said(say("× Begun under newer rules (edition {edition}, here {here}): this game cannot be "
                        "continued.", **named)
                    if _is_newer(save) else
                    say("× Begun under older rules (edition {edition}, now {here}): this game cannot be "
                        "continued.", **named))
    if not save.system:
        return said(say("× This file cannot be read as a saved game."))
    count = say("after action {actions}", actions=save.actions) if save.actions else say("after its beginning")
    return said(say("× This file is damaged {count}. Playing on begins a new file; the damaged one stays as it is.",
                    count=count))


def _is_newer(save: SavedFile) -> bool:
    """Whether a game that is not taken up was begun under a later edition of the rules than is here."""
    return save.edition > catalog.rules(save.system).edition


def _begun_under(save: SavedFile) -> Message:
    """The sign of a game that is not taken up because its rules have changed."""
    return say("× newer rules · ") if _is_newer(save) else say("× older rules · ")


def sides_of(save: SavedFile) -> dict[str, str]:
    """The title of every seat; its name where the program has no such system now."""
    found = {seat: seat.capitalize() for seat in save.players or {}}
    try:
        seats = catalog.rules(save.system).theme.seats
    except (catalog.UnknownName, catalog.BrokenSystem):
        return found
    return found | {info.name: said(info.title) for info in seats if info.name in found}


def _count(save: SavedFile) -> str:
    return said(several("{count} action", "{count} actions", save.actions))


def _when(save: SavedFile) -> str:
    return said(short_date(save.date))


UNSEEN = 0.2
"""Seconds in which a record may be read without this sheet; most take less."""
SLICE = 0.04
"""Seconds of reading between two pictures: long enough to be quick, short enough for pointer and keys."""


def read_in_view(app: Host, reading: RecordReading, done: Callable[[Loaded], None]) -> None:
    """Read a record to its end, below this sheet if it takes long; ``done`` is not called where a player cancels."""
    loaded = reading.go_on(_for(UNSEEN))
    if loaded is not None:
        done(loaded)
    else:
        app.push(ReadingScreen(app, reading, done))


def _for(seconds: float) -> Callable[[], bool]:
    """Whether so many seconds are over."""
    end = perf_counter() + seconds
    return lambda: perf_counter() >= end


class ReadingScreen(PanelScreen):
    """Reads on with every frame, and gives way to what was asked for."""

    title = say("Reading the record")
    size = (820, 340)
    least = (680, 340)
    closable = False
    quits = True
    moving = True

    def __init__(self, app: Host, reading: RecordReading, done: Callable[[Loaded], None]) -> None:
        super().__init__(app)
        self.reading, self.done = reading, done

    @property
    def share(self) -> float:
        """How much of the record has been read, 0 to 1."""
        return self.reading.read / self.reading.lines

    def fill(self) -> None:
        body, width, height = self.body, self.px(220), self.px(54)
        self.button(pygame.Rect(body.right - width, body.bottom - height, width, height), CANCEL, self.escape,
                    tool_tip_text=say("Esc: go back; the record stays as it is"))

    def do(self, command: str, key: str) -> bool:
        """Space does not cancel: it was struck for the screen before."""
        return (command, key) == ("press-button", "space") or super().do(command, key)

    def update(self, dt: float, top: bool) -> None:
        super().update(dt, top)
        if self.app.stack[-1] is not self:
            return
        loaded = self.reading.go_on(_for(SLICE))
        if loaded is not None:
            self.app.pop()
            self.done(loaded)

    def paint(self, target: pygame.Surface) -> None:
        body = self.body
        pen = Pen(target, self.metrics, body.x, body.y, body.width)
        pen.line(plain(self.reading.path.name), "text", 22)
        pen.space(10)
        bar = pygame.Rect(body.x, pen.y, body.width, self.px(22))
        radius = self.px(4)
        pygame.draw.rect(target, GOLD, (bar.x, bar.y, round(bar.width * self.share), bar.height), border_radius=radius)
        pygame.draw.rect(target, LINE, bar, width=self.px(2), border_radius=radius)
        pen.y = bar.bottom + self.px(10)
        told = say("Line {read} of {lines}", read=self.reading.read, lines=self.reading.lines)
        pen.flow([TextRun(told, "ui", 18, FAINT)])


AT_FIRST, AT_A_TIME = 0.1, 0.02
"""Seconds for which saved games that are not in their index are read: when the title is seen, and each frame after."""


class KnownSaves:
    """Reads the saved games, the last written first: the one to continue is known at once."""

    def __init__(self) -> None:
        self._listing: Listing | None = None
        self.complete = False
        """Whether all saved games are known."""
        self.latest: SavedFile | None = None
        """The game to continue, as far as it is known."""
        self.on_complete: Callable[[Listing], None] | None = None
        """Told once when all saved games are known."""

    def begin(self) -> None:
        """Read them from the start with the next call of ``read_on``: games have been played or deleted."""
        self._listing, self.complete = None, False

    def read_on(self) -> bool:
        """Read for a moment, if any are left to read; whether the game to continue, or whether all are known, has
        changed."""
        if self.complete:
            return False
        if self._listing is None:
            self._listing = Store().listing()
            self._listing.read(AT_FIRST)
        elif not self._listing.complete:
            self._listing.read(AT_A_TIME)
        before = self.latest, self.complete
        self.latest, self.complete = self._listing.latest(), self._listing.complete
        return (self.latest, self.complete) != before

    def tell(self) -> None:
        """Tell ``on_complete`` once all are known."""
        if self.complete and self._listing is not None and self.on_complete is not None:
            tell, self.on_complete = self.on_complete, None
            tell(self._listing)
