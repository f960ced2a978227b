"""Several actions with one command (batch actions): an activation with its first action, and the fire of all guns; and
summaries of the results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from game.core.action import Action
from game.core.batch import BatchActions, FireAll, TurnEnds
from game.core.event import Declared, Event, Removed, Rolled
from game.core.indices import Slot, other, slots_in
from game.core.message import EMPTY_BRIEF, Brief, Message, Text, joined, plural, say
from game.core.offer import Offer
from game.core.verdict import LEGAL, Reason, RuleRef
from game.rules.africa import activation, artillery, fire, movement, shock
from game.rules.africa.actions import AfricaActivate, AfricaBombard, AfricaEnd, AfricaFire
from game.rules.africa.closing import RALLIED
from game.rules.africa.coin_tables import ALL_DEMORALIZED, ALL_RETREAT, ALL_STRUCK, DEMORALIZED, DESTROYED, RETREAT
from game.rules.africa.descriptions import label, short_label
from game.rules.africa.events import Marked
from game.rules.africa.movement import move_by
from game.rules.africa.orders import activate_unit, preview
from game.rules.africa.phases import decision
from game.rules.africa.sequence import END, OVER
from game.rules.africa.state import AfricaState
from game.rules.africa.units import SEATS, SIDES, rule, seat_of


def activation_offers(state: AfricaState, slot: Slot) -> tuple[Offer, ...]:
    """The offers of a unit's activation together with its first action: its fire most likely to have an effect at each
    area, and a move to each area in reach. A gun that can fire at an area is not offered a move into it."""
    if activation.why_not(state, slot) is not None:
        return ()
    after, setting = activate_unit(state, slot), state.setting
    activate, cost = AfricaActivate(setting.units[slot].id), _activation_used(state, slot)
    fire_offers: dict[str, Offer] = {}
    """Area id -> the best offer to fire at it."""
    actions = artillery.all_bombards(after, slot) if setting.guns >> slot & 1 else fire.all_fires(after, 1 << slot)
    for action in actions:
        best = fire_offers.get(action.place)
        offer = _fire_offer(after, activate, action, cost)
        if best is None or _effect_chance(offer) > _effect_chance(best):
            fire_offers[action.place] = offer
    moves = [move_by(setting, slot, path) for _, path in sorted(movement.reachable(after, slot).items())]
    move_offers = [
        Offer(LEGAL, activate, (activate.unit,), move.path[-1], label(after, move), short_label(after, move), (move,),
              cost)
        for move in moves if not (setting.guns >> slot & 1 and move.path[-1] in fire_offers)]
    return (*sorted(fire_offers.values(), key=_effect_chance, reverse=True), *move_offers)


def _activation_used(state: AfricaState, slot: Slot) -> Text:
    """Text on the activation that a unit uses up (8, 9); empty if it is activated already."""
    if state.acting is not None and state.acting.units >> slot & 1:
        return ""
    name = state.setting.units[slot].name
    if not state.setting.guns >> slot & 1:
        return say("{name} uses its only activation this turn", name=name)
    return say("{name} uses activation {number} of 2 this turn", name=name,
               number=2 if state.active >> slot & 1 else 1)


def _fire_offer(after: AfricaState, activate: AfricaActivate | None, action: AfricaFire | AfricaBombard,
                cost: Text) -> Offer:
    """An offer to fire, preceded by the activation if that is still to come.

    :param after: the state with the unit activated.
    :param cost: text on the activation used up.
    """
    first, *follow_ups = (activate, action) if activate else (action,)
    fire_preview = preview(after, action)
    return Offer(LEGAL, first, (action.unit,), action.place, label(after, action), short_label(after, action),
                 tuple(follow_ups), cost, arithmetic=lambda: fire_preview)


def _effect_chance(offer: Offer) -> Fraction:
    """The chance that an offered fire has an effect."""
    shown = offer.preview
    return shown.hope()[1] if shown is not None else Fraction(0)


def _no_target(state: AfricaState, slot: Slot) -> Reason:
    """Why an activated gun has no target: it has already fired at those in range, or none is in range."""
    name = state.setting.units[slot].name
    enemy = other(state.setting.units[slot].seat)
    fired_areas = [area for gun, area in state.shots if gun == slot and state.target(area, enemy) >= 0]
    reasons = (artillery.why_out_of_range(state, slot, area) for area in fired_areas)
    return (artillery.why_may_not_fire(state, slot) or next((why for why in reasons if why is not None), None)
            or Reason(rule("9"), say("{unit} has no enemy in range", unit=name)))


def _merged_reason(reasons: Sequence[tuple[str, Reason]]) -> Reason:
    """One reason for all units that it keeps from firing.

    :param reasons: the names of the units, each with its reason, all alike but for the name.
    """
    why = reasons[0][1]
    if len(reasons) == 1:
        return why
    return Reason(why.rule, _reason_text(why, say("{units}: each", units=tuple(name for name, _ in reasons))))


def _reason_text(why: Reason, unit: Text) -> Message:
    """The text of a reason, reworded for another unit or several; unchanged if it names no unit."""
    return why.text.with_values(unit=unit) if "unit" in (why.text.values or {}) else why.text


class AfricaBatchActions(BatchActions[AfricaState], FireAll[AfricaState], TurnEnds[AfricaState]):
    """Africa's implementation of batch actions."""

    fire_all_title = say("Fire guns")

    def autoplay_step(self, state: AfricaState) -> tuple[Message, Action | None] | None:
        return decision(state).autoplay_step(state)

    def resolving_seat(self, state: AfricaState) -> str | None:
        return decision(state).resolving_seat(state)

    def summary(self, events: Sequence[Event]) -> Brief:
        return summary(events)

    def fire_all(self, state: AfricaState, seat: str) -> tuple[tuple[Offer, ...], ...]:
        """For each gun of a seat that may be activated now, its possible fires, best first; during a gun's activation,
        for that gun only."""
        acting, setting, side = state.acting, state.setting, seat_of(seat)
        if acting is not None and acting.gun and acting.side == side:
            actions = [artillery.all_bombards(state, slot) for slot in slots_in(acting.units)]
            by_gun = [tuple(_fire_offer(state, None, action, "") for action in of_gun) for of_gun in actions]
            return tuple(tuple(sorted(offers, key=_effect_chance, reverse=True)) for offers in by_gun if offers)
        if state.frames:
            return ()
        guns = [slot for slot in activation.units_to_activate(state, side) if setting.guns >> slot & 1]
        by_gun = [tuple(offer for offer in activation_offers(state, slot) if offer.preview is not None)
                  for slot in guns]
        with_fire = (offers for offers in by_gun if offers)
        return tuple(sorted(with_fire, key=lambda offers: _effect_chance(offers[0]), reverse=True))

    def why_no_fire_all(self, state: AfricaState, seat: str) -> tuple[Reason, ...]:
        """Why the guns of a seat cannot fire, each reason once with all guns concerned."""
        setting, acting, side = state.setting, state.acting, seat_of(seat)
        guns = [slot for slot in slots_in(setting.guns) if setting.units[slot].seat == side and state.at[slot] >= 0]
        if not guns:
            return (Reason(rule("9"), say("You have no guns on the map")),)
        is_gun_activated = acting is not None and acting.gun and acting.side == side
        if acting is not None and is_gun_activated:
            guns = [*slots_in(acting.units)]
        reasons: dict[tuple[Text, RuleRef], list[tuple[str, Reason]]] = {}
        for slot in guns:
            name = setting.units[slot].name
            why = artillery.why_may_not_fire(state, slot) if is_gun_activated else activation.why_not(state, slot)
            why = why or _no_target(state if is_gun_activated else activate_unit(state, slot), slot)
            reasons.setdefault((_reason_text(why, ""), why.rule), []).append((name, why))
        return tuple(_merged_reason(alike) for alike in reasons.values())

    def fire_all_again(self, state: AfricaState, seat: str) -> bool:
        """Whether a gun that can fire now has both its activations of this turn left."""
        guns = (state.setting.slot[offers[0].units[0]] for offers in self.fire_all(state, seat))
        return any(not state.active >> slot & 1 for slot in guns)

    def fire_all_rest(self, count: int) -> Text:
        return plural("{count} gun has not fired", "{count} guns have not fired", count)

    def repeat_for_next(self, state: AfricaState, action: Action, state_when_chosen: AfricaState) -> Action | None:
        return decision(state).repeat_for_next(state, action, decision(state_when_chosen))

    def turn_ended_for(self, state: AfricaState, action: Action, after: AfricaState) -> str | None:
        """The seat whose player turn just ended implicitly, with its last shock or with the last defensive fire; else
        None."""
        if state.now.phase in (END, OVER) or isinstance(action, AfricaEnd):
            return None
        turn_passed = after.now.phasing != state.now.phasing or after.now.phase == END or after.turn != state.turn
        return SEATS[state.now.phasing] if turn_passed and after.now.phase != OVER else None


