"""Faults of a system's ``screen.toml`` are reported with file and place."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import asdict

from game.art import AssetError, screen_data
from game.ui.kit.sound import Sounds

SIGN = "[marks.proud]\nmeans = 'proud'\nat = [0.5, 0.5]\nwidth = 0.3\n"


def told(folder: Path) -> str:
    """The error on reading a folder of art."""
    with pytest.raises(AssetError) as caught:
        screen_data(str(folder))
    return str(caught.value)


@pytest.mark.parametrize(("text", "wrong"), [
    ("marks = 3", "Expected `object`, got `int` - at `$.marks`"), (SIGN.replace("means = 'proud'", ""), "`means`"),
    ("[marks]\nproud = 1", "at `$.marks[...]`"), (SIGN.replace("width = 0.3", ""), "needs a `width`"),
    (SIGN.replace("0.3", "'wide'"), "Expected `float`, got `str` - at `$.marks[...].width`"),
    (SIGN.replace("0.3", "40"), "<= 2.0"), (SIGN.replace("[0.5, 0.5]", "[0.5]"), "of length 2"),
    (SIGN + "colour = 'red'\n", "unknown field `colour`"), (SIGN, "proud.svg"), ("[victories]\n", "`victories`"),
    ("[keys]\nfinish = 3", "at `$.keys[...]`"), ("[victory]\nloss = 'x'", "`loss`"), ("a = [", "not readable as TOML"),
    ("[marks.moved]\nat = 7", "at `$.marks[...].at`"),
])
def test_each_fault_is_named(tmp_path: Path, text: str, wrong: str) -> None:
    """The error names file and place for each kind of fault."""
    (tmp_path / "screen.toml").write_text(text, "utf-8")
    said = told(tmp_path)
    assert said.startswith(f"{tmp_path / 'screen.toml'}: ")
    assert wrong in said


def test_an_unknown_mark_on_a_counter_is_reported(tmp_path: Path) -> None:
    """The error names the file that should have it; without a file there are the common marks."""
    with pytest.raises(AssetError, match=r"screen\.toml: \[marks\.proud\] is missing"):
        screen_data(str(tmp_path)).mark("proud")
    assert {name: asdict(mark) for name, mark in screen_data(str(tmp_path)).marks.items()} == {
        name: asdict(mark) for name, mark in screen_data("").marks.items()}


def test_an_own_picture_comes_before_the_common_one(tmp_path: Path) -> None:
    """Only the picture of a common mark is replaced."""
    (tmp_path / "marks").mkdir()
    (tmp_path / "marks" / "fired.svg").write_text("<svg/>", "utf-8")
    (tmp_path / "screen.toml").write_text("[marks.fired]\nmeans = 'has shot'\n", "utf-8")
    own, common = screen_data(str(tmp_path)).mark("fired"), screen_data("").mark("fired")
    assert (own.means, own.picture) == ("has shot", str(tmp_path / "marks" / "fired.svg"))
    assert (own.at, own.width, own.acted) == (common.at, common.width, common.acted)


@pytest.mark.usefixtures("folders")
def test_a_system_has_sounds_of_its_own(tmp_path: Path) -> None:
    """Its file replaces the program's sound; a damaged one is named."""
    Sounds().play("gun", str(tmp_path))
    (tmp_path / "sounds").mkdir()
    (tmp_path / "sounds" / "gun.wav").write_bytes(b"no sound")
    with pytest.raises(AssetError) as caught:
        Sounds().play("gun", str(tmp_path))
    assert str(caught.value).startswith(str(tmp_path / "sounds" / "gun.wav"))
