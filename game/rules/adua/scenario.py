"""The battle, its options, and the examples of play, which are read from files."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from game.core.contract import OptionInfo, ScenarioInfo
from game.core.message import Message, MessageError, say
from game.rules.adua.deployment import EAST, ON_MAP
from game.rules.adua.smallarms import SWAP
from game.rules.adua.units import rule
from game.rules.adua.victory import BATTLE, BEHIND, LAST

FOLDER = Path(__file__).parent / "scenarios"
MAP = "adua/adua.tmx"
OPTIONS = (
    OptionInfo(ON_MAP, say("Rases on the map"), rule("4.0", 1),
               say("Maconnen and Micael begin on the map instead of coming with Menelik on turn 6")),
    OptionInfo(EAST, say("Italians in the east"), rule("4.0", 29),
               say("The blue line before column 24, as first reconstructed: the armies begin farther apart")),
    OptionInfo(SWAP, say("Rows swapped"), rule("10.1", 25),
               say("In an Abyssinian attack -1 costs the Italian unit a step and 0 disorganizes it")),
    BEHIND,
)


class ScenarioError(MessageError, ValueError):
    """A scenario file that cannot be used; the message names file, key and what was expected."""


@dataclass(frozen=True)
class Scenario:
    """A scenario: the battle, or an example of play with its position."""

    info: ScenarioInfo
    start: Mapping[str, Any] = field(default_factory=dict)
    """The position an example begins with, as far as it differs from the set-up."""


ADUA = Scenario(ScenarioInfo(
    BATTLE, say("The battle of Adua"), MAP,
    say("1 March 1896: four Italian brigades feel their way towards the passes of Adua, and the host of Menelik "
        "gathers."), LAST,
    provenance=(("rules, tables", "rulebook"), ("orders, commanders of II Brigade", "rulebook and designer's reply"),
                ("other values and counts, map, set-up", "reconstructed")),
))


def load_all() -> dict[str, Scenario]:
    """Every scenario by name: the battle, the printed figures, our own examples.

    :raises ScenarioError: for a file that is broken.
    """
    files = sorted(FOLDER.glob("*.toml"), key=lambda file: (not file.stem.startswith("figure"), file.stem))
    return {BATTLE: ADUA, **{file.stem: _load(file) for file in files}}


def _load(file: Path) -> Scenario:
    name = f"{file.parent.name}/{file.name}"
    try:
        data = tomllib.loads(file.read_text("utf-8"))
        info = ScenarioInfo(file.stem, data["title"], MAP, Message(data["summary"]), None, True,
                            tuple(data["provenance"].items()), Message(data["short"]))
        start = {**data["start"], "scenario": file.stem}
    except (tomllib.TOMLDecodeError, KeyError, TypeError, AttributeError) as error:
        raise ScenarioError(say("{name}: {error!r}; expected title, short, summary, [provenance] and "
                                "[start]", name=name, error=error)) from error
    return Scenario(info, start)
