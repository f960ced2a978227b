"""Contents of the game screen's cards, worked out from the game in play."""

from __future__ import annotations

from collections import Counter as Counts
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from game.core.chance import CHANCE
from game.core.message import Message, Text, and_list, joined, plural, say
from game.core.overview import OverviewLine
from game.core.presenter import Counter
from game.core.preview import Preview
from game.core.theme import SeatInfo
from game.core.verdict import Illegal, Reason, RuleRef
from game.i18n.words import capitalised, translate
from game.match.hint import Hint
from game.match.player_titles import player_title
from game.ui.board import places
from game.ui.cards import battle
from game.ui.cards import prompt as prompts
from game.ui.cards import selection as selection_cards
from game.ui.cards import slip as slips
from game.ui.cards.card_pen import CardPen
from game.ui.cards.chances import chance_texts
from game.ui.cards.column import Content
from game.ui.cards.selection import CardChoice
from game.ui.kit.pen import TextRun
from game.ui.kit.theme import FAINT
from game.ui.play import choices, rolling
from game.ui.play.game import GameInPlay
from game.ui.play.proposals import Proposal, ShownRefusal
from game.ui.play.rolling import arithmetic
from game.ui.play.selection import Selection

MAX_NAMES = 4
"""The largest group whose units a card lists by name."""
GOES_ON = say("the remaining fights then follow automatically")
"""Note below the main button during quick play."""
NO_MORE, NO_MORE_BUT_BUTTON = say("None of your {pieces} can act now."), say(
    "None of your {pieces} can act now: press \"{button}\".")
"""Advice when no unit of the player can act, without and with a main button."""
WAITING_TEXT = say("Point at {a_place} to see what is there; the computer is playing.")
"""Advice during a computer player's turn."""

PLACES = {"hex": (say("a hex"), say("the hex")), "area": (say("an area"), say("the area"))}
"""Nouns for a place with both articles, by kind of board."""

ANYWHERE = say("a spot"), say("the spot")
"""Nouns for a place on other boards."""

PIECES = {"plane": (say("base"), say("bases"))}
"""Nouns for a piece and for several, by kind of board; other boards use "counter" and "counters"."""

ADVICE = {
    "move": say("Click one of your {pieces} to see what it may do and where. Tab goes through those that can act."),
    "compose": say("Click the {pieces} that take part, yours and the enemy's; click again to leave one out."),
    "choose": say("Click a {piece} to choose it; Tab goes from one to the next."),
    "place": say("To move a placed {piece}, click it, then {the_place} where it goes."),
    "advance": say("Click a {piece} to advance, then {a_place} that glows."),
    "roll": say("Roll, or type in what was rolled on the table."),
    "over": say("The game is over. Look around; the menu has the replay."),
}
"""Mode of the prompt -> advice on the middle card while it has nothing else to show."""
POINT_AT_BUTTON = say("Point at a button to see its effect on the table.")
"""The advice for choices whose ground is shown while the pointer is on their buttons."""
MAY_STAY = say("Click a {piece} to advance, then {a_place} that glows. To stay, press \"{button}\".")
"""The advice for an advance that can be declined."""
GROUP_ADVICE = {"plane": say("Drag a box around several {pieces}, or press G, to pick up a group.")}
"""How to pick up several pieces, by kind of board; added to the advice on moves."""


def seat_info(game: GameInPlay, name: str | None) -> SeatInfo | None:
    """A seat of the game by name; None if there is none of that name."""
    return next((seat for seat in game.theme.seats if seat.name == name), None)


def side_of(game: GameInPlay) -> SeatInfo | None:
    """The side to act or, while dice are pending, to roll; None if there is none."""
    if game.prompt_shown.to_act == CHANCE:
        return seat_info(game, game.flow.roller_in(game.situation.state))
    return seat_info(game, game.prompt_shown.to_act)


