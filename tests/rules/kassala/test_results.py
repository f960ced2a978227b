"""The four results (I.D), and the advance after combat (II.E.13)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.table import cited, facts

PAIR = "m-tcav1 0404, m-mam1 0504, c-eth1 0405"
"""7 against 4: column 1-1, with 1 C, 2 and 3 EX, 4 and 5 C, 6 AE."""
STRONG = "m-tcav1 0404, m-mam1 0504, c-musk1 0405"
"""7 against 2: column 3-1, with 1 and 2 DE, 3 C, 4 and 5 EX, 6 C."""


@pytest.mark.rule("I.D")
def test_defender_eliminated(combat: Any) -> None:
    """All defenders of the attack are eliminated, and no other units."""
    table = combat(f"{STRONG}, m-tinf1 0701, c-eth1 0702").play("attack m-tcav1,m-mam1 > c-musk1", 1)
    assert ["c-musk1"] == table.removed()
    assert {"m-tcav1", "m-mam1", "m-tinf1", "c-eth1"} == set(table.units)


@pytest.mark.rule("I.D")
def test_attacker_eliminated(combat: Any) -> None:
    """All attackers of the attack are eliminated, and no other units; there is no advance."""
    table = combat(f"{PAIR}, m-tinf1 0701, c-eth2 0702").play("attack m-tcav1,m-mam1 > c-eth1", 6)
    assert ["m-tcav1", "m-mam1"] == table.removed()
    assert {"attack m-tinf1 > c-eth2"} == table.legal()


@pytest.mark.rule("I.D")
def test_contact_changes_nothing(combat: Any) -> None:
    """Both stay; in the other player's turn they are held and must fight again, and friends may join."""
    table = combat(f"{PAIR}, c-eth2 0407").play("attack m-tcav1,m-mam1 > c-eth1", 1)
    assert [] == table.removed()
    assert ["declared", "rolled", "phase"] == [event.type for event in table.events]
    assert "fight" in str(table.events[1].meaning), "the report says what contact means"
    assert "II.D.11" == table.refusal("move c-eth1 0406")
    table = table.play("move c-eth2 0406", "end-movement")
    assert {"c-eth1", "m-tcav1", "m-mam1"} == set(table.position["obliged"])


@pytest.mark.rule("I.D")
def test_opponents_may_change_after_contact(combat: Any) -> None:
    """All units in contact must fight again, but each may attack another enemy than before (ruling 20)."""
    table = combat("m-egy1 0404, m-nub1 0503, c-port1 0504, c-eth1 0403").play(
        "attack m-egy1 > c-port1", 5, "attack m-nub1 > c-eth1", 3)
    assert ["I.D (ruling 20)"] * 2 == [str(event.rule) for event in table.events if event.type == "rolled"]
    table = table.play("end-movement")
    assert {"m-egy1", "m-nub1", "c-port1", "c-eth1"} == set(table.position["obliged"])
    assert {"attack c-port1 > m-nub1", "attack c-eth1 > m-egy1"} <= table.legal()


@pytest.mark.rule("I.D")
@pytest.mark.parametrize(("line", "options"), [
    ("c-eth1 0504, m-egy1 0404", ()), ("c-eth1 0504, c-can1 0604, m-egy1 0404", ("cannon",))])
def test_no_combat_is_announced_after_the_last_one(combat: Any, line: str, options: tuple[str, ...]) -> None:
    """After contact in the last combat phase of the game no unit must fight again, and no notice says which."""
    for turn, is_announced in ((9, True), (10, False)):
        table = combat(line, "christian", options, turn)
        after = table.play(max(table.legal(), key=len), 1)
        rolled = next(event for event in after.events if event.type == "rolled")
        assert ("I.D (ruling 20)" if is_announced else "I.D", is_announced) == (
            str(rolled.rule), "fight" in str(rolled.meaning))
        assert (is_announced and bool(options)) == ("IV.A.7.a" in {event.rule.number for event in after.events})


