"""The small picture of a game in the list of saved games."""

from __future__ import annotations

from pathlib import Path

import pygame

from game import files
from game.art import AssetError
from game.core.capability import NOBODY, HiddenInformation, seen_by
from game.core.message import say, told
from game.ui.play.session import Session

PICTURE = (384, 216)
"""Its width and height in pixels."""


def store_picture(game: Session, record: Path | None = None) -> None:
    """Write the picture beside the game's record, or beside a copy of it.

    A disk that refuses costs only the picture, and the log says so.
    """
    record = record or game.match.record
    if record is None:
        return
    path = record.with_suffix(".png")
    fresh = files.beside(path, ".png")
    try:
        pygame.image.save(_picture(game), fresh)
        fresh.replace(path)
    except (pygame.error, OSError, AssetError) as error:
        why = say("{name}: no picture for the list of saves ({error})", name=path.name, error=told(error))
        game.game_log.remark(why)


def _picture(game: Session) -> pygame.Surface:
    """The map as it stands; as nobody in particular sees it, since anybody may look at the list."""
    rules, shown = game.match.rules, game.situation.counters.values()
    if not isinstance(rules, HiddenInformation):
        return game.view.snapshot(PICTURE)
    game.lay_out(rules.counters(seen_by(rules, game.situation.state, NOBODY)))
    picture = game.view.snapshot(PICTURE)
    game.lay_out(shown)
    return picture
