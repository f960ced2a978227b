"""The meaning of key presses: the keystroke on any keyboard layout, such as ``s``, ``6``, ``?``, ``ctrl+s`` or
``shift+tab``, and the command the key table assigns to it; the rows of the page of keys; and the messages why a key did
nothing. Keystrokes are named by these rules:

- Punctuation is the character that was typed, wherever its key is.
- A digit is the key's position in the row of digits, whatever that key types without Shift. On layouts that type digits
  with Shift, Shift and the key mean Shift and the digit first, the bare digit second.
- A letter is the one printed on the key. If the layout has no Latin letters it is the key's position on a US
  keyboard.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import pygame

from game.core.message import Message, Text, in_context, say
from game.ui.kit.keytable import ALL_FEATURES, ARROWS, HEADINGS, NUMBER_KEYS, STRIDES, TABLE, Binding

KEY_CODES = {pygame.K_RETURN: "enter", pygame.K_KP_ENTER: "enter", pygame.K_SPACE: "space", pygame.K_ESCAPE: "escape",
             pygame.K_TAB: "tab", pygame.K_BACKSPACE: "backspace", pygame.K_DELETE: "delete", pygame.K_UP: "up",
             pygame.K_DOWN: "down", pygame.K_LEFT: "left", pygame.K_RIGHT: "right", pygame.K_HOME: "home",
             pygame.K_END: "end", pygame.K_PAGEUP: "pageup", pygame.K_PAGEDOWN: "pagedown",
             **{pygame.K_F1 + number: f"f{number + 1}" for number in range(12)}}
"""Names of keys that type no character, by pygame's code."""
KEYPAD = {pygame.K_KP_1: ("1", "end"), pygame.K_KP_2: ("2", "down"), pygame.K_KP_3: ("3", "pagedown"),
          pygame.K_KP_4: ("4", "left"), pygame.K_KP_5: ("5", ""), pygame.K_KP_6: ("6", "right"),
          pygame.K_KP_7: ("7", "home"), pygame.K_KP_8: ("8", "up"), pygame.K_KP_9: ("9", "pageup"),
          pygame.K_KP_0: ("0", ""), pygame.K_KP_PERIOD: (".", "delete"), pygame.K_KP_PLUS: ("+", "+"),
          pygame.K_KP_MINUS: ("-", "-")}
"""Keys of the keypad: their names with and without Num Lock; empty if there is none."""
MODIFIERS = frozenset((pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT, pygame.K_RALT,
                       pygame.K_LMETA, pygame.K_RMETA, pygame.K_MODE, pygame.K_CAPSLOCK, pygame.K_NUMLOCK))
"""Keys that are no input on their own."""
US_CHARACTERS = {**{pygame.KSCAN_A + number: chr(ord("a") + number) for number in range(26)},
                 **{pygame.KSCAN_1 + number: "1234567890"[number] for number in range(10)}, pygame.KSCAN_MINUS: "-",
                 pygame.KSCAN_EQUALS: "=", pygame.KSCAN_LEFTBRACKET: "[", pygame.KSCAN_RIGHTBRACKET: "]",
                 pygame.KSCAN_BACKSLASH: "\\", pygame.KSCAN_SEMICOLON: ";", pygame.KSCAN_APOSTROPHE: "'",
                 pygame.KSCAN_GRAVE: "`", pygame.KSCAN_COMMA: ",", pygame.KSCAN_PERIOD: ".", pygame.KSCAN_SLASH: "/"}
"""The character of each key on a US keyboard, by its position (scan code)."""
DIGITS = frozenset("0123456789")
MAX_CODE_POINT = sys.maxunicode
"""The highest key code that can be a character; pygame gives higher ones to keys that type none."""


def strokes(event: pygame.event.Event) -> tuple[str, ...]:
    """The possible keystrokes of a key press, most likely first; none for a modifier, or a key without a meaning."""
    mod, typed = event.mod, _typed_character(event)
    if mod & pygame.KMOD_META or event.key in MODIFIERS:
        return ()
    shift = bool(mod & pygame.KMOD_SHIFT)
    alt_gr = bool(typed and mod & (pygame.KMOD_RALT | pygame.KMOD_MODE))  # some systems report it as Ctrl and Alt
    if mod & pygame.KMOD_CTRL and not alt_gr:
        return tuple(f"ctrl+{name}" for name in _with_shift(_control(event), shift))
    if event.key in KEY_CODES:
        return _with_shift(KEY_CODES[event.key], shift)
    if event.key in KEYPAD:
        with_num_lock, without_num_lock = KEYPAD[event.key]
        if typed or mod & pygame.KMOD_NUM:
            return (typed,) if typed else _with_shift(with_num_lock, shift)
        return _with_shift(without_num_lock, shift)
    if typed and mod & (pygame.KMOD_ALT | pygame.KMOD_MODE) and not _is_foreign(typed):
        return (typed.lower(),) if typed.isascii() else ()
    if digit := _digit(event, typed):
        keystrokes = _with_shift(digit, shift)
        if typed not in DIGITS:  # the key does not type digits with Shift on this layout
            keystrokes = keystrokes[:1]
        return keystrokes if not typed or typed.isalnum() else (*keystrokes, typed)
    if typed and not typed.isalnum():
        return typed, *(letter for letter in _us_character(event) if letter.isalpha())
    return _with_shift(_printed_character(event, typed), shift)


