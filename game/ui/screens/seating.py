"""The choice of a player for each side, the sheet that branches a new game from a record, and the sheet that changes
the players of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import pygame

from game.core.contract import System
from game.core.evaluator import NEUTRAL, Personality
from game.core.message import Text, error_text, say
from game.i18n.words import capitalised, translate
from game.levels import HUMAN, LEVELS, PERSONALITIES, computer_player, computer_players
from game.match import loading
from game.match.errors import MatchError
from game.match.game_names import branch_name
from game.match.match import Match
from game.match.player_titles import player_title
from game.match.record import file_name
from game.match.store import Store
from game.ui.app.panel import MIN_SHEET, PanelScreen
from game.ui.app.screen import Host, Screen
from game.ui.app.settings import SetUpChoices
from game.ui.kit import gui
from game.ui.kit.fonts import font
from game.ui.kit.gui import DropDown
from game.ui.kit.pen import Pen, TextRun, fitting_font, wrap
from game.ui.kit.theme import FAINT, SHEET_MARGINS

BOX_HEIGHT = 46
"""Height of a menu box, in layout units."""
BOX_GAP = 10
"""Gap between a seat's menu boxes, in layout units."""
SEAT_HEIGHT = 124
"""Distance between seats, in layout units."""
NAME_WIDTH, NARROW_NAME_WIDTH = 150, 110
"""Width of a seat's name with the gap beside it, in a usual and in a narrow column, in layout units."""
NARROW_COLUMN = 400
"""Width in layout units below which a column is narrow: the player's description then begins below the seat's name, and
one menu has levels and personalities."""


def player_descriptions(rules: System[Any]) -> dict[str, str]:
    """Possible players of a system's seats, name -> description: people first, then opponents from weakest to
    strongest, then levels for experiments."""
    from game.ai.players import levels_for

    people = {HUMAN: translate(say("A person at this screen"))}
    levels = sorted(levels_for(rules).items(), key=lambda item: not item[1].opponent)
    return people | {name: translate(info.description) for name, info in levels}


def with_personality(player: str, personality: Personality) -> str:
    """The name of a player's level with a personality; unchanged for people and for levels without personalities."""
    computer = computer_player(player)
    if computer is None or not computer.level.evaluates:
        return player
    return computer._replace(personality=personality).name


def usual_opponent(rules: System[Any], last_setups: Mapping[str, SetUpChoices]) -> str:
    """The computer player that a person is offered first: the one of the latest game that was set up, else the weakest
    opponent there is.

    :param last_setups: the remembered set-ups, the latest last.
    """
    possible = player_descriptions(rules)
    recent = [player for choices in last_setups.values() for player in choices.players.values()
              if player != HUMAN and with_personality(player, NEUTRAL) in possible]
    return recent[-1] if recent else list(possible)[1]


def default_players(rules: System[Any], opponent: str) -> dict[str, str]:
    """Seat -> its player by default: a person in the first seat, a computer player in the others.

    :param opponent: the name of that computer player.
    """
    return {seat: opponent if number else HUMAN for number, seat in enumerate(rules.seats)}


