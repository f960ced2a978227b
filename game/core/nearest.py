"""What is wrong with a name, with the nearest name that there is."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from game.core.message import Text, say


def with_nearest(wrong: Text, name: str, known: Iterable[str]) -> Text:
    """What is wrong, and the known name that may have been meant where one comes near."""
    near = get_close_matches(name, list(known), 1)
    return say("{wrong}; did you mean {near!r}?", wrong=wrong, near=near[0]) if near else wrong
