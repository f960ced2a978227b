"""Computer players' reasons at Kassala are true of the position, and they know when a game is decided."""

from __future__ import annotations

from typing import Any

import pytest

from game.ai.players import make
from game.core.message import Message
from game.rules.kassala.reasons import NO_PURPOSE, NOBODY_MOVES
from game.rules.kassala.system import Kassala
from tests.ai.boards import place
from tests.rules.table import facts

ALONE = "1-4: units next to an enemy must attack"
"""The reason for a hopeless attack that helps no other one."""


def why(kassala: Kassala, action: str, units: dict[str, str], **more: Any) -> str:
    state = place(kassala, units, **more)
    return str(kassala.evaluator().why(state, kassala.parse(action)))


@pytest.mark.parametrize(("unit", "others", "said"), [
    ("m-arab1", {"m-nub1": "0304", "c-eth1": "0607"}, "to defend Udaka"),
    ("m-arab1", {"c-eth1": "0607"}, "to support Udaka"),
    ("c-res1", {"c-port1": "0304", "m-nub1": "0701"}, "to defend Udaka"),
    ("c-res1", {"m-nub1": "0701"}, "to support Udaka"),
])
def test_a_reason_next_to_a_town(kassala: Kassala, unit: str, others: dict[str, str], said: str) -> None:
    """In a hex next to Udaka and no enemy, the reason depends on the units in the town."""
    phasing = "moslem" if unit[0] == "m" else "christian"
    found = why(kassala, f"move {unit} 0404", {unit: "0503", **others}, phase="movement", phasing=phasing)
    assert found == said


@pytest.mark.parametrize(("unit", "others", "said"), [
    ("m-tinf1", {"c-eth1": "0407"}, "on the way to Kassala"),
    ("m-tinf1", {"c-eth1": "0804", "m-nub1": "0805"}, "on the way to Kassala"),
    ("m-tinf1", {"c-eth1": "0407", "m-nub1": "0805"}, "away from the enemy"),  # its side holds it
    ("m-arab1", {"c-eth1": "0804"}, "towards the enemy"),  # no cavalry enters a town
    ("m-arab1", {"c-eth1": "0407"}, "away from the enemy"),
])
def test_a_reason_on_the_way_to_a_town(kassala: Kassala, unit: str, others: dict[str, str], said: str) -> None:
    """Infantry only, and only if its side does not hold the town: cavalry may never enter it (II.D.12)."""
    assert why(kassala, f"move {unit} 0603", {unit: "0503", **others}, phase="movement", phasing="moslem") == said


@pytest.mark.parametrize(("to", "others", "said"), [
    ("0504", {"c-eth1": "0507"}, "towards the enemy"),
    ("0502", {"c-res1": "0506"}, "to a hex where no enemy can attack it next turn"),
    ("0502", {"c-eth1": "0407"}, "away from the enemy"),
])
def test_reasons_of_a_march(kassala: Kassala, to: str, others: dict[str, str], said: str) -> None:
    """Closer to the town or to the enemy, out of the enemy's reach, or away from it."""
    units = {"m-arab1": "0503", **others}
    assert why(kassala, f"move m-arab1 {to}", units, phase="movement", phasing="moslem") == said


def test_a_useless_march_claims_nothing(kassala: Kassala) -> None:
    """If it is no nearer to a town or an enemy, and no safer, no town is named; nor is another if a town is left for
    nothing."""
    units = {"m-arab1": "0101", "c-eth1": "0807"}
    assert why(kassala, "move m-arab1 0201", units, phase="movement", phasing="moslem") == str(NO_PURPOSE)
    assert "Kassala" not in why(kassala, "move m-nub1 0203", {"m-nub1": "0304", "c-eth1": "0807"}, phase="movement",
                                phasing="moslem")
    assert why(kassala, "move m-nub1 0305", {"m-nub1": "0304", "c-eth1": "0508"}, phase="movement",
               phasing="moslem").startswith("out of Udaka")


def test_an_attack_that_needs_an_exchange_says_so(kassala: Kassala) -> None:
    """At 1-2 only an exchange eliminates; at 2-1 a die eliminates the defender outright."""
    def told(units: dict[str, str]) -> Message:
        state = place(kassala, {**units, "c-galla1": "0706"}, phase="combat", phasing="moslem")
        found = kassala.evaluator().why(state, kassala.parse(f"attack {','.join(units)} > c-galla1"))
        assert isinstance(found, Message)
        return found

    strong = told({"m-tinf1": "0705", "m-nub1": "0605", "m-nub2": "0606", "m-egy1": "0707"})
    weak = told({"m-nub1": "0705"})
    assert weak.values is not None
    assert weak.values["column"] == "1-2"
    assert weak.template != strong.template