def strip_contents(game: GameInPlay, reasons: tuple[Reason, ...]) -> (
        tuple[SeatInfo | None, tuple[Text, ...], RuleRef | None]):
    """Contents of the strip beside a closed drawer: the side, its texts, and the rule. The texts are the computer
    player that is playing, a warning, the forecast of the picked units' action, why the phase cannot end yet, or the
    prompt; with the latest result, which the closed drawer hides.

    :param reasons: why the phase cannot end yet.
    """
    prompt, side = game.prompt_shown, side_of(game)
    if side is not None and _computer_decides(game):
        return side, (say("{side}: {text}", side=side.title, text=game.flow.status(prompt.to_act)),), None
    if game.main_button.warning:
        return side, (game.main_button.warning,), None
    forecast, result = _forecast(game), _shown_result(game)
    if forecast:
        return side, (say("Last roll: {result}", result=result), *forecast) if result else forecast, prompt.rule
    if reasons and game.main_button.shown:
        return side, tuple(reason.text for reason in reasons), reasons[0].rule
    texts: tuple[Text, ...] = (prompt.text, result)
    if game.turn_end.shown_prompt is not None or prompt.mode == "roll":
        texts = (result, _skipped_text(game), prompt.text)
    return side, (joined(filter(None, texts), ". "),), prompt.rule


def _skipped_text(game: GameInPlay) -> Text:
    """Why phases of the turn that the player is to end were skipped, with the rules; empty if none were."""
    return joined((note.with_rule for note in game.turn_end.notes), ". ")


def _shown_result(game: GameInPlay) -> Text:
    """The heading of the latest result, as long as an open panel would show it on a card, or in the log while the next
    roll is pending; else empty."""
    rolled, selection = game.stage.rolled, game.selection
    if rolled is None or game.stage.busy or not game.latest_result.shown(
            rolled, explained_place(game), selection.selected):
        return ""
    return rolling.result_title(rolled)


def _computer_decides(game: GameInPlay) -> bool:
    """Whether a computer player is to act in the prompt shown, other than by a roll."""
    return game.prompt_shown.mode != "roll" and game.flow.is_computer(game.prompt_shown.to_act)


def _forecast(game: GameInPlay) -> tuple[Text, ...]:
    """The total and the chances of the action for the picked units, if it leads to a roll; else empty."""
    preview = _forecast_preview(game)
    if preview is None:
        return ()
    return battle.total_text(preview), *chance_texts(preview.outcomes)


def _forecast_preview(game: GameInPlay) -> Preview | None:
    """The arithmetic of the action for the picked units, if it leads to a roll; else None."""
    number = game.main_button.key_offer
    return None if number is None or game.stage.busy else game.selection.proposals[number].preview


def shorter_forecasts(game: GameInPlay, texts: tuple[Text, ...]) -> tuple[tuple[Text, ...], ...]:
    """Shorter versions of the texts of the strip if they are a forecast: with the bare total, only the chances, and the
    chances with the most likely first, which are kept if even these have no room; none if they are not."""
    preview = _forecast_preview(game)
    if preview is None or len(texts) < 2 or texts != _forecast(game):
        return ()
    possible = [outcome.chance for outcome in preview.outcomes if outcome.chance]
    likely_first = sorted(range(len(possible)), key=lambda number: -possible[number])
    return (battle.bare_total(preview), *texts[1:]), texts[1:], tuple(texts[1 + number] for number in likely_first)


def phase_text(game: GameInPlay, info: SeatInfo | None) -> Text:
    """The name of the phase, with its side if another side is to decide in it; or what is played out of sequence.

    :param info: the side to decide.
    """
    if game.prompt_shown.aside:
        return game.prompt_shown.aside
    seat, phase = game.prompt_shown.phase_key
    return game.theme.title_of(phase) if info is None or seat in ("", info.name) else game.theme.phase_of(seat, phase)


