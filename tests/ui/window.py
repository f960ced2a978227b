"""A real window: a virtual display, and the program started on it."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

ROOT = Path(__file__).resolve().parents[2]
NEEDED = ("Xvfb", "xdotool", "import", "setxkbmap")


@pytest.fixture
def display() -> Iterator[str]:
    """A virtual display of 1280x720; the test is skipped if its tools are not installed.

    It does not restart after its last client, because a client that connects in that moment would find no display.
    """
    missing = [name for name in NEEDED if shutil.which(name) is None]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x720x24", "-nolisten", "tcp", "-noreset"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as pipe:
        number = pipe.readline().strip()
    if not number:
        pytest.skip("Xvfb does not start here")
    yield f":{number}"
    server.terminate()
    server.wait()


def until(what: str, found: object, seconds: float = 40.0) -> None:
    end = monotonic() + seconds
    while not found():  # type: ignore[operator]
        assert monotonic() < end, f"{what} never came"
        sleep(0.2)


def environment(display: str, folder: Path) -> dict[str, str]:
    """The program's environment: that display, and separate folders, in which it has been started before."""
    (folder / "config").mkdir(parents=True, exist_ok=True)
    if not (settings := folder / "config" / "settings.json").exists():
        settings.write_text("{}")
    return os.environ | {
        "DISPLAY": display,
        "SDL_VIDEODRIVER": "x11",
        "SDL_AUDIODRIVER": "dummy",
        "DRUMHEAD_DATA": str(folder / "data"),
        "DRUMHEAD_CONFIG": str(folder / "config"),
    }
