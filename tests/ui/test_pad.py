"""The pad for real dice: fields, typed and clicked faces, counters, Backspace, and reasons why a roll is incomplete."""

from __future__ import annotations

import random
import re

import pytest

from game.core.chance import COIN, D6, D10, DiceGroup, Die, Roll, coins, cup
from game.core.message import say
from game.core.verdict import RuleRef
from game.ui.dice.pad import Pad

RULE = RuleRef("toy", "1")
D20, FUDGE = Die("d20", tuple(range(1, 21))), Die("fudge die", (-1, 0, 1))
CUP = Die("pool", (1, 2, 4), (3, 3, 1), drawn=True)


def group(title: str, first: int, past: int) -> DiceGroup:
    return DiceGroup(title, tuple(range(first, past)))


def roll(*dice: Die, groups: tuple[DiceGroup, ...] = (), ordered: bool = True) -> Roll:
    return Roll(dice, say("A roll"), RULE, {}, groups=groups, ordered=ordered)


def pad_after(due: Roll, keys: str) -> Pad:
    """A pad after some keys: ``<`` is Backspace, a blank ends a number, ``>`` moves to the next field."""
    pad = Pad(due)
    for key in keys:
        if key == "<":
            pad.undo()
        elif key == " ":
            pad.finish_typing()
        elif key == ">":
            pad.switch_to(pad.field_index + 1)
        else:
            assert pad.type_character(key), key
    return pad


POOL = roll(*[D6] * 20, ordered=False)
TWO = roll(*[D6] * 40, groups=(group("French", 0, 22), group("Russian", 22, 40)), ordered=False)


@pytest.mark.parametrize(("due", "titles", "tallies"), [
    (roll(D6), [""], [False]),
    (roll(D6, D6), [""], [False]),
    (roll(coins(5), D6), ["5 coins", "Die"], [False, False]),
    (roll(coins(5), coins(4), groups=(group("Spanish", 0, 1), group("Moroccan", 1, 2))), ["Spanish", "Moroccan"],
     [False, False]),
    (roll(D10, D6, D6), ["d10", "d6"], [False, False]),
    (roll(CUP), [""], [False]),
    (POOL, [""], [True]),
    (roll(*[D6] * 20), [""], [False]),
    (roll(*[D6] * 6, ordered=False), [""], [False]),
    (TWO, ["French", "Russian"], [True, True]),
    (roll(*[D6] * 10, D10, groups=(group("Guard", 0, 8),), ordered=False), ["Guard", "d6", "d10"],
     [True, False, False]),
    (roll(*[D6] * 8, D10, groups=(group("Guard", 0, 9),), ordered=False), ["Guard: d6", "Guard: d10"], [True, False]),
])
def test_a_field_for_each_kind_in_each_group(due: Roll, titles: list[str], tallies: list[bool]) -> None:
    """More than six like dice without a meaningful order are counted by face, others are entered one by one."""
    pad = Pad(due)
    assert titles == [field.title for field in pad.fields]
    assert tallies == [field.by_count for field in pad.fields]
    assert list(range(len(due.dice))) == sorted(k for field in pad.fields for k in field.dice)


@pytest.mark.parametrize(("due", "keys", "faces"), [
    (roll(D6), "4", (4,)),
    (roll(D6), "42", (2,)),
    (roll(D10), "0", (0,)),
    (roll(D6, D6), "35", (3, 5)),
    (roll(D6, D6), "36<5", (3, 5)),
    (roll(COIN, COIN, COIN), "hC1", (1, 0, 1)),
    (roll(coins(5), D6), "34", (3, 4)),
    (roll(coins(12), D6), "1 4", (1, 4)),
    (roll(coins(12), D6), "124", (12, 4)),
    (roll(coins(12), coins(30)), "7 2 ", (7, 2)),
    (roll(coins(12), coins(30)), "1<29", (2, 9)),
    (roll(cup(4, 10, 10)), "3", (3,)),
    (roll(D20, D20), "1 20", (1, 20)),
    (roll(FUDGE, FUDGE, FUDGE), "-101", (-1, 0, 1)),
    (roll(CUP), "4", (4,)),
    (POOL, "612 56<8 ", (6,) * 12 + (5,) * 8),
    (POOL, "120", (1,) * 20),
    (TWO, "622 518 ", (6,) * 22 + (5,) * 18),
    (TWO, ">118>610 112", (6,) * 10 + (1,) * 12 + (1,) * 18),
])
def test_faces_are_entered_by_key(due: Roll, keys: str, faces: tuple[int, ...]) -> None:
    """Digits are typed in order; a counter is its face, its number and a blank, and a full field moves on."""
    pad = pad_after(due, keys)
    assert pad.complete, pad.missing
    assert faces == pad.faces
    assert due.fits(pad.faces)


def test_a_pool_in_order_keeps_it() -> None:
    """If the order of a roll matters, twenty dice are entered in order, by group."""
    odd, even = DiceGroup("Odd", tuple(range(1, 20, 2))), DiceGroup("Even", tuple(range(0, 20, 2)))
    due = roll(*[D6] * 20, groups=(odd, even))
    pad = pad_after(due, "1" * 10 + "6" * 10)
    assert (6, 1) * 10 == pad.faces


