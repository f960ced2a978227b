"""Contents of the game screen's cards, computed from the controller and the turn driver."""

from __future__ import annotations

from collections import Counter as Counts
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from game.core.chance import CHANCE, per_cent
from game.core.message import Message, Text, and_list, joined, plural, say
from game.core.overview import OverviewLine
from game.core.presenter import Counter
from game.core.theme import SeatInfo
from game.core.verdict import Illegal, Reason, RuleRef
from game.i18n.words import capitalised, translate
from game.match.hint import Hint
from game.match.player_titles import player_title
from game.ui.board import places
from game.ui.cards import battle, selection
from game.ui.cards import prompt as prompts
from game.ui.cards import slip as slips
from game.ui.cards.card_pen import CardPen
from game.ui.cards.column import Content
from game.ui.cards.selection import CardChoice
from game.ui.kit.pen import TextRun
from game.ui.kit.theme import FAINT
from game.ui.play import choices, rolling
from game.ui.play.game import GameInPlay
from game.ui.play.proposals import Proposal, ShownRefusal
from game.ui.play.rolling import arithmetic
from game.ui.play.selection import Selection
from game.ui.screens.phase_list import first_duty

MAX_NAMES = 4
"""The largest group whose units a card lists by name."""
GOES_ON = say("the remaining fights then follow automatically")
NO_MORE = say("None of your {pieces} can do more now.")
WAITING_TEXT = say("Point at {a_place} to see what is there; the computer is playing.")

PLACES = {"hex": (say("a hex"), say("the hex")), "area": (say("an area"), say("the area"))}

ANYWHERE = say("a spot"), say("the spot")

PIECES = {"plane": (say("base"), say("bases"))}
"""Nouns for a piece and for several, by kind of board; other boards use "counter" and "counters"."""

ADVICE = {
    "move": say("Click one of your {pieces} to see what it may do and where. Tab goes through those that can act."),
    "compose": say("Click the {pieces} that take part, yours and the enemy's; click again to leave one out."),
    "choose": say("Click a {piece} to choose it; Tab goes from one to the next."),
    "place": say("Click an unplaced {piece}, then {the_place} where it goes. A placed one can be picked up again."),
    "advance": say("Click {a_place} that glows to advance into it, or stay: {button}."),
    "roll": say("Roll, or type in what was rolled on the table."),
    "over": say("The game is over. Look around; the menu has the replay."),
}


def seat_info(game: GameInPlay, name: str | None) -> SeatInfo | None:
    return next((seat for seat in game.theme.seats if seat.name == name), None)


def side_of(game: GameInPlay) -> SeatInfo | None:
    """The side to act or to roll."""
    info = seat_info(game, game.prompt_shown.to_act)
    return seat_info(game, game.flow.roller_in(game.situation.state)) if info is None and (
        game.prompt_shown.to_act == CHANCE) else info


def strip_contents(game: GameInPlay, reasons: tuple[Reason, ...]) -> (
        tuple[SeatInfo | None, tuple[Text, ...], RuleRef | None]):
    """Contents of the strip beside a closed drawer: the side, the prompt, the forecast of the picked units' action, why
    the phase cannot end yet or which computer player is playing, and the rule."""
    prompt, side = game.prompt_shown, side_of(game)
    if side is not None and prompt.mode != "roll" and game.flow.plays(prompt.to_act):
        return side, (say("{side}: {text}", side=side.title, text=game.flow.status(prompt.to_act)),), None
    if game.main_button.warning:
        return side, (game.main_button.warning,), None
    forecast = _forecast(game)
    if forecast:
        return side, forecast, prompt.rule
    if reasons and game.main_button.shown:
        return side, tuple(reason.text for reason in reasons), reasons[0].rule
    return side, (prompt.text,), prompt.rule


def _forecast(game: GameInPlay) -> tuple[Text, ...]:
    """The total and the chances of the action for the picked units, if it leads to a roll; else empty."""
    led, proposals = game.main_button.key_offer, game.selection.proposals
    preview = None if led is None or game.stage.busy else proposals[led].preview
    if preview is None:
        return ()
    chances = (say("{chance} {result}", chance=per_cent(outcome.chance), result=outcome.text)
               for outcome in preview.outcomes if outcome.chance)
    return battle.total_text(preview), *chances


