"""Batch actions: one click plays the rest of a phase as a veteran would, or resolves all combats or melees; and the
summary of what happened."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Sequence

from game.core.action import Action
from game.core.batch import BatchActions
from game.core.event import Advanced, Declared, Event, LeaderFell, Moved, Placed, Removed, Rolled
from game.core.message import EMPTY_BRIEF, Brief, Message, Text, and_list, both_or_all, joined, plural, say
from game.rules.adua import commands, phases, smallarms
from game.rules.adua.actions import BEGIN_RESOLVING, END_PHASE, AnnounceAttack, OrderKind
from game.rules.adua.losses import UnitMarked
from game.rules.adua.ordering import Ordered
from game.rules.adua.sides import SEATS, SIDES
from game.rules.adua.state import AduaPhase, AduaState
from game.rules.adua.units import COMBAT_UNITS, MULE_SLOTS, SEAT, SLOT

VETERAN_SEED = 0
"""The seed from which the veteran's plan is drawn. It must be the same as for hints, so that both lead to the same
ground."""


class Autoplay(BatchActions[AduaState]):
    """Several actions with one click."""

    @abstractmethod
    def veteran(self, state: AduaState) -> Sequence[Action]:
        """The actions that a veteran, the strongest computer player, would take next; at least one."""

    def autoplay_step(self, state: AduaState) -> tuple[Message, Action | None] | None:
        top, resolves = state.top, self.resolving_seat(state) is not None
        if top is not None and top.mode != "roll":
            return top.veteran_label, self.veteran(state)[0]
        if top is not None:
            return (_resolve_label(state), None) if resolves else None
        if resolves:
            main = phases.decision(state).main(state)
            return (_resolve_label(state), main[0]) if main is not None else None
        label = _play_label(state)
        action = _next_action(state, self.veteran(state)) if label is not None else None
        return (label, action) if label is not None and action is not None else None

    def autoplay_label(self, state: AduaState) -> Text:
        """The label of the button, without computing what a veteran would do: that a veteran would stop here is found
        only when the button is pressed."""
        if state.top is not None or self.resolving_seat(state) is not None or state.phase == AduaPhase.ORDERS:
            return super().autoplay_label(state)
        return _play_label(state) or ""

    def why_no_autoplay(self, state: AduaState) -> Text:
        plays_phase = state.top is None and self.resolving_seat(state) is None and _play_label(state) is not None
        return say("The computer would stop here, though more is possible") if plays_phase else ""

    def autoplay_rest(self, state: AduaState) -> Text:
        if state.phase != AduaPhase.MOVE or state.top is not None:
            return ""
        count = len(phases.phase(state).able_pieces(state))
        return plural("{count} unit stays where it is", "{count} units stay where they are", count) if count else ""

    def autoplay_decides(self, state: AduaState) -> bool:
        return phases.decision(state).in_combat

    def resolving_seat(self, state: AduaState) -> str | None:
        return SEATS[state.seat] if state.resolving or state.phase == AduaPhase.MELEE else None

    def summary(self, events: Sequence[Event]) -> Brief:
        """The number of combats and melees, and the losses of each side; without any, the orders or actions."""
        combats, melees = _rolls_on(events, "10.1"), _rolls_on(events, "10.2")
        if not combats + melees:
            return _preparation_summary(events)
        losses = ((side, _losses_text([event for event in events if isinstance(event, Removed | UnitMarked)
                                       and SEAT[SLOT[event.unit]] == seat])) for seat, side in enumerate(SIDES))
        return Brief(joined((
            plural("{count} combat", "{count} combats", combats) if combats else "",
            plural("{count} melee", "{count} melees", melees) if melees else "",
        )), joined([say("{side}: {losses}", side=side, losses=lost) for side, lost in losses if lost], "; ")
            or say("no effect"))


def _losses_text(events: Sequence[Removed | UnitMarked]) -> Text:
    """The losses of a side, in words.

    :param events: the events about units of this side.
    """
    steps = sum(event.steps for event in events if isinstance(event, UnitMarked))
    leaders = [event.name for event in events if isinstance(event, LeaderFell)]
    eliminated = sum(isinstance(event, Removed) for event in events) - len(leaders)
    repulsed, disorganized, low_on_ammunition = (_units_marked(events, mark)
                                                 for mark in ("repulsed", "disorganized", "low-ammo"))
    return joined((
        plural("{leaders} killed", "{leaders} killed", len(leaders), leaders=and_list(leaders)) if leaders else "",
        plural("{count} eliminated", "{count} eliminated", eliminated) if eliminated else "",
        plural("{count} step lost", "{count} steps lost", steps) if steps else "",
        plural("{count} repulsed", "{count} repulsed", repulsed) if repulsed else "",
        plural("{count} disorganized", "{count} disorganized", disorganized) if disorganized else "",
        plural("{count} low on ammunition", "{count} low on ammunition", low_on_ammunition) if low_on_ammunition
        else "",
    ))


def _play_label(state: AduaState) -> Message | None:
    """The label of the button in a phase that can be played as a veteran would and has anything left to do; else
    None."""
    if state.phase == AduaPhase.OVER:
        return None
    phase = phases.phase(state)
    return phase.veteran_label if phase.veteran_label is not None and phase.can_play_on(state) else None


def _next_action(state: AduaState, actions: Sequence[Action]) -> Action | None:
    """The next action of the veteran's plan; None if the veteran would end the phase."""
    announced = {share.unit for share in state.shares} - set(smallarms.units_short_of_dice(state))
    for action in actions:
        is_announced = isinstance(action, AnnounceAttack) and SLOT[action.unit] in announced
        if action not in (END_PHASE, BEGIN_RESOLVING) and not is_announced:
            return action
    return None


