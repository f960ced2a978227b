"""The scenarios of Renaissance, as read from their files: the quick battle, the historic pairs, the open battle and the
examples of play; the options of a game, the army of a side, and the start of the quick battle."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from game.board.plane import PlaneBoard
from game.core.indices import Seat
from game.core.message import Message, and_list, say
from game.core.option import Alternative, OptionInfo
from game.core.rules import ScenarioInfo
from game.rules.renaissance.engine import terrain, terrain_shapes
from game.rules.renaissance.engine.armies import ArmyList, OwnLists, built_in, pairs
from game.rules.renaissance.engine.bound import SIDE_BOUND_LIMIT
from game.rules.renaissance.engine.deployment import DEFENDER_OPTION, given_defender
from game.rules.renaissance.engine.edges import OPPOSITE_EDGE, is_dry
from game.rules.renaissance.engine.limits import ALPHABETICAL_MOVES
from game.rules.renaissance.engine.scoring import LITERAL_RESULTS
from game.rules.renaissance.engine.state import BLUE, RED, SEAT_OF_NAME, SEATS, SIDES, RenaissanceState
from game.rules.renaissance.engine.tables import DATA
from game.rules.renaissance.engine.words import SYSTEM, TOPOGRAPHY_NAMES, Edge, Kind, count_text, rule

FOLDER = DATA / "scenarios"
AS_LISTED = "listed"
"""The alternative that leaves an army or the defender as the scenario names it."""


@dataclass(frozen=True)
class RenaissanceScenario:
    """A scenario as read from its file."""

    info: ScenarioInfo
    armies: tuple[str, str]
    """The names of red's and blue's army lists."""
    defender: Seat
    open: bool = False
    """Whether it begins with the opening: aggression, terrain, base edges."""
    quick: bool = False
    """Whether the program makes all decisions before the battle, without the opening rolls."""
    start: Mapping[str, Any] | None = None
    """Position at the start of an example of play; None for a battle."""

    @property
    def element_types(self) -> tuple[tuple[Kind, ...], tuple[Kind, ...]] | None:
        """The element types of red's and of blue's bases in an example of play: the garrison first, then as listed in
        ``start``; None for whole armies."""
        if self.start is None:
            return None
        ids = [*(camp["garrison"] for camp in self.start["camps"] if "garrison" in camp),
               *(unit["id"] for unit in self.start["units"])]
        # an id is a seat, an element type and a number, e.g. red-pk3
        red, blue = (tuple(cast(Kind, re.sub(rf"^{seat}-|\d+$", "", name)) for name in ids if name.startswith(seat))
                     for seat in SEATS)
        return red, blue


def load_all() -> dict[str, RenaissanceScenario]:
    """Every scenario by name: the quick battle, the historic pairs in their order, the open battle of any two armies,
    the examples of play."""
    scenarios: dict[str, RenaissanceScenario] = {}
    historic = ["-".join(pair) for pair in pairs()]
    examples = sorted(path.stem for path in FOLDER.glob("example-*.toml"))
    for name in ("quick-battle", *historic, "open-battle", *examples):
        data: dict[str, Any] = tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))
        start = data.get("start")
        provenance: tuple[tuple[str, str], ...] = ((str(say("position")), "ours"),) if start is not None else (
            (str(say("armies, tabletop")), "reconstructed"),)
        if name in historic:
            provenance += ((str(say("which armies met")), "history"),)
        info = ScenarioInfo(name, title=Message(data["title"]), map=f"{SYSTEM}/{data['map']}",
                            summary=Message(data["summary"]), turns=data.get("turns"), example=start is not None,
                            provenance=provenance, short=Message(data.get("short", "")),
                            option_meanings=tuple((f"army-{seat}", data[seat]) for seat in SEATS),
                            limit=say("{count} bounds a side", count=SIDE_BOUND_LIMIT))
        scenarios[name] = RenaissanceScenario(info, armies=(data["red"], data["blue"]),
                                              defender=SEAT_OF_NAME[data["defender"]], open=data.get("open", False),
                                              quick=data.get("quick", False), start=start)
    return scenarios


def options(own: OwnLists) -> tuple[OptionInfo, ...]:
    """The options: both army lists, players' own included, the defender, and other readings of the reference sheet."""
    lists = (Alternative(AS_LISTED, say("standard for this battle")),
             *(Alternative(army.name, Message(army.title), _army_summary(army)) for army in built_in().values()),
             *(Alternative(army.name, say("{army} (own list)", army=army.title), _army_summary(army))
               for army in own.lists.values()))
    broken_lists = tuple(Alternative(path.name, say("{file}: broken", file=path.name), error.message)
                         for path, error in own.errors.items())
    return (
        *(OptionInfo(f"army-{seat}", say("{side}'s army", side=side), rule("14.1.1"), alternatives=lists, seat=seat,
                     in_positions=True, broken=broken_lists) for seat, side in zip(SEATS, SIDES, strict=True)),
        OptionInfo(DEFENDER_OPTION, say("Defender"), rule("14.2.1"),
                   say("Places terrain and deploys first, if the battle leaves that open; the other side has the "
                       "first bound"),
                   alternatives=(Alternative(AS_LISTED, say("standard for this battle")),
                                 *(Alternative(seat, side) for seat, side in zip(SEATS, SIDES, strict=True)))),
        OptionInfo(LITERAL_RESULTS, say("Results as printed"), rule("12", 21),
                   say("Follows unclear printed results to the letter. Leave it off for your first games")),
        OptionInfo(ALPHABETICAL_MOVES, say("Alternative move table"), rule("2.1", 4),
                   say("Pistols and skirmishers move 5 MU, not 4; elephants and raiders 4, not 3. Leave it off for "
                       "your first games")),
    )


