"""The meaning of keys on five layouts, and their table and page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game import catalog
from game.art import screen_data
from game.ui.kit.fonts import font
from game.ui.kit.keytable import ALL_FEATURES, TABLE
from game.ui.kit.strokes import KEY_NAMES, key_commands, key_labels, key_rows, strokes
from game.ui.screens.keys import CAP_LINE_HEIGHT, KEY_ROW_HEIGHT, PRINT_SIZE, Keys, key_features_of
from tests.ui.hand import Hand
from tests.ui.layouts import ALT_GR, CONTROL, LAYOUTS, ROW, SHIFT

SCREEN = Path(__file__).resolve().parents[2] / "game" / "ui"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
LATIN, OTHERS = ("us", "de", "fr"), ("ru", "gr")
PUNCTUATION = {"us": "[]?,.-+", "de": "[]?,.-+", "fr": "[]?,.-+", "ru": "?,.-+", "gr": "[]?,.-+"}
"""The layouts' characters of the punctuation with a meaning."""


def key(code: int, text: str = "", mod: int = 0, place: int = 0) -> pygame.event.Event:
    """A key press as pygame reports it."""
    return pygame.event.Event(pygame.KEYDOWN, key=code, unicode=text, mod=mod, scancode=place)


@pytest.mark.parametrize(("layout", "character"), [(name, each) for name in LAYOUTS for each in PUNCTUATION[name]])
def test_punctuation_follows_the_print_on_the_key(layout: str, character: str) -> None:
    """This holds wherever the key is, with Shift or AltGr; on a key of the upper row after its digit."""
    found = strokes(LAYOUTS[layout].types(character))
    assert character in found
    assert not any(name.isalpha() for name in found[:found.index(character)])


@pytest.mark.parametrize(("layout", "character", "command"), [
    ("de", "[", "speed"), ("de", "]", "speed"), ("fr", "[", "speed"), ("fr", "]", "speed"), ("fr", ".", "turn"),
    ("fr", ",", "turn"), ("fr", "?", "keys"), ("de", "?", "keys"), ("ru", "?", "keys"), ("ru", ".", "turn"),
    ("ru", ",", "turn"), ("gr", "[", "speed"), ("de", "+", "zoom"), ("de", "-", "zoom"), ("gr", "-", "zoom"),
])
def test_punctuation_reaches_its_command_and_no_other(layout: str, character: str, command: str) -> None:
    """A question mark in the upper row comes after Shift and that digit."""
    found = [each for each in key_commands(LAYOUTS[layout].types(character), "game") if each.command != "choose"]
    assert {(command, character)} == {(each.command, each.key) for each in found}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("digit", "1234567890")
def test_digits_follow_the_position_of_the_key(layout: str, digit: str) -> None:
    """Without Shift a key of the upper row is its digit first; its other character, such as the French ``-``, comes
    next."""
    event = LAYOUTS[layout].event(digit)
    assert digit == strokes(event)[0]
    assert strokes(event)[1:] == (() if event.unicode.isalnum() else (event.unicode,))


@pytest.mark.parametrize("digit", "123456789")
def test_with_shift_a_digit_is_shifted_first(digit: str) -> None:
    """If Shift types the digit the bare digit comes next; otherwise it is not considered."""
    assert (f"shift+{digit}", digit) == strokes(LAYOUTS["fr"].event(digit, SHIFT))
    for layout in ("us", "de", "ru", "gr"):
        found = strokes(LAYOUTS[layout].event(digit, SHIFT))
        assert f"shift+{digit}" == found[0]
        assert digit not in found


def test_the_french_minus_is_a_six_first() -> None:
    """An offer, or a die, with that number uses it; otherwise it zooms."""
    found = [each.command for each in key_commands(LAYOUTS["fr"].event("6"), "game")]
    assert ["type-dice", "choose", "zoom"] == found


@pytest.mark.parametrize("layout", LATIN)
@pytest.mark.parametrize("letter", LETTERS)
def test_letters_follow_the_print_on_the_key(layout: str, letter: str) -> None:
    """This holds with Shift, too; with Ctrl they are other keys."""
    assert (letter,) == strokes(LAYOUTS[layout].types(letter))
    assert (f"shift+{letter}", letter) == strokes(LAYOUTS[layout].types(letter.upper()))


@pytest.mark.parametrize("layout", OTHERS)
@pytest.mark.parametrize("letter", LETTERS)
def test_without_latin_letters_the_position_of_the_key_counts(layout: str, letter: str) -> None:
    """This holds even if that key types punctuation, like the Greek one in the place of Q."""
    found = key_commands(LAYOUTS[layout].event(letter), "game")
    wanted = {each.command for each in key_commands(LAYOUTS["us"].event(letter), "game")}
    assert wanted == {each.command for each in found}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("letter", "command"), [("s", "save"), ("z", "undo"), ("p", "always-react")])
