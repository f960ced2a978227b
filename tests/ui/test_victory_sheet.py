"""The victory sheet of a system with coins and places that are held: what it counts, and that everything fits."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game import catalog
from game.core.chance import D6, D10
from game.core.chance import coins as heads
from game.core.event import Rolled, RolledOnTable
from game.core.message import Text, say
from game.core.verdict import RuleRef
from game.i18n.words import said
from game.levels import HUMAN
from game.match.loading import load
from game.match.match import Match
from game.ui.kit.pen import Pen
from game.ui.screens.newgame import NewGame
from game.ui.screens.victory import EXAMPLE_OVER, Victory, rolls_of
from game.ui.screens.wholelog import WholeLog
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
RULE = RuleRef("africa", "6.1")


@pytest.fixture
def over() -> Match[Any]:
    """The Castillejos, over: nobody did anything in the last turn, and half of the Spanish never came."""
    rules = catalog.rules("africa")
    position = {**rules.position(rules.initial("castillejos")), "turn": 15, "phase": "movement", "phasing": "moroccan",
                "to_act": "moroccan"}
    match = Match.begin(rules, "castillejos", (), seed=5, position=position)
    while match.to_act is not None:
        match.roll() if match.to_act == "chance" else match.play(match.rules.candidates(match.state)[-1])
    return match


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Everything a pen writes on one line."""
    found: list[str] = []
    line = Pen.line

    def spy(self: Pen, text: str, *more: Any, **named: Any) -> Any:
        found.append(text)
        return line(self, text, *more, **named)

    monkeypatch.setattr(Pen, "line", spy)
    return found


def test_who_played_is_told(sit_down: Sit) -> None:
    """Level and personality of both sides; in an example nobody plays."""
    rules = catalog.rules("kassala")
    match = Match.begin(rules, seed=5, players={"moslem": "veteran:careful", "christian": "recruit"})
    match.resign("moslem")
    hand = sit_down()
    sheet = Victory(hand.app, match)
    assert all(told in said(sheet.players) for told in ("Moslem", "Veteran (careful)", "Christian", "Recruit"))


def test_the_places_worth_holding_are_listed(sit_down: Sit, over: Match[Any], lines: list[str]) -> None:
    """Each with the side that holds it."""
    hand = sit_down()
    hand.app.push(Victory(hand.app, over))
    hand.wait()
    at = lines.index("Held at the end")
    said = lines[at + 1 : at + 11]
    assert ["Moroccan", "Casa de la Condesa"] == said[:2]
    assert {"Moroccan"} == set(said[::2])
    assert str(over.result.rule) == str(hand.top.links[0].rule)  # type: ignore[union-attr]


def test_towns_are_listed_by_name(sit_down: Sit, lines: list[str]) -> None:
    """Kassala, over before anybody acts: both towns as the rules call them, not by the numbers of their hexes."""
    rules = catalog.rules("kassala")
    position = {**rules.position(rules.initial("kassala")), "turn": 10, "phase": "combat", "phasing": "christian"}
    match = Match.begin(rules, "kassala", (), seed=5, position={**position, "to_act": "christian"})
    assert match.to_act is None
    hand = sit_down()
    hand.app.push(Victory(hand.app, match))
    hand.wait()
    at = lines.index("Held at the end")
    holders = [objective.seat.capitalize() for objective in rules.objectives(match.state).held]
    assert lines[at + 1 : at + 5] == [holders[0], "Udaka", holders[1], "Kassala"]
    assert not any(str(line).startswith("Hex ") for line in lines)


def test_units_that_never_came_are_no_losses(sit_down: Sit, over: Match[Any], lines: list[str]) -> None:
    """Only those that were on the map are counted."""
    hand = sit_down()
    hand.app.push(Victory(hand.app, over))
    hand.wait()
    counters = over.rules.counters(over.state)
    came = [c for c in counters if c.seat == "spanish" and "waiting" not in c.marks]
    lost = [c for c in came if c.place is None]
    assert f"Spanish: {len(lost)} of {len(came)} units" in lines


