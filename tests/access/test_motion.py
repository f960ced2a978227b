"""With reduced motion nothing on the screen moves: counters, stacks, camera and dice appear and fade."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest

from game.core.contract import Counter
from game.match.start import Start
from game.ui.board import view as board_view
from game.ui.board.animation import Carry, CounterPose
from game.ui.board.spread import Spread
from game.ui.dice.dice_tray import DiceTray
from tests.access.vision import pixels
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
RECORDS = Path("tests/records")
FRAMES, ENOUGH = 120, 24
"""The most frames of a replay to check, and the number of moving counters that is enough."""
FRAME = 0.06
"""Seconds per frame: shorter than any animation, reduced or not."""


class Watched:
    """Records the places in which counters are drawn during their animations."""

    def __init__(self) -> None:
        self.drawn = 0
        self.moved: list[str] = []
        self._last: dict[str, list[tuple[float, float]]] = {}

    def draw(self, _: pygame.Surface, counter: Counter, __: Any, pose: CounterPose, at: tuple[float, float],
             px: int) -> None:
        """Record a counter that is raised or tilted, or drawn in three places one after the other."""
        self.drawn += 1
        if pose.lift or pose.tilt:
            self.moved.append(f"{counter.unit}: raised by {pose.lift:.2f}, tilted by {pose.tilt:.0f}")
        last = self._last.setdefault(counter.unit, [])
        last[:] = [*last[-2:], at]
        if len(set(last)) == 3:
            self.moved.append(f"{counter.unit}: {last}")


@pytest.mark.every(6)
@pytest.mark.parametrize(("system", "reduced"), [("kassala", True), ("kassala", False), ("africa", True),
                                                 ("renaissance", True), ("tours/example", True),
                                                 ("adua/adua-abyssinian-p", True)])
def test_a_replay_fades(sit_down: Sit, monkeypatch: pytest.MonkeyPatch, system: str, reduced: bool) -> None:
    """On hexes, areas and tables counters fade from place to place, and the camera jumps; without the setting both
    move."""
    watched, glides = Watched(), []
    monkeypatch.setattr(board_view, "draw_moving", watched.draw)
    hand = sit_down(size=(1024, 768), reduced_motion=reduced, watching_speed=1.0)
    folder, _, kind = system.partition("/")
    record = min(RECORDS.joinpath(folder).glob(f"{kind}*.jsonl"), key=lambda path: (len(path.name), path.name))
    hand.app.navigator.replay(record.resolve(), autoplay=True)
    for _ in range(FRAMES):
        hand.wait(FRAME)
        glides.append(hand.top.glide.moving)
        if watched.drawn >= ENOUGH:
            break
    assert watched.drawn > 0, record
    hand.top.look_at((1.0, 1.0, 4.0, 3.0), at_once=False)
    glides.append(hand.top.glide.moving)
    assert (not reduced, not reduced) == (bool(watched.moved), any(glides)), watched.moved[:3]


def test_dice_fade() -> None:
    """Every pixel of a fading die lies between its old and its new colour."""
    now, room = [0], pygame.Rect(0, 0, 260, 180)
    pygame.display.init()
    pygame.display.set_mode((300, 200))
    tray = DiceTray((1, 2), clock=lambda: now[0])
    tray.reduced_motion = True

    def seen() -> Any:
        picture = pygame.Surface(room.size)
        tray.draw(picture, room)
        return pixels(picture)

    before = seen()
    tray.roll((5, 6), 1.0)
    frames = []
    for now[0] in range(0, 1100, 100):
        frames.append(seen())
    low, high = np.minimum(before, frames[-1]) - 3, np.maximum(before, frames[-1]) + 3
    assert (before != frames[-1]).any()
    assert all(((low <= frame) & (frame <= high)).all() for frame in frames)


@pytest.mark.parametrize("reduced", [True, False])
def test_dropped_counters_and_stacks_do_not_move(reduced: bool) -> None:
    """A counter that is put back is at once in its place; a stack fans out at once."""
    carry, spread = Carry(), Spread()
    carry.reduced = spread.reduced = reduced
    carry.lift(("a",), (50, 50), (0, 0))
    carry.move((150, 50))
    carry.put_back()
    assert carry.returning is not reduced
    spread.open("0101")
    assert (spread.share == 1.0) is reduced


def test_the_setting_reaches_the_board(sit_down: Sit) -> None:
    """The switch in the settings takes effect on every animation of the board, on and off."""
    hand = sit_down(Start("play", "kassala", seed=3))
    for reduced in (True, False):
        hand.app.settings.reduced_motion = reduced
        hand.wait()
        view = hand.game.view
        assert {reduced} == {view.animator.reduced, view.carry.reduced, view.stacks.spread.reduced,
                             hand.game.stage.tray.reduced_motion}


def test_the_title_does_not_move(sit_down: Sit) -> None:
    """Once its maps are printed nothing changes without input."""
    hand = sit_down(reduced_motion=True)
    hand.wait_for_print()
    before = pixels(hand.app.window)
    hand.wait_in_steps(5, 0.3)
    assert (before == pixels(hand.app.window)).all()
