"""The list in the panel: contingents with their orders; in phase IV the combats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial

from game.core.chance import per_cent, signed
from game.core.indices import Slot
from game.core.message import Message, Text, and_list, joined, plural, say
from game.core.offer import Offer
from game.core.overview import EMPTY_OVERVIEW, LineAction, Overview, OverviewLine, Progress
from game.core.preview import Preview
from game.core.verdict import LEGAL
from game.rules.tours import orders, shock, shock_odds
from game.rules.tours.actions import MOVE, NO_ORDER, REFORM, WALL, Resolve, ToursActivate, ToursAttack, Withdraw
from game.rules.tours.announcing import attack_text
from game.rules.tours.fight import ROLL, combats_being_resolved
from game.rules.tours.orders import ActivationRoll
from game.rules.tours.presentation import BANDS
from game.rules.tours.sequence import decision
from game.rules.tours.shock_odds import ShockEffect, with_variants
from game.rules.tours.state import ToursPhase, ToursState
from game.rules.tours.units import (
    CONTINGENT_TITLES,
    CONTINGENTS,
    CONTINGENTS_OF_SEAT,
    HI,
    UNITS,
    Contingent,
    ids,
    name_of,
    rule,
)


def overview(state: ToursState) -> Overview:
    """The contingents of the phasing side while orders are given and carried out; in phase IV the combats."""
    if state.phase in (ToursPhase.ORDERS, ToursPhase.LEADERS, ToursPhase.ACTION):
        lines = tuple(_contingent_line(state, c) for c in CONTINGENTS_OF_SEAT[state.seat] if state.has_units(c))
        return Overview(say("Contingents"), lines, values=say("Activates") if any(line.value for line in lines) else "")
    if state.phase == ToursPhase.SHOCK:
        lines = tuple(_combat_lines(state))
        return Overview(say("Combats"), lines) if lines else EMPTY_OVERVIEW
    return EMPTY_OVERVIEW


def _contingent_line(state: ToursState, contingent: Contingent) -> OverviewLine:
    """A contingent's line, with its chance of activation, its progress and its orders."""
    units = state.units(contingent)
    shown = _activation_preview(state, contingent)
    progress, status = _progress(state, contingent)
    return OverviewLine(CONTINGENTS[contingent], CONTINGENT_TITLES[contingent], ids(units), colour=BANDS[contingent],
                        subtitle=_subtitle(state, units, shown),
                        value=per_cent(shown.chance_of("obeys")) if shown is not None else "",
                        progress=progress, status=status, actions=tuple(_line_actions(state, contingent)),
                        arithmetic=partial(_activation_preview, state, contingent))


def _subtitle(state: ToursState, units: list[Slot], shown: Preview | None) -> Text:
    """The number of a contingent's units, and of those disordered or engaged; the leader that helps its activation.

    :param shown: the arithmetic of its activation roll; None if it has none to make.
    """
    disordered = sum(state.disordered >> slot & 1 for slot in units)
    terms = shown.modifiers if shown is not None else ()
    engaged = sum(state.engaged >> slot & 1 for slot in units)
    in_wall = any(state.in_wall(slot) for slot in units)
    return joined((
        plural("{count} unit", "{count} units", len(units)),
        say("shield wall") if in_wall else "",
        plural("{count} disordered", "{count} disordered", disordered) if disordered else "",
        plural("{count} engaged", "{count} engaged", engaged) if engaged else "",
        *(say("{leader} {value}", leader=term.name, value=signed(term.value)) for term in terms)), " · ")


def _activation_preview(state: ToursState, contingent: Contingent) -> Preview | None:
    """The arithmetic of a contingent's activation roll; before it has an order, of a roll for Move/Attack. None if no
    roll is needed, or it has been made (5.2.2, 5.2.3)."""
    order = state.orders[contingent]
    may_get_order = order == NO_ORDER and state.phase == ToursPhase.ORDERS and not (contingent == HI and state.wall)
    has_rolled = state.tried >> contingent & 1 and state.frames != (ActivationRoll(contingent),)
    return orders.preview(state, contingent) if (order == MOVE or may_get_order) and not has_rolled else None


