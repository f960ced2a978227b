"""The ways into a game: a new one, one that was saved, a replay. What cannot be opened is said in a dialog."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from game.core.contract import BadPosition, Rules
from game.match import loading
from game.match.errors import MatchError
from game.match.match import Match
from game.match.store import Store

if TYPE_CHECKING:
    from game.match.start import Start
    from game.ui.app.application import App


def first(app: App, start: Start) -> None:
    """Open what a start asks for on top of the title, or offer to resume a game that was cut off."""
    from game import catalog

    if start.screen == "play":
        begin(
            app, catalog.rules(start.system), start.scenario, start.options, start.players, start.seed, start.position
        )
    elif start.screen == "replay" and start.record is not None:
        replay(app, start.record, autoplay=start.autoplay)
    elif start.screen == "demo" and start.scenario is not None:
        demo(app, catalog.rules(start.system), start.scenario, autoplay=start.autoplay)
    else:
        offer(app)


def begin(
    app: App,
    rules: Rules[Any],
    scenario: str | None,
    options: Sequence[str],
    players: Mapping[str, str],
    seed: int | None = None,
    position: Mapping[str, Any] | None = None,
) -> None:
    """Start a game with its record in the user's data folder."""
    try:
        match = Store().begin(rules, scenario, options, seed=seed, players=players, position=position)
    except (MatchError, BadPosition, ValueError) as error:
        app.error("The game cannot start", str(error))
        return
    show(app, match)


def show(app: App, match: Match[Any]) -> None:
    """Open a match's screen above the title."""
    from game.ui.screens.game import Game
    from game.ui.screens.title import Title

    while len(app.stack) > 1 and not isinstance(app.stack[-1], Title):
        app.stack.pop().close()
    try:
        app.push(Game(app, match))
    except (ValueError, OSError) as error:
        match.release()
        app.error("The game cannot be shown", f"{error}\nIt is on record and can be opened again.")


def resume(app: App, path: Path) -> None:
    """Go on with a saved game; from a copy, or the last good line of a damaged record, in a new file, and say so."""
    from game.ui.screens.game import Game

    for screen in app.stack:
        if isinstance(screen, Game) and screen.match.record == path:
            app.leave_to(Game)
            return
    try:
        loaded = loading.resume(path)
    except (MatchError, ValueError, OSError) as error:
        app.error("This game cannot be opened", str(error))
        return
    show(app, loaded.match)
    if loaded.copy and isinstance(app.stack[-1], Game):
        name = loaded.match.title or path.name
        app.stack[-1].view.notice.say(f"A new game from the copy {name}; the copy stays as it is")
    if loaded.fault is not None:
        app.error(
            "Part of the record does not hold",
            f"Play goes on after action {len(loaded.match.steps)}, in a new file. The damaged file stays as it is.\n"
            f"{loaded.fault}",
        )


def replay(app: App, path: Path, *, autoplay: bool = False, ended: bool = False) -> None:
    """Open a record to look at: before its first action, or where it ``ended``."""
    from game.ui.screens.replay import ReplayScreen

    try:
        loaded = loading.load(path)
    except (MatchError, ValueError, OSError) as error:
        app.error("This record cannot be opened", str(error))
        return
    app.push(ReplayScreen(app, loaded.match, autoplay=autoplay, ended=ended))
    if loaded.fault is not None:
        app.error("Part of the record does not hold", f"{loaded.fault}\nThe part before it is shown.")


def demo(app: App, rules: Rules[Any], example: str, *, autoplay: bool = False) -> None:
    """Open an example of play."""
    from game.ui.screens.demo import DemoScreen

    try:
        app.push(DemoScreen(app, rules, example, autoplay=autoplay))
    except ValueError as error:
        app.error("This example cannot be shown", str(error))


def offer(app: App) -> None:
    """Offer to resume the latest game whose program was cut off."""
    from game.ui.screens.dialogs import Question
    from game.ui.screens.saves_words import name_of

    store = Store()
    store.tidy()
    cut = [save for save in store.unfinished() if save.system and save.actions]
    if cut:
        save = cut[0]
        when = save.date.astimezone().strftime("%d %B %Y, %H:%M")
        app.push(
            Question(
                app,
                "A game was cut off",
                f"{name_of(save)}, turn {save.turn}, last played {when}. "
                "Every action is on record. Go on exactly there?",
                "Go on there",
                lambda: resume(app, save.path),
                "Not now",
            )
        )
