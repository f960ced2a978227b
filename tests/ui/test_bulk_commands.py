"""Several actions at one input: a gun at a target, all guns, all retreats, a whole shock; by mouse and keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game import catalog
from game.core.batch import BatchActions, FireAll
from game.core.capability import capability
from game.core.chance import per_cent
from game.core.message import Message, values_in
from game.core.verdict import Illegal
from game.i18n.words import translate
from game.match.start import Start
from game.rules.africa.system import Africa
from game.ui.board import places
from game.ui.play.quick_play import ROLL_NEXT
from game.ui.play.runs import ChosenActionsRun, FireAllRun
from game.ui.screens.fire_all_sheet import FireAllSheet
from game.ui.screens.game import GameScreen
from game.ui.screens.game_contents import phase_text, side_of
from tests.rules.table import units
from tests.ui.hand import Hand, run_out

Sit = Callable[..., Hand]
GUNS = "s-montada b, s-2-bateria a, s-cuenca b, m-gk-haus castillejos, m-gum-uagit playa-del-tarajal, m-abbas al-malik"


@pytest.fixture
def scene(sit_down: Sit) -> Callable[..., Hand]:
    """Opens a position of Castillejos for two people, or for one against the computer player named."""
    rules = Africa(catalog.board)

    def make(line: str, phase: str = "movement", players: dict[str, str] | None = None, play: tuple[Any, ...] = (),
             seed: int = 5, phasing: str = "spanish") -> Hand:
        position = {"scenario": "castillejos", "options": [], "turn": 2, "phase": phase, "phasing": phasing}
        state = rules.from_position({**position, "units": units(line)})
        for action in play:
            state = rules.apply(state, rules.parse(action))[0]
        start = Start("play", "africa", "castillejos", seed=seed, position=rules.position(state), players=players or {})
        return sit_down(start, speed=8.0)

    return make


def _play_out(hand: Hand) -> None:
    """Let a run finish."""
    hand.wait()
    hand.until(lambda: not hand.game.quick_play.running)


def notations(hand: Hand) -> list[str]:
    return [step.action.notation for step in hand.game.match.plies]


def test_one_click_from_gun_to_target(scene: Callable[..., Hand]) -> None:
    """Click the gun, click the area: announced, fired, and the roll waits for the player."""
    hand = scene(GUNS)
    game = hand.game
    hand.click_unit("s-montada")
    assert "playa-del-tarajal" in game.selection.choices.target_places
    aimed = [proposal for proposal in game.selection.proposals if proposal.preview is not None]
    (heading,) = {proposal.heading for proposal in aimed}
    assert isinstance(heading, Message)
    assert heading.values == {"action": aimed[0].offer.short_label, "hope": aimed[0].hoped_result}
    assert {f"{p.place_title} · {per_cent(p.chance)}" for p in aimed} == {proposal.label for proposal in aimed}
    hand.click_place("playa-del-tarajal")
    run_out(hand)
    assert_waits_for_the_roll(hand, ["activate s-montada", "bombard s-montada playa-del-tarajal"])


def assert_waits_for_the_roll(hand: Hand, done: list[str]) -> None:
    """Check that the roll after the actions needs a hand: real dice can be entered, the main button rolls."""
    game = hand.game
    hand.wait_in_steps(40, 0.1)
    assert notations(hand) == done
    assert hand.rolling
    assert not game.quick_play.running
    assert game.main_button.can_enter_faces
    assert game.tray_shown
    assert hand.command == "roll"
    roll = game.rules.pending_roll(game.match.state)
    assert roll is not None
    faces = ",".join(str(die.faces[0]) for die in roll.dice)
    for digit in faces:
        hand.key(digit)
    hand.key("enter")
    hand.settle()
    assert notations(hand)[: len(done) + 1] == [*done, f"roll {faces}"]


@pytest.mark.parametrize(("line", "unit", "fire"), [
    (GUNS, "s-montada", "bombard"), ("s-husares a, s-cuenca b, m-gk-haus playa-del-tarajal", "s-husares", "fire"),
])
def test_the_numbered_button_of_a_fire_waits_for_the_roll(
    scene: Callable[..., Hand], line: str, unit: str, fire: str
) -> None:
    """A gun or cavalry unit not yet activated fires by its button; the coins wait as after activating it first."""
    hand = scene(line)
    game = hand.game
    screen = hand.screen
    hand.click_unit(unit)
    found = [(n, proposal.actions) for n, proposal in enumerate(game.selection.proposals) if proposal.offer.follow_ups]
    number, actions = next((n, actions) for n, actions in found if actions[-1].notation.startswith(f"{fire} "))
    hand.press(screen.widgets.choices[number])
    run_out(hand)
    assert_waits_for_the_roll(hand, [action.notation for action in actions])


def test_the_roll_of_a_fire_falls_by_itself_where_that_is_set(scene: Callable[..., Hand]) -> None:
    """With the setting "roll by itself" no further input is needed."""
    hand = scene(GUNS)
    hand.app.settings.auto_roll = True
    hand.click_unit("s-montada")
    hand.click_place("playa-del-tarajal")
    hand.wait_in_steps(40, 0.1)
    assert [line.split()[0] for line in notations(hand)[:3]] == ["activate", "bombard", "roll"]


def test_one_click_from_rider_to_place(scene: Callable[..., Hand]) -> None:
    """Cavalry is announced by its destination, too; the announcement is still there as a button."""
    hand = scene("s-husares a, s-cuenca b, m-gk-haus al-wahhab")
    game = hand.game
    hand.click_unit("s-husares")
    assert [str(proposal.label).split()[0] for proposal in game.selection.proposals] == ["Activate"]
    place = next(iter(game.selection.reach))
    hand.click_place(place)
    run_out(hand)
    assert [line.split()[0] for line in notations(hand)] == ["activate", "move"]


def test_all_guns_are_listed_by_chance_and_fire_at_one_key(scene: Callable[..., Hand]) -> None:
    """A opens the list, Enter fires all; every gun has been announced, has fired, and the line has the results."""
    hand = scene(GUNS, players={"moroccan": "recruit"})
    game = hand.game
    screen = hand.screen
    assert screen.widgets.fire_all.visible
    assert screen.widgets.fire_all.text.startswith(f"{capability(game.rules, FireAll).fire_all_title} (2)")
    hand.key("a")
    assert isinstance(hand.top, FireAllSheet)
    chances = [combined.preview.hope("spanish")[1] for combined in hand.top.picked if combined.preview is not None]
    assert chances == sorted(chances, reverse=True)
    wanted = [combined.actions[-1].notation for combined in hand.top.picked]
    assert len(wanted) == 2
    labels = [button.text for button in hand.top.buttons]
    assert "Fire both" in labels
    for combined in hand.top.picked:
        assert combined.place is not None
        there = [game.situation.counters[unit] for unit in game.situation.stacks[combined.place]]
        enemies = [counter.name for counter in there if counter.seat == "moroccan"]
        title = places.title(game.rules.board(game.match.state), combined.place)
        more = f" and {len(enemies) - 1} more" if len(enemies) > 1 else ""
        assert f"{title}: {enemies[-1]}{more}" in labels
    hand.key("enter")
    _play_out(hand)
    done = [line for line in notations(hand) if line.startswith("bombard")]
    assert [line.split()[1] for line in done] == [line.split()[1] for line in wanted]
    assert done[0] == wanted[0]
    assert game.quick_play.summary_line.startswith(f"{len(done)} shot{'s' if len(done) > 1 else ''}: ")


def test_single_guns_are_changed_or_left_out(scene: Callable[..., Hand]) -> None:
    """A click on a target selects the next one, and finally none."""
    hand = scene("s-montada b, m-gk-haus castillejos, m-gum-uagit playa-del-tarajal")
    hand.press(hand.screen.widgets.fire_all)
    screen = hand.top
    first = screen.picked[0].place
    row = next(iter(button for button in screen.buttons if button.text not in ("×", "Fire 1 gun")))
    hand.press(row)
    assert screen.picked[0].place != first
    for _ in range(4):
        hand.press(next(button for button in screen.buttons if button.text not in ("×", "Fire 1 gun", "Hold all fire")))
        if not screen.picked:
            break
    assert screen.picked == ()
    assert "Hold all fire" in [button.text for button in screen.buttons]
    hand.key("enter")
    hand.wait()
    assert notations(hand) == []


def test_the_key_of_all_guns_in_a_guns_activation(scene: Callable[..., Hand]) -> None:
    """The announced gun is listed and fires; in an activation of cavalry the key gives the reason."""
    hand = scene(GUNS, play=("activate s-montada",))
    hand.key("a")
    assert isinstance(hand.top, FireAllSheet)
    assert len(hand.top.plan) == 1
    hand.key("enter")
    run_out(hand)
    assert notations(hand)[0].startswith("bombard s-montada ")
    hand.close()
    hand = scene(f"{GUNS}, s-husares b", play=("activate s-husares",))
    hand.key("a")
    refusal = hand.game.selection.refusal
    assert refusal is not None
    assert "8 (ruling 9)" == str(refusal.reasons[0].rule)
    assert "Spanish" in str(refusal.reasons[0].text)


def retreating(scene: Callable[..., Hand]) -> Hand:
    """A gun drives three Moroccan units off; their owner decides."""
    line = "s-montada b, m-gum-uagit castillejos, m-gum-arbaa castillejos, m-gk-haus castillejos"
    hand = scene(line, play=("activate s-montada", "bombard s-montada castillejos"))
    rules, state = hand.game.rules, hand.game.match.state
    coins = next(f for f in rules.candidates(state) if rules.to_act(rules.apply(state, f)[0]) == "moroccan")
    for digit in ",".join(map(str, coins.faces)):  # type: ignore[attr-defined]
        hand.key(digit)
    hand.key("enter")
    hand.settle()
    return hand


def test_all_retreat_to_one_area_at_one_key(scene: Callable[..., Hand]) -> None:
    """The numbered button retreats all three; each retreat is a separate action and can be undone."""
    hand = retreating(scene)
    game = hand.game
    labels = [proposal.label for proposal in game.selection.proposals]
    number = next(n for n, label in enumerate(labels, 1) if str(label).startswith("All 3"))
    hand.key(str(number))
    run_out(hand)
    lines = [line.split() for line in notations(hand) if line.startswith("retreat")]
    assert len(lines) == 3
    assert len({line[2] for line in lines}) == 1
    assert not game.quick_play.running


def test_a_whole_shock_at_one_key(scene: Callable[..., Hand]) -> None:
    """V in a shock against the computer player: declared, its hidden factor drawn, all coins flipped."""
    line = "s-cuenca casa-de-la-condesa came=b, m-gk-haus casa-de-la-condesa, m-gum-uagit ar-aziz"
    hand = scene(line, "shock", {"moroccan": "recruit"})
    game = hand.game
    screen = hand.screen
    assert hand.in_one_go[0] == "shock casa-de-la-condesa"
    hand.key("v")
    for _ in range(400):
        hand.wait(0.1)
        if not game.quick_play.running or game.quick_play.waits:
            break
    words = [line.split()[0] for line in notations(hand)]
    assert words[:3] == ["shock", "roll", "roll"]
    assert (any(str(entry.text).startswith("1 shock combat") for entry in screen.column.log.entries)
            or game.quick_play.waits)


SHOCK = "s-cuenca casa-de-la-condesa came=b, m-gk-haus casa-de-la-condesa, m-gum-uagit ar-aziz"
"""A shock with the defender's hidden factor drawn first."""


