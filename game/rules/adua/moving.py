"""The movement phases: pieces move, units leave melees and declare attacks (9.0, 10.0, 10.2, 13.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from game.board.hexgrid import hexes_in
from game.core.action import Action
from game.core.event import Declared, Event, Moved, Noted, Placed
from game.core.indices import Slot
from game.core.message import Message, plural, say
from game.core.offer import CatchAll, Offer
from game.core.overview import Overview
from game.core.verdict import LEGAL, Illegal, Legal
from game.rules.adua import aiming, forces, hazards, losses, movement, retreats
from game.rules.adua.actions import END_PHASE, DeclareAttack, LeaveMelee, MovePiece
from game.rules.adua.sequence import SidePhase
from game.rules.adua.sides import ABYSSINIANS, ITALIANS, refuse, rule
from game.rules.adua.state import GONE, WAITING, AduaState, DeclaredPair, Done
from game.rules.adua.units import COMBAT_UNITS, FIGHTERS, PIECES_OF_SIDE, SEAT, SLOT, SLOTS, UNITS, name_of

SAMPLED_PIECES = 3
"""The number of pieces whose moves ``candidates`` lists at a time; chosen, so that the list stays short."""
OUT_OF_REACH = refuse("9.0", say("Out of reach this turn"))
"""The refusal of hexes too far away to say more about them."""


@dataclass(frozen=True, slots=True)
class EnteredMap(Placed):
    """A reinforcement entered the map."""

    @property
    def text(self) -> Message:
        return say("{unit} enters the map at {place}", unit=self.name, place=self.place)


class AduaMovementPhase(SidePhase):
    """The phase in which a side moves its pieces."""

    rule = rule("9.0")
    end_label = say("End movement")
    checks = ((MovePiece, movement.check), (DeclareAttack, aiming.check_declare),
              (LeaveMelee, retreats.check_disengage))
    veteran_label = say("Let the computer move the rest")
    complete = False
    unused_text = plural("{count} unit can move", "{count} units can move", 0)

    def can_play_on(self, state: AduaState) -> bool:
        return any(SEAT[slot] == state.seat and movement.why_no_move(state, slot) is None for slot in SLOTS)

    def question(self, state: AduaState) -> Message:
        return (say("Move units, commanders and mules") if state.seat == ITALIANS else
                say("Move units and commanders"))

    def able_pieces(self, state: AduaState) -> tuple[str, ...]:
        return tuple(UNITS[slot].id for slot in movement.units_able_to_move(state))

    def selectable(self, state: AduaState) -> list[Slot]:
        """Pieces that may move, declare an attack or leave a melee. A unit that has moved may still declare (ruling
        9)."""
        able = [slot for slot in PIECES_OF_SIDE[state.seat]
                if not state.engaged >> slot & 1 and state.at[slot] != GONE
                and (movement.why_no_move(state, slot) is None or any(self.possible_declarations(state, slot)))]
        if state.seat == ABYSSINIANS and state.engaged:
            able += [slot for slot in FIGHTERS[ABYSSINIANS] if state.engaged >> slot & 1]
            able.sort()
        return able

    def sampled_pieces(self, state: AduaState) -> list[Slot]:
        """``SAMPLED_PIECES`` of the selectable pieces, always the same in the same state."""
        pieces = self.selectable(state)
        if len(pieces) <= SAMPLED_PIECES:
            return pieces
        # The constants mean nothing: they make the offset differ between similar states.
        offset = (state.moved * 2654435761 + state.turn * 97 + sum(state.at[:COMBAT_UNITS])) % 1000003
        return [pieces[(offset + n * (len(pieces) // SAMPLED_PIECES)) % len(pieces)] for n in range(SAMPLED_PIECES)]

    def candidates(self, state: AduaState) -> list[Action]:
        actions: list[Action] = [END_PHASE]
        for slot in self.sampled_pieces(state):
            actions += self.actions(state, slot)
        return actions

    def all_actions_of(self, state: AduaState, slot: Slot) -> Iterable[Action]:
        """All actions of a piece; for an enemy piece, every attack on it that can be declared."""
        if SEAT[slot] == state.seat:
            return self.actions(state, slot)
        return (action for attacker in self.selectable(state) for action in self.possible_declarations(state, attacker)
                if action.target == UNITS[slot].id)

    def actions(self, state: AduaState, slot: Slot) -> list[Action]:
        """The actions of a piece of the phasing side."""
        if slot >= COMBAT_UNITS or not state.engaged >> slot & 1:
            return [*movement.moves(state, slot), *self.possible_declarations(state, slot)]
        if SEAT[slot] != ABYSSINIANS:
            return []
        return [LeaveMelee(UNITS[slot].id, state.ground.hexes[hex_])
                for hex_ in retreats.refuges(state, slot)]

    def possible_declarations(self, state: AduaState, slot: Slot) -> Iterator[DeclareAttack]:
        """The attacks that a piece can declare."""
        if slot < COMBAT_UNITS and not any(one == slot for one, _ in state.declared) and state.at[slot] >= 0:
            for target in aiming.enemies_in_reach(state, slot):
                action = DeclareAttack(UNITS[slot].id, UNITS[target].id)
                if aiming.check_declare(state, action):
                    yield action

    def overview(self, state: AduaState) -> Overview:
        return Overview(say("Forces"), tuple(forces.lines(state)), values=say("still to move"))

    def offers_for_unit(self, state: AduaState, slot: Slot) -> Iterator[Offer]:
        unit, ground = UNITS[slot].id, state.ground
        if slot < COMBAT_UNITS and state.engaged >> slot & 1:
            for leave in self.actions(state, slot):
                yield Offer(hazards.with_note(state, leave, LEGAL), leave, (unit,), leave.places[0],
                            say("Leave the melee"), say("Leave the melee"))
            yield CatchAll(refuse("10.2", say("A unit may leave a melee only for a free adjacent hex outside enemy "
                                              "ZOCs"), 16))
            return
        offered_hexes = set[str]()
        for action in self.actions(state, slot):
            if isinstance(action, MovePiece):
                verdict = movement.check(state, action)
                if action.off:
                    place = action.path[-1] if action.path else ground.hexes[state.at[slot]]
                    yield Offer(hazards.with_note(state, action, verdict), action, (unit,),
                                label=say("Exit the map at {place}", place=place))
                else:
                    offered_hexes.add(action.path[-1])
                    yield Offer(verdict, action, (unit,), action.path[-1])
            elif isinstance(action, DeclareAttack):
                target = SLOT[action.target]
                yield Offer(LEGAL, action, (unit,), ground.hexes[state.at[target]],
                            say("Declare an attack on {target}", target=name_of(target)), say("Declare an attack"))
        no_move = movement.why_no_move(state, slot)
        if no_move is None and state.at[slot] != WAITING:
            for hex_ in hexes_in(ground.within(state.at[slot], UNITS[slot].move)):
                name = ground.hexes[hex_]
                if name not in offered_hexes and hex_ != state.at[slot]:
                    verdict = movement.check(state, MovePiece(unit, (name,)))
                    if not verdict:
                        yield Offer(verdict, place=name)
        yield CatchAll(OUT_OF_REACH if no_move is None else no_move)

    def why_not_able(self, state: AduaState, slot: Slot) -> Illegal:
        refusal = movement.why_no_move(state, slot)
        if refusal is not None:
            return refusal
        return refuse("9.0", say("{unit} has nowhere to go", unit=name_of(slot)), unit=UNITS[slot].id)

    def canonical(self, state: AduaState, action: Action) -> Action:
        """The action; of a move, with its whole path hex by hex."""
        if not isinstance(action, MovePiece):
            return action
        full = movement.full_path(state, SLOT[action.unit], action)
        return MovePiece(action.unit, tuple(state.ground.hexes[hex_] for hex_ in full), action.off)

    def carry_out(self, state: AduaState, action: Action) -> Done:
        if isinstance(action, MovePiece):
            return self.carry_out_move(state, action)
        slot = SLOT[action.units[0]]
        if isinstance(action, LeaveMelee):
            return retreats.leave_melee(state, slot, state.ground.index[action.place])
        assert isinstance(action, DeclareAttack)
        target = SLOT[action.target]
        text = say("{unit} declares an attack on {target}", unit=name_of(slot), target=name_of(target))
        state = replace(state, declared=tuple(sorted((*state.declared, DeclaredPair(slot, target)))),
                        entered=state.entered | 1 << slot)  # a declared unit may not move, and must attack
        return state, (Declared(rule("10.0", 9), (action.unit,), (action.target,), text),)

    def carry_out_move(self, state: AduaState, action: MovePiece) -> Done:
        """The state after a move, with an event for its path or entry and one for an exit."""
        slot, ground = SLOT[action.unit], state.ground
        verdict = movement.check(state, action)
        cost = verdict.cost or 0 if isinstance(verdict, Legal) else 0
        start = ground.hexes[state.at[slot]] if state.at[slot] >= 0 else ""
        route = tuple(name for name in (start, *action.path) if name)
        after = movement.apply_move(state, action)
        events: list[Event] = []
        if len(route) > 1:
            events.append(Moved(self.rule, action.unit, name_of(slot), route, cost))
        elif route and not start:
            events.append(EnteredMap(rule("4.0", 2), action.unit, name_of(slot), route[-1]))
        if not action.off:
            events += losses.entrenchments_lost(state, 1 << slot)
        else:
            events.append(Noted(rule("13.0", 22), say(
                "{unit} exits by the pass: combat value {points}, {exited} in all", unit=name_of(slot),
                points=state.value(slot), exited=after.exited)))
        return after, tuple(events)
