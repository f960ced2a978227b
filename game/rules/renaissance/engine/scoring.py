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
"""Name of the option of ruling 21."""
CLOSE_COMBAT_ROWS = {row.name: row for row in tables().close_combat}
"""Name of a row -> the row of the modifiers of close combat (10)."""
SHOOTING_ROWS = {row.name: row for row in tables().shooting}
"""Name of a row -> the row of the modifiers of distant shooting (8)."""


class RenaissanceCombat(NamedTuple):
    """Two bases whose scores are compared, in close combat or in distant shooting."""

    first: Slot
    """The base of the phasing side, or the leader of the shot."""
    second: Slot
    """Its enemy, or the target of the shot."""
    shooting: bool = False
    aiding: tuple[Slot, ...] = ()
    """The bases that aid ``first`` in shooting."""
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


def in_sands(kinds_under: frozenset[str]) -> bool:
    """Whether there is bad going under a base, and it is all dunes or oasis (12.1, 12.3).

    :param kinds_under: the kinds of terrain under the base.
    """
    bad_going = kinds_under & BAD_GOING
    return bool(bad_going) and bad_going <= CAMEL_GOING


FACTOR_NAMES = {
    (False, False): say("against foot"), (False, True): say("against mounted"),
    (True, False): say("shooting, against foot"), (True, True): say("shooting, against mounted"),
}
"""Whether it is a factor for shooting, whether it is against mounted -> the name of a factor (7.1)."""


def _modifier(row: FactorRow, slot: Slot, state: RenaissanceState, label: Text = "", ruling: int | None = None,
              value: int | None = None) -> Modifier:
    """The modifier of a row for a base.

    :param label: its text; that of the row if empty.
    :param value: its value if it differs from the row's factor.
    """
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
    """Modifiers of a base for its own camp and for an attached general."""
    if is_garrison(state, slot) and rows["own-camp"].applies(state.kind(slot)):
        yield _modifier(rows["own-camp"], slot, state)
    if bases.attached_general(state, slot) is not None:
        yield _modifier(rows["general"], slot, state, ruling=64)


def close_line(state: RenaissanceState, slot: Slot, enemy: Slot) -> UnitLine:
    """The score of one side of a close combat (9, 10, 11, 14.9.1)."""
    base, enemy_base = state.roster[slot], state.roster[enemy]
    modifiers = list(_own_modifiers(state, slot, enemy))
    if state.outlines[slot] is not None:
        if not is_garrison(state, enemy):
            modifiers += _flank_modifiers(state, slot, enemy)
        modifiers += _support_modifiers(state, slot, enemy)
    return UnitLine(base.id, factor(base.kind, enemy_base.kind), tuple(modifiers),
                    strength_name=FACTOR_NAMES[False, enemy_base.element.mounted])


def _own_modifiers(state: RenaissanceState, slot: Slot, enemy: Slot) -> Iterator[Modifier]:
    """Modifiers for camp, general, height (ruling 15), river bank (ruling 16) and bad going."""
    kind, camels = state.kind(slot), "cm" in (state.kind(slot), state.kind(enemy))
    yield from _camp_and_general(CLOSE_COMBAT_ROWS, state, slot)
    if is_higher(state, slot, enemy):
        yield _modifier(CLOSE_COMBAT_ROWS["height-or-bank"], slot, state, say("uphill"), ruling=15)
    elif state.outlines[slot] is not None and in_river(state, enemy) and not in_river(state, slot):
        yield _modifier(CLOSE_COMBAT_ROWS["height-or-bank"], slot, state, say("river bank"), ruling=16)
    own_going, enemy_going = going_of(state, slot), going_of(state, enemy, camels=camels)
    if CLOSE_COMBAT_ROWS["bad-going-either"].applies(kind) and "bad" in (own_going, enemy_going):
        label = CLOSE_COMBAT_ROWS["bad-going"].label if own_going == "bad" else say("enemy in bad going")
        yield _modifier(CLOSE_COMBAT_ROWS["bad-going-either"], slot, state, label)
    if CLOSE_COMBAT_ROWS["bad-going"].applies(kind) and own_going == "bad":
        yield _modifier(CLOSE_COMBAT_ROWS["bad-going"], slot, state)