def phase_words(game: GameInPlay, info: SeatInfo | None) -> Text:
    """The name of the phase, with its side if another side is asked something in it."""
    seat, phase = game.prompt_shown.phase_key
    return game.theme.title_of(phase) if info is None or seat in ("", info.name) else game.theme.phase_of(seat, phase)


def prompt_card(game: GameInPlay, reasons: tuple[Reason, ...], *, main: bool = True) -> Content:
    """The prompt card.

    :param main: whether it has room for the main button.
    """
    prompt = game.prompt_shown
    info = side_of(game)
    shown, stand_in = game.main_button.shown, game.main_button.stand_in
    barred, warning = reasons if shown else (), game.main_button.warning
    if stand_in is not None:
        barred = _why_refused(game.selection.proposals[stand_in])
    entered = game.main_button.can_enter_faces and not game.main_button.roll_shown
    roll = game.situation.pending_roll
    asked = prompts.PromptCard(
        prompt,
        info,
        barred,
        _roller_note(game, info) if prompt.mode == "roll" else game.flow.status(prompt.to_act) or _last_result(game),
        rolling.entry_label(roll) if entered else "",
        game.main_button.has_place and main,
        main and game.main_button.has_second,
        bool(game.quick_play.label),
        bool(game.fire_all_offer.label) and game.interruption.question is None,
        phase_words(game, info),
        game.interruption.question is not None and main,
        bool(game.reaction_settings.kind) and not game.stage.busy,
        game.reaction_settings.can_always and not game.stage.busy,
        rolling.can_be_typed(roll),
        prompt.mode != "roll" and game.flow.plays(prompt.to_act),
        game.interruption.question is not None,
        GOES_ON if game.quick_play.goes_on_after_decision else "" if (
            warning or reasons or stand_in is not None or not shown) else game.main_button.left_undone_note,
        warning,
        game.theme.turn,
        game.theme,
        tuple(game.situation.counters.get(duty.units[0]) if duty.units else None for duty in prompt.duties),
        first_duty(game),
    )
    forms = tuple(partial(prompts.write, card=form) for form in prompts.tallest_forms(game.rules, asked, main=main))
    return Content((asked,), lambda pen: prompts.write(pen, asked),
                   usual_heights=prompts.PROMPT_HEIGHT if main else prompts.BARE_PROMPT_HEIGHT,
                   tallest_forms=forms)


def _why_refused(proposal: Proposal) -> tuple[Reason, ...]:
    """The first reason why a proposal is not legal; empty if it is."""
    verdict = proposal.offer.verdict
    return verdict.reasons[:1] if isinstance(verdict, Illegal) else ()


def _roller_note(game: GameInPlay, info: SeatInfo | None) -> str:
    """A note that the shown roll is a computer player's, or empty."""
    return translate("" if info is None or game.flow.is_human(info.name) else say("Rolled by the computer: {info}",
                                                                               info=info.title))


