"""Events: what happened, as data. The screen, the log, the referee and the tests read the same ones.

Systems subclass these where they have more to say; the screen animates the kinds below and prints ``text``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from game.core.chance import DiceGroup, Die, Modifier, hits_of, odds_in_words, total
from game.core.message import NOTHING, Brief, Message, Text, joined, say, several
from game.core.verdict import RuleRef


@dataclass(frozen=True, slots=True)
class Event(ABC):
    """Something that happened under a rule."""

    type: ClassVar[str] = "event"
    reveals: ClassVar[bool] = False
    """Whether it shows a seat something hidden: taking it back then needs consent, as for a roll."""
    together: ClassVar[bool] = False
    """Whether it is seen at the same time as one of its kind just before it."""
    rule: RuleRef

    @property
    @abstractmethod
    def text(self) -> Message:
        """One line for the log."""

    @property
    def folded(self) -> bool:
        """Whether the line of another event tells it, too: the log leaves it out."""
        return False

    @property
    def harms(self) -> bool:
        """Whether a unit is the worse for it: the card of the roll that did it lists it."""
        return False

    @property
    def brief(self) -> Brief:
        """What it comes to, large, and the rest, e.g. for the slip below the dice that decided it."""
        return Brief(self.text)

    def fields(self) -> Mapping[str, Any]:
        """The event's own fields, without the rule."""
        return {f.name: getattr(self, f.name) for f in fields(self) if f.name != "rule"}


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A unit went along a path. ``path`` starts where it stood; every place entered follows."""

    type: ClassVar[str] = "moved"
    unit: str
    name: Text
    path: tuple[str, ...]
    cost: int

    @property
    def text(self) -> Message:
        return say("{unit} moves {path} ({cost} MP)", unit=self.name, path="-".join(self.path), cost=self.cost)


@dataclass(frozen=True, slots=True)
class Advanced(Event):
    """A unit entered a place vacated in combat, outside normal movement."""

    type: ClassVar[str] = "advanced"
    unit: str
    name: Text
    path: tuple[str, ...]

    @property
    def text(self) -> Message:
        return say("{unit} advances to {place}", unit=self.name, place=self.path[-1])


@dataclass(frozen=True, slots=True)
class Retreated(Event):
    """A unit was driven back along a path."""

    type: ClassVar[str] = "retreated"
    unit: str
    name: Text
    path: tuple[str, ...]

    @property
    def text(self) -> Message:
        return say("{unit} retreats to {place}", unit=self.name, place=self.path[-1])


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """A unit was set up."""

    type: ClassVar[str] = "placed"
    unit: str
    name: Text
    place: str

    @property
    def text(self) -> Message:
        return say("{unit} sets up in {place}", unit=self.name, place=self.place)


@dataclass(frozen=True, slots=True)
class Removed(Event):
    """A unit left the game."""

    type: ClassVar[str] = "removed"
    together: ClassVar[bool] = True
    unit: str
    name: Text
    place: str

    @property
    def text(self) -> Message:
        return say("{unit} is eliminated in {place}", unit=self.name, place=self.place)

    @property
    def harms(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class LeaderFell(Removed):
    """A leader is dead: news for both sides, whichever caused it."""

    cause: Text = ""
    """What killed the leader; ``rule`` says so."""
    outcome: Text = ""
    """What changes for its side."""


@dataclass(frozen=True, slots=True)
class Declared(Event):
    """An attack was committed."""

    type: ClassVar[str] = "declared"
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    sentence: Message

    @property
    def text(self) -> Message:
        return self.sentence


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """Something fell: dice of any kind, coins, markers from a cup, a pool of forty; and how it is read."""

    type: ClassVar[str] = "rolled"
    dice: tuple[Die, ...]
    faces: tuple[int, ...]
    """The face of each of the dice; of coins and markers counted together, how many show heads."""
    result: str
    """The ``Outcome.result`` or ``Outcome.group`` of the preview it answers."""
    meaning: Message
    title: Text = ""
    """What it was for, e.g. who fired at whom."""
    needed: int = 0
    """Heads or hits that make a success; 0 where they are only compared, or not counted."""
    groups: tuple[DiceGroup, ...] = ()
    """Whose dice they are; must agree with those of the ``Roll`` that was due."""
    counted: frozenset[int] | None = None
    """Which dice (from 0) turned out to count as hits, where the faces of their groups do not say."""
    places: tuple[str, ...] = ()
    """Where the result takes effect."""
    @property
    def coins(self) -> tuple[int, ...]:
        """How many coins or markers each of those lots had that were counted together."""
        return tuple(die.coins for die in self.dice if die.counts_heads)

    @property
    def heads(self) -> tuple[int, ...]:
        """How many of each lot show heads."""
        return tuple(face for die, face in zip(self.dice, self.faces, strict=True) if die.counts_heads)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The faces of everything that is no coin: dice, and numbers drawn from a cup."""
        return tuple(face for die, face in zip(self.dice, self.faces, strict=True) if not die.counts_heads)

    @property
    def hits(self) -> frozenset[int] | None:
        """Which dice (from 0) count as hits; None where nothing is counted."""
        return self.counted if self.counted is not None else hits_of(self.groups, self.faces)

    @property
    def column(self) -> str:
        """That of a ``RolledOnTable``."""
        return ""

    @property
    def row(self) -> int | None:
        """That of a ``RolledOnTable``."""
        return None

    @property
    def modifiers(self) -> tuple[Modifier, ...]:
        """What the variants change the die by."""
        return ()

    @property
    def verdict(self) -> Brief:
        """That of ``CoinsCompared``."""
        return NOTHING

    @property
    def drawn(self) -> bool:
        """Whether all of it was drawn from a cup."""
        return bool(self.dice) and all(die.drawn for die in self.dice)

    @property
    def text(self) -> Message:
        return self._plain()

    def _plain(self) -> Message:
        """What fell and what it means."""
        if self.coins:
            return say("{title}: {fell}: {meaning}", title=self.title, fell=self._heads(), meaning=self.meaning)
        fell = say("drawn {faces}", faces=self.faces) if self.drawn else self._hits()
        if not self.title:
            return say("{fell}: {meaning}", fell=fell, meaning=self.meaning)
        if self.faces == ((self.meaning.values or {}).get("count"),):  # the meaning tells the die
            return say("{title}: {meaning}", title=self.title, meaning=self.meaning)
        return say("{title}: {fell}: {meaning}", title=self.title, fell=fell, meaning=self.meaning)

    @property
    def sum(self) -> Text:
        """The face of a single die, what it is changed by, and what both come to, e.g. ``die 8 - 2 = 6``; empty where
        more fell, or coins did."""
        return self._sum() if len(self.faces) == 1 and not self.coins and self.hits is None else ""

    def _sum(self, *, named: bool = False) -> Text:
        """The same; the modifiers can be told one by one with their names."""
        (face,) = self.faces
        drawn = self.dice[0].drawn
        terms = tuple(one for one in self.modifiers if one.value)
        changed = self.row - face if self.row is not None else total(terms)
        if not changed and not (named and terms):
            return say("drawn {face}", face=face) if drawn else say("die {face}", face=face)
        whole: Text = joined((_term(one.value, one.name) for one in terms), " ") if named and terms else _term(changed)
        if drawn:
            return say("drawn {face} {terms} = {sum}", face=face, terms=whole, sum=face + changed)
        return say("die {face} {terms} = {sum}", face=face, terms=whole, sum=face + changed)

    def _heads(self) -> Text:
        """Heads of coins, and the dice that fell with them."""
        had: Text = ""
        for heads, coins in zip(self.heads, self.coins, strict=True):
            one = say("{heads} of {coins}", heads=heads, coins=coins)
            had = say("{one} against {other}", one=had, other=one) if had else one
        if self.needed:
            had = several("{had} head ({needed} needed)", "{had} heads ({needed} needed)", self.coins[-1], had=had,
                          needed=self.needed)
        else:
            had = several("{had} head", "{had} heads", self.coins[-1], had=had)
        return joined((had, *(say("die {face}", face=number) for number in self.numbers)))

    def _hits(self) -> Text:
        """Hits by group where they are counted, else the faces."""
        hits = self.hits
        if hits is None:
            return joined(map(str, self.faces))
        had = joined(
            say("{group}: {hits} of {dice}", group=group.title, hits=len(hits & set(group.dice)), dice=len(group.dice))
            if group.title else say("{hits} of {dice}", hits=len(hits & set(group.dice)), dice=len(group.dice))
            for group in self.groups or (DiceGroup("", tuple(range(len(self.dice)))),)
        )
        return say("{had} hit ({needed} needed)", had=had, needed=self.needed) if self.needed else say(
            "{had} hit", had=had)


