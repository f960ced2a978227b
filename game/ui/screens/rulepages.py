"""Reads a system's ``rulebook.md`` into numbered articles, and converts them to markup for a text box."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import pygame

from game import systems
from game.core.message import say
from game.ui.kit.fonts import font
from game.ui.kit.pictures import read_text
from game.ui.kit.theme import ALARM, LINK

MAX_TABLE_WIDTH = 40.0
"""Default width limit of a table set in columns, as a multiple of the font size."""
COLUMN_GAP = 1.2
"""Gap between columns, as a multiple of the font size."""
MATCH_COLOUR = ALARM
"""Colour of search matches."""
TABLE_TYPEFACE = "table"
"""Name of the table typeface in the text box."""
FILLER_SIZE = 4
"""Font size in pixels of the padding between columns; its space is one pixel wide."""
_TAG = re.compile(r"<[^>]*>")
"""A tag of the markup."""
NBSP = "\u00a0"
"""The no-break space, which keeps a rule's number on one line."""
SOURCES = "Where the numbers come from"
"""Heading of every rulebook's page on what is printed and what is reconstructed."""
NUMBER = re.compile(r"^(?:[IVX]+|\d+)(?:\.[A-Za-z0-9]+)*$")
"""A rule number, Roman or Arabic, then parts: ``II.E.13``, ``6.1``, ``11.C.3``."""
_DOTTED = r"(?:[IVX]+|\d+)(?:\.[A-Za-z0-9]+)+"
"""Pattern of a rule number with at least one part after the first."""
_MENTION = re.compile(rf"(?<![\w.])(?:{_DOTTED}|[Rr]uling[ \u00a0]\d+)(?![\w]|\.\w)")
"""A mention in the text of a rule number with parts, or of a ruling."""
_BRACKETED = re.compile(r"(?<=\()\d+(?:, \d+)*(?=\))")
"""Plain numbers, which are rules only if alone in brackets: ``(7)``, ``(8, 9)``."""
_RULING = re.compile(r"^\*\*Ruling (\d+)\.\*\*")
"""The beginning of a ruling, with its number."""


@dataclass(frozen=True, slots=True)
class Article:
    """A heading of a rulebook with the lines below it."""

    number: str
    """As printed; the heading itself if it has no number."""
    title: str
    lines: tuple[str, ...]
    level: int
    """The heading's level, counted from 1."""


def read_articles(system: str) -> list[Article]:
    """A system's rulebook as articles, in order. Text before the first heading is left out.

    :raises game.art.AssetError: if the file is missing or not text.
    """
    articles: list[Article] = []
    lines: list[str] = []
    number = title = ""
    level = 0
    pages = read_text(systems.folder(system) / "rulebook.md", say("the rulebook of {system}", system=system))
    for line in [*pages.splitlines(), "# "]:
        if line.startswith("#"):
            if level:
                articles.append(Article(number, title, tuple(lines), level))
            words = line.lstrip("#").strip().split(maxsplit=1)
            level = len(line) - len(line.lstrip("#"))
            first = words[0].rstrip(".:") if words else ""
            number = first if NUMBER.match(first) else " ".join(words)
            title = (words[1] if len(words) > 1 else "") if NUMBER.match(first) else ""
            lines = []
        elif level:
            lines.append(line.strip())
    return articles


def link_targets(articles: Sequence[Article]) -> dict[str, str]:
    """Rule or ruling that may be mentioned -> number of its article; rulings as ``ruling 3``."""
    targets = {article.number: article.number for article in articles if NUMBER.match(article.number)}
    for article in articles:
        for line in article.lines:
            ruling = _RULING.match(line.removeprefix(">").strip())
            if ruling is not None:
                targets[f"ruling {ruling[1]}"] = article.number
    return targets


def section_of(number: str) -> str:
    """The section of a rule number: its first two parts if the second is a letter, e.g. ``II.D``, else the first."""
    parts = number.split(".")
    return ".".join(parts[:2]) if len(parts) > 1 and parts[1].isalpha() else parts[0]


def markup(
    articles: Sequence[Article], number: str, px: int, targets: Mapping[str, str] | None = None,
    width: int | None = None, *, additions: Mapping[str, str] | None = None, search: str = "",
) -> str:
    """Articles as markup; the one with ``number`` is highlighted.

    :param px: font size in tables, in pixels.
    :param targets: mentions to turn into links, as returned by ``link_targets``.
    :param width: width limit of a table in pixels.
    :param additions: number of an article -> markup to add below its title.
    :param search: search words to highlight wherever they occur.
    """
    parts = []
    for article in articles:
        here = article.number == number
        mark = f'<font color="{ALARM}"><b>» </b></font>' if here else ""
        shown = f'<font color="{ALARM if here else LINK}"><b>{html.escape(article.number)}</b></font>'
        parts.append(f"{mark}{shown} <b>{html.escape(article.title)}</b>")
        if additions and article.number in additions:
            parts.append(additions[article.number])
        for block in _blocks(article.lines):
            if block[0].startswith("|"):
                parts += _table_lines(block, px, targets or {}, width or round(MAX_TABLE_WIDTH * px))
            else:
                parts.append(_inline(" ".join(block), targets or {}))
        parts.append("")
    return _highlighted("<br>".join(parts), search)