def to_due(hand: Hand, rolls: int) -> None:
    """Declare the shock and make its first rolls by hand; the next one is then pending."""
    hand.game.play(hand.game.rules.parse("shock casa-de-la-condesa"))
    hand.settle()
    for _ in range(rolls):
        hand.key("space")
        hand.settle()
    assert hand.rolling


@pytest.mark.every(4)
@pytest.mark.parametrize("by_hand", [None, 0, 1])
@pytest.mark.parametrize("mouse", [False, True])
def test_a_shock_at_one_key_makes_both_peoples_rolls(
    scene: Callable[..., Hand], by_hand: int | None, mouse: bool
) -> None:
    """With two people, V before the shock, at the draw or at the coins makes every roll up to the result or a
    choice."""
    hand = scene(SHOCK, "shock")
    game = hand.game
    if by_hand is not None:
        to_due(hand, by_hand)
    assert hand.in_one_go[0].startswith("shock" if by_hand is None else "roll")
    assert hand.screen.widgets.quick_play.visible
    assert hand.screen.widgets.quick_play.text == f"{game.quick_play.label}   [V]"
    if mouse:
        hand.press(hand.screen.widgets.quick_play)
    else:
        hand.key("v")
    run_out(hand)
    assert [line.split()[0] for line in notations(hand)][:3] == ["shock", "roll", "roll"]
    assert not hand.rolling or capability(game.rules, BatchActions).resolving_seat(game.match.state) is None


