"""The template passes the contract suite, and a copy of it under another name is a playable game."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from game.systems import SYSTEMS_VARIABLE

TOP = Path(__file__).resolve().parents[2]
TEMPLATE = TOP / "docs" / "template"


def run(folder: Path, *words: str) -> str:
    """The output of a Python command with the search path of systems set to a folder; it must succeed."""
    done = subprocess.run(
        [sys.executable, *words], cwd=TOP, env={**os.environ, SYSTEMS_VARIABLE: str(folder)}, capture_output=True,
        text=True,
        timeout=300, check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def test_the_template_passes_the_contract_suite() -> None:
    """The guide's command runs the template's own tests, the contract and the coverage of its rulebook."""
    said = run(TEMPLATE.parent, "-m", "pytest", "-p", "no:cacheprovider", "-n", "0", "docs/template", "tests/contract",
               "-k", "template")
    assert "passed" in said
    assert "failed" not in said


def test_a_copy_is_a_game(tmp_path: Path) -> None:
    """Replacing the word ``template`` in every file, as the guide says, gives map, look and rules the new name."""
    copy = tmp_path / "lace"
    shutil.copytree(TEMPLATE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    for path in copy.rglob("*.*"):
        path.write_text(path.read_text("utf-8").replace("template", "lace"), "utf-8")
    assert "no faults" in run(tmp_path, "main.py", "check", str(copy / "maps" / "field.tmx"))
    report = run(tmp_path, "main.py", "simulate", "lace", "--games", "2", "--jobs", "1", "--red", "veteran")
    assert "2 games" in report
