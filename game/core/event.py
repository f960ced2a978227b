"""Events: what happened, as data, shared by the screen, the log, the referee and the tests.

Systems may subclass these; the screen animates the classes below and prints ``text``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from dataclasses import fields as fields_of
from typing import Any, ClassVar, NamedTuple

from game.core.chance import DiceGroup, Die, Modifier, hits_of, signed, total, with_minus
from game.core.message import EMPTY_BRIEF, Brief, Message, Text, joined, plural, say
from game.core.verdict import RuleRef


@dataclass(frozen=True, slots=True)
class Event(ABC):
    """Something that happened, and the rule it happened under."""

    type: ClassVar[str] = "event"
    """The name of its kind for the referee and in tests."""
    reveals: ClassVar[bool] = False
    """Whether it reveals something hidden to a seat: if so, undoing it needs consent, as for a roll."""
    together: ClassVar[bool] = False
    """Whether it is animated at the same time as a preceding event of its kind."""
    rule: RuleRef

    @property
    @abstractmethod
    def text(self) -> Message:
        """One line for the log."""

    @property
    def folded(self) -> bool:
        """Whether another event's line covers it, so that the log leaves it out."""
        return False

    @property
    def harms(self) -> bool:
        """Whether it harms a unit; if so, the card of the roll that caused it lists it."""
        return False

    @property
    def brief(self) -> Brief:
        """The headline and the details, e.g. for the slip below the dice."""
        return Brief(self.text)

    def fields(self) -> Mapping[str, Any]:
        """Field -> its value, without the rule."""
        return {field.name: getattr(self, field.name) for field in fields_of(self) if field.name != "rule"}


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A unit moved along a path."""

    type: ClassVar[str] = "moved"
    unit: str
    name: Text
    """The unit's name for display; the same in the events below."""
    path: tuple[str, ...]
    """The unit's former place, then every place that it entered."""
    cost: int
    """The movement points used."""

    @property
    def text(self) -> Message:
        return say("{unit} moves {path} ({cost} MP)", unit=self.name, path="-".join(self.path), cost=self.cost)


@dataclass(frozen=True, slots=True)
class Advanced(Event):
    """A unit entered a place vacated in combat, outside normal movement; ``path`` is as in ``Moved``."""

    type: ClassVar[str] = "advanced"
    unit: str
    name: Text
    path: tuple[str, ...]

    @property
    def text(self) -> Message:
        return say("{unit} advances to {place}", unit=self.name, place=self.path[-1])


