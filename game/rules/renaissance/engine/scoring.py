"""Both scores of a shot or a close combat before the dice: factor and modifiers, each with its rule (7 to 11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice, product
from typing import Literal, NamedTuple

from game.board.measuring import squared_distance
from game.core.chance import D6, Modifier, total
from game.core.indices import Seat, Slot, other
from game.core.message import Message, Text, say
from game.core.preview import UnitLine
from game.core.verdict import RuleRef
from game.rules.renaissance.engine import bases
from game.rules.renaissance.engine.contact import front_touches
from game.rules.renaissance.engine.ground import BAD_GOING, CAMEL_GOING
from game.rules.renaissance.engine.pips import middle
from game.rules.renaissance.engine.results import (
    BEATEN_TEXTS,
    DOUBLED_TEXTS,
    CombatResult,
    Going,
    Result,
    combat_result,
    compare_scores,
)
from game.rules.renaissance.engine.state import RenaissanceState
from game.rules.renaissance.engine.tables import (
    FactorRow,
    factor,
    support_against,
    support_behind,
    support_beside,
    tables,
)
from game.rules.renaissance.engine.words import TYPE_NAMES, rule

LITERAL_RESULTS = "literal-results"
CLOSE_COMBAT_ROWS = {row.name: row for row in tables().close_combat}
SHOOTING_ROWS = {row.name: row for row in tables().shooting}


class RenaissanceCombat(NamedTuple):
    """Two bases whose scores are compared, in close combat or in distant shooting."""

    one: Slot
    """The base of the phasing side, or the leader of the shot."""
    other: Slot
    shooting: bool = False
    aiding: tuple[Slot, ...] = ()
    """The bases that aid ``one`` in shooting."""
    aiding_target: tuple[Slot, ...] | None = None
    """If the target shoots back, the bases that aid it; None if it does not."""

    @property
    def mutual(self) -> bool:
        """Whether either side can lose."""
        return not self.shooting or self.aiding_target is not None


def is_garrison(state: RenaissanceState, slot: Slot) -> bool:
    """Whether a base is the garrison of its camp."""
    return state.camp_of(slot) is not None


def camp_attackers(state: RenaissanceState, seat: Seat) -> tuple[Slot, ...]:
    """The enemies whose fronts touch a side's camp (14.7.8)."""
    attackers: tuple[Slot, ...] | None = state.memo.get(("attackers", seat))
    if attackers is None:
        attackers = state.memo["attackers", seat] = tuple(
            enemy for enemy in state.bases_on_table(other(seat)) if bases.camp_attacked(state, enemy) is not None)
    return attackers


def going_of(state: RenaissanceState, slot: Slot, *, camels: bool | None = None) -> Going:
    """The going of a base; a camp counts as good going (14.3.1, 14.3.2).

    :param camels: whether to judge it as for camelry, its own or the enemy's (ruling 32); None for the base itself.
    """
    outline = state.outlines[slot]
    if outline is None:
        return "good"
    if state.ground.going(outline, camels=state.kind(slot) == "cm" if camels is None else camels) == "bad":
        return "bad"
    return "river" if in_river(state, slot) else "good"


def in_river(state: RenaissanceState, slot: Slot) -> bool:
    """Whether a base is at least partly in a river that is not paltry."""
    outline = state.outlines[slot]
    return outline is not None and state.river != "paltry" and "river" in state.ground.kinds_under(outline)


FACTOR_NAMES = {
    (False, False): say("against foot"), (False, True): say("against mounted"),
    (True, False): say("shooting, against foot"), (True, True): say("shooting, against mounted"),
}
"""Whether it is a factor for shooting, whether it is against mounted -> the name of a factor (7.1)."""


def _modifier(row: FactorRow, slot: Slot, state: RenaissanceState, label: Text = "", ruling: int | None = None,
              value: int | None = None) -> Modifier:
    return Modifier(row.factor if value is None else value, label or row.label, rule(row.rule, ruling), state.id(slot))