def prompt_card(game: GameInPlay, reasons: tuple[Reason, ...], *, main: bool = True) -> Content:
    """The prompt card.

    :param reasons: why the phase cannot end yet.
    :param main: whether it has room for the main button.
    """
    prompt = game.prompt_shown
    info = side_of(game)
    shown, stand_in = game.main_button.shown, game.main_button.stand_in
    why_disabled, warning = _why_disabled(game, reasons), game.main_button.warning
    takes_faces = game.main_button.can_enter_faces and not game.main_button.roll_shown
    roll = game.situation.pending_roll
    card = prompts.PromptCard(
        prompt,
        info,
        why_disabled,
        _roller_note(game, info) if prompt.mode == "roll" else game.flow.status(prompt.to_act) or _last_result(game),
        rolling.entry_label(roll) if takes_faces and rolling.decides(roll) else "",
        game.main_button.has_place and main,
        main and game.main_button.has_second,
        bool(game.quick_play.label),
        bool(game.fire_all_button.label) and game.interruption.question is None,
        phase_text(game, info),
        game.interruption.question is not None and main,
        bool(game.reaction_settings.kind) and not game.stage.busy,
        game.reaction_settings.can_accept_always and not game.stage.busy,
        rolling.can_be_typed(roll),
        _computer_decides(game),
        game.interruption.question is not None,
        GOES_ON if game.quick_play.goes_on_after_decision else "" if (
            warning or reasons or stand_in is not None or not shown) else game.main_button.left_undone_note,
        warning,
        game.theme.turn,
        game.theme,
        tuple(game.situation.counters.get(duty.units[0]) if duty.units else None for duty in prompt.duties),
        game.first_duty,
    )
    forms = tuple(partial(prompts.write, card=form) for form in prompts.tallest_forms(game.rules, card, main=main))
    return Content((card,), lambda pen: prompts.write(pen, card),
                   usual_heights=prompts.PROMPT_HEIGHT if main else prompts.BARE_PROMPT_HEIGHT, tallest_forms=forms)


def _why_disabled(game: GameInPlay, reasons: tuple[Reason, ...]) -> tuple[Reason, ...]:
    """Why the main button, or the button in its place, is disabled; empty if it is not.

    :param reasons: why the phase cannot end yet.
    """
    stand_in = game.main_button.stand_in
    if stand_in is not None:
        return _why_refused(game.selection.proposals[stand_in])
    return reasons if game.main_button.shown else ()


def _is_on_prompt(game: GameInPlay, refusal: ShownRefusal) -> bool:
    """Whether the prompt card has the reason for a refused press of its button below that button."""
    stand_in = game.main_button.stand_in
    if refusal.place or stand_in is None or not _prompt_has_reasons(game):
        return False
    return refusal.reasons[:1] == _why_refused(game.selection.proposals[stand_in])


def _prompt_has_reasons(game: GameInPlay) -> bool:
    """Whether the prompt card says why its button is disabled: not in a lesson, nor with the cards in a drawer."""
    return not (game.guided or game.host.metrics.has_drawer)


def _why_refused(proposal: Proposal) -> tuple[Reason, ...]:
    """The first reason why a proposal is not legal; empty if it is."""
    verdict = proposal.offer.verdict
    return verdict.reasons[:1] if isinstance(verdict, Illegal) else ()


def _roller_note(game: GameInPlay, info: SeatInfo | None) -> str:
    """A note that the pending roll is a computer player's; empty if it is not."""
    if info is None or game.flow.is_human(info.name):
        return ""
    return translate(say("The computer rolls ({side})", side=info.title))


