"""Printing from the top down, on cards and elsewhere: wrapped text with rule numbers as links, rows of a label and a
value, headings and thin lines. Below, the measuring and breaking of text."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import pygame

from game.core.caption import spans
from game.core.message import Message, Text, names_in, say
from game.core.verdict import RuleRef
from game.i18n.words import translate
from game.ui.kit.fonts import Role, Typeface, font
from game.ui.kit.theme import FAINT, INK, LINE_INK, LINK, Metrics


@dataclass(frozen=True, slots=True)
class TextRun:
    """A piece of text in one style; with a rule it is a link to the rulebook."""

    text: Text
    role: Role = "ui"
    size: int = 17
    """The print size in units."""
    colour: str = INK
    rule: RuleRef | None = None
    glued: bool = False
    """Whether it follows the previous run without a blank."""
    citation: bool = False
    """Whether it is a rule number beside the text: unbroken, not underlined, grey until hovered, and at the right edge
    if it is the last run. A link without this is part of a sentence."""


@dataclass
class Link:
    """A rule number that has been printed."""

    rect: pygame.Rect
    """In pixels of the surface."""
    rule: RuleRef
    grey_words: tuple[tuple[str, Typeface, pygame.Rect], ...] = ()
    """Its words with their faces and rectangles, if they are grey until hovered; else empty."""

    def moved(self, dx: int, dy: int) -> Link:
        """A copy moved by pixels."""
        return Link(self.rect.move(dx, dy), self.rule,
                    tuple((word, face, place.move(dx, dy)) for word, face, place in self.grey_words))

    def draw_hovered(self, target: pygame.Surface, at: tuple[int, int]) -> None:
        """Draw it underlined in its hover colour.

        :param at: the top left corner of its rectangle on the target, in pixels.
        """
        dx, dy = at[0] - self.rect.x, at[1] - self.rect.y
        for word, face, place in self.grey_words:
            target.blit(face.line_picture(word, LINK), place.move(dx, dy))
        y = at[1] + self.rect.height - max(1, self.rect.height // 10)
        pygame.draw.line(target, LINK, (at[0], y), (at[0] + self.rect.width - 1, y), max(1, self.rect.height // 18))


MAX_RULE_SIZE = 16
"""The maximum print size of a rule number, in units."""
HEADING_PRINT = 19
"""The print size of a card's heading, in units."""
MIN_PRINT = 11
"""The minimum size of print in a small window, in pixels."""
LEADING = 1.12
"""The usual distance of lines, relative to the height of the tallest face. Chosen by eye."""
ROW_GAP = 12
"""The minimum gap between a text at the left and one at the right, in units."""


def cite(rule: RuleRef, size: int = 17, *, amid_text: bool = False) -> TextRun:
    """A rule number as a grey link; empty for a rule that is in no rulebook.

    :param size: the print size in units, limited to ``MAX_RULE_SIZE``.
    :param amid_text: whether more text follows, so that it is in parentheses.
    """
    text: Text
    if not rule.in_rulebook:
        text = ""
    elif rule.number.isdigit():  # a bare number after a sentence would look like part of it
        text = say("({rule})", rule=rule.citation)
    elif rule.ruling is None:
        text = say("({rule})", rule=rule.number) if amid_text else rule.number
    elif amid_text:
        text = say("({number}, ruling {ruling})", number=rule.number, ruling=rule.ruling)
    else:
        text = say("{number} (ruling {ruling})", number=rule.number, ruling=rule.ruling)
    return TextRun(text, "ui", min(size, MAX_RULE_SIZE), FAINT, rule, citation=True)