def digit_of(event: pygame.event.Event) -> str:
    """The digit of a key press; empty if none."""
    return next((name for name in strokes(event) if name in DIGITS), "")


def _typed_character(event: pygame.event.Event) -> str:
    """The single non-blank character that a key press typed; empty if none."""
    text: str = getattr(event, "unicode", "")
    return text if len(text) == 1 and text.isprintable() and not text.isspace() else ""


def _with_shift(name: str, shift: bool) -> tuple[str, ...]:
    """The names of a key: with Shift and without if Shift is held, else only without; none for an empty name."""
    return ((f"shift+{name}", name) if shift else (name,)) if name else ()


def _us_character(event: pygame.event.Event) -> str:
    """The character that the key at this position has on a US keyboard; empty if none."""
    return US_CHARACTERS.get(getattr(event, "scancode", 0), "")


def _digit(event: pygame.event.Event, typed: str) -> str:
    """The digit of a key in the row of digits, by its position; by its code if the event has no position. Empty if it
    is another key. If the key typed a digit, that one."""
    printed = chr(event.key) if pygame.K_0 <= event.key <= pygame.K_9 else ""
    digit = _us_character(event) or printed
    if digit and digit in DIGITS:
        return typed if typed and typed in DIGITS else digit
    return ""


def _printed_character(event: pygame.event.Event, typed: str) -> str:
    """The letter printed on a key; or its punctuation, if the event does not contain the character typed."""
    printed = chr(event.key) if 32 < event.key <= MAX_CODE_POINT and chr(event.key).isprintable() else ""
    if typed.isalpha() and not printed.isalpha() and _us_character(event).isalpha():  # Bulgarian and Hebrew Shift+Q
        printed = typed
    capital = printed.upper()  # the Turkish dotless i is the key printed I
    if len(capital) == 1 and capital.isascii():
        return capital.lower()
    return _us_character(event) if _is_foreign(printed or typed) else ""


def _control(event: pygame.event.Event) -> str:
    """The key pressed with Ctrl: a name, a digit or a letter; by its position if its code gives none."""
    printed, us_character = _printed_character(event, ""), _us_character(event)
    by_position = us_character.isalpha() and (event.key > MAX_CODE_POINT or (printed and not printed.isalnum()))
    return KEY_CODES.get(event.key) or _digit(event, "") or (us_character if by_position else printed)


def _is_foreign(character: str) -> bool:
    """Whether a character is a letter of a script other than Latin."""
    return character.isalpha() and not unicodedata.name(character, "LATIN").startswith("LATIN")


class KeyCommand(NamedTuple):
    """A command of the key table, and the keystroke for it."""

    command: str
    key: str
    """The keystroke, as ``strokes`` names it."""
    decides: bool
    """Whether the command answers a decision of the game."""


_PUNCTUATION = {key for row in TABLE if row.screens != "dice" for key in row.keystrokes
                if len(key) == 1 and not key.isalnum()}
"""Punctuation with a command. The letter at the same key position, such as M for AZERTY's comma, is then ignored. The
dice pad's punctuation separates numbers and does not count."""


def _rows() -> dict[tuple[str, str], list[Binding]]:
    """The rows of the key table that have a command, by screen and keystroke, in order."""
    rows: dict[tuple[str, str], list[Binding]] = {}
    for row in TABLE:
        for screen in row.screen_names if row.command else ():
            for key in row.keystrokes:
                rows.setdefault((screen, key), []).append(row)
    return rows


_ROWS = _rows()


def key_commands(event: pygame.event.Event, *screens: str, features: frozenset[str] = ALL_FEATURES
                 ) -> Iterator[KeyCommand]:
    """All commands of a key press on some screens, in a game with these features; most likely first.

    The letter at a key's position is considered after its punctuation only if no command uses that punctuation.
    """
    if event.type != pygame.KEYDOWN:
        return
    for key in strokes(event):
        for screen in screens:
            for row in _ROWS.get((screen, key), ()):
                if row.applies(features):
                    yield KeyCommand(row.command, key, row.decides)
        if key in _PUNCTUATION:
            return


def means(event: pygame.event.Event, command: str, *screens: str) -> bool:
    """Whether a key press can mean a command on some screens, in any game."""
    return any(each.command == command for each in key_commands(event, *screens))


KEY_NAMES: dict[str, Message] = {
    "enter": say("Enter"), "space": say("Space"), "escape": say("Esc"), "tab": say("Tab"),
    "backspace": say("Backspace"), "delete": in_context("key", "Delete"), "home": say("Home"),
    "end": say("End"), "pageup": say("Page Up"), "pagedown": say("Page Down"), "up": say("Up"),
    "down": say("Down"), "left": say("Left"), "right": say("Right"), "arrows": say("Arrows")}
