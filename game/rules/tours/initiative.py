"""Initiative: both sides' die rolls, and the choice of the first player (4.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from game.core.action import Action, Faces
from game.core.branches import every_outcome
from game.core.chance import D10, DiceGroup, Modifier, Roll
from game.core.decision import Answer, Done
from game.core.event import Noted, Rolled
from game.core.indices import Slot, other
from game.core.message import Message, say
from game.core.preview import Outcome, Preview, UnitLine
from game.core.verdict import Illegal, RuleRef, Verdict
from game.rules.tours.actions import ChooseFirstPlayer
from game.rules.tours.decisions import Dice, die, die_label
from game.rules.tours.sequence import PhaseDecision, begin_player_turn, phase_began_event
from game.rules.tours.state import ToursPhase, ToursState
from game.rules.tours.units import (
    COMMAND_RANGE,
    FRANKS,
    LEADERS,
    MUSLIMS,
    SEAT_NUMBER,
    SEATS,
    SIDES,
    UNITS,
    reason,
    refuse,
    rule,
)

ROLL_AGAIN = "again"
"""The result if both totals are equal (ruling 37)."""


def bonuses(state: ToursState) -> tuple[int, int]:
    """Each side's bonus to its initiative roll: its leader's command range, 0 if the leader is dead (4.1,
    ruling 19)."""
    franks, muslims = (COMMAND_RANGE[seat] * (state.at[LEADERS[seat]] >= 0) for seat in (FRANKS, MUSLIMS))
    return franks, muslims


def equal_text(state: ToursState) -> Message:
    """The text of ``ROLL_AGAIN``."""
    return say("tie, both draw again") if die(state).drawn else say("tie, both roll again")


def rule_of_result(result: str) -> RuleRef:
    """The rule for a result; for equal totals, which the rulebook does not mention, a ruling (4.1, ruling 37)."""
    return rule("4.1", 37 if result == ROLL_AGAIN else None)


def preview(state: ToursState) -> Preview:
    """The arithmetic of the initiative: each side's die and its leader's command range (4.1)."""
    terms = tuple(
        Modifier(bonus, say("command range") if bonus else say("the leader is dead"),
                 rule("4.1") if bonus else rule("4.1", 19), UNITS[LEADERS[seat]].id)
        for seat, bonus in enumerate(bonuses(state)))
    result_chances = chances(bonuses(state))
    results = [(seat, say("{side} choose the first player", side=side))
               for seat, side in zip(SEATS, SIDES, strict=True)]
    outcomes = tuple(Outcome(result, result_chances[result], text, rule_of_result(result))
                     for result, text in (*results, (ROLL_AGAIN, equal_text(state))) if result in result_chances)
    franks, muslims = (UnitLine(UNITS[leader].id, 0, strength_text=die_label(state)) for leader in LEADERS)
    sums = say("{franks} against {muslims}", franks=f"{terms[0].value:+d}", muslims=f"{terms[1].value:+d}")
    reading = (say("the higher total chooses; if tied, both draw again") if die(state).drawn
               else say("the higher total chooses; if tied, both roll again"))
    return Preview((franks,), (muslims,), terms, None, None, sums, reading, None, outcomes, attacker_modifiers=1,
                   needed=say("the higher total"), contest=True)


def chooser(state: ToursState) -> Slot:
    """The piece on whose counter the first player is chosen: the leader of the side with the initiative, or one of its
    units if the leader is dead."""
    leader = LEADERS[state.seat]
    return leader if state.at[leader] >= 0 else state.army(state.seat)[0]


@cache
def chances(both_bonuses: tuple[int, int]) -> Mapping[str, Fraction]:
    """Result (``winner``) -> its chance with these bonuses (``bonuses``)."""
    result_chances: dict[str, Fraction] = {}
    for branch in every_outcome((D10, D10)):
        result = winner(both_bonuses, branch.faces)
        result_chances[result] = result_chances.get(result, Fraction(0)) + branch.chance
    return result_chances


def winner(both_bonuses: tuple[int, int], faces: tuple[int, ...]) -> str:
    """The seat with the higher total of face and bonus, or ``ROLL_AGAIN``; the Franks' values come first."""
    franks, muslims = (face + bonus for face, bonus in zip(faces, both_bonuses, strict=True))
    return ROLL_AGAIN if franks == muslims else SEATS[muslims > franks]


