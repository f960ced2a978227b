"""The examples of play: every step of every example file holds, and a broken file is refused in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from game import catalog
from game.core.codec import BadPosition
from game.rules.tours import scenario
from tests.lessons import lesson, untrue

RULES = catalog.rules("tours")
EXAMPLES = {"example-a": "6.1", "example-b": "6.1.2", "example-c": "7.1", "example-d": "7.2", "example-e": "8.2",
            "example-f": "5.2.6", "example-g": "8.1", "example-h": "9.0"}


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.rule(number))
                                  for name, number in EXAMPLES.items()])
def test_every_step_holds(name: str) -> None:
    """The texts, checks, actions and rolls of an example agree with the rules."""
    assert [] == untrue(lesson("tours", name))


def test_every_example_is_listed() -> None:
    """The set-ups and the table above name the same examples."""
    assert set(EXAMPLES) == {info.name for info in RULES.scenarios if info.example}


@pytest.mark.parametrize(("old", "new", "told"), [
    ('"hi1 1920 e"', '"hi1"', "/units/1: expected a piece and its hex"),
    ('"hi1 1920 e"', '""', "/units/1: expected a piece and its hex"),
    ('"hi1 1920 e"', "3", "/units/1: expected a text"),
    ("[provenance]", "start = 3\n[provenance]", "/start: expected a table"),
    ("title = ", "titel = ", ": there is no key 'titel'"),
    ("title = ", "title ", ": not written as TOML"),
])
def test_a_broken_file_is_refused_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str,
                                           told: str) -> None:
    """The message has the file, the key and the expected value."""
    good = (scenario.FOLDER / "example-a.toml").read_text("utf-8").partition("[start]")[0]
    assert old in good
    monkeypatch.setattr(scenario, "FOLDER", tmp_path)
    (tmp_path / "example-a.toml").write_text(good.replace(old, new), "utf-8")
    with pytest.raises(BadPosition) as error:
        scenario.load_all()
    assert str(error.value).startswith(f"example-a.toml{told}"), error.value
