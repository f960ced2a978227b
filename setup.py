"""What the installed package holds: the code with its rules, and the folders beside it, which become ``game/_data``."""

from __future__ import annotations

import shutil
from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py

KINDS = {"assets": ("toml", "svg", "png", "jpg", "wav"), "maps": ("tmx", "tsx"), "locale": ("mo",)}
"""Folder beside the code -> the kinds of files that the program reads from it."""
FOLDERS = {f"game._data.{name}": name for name in KINDS if Path(name).is_dir()}


class Build(build_py):
    """Leaves out the scripts that make assets and maps, and whatever an earlier build has left behind."""

    def run(self) -> None:
        if not self.editable_mode:
            shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()

    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        return [] if package in FOLDERS else super().find_package_modules(package, package_dir)


setup(
    packages=[*find_packages(include=["game", "game.*"]), *FOLDERS],
    package_dir=FOLDERS,
    package_data={
        "game": ["rules/**/*.toml", "rules/**/*.json", "rules/**/*.md"],
        **{package: [f"**/*.{kind}" for kind in KINDS[name]] for package, name in FOLDERS.items()},
    },
    exclude_package_data={"game._data.assets": ["screenshots/*"]},
    cmdclass={"build_py": Build},
)
