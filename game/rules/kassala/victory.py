"""The end of the game (III): the result, and the towns that each side holds."""

from __future__ import annotations

from dataclasses import replace

from game.core.action import Action
from game.core.contract import DRAW, Result
from game.core.face import Note
from game.core.message import say
from game.core.objective import NO_OBJECTIVES, Objective, Objectives
from game.core.prompt import Prompt
from game.core.verdict import Reason
from game.rules.kassala.actions import KassalaMove
from game.rules.kassala.decisions import KassalaDecision
from game.rules.kassala.sequence import KassalaPhase
from game.rules.kassala.state import KassalaState
from game.rules.kassala.terrain import KASSALA, TOWN_NAMES, UDAKA
from game.rules.kassala.units import CHRISTIAN, MOSLEM, SEATS, KassalaUnit, rule


class KassalaOver(KassalaDecision):
    """The finished game, in which nobody can act (II.B.6)."""

    name = KassalaPhase.OVER
    rule = rule("II.B.6")
    asks = say("The game is over")
    mode = "over"

    def seat(self, state: KassalaState) -> None:
        return None

    def prompt(self, state: KassalaState, turn: int) -> Prompt:
        result = outcome(state)
        return replace(super().prompt(state, turn), text=result.text, rule=result.rule)

    def candidates(self, state: KassalaState) -> list[Action]:
        return []

    def why_not(self, state: KassalaState, action: Action) -> Reason | None:
        # Called for every action, although used for moves only: it raises TypeError for actions of other systems.
        why = super().why_not(state, action)
        return why if isinstance(action, KassalaMove) else Reason(self.rule, self.asks)

    def why_idle(self, state: KassalaState, unit: KassalaUnit) -> Reason:
        return Reason(self.rule, self.asks)


def christians_hold(state: KassalaState) -> tuple[bool, bool]:
    """Whether Christian units are in Udaka, and whether they are in at least one hex of Kassala (III.B)."""
    towns = state.setting.ground.towns
    christian = state.occupied[CHRISTIAN]
    return bool(christian & towns[UDAKA]), bool(christian & towns[KASSALA])


def outcome(state: KassalaState) -> Result:
    """The result at the end of the last turn (III.B); a draw in an example of play on a map without both towns."""
    udaka, kassala = christians_hold(state)
    towns = state.setting.ground.towns
    if not all(towns.values()):
        return Result(DRAW, say("The example of play is over"), rule("V"), "example")
    if udaka and kassala:
        return Result(SEATS[CHRISTIAN], say("Christian units hold both Udaka and Kassala"), rule("III.B.2"),
                      "both-held")
    if not udaka and not kassala:
        return Result(SEATS[MOSLEM], say("No Christian unit is left in Udaka or Kassala"), rule("III.B.1"),
                      "both-cleared")
    held, lost = (UDAKA, KASSALA) if udaka else (KASSALA, UDAKA)
    return Result(DRAW, say("Christian units hold {held} but not {lost}", held=TOWN_NAMES[held], lost=TOWN_NAMES[lost]),
                  rule("III.B.3"), f"only-{held}-held")


def town_holders(state: KassalaState) -> tuple[str, str]:
    """The sides that hold Udaka and Kassala: a Christian unit anywhere in a town holds it, else a Moslem unit; empty
    for an empty town."""
    towns = state.setting.ground.towns
    udaka, kassala = (
        SEATS[CHRISTIAN] if christian else SEATS[MOSLEM] if state.occupied[MOSLEM] & towns[town] else ""
        for town, christian in zip((UDAKA, KASSALA), christians_hold(state), strict=True))
    return udaka, kassala


def holder_by_town_hex(state: KassalaState) -> dict[str, str]:
    """The hex of each town with the lowest number -> the side that holds the town; empty towns are left out."""
    ground = state.setting.ground
    towns = [ground.towns[town] for town in (UDAKA, KASSALA)]
    return {ground.ids[(town & -town).bit_length() - 1]: holder
            for town, holder in zip(towns, town_holders(state), strict=True) if holder}


def objectives(state: KassalaState) -> Objectives:
    """The holders of both towns, as the flags on the map show them, and the rules of victory (III.B). An empty town has
    no holder, although it counts for the Moslem side. Maps without both towns have no objectives."""
    if not all(state.setting.ground.towns.values()):
        return NO_OBJECTIVES
    held = tuple(Objective(TOWN_NAMES[town], holder, "" if holder else say("empty"))
                 for town, holder in zip((UDAKA, KASSALA), town_holders(state), strict=True))
    return Objectives(held, (
        Note(say("Christian units in both towns when turn {turns} ends: the Christians win",
                 turns=state.setting.turns),
             rule("III.B.2")),
        Note(say("In neither: the Moslems win"), rule("III.B.1")),
        Note(say("In one only: a draw"), rule("III.B.3")),
    ))