def shooting_line(state: RenaissanceState, slot: Slot, enemy: Slot, *, shot_at: bool, aiding: int) -> UnitLine:
    """The score of one side of a shot (8, 14.8.7).

    :param shot_at: whether the base is shot at; in a mutual shot both are.
    :param aiding: number of bases that aid the enemy.
    """
    kind, row = state.kind(slot), SHOOTING_ROWS["aid"]
    rows = list(_camp_and_general(SHOOTING_ROWS, state, slot)) if shot_at else []
    if shot_at and SHOOTING_ROWS["shot-at"].applies(kind):
        rows.insert(0, _modifier(SHOOTING_ROWS["shot-at"], slot, state))
    if shot_at and aiding:
        rows.append(_modifier(row, slot, state, ruling=62, value=max(row.most, row.factor * aiding)))
    shooting = state.element(slot).shooting is not None
    return UnitLine(state.id(slot), factor(kind, state.kind(enemy), shooting=True), tuple(rows),
                    strength_name=FACTOR_NAMES[shooting, state.element(enemy).mounted])


def _camp_and_general(rows: Mapping[str, FactorRow], state: RenaissanceState, slot: Slot) -> Iterator[Modifier]:
    """Modifiers for the own camp and for an attached general."""
    if is_garrison(state, slot) and rows["own-camp"].applies(state.kind(slot)):
        yield _modifier(rows["own-camp"], slot, state)
    if bases.attached_general(state, slot) is not None:
        yield _modifier(rows["general"], slot, state, ruling=64)


def close_line(state: RenaissanceState, slot: Slot, enemy: Slot) -> UnitLine:
    """The score of one side of a close combat (9, 10, 11, 14.9.1)."""
    piece, foe = state.roster[slot], state.roster[enemy]
    terms = list(_own_modifiers(state, slot, enemy))
    if state.outlines[slot] is not None:
        if not is_garrison(state, enemy):
            terms += _flank_modifiers(state, slot, enemy)
        terms += _support_modifiers(state, slot, enemy)
    return UnitLine(piece.id, factor(piece.kind, foe.kind), tuple(terms),
                    strength_name=FACTOR_NAMES[False, foe.element.mounted])


def _own_modifiers(state: RenaissanceState, slot: Slot, enemy: Slot) -> Iterator[Modifier]:
    """Modifiers for camp, general, height (ruling 15), river bank (ruling 16) and bad going."""
    kind, camels = state.kind(slot), "cm" in (state.kind(slot), state.kind(enemy))
    yield from _camp_and_general(CLOSE_COMBAT_ROWS, state, slot)
    if is_higher(state, slot, enemy):
        yield _modifier(CLOSE_COMBAT_ROWS["height-or-bank"], slot, state, say("uphill"), ruling=15)
    elif state.outlines[slot] is not None and in_river(state, enemy) and not in_river(state, slot):
        yield _modifier(CLOSE_COMBAT_ROWS["height-or-bank"], slot, state, say("river bank"), ruling=16)
    mine, theirs = going_of(state, slot), going_of(state, enemy, camels=camels)
    if CLOSE_COMBAT_ROWS["bad-going-either"].applies(kind) and "bad" in (mine, theirs):
        label = CLOSE_COMBAT_ROWS["bad-going"].label if mine == "bad" else say("enemy in bad going")
        yield _modifier(CLOSE_COMBAT_ROWS["bad-going-either"], slot, state, label)
    if CLOSE_COMBAT_ROWS["bad-going"].applies(kind) and mine == "bad":
        yield _modifier(CLOSE_COMBAT_ROWS["bad-going"], slot, state)


def _flank_modifiers(state: RenaissanceState, slot: Slot, enemy: Slot) -> Iterator[Modifier]:
    """-1 for each flank, and for the rear, with an enemy's front or an overlapping enemy on it (10.4, ruling 17)."""
    sides: dict[bases.Side, Modifier] = {}
    for contact in bases.enemy_contacts_on(state, slot, "left", "right", "rear"):
        name, number = (say("enemy on the rear") if contact.side == "rear" else say("enemy on a flank")), 17
        if contact.slot == enemy:
            name, number = say("no room to turn"), 51
        if number == 51 or contact.side not in sides:
            sides[contact.side] = _modifier(CLOSE_COMBAT_ROWS["flank"], slot, state, name, number)
    for side, mate in bases.overlaps(state, slot):
        if mate != enemy and side not in sides and gives_aid(state, mate) and _may_overlap(state, mate, slot, enemy):
            name = say("{element} in overlap", element=_type_name(state, mate))
            sides[side] = _modifier(CLOSE_COMBAT_ROWS["flank"], slot, state, name, 17)
    yield from sides.values()


