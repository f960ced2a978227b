"""Real dice typed as text: parses the text into faces, and handles its text field."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pygame

from game.core.chance import D6, Die, Roll
from game.core.face_words import possible_faces
from game.core.message import Message, or_list, plural, say
from game.core.verdict import Reason
from game.ui.kit.strokes import digit_of, means
from game.ui.play.proposals import ShownRefusal
from game.ui.play.rolling import entry_example
from game.ui.screens import game_sheets as sheets

if TYPE_CHECKING:
    from game.ui.screens.game import GameScreen

CHARACTERS = list("0123456789 ,;")
"""Characters allowed in the text field: digits and separators."""


class UnreadFaces(ValueError):
    """A text that does not give the faces of a roll; the message says why."""

    def __init__(self, text: Message) -> None:
        super().__init__(str(text))
        self.text = text


def parse_faces(text: str, roll: Roll) -> tuple[int, ...]:
    """The faces given by a text, separated by spaces, commas or semicolons. Digits without separators are split if the
    dice allow only one way, so ``41`` is 4 and 1 on two dice.

    :raises UnreadFaces: for a text that is empty, not numbers, or ambiguous.
    """
    words = [word for word in re.split(r"[\s,;]+", text) if word]
    if not words:
        raise UnreadFaces(say("First type the result, such as {example}", example=entry_example(roll)))
    if not all(re.fullmatch("[0-9]{1,9}", word) for word in words):
        raise UnreadFaces(say("'{text}' is not a number", text=text))
    if len(words) == 1 and len(roll.dice) > 1:
        readings = list(_splits(words[0], roll.dice))
        if len(readings) > 1:
            ways = or_list(",".join(map(str, faces)) for faces in readings[:2])
            raise UnreadFaces(say("'{text}' could be {ways}; separate the numbers", text=text, ways=ways))
        if readings:
            return readings[0]
    return tuple(int(word) for word in words)


def _splits(digits: str, dice: tuple[Die, ...]) -> Iterator[tuple[int, ...]]:
    """All ways to split a string of digits into one face for each die."""
    first, rest = dice[0], dice[1:]
    if not rest:
        if int(digits) in first.faces and str(int(digits)) == digits:
            yield (int(digits),)
        return
    for end in range(1, len(digits) - len(rest) + 1):
        if int(digits[:end]) in first.faces and str(int(digits[:end])) == digits[:end]:
            for others in _splits(digits[end:], rest):
                yield (int(digits[:end]), *others)


def shows_no_zero(roll: Roll | None) -> bool:
    """Whether no die of a roll shows 0; the key 0 then rolls instead of starting a face."""
    return roll is not None and all(0 not in die.faces for die in roll.dice)


class LostInputGuard:
    """Detects faces typed while no roll could take them, e.g. while a computer player's die falls. Neither they nor the
    Enter or Space that follows them may affect the next roll."""

    def __init__(self, screen: GameScreen) -> None:
        self._screen, self.game = screen, screen.game
        self._lost = ""
        """The characters typed while no roll could take them."""

    def note(self, event: pygame.event.Event) -> bool:
        """Examine a key or click before it is handled; return whether it is lost input, which has no effect."""
        game = self.game
        can_type = game.main_button.can_enter_faces and not game.stage.busy
        character = digit_of(event) or event.unicode.strip() if event.type == pygame.KEYDOWN else ""
        is_face = character in CHARACTERS
        if is_face and not can_type:
            is_lost = game.situation.prompt.mode == "roll" and not game.halted and not game.quick_play.running
            self._lost = self._lost + character if is_lost else ""
            return is_lost
        lost, self._lost = self._lost, ""
        roll = game.match_situation.pending_roll
        would_roll = is_face or means(event, "press-button", "everywhere")
        if not (lost and can_type and would_roll) or roll is None or (not lost.strip("0") and shows_no_zero(roll)):
            return False
        text = say("{astray} was typed before this roll; now type its result", astray=lost)
        _refuse(self._screen, roll, text)
        return True


def open_pad_by_key(screen: GameScreen, event: pygame.event.Event) -> bool:
    """Open the pad for its key even while the text field has the keyboard, as no letter is valid in it; return whether
    it was opened."""
    if event.type != pygame.KEYDOWN or not screen.faces.is_focused or not means(event, "dice-pad", "game"):
        return False
    screen.faces.set_text("")
    screen.leave_entry()
    sheets.enter_dice(screen.game)
    return True


def leave_empty_field(screen: GameScreen, event: pygame.event.Event) -> None:
    """Return the keyboard to the game for Space in an empty text field, so that Space rolls; not after a refusal, which
    asks for the result again."""
    box = screen.faces
    if (event.type == pygame.KEYDOWN and event.key == pygame.K_SPACE and box.is_focused and not box.get_text().strip()
            and screen.game.selection.refusal is None):
        box.set_text("")
        screen.leave_entry()


def begin_typing(screen: GameScreen, event: pygame.event.Event) -> None:
    """Focus the emptied text field; the digit just pressed is then entered in it."""
    box = screen.faces
    if not box.is_focused:
        box.set_text("")
        screen.manager.set_focus_set(box)
        box.process_event(event)


def roll_typed(screen: GameScreen) -> None:
    """Roll with the typed faces, and return the keyboard to the game. If they are unreadable or impossible, the slip
    says why, and the text field is emptied and focused."""
    game = screen.game
    box = screen.faces
    text = box.get_text()
    roll = game.match_situation.pending_roll
    if roll is None or not game.main_button.can_enter_faces or game.stage.busy:
        box.set_text("")
        screen.leave_entry()
        return
    try:
        faces = parse_faces(text, roll)
        if not roll.fits(faces):
            raise UnreadFaces(_why_impossible(roll, faces))
    except UnreadFaces as error:
        _refuse(screen, roll, error.text)
    else:
        screen.leave_entry()
        game.roll(faces)


def _refuse(screen: GameScreen, roll: Roll, why: Message) -> None:
    """Show on the slip why nothing was rolled, and empty and focus the text field."""
    game = screen.game
    game.selection.refusal = ShownRefusal("", (Reason(roll.rule, why),))
    game.dirty = True
    screen.faces.set_text("")
    if screen.faces.visible:
        screen.manager.set_focus_set(screen.faces)


def _why_impossible(roll: Roll, faces: tuple[int, ...]) -> Message:
    """Why a roll cannot show the faces: there are too many or too few, or the first wrong one is out of range."""
    if len(faces) != len(roll.dice):
        return plural("One number is needed, such as {example}; {found} was typed",
                       "{count} numbers are needed, such as {example}; {found} was typed", len(roll.dice),
                       example=entry_example(roll), found=",".join(map(str, faces)))
    die, face = next((die, face) for die, face in zip(roll.dice, faces, strict=True) if face not in die.faces)
    shown = say("A die shows 1 to 6") if die == D6 else possible_faces(die)
    return say("{shown}; {found} was typed", shown=shown, found=face)
