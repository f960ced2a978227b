"""What the slip of the tray says of a throw: before it what is needed, after it what was had and what that means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.core.chance import D6, Die
from game.core.event import Event, Flipped, Noted
from game.ui.dice.coin_rows import is_plain
from game.ui.dice.tray import NOTHING, Lines


def due(dice: Sequence[Die], rounding: str, seats: Sequence[str] = (), title: str = "") -> Lines:
    """A throw that is due; ``rounding`` is the preview's word on what is needed. Dice alone need no words.

    Of several sentences the first is enough, but where they say result by result what happens all are needed.
    A single number from a cup is needed for what ``title`` says, not yet for the result that ``rounding`` speaks of.
    """
    if is_plain(tuple(dice)):
        return NOTHING
    if not any(die.coins for die in dice):
        return Lines(title or dice[0].name, "one marker, drawn from the cup")
    names = ["a die" if die == D6 else die.name for die in dice]
    coins = [die for die in dice if die.coins]
    first = " and ".join(names)
    if len(coins) == 2 == len(dice):
        first = f"{coins[0].name} against {coins[1].coins}"
    groups = tuple(seat.title() for seat in seats) if len(coins) == 2 else ()
    need, *_ = rounding.split(";")
    return Lines(first, rounding if ": " in need else need, groups)


def fell(events: Sequence[Event]) -> Lines:
    """A throw that has fallen, from the events it led to."""
    flipped = next((event for event in events if isinstance(event, Flipped)), None)
    if flipped is None:
        first = next((event for event in events if isinstance(event, Noted) or event.type == "revealed"), None)
        words = _split(first.text) if first is not None else NOTHING
        return replace(words, first=words.second, second=words.first) if words.second else words
    if len(flipped.coins) > 1:
        words = _split(flipped.meaning, ", ", "; ")
        return Lines(words.first, words.second, tuple(seat.title() for seat in flipped.seats))
    had = f"{flipped.heads[0]} {'head' if flipped.heads[0] == 1 else 'heads'} of {flipped.coins[0]}"
    if flipped.die:
        had += f", die {flipped.die}"
    need = f"{flipped.needed} needed: " if flipped.needed else ""
    return Lines(had, need + flipped.meaning)


def _split(sentence: str, *marks: str) -> Lines:
    """What stands before the first of some marks (a colon by default) large, the rest small."""
    found = [sentence.index(mark) for mark in marks or (": ",) if mark in sentence]
    at = min(found, default=len(sentence))
    return Lines(sentence[:1].upper() + sentence[1:at], sentence[at + 2 :])
