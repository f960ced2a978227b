"""The screen in a made-up language: text printed without a diacritic is untranslated.

Run as a program: it opens the screens, plays a little, and prints untranslated text as JSON. It is a separate process,
because pictures of words are cached by their English text. Its argument is the folder of the made-up language's
catalog; without one it writes that.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from game import systems
from game.core.message import names_in
from game.i18n import words
from tests.match import install
from tests.words.catalogs import PSEUDO, write_pseudo
from tools.words import ROOT

LEAST = 3
"""The least length of a checked word: shorter ones are keys and units of measure."""


def unmarked(text: str, names: frozenset[str]) -> list[str]:
    """The words of a printed text without a diacritic that are not names or shortened names."""
    words = re.findall(rf"(?<![^\W\d_])[{ascii_uppercase}{ascii_lowercase}]{{{LEAST},}}(?![^\W\d_])", text)
    return [word for word in words if not any(name.startswith(word.lower()) for name in names)]


class Printed:
    """Every printed text, by its screen."""

    def __init__(self) -> None:
        self.texts: dict[str, set[str]] = {}
        self.where = ""

    def note(self, text: str) -> None:
        self.texts.setdefault(self.where, set()).add(text)


def names_of(*systems: str) -> frozenset[str]:
    """Words that are the same in all languages: names of units, corps, places and systems, keys of results, of
    players."""
    from game import catalog
    texts = ["drumhead", "ruling"]
    for name in systems:
        rules = catalog.rules(name)
        texts += [name, str(rules.theme.title)]
        for info in rules.scenarios:
            state = rules.initial(info.name)
            board = rules.board(state)
            texts += [board.name, *board.objectives, info.name, info.map]
            for counter in rules.counters(state):
                texts += [*names_in(counter.name), counter.abbr, counter.numbers, counter.unit]
                texts += [counter.face.title] if counter.face is not None else []
            for place in board.places:
                texts += [place, board.name_of(place)]
        texts += ["AE", "DE", "EX"]
    return frozenset(word.lower() for text in texts for word in re.findall(r"[^\W\d_]+", text))


def own_words(system: str) -> frozenset[str]:
    """Words that a made-up system has in plain text, and on its maps: they are not translated."""
    folders = [path for path in (ROOT / "tests" / "systems" / system, Path(install.SYSTEMS) / system) if path.is_dir()]
    files = [path for folder in folders for path in folder.rglob("*") if path.suffix in {".py", ".toml", ".tmx"}]
    files += (ROOT / "tests" / "match").glob(f"{system}.py")
    plain = re.compile(r'"([A-Z{][^"]*|all|reconstructed|pass)"')
    found = [text for path in files for text in plain.findall(path.read_text("utf-8"))]
    return frozenset(word.lower() for text in found for word in re.findall(r"[^\W\d_]+", text))


def walk(hand: Any, printed: Printed) -> Iterator[str]:
    """Open screens and use them; each is named once it is drawn."""
    from game import catalog
    from game.ui.screens.examples import ExamplesSheet
    from game.ui.screens.newgame import NewGame
    from game.ui.screens.saves import Saves

    hand.wait_for_print()
    yield "title"
    for system in ("kassala", "africa"):
        rules = catalog.rules(system)
        for screen, what in ((NewGame(hand.app, rules, rules.scenarios[0]), "new game"),
                             (ExamplesSheet(hand.app, rules), "examples")):
            hand.app.push(screen)
            hand.wait()
            yield f"{system}: {what}"
            hand.app.pop()
    hand.app.push(Saves(hand.app))
    hand.wait()
    yield "saved games"


def in_a_game(hand: Any) -> Iterator[str]:
    """A game's own screens, a few moves, a refusal, the log."""
    game = hand.game
    yield "game"
    hand.key("tab")
    yield "picked up"
    closed = [place for place, verdict in game.selection.choices.survey.items() if not verdict]
    for place in closed:
        hand.click(game.view.point_of(place))
        if game.selection.refusal is not None:
            break
    assert game.selection.refusal is not None or not closed
    yield "refused"
    hand.key("escape")
    for key, what in (("backspace", "nothing to undo"), ("?", "keys"), ("escape", ""), ("l", "whole log"),
                      ("escape", ""), ("o", "objectives"), ("escape", "menu"), ("escape", "")):
        hand.key(key)
        yield what
    for _ in range(6):
        hand.key("space")
        hand.settle()
        yield "phase ended"


def opened(hand: Any) -> Iterator[str]:
    """The first screen of a game and its first phase."""
    yield "game"
    hand.key("space")
    hand.settle()
    yield "phase ended"


def pages(hand: Any) -> Iterator[str]:
    """Pages over a game."""
    from game.ui.screens import game_sheets as sheets
    from game.ui.screens import menu
    from game.ui.screens.replay import ReplayScreen
    from game.ui.screens.seating import BranchSheet
    from game.ui.screens.settings_sheet import SettingsSheet

    app, game = hand.app, hand.game
    for what, open_it in (
        ("settings", lambda: app.push(SettingsSheet(app))), ("moments", lambda: sheets.open_moments(game)),
        ("save as", lambda: sheets.save_as(game)), ("fork", lambda: app.push(BranchSheet(app, game.match, 0))),
        ("replay", lambda: app.push(ReplayScreen(app, game.match))),
        ("trouble", lambda: sheets.report_trouble(game, "")), ("roster", lambda: sheets.open_roster(game)),
        ("log", lambda: sheets.open_log(game)), ("menu", lambda: sheets.open_menu(game)),
        ("resign", lambda: menu.resign(game)), ("restart", lambda: menu.restart(game)),
    ):
        open_it()
        hand.wait()
        yield what
        app.pop()


