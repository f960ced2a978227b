"""The battle, its options, and the examples of play, read from files."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from game.core.codec import BadPosition
from game.core.contract import OptionInfo, ScenarioInfo
from game.core.field_types import Key, Names
from game.core.fields import Fields
from game.core.indices import Slot
from game.core.message import Message, say
from game.rules.adua.ground import EASTERN_LINE
from game.rules.adua.opening import RASES_OPTION, ProposedSetUp
from game.rules.adua.sides import rule
from game.rules.adua.smallarms import SWAP_OPTION
from game.rules.adua.units import SLOT
from game.rules.adua.victory import BATTLE, BEHIND_OPTION

FOLDER = Path(__file__).parent / "scenarios"
MAP = "adua/adua.tmx"
"""The map of all scenarios, as a path below ``maps/``."""
OPTIONS = (
    OptionInfo(RASES_OPTION, say("Maconnen and Micael on the map"), rule("4.0", 1),
               say("Two of the Abyssinian commanders begin on the map instead of arriving with Menelik on turn 6")),
    OptionInfo(EASTERN_LINE, say("Italians in the east"), rule("4.0", 29),
               say("The Italians set up in columns 24 to 34 only: the armies begin farther apart")),
    OptionInfo(SWAP_OPTION, say("Results 0 and −1 swapped"), rule("10.1", 25),
               say("As printed, a 0 in an Abyssinian attack is worse for the Italians than a −1; this swaps "
                    "the two. Leave it off for your first games")),
    BEHIND_OPTION,
)


class AduaScenario(NamedTuple):
    """The contents of a scenario file: the battle, or an example of play."""

    name: str
    title: Message
    summary: Message
    provenance: Mapping[str, str]
    short: str = ""
    turns: int | None = None
    set_up: Annotated[ProposedSetUp | None, Key("set-up")] = None

    @property
    def info(self) -> ScenarioInfo:
        return ScenarioInfo(self.name, self.title, MAP, self.summary, self.turns, self.name != BATTLE,
                            tuple(self.provenance.items()), Message(self.short) if self.short else "")


def load_all() -> dict[str, tuple[AduaScenario, Mapping[str, Any]]]:
    """All scenarios by name: the battle, the printed figures, our own examples; each with the differences of its
    starting position from the set-up.

    :raises BadPosition: for a broken file, naming the file, the key and what was expected.
    """
    files = sorted(FOLDER.glob("*.toml"), key=lambda file: (
        file.stem != BATTLE, not file.stem.startswith("figure"), file.stem))
    return {file.stem: _load(file) for file in files}


def _load(file: Path) -> tuple[AduaScenario, Mapping[str, Any]]:
    """The scenario of a file, and the differences of its starting position from the set-up; empty for the battle.

    :raises BadPosition: for a broken file.
    """
    try:
        data = tomllib.loads(file.read_text("utf-8"))
    except ValueError as error:
        raise BadPosition(say("{file}: not written as TOML: {error}", file=file.name, error=error)) from error
    start = data.pop("start", {})
    loaded = Fields(Names({Slot: tuple(SLOT)})).read(AduaScenario, {"name": file.stem, **data}, file.name)
    return loaded, {**start, "scenario": file.stem} if start else {}
