"""The program as built by ``make app``, for users without Python."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from game import catalog
from game.ai.player_process import WORKER_COMMAND
from game.ai.protocol import PlayerAnswer, PlayerQuestion

ROOT = Path(__file__).parents[2]


def answer(program: Sequence[str], place: Path, **variables: str) -> PlayerAnswer:
    """The answer of a computer player's process to a question.

    :param program: what is started in place of Python, with the arguments for a player's process.
    :param place: the folder in which it is started.
    :param variables: more variables of its environment.
    """
    rules = catalog.rules("kassala")
    question = PlayerQuestion(1, "random", "moslem", 1, 1.0, rules.position(rules.initial("kassala")))
    done = subprocess.run([*program, *WORKER_COMMAND[1:]], input=msgspec.json.encode(question) + b"\n", cwd=place,
                          check=True, capture_output=True, timeout=120, env={**os.environ, **variables})
    return msgspec.json.decode(done.stdout, type=PlayerAnswer)


def test_built_program_serves_as_computer_player(tmp_path: Path) -> None:
    """The built program's script, run by Python, answers as a computer player if started as one."""
    given = answer((sys.executable, str(ROOT / "desktop" / "program.py")), tmp_path, PYTHONPATH=str(ROOT))
    assert (given.number, bool(given.action)) == (1, True)


@pytest.mark.soak
@pytest.mark.skipif(sys.platform == "win32", reason="make is not there")
def test_the_folder_works_wherever_it_is_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The built folder, copied, plays games in several processes, answers as a computer player and adds itself to the
    menu, all without this folder's modules. Building takes minutes and a network."""
    subprocess.run(["make", "app"], cwd=ROOT, check=True, timeout=1800)
    folder = tmp_path / "copied here"
    shutil.copytree(ROOT / "dist" / "drumhead", folder, symlinks=True)
    program = str(folder / "drumhead")
    monkeypatch.delenv("PYTHONPATH", raising=False)  # nothing that the build lacks may come from elsewhere
    env = {**os.environ, "DRUMHEAD_DATA": str(tmp_path / "data"), "XDG_DATA_HOME": str(tmp_path / "share")}

    def run(*words: str) -> str:
        return subprocess.run(words, cwd=tmp_path, env=env, check=True, capture_output=True, text=True, timeout=300
                              ).stdout

    listed = run(program, "list")
    assert all(f"{name}: " in listed for name in catalog.names())
    assert "Christian" in run(program, "simulate", "kassala", "--games", "2", "--jobs", "2", "--moslem", "random",
                              "--christian", "random")
    assert answer((program,), tmp_path).action
    if sys.platform.startswith("linux"):
        run(str(folder / "add-to-menu"))
        assert f'Exec="{program}"' in (tmp_path / "share/applications/drumhead.desktop").read_text("utf-8").splitlines()
