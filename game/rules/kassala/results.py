"""The results of an attack: the die roll, its effects, and the losses of an exchange (I.D, II.E.12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Annotated

from game.core.action import Action, Faces
from game.core.chance import CHANCE, D6, Roll
from game.core.decision import Chance, Done, apply_steps
from game.core.event import Noted, RolledOnTable
from game.core.field_types import Between, Key
from game.core.indices import other, slots_in
from game.core.message import Message, Text, plural, say
from game.core.offer import Offer
from game.core.preview import Preview
from game.core.prompt import Duty, Prompt
from game.core.verdict import Reason, RuleRef
from game.rules.kassala.actions import KassalaLose
from game.rules.kassala.advance import begin_advance
from game.rules.kassala.decisions import CombatStep, attackers_condition, hexes_condition
from game.rules.kassala.odds import (
    AE,
    CRT,
    CRT_RULE,
    DE,
    EX,
    ODDS,
    C,
    column,
    column_rule,
    doom_text,
    doomed_guns,
    is_shifted,
    other_guns,
    renews_combat,
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
    SIDE_UNITS,
    KassalaUnit,
    SeatName,
    Units,
    ids,
    mask_of_ids,
    refuse,
    rule,
    strength,
    titles,
)

ROLLS: tuple[Action, ...] = tuple(Faces((face,)) for face in D6.faces)
"""The possible rolls of the die."""


class AttackRoll(CombatStep, Chance[KassalaState]):
    """The die roll of an attack."""

    rule = rule("II.E")
    key = "roll"
    attackers: Units
    defenders: Units

    def conditions(self, state: KassalaState) -> Iterator[tuple[object, Text]]:
        yield attackers_condition(state, self.attackers)
        yield not self.defenders & ~SIDE_UNITS[other(state.now.seat)], say("defenders of the other side")
        yield self.attackers and self.defenders and not state.absent(self.attackers | self.defenders), say(
            "attackers and defenders that are on the map")

    def seat(self, state: KassalaState) -> str:
        return CHANCE

    def question(self, state: KassalaState) -> Message:
        attack, defence = totals(state, self.attackers, self.defenders)
        values = {"attack": attack, "defence": defence, "column": CRT.column_heading(self.column(state))}
        if is_shifted(state, self.attackers, self.defenders):
            return say("{attack} to {defence}, mixed attack: shift one column right, roll on {column}", **values)
        return say("{attack} to {defence}: roll on column {column}", **values)

    def prompt(self, state: KassalaState, turn: int) -> Prompt:
        return replace(super().prompt(state, turn), rule=column_rule(state, self.attackers, self.defenders))

    def button(self, state: KassalaState) -> Text:
        return say("Roll the die")

    def column(self, state: KassalaState) -> int:
        """The index of the attack's column in the results table."""
        return column(state, self.attackers, self.defenders)

    def roll(self, state: KassalaState) -> Roll:
        index = self.column(state)
        return Roll((D6,), say("Combat at {column}", column=CRT.column_heading(index)),
                    column_rule(state, self.attackers, self.defenders), ODDS[index], SEATS[state.now.seat])

    def candidates(self, state: KassalaState) -> list[Action]:
        return list(ROLLS)

    def why_not(self, state: KassalaState, action: Action) -> Reason | None:
        if action in ROLLS:
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
        """The state after the result, which takes effect at once (I.D, II.E.12), and events."""
        index = self.column(state)
        result = CRT.result(index, faces[0])
        attackers = self.affected_attackers(state)
        affected = {AE: attackers, EX: attackers | self.defenders}.get(result, self.defenders)
        places = dict.fromkeys(state.setting.ground.ids[state.at[slot]] for slot in slots_in(affected))
        spared = self.attackers & ~attackers
        cited = rule("I.D", 20) if renews_combat(state, self.defenders, result) else CRT_RULE
        rolled = RolledOnTable(cited, (D6,), faces, result, report_text(state, self.defenders, result, spared),
                               plural("{attackers} attacks {defenders}", "{attackers} attack {defenders}",
                                       self.attackers.bit_count(), attackers=titles(self.attackers),
                                       defenders=titles(self.defenders)), column=CRT.column_heading(index),
                               row=faces[0], places=tuple(places), units=ids(affected))
        apply_result = {DE: self.defenders_eliminated, AE: self.attackers_eliminated, C: self.contact,
                        EX: self.exchange}[result]
        return apply_steps((state, (rolled, *self.spared_notice(state, result, spared))), apply_result)

    def spared_notice(self, state: KassalaState, result: str, spared: int) -> tuple[Noted, ...]:
        """The notice that a result for the attackers does not affect some cannon (IV.A.7.a, ruling 3); empty if there
        are none.

        :param spared: the mask of the cannon.
        """
        if not spared or result == DE or (result == C and not renews_combat(state, self.defenders, result)):
            return ()
        count, units = spared.bit_count(), titles(spared)
        if result == EX:
            return (Noted(rule("IV.A.7.a", 3), plural(
                "{units} is not next to a defender: it does not count in the exchange and cannot be lost",
                "{units} are not next to a defender: they do not count in the exchange and cannot be lost", count,
                units=units)),)
        return (Noted(rule("IV.A.7.a"), plural(
            "{units} is not next to a defender: the result does not affect it",
            "{units} are not next to a defender: the result does not affect them", count, units=units)),)

    def affected_attackers(self, state: KassalaState) -> int:
        """The mask of attackers that a result affects: all but cannon that are next to none of the defenders (IV.A.7.a,
        ruling 17)."""
        if not state.setting.cannon_option:
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
        doomed = doomed_guns(state, self.defenders)
        if not doomed:
            return finish_combat(state)
        hexes = state.hex_names(doomed)
        other_hexes_hold = hexes != state.hex_names(self.defenders)
        ruling = 14 if other_guns(state, doomed) else 4 if other_hexes_hold else None
        cited = rule("IV.A.4" if state.setting.cannon_option else "I.D", ruling)
        note = Noted(cited, doom_text(state, doomed))
        return apply_steps((state, (note,)), partial(remove_units, mask=doomed, cited=cited),
                           partial(begin_advance, attackers=self.attackers, hexes=hexes))

    def exchange(self, state: KassalaState) -> Done[KassalaState]:
        """EX: the weaker force is eliminated, the stronger one loses at least as much printed strength. Its owner
        chooses, if there is a choice (I.D, rulings 3 and 12)."""
        involved = self.affected_attackers(state)
        ours, theirs = strength(involved), strength(self.defenders)
        if ours == theirs:
            return apply_steps(remove_units(state, involved | self.defenders, rule("I.D", 3)), finish_combat)
        seat, weaker, stronger, vacated = (
            (state.now.seat, self.defenders, involved, state.hex_names(self.defenders)) if ours > theirs
            else (other(state.now.seat), involved, self.defenders, ()))
        exchange = Exchange(SEATS[seat], stronger, strength(weaker), self.attackers, vacated)
        after, events = remove_units(state, weaker, CRT_RULE)
        if strength(stronger) - min(ROSTER[i].strength for i in slots_in(stronger)) < exchange.needed:
            return apply_steps((after, events), partial(exchange.pay, losses=stronger, cited=rule("I.D", 12)))
        return after._replace(frame=exchange), events