@pytest.mark.rule("I.D")
def test_contact_names_one_hex_of_cannon_or_several(combat: Any) -> None:
    """The notice and the preview speak of the hex of cannon that are alone in it, or of their hexes."""
    table = combat("m-egy1 0404, c-can1 0403, c-can2 0504")
    both = "attack m-egy1 > c-can1,c-can2"
    notice = next(event for event in table.play(both, 2).events if event.type == "noted")
    assert notice.text == table.preview(both).note
    assert "hexes" in str(notice.text)
    assert "hexes" not in str(combat("m-egy1 0404, c-can1 0403").preview("attack m-egy1 > c-can1").note)


@pytest.mark.rule("I.D")
def test_contact_eliminates_cannon_alone(combat: Any) -> None:
    """A hex held by cannon only is cleared by contact, without any option; it may be entered."""
    table = combat("m-tinf1 0507, c-can1 0506, m-egy1 0606").play("attack m-tinf1,m-egy1 > c-can1", 5)
    assert ["c-can1"] == table.removed()
    assert "advance m-tinf1 0506" in table.legal()


@pytest.mark.rule("I.D")
def test_contact_does_not_eliminate_cannon_with_other_units(combat: Any) -> None:
    """With another unit in the hex, which only the cannon option allows, they stay."""
    line = "m-tinf1 0507, c-can1 0506, c-musk1 0506"
    table = combat(line, options=("cannon",)).play("attack m-tinf1 > c-can1,c-musk1", 1)
    assert [] == table.removed()


@pytest.mark.rule("I.D")
def test_contact_against_several_hexes_one_with_cannon_only(combat: Any) -> None:
    """The cannon are eliminated and their hex may be entered, the other hex holds (ruling 4)."""
    table = combat("m-tcav1 0507, c-can1 0506, c-musk1 0607").play("attack m-tcav1 > c-can1,c-musk1", 1)
    assert ["c-can1"] == table.removed()
    assert ["I.D (ruling 4)"] == [str(e.rule) for e in table.events if e.type == "removed"]
    assert {"advance m-tcav1 0506", "no-advance"} == table.legal()
    away = combat("m-egy1 0404, c-can1 0303, c-port1 0503").play("attack m-egy1 > c-can1,c-port1", 4)
    free = away.play("advance m-egy1 0303", "end-movement")
    assert (2, "movement", "moslem") == free.now


@pytest.mark.rule("I.D")
def test_contact_against_part_of_a_stack_of_cannon(combat: Any) -> None:
    """Only the cannon in the attack are eliminated; the others still hold the hex, which may not be entered
    (ruling 14)."""
    table = combat("m-can1 0302, m-can2 0302, m-can3 0302, c-musk1 0402, c-eth2 0403", "christian")
    after = table.play("attack c-musk1 > m-can1,m-can2", 1)
    assert ["m-can1", "m-can2"] == after.removed()
    assert "m-can3" in after.units
    assert ["I.D (ruling 14)"] * 3 == [str(e.rule) for e in after.events if e.type in ("noted", "removed")]
    assert {"attack c-eth2 > m-can3"} == after.legal()


@pytest.mark.rule("I.D")
def test_exchange_in_which_the_attacker_pays(combat: Any) -> None:
    """The larger attacker loses units of its choice worth at least the defenders."""
    table = combat(PAIR).play("attack m-tcav1,m-mam1 > c-eth1", 2)
    assert ["c-eth1"] == table.removed()
    assert (1, "combat", "moslem") == table.now
    assert ["lose m-tcav1", "lose m-tcav1,m-mam1"] == [a.notation for a in table.rules.candidates(table.state)]
    assert {"units": ["c-eth1"]} == dict(table.check("lose m-tcav1,c-eth1").reasons[0].values)
    assert ("I.D", 3, 4) == table.reason("lose m-mam1")
    assert ("I.D", "Ethiopian infantry 1") == table.reason("lose c-eth1")
    assert "I.D" == table.refusal("attack m-mam1 > c-eth1")
    paid = table.play("lose m-tcav1")
    assert ["c-eth1", "m-tcav1"] == paid.removed()
    assert {"advance m-mam1 0405", "no-advance"} == paid.legal()


