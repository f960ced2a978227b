"""The arithmetic of shock combat: modifiers, the table, and the exact chances (8.4, 9.0)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import replace
from enum import Enum
from fractions import Fraction
from operator import itemgetter
from typing import NewType

from game.board.hexgrid import Hex
from game.core.chance import D10, Modifier, shares, total
from game.core.indices import Seat, Slot
from game.core.message import Message, Text, joined, say
from game.core.preview import Outcome, Preview, UnitLine
from game.core.tables import ResultsTable
from game.rules.tours.decisions import CHITS_OPTION
from game.rules.tours.ground import FRONT, LEFT, REAR, RIGHT, SECTOR_NAMES, ToursGround
from game.rules.tours.losses import Danger, leader_risk_text
from game.rules.tours.shock import can_attack_by_shock, in_front, target_sets
from game.rules.tours.state import NOBODY, ToursPhase, ToursState
from game.rules.tours.tables import TABLES
from game.rules.tours.units import FOE, KIND, KIND_CODES, MOUNTED, SEAT, SEATS, UNITS, name_of, rule

Row = NewType("Row", int)
"""A result, as an index of ``KEYS``."""
KEYS = ("AE", "AD", "ADE", "E", "BD", "DD", "DD+", "DE", "DE+")
"""The results: attackers (A), defenders (D) or both (B), eliminated (E) or disordered (D); E alone: all engaged; ADE:
attackers disordered and all engaged; +: with a continued attack."""
ELIMINATING_RESULTS = ("DE", "DE+")
"""Results that eliminate the defenders."""
ENGAGING_RESULTS = ("ADE", "E")
"""Results that leave both sides engaged."""
CONTINUING_RESULTS = ("DD+", "DE+")
"""Results after which the attackers may attack again."""
DISORDERING_RESULTS = ("BD", "DD", "DD+")
"""Results that disorder the defenders."""
ATTACKER_DISORDERING_RESULTS = ("AD", "ADE", "BD")
"""Results that disorder all attackers."""
COSTLY_RESULTS = ("AE", *ATTACKER_DISORDERING_RESULTS)
"""Results that cost the attackers something."""
DRMS = TABLES.shock
"""The modifiers of shock combat (8.4)."""
TABLE = ResultsTable(("Shock",), tuple((key,) for key in KEYS), DRMS.least, unbounded=True)
"""The table of results (9.0)."""
WEAPON_MATRIX = {KIND_CODES.index(attacker): {KIND_CODES.index(code): drm for code, drm in row.items()}
                 for attacker, row in TABLES.weapons.items()}
"""Attacker's kind -> defender's kind -> DRM (8.4)."""
NATURAL_ONE = 1
"""The face before modifiers that gives the defenders a counter-attack (9.0)."""
SECTOR_DRM = {FRONT: 0, RIGHT: DRMS.flank, LEFT: DRMS.flank, REAR: DRMS.rear}
"""Sector -> the DRM of an attack through it alone (8.4)."""
NUMBERS, SECTOR, WEAPONS = "numbers", "sector", "weapons"
ATTACKERS_LEADER, DEFENDERS_LEADER, EARLIER_ATTACKS = "attackers' leader", "defenders' leader", "earlier attacks"
IN_WOODS, MOUNTED_IN_WOODS, IN_MARSH, UPHILL, FROM_MARSH = "woods", "mounted", "marsh", "uphill", "from marsh"
WALLED, ATTACKER_DISORDERED, NO_REASON = "wall", "disordered", ""
"""The reasons for DRMs: those of both sides' numbers, weapons and leaders, then those of the terrain, then those of
order."""
DRM_TITLES: dict[str, Message] = {
    IN_WOODS: say("woods"), MOUNTED_IN_WOODS: say("mounted into woods"), IN_MARSH: say("defender in marsh"),
    UPHILL: say("uphill"), FROM_MARSH: say("attacker in marsh"), WEAPONS: say("weapons"), WALLED: say("shield wall"),
    ATTACKER_DISORDERED: say("attacker disordered"), EARLIER_ATTACKS: say("previous attacks"),
}
"""Reason -> the title of its DRM, if it is always the same."""
DRM_RULES = {WALLED: rule("5.2.6", 3), ATTACKER_DISORDERED: rule("9.0"), EARLIER_ATTACKS: rule("9.0")}
"""Reason -> the rule of its DRM, if that is not 8.4."""
Term = tuple[int, str, Slot]
"""A DRM: its value, its reason, and the unit that it concerns or ``NOBODY``."""


def sectors(state: ToursState, attackers: Iterable[Slot], defender: Slot) -> set[str]:
    """The sectors of a defender through which it is attacked."""
    place, vertex = state.at[defender], state.facing[defender]
    return {state.ground.sector(place, vertex, state.at[other]) for other in attackers}


def ground_drm(ground: ToursGround, place: Hex, *, mounted: bool, below: bool) -> tuple[int, str]:
    """The DRM for the terrain of a defender's hex, and its reason.

    :param mounted: whether an attacker is mounted.
    :param below: whether all attackers are on lower ground.
    """
    if place in ground.woods:
        return DRMS.woods + DRMS.mounted_in_woods * mounted, MOUNTED_IN_WOODS if mounted else IN_WOODS
    if place in ground.marsh:
        return DRMS.into_marsh, IN_MARSH
    return (DRMS.hill, UPHILL) if below else (0, NO_REASON)


def terrain_drm(state: ToursState, attackers: Sequence[Slot], defender: Slot) -> tuple[int, str]:
    """The DRM for the terrain of a defender's hex in a combat, and its reason."""
    ground, place = state.ground, state.at[defender]
    level = ground.level[place]
    return ground_drm(
        ground, place, mounted=place in ground.woods and any(KIND[other] in MOUNTED for other in attackers),
        below=level > 0 and all(ground.level[state.at[other]] < level for other in attackers))


