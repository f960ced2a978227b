"""Messages are English when used as text, and otherwise pass through a translation."""

from __future__ import annotations

import json
from typing import Any

import pytest

from game.core.message import Message, Text, and_list, both_or_all, joined, or_list, packed, plural, say, unpacked

GERMAN = {
    "{unit} moves to {place}": "{unit} zieht nach {place}", "the marsh": "den Sumpf", " and ": " und ",
    "{things} and {last}": "{things} und {last}", "nobody": "niemand",
    "{count} unit can move": ("{count} Einheit kann ziehen", "{count} Einheiten können ziehen"),
}


def german(one: str, many: str, count: int) -> str:
    found = GERMAN.get(one, one)
    return found if isinstance(found, str) else found[count != 1]


def test_text_is_english_formatted_only_when_asked() -> None:
    """A message's values are formatted only when its text is read."""
    read = []

    class Place:
        def __str__(self) -> str:
            read.append(self)
            return "0304"

        def __format__(self, spec: str) -> str:
            return str(self)

    message = say("{unit} moves to {place}", unit="Ceres", place=Place())
    assert read == []
    assert str(message) == "Ceres moves to 0304"
    assert len(read) == 1


def test_every_part_is_translated() -> None:
    """Nested messages, lists and plurals are translated; a plain str is a name and stays."""
    assert say("{unit} moves to {place}", unit="nobody", place=say("the marsh")).translated(german) == (
        "nobody zieht nach den Sumpf")
    one = plural("{count} unit can move", "{count} units can move", 1)
    assert one.translated(german) == "1 Einheit kann ziehen"
    several_ = plural("{count} unit can move", "{count} units can move", 3)
    assert several_.translated(german) == "3 Einheiten können ziehen"
    assert str(several_) == "3 units can move"
    labels = [both_or_all("{count} unit can move", "both", "{count} units can move", count) for count in (1, 2, 3)]
    assert labels == [one, say("both", count=2), several_]
    both = and_list((say("nobody"), "Prim"))
    assert isinstance(both, Message)
    assert (str(both), both.translated(german)) == ("nobody and Prim", "niemand und Prim")
    three = and_list(("A", "B", say("nobody")))
    assert isinstance(three, Message)
    assert (str(three), three.translated(german)) == ("A, B and nobody", "A, B und niemand")


@pytest.mark.parametrize(("found", "text"), [
    (and_list(()), ""), (and_list((), say("nobody")), "nobody"), (and_list(("A",)), "A"),
    (and_list(("A", "B")), "A and B"),
    (or_list(("A", "B", "C")), "A, B or C"), (joined(("A", "", "B")), "A, B"), (joined(()), ""),
    (say("No braces are read {here}"), "No braces are read {here}"),
    (say("{faces} fell", faces=(1, 2)), "1, 2 fell"),
])
def test_lists(found: Text, text: str) -> None:
    """Lists of no, one and several items read well; empty texts are left out of joined lists."""
    assert str(found) == text


def test_lines_stay_lines_in_a_language() -> None:
    """Separators between texts are not names: a line end there ends a line, one within a name does not."""
    found = joined((say("nobody"), "A\nB"), "\n")
    assert isinstance(found, Message)
    assert (str(found), found.translated(german)) == ("nobody\nA\\nB", "niemand\nA\\nB")


def test_a_message_equals_its_english() -> None:
    """A message equals its English text, whatever its parts, so that messages can be keys beside plain text."""
    assert say("{a} and {b}", a="x", b="y") == "x and y" == and_list(("x", "", "y"))
    assert {say("full"): 1}["full"] == 1  # type: ignore[index]
    assert say("full") != say("empty")
    assert not say("")


def test_a_message_goes_to_another_process_and_back() -> None:
    """A message keeps all its parts in another process, so that it can be translated there."""
    left = plural("{count} unit can move", "{count} units can move", 1)
    sent: Any = say("{units}: {left}", units=and_list(("A", "B", "C")), left=left)
    back = unpacked(json.loads(json.dumps(packed(sent))))
    assert back == sent
    assert back.translated(german) == "A, B und C: 1 Einheit kann ziehen"
    assert unpacked(packed("Prim")) == "Prim"