def test_ctrl_and_a_letter(layout: str, letter: str, command: str) -> None:
    """It is the letter printed on the key, otherwise that of its place; Ctrl+Q closes the program everywhere."""
    keyboard = LAYOUTS[layout]

    def event(letter: str) -> pygame.event.Event:
        place = letter if layout in OTHERS else ROW[keyboard.plain.index(letter)]
        return keyboard.event(place, CONTROL)

    assert [command] == [each.command for each in key_commands(event(letter), "game")]
    assert ["quit"] == [each.command for each in key_commands(event("q"), "everywhere")]


def test_accented_letters_and_dead_keys_do_nothing() -> None:
    """A German ü is no bracket, nor is the dead key of a French keyboard in that place; AltGr itself is no key."""
    assert () == strokes(LAYOUTS["de"].event("["))
    assert () == strokes(LAYOUTS["fr"].event("["))
    assert () == strokes(LAYOUTS["de"].event("e", ALT_GR))
    assert () == strokes(key(pygame.K_RALT, mod=ALT_GR, place=pygame.KSCAN_RALT))


@pytest.mark.parametrize(("code", "text", "mod", "place", "wanted"), [
    (0x131, "ı", 0, pygame.KSCAN_I, ("i",)), (0x131, "I", SHIFT, pygame.KSCAN_I, ("shift+i", "i")),
    (0x131, "", CONTROL, pygame.KSCAN_I, ("ctrl+i",)),
    (ord("i"), "İ", SHIFT, pygame.KSCAN_APOSTROPHE, ("shift+i", "i")),
    (ord(","), "ы", SHIFT, pygame.KSCAN_Q, ("shift+q", "q")), (ord(","), ",", 0, pygame.KSCAN_Q, (",", "q")),
    (ord("/"), "Q", SHIFT, pygame.KSCAN_Q, ("shift+q", "q")), (ord("'"), "W", pygame.KMOD_CAPS, pygame.KSCAN_W, ("w",)),
    (ord("*"), "µ", SHIFT, pygame.KSCAN_BACKSLASH, ("shift+*", "*")),
])
def test_letters_of_more_layouts(code: int, text: str, mod: int, place: int, wanted: tuple[str, ...]) -> None:
    """Both letters I of a Turkish keyboard mean I; Bulgarian and Hebrew keys that type a sign, and a letter with Shift
    or Caps Lock, are then that letter. As X reports to pygame with ``setxkbmap tr``, ``bg``, ``il`` and ``fr``."""
    assert wanted == strokes(key(code, text, mod, place))


def test_altgr_on_windows_is_not_ctrl() -> None:
    """It arrives there as Ctrl and AltGr together."""
    assert ("[",) == strokes(LAYOUTS["de"].event("8", ALT_GR | CONTROL))


@pytest.mark.parametrize(("code", "text", "mod", "wanted"), [
    (pygame.K_KP_5, "5", 0, ("5",)),
    (pygame.K_KP_0, "0", pygame.KMOD_NUM, ("0",)),
    (pygame.K_KP_ENTER, "\r", 0, ("enter",)),
    (pygame.K_KP_8, "", 0, ("up",)),
    (pygame.K_KP_PLUS, "+", 0, ("+",)),
    (pygame.K_KP_MINUS, "-", 0, ("-",)),
    (pygame.K_KP_5, "", pygame.KMOD_NUM | SHIFT, ("shift+5", "5")),
])
def test_the_keypad(code: int, text: str, mod: int, wanted: tuple[str, ...]) -> None:
    """Its digits are digits, its Enter is Enter; without Num Lock it has arrows."""
    assert wanted == strokes(key(code, text, mod))


# --- the table and its page


def games() -> list[tuple[str, frozenset[str]]]:
    """The variants of games: each system with and without computer players, all computer players, and all systems
    together."""
    found = {name: key_features_of(catalog.rules(name)) for name in catalog.names()}
    found |= {"all": ALL_FEATURES, "none": frozenset(), "title": frozenset().union(*found.values())}
    without = {"": frozenset[str](), "-people": frozenset(("computers",)),
               "-computers": frozenset(("people", "moments", "reactions"))}
    return [(name + kind, features - lacking) for name, features in found.items() for kind, lacking in without.items()]


@pytest.mark.parametrize("screen", ["game", "replay", "example"])
@pytest.mark.parametrize("features", [pytest.param(features, id=name) for name, features in games()])
def test_the_page_shows_each_key_once(features: frozenset[str], screen: str) -> None:
    """The page is not empty."""
    shown = Counter(str(cap) for _, rows in key_rows(screen, features) for row in rows for cap in key_labels(row))
    assert shown
    assert [] == [cap for cap, count in shown.items() if count > 1]


def test_the_page_omits_keys_without_a_function_in_the_game() -> None:
    """No facings, interrupts and stacks for Kassala; no pause keys if only people play."""
    def shown(features: frozenset[str]) -> set[str]:
        return {row.command for _, rows in key_rows("game", features) for row in rows}

    kassala = key_features_of(catalog.rules("kassala"))
    assert not {"turn", "plan", "interrupt", "pass-phase", "top", "salvo", "next-line", "measure"} & shown(kassala)
    assert {"pause", "move-now", "cursor", "numbers"} <= shown(kassala)
    assert not {"pause", "move-now"} & shown(kassala - {"computers"})
    assert not {"undo", "confirm", "hint"} & shown(kassala - {"people"})


