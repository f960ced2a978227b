"""The sheets that the game screen's buttons and keys open."""

from __future__ import annotations

from game.core.capability import HiddenInformation, capability
from game.core.interrupts import Interrupts
from game.core.message import say
from game.core.presenter import MatchupTable
from game.core.verdict import RuleRef
from game.i18n.words import said
from game.ui.app.dialogs import HandOver, QuestionSheet
from game.ui.play.game import GameInPlay
from game.ui.play.roster import Mustered, muster
from game.ui.screens.matchups import WhoBeatsWhom
from game.ui.screens.menu import Menu
from game.ui.screens.moments import Moments
from game.ui.screens.pose_entry import PoseEntry
from game.ui.screens.real_dice import RealDice
from game.ui.screens.roster import RosterSheet, visit
from game.ui.screens.rulebook import Rulebook
from game.ui.screens.salvo import Salvo
from game.ui.screens.saveas import SaveAs
from game.ui.screens.wholelog import WholeLog


def open_rulebook(game: GameInPlay, rule: RuleRef) -> None:
    """Open the rulebook at a rule; at its beginning where no rulebook has the rule."""
    number = rule.number if rule.printed else ""
    game.host.push(Rulebook(game.host, game.rules.name, number))


def open_moments(game: GameInPlay) -> None:
    game.host.push(Moments(game.host, game.flow, game.situation, game.interruption, game.declining))


def enter_dice(game: GameInPlay, struck: str = "") -> None:
    """The pad for the dice of a roll that is due, where a person may enter what they show.

    :param struck: what has been struck of it already.
    """
    roll = game.now.pending_roll
    if roll is not None and game.main.can_enter_faces and not game.stage.busy:
        game.host.push(RealDice(game.host, roll, game.roll, struck))


def open_log(game: GameInPlay) -> None:

    game.host.push(WholeLog(game.host, game.game_log.log.entries, game.rules.name, shown=game.game_log.log))


def open_matchups(game: GameInPlay) -> None:
    """Who beats whom, where the rules tell."""
    found = capability(game.rules, MatchupTable).matchups(game.match.state)
    if found is not None:
        game.host.push(WhoBeatsWhom(game.host, found))


def open_roster(game: GameInPlay) -> None:
    """Every unit with its place and condition; Enter or a click picks one up, or its place."""
    game.skip()
    match, situation, held = game.match, game.situation, game.selection
    units = muster(game.rules, match.history.first, match.state, match.plies, held.able)

    def go(each: Mustered) -> None:
        place, unit = each.on_map, each.counter.unit
        if place is None:
            return
        visit(game.view, place)
        game.pointing.keyboard, held.cursor = True, place
        if unit in held.able and not situation.composing:
            held.select(unit)
        game.dirty = True

    game.host.push(RosterSheet(game.host, game.rules, match.state, units, go))


def type_pose(game: GameInPlay) -> bool:
    """The sheet on which the pose of what is in hand is typed; whether anything is in hand."""
    if game.hand.units:
        game.host.push(PoseEntry(game.host, game.theme, game.hand, game.pointing))
    return bool(game.hand.units)


def open_menu(game: GameInPlay) -> None:

    game.host.push(Menu(game.host, game))


def save_as(game: GameInPlay) -> None:

    game.host.push(SaveAs(game.host, game.match, game.view.notice, game.store_picture))


def hand_over(game: GameInPlay, name: str, *, begins: bool) -> None:
    """The banner for the next person, which hides the table where something is hidden; only a notice where one is
    asked in the other's phase and nothing is hidden, or both sides may act at any moment.

    :param name: that person's seat.
    :param begins: whether a phase of that person's own begins.
    """

    game.selection.clear()
    game.hint = None
    game.dirty = True
    prompt = game.situation.prompt
    seat = game.theme.side(name)
    hidden = isinstance(game.rules, HiddenInformation)
    if not begins and (capability(game.rules, Interrupts).moments or not hidden):
        named = seat.title in (prompt.text.values or {}).values()
        game.view.notice.say(prompt.text if named else say("{side}: {text}", side=seat.title, text=prompt.text))
        return
    game.selection.cursor = None  # the next player's begins at units of that side
    game.host.push(HandOver(game.host, said(seat.title), seat.paper, seat.print,
                            said(say("{name} {turn}: {text}", name=game.theme.turn, turn=prompt.turn,
                                     text=prompt.text)), covers=hidden))


def report_trouble(game: GameInPlay, trouble: str) -> None:
    """The record cannot be written: say so once and offer another place."""

    game.host.push(
        QuestionSheet(
            game.host,
            say("The game is not being saved"),
            say("{trouble}\nEverything so far is kept in memory; every further action tries again.", trouble=trouble),
            say("Save elsewhere"),
            lambda: save_as(game),
            say("Play on"),
        )
    )


def open_salvo(game: GameInPlay) -> None:
    """The list of what units of a kind could do in one go, or why there is none."""
    seat, plan = game.salvo.seat, game.salvo.take()
    if plan:
        game.host.push(Salvo(game, seat, plan))
    else:
        game.salvo.refuse()
