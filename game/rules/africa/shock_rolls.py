"""Pending shock combats (6.2): their rolls, and attackers who go back without a decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Annotated

from game.board.areas import Area
from game.core.action import Action
from game.core.branches import Branch, every_outcome, grouped
from game.core.chance import DiceGroup, Die, Modifier
from game.core.event import CoinsCompared, Declared, Event, Noted
from game.core.field_types import Between, Pairs
from game.core.indices import Seat, Slot, other
from game.core.message import Brief, Message, Text, and_list, both_or_all, joined, plural, say
from game.core.preview import Outcome, Preview, UnitLine
from game.core.verdict import RuleRef
from game.rules.africa import rolling, shock
from game.rules.africa.coin_tables import (
    CUP_MARKERS,
    coins_die,
    factor_die,
    severity,
    shock_chances,
    shock_coins,
    total_chances,
)
from game.rules.africa.events import Revealed, WentBack, capture
from game.rules.africa.losses import apply_lost_shock
from game.rules.africa.retreats import BY_SHOCK, UNFOUGHT, Cause, begin_retreat
from game.rules.africa.rolling import CACHE_SIZE, Rolling, seat_of_unit
from game.rules.africa.state import STACKING_LIMIT, AfricaState, StateAndEvents, with_unit_at
from game.rules.africa.units import (
    BOTH,
    DIE_FACTOR,
    HIDDEN_FACTOR,
    SEATS,
    SIDES,
    AfricaUnit,
    Kind,
    rule,
)

GROUPS = tuple(
    tuple(DiceGroup(SIDES[seat], (k,), SEATS[seat]) for k, seat in enumerate((attacker, other(attacker))))
    for attacker in BOTH
)
"""Attacking seat -> owners of the dice in a shock combat, the attacker first."""


RolledFactors = Annotated[tuple[tuple[Slot, Annotated[int, Between(1, 6)]], ...], Pairs()]
"""Units that have rolled for their shock factor, each with the factor."""


class ShockRolls(Rolling):
    """Pending rolls of a shock combat: first the units' factors that are rolled or drawn, then both sides' coins."""

    area: Area
    attacker: Seat
    thrown: RolledFactors = ()
    """The shock factors rolled so far."""

    kind = "shock"
    rule = rule("6.2")

    def _missing(self, state: AfricaState) -> list[tuple[Slot, Die]]:
        """Units whose shock factor must still be rolled or drawn, each with its die."""
        return shock.undetermined_factors(state, self.area, self.attacker, self.thrown)

    def question(self, state: AfricaState) -> Message:
        if missing := self._missing(state):
            return say("Roll for the shock factor of {unit}", unit=state.setting.units[missing[0][0]].name)
        return say("Shock combat in {area}", area=state.setting.ground.titles[self.area])

    def button(self, state: AfricaState) -> Message:
        if missing := self._missing(state):
            hidden = state.setting.units[missing[0][0]].shock[0] == HIDDEN_FACTOR
            return say("Draw its factor") if hidden else rolling.DIE_LABEL
        return super().button(state)

    def dice(self, state: AfricaState) -> tuple[Die, ...]:
        """The dice to roll next: a single unit's, else both sides' coins, the attacker's first."""
        if missing := self._missing(state):
            return (missing[0][1],)
        coins = []
        for seat in (self.attacker, other(self.attacker)):
            known = shock.known_coins(state, self.area, seat, self.attacker, self.thrown)
            coins.append(coins_die(max(known, shock.least_coins(state, self.area, seat)), state.setting.from_cup))
        return tuple(coins)

    def roll_rule(self, state: AfricaState) -> RuleRef:
        missing = self._missing(state)
        return _factor_rule(state.setting.units[missing[0][0]]) if missing else self.rule

    def roller(self, state: AfricaState) -> str:
        missing = self._missing(state)
        return seat_of_unit(state, missing[0][0]) if missing else SEATS[self.attacker]

    def groups(self, state: AfricaState) -> tuple[DiceGroup, ...]:
        return () if self._missing(state) else GROUPS[self.attacker]

    def branches(self, state: AfricaState) -> Sequence[Branch]:
        dice = self.dice(state)
        return _branches(dice) if len(dice) == 2 else every_outcome(dice)

    def resolve(self, state: AfricaState, faces: tuple[int, ...]) -> StateAndEvents:
        missing = self._missing(state)
        return self._factor_drawn(state, missing[0][0], faces[0]) if missing else self._compare_coins(state, faces)

    def _factor_drawn(self, state: AfricaState, slot: Slot, factor: int) -> StateAndEvents:
        """The state after a unit's factor is rolled or drawn, and the event."""
        unit = state.setting.units[slot]
        hidden = unit.shock[0] == HIDDEN_FACTOR
        if hidden:
            state = state._replace(revealed=tuple(sorted((*state.revealed, (slot, factor)))))
        else:
            state = state.swapped(replace(self, thrown=(*self.thrown, (slot, factor))))
        return state, (Revealed(_factor_rule(unit), unit.id, unit.name, factor, hidden),)

    def _compare_coins(self, state: AfricaState, faces: tuple[int, ...]) -> StateAndEvents:
        """The state after both sides' coins have decided the combat, and events.

        :param faces: the heads of the attacker and of the defender.
        """
        setting = state.setting
        dice = self.dice(state)
        attack_coins, defence_coins = (die.coins for die in dice)
        winner: Seat | None
        title = say("The {side} attack in {where}", side=SIDES[self.attacker],
                    where=setting.ground.titles[self.area])
        if faces[0] == faces[1]:
            winner, row, name = None, 0, shock.result_name(None, 0)
            meaning = say("a tie; {meaning}", meaning=shock.TIE_TEXT)
            cited, verdict = rule("6.2", 10), Brief(say("A tie"), shock.TIE_TEXT)
        else:
            winner = self.attacker if faces[0] > faces[1] else other(self.attacker)
            shown_crosses = attack_coins - faces[0] if winner == self.attacker else defence_coins - faces[1]
            row = severity(shown_crosses)
            crosses = plural("{count} cross", "{count} crosses", shown_crosses)
            meaning = say("{side} win, showing {crosses}; {meaning}", side=SIDES[winner], crosses=crosses,
                          meaning=shock.MEANING[row])
            verdict = Brief(say("{side} win", side=SIDES[winner]), Brief(crosses, shock.MEANING[row]).text)
            cited, name = shock.result_rule(row), shock.result_name(winner, row)
        compared = CoinsCompared(cited, dice, faces, name, meaning, title, groups=GROUPS[self.attacker],
                                 places=(setting.ground.ids[self.area],), verdict=verdict)
        state = state.popped()
        if winner is None:
            state, events = fall_back(state, self.area, self.attacker, rule("6.2", 10), BY_SHOCK)
        else:
            state, events = apply_lost_shock(state, self.area, other(winner), row)
        return state, (compared, *events)

    def chances(self, state: AfricaState) -> dict[str, Fraction]:
        sides = []
        missing = self._missing(state)
        seats = (self.attacker, other(self.attacker))
        for seat in seats:
            own = [(slot, die) for slot, die in missing if state.setting.side[seat] >> slot & 1]
            hidden = [die for slot, die in own if state.setting.units[slot].shock[0] == HIDDEN_FACTOR]
            known = shock.known_coins(state, self.area, seat, self.attacker, self.thrown)
            dice_left, least = len(own) - len(hidden), shock.least_coins(state, self.area, seat)
            sides.append(shock_coins(known, dice_left, hidden[0] if hidden else None, len(hidden), least))
        chances = shock_chances(sides[0], sides[1], state.setting.from_cup)
        return total_chances((shock.result_name(None if winner < 0 else seats[winner], row), chance)
                             for (winner, row), chance in chances.items())

    def _line(self, state: AfricaState, slot: Slot) -> UnitLine:
        """A unit with its coins, or with what it still rolls or draws for them."""
        unit = state.setting.units[slot]
        is_missing = factor_die(state, slot) is not None and all(slot != known for known, _ in self.thrown)
        text = ("?" if unit.shock[0] == HIDDEN_FACTOR else "1d6") if is_missing else ""
        return UnitLine(unit.id, shock.shock_factor(state, slot, self.thrown), strength_text=text)

    def arithmetic(self, state: AfricaState) -> Preview:
        """The arithmetic of a shock combat."""
        setting = state.setting
        seats = (self.attacker, other(self.attacker))
        lines = [tuple(self._line(state, i) for i in shock.units_with_coins(state, self.area, seat, self.attacker))
                 for seat in seats]
        chances = self.chances(state)
        outcomes = [
            Outcome(name, chances[name], text, shock.result_rule(row),
                    say("{side} win", side=SIDES[seat]), SEATS[seat])
            for seat in seats
            for row, text in enumerate(shock.BRIEF_RESULTS)
            if (name := shock.result_name(seat, row)) in chances
        ]
        if "tie" in chances:
            outcomes.append(Outcome("tie", chances["tie"], shock.TIE_TEXT, rule("6.2", 10)))
        known = [shock.known_coins(state, self.area, seat, self.attacker, self.thrown) for seat in seats]
        missing = self._missing(state)
        drawn = sum(setting.units[slot].shock[0] == HIDDEN_FACTOR for slot, _ in missing)
        dice_left = len(missing) - drawn
        parts = and_list((plural("{count} die", "{count} dice", dice_left) if dice_left else "",
                          plural("{count} hidden factor", "{count} hidden factors", drawn) if drawn else ""))
        note = say("{parts} still to be rolled; the chances allow for every result", parts=parts) if missing else ""
        modifiers = [shock.modifiers(state, self.area, seat, self.attacker) for seat in seats]
        missing_texts = [joined((line.strength_text for line in side), " + ") for side in lines]
        for k, seat in enumerate(seats):
            least = shock.least_coins(state, self.area, seat)
            if missing_texts[k]:
                continue
            if known[k] < least:
                text = say("at least one marker") if setting.from_cup else say("at least one coin")
                modifiers[k].append(Modifier(least - known[k], text, rule("6.2", 2)))
                known[k] = least
            elif setting.from_cup and known[k] > CUP_MARKERS:
                text = say("all {count} markers of the cup", count=CUP_MARKERS)
                modifiers[k].append(Modifier(CUP_MARKERS - known[k], text, rule("6.1", 29)))
                known[k] = CUP_MARKERS
        attack, defence = known
        one, other_sum = (_sum_text(coins, missing_text)
                          for coins, missing_text in zip((attack, defence), missing_texts, strict=True))
        if setting.from_cup:
            ratio = (say("1 marker against {other}", other=other_sum) if one == "1"
                     else say("{one} markers against {other}", one=one, other=other_sum))
        else:
            ratio = (say("1 coin against {other}", other=other_sum) if one == "1"
                     else say("{one} coins against {other}", one=one, other=other_sum))
        return Preview(lines[0], lines[1], (*modifiers[0], *modifiers[1]), attack, defence, ratio,
                       say("most heads wins; the winner's crosses give the losers' result"), None, tuple(outcomes),
                       note, len(modifiers[0]), say("most heads wins"))

    def resolving_seat(self, state: AfricaState) -> str:
        return SEATS[self.attacker]

    def autoplay_step(self, state: AfricaState) -> tuple[Message, Action | None] | None:
        return shock_label(len(shock.shock_areas(state.popped()))), None

    def automatic_step(self, state: AfricaState) -> StateAndEvents | None:
        """The state with the convoys captured, and events, if only convoys face the attackers; else None."""
        return capture(state.popped()) if not shock.least_coins(state, self.area, other(self.attacker)) else None

    def misfit(self, state: AfricaState) -> Text:
        own = [i for seat in BOTH for i in shock.units_with_coins(state, self.area, seat, self.attacker)]
        rolling_units = {i for i in own if state.setting.units[i].shock[0] == DIE_FACTOR}
        if self.attacker != shock.attacking_seat(state) or not (
                shock.open_shock_combats(state) >> self.area & 1 and shock.attackers(state, self.area, self.attacker)):
            return say("there is no shock combat to resolve there")
        if rolling_units >= {i for i, _ in self.thrown}:
            return ""
        return say("it has rolls of units that do not roll for shock")


