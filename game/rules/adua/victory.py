"""The end of the battle, and the summaries of game turns (13.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from game.board.hexgrid import Hex
from game.core.action import Action
from game.core.batch import TurnReports
from game.core.contract import Result
from game.core.event import GameOver
from game.core.face import Note
from game.core.indices import Seat, Slot, by_seat
from game.core.message import Message, Text, joined, plural, say
from game.core.objective import Objective, Objectives
from game.core.offer import Offer, Picked
from game.core.option import Alternative, OptionInfo
from game.core.verdict import Illegal, RuleRef, Verdict
from game.rules.adua.decisions import AduaDecision
from game.rules.adua.sides import ABYSSINIANS, ITALIANS, SEATS, refuse, rule
from game.rules.adua.state import GONE, AduaState
from game.rules.adua.units import COMBAT_UNITS, COMMANDERS, FIGHTERS, MENELIK, MULE_SLOTS, STEPS, name_of

BATTLE = "adua"
"""The scenario with a winner; all others are examples of play."""
EXIT_POINTS_NEEDED = 5
"""Combat points that must exit by the passes for an Italian Total Victory (13.0)."""
LAST_TURN = 15
"""The last turn of the battle (4.0)."""
HALF_POINT_STEPS = 2
"""Lost steps from which a unit gives half a point (ruling 3)."""
PARTIAL_VICTORY, TOTAL_VICTORY = Fraction(8), Fraction(25, 2)
"""The points from which the Abyssinians win a Partial and a Total Victory (13.0)."""
HALF_POINT = Fraction(1, 2)
"""The points for a unit that has lost half of its strength, or is behind the blue line (13.0, ruling 43)."""
BEHIND_RULE = rule("13.0", 43)
BEHIND_OPTION = OptionInfo(
    "behind-the-line", say("Italians that hang back"), BEHIND_RULE,
    say("What the Abyssinians score for each Italian unit still behind the blue line, or far in the south-east, "
        "after turn {turn}. Leave it as it is for your first games", turn=LAST_TURN),
    (Alternative("half", say("Half a VP per unit"),
                 say("House rule: the Abyssinians score for each Italian unit still in the east; not in the rulebook")),
     Alternative("printed", say("No VP"), say("Victory points exactly as in the rulebook"))))
"""The option of points for Italian units that stay behind the blue line (ruling 43). Half a point was chosen: it is the
step of the victory scale, and large enough for eighteen units that never move to give ``PARTIAL_VICTORY``."""
ENDINGS: dict[str, tuple[Seat, Message]] = {
    "exit": (ITALIANS, say("The Italians have broken through to Adua: Italian Total Victory")),
    "menelik": (ITALIANS, say("Menelik is dead: Italian Total Victory")),
    "italian-partial": (ITALIANS, say("The Italian army has held together: Italian Partial Victory")),
    "abyssinian-partial": (ABYSSINIANS, say("The Italian army is badly mauled: Abyssinian Partial Victory")),
    "abyssinian-total": (ABYSSINIANS, say("The Italian army is beaten: Abyssinian Total Victory")),
}
"""Ending of the battle, as named in positions -> the winner and the text of the result."""
VICTORY_LEVELS: dict[str, Message] = {
    "italian-partial": say("Italian Partial Victory"),
    "abyssinian-partial": say("Abyssinian Partial Victory"),
    "abyssinian-total": say("Abyssinian Total Victory"),
}
"""The victory levels that can be reached after the last turn."""
EXAMPLE = "example"
"""The ending of an example of play, as named in positions."""
EXAMPLE_OVER = say("The example of play is over")


def points(state: AduaState) -> Fraction:
    """The Abyssinian points for losses: one for each eliminated Italian unit, half for each reduced by half (13.0,
    rulings 3 and 22)."""
    total = Fraction(0)
    for slot in FIGHTERS[ITALIANS]:
        if state.at[slot] == GONE:
            total += 1
        elif state.lost[slot] >= HALF_POINT_STEPS:
            total += HALF_POINT
    return total


def next_step_counts(state: AduaState, slot: Slot) -> bool:
    """Whether the next step loss of an Italian unit gives half a point: the unit is then reduced by half, or
    eliminated."""
    return state.lost[slot] + 1 in (HALF_POINT_STEPS, STEPS[slot])


def counts_behind(state: AduaState, place: Hex) -> bool:
    """Whether a hex is behind the blue line, in a battle in which units there give points (ruling 43)."""
    return BEHIND_OPTION.chosen(state.options) == "half" and bool(state.ground.behind(state.options) >> place & 1)


def units_behind(state: AduaState) -> list[Slot]:
    """The Italian units that would give half a point now for being behind the blue line (ruling 43): on the map, with
    fewer than two steps lost."""
    return [slot for slot in FIGHTERS[ITALIANS]
            if state.at[slot] >= 0 and state.lost[slot] < HALF_POINT_STEPS and counts_behind(state, state.at[slot])]


def final_points(state: AduaState) -> Fraction:
    """The Abyssinian points if the battle ended now: for losses, and for units behind the blue line."""
    return points(state) + HALF_POINT * len(units_behind(state))


def immediate_ending(state: AduaState) -> str:
    """The ending that the battle has reached before the end of its last turn; empty if the battle continues."""
    if state.exited >= EXIT_POINTS_NEEDED:
        return "exit"
    return "menelik" if state.at[MENELIK] == GONE else ""


def final_ending(state: AduaState) -> str:
    """The ending of the battle after the last turn."""
    return _ending_for_points(final_points(state))


def _ending_for_points(total: Fraction) -> str:
    """The ending, one of ``VICTORY_LEVELS``, for the Abyssinian points after the last turn (13.0)."""
    if total < PARTIAL_VICTORY:
        return "italian-partial"
    return "abyssinian-partial" if total < TOTAL_VICTORY else "abyssinian-total"


def deciding_rule(state: AduaState) -> RuleRef:
    """The rule that decides the result after the last turn: ruling 43 if the result would be different without units
    behind the blue line, else ruling 3."""
    return rule("13.0", 3) if _ending_for_points(points(state)) == final_ending(state) else BEHIND_RULE


def result(state: AduaState) -> Result | None:
    """The result of a battle that is over; None before."""
    if not state.ending:
        return None
    if state.ending == EXAMPLE:
        return Result("draw", EXAMPLE_OVER, rule("13.0"), EXAMPLE)
    seat, text = ENDINGS[state.ending]
    ruling = {"menelik": None, "exit": 22}.get(state.ending, deciding_rule(state).ruling)
    if ruling == BEHIND_RULE.ruling:
        text = say("{points} for Italian units lost or behind the blue line: {level}",
                   points=points_text(final_points(state)), level=VICTORY_LEVELS[state.ending])
    return Result(SEATS[seat], text, rule("13.0", ruling), state.ending)


def game_over_event(state: AduaState) -> GameOver:
    """The event of the end of the game."""
    outcome = result(state)
    assert outcome is not None
    return GameOver(outcome.rule, outcome.winner, outcome.text)


IS_OVER = refuse("13.0", say("The battle is over"))
"""The refusal of all actions after the end of the battle."""


class AduaOver(AduaDecision):
    """The finished battle, in which nobody can act."""

    rule = rule("13.0")
    mode = "over"

    def seat(self, state: AduaState) -> None:
        return None

    def phasing_seat(self, state: AduaState) -> str:
        return ""

    def question(self, state: AduaState) -> Message:
        outcome = result(state)
        assert outcome is not None
        return outcome.text

    def check(self, state: AduaState, action: Action) -> Verdict:
        return IS_OVER

    def offers(self, state: AduaState, picked: Picked) -> Sequence[Offer]:
        return [Offer(IS_OVER, units=(unit,)) for unit in picked.units]

    def why_idle(self, state: AduaState, slot: Slot) -> Illegal:
        return IS_OVER


def number_text(value: Fraction) -> str:
    """Points as a number, with ½ for half a point."""
    return str(value.numerator) if value.denominator == 1 else f"{int(value) or ''}½"


def points_text(value: Fraction) -> Text:
    """Points with the word "point" or "points"."""
    return plural("{points} point", "{points} points", 1 if 0 < value <= 1 else 2, points=number_text(value))


POINTS_LABEL = say("Abyssinian VP")
"""The label of the Abyssinian points."""


def objectives(state: AduaState) -> Objectives:
    """The victory conditions, and how close each side is to them."""
    for_losses, for_units_behind = points(state), HALF_POINT * len(units_behind(state))
    scores: tuple[Objective, ...] = (
        Objective(say("Exited through the passes"), SEATS[ITALIANS],
                  say("combat value {exited} of {needed}", exited=state.exited, needed=EXIT_POINTS_NEEDED)),
        Objective(POINTS_LABEL, SEATS[ABYSSINIANS],
                  say("{lost} (+{stayed} for Italian units behind the blue line)", lost=number_text(for_losses),
                      stayed=number_text(for_units_behind)) if for_units_behind else points_text(for_losses),
                  tally=True),
    )
    if result(state) is None:
        ending = final_ending(state)
        scores += (Objective(say("If the battle ended now"), SEATS[ENDINGS[ending][0]], VICTORY_LEVELS[ending],
                             tally=True, provisional=True),)
    notes: tuple[Note, ...] = (
        Note(say("Italian Total Victory: combat value {needed} exited, or Menelik eliminated.",
                 needed=EXIT_POINTS_NEEDED), rule("13.0")),
        Note(say("After turn {turn}: 1 VP for each Italian unit eliminated, half a VP for each with two or more steps "
                 "lost. Partial Victory: Italian if Abyssinian VP are below {partial}, Abyssinian at {partial} "
                 "or more. Abyssinian Total Victory at {total} or more.", turn=LAST_TURN,
                 partial=number_text(PARTIAL_VICTORY), total=number_text(TOTAL_VICTORY)), rule("13.0", 3)),
    )
    if BEHIND_OPTION.chosen(state.options) == "half":
        first, last = state.ground.southern_columns(state.options)
        notes += (Note(say("House rule: after turn {turn} the Abyssinians score half a VP for each Italian unit "
                           "still behind the blue line or, south of where the line ends, in columns {first} to "
                           "{last}.",
                           turn=LAST_TURN, first=first, last=last), BEHIND_RULE),)
    return Objectives(scores, notes)


STEPS_LOST = (say("Italian steps lost"), say("Abyssinian steps lost"))
ELIMINATED_LABELS = (say("Italian units eliminated"), say("Abyssinian units eliminated"))
PIECES_LOST = say("Commanders and mules lost")
MARKER_LABELS = (say("Italian units disorganized"), say("Italian units low on ammunition"))
"""The labels of the lines of a turn's summary; pairs are by seat, or by marker."""
MAX_NAMED = 3
"""The most eliminated units that a summary names; of more, only the number is shown. Chosen."""