@dataclass
class Pen:
    """Prints on a surface within a column, from the top down."""

    surface: pygame.Surface
    """What it prints on; one pixel high if the print is only to be measured."""
    metrics: Metrics
    x: int
    """The left edge of the column, in pixels of the surface."""
    y: int
    """The top of what is printed next, in pixels of the surface."""
    width: int
    """The width of the column in pixels."""
    links: list[Link] = field(default_factory=list)
    """The rule numbers printed so far."""
    printed_texts: list[tuple[pygame.Rect, str]] = field(default_factory=list)
    """The area and text, in the chosen language, of every line, every row, and every wrapped text without its rule
    numbers."""
    line_extents: list[tuple[int, int]] = field(default_factory=list)
    """The vertical extent of each line, in pixels of the surface: a card may only be cut between them."""

    def font(self, role: Role, size: int) -> Typeface:
        """The font of a role at a size in units; in small windows it is enlarged to a legible size."""
        return font(role, max(self.metrics.px(size), min(size, MIN_PRINT)))

    def space(self, units: float) -> None:
        """Leave a gap below what has been printed."""
        self.y += self.metrics.px(units)

    @contextmanager
    def narrowed(self, left: int = 0, right: int = 0) -> Iterator[None]:
        """Narrow the column within a ``with`` block.

        :param left: how much at the left, in pixels.
        :param right: how much at the right, in pixels.
        """
        x, width = self.x, self.width
        self.x, self.width = x + left, width - left - right
        try:
            yield
        finally:
            self.x, self.width = x, width

    def line(self, text: Text, role: Role = "ui", size: int = 17, colour: str = INK, *, centre: bool = False,
             right: bool = False, x: int | None = None, width: int | None = None) -> pygame.Rect:
        """Print one unwrapped line, shortened with an ellipsis if too long; move down. Return its rectangle.

        :param size: the print size in units.
        :param centre: whether to centre it; by default it begins at the left edge.
        :param right: whether to print it at the right edge.
        :param x: the left edge in pixels, if not that of the column.
        :param width: the maximum width in pixels, if not that of the column.
        """
        left, room = self.x if x is None else x, self.width if width is None else width
        face = self.font(role, size)
        image = face.line_picture(shorten(text, face, room), colour)
        place = image.get_rect(topleft=(left, self.y))
        if centre:
            place.centerx = left + room // 2
        if right:
            place.right = left + room
        self.surface.blit(image, place)
        self.printed_texts.append((place, translate(text)))
        self.line_extents.append((self.y, self.y + face.get_linesize()))
        self.y += face.get_linesize()
        return place

    def flow(self, runs: Sequence[TextRun], *, indent: int = 0, leading: float = LEADING) -> None:
        """Print wrapped text in several styles; rule numbers become links.

        :param indent: of all lines, in units.
        :param leading: the distance of lines, relative to the height of the tallest face.
        """
        left, right = self.x + self.metrics.px(indent), self.x + self.width
        x, top = left, self.y
        room = right - left
        faces = [self.font(run.role, run.size) for run in runs]
        blanks = {face: face.size(" ")[0] for face in faces}
        words = [
            (run, face, piece, run.glued and not n)
            for run, face in zip(runs, faces, strict=True)
            for n, word in enumerate([translate(run.text)] if run.citation and run.text else words_of(run.text))
            for piece in split_word(word, face, room)
        ]
        line_height = round(max((face.get_linesize() for face in faces), default=0) * leading)
        baseline = max((face.get_ascent() for face in faces), default=0)
        last = runs[-1] if runs else None
        for run, face, word, glued in words:
            width, blank = face.size(word)[0], blanks[face]
            if glued and x > left:
                x -= blank
            full_stop = glued and len(word) == 1  # after a link, it never starts a line
            if x > left and x + width > right and not full_stop:
                self.line_extents.append((self.y, self.y + line_height))
                x, self.y = left, self.y + line_height
            if run.citation and run is last:
                x = max(x, right - width)
            place = self._print(word, face, run.colour, (x, self.y + baseline - face.get_ascent()))
            if run.rule is not None:
                self._link(run, place, word, face)
            x = place.right + blank
        if words:
            self.line_extents.append((self.y, self.y + line_height))
            self.y += line_height
            one_line = self.y - top <= line_height
            area = pygame.Rect(left, top, (x if one_line else right) - left, self.y - top)
            self.printed_texts.append((area, " ".join(translate(run.text) for run in runs if run.rule is None)))

    def _print(self, word: Text, face: Typeface, colour: str, at: tuple[int, int]) -> pygame.Rect:
        """Print text on one line and return its rectangle; do not draw it if the surface is only for measuring."""
        if self.surface.get_height() == 1:
            return pygame.Rect(at, face.size(word))
        image = face.line_picture(word, colour)
        self.surface.blit(image, at)
        return image.get_rect(topleft=at)

    def _link(self, run: TextRun, place: pygame.Rect, word: str, face: Typeface) -> None:
        """Record the position of a piece of a rule number; underline it if it is part of a sentence."""
        assert run.rule is not None, "only a run with a rule is a link"
        if not run.citation:
            y = place.bottom - self.metrics.px(3)
            pygame.draw.line(self.surface, LINK, (place.left, y), (place.right - 1, y), self.metrics.px(1))
        grey = ((word, face, place.copy()),) if run.citation else ()
        last = self.links[-1] if self.links else None
        if last is not None and last.rule == run.rule and last.rect.bottom == place.bottom:
            last.rect.union_ip(place)
            last.grey_words += grey
        else:
            self.links.append(Link(place.copy(), run.rule, grey))

    def heading(self, text: Text, right: Text = "") -> None:
        """Print a card's small heading with a thin line below; a long one is wrapped.

        :param right: a faint text at the right end of the first line.
        """
        room = self.width
        if right:
            image = self.font("ui", 15).line_picture(right, FAINT)
            self.surface.blit(image, image.get_rect(topright=(self.x + self.width, self.y + self.metrics.px(4))))
            room -= image.get_width() + self.metrics.px(ROW_GAP)
        for line in wrap(text, self.font("title", HEADING_PRINT), room):
            self.line(line, "title", HEADING_PRINT, width=room)
        self.separator()

    def separator(self) -> None:
        """Draw a thin line across the column."""
        self.space(2)
        pygame.draw.line(self.surface, LINE_INK, (self.x, self.y), (self.x + self.width, self.y), self.metrics.px(1))
        self.space(7)

    def row_fits(self, label: Text, value: Text, size: int = 17) -> bool:
        """Whether a row with this label and value fits on one line at a print size in units."""
        face = self.font("ui", size)
        label_width, value_width = face.size(translate(label))[0], face.size(translate(value))[0]
        return label_width + self.metrics.px(ROW_GAP) + value_width <= self.width

    def row(self, label: Text, value: Text, size: int = 17) -> None:
        """Print a faint label at the left and its value, wrapped, at the right, at a print size in units. A card shows
        all lines of the value or none, so that no list of names is cut amid them."""
        face = self.font("ui", size)
        label_place = self._print(label, face, FAINT, (self.x, self.y))
        top, room = self.y, self.width - label_place.width - self.metrics.px(ROW_GAP)
        for line in wrap(value, face, room):
            self._print(line, face, INK, (self.x + self.width - face.size(line)[0], self.y))
            self.y += face.get_linesize()
        self.line_extents.append((top, self.y))
        area = pygame.Rect(self.x, top, self.width, self.y - top)
        self.printed_texts.append((area, f"{translate(label)} {translate(value)}"))

    def items(self, rows: Sequence[tuple[Text, Text]], size: int = 16) -> None:
        """Print labels, each with its value after it, several on a line if they fit there whole. A card shows all
        lines of one or none, so that no list of names is cut amid it.

        :param size: the print size in units.
        """
        lines = list[list[TextRun]]()
        for label, value in rows:
            runs = [TextRun(say("{text}:", text=label), "ui", size, FAINT), TextRun(value, "ui-bold", size)]
            together = [*lines[-1], TextRun("·", "ui", size, FAINT), *runs] if lines else runs
            if lines and flow_height(self, together) == flow_height(self, runs[:1]):
                lines[-1] = together
            else:
                lines.append(runs)
        for runs in lines:
            top, count = self.y, len(self.line_extents)
            self.flow(runs, leading=1.0)
            self.line_extents[count:] = [(top, self.y)]


