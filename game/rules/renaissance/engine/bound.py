"""The bound (14.4): PIPs, tactical moves, the river, victory. Shooting and close combat are in ``fighting``;
``advance_to_decision`` advances a state to the next decision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from game.core.action import Action
from game.core.batch import StillToDo
from game.core.chance import total
from game.core.contract import DRAW, Result
from game.core.decision import Answer, Decision, Done, apply_steps
from game.core.event import Event, GameOver, Noted, TurnOver
from game.core.indices import Seat, other
from game.core.message import Message, Text, plural, say
from game.core.preview import Outcome, Preview
from game.core.prompt import Budget
from game.core.verdict import Reason
from game.rules.renaissance.engine import fighting, moves, shooting
from game.rules.renaissance.engine.actions import END, BreakOff, EnterCamp, LeaveCamp, RenaissanceEnd
from game.rules.renaissance.engine.bases import contacts
from game.rules.renaissance.engine.consequences import ground_covered
from game.rules.renaissance.engine.decisions import CountedRoll, PhasingSideDecision, begin_phase
from game.rules.renaissance.engine.events import BaseMoved, BrokeOff, Fled, LinedUp, Pursued, Recoiled
from game.rules.renaissance.engine.pips import cost
from game.rules.renaissance.engine.sampling import sample_moves
from game.rules.renaissance.engine.special_moves import (
    BREAK_OFF_RULE,
    BREAK_OFF_RULING,
    can_break_off,
    compute_tactical_move,
    with_garrison_on_table,
)
from game.rules.renaissance.engine.state import BLUE, RED, SEATS, SIDES, RenaissanceState, River
from game.rules.renaissance.engine.words import in_mu, refuse, rule

SIDE_BOUND_LIMIT = 30
"""Number of bounds of each side after which the battle is a draw (14.11.3, ruling 77)."""
BOUND_LIMIT = len(SEATS) * SIDE_BOUND_LIMIT
"""The same, of both sides together."""
QUIET_LIMIT = 16
"""Number of bounds in a row without a loss after which the battle is a draw (14.11.3, ruling 77)."""
BREAKING_LOSSES = 4
"""Number of lost elements at which a side is broken (14.11)."""


class PipRoll(CountedRoll):
    """The PIP die of a bound (14.5)."""

    name = "pips"
    rule = rule("14.5")

    def title(self, state: RenaissanceState) -> Message:
        return say("{side}: PIP roll", side=SIDES[state.seat])

    def question(self, state: RenaissanceState) -> Message:
        return say("Roll for PIPs; each lets you move a base or group")

    def key(self, state: RenaissanceState, faces: tuple[int, ...]) -> str:
        return str(faces[0])

    def result_text(self, state: RenaissanceState, key: str, faces: tuple[int, ...]) -> Message:
        return plural("{count} PIP", "{count} PIPs", int(key))

    def preview(self, state: RenaissanceState, action: Action) -> Preview | None:
        """The chances of the results, with what PIPs are for."""
        shown = super().preview(state, action)
        if shown is None:
            return None
        return replace(shown, reading=say("one PIP for each point of the die"), note=say(
            "A PIP moves one base, group or column; some moves cost more. Unused PIPs are lost"))

    def after_result(self, state: RenaissanceState, key: str) -> Done[RenaissanceState]:
        return begin_phase(replace(state, pips=int(key), pip_die=int(key)), "moves")


class TacticalMoves(PhasingSideDecision):
    """Tactical moves: bases, groups and columns, each for PIPs (14.6)."""

    name = "moves"
    rule = rule("14.6")
    mode = "move"
    complete = False

    def question(self, state: RenaissanceState) -> Message:
        if not state.pips:
            return say("No PIPs left: end your moves")
        return say("Spend PIPs to move bases and groups, or end your moves")

    def main(self, state: RenaissanceState) -> tuple[Action, Text]:
        return END, say("End moves")

    def budgets(self, state: RenaissanceState) -> tuple[Budget, ...]:
        left = max(0, BREAKING_LOSSES - state.losses(state.seat))
        return (Budget(say("PIPs"), state.pips, state.pip_die),
                Budget(say("Losses left until broken"), left, BREAKING_LOSSES))

    def still_to_do(self, state: RenaissanceState) -> tuple[StillToDo, ...]:
        movable = tuple(state.id(slot) for slot in state.bases_on_table(state.seat) if (
            moves.why_no_move(state, slot) is None and total(cost(state, (slot,))) <= state.pips)
            or can_break_off(state, slot))
        if not movable or next(iter(sample_moves(state)), None) is None:
            return ()  # none, or each is hemmed in
        return (StillToDo(plural("{count} base can move", "{count} bases can move", len(movable)), movable),)

    def answers(self, state: RenaissanceState) -> Iterator[Answer]:
        """A representative sample of the moves, and the end of the phase."""
        for action in sample_moves(state):
            yield Answer(action, action.units, action.places[-1] if action.places else None)
        yield Answer(END, is_default=True)

    def why_not(self, state: RenaissanceState, action: Action) -> Reason | None:
        if isinstance(action, RenaissanceEnd):
            return None
        move = compute_tactical_move(state, action)
        return refuse("14.4", say("Only tactical moves are possible now")) if move is None else move.why

    def preview(self, state: RenaissanceState, action: Action) -> Preview | None:
        """Cost of a move into a river whose state is not yet known, and the chances of that state (14.3.5)."""
        move = compute_tactical_move(state, action)
        if move is None or move.why is not None or not move.into_river or state.river != "unrolled":
            return None
        rolled = RiverRoll()
        states = tuple(Outcome(key, chance, rolled.outcome_text(state, key), rolled.rule)
                       for key, chance in rolled.roll(state).outcomes.items())
        length = say("{way} of {most} MU", way=in_mu(move.length), most=in_mu(move.allowance))
        return Preview((), (), move.pips, move.price, None, length, say(
            "at most 2 MU in any river; its state counts from the next move"), None, states)

    def apply(self, state: RenaissanceState, action: Action) -> Done[RenaissanceState]:
        move = compute_tactical_move(state, action)
        if move is None:
            return end_moves(state)
        slot, base = move.slots[0], state.roster[move.slots[0]]
        events: tuple[Event, ...]
        event_type = BaseMoved
        if isinstance(action, EnterCamp):
            after = moves.apply_move(state, move).with_base(slot, pose=None).with_camp(base.seat, garrison=base.id)
            events = (Noted(rule("14.2.5", 30), say("{unit} enters the camp", unit=base.name)),)
        else:
            leaves = isinstance(action, LeaveCamp)
            state = with_garrison_on_table(state, slot) if leaves else state
            after, why = moves.apply_move(state, move), rule("14.2.5", 30) if leaves else rule("14.6")
            if isinstance(action, BreakOff):
                after, why = after.with_base(slot, broke_off=True), rule(BREAK_OFF_RULE, BREAK_OFF_RULING)
                event_type = BrokeOff
            conforming = rule("14.7.3", 50) if len(move.slots) > 1 else rule("14.7.2", 49)
            events = (*(event_type(why, *state.move_arguments(each, after.placed_base(each).pose), move.length,
                                   len(move.slots) if each == slot else 1, each in move.slots[1:],
                                   move.price if each == slot else 1)
                        for each in move.slots),
                      *(LinedUp(conforming, *state.move_arguments(each, pose), 0) for each, pose in move.moved_enemies))
        if move.into_river and state.river == "unrolled":
            after = after.pushed(RiverRoll())
        return after, events


class RiverRoll(CountedRoll):
    """The state of the river, rolled at the first move into it (14.3.5)."""

    name = "moves"
    rule = rule("14.3.5", 33)
    asks = say("State of the river")

    def question(self, state: RenaissanceState) -> Message:
        return say("Roll for the river: on 1 or 2 it is paltry")

    def key(self, state: RenaissanceState, faces: tuple[int, ...]) -> River:
        return "paltry" if faces[0] <= 2 else "normal"

    def result_text(self, state: RenaissanceState, key: str, faces: tuple[int, ...]) -> Message:
        return say("the river is paltry, no effect") if key == "paltry" else say("the river is normal")

    def after_result(self, state: RenaissanceState, key: str) -> Done[RenaissanceState]:
        return replace(state.popped(), river="paltry" if key == "paltry" else "normal"), ()


class RenaissanceOver(Decision[RenaissanceState]):
    """The battle has ended (14.11)."""

    name = "over"
    rule = rule("14.11")
    asks = say("The battle is over")
    mode = "over"

    def seat(self, state: RenaissanceState) -> None:
        return None

    def phasing_seat(self, state: RenaissanceState) -> str:
        return state.side

    def answers(self, state: RenaissanceState) -> Iterable[Answer]:
        return ()


def end_moves(state: RenaissanceState) -> Done[RenaissanceState]:
    """End the moves: empty camps fall (14.10.10), then bases turn to face."""
    state = replace(state, phase="facing", pips=0)
    return apply_steps((state, ()), *(partial(fighting.sack_empty_camp, seat=seat) for seat in (RED, BLUE)))


def advance_to_decision(state: RenaissanceState, events: tuple[Event, ...] = ()) -> Done[RenaissanceState]:
    """Advance the state to the next decision, through phases with nothing to decide.

    :param events: the latest events; if one has brought a base into a river of unknown state, or across it, its roll
        becomes pending.
    """
    if _meets_unknown_river(state, events):
        return state.pushed(RiverRoll()), events
    while not state.stack:
        if state.phase == "facing":
            step = fighting.turn_next_base(state) or begin_phase(state, "shooting")
        elif state.phase == "shooting" and not shooting.targets_left(state):
            step = begin_phase(state, "combat")
        elif state.phase == "combat" and not fighting.combats_left(state):
            step = end_bound(state)
        else:
            break
        state, events = step[0], (*events, *step[1])
        if _meets_unknown_river(state, step[1]):
            return state.pushed(RiverRoll()), events
    return state, events


def _meets_unknown_river(state: RenaissanceState, events: Iterable[Event]) -> bool:
    """Whether a turn to face or an outcome move has brought a base into a river of unknown state, or across it
    (ruling 33). A tactical move has its roll pending already, if it needs one: on a bridge it needs none."""
    return state.river == "unrolled" and any(
        "river" in state.ground.kinds_under(ground_covered(state, event)) for event in events
        if isinstance(event, Fled | Pursued | Recoiled) or (isinstance(event, BaseMoved) and state.phase == "facing"))


def end_bound(state: RenaissanceState) -> Done[RenaissanceState]:
    """End the bound: check victory, then let the other side roll for PIPs (14.11)."""
    units = tuple(unit._replace(moves_made=0, broke_off=False, shot=False, fought=False) for unit in state.units)
    pairs_in_contact = {(state.id(contact.slot), state.id(contact.enemy)) for contact in contacts(state)}
    lasting_contacts = tuple((mover, enemy, number) for mover, enemy, number in state.contacts_made
                             if (mover, enemy) in pairs_in_contact or (enemy, mover) in pairs_in_contact)
    state = replace(state, units=units, contacts_made=lasting_contacts, chosen_enemies=(), pips=0, pip_die=0,
                    bounds_without_loss=state.bounds_without_loss + 1)
    bound_over = TurnOver(rule("14.4"), say("{side}'s bound is over", side=SIDES[state.seat]))
    result = battle_result(state)
    if result is not None:
        state = replace(state, phase="over", ending=result.ending)
        return state, (bound_over, GameOver(result.rule, result.winner, result.text))
    state, events = begin_phase(replace(state, bound=state.bound + 1), "pips", other(state.seat))
    return state, (bound_over, *events)


def has_lost(state: RenaissanceState, seat: Seat, further_losses: int = 0, *, general: bool = False) -> bool:
    """Whether a side has lost: its general or four elements are lost, and more elements than the other side has lost
    (14.11).

    :param further_losses: further losses to count.
    :param general: whether the general is among them.
    """
    own_losses, enemy_losses = state.losses(seat) + further_losses, state.losses(other(seat))
    is_broken = own_losses >= BREAKING_LOSSES or general or state.units[state.general(seat)].lost
    return is_broken and own_losses > enemy_losses


def battle_result(state: RenaissanceState) -> Result | None:
    """The result at the end of a bound; None if the battle continues."""
    if state.last_bound is not None:
        return Result(DRAW, say("The example of play is over"), rule("14.4"), "example") if (
            state.bound >= state.last_bound) else None
    for seat in (RED, BLUE):
        if has_lost(state, seat):
            count, values = state.losses(seat), {"side": SIDES[seat], "enemy": SIDES[other(seat)],
                             "enemy_count": state.losses(other(seat))}
            general = state.units[state.general(seat)].lost
            text = say("{side} has {count} losses, {enemy} {enemy_count}", count=count, **values)
            if general:
                text = plural("{side} has lost its general and has {count} loss in all, {enemy} {enemy_count}",
                              "{side} has lost its general and has {count} losses in all, {enemy} {enemy_count}",
                              count, **values)
            return Result(SEATS[other(seat)], text, rule("14.11.1", 75), "general" if general else "losses")
    if state.bound >= BOUND_LIMIT:
        return Result(DRAW, say("Neither side has broken the other after {count} bounds each",
                                count=SIDE_BOUND_LIMIT), rule("14.11.3", 77), "nightfall")
    return Result(DRAW, say("{count} bounds in a row without a loss: a draw", count=QUIET_LIMIT), rule("14.11.3", 77),
                  "stalemate") if state.bounds_without_loss >= QUIET_LIMIT else None
