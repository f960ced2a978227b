"""The selection card of an area: terrain and its effects, units there, and control."""

from __future__ import annotations

from game.board.areas import Area
from game.core.face import Note, PlaceCard
from game.core.message import Message, Text, joined, plural, say
from game.rules.africa.coin_tables import CROWD_POINTS, origin_coins, target_coins
from game.rules.africa.sequence import GAME_OVER, TURN_END
from game.rules.africa.state import STACKING_LIMIT, WAITING, AfricaState
from game.rules.africa.terrain import CLEAR, FOREST, MARSH, MOUNTAIN, RIVER, SEA, WORKS
from game.rules.africa.units import MOROCCAN, SIDES, SPANISH, rule
from game.rules.africa.victory import section, updated_control

FLAGS = {
    "bridge": say("bridge"), "building": say("buildings"), "fort": say("fort"), "encampment": say("encampment"),
    "trench": say("trench"), "coastal": say("on the coast"),
}
"""Map flag -> its text on the card, in order."""
ROAD = say("road")

KINDS = {
    CLEAR: say("Open ground"), MOUNTAIN: say("Mountain"), FOREST: say("Forest"), RIVER: say("River"),
    MARSH: say("Marsh"), SEA: say("Sea"),
}
"""Terrain -> its text at the head of the card."""
ON_TOP, NEXT_HIT = say("on top: {unit}", unit=""), say("next to be hit: {unit}", unit="")
"""The texts for the unit that fire at a side would hit: the top one that has not been hit yet, or another."""


def place_card(state: AfricaState, area: Area) -> PlaceCard:
    """The card of an area."""
    ground = state.setting.ground
    lines = [*_stack_lines(state, area), *_cover_lines(state, area), *_control_lines(state, area),
             *_arrival_lines(state, area)]
    return PlaceCard(ground.titles[area], _terrain_text(state, area), tuple(lines), tuple(_notes(state, area)))


def _terrain_text(state: AfricaState, area: Area) -> Text:
    """The terrain and features of an area in a few words."""
    ground = state.setting.ground
    texts = [KINDS[ground.terrain[area]]]
    texts += [text for flag, text in FLAGS.items() if flag in ground.flags[area]]
    if ground.roads >> area & 1:
        texts.append(ROAD)
    return joined(texts)


def _stack_lines(state: AfricaState, area: Area) -> list[tuple[Message, Text]]:
    """For each side with units there, its stacking points and the unit that fire would hit: the top one, or another
    after a hit or for units that have joined the others."""
    lines: list[tuple[Message, Text]] = []
    units = state.setting.units
    for seat in (SPANISH, MOROCCAN):
        own = state.units_in(area, seat)
        if own:
            target = state.target(area, seat)
            points: Text = say("{points} of {limit} points", points=state.points(area, seat), limit=STACKING_LIMIT)
            if target >= 0:
                name = units[target].name
                is_plain_top = target == own[0] and not state.hit_units >> target & 1
                points = joined((points, (ON_TOP if is_plain_top else NEXT_HIT).with_values(unit=name)))
            lines.append((SIDES[seat], points))
    return lines


def _cover_lines(state: AfricaState, area: Area) -> list[tuple[Message, Text]]:
    """Modifiers of the terrain, in coins or markers, for fire at the area, for fire from it and for shock in it."""
    ground = state.setting.ground
    modifiers = (
        (say("Fire at it"), target_coins(ground, area)), (say("Fire from it"), origin_coins(ground, area)),
        (say("Shock, defender"), ground.shock_cover(area)[0]))
    return [(label, _modifier_text(value, state.setting.from_cup)) for label, value in modifiers if value]


def _modifier_text(value: int, from_cup: bool) -> Message:
    """A modifier in words, e.g. ``-1 coin``, or ``-1 marker`` if they are drawn from the cup."""
    more = f"{value:+d}"
    return (plural("{more} marker", "{more} markers", abs(value), more=more) if from_cup
            else plural("{more} coin", "{more} coins", abs(value), more=more))


def _control_lines(state: AfricaState, area: Area) -> list[tuple[Message, Text]]:
    """Control of the area, and its value as an objective."""
    setting = state.setting
    if setting.ground.sea >> area & 1:
        return []
    contested = state.contested() >> area & 1
    owner = SIDES[SPANISH if updated_control(state) >> area & 1 else MOROCCAN]
    lines: list[tuple[Message, Text]] = [(say("Control"),
                                          say("contested; {owner} until now", owner=owner) if contested else owner)]
    if area in setting.objectives:
        lines.append((say("Objective"), say("one of {number}; hold {needed} to win", needed=setting.needed,
                                            number=len(setting.objectives))))
    return lines


def _arrival_lines(state: AfricaState, area: Area) -> list[tuple[Message, Text]]:
    """The next reinforcements that enter here; those that the enemy has kept out enter at the end of the present turn
    at the earliest (ruling 15)."""
    setting = state.setting
    if state.step == GAME_OVER:
        return []
    earliest = state.turn + (state.step == TURN_END)
    names_by_turn: dict[int, list[str]] = {}
    for turn in sorted(setting.arrivals):
        names = [setting.units[slot].name for slot, where in setting.arrivals[turn]
                 if where == area and state.at[slot] == WAITING]
        if names:
            names_by_turn.setdefault(max(turn, earliest), []).extend(names)
    return [(say("After turn {turn}", turn=turn), joined(names))
            for turn, names in names_by_turn.items() if turn <= setting.turns][:1]


def _notes(state: AfricaState, area: Area) -> list[Note]:
    """Rules that apply to the terrain of the area and the units there."""
    ground = state.setting.ground
    terrain, flags = ground.terrain[area], ground.flags[area]
    limits, from_cup = rule("4", 3), state.setting.from_cup
    fewer = say("one marker fewer") if from_cup else say("one coin fewer")
    extra = say("one extra marker") if from_cup else say("one extra coin")
    conditional_notes = (
        (terrain == SEA, Note(say("Only the gunboat may enter."), limits)),
        (terrain == MARSH, Note(say("Closed to cavalry and guns."), limits)),
        (terrain == RIVER and "bridge" not in flags,
         Note(say("Cavalry stops here, guns may not cross."), limits)),
        (terrain == MOUNTAIN,
         Note(say("Entering takes cavalry its whole move; field guns enter only by road.") if ground.roads
              else say("Entering takes cavalry its whole move; field guns may not enter."), limits)),
        (terrain == FOREST,
         Note(say("Cavalry stops here; field guns enter only by road.") if ground.roads
              else say("Cavalry stops here; field guns cannot enter."), limits)),
        (bool(flags & WORKS), Note(say("Cavalry stops here."), limits)),
        (bool(flags & WORKS), Note(say("Spanish guns fire at it with {fewer}.", fewer=fewer), rule("11.T.3", 32))),
        (max(state.points(area, seat) for seat in (SPANISH, MOROCCAN)) >= CROWD_POINTS,
         Note(plural("Stack of {count} point or more: fire at it has {extra}, defensive fire too.",
                     "Stack of {count} points or more: fire at it has {extra}, defensive fire too.",
                     CROWD_POINTS, extra=extra),
              rule("6.1", 2))),
        (area in state.setting.objectives,
         Note(say("Counts for victory if held at the end."), rule(section(state, 2)))),
    )
    return [note for applies, note in conditional_notes if applies]
