"""What a screen shows of Pickets: counters, boxes, prompts and offers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal

from game.board.hexgrid import DIRECTIONS
from game.core.action import Action
from game.core.layer import Layer
from game.core.message import Message, Text, joined, plural
from game.core.offer import CatchAll, FacingOffer, Offer, Picked, Share, Sharing, SharingOffer
from game.core.presenter import Counter, OffMapBox
from game.core.prompt import Budget, Prompt
from game.core.theme import SeatInfo, Theme
from game.core.verdict import LEGAL, Legal, Verdict

from . import combat, fire, movement, rolling, sequence
from .actions import BEGIN, DECLINE, DONE, END, Assault, Enter, Move, Simple, Volley
from .ground import Ground
from .state import COMBAT, INITIATIVE, ORDERS, SHAKEN, Order, Reaction, State
from .state import DONE as HAD_ORDER
from .state import FIRED as HAS_FIRED
from .units import INDEX, OF_SEAT, SEATS, TYPES, arrivals, exits, home
from .words import refused, rule, say

THEME = Theme(
    "Pickets", say("A made-up battle at a ford"), say("Two small armies, 170 counters, nobody's history."),
    (SeatInfo("blue", "Blue", "#2f4f7f", "#f4efe0", "solid"), SeatInfo("grey", "Grey", "#c9c5b8", "#26231e", "dashed")),
    (("", INITIATIVE), *((seat, phase) for seat in SEATS for phase in (ORDERS, COMBAT))))
Mode = Literal["move", "compose", "roll", "over"]
BOXES = tuple(OffMapBox(name(seat), say(title, side=SEATS[seat].title()), SEATS[seat]) for seat in (0, 1)
              for name, title in ((arrivals, "{side}: to arrive"), (exits, "{side}: gone on")))
SYMBOLS = {"f": "infantry", "h": "cavalry", "g": "cannon"}
MARKS = {HAD_ORDER: "moved", HAS_FIRED: "fired", SHAKEN: "shaken"}
WAYS = tuple(map(str.upper, DIRECTIONS))
FAR = refused("3.2", "It is too far")


def phases(state: State) -> Sequence[tuple[str, str]]:
    """Initiative, then the player turns in its order (2.1)."""
    return (("", INITIATIVE), *((SEATS[seat], phase) for seat in (state.first, 1 - state.first)
                                for phase in (ORDERS, COMBAT)))


def counters(ground: Ground, state: State) -> tuple[Counter, ...]:
    """Every counter of the scenario."""
    found = []
    for kind, unit in zip(TYPES, state.units, strict=True):
        if kind.id not in state.roster:
            continue
        lies = unit.place in ground.board.index
        marks = tuple(MARKS[mark] for mark in MARKS if mark in unit.marks)
        lines = ((say("Steps"), str(unit.steps)), (say("Quality"), str(kind.quality)),
                 (say("Faces"), WAYS[unit.facing]))
        found.append(Counter(
            kind.id, SEATS[kind.seat], kind.name, f"{kind.kind.upper()}{kind.number}", SYMBOLS[kind.kind],
            f"{unit.steps or kind.steps}-{kind.move}", unit.place, marks, lines,
            angle=60 * unit.facing if lies else None))
    return tuple(found)


def prompt(state: State, to_act: str | None) -> Prompt:
    """The prompt of the seat to act."""
    top, side = state.top(), SEATS[state.seat]
    spent = [Budget(say("Orders"), state.orders, sequence.budget(state))] if state.phase == ORDERS else []
    if state.ordered is not None:
        spent.append(Budget(say("Movement"), state.ordered.left, TYPES[INDEX[state.ordered.unit]].move))
    ask = partial(_asked, Prompt(state.phase, state.turn, to_act, say("Nothing is asked"), rule("2.2"),
                                 budgets=tuple(spent), phasing_seat=side))
    if to_act is None:
        return ask(say("The game is over"), "7.3", None, "", "over")
    if state.phase == INITIATIVE:
        return Prompt(state.phase, state.turn, to_act, say("Who goes first?"), rule("2.1"), mode="roll",
                      phasing_seat="")
    if state.due:
        return ask(say("Dice are due"), "6.5" if state.rolling else "4.2", None, "", "roll")
    if isinstance(top, Reaction) and state.ordered is not None:
        target = TYPES[INDEX[state.ordered.unit]].name
        text = say("{target} is coming: who fires?", target=target)
        return Prompt(state.phase, state.turn, to_act, text, rule("4.1"), main=DECLINE, main_label=say("Hold fire"),
                      phasing_seat=side, budgets=tuple(spent[1:0]), reaction=say("reaction fire"))
    if isinstance(top, Order):
        return ask(say("Move it, turn it, or be done"), "3.1", DONE, say("Done"))
    if state.phase == ORDERS:
        return ask(say("Give an order"), "2.3", END, say("To combat"))
    if state.begun:
        return ask(say("Which combat comes next?"), "6.5", None, "")
    if state.combats:
        return ask(say("Declare, change or withdraw combats"), "6.1", BEGIN, say("Resolve them"), "compose")
    return ask(say("Declare combats"), "6.1", END, say("End the turn"), "compose")


def _asked(base: Prompt, text: Message, number: str, main: Action | None, label: Text, mode: Mode = "move") -> Prompt:
    whose = base.phasing_seat if mode != "over" else ""
    return replace(base, text=text, rule=rule(number), main=main, main_label=label, mode=mode, phasing_seat=whose)


def offers(ground: Ground, state: State, picked: Picked, to_act: str | None) -> Sequence[Offer]:
    """The offers for the selected counters."""
    if not picked.units:
        return [Offer(units=(name,)) for name in pickable(ground, state, to_act)]
    if to_act not in SEATS:
        return [Offer(refused("2.2", "Nothing is to be chosen now"), units=picked.units)]
    found = list(_compose(ground, state, picked.units) if state.phase == COMBAT and not state.begun else
                 _single(ground, state, picked.units[0]))
    if any(offer.verdict for offer in found):
        return found
    return [Offer(why_idle(ground, state, picked.units[0]), units=picked.units[:1]), *found]


def pickable(ground: Ground, state: State, to_act: str | None) -> tuple[str, ...]:
    """The counters with something to do."""
    top = state.top()
    if to_act not in SEATS:
        return ()
    if isinstance(top, Reaction):
        return movement.reactors(ground, state)
    if isinstance(top, Order):
        return (top.unit,)
    if state.phase == ORDERS:
        places = (*ground.board.hexes, arrivals(state.seat)) if state.orders else ()
        return tuple(TYPES[i].id for i in OF_SEAT[state.seat]
                     if state.units[i].place in places and movement.idle(state, TYPES[i].id))
    if state.begun:
        return tuple(one.units[0] for one in state.combats)
    return tuple(name for name in combat.active(ground, state)
                 if combat.combat_of(state, name) or any(combat.options(ground, state, (name,))))


def layers(ground: Ground, state: State, name: str | None) -> Iterator[Layer]:
    """The zones of control of both sides and the declared combats; for a selected counter its front and the hexes that
    it sees within range."""
    for seat, side in enumerate(SEATS):
        places = tuple(sorted(ground.controlled(state.units, seat)))
        yield Layer(f"zone-{side}", say("Zones of control"), places, seat=side)
    for one in state.combats:
        seat = TYPES[INDEX[one.units[0]]].seat
        links = tuple((state.unit(who).place or "", target) for who in one.units for target in one.targets)
        yield Layer(f"combat-{one.units[0]}", say("Combats declared"), links=links, seat=SEATS[seat], always=True)
    unit = state.unit(name) if name is not None else None
    if name is not None and unit is not None and unit.place in ground.board.index and unit.place is not None:
        kind = TYPES[INDEX[name]]
        reach = {"f": fire.RANGE, "h": 1, "g": combat.BATTERY_RANGE[1]}[kind.kind]
        front = [h for h in sorted(ground.near(unit.place, reach)) if ground.faces(unit.place, unit.facing, h)]
        seen = tuple(h for h in front if ground.sighted(unit.place, h))
        targets = tuple((unit.place, h) for h in seen if state.side(h) == 1 - kind.seat)
        yield Layer("front", say("Front, in sight and range"), seen, targets, SEATS[kind.seat], while_selected=True)


def why_idle(ground: Ground, state: State, name: str) -> Verdict:
    """The reason why a counter has nothing to do."""
    if isinstance(state.top(), Reaction):
        return refused("4.1", "{unit} cannot fire at it", unit=name)
    if state.phase == ORDERS:
        verdict = movement.check(ground, state, Simple("order", name))
        return verdict if not verdict else refused("2.3", "{unit} has nowhere to go", unit=name)
    return refused("6.5" if state.begun else "6.1", "{unit} has nobody to fight", unit=name)


def _single(ground: Ground, state: State, name: str) -> Iterator[Offer]:
    top = state.top()
    if isinstance(top, Reaction):
        order = state.ordered
        if order is not None and name in movement.reactors(ground, state):
            shown = partial(fire.preview, ground, state, name, order.unit, True)
            yield Offer(LEGAL, Simple("react", name), (name,), state.unit(order.unit).place, say("Fire"),
                        arithmetic=shown)
    elif isinstance(top, Order):
        if top.unit == name:
            yield from _moves(ground, state, name, top.left, None)
            leave = Simple("exit", name)
            verdict = movement.check(ground, state, leave)
            yield Offer(verdict, leave, (name,), exits(state.seat), say("Leaves the map"))
    elif state.phase == ORDERS and movement.idle(state, name):
        if state.unit(name).place == arrivals(state.seat):
            for place in ground.edge(home(state.seat)):
                enter = Enter(name, place)
                yield Offer(movement.check(ground, state, enter), enter, (name,), place, say("Arrives"),
                            cost=say("An order"))
        elif movement.check(ground, state, Simple("order", name)):
            yield from _moves(ground, state, name, TYPES[INDEX[name]].move, Simple("order", name))
    elif state.begun and any(one.units[0] == name for one in state.combats):
        one = next(one for one in state.combats if one.units[0] == name)
        resolve = Simple("resolve", name)
        deed = _deed(combat.action_of(ground, state, one))
        yield Offer(LEGAL, resolve, (name,), one.targets[0], say("Resolves: {deed}", deed=deed),
                    arithmetic=partial(rolling.preview_of, ground, state, one))


def _moves(ground: Ground, state: State, name: str, left: int, order: Simple | None) -> Iterator[Offer]:
    """Every hex and facing within reach, the cheapest facing of a hex first, with the order that it needs first."""
    index = INDEX[name]
    if order is not None:
        yield Offer(LEGAL, order, (name,), None, say("Gives it an order"), cost=say("An order"))
    reached = ground.reach(state, index, left)
    start = next(iter(reached))
    by_place: dict[str, list[tuple[int, Action, int]]] = {}
    for (place, facing), way in reached.items():
        if (place, facing) != start:
            by_place.setdefault(place, []).append((way.points, movement.way_of(name, way.path), facing))
    for place, ways in by_place.items():
        for points, move, facing in ways:
            done, then = (move, ()) if order is None else (order, (move,))
            yield FacingOffer(Legal(cost=points), done, (name,), place, short_label=say("Face {way}", way=WAYS[facing]),
                              follow_ups=then, angle=60 * facing)
    for place in state.stacks:
        if place in ground.board.index and place not in by_place and place != start[0] and not ground.open_to(
                state, TYPES[index].seat, place):
            yield Offer(refused("1.2", "{place} is full or held by the enemy", place=place), place=place)
    yield CatchAll(FAR)


def _compose(ground: Ground, state: State, names: Sequence[str]) -> Iterator[Offer]:
    if any(TYPES[INDEX[name]].seat != state.seat for name in names):
        return
    for one in combat.options(ground, state, names):
        action = combat.action_of(ground, state, one)
        yield Offer(LEGAL, action, tuple(names), one.targets[0], _with_others(state, names, _deed(action)),
                    arithmetic=partial(rolling.preview_of, ground, state, one))
    name = names[0]
    if len(names) == 1 and TYPES[INDEX[name]].kind == "g":
        near = [one.targets[0] for one in combat.options(ground, state, names) if len(one.targets) == 1]
        if len(near) > 1:
            yield _sharing(state, name, near[:combat.MAX_VOLLEY_TARGETS])
    for name in names:
        known = combat.combat_of(state, name)
        if known is not None:
            deed = say("Withdraws: {deed}", deed=_deed(combat.action_of(ground, state, known)))
            yield Offer(LEGAL, Simple("withdraw", name), (name,), None, _with_others(state, (name,), deed))


def _sharing(state: State, name: str, near: Sequence[str]) -> Offer:
    whole = combat.pool(state, name)
    shares = tuple(
        Share(say("{units} in {place}", units=tuple(TYPES[i].name for i in state.at(place)), place=place),
              tuple(TYPES[i].id for i in state.at(place))) for place in near)

    def action(dice: tuple[int, ...]) -> Action:
        return Volley(name, tuple((n, place) for n, place in zip(dice, near, strict=True) if n))

    sharing = Sharing(say("{dice} dice", dice=whole), whole, shares, action)
    return SharingOffer(LEGAL, label=say("Shares out its fire"), sharing=sharing)


def _deed(action: Action) -> Message:
    match action:
        case Volley(_, shares):
            shared = joined(say("{dice} at {place}", dice=dice, place=place) for dice, place in shares)
            return say("Volley: {shared}", shared=shared)
        case Assault(_, place):
            return say("Assaults {place}", place=place)
    return say("Fires at {place}", place=action.places[-1])


def _with_others(state: State, units: Sequence[str], deed: Message) -> Message:
    """A verb, and the other counters whose combat is withdrawn with that of these."""
    others = combat.others(state, units) if state.phase == COMBAT and not state.begun else ()
    if not others:
        return deed
    also = plural("also withdraws {count} other", "also withdraws {count} others", len(others))
    return say("{deed}; {also}", deed=deed, also=also)


def told(state: State, action: Action) -> Text:
    """An action in words."""
    who = tuple(TYPES[INDEX[name]].name for name in action.units if name in INDEX)
    if not who:
        return action.notation
    if isinstance(action, Move):
        return say("{units}, {path}", units=who, path="-".join(action.places) or DIRECTIONS[action.facing])
    if isinstance(action, Simple):
        return _with_others(state, action.units, say("{units}: {deed}", units=who, deed=action.deed))
    if isinstance(action, Enter):
        return say("{units} arrives at {place}", units=who, place=action.place)
    return _with_others(state, action.units, say("{units}: {deed}", units=who, deed=_deed(action)))
