"""The examples of play on screen: stepped through by keys, running by themselves, and left again."""

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game import catalog
from game.match.start import Start
from game.ui.screens.demo import DemoScreen
from game.ui.screens.title import Title
from game.ui.screens.wholelog import WholeLog
from tests.ui.hand import Hand
from tests.ui.pictures import digest

EXAMPLES = [info.name for info in catalog.rules("kassala").scenarios if info.example]


@pytest.fixture(autouse=True)
def _folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders of their own, and no screen or sound."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setenv("DRUMHEAD_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("DRUMHEAD_CONFIG", str(tmp_path / "config"))


@pytest.fixture
def demo(request: pytest.FixtureRequest) -> Iterator[Hand]:
    """An example of play, not running."""
    hand = Hand(Start("demo", "kassala", request.param))
    yield hand
    hand.app.close()


def rest(hand: Hand) -> None:
    """Let the frame's events play out."""
    for _ in range(200):
        hand.wait(0.1)
        if not hand.top.stage.busy and hand.top.view._tiles.settled:
            return
    raise AssertionError("the example never came to rest")


def picture(hand: Hand) -> str:
    """What is drawn now."""
    hand.wait(0.0)
    return digest(pygame.display.get_surface(), "RGB")


@pytest.mark.parametrize("demo", EXAMPLES, indirect=True)
def test_every_frame_shows_something_new(demo: Hand) -> None:
    """The right arrow goes through all frames; each is another picture, and the log tells what was done."""
    screen = demo.top
    assert isinstance(screen, DemoScreen)
    seen = []
    for number in range(len(screen.frames)):
        rest(demo)
        assert screen.at == number
        seen.append(picture(demo))
        demo.key("right")
    assert len(set(seen)) == len(seen)
    done = [event.text for frame in screen.frames for event in frame.events]
    assert done == [entry.text for entry in screen.column.log.entries]


@pytest.mark.parametrize("demo", ["example-c"], indirect=True)
def test_back_shows_the_frame_before_as_it_ended(demo: Hand) -> None:
    """The left arrow undoes what the next frame did."""
    rest(demo)
    before = picture(demo)
    demo.key("right")
    rest(demo)
    demo.key("left")
    rest(demo)
    assert before == picture(demo)


@pytest.mark.parametrize("demo", ["example-b"], indirect=True)
def test_it_runs_by_itself_and_stops_at_the_end(demo: Hand) -> None:
    """Space starts it; at the end it stands still; Escape leads back to the title."""
    demo.key("space")
    screen = demo.top
    for _ in range(600):
        demo.wait(0.1)
        if not screen.running:
            break
    assert screen.at == len(screen.frames) - 1
    demo.key("l")
    assert isinstance(demo.top, WholeLog)
    demo.key("escape")
    demo.key("escape")
    assert isinstance(demo.top, Title)
