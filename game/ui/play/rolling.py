"""Rolls on the game screen: pending dice in the tray, results, labels; and two cards, for the arithmetic of a roll and
for the hazards of the selected units at a place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.core.action import Action, Faces
from game.core.chance import Roll
from game.core.contract import Counter, System
from game.core.event import Event, Rolled, first_roll
from game.core.hazard import Hazard
from game.core.message import Text, plural, say
from game.core.offer import Picked
from game.core.pose import Spot
from game.core.preview import Preview
from game.i18n.words import capitalised
from game.match.replay import Replay
from game.ui.board import places
from game.ui.cards import battle
from game.ui.cards.column import Content
from game.ui.cards.selection import CardChoice
from game.ui.cards.slip import write_hazards
from game.ui.cards.sums import Fallen
from game.ui.dice.coin_rows import is_plain
from game.ui.dice.pad import MAX_SINGLE
from game.ui.dice.tray import result_slip_text
from game.ui.play.controller import Controller
from game.ui.play.playback import RollResult, Stage, harm_events
from game.ui.play.situation import Situation

ROLL_LABEL = say("Roll the die")
"""The heading of the card before a roll of one die that needs no other name."""
COINS_CAPTION, MARKERS_CAPTION = say("Heads you flipped"), say("Heads you drew")


def roll_result_of(rules: System[Any], before: Any, action: Action | None) -> RollResult | None:
    """The dice of a roll with the faces rolled; None for any other action.

    :param before: the state in which it was rolled.
    """
    roll = rules.pending_roll(before) if isinstance(action, Faces) else None
    return RollResult(roll, action.faces) if roll is not None and isinstance(action, Faces) else None


def prepare_dice(stage: Stage, situation: Situation, *, watched: bool = False) -> None:
    """Put pending dice into the tray, and bring the places of the roll or of the decision into view.

    :param watched: whether a computer player acts: without such places, the view then stays where it is.
    """
    preview, counters, prompt = situation.pending_preview, situation.counters, situation.turn_prompt
    is_on_map = preview is not None and not preview.contest  # a contest, e.g. for the initiative, has no place
    lines = (*preview.attackers, *preview.defenders) if preview is not None and is_on_map else ()
    unit_places = (counters[line.unit].place for line in lines if line.unit in counters)
    roll_places = tuple(dict.fromkeys(place for place in unit_places if place is not None))
    phase = prompt.turn, prompt.phase
    same_phase, stage.phase = stage.phase == phase, phase
    if not same_phase:
        stage.view.release_view()
    is_combat = preview is not None and is_on_map and bool(preview.attackers and preview.defenders)
    stage.prepare_tray(situation.pending_roll, (preview.needed or preview.reading) if preview is not None else "",
                       roll_places, near=is_combat)
    if situation.pending_roll is None:
        bound = [unit for duty in prompt.duties for unit in duty.units if unit in counters and prompt.main is None]
        decision_places = dict.fromkeys(counters[unit].place for unit in (*bound, *_others_involved(situation, bound)))
        ground = _placement_outline(situation)
        fighting = () if bound else _current_combat(situation)
        if fighting:
            decision_places = dict.fromkeys(counters[unit].place for unit in fighting if unit in counters)
        if same_phase and prompt.mode == "compose" and prompt.main is None and not decision_places:
            return  # a question in the middle of a shot or combat keeps the view of it
        keeps_view = same_phase and (prompt.active_unit or prompt.main is None or prompt.mode != "move")
        nowhere = not (any(decision_places) or ground)
        if nowhere and situation.rules.traits.board != "plane" and (keeps_view or watched):
            return  # a decision about a unit or a combat, or the next action of a computer player, keeps the view
        subject = (prompt.phase, prompt.to_act) if ground else (prompt.text, tuple(bound), fighting)
        shown_places = tuple(place for place in decision_places if place is not None)
        stage.bring_into_view(subject, shown_places, ground, near=True)


def _current_combat(situation: Situation) -> tuple[str, ...]:
    """The units of the listed combat in question: the one under way, the one that the main button resolves, or that of
    the unit that must decide; empty if there is none."""
    main, unit = situation.turn_prompt.main, situation.turn_prompt.active_unit or ""
    combats = [line for line in situation.overview.lines if line.against and not line.placeholder]
    candidates = [line for line in combats if line.progress == "acting"]
    candidates += [line for line in combats if any(action.offer.action == main for action in line.actions) and main]
    candidates += [line for line in combats if unit in (*line.units, *line.against)]
    return (*candidates[0].units, *candidates[0].against) if candidates else ()


def _others_involved(situation: Situation, bound: Sequence[str]) -> list[str]:
    """On a table without a grid: the units on both sides of the rolls that would be made for the units bound to act,
    e.g. those that would shoot at them from afar; elsewhere empty."""
    if situation.rules.traits.board != "plane" or not bound:
        return []
    offers = situation.rules.offers(situation.state, Picked())
    previews = [offer.preview for offer in offers if set(bound) & {*offer.units}]
    return [line.unit for preview in previews if preview is not None
            for line in (*preview.attackers, *preview.defenders)
            if line.unit in situation.counters]


def _placement_outline(situation: Situation) -> tuple[Spot, ...]:
    """On a table without a grid: the corners of the areas in which the side to act places counters; else empty."""
    if situation.turn_prompt.mode != "place" or situation.rules.traits.board != "plane":
        return ()
    seat = situation.turn_prompt.to_act
    own_layers = (layer for layer in situation.rules.layers(situation.state) if layer.always and layer.seat == seat)
    return tuple(spot for layer in own_layers for outline in layer.outlines for spot in outline)


def result_title(rolled: Rolled, *, brief: bool = False) -> Text:
    """The heading of the card that shows a result: the numbers rolled, and their meaning.

    :param brief: without the meaning, for a result highlighted in a list of results.
    """
    if rolled.coins:
        lines = result_slip_text((rolled,))
        if lines.groups:
            return rolled.meaning
        return say("{had}: {meaning}", had=lines.heading, meaning=rolled.meaning)
    if not rolled.sum:
        plain = not rolled.column and rolled.hits is None
        return rolled.meaning if plain else say("Result: {meaning}", meaning=rolled.meaning)
    if brief and rolled.column:
        return say("Result: {sum}", sum=rolled.sum)
    return say("{sum}: {meaning}", sum=capitalised(rolled.sum), meaning=rolled.meaning)


def pending_roll_title(roll: Roll | None, preview: Preview | None) -> Text:
    """The heading of the card before a roll: a generic one for dice on an odds table, the roll's name for others."""
    if roll is None or (preview is not None and preview.compares):
        return say("Roll the dice") if roll is not None and len(roll.dice) > 1 else ROLL_LABEL
    return roll.title


