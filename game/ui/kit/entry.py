"""Boxes to write one line of text in. Nothing that cannot be printed gets into one, nor more than it may hold."""

from __future__ import annotations

import pygame
from pygame_gui import UIManager
from pygame_gui.elements import UITextEntryLine

from game.ui.kit.strokes import digit_of, strokes

UNPRINTABLE = [chr(code) for code in (*range(32), *range(127, 160))]
"""Control characters, such as may come out of a clipboard."""


class Entry(UITextEntryLine):
    """An entry whose shortcuts work on every layout. Where it takes digits only, keys that type them with Shift write
    them without, too."""

    _digit = ""
    """The digit on the key struck last."""
    _shortcut = False
    """Whether that key was struck with Ctrl: then it writes nothing, whatever character comes with it."""

    def process_event(self, event: pygame.event.Event) -> bool:
        if self.is_focused and event.type == pygame.KEYDOWN:
            meant = next((name for name in strokes(event) if name.startswith("ctrl+")), "")
            self._digit, self._shortcut = digit_of(event), bool(meant)
            if len(letter := meant.removeprefix("ctrl+")) == 1:
                event = pygame.event.Event(pygame.KEYDOWN, {**event.dict, "key": ord(letter)})
        elif self.is_focused and event.type == pygame.TEXTINPUT:
            if self._shortcut and not event.text.isascii():
                return True
            allowed, digit = self.allowed_characters, self._digit
            if allowed is not None and digit in allowed and event.text not in allowed and len(event.text) == 1:
                event = pygame.event.Event(pygame.TEXTINPUT, text=digit)
        return super().process_event(event)


def text_entry(
    rect: pygame.Rect, manager: UIManager, most: int, *, text: str = "", placeholder: str = ""
) -> UITextEntryLine:
    """An entry for at most so many characters, holding ``text`` as far as that allows."""
    entry = Entry(rect, manager, placeholder_text=placeholder)
    entry.set_forbidden_characters(UNPRINTABLE)
    entry.set_text_length_limit(most)
    if text:
        entry.set_text(text[:most])
    return entry
