"""What the selection card says about an area: its ground and what that does, who stands there, who holds it."""

from __future__ import annotations

from game.core.face import Note, PlaceCard
from game.rules.africa.fire import CROWD
from game.rules.africa.ground import FOREST, MARSH, MOUNTAIN, NAMES, RIVER, SEA, WORKS
from game.rules.africa.state import LIMIT, WAITING, State
from game.rules.africa.units import MOROCCAN, SEATS, SPANISH, rule
from game.rules.africa.victory import cite, updated

FLAGS = {"bridge": "bridge", "building": "buildings", "fort": "fort", "encampment": "encampment", "trench": "trench",
         "coastal": "on the coast"}
"""What else an area can hold, in the order in which it is said."""


def place_card(state: State, area: int) -> PlaceCard:
    """The card of an area by its index."""
    ground = state.setting.ground
    lines = [*_stacks(state, area), *_cover(state, area), *_claim(state, area), *_arrivals(state, area)]
    return PlaceCard(ground.titles[area], _kind(state, area), tuple(lines), tuple(_notes(state, area)))


def _kind(state: State, area: int) -> str:
    """The ground in a few words."""
    ground = state.setting.ground
    words = [NAMES[ground.terrain[area]]]
    words += [word for flag, word in FLAGS.items() if flag in ground.flags[area]]
    if ground.roads >> area & 1:
        words.append("road")
    return ", ".join(words).capitalize()


def _stacks(state: State, area: int) -> list[tuple[str, str]]:
    """Stacking points of both sides and who is on top, as far as anybody stands there."""
    found = []
    units = state.setting.units
    for seat in (SPANISH, MOROCCAN):
        own = state.own(area, seat)
        if own:
            target = state.target(area, seat)
            where = "fire meets next" if state.hit >> own[0] & 1 else "on top"
            top = f", {where} {units[target].name}" if target >= 0 else ""
            found.append((SEATS[seat].title(), f"{state.points(area, seat)} of {LIMIT} points{top}"))
    return found


def _cover(state: State, area: int) -> list[tuple[str, str]]:
    """What the ground does to fire at the area and to a fight in it."""
    ground = state.setting.ground
    fire = ground.fire_cover(area)[0]
    if ground.terrain[area] == MARSH or (ground.terrain[area] == RIVER and "bridge" not in ground.flags[area]):
        fire += 1
    shock = ground.shock_cover(area)[0]
    pairs = (("Fire at it", fire), ("Shock, defender", shock))
    return [(label, f"{value:+d} coin{'' if abs(value) == 1 else 's'}") for label, value in pairs if value]


def _claim(state: State, area: int) -> list[tuple[str, str]]:
    """Who controls the area, and what it counts for."""
    setting = state.setting
    if setting.ground.sea >> area & 1:
        return []
    contested = state.contested() >> area & 1
    owner = SEATS[SPANISH if updated(state) >> area & 1 else MOROCCAN].title()
    found = [("Control", f"contested; {owner} so far" if contested else owner)]
    if area in setting.objectives:
        found.append(("Objective", f"one of {len(setting.objectives)}; {setting.needed} win"))
    return found


def _arrivals(state: State, area: int) -> list[tuple[str, str]]:
    """The next reinforcements that enter here."""
    setting = state.setting
    for turn in sorted(setting.arrivals):
        names = [setting.units[slot].name for slot, where in setting.arrivals[turn]
                 if where == area and state.at[slot] == WAITING]
        if turn >= state.turn and names:
            return [(f"After turn {turn}", ", ".join(names))]
    return []


def _notes(state: State, area: int) -> list[Note]:
    """Rules of the ground and of who stands on it."""
    ground = state.setting.ground
    terrain, flags = ground.terrain[area], ground.flags[area]
    limits = rule("4", 3)
    pairs = (
        (terrain == SEA, Note("Only the gunboat goes here.", limits)),
        (terrain == MARSH, Note("Closed to cavalry and guns; who fires from it flips a coin less.", limits)),
        (terrain == RIVER and "bridge" not in flags,
         Note("Cavalry stops here, guns do not cross; who fires from it flips a coin less.", limits)),
        (terrain == MOUNTAIN, Note("Cavalry comes in only as its whole move, field guns only by road.", limits)),
        (terrain == FOREST, Note("Cavalry stops here; field guns come in only by road.", limits)),
        (bool(flags & WORKS), Note("Cavalry stops here.", limits)),
        (bool(flags & WORKS), Note("Spanish guns fire at it with a coin less.", rule("11.T.3"))),
        (max(state.points(area, seat) for seat in (SPANISH, MOROCCAN)) >= CROWD,
         Note(f"{CROWD} points or more: one coin more for those who fire at them, also in defence.", rule("6.1", 2))),
        (area in state.setting.objectives, Note("Held at the end, it counts for victory.", rule(cite(state, 2)))),
    )
    return [note for on, note in pairs if on]