@pytest.mark.rule("I.D")
def test_an_eliminated_unit_cannot_be_lost_again(combat: Any) -> None:
    """A unit of the smaller force took part in the exchange, unlike a unit that did not fight."""
    table = combat("m-egy1 0404, m-nub1 0503, c-port1 0504, m-nub2 0101").play("attack m-egy1,m-nub1 > c-port1", 3)
    lost, idle = (table.check(f"lose {unit}").reasons[0] for unit in ("c-port1", "m-nub2"))
    assert lost.text.template != idle.text.template
    assert (["c-port1"], ["m-nub2"]) == (lost.values["units"], idle.values["units"])
    defender = combat("m-nub1 0404, c-port1 0504, c-can1 0504, c-can2 0504", options=("cannon",)).play(
        "attack m-nub1 > c-port1,c-can1,c-can2", 1)
    assert lost.text.template == defender.check("lose m-nub1").reasons[0].text.template


@pytest.mark.rule("I.D")
def test_losses_and_advances_out_of_order(combat: Any) -> None:
    """Losses need an exchange, an advance needs a vacated hex, and the die comes before either."""
    table = combat(PAIR)
    assert ("I.D",) == table.reason("lose m-mam1")
    assert ("II.E.13",) == table.reason("advance m-mam1 0405")
    rolling = table.play("attack m-tcav1,m-mam1 > c-eth1")
    for early in ("lose m-mam1", "advance m-mam1 0405", "no-advance"):
        assert "II.E.12" == rolling.refusal(early)
    paying = rolling.play(2)
    assert ("I.D",) == paying.reason("advance m-mam1 0405")
    assert ("II.E.13",) == paying.play("lose m-tcav1").reason("lose m-mam1")


@pytest.mark.rule("I.D")
def test_exchange_the_defender_pays(combat: Any) -> None:
    """The larger force may be the defender's: it chooses, out of turn, and there is no advance."""
    table = combat("m-tcav1 0404, c-eth1 0405, c-musk1 0503").play("attack m-tcav1 > c-musk1,c-eth1", 2)
    assert ["m-tcav1"] == table.removed()
    assert (1, "combat", "christian") == table.now
    assert {"lose c-eth1", "lose c-musk1,c-eth1"} == table.legal()
    assert [] == table.position["pending"]["exchange"]["vacated"]
    paid = table.play("lose c-eth1")
    assert (1, "movement", "christian") == paid.now
    assert {"c-musk1"} == set(paid.units)


@pytest.mark.rule("I.D")
def test_the_payer_may_lose_more_than_required(combat: Any) -> None:
    """Every set of units worth enough may be chosen (ruling 12)."""
    line = "m-tcav1 0404, m-mam1 0504, m-tinf1 0505, c-eth1 0405"
    table = combat(line).play("attack m-tcav1,m-mam1,m-tinf1 > c-eth1", 3)
    assert {"lose m-tcav1", "lose m-tinf1", "lose m-tcav1,m-mam1", "lose m-mam1,m-tinf1", "lose m-tcav1,m-tinf1",
            "lose m-tcav1,m-mam1,m-tinf1"} == table.legal()


@pytest.mark.rule("I.D")
def test_a_forced_loss_is_removed_without_a_choice(combat: Any) -> None:
    """Three against two, one unit each: there is no choice (ruling 12)."""
    table = combat("m-mam1 0404, c-musk1 0405").play("attack m-mam1 > c-musk1", 2)
    assert ["c-musk1", "m-mam1"] == table.removed()
    assert ["I.D", "I.D (ruling 12)"] == [str(event.rule) for event in table.events if event.type == "removed"]
    assert (1, "movement", "christian") == table.now


@pytest.mark.rule("I.D")
def test_exchange_of_equals_removes_both(combat: Any) -> None:
    """Four against four: no unit is left to advance (ruling 3)."""
    table = combat("m-tcav1 0404, c-eth1 0405").play("attack m-tcav1 > c-eth1", 2)
    assert {"m-tcav1", "c-eth1"} == set(table.removed())
    assert ["I.D (ruling 3)"] * 2 == [str(e.rule) for e in table.events if e.type == "removed"]
    assert (1, "movement", "christian") == table.now