@dataclass(frozen=True, slots=True)
class RolledOnTable(Rolled):
    """A roll that is read on a results table."""

    column: str = ""
    """The column of the table; empty: it is read without one after all."""
    row: int | None = None
    """The total it is read at: the die after all modifiers."""
    table: Text = ""
    """Where it is read, in words, e.g. ``the light infantry column``; empty: the title of the column says it."""
    modifiers: tuple[Modifier, ...] = ()
    """What moves the column of hits that are counted."""

    @property
    def text(self) -> Message:
        if self.coins or not self.column:
            return self._plain()
        column = self.table or odds_in_words(self.column)
        if self.drawn:
            return say("Drawn: {faces}, on {column}: {meaning}", faces=self.faces, column=column,
                       meaning=self.meaning)
        if self.hits is not None:
            row = joined((*(one.name for one in self.modifiers), say("{result} on {column}", result=self.result,
                                                                    column=column)))
            return say("{title}: {fell}; {row}: {meaning}", title=self.title, fell=self._hits(), row=row,
                       meaning=self.meaning)
        if self.row is not None and (self.row,) != self.faces[:1]:
            drm = self.row - self.faces[0]
            return say("Die {face} {sign} {drm} = {sum} on {column}: {meaning}", face=self.faces[0],
                       sign="+" if drm > 0 else "-", drm=abs(drm), sum=self.row, column=column,
                       meaning=self.meaning)
        return say("Die {faces} on {column}: {meaning}", faces=self.faces, column=column, meaning=self.meaning)


