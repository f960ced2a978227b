"""A system's ``rulebook.md`` as articles under their numbers, and as markup for a text box."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from game.ui.theme import ALARM, LINK

RULES = Path(__file__).resolve().parent.parent.parent / "rules"
WIDEST = 76
"""Characters of a table that is still set in columns."""
NBSP = "\u00a0"
NUMBER = re.compile(r"^[IVX]+(?:\.[A-Za-z0-9]+)*$")


@dataclass(frozen=True, slots=True)
class Article:
    """One numbered heading of a rulebook and the lines under it."""

    number: str
    """As printed; the heading itself where it has no number."""
    title: str
    lines: tuple[str, ...]
    level: int


def read(system: str) -> list[Article]:
    """A system's rulebook in order. Text before the first heading is left out."""
    articles: list[Article] = []
    lines: list[str] = []
    number = title = ""
    level = 0
    for line in [*(RULES / system / "rulebook.md").read_text(encoding="utf-8").splitlines(), "# "]:
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


def section_of(number: str) -> str:
    """The section a number belongs to: its first two parts where the second is a letter, e.g. ``II.D``."""
    parts = number.split(".")
    return ".".join(parts[:2]) if len(parts) > 1 and parts[1].isalpha() else parts[0]


def markup(articles: Sequence[Article], number: str, px: int) -> str:
    """Articles as markup; the one with ``number`` is marked. ``px`` is the size of what stands in columns."""
    parts = []
    for article in articles:
        here = article.number == number
        mark = f'<font color="{ALARM}"><b>» </b></font>' if here else ""
        shown = f'<font color="{ALARM if here else LINK}"><b>{html.escape(article.number)}</b></font>'
        parts.append(f"{mark}{shown} <b>{html.escape(article.title)}</b>")
        for block in _blocks(article.lines):
            parts += _columns(block, px) if block[0].startswith("|") else [_inline(" ".join(block))]
        parts.append("")
    return "<br>".join(parts)


def _blocks(lines: Sequence[str]) -> Iterator[list[str]]:
    """Paragraphs, list points and tables, each with its lines."""
    block: list[str] = []
    for line in lines:
        new_kind = bool(block) and line.startswith("|") != block[0].startswith("|")
        if block and (not line or line.startswith(("- ", "* ")) or new_kind):
            yield block
            block = []
        if line:
            block.append(line)
    if block:
        yield block


def _columns(rows: Sequence[str], px: int) -> list[str]:
    """A table in a typeface of fixed width, its heading bold; prose too long for that as one line a row."""
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows if not set(row) <= set("|-: ")]
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    if sum(widths) + 2 * len(widths) > WIDEST:
        return [f"• <b>{html.escape(row[0])}</b>: {html.escape('; '.join(row[1:]))}" for row in cells[1:]]
    lines = []
    for number, row in enumerate(cells):
        text = html.escape("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
        text = text.replace(" ", NBSP)
        colour = f' color="{LINK}"' if number == 0 else ""
        lines.append(f'<font face="fira_code_symbols" pixel_size={px}{colour}>{text}</font>')
    return lines


def _inline(text: str) -> str:
    """Markdown's strong and emphasis as markup, list points as dots, rule numbers as links."""
    escaped = html.escape(text, quote=False)
    escaped = re.sub(r"^[-*] ", "• ", escaped)
    escaped = re.sub(r"(?:^|(?<= ))&gt; ?", "", escaped)
    escaped = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", escaped)
    escaped = re.sub(r"(?<!\w)[*_](\S.*?)[*_](?!\w)", r"<i>\1</i>", escaped)
    escaped = escaped.replace("`", "")
    return re.sub(r"\b((?:II|III|IV|I|V)\.[A-Z](?:\.\d+)?(?:\.[a-z])?)(?!\w|\.\w)", r'<a href="\1">\1</a>', escaped)