def test_v_while_a_roll_is_shown_makes_the_rest(scene: Callable[..., Hand]) -> None:
    """Pressed while the drawn factor is still shown, it flips the coins too."""
    hand = scene(SHOCK, "shock")
    to_due(hand, 0)
    hand.app.settings.speed = 0.25
    hand.key("space")
    assert hand.game.stage.busy
    hand.key("v")
    run_out(hand)
    assert [line.split()[0] for line in notations(hand)][:3] == ["shock", "roll", "roll"]


def test_v_is_never_silent(scene: Callable[..., Hand]) -> None:
    """For a single roll the key says that nothing can be combined."""
    hand = scene("s-cuenca a, m-gum-uagit playa-del-tarajal", "fire", play=("fire s-cuenca playa-del-tarajal",))
    assert hand.rolling
    assert not hand.game.quick_play.label
    hand.key("v")
    assert hand.game.selection.refusal is not None
    assert hand.game.selection.refusal.reasons[0].text == ROLL_NEXT
    assert hand.screen.slip.rect.height > 0
    assert not notations(hand)


def test_v_leaves_the_rolls_of_the_other_person_to_them(sit_down: Sit) -> None:
    """At the end of a turn, after flipping one's own coins, V is offered to the other person for theirs."""
    rules = catalog.rules("africa")
    shaken = {"s-cuenca": "a", "s-luchana": "b", "m-nizam-nur": "al-wahhab", "m-gum-uagit": "monte-negron"}
    given = {"scenario": "castillejos", "turn": 2, "phase": "end", "options": [],
             "units": [{"id": unit, "place": place, "demoralized": True} for unit, place in shaken.items()],
             "pending": [{"kind": "rally", "queue": list(shaken)}]}
    position = rules.position(rules.from_position(given))
    hand = sit_down(Start("play", "africa", "castillejos", position=position, seed=3), speed=8.0)
    hand.key("v")
    run_out(hand)
    assert (2, "moroccan") == (len(hand.game.match.plies), hand.game.flow.roller)
    assert ("roll", True) == (hand.in_one_go[0], "both" in hand.game.quick_play.label)
    hand.key("v")
    run_out(hand)
    assert [line.split()[0] for line in notations(hand)[:4]] == ["roll"] * 4


