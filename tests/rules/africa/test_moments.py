"""Offers of interrupts: the moments at which they are offered, the prompt, and why a unit may not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.core.field_types import UnitName
from game.rules.africa.actions import AfricaActivate
from game.rules.africa.system import Africa
from tests.pointing import offered, why_idle
from tests.rules.africa.conftest import Table

Scene = Callable[..., Table]
LINE = "s-cuenca b, s-husares a, m-gk-haus casa-de-la-condesa, m-bujari-1 campamento-de-abbas"


def moments(table: Table, notation: str) -> dict[str, tuple[str, ...]]:
    """The seats that may want to be asked when an action is done."""
    after = table.play(notation).state
    return dict(table.rules.moments_of(table.state, table.rules.parse(notation), after))


def test_a_move_next_to_the_enemy_is_a_moment_for_a_side_that_could_interrupt(scene: Scene) -> None:
    """Cuenca leaves B for an area near the house of the countess; the Moroccans have cavalry to announce."""
    table = scene(LINE, "movement")
    assert moments(table, "move s-cuenca casa-de-la-condesa") == {"moroccan": ("near",)}
    assert moments(table, "move s-cuenca as-salam") == {}


def test_the_side_without_cavalry_and_guns_is_never_asked(scene: Scene) -> None:
    """The same move with only Moroccan foot is no such moment."""
    table = scene("s-cuenca b, m-gk-haus casa-de-la-condesa", "movement")
    assert moments(table, "move s-cuenca casa-de-la-condesa") == {}


def test_shock_and_the_end_of_the_turn_are_moments_before_the_action(scene: Scene, africa: Africa) -> None:
    """Resolving the last shock of the Moroccan player turn is both."""
    line = "m-gk-haus a came=b, s-cuenca a, s-husares playa-del-tarajal, m-bujari-1 campamento-de-abbas"
    assert moments(scene(line, "shock", "moroccan"), "shock a") == {
        "spanish": ("shock", "turn-end"), "moroccan": ("turn-end",)}
    spanish = "s-cuenca casa-de-la-condesa came=b, m-gk-haus casa-de-la-condesa, m-bujari-1 campamento-de-abbas"
    assert moments(scene(spanish, "shock"), "shock casa-de-la-condesa") == {"moroccan": ("shock",)}
    assert {"shock", "turn-end"} <= {info.name for info in africa.moments if info.before}


def test_the_last_shot_of_a_turn_is_the_last_chance(scene: Scene) -> None:
    """A hit drives out the only Moroccan and ends the turn; with a second one a shock is still pending."""
    line = "m-gk-haus a came=b, s-cuenca a, s-husares playa-del-tarajal, m-bujari-1 campamento-de-abbas"
    table = scene(line, "defensive-fire", "moroccan")
    assert moments(table, "fire s-cuenca a") == {"moroccan": ("turn-end",), "spanish": ("turn-end",)}
    assert moments(scene(line + ", m-gk-tanja a", "defensive-fire", "moroccan"), "fire s-cuenca a") == {}
    spanish = "s-cuenca casa-de-la-condesa came=b, m-gk-haus casa-de-la-condesa, m-bujari-1 campamento-de-abbas"
    assert moments(scene(spanish, "defensive-fire"), "fire m-gk-haus casa-de-la-condesa") == {}


@pytest.mark.rule("8")
def test_an_announcement_that_may_end_the_turn_is_the_last_chance(scene: Scene) -> None:
    """Hussars could drive out the only Moroccan: other units must act before, because the turn may then be over. This
    does not hold if a gun is announced instead, no other unit could act, or another shock is pending."""
    line = "m-gk-haus playa-del-tarajal came=castillejos, s-cuenca playa-del-tarajal, s-husares a"
    gun, foe, announced = ", s-montada b", ", m-bujari-1 campamento-de-abbas", "activate s-husares"
    last = ("defensive-fire", "moroccan")
    assert moments(scene(line + gun + foe, *last), announced) == {"moroccan": ("turn-end",), "spanish": ("turn-end",)}
    assert moments(scene(line + gun, *last), "activate s-montada") == {}
    assert moments(scene(line, *last), announced) == {}
    elsewhere = ", s-luchana as-salam, m-gum-uagit as-salam came=ar-aziz"
    assert moments(scene(line + gun + elsewhere, *last), announced) == {}
    spanish = "s-cuenca castillejos came=playa-del-tarajal, m-gk-haus castillejos, s-husares a, m-bujari-1 ar-rahim"
    assert moments(scene(spanish, "defensive-fire"), "activate m-bujari-1") == {}


@pytest.mark.rule("6.1")
def test_demoralized_units_are_no_attackers_that_keep_a_turn_going(scene: Scene) -> None:
    """A hit drives off the only troops that can attack, and the turn may end."""
    line = ("s-marina rio-martin-3, m-nizam-nur rio-martin-3 came=rio-martin-4, m-gum-hamsa rio-martin-3{}, "
            "s-husares 5, m-bujari-3 ar-malik")
    table = scene(line.format(" demoralized"), "defensive-fire", "moroccan", "tetuan")
    assert moments(table, "fire s-marina rio-martin-3") == {"moroccan": ("turn-end",), "spanish": ("turn-end",)}
    able = scene(line.format(""), "defensive-fire", "moroccan", "tetuan")
    assert moments(able, "fire s-marina rio-martin-3") == {}


@pytest.mark.rule("8")
def test_an_interrupting_side_is_not_asked_about_its_own_interrupt(scene: Scene) -> None:
    """Hussars are announced in the Moroccan shock, next to a gun that could act, too."""
    line = "s-luchana playa-del-tarajal, m-gum-uagit playa-del-tarajal came=castillejos, s-husares a, s-montada b"
    assert moments(scene(line, "shock", "moroccan"), "activate s-husares") == {}


@pytest.mark.rule("8.1")
def test_cavalry_that_fires_after_its_first_area_may_end_the_turn(scene: Scene) -> None:
    """The Seyyid cannot enter the combat on the beach in one ride, but may fire at the defenders on its way."""
    line = "s-cuenca playa-del-tarajal, m-gum-uagit playa-del-tarajal came=castillejos, s-husares a, m-seyyid-1 {}"
    near, far = (scene(line.format(place), "shock", "moroccan") for place in ("ar-aziz", "al-wahhab"))
    assert not near.play("activate m-seyyid-1").check("move m-seyyid-1 playa-del-tarajal")
    assert {"spanish": ("turn-end",)} == moments(near, "activate m-seyyid-1")
    assert {} == moments(far, "activate m-seyyid-1")


@pytest.mark.rule("8")
def test_cavalry_that_leaves_may_end_the_turn(scene: Scene) -> None:
    """If it was alone with the enemy no combat is left; with foot it is."""
    line = "m-gk-haus playa-del-tarajal came=castillejos, s-husares playa-del-tarajal, s-montada b"
    last = ("defensive-fire", "moroccan")
    assert moments(scene(line, *last), "activate s-husares") == {"spanish": ("turn-end",)}
    assert moments(scene(line + ", s-cuenca playa-del-tarajal", *last), "activate s-husares") == {}


def test_ending_the_last_movement_ends_the_turn_without_contact(scene: Scene) -> None:
    """Empty phases are skipped, so the last chance comes before ``done``."""
    line = "s-cuenca b, s-husares a, m-gk-haus al-wahhab"
    assert moments(scene(line, "movement", "moroccan"), "done") == {"spanish": ("turn-end",)}
    assert moments(scene(line, "movement"), "done") == {}


@pytest.mark.rule("8")
def test_the_prompt_of_an_interrupting_side_cites_the_rule(scene: Scene, africa: Africa) -> None:
    """Cavalry is under 8, guns alone under 9."""
    for line, phasing, seat, cited in (("s-cuenca b, m-bujari-1 campamento-de-abbas", "spanish", "moroccan", "8"),
                                       ("s-montada b, m-gk-haus castillejos, s-cuenca a", "moroccan", "spanish", "9")):
        prompt = africa.interrupt_prompt(scene(line, "movement", phasing).state, seat)
        assert prompt is not None
        assert (prompt.to_act, str(prompt.rule)) == (seat, cited)


def test_whether_a_unit_may_interrupt_is_a_verdict(scene: Scene, africa: Africa) -> None:
    """Cavalry may; foot may not, and the reason cites 8."""
    state = scene("s-cuenca b, m-bujari-1 campamento-de-abbas, m-gk-haus al-wahhab", "movement").state
    assert (AfricaActivate(UnitName("m-bujari-1")),) in offered(africa, state, "m-bujari-1", seat="moroccan")
    assert offered(africa, state, "m-gk-haus", seat="moroccan") == []
    assert str(why_idle(africa, state, "m-gk-haus", "moroccan").rule) == "8"


@pytest.mark.rule("6.1")
def test_why_a_unit_cannot_be_put_on_top(scene: Scene) -> None:
    """Officers and engaged stacks never, each unit once, in its own movement phase, and not if it is on top."""
    line = "s-cuenca b, s-luchana b, s-prim b, m-gk-haus al-wahhab"
    table = scene(line, "movement")
    assert table.refusal("top s-prim") == "6.1"
    assert table.refusal("top s-cuenca") == "6.1"
    assert table.refusal("top m-gk-haus") == "6.1 (ruling 16)"
    assert table.play("top s-luchana", "top s-cuenca").refusal("top s-luchana") == "6.1 (ruling 16)"
    assert scene(line, "fire", "moroccan").refusal("top s-luchana") == "6.1 (ruling 16)"
