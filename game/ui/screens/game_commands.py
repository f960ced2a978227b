"""What the game screen's buttons and keys do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game.core.action import Action
from game.core.chance import CHANCE
from game.core.verdict import Illegal, Reason, RuleRef
from game.ui.play.controller import Refusal
from game.ui.sheets.style import AssetError

if TYPE_CHECKING:
    from game.ui.screens.game import Game

PICTURE = (384, 216)
"""Pixels of the small picture in the list of saves."""


def main(game: Game, *, by_key: bool = False) -> None:
    """The main button: end the phase, roll, or pause the computers.

    :param by_key: whether it was its key, which may have been meant for something else: a phase in which nothing was
        done is then ended only by the second stroke, unless there is nothing to do in it.
    """
    game.dirty = True
    if game.flow.seat is not None and (game.flow.paused or not game.flow.people):
        game.flow.paused = not game.flow.paused
        return
    if game.volley.running and not game.volley.waits:
        game.volley.stop()
        return
    if game.stage.busy:
        game.stage.skip()
        return
    if game.interruption.moment is not None:
        game.interruption.go_on()
        return
    if game.controller.aside is not None:
        game.interruption.leave()
        return
    if game.turn_end.holds:
        game.turn_end.end()
        return
    if game.flow.seat is None:
        show_victory(game)
        return
    if game.flow.seat == CHANCE:
        game.roll()
        return
    if game.controller.composing and game.controller.proposals:
        best = next((n for n, proposal in enumerate(game.controller.proposals) if proposal.verdict), 0)
        choose(game, best)
        return
    action = game.controller.prompt.main
    if action is None or not game.may_act:
        return
    verdict = game.rules.check(game.match.state, action)
    if isinstance(verdict, Illegal):
        game.controller.refusal = Refusal("", verdict.reasons)
    elif not (by_key and game.leaving.holds_back()):
        game.play(action)


def choose(game: Game, number: int) -> None:
    """Do one of the things offered as numbered buttons."""
    proposals = game.controller.proposals
    if game.volley.running and not game.volley.waits:
        return
    if number < len(proposals) and game.may_act:
        proposal = proposals[number]
        if isinstance(proposal.verdict, Illegal):
            game.controller.refusal = Refusal("", proposal.verdict.reasons)
            game.dirty = True
        else:
            game.controller.meant = proposal
            game.play(proposal.action)


def pick_spot(game: Game, unit: str) -> None:
    """A click on a counter printed on a card."""
    controller = game.controller
    if game.interruption.call_on(unit):
        return
    if controller.active:
        game.hint = None
        if controller.composing:
            controller.click(controller.counters[unit].place, unit)
        elif unit in controller.able:
            keep = controller.selected != unit or controller.prompt.mode == "place"
            controller.select(unit if keep else None)
        game.app.sounds.play("click")
    game.dirty = True


def take_up(game: Game) -> None:
    """Take up the placed counter that was clicked in a set-up."""
    from game.match.errors import MatchError
    from game.ui.play.setting_up import take_up as lift

    unit, game.controller.lifted = game.controller.lifted, None
    if unit is None or not game.may_act:
        return
    try:
        done = lift(game.match, unit)
    except MatchError as error:
        game.app.error("This cannot be taken back", str(error))
        return
    if done:
        game.taken_back(f"{game.controller.counters[unit].name}: taken up again")
        game.controller.select(unit)


def take_back(game: Game) -> None:
    """Take back the latest action of a person; past a roll only by consent (a question)."""
    game.stage.clear()
    game.march.stop()
    if game.controller.droppable and (game.controller.picked or game.controller.prompt.mode != "place"):
        game.controller.clear()
        game.dirty = True
        return
    to = game.flow.back_to()
    if to is None:
        prompt = game.controller.prompt
        game.controller.refusal = Refusal("", (Reason(prompt.rule, "There is nothing to take back"),))
        game.dirty = True
    elif to < game.match.course.free_to():
        _ask_consent(game, to)
    else:
        _undo(game, to, "")


def _ask_consent(game: Game, to: int) -> None:
    """Ask the other people at the screen; a computer player always agrees."""
    asking = game.match.steps[to].actor
    others = [info.title for info in game.theme.seats if info.name in game.flow.people and info.name != asking]
    if not others:
        _undo(game, to, "; a computer player agrees to everything")
        return
    from game.ui.screens.dialogs import Question

    game.app.push(
        Question(
            game.app,
            f"Does the {' and the '.join(others)} player consent?",
            "Dice have fallen since. A move past a roll is taken back only if the "
            "other player agrees; doing the same thing again meets the same dice.",
            "They agree",
            lambda: _undo(game, to, " by consent"),
        )
    )


def _undo(game: Game, to: int, consent: str) -> None:
    """Take back, past a roll with the consent that is worded."""
    if game.flow.take_back(to, consent=bool(consent)):
        game.taken_back(f"Taken back{consent}")


def hint(game: Game) -> None:
    """Ask the best computer level what it would do."""
    if not game.may_act:
        game.controller.refusal = Refusal("", (Reason(game.asked.rule, _why_no_hint(game)),))
        game.dirty = True
        return
    from game.ai.players import LEVELS

    level = list(LEVELS)[-1]

    def show(action: Action, why: str) -> None:
        game.controller.clear()
        game.hint = (level, action.notation, why)
        game.dirty = True

    game.flow.ask_hint(level, show, game.controller.aside)
    game.dirty = True


def _why_no_hint(game: Game) -> str:
    """What is true where nothing can be proposed: what is awaited instead of a decision."""
    if game.flow.seat is None:
        return "The game is over; there is nothing to decide"
    if (asked := game.interruption.question) is not None:
        return f"First say whether you act now: B for {asked.act.lower()}, then H says with what"
    if game.turn_end.holds:
        return "There is nothing to decide: Space ends your turn"
    if game.flow.seat == CHANCE and game.flow.rolls_itself:
        return "There is nothing to decide: the throw falls by itself"
    if game.flow.seat == CHANCE:
        return "There is nothing to decide: Space or Enter throws"
    return "There is nothing for you to decide: the other side plays"


def take_hint(game: Game) -> bool:
    """Do what the hint that is shown proposes; whether one is shown."""
    covered = game.controller.refusal is not None or game.controller.goal is not None
    if game.hint is None or covered or game.interruption.moment is not None or not game.may_act:
        return False
    _, notation, _ = game.hint
    game.hint = None
    game.play(game.rules.parse(notation))
    return True


def pause(game: Game) -> None:
    """Let the computers wait, or go on."""
    game.flow.paused = not game.flow.paused
    game.dirty = True


def change_speed(game: Game, step: int) -> None:
    """The next faster or slower speed of this game: the person's own, or that of watching where nobody plays."""
    from game.ui.screens.options import SPEEDS, next_value

    setattr(game.app.settings, game.flow.speed_setting, next_value(SPEEDS, game.flow.speed, step))
    game.dirty = True
    game.app.store_settings()