def _highlighted(page: str, search: str) -> str:
    """Markup with every word highlighted that contains a search word of at least two letters: whole words, because a
    line may break at the edge of a highlight."""
    words = "|".join(re.escape(html.escape(word, quote=False)) for word in search.split() if len(word) > 1)
    if not words:
        return page
    pieces = re.split(r"(<[^>]*>|&\w+;)", page)
    hit = re.compile(rf"\w*(?:{words})\w*", re.IGNORECASE)
    marked = f'<font color="{MATCH_COLOUR}"><u>\\g<0></u></font>'
    return "".join(piece if number % 2 else hit.sub(marked, piece) for number, piece in enumerate(pieces))


def _blocks(lines: Sequence[str]) -> Iterator[list[str]]:
    """The lines of each paragraph, list item and table, including those of quoted rulings."""
    block: list[str] = []
    for line in (line.removeprefix(">").strip() for line in lines):
        new_kind = bool(block) and line.startswith("|") != block[0].startswith("|")
        if block and (not line or line.startswith(("- ", "* ")) or new_kind):
            yield block
            block = []
        if line:
            block.append(line)
    if block:
        yield block


def _table_lines(rows: Sequence[str], px: int, targets: Mapping[str, str], width: int) -> list[str]:
    """The lines of a table set in columns, with a bold heading row unless all its headings are empty; if it is too
    wide, each row as a line of text."""
    cells = [[cell.strip() for cell in row.strip("|").split("|")]
             for row in rows if "-" not in row or set(row) - set("|-: ")]
    face, bold = font("table", px), font("table-bold", px)
    gap, starts = round(COLUMN_GAP * px), [0]
    for column in zip(*cells, strict=True):
        starts.append(starts[-1] + max(bold.size(column[0])[0], *(face.size(cell)[0] for cell in column)) + gap)
    if starts[-1] - gap > width:
        return [_inline(f"- **{row[0]}**: {'; '.join(_cell_texts(cells[0], row))}", targets) for row in cells[1:]]
    heads = [f'<font color="{LINK}"><b>{html.escape(head)}</b></font>' for head in cells[0]]
    linked_rows = [[_linked(html.escape(cell), targets) for cell in row] for row in cells[1:]]
    lines = [_aligned(heads, starts, bold)] if any(cells[0]) else []
    lines += [_aligned(row, starts, face) for row in linked_rows]
    return [f'<font face="{TABLE_TYPEFACE}" pixel_size={px}>{line}</font>' for line in lines]


def _aligned(row: Sequence[str], starts: Sequence[int], face: pygame.font.Font) -> str:
    """Cells with markup as one line, padded with small spaces so that each starts at its column. The text box prints
    every piece between two tags separately, so each piece is measured separately.

    :param starts: left edge of each column, in pixels.
    """
    line, reached, space = "", 0, font("table", FILLER_SIZE).size(" ")[0]
    for cell, start in zip(row, starts, strict=False):
        pieces = [html.unescape(piece) for piece in _TAG.split(cell)]
        if any(pieces):
            count = round((start - reached) / space)
            line += f'<font pixel_size={FILLER_SIZE}>{" " * count}</font>{cell}' if start else cell
            reached = start + sum(face.size(piece)[0] for piece in pieces if piece)
    return line


def _cell_texts(heads: Sequence[str], row: Sequence[str]) -> list[str]:
    """The cells of a row after the first, each with its column heading if there are several."""
    if len(row) == 2:
        return [row[1]]
    named = zip(heads[1:], row[1:], strict=True)
    return [f"{head[:1].lower()}{head[1:]} {cell}".lstrip() for head, cell in named if cell]


def _inline(text: str, targets: Mapping[str, str]) -> str:
    """Markdown converted to markup: strong and emphasis, list items with bullets, mentions of rules as links."""
    escaped = html.escape(text, quote=False)
    escaped = re.sub(r"^[-*] ", "• ", escaped)
    ruling = _RULING.match(escaped)
    if ruling is not None:
        rest = _styled(escaped[ruling.end():], targets)
        return f'<font color="{ALARM}"><b>Ruling {ruling[1]}.</b></font>{rest}'
    return _styled(escaped, targets)


def _styled(text: str, targets: Mapping[str, str]) -> str:
    """A text with strong and emphasis as tags, and its mentions turned into links."""
    text = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", text)
    text = re.sub(r"(?<!\w)[*_](\S.*?)[*_](?!\w)", r"<i>\1</i>", text)
    return _linked(text.replace("`", ""), targets)


def _linked(text: str, targets: Mapping[str, str]) -> str:
    """A text with its mentions of rules and rulings turned into links."""
    def link(match: re.Match[str]) -> str:
        target = targets.get(match[0].replace(NBSP, " ").replace("R", "r"))
        return f'<a href="{target}">{match[0]}</a>' if target else match[0]

    text = _BRACKETED.sub(lambda found: re.sub(r"\d+", link, found[0]), text)
    return _MENTION.sub(link, text)