@pytest.mark.every(2)
@pytest.mark.parametrize("mouse", [False, True])
def test_one_key_does_all_that_is_left_and_ends_the_phase(scene: Callable[..., Hand], mouse: bool) -> None:
    """V leaves the fire phase open for guns that can still act; with Shift it ends it, by key and by button."""
    line = f"{GUNS}, s-luchana a"
    hand = scene(line, "fire", {"moroccan": "recruit"})
    hand.key("v")
    run_out(hand)
    assert hand.game.match.prompt.phase == "fire"
    hand.close()
    hand = scene(line, "fire", {"moroccan": "recruit"})
    if mouse:
        pygame.key.set_mods(pygame.KMOD_SHIFT)
        hand.press(hand.screen.widgets.quick_play)
        pygame.key.set_mods(pygame.KMOD_NONE)
    else:
        hand.key("v", pygame.KMOD_SHIFT)
    run_out(hand)
    assert any(line.startswith("fire ") for line in notations(hand))
    assert hand.game.match.prompt.phase == "movement"
    assert notations(hand)[-1] == "done"


def test_the_last_shock_and_the_end_of_the_turn_at_one_key(scene: Callable[..., Hand]) -> None:
    """Shift+V continues into the other side's turn; V alone does not."""
    line = "s-cuenca casa-de-la-condesa came=b, m-gk-haus casa-de-la-condesa, m-gum-uagit ar-aziz"
    for mod in (pygame.KMOD_NONE, pygame.KMOD_SHIFT):
        hand = scene(line, "shock", {"moroccan": "recruit"})
        game = hand.game
        held = False
        hand.key("v", mod)
        for _ in range(400):
            hand.pass_by(0.1)
            held = held or game.turn_end.holds
            if game.quick_play.waits:
                game.flow.play(game.rules.candidates(game.match.state)[0])
            if not game.quick_play.running:
                break
        assert game.turn_end.holds == (mod == pygame.KMOD_NONE)
        assert held
        hand.close()


