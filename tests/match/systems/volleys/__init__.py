"""The folder of the system Volleys: the catalog finds it by its presence, like a real system."""

from collections.abc import Callable
from typing import Any

from tests.match.volleys import Volleys


def build(boards: Callable[[str], Any]) -> Volleys:
    """The rules; they carry their own board."""
    return Volleys()
