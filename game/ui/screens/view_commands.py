"""What can be switched on and off beside a game: signs on the map, sound."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.ui.screens.game import Game


def toggle(game: Game, name: str) -> None:
    """Switch one of the map's views on or off and remember it."""
    settings = game.app.settings
    setattr(settings, name, not getattr(settings, name))
    game.app.store_settings()
    game.dirty = True


def switch_numbers(game: Game) -> None:
    """Switch the hex numbers on or off; where the map is too far away for them that is said."""
    toggle(game, "hex_numbers")
    if not game.view.near_enough_for_numbers:
        on = game.app.settings.hex_numbers
        game.view.notice.say(f"Hex numbers are {'on: they show' if on else 'off: they would show'} from nearer "
                             "(+ or the wheel)")


def mute(game: Game) -> None:
    game.app.settings.muted = not game.app.settings.muted
    game.app.sounds.muted = game.app.settings.muted
    game.app.store_settings()
