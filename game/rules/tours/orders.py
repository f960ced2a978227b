"""Orders, and the activation of contingents (5.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from game.core.action import Action
from game.core.batch import StillToDo
from game.core.chance import D10, Modifier, total
from game.core.decision import Answer, Done
from game.core.event import Failure, Noted, Rolled, RolledAgainst
from game.core.indices import Slot
from game.core.message import Message, Text, both_or_all, plural, say
from game.core.offer import Offer, no_preview
from game.core.position_checks import need
from game.core.preview import Outcome, Preview, UnitLine
from game.core.verdict import LEGAL, Illegal, Verdict
from game.rules.tours.actions import END_PHASE, MOVE, NO_ORDER, ORDERS, REFORM, WALL, Order, ToursActivate
from game.rules.tours.decisions import DieRoll, die, die_label, die_noun
from game.rules.tours.sequence import PhaseDecision, begin_phase
from game.rules.tours.state import NOBODY, ToursPhase, ToursState
from game.rules.tours.units import (
    COMBAT_UNITS,
    CONTINGENT,
    CONTINGENT_OF,
    CONTINGENT_TITLES,
    CONTINGENTS,
    CONTINGENTS_OF_SEAT,
    HI,
    LEADERS,
    NO_CONTINGENT,
    SEAT_OF_CONTINGENT,
    SEATS,
    UNITS,
    UNITS_OF_CONTINGENT,
    Contingent,
    ids,
    name_of,
    reason,
    refuse,
    refuse_failed_contingent,
    refuse_in_wall,
    rule,
)

ACTIVATION_LIMITS = (5, 4)
"""Seat -> the highest sum that activates a contingent (5.2.2)."""
REFUSED_TITLE = say("orders refused")
"""The title for contingents that were not activated, in the summary of a player turn."""
RESULT_TEXTS: dict[str, Message] = {"obeys": say("activated"), "fails": say("refuses its order")}
"""Result of an activation roll -> its text (5.2.2, 5.2.4)."""
LEADER_DRM = -1
"""The modifier of a leader with one of the contingent's units (5.2.3)."""
LEAVE_WALL, FORM_WALL = say("Leave the shield wall"), say("Form the shield wall")
"""The two meanings of the order Shield Wall (5.2.6)."""
ORDER_TITLES: tuple[Message, ...] = (say("no order"), say("Move/Attack"), say("Reform"), say("Shield Wall"))
"""Order (``actions.ORDERS``) -> its name on screen."""
ORDER_ACTIONS = tuple(tuple(Order(contingent, order) for order in ORDERS) for contingent in CONTINGENTS)
"""Contingent -> order (``actions.ORDERS``) -> the action that gives it."""


def contingent_order_text(state: ToursState, contingent: Contingent, order: int) -> Message:
    """The text that a contingent has an order (``actions.ORDERS``)."""
    return say("{contingent}: {order}", contingent=CONTINGENT_TITLES[contingent],
               order=order_text(state, contingent, order))


def order_text(state: ToursState, contingent: Contingent, order: int) -> Message:
    """The text of an order (``actions.ORDERS``) to a contingent."""
    if order == WALL and contingent == HI:
        return LEAVE_WALL if leaves_wall(state) else FORM_WALL
    return ORDER_TITLES[order]


def leaves_wall(state: ToursState) -> bool:
    """Whether the order Shield Wall means to leave the wall, not to form it (5.2.6). The answer stays the same when the
    order is carried out, although that changes the wall."""
    return state.wall != bool(state.tried >> HI & 1)


def order_mark(state: ToursState, order: int) -> str:
    """The name of the mark for an order on counters and in the list."""
    return "ordered-leave" if order == WALL and leaves_wall(state) else f"ordered-{ORDERS[order]}"


def short_title(state: ToursState, order: int) -> Message:
    """The short text of an order, shown beside its mark."""
    return (say("Leave wall") if leaves_wall(state) else say("Form wall")) if order == WALL else ORDER_TITLES[order]


def _why_no_contingent(state: ToursState, contingent: Contingent) -> Illegal | None:
    """Why the phasing side does not command a contingent (5.1); None if it does."""
    title, name = CONTINGENT_TITLES[contingent], CONTINGENTS[contingent]
    if contingent not in CONTINGENTS_OF_SEAT[state.seat]:
        return refuse("5.1", say("{contingent} belongs to the other side", contingent=title), contingent=name)
    if not state.has_units(contingent):
        return refuse("5.1", say("{contingent}: no unit is left", contingent=title), contingent=name)
    return None


def contingents_to_activate(state: ToursState) -> list[Contingent]:
    """Contingents that may be activated now."""
    if state.phase != ToursPhase.ACTION or state.acting >= 0:
        return []
    return [c for c in CONTINGENTS_OF_SEAT[state.seat]
            if state.orders[c] in (MOVE, WALL) and not state.tried >> c & 1 and state.has_units(c)]


