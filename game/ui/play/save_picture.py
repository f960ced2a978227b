"""The small picture of a game in the list of saved games."""

from __future__ import annotations

from pathlib import Path

import pygame

from game.ui.kit.assets import AssetError
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
    fresh = path.with_name(f".{path.stem}.new.png")
    try:
        pygame.image.save(game.view.snapshot(PICTURE), fresh)
        fresh.replace(path)
    except (pygame.error, OSError, AssetError) as error:
        game.chronicle.remark(f"{path.name}: no picture for the list of saves ({error})")