@pytest.mark.every(2)
@pytest.mark.parametrize("mouse", [False, True])
def test_all_guns_twice(scene: Callable[..., Hand], mouse: bool) -> None:
    """Guns may be announced twice a turn: a second button, or Shift+Enter, fires both times, each at its best
    target."""
    hand = scene(GUNS, players={"moroccan": "recruit"})
    game = hand.game
    hand.key("a")
    assert isinstance(hand.top, FireAllSheet)
    if mouse:
        hand.press(hand.button("Fire both, then fire again"))
    else:
        hand.key("enter", pygame.KMOD_SHIFT)
    _play_out(hand)
    fired = [line.split()[1] for line in notations(hand) if line.startswith("bombard")]
    assert max(fired.count(gun) for gun in fired) == 2
    assert set(fired) <= {"s-montada", "s-2-bateria"}
    assert game.quick_play.summary_line.startswith(f"{len(fired)} shots: ")


@pytest.mark.parametrize("phasing", ["spanish", "moroccan"])
def test_the_prompt_names_an_activation_instead_of_the_phase(scene: Callable[..., Hand], phasing: str) -> None:
    """A Spanish gun is activated in either side's phase."""
    game = scene(GUNS, phasing=phasing, play=("activate s-montada",)).game
    assert "gun activation" == translate(phase_text(game, side_of(game)))


def test_a_gun_that_could_not_fire_says_why(scene: Callable[..., Hand]) -> None:
    """Its target has gone: the summary gives the rules' own reason, and leaves the map by itself once it is read."""
    hand = scene(GUNS, players={"moroccan": "recruit"})
    game, rules = hand.game, hand.game.rules
    shot = (rules.parse("activate s-montada"), rules.parse("bombard s-montada a"))
    game.quick_play.start(ChosenActionsRun(rules, "spanish", [shot], quick=True))
    _play_out(hand)
    state, _ = rules.apply(game.match.state, shot[0])
    refused = rules.check(state, shot[1])
    assert isinstance(refused, Illegal)
    assert translate(refused.reasons[0].text) in game.quick_play.summary_line
    hand.wait_in_steps(40, 0.5)
    assert not game.quick_play.summary_line


