"""The example bots on their page are short, and play a game to its end."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.adapters.needed import MODULES, skip_without

TOP = Path(__file__).resolve().parents[2]
PAGE = (TOP / "docs" / "bots.md").read_text("utf-8")
FIRST, *OTHERS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
"""The bot that talks to the referee, and those for other libraries."""
PROGRAMS = dict(zip(MODULES, OTHERS, strict=True))
"""Package -> the program for it, in the order of the page."""


@pytest.mark.parametrize("package", MODULES)
def test_a_bot_has_thirty_lines(package: str) -> None:
    """A bot has at most thirty lines; empty lines are not counted."""
    assert len([line for line in PROGRAMS[package].splitlines() if line.strip()]) <= 30


@pytest.mark.soak
@pytest.mark.every(2)
@pytest.mark.parametrize("package", MODULES)
def test_it_plays_a_battle_to_its_end(package: str) -> None:
    """The bot as printed on the page, run in the top folder, plays a game to a win, a loss or a draw."""
    skip_without(package)
    path = os.pathsep.join((str(TOP), os.environ.get("PYTHONPATH", "")))
    done = subprocess.run([sys.executable, "-c", PROGRAMS[package]], cwd=TOP, capture_output=True, text=True,
                          timeout=300, check=False, env={**os.environ, "PYTHONPATH": path})
    assert done.returncode == 0, done.stderr[-3000:]
    won = ast.literal_eval(done.stdout.splitlines()[-1])
    assert len(won) == 2
    assert sum(won.values()) == 0
    assert set(won.values()) <= {1, -1, 0}


def test_the_limits_that_the_page_names_are_the_programs() -> None:
    """The limits and shapes on the page are the program's."""
    from game.adapters import arrays, nodes

    assert f"numbers for {nodes.ACTION_NUMBERS} actions" in PAGE
    assert f"after {nodes.MAX_NODES:,} nodes" in PAGE
    assert f"| units x {3 + arrays.PRINTED_NUMBERS} and marks |" in PAGE


def test_the_bot_that_asks_the_referee_plays_to_the_end(tmp_path: Path) -> None:
    """The bot as printed on the page, with the recruit as its opponent, plays to the end and prints the result."""
    program = FIRST.replace('"python"', repr(sys.executable)).replace('"veteran"', '"recruit"')
    own = {"DRUMHEAD_DATA": str(tmp_path), "DRUMHEAD_CONFIG": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", program], cwd=TOP, capture_output=True, text=True, timeout=300,
                          check=False, env={**os.environ, **own})
    assert done.returncode == 0, done.stderr[-3000:]
    assert ast.literal_eval(done.stdout.splitlines()[-1])["ending"]