@pytest.mark.rule("I.D")
def test_exchange_counts_face_values(combat: Any) -> None:
    """Two in Udaka defend with three, but cost the attacker, who lost a point to the wadi, only two units."""
    table = combat("m-nub1 0204, m-mam1 0404, c-musk1 0304").play("attack m-mam1,m-nub1 > c-musk1", 3)
    preview = combat("m-nub1 0204, m-mam1 0404, c-musk1 0304").preview("attack m-mam1,m-nub1 > c-musk1")
    assert (5, 3, "1-1") == (preview.attack, preview.defence, preview.column)
    assert {"lose m-nub1", "lose m-mam1", "lose m-mam1,m-nub1"} == table.legal()
    assert 2 == table.rules.position(table.state)["pending"]["exchange"]["needed"]


@pytest.mark.rule("I.D")
def test_face_values_decide_which_force_is_smaller(combat: Any) -> None:
    """Four up a wadi count three, in Udaka four count five; still the exchange is between equals."""
    table = combat("m-tinf1 0205, c-eth1 0304").play("attack m-tinf1 > c-eth1", 2)
    assert {"m-tinf1", "c-eth1"} == set(table.removed())


@pytest.mark.rule("II.E.13")
@pytest.mark.rule("I.D")
def test_one_surviving_attacker_may_advance(combat: Any) -> None:
    """Either of the two, or none, may enter, and the hex is then closed to the other."""
    table = combat(STRONG).play("attack m-tcav1,m-mam1 > c-musk1", 1)
    assert {"advance m-tcav1 0405", "advance m-mam1 0405", "no-advance"} == table.legal()
    assert "moslem" == table.now[2]
    entered = table.play("advance m-mam1 0405")
    assert "0405" == entered.units["m-mam1"]
    assert (1, "movement", "christian") == entered.now
    assert "0504" == table.play("no-advance").units["m-mam1"]


@pytest.mark.rule("II.E.13")
def test_one_attacker_into_each_vacated_hex(combat: Any) -> None:
    """If two hexes are vacated, two attackers may advance, each once."""
    several = combat("m-tcav1 0404, m-tinf1 0504, c-musk1 0405, c-can1 0503")
    several = several.play("attack m-tcav1,m-tinf1 > c-musk1,c-can1", 1)
    assert {"advance m-tcav1 0405", "advance m-tcav1 0503", "advance m-tinf1 0405", "advance m-tinf1 0503",
            "no-advance"} == several.legal()
    one = several.play("advance m-tcav1 0503")
    assert {"advance m-tinf1 0405", "no-advance"} == one.legal()
    assert ("II.E.13", "Turkish cavalry", "Turkish infantry") == one.reason("advance m-tcav1 0405")
    assert ("II.E.13", "0503") == one.reason("advance m-tinf1 0503")
    assert (1, "movement", "christian") == one.play("advance m-tinf1 0405").now
    other = several.play("advance m-tinf1 0405")
    assert {"advance m-tcav1 0503", "no-advance"} == other.legal()
    assert ("II.E.13", "Turkish infantry", "Turkish cavalry") == other.reason("advance m-tinf1 0503")


@pytest.mark.rule("II.E.13")
def test_an_advance_from_the_first_hex_of_the_map(combat: Any) -> None:
    """An advance works from the first hex of the map too."""
    table = combat("m-tinf1 0101, c-musk1 0102").play("attack m-tinf1 > c-musk1", 1)
    assert {"advance m-tinf1 0102", "no-advance"} == table.legal()