def test_a_gun_whose_target_has_gone_fires_at_its_best_target_left(scene: Callable[..., Hand]) -> None:
    """One order makes all guns fire, even if an earlier shot drives off the target of a later one."""
    hand = scene(GUNS, players={"moroccan": "recruit"})
    game, rules = hand.game, hand.game.rules
    best = next(aim[0] for aim in capability(rules, FireAll).fire_all(game.match.state, "spanish")
                if aim[0].units == ("s-montada",))
    shot = (rules.parse("activate s-montada"), rules.parse("bombard s-montada a"))
    game.quick_play.start(FireAllRun(rules, "spanish", [shot]))
    _play_out(hand)
    assert [line for line in notations(hand) if line.startswith("bombard")] == [best.actions[-1].notation]


def test_a_repetition_is_offered_only_if_possible(scene: Callable[..., Hand]) -> None:
    """A gun on its second activation has no third."""
    line = "s-montada b, m-gk-haus castillejos, m-gum-uagit playa-del-tarajal"
    hand = scene(line, play=("activate s-montada", "done"))
    hand.key("a")
    assert isinstance(hand.top, FireAllSheet)
    assert not any("again" in button.text for button in hand.top.buttons)


@pytest.mark.parametrize(
    ("unit", "marked", "told"),
    [
        ("s-montada", "", ["Art. Montada", 1]),
        ("s-montada", "active", ["Art. Montada", 2]),
        ("s-husares", "", ["Húsares de la Princesa"]),
        ("s-cuenca", "", []),
    ],
)
def test_a_dragged_counter_shows_its_cost(
    scene: Callable[..., Hand], unit: str, marked: str, told: list[Any]
) -> None:
    """While dragging, the label says which activation is used; foot uses none."""
    hand = scene(f"{unit} b {marked}, m-gk-haus castillejos", phase="movement")
    game, start = hand.game, hand.spot(unit)
    hand.point(start)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
    hand.wait()
    hand.point(game.view.point_of("a"))
    hand.wait()
    assert game.view.carry.units == (unit,)
    assert [value for value in values_in(game.selection.choices.cost("a")) if value][:2] == told
    screen = hand.screen
    assert (screen.slip.rect.height > 0) == bool(told)
    assert notations(hand) == []


RIDERS = "m-bujari-1 al-malik came=ar-raham, m-bujari-2 al-malik came=ar-raham"


def lost_shock(scene: Callable[..., Hand], losers: str) -> Hand:
    """The Spanish side has lost a shock by one cross: half its units there are destroyed."""
    hand = scene(f"{RIDERS}, {losers}, s-luchana b", "shock", play=("shock al-malik",), phasing="moroccan")
    hand.settle()
    for digit in "6,0":
        hand.key(digit)
    hand.key("enter")
    hand.settle()
    assert hand.to_act == "spanish"
    if not isinstance(hand.top, GameScreen):
        hand.key("enter")
        hand.settle()
    assert isinstance(hand.top, GameScreen)
    return hand


@pytest.mark.every(2)
@pytest.mark.parametrize("by", ["space", "enter", "1", "mouse"])
def test_a_loss_without_a_choice_is_taken_at_one_input(scene: Callable[..., Hand], by: str) -> None:
    """The only unit there is named and selected: the main button, or any deciding key, eliminates it at once."""
    hand = lost_shock(scene, "s-caz-vergara al-malik")
    game = hand.game
    screen = hand.screen
    name = game.situation.counters["s-caz-vergara"].name
    assert name in values_in(game.prompt_shown.text)
    assert screen.widgets.main.visible
    assert screen.widgets.main.text == "Eliminate this unit"
    assert not game.selection.clearable
    hand.point(game.view.point_of("b"))
    hand.point(game.view.point_of("al-malik"))
    assert not any(button.visible for button in screen.widgets.choices)
    if by == "mouse":
        hand.press(screen.widgets.main)
    else:
        hand.key(by)
    assert "lose s-caz-vergara" in notations(hand)