def summary(events: Sequence[Event]) -> Brief:
    """The numbers of fires, shocks and rallies among some events, with their results."""
    briefs = [brief for brief in (_fire_brief(events), _barrage_brief(events), _shock_brief(events),
                                  _rally_brief(events)) if brief.head]
    if not briefs:
        return EMPTY_BRIEF
    first, *others = briefs
    return Brief(first.head, joined((first.more, *(brief.text for brief in others)), "; "))


def _result_counts(events: Sequence[Event], number: str) -> Counter[str]:
    """Result -> how often it was rolled under a rule."""
    return Counter(event.result for event in events if isinstance(event, Rolled) and event.rule.number == number)


def _losses_texts(events: Sequence[Event], number: str) -> list[Text]:
    """Texts for units destroyed and steps lost under a rule."""
    destroyed = sum(isinstance(event, Removed) and event.rule.number == number for event in events)
    steps = sum(
        isinstance(event, Marked) and event.mark == "reduced" and event.rule.number == number for event in events
    )
    return [plural("{count} destroyed", "{count} destroyed", destroyed) if destroyed else "",
            plural("{count} step lost", "{count} steps lost", steps) if steps else ""]


def _fire_brief(events: Sequence[Event]) -> Brief:
    results = _result_counts(events, "6.1")
    hits = results[DESTROYED] + results[DEMORALIZED] + results[RETREAT]
    fires = sum(isinstance(event, Declared) and event.rule.number == "6.1" for event in events)
    if not fires:
        return EMPTY_BRIEF
    results_text = joined((
        plural("{count} hit", "{count} hits", hits) if hits else say("no hit"),
        *_losses_texts(events, "6.1"),
        plural("{count} demoralized", "{count} demoralized", results[DEMORALIZED]) if results[DEMORALIZED] else "",
        plural("{count} driven back", "{count} driven back", results[RETREAT]) if results[RETREAT] else "",
    ))
    return Brief(plural("{count} shot", "{count} shots", fires), results_text)


