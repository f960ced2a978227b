"""The attacks that those picked in phase IV can announce: new ones, and others in the place of announced ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from game.core.action import Action
from game.core.message import Message, say, several
from game.core.offer import Offer
from game.core.preview import Preview
from game.core.verdict import LEGAL, Illegal, Legal, Verdict
from game.rules.tours import overview, shock
from game.rules.tours.actions import Attack, Single
from game.rules.tours.state import State
from game.rules.tours.units import UNITS, ids, name_of, refuse


def announcements(
    state: State, ours: tuple[int, ...], theirs: tuple[int, ...], names: Sequence[str]
) -> Iterator[Offer]:
    """What attacking these enemies with these units can mean, the widest first.

    Where announced attacks name some of them, all of those together attack all who are named then; or those picked
    attack the picked enemies and nobody else, an attack they have announced being withdrawn (8.2, 8.3, ruling 18).
    """
    touched = [one for one in state.combats if {*ours, *theirs} & {*one.attackers, *one.defenders}]
    team = tuple(sorted({*ours, *(slot for one in touched for slot in one.attackers)}))
    whole = tuple(sorted({*theirs, *(slot for one in touched for slot in one.defenders)}))
    alone = _announced(state, ours, theirs, names, instead=whole != theirs)
    together = _announced(state, team, whole, names, instead=False)
    found = [offer for offer in (together, alone) if offer is not None and offer.verdict]
    if not found:
        yield alone if alone is not None else _known(state, ours, theirs, names)
    for number, offer in enumerate(found):
        if offer.actions not in (other.actions for other in found[:number]):
            yield offer


def _announced(
    state: State, ours: tuple[int, ...], theirs: tuple[int, ...], names: Sequence[str], *, instead: bool
) -> Offer | None:
    """The attack of units, one announcement after the other, those that have announced another withdrawing it first;
    None where all of them have announced this one.

    :param instead: whether it leaves out an enemy of whom an attack that it touches was announced.
    """
    known = {slot: shock.combat_of(state, slot) for slot in ours}
    changed = [slot for slot, one in known.items() if one is None or one.defenders != theirs]
    if not changed:
        return None
    tied = [slot for slot in changed if known[slot] is not None]
    after = state
    for slot in tied:
        after = shock.withdraw(after, slot)
    verdict: Verdict = LEGAL
    for slot in changed:
        attack = Attack(UNITS[slot].id, ids(theirs))
        verdict = shock.check_attack(after, attack)
        if isinstance(verdict, Illegal):
            return Offer(verdict, attack, tuple(names), _place(state, theirs), say("Attacks"),
                         arithmetic=partial(summed, state, ours, theirs))
        after = shock.announce(after, attack)[0]
    verdict = Legal(note=shock.owing(after, tuple(changed)))
    actions: list[Action] = [Single("withdraw", UNITS[slot].id) for slot in tied]
    actions += [Attack(UNITS[slot].id, ids(theirs)) for slot in changed]
    met = next(one for one in after.combats if changed[0] in one.attackers)
    return Offer(verdict, actions[0], tuple(names), _place(state, theirs),
                 _replacing(ours, theirs, instead=instead) if tied else say("Attacks"), then=tuple(actions[1:]),
                 arithmetic=partial(summed, after, met.attackers, theirs))


def _replacing(ours: tuple[int, ...], theirs: tuple[int, ...], *, instead: bool) -> Message:
    """An attack that comes in the place of another, as short as its counters are printed."""
    units, targets = (tuple(UNITS[slot].abbr for slot in slots) for slots in (ours, theirs))
    if instead:
        return several("{units} attacks {targets} instead", "{units} attack {targets} instead", len(ours), units=units,
                       targets=targets)
    return several("{units} attacks {targets}", "{units} attack {targets}", len(ours), units=units, targets=targets)


def _known(
    state: State, ours: tuple[int, ...], theirs: tuple[int, ...], names: Sequence[str]
) -> Offer:
    """That this attack is announced already, with its arithmetic."""
    one = shock.combat_of(state, ours[0])
    assert one is not None
    text = say("{units} against {targets}: announced already; pick one more or another to change it",
               units=tuple(map(name_of, one.attackers)), targets=tuple(map(name_of, theirs)))
    return Offer(refuse("8.3", text, 18), Attack(UNITS[ours[0]].id, ids(theirs)), tuple(names),
                 _place(state, theirs), say("Attacks"),
                 arithmetic=partial(summed, state, one.attackers, theirs))


def summed(state: State, ours: tuple[int, ...], theirs: tuple[int, ...],
           previous: int = 0) -> Preview | None:
    """The arithmetic of units against others, where they can attack together at all."""
    if not all(state.ground.adjacent[state.at[a]] >> state.at[d] & 1 for a in ours for d in theirs):
        return None
    return overview.with_variants(state, ours, theirs, previous)


def _place(state: State, theirs: tuple[int, ...]) -> str:
    return state.ground.hexes[state.at[theirs[0]]]