class Seating:
    """The seats of a game being set up: each has a menu of levels and, for levels with personalities, a menu of these;
    in a narrow column one menu combines both."""

    def __init__(self, rules: System[Any], players: Mapping[str, str], opponent: str) -> None:
        """:param players: seat -> its player at first; the default player replaces an unknown one.
        :param opponent: the computer player of a seat that nobody has chosen.
        """
        self.rules, self._opponent = rules, opponent
        self.levels = player_descriptions(rules)
        """People and the levels of computer players -> their descriptions."""
        self.players: dict[str, str] = {}
        """Seat -> its player."""
        self._last_personality: dict[str, Personality] = {}
        """Seat -> the last personality chosen, kept while its level takes none."""
        self.set_players(players)
        self._room = pygame.Rect(0, 0, 0, 0)
        """The rectangle of the seats in the window."""
        self._name_width = 0
        """Width in pixels of a seat's name with the gap to its menu."""
        self._narrow = False
        """Whether the column is narrow."""
        self.menus: dict[Any, str] = {}
        """Menu of levels -> its seat."""
        self._menu_players = tuple(self.levels)
        """The entries of these menus: levels, or in a narrow column levels with personalities."""
        self.personality_menus: dict[Any, str] = {}
        """Menu of personalities -> its seat."""

    def set_players(self, players: Mapping[str, str]) -> None:
        """Set the player of every seat; the default player replaces a missing or unknown one."""
        self._last_personality.clear()
        known = {seat: player for seat, player in players.items() if player in self._possible_players}
        defaults = default_players(self.rules, self._opponent)
        self.players = {seat: known.get(seat, player) for seat, player in defaults.items()}

    @property
    def _possible_players(self) -> tuple[str, ...]:
        """All possible players with their personalities, people first."""
        order = list(self.levels)
        players = [(order.index(computer.level.name), name) for name, computer in computer_players().items()
                   if computer.level.name in order]
        return HUMAN, *(name for _, name in sorted(players, key=lambda item: item[0]))

    def seat_person(self, side: str) -> None:
        """Give a side to a person, and replace people in the other seats by computer players."""
        for seat, player in self.players.items():
            if seat == side:
                self.players[seat] = HUMAN
            elif player == HUMAN:
                self.players[seat] = self._opponent

    def fill(self, screen: Screen, left: int, top: int, width: int) -> int:
        """Create the menus on a sheet, in a column given in window pixels; return the lower edge of the seats."""
        px = screen.px
        self._room = pygame.Rect(left, top, width, len(self.rules.seats) * px(SEAT_HEIGHT))
        self._narrow = width < px(NARROW_COLUMN)
        self._name_width = name_width = px(NARROW_NAME_WIDTH if self._narrow else NAME_WIDTH)
        self._menu_players = self._possible_players if self._narrow else tuple(self.levels)
        names: list[str | tuple[str, str]] = [translate(player_title(name)) for name in self._menu_players]
        titles: list[str | tuple[str, str]] = [_title(each) for each in (NEUTRAL, *PERSONALITIES.values())]
        self.menus, self.personality_menus = {}, {}
        for number, seat in enumerate(self.rules.seats):
            rect = pygame.Rect(left + name_width, top + number * px(SEAT_HEIGHT), width - name_width, px(BOX_HEIGHT))
            computer, chosen = computer_player(self.players[seat]), translate(player_title(self.players[seat]))
            if not self._narrow and computer is not None and computer.level.evaluates:
                half, chosen = (rect.width - px(BOX_GAP)) // 2, translate(computer.level.title)
                beside = pygame.Rect(rect.right - half, rect.y, half, rect.height)
                self.personality_menus[DropDown(titles, _title(computer.personality), beside, screen.manager)] = seat
                rect.width = half
            self.menus[DropDown(names, chosen, rect, screen.manager)] = seat
        return self._room.bottom

    def paint(self, target: pygame.Surface, screen: Screen) -> None:
        """Print the sides' names and the descriptions of their players."""
        px, y = screen.px, self._room.y
        for seat in self.rules.theme.seats:
            box = pygame.Rect(self._room.x, y + px(3), self._name_width - px(16), px(40))
            pygame.draw.rect(target, seat.paper, box, border_radius=px(4))
            indent = 0 if self._narrow else self._name_width
            pen = Pen(target, screen.metrics, box.x + indent, y + px(52), self._room.width - indent)
            name = fitting_font(seat.title, "ui-bold", px(18), box.width - px(8)).render(seat.title, True, seat.print)
            target.blit(name, name.get_rect(center=box.center))
            pen.flow([TextRun(self._description(seat.name), "ui", 16, FAINT)], leading=1.0)
            y += px(SEAT_HEIGHT)

    def _level(self, seat: str) -> str:
        """The level in a seat, without personality; or ``human``."""
        return with_personality(self.players[seat], NEUTRAL)

    def _description(self, seat: str) -> Text:
        """The description of the player in a seat, with that of the personality, if any."""
        level, computer = self.levels[self._level(seat)], computer_player(self.players[seat])
        if computer is None or computer.personality is NEUTRAL:
            return level
        return say("{level}. {personality}.", level=level, personality=computer.personality.description)

    @property
    def keys(self) -> list[Text]:
        """Texts explaining the keys."""
        names = {"first": "F2", "last": f"F{1 + len(self.rules.theme.seats)}"}
        return [say("{first} and {last} change players (Ctrl: backwards, Shift: personality)", **names)
                if self.personality_menus else say("{first} and {last} change players (Ctrl: backwards)", **names)]

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle a choice from one of the menus; return whether it was one. The menus must then be created again."""
        if event.type != gui.UI_DROP_DOWN_MENU_CHANGED:
            return False
        menu = event.ui_element
        if menu in self.menus:
            player = next(name for name in self._menu_players if translate(player_title(name)) == event.text)
            if self._menu_players == tuple(self.levels):
                self._choose_level(self.menus[menu], player)
            else:
                self.players[self.menus[menu]] = player
        elif menu in self.personality_menus:
            seat = self.personality_menus[menu]
            personality = next(each for each in (NEUTRAL, *PERSONALITIES.values()) if _title(each) == event.text)
            self.players[seat] = with_personality(self.players[seat], personality)
        return menu in self.menus or menu in self.personality_menus

    def _choose_level(self, seat: str, level: str) -> None:
        """Give a seat to a level or to people, restoring the personality chosen last if the level takes one."""
        computer = computer_player(self.players[seat])
        if computer is not None and computer.level.evaluates:
            self._last_personality[seat] = computer.personality
        self.players[seat] = with_personality(level, self._last_personality.get(seat, NEUTRAL))

    def swap(self) -> None:
        """Move every player to the next seat, and the last player to the first."""
        players = list(self.players.values())
        self.players = dict(zip(self.players, (players[-1], *players[:-1]), strict=True))
        self._last_personality.clear()

    def next_player(self, key: str) -> bool:
        """Change the player of a function key's seat (F2: the first seat) to the next one, skipping levels for
        experiments; with Ctrl to the previous one, including those; with Shift to the next personality. Return whether
        there is such a seat; the menus must then be created again."""
        number = int(key.rpartition("f")[2]) - 2
        if number >= len(self.rules.seats):
            return False
        seat, levels = self.rules.seats[number], list(self.levels)
        if key.startswith("shift"):
            computer = computer_player(self.players[seat])
            personalities = (NEUTRAL, *PERSONALITIES.values())
            if computer is not None:
                following = (personalities.index(computer.personality) + 1) % len(personalities)
                self.players[seat] = with_personality(self.players[seat], personalities[following])
            return True
        current = levels.index(self._level(seat))
        if key.startswith("ctrl"):
            self._choose_level(seat, levels[current - 1])
            return True
        others = [*levels[current + 1:], *levels[:current]]
        usual = [name for name in others if name in self._usual_players]
        self._choose_level(seat, (usual or others)[0])
        return True

    @property
    def _usual_players(self) -> list[str]:
        """People and all levels except those for experiments."""
        return [name for name in self.levels if name == HUMAN or LEVELS[name].opponent]


KEYS_PRINT = (15, 11)
"""Largest and smallest font size of the line of keys at the foot of a sheet, in layout units."""


def print_keys(target: pygame.Surface, screen: PanelScreen, keys: Sequence[Text], room: int, *,
               small: bool = False) -> None:
    """Print the line of keys at the foot of a sheet, in at most two lines; nothing if it does not fit.

    :param room: width of a line in pixels.
    :param small: whether a smaller font may be used.
    """
    body, text = screen.body, say("Keys: {keys}", keys=tuple(keys))
    for size in range(KEYS_PRINT[0], KEYS_PRINT[1] - 1 if small else KEYS_PRINT[0] - 1, -1):
        face = font("ui", screen.px(size))
        lines = wrap(text, face, room)
        if len(lines) <= 2:
            for number, line in enumerate(reversed(lines), 1):
                target.blit(face.line_picture(line, FAINT), (body.x, body.bottom - number * face.get_linesize()))
            return


def _title(personality: Personality) -> str:
    """A personality's label in the menu."""
    return capitalised(personality.title)


