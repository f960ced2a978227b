"""The program as installed by ``pip install .``: its wheel in an empty environment, started from another folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from configparser import ConfigParser
from dataclasses import dataclass
from email.parser import Parser
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from game.selfplay.cluster import fingerprint

ROOT = Path(__file__).parents[2]
BUILT_FROM = ("game", "assets", "maps", "desktop", "setup.py", "pyproject.toml", "requirements.txt", "README.md",
              "LICENSE")
SESSION = Path(__file__).with_name("session.py")
PATIENCE = 120


@dataclass(frozen=True)
class Installed:
    """An environment with the wheel in it, and an empty folder to start it in."""

    folder: Path
    place: Path

    def run(self, program: str, *words: str) -> subprocess.CompletedProcess[str]:
        """Run one of the environment's programs, without access to the source tree or a screen."""
        bare = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "DRUMHEAD_SYSTEMS")}
        own = {"DRUMHEAD_DATA": str(self.place / "data"), "DRUMHEAD_CONFIG": str(self.place / "config")}
        unseen = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
        return subprocess.run([str(self.path(program)), *words], cwd=self.place, capture_output=True, text=True,
                              timeout=PATIENCE, check=False, env={**bare, **own, **unseen})

    def path(self, program: str) -> Path:
        """The path of one of its programs."""
        return Path(sysconfig.get_path("scripts", "venv", {"base": str(self.folder)})) / program

    def code(self) -> Path:
        """The folder of the installed packages."""
        return Path(sysconfig.get_path("purelib", "venv", {"base": str(self.folder)}))

    def session(self, *words: str) -> list[str]:
        """The top screen and the code's file, once a session of ``drumhead`` has reached its expected state."""
        done = self.run("python", str(SESSION), str(self.path("drumhead")), str(PATIENCE / 2), *words)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout.split()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program's wheel, built without a network from a copy of its sources."""
    copy, folder = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for name in BUILT_FROM:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, copy)
    _pip("wheel", "--no-build-isolation", "--no-deps", "--no-index", "--wheel-dir", str(folder), str(copy))
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """An environment with only the wheel and a path to its dependencies."""
    made = Installed(tmp_path_factory.mktemp("environment"), tmp_path_factory.mktemp("elsewhere"))
    venv.create(made.folder, symlinks=os.name != "nt")
    _pip("--python", str(made.path("python")), "install", "--no-deps", "--no-index", "--no-compile", str(wheel))
    folders = dict.fromkeys((sysconfig.get_path("purelib"), sysconfig.get_path("platlib")))
    (made.code() / "dependencies.pth").write_text("\n".join(folders) + "\n", "utf-8")
    return made


def _pip(*words: str) -> None:
    """Run pip of the environment that runs the tests."""
    done = subprocess.run([sys.executable, "-m", "pip", "--disable-pip-version-check", *words], capture_output=True,
                          text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_wheel_has_every_file_that_the_program_reads(wheel: Path) -> None:
    """The wheel contains code, rules, maps and art, but no build scripts, no tests, and nothing beside the package."""
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if not name.partition("/")[0].endswith((".dist-info", ".data"))}
    code = {path.relative_to(ROOT).as_posix() for path in _files("game")}
    data = {f"game/_data/{path.relative_to(ROOT).as_posix()}" for name in ("assets", "maps") for path in _files(name)
            if path.suffix not in (".py", ".md") and path.parent.name != "screenshots"}
    assert names == code | data


def _files(name: str) -> list[Path]:
    """The files in a folder of the source tree, except those left by Python and editors."""
    return [path for path in (ROOT / name).rglob("*") if path.is_file()
            and not any(part == "__pycache__" or part.startswith(".") for part in path.parts)]


def test_the_wheel_depends_on_the_requirements(wheel: Path) -> None:
    """The wheel depends on each package of ``requirements.txt`` once, the typefaces included."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        told = Parser().parsestr(archive.read(name).decode()).get_all("Requires-Dist", [])
    lines = (ROOT / "requirements.txt").read_text("utf-8").splitlines()
    assert {Requirement(line) for line in lines if line and not line.startswith("#")} == {
        each for each in map(Requirement, told) if each.marker is None}


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such menu")
def test_a_linux_desktop_finds_the_command_and_its_icon(installed: Installed) -> None:
    """The command and its icon are found below the installation's folder."""
    entry = ConfigParser()
    entry.read(installed.folder / "share/applications/drumhead.desktop", "utf-8")
    told = entry["Desktop Entry"]
    assert installed.path(told["Exec"]).is_file()
    for file in (f"scalable/apps/{told['Icon']}.svg", f"256x256/apps/{told['Icon']}.png"):
        assert (installed.folder / "share/icons/hicolor" / file).is_file()


def test_the_command_answers(installed: Installed) -> None:
    """The command prints its help, and checks a map and a lesson of its own and a map of the source tree as good."""
    assert "drumhead" in installed.run("drumhead", "--help").stdout
    files = (installed.code() / "game/_data/maps/kassala/kassala.tmx", ROOT / "maps/tours/tours.tmx",
             installed.code() / "game/rules/kassala/lessons/first-battle.toml")
    done = installed.run("drumhead", "check", *map(str, files))
    assert (done.returncode, done.stderr) == (0, "")


def test_games_are_simulated_in_several_processes(installed: Installed) -> None:
    """Each process imports the installed program."""
    done = installed.run("drumhead", "simulate", "kassala", "--games", "2", "--jobs", "2", "--moslem", "random",
                         "--christian", "random")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Christian" in done.stdout


def test_the_title_opens(installed: Installed) -> None:
    """The title opens with the installed code, not that of the source tree."""
    screen, file = installed.session()
    assert ("Title", installed.code() / "game" / "__init__.py") == (screen, Path(file))


@pytest.mark.soak
def test_computer_players_play_a_game(installed: Installed) -> None:
    """The computer players' process is found, and their actions are on record."""
    screen, _ = installed.session("play", "kassala", "--moslem", "recruit", "--christian", "recruit", "--seed", "3")
    assert screen == "GameScreen"
    (record,) = (installed.place / "data").rglob("*.jsonl")
    assert len(record.read_text("utf-8").splitlines()) > 6


def test_a_cluster_accepts_installed_and_source_code(installed: Installed) -> None:
    """Workers may run the installed program or the source tree."""
    code = "from game.selfplay.cluster import fingerprint; print(fingerprint())"
    assert fingerprint() == installed.run("python", "-c", code).stdout.strip()
