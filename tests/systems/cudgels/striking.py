"""Shooting and fighting: the targets, the score of both sides, and the results (4 and 5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

from game.board.manoeuvre import beside_by, moved_ahead, overlapping, swept
from game.board.measuring import Base, gap
from game.core.action import Faces
from game.core.chance import D6, DiceGroup, Modifier, Roll, total
from game.core.event import Event, Removed, Retreated, Rolled
from game.core.message import Message
from game.core.pose import BASE, Stick
from game.core.preview import Outcome, Preview, UnitLine
from game.core.verdict import LEGAL, Verdict

from .actions import Strike
from .ground import Ground
from .groups import held
from .state import FIGHT, FOUGHT, MOVED, SHOOT, SHOT, Due, State
from .units import COVER, FACTOR, INDEX, RANGE, SEATS, TYPES
from .words import refused, rule, say, widths

Done = tuple[State, tuple[Event, ...]]
RESULTS = ("doubled", "beaten", "equal", "repulsed", "broken")
"""The results of a strike, the best for the striking base first."""
GROUPS = {"doubled": say("won"), "beaten": say("won"), "repulsed": say("lost"), "broken": say("lost")}
NUMBERS = {"shoot": "4.2", "fight": "5.3"}


def check(state: State, action: Strike) -> Verdict:
    """The verdict on a strike."""
    if state.phase != (SHOOT if action.deed == "shoot" else FIGHT):
        return refused("2.2", "This is not the time for it")
    unit, target = state.unit(action.unit), state.unit(action.target)
    index, enemy = INDEX[action.unit], INDEX[action.target]
    if TYPES[index].seat != state.seat or TYPES[enemy].seat == state.seat or unit.pose is None or target.pose is None:
        return refused("2.2", "It takes one's own base and an enemy, both on the table")
    return _may_shoot(state, index, enemy) if action.deed == "shoot" else _may_fight(state, index, enemy)


def _may_shoot(state: State, index: int, enemy: int) -> Verdict:
    kind, one, other = TYPES[index], state.placed_bases[index], state.placed_bases[enemy]
    assert one is not None
    assert other is not None
    if kind.kind != "bows":
        return refused("4.1", "Only bows shoot")
    if SHOT in state.units[index].marks:
        return refused("4.1", "{unit} has shot this turn", unit=kind.name)
    if held(state, index) or held(state, enemy):
        return refused("4.1", "Nobody shoots out of a fight or into one")
    far = gap(one.corners, other.corners)
    if far > RANGE:
        return refused("4.1", "It is {far} BW away, and bows shoot {most}",
                       far=widths(far), most=widths(RANGE))
    field = Base(3 * BASE, RANGE).corners(moved_ahead(one.pose, RANGE))
    if not overlapping(field, other.corners):
        return refused("4.1", "{unit} does not lie ahead", unit=TYPES[enemy].name)
    return LEGAL


def _may_fight(state: State, index: int, enemy: int) -> Verdict:
    if FOUGHT in state.units[index].marks:
        return refused("5.1", "{unit} has fought this turn", unit=TYPES[index].name)
    if opponent(state, index) != enemy:
        return refused("5.1", "{unit} does not fight {enemy}", unit=TYPES[index].name, enemy=TYPES[enemy].name)
    return LEGAL


def opponent(state: State, index: int) -> int | None:
    """The opponent of a base: of the enemies that its front edge touches, the one with the longest contact (5.1)."""
    found = [one for one in state.contacts if one.unit == index]
    return max(found, key=lambda one: (one.shared, -one.enemy)).enemy if found else None


def strikes(state: State, index: int) -> Iterator[Strike]:
    """The possible strikes of a base."""
    deed = "shoot" if state.phase == SHOOT else "fight"
    for enemy in state.bases_of(1 - state.seat):
        action = Strike(deed, TYPES[index].id, TYPES[enemy].id)
        if check(state, action):
            yield action


def left(state: State) -> tuple[int, ...]:
    """The bases of the side that can still strike in this phase."""
    if state.phase not in (SHOOT, FIGHT):
        return ()
    return tuple(index for index in state.bases_of(state.seat) if next(strikes(state, index), None) is not None)


def declared(state: State, action: Strike) -> State:
    """The state with the dice of a strike pending."""
    mark = SHOT if action.deed == "shoot" else FOUGHT
    return replace(state.mark(action.unit, mark), due=Due(action.deed, action.unit, action.target))


def _line(ground: Ground, state: State, name: str, foe: str, deed: str, *, shot_at: bool) -> UnitLine:
    """One side's factor with its modifiers (4.2 and 5.2)."""
    kind, index = TYPES[INDEX[name]], INDEX[name]
    rough = ground.is_in_rough(state.placed_base(name).corners)
    if deed == "shoot":
        cover = (Modifier(1, say("Rough ground"), rule("4.2"), name),) if shot_at and rough else ()
        return UnitLine(name, (COVER if shot_at else FACTOR)[kind.kind], cover)
    found = []
    if kind.kind == "horse" and MOVED in state.unit(name).marks:
        found.append(Modifier(1, say("Horse that has moved"), rule("5.2"), name))
    if rough:
        found.append(Modifier(-2 if kind.kind == "horse" else -1, say("Rough ground"), rule("5.2"), name))
    others = {one.unit for one in state.contacts if one.enemy == index} - {INDEX[foe]}
    if others:
        found.append(Modifier(-len(others), say("Other enemies in contact"), rule("5.2"), name))
    return UnitLine(name, FACTOR[kind.kind], tuple(found))


