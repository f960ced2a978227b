"""Error messages about unknown names that suggest the nearest known one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from game.core.message import Text, say


def with_nearest(error: Text, name: str, known_names: Iterable[str]) -> Text:
    """An error message about an unknown name, with the most similar known name as a suggestion if there is one."""
    nearest = get_close_matches(name, list(known_names), 1)
    return say("{wrong}; did you mean {near!r}?", wrong=error, near=nearest[0]) if nearest else error