def entry_label(roll: Roll | None) -> Text:
    """The label of the entry field for real dice or coins."""
    if not can_be_typed(roll):
        return say("Enter your own roll")
    if roll is None or is_plain(roll.dice):
        return say("Your own die shows") if roll is None or len(roll.dice) == 1 else say("Your own dice show")
    coins = [die for die in roll.dice if die.coins]
    if not coins:
        return say("You drew")
    if len(coins) > 1:
        return say("Heads for each side")
    if len(roll.dice) > 1:
        return say("Heads drawn and die") if coins[0].drawn else say("Heads and die")
    return MARKERS_CAPTION if roll.dice[0].drawn else COINS_CAPTION


def decides(roll: Roll | None) -> bool:
    """Whether the faces of a roll decide anything; False for coins that can have one result only."""
    return roll is None or len(roll.outcomes) != 1 or not all(die.counts_heads for die in roll.dice)


def can_be_typed(roll: Roll | None) -> bool:
    """Whether the faces of a roll can be typed into a field; many dice are entered on the pad only."""
    return roll is None or len(roll.dice) <= MAX_SINGLE


FIRST_EXAMPLE_FACE = 3
"""The face of the first die in an example of input; the other dice show the next faces. Chosen by hand."""


def entry_example(roll: Roll | None) -> str:
    """Example input for a roll: rising faces as far as the dice have them, e.g. ``3`` or ``3,4``."""
    if roll is None:
        return "4"
    return ",".join(str(min(die.faces[-1], FIRST_EXAMPLE_FACE + k)) for k, die in enumerate(roll.dice))


