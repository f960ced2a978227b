"""The battle and its examples of play."""

from __future__ import annotations

from game.core.contract import OptionInfo, ScenarioInfo
from game.core.message import say
from game.rules.tours.sequence import BATTLE
from game.rules.tours.units import rule
from game.rules.tours.victory import LIMIT, TURN_LIMIT

OPTIONS = (
    OptionInfo(TURN_LIMIT, say("Twenty turns"), rule("14.0", 22),
               say("After turn {limit} the Franks have held the road to Tours", limit=LIMIT)),
)
SCENARIOS = (
    ScenarioInfo(
        BATTLE, say("The Battle of Tours, 732"), "tours/tours.tmx",
        say("Moussais, between Clain and Vienne: Charles bars the road to Tours, and the Muslims guard their camp."),
        None,
        provenance=(("rules", "rulebook"), ("set-up areas", "rulebook"), ("counts of units", "rulebook"),
                    ("map, tables, movement allowances, victory", "reconstructed")),
    ),
)
