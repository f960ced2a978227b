"""What a screen shows of Cudgels: bases, prompts and offers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from game.core.action import Action
from game.core.message import Text, say
from game.core.offer import Offer, Picked, TableOffer
from game.core.presenter import Counter
from game.core.prompt import Budget, Duty, Prompt
from game.core.theme import SeatInfo, Theme
from game.core.verdict import Illegal

from . import hand, sequence, striking
from .actions import END, Move, Strike
from .ground import Ground
from .groups import idle, mates
from .state import FIGHT, FOUGHT, MOVE, MOVED, PIPS, SHOOT, SHOT, Due, State
from .units import FACTOR, INDEX, SEATS, TYPES
from .words import refused, rule, widths

THEME = Theme(
    "Cudgels", say("A made-up brawl on a cloth"), say("Two bands of eight bases, nobody's history."),
    (SeatInfo("red", "Red", "#8e2f2a", "#f8ead2", "solid"), SeatInfo("white", "White", "#e6dfcd", "#2b2620", "dashed")),
    tuple((seat, phase) for seat in SEATS for phase in (PIPS, MOVE, SHOOT, FIGHT)), titles=sequence.TITLES)
SYMBOLS = {"foot": "infantry", "bows": "cudgels/bow", "horse": "cavalry"}
MARKS = {MOVED: "moved", SHOT: "fired", FOUGHT: "attacked"}
TEXTS = {MOVE: say("Move a base or a group"), SHOOT: say("Shoot with the bows"), FIGHT: say("Which fight comes next?")}
NUMBERS = {MOVE: "3.1", SHOOT: "4.1", FIGHT: "5.1"}
LABELS = {MOVE: say("End the moves"), SHOOT: say("End the shooting"), FIGHT: say("End the turn")}


def counters(ground: Ground, state: State) -> tuple[Counter, ...]:
    """Every base of the roster."""
    found = []
    for index, (kind, unit) in enumerate(zip(TYPES, state.units, strict=True)):
        outline = state.outlines[index]
        where = say("Rough ground") if outline is not None and ground.is_in_rough(outline) else say("Open ground")
        lines = ((say("Factor"), str(FACTOR[kind.kind])), (say("Stands in"), where)) if outline is not None else ()
        found.append(Counter(
            kind.id, SEATS[kind.seat], kind.name, f"{kind.kind[0].upper()}{kind.number}", SYMBOLS[kind.kind],
            str(FACTOR[kind.kind]), unit.pose.text if unit.pose is not None else None,
            tuple(MARKS[mark] for mark in MARKS if mark in unit.marks), lines, size=(kind.base.width, kind.base.depth)))
    return tuple(found)


def prompt(state: State, to_act: str | None) -> Prompt:
    """The prompt of the seat to act."""
    spent = (Budget(say("PIPs"), state.pips, state.rolled),) if state.phase == MOVE else ()
    if to_act is None:
        return Prompt(state.phase, state.turn, to_act, say("The game is over"), rule("6.1"), mode="over",
                      phasing_seat=state.side)
    if state.dice:
        text, number = (say("How many PIPs?"), "2.1") if state.due is None else (say("Dice are due"), "5.2")
        return Prompt(state.phase, state.turn, to_act, text, rule(number), mode="roll", phasing_seat=state.side)
    fights = sequence.able_to_act(state) if state.phase == FIGHT else ()
    duties = (Duty(fights, say("They must fight"), rule("5.1")),) if fights else ()
    return Prompt(state.phase, state.turn, to_act, TEXTS[state.phase], rule(NUMBERS[state.phase]), duties, END,
                  LABELS[state.phase], phasing_seat=state.side, budgets=spent)


def offers(ground: Ground, state: State, picked: Picked, to_act: str | None) -> Sequence[Offer]:
    """The offers for the selected bases."""
    if not picked.units:
        return [Offer(units=(name,)) for name in sequence.able_to_act(state)]
    if to_act not in SEATS:
        return [Offer(refused("2.2", "Nothing is to be chosen now"), units=picked.units)]
    if state.phase == MOVE:
        return list(_moves(ground, state, picked))
    name = picked.units[0]
    found = list(_strikes(ground, state, name))
    return found if any(offer.verdict for offer in found) else [Offer(_why_idle(state, name), units=(name,)), *found]


def _moves(ground: Ground, state: State, picked: Picked) -> Iterator[Offer]:
    """The offer for the pose in which the first of some bases is held, with the final poses, and the bases that could
    move along."""
    names = picked.units
    why = idle(state, names[0])
    if why is not None:
        yield Offer(why, units=names[:1])
        return
    start = state.placed_base(names[0]).pose
    found = hand.nearest_move(ground, state, names, picked.pose or start)
    move = Move(tuple(names), found.ends[0])
    ends = tuple(zip(names, found.ends, strict=False))
    text = "{way} of {most} BW, halved by rough ground (3.2), 1 PIP" if found.rough else "{way} of {most} BW, 1 PIP"
    cost = say(text, way=widths(found.length), most=widths(found.most))
    yield TableOffer(found.verdict, move, tuple(names), move.pose.text, cost=cost if found.verdict else "",
                     poses=ends, stick=found.stick if found.length else None)
    yield from (Offer(units=(mate,)) for mate in mates(state, names))


def _strikes(ground: Ground, state: State, name: str) -> Iterator[Offer]:
    """The enemies that a base may shoot at or fights, and those out of reach."""
    deed = "shoot" if state.phase == SHOOT else "fight"
    words = say("Shoots") if deed == "shoot" else say("Fights")
    if TYPES[INDEX[name]].seat != state.seat:
        return
    for enemy in state.bases_of(1 - state.seat):
        action = Strike(deed, name, TYPES[enemy].id)
        verdict = striking.check(state, action)
        if not verdict and deed == "fight":
            continue
        place = state.units[enemy].pose
        assert place is not None
        stick = striking.stick(state, action) if deed == "shoot" and state.unit(name).pose is not None else None
        yield TableOffer(verdict, action, (name,), place.text, words, arithmetic=partial(
            striking.preview, ground, state, Due(*action_of(action))) if verdict else _nothing,
            stick=stick)


def action_of(action: Strike) -> tuple[str, str, str]:
    """The words of an action: verb, base, target."""
    return action.deed, action.unit, action.target


def _nothing() -> None:
    """The arithmetic of an illegal strike."""
    return


def _why_idle(state: State, name: str) -> Illegal:
    """The reason why a base has nothing to do in a phase of strikes."""
    kind, unit = TYPES[INDEX[name]], state.unit(name)
    if unit.pose is None:
        return refused("6.1", "{unit} is lost", unit=kind.name)
    if kind.seat != state.seat:
        return refused("2.2", "It is not the turn of {unit}", unit=kind.name)
    if state.phase == SHOOT:
        if kind.kind != "bows":
            return refused("4.1", "Only bows shoot")
        return refused("4.1", "{unit} has nobody to shoot at", unit=kind.name)
    return refused("5.1", "{unit} has nobody to fight", unit=kind.name)


def told(action: Action) -> Text:
    """An action in words."""
    names = tuple(TYPES[INDEX[name]].name for name in action.units if name in INDEX)
    if isinstance(action, Move):
        return say("{units} moves", units=names) if len(names) == 1 else say("{units} move as one", units=names)
    if isinstance(action, Strike) and len(names) == 2:
        return say("{unit} shoots at {target}" if action.deed == "shoot" else "{unit} fights {target}",
                   unit=names[0], target=names[1])
    return action.notation


def why_over(state: State) -> Illegal:
    """The reason why no action is possible any more."""
    return refused("6.1", "The game is over") if state.ending == "losses" else refused("6.2", "Night has fallen")

