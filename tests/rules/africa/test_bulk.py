"""Several actions at one input: guns and cavalry by destination, all guns, all retreats, and turns that end by
themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from game.core.action import Faces
from game.core.offer import Picked
from game.rules.africa.state import STACKING_LIMIT
from game.rules.africa.system import Africa
from tests.pointing import combined, pickable
from tests.rules.africa.conftest import Table
from tests.rules.table import facts

Scene = Callable[..., Table]
GUNS = "s-montada b, s-2-bateria a, s-husares a, m-gk-haus castillejos, m-gum-uagit playa-del-tarajal"


@pytest.mark.rule("9")
def test_a_gun_is_announced_by_its_target(scene: Scene) -> None:
    """Each place has one shot, with the officer that adds most; the announcement comes first."""
    table = scene("s-montada b, s-prim b, m-gk-haus castillejos, m-gum-uagit playa-del-tarajal", "movement")
    found = [c for c in combined(table.rules, table.state, "s-montada") if c.preview is not None]
    assert {c.place for c in found} == {"castillejos", "playa-del-tarajal"}
    for shot in found:
        first, second = (action.notation for action in shot.actions)
        assert (first, second) == ("activate s-montada", f"bombard s-montada {shot.place} with s-prim")
    chances = [c.preview.hope()[1] for c in found if c.preview is not None]
    assert chances == sorted(chances, reverse=True)


@pytest.mark.rule("8")
def test_cavalry_is_announced_by_its_destination(scene: Scene) -> None:
    """Every area it could reach once announced is offered; foot and guns of the phase have no such offer."""
    table = scene(GUNS, "movement")
    after = table.play("activate s-husares")
    ways = {action.path[-1] for action in after.rules.candidates(after.state) if hasattr(action, "path")}
    rides = {c.place for c in combined(table.rules, table.state, "s-husares") if c.preview is None}
    assert rides
    assert rides == ways
    assert combined(table.rules, table.state, "m-gk-haus") == ()


@pytest.mark.rule("9")
def test_all_guns_with_their_targets_best_chance_first(scene: Scene) -> None:
    """Both Spanish guns, without the hussars; within an activation only its gun, to fire at once."""
    table = scene(GUNS, "movement")
    plan = table.rules.fire_all(table.state, "spanish")
    assert {options[0].units[0] for options in plan} == {"s-montada", "s-2-bateria"}
    best = [options[0].preview.hope()[1] for options in plan if options[0].preview is not None]
    assert best == sorted(best, reverse=True)
    assert table.rules.fire_all(table.state, "moroccan") == ()
    begun = table.play("activate s-montada")
    ((*shots,),) = begun.rules.fire_all(begun.state, "spanish")
    assert {shot.actions[0].notation for shot in shots} == {
        "bombard s-montada castillejos", "bombard s-montada playa-del-tarajal"}
    assert begun.rules.fire_all(begun.state, "moroccan") == ()


@pytest.mark.rule("9")
@pytest.mark.parametrize(("line", "played", "said"), [
    ("s-cuenca b, m-gk-haus castillejos", (), ["You have no guns on the map (rule 9)"]),
    ("s-montada b, s-2-bateria a, m-gk-haus al-wahhab", (),
     ["2ª Batería, Art. Montada: each has no enemy in range (rule 9)"]),
    ("s-montada b active second, m-gk-haus castillejos", (),
     ["Art. Montada has been activated twice this turn (rule 9)"]),
    ("s-montada b, s-husares a, m-gk-haus castillejos", ("activate s-husares",),
     ["Play has stopped for an activation; only more Spanish cavalry may join (rule 8, ruling 9)"]),
    ("s-montada b, m-gk-haus castillejos", ("activate s-montada", "bombard s-montada castillejos", "roll 0,1"),
     ["Art. Montada has fired at Castillejos this turn; its two shots need two targets (rule 9)"]),
])
def test_why_no_gun_can_fire(scene: Scene, line: str, played: tuple[str, ...], said: list[str]) -> None:
    """A reason common to every gun is given once."""
    table = scene(line, "movement").play(*played) if played else scene(line, "movement")
    assert table.rules.fire_all(table.state, "spanish") == ()
    assert [str(reason) for reason in table.rules.why_no_fire_all(table.state, "spanish")] == said


@pytest.mark.rule("9")
def test_guns_are_listed_for_two_activations(scene: Scene) -> None:
    """A gun that has been announced once has only one more; defensive fire takes none."""
    table = scene("s-montada b, m-gk-haus castillejos, m-gum-uagit playa-del-tarajal", "movement")
    assert table.rules.fire_all_again(table.state, "spanish")
    once = table.play("activate s-montada", "done")
    assert once.rules.fire_all(once.state, "spanish")
    assert not once.rules.fire_all_again(once.state, "spanish")
    line = "s-montada b defensive_shots=1, m-gk-haus castillejos, m-gum-uagit playa-del-tarajal"
    defended = scene(line, "movement")
    assert defended.rules.fire_all(defended.state, "spanish")
    assert defended.rules.fire_all_again(defended.state, "spanish")
    assert not table.rules.fire_all_again(table.state, "moroccan")


def fleeing(scene: Scene, others: str = "") -> Table:
    """A gun drives off three units, each with several areas to retreat to.

    :param others: more units and their areas.
    """
    line = f"s-montada b, m-gum-uagit castillejos, m-gum-arbaa castillejos, m-gk-haus castillejos{others}"
    table = scene(line, "movement").play("activate s-montada", "bombard s-montada castillejos")
    for faces in table.rules.candidates(table.state):
        assert isinstance(faces, Faces)
        after = table.play(faces.faces)
        if after.now[2] == "moroccan" and after.legal("retreat"):
            return after
    raise AssertionError("nobody ever retreats")


@pytest.mark.rule("6.1")
def test_all_retreats_to_the_same_area(scene: Scene) -> None:
    """The label has their number; each unit has its own action, and after the last none is left."""
    table = fleeing(scene)
    rules: Any = table.rules
    offers = rules.offers(table.state, Picked(pickable(rules, table.state)["act"]))
    action: Any = next(offer.action for offer in offers if offer.short_label == "All 3 there")
    gone, chosen = 0, table.state
    while action is not None:
        place = action.place
        table, gone = table.play(action.notation), gone + 1
        action = rules.repeat_for_next(table.state, action, chosen)
    assert gone == 3
    assert {table.units[unit] for unit in ("m-gum-uagit", "m-gum-arbaa", "m-gk-haus")} == {place}


@pytest.mark.rule("5")
def test_all_that_have_room_retreat_to_the_same_area(scene: Scene) -> None:
    """With room for two of three, the label counts two, and the third chooses for itself."""
    table = fleeing(scene, ", m-nizam-kabir ar-rahim, m-nizam-nur ar-rahim, m-gum-ignani ar-rahim")
    rules: Any = table.rules
    assert table.state.points(table.state.setting.ground.index["ar-rahim"], 1) == STACKING_LIMIT - 2
    offers = rules.offers(table.state, Picked(pickable(rules, table.state)["act"]))
    actions = {str(offer.short_label): offer.action for offer in offers if offer.place == "ar-rahim"}
    chosen, action = table.state, actions["2 of 3 there"]
    table = table.play(action.notation)
    action = rules.repeat_for_next(table.state, action, chosen)
    assert action is not None
    table = table.play(action.notation)
    assert rules.repeat_for_next(table.state, action, chosen) is None


@pytest.mark.rule("6.2")
def test_all_shocks_with_every_roll_at_once(scene: Scene) -> None:
    """Two combats, a hidden factor and both sides' coins; one line names the winners."""
    line = "s-cuenca casa-de-la-condesa came=b, m-gk-haus casa-de-la-condesa, s-luchana a came=b, m-gum-uagit a"
    table = scene(line, "shock")
    rest = table.rules.autoplay_step(table.state)
    assert rest is not None
    label, action = rest
    assert "both" in str(label)
    assert action is not None
    assert action.notation.startswith("shock ")
    table = table.play(action.notation)
    assert table.rules.autoplay_step(table.state) == (label, None)
    while table.now[2] == "chance":
        table = table.play(tuple(low for low, _ in table.dice))
    assert str(table.rules.summary(table.events).text).startswith("1 shock combat: ")


