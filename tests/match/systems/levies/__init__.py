"""The folder of the system Levies."""

from collections.abc import Callable
from typing import Any

from tests.match.levies import Levies


def build(boards: Callable[[str], Any]) -> Levies:
    """The rules; they carry their own board."""
    return Levies()
