"""The prompt of each phase, its units, and the marks on their counters."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from game.core.chance import CHANCE
from game.core.verdict import Illegal, Reason
from game.match.loading import load
from tests import pointing
from tests.pointing import survey, why_idle
from tests.rules.table import cited, facts


def asked(table: Any) -> tuple[str, tuple[Any, ...], str, str]:
    """Mode, values of the sentence, rule and main button of the prompt."""
    prompt = table.rules.prompt(table.state)
    return prompt.mode, facts(prompt.text), str(prompt.rule), prompt.main.notation if prompt.main else ""


def duties(table: Any) -> list[tuple[tuple[str, ...], tuple[Any, ...], str]]:
    """Units, values of the sentence, and rule of every duty."""
    return [(duty.units, facts(duty.text), str(duty.rule)) for duty in table.rules.prompt(table.state).duties]


def pickable(table: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Units that can act, and units that can be targeted."""
    found = pointing.pickable(table.rules, table.state)
    return found["act"], found["target"]


def marks(table: Any) -> dict[str, tuple[str, ...]]:
    """The marks of every counter that has some."""
    return {c.unit: c.marks for c in table.rules.counters(table.state) if c.marks}


def lines(table: Any, unit: str) -> dict[str, str]:
    """The lines on a unit's card."""
    return next(dict(c.lines) for c in table.rules.counters(table.state) if c.unit == unit)


@pytest.mark.rule("II.D.1")
@pytest.mark.parametrize("line", ["m-nub1 0101, c-eth1 0603", "m-mam1 0602, c-eth1 0603"])
def test_the_button_names_the_phase_it_ends(movement: Any, line: str) -> None:
    """The label is the same whether combat follows or the turn ends with the movement because no units are in
    contact."""
    table = movement(line)
    assert "End movement" == str(table.rules.prompt(table.state).main_label)


@pytest.mark.rule("II.D.1")
@pytest.mark.rule("II.D.11")
def test_the_movement_prompt(movement: Any) -> None:
    """Any number may move; held, moved and enemy units and cannon cannot be selected."""
    table = movement("m-mam1 0602, m-nub1 0101, m-nub2 0201 moved, m-can1 0302, c-eth1 0603")
    assert ("move", (), "II.D.1", "end-movement") == asked(table)
    assert (("m-nub1",), ()) == pickable(table)
    assert {"m-nub2": ("moved",)} == marks(table)
    assert (3, "II.D.11") == facts(lines(table, "m-mam1")["Movement"])
    assert (2, 2) == facts(lines(table, "m-nub1")["Movement"])
    assert (2,) == facts(lines(table, "c-eth1")["Movement"])


@pytest.mark.rule("I.E")
def test_a_card_has_the_hex(movement: Any) -> None:
    """Plain hexes, and towns with their bonus; nothing for units out of the game."""
    table = movement("m-can1 0101, m-can2 0101, c-eth1 0304, c-eth2 0804")
    assert {"Strength": ("1",), "Movement": (0, "II.D.14"), "Hex": ("0101",)} == {
        name: facts(text) for name, text in lines(table, "m-can1").items()}
    assert {"Strength": ("4",), "Movement": (2,), "Hex": ("0304", "Udaka", 1)} == {
        name: facts(text) for name, text in lines(table, "c-eth1").items()}
    assert ("0804", "Kassala", 2) == facts(lines(table, "c-eth2")["Hex"])
    assert {} == lines(table, "m-nub1")
    assert {"0101"} == {c.place for c in table.rules.counters(table.state) if c.unit.startswith("m-") and c.place}


