"""The reasons for a computer player's actions, in one line each, e.g. ``to take an objective``. They are shown beside
the description of the action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from game.board.areas import Area, areas_in
from game.core.action import Action
from game.core.chance import total, whole_per_cent
from game.core.indices import Seat, Slot, other
from game.core.message import Message, Text, and_list, plural, say
from game.core.preview import Preview
from game.rules.africa import fire, shock, shock_rolls
from game.rules.africa.actions import (
    AfricaActivate,
    AfricaBombard,
    AfricaEnd,
    AfricaFire,
    AfricaLose,
    AfricaMove,
    AfricaRetreat,
    Enter,
    Land,
    LoseSteps,
    PutOnTop,
    Shock,
)
from game.rules.africa.ai.choosing import seat_to_decide
from game.rules.africa.ai.field import Battlefield
from game.rules.africa.ai.fire_options import fire_chance, hit_worth
from game.rules.africa.ai.holding import holding_of
from game.rules.africa.hazards import shock_if_nobody_is_hit
from game.rules.africa.movement import entered_from
from game.rules.africa.orders import activate_unit, preview
from game.rules.africa.sequence import DEFENCE, FIRE, MOVEMENT
from game.rules.africa.setting import Setting
from game.rules.africa.state import STAGE_FIRE, AfricaState
from game.rules.africa.units import ADJECTIVES, MOROCCAN, NOBODY, SEATS, SPANISH

UNPLANNED = (say("to move, fire or charge"), say("to fire or to move"))
"""Reason for an activation without a plan: of cavalry, of a gun."""
TAKES_OBJECTIVE, TAKES_CONVOY = say("to take an objective"), say("to take the convoy")
STRENGTHENS, STAYS = say("to strengthen an objective"), say("no better move found: all units stay in place")
FIXED_REASONS: Mapping[type[Action], Message] = {
    AfricaLose: say("the smallest loss"), LoseSteps: say("steps are cheaper than whole units"),
    PutOnTop: say("best able to take the next hit"), Enter: say("most useful there"), Land: say("most useful there"),
}
"""Action class -> its reason, if that is always the same."""
KEEPS_CLEAR = say("to keep clear of the enemy")
AWAY, REFUGE = say("away from the enemy"), say("the best refuge")
"""Reasons for a retreat."""


def reason(field: Battlefield, action: Action, then: Sequence[Action] | None = None) -> Text:
    """One line on what a legal action is for; empty if an end of a phase needs no reason.

    :param then: the actions planned to follow in the same phase; None without a plan.
    """
    state, setting, ground = field.state, field.setting, field.ground
    slots = setting.slot
    match action:
        case AfricaFire(unit, place):
            return _fire_reason(field, action, slots[unit], ground.index[place])
        case AfricaBombard():
            return say("{chance} to drive the enemy out", chance=whole_per_cent(_success_chance(state, action)))
        case AfricaMove():
            return _move_reason(field, action, then)
        case Shock(place):
            return _shock_reason(field, ground.index[place])
        case AfricaActivate(unit):
            return _activation_reason(field, slots[unit], then)
        case AfricaRetreat(unit, place):
            distance_there, distance_here = (
                _nearest_enemy(field, slots[unit], area) for area in (ground.index[place], state.at[slots[unit]]))
            return AWAY if distance_there > distance_here else REFUGE
    if (fixed_reason := FIXED_REASONS.get(type(action))) is not None:
        return fixed_reason
    acting = state.acting
    if acting is not None and acting.stage == STAGE_FIRE:
        return say("no other shot promises enough")
    if acting is not None:
        return say("no better use for these units now") if acting.units.bit_count() > 1 \
            else say("no better use for this unit now")
    if state.frame is None and state.now.phase == MOVEMENT:
        return _why_staying(field)
    if state.frame is None and state.now.phase == DEFENCE:
        return say("no unit is left to fire")
    if state.frame is None and state.now.phase == FIRE:
        return say("no shot left promises enough")
    return "" if isinstance(action, AfricaEnd) else say("no better action")


def _why_staying(field: Battlefield) -> Text:
    """Why a side ends its movement without a move: it stays and holds its objectives. Empty if it has moved."""
    state, setting = field.state, field.setting
    if state.has_begun_to_move:
        return ""
    seat = state.now.seat
    held = and_list(field.ground.titles[area] for area in setting.objectives
                    if bool(state.control >> area & 1) == (seat == SPANISH) and state.occupied[seat] >> area & 1)
    return say("no better move found: all units stay in place and hold {areas}", areas=held) if held else STAYS


def _fire_reason(field: Battlefield, action: AfricaFire, slot: Slot, area: Area) -> Message:
    """The target of a fire, why it was preferred to other targets, and the chance of a hit."""
    state, seat = field.state, field.setting.units[slot].seat
    officer = field.setting.slot[action.officer] if action.officer else NOBODY

    def chance_and_worth(place: Area) -> tuple[float, float]:
        """The chance of a hit, and the gain in score by it."""
        target = state.target(place, other(seat))
        return (fire_chance(field, slot, place, officer, fire.is_defensive(state)),
                hit_worth(field, place, seat, target))

    places = {field.ground.index[shot.place] for shot in fire.all_fires(state) if shot.unit == action.unit} - {area}
    (chance, worth), other_targets = chance_and_worth(area), [chance_and_worth(place) for place in places]
    target = state.target(area, other(seat))
    target_text: Text = field.setting.units[target].name
    if state.demoralized >> target & 1:
        target_text = say("the demoralized {unit}", unit=target_text)
    hit = whole_per_cent(_success_chance(state, action))
    if not field.refuges(target):
        return say("to destroy {target}, which has nowhere to retreat: {chance} to hit", target=target_text, chance=hit)
    if not other_targets:
        return say("to drive off {target}, the only target in range: {chance} to hit", target=target_text, chance=hit)
    if chance > max(other_chance for other_chance, _ in other_targets):
        return say("to drive off {target}, the easiest target in range: {chance} to hit", target=target_text,
                   chance=hit)
    if worth > max(other_worth for _, other_worth in other_targets):
        return say("to drive off {target}, the target most worth a hit: {chance} to hit", target=target_text,
                   chance=hit)
    return say("to drive off {target}: {chance} to hit", target=target_text, chance=hit)


def _coins(fight: Preview, from_cup: bool) -> Message:
    """Both sides' coins or markers in a shock as text: known ones, then die rolls and hidden factors still to come."""
    attacker_modifiers, sides = fight.attacker_modifiers or 0, list[Text]()
    omits_word = False
    """Whether the second number stands without a noun, since the first one ended with it."""
    for lines, modifiers, exact in ((fight.attackers, fight.modifiers[:attacker_modifiers], fight.attack),
                                    (fight.defenders, fight.modifiers[attacker_modifiers:], fight.defence)):
        known = sum(line.strength for line in lines) + total(modifiers)
        hidden, dice = (sum(line.strength_text == symbol for line in lines) for symbol in ("?", "1d6"))
        coins = known if hidden + dice else exact or 0
        with_noun = (plural("{count} marker", "{count} markers", coins) if from_cup
                     else plural("{count} coin", "{count} coins", coins))
        coins_text: Text = str(coins) if omits_word else with_noun
        sides.append(and_list((
            coins_text if coins else "",
            plural("a die roll", "{count} die rolls", dice) if dice else "",
            plural("a hidden factor", "{count} hidden factors", hidden) if hidden else "")))
        omits_word = not hidden + dice
    return say("{one} against {other}", one=sides[0], other=sides[1])


