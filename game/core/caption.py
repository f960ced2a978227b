"""Captions in a simple Markdown: ``*emphasis*``, ``**strong**``, and rule numbers in brackets as links,
``[II.D.7]``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import wrap

from game.core.message import Text, say

MAX_LINES = 4
"""The most lines of a caption, so that a projector can show it large; chosen by hand."""
MAX_LINE_LETTERS = 45
"""The most characters of such a line; chosen by hand."""
# A strong or emphasised passage, or a link in brackets.
_MARK = re.compile(r"\*\*(?P<strong>[^*\s](?:[^*]*[^*\s])?)\*\*|\*(?P<emphasis>[^*\s](?:[^*]*[^*\s])?)\*"
                   r"|\[(?P<rule>[^\]\[]*)\]")
_RULE = re.compile(r"((?:[IVX]+|\d+)(?:\.[A-Za-z0-9]+)*)(?: \(ruling (\d+)\))?")
"""The text of a link: the number of a rule, and perhaps that of a ruling."""


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a caption in one style."""

    text: str
    strong: bool = False
    emphasis: bool = False
    rule: str = ""
    """The number of the rule that it links to; empty if it is no link."""
    ruling: int | None = None
    """The number of the ruling under that rule, if it names one."""


def spans(text: str) -> tuple[Span, ...]:
    """The styled parts of a caption; a mark without effect stays in the text as written."""
    parts, end = list[Span](), 0
    for mark in _MARK.finditer(text):
        link = _RULE.fullmatch(mark["rule"]) if mark["rule"] is not None else None
        if mark["rule"] is not None and link is None:
            continue
        if mark.start() > end:
            parts.append(Span(text[end:mark.start()]))
        if link is not None:
            parts.append(Span(mark["rule"], rule=link[1], ruling=int(link[2]) if link[2] else None))
        else:
            parts.append(Span(mark["strong"] or mark["emphasis"], mark["strong"] is not None,
                              mark["emphasis"] is not None))
        end = mark.end()
    return (*parts, Span(text[end:])) if end < len(text) else tuple(parts)


def plain_text(text: str) -> str:
    """The text of a caption without its marks."""
    return "".join(span.text for span in spans(text))


def faults(text: str) -> Iterator[Text]:
    """The faults of a caption: marks without effect, unprintable characters, and more text than fits on a projector."""
    visible = plain_text(text)
    for mark in "*[]":
        if mark in visible:
            yield say("expected *emphasis*, **strong** or a rule such as [II.D.7], not a single {mark!r}", mark=mark)
    if not visible.isprintable():
        yield say("expected a text without control characters or line breaks")
    lines = wrap(visible, MAX_LINE_LETTERS)
    if len(lines) > MAX_LINES:
        yield say("expected at most {lines} lines of {letters} characters, not {found} lines", lines=MAX_LINES,
                  letters=MAX_LINE_LETTERS, found=len(lines))
