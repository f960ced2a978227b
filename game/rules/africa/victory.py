"""The control of areas, and victory (11)."""

from __future__ import annotations

from game.core.contract import DRAW, Result
from game.core.face import Note
from game.core.indices import Seat, mask_of, other
from game.core.message import Text, and_list, plural, say
from game.core.objective import NO_OBJECTIVES, Objective, Objectives
from game.rules.africa.state import AfricaState
from game.rules.africa.units import ADJECTIVES, BOTH, MOROCCAN, SEATS, SPANISH, rule, seat_of

BATTLE_LETTERS = {"castillejos": "C", "tetuan": "T", "wad-ras": "W"}
"""Battle -> the letter of its sections of rule 11."""
CONVOYS_PER_OBJECTIVE = 2
"""Number of captured convoys that count as one more objective for the Moroccans (11.W.2)."""
DECIDING_CONVOYS = 3
"""Number of captured convoys with which the Moroccans win if both sides have enough objectives (11.W.2)."""


def section(state: AfricaState, part: int) -> str:
    """The number of a section of the battle's own rules, e.g. ``11.C.2``. The examples of play, which have none, have
    those of Castillejos.

    :param part: 1 length, 2 victory, 3 special rules, 4 forces.
    """
    return f"11.{BATTLE_LETTERS.get(state.setting.scenario, 'C')}.{part}"


def updated_control(state: AfricaState) -> int:
    """Mask of Spanish control after a phase: a side with troops alone in an area gains control, and keeps it when they
    leave (ruling 13)."""
    spanish, moroccan = state.occupied
    return (state.control | state.areas_with_troops(SPANISH, ~moroccan)) & ~state.areas_with_troops(MOROCCAN, ~spanish)


def tally(state: AfricaState, occupied_only: bool) -> tuple[int, int]:
    """The number of objectives of each side: those that it controls, or those that its troops occupy alone
    (``occupied_only``). Two captured convoys count as one more for the Moroccans (11.W.2)."""
    goals = mask_of(state.setting.objectives)
    spanish, moroccan = ((_held_areas(state, seat, occupied_only) & goals).bit_count() for seat in BOTH)
    return spanish, moroccan + (state.captured.bit_count() >= CONVOYS_PER_OBJECTIVE)


def _held_areas(state: AfricaState, seat: Seat, occupied_only: bool) -> int:
    """Mask of the areas that a side controls, or that its troops occupy alone (``occupied_only``)."""
    if occupied_only:
        return state.areas_with_troops(seat, ~state.occupied[other(seat)])
    return state.control if seat == SPANISH else ~state.control


def result_so_far(state: AfricaState, occupied_only: bool) -> Result | None:
    """The result if the battle ended now; None if neither side has enough objectives. If both have, the third convoy
    decides.

    :param occupied_only: whether only areas that a side's troops occupy alone count (Wad-Ras, turn 9: ruling 14).
    """
    setting = state.setting
    spanish, moroccan = tally(state, occupied_only)
    # Ruling 14 decides both endings of Wad-Ras, the early one and the last.
    cited = rule(section(state, 2), 14 if setting.early_turn is not None else None)
    needed = setting.needed
    if spanish >= needed and moroccan >= needed:
        winner = SEATS[MOROCCAN] if state.captured.bit_count() >= DECIDING_CONVOYS else SEATS[SPANISH]
        return Result(winner, say("Both sides hold {needed} objectives; the third convoy decides for the {winner} side",
                                  needed=needed, winner=ADJECTIVES[seat_of(winner)]),
                      cited, "third-convoy")
    for seat, count in ((SPANISH, spanish), (MOROCCAN, moroccan)):
        if count >= needed:
            names = _objective_names(state, seat, occupied_only)
            text = (say("The {side} side alone holds {names}", side=ADJECTIVES[seat], names=names) if occupied_only
                    else say("The {side} side controls {names}", side=ADJECTIVES[seat], names=names))
            return Result(SEATS[seat], text, cited, f"{SEATS[seat]}-{count}")
    return None


def outcome(state: AfricaState) -> Result:
    """The result of a game that is over."""
    setting = state.setting
    if not setting.objectives:
        return Result(DRAW, say("The example of play is over"), rule("11"), "example")
    if setting.early_turn == state.turn < setting.turns:
        early = result_so_far(state, True)
        assert early is not None
        return early
    result = result_so_far(state, False)
    assert result is not None, "with an odd number of objectives one side always controls most of them"
    return result


def _objective_names(state: AfricaState, seat: Seat, occupied_only: bool) -> Text:
    """The names of a side's objectives, captured convoys included."""
    mask = _held_areas(state, seat, occupied_only)
    titles: list[Text] = [state.setting.ground.titles[a] for a in state.setting.objectives if mask >> a & 1]
    if seat == MOROCCAN and state.captured.bit_count() >= CONVOYS_PER_OBJECTIVE:
        titles.append(say("two convoys"))
    return and_list(titles)


def holders(state: AfricaState) -> dict[str, str]:
    """Objective -> the side that controls it."""
    ids = state.setting.ground.ids
    return {ids[a]: SEATS[SPANISH if state.control >> a & 1 else MOROCCAN] for a in state.setting.objectives}


def objectives(state: AfricaState) -> Objectives:
    """The objectives with their present holders, and the convoys if there are any."""
    setting = state.setting
    if not setting.objectives:
        return NO_OBJECTIVES
    owners = holders(state)
    ids, titles = setting.ground.ids, setting.ground.titles
    held = [
        Objective(titles[a], owners[ids[a]], say("contested") if state.contested() >> a & 1 else "")
        for a in setting.objectives
    ]
    cited = rule(section(state, 2))
    needed, count = setting.needed, len(setting.objectives)
    goal = (say("The side controlling {needed} objectives at the end of turn {turns} wins.", needed=needed,
                turns=setting.turns) if setting.convoys
            else say("The side controlling {needed} of the {areas} objectives at the end of turn {turns} wins.",
                     needed=needed, areas=count, turns=setting.turns))
    notes = [Note(goal, cited)]
    if setting.early_turn is not None and state.turn <= setting.early_turn:
        text = say("A side whose troops are alone in {needed} objectives at the end of turn {early} wins at once.",
                   needed=needed, early=setting.early_turn)
        notes.append(Note(text, rule(section(state, 2), 14)))
    if setting.convoys:
        captured = state.captured.bit_count()
        held.append(Objective(say("Convoys"), SEATS[MOROCCAN] if captured >= CONVOYS_PER_OBJECTIVE else "",
                              plural("{count} captured", "{count} captured", captured)))
        notes.insert(0, Note(say("For the Moroccans, {count} captured convoys count as one more objective.",
                                 count=CONVOYS_PER_OBJECTIVE), cited))
    for seat in BOTH:
        without_troops = state.occupied[seat] & ~state.areas_with_troops(seat) & ~state.contested()
        for area in setting.objectives:
            if without_troops >> area & 1 and owners[ids[area]] != SEATS[seat]:
                units = [setting.units[i].name for i in state.units_in(area, seat)]
                text = plural("{units} does not control {area} without troops.",
                              "{units} do not control {area} without troops.", len(units), units=and_list(units),
                              area=titles[area])
                notes.append(Note(text, rule("11", 13)))
    return Objectives(tuple(held), tuple(notes))