def test_many_losses_are_drawn_smaller(sit_down: Sit, over: Match[Any]) -> None:
    """The rows of both sides stay within their part of the sheet; few losses are as large as ever."""
    hand = sit_down()
    sheet = Victory(hand.app, over)
    hand.app.push(sheet)
    px = sheet.metrics.px
    assert sheet.counter_size([3, 2], px(540), px(260)) == px(56)
    assert sheet.counter_size([30, 30], px(540), px(260)) < px(40)


def test_dice_and_coins_are_counted_apart() -> None:
    """Dice with their mean, coins with their heads; a game without coins says nothing of them."""
    coins = Rolled(RULE, (heads(4),), (3,), "hit", say("a hit"), "fire", needed=3)
    both = Rolled(RULE, (heads(7), heads(5)), (4, 1), "spanish 3", say("all retreat"), "shock")
    assert rolls_of([coins, both]) == [("Coins", "16, 8 heads (50 %)")]
    die = RolledOnTable(RULE, (D6, D6), (2, 5), "C", say("contact"), column="1-1", row=2)
    assert rolls_of([die]) == [("Dice", "2, mean 3.5")]
    ten = Rolled(RULE, (D10,), (0,), "miss", say("no effect"))
    assert rolls_of([die, ten]) == [("Dice", "3")], "the mean of a six-sided and a ten-sided die says nothing"
    assert rolls_of([ten]) == [("Dice", "1, mean 0.0")]
    assert rolls_of([]) == [("Dice", "0")]


def test_the_end_of_an_example_is_no_draw_and_counts_who_took_part(sit_down: Sit, lines: list[str]) -> None:
    """Figure 5 has three units; the rest of both armies are not its losses."""
    match = Match.begin(catalog.rules("adua"), "figure-5", (), seed=5)
    while match.to_act is not None:
        match.roll() if match.to_act == "chance" else match.play(match.rules.candidates(match.state)[-1])
    hand = sit_down()
    hand.app.push(Victory(hand.app, match))
    hand.wait()
    assert EXAMPLE_OVER in lines
    took = {counter.seat: 0 for counter in match.rules.counters(match.history.first)}
    for counter in match.rules.counters(match.history.first):
        took[counter.seat] += counter.place is not None
    for seat in match.rules.theme.seats:
        told = next(line for line in map(str, lines) if line.startswith(f"{seat.title}: "))
        assert told.endswith(f"of {took[seat.name]} units")


def test_an_example_is_offered_from_the_side_that_acts_in_it(sit_down: Sit) -> None:
    """The initiative of figure 3 is the Abyssinians'."""
    hand = sit_down()
    rules = catalog.rules("adua")
    info = next(info for info in rules.scenarios if info.name == "figure-3")
    sheet = NewGame(hand.app, rules, info)
    assert ["abyssinian"] == [seat for seat, player in sheet.seating.players.items() if player == HUMAN]


@pytest.mark.parametrize(("system", "record", "words"), [
    ("africa", "example-a.jsonl", "Attacks and fire"), ("kassala", "kassala.jsonl", "Attacks"),
])
def test_attacks_are_counted_in_the_words_of_the_system(
    sit_down: Sit, monkeypatch: pytest.MonkeyPatch, system: str, record: str, words: str
) -> None:
    """They stand in its folder of art."""
    rows = list[str]()
    row = Pen.row

    def spy(self: Pen, label: Text, value: Text) -> None:
        rows.append(str(label))
        row(self, label, value)

    monkeypatch.setattr(Pen, "row", spy)
    hand = sit_down()
    hand.app.push(Victory(hand.app, load(Path(__file__).parents[1] / "records" / system / record).match))
    hand.wait()
    assert [words] == [each for each in rows if each.startswith("Attacks")]


@pytest.mark.parametrize("by_key", [False, True])
def test_what_the_sheet_leaves_out_is_in_the_log(sit_down: Sit, by_key: bool) -> None:
    """A click on how many moments there were before, or L, opens all of it."""
    match = load(Path("tests/records/kassala/kassala.jsonl")).match
    if match.result is None:
        match.resign("moslem")
    hand = sit_down(size=(1024, 768))
    hand.app.push(Victory(hand.app, match))
    hand.wait()
    earlier = hand.on(Victory).earlier
    assert earlier is not None
    hand.key("l") if by_key else hand.click(earlier.center)
    assert "moves" in hand.on(WholeLog).text
    hand.key("escape")
    hand.on(Victory)