def _flank_modifiers(state: RenaissanceState, slot: Slot, enemy: Slot) -> Iterator[Modifier]:
    """-1 for each flank, and for the rear, with an enemy's front or an overlapping enemy on it (10.4, ruling 17). The
    opponent itself is named first if the base has not turned to it (ruling 51)."""
    by_side: dict[bases.Side, Modifier] = {}
    for contact in bases.enemy_contacts_on(state, slot, "left", "right", "rear"):
        is_opponent = contact.slot == enemy
        text = say("enemy on the rear") if contact.side == "rear" else say("enemy on a flank")
        if is_opponent:
            by_side[contact.side] = _modifier(CLOSE_COMBAT_ROWS["flank"], slot, state, say("not turned to face"), 51)
        elif contact.side not in by_side:
            by_side[contact.side] = _modifier(CLOSE_COMBAT_ROWS["flank"], slot, state, text, 17)
    for side, mate in bases.overlaps(state, slot):
        if mate != enemy and side not in by_side and gives_aid(state, mate) and _may_overlap(state, mate, slot, enemy):
            text = say("overlapped by {element}", element=_type_name(state, mate))
            by_side[side] = _modifier(CLOSE_COMBAT_ROWS["flank"], slot, state, text, 17)
    yield from by_side.values()


def gives_aid(state: RenaissanceState, slot: Slot) -> bool:
    """Whether a base can support or overlap, which it cannot with an enemy's front on its flank or rear, even flush
    (ruling 54)."""
    base, seat = state.placed_base(slot), state.roster[slot].seat
    enemies = (state.placed_base(enemy) for enemy in bases.bases_at(state, base.corners, (slot,), touching=True)
               if state.roster[enemy].seat != seat)
    return not any(bases.edges_parallel(base.pose, enemy.pose) and not bases.opposite_facing(base.pose, enemy.pose)
                   and front_touches(enemy, base) for enemy in enemies)


def _may_overlap(state: RenaissanceState, mate: Slot, slot: Slot, enemy: Slot) -> bool:
    """Whether a base may overlap. Artillery and war wagons overlap only if the enemy made the contact (ruling 53); a
    contact without a record counts as made by the phasing side."""
    if not state.element(mate).wheeled:
        return True
    pair = {state.id(slot), state.id(enemy)}
    moving_base = next((first for first, second, _ in state.contacts_made if {first, second} == pair), None)
    return state.roster[slot].seat == state.seat if moving_base is None else moving_base == state.id(slot)


def _support_modifiers(state: RenaissanceState, slot: Slot, enemy: Slot) -> Iterator[Modifier]:
    """Modifiers for rear support and flank support, and against mounted for the flank support of the enemy's
    neighbours; at most one of each (ruling 19). A base that fights as if turned has none (ruling 51)."""
    kind, enemy_kind = state.kind(slot), state.kind(enemy)
    name = state.id(slot)
    if not fights_unturned(state, slot, enemy):
        mate = bases.neighbours(state, slot).get("behind")
        if mate is not None and gives_aid(state, mate):
            in_bad_going = "bad" in (going_of(state, slot), going_of(state, mate))
            row = support_behind(kind, state.kind(mate), enemy_kind, camp=is_garrison(state, enemy),
                                 bad_going=in_bad_going)
            if row is not None:
                yield Modifier(row.factor, say("{element} behind", element=_type_name(state, mate)), rule(row.rule),
                               name)
        yield from islice((
            Modifier(row.factor, say("{element} alongside", element=_type_name(state, mate)), rule(row.rule), name)
            for mate in bases.friends_beside(state, slot)
            if (row := support_beside(kind, state.kind(mate), enemy_kind)) is not None and gives_aid(state, mate)), 1)
    if not fights_unturned(state, enemy, slot):
        yield from islice((
            Modifier(row.factor, say("enemy supported by {element}", element=_type_name(state, mate)),
                     rule(row.rule, 18), name)
            for mate in bases.friends_beside(state, enemy)
            if (row := support_against(kind, enemy_kind, state.kind(mate))) is not None and gives_aid(state, mate)), 1)