def _progress(state: ToursState, contingent: Contingent) -> tuple[Progress, Text]:
    """A contingent's progress in phase III, and its text; in phase II its order as text, in phase I both empty."""
    if state.phase == ToursPhase.ORDERS:
        return "", ""
    if state.phase == ToursPhase.LEADERS:
        return "", orders.short_title(state, state.orders[contingent])
    if state.frames == (ActivationRoll(contingent),):
        return "acting", say("rolling")
    if state.acting == contingent:
        return "acting", say("active")
    if not state.tried >> contingent & 1:
        order = state.orders[contingent]
        return "", say("waiting") if order in (MOVE, WALL) else say("phase V") if order == REFORM else say("no order")
    if state.orders[contingent] == MOVE and not state.active >> contingent & 1:
        return "failed", say("refused")
    return "done", say("done")


def _line_actions(state: ToursState, contingent: Contingent) -> Iterator[LineAction]:
    """The buttons of a contingent's line. In phase I: its orders; the button of the order in force cancels it. In phase
    II: none. In phase III: its activation, if it has an order; that of a contingent to reform is refused until phase V
    (5.2.5)."""
    present_order = state.orders[contingent]
    if state.phase == ToursPhase.LEADERS:
        return
    if state.phase == ToursPhase.ACTION:
        activation = ToursActivate(CONTINGENTS[contingent])
        if present_order:
            label = (orders.order_text(state, contingent, present_order) if present_order == WALL
                     else say("Roll for activation"))
            yield LineAction(Offer(decision(state).check(state, activation), activation, label=label, is_default=True,
                                   arithmetic=partial(_activation_preview, state, contingent)),
                             orders.order_mark(state, present_order), True, orders.short_title(state, present_order))
        return
    for order in (MOVE, REFORM, WALL) if contingent == HI else (MOVE, REFORM):
        action = orders.ORDER_ACTIONS[contingent][NO_ORDER if order == present_order else order]
        order_name = orders.order_text(state, contingent, order)
        label = say("Cancel the order") if order == present_order else order_name
        yield LineAction(Offer(decision(state).check(state, action), action, label=label),
                         orders.order_mark(state, order), order == present_order, orders.short_title(state, order))


def _combat_lines(state: ToursState) -> Iterator[OverviewLine]:
    """The combat being resolved, the announced ones, and the attacks that must still be announced (8.0)."""
    for fight in combats_being_resolved(state):
        units, enemies = (tuple(slot for slot in side if state.at[slot] >= 0)
                          for side in (fight.attackers, fight.defenders))
        if units and enemies and fight.stage == ROLL:
            yield _combat_line(state, units, enemies, fight.previous, "acting", say("now"))
        elif units and enemies:
            result = shock_odds.KEYS[fight.result]
            yield OverviewLine(f"combat-{UNITS[units[0]].id}", _versus(units, enemies), ids(units), ids(enemies),
                               subtitle=shock_odds.result_text(result, len(fight.attackers), len(fight.defenders)),
                               progress="acting", status=say("now"))
    for combat in state.combats:
        yield _combat_line(state, combat.attackers, combat.defenders)
    if not state.resolving and not state.frames:
        for slot, targets in shock.attacks_still_due(state):
            yield OverviewLine(f"due-{UNITS[slot].id}", shock.must_attack_text(slot, targets), ids((slot,)),
                               ids(targets), subtitle=say("must be attacked"), rule=rule("8.0"), progress="due",
                               actions=tuple(_due_attacks(state, slot, targets)))


