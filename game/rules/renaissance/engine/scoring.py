"""Both scores of a shot or a close combat before the dice: basic factor and every modifier, each with its rule (7-11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

from game.board.measuring import squared
from game.core.chance import D6, Modifier, total
from game.core.message import Message, Text, say
from game.core.preview import Outcome, Preview, UnitLine
from game.rules.renaissance.engine.bases import (
    attached_general,
    behind,
    friends_beside,
    fronts_on,
    opponent,
    overlaps,
)
from game.rules.renaissance.engine.ground import SANDS
from game.rules.renaissance.engine.pips import middle, place_of
from game.rules.renaissance.engine.results import RESULT_NAMES, Going, Result, compared, result
from game.rules.renaissance.engine.state import SEATS, State
from game.rules.renaissance.engine.tables import (
    NAMES,
    FactorRow,
    Support,
    factor,
    rule,
    support_against,
    support_behind,
    support_beside,
    tables,
)

LITERAL = "literal-results"
CLOSE = {row.name: row for row in tables().close_combat}
SHOOTING = {row.name: row for row in tables().shooting}


class Clash(NamedTuple):
    """Two bases whose scores are compared: in close combat, or as shooter and target."""

    one: int
    """The base of the player whose bound it is, or the shooter that leads."""
    other: int
    shooting: bool = False
    aid: tuple[int, ...] = ()
    """Those who aid ``one`` in shooting."""
    back: tuple[int, ...] | None = None
    """If the target shoots back: those who aid it; None: it does not."""

    @property
    def mutual(self) -> bool:
        """Whether either side can lose."""
        return not self.shooting or self.back is not None


def garrisoned(state: State, slot: int) -> bool:
    """Whether a base holds its camp."""
    name = state.roster[slot].id
    return any(camp is not None and camp.garrison == name for camp in state.camps)


def going_of(state: State, slot: int) -> Going:
    """The going in which a base stands; camps are good going."""
    outline = state.outlines[slot]
    if outline is None:
        return "good"
    if state.ground.going(outline, camels=state.roster[slot].kind == "cm") == "bad":
        return "bad"
    return "river" if wet(state, slot) else "good"


def wet(state: State, slot: int) -> bool:
    """Whether a base is in an unpaltry river at least in part."""
    outline = state.outlines[slot]
    return outline is not None and state.river != "paltry" and state.ground.in_river(outline)


def _modifier(row: FactorRow, slot: int, state: State, value: int | None = None, told: Text = "") -> Modifier:
    return Modifier(row.factor if value is None else value, told or row.label, rule(row.rule), state.roster[slot].id)


def shooting_line(state: State, slot: int, enemy: int, *, shot_at: bool, aiding: int) -> UnitLine:
    """The score of one side of a shot.

    :param shot_at: whether it is shot at; both are in a mutual shot.
    :param aiding: how many aid its enemy.
    """
    kind = state.roster[slot].kind
    found = []
    if shot_at:
        if SHOOTING["shot-at"].applies(kind):
            found.append(_modifier(SHOOTING["shot-at"], slot, state))
        if SHOOTING["own-camp"].applies(kind) and garrisoned(state, slot):
            found.append(_modifier(SHOOTING["own-camp"], slot, state))
        if state.outlines[slot] is not None and attached_general(state, slot) is not None:
            found.append(_modifier(SHOOTING["general"], slot, state))
        row = SHOOTING["aid"]
        if aiding:
            found.append(_modifier(row, slot, state, max(row.most, row.factor * aiding)))
    return UnitLine(state.roster[slot].id, factor(kind, state.roster[enemy].kind, shooting=True), tuple(found))


def close_line(state: State, slot: int, enemy: int) -> UnitLine:
    """The score of one side of a close combat."""
    piece, foe = state.roster[slot], state.roster[enemy]
    found = list(_own(state, slot, enemy))
    if state.outlines[slot] is not None:
        found += _flanks(state, slot, enemy)
        found += _supports(state, slot, enemy)
    return UnitLine(piece.id, factor(piece.kind, foe.kind), tuple(found))


def _own(state: State, slot: int, enemy: int) -> Iterator[Modifier]:
    """Camp, general, height and river bank, bad going."""
    kind, on_table = state.roster[slot].kind, state.outlines[slot] is not None
    if garrisoned(state, slot) and CLOSE["own-camp"].applies(kind):
        yield _modifier(CLOSE["own-camp"], slot, state)
    if on_table and attached_general(state, slot) is not None:
        yield _modifier(CLOSE["general"], slot, state)
    if on_table and higher(state, slot, enemy):
        yield _modifier(CLOSE["height-or-bank"], slot, state, told=say("uphill"))
    elif on_table and on_bank(state, slot, enemy):
        yield _modifier(CLOSE["height-or-bank"], slot, state, told=say("river bank"))
    camels = kind == "cm"
    mine, theirs = going_of(state, slot), _going_for(state, enemy, camels=camels)
    if CLOSE["bad-going-either"].applies(kind) and "bad" in (mine, theirs):
        yield _modifier(CLOSE["bad-going-either"], slot, state)
    if CLOSE["bad-going"].applies(kind) and mine == "bad":
        yield _modifier(CLOSE["bad-going"], slot, state)


def _going_for(state: State, enemy: int, *, camels: bool) -> Going:
    """The going in which an enemy stands, as it counts for a base that fights it."""
    outline = state.outlines[enemy]
    if outline is not None and camels:
        return state.ground.going(outline, camels=True)
    return going_of(state, enemy)


def _flanks(state: State, slot: int, enemy: int) -> Iterator[Modifier]:
    """-1 for each flank, and for the rear, with an enemy front on it or an enemy in overlap."""
    row = CLOSE["flank"]
    beset = {one.side: one.enemy for one in fronts_on(state, slot, "left", "right", "rear")}
    sides: dict[str, Text] = {}
    for one in fronts_on(state, slot, "left", "right", "rear"):
        if opponent(state, slot) is None and one.slot == enemy:
            sides[one.side] = say("no room to turn")
        else:
            sides[one.side] = say("enemy on the rear") if one.side == "rear" else say("enemy on a flank")
    del beset
    for side, mate in overlaps(state, slot).items():
        if mate != enemy and side not in sides and gives_aid(state, mate) and _may_overlap(state, mate, slot):
            sides[side] = say("overlap")
    for told in sides.values():
        yield _modifier(row, slot, state, told=told)


def gives_aid(state: State, slot: int) -> bool:
    """Whether a base can support or overlap: no enemy front on its flank or rear (ruling on aid)."""
    return not fronts_on(state, slot, "left", "right", "rear")


def _may_overlap(state: State, slot: int, target: int) -> bool:
    """Artillery and war wagons overlap only if the enemy made the contact."""
    if not state.element(slot).wheeled:
        return True
    return state.roster[slot].seat != state.seat or (state.roster[target].seat == state.seat and not any(
        mover == state.roster[slot].id for mover, *_ in state.contacted))


def _supports(state: State, slot: int, enemy: int) -> Iterator[Modifier]:
    """Rear support, flank support, and the flank support that the enemy's neighbours give against mounted."""
    kind, foe = state.roster[slot].kind, state.roster[enemy].kind
    one = state.standing(slot)
    name = state.roster[slot].id
    for mate in state.there(state.roster[slot].seat):
        if mate != slot and behind(one, state.standing(mate)) and gives_aid(state, mate):
            bad = "bad" in (going_of(state, slot), going_of(state, mate))
            found = support_behind(kind, state.roster[mate].kind, foe, camp=garrisoned(state, enemy), bad_going=bad)
            if found is not None:
                yield Modifier(found.factor, say("{element} behind", element=_titled(state, mate)), rule(found.rule),
                               name)
    beside = _first(support_beside(kind, state.roster[mate].kind, foe)
                    for mate in friends_beside(state, slot).values() if gives_aid(state, mate))
    if beside is not None:
        yield Modifier(beside.factor, say("flank support"), rule(beside.rule), name)
    if state.outlines[enemy] is not None:
        against = _first(support_against(kind, foe, state.roster[mate].kind)
                         for mate in friends_beside(state, enemy).values() if gives_aid(state, mate))
        if against is not None:
            yield Modifier(against.factor, say("enemy's flank support"), rule(against.rule), name)