def open_rulebook(game: Game, rule: RuleRef) -> None:
    from game.ui.screens.rulebook import Rulebook

    game.app.push(Rulebook(game.app, rule.system, rule.number))


def open_keys(game: Game) -> None:
    from game.ui.screens.keys import Keys

    game.app.push(Keys(game.app, game.rules))


def open_moments(game: Game) -> None:
    from game.ui.screens.moments import Moments

    game.app.push(Moments(game))


def open_log(game: Game) -> None:
    from game.ui.screens.wholelog import WholeLog

    game.app.push(WholeLog(game.app, game.column.log.entries, game.rules.name))


def open_menu(game: Game) -> None:
    from game.ui.screens.menu import Menu

    game.app.push(Menu(game.app, game))


def save_as(game: Game) -> None:
    from game.ui.screens.saveas import SaveAs

    game.app.push(SaveAs(game.app, game))


def hand_over(game: Game) -> None:
    """The banner for the next person; only a notice where both sides act at any moment, for it would never end."""
    from game.ui.screens.dialogs import HandOver

    game.controller.clear()
    game.hint = None
    game.dirty = True
    prompt = game.controller.prompt
    seat = next(info for info in game.theme.seats if info.name == prompt.to_act)
    if game.rules.moments:
        game.view.notice.say(prompt.text if seat.title in prompt.text else f"{seat.title}: {prompt.text}")
        return
    game.app.push(HandOver(game.app, seat.title, seat.paper, seat.print, f"Turn {prompt.turn}: {prompt.text}"))


def show_victory(game: Game) -> None:
    from game.ui.screens.victory import Victory

    game.app.push(Victory(game.app, game.match))


def report_trouble(game: Game, trouble: str) -> None:
    """The record cannot be written: say so once and offer another place."""
    from game.ui.screens.dialogs import Question

    game.app.push(
        Question(
            game.app,
            "The game is not being saved",
            f"{trouble}\nEverything so far is kept in memory; every further action tries again.",
            "Save elsewhere",
            lambda: save_as(game),
            "Play on",
        )
    )


def store_picture(game: Game, record: Path | None = None) -> None:
    """Write the small picture beside the game's record, or beside a copy of it.

    A disk that refuses costs only the picture, and the log says so.
    """
    record = record or game.match.record
    if record is None:
        return
    path = record.with_suffix(".png")
    fresh = path.with_name(f".{path.stem}.new.png")
    try:
        pygame.image.save(game.view.snapshot(PICTURE), fresh)
        fresh.replace(path)
    except (pygame.error, OSError, AssetError) as error:
        game.chronicle.remark(f"{path.name}: no picture for the list of saves ({error})")
