"""The packages that ``make play`` installs: every file has its hash and is within the ranges."""

from __future__ import annotations

import re
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PYTHONS = ("3.11.0", "3.12.0", "3.13.0")
SYSTEMS = ({"sys_platform": "linux"}, {"sys_platform": "darwin"}, {"sys_platform": "win32"})


def locked() -> list[tuple[Requirement, list[str]]]:
    """Every entry of the lock file with its hashes."""
    text = (ROOT / "requirements.lock").read_text("utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    return [
        (Requirement(line.split("--hash", 1)[0].strip()), re.findall(r"--hash=sha256:([0-9a-f]{64})(?!\S)", line))
        for line in lines
    ]


def test_the_lock_fits_the_ranges() -> None:
    """Each requirement has exactly one version on every Python and system, within its range."""
    ranges = [
        Requirement(line) for line in (ROOT / "requirements.txt").read_text("utf-8").splitlines()
        if line and not line.startswith("#")
    ]
    entries = [entry for entry, _ in locked()]
    for wanted in ranges:
        found = [entry for entry in entries if canonicalize_name(entry.name) == canonicalize_name(wanted.name)]
        for python in PYTHONS:
            for system in SYSTEMS:
                here = {"python_full_version": python, "python_version": python[:4], **system}
                (entry,) = [e for e in found if e.marker is None or e.marker.evaluate(here)]
                (pin,) = entry.specifier
                assert pin.operator == "=="
                assert wanted.specifier.contains(pin.version)


def test_every_file_has_its_hash() -> None:
    """Every entry is pinned and has hashes."""
    for entry, hashes in locked():
        assert [pin.operator for pin in entry.specifier] == ["=="]
        assert hashes
        assert len(hashes) == len(set(hashes))


def test_the_lock_names_no_machine() -> None:
    """The lock has neither an index nor a folder of the machine that wrote it."""
    text = (ROOT / "requirements.lock").read_text("utf-8")
    assert "://" not in text
    assert not re.search(r"(^|\s)(-i|--index|--extra-index|--find-links|/)", text)


def test_make_play_installs_from_the_lock() -> None:
    """``make play`` installs from the lock only, with hashes."""
    rule = (ROOT / "Makefile").read_text("utf-8").split("$(PLAY):", 1)[1].split("touch", 1)[0]
    assert "--require-hashes -r requirements.lock" in rule