@pytest.mark.rule("II.E.3")
def test_the_combat_prompt(combat: Any) -> None:
    """It counts the units that must still attack and be attacked; those that have fought are marked."""
    table = combat("m-tcav1 0404, m-tinf1 0403, c-eth1 0503, c-eth2 0504, m-nub1 0101, c-galla1 0807")
    assert ("compose", (), "II.E.3", "") == asked(table)
    assert [(("m-tcav1", "m-tinf1"), (2,), "II.E.3"), (("c-eth1", "c-eth2"), (2,), "II.E.3")] == duties(table)
    assert (("m-tcav1", "m-tinf1"), ("c-eth1", "c-eth2")) == pickable(table)
    assert "3 MP" == lines(table, "m-tcav1")["Movement"]
    assert {"m-tcav1": ("must-attack",), "m-tinf1": ("must-attack",), "c-eth1": ("must-be-attacked",),
            "c-eth2": ("must-be-attacked",)} == marks(table)
    table = table.play("attack m-tinf1 > c-eth1")
    assert ("roll", (4, 4, "1-1"), "II.E", "") == asked(table)
    assert ((), ()) == pickable(table)
    assert dict.fromkeys(("m-tinf1", "c-eth1"), ("attacked",)) == marks(table)
    table = table.play(1)
    assert [(("m-tcav1",), (1,), "II.E.3"), (("c-eth2",), (1,), "II.E.3")] == duties(table)
    assert {"m-tcav1": ("must-attack",), "c-eth2": ("must-be-attacked",), "m-tinf1": ("attacked",),
            "c-eth1": ("attacked",)} == marks(table)


@pytest.mark.rule("II.E.12")
def test_attackers_are_marked_in_any_hex(combat: Any) -> None:
    """The first hex of the map is no exception."""
    table = combat("m-nub1 0101, m-tinf1 0701, c-eth1 0102, c-eth2 0702").play("attack m-nub1 > c-eth1", 3)
    assert ("attacked",) == marks(table)["m-nub1"]


@pytest.mark.rule("II.E.12")
def test_eliminated_units_have_no_marks(combat: Any) -> None:
    """A unit eliminated in the phase has no mark."""
    table = combat("m-tcav1 0404, m-tinf1 0701, c-eth1 0405, c-eth2 0702").play("attack m-tcav1 > c-eth1", 6)
    assert ["m-tcav1"] == table.removed()
    assert {"m-tinf1": ("must-attack",), "c-eth2": ("must-be-attacked",), "c-eth1": ("attacked",)} == marks(table)


@pytest.mark.rule("IV.A.7")
def test_guns_that_may_fire_can_be_selected(combat: Any) -> None:
    """Guns in contact or in range can be selected, others not; an enemy that only a gun can reach must be attacked."""
    line = "m-tinf1 0404, m-can1 0502, m-can2 0101, c-eth1 0405, c-musk1 0504"
    table = combat(line, options=("cannon",))
    assert (("m-tinf1", "m-can1"), ("c-musk1", "c-eth1")) == pickable(table)
    table = table.play("attack m-tinf1 > c-eth1", 4)
    assert [(("c-musk1",), (1,), "II.E.3")] == duties(table)
    assert (("m-can1",), ("c-musk1",)) == pickable(table)
    assert ("must-be-attacked",) == marks(table)["c-musk1"]


@pytest.mark.rule("II.E.3")
@pytest.mark.parametrize("options", [(), ("cannon",)])
def test_the_prompt_has_no_impossible_duty(combat: Any, options: tuple[str, ...]) -> None:
    """An enemy whose adjacent units have all fought is neither a duty nor a target (ruling 5)."""
    table = combat("m-tcav1 0404, m-tinf1 0701, c-eth1 0405, c-eth2 0702, m-can1 0101", options=options)
    state = table.rules.from_position({**table.position, "done": ["m-tcav1"]})
    assert [("m-tinf1",), ("c-eth2",)] == [duty.units for duty in table.rules.prompt(state).duties]
    assert ("c-eth2",) == pointing.pickable(table.rules, state)["target"]
    assert {"m-tinf1"} == {c.unit for c in table.rules.counters(state) if "must-attack" in c.marks}
    assert {"c-eth2"} == {c.unit for c in table.rules.counters(state) if "must-be-attacked" in c.marks}


