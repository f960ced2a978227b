"""The reason for an action in one line, with its figures."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from game.board.manoeuvre import moved_ahead, swept
from game.core.action import Action
from game.core.chance import per_cent
from game.core.decision import DecisionSystem
from game.core.indices import Slot, by_slot, other
from game.core.message import Message, Text, say
from game.core.preview import Preview
from game.rules.renaissance.ai.deploying import GROUND_AHEAD
from game.rules.renaissance.ai.scene import TableScene, pair
from game.rules.renaissance.ai.volleys import targets
from game.rules.renaissance.ai.worth import after_moves
from game.rules.renaissance.engine import moves, shooting
from game.rules.renaissance.engine.actions import (
    BreakOff,
    Fight,
    March,
    MoveColumn,
    RenaissanceEnd,
    RenaissanceMove,
    RenaissancePlace,
    Shoot,
)
from game.rules.renaissance.engine.bases import contacts, opponent, overlaps, relation_of
from game.rules.renaissance.engine.ground import BAD_GOING
from game.rules.renaissance.engine.scoring import RenaissanceCombat, result_chances
from game.rules.renaissance.engine.special_moves import break_off_move
from game.rules.renaissance.engine.state import RenaissanceState
from game.rules.renaissance.engine.tables import GENERALS, support_behind, support_beside
from game.rules.renaissance.engine.words import MU, TERRAIN_NAMES, Kind, in_mu


def why(rules: DecisionSystem[RenaissanceState], state: RenaissanceState, action: Action) -> Text:
    """The reason for an action; empty if there is nothing to say."""
    match action:
        case RenaissanceMove() | March() | MoveColumn():
            return _move_reason(state, moves.compute_move(state, action))
        case BreakOff(unit):
            return _break_off_reason(state, break_off_move(state, state.slots[unit]), state.slots[unit])
        case RenaissanceEnd() if state.phase == "moves":
            has_moved = any(unit.moves_made for unit in state.units)  # the garrison's move into its camp, too
            return say("no move gains anything") if state.pips and not has_moved else ""
        case RenaissancePlace():
            return _place_text(state, action)
    preview = rules.preview(state, action)
    if preview is not None and any(outcome.seat for outcome in preview.outcomes):
        return _odds_text(state, preview, action, rules.to_act(state) or state.side)
    return ""


def _odds_text(state: RenaissanceState, preview: Preview, action: Action, side: str) -> Message:
    """The chances of a shot or a fight in words, for the side that decides."""
    outcomes = preview.outcomes
    won = sum((outcome.chance for outcome in outcomes if outcome.seat == side), start=Fraction(0))
    lost = sum((outcome.chance for outcome in outcomes if outcome.seat and outcome.seat != side), start=Fraction(0))
    if isinstance(action, Shoot) and _shoots_back(state, state.slots[action.target]):
        return say("both shoot; chance to win: {chance}, to lose: {risk}", chance=per_cent(won), risk=per_cent(lost))
    if isinstance(action, Shoot) and state.roster[state.slots[action.target]].seat == state.seat:
        return say("the enemy shoots; its chance to win is {chance}", chance=per_cent(lost))
    destroyed = sum((outcome.chance for outcome in outcomes
                     if outcome.seat == side and outcome.result.endswith("destroyed")), start=Fraction(0))
    target = action.target if isinstance(action, Shoot) else action.enemy if isinstance(action, Fight) else None
    if target is not None and destroyed:
        return say("chance to win: {chance}, to destroy {unit}: {killed}", chance=per_cent(won),
                   killed=per_cent(destroyed), unit=state.roster[state.slots[target]].name)
    return say("chance to win: {chance}, to lose: {risk}", chance=per_cent(won), risk=per_cent(lost))


def _shoots_back(state: RenaissanceState, target: Slot) -> bool:
    """Whether a base that is shot at shoots back."""
    leaders = shooting.possible_leaders(state, target)
    return bool(leaders) and shooting.volley(state, target, leaders[0]).mutual


def _move_reason(state: RenaissanceState, move: moves.ComputedMove) -> Message:
    """The most important purpose of a move, or the refusal of an illegal one."""
    if move.why is not None:
        return move.why.text
    after_move = moves.apply_move(state, move)
    after_turning = after_moves(after_move)
    return next(_purposes(state, move, after_move, after_turning))


def _overlaps(state: RenaissanceState, slot: Slot, enemy: Slot) -> bool:
    """Whether a base is in overlap with an enemy."""
    return any(one == slot for _, one in overlaps(state, enemy))


def _purposes(state: RenaissanceState, move: moves.ComputedMove, after_move: RenaissanceState,
              after_turning: RenaissanceState) -> Iterator[Message]:
    """The purposes of a move, the most important first; at least one.

    :param after_move: the state after the move.
    :param after_turning: the same after all bases have turned to face.
    """
    names = {slot: piece.name for slot, piece in by_slot(state.roster)}
    yield from _contact_purposes(move, after_move, after_turning)
    for slot in move.slots:
        for enemy in state.bases_on_table(other(state.seat)):
            opposing = opponent(after_turning, enemy)
            is_new = _overlaps(after_turning, slot, enemy) and not _overlaps(state, slot, enemy)
            if opposing not in (None, slot) and is_new:
                yield say("overlaps {unit}: −1", unit=names[enemy])
    scene_before, scene_after = TableScene(state), TableScene(after_turning)
    yield from _support_purposes(state, move, scene_before, scene_after)
    targets_after, targets_before = targets(scene_after), targets(scene_before)
    for slot in move.slots:
        if slot in targets_after and slot not in targets_before:
            mutual = targets_after.get(targets_after[slot]) == slot
            text = (say("brings {unit} and {enemy} into each other's range") if mutual
                     else say("brings {enemy} into the range of {unit}"))
            yield text.with_values(enemy=names[targets_after[slot]], unit=names[slot])
    attacker_of = {target: attacker for _, attacker, target in scene_before.attacks(other(state.seat))}
    still_attacked = {target for _, _, target in scene_after.attacks(other(state.seat))}
    for slot in move.slots:
        if slot in attacker_of and slot not in still_attacked:
            yield say("out of reach of {unit}", unit=names[attacker_of[slot]])
    shooter_at = {target: shooter for shooter, target in targets_before.items()}
    still_shot_at = set(targets_after.values())
    for slot in move.slots:
        if slot in shooter_at and slot not in still_shot_at:
            yield say("no longer a target of {unit}", unit=names[shooter_at[slot]])
    attacks_before = {(slot, enemy) for _, slot, enemy in scene_before.attacks(state.seat)}
    for _, slot, enemy in scene_after.attacks(state.seat):
        if slot in move.slots and (slot, enemy) not in attacks_before:
            yield say("threatens {unit}", unit=names[enemy])
    for side in ("left", "right"):
        for slot in move.slots:
            mate = getattr(scene_after, side).get(slot)
            if mate is not None and mate not in move.slots:
                yield say("closes the line beside {unit}", unit=names[mate])
    yield (_distance_text(state, move, scene_before, scene_after) if scene_after.sides[other(state.seat)]
           else say("no enemy is on the table"))


def _contact_purposes(move: moves.ComputedMove, after_move: RenaissanceState,
                      after_turning: RenaissanceState) -> Iterator[Message]:
    """Texts for the enemies that a move contacts."""
    for slot, enemy in move.contacts:
        unit = after_move.roster[enemy].name
        side = next((contact.side for contact in contacts(after_move)
                     if (contact.slot, contact.enemy) == (slot, enemy)), "front")
        chances = result_chances(after_turning, RenaissanceCombat(slot, enemy)).values()
        won = sum((chance for result, chance in chances if result.winner == slot), start=Fraction(0))
        if side == "front":
            yield say("fights {unit}: {chance} to win", unit=unit, chance=per_cent(won))
        elif opponent(after_move, enemy) is not None:
            yield (say("on the rear of {unit}, which cannot recoil", unit=unit) if side == "rear"
                   else say("on the flank of {unit}, which cannot recoil", unit=unit))
        else:
            yield (say("takes {unit} in the rear: {chance} to win", unit=unit, chance=per_cent(won)) if side == "rear"
                   else say("takes {unit} in the flank: {chance} to win", unit=unit, chance=per_cent(won)))


def _support_purposes(state: RenaissanceState, move: moves.ComputedMove, scene_before: TableScene,
                      scene_after: TableScene) -> Iterator[Message]:
    """Texts for the bases that a move has put behind or beside another to its advantage."""
    roster = state.roster
    if not scene_after.sides[other(state.seat)]:
        return
    for slot, mate in scene_after.behind.items():
        if (mate in move.slots) == (slot in move.slots) or scene_before.behind.get(slot) == mate:
            continue
        if roster[mate].kind in GENERALS:
            yield say("the general joins {unit}: +1", unit=roster[slot].name)
        in_bad_going = any(scene_after.fighters[each].post.in_bad_going for each in (slot, mate))
        row = support_behind(roster[slot].kind, roster[mate].kind, _nearest_enemy_kind(state, scene_after, slot),
                             bad_going=in_bad_going)
        if row is not None:
            yield say("rear support for {unit}: {value}", unit=roster[slot].name, value=f"{row.factor:+}")
    for slot, mate in (*scene_after.left.items(), *scene_after.right.items()):
        beside_before = scene_before.left.get(slot), scene_before.right.get(slot)
        if (mate in move.slots) != (slot in move.slots) and mate not in beside_before:
            row = support_beside(roster[slot].kind, roster[mate].kind, _nearest_enemy_kind(state, scene_after, slot))
            if row is not None:
                yield say("flank support for {unit}: {value}", unit=roster[slot].name, value=f"{row.factor:+}")


def _nearest_enemy_kind(state: RenaissanceState, scene: TableScene, slot: Slot) -> Kind:
    """The type of the enemy nearest to a base."""
    fighter = scene.fighters[slot]
    return min(scene.sides[other(state.seat)].values(), key=lambda foe: pair(fighter, foe).distance).post.kind


def _distance_text(state: RenaissanceState, move: moves.ComputedMove, scene_before: TableScene,
                   scene_after: TableScene) -> Message:
    """The distance in words from a moved base to its nearest enemy after a move."""
    distance, slot, enemy = min((pair(scene_after.fighters[slot], foe).distance, slot, enemy) for slot in move.slots
                                for enemy, foe in scene_after.sides[other(state.seat)].items())
    values = {"unit": state.roster[enemy].name, "length": _length_text(distance)}
    distance_before = pair(scene_before.fighters[slot], scene_before.fighters[enemy]).distance
    if abs(distance_before - distance) < MU / 4:
        return say("turns to {unit}, {length} MU away", **values)
    return say("closes to within {length} MU of {unit}", **values) if distance < distance_before else say(
        "falls back to {length} MU from {unit}", **values)


def _length_text(units: float) -> Text:
    """A length in whole MU; a length below 1 MU to a hundredth."""
    return f"{round(units / MU)}" if units >= MU else in_mu(round(units))


def _break_off_reason(state: RenaissanceState, move: moves.ComputedMove, slot: Slot) -> Message:
    """The reason for breaking off: the chance to lose the fight. The refusal if breaking off is illegal."""
    if move.why is not None:
        return move.why.text
    enemy = opponent(state, slot)
    if enemy is None:
        return say("out of the fight")
    results = result_chances(state, RenaissanceCombat(slot, enemy)).values()
    lost = sum((chance for result, chance in results if result.loser == slot), start=Fraction(0))
    return say("avoids combat with {unit}: {chance} to lose", unit=state.roster[enemy].name, chance=per_cent(lost))


def _place_text(state: RenaissanceState, action: RenaissancePlace) -> Message:
    """The reason for deploying a base at a pose: the base before it, or the ground ahead."""
    slot = state.slots[action.unit]
    deployed = state.with_base(slot, pose=action.pose)
    for mate in deployed.bases_on_table(state.seat):
        if mate != slot and relation_of(deployed.placed_base(mate), deployed.placed_base(slot)) == "behind":
            return say("behind {unit}", unit=state.roster[mate].name)
    base = state.element(slot).base
    ground = swept(base.corners(action.pose), base.corners(moved_ahead(action.pose, GROUND_AHEAD)))
    bad_going_ahead = state.ground.kinds_under(ground) & BAD_GOING
    if bad_going_ahead:
        return say("in the line; {terrain} ahead", terrain=TERRAIN_NAMES[min(bad_going_ahead)])
    return say("in the line; open ground ahead")
