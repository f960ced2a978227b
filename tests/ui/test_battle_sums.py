"""The battle card of systems without a results table: sums, exact chances, the actual result."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import Any

import pygame
import pytest

from game import catalog
from game.core.action import Faces
from game.core.chance import Modifier, per_cent
from game.core.contract import Counter
from game.core.event import Noted, RolledOnTable
from game.core.message import Text, say
from game.core.preview import Outcome, Preview, UnitLine
from game.core.theme import Theme
from game.core.verdict import RuleRef
from game.rules.africa.events import Lost, Marked
from game.rules.africa.rolling import coins_text
from game.rules.africa.system import Africa
from game.ui.cards import battle, chances
from game.ui.cards.card import Card
from game.ui.cards.card_pen import BARE, TERSE, CardPen
from game.ui.cards.chances import write_chances
from game.ui.cards.slip import write_hazards, write_hint
from game.ui.cards.sums import modifier_runs, write_hit_dice, write_sums
from game.ui.kit.fonts import Role
from game.ui.kit.pen import TextRun, cite, fitting_font
from game.ui.kit.theme import GOLD, Metrics
from game.ui.play.playback import harm_events
from game.ui.play.rolling import as_they_fell
from tests.rules.adua.board import table as adua_table
from tests.ui.pictures import digest

FIRE = {"s-cuenca": "a", "s-prim": "a", "m-gum-uagit": "playa-del-tarajal"}
SHOCK = ("m-gk-haus", "m-gum-uagit", "m-abbas", "s-cuenca", "s-luchana", "s-prim")


@pytest.fixture(scope="module")
def rules() -> Africa:
    return Africa(catalog.board)


@pytest.fixture(autouse=True)
def window(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures need a display, at least a dummy one."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.init()
    pygame.display.set_mode((640, 480))


def at_fire(rules: Africa) -> Any:
    start = {"scenario": "castillejos", "options": [], "turn": 1, "phase": "fire", "phasing": "spanish"}
    return rules.from_position({**start, "units": [{"id": unit, "place": place} for unit, place in FIRE.items()]})


def at_shock(rules: Africa) -> Any:
    start = {"scenario": "castillejos", "options": [], "turn": 1, "phase": "shock", "phasing": "moroccan"}
    came = {"m": {"came": "yabal-ar-rahim"}, "s": {}}
    units = [{"id": unit, "place": "ar-rahim", **came[unit[0]]} for unit in SHOCK]
    return rules.from_position({**start, "units": units})


def written(rules: Africa, state: Any, preview: Preview | None, lit: str = "", width: int = 430) -> tuple[Card, str]:
    """The card and a digest of its picture."""
    card, metrics = Card(), Metrics(1920, 1080, 1.0)
    counters = {counter.unit: counter for counter in rules.counters(state)}
    card.write(
        (lit,), width, metrics, lambda pen: battle.write(pen, rules.theme, counters, preview, (), "T", None, lit)
    )
    card.place(0, 0)
    target = pygame.Surface((width, card.height))
    card.draw(target)
    return card, digest(target, "RGB")


def test_the_result_that_came_up_is_lit(rules: Africa) -> None:
    """Each result, the hit as a whole and no effect give different cards of the same size."""
    state = at_fire(rules)
    preview = rules.preview(state, rules.parse("fire s-cuenca playa-del-tarajal with s-prim"))
    results = ("", "hit", "miss", "retreat", "demoralization", "destroyed")
    cards = [written(rules, state, preview, lit) for lit in results]
    assert 6 == len({picture for _, picture in cards})
    assert 1 == len({card.height for card, _ in cards})
    assert [("10", None)] == [(link.rule.number, link.rule.ruling) for link in cards[0][0].links]


def test_a_shock_lights_the_winner_and_the_severity(rules: Africa) -> None:
    """Every result of both sides and the tie have their own places."""
    state = rules.apply(at_shock(rules), rules.parse("shock ar-rahim"))[0]
    preview = rules.preview(state, Faces((1,)))
    assert preview is not None
    results = [outcome.result for outcome in preview.outcomes if outcome.chance > Fraction(1, 200)]
    pictures = {written(rules, state, preview, lit)[1] for lit in ("", *results)}
    assert len(results) + 1 == len(pictures)
    assert {"spanish", "moroccan", ""} == {outcome.seat for outcome in preview.outcomes}
    assert "2 + ? + 1d6 coins against 7" == preview.total


def test_coins_that_fell_are_named_as_they_are(rules: Africa, printed: list[str]) -> None:
    """One head, not "1 heads"; markers from a cup are no coins."""
    state = rules.apply(at_shock(rules), rules.parse("shock ar-rahim"))[0]
    counters = {counter.unit: counter for counter in rules.counters(state)}
    fell = (1, 4, coins_text(4)), (2, 3, coins_text(3, from_cup=True))
    Card().write((fell,), 430, Metrics(1920, 1080, 1.0), partial(
        battle.write, theme=rules.theme, counters=counters, preview=rules.preview(state, Faces((1,))), choices=(),
        title="T", rolled_total=None, fallen=fell))
    parts = [text.split(" on ") for text in printed]
    assert ["1 head", "4 coins"] in parts
    assert ["2 heads", "3 markers"] in parts


def test_each_side_of_a_shock_is_summed_and_its_coins_are_shown(rules: Africa) -> None:
    """Above the chances are the units' values and the side's modifiers; below each sum its coins, one by one."""
    state = rules.apply(at_shock(rules), rules.parse("shock ar-rahim"))[0]
    preview = rules.preview(state, Faces((1,)))
    assert preview is not None
    counters = {counter.unit: counter for counter in rules.counters(state)}
    pictures, told = set(), []
    for heads, coins in (((), ()), ((2, 6), (4, 12)), ((3, 6), (4, 12)), ((2, 6), (4, 11))):
        fell = tuple((*pair, coins_text(pair[1])) for pair in zip(heads, coins, strict=True))
        card = Card()
        card.write((fell,), 430, Metrics(1920, 1080, 1.0), partial(
            battle.write, theme=rules.theme, counters=counters, preview=preview, choices=(), title="T",
            rolled_total=None, fallen=fell))
        pictures.add(digest(card.ink, "RGB"))
        told.append(" ".join(words for _, words in card.texts))
    assert 4 == len(pictures)
    for words in told:
        for modifier in preview.modifiers:
            assert str(modifier.name) in words, modifier.name
        assert all(str(seat.described) in words for seat in rules.theme.seats)


def test_the_card_fits_a_narrow_column(rules: Africa) -> None:
    """At the width of a projector's column there is no error and the card grows no wider."""
    state = rules.apply(at_shock(rules), rules.parse("shock ar-rahim"))[0]
    card, _ = written(rules, state, rules.preview(state, Faces((1,))), width=330)
    assert 330 == card.rect.width


