"""What the list of saved games says about each: its name, how far it is, who plays, what is wrong with it."""

from __future__ import annotations

from game import catalog
from game.core.contract import DRAW
from game.match.record import HUMAN, one_line, plain_title
from game.match.store import Save
from game.words import said

WIDEST_NAME = 46
"""Characters of a name in the list with the marks about it; the pane beside the list has all of it."""


def line_of(save: Save) -> str:
    """A save in one line, told from others of the same battle by its players and its actions."""
    sign = "× damaged · " if save.fault and not save.barred else ""
    copy = " · copy" if save.copy else ""
    name = one_line(name_of(save), WIDEST_NAME - len(sign) - len(copy)) + copy
    if not save.system:
        return f"× unreadable · {name} · {_when(save)}"
    state = (ending_of(save) or "over") if save.result else f"turn {save.turn or 1}"
    when = "being played now" if save.playing else _when(save)
    return f"{sign}{name} · {state}, {_count(save)} · {players_of(save)} · {when}"


def players_of(save: Save) -> str:
    """Who plays which side, in a few words."""
    titles = _sides(save)
    players = save.players or {}
    people = [titles[seat] for seat, player in players.items() if player == HUMAN]
    if len(people) == len(players) > 1:
        return "people on both sides"
    computers = [f"{titles[seat]}: {player}" for seat, player in players.items() if player != HUMAN]
    return ", ".join([*(f"you as {title}" for title in people), *computers])


def ending_of(save: Save) -> str:
    """Who won a game that is over; empty where its record does not say it."""
    if save.winner == DRAW:
        return "a draw"
    return f"{_sides(save)[save.winner]} won" if save.winner in (save.players or {}) else ""


def name_of(save: Save) -> str:
    """What a save is called: the name it was given, or its battle."""
    return save.title or (battle_of(save)[0] if save.system else "") or plain_title(save.path.name)


def battle_of(save: Save) -> tuple[str, tuple[str, ...]]:
    """The titles of a save's scenario and options; their names where the program has no such system now."""
    try:
        rules = catalog.rules(save.system)
    except (catalog.UnknownName, catalog.BrokenSystem):
        return save.scenario, save.options
    scenarios = {info.name: info.title for info in rules.scenarios}
    options = {info.name: info.title for info in rules.options}
    return said(scenarios.get(save.scenario, save.scenario)), tuple(
        said(options.get(name, name)) for name in save.options)


def way_in(save: Save) -> str:
    """The words on the main button."""
    if save.result:
        return "Show how it ended"
    if save.fault and save.system and not save.barred:
        return "Play on from its good part" + (f" ({_count(save)})" if save.actions else "")
    return "Play on from this copy" if save.copy else "Go on playing"


def fault_of(save: Save) -> str:
    """What is wrong with a record, without its technical detail."""
    if save.barred:
        return "This game cannot go on with these rules."
    if not save.system:
        return "× This file cannot be read as a saved game."
    count = f"after action {save.actions}" if save.actions else "after its beginning"
    return f"× This file is damaged {count}. Playing on begins a new file; the damaged one stays as it is."


def _sides(save: Save) -> dict[str, str]:
    """The title of every seat; its name where the program has no such system now."""
    found = {seat: seat.capitalize() for seat in save.players or {}}
    try:
        seats = catalog.rules(save.system).theme.seats
    except (catalog.UnknownName, catalog.BrokenSystem):
        return found
    return found | {info.name: said(info.title) for info in seats if info.name in found}


def _count(save: Save) -> str:
    return f"{save.actions} action" + ("" if save.actions == 1 else "s")


def _when(save: Save) -> str:
    return save.date.astimezone().strftime("%d %b, %H:%M")
