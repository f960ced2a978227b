"""The glossary is kept: no text has a replaced word, buttons are commands, prompts are short."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from game.core.message import Message
from game.match.loading import load
from tools.words import everything

TOP = Path(__file__).resolve().parents[2]
GAMES = TOP / "tools" / "games"
"""A game between two veterans for each system, or its first part."""
VERBS = {
    "accept", "assign", "begin", "choose", "continue", "deploy", "draw", "eliminate", "end", "flip", "give",
    "hold", "keep", "lay", "move", "place", "remove", "resolve", "roll", "set", "skip", "take", "turn",
}
"""The first words allowed on main buttons."""
LONGEST_PROMPT, LONGEST_BUTTON = 12, 5
"""The most words; a value counts as one."""


def banned() -> list[str]:
    """The words in the glossary's third column."""
    rows = [line.strip("| ").split("|") for line in (TOP / "docs" / "glossary.md").read_text("utf-8").splitlines()]
    cells = [row[2] for row in rows if len(row) == 3 and not row[2].strip().startswith(("not", "--"))]
    return [word.strip() for cell in cells for word in cell.split(",") if word.strip()]


def test_the_glossary_replaces_words() -> None:
    """The glossary's table is read correctly."""
    assert {"obey", "Take back"} <= set(banned())


@cache
def texts() -> tuple[tuple[str, str], ...]:
    """Every text of the program, with its source."""
    return tuple((text, template.location) for template in everything()
                 for text in (template.singular, template.plural))


@pytest.mark.parametrize("word", banned())
def test_no_text_has_a_replaced_word(word: str) -> None:
    """Words that begin with a replaced word count too."""
    found = re.compile(rf"\b{re.escape(word)}(s|ed|ing)?\b", re.IGNORECASE)
    assert [] == [(text, where) for text, where in texts() if found.search(text)]


@cache
def asked(system: str) -> tuple[frozenset[str], frozenset[str]]:
    """The templates of all prompts of a game, and of its main buttons."""
    match = load(GAMES / f"{system}.jsonl").match
    prompts = [match.rules.prompt(state) for state in (match.history.first_state, *(ply.state for ply in match.plies))]
    questions = {whole for prompt in prompts if prompt.mode != "over" for whole in _template(prompt.text)}
    return frozenset(questions), frozenset(one for prompt in prompts for one in _template(prompt.main_label))


def _template(text: object) -> Iterator[str]:
    if isinstance(text, Message) and text.template:
        yield text.template


SYSTEMS = ("kassala", "castillejos", "tours", "adua", "renaissance")


@pytest.mark.parametrize("system", SYSTEMS)
def test_prompts_are_short(system: str) -> None:
    """A prompt is one short sentence."""
    questions, _ = asked(system)
    assert questions
    assert [] == [text for text in questions if len(text.split()) > LONGEST_PROMPT]


@pytest.mark.parametrize("system", SYSTEMS)
def test_buttons_are_commands(system: str) -> None:
    """A button has a verb and few words."""
    _, buttons = asked(system)
    assert buttons
    assert [] == [text for text in buttons if len(text.split()) > LONGEST_BUTTON]
    assert {text.split()[0].lower() for text in buttons} <= VERBS