def front_wall_drm(is_disordered: bool) -> int:
    """The DRM against a unit of the shield wall that is attacked through its front."""
    return DRMS.shaken_wall if is_disordered else DRMS.wall


def wall_drm(state: ToursState, attacked_sectors: set[str], defender: Slot) -> int:
    """The DRM of the shield wall for a unit in it; 0 if any attacker comes through its flank or rear."""
    if not state.in_wall(defender) or attacked_sectors != {FRONT}:
        return 0
    return front_wall_drm(bool(state.disordered >> defender & 1))


def terms(state: ToursState, attackers: Sequence[Slot], defenders: Sequence[Slot], previous: int = 0) -> list[Term]:
    """All DRMs of a combat (8.4); some may be 0.

    :param previous: the number of attacks before it in the same activation (9.0).
    """
    drms = [(DRMS.sides if len(through := sectors(state, attackers, one)) > 1 else SECTOR_DRM[next(iter(through))],
             wall_drm(state, through, one), one) for one in defenders]
    position, _, exposed = max(drms, key=itemgetter(0))
    _, wall, in_wall = min(drms, key=itemgetter(1))
    terrain = [(*terrain_drm(state, attackers, one), one) for one in defenders]
    weapons = [(weapons_drm(one, defenders), WEAPONS, one) for one in attackers]
    combat_terms = [(len(attackers) - len(defenders), NUMBERS, NOBODY), (position, SECTOR, exposed),
                    min(terrain, key=itemgetter(0))]
    combat_terms += [(DRMS.out_of_marsh, FROM_MARSH, one) for one in attackers
                     if state.at[one] in state.ground.marsh][:1]
    combat_terms += [max(weapons, key=itemgetter(0)), (wall, WALLED, in_wall)]
    combat_terms += [(DRMS.disordered, ATTACKER_DISORDERED, one) for one in attackers
                     if state.disordered >> one & 1][:1]
    combat_terms += [(DRMS.leader, ATTACKERS_LEADER, one) for one in attackers if state.leader_of(one) >= 0][:1]
    combat_terms += [(-DRMS.leader, DEFENDERS_LEADER, one) for one in defenders if state.leader_of(one) >= 0][:1]
    combat_terms.append((-previous, EARLIER_ATTACKS, NOBODY))
    return combat_terms


def combat_drm(state: ToursState, attackers: Sequence[Slot], defenders: Sequence[Slot], previous: int = 0) -> int:
    """The sum of all DRMs of a combat."""
    return sum([value for value, _, _ in terms(state, attackers, defenders, previous)])


def modifiers(state: ToursState, attackers: Sequence[Slot], defenders: Sequence[Slot], previous: int = 0
              ) -> tuple[Modifier, ...]:
    """All DRMs of a combat with their texts; of those that are 0 only the one for weapons."""
    def title(reason: str, slot: Slot) -> Text:
        """The title of a DRM; one for a leader has the leader's name."""
        if reason == NUMBERS:
            return say("numbers {ours} to {theirs}", ours=len(attackers), theirs=len(defenders))
        if reason == SECTOR:
            attacked = sectors(state, attackers, slot)
            return say("two or more sides") if len(attacked) > 1 else SECTOR_NAMES[next(iter(attacked))]
        return DRM_TITLES[reason] if reason in DRM_TITLES else name_of(state.leader_of(slot))

    return tuple(Modifier(value, title(reason, slot), DRM_RULES.get(reason, rule("8.4")),
                          UNITS[slot].id if slot != NOBODY else None)
                 for value, reason, slot in terms(state, attackers, defenders, previous) if value or reason == WEAPONS)


