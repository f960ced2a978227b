"""What a game turn came to: losses of both sides, commanders, disorder, and the points so far (13.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.core.batch import TurnReports
from game.core.indices import Slot
from game.core.message import Text, joined, say
from game.rules.adua import victory
from game.rules.adua.sides import ABYSSINIANS, ITALIANS
from game.rules.adua.state import GONE, AduaState
from game.rules.adua.units import COMBAT_UNITS, COMMANDERS, FIGHTERS, MULE_SLOTS, name_of

NAMED = 3
"""Units that are named; of more there is only the number."""


class Report(TurnReports[AduaState]):
    """The battle is summed up turn by turn."""

    def report(self, before: AduaState, after: AduaState) -> tuple[tuple[Text, Text], ...]:
        return tuple(_lines(before, after)) if before.scenario == victory.BATTLE else ()


def _lines(before: AduaState, after: AduaState) -> Iterator[tuple[Text, Text]]:
    for seat, words in ((ITALIANS, say("Italian steps lost")), (ABYSSINIANS, say("Abyssinian steps lost"))):
        yield words, str(sum(after.lost[slot] - before.lost[slot] for slot in FIGHTERS[seat]))
    for seat, words in ((ITALIANS, say("Italian units eliminated")), (ABYSSINIANS, say("Abyssinian units eliminated"))):
        yield words, _named(_gone(before, after, FIGHTERS[seat]))
    fallen = _gone(before, after, (*COMMANDERS[ITALIANS], *COMMANDERS[ABYSSINIANS], *MULE_SLOTS))
    if fallen:
        yield say("Commanders and mules lost"), joined(name_of(slot) for slot in fallen)
    for words, units in ((say("Disorganized"), after.disorganized), (say("Low on ammunition"), after.low)):
        italian, abyssinian = (sum(units >> slot & 1 for slot in FIGHTERS[seat]) for seat in (ITALIANS, ABYSSINIANS))
        yield words, say("Italians {italian}, Abyssinians {abyssinian}", italian=italian, abyssinian=abyssinian)
    if after.engaged:
        yield say("Melees that continue"), str(after.melees.bit_count())
    if after.exited:
        yield (say("Exited by the passes"),
               say("{exited} of {needed} points", exited=after.exited, needed=victory.NEEDED))
    was, now = victory.points(before), victory.points(after)
    yield (say("Abyssinian VP"), say("{now} (this turn +{more})", now=victory.told(now), more=victory.told(now - was)))
    if stayed := victory.behind(after):
        yield say("Italian units behind the blue line"), victory.in_words(victory.HALF * len(stayed))


def _gone(before: AduaState, after: AduaState, slots: Sequence[Slot]) -> list[Slot]:
    return [slot for slot in slots if after.at[slot] == GONE != before.at[slot]]


def _named(slots: Sequence[Slot]) -> Text:
    if 0 < len(slots) <= NAMED and all(slot < COMBAT_UNITS for slot in slots):
        return joined(name_of(slot) for slot in slots)
    return str(len(slots))