def modifiers(state: ToursState, contingent: Contingent) -> tuple[Modifier, ...]:
    """The modifier of a leader to a contingent's activation roll; it helps one contingent in a player turn (5.2.3)."""
    leader = _leader_with(state, contingent)
    helps = leader >= 0 and state.helped in (NO_CONTINGENT, contingent)
    return (Modifier(LEADER_DRM, name_of(leader), rule("5.2.3"), UNITS[leader].id),) if helps else ()


def _leader_with(state: ToursState, contingent: Contingent) -> Slot:
    """The leader in the hex of a unit of a contingent; ``NOBODY`` if there is none."""
    leader = LEADERS[SEAT_OF_CONTINGENT[contingent]]
    place = state.at[leader]
    return leader if place >= 0 and any(state.at[slot] == place for slot in UNITS_OF_CONTINGENT[contingent]) else NOBODY


def activation_limit_text(contingent: Contingent) -> Message:
    """The text of the sum that activates a contingent (5.2.2)."""
    return say("{face} or less", face=ACTIVATION_LIMITS[SEAT_OF_CONTINGENT[contingent]])


def preview(state: ToursState, contingent: Contingent) -> Preview:
    """The arithmetic of an activation roll."""
    terms, seat, leader = modifiers(state, contingent), SEAT_OF_CONTINGENT[contingent], _leader_with(state, contingent)
    highest_face = ACTIVATION_LIMITS[seat] - total(terms)
    activating, refusing = D10.faces[:max(0, highest_face + 1)], D10.faces[max(0, highest_face + 1):]
    has_helped_another = leader >= 0 and not terms
    outcomes = (
        Outcome("obeys", Fraction(len(activating), 10), _faces_text(state, activating), rule("5.2.2"), say("activates"),
                SEATS[seat]),
        Outcome("fails", Fraction(len(refusing), 10), say("refuses: {faces}", faces=_faces_text(state, refusing)),
                rule("5.2.4")))
    units = tuple(UnitLine(unit, 0, strength_text=die_label(state), title=CONTINGENT_TITLES[contingent])
                  for unit in ids(state.units(contingent))[:1])
    values = {"noun": die_noun(state), "face": ACTIVATION_LIMITS[seat]}
    reading = (say("to the {noun}; the sum must be {face} or less: {faces}", **values,
                   faces=_faces_text(state, activating)) if terms
               else say("to the {noun}; it must show {face} or less", **values))
    return Preview(units, (), terms, None, None, f"{total(terms):+d}", reading, None,
                   tuple(one for one in outcomes if one.chance), needed=say("{face} or less", face=highest_face),
                   note=say("{leader} has helped another contingent in this player turn: 5.2.3",
                            leader=name_of(leader)) if has_helped_another else "")


def _faces_text(state: ToursState, faces: tuple[int, ...]) -> Message:
    """The text of consecutive faces of the die or chit, before modifiers."""
    if not faces:
        return say("never")
    if len(faces) == 1:
        return say("{die} {face}", die=die_noun(state), face=faces[0])
    return say("{die} {first} to {last}", die=die_noun(state), first=faces[0], last=faces[-1])


class ActivationRoll(DieRoll):
    """The activation roll of a contingent (5.2.2)."""

    kind = "obeying"
    rule = rule("5.2.2")
    contingent: Contingent

    def roll_preview(self, state: ToursState) -> Preview:
        return preview(state, self.contingent)

    def title(self, state: ToursState) -> Message:
        return say("{contingent}: activation roll", contingent=CONTINGENT_TITLES[self.contingent])

    def roller(self, state: ToursState) -> tuple[str, str]:
        return "", SEATS[SEAT_OF_CONTINGENT[self.contingent]]

    def result_of_face(self, state: ToursState, face: int, adjusted: int) -> str:
        return "obeys" if adjusted <= ACTIVATION_LIMITS[SEAT_OF_CONTINGENT[self.contingent]] else "fails"

    def event(self, state: ToursState, shown: Preview, face: int, result: str) -> Rolled:
        title = CONTINGENT_TITLES[self.contingent]
        return RolledAgainst(self.rule if result == "obeys" else rule("5.2.4"), (die(state),), (face,), result,
                             RESULT_TEXTS[result], title, groups=self.dice_groups(state), modifiers=shown.modifiers,
                             limit=activation_limit_text(self.contingent),
                             failure=Failure(REFUSED_TITLE, title) if result == "fails" else None)

    def apply_result(self, state: ToursState, face: int, result: str) -> Done[ToursState]:
        """The state after the result: the contingent is activated, or does nothing (5.2.2, 5.2.4)."""
        if result == "fails":
            return state, ()
        return replace(state, acting=self.contingent, active=state.active | 1 << self.contingent), ()

    def check_fits(self, state: ToursState, where: str) -> None:
        contingent = self.contingent
        need(state.phase == ToursPhase.ACTION and contingent in CONTINGENTS_OF_SEAT[state.seat]
             and state.tried >> contingent & 1 and not state.active >> contingent & 1
             and state.has_units(contingent) and state.acting < 0 and state.orders[contingent] == MOVE
             and len(state.frames) == 1, where,
             say("a contingent that rolls for activation, in phase III"))