def middle_card(game: GameInPlay) -> Content:
    """The middle card, the first of these that applies: a hint, the arithmetic of a combat, an overview line, a report,
    choices, units to set up, the selected unit, units that may interrupt, or the place pointed at."""
    situation, selection = game.situation, game.selection
    hint = None if game.host.metrics.has_drawer else game.hinting.shown
    if hint is not None:
        return hint_card(game, hint)
    mode = game.prompt_shown.mode
    rolled = game.stage.rolled
    latest = game.latest_result.shown(rolled, explained_place(game), selection.selected)
    awaits_roll = mode == "roll" and not game.stage.busy
    has_picked = selection.participants and not selection.forced
    has_report = game.turn_report.shown and selection.selected is None and mode != "roll" and not game.stage.lingers
    has_line = selection.line is not None
    is_outdated = has_picked or awaits_roll or has_report or has_line or _choices_lead_to_rolls(game)
    if rolled is not None and game.battle is not None and latest and not is_outdated:
        title = rolling.result_title(rolled)
        must_choose = selection.keys or selection.forced or (selection.selected is None and not selection.participants)
        offered = _offered(game) if must_choose and not game.stage.busy else ()
        content = arithmetic(game.rules, situation.counters, game.battle, offered, title, rolled, game.stage.harmed)
        play_continues = mode != "roll" and not (game.stage.busy or game.stage.lingers)
        if play_continues:  # the list keeps its room, unless the buttons on the card or large print need it
            return replace(content, is_roll=False, list_in_use=not offered and game.host.metrics.interface_scale <= 1)
        return content
    if mode == "roll":
        pending_roll, preview = situation.pending_roll, situation.pending_preview
        of_units = preview is not None and (preview.attackers or preview.defenders)
        if not of_units and situation.stacks.get(pointed_place(game) or "") and explained_place(game):
            return _place_content(game)
        title = rolling.pending_roll_title(pending_roll, preview)
        return arithmetic(game.rules, situation.counters, preview, (), title)
    if selection.line is not None:
        return _line_content(game, selection.line)
    if has_report:
        return _report_content(game)
    if situation.composing and not selection.forced and not (
            _computer_decides(game) and situation.interrupting is None) and (
            selection.participants or (selection.proposals and not (selection.suggested and explained_place(game)))):
        return _proposals_content(game)
    if mode == "place" and selection.set_up.waiting and game.flow.is_human(game.prompt_shown.to_act):
        listed, waiting = tuple(situation.counters[unit] for unit in selection.set_up.units), selection.set_up.waiting
        return Content(
            ("waiting", listed, waiting, selection.selected),
            lambda pen: selection_cards.write_waiting(pen, game.theme, listed, waiting, selection.selected),
        )
    if (following := game.hand.preview) is not None:
        return arithmetic(game.rules, situation.counters, following, (), say("The combat that follows"))
    if selection.selected is not None:
        # a clicked place lists its actions instead
        hazards = game.hazard_cards.card(explained_place(game)) if selection.focus is None else None
        return hazards or _aimed_content(game) or _unit_content(game)
    question = game.interruption.question
    if (situation.interrupting is not None or question is not None) and not explained_place(game):
        ready = tuple(situation.counters[unit] for unit in (question.units if question else selection.eligible))
        advice = say("Click one here or on the map, or press Tab and Enter.") if ready and question is None else ""
        return Content(
            ("callers", ready),
            lambda pen: selection_cards.write_ready_units(pen, game.theme, translate(say("Able to act now")), ready,
                                                          translate(advice)),
        )
    shows_choices = game.may_act and (game.prompt_shown.main is not None or not explained_place(game))
    offered = _offered(game) if shows_choices else ()
    if offered:
        prompt = game.prompt_shown
        title = prompt.text if prompt.main is None else game.theme.title_of(prompt.phase)
        return Content(("decide", title, offered), lambda pen: selection_cards.write_line(pen, title, "", offered),
                       makes_room=True)
    return _place_content(game)


def pointed_place(game: GameInPlay) -> str | None:
    """The place under the pointer or, while the keyboard is used, under the cursor; None if there is none."""
    return game.selection.cursor if game.pointing.keyboard else game.pointing.place


def explained_place(game: GameInPlay) -> str | None:
    """The place that the middle card describes: the last one on which the pointer rested or, while the keyboard is
    used, the cursor's; None if there is none."""
    return game.selection.cursor if game.pointing.keyboard else game.pointing.hover_subject.place


def hint_card(game: GameInPlay, hint: Hint) -> Content:
    """A computer player's suggestion with the buttons to play it, on the middle card or, with the cards in a drawer, on
    the map's slip."""
    prompt = game.situation.prompt
    action = (prompt.main_label if prompt.main == hint.next_action and prompt.main_label  # worded like the button
              else game.rules.describe(game.situation.state, hint.next_action))
    is_first, is_plan = hint.number == 1, hint.total_steps > 1
    suggestion = say("The computer ({level}) suggests: {action}", level=player_title(hint.level),
                     action=action if is_first else hint.opening)
    last = say("Last step: {action}", action=hint.end_label) if is_plan and hint.end_label else ""
    first_text = joined((joined((suggestion, hint.why), " – "), last), ". ")  # only the first step has a reason
    step = say("{number} of {whole}: {action}", number=hint.number, whole=hint.total_steps, action=action)
    text = first_text if is_first else joined((step, last if len(hint.steps) > 1 else ""), ". ")
    wording, first_wording = game.view.worded(text), game.view.worded(first_text) if is_plan else ""
    at_once = hint.steps_at_once
    return Content(("hint", text, at_once, wording), lambda pen: slips.write_hint(pen, wording, at_once, first_wording),
                   makes_room=True)


