"""What buttons and keys do with a game in play."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.action import Action
from game.core.capability import seen_by
from game.core.chance import CHANCE
from game.core.event import PhaseBegan
from game.core.message import Message, Text, joined, named, say, several
from game.match.player_titles import player_title
from game.ui.app.dialogs import Question
from game.ui.app.settings import SPEEDS, next_value
from game.ui.play.game import GameInPlay
from game.ui.play.hint import proposed
from game.ui.play.proposals import unruled
from game.ui.play.taking_hints import take


def pick_spot(game: GameInPlay, unit: str) -> None:
    """A click on a counter printed on a card."""
    situation, held, planning, controller = game.situation, game.selection, game.planning, game.controller
    if game.interruption.call_on(unit):
        return
    if held.active:
        game.hint = None
        if situation.composing:
            controller.click(situation.counters[unit].place, unit)
        elif unit in held.company:
            planning.let_stay(unit)
        elif unit in held.able:
            keep = held.selected != unit or situation.prompt.mode == "place"
            held.select(unit if keep else None)
        game.host.sounds.play("click")
    game.dirty = True


def undo(game: GameInPlay) -> None:
    """Undo the latest action of a person; past a roll only by consent (a question)."""
    game.stage.clear()
    game.march.stop()
    if game.hand.straighten() or game.planning.shorten():
        game.dirty = True
        return
    if game.selection.droppable and (game.selection.picked or game.situation.prompt.mode != "place"):
        game.selection.clear()
        game.dirty = True
        return
    if game.interruption.withdraw():
        game.view.notice.say(say("Undone"))
        return
    to = game.flow.back_to()
    if to is None:
        game.view.notice.say(say("Nothing to undo"))
        game.dirty = True
    elif _other_turn(game, to):
        _ask_for_turn(game, to)
    elif to < game.match.history.free_to():
        _ask_consent(game, to)
    elif game.flow.is_human(game.flow.seat) and game.match.plies[to].actor != game.flow.seat:
        _ask_the_other(game, to)
    else:
        _undo(game, to, say("Undone"), consent=False)


def _other_turn(game: GameInPlay, to: int) -> bool:
    """Whether a computer player has acted in a phase of its own since the action that would be undone."""
    began: set[str] = set()
    for ply in game.match.plies[to:]:
        if ply.actor in began and not game.flow.is_human(ply.actor):
            return True
        began |= {event.seat for event in ply.events if isinstance(event, PhaseBegan)}
    return False


def _ask_for_turn(game: GameInPlay, to: int) -> None:
    """Ask before a whole turn of a computer player is undone as well: one stroke too many should not cost it."""
    back, now = game.rules.prompt(game.match.history.state_at(to)), game.match.prompt
    undone = game.match.plies[to:]
    rolls = sum(ply.actor == CHANCE for ply in undone)
    if back.turn != now.turn:
        title = say("Undo back to turn {turn}?", turn=back.turn)
    elif back.phase != now.phase:
        title = say("Undo back to {phase}?", phase=game.theme.title_of(back.phase))
    else:
        title = say("Undo the opponent's turn as well?")
    game.host.push(
        Question(
            game.host,
            title,
            say("Everything done since is undone too: {lost}. Repeating the same moves gives the same rolls.",
                lost=joined((several("1 decision", "{count} decisions", len(undone) - rolls),
                             several("1 roll", "{count} rolls", rolls) if rolls else ""), say(" and "))),
            say("Undo"),
            lambda: _undo(game, to, say("Undone; computer opponents always allow it"), consent=True),
        )
    )


def _ask_the_other(game: GameInPlay, to: int) -> None:
    """Ask before the person to act undoes what the other one at the screen did last."""
    who = game.theme.side(game.match.plies[to].actor).title
    game.host.push(
        Question(
            game.host,
            say("Undo the opponent's last action?"),
            say("It was done by {side}. Do you both agree?", side=who),
            say("Undo"),
            lambda: _undo(game, to, say("Undone; both agree"), consent=True),
        )
    )


def _ask_consent(game: GameInPlay, to: int) -> None:
    """Ask the other people at the screen; a computer player always agrees."""
    asking = game.match.plies[to].actor
    others = [info.described for info in game.theme.seats if info.name in game.flow.people and info.name != asking]
    if not others:
        _undo(game, to, say("Undone; computer opponents always allow it"), consent=True)
        return

    game.host.push(
        Question(
            game.host,
            several("Does the {sides} player consent?", "Do the {sides} players consent?", len(others),
                    sides=named(others)),
            say("Dice or coins have fallen since then: the other player must agree to the undo. "
                "Repeating the same moves gives the same rolls."),
            say("They agree"),
            lambda: _undo(game, to, say("Undone by consent"), consent=True),
        )
    )


def _undo(game: GameInPlay, to: int, words: Text, *, consent: bool) -> None:
    """Undo, past a roll with consent, and say so."""
    if game.flow.undo(to, consent=consent):
        game.undone(words)


def plan(game: GameInPlay, place: str | None) -> None:
    """Plan the way of the unit in hand step by step: go to a place, or fire at it; or say why that cannot be."""
    held, planning = game.selection, game.planning
    if not planning.plan(place) and place is not None:
        refusal = planning.why_not(place)
        text = say("Point at a hex to move to, or at a target to fire at, to add it to the plan")
        held.refusal = refusal or unruled(place, text)
    game.dirty = True


def hint(game: GameInPlay) -> None:
    """Ask the best computer level for a hint: on the question whether to interrupt, if it is open, else on the next
    action."""
    question = game.interruption.question
    asked = game.interruption.asked if question is not None and game.interruption.asked != game.flow.seat else None
    if not game.may_act and asked is None:
        words = _why_no_hint(game)
        if game.flow.status(game.flow.seat) and not game.flow.paused:  # what it does next would put a refusal away
            game.view.notice.say(words)
        else:
            game.selection.refusal = unruled("", words)
        game.dirty = True
        return

    from game.ai.players import usual_level  # the players are read when one is asked for

    level = usual_level(game.rules)

    state = game.match.state
    interrupting = asked or game.situation.interrupting
    seat = interrupting or game.flow.seat or ""

    def show(plan: Sequence[Action], why: Text) -> None:
        game.dirty = True
        told = player_title(level)
        if not plan or plan[0] == game.interruption.pending:
            game.view.notice.say(say("{level} would go on with it", level=told) if plan
                                 else say("{level} would let this pass", level=told))
            return
        if game.interruption.question is not None:
            game.interruption.press()
        game.selection.clear()
        game.hint = proposed(game.match.rules, seen_by(game.match.rules, state, seat), level, seat, plan, why)

    game.flow.ask_hint(level, show, interrupting)
    game.dirty = True


def _why_no_hint(game: GameInPlay) -> Message:
    """What is true where nothing can be proposed: what is awaited instead of a decision."""
    if game.flow.seat is None:
        return say("The game is over; there is nothing to decide")
    if game.turn_end.holds:
        return say("There is nothing to decide: Space ends your turn")
    if game.flow.seat == CHANCE and game.flow.rolls_itself:
        return say("There is nothing to decide: the roll falls by itself")
    if game.flow.seat == CHANCE:
        return say("There is nothing to decide: Space or Enter rolls")
    if not game.flow.people:
        return say("Computers play both sides")
    return say("Not your turn")


def take_hint(game: GameInPlay, *, whole: bool = False) -> bool:
    """Do the next step that the hint that is shown proposes, or all of them; whether one is shown."""
    covered = game.selection.refusal is not None or game.selection.goal is not None
    if game.hint is None or covered or game.interruption.moment is not None or not game.may_act:
        return False
    if whole:
        game.taking_all.begin()
    else:
        take(game)
    return True


def drop_hint(game: GameInPlay) -> None:
    """Put the hint away."""
    game.hint, game.dirty = None, True


def move_now(game: GameInPlay) -> None:
    """Let the computer that thinks answer at once; where none does, say so."""
    game.flow.players.hurry()
    if not game.flow.players.thinking:
        game.selection.refusal = unruled("", say("No computer is thinking now"))
    game.dirty = True


def pause(game: GameInPlay) -> None:
    """Let the computers wait, or go on; where none plays there is nothing to wait."""
    if len(game.flow.people) == len(game.rules.seats) and not game.flow.paused:
        game.selection.refusal = unruled("", say("There is no computer player to pause"))
    else:
        game.flow.paused = not game.flow.paused
    game.dirty = True


def change_speed(game: GameInPlay, step: int) -> None:
    """The next faster or slower speed of this game: the person's own, or that of watching where nobody plays."""

    speed = next_value(SPEEDS, game.flow.speed, step)
    setattr(game.host.settings, game.flow.speed_setting, speed)
    game.view.notice.say(say("Speed {speed}", speed=f"{speed:g}×"))
    game.dirty = True
    game.host.store_settings()