def weapons_drm(attacker: Slot, defenders: Iterable[Slot]) -> int:
    """The DRM of the weapon system matrix; against several defenders the worst for the attacker (ruling 13)."""
    return min(WEAPON_MATRIX[KIND[attacker]][KIND[defender]] for defender in defenders)


def preview(state: ToursState, attackers: tuple[Slot, ...], defenders: tuple[Slot, ...], previous: int = 0) -> Preview:
    """The arithmetic of a combat."""
    drms = modifiers(state, attackers, defenders, previous)
    drm_sum = total(drms)
    chances = shares(D10, lambda face: TABLE.row_of(face + drm_sum))
    outcomes = tuple(
        Outcome(key, chances[row], result_text(key, len(attackers), len(defenders)), rule("9.0"),
                EFFECTS[key].title, EFFECTS[key].good_for(SEAT[attackers[0]]))
        for row, key in enumerate(KEYS) if row in chances)
    return Preview(tuple(UnitLine(UNITS[one].id, 0) for one in attackers),
                   tuple(UnitLine(UNITS[one].id, 0) for one in defenders), drms, None, None, f"{drm_sum:+d}",
                   say("added to the draw; the sum gives the result") if CHITS_OPTION in state.options
                   else say("added to the roll; the sum gives the result"), "Shock", outcomes, table=TABLE,
                   note=say("Cavalry that attacks is always disordered (8.6)")
                   if disorders_cavalry(state, attackers) else "",
                   risk=_leader_risk(state, attackers, defenders, {KEYS[row] for row in chances}, drm_sum))


def _leader_risk(state: ToursState, attackers: tuple[Slot, ...], defenders: tuple[Slot, ...], results: Set[str],
                 drm: int) -> Text:
    """The warning for the leaders of both sides that the combat may endanger, those of the attackers also by a
    counter-attack (9.0, 12.2); empty without a danger.

    :param results: the possible results.
    :param drm: the sum of all DRMs.
    """
    survivors = len(defenders) > 1 or KEYS[TABLE.row_of(NATURAL_ONE + drm)] not in ELIMINATING_RESULTS
    countered = survivors and SEAT[attackers[0]] == state.seat and any(
        can_attack_by_shock(state, slot) and not set(attackers).isdisjoint(in_front(state, slot)) for slot in defenders)
    warnings = []
    for units, eliminating, disordering in ((attackers, ("AE",), ATTACKER_DISORDERING_RESULTS),
                                            (defenders, ELIMINATING_RESULTS, DISORDERING_RESULTS)):
        by_counter = countered and units is attackers
        loses_one = not results.isdisjoint(eliminating)
        dangers: dict[Danger, bool] = {
            "shock": by_counter or not results.isdisjoint(disordering) or (loses_one and len(units) > 1),
            "lost": by_counter or loses_one}
        warnings.append(leader_risk_text(state, units, dangers))
    return joined(warnings, ". ")


class ShockEffect(Enum):
    """A group of results with the same main effect, for cards and for the overview."""

    ELIMINATED = say("defender eliminated"), "defender", say("eliminated")
    DISORDERED = say("defender disordered"), "defender", say("disordered")
    BOTH = say("both disordered"), "", say("both disordered")
    ENGAGED = say("engaged only"), "", say("engaged only")
    ATTACKER_DISORDERED = say("attacker disordered"), "attacker", say("disordered")
    ATTACKER_ELIMINATED = say("attacker eliminated"), "attacker", say("eliminated")
    CAVALRY_DISORDERED = say("attacking cavalry disordered"), "attacker", say("cavalry disordered")

    @property
    def title(self) -> Message:
        """Its text."""
        return self.value[0]

    @property
    def subject(self) -> str:
        """The side that it hurts: ``attacker`` or ``defender``; empty if neither alone."""
        return self.value[1]

    @property
    def repeated(self) -> Message:
        """Its text after another effect on the same side."""
        return self.value[2]

    def good_for(self, seat: Seat) -> str:
        """The seat for which it is good; empty if for neither.

        :param seat: the attackers' seat.
        """
        return SEATS[FOE[seat] if self.subject == "attacker" else seat] if self.subject else ""


EFFECTS = {**dict.fromkeys(ELIMINATING_RESULTS, ShockEffect.ELIMINATED),
           **dict.fromkeys(("DD", "DD+"), ShockEffect.DISORDERED),
           "BD": ShockEffect.BOTH, "E": ShockEffect.ENGAGED,
           **dict.fromkeys(("AD", "ADE"), ShockEffect.ATTACKER_DISORDERED), "AE": ShockEffect.ATTACKER_ELIMINATED}