def _combat_line(state: ToursState, units: tuple[Slot, ...], enemies: tuple[Slot, ...], previous: int = 0,
                 progress: Progress = "", status: Text = "") -> OverviewLine:
    """The line of a combat: once combats are being resolved, with a button that resolves it; before, with buttons that
    withdraw the attack as a whole or by unit (ruling 18). The combat being resolved has no buttons.

    :param previous: the number of attacks before it in the same activation.
    """
    shown, actions = shock_odds.preview(state, units, enemies, previous), list[LineAction]()
    if not progress and state.resolving:
        action = Resolve(UNITS[units[0]].id)
        offer = Offer(decision(state).check(state, action), action, label=say("Resolve this combat"), is_default=True)
        actions.append(LineAction(offer, "attacked"))
    elif not progress:
        first, *rest = withdrawals = [Withdraw(unit) for unit in ids(units)]
        actions.append(LineAction(Offer(LEGAL, first, label=say("Withdraw the attack"), follow_ups=tuple(rest))))
        if rest:
            actions += [LineAction(Offer(LEGAL, withdrawal, label=say("{unit} withdraws", unit=UNITS[slot].abbr)))
                        for slot, withdrawal in zip(units, withdrawals, strict=True)]
    return OverviewLine(f"combat-{UNITS[units[0]].id}", _versus(units, enemies), ids(units), ids(enemies),
                        subtitle=_main_effects(shock_odds.effect_chances(state, units, enemies, shown)),
                        value=shown.total, progress=progress, status=status, actions=tuple(actions),
                        arithmetic=partial(with_variants, state, units, enemies, previous))


def _versus(units: tuple[Slot, ...], enemies: tuple[Slot, ...]) -> Message:
    """The title of a combat."""
    return say("{units} against {enemies}", units=and_list(map(name_of, units)),
               enemies=and_list(map(name_of, enemies)))


def _due_attacks(state: ToursState, slot: Slot, targets: tuple[Slot, ...]) -> Iterator[LineAction]:
    """Buttons that attack enemies that must still be attacked: by the unit, together with those it attacks already, or
    by a friend."""
    unit, combat = UNITS[slot].id, shock.combat_of(state, slot)
    without_combat = shock.without_attack(state, slot) if combat is not None else state
    all_targets = tuple(sorted((*(combat.defenders if combat is not None else ()), *targets)))
    attack = ToursAttack(unit, ids(all_targets))
    first, *follow_ups = (attack,) if combat is None else (Withdraw(unit), attack)
    yield LineAction(Offer(shock.check_attack(without_combat, attack), first,
                           label=attack_text((slot,), all_targets), is_default=True,
                           follow_ups=tuple(follow_ups),
                           arithmetic=partial(with_variants, without_combat, (slot,), all_targets)))
    for friend in state.army(state.seat):
        for attacks in shock.target_sets(state, friend) if friend != slot else ():
            if set(attacks) <= set(targets):
                action = ToursAttack(UNITS[friend].id, ids(attacks))
                yield LineAction(Offer(LEGAL, action, label=attack_text((friend,), attacks)))


RESULTS_SHOWN = 2
"""The number of effects on a combat's line: those that are certain, the defender's elimination, and the likeliest of
the others. More would not fit on one line, and the list would move when they change."""


def _main_effects(chances: Mapping[ShockEffect, Fraction]) -> Text:
    """The ``RESULTS_SHOWN`` most important effects of a combat with their chances; those on the defender first. Several
    may come true at once."""
    shown = sorted(chances, key=lambda effect: (chances[effect] < 1, effect != ShockEffect.ELIMINATED,
                                                -chances[effect]))[:RESULTS_SHOWN]
    results: list[Text] = []
    subject = ""
    for effect, chance in chances.items():
        if effect not in shown:
            continue
        follows = bool(subject) and effect.subject == subject
        text = say("{result} {chance}", result=effect.repeated if follows else effect.title, chance=per_cent(chance))
        if follows:
            results[-1] = joined((results[-1], text))
        else:
            results.append(text)
        subject = effect.subject
    return joined(results, " · ")
