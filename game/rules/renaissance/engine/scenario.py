"""The battles of Renaissance: historic pairs of armies on ready-made tables, examples of play, and options."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from game.core.message import Message, say
from game.core.option import Alternative, OptionInfo
from game.core.rules import ScenarioInfo
from game.rules.renaissance.engine.armies import ArmyList, built_in, pairs
from game.rules.renaissance.engine.limits import ALPHABETICAL
from game.rules.renaissance.engine.scoring import LITERAL
from game.rules.renaissance.engine.state import SEATS, SIDES
from game.rules.renaissance.engine.tables import DATA
from game.rules.renaissance.engine.words import SYSTEM, Kind, rule

FOLDER = DATA / "scenarios"
ITSELF = "listed"
"""The choice of the army that the battle has."""


@dataclass(frozen=True)
class Scenario:
    """A scenario's file."""

    info: ScenarioInfo
    armies: tuple[str, str]
    defender: int
    open: bool = False
    """Whether everything before the battle is played: aggression, terrain, base edges."""
    start: Mapping[str, Any] | None = None
    """Of an example of play: the position that it starts from."""
    steps: tuple[Mapping[str, Any], ...] = ()
    """Of an example of play: what is shown, done and expected, in order."""

    @property
    def bases(self) -> tuple[tuple[Kind, ...], tuple[Kind, ...]] | None:
        """The bases of both sides in an example of play, in the order of its position; None: whole armies."""
        if self.start is None:
            return None
        ids = [*(camp["garrison"] for camp in self.start["camps"] if "garrison" in camp),
               *(unit["id"] for unit in self.start["units"])]
        red, blue = (tuple(cast(Kind, re.sub(rf"^{seat}-|\d+$", "", one)) for one in ids if one.startswith(seat))
                     for seat in SEATS)
        return red, blue


def read() -> dict[str, Scenario]:
    """Every scenario, by name: the open battle, the historic pairs in their order, the examples of play."""
    found: dict[str, Scenario] = {}
    examples = sorted(path.stem for path in FOLDER.glob("example-*.toml"))
    for name in ("open-battle", *("-".join(pair) for pair in pairs()), *examples):
        data: dict[str, Any] = tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))
        start = data.get("start")
        provenance = ((("position", "ours"),) if start is not None
                      else (("armies, table", "reconstructed"), ("pair of armies", "history")))
        info = ScenarioInfo(name, Message(data["title"]), f"{SYSTEM}/{data['map']}", Message(data["summary"]),
                            data.get("turns"), start is not None, provenance, Message(data.get("short", "")))
        found[name] = Scenario(info, (data["red"], data["blue"]), SEATS.index(data["defender"]),
                               data.get("open", False), start, tuple(data.get("steps", ())))
    return found


def options() -> tuple[OptionInfo, ...]:
    """The options: readings of the sheet, and armies from the lists."""
    lists = (Alternative(ITSELF, say("as the battle has it")),
             *(Alternative(army.name, Message(army.title), Message(army.summary)) for army in built_in().values()))
    return (
        OptionInfo(LITERAL, say("Literal results"), rule("12", 21),
                   say("Results table as printed, without our reading of its merged cells")),
        OptionInfo(ALPHABETICAL, say("Alphabetical move table"), rule("2.1", 4),
                   say("Pistols and skirmishers move 5 MU, elephants and raiders 4")),
        *(OptionInfo(f"army-{seat}", say("{side}'s army", side=side), rule("14.1.1"), alternatives=lists, seat=seat)
          for seat, side in zip(SEATS, SIDES, strict=True)),
    )


def army_of(scenario: Scenario, seat: int, options_: Sequence[str], infos: Sequence[OptionInfo]) -> ArmyList:
    """The army list of a side."""
    info = next(info for info in infos if info.name == f"army-{SEATS[seat]}")
    chosen = info.chosen(options_)
    return built_in()[scenario.armies[seat] if chosen == ITSELF else chosen]
