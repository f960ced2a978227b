"""What can be switched on and off beside a map: how near it is, signs on it, the sheets beside it, sound."""

from __future__ import annotations

from game.core.message import say
from game.ui.counters.bases import FIGURES
from game.ui.play.cursor import ARROWS
from game.ui.screens.game_layout import MapLayout

PUSH = 80
"""Units by which a key pushes the map."""


def look(screen: MapLayout, command: str, key: str = "") -> bool:
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
            screen.switch_numbers()
        case "panel":
            screen.toggle_panel()
        case "legend":
            screen.app.fold_legend()
        case "turn-sheet":
            screen.turn_sheet()
        case "objectives":
            screen.fold_objectives()
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


def toggle(screen: MapLayout, name: str) -> None:
    """Switch one of the map's views on or off, in the player's own games for the next time as well."""
    setattr(screen.switches, name, not getattr(screen.switches, name))
    screen.app.store_settings()
    screen.changed()


def switch_symbols(screen: MapLayout) -> None:
    """Show unit symbols or figures on bases; where bases are too small for figures, that is said."""
    toggle(screen, "unit_symbols")
    if not screen.switches.unit_symbols and screen.view.stacks.px < FIGURES:
        screen.view.notice.say(say("Zoom in to see figures on the bases"))
