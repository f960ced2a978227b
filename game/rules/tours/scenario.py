"""The battle, its options, and the examples of play, read from files."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from game.core.codec import BadPosition
from game.core.contract import OptionInfo, ScenarioInfo
from game.core.fields import Fields
from game.core.message import Message, say
from game.core.position_checks import need
from game.rules.tours.decisions import CHITS_OPTION
from game.rules.tours.sequence import BATTLE
from game.rules.tours.units import FRANKS, rule
from game.rules.tours.victory import (
    BREAK_LOSSES,
    LAST_TURN,
    LIMITED_LAST_TURN,
    TURN_LIMIT,
    UNTUNED_BREAK_LOSSES,
    UNTUNED_OPTION,
)

FOLDER = Path(__file__).parent / "scenarios"
MAP = "tours/tours.tmx"
"""The map of the battle, as a path below ``maps/``."""
OPTIONS = (
    OptionInfo(TURN_LIMIT, say("Twenty turns"), rule("14.0", 22),
               say("The Franks win if the battle is still undecided after turn {limit}", limit=LIMITED_LAST_TURN),
               turns=LIMITED_LAST_TURN),
    OptionInfo(CHITS_OPTION, say("Draw chits"), rule("2.0", 23),
               say("Ten chits, 0 to 9, are drawn in place of the die; each is put back, so the odds are the same")),
    OptionInfo(UNTUNED_OPTION, say("Tougher Franks"), rule("14.0"),
               say("The Franks break at {before} lost units, not {now}; nothing else changes", now=BREAK_LOSSES[FRANKS],
                   before=UNTUNED_BREAK_LOSSES[FRANKS])),
)


@dataclass(frozen=True)
class ToursScenario:
    """A scenario: the battle, or an example of play with its position."""

    info: ScenarioInfo
    start: Mapping[str, Any] = field(default_factory=dict)
    """The differences of an example's starting position from the set-up."""


TOURS_BATTLE = ToursScenario(ScenarioInfo(
    BATTLE, say("The battle of Tours, 732"), MAP,
    say("Moussais, between the Clain and the Vienne: Charles bars the road to Tours; the Muslims guard their camp."),
    LAST_TURN,
    provenance=(("rules", "rulebook"), ("set-up areas", "rulebook"),
                ("unit counts", "reconstructed from the set-up areas; trains and guard rulebook"),
                ("map, tables, movement allowances, victory conditions", "reconstructed")),
))


class Example(NamedTuple):
    """The contents of the file of an example of play, without its ``[start]``."""

    title: str
    short: str
    map: str
    summary: str
    provenance: Mapping[str, str]
    units: tuple[str, ...]
    """Lines such as ``hi1 1606 e disordered``: a piece, its hex, and if given its facing and its marks."""


def load_all() -> dict[str, ToursScenario]:
    """All scenarios by name, the battle first.

    :raises BadPosition: for a broken file, naming the file, the key and what was expected.
    """
    examples = [_load(path) for path in sorted(FOLDER.glob("*.toml"))]
    return {one.info.name: one for one in (TOURS_BATTLE, *examples)}


def _load(path: Path) -> ToursScenario:
    """The example of play of a file.

    :raises BadPosition: for a broken file, as ``load_all``.
    """
    try:
        data: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
    except ValueError as error:
        raise BadPosition(say("{file}: not written as TOML: {error}", file=path.name, error=error)) from error
    start = data.pop("start", {})
    need(isinstance(start, Mapping), f"{path.name}/start", say("a table"))
    example: Example = Fields().read(Example, data, path.name)
    info = ScenarioInfo(path.stem, Message(example.title), example.map, Message(example.summary), 1, True,
                        tuple(example.provenance.items()), Message(example.short))
    return ToursScenario(info, {**start, "units": [
        _unit(line, f"{path.name}/units/{n}") for n, line in enumerate(example.units)]})


def _unit(line: str, where: str) -> dict[str, Any]:
    """The entry of a position for a line of ``Example.units``.

    :param where: the place of the line in its file, for error messages.
    :raises BadPosition: for a line without a hex.
    """
    words = line.split()
    need(len(words) >= 2, where, say("a piece and its hex, such as 'hi1 1606 e disordered'"))
    name, place, *facing_and_marks = words
    facing = {"facing": facing_and_marks[0]} if facing_and_marks else {}
    return {"id": name, "place": place, **facing, **dict.fromkeys(facing_and_marks[1:], True)}
