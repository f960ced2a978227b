"""Runs of Adua on the screen: all melees despite a computer player's retreats, and orders given and cancelled."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.core.message import Message, values_in
from game.match.start import Start
from game.ui.cards.overview import line_spot
from game.ui.cards.prompt import PromptCard
from game.ui.play.quick_play import MARCH_PAUSE
from game.ui.screens.game_contents import GOES_ON, prompt_card
from tests.rules.adua.board import RULES, table
from tests.ui.hand import Hand, run_out

Sit = Callable[..., Hand]


def done(hand: Hand) -> list[str]:
    return [ply.action.notation for ply in hand.game.match.plies]


@pytest.mark.soak
def test_all_melees_are_rolled_even_if_a_computer_player_retreats(sit_down: Sit) -> None:
    """Its decisions are part of the combats: one keystroke rolls every melee of the turn."""
    at = table("v-infantry 2611 engaged, taitu-f1 2611 engaged, vi-infantry 2613 engaged, taitu-f3 2613 engaged, "
               "i-ascari 2413 engaged, taitu-f4 2413 engaged, taitu 2201, romero 3010", phase="melee",
               phasing="abyssinian", turn=8)
    hand = sit_down(Start("play", "adua", "adua", seed=5, players={"abyssinian": "recruit"},
                          position=RULES.position(at.state)), speed=8.0, hand_over=False)
    hand.until(lambda: "roll" == hand.game.prompt_shown.mode)
    assert "Roll all 3 melees" == hand.game.quick_play.label
    hand.key("v")
    hand.until(lambda: "orders" == hand.game.match.prompt.phase and not hand.game.quick_play.running)
    assert 3 == sum(each.startswith("roll") for each in done(hand))
    assert any(each.startswith("retreat") for each in done(hand))
    assert "3 melees" == str(hand.game.quick_play.summary.head)


def test_all_combats_go_on_after_a_decision_and_the_card_says_so(sit_down: Sit) -> None:
    """The run stops for the damage to be assigned; the decision alone lets it go on to the next."""
    at = table("ii-infantry 2010, v-infantry 1814, tecla-fv1 2011, tecla-f1 1910, tecla-f2 1815, tecla-f3 1714, "
               "tecla 1712", phase="fire", phasing="abyssinian", turn=4)
    hand = sit_down(Start("play", "adua", "adua", seed=6, players={"italian": "recruit"},
                          position=RULES.position(at.state)), speed=8.0, hand_over=False)
    hand.settle()
    for unit, target in (("fv1", "ii"), ("f1", "ii"), ("f2", "v"), ("f3", "v")):
        hand.game.match.play(RULES.parse(f"attack tecla-{unit} {target}-infantry"))
    hand.game.match.play(RULES.parse("begin"))
    hand.settle()
    assert not hand.game.quick_play.goes_on_after_decision
    hand.key("v")
    hand.until(lambda: hand.game.quick_play.waits and not hand.game.stage.busy)
    assert hand.game.quick_play.goes_on_after_decision
    card, *_ = prompt_card(hand.game, ()).key
    assert isinstance(card, PromptCard)
    assert card.still_possible == GOES_ON
    rolled = sum(each.startswith("roll") for each in done(hand))
    hand.key("1")
    hand.until(lambda: sum(each.startswith("roll") for each in done(hand)) > rolled)


def test_orders_given_by_one_key_have_one_summary_and_one_undo(sit_down: Sit) -> None:
    at = table("v-infantry 2010 disorganized, vi-infantry 2012 disorganized, romero 2010, nava 2012, ellena 2011, "
               "menelik-fv1 2020", phase="orders")
    hand = sit_down(Start("play", "adua", "adua", seed=5, players={}, position=RULES.position(at.state)), speed=8.0,
                    hand_over=False)
    hand.settle()
    hand.key("v")
    run_out(hand)
    assert 2 == len(done(hand))
    assert ("2 orders given", "rally: 2") == tuple(map(str, hand.game.quick_play.summary))
    hand.key("backspace")
    hand.settle()
    assert [] == done(hand)


def test_a_key_without_effect_is_no_longer_offered(sit_down: Sit) -> None:
    """Once the key has reported that the veteran would do nothing with the remaining units, it is no longer offered."""
    at = table("v-infantry 2010, romero 2010, ellena 2011, menelik-fv1 0120", phase="orders")
    hand = sit_down(Start("play", "adua", "adua", seed=5, players={}, position=RULES.position(at.state)), speed=8.0,
                    hand_over=False)
    hand.settle()
    for _ in range(4):
        if not hand.game.quick_play.label:
            break
        hand.key("v")
        run_out(hand)
    assert "" == hand.game.quick_play.label
    hand.key("v")
    text, state = hand.game.view.notice.text, hand.game.match.state
    assert hand.game.selection.refusal is None
    assert isinstance(text, Message)
    assert list(values_in(text)) == [value for each in RULES.still_to_do(state) for value in values_in(each.text)]
    assert RULES.why_no_autoplay(state)
    assert RULES.why_no_autoplay(state) == (text.values or {})["why"]


def test_moves_made_by_one_key_are_summed_up_with_those_who_stay(sit_down: Sit) -> None:
    """Tecla's unit closes up; the other, where the veteran wants it, stays, and the summary says so. The run is not
    offered again."""
    at = table("tecla-f1 0610, tecla-f2 1710, tecla 0610, v-infantry 1910", phase="move", phasing="abyssinian", turn=8)
    hand = sit_down(Start("play", "adua", "adua", seed=5, players={}, position=RULES.position(at.state)), speed=8.0,
                    hand_over=False)
    hand.settle()
    hand.key("v")
    run_out(hand)
    rest = RULES.autoplay_rest(hand.game.match.state)
    assert rest
    assert str(hand.game.quick_play.summary.text).endswith(str(rest))
    assert not hand.game.quick_play.label


def test_a_click_does_not_wait_for_a_move_to_be_shown(sit_down: Sit) -> None:
    """The force arrives at once, and the click has its usual effect."""
    at = table("alula 0610, alula-fv1 0610, alula-fv2 0611, alula-f1 0710, gabeiehu 0614, gabeiehu-f1 0614, "
               "v-infantry 3010", phase="move", phasing="abyssinian", turn=5)
    hand = sit_down(Start("play", "adua", "adua", seed=5, players={}, position=RULES.position(at.state)),
                    hand_over=False)
    hand.settle()
    card = hand.screen.column.overview
    spots = {each.name: card.window_rect(each.rect) for each in card.spots}
    first, second = spots[line_spot("alula")], spots[line_spot("gabeiehu")]
    assert first is not None
    assert second is not None
    hand.click(first.center)
    hand.click_place("0910")
    hand.wait(0.1)
    assert hand.game.quick_play.running
    hand.click(second.center)
    assert 4 == len(done(hand))
    assert "gabeiehu" == hand.game.selection.lines.looked_at


def test_decisions_of_a_combat_are_automatic_on_request(sit_down: Sit) -> None:
    """"Resolve all" waits at the damage of the first combat; the same key there decides it and all that follow."""
    at = table("v-infantry 2611, vi-infantry 2310, taitu-fv1 2610, taitu-f1 2511, taitu-f2 2512, taitu-fv2 2309, "
               "taitu-f3 2210, taitu-f4 2410", phase="fire", phasing="abyssinian", turn=8)
    at = at.play(*(f"attack taitu-{unit} v-infantry" for unit in ("fv1", "f1", "f2")),
                 *(f"attack taitu-{unit} vi-infantry" for unit in ("fv2", "f3", "f4")), "begin")
    hand = sit_down(Start("play", "adua", "adua", seed=5, players={}, position=RULES.position(at.state)), speed=8.0,
                    hand_over=False)
    hand.settle()
    assert "Resolve both attacks" == hand.game.quick_play.label
    hand.key("v")
    run_out(hand)
    assert not any(each.startswith("damage") for each in done(hand))
    assert hand.in_one_go[0].startswith("damage")
    hand.key("v")
    run_out(hand)
    assert 2 == sum(each.startswith("resolve") for each in done(hand))
    assert any(each.startswith("damage") for each in done(hand))
    assert "fire" != hand.game.match.prompt.phase
    told = [str(entry.text) for entry in hand.screen.column.log.entries if entry.kind in ("result", "report")]
    assert [text.partition(":")[0] for text in told if "combat" in text.partition(":")[0]] == ["2 combats"]


def choice_of_losses(sit_down: Callable[..., Hand], size: tuple[int, int]) -> Hand:
    """The losses of a combat are to be chosen, in larger print; the cards are a closed drawer."""
    at = table("v-infantry 2611, vi-infantry 2310, taitu-fv1 2610, taitu-f1 2511, taitu-f2 2512, taitu-fv2 2309, "
               "taitu-f3 2210, taitu-f4 2410", phase="fire", phasing="abyssinian", turn=8)
    at = at.play(*(f"attack taitu-{unit} v-infantry" for unit in ("fv1", "f1", "f2")),
                 *(f"attack taitu-{unit} vi-infantry" for unit in ("fv2", "f3", "f4")), "begin")
    hand = sit_down(Start("play", "adua", "adua", seed=5, players={}, position=RULES.position(at.state)), speed=8.0,
                    hand_over=False)
    hand.resize(size, 200)
    hand.settle()
    hand.key("v")
    run_out(hand)
    assert hand.app.metrics.has_drawer
    assert not hand.screen.drawer.open
    hand.wait(2.0)  # the roll has been seen
    return hand


@pytest.mark.every(2)
@pytest.mark.parametrize("key", ["space", "1"])
def test_a_key_takes_no_choice_from_a_closed_drawer(sit_down: Callable[..., Hand], key: str) -> None:
    """The choice of losses is in the closed drawer: the first press opens it, and only the next one chooses."""
    hand = choice_of_losses(sit_down, (1024, 768))
    screen, before = hand.screen, done(hand)
    hand.key(key)
    assert screen.drawer.open
    assert before == done(hand)
    hand.wait(1.0)
    hand.key(key)
    assert any(each.startswith("damage") for each in done(hand)[len(before):])


def test_space_retreats_one_unit_after_the_other(sit_down: Sit) -> None:
    """If several units retreat from one melee, a retreat is proposed for each in turn."""
    at = table("v-infantry 2611 engaged, taitu-f1 2611 engaged, taitu-f2 2611 engaged, romero 3010", phase="melee",
               phasing="abyssinian", turn=8).play("melee 2611", 6)
    hand = sit_down(Start("play", "adua", "adua", seed=5, players={}, position=RULES.position(at.state)), speed=8.0,
                    hand_over=False)
    hand.settle()
    assert [2] == list(values_in(hand.game.prompt_shown.text))
    hand.key("space")
    hand.settle()
    hand.key("space")
    hand.settle()
    assert ["retreat taitu-f1", "retreat taitu-f2"] == [each.rpartition(" ")[0] for each in done(hand)[:2]]


def test_a_pool_of_dice_stays_until_a_player_acts(sit_down: Sit) -> None:
    """A roll stays in the tray until the next action, even if another combat comes next."""
    at = table("v-infantry 2611, vi-infantry 2310, taitu-f1 2511, taitu-f3 2210",
               phase="fire", phasing="italian", turn=8, orders="romero v-infantry fire, nava vi-infantry fire")
    at = at.play("attack v-infantry taitu-f1", "attack vi-infantry taitu-f3", "begin")
    hand = sit_down(Start("play", "adua", "adua", seed=5, players={}, position=RULES.position(at.state)), speed=8.0,
                    hand_over=False)
    hand.settle()
    hand.key("space")
    hand.settle()
    hand.key("space")
    hand.settle()
    assert 1 == sum(each.startswith("roll") for each in done(hand))
    assert hand.game.match.prompt.main is not None
    assert hand.game.tray_shown
    hand.click_unit("v-infantry")
    hand.settle()
    assert not hand.game.tray_shown


def test_possible_targets_of_a_charge_are_named_with_the_chance(sit_down: Sit) -> None:
    """With two enemies of one attack, the buttons have their names, not the hexes."""
    at = table("iv-ascari 2813, albertone 2813, tecla-f2 2812, tecla-f3 2814", phase="fire", turn=3,
               orders="albertone iv-ascari melee").play("attack iv-ascari tecla-f2:4,tecla-f3", "begin",
                                                        "resolve tecla-f2", (6,) * 4 + (1,) * 2,
                                                        "resolve tecla-f3", (6,) * 4 + (1,) * 2)
    hand = sit_down(Start("play", "adua", "adua", seed=5, position=at.rules.position(at.state)), hand_over=False)
    hand.game.selection.select("iv-ascari")
    hand.wait()
    labels = [proposal.label for proposal in hand.game.selection.proposals]
    assert [str(label).split(" · ")[0] for label in labels] == [
        "Tecla Haimanot's infantry 2", "Tecla Haimanot's infantry 3"]
    assert all("%" in str(label) for label in labels)


def test_an_attack_is_drawn_from_attacker_to_target(sit_down: Sit) -> None:
    """Dragging from attacker to enemy has the effect of clicking both, whatever was selected before."""
    at = table("iii-infantry 2813, gabeiehu-f1 2812, gabeiehu-f2 2814", phase="fire", turn=3,
               orders="dabormida iii-infantry fire")
    hand = sit_down(Start("play", "adua", "adua", seed=5, position=at.rules.position(at.state)), hand_over=False)
    selection = hand.game.selection
    hand.drag(hand.spot("iii-infantry"), hand.spot("gabeiehu-f1"))
    assert set(selection.participants) == {"iii-infantry", "gabeiehu-f1"}
    hand.drag(hand.spot("iii-infantry"), hand.spot("gabeiehu-f2"))
    assert set(selection.participants) == {"iii-infantry", "gabeiehu-f1", "gabeiehu-f2"}
    hand.drag(hand.spot("iii-infantry"), hand.game.view.point_of("2020"))
    assert "gabeiehu-f1" in selection.participants


def test_the_key_that_skips_a_move_starts_nothing_else(sit_down: Sit) -> None:
    """A stroke slightly too late must not move the rest of the army; later the key does, as its button says."""
    line = "alula 0510, alula-f1 0509, alula-f2 0511, gabeiehu 1010, gabeiehu-f1 1009, iv-infantry 3010"
    at = table(line, phase="move", phasing="abyssinian", turn=7)
    hand = sit_down(Start("play", "adua", "adua", seed=5, position=at.rules.position(at.state)), hand_over=False)
    hand.settle()
    card = hand.screen.column.overview
    line_of = next(card.window_rect(each.rect) for each in card.spots if each.name == line_spot("alula"))
    assert line_of is not None
    hand.click(line_of.center)
    hand.click_place("0811")
    run_out(hand)
    moved = len(hand.game.match.plies)
    assert moved
    hand.key("v")
    run_out(hand)
    assert len(hand.game.match.plies) == moved
    hand.wait(MARCH_PAUSE)
    hand.key("v")
    run_out(hand)
    assert len(hand.game.match.plies) > moved
