"""The menu of a game, and the questions before a player resigns, offers a draw or restarts the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game import catalog
from game.core.capability import HiddenInformation, seen_by
from game.core.message import Message, Text, say
from game.core.theme import SeatInfo
from game.i18n.words import translate
from game.match.agreements import AcceptDraw, DeclineDraw, OfferDraw, Resign, other_seat
from game.match.game_names import shown_name
from game.ui.app.dialogs import CANCEL, MessageSheet, QuestionSheet
from game.ui.app.panel import MIN_SHEET, PanelScreen
from game.ui.app.screen import Host
from game.ui.kit.gui import UIButton, fit_labels
from game.ui.kit.pen import Pen, wrap
from game.ui.kit.theme import FAINT, INK, SHEET_MARGINS
from game.ui.play.game import GameInPlay
from game.ui.play.situation import viewing_seat
from game.ui.screens.editor import PositionEditor
from game.ui.screens.keys import Keys, key_features_in
from game.ui.screens.replay import ReplayScreen
from game.ui.screens.rulebook import Rulebook
from game.ui.screens.rulepages import SOURCES
from game.ui.screens.saveas import SaveAs
from game.ui.screens.saves import Saves
from game.ui.screens.seating import ChangePlayers
from game.ui.screens.settings_sheet import SettingsSheet

TALL_SIZE = (640, 780)
"""Size of the sheet with two buttons to a row, in layout units."""
COMPACT_SIZE = (940, 500)
"""Size of the sheet with three buttons to a row, in layout units."""
BUTTON_SIZES = (60, 14), (46, 8)
"""Height of a button and the gap below it, with two buttons to a row and with three, in layout units."""
PRINT_SIZES = range(15, 9, -1)
"""Font sizes to try for the lines below the buttons, in layout units, largest first."""
LINE_HEIGHT = 19
"""Line height below the buttons, in layout units."""

MenuEntry = tuple[Text, Callable[[], None]]
"""The label and the callback of a button."""
PLAY_ON = say("Continue playing before you offer a draw again")
"""The refusal of a draw offer soon after the last one."""


class Menu(PanelScreen):
    """The game's menu sheet."""

    key_screens = "menu"
    title = say("Menu")
    size = TALL_SIZE
    min_size = MIN_SHEET

    def __init__(self, app: Host, game: GameInPlay) -> None:
        super().__init__(app)
        self.game = game

    def build(self) -> None:
        """Build the sheet, with three buttons to a row in a low window."""
        m = self.app.sheet_metrics
        self._compact = m.px(TALL_SIZE[1]) > m.height - SHEET_MARGINS
        width, height = COMPACT_SIZE if self._compact else TALL_SIZE
        self.size = (width, height - (sum(BUTTON_SIZES[self._compact]) if self.game.match.result else 0))
        super().build()

    def fill(self) -> None:
        body, compact = self.body, self._compact
        save, saves = (say("Save a copy"), self.save), (say("Saved games"), self.saves)
        replay, restart = (say("Watch from the start"), self.replay), (say("Restart"), self.restart)
        draw, resign = (say("Offer a draw"), self.offer_draw), (say("Resign"), self.resign)
        settings, keys = (say("Settings"), self.settings), (say("Keys"), self.keys)
        sources, set_up = (say("Where the numbers come from"), self.sources), (say("Position editor"), self.edit)
        home = say("Back to the position") if self._editor is not None else say("Back to title screen")
        leave, quit_ = (home, self.leave), (say("Quit"), self.app.quit)
        self._button_height, self._gap = map(self.px, BUTTON_SIZES[compact])
        upper_rows: tuple[tuple[MenuEntry, ...], ...] = ((save, saves), (replay, restart), (draw, resign))
        lower_rows: tuple[tuple[MenuEntry, ...], ...] = ((settings, keys), (sources, set_up), (leave, quit_))
        if compact:
            upper_rows = (save, saves, replay), (restart, draw, resign)
            lower_rows = (settings, keys, sources), (set_up, leave, quit_)
        y, step = body.y, self._button_height + self._gap
        plain_buttons = []
        if self.game.match.result:
            y -= step
        else:
            resume, change = self._row(y, (say("Resume"), self.app.pop), (say("Change players"), self.change_players),
                                       look="#main")
            plain_buttons.append(change)
            fit_labels(resume)
        for entries in upper_rows:
            y += step
            plain_buttons += (row_buttons := self._row(y, *entries))
        self.draw_button, self.resign_button = row_buttons[-2:]
        self._refusal_top = y + self._button_height + self.px(3)
        y += self.px(LINE_HEIGHT) + self.px(4)
        for entries in lower_rows:
            y += step
            plain_buttons += self._row(y, *entries)
        fit_labels(*plain_buttons)
        self.agreement_refusal, self.draw_offer_refusal = agreement_refusal(self.game), draw_offer_refusal(self.game)
        if self.agreement_refusal:
            self.resign_button.disable()
        if self.draw_offer_refusal:
            self.draw_button.disable()

    def _row(self, top: int, *entries: MenuEntry, look: str = "") -> list[UIButton]:
        """Create buttons side by side across the sheet; return them.

        :param top: upper edge of the buttons, in window pixels.
        :param look: the object id of the first button.
        """
        body, gap = self.body, self._gap
        width = (body.width - gap * (len(entries) - 1)) // len(entries)
        height = self._button_height
        return [self.button(pygame.Rect(body.x + number * (width + gap), top, width, height), label, action,
                            look if not number else "")
                for number, (label, action) in enumerate(entries)]

    def do(self, command: str, key: str) -> bool:
        match command:
            case "keys":
                self.keys()
            case "save":
                self.save()
            case "resign":
                self.resign()
            case "offer-draw":
                self.offer_draw()
            case "restart":
                self.restart()
            case "edit-position":
                self.edit()
            case _:
                return super().do(command, key)
        return True

    def paint(self, target: pygame.Surface) -> None:
        header, record = self.game.match.header, self.game.match.record
        info = catalog.scenario(self.game.rules, header.scenario)
        reconstructed = [what for what, source in info.sources(header.options) if "reconstructed" in source]
        is_saved = record is not None and not self.game.match.trouble
        sources = say("Partly or wholly reconstructed: {parts}", parts=tuple(map(Message, reconstructed)))
        texts: list[Text] = [*([sources] if reconstructed else []),
                             say("Autosaved after every action as \"{game}\" in Saved games",
                                 game=shown_name(self.game.match.title, header.system, header.scenario) or info.title)
                             if is_saved else say("This game is not saved")]
        body, width = self.body, self.body.width
        pen = Pen(target, self.metrics, body.x, self._refusal_top, width)
        smallest = pen.font("ui", PRINT_SIZES[-1])
        lines = [line for text in texts for line in (
            [text] if smallest.size(text)[0] <= width else wrap(translate(text), smallest, width))]
        pen.line(self.agreement_refusal or self.draw_offer_refusal, "ui", 15, FAINT, centre=True)
        sizes = [next((size for size in PRINT_SIZES if pen.font("ui", size).size(line)[0] <= width), PRINT_SIZES[-1])
                 for line in lines]
        line_height = max(self.px(LINE_HEIGHT), *(pen.font("ui", size).get_linesize() for size in sizes))
        for number, (line, size) in enumerate(zip(lines, sizes, strict=True)):
            pen.y = body.bottom - line_height * (len(lines) - number)
            pen.line(line, "ui", size, INK, centre=True)

    def save(self) -> None:
        self.app.push(SaveAs(self.app, self.game.match, self.game.view.notice, self.game.store_picture, self.app.pop))

    def change_players(self) -> None:
        """Continue with other players, in a new record that shares everything done so far."""
        self.app.push(ChangePlayers(self.app, self.game.match, len(self.game.match.plies)))

    def saves(self) -> None:
        self.game.store_picture()
        self.app.push(Saves(self.app))

    def resign(self) -> None:
        self.app.pop()
        resign(self.game)

    def offer_draw(self) -> None:
        self.app.pop()
        offer_draw(self.game)

    def restart(self) -> None:
        self.app.pop()
        restart(self.game)

    def settings(self) -> None:
        self.app.push(SettingsSheet(self.app))

    def keys(self) -> None:
        self.app.push(Keys(self.app, self.game.rules, features=key_features_in(self.game.flow)))

    def sources(self) -> None:
        """Open the rulebook at the page that says what is printed and what is reconstructed."""
        self.app.push(Rulebook(self.app, self.game.rules.name, SOURCES))

    def replay(self) -> None:
        self.app.replace(ReplayScreen(self.app, self.game.match))

    def edit(self) -> None:
        """Close the menu, and open the position editor with the current position as the game's viewer sees it."""
        self.app.pop()
        match = self.game.match
        self.app.navigator.edit(match.rules, seen_by(match.rules, match.state, viewing_seat(match)))

    @property
    def _editor(self) -> PositionEditor | None:
        """The editor that the game was started from, if any."""
        return next((screen for screen in self.app.stack if isinstance(screen, PositionEditor)), None)

    def leave(self) -> None:
        """Return to the title, or to the editor that the game was started from."""
        editor = self._editor
        if editor is None:
            self.app.return_to_title()
            return
        while self.app.stack[-1] is not editor:
            self.app.pop()