def _odds(fight: Preview, seat: Seat, setting: Setting) -> dict[str, Text]:
    """The values ``chance`` and ``coins`` for a text: a seat's chance to win a shock ("about …" if a factor is hidden),
    and both sides' coins or markers."""
    chance: Text = whole_per_cent(fight.hope(SEATS[seat])[1])
    if any(line.strength_text == "?" for line in (*fight.attackers, *fight.defenders)):
        chance = say("about {chance}", chance=chance)
    return {"chance": chance, "coins": _coins(fight, setting.from_cup)}


def _success_chance(state: AfricaState, action: Action) -> Fraction:
    """The exact chance that an action succeeds; 0 for one without a preview."""
    action_preview = preview(state, action)
    return action_preview.hope()[1] if action_preview is not None else Fraction(0)


def _activation_reason(field: Battlefield, slot: Slot, then: Sequence[Action] | None) -> Text:
    """What a unit that is activated will do first, and why; units activated with it are named.

    :param then: the actions planned after the activation.
    """
    state, setting, ground = field.state, field.setting, field.ground
    if not then:
        return UNPLANNED[setting.guns >> slot & 1]
    unit = setting.units[slot]
    after = Battlefield(field.worth, activate_unit(state, slot))
    riders = [slot]
    action, *rest = then
    while rest and isinstance(action, AfricaActivate):
        riders.append(setting.slot[action.unit])
        after = Battlefield(field.worth, activate_unit(after.state, riders[-1]))
        action, *rest = rest
    if isinstance(action, AfricaEnd):
        return say("there is little to gain")
    first_unit = setting.slot[getattr(action, "unit", unit.id)]
    if isinstance(action, AfricaMove):
        end = ground.index[action.path[-1]]
        text: Text = say("to move to {area} {what}", area=ground.titles[end], what=reason(after, action, rest))
    elif isinstance(action, AfricaFire):
        text = say("to fire at {area} {what}", area=ground.titles[ground.index[action.place]],
                   what=reason(after, action))
    elif isinstance(action, AfricaBombard):
        text = say("to fire at {area}: {what}", area=ground.titles[ground.index[action.place]],
                   what=reason(after, action))
    else:
        text = reason(after, action)
    if len(riders) > 1:
        others = and_list(setting.units[rider].name for rider in riders[1:])
        if first_unit == slot:
            return say("with {others}, {what}", others=others, what=text)
        return say("with {others}; first {unit}, {what}", others=others, unit=setting.units[first_unit].name,
                   what=text)
    return text


