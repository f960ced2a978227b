"""Ending a game at the table, and beginning it again: resigning, draws, restarting. A question comes before each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.core.capability import HiddenInformation
from game.core.message import Text, say
from game.core.theme import SeatInfo
from game.match.agreements import AcceptDraw, DeclineDraw, OfferDraw, Resign, other
from game.ui.app.dialogs import CANCEL, MessageSheet, QuestionSheet
from game.ui.app.screen import Host
from game.ui.kit.paper import draw_table
from game.ui.play.game import GameInPlay

PLAY_ON = say("Play on before you offer a draw again")


class SideQuestion(MessageSheet):
    """Asks which of the people at the screen does something; Enter, Escape and Cancel leave everything as it is."""

    def __init__(self, app: Host, title: Text, text: Text, sides: Sequence[SeatInfo],
                 action: Callable[[str], None]) -> None:
        """:param action: what is done with the seat that was chosen."""
        super().__init__(app, title, text, CANCEL)
        self.sides, self.action = sides, action

    def fill(self) -> None:
        body, gap, height = self.body, self.px(16), self.px(54)
        width = (body.width - gap * len(self.sides)) // (len(self.sides) + 1)
        top = body.bottom - height
        for number, info in enumerate(self.sides):
            place = pygame.Rect(body.x + number * (width + gap), top, width, height)
            self.button(place, say("{side} side", side=info.described), partial(self.choose, info.name))
        self.button(pygame.Rect(body.right - width, top, width, height), CANCEL, self.app.pop, "#main")

    def choose(self, seat: str) -> None:
        self.app.pop()
        self.action(seat)


class DrawOffered(QuestionSheet):
    """The banner that tells a person of a draw offer; Enter and Escape decline it."""

    def __init__(self, game: GameInPlay, offering: str) -> None:
        seat = other(game.rules, offering)
        super().__init__(
            game.host, say("A draw is offered"),
            say("The {side} side offers a draw.\n{other} player: accept it, or decline it and play on.",
                side=game.theme.side(offering).described, other=game.theme.side(seat).described),
            say("Accept the draw"), partial(_answer, game, seat, AcceptDraw), say("Decline"),
            partial(_answer, game, seat, DeclineDraw),
            grave=True)
        self.covers = isinstance(game.rules, HiddenInformation)

    def draw(self, target: pygame.Surface) -> None:
        if self.covers:
            draw_table(target)
        super().draw(target)


def barred(game: GameInPlay) -> Text:
    """Why nobody at the screen can resign or offer a draw now; empty where somebody can."""
    if game.match.result is not None:
        return say("The game is over")
    if not game.flow.people:
        return say("Computers play both sides")
    if game.held:
        return say("First answer the question on the card, or end the turn")
    return ""


def draw_barred(game: GameInPlay) -> Text:
    """Why nobody at the screen can offer a draw now; empty where somebody can."""
    if (why := barred(game)) or _offering(game):
        return why
    return say("A draw is offered already") if game.match.draw_offer else PLAY_ON


def resign(game: GameInPlay) -> None:
    """Ask before a person's side gives up; of several people also which one's."""
    if why := barred(game):
        game.view.notice.say(why)
        return
    people = [game.theme.side(seat) for seat in game.flow.people]
    if len(people) > 1:
        _push(game, SideQuestion(game.host, say("Which side resigns?"),
                                 say("It gives up: the game is over, and the other side has won."), people,
                                 lambda seat: _do(game, Resign(seat))))
        return
    (own,) = people
    winner = game.theme.side(other(game.rules, own.name))
    _push(game, QuestionSheet(game.host, say("Resign the game?"),
                         say("The {side} side gives up: the game is over, and the {winner} side has won.",
                             side=own.described, winner=winner.described),
                         say("Resign"), lambda: _do(game, Resign(own.name)), grave=True))


def offer_draw(game: GameInPlay) -> None:
    """Ask before a person's side offers a draw; of several people also which one's."""
    if why := draw_barred(game):
        game.view.notice.say(why)
        return
    sides = [game.theme.side(seat) for seat in _offering(game)]
    text = say("If the other side accepts it the game is over, and nobody has won.")
    if len(game.flow.people) > 1:
        _push(game, SideQuestion(game.host, say("Which side offers a draw?"), text, sides,
                                 lambda seat: _do(game, OfferDraw(seat))))
    else:
        _push(game, QuestionSheet(game.host, say("Offer a draw?"), text, say("Offer a draw"),
                             lambda: _do(game, OfferDraw(sides[0].name))))


def restart(game: GameInPlay) -> None:
    """Ask before the same battle begins again, in a record of its own."""
    header = game.match.header
    battle = next(info.title for info in game.rules.scenarios if info.name == header.scenario)
    _push(game, QuestionSheet(
        game.host, say("Restart this battle?"),
        say("{battle} begins again: same set-up, options and players, new dice. This game stays among the saved games.",
            battle=battle),
        say("Restart"),
        lambda: game.host.ways.begin(game.match.rules, header.scenario, header.options, header.players,
                                     position=header.position), grave=True))


def ask_draw(game: GameInPlay) -> bool:
    """Tell a person of the draw offer that stands, if there is one; whether one was told."""
    offering = game.match.draw_offer
    if offering is None or not game.flow.is_human(other(game.rules, offering)):
        return False
    game.host.push(DrawOffered(game, offering))
    return True


def _offering(game: GameInPlay) -> tuple[str, ...]:
    """The people who may offer a draw now."""
    allowed = {action.seat for action in game.match.agreements if isinstance(action, OfferDraw)}
    return tuple(seat for seat in game.flow.people if seat in allowed)


def _push(game: GameInPlay, screen: MessageSheet) -> None:
    game.skip()
    game.host.push(screen)


def _do(game: GameInPlay, action: Resign | OfferDraw) -> None:
    game.flow.play(action)
    if isinstance(action, OfferDraw) and game.flow.paused and not game.flow.is_human(other(game.rules, action.seat)):
        game.view.notice.say(say("The computer is paused: it answers when play goes on"))


def _answer(game: GameInPlay, seat: str, kind: type[AcceptDraw] | type[DeclineDraw]) -> None:
    game.flow.play(kind(seat))
