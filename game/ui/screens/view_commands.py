"""What can be switched on and off beside a map: how near it is, signs on it, the sheets beside it, sound."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.board.hexgrid import HexBoard
from game.core.message import say
from game.ui.counters.bases import FIGURES
from game.ui.play.cursor import ARROWS

if TYPE_CHECKING:
    from game.ui.screens.map_screen import MapScreen

PUSH = 80
"""Units by which a key pushes the map."""


def look(screen: MapScreen, command: str, key: str = "") -> bool:
    """Do a command that only changes what is seen or heard, on any screen with a map; whether it is one."""
    view = screen.view
    match command:
        case "zoom":
            view.zoom_in_hand(0.8 if key == "-" or key == "−" else 1.25)
        case "pan":
            x, y = ARROWS[key.removeprefix("shift+")]
            view.pan(-x * screen.px(PUSH), -y * screen.px(PUSH))
        case "fit":
            screen.fit()
        case "zones":
            toggle(screen, "zones_of_control")
        case "unit-symbols":
            switch_symbols(screen)
        case "numbers":
            switch_numbers(screen)
        case "panel":
            screen.toggle_panel()
        case "legend":
            screen.app.fold_legend()
        case "turn-sheet":
            turn_sheet(screen)
        case "objectives":
            fold_objectives(screen)
        case "ask-rules":
            screen.asking_rules.toggle()
        case "roster":
            screen.open_roster()
        case "log":
            screen.whole_log()
        case "rulebook":
            screen.open_rulebook()
        case "present":
            screen.present()
        case "lock":
            screen.app.lock()
        case "sound":
            screen.app.settings.muted = screen.app.sounds.muted = not screen.app.settings.muted
            screen.app.store_settings()
        case _:
            return False
    return True


def toggle(screen: MapScreen, name: str) -> None:
    """Switch one of the map's views on or off, in the player's own games for the next time as well."""
    setattr(screen.switches, name, not getattr(screen.switches, name))
    screen.app.store_settings()
    screen.changed()


def switch_symbols(screen: MapScreen) -> None:
    """Show unit symbols or figures on bases; where bases are too small for figures, that is said."""
    toggle(screen, "unit_symbols")
    if not screen.switches.unit_symbols and screen.view.stacks.px < FIGURES:
        screen.view.notice.say(say("Zoom in to see figures on the bases"))


def switch_numbers(screen: MapScreen) -> None:
    """Switch the hex numbers on or off; those that the small scale left out are printed then. Where the map is too far
    away for them that is said."""
    settings, view = screen.switches, screen.view
    missing = settings.hex_numbers and not view.near_enough_for_numbers
    view.options.numbers_asked = True
    if not (missing and view.near_enough_for_numbers):
        settings.hex_numbers = not settings.hex_numbers
        view.options.hex_numbers = view.options.numbers_asked = settings.hex_numbers
    screen.app.store_settings()
    screen.changed()
    if not view.near_enough_for_numbers:
        view.notice.say(say("Hex numbers are on: zoom in to see them (+ or the wheel)") if settings.hex_numbers
                        else say("Hex numbers are off, and this zoom is too small for them"))


def turn_sheet(screen: MapScreen) -> None:
    """Lay the sheet a quarter turn clockwise, or as it is printed, and remember it."""
    if isinstance(screen.view.board, HexBoard):
        screen.app.turn_sheet(screen.rules.name, not screen.view.turned)


def fold_objectives(screen: MapScreen) -> None:
    """Fold the strip of objectives away, or lay it out again; the map takes or gives its room."""
    screen.app.settings.objectives = not screen.app.settings.objectives
    screen.app.store_settings()
    screen.rebuild()
