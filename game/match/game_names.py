"""The names that the program gives to games: branched ones, and copies. A record keeps them in English; they are shown
in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, product, repeat
from typing import Any

from game import catalog
from game.core.contract import System
from game.core.message import Message, Text, say
from game.match.match import Match
from game.match.record import MAX_TITLE_LENGTH, plain_title

MAX_BATTLE_LENGTH = 36
"""The maximum length of a battle's name within such a name, in characters; leaves room for turn and number."""

BRANCHED = say("{battle}, from {turn}: {phase}"), say("{battle}, from {turn}")
"""The name of a branched game, and a shorter form."""
BRANCHED_AGAIN = say("{battle}, from {turn} ({number}): {phase}"), say("{battle}, from {turn} ({number})")
"""The same if another game has that name."""
TURN = say("{turn_noun} {turn}")
"""The turn within these names."""
COPY = say("{battle}, {turn_noun} {turn}")
"""The proposed name of a copy."""


def branch_name(match: Match[Any], taken: set[str], original: str = "") -> str:
    """A new name in English for a game branched from another one: battle, turn and phase, with a number if the name is
    taken.

    :param taken: the names of other games, as their records have them.
    :param original: the name of the original game, in place of the battle; empty for the battle.
    """
    prompt, theme = match.prompt, match.rules.theme
    values = {"battle": _cut(original or str(_battle(match.rules, match.header.scenario))),
              "turn": TURN.with_values(turn_noun=theme.turn_noun, turn=prompt.turn),
              "phase": theme.phase_of(*prompt.phase_key)}
    all_forms = chain([BRANCHED], repeat(BRANCHED_AGAIN))
    names = (_fitting([form.with_values(**values, number=number) for form in forms])
             for number, forms in enumerate(all_forms, start=1))
    return next(name for name in names if name not in taken)


def copy_name(match: Match[Any]) -> str:
    """A name in English for a copy of a game: the battle, and the turn if the game counts turns."""
    battle, turn = _cut(str(_battle(match.rules, match.header.scenario))), match.rules.prompt(match.state).turn
    return str(COPY.with_values(battle=battle, turn_noun=match.rules.theme.turn_noun, turn=turn)) if turn else battle


def shown_name(name: str, system: str, scenario: str) -> Text:
    """A game's name as shown: one that the program has given is built again from its parts, another is returned as it
    is.

    :param name: the name as the record has it; may be empty.
    :param system: the game's system, which need not be installed.
    :param scenario: the name of its scenario.
    """
    if not name:
        return name
    try:
        rules = catalog.rules(system)
    except (catalog.UnusableName, catalog.BrokenSystem):
        return name
    battle = _battle(rules, scenario)
    if name == _cut(str(battle)):
        return battle
    for form in (*BRANCHED_AGAIN, *BRANCHED, COPY):
        found = _pattern(form, rules).fullmatch(name)
        values = _values(form, found.groupdict(), rules, battle) if found is not None else None
        if values is not None:
            return form.with_values(**values)
    return name


def _pattern(form: Message, rules: System[Any]) -> re.Pattern[str]:
    """The pattern of the English names of a form, with their parts as groups."""
    noun = re.escape(str(rules.theme.turn_noun))
    groups = {"battle": "(?P<battle>.+)", "number": "(?P<number>[0-9]+)", "phase": "(?P<phase>.+)", "turn_noun": noun,
              "turn": "(?P<turn>[0-9]+)" if form is COPY else f"{noun} (?P<turn>[0-9]+)"}
    pieces = re.split(r"\{(\w+)\}", form.template)
    return re.compile("".join(groups[piece] if at % 2 else re.escape(piece) for at, piece in enumerate(pieces)))


def _values(form: Message, parts: dict[str, str], rules: System[Any], battle: Text) -> dict[str, Text] | None:
    """The values of a form for the parts of a name in English; None if they name a phase that the system lacks."""
    phases = {str(phase): phase for phase in _phases(rules)}
    if "phase" in parts and parts["phase"] not in phases:
        return None
    noun, values = rules.theme.turn_noun, dict[str, Text](parts)
    if parts["battle"] == _cut(str(battle)):
        values["battle"] = battle
    if "phase" in parts:
        values["phase"] = phases[parts["phase"]]
    if form is COPY:
        return values | {"turn_noun": noun}
    return values | {"turn": TURN.with_values(turn_noun=noun, turn=parts["turn"])}


def _phases(rules: System[Any]) -> Iterator[Text]:
    """The names of all phases with their sides."""
    theme = rules.theme
    titled = product(("", *rules.seats), theme.titles)
    return (theme.phase_of(seat, phase) for seat, phase in chain(theme.opening, theme.phases, titled))


def _battle(rules: System[Any], scenario: str) -> Text:
    """The title of a scenario; its name if the system has no such scenario."""
    return next((info.title for info in rules.scenarios if info.name == scenario), scenario)


def _cut(battle: str) -> str:
    """A battle's name, cut if too long for the names above."""
    return battle if len(battle) <= MAX_BATTLE_LENGTH else battle[:MAX_BATTLE_LENGTH - 1].rstrip() + "…"


def _fitting(forms: list[Message]) -> str:
    """The first of some forms of a name that is no longer than a title may be, or the last."""
    return plain_title(str(next((form for form in forms if len(str(form)) <= MAX_TITLE_LENGTH), forms[-1])))
