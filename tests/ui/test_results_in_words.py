"""Results are words: the letters of a results table appear in the table only, with their meaning below it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import catalog
from game.core.capability import capability
from game.core.chance import CHANCE
from game.core.event import Rolled
from game.core.message import Text
from game.core.overview import OverviewColumn
from game.core.tables import ResultsTable
from game.i18n.words import translate
from game.match.lesson_frames import frames
from game.match.loading import load
from game.match.match import Match
from game.match.start import Start
from game.ui.board import arrows, overlays
from game.ui.cards import battle
from game.ui.kit.fonts import Typeface
from game.ui.screens.demo import DemoScreen
from game.ui.screens.replay import ReplayScreen
from tests.lessons import lesson
from tests.rules.adua.board import table as adua
from tests.rules.table import Table
from tests.rules.tours.shock_board import begun, shock
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
RECORDS = Path("tests/records")
MOST = 10
"""The rolls of a game that are checked: most of them differ only in the units."""
MELEE = ("vi-infantry 2511 engaged, menelik-f1 2511 engaged, menelik-f2 2511 engaged, menelik 2511, "
         "v-infantry 2612 engaged, menelik-c1 2612 engaged")


class Prints:
    """Everything printed on screen, except results tables."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.found: set[str] = set()
        self.on_table: set[str] = set()
        self._table = False
        for name in ("write_table", "write_rows"):
            monkeypatch.setattr(battle, name, self._apart(getattr(battle, name)))
        drawn, stamp = Typeface.line_picture, overlays.stamp

        def printed(face: Typeface, text: Text, colour: str) -> pygame.Surface:
            (self.on_table if self._table else self.found).add(translate(text))
            return drawn(face, text, colour)

        def stamped(text: str, px: int) -> pygame.Surface:
            self.found.add(text)
            return stamp(text, px)

        monkeypatch.setattr(Typeface, "line_picture", printed)
        monkeypatch.setattr(arrows, "stamp", stamped)

    def _apart(self, write: Callable[..., None]) -> Callable[..., None]:
        def wrapped(*args: Any) -> None:
            self._table = True
            write(*args)
            self._table = False

        return wrapped


def melee() -> Table:
    return adua(MELEE, phase="melee", turn=8)


def charge() -> Table:
    return begun(shock("red-hc1 1513 w, li1 1413 e, hi1 1606 e", "red"), "red-hc1 li1")


@pytest.mark.every(4)
@pytest.mark.parametrize(("system", "make", "codes"), [
    ("adua", melee, r"\b(on|end): |\bA D R\b|\bI D\b|\bi a D\b"),
    ("tours", charge, r"\b(AE|AD|ADE|BD|DD|DE)\b"),
])
@pytest.mark.parametrize("size", [(1024, 768), (1920, 1080)])
def test_codes_of_a_table_appear_only_in_it(
    sit_down: Sit, monkeypatch: pytest.MonkeyPatch, system: str, make: Callable[[], Table], codes: str,
    size: tuple[int, int],
) -> None:
    """From the card before the roll to its last consequence: card, tray, stamp, list and log."""
    prints, at = Prints(monkeypatch), make()
    start = Start("play", system, system, seed=5, players={}, position=dict(at.rules.position(at.state)))
    hand = sit_down(start, size=size, hand_over=False)
    hand.settle()
    for _ in range(30):
        hand.key("space")
        hand.settle()
        if hand.game.flow.seat is None or any(ply.actor == "chance" for ply in hand.game.match.plies[2:]):
            break
    assert any(ply.actor == "chance" for ply in hand.game.match.plies)
    told = prints.found | {translate(entry.text) for entry in hand.game.game_log.log.entries}
    assert [] == sorted(text for text in told if re.search(codes, text))
    assert size[0] < 1900 or any(re.search(codes, text) for text in prints.on_table)


def codes(match: Match[Any]) -> set[str]:
    """Cells and headings of the results tables of a game's rolls that are not words."""
    found: set[str] = set()
    before = match.history.first_state
    for ply in match.plies:
        shown = match.rules.preview(before, ply.action) if ply.actor == CHANCE else None
        if shown is not None and shown.table is not None:
            found |= {*shown.table.columns, *(str(cell) for row in shown.table.rows for cell in row)}
        before = ply.state
    return {cell for cell in found if re.fullmatch(r"[A-Z]{2,}[+*]?|(on|end): .*", cell)}


def rolls(match: Match[Any]) -> list[int]:
    """A step for every kind of roll and result."""
    found: dict[object, int] = {}
    for at, ply in enumerate(match.plies, 1):
        for event in ply.events:
            if isinstance(event, Rolled):
                found.setdefault((event.result, event.column), at)
    return list(found.values())[:MOST]


@pytest.mark.soak
@pytest.mark.every(4)
@pytest.mark.parametrize(("system", "record"), [
    ("kassala", "kassala"), ("tours", "tours-ending-both-break-franks"), ("africa", "tetuan"),
    ("adua", "adua-behind-the-line=printed")])
def test_replays_and_examples_say_results_in_words(sit_down: Sit, monkeypatch: pytest.MonkeyPatch, system: str,
                                                   record: str) -> None:
    """Before, during and after rolls: cards, strip, tray, stamps and log; the example's steps too."""
    prints, match = Prints(monkeypatch), load(RECORDS / system / f"{record}.jsonl").match
    letters = codes(match)
    assert bool(letters) is (system != "africa")
    hand = sit_down(size=(1280, 720))
    replay = ReplayScreen(hand.app, match)
    hand.app.push(replay)
    assert rolls(match)
    for at in rolls(match):
        replay.go(at - 1)
        hand.wait()
        replay.forward()
        hand.wait(0.3)
        replay.stage.skip()
        hand.wait()
    told = {translate(entry.text) for entry in replay.column.log.entries}
    hand.app.pop()
    rules = catalog.rules(system)
    for name in [info.name for info in rules.scenarios if info.example]:
        rolled = [at for at, frame in enumerate(frames(rules, lesson(system, name))) if frame.preview is not None]
        if not rolled:
            continue
        example = DemoScreen(hand.app, rules, lesson(system, name))
        hand.app.push(example)
        for at in rolled:
            example.go(at - 1)
            example.forward()
            hand.wait(0.3)
            example.stage.skip()
            hand.wait()
        example.go(example.last)
        told |= {translate(entry.text) for entry in example.column.log.entries}
        hand.app.pop()
    # A number after it makes it the name on a counter, such as HI 2.
    code = re.compile("|".join(rf"(?<![\w-]){re.escape(each)}(?![\w-]| \d)" for each in letters) or "(?!)")
    assert [] == sorted(text for text in prints.found | told if code.search(text))


def tables(value: object) -> list[ResultsTable]:
    """The results tables of a module."""
    return [each for each in vars(value).values() if isinstance(each, ResultsTable)]


@pytest.mark.every(2)
@pytest.mark.parametrize("scenario", ["kassala", "adua"])
def test_a_table_of_letters_says_what_they_mean(scenario: str) -> None:
    """They are data of the table, printed below it."""
    rules = catalog.rules(scenario)
    state = melee().state if scenario == "adua" else None
    if state is None:
        from game.rules.kassala.odds import TABLE
        found = TABLE
    else:
        (line, *_) = capability(rules, OverviewColumn).overview(state).lines
        assert line.preview is not None
        assert line.preview.table is not None
        found = line.preview.table
    letters = {word for row in found.rows for cell in row for word in re.findall(r"[A-Za-z]+", str(cell))}
    key = translate(found.key)
    assert letters
    assert all(re.search(rf"\b{word}\b", key) for word in letters)