@pytest.mark.parametrize("losers", ["s-caz-vergara al-malik, s-ingenieros al-malik", "s-cuenca al-malik"])
def test_a_loss_with_a_choice_is_asked(scene: Callable[..., Hand], losers: str) -> None:
    """Of two units one is chosen; a unit with a step to lose may lose that instead: nothing is preselected."""
    hand = lost_shock(scene, losers)
    game = hand.game
    screen = hand.screen
    assert 1 in values_in(game.prompt_shown.text)
    assert game.selection.participants == ()
    assert not screen.widgets.main.visible


def fire_all(hand: Hand) -> None:
    """From the start of the game, fire with every unit that can."""
    while hand.game.situation.prompt.phase != "fire":
        hand.key("space")
        hand.settle()
    hand.key("a")
    hand.key("enter")


def under_fire(sit_down: Sit, seed: int = 1) -> Hand:
    """Two people at Tetuan: all Spanish guns fire until Moroccan troops must choose a retreat."""
    hand = sit_down(Start("play", "africa", "tetuan", seed=seed), speed=8.0, hand_over=False)
    game = hand.game
    fire_all(hand)
    for _ in range(300):
        hand.wait(0.1)
        if game.quick_play.waits:
            return hand
    raise AssertionError("nobody ever retreated")


def test_a_retreat_together_ends_no_salvo(sit_down: Sit) -> None:
    """The other person's retreat together is a separate run: the guns continue, and the line counts them all."""
    hand = under_fire(sit_down)
    game = hand.game
    assert game.situation.prompt.to_act == "moroccan"
    fired = sum(line.startswith("bombard") for line in notations(hand))
    hand.key("space")
    hand.key("space")
    assert game.quick_play.running
    labels = [proposal.label for proposal in game.selection.proposals]
    hand.key(str(1 + next(n for n, label in enumerate(labels) if str(label).startswith(("All ", "Both")))))
    run_out(hand)
    for _ in range(20):
        if not game.quick_play.running:
            break
        hand.key("1")
        run_out(hand)
    after = sum(line.startswith("bombard") for line in notations(hand))
    assert after > fired
    assert game.quick_play.summary_line.startswith(f"{after} shots: ")
    assert {after, 6 - after} - {0} <= set(values_in(game.quick_play.summary.text))


def test_space_while_the_question_comes_up_stops_no_run(sit_down: Sit) -> None:
    """Pressed while the roll that leads to the other person's choice is shown, it only completes that animation."""
    hand = under_fire(sit_down)
    done = len(notations(hand))
    hand.close()
    hand = sit_down(Start("play", "africa", "tetuan", seed=1), speed=1.0, hand_over=False)
    game = hand.game
    fire_all(hand)
    for _ in range(3000):
        hand.wait(0.02)
        if len(notations(hand)) == done and game.stage.busy:
            break
    assert game.stage.busy
    hand.key("space")
    assert game.quick_play.running
    assert game.quick_play.waits


@pytest.mark.parametrize(("key", "stops"), [("space", False), ("escape", True)])
def test_space_hurries_a_run_and_escape_stops_it(sit_down: Sit, key: str, stops: bool) -> None:
    """Space shows the next shot at once, as often as it is pressed; the button names the key that stops."""
    hand = sit_down(Start("play", "africa", "tetuan", seed=1), speed=1.0, hand_over=False)
    game = hand.game
    fire_all(hand)
    hand.wait(0.02)
    assert game.quick_play.running
    assert hand.screen.widgets.main.text.endswith("[Esc]")
    for _ in range(3):
        if game.quick_play.running and not game.quick_play.waits:
            hand.key(key)
    assert stops is not game.quick_play.running