"""The labels of keys that type no character."""
_JOINED_KEYS = ((ARROWS, "arrows"), (STRIDES, "shift+arrows"), (NUMBER_KEYS, "1 … 9"))
"""Keystrokes of the table that are printed as one."""


def key_labels(row: Binding) -> tuple[Text, ...]:
    """The keys of a row as printed on the page of keys, mouse actions last."""
    keys = row.keys
    joined_keys = []
    for keystrokes, one in _JOINED_KEYS:
        if keys.startswith(keystrokes):
            joined_keys, keys = [one], keys.removeprefix(keystrokes)
    return (*map(_key_label, [*joined_keys, *keys.split()]), *row.mouse)


def _key_label(key: str) -> Text:
    """The label of a keystroke such as ``ctrl+s``, as printed for the player."""
    modifier, _, key_name = key.rpartition("+") if len(key) > 1 else ("", "", key)
    printed: Text = KEY_NAMES.get(key_name) or ("−" if key_name == "-" else key_name.upper())
    if not modifier:
        return printed
    return say("Ctrl+{key}", key=printed) if modifier == "ctrl" else say("Shift+{key}", key=printed)


def key_rows(screen: str, features: frozenset[str]) -> tuple[tuple[Text, tuple[Binding, ...]], ...]:
    """The headings of the page of keys, each with its rows, for one screen or several separated by blanks.

    :param features: the features of the game that keys depend on.
    """
    names = {*screen.split()}
    rows = [row for row in TABLE if row.text and names & row.screen_names and row.applies(features)]
    groups = ((heading, tuple(row for row in rows if row.heading is heading)) for heading in HEADINGS)
    return tuple((heading, group) for heading, group in groups if group)


MISSING_FEATURES: dict[str, Message] = {
    "hex": say("this map has no hexes"),
    "area": say("this map has no areas"),
    "plane": say("there are no bases on this map"),
    "facings": say("no unit turns by steps in this game"),
    "layers": say("this game has no rules overlays"),
    "overview": say("this game has no list of orders or forces"),
    "salvo": say("this game has no list of guns"),
    "remaining": say("nothing can be resolved in one go in this game"),
    "matchups": say("this game has no table of unit types"),
    "people": say("the computer plays both sides"),
    "computers": say("no computer plays this game"),
    "moments": say("no side can act out of turn now"),
    "reactions": say("no side can act out of turn in this game"),
}
"""A feature of ``Binding.needs`` -> the message that the game lacks it."""
NOT_AVAILABLE: dict[str, Message] = {
    "turn": say("no selected unit can turn"),
    "plan": say("no selected unit can plan a path"),
    "choose": say("the card has no choice with that number"),
    "dice-pad": say("no roll is pending"),
    "type-pose": say("no base is selected"),
    "snap": say("no selected base has anything to snap to"),
    "bend": say("no base is selected"),
    "grow": say("no base can be added now"),
    "change-way": say("no selected group can form a column"),
    "next-line": say("nothing is listed now"),
    "top": say("no selected counter can move to the top"),
    "interrupt": say("no side can act out of turn now"),
    "moments": say("there is nothing to choose in this game"),
    "pass-phase": say("there is no reaction for you to decide now"),
    "never-react": say("there is no reaction for you to decide now"),
    "always-react": say("there is no reaction for you to decide now"),
    "recap": say("the other side has not acted yet"),
    "minimap": say("the whole map is in view"),
    "mark": say("no unit on the map is selected"),
    "size": say("no terrain is selected"),
}
"""Command -> the message why it is not available now."""
NO_REASON = say("there is nothing it can do now")
"""The message for all other commands."""
IN_A_LESSON = say("this is a lesson")
"""The message for commands that do nothing in a lesson."""


def why_not(event: pygame.event.Event, screens: Iterable[str], features: frozenset[str]) -> Text:
    """The message why a key press did nothing on some screens; empty if it has no meaning on them.

    :param features: the features of the game that keys depend on.
    """
    if event.type != pygame.KEYDOWN:
        return ""
    names = set(screens)
    for key in strokes(event):
        rows = [row for row in TABLE if row.command and row.text and names & row.screen_names
                and key in row.keystrokes]
        if rows:
            row = min(rows, key=lambda each: _distance(each, features))
            return say("{key} does nothing here: {why}", key=_key_label(key), why=_reason(row, features))
    return ""


def _distance(row: Binding, features: frozenset[str]) -> tuple[int, bool, bool]:
    """A sort key: of the rows for a key, the message is about the one with the lowest. First come those with the fewest
    unmet needs, then those that the game does not exclude by a feature, then those that are not for a table only."""
    unmet = row.unmet_needs(features)
    return len(unmet), not row.applies(features), ("plane",) in unmet


def _reason(row: Binding, features: frozenset[str]) -> Message:
    """The message why a row's command did nothing in a game with these features."""
    if unmet := row.unmet_needs(features):
        return MISSING_FEATURES[unmet[0][0]]
    if "lesson" in row.lacks.split() and "lesson" in features:
        return IN_A_LESSON
    return NOT_AVAILABLE.get(row.command, NO_REASON)
