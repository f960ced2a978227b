"""The sequence of a game turn, and its automatic steps (7.0, 11.0)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar

from game.core.action import Action
from game.core.batch import StillToDo
from game.core.event import Event, Noted, PhaseBegan, TurnOver
from game.core.indices import Slot
from game.core.message import Message, Text, in_context, plural, say
from game.core.overview import EMPTY_OVERVIEW, Overview
from game.core.preview import Preview
from game.core.verdict import LEGAL, Illegal, Verdict
from game.rules.adua import losses, supply, victory
from game.rules.adua.actions import END_PHASE
from game.rules.adua.decisions import AduaDecision
from game.rules.adua.sides import ABYSSINIANS, ITALIANS, SEATS, SIDES, refuse, rule
from game.rules.adua.state import AduaPhase, AduaState, Done
from game.rules.adua.units import SEAT, SLOT, UNITS, name_of
from game.rules.adua.victory import BATTLE

EXAMPLE_LAST_TURNS = {"jam": 7, "long-melee": 10}
"""Example of play -> its last turn; any other example ends with the turn on which it begins."""
PHASE_TITLES: dict[str, Message] = dict(zip(AduaPhase, (
    say("set-up"), say("machine guns"), say("orders"), say("movement"), say("small arms"), in_context("noun", "charge"),
    say("clean-up"), say("initiative"), say("melee")), strict=False))
"""Phase -> its name on screen; the battle that is over has none."""
RULES_OF_PHASES = {AduaPhase.SETUP: rule("4.0", 24), AduaPhase.GUNS: rule("5.1"), AduaPhase.CHARGE: rule("10.2", 14)}
"""Phase -> the rule cited at its beginning, unless it is the sequence of the turn (7.0)."""
TURN_PHASES = (
    *((ITALIANS, phase) for phase in (
        AduaPhase.ORDERS, AduaPhase.MOVE, AduaPhase.FIRE, AduaPhase.CHARGE, AduaPhase.CLEAN_UP)),
    *((ABYSSINIANS, phase) for phase in (
        AduaPhase.MOVE, AduaPhase.FIRE, AduaPhase.CHARGE, AduaPhase.INITIATIVE, AduaPhase.MELEE)))
"""The phases of a game turn (7.0); charges belong to the small-arms phase before them (ruling 14)."""
WRONG_PHASE: dict[str, tuple[str, Message, int | None]] = {
    "begin": ("7.0", say("Attacks are resolved in the small-arms phase"), None),
    "place": ("4.0", say("The set-up is over"), None),
    "disengage": ("10.2", say("Abyssinian units may leave a melee in their movement phase"), 16),
    "order": ("7.0", say("Orders are given at the beginning of the turn"), None),
    "cancel": ("7.0", say("Orders are given at the beginning of the turn"), None),
    "gun": ("5.1", say("Machine guns are assigned once, after the set-up and before turn 1"), None),
    "no-gun": ("5.1", say("Machine guns are assigned once, after the set-up and before turn 1"), None),
    "move": ("7.0", say("This is not a movement phase"), None),
    "declare": ("10.0", say("Attacks are declared in your own movement phase"), 9),
    "charge": ("10.2", say("{unit} may not enter melee now", unit=""), None),
    "attack": ("7.0", say("{unit} does not attack in this phase", unit=""), None),
    "withdraw": ("10.1", say("No attack can be withdrawn now"), None),
    "resolve": ("10.1", say("No attack on {unit} is waiting to be resolved", unit=""), None),
    "initiative": ("12.0", say("Abyssinian commanders roll for initiative in the initiative phase"), None),
    "melee": ("10.2", say("No melee is rolled in {place} now", place=""), None),
    "damage": ("10.1", say("There is no damage to assign now"), 13),
    "retreat": ("10.2", say("{unit} does not retreat now", unit=""), None),
    "lose": ("10.2", say("{unit} need not lose a step now", unit=""), 26),
    "stay": ("10.2", say("{unit} need not hold a hex now", unit=""), 15),
}
"""First word of an action -> its refusal in a phase to which it does not belong: rule, text and ruling."""


def wrong_phase(action: Action) -> Illegal:
    """The refusal of an action that does not belong to the phase."""
    number, text, ruling = WRONG_PHASE.get(action.notation.split()[0], ("7.0", say("That is not possible now"), None))
    if "{unit}" in text.template:
        return refuse(number, text.with_values(unit=name_of(SLOT[action.units[0]])), ruling, unit=action.units[0])
    if "{place}" in text.template:
        return refuse(number, text.with_values(place=action.places[0]), ruling, place=action.places[0])
    return refuse(number, text, ruling)


def noted(number: str, text: Message) -> tuple[Noted]:
    """An event with a text and the rule applied, as a tuple of one.

    :param number: the number of the rule.
    """
    return (Noted(rule(number), text),)


class SidePhase(AduaDecision):
    """A phase of the phasing side, while no decision or roll is pending."""

    end_label: ClassVar[Text] = say("Done")
    """The label of the button that ends the phase."""
    unused_text: ClassVar[Message | None] = None
    """The text for the number of pieces that could still act; None: no text."""
    checks: ClassVar[tuple[tuple[type, Callable[[AduaState, Any], Verdict]], ...]] = ()
    """Action classes with the function that checks each; actions of other classes are legal if they are among the
    answers."""
    veteran_label: ClassVar[Message | None] = None
    """The label of the button that plays on as a computer player would; None: no button."""

    def seat(self, state: AduaState) -> str | None:
        return SEATS[state.seat]

    def main(self, state: AduaState) -> tuple[Action, Text] | None:
        return END_PHASE, self.end_label

    def overview(self, state: AduaState) -> Overview:
        """The list of pieces, attacks or melees in the panel; empty by default."""
        return EMPTY_OVERVIEW

    def is_idle(self, state: AduaState) -> bool:
        """Whether nobody can act, so that the phase ends automatically."""
        return False

    def can_play_on(self, state: AduaState) -> bool:
        """Whether anything is left to do for the button that plays on as a computer player would."""
        return bool(self.selectable(state))

    def able_pieces(self, state: AduaState) -> tuple[str, ...]:
        """The ids of the pieces that could still act, for the warning before the phase ends."""
        return self.selectable_names(state)

    def still_to_do(self, state: AduaState) -> tuple[StillToDo, ...]:
        if self.unused_text is None:
            return ()
        names = self.able_pieces(state)
        return (StillToDo(self.unused_text.with_values(count=len(names)), names),) if names else ()

    def check(self, state: AduaState, action: Action) -> Verdict:
        if action == END_PHASE:
            return self.may_end(state)
        verdict = self.check_own(state, action)
        return wrong_phase(action) if verdict is None else verdict

    def may_end(self, state: AduaState) -> Verdict:
        """Whether the phase may end."""
        return LEGAL

    def check_own(self, state: AduaState, action: Action) -> Verdict | None:
        """The verdict on an action of the phase; None for an action of another phase."""
        for action_class, check in self.checks:
            if isinstance(action, action_class):
                return check(state, action)
        return LEGAL if any(one.action == action for one in self.answers(state)) else None

    def preview(self, state: AduaState, action: Action) -> Preview | None:
        return self.roll_preview(state, action) if action != END_PHASE and self.check(state, action) else None

    def roll_preview(self, state: AduaState, action: Action) -> Preview | None:
        """The arithmetic of the roll that a legal action leads to."""
        return super().preview(state, action)

    def candidates(self, state: AduaState) -> list[Action]:
        return [*super().candidates(state), *((END_PHASE,) if self.may_end(state) else ())]

    def why_idle(self, state: AduaState, slot: Slot) -> Illegal:
        unit = UNITS[slot].id
        if SEAT[slot] != state.seat:
            return refuse("7.0", say("{unit} belongs to the other side", unit=name_of(slot)), unit=unit)
        return self.why_not_able(state, slot)

    def why_not_able(self, state: AduaState, slot: Slot) -> Illegal:
        """Why a piece of the phasing side cannot act."""
        return refuse("10.1", say("{unit} has no enemy to attack", unit=name_of(slot)), unit=UNITS[slot].id)

    def apply(self, state: AduaState, action: Action) -> Done:
        return end_phase(state) if action == END_PHASE else self.carry_out(state, self.canonical(state, action))

    def carry_out(self, state: AduaState, action: Action) -> Done:
        """The state after a canonical action other than the end of the phase, and its events."""
        raise AssertionError(action.notation)


def next_phase(state: AduaState) -> AduaState:
    """The state in the next phase, with everything cleared that lasts for a phase or turn only."""
    without_attacks = replace(state, shares=(), fought=(), resolving=False)
    match state.phase:
        case AduaPhase.SETUP if state.seat == ITALIANS:
            return replace(without_attacks, seat=ABYSSINIANS)
        case AduaPhase.SETUP:
            return replace(without_attacks, phase=AduaPhase.GUNS, seat=ITALIANS)
        case AduaPhase.GUNS:
            return replace(without_attacks, phase=AduaPhase.ORDERS)
    number = TURN_PHASES.index((state.seat, state.phase)) + 1
    if number == len(TURN_PHASES):
        return replace(without_attacks, phase=AduaPhase.ORDERS, seat=ITALIANS, turn=state.turn + 1, orders=(), moved=0,
                       entered=0, declared=(), repulsed=0, shot=0, tried=0, left=0, clashed=0)
    seat, phase = TURN_PHASES[number]
    if phase == AduaPhase.CHARGE:
        return replace(without_attacks, phase=phase, fought=state.fought)
    if phase in (AduaPhase.CLEAN_UP, AduaPhase.MOVE):
        moved = state.moved if phase == AduaPhase.CLEAN_UP else 0
        return replace(without_attacks, phase=phase, seat=seat, entered=0, declared=(), moved=moved)
    return replace(without_attacks, phase=phase, seat=seat)


def end_phase(state: AduaState) -> Done:
    """The state after the end of a phase: pieces that are cut off are eliminated, and the next phase begins unless that
    ends the battle."""
    if state.phase in (AduaPhase.SETUP, AduaPhase.GUNS, AduaPhase.ORDERS):
        return _begin_next_phase(state)
    state, events = losses.eliminate_isolated(state)
    if victory.immediate_ending(state) and state.scenario == BATTLE:
        return state, events
    after, more = _begin_next_phase(state)
    return after, events + more


def _begin_next_phase(state: AduaState) -> Done:
    """The state at the beginning of the next phase, or at the end of the game after the last turn."""
    events: tuple[Event, ...] = ()
    if state.phase == AduaPhase.MELEE:
        events += (TurnOver(rule("7.0"), say("Turn {turn} is over", turn=state.turn)),)
        if state.scenario != BATTLE and state.turn >= EXAMPLE_LAST_TURNS.get(state.scenario, 0):
            return replace(state, phase=AduaPhase.OVER, ending=victory.EXAMPLE), events
        if state.scenario == BATTLE and state.turn >= victory.LAST_TURN:
            units_behind = victory.units_behind(state)
            if units_behind:
                points = victory.points_text(victory.HALF_POINT * len(units_behind))
                events += (Noted(victory.BEHIND_RULE, plural(
                    "{count} Italian unit behind the blue line: {points}",
                    "{count} Italian units behind the blue line: {points}", len(units_behind), points=points)),)
            text = say("The Abyssinians have {points}", points=victory.points_text(victory.final_points(state)))
            events += (Noted(victory.deciding_rule(state), text),)
            return replace(state, phase=AduaPhase.OVER, ending=victory.final_ending(state)), events
    state = next_phase(state)
    text = say("{side}: {phase}", side=SIDES[state.seat], phase=PHASE_TITLES[state.phase])
    cited = RULES_OF_PHASES.get(state.phase, rule("7.0"))
    events += (PhaseBegan(cited, state.turn, state.phase.value, SEATS[state.seat], text),)
    if state.phase == AduaPhase.CLEAN_UP:
        state, more = supply.clean_up(state)
        events += more
    return state, events