def test_a_hopeless_attack_says_which_attack_it_helps(kassala: Kassala) -> None:
    """One cavalry unit attacks three, because otherwise Arab cavalry 2 would have to attack the unit in 0705, and the
    attack on 0505 would be worse. If no other unit could attack it, or the odds are the same, no other attack is
    named."""
    def told(units: dict[str, str]) -> str:
        return why(kassala, "attack m-arab1 > c-galla1,c-galla2,c-eth2", units, phase="combat", phasing="moslem")

    units = {"m-arab1": "0704", "c-galla1": "0705", "c-galla2": "0805", "c-eth2": "0804", "m-tcav1": "0504",
             "m-egy1": "0405", "c-musk1": "0505"}
    helpful = told({**units, "m-arab2": "0605"})
    assert "0505" in helpful
    assert "5-1" in helpful
    assert told(units) == ALONE
    state = place(kassala, {**units, "m-arab2": "0605", "m-arab1": "0604"}, phase="movement", phasing="moslem")
    moves = [kassala.parse(text) for text in ("move m-arab1 0704", "end-movement")]
    assert "5-1" in str(kassala.evaluator().why(state, moves[0], moves[1:]))
    assert told({**units, "m-arab2": "0605", "m-mam1": "0706", "c-eth1": "0707"}) == ALONE
    assert told({**units, "m-arab2": "0605", "m-mam1": "0606"}) == ALONE


def test_an_attack_without_a_die_is_not_helped(kassala: Kassala) -> None:
    """Thanks to the infantry's hopeless attack the cannon can attack the other cannon alone, which has no odds."""
    units = {"c-musk1": "0405", "c-can1": "0505", "m-tinf1": "0504", "m-egy1": "0404", "m-can1": "0606"}
    found = why(kassala, "attack c-musk1 > m-tinf1,m-egy1", units, phase="combat", phasing="christian",
                options=["cannon"])
    assert ALONE == found


def test_cannon_that_fire_from_afar_do_not_count_in_an_exchange(kassala: Kassala) -> None:
    """Next to a defender they bring the force to 5, so that an exchange costs both 4s; from afar the exchange is 4 to 8
    and costs one of them (ruling 3)."""
    def told(cannon: str) -> str:
        units = {"m-tinf1": "0504", "m-can1": cannon, "c-port1": "0505", "c-port2": "0404", "c-eth1": "0807"}
        return why(kassala, "attack m-tinf1,m-can1 > c-port1,c-port2", units, phase="combat", phasing="moslem",
                   options=["cannon"])

    assert ("%" in told("0503"), "%" in told("0502")) == (True, False)


def test_the_odds_of_a_plan_include_all_its_units(kassala: Kassala) -> None:
    """A unit that enters a town and attacks from there is included; later units join it; the end of the movement has no
    reason."""
    state = place(kassala, {"m-egy1": "0303", "m-nub3": "0103", "c-port2": "0305"}, phase="movement", phasing="moslem")
    moves = [kassala.parse(text) for text in ("move m-egy1 0304", "move m-nub3 0104-0205", "end-movement")]
    judge = kassala.evaluator()
    first = facts(judge.why(state, moves[0], moves[1:]))
    assert first[:4] == ("Udaka", "Egyptian/Sudanese infantry", "Nubian infantry 3", "Portuguese infantry 2")
    assert "1-1" in first
    later = kassala.apply(state, moves[0])[0]
    assert facts(judge.why(later, moves[1], moves[2:])) == ("Egyptian/Sudanese infantry", "Portuguese infantry 2")
    assert not judge.why(kassala.apply(later, moves[1])[0], moves[2], ())


def test_staying_units_say_what_they_hold(kassala: Kassala) -> None:
    """This holds if no unit has moved."""
    held = why(kassala, "end-movement", {"m-arab1": "0101", "c-eth1": "0804", "c-port1": "0606"}, phase="movement",
               phasing="christian")
    assert "Kassala" in held
    assert "Udaka" not in held