def _army_summary(army: ArmyList) -> Message:
    """Description of an army for the dialog of a new game."""
    counts = Counter(army.army())
    elements = and_list(count_text(count, kind) for kind, count in counts.items())
    return say("{elements}. Home terrain: {topography}. Aggression: {aggression}",
               topography=TOPOGRAPHY_NAMES[army.topography], aggression=army.aggression, elements=elements)


def army_of(scenario: RenaissanceScenario, seat: Seat, options_: Sequence[str], infos: Sequence[OptionInfo],
            own: Mapping[str, ArmyList]) -> ArmyList:
    """The army list of a side: the one chosen by an option, else the scenario's.

    :param options_: the options of the game.
    :param infos: all options that the system has.
    :param own: the players' own army lists, by name.
    :raises KeyError: for an unknown list.
    """
    info = next(info for info in infos if info.name == f"army-{SEATS[seat]}")
    chosen = info.chosen(options_)
    return {**built_in(), **own}[scenario.armies[seat] if chosen == AS_LISTED else chosen]


def quick_battle_at_camp_phase(state: RenaissanceState, ready_tables: Mapping[str, PlaneBoard]) -> RenaissanceState:
    """A quick battle at its camp phase, without the rolls before it. The side of lower aggression defends (Blue if
    equal), unless the option says otherwise. The table is the ready-made one of the defender's home topography. Red has
    the south edge, or the west edge if a waterway is along the south or the north one; Blue has the opposite edge.

    :param ready_tables: topography -> its ready-made table.
    """
    red, blue = (army.aggression for army in state.armies)
    chosen_defender = given_defender(state.options)
    less_aggressive = RED if red < blue else BLUE
    state = replace(state, defender=less_aggressive if chosen_defender is None else chosen_defender)
    state = terrain.with_pieces(state, terrain_shapes.table_variant(ready_tables[terrain.home_topography(state)], 0))
    red_edges: tuple[Edge, Edge] = ("south", "west")
    edge = next(edge for edge in red_edges if is_dry(state, edge))
    return replace(state, base_edges=(edge, OPPOSITE_EDGE[edge]), phase="camp", seat=state.defender)