class AduaReport(TurnReports[AduaState]):
    """The turn-by-turn summaries of the battle."""

    def report(self, before: AduaState, after: AduaState) -> tuple[tuple[Text, Text], ...]:
        return tuple(_lines(before, after)) if before.scenario == BATTLE else ()


def _lines(before: AduaState, after: AduaState) -> Iterator[tuple[Text, Text]]:
    """The lines of a turn's summary: pairs of a label and its text."""
    for seat, label in by_seat(STEPS_LOST):
        yield label, str(sum(after.lost[slot] - before.lost[slot] for slot in FIGHTERS[seat]))
    for seat, label in by_seat(ELIMINATED_LABELS):
        yield label, _names_or_number(_gone(before, after, FIGHTERS[seat]))
    pieces_lost = _gone(before, after, (*COMMANDERS[ITALIANS], *COMMANDERS[ABYSSINIANS], *MULE_SLOTS))
    if pieces_lost:
        yield PIECES_LOST, joined(name_of(slot) for slot in pieces_lost)
    for label, units in zip(MARKER_LABELS, (after.disorganized, after.low), strict=True):
        yield label, str(units.bit_count())
    if after.engaged:
        yield say("Melees that continue"), str(after.melees.bit_count())
    if after.exited:
        yield (say("Exited through the passes"),
               say("combat value {exited} of {needed}", exited=after.exited, needed=EXIT_POINTS_NEEDED))
    points_before, points_after = points(before), points(after)
    yield POINTS_LABEL, say("{now} (this turn +{more})", now=number_text(points_after),
                            more=number_text(points_after - points_before))
    if behind := units_behind(after):
        yield say("VP for units behind the blue line"), number_text(HALF_POINT * len(behind))


def _gone(before: AduaState, after: AduaState, slots: Sequence[Slot]) -> list[Slot]:
    """The pieces that were eliminated between two states."""
    return [slot for slot in slots if after.at[slot] == GONE != before.at[slot]]


def _names_or_number(slots: Sequence[Slot]) -> Text:
    """The names of up to ``MAX_NAMED`` combat units, else the number of pieces."""
    if 0 < len(slots) <= MAX_NAMED and all(slot < COMBAT_UNITS for slot in slots):
        return joined(name_of(slot) for slot in slots)
    return str(len(slots))