def _first(rows: Iterable[Support | None]) -> Support | None:
    return next((row for row in rows if row is not None), None)


def _titled(state: State, slot: int) -> Message:
    return NAMES[state.roster[slot].kind][0]


def higher(state: State, slot: int, enemy: int) -> bool:
    """Whether a base's middle is on a hill and nearer to its crest than the enemy's; off the hill is lowest."""
    places = place_of(state, slot), place_of(state, enemy)
    if places[0] is None or places[1] is None:
        return False
    mine, theirs = middle(places[0]), middle(places[1])
    for hill, crest in state.ground.crests:
        if not hill.holds(mine):
            continue
        if not hill.holds(theirs):
            return True
        (a, b), (c, d) = squared(mine, crest), squared(theirs, crest)
        if a * d < c * b:
            return True
    return False


def on_bank(state: State, slot: int, enemy: int) -> bool:
    """Whether a base defends the bank of a river: itself out of it, the enemy to its front partly in it."""
    return opponent(state, slot) == enemy and wet(state, enemy) and not wet(state, slot)


def lines(state: State, clash: Clash) -> tuple[UnitLine, UnitLine]:
    """Both scores before the dice."""
    if not clash.shooting:
        return close_line(state, clash.one, clash.other), close_line(state, clash.other, clash.one)
    return (shooting_line(state, clash.one, clash.other, shot_at=clash.mutual, aiding=len(clash.back or ())),
            shooting_line(state, clash.other, clash.one, shot_at=True, aiding=len(clash.aid)))


