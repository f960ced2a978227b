"""A long record is loaded with progress, a way to cancel, and no change to the file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from game import catalog
from game.match.start import Start
from game.match.store import Store
from game.ui.app.dialogs import MessageSheet, QuestionSheet
from game.ui.screens import save_details
from game.ui.screens.game import GameScreen
from game.ui.screens.replay import ReplayScreen
from game.ui.screens.save_details import ReadingScreen
from game.ui.screens.saves import Saves
from game.ui.screens.title import Title
from tests.match.playing import cut_off
from tests.ui.hand import Hand

Sit = Callable[..., Hand]


@pytest.fixture
def slow(folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every record takes too long to load without a sheet, and few lines are read between two frames."""
    monkeypatch.setattr(save_details, "QUIET_SECONDS", 0.0)
    monkeypatch.setattr(save_details, "READING_SLICE", 0.0)


def record(pairs: int = 60, cut: bool = False) -> Path:
    """A record of one action and many undone ones, in the folder of saved games."""
    rules = catalog.rules("kassala")
    match = Store().begin(rules, seed=5)
    match.play(rules.candidates(match.state)[0])
    for _ in range(pairs):
        match.play(rules.candidates(match.state)[0])
        match.undo()
    path = match.record
    assert path is not None
    cut_off(match) if cut else match.release()
    return path


def saved_games(hand: Hand) -> None:
    hand.top.saves()


WAYS: dict[str, tuple[Callable[[Hand], None], Callable[[Hand], None], type]] = {
    "saved games": (saved_games, lambda hand: hand.key("enter"), GameScreen),
    "replay": (saved_games, lambda hand: hand.key("r"), ReplayScreen),
    "continue": (lambda hand: None, lambda hand: hand.key("c"), GameScreen),
}


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize("leave", ["escape", "Cancel"])
@pytest.mark.parametrize("way", WAYS)
def test_reading_can_be_cancelled(sit_down: Sit, way: str, leave: str) -> None:
    """After Esc or the button the previous screen is back, no file was changed, and loading has stopped."""
    path = record()
    before = path.read_bytes()
    hand = sit_down()
    before_it, go, _ = WAYS[way]
    before_it(hand)
    stack = list(hand.app.stack)
    go(hand)
    sheet = hand.on(ReadingScreen)
    hand.key("tab")
    hand.key("space")  # struck for the screen before
    assert hand.top is sheet
    shares = [sheet.share]
    for _ in range(4):
        hand.wait()
        shares.append(sheet.share)
    assert shares == sorted(set(shares))
    assert 0 < shares[0] < shares[-1] < 1
    hand.key("escape") if leave == "escape" else hand.press(hand.button(leave))
    assert stack == hand.app.stack
    read = sheet.reading.lines_read
    hand.wait()
    assert read == sheet.reading.lines_read
    assert before == path.read_bytes()
    assert [path] == list(path.parent.glob("*.jsonl"))


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize("way", WAYS)
def test_the_screen_opens_after_reading(sit_down: Sit, way: str) -> None:
    """After loading, the game or the replay opens completely."""
    record()
    hand = sit_down()
    before_it, go, kind = WAYS[way]
    before_it(hand)
    go(hand)
    hand.on(ReadingScreen)
    hand.until(lambda: isinstance(hand.top, kind))
    assert 1 == len(hand.top.match.plies if kind is ReplayScreen else hand.game.match.plies)


@pytest.mark.usefixtures("slow")
def test_a_game_cut_off_can_be_cancelled_at_the_start(sit_down: Sit) -> None:
    """The offer at the start leads to it, too; after cancelling, the title is shown, and the offer comes again."""
    record(cut=True)
    hand = sit_down()
    hand.on(QuestionSheet)
    hand.key("enter")
    hand.on(ReadingScreen)
    hand.key("escape")
    hand.on(Title)
    hand.close()
    sit_down().on(QuestionSheet)


@pytest.mark.usefixtures("slow")
def test_from_the_command_line(sit_down: Sit) -> None:
    """A replay named there is loaded in the window."""
    hand = sit_down(Start("replay", "kassala", file=record()))
    hand.on(ReadingScreen)
    hand.key("escape")
    hand.on(Title)


@pytest.mark.usefixtures("slow")
def test_damage_is_reported_after_reading(sit_down: Sit) -> None:
    """The valid part is shown with the fault."""
    path = record()
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-3]) + b"rubbish\n")
    hand = sit_down(Start("replay", "kassala", file=path))
    hand.until(lambda: isinstance(hand.top, MessageSheet))
    assert f"line {len(lines) - 2}" in str(hand.top.text)
    hand.key("enter")
    hand.on(ReplayScreen)


def test_a_short_record_opens_at_once(sit_down: Sit) -> None:
    """There is no sheet in between."""
    record(2)
    hand = sit_down()
    saved_games(hand)
    hand.on(Saves)
    hand.key("r")
    hand.on(ReplayScreen)