def gives_aid(state: RenaissanceState, slot: Slot) -> bool:
    """Whether a base can support or overlap, which it cannot with an enemy's front on its flank or rear, even flush
    (ruling 54)."""
    one, seat = state.placed_base(slot), state.roster[slot].seat
    enemies = (state.placed_base(other) for other in bases.bases_at(state, one.corners, (slot,), touching=True)
               if state.roster[other].seat != seat)
    return not any(bases.edges_parallel(one.pose, enemy.pose) and not bases.opposite_facing(one.pose, enemy.pose)
                   and front_touches(enemy, one) for enemy in enemies)


def _may_overlap(state: RenaissanceState, mate: Slot, slot: Slot, enemy: Slot) -> bool:
    """Whether a base may overlap. Artillery and war wagons overlap only if the enemy made the contact (ruling 53); a
    contact without a record counts as made by the phasing side."""
    if not state.element(mate).wheeled:
        return True
    pair = {state.id(slot), state.id(enemy)}
    mover = next((one for one, other, _ in state.contacts_made if {one, other} == pair), None)
    return state.roster[slot].seat == state.seat if mover is None else mover == state.id(slot)


def _support_modifiers(state: RenaissanceState, slot: Slot, enemy: Slot) -> Iterator[Modifier]:
    """Modifiers for rear support and flank support, and against mounted for the flank support of the enemy's
    neighbours; at most one of each (ruling 19). A base that fights as if turned has none (ruling 51)."""
    kind, foe = state.kind(slot), state.kind(enemy)
    name = state.id(slot)
    if not fights_unturned(state, slot, enemy):
        mate = bases.neighbours(state, slot).get("behind")
        if mate is not None and gives_aid(state, mate):
            bad = "bad" in (going_of(state, slot), going_of(state, mate))
            row = support_behind(kind, state.kind(mate), foe, camp=is_garrison(state, enemy), bad_going=bad)
            if row is not None:
                yield Modifier(row.factor, say("{element} behind", element=_type_name(state, mate)), rule(row.rule),
                               name)
        yield from islice((
            Modifier(row.factor, say("{element} beside", element=_type_name(state, mate)), rule(row.rule), name)
            for mate in bases.friends_beside(state, slot)
            if (row := support_beside(kind, state.kind(mate), foe)) is not None and gives_aid(state, mate)), 1)
    if not fights_unturned(state, enemy, slot):
        yield from islice((
            Modifier(row.factor, say("{element} beside the enemy", element=_type_name(state, mate)), rule(row.rule, 18),
                     name)
            for mate in bases.friends_beside(state, enemy)
            if (row := support_against(kind, foe, state.kind(mate))) is not None and gives_aid(state, mate)), 1)


def fights_unturned(state: RenaissanceState, slot: Slot, enemy: Slot) -> bool:
    """Whether a base fights an enemy on its flank or rear because it had no room to turn (ruling 51)."""
    return any(one.slot == enemy for one in bases.enemy_contacts_on(state, slot, "left", "right", "rear"))


def _type_name(state: RenaissanceState, slot: Slot) -> Message:
    return TYPE_NAMES[state.kind(slot)][0]


def is_higher(state: RenaissanceState, slot: Slot, enemy: Slot) -> bool:
    """Whether a base's middle is on a hill and nearer to its crest than the enemy's; off the hill counts as lowest
    (ruling 15)."""
    places = state.outline(slot), state.outline(enemy)
    if places[0] is None or places[1] is None:
        return False
    mine, theirs = middle(places[0]), middle(places[1])
    for hill, crests in state.ground.crests:
        if hill.holds(mine):
            near, far = (min(Fraction(*squared_distance(spot, crest)) for crest in crests) for spot in (mine, theirs))
            if not hill.holds(theirs) or near < far:
                return True
    return False


