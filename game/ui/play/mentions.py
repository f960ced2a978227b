"""Which units and places an action's notation speaks of, whatever the system."""

from __future__ import annotations

import re
from collections.abc import Iterable


def mentioned(notation: str, names: Iterable[str]) -> tuple[str, ...]:
    """The names that stand in a notation as whole words, in the order of the names given.

    Words end at spaces, commas and signs; a hyphen counts as part of a word only inside a name.
    """
    return tuple(name for name in names if re.search(rf"(?:^|[\s,>-]){re.escape(name)}(?=$|[\s,>-])", notation))
