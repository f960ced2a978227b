"""Real keyboards: layouts set in an X server, keys struck by their place, the program in a real window."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from game.rules.kassala.system import Kassala
from tests.ui.corners import thinned
from tests.ui.layouts import ALT_GR, CONTROL, LAYOUTS, ROW, SHIFT, Layout
from tests.ui.window import ROOT, display, environment, until

CODES = (49, *range(10, 22), *range(24, 36), *range(38, 49), *range(52, 62))
"""X's codes of the keys of ``ROW``."""
HELD = {0: (), SHIFT: ("50",), CONTROL: ("37",), ALT_GR: ("108",)}
"""X's codes of the held keys."""

__all__ = ["display"]


class Keyboard:
    """Strikes keys on a display."""

    def __init__(self, layout: str, env: dict[str, str]) -> None:
        self._layout, self._env = LAYOUTS[layout], env
        subprocess.run(["setxkbmap", layout], env=env, check=True)

    @property
    def layout(self) -> Layout:
        return self._layout

    def strike(self, place: str, mod: int = 0) -> None:
        """Strike the key in the place of a US one."""
        words = [word for held in HELD[mod] for word in ("keydown", held)]
        words += ["key", str(CODES[ROW.index(place)])]
        words += [word for held in HELD[mod] for word in ("keyup", held)]
        subprocess.run(["xdotool", *words], env=self._env, check=True)

    def type(self, character: str) -> None:
        """Strike the key that types a character."""
        self.strike(*self._layout.key_of(character))

    def name(self, key: str) -> None:
        """Strike a key that types nothing."""
        subprocess.run(["xdotool", "key", key], env=self._env, check=True)


@pytest.mark.soak
@pytest.mark.window
@pytest.mark.parametrize("layout", thinned(LAYOUTS, 5, 3))
def test_keys_of_a_layout_reach_their_commands(
    display: str, tmp_path: Path, kassala: Kassala, arab_fight: dict[str, Any], layout: str
) -> None:
    """Zones, sound and speed are switched; Ctrl+S saves a copy, whose name is typed; the 6 of the upper row is the
    rolled face; Ctrl+Q ends the program."""
    state = kassala.from_position(arab_fight)
    attack = max(kassala.candidates(state), key=lambda action: len(action.notation))
    pending, _ = kassala.apply(state, attack)
    (tmp_path / "position.json").write_text(json.dumps(kassala.position(pending)))
    env, settings, data = environment(display, tmp_path), tmp_path / "config" / "settings.json", tmp_path / "data"
    keyboard = Keyboard(layout, env)
    letters = keyboard.layout if layout in ("us", "de", "fr") else LAYOUTS["us"]
    program = subprocess.Popen(
        [sys.executable, "main.py", "play", "kassala", "--seed", "7", "--position", str(tmp_path / "position.json")],
        cwd=ROOT, env=env,
    )

    def stored() -> dict[str, Any]:
        return dict(json.loads(settings.read_text())) if settings.exists() else {}

    def switches(setting: str, place: str, mod: int = 0) -> None:
        before = stored().get(setting)
        keyboard.strike(place, mod)
        until(f"{setting} by {place} on {layout}", lambda: stored().get(setting) != before)

    def first_key() -> bool:
        keyboard.strike(letters.key_of("j")[0])
        return settings.exists()

    try:
        subprocess.run(["xdotool", "mousemove", "1100", "400"], env=env, check=True)
        until("the game", lambda: any(data.rglob("*.jsonl")))
        until("the first key", first_key)
        sleep(1.0)
        switches("muted", *letters.key_of("m"))
        switches("zones_of_control", *letters.key_of("z"))
        switches("speed", *(keyboard.layout.key_of("]") if layout != "ru" else ("]", 0)))
        switches("speed", *(keyboard.layout.key_of("[") if layout != "ru" else ("[", 0)))
        games = len(list(data.rglob("*.jsonl")))
        keyboard.strike(letters.key_of("s")[0], CONTROL)
        sleep(1.0)
        for place in "rlv":
            keyboard.strike(place)
        keyboard.name("Return")
        until("the copy", lambda: len(list(data.rglob("*.jsonl"))) > games)
        sleep(1.0)
        keyboard.strike("6")
        keyboard.name("Return")
        until("the six", lambda: any(b"roll 6" in path.read_bytes() for path in data.rglob("*.jsonl")))
        keyboard.strike(letters.key_of("q")[0], CONTROL)
        assert program.wait(20) == 0
    finally:
        program.kill()
        program.wait()
