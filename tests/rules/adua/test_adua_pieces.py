"""2.0, 3.0 and 5.0: the numbers of pieces, their values and steps, and the range of commanders."""

from __future__ import annotations

from collections import Counter

import pytest

from game.core.verdict import Illegal
from tests.rules.adua.board import RULES, entry, marked, table
from tests.rules.table import Table

ITALIANS = {
    "i-ascari": ("albertone", (8, 6, 4, 2), 1, 5), "iv-ascari": ("albertone", (8, 6, 4, 2), 1, 5),
    "vii-ascari": ("albertone", (8, 6, 4, 2), 1, 5), "viii-ascari": ("albertone", (8, 6, 4, 2), 1, 5),
    "ascari-guns": ("albertone", (4, 3, 2, 1), 1, 4), "sicilian-guns": ("albertone", (5, 4, 2, 1), 2, 4),
    "i-bersaglieri": ("arimondi", (10, 8, 5, 3), 2, 5), "ii-infantry": ("arimondi", (7, 5, 4, 2), 2, 4),
    "i-guns": ("arimondi", (5, 4, 2, 1), 2, 4),
    "iii-infantry": ("dabormida", (7, 5, 4, 2), 2, 4), "ii-guns": ("dabormida", (6, 4, 3, 1), 2, 4),
    "iv-infantry": ("dabormida", (7, 5, 4, 2), 2, 4), "militia": ("dabormida", (6, 5, 3, 2), 1, 5),
    "v-infantry": ("ellena", (7, 5, 4, 2), 2, 4), "vi-infantry": ("ellena", (7, 5, 4, 2), 2, 4),
    "alpini": ("ellena", (9, 7, 5, 2), 2, 4), "iii-ascari": ("ellena", (8, 6, 4, 2), 1, 5),
    "quick-guns": ("ellena", (6, 4, 3, 1), 2, 4),
}
"""Unit: its general, combat value by steps lost, quality, movement (2.0)."""
ABYSSINIANS = {
    "menelik-gr1": ((4, 3, 2, 1), 1, 5), "menelik-fv1": ((3, 2), 1, 5), "menelik-f1": ((2, 1), 0, 5),
    "menelik-fl1": ((1, 1), 0, 6), "menelik-a1": ((3, 1), 1, 3),
}
"""A unit of each kind with small arms: combat value by steps lost, quality, movement (2.0)."""
HOSTS = {
    "menelik": (4, 8, 7, 4, 3, 4), "maconnen": (0, 4, 10, 3, 0, 0), "micael": (0, 1, 5, 2, 5, 0),
    "taitu": (0, 3, 8, 3, 1, 1), "guangul": (0, 1, 5, 2, 0, 0), "alula": (0, 4, 8, 2, 0, 1),
    "gabeiehu": (0, 2, 4, 0, 0, 0), "atichim": (0, 0, 3, 1, 0, 0), "tecla": (0, 1, 4, 1, 0, 0),
}
"""Commander: his guards, veterans, infantry, light infantry, cavalry and batteries (3.0)."""
COMMANDERS = {
    "albertone": (5, 4, "vii-ascari"), "turitto": (3, 2, "i-ascari"), "arimondi": (5, 3, "ii-infantry"),
    "stevani": (3, 1, "i-bersaglieri"), "brusati": (3, 2, "ii-infantry"), "dabormida": (5, 3, "iii-infantry"),
    "ragni": (3, 2, "iii-infantry"), "airaghi": (3, 2, "iv-infantry"), "ellena": (4, 3, "iii-ascari"),
    "romero": (3, 2, "v-infantry"), "nava": (3, 2, "vi-infantry"),
}
"""Italian commander: range, orders, and a unit of his (3.0)."""
NATIVES = ("i-ascari", "iv-ascari", "vii-ascari", "viii-ascari", "ascari-guns", "sicilian-guns")
WHOLE = {
    "albertone": ("turitto", *NATIVES), "turitto": ("i-ascari", "iv-ascari"),
    "arimondi": ("stevani", "brusati", "i-bersaglieri", "ii-infantry", "i-guns"), "stevani": ("i-bersaglieri",),
    "brusati": ("ii-infantry", "i-guns"),
    "dabormida": ("ragni", "airaghi", "iii-infantry", "ii-guns", "iv-infantry", "militia"),
    "ragni": ("iii-infantry", "ii-guns"), "airaghi": ("iv-infantry", "militia"),
    "ellena": ("romero", "nava", "v-infantry", "vi-infantry", "alpini", "iii-ascari", "quick-guns"),
    "romero": ("v-infantry", "quick-guns"), "nava": ("vi-infantry", "alpini"),
}
"""Italian commander: every unit under its orders (2.0, 3.0)."""


