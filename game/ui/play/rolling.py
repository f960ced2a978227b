"""Rolls on the game screen: pending dice in the tray, results, and their cards: arithmetic of a roll, and hazards of
the selected units at a place."""

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
from game.ui.dice.coin_rows import is_plain
from game.ui.dice.pad import MAX_SINGLE
from game.ui.dice.tray import result_slip_text
from game.ui.play.controller import Controller
from game.ui.play.playback import RollResult, Stage, harm_events
from game.ui.play.situation import Situation

ROLL_LABEL = say("Roll the die")
COINS_CAPTION, MARKERS_CAPTION = say("Heads of your coins"), say("Heads of your markers")


def roll_result_of(rules: System[Any], before: Any, action: Action | None) -> RollResult | None:
    """The dice of a roll with the faces rolled; None for any other action.

    :param before: the state in which it was rolled.
    """
    roll = rules.pending_roll(before) if isinstance(action, Faces) else None
    return RollResult(roll, action.faces) if roll is not None and isinstance(action, Faces) else None


def prepare_dice(stage: Stage, shown: Situation, *, watched: bool = False) -> None:
    """Put pending dice into the tray, and bring the places of the roll or of the decision into view.

    :param watched: whether a computer player acts: without such places, the view stays where it was last active.
    """
    preview, counters, prompt = shown.due_preview, shown.counters, shown.turn_prompt
    lines = (*preview.attackers, *preview.defenders) if preview is not None else ()
    stood = (counters[line.unit].place for line in lines if line.unit in counters)
    places = tuple(dict.fromkeys(place for place in stood if place is not None))
    phase = prompt.turn, prompt.phase
    same, stage.phase = stage.phase == phase, phase
    if not same:
        stage.view.release_view()
    fights = preview is not None and bool(preview.attackers and preview.defenders)
    stage.prepare_tray(shown.pending_roll, (preview.needed or preview.reading) if preview is not None else "", places,
                       near=fights)
    if shown.pending_roll is None:
        must = [unit for duty in prompt.duties for unit in duty.units if unit in counters and prompt.main is None]
        where = dict.fromkeys(counters[unit].place for unit in (*must, *_others_involved(shown, must)))
        ground = _roll_outline(shown)
        fighting = () if must else _asked_combat(shown)
        if fighting:
            where = dict.fromkeys(counters[unit].place for unit in fighting if unit in counters)
        if same and prompt.mode == "compose" and prompt.main is None and not where:
            return  # a question in the middle of a shot or combat keeps the view of it
        decided = same and (prompt.active_unit or (prompt.main is not None and prompt.mode != "move"))
        if not (any(where) or ground) and shown.rules.traits.board != "plane" and (decided or watched):
            return  # a decision about a unit or a combat, or the next action of a computer player, keeps the view
        asked = (prompt.phase, prompt.to_act) if ground else (prompt.text, tuple(must), fighting)
        stage.bring_into_view(asked, tuple(place for place in where if place is not None), ground, near=True)


def _asked_combat(shown: Situation) -> tuple[str, ...]:
    """The units of the listed combat in question: the one under way, the one that the main button resolves, or that of
    the unit that must decide; empty if there is none."""
    main, unit = shown.turn_prompt.main, shown.turn_prompt.active_unit or ""
    combats = [line for line in shown.overview.lines if line.against and not line.placeholder]
    asked = [line for line in combats if line.progress == "acting"]
    asked += [line for line in combats if any(action.offer.action == main for action in line.actions) and main]
    asked += [line for line in combats if unit in (*line.units, *line.against)]
    return (*asked[0].units, *asked[0].against) if asked else ()


def _others_involved(shown: Situation, must: Sequence[str]) -> list[str]:
    """On a table without a grid: the units on both sides of the rolls that would be made for some units, e.g. those
    that would shoot at them from afar."""
    if shown.rules.traits.board != "plane" or not must:
        return []
    previews = [offer.preview for offer in shown.rules.offers(shown.state, Picked()) if set(must) & {*offer.units}]
    return [line.unit for preview in previews if preview is not None
            for line in (*preview.attackers, *preview.defenders)
            if line.unit in shown.counters]