@dataclass(frozen=True, slots=True)
class Retreated(Event):
    """A unit retreated; ``path`` is as in ``Moved``."""

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
    """The place that it left."""

    @property
    def text(self) -> Message:
        return say("{unit} is eliminated in hex {place}", unit=self.name, place=self.place)

    @property
    def harms(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class LeaderFell(Removed):
    """A leader died; reported to both sides, whichever caused it."""

    cause: Text = ""
    """What killed the leader, under ``rule``."""
    outcome: Text = ""
    """The consequences for the leader's side."""


@dataclass(frozen=True, slots=True)
class Declared(Event):
    """An attack was declared."""

    type: ClassVar[str] = "declared"
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    sentence: Message
    """The line for the log; the same in the events below."""
    has_roll: bool = True
    """Whether a roll decides it."""

    @property
    def text(self) -> Message:
        return self.sentence


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """A roll of dice, coins or markers from a cup, and its result."""

    type: ClassVar[str] = "rolled"
    dice: tuple[Die, ...]
    faces: tuple[int, ...]
    """The face of each die; for coins and markers counted together, the number of heads."""
    result: str
    """The ``Outcome.result`` or ``Outcome.group`` of the corresponding preview."""
    meaning: Message
    """The result in words."""
    title: Text = ""
    """The purpose of the roll, e.g. who fired at whom."""
    needed: int = 0
    """The heads or hits needed for success; 0 if they are only compared, or not counted."""
    groups: tuple[DiceGroup, ...] = ()
    """The dice by side and unit; must agree with those of the pending ``Roll``."""
    counted: frozenset[int] | None = None
    """The indices of the dice (from 0) that count as hits, if the faces in their groups do not decide it."""
    places: tuple[str, ...] = ()
    """The places where the result takes effect."""
    units: tuple[str, ...] = ()
    """The units on which it takes effect; empty if it concerns all units in those places."""

    @property
    def coins(self) -> tuple[int, ...]:
        """The size of each lot of coins or markers that are counted together."""
        return tuple(die.coins for die in self.dice if die.counts_heads)

    @property
    def heads(self) -> tuple[int, ...]:
        """The number of heads in each lot of ``coins``."""
        return tuple(face for die, face in zip(self.dice, self.faces, strict=True) if die.counts_heads)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The faces of everything except coins: of dice, and numbers drawn from a cup."""
        return tuple(face for die, face in zip(self.dice, self.faces, strict=True) if not die.counts_heads)

    @property
    def hits(self) -> frozenset[int] | None:
        """The indices of the dice (from 0) that count as hits; None if nothing is counted."""
        return self.counted if self.counted is not None else hits_of(self.groups, self.faces)

    @property
    def column(self) -> str:
        """The column in a ``RolledOnTable``; empty here."""
        return ""

    @property
    def row(self) -> int | None:
        """The row in a ``RolledOnTable``; None here."""
        return None

    @property
    def modifiers(self) -> tuple[Modifier, ...]:
        """The modifiers in the subclasses that have them; empty here."""
        return ()

    @property
    def verdict(self) -> Brief:
        """The winner and the consequence in ``CoinsCompared``; empty here."""
        return EMPTY_BRIEF

    @property
    def drawn(self) -> bool:
        """Whether everything was drawn from a cup."""
        return bool(self.dice) and all(die.drawn for die in self.dice)

    @property
    def text(self) -> Message:
        return self._faces_and_meaning()

    def _faces_and_meaning(self) -> Message:
        """The line for the log without modifiers and table: the title, if any, the faces, and the result in words."""
        if self.coins:
            faces_text = self._heads()
        elif self.title and self.faces == ((self.meaning.values or {}).get("count"),):
            return say("{title}: {meaning}", title=self.title, meaning=self.meaning)  # the meaning states the face
        else:
            faces_text = say("drawn {faces}", faces=self.faces) if self.drawn else self.sum or self._hits()
        if not self.title:
            return say("{fell}: {meaning}", fell=faces_text, meaning=self.meaning)
        return say("{title}: {fell}: {meaning}", title=self.title, fell=faces_text, meaning=self.meaning)

    @property
    def sum(self) -> Text:
        """The face of a single die, its modification and the total, e.g. ``die 8 - 2 = 6``; empty for several dice,
        for coins, and if hits are counted."""
        return self._sum() if len(self.faces) == 1 and not self.coins and self.hits is None else ""

    def _sum(self, *, with_names: bool = False) -> Text:
        """The text of ``sum``.

        :param with_names: whether the modifiers are listed with their names.
        """
        (face,) = self.faces
        drawn = self.dice[0].drawn
        terms = tuple(modifier for modifier in self.modifiers if modifier.value)
        modification = self.row - face if self.row is not None else total(terms)
        if not modification and not (with_names and terms):
            return say("drawn {face}", face=face) if drawn else say("die {face}", face=face)
        terms_text: Text = named_terms(terms) if with_names and terms else _term(modification)
        if drawn:
            return say("drawn {face} {terms} = {sum}", face=face, terms=terms_text, sum=face + modification)
        return say("die {face} {terms} = {sum}", face=face, terms=terms_text, sum=face + modification)

    @property
    def heads_text(self) -> Message:
        """The heads of the coins or markers, of both sides if both have some, as text."""
        if len(self.heads) == 2:
            coins, others = (die.title for die in self.dice if die.counts_heads)
            return plural("{count} head on {coins} against {other} on {others}",
                          "{count} heads on {coins} against {other} on {others}", self.heads[0], coins=coins,
                          other=self.heads[1], others=others)
        coins_title = next(die.title for die in self.dice if die.counts_heads)
        return plural("{count} head on {coins}", "{count} heads on {coins}", self.heads[0], coins=coins_title)

    def _heads(self) -> Text:
        """The heads of the coins, and the faces of dice rolled with them."""
        heads_text = say("{had} ({needed} needed)", had=self.heads_text, needed=self.needed) if self.needed else (
            self.heads_text)
        return joined((heads_text, *(say("die {face}", face=number) for number in self.numbers)))

    def _hits(self) -> Text:
        """The hits by group if they are counted, otherwise the faces. The groups are not named if the title does: if
        each of two sides has one."""
        hits = self.hits
        if hits is None:
            faces = joined(map(str, self.faces))
            return plural("die {faces}", "dice {faces}", len(self.faces), faces=faces)
        if self.title and len(self.groups) == len({group.seat for group in self.groups}) == 2:
            one, other = (say("{hits} of {dice}", hits=len(hits & set(group.dice)), dice=len(group.dice))
                          for group in self.groups)
            return say("{had} hit", had=say("{one} against {other}", one=one, other=other))
        hits_text = joined(
            say("{group}: {hits} of {dice}", group=group.title, hits=len(hits & set(group.dice)), dice=len(group.dice))
            if group.title else say("{hits} of {dice}", hits=len(hits & set(group.dice)), dice=len(group.dice))
            for group in self.groups or (DiceGroup("", tuple(range(len(self.dice)))),)
        )
        return say("{had} hit ({needed} needed)", had=hits_text, needed=self.needed) if self.needed else say(
            "{had} hit", had=hits_text)


@dataclass(frozen=True, slots=True)
class RolledOnTable(Rolled):
    """A roll whose result is read on a results table."""

    column: str = ""
    """The column of the table, a template for translation; empty if the roll is read without one."""
    row: int | None = None
    """The row: the total of the die and all modifiers, or the row that the hits give; None if no row is read."""
    table: Text = ""
    """The column in words, e.g. ``the light infantry column``; empty if the column's title is enough."""
    modifiers: tuple[Modifier, ...] = ()
    """The modifiers of the row of a roll in which hits are counted."""

    @property
    def text(self) -> Message:
        if self.coins or not self.column:
            return self._faces_and_meaning()
        column = self.table or say("column {column}", column=Message(self.column))
        if self.hits is not None:
            return self._hits_and_row()
        if self.row is not None and (self.row,) != self.faces[:1]:
            drm = self.row - self.faces[0]
            sign, size, row = signed(drm)[0], abs(drm), with_minus(self.row) if self.row < 0 else self.row
            if self.drawn:
                return say("Drawn: {face} {sign} {drm} = {sum}, on {column}: {meaning}", face=self.faces[0], sign=sign,
                           drm=size, sum=row, column=column, meaning=self.meaning)
            return say("Die {face} {sign} {drm} = {sum} on {column}: {meaning}", face=self.faces[0], sign=sign,
                       drm=size, sum=row, column=column, meaning=self.meaning)
        if self.drawn:
            return say("Drawn: {faces}, on {column}: {meaning}", faces=self.faces, column=column,
                       meaning=self.meaning)
        return say("Die {faces} on {column}: {meaning}", faces=self.faces, column=column, meaning=self.meaning)

    def _hits_and_row(self) -> Message:
        """The line for the log of a roll with hits: the title, if any, the hits, the row if one is read, and the result
        in words."""
        row: Text = "" if self.row is None else joined((
            *(say("{value} {name}", value=signed(modifier.value), name=modifier.name) if modifier.value
              else modifier.name for modifier in self.modifiers),
            say("row {result} ({column})", result=self.result, column=self.table or Message(self.column))))
        if not self.title:
            return say("{fell}: {meaning}", fell=joined((self._hits(), row), "; "), meaning=self.meaning)
        if not row:
            return say("{title}: {fell}; {meaning}", title=self.title, fell=self._hits(), meaning=self.meaning)
        return say("{title}: {fell}; {row}: {meaning}", title=self.title, fell=self._hits(), row=row,
                   meaning=self.meaning)


class Failure(NamedTuple):
    """A failed roll for the turn report, which lists failures with the same heading in one line."""

    heading: Text
    """What failed, e.g. ``orders refused``."""
    name: Text
    """The name of the contingent or unit that failed."""


@dataclass(frozen=True, slots=True)
class RolledAgainst(Rolled):
    """A roll of one die against a target number."""

    modifiers: tuple[Modifier, ...] = ()
    """The modifiers of the die."""
    limit: Text = ""
    """The total needed, e.g. ``4 or less``."""
    failure: Failure | None = None
    """None if it succeeded, or if the turn report does not list it."""

    @property
    def sum(self) -> Text:
        """The face alone, e.g. ``die 8``: cards say which faces give a result, with the modifiers counted in.
        The log has the sum and the total needed."""
        return say("drawn {face}", face=self.faces[0]) if self.drawn else say("die {face}", face=self.faces[0])

    @property
    def text(self) -> Message:
        if not (self.limit and self.title):
            return self._faces_and_meaning()
        return say("{title}: {sum} ({limit} needed): {meaning}", title=self.title, sum=self._sum(with_names=True),
                   limit=self.limit, meaning=self.meaning)


@dataclass(frozen=True, slots=True)
class CoinsCompared(Rolled):
    """A comparison of several lots of coins or markers."""

    verdict: Brief = EMPTY_BRIEF
    """The result in two parts: the winner, and the consequence."""


def first_roll(events: Iterable[Event]) -> Rolled | None:
    """The first roll among some events."""
    return next((event for event in events if isinstance(event, Rolled)), None)


def named_terms(modifiers: Iterable[Modifier]) -> Text:
    """Modifiers as the terms of a sum after the first, each with its name; those of 0 are left out."""
    return joined((_term(modifier.value, modifier.name) for modifier in modifiers if modifier.value), " ")


def _term(value: int, name: Text = "") -> Message:
    """A term of a sum after the first, with its name if given."""
    sign = signed(value)[0]
    if name:
        return say("{sign} {value} ({name})", sign=sign, value=abs(value), name=name)
    return say("{sign} {value}", sign=sign, value=abs(value))


@dataclass(frozen=True, slots=True)
class Noted(Event):
    """An event with a line for the log that moves, places or removes no unit, e.g. a turn ends, a unit rallies, a
    result has no effect."""

    type: ClassVar[str] = "noted"
    sentence: Message

    @property
    def text(self) -> Message:
        return self.sentence


@dataclass(frozen=True, slots=True)
class TurnOver(Noted):
    """A turn is over; later events belong to the next one."""


@dataclass(frozen=True, slots=True)
class PhaseBegan(Event):
    """A phase began."""

    type: ClassVar[str] = "phase"
    turn: int
    phase: str
    """The name of the phase in positions."""
    seat: str
    """The phasing seat; empty if it is no single side's phase."""
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