def result(deed: str, attack: int, defence: int) -> str:
    """The result of two scores (4.2 and 5.3)."""
    if attack > defence:
        return "doubled" if attack >= 2 * defence else "beaten"
    if deed == "shoot" or attack == defence:
        return "equal"
    return "broken" if defence >= 2 * attack else "repulsed"


def preview(ground: Ground, state: State, due: Due) -> Preview:
    """The arithmetic of a strike."""
    one = _line(ground, state, due.unit, due.target, due.deed, shot_at=False)
    other = _line(ground, state, due.target, due.unit, due.deed, shot_at=due.deed == "shoot")
    attack, defence = (line.strength + total(line.modifiers) for line in (one, other))
    chances = dict.fromkeys(RESULTS, Fraction(0))
    for a, b in product(D6.faces, repeat=2):
        chances[result(due.deed, attack + a, defence + b)] += Fraction(1, 36)
    number = NUMBERS[due.deed]
    side, enemy = (TYPES[INDEX[name]].name for name in (due.unit, due.target))
    told = {"doubled": say("{unit} is destroyed", unit=enemy), "beaten": say("{unit} recoils", unit=enemy),
            "equal": say("Nothing happens"), "repulsed": say("{unit} recoils", unit=side),
            "broken": say("{unit} is destroyed", unit=side)}
    seats = {"doubled": TYPES[INDEX[due.unit]].seat, "beaten": TYPES[INDEX[due.unit]].seat,
             "repulsed": TYPES[INDEX[due.target]].seat, "broken": TYPES[INDEX[due.target]].seat}
    outcomes = tuple(
        Outcome(name, chance, told[name], rule(number), GROUPS.get(name, ""),
                SEATS[seats[name]] if name in seats else "")
        for name, chance in chances.items() if chance)
    sums = say("{attack} to {defence}", attack=attack, defence=defence)
    return Preview((one,), (other,), (*one.modifiers, *other.modifiers), attack, defence, sums,
                   say("each side adds a die"), None, outcomes, attacker_modifiers=len(one.modifiers))


def roll(ground: Ground, state: State, due: Due) -> Roll:
    """The two dice of a strike."""
    found = preview(ground, state, due)
    names = [TYPES[INDEX[name]].name for name in (due.unit, due.target)]
    title = say("{unit} shoots at {target}" if due.deed == "shoot" else "{unit} fights {target}",
                unit=names[0], target=names[1])
    groups = tuple(DiceGroup(name, (k,), SEATS[TYPES[INDEX[unit]].seat], unit)
                   for k, (name, unit) in enumerate(zip(names, (due.unit, due.target), strict=True)))
    return Roll((D6, D6), title, rule(NUMBERS[due.deed]), {one.result: one.chance for one in found.outcomes},
                SEATS[TYPES[INDEX[due.unit]].seat], groups)


def fallen(ground: Ground, state: State, faces: Faces) -> Done:
    """The state after the dice of a strike."""
    due = state.due
    assert due is not None
    found, rolled = preview(ground, state, due), roll(ground, state, due)
    attack, defence = (line.strength + total(line.modifiers) for line in (*found.attackers, *found.defenders))
    name = result(due.deed, attack + faces.faces[0], defence + faces.faces[1])
    text = next(one.text for one in found.outcomes if one.result == name)
    places = tuple(pose.text for pose in (state.unit(due.unit).pose, state.unit(due.target).pose) if pose is not None)
    event = Rolled(rolled.rule, rolled.dice, faces.faces, name, text, rolled.title, groups=rolled.groups,
                   places=places[1:])
    state = replace(state, due=None)
    if name == "equal":
        return state, (event,)
    loser = due.target if name in ("doubled", "beaten") else due.unit
    state, more = (lost if name in ("doubled", "broken") else recoiled)(ground, state, loser)
    return state, (event, *more)


class HitsRolled(Removed):
    """A base is lost."""

    __slots__ = ()

    @property
    def text(self) -> Message:
        return say("{unit} is destroyed", unit=self.name)


class Recoiled(Retreated):
    """A base goes straight back."""

    __slots__ = ()

    @property
    def text(self) -> Message:
        return say("{unit} recoils", unit=self.name)


def lost(ground: Ground, state: State, name: str) -> Done:
    """A base is destroyed."""
    unit = state.unit(name)
    assert unit.pose is not None
    return state.put(name, unit._replace(pose=None, marks=frozenset())), (
        HitsRolled(rule("5.3"), name, TYPES[INDEX[name]].name, unit.pose.text),)


def recoiled(ground: Ground, state: State, name: str) -> Done:
    """A base goes straight back by its depth, or is destroyed if it cannot (5.3)."""
    index = INDEX[name]
    one = state.placed_bases[index]
    assert one is not None
    caught = any(each.enemy == index and each.edge for each in state.contacts)
    end = moved_ahead(one.pose, -one.base.depth)
    after = one.base.corners(end)
    ground_gone_over = swept(one.corners, after)
    blocked = any(outline is not None and k != index and overlapping(ground_gone_over, outline)
                  for k, outline in enumerate(state.outlines))
    if caught or blocked or not ground.board.on_table(after):
        return lost(ground, state, name)
    event = Recoiled(rule("5.3"), name, TYPES[index].name, (one.pose.text, end.text))
    return state.put(name, state.unit(name)._replace(pose=end)), (event,)


def stick(state: State, action: Strike) -> Stick:
    """The measuring stick from a base to its target, along the line ahead of its front edge."""
    one, other = state.placed_base(action.unit), state.placed_base(action.target)
    nearest = min(other.corners, key=lambda spot: abs(beside_by(one.pose, spot)))
    return Stick(one.pose.spot, nearest, gap(one.corners, other.corners), RANGE)

