"""Entry of real dice, face by face or as a count per face: what has been entered, what is missing, and a picture of
both on the felt, with an empty outline for each die not yet entered."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

import pygame

from game.core.chance import COIN, DiceGroup, Die, Roll
from game.core.face_words import possible_faces
from game.core.message import Text, joined, plural, say
from game.i18n.words import translate
from game.ui.dice import dice_pictures
from game.ui.dice.coin_rows import FELT_FAINT, FELT_PRINT, TrayBox
from game.ui.dice.dice_layout import Block, Group, lay_out
from game.ui.dice.dice_pictures import die_among_many, die_width
from game.ui.dice.dice_tray import baize, felt_area
from game.ui.kit.fonts import font
from game.ui.kit.paper import draw_box
from game.ui.kit.pen import shorten, wrap

MAX_SINGLE = 6
"""Up to this many dice of one kind are entered one by one; for more, the player enters the count of each face."""
COIN_KEYS = {"h": 1, "c": 0}
"""Keys for the two sides of a coin: heads and crosses."""


@dataclass(frozen=True, slots=True)
class PadField:
    """Dice of one kind in a group, entered together."""

    title: Text
    """The title of the dice's group and, if the group has none or also has other kinds, their kind; empty if the roll
    is a single untitled field."""
    die: Die
    dice: tuple[int, ...]
    """Indices of its dice in the roll (from 0), in display order."""
    by_count: bool
    """Whether counts per face are entered, rather than the face of each die."""

    @property
    def noun(self) -> Text:
        """Heading for the dice, coins or markers of the field, singular or plural by their number."""
        number = len(self.dice)
        if self.die == COIN:
            return plural("Coin", "Coins", number)
        if self.die.counts_heads:
            return self.die.title
        return plural("Marker", "Markers", number) if self.die.drawn else plural("Die", "Dice", number)


def fields_of(roll: Roll) -> tuple[PadField, ...]:
    """A field for each run of dice of one kind in each group of a roll, in order."""
    dice_in_groups = {k for group in roll.groups for k in group.dice}
    ungrouped_dice = tuple(k for k in range(len(roll.dice)) if k not in dice_in_groups)
    groups = (*roll.groups, DiceGroup("", ungrouped_dice)) if ungrouped_dice else roll.groups
    fields: list[PadField] = []
    for group in groups:
        runs = [(die, tuple(dice)) for die, dice in groupby(group.dice, lambda k: roll.dice[k])]
        for die, dice in runs:
            by_count = not roll.ordered and len(dice) > MAX_SINGLE
            field = PadField(group.title, die, dice, by_count)
            kind = "" if len(runs) == 1 and (group.title or len(groups) == 1) else _dice_kind(field, roll)
            fields.append(PadField(joined((group.title, kind), ": "), die, dice, by_count))
    return tuple(fields)


def _dice_kind(field: PadField, roll: Roll) -> Text:
    """The kind of a field's dice: their noun, or the name of the die if the roll has several kinds of dice."""
    kinds = {die for die in roll.dice if not die.counts_heads}
    if field.die.counts_heads or len(kinds) < 2:
        return field.noun
    return field.die.name


