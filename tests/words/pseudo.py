"""The screen in a language nobody speaks: what is printed without a mark has not been translated.

Run as a program: it opens the screens, plays a little, and prints what escaped as JSON. It is a process of its own,
because pictures of words are kept by what they say in English.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from game import words
from tests.words.catalogs import PSEUDO, write_pseudo

LEAST = 3
"""Letters of a word that is looked at: shorter ones are keys and units of measure."""


def unmarked(text: str, names: frozenset[str]) -> list[str]:
    """The words of a printed text that have no mark and are no names, nor such cut short."""
    words = re.findall(rf"(?<![^\W\d_])[{ascii_uppercase}{ascii_lowercase}]{{{LEAST},}}(?![^\W\d_])", text)
    return [word for word in words if not any(name.startswith(word.lower()) for name in names)]


class Printed:
    """Every text that is printed, by the screen on which it is."""

    def __init__(self) -> None:
        self.texts: dict[str, set[str]] = {}
        self.where = ""

    def note(self, text: str) -> None:
        self.texts.setdefault(self.where, set()).add(text)


def names_of(*systems: str) -> frozenset[str]:
    """Words that no language changes: names of units, corps, places and systems, keys of results, of players."""
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
                texts += [counter.name, counter.abbr, counter.numbers, counter.unit]
                texts += [counter.face.title] if counter.face is not None else []
            for place in board.places:
                texts += [place, board.name_of(place)]
        texts += ["AE", "DE", "EX"]
    return frozenset(word.lower() for text in texts for word in re.findall(r"[^\W\d_]+", text))


def walk(hand: Any, printed: Printed) -> Iterator[str]:
    """Open screens and do things on them; each is named once it is drawn."""
    from game import catalog
    from game.ui.screens.examples import Examples
    from game.ui.screens.newgame import NewGame
    from game.ui.screens.saves import Saves

    hand.wait_for_print()
    yield "title"
    for system in ("kassala", "africa"):
        rules = catalog.rules(system)
        for screen, what in ((NewGame(hand.app, rules, rules.scenarios[0]), "new game"),
                             (Examples(hand.app, rules), "examples")):
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
    closed = [place for place, verdict in game.controller.survey.items() if not verdict]
    for place in closed:
        hand.click(game.view.point_of(place))
        if game.controller.refusal is not None:
            break
    assert game.controller.refusal is not None or not closed
    yield "refused"
    hand.key("escape")
    for key, what in (("backspace", "nothing to take back"), ("?", "keys"), ("escape", ""), ("l", "whole log"),
                      ("escape", ""), ("o", "objectives"), ("escape", "menu"), ("escape", "")):
        hand.key(key)
        yield what
    for _ in range(6):
        hand.key("space")
        hand.settle()
        yield "phase ended"


def run() -> dict[str, list[str]]:
    """What escaped, by screen."""
    import pygame
    from pygame_gui.elements import UIButton, UILabel

    from game.match.start import Start
    from game.ui.kit.fonts import Face
    from tests.ui.hand import Hand

    words.speak(PSEUDO)
    printed, plain = Printed(), Face.render

    def render(self: Any, text: Any, *how: Any, **more: Any) -> pygame.Surface:
        printed.note(str(words.said(text)))
        return plain(self, text, *how, **more)

    Face.render = render  # type: ignore[method-assign]

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
    for system, scenario in (("kassala", "kassala"), ("africa", "castillejos"), ("africa", "wad-ras")):
        players = {"moslem": "human", "christian": "human", "spanish": "human", "moroccan": "human"}
        from game import catalog

        seats = catalog.rules(system).seats
        hand = Hand(Start("play", system, scenario, players={seat: players[seat] for seat in seats}, seed=3),
                    size=(1920, 1080), hand_over=False)
        hand.settle()
        for where in in_a_game(hand):
            look(hand, f"{scenario}: {where}")
        hand.close()
    names = names_of(*catalog.names())
    found = {
        where: sorted(text for text in texts if "jsonl" not in text and os.environ["DRUMHEAD_DATA"] not in text and (
            unmarked(text, names)))
        for where, texts in printed.texts.items()
    }
    return {where: escaped for where, escaped in found.items() if escaped}


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy",
                       "DRUMHEAD_DATA": str(Path(folder) / "data"), "DRUMHEAD_CONFIG": str(Path(folder) / "config"),
                       words.VARIABLE: folder, words.CHOSEN: PSEUDO}
        write_pseudo(Path(folder))
        sys.stdout.write(json.dumps(run(), ensure_ascii=False, indent=1) + "\n")