class SideQuestion(MessageSheet):
    """Asks which of the sides played at this screen resigns or offers a draw; Enter, Escape and Cancel change
    nothing."""

    def __init__(self, app: Host, title: Text, text: Text, sides: Sequence[SeatInfo],
                 action: Callable[[str], None]) -> None:
        """:param action: callback with the seat chosen."""
        super().__init__(app, title, text, CANCEL)
        self.sides, self.action = sides, action

    def fill(self) -> None:
        body, gap, height = self.body, self.px(16), self.px(54)
        width = (body.width - gap * len(self.sides)) // (len(self.sides) + 1)
        top = body.bottom - height
        for number, info in enumerate(self.sides):
            place = pygame.Rect(body.x + number * (width + gap), top, width, height)
            self.button(place, say("{side} side", side=info.described), partial(self.choose, info.name))
        self.button(pygame.Rect(body.right - width, top, width, height), CANCEL, self.app.pop, "#main")

    def choose(self, seat: str) -> None:
        """Close the question, and pass on the seat chosen."""
        self.app.pop()
        self.action(seat)


def agreement_refusal(game: GameInPlay) -> Text:
    """Why nobody at the screen can resign, nor offer a draw, now; empty if somebody can. Players can resign before they
    confirm the end of their turn."""
    if game.match.result is not None:
        return say("The game is over")
    if not game.flow.people:
        return say("Computers play both sides")
    if game.interruption.moment is not None:
        return say("First answer the question on the card")
    if game.interruption.holds:
        return say("First finish the interrupt")
    return ""


