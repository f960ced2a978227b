"""The small picture of a game in the list of saved games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pygame

from game import files
from game.art import AssetError
from game.core.capability import NOBODY, HiddenInformation, seen_by
from game.core.contract import Counter, System
from game.core.message import Text, say, told
from game.ui.board.view import BoardView
from game.ui.play.situation import Situation

PICTURE = (384, 216)
"""Its width and height in pixels."""


def write_picture(picture: Callable[[], pygame.Surface], record: Path) -> Text:
    """Write the picture beside a game's record; a disk that refuses costs only the picture. What went wrong, if it did.
    """
    path = record.with_suffix(".png")
    fresh = files.beside(path, ".png")
    try:
        pygame.image.save(picture(), fresh)
        fresh.replace(path)
    except (pygame.error, OSError, AssetError) as error:
        return say("{name}: no picture for the list of saves ({error})", name=path.name, error=told(error))
    return ""


def picture_of(view: BoardView, rules: System[Any], shown: Situation, lay_out: Callable[[Iterable[Counter]], None]
               ) -> pygame.Surface:
    """The map as it stands; as nobody in particular sees it, since anybody may look at the list.

    :param lay_out: lays counters on the map.
    """
    if not isinstance(rules, HiddenInformation):
        return view.snapshot(PICTURE)
    lay_out(rules.counters(seen_by(rules, shown.state, NOBODY)))
    picture = view.snapshot(PICTURE)
    lay_out(shown.counters.values())
    return picture