def test_a_move_within_a_town_does_not_take_it(kassala: Kassala) -> None:
    """Kassala was held before the move: the reason names only changes."""
    def told(unit: str, side: str, enemies: dict[str, str]) -> str:
        return why(kassala, f"move {unit} 0804", {unit: "0805", **enemies}, phase="movement", phasing=side)

    nearer, farther = (told("c-musk1", "christian", {"m-nub1": there}) for there in ("0801", "0508"))
    assert nearer != farther
    assert "Kassala" not in nearer + farther
    assert "Kassala" not in told("m-tinf1", "moslem", {"c-eth1": "0508"})


def test_an_attack_that_cannot_clear_a_hex_has_no_chance(kassala: Kassala) -> None:
    """At 1-2 against two units an exchange removes only one: instead of 0 % the column is named."""
    units = {"m-nub3": "0404", "c-eth1": "0703", "c-res1": "0704"}
    state = place(kassala, units, phase="movement", phasing="moslem")
    moves = [kassala.parse(text) for text in ("move m-nub3 0503-0604", "end-movement")]
    said = str(kassala.evaluator().why(state, moves[0], moves[1:]))
    assert "1-2" in said
    assert "%" not in said
    marching = place(kassala, {**units, "m-arab1": "0101"}, phase="movement", phasing="moslem")
    plan = [kassala.parse("move m-arab1 0201"), *moves]
    assert "%" not in str(kassala.evaluator().why(marching, plan[0], plan[1:]))


def test_a_town_with_an_open_hex_is_not_called_defended(kassala: Kassala) -> None:
    """If one of Kassala's two hexes is open, no reason says that it is defended or blocked."""
    units = {"m-nub3": "0804", "m-arab2": "0703", "m-nub2": "0702", "c-musk1": "0607"}
    beside = why(kassala, "move m-arab2 0803", units, phase="movement", phasing="moslem")
    assert "0805" in beside
    assert "defend" not in beside
    shut = why(kassala, "move m-arab2 0803", {**units, "m-nub1": "0805"}, phase="movement", phasing="moslem")
    assert "0805" not in shut


def test_one_hex_of_two_is_not_the_town(kassala: Kassala) -> None:
    """If both hexes of Kassala are held, clearing one is described by its number; a single held hex is the town."""
    units = {"m-tinf1": "0703", "c-galla1": "0804"}
    attack = "attack m-tinf1 > c-galla1"
    assert "clear Kassala" in why(kassala, attack, units, phase="combat", phasing="moslem")
    both = why(kassala, attack, {**units, "c-galla2": "0805"}, phase="combat", phasing="moslem")
    assert "0804" in both


def test_promised_attacks_are_legal(kassala: Kassala) -> None:
    """Two against one would leave the other enemy without an opponent (II.E.3, ruling 1): the odds are those of an
    attack that is legal once all have moved."""
    plan = ("move m-arab2 0703", "move m-tinf1 0302-0303", "move m-nub1 0103-0204", "move m-egy1 0403",
            "move m-mam2 0602-0603", "move m-mam1 0602-0603-0604", "move m-tcav1 0501-0602-0702",
            "move m-arab1 0603-0604-0704", "move m-nub3 0103-0104", "move m-nub2 0203", "end-movement")
    moves = [kassala.parse(notation) for notation in plan]
    state = kassala.initial("kassala")
    words = str(kassala.evaluator().why(state, moves[0], moves[1:]))
    assert "1-2" in words
    assert "1-1" not in words
    for move in moves:
        state = kassala.apply(state, move)[0]
    attacks = [a.notation for a in kassala.candidates(state)]
    assert "attack m-arab1,m-arab2 > c-galla1" not in attacks
    assert "attack m-arab2 > c-galla1" in attacks


def test_units_that_cannot_move_say_so(kassala: Kassala) -> None:
    """Cannon never move."""
    units = {"m-tinf1": "0101", "c-can1": "0506"}
    assert why(kassala, "end-movement", units, phase="movement", phasing="christian") == NOBODY_MOVES


@pytest.mark.parametrize(("seat", "value"), [("moslem", 1.0), ("christian", -1.0)])
def test_without_christians_the_game_is_decided(kassala: Kassala, seat: str, value: float) -> None:
    """No unit is left to hold a town (III.B.1): the result is certain, however many turns are left."""
    state = place(kassala, {"m-tinf1": "0304"}, turn=3, phase="movement", phasing=seat)
    assert kassala.evaluator().worth(state, seat) == value
    assert make("veteran", kassala, seat, 1).choose(state).value == pytest.approx(value, abs=0.01)
