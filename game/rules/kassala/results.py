"""The results of an attack: the die roll, its effects, and the losses of an exchange (I.D, II.E.12)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated

from game.core.action import Action, Faces
from game.core.chance import CHANCE, D6, Roll, odds_in_words
from game.core.decision import Chance, Done, apply_steps
from game.core.event import Noted, RolledOnTable
from game.core.field_types import Between, Key
from game.core.indices import other, slots_in
from game.core.message import Message, Text, plural, say
from game.core.offer import Offer
from game.core.preview import Preview
from game.core.prompt import Duty
from game.core.verdict import Reason
from game.rules.kassala.actions import KassalaLose
from game.rules.kassala.advance import begin_advance
from game.rules.kassala.decisions import Interrupt, attackers_condition, hexes_condition
from game.rules.kassala.odds import (
    AE,
    CRT,
    CRT_RULE,
    DE,
    EX,
    ODDS,
    C,
    column,
    doomed_guns,
    report_text,
    rolled_preview,
    totals,
)
from game.rules.kassala.play import finish_combat, remove_units
from game.rules.kassala.state import KassalaState
from game.rules.kassala.units import (
    ADJECTIVES,
    CANNONS,
    ROSTER,
    SEAT,
    SEATS,
    SIDE,
    KassalaUnit,
    SeatName,
    Units,
    ids,
    mask_of,
    refuse,
    rule,
    strength,
    titles,
)

FACES: tuple[Action, ...] = tuple(Faces((face,)) for face in D6.faces)


class Battle(Interrupt, Chance[KassalaState]):
    """The die roll of an attack."""

    rule = rule("II.E")
    key = "roll"
    attackers: Units
    defenders: Units

    def needs(self, state: KassalaState) -> Iterator[tuple[object, Text]]:
        yield attackers_condition(state, self.attackers)
        yield not self.defenders & ~SIDE[other(state.now.seat)], say("defenders of the other side")
        yield self.attackers and self.defenders and not state.absent(self.attackers | self.defenders), say(
            "attackers and defenders that are on the map")

    def seat(self, state: KassalaState) -> str:
        return CHANCE

    def question(self, state: KassalaState) -> Message:
        attack, defence = totals(state, self.attackers, self.defenders)
        return say("{attack}-{defence}: roll on column {column}", attack=attack, defence=defence,
                   column=CRT.title(self.column(state)))

    def button(self, state: KassalaState) -> Text:
        return say("Roll the die")

    def column(self, state: KassalaState) -> int:
        """The column of the results table."""
        return column(state, self.attackers, self.defenders)

    def roll(self, state: KassalaState) -> Roll:
        used = self.column(state)
        return Roll((D6,), say("Combat at {column}", column=odds_in_words(CRT.title(used))), self.rule, ODDS[used],
                    SEATS[state.now.seat])

    def candidates(self, state: KassalaState) -> list[Action]:
        return list(FACES)

    def why_not(self, state: KassalaState, action: Action) -> Reason | None:
        if action in FACES:
            return None
        if not isinstance(action, Faces):
            return super().why_not(state, action)
        return refuse("I.C", say("Expected one die with faces 1 to 6, not {faces}", faces=action.faces),
                      faces=list(action.faces))

    def preview(self, state: KassalaState, action: Action) -> Preview | None:
        if isinstance(action, Faces):
            return rolled_preview(state, self.attackers, self.defenders)
        return super().preview(state, action)

    def why_decide_first(self) -> Reason:
        return refuse("II.E.12", say("The die must be rolled first: an attack is resolved at once"))

    def why_idle(self, state: KassalaState, unit: KassalaUnit) -> Reason:
        return self.why_decide_first()

    def resolve(self, state: KassalaState, faces: tuple[int, ...]) -> Done[KassalaState]:
        """The state after the result, which takes effect at once (I.D, II.E.12)."""
        used = self.column(state)
        result = CRT.result(used, faces[0])
        affected = self.affected_attackers(state)
        harmed = {AE: affected, EX: affected | self.defenders}.get(result, self.defenders)
        where = dict.fromkeys(state.setting.ground.ids[state.at[slot]] for slot in slots_in(harmed))
        rolled = RolledOnTable(CRT_RULE, (D6,), faces, result, report_text(state, self.defenders, result),
                               plural("{attackers} attacks {defenders}", "{attackers} attack {defenders}",
                                       self.attackers.bit_count(), attackers=titles(self.attackers),
                                       defenders=titles(self.defenders)), column=CRT.title(used), row=faces[0],
                               places=tuple(where))
        step = {DE: self.defenders_eliminated, AE: self.attackers_eliminated, C: self.contact, EX: self.exchange}
        return apply_steps((state, (rolled,)), step[result])

    def affected_attackers(self, state: KassalaState) -> int:
        """The attackers that a result affects: all but cannon that are next to none of the defenders (IV.A.7.a)."""
        if not state.setting.cannon:
            return self.attackers
        targets, adjacent = state.hexes_of(self.defenders), state.setting.ground.adjacent
        return self.attackers & ~sum(1 << i for i in slots_in(self.attackers & CANNONS)
                                     if not adjacent[state.at[i]] & targets)

    def defenders_eliminated(self, state: KassalaState) -> Done[KassalaState]:
        """DE: all defenders are eliminated, and attackers may advance into their hexes."""
        after = partial(begin_advance, attackers=self.attackers, hexes=state.hex_names(self.defenders))
        return apply_steps(remove_units(state, self.defenders, CRT_RULE), after)

    def attackers_eliminated(self, state: KassalaState) -> Done[KassalaState]:
        """AE: all attackers are eliminated, except cannon that are next to none of the defenders."""
        return apply_steps(remove_units(state, self.affected_attackers(state), CRT_RULE), finish_combat)

    def contact(self, state: KassalaState) -> Done[KassalaState]:
        """C: no effect, except that cannon alone in a hex are eliminated (I.D, IV.A.4, rulings 4 and 14)."""
        gone = doomed_guns(state, self.defenders)
        if not gone:
            return finish_combat(state)
        hexes = state.hex_names(gone)
        others = hexes != state.hex_names(self.defenders)
        cited = rule("IV.A.4" if state.setting.cannon else "I.D", 4 if others else None)
        note = Noted(cited, say("Contact eliminates {units}: only cannon hold the hex", units=titles(gone)))
        return apply_steps((state, (note,)), partial(remove_units, mask=gone, cited=cited),
                           partial(begin_advance, attackers=self.attackers, hexes=hexes))

    def exchange(self, state: KassalaState) -> Done[KassalaState]:
        """EX: the smaller force is eliminated, the larger loses at least as much printed strength
        (rulings 3 and 12)."""
        involved = self.affected_attackers(state)
        ours, theirs = strength(involved), strength(self.defenders)
        if ours == theirs:
            return apply_steps(remove_units(state, involved | self.defenders, rule("I.D", 3)), finish_combat)
        seat, smaller, larger, vacated = (
            (state.now.seat, self.defenders, involved, state.hex_names(self.defenders)) if ours > theirs
            else (other(state.now.seat), involved, self.defenders, ()))
        exchange = Exchange(SEATS[seat], larger, strength(smaller), self.attackers, vacated)
        after, events = remove_units(state, smaller, CRT_RULE)
        if strength(larger) - min(ROSTER[i].strength for i in slots_in(larger)) < exchange.needed:
            return apply_steps((after, events), partial(exchange.pay, losses=larger))
        return after._replace(frame=exchange), events


class Exchange(Interrupt):
    """The choice of the larger force's losses in an exchange: units of ``pool`` worth at least ``needed`` (I.D)."""

    rule = rule("I.D")
    key = "exchange"
    payer: Annotated[SeatName, Key("seat")]
    pool: Units
    needed: Annotated[int, Between(1, 99)]
    attackers: Units
    vacated: tuple[str, ...]
    """Hexes vacated by defenders that are already removed."""

    def needs(self, state: KassalaState) -> Iterator[tuple[object, Text]]:
        yield attackers_condition(state, self.attackers)
        yield self.pool and not self.pool & ~SIDE[SEAT[self.payer]], say(
            "a pool of units of the {side} side", side=self.payer)
        yield strength(self.pool) >= self.needed and not state.absent(self.pool), say(
            "a pool on the map that can pay the strength needed")
        yield hexes_condition(state, self.vacated)

    def seat(self, state: KassalaState) -> str:
        return self.payer

    def question(self, state: KassalaState) -> Message:
        return say("Exchange: choose units worth at least {needed} to lose", needed=self.needed)

    def duties(self, state: KassalaState) -> tuple[Duty, ...]:
        return (Duty(ids(self.pool), say("Choose losses worth at least {needed}", needed=self.needed), self.rule),)

    def button(self, state: KassalaState) -> Text:
        return say("Remove these units")

    def candidates(self, state: KassalaState) -> list[Action]:
        pool = slots_in(self.pool)
        subsets = (sum(1 << slot for k, slot in enumerate(pool) if subset >> k & 1)
                   for subset in range(1, 1 << len(pool)))
        return [KassalaLose(ids(mask)) for mask in subsets if strength(mask) >= self.needed]

    def why_not(self, state: KassalaState, action: Action) -> Reason | None:
        if not isinstance(action, KassalaLose):
            return super().why_not(state, action)
        chosen = mask_of(action.units)
        other = chosen & ~self.pool
        if other:
            text = plural("{units} takes no part in this exchange", "{units} take no part in this exchange",
                           other.bit_count(), units=titles(other))
            return refuse("I.D", text, units=list(ids(other)))
        if strength(chosen) < self.needed:
            return refuse("I.D", say("Losses worth {strength}; at least {needed} needed", strength=strength(chosen),
                                     needed=self.needed), worth=strength(chosen), needed=self.needed)
        return None

    def why_decide_first(self) -> Reason:
        side = ADJECTIVES[SEATS.index(self.payer)]
        return refuse("I.D", say("The {side} player must first choose the exchange losses", side=side))

    def apply(self, state: KassalaState, action: Action) -> Done[KassalaState]:
        return self.pay(state, mask_of(action.units))

    def pay(self, state: KassalaState, losses: int) -> Done[KassalaState]:
        """The state after the losses are removed; survivors may advance."""
        after = partial(begin_advance, attackers=self.attackers & ~losses, hexes=self.vacated)
        return apply_steps(remove_units(state, losses, CRT_RULE), after)

    def selectable(self, state: KassalaState) -> int:
        return self.pool

    def offers_for_units(self, state: KassalaState, picked: tuple[str, ...]) -> Iterator[Offer]:
        action = KassalaLose(ids(mask_of(picked)))
        words = say("Remove this unit") if len(action.units) == 1 else say("Remove these units")
        yield Offer(self.check(state, action), action, action.units, label=words)

    def why_own_unit_idle(self, state: KassalaState, unit: KassalaUnit) -> Reason:
        return refuse("I.D", say("{unit} takes no part in this exchange", unit=unit.title), unit=unit.id)