def with_activation_sum(state: ToursState, text: Message) -> Message:
    """A prompt; on turn 1 followed by the sum needed for activation (5.2.2, 5.2.4)."""
    if state.turn > 1:
        return text
    return say("{text}. Activation on {sum} ({die}, 0 to 9)", text=text,
               sum=activation_limit_text(CONTINGENTS_OF_SEAT[state.seat][0]), die=die_label(state))


def contingents_still_to_do(state: ToursState, text: Message,
                            contingents: Sequence[Contingent]) -> tuple[StillToDo, ...]:
    """The notice that some contingents could still act."""
    return (StillToDo(text, ids(slot for c in contingents for slot in state.units(c)),
                      tuple(CONTINGENTS[c] for c in contingents)),)


class GiveOrders(PhaseDecision):
    """Phase I: the phasing side gives each contingent an order (5.2)."""

    phase = ToursPhase.ORDERS
    rule = rule("5.2")
    fixed_end_label = say("End orders")
    own_actions = (Order,)
    refusal_unless_pending = reason("5.2.1",
                                    say("Orders are given in phase I, before the first contingent is activated"))

    def question(self, state: ToursState) -> Message:
        return with_activation_sum(state, say("Give each contingent an order"))

    def judge(self, state: ToursState, action: Action) -> Verdict:
        """Whether a contingent may be given an order (5.2, 5.2.1)."""
        assert isinstance(action, Order)
        contingent, order = CONTINGENT_OF[action.contingent], ORDERS.index(action.order)
        title, name = CONTINGENT_TITLES[contingent], action.contingent
        if (refusal := _why_no_contingent(state, contingent)) is not None:
            return refusal
        if state.orders[contingent] == order:
            return refuse("5.2.1", say("{contingent} has that order", contingent=title), contingent=name)
        if order == WALL and contingent != HI:
            return refuse("5.2.6", say("Only the Frankish heavy infantry forms a shield wall"))
        if order == MOVE and contingent == HI and state.wall:
            return refuse_in_wall()
        return LEGAL

    def candidates(self, state: ToursState) -> list[Action]:
        return [*(action for c in CONTINGENTS_OF_SEAT[state.seat] if state.has_units(c)
                  for order, action in enumerate(ORDER_ACTIONS[c])
                  if order != state.orders[c] and self.judge(state, action)), END_PHASE]

    def apply(self, state: ToursState, action: Action) -> Done[ToursState]:
        """The state with an order given or cancelled, or after the end of the phase."""
        if not isinstance(action, Order):
            return self.end_phase(state)
        contingent, order = CONTINGENT_OF[action.contingent], ORDERS.index(action.order)
        orders = (*state.orders[:contingent], order, *state.orders[contingent + 1:])
        return replace(state, orders=orders), (Noted(rule("5.2.1"), contingent_order_text(state, contingent, order)),)

    def still_to_do(self, state: ToursState) -> tuple[StillToDo, ...]:
        without_order = [c for c in CONTINGENTS_OF_SEAT[state.seat] if state.has_units(c) and not state.orders[c]]
        text = (plural("{count} contingent has no order", "{count} contingents have no order", len(without_order))
                if any(state.orders) else say("no contingent has an order"))
        return contingents_still_to_do(state, text, without_order) if without_order else ()

    def autoplay_step(self, state: ToursState) -> tuple[Message, Action | None] | None:
        contingents = CONTINGENTS_OF_SEAT[state.seat]
        move_orders = [action for c in contingents if state.orders[c] == NO_ORDER
                       and self.judge(state, action := ORDER_ACTIONS[c][MOVE])]
        if not move_orders:
            return None
        label = (plural("Move/Attack for the last one", "Move/Attack for the other {count}", len(move_orders))
                 if any(state.orders[c] != NO_ORDER for c in contingents)
                 else both_or_all("Move/Attack for one", "Move/Attack for both", "Move/Attack for all {count}",
                                  len(move_orders)))
        return label, move_orders[0]

    def selectable(self, state: ToursState) -> list[Slot]:
        return state.army(state.seat)

    def offers_for_unit(self, state: ToursState, slot: Slot) -> Iterator[Offer]:
        contingent = CONTINGENT[slot]
        for order, action in enumerate(ORDER_ACTIONS[contingent]):
            if order == state.orders[contingent] or (order == WALL and contingent != HI):
                continue
            label = order_text(state, contingent, order) if order != NO_ORDER else say("Cancel the order")
            yield Offer(self.judge(state, action), action, (UNITS[slot].id,), label=label,
                        arithmetic=partial(preview, state, contingent) if order == MOVE else no_preview)


