"""Names and labels of Renaissance: types of element and terrain, rows of the tables, rules, lengths, refusals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, get_args

from game.core.message import Message, Text, in_measure, say
from game.core.pose import BASE
from game.core.verdict import Reason, RuleRef

SYSTEM: Final = "renaissance"
MU: Final = BASE // 2
"""Units in one movement unit (14.1.2)."""

Kind = Literal["kn", "pi", "cv", "lh", "dr", "cm", "el", "ax", "bd", "bw", "pk", "ra", "sh", "sk", "wb", "hd", "gu",
               "ca", "ww", "cf", "gn", "gf"]
"""An element type; ``gn`` is a mounted general, ``gf`` one on foot, ``cf`` camp followers."""
ElementClass = Literal[Kind, "foot", "mounted", "any", "camp"]
"""A class of elements to which a row of a table applies: one type; all foot, dragoons included; all mounted; any; an
element in its camp."""
TerrainKind = Literal["gentle-hill", "steep-hill", "rough", "woods", "marsh", "dunes", "oasis", "waterway", "river",
                      "road"]
Edge = Literal["north", "east", "south", "west"]
"""An edge of the table."""
Topography = Literal["arable", "dry", "forest", "hilly", "littoral", "steppe", "tropical"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

TYPE_NAMES: Final[Mapping[Kind, tuple[Message, Message]]] = {
    "kn": (say("knights"), say("knights")), "pi": (say("pistols"), say("pistols")),
    "cv": (say("cavalry"), say("cavalry")), "lh": (say("light horse"), say("light horse")),
    "dr": (say("dragoons"), say("dragoons")), "cm": (say("camelry"), say("camelry")),
    "el": (say("elephant"), say("elephants")), "ax": (say("auxilia"), say("auxilia")),
    "bd": (say("blades"), say("blades")), "bw": (say("bows"), say("bows")), "pk": (say("pikes"), say("pikes")),
    "ra": (say("raiders"), say("raiders")), "sh": (say("shot"), say("shot")),
    "sk": (say("skirmishers"), say("skirmishers")), "wb": (say("warband"), say("warbands")),
    "hd": (say("horde"), say("hordes")), "gu": (say("guns"), say("guns")), "ca": (say("cannon"), say("cannon")),
    "ww": (say("war wagon"), say("war wagons")), "cf": (say("camp followers"), say("camp followers")),
    "gn": (say("general"), say("generals")), "gf": (say("general on foot"), say("generals on foot")),
}
"""Element type -> its name in singular and plural."""
EDGE_NAMES: Final[Mapping[Edge, Message]] = {
    "north": say("north"), "east": say("east"), "south": say("south"), "west": say("west"),
}
EDGE_TITLES: Final[Mapping[Edge, Message]] = {
    "north": say("North edge"), "east": say("East edge"), "south": say("South edge"), "west": say("West edge"),
}
EDGE_LETTERS: Final[Mapping[Edge, Message]] = {"north": say("N"), "east": say("E"), "south": say("S"), "west": say("W")}
TOPOGRAPHY_NAMES: Final[Mapping[Topography, Message]] = {
    "arable": say("arable"), "dry": say("dry"), "forest": say("forest"), "hilly": say("hilly"),
    "littoral": say("littoral"), "steppe": say("steppe"), "tropical": say("tropical"),
}
TERRAIN_NAMES: Final[Mapping[str, Message]] = {
    "gentle-hill": say("gentle hill"), "steep-hill": say("steep hill"), "rough": say("rough ground"),
    "woods": say("woods"), "marsh": say("marsh"), "dunes": say("dunes"), "oasis": say("oasis"),
    "waterway": say("waterway"), "river": say("river"), "road": say("road"),
}
MODIFIER_LABELS: Final[Mapping[str, Message]] = {
    "shot-at": say("blades, elephants or raiders shot at"), "own-camp": say("in its own camp"),
    "general": say("general attached"), "aid": say("shooter aided by others"),
    "height-or-bank": say("uphill or river bank"), "flank": say("enemy on flank or rear, or overlap"),
    "bad-going-either": say("mounted, fighting in bad going"),
    "bad-going": say("in bad going"),
}
"""Name of a row of ``RenaissanceTables.shooting`` or ``close_combat`` -> its label in the arithmetic."""


def count_text(count: int, kind: Kind) -> Message:
    """A number of elements of a type as in army lists, such as ``4× pikes``."""
    one, many = TYPE_NAMES[kind]
    return say("{count}× {name}", count=count, name=many if count > 1 else one)


def rule(number: str, ruling: int | None = None) -> RuleRef:
    """A citation of the rulebook."""
    return RuleRef(SYSTEM, number, ruling)


def refuse(number: str, text: Message, ruling: int | None = None) -> Reason:
    """A refusal with its rule; its values are those of the text."""
    return Reason(rule(number, ruling), text, text.values or {})


def in_mu(units: int) -> Text:
    """A length in MU, rounded up to hundredths, such as ``1.25``."""
    return in_measure(units, MU)
