"""Resolution of small-arms combats, one after the other, and casualty rolls for commanders in them (10.1, 5.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from game.core.action import Action
from game.core.branches import Branch
from game.core.chance import DiceGroup, Die
from game.core.decision import Answer
from game.core.event import Event, Noted, RolledOnTable
from game.core.indices import Slot
from game.core.message import Message, plural, say
from game.core.offer import Offer
from game.core.overview import EMPTY_OVERVIEW, LineAction, Overview, OverviewLine
from game.core.preview import Preview
from game.core.verdict import LEGAL, Illegal, Verdict
from game.rules.adua import losses, pools, previews, smallarms, supply
from game.rules.adua.actions import BEGIN_RESOLVING, AnnounceAttack, ResolveCombat
from game.rules.adua.damage import DamageAssignment
from game.rules.adua.decisions import DiceRoll, FaceRange, OneDie
from game.rules.adua.sequence import SidePhase
from game.rules.adua.sides import ITALIANS, SEATS, refuse, rule
from game.rules.adua.state import AduaPhase, AduaState, Done
from game.rules.adua.units import COMBAT_UNITS, COMMANDERS, SEAT, SLOT, UNITS, name_of, short_name_of

CASUALTY_ROLLS_FROM = 6
"""The turn from which Italian commanders can be killed (10.1)."""
KILLING_FACE = 6
"""The face that kills a commander (10.1)."""


class ResolvingPhase(SidePhase):
    """The phase in which the attacking side chooses the next combat to resolve."""

    rule = rule("10.1")

    def is_idle(self, state: AduaState) -> bool:
        return not state.shares

    def question(self, state: AduaState) -> Message:
        return plural("{count} attack to resolve", "{count} attacks to resolve", len(smallarms.targets(state)))

    def main(self, state: AduaState) -> tuple[Action, Message]:
        slot = smallarms.targets(state)[0]
        return ResolveCombat(UNITS[slot].id), say("Resolve the attack on {unit}", unit=short_name_of(slot))

    def answers(self, state: AduaState) -> Iterator[Answer]:
        for slot in smallarms.targets(state):
            unit = UNITS[slot].id
            yield Answer(ResolveCombat(unit), (unit,), state.ground.hexes[state.at[slot]], say("Resolve this combat"),
                         arithmetic=partial(previews.of_combat, state, slot))

    def may_end(self, state: AduaState) -> Verdict:
        return refuse("10.1", say("Resolve all announced attacks first"))

    def check_own(self, state: AduaState, action: Action) -> Verdict | None:
        if action == BEGIN_RESOLVING:
            return smallarms.RESOLVING_HAS_BEGUN
        if isinstance(action, AnnounceAttack):
            return smallarms.check(state, action)
        return super().check_own(state, action)

    def why_not_able(self, state: AduaState, slot: Slot) -> Illegal:
        if all(share.unit != slot for share in state.shares):
            return smallarms.RESOLVING_HAS_BEGUN
        return refuse("10.1", say("Choose a target of {unit} to resolve that combat", unit=name_of(slot)),
                      unit=UNITS[slot].id)

    def overview(self, state: AduaState) -> Overview:
        return attack_overview(state)

    def carry_out(self, state: AduaState, action: Action) -> Done:
        """Begin the combat: first test the machine guns of the units that roll dice (ruling 18), then roll."""
        target = SLOT[action.units[0]]
        rolling = [SLOT[pool.unit] for pool in smallarms.dice_pools(state, target)]
        guns = supply.untested_guns(state, rolling)
        return state.pushed(CombatRoll(target), *([supply.MachineGunTests(guns)] if guns else [])), ()


def attack_overview(state: AduaState) -> Overview:
    """The list of the attacks that are announced or still to be resolved, one line for each target."""
    if not state.shares:
        return EMPTY_OVERVIEW
    lines = tuple(_line(state, target) for target in smallarms.targets(state))
    return Overview(say("Attacks"), lines, headings=(say("Dice"), say("Hits on"), say("Value")))


def _line(state: AduaState, target: Slot) -> OverviewLine:
    """The line of the attack on a target, with a button that resolves it."""
    unit, shown = UNITS[target].id, previews.of_combat(state, target)
    actions = (LineAction(Offer(LEGAL, ResolveCombat(unit), (unit,), label=say("Resolve"))),)
    rolling = any(isinstance(frame, CombatRoll) and frame.unit == target for frame in state.frames)
    attackers = tuple(UNITS[share.unit].id for share in smallarms.shares_on(state, target))
    return OverviewLine(unit, name_of(target), attackers, (unit,), subtitle=previews.chances_text(state, target, shown),
                        progress="acting" if rolling else "",
                        figures=(previews.figures(shown.attackers), previews.figures(shown.defenders)),
                        actions=actions if state.resolving and state.top is None else (),
                        arithmetic=partial(previews.of_combat, state, target))


class CombatRoll(DiceRoll):
    """The dice roll of a small-arms combat."""

    kind = "fight"
    unit: Slot
    """The unit under fire."""
    rule = rule("10.1")

    def dice_pools(self, state: AduaState) -> tuple[pools.DicePool, ...]:
        """The dice, in one pool for each unit."""
        return smallarms.dice_pools(state, self.unit)

    def title(self, state: AduaState) -> Message:
        first, *others = smallarms.shares_on(state, self.unit)
        target = name_of(self.unit)
        if not others:
            return say("{unit} attacks {target}", unit=name_of(first.unit), target=target)
        return say("{count} units attack {target}", count=len(others) + 1, target=target)

    def side(self, state: AduaState) -> str:
        return SEATS[1 - SEAT[self.unit]]

    def dice(self, state: AduaState) -> tuple[Die, ...]:
        return pools.dice_of(self.dice_pools(state))

    def groups(self, state: AduaState) -> tuple[DiceGroup, ...]:
        return pools.groups(self.dice_pools(state))

    def odds(self, state: AduaState) -> Preview:
        return previews.of_combat(state, self.unit)

    def branches(self, state: AduaState) -> Sequence[Branch]:
        return tuple(pools.branches(self.dice_pools(state), SEATS, smallarms.MAX_DIFFERENCE).values())

    def with_gun_dice(self, before: AduaState, after: AduaState) -> AduaState:
        return smallarms.add_gun_dice(before, after, self.unit)

    def resolve(self, state: AduaState, faces: tuple[int, ...]) -> Done:
        target, ground, dice_pools = self.unit, state.ground, self.dice_pools(state)
        hits = pools.count_hits(dice_pools, faces, SEATS)
        limit = smallarms.MAX_DIFFERENCE
        difference = max(-limit, min(limit, hits.italian - hits.abyssinian))
        name, text = smallarms.meaning(state, target, difference)
        from_afar = smallarms.only_bombarded(state, target)
        row = smallarms.row_of(state, target, difference, from_afar=from_afar)
        has_effect = name != smallarms.NO_EFFECT
        events: tuple[Event, ...] = (RolledOnTable(
            self.rule, pools.dice_of(dice_pools), faces, name, text, self.title(state),
            column=smallarms.COLUMNS[SEAT[target] == ITALIANS], row=row if has_effect else None,
            groups=pools.groups(dice_pools), places=(ground.hexes[state.at[target]],), units=(UNITS[target].id,),
            modifiers=smallarms.row_terms(state, target, difference, from_afar=from_afar)),)
        shares = smallarms.shares_on(state, target)
        adjacent = tuple(smallarms.adjacent_attackers(state, target))
        participants = (*(share.unit for share in shares), target)
        commanders = losses.commanders_with(state, participants) if state.turn >= CASUALTY_ROLLS_FROM else ()
        state = replace(state.popped(), shares=tuple(share for share in state.shares if share.target != target),
                        fought=(*state.fought, *shares), shot=state.shot | sum(1 << slot for slot in participants))
        for unit in hits.low:
            state, more = losses.mark_low_ammunition(state, SLOT[unit])
            events += more
        if commanders:
            state = state.pushed(CommanderCasualtyRolls(commanders))
        if has_effect:
            state, more = self.apply_entry(state, adjacent, row, from_afar)
            events += more
        return state, events

    def apply_entry(self, state: AduaState, adjacent: tuple[Slot, ...], row: int, from_afar: bool) -> Done:
        """The state after an entry of the table has been applied to the target and the adjacent attackers; the
        assignment of damage is pending.

        :param adjacent: the attackers that are adjacent to the target.
        :param row: the row of the table, one of ``smallarms.ROWS``.
        """
        entry = smallarms.table_entry(state, self.unit, row)
        events: tuple[Event, ...] = ()
        for units, effect in ((adjacent, entry.attackers), ((self.unit,), entry.target)):
            if effect.repulsed:
                state, more = losses.repulse(state, units)
                events += more
            if effect.disorganized:
                state, more = losses.disorganize(state, units)
                events += more
            for slot in units if effect.steps else ():
                state, more = losses.lose_steps(state, slot, effect.steps)
                events += more
        damage = min(entry.damage, sum(losses.most_damage(state, slot) for slot in adjacent))
        return (state if from_afar or not damage else state.pushed(DamageAssignment(damage, adjacent))), events

    def position_conditions(self, state: AduaState) -> Iterator[tuple[bool, Message]]:
        yield (state.phase == AduaPhase.FIRE and state.resolving and self.unit < COMBAT_UNITS
               and self.unit in smallarms.targets(state)), say("an announced combat")


class CommanderCasualtyRolls(OneDie):
    """The casualty rolls of Italian commanders after a combat; the first one is pending."""

    kind = "danger"
    units: tuple[Slot, ...]
    rule = rule("10.1", 32)
    asks = say("{unit} is with a unit in combat: casualty roll", unit="")

    def slot(self, state: AduaState) -> Slot:
        return self.units[0]

    def ranges(self, state: AduaState) -> tuple[FaceRange, ...]:
        return (FaceRange("lives", say("unhurt"), 1, KILLING_FACE - 1, True),
                FaceRange("killed", say("killed"), KILLING_FACE, 6))

    def apply_result(self, state: AduaState, key: str) -> Done:
        slot, *rest = self.units
        state = self.after_die(state, rest)
        if key == "lives":
            return state, ()
        state, events = losses.eliminate(state, slot, rule("10.1"), say(
            "Casualty roll: {face}, killed on a {kills}", face=KILLING_FACE, kills=KILLING_FACE))
        return state, (*events, Noted(rule("3.0", 27), say("{unit} has no replacement", unit=name_of(slot))))

    def resolve_without_choice(self, state: AduaState) -> Done | None:
        """Skip the rolls of commanders that are already dead; None if there are none."""
        living = tuple(slot for slot in self.units if state.is_on_map(slot))
        return None if living == self.units else (self.after_die(state, living), ())

    def position_conditions(self, state: AduaState) -> Iterator[tuple[bool, Message]]:
        yield all(slot in COMMANDERS[ITALIANS] and state.is_on_map(slot) for slot in self.units) and (
            state.phase == AduaPhase.FIRE), say("Italian commanders on the map")