MAX_HINTED = 2
"""The most faces in the example that the field for typed faces shows."""


def entry_hint(roll: Roll | None) -> str:
    """The example printed in the field for typed faces: the first of many faces, e.g. ``3,4 …``."""
    faces = entry_example(roll).split(",")
    return ",".join(faces[:MAX_HINTED]) + (" \N{HORIZONTAL ELLIPSIS}" if len(faces) > MAX_HINTED else "")


class LatestResult:
    """Decides whether the card shows the latest result, which stays until the pointer moves to another place."""

    def __init__(self) -> None:
        self._rolled: Rolled | None = None
        self._first_place: str | None = None
        """The place pointed at when the result appeared."""
        self._pointer_left = False
        """Whether another place has been pointed at since."""

    def shown(self, rolled: Rolled | None, pointed_at: str | None, selected: str | None) -> bool:
        """Whether the card shows the result.

        :param rolled: the latest roll.
        :param pointed_at: the place under the pointer or the cursor now.
        :param selected: the selected unit.
        """
        if rolled is not self._rolled:
            self._rolled, self._first_place, self._pointer_left = rolled, pointed_at, False
        elif pointed_at != self._first_place and pointed_at is not None:
            self._pointer_left = True
        return rolled is not None and not (self._pointer_left and (pointed_at is not None or selected is not None))


def as_they_fell(rolled: Rolled | None, preview: Preview | None, counters: Mapping[str, Counter]
                 ) -> tuple[Fallen, ...]:
    """Each group of coins flipped, as it fell; for a combat with dice rolled for hits, the dice of each side, the
    attackers' first. Empty if neither was thrown."""
    if rolled is None:
        return ()
    if preview is not None and preview.hit_dice and rolled.hits is not None:
        own, enemy = ({counters[line.unit].seat for line in lines if line.unit in counters}
                      for lines in (preview.attackers, preview.defenders))
        attackers = own or {group.seat for group in rolled.groups} - enemy  # lost units are no longer on the table
        attacking = [index for group in rolled.groups if group.seat in attackers for index in group.dice]
        defending = [index for group in rolled.groups if group.seat not in attackers for index in group.dice]
        return tuple((len(rolled.hits.intersection(dice)), len(dice), "") for dice in (attacking, defending))
    titles = [die.title for die in rolled.dice if die.counts_heads]
    return tuple(zip(rolled.heads, rolled.coins, titles, strict=True))


def arithmetic(rules: System[Any], counters: Mapping[str, Counter], preview: Preview | None,
               choices: Sequence[CardChoice], title: Text, rolled: Rolled | None = None,
               harmed: Sequence[Event] = (), *, above: bool = False) -> Content:
    """The card with sides, modifiers, odds and chances of a preview.

    :param choices: the buttons on the card.
    :param rolled: the roll, if made: its cell in the results table, or its result, is highlighted.
    :param harmed: the events of harm that it caused.
    :param above: whether the choices are above the arithmetic, so that they stay in place when it changes.
    """
    row, lit, brief = (rolled.row, rolled.result, result_title(rolled, brief=True)) if rolled else (None, "", "")
    units = tuple(line.unit for line in (*preview.attackers, *preview.defenders)) if preview else ()
    sums = (
        (preview.attack, preview.defence, preview.total, preview.column, preview.modifiers, preview.outcomes,
         preview.variants)
        if preview
        else ()
    )
    card_choices = tuple(choices)
    fell, harm = as_they_fell(rolled, preview, counters), tuple((event.text, event.rule) for event in harmed)
    return Content(
        ("battle", units, sums, card_choices, title, row, lit, fell, harm),
        lambda pen: battle.write(pen, rules.theme, counters, preview, card_choices, title, row, lit, brief, fell,
                                 harm, choices_first=above),
        makes_room=True,
        is_roll=True,
    )


