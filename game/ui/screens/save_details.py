"""Saved games on screen: their descriptions as text, and reading them bit by bit while the screen stays responsive."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter

import pygame

from game import catalog
from game.core.contract import DRAW
from game.core.message import Message, Text, plain, plural, say
from game.core.option import title_of
from game.core.theme import TURN
from game.i18n.dates import short_date
from game.i18n.words import contains_name, translate
from game.levels import HUMAN
from game.match.game_names import shown_name
from game.match.loading import Loaded, RecordReading
from game.match.player_titles import player_title
from game.match.record import one_line, plain_title
from game.match.store import Listing, SavedFile, Store
from game.ui.app.dialogs import CANCEL
from game.ui.app.panel import PanelScreen
from game.ui.app.screen import Host
from game.ui.kit.pen import Pen, TextRun
from game.ui.kit.theme import FAINT, GOLD, LINE_INK

MAX_OPTIONS = 4
"""Most options named in the pane beside the list."""
MAX_NAME_LETTERS = 60
"""Most characters of a name in the list, including signs such as ``× damaged``; the pane beside the list shows all of
it."""

FORMS = ("count players when", "state players when", "state brief when", "count when", "when", "state", "")
"""Forms of a line of the list, from the longest to the shortest: the details after the game's name, in order. ``state``
is the turn or how the game ended, ``count`` the same with the number of actions; ``players`` the player of each side,
``brief`` the same without the sides of computer players; ``when`` the date last played, with the state if it is
alone."""


def line_of(save: SavedFile, form: str = FORMS[0]) -> str:
    """A save as one line of text; its players and actions distinguish it from others of the same battle.

    :param form: one of ``FORMS``.
    """
    sign = translate(_begun_under(save)) if save.barred else translate(say("× damaged · ")) if save.fault else ""
    copy = translate(say(" · copy")) if save.copy else ""
    name = with_system(save, one_line(name_of(save), MAX_NAME_LETTERS - len(sign) - len(copy))) + copy
    if not save.system:
        return translate(say("× unreadable · {name} · {when}", name=name, when=_date(save)) if "when" in form else
                         say("× unreadable · {name}", name=name))
    state = (ending_of(save) or translate(say("over"))) if save.result else translate(turn_of(save))
    when = translate(say("being played now")) if save.playing else _date(save)
    details = {"state": state, "count": f"{state}, {_action_count(save)}", "players": players_of(save),
               "brief": players_of(save, brief=True), "when": when}
    wanted = ["state", "when"] if form == "when" else form.split()
    return " · ".join([f"{sign}{name}", *(details[detail] for detail in wanted)])


def lines_of(saves: Sequence[SavedFile], fits: Callable[[str], bool]) -> list[str]:
    """A numbered line for each save, in its longest form that fits, or in the shortest one if none does. The number of
    actions is in all of them or in none.

    :param fits: whether there is room for a line.
    """
    def form_of(number: int, save: SavedFile, forms: Sequence[str]) -> str:
        return next((form for form in forms if fits(f"{number}. {line_of(save, form)}")), forms[-1])

    forms = [form_of(number, save, FORMS) for number, save in enumerate(saves, start=1)]
    if not all("count" in form for form, save in zip(forms, saves, strict=True) if save.system):
        uncounted = [form for form in FORMS if "count" not in form]
        forms = [form_of(number, save, uncounted) for number, save in enumerate(saves, start=1)]
    return [f"{number}. {line_of(save, form)}"
            for number, (save, form) in enumerate(zip(saves, forms, strict=True), start=1)]


def players_of(save: SavedFile, *, brief: bool = False) -> str:
    """The player of each side as a short text.

    :param brief: whether to leave out the computer players' sides.
    """
    titles = sides_of(save)
    players = save.players or {}
    people = [titles[seat] for seat, player in players.items() if player == HUMAN]
    if len(people) == len(players) > 1:
        return translate(say("human players on both sides"))
    computers = [(titles[seat], translate(player_title(player))) for seat, player in players.items() if player != HUMAN]
    names = [player if brief else f"{side}: {player}" for side, player in computers]
    return ", ".join([*(translate(say("you as {side}", side=title)) for title in people), *names])


def ending_of(save: SavedFile) -> str:
    """The winner of a finished game, or a draw, as text; empty if its record does not say."""
    if save.winner == DRAW:
        return translate(say("a draw"))
    return translate(say("{sides} won", sides=sides_of(save)[save.winner]) if save.winner in (save.players or {})
                     else "")


def name_of(save: SavedFile) -> str:
    """A save's given name in the user's language if the program has given it, or its battle."""
    given = translate(shown_name(save.title, save.system, save.scenario))
    return given or (battle_of(save)[0] if save.system else "") or plain_title(save.path.name)


def resume_text(save: SavedFile) -> Message:
    """The title screen's text about the game to resume: system, battle, turn and date last played."""
    game = with_system(save, battle_of(save)[0])
    return say("{game} · {turn} · {when}", game=game, turn=turn_of(save), when=short_date(save.date))