def caption_runs(text: Text, system: str, size: int, colour: str = INK) -> list[TextRun]:
    """The runs of a caption in simple Markdown; rule numbers, in brackets, are links to a system's rulebook.

    :param size: the print size in units.
    """
    runs = list[TextRun]()
    for span in spans(translate(text)):
        role: Role = "ui-bold" if span.strong else "text-italic" if span.emphasis else "text"
        rule = RuleRef(system, span.rule, span.ruling) if span.rule else None
        before = str(runs[-1].text) if runs else " "
        glued = not (before[-1:].isspace() or span.text[:1].isspace())
        runs.append(TextRun(f"[{span.text}]" if rule else span.text, role, size, LINK if rule else colour, rule, glued))
    return runs


def flow_height(pen: Pen, runs: Sequence[TextRun], *, leading: float = LEADING) -> int:
    """The height in pixels of wrapped text in a pen's column, as ``Pen.flow`` would print it."""
    measuring = replace(pen, surface=pygame.Surface((1, 1), pygame.SRCALPHA), links=[], printed_texts=[],
                        line_extents=[])
    measuring.flow(runs, leading=leading)
    return measuring.y - pen.y


def sentences(text: Text) -> list[str]:
    """The sentences of a text in the chosen language, each with its full stop. A full stop in a name such as "Caz.
    Figueras" ends no sentence."""
    translated = translate(text)
    for name in names_in(text) if isinstance(text, Message) else ():
        translated = translated.replace(name, name.replace(" ", NAME_BLANK)) if "." in name else translated
    return [each.replace(NAME_BLANK, " ") for each in re.split(r"(?<=[.!?…])[ \n]+", translated)]