def _sum_text(known: int, missing: Text) -> Text:
    """A side's coins as text: the known ones, then what is still rolled, e.g. ``4 + 1d6``; ``1d6 − 1`` if modifiers
    take more than is known."""
    if not missing:
        return str(known)
    if known < 0:
        return joined((missing, str(-known)), " − ")
    return joined((str(known) if known else "", missing), " + ")


def _factor_rule(unit: AfricaUnit) -> RuleRef:
    """The rule by which a unit draws or rolls for its shock factor."""
    return rule("11.W.3" if unit.kind == Kind.RIF else "2.1")


def fall_back(state: AfricaState, area: Area, attacker: Seat, cited: RuleRef, cause: Cause) -> StateAndEvents:
    """The state after attackers without a decided combat have gone back to the areas that they came from, and events;
    those that cannot go back retreat. This is for a tie (ruling 10), and for officers without troops that attack (10).
    No unit goes back aboard (11.C.3).

    :param cause: the cause of their retreats.
    """
    setting, ground = state.setting, state.setting.ground
    events: list[Event] = [Noted(cited, say("The attackers must leave {area}", area=ground.titles[area]))]
    stuck = []
    for slot in state.units_in(area, attacker):
        origin = state.came_from(slot)
        is_open = origin >= 0 and not (state.areas_with_units(other(attacker)) | setting.ground.sea) >> origin & 1
        if is_open and state.points(origin, attacker) + setting.points[slot] <= STACKING_LIMIT:
            state = with_unit_at(state, slot, origin)._replace(came=tuple(p for p in state.came if p[0] != slot))
            unit, path = setting.units[slot], (area, origin)
            events.append(WentBack(cited, unit.id, unit.name, tuple(ground.ids[a] for a in path),
                                   tuple(ground.titles[a] for a in path)))
        else:
            stuck.append(slot)
    after, new_events = capture(begin_retreat(state, stuck, cause))
    return after, (*events, *new_events)