def with_system(save: SavedFile, name: str) -> str:
    """A game's name preceded by its system, unless the name contains it."""
    system = system_of(save) if save.system else ""
    return name if contains_name(name, system) else f"{translate(system)} · {name}"


def turn_of(save: SavedFile) -> Message:
    """The turn reached in a save, in the system's own word, e.g. "Bound 5"."""
    return say("{name} {turn}", name=turn_word(save), turn=save.turn or 1)


def turn_word(save: SavedFile) -> Text:
    """A save's system's own word for a turn, or the usual one if the system is not installed."""
    try:
        return catalog.rules(save.system).theme.turn
    except (catalog.UnusableName, catalog.BrokenSystem):
        return TURN


def system_of(save: SavedFile) -> Text:
    """The title of a save's system, or its internal name if the system is not installed."""
    try:
        return catalog.rules(save.system).theme.title
    except (catalog.UnusableName, catalog.BrokenSystem):
        return save.system


def battle_of(save: SavedFile) -> tuple[str, tuple[str, ...]]:
    """The titles of a save's scenario and options, or their internal names if the system is not installed."""
    try:
        rules = catalog.rules(save.system)
    except (catalog.UnusableName, catalog.BrokenSystem):
        return save.scenario, save.options
    scenarios = {info.name: info.title for info in rules.scenarios}
    return translate(scenarios.get(save.scenario, save.scenario)), tuple(
        translate(title_of(text, rules.options)) for text in save.options)


def shortened_options(options: Sequence[str]) -> tuple[str, ...]:
    """The titles of options; if there are many, the first few and the number of others."""
    if len(options) <= MAX_OPTIONS:
        return tuple(options)
    others = len(options) - MAX_OPTIONS + 1
    return (*options[:MAX_OPTIONS - 1], translate(plural("and {count} more", "and {count} more", others)))


def open_label(save: SavedFile) -> str:
    """Label of the main button for a save."""
    if save.result:
        return translate(say("Show how it ended"))
    if save.fault and save.system and not save.barred:
        if not save.actions:
            return translate(say("Resume from the intact part"))
        return translate(say("Resume from the intact part ({actions})", actions=_action_count(save)))
    return translate(say("Resume from this copy") if save.copy else say("Resume"))


def fault_of(save: SavedFile) -> str:
    """Why a game cannot be resumed, or only in part, without technical detail; for games with a fault."""
    if save.barred:
        editions = {"edition": save.edition, "here": catalog.rules(save.system).edition}
        return translate(say("× Begun under newer rules (edition {edition}, here {here}): this game cannot be "
                             "resumed.", **editions)
                         if _is_newer(save) else
                         say("× Begun under older rules (edition {edition}, now {here}): this game cannot be "
                             "resumed.", **editions))
    if not save.system:
        return translate(say("× This file cannot be read as a saved game."))
    place = say("after action {actions}", actions=save.actions) if save.actions else say("from its first action on")
    return translate(say(
        "× This file is damaged {place}. Resuming begins a new file; the damaged one stays as it is.", place=place))


def _is_newer(save: SavedFile) -> bool:
    """Whether a game that cannot be continued was begun under a later edition of the rules than the installed one."""
    return save.edition > catalog.rules(save.system).edition


def _begun_under(save: SavedFile) -> Message:
    """The sign in the list of a game that cannot be continued because its rules have changed."""
    return say("× newer rules · ") if _is_newer(save) else say("× older rules · ")


def sides_of(save: SavedFile) -> dict[str, str]:
    """Seat -> its title, or its internal name if the system is not installed."""
    sides = {seat: seat.capitalize() for seat in save.players or {}}
    try:
        seats = catalog.rules(save.system).theme.seats
    except (catalog.UnusableName, catalog.BrokenSystem):
        return sides
    return sides | {info.name: translate(info.title) for info in seats if info.name in sides}