def attacking(unit: str, general: str, lost: int = 0) -> Table:
    """An Italian unit with the order to attack next to Abyssinian infantry, in the plain."""
    return table(f"{unit} 2413 lost={lost}, tecla-f1 2412", phase="fire", orders=f"{general} {unit} fire")


def charging(unit: str, lost: int = 0) -> Table:
    """An Abyssinian unit next to an Italian one, in its small-arms phase."""
    return table(f"{unit} 2413 lost={lost}, vii-ascari 2412", phase="fire", phasing="abyssinian")


@pytest.mark.rule("2.0")
@pytest.mark.parametrize("lost", [0, 1, 2, 3])
@pytest.mark.parametrize("unit", ITALIANS)
def test_an_italian_unit_rolls_its_combat_value(unit: str, lost: int) -> None:
    """It rolls one die for each point of its value, for each of its four steps."""
    general, values, _, _ = ITALIANS[unit]
    assert values[lost] == attacking(unit, general, lost).preview(f"attack {unit} tecla-f1").attack


@pytest.mark.rule("2.0")
@pytest.mark.parametrize(("unit", "lost"), [
    (unit, lost) for unit, (values, _, _) in ABYSSINIANS.items() for lost in range(len(values))])
def test_an_abyssinian_unit_rolls_its_combat_value(unit: str, lost: int) -> None:
    """It rolls one die for each point; guards have four steps, the others two."""
    assert ABYSSINIANS[unit][0][lost] == charging(unit, lost).preview(f"attack {unit} vii-ascari").attack


@pytest.mark.rule("2.0")
@pytest.mark.parametrize("unit", [*ITALIANS, *ABYSSINIANS])
def test_quality_and_die_hit_with_six_or_more(unit: str) -> None:
    """Quality +2 hits on 4 to 6, +1 on 5 and 6, 0 on a 6."""
    if unit in ITALIANS:
        quality, at, target = ITALIANS[unit][2], attacking(unit, ITALIANS[unit][0]), "tecla-f1"
    else:
        quality, at, target = ABYSSINIANS[unit][1], charging(unit), "vii-ascari"
    roll = RULES.pending_roll(at.play(f"attack {unit} {target}", "begin", f"resolve {target}").state)
    assert roll is not None
    faces = frozenset(range(6 - quality, 7))
    assert [faces] == [group.hits for group in roll.groups if group.unit == unit]


@pytest.mark.rule("2.0")
@pytest.mark.parametrize(("unit", "phasing", "move"), [
    *((unit, "italian", row[3]) for unit, row in ITALIANS.items()),
    *((unit, "abyssinian", row[2]) for unit, row in ABYSSINIANS.items()), ("menelik-c1", "abyssinian", 8)])
def test_a_unit_moves_as_many_level_hexes_as_its_movement_value(unit: str, phasing: str, move: int) -> None:
    """Rows 13 and 14 are valley from column 22 on."""
    at = table(f"{unit} 2213", phasing=phasing)
    assert move == at.cost(f"move {unit} {22 + move}13")
    assert "9.0" == at.refusal(f"move {unit} {23 + move}13")


@pytest.mark.rule("2.0")
@pytest.mark.rule("3.0")
@pytest.mark.parametrize("chief", HOSTS)
def test_the_host_of_an_abyssinian_commander(chief: str) -> None:
    """The numbers of units of each kind with the commander's stripe are as printed."""
    names = [row["id"] for row in RULES.position(RULES.initial("adua"))["units"]]
    found = Counter(name.split("-")[1].rstrip("0123456789") for name in names if name.startswith(f"{chief}-"))
    assert HOSTS[chief] == tuple(found[kind] for kind in ("gr", "fv", "f", "fl", "c", "a"))


@pytest.mark.rule("2.0")
@pytest.mark.rule("3.0")
@pytest.mark.rule("5.0")
def test_all_pieces() -> None:
    """There are 18 Italian units, 115 Abyssinian ones, 11 and 9 commanders, six ammo carriers, four machine guns."""
    position = RULES.position(RULES.initial("adua"))
    names = {row["id"] for row in position["units"]}
    assert names == {*ITALIANS, *COMMANDERS, *HOSTS, *(f"mules{n}" for n in range(1, 7)),
                     *(name for name in names if name.rpartition("-")[0] in HOSTS)}
    assert 18 + 11 + 115 + 9 + 6 == len(names)
    assert 115 == sum(sum(host) for host in HOSTS.values())
    assert 4 == len(position["machine-guns"])


