"""The program in a real window on a virtual display."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pygame
import pytest

from tests.ui.window import ROOT, display, environment, until

__all__ = ["display"]


def colours(env: dict[str, str], folder: Path) -> int:
    """The number of different colours on the screen."""
    shot = folder / "shot.png"
    subprocess.run(["import", "-window", "root", str(shot)], env=env, check=True)
    picture = pygame.image.load(shot)
    w, h = picture.get_size()
    return len({tuple(picture.get_at((x, y))) for x in range(0, w, 8) for y in range(0, h, 8)})


@pytest.mark.window
def test_a_game_opens_in_a_window_and_is_played(display: str, tmp_path: Path) -> None:
    """The game of the command line is on the screen in many colours; a key acts; closing the window leaves a complete
    record."""
    env = environment(display, tmp_path)
    program = subprocess.Popen([sys.executable, "main.py", "play", "kassala", "--seed", "7"], cwd=ROOT, env=env)

    def key(name: str) -> None:
        subprocess.run(["xdotool", "key", name], env=env, check=True)

    def on_record() -> bool:
        return any(b"end-movement" in path.read_bytes() for path in (tmp_path / "data").rglob("*.jsonl"))

    try:
        until("the window", lambda: program.poll() is not None or colours(env, tmp_path) > 500)
        assert program.poll() is None
        subprocess.run(["xdotool", "search", "--class", "^drumhead$"], env=env, check=True)  # as in the menu
        subprocess.run(["xdotool", "mousemove", "1100", "400"], env=env, check=True)
        end = monotonic() + 40
        while not on_record():
            assert monotonic() < end, "the move never came"
            key("space")
            sleep(0.3)
        key("ctrl+q")
        assert program.wait(20) == 0
    finally:
        program.kill()
        program.wait()
    (record,) = (tmp_path / "data").rglob("*.jsonl")
    assert b'"line":"closed"' in record.read_bytes().splitlines()[-1]


@pytest.mark.soak
@pytest.mark.window
def test_full_screen_ends_with_the_window_as_before(display: str, tmp_path: Path) -> None:
    """F11 fills the 1280x720 display; F11 again restores the 1000x650 window at its place. This happens twice, without
    a window manager."""
    env = environment(display, tmp_path)
    (tmp_path / "config" / "settings.json").write_text('{"window": [1000, 650]}')
    program = subprocess.Popen([sys.executable, "main.py"], cwd=ROOT, env=env)

    def shape() -> tuple[int, ...]:
        """Left, top, width and height of the window under the pointer."""
        subprocess.run(["xdotool", "mousemove", "640", "360"], env=env, check=True)
        where = subprocess.run(["xdotool", "getmouselocation", "--shell"], env=env, capture_output=True, text=True)
        found = dict(line.split("=") for line in where.stdout.split())
        told = subprocess.run(
            ["xdotool", "getwindowgeometry", "--shell", found.get("WINDOW", "0")],
            env=env, capture_output=True, text=True, check=False,
        )
        numbers = dict(line.split("=") for line in told.stdout.split())
        return tuple(int(numbers.get(name, 0)) for name in ("X", "Y", "WIDTH", "HEIGHT"))

    try:
        until("the window", lambda: program.poll() is not None or shape()[2:] == (1000, 650))
        sleep(1.0)
        window = shape()
        assert window[:2] != (0, 0)
        for _ in range(2):
            for wanted in ((0, 0, 1280, 720), window):
                subprocess.run(["xdotool", "key", "F11"], env=env, check=True)
                until(f"a window of {wanted}", lambda wanted=wanted: shape() == wanted)
                sleep(0.5)
                assert shape() == wanted
        subprocess.run(["xdotool", "key", "ctrl+q"], env=env, check=True)
        assert program.wait(20) == 0
    finally:
        program.kill()
        program.wait()


@pytest.mark.soak
@pytest.mark.window
def test_keys_work_after_the_second_window_is_closed(display: str, tmp_path: Path) -> None:
    """T opens and closes a window for the audience; then B makes the picture black. No window manager gives the focus
    back."""
    env = environment(display, tmp_path)
    program = subprocess.Popen([sys.executable, "main.py", "present", "kassala", "first-battle"], cwd=ROOT, env=env)

    try:
        until("a slide", lambda: program.poll() is not None or colours(env, tmp_path) > 500)
        for key in ("Next", "t", "z", "t", "b"):
            sleep(0.8)
            subprocess.run(["xdotool", "key", key], env=env, check=True)
        until("a black picture", lambda: colours(env, tmp_path) == 1)
    finally:
        program.kill()
        program.wait()