class ActivateContingents(PhaseDecision):
    """Phase III while no contingent is active: the phasing side activates the next one, or ends movement (5.2.2,
    ruling 29)."""

    phase = ToursPhase.ACTION
    rule = rule("5.2.2", 29)
    own_actions = (ToursActivate,)

    def end_label(self, state: ToursState) -> Text:
        return plural("End movement: skip {count} contingent", "End movement: skip {count} contingents",
                      len(contingents_to_activate(state)))

    def button_ends_turn(self, state: ToursState) -> bool:
        return False

    def question(self, state: ToursState) -> Message:
        return with_activation_sum(state, plural(
            "{count} contingent still to activate: pick it", "{count} contingents still to activate: pick one",
            len(contingents_to_activate(state))))

    def automatic_step(self, state: ToursState) -> Done[ToursState] | None:
        return None if contingents_to_activate(state) else begin_phase(state, ToursPhase.SHOCK)

    def judge(self, state: ToursState, action: Action) -> Verdict:
        """Whether a contingent may be activated now (5.2.2)."""
        assert isinstance(action, ToursActivate)
        contingent = CONTINGENT_OF[action.contingent]
        title, order = CONTINGENT_TITLES[contingent], state.orders[contingent]
        if state.phase != self.phase:
            return refuse("4.0", say("Contingents are activated in phase III"), 1)
        if state.acting == contingent:
            return refuse("5.2.2", say("{contingent} is active: select its units", contingent=title))
        if state.acting >= 0:
            return refuse("5.2.2", say("{contingent} must finish first", contingent=CONTINGENT_TITLES[state.acting]))
        if (refusal := _why_no_contingent(state, contingent)) is not None:
            return refusal
        if state.has_failed_activation(contingent):
            return refuse_failed_contingent(contingent)
        if state.tried >> contingent & 1:
            return refuse("5.2.2", say("{contingent} has been activated", contingent=title))
        if order == NO_ORDER:
            return refuse("5.2.2", say("{contingent} has no order", contingent=title))
        if order == REFORM:
            return refuse("5.2.5", say("{contingent} has the order {order}", contingent=title,
                                       order=ORDER_TITLES[order]))
        return LEGAL

    def answers(self, state: ToursState) -> Iterator[Answer]:
        for c in contingents_to_activate(state):
            order = state.orders[c]
            label = order_text(state, c, order) if order == WALL else say("Roll for activation")
            yield Answer(ToursActivate(CONTINGENTS[c]), ids(state.units(c)), short_label=label, is_default=True,
                         arithmetic=partial(preview, state, c))
        yield Answer(END_PHASE)

    def preview(self, state: ToursState, action: Action) -> Preview | None:
        if not isinstance(action, ToursActivate):
            return None
        contingent = CONTINGENT_OF[action.contingent]
        return preview(state, contingent) if state.orders[contingent] == MOVE else None

    def apply(self, state: ToursState, action: Action) -> Done[ToursState]:
        """The state after a contingent is activated: its roll is pending, or it forms or leaves the shield wall without
        a roll (5.2.2, 5.2.6)."""
        if not isinstance(action, ToursActivate):
            return self.end_phase(state)
        contingent = CONTINGENT_OF[action.contingent]
        state = replace(state, tried=state.tried | 1 << contingent)
        if state.orders[contingent] == MOVE:
            helped = contingent if modifiers(state, contingent) else state.helped
            return replace(state, helped=helped).pushed(ActivationRoll(contingent)), ()
        if state.wall:
            event = Noted(rule("5.2.6"), say("The heavy infantry leaves the shield wall"))
            return replace(state, wall=False, acting=contingent, active=state.active | 1 << contingent), (event,)
        return replace(state, wall=True), (Noted(rule("5.2.6"), say("The heavy infantry forms the shield wall")),)

    def still_to_do(self, state: ToursState) -> tuple[StillToDo, ...]:
        contingents = contingents_to_activate(state)
        text = plural("{count} contingent still to activate", "{count} contingents still to activate", len(contingents))
        return contingents_still_to_do(state, text, contingents) if contingents else ()

    def why_own_piece_idle(self, state: ToursState, slot: Slot) -> Illegal:
        verdict = self.judge(state, ToursActivate(CONTINGENTS[CONTINGENT[slot]])) if slot < COMBAT_UNITS else None
        return verdict if isinstance(verdict, Illegal) else super().why_own_piece_idle(state, slot)
