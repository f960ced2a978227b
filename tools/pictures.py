"""Draws the pictures of the README and of ``docs``: ``python -m tools.pictures [NAME ...]``.

Run it whenever the screen looks different; its pictures are committed, and a test compares some of them with what the
program shows now. Each is a real screen, operated by mouse and keys, in an invisible window.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from game.core.action import Faces
from game.match.loading import load
from game.match.start import Start
from game.ui.screens.replay import ReplayScreen
from tests.ui.hand import Hand

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "assets" / "screenshots"
GAMES = ROOT / "tools" / "games"
"""Games between two veterans, played for these pictures; only the start of long ones."""
SIZE = 1280, 720
"""The width and height in pixels of the window that is drawn; pictures of a part are cut from it."""
PART_SIZE = 640, 360
"""The width and height in pixels of the picture of a part."""
ANIMATION_SIZE = 720, 405
"""The width and height in pixels of the animated picture."""
FRAME_SECONDS, FRAMES = 0.2, 150
"""Seconds between two frames of the animated picture, and the number of frames."""
COLOURS = 128
"""The number of colours of the animated picture."""


def main(names: list[str]) -> None:
    """Draw the named pictures, or all of them."""
    FOLDER.mkdir(exist_ok=True)
    for name, draw in PICTURES.items():
        if not names or name in names:
            pygame.image.save(draw(), FOLDER / f"{name}.jpg")
    if not names or "turn" in names:
        save_animation(turn(), FOLDER / "turn.gif")


@contextmanager
def player_at_window(start: Start, **settings: object) -> Iterator[Hand]:
    """A player at the program's window, without saved games and with default settings."""
    with TemporaryDirectory() as folder:
        os.environ["DRUMHEAD_DATA"] = os.environ["DRUMHEAD_CONFIG"] = folder
        hand = Hand(start, size=SIZE, **{"hand_over": False, **settings})
        try:
            yield hand
        finally:
            hand.close()


def start_before_roll(game: str, number: int) -> Start:
    """A game right before one of its rolls.

    :param game: the name of its file in ``GAMES``.
    :param number: counts the rolls from 1.
    :raises LookupError: if the game has fewer.
    """
    match = load(GAMES / f"{game}.jsonl").match
    before = match.history.first_state
    rolls = 0
    for ply in match.plies:
        rolls += isinstance(ply.action, Faces)
        if rolls == number:
            position = dict(match.rules.position(before))
            return Start("play", match.rules.name, match.header.scenario, seed=5, position=position)
        before = ply.state
    raise LookupError(f"{game} has only {rolls} rolls")


def picture(hand: Hand) -> pygame.Surface:
    """The window's picture after two seconds, when everything has come to rest."""
    for _ in range(10):
        hand.wait(0.2)
    return hand.app.window.copy()


def part(window: pygame.Surface, left: int, top: int, width: int) -> pygame.Surface:
    """A part of the window's picture in its proportions, in pixels, scaled to ``PART_SIZE``."""
    crop = window.subsurface((left, top, width, width * SIZE[1] // SIZE[0]))
    return pygame.transform.smoothscale(crop, PART_SIZE)


def before_roll(game: str, number: int) -> Callable[[], pygame.Surface]:
    """A function that draws the whole window right before one of the rolls of a game."""
    def draw() -> pygame.Surface:
        with player_at_window(start_before_roll(game, number)) as hand:
            hand.settle()
            return picture(hand)

    return draw


def refusal() -> pygame.Surface:
    """A selected unit with the pointer on a hex that it cannot reach."""
    with player_at_window(Start("play", "kassala")) as hand:
        hand.settle()
        hand.click_unit("m-nub1")
        hand.point(hand.game.view.point_of("0304"))
        return part(picture(hand), 90, 270, 800)


def arithmetic() -> pygame.Surface:
    """The card of a combat, before the die."""
    with player_at_window(start_before_roll("tours", 43)) as hand:
        hand.settle()
        return part(picture(hand), 640, 170, 640)


def dice() -> pygame.Surface:
    """The pad for real dice."""
    with player_at_window(start_before_roll("castillejos", 18)) as hand:
        hand.settle()
        hand.key("y")
        return part(picture(hand), 80, 5, 1150)


def lesson() -> pygame.Surface:
    """A combat in an example of play, as the audience's window shows it."""
    with player_at_window(Start("present", "kassala", "example-b")) as hand:
        for _ in range(4):
            hand.key("page down")
            picture(hand)
        return picture(hand)


def hint() -> pygame.Surface:
    """A hint with its whole plan."""
    with player_at_window(Start("play", "kassala", players={"christian": "recruit"})) as hand:
        hand.settle()
        hand.key("h")
        hand.until(lambda: hand.game.hint is not None)
        return part(picture(hand), 200, 60, 1080)


def end() -> pygame.Surface:
    """The page at the end of a game."""
    with player_at_window(Start()) as hand:
        hand.app.navigator.show(load(GAMES / "kassala.jsonl").match)
        return picture(hand)


def turn() -> Iterator[pygame.Surface]:
    """The frames of the animated picture: two turns of Kassala, as a replay shows them."""
    with player_at_window(Start("replay", file=GAMES / "kassala.jsonl")) as hand:
        hand.until(lambda: isinstance(hand.top, ReplayScreen))
        picture(hand)
        hand.key("space")
        for _ in range(FRAMES):
            hand.wait(FRAME_SECONDS)
            yield pygame.transform.smoothscale(hand.app.window, ANIMATION_SIZE)


def save_animation(pictures: Iterator[pygame.Surface], file: Path) -> None:
    """Write pictures into one animated GIF that loops."""
    from PIL import Image

    frames = [Image.frombytes("RGB", ANIMATION_SIZE, pygame.image.tobytes(each, "RGB")) for each in pictures]
    palette = frames[0].quantize(COLOURS)
    first, *rest = (frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames)
    first.save(file, save_all=True, append_images=rest, duration=int(FRAME_SECONDS * 1000), loop=0, optimize=True)


PICTURES: dict[str, Callable[[], pygame.Surface]] = {
    "kassala": before_roll("kassala", 6),
    "africa": before_roll("castillejos", 18),
    "tours": before_roll("tours", 43),
    "adua": before_roll("adua", 3),
    "renaissance": before_roll("renaissance", 20),
    "refusal": refusal,
    "arithmetic": arithmetic,
    "dice": dice,
    "lesson": lesson,
    "hint": hint,
    "end": end,
}
"""File name -> the function that draws the picture."""

if __name__ == "__main__":
    main(sys.argv[1:])
