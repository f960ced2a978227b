"""Files of weights: one scenario's section is replaced, everything else stays, and a failure loses nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from game.weights import WeightsError, read, replaced, try_to_write, write
from tests.match.playing import gone_process

NAMES = ("balance", "nothing")


def test_one_section_is_replaced(file: Path) -> None:
    """A section is replaced in its place; comments and other sections stay, and weights read back to the last digit."""
    before = file.read_text("utf-8")
    write(file, NAMES, "lesson", (1 / 3, 1e-7), "fitted")
    head, tail = before.split("[lesson]")[0], before[before.index("# Nobody"):]
    after = file.read_text("utf-8")
    assert after.startswith(head)
    assert after.endswith(tail)
    assert 'provenance = "fitted"' in after
    assert "as taught" not in after
    assert {"lesson": (1 / 3, 1e-7), "ring": (0.0, 7.5)} == read(file, NAMES)
    assert [file] == list(file.parent.iterdir())


def test_a_section_is_added(file: Path) -> None:
    """A new section is added at the end."""
    before = file.read_text("utf-8")
    write(file, NAMES, "well", (1.0, -2.0), "fitted")
    assert file.read_text("utf-8").startswith(before)
    assert (1.0, -2.0) == read(file, NAMES)["well"]


def test_replacing_again_changes_nothing() -> None:
    """Replacing a section again leaves the layout unchanged."""
    once = replaced("format = 1\n", "ring", {"balance": 1.5}, "fitted")
    assert once == replaced(once, "ring", {"balance": 1.5}, "fitted")


def test_a_file_laid_out_otherwise_is_refused(file: Path) -> None:
    """A valid file with an unexpected layout is refused, and nothing is written."""
    file.write_text('format = 1\nring = {weights = {balance = 1, nothing = 2}}\n')
    before = file.read_bytes()
    with pytest.raises(WeightsError):
        write(file, NAMES, "ring", (3.0, 4.0), "fitted")
    assert before == file.read_bytes()
    assert [file] == list(file.parent.iterdir())


def test_a_folder_that_cannot_be_written_to(file: Path) -> None:
    """The error has the file's name and the system's message; the file stays unchanged."""
    before = file.read_bytes()
    in_the_way = file.with_name(f".{file.name}.{os.getpid()}.new")
    try_to_write(file)
    assert [file] == list(file.parent.iterdir())
    in_the_way.mkdir()
    with pytest.raises(WeightsError, match=r"weights\.toml cannot be written: "):
        try_to_write(file)
    with pytest.raises(WeightsError, match=r"weights\.toml cannot be written: "):
        write(file, NAMES, "ring", (3.0, 4.0), "fitted")
    assert before == file.read_bytes()


def test_what_a_killed_program_left_is_swept(file: Path) -> None:
    """The next write removes them; temporary files of running programs and all other files stay."""
    gone, runs, old = (file.with_name(f".{file.name}.{process}.new") for process in (gone_process(), os.getppid(), 1))
    others = [file.with_name(name) for name in (f".other.toml.{gone_process()}.new", f"{file.name}.new")]
    for each in (gone, runs, old, *others):
        each.write_bytes(b"")
    os.utime(old, (0, 0))
    try_to_write(file)
    assert {file, runs, *others} == set(file.parent.iterdir())


@pytest.mark.parametrize("value", ["true", "nan", "-inf", '"7"', "1" + "0" * 400])
def test_a_weight_is_a_finite_number(file: Path, value: str) -> None:
    """Truth values, texts and numbers that no float can hold are refused, with the section that has them."""
    file.write_text(f"format = 1\n[ring.weights]\nbalance = {value}\n")
    with pytest.raises(WeightsError, match=r"\[ring\.weights\]"):
        read(file, NAMES)


def test_a_file_that_cannot_be_read(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error has the file's name and the system's message, before hours of play and after them."""

    def refuse(*_: object, **__: object) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    monkeypatch.setattr("io.open", refuse)
    with pytest.raises(WeightsError, match=r"weights\.toml cannot be read: Permission denied"):
        try_to_write(file)
    with pytest.raises(WeightsError, match=r"weights\.toml cannot be read: Permission denied"):
        write(file, NAMES, "ring", (3.0, 4.0), "fitted")
