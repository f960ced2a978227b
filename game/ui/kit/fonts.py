"""The program's typefaces by role, from the ``fontpkg-*`` packages.

A text is split into runs by face: characters that the main face of a role lacks are printed with its fallback faces, so
that every role prints Latin, Greek and Cyrillic. A character that none of them has is drawn as a box.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from importlib import import_module
from io import BytesIO
from math import ceil
from pathlib import Path
from typing import Any, Literal

import pygame
import pygame.freetype

from game.art import AssetError
from game.core.message import Message, Text, error_text, say
from game.i18n.words import translate
from game.ui.kit.pictures import picture_cache

Role = Literal["title", "text", "text-italic", "counter", "counter-medium", "table", "table-bold", "ui", "ui-bold",
               "ui-italic"]
FontFile = tuple[str, str]
"""A package and a font file in it."""

_BARLOW, _CONDENSED, _FIRA = "fontpkg_barlow_condensed", "fontpkg_fira_sans_condensed", "fontpkg_fira_sans"
_GARAMOND, _GARAMOND_ITALIC = "EBGaramond[wght].ttf", "EBGaramond-Italic[wght].ttf"
_LAST_FALLBACK: FontFile = ("fontpkg_noto_sans", "NotoSans[wdth,wght].ttf")
"""The last fallback, which has the most characters; its glyph for a missing one is a plain box."""

_FILES: dict[Role, tuple[FontFile, ...]] = {
    "title": (("fontpkg_cinzel", "Cinzel[wght].ttf"), ("fontpkg_eb_garamond", _GARAMOND), _LAST_FALLBACK),
    "text": (("fontpkg_eb_garamond", _GARAMOND), _LAST_FALLBACK),
    "text-italic": (("fontpkg_eb_garamond", _GARAMOND_ITALIC), _LAST_FALLBACK),
    "counter": ((_BARLOW, "BarlowCondensed-Bold.ttf"), (_CONDENSED, "FiraSansCondensed-Bold.ttf"), _LAST_FALLBACK),
    "counter-medium": ((_BARLOW, "BarlowCondensed-SemiBold.ttf"), (_CONDENSED, "FiraSansCondensed-SemiBold.ttf"),
                       _LAST_FALLBACK),
    "table": ((_BARLOW, "BarlowCondensed-Medium.ttf"), (_CONDENSED, "FiraSansCondensed-Medium.ttf"), _LAST_FALLBACK),
    "table-bold": ((_BARLOW, "BarlowCondensed-Bold.ttf"), (_CONDENSED, "FiraSansCondensed-Bold.ttf"), _LAST_FALLBACK),
    "ui": ((_FIRA, "FiraSans-Regular.ttf"), _LAST_FALLBACK),
    "ui-bold": ((_FIRA, "FiraSans-Bold.ttf"), _LAST_FALLBACK),
    "ui-italic": ((_FIRA, "FiraSans-Italic.ttf"), _LAST_FALLBACK),
}
"""Role -> its main face, then its fallback faces."""


UNEVEN_ROLES = frozenset(("text", "text-italic"))
"""Roles whose main face has no hints of its own: small print of it would have uneven gaps between letters and words."""
MAX_UNEVEN_PX = 17
"""The maximum size in pixels of print with such gaps."""
OVERSAMPLING = 4
"""The factor by which such print is drawn larger, and then reduced, so that its letters lie at fractions of pixels."""
INKING = 110
"""The opacity, 0 to 255, with which reduced print is printed again over itself: its thin strokes are paler than those
with hints. Chosen by hand."""

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
"""The character printed for an unprintable one."""

_SELECTORS = re.compile("[\u034f\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Invisible marks such as variation selectors."""
_EXCESS_ACCENTS = re.compile("([\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]{3})"
                             "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]+")
"""More than three combining accents on a letter, which would cover the lines above."""

MAX_NAMED = 6
"""The maximum number of characters named in the note about missing ones."""

missing_characters: set[str] = set()
"""Characters that were to be printed and that no typeface has; they are drawn as boxes."""


class FontMissing(AssetError):
    """A typeface is not installed or is damaged; the message names the package and the file."""


def font_path(role: Role) -> Path:
    """The font file of a role's main face, for libraries that open fonts by file.

    :raises FontMissing: if the package or its file is missing.
    """
    return _path(_FILES[role][0])


@cache
def _path(font_file: FontFile) -> Path:
    """The path of a font file.

    :raises FontMissing: if the package or its file is missing.
    """
    package, name = font_file
    shown = package.replace("_", "-")
    try:
        root = Path(import_module(package).ROOT)
    except ModuleNotFoundError as error:
        raise FontMissing(
            say("the package {shown} is not installed; it holds {name}", shown=shown, name=name)
        ) from error
    path = root / "files" / name
    if not path.is_file():
        raise FontMissing(say("{name} is missing from the package {shown}", name=name, shown=shown))
    return path