def test_a_turn_ends_with_the_last_combat(scene: Scene, africa: Africa) -> None:
    """Ending a phase by its action is not such an end; the roll of the last shock is."""
    table = scene("s-cuenca a came=b, m-gum-uagit a", "shock").play("shock a")
    state, ran = table.state, None
    while ran is None:
        action = africa.candidates(state)[0]
        after, _ = africa.apply(state, action)
        ran = africa.turn_ended_for(state, action, after)
        assert (ran == "spanish") == (after.now.phasing == 1)
        state = after
    quiet = scene("s-cuenca b, m-gum-uagit castillejos", "movement")
    done = africa.parse("done")
    assert africa.turn_ended_for(quiet.state, done, africa.apply(quiet.state, done)[0]) is None


@pytest.mark.rule("5")
def test_a_retreat_into_a_full_area_gives_its_reason(scene: Scene) -> None:
    """B has nine points: a unit driven there must go on, as prompt and log say."""
    fight = "casa-de-la-condesa"
    crowd = ", ".join(f"s-{name} b" for name in ("principe", "cordoba", "saboya", "leon", "navarra", "caz-vergara",
                                                 "caz-arapiles", "caz-simancas", "caz-chiclana"))
    line = f"m-bujari-1 {fight} came=ar-aziz, m-bujari-2 {fight} came=ar-aziz, s-cuenca {fight}, s-luchana {fight}"
    table = scene(f"{line}, {crowd}", "shock", "moroccan").play(f"shock {fight}")
    for faces in table.rules.candidates(table.state):
        assert isinstance(faces, Faces)
        after = table.play(faces.faces)
        if after.now[2] == "spanish" and after.legal("retreat"):
            break
    after = after.play("retreat s-cuenca b")
    prompt = after.rules.prompt(after.state)
    assert ("Cuenca", 2, "B", 9, "5") == (*facts(prompt.text), prompt.rule.number)


@pytest.mark.rule("9")
def test_an_officer_follows_troops_into_a_dead_end(scene: Scene) -> None:
    """Driven off by guns along with troops, an officer retreats one area only, maybe a dead end (rulings 11, 31);
    the offer for all counts the officer."""
    pending = {"kind": "retreat", "queue": ["m-nizam-nur", "m-achmet"], "steps": 1, "seen": ["1"], "far": False,
               "cause": "artillery"}
    line = "m-nizam-nur 1, m-achmet 1, s-cordoba ba, s-saboya rio-busceja-1"
    table = scene(line, "fire", "spanish", "wad-ras", pending=[pending])
    rules: Any = table.rules
    offers = rules.offers(table.state, Picked(("m-nizam-nur",)))
    for_all = {offer.place: offer.action for offer in offers if offer.for_all}
    assert {"2", "alif"} == {*for_all}
    chosen, action = table.state, for_all["alif"]
    table = table.play(action.notation)
    following = rules.repeat_for_next(table.state, action, chosen)
    assert following is not None
    assert {"alif"} == {table.play(following.notation).units[unit] for unit in ("m-nizam-nur", "m-achmet")}
