"""The campaigns for the three battles: stances that veterans weigh, and opponents in tests of strength."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.core.action import Action
from game.core.evaluator import Script
from game.core.message import say
from game.rules.africa.ai.campaign import Campaign, CampaignPlayer
from game.rules.africa.ai.field import Battlefield
from game.rules.africa.sequence import MOVEMENT
from game.rules.africa.state import AfricaState
from game.rules.africa.units import MOROCCAN, SPANISH, seat_of

CASTILLEJOS, TETUAN, WAD_RAS = "castillejos", "tetuan", "wad-ras"
CONDESA, MORABITO, TOWN, YABAL, RAHIM = (
    "casa-de-la-condesa", "casa-del-morabito", "castillejos", "yabal-ar-rahim", "ar-rahim")
NORTH_CAMP, SOUTH_CAMP, FORT = (
    "campamento-de-muley-achmed-norte", "campamento-de-muley-achmed-sur", "fuerte-de-la-estrella")
LEFT_TRENCH, RIGHT_TRENCH = "trinchera-izquierda", "trinchera-derecha"
BRIDGE, VILLAGE, PASS = "puente-busceja", "aduar-am-sal", "entrada-del-fondak"

SPANISH_PLANS = (
    Campaign("march-by-the-road", say("the march by the road"), {
        CASTILLEJOS: (TOWN, RAHIM, MORABITO, CONDESA, YABAL), WAD_RAS: (BRIDGE, "jim", VILLAGE)}),
    Campaign("place-by-place", say("the advance from objective to objective"), {
        CASTILLEJOS: (CONDESA, TOWN, MORABITO, RAHIM, YABAL)}, min_win_chance=0.55),
    Campaign("guard-the-convoys", say("the escort of the convoys"), {WAD_RAS: (BRIDGE, VILLAGE)},
             min_win_chance=0.6, garrison=6),
    Campaign("storm-the-pass", say("the storming of the pass"), {WAD_RAS: (VILLAGE, "lam", PASS, BRIDGE)},
             min_win_chance=0.45),
    Campaign("mass-on-the-left", say("the massed attack on the left"), {
        CASTILLEJOS: (TOWN, MORABITO, RAHIM, CONDESA, YABAL), TETUAN: (FORT, LEFT_TRENCH, SOUTH_CAMP, NORTH_CAMP),
        WAD_RAS: (BRIDGE, "qaf", VILLAGE, PASS)}),
    Campaign("mass-on-the-right", say("the massed attack on the right"), {
        CASTILLEJOS: (CONDESA, MORABITO, YABAL, TOWN, RAHIM), TETUAN: (FORT, RIGHT_TRENCH, NORTH_CAMP, SOUTH_CAMP),
        WAD_RAS: (BRIDGE, "bosque-de-am-sal", VILLAGE, PASS)}),
    Campaign("grand-battery", say("the grand battery"), {
        CASTILLEJOS: (TOWN, CONDESA, MORABITO, RAHIM), TETUAN: (FORT, LEFT_TRENCH, SOUTH_CAMP, NORTH_CAMP),
        WAD_RAS: (BRIDGE, "jim", VILLAGE, PASS)}, min_win_chance=0.6, waiting_areas={
        CASTILLEJOS: ("playa-del-tarajal", "b", "a"), TETUAN: (FORT, "4", "al-khaliq", "1", "5"),
        WAD_RAS: ("ta", "ba", "tha", "2")}, dash=4),
    Campaign("dash-at-the-end", say("the late dash for the objectives"), {
        CASTILLEJOS: (TOWN, CONDESA, MORABITO, RAHIM), TETUAN: (FORT, SOUTH_CAMP, NORTH_CAMP),
        WAD_RAS: (BRIDGE, VILLAGE)}, min_win_chance=0.3, waiting_areas={
        CASTILLEJOS: ("playa-del-tarajal", "b", "a"), TETUAN: (FORT, "al-razzaq", "al-khaliq", "1", "4"),
        WAD_RAS: ("ta", "ba", "tha", "2")}, dash=2, attacks_posts_only=True),
)
MOROCCAN_PLANS = (
    Campaign("hold-the-towns", say("the defence of towns and camps"), {
        CASTILLEJOS: (MORABITO, YABAL, RAHIM, CONDESA, TOWN), TETUAN: (NORTH_CAMP, SOUTH_CAMP, LEFT_TRENCH),
        WAD_RAS: (VILLAGE, BRIDGE, PASS)}, min_win_chance=0.6, garrison=9),
    Campaign("mass-on-the-heights", say("the concentration on the heights"), {
        CASTILLEJOS: (CONDESA, "b", "a", MORABITO, TOWN, RAHIM), TETUAN: (NORTH_CAMP, SOUTH_CAMP, "al-quddus", FORT),
        WAD_RAS: (VILLAGE, BRIDGE, "ba", "2", PASS)}, preferred=frozenset({TETUAN})),
    Campaign("raid-the-rear", say("the raid on the rear"), {
        CASTILLEJOS: (MORABITO, YABAL, RAHIM, TOWN, CONDESA), TETUAN: (NORTH_CAMP, SOUTH_CAMP, FORT),
        WAD_RAS: (BRIDGE, VILLAGE, PASS)}, min_win_chance=0.45, raids={
        CASTILLEJOS: (TOWN, CONDESA, RAHIM, MORABITO, YABAL), TETUAN: (FORT,), WAD_RAS: (BRIDGE, VILLAGE)}),
    Campaign("bar-the-bridge", say("the defence of the bridge"), {WAD_RAS: (BRIDGE, PASS, VILLAGE)},
             min_win_chance=0.5, garrison=9),
    Campaign("hold-the-heights", say("the defence of village and pass"), {WAD_RAS: (VILLAGE, PASS, BRIDGE)},
             min_win_chance=0.6, garrison=9),
    Campaign("cut-off-the-convoys", say("the hunt for the convoys"), {WAD_RAS: (VILLAGE, PASS, "jim", BRIDGE)},
             min_win_chance=0.4, raids={WAD_RAS: (BRIDGE, VILLAGE)}),
    Campaign("refuse-battle", say("the refusal of battle"), {
        CASTILLEJOS: (YABAL, RAHIM, MORABITO, TOWN, CONDESA), TETUAN: (SOUTH_CAMP, NORTH_CAMP),
        WAD_RAS: (VILLAGE, PASS, BRIDGE)}, min_win_chance=0.35, waiting_areas={
        CASTILLEJOS: (YABAL, "al-bari", "rio-alto", "campamento-de-abbas"),
        TETUAN: ("ar-malik", "ar-mumin", "as-salam"), WAD_RAS: (PASS, "lam", "sin", "kaf")}, dash=2,
        attacks_posts_only=True),
)
PLANS: Mapping[int, tuple[Campaign, ...]] = {SPANISH: SPANISH_PLANS, MOROCCAN: MOROCCAN_PLANS}
"""Seat -> its campaigns."""


def scripts(
    scenario: str, seat: str, field: Callable[[AfricaState], Battlefield], otherwise: Callable[[AfricaState], Action],
    interrupt: Callable[[AfricaState], Action | None],
) -> list[Script]:
    """The scripts of a seat in a battle.

    :param field: a function that returns the field of a state.
    :param otherwise: a function that returns the action where the plan has none.
    :param interrupt: a function that returns the seat's interrupt, or None.
    """
    def chooser(plan: Campaign) -> Callable[[AfricaState], Action]:
        def choose(state: AfricaState) -> Action:
            is_movement = state.frame is None and state.now.phase == MOVEMENT
            player = CampaignPlayer(plan, field(state), seat_of(seat))
            action = player.action() if is_movement else player.next_raid_action()
            return action or otherwise(state)
        return choose

    return [Script(plan.name, plan.title, chooser(plan), interrupt)
            for plan in PLANS[seat_of(seat)] if scenario in plan.posts]