def test_a_stopped_run_says_what_is_left(sit_down: Sit) -> None:
    """After Escape during the other person's decision, the unfired guns are counted on the slip and in the log."""
    hand = under_fire(sit_down)
    fired = sum(line.startswith("bombard") for line in notations(hand))
    hand.key("escape")
    assert not hand.game.quick_play.running
    assert 6 - fired in values_in(hand.game.quick_play.summary.text)
    assert hand.screen.column.log.entries[-1].text == hand.game.quick_play.summary_line
    hand.wait()
    assert hand.screen.slip.rect.height > 0


def log(hand: Hand) -> list[str]:
    return [str(entry.text) for entry in hand.screen.column.log.entries]


def test_a_summary_stands_below_the_last_of_its_run_and_above_the_next_phase(scene: Callable[..., Hand]) -> None:
    """The last shot ends the phase by itself: the line does not belong to the next phase."""
    line = "s-cuenca casa-de-la-condesa came=b, m-gk-haus casa-de-la-condesa, m-gum-uagit ar-aziz"
    hand = scene(line, "shock", {"moroccan": "recruit"})
    hand.app.settings.end_turn_by_hand = False
    hand.key("v")
    for _ in range(300):
        hand.wait(0.1)
        if hand.game.quick_play.waits:
            hand.game.flow.play(hand.game.rules.candidates(hand.game.match.state)[0])
        if not hand.game.quick_play.running:
            break
    said = hand.game.quick_play.summary_line
    assert said.startswith("1 shock combat: ")
    found = [(entry.text, entry.kind) for entry in hand.screen.column.log.entries]
    place = next(n for n, (text, _) in enumerate(found) if text == said)
    assert [kind for _, kind in found[:place]].count("phase") == 1
    assert found[place + 1][1] == "phase"
    hand.game.game_log.read()
    assert [(entry.text, entry.kind) for entry in hand.screen.column.log.entries][: place + 2] == found[: place + 2]


def test_a_summary_waits_for_the_last_shot_to_be_told(scene: Callable[..., Hand]) -> None:
    """If stopped while coins still fall, their result is above the line that counts it."""
    hand = scene(GUNS, players={"moroccan": "recruit"})
    hand.app.settings.speed = 0.25
    hand.key("a")
    hand.key("enter")
    for _ in range(400):
        if notations(hand) and notations(hand)[-1].startswith("roll") and hand.game.stage.busy:
            break
        hand.wait(0.01)
    assert hand.game.stage.busy
    hand.key("escape")
    said = hand.game.quick_play.summary_line
    assert said.startswith("1 shot: ")
    assert said not in log(hand)
    for _ in range(100):
        hand.wait(0.05)
        if said in log(hand):
            break
    lines = log(hand)
    (told,) = (event for event in hand.game.match.plies[-1].events if str(event.text) == lines[lines.index(said) - 1])
    assert "Gum Uagit" in values_in(told.text)
    assert lines.count(said) == 1


def test_a_retreat_together_leaves_the_rally_to_its_owner(scene: Callable[..., Hand]) -> None:
    """The last retreat of the turn ends it: rally coins wait for their owner."""
    line = ("s-cuenca casa-de-la-condesa, s-luchana casa-de-la-condesa, s-principe a demoralized, "
            "m-nizam-kabir casa-de-la-condesa came=ar-aziz")
    hand = scene(line, "shock", play=("shock casa-de-la-condesa",), phasing="moroccan")
    hand.app.settings.end_turn_by_hand = False
    game = hand.game
    screen = hand.screen
    hand.settle()
    for mark in "2,0":
        hand.key(mark)
    hand.key("enter")
    hand.settle()
    labels = [proposal.label for proposal in game.selection.proposals]
    hand.press(screen.widgets.choices[next(n for n, label in enumerate(labels) if str(label).startswith("Both"))])
    hand.wait_in_steps(60, 0.1)
    assert [line.split()[0] for line in notations(hand)] == ["roll", "retreat", "retreat"]
    assert game.situation.prompt.phase == "end"
    assert hand.command == "roll"
    assert game.main_button.can_enter_faces
