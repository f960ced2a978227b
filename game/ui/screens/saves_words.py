"""What the list of saved games says about each: its name, how far it is, who plays, what is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

from game import catalog
from game.core.contract import DRAW
from game.core.message import Message, Text, joined, say, several
from game.core.option import title_of
from game.i18n.dates import short_date
from game.i18n.words import said
from game.levels import HUMAN
from game.match.match import Match
from game.match.player_titles import player_title
from game.match.record import TITLE, one_line, plain_title
from game.match.store import SavedFile

SHOWN = 4
"""Options that the pane beside the list names."""
WIDEST_NAME = 46
"""Characters of a name in the list with the marks about it; the pane beside the list has all of it."""
BATTLE = 36
"""Characters of a game's name in that of one that leaves it: they leave room for the turn and a number."""


FORMS = ("count players when", "count when", "when", "state", "")
"""What a line of the list says of a game beside its name, from the longest form to the shortest."""


def line_of(save: SavedFile, form: str = FORMS[0]) -> str:
    """A save in one line, told from others of the same battle by its players and its actions.

    :param form: one of ``FORMS``.
    """
    sign = said(_begun_under(save)) if save.barred else said(say("× damaged · ")) if save.fault else ""
    copy = said(say(" · copy")) if save.copy else ""
    name = one_line(name_of(save), WIDEST_NAME - len(sign) - len(copy)) + copy
    if not save.system:
        return said(say("× unreadable · {name} · {when}", name=name, when=_when(save)) if "when" in form else
                    say("× unreadable · {name}", name=name))
    state = ((ending_of(save) or said(say("over"))) if save.result
             else said(say("turn {turn}", turn=save.turn or 1)))
    when = said(say("being played now")) if save.playing else _when(save)
    parts = {"count": f"{state}, {_count(save)}", "players": players_of(save), "when": when}
    known = ["state", "when"] if form == "when" else form.split()
    return " · ".join([f"{sign}{name}", *((parts | {"state": state})[part] for part in known)])


def players_of(save: SavedFile) -> str:
    """Who plays which side, in a few words."""
    titles = sides_of(save)
    players = save.players or {}
    people = [titles[seat] for seat, player in players.items() if player == HUMAN]
    if len(people) == len(players) > 1:
        return said(say("people on both sides"))
    computers = [f"{titles[seat]}: {said(player_title(player))}" for seat, player in players.items() if player != HUMAN]
    return ", ".join([*(said(say("you as {side}", side=title)) for title in people), *computers])


def ending_of(save: SavedFile) -> str:
    """Who won a game that is over; empty where its record does not say it."""
    if save.winner == DRAW:
        return said(say("a draw"))
    return said(say("{sides} won", sides=sides_of(save)[save.winner]) if save.winner in (save.players or {}) else "")


def name_of(save: SavedFile) -> str:
    """What a save is called: the name it was given, or its battle."""
    return save.title or (battle_of(save)[0] if save.system else "") or plain_title(save.path.name)


def branch_name(match: Match[Any], taken: set[str], of: str = "") -> str:
    """What a game is called that leaves another one where it is now: its battle and the place, with a number if a game
    has that name.

    :param of: the name of the game it leaves, in place of the battle.
    """
    prompt, rules = match.prompt, match.rules
    seat, phase = prompt.place
    side = rules.theme.side_title(seat)
    battle = of or said(next(info.title for info in rules.scenarios if info.name == match.header.scenario))
    values = {"battle": battle if len(battle) <= BATTLE else battle[:BATTLE - 1].rstrip() + "…",
              "turn": prompt.turn, "phase": joined((side, rules.theme.title_of(phase)), " ")}
    names = (_fitting(said(say("{battle}, from turn {turn} ({number}): {phase}", number=number, **values)
                           if number > 1 else say("{battle}, from turn {turn}: {phase}", **values)),
                      said(say("{battle}, from turn {turn} ({number})", number=number, **values)
                           if number > 1 else say("{battle}, from turn {turn}", **values))) for number in count(1))
    return next(name for name in names if name not in taken)


def _fitting(whole: str, short: str) -> str:
    """A name with its phase, or without it if there is no room."""
    return plain_title(whole if len(whole) <= TITLE else short)


def resume_words(save: SavedFile) -> Message:
    """What the title says about the game it continues: system, battle, turn and when it was played last."""
    battle = battle_of(save)[0]
    system = said(_system(save))
    game = battle if battle.startswith(system) else f"{system} · {battle}"
    return say("{game}, turn {turn} · {when}", game=game, turn=save.turn or 1, when=short_date(save.date))


def _system(save: SavedFile) -> Text:
    """The title of a save's system; its name where the program has no such system now."""
    try:
        return catalog.rules(save.system).theme.title
    except (catalog.UnknownName, catalog.BrokenSystem):
        return save.system


def battle_of(save: SavedFile) -> tuple[str, tuple[str, ...]]:
    """The titles of a save's scenario and options; their names where the program has no such system now."""
    try:
        rules = catalog.rules(save.system)
    except (catalog.UnknownName, catalog.BrokenSystem):
        return save.scenario, save.options
    scenarios = {info.name: info.title for info in rules.scenarios}
    return said(scenarios.get(save.scenario, save.scenario)), tuple(
        said(title_of(text, rules.options)) for text in save.options)


def some(options: Sequence[str]) -> tuple[str, ...]:
    """The titles of options, of many only the first and how many more there are."""
    if len(options) <= SHOWN:
        return tuple(options)
    return (*options[:SHOWN - 1], said(several("and {count} more", "and {count} more", len(options) - SHOWN + 1)))


def way_in(save: SavedFile) -> str:
    """The words on the main button."""
    if save.result:
        return said(say("Show how it ended"))
    if save.fault and save.system and not save.barred:
        if not save.actions:
            return said(say("Play on from its good part"))
        return said(say("Play on from its good part ({actions})", actions=_count(save)))
    return said(say("Play on from this copy") if save.copy else say("Resume"))


def fault_of(save: SavedFile) -> str:
    """What is wrong with a record, without its technical detail."""
    if save.barred:
        named = {"edition": save.edition, "here": catalog.rules(save.system).edition}
        return said(say("× Begun under newer rules (edition {edition}, here {here}): this game cannot go on.", **named)
                    if _is_newer(save) else
                    say("× Begun under older rules (edition {edition}, now {here}): this game cannot go on.", **named))
    if not save.system:
        return said(say("× This file cannot be read as a saved game."))
    count = say("after action {actions}", actions=save.actions) if save.actions else say("after its beginning")
    return said(say("× This file is damaged {count}. Playing on begins a new file; the damaged one stays as it is.",
                    count=count))


def _is_newer(save: SavedFile) -> bool:
    """Whether a game that is not taken up was begun under a later edition of the rules than is here."""
    return save.edition > catalog.rules(save.system).edition


def _begun_under(save: SavedFile) -> Message:
    """The sign of a game that is not taken up because its rules have changed."""
    return say("× newer rules · ") if _is_newer(save) else say("× older rules · ")


def sides_of(save: SavedFile) -> dict[str, str]:
    """The title of every seat; its name where the program has no such system now."""
    found = {seat: seat.capitalize() for seat in save.players or {}}
    try:
        seats = catalog.rules(save.system).theme.seats
    except (catalog.UnknownName, catalog.BrokenSystem):
        return found
    return found | {info.name: said(info.title) for info in seats if info.name in found}


def _count(save: SavedFile) -> str:
    return said(several("{count} action", "{count} actions", save.actions))


def _when(save: SavedFile) -> str:
    return said(short_date(save.date))
