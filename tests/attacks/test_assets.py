"""Missing or damaged files of the program: it ends with a sentence that names the file, or continues without it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.attacks.missing_assets import ROOT, SPOILT, copy_program, play

NEEDED = {
    "kassala": [
        *(f"assets/common/{name}" for name in ("felt.jpg", "paper.jpg", "grain.png", "walnut.jpg")),
        *(f"assets/counters/{name}.svg" for name in ("body", "infantry", "cavalry")), "assets/kassala/style.toml",
    ],
    "castillejos": ["assets/counters/body.svg", "assets/africa/counters/muskets.svg", "assets/africa/castillejos.jpg"],
}
"""Scenario -> files that its first minute needs."""
SPARE = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "assets").rglob("*") if path.suffix in (
    ".svg", ".jpg", ".png", ".toml", ".wav"
) and path.parent.name not in ("tiles", "screenshots"))


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program."""
    folder = tmp_path_factory.mktemp("program")
    copy_program(folder)
    return folder


@pytest.mark.soak
@pytest.mark.parametrize("spoilt", [False, True])
@pytest.mark.parametrize(("scenario", "file"), [(scenario, file) for scenario in NEEDED for file in NEEDED[scenario]])
def test_a_file_the_game_needs(program: Path, scenario: str, file: str, spoilt: bool) -> None:
    """Without the file the program names it on one line and ends with an error, or names it on screen."""
    path = program / file
    kept = path.read_bytes()
    path.unlink()
    if spoilt:
        path.write_bytes(SPOILT)
    try:
        ended = play(program, "kassala" if scenario == "kassala" else "africa", scenario)
    finally:
        path.write_bytes(kept)
    assert "Traceback" not in ended.stderr
    assert not ended.returncode or path.name in ended.stderr


@pytest.mark.soak
@pytest.mark.parametrize("file", SPARE)
def test_no_damaged_file_leads_to_a_traceback(program: Path, file: str) -> None:
    """The program always reports the damage in words."""
    path = program / file
    kept = path.read_bytes()
    path.write_bytes(SPOILT)
    try:
        for system, scenario in (("kassala", "kassala"), ("africa", "castillejos")):
            ended = play(program, system, scenario)
            assert "Traceback" not in ended.stderr
            assert ended.returncode in (0, 1)
    finally:
        path.write_bytes(kept)