@pytest.mark.parametrize(("chance", "expected"), [
    (Fraction(1), "100 %"), (Fraction(0), "0 %"), (Fraction(1, 2), "50 %"), (Fraction(5, 16), "31.3 %"),
    (Fraction(1, 3), "33.3 %"), (Fraction(1, 2000), "< 0.1 %"), (Fraction(1, 100), "1 %"),
])
def test_per_cent(chance: Fraction, expected: str) -> None:
    """Whole per cents are shown only if exact; a possible result never shows 0."""
    assert expected == per_cent(chance)


@pytest.mark.parametrize(("rule", "expected"), [
    (RuleRef("africa", "5"), "(rule 5)"), (RuleRef("africa", "6", 12), "(rule 6, ruling 12)"),
    (RuleRef("africa", "6.2"), "6.2"), (RuleRef("kassala", "II.D.7"), "II.D.7"),
])
def test_a_bare_number_is_cited_as_a_rule(rule: RuleRef, expected: str) -> None:
    """After "Area 6 is full. Choose where to", a bare 5 would read like an area."""
    assert expected == str(cite(rule).text)


@pytest.mark.parametrize("tie", [Fraction(1, 100), Fraction(31, 1000), Fraction(8, 100)])
def test_the_bar_of_a_tie_is_as_long_as_its_chance(rules: Africa, tie: Fraction) -> None:
    """Even with little room, the text is beside the bar."""
    won = (1 - tie) / 2
    cited = RuleRef("africa", "6.2")
    outcomes = (Outcome("s", won, say("the losers retreat"), cited, "Spanish win", "spanish"),
                Outcome("m", won, say("the losers retreat"), cited, "Moroccans win", "moroccan"),
                Outcome("tie", tie, say("nobody wins"), cited))
    card = Card()
    card.write(("bar",), 330, Metrics(1280, 720, 1.0), lambda pen: write_chances(pen, rules.theme, outcomes, ""),
               20, shrinks=False)
    canvas = pygame.Surface((330, 400))
    card.place(0, 0)
    card.draw(canvas)
    paper = {info.name: tuple(pygame.Color(info.paper))[:3] for info in rules.theme.seats}
    line = max(([tuple(canvas.get_at((x, y)))[:3] for x in range(330)] for y in range(100)),
               key=lambda row: sum(pixel in paper.values() for pixel in row))
    lengths = [line.count(paper[seat]) for seat in ("spanish", "moroccan")]
    assert sum(lengths) > 200
    assert lengths[0] == pytest.approx(lengths[1], abs=2)
    whole = sum(lengths) / float(1 - tie)
    assert whole <= 330
    assert line.count(paper["spanish"]) == pytest.approx(whole * float(won), abs=2)
    assert 330 - whole < 60


