"""Pictures as short texts, so that a failing test is readable."""

from __future__ import annotations

from hashlib import blake2b
from typing import Literal

import pygame


def digest(surface: pygame.Surface, form: Literal["RGB", "RGBA"] = "RGB") -> str:
    """A hash of a surface's pixels."""
    return blake2b(pygame.image.tobytes(surface, form), digest_size=16).hexdigest()