@dataclass(frozen=True, slots=True)
class RolledAgainst(Rolled):
    """A single die that must come to something."""

    modifiers: tuple[Modifier, ...] = ()
    """What it is changed by."""
    limit: Text = ""
    """What was needed of the sum, e.g. ``4 or less``."""
    failed: tuple[Text, Text] | None = None
    """What failed with it and who failed, for the sum of a turn, e.g. ``Orders refused`` and a contingent."""

    @property
    def text(self) -> Message:
        if not (self.limit and self.title):
            return self._plain()
        return say("{title}: {sum}, {limit} needed: {meaning}", title=self.title, sum=self._sum(named=True),
                   limit=self.limit, meaning=self.meaning)


@dataclass(frozen=True, slots=True)
class CoinsCompared(Rolled):
    """Several lots of coins or markers that are compared."""

    verdict: Brief = NOTHING
    """The meaning in two parts: who won, and what that means."""


def first_roll(events: Iterable[Event]) -> Rolled | None:
    """The first roll among the events of a step."""
    return next((event for event in events if isinstance(event, Rolled)), None)


def _term(value: int, name: Text = "") -> Message:
    """A term of a sum after its first, with its name if that is told."""
    sign = "+" if value > 0 else "-"
    if name:
        return say("{sign} {value} ({name})", sign=sign, value=abs(value), name=name)
    return say("{sign} {value}", sign=sign, value=abs(value))


@dataclass(frozen=True, slots=True)
class Noted(Event):
    """Something without a piece of its own: a phase begins, a turn ends, a result has no effect."""

    type: ClassVar[str] = "noted"
    sentence: Message

    @property
    def text(self) -> Message:
        return self.sentence


@dataclass(frozen=True, slots=True)
class TurnOver(Noted):
    """A turn is over: what is noted from here on belongs to what comes next."""


@dataclass(frozen=True, slots=True)
class PhaseBegan(Event):
    """The sequence of play moved on."""

    type: ClassVar[str] = "phase"
    turn: int
    phase: str
    seat: str
    sentence: Message

    @property
    def text(self) -> Message:
        return self.sentence


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """The game ended."""

    type: ClassVar[str] = "game-over"
    winner: str
    """A seat, or ``draw``."""
    sentence: Message

    @property
    def text(self) -> Message:
        return self.sentence
