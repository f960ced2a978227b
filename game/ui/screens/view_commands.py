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