def draw_offer_refusal(game: GameInPlay) -> Text:
    """Why nobody at the screen can offer a draw now; empty if somebody can."""
    if why := agreement_refusal(game):
        return why
    if game.turn_end.holds:
        return say("Before you offer a draw, press {label}", label=game.turn_end.label)
    if _seats_to_offer(game):
        return ""
    return say("A draw has already been offered") if game.match.draw_offer else PLAY_ON


def resign(game: GameInPlay) -> None:
    """Ask for confirmation before a person's side resigns, and which side if several people play."""
    if why := agreement_refusal(game):
        game.view.notice.say(why)
        return
    people = [game.theme.side(seat) for seat in game.flow.people]
    if len(people) > 1:
        _push(game, SideQuestion(game.host, say("Which side resigns?"),
                                 say("The side you choose resigns; the other wins."), people,
                                 lambda seat: _play(game, Resign(seat))))
        return
    (person,) = people
    winner = game.theme.side(other_seat(game.rules, person.name))
    _push(game, QuestionSheet(game.host, say("Resign the game?"),
                              say("The {side} side resigns, and the {winner} side wins.",
                                  side=person.described, winner=winner.described),
                              say("Resign"), lambda: _play(game, Resign(person.name)), irreversible=True))


def offer_draw(game: GameInPlay) -> None:
    """Ask for confirmation before a person's side offers a draw, and which side if several people play."""
    if why := draw_offer_refusal(game):
        game.view.notice.say(why)
        return
    sides = [game.theme.side(seat) for seat in _seats_to_offer(game)]
    text = say("If the other side accepts, the game ends in a draw.")
    if len(game.flow.people) > 1:
        _push(game, SideQuestion(game.host, say("Which side offers a draw?"), text, sides,
                                 lambda seat: _play(game, OfferDraw(seat))))
    else:
        _push(game, QuestionSheet(game.host, say("Offer a draw?"), text, say("Offer a draw"),
                                  lambda: _play(game, OfferDraw(sides[0].name))))


