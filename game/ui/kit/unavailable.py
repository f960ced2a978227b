"""Why a key does nothing here and now, where the table of keys gives it a meaning; other keys are passed over."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from game.core.message import Message, Text, say
from game.i18n.words import headed, said
from game.ui.kit.keytable import TABLE, Binding
from game.ui.kit.strokes import strokes

MISSING: dict[str, Message] = {
    "hex": say("this map has no hexes"),
    "area": say("this map has no areas"),
    "plane": say("there are no bases on this map"),
    "facings": say("no unit turns by steps in this game"),
    "layers": say("the rules lay nothing over this map"),
    "overview": say("this game has no list of orders or forces"),
    "salvo": say("this game has no list of guns"),
    "remaining": say("nothing can be resolved in one go in this game"),
    "matchups": say("this game has no table of unit types"),
    "people": say("only computers play this game"),
    "computers": say("no computer plays this game"),
    "moments": say("nobody can act out of turn now"),
    "reactions": say("nobody can act out of turn in this game"),
}
"""What a game lacks that a key needs, as ``Binding.needs`` names it."""
NOT_NOW: dict[str, Message] = {
    "turn": say("no unit in hand can turn"),
    "plan": say("no unit is in hand that can plan a path"),
    "choose": say("no choice has that number now"),
    "dice-pad": say("no roll waits for dice"),
    "type-pose": say("no base is in hand"),
    "snap": say("no base in hand has anything to snap to"),
    "bend": say("no base is in hand"),
    "grow": say("no base can be added now"),
    "change-way": say("no group in hand can form a column"),
    "next-line": say("nothing is listed now"),
    "top": say("no counter in hand can go on top"),
    "interrupt": say("nobody can act out of turn now"),
    "moments": say("there is nothing to choose in this game"),
    "pass-phase": say("nobody is asked to react now"),
    "never-react": say("nobody is asked to react now"),
    "always-react": say("nobody is asked to react now"),
    "recap": say("the others have done nothing yet"),
    "minimap": say("the whole map is in view"),
    "mark": say("no unit on the map is in hand"),
    "size": say("no terrain is in hand"),
}
"""What keeps a command from meaning anything now."""
NOTHING = say("there is nothing it can do now")
IN_A_LESSON = say("this is a lesson")


def why_not(event: pygame.event.Event, screens: Iterable[str], things: frozenset[str]) -> Text:
    """What to say of a key that was struck and did nothing on some screens; empty where it means nothing on them.

    :param things: what the game has that keys depend on.
    """
    if event.type != pygame.KEYDOWN:
        return ""
    on = set(screens)
    for key in strokes(event):
        rows = [row for row in TABLE if row.command and row.text and on & {*row.on.split()}
                and key in f"{row.keys} {row.also}".split()]
        if rows:
            row = min(rows, key=lambda each: _distance(each, things))
            what = headed(said(row.text).split(";")[0])
            return say("“{what}” is not available: {why}", what=what, why=_reason(row, things))
    return ""


def _unmet(row: Binding, things: frozenset[str]) -> list[str]:
    """What a row needs that the game does not have."""
    return [need for need in row.needs.split() if not any(each in things for each in need.split("|"))]


def _distance(row: Binding, things: frozenset[str]) -> tuple[int, bool, bool]:
    """How far a row is from holding in a game; the least is told of. A free table is further from a map than maps are
    from each other."""
    unmet = _unmet(row, things)
    return len(unmet), not row.holds(things), "plane" in unmet


def _reason(row: Binding, things: frozenset[str]) -> Message:
    for need in _unmet(row, things):
        return MISSING[need.split("|")[0]]
    if "lesson" in row.lacks.split() and "lesson" in things:
        return IN_A_LESSON
    return NOT_NOW.get(row.command, NOTHING)