class Exchange(CombatStep):
    """The choice of the stronger force's losses in an exchange (I.D)."""

    rule = rule("I.D")
    key = "exchange"
    payer: Annotated[SeatName, Key("seat")]
    """The seat that chooses its losses."""
    pool: Units
    """The units of the stronger force, of which the losses are chosen."""
    needed: Annotated[int, Between(1, 99)]
    """The least printed strength of the losses together."""
    attackers: Units
    """The units of the attack, which may advance afterwards if they survive."""
    vacated: tuple[str, ...]
    """The ids of the hexes vacated by defenders that are already removed."""

    def conditions(self, state: KassalaState) -> Iterator[tuple[object, Text]]:
        yield attackers_condition(state, self.attackers)
        yield self.pool and not self.pool & ~SIDE_UNITS[SEAT[self.payer]], say(
            "a pool of units of the {side} side", side=self.payer)
        yield strength(self.pool) >= self.needed and not state.absent(self.pool), say(
            "a pool on the map that can pay the strength needed")
        yield hexes_condition(state, self.vacated)

    def seat(self, state: KassalaState) -> str:
        return self.payer

    def question(self, state: KassalaState) -> Message:
        return say("Exchange: choose units to lose, worth at least {needed}", needed=self.needed)

    def duties(self, state: KassalaState) -> tuple[Duty, ...]:
        return (Duty(ids(self.pool), self.question(state), self.rule),)  # printed once, as the prompt

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
        chosen = mask_of_ids(action.units)
        spared, uninvolved = chosen & self.attackers & CANNONS & ~self.pool, chosen & ~self.pool
        if spared:
            return _why_spared(spared)
        if eliminated := state.absent(uninvolved) & state.fought:
            text = plural("{units} has been eliminated; choose from the larger force",
                          "{units} have been eliminated; choose from the larger force", eliminated.bit_count(),
                          units=titles(eliminated))
            return refuse("I.D", text, units=list(ids(eliminated)))
        if uninvolved:
            text = plural("{units} takes no part in this exchange", "{units} take no part in this exchange",
                           uninvolved.bit_count(), units=titles(uninvolved))
            return refuse("I.D", text, units=list(ids(uninvolved)))
        if strength(chosen) < self.needed:
            return refuse("I.D", say("Losses worth {strength}; at least {needed} needed", strength=strength(chosen),
                                     needed=self.needed), worth=strength(chosen), needed=self.needed)
        return None

    def why_decide_first(self) -> Reason:
        side = ADJECTIVES[SEATS.index(self.payer)]
        return refuse("I.D", say("The {side} player must first choose the exchange losses", side=side))

    def apply(self, state: KassalaState, action: Action) -> Done[KassalaState]:
        return self.pay(state, mask_of_ids(action.units))

    def pay(self, state: KassalaState, losses: int, cited: RuleRef = CRT_RULE) -> Done[KassalaState]:
        """The state after the losses are removed, and events; surviving attackers may advance.

        :param losses: the mask of the units lost.
        :param cited: the rule that eliminates them.
        """
        after = partial(begin_advance, attackers=self.attackers & ~losses, hexes=self.vacated)
        return apply_steps(remove_units(state, losses, cited), after)

    def selectable(self, state: KassalaState) -> int:
        return self.pool

    def offers_for_units(self, state: KassalaState, picked: tuple[str, ...]) -> Iterator[Offer]:
        action = KassalaLose(ids(mask_of_ids(picked)))
        label = say("Remove this unit") if len(action.units) == 1 else say("Remove these units")
        yield Offer(self.check(state, action), action, action.units, label=label)

    def why_own_unit_idle(self, state: KassalaState, unit: KassalaUnit) -> Reason:
        if self.attackers & unit.bit & CANNONS:
            return _why_spared(unit.bit)
        return refuse("I.D", say("{unit} takes no part in this exchange", unit=unit.title), unit=unit.id)


def _why_spared(guns: int) -> Reason:
    """The refusal to lose cannon that joined the attack on an enemy not next to them (IV.A.7.a, ruling 3)."""
    text = plural("{units} cannot be lost: it is not next to a defender",
                  "{units} cannot be lost: they are not next to a defender", guns.bit_count(), units=titles(guns))
    return refuse("IV.A.7.a", text, 3, units=list(ids(guns)))