def _roll_outline(shown: Situation) -> tuple[Spot, ...]:
    """On a table without a grid: the corners of the area in which the side to act places counters."""
    if shown.turn_prompt.mode != "place" or shown.rules.traits.board != "plane":
        return ()
    seat = shown.turn_prompt.to_act
    laid = (layer for layer in shown.rules.layers(shown.state) if layer.always and layer.seat == seat)
    return tuple(spot for layer in laid for outline in layer.outlines for spot in outline)


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


def due_title(roll: Roll | None, preview: Preview | None) -> Text:
    """The heading of the card before a roll: a generic one for dice on an odds table, the roll's name for others."""
    if roll is None or (preview is not None and preview.compares):
        return say("Roll the dice") if roll is not None and len(roll.dice) > 1 else ROLL_LABEL
    return roll.title


def entry_label(roll: Roll | None) -> Text:
    """The label of the entry field for real dice or coins."""
    if roll is None or is_plain(roll.dice):
        return say("Your own die shows") if roll is None or len(roll.dice) == 1 else say("Your own dice show")
    coins = [die for die in roll.dice if die.coins]
    if not coins:
        return say("Your own marker shows") if len(roll.dice) == 1 else say("Your own markers show")
    if len(coins) > 1:
        return say("Heads of both sides")
    if len(roll.dice) > 1:
        return say("Heads, die")
    return MARKERS_CAPTION if roll.dice[0].drawn else COINS_CAPTION


def can_be_typed(roll: Roll | None) -> bool:
    """Whether the faces of a roll can be typed into a field; many dice are entered on the pad only."""
    return roll is None or len(roll.dice) <= MAX_SINGLE


def entry_example(roll: Roll | None) -> str:
    """Example input for a roll, e.g. ``4`` or ``3,5``."""
    return ",".join(str(min(die.faces[-1], 3 + k)) for k, die in enumerate(roll.dice)) if roll is not None else "4"


MAX_HINTED = 2
"""The maximum number of faces in the example that the field for typed faces shows."""


def entry_hint(roll: Roll | None) -> str:
    """The example printed in the field for typed faces: the first of many faces, e.g. ``3,4 …``."""
    faces = entry_example(roll).split(",")
    return ",".join(faces[:MAX_HINTED]) + (" \N{HORIZONTAL ELLIPSIS}" if len(faces) > MAX_HINTED else "")


class LatestResult:
    """Decides whether the card shows the latest result, which stays until the pointer moves to another place."""

    def __init__(self) -> None:
        self._rolled: Rolled | None = None
        self._then: str | None = None
        self._left = False
        """Whether another place has been pointed at since."""

    def shown(self, rolled: Rolled | None, pointed: str | None, held: str | None) -> bool:
        """Whether the card shows the result.

        :param pointed: the place under the pointer or the cursor now.
        :param held: the selected unit.
        """
        if rolled is not self._rolled:
            self._rolled, self._then, self._left = rolled, pointed, False
        elif pointed != self._then and pointed is not None:
            self._left = True
        return rolled is not None and not (self._left and (pointed is not None or held is not None))


def fallen_coins(rolled: Rolled | None) -> tuple[tuple[int, int], ...]:
    """Heads and coins of each group of coins rolled; empty if none were."""
    return tuple(zip(rolled.heads, rolled.coins, strict=True)) if rolled is not None else ()


