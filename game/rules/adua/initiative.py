"""The initiative phase: commanders roll for initiative and bring units into melees (12.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from game.board.hexgrid import Hex, hexes_in
from game.core.action import Action
from game.core.decision import Answer
from game.core.indices import Slot
from game.core.message import Message, plural, say
from game.core.offer import Offer
from game.core.preview import Preview
from game.core.verdict import LEGAL, Illegal, Verdict
from game.rules.adua import commands, melee, movement, zones
from game.rules.adua.actions import END_PHASE, MovePiece, TryInitiative
from game.rules.adua.decisions import FaceRange, OneDie, PendingDecision
from game.rules.adua.sequence import SidePhase
from game.rules.adua.sides import ABYSSINIANS, SEATS, refuse, rule
from game.rules.adua.state import AduaPhase, AduaState, Done
from game.rules.adua.units import CHIEF, COMBAT_UNITS, COMMANDERS, FIGHTERS, KIND, MENELIK, SEAT, SLOT, UNITS, name_of

MIN_MELEE_DISTANCE = 2
"""The least distance in hexes from a unit to a melee into which it is brought (12.0)."""


def supporters(state: AduaState, commander: Slot) -> dict[Slot, movement.Reachable]:
    """Unit that a commander may bring in -> the melees that it can reach (12.0, ruling 17)."""
    ground = state.ground
    if not state.is_on_map(commander) or not state.melees:
        return {}
    in_range = commands.hexes_in_range(state, commander)
    enemy_zones = zones.full_enemy_zones(state, ABYSSINIANS)
    paths = dict[Slot, movement.Reachable]()
    for slot in FIGHTERS[ABYSSINIANS]:
        if _obstacle_key(state, commander, slot, in_range, enemy_zones):
            continue
        place = state.at[slot]
        melees = _distant_melees(state, slot) & ~ground.barred[KIND[slot]]
        if not melees or not any(ground.distance(place, hex_) <= UNITS[slot].move for hex_ in hexes_in(melees)):
            continue
        reached = movement.reachable(state, slot, melees)
        if reached.points:
            paths[slot] = reached
    return paths


def _distant_melees(state: AduaState, slot: Slot) -> int:
    """The mask of melees far enough from a unit for it to be brought into them (12.0)."""
    return sum(1 << hex_ for hex_ in hexes_in(state.melees)
               if state.ground.distance(state.at[slot], hex_) >= MIN_MELEE_DISTANCE)


OBSTACLES: dict[str, Message] = {
    "off": say("{unit} is not on the map", unit=""),
    "command": say("{commander} does not command {unit}", commander="", unit=""),
    "melee": say("{unit} is already in melee", unit=""),
    "left": say("{unit} has left a melee this turn", unit=""),
    "shot": say("{unit} was involved in small-arms combat this turn", unit=""),
    "range": say("{unit} is outside the command range of {commander}", commander="", unit=""),
    "line": say("Enemy units are between {giver} and {unit}", giver="", unit=""),
    "zone": say("{unit} is in an enemy ZOC", unit=""),
    "way": say("{unit} can reach no melee two or more hexes away", unit=""),
}
"""Obstacle to bringing a unit into a melee -> the refusal."""


def _obstacle_key(state: AduaState, commander: Slot, slot: Slot, in_range: int, enemy_zones: int) -> str:
    """The obstacle to bringing a unit in by a commander, as a key of ``OBSTACLES``; empty: none, except that there may
    be no path.

    :param in_range: the mask of hexes in the commander's range.
    """
    place = state.at[slot]
    if place < 0:
        return "off"
    if SEAT[slot] != ABYSSINIANS or slot >= COMBAT_UNITS or commander not in (MENELIK, CHIEF[slot]):
        return "command"
    if state.engaged >> slot & 1:
        return "melee"
    if state.left >> slot & 1:
        return "left"
    if (state.shot | state.repulsed) >> slot & 1:
        return "shot"
    if not in_range >> place & 1:
        is_near = state.ground.distance(state.at[commander], place) <= UNITS[commander].range
        return "line" if is_near else "range"
    return "zone" if enemy_zones >> place & 1 else ""


def commanders_able_to_roll(state: AduaState) -> list[Slot]:
    """Commanders that may roll for initiative now (12.0)."""
    return [slot for slot in COMMANDERS[ABYSSINIANS] if not state.tried >> slot & 1 and supporters(state, slot)]


def check_initiative_roll(state: AduaState, action: TryInitiative) -> Verdict:
    """Whether a commander may roll for initiative."""
    slot = SLOT[action.unit]
    unit_name = name_of(slot)
    if slot not in COMMANDERS[ABYSSINIANS]:
        return refuse("12.0", say("Only Abyssinian commanders roll for initiative; {unit} is not one", unit=unit_name))
    if not state.is_on_map(slot):
        return refuse("12.0", say("{unit} is not on the map", unit=unit_name))
    if state.tried >> slot & 1:
        return refuse("12.0", say("{unit} has already rolled for initiative this turn", unit=unit_name))
    if not supporters(state, slot):
        return refuse("12.0", say("{unit} has no unit to commit: it must be in range by a line of hexes without "
                                  "enemies, outside enemy ZOCs, not in combat this turn, and able to reach a melee two "
                                  "or more hexes away", unit=unit_name))
    return LEGAL


VETERAN_LABEL = say("Let the computer finish the phase")
"""The label of the button that plays on as a computer player would."""


class InitiativePhase(SidePhase):
    """The phase in which the Abyssinian player chooses the next commander to roll for initiative."""

    rule = rule("12.0")
    asks = say("Choose a commander to roll")
    end_label = say("End initiative")
    checks = ((TryInitiative, check_initiative_roll),)
    unused_text = plural("{count} commander can roll for initiative", "{count} commanders can roll for initiative", 0)
    veteran_label = VETERAN_LABEL

    def is_idle(self, state: AduaState) -> bool:
        return not self.selectable_names(state)

    def answers(self, state: AduaState) -> Iterator[Answer]:
        for unit in (UNITS[slot].id for slot in commanders_able_to_roll(state)):
            yield Answer(TryInitiative(unit), (unit,), short_label=say("Roll for initiative"))

    def roll_preview(self, state: AduaState, action: Action) -> Preview | None:
        return InitiativeRoll(SLOT[action.units[0]]).odds(state)

    def why_not_able(self, state: AduaState, slot: Slot) -> Illegal:
        refusal = check_initiative_roll(state, TryInitiative(UNITS[slot].id))
        assert isinstance(refusal, Illegal)
        return refusal

    def carry_out(self, state: AduaState, action: Action) -> Done:
        slot = SLOT[action.units[0]]
        return replace(state, tried=state.tried | 1 << slot).pushed(InitiativeRoll(slot)), ()


class CommanderDecision(PendingDecision):
    """A commander's initiative roll, or the moves after it."""

    unit: Slot

    def position_conditions(self, state: AduaState) -> Iterator[tuple[bool, Message]]:
        yield (self.unit in COMMANDERS[ABYSSINIANS] and state.is_on_map(self.unit)
               and state.phase == AduaPhase.INITIATIVE and bool(state.tried >> self.unit & 1)), say(
                   "an Abyssinian commander that has rolled for initiative")


