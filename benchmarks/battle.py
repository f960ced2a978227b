"""Tours in the middle of a battle, with every counter on the map: a frame, a click on a unit, and loading the system.

The position comes from a game of two recruits, when a contingent moves in the third turn. Times are processor times, so
that other programs on the machine matter less; each comes with its ratio to the same measurement of Kassala in the same
run.
"""

from __future__ import annotations

from math import inf
from statistics import median
from time import process_time
from typing import Any

from benchmarks.figure import Figure
from benchmarks.frames import FRAME, SIZE, quiet_folders
from benchmarks.positions import first_position
from game import maps, systems
from game.match.match import Match
from game.match.start import Start

SEED, TURN = 3, 3
"""The seed of the game, and the turn of the position."""
FRAMES, CLICKS, READINGS = 200, 5, 9
"""The number of repetitions of each measurement; clicks are made on each unit that can act."""


def position() -> dict[str, Any]:
    """The measured position of a battle."""
    def is_wanted(match: Match[Any]) -> bool:
        return match.prompt.turn >= TURN and bool(match.rules.position(match.state).get("acting"))

    return first_position("tours", "tours", "recruit", SEED, is_wanted)


def on_screen(start: Start) -> tuple[float, float]:
    """Median milliseconds of a frame at rest, and from the press on a unit until its reach is drawn; of several clicks
    on a unit the fastest counts."""
    import pygame

    from tests.ui.hand import Hand

    hand = Hand(start, SIZE)
    hand.wait_for_print()
    frames = [_frame_time(hand) for _ in range(FRAMES)]
    clicks: dict[str, float] = {}
    for unit in hand.game.selection.eligible * CLICKS:
        pos = hand.spot(unit)
        hand.point(pos)
        hand.wait()
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1))
        clicks[unit] = min(_frame_time(hand), clicks.get(unit, inf))
        assert hand.game.view.overlay.reach
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1))
        hand.wait()
        hand.key("escape")
        hand.wait()
    hand.close()
    return median(frames), median(clicks.values())


def _frame_time(hand: Any) -> float:
    """Processor milliseconds of a frame, events included."""
    started = process_time()
    hand.app.step(FRAME)
    return (process_time() - started) * 1000


def reading(system: str) -> float:
    """Median processor milliseconds to load a system, its maps and scenarios from disk, with its modules already
    imported."""
    package = __import__(f"game.rules.{system}", fromlist=["build"])
    times = []
    for _ in range(READINGS):
        started = process_time()
        package.build(lambda name: maps.load(systems.map_file(name)))
        times.append((process_time() - started) * 1000)
    return median(times)


def figures() -> list[Figure]:
    """Each measurement of Tours, beside that of Kassala."""
    with quiet_folders():
        frame, click = on_screen(Start("play", "tours", "tours", seed=SEED, position=position()))
        other_frame, other_click = on_screen(Start("play", "kassala", seed=7))
    read, other_read = reading("tours"), reading("kassala")
    return [
        Figure("frame of Tours in mid-battle at 1920x1080, processor", frame, "ms", 4, "at most",
               f"{frame / other_frame:.1f} times Kassala's"),
        Figure("click on a unit of Tours until its reach is drawn", click, "ms", 16, "at most",
               f"{click / other_click:.1f} times Kassala's"),
        Figure("read the system Tours", read, "ms", 60, "at most", f"{read / other_read:.1f} times Kassala's"),
    ]


if __name__ == "__main__":
    from benchmarks.figure import HEADING

    print(HEADING)
    for figure in figures():
        print(figure.line)