def _assault_reason(field: Battlefield, move: AfricaMove, then: Sequence[Action] | None) -> Message:
    """Why a unit enters an enemy-held area: to attack, with the chance of the shock if the other attackers are known.

    :param then: the actions planned after it, among them the other attackers' moves; None without a plan.
    """
    state, setting, ground = field.state, field.setting, field.ground
    slots, end, units = setting.slot, ground.index[move.path[-1]], setting.units
    slot = slots[move.unit]
    seat = units[slot].seat
    enemies = field.troops[other(seat)].get(end) or field.staff[other(seat)].get(end)
    if not enemies:
        return TAKES_CONVOY
    leads = bool(setting.officers >> slot & 1)
    if then is None and state.acting is not None:
        then = ()
    if then is None:
        return say("to lead the attack") if leads else say("to attack; others may join before the shock")
    entries = [move, *(other for other in then if isinstance(other, AfricaMove) and other.path[-1] == move.path[-1])]
    fight = shock_if_nobody_is_hit(state, [slots[step.unit] for step in entries], end)
    enemy_names = and_list(units[i].name for i in enemies)
    text = say("to lead the attack on {foes}", foes=enemy_names) if leads else say("to attack {foes}", foes=enemy_names)
    if len(entries) > 1:
        if state.acting is not None:  # the activation has already named the other cavalry
            text = plural("{what}, {count} more to follow", "{what}, {count} more to follow", len(entries) - 1,
                          what=text)
        else:
            others = and_list(units[slots[step.unit]].name for step in entries[1:])
            text = say("{what} together with {others}", what=text, others=others)
    if fight is None:
        return text
    return say("{what}, {purpose}; {chance} to win: {coins}", what=text,
               purpose=_attack_purpose(field, end, seat, entries),
               **_odds(fight, seat, setting))


def _attack_purpose(field: Battlefield, area: Area, seat: Seat, entries: Sequence[AfricaMove]) -> Message:
    """The purpose that is the greater part of an attack's value: to gain the area, or the defenders' losses.

    :param entries: the moves of the attackers into the area.
    """
    setting, state = field.setting, field.state
    origins: dict[Slot, Area] = {}
    """Attacker -> the area from which it enters."""
    for entry in entries:
        slot = setting.slot[entry.unit]
        origins[slot] = entered_from(tuple(field.ground.index[name] for name in entry.path), state.at[slot])
    enemies = field.troops[other(seat)].get(area, [])
    fighters = [slot for slot in origins if setting.fighters >> slot & 1]
    officer_coins = field.officer_coins([slot for slot in origins if setting.officers >> slot & 1], attacking=True)
    coins = field.attack(area, fighters, officer_coins, {origins[slot] for slot in fighters})
    odds = field.assault(area, other(seat), coins)
    if odds.gain * field.price(enemies) > odds.win * field.prize(area, seat):
        return say("to wear them down")
    if area in setting.objectives and bool(state.control >> area & 1) != (seat == SPANISH):
        return TAKES_OBJECTIVE
    return TAKES_CONVOY if area in field.convoys and seat == MOROCCAN else say("to take the area")


def _move_reason(field: Battlefield, move: AfricaMove, then: Sequence[Action] | None) -> Message:
    """Why a unit moves: to attack, to fire from there, or for the area itself."""
    state, setting, ground = field.state, field.setting, field.ground
    slot, end = setting.slot[move.unit], ground.index[move.path[-1]]
    seat = setting.units[slot].seat
    if state.occupied[other(seat)] >> end & 1 and not setting.ship >> slot & 1:
        return _assault_reason(field, move, then)
    shot = then[0] if then else None
    if isinstance(shot, AfricaFire | AfricaBombard) and shot.unit == move.unit:
        return say("to fire at {area} from there", area=ground.titles[ground.index[shot.place]])
    return _with_plan(field, _purpose(field, move, then), then)


