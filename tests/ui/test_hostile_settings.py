"""With any content of ``settings.json``, the program starts, plays and stores its settings again."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game.match.start import Start
from game.ui.app import settings as stored
from game.ui.screens.newgame import NewGame
from game.ui.screens.settings_sheet import SettingsSheet
from tests.ui.hand import Hand

Sit = Callable[..., Hand]

LONG = "x" * 5000
FIELDS: dict[str, list[Any]] = {
    "language": [LONG, "\0", "..", "../../etc", "de\n", "\U0001f642", "en_GB.UTF-8@euro"],
    "ended_turns": [[LONG, "\0", ""], [LONG] * 50],
    "put_off": [LONG, "\0", "/", "\x1b[2J"],
    "volume": [-1, 1e300, 10**30],
    "interface_scale": [-5, 0, 10**18],
    "speed": [0, -1.0, 1e300],
    "watching_speed": [0, -1.0, 1e300],
    "window": [[0, 0], [-9, 10**9], [10**18, 1], None],
    "turned": [{LONG: True, "kassala": True, "": False}],
    "declined": [{"africa/moroccan": [LONG, "\0", ""], LONG: ["x"]}, {"/": []}],
    "always": [{"africa/moroccan": [LONG, "\0", ""], LONG: ["x"]}],
    "moments": [{"africa/moroccan": [LONG, "\0"], "africa/spanish": []}],
    "tables": [
        {"kassala/kassala": {"players": {"moslem": LONG, "nobody": "human", "christian": "\0"}, "options": [LONG]}},
        {"kassala/kassala": {"players": {}, "options": ["cannon", "cannon", "cannon=1", "mixed-attacks=x"]}},
        {"africa/castillejos": {"players": {}, "options": ["facts-values", "marker-cup="]}, LONG: {}},
    ],
}
CASES = [pytest.param(name, value, id=f"{name}-{number}") for name, values in FIELDS.items()
         for number, value in enumerate(values)]


def _file(folders: Path, content: bytes) -> Path:
    path = folders / "config" / "settings.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


@pytest.mark.every(8)
@pytest.mark.parametrize(("name", "value"), CASES)
def test_absurd_settings_values_break_no_screen(sit_down: Sit, folders: Path, name: str, value: Any) -> None:
    """Title, new game, settings and a game open with it; later changes are stored."""
    path = _file(folders, json.dumps({name: value}).encode())
    system = "africa" if "africa" in json.dumps(value) else "kassala"
    hand = sit_down()
    hand.app.push(SettingsSheet(hand.app))
    hand.wait()
    hand.app.pop()
    hand.top.set_up(hand.card(system))
    hand.wait()
    page = hand.on(NewGame)
    page.start()
    hand.settle()
    hand.key("m")
    hand.close()
    assert json.loads(path.read_bytes())["muted"] is True
    assert stored.load().muted is True


@pytest.mark.every(4)
@pytest.mark.parametrize("content", [
    b"", b"{", b"[]", b"null", b'"x"', b'{"volume": "loud"}', b'{"tables": {"a": 5}}', b'{"window": [1]}', b"\xff\xfe",
    b"[" * 100_000, b'{"language": "\xff"}', b'{"language": "\\ud800"}', b'{"volume": NaN}', b'{"volume": 1e999}',
    b'{"interface_scale": 1' + b"0" * 5000 + b"}",
], ids=range(15))
def test_a_file_without_settings_is_survived(sit_down: Sit, folders: Path, content: bytes) -> None:
    """A message appears once, defaults are used, and the file is kept when new ones are stored."""
    path = _file(folders, content)
    hand = sit_down(Start("play", "kassala", seed=3))
    if hand.app.trouble:
        hand.key("escape")
    hand.key("m")
    hand.close()
    assert json.loads(path.read_bytes())["muted"] is True
    kept = [other.read_bytes() for other in path.parent.glob("settings.damaged-*")]
    assert kept in ([], [content])


def test_a_text_that_cannot_be_written_is_reported(folders: Path) -> None:
    """The existing settings are not overwritten."""
    path = _file(folders, b'{"volume": 0.5}')
    with pytest.raises(stored.SettingsError, match=r"settings\.json: cannot be written"):
        stored.save(stored.Settings(put_off="\udcff"))
    assert path.read_bytes() == b'{"volume": 0.5}'