def role_of(path: Path) -> Role:
    """The role with this main font file.

    :raises KeyError: if there is none.
    """
    return {font_path(role): role for role in _FILES}[path]


@cache
def _content(path: Path) -> bytes:
    """The bytes of a font file, read once for all sizes, so that open fonts keep no file open."""
    return path.read_bytes()


@picture_cache(256)
def _single_face(path: Path, px: int) -> pygame.font.Font:
    """A single face, without fallbacks, at a size in pixels."""
    return pygame.font.Font(BytesIO(_content(path)), px)


@cache
def _freetype_face(path: Path) -> pygame.freetype.Font:
    """A face that can tell which characters it has, which ``pygame.font`` cannot."""
    if not pygame.freetype.get_init():
        pygame.freetype.init()
    return pygame.freetype.Font(BytesIO(_content(path)))


@lru_cache(4096)
def _has_character(path: Path, character: str) -> bool:
    """Whether a face has a character."""
    return _freetype_face(path).get_metrics(character, size=12)[0] is not None


class Typeface(pygame.font.Font):
    """A font that prints any text. Messages are translated; characters that the main face of its role lacks are printed
    with the fallback faces, unprintable ones as a replacement character."""

    def __init__(self, role: Role, px: int) -> None:
        super().__init__(BytesIO(_content(font_path(role))), px)
        self.role, self.px = role, px
        uneven = role in UNEVEN_ROLES and px <= MAX_UNEVEN_PX
        self._larger = _single_face(font_path(role), OVERSAMPLING * px) if uneven else None
        """The face from which its print is reduced; None if it is not."""

    def render(self, text: Text | bytes | None, *arguments: Any, **options: Any) -> pygame.Surface:
        text = printable(text)
        runs = self._runs_to_join(text)
        if not runs and self._larger is not None and text and len(arguments) == 2 and arguments[0]:
            return self._reduced(self._larger, text, arguments[1])
        if not runs:
            return super().render(text, *arguments, **options)
        pieces = [(face, face.render(part, *arguments, **options)) for face, part in self._faces(runs)
                  if face.size(part)[0]]
        image = pygame.Surface((sum(piece.get_width() for _, piece in pieces), super().size(" ")[1]), pygame.SRCALPHA)
        x = 0
        for face, piece in pieces:
            above = piece.get_height() - face.size(" ")[1]  # stacked accents extend above the line
            image.blit(piece, (x, self.get_ascent() - face.get_ascent() - above))
            x += piece.get_width()
        return image

    def size(self, text: Text | bytes) -> tuple[int, int]:
        return _size(self, printable(text) or "")

    def line_picture(self, text: Text, colour: str) -> pygame.Surface:
        """A line of antialiased print. Cached: do not draw on it."""
        return _line_picture(self, printable(text) or "", colour)

    def measure(self, text: str | bytes) -> tuple[int, int]:
        """The width and height of a printable text, in pixels."""
        runs = self._runs_to_join(text)
        if not runs and self._larger is not None and text:
            return ceil(self._larger.size(text)[0] / OVERSAMPLING), super().size(text)[1]
        if not runs:
            return super().size(text)
        return sum(face.size(part)[0] for face, part in self._faces(runs)), super().size(" ")[1]

    def _reduced(self, larger: pygame.font.Font, text: str | bytes, colour: Any) -> pygame.Surface:
        """A line of print, drawn with a larger face and reduced; its baseline lies between two rows of pixels."""
        larger.underline = self.underline
        printed = larger.render(text, True, colour)
        width, height = self.measure(text)
        canvas = pygame.Surface((width * OVERSAMPLING, height * OVERSAMPLING), pygame.SRCALPHA)
        canvas.fill((*pygame.Color(colour)[:3], 0))
        canvas.blit(printed, (0, OVERSAMPLING * self.get_ascent() - larger.get_ascent()),
                    special_flags=pygame.BLEND_RGBA_MAX)
        reduced = pygame.transform.smoothscale(canvas, (width, height))
        again = reduced.copy()
        again.set_alpha(INKING)
        reduced.blit(again, (0, 0))
        return reduced

    def _runs_to_join(self, text: str | bytes | None) -> Runs:
        """The runs of a text that needs fallback faces or has combining accents; empty if the main face can print the
        text in one piece."""
        if not isinstance(text, str):
            return ()
        runs = runs_of(text, self.role)
        needs_fallback = any(number > 0 for number, _ in runs)
        return runs if needs_fallback or _has_accents(text) else ()

    def _faces(self, runs: Runs) -> list[tuple[pygame.font.Font, str]]:
        """Each run with the face that prints it."""
        faces = []
        for number, part in runs:
            face = _single_face(_path(_FILES[self.role][number]), self.px)
            face.underline = self.underline
            faces.append((face, part))
        return faces