def test_every_key_on_a_page_has_a_function_there() -> None:
    """A row of the page has keys that the table finds on that screen, in the same game; or it is for the mouse."""
    for screen in ("game", "replay", "example"):
        for _, features in games():
            for _, rows in key_rows(screen, features):
                for row in rows:
                    for stroke in row.keys.split():
                        wanted = [each for each in TABLE if each.command and each.applies(features)
                                  and {screen, "everywhere"} & each.screen_names
                                  and stroke in each.keystrokes]
                        assert wanted, (screen, row)


def test_every_command_is_handled_on_some_screen() -> None:
    """Each is named by the code of a screen, and each named by a screen is in the table."""
    code = "".join(path.read_text("utf-8") for path in SCREEN.rglob("*.py") if path.name != "keytable.py")
    commands = {row.command for row in TABLE} - {""}
    assert set() == {command for command in commands if f'"{command}"' not in code}
    assert set() == {name for name in re.findall(r'case "([a-z-]+)"', code)
                     if name not in commands and "-" in name}


def test_keys_printed_on_buttons_are_in_the_table() -> None:
    """A label such as ``Pad   [Y]`` names a key of some screen."""
    known = {str(cap) for row in TABLE for cap in key_labels(row)} | {str(cap) for cap in KEY_NAMES.values()}
    code = "".join(path.read_text("utf-8") for path in SCREEN.rglob("*.py"))
    named = set(re.findall(r'   \[([A-Z][A-Za-z+]*)\]"', code))
    assert {"Space", "Enter", "Y", "V"} <= named
    assert set() == named - known


def test_every_key_with_a_text_is_on_the_page_of_its_screen() -> None:
    """It may be under any heading."""
    for screen in {name for row in TABLE for name in row.screen_names}:
        listed = {row for _, rows in key_rows(screen, ALL_FEATURES) for row in rows}
        applying = {row for row in TABLE if row.text and screen in row.screen_names and row.applies(ALL_FEATURES)}
        assert applying == listed, screen


def test_no_row_of_the_page_needs_another_to_be_understood() -> None:
    """The row before may be at the foot of another column, or on another page."""
    assert not [row.text for row in TABLE if "the same" in str(row.text)]


@pytest.mark.parametrize("key_screens", ["presenting", "game"])
def test_every_meaning_begins_at_the_same_distance_beside_its_keys(sit_down: Callable[..., Hand], key_screens: str
                                                                   ) -> None:
    """Keycaps that are too wide for that are in several lines; lines of text are never squeezed."""
    hand = sit_down(size=(1024, 768))
    sheet = Keys(hand.app, key_screens=key_screens)
    hand.app.push(sheet)
    hand.wait()
    rows = [row for row in sheet.placed if row.lines]
    assert len({row.indent for row in rows}) == 1
    assert any(len(row.caps) > 1 for row in rows)
    assert all(max(map(len, row.lines)) > 18 for row in rows if len(row.lines) > 1)
    face = font("ui-bold", sheet.px(PRINT_SIZE))
    assert all(sum(face.size(key)[0] for key in keys) < row.indent for row in rows for keys in row.caps)
    further, first = sheet.px(CAP_LINE_HEIGHT), sheet.px(KEY_ROW_HEIGHT)
    assert all(row.room.height >= first + (len(row.caps) - 1) * further for row in rows)


def test_a_heading_that_continues_in_another_column_says_so(sit_down: Callable[..., Hand]) -> None:
    """Each heading is there once without that remark."""
    hand = sit_down(size=(1024, 768))
    sheet = Keys(hand.app, catalog.rules("kassala"))
    hand.app.push(sheet)
    found = []
    for _ in range(sheet.pages.count):
        found += [str(row.heading) for row in sheet.placed if not row.lines]
        sheet.turn(1)
    assert [str(heading) for heading, _ in sheet.groups] == [text for text in found if "continued" not in text]
    assert "View (continued)" in found


@pytest.mark.parametrize("system", ["kassala", None])
def test_the_key_of_the_panel_says_what_it_does_in_this_window(sit_down: Callable[..., Hand], system: str | None
                                                               ) -> None:
    """Where the cards are a drawer, it says nothing of the log; also after the scale has changed."""
    hand = sit_down(size=(1280, 720))
    sheet = Keys(hand.app, *([catalog.rules(system)] if system else []))
    hand.app.push(sheet)

    def meaning() -> str:
        (text,) = [str(text) for _, rows in sheet.groups for keys, text in rows if str(keys) == "Shift+L"]
        return text

    assert not hand.app.metrics.has_drawer
    assert "log" in meaning()
    hand.resize((1280, 720), 150)
    assert hand.app.metrics.has_drawer
    assert "log" not in meaning()
    assert "cards" in meaning()


def test_v_is_called_the_same_in_every_system() -> None:
    """What its button does there may follow."""
    (usual,) = (str(row.text) for row in TABLE if row.command == "finish" and row.text)
    first_words = usual.split(" (")[0]
    assert all(screen_data(rules.theme.art).keys.get("finish", usual).startswith(first_words)
               for rules in map(catalog.rules, catalog.names()))