def _resolve_label(state: AduaState) -> Message:
    """The label of the button that resolves all remaining combats or melees, with their number; the one being resolved
    counts."""
    if state.resolving:
        count = len(smallarms.targets(state))
        return both_or_all("Resolve attack without stopping", "Resolve both attacks", "Resolve all {count} attacks",
                           max(1, count))
    count = (state.melees & ~state.clashed).bit_count()
    return both_or_all("Resolve melee without stopping", "Roll both melees", "Roll all {count} melees", max(1, count))


def _preparation_summary(events: Sequence[Event]) -> Brief:
    """A summary of the orders given, or else the units moved, attacks announced or units that entered melee; empty if
    none."""
    orders = Counter(event.order for event in events if isinstance(event, Ordered))
    if orders:
        counts = (say("{order}: {count}", order=commands.ORDER_TITLES[kind], count=orders[kind])
                  for kind in OrderKind if kind in orders)
        return Brief(plural("{count} order given", "{count} orders given", orders.total()), joined(counts, ", "))
    moved = {SLOT[event.unit] for event in events if isinstance(event, Moved | Placed)}
    charged = sum(isinstance(event, Advanced) for event in events)
    targets = {event.attackers: event.defenders for event in events if isinstance(event, Declared)}
    declared = len({unit for defenders in targets.values() for unit in defenders})  # counted as in the list of attacks
    if moved:
        mules = len(moved.intersection(MULE_SLOTS))
        units = sum(slot < COMBAT_UNITS for slot in moved)  # counted as the units that can move and those that stay
        commanders = len(moved) - units - mules
        return Brief(say("Moved"), joined((
            plural("{count} unit", "{count} units", units) if units else "",
            plural("{count} commander", "{count} commanders", commanders) if commanders else "",
            plural("{count} mule train", "{count} mule trains", mules) if mules else "",
        ), ", "))
    if declared:
        return Brief(plural("{count} attack announced", "{count} attacks announced", declared))
    if charged:
        return Brief(plural("{count} unit enters melee", "{count} units enter melee", charged))
    return EMPTY_BRIEF


def _rolls_on(events: Sequence[Event], number: str) -> int:
    """The number of rolls on the table of a rule.

    :param number: the number of the rule.
    """
    return sum(isinstance(event, Rolled) and event.rule.number == number and bool(event.column) for event in events)


def _units_marked(events: Sequence[Event], mark: str) -> int:
    """The number of units that received a mark."""
    return len({event.unit for event in events if isinstance(event, UnitMarked) and event.mark == mark})
