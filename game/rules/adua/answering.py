"""What can be answered where a decision is asked for: damage, losses, who stays, who is brought in, who retreats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from game.core.message import Message, Text, joined, named, say, several
from game.core.offer import Offer, Share, Sharing
from game.core.verdict import LEGAL
from game.rules.adua import harm, hazards, initiative, melee, retreats
from game.rules.adua.actions import AtPlace, Distribute, Move, Single
from game.rules.adua.ai import abyssinian
from game.rules.adua.ground import Ground
from game.rules.adua.state import Bringing, Damage, Loss, Retreats, State, Staying
from game.rules.adua.units import SLOT, STEPS, UNITS, name_of

NAMED = 1
"""Units that are named on a button; of more there is only the number."""


def _damage(state: State) -> Offer:
    """Points of damage shared out among the units that attacked."""
    top = state.top
    assert isinstance(top, Damage)
    parts = tuple(Share(name_of(slot), (UNITS[slot].id,), 0, harm.bears(state, slot)) for slot in top.units)

    def action(numbers: tuple[int, ...]) -> Distribute:
        return Distribute(tuple((UNITS[slot].id, number) for slot, number in zip(top.units, numbers, strict=True)
                                if number))

    proposed = dict(abyssinian.damage(state).shares)
    return Offer(LEGAL, words=say("Assign it another way"), sharing=Sharing(
        say("{points} damage", points=top.points), top.points, parts, action,
        proposed=tuple(proposed.get(UNITS[slot].id, 0) for slot in top.units),
        told=lambda numbers: [_suffers(state, slot, points) for slot, points in zip(top.units, numbers, strict=True)]))


def _suffers(state: State, slot: int, points: int) -> Text:
    """What points of damage do to a unit (ruling 13)."""
    if not points:
        return say("unharmed")
    steps = points // 2
    if state.lost[slot] + steps >= STEPS[slot]:
        return say("eliminated")
    return several("repulsed, {count} step lost", "repulsed, {count} steps lost", steps) if steps else say("repulsed")


def offers(ground: Ground, state: State) -> Iterator[Offer]:
    """What must be decided now, with nothing in hand: what is proposed first, at the main button's key."""
    match state.top:
        case Damage():
            yield from _distributions(state)
        case Loss(place, seat):
            able = sorted(melee.sides(state, place)[seat],
                          key=lambda slot: (state.lost[slot], -state.value(slot), slot))
            yield from _one_of(able, "lose", say("Reduce {unit}", unit=""))
        case Staying(place):
            able = sorted(state.there[place], key=lambda slot: (-state.value(slot), slot))
            yield from _one_of(able, "stay", say("Keep {unit} in the hex", unit=""))
        case Retreats(_, units) if len(units) > 1:
            for slot in units:
                refuge = ground.hexes[retreats.refuges(ground, state, slot)[0]]
                yield Offer(LEGAL, AtPlace("retreat", UNITS[slot].id, refuge),
                            words=say("Retreat {unit} to {place}", unit=name_of(slot), place=refuge),
                            leads=slot == units[0])


def _one_of(slots: Sequence[int], deed: Literal["lose", "stay"], words: Message) -> Iterator[Offer]:
    """The same for each of some units, the first of them proposed."""
    for slot in slots:
        yield Offer(LEGAL, Single(deed, UNITS[slot].id), words=words.given(unit=name_of(slot)), leads=slot == slots[0])


def _distributions(state: State, first: int | None = None) -> Iterator[Offer]:
    """The damage as proposed, few units or many paying it, and shared out at will; of several that come to the same in
    words the first.

    :param first: a unit that is picked up: it is offered to take as much as it can.
    """
    proposed = abyssinian.damage(state)
    told: dict[Text, Distribute] = {}
    for action in (proposed, *_easy_damage(state), *([_on_few(state, first)] if first is not None else [])):
        told.setdefault(_comes_to(state, action), action)
    for words, action in told.items():
        yield Offer(LEGAL, action, words=words, leads=action == proposed)
    yield _damage(state)


def _comes_to(state: State, action: Distribute) -> Text:
    """What points of damage do to those on whom they fall: who is repulsed, loses steps, is eliminated (ruling 13)."""
    hit = [(SLOT[unit], points // 2) for unit, points in action.shares]
    gone = [slot for slot, steps in hit if state.lost[slot] + steps >= STEPS[slot]]
    worn = [(slot, steps) for slot, steps in hit if steps and slot not in gone]
    back = [slot for slot, steps in hit if not steps]
    steps = sum(steps for _, steps in worn)
    return joined((
        say("{units} repulsed", units=_few(back, named_too=not worn and not gone)) if back else "",
        several("{count} step lost by {units}", "{count} steps lost by {units}", steps,
                units=_few([slot for slot, _ in worn])) if worn else "",
        say("{units} eliminated", units=_few(gone)) if gone else "",
    ))


def _few(slots: Sequence[int], *, named_too: bool = True) -> Text:
    """Units by name, or how many there are."""
    if named_too and len(slots) <= NAMED:
        return named(name_of(slot) for slot in slots)
    return several("{count} unit", "{count} units", len(slots))


def of_unit(ground: Ground, state: State, slot: int) -> Iterator[Offer]:
    """What one piece can do about it."""
    unit = UNITS[slot].id
    match state.top:
        case Damage():
            yield from _distributions(state, slot)
        case Bringing(commander):
            found = initiative.supporters(ground, state, commander).get(slot)
            for place in found.points if found is not None else ():
                assert found is not None
                path = tuple(ground.hexes[hex_] for hex_ in found.path(place))
                yield Offer(LEGAL, Move(unit, path), (unit,), path[-1], say("Join the melee"), say("Join the melee"))
        case Loss():
            yield Offer(LEGAL, Single("lose", unit), (unit,), words=say("Reduce this unit"))
        case Staying():
            yield Offer(LEGAL, Single("stay", unit), (unit,), words=say("Keep this unit in the hex"))
        case Retreats():
            free = retreats.refuges(ground, state, slot)
            for hex_ in free:
                back = AtPlace("retreat", unit, ground.hexes[hex_])
                yield Offer(hazards.warned(ground, state, back, LEGAL), back, (unit,), ground.hexes[hex_],
                            say("Retreat"), say("Retreat"), leads=hex_ == free[0])


def _easy_damage(state: State) -> Iterator[Distribute]:
    """Two ways to distribute damage at one click: few units take much, or many a little."""
    top = state.top
    assert isinstance(top, Damage)
    few = _on_few(state, top.units[0])
    many, left = [0] * len(top.units), top.points
    while left:
        for n, slot in enumerate(top.units):
            if left and many[n] < harm.bears(state, slot):
                many[n], left = many[n] + 1, left - 1
    spread = tuple((UNITS[slot].id, number) for slot, number in zip(top.units, many, strict=True) if number)
    yield few
    if spread != few.shares:
        yield Distribute(spread)


def _on_few(state: State, first: int) -> Distribute:
    """The damage on as few units as can take it, one of them first."""
    top = state.top
    assert isinstance(top, Damage)
    left, taken = top.points, dict[int, int]()
    for slot in (first, *top.units):
        if slot not in taken:
            taken[slot] = min(left, harm.bears(state, slot))
            left -= taken[slot]
    return Distribute(tuple((UNITS[slot].id, taken[slot]) for slot in top.units if taken[slot]))


