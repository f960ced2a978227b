"""What a game adds to the buttons of its map: the pace of computers, interrupting, and when people are asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.capability import capability
from game.core.message import say
from game.core.presenter import MatchupTable
from game.i18n.words import headed, said
from game.ui.play.declining import TITLES
from game.ui.play.game import GameInPlay
from game.ui.screens import game_sheets as sheets
from game.ui.screens.map_row import MapRow, Planned, looking, rows_needed

if TYPE_CHECKING:
    from game.ui.screens.game import GameScreen


class GameRow:
    """Makes the row of a game, and keeps the buttons whose label or look changes."""

    def __init__(self, screen: GameScreen) -> None:
        pause, call, asks = _pause(screen.game), _call(screen.game), _asks(screen.game)
        row = (_left(screen, pause), _right(screen.game, call, asks))
        self.buttons = MapRow(screen, *row).buttons if screen.row_lines else ()
        self.pause, self.interrupt, self.asks = pause.made, call.made, asks.made


def game_rows_needed(screen: GameScreen) -> int:
    """How many rows of buttons a game needs below its map."""
    row = [*_left(screen, _pause(screen.game)), *_right(screen.game, _call(screen.game), _asks(screen.game))]
    return rows_needed(screen, row)


def _pause(game: GameInPlay) -> Planned:
    return Planned(say("Pause"), 84, say("P: the computers wait, or go on"), lambda: game.commands.pause(),
                   (say("Go on"),))


def _call(game: GameInPlay) -> Planned:
    label, tip = game.interruption.label, say("B: act now, out of turn")
    return Planned(f"{label}   [B]", 270, said(tip), game.interruption.press, (f"{label} …   [B]",))


def _left(screen: GameScreen, pause: Planned) -> list[Planned]:
    """Beginning at the left: the map's own buttons, and the pace of computers where a person plays against them."""
    game = screen.game
    on_table = [Planned(say("Measure"), 96, say("D: a measuring stick"), lambda: measure(game))]
    if capability(game.rules, MatchupTable).matchups(game.match.state) is not None:
        on_table += [Planned(say("Who beats"), 110, say("W: who beats whom, type by type"),
                             lambda: sheets.open_matchups(game))]
    row = looking(screen, on_table if game.rules.traits.board == "plane" else ())
    if game.flow.people and len(game.flow.people) < len(game.rules.seats):
        row += [
            Planned(say("Slower"), 84, say("[: computers and dice slower"),
                    lambda: game.commands.change_speed(-1), pair=True),
            Planned(say("Faster"), 84, say("]: computers and dice faster"),
                    lambda: game.commands.change_speed(1), pair=True),
            pause,
        ]
    return row


def _asks(game: GameInPlay) -> Planned:
    """When people are asked; where they may be asked about one kind of reaction, how that stands now."""
    tip = say("Shift+B: the moments at which play stops to ask")
    kinds = game.declining.reactions()
    others = tuple(headed(say("{kind}: {mode} …", kind=info.kind, mode=mode))
                   for info in kinds for mode in TITLES.values())
    width = 240 if len(kinds) == 1 else 108
    return Planned(headed(game.declining.label), width, tip, lambda: sheets.open_moments(game), others)


def _right(game: GameInPlay, call: Planned, asks: Planned) -> list[Planned]:
    """Ending at the right: interrupting, and when people are asked to."""
    calls, asked = game.interruption.known, game.interruption.known or game.declining.known
    return [*([call] if calls else []), *([asks] if asked else [])]


def measure(game: GameInPlay) -> None:
    """Take the measuring stick out, or put it away; how it is laid is said."""
    game.measuring.toggle()
    if game.measuring.out and game.pointing.keyboard:
        game.cursor.measure_here()
        game.view.notice.say(say("Arrows go from base to base, Enter lays an end; D or Esc puts the stick away"))
    elif game.measuring.out:
        game.view.notice.say(say("Press and drag to lay the stick, from base to base too; D or Esc puts it away"))
    game.dirty = True