def _barrage_brief(events: Sequence[Event]) -> Brief:
    results = _result_counts(events, "9")
    if not results:
        return EMPTY_BRIEF
    texts = (
        (ALL_STRUCK, plural("{count} area with losses", "{count} areas with losses", results[ALL_STRUCK])),
        (ALL_DEMORALIZED, plural("{count} area demoralized", "{count} areas demoralized", results[ALL_DEMORALIZED])),
        (ALL_RETREAT, plural("{count} area driven back", "{count} areas driven back", results[ALL_RETREAT])),
    )
    effects = [text for name, text in texts if results[name]] or [say("no effect")]
    return Brief(plural("{count} shot", "{count} shots", results.total()),
                 joined((*effects, *_losses_texts(events, "9"))))


def _shock_brief(events: Sequence[Event]) -> Brief:
    results = _result_counts(events, "6.2")
    if not results:
        return EMPTY_BRIEF
    wins = Counter(shock.WINNERS[name] for name in results.elements())
    wins_texts = [plural("{count} tie", "{count} ties", count) if seat is None
                  else say("{side} win {count}", side=SIDES[seat], count=count) for seat, count in wins.items()]
    return Brief(plural("{count} shock combat", "{count} shock combats", results.total()),
                 joined((*wins_texts, *_losses_texts(events, "6.2"))))


def _rally_brief(events: Sequence[Event]) -> Brief:
    results = _result_counts(events, "7")
    if not results:
        return EMPTY_BRIEF
    return Brief(plural("{count} unit tried to rally", "{count} units tried to rally", results.total()),
                 plural("{count} rallied", "{count} rallied", results[RALLIED]))