class Pad:
    """The faces of a roll entered so far. They are typed as characters, or given by ``enter`` and ``add``."""

    def __init__(self, roll: Roll) -> None:
        self.roll = roll
        self.fields = fields_of(roll)
        self.field_index = 0
        """Index of the current field."""
        self.chosen_face: int | None = None
        """The face whose counter receives typed digits; None if no counter is selected."""
        self.typed = ""
        """Typed digits that do not complete a face yet, or the digits of the selected counter."""
        self.refusal: Text = ""
        """Why the last input was refused; empty if it was not."""
        self._entered = tuple((0,) * len(field.die.faces) if field.by_count else () for field in self.fields)
        """For each field the faces entered, or the count of each face."""
        self._undo_steps: list[tuple[int, tuple[tuple[int, ...], ...]]] = []

    @property
    def field(self) -> PadField:
        """The current field."""
        return self.fields[self.field_index]

    def faces_in(self, number: int) -> tuple[int, ...]:
        """The faces entered in a field so far; highest first if they are counted per face."""
        field, entered = self.fields[number], self._entered[number]
        if not field.by_count:
            return entered
        counts = reversed(list(zip(field.die.faces, entered, strict=True)))
        return tuple(face for face, count in counts for _ in range(count))

    def count(self, face: int) -> int:
        """The number of the current field's dice that show a face."""
        return self.faces_in(self.field_index).count(face)

    def entered_and_needed(self, number: int) -> tuple[int, int]:
        """The number of dice entered in a field, and the number it has."""
        field, entered = self.fields[number], self._entered[number]
        return (sum(entered) if field.by_count else len(entered)), len(field.dice)

    @property
    def complete(self) -> bool:
        """Whether the face of every die is known."""
        return not self.missing

    @property
    def has_input(self) -> bool:
        """Whether there is input to undo."""
        return bool(self._undo_steps or self.typed) or self.chosen_face is not None

    @property
    def missing(self) -> Text:
        """What must still be entered, or removed, to complete the roll; empty if it is complete."""
        for number, field in enumerate(self.fields):
            entered, needed = self.entered_and_needed(number)
            if entered > needed:
                text = say("{had} entered, but only {needed} were thrown", had=entered, needed=needed)
            elif entered < needed == 1:
                text = say("Nothing entered yet")
            elif entered < needed:
                text = say("{had} of {needed} entered, {left} to go", had=entered, needed=needed, left=needed - entered)
            else:
                continue
            return say("{field}: {missing}", field=field.title, missing=text) if len(self.fields) > 1 else text
        return ""

    @property
    def faces(self) -> tuple[int, ...]:
        """The face of every die in the order of the roll; requires a complete pad."""
        entered = dict(pair for number, field in enumerate(self.fields)
                       for pair in zip(field.dice, self.faces_in(number), strict=True))
        return tuple(entered[k] for k in range(len(self.roll.dice)))

    def switch_to(self, number: int) -> None:
        """Switch to a field, counting modulo the number of fields. A face typed until now is entered or, if it would
        select a counter, dropped."""
        self.finish_typing()
        self.chosen_face, self.typed = None, ""
        self.field_index = number % len(self.fields)

    def enter(self, face: int) -> None:
        """Enter a face for the next die, or add one to its counter in a field with counts."""
        field = self.field
        if field.by_count:
            self.add(face, 1)
            return
        self.typed, self.refusal = "", ""
        entered, needed = self.entered_and_needed(self.field_index)
        if entered == needed and needed > 1:
            self.refusal = say("All {needed} entered; Backspace removes the last", needed=needed)
            return
        self._set_entered((*self._entered[self.field_index][: needed - 1], face))
        if self.entered_and_needed(self.field_index)[0] == needed:
            self._next_open_field()

    def add(self, face: int, change: int) -> None:
        """Change the count of a face in the current field by ``change``, which may be negative.

        The field must be one with counts (``by_count``): elsewhere this would overwrite the faces entered.
        """
        assert self.field.by_count
        self.chosen_face, self.typed, self.refusal = None, "", ""
        self._set_count(face, min(len(self.field.dice), max(0, self.count(face) + change)))

    def accepts(self, character: str) -> bool:
        """Whether a typed character would be a face, part of a face, or a digit for the selected counter."""
        character = self._digit_or_minus(character)
        if self.chosen_face is not None:
            return character.isdigit()
        return character != "" and any(str(face).startswith(self.typed + character) for face in self.field.die.faces)

    def type_character(self, character: str) -> bool:
        """Handle a typed character: a face, part of one, or a counter and then its digits. Returns whether it was
        used."""
        field, character = self.field, self._digit_or_minus(character)
        if not character:
            return False
        self.refusal = ""
        if self.chosen_face is not None and character.isdigit():
            self._append_digit(character)
            return True
        typed = self.typed + character
        matching_faces = [face for face in field.die.faces if str(face).startswith(typed)]
        if not matching_faces:
            self.typed = ""
            self.refusal = say("{can_show}, not {typed}", can_show=possible_faces(field.die), typed=typed)
        elif len(matching_faces) == 1 and str(matching_faces[0]) == typed:
            self._enter_typed(matching_faces[0])
        else:
            self.typed = typed
        return True

    def _digit_or_minus(self, character: str) -> str:
        """The digit or minus sign for a typed character, in a field of coins also for the letter of a side; empty if it
        can be no part of a face."""
        if self.field.die == COIN:
            character = str(COIN_KEYS.get(character.lower(), character))
        return character if character.isascii() and (character.isdigit() or character == "-") else ""

    def choose_counter(self, step: int) -> None:
        """Select the next counter (``step`` 1) or the previous one (-1), cyclically; the first or the last if none is
        selected. Does nothing in a field without counts."""
        faces = self.field.die.faces
        if self.field.by_count:
            index = faces.index(self.chosen_face) + step if self.chosen_face is not None else (0 if step > 0 else -1)
            self.chosen_face, self.typed, self.refusal = faces[index % len(faces)], "", ""

    def finish_typing(self) -> None:
        """Finish typing a face or counter; if the field has counts and is full, switch to the next one."""
        if self.chosen_face is None and self.typed:
            face = next((face for face in self.field.die.faces if str(face) == self.typed), None)
            if face is not None:
                self._enter_typed(face)
                return
        is_full = self.field.by_count and self.entered_and_needed(self.field_index)[0] == len(self.field.dice)
        self.chosen_face, self.typed = None, ""
        if is_full:
            self._next_open_field()

    def undo(self) -> None:
        """Undo the last input: a digit, the selection of a counter, a face or a count."""
        self.refusal = ""
        if self.typed and self.chosen_face is None:
            self.typed = self.typed[:-1]
        elif len(self.typed) > 1 and self.chosen_face is not None:
            self.typed = self.typed[:-1]
            self._set_count(self.chosen_face, int(self.typed), again=True)
        elif self.chosen_face is not None and not self.typed:
            self.chosen_face = None
        elif self._undo_steps:
            self.field_index, self._entered = self._undo_steps.pop()
            self.typed = ""

    def _enter_typed(self, face: int) -> None:
        """Handle a completely typed face: enter it, or select its counter for the next digits."""
        self.typed = ""
        if self.field.by_count:
            self.chosen_face = face
        else:
            self.enter(face)

    def _append_digit(self, digit: str) -> None:
        """Append a digit to the selected counter."""
        assert self.chosen_face is not None
        typed = self.typed + digit
        if int(typed) > len(self.field.dice):
            self.refusal = say("Only {number} were thrown, not {typed}", number=len(self.field.dice), typed=typed)
            return
        self._set_count(self.chosen_face, int(typed), again=bool(self.typed))
        self.typed = typed

    def _set_count(self, face: int, count: int, *, again: bool = False) -> None:
        """Set a counter.

        :param again: whether this continues the last input and needs no undo step of its own.
        """
        index = self.field.die.faces.index(face)
        counts = self._entered[self.field_index]
        self._set_entered((*counts[:index], count, *counts[index + 1 :]), again=again)

    def _set_entered(self, entered: tuple[int, ...], *, again: bool = False) -> None:
        """Set what has been entered in the current field: the faces, or the count of each face."""
        if not again:
            self._undo_steps.append((self.field_index, self._entered))
        self._entered = (*self._entered[: self.field_index], entered, *self._entered[self.field_index + 1 :])

    def _next_open_field(self) -> None:
        """Switch to the next field that is not full."""
        for step in range(1, len(self.fields)):
            number = (self.field_index + step) % len(self.fields)
            entered, needed = self.entered_and_needed(number)
            if entered < needed:
                self.field_index = number
                return