def fate(state: State, loser: int, winner: int, clash: Clash, *, doubled: bool) -> Result:
    """What becomes of the side with the lower score (12)."""
    outline = state.outlines[loser]
    sands = outline is not None and bool(state.ground.under(outline) & SANDS)
    return result(state.roster[loser].kind, state.roster[winner].kind, doubled=doubled, shooting=clash.shooting,
                  going=going_of(state, loser), sands=sands, camp=garrisoned(state, loser),
                  literal=LITERAL in state.options).result


class Fallen(NamedTuple):
    """What two dice come to."""

    loser: int | None
    """None: nobody suffers."""
    winner: int | None
    result: Result
    word: str
    """``equal``, ``beaten`` or ``doubled``."""


@cache
def _pairs() -> tuple[tuple[int, int], ...]:
    return tuple(product(D6.faces, D6.faces))


def fallen(state: State, clash: Clash, faces: tuple[int, int], sums: tuple[int, int] | None = None) -> Fallen:
    """What two dice come to: first the die of ``clash.one``.

    :param sums: both scores without the dice, if they are known.
    """
    one, other = sums or tuple(line.face + total(line.modifiers) for line in lines(state, clash))
    mine, theirs = one + faces[0], other + faces[1]
    word = compared(mine, theirs)
    if word == "equal":
        return Fallen(None, None, "none", word)
    loser, winner = (clash.other, clash.one) if mine > theirs else (clash.one, clash.other)
    if loser == clash.one and not clash.mutual:
        return Fallen(None, None, "none", "equal")
    return Fallen(loser, winner, fate(state, loser, winner, clash, doubled=word == "doubled"), word)


def preview(state: State, clash: Clash) -> Preview:
    """The arithmetic of a shot or a close combat, with the exact chance of each outcome."""
    one, other = lines(state, clash)
    sums = one.face + total(one.modifiers), other.face + total(other.modifiers)
    chances: dict[str, Fraction] = {}
    told: dict[str, Fallen] = {}
    for faces in _pairs():
        found = fallen(state, clash, faces, sums)
        key = outcome_key(state, found)
        chances[key] = chances.get(key, Fraction(0)) + Fraction(1, 36)
        told[key] = found
    outcomes = tuple(
        Outcome(key, chances[key], outcome_text(state, told[key]),
                rule("12.3" if told[key].word == "doubled" else "12.1" if told[key].loser is not None else "12.2"),
                seat=SEATS[state.roster[winner].seat] if (winner := told[key].winner) is not None else "")
        for key in sorted(told, key=lambda each: (told[each].loser is None, told[each].loser == clash.one, each)))
    text = say("{attack} to {defence}", attack=sums[0], defence=sums[1])
    reading = (say("each side adds a die; half or less is doubled") if clash.mutual
               else say("each side adds a die; only the target can suffer"))
    return Preview((one,), (other,), (*one.modifiers, *other.modifiers), sums[0], sums[1], text, reading, None, outcomes,
                   first=len(one.modifiers))


def outcome_key(state: State, found: Fallen) -> str:
    """A short key of an outcome, e.g. ``blue-pk1 recoil``."""
    return "none" if found.loser is None else f"{state.roster[found.loser].id} {found.word} {found.result}"


def outcome_text(state: State, found: Fallen) -> Message:
    """An outcome in words."""
    if found.loser is None:
        return say("no effect")
    unit = state.roster[found.loser].name
    if found.word == "doubled":
        return say("{unit} doubled: {result}", unit=unit, result=RESULT_NAMES[found.result])
    return say("{unit} beaten: {result}", unit=unit, result=RESULT_NAMES[found.result])
