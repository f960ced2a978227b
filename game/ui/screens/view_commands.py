"""What can be switched on and off beside a game: signs on the map, sound."""

from __future__ import annotations

from game.core.message import say
from game.ui.play.game import GameInPlay


def toggle(game: GameInPlay, name: str) -> None:
    """Switch one of the map's views on or off and remember it."""
    settings = game.host.settings
    setattr(settings, name, not getattr(settings, name))
    game.host.store_settings()
    game.dirty = True


def switch_numbers(game: GameInPlay) -> None:
    """Switch the hex numbers on or off; where the map is too far away for them that is said."""
    toggle(game, "hex_numbers")
    if not game.view.near_enough_for_numbers:
        on = game.host.settings.hex_numbers
        game.view.notice.say(say("Hex numbers are on: they show from nearer (+ or the wheel)") if on
                             else say("Hex numbers are off: they would show from nearer (+ or the wheel)"))


def measure(game: GameInPlay) -> None:
    """Take the measuring stick out, or put it away; how it is laid is said."""
    game.measuring.toggle()
    if game.measuring.out:
        game.view.notice.say(say("Press and drag to lay the stick; D or Esc puts it away"))
    game.dirty = True


def mute(game: GameInPlay) -> None:
    game.host.settings.muted = not game.host.settings.muted
    game.host.sounds.muted = game.host.settings.muted
    game.host.store_settings()