OUTLINE_FILL = (12, 22, 14, 120)
"""The fill colour (RGBA) of the outline of a die that has not been entered."""
MIN_CAPTION = 12
"""The smallest font size of a caption, in pixels."""
MAX_CAPTION_SHARE = 0.62
"""The largest font size of a caption, as a share of a die's edge."""
SURPLUS_COLOUR = "#ff9a86"
"""The print colour of a count that is too large; the text beside it says so, too."""


def draw_entered(target: pygame.Surface, rect: pygame.Rect, pad: Pad) -> None:
    """Draw the tray with the entered dice into a rectangle of the surface."""
    frame_width = max(6, min(rect.size) // 24)
    target.blit(baize(*rect.size, frame_width), rect)
    felt = felt_area(rect.size, frame_width)
    margin = frame_width * 3 // 4
    is_single_die = len(pad.fields) == 1 and not pad.field.title and _piece_count(pad.field) == 1
    groups, first = [], 0
    for field in pad.fields:
        title, after_last = field.title or field.noun, first + _piece_count(field)
        groups.append(Group("" if is_single_die else title, tuple(range(first, after_last))))
        first = after_last
    layout = lay_out(TrayBox(rect.x + felt.x + margin, rect.y + felt.y, felt.w - 2 * margin, felt.h), tuple(groups))
    for number, block in enumerate(layout.blocks):
        if not is_single_die:
            _draw_caption(target, block, pad, number, layout.edge)
        field = pad.fields[number]
        faces = _piece_faces(field, pad.faces_in(number))
        for k, (x, y) in enumerate(block.places):
            if k >= len(faces):
                _draw_outline(target, field.die, layout.edge, (x, y))
                continue
            shadow = dice_pictures.round_shadow(max(4, round(layout.edge)), 9)
            spot = round(x + layout.edge * 0.12), round(y + layout.edge * 0.18)
            target.blit(shadow, shadow.get_rect(center=spot))
            image = face_picture(field.die, faces[k], layout.edge)
            target.blit(image, image.get_rect(center=(round(x), round(y))))


def face_picture(die: Die, face: int, edge: float) -> pygame.Surface:
    """A die at rest with a face up, or one side of a coin or marker; for a number of heads its heads side."""
    if die.counts_heads or die == COIN:
        px = max(6, round(edge * 1.15))
        return dice_pictures.marker(face > 0, px) if die.drawn else dice_pictures.coin(face > 0, px)
    return die_among_many(die, face, 0, 0, max(6, round(edge * die_width(die, face))))


def _piece_count(field: PadField) -> int:
    """The number of pieces a field shows on the felt: coins counted together are shown one by one."""
    return max(1, field.die.coins) if field.die.counts_heads else len(field.dice)


def _piece_faces(field: PadField, faces: tuple[int, ...]) -> tuple[int, ...]:
    """The faces of the pieces entered; for coins, heads first."""
    if not field.die.counts_heads or not faces:
        return faces
    return (1,) * faces[0] + (0,) * (field.die.coins - faces[0])


def _draw_outline(target: pygame.Surface, die: Die, edge: float, spot: tuple[float, float]) -> None:
    """Draw the empty outline of a die that is not entered yet."""
    size = round(edge * 1.08)
    outline = pygame.Surface((size, size), pygame.SRCALPHA)
    radius = size // 2 if (die.counts_heads and not die.drawn) or die == COIN else max(2, size // 5)
    draw_box(outline, outline.get_rect(), OUTLINE_FILL, (243, 234, 211, 70), max(1, round(edge * 0.025)), radius)
    target.blit(outline, outline.get_rect(center=(round(spot[0]), round(spot[1]))))


def _draw_caption(target: pygame.Surface, block: Block, pad: Pad, number: int, edge: float) -> None:
    """Draw a field's title and progress, brighter for the current field. A caption beside its dice is high, so its
    title gets as many lines as fit above its progress.

    :param edge: the edge of a die in pixels; limits the size of the print.
    """
    box = block.caption_box
    title, progress_text = block.group.title, progress(pad, number)
    line = title_and_progress(title, progress_text)
    size = max(MIN_CAPTION, min(round(box.height / block.caption_lines * 0.64), round(edge * MAX_CAPTION_SHARE)))
    while size > MIN_CAPTION and font("ui-bold", size).size(line)[0] > box.width:
        size -= 1
    typeface = font("ui-bold", size)
    room = pygame.Rect(round(box.x), round(box.y), round(box.width), round(box.height))
    if typeface.size(line)[0] > room.width and room.height >= 2 * typeface.get_linesize():
        _draw_high_caption(target, room, pad, number, title)
        return
    colour = FELT_PRINT if number == pad.field_index else FELT_FAINT
    entered, needed = pad.entered_and_needed(number)
    image = typeface.render(progress_text, True, SURPLUS_COLOUR if entered > needed else colour)
    middle = round(box.y + box.height / 2)
    target.blit(image, image.get_rect(midright=(round(box.x + box.width), middle)))
    title_room = max(1, round(box.width) - image.get_width() - typeface.get_height() // 2)
    image = typeface.render(shorten(title, typeface, title_room), True, colour)
    target.blit(image, image.get_rect(midleft=(round(box.x), middle)))


def _draw_high_caption(target: pygame.Surface, room: pygame.Rect, pad: Pad, number: int, title: Text) -> None:
    """Draw the caption in a high box: the title in several lines, the progress below them."""
    typeface = font("ui-bold", MIN_CAPTION)
    entered, needed = pad.entered_and_needed(number)
    colour = FELT_PRINT if number == pad.field_index else FELT_FAINT
    lines, max_lines = wrap(title, typeface, room.width), room.height // typeface.get_linesize() - 1
    if len(lines) > max_lines:
        lines = [*lines[: max_lines - 1], " ".join(lines[max_lines - 1:])]
    y = room.centery - (len(lines) + 1) * typeface.get_linesize() // 2
    for line in lines:
        image = typeface.render(shorten(line, typeface, room.width), True, colour)
        target.blit(image, (room.x, y))
        y += typeface.get_linesize()
    image = typeface.render(progress(pad, number), True, SURPLUS_COLOUR if entered > needed else colour)
    target.blit(image, (room.x, y))


def title_and_progress(title: Text, progress_text: Text) -> str:
    """The title and the progress of a field side by side, in the user's language."""
    return f"{translate(title)}   {translate(progress_text)}"


def progress(pad: Pad, number: int) -> Text:
    """A field's progress, e.g. ``17 of 20`` or ``3 heads``; ``?`` if no number of heads has been entered."""
    field, (entered, needed) = pad.fields[number], pad.entered_and_needed(number)
    if not field.die.counts_heads:
        return say("{had} of {needed}", had=entered, needed=needed)
    heads = pad.faces_in(number)
    return plural("{count} head", "{count} heads", heads[0]) if heads else "?"