@pytest.mark.rule("II.E.13")
def test_illegal_advances(combat: Any) -> None:
    """Units that did not attack, are not adjacent to the hex, or are eliminated may not advance; nor may any into hexes
    that were not vacated."""
    line = f"{STRONG}, m-tinf1 0403, m-nub1 0506, c-eth1 0402"
    table = combat(line).play("attack m-tcav1,m-mam1 > c-musk1", 1)
    assert "II.E.13" == table.refusal("advance m-tinf1 0405")
    assert "II.E.13" == table.refusal("advance m-nub1 0405")
    assert "II.E.13" == table.refusal("advance m-mam1 0505")
    assert ("II.E.13", "0303") == table.reason("advance m-tcav1 0303")
    assert "II.D.15" == table.refusal("advance m-mam1 0900")
    assert ("II.E.13",) == table.reason("attack m-tinf1 > c-eth1")
    far = combat("m-tcav1 0404, m-mam1 0504, c-musk1 0405, c-can1 0503")
    assert far.play("attack m-tcav1,m-mam1 > c-musk1,c-can1", 1).check("advance m-mam1 0503")
    assert "II.E.13" == combat(PAIR).refusal("advance m-tcav1 0405")
    assert "II.E.13" == combat(PAIR).refusal("no-advance")


@pytest.mark.rule("II.E.13")
def test_only_into_an_adjacent_hex(combat: Any) -> None:
    """This holds in any position with a pending advance."""
    table = combat("m-tcav1 0404, m-mam1 0504, c-musk1 0405").play("attack m-tcav1,m-mam1 > c-musk1", 1)
    pending = {"advance": {"attackers": ["m-tcav1", "m-mam1"], "vacated": ["0101", "0405", "0606"]}}
    state = table.rules.from_position({**table.position, "pending": pending})
    verdict = table.rules.check(state, table.rules.parse("advance m-tcav1 0606"))
    assert ("II.E.13", "Turkish cavalry", "0606") == cited(verdict)
    verdict = table.rules.check(state, table.rules.parse("advance m-tcav1 0101"))
    assert ("II.E.13", "Turkish cavalry", "0101") == cited(verdict)
    assert {"advance m-tcav1 0405", "advance m-mam1 0405", "no-advance"} == {
        action.notation for action in table.rules.candidates(state)}


@pytest.mark.rule("II.E.13")
def test_no_advance_after_contact_or_defeat(combat: Any) -> None:
    """If no defender was eliminated there is no hex to enter."""
    for face in (1, 6):
        table = combat(PAIR).play("attack m-tcav1,m-mam1 > c-eth1", face)
        assert (1, "movement", "christian") == table.now


@pytest.mark.rule("II.E.13")
def test_cavalry_does_not_advance_into_a_town_or_over_a_wadi(combat: Any) -> None:
    """Infantry may, cavalry of the same attack may not, with its rule."""
    town = combat("m-tcav1 0404, m-tinf1 0405, c-musk1 0304").play("attack m-tcav1,m-tinf1 > c-musk1", 1)
    assert {"advance m-tinf1 0304", "no-advance"} == town.legal()
    assert ("II.D.12", "Udaka") == town.reason("advance m-tcav1 0304")
    wadi = combat("m-tcav1 0203, m-tinf1 0202, c-can1 0302").play("attack m-tcav1,m-tinf1 > c-can1", 1)
    assert {"advance m-tinf1 0302", "no-advance"} == wadi.legal()
    assert ("II.D.13",) == wadi.reason("advance m-tcav1 0302")


@pytest.mark.rule("II.E.13")
def test_the_refusal_of_an_advance_names_the_units_that_may(combat: Any) -> None:
    """Cavalry that may not enter a town or cross a wadi is not named; a unit lost in the exchange is eliminated."""
    town = combat("m-nub1 0303, m-tcav1 0404, m-mam1 0405, c-can1 0304, m-egy1 0101").play(
        "attack m-tcav1,m-mam1,m-nub1 > c-can1", 1)
    assert ("II.E.13", "Egyptian/Sudanese infantry", "Nubian infantry 1") == town.reason("advance m-egy1 0304")
    assert ("I.B", "Nubian infantry 2") == town.reason("advance m-nub2 0304")
    assert ("II.E.13", "Christian cannon 1") == town.reason("advance c-can1 0304")
    wadi = combat("m-egy1 0204, m-arab1 0203, m-can1 0302, m-nub1 0401, c-musk1 0303").play(
        "attack m-arab1,m-egy1,m-can1 > c-musk1", 1)
    assert ("II.E.13", "Nubian infantry 1", "Egyptian/Sudanese infantry") == wadi.reason("advance m-nub1 0303")
    paid = combat(PAIR).play("attack m-tcav1,m-mam1 > c-eth1", 2, "lose m-tcav1")
    assert ("II.E.13", "Turkish cavalry") == paid.reason("advance m-tcav1 0405")