@pytest.mark.rule("2.0")
@pytest.mark.parametrize(("lost", "left"), [(0, 1), (2, 3), (3, None)])
def test_the_fourth_lost_step_eliminates_an_italian_unit(lost: int, left: int | None) -> None:
    """A failed attack, without a hit against one, costs a step."""
    at = attacking("viii-ascari", "albertone", lost).play("attack viii-ascari tecla-f1", "begin", "resolve tecla-f1")
    after = at.play((*[2] * ITALIANS["viii-ascari"][1][lost], 6, 1))
    assert left == entry(after, "viii-ascari").get("lost")
    assert (["viii-ascari"] if left is None else []) == after.removed()


@pytest.mark.rule("2.0")
@pytest.mark.parametrize(("unit", "lost", "dice", "gone"), [
    ("menelik-fv1", 0, 3, False), ("menelik-fv1", 1, 2, True), ("menelik-gr1", 1, 3, False),
    ("menelik-gr1", 3, 1, True)])
def test_the_second_lost_step_eliminates_an_abyssinian_unit_and_the_fourth_a_guard(
        unit: str, lost: int, dice: int, gone: bool) -> None:
    """An attack with a difference of three hits costs each defender a step."""
    at = table(f"viii-ascari 2413, {unit} 2412 lost={lost}", phase="fire", orders="albertone viii-ascari fire")
    after = at.play(f"attack viii-ascari {unit}", "begin", f"resolve {unit}", (6, 6, 6, 2, 2, 2, 2, 2, *[1] * dice))
    assert gone == (unit in after.removed())
    assert gone or lost + 1 == entry(after, unit)["lost"]


@pytest.mark.rule("2.0")
def test_counters_of_a_brigade_have_one_colour() -> None:
    """There are four brigades in four colours."""
    colours: dict[str, set[str]] = {}
    for counter in RULES.counters(RULES.initial("adua")):
        if counter.unit in ITALIANS:
            assert counter.face is not None
            colours.setdefault(ITALIANS[counter.unit][0], set()).add(counter.face.band)
    assert [1, 1, 1, 1] == [len(found) for found in colours.values()]
    assert 4 == len(set.union(*colours.values()))


@pytest.mark.rule("3.0")
@pytest.mark.parametrize("commander", [*COMMANDERS, *HOSTS])
def test_commanders_move_six_hexes(commander: str) -> None:
    """This holds for all commanders."""
    at = table(f"{commander} 2213", phasing="italian" if commander in COMMANDERS else "abyssinian", turn=6)
    assert 6 == at.cost(f"move {commander} 2813")
    assert "9.0" == at.refusal(f"move {commander} 2913")


@pytest.mark.rule("3.0")
@pytest.mark.parametrize("commander", COMMANDERS)
def test_a_commander_orders_units_within_his_range(commander: str) -> None:
    """The hex at his range is the last one."""
    reach, _, unit = COMMANDERS[commander]
    near = table(f"{commander} 2213, {unit} {22 + reach}13", phase="orders")
    assert near.check(f"order {commander} {unit} move")
    far = table(f"{commander} 2213, {unit} {23 + reach}13", phase="orders")
    assert "3.0" == far.refusal(f"order {commander} {unit} move")
    assert f"{reach + 1} hexes" in far.why(f"order {commander} {unit} move")


@pytest.mark.rule("3.0")
@pytest.mark.rule("8.0")
@pytest.mark.parametrize("commander", COMMANDERS)
def test_a_commander_gives_as_many_orders_as_his_command_value(commander: str) -> None:
    """One more is refused, for any unit."""
    count = COMMANDERS[commander][1]
    whom = [one for one in WHOLE[commander] if one in ITALIANS]
    at = table(", ".join((f"{commander} 2213", *(f"{unit} 22{14 + n}" for n, unit in enumerate(whom[:2])),
                          *(f"{unit} 23{13 + n}" for n, unit in enumerate(whom[2:])))), phase="orders")
    for n in range(count):
        assert at.check(f"order {commander} {whom[n]} move")
        at = at.play(f"order {commander} {whom[n]} move")
    last = whom[min(count, len(whom) - 1)]
    assert "3.0" == at.refusal(f"order {commander} {last} move")
    refusal = at.check(f"order {commander} {last} move")
    assert isinstance(refusal, Illegal)
    assert [count] == [reason.values["value"] for reason in refusal.reasons]
    assert set() == at.legal("order")