def middle_card(game: GameInPlay) -> Content:
    """The middle card: a hint, a battle, units to set up, a unit or a hex."""
    situation, held = game.situation, game.selection
    hint = None if game.host.metrics.has_drawer else shown_hint(game)
    if hint is not None:
        return hint_card(game, hint)
    mode = game.prompt_shown.mode
    rolled = game.stage.rolled
    latest = game.latest_result.shown(rolled, explained_place(game), held.selected)
    waits = mode == "roll" and not game.stage.busy
    chosen = held.participants and not held.forced
    reports = game.turn_report.shown and held.selected is None and mode != "roll" and not game.stage.lingers
    over = chosen or waits or reports or _next_rolls(game)
    if rolled is not None and game.battle is not None and latest and not over:
        title = rolling.result_title(rolled)
        must = held.keys or held.forced or (held.selected is None and not held.participants)
        offered = _offered(game) if must and not game.stage.busy else ()
        content = arithmetic(game.rules, situation.counters, game.battle, offered, title, rolled, game.stage.harmed)
        goes_on = mode != "roll" and not (game.stage.busy or game.stage.lingers)
        return replace(content, is_roll=False, list_in_use=True) if goes_on else content  # the list keeps its room
    if mode == "roll":
        pending_roll = situation.pending_roll
        due_now = situation.due_preview
        if due_now is None and situation.stacks.get(pointed_place(game) or "") and explained_place(game):
            return _place_content(game)
        title = rolling.due_title(pending_roll, due_now)
        return arithmetic(game.rules, situation.counters, due_now, (), title)
    if held.line is not None:
        return _line_content(game, held.line)
    if reports:
        return _report_content(game)
    if situation.composing and not held.forced and (
            held.participants or (held.proposals and not (held.suggested and explained_place(game)))):
        return _proposals_content(game)
    if mode == "place" and held.waiting:
        waiting = tuple(situation.counters[unit] for unit in held.waiting)
        return Content(
            ("waiting", waiting, held.selected),
            lambda pen: selection.write_waiting(pen, game.theme, waiting, held.selected),
        )
    if (coming := game.hand.preview) is not None:
        return arithmetic(game.rules, situation.counters, coming, (), say("The combat that follows"))
    if held.selected is not None:
        # A clicked place lists its actions instead.
        hazards = game.hazard_cards.card(explained_place(game)) if held.focus is None else None
        return hazards or _aimed_content(game) or _unit_content(game)
    question = game.interruption.question
    if (situation.interrupting is not None or question is not None) and not explained_place(game):
        callers = tuple(situation.counters[unit] for unit in (question.units if question else held.eligible))
        advice = say("Click one here or on the map, or press Tab and Enter.") if callers and question is None else ""
        return Content(
            ("callers", callers),
            lambda pen: selection.write_ready_units(pen, game.theme, translate(say("Able to act now")), callers,
                                              translate(advice)),
        )
    asks = game.may_act and (game.prompt_shown.main is not None or not explained_place(game))
    offered = _offered(game) if asks else ()
    if offered:
        shown = game.prompt_shown
        title = shown.text if shown.main is None else game.theme.title_of(shown.phase)
        return Content(("decide", title, offered), lambda pen: selection.write_line(pen, title, "", offered),
                       makes_room=True)
    return _place_content(game)


def pointed_place(game: GameInPlay) -> str | None:
    """The place under the pointer, or the keyboard cursor's place."""
    return game.selection.cursor if game.pointing.keyboard else game.pointing.place


def explained_place(game: GameInPlay) -> str | None:
    """The place the middle card describes: the keyboard cursor's, or the last one the pointer rested on."""
    return game.selection.cursor if game.pointing.keyboard else game.pointing.hover_subject.place


def shown_hint(game: GameInPlay) -> Hint | None:
    """The hint, unless dice are pending or another player is asked or interrupts."""
    hint = game.hint
    if hint is None or game.flow.seat == CHANCE or game.interruption.moment is not None:
        return None
    return hint if game.situation.interrupting in (None, hint.seat) else None


def hint_card(game: GameInPlay, hint: Hint) -> Content:
    """A computer player's suggestion with the buttons to play it, on the middle card or, with the cards in a drawer, on
    the map's slip."""
    asked = game.situation.prompt
    action = (asked.main_label if asked.main == hint.next and asked.main_label  # worded like the button
              else game.rules.describe(game.situation.state, hint.next))
    suggestion = say("{level} suggests: {action}", level=player_title(hint.level), action=action)
    of = say("{number} of {whole}: {action}", number=hint.number, whole=hint.total_steps, action=action)
    text = joined((suggestion, hint.why), " – ") if hint.number == 1 else of  # the reason concerns the first step only
    steps = len(hint.steps)
    wording = game.view.worded(text)
    return Content(("hint", text, steps, wording), lambda pen: slips.write_hint(pen, wording, steps), makes_room=True)


def refusal_to_show(game: GameInPlay) -> ShownRefusal | None:
    """The refusal to show: that of the last attempt, else that of the place pointed at. For a unit that was selected
    automatically, the place where pointer or cursor happened to be at the time is ignored."""
    situation, held, planning, place = game.situation, game.selection, game.planning, pointed_place(game)
    state, before = game.pointing.first
    if state is not situation.state:
        game.pointing.first = situation.state, place
    elif place != before:
        game.pointing.first = state, None
    if held.refusal is not None or held.selected is None:
        return held.refusal
    if game.hand.away_from_home:
        return game.hand.refusal
    return None if held.forced and place == game.pointing.first[1] else planning.why_not(place)


