"""Error messages about unknown names that suggest the nearest known one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from game.core.message import Text, say


def with_nearest(wrong: Text, name: str, known: Iterable[str]) -> Text:
    """An error message, with the closest known name as a suggestion if there is one."""
    near = get_close_matches(name, list(known), 1)
    return say("{wrong}; did you mean {near!r}?", wrong=wrong, near=near[0]) if near else wrong
