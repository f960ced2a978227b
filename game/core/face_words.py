"""What dice, coins and markers can show, in words."""

from __future__ import annotations

from game.core.chance import Die, Roll
from game.core.message import Message, Text, and_list, or_list, plural, say


def misfit(roll: Roll, faces: tuple[int, ...]) -> Message:
    """What the dice of a roll can show, and what is wrong with some faces: their number, or the faces themselves.

    :param faces: faces that the roll cannot have.
    """
    alike = len(set(roll.dice)) == 1 and not roll.dice[0].counts_heads
    possible = (possible_faces(roll.dice[0], len(roll.dice)) if alike
                else and_list(possible_faces(die) for die in roll.dice))
    if len(faces) != len(roll.dice):
        return plural("{shown}: {count} number needed, {found} given", "{shown}: {count} numbers needed, {found} given",
                      len(roll.dice), shown=possible, found=len(faces))
    return say("{shown}, not {found}", shown=possible, found=",".join(map(str, faces)))


def possible_faces(die: Die, count: int = 1) -> Message:
    """What a die, or a set of coins or markers, can show.

    :param count: the number of dice of this kind, if they are not coins or markers.
    """
    if not die.counts_heads:
        return plural("{die} shows {faces}", "{count} {die} show {faces} each", count, die=die.title,
                      faces=_range(die.faces))
    return plural("{coins} shows {faces} heads", "{coins} show {faces} heads", die.coins, coins=die.title,
                  faces=_range(die.faces))


def _range(faces: tuple[int, ...]) -> Text:
    """The faces as a range, e.g. *1 to 6*, or as a list if some are missing between."""
    if len(faces) > 2 and faces == tuple(range(faces[0], faces[-1] + 1)):
        return say("{first} to {last}", first=faces[0], last=faces[-1])
    return or_list(map(str, faces))