def _with_plan(field: Battlefield, purpose: Message, then: Sequence[Action] | None) -> Message:
    """The purpose of a move; for the side's first move also the attack of the best chance that is planned to follow."""
    state, setting, ground = field.state, field.setting, field.ground
    if state.has_begun_to_move:
        return purpose
    teams: dict[Area, list[Slot]] = {}
    for step in then or ():
        if isinstance(step, AfricaMove) and state.occupied[other(state.now.seat)] >> ground.index[step.path[-1]] & 1:
            teams.setdefault(ground.index[step.path[-1]], []).append(setting.slot[step.unit])
    fights = [(fight.hope(SEATS[state.now.seat])[1], area, fight) for area, team in teams.items()
              if (fight := shock_if_nobody_is_hit(state, team, area)) is not None]
    if not fights or state.frame is not None:
        return purpose
    _, area, fight = max(fights, key=lambda entry: entry[:2])
    return plural("{purpose}; then {attackers} attacks {area}, {chance} to win: {coins}",
                   "{purpose}; then {attackers} attack {area}, {chance} to win: {coins}", len(teams[area]),
                   purpose=purpose, attackers=and_list(setting.units[slot].name for slot in teams[area]),
                   area=ground.titles[area], **_odds(fight, state.now.seat, setting))


def _nearest_enemy(field: Battlefield, slot: Slot, area: Area) -> int:
    """Distance in areas from a place to a unit's nearest enemy."""
    enemies = areas_in(field.state.occupied[other(field.setting.units[slot].seat)])
    return min((field.ground.board.distances[area][there] for there in enemies), default=0)


def _purpose(field: Battlefield, move: AfricaMove, then: Sequence[Action] | None) -> Message:
    """Why a unit moves to an area without enemies."""
    state, setting, ground = field.state, field.setting, field.ground
    slot, end = setting.slot[move.unit], ground.index[move.path[-1]]
    seat, here = setting.units[slot].seat, state.at[slot]
    arriving = [setting.slot[step.unit] for step in then or ()
                if isinstance(step, AfricaMove) and step.path[-1:] == move.path[-1:]]
    friends = [*field.troops[seat].get(end, ()), *(i for i in arriving if setting.fighters >> i & 1)]
    if setting.convoys >> slot & 1:
        return say("farther along the road")
    if state.demoralized >> slot & 1:
        return say("to rally")
    if setting.officers >> slot & 1:
        if friends:
            return say("to join the troops there")
        distance_here, distance_there = (
            min((ground.board.distances[place][area] for area in field.troops[seat]), default=0)
            for place in (here, end))
        return say("to move closer to the troops") if distance_there < distance_here else KEEPS_CLEAR
    if end in setting.objectives:
        held = bool(state.control >> end & 1) == (seat == SPANISH)
        return _hold_reason(field, end, [slot, *friends], STRENGTHENS if held else TAKES_OBJECTIVE)
    if end in field.convoys and seat == SPANISH:
        return say("to guard a convoy")
    nearer = [(ground.titles[goal], distances[end])
              for goal, distances in zip(setting.objectives, field.worth.objective_distances, strict=True)
              if distances[end] < distances[here]]
    if nearer:
        name, areas = min(nearer, key=lambda pair: pair[1])
        return plural("towards {title}, {count} area to go", "towards {title}, {count} areas to go", areas,
                       title=name)
    return _other_purpose(field, slot, end, bool(friends))


def _hold_reason(field: Battlefield, area: Area, team: list[Slot], purpose: Message) -> Message:
    """Why a unit moves to an objective, with the chance to hold it against the enemy's strongest attack."""
    seat = field.setting.units[team[0]].seat
    holding = holding_of(field, seat)
    if field.state.frame is not None or holding.moves_last:
        return purpose
    take_chance = holding.enemy_attack(area, team, field.prize(area, seat)).take_chance
    if not take_chance:
        return purpose
    return say("{purpose}: about {chance} to hold it against the strongest attack", purpose=purpose,
               chance=whole_per_cent(1 - Fraction(take_chance)))


def _other_purpose(field: Battlefield, slot: Slot, end: Area, joins: bool) -> Message:
    """Why a unit moves to an area that brings it no nearer to an objective.

    :param joins: whether there are friends in the area.
    """
    ground, seat = field.ground, field.setting.units[slot].seat
    if _nearest_enemy(field, slot, end) > _nearest_enemy(field, slot, field.state.at[slot]):
        return KEEPS_CLEAR
    facing = areas_in(ground.adjacent[end] & field.state.occupied[other(seat)])
    if joins:
        return say("to close up with the troops there")
    if facing:
        return say("to face the enemy in {area}", area=ground.titles[facing[0]])
    return say("to form a reserve")


def _shock_reason(field: Battlefield, area: Area) -> Message:
    """The chance of a shock, for the side that resolves it."""
    state = field.state
    attacker = shock.attacking_seat(state)
    fight = shock_rolls.shock_preview(state, area, attacker)
    odds = _odds(fight, attacker, state.setting)
    if seat_to_decide(state) == attacker:
        return say("{chance} to win: {coins}", **odds)
    return say("{chance} that the {side} side wins: {coins}", side=ADJECTIVES[attacker], **odds)