@pytest.mark.parametrize(("due", "keys", "why"), [
    (roll(D6), "7", {"1", "6", "7"}),
    (roll(D6, D6), "123", {"2"}),
    (roll(coins(3)), "4", {"0", "3", "4"}),
    (POOL, "0", {"0", "1", "6"}),
    (POOL, "621", {"20", "21"}),
])
def test_a_wrong_key_says_why(due: Roll, keys: str, why: set[str]) -> None:
    """An impossible face is not accepted."""
    pad = pad_after(due, keys[:-1])
    before = pad.faces_in(0)
    pad.type_character(keys[-1])
    assert why == set(re.findall(r"\b\d+\b", str(pad.refusal)))
    assert before == pad.faces_in(0)
    pad.undo()
    assert "" == pad.refusal


@pytest.mark.parametrize(("due", "keys", "missing"), [
    (roll(D6), "", "Nothing entered yet"),
    (roll(D6, D6), "3", "1 of 2 entered, 1 to go"),
    (roll(coins(9), D6), "", "9 coins: Nothing entered yet"),
    (roll(coins(9), D6), "5", "Die: Nothing entered yet"),
    (POOL, "612 55", "17 of 20 entered, 3 to go"),
    (POOL, "612 59", "21 entered, but only 20 were thrown"),
    (TWO, "622 ", "Russian: 0 of 18 entered, 18 to go"),
    (TWO, "", "French: 0 of 22 entered, 22 to go"),
])
def test_an_incomplete_pad_says_what_is_missing(due: Roll, keys: str, missing: str) -> None:
    """It names the missing or excess dice by field."""
    pad = pad_after(due, keys)
    assert not pad.complete
    assert missing == pad.missing


def test_other_keys_do_nothing_on_the_pad() -> None:
    """They are left to the sheet."""
    assert [False] * 4 == [Pad(roll(D6)).type_character(key) for key in ("x", "²", "h", "+")]


def test_a_key_for_either_letter_case_of_a_side_is_accepted() -> None:
    """What is accepted is what can be typed, and no more."""
    pad = Pad(roll(COIN, COIN))
    assert [True, True, True, False, False, False] == [pad.accepts(key) for key in ("h", "C", "1", "2", "²", "")]
    counts = Pad(POOL)
    counts.choose_counter(1)
    assert [True, False, False] == [counts.accepts(key) for key in ("9", "²", "-")]


def test_buttons_add_and_take() -> None:
    """Counts stay between zero and the number of dice; each click is undone separately."""
    pad = Pad(POOL)
    for many in (5, 5, 1, -1, -1, 5, 5, 5):
        pad.add(4, many)
    assert (20, 20) == pad.entered_and_needed(0)
    pad.add(3, -1)
    assert (0, 20) == (pad.count(3), pad.count(4))
    pad.enter(2)
    assert (21, 20) == pad.entered_and_needed(0)
    for _ in range(4):
        pad.undo()
    assert 14 == pad.count(4)


def test_counters_are_selected_in_turn() -> None:
    """Down from none is the first, up from none the last; its digits replace the old number."""
    pad = Pad(POOL)
    pad.choose_counter(1)
    assert 1 == pad.chosen_face
    pad.choose_counter(-1)
    assert 6 == pad.chosen_face
    for key in "12":
        pad.type_character(key)
    pad.choose_counter(1)
    pad.choose_counter(-1)
    pad.type_character("3")
    assert 3 == pad.count(6)
    pad.undo()
    assert 12 == pad.count(6)
    pad.type_character("4")
    pad.undo()
    pad.undo()
    assert pad.chosen_face is None
    assert 12 == pad.count(6), "the selection of a counter is undone before its number"


def test_a_counter_does_not_stay_selected_in_another_field() -> None:
    """Not even one whose face could also have been the beginning of another face."""
    pad = Pad(roll(*[D20] * 20, groups=(group("French", 0, 10), group("Russian", 10, 20)), ordered=False))
    pad.type_character("1")
    pad.switch_to(1)
    assert pad.chosen_face is None
    for key in "207":
        pad.type_character(key)
    assert (0, 7) == (pad.count(1), pad.count(20))


@pytest.mark.parametrize("due", [POOL, TWO, roll(D6, D6, D6), roll(coins(12), coins(3), D6), roll(*[D10] * 9)])
@pytest.mark.parametrize("seed", range(8))
def test_every_face_can_be_removed(due: Roll, seed: int) -> None:
    """After any input in any field, Backspace leads back to an empty pad."""
    rng, pad = random.Random(seed), Pad(due)
    for _ in range(60):
        match rng.randrange(8):
            case 0:
                pad.finish_typing()
            case 1:
                pad.switch_to(rng.randrange(len(pad.fields)))
            case 2:
                pad.choose_counter(rng.choice((-1, 1)))
            case 3:
                pad.add(rng.choice(pad.field.die.faces), rng.choice((-1, 1, 5))) if pad.field.by_count else pad.undo()
            case _:
                pad.type_character(str(rng.randrange(10)))
        assert not pad.complete or due.fits(pad.faces)
    for _ in range(400):
        if not pad.has_input:
            break
        pad.undo()
    assert not pad.has_input
    assert all(() == pad.faces_in(number) for number in range(len(pad.fields)))