def replay_card(rules: System[Any], replay: Replay[Any], *, rolling: bool) -> Content | None:
    """The battle card of a replay's step: of a roll with its result, or of a pending roll; None for other steps.

    :param rules: filtered for the viewer.
    :param rolling: whether the dice of that step still roll, so that no result is highlighted yet.
    """
    match, number = replay.match, replay.actions_shown
    ply = replay.ply
    rolled = first_roll(ply.events) if ply else None
    if ply is not None and rolled is not None:
        before = match.plies[number - 2].state if number > 1 else match.history.first_state
        preview = rules.preview(before, ply.action)
        if preview is not None:
            counters = {counter.unit: counter for counter in rules.counters(before)}
            if rolling:
                title = pending_roll_title(rules.pending_roll(before), preview)
                return arithmetic(rules, counters, preview, (), title)
            return arithmetic(rules, counters, preview, (), result_title(rolled), rolled, harm_events(ply.events))
    situation = Situation(rules, replay.state)
    if situation.pending_roll is None:
        return None
    title = pending_roll_title(situation.pending_roll, situation.pending_preview)
    return arithmetic(rules, situation.counters, situation.pending_preview, (), title)


class HazardCards:
    """The hazards of a planned move, with the latest answer cached."""

    def __init__(self, controller: Controller) -> None:
        self._controller, self._rules = controller, controller.situation.rules
        self._selection = controller.selection
        self._hazards_key: tuple[Any, tuple[str, ...], str] = (None, (), "")
        self._hazards: Sequence[Hazard] = ()
        """The state, the units and the place of the latest hazards, and these hazards."""

    def hazards_at(self, place: str | None) -> Sequence[Hazard]:
        """The hazards of the selected unit and its companions at a place; empty without a selection."""
        situation, selection = self._controller.situation, self._selection
        if selection.selected is None or place is None or situation.composing:
            return ()
        units = (selection.selected, *selection.group)
        after_route = selection.route.end_situation if selection.route is not None else situation
        if after_route is None:
            return ()
        key = (after_route.state, units, place)
        if key[1:] != self._hazards_key[1:] or key[0] is not self._hazards_key[0]:
            self._hazards_key, self._hazards = key, self._rules.hazards_on(*key)
        return self._hazards

    def card(self, place: str | None) -> Content | None:
        """The card of these hazards; None if there are none."""
        hazards = tuple(self.hazards_at(place))
        if not hazards or place is None:
            return None
        situation, selection = self._controller.situation, self._selection
        place_title = places.title(situation.board, place)
        first_unit = situation.counters[selection.selected or ""].name
        has_enemy = any(each.place == place and each.seat != situation.counters[selection.selected or ""].seat
                        for each in situation.counters.values())
        if has_enemy and selection.group:
            title = plural("{unit} and {count} more against {place}?", "{unit} and {count} more against {place}?",
                           len(selection.group), unit=first_unit, place=place_title)
        elif has_enemy:
            title = say("{unit} against {place}?", unit=first_unit, place=place_title)
        elif selection.group:
            title = plural("{unit} and {count} more to {place}?", "{unit} and {count} more to {place}?",
                           len(selection.group), unit=first_unit, place=place_title)
        else:
            title = say("{unit} to {place}?", unit=first_unit, place=place_title)
        counters = situation.counters
        return Content(("awaits", title, hazards),
                       lambda pen: write_hazards(pen, self._rules.theme, counters, title, hazards),
                       makes_room=True)