def refusal_to_show(game: GameInPlay) -> ShownRefusal | None:
    """The refusal to show: that of the last attempt, else that of the place pointed at; None if there is none. If a
    unit was selected automatically, the place at which the pointer or cursor was then does not count."""
    situation, selection, planning, place = game.situation, game.selection, game.planning, pointed_place(game)
    state, first_place = game.pointing.settled_place
    if state is not situation.state:
        game.pointing.settled_place = situation.state, place
    elif place != first_place:
        game.pointing.settled_place = state, None
    if selection.refusal is not None or selection.selected is None:
        is_new = selection.refusal is not None and not _is_on_prompt(game, selection.refusal)
        return selection.refusal if is_new else None
    if game.hand.away_from_home:
        return game.hand.refusal
    return None if selection.forced and place == game.pointing.settled_place[1] else planning.why_not(place)


def _offered(game: GameInPlay) -> tuple[CardChoice, ...]:
    """The card's choices as buttons; none if the main button covers the only choice, or while a lesson explains."""
    situation, selection = game.situation, game.selection
    if (situation.composing and selection.forced) or game.lesson_shows:
        return ()
    rows = {place: number - 1 for place, number in selection.keys.items()}
    stand_in = game.main_button.stand_in
    told_on_prompt = stand_in if _prompt_has_reasons(game) else None
    on_prompt = (stand_in, None if game.host.metrics.has_drawer else game.main_button.other_answer)
    return tuple(
        CardChoice(capitalised(game.view.worded(proposal.label)),
                   proposal.reason if number != told_on_prompt else "",
                   rows.get(proposal.place or "") if proposal.offer.for_all else None, note=proposal.note,
                   key=game.main_button.key_of(number), brief=proposal.offer.angle is not None,
                   on_prompt=number in on_prompt,
                   short_label=capitalised(game.view.worded(proposal.offer.short_label)) if proposal.offer.for_all
                   else "")
        for number, proposal in enumerate(selection.proposals)
    )


def _aimed_content(game: GameInPlay) -> Content | None:
    """The arithmetic of what the selected unit can do at the place clicked or last aimed at; None if there is none."""
    situation, selection = game.situation, game.selection
    selection.point_at(explained_place(game))
    place = selection.focus or selection.last_target
    proposals = selection.choices.proposals_at.get(place or "", ())
    proposal = next((each for each in proposals if each.preview is not None), None)
    if proposal is None:
        return None
    title = proposal.label if proposal.verdict else say("If it were allowed: {action}", action=proposal.label)
    return arithmetic(game.rules, situation.counters, proposal.preview, _offered(game), title)


def _unit_content(game: GameInPlay) -> Content:
    """The selected unit, the units moving with it, its stack, and its choices."""
    situation, selection = game.situation, game.selection
    assert selection.selected is not None
    counter = situation.counters[selection.selected]
    stack = tuple(situation.counters[unit] for unit in situation.stacks.get(counter.place or "", ()))
    bases = tuple(situation.counters[unit] for unit in selection.group_bases)
    offered = _offered(game)
    heading = next((proposal.heading for proposal in selection.proposals), "")
    companions = (*selection.group, *selection.companions_coming)
    companions_text = _companions_text(counter, [situation.counters[unit] for unit in companions])
    stay_reasons = tuple(translate(choices.stay_reason(situation.counters[unit].name, why).with_rule)
                         for unit, why in selection.cannot_join.items())

    def write(pen: CardPen) -> None:
        is_crowded = pen.tight and len(offered) > selection_cards.MAX_HIGH_ROWS
        shown_stack = () if is_crowded else stack
        if bases:
            selection_cards.write_group(pen, game.theme, bases, companions_text)
        else:
            selection_cards.write_unit(pen, game.theme, counter, shown_stack, companions, tuple(selection.cannot_join))
            pen.flow([TextRun(companions_text, "ui-bold", 17)] if companions_text else ())
        for reason in stay_reasons:
            pen.flow([TextRun(reason, "ui", 16, FAINT)])
        selection_cards.write_choices(pen, offered, heading)

    return Content(("unit", counter, stack, bases, offered, heading, companions_text, stay_reasons), write,
                   makes_room=True, list_in_use=not offered)


