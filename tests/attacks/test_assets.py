"""Missing or damaged files of the program: it ends with a sentence that names the file, or continues without it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.attacks.missing_assets import ROOT, SPOILT, copy_program, play

NEEDED = {
    ("kassala", "kassala"): [
        *(f"assets/common/{name}" for name in ("felt.jpg", "paper.jpg", "grain.png", "walnut.jpg")),
        *(f"assets/counters/{name}.svg" for name in ("body", "infantry", "cavalry")), "assets/kassala/style.toml",
    ],
    ("africa", "castillejos"): [
        "assets/counters/body.svg", "assets/africa/counters/muskets.svg", "assets/africa/castillejos.jpg",
    ],
}
"""System and scenario -> files that its first minute needs."""
ASSETS = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "assets").rglob("*") if path.suffix in (
    ".svg", ".jpg", ".png", ".toml", ".wav"
) and path.parent.name not in ("tiles", "screenshots"))
"""The program's pictures, styles and sounds, except map tiles and screenshots."""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program."""
    folder = tmp_path_factory.mktemp("program")
    copy_program(folder)
    return folder


@pytest.mark.soak
@pytest.mark.parametrize("spoilt", [False, True])
@pytest.mark.parametrize(
    ("system", "scenario", "file"), [(*battle, file) for battle, files in NEEDED.items() for file in files]
)
def test_a_file_the_game_needs(program: Path, system: str, scenario: str, file: str, spoilt: bool) -> None:
    """Without the file, or with a damaged one, the program goes on, or ends with an error that names the file; never
    with a traceback."""
    path = program / file
    kept = path.read_bytes()
    path.unlink()
    if spoilt:
        path.write_bytes(SPOILT)
    try:
        ended = play(program, system, scenario)
    finally:
        path.write_bytes(kept)
    assert "Traceback" not in ended.stderr
    assert not ended.returncode or path.name in ended.stderr


@pytest.mark.soak
@pytest.mark.parametrize("file", ASSETS)
def test_no_damaged_file_leads_to_a_traceback(program: Path, file: str) -> None:
    """With one damaged file the program goes on, or ends with status 1 and no traceback."""
    path = program / file
    kept = path.read_bytes()
    path.write_bytes(SPOILT)
    try:
        for system, scenario in NEEDED:
            ended = play(program, system, scenario)
            assert "Traceback" not in ended.stderr
            assert ended.returncode in (0, 1)
    finally:
        path.write_bytes(kept)
