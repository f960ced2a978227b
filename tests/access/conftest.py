"""Fixtures shared with the tests of the screen."""

from tests.ui.conftest import _pure, folders, sit_down, unpainted

__all__ = ["_pure", "folders", "sit_down", "unpainted"]