def test_columns_of_chances_are_headed_by_their_sides(rules: Africa, monkeypatch: pytest.MonkeyPatch) -> None:
    """With little room and results for both sides, each has its own column."""
    printed: list[str] = []

    def noted(text: Text, role: Role, px: int, width: int) -> Any:
        printed.append(str(text))
        return fitting_font(text, role, px, width)

    monkeypatch.setattr(chances, "fitting_font", noted)
    cited, half = RuleRef("africa", "6.2"), Fraction(1, 2)
    outcomes = (Outcome("s", half, say("the losers retreat"), cited, "Spanish win", "spanish"),
                Outcome("m", half, say("the losers retreat"), cited, "Moroccans win", "moroccan"))
    Card().write(("bar",), 330, Metrics(1280, 720, 1.0), lambda pen: write_chances(pen, rules.theme, outcomes, ""),
                 20, shrinks=False)
    sides = [str(info.described) for info in rules.theme.seats]
    assert sides == [text for text in dict.fromkeys(printed) if text in sides]


@pytest.mark.parametrize("width", [290, 430, 700])
@pytest.mark.parametrize("count", [1, 4, 5, 11])
def test_no_counter_hides_another(rules: Africa, width: int, count: int) -> None:
    """Many targets are smaller and in rows; all of them, and the arrow, are within the card."""
    state = rules.initial("castillejos")
    counters = {counter.unit: counter for counter in rules.counters(state)}
    units = [unit for unit in counters if unit.startswith("m-")][:count]
    shooter = next(unit for unit in counters if unit.startswith("s-"))
    preview = Preview((UnitLine(shooter, 3),), tuple(UnitLine(unit, 0) for unit in units), (), 3, 0, "3 coins",
                      "", None, ())
    card, metrics = Card(), Metrics(1920, 1080, 1.0)
    card.write(("sum",), width, metrics, lambda pen: battle.write(pen, rules.theme, counters, preview, (), "T", None))
    boxes = [box for box, _ in card.tips[:count + 1]]
    assert [counters[unit].name for unit in (shooter, *units)] == [told for _, told in card.tips[:count + 1]]
    assert all(len(box.collidelistall(boxes)) == 1 for box in boxes)
    assert all(box.width >= metrics.px(32) and pygame.Rect(0, 0, width, card.height).contains(box) for box in boxes)


def test_what_units_suffered_is_listed(rules: Africa) -> None:
    """Each loss has a line of the card, with its rule."""
    state = rules.apply(at_shock(rules), rules.parse("shock ar-rahim"))[0]
    before, after = rules.preview(state, Faces((1,))), ("s-cuenca is eliminated", RuleRef("africa", "6.2"))
    counters = {counter.unit: counter for counter in rules.counters(state)}

    def card_of(suffered: tuple[tuple[str, RuleRef], ...]) -> Card:
        card = Card()
        card.write(suffered, 430, Metrics(1920, 1080, 1.0), lambda pen: battle.write(
            pen, rules.theme, counters, before, (), "Shock", None, losses=suffered))
        return card

    none, one, two = card_of(()), card_of((after,)), card_of((after, after))
    assert none.height < one.height < two.height
    lines = [" ".join(words for _, words in card.texts).count("s-cuenca is eliminated") for card in (none, one, two)]
    assert [0, 1, 2] == lines