Runs = tuple[tuple[int, str], ...]
"""Pieces of a text, each after the number of the face that prints it: 0 for the main face of the role, then its
fallback faces."""


def runs_of(text: str, role: Role) -> Runs:
    """A text split by the faces of a role that have its characters. A letter keeps its accents; a blank stays in its
    run."""
    return ((0, text),) if text.isascii() else _split(text, role)


@picture_cache(4096)
def _split(text: str, role: Role) -> Runs:
    """The runs of a text; notes the characters that no face has in ``missing_characters``."""
    paths = [_path(font_file) for font_file in _FILES[role]]
    runs: list[tuple[int, str]] = []
    for cluster in _clusters(text):
        if runs and cluster.isspace() and _has_character(paths[runs[-1][0]], cluster):
            number = runs[-1][0]
        else:
            fitting = (n for n, path in enumerate(paths) if all(_has_character(path, each) for each in cluster))
            number = next(fitting, len(paths) - 1)
            missing_characters.update(each for each in cluster if not _has_character(paths[number], each))
        if runs and runs[-1][0] == number:
            runs[-1] = (number, runs[-1][1] + cluster)
        else:
            runs.append((number, cluster))
    return tuple(runs)


def boxes_note() -> Text:
    """A warning that names some of the characters drawn as boxes; empty if there are none."""
    shown = sorted(missing_characters)[:MAX_NAMED]
    if not shown:
        return ""
    letters = " ".join(f"U+{ord(letter):04X}" for letter in shown)
    return say("No font has {letters}: shown as boxes",
               letters=letters + (" …" if len(missing_characters) > MAX_NAMED else ""))


def _has_accents(text: str) -> bool:
    """Whether a text has combining accents."""
    return not text.isascii() and any(map(_is_accent, text))


def _is_accent(character: str) -> bool:
    """Whether a character is a combining accent, which is printed over the letter before it."""
    return unicodedata.category(character) in ("Mn", "Me")


def _clusters(text: str) -> list[str]:
    """The letters of a text, each with its combining accents."""
    clusters: list[str] = []
    for character in text:
        if clusters and _is_accent(character):
            clusters[-1] += character
        else:
            clusters.append(character)
    return clusters


@picture_cache(16384)
def _size(face: Typeface, text: str | bytes) -> tuple[int, int]:
    """The width and height in pixels of a line of print."""
    return face.measure(text)


@picture_cache(2048)
def _line_picture(face: Typeface, text: str | bytes, colour: str) -> pygame.Surface:
    """A line of antialiased print."""
    return face.render(text, True, colour)


def printable(text: Text | bytes | None) -> str | bytes | None:
    """The text in the chosen language, with accents composed, and a replacement character for everything unprintable.

    A letter keeps at most three combining accents; invisible selectors, which many emoji have, are removed; no-break
    and narrow spaces become spaces. Bytes and None are returned unchanged.
    """
    if isinstance(text, str) and text.isascii() and text.isprintable():
        return text
    if isinstance(text, Message):
        text = translate(text)
    if not isinstance(text, str):
        return text
    text = _EXCESS_ACCENTS.sub(r"\1", _SELECTORS.sub("", unicodedata.normalize("NFC", text)))
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else " " if unicodedata.category(character) == "Zs"
                   else REPLACEMENT for character in text)


@picture_cache(256)
def font(role: Role, px: int) -> Typeface:
    """The font of a role at a size in pixels (at least 1). Cached.

    :raises FontMissing: if the package or its file is missing, or if the file is not a font.
    """
    if not pygame.font.get_init():
        pygame.font.init()
    path = font_path(role)
    try:
        face = Typeface(role, max(1, px))
        pygame.font.Font.size(face, REPLACEMENT)  # some damaged files open, and fail only here
    except (OSError, ValueError, pygame.error) as error:
        raise _damaged(path, error) from error
    return face


def check_all() -> None:
    """Open every typeface once, before anything is printed.

    :raises FontMissing: for the first that is missing or damaged.
    """
    for role, (_, *fallbacks) in _FILES.items():
        font(role, 12)
        for path in map(_path, fallbacks):
            try:
                _freetype_face(path)
            except (OSError, ValueError, pygame.error) as error:
                raise _damaged(path, error) from error


def _damaged(path: Path, error: Exception) -> FontMissing:
    """The exception for a font file that cannot be read."""
    return FontMissing(say("{path}: cannot be read as a font: {error}", path=path, error=error_text(error)))