def arithmetic(rules: System[Any], counters: Mapping[str, Counter], preview: Preview | None,
               choices: Sequence[CardChoice], title: Text, rolled: Rolled | None = None,
               harmed: Sequence[Event] = (), *, above: bool = False) -> Content:
    """The card with sides, modifiers, odds and chances of a preview.

    :param above: whether the choices are above the arithmetic, so that they stay in place when it changes.
    :param rolled: the roll, if made: its cell in the results table, or its result, is highlighted.
    :param harmed: events of losses caused by it.
    """
    row, lit, brief = (rolled.row, rolled.result, result_title(rolled, brief=True)) if rolled else (None, "", "")
    units = tuple(line.unit for line in (*preview.attackers, *preview.defenders)) if preview else ()
    sums = (
        (preview.attack, preview.defence, preview.total, preview.column, preview.modifiers, preview.outcomes,
         preview.variants)
        if preview
        else ()
    )
    offered = tuple(choices)
    fell, suffered = fallen_coins(rolled), tuple((event.text, event.rule) for event in harmed)
    return Content(
        ("battle", units, sums, offered, title, row, lit, fell, suffered),
        lambda pen: battle.write(pen, rules.theme, counters, preview, offered, title, row, lit, brief, fell,
                                 suffered, choices_first=above),
        makes_room=True,
        is_roll=True,
    )


def replay_card(rules: System[Any], replay: Replay[Any], *, falling: bool) -> Content | None:
    """The battle card of a replay's step: of a roll with its result, or of a pending roll; None for other steps.

    :param rules: filtered for the viewer.
    :param falling: whether the dice of that step still tumble, so that no result is highlighted yet.
    """
    match, at = replay.match, replay.actions_shown
    ply = replay.ply
    rolled = first_roll(ply.events) if ply else None
    if ply is not None and rolled is not None:
        before = match.plies[at - 2].state if at > 1 else match.history.first_state
        preview = rules.preview(before, ply.action)
        if preview is not None:
            counters = {counter.unit: counter for counter in rules.counters(before)}
            if falling:
                title = due_title(rules.pending_roll(before), preview)
                return arithmetic(rules, counters, preview, (), title)
            return arithmetic(rules, counters, preview, (), result_title(rolled), rolled, harm_events(ply.events))
    due = Situation(rules, replay.state)
    if due.pending_roll is None:
        return None
    return arithmetic(rules, due.counters, due.due_preview, (), due_title(due.pending_roll, due.due_preview))


class HazardCards:
    """The hazards of a planned move, with the latest answer cached."""

    def __init__(self, controller: Controller) -> None:
        self._controller, self._rules = controller, controller.situation.rules
        self._selection = controller.selection
        self._asked: tuple[Any, tuple[str, ...], str] = (None, (), "")
        self._found: Sequence[Hazard] = ()

    def at(self, place: str | None) -> Sequence[Hazard]:
        """The hazards of the selected unit and its companions at a place; empty without a selection."""
        situation, selection = self._controller.situation, self._selection
        if selection.selected is None or place is None or situation.composing:
            return ()
        units = (selection.selected, *selection.group)
        ahead = selection.route.ahead if selection.route is not None else situation
        if ahead is None:
            return ()
        asked = (ahead.state, units, place)
        if asked[1:] != self._asked[1:] or asked[0] is not self._asked[0]:
            self._asked, self._found = asked, self._rules.hazards_on(*asked)
        return self._found

    def card(self, place: str | None) -> Content | None:
        """The card of these hazards; None if there are none."""
        hazards = tuple(self.at(place))
        if not hazards or place is None:
            return None
        situation, selection = self._controller.situation, self._selection
        title = places.title(situation.board, place)
        first = situation.counters[selection.selected or ""].name
        enemies = any(each.place == place and each.seat != situation.counters[selection.selected or ""].seat
                      for each in situation.counters.values())
        if enemies and selection.group:
            who = plural("{unit} and {count} more against {place}?", "{unit} and {count} more against {place}?",
                          len(selection.group), unit=first, place=title)
        elif enemies:
            who = say("{unit} against {place}?", unit=first, place=title)
        else:
            who = (plural("{unit} and {count} more to {place}?", "{unit} and {count} more to {place}?",
                           len(selection.group), unit=first, place=title)
                   if selection.group else say("{unit} to {place}?", unit=first, place=title))
        counters = situation.counters
        return Content(("awaits", who, hazards),
                       lambda pen: write_hazards(pen, self._rules.theme, counters, who, hazards),
                       makes_room=True)