def test_only_what_harms_a_unit_is_listed() -> None:
    """A unit that is lost, demoralized or reduced is listed; one that rallies is not."""
    cited = RuleRef("africa", "6.2")
    lost = Lost(cited, "s-cuenca", "Cuenca", "a", "A")
    marked = [Marked(cited, "s-prim", "Prim", mark, on) for mark, on in (
        ("reduced", True), ("demoralized", True), ("demoralized", False))]
    assert (lost, *marked[:2]) == harm_events((Noted(cited, say("A note")), lost, *marked))


@pytest.mark.parametrize("width", [240, 300, 420])
def test_the_heading_of_a_scarce_card_is_whole(rules: Africa, width: int) -> None:
    """It is printed smaller, then wrapped, instead of cut."""
    who = say("Húsares de la Princesa against Playa del Tarajal")
    pen = CardPen(pygame.Surface((width, 400)), Metrics(1280, 720, 1.0), 0, 0, width, scarcity=TERSE)
    write_hazards(pen, rules.theme, {}, who, ())
    assert " ".join(line for _, line in pen.printed_texts) == str(who)
    assert all(place.width <= width for place, _ in pen.printed_texts)


@pytest.mark.parametrize(("total", "reading", "told"), [
    ("6-5", say("6 to 5, rounded in the defender's favour: 1-1"), "6 to 5, rounded in the defender's favour: 1-1"),
    ("+2", say("two columns right"), "+2: two columns right"),
])
def test_the_odds_are_named_once(total: str, reading: Text, told: str) -> None:
    """A reading that begins with the total in words replaces it."""
    preview = Preview((), (), (), 6, 5, total, reading, "1-1", ())
    pen = CardPen(pygame.Surface((400, 200)), Metrics(1280, 720, 1.0), 0, 0, 400)
    battle.write_reading(pen, preview)
    assert [line for _, line in pen.printed_texts] == [told]


@pytest.mark.parametrize(("values", "printed"), [((), False), ((-1,), False), ((1, -1), False), ((-1, -1), True)])
def test_where_readings_are_left_out_no_total_repeats_a_term(
    rules: Africa, values: tuple[int, ...], printed: bool
) -> None:
    """Without its reading a total of 0, or the value of the only modifier above it, says nothing; a sum is printed, and
    takes as much room as any other total."""
    terms = tuple(Modifier(value, "leader", RuleRef("tours", "5.2.3")) for value in values)
    ends = []
    for total in (f"{sum(values):+d}", "+9"):
        pen = CardPen(pygame.Surface((300, 400), pygame.SRCALPHA), Metrics(1280, 720, 1.0), 0, 0, 300, scarcity=BARE)
        write_sums(pen, rules.theme, {}, Preview((), (), terms, None, None, total, say("to the die"), None, ()))
        ends.append(pen.y)
    assert (ends[0] == ends[1]) is printed


def test_modifiers_in_running_text_are_separated() -> None:
    """A second modifier does not run into the first one's rule."""
    rule = RuleRef("cudgels", "10.4")
    pen = CardPen(pygame.Surface((600, 200)), Metrics(1280, 720, 1.0), 0, 0, 600)
    pen.flow(modifier_runs([Modifier(-1, "pikes", rule), Modifier(-1, "shot", rule)]))
    assert [line for _, line in pen.printed_texts] == ["−1 pikes ; −1 shot"]


@pytest.mark.parametrize("width", [170, 220, 300])
def test_labels_and_figures_of_hits_do_not_overlap(width: int) -> None:
    """In a narrow column, such as half a card in large print, they are printed smaller."""
    at = adua_table("v-infantry 2611, taitu-fv1 2610, taitu-f1 2511, taitu-f2 2512", phase="fire",
                    phasing="abyssinian", turn=3)
    at = at.play(*(f"attack taitu-{unit} v-infantry" for unit in ("fv1", "f1", "f2")), "begin")
    preview = at.preview("resolve v-infantry")
    pen = CardPen(pygame.Surface((width + 20, 400)), Metrics(1280, 720, 1.5), 0, 0, width)
    write_hit_dice(pen, at.rules.theme, {each.unit: each for each in at.rules.counters(at.state)}, preview)
    places = [place for place, _ in pen.printed_texts]
    assert len(places) > 8
    for one, other in combinations(places, 2):
        # lines may touch, as their letters do not fill the height
        assert not (one.inflate(0, -8).colliderect(other.inflate(0, -8)))
    assert max(place.right for place in places) <= width