@pytest.mark.rule("3.0")
@pytest.mark.parametrize("commander", COMMANDERS)
def test_units_under_a_commander(commander: str) -> None:
    """A general orders its subordinates and every unit of the brigade; a subordinate its own units."""
    others = [*ITALIANS, *(one for one in COMMANDERS if one != commander)]
    line = ", ".join((f"{commander} 2613", *(f"{unit} {24 + n // 5}{12 + n % 5}" if unit in ITALIANS else f"{unit} 2613"
                                              for n, unit in enumerate(others))))
    at = table(line, phase="orders")
    assert set(WHOLE[commander]) == {notation.split()[2] for notation in at.legal(f"order {commander} ")}
    for other in set(others) - set(WHOLE[commander]):
        assert "3.0" == at.refusal(f"order {commander} {other} {'move' if other in ITALIANS else 'hold'}")


@pytest.mark.rule("3.0")
@pytest.mark.parametrize(("enemies", "reached"), [
    ("tecla-f1 2805", True),
    ("tecla-f1 2412", False),
    ("tecla-f1 2312, tecla-f2 2512", True),
    ("tecla 2412", True),
])
def test_orders_are_traced_through_hexes_without_enemy_units(enemies: str, reached: bool) -> None:
    """From 2411 to 2414 it is three hexes in a column: an enemy in it blocks, an adjacent one and a commander do
    not."""
    at = table(f"airaghi 2411, iv-infantry 2414, {enemies}", phase="orders")
    if reached:
        assert at.check("order airaghi iv-infantry move")
    else:
        assert "3.0 (ruling 35)" == at.refusal("order airaghi iv-infantry move")
        assert ("3.0 (ruling 35)",) == at.reason("order airaghi iv-infantry move")


@pytest.mark.rule("3.0")
@pytest.mark.parametrize(("enemies", "reached"), [
    ("tecla-f1 2412", True), ("tecla-f1 2412, tecla-f2 2512", True),
    ("tecla-f1 2412, tecla-f2 2512, tecla-f3 2312", False)])
def test_the_path_of_an_order_may_bend_within_the_range(enemies: str, reached: bool) -> None:
    """From 2411 to 2413 it is two hexes, and three around an enemy in 2412, which is Airaghi's range."""
    at = table(f"airaghi 2411, iv-infantry 2413, {enemies}", phase="orders")
    assert reached == bool(at.check("order airaghi iv-infantry move"))


@pytest.mark.rule("3.0")
def test_zones_of_control_do_not_block_orders() -> None:
    """An enemy adjacent to the unit and to the path changes nothing."""
    at = table("airaghi 2411, iv-infantry 2414, tecla-f1 2415, tecla-f2 2513", phase="orders")
    assert at.check("order airaghi iv-infantry fire")


@pytest.mark.rule("3.0")
def test_a_dead_commander_is_not_replaced() -> None:
    """Only the general then orders its units, and a colonel does not order another's (ruling 27)."""
    at = table("romero 2613, nava 2613, v-infantry 2614", phase="orders")
    assert "8.0" == at.refusal("order ellena v-infantry move")
    assert "3.0" == at.refusal("order nava v-infantry move")
    at = table("ellena 2613, nava 2613, v-infantry 2614", phase="orders")
    assert "8.0" == at.refusal("order romero v-infantry move")
    assert at.check("order ellena v-infantry melee")
    assert {"ellena"} == {notation.split()[1] for notation in at.legal("order") if notation.split()[2] == "v-infantry"}


@pytest.mark.rule("3.0")
def test_abyssinians_need_no_orders() -> None:
    """Far from every commander they move, attack and enter melee."""
    at = table("tecla-f1 2413, tecla-f2 2311, tecla 0113, viii-ascari 2410", phasing="abyssinian")
    at = at.play("move tecla-f1 2412-2411", "end", "attack tecla-f1 viii-ascari", "attack tecla-f2 viii-ascari",
                 "begin", "resolve viii-ascari", (6, 6, 1, 1, *[2] * 8), "damage tecla-f2:1")
    assert {"tecla-f2"} == marked(at, "repulsed")
    assert "2410" == at.play("charge tecla-f1 viii-ascari").units["tecla-f1"]