USUAL_SIZE = (860, 700)
"""Size of the sheet, in layout units."""
SIZE_WITH_DICE_BESIDE = (1040, 500)
"""Size of the sheet with the choice of dice beside the players, in layout units."""
SIZE_WITHOUT_DICE = (860, 500)
"""Size of the sheet without the choice of dice, in layout units."""
DICE = (
    (say("Same results"), say("Repeat the recorded moves and you get the recorded results.")),
    (say("New results"), say("New rolls from here on; those made so far stay.")),
)
"""The choices of dice: label and description of each."""


class BranchSheet(PanelScreen):
    """The sheet that asks for players and dice of a new game branched from a record; the record itself is never written
    to."""

    key_screens = "fork seating"
    title: Text = say("A new game from here")
    set_up_title: Text = say("A new game from the set-up")
    """The title if the new game shares no action."""
    start_label = say("Start the game")
    """Label of the button that starts the game."""
    offers_dice = True
    """Whether the player can choose the coming dice rolls, recorded or new."""
    size = USUAL_SIZE
    min_size = MIN_SHEET

    def __init__(self, app: Host, match: Match[Any], shared_actions: int) -> None:
        """:param shared_actions: number of the match's actions that the new game shares."""
        super().__init__(app)
        self.match, self._shared_actions = match, shared_actions
        if not shared_actions:
            self.title = self.set_up_title
        self.seating = Seating(match.rules, match.header.players, usual_opponent(match.rules, app.settings.last_setups))
        self.new_dice = False
        """Whether the dice from here on are new."""

    def build(self) -> None:
        """Build the sheet, in a low window with the choice of dice beside the players."""
        m = self.metrics
        self._dice_beside = self.offers_dice and m.px(USUAL_SIZE[1]) > m.height - SHEET_MARGINS
        self.size = (SIZE_WITH_DICE_BESIDE if self._dice_beside else USUAL_SIZE if self.offers_dice
                     else SIZE_WITHOUT_DICE)
        super().build()

    def fill(self) -> None:
        body, px = self.body, self.px
        width = (body.width - px(32)) // 2 if self._dice_beside else body.width
        seats_bottom = self.seating.fill(self, body.x, body.y + px(84), width)
        self._dice_room = (pygame.Rect(body.right - width, body.y + px(46), width, px(200)) if self._dice_beside
                           else pygame.Rect(body.x, seats_bottom, width, px(200)))
        half, gap = (width - px(16)) // 2, px(16)
        for number, (label, _) in enumerate(DICE if self.offers_dice else ()):
            is_chosen = self.new_dice == bool(number)
            room = pygame.Rect(self._dice_room.x + number * (half + gap), self._dice_room.y + px(38), half, px(48))
            self.button(room, label, partial(self._choose_dice, bool(number)), "#main" if is_chosen else "")
        width, height = px(250), px(56)
        top = body.bottom - height
        self.button(pygame.Rect(body.right - width, top, width, height), self.start_label, self.start, "#main")
        self.button(pygame.Rect(body.right - 2 * width - gap, top, width, height), say("Cancel"), self.app.pop)

    def paint(self, target: pygame.Surface) -> None:
        body, px = self.body, self.px
        pen = Pen(target, self.metrics, body.x, body.y, body.width)
        pen.flow([TextRun(self.lead, "text", 20, FAINT)])
        pen.y = body.y + px(46)
        pen.line(say("Who plays"), "title", 21)
        self.seating.paint(target, self)
        if self.offers_dice:
            pen = Pen(target, self.metrics, self._dice_room.x, self._dice_room.y, self._dice_room.width)
            pen.line(say("Results"), "title", 21)
            pen.y = self._dice_room.y + px(96)
            pen.flow([TextRun(DICE[self.new_dice][1], "ui", 16, FAINT)], leading=1.0)
        keys = (*self.seating.keys, say("D: same or new results")) if self.offers_dice else self.seating.keys
        print_keys(target, self, keys, body.width - px(532))

    @property
    def lead(self) -> Text:
        """The introductory text."""
        if not self._shared_actions:
            return say("The recorded game is not changed.")
        turn = self.match.rules.prompt(self.match.plies[self._shared_actions - 1].state).turn
        return say("After {at} of {number} steps, in {turn_noun} {turn}. The recorded game is not changed.",
                   at=self._shared_actions, number=len(self.match.plies),
                   turn_noun=self.match.rules.theme.turn_noun, turn=turn)

    def _choose_dice(self, new_dice: bool) -> None:
        """Choose new dice or the recorded ones."""
        self.new_dice = new_dice
        self.rebuild()

    def handle(self, event: pygame.event.Event) -> bool:
        if self.seating.handle(event):
            self.rebuild()
            return True
        return super().handle(event)

    def do(self, command: str, key: str) -> bool:
        match command:
            case "start" if self.focused is None and not self.open_menus:
                self.start()
            case "dice" if self.offers_dice:
                self._choose_dice(not self.new_dice)
            case "player" if self.seating.next_player(key):
                self.rebuild()
            case _:
                return super().do(command, key)
        return True

    def start(self) -> None:
        """Start the game, recorded in a file of its own, and open it."""
        try:
            match = loading.branch(self.match, self._shared_actions, players=self.seating.players,
                                   new_dice=self.new_dice)
        except (MatchError, ValueError) as error:
            self.app.error(say("No new game from here"), error_text(error))
            return
        store = Store()
        if self._shared_actions:
            match.set_title(branch_name(match, {save.title for save in store.saves()}))
        store.keep(match, continues=self.continued_record)
        self.app.navigator.show(match)

    @property
    def continued_record(self) -> str | None:
        """The name of the record whose game the new one continues; None if both are games of their own."""
        return None


class ChangePlayers(BranchSheet):
    """The sheet that continues a game with other players, in a record of its own."""

    title: Text = say("Change players")
    set_up_title = title
    start_label = say("Continue")
    offers_dice = False

    @property
    def lead(self) -> Text:
        return say("The game continues from here; the record so far is kept, too.")

    @property
    def continued_record(self) -> str | None:
        return file_name(self.match.record) if self.match.record is not None else None