def _offered(game: GameInPlay) -> tuple[CardChoice, ...]:
    """The card's choices as buttons; none if the main button covers the only choice, or while a lesson explains."""
    situation, held = game.situation, game.selection
    given = (situation.composing and held.forced) or game.lesson_shows
    rows = {place: number - 1 for place, number in held.keys.items()}
    on_prompt = (game.main_button.stand_in, None if game.host.metrics.has_drawer else game.main_button.other_answer)
    return () if given else tuple(
        CardChoice(capitalised(game.view.worded(p.label)), p.reason,
                   rows.get(p.place or "") if p.offer.for_all else None, p.note, game.main_button.key_of(number),
                   p.offer.angle is not None, number in on_prompt)
        for number, p in enumerate(held.proposals)
    )


def _aimed_content(game: GameInPlay) -> Content | None:
    """The arithmetic of what the selected unit can do at the place clicked or last aimed at; None if there is none."""
    situation, held = game.situation, game.selection
    held.point_at(explained_place(game))
    place = held.focus or held.last_target
    proposals = held.choices.proposals_at.get(place or "", ())
    shown = next((proposal for proposal in proposals if proposal.preview is not None), None)
    if shown is None:
        return None
    title = shown.label if shown.verdict else say("If it were allowed: {action}", action=shown.label)
    return arithmetic(game.rules, situation.counters, shown.preview, _offered(game), title)


def _unit_content(game: GameInPlay) -> Content:
    """The selected unit, the units moving with it, its stack, and its choices."""
    situation, held = game.situation, game.selection
    assert held.selected is not None
    counter = situation.counters[held.selected]
    stack = tuple(situation.counters[unit] for unit in situation.stacks.get(counter.place or "", ()))
    bases = tuple(situation.counters[unit] for unit in held.group_bases)
    offered = _offered(game)
    heading = next((proposal.heading for proposal in held.proposals), "")
    going = (*held.group, *held.companions_coming)
    along = _companions_text(counter, [situation.counters[unit] for unit in going])
    stays = tuple(translate(choices.stay_reason(situation.counters[unit].name, why).with_rule)
                  for unit, why in held.cannot_join.items())

    def write(pen: CardPen) -> None:
        crowded = pen.tight and len(offered) > selection.MAX_HIGH_ROWS
        beside = () if crowded else stack
        if bases:
            selection.write_group(pen, game.theme, bases, along)
        else:
            selection.write_unit(pen, game.theme, counter, beside, going, tuple(held.cannot_join))
            pen.flow([TextRun(along, "ui-bold", 17)] if along else ())
        for line in stays:
            pen.flow([TextRun(line, "ui", 16, FAINT)])
        selection.write_choices(pen, offered, heading)

    return Content(("unit", counter, stack, bases, offered, heading, along, stays), write, makes_room=True,
                   list_in_use=not offered)


def _companions_text(counter: Counter, going: Sequence[Counter]) -> Text:
    """The units that move with a unit, by name; a large group as numbers of its types."""
    if not going:
        return ""
    group = [counter, *going]
    if len(group) > MAX_NAMES and all(each.type_name for each in group):
        types = Counts(each.type_name for each in group).most_common()
        return say("Group of {count}: {units}", count=len(group), units=and_list(
            say("{count} {name}", count=count, name=name) if count > 1 else name for name, count in types))
    return plural("{units} moves with it", "{units} move with it", len(going),
                  units=and_list(each.name for each in going))


def _report_content(game: GameInPlay) -> Content:
    """The report of the last game turn."""
    title, rows = game.turn_report.title, game.turn_report.rows

    def write(pen: CardPen) -> None:
        pen.heading(title)
        for label, value in rows:
            pen.row(label, value)
        pen.space(8)

    return Content(("report", title, rows), write, makes_room=True, list_in_use=True)