def at_the_post(hand: Any) -> Iterator[str]:
    """Facings, amounts to share out, an interrupt offered and declined, the page for undo."""
    import pygame

    game = hand.game
    hand.click_unit("red")
    yield "facings"
    labels = [proposal.label for proposal in game.selection.proposals]
    hand.key(str(len(labels)))
    hand.wait()
    yield "shares"
    hand.key("enter")
    yield "not shared out"
    hand.key("escape")
    hand.key("escape")
    game.play(game.rules.parse("step red 0203 -"))
    hand.settle()
    assert game.reaction_settings.kind
    yield "asked"
    hand.key("p", pygame.KMOD_SHIFT)
    hand.settle()
    yield "never"
    yield from pages(hand)


def by_hand(hand: Any) -> Iterator[str]:
    """Twenty real dice on the pad: too few, too many, and back."""
    game = hand.game
    game.play(game.rules.parse("fire"))
    hand.settle()
    yield "due"
    hand.key("y")
    yield "pad"
    for key in ("enter", "6", "9", "9", "tab", "backspace"):
        hand.key(key)
        yield f"pad, {key}"


def about(hand: Any) -> Iterator[str]:
    """Select, point at and deselect every counter, and end the phase."""
    yield "game"
    for _ in range(3):
        hand.key("tab")
        yield "picked up"
        hand.key("escape")
    for _ in range(2):
        hand.key("space")
        hand.settle()
        yield "phase ended"
    yield from pages(hand)


def run() -> dict[str, list[str]]:
    """The untranslated texts, by screen."""
    import pygame
    from pygame_gui.elements import UIButton, UILabel

    from game.match.start import Start
    from game.ui.kit.fonts import Typeface
    from tests.ui.hand import Hand

    words.set_language(PSEUDO)
    printed, plain = Printed(), Typeface.render

    def render(self: Any, text: Any, *how: Any, **more: Any) -> pygame.Surface:
        printed.note(str(words.translate(text)))
        return plain(self, text, *how, **more)

    Typeface.render = render  # type: ignore[method-assign]

    def look(hand: Any, where: str) -> None:
        for widget in hand.top.manager.get_sprite_group().sprites():
            if isinstance(widget, UIButton | UILabel) and widget.visible:
                printed.note(widget.text)
                printed.note(getattr(widget, "tool_tip_text", None) or "")
        printed.texts.setdefault(where, set()).update(printed.texts.pop("", set()))

    hand = Hand(size=(1920, 1080))
    for where in walk(hand, printed):
        look(hand, where)
    hand.close()
    played: tuple[tuple[str, str, Callable[[Hand], Iterator[str]]], ...] = (
        ("kassala", "kassala", in_a_game), ("africa", "castillejos", in_a_game), ("africa", "wad-ras", opened))
    for system, scenario, walked in played:
        players = {"moslem": "human", "christian": "human", "spanish": "human", "moroccan": "human"}
        from game import catalog

        seats = catalog.rules(system).seats
        hand = Hand(Start("play", system, scenario, players={seat: players[seat] for seat in seats}, seed=3),
                    size=(1920, 1080), hand_over=False)
        hand.settle()
        for where in walked(hand):
            look(hand, f"{scenario}: {where}")
        hand.close()
    os.environ[systems.SYSTEMS_VARIABLE] = os.pathsep.join((install.SYSTEMS, str(ROOT / "tests" / "systems")))
    made_up: tuple[tuple[str, str | None, Callable[[Hand], Iterator[str]]], ...] = (
        ("sentries", None, at_the_post), ("volleys", None, by_hand), ("pickets", "patrol", about),
        ("cudgels", "green", about),
    )
    for name, battle, walked in made_up:
        hand = Hand(Start("play", name, battle, seed=5), size=(1920, 1080), hand_over=False)
        hand.settle()
        for where in walked(hand):
            look(hand, f"{name}: {where}")
        hand.close()
    names = names_of(*catalog.names())
    own = {system: own_words(system) for system in ("sentries", "volleys", "pickets", "cudgels")}
    found = {
        where: sorted(text for text in texts if "jsonl" not in text and os.environ["DRUMHEAD_DATA"] not in text and (
            unmarked(text, names | own.get(where.partition(":")[0], frozenset()))))
        for where, texts in printed.texts.items()
    }
    return {where: escaped for where, escaped in found.items() if escaped}


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        locale = sys.argv[1] if len(sys.argv) > 1 else folder
        os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy",
                       "DRUMHEAD_DATA": str(Path(folder) / "data"), "DRUMHEAD_CONFIG": str(Path(folder) / "config"),
                       words.FOLDERS_VARIABLE: locale, words.LANGUAGE_VARIABLE: PSEUDO}
        if locale == folder:
            write_pseudo(Path(folder))
        sys.stdout.write(json.dumps(run(), ensure_ascii=False, indent=1) + "\n")
