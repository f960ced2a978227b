"""What was thrown on the table, typed in: which faces a text means, and the box it is typed into."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from game.core.chance import Die, Roll
from game.core.verdict import Reason
from game.match.course import misfit
from game.ui.proposals import Refusal
from game.ui.screens.throwing import entry_example, entry_label

if TYPE_CHECKING:
    from game.ui.screens.game import Game

CHARACTERS = list("0123456789 ,;")
"""What may be typed: faces, and what parts them."""


class UnreadFaces(ValueError):
    """A text that names no faces of a throw; says why."""


def read(text: str, roll: Roll) -> tuple[int, ...]:
    """The faces a text names, parted by blanks, commas or semicolons.

    Digits run together are parted where the dice allow it in one way only, so ``41`` is 4 and 1 on two dice.

    :raises UnreadFaces: for a text without numbers, or one that can be read in several ways.
    """
    words = [word for word in re.split(r"[\s,;]+", text) if word]
    if not words:
        raise UnreadFaces("type it first")
    if not all(re.fullmatch("[0-9]{1,9}", word) for word in words):
        raise UnreadFaces(f"'{text}' is no number")
    if len(words) == 1 and len(roll.dice) > 1:
        found = list(_parted(words[0], roll.dice))
        if len(found) > 1:
            ways = " or ".join(",".join(map(str, faces)) for faces in found[:2])
            raise UnreadFaces(f"'{text}' may be {ways}; part the numbers")
        if found:
            return found[0]
    return tuple(int(word) for word in words)


def _parted(digits: str, dice: tuple[Die, ...]) -> Iterator[tuple[int, ...]]:
    """Every way in which a row of digits can be one face for each of the dice."""
    first, rest = dice[0], dice[1:]
    if not rest:
        if int(digits) in first.faces and str(int(digits)) == digits:
            yield (int(digits),)
        return
    for end in range(1, len(digits) - len(rest) + 1):
        if int(digits[:end]) in first.faces and str(int(digits[:end])) == digits[:end]:
            for others in _parted(digits[end:], rest):
                yield (int(digits[:end]), *others)


def begin(game: Game) -> None:
    """Go to the box, emptied; the digit just struck is written into it."""
    box = game.widgets.faces
    if not box.is_focused:
        box.set_text("")
        game.manager.set_focus_set(box)


def enter(game: Game) -> None:
    """Throw the faces typed in; the keyboard is the game's again then.

    What cannot be read, or cannot have fallen, is said on the slip; the box is emptied and written into again.
    """
    box = game.widgets.faces
    text = box.get_text()
    roll = game.rules.pending_roll(game.match.state)
    if roll is None:
        game.leave_entry()
        return
    try:
        faces = read(text, roll)
        if not roll.fits(faces):
            raise UnreadFaces(misfit(roll, faces))
    except UnreadFaces as error:
        said = f"{entry_label(roll)}: {error}; expected e.g. {entry_example(roll)}"
        game.controller.refusal = Refusal("", (Reason(roll.rule, said),))
        game.dirty = True
        box.set_text("")
        game.manager.set_focus_set(box)
    else:
        game.leave_entry()
        game.roll(faces)