def _companions_text(counter: Counter, companions: Sequence[Counter]) -> Text:
    """The units that move with a unit, by name; a large group as numbers of its types. Empty if none move with it."""
    if not companions:
        return ""
    group = [counter, *companions]
    if len(group) > MAX_NAMES and all(each.type_name for each in group):
        types = Counts(each.type_name for each in group).most_common()
        return say("Group of {count}: {units}", count=len(group), units=and_list(
            say("{count} {name}", count=count, name=name) if count > 1 else name for name, count in types))
    return plural("{units} moves with it", "{units} move with it", len(companions),
                  units=and_list(each.name for each in companions))


def _report_content(game: GameInPlay) -> Content:
    """The report of the last game turn; where room is scarce, without what did not happen."""
    title, rows = game.turn_report.title, game.turn_report.rows

    def write(pen: CardPen) -> None:
        pen.heading(title)
        if pen.tight:
            pen.items([row for row in rows if str(row[1]) != "0"])
            return
        for label, value in rows:
            pen.row(label, value)
        pen.space(8)

    return Content(("report", title, rows), write, makes_room=True, list_in_use=True)


def _place_content(game: GameInPlay) -> Content:
    """The place that the card describes, or the counter under the pointer, with its stack; without a place, advice."""
    situation, selection = game.situation, game.selection
    place = explained_place(game) or ""
    counter = situation.counters.get(game.pointing.hover_subject.unit or "")
    if game.pointing.keyboard:
        units = situation.stacks.get(place, ())
        counter = situation.counters[units[-1]] if units else None
    card_place = counter.place if counter is not None and counter.place is not None else place
    card = situation.place_card(card_place) if card_place else None
    if card is not None:
        card_stack = tuple(situation.counters[unit] for unit in situation.stacks.get(card_place, ()))
        return Content(("card", card, card_stack, counter),
                       lambda pen: selection_cards.write_card(pen, game.theme, card, card_stack, counter))
    board = situation.board
    stack = tuple(situation.counters[unit] for unit in situation.stacks.get(place, ()))
    ground, title = (places.ground(board, place), places.title(board, place)) if place else ("", "")
    title = next((box.title for box in game.boxes if box.name == place), title)
    one_side = not (selection.eligible and selection.targets)
    mode = "choose" if situation.composing and one_side else game.prompt_shown.mode
    advice = ADVICE[mode] if game.flow.is_human(game.prompt_shown.to_act) or mode == "over" else WAITING_TEXT
    if advice is ADVICE["advance"] and game.prompt_shown.main is not None:
        advice = MAY_STAY
    if game.interruption.moment is not None:
        advice = say("Play waits for your answer.")
    elif game.turn_end.holds:
        advice = (say("Your {turn_noun} ends when you press {label}.", turn_noun=game.theme.turn_noun,
                      label=game.turn_end.label) if game.turn_end.is_own_turn
                  else say("The game goes on when you press {label}.", label=game.turn_end.label))
        skipped = _skipped_text(game)
        if skipped:
            advice = say("{skipped}. {advice}", skipped=skipped, advice=advice)
    elif mode == "move" and advice is not WAITING_TEXT and selection.active and not selection.eligible:
        advice = NO_MORE_BUT_BUTTON if game.prompt_shown.main_label else NO_MORE
    shown_advice: Text = say("No unit is here.") if place and not stack else _with_nouns(game, advice)
    if advice is ADVICE["move"] and not place and len(selection.eligible) > 1 and board.kind in GROUP_ADVICE:
        shown_advice = joined((shown_advice, _with_nouns(game, GROUP_ADVICE[board.kind])), " ")
    return Content(
        ("place", place, stack, shown_advice, ground),
        lambda pen: selection_cards.write_place(pen, game.theme, title, ground, stack, translate(shown_advice)),
    )


