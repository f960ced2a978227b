"""Attacks put together of attackers and targets that are picked up, and how an attacker shares out its dice (10.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from game.core.message import Text, named, say, several
from game.core.offer import Offer, Share, Sharing
from game.core.verdict import LEGAL
from game.rules.adua import previews, sharing_out, smallarms
from game.rules.adua.actions import Single
from game.rules.adua.ground import Ground
from game.rules.adua.state import State
from game.rules.adua.units import COMBAT_UNITS, SEAT, SLOT, UNITS, name_of

NAMED = 1
"""Enemies that are named on a button; of more there is only the number."""


def offers(ground: Ground, state: State, names: tuple[str, ...], known: Sequence[str]) -> Iterator[Offer]:
    """What attackers and targets that are picked can mean together."""
    slots = [SLOT[name] for name in names]
    ours = [slot for slot in slots if SEAT[slot] == state.seat and slot < COMBAT_UNITS]
    theirs = [slot for slot in slots if SEAT[slot] != state.seat and slot < COMBAT_UNITS]
    if ours and theirs:
        yield _attack(ground, state, names, ours, theirs)
        if len(ours) == 1 and len(theirs) > 1:
            yield from _sharing(ground, state, ours[0], theirs)
    for slot in ours:
        if any(share.unit == slot for share in state.shares):
            yield Offer(LEGAL, Single("withdraw", UNITS[slot].id), (UNITS[slot].id,),
                        words=say("Withdraw the attack of {unit}", unit=name_of(slot)))
    for name in known:
        if name not in names:
            yield Offer(units=(name,))


def _attack(ground: Ground, state: State, names: tuple[str, ...], ours: list[int], theirs: list[int]) -> Offer:
    """All attackers on the enemies that are picked, each with even shares."""
    actions, whole = [], state
    verdict = LEGAL
    for slot in ours:
        action = sharing_out.even(ground, whole, slot, theirs)
        found = smallarms.check(ground, whole, action)
        if not found:
            return Offer(found, action, names, words=_attack_words(ours, theirs))
        actions.append(action)
        whole = smallarms.announced(whole, action)
    return Offer(verdict, actions[0], names, None, _attack_words(ours, theirs), then=tuple(actions[1:]),
                 arithmetic=partial(previews.of_combat, ground, whole, theirs[0]))


def _attack_words(ours: list[int], theirs: list[int]) -> Text:
    targets = named(name_of(slot) for slot in theirs) if len(theirs) <= NAMED else several(
        "{count} unit", "{count} units", len(theirs))
    if len(ours) == 1:
        return say("Attack {targets} with {unit}", unit=name_of(ours[0]), targets=targets)
    return say("Attack {targets} with {number} units", number=len(ours), targets=targets)


def _sharing(ground: Ground, state: State, slot: int, theirs: list[int]) -> Iterator[Offer]:
    """The dice of one unit shared out among several enemies."""
    unit = UNITS[slot].id
    even = sharing_out.even(ground, state, slot, theirs)
    if not smallarms.check(ground, state, even) and not any(share.unit == slot for share in state.shares):
        return
    after = smallarms.announced(state, even)
    whole, found = smallarms.dice(ground, after, slot), smallarms.shared(ground, after, slot)
    parts = tuple(Share(name_of(target), (UNITS[target].id,), 1) for target in theirs)

    def told(numbers: tuple[int, ...]) -> list[Text]:
        after = smallarms.announced(state, sharing_out.shared_out(slot, theirs, numbers))
        return [previews.chances(after, target, previews.of_combat(ground, after, target)) for target in theirs]

    yield Offer(LEGAL, units=(unit,), words=say("Share out its dice"), sharing=Sharing(
        say("{dice} dice", dice=whole), whole, parts, partial(sharing_out.shared_out, slot, tuple(theirs)),
        proposed=tuple(found[target] for target in theirs), told=told))
