"""What the slip of the tray says of a roll: before it what is needed, after it what was had and what that means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.core.chance import D6, DiceGroup, Roll
from game.core.event import Event, Noted, Rolled
from game.core.message import AND, Text, joined, say, several
from game.ui.dice.coin_rows import is_plain
from game.ui.dice.tray import NOTHING, Lines
from game.words import said


def due(roll: Roll, rounding: Text = "") -> Lines:
    """A roll that is due; ``rounding`` is the preview's word on what is needed. Dice alone need no words.

    Of several sentences the first is enough, but where they say result by result what happens all are needed.
    A single number from a cup is needed for what the title says, not yet for the result that ``rounding`` speaks of.
    """
    dice = roll.dice
    if is_plain(dice):
        return NOTHING
    if not any(die.coins for die in dice):
        return Lines(said(roll.title) or dice[0].name, said(say("one marker, drawn from the cup")))
    coins = [die for die in dice if die.coins]
    first: Text
    if len(coins) == 2 == len(dice):
        first = say("{one} against {other}", one=coins[0].title, other=coins[1].coins)
    else:
        first = joined((say("a die") if die == D6 else die.title for die in dice), AND)
    told = said(rounding)
    need, *_ = told.split(";")
    return Lines(said(first), told if ": " in need else need, owners(len(dice), roll.groups))


def owners(count: int, groups: Sequence[DiceGroup]) -> tuple[Text, ...]:
    """Whose each of so many dice is; nothing where no group says."""
    return tuple(next((group.title for group in groups if k in group.dice), "") for k in range(count)) if groups else ()


def fell(events: Sequence[Event]) -> Lines:
    """A roll that has fallen, from the events it led to. Dice alone need no words here either."""
    rolled = next((event for event in events if isinstance(event, Rolled)), None)
    if rolled is None:
        first = next((event for event in events if isinstance(event, Noted) or event.type == "revealed"), None)
        words = _split(said(first.text)) if first is not None else NOTHING
        return replace(words, first=words.second, second=words.first) if words.second else words
    if not rolled.coins:
        return NOTHING
    if len(rolled.coins) > 1:
        words = _split(said(rolled.meaning), ", ", "; ")
        return Lines(words.first, words.second, owners(len(rolled.dice), rolled.groups))
    heads = several("{count} head of {coins}", "{count} heads of {coins}", rolled.heads[0], coins=rolled.coins[0])
    had = joined((heads, *(say("die {face}", face=number) for number in rolled.numbers)))
    told = (say("{needed} needed: {meaning}", needed=rolled.needed, meaning=rolled.meaning) if rolled.needed
            else rolled.meaning)
    return Lines(said(had), said(told))


def _split(sentence: str, *marks: str) -> Lines:
    """What stands before the first of some marks (a colon by default) large, the rest small."""
    found = [sentence.index(mark) for mark in marks or (": ",) if mark in sentence]
    at = min(found, default=len(sentence))
    return Lines(sentence[:1].upper() + sentence[1:at], sentence[at + 2 :])