def _choices_lead_to_rolls(game: GameInPlay) -> bool:
    """Whether every choice leads to a roll of its own, whose arithmetic then replaces the last result; False for a
    choice that is only suggested."""
    situation, selection = game.situation, game.selection
    return situation.composing and not (selection.forced or selection.suggested or game.stage.busy) and bool(
        selection.proposals) and all(each.preview is not None for each in selection.proposals)


def _last_result(game: GameInPlay) -> Text:
    """The last result as text, while the next roll's arithmetic takes its place on the card; else empty."""
    rolled = game.stage.rolled
    return rolled.text if rolled is not None and _choices_lead_to_rolls(game) else ""


def _proposals_content(game: GameInPlay) -> Content:
    """The picked units and their choices, with the arithmetic of the choice pointed at or else of the best one."""
    situation, selection = game.situation, game.selection
    offered = _offered(game)
    pointed_at = selection.proposals[game.pointing.choice:][:1] if game.pointing.choice is not None else ()
    best = next(iter(pointed_at), selection.proposal)
    title = best.label if best is not None else say("Taking part")
    if best is None or best.preview is None:
        picked = tuple(situation.counters[unit] for unit in selection.participants)
        advice = _missing_text(selection) if best is None else ""
        if not picked:
            has_spots = any(each.offer.outlines for each in selection.proposals)
            to_pick = len({*selection.eligible, *selection.targets})
            title, advice = (say("Selection"), _with_nouns(game, ADVICE["choose"])) if (
                to_pick > (1 if selection.proposals else 0) and not has_spots) else (
                game.theme.title_of(game.prompt_shown.phase), POINT_AT_BUTTON if has_spots else "")
        elif len(picked) == 1 and best is not None:
            title = picked[0].name
        return Content(
            ("picked", picked, offered, title, advice),
            lambda pen: battle.write_picked(pen, game.theme, picked, offered, title, advice),
        )
    return arithmetic(game.rules, situation.counters, best.preview, offered, title, above=len(offered) > 1)


def _line_content(game: GameInPlay, line: OverviewLine) -> Content:
    """The selected overview line: its arithmetic and its choices."""
    offered = _offered(game)
    preview = line.preview or next((each.preview for each in game.selection.proposals if each.preview), None)
    if preview is not None:
        # the list keeps its room, because the pointer is on one of its lines
        return replace(arithmetic(game.rules, game.situation.counters, preview, offered, line.title), is_roll=False,
                       list_in_use=True)
    details = joined((line.subtitle, line.status))
    if line.marches:
        details = joined((details, say("click a hex: the whole force marches there in formation, each unit as near "
                                       "as possible, stopping before enemy zones of control")), ": ")
    return Content(("line", line.title, details, offered),
                   lambda pen: selection_cards.write_line(pen, line.title, details, offered), makes_room=True,
                   list_in_use=True)


def _with_nouns(game: GameInPlay, advice: Message) -> Message:
    """Advice with the board's words for places and pieces filled in."""
    kind = game.situation.board.kind
    a_place, the_place = PLACES.get(kind, ANYWHERE)
    piece, pieces = PIECES.get(kind, (say("counter"), say("counters")))
    if any(game.situation.counters[unit].outline for unit in game.selection.eligible):
        piece, pieces = say("piece"), say("pieces")
    return advice.with_values(a_place=a_place, the_place=the_place, piece=piece, pieces=pieces,
                              button=game.prompt_shown.main_label)


def _missing_text(selection: Selection) -> Text:
    """What to pick next before the picked units can do anything."""
    if selection.targets and not any(unit in selection.targets for unit in selection.participants):
        return say("Add more of your units, or choose the enemy: Tab goes to the next one, Enter selects it.")
    if selection.eligible and not any(unit in selection.eligible for unit in selection.participants):
        return say("Now choose your own units.")
    return selection.situation.prompt.text