@dataclass(frozen=True, slots=True)
class InitiativeRolled(Rolled):
    """The initiative rolls of both sides; ``meaning`` already names the faces."""

    @property
    def text(self) -> Message:
        return say("{title}: {meaning}", title=self.title, meaning=self.meaning)


class Initiative(Dice, PhaseDecision):
    """The initiative rolls of both sides (4.1)."""

    phase = ToursPhase.INITIATIVE
    rule = rule("4.1")
    shared = True
    count = 2

    def roll_preview(self, state: ToursState) -> Preview:
        return preview(state)

    def roll(self, state: ToursState) -> Roll:
        groups = tuple(DiceGroup(SIDES[n], (n,), seat) for n, seat in enumerate(SEATS))
        return Roll((die(state), die(state)), say("Initiative"), self.rule, chances(bonuses(state)), None, groups)

    def candidates(self, state: ToursState) -> list[Action]:
        return [Faces(faces) for faces in self.roll(state).all_faces()]

    def resolve(self, state: ToursState, faces: tuple[int, ...]) -> Done[ToursState]:
        """The state after the rolls: the winner chooses; equal totals roll again."""
        roll, (franks, muslims), result = self.roll(state), bonuses(state), winner(bonuses(state), faces)
        meaning = (equal_text(state) if result == ROLL_AGAIN
                   else say("{side} choose the first player", side=SIDES[SEAT_NUMBER[result]]))
        text = say("{first} {a} + {franks} (command range) = {sum}, {second} {b} + {muslims} = {other}: {meaning}",
                   first=SIDES[0], second=SIDES[1], a=faces[0], franks=franks, sum=faces[0] + franks, b=faces[1],
                   muslims=muslims, other=faces[1] + muslims, meaning=meaning)
        event = InitiativeRolled(rule_of_result(result), roll.dice, faces, result, text, roll.title, groups=roll.groups)
        if result == ROLL_AGAIN:
            return state, (event,)
        state = replace(state, phase=ToursPhase.WHO_FIRST, first=SEAT_NUMBER[result], second=False)
        return state, (event, phase_began_event(state))


class WhoFirst(PhaseDecision):
    """The choice of the first player by the side that won the initiative (4.1)."""

    phase = ToursPhase.WHO_FIRST
    rule = rule("4.1")
    shared = True
    asks = say("You won the initiative: choose the first player")
    own_actions = (ChooseFirstPlayer,)
    refusal_unless_pending = reason("4.1", say("The initiative decides the first player"))

    def active_unit(self, state: ToursState) -> str:
        return UNITS[chooser(state)].id

    def may_end(self, state: ToursState) -> Verdict:
        return refuse("4.1", say("Choose the first player before ending the phase"))

    def answers(self, state: ToursState) -> Iterator[Answer]:
        unit = UNITS[chooser(state)].id
        for n in (state.seat, other(state.seat)):  # the default has the first digit key
            yield Answer(ChooseFirstPlayer(SEATS[n]), (unit,), short_label=say("{side} go first", side=SIDES[n]),
                         is_default=state.seat == n)

    def apply(self, state: ToursState, action: Action) -> Done[ToursState]:
        assert isinstance(action, ChooseFirstPlayer)
        first = SEAT_NUMBER[action.first]
        event = Noted(self.rule, say("{side} go first", side=SIDES[first]))
        state, events = begin_player_turn(replace(state, first=first))
        return state, (event, *events)

    def why_own_piece_idle(self, state: ToursState, slot: Slot) -> Illegal:
        return refuse("4.1", say("Choose the first player with one of the buttons"))