def restart(game: GameInPlay) -> None:
    """Ask for confirmation before restarting the same battle in a new record."""
    header = game.match.header
    battle = catalog.scenario(game.rules, header.scenario).title
    _push(game, QuestionSheet(
        game.host, say("Restart this battle?"),
        say("{battle} begins again: same set-up, options and players, new dice. This game stays in Saved games.",
            battle=battle),
        say("Restart"),
        lambda: game.host.navigator.begin(game.match.rules, header.scenario, header.options, header.players,
                                          position=header.position), irreversible=True))


def show_draw_offer(game: GameInPlay) -> bool:
    """Show the pending draw offer to the person it was made to; return whether there is one."""
    offering = game.match.draw_offer
    if offering is None or not game.flow.is_human(other_seat(game.rules, offering)):
        return False
    game.host.push(draw_offer_banner(game, offering))
    return True


def draw_offer_banner(game: GameInPlay, offering: str) -> QuestionSheet:
    """The banner that shows a person the other seat's draw offer; Enter and Escape decline it."""
    seat = other_seat(game.rules, offering)
    banner = QuestionSheet(
        game.host, say("A draw is offered"),
        say("The {side} side offers a draw.\n{other} player: accept it, or decline it and continue.",
            side=game.theme.side(offering).described, other=game.theme.side(seat).described),
        say("Accept the draw"), partial(_answer, game, seat, AcceptDraw), say("Decline"),
        partial(_answer, game, seat, DeclineDraw), irreversible=True)
    # the map below may still show what only the other player may see
    banner.covers = isinstance(game.rules, HiddenInformation)
    return banner


def _seats_to_offer(game: GameInPlay) -> tuple[str, ...]:
    """The human seats that may offer a draw now."""
    allowed = {action.seat for action in game.match.agreements if isinstance(action, OfferDraw)}
    return tuple(seat for seat in game.flow.people if seat in allowed)


def _push(game: GameInPlay, sheet: MessageSheet) -> None:
    """Open a sheet over the game, skipping any animation."""
    game.skip()
    game.host.push(sheet)


def _play(game: GameInPlay, action: Resign | OfferDraw) -> None:
    """Resign or offer a draw. If a paused computer player must answer, say that it answers when the player resumes."""
    game.flow.play(action)
    if (isinstance(action, OfferDraw) and game.flow.paused
            and not game.flow.is_human(other_seat(game.rules, action.seat))):
        game.view.notice.say(say("The computer is paused: it answers when you resume"))


def _answer(game: GameInPlay, seat: str, kind: type[AcceptDraw] | type[DeclineDraw]) -> None:
    """Accept or decline a draw offer."""
    game.flow.play(kind(seat))