@pytest.mark.rule("I.D")
@pytest.mark.rule("II.E.13")
def test_prompts_for_losses_and_advance(combat: Any) -> None:
    """The prompt has the loss and its side, and the open hexes with the units that may enter."""
    table = combat("m-tcav1 0404, m-mam1 0504, c-eth1 0405").play("attack m-tcav1,m-mam1 > c-eth1", 2)
    assert ("compose", (4,), "I.D", "") == asked(table)
    assert [(("m-tcav1", "m-mam1"), (4,), "I.D")] == duties(table)
    assert (("m-tcav1", "m-mam1"), ()) == pickable(table)
    table = table.play("lose m-tcav1")
    assert ("advance", ("0405",), "II.E.13", "no-advance") == asked(table)
    assert (("m-mam1",), ()) == pickable(table)


@pytest.mark.rule("II.E.13")
@pytest.mark.parametrize(("line", "face", "places"), [
    ("m-tcav1 0405, m-can1 0303, m-can2 0303, m-can3 0404, c-can1 0304, c-can2 0305", 1, ("0305",)),
    ("m-tcav1 0203, m-can1 0302, m-can2 0302, c-can1 0303, c-can2 0204, c-eth1 0807", 1, ("0204",)),
    ("m-tcav1 0404, c-can1 0503, c-can2 0504", 2, ("0503", "0504")),
    ("m-tcav1 0404, m-tinf1 0504, c-can1 0503, c-can2 0405", 1, ("0405", "0503"))])
def test_the_advance_prompt_names_only_hexes_to_enter(combat: Any, line: str, face: int, places: Any) -> None:
    """Hexes closed to all surviving attackers are left out; one attacker is offered alternatives."""
    table = combat(line, options=("cannon",))
    attackers = ",".join(unit for unit in table.units if unit.startswith("m-"))
    table = table.play(f"attack {attackers} > c-can1,c-can2", face)
    text = table.rules.prompt(table.state).text
    assert places == facts(text)
    assert set(places) == {notation.split()[-1] for notation in table.legal("advance")}
    assert ("m-tinf1" in attackers) == ("each" in str(text))


@pytest.mark.rule("IV.B.1")
@pytest.mark.rule("IV.B.2")
def test_the_set_up_prompt(battle: Any) -> None:
    """It names the half, the number left, and the units to select; at the end no unit is left to place."""
    table = battle(("free-deployment",))
    first = table.rules.prompt(table.state).text
    assert ("place", (), "IV.B.1", "end-setup") == asked(table)
    assert [(10,)] == [text for _, text, _ in duties(table)]
    assert 10 == len(pickable(table)[0])
    assert 23 == sum(m == ("waiting",) for m in marks(table).values())
    places = ("0305", "0406", "0507", "0508", "0607", "0806", "0807", "0706", "0506", "0605")
    last = pickable(table)[0][-1]
    for unit, place in zip(pickable(table)[0], places, strict=True):
        if unit == last:
            assert [((last,), (1,), "IV.B.1")] == duties(table)
        assert first == table.rules.prompt(table.state).text
        table = table.play(f"place {unit} {place}")
    assert [] == duties(table)
    assert first != table.rules.prompt(table.state).text, "no units are left to place"
    table = table.play("end-setup")
    assert ("place", (), "IV.B.2", "end-setup") == asked(table)
    assert all(unit.startswith("m-") for unit in pickable(table)[0])


@pytest.mark.rule("III.A")
def test_the_end_replaces_the_prompt(movement: Any) -> None:
    """The result replaces the prompt; no unit can be selected."""
    table = movement("m-nub1 0101, c-eth1 0304, c-eth2 0804", "christian", turn=10).play("end-movement")
    prompt = table.rules.prompt(table.state)
    assert ("over", "over", None, "III.B.2") == (prompt.mode, prompt.phase, prompt.to_act, str(prompt.rule))
    assert ((), ()) == pickable(table)


def idle(table: Any, unit: str) -> tuple[Any, ...]:
    """The reason why a unit cannot be selected: the rule, and the values of the sentence."""
    return cited(why_idle(table.rules, table.state, unit))