"""Result -> its main effect."""


def disorders_cavalry(state: ToursState, attackers: Iterable[Slot]) -> bool:
    """Whether an attack disorders cavalry among the attackers whatever its result (8.6)."""
    return any(KIND[one] in MOUNTED and not state.disordered >> one & 1 for one in attackers)


def effect_chances(state: ToursState, attackers: Sequence[Slot], defenders: Sequence[Slot], shown: Preview
                   ) -> dict[ShockEffect, Fraction]:
    """The chance of each possible effect of a combat on either side, those on the defenders first (8.6, 9.0). They may
    add up to more than 1: a result may hurt both sides, or several units of one. Only a result that hurts none counts
    as engaged.

    :param shown: the arithmetic of the combat.
    """
    chance = shown.chance_of
    defender_lost, attacker_lost = chance(*ELIMINATING_RESULTS), chance("AE")
    disorder = chance(*ATTACKER_DISORDERING_RESULTS) + attacker_lost * (len(attackers) > 1)
    cavalry_disorder = Fraction(0)
    hurts_cavalry = disorders_cavalry(state, attackers)
    if hurts_cavalry:
        if len(attackers) == 1:
            disorder = 1 - attacker_lost
        else:
            cavalry_disorder = Fraction(1)
            disorder *= any(KIND[one] not in MOUNTED for one in attackers)
    chances = {
        ShockEffect.ELIMINATED: defender_lost,
        ShockEffect.DISORDERED: chance(*DISORDERING_RESULTS) + defender_lost * (len(defenders) > 1),
        ShockEffect.ENGAGED: Fraction(0) if hurts_cavalry else chance("E"),
        ShockEffect.ATTACKER_ELIMINATED: attacker_lost,
        ShockEffect.ATTACKER_DISORDERED: disorder,
        ShockEffect.CAVALRY_DISORDERED: cavalry_disorder,
    }
    return {effect: share for effect, share in chances.items() if share}


def result_text(key: str, attackers: int, defenders: int) -> Message:
    """The text of a result.

    :param key: the result, e.g. ``DD+``.
    :param attackers: the number of attackers; ``defenders`` that of defenders.
    """
    one_attacker, one_defender = attackers == 1, defenders == 1
    effects = {
        "AE": say("attacker eliminated") if one_attacker else say("one attacker eliminated, the others disordered"),
        "AD": say("attacker disordered") if one_attacker else say("attackers disordered"),
        "ADE": say("attacker disordered, all engaged") if one_attacker else say("attackers disordered, all engaged"),
        "E": say("all engaged"), "BD": say("both sides disordered"),
        "DD": say("defender disordered") if one_defender else say("defenders disordered"),
        "DE": (say("defender eliminated") if one_defender
               else say("one defender eliminated, the other disordered")),
    }
    effect = effects[key.removesuffix("+")]
    if not key.endswith("+"):
        return effect
    return say("{effect}; attack again", effect=effect)


def with_variants(state: ToursState, units: tuple[Slot, ...], enemies: tuple[Slot, ...], previous: int = 0) -> Preview:
    """The arithmetic of a combat; while attacks are announced, also its sums with one attacker more or fewer."""
    shown = preview(state, units, enemies, previous)
    if state.phase != ToursPhase.SHOCK or state.resolving or state.frames:
        return shown
    variants: list[tuple[Text, Text]] = []
    for slot in units if len(units) > 1 else ():
        fewer = tuple(other for other in units if other != slot)
        variants.append((say("without {unit}", unit=name_of(slot)), preview(state, fewer, enemies).total))
    for slot in state.army(state.seat):
        if slot not in units and enemies in target_sets(state, slot):
            more = tuple(sorted((*units, slot)))
            variants.append((say("with {unit}", unit=name_of(slot)), preview(state, more, enemies).total))
    return replace(shown, variants=tuple(variants))


def preview_if_adjacent(state: ToursState, ours: tuple[Slot, ...], theirs: tuple[Slot, ...],
                        previous: int = 0) -> Preview | None:
    """The arithmetic of an attack, which need not be legal; None unless every attacker is of a kind that attacks by
    shock, every target is a unit, and all are next to each other."""
    if not (all(KIND[one] in WEAPON_MATRIX and state.is_unit_on_map(one) for one in ours)
            and all(map(state.is_unit_on_map, theirs))
            and all(state.ground.adjacent[state.at[a]] >> state.at[d] & 1 for a in ours for d in theirs)):
        return None
    return with_variants(state, ours, theirs, previous)