NAME_BLANK = "\x00"
"""Placeholder for a blank inside a name, where no sentence ends."""


def split_word(word: str, face: pygame.font.Font, width: int) -> list[str]:
    """The pieces of a word, each at most ``width`` pixels wide or a single letter; empty for an empty word."""
    pieces: list[str] = []
    while word and (len(word) > _max_letters(width) or face.size(word)[0] > width):
        length = max(1, _fitting_length(word, face, width))
        pieces.append(word[:length])
        word = word[length:]
    return [*pieces, word] if word else pieces


WORD = re.compile(r"\S*\d %\S*|[^\W\d]\S*[^\W\d] \d{1,2}[^\s\w]?(?=\s|$)(?! %)|(?:\S|\u00a0)+")
"""A number and its per cent sign; a word and its number, such as "infantry 4"; any other word, which may contain
no-break spaces."""


def words_of(text: Text) -> list[str]:
    """The unbreakable pieces of a text in the chosen language: words, but a number keeps its per cent sign, and a name
    its number."""
    return WORD.findall(translate(text))


def wrap(text: Text, face: pygame.font.Font, width: int) -> list[str]:
    """The lines of a text in the chosen language, wrapped to a width in pixels; a word that is wider is alone on a
    line, unbroken."""
    lines: list[str] = []
    line = ""
    for word in words_of(text):
        longer = f"{line} {word}" if line else word
        if line and face.size(longer)[0] > width:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line] if line else lines


def fitting_font(text: Text, role: Role, px: int, width: int) -> Typeface:
    """The font of a role at the largest size up to ``px`` pixels at which a line is no wider than ``width`` pixels; at
    one pixel if there is none."""
    while px > 1 and font(role, px).size(text)[0] > width:
        px -= 1
    return font(role, px)


def fit_title(text: Text, role: Role, sizes: Sequence[int], width: int) -> tuple[Typeface, list[str]]:
    """The font and lines of a title, never cut: on one line at the largest possible of the sizes, else at the largest
    size at which it takes two lines.

    :param sizes: in pixels, largest first; if all are too large, smaller ones are tried.
    :param width: of the lines, in pixels.
    """
    smaller = range(sizes[-1] - 1, 0, -1)
    for line_count, tried_sizes in ((1, sizes), (2, (*sizes, *smaller))):
        for px in tried_sizes:
            face = font(role, px)
            lines = wrap(text, face, width)
            if len(lines) <= line_count and all(face.size(line)[0] <= width for line in lines):
                return face, lines
    return font(role, 1), [translate(text)]


def shorten(text: Text, face: pygame.font.Font, width: int) -> str:
    """The text in the chosen language, cut with an ellipsis if it is wider than ``width`` pixels."""
    text = translate(text)
    if len(text) <= _max_letters(width) and face.size(text)[0] <= width:
        return text
    return text[: _fitting_length(text, face, width, "…")].rstrip() + "…"


def _fitting_length(text: str, face: pygame.font.Font, width: int, end: str = "") -> int:
    """The number of characters of a text that fit a width in pixels together with ``end``, at least 0."""
    measured = range(min(len(text), _max_letters(width)))
    return bisect_right(measured, width, key=lambda n: face.size(text[: n + 1] + end)[0])


def _max_letters(width: int) -> int:
    """The most letters that can fit a width in pixels, because each is at least half a pixel wide: longer text need not
    be measured."""
    return 2 * width