@pytest.mark.rule("II.E.4")
@pytest.mark.rule("II.E.2")
def test_units_that_cannot_be_selected_have_a_reason(movement: Any, combat: Any) -> None:
    """Enemy units, units that have fought, are far away, or are out of the game each have their own sentence and
    rule."""
    table = movement("m-mam1 0602, m-nub1 0101 moved, c-eth1 0603")
    assert ("II.B", "Ethiopian infantry 1") == idle(table, "c-eth1")
    assert ("II.D.16 (ruling 16)", "Nubian infantry 1") == idle(table, "m-nub1")
    fight = combat("m-mam1 0602, m-mam2 0101, c-eth1 0603, c-eth2 0805")
    assert ("II.E.1", "Mamluk cavalry 2") == idle(fight, "m-mam2")
    assert ("II.E.3 (ruling 13)", "Ethiopian infantry 2") == idle(fight, "c-eth2")
    assert ("I.B", "Nubian infantry 1") == idle(fight, "m-nub1")


@pytest.mark.rule("II.D.13")
def test_a_wadi_that_blocks_cavalry_is_named(movement: Any) -> None:
    """The hex is three away with three points, so distance is not the reason."""
    ground = movement("m-mam1 0402").state.setting.ground
    starts = [name for i, name in enumerate(ground.ids) if i not in ground.town]
    wrong = []
    for here in starts:
        table = movement(f"m-mam1 {here}")
        refused = [v for v in survey(table.rules, table.state, "m-mam1").values() if isinstance(v, Illegal)]
        wrong += [str(verdict) for verdict in refused if verdict.reasons[0].values.get("distance", 9) <= 3]
    assert [] == wrong


@pytest.mark.rule("II.D.13")
@pytest.mark.parametrize(("unit", "here", "there", "points"), [
    ("m-mam1", "0102", "0404", 13), ("m-tcav1", "0401", "0404", 4)])
def test_the_path_around_a_wadi_is_measured(movement: Any, unit: str, here: str, there: str, points: int) -> None:
    """If the path around is too long, both facts are named; if there is none, only the wadi."""
    assert ("II.D.13", points, there, 3) == movement(f"{unit} {here}").reason(f"move {unit} {there}")
    free = movement(f"{unit} {here}")
    ground = free.state.setting.ground
    queue, steps = [ground.index[here]], {ground.index[here]: 0}
    for at in queue:
        for beside in ground.board.neighbours[at]:
            if beside >= 0 and beside not in steps and not isinstance(ground.step("cavalry", at, beside), Reason):
                steps[beside] = steps[at] + 1
                queue.append(beside)
    assert steps[ground.index[there]] <= points
    cut_off = [name for i, name in enumerate(ground.ids) if i not in steps and i not in ground.town]
    for name in cut_off:
        assert ("II.D.13",) == free.reason(f"move {unit} {name}")


@pytest.mark.rule("I.D")
def test_the_losses_of_an_exchange_are_asked_for_once() -> None:
    """The duty has the text of the prompt, which is then not printed again."""
    match = load(Path("tests/records/kassala/example-c.jsonl")).match
    prompts = [match.rules.prompt(ply.state) for ply in match.plies]
    exchange = next(prompt for prompt in prompts if "Exchange" in str(prompt.text))
    assert [exchange.text] == [duty.text for duty in exchange.duties]


@pytest.mark.rule("II.B")
def test_rolls_and_exchanges_belong_to_the_phasing_sides_phase() -> None:
    """Also if the other side chooses the losses of the exchange."""
    match = load(Path("tests/records/kassala/kassala.jsonl")).match
    others_choices = 0
    for ply in match.plies:
        prompt, position = match.rules.prompt(ply.state), match.rules.position(ply.state)
        if prompt.phase == "combat":
            assert (position["phasing"], "combat") == prompt.phase_key
            others_choices += prompt.to_act not in (position["phasing"], CHANCE)
    assert others_choices