def test_the_hits_that_fell_stand_on_the_card() -> None:
    """Every die hits; a unit lost by the roll still counts for its side."""
    at = adua_table("v-infantry 2611, taitu-fv1 2610, taitu-f1 2511, taitu-f2 2512", phase="fire",
                    phasing="abyssinian", turn=3)
    at = at.play(*(f"attack taitu-{unit} v-infantry" for unit in ("fv1", "f1", "f2")), "begin")
    preview = at.preview("resolve v-infantry")
    resolved = at.play("resolve v-infantry", (6,) * sum(side.dice for side in preview.hit_dice))
    (rolled,) = (event for event in resolved.events if isinstance(event, RolledOnTable))
    counters = {each.unit: each for each in at.rules.counters(at.state)}
    fell = as_they_fell(rolled, preview, counters)
    assert [(side.dice, side.dice, "") for side in preview.hit_dice] == list(fell)
    pen = CardPen(pygame.Surface((420, 400)), Metrics(1280, 720, 1.0), 0, 0, 400)
    write_hit_dice(pen, at.rules.theme, counters, preview, fell)
    printed = [text for _, text in pen.printed_texts]
    assert all(any(text.startswith(f"{hits} (") for text in printed) for hits, _, _ in fell)
    lost = as_they_fell(rolled, preview, {unit: each for unit, each in counters.items() if unit == "v-infantry"})
    assert fell == lost


def test_two_units_with_one_abbreviation_are_named_in_full() -> None:
    """Before their modifiers: otherwise one unit would seem to be both above and below."""
    rule = RuleRef("adua", "10.1")
    rules = catalog.rules("adua")
    counters = [each for each in rules.counters(rules.initial("adua"))
                if each.unit in ("gabeiehu-f1", "atichim-f1", "i-ascari")]
    runs = modifier_runs([Modifier(1, "above", rule, each.unit) for each in counters], counters)
    printed = " ".join(str(run.text) for run in runs if isinstance(run, TextRun))
    for each in counters:
        assert str(each.short_name if each.unit == "i-ascari" else each.name) in printed


def test_a_single_letter_stands_for_no_unit() -> None:
    """Before a modifier in short print the unit is named: "A" could be anybody."""
    rules = catalog.rules("kassala")
    counter = next(each for each in rules.counters(rules.initial("kassala")) if str(each.short_name) == "A")
    runs = modifier_runs([Modifier(-1, "uphill", RuleRef("kassala", "II.E.9"), counter.unit)], [counter])
    assert any(str(counter.name) in str(run.text) for run in runs if isinstance(run, TextRun))


def test_the_side_with_more_units_has_more_of_the_row(arab_fight: dict[str, Any], monkeypatch: pytest.MonkeyPatch
                                                      ) -> None:
    """Five counters against one lie side by side in tight print; no counter covers another."""
    rules = catalog.rules("kassala")
    state = rules.from_position(arab_fight)
    preview = next(found for action in rules.candidates(state) if (found := rules.preview(state, action)) is not None)
    counters = {counter.unit: counter for counter in rules.counters(state)}
    moslems = [unit for unit, counter in counters.items() if counter.seat == "moslem"][:5]
    preview = replace(preview, attackers=tuple(replace(preview.attackers[0], unit=unit) for unit in moslems))
    colours = {unit: pygame.Color(200, 10 + 40 * number, 250) for number, unit in enumerate(moslems)}
    sizes: list[int] = []

    def plain(counter: Counter, theme: Theme, px: int) -> pygame.Surface:
        sizes.append(px)
        picture = pygame.Surface((px, px))
        picture.fill(colours.get(counter.unit, pygame.Color("white")))
        return picture

    monkeypatch.setattr(battle, "plain_counter", plain)
    card, metrics = Card(), Metrics(1280, 720, 2 / 3)
    card.write((), 300, metrics, lambda pen: battle.write(pen, rules.theme, counters, preview, (), "T", None), 150)
    for colour in colours.values():
        row = [x for x in range(card.ink.get_width()) if any(
            card.ink.get_at((x, y)) == colour for y in range(card.ink.get_height()))]
        assert len(row) == sizes[-1]


