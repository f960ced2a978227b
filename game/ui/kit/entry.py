"""Boxes to write one line of text in. Nothing that cannot be printed gets into one, nor more than it may hold."""

from __future__ import annotations

import pygame
from pygame_gui import UIManager
from pygame_gui.elements import UITextEntryLine

UNPRINTABLE = [chr(code) for code in (*range(32), *range(127, 160))]
"""Control characters, such as may come out of a clipboard."""


def text_entry(
    rect: pygame.Rect, manager: UIManager, most: int, *, text: str = "", placeholder: str = ""
) -> UITextEntryLine:
    """An entry for at most so many characters, holding ``text`` as far as that allows."""
    entry = UITextEntryLine(rect, manager, placeholder_text=placeholder)
    entry.set_forbidden_characters(UNPRINTABLE)
    entry.set_text_length_limit(most)
    if text:
        entry.set_text(text[:most])
    return entry