def fights_unturned(state: RenaissanceState, slot: Slot, enemy: Slot) -> bool:
    """Whether a base fights an enemy on its flank or rear because it has not turned to it (ruling 51)."""
    return any(one.slot == enemy for one in bases.enemy_contacts_on(state, slot, "left", "right", "rear"))


def _type_name(state: RenaissanceState, slot: Slot) -> Message:
    """The name of a base's type."""
    return TYPE_NAMES[state.kind(slot)][0]


def is_higher(state: RenaissanceState, slot: Slot, enemy: Slot) -> bool:
    """Whether a base's middle is on a hill and nearer to its crest than the enemy's; off the hill counts as lowest
    (ruling 15)."""
    outlines = state.outline(slot), state.outline(enemy)
    if outlines[0] is None or outlines[1] is None:
        return False
    own_middle, enemy_middle = middle(outlines[0]), middle(outlines[1])
    for hill, crests in state.ground.crests:
        if hill.holds(own_middle):
            own_distance, enemy_distance = (min(Fraction(*squared_distance(spot, crest)) for crest in crests)
                                            for spot in (own_middle, enemy_middle))
            if not hill.holds(enemy_middle) or own_distance < enemy_distance:
                return True
    return False


def score_lines(state: RenaissanceState, combat: RenaissanceCombat) -> tuple[UnitLine, UnitLine]:
    """Both scores before the dice."""
    if not combat.shooting:
        return close_line(state, combat.first, combat.second), close_line(state, combat.second, combat.first)
    return (shooting_line(state, combat.first, combat.second, shot_at=combat.mutual,
                          aiding=len(combat.aiding_target or ())),
            shooting_line(state, combat.second, combat.first, shot_at=True, aiding=len(combat.aiding)))


def loser_result(state: RenaissanceState, loser: Slot, winner: Slot, combat: RenaissanceCombat, *,
                 doubled: bool) -> CombatResult:
    """The result for the base with the lower score (12)."""
    outline = state.outlines[loser]
    sands = outline is not None and in_sands(state.ground.kinds_under(outline))
    return combat_result(state.kind(loser), state.kind(winner), doubled=doubled, shooting=combat.shooting,
                         going=going_of(state, loser), sands=sands,
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
    """The result of two opposed dice, the die of ``combat.first`` first.

    :param sums: both scores without the dice, if known.
    """
    first_score, second_score = sums or scores(score_lines(state, combat))
    first_total, second_total = first_score + faces[0], second_score + faces[1]
    comparison = compare_scores(first_total, second_total)
    if comparison == "equal":
        return DiceResult(None, None, "none", comparison, rule("12.2"))
    loser, winner = (combat.second, combat.first) if first_total > second_total else (combat.first, combat.second)
    if loser == combat.first and not combat.mutual:
        return DiceResult(None, None, "none", "equal", rule("14.8.7"))
    result = loser_result(state, loser, winner, combat, doubled=comparison == "doubled")
    return DiceResult(loser, winner, result.result, comparison, result.rule)


def scores(lines: tuple[UnitLine, UnitLine]) -> tuple[int, int]:
    """Both scores without the dice."""
    first, second = (line.strength + total(line.modifiers) for line in lines)
    return first, second


def result_chances(state: RenaissanceState, combat: RenaissanceCombat) -> dict[str, tuple[DiceResult, Fraction]]:
    """Key -> result of two opposed dice with its exact chance; results that ``combat.first`` wins come first, those
    that ``combat.second`` wins last."""
    chances: dict[str, tuple[DiceResult, Fraction]] | None = state.memo.get(("prospects", combat))
    if chances is not None:
        return chances
    sums = scores(score_lines(state, combat))
    results: dict[str, tuple[DiceResult, Fraction]] = {}
    for faces in product(D6.faces, D6.faces):
        result = dice_result(state, combat, faces, sums)
        key = result.key(state)
        results[key] = result, results.get(key, (result, Fraction(0)))[1] + Fraction(1, len(D6.faces) ** 2)
    order = (combat.first, None, combat.second)
    chances = dict(sorted(results.items(), key=lambda result: (order.index(result[1][0].winner), result[0])))
    state.memo["prospects", combat] = chances
    return chances
