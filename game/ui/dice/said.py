"""What the slip of the tray says of a roll: before it what is needed, after it what was had and what that means."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.chance import D6, DiceGroup, Roll
from game.core.event import Event, Noted, first_roll
from game.core.message import Brief, Text, joined, named, say, several
from game.ui.dice.coin_rows import is_plain
from game.ui.dice.tray import NOTHING, TrayLines


def due(roll: Roll, needed: Text = "") -> TrayLines:
    """A roll that is due and what is needed. Dice alone need no words.

    A single number from a cup is needed for what the title says, not yet for the result that ``needed`` speaks of.
    """
    dice = roll.dice
    if is_plain(dice):
        return NOTHING
    if not any(die.coins for die in dice):
        return TrayLines(roll.title or dice[0].name, several("one marker, drawn from the cup",
                                                         "{count} markers, drawn from the cup", len(dice)),
                     owners(len(dice), roll.groups) if len(dice) > 1 else ())
    coins = [die for die in dice if die.coins]
    first: Text
    if len(coins) == 2 == len(dice):
        first = say("{one} against {other}", one=coins[0].title, other=coins[1].coins)
    else:
        first = named(say("a die") if die == D6 else die.title for die in dice)
    return TrayLines(first, needed, owners(len(dice), roll.groups))


def owners(count: int, groups: Sequence[DiceGroup]) -> tuple[Text, ...]:
    """Whose each of so many dice is; nothing where no group says."""
    return tuple(next((group.title for group in groups if k in group.dice), "") for k in range(count)) if groups else ()


def fell(events: Sequence[Event]) -> TrayLines:
    """A roll that has fallen, from the events it led to. Dice alone need no words here either."""
    rolled = first_roll(events)
    if rolled is None:
        found = next((event.brief for event in events if isinstance(event, Noted) or event.brief.more), None)
        return TrayLines(*found) if found is not None else NOTHING
    if not rolled.coins:
        drawn = len(rolled.dice) > 1 and any(die.drawn for die in rolled.dice)
        return TrayLines(groups=owners(len(rolled.dice), rolled.groups)) if drawn else NOTHING
    if len(rolled.coins) > 1:
        brief = rolled.verdict if rolled.verdict.head else Brief(rolled.meaning)
        return TrayLines(brief.head, brief.more, owners(len(rolled.dice), rolled.groups))
    heads = several("{count} head of {coins}", "{count} heads of {coins}", rolled.heads[0], coins=rolled.coins[0])
    had = joined((heads, *(say("die {face}", face=number) for number in rolled.numbers)))
    told = (say("{needed} needed: {meaning}", needed=rolled.needed, meaning=rolled.meaning) if rolled.needed
            else rolled.meaning)
    return TrayLines(had, told)
