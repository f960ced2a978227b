"""The list beside a rulebook: its chapters with their titles, the rules of the open one, what a search finds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from game.ui.screens.rulepages import NUMBER, Article, section_of

INDENT = "      "
"""Before a rule that stands below its chapter."""


class Row(NamedTuple):
    """A line of the list and what a click on it opens."""

    text: str
    section: str
    number: str
    """The rule that is marked then; none for a whole chapter."""


def by_section(articles: Sequence[Article]) -> dict[str, list[Article]]:
    """The articles of every chapter, in order."""
    sections: dict[str, list[Article]] = {}
    for article in articles:
        sections.setdefault(_section(article), []).append(article)
    return sections


def contents(sections: Mapping[str, Sequence[Article]], opened: str) -> list[Row]:
    """Every chapter, and below the open one its rules."""
    rows = []
    for key, (first, *others) in sections.items():
        rows.append(Row(_named(first), key, ""))
        if key == opened:
            rows += [Row(INDENT + _named(article), key, article.number) for article in others]
    return rows


def found(articles: Sequence[Article], words: str) -> list[Row]:
    """The rules whose number begins with some words, or in which all of them stand; those that have them in number or
    title first."""
    wanted = words.casefold().split()
    hits: list[tuple[int, Row]] = []
    for article in articles:
        row = Row(_named(article), _section(article), article.number)
        title, text = row.text.casefold(), " ".join(article.lines).casefold()
        if article.number.casefold().startswith(words.strip().casefold()):
            hits.append((0, row))
        elif all(word in title for word in wanted):
            hits.append((1, row))
        elif all(word in title or word in text for word in wanted):
            hits.append((2, row))
    return [row for _, row in sorted(hits, key=lambda hit: hit[0])]


def _section(article: Article) -> str:
    return section_of(article.number) if NUMBER.match(article.number) else article.number


def _named(article: Article) -> str:
    """A rule's number and title; a heading without a number as it is."""
    return f"{article.number}  {article.title}".strip()