@pytest.mark.rule("II.E.13")
@pytest.mark.rule("II.D.14")
def test_cannon_do_not_advance(combat: Any) -> None:
    """A cannon that attacked stays; if only cannon could advance, there is no prompt."""
    table = combat("m-tcav1 0404, m-can1 0504, c-musk1 0405").play("attack m-tcav1,m-can1 > c-musk1", 1)
    assert "II.D.14" == table.refusal("advance m-can1 0405")
    assert {"advance m-tcav1 0405", "no-advance"} == table.legal()
    alone = combat("m-can1 0504, c-can1 0405").play("attack m-can1 > c-can1", 1)
    assert ["c-can1"] == alone.removed()
    assert (1, "movement", "christian") == alone.now


@pytest.mark.rule("II.E.13")
@pytest.mark.parametrize(("line", "attack", "face", "advance", "cited_rule", "is_noted"), [
    ("m-tcav1 0705, m-tinf1 0704, m-egy1 0803, c-can1 0805, c-galla1 0804", "attack m-tcav1 > c-can1", 1,
     "advance m-tcav1 0805", "II.D.12", True),
    ("m-arab1 0203, m-nub1 0404, c-can1 0303, c-eth1 0504", "attack m-arab1 > c-can1", 1, "advance m-arab1 0303",
     "II.D.13", True),
    ("m-can1 0404, m-nub1 0604, c-can1 0403, c-eth1 0704", "attack m-can1 > c-can1", 1, "advance m-can1 0403",
     "II.D.14", True),
    ("m-nub1 0404, m-tinf1 0604, c-can1 0504, c-eth1 0605", "attack m-nub1 > c-can1", 4, "advance m-nub1 0504",
     "II.E.13", False)])
def test_an_advance_that_no_unit_can_make(combat: Any, line: str, attack: str, face: int, advance: str,
                                          cited_rule: str, is_noted: bool) -> None:
    """There is no prompt; the refusal has the reason, and a notice has its rule if an attacker has survived."""
    after = combat(line).play(attack, face)
    assert "advance" not in (after.position.get("pending") or {})
    assert cited_rule == after.refusal(advance)
    assert bool(after.reason(advance)[1:]) == (cited_rule in {"II.D.12", "II.E.13"}), "it names the town or the unit"
    place = advance.split()[-1]
    assert ([(cited_rule, place)] if is_noted else []) == [
        (event.rule.number, *facts(event.text)) for event in after.events if facts(event.text) == (place,)]


@pytest.mark.rule("II.E.14")
def test_events_cite_the_table_and_the_rules(combat: Any) -> None:
    """Declaration, die and removal cite the rules that a player would look up."""
    table = combat(STRONG).play("attack m-tcav1,m-mam1 > c-musk1", 1, "advance m-mam1 0405")
    assert [("declared", "II.E"), ("rolled", "I.D"), ("removed", "I.D"), ("advanced", "II.E.13"), ("phase", "II.B.3")
            ] == [(e.type, e.rule.number) for e in table.events]
    rolled = table.events[1]
    assert ("3-1", 1, "DE") == (rolled.column, rolled.row, rolled.result)


@pytest.mark.rule("I.D")
@pytest.mark.parametrize(("face", "struck"), [(6, {"0404", "0504"}), (2, {"0404", "0504", "0405"}), (1, {"0405"})])
def test_a_result_names_the_hexes_of_its_units(combat: Any, face: int, struck: set[str]) -> None:
    """For attackers eliminated, an exchange and contact, these are the hexes in which the map shows the result."""
    table = combat(PAIR).play("attack m-tcav1,m-mam1 > c-eth1", face)
    assert struck == set(next(event for event in table.events if event.type == "rolled").places)