def _action_count(save: SavedFile) -> str:
    """The number of actions in a save, as text."""
    return translate(plural("{count} action", "{count} actions", save.actions))


def _date(save: SavedFile) -> str:
    """The date on which a save was last played, as a short text."""
    return translate(short_date(save.date))


QUIET_SECONDS = 0.2
"""Seconds of reading a record before the progress sheet opens; most need less."""
READING_SLICE = 0.04
"""Seconds of reading per frame while the progress sheet is open: long enough to be quick, short enough to keep the
screen responsive."""


def read_in_view(app: Host, reading: RecordReading, done: Callable[[Loaded], None]) -> None:
    """Read a whole record, with a progress sheet if it takes long.

    :param done: callback with the record, unless the player cancels.
    """
    loaded = reading.read_on(_time_limit(QUIET_SECONDS))
    if loaded is not None:
        done(loaded)
    else:
        app.push(ReadingScreen(app, reading, done))


def _time_limit(seconds: float) -> Callable[[], bool]:
    """A function that says whether a number of seconds has passed."""
    end = perf_counter() + seconds
    return lambda: perf_counter() >= end


class ReadingScreen(PanelScreen):
    """A sheet that reads a record, a slice every frame, and shows the progress; then it closes and calls ``done``."""

    title = say("Reading the record")
    size = (820, 340)
    min_size = (680, 340)
    closable = False
    quit_key_works = True
    moving = True

    def __init__(self, app: Host, reading: RecordReading, done: Callable[[Loaded], None]) -> None:
        super().__init__(app)
        self.reading, self.done = reading, done

    @property
    def share(self) -> float:
        """Share of the record that has been read, 0 to 1."""
        return self.reading.lines_read / self.reading.lines

    def fill(self) -> None:
        body, width, height = self.body, self.px(220), self.px(54)
        self.button(pygame.Rect(body.right - width, body.bottom - height, width, height), CANCEL, self.escape,
                    tool_tip_text=say("Esc: go back; the record stays as it is"))

    def do(self, command: str, key: str) -> bool:
        """Ignore Space, which was meant for the previous screen; otherwise as usual."""
        return (command, key) == ("press-button", "space") or super().do(command, key)

    def update(self, dt: float, top: bool) -> None:
        super().update(dt, top)
        if self.app.stack[-1] is not self:
            return
        loaded = self.reading.read_on(_time_limit(READING_SLICE))
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
        pygame.draw.rect(target, LINE_INK, bar, width=self.px(2), border_radius=radius)
        pen.y = bar.bottom + self.px(10)
        text = say("Line {read} of {lines}", read=self.reading.lines_read, lines=self.reading.lines)
        pen.flow([TextRun(text, "ui", 18, FAINT)])


FIRST_READING_SECONDS = 0.1
"""Seconds of reading when the title appears; games in the index need none."""
FRAME_READING_SECONDS = 0.02
"""Seconds of reading in each frame after that, until all games have been read."""


class SaveReader:
    """Reads the saved games bit by bit, last written first, so that the game to resume is known at once."""

    def __init__(self) -> None:
        self._listing: Listing | None = None
        self.complete = False
        """Whether all saved games have been read."""
        self.latest: SavedFile | None = None
        """The game to resume, as far as known."""
        self.on_complete: Callable[[Listing], None] | None = None
        """Callback for when all saved games have been read; called once."""

    @property
    def may_find_game(self) -> bool:
        """Whether a game to resume has been found, or may still be found."""
        if self.latest is not None or self.complete:
            return self.latest is not None
        return self._listing is not None or len(Store().listing()) > 0

    def restart(self) -> None:
        """Start reading again with the next ``read_more``, after games were played or deleted."""
        self._listing, self.complete = None, False

    def read_more(self) -> bool:
        """Read for a limited time; return whether ``latest`` or ``complete`` has changed."""
        if self.complete:
            return False
        if self._listing is None:
            self._listing = Store().listing()
            self._listing.read(FIRST_READING_SECONDS)
        elif not self._listing.complete:
            self._listing.read(FRAME_READING_SECONDS)
        before = self.latest, self.complete
        self.latest, self.complete = self._listing.latest(), self._listing.complete
        return (self.latest, self.complete) != before

    def report_complete(self) -> None:
        """Call ``on_complete`` if all saved games have been read, once only."""
        if self.complete and self._listing is not None and self.on_complete is not None:
            callback, self.on_complete = self.on_complete, None
            callback(self._listing)