class InitiativeRoll(CommanderDecision, OneDie):
    """A commander's initiative roll."""

    kind = "trying"
    rule = rule("12.0")
    asks = say("{unit} rolls for initiative", unit="")
    failure = say("initiative failed")

    def slot(self, state: AduaState) -> Slot:
        return self.unit

    def ranges(self, state: AduaState) -> tuple[FaceRange, ...]:
        value = UNITS[self.unit].value
        return (FaceRange("succeeds", say("succeeds and may commit units"), 1, value, True),
                FaceRange("fails", say("fails, and commits no units"), value + 1, 6))

    def apply_result(self, state: AduaState, key: str) -> Done:
        state = state.popped()
        return state.pushed(InitiativeMoves(self.unit)) if key == "succeeds" else state, ()


class InitiativeMoves(CommanderDecision):
    """The choice of the units that a commander brings into melees, one after the other, after a successful roll."""

    kind = "bringing"
    rule = rule("12.0")
    in_combat = False
    veteran_label = VETERAN_LABEL

    def seat(self, state: AduaState) -> str:
        return SEATS[ABYSSINIANS]

    def question(self, state: AduaState) -> Message:
        return say("{commander}: choose units to commit", commander=name_of(self.unit))

    def main(self, state: AduaState) -> tuple[Action, Message]:
        return END_PHASE, say("End commitment")

    def supporters(self, state: AduaState) -> dict[Slot, movement.Reachable]:
        """Unit that the commander may bring in -> the melees that it can reach."""
        return supporters(state, self.unit)

    def resolve_without_choice(self, state: AduaState) -> Done | None:
        return None if self.supporters(state) else (state.popped(), ())

    def selectable(self, state: AduaState) -> Sequence[Slot]:
        return tuple(self.supporters(state))

    def candidates(self, state: AduaState) -> list[Action]:
        return [*(move for slot, reached in self.supporters(state).items()
                  for move in self.moves(state, slot, reached)), END_PHASE]

    def moves(self, state: AduaState, slot: Slot, reached: movement.Reachable) -> Iterator[MovePiece]:
        """The moves that bring a unit into a melee.

        :param reached: the melees that it can reach.
        """
        for place in reached.points:
            yield movement.move_along(state, slot, reached.path(place))

    def offers_for_unit(self, state: AduaState, slot: Slot) -> Iterator[Offer]:
        for move in self.moves(state, slot, self.supporters(state)[slot]):
            yield Offer(LEGAL, move, move.units, move.path[-1], say("Join the melee"), say("Join the melee"))

    def check(self, state: AduaState, action: Action) -> Verdict:
        if action == END_PHASE:
            return LEGAL
        return self.check_move(state, action) if isinstance(action, MovePiece) else self.refusal(state)

    def check_move(self, state: AduaState, action: MovePiece) -> Verdict:
        """Whether a unit may be brought into a melee."""
        slot, ground = SLOT[action.unit], state.ground
        if slot not in self.supporters(state):
            key = _obstacle_key(state, self.unit, slot, commands.hexes_in_range(state, self.unit),
                                zones.full_enemy_zones(state, ABYSSINIANS)) or "way"
            is_resumed = key == "zone" and zones.zone_resumed(state, ABYSSINIANS, state.at[slot])
            chief = name_of(self.unit)
            text = OBSTACLES[key].with_values(unit=name_of(slot), commander=chief, giver=chief)
            return refuse("12.0", text, 39 if is_resumed else 35 if key == "line" else None, unit=action.unit)
        if action.off or not action.path or action.path[-1] not in ground.index:
            return refuse("12.0", say("Committed units must enter a melee"), unit=action.unit)
        melees = _distant_melees(state, slot)
        if not melees >> ground.index[action.path[-1]] & 1:
            return refuse("12.0", say("There is no melee in {place} two or more hexes away", place=action.path[-1]),
                          place=action.path[-1])
        return movement.check(state, action, melees & ~ground.barred[KIND[slot]])

    def path(self, state: AduaState, action: MovePiece) -> tuple[Hex, ...]:
        """The path of a move, hex by hex."""
        slot = SLOT[action.unit]
        return movement.full_path(state, slot, action, state.melees & ~state.ground.barred[KIND[slot]])

    def canonical(self, state: AduaState, action: Action) -> Action:
        if not isinstance(action, MovePiece):
            return action
        return MovePiece(action.unit, tuple(state.ground.hexes[hex_] for hex_ in self.path(state, action)), action.off)

    def proposed(self, state: AduaState) -> Action:
        return END_PHASE

    def apply(self, state: AduaState, action: Action) -> Done:
        if not isinstance(action, MovePiece):
            return state.popped(), ()
        path = self.path(state, action)
        return melee.join_melee(state, SLOT[action.unit], path[-1], path, cited=rule("12.0", 17))