def return_units_without_attackers(state: AfricaState) -> StateAndEvents:
    """The state after the attacking side has left the areas in which none of its troops can attack, and events: no
    combat is fought there. Officers whose troops were driven off by defensive fire go back, unless other troops have
    joined them (10, ruling 28). Demoralized troops retreat, since they make no attack (6.1); they can be there only in
    a position that was set up. While one must choose a retreat, units in other areas wait."""
    events: list[Event] = []
    seat = state.now.phasing
    for area in shock.shock_areas(state):
        if not shock.attackers(state, area, seat):
            is_with_troops = bool(shock.fighters(state, area, seat))
            cited, cause = (rule("6.1"), BY_SHOCK) if is_with_troops else (rule("10"), UNFOUGHT)
            state, new_events = fall_back(state, area, seat, cited, cause)
            events += new_events
            if state.frames:
                break
    return state, tuple(events)


def begin_shock(state: AfricaState, area: Area) -> StateAndEvents:
    """The state with a shock combat in an area pending, and the event that announces it."""
    setting, attacker = state.setting, shock.attacking_seat(state)
    ours = tuple(setting.units[i].id for i in state.units_in(area, attacker) if not state.demoralized >> i & 1)
    theirs = tuple(setting.units[i].id for i in state.units_in(area, other(attacker)))
    event = Declared(rule("6.2"), ours, theirs, say("The {side} attack in {where}", side=SIDES[attacker],
                                                    where=setting.ground.titles[area]))
    return state.pushed(ShockRolls(area, attacker)), (event,)


def shock_label(count: int) -> Message:
    """The label of the button that resolves ``count`` shock combats at once."""
    return both_or_all("Resolve the combat without stopping", "Resolve both shock combats",
                       "Resolve all {count} shock combats", count)


def shock_preview(state: AfricaState, area: Area, attacker: Seat) -> Preview:
    """The arithmetic of a shock combat in an area if it were fought now."""
    return ShockRolls(area, attacker).arithmetic(state)


@lru_cache(maxsize=CACHE_SIZE)
def _branches(dice: tuple[Die, ...]) -> tuple[Branch, ...]:
    """The branches of a shock by winner (0 attacker, 1 defender, -1 tie) and severity; the attacker's coins fall first
    (6.2)."""
    attack, defence = dice
    start: tuple[int, ...] = ()

    def read(so_far: tuple[int, ...], _: Die, heads: int) -> tuple[int, ...]:
        if not so_far:
            return (heads,)
        attack_heads = so_far[0]
        if attack_heads == heads:
            return (-1, 0)
        if attack_heads > heads:
            return 0, severity(attack.coins - attack_heads)
        return 1, severity(defence.coins - heads)

    return tuple(grouped(dice, start, read).values())
