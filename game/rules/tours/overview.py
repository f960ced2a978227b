"""Contingents with their orders, and all announced combats, at a glance."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from game.core.chance import per_cent
from game.core.indices import Slot
from game.core.message import Message, Text, joined, say, several
from game.core.offer import Offer
from game.core.overview import EMPTY, LineAction, Overview, OverviewLine, Progress
from game.core.preview import Preview
from game.core.verdict import LEGAL
from game.rules.tours import orders, shock, shock_odds
from game.rules.tours.actions import (
    MOVE,
    NO_ORDER,
    ORDERS,
    REFORM,
    WALL,
    Order,
    Resolve,
    ToursActivate,
    ToursAttack,
    Withdraw,
)
from game.rules.tours.fight import ROLL, fights
from game.rules.tours.orders import ActivationRoll
from game.rules.tours.sequence import decision
from game.rules.tours.shock_odds import with_variants
from game.rules.tours.showing import BANDS
from game.rules.tours.state import ToursPhase, ToursState
from game.rules.tours.units import (
    CONTINGENT_TITLES,
    CONTINGENTS,
    FIGHTERS,
    HI,
    MEMBERS,
    OF_SEAT,
    UNITS,
    Contingent,
    ids,
    name_of,
    rule,
)

GIVEN = (MOVE, REFORM, WALL)
"""The orders a contingent is offered, in this order."""


def overview(state: ToursState) -> Overview:
    """The contingents of who has the player turn while orders are given and carried out; in phase IV the combats."""
    if state.phase in (ToursPhase.ORDERS, ToursPhase.LEADERS, ToursPhase.ACTION):
        lines = tuple(_contingent(state, c) for c in OF_SEAT[state.seat] if state.alive(c))
        return Overview(say("Contingents"), lines)
    if state.phase == ToursPhase.SHOCK:
        lines = tuple(_combats(state))
        return Overview(say("Combats"), lines) if lines else EMPTY
    return EMPTY


def _contingent(state: ToursState, contingent: Contingent) -> OverviewLine:
    units = [slot for slot in MEMBERS[contingent] if state.at[slot] >= 0]
    progress, word = _progress(state, contingent)
    return OverviewLine(CONTINGENTS[contingent], CONTINGENT_TITLES[contingent], ids(units), (), BANDS[contingent],
                        _told(state, units), None, _chance(state, contingent), progress, word,
                        tuple(_ways(state, contingent)), partial(_obeying, state, contingent))


def _told(state: ToursState, units: list[Slot]) -> Text:
    """How many units it has, and in what state they are."""
    upset = sum(state.disordered >> slot & 1 for slot in units)
    held = sum(state.engaged >> slot & 1 for slot in units)
    walled = any(state.in_wall(slot) for slot in units)
    return joined((
        several("{count} unit", "{count} units", len(units)),
        say("shield wall") if walled else "",
        several("{count} disordered", "{count} disordered", upset) if upset else "",
        several("{count} engaged", "{count} engaged", held) if held else ""), " · ")


def _rolls(state: ToursState, contingent: Contingent) -> bool:
    """Whether its order needs a die roll; without an order yet, whether Move/Attack would."""
    order = state.orders[contingent]
    untold = order == NO_ORDER and state.phase == ToursPhase.ORDERS and not (contingent == HI and state.wall)
    return order == MOVE or untold


def _obeying(state: ToursState, contingent: Contingent) -> Preview | None:
    if not _rolls(state, contingent) or (state.tried >> contingent & 1 and not _rolling(state, contingent)):
        return None
    return orders.preview(state, contingent)


def _rolling(state: ToursState, contingent: Contingent) -> bool:
    return state.frames == (ActivationRoll(contingent),)


def _chance(state: ToursState, contingent: Contingent) -> Text:
    """The chance to obey (5.2.2, 5.2.3); nothing where nothing is rolled (any more)."""
    shown = _obeying(state, contingent)
    if shown is None:
        return ""
    return per_cent(next((one.chance for one in shown.outcomes if one.result == "obeys"), Fraction(0)))


def _progress(state: ToursState, contingent: Contingent) -> tuple[Progress, Text]:
    if state.phase != ToursPhase.ACTION:
        return "", ""
    if _rolling(state, contingent):
        return "acting", say("rolling")
    if state.acting == contingent:
        return "acting", say("active")
    if not state.tried >> contingent & 1:
        order = state.orders[contingent]
        return "", say("waiting") if order in (MOVE, WALL) else say("phase V") if order == REFORM else say("no order")
    if state.orders[contingent] == MOVE and not state.active >> contingent & 1:
        return "failed", say("refused")
    return "done", say("done")


def _ways(state: ToursState, contingent: Contingent) -> Iterator[LineAction]:
    """Its orders while they are given, the one in force to be taken back; then its turn to carry it out."""
    now = state.orders[contingent]
    if state.phase == ToursPhase.ACTION:
        action = ToursActivate(CONTINGENTS[contingent])
        if now:
            words = orders.told(state, contingent, now) if now == WALL else say("Roll for activation")
            yield LineAction(Offer(decision(state).check(state, action), action, words=words, leads=True,
                                   arithmetic=partial(_obeying, state, contingent)), orders.sign(state, now), True,
                             orders.short_title(state, now))
        return
    for order in GIVEN:
        if order == WALL and contingent != HI:
            continue
        chosen = NO_ORDER if order == now else order
        command = Order(CONTINGENTS[contingent], ORDERS[chosen])
        told = orders.told(state, contingent, order)
        words = say("Cancel: {order}", order=told) if order == now else told
        yield LineAction(Offer(decision(state).check(state, command), command, words=words), orders.sign(state, order),
                         order == now, orders.short_title(state, order))


def _combats(state: ToursState) -> Iterator[OverviewLine]:
    """The combat that is being resolved, those that wait, and who is still to attack or to be attacked (8.0)."""
    for fight in fights(state):
        units, enemies = (tuple(slot for slot in side if state.at[slot] >= 0)
                          for side in (fight.attackers, fight.defenders))
        if units and enemies and fight.stage == ROLL:
            yield _combat(state, units, enemies, fight.previous, "acting", say("now"))
        elif units and enemies:
            result = shock_odds.KEYS[fight.result]
            yield OverviewLine(f"combat-{UNITS[units[0]].id}", _versus(units, enemies), ids(units), ids(enemies),
                               told=shock_odds.TOLD[result], progress="acting", word=say("now"))
    for one in state.combats:
        yield _combat(state, one.attackers, one.defenders)
    if not state.resolving and not state.frames:
        for slot, targets in shock.uncovered(state):
            yield _duty(state, slot, targets)


def _combat(state: ToursState, units: tuple[Slot, ...], enemies: tuple[Slot, ...], previous: int = 0,
            progress: Progress = "", word: Text = "") -> OverviewLine:
    shown = shock_odds.preview(state, units, enemies, previous)
    ways: tuple[LineAction, ...] = ()
    if not progress:
        ways = tuple(_resolve(state, units)) if state.resolving else tuple(_withdrawals(units))
    return OverviewLine(f"combat-{UNITS[units[0]].id}", _versus(units, enemies), ids(units), ids(enemies), "",
                        _main_results(shown), None, shown.total, progress, word, ways,
                        partial(with_variants, state, units, enemies, previous))


def _versus(units: tuple[Slot, ...], enemies: tuple[Slot, ...]) -> Message:
    return say("{units} against {enemies}", units=tuple(map(name_of, units)), enemies=tuple(map(name_of, enemies)))


def _resolve(state: ToursState, units: tuple[Slot, ...]) -> Iterator[LineAction]:
    action = Resolve(UNITS[units[0]].id)
    yield LineAction(Offer(decision(state).check(state, action), action, words=say("Resolve this combat")), "attacked")


def _withdrawals(units: tuple[Slot, ...]) -> Iterator[LineAction]:
    """An attack that is taken back as a whole, or by one of several (ruling 18)."""
    actions = tuple(Withdraw(UNITS[slot].id) for slot in units)
    yield LineAction(Offer(LEGAL, actions[0], words=say("Withdraw the attack"), then=actions[1:]))
    if len(units) > 1:
        for slot, action in zip(units, actions, strict=True):
            yield LineAction(Offer(LEGAL, action, words=say("{unit} withdraws", unit=UNITS[slot].abbr)))


def _attacks(slot: Slot, targets: tuple[Slot, ...]) -> Message:
    """An attack, as short as its counters are printed."""
    return say("{unit} attacks {targets}", unit=UNITS[slot].abbr, targets=tuple(UNITS[t].abbr for t in targets))


def _duty(state: ToursState, slot: Slot, targets: tuple[Slot, ...]) -> OverviewLine:
    """Somebody whose enemies are not all attacked yet, and who could see to that."""
    text = say("{unit} must attack {targets}", unit=name_of(slot), targets=tuple(map(name_of, targets)))
    return OverviewLine(f"due-{UNITS[slot].id}", text, ids((slot,)), ids(targets), "",
                        say("must be attacked"), rule("8.0"), "", "due", "", tuple(_amends(state, slot, targets)))


def _amends(state: ToursState, slot: Slot, targets: tuple[Slot, ...]) -> Iterator[LineAction]:
    """The unit attacks them, with those it attacks already; or a friend does."""
    unit, known = UNITS[slot].id, shock.combat_of(state, slot)
    sure = shock.withdraw(state, slot) if known is not None else state
    whole = (*(known.defenders if known is not None else ()), *targets)
    action = ToursAttack(unit, ids(whole))
    verdict = shock.check_attack(sure, action)
    words = _attacks(slot, whole)
    known_preview = partial(with_variants, sure, (slot,), whole)
    if known is not None:
        yield LineAction(Offer(verdict, Withdraw(unit), words=words, then=(action,), arithmetic=known_preview))
    else:
        yield LineAction(Offer(verdict, action, words=words, arithmetic=known_preview))
    for friend in FIGHTERS[state.seat]:
        if friend != slot and state.at[friend] >= 0:
            for found in shock.attacks(state, friend):
                if set(found) <= set(targets):
                    attack = ToursAttack(UNITS[friend].id, ids(found))
                    yield LineAction(Offer(LEGAL, attack, words=_attacks(friend, found)))


SHORT = {"eliminated": say("eliminates"), "disordered": say("disorders"), "both": say("both disordered"),
         "engaged": say("engages"), "repulsed": say("repulsed")}
"""Group of results (``shock_odds.GROUPS``) -> the same on a line."""
SHOWN = 3
"""Results of a combat that its line tells: an elimination, and the likeliest of the others."""


def _main_results(shown: Preview) -> Text:
    """The kinds of results that matter most with their chances."""
    shares: dict[str, Fraction] = {}
    for one in shown.outcomes:
        group = shock_odds.GROUPS[one.result]
        shares[group] = shares.get(group, Fraction(0)) + one.chance
    best = sorted(shares.items(), key=lambda item: (item[0] != "eliminated", -item[1]))[:SHOWN]
    return joined((say("{result} {chance}", result=SHORT[group], chance=per_cent(share))
                   for group, share in best), " · ")