def score_lines(state: RenaissanceState, combat: RenaissanceCombat) -> tuple[UnitLine, UnitLine]:
    """Both scores before the dice."""
    if not combat.shooting:
        return close_line(state, combat.one, combat.other), close_line(state, combat.other, combat.one)
    return (shooting_line(state, combat.one, combat.other, shot_at=combat.mutual,
                          aiding=len(combat.aiding_target or ())),
            shooting_line(state, combat.other, combat.one, shot_at=True, aiding=len(combat.aiding)))


def loser_result(state: RenaissanceState, loser: Slot, winner: Slot, combat: RenaissanceCombat, *,
                 doubled: bool) -> CombatResult:
    """The result for the base with the lower score (12)."""
    outline = state.outlines[loser]
    bad = state.ground.kinds_under(outline) & BAD_GOING if outline is not None else frozenset()
    return combat_result(state.kind(loser), state.kind(winner), doubled=doubled, shooting=combat.shooting,
                         going=going_of(state, loser), sands=bool(bad) and bad <= CAMEL_GOING,
                         camp=is_garrison(state, loser), literal=LITERAL_RESULTS in state.options)


class DiceResult(NamedTuple):
    """The result of two opposed dice."""

    loser: Slot | None
    """The base that suffers; None for no effect."""
    winner: Slot | None
    result: Result
    comparison: Literal["equal", "beaten", "doubled"]
    rule: RuleRef
    """The rule that gives the result."""

    def key(self, state: RenaissanceState) -> str:
        """A short key, e.g. ``blue-pk1 beaten recoil``."""
        return "none" if self.loser is None else f"{state.id(self.loser)} {self.comparison} {self.result}"

    def text(self, state: RenaissanceState) -> Message:
        """The result in words."""
        if self.loser is None:
            return say("no effect")
        texts = DOUBLED_TEXTS if self.comparison == "doubled" else BEATEN_TEXTS
        return texts[self.result].with_values(unit=state.name(self.loser))


def dice_result(state: RenaissanceState, combat: RenaissanceCombat, faces: tuple[int, int],
                sums: tuple[int, int] | None = None) -> DiceResult:
    """The result of two opposed dice, the die of ``combat.one`` first.

    :param sums: both scores without the dice, if known.
    """
    one, other = sums or scores(score_lines(state, combat))
    mine, theirs = one + faces[0], other + faces[1]
    word = compare_scores(mine, theirs)
    if word == "equal":
        return DiceResult(None, None, "none", word, rule("12.2"))
    loser, winner = (combat.other, combat.one) if mine > theirs else (combat.one, combat.other)
    if loser == combat.one and not combat.mutual:
        return DiceResult(None, None, "none", "equal", rule("14.8.7"))
    result = loser_result(state, loser, winner, combat, doubled=word == "doubled")
    return DiceResult(loser, winner, result.result, word, result.rule)


def scores(lines_: tuple[UnitLine, UnitLine]) -> tuple[int, int]:
    """Both scores without the dice."""
    one, other = (line.strength + total(line.modifiers) for line in lines_)
    return one, other


def result_chances(state: RenaissanceState, combat: RenaissanceCombat) -> dict[str, tuple[DiceResult, Fraction]]:
    """Key -> result of two opposed dice with its exact chance; the enemy's losses first, one's own last."""
    chances: dict[str, tuple[DiceResult, Fraction]] | None = state.memo.get(("prospects", combat))
    if chances is not None:
        return chances
    sums = scores(score_lines(state, combat))
    results: dict[str, tuple[DiceResult, Fraction]] = {}
    for faces in product(D6.faces, D6.faces):
        result = dice_result(state, combat, faces, sums)
        key = result.key(state)
        results[key] = result, results.get(key, (result, Fraction(0)))[1] + Fraction(1, 36)
    order = (combat.one, None, combat.other)
    chances = dict(sorted(results.items(), key=lambda result: (order.index(result[1][0].winner), result[0])))
    state.memo["prospects", combat] = chances
    return chances