@pytest.mark.parametrize("width", [310, 480])
def test_the_buttons_of_a_long_hint_are_in_view(width: int) -> None:
    """If its text is too long for the card only the text scrolls, whether the buttons are in one row or not."""
    card = Card()
    card.write(("hint",), width, Metrics(1280, 720, 0.75), lambda pen: write_hint(pen, "a long reason " * 40, 2), 140)
    card.place(0, 0, 140)
    for name in ("hint-next", "hint-all", "hint-away"):
        place = card.slot(name)
        assert place is not None
        assert card.rect.contains(place)


def test_the_sign_of_a_short_hint_is_whole() -> None:
    """With a text of one line the buttons are far below it, and no part of the sign with them."""
    card = Card()
    card.write(("hint",), 310, Metrics(1280, 720, 1.0), lambda pen: write_hint(pen, "18 of 27: to Al Khaliq", 2), 300)
    card.place(0, 0, 300)
    surface = pygame.Surface((310, 300))
    card.draw(surface)
    gold = [y for y in range(300) for x in range(60) if surface.get_at((x, y)) == pygame.Color(GOLD)]
    assert gold
    assert max(gold) - min(gold) < 40


@pytest.mark.parametrize(("width", "room"), [(310, 178), (310, 300), (480, 240), (600, 240)])
def test_the_buttons_of_a_plan_stay_in_place_from_step_to_step(width: int, room: int) -> None:
    """The room of the first step's text is kept, and the last step has the rows of those before it."""
    card, places = Card(), list[tuple[int, pygame.Rect | None]]()
    first = "The computer (Veteran) suggests: Nubian infantry 1 moves 0404-0405 – nearer to the enemy, with support"
    for text, steps in ((first, 3), ("2 of 3: Nubian infantry 2 moves 0304-0404", 2), ("3 of 3: End movement", 1)):
        card.write(("hint", text), width, Metrics(1280, 720, 0.72),
                   partial(write_hint, text=text, steps=steps, first=first), room)
        card.place(0, 0)
        places.append((card.height, card.slot("hint-next")))
    assert places[0][1] is not None
    assert len({height for height, _ in places}) == 1
    assert all(place == places[0][1] for _, place in places)


def test_in_little_room_a_hint_is_whole_above_one_row_of_buttons() -> None:
    """A suggestion of three lines fits the card of a selection above a list at 1280x720."""
    card = Card()
    text = ("The computer (Veteran) suggests: Red: activation roll - the nearest first: 4 hexes from infantry 13, "
            "50 % to activate")
    card.write(("hint",), 310, Metrics(1280, 720, 0.72), lambda pen: write_hint(pen, text, 1), 131)
    card.place(0, 0, 131)
    do_it, dismiss = card.slot("hint-next"), card.slot("hint-away")
    assert do_it is not None
    assert dismiss is not None
    assert do_it.y == dismiss.y
    assert card.height <= card.rect.height


@pytest.mark.parametrize(("title", "shown"), [("Die 7: all engaged", True), ("Die 7: " + "all engaged, " * 9, False)])
def test_a_result_that_fits_in_the_heading_is_in_it_where_room_is_scarce(
        printed: list[str], rules: Africa, title: str, shown: bool) -> None:
    """Only a longer one gives way to the die alone, beside the list in which it is highlighted."""
    outcome = Outcome("E", Fraction(1), say("E"), RuleRef("made-up", "1"))
    preview = Preview((), (), (), None, None, "+1", "", "Shock", (outcome,))
    pen = CardPen(pygame.Surface((300, 400), pygame.SRCALPHA), Metrics(1280, 720, 1.0), 0, 0, 300, scarcity=TERSE)
    battle.write(pen, rules.theme, {}, preview, (), title, None, "E", "Die 7")
    assert shown == (title in printed)
    assert shown != ("Die 7" in printed)