def _place_content(game: GameInPlay) -> Content:
    situation, held = game.situation, game.selection
    place = explained_place(game) or ""
    over = situation.counters.get(game.pointing.hover_subject.unit or "")
    if game.pointing.keyboard:
        under = situation.stacks.get(place, ())
        over = situation.counters[under[-1]] if under else None
    spot = over.place if over is not None and over.place is not None else place
    card = situation.place_card(spot) if spot else None
    if card is not None:
        there = tuple(situation.counters[unit] for unit in situation.stacks.get(spot, ()))
        return Content(("card", card, there, over),
                       lambda pen: selection.write_card(pen, game.theme, card, there, over))
    board = situation.board
    stack = tuple(situation.counters[unit] for unit in situation.stacks.get(place, ()))
    ground, title = (places.ground(board, place), places.title(board, place)) if place else ("", "")
    title = next((box.title for box in game.boxes if box.name == place), title)
    mode = "choose" if situation.composing and not held.targets else game.prompt_shown.mode
    advice = (
        ADVICE[mode]
        if game.flow.is_human(game.prompt_shown.to_act) or mode == "over"
        else WAITING_TEXT
    )
    if game.interruption.moment is not None:
        advice = say("Play waits for your answer.")
    elif game.turn_end.holds:
        advice = say("The next turn begins when you press {button}.", button=game.turn_end.label)
    elif mode == "move" and advice is not WAITING_TEXT and held.active and not held.eligible:
        advice = NO_MORE
    advice = _with_nouns(game, advice)
    if place and not stack:
        advice = say("No unit is here.")
    return Content(
        ("place", place, stack, advice, ground),
        lambda pen: selection.write_place(pen, game.theme, title, ground, stack, translate(advice)),
    )


def _next_rolls(game: GameInPlay) -> bool:
    """Whether every choice leads to a roll of its own, whose arithmetic replaces the last result; not if it is only
    suggested."""
    situation, held = game.situation, game.selection
    return situation.composing and not (held.forced or held.suggested or game.stage.busy) and bool(
        held.proposals) and all(each.preview is not None for each in held.proposals)


def _last_result(game: GameInPlay) -> Text:
    """The last result as text, while the next roll's arithmetic takes its place on the card; else empty."""
    rolled = game.stage.rolled
    return rolled.text if rolled is not None and _next_rolls(game) else ""


def _proposals_content(game: GameInPlay) -> Content:
    situation, held = game.situation, game.selection
    offered = _offered(game)
    pointed_at = held.proposals[game.pointing.choice:][:1] if game.pointing.choice is not None else ()
    best = next(iter(pointed_at), held.proposal)
    title = best.label if best is not None else say("Taking part")
    if best is None or best.preview is None:
        picked = tuple(situation.counters[unit] for unit in held.participants)
        needed = _missing_text(held) if best is None else ""
        if not picked:
            title, needed = (say("Selection"), _with_nouns(game, ADVICE["choose"])) if held.eligible else (
                game.theme.title_of(game.prompt_shown.phase), "")
        elif len(picked) == 1 and best is not None:
            title = picked[0].name
        return Content(
            ("picked", picked, offered, title, needed),
            lambda pen: battle.write_picked(pen, game.theme, picked, offered, title, needed),
        )
    return arithmetic(game.rules, situation.counters, best.preview, offered, title, above=len(offered) > 1)


def _line_content(game: GameInPlay, line: OverviewLine) -> Content:
    """The selected overview line: its arithmetic and its choices."""
    offered = _offered(game)
    preview = line.preview or next((each.preview for each in game.selection.proposals if each.preview), None)
    if preview is not None:
        # The list keeps its lines: one of them is what is pointed at.
        return replace(arithmetic(game.rules, game.situation.counters, preview, offered, line.title), is_roll=False,
                       list_in_use=True)
    details = joined((line.subtitle, line.status))
    if line.marches:
        details = joined((details, say("click a hex: the whole force marches there in formation, each unit as near "
                                       "as possible, stopping before enemy zones of control")), ": ")
    return Content(("line", line.title, details, offered),
                   lambda pen: selection.write_line(pen, line.title, details, offered), makes_room=True,
                   list_in_use=True)


def _with_nouns(game: GameInPlay, advice: Message) -> Message:
    """Advice with the board's words for places and pieces filled in."""
    noun = game.situation.board.kind
    a_place, the_place = PLACES.get(noun, ANYWHERE)
    piece, pieces = PIECES.get(noun, (say("counter"), say("counters")))
    if any(game.situation.counters[unit].outline for unit in game.selection.eligible):
        piece, pieces = say("piece"), say("pieces")
    return advice.with_values(a_place=a_place, the_place=the_place, piece=piece, pieces=pieces,
                              button=game.prompt_shown.main_label)


def _missing_text(held: Selection) -> Text:
    """What to pick next before the picked units can do anything."""
    if held.targets and not any(unit in held.targets for unit in held.participants):
        return say("Add more of your units, or choose the enemy: Tab goes to the next one, Enter selects it.")
    if held.eligible and not any(unit in held.eligible for unit in held.participants):
        return say("Now choose your own units.")
    return held.situation.prompt.text
